import { notFound, recordNotFound } from '../../../contract/errors.ts'
import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { byCreation } from '../../../store/record-orders.ts'
import type { Context } from '../../domain/context.ts'
import { changeNote, mustChangeNote, removeNote } from '../../domain/notes/change.ts'
import {
  type Commented,
  checkBody,
  checkComment,
  comment,
  mustComment,
} from '../../domain/notes/create.ts'
import { seesNote } from '../../domain/tracker/cross-references.ts'
import { type Noteable, onIssue, onMergeRequest, onSnippet } from '../../domain/tracker/noteable.ts'
import type { CommandUpdates } from '../../domain/tracker/slash-commands/command.ts'
import { isAboutEvent } from '../../domain/tracker/system-notes.ts'
import { noteCommands, noteResource } from '../../resources/v4/note.ts'
import { list, Reply } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/notes.yaml for all three noteables. */
export const notes = {
  listIssueNotes: (context, request) => listNotes(context, onIssue(context), request),
  listMergeRequestNotes: (context, request) => listNotes(context, onMergeRequest(context), request),
  listSnippetNotes: (context, request) => listNotes(context, onSnippet(context), request),

  getIssueNote: (context, { note_id }) => getNote(context, onIssue(context), note_id),
  getMergeRequestNote: (context, { note_id }) => getNote(context, onMergeRequest(context), note_id),
  getSnippetNote: (context, { note_id }) => getNote(context, onSnippet(context), note_id),

  createIssueNote: (context, request) => addNote(context, onIssue(context), request),
  createMergeRequestNote: (context, request) => addNote(context, onMergeRequest(context), request),
  createSnippetNote: (context, request) => addNote(context, onSnippet(context), request),

  updateIssueNote: (context, request) => updateNote(context, onIssue(context), request),
  updateMergeRequestNote: (context, request) =>
    updateNote(context, onMergeRequest(context), request),
  updateSnippetNote: (context, request) => updateNote(context, onSnippet(context), request),

  deleteIssueNote: (context, { note_id }) => deleteNote(context, onIssue(context), note_id),
  deleteMergeRequestNote: (context, { note_id }) =>
    deleteNote(context, onMergeRequest(context), note_id),
  deleteSnippetNote: (context, { note_id }) => deleteNote(context, onSnippet(context), note_id),
} satisfies OperationsOf<'v4', 'Notes'>

type Request<Id extends keyof OperationTypes> = Omit<OperationTypes[Id]['parameters'], 'id'>

/** Lists notes. Hidden ones are removed from their page, but still count in the total. */
function listNotes(
  context: Context,
  { type, id, project }: Noteable,
  {
    order_by,
    sort,
    activity_filter,
  }: Pick<Request<'listIssueNotes'>, 'order_by' | 'sort' | 'activity_filter'>,
) {
  const isShown = ({ system }: NoteRecord) =>
    activity_filter === 'all_notes' || system === (activity_filter === 'only_activity')
  const found = context.store.notes
    .by('noteable', targetKey(type, id))
    .filter((note) => isShown(note) && !isAboutEvent(note))
    .sort(order_by === 'created_at' ? byCreation : byUpdate)
  const { total, page } = list(sort === 'asc' ? found : found.reverse(), (note) => note)
  return {
    total,
    page: (from: number, to: number) =>
      page(from, to)
        .filter((note) => seesNote(context, project, note))
        .map((note) => noteResource(note, context)),
  }
}

function byUpdate(a: NoteRecord, b: NoteRecord): number {
  if (a.updated_at === b.updated_at) return a.id - b.id
  return a.updated_at < b.updated_at ? -1 : 1
}

function getNote(context: Context, noteable: Noteable, id: number) {
  return noteResource(noteOf(context, noteable, id), context)
}

function addNote(
  context: Context,
  noteable: Noteable,
  {
    body,
    created_at,
    internal,
    confidential,
  }: Pick<Request<'createIssueNote'>, 'body' | 'created_at' | 'internal' | 'confidential'>,
) {
  mustComment(context, noteable)
  const request = { body, created_at, internal: internal ?? confidential }
  const made = comment(context, noteable, checkComment(context, noteable, request))
  return written(made, (note, commands) => noteResource(note, context, commands))
}

/** Returns the presented note. A comment with quick actions only is answered with 202 and their changes. */
export function written<Shown>(
  made: Commented,
  show: (note: NoteRecord, commands: CommandUpdates) => Shown,
) {
  switch (made.kind) {
    case 'note':
      return show(made.note, made.commands)
    case 'commands':
      return new Reply(noteCommands(made.commands), { status: 202 })
    case 'award':
      throw new Error('No comment awards an emoji in this release.')
  }
}

function updateNote(
  context: Context,
  noteable: Noteable,
  { note_id, body }: Pick<Request<'updateIssueNote'>, 'note_id' | 'body'>,
) {
  const note = noteOf(context, noteable, note_id)
  mustChangeNote(context, noteable, note)
  if (body === undefined) return noteResource(note, context)
  checkBody(body)
  return noteResource(changeNote(context, noteable, note, body), context)
}

function deleteNote(context: OperationContext, noteable: Noteable, id: number): undefined {
  const note = noteOf(context, noteable, id)
  mustChangeNote(context, noteable, note)
  mustBeUnmodified(context, note.updated_at)
  removeNote(context, noteable, note)
}

/**
 * Returns a note. Throws 404 where it is missing or a resource event in this release, and another 404 where it is
 * hidden.
 */
function noteOf(context: Context, { type, id, project }: Noteable, noteId: number): NoteRecord {
  const note = context.store.notes.get(noteId)
  const isThere = note?.noteable_type === type && note.noteable_id === id && !isAboutEvent(note)
  if (!isThere) throw recordNotFound()
  if (!seesNote(context, project, note)) throw notFound('Note')
  return note
}
