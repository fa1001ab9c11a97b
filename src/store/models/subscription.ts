import { z } from '../../shared/zod.ts'

/**
 * An explicit subscription or unsubscription of a user. Without one, the participants of an issue or a merge request
 * are subscribed (`subscribed` in schemas/v3/resources/issue.json).
 */
export const subscriptionModel = z.object({
  id: z.int(),
  user_id: z.int(),
  subscribable_type: z.enum(['Issue', 'MergeRequest', 'Label']),
  subscribable_id: z.int(),
  subscribed: z._default(z.boolean(), true),
})

/** A record of `forge.db.subscriptions`: an explicit subscription or unsubscription of a user. */
export type SubscriptionRecord = z.output<typeof subscriptionModel>
