/** When something happens, in milliseconds since 1970. */
export type Timestamp = number

/** Before everything that has a date. */
export const beginning: Timestamp = Number.NEGATIVE_INFINITY
/** After everything that has a date. */
export const end: Timestamp = Number.POSITIVE_INFINITY

/** What happens in a world, to be done in the order of time. */
export interface Timeline {
  /** Adds a step; of two at the same time the one that was added first is done first. */
  add(timestamp: Timestamp, step: () => void): void
  /** Does the steps, and those that they add; reports now and then which part of them is done, from 0 to 1. */
  run(report?: (done: number) => void): void
}

/** Some ten milliseconds long. */
const STEPS_BETWEEN_REPORTS = 200

export function createTimeline(): Timeline {
  let times: Timestamp[] = []
  let steps: (() => void)[] = []
  return {
    add(timestamp, step) {
      times.push(timestamp)
      steps.push(step)
    },
    run(report = () => {}) {
      let [done, known] = [0, 0]
      while (steps.length > 0) {
        const [order, next] = [inOrder(times), steps]
        times = []
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

/** The places of timestamps in ascending order, equal ones as they stand. */
function inOrder(times: readonly Timestamp[]): number[] {
  return [...times.keys()].sort((a, b) => compare(times[a], times[b]) || a - b)
}

/** Infinite timestamps cannot be subtracted. */
function compare(one = beginning, other = beginning): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** The timestamp of a time that may not be said, but not before another timestamp. */
export function timestampOf(
  time: string | undefined,
  otherwise: Timestamp,
  earliest = beginning,
): Timestamp {
  return Math.max(time === undefined ? otherwise : Date.parse(time), earliest)
}
