import type { Awaitable } from '../src/shared/awaitable.ts'

/** Processor milliseconds of this process: other programs of the machine do not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function fastest(runs: number, work: () => unknown): Promise<number> {
  let best = Infinity
  for (let run = 0; run < runs; run += 1) {
    const start = processorTime()
    await work()
    best = Math.min(best, processorTime() - start)
    if (best > LONG_MILLISECONDS) break
  }
  return best
}

/** A run that takes as long as this is measured once. */
const LONG_MILLISECONDS = 1000
/** How many times larger the large input of each measurement is: the further apart, the less a disturbance weighs. */
const FACTORS = [4, 4, 8, 16]
/** Below this a time says nothing. */
const LEAST_MILLISECONDS = 1

/** A linear exponent is 1, a quadratic one 2; what is measured lies somewhat around it. */
export const MAX_EXPONENT = 1.5

/**
 * The exponent with which the time of some work grows: 1 where an input of four times the size takes four
 * times as long. `prepare` makes the input of a size and gives the work on it, which is run several times.
 * What remembers its results needs a new input in each run. What looks worse than linear is measured again with
 * inputs further apart, and the least counts: a disturbance of the machine that makes the large run take twice
 * as long adds a half to the exponent of a factor of four, a quarter to that of sixteen.
 */
export async function growthExponent(
  size: number,
  prepare: (size: number) => Awaitable<() => unknown>,
): Promise<number> {
  let least = Infinity
  for (const factor of FACTORS) {
    const small = await fastest(3, await prepare(size))
    const large = await fastest(2, await prepare(size * factor))
    const ratio = Math.max(large, LEAST_MILLISECONDS) / Math.max(small, LEAST_MILLISECONDS)
    least = Math.min(least, Math.log(ratio) / Math.log(factor))
    if (least <= MAX_EXPONENT) break
  }
  return least
}
