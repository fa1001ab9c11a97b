import type { MatcherContext, MatcherResult } from '../matchers/matcher.ts'

type Matcher<Parameters extends readonly unknown[]> = (
  this: MatcherContext,
  subject: unknown,
  ...parameters: Parameters
) => MatcherResult | Promise<MatcherResult>

/** The total time that a matcher waits, and the interval between its checks, in milliseconds. */
const patience = { together: 5000, between: 50 }

/**
 * Makes a matcher wait, as Playwright's own do, since the effect of a click reaches the forge a little later. It checks
 * again until the expectation holds, for at most five seconds.
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

/**
 * Whether a value of the API or of a record deeply equals an expected one, which can contain asymmetric matchers.
 * Playwright provides no comparison for custom matchers.
 */
export function equals(actual: unknown, expected: unknown): boolean {
  if (isAsymmetric(expected)) return expected.asymmetricMatch(actual)
  if (Object.is(actual, expected)) return true
  if (!isObject(actual) || !isObject(expected)) return false
  if (Array.isArray(actual) !== Array.isArray(expected)) return false
  const names = Object.keys(expected)
  return (
    names.length === Object.keys(actual).length &&
    names.every((name) => Object.hasOwn(actual, name) && equals(actual[name], expected[name]))
  )
}

function isAsymmetric(value: unknown): value is { asymmetricMatch(actual: unknown): boolean } {
  return isObject(value) && typeof value.asymmetricMatch === 'function'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
