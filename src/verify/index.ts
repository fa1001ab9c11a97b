/** `forgery/verify`: verifies a real server against the contract, given only its URL. */
import type { VerifyOptions } from './options.ts'
import { startRun, type Verification } from './run/verify.ts'

export type { HookReceiver } from './hook-receiver.ts'
export {
  CannotVerify,
  type Fetch,
  type OtherCredentials,
  type Progress,
  type VerifyOptions,
} from './options.ts'
export {
  type AspectSummary,
  type Exchange,
  type Failure,
  failureKey,
  type LeftBehind,
  type OperationSummary,
  type Result,
  type StorySummary,
  type Summary,
  type Totals,
  type Verdict,
} from './results.ts'
export { type CleanUpOptions, findLeftovers, type Leftovers } from './run/clean-up.ts'
export { contractTests, type TestRunner } from './run/contract-tests.ts'
export { type Plan, plan } from './run/plan.ts'
export type { Verification } from './run/verify.ts'

/**
 * Verifies a real server against the contract.
 *
 * @example
 * const run = verify({ url: 'https://forge.example.com', token })
 * for await (const result of run) if (result.verdict === 'failed') report(result)
 * const { isPassed, totals } = await run.summary
 */
export function verify(options: VerifyOptions): Verification {
  return startRun(options, loadComparison)
}

const loadComparison = async () =>
  (await import('./compare/judged-comparison.ts')).judgeByComparison
