import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A trigger token that starts pipelines of a project as its owner. */
export const triggerModel = z.object({
  id: z.int(),
  project_id: z.int(),
  owner_id: z.int(),
  token: z.string(),
  description: z._default(z.string(), ''),
  last_used_at: z._default(z.nullable(timestamp), null),
  expires_at: z._default(z.nullable(timestamp), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.triggers`: a trigger token of a project. */
export type TriggerRecord = z.output<typeof triggerModel>
