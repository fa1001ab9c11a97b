import {
  type Call,
  encoded,
  fieldsOf,
  idOf,
  listOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** The operations that answer with issues, one or many. */
export const answeringWithIssues = [
  'listOwnIssues',
  'listIssuesOfGroup',
  'listIssuesOfProject',
  'getIssue',
  'createIssue',
  'updateIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesClosedByMergeRequest',
] as const

/** The id of the project that a call is about, however its path names it. */
export const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** All records of a list that the administrator sees. */
export async function allAsRoot({ askAsRoot }: Call, path: string): Promise<readonly Values[]> {
  const found: Values[] = []
  for (let page = 1; ; page++) {
    const separator = path.includes('?') ? '&' : '?'
    const asked = await askAsRoot('GET', `${path}${separator}page=${page}&per_page=100`)
    const some = listOf(asked.json)
    found.push(...some)
    if (some.length < 100) return found
  }
}

/** What a call gives of some parameters, as a query. */
export function queryOf({ given }: Call, names: readonly string[]): string {
  const parts = names.flatMap((name) =>
    given[name] === undefined ? [] : [`${name}=${encoded(given[name])}`],
  )
  return parts.length === 0 ? '' : `?${parts.join('&')}`
}

/** The filters that every list of projects takes. */
export const projectFilters = ['archived', 'visibility', 'search', 'simple'] as const

/** Projects in the order that a list of them is asked for in. */
export function inAskedOrder({ given }: Call, projects: readonly Values[]): readonly Values[] {
  const name = String(given.order_by ?? 'created_at')
  const direction = given.sort === 'asc' ? 1 : -1
  const compare = (one: unknown, other: unknown) =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other))
  return [...projects].sort((one, other) => direction * compare(one[name], other[name]))
}

/** The part of an SSH key that tells it from others: not the words behind it. */
export const partOfKey = (key: unknown) => String(key).trim().split(/\s+/).slice(0, 2).join(' ')

/** What stands under a name in a record, as an object of its own. */
export const within = (record: unknown, name: string) => fieldsOf(fieldsOf(record)[name])

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

/** JSON with each of its objects changed, however deep, those within others first. */
export function eachObject(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => eachObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(([name, one]) => [name, eachObject(one, change)])
  return change(Object.fromEntries(entries))
}

/** A part of a path as it is meant; one that is not encoded well stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
