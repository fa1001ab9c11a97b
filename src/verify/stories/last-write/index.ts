import type { Story } from '../../story/story.ts'
import { lastWriteOfInstance } from './instance.ts'
import { lastWriteOfPlaces } from './places.ts'
import { lastWriteOfRepository } from './repository.ts'
import { lastWriteOfTracker } from './tracker.ts'

/**
 * Reads that follow a write at once, run alone: while others write, a read of what was before the
 * last write looks right.
 */
export const lastWrites: readonly Story[] = [
  lastWriteOfTracker,
  lastWriteOfPlaces,
  lastWriteOfRepository,
  lastWriteOfInstance,
]
