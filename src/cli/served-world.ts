import { readTime } from '../contract/time.ts'
import type { ForgeOptions } from '../forge/options.ts'
import { type OptionValues, textOption, UsageError } from './command.ts'

/**
 * The world that `serve` starts from, and its clock. The demo world is shown as if it had happened
 * until a few days ago, or until the time of `--now`, at which the clock then stands.
 */
export function servedWorld(values: OptionValues): Pick<ForgeOptions, 'seed' | 'now'> {
  const seed = textOption(values, 'seed')
  const now = typeof values.now === 'string' ? readTime(values.now) : undefined
  if (values.now !== undefined && now === undefined) {
    throw new UsageError(
      `--now takes an ISO 8601 time, such as 2017-01-15T12:00:00Z, or a day, not "${values.now}".`,
    )
  }
  const clock = now === undefined ? {} : { now }
  return { seed: seed === 'demo' ? `demo@${now ?? new Date().toISOString()}` : seed, ...clock }
}
