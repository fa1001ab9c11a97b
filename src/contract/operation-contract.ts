import type { ApiName } from './base-paths.ts'
import type * as v3 from './generated/v3/contract.ts'
import type * as v4 from './generated/v4/contract.ts'

/** What the contract of each API says of its operations, by their ids. */
export interface Contracts {
  readonly v3: { readonly types: v3.OperationTypes; readonly traits: v3.OperationTraits }
  readonly v4: { readonly types: v4.OperationTypes; readonly traits: v4.OperationTraits }
}

/** What the operations of an API are called; of any, where none is named. */
export type OperationId<Name extends ApiName = ApiName> = {
  readonly v3: v3.OperationId
  readonly v4: v4.OperationId
}[Name]

/** What they belong to. */
export type OperationTag<Name extends ApiName = ApiName> = {
  readonly v3: v3.OperationTag
  readonly v4: v4.OperationTag
}[Name]

/** The kinds of records that paths name. */
export type RecordKind = v3.RecordKind | v4.RecordKind

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The part of JSON Schema that parameters use. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly (string | number | null)[]
  readonly items?: ParameterSchema
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  /** Of an object with keys of any name, what their values are. */
  readonly additionalProperties?: ParameterSchema
  readonly required?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly not?: { readonly const?: unknown }
  /** Of a list: whether values may stand in one text, with commas between them (`x-comma-separated`). */
  readonly isCommaSeparated?: true
}

export interface ParameterContract {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: ParameterSchema
  /** The kind of record that a path parameter names. */
  readonly record?: RecordKind
  /** Whether it names the record by its number within the project, not by its id (`x-record-by: iid`). */
  readonly isIid?: true
  /** Whether the 404 for a record that is not there does not say of which kind it is (`x-missing: unnamed`). */
  readonly isUnnamed?: true
  /** Whether a record that the caller may not read is a 404 like one that is not there (`x-hidden: missing`). */
  readonly isHiddenMissing?: true
  readonly spansSlashes?: boolean
  /** Whether it is a name, of which `.json` at the end of the path is a part (`x-keeps-suffix`). */
  readonly keepsSuffix?: true
  /** Whether GitLab's v3 took it and the specification does not name it (`x-extension-parameters`). */
  readonly isExtension?: true
  /** The schema that is answered where it is given, or true (`x-form`). */
  readonly form?: string
  /**
   * Whether a value out of its bounds counts as the default below them, or as the maximum above, instead of a 400:
   * on both sides, or above alone.
   */
  readonly clamped?: 'both' | 'above'
  /** Whether an empty text is refused (`x-refuses-empty`). */
  readonly refusesEmpty?: true
  /** Whether a path with anything but digits in its place leads nowhere. */
  readonly isNumeric?: boolean
}

/**
 * The situations in which the release is known to answer otherwise than the specification says: a record
 * was created, what is to be removed is gone already, a merge request is not open or has conflicts, a list
 * is searched, or the operation is asked for by POST.
 */
export type Situation =
  | 'created'
  | 'already_removed'
  | 'not_open'
  | 'has_conflicts'
  | 'searched'
  | 'posted'

/** What the specification answers in such a situation, and what the release did (`x-released`). */
export interface ReleasedAnswer {
  readonly when: Situation
  readonly specified: number
  readonly answered: number
}

/** What parameters have to do with each other (`x-parameter-rules`). */
export interface ParameterRule {
  readonly rule: 'at least one' | 'exactly one' | 'at most one' | 'all or none'
  readonly of: readonly string[]
}

/** What the pipeline needs to know of one operation; generated from `schemas/`. */
export interface OperationContract<Name extends ApiName = ApiName> {
  readonly id: OperationId<Name>
  readonly method: Method
  /** With `{name}` for a parameter, without the base path of the API. */
  readonly path: string
  /** The resource that it belongs to. */
  readonly tag: OperationTag<Name>
  /** Whether it is none of the specification (`x-extension`), and no server is held to it. */
  readonly isExtension?: true
  /** Older paths to the same operation, with the same parameters in the same order. */
  readonly alsoAt?: readonly string[]
  readonly access: 'public' | 'user' | 'admin'
  /** Whether the parameters are checked before it is whether the caller is an administrator (`x-parameters-first`). */
  readonly checksParametersFirst?: true
  readonly isPaginated: boolean
  /** Whether the token of a running job may ask it (`x-job-token`). */
  readonly takesJobToken?: true
  /** Of a list: whether its items are never counted, so that no total is known (`x-uncounted`). */
  readonly isUncounted?: true
  /** Of a list: the orders in which it may be asked for by keys instead of pages (`x-keyset`). */
  readonly keysetOrders?: readonly string[]
  /** What comes in other orders: pages by number (`x-keyset-else`); they are refused where nothing is said. */
  readonly keysetElse?: 'pages'
  /** Whose list it is asked for by keys: that of nobody in particular, upwards (`x-keyset-of`). */
  readonly keysetOf?: 'nobody'
  /** Of a list with an end to its pages by number: the type of its items, as the refusal says (`x-offset-limited`). */
  readonly offsetLimited?: string
  /** Of a list that is asked for by keys: the field of its items that says where a page goes on (`x-page-token`). */
  readonly pageToken?: string
  readonly parameterRules?: readonly ParameterRule[]
  /** Of a deletion: what the specification says of what is gone, where not the 200 of the rule (`x-when-gone`). */
  readonly whenGone?: 'stated' | 'unspecified'
  /** Whether it does something, though it is a GET. */
  readonly hasEffect?: true
  /** Whether the answer of a GET depends on the time of day, and not on the day alone. */
  readonly dependsOnTime?: true
  /** The usual schema of its answer, where a parameter asks for another one (`x-form`). */
  readonly form?: string
  /** The status of success. */
  readonly status: number
  /** All statuses that the contract states, ascending. */
  readonly statuses: readonly number[]
  readonly released?: readonly ReleasedAnswer[]
  readonly parameters: readonly ParameterContract[]
}

/** An operation that GitLab had and Forgery does not serve. */
export interface UnservedOperation {
  readonly method: string
  /** Below the base path of the API, with `{name}` for a parameter. */
  readonly path: string
  /** What to do where something comes near: a sentence. */
  readonly instead?: string
}

/** Whose answers are given where the specification and the release differ (`x-released`). */
export type AnswersAs = 'specified' | 'released'
