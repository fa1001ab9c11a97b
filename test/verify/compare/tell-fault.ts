import { createForge } from '../../../src/forge/create-forge.ts'
import { createDraw } from '../../../src/verify/compare/draw.ts'
import { compare } from '../../../src/verify/compare/index.ts'
import { comparedV3 } from '../../../src/verify/compare/v3/api.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import type { FaultyServer } from './faults.ts'

/** What `compare` made of a faulty server. */
export interface ToldFault {
  readonly name: string
  readonly outcome: 'told' | 'told elsewhere' | 'survived' | 'not reached'
  readonly told: readonly string[]
  /** Compared calls until it was told. */
  readonly calls: number
}

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

/**
 * Compares a faulty server until its fault is told where it is, or so many histories were called: those first that call
 * the operations where it shows most often.
 */
export async function tellFault(
  { name, at, fault, needsInstance }: FaultyServer,
  seed: number,
  runs: number,
  patience = 60,
): Promise<ToldFault> {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  let hits = 0
  const handle = fault({ forge, hit: () => hits++ })
  const told: string[] = []
  let calls = 0
  for (const drawn of await seedsFor(at, seed, runs, needsInstance === true)) {
    const summary = await compare({
      url: 'http://forge.test',
      token: 'root-token',
      fetch: handle,
      seed: drawn,
      runs: 1,
      patience,
      concurrency: 1,
      shrinkTries: 0,
      known: told,
      ...(needsInstance ? { instance: true, journal: () => {} } : {}),
    })
    calls += summary.calls
    told.push(...summary.differences.map(({ key }) => key))
    // A read shows what the write before it did: either is right.
    const operations = summary.differences.flatMap(({ operation, history }) => [
      operation,
      history.findLast((step) => !/^(get|list|compare)/.test(step.operation))?.operation,
    ])
    if (operations.some((one) => at.some((operation) => operation === one))) {
      return { name, outcome: 'told', told, calls }
    }
  }
  const outcome = told.length > 0 ? 'told elsewhere' : hits > 0 ? 'survived' : 'not reached'
  return { name, outcome, told, calls }
}

async function seedsFor(
  at: FaultyServer['at'],
  first: number,
  runs: number,
  mayWriteInstance: boolean,
): Promise<readonly number[]> {
  const operation = comparedV3.operationsOf(await loadContract('v3'))
  const surroundings = { levels: [0, 10, 20], mayWriteInstance }
  const shareOf = (seed: number) => {
    const history = comparedV3.drawHistory(createDraw(seed), surroundings, operation, seed)
    return (
      history.filter((step) => at.some((one) => one === step.operation)).length / history.length
    )
  }
  return Array.from({ length: runs }, (_, run) => ({
    seed: first + run,
    share: shareOf(first + run),
  }))
    .toSorted((one, other) => other.share - one.share)
    .map(({ seed }) => seed)
}
