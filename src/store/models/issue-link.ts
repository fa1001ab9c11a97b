import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A relation between two issues, which is shown on both. */
export const issueLinkModel = z.object({
  id: z.int(),
  source_id: z.int(),
  target_id: z.int(),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.issueLinks`: a relation between two issues. */
export type IssueLinkRecord = z.output<typeof issueLinkModel>
