import { z } from '../../shared/zod.ts'
import { accessLevel, day } from './fields.ts'

/** A group that another one was invited to: the members of that one reach it up to `group_access`. */
export const groupShareModel = z.object({
  id: z.int(),
  /** The group that is shared. */
  group_id: z.int(),
  /** The group whose members are let in. */
  invited_group_id: z.int(),
  group_access: z._default(accessLevel, 30),
  /** From this day on the share gives nothing. */
  expires_at: z._default(z.nullable(day), null),
})

/** A record of `forge.db.groupShares`: a group that another one was invited to. */
export type GroupShareRecord = z.output<typeof groupShareModel>
