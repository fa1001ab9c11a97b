import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const sshKeyModel = z.object({
  id: z.int(),
  user_id: z.int(),
  title: z.string(),
  key: z.string(),
  expires_at: z._default(z.nullable(timestamp), null),
  last_used_at: z._default(z.nullable(timestamp), null),
  usage_type: z._default(z.enum(['auth_and_signing', 'auth', 'signing']), 'auth_and_signing'),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.keys`: an SSH key of a user. */
export type SshKeyRecord = z.output<typeof sshKeyModel>
