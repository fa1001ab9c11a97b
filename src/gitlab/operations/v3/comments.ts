import { noNoteButCommands, notFound } from '../../../contract/errors.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { byCreation } from '../../../store/record-orders.ts'
import type { Context } from '../../domain/context.ts'
import { changeNote, mustChangeNote, removeNote } from '../../domain/notes/change.ts'
import {
  checkBody,
  checkComment,
  comment,
  mustComment,
  type NewNoteRequest,
} from '../../domain/notes/create.ts'
import { seesNote } from '../../domain/tracker/cross-references.ts'
import type { Noteable } from '../../domain/tracker/noteable.ts'
import { awardEmojiResource } from '../../resources/v3/award-emoji.ts'
import { mergeRequestComment, noteResource } from '../../resources/v3/note.ts'
import { userBrief } from '../../resources/v3/user.ts'
import { list } from '../answers.ts'

/** Lists the notes on a record as a conversation, oldest first. */
export function listComments<Shown>(
  context: Context,
  { type, id, project }: Noteable,
  show: (note: NoteRecord, context: Context) => Shown,
) {
  const notes = context.store.notes
    .by('noteable', targetKey(type, id))
    .filter((note) => seesNote(context, project, note))
    .sort(byCreation)
  return list(notes, (note) => show(note, context))
}

export function getComment(context: Context, noteable: Noteable, id: number) {
  return noteResource(noteOf(context, noteable, id), context)
}

/** Adds a note or an award. A comment with quick actions only is answered with an error. */
export function addComment(context: Context, noteable: Noteable, request: NewNoteRequest) {
  mustComment(context, noteable)
  const made = comment(context, noteable, checkComment(context, noteable, request))
  switch (made.kind) {
    case 'note':
      return noteResource(made.note, context)
    case 'commands':
      return noNoteButCommands()
    case 'award':
      return awardEmojiResource(made.award, context)
  }
}

/** Does the same for the older operation of merge requests, which returns only the text and the author. */
export function addMergeRequestComment(context: Context, noteable: Noteable, body: string) {
  mustComment(context, noteable)
  const made = comment(context, noteable, checkComment(context, noteable, { body }))
  if (made.kind === 'commands') return noNoteButCommands()
  if (made.kind === 'note') return mergeRequestComment(made.note, context)
  return { note: body, author: userBrief(context.viewer.signedIn(), context) }
}

export function changeComment(context: Context, noteable: Noteable, id: number, body: string) {
  const note = noteOf(context, noteable, id)
  mustChangeNote(context, noteable, note)
  checkBody(body)
  return noteResource(changeNote(context, noteable, note, body), context)
}

/** Deletes a note. A missing one is answered with 200 and null (schemas/v3/paths/notes.yaml). */
export function deleteComment(context: Context, noteable: Noteable, id: number) {
  const note = noteIn(context, noteable, id)
  if (!note) return null
  mustChangeNote(context, noteable, note)
  removeNote(context, noteable, note)
  return noteResource(note, context)
}

function noteOf(context: Context, noteable: Noteable, id: number): NoteRecord {
  const note = noteIn(context, noteable, id)
  if (!note) throw notFound('Note')
  return note
}

function noteIn(
  context: Context,
  { type, id, project }: Noteable,
  noteId: number,
): NoteRecord | undefined {
  const note = context.store.notes.get(noteId)
  if (note?.noteable_type !== type || note.noteable_id !== id) return undefined
  return seesNote(context, project, note) ? note : undefined
}
