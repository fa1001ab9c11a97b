import { type ObjectDatabase, readCommit } from './database.ts'
import type { GitCommit, ObjectId } from './objects.ts'
import { createQueue } from './queue.ts'
import { entryAt, isSameAt } from './tree.ts'

export interface LogOptions {
  /** Only commits that change this file or folder. */
  readonly path?: string
  /** Only commits whose committer time is at or after this one, in epoch seconds. */
  readonly since?: number
  /** Only commits whose committer time is at or before this one, in epoch seconds. */
  readonly until?: number
  /** Only these commits; the walk does not go past any other. */
  readonly within?: ReadonlySet<ObjectId>
}

interface Simplified {
  readonly isShown: boolean
  readonly parents: readonly GitCommit[]
}

/**
 * The default history simplification of git-log(1): a commit whose path is as in one of its parents is not
 * shown, and only the first such parent is followed; every other commit is shown, with all parents followed.
 */
function simplify(objects: ObjectDatabase, commit: GitCommit, path: string): Simplified {
  const parents = commit.parents.map((id) => readCommit(objects, id))
  if (path === '') return { isShown: true, parents }
  if (parents.length === 0) {
    return { isShown: entryAt(objects, commit.tree, path) !== undefined, parents }
  }
  const same = parents.find(({ tree }) => isSameAt(objects, tree, commit.tree, path))
  return same === undefined ? { isShown: true, parents } : { isShown: false, parents: [same] }
}

/**
 * Walks the history of some commits as `git log` does: the newest committer date first, of equal ones the
 * first found, each commit once. Lazy: the first page of a long history costs a page. As in git, `since` ends
 * the walk along a line of history at the first commit that is older.
 */
export function* log(
  objects: ObjectDatabase,
  tips: readonly ObjectId[],
  options: LogOptions = {},
): Generator<GitCommit> {
  const { path = '', since = -Infinity, until = Infinity, within } = options
  const queue = createQueue<GitCommit>((a, b) => b.committer.time - a.committer.time)
  const seen = new Set<ObjectId>()
  const enqueue = (commit: GitCommit) => {
    if (seen.has(commit.id) || (within !== undefined && !within.has(commit.id))) return
    seen.add(commit.id)
    queue.push(commit)
  }
  for (const tip of tips) enqueue(readCommit(objects, tip))
  for (let commit = queue.pop(); commit !== undefined; commit = queue.pop()) {
    if (commit.committer.time < since) continue
    const { isShown, parents } = simplify(objects, commit, path)
    for (const parent of parents) enqueue(parent)
    if (isShown && commit.committer.time <= until) yield commit
  }
}

/**
 * The commits of a history from one position of its log up to another one, from 0. The walk is kept, so that
 * the next page goes on where this one ended, and what is behind it is not walked.
 */
export function logPage(
  objects: ObjectDatabase,
  tip: ObjectId,
  from: number,
  to: number,
): GitCommit[] {
  const { logs } = objects.findings
  const walk = logs.get(tip) ?? { commits: [], rest: log(objects, [tip]) }
  logs.set(tip, walk)
  while (walk.commits.length < to) {
    const { value, done } = walk.rest.next()
    if (done === true) break
    walk.commits.push(value)
  }
  return walk.commits.slice(from, to)
}

/** The commit that `git log -1 -- path` shows; undefined when the path never was there. */
export function lastCommit(
  objects: ObjectDatabase,
  tip: ObjectId,
  path: string,
): GitCommit | undefined {
  for (const commit of log(objects, [tip], { path })) return commit
  return undefined
}
