import { type ObjectDatabase, readCommit } from './database.ts'
import { log } from './history.ts'
import type { GitCommit, ObjectId } from './objects.ts'
import { createQueue } from './queue.ts'

const generations = new WeakMap<GitCommit, number>()

/**
 * The length of the longest way down to a root. A commit's is greater than any of its ancestors', whatever
 * their dates say, so a walk in this order meets every commit after all its descendants.
 */
function generationOf(objects: ObjectDatabase, commit: GitCommit): number {
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
/** Below a common ancestor: common as well, but never the best. */
const STALE = 4

/**
 * Visits the ancestors of both commits, descendants first, each with the sides that reach it, for as long
 * as one of those in wait is of interest.
 */
function paint(
  objects: ObjectDatabase,
  left: ObjectId,
  right: ObjectId,
  isInteresting: (colours: number) => boolean,
  visit: (commit: GitCommit, colours: number) => void,
): void {
  const colours = new Map<GitCommit, number>()
  const queue = createQueue<GitCommit>(
    (a, b) => generationOf(objects, b) - generationOf(objects, a),
  )
  let interesting = 0
  const add = (id: ObjectId, colour: number) => {
    const commit = readCommit(objects, id)
    const before = colours.get(commit)
    const after = (before ?? 0) | colour
    colours.set(commit, after)
    if (before === undefined) queue.push(commit)
    else if (isInteresting(before)) interesting -= 1
    if (isInteresting(after)) interesting += 1
  }
  add(left, LEFT)
  add(right, RIGHT)
  while (interesting > 0) {
    const commit = queue.pop()
    if (commit === undefined) return
    const colour = colours.get(commit) ?? 0
    if (isInteresting(colour)) interesting -= 1
    visit(commit, colour)
    const passedOn = (colour & BOTH) === BOTH ? BOTH | STALE : colour
    for (const parent of commit.parents) add(parent, passedOn)
  }
}

/** All best common ancestors, as `git merge-base --all`: the newest first. More than one after a criss-cross. */
export function mergeBases(objects: ObjectDatabase, left: ObjectId, right: ObjectId): GitCommit[] {
  const bases: GitCommit[] = []
  const isOpen = (colours: number) => (colours & STALE) === 0
  paint(objects, left, right, isOpen, (commit, colours) => {
    if (colours === BOTH) bases.push(commit)
  })
  return bases.sort((a, b) => b.committer.time - a.committer.time)
}

/** The newest of the best common ancestors; undefined when the histories have nothing in common. */
export function mergeBase(
  objects: ObjectDatabase,
  left: ObjectId,
  right: ObjectId,
): GitCommit | undefined {
  return mergeBases(objects, left, right)[0]
}

/** The commits of `head` that are not in `base`, in the order of `git log base..head`. */
export function ahead(objects: ObjectDatabase, base: ObjectId, head: ObjectId): GitCommit[] {
  const own = new Set<ObjectId>()
  paint(
    objects,
    base,
    head,
    (colours) => colours === RIGHT,
    (commit, colours) => {
      if (colours === RIGHT) own.add(commit.id)
    },
  )
  return [...log(objects, [head], { within: own })]
}

/** Whether `ancestor` is `descendant` or in its history. */
export function isAncestor(
  objects: ObjectDatabase,
  ancestor: ObjectId,
  descendant: ObjectId,
): boolean {
  const floor = generationOf(objects, readCommit(objects, ancestor))
  const seen = new Set<ObjectId>([descendant])
  const stack = [descendant]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (id === ancestor) return true
    const commit = readCommit(objects, id)
    if (generationOf(objects, commit) <= floor) continue
    for (const parent of commit.parents) {
      if (seen.has(parent)) continue
      seen.add(parent)
      stack.push(parent)
    }
  }
  return false
}

/** Whether a branch that stands at `head` has nothing that `target` has not. */
export function isMerged(objects: ObjectDatabase, head: ObjectId, target: ObjectId): boolean {
  return isAncestor(objects, head, target)
}
