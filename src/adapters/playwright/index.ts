/** `forgery/playwright`: isolated worlds for tests with `@playwright/test`. */
import { expect as baseExpect, type Expect } from '@playwright/test'
import { forgeMatchers } from '../matchers/index.ts'
import { retrying } from './retrying.ts'

export { type ForgeFixtures, type ForgeWorkerOptions, test } from './fixtures.ts'

const matchers = {
  toHaveReceived: retrying(forgeMatchers.toHaveReceived),
  toHaveIssue: retrying(forgeMatchers.toHaveIssue),
  toHaveMergeRequest: retrying(forgeMatchers.toHaveMergeRequest),
  toHaveNote: retrying(forgeMatchers.toHaveNote),
  toHaveProject: retrying(forgeMatchers.toHaveProject),
  toHaveUser: retrying(forgeMatchers.toHaveUser),
}

/**
 * Playwright's `expect` with the matchers of `forgery/matchers`, which retry for up to five seconds.
 * @example
 * await expect(forge).toHaveIssue({ project: 'jane/website', title: 'It leaks', state: 'closed' })
 */
export const expect: Expect<typeof matchers> = baseExpect.extend(matchers)
