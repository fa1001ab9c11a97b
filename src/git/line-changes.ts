import { diffArrays } from 'diff'
import { slideChanges } from './slide-changes.ts'

/** Lines that were replaced by others. Places count from 0. */
export interface LineChange {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
}

/** Beyond this many edits a middle part that has so little in common is taken as replaced in whole. */
const MOST_EDITS = 2_000

/** A side of the comparison: its lines as numbers, and which of them have no counterpart. */
interface Side {
  readonly lines: readonly number[]
  readonly isChanged: boolean[]
}

function createSides(before: readonly string[], after: readonly string[]): readonly [Side, Side] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  const side = (lines: readonly string[]) => ({
    lines: lines.map(numberOf),
    isChanged: lines.map(() => true),
  })
  return [side(before), side(after)]
}

/** Marks what both sides begin and end with as unchanged, and gives the bounds of the rest. */
function trim(before: Side, after: Side): readonly [start: number, oldEnd: number, newEnd: number] {
  let start = 0
  let oldEnd = before.lines.length
  let newEnd = after.lines.length
  while (start < oldEnd && start < newEnd && before.lines[start] === after.lines[start]) {
    before.isChanged[start] = false
    after.isChanged[start] = false
    start += 1
  }
  while (oldEnd > start && newEnd > start && before.lines[oldEnd - 1] === after.lines[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
    before.isChanged[oldEnd] = false
    after.isChanged[newEnd] = false
  }
  return [start, oldEnd, newEnd]
}

interface Place {
  readonly line: number
  readonly index: number
}

/** The lines of a range that the other side has too: only they can be unchanged. */
function shared(side: Side, start: number, end: number, others: ReadonlySet<number>): Place[] {
  return side.lines
    .slice(start, end)
    .map((line, offset) => ({ line, index: start + offset }))
    .filter(({ line }) => others.has(line))
}

/** Marks a longest common sequence of two lists of places as unchanged. */
function match(before: Side, after: Side, old: readonly Place[], now: readonly Place[]): void {
  const lineOf = (place: Place) => place.line
  const parts = diffArrays(old.map(lineOf), now.map(lineOf), { maxEditLength: MOST_EDITS }) ?? []
  let oldPlace = 0
  let newPlace = 0
  for (const part of parts) {
    for (const _line of part.value) {
      const from = part.added ? undefined : old[oldPlace++]
      const to = part.removed ? undefined : now[newPlace++]
      if (from === undefined || to === undefined) continue
      before.isChanged[from.index] = false
      after.isChanged[to.index] = false
    }
  }
}

function collect(before: Side, after: Side): LineChange[] {
  const changes: LineChange[] = []
  let oldIndex = 0
  let newIndex = 0
  while (oldIndex < before.lines.length || newIndex < after.lines.length) {
    const oldStart = oldIndex
    const newStart = newIndex
    while (before.isChanged[oldIndex] === true) oldIndex += 1
    while (after.isChanged[newIndex] === true) newIndex += 1
    const oldCount = oldIndex - oldStart
    const newCount = newIndex - newStart
    if (oldCount > 0 || newCount > 0) changes.push({ oldStart, oldCount, newStart, newCount })
    oldIndex += 1
    newIndex += 1
  }
  return changes
}

/**
 * A shortest list of changes that makes one list of lines of another. Where there are several, the changes
 * lie as far down as they can, as git puts them (but for its indent heuristic).
 */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const [old, now] = createSides(before, after)
  const [start, oldEnd, newEnd] = trim(old, now)
  const oldShared = shared(old, start, oldEnd, new Set(now.lines.slice(start, newEnd)))
  const newShared = shared(now, start, newEnd, new Set(old.lines.slice(start, oldEnd)))
  match(old, now, oldShared, newShared)
  slideChanges(old.lines, old.isChanged, now.isChanged)
  slideChanges(now.lines, now.isChanged, old.isChanged)
  return collect(old, now)
}
