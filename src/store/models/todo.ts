import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A to-do item of a user (schemas/v3/resources/todo.json). */
export const todoModel = z.object({
  id: z.int(),
  /** The user who has to do it. */
  user_id: z.int(),
  project_id: z.int(),
  /** The user who caused it; the user's own id where it was added by hand. */
  author_id: z.int(),
  action_name: z._default(
    z.enum([
      'assigned',
      'mentioned',
      'directly_addressed',
      'build_failed',
      'marked',
      'approval_required',
      'review_requested',
      'unmergeable',
    ]),
    'marked',
  ),
  target_type: z._default(z.enum(['Issue', 'MergeRequest']), 'Issue'),
  target_id: z.int(),
  /** The note that mentions the user, if any. */
  note_id: z._default(z.nullable(z.int()), null),
  state: z._default(z.enum(['pending', 'done']), 'pending'),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.todos`: a to-do item of a user. */
export type TodoRecord = z.output<typeof todoModel>
