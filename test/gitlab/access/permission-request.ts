import type { OperationContract } from '../../../src/contract/operation-contract.ts'
import { calls, pathValues } from './permission-calls.ts'
import { groupId } from './permission-world.ts'

/** Asks an operation of the permission world, in the name of who holds the token; `others` win. */
export function permissionRequest(
  { id, method, path }: OperationContract<'v3'>,
  token: string | undefined,
  others: Readonly<Record<string, unknown>> = {},
): Request {
  const { path: values = {}, parameters: usual } = calls[id] ?? {}
  const parameters = { ...usual, ...others }
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => {
    return values[key] ?? (key === 'id' ? idIn(path) : (pathValues[key] ?? ''))
  })
  const url = new URL(`http://forge.test/api/v3${filled}`)
  const headers = new Headers(token === undefined ? {} : { 'private-token': token })
  if (method === 'POST' || method === 'PUT') {
    headers.set('content-type', 'application/json')
    return new Request(url, { method, headers, body: JSON.stringify(parameters) })
  }
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, String(value))
  return new Request(url, { method, headers })
}

/** The project's or the group's, or that of the first record of another kind. */
function idIn(path: string): string {
  return path.startsWith('/groups/') ? String(groupId) : '1'
}
