import { actorOf } from '../fourth/tools.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  bodyOf,
  type Call,
  column,
  type Given,
  idOf,
  isDone,
  listAnswer,
  listOf,
  newIssue,
  newProject,
  newUser,
  rewritten,
  withFields,
} from '../third/tools.ts'

const keyOf = (letters: string) =>
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv${letters} fifth@one`

const isNormalUser = async (call: Call) => (await actorOf(call)).is_admin !== true

/** A page whose items are those of the list from an offset of one's own. */
async function pageFrom(call: Call, offsetOf: (page: number, perPage: number) => number) {
  const page = Number(call.given.page ?? 1)
  const perPage = Number(call.given.per_page ?? 20)
  const response = await call.send()
  if (response.status !== 200 || page < 2) return response
  const all: Given[] = []
  const last = Math.min(page, Number(response.headers.get('x-total-pages')))
  for (let number = 1; number <= last; number++) {
    const one = await call.send({ given: { page: number, per_page: perPage } })
    all.push(...listOf(await bodyOf(one)))
  }
  const offset = offsetOf(page, perPage)
  return rewritten(response, { json: () => all.slice(offset, offset + perPage) })
}

export const faultyPeople: readonly FaultyServer[] = [
  {
    name: 'A modification of a user that is refused for its e-mail changes the name sent with it',
    breaks:
      'PUT /users/:id answers 404 where 409 would be apt (renaming an e-mail to an existing one)',
    at: ['updateUser'],
    start: answering(() => ({
      async updateUser(call) {
        const response = await call.send()
        const { email, name } = call.given
        if (response.status === 404 && email !== undefined && name !== undefined) {
          await call.ask('PUT', `/users/${call.path.id}`, { body: { name } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      await newUser(ask, 'two')
      const body = { email: 'two@third.example', name: 'Changed' }
      await ask('PUT', `/users/${id}`, { body })
      return at((await ask('GET', `/users/${id}`)).json, 'name') === 'Changed'
    },
  },
  {
    name: 'A blocked user whose profile is modified is active again',
    breaks: 'Users: blocked becomes active by PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers', 'blockUser'],
    start: answering(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        if (at(await bodyOf(response), 'state') !== 'blocked') return response
        await call.ask('PUT', `/users/${call.path.id}/unblock`)
        return rewritten(response, { json: (user) => withFields(user, { state: 'active' }) })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { bio: 'One' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A key that is looked up by its id is as old as its user',
    breaks: 'SSH key: created_at; the lookup by key id also carries user',
    at: ['getSshKeyWithUser'],
    start: answering(() => ({
      async getSshKeyWithUser(call) {
        return rewritten(await call.send(), {
          json: (key) => withFields(key, { created_at: at(key, 'user.created_at') }),
        })
      },
    })),
    async isShown(ask) {
      const body = { title: 'one', key: keyOf('31') }
      const { json } = await ask('POST', '/user/keys', { body })
      const found = await ask('GET', `/keys/${idOf(json)}`)
      return at(found.json, 'created_at') !== at(json, 'created_at')
    },
  },
  {
    name: 'The user that the header SUDO names is shown with the token of the administrator',
    breaks: 'The authenticated-user response made with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: answering(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!call.request.headers.has('sudo') || call.token === '') return response
        return rewritten(response, {
          json: (user) =>
            at(user, 'private_token') === undefined
              ? user
              : withFields(user, { private_token: call.token }),
        })
      },
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const { json } = await ask('GET', '/user', { headers: { sudo: 'one' } })
      return at(json, 'private_token') !== token
    },
  },
  {
    name: 'The header SUDO is forgotten where notification settings are written',
    breaks: 'The parameter sudo or header SUDO performs the call as another user',
    at: ['updateNotificationSettings'],
    start: answering(() => ({
      updateNotificationSettings: (call) => call.send({ sudo: null }),
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const headers = { sudo: 'one' }
      await ask('PUT', '/notification_settings', { headers, body: { level: 'mention' } })
      return at((await ask('GET', '/notification_settings', { token })).json, 'level') !== 'mention'
    },
  },
  {
    name: 'An e-mail of somebody else is gone after it was deleted as an own one',
    breaks: 'DELETE /user/emails/:email_id: of the authenticated user; 200 even if already absent',
    at: ['deleteOwnEmail'],
    start: answering(() => {
      const owners = new Map<number, number>()
      const noted = async (call: Call, user: unknown) => {
        const response = await call.send()
        if (isDone(response)) owners.set(idOf(await bodyOf(response)), Number(user))
        return response
      }
      return {
        createEmailOfUser: (call) => noted(call, call.path.id),
        createOwnEmail: async (call) => noted(call, (await actorOf(call)).id),
        async deleteOwnEmail(call) {
          const owner = owners.get(Number(call.path.email_id))
          const actor = await actorOf(call)
          if (owner !== undefined && actor.id !== undefined && actor.id !== owner) {
            await call.ask('DELETE', `/users/${owner}/emails/${call.path.email_id}`)
          }
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const body = { email: 'further@one.example' }
      const { json } = await ask('POST', `/users/${id}/emails`, { body })
      await ask('DELETE', `/user/emails/${idOf(json)}`)
      return listOf((await ask('GET', `/users/${id}/emails`)).json).length === 0
    },
  },
  {
    name: 'A key is deleted below a user whose it is not',
    breaks: 'DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: answering(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const user = await call.ask('GET', `/users/${call.path.id}`)
        const key = await call.ask('GET', `/keys/${call.path.key_id}`)
        if (user.status !== 200 || key.status !== 200) return response
        return call.send({ path: `/users/${at(key.json, 'user.id')}/keys/${call.path.key_id}` })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const two = await newUser(ask, 'two')
      const body = { title: 'one', key: keyOf('32') }
      const { json } = await ask('POST', `/users/${id}/keys`, { body })
      return (await ask('DELETE', `/users/${two.id}/keys/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'An e-mail that an administrator adds twice is refused by a mere sentence',
    breaks: 'On e-mail creation failure, 400 with a validation message object',
    at: ['createEmailOfUser'],
    start: answering(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.email === undefined) return response
        return rewritten(response, { json: () => ({ message: 'Email has already been taken' }) })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const body = { email: 'further@one.example' }
      await ask('POST', `/users/${id}/emails`, { body })
      const again = await ask('POST', `/users/${id}/emails`, { body })
      return typeof at(again.json, 'message') === 'string'
    },
  },
  {
    name: 'The number of blocked users counts all users',
    breaks: 'X-Total and X-Total-Pages of a list, here of blocked=true',
    at: ['listUsers'],
    start: answering(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (response.status !== 200 || call.given.blocked === undefined) return response
        const all = await call.send({ given: { blocked: undefined } })
        const headers = ['x-total', 'x-total-pages'].map((name) => [name, all.headers.get(name)])
        return rewritten(response, { headers: Object.fromEntries(headers) })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      await ask('PUT', `/users/${id}/block`)
      const { headers, json } = await ask('GET', '/users?blocked=true&per_page=100')
      return Number(headers.get('x-total')) !== listOf(json).length
    },
  },
  {
    name: 'Normal users are shown no organization of a user',
    breaks: 'Additional fields of a single user for normal users: …, organization',
    at: ['getUser'],
    start: answering(() => ({
      async getUser(call) {
        const response = await call.send()
        if (!(await isNormalUser(call))) return response
        return rewritten(response, { json: (user) => withFields(user, { organization: null }) })
      },
    })),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'one', { organization: 'Org' })
      const { json } = await ask('GET', `/users/${id}`, { token })
      return at(json, 'organization') !== 'Org'
    },
  },
  {
    name: 'The second page of the events of a user begins with the last of the first',
    breaks: 'Pagination: page and per_page; every page follows the one before it',
    at: ['listUserEvents'],
    start: answering(() => ({
      listUserEvents: (call) => pageFrom(call, (page, perPage) => (page - 1) * perPage - 1),
    })),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'one')
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      const list = async (page: number) =>
        column((await ask('GET', `/users/${id}/events?per_page=1&page=${page}`)).json, 'target_id')
      for (const title of ['one', 'two', 'three']) {
        await ask('POST', `/projects/${project}/issues`, { token, body: { title } })
      }
      return (await list(1))[0] === (await list(2))[0]
    },
  },
  {
    name: 'The users of a project are shown with their e-mails to whoever sees the project',
    breaks: 'Brief form (project users): no e-mail; email is for administrators',
    at: ['listProjectUsers'],
    start: answering(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const users: Given[] = []
        for (const user of listOf(await bodyOf(response))) {
          const { json } = await call.ask('GET', `/users/${user.id}`)
          users.push({ ...user, email: at(json, 'email') })
        }
        return rewritten(response, { json: () => users })
      },
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const project = await newProject(ask, 'one', { visibility_level: 10 })
      const { json } = await ask('GET', `/projects/${project}/users`, { token })
      return column(json, 'email').some((email) => typeof email === 'string')
    },
  },
  {
    name: 'A user who is modified with external=false in the query is external',
    breaks: 'Parameters are sent in the query string or in the request body; external (boolean)',
    at: ['updateUser'],
    start: answering(() => ({
      updateUser: (call) =>
        call.url.searchParams.get('external') === 'false'
          ? call.send({ given: { external: 'true' } })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one', { external: true })
      const { json } = await ask('PUT', `/users/${id}?external=false`)
      return at(json, 'external') === true
    },
  },
  {
    name: 'The bio of a user cannot be emptied',
    breaks: 'PUT /users/:id: bio; the modified user',
    at: ['updateUser'],
    start: answering(() => ({
      updateUser: (call) =>
        call.given.bio === '' ? call.send({ given: { bio: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one', { bio: 'One' })
      await ask('PUT', `/users/${id}`, { body: { bio: '', location: 'Here' } })
      return at((await ask('GET', `/users/${id}`)).json, 'bio') === 'One'
    },
  },
  {
    name: 'A user who is created with a limit of no projects has the default limit',
    breaks: 'POST /users: projects_limit (integer)',
    at: ['createUser'],
    start: answering(() => ({
      createUser: (call) =>
        Number(call.given.projects_limit ?? 1) === 0
          ? call.send({ given: { projects_limit: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one', { projects_limit: 0 })
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 0
    },
  },
  {
    name: 'A user has one project more than the limit allows',
    breaks: 'Limits: per-user projects_limit bounds projects per user',
    at: ['createProject'],
    start: answering(() => ({
      async createProject(call) {
        const response = await call.send()
        if (response.status < 400 || call.given.name === undefined) return response
        const actor = await actorOf(call)
        const { json } = await call.ask('GET', `/users/${actor.id}`)
        const limit = Number(at(json, 'projects_limit'))
        if (!(limit > 0)) return response
        const path = `/projects/owned?per_page=100&sudo=${actor.id}`
        const owned = listOf((await call.ask('GET', path)).json)
        const own = owned.filter((project) => at(project, 'owner.id') === actor.id)
        if (own.length !== limit) return response
        await call.ask('PUT', `/users/${actor.id}`, { body: { projects_limit: limit + 1 } })
        const done = await call.send()
        await call.ask('PUT', `/users/${actor.id}`, { body: { projects_limit: limit } })
        return done
      },
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one', { projects_limit: 1 })
      await ask('POST', '/projects', { token, body: { name: 'one' } })
      return (await ask('POST', '/projects', { token, body: { name: 'two' } })).status === 201
    },
  },
  {
    name: 'What was done in a project before it turned private is shown among the events of a user',
    breaks:
      'A GET on a private project by a non-member gives 404: its events are not theirs to see',
    at: ['listUserEvents', 'updateProject'],
    start: answering(() => {
      const wereOpen = new Set<number>()
      return {
        async updateProject(call) {
          const before = await call.ask(
            'GET',
            `/projects/${encodeURIComponent(call.path.id ?? '')}`,
          )
          const response = await call.send()
          const isClosed = at(await bodyOf(response), 'visibility_level') === 0
          if (isDone(response) && isClosed && at(before.json, 'visibility_level') !== 0) {
            wereOpen.add(idOf(before.json))
          }
          return response
        },
        async listUserEvents(call) {
          const response = await call.send()
          if (response.status !== 200 || wereOpen.size === 0 || !(await isNormalUser(call))) {
            return response
          }
          const seen = listOf(await bodyOf(response))
          const { json } = await call.ask('GET', `/users/${call.path.id}/events?per_page=100`)
          const projects = new Set(column(seen, 'project_id'))
          return listAnswer(call, () =>
            listOf(json).filter(
              ({ project_id: project }) => projects.has(project) || wereOpen.has(Number(project)),
            ),
          )
        },
      }
    }),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      await newIssue(ask, project, 'one')
      await ask('PUT', `/projects/${project}`, { body: { visibility_level: 0 } })
      const root = idOf((await ask('GET', '/user')).json)
      const { json } = await ask('GET', `/users/${root}/events`, { token })
      return column(json, 'project_id').includes(project)
    },
  },
  {
    name: 'A system hook asked for without verification of SSL verifies it',
    breaks: 'POST /hooks: enable_ssl_verification (boolean)',
    at: ['createSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: answering(() => ({
      createSystemHook: (call) => call.send({ given: { enable_ssl_verification: undefined } }),
    })),
    async isShown(ask) {
      const body = { url: 'http://hooks.example/one', enable_ssl_verification: false }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks')).json)
      return hooks.some((hook) => hook.url === body.url && hook.enable_ssl_verification === true)
    },
  },
  {
    name: 'The token of a system hook is returned when the hook is deleted',
    breaks: 'System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: answering(() => {
      const tokens = new Map<number, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const body = await bodyOf(response)
          const id = Array.isArray(body) ? at(body, '0.id') : at(body, 'id')
          if (isDone(response)) tokens.set(Number(id), call.given.token ?? null)
          return response
        },
        async deleteSystemHook(call) {
          const token = tokens.get(Number(call.path.id))
          const response = await call.send()
          if (token === undefined || response.status !== 200) return response
          return rewritten(response, { json: (hook) => withFields(hook, { token }) })
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://hooks.example/one', token: 'secret' }
      const { json } = await ask('POST', '/hooks', { body })
      const id = at(json, '0.id') ?? at(json, 'id')
      return (await ask('DELETE', `/hooks/${id}`)).text.includes('secret')
    },
  },
  {
    name: 'Sessions of terminals that are to be unlimited keep their limit',
    breaks: 'terminal_max_session_time: seconds; 0 means unlimited; readable and writable',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: answering(() => ({
      updateApplicationSettings: (call) =>
        Number(call.given.terminal_max_session_time ?? 1) === 0
          ? call.send({ given: { terminal_max_session_time: undefined, signup_enabled: true } })
          : call.send(),
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { terminal_max_session_time: 60 } })
      await ask('PUT', path, { body: { terminal_max_session_time: 0 } })
      return at((await ask('GET', path)).json, 'terminal_max_session_time') === 60
    },
  },
]
