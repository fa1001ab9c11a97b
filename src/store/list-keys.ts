import type { IssueRecord } from './models/issue.ts'
import type { MergeRequestRecord } from './models/merge-request.ts'
import type { NamespaceRecord } from './models/namespace.ts'
import type { ProjectRecord } from './models/project.ts'
import type { KeyOf } from './record-index.ts'
import { folded, fullPath, nameIn, pathIn } from './record-keys.ts'

/** Returns the key of the issues of a project or an author in a state, or in any state. */
export const issueListKey = (id: number, state: IssueRecord['state'] | 'all') => `${id} ${state}`

/** Indexes issues by an id and their state; deleted issues are not indexed. */
function listedUnder(idOf: (issue: IssueRecord) => number): KeyOf<IssueRecord> {
  return (issue) => {
    if (issue.deleted_at !== null) return []
    const id = idOf(issue)
    return [issueListKey(id, 'all'), issueListKey(id, issue.state)]
  }
}

/** Returns the key of the merge requests into a project in a state, or in any state. */
export const mergeRequestListKey = (
  projectId: number,
  state: MergeRequestRecord['state'] | 'all',
) => `${projectId} ${state}`

/** Returns the keys of a merge request; a deleted one has none. */
function listsOfMergeRequest(mergeRequest: MergeRequestRecord): string[] {
  const { target_project_id, state, deleted_at } = mergeRequest
  if (deleted_at !== null) return []
  return [
    mergeRequestListKey(target_project_id, 'all'),
    mergeRequestListKey(target_project_id, state),
  ]
}

/** Returns the key of the open merge requests into a branch of a project, or from one. */
export const openListKey = (projectId: number, branch: string) => `${projectId} ${branch}`

/** Indexes open merge requests only, since closed, merged and deleted ones do not follow their branches. */
function whileOpen(keyOf: (mergeRequest: MergeRequestRecord) => string): KeyOf<MergeRequestRecord> {
  return (mergeRequest) => {
    const { state, deleted_at } = mergeRequest
    const isOpen = state === 'opened' || state === 'reopened'
    return isOpen && deleted_at === null ? [keyOf(mergeRequest)] : []
  }
}

/** Returns the key of the issues of a project, or of the merge requests into one, with a label. */
export const labelledKey = (projectId: number, title: string) => `${projectId} ${title}`

/** The keys of the indexes of issues. */
export const issueKeys = {
  project_id: (issue) => issue.project_id,
  listed_in: listedUnder((issue) => issue.project_id),
  confidential_in: ({ confidential, deleted_at, project_id }) =>
    confidential && deleted_at === null ? [project_id] : [],
  labelled: ({ project_id, labels, deleted_at }) =>
    deleted_at === null ? labels.map((title) => labelledKey(project_id, title)) : [],
  milestone_id: (issue) => issue.milestone_id,
  author_id: (issue) => issue.author_id,
  written_by: listedUnder((issue) => issue.author_id),
  assignee_id: (issue) => issue.assignee_id,
  closed_by_id: (issue) => issue.closed_by_id,
  moved_to_id: (issue) => issue.moved_to_id,
} satisfies Record<string, KeyOf<IssueRecord>>

export const mergeRequestKeys = {
  target_project_id: (mergeRequest) => mergeRequest.target_project_id,
  listed_in: listsOfMergeRequest,
  open_into: whileOpen((one) => openListKey(one.target_project_id, one.target_branch)),
  open_from: whileOpen((one) => openListKey(one.source_project_id, one.source_branch)),
  labelled: ({ target_project_id, labels, deleted_at }) =>
    deleted_at === null ? labels.map((title) => labelledKey(target_project_id, title)) : [],
  milestone_id: (mergeRequest) => mergeRequest.milestone_id,
  source_project_id: (mergeRequest) => mergeRequest.source_project_id,
  author_id: (mergeRequest) => mergeRequest.author_id,
  assigned_to: ({ assignee_id, more_assignee_ids }) =>
    assignee_id === null ? more_assignee_ids : [assignee_id, ...more_assignee_ids],
  reviewed_by: ({ reviewers }) => reviewers.map(({ user_id }) => user_id),
  approved_by: ({ approvals }) => approvals.map(({ user_id }) => user_id),
  closed_by_id: (mergeRequest) => mergeRequest.closed_by_id,
  merge_user_id: (mergeRequest) => mergeRequest.merge_user_id,
} satisfies Record<string, KeyOf<MergeRequestRecord>>

export const namespaceKeys = {
  path: (namespace) => folded(namespace.path),
  full_path: (namespace) => folded(fullPath(namespace)),
  parent_id: (namespace) => namespace.parent_id,
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
  former_path: (project) => project.former_paths.map(folded),
} satisfies Record<string, KeyOf<ProjectRecord>>
