import type { OperationId } from '../../contract/operation-contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Operation } from '../contract/operation.ts'
import type { Step } from '../reproduction/history.ts'
import type { CountedList } from './others.ts'
import type { Call, Past, TwoValues } from './past.ts'

export type Fields = Readonly<Record<string, unknown>>

/** What a history did, by which differences later on can be open, in terms of the forge. */
export type Facts = ReadonlyMap<string, unknown>

/** What the forge tells of a call. */
export interface Told {
  /** The body of its response. */
  readonly body: unknown
  /** The body of the response to the read before it; undefined where there was none. */
  readonly before: unknown
}

/** A call with its two responses, of which values differ. */
export interface DifferingCall {
  readonly operation: OperationId
  /** The parameters in terms of the forge. */
  readonly sent: Fields
  /** The id of the user who calls, in terms of the forge. */
  readonly caller: unknown
  /** The bodies of the responses. */
  readonly server: unknown
  readonly forge: unknown
  readonly facts: Facts
  /** Returns the id in terms of the forge for one of the server. */
  forgeOf(kind: string, server: string | number): string | number | undefined
}

/** The knowledge about an API beyond its document that a comparison needs. */
export interface Rules {
  /** Returns the kind of the id in a field, by the schemas of the object; undefined where it is no id. */
  kindOf(schemas: readonly string[], field: string, object: Fields): string | undefined
  /** Returns the scope of a number (`iid`): the numbers of both sides may differ, but must be one-to-one within it. */
  numberKindOf(schemas: readonly string[], field: string, object: Fields): string | undefined
  /** Whether a field is compared where it is present, although a mark of the contract leaves parts of it open. */
  isStated(schemas: readonly string[], field: string): boolean
  /** Whether a field is stated to be there by the other values of its object, where the schema does not require it. */
  isDemanded(schemas: readonly string[], field: string, object: Fields): boolean
  /** Explains why the value of a field is open, where no mark of the contract does. */
  openField(
    schemas: readonly string[],
    field: string,
    object: Fields,
    facts: Facts,
  ): string | undefined
  /** Explains why a difference is open for what its call asks, or for what the history did before. */
  openDifference(
    one: { readonly place: string; readonly server: unknown; readonly forge: unknown },
    call: DifferingCall,
  ): string | undefined
  /** Whether a list may have other items for such a reason, which moves those on its pages. */
  mayBeMoved(call: Pick<DifferingCall, 'operation' | 'sent' | 'caller' | 'facts'>): boolean
  /** Returns a read that tells what a call depends on; it is made on the forge, before the call. */
  readBefore(step: Step): Step | undefined
  /** Whether such a read shows that the words of the forge say that a merge closes an issue. */
  closes(read: Step, body: unknown): boolean
  /** Notes what a successful call did that leaves differences open from then on, by what the forge tells. */
  note(past: Past, call: Call, told: Told): void
  /** Explains why two different values of a field are open, by what the history did. */
  openValue(past: Past, call: Call, values: TwoValues): string | undefined
  /** Explains why a server may lack an item of the forge, which lists these. */
  openMissing(past: Past, call: Call, item: Fields, listed: readonly unknown[]): string | undefined
  /** Explains why a server may list an item that the forge has not. */
  openFurther(past: Past, call: Call, item: Fields): string | undefined
  /** Whether a server may lack items in a list, so that its pages may have others. */
  mayLackItems(past: Past, call: Call): boolean
  /** Explains why two different statuses are open, by what the history did. */
  openOutcome(past: Past, call: Call, status: TwoStatuses): string | undefined
  /** Names what an event of a list tells, so that what was done again differs from what was done first. */
  actionOf(event: Fields, listed: readonly unknown[]): unknown
  /** Whether a field that Forgery does not send is hidden from the caller, instead of an extra field. */
  isHidden(operation: OperationId, schemas: readonly string[], field: string, path: string): boolean
  /** The fields that identify a list item without an id. */
  readonly namingFields: readonly string[]
  /** Explains why null is open, where the forge has a value and no mark of the contract says so. */
  openNull(schemas: readonly string[], field: string, value: unknown): string | undefined
  /** Whether a field shows that a record is assigned to its author, as a service may do where nobody is asked for. */
  isAssignedToAuthor(field: string, shown: Fields): boolean
  /** Explains why it is open whether a list contains an item, by all that the server lists. */
  openItem(
    operation: OperationId,
    item: Fields,
    listed: readonly unknown[],
    facts: Facts,
  ): string | undefined
  /** Whether an item belongs to a user outside of the history: on a server in use, others write as well. */
  isOfOthers(item: Fields): boolean
  /** Whether an item is one that a service notes itself. */
  isNoted(item: Fields): boolean
  /** Returns the list of the records that a field counts or depends on, in terms of the server. */
  countedIn(schemas: readonly string[], field: string, object: Fields): CountedList | undefined
  /** Explains why two different texts are equal as far as the specification goes. */
  openText(
    schemas: readonly string[],
    field: string,
    server: string,
    forge: string,
  ): string | undefined
  /**
   * Explains why a list may have records of others on its pages, so that their content and number are open: it is of the
   * whole server, and no name of the history narrows it.
   */
  showsOthers(step: Step): string | undefined
  /** Whether a list can contain such items, which makes the content of its pages open. */
  mayHaveOpenItems(operation: OperationId): boolean
  /** Explains why the statuses of two responses may differ, by all that is known of their call. */
  openStatus(call: AnsweredCall): string | undefined
  /** Explains why a write may leave its record in another state than on the forge, as its response shows at a place. */
  openState(
    step: Pick<Step, 'operation' | 'parameters'>,
    shown: { readonly place: string; readonly server: unknown; readonly forge: unknown },
  ): string | undefined
  /** Names what a write makes that no response shows, such as files with their content. */
  madeBy(step: Pick<Step, 'operation' | 'parameters'>): readonly string[]
  /** Explains why the status of an operation's refusal is open. */
  openRefusal(operation: OperationId): string | undefined
  /** Explains why a read may forbid what it is of, instead of not finding it: not its project is hidden, but itself. */
  openHiding(operation: OperationId, refusal: string): string | undefined
  /** Whether a list is one of the authors of commits. */
  listsAuthors(operation: OperationId): boolean
  /** Whether a service may reserve a change for the author of a record. */
  isForAuthors(operation: OperationId): boolean
  /** Whether the specification promises a message with a refusal, whatever it says. */
  explainsRefusal(operation: OperationId, status: number): boolean
  /** Explains why it is open whether an operation is refused with a status. */
  openSuccess(operation: OperationId, refusal: number): string | undefined
  /** Whether a write is specified to change the time of the last change of its record. */
  touches(step: Pick<Step, 'operation' | 'parameters'>): boolean
  /** Whether a call creates a project of its caller, in a group or not. */
  createsProject(operation: OperationId): boolean
  /** Whether a membership has the level that a service may give whoever creates a project: a group gives another. */
  isCreatorsMembership(member: unknown): boolean
  /** Whether a list is one of the members of a project. */
  listsMembersOfProject(operation: OperationId): boolean
  /** Returns the user whose membership of a project a call is about; undefined for other calls. */
  memberOfProject(
    step: Pick<Step, 'operation' | 'parameters'>,
  ): Step['parameters'][string] | undefined
  /** Names the settings of a user that a call reads or writes; undefined for other calls. */
  settingsOf(step: Pick<Step, 'operation' | 'as' | 'sudo' | 'parameters'>): string | undefined
  /** Whether a call chooses the value of settings that have an unspecified default until then. */
  chooses(step: Pick<Step, 'operation' | 'parameters'>): boolean
  /** Whether a value of Forgery is one that nobody set, whose default is not specified. */
  isOfNobody(schemas: readonly string[], field: string, value: unknown): boolean
  /** Whether a call subscribes its caller to the record of its response, or unsubscribes from it. */
  setsSubscription(operation: OperationId): boolean
  /** Returns the record of a subscription, by the parameters of a call in terms of the forge. */
  subscribedTo(sent: Fields): string
  /** Whether it is stated that a removal shows no record that was gone already. */
  showsNothingGone(operation: OperationId): boolean
  /** Returns the parameters, by the kind of their records, with what a write removes while its events may stay. */
  removedBy(operation: OperationId): Readonly<Record<string, string>>
  /** Returns the parameters, by the kind of their records, with what a write leaves behind in an unspecified state. */
  unsettledBy(operation: OperationId): Readonly<Record<string, string>>
  /**
   * Explains why it is open whether a write is delivered to a hook, with its fields as the server shows them: of one
   * that the forge delivers (`isMissing`), or of one that it does not.
   */
  openDelivery(operation: OperationId, hook: Fields, isMissing: boolean): string | undefined
  /** Whether a delivery is of an event whose flag its hook has not, with its fields as the server shows them. */
  isUnwanted(body: string, hook: Fields): boolean
  /** Whether a user is blocked after a write to that user; undefined where it changes nothing of that. */
  blocks(operation: OperationId): boolean | undefined
  /** Returns the read that shows whether a call has removed a user; one who stays is blocked or not as before. */
  readRemoved(step: Step): Step | undefined
  /** Whether a user is a member of a group or a project after a write; undefined where it changes nothing of that. */
  joins(operation: OperationId): boolean | undefined
  readonly runners: RunnerRules
  /** The kinds of such records that may be gone, with the parameter that addresses one. */
  readonly mayBeGone: Readonly<Record<string, string>>
  /** Whether such records are in a list, or events about them, so that it may have fewer items. */
  mayLackUnsettled(operation: OperationId, kind: string): boolean
  /** Explains why a field of such a record is open. */
  unsettledField(kind: string, field: string): string | undefined
  /** The fields with tokens. */
  readonly secretFields: ReadonlySet<string>
}

