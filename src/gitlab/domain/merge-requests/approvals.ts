import { notFound, unauthorized } from '../../../contract/errors.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { level } from '../../access/abilities.ts'
import { mayChangeMergeRequest } from '../../access/participation.ts'
import { type Context, fireHooks, type MergeRequestContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject } from '../lookups.ts'
import { aboutMergeRequest } from '../tracker/events.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { settleTodos } from '../tracker/todos.ts'

/** Whether the caller may approve a merge request: a member who may change it. */
function mayApprove({ viewer, project, mergeRequest }: MergeRequestContext): boolean {
  const isMember = viewer.isAdmin || viewer.projectLevel(project) > level.none
  return isMember && mayChangeMergeRequest(viewer, project, mergeRequest)
}

/** Whether the caller may approve a merge request and has not done so. */
export function canStillApprove(context: MergeRequestContext): boolean {
  const { mergeRequest } = context
  return mergeRequest.state !== 'merged' && !hasApproved(context) && mayApprove(context)
}

export function hasApproved({
  viewer: { user },
  mergeRequest,
}: Pick<MergeRequestContext, 'viewer' | 'mergeRequest'>): boolean {
  return mergeRequest.approvals.some(({ user_id }) => user_id === user?.id)
}

/** Throws 403 where the caller may not approve a merge request. */
export function mustApprove(context: MergeRequestContext): void {
  const { viewer, project } = context
  if (!mayApprove(context)) viewer.must('admin_merge_requests', project)
}

/** Throws 401 for a second approval, and for a merged merge request. */
export function checkApproval(context: MergeRequestContext): void {
  if (hasApproved(context) || context.mergeRequest.state === 'merged') throw unauthorized()
}

/** Throws 404 where the caller has not approved, or the merge request is merged. */
export function checkUnapproval(context: MergeRequestContext): void {
  if (!hasApproved(context) || context.mergeRequest.state === 'merged') throw notFound()
}

/** Approves in the caller's name, with a system note, and marks the caller's to-do items as done. */
export function approve(context: Context, mergeRequest: MergeRequestRecord): MergeRequestRecord {
  const { store, viewer, now } = context
  const { id: user_id } = viewer.signedIn()
  const approved = store.mergeRequests.replace(mergeRequest, {
    approvals: [...mergeRequest.approvals, { user_id, approved_at: now }],
    reviewers: reviewedBy(mergeRequest, user_id, 'approved'),
    updated_at: now,
  })
  const project = existingProject(context, approved.target_project_id)
  const target = onMergeRequest({ project, mergeRequest: approved })
  recordEvent(context, 'approved', project, aboutMergeRequest(approved))
  addSystemNote(context, target, 'approved this merge request')
  settleTodos(context, target)
  fireApproval(context, 'approved', approved, mergeRequest)
  return store.mergeRequests.get(approved.id) ?? approved
}

/** Removes the caller's approval. */
export function unapprove(context: Context, mergeRequest: MergeRequestRecord): MergeRequestRecord {
  const { store, viewer, now } = context
  const { id: user_id } = viewer.signedIn()
  const changed = store.mergeRequests.replace(mergeRequest, {
    approvals: mergeRequest.approvals.filter((one) => one.user_id !== user_id),
    reviewers: reviewedBy(mergeRequest, user_id, 'unapproved'),
    updated_at: now,
  })
  const project = existingProject(context, changed.target_project_id)
  const target = onMergeRequest({ project, mergeRequest: changed })
  addSystemNote(context, target, 'unapproved this merge request')
  fireApproval(context, 'unapproved', changed, mergeRequest)
  return store.mergeRequests.get(changed.id) ?? changed
}

function fireApproval(
  context: Context,
  action: 'approved' | 'unapproved',
  mergeRequest: MergeRequestRecord,
  before: MergeRequestRecord,
): void {
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'merge_request', action, mergeRequest, before, user })
}

/** Throws 401 unless the caller is a bot of the project and the merge request is not merged. */
export function mustResetApprovals(context: MergeRequestContext): void {
  const isBot = context.viewer.user?.user_type === 'project_bot'
  const isMerged = context.mergeRequest.state === 'merged'
  if (!isBot || isMerged || !mayApprove(context)) throw unauthorized()
}

export function resetApprovals({ store, now }: Context, mergeRequest: MergeRequestRecord): void {
  store.mergeRequests.replace(mergeRequest, { approvals: [], updated_at: now })
}

function reviewedBy(
  { reviewers }: MergeRequestRecord,
  userId: number,
  state: 'approved' | 'unapproved',
): MergeRequestRecord['reviewers'] {
  return reviewers.map((one) => (one.user_id === userId ? { ...one, state } : one))
}
