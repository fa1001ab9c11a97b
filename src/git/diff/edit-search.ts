import { roughSquareRoot } from './line-sequence.ts'
import type { WorkBudget } from './work-budget.ts'

/** A range of two sequences: [oldStart, oldEnd) of the one, [newStart, newEnd) of the other. */
export interface Span {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
  /** Whether the shortest edit script is required, regardless of the cost. */
  readonly isExact: boolean
}

/** A position at which a span is split into two independent comparisons. */
export interface Cut {
  readonly old: number
  readonly now: number
  /** Whether the part before, or after, is known to have a short edit script. */
  readonly isExactBefore: boolean
  readonly isExactBehind: boolean
}

/** The cost from which a search accepts a good path. */
const LEAST_COST_OF_GOOD_PATH = 256
/** A path is good when its progress is at least this multiple of its cost. */
const GOOD_PROGRESS = 4
/** The length of a run of equal lines that is significant. */
const LONG_RUN = 20
/** The minimum cost at which a search gives up. */
const LEAST_LIMIT = 256
/** The cost of visiting a position, in steps of the budget. */
const STEPS_OF_A_PLACE = 2

/** The progress of the paths of one direction on each diagonal (old position minus new position). */
interface Front {
  /** The old position, indexed by diagonal plus an offset. */
  readonly reached: Int32Array
  lowest: number
  highest: number
}

/** The two fronts of a search, which are allocated once and reused for all spans. */
export interface EditSearch {
  readonly old: Int32Array
  readonly now: Int32Array
  readonly forward: Front
  readonly backward: Front
  readonly offset: number
  /** The cost at which the search of a span gives up. */
  readonly limit: number
  readonly budget: WorkBudget
}

export function createEditSearch(old: Int32Array, now: Int32Array, budget: WorkBudget): EditSearch {
  const diagonals = old.length + now.length + 3
  const front = () => ({ reached: new Int32Array(diagonals), lowest: 0, highest: 0 })
  const limit = Math.max(roughSquareRoot(diagonals), LEAST_LIMIT)
  return {
    old,
    now,
    forward: front(),
    backward: front(),
    offset: now.length + 1,
    limit,
    budget,
  }
}

const FARTHEST = 0x7fffffff

/** Extends a front by a diagonal on each side, within the span. */
function widen(front: Front, span: Span, offset: number, unreached: number): void {
  const least = span.oldStart - span.newEnd
  const greatest = span.oldEnd - span.newStart
  if (front.lowest > least) {
    front.lowest -= 1
    front.reached[offset + front.lowest - 1] = unreached
  } else front.lowest += 1
  if (front.highest < greatest) {
    front.highest += 1
    front.reached[offset + front.highest + 1] = unreached
  } else front.highest -= 1
}

/**
 * The result of advancing a front: the diagonal where the fronts meet, if they do, and whether a long run was found.
 */
interface Advance {
  meeting: number | undefined
  diagonal: number
  hasLongRun: boolean
  /** The number of visited positions. */
  places: number
}

/** Advances every path from the beginning by one edit. */
function advance(search: EditSearch, span: Span, isOdd: boolean, result: Advance): void {
  const { old, now, forward, backward, offset } = search
  const { reached, lowest, highest } = forward
  const { oldEnd, newEnd } = span
  for (let diagonal = highest; diagonal >= lowest; diagonal -= 2) {
    const index = offset + diagonal
    const below = reached[index - 1] ?? 0
    const above = reached[index + 1] ?? 0
    const first = below >= above ? below + 1 : above
    let x = first
    while (x < oldEnd && x - diagonal < newEnd && old[x] === now[x - diagonal]) x += 1
    result.places += 1 + x - first
    if (x - first > LONG_RUN) result.hasLongRun = true
    reached[index] = x
    if (!isOdd || diagonal < backward.lowest || diagonal > backward.highest) continue
    if ((backward.reached[index] ?? 0) > x) continue
    result.meeting = x
    result.diagonal = diagonal
    return
  }
}

/** Advances every path from the end by one edit. */
function retreat(search: EditSearch, span: Span, isOdd: boolean, result: Advance): void {
  const { old, now, forward, backward, offset } = search
  const { reached, lowest, highest } = backward
  const { oldStart, newStart } = span
  for (let diagonal = highest; diagonal >= lowest; diagonal -= 2) {
    const index = offset + diagonal
    const below = reached[index - 1] ?? 0
    const above = reached[index + 1] ?? 0
    const first = below < above ? below : above - 1
    let x = first
    while (x > oldStart && x - diagonal > newStart && old[x - 1] === now[x - diagonal - 1]) x -= 1
    result.places += 1 + first - x
    if (first - x > LONG_RUN) result.hasLongRun = true
    reached[index] = x
    if (isOdd || diagonal < forward.lowest || diagonal > forward.highest) continue
    if (x > (forward.reached[index] ?? 0)) continue
    result.meeting = x
    result.diagonal = diagonal
    return
  }
}

