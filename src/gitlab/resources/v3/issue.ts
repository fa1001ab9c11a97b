import type { Issue } from '../../../contract/generated/v3/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, projectAddress } from '../../domain/lookups.ts'
import { votesOn } from '../../domain/tracker/award-emoji.ts'
import { userNotesCount } from '../../domain/tracker/noteable.ts'
import { isSubscribed } from '../../domain/tracker/subscribed.ts'
import { milestoneResource } from './milestone.ts'
import { userBrief } from './user.ts'

/** Returns an issue for the viewer (schemas/v3/resources/issue.json). */
export function issueResource(issue: IssueRecord, presentation: Presentation): Issue {
  const assignee =
    issue.assignee_id === null ? undefined : existingUser(presentation, issue.assignee_id)
  const { upvotes, downvotes } = votesOn(presentation, 'Issue', issue.id)
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.project_id,
    title: issue.title,
    description: issue.description,
    state: issue.state,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    labels: [...issue.labels].sort(),
    milestone: milestoneResource(issue.milestone_id, issue.project_id, presentation),
    assignee: assignee ? userBrief(assignee, presentation) : null,
    author: userBrief(existingUser(presentation, issue.author_id), presentation),
    subscribed: isSubscribed(presentation, 'Issue', issue),
    user_notes_count: userNotesCount(presentation, 'Issue', issue.id),
    upvotes,
    downvotes,
    due_date: issue.due_date,
    confidential: issue.confidential,
    web_url: issueAddress(issue, presentation),
  }
}

export function issueAddress({ project_id, iid }: IssueRecord, presentation: Presentation): string {
  return `${projectAddress(presentation, project_id)}/issues/${iid}`
}
