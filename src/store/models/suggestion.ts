import { z } from '../../shared/zod.ts'

/** Other lines that a note on a diff suggests (schemas/v4/resources/suggestion.json). */
export const suggestionModel = z.object({
  id: z.int(),
  note_id: z.int(),
  /** How many lines above that of the note, and below it, it is for. */
  lines_above: z._default(z.int(), 0),
  lines_below: z._default(z.int(), 0),
  from_content: z.string(),
  to_content: z.string(),
  applied: z._default(z.boolean(), false),
  /** The commit that applied it. */
  commit_id: z._default(z.nullable(z.string()), null),
})

/** A record of `forge.db.suggestions`: a change of lines that a note suggests. */
export type SuggestionRecord = z.output<typeof suggestionModel>
