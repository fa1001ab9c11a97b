import { forbidden, recordNotFound } from '../../../contract/errors.ts'
import type { DeploymentRecord } from '../../../store/models/deployment.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import { mustReadEnvironments } from '../../access/builds.ts'
import { readsMergeRequests } from '../../access/tracker-visibility.ts'
import type { Context, MergeRequestContext, ProjectContext } from '../../domain/context.ts'
import { externalIssuesClosedBy, issuesClosedBy } from '../../domain/issues/closing.ts'
import { relatedIssues } from '../../domain/issues/related.ts'
import {
  checkMergeRequestChanges,
  mustChangeMergeRequest,
} from '../../domain/merge-requests/change.ts'
import {
  checkNewMergeRequest,
  createMergeRequest,
  mustCreateMergeRequest,
} from '../../domain/merge-requests/create.ts'
import { mergeRequestsOf } from '../../domain/merge-requests/list.ts'
import { type Place, wholeInstance } from '../../domain/place.ts'
import { mustBeWritable } from '../../domain/projects/archiving.ts'
import { onMergeRequest } from '../../domain/tracker/noteable.ts'
import { participantsOf } from '../../domain/tracker/participants.ts'
import { deleteMergeRequest } from '../../domain/tracker/remove.ts'
import { changeMergeRequestWithCommands } from '../../domain/tracker/slash-commands/apply.ts'
import { commandsInDescription } from '../../domain/tracker/slash-commands/changed-description.ts'
import { checkSubscription, setSubscription } from '../../domain/tracker/subscriptions.ts'
import { changeTimes, checkEstimate, checkTimeSpent } from '../../domain/tracker/time-tracking.ts'
import { markTodo } from '../../domain/tracker/todos.ts'
import { issueBasic } from '../../resources/v4/issue.ts'
import {
  mergeRequestDetail,
  mergeRequestOnRequest,
  mergeRequestResource,
  mergeRequestSimple,
} from '../../resources/v4/merge-request.ts'
import { reviewerResource } from '../../resources/v4/merge-request-parts.ts'
import { timeStats } from '../../resources/v4/time-stats.ts'
import { todoOfMergeRequest } from '../../resources/v4/todo.ts'
import { userBasic } from '../../resources/v4/user.ts'
import { list, listPage } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { readMergeRequestAttributes } from './merge-request-attributes.ts'
import { type MergeRequestListRequest, readMergeRequestList } from './merge-request-lists.ts'

