import type { Discussion as DiscussionResource } from '../../../contract/generated/v4/contract.ts'
import type { Presentation } from '../../domain/context.ts'
import {
  type Discussion,
  isIndividual,
  isResolvable,
  isResolved,
} from '../../domain/discussions/discussion.ts'
import { noteResource } from './note.ts'

/** Returns a discussion with all its notes (schemas/v4/resources/discussion.json). */
export function discussionResource(
  discussion: Discussion,
  presentation: Presentation,
): DiscussionResource {
  const { id, notes } = discussion
  return {
    id,
    individual_note: isIndividual(discussion),
    resolvable: notes.some(isResolvable),
    resolved: isResolved(discussion),
    notes: notes.map((note) => noteResource(note, presentation)),
  }
}
