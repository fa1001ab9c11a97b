import type { OperationId } from '../../src/contract/generated/v4/contract.ts'
import type { PermissionCall } from '../gitlab/access/permission-calls.ts'

/** What an operation needs before it has something to write in the permission world. */
interface Preparation extends PermissionCall {
  /** What the same caller asks first, as its row has it. */
  readonly first?: readonly string[]
  /** What the answer to that says of the path. */
  readonly pathIn?: (answer: Readonly<Record<string, unknown>>) => PermissionCall['path']
  /** The token of the bot that asks it, in place of an administrator or the owner. */
  readonly token?: string
}

/** The writes whose rows say that nothing is there for them. */
const prepared: Partial<Readonly<Record<OperationId, Preparation>>> = {
  unapproveMergeRequest: { first: ['approveMergeRequest'] },
  resetApprovals: { first: ['approveMergeRequest'], token: 'of-project' },
  resetTimeEstimateOfMergeRequest: { first: ['setTimeEstimateOfMergeRequest'] },
  resetSpentTimeOfMergeRequest: { first: ['addSpentTimeToMergeRequest'] },
  resetTimeEstimateOfIssue: { first: ['setTimeEstimateOfIssue'] },
  resetSpentTimeOfIssue: { first: ['addSpentTimeToIssue'] },
  // The target branch has gone on in the world of failing-writes.test.ts.
  rebaseMergeRequest: {},
  deleteOwnGpgKey: { first: ['createOwnGpgKey'] },
  revokeOwnGpgKey: { first: ['createOwnGpgKey'] },
  deleteGpgKeyOfUser: { first: ['createGpgKeyOfUser'] },
  revokeGpgKeyOfUser: { first: ['createGpgKeyOfUser'] },
  restoreGroup: { first: ['deleteGroup'] },
  transferGroup: { parameters: { group_id: 51 } },
  unshareGroup: { first: ['shareGroup'] },
  restoreProject: { first: ['deleteProject'] },
  unarchiveProject: { first: ['archiveProject'] },
  unstarProject: { first: ['starProject'] },
  transferProject: { parameters: { namespace: 51 } },
  unshareProject: { first: ['shareProject'], path: { group_id: '51' } },
  addForkRelation: { path: { forked_from_id: '2' } },
  removeForkRelation: { first: ['forkProject'], path: { id: '4' } },
  removeCustomAttributeOfUser: { first: ['setCustomAttributeOfUser'] },
  removeCustomAttributeOfGroup: { first: ['setCustomAttributeOfGroup'] },
  removeCustomAttributeOfProject: { first: ['setCustomAttributeOfProject'] },
  rotateOwnProjectAccessToken: { token: 'of-project' },
  rotateOwnGroupAccessToken: { token: 'of-group' },
  unsubscribeFromLabelOfProject: { first: ['subscribeToLabelOfProject'] },
  unsubscribeFromLabelOfGroup: { first: ['subscribeToLabelOfGroup'] },
  dismissGroup: { first: ['admitGroup'] },
  testProjectHook: {},
  resendHookDelivery: { first: ['testProjectHook'] },
  deleteUploadById: { first: ['uploadFile'] },
  deleteUpload: {
    first: ['uploadFile'],
    pathIn: ({ url }) => {
      const [, , secret = '', filename = ''] = String(url).split('/')
      return { secret, filename }
    },
  },
  // Whoever is there in the world of failing-writes.test.ts alone: administrators are members of nothing.
  requestGroupAccess: {},
  requestProjectAccess: {},
  approveUser: { path: { id: '7' } },
  rejectUser: { path: { id: '7' } },
  disableSecondFactor: {},
  unarchiveGroup: { first: ['archiveGroup'] },
  deleteContextCommits: { first: ['createContextCommits'] },
  unfollowUser: { first: ['followUser'] },
  importProjectMembers: { path: { id: '2', project_id: '1' } },
  deleteFeature: { path: { name: 'foo' }, first: ['setFeature'] },
}

/** The same, by the ids of their operations in both APIs. */
export const preparations: ReadonlyMap<string, Preparation> = new Map(Object.entries(prepared))

/** What changes no record whoever asks it. */
export const writeNothing: readonly string[] = [
  'createSession',
  // Nothing is deployed to pages.
  'deletePages',
  'lintConfiguration',
  'lintContent',
  'renderMarkdown',
  'resendHookDelivery',
  'startHousekeeping',
  'testProjectHook',
  'testSystemHook',
  // No command is carried out.
  'triggerSlashCommand',
  'updateJobTokenScope',
  'updateRepositorySize',
  'verifyRunner',
]
