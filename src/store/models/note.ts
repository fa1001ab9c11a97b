import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'
import { positionModel } from './position.ts'

/** A comment on an issue, a merge request, a snippet or a commit (schemas/v3/resources/note.json). */
export const noteModel = z.object({
  id: z.int(),
  project_id: z.int(),
  noteable_type: z.enum(['Issue', 'MergeRequest', 'Snippet', 'Commit']),
  /** Null for a comment on a commit, which `commit_id` names. */
  noteable_id: z._default(z.nullable(z.int()), null),
  /** The SHA of the commit that is commented on; on a merge request the commit of it that a line is of. */
  commit_id: z._default(z.nullable(z.string()), null),
  body: z.string(),
  author_id: z.int(),
  /** Whether the forge wrote it, of something that happened to what it is on. */
  system: z._default(z.boolean(), false),
  /** Notes of one id make one discussion; a note without one stands alone (`discussionIdOf`). */
  discussion_id: z._default(z.nullable(z.string()), null),
  /** Whether the discussion can be resolved: on a merge request or an issue. */
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
  /** Where in a diff it is, as that is now; of one that is outdated, as it last was. */
  position: z._default(z.nullable(positionModel), null),
  /** Where in a diff it was written. */
  original_position: z._default(z.nullable(positionModel), null),
  /** Where the line was changed that it was about: it is outdated. */
  change_position: z._default(z.nullable(positionModel), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.notes`: a comment on an issue, a merge request, a snippet or a commit. */
export type NoteRecord = z.output<typeof noteModel>
