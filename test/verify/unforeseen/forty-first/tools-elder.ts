import type { Forge } from '../server.ts'
import {
  type Call,
  fieldOf,
  fieldsOf,
  projectPath,
  repositoryPath,
  type Values,
} from '../shared-tools.ts'

/** The user to whom the credentials of a call belong, whomever the call is made as. */
export async function bearerOf(forge: Forge, { request }: Call): Promise<Values> {
  const from = new URL(request.url)
  const url = new URL('/api/v3/user', from)
  for (const name of ['private_token', 'access_token']) {
    const value = from.searchParams.get(name)
    if (value !== null) url.searchParams.set(name, value)
  }
  const headers = new Headers()
  for (const name of ['private-token', 'authorization', 'cookie']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const response = await forge.fetch(new Request(url, { headers }))
  return response.ok ? fieldsOf(await response.json()) : {}
}

/** The fields of a user that others see in a record. */
export function briefUser(user: Values): Values {
  const names = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']
  return Object.fromEntries(names.map((name) => [name, user[name] ?? null]))
}

/** The project that a call is about, however its path names it. */
export async function projectOf(call: Call): Promise<Values> {
  return fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)
}

export const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** The names of the branches of the project that a call is about. */
export async function branchNames(call: Call): Promise<readonly unknown[]> {
  const { json } = await call.askAsRoot('GET', `${repositoryPath(call)}/branches?per_page=100`)
  return fieldOf(json, 'name')
}
