import { type ObjectDatabase, readCommit } from '../objects/database.ts'
import { createLimitedMap } from '../objects/findings.ts'
import type { GitCommit, ObjectId, TreeEntry } from '../objects/objects.ts'
import { createPathLookup, type PathLookup } from './path-lookup.ts'
import { createQueue } from './queue.ts'

export interface LogOptions {
  /** Only commits that change this file or folder. */
  readonly path?: string
  /** Only commits whose committer time is at or after this one, in epoch seconds. */
  readonly since?: number
  /** Only commits whose committer time is at or before this one, in epoch seconds. */
  readonly until?: number
  /** Only these commits; the walk stops at any other. */
  readonly within?: ReadonlySet<ObjectId>
  /** Only the first parent of a merge is followed. */
  readonly firstParent?: boolean
}

interface Simplified {
  readonly isShown: boolean
  readonly parents: readonly GitCommit[]
}

/**
 * Applies the default history simplification of git-log(1): a commit whose path equals that of one of its parents is
 * hidden, and only the first such parent is followed. Any other commit is shown, and all its parents are followed.
 * Without a path, every commit is shown.
 */
function simplify(
  objects: ObjectDatabase,
  commit: GitCommit,
  find: PathLookup | undefined,
  firstParent = false,
): Simplified {
  const followed = firstParent ? commit.parents.slice(0, 1) : commit.parents
  const parents = followed.map((id) => readCommit(objects, id))
  if (find === undefined) return { isShown: true, parents }
  const here = find(commit.tree)
  if (parents.length === 0) return { isShown: here !== undefined, parents }
  const same = parents.find(({ tree }) => isSame(find(tree), here))
  return same === undefined ? { isShown: true, parents } : { isShown: false, parents: [same] }
}

function isSame(one: TreeEntry | undefined, other: TreeEntry | undefined): boolean {
  return one?.id === other?.id && one?.mode === other?.mode
}

/**
 * Walks the history of some commits like `git log`: by descending committer date, ties in the order of discovery, each
 * commit once. The walk is lazy: the first page of a long history costs a single page. As in git, `since` ends the walk
 * of a line of history at the first older commit.
 */
export function* log(
  objects: ObjectDatabase,
  tips: readonly ObjectId[],
  options: LogOptions = {},
): Generator<GitCommit> {
  const { path = '', since = -Infinity, until = Infinity, within, firstParent } = options
  const find = path === '' ? undefined : createPathLookup(objects, path)
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
    const { isShown, parents } = simplify(objects, commit, find, firstParent)
    for (const parent of parents) enqueue(parent)
    if (isShown && commit.committer.time <= until) yield commit
  }
}

/**
 * Sorts the commits of a log like `git log --topo-order`: no commit before its children, and without interleaving lines
 * of history.
 */
export function inTopologicalOrder(commits: readonly GitCommit[]): GitCommit[] {
  const byId = new Map(commits.map((commit) => [commit.id, commit]))
  const children = new Map<ObjectId, number>()
  for (const { parents } of commits) {
    for (const id of parents) children.set(id, (children.get(id) ?? 0) + 1)
  }
  const ready = commits.filter(({ id }) => !children.has(id)).reverse()
  const sorted: GitCommit[] = []
  for (let commit = ready.pop(); commit !== undefined; commit = ready.pop()) {
    sorted.push(commit)
    for (const id of commit.parents) {
      const left = (children.get(id) ?? 1) - 1
      children.set(id, left)
      const parent = byId.get(id)
      if (left === 0 && parent) ready.push(parent)
    }
  }
  return sorted
}

/**
 * Returns the commits of a log from one position up to another, counted from 0. The walk is kept, so the next page
 * continues it, and no commits beyond the page are visited.
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

/**
 * Returns the commit that `git log -1 -- path` shows; undefined where the path never existed. The walk follows one
 * parent of each commit, so a result holds for all commits walked before it, and is cached for them.
 */
export function lastCommit(
  objects: ObjectDatabase,
  tip: ObjectId,
  path: string,
): GitCommit | undefined {
  const { lastCommits } = objects.findings
  const start = readCommit(objects, tip)
  const found = findLastCommit(objects, start, path)
  if (found === undefined) return undefined
  const known = lastCommits.get(start) ?? createLimitedMap(MAX_PATHS)
  known.set(path, found)
  lastCommits.set(start, known)
  return found
}

function findLastCommit(
  objects: ObjectDatabase,
  start: GitCommit,
  path: string,
): GitCommit | undefined {
  const find = path === '' ? undefined : createPathLookup(objects, path)
  let commit: GitCommit | undefined = start
  while (commit !== undefined) {
    const known = objects.findings.lastCommits.get(commit)?.get(path)
    if (known) return known
    const { isShown, parents }: Simplified = simplify(objects, commit, find)
    if (isShown) return commit
    commit = parents[0]
  }
  return undefined
}

/** The maximum number of cached paths of a commit. */
const MAX_PATHS = 1000
