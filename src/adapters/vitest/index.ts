/** `forgery/vitest`: tests with a forge each. In Node; msw and vitest 4.1 or later stand beside it. */
import type { ForgeMatchers } from '../matchers/index.ts'
import type { Exercised } from './coverage.ts'

export { forgeMatchers } from '../matchers/index.ts'
export type { ForgeTestContext, ForgeTestOptions } from './forge-test.ts'
export { forgeTest } from './forge-test.ts'
export type { OnUnhandledRequest } from './unanswered.ts'

/** Matchers of a forge in this process answer at once, those of a served one later. */
type Result<Subject> = Subject extends { readonly db: unknown } ? undefined : Promise<void>

declare module 'vitest' {
  interface TaskMeta {
    /** What a test exercised of the API, for `forgery/vitest/reporter`. */
    forgery?: Exercised
  }
  interface Matchers<T> extends ForgeMatchers<Result<T>> {}
}
