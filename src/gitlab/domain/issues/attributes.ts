import type { IssueRecord } from '../../../store/models/issue.ts'
import { level } from '../../access/abilities.ts'
import type { ProjectContext } from '../context.ts'
import { labelOf } from '../tracker/labels.ts'
import type { PlanningRequest } from '../tracker/planning.ts'

/** What a request says of an issue, new or not. */
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

/** What a request plans, for who may plan the project's issues; GitLab ignores it of others. */
export function permittedPlanning(
  { viewer, project }: ProjectContext,
  request: IssueRequest,
): IssuePlanningRequest {
  return viewer.can('admin_issues', project) ? plannedBy(request) : {}
}

/**
 * The same of a new issue. Later releases let guests plan their own, with labels that are there
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

/** A time that administrators and the project's owner may set; that of others is ignored. */
export function permittedTime(
  { viewer, project }: ProjectContext,
  time: string | undefined,
): string | undefined {
  return viewer.can('own_project', project) ? time : undefined
}
