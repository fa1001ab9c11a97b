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

/** How many times larger the large input of each measurement is: the further apart, the less a disturbance weighs. */
const FACTORS = [4, 4, 8, 16]
/** The small and the large input are worked on in turns, so often. */
const TURNS = 3
/** A shorter time says nothing: the input is doubled until it takes as long, or is this many times as large. */
const LEAST_MILLISECONDS = 2
const MAX_ENLARGEMENT = 16

/** A linear exponent is 1, a quadratic one 2; what is measured lies somewhat around it. */
export const MAX_EXPONENT = 1.5

/**
 * The exponent with which the time of some work grows: 1 where an input of four times the size takes four
 * times as long. `prepare` makes the input of a size, anew for each run, and gives the work on it, which alone is
 * measured. The median of some ratios counts. What looks worse than linear is measured again with inputs further
 * apart, and the least counts: a disturbance of the machine that makes the large runs take twice as long adds a half
 * to the exponent of a factor of four, a quarter to that of sixteen.
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
  for (const factor of FACTORS) {
    const ratios: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      const short = await timeOf(prepare(base))
      ratios.push((await timeOf(prepare(base * factor))) / Math.max(short, LEAST_MILLISECONDS / 2))
    }
    least = Math.min(least, Math.log(medianOf(ratios)) / Math.log(factor))
    if (least <= MAX_EXPONENT) break
  }
  return least
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN
}
