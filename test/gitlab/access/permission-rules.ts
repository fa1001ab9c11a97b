import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import type { Visibility } from './permission-world.ts'

/**
 * Who is asking. `level` is the one in the group that holds the project; `token` what is presented.
 * What a token does not let its user do is no matter of levels: `holds`.
 */
export const callers = {
  anonymous: { token: undefined, level: 0, holds: 'nothing' },
  outsider: { token: 'outsider-token', level: 0, holds: 'everything' },
  external: { token: 'external-token', level: 0, holds: 'everything' },
  blocked: { token: 'blocked-token', level: 50, holds: 'nothing' },
  guest: { token: 'gus-token', level: 10, holds: 'everything' },
  reporter: { token: 'rita-token', level: 20, holds: 'everything' },
  developer: { token: 'dev-token', level: 30, holds: 'everything' },
  master: { token: 'mona-token', level: 40, holds: 'everything' },
  owner: { token: 'olga-token', level: 50, holds: 'everything' },
  administrator: { token: 'root-token', level: 0, holds: 'everything' },
  'a token with the scope read_user': { token: 'read-user', level: 50, holds: 'reading users' },
  'a revoked token': { token: 'revoked', level: 0, holds: 'nothing' },
} as const
export type CallerName = keyof typeof callers

/** Who is let in without being a member, where the project or the group is open to them. */
type Beyond = 'nobody' | 'signed in' | 'everyone'

export interface Rule {
  /** What the operation is of: it is not found by whoever does not see that. */
  readonly of: 'the instance' | 'the group' | 'the project'
  /** The level from which on a member may; 60 for administrators alone. */
  readonly from: number
  readonly beyond: Beyond
  /** What those below are answered, where it is not a 403. */
  readonly refusal?: number
  /** What those are answered who do not see it, where it is not a 404. */
  readonly hidden?: number
  /** External users may not, though they are signed in. */
  readonly refusesExternal?: boolean
  /** It is of a merge request: in a private project guests do not see those, and are answered 403, or as `hidden` says. */
  readonly isOfMergeRequests?: boolean
  /** Where it comes from. */
  readonly reason: string
}

/** Each rule by a name; levels are those of the permissions table in GitLab 8.15's user documentation. */
export const rules = {
  'signed in': {
    of: 'the instance',
    from: 0,
    beyond: 'signed in',
    reason: 'It is of the caller, or of what the caller may see.',
  },
  'not external': {
    of: 'the instance',
    from: 0,
    beyond: 'signed in',
    refusesExternal: true,
    reason: 'External users create neither groups nor projects of their own.',
  },
  'holder of the key': {
    of: 'the instance',
    from: 50,
    beyond: 'nobody',
    refusal: 404,
    reason: 'The key and the e-mail address are the owner’s (olga’s), and nobody else’s.',
  },
  administrator: {
    of: 'the instance',
    from: 60,
    beyond: 'nobody',
    reason: 'The operation is marked (admin) in the specification.',
  },
  'sees the group': {
    of: 'the group',
    from: 10,
    beyond: 'everyone',
    reason: 'Whoever sees a group sees its members, projects and issues.',
  },
  'owner of the group': {
    of: 'the group',
    from: 50,
    beyond: 'nobody',
    reason: 'Group owners and administrators change a group.',
  },
  'removes the group': {
    of: 'the group',
    from: 50,
    beyond: 'nobody',
    hidden: 200,
    reason: 'As the owner of the group; what is not there is deleted with 200.',
  },
  'sees the project': {
    of: 'the project',
    from: 10,
    beyond: 'everyone',
    reason: 'Guests see the project, its tracker and public builds.',
  },
  'sees merge requests': {
    of: 'the project',
    from: 10,
    beyond: 'everyone',
    isOfMergeRequests: true,
    reason: 'Whoever sees the project sees its merge requests, but for guests of a private one.',
  },
  'takes part': {
    of: 'the project',
    from: 10,
    beyond: 'signed in',
    reason: 'Whoever sees the project and is signed in writes issues and comments.',
  },
  'comments on merge requests': {
    of: 'the project',
    from: 10,
    beyond: 'signed in',
    isOfMergeRequests: true,
    reason: 'Whoever sees a merge request and is signed in comments on it.',
  },
  'reads the code': {
    of: 'the project',
    from: 20,
    beyond: 'everyone',
    reason: 'Reporters pull the code; in internal and public projects whoever these are open to.',
  },
  'comments on the code': {
    of: 'the project',
    from: 20,
    beyond: 'signed in',
    reason: 'Whoever reads the code and is signed in comments on it.',
  },
  reporter: {
    of: 'the project',
    from: 20,
    beyond: 'nobody',
    reason: 'Reporters manage issues, write snippets and see deployments.',
  },
  'moves an issue': {
    of: 'the project',
    from: 20,
    beyond: 'nobody',
    refusal: 400,
    reason: 'Reporters of both projects move issues; GitLab 8.15 answers others with 400.',
  },
  developer: {
    of: 'the project',
    from: 30,
    beyond: 'nobody',
    reason: 'Developers push, make merge requests, builds and commit statuses.',
  },
  merger: {
    of: 'the project',
    from: 30,
    beyond: 'nobody',
    refusal: 401,
    isOfMergeRequests: true,
    reason:
      'Whoever may push to the target branch merges; others are answered 401 (mergeMergeRequest).',
  },
  master: {
    of: 'the project',
    from: 40,
    beyond: 'nobody',
    reason: 'Masters protect branches, manage members, and change what others wrote.',
  },
  'owner of the project': {
    of: 'the project',
    from: 50,
    beyond: 'nobody',
    reason: 'Owners and administrators delete issues and merge requests.',
  },
} as const satisfies Record<string, Rule>

