import { basePaths } from '../../../src/contract/base-paths.ts'
import type { OperationContract } from '../../../src/contract/operation-contract.ts'
import { extensionRows } from './extensions.ts'
import { calls, type PermissionCall, pathValues } from './permission-calls.ts'
import { groupId } from './permission-world.ts'

/** Asks an operation of the permission world, in the name of who holds the token; `others` win. */
export function permissionRequest(
  operation: OperationContract<'v3'>,
  token: string | undefined,
  others: Readonly<Record<string, unknown>> = {},
  otherPath: Readonly<Record<string, string>> = {},
): Request {
  const { path = {}, parameters } = extensionRows.get(operation.id) ?? calls[operation.id] ?? {}
  const call = {
    path: { ...pathValues, ...path, ...otherPath },
    parameters: { ...parameters, ...others },
  }
  return requestOf(
    basePaths.v3,
    operation,
    call,
    token === undefined ? {} : { 'private-token': token },
  )
}

/** A call as a request: files in a form, what else is written as JSON, the parameters of others in the query. */
export function requestOf(
  basePath: string,
  { method, path }: OperationContract,
  { path: values = {}, parameters = {} }: PermissionCall,
  headers: Readonly<Record<string, string>>,
): Request {
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(values[key] ?? (key === 'id' ? idIn(path) : '')),
  )
  const url = new URL(`http://forge.test${basePath}${filled}`)
  const sent = new Headers(headers)
  if (method === 'POST' || method === 'PUT' || method === 'PATCH') {
    if (Object.values(parameters).some((value) => value instanceof File)) {
      const form = new FormData()
      for (const [key, value] of Object.entries(parameters)) form.append(key, value as File)
      return new Request(url, { method, headers: sent, body: form })
    }
    sent.set('content-type', 'application/json')
    return new Request(url, { method, headers: sent, body: JSON.stringify(parameters) })
  }
  for (const [key, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${key}[]`, one)
    else url.searchParams.set(key, String(value))
  }
  return new Request(url, { method, headers: sent })
}

/** The project's or the group's, or that of the first record of another kind. */
function idIn(path: string): string {
  return path.startsWith('/groups/') ? String(groupId) : '1'
}
