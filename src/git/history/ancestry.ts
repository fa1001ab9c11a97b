import { type ObjectDatabase, readCommit } from '../objects/database.ts'
import type { GitCommit, ObjectId } from '../objects/objects.ts'
import { log } from './history.ts'
import { createQueue } from './queue.ts'

/**
 * Returns the length of the longest path to a root. It is greater than that of any ancestor, whatever the commit dates,
 * so a walk in this order visits every commit after all its descendants.
 */
function generationOf(objects: ObjectDatabase, commit: GitCommit): number {
  const { generations } = objects.findings
  const known = generations.get(commit)
  if (known !== undefined) return known
  const stack = [commit]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const parents = top.parents.map((id) => readCommit(objects, id))
    const unknown = parents.filter((parent) => !generations.has(parent))
    if (unknown.length > 0) {
      stack.push(...unknown)
      continue
    }
    const below = parents.map((parent) => generations.get(parent) ?? 0)
    generations.set(top, below.reduce((most, each) => Math.max(most, each), 0) + 1)
    stack.pop()
  }
  return generations.get(commit) ?? 1
}

const LEFT = 1
const RIGHT = 2
const BOTH = LEFT | RIGHT
/** Below a common ancestor: a common ancestor as well, but never a best one. */
const STALE = 4

/**
 * Visits the ancestors of both commits, descendants first, with the sides that reach each of them. The walk ends when
 * no queued commit is of interest.
 */
function walkAncestors(
  objects: ObjectDatabase,
  left: ObjectId,
  right: readonly ObjectId[],
  isInteresting: (sides: number) => boolean,
  visit: (commit: GitCommit, sides: number) => void,
): void {
  const sides = new Map<GitCommit, number>()
  const queue = createQueue<GitCommit>(
    (a, b) => generationOf(objects, b) - generationOf(objects, a),
  )
  let interesting = 0
  const add = (id: ObjectId, side: number) => {
    const commit = readCommit(objects, id)
    const before = sides.get(commit)
    const after = (before ?? 0) | side
    sides.set(commit, after)
    if (before === undefined) queue.push(commit)
    else if (isInteresting(before)) interesting -= 1
    if (isInteresting(after)) interesting += 1
  }
  add(left, LEFT)
  for (const id of right) add(id, RIGHT)
  while (interesting > 0) {
    const commit = queue.pop()
    if (commit === undefined) return
    const reached = sides.get(commit) ?? 0
    if (isInteresting(reached)) interesting -= 1
    visit(commit, reached)
    const passedOn = (reached & BOTH) === BOTH ? BOTH | STALE : reached
    for (const parent of commit.parents) add(parent, passedOn)
  }
}

/**
 * Returns all best common ancestors, like `git merge-base --all`, newest first. There are several after a criss-cross
 * merge.
 */
export function mergeBases(objects: ObjectDatabase, left: ObjectId, right: ObjectId): GitCommit[] {
  const key = `${left} ${right}`
  const known = objects.findings.mergeBases.get(key)
  if (known !== undefined) return known.map((id) => readCommit(objects, id))
  const bases = findMergeBases(objects, left, [right])
  objects.findings.mergeBases.set(
    key,
    bases.map(({ id }) => id),
  )
  return bases
}

function findMergeBases(
  objects: ObjectDatabase,
  left: ObjectId,
  right: readonly ObjectId[],
): GitCommit[] {
  const bases: GitCommit[] = []
  const isOpen = (sides: number) => (sides & STALE) === 0
  walkAncestors(objects, left, right, isOpen, (commit, sides) => {
    if (sides === BOTH) bases.push(commit)
  })
  return bases.sort((a, b) => b.committer.time - a.committer.time)
}

/** Returns the newest of the best common ancestors; undefined where the histories are unrelated. */
export function mergeBase(
  objects: ObjectDatabase,
  left: ObjectId,
  right: ObjectId,
): GitCommit | undefined {
  return mergeBases(objects, left, right)[0]
}

/**
 * Returns the newest of the best common ancestors of a commit and a hypothetical merge of the others, like `git
 * merge-base` with several arguments.
 */
export function mergeBaseOf(
  objects: ObjectDatabase,
  first: ObjectId,
  others: readonly ObjectId[],
): GitCommit | undefined {
  return findMergeBases(objects, first, others)[0]
}

/** Returns the ids of the commits that are reachable from some heads, but not from `base`. */
export function idsAhead(
  objects: ObjectDatabase,
  base: ObjectId,
  heads: readonly ObjectId[],
): ReadonlySet<ObjectId> {
  const ids = new Set<ObjectId>()
  const isOfHeads = (sides: number) => sides === RIGHT
  walkAncestors(objects, base, heads, isOfHeads, (commit, sides) => {
    if (isOfHeads(sides)) ids.add(commit.id)
  })
  return ids
}

/** Returns the commits of `head` that are not in `base`, in the order of `git log base..head`. */
export function ahead(objects: ObjectDatabase, base: ObjectId, head: ObjectId): GitCommit[] {
  const commit = readCommit(objects, head)
  if (commit.parents.length === 1 && commit.parents[0] === base) return [commit]
  return [...log(objects, [head], { within: idsAhead(objects, base, [head]) })]
}

/** Counts the commits that are reachable from some heads, but not from `base`. */
function countAhead(objects: ObjectDatabase, base: ObjectId, heads: readonly ObjectId[]): number {
  return idsAhead(objects, base, heads).size
}

/** The commits that are reachable from some others, including those. */
export interface Ancestry {
  has(id: ObjectId): boolean
}

/**
 * Returns the ancestry of some commits. Each query continues the walk of the previous ones, so no commit is visited
 * twice, and none older than the queried ones.
 */
export function ancestryOf(objects: ObjectDatabase, tips: readonly ObjectId[]): Ancestry {
  const met = new Set<ObjectId>()
  const queue = createQueue<GitCommit>(
    (a, b) => generationOf(objects, b) - generationOf(objects, a),
  )
  let next: GitCommit | undefined
  const add = (id: ObjectId) => {
    if (met.has(id)) return
    met.add(id)
    queue.push(readCommit(objects, id))
  }
  for (const tip of tips) add(tip)
  return {
    has(id) {
      if (met.has(id)) return true
      const floor = generationOf(objects, readCommit(objects, id))
      next ??= queue.pop()
      while (next !== undefined && generationOf(objects, next) > floor) {
        for (const parent of next.parents) add(parent)
        next = queue.pop()
      }
      return met.has(id)
    },
  }
}

/** Whether `ancestor` is `descendant` or in its history. */
export function isAncestor(
  objects: ObjectDatabase,
  ancestor: ObjectId,
  descendant: ObjectId,
): boolean {
  const isParent = readCommit(objects, descendant).parents.includes(ancestor)
  return isParent || ancestryOf(objects, [descendant]).has(ancestor)
}

/**
 * Returns the number of commits in a history: those of the first parent, those that a merge adds, and the commit
 * itself. Each commit is counted once, and lengths are cached.
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

/** Counts the commits that are reachable from the other parents of a merge, but not from its first one. */
function broughtBy(objects: ObjectDatabase, { parents }: GitCommit): number {
  const [first, ...others] = parents
  return first === undefined || others.length === 0 ? 0 : countAhead(objects, first, others)
}
