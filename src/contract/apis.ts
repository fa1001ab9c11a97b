import { type ApiName, basePaths } from './base-paths.ts'
import { operations } from './generated/v3/operations.ts'
import { unserved } from './generated/v3/unserved.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { OperationContract, OperationId, UnservedOperation } from './operation-contract.ts'
import { createRouter, type FindRoute } from './router.ts'

/** A release of GitLab: where a contract is silent, its API does what that release did. */
export type ReleaseNumber = '8.15'

/** One of the APIs that Forgery speaks, as its contract under `schemas/` has it. */
export interface Api {
  readonly name: ApiName
  readonly basePath: string
  readonly release: ReleaseNumber
  readonly operations: readonly OperationContract[]
  readonly unserved: readonly UnservedOperation[]
  /** Finds the operation of a method and a path below the base path. */
  readonly findRoute: FindRoute
  /** Loads the joined document when it is first asked for: most forges never need it. */
  loadDocument(): Promise<OpenApiDocument>
}

export const v3: Api = {
  name: 'v3',
  basePath: basePaths.v3,
  release: '8.15',
  operations,
  unserved,
  findRoute: createRouter(operations),
  async loadDocument() {
    const { default: document } = await import('./generated/v3/openapi.json')
    return document as object as OpenApiDocument
  },
}

export const apis: Readonly<Record<ApiName, Api>> = { v3 }

/** The operations of all APIs, each once: one that two APIs have has one id. */
export const operationIds: ReadonlySet<string> = new Set(
  Object.values(apis).flatMap((api) => api.operations.map(({ id }) => id)),
)

/** Whether a value is the id of an operation. */
export function isOperationId(value: unknown): value is OperationId {
  return typeof value === 'string' && operationIds.has(value)
}
