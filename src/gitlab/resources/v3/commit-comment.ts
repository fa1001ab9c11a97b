import type { PlacedCommitComment } from '../../../contract/generated/v3/contract.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** Returns a comment with its position, which is three nulls for a comment on the whole commit. */
export function commitComment(
  { body, author_id, created_at, path, line, line_type }: NoteRecord,
  presentation: Presentation,
): PlacedCommitComment {
  const author = userBrief(existingUser(presentation, author_id), presentation)
  return { note: body, author, created_at, path, line, line_type }
}
