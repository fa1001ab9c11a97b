import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const followModel = z.object({
  id: z.int(),
  /** The follower. */
  user_id: z.int(),
  /** The followed user. */
  followed_id: z.int(),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.follows`: a user who follows another one. */
export type FollowRecord = z.output<typeof followModel>
