import { callApi } from '../session/api.ts'
import type { Operation } from './reference.ts'

/** Example values of parameters that no list provides. */
const unlisted: Readonly<Record<string, string>> = {
  file_path: 'README.md',
  filepath: 'README.md',
  sha: 'HEAD',
}

/**
 * Finds values for the path parameters of an operation that refer to existing resources, as the acting user sees them:
 * for `/projects/{id}/issues/{issue_iid}` the first project, and its first issue. Values without any resource are left
 * out.
 *
 * @example await exampleValues(operation, operations) // { id: '1', issue_iid: '6' }
 */
export async function exampleValues(
  { api, path }: Operation,
  operations: readonly Operation[],
): Promise<Readonly<Record<string, string>>> {
  const values: Record<string, string> = {}
  const lists = new Set(operations.filter(({ method }) => method === 'GET').map((one) => one.path))
  for (const [place, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const list = path.slice(0, path.indexOf(place)).replace(/\/$/, '')
    const found = lists.has(list) ? await firstOf(api, filled(list, values), name) : undefined
    const value = found ?? unlisted[name]
    if (value === undefined) break
    values[name] = value
  }
  return values
}

/** Fills values into the parameters of a path. */
export function filled(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name]
    return value === undefined || value === '' ? place : encodeURIComponent(value)
  })
}

async function firstOf(
  api: Operation['api'],
  path: string,
  parameter: string,
): Promise<string | undefined> {
  // The oldest project usually has more content than a new one.
  const order = path === '/projects' ? '&order_by=id&sort=asc' : ''
  const { status, json } = await callApi(api, 'GET', `${path}?per_page=1${order}`)
  const first: unknown = Array.isArray(json) ? json[0] : undefined
  if (status !== 200 || typeof first !== 'object' || first === null) return undefined
  const fields = new Map(Object.entries(first))
  const suffix = parameter.split('_').at(-1) ?? parameter
  const names = [parameter, ...(parameter.endsWith('_id') ? ['id'] : [suffix]), 'id', 'name', 'key']
  const value = names
    .map((name) => fields.get(name))
    .find((one) => one !== undefined && one !== null)
  return value === undefined ? undefined : String(value)
}
