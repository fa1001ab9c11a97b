import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  freshName,
  idOf,
  listOf,
  newGroup,
  relisted,
  serving,
  withBody,
} from '../shared-tools.ts'

/** An object without one of its fields. */
const without = (fields: Readonly<Record<string, unknown>>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

export const legitimateNovemberServers: readonly LegitimateServer[] = [
  {
    name: 'Users are listed by their usernames, as the alphabet has them',
    allowedBy: 'Document 1, GET /users: no order is stated',
    start: serving(() => ({
      listUsers: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.username) < String(other.username) ? -1 : 1)),
        ),
    })),
    async isShown(ask) {
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'username').map(String)
      return (
        names.length > 1 && names.every((name, position) => name >= (names[position - 1] ?? ''))
      )
    },
  },
  {
    name: 'Lists of members do not tell when a membership ends, single members do',
    allowedBy: 'Document 1, Member: single-member lookup also has expires_at',
    start: serving(() => {
      const withoutEnd = (response: Response) =>
        changed(response, (json) =>
          Array.isArray(json) ? listOf(json).map((one) => without(one, 'expires_at')) : json,
        )
      return {
        listGroupMembers: async (call) => withoutEnd(await call.send()),
        listProjectMembers: async (call) => withoutEnd(await call.send()),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const members = listOf((await ask('GET', `/groups/${group}/members`)).json)
      const single = (await ask('GET', `/groups/${group}/members/1`)).json
      return (
        members.length === 1 &&
        members.every((one) => !('expires_at' in one)) &&
        at(single, 'expires_at') === null
      )
    },
  },
  {
    name: 'A removed group is answered with by its id and path and nothing else',
    allowedBy: 'Document 1, Projects: the response body of DELETE /groups/:id is not shown',
    start: serving(() => ({
      async deleteGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => ({ id: idOf(json), path: at(json, 'path') }))
      },
    })),
    async isShown(ask) {
      const path = freshName('gone')
      const { json } = await ask('POST', '/groups', { body: { name: path, path } })
      const removed = await ask('DELETE', `/groups/${idOf(json)}`)
      return Object.keys(Object(removed.json)).join() === 'id,path'
    },
  },
  {
    name: 'Each page of users is told apart by a header of its deployment and has a body with spaces',
    allowedBy:
      'Document 1, Limits: the headers that are sent; nothing is said of others, or of spaces',
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        const text = JSON.stringify(JSON.parse(await response.clone().text()), null, 2)
        return withBody(response, text, { 'x-served-by': 'rack-3' })
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/users')).headers.get('x-served-by') === 'rack-3'
    },
  },
]
