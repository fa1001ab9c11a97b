import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

const processMode = z.enum(['unordered', 'oldest_first', 'newest_first', 'newest_ready_first'])

/** A resource that only one build of a project uses at a time, with the order in which waiting builds get it. */
export const resourceGroupModel = z.object({
  id: z.int(),
  project_id: z.int(),
  key: z.string(),
  process_mode: z._default(processMode, 'unordered'),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.resourceGroups`: a resource that only one build uses at a time. */
export type ResourceGroupRecord = z.output<typeof resourceGroupModel>
