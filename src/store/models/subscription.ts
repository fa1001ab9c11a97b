import { z } from '../../shared/zod.ts'

/**
 * That a user asked to be subscribed or unsubscribed. Where there is none, those who take part in an
 * issue or a merge request are subscribed (`subscribed` in schemas/v3/resources/issue.json).
 */
export const subscriptionModel = z.object({
  id: z.int(),
  user_id: z.int(),
  subscribable_type: z.enum(['Issue', 'MergeRequest', 'Label']),
  subscribable_id: z.int(),
  subscribed: z._default(z.boolean(), true),
})

/** A record of `forge.db.subscriptions`: that a user subscribed to something, or unsubscribed. */
export type SubscriptionRecord = z.output<typeof subscriptionModel>
