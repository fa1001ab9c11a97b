import type { Departure } from './operation-contract.ts'

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
  readonly 'x-released'?: readonly (Departure & { readonly schema?: Schema })[]
}

/** The joined OpenAPI document, as far as it is read at run time. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

/** Loads the document when it is first asked for: most forges never need it. */
export async function loadOpenApiDocument(): Promise<OpenApiDocument> {
  const { default: document } = await import('./generated/openapi.json')
  return document as object as OpenApiDocument
}

/** One operation, as a list of them shows it. */
export interface OperationSummary {
  /** In capitals. */
  readonly method: string
  /** Below `/api/v3`, with `{name}` for a parameter. */
  readonly path: string
  readonly summary: string
  /** The resource that it belongs to. */
  readonly tag: string
}

/** Every operation of the contract, in the order of the document. */
export async function listOperations(): Promise<OperationSummary[]> {
  const { paths } = await loadOpenApiDocument()
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, summary = '', tags = [] }]) =>
      operationId === undefined
        ? []
        : [{ method: method.toUpperCase(), path, summary, tag: tags[0] ?? '' }],
    ),
  )
}
