import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'

/**
 * The properties of an API beside its contract that the judge needs: how a run creates its records, and what it does
 * not test.
 */
export interface JudgedApi {
  /** What a run does not test, in a sentence; undefined where it tests everything. */
  readonly scope: string | undefined
  /** Whether a run with `instance` writes settings of the instance and system hooks. */
  readonly isInstanceWritten: boolean
  /** Why instance-wide operations are not tested. */
  readonly whyNotOfInstance: string
  /** Whether a whole run ends with a comparison with a forge. */
  readonly isCompared: boolean
  /** Whether a run creates a key of its first user, to learn which kinds of keys the server accepts. */
  readonly learnsKeys: boolean
  /** Whether a write to a path affects all users of the server. */
  readonly isInstanceWide: (path: string) => boolean
  /** Whether a run writes records of the user of its token. */
  readonly writesAsTokenUser: boolean
  /** The parameter that skips the confirmation of a new user's e-mail address. */
  readonly confirmedUser: Readonly<Record<string, boolean>>
  /** Whether the response that creates a user shows a token of that user. */
  readonly showsTokenOfNewUser: boolean
  /** The parameter for private visibility. */
  readonly privateVisibility: Readonly<Record<string, number | string>>
  /** The list of all projects for administrators, and the reason why a project outside of groups remains. */
  readonly listOfProjects: OperationId
  readonly whyProjectsStay: string
  /** The number of a page after the end of a typical list that the server does not refuse. */
  readonly pageBehindTheEnd: number
  /** Whether it says what a page behind the last one holds: otherwise there need not be such a page. */
  readonly statesPagesBehindTheEnd: boolean
  /** Whether deleting a missing record succeeds, unless an operation states otherwise. */
  readonly deletesTwice: boolean
  /** Whether anonymous callers can select forms of responses by parameters. */
  readonly showsFormsToNobody: boolean
  /** Whether every list has totals. */
  readonly countsEveryList: boolean
  /** Headers of every list beside those of its pages. */
  readonly headersOfLists: readonly string[]
  /** Whether records show the project, the discussed record and the commit of the path under these fields alone. */
  readonly showsPathInRecords: boolean
  /** Whether the body of every 400 is specified. */
  readonly statesRefusals: boolean
}

const ofEverybody = /^\/(application\/settings|hooks)(\/|$)/

/** The paths of v4 of users, groups and projects, or of the caller's own records. */
const ofSomebody =
  /^\/(users|groups|projects|user|personal_access_tokens|notification_settings|snippets|todos)(\/|$)/

/** @example judgedApis[operation.api].deletesTwice // true of v3 */
export const judgedApis: Readonly<Record<ApiName, JudgedApi>> = {
  v3: {
    scope: undefined,
    isInstanceWritten: true,
    whyNotOfInstance: 'needs --instance',
    isCompared: true,
    learnsKeys: true,
    isInstanceWide: (path) => ofEverybody.test(path),
    writesAsTokenUser: true,
    confirmedUser: { confirm: false },
    showsTokenOfNewUser: true,
    privateVisibility: { visibility_level: 0 },
    listOfProjects: 'listAllProjects',
    whyProjectsStay: 'the API deletes no project: remove it by hand',
    pageBehindTheEnd: 100_000,
    statesPagesBehindTheEnd: false,
    deletesTwice: true,
    showsFormsToNobody: true,
    countsEveryList: true,
    headersOfLists: ['X-Request-Id', 'X-Runtime'],
    showsPathInRecords: true,
    statesRefusals: true,
  },
  v4: {
    scope:
      'Of v4 what follows from the contract alone is checked: no stories of what one call does to another.',
    isInstanceWritten: false,
    whyNotOfInstance: 'it is instance-wide: of v4 that is never written',
    isCompared: false,
    learnsKeys: false,
    isInstanceWide: (path) => !ofSomebody.test(path),
    // The user whom a faulty server substitutes for an anonymous caller is unknown.
    writesAsTokenUser: false,
    confirmedUser: { skip_confirmation: true },
    showsTokenOfNewUser: false,
    privateVisibility: { visibility: 'private' },
    listOfProjects: 'listProjects',
    whyProjectsStay: 'it is in no group of the run',
    // Some lists refuse page numbers beyond record 50,000.
    pageBehindTheEnd: 500,
    statesPagesBehindTheEnd: true,
    deletesTwice: false,
    showsFormsToNobody: false,
    countsEveryList: false,
    headersOfLists: [],
    showsPathInRecords: false,
    statesRefusals: false,
  },
}
