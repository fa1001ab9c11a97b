import type { Context } from '../../domain/context.ts'
import {
  applySuggestions,
  checkApplicable,
  mustApply,
  suggestedBy,
} from '../../domain/discussions/apply-suggestions.ts'
import { suggestionResource } from '../../resources/v4/suggestion.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/suggestions.yaml. */
export const suggestions = {
  applySuggestion(context, { id, commit_message }) {
    const [applied] = apply(context, suggestedBy(context, [id], true), commit_message)
    if (!applied) throw new Error('One suggestion was applied.')
    return applied
  },

  applySuggestions: (context, { ids, commit_message }) =>
    apply(context, suggestedBy(context, ids, false), commit_message),
} satisfies OperationsOf<'v4', 'Suggestions'>

function apply(
  context: Context,
  suggested: ReturnType<typeof suggestedBy>,
  message: string | undefined,
) {
  mustApply(context, suggested)
  checkApplicable(context, suggested)
  return applySuggestions(context, suggested, message).map(({ suggestion, note, mergeRequest }) =>
    suggestionResource(suggestion, note, mergeRequest, context),
  )
}
