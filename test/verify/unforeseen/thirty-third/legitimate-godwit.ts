import { at, type Forge, type Handle, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  callerOf,
  changed,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  newUser,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { prepared, rewritten, tokenOf } from './tools-godwit.ts'

/** The private token that a request brings. */
const givenToken = (request: Request) =>
  new URL(request.url).searchParams.get('private_token') ?? request.headers.get('private-token')

/** A server whose users get another private token when their password is written. */
function renewingTokens(forge: Forge): Handle {
  /** What the forge knows the users by, under the tokens that they have now. */
  const real = new Map<string, string>()
  const gone = new Set<string>()
  const currentOf = (token: unknown) =>
    [...real].find(([, known]) => known === token)?.[0] ?? String(token)

  const handle = serving(() => ({
    async updateUser(call) {
      const { id } = await callerOf(call)
      const response = await call.send()
      const user = idOf(await jsonOf(response))
      if (!response.ok || call.given.password === undefined || user === id) return response
      const { json } = await call.askAsRoot('GET', `/user?sudo=${user}`)
      const token = at(json, 'private_token')
      if (typeof token !== 'string') return response
      gone.add(currentOf(token))
      real.delete(currentOf(token))
      real.set(freshName(token), token)
      return response
    },
    ...forAll(['getCurrentUser', 'createSession'], async (call) =>
      changed(await call.send(), (json) => {
        const { private_token: token } = fieldsOf(json)
        return token === undefined ? json : withFields(json, { private_token: currentOf(token) })
      }),
    ),
  }))(forge)

  return async (request) => {
    const given = givenToken(request)
    if (given === null) return handle(request)
    if (gone.has(given)) return jsonAnswer(401, { message: '401 Unauthorized' })
    const token = real.get(given)
    if (token === undefined) return handle(request)
    return handle(
      await rewritten(request, (url, headers) => {
        url.searchParams.delete('private_token')
        headers.set('private-token', token)
      }),
    )
  }
}

export const legitimateGodwitServers: readonly LegitimateServer[] = [
  {
    name: 'The links of pages stand in another order, have titles, and name the page first',
    allowedBy:
      'Document 1, Limits: Link has relations with full URLs, which clients use instead of building them; nothing says in what order they stand, which attributes else they have, or how the queries are ordered',
    start: behind((response) => {
      const links = response.headers.get('link')
      if (links === null) return response
      const parts = [...links.matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(([, text, relation]) => {
        const url = new URL(String(text))
        const page = url.searchParams.get('page') ?? '1'
        const others = [...url.searchParams].filter(([name]) => name !== 'page')
        url.search = new URLSearchParams([['page', page], ...others]).toString()
        return `<${url.href}>; title="Page ${page}"; rel="${relation}"`
      })
      return withBody(response, response.body, { link: parts.toReversed().join(',') })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return (headers.get('link') ?? '').includes('title="Page 1"')
    },
  },
  {
    name: 'The administrators of the instance keep public projects and snippets to themselves',
    allowedBy:
      'Document 1, Application settings: restricted_visibility_levels: levels that non-admins cannot use for projects or snippets; the settings say so',
    start: (forge) =>
      prepared(
        (request) => forge.fetch(request),
        () =>
          forge.fetch('http://forge.test/api/v3/application/settings', {
            method: 'PUT',
            headers: {
              'private-token': forge.tokens.root ?? 'root-token',
              'content-type': 'application/json',
            },
            body: JSON.stringify({ restricted_visibility_levels: [2] }),
          }),
      ),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).id)
      const body = { name: freshName('project'), visibility_level: 20 }
      return (await user('POST', '/projects', { body })).status === 400
    },
  },
  {
    name: 'New users may not make groups unless whoever makes them says so',
    allowedBy:
      'Document 1, POST /users: can_create_group (boolean) has no default; POST /groups: only for users allowed to create groups',
    start: serving(() => ({
      createUser: async (call) =>
        call.given.can_create_group === undefined
          ? call.send({ can_create_group: false })
          : call.send(),
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).id)
      const name = freshName('group')
      return (await user('POST', '/groups', { body: { name, path: name } })).status === 403
    },
  },
  {
    name: 'A blocked user is told that the account is blocked, by a 403',
    allowedBy:
      'Document 1, Errors: 403: request not allowed; the token of a blocked user is not said to be invalid, nor what such a user is answered',
    start: (forge) => async (request) => {
      const response = await forge.fetch(request.clone())
      const token = givenToken(request)
      if (response.status !== 401 || token === null) return response
      const credential = forge.db.credentials.findFirst((query) => query.where({ token }))
      const owner = credential?.user_id
      if (owner === undefined) return response
      const user = forge.db.users.findFirst((query) => query.where({ id: owner }))
      if (user?.state !== 'blocked') return response
      return jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked.' })
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = await tokenOf(ask, id)
      await ask('PUT', `/users/${id}/block`)
      return (await ask('GET', '/user', { token })).status === 403
    },
  },
  {
    name: 'A user whose password an administrator writes gets another private token',
    allowedBy:
      'Document 1, Authentication: nothing says how long a private token lasts; PUT /users/:id: password',
    start: renewingTokens,
    async isShown(ask) {
      const { id } = await newUser(ask)
      const before = await tokenOf(ask, id)
      await ask('PUT', `/users/${id}`, { body: { password: 'Tar-and-rope-43' } })
      const after = await tokenOf(ask, id)
      const [old, renewed] = [
        await ask('GET', '/user', { token: before }),
        await ask('GET', '/user', { token: after }),
      ]
      return before !== after && old.status === 401 && at(renewed.json, 'id') === id
    },
  },
]
