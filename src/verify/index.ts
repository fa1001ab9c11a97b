/** `forgery/verify`: verifies a real server against the contract, given only its URL. */
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
export { type Verification, verify } from './run/verify.ts'
