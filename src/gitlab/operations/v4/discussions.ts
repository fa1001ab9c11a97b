import { notFound, recordNotFound } from '../../../contract/errors.ts'
import type { OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Context, ProjectContext } from '../../domain/context.ts'
import {
  type Discussion,
  discussionIdOf,
  discussionOf,
  discussionsOn,
} from '../../domain/discussions/discussion.ts'
import { checkPosition } from '../../domain/discussions/positions.ts'
import {
  checkResolvable,
  mustResolve,
  mustResolveAll,
  setResolved,
} from '../../domain/discussions/resolve.ts'
import { checkReply, reply, startDiscussion } from '../../domain/discussions/start.ts'
import { changeNote, mustChangeNote, removeNote } from '../../domain/notes/change.ts'
import { type Commented, checkBody, checkComment, mustComment } from '../../domain/notes/create.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import {
  type Discussed,
  onCommit,
  onIssue,
  onMergeRequest,
  onSnippet,
} from '../../domain/tracker/noteable.ts'
import { discussionResource } from '../../resources/v4/discussion.ts'
import { noteResource } from '../../resources/v4/note.ts'
import { listPage } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { written } from './notes.ts'

/** The operations of schemas/v4/paths/discussions.yaml for all four noteables. */
export const discussions = {
  listIssueDiscussions: (context) => listDiscussions(context, onIssue(context)),
  listMergeRequestDiscussions: (context) => listDiscussions(context, onMergeRequest(context)),
  listSnippetDiscussions: (context) => listDiscussions(context, onSnippet(context)),
  listCommitDiscussions: (context, { sha }) => listDiscussions(context, commitOf(context, sha)),

  getIssueDiscussion: (context, request) => getDiscussion(context, onIssue(context), request),
  getMergeRequestDiscussion: (context, request) =>
    getDiscussion(context, onMergeRequest(context), request),
  getSnippetDiscussion: (context, request) => getDiscussion(context, onSnippet(context), request),
  getCommitDiscussion: (context, { sha, ...request }) =>
    getDiscussion(context, commitOf(context, sha), request),

  startIssueDiscussion: (context, request) => start(context, onIssue(context), request),
  startMergeRequestDiscussion: (context, request) =>
    start(context, onMergeRequest(context), request),
  startSnippetDiscussion: (context, request) => start(context, onSnippet(context), request),
  startCommitDiscussion: (context, { sha, ...request }) =>
    startOnCommit(context, commitOf(context, sha), request),

  resolveIssueDiscussion: (context, request) => resolve(context, onIssue(context), request),
  resolveMergeRequestDiscussion: (context, request) =>
    resolve(context, onMergeRequest(context), request),

  listIssueDiscussionNotes: (context, request) => listNotes(context, onIssue(context), request),
  listMergeRequestDiscussionNotes: (context, request) =>
    listNotes(context, onMergeRequest(context), request),
  listSnippetDiscussionNotes: (context, request) => listNotes(context, onSnippet(context), request),
  listCommitDiscussionNotes: (context, { sha, ...request }) =>
    listNotes(context, commitOf(context, sha), request),

  replyToIssueDiscussion: (context, request) => addReply(context, onIssue(context), request),
  replyToMergeRequestDiscussion: (context, request) =>
    addReply(context, onMergeRequest(context), request),
  replyToSnippetDiscussion: (context, request) => addReply(context, onSnippet(context), request),
  replyToCommitDiscussion: (context, { sha, ...request }) =>
    replyOnCommit(context, commitOf(context, sha), request),

  getIssueDiscussionNote: (context, request) => getNote(context, onIssue(context), request),
  getMergeRequestDiscussionNote: (context, request) =>
    getNote(context, onMergeRequest(context), request),
  getSnippetDiscussionNote: (context, request) => getNote(context, onSnippet(context), request),
  getCommitDiscussionNote: (context, { sha, ...request }) =>
    getNote(context, commitOf(context, sha), request),

  updateIssueDiscussionNote: (context, request) => updateNote(context, onIssue(context), request),
  updateMergeRequestDiscussionNote: (context, request) =>
    updateNote(context, onMergeRequest(context), request),
  updateSnippetDiscussionNote: (context, request) =>
    updateNote(context, onSnippet(context), request),
  updateCommitDiscussionNote: (context, { sha, ...request }) =>
    updateNote(context, commitOf(context, sha), request),

  deleteIssueDiscussionNote: (context, request) => deleteNote(context, onIssue(context), request),
  deleteMergeRequestDiscussionNote: (context, request) =>
    deleteNote(context, onMergeRequest(context), request),
  deleteSnippetDiscussionNote: (context, request) =>
    deleteNote(context, onSnippet(context), request),
  deleteCommitDiscussionNote: (context, { sha, ...request }) =>
    deleteNote(context, commitOf(context, sha), request),
} satisfies OperationsOf<'v4', 'Discussions'>

