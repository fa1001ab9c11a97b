/** A time in milliseconds since 1970. */
export type Timestamp = number

/** The timestamp before everything that has a date. */
export const beginning: Timestamp = Number.NEGATIVE_INFINITY
/** The timestamp after everything that has a date. */
export const end: Timestamp = Number.POSITIVE_INFINITY

/** The steps of a world's history, which are executed in the order of time. */
export interface Timeline {
  /** Adds a step. Steps with the same timestamp are executed in the order in which they were added. */
  add(timestamp: Timestamp, step: () => void): void
  /**
   * Executes all steps, including those added meanwhile. `report` is called repeatedly with the progress, from 0 to 1.
   */
  run(report?: (done: number) => void): void
}

/** The number of steps between two reports, about ten milliseconds. */
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

/** Returns the indices of timestamps in ascending order, stable for equal ones. */
function inOrder(times: readonly Timestamp[]): number[] {
  return [...times.keys()].sort((a, b) => compare(times[a], times[b]) || a - b)
}

/** Compares two timestamps, which may be infinite and so cannot be subtracted. */
function compare(one = beginning, other = beginning): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Returns the timestamp of an optional time, but none before `earliest`. */
export function timestampOf(
  time: string | undefined,
  otherwise: Timestamp,
  earliest = beginning,
): Timestamp {
  return Math.max(time === undefined ? otherwise : Date.parse(time), earliest)
}
