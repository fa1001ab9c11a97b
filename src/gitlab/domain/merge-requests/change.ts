import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { mayChangeMergeRequest } from '../../access/participation.ts'
import { differs, omitUndefined } from '../changes.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { next } from '../state-table.ts'
import { createMissingLabels } from '../tracker/labels.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import {
  type Planning,
  type PlanningRequest,
  planningErrors,
  readPlanning,
  titleErrors,
} from '../tracker/planning.ts'
import { addSystemNote, noteChanges } from '../tracker/system-notes.ts'
import { followDescription } from '../tracker/text-consequences.ts'
import { settlesTodos, settleTodos } from '../tracker/todos.ts'
import { checkNoErrors, checkSomeChange } from '../validation.ts'
import {
  type Branches,
  changedBranchErrors,
  changedBranches,
  checkUnique,
  endsOf,
} from './branches.ts'
import { permittedPlanning } from './create.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { changeMergeRequestState } from './state-change.ts'
import { isOpen, mergeRequestStates } from './states.ts'
import { isWorkInProgress, withoutWorkInProgress } from './work-in-progress.ts'

/** What a request says of a change; `target_project_id` is ignored, as in GitLab 8.15. */
export interface MergeRequestChangeRequest extends PlanningRequest {
  readonly source_branch?: string | undefined
  readonly target_branch?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly target_project_id?: number | undefined
  readonly remove_source_branch?: boolean | undefined
  readonly state_event?: 'close' | 'reopen' | undefined
}

/** What of a merge request is changed; what is not in it stays. */
export interface MergeRequestChanges extends Planning, Branches {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly force_remove_source_branch?: boolean | undefined
  readonly state_event?: 'close' | 'reopen' | undefined
}

const changeable = [
  'source_branch',
  'target_branch',
  'title',
  'assignee_id',
  'description',
  'target_project_id',
  'labels',
  'milestone_id',
  'remove_source_branch',
  'state_event',
] as const

/** Refuses whoever may not change the merge request. */
export function mustChangeMergeRequest({
  viewer,
  project,
  mergeRequest,
}: MergeRequestContext): void {
  const mayChange = mayChangeMergeRequest(viewer, project, mergeRequest)
  if (!mayChange) viewer.must('admin_merge_requests', project)
}

/**
 * What a request changes, as far as the caller may; branches only of one that is open then. 400 where
 * it is nothing, or cannot be; 409 and 422 for branches as in checkNewMergeRequest.
 */
export function checkMergeRequestChanges(
  context: MergeRequestContext,
  request: MergeRequestChangeRequest,
): MergeRequestChanges {
  checkSomeChange(request, changeable)
  const { store, project, mergeRequest } = context
  const { state_event, remove_source_branch: force_remove_source_branch } = request
  const state = stateAfter(mergeRequest, state_event)
  const title = request.title?.trim()
  const planning = permittedPlanning(context, project, request)
  const errors = { ...titleErrors(title), ...planningErrors(context, project, planning) }
  const branches = isOpen({ state }) ? changedBranches(mergeRequest, request) : {}
  checkNoErrors({ ...errors, ...changedBranchErrors(context, branches) })
  const isReopened = state !== mergeRequest.state && isOpen({ state })
  if (isReopened || Object.keys(branches).length > 0) {
    checkUnique(store, endsOf(context, { ...mergeRequest, ...branches }))
  }
  const description = request.description === null ? '' : request.description
  return {
    ...omitUndefined({ title, description, force_remove_source_branch, state_event }),
    ...branches,
    ...readPlanning(planning),
  }
}

/** An event that the state does not allow changes nothing. */
function stateAfter({ state }: MergeRequestRecord, event: 'close' | 'reopen' | undefined) {
  return (event && next(mergeRequestStates, state, event)) ?? state
}

/**
 * Changes what differs, in the caller's name, the state first. What concerns the readers is noted.
 * Returns the merge request as it is then.
 */
export function changeMergeRequest(
  context: Context,
  mergeRequest: MergeRequestRecord,
  { state_event, ...changes }: MergeRequestChanges,
): MergeRequestRecord {
  const { mergeRequests } = context.store
  const inState = state_event
    ? changeMergeRequestState(context, mergeRequest, state_event)
    : mergeRequest
  changeFields(context, mergeRequests.get(inState.id) ?? inState, changes)
  return mergeRequests.get(mergeRequest.id) ?? inState
}

function changeFields(
  context: Context,
  mergeRequest: MergeRequestRecord,
  changes: Omit<MergeRequestChanges, 'state_event'>,
): void {
  if (!differs<object>(mergeRequest, changes)) return
  const { store, now } = context
  const { labels = mergeRequest.labels, ...rest } = changes
  const { source_branch = mergeRequest.source_branch } = changes
  const isMoved = source_branch !== mergeRequest.source_branch
  const project = existingProject(context, mergeRequest.target_project_id)
  createMissingLabels(context, project, labels)
  const changed = store.mergeRequests.replace(mergeRequest, {
    ...rest,
    labels: [...labels],
    // Both branches are there: it was checked. Another head was not what a merge was scheduled for.
    ...(isMoved ? { ...unscheduledBy('moveHead', mergeRequest), head_sha: null } : {}),
    ...(changes.target_branch === undefined ? {} : { base_sha: null }),
    updated_at: now,
  })
  const target = onMergeRequest({ project, mergeRequest: changed })
  if (settlesTodos(mergeRequest, changed)) settleTodos(context, target)
  noteMergeRequestChanges(context, mergeRequest, changed)
  followDescription(context, target, changed, mergeRequest)
}

/**
 * Adds a system note for each difference between two states of a merge request. A title that only
 * gets or loses its WIP has a note of its own.
 */
function noteMergeRequestChanges(
  context: Context,
  before: MergeRequestRecord,
  after: MergeRequestRecord,
): void {
  const project = existingProject(context, after.target_project_id)
  const target = onMergeRequest({ project, mergeRequest: after })
  const note = (body: string) => addSystemNote(context, target, body)
  const { release } = context
  const [was, is] = [
    isWorkInProgress(release, before.title),
    isWorkInProgress(release, after.title),
  ]
  const isOnlyMarked =
    was !== is &&
    withoutWorkInProgress(release, before.title) === withoutWorkInProgress(release, after.title)
  if (was !== is) note(`${is ? 'marked' : 'unmarked'} as a **Work In Progress**`)
  noteChanges(context, target, isOnlyMarked ? { ...before, title: after.title } : before, after)
  for (const end of ['source', 'target'] as const) {
    const [from, to] = [before[`${end}_branch`], after[`${end}_branch`]]
    if (from !== to) note(`changed ${end} branch from \`${from}\` to \`${to}\``)
  }
}
