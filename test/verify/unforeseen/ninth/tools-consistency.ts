import type { Ask } from '../server.ts'
import { type Call, encoded, fieldsOf, freshKey, idOf, listOf } from '../shared-tools.ts'

/** The id of the project that the path of a call names, by its number or by its name. */
export const projectOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json)

/** The id of the group that the path of a call names. */
export const groupOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json)

/** The id of the user who makes a call. */
export const callerIdOf = async ({ ask }: Call) => idOf((await ask('GET', '/user')).json)

/** A page without the objects that a test finds wanting. */
export const without = (json: unknown, isLeftOut: (one: Record<string, unknown>) => boolean) =>
  Array.isArray(json) ? listOf(json).filter((one) => !isLeftOut(one)) : json

/** The list that a call asks for, with objects at the end of its first page that are not on it already. */
export function withMore({ given }: Call, json: unknown, more: readonly unknown[]): unknown {
  if (!Array.isArray(json) || Number(given.page ?? 1) > 1) return json
  const ids = new Set(listOf(json).map(({ id }) => id))
  return [...json, ...more.filter((one) => !ids.has(fieldsOf(one).id))]
}

/** The time some minutes ago. */
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const addMember = (
  ask: Ask,
  source: 'groups' | 'projects',
  id: number,
  user_id: number,
  access_level = 30,
) => ask('POST', `/${source}/${id}/members`, { body: { user_id, access_level } })

/** Makes an SSH key of a user, which no other user has. */
export async function newSshKey(ask: Ask, path: string): Promise<Record<string, unknown>> {
  const { json } = await ask('POST', path, { body: { title: 'Laptop', key: freshKey() } })
  return fieldsOf(json)
}

/** Commits actions in one commit; answers with the response. */
export const commitActions = (
  ask: Ask,
  project: number,
  actions: readonly Readonly<Record<string, string>>[],
  given: Readonly<Record<string, unknown>> = {},
) =>
  ask('POST', `/projects/${project}/repository/commits`, {
    body: { branch_name: 'master', commit_message: 'Change', actions, ...given },
  })
