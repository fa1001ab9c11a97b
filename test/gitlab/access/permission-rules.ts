import { apis } from '../../../src/contract/apis.ts'
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

/** What is of no group and no project. */
const rulesOfInstance: Readonly<Record<string, Rule>> = {
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
}

const document = await apis.v3.loadDocument()

/** Each rule by its name: those of groups and projects stand in the contract. */
export const rules: Readonly<Record<string, Rule>> = {
  ...rulesOfInstance,
  ...Object.fromEntries(
    Object.entries(document['x-permissions'] ?? {}).map(([name, row]) => [
      name,
      { ...row, of: `the ${row.of}`, isOfMergeRequests: row.of_merge_requests === true } as const,
    ]),
  ),
}

/** The operations of these. One whose path names nothing follows its `x-access` where it is in no list. */
const operationsOfInstance: Readonly<Record<string, readonly OperationId[]>> = {
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
}

/** The operations of each rule. */
export const operationsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.keys(rules).map((name) => [name, operationsOfInstance[name] ?? markedWith(name)]),
)

function markedWith(name: string): string[] {
  const described = Object.values(document.paths).flatMap((item) => Object.values(item))
  return described.flatMap((one) => (one['x-permission'] === name ? [one.operationId] : []))
}

export const visibilities: readonly Visibility[] = ['private', 'internal', 'public']
