import { onIssue, onMergeRequest, onSnippet } from '../../domain/tracker/noteable.ts'
import { mergeRequestComment, noteResource } from '../../resources/v3/note.ts'
import type { OperationsOf } from '../operation.ts'
import {
  addComment,
  addMergeRequestComment,
  changeComment,
  deleteComment,
  getComment,
  listComments,
} from './comments.ts'

/** The operations of schemas/v3/paths/notes.yaml for all three noteables, and the comments of merge requests. */
export const notes = {
  listIssueNotes: (context) => listComments(context, onIssue(context), noteResource),
  listMergeRequestNotes: (context) => listComments(context, onMergeRequest(context), noteResource),
  listSnippetNotes: (context) => listComments(context, onSnippet(context), noteResource),

  listMergeRequestComments: (context) =>
    listComments(context, onMergeRequest(context), mergeRequestComment),
  createMergeRequestComment: (context, { note }) =>
    addMergeRequestComment(context, onMergeRequest(context), note),

  getIssueNote: (context, { note_id }) => getComment(context, onIssue(context), note_id),
  getMergeRequestNote: (context, { note_id }) =>
    getComment(context, onMergeRequest(context), note_id),
  getSnippetNote: (context, { note_id }) => getComment(context, onSnippet(context), note_id),

  createIssueNote: (context, { body, created_at }) =>
    addComment(context, onIssue(context), { body, created_at }),
  createMergeRequestNote: (context, { body }) =>
    addComment(context, onMergeRequest(context), { body }),
  createSnippetNote: (context, { body }) => addComment(context, onSnippet(context), { body }),

  updateIssueNote: (context, { note_id, body }) =>
    changeComment(context, onIssue(context), note_id, body),
  updateMergeRequestNote: (context, { note_id, body }) =>
    changeComment(context, onMergeRequest(context), note_id, body),
  updateSnippetNote: (context, { note_id, body }) =>
    changeComment(context, onSnippet(context), note_id, body),

  deleteIssueNote: (context, { note_id }) => deleteComment(context, onIssue(context), note_id),
  deleteMergeRequestNote: (context, { note_id }) =>
    deleteComment(context, onMergeRequest(context), note_id),
  deleteSnippetNote: (context, { note_id }) => deleteComment(context, onSnippet(context), note_id),
} satisfies OperationsOf<'v3', 'Notes'>
