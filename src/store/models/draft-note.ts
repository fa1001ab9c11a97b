import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'
import { positionModel } from './position.ts'

/** What a reviewer wrote and did not publish yet (schemas/v4/resources/draft-note.json). */
export const draftNoteModel = z.object({
  id: z.int(),
  merge_request_id: z.int(),
  author_id: z.int(),
  note: z.string(),
  /** The discussion that it answers. */
  discussion_id: z._default(z.nullable(z.string()), null),
  /** Whether that is resolved when it is published. */
  resolve_discussion: z._default(z.boolean(), false),
  /** The commit of the merge request that the position is of, where it is not that of all. */
  commit_id: z._default(z.nullable(z.string()), null),
  position: z._default(z.nullable(positionModel), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.draftNotes`: a note on a merge request that its author alone sees. */
export type DraftNoteRecord = z.output<typeof draftNoteModel>
