import { createClock, type OwnClock } from './clock.ts'
import type { ForgeOptions } from './forge-options.ts'
import { type RandomSource, seededRandom } from './random.ts'
import type { SavedWorld } from './saved-world/world-file.ts'

/** What a forge has of the one that it was made of. */
export interface ForgeOrigin {
  /** Goes on from the time that this clock shows. */
  readonly clock?: OwnClock
  /** What the journal calls its world. */
  readonly world?: string
  /** A world to go on from instead of the one that a reset leads to. */
  readonly saved?: SavedWorld
}

/**
 * The clock of a forge: that of its origin, of the saved world or of the options. It is reset to where
 * it begins; `isSavedStart` says that the saved world is what a reset leads to.
 */
export function clockOf(
  { now }: ForgeOptions,
  { clock: other, saved }: ForgeOrigin,
  isSavedStart: boolean,
  onForward: (to: string) => void,
): OwnClock {
  if (other) return other.fork(onForward)
  const clock = createClock(now, onForward)
  if (!saved || now !== undefined) return clock
  clock.goOnFrom(saved.clock)
  return isSavedStart ? clock.fork(onForward) : clock
}

/** Where a forge draws its random numbers from. */
export interface Chance {
  /** From 0 up to 1. */
  next(): number
  /** What pins the numbers to come; undefined where nothing does. */
  state(): number | undefined
  /** Begins again, with the numbers that a seed pins or with others each time. */
  restart(seed: number | undefined): void
}

export function createChance(seed: number | undefined): Chance {
  let source = sourceOf(seed)
  return {
    next: () => source(),
    state: () => source.state?.(),
    restart(another) {
      source = sourceOf(another)
    },
  }
}

function sourceOf(seed: number | undefined): RandomSource {
  return seed === undefined ? Math.random : seededRandom(seed)
}