/** Whether a long run of equal lines ends (from the beginning) or begins (from the end) at a position. */
function isAtLongRun(search: EditSearch, span: Span, x: number, y: number, isForward: boolean) {
  const { old, now } = search
  const { oldStart, oldEnd, newStart, newEnd } = span
  if (isForward) {
    if (x < oldStart + LONG_RUN || x >= oldEnd || y < newStart + LONG_RUN || y >= newEnd)
      return false
  } else if (x <= oldStart || x > oldEnd - LONG_RUN || y <= newStart || y > newEnd - LONG_RUN) {
    return false
  }
  const from = isForward ? -LONG_RUN : 0
  for (let step = from; step < from + LONG_RUN; step += 1) {
    if (old[x + step] !== now[y + step]) return false
  }
  return true
}

/**
 * Finds a path of a front whose progress is high for its cost, that is near the middle diagonal, and that is at a long
 * run.
 */
function goodPath(
  search: EditSearch,
  span: Span,
  cost: number,
  isForward: boolean,
): Cut | undefined {
  const { oldStart, oldEnd, newStart, newEnd } = span
  const { reached, lowest, highest } = isForward ? search.forward : search.backward
  const middle = isForward ? oldStart - newStart : oldEnd - newEnd
  let best = GOOD_PROGRESS * cost
  let found: Cut | undefined
  for (let diagonal = highest; diagonal >= lowest; diagonal -= 2) {
    const x = reached[search.offset + diagonal] ?? 0
    const y = x - diagonal
    const distance = isForward ? x - oldStart + y - newStart : oldEnd - x + newEnd - y
    const progress = distance - Math.abs(diagonal - middle)
    if (progress <= best || !isAtLongRun(search, span, x, y, isForward)) continue
    best = progress
    found = { old: x, now: y, isExactBefore: isForward, isExactBehind: !isForward }
  }
  return found
}

/** Finds the path from the beginning with the most progress. */
function farthestForward({ forward, offset }: EditSearch, { oldEnd, newEnd }: Span) {
  let sum = -1
  let old = -1
  for (let diagonal = forward.highest; diagonal >= forward.lowest; diagonal -= 2) {
    let x = Math.min(forward.reached[offset + diagonal] ?? 0, oldEnd)
    if (x - diagonal > newEnd) x = newEnd + diagonal
    if (sum >= 2 * x - diagonal) continue
    sum = 2 * x - diagonal
    old = x
  }
  return { old, sum }
}

/** Finds the path from the end with the most progress. */
function farthestBackward({ backward, offset }: EditSearch, { oldStart, newStart }: Span) {
  let sum = FARTHEST
  let old = FARTHEST
  for (let diagonal = backward.highest; diagonal >= backward.lowest; diagonal -= 2) {
    let x = Math.max(backward.reached[offset + diagonal] ?? 0, oldStart)
    if (x - diagonal < newStart) x = newStart + diagonal
    if (2 * x - diagonal >= sum) continue
    sum = 2 * x - diagonal
    old = x
  }
  return { old, sum }
}

/** Returns the split for a search that gave up: the end of the path with the most progress. */
function farthestPath(search: EditSearch, span: Span): Cut {
  const forward = farthestForward(search, span)
  const backward = farthestBackward(search, span)
  const isForward =
    span.oldEnd + span.newEnd - backward.sum < forward.sum - (span.oldStart + span.newStart)
  const { old, sum } = isForward ? forward : backward
  return { old, now: sum - old, isExactBefore: isForward, isExactBehind: !isForward }
}

/**
 * Finds a position at which the edit script of a span can be split (the linear-space search of Myers, "An O(ND)
 * Difference Algorithm and Its Variations", 1986): paths from both ends advance alternately by one edit until they
 * meet. As in git, an expensive search accepts a good path, and finally any, which bounds the work of a comparison. The
 * span must begin and end with lines that differ.
 */
export function cutOf(search: EditSearch, span: Span): Cut {
  const { forward, backward, offset } = search
  const first = span.oldStart - span.newStart
  const last = span.oldEnd - span.newEnd
  const isOdd = ((first - last) & 1) === 1
  forward.lowest = forward.highest = first
  backward.lowest = backward.highest = last
  forward.reached[offset + first] = span.oldStart
  backward.reached[offset + last] = span.oldEnd
  for (let cost = 1; ; cost += 1) {
    const result: Advance = { meeting: undefined, diagonal: 0, hasLongRun: false, places: 0 }
    widen(forward, span, offset, -1)
    advance(search, span, isOdd, result)
    if (result.meeting === undefined) {
      widen(backward, span, offset, FARTHEST)
      retreat(search, span, isOdd, result)
    }
    const { meeting, diagonal, hasLongRun, places } = result
    if (meeting !== undefined) {
      return { old: meeting, now: meeting - diagonal, isExactBefore: true, isExactBehind: true }
    }
    search.budget.steps -= places * STEPS_OF_A_PLACE
    if (search.budget.steps <= 0) return farthestPath(search, span)
    if (span.isExact) continue
    if (hasLongRun && cost > LEAST_COST_OF_GOOD_PATH) {
      const good = goodPath(search, span, cost, true) ?? goodPath(search, span, cost, false)
      if (good !== undefined) return good
    }
    if (cost >= search.limit) return farthestPath(search, span)
  }
}
