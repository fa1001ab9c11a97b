import type { OperationId } from '../../../contract/generated/v3/contract.ts'

/**
 * Where a record shows a parameter: under which path of fields, and as what where that is not what was
 * sent; null where no operation shows it.
 */
export type Field = string | readonly [path: string, shown: (sent: unknown) => unknown] | null

export type Fields = Readonly<Record<string, Field>>

const namesOf = (sent: unknown) => String(sent).split(',').filter(Boolean)

const user: Fields = {
  admin: 'is_admin',
  extern_uid: 'identities.0.extern_uid',
  provider: 'identities.0.provider',
  password: null,
  confirm: null,
}
/** Lists alone show whether a group takes large files. */
const group: Fields = { lfs_enabled: null }
const issue: Fields = {
  assignee_id: 'assignee.id',
  labels: ['labels', namesOf],
  state_event: ['state', (sent) => (sent === 'close' ? 'closed' : 'reopened')],
}
const mergeRequest: Fields = {
  assignee_id: 'assignee.id',
  labels: ['labels', namesOf],
  remove_source_branch: 'force_remove_source_branch',
}
const snippet: Fields = { code: null, visibility_level: null }
/** The day is stated for the single lookup alone. */
const member: Fields = { user_id: 'id', expires_at: null }
const release: Fields = { description: 'release.description' }
/** The commit shows what is said of it. */
const file: Fields = {
  encoding: ['encoding', () => 'base64'],
  branch_name: 'ref',
  commit_message: null,
  author_name: null,
  author_email: null,
}

/** The events that a level of `custom` chooses. */
export const notificationEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]
const notifications: Fields = Object.fromEntries(
  notificationEvents.map((name) => [name, `events.${name}`]),
)

/** By the operation that writes: the parameters that are not shown under their own names, as they were sent. */
export const fields: Readonly<Partial<Record<OperationId, Fields>>> = {
  createUser: user,
  updateUser: user,
  createGroup: group,
  updateGroup: group,
  createProject: { namespace_id: 'namespace.id' },
  createProjectForUser: { namespace_id: 'namespace.id', default_branch: null },
  createIssue: issue,
  updateIssue: issue,
  createMergeRequest: mergeRequest,
  updateMergeRequest: mergeRequest,
  createSnippet: snippet,
  updateSnippet: snippet,
  addGroupMember: member,
  addProjectMember: member,
  updateGroupMember: member,
  updateProjectMember: member,
  createBranch: { branch_name: 'name' },
  createTag: { tag_name: 'name', release_description: 'release.description' },
  createRelease: release,
  updateRelease: release,
  createFile: file,
  updateFile: file,
  createCommit: { commit_message: 'title', branch_name: null, actions: null },
  createCommitStatus: { state: 'status', context: 'name' },
  updateGroupNotificationSettings: notifications,
  updateProjectNotificationSettings: notifications,
  createSystemHook: { token: null },
}
