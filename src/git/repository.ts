import { compareBytes } from './byte-order.ts'
import type { ObjectId } from './objects.ts'

/** Where every branch and tag stands. An immutable value: a write makes a new one, a snapshot keeps the old. */
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

export function createRepository(head = 'master'): Repository {
  return { head, refs: new Map() }
}

export function setReference(repository: Repository, name: string, id: ObjectId): Repository {
  return { ...repository, refs: new Map(repository.refs).set(name, id) }
}

export function deleteReference(repository: Repository, name: string): Repository {
  const refs = new Map(repository.refs)
  refs.delete(name)
  return { ...repository, refs }
}

/** HEAD follows when the branch it points to is renamed. Nothing changes when there is no such reference. */
export function renameReference(repository: Repository, from: string, to: string): Repository {
  const id = repository.refs.get(from)
  if (id === undefined) return repository
  const refs = new Map(repository.refs)
  refs.delete(from)
  refs.set(to, id)
  const headMoves = branchReference(repository.head) === from && to.startsWith(BRANCHES)
  return { head: headMoves ? to.slice(BRANCHES.length) : repository.head, refs }
}

export function setHead(repository: Repository, branch: string): Repository {
  return { ...repository, head: branch }
}

function referencesUnder(repository: Repository, folder: string): Reference[] {
  const found: Reference[] = []
  for (const [name, id] of repository.refs) {
    if (name.startsWith(folder)) found.push({ name: name.slice(folder.length), id })
  }
  return found.sort((left, right) => compareBytes(left.name, right.name))
}

/** Sorted by name. */
export const listBranches = (repository: Repository) => referencesUnder(repository, BRANCHES)

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
