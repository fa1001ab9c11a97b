import { countAhead } from './ancestry.ts'
import { type ObjectDatabase, readCommit } from './database.ts'
import type { GitCommit, ObjectId } from './objects.ts'

/**
 * How many commits a history has: those of the first parent's history, those that a merge brings beside them,
 * and the commit itself. Each commit is counted once, however often somebody asks.
 */
export function historyLength(objects: ObjectDatabase, tip: ObjectId): number {
  const { historyLengths } = objects.findings
  const unknown: GitCommit[] = []
  let commit: GitCommit | undefined = readCommit(objects, tip)
  let length = 0
  while (commit !== undefined) {
    const known = historyLengths.get(commit)
    if (known !== undefined) {
      length = known
      break
    }
    unknown.push(commit)
    const first: ObjectId | undefined = commit.parents[0]
    commit = first === undefined ? undefined : readCommit(objects, first)
  }
  for (const each of unknown.reverse()) {
    length += 1 + broughtBy(objects, each)
    historyLengths.set(each, length)
  }
  return length
}

/** How many commits the other parents of a merge have that its first one has not. */
function broughtBy(objects: ObjectDatabase, { parents }: GitCommit): number {
  const [first, ...others] = parents
  return first === undefined || others.length === 0 ? 0 : countAhead(objects, first, others)
}
