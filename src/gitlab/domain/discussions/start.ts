import { noReply } from '../../../contract/errors.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Position } from '../../../store/models/position.ts'
import type { Context } from '../context.ts'
import { type Comment, type Commented, comment, type NewNote } from '../notes/create.ts'
import type { Discussed } from '../tracker/noteable.ts'
import { type Discussion, discussionIdAfter, isIndividual, isResolved } from './discussion.ts'

/** The position in a diff that a discussion is about. */
interface Place {
  readonly position: Position
  /** The commit whose diff the position is in, where it is not the diff of the whole merge request. */
  readonly commit_id?: string | undefined
}

/** Starts a discussion, on a position in a diff where one is given. */
export function startDiscussion(
  context: Context,
  discussed: Discussed,
  what: Comment,
  place?: Place,
): Commented {
  return commentInDiscussion(context, discussed, what, {
    discussion_id: discussionIdAfter(context.store.notes.nextId),
    resolvable: isResolvableOn(discussed),
    commit_id: place?.commit_id,
    position: place?.position,
    ...(discussed.type === 'Commit' && place ? lineOf(place.position) : {}),
  })
}

/** Whether discussions on a record are resolvable. */
const isResolvableOn = ({ type }: Discussed) => type === 'MergeRequest' || type === 'Issue'

/** Returns the line of a commit comment from its position. */
function lineOf({
  old_path,
  new_path,
  old_line,
  new_line,
}: Position): Pick<NoteRecord, 'path' | 'line' | 'line_type'> {
  const line = new_line ?? old_line
  const line_type = line === null ? null : new_line === null ? 'old' : 'new'
  return { path: new_path ?? old_path, line, line_type }
}

/** Throws 400 for a reply to an individual system note, or to an individual note on a snippet or a commit. */
export function checkReply(discussed: Discussed, discussion: Discussion): void {
  const [first] = discussion.notes
  const staysAlone = isIndividual(discussion) && !isResolvableOn(discussed)
  if (staysAlone || (first.system && isIndividual(discussion))) throw noReply()
}

/**
 * Replies to a discussion; an individual note becomes the start of one. The reply is internal or resolved where the
 * discussion is.
 */
export function reply(
  context: Context,
  discussed: Discussed,
  discussion: Discussion,
  what: Comment,
): Commented {
  const { store, viewer, now } = context
  const [first] = discussion.notes
  const resolvable = isResolvableOn(discussed)
  const resolved = isResolved(discussion)
  if (first.discussion_id === null) {
    store.notes.replace(first, { discussion_id: discussion.id, resolvable })
  }
  return commentInDiscussion(context, discussed, what, {
    discussion_id: discussion.id,
    resolvable,
    resolved,
    resolved_by_id: resolved ? viewer.signedIn().id : null,
    resolved_at: resolved ? now : null,
    internal: first.internal,
    commit_id: first.commit_id,
    path: first.path,
    line: first.line,
    line_type: first.line_type,
    position: first.position,
    original_position: first.original_position,
  })
}

/** Adds a note to a discussion, or executes the quick actions of its text. */
function commentInDiscussion(
  context: Context,
  discussed: Discussed,
  what: Comment,
  place: Omit<NewNote, 'body' | 'id' | 'created_at'>,
): Commented {
  const isNote = what.kind === 'note' && what.note !== undefined
  const said = isNote ? { ...what, note: { ...what.note, ...place } } : what
  return comment(context, discussed, said)
}
