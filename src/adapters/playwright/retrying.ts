import type { MatcherContext, MatcherResult } from '../matchers/matcher.ts'
import { equals } from './equals.ts'

type Matcher<Parameters extends readonly unknown[]> = (
  this: MatcherContext,
  subject: unknown,
  ...parameters: Parameters
) => MatcherResult | Promise<MatcherResult>

/** Milliseconds for which a matcher waits, and between two looks. */
const patience = { together: 5000, between: 50 }

/**
 * Makes a matcher wait, as Playwright's own do: what a click brings about reaches the forge a little later.
 * It looks again until the expectation holds, at most for five seconds.
 */
export function retrying<Parameters extends readonly unknown[]>(matcher: Matcher<Parameters>) {
  return async function (
    this: { readonly isNot: boolean },
    subject: unknown,
    ...parameters: Parameters
  ): Promise<MatcherResult> {
    const end = performance.now() + patience.together
    for (;;) {
      const result = await matcher.call({ equals }, subject, ...parameters)
      if (result.pass !== this.isNot || performance.now() > end) return result
      await new Promise((resolve) => setTimeout(resolve, patience.between))
    }
  }
}
