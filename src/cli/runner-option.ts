import type { Forge } from '../forge/forge.ts'
import { type RunnerOptions, startRunner } from '../worlds/runner.ts'
import type { Worlds } from '../worlds/worlds.ts'
import { listOption, type OptionValues, optionalText, UsageError } from './command.ts'

/**
 * What `--runner` asks for: a function that starts one for all worlds, and returns what stops it. Without
 * it, nothing runs; `--runner-fail` and `--runner-speed` go with it.
 */
export function runnerOption(values: OptionValues): (served: Forge | Worlds) => () => void {
  const fail = listOption(values, 'runner-fail')
  const options: RunnerOptions = { fail, speed: speedOption(values) }
  if (values.runner === true) return (served) => startRunner(served, options).stop
  const alone = ['runner-fail', 'runner-speed'].find((name) => values[name] !== undefined)
  if (alone !== undefined) throw new UsageError(`--${alone} goes with --runner.`)
  return () => () => {}
}

function speedOption(values: OptionValues): number {
  const text = optionalText(values, 'runner-speed') ?? '1'
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (speed >= 0.01 && speed <= 1000) return speed
  throw new UsageError(`--runner-speed takes a number from 0.01 to 1000, not "${text}".`)
}
