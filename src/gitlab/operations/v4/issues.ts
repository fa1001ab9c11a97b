import { conflict, notFound, recordNotFound } from '../../../contract/errors.ts'
import type { IssueStatistics } from '../../../contract/generated/v4/contract.ts'
import { level } from '../../access/abilities.ts'
import { seesMergeRequest } from '../../access/tracker-visibility.ts'
import type { Context, IssueContext, ProjectContext } from '../../domain/context.ts'
import { checkIssueChanges, mustChangeIssue } from '../../domain/issues/change.ts'
import { checkNewIssue, createIssue, mustCreateIssue } from '../../domain/issues/create.ts'
import { issuesOf } from '../../domain/issues/list.ts'
import { checkClone, checkMove, cloneIssue, moveIssue } from '../../domain/issues/move.ts'
import { mergeRequestsClosing, relatedMergeRequests } from '../../domain/issues/related.ts'
import { checkReordering, reorderIssue } from '../../domain/issues/reorder.ts'
import { type Place, wholeInstance } from '../../domain/place.ts'
import { mustBeWritable } from '../../domain/projects/archiving.ts'
import { issueOfIid, mergeRequestOfIid } from '../../domain/tracker/iids.ts'
import { onIssue } from '../../domain/tracker/noteable.ts'
import { participantsOf } from '../../domain/tracker/participants.ts'
import { deleteIssue } from '../../domain/tracker/remove.ts'
import { changeIssueWithCommands } from '../../domain/tracker/slash-commands/apply.ts'
import { commandsInDescription } from '../../domain/tracker/slash-commands/changed-description.ts'
import { checkSubscription, setSubscription } from '../../domain/tracker/subscriptions.ts'
import { changeTimes, checkEstimate, checkTimeSpent } from '../../domain/tracker/time-tracking.ts'
import { markTodo } from '../../domain/tracker/todos.ts'
import { issueDetail, issueResource } from '../../resources/v4/issue.ts'
import { mergeRequestOfOthers, mergeRequestResource } from '../../resources/v4/merge-request.ts'
import { timeStats } from '../../resources/v4/time-stats.ts'
import { todoOfIssue } from '../../resources/v4/todo.ts'
import { userBasic } from '../../resources/v4/user.ts'
import { list, listPage } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { type IssueListRequest, readIssueList } from './issue-lists.ts'
import { readPlanning } from './planning.ts'

