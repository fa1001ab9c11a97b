import type { ApiName } from './base-paths.ts'
import type * as v3 from './generated/v3/contract.ts'
import type * as v4 from './generated/v4/contract.ts'

/** The generated types of each API's operations, by operation id. */
export interface Contracts {
  readonly v3: { readonly types: v3.OperationTypes; readonly traits: v3.OperationTraits }
  readonly v4: { readonly types: v4.OperationTypes; readonly traits: v4.OperationTraits }
}

/** The operation ids of an API, or of all APIs. */
export type OperationId<Name extends ApiName = ApiName> = {
  readonly v3: v3.OperationId
  readonly v4: v4.OperationId
}[Name]

/** The tags of an API's operations, or of those of all APIs. */
export type OperationTag<Name extends ApiName = ApiName> = {
  readonly v3: v3.OperationTag
  readonly v4: v4.OperationTag
}[Name]

/** The kinds of records that path parameters name. */
export type RecordKind = v3.RecordKind | v4.RecordKind

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The part of JSON Schema that parameters use. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly (string | number | null)[]
  readonly items?: ParameterSchema
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  /** The schema of the values, where the keys of an object are not fixed. */
  readonly additionalProperties?: ParameterSchema
  readonly required?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly not?: { readonly const?: unknown }
  /** Whether a list may be sent as one text, separated by commas (`x-comma-separated`). */
  readonly isCommaSeparated?: true
}

export interface ParameterContract {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: ParameterSchema
  /** The kind of record that a path parameter names. */
  readonly record?: RecordKind
  /** Whether it is the record's iid (its number within the project), not its id (`x-record-by: iid`). */
  readonly isIid?: true
  /** Whether the 404 for an unknown record does not name its kind (`x-missing: unnamed`). */
  readonly isUnnamed?: true
  /** Whether a record that is hidden from the caller gets the same 404 as an unknown one (`x-hidden: missing`). */
  readonly isHiddenMissing?: true
  readonly spansSlashes?: boolean
  /** Whether `.json` at the end of the path belongs to the value, instead of naming a format (`x-keeps-suffix`). */
  readonly keepsSuffix?: true
  /** Whether GitLab's v3 accepted it though the specification does not name it (`x-extension-parameters`). */
  readonly isExtension?: true
  /** The response schema where this parameter is given, or is true (`x-form`). */
  readonly form?: string
  /**
   * Which values out of bounds are replaced instead of refused with 400: those above the maximum (by the maximum), or
   * also those below the minimum (by the default).
   */
  readonly clamped?: 'both' | 'above'
  /** Whether a missing one is refused for having none of its values as well (`x-needs-value`). */
  readonly needsValue?: true
  /** Whether an empty text is refused (`x-refuses-empty`). */
  readonly refusesEmpty?: true
  /** Whether the route matches digits alone here; any other path is an unknown route. */
  readonly isNumeric?: boolean
}

/**
 * The situations in which GitLab 8.15 is known to answer otherwise than the specification says: a record is created,
 * a record to delete is gone already, a merge request is not open or has conflicts, a list is searched, or the
 * operation is called by POST.
 */
export type Situation =
  | 'created'
  | 'already_removed'
  | 'not_open'
  | 'has_conflicts'
  | 'searched'
  | 'posted'

/** The answer of the specification in such a situation, and that of GitLab 8.15 (`x-released`). */
export interface ReleasedAnswer {
  readonly when: Situation
  readonly specified: number
  readonly answered: number
}

/** A rule about several parameters together (`x-parameter-rules`). */
export interface ParameterRule {
  readonly rule: 'at least one' | 'exactly one' | 'at most one' | 'all or none'
  readonly of: readonly string[]
  /** What is said where it is broken, if not the usual. */
  readonly says?: string
}

/** All that handling a request needs to know about its operation; generated from `schemas/`. */
export interface OperationContract<Name extends ApiName = ApiName> {
  readonly id: OperationId<Name>
  readonly method: Method
  /** The path below the base path of the API, with `{name}` for a parameter. */
  readonly path: string
  /** The tag of the resource that it belongs to. */
  readonly tag: OperationTag<Name>
  /** Whether it is beyond the specification (`x-extension`); the judge demands it of no server. */
  readonly isExtension?: true
  /** Older paths of the same operation, with the same parameters in the same order. */
  readonly alsoAt?: readonly string[]
  readonly access: 'public' | 'user' | 'admin'
  /** Whether the parameters are checked before the caller's administrator rights (`x-parameters-first`). */
  readonly checksParametersFirst?: true
  /** Whether the caller manages what the path names is checked before the parameters are (`x-managers-first`). */
  readonly checksManagersFirst?: true
  readonly isPaginated: boolean
  /** Whether the token of a running job may call it (`x-job-token`). */
  readonly takesJobToken?: true
  /** Whether a list never states its total (`x-uncounted`). */
  readonly isUncounted?: true
  /** The orders in which a list supports keyset pagination (`x-keyset`). */
  readonly keysetOrders?: readonly string[]
  /** Where it is set, other orders fall back to offset pagination (`x-keyset-else`); else they are refused. */
  readonly keysetElse?: 'pages'
  /** Where it is set, keyset pagination is for anonymous callers alone, in ascending order (`x-keyset-of`). */
  readonly keysetOf?: 'nobody'
  /** Of a list whose offset pagination is limited: the type of its items in the refusal (`x-offset-limited`). */
  readonly offsetLimited?: string
  /** The field of the items that the page token of a keyset list is made of (`x-page-token`). */
  readonly pageToken?: string
  readonly parameterRules?: readonly ParameterRule[]
  /** The answer to a repeated deletion, where it is not the usual 200 (`x-when-gone`). */
  readonly whenGone?: 'stated' | 'unspecified'
  /** Whether it is a GET with side effects (`x-has-effect`). */
  readonly hasEffect?: true
  /** Whether the response of a GET depends on the time of day, not only on the date (`x-depends-on-time`). */
  readonly dependsOnTime?: true
  /** The usual response schema, where a parameter selects another one (`x-form`). */
  readonly form?: string
  /** The status of success. */
  readonly status: number
  /** Of a GET: the status of the answer to HEAD, where it is another one (`x-status-of-head`). */
  readonly statusOfHead?: number
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
  /** A sentence about what to use instead, where something comes close. */
  readonly instead?: string
}

/** Whether to follow the specification or GitLab 8.15 where they differ (`x-released`). */
export type AnswersAs = 'specified' | 'released'
