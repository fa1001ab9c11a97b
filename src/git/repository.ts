import { compareBytes } from './objects/byte-order.ts'
import type { ObjectId } from './objects/objects.ts'

/**
 * Where every branch and tag stands. An immutable value: a write makes a new one, a snapshot keeps
 * the old.
 */
export interface Repository {
  /** The name of the branch that HEAD points to; the branch itself need not exist. */
  readonly head: string
  /** Object ids by full name: `refs/heads/master`, `refs/tags/v1.0`. */
  readonly refs: ReadonlyMap<string, ObjectId>
}

export interface Reference {
  /** The short name: `master`, `v1.0`. */
  readonly name: string
  /** The commit, or for an annotated tag the tag object. */
  readonly id: ObjectId
}

const BRANCHES = 'refs/heads/'
const TAGS = 'refs/tags/'

export const branchReference = (name: string) => `${BRANCHES}${name}`
export const tagReference = (name: string) => `${TAGS}${name}`

function referencesUnder(repository: Repository, folder: string): Reference[] {
  const found: Reference[] = []
  for (const [name, id] of repository.refs) {
    if (name.startsWith(folder)) found.push({ name: name.slice(folder.length), id })
  }
  return found.sort((left, right) => compareBytes(left.name, right.name))
}

/** Sorted by name. */
export const listBranches = (repository: Repository) => referencesUnder(repository, BRANCHES)

export function hasBranches({ refs }: Repository): boolean {
  for (const name of refs.keys()) if (name.startsWith(BRANCHES)) return true
  return false
}

/** Sorted by name. */
export const listTags = (repository: Repository) => referencesUnder(repository, TAGS)

/** The commit that a branch points to. */
export function branchHead(repository: Repository, name: string): ObjectId | undefined {
  return repository.refs.get(branchReference(name))
}

/** What a tag points to: a commit, or the tag object of an annotated tag. */
export function tagTarget(repository: Repository, name: string): ObjectId | undefined {
  return repository.refs.get(tagReference(name))
}
