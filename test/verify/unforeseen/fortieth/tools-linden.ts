import { at } from '../server.ts'
import {
  type Call,
  callerOf,
  fieldsOf,
  levelOf,
  listOf,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** The operations that answer with issues, one or many. */
export const answeringWithIssues = [
  'listOwnIssues',
  'listIssuesOfGroup',
  'getIssue',
  'createIssue',
  'updateIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
] as const

/** The operations that answer with merge requests, one or many. */
export const answeringWithMergeRequests = [
  'listMergeRequests',
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
] as const

export const hasId = (json: unknown, id: unknown) => listOf(json).some((one) => one.id === id)

/** Whether a text contains another one, in whatever case. */
export const includes = (text: unknown, part: unknown) =>
  String(text ?? '')
    .toLowerCase()
    .includes(String(part).toLowerCase())

export const waited = (time: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, time)
  })

/** JSON with every object in it changed, however deep it stands. */
export function objectsChanged(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => objectsChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json).map(
    ([name, value]) => [name, objectsChanged(value, change)] as const,
  )
  return change(Object.fromEntries(entries))
}

/** Everything of a list, as the administrator sees it. */
export async function allAsRoot({ askAsRoot }: Call, path: string): Promise<readonly Values[]> {
  const found: Values[] = []
  for (let page = 1; ; page++) {
    const mark = path.includes('?') ? '&' : '?'
    const some = listOf((await askAsRoot('GET', `${path}${mark}per_page=100&page=${page}`)).json)
    found.push(...some)
    if (some.length < 100) return found
  }
}

/** The project that a call is about, as the administrator sees it. */
export async function projectOf(call: Call): Promise<Values> {
  return fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)
}

/** Whether the caller has a level in the project, or is an administrator. */
export async function hasLevel(call: Call, level: number): Promise<boolean> {
  if (call.isAnonymous) return false
  return (await callerOf(call)).is_admin === true || (await levelOf(call)) >= level
}

/** The level that a user has in a project by the group that it belongs to; 0 where there is none. */
export async function groupLevelOf(call: Call, user: unknown): Promise<number> {
  const namespace = at(await projectOf(call), 'namespace')
  if (at(namespace, 'owner_id') !== null) return 0
  const path = `/groups/${String(at(namespace, 'id'))}/members/${Number(user)}`
  return Number(at((await call.askAsRoot('GET', path)).json, 'access_level') ?? 0)
}
