import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

/** The types of issues in GitLab 18. */
export const issueTypes = ['issue', 'incident', 'task', 'test_case', 'requirement'] as const

/** An issue of a project (schemas/v3/resources/issue.json). */
export const issueModel = z.object({
  id: z.int(),
  /** Counted within the project. */
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z._default(z.nullable(z.string()), null),
  state: z._default(z.enum(['opened', 'closed']), 'opened'),
  author_id: z.int(),
  assignee_id: z._default(z.nullable(z.int()), null),
  milestone_id: z._default(z.nullable(z.int()), null),
  /** Titles of labels of the project. */
  labels: z._default(z.array(z.string()), []),
  confidential: z._default(z.boolean(), false),
  due_date: z._default(z.nullable(day), null),
  /** The type of work item; `issue` by default. */
  issue_type: z._default(z.enum(issueTypes), 'issue'),
  /** The severity of an incident. */
  severity: z._default(z.enum(['unknown', 'low', 'medium', 'high', 'critical']), 'unknown'),
  /** Whether only members can comment; null until it is set. */
  discussion_locked: z._default(z.nullable(z.boolean()), null),
  /** The address of the Zoom meeting that a quick action added. */
  zoom_meeting_url: z._default(z.nullable(z.string()), null),
  /** The position in a manually sorted list; null sorts it by its id. */
  relative_position: z._default(z.nullable(z.number()), null),
  /** In seconds. */
  time_estimate: z._default(z.int(), 0),
  total_time_spent: z._default(z.int(), 0),
  /** The time of closing and the user who closed it; null while it is open, and where they are unknown. */
  closed_at: z._default(z.nullable(timestamp), null),
  closed_by_id: z._default(z.nullable(z.int()), null),
  /** The issue in another project that this one was moved to. */
  moved_to_id: z._default(z.nullable(z.int()), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  /** Set by a soft delete: the record is kept so that its iid is not reused, but it is hidden from everybody. */
  deleted_at: z._default(z.nullable(timestamp), null),
})

/** A record of `forge.db.issues`: an issue; deleted ones are kept, with `deleted_at`. */
export type IssueRecord = z.output<typeof issueModel>
