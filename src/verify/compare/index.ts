/** `forgery/compare`: holds a server against a forge in this process, call by call. */
import { loadContract } from '../contract/contract.ts'
import { readSettings } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import { kindsOf } from '../sandbox/kinds.ts'
import { compare as compareApi, replay as replayApi } from './compare.ts'
import type { ComparedDifference, CompareOptions, ComparisonSummary } from './options.ts'
import type { Found } from './run-history.ts'
import { scriptOfDifference } from './script.ts'
import { comparedV3 } from './v3/api.ts'

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
 * Holds a server against a forge in this process: random histories are called on both, and their answers compared.
 * What is made on the server is removed after each history. Throws CannotVerify where it cannot begin.
 *
 * @example
 * const { differences } = await compare({ url: 'https://forge.example.com', token, runs: 20 })
 * for (const { operation, place } of differences) console.log(operation, place)
 */
export function compare(options: CompareOptions): Promise<ComparisonSummary> {
  return compareApi(options, comparedV3)
}

/**
 * Calls one history on a server and on a forge, and returns where the answers differ beyond what the contract leaves
 * open. What it makes is removed at the end.
 *
 * @example
 * const differences = await replay({ url: 'https://forge.example.com', token }, history)
 */
export function replay(options: CompareOptions, history: History): Promise<readonly Found[]> {
  return replayApi(options, history, comparedV3)
}

/**
 * A difference as a shell script, which makes what it needs, calls the server with curl alone and removes what it made.
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
