import type { Ask } from '../server.ts'
import { type Call, fieldsOf, newUser, type Values, withBody } from '../shared-tools.ts'

/** The response with other addresses in its links to pages. */
export function withLinks(response: Response, change: (url: string) => string): Response {
  const link = response.headers.get('link')
  if (link === null) return response
  return withBody(response, response.body, {
    link: link.replace(/<([^>]+)>/g, (_, url: string) => `<${change(url)}>`),
  })
}

/** The address of the page with some relation, below `/api/v3`; empty where there is none. */
export function linkOf(headers: Headers, relation: string): string {
  const links = (headers.get('link') ?? '').split(', ')
  const found = links.find((link) => link.includes(`rel="${relation}"`)) ?? ''
  return found.match(/<[^>]*\/api\/v3([^>]*)>/)?.[1] ?? ''
}

/** The records of a call's project or group are told apart by its number, however it is named. */
export async function numberOf({ askAsRoot }: Call, path: string): Promise<unknown> {
  return fieldsOf((await askAsRoot('GET', path)).json).id
}

/** Makes a user who is a member of a project or group with a level. */
export async function newMember(ask: Ask, of: string, access_level: number) {
  const user = await newUser(ask)
  await ask('POST', `${of}/members`, { body: { user_id: user.id, access_level } })
  return user
}

/** The records in an order of one of their texts. */
export const orderedBy = (
  all: readonly Values[],
  name: string,
  compare: (one: string, other: string) => number,
): readonly Values[] =>
  [...all].sort((one, other) => compare(String(one[name]), String(other[name])))
