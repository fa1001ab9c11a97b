import type { Call, Values } from '../shared-tools.ts'
import { encoded, fieldsOf, listOf, projectPath } from '../shared-tools.ts'

/** The operations that answer with projects, one or many. */
export const answeringWithProjects = [
  'getProject',
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
] as const

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** Everything of a list that the administrator is given, with the parameters of the call. */
export async function allForRoot(call: Call, path: string, given: Values): Promise<Values[]> {
  const found: Values[] = []
  const query = new URLSearchParams(
    Object.entries(given).map(([name, value]) => [name, String(value)]),
  )
  query.set('per_page', '100')
  for (let page = 1; ; page++) {
    query.set('page', String(page))
    const some = listOf((await call.askAsRoot('GET', `${path}?${query}`)).json)
    found.push(...some)
    if (some.length < 100) return found
  }
}

/** The group that a call is about, as the administrator sees it. */
export const groupOf = async ({ askAsRoot, path }: Call): Promise<Values> =>
  fieldsOf((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json)

/** The parameters that a list is filtered and sorted by, without those of its pages and of its caller. */
export function filtersOf({ given }: Call): Values {
  const others = ['page', 'per_page', 'sudo', 'private_token', 'access_token']
  return Object.fromEntries(Object.entries(given).filter(([name]) => !others.includes(name)))
}
