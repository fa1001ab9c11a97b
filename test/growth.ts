import { setTimeout } from 'node:timers/promises'
import type { Awaitable } from '../src/shared/awaitable.ts'

/** Processor milliseconds of this process: other programs of the machine do not count. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function timeOf(prepared: Awaitable<() => unknown>): Promise<number> {
  const work = await prepared
  const start = processorTime()
  await work()
  return processorTime() - start
}

/**
 * How many times larger the large input of each attempt is: the further apart, the less a disturbance weighs, and the
 * more a large input weighs on the memory.
 */
const FACTORS = [4, 4, 8, 16, 4, 8, 4, 8, 4, 8]
/** Milliseconds to wait before an attempt, for each that was made before: what disturbs the machine may pass. */
const PAUSE = 100
/** The small and the large input are worked on in turns, so often. */
const TURNS = 3
/** A shorter time says nothing: the input is doubled until it takes as long, or is this many times as large. */
const LEAST_MILLISECONDS = 2
const MAX_ENLARGEMENT = 16

/**
 * A linear exponent is 1, a quadratic one 2. What is linear measures up to 1.6 where other programs hold the memory; what
 * is quadratic measures less than this only where its linear part is the greater half of the small input's time.
 */
export const MAX_EXPONENT = 1.7

/**
 * The exponent with which the time of some work grows: 1 where an input of four times the size takes four
 * times as long. `prepare` makes the input of a size, anew for each run, and gives the work on it, which alone is
 * measured. The shortest times count: what else runs on the machine, or collects garbage, only makes them longer. What
 * looks worse than linear is measured again with inputs further apart, and the least counts: a disturbance that makes
 * all large runs take twice as long adds a half to the exponent of a factor of four, a quarter to that of sixteen.
 */
export async function growthExponent(
  size: number,
  prepare: (size: number) => Awaitable<() => unknown>,
): Promise<number> {
  let base = size
  while (base < MAX_ENLARGEMENT * size && (await timeOf(prepare(base))) < LEAST_MILLISECONDS) {
    base *= 2
  }
  let least = Infinity
  for (const [attempt, factor] of FACTORS.entries()) {
    if (attempt > 0) await setTimeout(attempt * PAUSE)
    let short = Infinity
    let long = Infinity
    for (let turn = 0; turn < TURNS; turn++) {
      short = Math.min(short, await timeOf(prepare(base)))
      long = Math.min(long, await timeOf(prepare(base * factor)))
    }
    const ratio = long / Math.max(short, LEAST_MILLISECONDS / 2)
    least = Math.min(least, Math.log(ratio) / Math.log(factor))
    if (least <= MAX_EXPONENT) break
  }
  return least
}
