const needed = 'forgery/vitest needs vitest 4.1 or later'

/**
 * Refuses a version of vitest without the API that the reporter uses, which would fail with a TypeError.
 * @throws Error that states the version and the required one.
 */
export function checkVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 4 || (major === 4 && minor >= 1)) return
  throw new Error(`${needed}, and this is ${version}.`)
}

/** Checks the `test` function of vitest, which does not state its version. */
export function checkTest(test: object): void {
  if ('aroundEach' in test) return
  throw new Error(`${needed}: its \`test\` has \`aroundEach\`, which this one lacks.`)
}
