import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'

/**
 * Notes that a user is active, once a day (`Users::ActivityService` of GitLab). It is called for each request, so it
 * costs no more than a look-up unless the day changes.
 */
export function noteActivity(store: Store, user: UserRecord, now: string): void {
  const today = now.slice(0, 10)
  if (store.lastActivityOf(user) !== today) store.noteActivity(user, today)
}
