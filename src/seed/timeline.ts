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
  /** Does the steps, and those that they add. */
  run(): void
}

export function createTimeline(): Timeline {
  let steps: { moment: Moment; step: () => void }[] = []
  return {
    add(moment, step) {
      steps.push({ moment, step })
    },
    run() {
      while (steps.length > 0) {
        // Array.prototype.sort is stable; infinite moments cannot be subtracted.
        const next = steps.sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0))
        steps = []
        for (const { step } of next) step()
      }
    },
  }
}

/** The moment of a time that may not be said, but not before another moment. */
export function momentOf(
  time: string | undefined,
  otherwise: Moment,
  earliest = beginning,
): Moment {
  return Math.max(time === undefined ? otherwise : Date.parse(time), earliest)
}
