import { z } from '../../shared/zod.ts'
import { accessLevel, day, epoch, timestamp } from './fields.ts'

/** A user's membership of a group or of a project. */
export const memberModel = z.object({
  id: z.int(),
  source_type: z.enum(['group', 'project']),
  source_id: z.int(),
  user_id: z.int(),
  access_level: accessLevel,
  /** The first day on which the membership is not valid. */
  expires_at: z._default(z.nullable(day), null),
  /** The user who added the member, if known. */
  created_by_id: z._default(z.nullable(z.int()), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.members`: a membership of a group or a project. */
export type MemberRecord = z.output<typeof memberModel>
