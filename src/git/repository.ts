import { compareBytes } from './objects/byte-order.ts'
import type { ObjectId } from './objects/objects.ts'

/** The refs of a repository. The value is immutable: a write makes a new one, and snapshots keep the old one. */
export interface Repository {
  /** The name of the branch that HEAD points to; the branch itself need not exist. */
  readonly head: string
  /** Object ids by full name, such as `refs/heads/master` or `refs/tags/v1.0`. */
  readonly refs: ReadonlyMap<string, ObjectId>
}

export interface Reference {
  /** The short name, such as `master` or `v1.0`. */
  readonly name: string
  /** The id of the commit, or of the tag object of an annotated tag. */
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

/** Lists branches by name. */
export const listBranches = (repository: Repository) => referencesUnder(repository, BRANCHES)

export function hasBranches({ refs }: Repository): boolean {
  for (const name of refs.keys()) if (name.startsWith(BRANCHES)) return true
  return false
}

/** Lists tags by name. */
export const listTags = (repository: Repository) => referencesUnder(repository, TAGS)

/** Returns the id of the commit that a branch points to. */
export function branchHead(repository: Repository, name: string): ObjectId | undefined {
  return repository.refs.get(branchReference(name))
}

/** Returns the id of the commit, or of the tag object, that a tag points to. */
export function tagTarget(repository: Repository, name: string): ObjectId | undefined {
  return repository.refs.get(tagReference(name))
}