type Request<Id extends keyof OperationTypes> = OperationTypes[Id]['parameters']
type OfDiscussion = Pick<Request<'getIssueDiscussion'>, 'discussion_id'>
type OfNote = Pick<Request<'getIssueDiscussionNote'>, 'discussion_id' | 'note_id'>
type Words = Pick<Request<'startIssueDiscussion'>, 'body' | 'created_at'>
type NewDiscussion = Words &
  Partial<Pick<Request<'startMergeRequestDiscussion'>, 'position' | 'commit_id'>>
type NewReply = OfDiscussion & Words

function commitOf(context: ProjectContext, sha: string): Discussed {
  context.viewer.must('download_code', context.project)
  return onCommit(context.project, commitAt(context, sha))
}

function listDiscussions(context: Context, discussed: Discussed) {
  return listPage(discussionsOn(context, discussed), (one) => discussionResource(one, context))
}

function getDiscussion(context: Context, discussed: Discussed, { discussion_id }: OfDiscussion) {
  return discussionResource(existing(context, discussed, discussion_id), context)
}

function start(context: Context, discussed: Discussed, request: NewDiscussion) {
  return written(begin(context, discussed, request), (note) => begunBy(context, discussed, note))
}

/** Starts a discussion on a commit, where comments have no quick actions. */
function startOnCommit(context: Context, discussed: Discussed, request: NewDiscussion) {
  return begunBy(context, discussed, noteIn(begin(context, discussed, request)))
}

function begin(
  context: Context,
  discussed: Discussed,
  { position, commit_id, body, created_at }: NewDiscussion,
): Commented {
  mustComment(context, discussed)
  const what = checkComment(context, discussed, { body, created_at })
  const place = position && { position: checkPosition(context, discussed, position), commit_id }
  return startDiscussion(context, discussed, what, place)
}

function begunBy(context: Context, discussed: Discussed, note: NoteRecord) {
  return discussionResource(existing(context, discussed, discussionIdOf(note)), context)
}

function noteIn(made: Commented): NoteRecord {
  if (made.kind !== 'note') throw new Error('A comment on a commit is a note.')
  return made.note
}

function resolve(
  context: Context,
  discussed: Discussed,
  { discussion_id, resolved }: OfDiscussion & Pick<Request<'resolveIssueDiscussion'>, 'resolved'>,
) {
  const discussion = existing(context, discussed, discussion_id)
  mustResolveAll(context, discussed, discussion)
  setResolved(context, discussed, discussion.notes, resolved)
  return getDiscussion(context, discussed, { discussion_id })
}

function listNotes(context: Context, discussed: Discussed, { discussion_id }: OfDiscussion) {
  const discussion = discussionOf(context, discussed, discussion_id)
  if (!discussion) throw notFound('Notes')
  return discussion.notes.map((note) => noteResource(note, context))
}

function addReply(context: Context, discussed: Discussed, request: NewReply) {
  const made = answer(context, discussed, request)
  return written(made, (note, commands) => noteResource(note, context, commands))
}

function replyOnCommit(context: Context, discussed: Discussed, request: NewReply) {
  return noteResource(noteIn(answer(context, discussed, request)), context)
}

function answer(
  context: Context,
  discussed: Discussed,
  { discussion_id, body, created_at }: NewReply,
): Commented {
  mustComment(context, discussed)
  const discussion = existing(context, discussed, discussion_id)
  checkReply(discussed, discussion)
  const what = checkComment(context, discussed, { body, created_at })
  return reply(context, discussed, discussion, what)
}

function getNote(context: Context, discussed: Discussed, request: OfNote) {
  return noteResource(noteOf(context, discussed, request).note, context)
}

function updateNote(
  context: Context,
  discussed: Discussed,
  {
    body,
    resolved,
    ...request
  }: OfNote & Pick<Request<'updateIssueDiscussionNote'>, 'body' | 'resolved'>,
) {
  const { note, discussion } = noteOf(context, discussed, request)
  if (body !== undefined) {
    mustChangeNote(context, discussed, note)
    checkBody(body)
    return noteResource(changeNote(context, discussed, note, body), context)
  }
  mustResolve(context, discussed, discussion)
  checkResolvable(note)
  setResolved(context, discussed, [note], resolved === true)
  return getNote(context, discussed, request)
}

function deleteNote(context: OperationContext, discussed: Discussed, request: OfNote): undefined {
  const { note } = noteOf(context, discussed, request)
  mustChangeNote(context, discussed, note)
  mustBeUnmodified(context, note.updated_at)
  removeNote(context, discussed, note)
}

/** Returns a discussion. Throws 404 where it is missing or hidden. */
function existing(context: Context, discussed: Discussed, id: string): Discussion {
  const discussion = discussionOf(context, discussed, id)
  if (!discussion) throw notFound('Discussion')
  return discussion
}

function noteOf(
  context: Context,
  discussed: Discussed,
  { discussion_id, note_id }: OfNote,
): { readonly note: NoteRecord; readonly discussion: Discussion } {
  const discussion = discussionOf(context, discussed, discussion_id)
  const note = discussion?.notes.find(({ id }) => id === note_id)
  if (!discussion || !note) throw recordNotFound()
  return { note, discussion }
}
