import type { ApiName } from '../../contract/base-paths.ts'
import type { ApiError } from '../../contract/errors.ts'
import type {
  AnswersAs,
  Contracts,
  OperationId,
  OperationTag,
} from '../../contract/operation-contract.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import type { CredentialRecord } from '../../store/models/credential.ts'
import type { Context } from '../domain/context.ts'
import type { AfterDelivery, FileAnswer, Later, Listing, Reply } from './answers.ts'
import type { RecordsByKind } from './records.ts'

/** The context of an operation: the store, the request, and whether the specification or GitLab 8.15 is followed. */
export interface OperationContext extends Context {
  readonly answersAs: AnswersAs
  /** The credential of the caller; undefined for anonymous callers. */
  readonly credential: CredentialRecord | undefined
  /** The job whose token authenticates the caller. */
  readonly job?: BuildRecord | undefined
  /** The header `If-Unmodified-Since` of a DELETE request; undefined where it is missing. */
  readonly unmodifiedSince: string | undefined
  /** The header `X-Gitlab-Event` of a request that a hook sends. */
  readonly hookEvent: string | undefined
}

/** An operation as the request pipeline calls it. */
export type AnyOperation = (context: object, parameters: object) => unknown

type TypesOf<Name extends ApiName> = Contracts[Name]['types']
type TraitsOf<Name extends ApiName> = Contracts[Name]['traits']

type ParametersOf<
  Name extends ApiName,
  Id extends keyof TypesOf<Name>,
> = TypesOf<Name>[Id] extends { parameters: infer Parameters } ? Parameters : never

type TraitOf<Name extends ApiName, Id, Trait extends string> = Id extends keyof TraitsOf<Name>
  ? TraitsOf<Name>[Id] extends { readonly [Key in Trait]: infer Value }
    ? Value
    : never
  : never

/** The result of an operation: a listing, a file, nothing, or the resource itself. */
export type ResultOf<
  Name extends ApiName,
  Id extends keyof TypesOf<Name>,
> = TypesOf<Name>[Id] extends { result: infer Result }
  ? TraitOf<Name, Id, 'isPaginated'> extends true
    ? Result extends readonly (infer Item)[]
      ? Listing<Item>
      : never
    : Result
  : TraitOf<Name, Id, 'answer'> extends 'nothing'
    ? undefined
    : FileAnswer

/** The context of an operation, with the records of its path parameters. */
export type ContextOf<Name extends ApiName, Id extends OperationId<Name>> = OperationContext & {
  readonly [Kind in TraitOf<Name, Id, 'records'> & keyof RecordsByKind]: RecordsByKind[Kind]
}

/**
 * The operations of a tag of an API's contract, each a synchronous function. `satisfies OperationsOf<'v3', 'Users'>`
 * types parameters and results by the schemas, and reports missing operations. A thrown error rolls the writes of the
 * operation back; a returned one keeps them.
 */
export type OperationsOf<Name extends ApiName, Tag extends OperationTag<Name>> = {
  readonly [Id in keyof TypesOf<Name> as TraitOf<Name, Id, 'tag'> extends Tag ? Id : never]: (
    context: ContextOf<Name, Id & OperationId<Name>>,
    parameters: ParametersOf<Name, Id>,
  ) =>
    | ResultOf<Name, Id>
    | Reply<ResultOf<Name, Id>>
    | Later<ResultOf<Name, Id>>
    | AfterDelivery<ResultOf<Name, Id>>
    | ApiError
}
