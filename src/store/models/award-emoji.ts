import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** An emoji that a user awarded (schemas/v3/resources/award-emoji.json). */
export const awardEmojiModel = z.object({
  id: z.int(),
  /** Without colons; `thumbsup` and `thumbsdown` are the votes on a merge request. */
  name: z.string(),
  user_id: z.int(),
  awardable_type: z.enum(['Issue', 'MergeRequest', 'Snippet', 'Note']),
  awardable_id: z.int(),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.awardEmoji`: an emoji on an issue, a merge request, a snippet or a note. */
export type AwardEmojiRecord = z.output<typeof awardEmojiModel>
