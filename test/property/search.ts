import fc from 'fast-check'
import { propertySeed } from '../property-seed.ts'
import { type Call, calls } from './calls.ts'

/**
 * How many calls a property makes. FORGERY_PROPERTY_CALLS asks for a longer search, which prints how far it is; .ci/run
 * makes one of twice as many (`npm run search:brief`).
 */
const wanted = Number(process.env.FORGERY_PROPERTY_CALLS ?? 1250)
const isLong = process.env.FORGERY_PROPERTY_CALLS !== undefined

/** Sequences that one seed makes: a search goes on with the next seed. */
const sequencesOfSeed = 50
const secondsBetweenLines = 10

/** What a search is given: calls, and for each whether the second forge is asked. */
export type Try = (sequence: readonly Call[], isSecond: readonly boolean[]) => Promise<void>

/**
 * Tries random sequences of calls until as many were made as are wanted. A sequence that fails is
 * made shorter, and the error has its calls and the seed that makes it again.
 */
export async function searchCalls(name: string, attempt: Try): Promise<void> {
  const turns = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 })
  const report = createReport(name)
  let [made, ofV4] = [0, 0]
  for (let seed = propertySeed; made < wanted; seed++) {
    const property = fc.asyncProperty(calls, turns, async (sequence, isSecond) => {
      made += sequence.length
      ofV4 += sequence.filter(({ api }) => api === 'v4').length
      await attempt(sequence, isSecond)
    })
    await fc.assert(property, { numRuns: sequencesOfSeed, seed })
    report(made, ofV4, seed)
  }
}

/** Prints now and then, and at the end, how far a long search is. */
function createReport(name: string): (made: number, ofV4: number, seed: number) => void {
  const started = performance.now()
  let printed = performance.now()
  return (made, ofV4, seed) => {
    const isDue = made >= wanted || performance.now() - printed > secondsBetweenLines * 1000
    if (!isLong || !isDue) return
    printed = performance.now()
    const seconds = Math.round((printed - started) / 1000)
    const calls = `${made} of ${wanted} calls, ${ofV4} of them of v4`
    process.stdout.write(`${name}: ${calls}, seeds ${propertySeed} to ${seed}, ${seconds} s\n`)
  }
}

/** Long enough for a machine that is busy with other work: a call takes 3 ms where it is not. */
export const searchTimeout = 600_000 + wanted * 100
