import { seesIssue } from '../access/tracker-visibility.ts'
import { forbidden, notFound, notModified, refused } from '../contract/errors.ts'
import { recordEvent } from '../domain/events.ts'
import { aboutIssue, changeIssue, setState } from '../domain/issues/change.ts'
import { discussionsToResolve, resolveDiscussions } from '../domain/issues/discussions.ts'
import { mayMove, moveIssueTo } from '../domain/issues/move.ts'
import { nextIssueIid } from '../domain/tracker/iids.ts'
import {
  type PlanningAttributes,
  plan,
  planningErrors,
  titleErrors,
} from '../domain/tracker/planning.ts'
import { setSubscription } from '../domain/tracker/subscriptions.ts'
import { refuseErrors, refuseNoChange } from '../domain/validation.ts'
import { issueResource } from '../resources/issue.ts'
import { todoOfIssue } from '../resources/todo.ts'
import { targetKey } from '../store/collections.ts'
import { issuesIn, listIssues } from './issue-lists.ts'
import type { ContextOf, OperationsOf } from './operation.ts'
import { issueIn } from './records.ts'

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

/** Document 2, Issues. */
export const issues = {
  /** Those the caller created and, where they have lost sight of the project, sees no longer. */
  listOwnIssues(context, filters) {
    const { store, viewer } = context
    const own = store.issues.by('author_id', viewer.signedIn().id).filter((issue) => {
      const project = store.projects.get(issue.project_id)
      return project !== undefined && seesIssue(viewer, project, issue)
    })
    return listIssues(context, own, filters, 'any label')
  },

  listIssuesOfGroup(context, filters) {
    const { store, group } = context
    const found = store.projects
      .by('namespace_id', group.id)
      .flatMap((project) => issuesIn(context, project))
    return listIssues(context, found, filters, 'all labels')
  },

  listIssuesOfProject(context, filters) {
    return listIssues(context, issuesIn(context, context.project), filters, 'any label')
  },

  getIssue: (context) => issueResource(context.issue, context),

  createIssue(context, attributes) {
    const { store, viewer, project, now } = context
    if (!project.issues_enabled) throw forbidden()
    viewer.must('create_issue', project)
    const origin = discussionsToResolve(context, attributes.merge_request_for_resolving_discussions)
    const title = attributes.title.trim() || (origin?.title ?? '')
    const planning = planningOf(context, attributes)
    refuseErrors({ ...titleErrors(title), ...planningErrors(context, project, planning) })
    const issue = store.issues.insert({
      ...plan(context, project, planning),
      iid: nextIssueIid(store, project),
      project_id: project.id,
      title,
      description: attributes.description ?? origin?.description ?? null,
      author_id: viewer.signedIn().id,
      confidential: attributes.confidential,
      due_date: planning.due_date ?? null,
      created_at: ownersTime(context, attributes.created_at) ?? now,
      updated_at: now,
    })
    recordEvent(context, 'opened', project, aboutIssue(issue))
    if (origin) resolveDiscussions(context, origin, issue)
    return issueResource(issue, context)
  },

  /** The author and the assignee may change it, and members from reporter up. */
  updateIssue(context, attributes) {
    const { store, viewer, project, issue } = context
    refuseNoChange(attributes, changeable)
    const id = viewer.signedIn().id
    const takesPart = issue.author_id === id || issue.assignee_id === id
    if (!takesPart) viewer.must('admin_issues', project)
    const title = attributes.title?.trim()
    const planning = planningOf(context, attributes)
    refuseErrors({ ...titleErrors(title), ...planningErrors(context, project, planning) })

    const { description, confidential, state_event } = attributes
    const { due_date } = planning
    const given = Object.entries({ title, description, confidential, due_date })
    const plain = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    const inState = state_event ? setState(context, issue, state_event) : issue
    const changed = changeIssue(context, inState, { ...plain, ...plan(context, project, planning) })
    const updated_at = ownersTime(context, attributes.updated_at)
    const dated = updated_at ? store.issues.replace(changed, { updated_at }) : changed
    return issueResource(dated, context)
  },

  /** Softly. Answers 200 even when the issue is gone already (document 1, Errors). */
  deleteIssue(context, { issue_id }) {
    const { store, viewer, project, now } = context
    viewer.must('own_project', project)
    const issue = issueIn(context, project, issue_id)
    if (!issue) return null
    const deleted = issueResource(issue, context)
    store.issues.replace(issue, { deleted_at: now })
    return deleted
  },

  moveIssue(context, { to_project_id }) {
    const target = context.store.projects.get(to_project_id)
    if (!target) throw notFound('Project')
    if (!mayMove(context, target)) {
      throw refused('Cannot move issue due to insufficient permissions!')
    }
    if (target.id === context.project.id) {
      throw refused('Cannot move issue to project it originates from!')
    }
    return issueResource(moveIssueTo(context, target), context)
  },

  subscribeToIssue(context) {
    setSubscription(context, 'Issue', context.issue, true)
    return issueResource(context.issue, context)
  },

  unsubscribeFromIssue(context) {
    setSubscription(context, 'Issue', context.issue, false)
    return issueResource(context.issue, context)
  },

  /** One pending todo a user and issue. */
  createTodoOfIssue(context) {
    const { store, viewer, project, issue, now } = context
    const { id } = viewer.signedIn()
    const isThere = store.todos
      .by('target', targetKey('Issue', issue.id))
      .some(({ user_id, state }) => user_id === id && state === 'pending')
    if (isThere) throw notModified()
    const todo = store.todos.insert({
      user_id: id,
      author_id: id,
      project_id: project.id,
      target_id: issue.id,
      created_at: now,
    })
    return todoOfIssue(todo, issue, context)
  },
} satisfies OperationsOf<'Issues'>

type Planning = PlanningAttributes & { readonly due_date?: string | null }

/** Who may not plan the project's issues plans nothing: as in that release, it is not heeded. */
function planningOf(
  { viewer, project }: ContextOf<'createIssue'>,
  { assignee_id, milestone_id, labels, due_date }: Planning,
): Planning {
  if (!viewer.can('admin_issues', project)) return {}
  return { assignee_id, milestone_id, labels, due_date }
}

/** A time that only administrators and the project's owner may set; others' is not heeded. */
function ownersTime({ viewer, project }: ContextOf<'createIssue'>, time: string | undefined) {
  return viewer.can('own_project', project) ? time : undefined
}
