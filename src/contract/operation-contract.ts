import type { OperationId, OperationTag, RecordKind } from './generated/v3/contract.ts'

/** What the operations of all APIs are called, what they belong to, and what their paths name. */
export type { OperationId, OperationTag, RecordKind }

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The part of JSON Schema that parameters use. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly (string | number | null)[]
  readonly items?: ParameterSchema
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly required?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly default?: unknown
}

export interface ParameterContract {
  readonly name: string
  readonly in: 'path' | 'query' | 'body'
  readonly required: boolean
  readonly schema: ParameterSchema
  /** The kind of record that a path parameter names. */
  readonly record?: RecordKind
  readonly spansSlashes?: boolean
  /** Whether GitLab's v3 took it and the specification does not name it (`x-extension-parameters`). */
  readonly isExtension?: true
  /** The schema that is answered where it is given, or true (`x-form`). */
  readonly form?: string
  /** Whether a value out of its bounds counts as the default, or as the maximum, instead of a 400. */
  readonly isClamped?: boolean
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

/** What the pipeline needs to know of one operation; generated from `schemas/`. */
export interface OperationContract {
  readonly id: OperationId
  readonly method: Method
  /** With `{name}` for a parameter, without the base path of the API. */
  readonly path: string
  /** The resource that it belongs to. */
  readonly tag: OperationTag
  /** Whether it is none of the specification (`x-extension`), and no server is held to it. */
  readonly isExtension?: true
  /** Older paths to the same operation, with the same parameters in the same order. */
  readonly alsoAt?: readonly string[]
  readonly access: 'public' | 'user' | 'admin'
  readonly isPaginated: boolean
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
