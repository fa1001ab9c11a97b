import type { IssueRecord } from './models/issue.ts'
import type { MergeRequestRecord } from './models/merge-request.ts'
import type { NamespaceRecord } from './models/namespace.ts'
import type { ProjectRecord } from './models/project.ts'
import type { KeyOf } from './record-indexes.ts'
import { folded, nameIn, pathIn } from './record-keys.ts'

/**
 * A list of issues: those of a project that all who see it see, its confidential ones, those of an
 * author.
 */
export interface IssueList {
  readonly of: 'project' | 'confidential' | 'author'
  /** Of the project or the author. */
  readonly id: number
  readonly state: IssueRecord['state']
}

/** Those of a list of issues with a label, of a milestone, or both. */
export interface IssueListPart {
  readonly label?: string | undefined
  readonly milestoneId?: number | undefined
}

/** The key of a list of issues, or of a part of it. */
export function issueListKey(
  { of, id, state }: IssueList,
  { label = '', milestoneId }: IssueListPart = {},
): string {
  return `${of} ${id} ${state} ${milestoneId ?? ''} ${label}`
}

/** The keys of the lists that an issue is on: a deleted one is on none. */
function listsOfIssue(issue: IssueRecord): string[] {
  return onEachList(issue, (list) => [issueListKey(list)])
}

function labelledListsOfIssue(issue: IssueRecord): string[] {
  return onEachList(issue, (list) => issue.labels.map((label) => issueListKey(list, { label })))
}

function milestoneListsOfIssue(issue: IssueRecord): string[] {
  const { milestone_id } = issue
  return milestone_id === null
    ? []
    : onEachList(issue, (list) => [issueListKey(list, { milestoneId: milestone_id })])
}

/** Both at once: to ask each issue of a milestone for a label takes a time that grows with them. */
function labelledMilestoneListsOfIssue(issue: IssueRecord): string[] {
  const { milestone_id, labels } = issue
  return milestone_id === null
    ? []
    : onEachList(issue, (list) =>
        labels.map((label) => issueListKey(list, { label, milestoneId: milestone_id })),
      )
}

function onEachList(issue: IssueRecord, keysOf: (list: IssueList) => string[]): string[] {
  const { project_id, author_id, state, confidential, deleted_at } = issue
  if (deleted_at !== null) return []
  const of = confidential ? 'confidential' : 'project'
  return [
    ...keysOf({ of, id: project_id, state }),
    ...keysOf({ of: 'author', id: author_id, state }),
  ]
}

/** The key of the merge requests into a project that are in a state. */
export const mergeRequestListKey = (projectId: number, state: MergeRequestRecord['state']) =>
  `${projectId} ${state}`

/** A deleted one is on no list. */
function listsOfMergeRequest(mergeRequest: MergeRequestRecord): string[] {
  const { target_project_id, state, deleted_at } = mergeRequest
  return deleted_at === null ? [mergeRequestListKey(target_project_id, state)] : []
}

/** The key of the open merge requests into a branch of a project, or from one. */
export const openListKey = (projectId: number, branch: string) => `${projectId} ${branch}`

/** Those that follow their branches: a closed, merged or deleted one is on no such list. */
function whileOpen(keyOf: (mergeRequest: MergeRequestRecord) => string): KeyOf<MergeRequestRecord> {
  return (mergeRequest) => {
    const { state, deleted_at } = mergeRequest
    const isOpen = state === 'opened' || state === 'reopened'
    return isOpen && deleted_at === null ? [keyOf(mergeRequest)] : []
  }
}

/** A list of projects: those of a visibility that are archived or not, of all or of one namespace. */
export interface ProjectList extends Pick<ProjectRecord, 'visibility_level' | 'is_archived'> {
  readonly namespaceId?: number
}

export function projectListKey({
  visibility_level,
  is_archived,
  namespaceId,
}: ProjectList): string {
  return `${visibility_level} ${is_archived} ${namespaceId ?? 'all'}`
}

function listsOfProject(project: ProjectRecord): string[] {
  const { visibility_level, is_archived, namespace_id } = project
  const list = { visibility_level, is_archived }
  return [projectListKey(list), projectListKey({ ...list, namespaceId: namespace_id })]
}

/** The keys that issues are looked up by. */
export const issueKeys = {
  project_id: (issue) => issue.project_id,
  listed_in: listsOfIssue,
  labelled_in: labelledListsOfIssue,
  planned_in: milestoneListsOfIssue,
  labelled_and_planned_in: labelledMilestoneListsOfIssue,
  author_id: (issue) => issue.author_id,
  assignee_id: (issue) => issue.assignee_id,
  moved_to_id: (issue) => issue.moved_to_id,
} satisfies Record<string, KeyOf<IssueRecord>>

export const mergeRequestKeys = {
  target_project_id: (mergeRequest) => mergeRequest.target_project_id,
  listed_in: listsOfMergeRequest,
  open_into: whileOpen((one) => openListKey(one.target_project_id, one.target_branch)),
  open_from: whileOpen((one) => openListKey(one.source_project_id, one.source_branch)),
  source_project_id: (mergeRequest) => mergeRequest.source_project_id,
  author_id: (mergeRequest) => mergeRequest.author_id,
  assignee_id: (mergeRequest) => mergeRequest.assignee_id,
  merge_user_id: (mergeRequest) => mergeRequest.merge_user_id,
} satisfies Record<string, KeyOf<MergeRequestRecord>>

export const namespaceKeys = {
  path: (namespace) => folded(namespace.path),
  name: (namespace) => namespace.name,
  kind: (namespace) => namespace.kind,
  owner_id: (namespace) => namespace.owner_id,
} satisfies Record<string, KeyOf<NamespaceRecord>>

export const projectKeys = {
  namespace_id: (project) => project.namespace_id,
  path_in: (project) => pathIn(project.namespace_id, project.path),
  name_in: (project) => nameIn(project.namespace_id, project.name),
  creator_id: (project) => project.creator_id,
  forked_from_project_id: (project) => project.forked_from_project_id,
  listed_in: listsOfProject,
} satisfies Record<string, KeyOf<ProjectRecord>>
