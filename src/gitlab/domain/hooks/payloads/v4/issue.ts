import type { IssueRecord } from '../../../../../store/models/issue.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, existingUser, projectAddress } from '../../../lookups.ts'
import type { HookEvent } from '../../hook-event.ts'
import { withoutFraction } from '../times.ts'
import {
  labelAttributes,
  projectAttributes,
  repositoryAttributes,
  userAttributes,
} from './attributes.ts'
import { changesBetween } from './changes.ts'
import { timeAttributes } from './time-attributes.ts'

/** The names of issue types (`WorkItems::Type` in GitLab). */
const typeNames = {
  issue: 'Issue',
  incident: 'Incident',
  task: 'Task',
  test_case: 'Test Case',
  requirement: 'Requirement',
} as const satisfies Record<IssueRecord['issue_type'], string>

/** Returns the payload of an issue event. */
export function issuePayload(
  { issue, before, action, user }: HookEvent<'issue'>,
  presentation: PayloadContext,
) {
  const project = existingProject(presentation, issue.project_id)
  const kind = issue.issue_type === 'issue' ? 'issue' : 'work_item'
  const assignees = assigneesOf(issue, presentation)
  return {
    object_kind: kind,
    event_type: issue.confidential ? `confidential_${kind}` : kind,
    user: userAttributes(user, presentation),
    project: projectAttributes(project, presentation),
    object_attributes: { ...issueAttributes(issue, presentation, before), action },
    labels: labelAttributes(issue.labels, project, presentation),
    changes: changesBetween(
      before && changeable(before, presentation),
      changeable(issue, presentation),
    ),
    repository: repositoryAttributes(project, presentation),
    ...(assignees.length === 0 ? {} : { assignees, assignee: assignees[0] }),
  }
}

/** Returns an issue for payloads (`Gitlab::HookData::IssueBuilder`). The last editor is not stored. */
export function issueAttributes(
  issue: IssueRecord,
  presentation: PayloadContext,
  before?: IssueRecord,
) {
  const project = existingProject(presentation, issue.project_id)
  const { assignee_id } = issue
  return {
    id: issue.id,
    iid: issue.iid,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    state_id: stateIds[issue.state],
    author_id: issue.author_id,
    assignee_id,
    assignee_ids: assignee_id === null ? [] : [assignee_id],
    milestone_id: issue.milestone_id,
    project_id: issue.project_id,
    created_at: withoutFraction(issue.created_at),
    updated_at: withoutFraction(issue.updated_at),
    closed_at: issue.closed_at && withoutFraction(issue.closed_at),
    confidential: issue.confidential,
    discussion_locked: issue.discussion_locked,
    due_date: issue.due_date,
    last_edited_at: null,
    last_edited_by_id: null,
    updated_by_id: null,
    moved_to_id: issue.moved_to_id,
    duplicated_to_id: null,
    relative_position: null,
    ...timeAttributes(issue, before),
    labels: labelAttributes(issue.labels, project, presentation),
    url: `${projectAddress(presentation, project.id)}/-/issues/${issue.iid}`,
    severity: issue.severity,
    type: typeNames[issue.issue_type],
  }
}

const stateIds = { opened: 1, closed: 2 } as const

/** Returns the attributes of an issue that `changes` compares. */
function changeable(issue: IssueRecord, presentation: PayloadContext) {
  const { assignee_id, assignee_ids, state, url, type, time_change, human_time_change, ...others } =
    issueAttributes(issue, presentation)
  return { ...others, assignees: assigneesOf(issue, presentation) }
}

function assigneesOf({ assignee_id }: IssueRecord, presentation: PayloadContext) {
  if (assignee_id === null) return []
  return [userAttributes(existingUser(presentation, assignee_id), presentation)]
}
