import type { LabelRecord } from '../../../store/models/label.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Presentation } from '../context.ts'
import { mentionsUser } from './mentioned-users.ts'

/** The fields of an issue or merge request that subscriptions depend on. */
interface Subscribable {
  readonly id: number
  readonly title: string
  readonly description: string | null
  readonly author_id: number
  readonly assignee_id: number | null
}

/**
 * Whether the caller is subscribed: by choice, else by participation as author, assignee, commenter or mentioned user
 * (schemas/v3/resources/issue.json).
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
  const notes = store.notes.by('noteable', key).filter((note) => !note.system)
  if (notes.some((note) => note.author_id === user.id)) return true
  return isMentioned(user, [target.title, target.description, ...notes.map((note) => note.body)])
}

/** Whether the caller chose to be subscribed to a label. */
export function isSubscribedToLabel(
  { store, viewer: { user } }: Presentation,
  { id }: LabelRecord,
): boolean {
  const chosen = store.subscriptions
    .by('subscribable', targetKey('Label', id))
    .find(({ user_id }) => user_id === user?.id)
  return chosen?.subscribed ?? false
}

/**
 * How many characters of an issue's or merge request's texts are searched for the caller's mention, oldest first: a
 * page lists a hundred, with any number of comments each.
 */
export const MAX_SUBSCRIPTION_CHARACTERS = 100_000

function isMentioned(user: UserRecord, texts: readonly (string | null)[]): boolean {
  let left = MAX_SUBSCRIPTION_CHARACTERS
  for (const text of texts) {
    if (left <= 0) return false
    if (!text) continue
    if (mentionsUser(text.slice(0, left), user)) return true
    left -= text.length
  }
  return false
}
