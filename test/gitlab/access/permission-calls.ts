import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import { sshKeyText } from '../operations/v3/ssh-key-text.ts'

/** What an operation is asked with in the permission world, so that whoever may is served. */
export interface PermissionCall {
  /** The values of the path, where they are not those of `pathValues`. */
  readonly path?: Readonly<Record<string, string>>
  readonly parameters?: Readonly<Record<string, unknown>>
}

/** The git id of a file that holds one line, `a`. */
const blobId = '78981922613b2afb6025042ff6bd878ac1994e85'
const tina = '10'
const newcomer = 11

/** What the names in paths stand for: the first record of each kind, where nothing else is said. */
export const pathValues: Readonly<Record<string, string>> = {
  branch: 'feature',
  sha: 'master',
  ref_name: 'master',
  tag_name: 'plain',
  build_id: '1',
  issue_id: '1',
  merge_request_id: '1',
  snippet_id: '1',
  deployment_id: '1',
  note_id: '1',
  key_id: '1',
  email_id: '1',
  user_id: tina,
  project_id: '3',
}

const body = { body: 'Hello' }
const text = { commit_message: 'Change', branch_name: 'feature' }
const member = { user_id: newcomer, access_level: 20 }
const onSnippet = { path: { note_id: '3' } }
const onMergeRequest = { path: { note_id: '2' } }
const ofTina = { path: { id: tina } }
const ofOlga = { path: { id: '2' } }

export const calls: { readonly [Id in OperationId]?: PermissionCall } = {
  addGroupMember: { parameters: member },
  addProjectMember: { parameters: member },
  blockUser: ofTina,
  cancelBuild: { path: { build_id: '2' } },
  cancelMergeWhenBuildSucceeds: { path: { merge_request_id: '2' } },
  cherryPickCommit: { path: { sha: 'more' }, parameters: { branch: 'master' } },
  compareRevisions: { parameters: { from: 'master', to: 'feature' } },
  createBranch: { parameters: { branch_name: 'new', ref: 'master' } },
  createCommit: {
    parameters: {
      ...text,
      actions: [{ action: 'create', file_path: 'new', content: 'a' }],
    },
  },
  createCommitComment: { parameters: { note: 'Hello' } },
  createCommitStatus: { parameters: { state: 'success' } },
  createEmailOfUser: { ...ofTina, parameters: { email: 'new@x.example' } },
  createFile: { parameters: { ...text, file_path: 'new', content: 'a' } },
  createGroup: { parameters: { name: 'Fresh', path: 'fresh' } },
  createIssue: { parameters: { title: 'New' } },
  createIssueNote: { parameters: body },
  createMergeRequest: {
    parameters: { title: 'New', source_branch: 'more', target_branch: 'master' },
  },
  createMergeRequestNote: { parameters: body },
  createOwnEmail: { parameters: { email: 'new@x.example' } },
  createOwnSshKey: { parameters: { title: 'k', key: sshKeyText(9) } },
  createProject: { parameters: { name: 'fresh' } },
  createProjectForUser: { parameters: { name: 'fresh' } },
  createRelease: { parameters: { description: 'New' } },
  createSnippet: {
    parameters: { title: 'New', file_name: 'a', code: '1', visibility_level: 0 },
  },
  createSnippetNote: { parameters: body },
  createSshKeyOfUser: { ...ofTina, parameters: { title: 'k', key: sshKeyText(9) } },
  createSystemHook: { parameters: { url: 'http://127.0.0.1:9/new' } },
  createTag: { parameters: { tag_name: 'new', ref: 'master' } },
  createUser: {
    parameters: { email: 'new@x.example', password: 'long enough', username: 'fresh', name: 'New' },
  },
  deleteEmailOfUser: ofOlga,
  deleteFile: { parameters: { ...text, file_path: 'b' } },
  deleteMergeRequestNote: onMergeRequest,
  deleteSnippetNote: onSnippet,
  deleteSshKeyOfUser: ofOlga,
  deleteUser: ofTina,
  getArtifactsOfRef: { parameters: { job: 'done' } },
  getFile: { parameters: { file_path: 'README', ref: 'master' } },
  getMergeRequestNote: onMergeRequest,
  getRawBlob: { path: { sha: blobId } },
  getRawFile: { parameters: { filepath: 'README' } },
  getSnippetNote: onSnippet,
  getUser: ofTina,
  listEmailsOfUser: ofOlga,
  listSshKeysOfUser: ofOlga,
  listUserEvents: ofTina,
  moveIssue: { parameters: { to_project_id: 2 } },
  playBuild: { path: { build_id: '3' } },
  unblockUser: { path: { id: '9' } },
  unprotectBranch: { path: { branch: 'waiting' } },
  unsubscribeFromIssue: { path: { issue_id: '2' } },
  updateApplicationSettings: { parameters: { signup_enabled: false } },
  updateFile: { parameters: { ...text, file_path: 'b', content: 'new' } },
  updateGroup: { parameters: { name: 'New' } },
  updateGroupMember: { parameters: { access_level: 20 } },
  updateGroupNotificationSettings: { parameters: { level: 'watch' } },
  updateIssue: { parameters: { title: 'New' } },
  updateIssueNote: { parameters: body },
  updateMergeRequest: { parameters: { title: 'New' } },
  updateMergeRequestNote: { ...onMergeRequest, parameters: body },
  updateNotificationSettings: { parameters: { level: 'watch' } },
  updateProjectMember: { parameters: { access_level: 20 } },
  updateProjectNotificationSettings: { parameters: { level: 'watch' } },
  updateRelease: { path: { tag_name: 'released' }, parameters: { description: 'New' } },
  updateSnippet: { parameters: { title: 'New' } },
  updateSnippetNote: { ...onSnippet, parameters: body },
  updateUser: { ...ofTina, parameters: { name: 'New' } },
}
