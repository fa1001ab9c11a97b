import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A reminder to a user of something to look at (schemas/v3/resources/todo.json). */
export const todoModel = z.object({
  id: z.int(),
  /** Whom it reminds. */
  user_id: z.int(),
  project_id: z.int(),
  /** Whose doing it was; the user's own where it was made by hand. */
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
    ]),
    'marked',
  ),
  target_type: z._default(z.enum(['Issue', 'MergeRequest']), 'Issue'),
  target_id: z.int(),
  /** The note that mentions the user, where one does. */
  note_id: z._default(z.nullable(z.int()), null),
  state: z._default(z.enum(['pending', 'done']), 'pending'),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.todos`: a reminder to a user. */
export type TodoRecord = z.output<typeof todoModel>
