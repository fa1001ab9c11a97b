import { type Ask, at } from '../server.ts'
import {
  type Call,
  encoded,
  fieldsOf,
  freshName,
  listOf,
  newGroup,
  type Values,
} from '../shared-tools.ts'

/** The first line of a text of several. */
export const firstLineOf = (text: unknown) => String(text).split('\n')[0]

/** The level that a user has in a group; undefined where the user is no member of it. */
export async function levelInGroup(call: Call, group: unknown, user: unknown) {
  const { json } = await call.askAsRoot('GET', `/groups/${encoded(group)}/members/${user}`)
  return at(json, 'access_level')
}

/** Whoever has an e-mail of this id; undefined where nobody has. */
export async function ownerOfEmail(call: Call, email: unknown): Promise<unknown> {
  const { json } = await call.askAsRoot('GET', '/users?per_page=100')
  for (const { id } of listOf(json)) {
    const emails = listOf((await call.askAsRoot('GET', `/users/${id}/emails?per_page=100`)).json)
    if (emails.some((one) => String(one.id) === String(email))) return id
  }
  return undefined
}

/** A new group that has a user as a member. */
export async function groupWith(ask: Ask, user: number, given: Values): Promise<number> {
  const group = await newGroup(ask)
  await ask('POST', `/groups/${group}/members`, { body: { user_id: user, ...given } })
  return group
}

/** An SSH key of a new title for a user, as it was answered. */
export async function newKeyOf(ask: Ask, user: number, key: string, title = freshName('key')) {
  return fieldsOf((await ask('POST', `/users/${user}/keys`, { body: { title, key } })).json)
}
