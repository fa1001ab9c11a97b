import type { ApiError } from '../../contract/errors.ts'
import type {
  OperationId,
  OperationTag,
  OperationTraits,
  OperationTypes,
} from '../../contract/generated/v3/contract.ts'
import type { AnswersAs } from '../../contract/operation-contract.ts'
import type { Context } from '../domain/context.ts'
import type { FileAnswer, Listing } from './answers.ts'
import type { RecordsByKind } from './records.ts'

/** What an operation is given: the world, the request, and whose answers are asked for. */
export interface OperationContext extends Context {
  readonly answersAs: AnswersAs
}

/** An operation as the pipeline calls it. */
export type AnyOperation = (context: object, parameters: object) => unknown

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
export type ContextOf<Id extends OperationId> = OperationContext & {
  readonly [Kind in OperationTraits[Id]['records']]: RecordsByKind[Kind]
}

/**
 * The operations of one tag of the contract, a synchronous function each. `satisfies
 * OperationsOf<'Users'>` types parameters and results by the schemas and misses none. An error that is
 * thrown takes back what the operation wrote; one that is returned is answered, and the writes stay.
 */
export type OperationsOf<Tag extends OperationTag> = {
  readonly [Id in OperationId as OperationTraits[Id]['tag'] extends Tag ? Id : never]: (
    context: ContextOf<Id>,
    parameters: ParametersOf<Id>,
  ) => ResultOf<Id> | ApiError
}
