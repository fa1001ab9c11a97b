import { getObject, idsWithPrefix, type ObjectDatabase } from './objects/database.ts'
import type { ObjectId } from './objects/objects.ts'
import { branchReference, type Repository, tagReference } from './repository.ts'

const FULL_ID = /^[0-9a-f]{40}$/
const ABBREVIATED_ID = /^[0-9a-f]{4,39}$/

/** Peels annotated tags to a commit; undefined where they end at another object. */
export function peelToCommit(objects: ObjectDatabase, id: ObjectId): ObjectId | undefined {
  let object = getObject(objects, id)
  while (object?.type === 'tag') object = getObject(objects, object.target)
  return object?.type === 'commit' ? object.id : undefined
}

/** Returns the object id of a branch, a tag or a full ref name; undefined where there is none. */
export function referenceTarget(repository: Repository, name: string): ObjectId | undefined {
  if (name === 'HEAD') return repository.refs.get(branchReference(repository.head))
  // The order of gitrevisions(7): a full name, refs/<name>, then a tag before a branch of the same name.
  const candidates = [name, `refs/${name}`, tagReference(name), branchReference(name)]
  const known = candidates.find((candidate) => repository.refs.has(candidate))
  return known === undefined ? undefined : repository.refs.get(known)
}

function abbreviatedCommit(objects: ObjectDatabase, digits: string): ObjectId | undefined {
  const commits = new Set<ObjectId>()
  for (const id of idsWithPrefix(objects, digits)) {
    const commit = peelToCommit(objects, id)
    if (commit !== undefined) commits.add(commit)
  }
  const [only, another] = commits
  return another === undefined ? only : undefined
}

/**
 * Resolves a revision to a commit: `HEAD`, a branch, a tag, a full ref name, a full id, or an unambiguous prefix of at
 * least four digits. Undefined where there is no match, or more than one.
 */
export function resolveRevision(
  objects: ObjectDatabase,
  repository: Repository,
  revision: string,
): ObjectId | undefined {
  const digits = revision.toLowerCase()
  if (FULL_ID.test(digits)) return peelToCommit(objects, digits)
  const target = referenceTarget(repository, revision)
  if (target !== undefined) return peelToCommit(objects, target)
  return ABBREVIATED_ID.test(digits) ? abbreviatedCommit(objects, digits) : undefined
}
