import { type ApiName, basePaths } from './base-paths.ts'
import { operations as operationsOfV3 } from './generated/v3/operations.ts'
import { unserved as unservedOfV3 } from './generated/v3/unserved.ts'
import { operations as operationsOfV4 } from './generated/v4/operations.ts'
import { unserved as unservedOfV4 } from './generated/v4/unserved.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { OperationContract, OperationId, UnservedOperation } from './operation-contract.ts'
import type { OperationPlaces } from './places.ts'
import { createRouter, type FindRoute } from './router.ts'

/** A release of GitLab: where a contract is silent, its API does what that release did. */
export type ReleaseNumber = '8.15' | '18'

/** One of the APIs that Forgery speaks, as its contract under `schemas/` has it. */
export interface Api<Name extends ApiName = ApiName> {
  readonly name: Name
  readonly basePath: string
  readonly release: ReleaseNumber
  /** The cookie in which a browser keeps its session. */
  readonly sessionCookie: string
  /** Whether a write that is authenticated by a session cookie alone needs the session's token in `X-CSRF-Token`. */
  readonly guardsSessions: boolean
  readonly operations: readonly OperationContract<Name>[]
  readonly unserved: readonly UnservedOperation[]
  /** The longest list whose headers state totals and a link to the last page. */
  readonly maxCounted: number
  /** Whether lists support keyset pagination (`pagination=keyset`). */
  readonly pagesByKeys: boolean
  /** Whether responses carry `ETag` and the other headers of src/http/protocol-headers.ts. */
  readonly sendsProtocolHeaders: boolean
  /** Finds the operation of a method and a path below the base path. */
  readonly findRoute: FindRoute
  /** Loads the bundled OpenAPI document on first use: most forges never need it. */
  loadDocument(): Promise<OpenApiDocument>
  /** Loads the place of each operation in the schema files, by operation id. */
  loadPlaces(): Promise<Readonly<Record<string, OperationPlaces>>>
}

export const v3: Api<'v3'> = {
  name: 'v3',
  basePath: basePaths.v3,
  release: '8.15',
  sessionCookie: '_service_session',
  guardsSessions: false,
  operations: operationsOfV3,
  unserved: unservedOfV3,
  maxCounted: Number.POSITIVE_INFINITY,
  pagesByKeys: false,
  sendsProtocolHeaders: false,
  findRoute: createRouter(operationsOfV3),
  async loadDocument() {
    const { default: document } = await import('./generated/v3/openapi.json')
    return document as object as OpenApiDocument
  },
  async loadPlaces() {
    const { default: places } = await import('./generated/v3/places.json')
    return places as Readonly<Record<string, OperationPlaces>>
  },
}

export const v4: Api<'v4'> = {
  name: 'v4',
  basePath: basePaths.v4,
  release: '18',
  sessionCookie: '_gitlab_session',
  guardsSessions: true,
  operations: operationsOfV4,
  unserved: unservedOfV4,
  // `Kaminari` counts up to there in lib/gitlab/pagination/offset_header_builder.rb.
  maxCounted: 10_000,
  pagesByKeys: true,
  sendsProtocolHeaders: true,
  findRoute: createRouter(operationsOfV4),
  async loadDocument() {
    const { default: document } = await import('./generated/v4/openapi.json')
    return document as object as OpenApiDocument
  },
  async loadPlaces() {
    const { default: places } = await import('./generated/v4/places.json')
    return places as Readonly<Record<string, OperationPlaces>>
  },
}

export const apis: Readonly<Record<ApiName, Api>> = { v4, v3 }

/** The operation ids of all APIs, without duplicates: an operation that two APIs share has one id. */
export const operationIds: ReadonlySet<string> = new Set(
  Object.values(apis).flatMap((api) => api.operations.map(({ id }) => id)),
)

/** Whether a value is the id of an operation. */
export function isOperationId(value: unknown): value is OperationId {
  return typeof value === 'string' && operationIds.has(value)
}
