import { type Ask, at } from '../server.ts'
import {
  actingAs,
  type Call,
  fieldsOf,
  jsonAnswer,
  jsonOf,
  newUser,
  type Values,
} from '../shared-tools.ts'

/** Whom an administrator makes a request as; undefined where it is made as oneself. */
export function sudoOf({ url, headers }: Request): string | undefined {
  return new URL(url).searchParams.get('sudo') ?? headers.get('sudo') ?? undefined
}

/** The same request, to read something, by the owner of its credentials. */
export function withoutSudo({ url, headers: sent }: Request): Request {
  const target = new URL(url)
  target.searchParams.delete('sudo')
  const headers = new Headers(sent)
  headers.delete('sudo')
  return new Request(target, { headers })
}

/** The private token of a user, as an administrator reads it. */
export async function tokenOf(ask: Ask, user: string | number): Promise<string> {
  return String(at((await actingAs(ask, user)('GET', '/user')).json, 'private_token'))
}

/** Makes a user and a member of a project of it; answers with how it asks. */
export async function addMember(ask: Ask, project: number, access_level: number): Promise<Ask> {
  const { id } = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level } })
  return actingAs(ask, id)
}

/** Refuses to create a record for reasons of its own, together with those that the forge has, or after them. */
export async function refusing(call: Call, reasons: Values): Promise<Response> {
  // With empty attributes the forge creates nothing, and tells what else is wrong.
  const blank = Object.fromEntries(Object.keys(reasons).map((name) => [name, '']))
  const response = await call.send(blank)
  const message = at(await jsonOf(response), 'message')
  return response.status === 400 && typeof message === 'object'
    ? jsonAnswer(400, { message: { ...fieldsOf(message), ...reasons } })
    : response
}

const german: Readonly<Record<string, string>> = {
  "can't be blank": 'muss ausgefüllt werden',
  'is invalid': 'ist nicht gültig',
  'does not have a valid value': 'hat keinen gültigen Wert',
  'has already been taken': 'has already been taken',
}

/** The reasons in German, wherever they stand in a message; that something is taken stays as it is. */
export function translated(message: unknown): unknown {
  if (typeof message === 'string') return german[message] ?? `ist nicht gültig (${message})`
  if (Array.isArray(message)) return message.map(translated)
  const entries = Object.entries(fieldsOf(message))
  return Object.fromEntries(entries.map(([name, value]) => [name, translated(value)]))
}
