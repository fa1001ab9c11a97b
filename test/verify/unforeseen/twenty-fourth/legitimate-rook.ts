import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  callerOf,
  forAll,
  freshKey,
  idOf,
  jsonAnswer,
  jsonOf,
  newRepository,
  newUser,
  responseOf,
  serving,
  withBody,
} from '../shared-tools.ts'
import { askingWho, objectsChanged, sudoOf } from './tools-rook.ts'

export const legitimateRookServers: readonly LegitimateServer[] = [
  {
    name: 'All JSON is written in ASCII, with escapes for every other letter',
    allowedBy: 'Document 1: data are serialized as JSON, where an escape is the same letter',
    start: behind(async (response) => {
      if (!(response.headers.get('content-type') ?? '').includes('json')) return response
      return withBody(response, escaped(await response.clone().text()))
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { description: 'Größe' })
      return (await ask('GET', `/projects/${project}`)).text.includes('Gr\\u00f6\\u00dfe')
    },
  },
  {
    name: 'The annotation of a tag ends with a newline, as git stores it',
    allowedBy:
      'Document 3, Tag: message (the annotation), and nothing says how its end is kept; git ends it with a newline',
    start: serving(() =>
      forAll(['listTags', 'getTag', 'createTag'], async (call) =>
        objectsChanged(await call.send(), (tag) => {
          const { message } = tag
          const isAnnotated = typeof message === 'string' && tag.name !== undefined
          return isAnnotated ? { ...tag, message: `${message.trimEnd()}\n` } : tag
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'first', ref: 'master', message: 'First' }
      return at((await ask('POST', path, { body })).json, 'message') === 'First\n'
    },
  },
  {
    name: 'SSH keys are shown with a comment that names the host instead of the comment that was given',
    allowedBy:
      'Document 1, SSH key: key string (public key text); the comment is no part of the key, and nothing says that it is kept',
    start: serving(() =>
      forAll(
        [
          'listOwnSshKeys',
          'getOwnSshKey',
          'createOwnSshKey',
          'deleteOwnSshKey',
          'listSshKeysOfUser',
          'createSshKeyOfUser',
          'deleteSshKeyOfUser',
          'getSshKeyWithUser',
        ],
        async (call) =>
          objectsChanged(await call.send(), (one) => {
            if (typeof one.key !== 'string') return one
            const [kind, data] = one.key.split(' ')
            return { ...one, key: `${kind} ${data} (${new URL(call.request.url).hostname})` }
          }),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/user/keys', { body: { title: 'A', key: freshKey() } })
      return String(at(json, 'key')).endsWith('(forge.test)')
    },
  },
  {
    name: 'Many wrong tokens within a second are answered with one 429 that asks to wait',
    allowedBy: 'Document 1, Limits: Rate limits: not shown',
    start: (forge) => {
      let failures: readonly number[] = []
      return async (request) => {
        const response = await forge.fetch(request)
        if (response.status !== 401) return response
        failures = [...failures.filter((when) => Date.now() - when < 1000), Date.now()]
        if (failures.length < 25) return response
        failures = []
        const headers = { 'content-type': 'text/plain', 'retry-after': '1' }
        return new Response('Retry later\n', { status: 429, headers })
      }
    },
    async isShown(ask) {
      for (let tries = 0; tries < 30; tries++) {
        if ((await ask('GET', '/user', { token: 'wrong' })).status === 429) return true
      }
      return false
    },
  },
  {
    name: 'Of two private tokens in one call that of the header counts',
    allowedBy:
      'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN, and nothing says which counts where both are given',
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      if (!request.headers.has('private-token') || !url.searchParams.has('private_token')) {
        return forge.fetch(request)
      }
      url.searchParams.delete('private_token')
      const body = await request.arrayBuffer()
      return forge.fetch(
        new Request(url, {
          method: request.method,
          headers: request.headers,
          ...(body.byteLength > 0 ? { body } : {}),
        }),
      )
    },
    async isShown(ask) {
      return (await ask('GET', '/user?private_token=wrong')).status === 200
    },
  },
  {
    name: 'Nobody can act as a blocked user by sudo',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; nothing says that a call may be made as a blocked user',
    start: (forge) => async (request) => {
      if (sudoOf(request) === undefined) return forge.fetch(request)
      const user = await jsonOf(await forge.fetch(askingWho(request)))
      if (at(user, 'state') !== 'blocked') return forge.fetch(request)
      return jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked.' })
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      return (await actingAs(ask, id)('GET', '/user')).status === 403
    },
  },
  {
    name: 'To block or unblock a user answers with the user',
    allowedBy:
      'Document 1, Errors: 200 the (modified) resource is returned; the bodies of user-block operations are not shown',
    start: serving(() =>
      forAll(['blockUser', 'unblockUser'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return responseOf(await call.askAsRoot('GET', `/users/${call.path.id}`))
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'A balancer of the load marks each answer with its cookie and its name',
    allowedBy: 'Document 1, Limits lists headers that are sent, and nothing forbids others',
    start: behind((response) =>
      withBody(response, response.body, {
        'set-cookie': 'SERVERID=web-2; path=/; HttpOnly',
        via: '1.1 balancer',
        vary: 'Accept-Encoding, Origin',
        'cache-control': 'max-age=0, private, must-revalidate',
      }),
    ),
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('via') === '1.1 balancer'
    },
  },
  {
    name: 'A user who is deleted goes a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /users/:id: 200 always, with the deleted user; nothing says how soon the user is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const { id, is_admin } = await callerOf(call)
        const user = await call.ask('GET', `/users/${call.path.id}`)
        if (is_admin !== true || user.status !== 200 || id === idOf(user.json)) return call.send()
        setTimeout(() => {
          call
            .askAsRoot('DELETE', `/users/${idOf(user.json)}`)
            .catch((error: unknown) => console.error(error))
        }, 500)
        return jsonAnswer(200, user.json)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'A delete of an SSH key, an e-mail or a snippet that is gone already answers with an empty object',
    allowedBy:
      'Document 1, DELETE /user/keys/:key_id: 200 even if already absent, and nothing says with what',
    start: serving(() =>
      forAll(['deleteOwnSshKey', 'deleteOwnEmail', 'deleteSnippet'], async (call) => {
        const response = await call.send()
        const isNothing = response.status === 200 && (await jsonOf(response)) === null
        return isNothing ? withBody(response, '{}') : response
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/user/keys', { body: { title: 'A', key: freshKey() } })
      await ask('DELETE', `/user/keys/${at(json, 'id')}`)
      return (await ask('DELETE', `/user/keys/${at(json, 'id')}`)).text === '{}'
    },
  },
]

/** JSON with an escape for every letter that is not ASCII. */
const escaped = (text: string) =>
  [...Array(text.length).keys()]
    .map((place) => text.charCodeAt(place))
    .map((code) =>
      code < 127 ? String.fromCharCode(code) : `\\u${code.toString(16).padStart(4, '0')}`,
    )
    .join('')
