import { type LineChange, lineChanges } from './line-changes.ts'
import { bytesOf, linesOf } from './text.ts'

/** Lines of the base from `start` to `end` that one side or both changed, and by which changes. */
interface ChangedRegion {
  readonly start: number
  end: number
  readonly ours: LineChange[]
  readonly theirs: LineChange[]
}

/** Changes of both sides that overlap or touch make one region; an unchanged line ends it. */
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

/** What a side has in place of a region of the base. */
function linesInstead(
  lines: readonly string[],
  changes: readonly LineChange[],
  { start, end }: ChangedRegion,
): string[] {
  const first = changes[0]
  const last = changes.at(-1)
  if (first === undefined || last === undefined) return []
  const newEnd = last.newStart + last.newCount + (end - last.oldStart - last.oldCount)
  return lines.slice(first.newStart - (first.oldStart - start), newEnd)
}

const isSame = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((line, index) => line === right[index])

/** The merged content of a text file; undefined when both sides changed the same or neighbouring lines. */
export function mergeContents(
  base: Uint8Array,
  ours: Uint8Array,
  theirs: Uint8Array,
): Uint8Array | undefined {
  const [before, left, right] = [linesOf(base), linesOf(ours), linesOf(theirs)]
  const merged: string[] = []
  let unchanged = 0
  for (const region of regionsOf(lineChanges(before, left), lineChanges(before, right))) {
    const our = linesInstead(left, region.ours, region)
    const their = linesInstead(right, region.theirs, region)
    const isConflict = region.ours.length > 0 && region.theirs.length > 0 && !isSame(our, their)
    if (isConflict) return undefined
    for (let index = unchanged; index < region.start; index += 1) merged.push(before[index] ?? '')
    for (const line of region.ours.length > 0 ? our : their) merged.push(line)
    unchanged = region.end
  }
  for (let index = unchanged; index < before.length; index += 1) merged.push(before[index] ?? '')
  return bytesOf(merged.join(''))
}
