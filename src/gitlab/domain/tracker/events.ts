import type { IssueRecord } from '../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'

/** Returns the target fields of an event on an issue. */
export function aboutIssue({ id, title }: IssueRecord) {
  return { target_type: 'Issue', target_id: id, target_title: title } as const
}

export function aboutMergeRequest({ id, title }: MergeRequestRecord) {
  return { target_type: 'MergeRequest', target_id: id, target_title: title } as const
}

export function aboutMilestone({ id, title }: MilestoneRecord) {
  return { target_type: 'Milestone', target_id: id, target_title: title } as const
}

export function aboutSnippet({ id, title }: SnippetRecord) {
  return { target_type: 'Snippet', target_id: id, target_title: title } as const
}

export function aboutNote({ id }: NoteRecord) {
  return { target_type: 'Note', target_id: id } as const
}
