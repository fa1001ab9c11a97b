/** `forgery/compare`: compares a server with a forge in this process, call by call. */
import { loadContract } from '../contract/contract.ts'
import { readSettings } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import { kindsOf } from '../sandbox/kinds.ts'
import { compare as compareApi, replay as replayApi } from './compare.ts'
import type { ComparedDifference, CompareOptions, ComparisonSummary } from './options.ts'
import type { Found } from './run-history.ts'
import { scriptOfDifference } from './script.ts'
import { comparedV3 } from './v3/api.ts'

export type { HookReceiver } from '../hook-receiver.ts'
export { CannotVerify } from '../options.ts'
export type { History, Step } from '../reproduction/history.ts'
export { baselineOf, readCompareBaseline } from './baseline.ts'
export type {
  ComparedDifference,
  CompareOptions,
  CompareProgress,
  ComparisonSummary,
  OpenDifference,
} from './options.ts'
export { compareReport, jsonReport } from './report.ts'
export type { Found } from './run-history.ts'

/**
 * Compares a server with a forge in this process: histories of all parts of the API, what `forgery verify` calls and
 * random histories are run on both, and their responses are compared. Records on the server are removed after each
 * history. Throws CannotVerify where the run cannot start.
 *
 * @example
 * const { differences } = await compare({ url: 'https://forge.example.com', token, runs: 20 })
 * for (const { operation, place } of differences) console.log(operation, place)
 */
export function compare(options: CompareOptions): Promise<ComparisonSummary> {
  return compareApi(options, comparedV3)
}

/**
 * Runs a history on a server and on a forge, and returns the differences that the contract does not allow. Its records
 * are removed at the end. Throws CannotVerify where the options do not allow all of its calls.
 *
 * @example
 * const differences = await replay({ url: 'https://forge.example.com', token }, history)
 */
export function replay(options: CompareOptions, history: History): Promise<readonly Found[]> {
  return replayApi(options, history, comparedV3)
}

/**
 * Formats a difference as a shell script that creates what it needs, calls the server using only curl, and removes what
 * it created.
 *
 * @example
 * for (const difference of differences) writeFileSync('difference.sh', await script(difference, url))
 */
export async function script(difference: ComparedDifference, url: string): Promise<string> {
  const operation = comparedV3.operationsOf(await loadContract(comparedV3.name))
  const { apiUrl } = readSettings({ url, token: '', api: comparedV3.name })
  return scriptOfDifference(difference, {
    operation,
    tokenField: comparedV3.tokenField,
    kinds: kindsOf(comparedV3.name),
    apiUrl,
    mailDomain: 'forgery.example.com',
  })
}
