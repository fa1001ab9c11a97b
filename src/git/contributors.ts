import type { ObjectDatabase } from './database.ts'
import { log } from './history.ts'
import type { ObjectId } from './objects.ts'
import { statistics } from './statistics.ts'

export interface Contributor {
  /** The name of the newest commit. */
  readonly name: string
  readonly email: string
  readonly commits: number
  readonly additions: number
  readonly deletions: number
}

const NO_CHANGES = { additions: 0, deletions: 0 }

/**
 * Who wrote the history of a commit, told apart by the author's email; the most commits first, then the one
 * who wrote last. A merge counts as a commit without changes: they are counted where they were made.
 */
export function contributors(objects: ObjectDatabase, tip: ObjectId): Contributor[] {
  const byEmail = new Map<string, Contributor>()
  for (const commit of log(objects, [tip])) {
    const { name, email } = commit.author
    const before = byEmail.get(email) ?? { name, email, commits: 0, ...NO_CHANGES }
    const change = commit.parents.length > 1 ? NO_CHANGES : statistics(objects, commit)
    byEmail.set(email, {
      ...before,
      commits: before.commits + 1,
      additions: before.additions + change.additions,
      deletions: before.deletions + change.deletions,
    })
  }
  return [...byEmail.values()].sort((left, right) => right.commits - left.commits)
}
