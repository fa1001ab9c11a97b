import { type Answer, type Ask, at, type Forge } from '../server.ts'
import { actingAs, type Call, freshKey, idOf, newUser, type Values } from '../shared-tools.ts'

/** The private token of a user, which the answer to the administrator's sudo carries. */
export async function tokenOf(ask: Ask, username: string): Promise<string> {
  const { json } = await actingAs(ask, username)('GET', '/user')
  return String(at(json, 'private_token'))
}

/** Makes a user together with an SSH key; answers with both ids. */
export async function newUserWithKey(ask: Ask) {
  const user = await newUser(ask)
  const key = await newKeyOf(ask, user.id)
  return { ...user, key }
}

export async function newKeyOf(ask: Ask, user: number): Promise<number> {
  const body = { title: 'Deck', key: freshKey() }
  return idOf((await ask('POST', `/users/${user}/keys`, { body })).json)
}

let made = 0
/** An address that nobody has. */
export const freshAddress = (word = 'mail') => `${word}-alder-${++made}@alder.example`

/** Adds an address to a user; answers with its id. */
export async function newEmailOf(ask: Ask, user: number): Promise<number> {
  const body = { email: freshAddress() }
  return idOf((await ask('POST', `/users/${user}/emails`, { body })).json)
}

/** What the forge knows of a user, whoever asks. */
export const userOf = async ({ askAsRoot }: Call, id: unknown) =>
  (await askAsRoot('GET', `/users/${id}`)).json

/** The request to the forge again, of the same path or another, without some headers and parameters. */
export function sentWithout(
  forge: Forge,
  { request }: Call,
  names: readonly string[],
  to?: string,
) {
  const url = new URL(to === undefined ? request.url : `/api/v3${to}`, request.url)
  const headers = new Headers(request.headers)
  for (const name of names) {
    url.searchParams.delete(name)
    headers.delete(name)
  }
  return forge.fetch(new Request(url, { headers }))
}

/** Changes a setting of the instance for as long as something is asked, and puts it back. */
export async function withSettings<Result>(
  ask: Ask,
  settings: Values,
  use: (answer: Answer) => Promise<Result>,
): Promise<Result> {
  const before = (await ask('GET', '/application/settings')).json
  const answer = await ask('PUT', '/application/settings', { body: settings })
  const result = await use(answer)
  const body = Object.fromEntries(Object.keys(settings).map((name) => [name, at(before, name)]))
  await ask('PUT', '/application/settings', { body })
  return result
}

/** Makes a system hook; answers with its id. */
export async function newHook(ask: Ask, given: Values): Promise<number> {
  const body = { url: `http://127.0.0.1:9/alder-${++made}`, ...given }
  return Number(at((await ask('POST', '/hooks', { body })).json, '0.id'))
}

/** The events of a custom level. */
export const eventNames = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]
