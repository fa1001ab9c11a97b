import { z } from 'zod'
import { epoch, timestamp } from './fields.ts'

/** A reminder to a user of something to look at (schemas/resources/todo.json). */
export const todoModel = z.object({
  id: z.int(),
  /** Whom it reminds. */
  user_id: z.int(),
  project_id: z.int(),
  /** Whose doing it was; the user's own where it was made by hand. */
  author_id: z.int(),
  action_name: z
    .enum(['assigned', 'mentioned', 'build_failed', 'marked', 'approval_required'])
    .default('marked'),
  target_type: z.enum(['Issue', 'MergeRequest']).default('Issue'),
  target_id: z.int(),
  /** The note that mentions the user, where one does. */
  note_id: z.int().nullable().default(null),
  state: z.enum(['pending', 'done']).default('pending'),
  created_at: timestamp.default(epoch),
})

/** A record of `forge.db.todos`: a reminder to a user. */
export type TodoRecord = z.output<typeof todoModel>
