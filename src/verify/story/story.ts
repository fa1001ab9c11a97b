import type { OperationTag } from '../../contract/operation-contract.ts'
import type { TestContext } from './test-context.ts'

export interface StoryOptions {
  /** The resources that it tests: `--only Issues` runs it where `Issues` is among them. */
  readonly about: readonly OperationTag[]
  /** Whether all of it writes instance-wide settings or system hooks; it runs with `instance` only. */
  readonly needsInstance?: boolean
  /** Whether it affects other checks (the application settings): it runs alone, at the end. */
  readonly isExclusive?: boolean
  /**
   * Whether writes of others would hide what it finds (a cache that the next write empties): it runs after them, beside
   * what only reads.
   */
  readonly isUndisturbed?: boolean
  /** Whether it writes nothing beside what it shares with others that run before: it begins last. */
  readonly isReading?: boolean
  /** Whether it sends many sequential requests: it starts first, so that it does not end long after the others. */
  readonly isLong?: boolean
}

/** A test of how calls affect each other, with users and projects of its own. */
export interface Story extends StoryOptions {
  readonly name: string
  run(t: TestContext): Promise<void>
}

/**
 * Makes a story.
 *
 * @example
 * export const issueLife = story('the life of an issue', { about: ['Issues'] }, async (t) => {
 *   const jane = await t.user()
 *   const project = await t.project({ members: [[jane, 'developer']] })
 *   await t.chapter('closing', async () => {
 *     const issue = await jane.call('createIssue', { id: project.id, title: 'A leak' })
 *     const path = { id: project.id, issue_id: issue.body?.id }
 *     const closed = await jane.call('updateIssue', { ...path, state_event: 'close' })
 *     t.expect(closed, 'transition:close', 'state_event close closes an opened issue.')
 *       .equal(closed.body?.state, 'closed')
 *   })
 * })
 */
export function story(
  name: string,
  options: StoryOptions,
  run: (t: TestContext) => Promise<void>,
): Story {
  return { name, ...options, run }
}
