import { z } from '../../shared/zod.ts'
import { accessLevel, day } from './fields.ts'

/** A group that is shared with another group, whose members get access up to `group_access`. */
export const groupShareModel = z.object({
  id: z.int(),
  /** The group that is shared. */
  group_id: z.int(),
  /** The group whose members get access. */
  invited_group_id: z.int(),
  group_access: z._default(accessLevel, 30),
  /** The first day on which the share is not valid. */
  expires_at: z._default(z.nullable(day), null),
})

/** A record of `forge.db.groupShares`: a group that is shared with another group. */
export type GroupShareRecord = z.output<typeof groupShareModel>
