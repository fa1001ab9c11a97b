import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'
import { positionModel } from './position.ts'

/** A draft of a review comment that is not published yet (schemas/v4/resources/draft-note.json). */
export const draftNoteModel = z.object({
  id: z.int(),
  merge_request_id: z.int(),
  author_id: z.int(),
  note: z.string(),
  /** The discussion that it replies to. */
  discussion_id: z._default(z.nullable(z.string()), null),
  /** Whether publishing it resolves that discussion. */
  resolve_discussion: z._default(z.boolean(), false),
  /** The commit of the merge request that the position refers to, unless it refers to the whole diff. */
  commit_id: z._default(z.nullable(z.string()), null),
  position: z._default(z.nullable(positionModel), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.draftNotes`: a note on a merge request that only its author can see. */
export type DraftNoteRecord = z.output<typeof draftNoteModel>
