import type { OperationTag } from '../../contract/operation-contract.ts'
import type { TestContext } from './test-context.ts'

export interface StoryOptions {
  /** The resources it is about: `--only Issues` runs it where `Issues` is among them. */
  readonly about: readonly OperationTag[]
  /** Whether all of it writes settings or system hooks, which are instance-wide: it runs with `instance` alone. */
  readonly needsInstance?: boolean
  /** Whether it changes what others see (the application settings): it runs alone, at the end. */
  readonly isExclusive?: boolean
  /**
   * Whether it sends many requests one after the other: it begins before the others, not to end
   * long after them.
   */
  readonly isLong?: boolean
}

/** What one call does to another, from its beginning to its end on people and projects of its own. */
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
