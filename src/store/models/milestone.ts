import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

/** A milestone of issues and merge requests of a project, or of all projects of a group. */
export const milestoneModel = z.object({
  id: z.int(),
  /** Counted within the project or the group. */
  iid: z.int(),
  /** Exactly one of the two is set. */
  project_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  title: z.string(),
  description: z._default(z.nullable(z.string()), null),
  state: z._default(z.enum(['active', 'closed']), 'active'),
  due_date: z._default(z.nullable(day), null),
  start_date: z._default(z.nullable(day), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.milestones`: a milestone of a project or of a group. */
export type MilestoneRecord = z.output<typeof milestoneModel>
