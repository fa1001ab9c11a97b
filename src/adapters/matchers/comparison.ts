import type { MatcherContext } from './matcher.ts'

/** Fields by name; expected ones can contain asymmetric matchers such as `expect.any(String)`. */
export type Fields = Readonly<Record<string, unknown>>

/** Returns the fields that differ from the expected ones; further fields are ignored. */
export function differingFields(
  { equals }: MatcherContext,
  actual: Fields,
  expected: Fields,
): string[] {
  return Object.keys(expected).filter((field) => !equals(actual[field], expected[field]))
}

/** Returns the candidates that differ in the fewest fields, if at least one field matches. */
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

/** Formats one line per differing field: `title: expected "x", got "y"`. */
export function differenceLines(
  context: MatcherContext,
  actual: Fields,
  expected: Fields,
): string[] {
  return differingFields(context, actual, expected).map(
    (field) => `${field}: expected ${shown(expected[field])}, got ${shown(actual[field])}`,
  )
}

/** Formats ` with { title: "x", labels: ["bug"] }`, or an empty text for no fields. */
export function withFields(fields: Fields): string {
  const parts = Object.entries(fields).map(([field, value]) => `${field}: ${shown(value)}`)
  return parts.length === 0 ? '' : ` with { ${parts.join(', ')} }`
}

/** Formats a value for a message; long texts are truncated. */
function shown(value: unknown): string {
  if (isAsymmetric(value)) return matcherText(value)
  if (value instanceof RegExp) return String(value)
  const text = JSON.stringify(value) ?? String(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}

/** The common shape of `expect.any(String)` and the like in vitest, Jest and Playwright. */
interface Asymmetric {
  readonly asymmetricMatch: unknown
  /** Exists on matchers that are formatted without a sample, such as `Any<String>`. */
  readonly toAsymmetricMatcher?: () => string
  readonly sample?: unknown
}

/** Formats an asymmetric matcher: `Any<String>`, `StringContaining "leak"`. */
function matcherText(matcher: Asymmetric): string {
  return matcher.toAsymmetricMatcher?.() ?? `${matcher} ${shown(matcher.sample)}`
}

/** Whether a value is an asymmetric matcher of any test runner. */
export function isAsymmetric(value: unknown): value is Asymmetric {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value
}
