import type { IssueRecord } from '../../../store/models/issue.ts'
import { level } from '../../access/abilities.ts'
import type { ProjectContext } from '../context.ts'
import { labelOf } from '../tracker/labels.ts'
import type { PlanningRequest } from '../tracker/planning.ts'

/** The attributes in a request to create or change an issue. */
export interface IssueRequest extends PlanningRequest {
  readonly description?: string | null | undefined
  readonly confidential?: boolean | undefined
  /** YEAR-MONTH-DAY. */
  readonly due_date?: string | null | undefined
  readonly discussion_locked?: boolean | undefined
  readonly issue_type?: IssueRecord['issue_type'] | undefined
  readonly severity?: IssueRecord['severity'] | undefined
}

type IssuePlanningRequest = Omit<IssueRequest, 'description' | 'confidential'>

/**
 * Returns the planning attributes of a request if the caller may plan the project's issues; else none, as GitLab
 * ignores them.
 */
export function permittedPlanning(
  { viewer, project }: ProjectContext,
  request: IssueRequest,
): IssuePlanningRequest {
  return viewer.can('admin_issues', project) ? plannedBy(request) : {}
}

/**
 * Does the same for a new issue. Later releases let guests plan their own issues, with existing labels
 * (`set_issue_metadata` in app/policies/issue_policy.rb).
 */
export function planningOfNew(
  context: ProjectContext,
  request: IssueRequest,
): IssuePlanningRequest {
  const { viewer, project, release, store } = context
  const isMember = viewer.projectLevel(project) >= level.guest
  if (viewer.can('admin_issues', project) || !release.guestsPlanNewIssues || !isMember) {
    return permittedPlanning(context, request)
  }
  const labels = request.labels?.filter((title) => labelOf(store, project, title.trim()))
  return { ...plannedBy(request), labels }
}

function plannedBy(request: IssueRequest): IssuePlanningRequest {
  const { assignee_id, milestone_id, labels, due_date } = request
  const { discussion_locked, issue_type, severity } = request
  return {
    assignee_id,
    milestone_id,
    labels,
    due_date,
    discussion_locked,
    issue_type,
    severity,
  }
}

/** Returns a time that only administrators and the project's owner may set; undefined for other callers. */
export function permittedTime(
  { viewer, project }: ProjectContext,
  time: string | undefined,
): string | undefined {
  return viewer.can('own_project', project) ? time : undefined
}
