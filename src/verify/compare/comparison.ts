import type { OpenApiDocument } from '../../contract/openapi.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import type { Step } from '../reproduction/history.ts'
import type { Mapping } from './mapping.ts'
import type { Others } from './others.ts'
import type { Call } from './past.ts'
import type { Rules, Subject } from './rules.ts'
import type { ShownRecords } from './subjects.ts'
import type { Texts } from './texts.ts'

/** A place at which two responses differ. */
export interface Difference {
  /** `status`, `header X-Total`, or a path in the body: `[].author.name`. */
  readonly place: string
  readonly forge: unknown
  readonly server: unknown
  /** Why the contract allows it; undefined where it does not. */
  readonly open?: string
  /** Whether it is a further item in a list, and a record of the history. */
  readonly isOwn?: true
}

/** The items of one list on each of its pages, as texts; what has no id and no name may be there twice. */
export interface SeenPages {
  readonly total: string | null
  readonly pages: Map<number, ReadonlySet<string>>
}

/** Whoever created a project: their name in the history, and their user in terms of the forge. */
export interface Creator {
  readonly name: string
  readonly user: string
}

/** The state of the comparison of two responses. */
export interface Comparison {
  readonly document: OpenApiDocument
  readonly rules: Rules
  readonly mapping: Mapping
  /** The id of the administrator whose token the run has, in terms of the forge. */
  readonly administrator: unknown
  /** What the rules noted of the history, in their own words, in terms of the forge. */
  readonly facts: Map<string, unknown>
  /** The last seen times of each record, in milliseconds. */
  readonly times: Map<string, { readonly server: number; readonly forge: number }>
  readonly texts: Texts
  readonly others: Others
  /** The subscriptions that callers asked for, ended or were shown, by caller and record, or by caller and parameters. */
  readonly subscriptions: Set<string>
  /** What both sides showed as not subscribed since the last write, by caller and parameters. */
  readonly unsubscribed: Set<string>
  /** The records whose state is not specified any more, in terms of the forge. */
  readonly unsettled: Set<string>
  /** The records that were removed, in terms of the forge: whether events go with them is not specified. */
  readonly removed: Set<string>
  /** The users who are blocked, by their ids in terms of the forge. */
  readonly blocked: Set<unknown>
  /** The addresses of authors that calls named. */
  readonly namedAddresses: Set<unknown>
  /** The names of authors that calls named without an address. */
  readonly namesAlone: Set<unknown>
  /** Whether the server was seen to have other authors than the forge where none is named, in any history of the run. */
  readonly authors: { areOwn: boolean }
  /** Whether the server was seen to have other closing words than the forge, in any history of the run, once it is known. */
  readonly closing: { isElsewhere?: boolean }
  /** What the server notes itself, which it may count. */
  readonly noted: Others
  /** The merge requests that are work in progress, by their ids in terms of the forge. */
  readonly drafts: Set<unknown>
  /** What each record was last sent and shown with. */
  readonly records: ShownRecords
  /** What calls made that no response shows, as the rules name it. */
  readonly made: Set<string>
  /** The memberships by place and user, in terms of the forge. */
  readonly members: Set<string>
  /** Who created a project, by its symbol and by its id in terms of the forge, until a call changes their membership. */
  readonly creators: Map<string, Creator>
  /** The settings that their users chose. */
  readonly chosen: Set<string>
  /** The objects in records that the server showed, by operation, caller and path: it shows those of each record then. */
  readonly shownFields: Set<string>
  /** The pages of lists that the server showed since the last write, by caller, operation and parameters. */
  readonly seenPages: Map<string, SeenPages>
  /** The parameters of which the server took a value: it takes values of that kind. */
  readonly taken: Set<string>
  /** Whether the server was seen to order names by a collation, in this or in another history of the run. */
  readonly nameOrder: { isByCollation: boolean }
  /** Whether a runner of the server was seen to take builds, in this or in another history of the run. */
  readonly runner: {
    isAtWork: boolean
    /** Whether the server was seen to make no builds where the forge has some, once it is known. */
    makesNone?: boolean
  }
  /** The values that a creation set by default, by record and field, as both sides first showed them. */
  readonly defaults: Map<string, { readonly server: unknown; readonly forge: unknown }>
  /** The values of the forge that a creation set by default, and that the server did not show yet. */
  readonly unshown: Map<string, unknown>
}

/** The place of a value. */
export interface Place {
  readonly path: string
  readonly operation: OperationId
  readonly call: Call
  readonly caller: string
  /** Why nothing is required here. */
  readonly open?: string
  /** Why fields can be missing here, although present ones are compared. */
  readonly sparse?: string
  /** The fields in the response to a creation that were not sent, and have no specified default. */
  readonly unsaid?: ReadonlySet<string>
  /** The order of a list that is the body. */
  readonly order?: ListOrder
  /** Whether a list that is the body is one of several pages, and nothing states which items that has. */
  readonly isOpenPage?: true
  /** The user who created the project of the call, in terms of the forge. */
  readonly creator?: string
  /** Whether the user chose the settings that the body is. */
  readonly isChosen?: boolean
  /** Whether the call changed the time of the last change. */
  readonly isTouched?: boolean
  /** The sent values, which must be shown unchanged. */
  readonly sent: readonly unknown[]
}

/** The order of a list, from the contract or the parameters of the call. */
export interface ListOrder {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

/** Whoever writes in a record may be subscribed to it. */
export const takingPart = 'whether who takes part is subscribed is not stated'

/** A service may make whoever creates a project in a group a member of the project too. */
export const creatorIsMember = 'whether the creator of a project is a member of it is not stated'

/** A commit may have an author of the service's choice where none is named. */
export const unnamedAuthor = 'who the author of a commit is who was not named is not stated'

/** The two responses to a step. */
export interface Answers {
  readonly step: Step
  readonly call: Call
  readonly operation: Operation
  readonly server: Answer
  readonly forge: Answer
  /** What the call is about. */
  readonly subject: Subject
  /** Whether the call is about the membership of whoever created the project. */
  readonly isOfCreator?: boolean
  /** Whether the call is about a merge request that is work in progress. */
  readonly isOfDraft?: boolean
  /** Whether the record has another author than the caller. */
  readonly isOfAnother?: boolean
  /** Whether the caller is a user whom the history blocked. */
  readonly isBlocked?: boolean
  /** What the two files hold, where it is not their bytes that are compared. */
  readonly contents?: readonly [server: string, forge: string]
}
