import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const followModel = z.object({
  id: z.int(),
  /** Who follows. */
  user_id: z.int(),
  /** Who is followed. */
  followed_id: z.int(),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.follows`: a user whom another one follows. */
export type FollowRecord = z.output<typeof followModel>
