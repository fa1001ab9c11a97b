import { z } from 'zod'
import { day, epoch, timestamp } from './fields.ts'

/** What issues and merge requests of a project are planned for (schemas/resources/milestone.json). */
export const milestoneModel = z.object({
  id: z.int(),
  /** Counted within the project. */
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable().default(null),
  state: z.enum(['active', 'closed']).default('active'),
  due_date: day.nullable().default(null),
  start_date: day.nullable().default(null),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
})

/** A record of `forge.db.milestones`: a milestone of a project. */
export type MilestoneRecord = z.output<typeof milestoneModel>
