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

/**
 * Who wrote the history of a commit, told apart by the author's email; who wrote last comes first. Merges do
 * not count: what they bring was written in the commits that they merge.
 */
export function contributors(objects: ObjectDatabase, tip: ObjectId): Contributor[] {
  const byEmail = new Map<string, Contributor>()
  for (const commit of log(objects, [tip])) {
    if (commit.parents.length > 1) continue
    const { name, email } = commit.author
    const before = byEmail.get(email) ?? { name, email, commits: 0, additions: 0, deletions: 0 }
    const change = statistics(objects, commit)
    byEmail.set(email, {
      ...before,
      commits: before.commits + 1,
      additions: before.additions + change.additions,
      deletions: before.deletions + change.deletions,
    })
  }
  return [...byEmail.values()]
}
