import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const gpgKeyModel = z.object({
  id: z.int(),
  user_id: z.int(),
  /** ASCII-armored. */
  key: z.string(),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.gpgKeys`: a GPG key of a user. */
export type GpgKeyRecord = z.output<typeof gpgKeyModel>
