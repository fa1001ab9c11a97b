import type { FaultSource } from '../../http/fault-source.ts'
import type { Faults } from './faults.ts'
import { readRange, withinRange } from './range.ts'

/**
 * What decides over the requests of one forge: its faults, and a delay that all of its requests have
 * (`createForge({ delay })`), which adds to that of a fault.
 */
export function faultSource(
  faults: Faults,
  delay: number | string | undefined,
  random: () => number,
): FaultSource {
  const range = readRange(delay)
  return {
    hit(request) {
      const hit = faults.hit(request, random)
      if (!range) return hit
      const standing = withinRange(range, random())
      if (hit) return { ...hit, delay: hit.delay + standing }
      return { id: undefined, phase: 'before', delay: standing, effect: { kind: 'none' } }
    },
  }
}
