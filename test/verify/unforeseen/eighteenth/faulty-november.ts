import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  encoded,
  fieldOf,
  freshKey,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newProject,
  newUser,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

const isNumber = (text: string) => /^\d+$/.test(text)

export const faultyNovemberServers: readonly FaultyServer[] = [
  {
    name: 'The active users are searched by their usernames, and no more by their e-mails',
    breaks: 'Document 1, GET /users: active; search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        isTrue(call.given.active) && String(call.given.search ?? '').includes('@')
          ? call.send({ search: freshName('nobody') })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const search = encoded(`${username}@six.example`)
      const { json } = await ask('GET', `/users?active=true&search=${search}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The key that an administrator removes from one user may be that of another',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser', 'listSshKeysOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const key = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        const isUser = (await call.askAsRoot('GET', `/users/${call.path.id}`)).status === 200
        if (key.status !== 200 || !isUser) return response
        const path = `/users/${at(key.json, 'user.id')}/keys/${call.path.key_id}`
        const { status, json } = await call.askAsRoot('DELETE', path)
        return jsonAnswer(status, json)
      },
    })),
    async isShown(ask) {
      const [one, other] = [await newUser(ask), await newUser(ask)]
      const body = { title: 'Laptop', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${one.id}/keys`, { body })).json)
      const { status } = await ask('DELETE', `/users/${other.id}/keys/${key}`)
      const left = listOf((await ask('GET', `/users/${one.id}/keys`)).json)
      return status === 200 && left.length === 0
    },
  },
  {
    name: 'An e-mail that is taken is refused to its new user by a sentence of text',
    breaks: 'Document 1, Users: 400 with a validation message object, under the property name',
    at: ['createOwnEmail'],
    start: serving(() => ({
      async createOwnEmail(call) {
        const response = await call.send()
        const isObject = typeof at(await jsonOf(response), 'message') === 'object'
        if (response.status !== 400 || !isObject) return response
        return changed(response, (json) =>
          withFields(json, { message: 'Validation failed: Email has already been taken' }),
        )
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { email: `${freshName('second')}@six.example` }
      await ask('POST', `/users/${id}/emails`, { body })
      const { status, json } = await ask('POST', '/user/emails', { body })
      return status === 400 && typeof at(json, 'message') === 'string'
    },
  },
  {
    name: 'Whoever is blocked a second time may come in again',
    breaks: 'Document 1, States of a user: PUT /users/:id/block, next state blocked',
    at: ['blockUser', 'getUser'],
    start: serving(() => ({
      async blockUser(call) {
        const path = `/users/${call.path.id}`
        const { json } = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (response.ok && at(json, 'state') === 'blocked')
          await call.askAsRoot('PUT', `${path}/unblock`)
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A key that an administrator adds on behalf of a user becomes their own',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createOwnSshKey', 'listOwnSshKeys', 'listSshKeysOfUser', 'getOwnSshKey'],
    start: serving(() => ({
      async createOwnSshKey(call) {
        const isAllowed = (await call.ask('GET', '/user')).status === 200
        return call.sudo === undefined || !isAllowed ? call.send() : call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const { status } = await actingAs(ask, username)('POST', '/user/keys', { body })
      const { json } = await ask('GET', `/users/${id}/keys`)
      return status === 201 && listOf(json).length === 0
    },
  },
  {
    name: 'Sudo to an id that nobody has is the administrator who asks',
    breaks: 'Document 1, Authentication 5: an unknown user gets 404',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        const isId = isNumber(call.sudo ?? '')
        return response.status === 404 && isId ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { status, json } = await actingAs(ask, 987654)('GET', '/user')
      return status === 200 && idOf(json) === 1
    },
  },
  {
    name: 'What a user did is told to whoever brings no credentials',
    breaks: 'Document 1, Authentication 1: every request needs credentials; not marked public',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) => (call.isAnonymous ? call.sendAsRoot() : call.send()),
    })),
    async isShown(ask) {
      return (await ask('GET', '/users/1/events', { token: '' })).status === 200
    },
  },
  {
    name: 'Of an administrator everybody sees what administrators see',
    breaks: 'Document 1, User: additional fields for administrators (email, projects_limit, ...)',
    at: ['getUser'],
    start: serving(() => ({
      async getUser(call) {
        const response = await call.send()
        const isAdministrator = at(await jsonOf(response), 'is_admin') === true
        return response.ok && isAdministrator ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/users/1')
      return at(json, 'email') !== undefined
    },
  },
  {
    name: 'A user whose other fields are changed is external no more',
    breaks: 'Document 1, PUT /users/:id: external is optional; its default is that of POST',
    at: ['updateUser', 'getUser'],
    start: serving(() => ({
      updateUser: (call) =>
        call.given.external === undefined ? call.send({ external: false }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { external: true })
      await ask('PUT', `/users/${id}`, { body: { bio: 'Sails.' } })
      return at((await ask('GET', `/users/${id}`)).json, 'external') === false
    },
  },
  {
    name: 'A user who was removed is answered with at each further removal',
    breaks: 'Document 1, DELETE /users/:id: the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const id = call.path.id ?? ''
          const user = await call.askAsRoot('GET', `/users/${id}`)
          const response = await call.send()
          if (!response.ok) return response
          if (user.status === 200) removed.set(id, user.json)
          return removed.has(id) && user.status === 404
            ? jsonAnswer(200, removed.get(id))
            : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return idOf((await ask('DELETE', `/users/${id}`)).json) === id
    },
  },
  {
    name: 'The total of the keys of a user is what their last page holds',
    breaks: 'Document 1, Limits: X-Total on paginated lists',
    at: ['listSshKeysOfUser'],
    start: serving(() => ({
      async listSshKeysOfUser(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page'))
        if (page < 2 || String(page) !== response.headers.get('x-total-pages')) return response
        const total = listOf(await jsonOf(response)).length
        return withBody(response, response.body, { 'x-total': String(total) })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      for (const title of ['One', 'Two', 'Three'])
        await ask('POST', `/users/${id}/keys`, { body: { title, key: freshKey() } })
      const { headers } = await ask('GET', `/users/${id}/keys?per_page=2&page=2`)
      return headers.get('x-total') === '1'
    },
  },
  {
    name: 'Owned projects in the order of their names begin with the first unless a direction is given',
    breaks: 'Document 1, Projects: order_by; sort (default desc)',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      listOwnedProjects: (call) =>
        call.given.order_by === 'name' && call.given.sort === undefined
          ? call.send({ sort: 'asc' })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const asUser = actingAs(ask, username)
      const first = await newProject(asUser, { name: 'Anchor' })
      await newProject(asUser, { name: 'Zephyr' })
      const { json } = await asUser('GET', '/projects/owned?order_by=name')
      return fieldOf(json, 'id')[0] === first
    },
  },
]
