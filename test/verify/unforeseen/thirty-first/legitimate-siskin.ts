import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  callerOf,
  encoded,
  idOf,
  jsonAnswer,
  listOf,
  newUser,
  serving,
  withBody,
} from '../shared-tools.ts'
import { linkHeader, linksOf, rewritten } from './tools-siskin.ts'

/** How long a job in the background waits, in milliseconds. */
const delay = 400

const relations = ['first', 'last', 'prev', 'next']

export const legitimateSiskinServers: readonly LegitimateServer[] = [
  {
    name: 'The relations of the links stand without quotation marks and the first page comes first',
    allowedBy:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs); nothing says in which order, and a relation of a link needs no quotation marks',
    start: behind(async (response) => {
      const header = response.headers.get('link')
      if (header === null) return response
      const links = [...linksOf(header)].sort(
        (one, other) => relations.indexOf(one.rel) - relations.indexOf(other.rel),
      )
      const link = links.map(({ url, rel }) => `<${url}>; rel=${rel}`).join(', ')
      return withBody(response, response.body, { link })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1&page=2')
      return /^<[^>]*>; rel=first,.*rel=next$/.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'The page before one beyond the end is the number before it',
    allowedBy:
      'Document 1, Limits: X-Prev-Page, and nothing says which page comes before one that does not exist',
    start: behind((response) => {
      const page = Number(response.headers.get('x-page') ?? 1)
      const pages = Number(response.headers.get('x-total-pages') ?? page)
      if (page <= pages) return response
      const links = linksOf(response.headers.get('link') ?? '').map(({ url, rel }) => {
        const target = new URL(url)
        if (rel === 'prev') target.searchParams.set('page', String(page - 1))
        return { url: target.href, rel }
      })
      return withBody(response, response.body, {
        link: linkHeader(links),
        'x-prev-page': String(page - 1),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=100&page=7')
      return headers.get('x-prev-page') === '6'
    },
  },
  {
    name: 'A size of a page that is no number from one to a hundred is refused as invalid',
    allowedBy:
      'Document 1, Limits: `per_page` (default 20, maximum 100); Errors: 400 where an attribute failed validation',
    start: behind((response, request) => {
      const size = new URL(request.url).searchParams.get('per_page')
      const isList = response.headers.has('x-total')
      if (size === null || !response.ok || !isList) return response
      const isValid = /^\d+$/.test(size) && Number(size) >= 1 && Number(size) <= 100
      if (isValid) return response
      return jsonAnswer(400, { message: { per_page: ['must be a number from 1 to 100'] } })
    }),
    async isShown(ask) {
      return (await ask('GET', '/users?per_page=101')).status === 400
    },
  },
  {
    name: 'A private token in the header goes before one in the query',
    allowedBy:
      'Document 1, Authentication 3: query parameter `private_token` or header `PRIVATE-TOKEN`; nothing says which counts where both are sent',
    start: (forge) => async (request) => {
      const isInHeader = (request.headers.get('private-token') ?? '') !== ''
      if (!isInHeader || !new URL(request.url).searchParams.has('private_token')) {
        return forge.fetch(request)
      }
      return forge.fetch(
        await rewritten(request, (url) => {
          url.searchParams.delete('private_token')
        }),
      )
    },
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const token = at((await actingAs(ask, username)('GET', '/user')).json, 'private_token')
      const { json } = await ask('GET', `/user?private_token=${token}`)
      return Number.isInteger(at(json, 'id')) && at(json, 'id') !== id
    },
  },
  {
    name: 'A user who is deleted is blocked at once and goes a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /users/:id: 200 always; the deleted user is returned; nothing says how soon the record is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const { id, is_admin } = await callerOf(call)
        const path = `/users/${encoded(call.path.id)}`
        const user = await call.askAsRoot('GET', path)
        const owned = await call.askAsRoot('GET', `/groups/owned?sudo=${encoded(call.path.id)}`)
        // One who alone owns a group may be refused, which the job could no longer say.
        const isPlain = user.status === 200 && listOf(owned.json).length === 0
        if (is_admin !== true || !isPlain || id === idOf(user.json)) return call.send()
        await call.askAsRoot('PUT', `${path}/block`)
        setTimeout(() => void call.askAsRoot('DELETE', path), delay)
        return jsonAnswer(200, user.json)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'blocked'
    },
  },
]
