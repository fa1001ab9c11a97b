import type { ApiName } from '../../contract/base-paths.ts'
import { callApi } from './api.ts'

/** The OpenAPI document of an API, as far as everybody reads it alike. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** A document is large, and the same for as long as the page is open. */
const loading = new Map<ApiName, Promise<OpenApiDocument>>()

/**
 * What the server says of an API; read once.
 *
 * @example const { paths } = await loadDocument('v4')
 */
export function loadDocument(api: ApiName): Promise<OpenApiDocument> {
  const loaded = loading.get(api) ?? read(api)
  loading.set(api, loaded)
  loaded.catch(() => loading.delete(api))
  return loaded
}

async function read(api: ApiName): Promise<OpenApiDocument> {
  const { status, json } = await callApi(api, 'GET', '/openapi.json', { as: null })
  if (status !== 200) throw new Error(`The contract of ${api} is not served here (${status}).`)
  // What the server says of itself: `test/contract` holds it to OpenAPI.
  return json as OpenApiDocument
}

/** What a reference of a document points to; what is none is itself. */
export function resolve<T extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  value: T,
): T {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? []
  const target = document.components[kind]?.[name]
  return target === undefined ? value : (target as T)
}
