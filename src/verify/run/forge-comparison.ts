import { Interrupted, Unreachable } from '../client/answer.ts'
import { encodeCall } from '../client/encode.ts'
import type { Contract } from '../contract/contract.ts'
import { judgedApis } from '../contract/judged-api.ts'
import { CannotVerify, type Progress, type Settings, type VerifyOptions } from '../options.ts'
import type { Accounts } from '../story/accounts.ts'
import type { Connection } from './connect.ts'
import type { Judge } from './judge.ts'
import type { Selection } from './selection.ts'

/** A run whose server is compared with a forge after all checks. */
export interface ComparedRun {
  readonly settings: Settings
  readonly contract: Contract
  readonly connection: Connection
  readonly judge: Judge
  /** How long histories are run, in milliseconds. */
  readonly time: number
  /** Called at its start and after each history, with the completed part, from 0 to 1. */
  readonly onShare: (compared: number) => void
}

/** Loads the comparison on demand: other runs do without a forge. */
export type LoadComparison = () => Promise<(run: ComparedRun) => Promise<void>>

type ShowShare = (progress: Pick<Progress, 'compared' | 'remaining'>) => void

/** A run whose checks are over. */
interface CheckedRun {
  readonly settings: Settings
  readonly contract: Contract
  readonly connection: Connection
  readonly judge: Judge
  readonly selection: Selection
  readonly accounts: Pick<Accounts, 'refusal'>
  readonly showProgress: ShowShare
}

/** The name of the comparison, by which `only` and `skip` select it like a story. */
export const FORGE_COMPARISON = 'comparison with a forge'

/** The rule of the aspect `compared`. */
export const COMPARISON_RULE =
  'The response, as far as the contract states it, is that of a forge after the same calls.'

/** A server that takes longer to respond is compared only if it is asked for by name, in milliseconds. */
export const QUICK_RESPONSE = 20

/** The seconds after which a comparison that is not asked for by name ends, so that a whole run takes a minute. */
export const COMPARISON_SECONDS = 36

/** The number of reads by which the time of a response is measured. */
const MEASUREMENTS = 5

/** Whether a run is compared if its server is quick: a whole one of v3, as histories call all operations. */
export function isComparedByDefault(options: VerifyOptions): boolean {
  const { only, skip = [] } = options
  return mayBeCompared(options) && only === undefined && skip.length === 0
}

const mayBeCompared = ({ api = 'v3', readOnly = false }: VerifyOptions) =>
  judgedApis[api].isCompared && !readOnly

/** Whether a run is compared by default, or asks for it by name. */
export function hasComparison(settings: Settings, { hasStory }: Selection): boolean {
  return isComparedByDefault(settings) || (mayBeCompared(settings) && hasStory(FORGE_COMPARISON))
}

/**
 * Compares the server with a forge; reports why not where it is too slow. Returns why the run ended early, if it did.
 */
export async function compareWithForge(
  run: CheckedRun,
  load: LoadComparison,
): Promise<Interrupted | Unreachable | undefined> {
  const { contract, judge, selection } = run
  const isAskedFor = selection.hasStory(FORGE_COMPARISON)
  const leaveOut = (reason: string) => {
    for (const { id: operation } of contract.operations) {
      const check = {
        operation,
        aspect: 'compared',
        rule: COMPARISON_RULE,
        source: FORGE_COMPARISON,
      }
      judge.notTested(check, reason)
    }
    return undefined
  }
  try {
    const whyNot = run.accounts.refusal ?? (isAskedFor ? undefined : await whyNotByDefault(run))
    if (whyNot !== undefined) return leaveOut(whyNot)
    const time = isAskedFor ? Number.POSITIVE_INFINITY : 1000 * COMPARISON_SECONDS
    const compare = await load()
    await compare({ ...run, time, onShare: showShares(time, run.showProgress) })
    return undefined
  } catch (error) {
    if (error instanceof Interrupted || error instanceof Unreachable) return error
    // A comparison may ask more of a server than the checks do, such as a clock of these years.
    if (error instanceof CannotVerify) return leaveOut(error.message)
    await run.connection.sandbox.cleanUp()
    throw error
  }
}

/** Shows the completed part of a comparison with the remaining time; it ends with its histories or with its time. */
function showShares(time: number, show: ShowShare) {
  const started = performance.now()
  return (share: number) => {
    const passed = performance.now() - started
    const compared = Math.max(share, Math.min(1, passed / time))
    const remaining = (passed / compared) * (1 - compared)
    show({ compared, ...(share > 0 ? { remaining } : {}) })
  }
}

/** Measures the server; undefined where it is quick. */
async function whyNotByDefault({ settings, contract, connection }: CheckedRun) {
  const credential = { kind: 'private token', token: settings.token } as const
  const read = encodeCall(settings.apiUrl, contract.operation('getCurrentUser'), {}, { credential })
  const times: number[] = []
  for (let count = 0; count < MEASUREMENTS; count++) {
    const sent = performance.now()
    await connection.client.read(read)
    times.push(performance.now() - sent)
  }
  const median = times.toSorted((one, other) => one - other)[Math.floor(MEASUREMENTS / 2)] ?? 0
  if (median <= QUICK_RESPONSE) return undefined
  return `the server takes ${Math.round(median)} ms to respond; --only "${FORGE_COMPARISON}" compares it, in as much time as that takes`
}
