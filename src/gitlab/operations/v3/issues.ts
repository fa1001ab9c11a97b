import type { Context } from '../../domain/context.ts'
import { changeIssue, checkIssueChanges, mustChangeIssue } from '../../domain/issues/change.ts'
import { checkNewIssue, createIssue, mustCreateIssue } from '../../domain/issues/create.ts'
import { issuesOf } from '../../domain/issues/list.ts'
import { checkMove, moveIssue } from '../../domain/issues/move.ts'
import { type Place, wholeInstance } from '../../domain/place.ts'
import { distinctTitles } from '../../domain/tracker/labels.ts'
import { onIssue } from '../../domain/tracker/noteable.ts'
import { labelsIn } from '../../domain/tracker/planning.ts'
import { deleteIssue } from '../../domain/tracker/remove.ts'
import { checkSubscription, setSubscription } from '../../domain/tracker/subscriptions.ts'
import { markTodo } from '../../domain/tracker/todos.ts'
import { checkSomeChange } from '../../domain/validation.ts'
import { issueResource } from '../../resources/v3/issue.ts'
import { todoOfIssue } from '../../resources/v3/todo.ts'
import { listPage } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { issueIn, issueToChange } from '../records.ts'

/** The operations of schemas/v3/paths/issues.yaml. */
export const issues = {
  /** Lists the issues that the caller created, in projects that are still visible. */
  listOwnIssues(context, filters) {
    const author_id = context.viewer.signedIn().id
    return listIssues(context, wholeInstance, { ...filters, author_id })
  },

  listIssuesOfGroup: (context, filters) =>
    listIssues(context, { kind: 'group', group: context.group }, filters),

  listIssuesOfProject: (context, filters) =>
    listIssues(context, { kind: 'project', project: context.project }, filters),

  getIssue: (context) => issueResource(context.issue, context),

  createIssue(context, request) {
    mustCreateIssue(context)
    const labels = labelsIn(request.labels)
    // A spread with a field after it would leave a hidden class behind with each issue (ARCHITECTURE.md).
    const attributes = checkNewIssue(context, Object.assign({}, request, { labels }))
    return issueResource(createIssue(context, context.project, attributes), context)
  },

  /** Updates an issue. A hidden one is a 403, not a 404 (updateIssue). */
  updateIssue(context, { issue_id, ...request }) {
    const issue = issueToChange(context, context.project, issue_id)
    const ofIssue = Object.assign(context, { issue })
    mustChangeIssue(ofIssue)
    checkSomeChange(request, changeable)
    const labels = labelsIn(request.labels)
    const changes = checkIssueChanges(ofIssue, { ...request, labels })
    return issueResource(changeIssue(context, issue, changes), context)
  },

  /** Deletes an issue. Returns 200 even if it is already absent (deleteIssue in schemas/v3/paths/issues.yaml). */
  deleteIssue(context, { issue_id }) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    const issue = issueIn(context, project, issue_id)
    if (!issue) return null
    deleteIssue(context, issue)
    return issueResource(issue, context)
  },

  moveIssue(context, { to_project_id }) {
    const target = checkMove(context, to_project_id)
    return issueResource(moveIssue(context, context.issue, target), context)
  },

  subscribeToIssue(context) {
    checkSubscription(context, 'Issue', context.issue, true)
    setSubscription(context, 'Issue', context.issue, true)
    return issueResource(context.issue, context)
  },

  unsubscribeFromIssue(context) {
    checkSubscription(context, 'Issue', context.issue, false)
    setSubscription(context, 'Issue', context.issue, false)
    return issueResource(context.issue, context)
  },

  createTodoOfIssue(context) {
    return todoOfIssue(markTodo(context, onIssue(context)), context.issue, context)
  },
} satisfies OperationsOf<'v3', 'Issues'>

const changeable = [
  'title',
  'description',
  'confidential',
  'assignee_id',
  'milestone_id',
  'labels',
  'state_event',
  'updated_at',
  'due_date',
] as const

/** The filters of the lists of issues (listIssuesOfProject). */
interface IssueListRequest {
  readonly order_by: 'created_at' | 'updated_at'
  readonly sort: 'asc' | 'desc'
  readonly iid?: number
  readonly state?: 'opened' | 'closed' | 'all'
  readonly labels?: string
  /** The title of a milestone; an empty one does not filter. */
  readonly milestone?: string
}

/** Lists the visible issues of a project, a group or the instance, filtered by an author where one is given. */
function listIssues(
  context: Context,
  place: Place,
  { iid, labels, milestone, ...request }: IssueListRequest & { readonly author_id?: number },
) {
  const filters = {
    ...request,
    iids: iid === undefined ? undefined : [iid],
    labels: distinctTitles((labels ?? '').split(',')),
    milestone: milestone ? { title: milestone } : undefined,
  }
  return listPage(issuesOf(context, place, filters), (issue) => issueResource(issue, context))
}
