import type { ProjectContext } from '../context.ts'
import type { PlanningRequest } from '../tracker/planning.ts'

/** What a request says of an issue, new or not. */
export interface IssueRequest extends PlanningRequest {
  readonly description?: string | null | undefined
  readonly confidential?: boolean | undefined
  /** YEAR-MONTH-DAY. */
  readonly due_date?: string | null | undefined
}

type IssuePlanningRequest = Pick<
  IssueRequest,
  'assignee_id' | 'milestone_id' | 'labels' | 'due_date'
>

/** What a request plans, for who may plan the project's issues; GitLab 8.15 ignored it of others. */
export function permittedPlanning(
  { viewer, project }: ProjectContext,
  { assignee_id, milestone_id, labels, due_date }: IssueRequest,
): IssuePlanningRequest {
  if (!viewer.can('admin_issues', project)) return {}
  return { assignee_id, milestone_id, labels, due_date }
}

/** A time that administrators and the project's owner may set; that of others is ignored. */
export function permittedTime(
  { viewer, project }: ProjectContext,
  time: string | undefined,
): string | undefined {
  return viewer.can('own_project', project) ? time : undefined
}
