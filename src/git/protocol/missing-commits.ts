import { createQueue } from '../history/queue.ts'
import { getObject, type ObjectDatabase } from '../objects/database.ts'
import type { GitCommit, ObjectId } from '../objects/objects.ts'
import { commitsOf } from './shallow.ts'

/** The commits whose difference is computed. */
export interface HistoryRange {
  readonly wants: Iterable<ObjectId>
  /** The commits that the client has, with their histories down to its boundary. */
  readonly common: Iterable<ObjectId>
  /** The previous shallow boundary of the client. */
  readonly formerEnds: ReadonlySet<ObjectId>
  /** The new shallow boundary. */
  readonly ends: ReadonlySet<ObjectId>
}

export interface MissingCommits {
  /** The commits that the client lacks, newest first, children before parents. */
  readonly commits: readonly GitCommit[]
  /** The commits of the client that are adjacent to those. */
  readonly known: readonly GitCommit[]
}

/**
 * Computes the commits that a client lacks. Commits beyond its shallow boundary can be missing, so the walk continues
 * past the commits that it has.
 */
export function missingCommits(
  objects: ObjectDatabase,
  { wants, common, formerEnds, ends }: HistoryRange,
): MissingCommits {
  const had = historyOf(objects, common, formerEnds)
  const goesOn = formerEnds.size > 0
  const known = new Set<GitCommit>()
  const met = new Set<GitCommit>()
  const commits: GitCommit[] = []
  const waiting = commitsOf(objects, wants)
  for (const commit of waiting) {
    if (met.has(commit)) continue
    met.add(commit)
    const isHad = had.has(commit)
    if (!isHad) commits.push(commit)
    if (isHad && !goesOn) continue
    const parents = ends.has(commit.id) ? [] : commitsOf(objects, commit.parents)
    for (const parent of parents) {
      if (had.has(parent) && !isHad) known.add(parent)
      if (!had.has(parent) && isHad) known.add(commit)
      waiting.push(parent)
    }
  }
  return { commits: childrenFirst(objects, commits), known: [...known] }
}

function historyOf(
  objects: ObjectDatabase,
  tips: Iterable<ObjectId>,
  ends: ReadonlySet<ObjectId>,
): ReadonlySet<GitCommit> {
  const met = new Set<GitCommit>(commitsOf(objects, tips))
  for (const commit of met) {
    if (ends.has(commit.id)) continue
    for (const parent of commitsOf(objects, commit.parents)) met.add(parent)
  }
  return met
}

/** Sorts commits so that children come before parents, and newer commits first where possible. */
function childrenFirst(objects: ObjectDatabase, commits: readonly GitCommit[]): GitCommit[] {
  const children = new Map<ObjectId, number>(commits.map(({ id }) => [id, 0]))
  for (const { parents } of commits) {
    for (const parent of parents) {
      const count = children.get(parent)
      if (count !== undefined) children.set(parent, count + 1)
    }
  }
  const next = createQueue<GitCommit>((one, other) => other.committer.time - one.committer.time)
  for (const commit of commits) if (children.get(commit.id) === 0) next.push(commit)
  const ordered: GitCommit[] = []
  for (let commit = next.pop(); commit; commit = next.pop()) {
    ordered.push(commit)
    for (const id of commit.parents) {
      const count = children.get(id)
      if (count === undefined) continue
      children.set(id, count - 1)
      const parent = count === 1 ? getObject(objects, id) : undefined
      if (parent?.type === 'commit') next.push(parent)
    }
  }
  return ordered
}

/** Whether each of some commits reaches one of others; objects other than commits are ignored. */
export function allReach(
  objects: ObjectDatabase,
  wants: Iterable<ObjectId>,
  common: ReadonlySet<ObjectId>,
): boolean {
  const reaching = new Set(commitsOf(objects, common))
  const times = [...reaching].map(({ committer }) => committer.time)
  const oldest = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY)
  const starts = commitsOf(objects, wants)
  const met = new Set<GitCommit>(starts)
  for (const commit of met) {
    if (reaching.has(commit)) continue
    for (const parent of commitsOf(objects, commit.parents)) {
      if (parent.committer.time >= oldest) met.add(parent)
    }
  }
  const ids = new Set([...reaching].map(({ id }) => id))
  for (const { id, parents } of childrenFirst(objects, [...met]).reverse()) {
    if (parents.some((parent) => ids.has(parent))) ids.add(id)
  }
  return starts.every(({ id }) => ids.has(id))
}
