import { issueListKey } from '../store/issue-list-key.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Store } from '../store/store.ts'
import { seesIssue } from './tracker-visibility.ts'
import type { Viewer } from './viewer.ts'

type State = IssueRecord['state']

export const issueStates: readonly State[] = ['opened', 'closed']

/**
 * The issues of a project in some states that the viewer sees, as lists in the order of creation. One
 * by one it is asked of the confidential ones alone: the others are filed by what decides it.
 */
export function seenIssues(
  { store, viewer }: { readonly store: Store; readonly viewer: Viewer },
  project: ProjectRecord,
  states: readonly State[] = issueStates,
): (readonly IssueRecord[])[] {
  if (!project.issues_enabled || !viewer.sees(project)) return []
  const listed = (list: State | 'confidential') =>
    store.issues.by('listed_in', issueListKey(project.id, list))
  const confidential = listed('confidential').filter(
    (issue) => states.includes(issue.state) && seesIssue(viewer, project, issue),
  )
  return [...states.map(listed), confidential]
}
