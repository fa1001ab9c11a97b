import type {
  MergeRequestComment,
  Note,
  UserWithEmail,
} from '../../../contract/generated/v3/contract.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** Returns a comment or a system note (schemas/v3/resources/note.json). Votes are awards, not notes. */
export function noteResource(note: NoteRecord, presentation: Presentation): Note {
  return {
    id: note.id,
    body: note.body,
    attachment: null,
    author: userWithEmail(existingUser(presentation, note.author_id), presentation),
    created_at: note.created_at,
    updated_at: note.updated_at,
    system: note.system,
    noteable_id: note.noteable_id,
    noteable_type: note.noteable_type,
    upvote: false,
    downvote: false,
  }
}

/** Returns a note in the form of the older operation (schemas/v3/resources/merge-request-comment.json). */
export function mergeRequestComment(
  { body, author_id }: NoteRecord,
  presentation: Presentation,
): MergeRequestComment {
  return { note: body, author: userBrief(existingUser(presentation, author_id), presentation) }
}

/** Returns the author of a note, and the user of some merge request responses. */
function userWithEmail(user: UserRecord, presentation: Presentation): UserWithEmail {
  const { email, created_at } = user
  return Object.assign(userBrief(user, presentation), { email, created_at })
}
