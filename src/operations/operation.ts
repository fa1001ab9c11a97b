import type { Viewer } from '../access/viewer.ts'
import type { HookMessage } from '../activity/hook-message.ts'
import type {
  OperationId,
  OperationTag,
  OperationTraits,
  OperationTypes,
} from '../contract/generated/contract.ts'
import type { Addresses } from '../resources/addresses.ts'
import type { ApplicationSettingsRecord } from '../store/models/application-settings.ts'
import type { Store } from '../store/store.ts'
import type { FileAnswer, Listing } from './answers.ts'
import type { RecordsByKind } from './records.ts'

/** What every operation is given of the world and of the request. */
export interface Context {
  readonly store: Store
  readonly viewer: Viewer
  readonly settings: ApplicationSettingsRecord
  /** The time of the request, ISO 8601: the same however often it is asked for. */
  readonly now: string
  /** The day of the request, YEAR-MONTH-DAY. */
  readonly today: string
  /** A number from 0 up to 1, from the forge's own source. */
  random(): number
  /** Web and clone addresses, under the address the request came to. */
  readonly addresses: Addresses
  /** Fires the system hooks once the operation is done. */
  fire(message: HookMessage): void
}

type ParametersOf<Id extends OperationId> = OperationTypes[Id]['parameters']
type JsonResult<Id extends OperationId> = OperationTypes[Id] extends { result: infer R }
  ? R
  : FileAnswer

/** What an operation returns: a page-wise listing, a file, or the resource itself. */
export type ResultOf<Id extends OperationId> = OperationTraits[Id]['isPaginated'] extends true
  ? JsonResult<Id> extends readonly (infer Item)[]
    ? Listing<Item>
    : never
  : JsonResult<Id>

/** The context of an operation, with the records that its path names. */
export type ContextOf<Id extends OperationId> = Context & {
  readonly [Kind in OperationTraits[Id]['records']]: RecordsByKind[Kind]
}

/**
 * The operations of one tag of the contract, a synchronous function each. `satisfies
 * OperationsOf<'Users'>` types parameters and results by the schemas and misses none.
 */
export type OperationsOf<Tag extends OperationTag> = {
  readonly [Id in OperationId as OperationTraits[Id]['tag'] extends Tag ? Id : never]: (
    context: ContextOf<Id>,
    parameters: ParametersOf<Id>,
  ) => ResultOf<Id>
}
