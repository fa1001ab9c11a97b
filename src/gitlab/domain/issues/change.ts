import type { IssueRecord } from '../../../store/models/issue.ts'
import { mayChangeIssue } from '../../access/participation.ts'
import { differs, omitUndefined } from '../changes.ts'
import { type Context, fireHooks, type IssueContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { mustBeWritable } from '../projects/archiving.ts'
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
import { noteChanges, noteIssueChanges } from '../tracker/system-notes.ts'
import { followDescription } from '../tracker/text-consequences.ts'
import { noteTimes, type TimeChanges, timesBy } from '../tracker/time-tracking.ts'
import { settlesTodos, settleTodos } from '../tracker/todos.ts'
import { checkNoErrors } from '../validation.ts'
import { type IssueRequest, permittedPlanning, permittedTime } from './attributes.ts'
import { changeIssueState } from './state-change.ts'
import type { IssueStateEvent } from './states.ts'

/** The attributes in a request to change an issue. */
export interface IssueChangeRequest extends IssueRequest {
  readonly title?: string | undefined
  readonly state_event?: IssueStateEvent | undefined
  readonly updated_at?: string | undefined
}

/** The changes of an issue; omitted fields stay as they are. */
export interface IssueChanges extends Planning, TimeChanges {
  readonly title?: string | undefined
  readonly description?: string | null | undefined
  readonly confidential?: boolean | undefined
  readonly due_date?: string | null | undefined
  readonly discussion_locked?: boolean | undefined
  readonly issue_type?: IssueRecord['issue_type'] | undefined
  readonly severity?: IssueRecord['severity'] | undefined
  readonly zoom_meeting_url?: string | null | undefined
  readonly state_event?: IssueStateEvent | undefined
  /** ISO 8601; the time of the context where none is given and something changes. */
  readonly updated_at?: string | undefined
}

/** Checks that the caller may change the issue. */
export function mustChangeIssue(context: IssueContext): void {
  const { viewer, project, issue } = context
  mustBeWritable(context, project)
  if (!mayChangeIssue(viewer, project, issue)) viewer.must('admin_issues', project)
}

/** Returns the changes of a request that the caller may make. Throws 400 for invalid ones. */
export function checkIssueChanges(
  context: IssueContext,
  request: IssueChangeRequest,
): IssueChanges {
  const { description, confidential, state_event } = request
  const title = request.title?.trim()
  const planning = permittedPlanning(context, request)
  checkNoErrors({
    ...titleErrors(title),
    ...descriptionErrors(description),
    ...planningErrors(context, context.project, planning),
  })
  const updated_at = permittedTime(context, request.updated_at)
  const { due_date, discussion_locked, issue_type, severity } = planning
  return {
    ...omitUndefined({ title, description, confidential, state_event, updated_at }),
    ...omitUndefined({ due_date, discussion_locked, issue_type, severity }),
    ...readPlanning(planning),
  }
}

/**
 * Applies changes in the caller's name, the state first, with system notes where readers need them. Returns the
 * changed issue.
 */
export function changeIssue(
  context: Context,
  issue: IssueRecord,
  { state_event, updated_at, ...changes }: IssueChanges,
): IssueRecord {
  const { issues } = context.store
  const inState = state_event ? changeIssueState(context, issue, state_event) : issue
  changeFields(context, issues.get(inState.id) ?? inState, changes)
  const changed = issues.get(issue.id) ?? inState
  return updated_at ? issues.replace(changed, { updated_at }) : changed
}

function changeFields(
  context: Context,
  issue: IssueRecord,
  { time_estimate, spend_time, ...others }: Omit<IssueChanges, 'state_event' | 'updated_at'>,
): void {
  const times = { time_estimate, spend_time }
  const changes = { ...others, ...timesBy(issue, times) }
  if (!differs<object>(issue, changes)) return
  const { store, now, viewer } = context
  const project = existingProject(context, issue.project_id)
  const { labels = issue.labels, ...rest } = changes
  createMissingLabels(context, project, labels)
  const changed = store.issues.replace(issue, { ...rest, labels: [...labels], updated_at: now })
  const target = onIssue({ project, issue: changed })
  if (settlesTodos(issue, changed)) settleTodos(context, target)
  recordPlanning(context, target, changed, issue)
  noteChanges(context, target, issue, changed)
  noteIssueChanges(context, target, issue, changed)
  noteTimes(context, target, issue, times)
  followDescription(context, target, changed, issue)
  const user = viewer.signedIn()
  fireHooks(context, { kind: 'issue', action: 'update', issue: changed, before: issue, user })
}
