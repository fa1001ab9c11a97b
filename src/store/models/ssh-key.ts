import { z } from 'zod'
import { epoch, timestamp } from './fields.ts'

export const sshKeyModel = z.object({
  id: z.int(),
  user_id: z.int(),
  title: z.string(),
  key: z.string(),
  created_at: timestamp.default(epoch),
})
export type SshKeyRecord = z.output<typeof sshKeyModel>
