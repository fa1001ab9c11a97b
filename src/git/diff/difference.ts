import { isBinary } from '../../shared/text.ts'
import type { ObjectDatabase } from '../objects/database.ts'
import type { LeafMode, ObjectId } from '../objects/objects.ts'
import { contentOf } from '../objects/tree.ts'
import { splitLines } from './file-lines.ts'
import { lineChanges } from './line-changes.ts'
import { findRenames, type Rename } from './renames.ts'
import { FULL_SCORE } from './similarity.ts'
import { changedFiles, type FileChange } from './tree-difference.ts'
import { createWorkBudget, type WorkBudget } from './work-budget.ts'

/** A file that differs between two trees. */
export interface Difference {
  /** Differs from `newPath` only for a rename. */
  readonly oldPath: string
  /** Differs from `oldPath` only for a rename. */
  readonly newPath: string
  /** Undefined for a new file. */
  readonly oldMode: LeafMode | undefined
  /** Undefined for a deleted file. */
  readonly newMode: LeafMode | undefined
  readonly oldBlob: ObjectId | undefined
  readonly newBlob: ObjectId | undefined
  readonly newFile: boolean
  readonly deletedFile: boolean
  readonly renamedFile: boolean
  /** The similarity of a rename in whole percent; undefined otherwise. */
  readonly similarity: number | undefined
}

function differenceOf({ before, after }: FileChange, rename: Rename | undefined): Difference {
  const old = rename?.source ?? before
  const path = (after ?? before)?.path ?? ''
  return {
    oldPath: old?.path ?? path,
    newPath: path,
    oldMode: old?.mode,
    newMode: after?.mode,
    oldBlob: old?.id,
    newBlob: after?.id,
    newFile: old === undefined,
    deletedFile: after === undefined,
    renamedFile: rename !== undefined,
    similarity: rename && Math.floor((rename.score * 100) / FULL_SCORE),
  }
}

export interface CompareOptions {
  /** Whether renames are detected; true by default. */
  readonly renames?: boolean
  readonly budget?: WorkBudget
}

/** Compares two trees in the order of `git diff`, with rename detection by default. An undefined tree is empty. */
export function compareTrees(
  objects: ObjectDatabase,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
  { renames = true, budget = createWorkBudget() }: CompareOptions = {},
): Difference[] {
  const changes = [...changedFiles(objects, before, after)]
  const found = renames ? findRenames(objects, changes, budget) : []
  const sources = new Set(found.map((rename) => rename.source))
  const byDestination = new Map(found.map((rename) => [rename.destination, rename]))
  return changes
    .filter(({ before, after }) => after !== undefined || !before || !sources.has(before))
    .map((change) => differenceOf(change, change.after && byDestination.get(change.after)))
}

const NO_BYTES = new Uint8Array()

/** Returns the content of both sides; a missing side is empty. */
export function contentsOf(
  objects: ObjectDatabase,
  { oldBlob, newBlob, oldMode, newMode }: Difference,
): readonly [Uint8Array, Uint8Array] {
  const read = (mode: LeafMode | undefined, id: ObjectId | undefined) =>
    id === undefined ? NO_BYTES : contentOf(objects, { mode, id })
  return [read(oldMode, oldBlob), read(newMode, newBlob)]
}

export interface LineCount {
  readonly additions: number
  readonly deletions: number
}

/** Counts added and deleted lines like `git diff --numstat`; a binary file has none. */
export function countLines(
  objects: ObjectDatabase,
  difference: Difference,
  budget: WorkBudget = createWorkBudget(),
): LineCount {
  const count = { additions: 0, deletions: 0 }
  if (difference.oldBlob === difference.newBlob) return count
  const [before, after] = contentsOf(objects, difference)
  if (isBinary(before) || isBinary(after)) return count
  for (const change of lineChanges(splitLines(before), splitLines(after), budget)) {
    count.additions += change.newCount
    count.deletions += change.oldCount
  }
  return count
}
