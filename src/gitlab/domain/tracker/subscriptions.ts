import { notModified } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { isSubscribed } from './subscribed.ts'

/**
 * Refuses with 304 what would change nothing: the caller is subscribed already, be it by taking part,
 * or is not.
 */
export function checkSubscription(
  context: Context,
  type: 'Issue' | 'MergeRequest',
  target: IssueRecord | MergeRequestRecord,
  subscribed: boolean,
): void {
  context.viewer.signedIn()
  if (isSubscribed(context, type, target) === subscribed) throw notModified()
}

/** Subscribes the caller to an issue or a merge request, or unsubscribes them. */
export function setSubscription(
  { store, viewer }: Context,
  type: 'Issue' | 'MergeRequest',
  { id }: { readonly id: number },
  subscribed: boolean,
): void {
  const user = viewer.signedIn()
  const chosen = store.subscriptions
    .by('subscribable', targetKey(type, id))
    .find(({ user_id }) => user_id === user.id)
  if (chosen) store.subscriptions.replace(chosen, { subscribed })
  else {
    store.subscriptions.insert({
      user_id: user.id,
      subscribable_type: type,
      subscribable_id: id,
      subscribed,
    })
  }
}
