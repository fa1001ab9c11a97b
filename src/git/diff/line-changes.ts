import { type ComparableLines, comparableLines } from './comparable-lines.ts'
import { createEditSearch, cutOf, type Span } from './edit-search.ts'
import { betweenCommonEnds, type FileLines, linesBetween, sizeOf } from './file-lines.ts'
import { numberLines } from './line-numbers.ts'
import { createSequence, type LineSequence, middleOf } from './line-sequence.ts'
import { slideChanges } from './slide-changes.ts'
import { createWorkBudget, type WorkBudget } from './work-budget.ts'

/** A range of lines that was replaced by another. Positions are counted from 0. */
export interface LineChange {
  readonly oldStart: number
  readonly oldCount: number
  readonly newStart: number
  readonly newCount: number
}

const NO_LINES = new Int32Array()

/** Shrinks a span by its common first and last lines. */
function shrink(old: Int32Array, now: Int32Array, span: Span): Span {
  let { oldStart, oldEnd, newStart, newEnd } = span
  while (oldStart < oldEnd && newStart < newEnd && old[oldStart] === now[newStart]) {
    oldStart += 1
    newStart += 1
  }
  while (oldStart < oldEnd && newStart < newEnd && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd -= 1
    newEnd -= 1
  }
  return { ...span, oldStart, oldEnd, newStart, newEnd }
}

function mark(isChanged: Uint8Array, { positions }: ComparableLines, start: number, end: number) {
  for (let index = start; index < end; index += 1) isChanged[positions[index] ?? 0] = 1
}

/** Marks the lines that an edit script deletes and adds. */
function markEdits(
  [before, after]: readonly [LineSequence, LineSequence],
  [old, now]: readonly [ComparableLines, ComparableLines],
  budget: WorkBudget,
): void {
  const search = createEditSearch(old.lines, now.lines, budget)
  const whole = { oldStart: 0, oldEnd: old.lines.length, newStart: 0, newEnd: now.lines.length }
  const spans: Span[] = [{ ...whole, isExact: false }]
  for (let next = spans.pop(); next !== undefined; next = spans.pop()) {
    const span = shrink(old.lines, now.lines, next)
    const { oldStart, oldEnd, newStart, newEnd } = span
    if (oldStart === oldEnd || newStart === newEnd || budget.steps <= 0) {
      mark(before.isChanged, old, oldStart, oldEnd)
      mark(after.isChanged, now, newStart, newEnd)
      continue
    }
    const cut = cutOf(search, span)
    spans.push({ ...span, oldEnd: cut.old, newEnd: cut.now, isExact: cut.isExactBefore })
    spans.push({ ...span, oldStart: cut.old, newStart: cut.now, isExact: cut.isExactBehind })
  }
}

function collect({ isChanged: old }: LineSequence, { isChanged: now }: LineSequence): LineChange[] {
  const changes: LineChange[] = []
  let oldIndex = 0
  let newIndex = 0
  while (oldIndex < old.length || newIndex < now.length) {
    const oldStart = oldIndex
    const newStart = newIndex
    while (old[oldIndex] === 1) oldIndex += 1
    while (now[newIndex] === 1) newIndex += 1
    const oldCount = oldIndex - oldStart
    const newCount = newIndex - newStart
    if (oldCount > 0 || newCount > 0) changes.push({ oldStart, oldCount, newStart, newCount })
    oldIndex += 1
    newIndex += 1
  }
  return changes
}

/**
 * Computes the changes between two lists of lines like `git diff` (the Myers algorithm, without the indent heuristic).
 * Lines are numbers below `count`. Memory is linear in the number of lines. So is time for similar lists; otherwise it
 * is bounded as in git, and by the budget.
 */
function numberChanges(
  before: Int32Array,
  after: Int32Array,
  count: number,
  budget: WorkBudget,
): LineChange[] {
  const [old, now] = [createSequence(before), createSequence(after)]
  markEdits([old, now], comparableLines(old, now, middleOf(old, now), count), budget)
  slideChanges(old.lines, old.isChanged, now.isChanged)
  slideChanges(now.lines, now.isChanged, old.isChanged)
  return collect(old, now)
}

/**
 * The lines, or bytes, of both files in total beyond which only the part between their common prefix and suffix is
 * compared.
 */
export const MAX_COMPARED_LINES = 500_000
const MAX_COMPARED_BYTES = 8 * 1024 * 1024
/** The cost of preparing a line, and a pair of files, in steps of the search. */
const STEPS_OF_A_LINE = 15
const STEPS_OF_A_PAIR = 500

/** Charges a comparison to the budget; false where the budget does not suffice. */
function isAffordable(before: FileLines, after: FileLines, budget: WorkBudget): boolean {
  const lines = before.count + after.count
  if (lines > MAX_COMPARED_LINES || sizeOf(before) + sizeOf(after) > MAX_COMPARED_BYTES)
    return false
  const steps = lines * STEPS_OF_A_LINE + STEPS_OF_A_PAIR
  if (steps > budget.steps) return false
  budget.steps -= steps
  return true
}

/**
 * Computes the changes between two files like `git diff`. For files too large for the budget, only the part between
 * their common prefix and suffix is compared; where that is too large as well, it is a single change.
 */
export function lineChanges(
  before: FileLines,
  after: FileLines,
  budget: WorkBudget = createWorkBudget(),
): LineChange[] {
  if (before.count === 0 || after.count === 0) return wholeChange(before.count, after.count)
  if (isAffordable(before, after, budget)) return compared(before, after, budget)
  const { start, oldEnd, newEnd } = betweenCommonEnds(before, after)
  const [oldCount, newCount] = [oldEnd - start, newEnd - start]
  if (oldCount === 0 && newCount === 0) return []
  const [old, now] = [linesBetween(before, start, oldEnd), linesBetween(after, start, newEnd)]
  if (oldCount === 0 || newCount === 0 || !isAffordable(old, now, budget)) {
    return [{ oldStart: start, oldCount, newStart: start, newCount }]
  }
  return compared(old, now, budget).map((change) => ({
    ...change,
    oldStart: change.oldStart + start,
    newStart: change.newStart + start,
  }))
}

/** Returns the change of a new or deleted file. */
function wholeChange(oldCount: number, newCount: number): LineChange[] {
  return oldCount + newCount === 0 ? [] : [{ oldStart: 0, oldCount, newStart: 0, newCount }]
}

function compared(before: FileLines, after: FileLines, budget: WorkBudget): LineChange[] {
  const { files, count } = numberLines([before, after])
  const [old = NO_LINES, now = NO_LINES] = files
  return numberChanges(old, now, count, budget)
}
