import { log } from '../history/history.ts'
import { type ObjectDatabase, readCommit } from '../objects/database.ts'
import type { GitCommit, ObjectId } from '../objects/objects.ts'
import { compareTrees, countLines, type LineCount } from './difference.ts'
import { createWorkBudget } from './work-budget.ts'

export interface Statistics extends LineCount {
  readonly total: number
}

/** Returns the tree of a commit's first parent; undefined for a root commit. */
export function parentTree(objects: ObjectDatabase, commit: GitCommit): ObjectId | undefined {
  const [first] = commit.parents
  return first === undefined ? undefined : readCommit(objects, first).tree
}

/**
 * Counts the added and deleted lines of a commit against its first parent, or against an empty tree for a root commit.
 */
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
  const budget = createWorkBudget()
  for (const each of compareTrees(objects, parentTree(objects, commit), commit.tree, { budget })) {
    const count = countLines(objects, each, budget)
    additions += count.additions
    deletions += count.deletions
  }
  const counted = { additions, deletions }
  changedLines.set(commit, counted)
  return counted
}

export interface Contributor {
  /** The name in the newest commit. */
  readonly name: string
  readonly email: string
  readonly commits: number
  readonly additions: number
  readonly deletions: number
}

/**
 * Returns the authors of a history with the number of their commits, one for each e-mail address with the latest name;
 * the author of the newest commit comes first. Merges are not counted.
 */
export function authors(
  objects: ObjectDatabase,
  tip: ObjectId,
): Pick<Contributor, 'name' | 'email' | 'commits'>[] {
  const byEmail = new Map<string, Pick<Contributor, 'name' | 'email' | 'commits'>>()
  for (const { parents, author } of log(objects, [tip])) {
    if (parents.length > 1) continue
    const { name, email } = author
    const before = byEmail.get(email) ?? { name, email, commits: 0 }
    byEmail.set(email, { ...before, commits: before.commits + 1 })
  }
  return [...byEmail.values()]
}

/**
 * Returns the contributors to a history, one for each e-mail address; the author of the newest commit comes first.
 * Merges are not counted, since their changes are in the merged commits.
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
