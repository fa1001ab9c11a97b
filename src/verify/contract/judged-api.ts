import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'

/** What the judge knows of an API beside its contract: how a run makes what it judges by, and what it leaves alone. */
export interface JudgedApi {
  /** What a run does not look at, in a sentence; undefined where it looks at all that there is to look at. */
  readonly scope: string | undefined
  /** Whether settings of the instance and system hooks are written where a run may (`instance`). */
  readonly isInstanceWritten: boolean
  /** Why what is instance-wide is not tested. */
  readonly whyNotOfInstance: string
  /** Whether everybody who uses the server may feel a write to a path. */
  readonly isInstanceWide: (path: string) => boolean
  /** Whether a run writes as the user of its token, to what that user has. */
  readonly writesAsTokenUser: boolean
  /** The parameter of a new user who need not confirm an address. */
  readonly confirmedUser: Readonly<Record<string, boolean>>
  /** Whether the answer that makes a user shows a token of that user. */
  readonly showsTokenOfNewUser: boolean
  /** The parameter of what its members alone see. */
  readonly privateVisibility: Readonly<Record<string, number | string>>
  /** The list of all projects that an administrator sees, and why one outside of every group stays. */
  readonly listOfProjects: OperationId
  readonly whyProjectsStay: string
  /** A page that is behind the end of a usual list, and that the server gives. */
  readonly pageBehindTheEnd: number
  /** Whether deleting what is gone already is a success, unless an operation says otherwise. */
  readonly deletesTwice: boolean
  /** Whether whoever has no credentials is shown forms of answers that parameters ask for. */
  readonly showsFormsToNobody: boolean
  /** Whether every list has its totals. */
  readonly countsEveryList: boolean
  /** Headers that every list has beside those of its pages. */
  readonly headersOfLists: readonly string[]
  /** Whether the body of every 400 is stated. */
  readonly statesRefusals: boolean
}

const ofEverybody = /^\/(application\/settings|hooks)(\/|$)/

/** The paths of v4 that lead to users, groups and projects, or to what the caller has. */
const ofSomebody =
  /^\/(users|groups|projects|user|personal_access_tokens|notification_settings|snippets|todos)(\/|$)/

/** @example judgedApis[operation.api].deletesTwice // true of v3 */
export const judgedApis: Readonly<Record<ApiName, JudgedApi>> = {
  v3: {
    scope: undefined,
    isInstanceWritten: true,
    whyNotOfInstance: 'needs --instance',
    isInstanceWide: (path) => ofEverybody.test(path),
    writesAsTokenUser: true,
    confirmedUser: { confirm: false },
    showsTokenOfNewUser: true,
    privateVisibility: { visibility_level: 0 },
    listOfProjects: 'listAllProjects',
    whyProjectsStay: 'the API deletes no project: remove it by hand',
    pageBehindTheEnd: 100_000,
    deletesTwice: true,
    showsFormsToNobody: true,
    countsEveryList: true,
    headersOfLists: ['X-Request-Id', 'X-Runtime'],
    statesRefusals: true,
  },
  v4: {
    scope:
      'Of v4 what follows from the contract alone is checked: no stories of what one call does to another.',
    isInstanceWritten: false,
    whyNotOfInstance: 'it is instance-wide: of v4 that is never written',
    isInstanceWide: (path) => !ofSomebody.test(path),
    // Whom a faulty server takes nobody for is not known.
    writesAsTokenUser: false,
    confirmedUser: { skip_confirmation: true },
    showsTokenOfNewUser: false,
    privateVisibility: { visibility: 'private' },
    listOfProjects: 'listProjects',
    whyProjectsStay: 'it is in no group of the run',
    // Pages by number are refused beyond the record 50,000 of some lists.
    pageBehindTheEnd: 500,
    deletesTwice: false,
    showsFormsToNobody: false,
    countsEveryList: false,
    headersOfLists: [],
    statesRefusals: false,
  },
}
