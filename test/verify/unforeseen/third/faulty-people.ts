import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  bodyOf,
  callerOf,
  column,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from './tools.ts'

const firstKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv00 third@one'
const secondKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv01 third@two'

export const faultyPeople: readonly FaultyServer[] = [
  {
    name: 'A username of the list of users stands for all that begin with it',
    breaks: 'GET /users: username (string)',
    at: ['listUsers'],
    start: answering(() => ({
      async listUsers(call) {
        const { username } = call.given
        if (typeof username !== 'string') return call.send()
        const all = { ...call, send: () => call.send({ given: { username: undefined } }) }
        const everybody = await call.ask('GET', '/users?per_page=100', { token: call.token })
        const hits = listOf(everybody.json).filter((user) =>
          String(user.username).startsWith(username),
        )
        return listAnswer(all, () => hits)
      },
    })),
    async isShown(ask) {
      await newUser(ask, 'wharf')
      await newUser(ask, 'wharfinger')
      const { json } = await ask('GET', '/users?username=wharf')
      return column(json, 'username').length === 2
    },
  },
  {
    name: 'The total of the blocked users counts the active ones too',
    breaks: 'Response headers on paginated lists: X-Total',
    at: ['listUsers'],
    start: answering(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (call.given.blocked === undefined) return response
        const everybody = await call.send({ given: { blocked: undefined } })
        return rewritten(response, { headers: { 'x-total': everybody.headers.get('x-total') } })
      },
    })),
    async isShown(ask) {
      const { json, headers } = await ask('GET', '/users?blocked=true')
      return Number(headers.get('x-total')) > listOf(json).length
    },
  },
  {
    name: 'A user who was unblocked is still listed among the blocked ones',
    breaks: 'blocked: PUT /users/:id/unblock: next state active',
    at: ['unblockUser', 'listUsers'],
    start: answering(() => {
      const stale = new Map<number, unknown>()
      return {
        async unblockUser(call) {
          const id = Number(call.path.id)
          const before = await call.ask('GET', `/users/${id}`)
          if (at(before.json, 'state') === 'blocked') stale.set(id, before.json)
          return call.send()
        },
        async listUsers(call) {
          if (call.given.blocked === undefined || stale.size === 0) return call.send()
          return listAnswer(call, (users) => [
            ...users,
            ...[...stale.values()].map((user) => withFields(user, {})),
          ])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      const { json } = await ask('GET', '/users?blocked=true&per_page=100')
      return column(json, 'id').includes(id)
    },
  },
  {
    name: 'Taking the rights of an administrator away leaves them',
    breaks: 'PUT /users/:id: admin',
    at: ['updateUser'],
    start: answering(() => ({
      updateUser: (call) =>
        String(call.given.admin) === 'false'
          ? call.send({ given: { admin: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf', { admin: true })
      await ask('PUT', `/users/${id}`, { body: { admin: false, bio: 'x' } })
      return at((await ask('GET', `/users/${id}`)).json, 'is_admin') === true
    },
  },
  {
    name: 'A user whose biography is changed is no external one any more',
    breaks: 'PUT /users/:id: external is optional',
    at: ['updateUser'],
    start: answering(() => ({
      updateUser: (call) =>
        call.given.bio !== undefined && call.given.external === undefined
          ? call.send({ given: { external: false } })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf', { external: true })
      await ask('PUT', `/users/${id}`, { body: { bio: 'x' } })
      return at((await ask('GET', `/users/${id}`)).json, 'external') === false
    },
  },
  {
    name: 'A user whose update has an e-mail in a form gets a blank for its plus',
    breaks: 'Parameters are sent in the query string or in the request body',
    at: ['updateUser', 'createUser'],
    start: answering(() => ({
      updateUser(call) {
        const { email } = call.given
        const isForm = call.request.headers.get('content-type')?.includes('urlencoded')
        return isForm && typeof email === 'string' && email.includes('+')
          ? call.send({ given: { email: email.replaceAll('+', '.') } })
          : call.send()
      },
      createUser(call) {
        const { name } = call.given
        const isForm = call.request.headers.get('content-type')?.includes('urlencoded')
        return isForm && typeof name === 'string'
          ? call.send({ given: { name: name.replaceAll('+', ' ') } })
          : call.send()
      },
    })),
    async isShown(ask) {
      const query = new URLSearchParams({
        username: 'wharf',
        name: 'A + B',
        email: 'w@third.example',
        password: 'a-long-Passw0rd!',
      })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { json } = await ask('POST', `/users?${query}`, { headers })
      return at(json, 'name') !== 'A + B'
    },
  },
  {
    name: 'A user who is deleted again is not found',
    breaks: 'DELETE /users/:id: 200 always',
    at: ['deleteUser'],
    start: answering(() => {
      const gone = new Set<string>()
      return {
        async deleteUser(call) {
          const id = call.path.id ?? ''
          if (gone.has(id)) return jsonAnswer(404, { message: '404 User Not Found' })
          const response = await call.send()
          if (isDone(response)) gone.add(id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      await ask('DELETE', `/users/${id}`)
      return (await ask('DELETE', `/users/${id}`)).status === 404
    },
  },
  {
    name: 'The keys of a deleted user can still be looked up',
    breaks: 'GET /keys/:id: SSH key with user; DELETE /users/:id',
    at: ['getSshKeyWithUser', 'deleteUser'],
    start: answering(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.ask('GET', `/users/${call.path.id}/keys`)
          for (const id of column(json, 'id')) {
            kept.set(String(id), (await call.ask('GET', `/keys/${id}`)).json)
          }
          return call.send()
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = kept.get(call.path.id ?? '')
          return response.status === 404 && key ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      const body = { title: 'one', key: firstKey }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/keys/${key}`)).status === 200
    },
  },
  {
    name: 'Whoever blocks a user blocks the one that was made before, too',
    breaks: 'User active: PUT /users/:id/block: next state blocked',
    at: ['blockUser'],
    start: answering(() => ({
      async blockUser(call) {
        const response = await call.send()
        const { json } = await call.ask('GET', '/users?per_page=100')
        const id = Number(call.path.id)
        const others = column(json, 'id')
          .map(Number)
          .sort((one, other) => other - one)
        const neighbour = others.find((other) => other < id && other > 11)
        if (isDone(response) && neighbour) await call.ask('PUT', `/users/${neighbour}/block`)
        return response
      },
    })),
    async isShown(ask) {
      const first = await newUser(ask, 'wharf')
      const second = await newUser(ask, 'quay')
      await ask('PUT', `/users/${second.id}/block`)
      return at((await ask('GET', `/users/${first.id}`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'A key that an administrator adds for a user is the administrator’s',
    breaks: 'POST /users/:id/keys (admin): created SSH key; GET /users/:id/keys',
    at: ['createSshKeyOfUser', 'listSshKeysOfUser'],
    start: answering(() => ({
      async createSshKeyOfUser(call) {
        const user = await call.ask('GET', `/users/${call.path.id}`)
        if (user.status !== 200) return call.send()
        return call.send({ path: '/user/keys' })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      await ask('POST', `/users/${id}/keys`, { body: { title: 'one', key: firstKey } })
      return listOf((await ask('GET', `/users/${id}/keys`)).json).length === 0
    },
  },
  {
    name: 'Whoever removes an own key removes the one before it, too',
    breaks: 'DELETE /user/keys/:key_id',
    at: ['deleteOwnSshKey'],
    start: answering(() => ({
      async deleteOwnSshKey(call) {
        const before = await call.ask('GET', '/user/keys?per_page=100', { token: call.token })
        const others = column(before.json, 'id').filter(
          (id) => Number(id) < Number(call.path.key_id),
        )
        const response = await call.send()
        const last = others.at(-1)
        if (isDone(response) && last !== undefined) {
          await call.ask('DELETE', `/user/keys/${last}`, { token: call.token })
        }
        return response
      },
    })),
    async isShown(ask) {
      await ask('POST', '/user/keys', { body: { title: 'one', key: firstKey } })
      const { json } = await ask('POST', '/user/keys', { body: { title: 'two', key: secondKey } })
      await ask('DELETE', `/user/keys/${idOf(json)}`)
      return listOf((await ask('GET', '/user/keys')).json).length === 0
    },
  },
  {
    name: 'An e-mail that is taken is reported under another property',
    breaks:
      'an already-used key or e-mail reports `has already been taken` under the property name',
    at: ['createOwnEmail', 'createEmailOfUser'],
    start: answering(() => ({
      async createOwnEmail(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.email === undefined) return response
        return rewritten(response, {
          json: (json) => ({ message: { base: at(json, 'message.email') } }),
        })
      },
    })),
    async isShown(ask) {
      await ask('POST', '/user/emails', { body: { email: 'one@third.example' } })
      const again = await ask('POST', '/user/emails', { body: { email: 'one@third.example' } })
      return at(again.json, 'message.email') === undefined
    },
  },
  {
    name: 'Whoever deletes an e-mail of somebody else as an own one deletes it',
    breaks: 'DELETE /user/emails/:email_id',
    at: ['deleteOwnEmail'],
    start: answering(({ db }) => ({
      async deleteOwnEmail(call) {
        const id = Number(call.path.email_id)
        const email = db.emails.findFirst((query) => query.where({ id }))
        if (call.token === '' || !email) return call.send()
        const caller = await callerOf(call)
        if (caller.id !== undefined && email.user_id !== caller.id) {
          await call.ask('DELETE', `/users/${email.user_id}/emails/${id}`)
        }
        return call.send()
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask, 'wharf')
      const other = await newUser(ask, 'quay')
      const body = { email: 'one@third.example' }
      const { json } = await ask('POST', '/user/emails', { body, token: one.token })
      await ask('DELETE', `/user/emails/${idOf(json)}`, { token: other.token })
      return (await ask('GET', `/user/emails/${idOf(json)}`, { token: one.token })).status === 404
    },
  },
  {
    name: 'A page of e-mails of a user beyond the last one is the last one again',
    breaks: 'Pagination: parameter page (default 1) and per_page; X-Page (current)',
    at: ['listEmailsOfUser'],
    start: answering(() => ({
      async listEmailsOfUser(call) {
        const response = await call.send()
        const pages = Number(response.headers.get('x-total-pages'))
        if (pages < 1 || Number(call.given.page ?? 1) <= pages) return response
        const last = await call.send({ given: { page: pages } })
        return rewritten(last, { headers: { 'x-page': call.given.page } })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      await ask('POST', `/users/${id}/emails`, { body: { email: 'one@third.example' } })
      return listOf((await ask('GET', `/users/${id}/emails?page=9`)).json).length > 0
    },
  },
  {
    name: 'The last page of the own keys names a next one',
    breaks: 'X-Next-Page; Link (relations prev, next, first, last)',
    at: ['listOwnSshKeys'],
    start: answering(() => ({
      async listOwnSshKeys(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page'))
        if (page < 2 || response.headers.get('x-next-page') !== '') return response
        return rewritten(response, { headers: { 'x-next-page': page + 1 } })
      },
    })),
    async isShown(ask) {
      await ask('POST', '/user/keys', { body: { title: 'one', key: firstKey } })
      await ask('POST', '/user/keys', { body: { title: 'two', key: secondKey } })
      const { headers } = await ask('GET', '/user/keys?per_page=1&page=2')
      return headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'The events of a user in a private project are shown to strangers',
    breaks: '0 private (explicit access per user)',
    at: ['listUserEvents'],
    start: answering(() => ({
      listUserEvents: (call) =>
        call.token === '' ? call.send() : call.send({ token: 'root-token' }),
    })),
    async isShown(ask) {
      const marta = await ask('GET', '/users?username=tobi')
      const { json } = await ask('GET', `/users/${at(marta.json, '0.id')}/events?per_page=100`, {
        token: 'lena-token',
      })
      const projects = new Set(column(json, 'project_id'))
      for (const id of projects) {
        const seen = await ask('GET', `/projects/${id}`, { token: 'lena-token' })
        if (seen.status === 404) return true
      }
      return false
    },
  },
  {
    name: 'A key that is added with the header SUDO and a username is the administrator’s',
    breaks:
      'Sudo: header `SUDO` performs the call as another user, given as numeric id or username',
    at: ['createOwnSshKey', 'listOwnSshKeys'],
    start: answering(() => ({
      createOwnSshKey(call) {
        const name = call.request.headers.get('sudo')
        if (name === null || /^\d+$/.test(name)) return call.send()
        return call.send({ sudo: null })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      const body = { title: 'one', key: firstKey }
      await ask('POST', '/user/keys', { body, headers: { SUDO: 'wharf' } })
      return listOf((await ask('GET', `/users/${id}/keys`)).json).length === 0
    },
  },
  {
    name: 'A DELETE with sudo in the query is done as the administrator',
    breaks: 'the parameter `sudo` (query) performs the call as another user',
    at: ['deleteOwnEmail', 'deleteOwnSshKey'],
    start: answering(() => ({
      deleteOwnSshKey: (call) => call.send({ given: { sudo: undefined } }),
    })),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'wharf')
      const body = { title: 'one', key: firstKey }
      const key = idOf((await ask('POST', '/user/keys', { body, token })).json)
      await ask('DELETE', `/user/keys/${key}?sudo=${id}`)
      return (await ask('GET', `/user/keys/${key}`, { token })).status === 200
    },
  },
  {
    name: 'A sudo with an id that nobody has is the administrator’s own call',
    breaks: 'An unknown user gets 404 with message `404 Not Found: No user id or username for: …`',
    at: ['listProjects', 'getCurrentUser', 'listOwnIssues'],
    start: answering(() => ({
      async listOwnIssues(call) {
        const response = await call.send()
        const { sudo } = call.given
        if (response.status !== 404 || !/^\d+$/.test(String(sudo))) return response
        return call.send({ given: { sudo: undefined } })
      },
      async getCurrentUser(call) {
        const response = await call.send()
        const { sudo } = call.given
        if (response.status !== 404 || !/^\d+$/.test(String(sudo))) return response
        return call.send({ given: { sudo: undefined } })
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/issues?sudo=999999')).status === 200
    },
  },
  {
    name: 'Whoever is no administrator may use sudo as themselves',
    breaks:
      'A non-administrator token gets 403 with message `403 Forbidden - Must be admin to use sudo`',
    at: ['getCurrentUser', 'listProjects', 'listOwnSshKeys'],
    start: answering(() => ({
      async getCurrentUser(call) {
        const { sudo } = call.given
        if (sudo === undefined || call.token === '') return call.send()
        const { id, username } = await callerOf(call)
        const isOwn = sudo === username || String(sudo) === String(id)
        return isOwn ? call.send({ given: { sudo: undefined } }) : call.send()
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/user?sudo=ines', { token: 'ines-token' })).status === 200
    },
  },
  {
    name: 'A private token in the query of a write with a body counts for nothing',
    breaks: 'Private token: query parameter `private_token` or header `PRIVATE-TOKEN`',
    at: ['createIssue', 'updateIssue'],
    start: answering(() => ({
      createIssue(call) {
        const isInQuery = call.url.searchParams.has('private_token')
        return isInQuery && call.request.headers.has('content-type')
          ? call.send({ token: '' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const path = '/projects/1/issues?private_token=root-token'
      return (await ask('POST', path, { token: '', body: { title: 'One' } })).status === 401
    },
  },
  {
    name: 'The branches of a public project are listed without credentials',
    breaks: 'Every request needs credentials, except reads marked public',
    at: ['listBranches'],
    start: answering(() => ({
      async listBranches(call) {
        const response = await call.send()
        if (response.status !== 401 || call.request.headers.has('private-token')) return response
        if (call.url.searchParams.has('private_token')) return response
        const project = await call.ask('GET', `/projects/${call.path.id}`, { token: '' })
        return project.status === 200 ? call.send({ token: 'root-token' }) : response
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/projects/1/repository/branches', { token: '' })).status === 200
    },
  },
  {
    name: 'A status of a commit of a public project is posted without credentials',
    breaks: 'Every request needs credentials, except reads marked public',
    at: ['createCommitStatus'],
    start: answering(() => ({
      async createCommitStatus(call) {
        const response = await call.send()
        if (response.status !== 401) return response
        const project = await call.ask('GET', `/projects/${call.path.id}`, { token: '' })
        return project.status === 200 ? call.send({ token: 'root-token' }) : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits')
      const path = `/projects/1/statuses/${at(json, '0.id')}?state=success`
      return (await ask('POST', path, { token: '' })).status === 201
    },
  },
  {
    name: 'A comparison in a public project needs credentials',
    breaks: 'GET /projects/:id/repository/compare (public)',
    at: ['compareRevisions'],
    start: answering(() => ({
      compareRevisions: (call) =>
        call.token === '' && !call.request.headers.has('authorization')
          ? Promise.resolve(jsonAnswer(401, { message: '401 Unauthorized' }))
          : call.send(),
    })),
    async isShown(ask) {
      const path = '/projects/1/repository/compare?from=master&to=master'
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'The tree of an internal project is read without credentials',
    breaks: '10 internal (cloneable by any logged-in user)',
    at: ['listTree'],
    start: answering(({ db }) => ({
      async listTree(call) {
        const response = await call.send()
        if (response.status === 200 || call.token !== '') return response
        const { json } = await call.ask(
          'GET',
          `/projects/${encodeURIComponent(call.path.id ?? '')}`,
        )
        const found = db.projects.findFirst((query) => query.where({ id: idOf(json) }))
        return found?.visibility_level === 10 ? call.send({ token: 'root-token' }) : response
      },
    })),
    async isShown(ask) {
      const path = '/projects/exhibits%2Ftouch-table/repository/tree'
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'A level of notification that one user sets is everybody’s in that project',
    breaks: 'GET /projects/:id/notification_settings; PUT: level',
    at: ['getProjectNotificationSettings', 'updateProjectNotificationSettings'],
    start: answering(() => {
      const last = new Map<string, unknown>()
      return {
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          if (isDone(response)) last.set(call.path.id ?? '', await bodyOf(response))
          return response
        },
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          const shown = last.get(call.path.id ?? '')
          return isDone(response) && shown ? jsonAnswer(200, shown) : response
        },
      }
    }),
    async isShown(ask) {
      const path = '/projects/1/notification_settings'
      await ask('PUT', path, { body: { level: 'disabled' } })
      const { json } = await ask('GET', path, { token: 'ines-token' })
      return at(json, 'level') === 'disabled'
    },
  },
  {
    name: 'A custom event that is set takes the others of the group back',
    breaks: 'PUT /groups/:id/notification_settings: the twelve event booleans are optional',
    at: ['updateGroupNotificationSettings'],
    start: answering(() => ({
      updateGroupNotificationSettings(call) {
        const events = ['new_note', 'new_issue', 'reopen_issue', 'close_issue', 'reassign_issue']
        const isSet = events.some((event) => call.given[event] !== undefined)
        const others = events.filter((event) => call.given[event] === undefined)
        const given = Object.fromEntries(others.map((event) => [event, false]))
        return isSet ? call.send({ given }) : call.send()
      },
    })),
    async isShown(ask) {
      const path = '/groups/tidewater/notification_settings'
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'custom', close_issue: true } })
      return at((await ask('GET', path)).json, 'events.new_note') === false
    },
  },
  {
    name: 'The level of a group becomes the level of everything of the user',
    breaks: 'PUT /groups/:id/notification_settings; GET /notification_settings',
    at: ['updateGroupNotificationSettings', 'getNotificationSettings'],
    start: answering(() => ({
      async updateGroupNotificationSettings(call) {
        const response = await call.send()
        const { level } = call.given
        if (isDone(response) && level === 'watch') {
          await call.ask('PUT', '/notification_settings', { token: call.token, body: { level } })
        }
        return response
      },
    })),
    async isShown(ask) {
      await ask('PUT', '/groups/tidewater/notification_settings', { body: { level: 'watch' } })
      return at((await ask('GET', '/notification_settings')).json, 'level') === 'watch'
    },
  },
  {
    name: 'Of two levels that are restricted the first one is kept',
    breaks: 'restricted_visibility_levels: array of integers',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: answering(() => ({
      updateApplicationSettings(call) {
        const { restricted_visibility_levels: levels } = call.given
        return Array.isArray(levels)
          ? call.send({ given: { restricted_visibility_levels: levels.slice(0, 1) } })
          : call.send()
      },
    })),
    async isShown(ask) {
      const body = { restricted_visibility_levels: [0, 2] }
      await ask('PUT', '/application/settings', { body })
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'restricted_visibility_levels.1') === undefined
    },
  },
  {
    name: 'A new text of the sign-in page lets everybody sign up again',
    breaks: 'PUT /application/settings: any settings from the settings table',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: answering(() => ({
      updateApplicationSettings: (call) =>
        call.given.sign_in_text !== undefined && call.given.signup_enabled === undefined
          ? call.send({ given: { signup_enabled: true } })
          : call.send(),
    })),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { signup_enabled: false } })
      await ask('PUT', '/application/settings', { body: { sign_in_text: 'Hello' } })
      return at((await ask('GET', '/application/settings')).json, 'signup_enabled') === true
    },
  },
  {
    name: 'Deleting a hook tells its token',
    breaks: 'The secret `token` is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: answering(() => {
      const tokens = new Map<string, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const json = await bodyOf(response)
          const [hook = objectOf(json)] = listOf(json)
          tokens.set(String(hook.id), call.given.token)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = tokens.get(call.path.id ?? '')
          if (response.status !== 200 || token === undefined) return response
          return rewritten(response, { json: (json) => withFields(json, { token }) })
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/third', token: 'secret' }
      const { json } = await ask('POST', '/hooks', { body })
      const id = at(json, '0.id') ?? at(json, 'id')
      return at((await ask('DELETE', `/hooks/${id}`)).json, 'token') === 'secret'
    },
  },
  {
    name: 'Deleting a hook deletes the others of its URL',
    breaks: 'DELETE /hooks/:id: the deleted hook',
    at: ['deleteSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: answering(() => ({
      async deleteSystemHook(call) {
        const { json } = await call.ask('GET', '/hooks?per_page=100')
        const hooks = listOf(json)
        const url = hooks.find(({ id }) => String(id) === call.path.id)?.url
        const response = await call.send()
        const others = hooks.filter((hook) => hook.url === url && String(hook.id) !== call.path.id)
        if (isDone(response) && url !== undefined) {
          for (const { id } of others) await call.ask('DELETE', `/hooks/${id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/third' }
      await ask('POST', '/hooks', { body })
      await ask('POST', '/hooks', { body })
      const mine = async () =>
        listOf((await ask('GET', '/hooks?per_page=100')).json).filter(({ url }) => url === body.url)
      await ask('DELETE', `/hooks/${(await mine())[0]?.id}`)
      return (await mine()).length === 0
    },
  },
]
