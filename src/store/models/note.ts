import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'
import { positionModel } from './position.ts'

/** A comment on an issue, a merge request, a snippet or a commit (schemas/v3/resources/note.json). */
export const noteModel = z.object({
  id: z.int(),
  project_id: z.int(),
  noteable_type: z.enum(['Issue', 'MergeRequest', 'Snippet', 'Commit']),
  /** Null for a comment on a commit, which has a `commit_id`. */
  noteable_id: z._default(z.nullable(z.int()), null),
  /** The SHA of the commented commit; on a merge request, the commit whose diff is commented. */
  commit_id: z._default(z.nullable(z.string()), null),
  body: z.string(),
  author_id: z.int(),
  /** Whether the forge generated it for a change of its target. */
  system: z._default(z.boolean(), false),
  /** The discussion that it belongs to; a note without one is on its own (`discussionIdOf`). */
  discussion_id: z._default(z.nullable(z.string()), null),
  /** Whether its discussion can be resolved, as on merge requests and issues. */
  resolvable: z._default(z.boolean(), false),
  resolved: z._default(z.boolean(), false),
  resolved_by_id: z._default(z.nullable(z.int()), null),
  /** Null where it is not resolved, or the time is unknown. */
  resolved_at: z._default(z.nullable(timestamp), null),
  /** Whether only members can see it (`internal` in schemas/v4/resources/note.json). */
  internal: z._default(z.boolean(), false),
  /** The file, the line and the side of the diff of a comment. */
  path: z._default(z.nullable(z.string()), null),
  line: z._default(z.nullable(z.int()), null),
  line_type: z._default(z.nullable(z.enum(['new', 'old'])), null),
  /** The present position in the diff; of an outdated comment, the last one. */
  position: z._default(z.nullable(positionModel), null),
  /** The position in the diff at the time of writing. */
  original_position: z._default(z.nullable(positionModel), null),
  /** The position of the change that made the comment outdated. */
  change_position: z._default(z.nullable(positionModel), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.notes`: a comment on an issue, a merge request, a snippet or a commit. */
export type NoteRecord = z.output<typeof noteModel>
