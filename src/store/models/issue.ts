import { z } from '../../shared/zod.ts'
import { day, epoch, timestamp } from './fields.ts'

/** The kinds of issues of GitLab 18. */
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
  /** What kind of work it is: `issue` unless somebody said otherwise. */
  issue_type: z._default(z.enum(issueTypes), 'issue'),
  /** Of an incident: how bad it is. */
  severity: z._default(z.enum(['unknown', 'low', 'medium', 'high', 'critical']), 'unknown'),
  /** Whether members alone may comment; null until somebody says. */
  discussion_locked: z._default(z.nullable(z.boolean()), null),
  /** Where it stands among the others where they are moved by hand; null for the place of its id. */
  relative_position: z._default(z.nullable(z.number()), null),
  /** In seconds. */
  time_estimate: z._default(z.int(), 0),
  total_time_spent: z._default(z.int(), 0),
  /** When and by whom it was closed; null while it is open, and where nobody knows any more. */
  closed_at: z._default(z.nullable(timestamp), null),
  closed_by_id: z._default(z.nullable(z.int()), null),
  /** The issue in another project that this one was moved to. */
  moved_to_id: z._default(z.nullable(z.int()), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  /** Deletion is soft: a deleted issue is kept, its iid never used again, and shown to nobody. */
  deleted_at: z._default(z.nullable(timestamp), null),
})

/** A record of `forge.db.issues`: an issue; deleted ones are kept, with `deleted_at`. */
export type IssueRecord = z.output<typeof issueModel>
