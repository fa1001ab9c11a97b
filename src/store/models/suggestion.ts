import { z } from '../../shared/zod.ts'

/** A suggested replacement of lines in a note on a diff (schemas/v4/resources/suggestion.json). */
export const suggestionModel = z.object({
  id: z.int(),
  note_id: z.int(),
  /** The number of lines above and below the line of the note that are replaced. */
  lines_above: z._default(z.int(), 0),
  lines_below: z._default(z.int(), 0),
  from_content: z.string(),
  to_content: z.string(),
  applied: z._default(z.boolean(), false),
  /** The commit that applied it. */
  commit_id: z._default(z.nullable(z.string()), null),
})

/** A record of `forge.db.suggestions`: a replacement of lines that a note suggests. */
export type SuggestionRecord = z.output<typeof suggestionModel>
