import { forbidden, recordNotFound } from '../../../contract/errors.ts'
import { mergeRequestListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { mergeRequestOrders } from '../../../store/record-orders.ts'
import { externalIssuesClosedBy, issuesClosedBy } from '../../domain/issues/closing.ts'
import {
  changeMergeRequest,
  checkMergeRequestChanges,
  checkSomethingChanges,
  mustChangeMergeRequest,
} from '../../domain/merge-requests/change.ts'
import {
  checkNewMergeRequest,
  createMergeRequest,
  mustCreateMergeRequest,
} from '../../domain/merge-requests/create.ts'
import { checkMerge, mustMerge } from '../../domain/merge-requests/merge.ts'
import { commitsOf } from '../../domain/merge-requests/range.ts'
import {
  cancelMerge,
  checkScheduled,
  mergeOrSchedule,
  mustCancelMerge,
} from '../../domain/merge-requests/schedule.ts'
import { versionsOf } from '../../domain/merge-requests/versions.ts'
import { mergeRequestOfIid } from '../../domain/tracker/iids.ts'
import { labelsIn } from '../../domain/tracker/planning.ts'
import { deleteMergeRequest } from '../../domain/tracker/remove.ts'
import { checkSubscription, setSubscription } from '../../domain/tracker/subscriptions.ts'
import { commitResource } from '../../resources/v3/commit.ts'
import { issueResource } from '../../resources/v3/issue.ts'
import { mergeRequestResource, mergeRequestWithChanges } from '../../resources/v3/merge-request.ts'
import {
  mergeRequestVersion,
  mergeRequestVersionDetail,
} from '../../resources/v3/merge-request-version.ts'
import { list, listSelected } from '../answers.ts'
import type { ContextOf, OperationsOf } from '../operation.ts'
import { mergeRequestIn } from '../records.ts'

/** The operations of schemas/v3/paths/merge-requests.yaml. */
export const mergeRequests = {
  listMergeRequests(context, { iid, iids, state, order_by, sort }) {
    const { store, viewer, project } = context
    if (!project.merge_requests_enabled) throw forbidden()
    viewer.must('read_merge_requests', project)
    const states: readonly (State | 'all')[] = state === 'all' ? ['all'] : statesShownAs[state]
    const numbers = [...(iid === undefined ? [] : [[iid]]), ...(iids?.length ? [iids] : [])]
    const lists =
      numbers.length > 0
        ? numbered(context, numbers)
            .filter((one) => state === 'all' || states.includes(one.state))
            .map((one) => [one])
        : states.map((one) =>
            store.mergeRequests.by('listed_in', mergeRequestListKey(project.id, one), order_by),
          )
    return listSelected({ lists, order: mergeRequestOrders[order_by], sort }, (one) =>
      mergeRequestResource(one, context),
    )
  },

  getMergeRequest: (context) => mergeRequestResource(context.mergeRequest, context),

  listMergeRequestCommits({ store, viewer, project, mergeRequest }) {
    viewer.must('download_code', project)
    return list(commitsOf(store, mergeRequest), commitResource)
  },

  getMergeRequestChanges(context) {
    context.viewer.must('download_code', context.project)
    return mergeRequestWithChanges(context.mergeRequest, context)
  },

  createMergeRequest(context, request) {
    mustCreateMergeRequest(context)
    const labels = labelsIn(request.labels)
    const attributes = checkNewMergeRequest(context, { ...request, labels })
    return mergeRequestResource(createMergeRequest(context, attributes), context)
  },

  updateMergeRequest(context, request) {
    mustChangeMergeRequest(context)
    const labels = labelsIn(request.labels)
    checkSomethingChanges({ ...request, labels })
    const changes = checkMergeRequestChanges(context, { ...request, labels })
    const changed = changeMergeRequest(context, context.mergeRequest, changes)
    return mergeRequestResource(changed, context)
  },

  /** Deletes a merge request. Returns 200 even if it is already absent (schemas/v3/paths/merge-requests.yaml). */
  deleteMergeRequest(context, { merge_request_id }) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    const mergeRequest = mergeRequestIn(context, project, merge_request_id)
    if (!mergeRequest) return null
    deleteMergeRequest(context, mergeRequest)
    return mergeRequestResource(mergeRequest, context)
  },

  mergeMergeRequest(context, { sha, merge_when_build_succeeds, ...options }) {
    mustMerge(context)
    const time = checkMerge(context, { sha, merge_when_build_succeeds })
    mergeOrSchedule(context, context.mergeRequest, time, options)
    return present(context)
  },

  cancelMergeWhenBuildSucceeds(context) {
    mustCancelMerge(context)
    checkScheduled(context)
    cancelMerge(context, context.mergeRequest)
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
    checkSubscription(context, 'MergeRequest', context.mergeRequest, true)
    setSubscription(context, 'MergeRequest', context.mergeRequest, true)
    return mergeRequestResource(context.mergeRequest, context)
  },

  unsubscribeFromMergeRequest(context) {
    checkSubscription(context, 'MergeRequest', context.mergeRequest, false)
    setSubscription(context, 'MergeRequest', context.mergeRequest, false)
    return mergeRequestResource(context.mergeRequest, context)
  },

  listMergeRequestVersions(context) {
    context.viewer.must('download_code', context.project)
    const versions = versionsOf(context.store, context.mergeRequest).toReversed()
    return list(versions, (version) => mergeRequestVersion(version, context))
  },

  getMergeRequestVersion(context, { version_id }) {
    const { store, viewer, project, mergeRequest } = context
    viewer.must('download_code', project)
    const version = versionsOf(store, mergeRequest).find(({ id }) => id === version_id)
    if (!version) throw recordNotFound()
    return mergeRequestVersionDetail(version, context)
  },
} satisfies OperationsOf<'v3', 'Merge requests'>

type State = MergeRequestRecord['state']

/** The states of each filter; reopened merge requests count as open. */
const statesShownAs = {
  opened: ['opened', 'reopened'],
  closed: ['closed'],
  merged: ['merged'],
} satisfies Record<string, readonly State[]>

/** Returns the merge requests of a project whose iids are in all given lists. */
function numbered(
  { store, project }: ContextOf<'v3', 'listMergeRequests'>,
  [wanted = [], ...others]: readonly (readonly number[])[],
): MergeRequestRecord[] {
  return [...new Set(wanted)]
    .filter((iid) => others.every((iids) => iids.includes(iid)))
    .flatMap((iid) => mergeRequestOfIid(store, project, iid) ?? [])
    .filter(({ deleted_at }) => deleted_at === null)
}

/** Returns the merge request as it is after the operation. */
function present(context: ContextOf<'v3', 'getMergeRequest'>) {
  const { store, mergeRequest } = context
  return mergeRequestResource(store.mergeRequests.get(mergeRequest.id) ?? mergeRequest, context)
}
