import { compareTrees, contentsOf, type Difference } from '../../../git/diff/difference.ts'
import { splitLines } from '../../../git/diff/file-lines.ts'
import { type LineChange, lineChanges } from '../../../git/diff/line-changes.ts'
import type { WorkBudget } from '../../../git/diff/work-budget.ts'
import type { ObjectDatabase } from '../../../git/objects/database.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'

/** A mapping of the lines of a file between two trees; lines count from 1. */
export interface LineMapping {
  readonly oldPath: string
  readonly newPath: string
  /** Returns the number of an old line in the new file; undefined where the line was removed or does not exist. */
  newLine(oldLine: number): number | undefined
  oldLine(newLine: number): number | undefined
  /**
   * Returns where an added line would be in the old file (after the removed lines), or a removed line in the new one
   * (before the added lines).
   */
  oldPlace(newLine: number): number
  newPlace(oldLine: number): number
  /** Whether the old file, or the new file, has a line with this number. */
  hasOld(line: number): boolean
  hasNew(line: number): boolean
}

/** The line mappings between two trees. Each file is compared once, on its first use. */
export interface TreeMapping {
  /** Returns the mapping of the file with this old path, or new path; undefined for an unchanged file. */
  fromOld(path: string): LineMapping | undefined
  fromNew(path: string): LineMapping | undefined
}

/** Compares two trees, where undefined is an empty one. All comparisons of a request share one budget. */
export function mapTrees(
  objects: ObjectDatabase,
  before: ObjectId | undefined,
  after: ObjectId | undefined,
  budget: WorkBudget,
): TreeMapping {
  const differences = compareTrees(objects, before, after, { budget })
  const byOldPath = new Map(differences.map((one) => [one.oldPath, one]))
  const byNewPath = new Map(differences.map((one) => [one.newPath, one]))
  const known = new Map<Difference, LineMapping>()
  const mapped = (difference: Difference | undefined) => {
    if (!difference) return undefined
    const mapping = known.get(difference) ?? mapLines(difference)
    known.set(difference, mapping)
    return mapping
  }
  return {
    fromOld: (path) => mapped(byOldPath.get(path)),
    fromNew: (path) => mapped(byNewPath.get(path)),
  }

  function mapLines(difference: Difference): LineMapping {
    const [before, after] = contentsOf(objects, difference).map(splitLines)
    const [oldCount, newCount] = [before?.count ?? 0, after?.count ?? 0]
    const changes = before && after ? lineChanges(before, after, budget) : []
    const back = changes.map(reversed)
    const hasOld = (line: number) => line >= 1 && line <= oldCount
    const hasNew = (line: number) => line >= 1 && line <= newCount
    return {
      oldPath: difference.oldPath,
      newPath: difference.newPath,
      newLine: (line) => (hasOld(line) ? lineAfter(changes, line) : undefined),
      oldLine: (line) => (hasNew(line) ? lineAfter(back, line) : undefined),
      oldPlace: (line) => {
        const { oldStart, oldCount } = changes.find((one) => containsNewLine(one, line)) ?? nothing
        return oldStart + oldCount + 1
      },
      newPlace: (line) =>
        (changes.find((one) => containsOldLine(one, line)) ?? nothing).newStart + 1,
      hasOld,
      hasNew,
    }
  }
}

const nothing: LineChange = { oldStart: 0, oldCount: 0, newStart: 0, newCount: 0 }

const containsOldLine = ({ oldStart, oldCount }: LineChange, line: number) =>
  line > oldStart && line <= oldStart + oldCount

const containsNewLine = ({ newStart, newCount }: LineChange, line: number) =>
  line > newStart && line <= newStart + newCount

const reversed = ({ oldStart, oldCount, newStart, newCount }: LineChange): LineChange => ({
  oldStart: newStart,
  oldCount: newCount,
  newStart: oldStart,
  newCount: oldCount,
})

/** Returns the number of a line after changes; undefined where it was removed. */
function lineAfter(changes: readonly LineChange[], line: number): number | undefined {
  let moved = line
  for (const { oldStart, oldCount, newCount } of changes) {
    if (line <= oldStart) break
    if (line <= oldStart + oldCount) return undefined
    moved += newCount - oldCount
  }
  return moved
}
