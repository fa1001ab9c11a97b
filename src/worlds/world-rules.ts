import { type OptionRules, wholeNumber } from '../shared/options.ts'
import type { WorldLimits } from './worlds.ts'

/** The rules for the limits of worlds. */
export const worldRules: OptionRules<WorldLimits> = {
  maxWorlds: wholeNumber(0),
  worldTtl: {
    mustBe: 'a number of milliseconds above 0',
    accepts: (value) => typeof value === 'number' && value > 0,
  },
  seeds: {
    mustBe: 'an object of seeds by name',
    accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
}
