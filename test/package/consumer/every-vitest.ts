// The fixtures of vitest and its reporter, as a suite imports them; it is compiled, and not run.
import { forgeTest } from 'forgery/vitest'
import CoverageReporter from 'forgery/vitest/reporter'
import { expect } from 'vitest'

const test = forgeTest({ seed: { users: [{ username: 'jane' }] }, baseUrl: 'https://forge.test' })

test('has a fork', ({ forge, server }) => {
  server.use()
  expect(new CoverageReporter({ threshold: 0.25 })).toBeDefined()
  const count: number = forge.db.issues.count()
  expect(count).toBe(0)
  expect(forge).toHaveReceived('createIssue', { title: 'It leaks' }, { user: 'jane' })
  // @ts-expect-error No operation has this name.
  expect(forge).toHaveReceived('createNothing')
})
