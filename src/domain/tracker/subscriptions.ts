import { notModified } from '../../contract/errors.ts'
import { targetKey } from '../../store/collections.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { Context } from '../context.ts'
import { isSubscribed } from './subscribed.ts'

/**
 * Subscribes the caller to an issue or a merge request, or unsubscribes them; 304 where it is so
 * already, be it by taking part (document 2, Subscription).
 */
export function setSubscription(
  context: Context,
  type: 'Issue' | 'MergeRequest',
  target: IssueRecord | MergeRequestRecord,
  subscribed: boolean,
): void {
  const { store, viewer } = context
  const user = viewer.signedIn()
  if (isSubscribed(context, type, target) === subscribed) throw notModified()
  const asked = store.subscriptions
    .by('subscribable', targetKey(type, target.id))
    .find(({ user_id }) => user_id === user.id)
  if (asked) store.subscriptions.replace(asked, { subscribed })
  else {
    store.subscriptions.insert({
      user_id: user.id,
      subscribable_type: type,
      subscribable_id: target.id,
      subscribed,
    })
  }
}
