import { z } from 'zod'
import { day, epoch, timestamp } from './fields.ts'

/** An issue of a project (schemas/resources/issue.json). */
export const issueModel = z.object({
  id: z.int(),
  /** Counted within the project. */
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable().default(null),
  state: z.enum(['opened', 'closed']).default('opened'),
  author_id: z.int(),
  assignee_id: z.int().nullable().default(null),
  milestone_id: z.int().nullable().default(null),
  /** Titles of labels of the project. */
  labels: z.array(z.string()).default([]),
  confidential: z.boolean().default(false),
  due_date: day.nullable().default(null),
  /** The issue in another project that this one was moved to. */
  moved_to_id: z.int().nullable().default(null),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
  /** Deletion is soft: a deleted issue is kept, its iid never used again, and shown to nobody. */
  deleted_at: timestamp.nullable().default(null),
})

/** A record of `forge.db.issues`: an issue; deleted ones are kept, with `deleted_at`. */
export type IssueRecord = z.output<typeof issueModel>
