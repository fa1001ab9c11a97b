import type { ReleasedAnswer } from './operation-contract.ts'

/** A JSON Schema, as far as the contract's responses use it. */
export interface Schema {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  unevaluatedProperties?: boolean
  [keyword: string]: unknown
}

interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly responses: Readonly<Record<string, Response>>
  readonly 'x-released'?: readonly (ReleasedAnswer & { readonly schema?: Schema })[]
  readonly 'x-permission'?: string
}

/** Who may call an operation of a group or a project (`x-permissions`, head of schemas/v3/openapi.yaml). */
export interface Permission {
  readonly of: 'group' | 'project'
  readonly from: number
  readonly beyond: 'nobody' | 'signed in' | 'everyone'
  readonly refusal?: number
  readonly hidden?: number
  readonly of_merge_requests?: boolean
  readonly stated?: readonly ('levels' | 'beyond')[]
  readonly may_be_narrower?: boolean
  readonly reason: string
}

/** The bundled OpenAPI document: the part that is read at run time. */
export interface OpenApiDocument {
  readonly 'x-permissions'?: Readonly<Record<string, Permission>>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}
