import type { Suggestion } from '../../../contract/generated/v4/contract.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { SuggestionRecord } from '../../../store/models/suggestion.ts'
import type { Presentation } from '../../domain/context.ts'
import { rangeOf, whyNotApplicable } from '../../domain/discussions/suggestions.ts'

/** Returns a suggestion of a note (schemas/v4/resources/suggestion.json). */
export function suggestionResource(
  suggestion: SuggestionRecord,
  note: NoteRecord,
  mergeRequest: MergeRequestRecord,
  { store }: Presentation,
): Suggestion {
  const { id, applied, from_content, to_content } = suggestion
  const { from, to } = rangeOf(suggestion, note)
  return {
    id,
    from_line: from,
    to_line: to,
    appliable: whyNotApplicable(store, mergeRequest, note, suggestion) === undefined,
    applied,
    from_content,
    to_content,
  }
}
