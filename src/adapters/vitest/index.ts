/** `forgery/vitest`: isolated forges for tests. Runs in Node, with msw and vitest 4.1 or later. */
import type { ForgeMatchers } from '../matchers/index.ts'
import type { Exercised } from './coverage.ts'

export { forgeMatchers } from '../matchers/index.ts'
export type { ForgeTestContext, ForgeTestOptions } from './forge-test.ts'
export { forgeTest } from './forge-test.ts'
export type { OnUnhandledRequest } from './unanswered.ts'

/** Matchers are synchronous for a forge in this process, and return a promise for a remote one. */
type Result<Subject> = Subject extends { readonly db: unknown } ? undefined : Promise<void>

declare module 'vitest' {
  interface TaskMeta {
    /** The operations that a test exercised, for `forgery/vitest/reporter`. */
    forgery?: Exercised
  }
  interface Matchers<T> extends ForgeMatchers<Result<T>> {}
}
