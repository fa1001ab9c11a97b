import { z } from '../../shared/zod.ts'

/** A secondary address; the primary one is a field of the user. */
export const emailModel = z.object({ id: z.int(), user_id: z.int(), email: z.string() })

/** A record of `forge.db.emails`: a secondary e-mail address of a user. */
export type EmailRecord = z.output<typeof emailModel>