/** The operations of schemas/v4/paths/merge-requests.yaml. */
export const mergeRequests = {
  /** Lists merge requests. Only the scope `all` is open to anonymous callers. */
  listOwnMergeRequests(context, request) {
    if (request.scope !== 'all') context.viewer.signedIn()
    return listMergeRequests(context, wholeInstance, request)
  },

  listMergeRequestsOfGroup: (context, request) =>
    listMergeRequests(context, { kind: 'group', group: context.group }, request),

  listMergeRequests(context, request) {
    const { viewer, project } = context
    if (!readsMergeRequests(viewer, project)) throw forbidden()
    return listMergeRequests(context, { kind: 'project', project }, request)
  },

  listMergeRequestsOfDeployment(context, request) {
    const { project, deployment } = context
    mustReadEnvironments(context)
    return listMergeRequests(context, { kind: 'project', project }, request, deployment)
  },

  getMergeRequest: (context, wanted) =>
    mergeRequestOnRequest(context.mergeRequest, context, wanted),

  createMergeRequest(context, request) {
    mustCreateMergeRequest(context)
    const target = targetOf(context, request.target_project_id)
    const attributes = readMergeRequestAttributes(context, target, request, [])
    const checked = checkNewMergeRequest(context, { ...request, ...attributes })
    return mergeRequestDetail(createMergeRequest(context, checked), context)
  },

  updateMergeRequest(context, request) {
    const { project, mergeRequest } = context
    mustChangeMergeRequest(context)
    const target = { type: 'MergeRequest', project, record: mergeRequest } as const
    const { change, updates } = commandsInDescription(context, target, request)
    const { labels } = mergeRequest
    const attributes = readMergeRequestAttributes(context, project, change, labels)
    const changes = checkMergeRequestChanges(context, { ...change, ...attributes })
    const changed = changeMergeRequestWithCommands(context, mergeRequest, changes, updates)
    return mergeRequestDetail(changed, context)
  },

  deleteMergeRequest(context) {
    const { viewer, project, mergeRequest } = context
    mustBeWritable(context, project)
    viewer.must('own_project', project)
    mustBeUnmodified(context, mergeRequest.updated_at)
    deleteMergeRequest(context, mergeRequest)
    return undefined
  },

  listParticipantsOfMergeRequest(context) {
    const participants = participantsOf(context, onMergeRequest(context), context.mergeRequest)
    return list(participants, (user) => userBasic(user, context))
  },

  listReviewersOfMergeRequest: (context) =>
    list(context.mergeRequest.reviewers, (reviewer) => reviewerResource(reviewer, context)),

  subscribeToMergeRequest: (context) => subscribed(context, true),
  unsubscribeFromMergeRequest: (context) => subscribed(context, false),

  createTodoOfMergeRequest(context) {
    const todo = markTodo(context, onMergeRequest(context))
    return todoOfMergeRequest(todo, context.mergeRequest, context)
  },

  getTimeStatsOfMergeRequest: ({ mergeRequest }) => timeStats(mergeRequest),

  setTimeEstimateOfMergeRequest(context, { duration }) {
    mustTrackTime(context)
    changeTimes(context, onMergeRequest(context), context.mergeRequest, {
      time_estimate: checkEstimate(duration),
    })
    return timesNow(context)
  },

  resetTimeEstimateOfMergeRequest(context) {
    mustTrackTime(context)
    changeTimes(context, onMergeRequest(context), context.mergeRequest, { time_estimate: 0 })
    return timesNow(context)
  },

  addSpentTimeToMergeRequest(context, { duration }) {
    const { mergeRequest } = context
    mustTrackTime(context)
    const seconds = checkTimeSpent(mergeRequest, duration)
    changeTimes(context, onMergeRequest(context), mergeRequest, { spend_time: seconds })
    return timesNow(context)
  },

  resetSpentTimeOfMergeRequest(context) {
    mustTrackTime(context)
    changeTimes(context, onMergeRequest(context), context.mergeRequest, { spend_time: 'reset' })
    return timesNow(context)
  },

  listIssuesClosedByMergeRequest(context) {
    const { project, mergeRequest } = context
    if (project.external_issue_tracker) {
      const keys = externalIssuesClosedBy(context, mergeRequest)
      return list(keys, (id) => ({ id, title: `External Issue ${id}` }))
    }
    return listIssues(context, issuesClosedBy(context, mergeRequest))
  },

  listIssuesRelatedToMergeRequest: (context) =>
    listIssues(context, relatedIssues(context, context.mergeRequest)),
} satisfies OperationsOf<'v4', 'Merge requests'>

function listMergeRequests(
  context: Context,
  place: Place,
  request: MergeRequestListRequest,
  shippedBy?: DeploymentRecord,
) {
  const { view, with_labels_details: hasLabelDetails } = request
  const filters = { ...readMergeRequestList(context, request), shippedBy }
  const found = mergeRequestsOf(context, place, filters)
  return listPage(found, (one) =>
    view === 'simple'
      ? mergeRequestSimple(one, context)
      : mergeRequestResource(one, context, { place, hasLabelDetails }),
  )
}

function listIssues(context: ProjectContext, found: readonly IssueRecord[]) {
  return list(found, (issue) => issueBasic(issue, context))
}

/** Subscribes or unsubscribes the caller, who must be allowed to change the merge request, as in GitLab 18. */
function subscribed(context: MergeRequestContext, isSubscribed: boolean) {
  const { mergeRequest } = context
  mustChangeMergeRequest(context)
  checkSubscription(context, 'MergeRequest', mergeRequest, isSubscribed)
  setSubscription(context, 'MergeRequest', mergeRequest, isSubscribed)
  return mergeRequestDetail(mergeRequest, context)
}

function mustTrackTime({ viewer, project }: ProjectContext): void {
  viewer.must('admin_merge_requests', project)
}

function timesNow({ store, mergeRequest }: MergeRequestContext) {
  return timeStats(store.mergeRequests.get(mergeRequest.id) ?? mergeRequest)
}

/** Returns the target project. Throws 404 where it is missing, and 403 where the caller cannot see it. */
function targetOf({ store, viewer, project }: ProjectContext, id = project.id) {
  const target = store.projects.get(id)
  if (!target) throw recordNotFound()
  if (!viewer.sees(target)) throw forbidden()
  return target
}
