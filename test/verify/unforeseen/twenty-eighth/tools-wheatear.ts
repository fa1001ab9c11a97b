import { type Ask, at } from '../server.ts'
import { type Call, idOf, listOf, projectPath, type Values } from '../shared-tools.ts'

/** The id of the project that a call is about, whether it names it by its id or by its path. */
export async function projectIdOf(call: Call): Promise<number> {
  return idOf((await call.askAsRoot('GET', projectPath(call))).json)
}

/** Everything that stands in a list of the forge under a path with parameters. */
export async function allUnder(ask: Call['ask'], path: string): Promise<readonly Values[]> {
  const found: Values[] = []
  for (let page = 1; ; page++) {
    const some = listOf((await ask('GET', `${path}&page=${page}&per_page=100`)).json)
    found.push(...some)
    if (some.length < 100) return found
  }
}

/** Makes a user a member of a group or project, whose path is given. */
export function addMember(ask: Ask, path: string, user: number, given: Values = {}) {
  return ask('POST', `${path}/members`, { body: { user_id: user, access_level: 30, ...given } })
}

/** The path of a project with its namespace, as it stands in an address. */
export async function fullPathOf(ask: Ask, project: number): Promise<string> {
  const { json } = await ask('GET', `/projects/${project}`)
  return String(at(json, 'path_with_namespace'))
}
