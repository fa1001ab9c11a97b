import { type Ask, at } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  fieldsOf,
  jsonAnswer,
  type NewUser,
  newUser,
  projectPath,
  type Values,
} from '../shared-tools.ts'

/** The id of the project that a call is about, however its path names it. */
export async function projectIdOf(call: Call): Promise<unknown> {
  return at((await call.askAsRoot('GET', projectPath(call))).json, 'id')
}

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

export async function isAdministrator(call: Call): Promise<boolean> {
  return !call.isAnonymous && (await callerOf(call)).is_admin === true
}

/** A refusal in the words of the specification's table of statuses. */
export const forbidden = () => jsonAnswer(403, { message: '403 Forbidden' })

/** JSON with every object in it changed, however deep it stands. */
export function deepChanged(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => deepChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const inner = Object.entries(json).map(([name, value]) => [name, deepChanged(value, change)])
  return change(fieldsOf(Object.fromEntries(inner)))
}

interface NewMember extends NewUser {
  readonly ask: Ask
}

/** Makes a user who is a member of the project, and who asks by sudo. */
export async function newMember(ask: Ask, project: number, access_level = 30): Promise<NewMember> {
  const user = await newUser(ask)
  const body = { user_id: user.id, access_level }
  await ask('POST', `/projects/${project}/members`, { body })
  return { ...user, ask: actingAs(ask, user.id) }
}