/** The operations of schemas/v4/paths/issues.yaml. */
export const issues = {
  /** Lists issues. Only the scope `all` is open to anonymous callers. */
  listOwnIssues(context, request) {
    if (request.scope !== 'all') context.viewer.signedIn()
    return listIssues(context, wholeInstance, request)
  },

  listIssuesOfGroup: (context, request) =>
    listIssues(context, { kind: 'group', group: context.group }, request),

  listIssuesOfProject: (context, request) =>
    listIssues(context, { kind: 'project', project: context.project }, request),

  countOwnIssues(context, request) {
    if (request.scope !== 'all') context.viewer.signedIn()
    return countIssues(context, wholeInstance, request)
  },

  countIssuesOfGroup: (context, request) =>
    countIssues(context, { kind: 'group', group: context.group }, request),

  countIssuesOfProject: (context, request) =>
    countIssues(context, { kind: 'project', project: context.project }, request),

  getIssue: (context) => issueDetail(context.issue, context),

  createIssue(context, request) {
    const { store, project } = context
    mustCreateIssue(context)
    const attributes = checkNewIssue(context, {
      ...request,
      ...readPlanning(context, project, request, []),
      merge_request_for_resolving_discussions: knownMergeRequest(
        context,
        request.merge_request_to_resolve_discussions_of,
      ),
    })
    const { iid } = attributes
    if (iid !== undefined && issueOfIid(store, project, iid)) throw conflict('Duplicated issue')
    return issueDetail(createIssue(context, project, attributes), context)
  },

  updateIssue(context, request) {
    const { project, issue } = context
    mustChangeIssue(context)
    const target = { type: 'Issue', project, record: issue } as const
    const { change, updates } = commandsInDescription(context, target, request)
    const planning = readPlanning(context, project, change, issue.labels)
    const changes = checkIssueChanges(context, { ...change, ...planning })
    return issueDetail(changeIssueWithCommands(context, issue, changes, updates), context)
  },

  deleteIssue(context) {
    const { viewer, project, issue } = context
    mustBeWritable(context, project)
    // Planners can delete issues too, unlike the roles between them and owners (`destroy_issue` in
    // app/policies/project_policy.rb).
    if (viewer.projectLevel(project) !== level.planner) viewer.must('own_project', project)
    mustBeUnmodified(context, issue.updated_at)
    deleteIssue(context, issue)
    return undefined
  },

  moveIssue(context, { to_project_id }) {
    mustBeWritable(context, context.project)
    const target = checkMove(context, to_project_id)
    return issueDetail(moveIssue(context, context.issue, target), context)
  },

  cloneIssue(context, { to_project_id, with_notes }) {
    mustBeWritable(context, context.project)
    const target = checkClone(context, to_project_id)
    return issueDetail(cloneIssue(context, context.issue, target, with_notes), context)
  },

  reorderIssue(context, request) {
    mustChangeIssue(context)
    const place = checkReordering(context, request)
    return issueDetail(reorderIssue(context, context.issue, place), context)
  },

  getIssueOfInstance(context, { issue_id }) {
    const issue = context.store.issues.get(issue_id)
    if (!issue || issue.deleted_at !== null) throw recordNotFound()
    return issueDetail(issue, context)
  },

  getUserAgentDetailOfIssue() {
    throw notFound('UserAgentDetail')
  },

  subscribeToIssue: (context) => subscribed(context, true),
  unsubscribeFromIssue: (context) => subscribed(context, false),

  createTodoOfIssue(context) {
    return todoOfIssue(markTodo(context, onIssue(context)), context.issue, context)
  },

  listParticipantsOfIssue(context) {
    const participants = participantsOf(context, onIssue(context), context.issue)
    return list(participants, (user) => userBasic(user, context))
  },

  listMergeRequestsRelatedToIssue: (context) =>
    list(relatedMergeRequests(context, context.issue), (one) => mergeRequestOfOthers(one, context)),

  listMergeRequestsClosingIssue(context) {
    const place = { kind: 'project', project: context.project } as const
    return list(mergeRequestsClosing(context, context.issue), (one) =>
      mergeRequestResource(one, context, { place }),
    )
  },

  getTimeStatsOfIssue: ({ issue }) => timeStats(issue),

  setTimeEstimateOfIssue(context, { duration }) {
    mustTrackTime(context)
    changeTimes(context, onIssue(context), context.issue, {
      time_estimate: checkEstimate(duration),
    })
    return timesNow(context)
  },

  resetTimeEstimateOfIssue(context) {
    mustTrackTime(context)
    changeTimes(context, onIssue(context), context.issue, { time_estimate: 0 })
    return timesNow(context)
  },

  addSpentTimeToIssue(context, { duration }) {
    mustTrackTime(context)
    const seconds = checkTimeSpent(context.issue, duration)
    changeTimes(context, onIssue(context), context.issue, { spend_time: seconds })
    return timesNow(context)
  },

  resetSpentTimeOfIssue(context) {
    mustTrackTime(context)
    changeTimes(context, onIssue(context), context.issue, { spend_time: 'reset' })
    return timesNow(context)
  },
} satisfies OperationsOf<'v4', 'Issues'>

function listIssues(context: Context, place: Place, request: IssueListRequest) {
  const hasLabelDetails = request.with_labels_details
  const found = issuesOf(context, place, readIssueList(context, request))
  return listPage(found, (issue) => issueResource(issue, context, { place, hasLabelDetails }))
}

function countIssues(
  context: Context,
  place: Place,
  request: Omit<IssueListRequest, keyof typeof everyIssue>,
): IssueStatistics {
  const filters = readIssueList(context, { ...request, ...everyIssue })
  const { total, page } = issuesOf(context, place, filters)
  const opened = page(0, total).filter(({ state }) => state === 'opened').length
  const counts = { all: total, closed: total - opened, opened }
  return { statistics: { counts } }
}

/** The parameters of a list that is filtered by iids only. */
const everyIssue = {
  state: 'all',
  order_by: 'created_at',
  sort: 'desc',
  with_labels_details: false,
} as const

/** Returns the iid of a visible merge request; undefined for any other number. */
function knownMergeRequest(
  { store, viewer, project }: ProjectContext,
  iid: number | undefined,
): number | undefined {
  const mergeRequest = iid === undefined ? undefined : mergeRequestOfIid(store, project, iid)
  return mergeRequest && seesMergeRequest(viewer, project, mergeRequest) ? iid : undefined
}

function subscribed(context: IssueContext, isSubscribed: boolean) {
  checkSubscription(context, 'Issue', context.issue, isSubscribed)
  setSubscription(context, 'Issue', context.issue, isSubscribed)
  return issueDetail(context.issue, context)
}

function mustTrackTime(context: ProjectContext): void {
  mustBeWritable(context, context.project)
  context.viewer.must('admin_issues', context.project)
}

function timesNow({ store, issue }: IssueContext) {
  return timeStats(store.issues.get(issue.id) ?? issue)
}
