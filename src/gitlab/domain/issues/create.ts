import { forbidden } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { type Context, fireHooks, type ProjectContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { aboutIssue } from '../tracker/events.ts'
import { nextIssueIid } from '../tracker/iids.ts'
import { createMissingLabels } from '../tracker/labels.ts'
import { onIssue } from '../tracker/noteable.ts'
import {
  descriptionErrors,
  type Planning,
  planningErrors,
  readPlanning,
  titleErrors,
} from '../tracker/planning.ts'
import { recordPlanning } from '../tracker/resource-events.ts'
import { interpretCommands } from '../tracker/slash-commands/interpret.ts'
import { planningAfter, timesAfter } from '../tracker/slash-commands/label-updates.ts'
import { noteAssignee } from '../tracker/system-notes.ts'
import { followDescription } from '../tracker/text-consequences.ts'
import { checkNoErrors } from '../validation.ts'
import { type IssueRequest, permittedTime, planningOfNew } from './attributes.ts'
import { type DiscussionsOrigin, discussionsToResolve, resolveDiscussions } from './discussions.ts'
import { addIssueLink } from './links.ts'

/** The attributes in a request to create an issue. */
export interface NewIssueRequest extends IssueRequest {
  readonly title: string
  readonly created_at?: string | undefined
  /** The iid of a merge request of the project. */
  readonly merge_request_for_resolving_discussions?: number | undefined
  /** The id of the one discussion to resolve; without it, all discussions of the merge request are resolved. */
  readonly discussion_to_resolve?: string | undefined
  readonly iid?: number | undefined
}

/** The attributes of a new issue. The id and iid default to the next free ones. */
export interface NewIssue extends Planning {
  readonly id?: number | undefined
  readonly iid?: number | undefined
  readonly title: string
  readonly description?: string | null | undefined
  readonly confidential?: boolean | undefined
  /** YEAR-MONTH-DAY. */
  readonly due_date?: string | null | undefined
  readonly discussion_locked?: boolean | undefined
  readonly issue_type?: IssueRecord['issue_type'] | undefined
  readonly severity?: IssueRecord['severity'] | undefined
  /** In seconds. */
  readonly time_estimate?: number | undefined
  readonly total_time_spent?: number | undefined
  /** ISO 8601; defaults to the time of the context. */
  readonly created_at?: string | undefined
  readonly zoom_meeting_url?: string | null | undefined
  /** The issues that the new one is linked to. */
  readonly related_issue_ids?: readonly number[] | undefined
  /** The merge request whose discussions the issue continues. */
  readonly origin?: DiscussionsOrigin | undefined
}

/** Throws 403 where the caller may not create issues, or the project has issues disabled. */
export function mustCreateIssue(context: ProjectContext): void {
  const { viewer, project } = context
  mustBeWritable(context, project)
  if (!usesPart(viewer, project, 'issues')) throw forbidden()
  viewer.must('create_issue', project)
}

/** Returns the attributes of a request that the caller may set. Throws 400 for invalid ones. */
export function checkNewIssue(context: ProjectContext, request: NewIssueRequest): NewIssue {
  const { project, viewer } = context
  const origin = originOf(context, request)
  const title = request.title.trim() || (origin?.title ?? '')
  const planning = planningOfNew(context, request)
  checkNoErrors({
    ...titleErrors(title),
    ...descriptionErrors(request.description),
    ...planningErrors(context, project, planning),
  })
  const { text, updates } = interpretCommands(
    context,
    { type: 'Issue', project, record: undefined },
    request.description ?? '',
  )
  const { assignee_id, milestone_id, labels } = planningAfter(readPlanning(planning), updates)
  const { discussion_locked, issue_type, severity } = planning
  return {
    iid: viewer.can('own_project', project) ? request.iid : undefined,
    assignee_id,
    milestone_id,
    labels,
    discussion_locked,
    issue_type: updates.issue_type ?? issue_type,
    severity: updates.severity ?? severity,
    ...timesAfter(updates),
    zoom_meeting_url: updates.zoom_meeting_url,
    related_issue_ids: updates.related_issue_ids,
    title,
    description: (request.description && text) ?? origin?.description,
    confidential: updates.confidential ?? request.confidential,
    due_date: updates.due_date ?? planning.due_date,
    created_at: permittedTime(context, request.created_at),
    origin,
  }
}

function originOf(
  context: ProjectContext,
  { merge_request_for_resolving_discussions: iid, discussion_to_resolve }: NewIssueRequest,
): DiscussionsOrigin | undefined {
  return iid === undefined ? undefined : discussionsToResolve(context, iid, discussion_to_resolve)
}

/** Creates an issue in the caller's name, and the labels that the project lacks. */
export function createIssue(
  context: Context,
  project: ProjectRecord,
  attributes: NewIssue,
): IssueRecord {
  const { store, viewer, now } = context
  const { labels = [], origin, related_issue_ids = [] } = attributes
  createMissingLabels(context, project, labels)
  const issue = store.issues.insert({
    id: attributes.id,
    iid: attributes.iid ?? nextIssueIid(store, project),
    project_id: project.id,
    title: attributes.title,
    description: attributes.description,
    author_id: viewer.signedIn().id,
    assignee_id: attributes.assignee_id,
    milestone_id: attributes.milestone_id,
    labels: [...labels],
    confidential: attributes.confidential,
    due_date: attributes.due_date,
    discussion_locked: attributes.discussion_locked,
    issue_type: attributes.issue_type,
    severity: attributes.severity,
    time_estimate: attributes.time_estimate,
    total_time_spent: attributes.total_time_spent,
    zoom_meeting_url: attributes.zoom_meeting_url,
    created_at: attributes.created_at ?? now,
    updated_at: now,
  })
  const target = onIssue({ project, issue })
  recordEvent(context, 'opened', project, aboutIssue(issue))
  recordPlanning(context, target, issue)
  if (context.release.notesFirstPeople) noteAssignee(context, target, null, issue.assignee_id)
  followDescription(context, target, issue)
  if (origin) resolveDiscussions(context, origin, issue)
  for (const id of related_issue_ids) {
    const other = store.issues.get(id)
    if (other) addIssueLink(context, issue, other)
  }
  const user = viewer.signedIn()
  fireHooks(context, { kind: 'issue', action: 'open', issue, before: undefined, user })
  return issue
}
