import { callApi } from '../session/api.ts'
import type { Operation } from './reference.ts'

/** What to put in the place of what a list has no name for. */
const unlisted: Readonly<Record<string, string>> = {
  file_path: 'README.md',
  filepath: 'README.md',
  sha: 'HEAD',
}

/**
 * Values of the path parameters of an operation that lead to something in this world, as whoever is acted as sees
 * it: for `/projects/{id}/issues/{issue_iid}` the first project, and the first issue of that. Where nothing is
 * found the value is left out.
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

/** A path with values in the places of its parameters. */
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
  // The oldest project has more to show than one that was just made.
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
