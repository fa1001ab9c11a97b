import type { MatcherContext } from './matcher.ts'

/** Fields by name; what is expected may hold asymmetric matchers such as `expect.any(String)`. */
export type Fields = Readonly<Record<string, unknown>>

/** The fields in which something is not as expected; it may have more of them. */
export function differingFields(
  { equals }: MatcherContext,
  actual: Fields,
  expected: Fields,
): string[] {
  return Object.keys(expected).filter((field) => !equals(actual[field], expected[field]))
}

/** Those that differ in the fewest fields, and at least one field is as expected. */
export function closest<T>(
  context: MatcherContext,
  candidates: readonly T[],
  expected: Fields,
  fieldsOf: (candidate: T) => Fields,
): T | undefined {
  const most = Object.keys(expected).length
  let best: { readonly candidate: T; readonly differing: number } | undefined
  for (const candidate of candidates) {
    const differing = differingFields(context, fieldsOf(candidate), expected).length
    if (differing < (best?.differing ?? most)) best = { candidate, differing }
  }
  return best?.candidate
}

/** One line a field that differs: `title: expected "x", got "y"`. */
export function differenceLines(
  context: MatcherContext,
  actual: Fields,
  expected: Fields,
): string[] {
  return differingFields(context, actual, expected).map(
    (field) => `${field}: expected ${shown(expected[field])}, got ${shown(actual[field])}`,
  )
}

/** ` with { title: "x", labels: ["bug"] }`, and nothing of no fields. */
export function withFields(fields: Fields): string {
  const parts = Object.entries(fields).map(([field, value]) => `${field}: ${shown(value)}`)
  return parts.length === 0 ? '' : ` with { ${parts.join(', ')} }`
}

/** A value as a message shows it; a long text is cut. */
function shown(value: unknown): string {
  if (isAsymmetric(value)) return matcherText(value)
  if (value instanceof RegExp) return String(value)
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** What `expect.any(String)` and its like have in vitest, Jest and Playwright. */
interface Asymmetric {
  readonly asymmetricMatch: unknown
  /** Of those that are written without a sample: `Any<String>`. */
  readonly toAsymmetricMatcher?: () => string
  readonly sample?: unknown
}

/** An asymmetric matcher: `Any<String>`, `StringContaining "leak"`. */
function matcherText(matcher: Asymmetric): string {
  return matcher.toAsymmetricMatcher?.() ?? `${matcher} ${shown(matcher.sample)}`
}

/** Whether a value is an asymmetric matcher, of whichever runner. */
export function isAsymmetric(value: unknown): value is Asymmetric {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value
}
