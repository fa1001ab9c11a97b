import { z } from '../../shared/zod.ts'
import { accessLevel, day, epoch, timestamp } from './fields.ts'

/** A user's membership of a group or of a project. */
export const memberModel = z.object({
  id: z.int(),
  source_type: z.enum(['group', 'project']),
  source_id: z.int(),
  user_id: z.int(),
  access_level: accessLevel,
  /** From this day on the membership gives nothing. */
  expires_at: z._default(z.nullable(day), null),
  /** Who made them a member, where that is known. */
  created_by_id: z._default(z.nullable(z.int()), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.members`: a membership of a group or a project. */
export type MemberRecord = z.output<typeof memberModel>
