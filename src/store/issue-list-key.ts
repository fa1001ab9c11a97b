import type { IssueRecord } from './models/issue.ts'

/** The issues of a project that all who see it see, by state, and the others. */
export type IssueList = IssueRecord['state'] | 'confidential' | 'deleted'

/** The key under which the issues of one such list are filed. */
export const issueListKey = (projectId: number, list: IssueList) => `${projectId}:${list}`

/** The key under which an issue is filed. */
export function listOfIssue({ project_id, state, confidential, deleted_at }: IssueRecord): string {
  if (deleted_at !== null) return issueListKey(project_id, 'deleted')
  return issueListKey(project_id, confidential ? 'confidential' : state)
}
