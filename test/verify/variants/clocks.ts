import type { ForgeOptions } from '../../../src/forge/options.ts'

/** A clock that runs as ours does, some minutes before or behind it. */
export function outOfStep(minutes: number): ForgeOptions {
  return { now: () => new Date(Date.now() + minutes * 60_000) }
}
