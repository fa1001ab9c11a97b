import { notModified } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Context } from '../context.ts'
import { isSubscribed, isSubscribedToLabel } from './subscribed.ts'

/** Throws 304 where the subscription would not change; participation also counts as a subscription. */
export function checkSubscription(
  context: Context,
  type: 'Issue' | 'MergeRequest',
  target: IssueRecord | MergeRequestRecord,
  subscribed: boolean,
): void {
  context.viewer.signedIn()
  if (isSubscribed(context, type, target) === subscribed) throw notModified()
}

/** Does the same for a label, which has only explicit subscriptions. */
export function checkLabelSubscription(
  context: Context,
  label: LabelRecord,
  subscribed: boolean,
): void {
  context.viewer.signedIn()
  if (isSubscribedToLabel(context, label) === subscribed) throw notModified()
}

/** Subscribes the caller to an issue, a merge request or a label, or unsubscribes the caller. */
export function setSubscription(
  { store, viewer }: Context,
  type: 'Issue' | 'MergeRequest' | 'Label',
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
