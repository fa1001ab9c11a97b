import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

export const starModel = z.object({
  id: z.int(),
  user_id: z.int(),
  project_id: z.int(),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.stars`: a project that a user starred. */
export type StarRecord = z.output<typeof starModel>
