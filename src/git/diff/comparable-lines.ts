import type { LineSequence, Middle } from './line-sequence.ts'
import { roughSquareRoot } from './line-sequence.ts'

/** The lines of a file that take part in the comparison. */
export interface ComparableLines {
  readonly lines: Int32Array
  /** The position of each of these lines in the file. */
  readonly positions: Int32Array
}

const NONE = 0
const FEW = 1
const MANY = 2

/** A line that occurs this often in the other file is frequent, whatever the length of the file. */
const MAX_OCCURRENCES = 1024
/** The number of lines on each side that decide whether a frequent line is discarded. */
const WINDOW = 100
/** A frequent line is discarded where more than three of four surrounding lines have no match. */
const LEAST_SHARE = 4

function occurrences(lines: Int32Array, count: number): Int32Array {
  const counts = new Int32Array(count)
  for (const line of lines) counts[line] = (counts[line] ?? 0) + 1
  return counts
}

/** Classifies each line of a range: it occurs in the other file never, a few times or many times. */
function frequencies(lines: Int32Array, inOther: Int32Array, start: number, end: number) {
  const many = Math.min(roughSquareRoot(lines.length), MAX_OCCURRENCES)
  const found = new Uint8Array(end - start)
  for (let index = start; index < end; index += 1) {
    const count = inOther[lines[index] ?? 0] ?? 0
    found[index - start] = count === 0 ? NONE : count >= many ? MANY : FEW
  }
  return found
}

/** Counts the unmatched lines and the frequent ones in the run next to a frequent line. */
function countRun(
  frequency: Uint8Array,
  from: number,
  step: 1 | -1,
  end: number,
): readonly [unmatched: number, frequent: number] {
  let unmatched = 0
  let frequent = 1
  for (let index = from + step; index !== end + step; index += step) {
    if (frequency[index] === FEW) break
    if (frequency[index] === NONE) unmatched += 1
    else frequent += 1
  }
  return [unmatched, frequent]
}

/** Whether a frequent line is discarded because most of its neighbours are unmatched. */
function isLost(frequency: Uint8Array, index: number): boolean {
  const first = Math.max(0, index - WINDOW)
  const last = Math.min(frequency.length - 1, index + WINDOW)
  const [unmatchedAbove, frequentAbove] = countRun(frequency, index, -1, first)
  if (unmatchedAbove === 0) return false
  const [unmatchedBelow, frequentBelow] = countRun(frequency, index, 1, last)
  if (unmatchedBelow === 0) return false
  const frequent = frequentAbove + frequentBelow
  return frequent * LEAST_SHARE < frequent + unmatchedAbove + unmatchedBelow
}

function select(
  { lines, isChanged }: LineSequence,
  inOther: Int32Array,
  start: number,
  end: number,
): ComparableLines {
  const frequency = frequencies(lines, inOther, start, end)
  const kept = new Int32Array(end - start)
  let count = 0
  for (let index = start; index < end; index += 1) {
    const own = frequency[index - start]
    const isKept = own === FEW || (own === MANY && !isLost(frequency, index - start))
    if (isKept) kept[count++] = index
    else isChanged[index] = 1
  }
  const positions = kept.slice(0, count)
  return { positions, lines: positions.map((position) => lines[position] ?? 0) }
}

/**
 * Marks lines that cannot or should not be matched as changed, and returns the others. Lines missing from the other
 * file cannot be matched. Frequent lines (blank lines, brackets) among them should not, since a match would be
 * accidental. These are the heuristics of git. Lines are numbers below `count`.
 */
export function comparableLines(
  before: LineSequence,
  after: LineSequence,
  { start, oldEnd, newEnd }: Middle,
  count: number,
): readonly [ComparableLines, ComparableLines] {
  const inOld = occurrences(before.lines, count)
  const inNew = occurrences(after.lines, count)
  return [select(before, inNew, start, oldEnd), select(after, inOld, start, newEnd)]
}
