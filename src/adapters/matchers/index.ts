/** `forgery/matchers`: matchers for a forge, for `expect.extend` of vitest, Jest and Playwright. */
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Snapshot } from '../../store/store.ts'
import { type ExpectedChanges, toHaveChanged } from './changed.ts'
import { type ReceivedOptions, toHaveReceived } from './received.ts'
import {
  type ExpectedIssue,
  type ExpectedMergeRequest,
  type ExpectedNote,
  type ExpectedProject,
  type ExpectedUser,
  recordMatcher,
} from './records.ts'

export type { ExpectedChange, ExpectedChanges } from './changed.ts'
export type { ReceivedOptions } from './received.ts'
export type {
  ExpectedIssue,
  ExpectedMergeRequest,
  ExpectedNote,
  ExpectedProject,
  ExpectedUser,
} from './records.ts'

/**
 * The matchers of `expect(forge)`. They are synchronous for a forge in this process; `await` them for a remote one.
 * Values can be asymmetric matchers: `title: expect.stringContaining('leak')`. Without fields, any record matches.
 * @throws TypeError for a field that such a record, or a parameter that the operation, does not have.
 */
export interface ForgeMatchers<Result = void> {
  /**
   * Asserts that requests to an operation were made with these parameters, among others.
   * @example
   * expect(forge).toHaveReceived('createIssue', { title: 'It leaks' }, { user: 'jane', times: 1 })
   */
  toHaveReceived(
    operation: OperationId,
    parameters?: Readonly<Record<string, unknown>>,
    options?: ReceivedOptions,
  ): Result
  /**
   * Asserts the changes of the world since a snapshot: in each named collection, and among branches and tags (`refs`),
   * exactly these were added, changed and removed. Without an expectation, asserts that anything changed.
   * `forge.changesSince` lists the actual changes. Snapshots of a remote forge are given by name.
   * @example
   * const before = forge.snapshot()
   * await runTheAgent()
   * expect(forge).toHaveChanged(before, {
   *   issues: { changed: [{ iid: 1, state: 'closed' }] },
   *   refs: { added: [{ project: 'jane/website', ref: 'refs/heads/fix' }] },
   *   users: {},
   * })
   */
  toHaveChanged(since?: Snapshot | string, expected?: ExpectedChanges): Result
  /**
   * Asserts that there is an issue with these fields.
   * @example
   * expect(forge).toHaveIssue({ project: 'jane/website', title: 'It leaks', state: 'closed' })
   */
  toHaveIssue(expected?: ExpectedIssue): Result
  /**
   * Asserts that there is a merge request with these fields.
   * @example
   * expect(forge).toHaveMergeRequest({ source_branch: 'fix', state: 'merged', merge_user: 'bob' })
   */
  toHaveMergeRequest(expected?: ExpectedMergeRequest): Result
  /**
   * Asserts that there is a note with these fields, written by a user or by the forge.
   * @example
   * expect(forge).toHaveNote({ on: 'jane/website#1', author: 'bob', body: 'I am on it.' })
   */
  toHaveNote(expected?: ExpectedNote): Result
  /**
   * Asserts that there is a project with these fields.
   * @example
   * expect(forge).toHaveProject({ path: 'jane/website', visibility: 'private' })
   */
  toHaveProject(expected?: ExpectedProject): Result
  /**
   * Asserts that there is a user with these fields.
   * @example
   * expect(forge).toHaveUser({ username: 'bob', state: 'blocked' })
   */
  toHaveUser(expected?: ExpectedUser): Result
}

/**
 * The matchers of `ForgeMatchers`, for `expect.extend`. `forgery/vitest` adds them automatically.
 * @example
 * expect.extend(forgeMatchers)
 * expect(forge).toHaveUser({ username: 'bob', state: 'blocked' })
 */
export const forgeMatchers = {
  toHaveReceived,
  toHaveChanged,
  toHaveIssue: recordMatcher<ExpectedIssue>('toHaveIssue', 'issues'),
  toHaveMergeRequest: recordMatcher<ExpectedMergeRequest>('toHaveMergeRequest', 'merge_requests'),
  toHaveNote: recordMatcher<ExpectedNote>('toHaveNote', 'notes'),
  toHaveProject: recordMatcher<ExpectedProject>('toHaveProject', 'projects'),
  toHaveUser: recordMatcher<ExpectedUser>('toHaveUser', 'users'),
}
