import { z } from 'zod'
import { epoch, timestamp } from './fields.ts'

/** A comment on an issue, a merge request, a snippet or a commit (schemas/resources/note.json). */
export const noteModel = z.object({
  id: z.int(),
  project_id: z.int(),
  noteable_type: z.enum(['Issue', 'MergeRequest', 'Snippet', 'Commit']),
  /** Null for a comment on a commit, which `commit_id` names. */
  noteable_id: z.int().nullable().default(null),
  /** The SHA of the commit that is commented on. */
  commit_id: z.string().nullable().default(null),
  body: z.string(),
  author_id: z.int(),
  /** Whether the forge wrote it, of something that happened to what it is on. */
  system: z.boolean().default(false),
  /** Notes of one id make one discussion; a note without one stands alone. */
  discussion_id: z.string().nullable().default(null),
  /** Whether the discussion waits to be resolved: only on a merge request. */
  resolvable: z.boolean().default(false),
  resolved: z.boolean().default(false),
  resolved_by_id: z.int().nullable().default(null),
  /** The file, the line and the side of the diff that a comment is on. */
  path: z.string().nullable().default(null),
  line: z.int().nullable().default(null),
  line_type: z.enum(['new', 'old']).nullable().default(null),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
})

/** A record of `forge.db.notes`: a comment on an issue, a merge request, a snippet or a commit. */
export type NoteRecord = z.output<typeof noteModel>
