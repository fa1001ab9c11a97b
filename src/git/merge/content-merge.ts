import { bytesOfLines, type FileLines, splitLines } from '../diff/file-lines.ts'
import { type LineChange, lineChanges } from '../diff/line-changes.ts'
import { createMergeBudget, type WorkBudget } from '../diff/work-budget.ts'
import { joinBytes } from '../join-bytes.ts'

/** The lines of the base from `start` to `end` that one or both sides changed, with the changes. */
interface ChangedRegion {
  readonly start: number
  end: number
  readonly ours: LineChange[]
  readonly theirs: LineChange[]
}

/** Groups overlapping or adjacent changes of both sides into regions, which unchanged lines separate. */
function regionsOf(ours: readonly LineChange[], theirs: readonly LineChange[]): ChangedRegion[] {
  const regions: ChangedRegion[] = []
  let our = 0
  let their = 0
  while (our < ours.length || their < theirs.length) {
    const [left, right] = [ours[our], theirs[their]]
    const isOurs = left !== undefined && (right === undefined || left.oldStart <= right.oldStart)
    const change = isOurs ? left : right
    if (change === undefined) break
    if (isOurs) our += 1
    else their += 1
    let region = regions.at(-1)
    if (region === undefined || change.oldStart > region.end) {
      region = { start: change.oldStart, end: change.oldStart, ours: [], theirs: [] }
      regions.push(region)
    }
    region.end = Math.max(region.end, change.oldStart + change.oldCount)
    region[isOurs ? 'ours' : 'theirs'].push(change)
  }
  return regions
}

const NO_BYTES = new Uint8Array()

/** Returns the replacement of a region on one side; undefined where the side did not change it. */
function bytesInstead(
  file: FileLines,
  changes: readonly LineChange[],
  { start, end }: ChangedRegion,
): Uint8Array | undefined {
  const first = changes[0]
  const last = changes.at(-1)
  if (first === undefined || last === undefined) return undefined
  const newStart = first.newStart - (first.oldStart - start)
  const newEnd = last.newStart + last.newCount + (end - last.oldStart - last.oldCount)
  return bytesOfLines(file, newStart, newEnd)
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false
  for (let index = 0; index < left.length; index += 1) {
    if (left[index] !== right[index]) return false
  }
  return true
}

/**
 * Returns the merged content of a text file; undefined where both sides changed the same or adjacent lines differently.
 */
export function mergeContents(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
  budget: WorkBudget = createMergeBudget(),
): Uint8Array | undefined {
  const [before, left, right] = [splitLines(base), splitLines(ours), splitLines(theirs)]
  const merged: Uint8Array[] = []
  let unchanged = 0
  for (const region of regionsOf(
    lineChanges(before, left, budget),
    lineChanges(before, right, budget),
  )) {
    const ourBytes = bytesInstead(left, region.ours, region)
    const theirBytes = bytesInstead(right, region.theirs, region)
    if (ourBytes && theirBytes && !isSame(ourBytes, theirBytes)) return undefined
    merged.push(bytesOfLines(before, unchanged, region.start))
    merged.push(ourBytes ?? theirBytes ?? NO_BYTES)
    unchanged = region.end
  }
  merged.push(bytesOfLines(before, unchanged, before.count))
  return joinBytes(merged)
}
