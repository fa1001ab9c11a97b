import { forbidden, invalid, notFound } from '../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import { recordEvent } from '../domain/events.ts'
import { award, emojiAlone, mayAward } from '../domain/tracker/award-emoji.ts'
import { type Noteable, touch } from '../domain/tracker/noteable.ts'
import { removeNotes } from '../domain/tracker/remove.ts'
import { awardEmojiResource } from '../resources/award-emoji.ts'
import { noteResource } from '../resources/note.ts'
import { targetKey } from '../store/collections.ts'
import type { NoteRecord } from '../store/models/note.ts'
import { list } from './answers.ts'
import { inOrder } from './tracker-lists.ts'

/** The notes on something, oldest first: a conversation is read that way. */
export function listComments(context: Context, { type, id }: Noteable) {
  const notes = context.store.notes.by('noteable', targetKey(type, id))
  const oldestFirst = inOrder({ order_by: 'created_at', sort: 'asc' })
  return list(notes, (note) => noteResource(note, context), oldestFirst)
}

export function getComment(context: Context, noteable: Noteable, id: number) {
  return noteResource(noteOf(context, noteable, id), context)
}

/**
 * Adds a comment, or the award that a body of one emoji stands for. `createdAt` is heeded for
 * administrators and the project's owner only.
 */
export function addComment(context: Context, noteable: Noteable, body: string, createdAt?: string) {
  const { store, viewer, now } = context
  const { type, id, project } = noteable
  viewer.must('create_note', project)
  refuseBlank(body)
  const emoji = emojiAlone(body)
  if (emoji !== undefined && mayAward(context, noteable, emoji)) {
    return awardEmojiResource(award(context, noteable, emoji), context)
  }
  const given = viewer.can('own_project', project) ? createdAt : undefined
  const note = store.notes.insert({
    project_id: project.id,
    noteable_type: type,
    noteable_id: id,
    author_id: viewer.signedIn().id,
    body,
    created_at: given ?? now,
    updated_at: given ?? now,
  })
  touch(context, noteable)
  recordEvent(context, 'commented on', project, { target_type: 'Note', target_id: note.id })
  return noteResource(note, context)
}

export function changeComment(context: Context, noteable: Noteable, id: number, body: string) {
  const note = noteOf(context, noteable, id)
  mustEdit(context, noteable, note)
  refuseBlank(body)
  const changed = context.store.notes.replace(note, { body, updated_at: context.now })
  touch(context, noteable)
  return noteResource(changed, context)
}

/** Null where there is none any more: a DELETE is idempotent (document 1, Errors). */
export function deleteComment(context: Context, noteable: Noteable, id: number) {
  const note = noteIn(context, noteable, id)
  if (!note) return null
  mustEdit(context, noteable, note)
  removeNotes(context.store, [note])
  touch(context, noteable)
  return noteResource(note, context)
}

function noteOf(context: Context, noteable: Noteable, id: number): NoteRecord {
  const note = noteIn(context, noteable, id)
  if (!note) throw notFound('Note')
  return note
}

function noteIn(
  { store }: Context,
  { type, id }: Noteable,
  noteId: number,
): NoteRecord | undefined {
  const note = store.notes.get(noteId)
  return note?.noteable_type === type && note.noteable_id === id ? note : undefined
}

/** Its author, and masters of the project; what the forge noted stands as it is. */
function mustEdit({ viewer }: Context, { project }: Noteable, note: NoteRecord): void {
  if (note.system) throw forbidden()
  if (note.author_id !== viewer.signedIn().id) viewer.must('admin_notes', project)
}

function refuseBlank(body: string): void {
  if (body.trim() === '') throw invalid({ body: ["can't be blank"] })
}