/** The operations of each rule. One whose path names nothing follows its `x-access` where it is in no list. */
export const operationsOf: Readonly<Record<keyof typeof rules, readonly OperationId[]>> = {
  'signed in': [
    'listOwnEmails',
    'createOwnEmail',
    'deleteOwnEmail',
    'listGroups',
    'listOwnedGroups',
    'listOwnIssues',
    'getNotificationSettings',
    'updateNotificationSettings',
    'listProjects',
    'listVisibleProjects',
    'listOwnedProjects',
    'listStarredProjects',
    'listOwnSshKeys',
    'createOwnSshKey',
    'deleteOwnSshKey',
    'listUsers',
    'getUser',
    'listUserEvents',
    'getCurrentUser',
  ],
  'not external': ['createGroup', 'createProject'],
  'holder of the key': ['getOwnEmail', 'getOwnSshKey'],
  administrator: [
    'getApplicationSettings',
    'updateApplicationSettings',
    'listEmailsOfUser',
    'createEmailOfUser',
    'deleteEmailOfUser',
    'transferProjectToGroup',
    'listAllProjects',
    'createProjectForUser',
    'listSshKeysOfUser',
    'createSshKeyOfUser',
    'deleteSshKeyOfUser',
    'getSshKeyWithUser',
    'listSystemHooks',
    'createSystemHook',
    'testSystemHook',
    'deleteSystemHook',
    'createUser',
    'updateUser',
    'deleteUser',
    'blockUser',
    'unblockUser',
  ],
  'sees the group': [
    'getGroup',
    'listGroupProjects',
    'listIssuesOfGroup',
    'listGroupMembers',
    'getGroupMember',
    'getGroupNotificationSettings',
    'updateGroupNotificationSettings',
  ],
  'owner of the group': ['updateGroup', 'addGroupMember', 'updateGroupMember', 'removeGroupMember'],
  'removes the group': ['deleteGroup'],
  'sees the project': [
    'getProject',
    'listProjectUsers',
    'listProjectEvents',
    'listProjectMembers',
    'getProjectMember',
    'getProjectNotificationSettings',
    'updateProjectNotificationSettings',
    'listBuilds',
    'listBuildsOfCommit',
    'getBuild',
    'getBuildArtifacts',
    'getArtifactsOfRef',
    'getBuildTrace',
    'listIssuesOfProject',
    'getIssue',
    'subscribeToIssue',
    'unsubscribeFromIssue',
    'createTodoOfIssue',
    'listIssueNotes',
    'getIssueNote',
    'listSnippetNotes',
    'getSnippetNote',
    'listSnippets',
    'getSnippet',
    'getRawSnippet',
  ],
  'sees merge requests': [
    'listMergeRequests',
    'getMergeRequest',
    'listIssuesClosedByMergeRequest',
    'subscribeToMergeRequest',
    'listMergeRequestNotes',
    'getMergeRequestNote',
  ],
  'takes part': ['createIssue', 'createIssueNote', 'createSnippetNote'],
  'comments on merge requests': ['createMergeRequestNote'],
  'reads the code': [
    'listBranches',
    'getBranch',
    'listCommits',
    'getCommit',
    'listCommitDifferences',
    'listCommitComments',
    'listCommitStatuses',
    'getFile',
    'listMergeRequestCommits',
    'getMergeRequestChanges',
    'listTree',
    'getRawFile',
    'getRawBlob',
    'getArchive',
    'compareRevisions',
    'listContributors',
    'listTags',
    'getTag',
  ],
  'comments on the code': ['createCommitComment'],
  reporter: ['listDeployments', 'getDeployment', 'updateIssue', 'createSnippet'],
  'moves an issue': ['moveIssue'],
  developer: [
    'createBranch',
    'deleteBranch',
    'deleteMergedBranches',
    'cancelBuild',
    'retryBuild',
    'eraseBuild',
    'keepBuildArtifacts',
    'playBuild',
    'createCommit',
    'cherryPickCommit',
    'createFile',
    'updateFile',
    'deleteFile',
    'createMergeRequest',
    'updateMergeRequest',
    'createCommitStatus',
    'createTag',
    'deleteTag',
    'createRelease',
    'updateRelease',
  ],
  merger: ['mergeMergeRequest', 'cancelMergeWhenBuildSucceeds'],
  master: [
    'protectBranch',
    'unprotectBranch',
    'addProjectMember',
    'updateProjectMember',
    'removeProjectMember',
    'updateIssueNote',
    'deleteIssueNote',
    'updateMergeRequestNote',
    'deleteMergeRequestNote',
    'updateSnippetNote',
    'deleteSnippetNote',
    'updateSnippet',
    'deleteSnippet',
  ],
  'owner of the project': ['deleteIssue', 'deleteMergeRequest'],
}

export const visibilities: readonly Visibility[] = ['private', 'internal', 'public']
