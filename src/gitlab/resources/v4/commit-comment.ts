import type { CommitComment } from '../../../contract/generated/v4/contract.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** Returns a comment with its position, which is three nulls for a comment on the whole commit. */
export function commitComment(
  { body, author_id, created_at, path, line, line_type }: NoteRecord,
  presentation: Presentation,
): CommitComment {
  const author = userBasic(existingUser(presentation, author_id), presentation)
  return { note: body, path, line, line_type, author, created_at }
}
