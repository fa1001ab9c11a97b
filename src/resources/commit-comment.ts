import type { CommitComment, PlacedCommitComment } from '../contract/generated/contract.ts'
import type { CommitCommentRecord } from '../store/models/commit-comment.ts'
import type { Presentation } from './presentation.ts'
import { existingUser, userBrief } from './user.ts'

/** The form of the list (document 3, Commit comment). */
export function commitComment(
  { note, author_id }: CommitCommentRecord,
  presentation: Presentation,
): CommitComment {
  return { note, author: userBrief(existingUser(presentation, author_id), presentation) }
}

/** The answer to its making: with its place, three nulls for the commit as a whole. */
export function placedCommitComment(
  comment: CommitCommentRecord,
  presentation: Presentation,
): PlacedCommitComment {
  const { created_at, path, line, line_type } = comment
  return { ...commitComment(comment, presentation), created_at, path, line, line_type }
}
