import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingUser } from '../lookups.ts'
import { mentionedUsers } from './mentioned-users.ts'
import type { Noteable } from './noteable.ts'

/** What of an issue or a merge request says who takes part in it. */
type Written = Pick<IssueRecord, 'author_id' | 'assignee_id' | 'title' | 'description'> &
  Partial<Pick<MergeRequestRecord, 'more_assignee_ids' | 'reviewers'>>

/**
 * Who takes part in an issue or a merge request: its author, assignees and reviewers, who commented, who is mentioned, and who
 * awarded emoji. In the order of their ids.
 */
export function participantsOf(
  context: Context,
  noteable: Noteable,
  written: Written,
): UserRecord[] {
  const { store } = context
  const { author_id, assignee_id, title, description } = written
  const { more_assignee_ids = [], reviewers = [] } = written
  const key = targetKey(noteable.type, noteable.id)
  const notes = store.notes.by('noteable', key).filter(({ system }) => !system)
  const text = [title, description, ...notes.map(({ body }) => body)].join('\n\n')
  const ids = new Set([
    author_id,
    ...(assignee_id === null ? [] : [assignee_id]),
    ...more_assignee_ids,
    ...reviewers.map(({ user_id }) => user_id),
    ...notes.map((note) => note.author_id),
    ...store.awardEmoji.by('awardable', key).map(({ user_id }) => user_id),
    ...mentionedUsers(context, noteable, text).map(({ id }) => id),
  ])
  return [...ids].sort((a, b) => a - b).map((id) => existingUser(context, id))
}
