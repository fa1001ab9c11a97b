import { createClock, type OwnClock } from './clock.ts'
import type { ForgeOptions } from './forge-options.ts'
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
 * The clock of a forge: that of its origin, of the saved world or of the options. Where a reset leads
 * to the saved world (`isSavedStart`), it leads to that world's time as well.
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
