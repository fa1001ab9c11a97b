import { type ObjectDatabase, readCommit } from './database.ts'
import { compareTrees, countLines, type LineCount } from './difference.ts'
import type { GitCommit, ObjectId } from './objects.ts'

export interface Statistics extends LineCount {
  readonly total: number
}

/** The tree of a commit's first parent; undefined for a root commit. */
export function parentTree(objects: ObjectDatabase, commit: GitCommit): ObjectId | undefined {
  const [first] = commit.parents
  return first === undefined ? undefined : readCommit(objects, first).tree
}

/** Added and deleted lines of a commit against its first parent, or against nothing for a root commit. */
export function statistics(objects: ObjectDatabase, commit: GitCommit): Statistics {
  const { additions, deletions } = lineCount(objects, commit)
  return { additions, deletions, total: additions + deletions }
}

function lineCount(objects: ObjectDatabase, commit: GitCommit): LineCount {
  const { changedLines } = objects.findings
  const known = changedLines.get(commit)
  if (known !== undefined) return known
  let additions = 0
  let deletions = 0
  for (const each of compareTrees(objects, parentTree(objects, commit), commit.tree)) {
    const count = countLines(objects, each)
    additions += count.additions
    deletions += count.deletions
  }
  const counted = { additions, deletions }
  changedLines.set(commit, counted)
  return counted
}
