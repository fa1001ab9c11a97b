import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { mayChangeMergeRequest } from '../../access/participation.ts'
import { createPipelineOfMergeRequest } from '../builds/pipeline-of-merge-request.ts'
import { differs, omitUndefined } from '../changes.ts'
import { type Context, fireHooks, type MergeRequestContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { next } from '../state-table.ts'
import { createMissingLabels } from '../tracker/labels.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import {
  descriptionErrors,
  type Planning,
  type PlanningRequest,
  planningErrors,
  readPlanning,
  titleErrors,
} from '../tracker/planning.ts'
import { recordPlanning } from '../tracker/resource-events.ts'
import { addSystemNote, noteChanges, noteDescription } from '../tracker/system-notes.ts'
import { followDescription } from '../tracker/text-consequences.ts'
import { noteTimes, type TimeChanges, timesBy } from '../tracker/time-tracking.ts'
import { settlesTodos, settleTodos } from '../tracker/todos.ts'
import { checkNoErrors, checkSomeChange } from '../validation.ts'
import { noteAbortedMerge } from './aborted-merges.ts'
import {
  type Branches,
  changedBranchErrors,
  changedBranches,
  checkUnique,
  endsOf,
} from './branches.ts'
import { mayCollaborate, permittedPlanning } from './create.ts'
import { askForReviews, noteReviewers, reviewersAfter } from './people.ts'
import { partingOf } from './range.ts'
import { mergeIfReady } from './schedule.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { changeMergeRequestState } from './state-change.ts'
import { isOpen, mergeRequestStates } from './states.ts'
import { recordVersion } from './versions.ts'
import { isWorkInProgress, withoutWorkInProgress } from './work-in-progress.ts'

/** The attributes in a request to change a merge request. `target_project_id` is ignored, as in GitLab 8.15. */
export interface MergeRequestChangeRequest extends PlanningRequest {
  readonly source_branch?: string | undefined
  readonly target_branch?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly target_project_id?: number | undefined
  readonly remove_source_branch?: boolean | undefined
  readonly state_event?: 'close' | 'reopen' | undefined
  readonly reviewer_ids?: readonly number[] | undefined
  readonly squash?: boolean | undefined
  readonly discussion_locked?: boolean | undefined
  readonly allow_collaboration?: boolean | undefined
  readonly merge_after?: string | null | undefined
}

