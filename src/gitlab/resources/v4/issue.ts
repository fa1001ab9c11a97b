import { basePaths } from '../../../contract/base-paths.ts'
import type {
  Issue,
  IssueBasic,
  IssueDetail,
  TaskCompletionStatus,
} from '../../../contract/generated/v4/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { Context, Presentation } from '../../domain/context.ts'
import { mergeRequestsClosing } from '../../domain/issues/related.ts'
import { existingProject, existingUser } from '../../domain/lookups.ts'
import type { Place } from '../../domain/place.ts'
import { votesOn } from '../../domain/tracker/award-emoji.ts'
import { userNotesCount } from '../../domain/tracker/noteable.ts'
import { isSubscribed } from '../../domain/tracker/subscribed.ts'
import { issueAddress } from './addresses.ts'
import { labelsOf } from './label.ts'
import { milestoneOf } from './milestone.ts'
import { recordReferences } from './record-references.ts'
import { taskCompletionStatus } from './task-completion-status.ts'
import { timeStats } from './time-stats.ts'
import { userBasic } from './user.ts'

/** The options of issues in lists. */
interface Listed {
  /** The place of the list, to which references are relative. */
  readonly place: Place
  readonly hasLabelDetails?: boolean
}

/** Returns a single issue (schemas/v4/resources/issue-detail.json). */
export function issueDetail(issue: IssueRecord, context: Context): IssueDetail {
  const project = existingProject(context, issue.project_id)
  return {
    ...issueResource(issue, context, { place: { kind: 'project', project } }),
    subscribed: isSubscribed(context, 'Issue', issue),
  }
}

/** Returns an issue for lists (schemas/v4/resources/issue.json). */
export function issueResource(issue: IssueRecord, context: Context, listed: Listed): Issue {
  const { iid, project_id, description } = issue
  const basic = issueBasic(issue, context, listed)
  const project = existingProject(context, project_id)
  return Object.assign(basic, tasksOf(description, basic.task_completion_status), {
    blocking_issues_count: 0,
    _links: linksOf(issue, context),
    references: recordReferences(context, `#${iid}`, project, listed.place),
    severity: uppercase(issue.severity),
    moved_to_id: issue.moved_to_id,
    imported: false,
    imported_from: 'none' as const,
    service_desk_reply_to: null,
  })
}

/** Returns an issue for other records (schemas/v4/resources/issue-basic.json). */
export function issueBasic(
  issue: IssueRecord,
  context: Context,
  { hasLabelDetails = false }: Partial<Listed> = {},
): IssueBasic {
  const userOf = (id: number) => userBasic(existingUser(context, id), context)
  const assignee = issue.assignee_id === null ? null : userOf(issue.assignee_id)
  const { upvotes, downvotes } = votesOn(context, 'Issue', issue.id)
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.project_id,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    closed_by: issue.closed_by_id === null ? null : userOf(issue.closed_by_id),
    labels: labelsOf(issue.labels, issue.project_id, context, hasLabelDetails),
    milestone: milestoneOf(issue.milestone_id, context),
    assignees: assignee ? [assignee] : [],
    author: userOf(issue.author_id),
    type: uppercase(issue.issue_type),
    assignee,
    user_notes_count: userNotesCount(context, 'Issue', issue.id),
    merge_requests_count: mergeRequestsClosing(context, issue).length,
    upvotes,
    downvotes,
    due_date: issue.due_date,
    confidential: issue.confidential,
    discussion_locked: issue.discussion_locked,
    issue_type: issue.issue_type,
    web_url: issueAddress(issue, context),
    time_stats: timeStats(issue),
    task_completion_status: taskCompletionStatus(issue.description),
  }
}

/**
 * Returns the task fields. As in GitLab 18, `has_tasks` is inverted, and the status exists only where there are no
 * tasks.
 */
function tasksOf(
  description: string | null,
  { count }: TaskCompletionStatus,
): Pick<Issue, 'has_tasks' | 'task_status'> {
  if (count > 0) return { has_tasks: false }
  return {
    has_tasks: true,
    task_status: description ? '0 of 0 checklist items completed' : '',
  }
}

function linksOf({ project_id, iid }: IssueRecord, { addresses }: Presentation): Issue['_links'] {
  const project = `${addresses.origin}${basePaths.v4}/projects/${project_id}`
  const self = `${project}/issues/${iid}`
  return {
    self,
    notes: `${self}/notes`,
    award_emoji: `${self}/award_emoji`,
    project,
    closed_as_duplicate_of: null,
  }
}

function uppercase<Text extends string>(text: Text): Uppercase<Text> {
  return text.toUpperCase() as Uppercase<Text>
}
