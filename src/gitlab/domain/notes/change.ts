import { forbidden } from '../../../contract/errors.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { type Context, fireHooks } from '../context.ts'
import { noteSuggestions } from '../discussions/suggestions.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { type Discussed, touch } from '../tracker/noteable.ts'
import { removeNotes } from '../tracker/remove.ts'
import { followComment } from '../tracker/text-consequences.ts'

/** Throws 403 unless the caller is the author of a note or a master, and for every system note. */
export function mustChangeNote(context: Context, { project }: Discussed, note: NoteRecord): void {
  const { viewer } = context
  mustBeWritable(context, project)
  if (note.system) throw forbidden()
  if (note.author_id !== viewer.signedIn().id) viewer.must('admin_notes', project)
}

export function changeNote(
  context: Context,
  discussed: Discussed,
  note: NoteRecord,
  body: string,
): NoteRecord {
  const changed = context.store.notes.replace(note, { body, updated_at: context.now })
  const isSame = body === note.body
  if (discussed.type !== 'Commit') {
    touch(context, discussed)
    if (!isSame) followComment(context, discussed, changed, note.body)
  }
  if (isSame) return changed
  noteSuggestions(context.store, changed)
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'note', action: 'update', note: changed, user })
  return changed
}

export function removeNote(context: Context, discussed: Discussed, note: NoteRecord): void {
  removeNotes(context.store, [note])
  if (discussed.type !== 'Commit') touch(context, discussed)
}
