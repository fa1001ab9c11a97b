import { z } from '../../shared/zod.ts'
import { accessLevel, day, epoch, timestamp } from './fields.ts'

/** An invitation of somebody without an account to become a member (schemas/v4/resources/invitation.json). */
export const invitationModel = z.object({
  id: z.int(),
  source_type: z.enum(['group', 'project']),
  source_id: z.int(),
  email: z.string(),
  token: z.string(),
  access_level: accessLevel,
  expires_at: z._default(z.nullable(day), null),
  /** The user who invited them; null after their deletion. */
  created_by_id: z._default(z.nullable(z.int()), null),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.invitations`: an e-mail address that was invited to become a member. */
export type InvitationRecord = z.output<typeof invitationModel>
