/** Processor milliseconds of this process: other programs of the machine do not count. */
function processorTime(): number {
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
const FACTOR = 4
const ATTEMPTS = 3
/** Below this a time says nothing. */
const LEAST_MILLISECONDS = 1

/** A linear exponent is 1, a quadratic one 2; what is measured lies somewhat around it. */
export const MOST_EXPONENT = 1.5

/**
 * The exponent with which the time of some work grows: 1 where an input of four times the size takes four
 * times as long. `prepare` makes the input of a size and gives the work on it, which is run several times.
 * What remembers its results needs a new input in each run. The least of three measurements counts, so that a
 * disturbance of the machine fails no test.
 */
export async function growthExponent(
  size: number,
  prepare: (size: number) => () => unknown,
): Promise<number> {
  let least = Infinity
  for (let attempt = 0; attempt < ATTEMPTS && least > MOST_EXPONENT; attempt += 1) {
    const small = await fastest(3, prepare(size))
    const large = await fastest(2, prepare(size * FACTOR))
    const ratio = Math.max(large, LEAST_MILLISECONDS) / Math.max(small, LEAST_MILLISECONDS)
    least = Math.min(least, Math.log(ratio) / Math.log(FACTOR))
  }
  return least
}
