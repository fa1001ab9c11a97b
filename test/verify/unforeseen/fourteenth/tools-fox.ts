import type { Answer, Ask } from '../server.ts'
import { actingAs, type Call, encoded, newUser } from '../shared-tools.ts'

export const issuePathOf = ({ path }: Call) =>
  `/projects/${encoded(path.id)}/issues/${path.issue_id}`

/** What a map holds for a key; a new one is made and kept where there is none. */
export function kept<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}

/** Makes a member of a project; answers with how they ask, and their id. */
export async function newMember(ask: Ask, project: number, access_level: number) {
  const user = await newUser(ask)
  const body = { user_id: user.id, access_level }
  await ask('POST', `/projects/${project}/members`, { body })
  return { id: user.id, ask: actingAs(ask, user.id) }
}

export function newNote(ask: Ask, project: number, issue: number, body: string): Promise<Answer> {
  return ask('POST', `/projects/${project}/issues/${issue}/notes`, { body: { body } })
}

export function newTag(ask: Ask, project: number, given: Readonly<Record<string, unknown>>) {
  return ask('POST', `/projects/${project}/repository/tags`, { body: { ref: 'master', ...given } })
}
