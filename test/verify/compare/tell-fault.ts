import { listenForHooks } from '../../../src/cli/verify/hook-listener.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import { createDraw } from '../../../src/verify/compare/draw.ts'
import { compare, type History, replay } from '../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../src/verify/compare/options.ts'
import { comparedV3 } from '../../../src/verify/compare/v3/api.ts'
import { loadContract } from '../../../src/verify/contract/contract.ts'
import type { FaultyServer } from './faults.ts'
import { recordedHistories } from './recorded.ts'

/** What `compare` made of a faulty server. */
export interface ToldFault {
  readonly name: string
  readonly outcome: 'told' | 'told elsewhere' | 'survived' | 'not reached'
  readonly told: readonly string[]
  /** Compared calls until it was told. */
  readonly calls: number
}

const noNetwork = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** For servers that deliver to hooks. */
const toThisMachine: typeof fetch = (input, init) =>
  new URL(new Request(input).url).hostname === '127.0.0.1' ? fetch(input, init) : noNetwork()

/**
 * Compares a faulty server until its fault is told where it is, or so many histories of each kind were called: those
 * first that call the operations where it shows most often.
 */
export async function tellFault(
  { name, at, fault, needsInstance }: FaultyServer,
  seed: number,
  runs: number,
  patience = 60,
): Promise<ToldFault> {
  const hookReceiver = needsInstance ? await listenForHooks() : undefined
  const network = hookReceiver ? toThisMachine : noNetwork
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch: network })
  let hits = 0
  const handle = fault({ forge, hit: () => hits++ })
  const told: string[] = []
  let calls = 0
  const options = {
    ...{ url: 'http://forge.test', token: 'root-token', fetch: handle },
    ...{ patience, concurrency: 1, shrinkTries: 0, known: told },
    ...(hookReceiver ? { instance: true, journal: () => {}, hookReceiver } : {}),
  }
  /** Whether it is told where it is: a read shows what the write before it did, and either is right. */
  const isTold = (key: string, history: History) => {
    told.push(key)
    const last = history.findLast((step) => !/^(get|list|compare)/.test(step.operation))
    const operations = [history.at(-1)?.operation, last?.operation]
    return operations.some((one) => at.some((operation) => operation === one))
  }
  for (const history of await recordedFor(at, runs, needsInstance === true)) {
    for (;;) {
      const [found] = await replay(options, history)
      calls += found ? found.index + 1 : history.length
      if (!found) break
      if (isTold(differenceKey(found), history.slice(0, found.index + 1)))
        return { name, outcome: 'told', told, calls }
    }
  }
  for (const drawn of await seedsFor(at, seed, runs, needsInstance === true)) {
    const summary = await compare({ ...options, seed: drawn, runs: 1 })
    calls += summary.calls
    if (summary.differences.some(({ key, history }) => isTold(key, history)))
      return { name, outcome: 'told', told, calls }
  }
  const outcome = told.length > 0 ? 'told elsewhere' : hits > 0 ? 'survived' : 'not reached'
  return { name, outcome, told, calls }
}

/** Without operations those of all kinds, each time the same. */
async function recordedFor(
  at: FaultyServer['at'],
  runs: number,
  mayWriteInstance: boolean,
): Promise<readonly History[]> {
  const callsOf = (history: History) =>
    history.filter((step) => at.some((one) => one === step.operation)).length
  return (await recordedHistories(mayWriteInstance))
    .filter((history) => at.length === 0 || callsOf(history) > 0)
    .toSorted((one, other) => callsOf(other) - callsOf(one))
    .slice(0, runs)
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
