/** When something happens, in milliseconds since 1970. */
export type Moment = number

/** Before everything that has a date. */
export const beginning: Moment = Number.NEGATIVE_INFINITY
/** After everything that has a date. */
export const end: Moment = Number.POSITIVE_INFINITY

/** What happens in a world, to be done in the order of time. */
export interface Timeline {
  /** Adds a step; of two at the same moment the one that was added first is done first. */
  add(moment: Moment, step: () => void): void
  /** Does the steps, and those that they add; reports now and then which part of them is done, from 0 to 1. */
  run(report?: (done: number) => void): void
}

/** Some ten milliseconds long. */
const STEPS_BETWEEN_REPORTS = 200

export function createTimeline(): Timeline {
  let moments: Moment[] = []
  let steps: (() => void)[] = []
  return {
    add(moment, step) {
      moments.push(moment)
      steps.push(step)
    },
    run(report = () => {}) {
      let [done, known] = [0, 0]
      while (steps.length > 0) {
        const [order, next] = [inOrder(moments), steps]
        moments = []
        steps = []
        known += order.length
        for (const place of order) {
          if (done % STEPS_BETWEEN_REPORTS === 0) report(done / known)
          next[place]?.()
          done += 1
        }
      }
    },
  }
}

/** The places of moments by ascending moment, equal ones as they stand. */
function inOrder(moments: readonly Moment[]): number[] {
  return [...moments.keys()].sort((a, b) => compare(moments[a], moments[b]) || a - b)
}

/** Infinite moments cannot be subtracted. */
function compare(one = beginning, other = beginning): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The moment of a time that may not be said, but not before another moment. */
export function momentOf(
  time: string | undefined,
  otherwise: Moment,
  earliest = beginning,
): Moment {
  return Math.max(time === undefined ? otherwise : Date.parse(time), earliest)
}
