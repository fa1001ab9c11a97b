import type { UserRecord } from '../../../store/models/user.ts'
import { folded, targetKey } from '../../../store/record-keys.ts'
import type { Presentation } from '../context.ts'
import { namesMentioned } from './mentioned-users.ts'

/** What can be subscribed to: an issue or a merge request. */
interface Subscribable {
  readonly id: number
  readonly title: string
  readonly description: string | null
  readonly author_id: number
  readonly assignee_id: number | null
}

/**
 * Whether the caller is subscribed: as they chose, else if they take part, as author, assignee or
 * commenter or by being mentioned (schemas/v3/resources/issue.json).
 */
export function isSubscribed(
  { store, viewer: { user } }: Presentation,
  type: 'Issue' | 'MergeRequest',
  target: Subscribable,
): boolean {
  if (!user) return false
  const key = targetKey(type, target.id)
  const asked = store.subscriptions.by('subscribable', key).find((one) => one.user_id === user.id)
  if (asked) return asked.subscribed
  if (target.author_id === user.id || target.assignee_id === user.id) return true
  if (mentions(target.title, user) || mentions(target.description, user)) return true
  return store.notes
    .by('noteable', key)
    .some((note) => !note.system && (note.author_id === user.id || mentions(note.body, user)))
}

function mentions(text: string | null, { username }: UserRecord): boolean {
  return namesMentioned(text).has(folded(username))
}
