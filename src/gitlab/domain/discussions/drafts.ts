import { badRequest, invalid } from '../../../contract/errors.ts'
import type { DraftNoteRecord } from '../../../store/models/draft-note.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { checkComment, comment } from '../notes/create.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { discussionOf } from './discussion.ts'
import { type PositionRequest, positionIn } from './positions.ts'
import { setResolved } from './resolve.ts'
import { reply, startDiscussion } from './start.ts'

/** The attributes of a draft note in a request. */
export interface DraftRequest {
  readonly note: string
  readonly in_reply_to_discussion_id?: string | undefined
  readonly resolve_discussion?: boolean | undefined
  readonly commit_id?: string | undefined
  readonly position?: PositionRequest | undefined
}

/** The attributes of a draft note after validation. */
type Draft = Pick<
  DraftNoteRecord,
  'note' | 'discussion_id' | 'resolve_discussion' | 'commit_id' | 'position'
>

/** Returns the caller's draft notes on a merge request, oldest first. */
export function draftsOf({ store, viewer, mergeRequest }: MergeRequestContext): DraftNoteRecord[] {
  const { id } = viewer.signedIn()
  return store.draftNotes
    .by('merge_request_id', mergeRequest.id)
    .filter(({ author_id }) => author_id === id)
}

/** Throws 400 for a blank text, a position outside the diff, and a missing discussion. */
export function checkDraft(context: MergeRequestContext, request: DraftRequest): Draft {
  const { note, in_reply_to_discussion_id: discussion_id = null } = request
  if (note.trim() === '') throw invalid({ note: ["can't be blank"] })
  const noteable = onMergeRequest(context)
  if (discussion_id !== null && !discussionOf(context, noteable, discussion_id)) {
    throw invalid({ base: ['Thread to reply to cannot be found'] })
  }
  return {
    note,
    discussion_id,
    resolve_discussion: request.resolve_discussion ?? false,
    commit_id: request.commit_id ?? null,
    position: placeOf(context, request.position),
  }
}

/** Returns the changes of a draft note. Throws 400 without a new text. */
export function checkDraftChange(
  context: MergeRequestContext,
  draft: DraftNoteRecord,
  { note, position }: Partial<Pick<DraftRequest, 'note' | 'position'>>,
): Pick<Draft, 'note' | 'position'> {
  if (note === undefined) throw badRequest('Missing params to modify')
  return { note, position: position ? placeOf(context, position) : draft.position }
}

function placeOf(context: MergeRequestContext, given: PositionRequest | undefined) {
  if (!given) return null
  const position = positionIn(context, onMergeRequest(context), given)
  if (!position) throw invalid({ line_code: ["can't be blank", 'must be a valid line code'] })
  return position
}

/** Creates a draft note of the caller. */
export function createDraft(
  { store, viewer, now, mergeRequest }: MergeRequestContext,
  draft: Draft,
): DraftNoteRecord {
  return store.draftNotes.insert({
    merge_request_id: mergeRequest.id,
    author_id: viewer.signedIn().id,
    note: draft.note,
    discussion_id: draft.discussion_id,
    resolve_discussion: draft.resolve_discussion,
    commit_id: draft.commit_id,
    position: draft.position,
    created_at: now,
    updated_at: now,
  })
}

export function changeDraft(
  { store, now }: Context,
  draft: DraftNoteRecord,
  { note, position }: Pick<Draft, 'note' | 'position'>,
): DraftNoteRecord {
  return store.draftNotes.replace(draft, { note, position, updated_at: now })
}

export function removeDraft({ store }: Context, draft: DraftNoteRecord): void {
  store.draftNotes.remove(draft)
}

/** Publishes a draft as a note, which replies to its discussion and resolves it where the draft says so. */
export function publishDraft(context: MergeRequestContext, draft: DraftNoteRecord): void {
  const noteable = onMergeRequest(context)
  const { note, position, discussion_id, resolve_discussion } = draft
  const commit_id = draft.commit_id ?? undefined
  removeDraft(context, draft)
  const what = checkComment(context, noteable, { body: note })
  const discussion = discussion_id && discussionOf(context, noteable, discussion_id)
  if (!discussion) {
    if (position) startDiscussion(context, noteable, what, { position, commit_id })
    else comment(context, noteable, what)
    return
  }
  reply(context, noteable, discussion, what)
  const answered = resolve_discussion && discussionOf(context, noteable, discussion.id)
  if (answered) setResolved(context, noteable, answered.notes, true)
}

/** The request that submits a review. */
export interface ReviewEnd {
  readonly note?: string | undefined
  readonly internal?: boolean | undefined
  readonly reviewer_state?: 'reviewed' | 'requested_changes' | undefined
}

/** Publishes all drafts of the caller, adds a summary note, and sets the reviewer's state. */
export function publishDrafts(
  context: MergeRequestContext,
  { note, internal, reviewer_state }: ReviewEnd,
): void {
  for (const draft of draftsOf(context)) publishDraft(context, draft)
  const noteable = onMergeRequest(context)
  if (note) comment(context, noteable, checkComment(context, noteable, { body: note, internal }))
  if (reviewer_state) setReviewState(context, reviewer_state)
}

/** Publishes all drafts of the caller on a merge request, as a consequence of `/submit_review`. */
export function submitReview(context: Context, mergeRequest: MergeRequestRecord): void {
  const project = existingProject(context, mergeRequest.target_project_id)
  publishDrafts({ ...context, project, mergeRequest }, {})
}

function setReviewState(
  { store, viewer, mergeRequest: { id } }: MergeRequestContext,
  state: MergeRequestRecord['reviewers'][number]['state'],
): void {
  const caller = viewer.signedIn().id
  const mergeRequest = store.mergeRequests.get(id)
  const reviewers = mergeRequest?.reviewers ?? []
  if (!mergeRequest || !reviewers.some(({ user_id }) => user_id === caller)) return
  store.mergeRequests.replace(mergeRequest, {
    reviewers: reviewers.map((one) => (one.user_id === caller ? { ...one, state } : one)),
  })
}