/** The changes of a merge request; omitted fields stay as they are. */
export interface MergeRequestChanges extends Planning, Branches, TimeChanges {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly force_remove_source_branch?: boolean | undefined
  readonly more_assignee_ids?: readonly number[] | undefined
  readonly reviewer_ids?: readonly number[] | undefined
  readonly squash?: boolean | undefined
  readonly discussion_locked?: boolean | undefined
  readonly allow_collaboration?: boolean | undefined
  readonly merge_after?: string | null | undefined
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

/** Throws 400 for a request without any changeable attribute. */
export function checkSomethingChanges(request: MergeRequestChangeRequest): void {
  checkSomeChange(request, changeable)
}

/** Checks that the caller may change the merge request. */
export function mustChangeMergeRequest({
  viewer,
  project,
  mergeRequest,
}: MergeRequestContext): void {
  const mayChange = mayChangeMergeRequest(viewer, project, mergeRequest)
  if (!mayChange) viewer.must('admin_merge_requests', project)
}

/**
 * Returns the changes of a request that the caller may make; branches only while they can change (`mayMove`).
 * Throws 400 for invalid or no changes, 409 and 422 for branches as in checkNewMergeRequest.
 */
export function checkMergeRequestChanges(
  context: MergeRequestContext,
  request: MergeRequestChangeRequest,
): MergeRequestChanges {
  const { store, project, mergeRequest } = context
  const { state_event } = request
  const state = stateAfter(mergeRequest, state_event)
  const title = request.title?.trim()
  const planning = permittedPlanning(context, project, request)
  const errors = {
    ...titleErrors(title),
    ...descriptionErrors(request.description),
    ...planningErrors(context, project, planning),
  }
  const branches = mayMove(context, state) ? changedBranches(mergeRequest, request) : {}
  checkNoErrors({ ...errors, ...changedBranchErrors(context, branches) })
  const isReopened = state !== mergeRequest.state && isOpen({ state })
  const isMoved = isOpen({ state }) && Object.keys(branches).length > 0
  if (isReopened || isMoved) {
    checkUnique(store, endsOf(context, { ...mergeRequest, ...branches }))
  }
  const { description } = request
  const { squash, discussion_locked, merge_after } = request
  const { reviewer_ids } = planning
  const ends = store.projects.get(mergeRequest.source_project_id) && endsOf(context, mergeRequest)
  const mayShare = ends !== undefined && mayCollaborate(context, ends)
  const force_remove_source_branch = mayDecideRemoval(context, ends?.source)
    ? request.remove_source_branch
    : undefined
  return {
    ...omitUndefined({ title, description, force_remove_source_branch, state_event }),
    ...omitUndefined({ reviewer_ids, squash, discussion_locked, merge_after }),
    ...omitUndefined({ allow_collaboration: mayShare ? request.allow_collaboration : undefined }),
    ...branches,
    ...readPlanning(planning),
    ...(planning.assignee_id === undefined ? {} : { more_assignee_ids: [] }),
  }
}

/** Whether what the caller says of the removal of the source branch counts. */
function mayDecideRemoval(
  { viewer, release }: Context,
  source: ProjectRecord | undefined,
): boolean {
  if (!release.pushersDecideRemoval) return true
  return source !== undefined && viewer.can('push_code', source)
}

/** Whether the branches of a merge request can change. Later releases allow a new target for a closed one. */
function mayMove({ release }: Context, state: MergeRequestRecord['state']): boolean {
  return isOpen({ state }) || (state === 'closed' && release.retargetsClosed)
}

/** Returns the state after an event. An event that the state does not allow changes nothing. */
function stateAfter({ state }: MergeRequestRecord, event: 'close' | 'reopen' | undefined) {
  return (event && next(mergeRequestStates, state, event)) ?? state
}

/**
 * Applies changes in the caller's name, the state first, with system notes where readers need them. Returns the
 * changed merge request.
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
  mergeIfReady(context, mergeRequest)
  return mergeRequests.get(mergeRequest.id) ?? inState
}

function changeFields(
  context: Context,
  mergeRequest: MergeRequestRecord,
  { reviewer_ids, time_estimate, spend_time, ...others }: Omit<MergeRequestChanges, 'state_event'>,
): void {
  const { store, now } = context
  const reviewers = reviewer_ids && reviewersAfter(mergeRequest.reviewers, reviewer_ids, now)
  const times = { time_estimate, spend_time }
  const changes = { ...others, ...omitUndefined({ reviewers }), ...timesBy(mergeRequest, times) }
  if (!differs<object>(mergeRequest, changes)) return
  const { labels = mergeRequest.labels, more_assignee_ids, ...rest } = changes
  const { source_branch = mergeRequest.source_branch } = changes
  const isMoved = source_branch !== mergeRequest.source_branch
  const isAborted = context.release.abortsMerges && changes.target_branch !== undefined
  const project = existingProject(context, mergeRequest.target_project_id)
  createMissingLabels(context, project, labels)
  const changed = store.mergeRequests.replace(mergeRequest, {
    ...rest,
    ...(more_assignee_ids && { more_assignee_ids: [...more_assignee_ids] }),
    labels: [...labels],
    // Both branches exist, as was checked. Auto-merge was scheduled for the former head only.
    ...(isMoved || isAborted ? unscheduledBy('moveHead', mergeRequest) : {}),
    ...(isMoved ? { head_sha: null } : {}),
    ...(changes.target_branch === undefined ? {} : { base_sha: baseOn(changes.target_branch) }),
    updated_at: now,
  })
  if (isMoved || changes.target_branch !== undefined) recordVersion(context, changed)
  const target = onMergeRequest({ project, mergeRequest: changed })
  if (settlesTodos(mergeRequest, changed)) settleTodos(context, target)
  recordPlanning(context, target, changed, mergeRequest)
  noteMergeRequestChanges(context, mergeRequest, changed)
  noteTimes(context, target, mergeRequest, times)
  if (isAborted) noteAbortedMerge(context, mergeRequest, 'target branch was changed')
  askForReviews(context, changed, mergeRequest)
  followDescription(context, target, changed, mergeRequest)
  const change = {
    action: 'update',
    before: mergeRequest,
    user: context.viewer.signedIn(),
  } as const
  fireHooks(context, { kind: 'merge_request', mergeRequest: changed, ...change })
  if (isAborted && isOpen(changed)) createPipelineOfMergeRequest(context, changed)

  /**
   * Returns the base for a new target: null for an open merge request, which follows its branches, or the merge base
   * for a closed one.
   */
  function baseOn(target_branch: string): string | null {
    if (isOpen(mergeRequest)) return null
    return partingOf(store, { ...mergeRequest, target_branch }) ?? null
  }
}

/**
 * Adds a system note for each difference between two states of a merge request. Adding or removing only the draft
 * mark of a title has a note of its own.
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
  const { notedChanges, workInProgress } = release
  const [was, is] = [
    isWorkInProgress(release, before.title),
    isWorkInProgress(release, after.title),
  ]
  const isOnlyMarked =
    was !== is &&
    withoutWorkInProgress(release, before.title) === withoutWorkInProgress(release, after.title)
  if (was !== is) note(is ? workInProgress.added : workInProgress.removed)
  noteChanges(context, target, isOnlyMarked ? { ...before, title: after.title } : before, after)
  noteReviewers(context, after, before.reviewers)
  if (notedChanges.has('description') && before.description !== after.description) {
    noteDescription(context, target, before, after)
  }
  if (
    notedChanges.has('discussion_locked') &&
    before.discussion_locked !== after.discussion_locked
  ) {
    note(`${after.discussion_locked ? 'locked' : 'unlocked'} the discussion in this merge request`)
  }
  for (const end of ['source', 'target'] as const) {
    const [from, to] = [before[`${end}_branch`], after[`${end}_branch`]]
    if (from !== to) note(`changed ${end} branch from \`${from}\` to \`${to}\``)
  }
}
