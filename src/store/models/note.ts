import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A comment on an issue, a merge request, a snippet or a commit (schemas/v3/resources/note.json). */
export const noteModel = z.object({
  id: z.int(),
  project_id: z.int(),
  noteable_type: z.enum(['Issue', 'MergeRequest', 'Snippet', 'Commit']),
  /** Null for a comment on a commit, which `commit_id` names. */
  noteable_id: z._default(z.nullable(z.int()), null),
  /** The SHA of the commit that is commented on. */
  commit_id: z._default(z.nullable(z.string()), null),
  body: z.string(),
  author_id: z.int(),
  /** Whether the forge wrote it, of something that happened to what it is on. */
  system: z._default(z.boolean(), false),
  /** Notes of one id make one discussion; a note without one stands alone. */
  discussion_id: z._default(z.nullable(z.string()), null),
  /** Whether the discussion waits to be resolved: only on a merge request. */
  resolvable: z._default(z.boolean(), false),
  resolved: z._default(z.boolean(), false),
  resolved_by_id: z._default(z.nullable(z.int()), null),
  /** Null where it is not resolved, and where nobody knows when. */
  resolved_at: z._default(z.nullable(timestamp), null),
  /** Whether members alone see it (`internal` in schemas/v4/resources/note.json). */
  internal: z._default(z.boolean(), false),
  /** The file, the line and the side of the diff that a comment is on. */
  path: z._default(z.nullable(z.string()), null),
  line: z._default(z.nullable(z.int()), null),
  line_type: z._default(z.nullable(z.enum(['new', 'old'])), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.notes`: a comment on an issue, a merge request, a snippet or a commit. */
export type NoteRecord = z.output<typeof noteModel>