export interface TwoStatuses {
  readonly server: number
  readonly forge: number
}

/** What a call is about, in terms of the forge. */
export interface Subject {
  readonly path: string
  /** What the record at a path was last shown with. */
  readonly recordAt: (path: string) => Fields | undefined
  /** The parameters that changed the record; undefined where that cannot be told. */
  readonly changed: ReadonlySet<string> | undefined
  /** Whether a call made what the rules name so. */
  readonly isMade: (name: string) => boolean
}

/** A call, with what the server and the forge answer to it. */
export interface AnsweredCall {
  readonly step: Step
  readonly call: Call
  readonly operation: Operation
  readonly server: Answer
  readonly forge: Answer
  readonly subject: Subject
  /** Whether it is about a merge request that is work in progress. */
  readonly isOfDraft?: boolean
}

/** What follows from the runners of a server, whose builds are its own affair. */
export interface RunnerRules {
  /** Explains why it is open. */
  readonly reason: string
  /** Explains why builds are open of a server that makes none. */
  readonly withoutBuilds: string
  /** Whether a server shows that a runner has taken a build, which waits for one on the forge. */
  isTaken(schemas: readonly string[], server: Fields, forge: Fields): boolean
  /** Whether a list of builds of a server has one that a runner has taken. */
  hasTaken(builds: unknown): boolean
  /** Whether a read shows that a server makes builds. */
  hasBuilds(operation: OperationId, body: unknown): boolean
  /** Whether a read shows what follows from the states of builds. */
  showsBuilds(operation: OperationId): boolean
  /** Returns the list with the builds of the project that a step is of; undefined where it is of none. */
  buildsOf(step: Step): CountedList | undefined
}
