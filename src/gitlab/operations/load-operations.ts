import type { ApiName } from '../../contract/base-paths.ts'
import type { AnyOperation } from './operation.ts'

type Operations = ReadonlyMap<string, AnyOperation>

/** The operations of the APIs that have had a request, by their ids. */
const loaded: { [Name in ApiName]?: Promise<Operations> } = {}

/**
 * Returns the operation of an API that has an id. The operations of an API are loaded at its first request, since most
 * suites use one API: a suite that is bundled for a browser would otherwise load both.
 */
export async function loadOperation(api: ApiName, id: string): Promise<AnyOperation> {
  // The promise is kept: some loaders of TypeScript give the second of two imports at once a module without its exports.
  loaded[api] ??= importOperations(api)
  const operations = await loaded[api]
  const operation = operations.get(id)
  if (!operation) throw new Error(`There is no operation ${id} of ${api}.`)
  return operation
}

async function importOperations(api: ApiName): Promise<Operations> {
  switch (api) {
    case 'v3':
      return (await import('./generated/v3.ts')).operations
    case 'v4':
      return (await import('./generated/v4.ts')).operations
  }
}
