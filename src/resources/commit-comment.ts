import type { CommitComment, PlacedCommitComment } from '../contract/generated/contract.ts'
import type { Presentation } from '../domain/context.ts'
import { existingUser } from '../domain/lookups.ts'
import type { NoteRecord } from '../store/models/note.ts'
import { userBrief } from './user.ts'

/** The form of the list (document 3, Commit comment). */
export function commitComment(
  { body, author_id }: NoteRecord,
  presentation: Presentation,
): CommitComment {
  return { note: body, author: userBrief(existingUser(presentation, author_id), presentation) }
}

/** The answer to its making: with its place, three nulls for the commit as a whole. */
export function placedCommitComment(
  comment: NoteRecord,
  presentation: Presentation,
): PlacedCommitComment {
  const { created_at, path, line, line_type } = comment
  return { ...commitComment(comment, presentation), created_at, path, line, line_type }
}
