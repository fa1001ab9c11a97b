/**
 * Whether a value of the API or of a record is as expected, deeply; what is expected may hold asymmetric
 * matchers. Playwright gives its matchers no comparison of its own.
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
