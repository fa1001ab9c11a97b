import { roughSquareRoot } from './line-sequence.ts'
import type { WorkBudget } from './work-budget.ts'

/** A part of two sequences: [oldStart, oldEnd) of the one, [newStart, newEnd) of the other. */
export interface Span {
  readonly oldStart: number
  readonly oldEnd: number
  readonly newStart: number
  readonly newEnd: number
  /** Whether the shortest edit script is to be found, whatever it costs. */
  readonly isExact: boolean
}

/** Where a span can be cut in two that are compared by themselves. */
export interface Cut {
  readonly old: number
  readonly now: number
  /** Whether the part before, and the part behind, is known to have a short edit script. */
  readonly isExactBefore: boolean
  readonly isExactBehind: boolean
}

/** From this cost on a search is content with a good path. */
const LEAST_COST_OF_GOOD_PATH = 256
/** A path is good when it has come this many times as far as it has cost. */
const GOOD_PROGRESS = 4
/** Equal lines in a row that show that a path is no coincidence. */
const LONG_RUN = 20
/** A search never gives up below this cost. */
const LEAST_LIMIT = 256
/** What it takes to look at a place, in steps of the budget. */
const STEPS_OF_A_PLACE = 2

/** How far the paths of one direction have come on each diagonal (old position minus new position). */
interface Front {
  /** The old position, by diagonal plus an offset. */
  readonly reached: Int32Array
  lowest: number
  highest: number
}

/** The two fronts of a search, kept from span to span so that they are allocated once. */
export interface EditSearch {
  readonly old: Int32Array
  readonly now: Int32Array
  readonly forward: Front
  readonly backward: Front
  readonly offset: number
  /** The cost at which the search of one span is given up. */
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

/** Widens a front by a diagonal on either side, as far as the span goes. */
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
 * What a step of a front comes to: the place where the fronts meet, if they do, and whether a long
 * run was met.
 */
interface Advance {
  meeting: number | undefined
  diagonal: number
  hasLongRun: boolean
  /** How many places were looked at. */
  places: number
}

/** Takes every path from the beginning one edit further. */
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

/** Takes every path from the end one edit further. */
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

/** Whether a long run of equal lines ends (from the beginning) or begins (from the end) at a place. */
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

/** The path of a front that has come far for its cost, near the middle diagonal, and stands at a long run. */
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

/** The path from the beginning that has come farthest. */
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

/** The path from the end that has come farthest. */
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

/** Where the search stands when it has cost too much: the path of either front that has come farthest. */
function farthestPath(search: EditSearch, span: Span): Cut {
  const forward = farthestForward(search, span)
  const backward = farthestBackward(search, span)
  const isForward =
    span.oldEnd + span.newEnd - backward.sum < forward.sum - (span.oldStart + span.newStart)
  const { old, sum } = isForward ? forward : backward
  return { old, now: sum - old, isExactBefore: isForward, isExactBehind: !isForward }
}

/**
 * Where an edit script of a span can be cut in two (the linear-space search of Myers, "An O(ND) Difference
 * Algorithm and Its Variations", 1986): paths from both ends of the span go on by one edit in turn until they
 * meet. As in git, a search that has cost much is content with a good path, or in the end with any, so that
 * the work of a comparison is bounded. The span must begin and end with lines that differ.
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
