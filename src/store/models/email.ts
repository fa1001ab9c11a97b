import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A secondary address; the primary one is a field of the user. */
export const emailModel = z.object({
  id: z.int(),
  user_id: z.int(),
  email: z.string(),
  confirmed_at: z._default(z.nullable(timestamp), epoch),
})

/** A record of `forge.db.emails`: a secondary e-mail address of a user. */
export type EmailRecord = z.output<typeof emailModel>
