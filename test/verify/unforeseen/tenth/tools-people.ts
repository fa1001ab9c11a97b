import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { type Ask, at, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  encoded,
  fieldsOf,
  freshKey,
  idOf,
  jsonAnswer,
  newUser,
  type Values,
  withBody,
} from '../shared-tools.ts'

const specified = operations.filter(({ isExtension }) => isExtension !== true)

/** The operations that the specification names. */
export const specifiedOperations: readonly OperationId[] = specified.map(({ id }) => id)

/** Those of them that remove something. */
export const specifiedRemovals: readonly OperationId[] = specified
  .filter(({ method }) => method === 'DELETE')
  .map(({ id }) => id)

export const notFound = (record: string) => jsonAnswer(404, { message: `404 ${record} Not Found` })

export const groupPath = ({ path }: Call) => `/groups/${encoded(path.id)}`

/** The level of the caller as a member of the group that a call is about; 0 where there is none. */
export async function groupLevelOf(call: Call): Promise<number> {
  const caller = await callerOf(call)
  const { json } = await call.askAsRoot('GET', `${groupPath(call)}/members/${idOf(caller)}`)
  return Number(at(json, 'access_level') ?? 0)
}

/** The number of the group or project that a call names by its number or its path. */
export async function numberOf(call: Call, kind: 'groups' | 'projects'): Promise<number> {
  return idOf((await call.askAsRoot('GET', `/${kind}/${encoded(call.path.id)}`)).json)
}

/** The response with other URLs in its `Link`; one without a `Link` stays as it is. */
export function withLinks(
  response: Response,
  change: (url: URL, relation: string) => void,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const link = response.headers.get('link')
  if (link === null) return response
  const changedLink = link.replace(
    /<([^>]*)>; *rel="(\w+)"/g,
    (_all, address: string, relation: string) => {
      const url = new URL(address)
      change(url, relation)
      return `<${url.href}>; rel="${relation}"`
    },
  )
  return withBody(response, response.body, { link: changedLink, ...headers })
}

/** The address of one relation of a `Link`; empty where there is none. */
export function relationOf(headers: Headers, relation: string): string {
  const found = new RegExp(`<([^>]*)>; *rel="${relation}"`).exec(headers.get('link') ?? '')
  return found?.[1] ?? ''
}

export async function newKeyOfUser(ask: Ask, user: number, given: Values = {}): Promise<number> {
  const body = { title: 'Laptop', key: freshKey(), ...given }
  return idOf((await ask('POST', `/users/${user}/keys`, { body })).json)
}

export function addMember(ask: Ask, of: string, user: number, given: Values = {}) {
  return ask('POST', `${of}/members`, { body: { user_id: user, access_level: 30, ...given } })
}

/** Makes a user, and asks as that user. */
export async function newCaller(ask: Ask, given: Values = {}) {
  const user = await newUser(ask, given)
  return { ...user, ask: actingAs(ask, user.username) }
}

const briefFields = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']

/** The brief form of a user. */
export const briefUser = (user: unknown): Values =>
  Object.fromEntries(briefFields.map((name) => [name, fieldsOf(user)[name]]))
