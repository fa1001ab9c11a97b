import type { Reader } from './reader.ts'
import type { Collected } from './world.ts'

/** The state that the parts of a recording share. */
export interface Recording {
  readonly reader: Reader
  readonly collected: Collected
  /** The user of the token. */
  readonly me: { readonly id: number; readonly username: string; readonly isAdmin: boolean }
  /** The number of stars of each project, by its id. */
  readonly stars: Map<number, number>
  /** The numbers of votes of issues and merge requests. */
  readonly votes: Votes[]
  /** The address of the server without a trailing slash; it is removed from recorded addresses. */
  readonly address: string
  /** Returns the username of a user id; users that no response contained are read later. */
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

/** Returns the id of a user in brief form, which the seed resolves. */
export function userOf(brief: { readonly id?: number } | null | undefined): number | null {
  return brief?.id ?? null
}

/** Turns an address of the server into a path, which the seed shows below the address of each request. */
export function withoutAddress({ address }: Recording, url: string | null | undefined) {
  return url?.startsWith(`${address}/`) ? url.slice(address.length) : url
}
