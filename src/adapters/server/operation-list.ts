import { v3 } from '../../contract/apis.ts'

/** One operation, as a list of them shows it. */
export interface ListedOperation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** Below the base path of the API, with `{name}` for a parameter. */
  readonly path: string
  readonly summary: string
}

/** The operations of each resource, in the order of the contract. */
export async function operationsByResource(): Promise<Map<string, ListedOperation[]>> {
  const { paths } = await v3.loadDocument()
  const found = new Map<string, ListedOperation[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { operationId: id, summary = '', tags = [] }] of Object.entries(item)) {
      if (id === undefined) continue
      const [resource = ''] = tags
      const listed = { id, method: method.toUpperCase(), path, summary }
      found.set(resource, [...(found.get(resource) ?? []), listed])
    }
  }
  return found
}
