import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A token by which others start pipelines of a project, in the name of who made it. */
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

/** A record of `forge.db.triggers`: a token that starts pipelines, and whose it is. */
export type TriggerRecord = z.output<typeof triggerModel>
