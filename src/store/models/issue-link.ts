import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** That two issues have to do with each other; each shows the other one. */
export const issueLinkModel = z.object({
  id: z.int(),
  source_id: z.int(),
  target_id: z.int(),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.issueLinks`: that two issues have to do with each other. */
export type IssueLinkRecord = z.output<typeof issueLinkModel>
