import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { existingUser } from '../lookups.ts'
import { mentionedUsers } from './mentioned-users.ts'
import type { Noteable } from './noteable.ts'

/** The fields of an issue or merge request that determine its participants. */
type Written = Pick<IssueRecord, 'author_id' | 'assignee_id' | 'title' | 'description'> &
  Partial<Pick<MergeRequestRecord, 'more_assignee_ids' | 'reviewers'>>

/**
 * Returns the participants of an issue or merge request, by id: author, assignees, reviewers, commenters, mentioned
 * users, and users who awarded emoji.
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
