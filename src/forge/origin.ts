import { type RandomSource, seededRandom } from '../shared/random.ts'
import type { Snapshot } from '../store/store.ts'
import type { SavedWorld } from '../worlds/saved/world-file.ts'
import { createClock, type OwnClock } from './clock.ts'
import type { ForgeOptions } from './options.ts'

/** What a forge takes over from the forge that it was created from. */
export interface ForgeOrigin {
  /** The clock to fork from: that of the other forge, or that of a saved world. A reset returns to it. */
  readonly clock?: OwnClock
  /** The name of the world in the journal. */
  readonly world?: string
  /** A world to continue from, in place of the one that a reset returns to. */
  readonly saved?: SavedWorld
  /**
   * Set where the saved world belongs to a forge with the same options, so that its clock continues regardless of them.
   * `start` is the saved world that a reset returns to, where there is one.
   */
  readonly reopened?: { readonly start: SavedWorld | undefined }
  /** The map of named snapshots. */
  readonly snapshots?: Map<string, Snapshot>
}

/**
 * Creates the clock of a forge from its origin, the saved world or the options. `isSavedStart` is whether a reset
 * returns to the saved world, and so to its time.
 */
export function clockOf(
  { now }: ForgeOptions,
  { clock: other, saved, reopened }: ForgeOrigin,
  isSavedStart: boolean,
  onForward: (to: string) => void,
): OwnClock {
  if (other) {
    const own = other.fork(onForward)
    if (saved && now === undefined) own.goOnFrom(saved.clock)
    return own
  }
  const clock = createClock(now, onForward)
  if (reopened) return reopenedClock(clock, saved, reopened.start, onForward)
  if (!saved || now !== undefined) return clock
  clock.goOnFrom(saved.clock)
  return isSavedStart ? clock.fork(onForward) : clock
}

/** Creates a clock that resets to the time of `start` and continues from that of the saved world. */
function reopenedClock(
  clock: OwnClock,
  saved: SavedWorld | undefined,
  start: SavedWorld | undefined,
  onForward: (to: string) => void,
): OwnClock {
  if (start) clock.goOnFrom(start.clock)
  const own = start ? clock.fork(onForward) : clock
  if (saved) own.goOnFrom(saved.clock)
  return own
}

/** The source of random numbers of a forge. */
export interface ForgeRandom {
  /** Returns a number from 0 up to 1. */
  next(): number
  /** Returns the state that determines the next numbers; undefined where they are not seeded. */
  state(): number | undefined
  /** Returns a seed for a fork without drawing a number; undefined where the numbers are not seeded. */
  seedOfFork(): number | undefined
  /** Restarts with a seed, or unseeded. */
  restart(seed: number | undefined): void
}

export function createRandom(seed: number | undefined): ForgeRandom {
  let source = sourceOf(seed)
  let forks = 0
  const state = () => source.state?.()
  return {
    next: () => source(),
    state,
    seedOfFork() {
      const present = state()
      if (present === undefined) return undefined
      forks += 1
      return seededRandom(seededRandom(present)() * 2 ** 32 + forks)() * 2 ** 32
    },
    restart(another) {
      source = sourceOf(another)
      forks = 0
    },
  }
}

function sourceOf(seed: number | undefined): RandomSource {
  return seed === undefined ? Math.random : seededRandom(seed)
}
