import { seesMergeRequest, seesMergeRequests } from '../access/tracker-visibility.ts'
import { forbidden, notAcceptable, notAllowed, unauthorized } from '../contract/errors.ts'
import { externalIssuesClosedBy, issuesClosedBy } from '../domain/issues/closing.ts'
import {
  endsOf,
  errorsOfBranches,
  otherBranches,
  refuseSecond,
} from '../domain/merge-requests/branches.ts'
import { changeMergeRequest, enterState, stateAfter } from '../domain/merge-requests/change.ts'
import { openMergeRequest, permittedPlanning } from '../domain/merge-requests/create.ts'
import { checkHeadSha, merge, mergeErrorOf } from '../domain/merge-requests/merge.ts'
import { isBuildMissing, mayMerge, mergeBlockerOf } from '../domain/merge-requests/mergeability.ts'
import { commitsOf, isOpen } from '../domain/merge-requests/range.ts'
import { scheduleMerge, unscheduleMerge } from '../domain/merge-requests/schedule.ts'
import { plan, planningErrors, titleErrors } from '../domain/tracker/planning.ts'
import { setSubscription } from '../domain/tracker/subscriptions.ts'
import { refuseErrors, refuseNoChange } from '../domain/validation.ts'
import { commitWithMessage } from '../resources/commit.ts'
import { issueResource } from '../resources/issue.ts'
import { mergeRequestResource, mergeRequestWithChanges } from '../resources/merge-request.ts'
import type { MergeRequestRecord } from '../store/models/merge-request.ts'
import { list } from './answers.ts'
import type { ContextOf, OperationsOf } from './operation.ts'
import { mergeRequestIn } from './records.ts'
import { inOrder } from './tracker-lists.ts'

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

/** Document 2, Merge requests. */
export const mergeRequests = {
  listMergeRequests(context, { iid, iids, state, ...order }) {
    const { store, viewer, project } = context
    if (!seesMergeRequests(viewer, project)) throw forbidden()
    const found = store.mergeRequests
      .by('target_project_id', project.id)
      .filter(
        (one) =>
          seesMergeRequest(viewer, project, one) &&
          (iid === undefined || one.iid === iid) &&
          (!iids?.length || iids.includes(one.iid)) &&
          isInState(one, state),
      )
    return list(found, (one) => mergeRequestResource(one, context), inOrder(order))
  },

  getMergeRequest: (context) => mergeRequestResource(context.mergeRequest, context),

  listMergeRequestCommits({ store, viewer, project, mergeRequest }) {
    viewer.must('download_code', project)
    return list(commitsOf(store, mergeRequest), commitWithMessage)
  },

  getMergeRequestChanges(context) {
    context.viewer.must('download_code', context.project)
    return mergeRequestWithChanges(context.mergeRequest, context)
  },

  createMergeRequest: (context, attributes) =>
    mergeRequestResource(openMergeRequest(context, attributes), context),

  /** Branches are heeded while it is open; it stays in its target project, whatever is asked. */
  updateMergeRequest(context, attributes) {
    const { store, project, mergeRequest } = context
    refuseNoChange(attributes, changeable)
    mustChange(context)
    const state = stateAfter(mergeRequest, attributes.state_event)
    const title = attributes.title?.trim()
    const planning = permittedPlanning(context, project, attributes)
    const errors = { ...titleErrors(title), ...planningErrors(context, project, planning) }
    const branches = isOpen({ state }) ? otherBranches(mergeRequest, attributes) : {}
    refuseErrors({ ...errors, ...errorsOfBranches(context, branches) })
    const isReopened = state !== mergeRequest.state && isOpen({ state })
    if (isReopened || Object.keys(branches).length > 0) {
      refuseSecond(store, endsOf(context, { ...mergeRequest, ...branches }))
    }

    const { remove_source_branch: force_remove_source_branch } = attributes
    const description = attributes.description === null ? '' : attributes.description
    const given = Object.entries({ title, description, force_remove_source_branch, ...branches })
    const plain = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    const inState = enterState(context, mergeRequest, state)
    const changes = { ...plain, ...plan(context, project, planning) }
    return mergeRequestResource(changeMergeRequest(context, inState, changes), context)
  },

  /** Softly. Answers 200 even when the merge request is gone already (document 1, Errors). */
  deleteMergeRequest(context, { merge_request_id }) {
    const { store, viewer, project, now } = context
    viewer.must('own_project', project)
    const mergeRequest = mergeRequestIn(context, project, merge_request_id)
    if (!mergeRequest) return null
    const deleted = mergeRequestResource(mergeRequest, context)
    store.mergeRequests.replace(mergeRequest, { deleted_at: now })
    return deleted
  },

  /** Where a build is awaited that there is none of, or that succeeded, it is merged at once. */
  mergeMergeRequest(context, { sha, merge_when_build_succeeds: isBuildAwaited, ...options }) {
    const { store, project, mergeRequest } = context
    if (!mayMerge(context, project, mergeRequest)) throw unauthorized()
    const mustWait = isBuildAwaited === true && isBuildMissing(store, mergeRequest)
    const blocker = mergeBlockerOf(store, project, mergeRequest, { isBuildAwaited: mustWait })
    if (blocker) throw mergeErrorOf(blocker)
    checkHeadSha(context, mergeRequest, sha)
    if (mustWait) scheduleMerge(context, mergeRequest, options)
    else merge(context, mergeRequest, options)
    return present(context)
  },

  /** For whoever may merge it, and its author. */
  cancelMergeWhenBuildSucceeds(context) {
    const { viewer, project, mergeRequest } = context
    const isAuthor = viewer.signedIn().id === mergeRequest.author_id
    if (!isAuthor && !mayMerge(context, project, mergeRequest)) throw unauthorized()
    if (!isOpen(mergeRequest)) throw notAllowed()
    if (!mergeRequest.merge_when_build_succeeds) throw notAcceptable()
    unscheduleMerge(context, mergeRequest)
    return present(context)
  },

  listIssuesClosedByMergeRequest(context) {
    const { project, mergeRequest } = context
    if (project.external_issue_tracker) {
      const keys = externalIssuesClosedBy(context, mergeRequest)
      return list(keys, (id) => ({ id, title: `External Issue ${id}` }))
    }
    return list(issuesClosedBy(context, mergeRequest), (issue) => issueResource(issue, context))
  },

  subscribeToMergeRequest(context) {
    setSubscription(context, 'MergeRequest', context.mergeRequest, true)
    return mergeRequestResource(context.mergeRequest, context)
  },
} satisfies OperationsOf<'Merge requests'>

/** A reopened one is open too. */
function isInState(
  mergeRequest: MergeRequestRecord,
  state: 'all' | 'opened' | 'closed' | 'merged',
): boolean {
  if (state === 'all') return true
  return state === 'opened' ? isOpen(mergeRequest) : mergeRequest.state === state
}

/** The merge request as it is once the operation is done. */
function present(context: ContextOf<'getMergeRequest'>) {
  const { store, mergeRequest } = context
  return mergeRequestResource(store.mergeRequests.get(mergeRequest.id) ?? mergeRequest, context)
}

/** Its author, its assignee and developers; nobody once the project is archived. */
function mustChange({ viewer, project, mergeRequest }: ContextOf<'updateMergeRequest'>): void {
  const { id } = viewer.signedIn()
  const takesPart = mergeRequest.author_id === id || mergeRequest.assignee_id === id
  if (!takesPart || project.is_archived) viewer.must('admin_merge_requests', project)
}
