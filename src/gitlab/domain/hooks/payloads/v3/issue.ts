import type { IssueRecord } from '../../../../../store/models/issue.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, projectAddress } from '../../../lookups.ts'
import type { HookEvent } from '../../hook-event.ts'
import { projectData } from '../../push-data.ts'
import { withoutFraction } from '../times.ts'
import { repositoryAttributes, someone, userAttributes } from './attributes.ts'

/** Returns the payload of an issue event (`to_hook_data` in app/models/concerns/issuable.rb). */
export function issuePayload(
  { issue, action, user }: HookEvent<'issue'>,
  presentation: PayloadContext,
) {
  const project = existingProject(presentation, issue.project_id)
  const url = `${projectAddress(presentation, project.id)}/issues/${issue.iid}`
  const assignee = someone(issue.assignee_id, presentation)
  return {
    object_kind: 'issue',
    user: userAttributes(user, presentation),
    project: projectData(presentation, project),
    object_attributes: { ...issueAttributes(issue), url, action },
    repository: repositoryAttributes(project, presentation),
    ...(assignee ? { assignee } : {}),
  }
}

/** Returns the columns of the issues table, except those of cached HTML. */
export function issueAttributes(issue: IssueRecord) {
  const { id, title, assignee_id, author_id, project_id, description, milestone_id } = issue
  return {
    id,
    title,
    assignee_id,
    author_id,
    project_id,
    created_at: withoutFraction(issue.created_at),
    updated_at: withoutFraction(issue.updated_at),
    position: 0,
    branch_name: null,
    description,
    milestone_id,
    state: issue.state,
    iid: issue.iid,
    updated_by_id: null,
    confidential: issue.confidential,
    deleted_at: issue.deleted_at,
    due_date: issue.due_date,
    moved_to_id: issue.moved_to_id,
    lock_version: 0,
  }
}
