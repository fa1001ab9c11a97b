import { recordNotFound } from '../../../contract/errors.ts'
import type { DraftNoteRecord } from '../../../store/models/draft-note.ts'
import type { MergeRequestContext } from '../../domain/context.ts'
import {
  changeDraft,
  checkDraft,
  checkDraftChange,
  createDraft,
  draftsOf,
  publishDraft,
  publishDrafts,
  removeDraft,
} from '../../domain/discussions/drafts.ts'
import { lineCodes } from '../../domain/discussions/positions.ts'
import { mustComment } from '../../domain/notes/create.ts'
import { onMergeRequest } from '../../domain/tracker/noteable.ts'
import { draftNoteResource } from '../../resources/v4/draft-note.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/draft-notes.yaml. */
export const draftNotes = {
  listDraftNotes(context) {
    const lineCodeOf = lineCodes(context.store.objects)
    return draftsOf(context).map((one) => draftNoteResource(one, lineCodeOf))
  },

  getDraftNote: (context, { draft_note_id }) => present(context, draftOf(context, draft_note_id)),

  createDraftNote(context, request) {
    mustComment(context, onMergeRequest(context))
    return present(context, createDraft(context, checkDraft(context, request)))
  },

  updateDraftNote(context, { draft_note_id, ...request }) {
    const draft = draftOf(context, draft_note_id)
    const changes = checkDraftChange(context, draft, request)
    return present(context, changeDraft(context, draft, changes))
  },

  deleteDraftNote(context, { draft_note_id }) {
    removeDraft(context, draftOf(context, draft_note_id))
    return undefined
  },

  publishDraftNote(context, { draft_note_id }) {
    const draft = draftOf(context, draft_note_id)
    mustComment(context, onMergeRequest(context))
    publishDraft(context, draft)
    return undefined
  },

  publishDraftNotes(context, request) {
    mustComment(context, onMergeRequest(context))
    publishDrafts(context, request)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Draft notes'>

function present({ store }: MergeRequestContext, draft: DraftNoteRecord) {
  return draftNoteResource(draft, lineCodes(store.objects))
}

/** Returns a draft note of the caller. Throws 404 where it is missing or belongs to another user. */
function draftOf(context: MergeRequestContext, id: number): DraftNoteRecord {
  const draft = draftsOf(context).find((one) => one.id === id)
  if (!draft) throw recordNotFound()
  return draft
}
