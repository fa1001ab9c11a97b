import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const sshKeyModel = z.object({
  id: z.int(),
  user_id: z.int(),
  title: z.string(),
  key: z.string(),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.keys`: an SSH key of a user. */
export type SshKeyRecord = z.output<typeof sshKeyModel>
