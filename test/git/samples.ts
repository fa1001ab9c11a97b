import { type CommitAction, commitActions } from '../../src/git/commit.ts'
import type { ObjectDatabase } from '../../src/git/objects/database.ts'
import type { GitCommit, ObjectId } from '../../src/git/objects/objects.ts'
import type { Repository } from '../../src/git/repository.ts'

export const person = {
  name: 'Jane Doe',
  email: 'jane@example.com',
  time: 1_600_000_000,
  offset: 0,
}

export const bytes = (content: string) => new TextEncoder().encode(content)
export const text = (content: Uint8Array) => new TextDecoder().decode(content)

export const create = (path: string, content = path): CommitAction => ({
  action: 'create',
  path,
  content: bytes(content),
})
export const update = (path: string, content: string): CommitAction => ({
  action: 'update',
  path,
  content: bytes(content),
})
export const remove = (path: string): CommitAction => ({ action: 'delete', path })

let minutes = 0

/** A commit by Jane Doe, one minute after the one made before. */
export function commit(
  objects: ObjectDatabase,
  parent: GitCommit | undefined,
  ...actions: CommitAction[]
): GitCommit {
  minutes += 1
  const who = { ...person, time: person.time + 60 * minutes }
  const words = { message: `Commit ${minutes}`, author: who, committer: who }
  return commitActions(objects, { parent: parent?.id, actions, ...words })
}

export function createRepository(head = 'master'): Repository {
  return { head, refs: new Map() }
}

export function setReference(repository: Repository, name: string, id: ObjectId): Repository {
  return { ...repository, refs: new Map(repository.refs).set(name, id) }
}
