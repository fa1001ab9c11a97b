import { type Ask, at } from '../server.ts'
import { type Call, encoded, freshName, idOf, listOf, type Values } from '../shared-tools.ts'

/** The path of the issue that a call is about. */
export const issueOf = ({ path }: Call) => `/projects/${encoded(path.id)}/issues/${path.issue_id}`

/** The path of the note that a call is about. */
export const noteOf = (call: Call) => `${issueOf(call)}/notes/${call.path.note_id}`

/** The id of a project, whether a path names it by its id or by its name. */
export const projectIdOf = async ({ askAsRoot }: Call, project: string | undefined) =>
  idOf((await askAsRoot('GET', `/projects/${encoded(project)}`)).json)

/** Everything in a list, page by page. */
export async function everyOne(
  ask: (method: string, path: string) => Promise<{ readonly json: unknown }>,
  path: string,
): Promise<readonly Values[]> {
  const found: Values[] = []
  const separator = path.includes('?') ? '&' : '?'
  for (let page = 1; ; page++) {
    const { json } = await ask('GET', `${path}${separator}per_page=100&page=${page}`)
    found.push(...listOf(json))
    if (listOf(json).length < 100) return found
  }
}

/** Writes a note on an issue; answers with its id. */
export async function newNote(ask: Ask, issue: string, given: Values = {}): Promise<number> {
  const body = { body: freshName('note'), ...given }
  return idOf((await ask('POST', `${issue}/notes`, { body })).json)
}

export const addMember = (ask: Ask, project: number, user_id: number, access_level: number) =>
  ask('POST', `/projects/${project}/members`, { body: { user_id, access_level } })

/** Sums by a key; nothing was added to most. */
export function sums() {
  const values = new Map<unknown, number>()
  return {
    add: (key: unknown, value = 1) => values.set(key, (values.get(key) ?? 0) + value),
    of: (key: unknown) => values.get(key) ?? 0,
  }
}

/** The number in a field of JSON, with another one added; whatever is no number stays as it is. */
export function plus(json: unknown, field: string, addend: number): Values {
  const before = at(json, field)
  return typeof before === 'number' ? { [field]: before + addend } : {}
}
