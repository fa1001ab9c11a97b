import { type RandomSource, seededRandom } from '../shared/random.ts'
import type { Snapshot } from '../store/store.ts'
import type { SavedWorld } from '../worlds/saved/world-file.ts'
import { createClock, type OwnClock } from './clock.ts'
import type { ForgeOptions } from './options.ts'

/** What a forge has of the one that it was made of. */
export interface ForgeOrigin {
  /**
   * Goes on from the time that this clock shows, or has it that a saved world goes on from; a reset
   * leads to it.
   */
  readonly clock?: OwnClock
  /** What the journal calls its world. */
  readonly world?: string
  /** A world to go on from instead of the one that a reset leads to. */
  readonly saved?: SavedWorld
  /**
   * That the saved world is one of a forge with the same options, so its clock goes on whatever they
   * say of it; with the saved world that a reset leads to, where that is one as well.
   */
  readonly reopened?: { readonly start: SavedWorld | undefined }
  /** Where snapshots under names are kept. */
  readonly snapshots?: Map<string, Snapshot>
}

/**
 * The clock of a forge: that of its origin, of the saved world or of the options. It is reset to where
 * it begins; `isSavedStart` says that the saved world is what a reset leads to.
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

/** It is reset to where the start has it, and goes on from where the saved world has it. */
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

/** Where a forge draws its random numbers from. */
export interface ForgeRandom {
  /** From 0 up to 1. */
  next(): number
  /** What pins the numbers to come; undefined where nothing does. */
  state(): number | undefined
  /** A seed for the numbers of a fork, which takes none of these; undefined where nothing pins them. */
  seedOfFork(): number | undefined
  /** Begins again, with the numbers that a seed pins or with others each time. */
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
