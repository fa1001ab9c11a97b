import type { ApiName } from '../../contract/base-paths.ts'
import { callApi } from './api.ts'

/** The part of an OpenAPI document that the views share. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** Documents are large and constant while the page is open, so they are cached. */
const loading = new Map<ApiName, Promise<OpenApiDocument>>()

/**
 * Loads the OpenAPI document of an API once.
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
  // Not validated here, since `test/contract` validates the document.
  return json as OpenApiDocument
}

/** Resolves a reference of a document; any other value is returned unchanged. */
export function resolve<T extends { readonly $ref?: string }>(
  document: OpenApiDocument,
  value: T,
): T {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? []
  const target = document.components[kind]?.[name]
  return target === undefined ? value : (target as T)
}
