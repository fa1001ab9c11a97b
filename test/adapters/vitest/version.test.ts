import { expect, it, test } from 'vitest'
import { checkTest, checkVersion } from '../../../src/adapters/vitest/version.ts'

it.each(['0.34.6', '2.1.9', '3.2.4', '4.0.18'])('refuses vitest %s', (version) => {
  expect(() => checkVersion(version)).toThrow(
    `forgery/vitest needs vitest 4.1 or later, and this is ${version}.`,
  )
})

it.each(['4.1.0', '4.12.3', '5.0.0-beta.1', '10.0.0'])('takes vitest %s', (version) => {
  expect(() => checkVersion(version)).not.toThrow()
})

it('knows an old `test` by what it lacks', () => {
  expect(() => checkTest(() => {})).toThrow(
    'forgery/vitest needs vitest 4.1 or later: its `test` has `aroundEach`, which this one lacks.',
  )
  expect(() => checkTest(test)).not.toThrow()
})
