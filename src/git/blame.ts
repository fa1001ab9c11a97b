import { compareTrees } from './diff/difference.ts'
import { type FileLines, sizeOf, splitLines } from './diff/file-lines.ts'
import { lineChanges } from './diff/line-changes.ts'
import { createWorkBudget, type WorkBudget } from './diff/work-budget.ts'
import { createPathLookup, type PathLookup } from './history/path-lookup.ts'
import { createQueue } from './history/queue.ts'
import { type ObjectDatabase, readBlob, readCommit } from './objects/database.ts'
import type { GitCommit, ObjectId } from './objects/objects.ts'

/** A line of the blamed file, counted from 0, and its position in the file of an older commit. */
interface Line {
  readonly blamed: number
  readonly here: number
}

/** Lines of a path in a commit, which either wrote them or inherited them from a parent. */
interface Suspect {
  readonly commit: GitCommit
  readonly path: string
  readonly blob: ObjectId
  lines: Line[]
}

/** The range of blamed lines, counted from 0, and the budget. */
export interface BlameOptions {
  readonly first?: number
  readonly end?: number | undefined
  readonly budget?: WorkBudget
}

/**
 * Returns the commit of each line of a file or a range, like `git blame`: a line that a parent has as well is older
 * than the commit, including across renames. Undefined where there is no such file. When the budget is used up, the
 * remaining lines are attributed to the commit that is being examined.
 */
export function blame(
  objects: ObjectDatabase,
  tip: ObjectId,
  path: string,
  { first = 0, end = Infinity, budget = createWorkBudget() }: BlameOptions = {},
): GitCommit[] | undefined {
  const search = createSearch(objects)
  const commit = readCommit(objects, tip)
  const blob = search.blobOf(commit, path)
  if (blob === undefined) return undefined
  const count = Math.max(0, Math.min(end, linesOf(objects, blob).count) - first)
  const lines = Array.from({ length: count }, (_, line) => ({ blamed: line, here: first + line }))
  const found = new Array<GitCommit>(count).fill(commit)
  search.add({ commit, path, blob, lines })
  for (let suspect = search.next(); suspect !== undefined; suspect = search.next()) {
    for (const { blamed } of passOn(objects, search, suspect, budget))
      found[blamed] = suspect.commit
  }
  return found
}

/** Splitting this many bytes into lines counts as one step of the budget. */
const BYTES_OF_A_STEP = 4

interface Search {
  blobOf(commit: GitCommit, path: string): ObjectId | undefined
  add(suspect: Suspect): void
  /** Removes and returns the newest suspect commit with all its lines. */
  next(): Suspect | undefined
}

function createSearch(objects: ObjectDatabase): Search {
  const lookups = new Map<string, PathLookup>()
  const waiting = new Map<string, Suspect>()
  const queue = createQueue<Suspect>((a, b) => b.commit.committer.time - a.commit.committer.time)
  return {
    blobOf({ tree }, path) {
      const lookup = lookups.get(path) ?? createPathLookup(objects, path)
      lookups.set(path, lookup)
      const entry = lookup(tree)
      const hasLines = entry !== undefined && entry.mode !== '40000' && entry.mode !== '160000'
      return hasLines ? entry.id : undefined
    },
    add(suspect) {
      const key = `${suspect.commit.id} ${suspect.path}`
      const known = waiting.get(key)
      if (known) known.lines = [...known.lines, ...suspect.lines]
      else {
        waiting.set(key, suspect)
        queue.push(suspect)
      }
    },
    next() {
      const suspect = queue.pop()
      if (suspect) waiting.delete(`${suspect.commit.id} ${suspect.path}`)
      return suspect
    },
  }
}

/** Passes the lines of a commit on to the parents that have them, and returns the remaining ones. */
function passOn(
  objects: ObjectDatabase,
  search: Search,
  { commit, path, blob, lines }: Suspect,
  budget: WorkBudget,
): readonly Line[] {
  const parents = commit.parents.flatMap((id) => {
    const parent = readCommit(objects, id)
    const before = search.blobOf(parent, path)
    return before === undefined ? [] : [{ commit: parent, path, blob: before }]
  })
  const same = parents.find((parent) => parent.blob === blob)
  if (same) {
    search.add({ ...same, lines })
    return []
  }
  let left: readonly Line[] = lines
  for (const parent of parents.length > 0
    ? parents
    : renamedFrom(objects, search, commit, path, budget)) {
    const { kept, own } = separate(objects, parent.blob, blob, left, budget)
    if (kept.length > 0) search.add({ ...parent, lines: kept })
    left = own
  }
  return left
}

/** Returns the file of the first parent from which the commit renamed a file. */
function renamedFrom(
  objects: ObjectDatabase,
  search: Search,
  commit: GitCommit,
  path: string,
  budget: WorkBudget,
): Omit<Suspect, 'lines'>[] {
  const [first] = commit.parents
  if (first === undefined) return []
  const parent = readCommit(objects, first)
  const renamed = compareTrees(objects, parent.tree, commit.tree, { budget }).find(
    (difference) => difference.renamedFile && difference.newPath === path,
  )
  const blob = renamed && search.blobOf(parent, renamed.oldPath)
  return renamed && blob !== undefined ? [{ commit: parent, path: renamed.oldPath, blob }] : []
}

/** Separates the lines that the older file has as well, with their positions there, from the others. */
function separate(
  objects: ObjectDatabase,
  before: ObjectId,
  after: ObjectId,
  lines: readonly Line[],
  budget: WorkBudget,
): { readonly kept: Line[]; readonly own: Line[] } {
  const [old, now] = [linesOf(objects, before), linesOf(objects, after)]
  budget.steps -= Math.ceil((sizeOf(old) + sizeOf(now)) / BYTES_OF_A_STEP)
  if (budget.steps <= 0) return { kept: [], own: [...lines] }
  const changes = lineChanges(old, now, budget)
  const kept: Line[] = []
  const own: Line[] = []
  let next = 0
  let shift = 0
  for (const line of [...lines].sort((a, b) => a.here - b.here)) {
    for (let change = changes[next]; change !== undefined; change = changes[next]) {
      if (line.here < change.newStart + change.newCount) break
      shift = change.oldStart + change.oldCount - change.newStart - change.newCount
      next += 1
    }
    const change = changes[next]
    if (change && line.here >= change.newStart) own.push(line)
    else kept.push({ blamed: line.blamed, here: line.here + shift })
  }
  return { kept, own }
}

function linesOf(objects: ObjectDatabase, blob: ObjectId): FileLines {
  return splitLines(readBlob(objects, blob).bytes)
}
