import type { Reader } from './reader.ts'
import type { Collected } from './world.ts'

/** What the parts of a recording share. */
export interface Recording {
  readonly reader: Reader
  readonly collected: Collected
  /** The user that the token belongs to. */
  readonly me: { readonly id: number; readonly username: string; readonly isAdmin: boolean }
  /** How many stars each project has, by its id. */
  readonly stars: Map<number, number>
  /** How many votes each issue and merge request has. */
  readonly votes: Votes[]
  /** Where the server is, without a slash at the end: addresses below it are written without it. */
  readonly address: string
  /** A username for the id of a user; users that no answer showed are read later. */
  username(id: number | undefined): string | undefined
}

export interface Votes {
  readonly on: 'Issue' | 'MergeRequest'
  readonly id: number
  readonly up: number
  readonly down: number
}

/** A project that is being recorded. */
export interface RecordedProject {
  readonly id: number
  /** NAMESPACE/PROJECT */
  readonly path: string
}

/** Whoever a brief form names: the id, which the seed resolves. */
export function userOf(brief: { readonly id?: number } | null | undefined): number | null {
  return brief?.id ?? null
}

/** An address of the server itself as a path, which the seed shows under whatever address it is asked. */
export function withoutAddress({ address }: Recording, url: string | null | undefined) {
  return url?.startsWith(`${address}/`) ? url.slice(address.length) : url
}
