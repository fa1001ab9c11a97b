import { type Ask, at } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  jsonAnswer,
  type NewUser,
  newUser,
  projectPath,
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
