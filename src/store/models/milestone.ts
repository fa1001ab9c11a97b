import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

/** What issues and merge requests of a project are planned for (schemas/v3/resources/milestone.json). */
export const milestoneModel = z.object({
  id: z.int(),
  /** Counted within the project. */
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z._default(z.nullable(z.string()), null),
  state: z._default(z.enum(['active', 'closed']), 'active'),
  due_date: z._default(z.nullable(day), null),
  start_date: z._default(z.nullable(day), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.milestones`: a milestone of a project. */
export type MilestoneRecord = z.output<typeof milestoneModel>
