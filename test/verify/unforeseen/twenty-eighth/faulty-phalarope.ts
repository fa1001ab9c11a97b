import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type Forge } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newUser,
  type Rule,
  relisted,
  serving,
  withBody,
} from '../shared-tools.ts'

const removing = operations.flatMap(({ id, method }) => (method === 'DELETE' ? [id] : []))

/** The kind and the numbers of an SSH key, without its comment. */
const coreOf = (key: unknown) => String(key).trim().split(/\s+/).slice(0, 2).join(' ')

/** Whether a request brings a token, and one that nobody has. */
async function hasWrongToken(forge: Forge, request: Request): Promise<boolean> {
  const asked = new URL(request.url)
  const target = new URL('/api/v3/user', asked)
  const headers = new Headers()
  let isGiven = false
  for (const name of ['private_token', 'access_token']) {
    const value = asked.searchParams.get(name)
    if (value === null) continue
    target.searchParams.set(name, value)
    isGiven = true
  }
  for (const name of ['private-token', 'authorization']) {
    const value = request.headers.get(name)
    if (value === null) continue
    headers.set(name, value)
    isGiven = true
  }
  return isGiven && (await forge.fetch(new Request(target, { headers }))).status === 401
}

/** A bio as a database stores it whose characters have three bytes at the most. */
const cuttingBio: Rule = async (call) => {
  const { bio } = call.given
  if (typeof bio !== 'string') return call.send()
  const end = bio.search(/[\u{10000}-\u{10ffff}]/u)
  return end < 0 ? call.send() : call.send({ bio: bio.slice(0, end) })
}

/** The path of the e-mails that a call is about. */
const emailsPath = ({ path }: Call) =>
  path.id === undefined ? '/user/emails' : `/users/${path.id}/emails`

export const faultyPhalaropeServers: readonly FaultyServer[] = [
  {
    name: 'A blocked user whose account an administrator edits is active again',
    breaks:
      'Document 1, States and transitions: a blocked user becomes active by PUT /users/:id/unblock; PUT /users/:id has no such parameter',
    at: ['updateUser', 'getUser', 'listUsers', 'getCurrentUser', 'blockUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (!response.ok || at(await jsonOf(response), 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `/users/${call.path.id}/unblock`)
        return changed(response, (json) => ({ ...fieldsOf(json), state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { location: 'Skagen' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'An administrator removes the SSH key of one user below the path of another user',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser', 'listSshKeysOfUser', 'listOwnSshKeys', 'getSshKeyWithUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const user = await call.ask('GET', `/users/${call.path.id}`)
        const key = await call.ask('GET', `/keys/${call.path.key_id}`)
        if (user.status !== 200 || key.status !== 200) return response
        const owner = at(key.json, 'user.id')
        const removed = await call.ask('DELETE', `/users/${owner}/keys/${call.path.key_id}`)
        return jsonAnswer(removed.status, removed.json)
      },
    })),
    async isShown(ask) {
      const owner = await newUser(ask)
      const other = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${owner.id}/keys`, { body })).json)
      return (await ask('DELETE', `/users/${other.id}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'A search among the blocked users finds the active ones too',
    breaks: 'Document 1, GET /users: blocked (boolean), search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const { blocked, search = '' } = call.given
        if (!isTrue(blocked) || search === '') return call.send()
        return relisted(call, (all) => all, { blocked: undefined })
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('GET', `/users?blocked=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The current user has no private token when sudo is a parameter of the query',
    breaks:
      'Document 1, User: the authenticated-user response made with sudo also carries private_token; Authentication 5: the parameter sudo (query) or header SUDO',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!new URL(call.request.url).searchParams.has('sudo')) return response
        return changed(response, (json) =>
          Object.fromEntries(
            Object.entries(fieldsOf(json)).filter(([name]) => name !== 'private_token'),
          ),
        )
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { status, json } = await ask('GET', `/user?sudo=${id}`)
      return status === 200 && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'An e-mail address that was removed stays taken for everybody',
    breaks:
      'Document 1, Users: only an already-used e-mail reports `has already been taken`; POST /user/emails: created E-mail, 201',
    at: ['createOwnEmail', 'createEmailOfUser', 'deleteOwnEmail', 'deleteEmailOfUser'],
    start: serving(() => {
      const removed = new Set<unknown>()
      const removingOne: Rule = async (call) => {
        const { json } = await call.ask('GET', `${emailsPath(call)}?per_page=100`)
        const email = listOf(json).find((one) => String(one.id) === call.path.email_id)
        const response = await call.send()
        if (response.ok && email !== undefined) removed.add(email.email)
        return response
      }
      const creating: Rule = async (call) => {
        if (!removed.has(call.given.email)) return call.send()
        if ((await call.ask('GET', emailsPath(call))).status !== 200) return call.send()
        return jsonAnswer(400, { message: { email: ['has already been taken'] } })
      }
      return {
        deleteOwnEmail: removingOne,
        deleteEmailOfUser: removingOne,
        createOwnEmail: creating,
        createEmailOfUser: creating,
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('mail')}@phalarope.example` }
      const id = idOf((await ask('POST', '/user/emails', { body })).json)
      await ask('DELETE', `/user/emails/${id}`)
      return (await ask('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'The link to the last page of a search for users counts all of the users',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last with full URLs)',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (!response.ok || link === null || (call.given.search ?? '') === '') return response
        const everyone = await call.send({ search: undefined })
        const pages = everyone.headers.get('x-total-pages') ?? '1'
        const wrong = link.replace(/<([^<>]*)>; rel="last"/, (_all, address: string) => {
          const url = new URL(address)
          url.searchParams.set('page', pages)
          return `<${url.href}>; rel="last"`
        })
        return withBody(response, response.body, { link: wrong })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { headers } = await ask('GET', `/users?search=${username}&per_page=1`)
      const last = /<([^<>]*)>; rel="last"/.exec(headers.get('link') ?? '')?.[1]
      return (
        last !== undefined &&
        new URL(last).searchParams.get('page') !== headers.get('x-total-pages')
      )
    },
  },
  {
    name: 'A user whom an administrator acts for is shown the list of users as the administrator is',
    breaks:
      'Document 1, GET /users: brief form, administrators get the full form; Authentication 5: performs the call as another user',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || call.sudo === undefined) return response
        if ((await callerOf(call)).is_admin === true) return response
        const full = listOf(await jsonOf(await call.sendAsRoot()))
        return eachChanged(response, (one) => full.find(({ id }) => id === one.id) ?? one)
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/users?search=${username}`)
      return at(json, '0.email') !== undefined
    },
  },
  {
    name: 'A private token in the query does not count for calls that remove something',
    breaks:
      'Document 1, Authentication 3: Private token: query parameter `private_token` or header `PRIVATE-TOKEN`',
    at: removing,
    start: (forge) => (request) => {
      const url = new URL(request.url)
      if (request.method !== 'DELETE' || !url.searchParams.has('private_token'))
        return forge.fetch(request)
      url.searchParams.delete('private_token')
      return forge.fetch(new Request(url, { method: 'DELETE', headers: request.headers }))
    },
    async isShown(ask) {
      const body = { email: `${freshName('mail')}@phalarope.example` }
      const id = idOf((await ask('POST', '/user/emails', { body })).json)
      const path = `/user/emails/${id}?private_token=root-token`
      return (await ask('DELETE', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A call with sudo and a token that nobody has is forbidden instead of unauthorized',
    breaks:
      'Document 1, Authentication 2: Missing or invalid credentials give status 401 with a body whose `message` is `401 Unauthorized`',
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const response = await forge.fetch(request)
      const hasSudo = request.headers.has('sudo') || new URL(request.url).searchParams.has('sudo')
      if (response.status !== 401 || !hasSudo) return response
      if (!(await hasWrongToken(forge, request))) return response
      return jsonAnswer(403, { message: '403 Forbidden - Must be admin to use sudo' })
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('GET', '/user', { token: 'no-such-token' })).status === 403
    },
  },
  {
    name: 'The bio of a user ends before its first character of four bytes',
    breaks: 'Document 1, POST /users and PUT /users/:id: bio; created user, modified user',
    at: ['createUser', 'updateUser', 'getUser', 'listUsers', 'getCurrentUser'],
    start: serving(() => ({ createUser: cuttingBio, updateUser: cuttingBio })),
    async isShown(ask) {
      const { id } = await newUser(ask, { bio: 'A wader 🐦 of the north' })
      return at((await ask('GET', `/users/${id}`)).json, 'bio') === 'A wader '
    },
  },
  {
    name: 'Who adds an SSH key a second time is answered as if it had been created',
    breaks:
      'Document 1, Users: On key creation failure, 400 with a validation message object: an already-used key reports `has already been taken`',
    at: ['createOwnSshKey'],
    start: serving(() => ({
      async createOwnSshKey(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.key === undefined) return response
        if (call.given.title === undefined) return response
        const keys = listOf((await call.ask('GET', '/user/keys?per_page=100')).json)
        const own = keys.find(({ key }) => coreOf(key) === coreOf(call.given.key))
        return own === undefined ? response : jsonAnswer(201, own)
      },
    })),
    async isShown(ask) {
      const body = { title: 'Key', key: freshKey() }
      await ask('POST', '/user/keys', { body })
      return (await ask('POST', '/user/keys', { body })).status === 201
    },
  },
  {
    name: 'The comments of a user stand below everything else among the events',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, (all) => [
          ...all.filter(({ action_name }) => action_name !== 'commented on'),
          ...all.filter(({ action_name }) => action_name === 'commented on'),
        ]),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const body = { body: 'Seen' }
      await ask('POST', `/projects/${project}/issues/${issue}/notes`, { body })
      const { json } = await ask('GET', `/users/${idOf((await ask('GET', '/user')).json)}/events`)
      return Array.isArray(json) && at(json, '0.action_name') !== 'commented on'
    },
  },
  {
    name: 'With a system hook all others of the same address are removed',
    breaks:
      'Document 1, DELETE /hooks/:id: the deleted hook; System hook: id; Conventions 1: id is the value used in paths',
    at: ['deleteSystemHook', 'listSystemHooks', 'testSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async deleteSystemHook(call) {
        const hooks = listOf((await call.ask('GET', '/hooks?per_page=100')).json)
        const removed = hooks.find(({ id }) => String(id) === call.path.id)
        const response = await call.send()
        if (!response.ok || removed === undefined) return response
        for (const { id, url } of hooks) {
          if (url === removed.url && id !== removed.id) await call.ask('DELETE', `/hooks/${id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const body = { url: `http://${freshName('hook')}.example/` }
      const first = at((await ask('POST', '/hooks', { body })).json, '0.id')
      const second = at((await ask('POST', '/hooks', { body })).json, '0.id')
      await ask('DELETE', `/hooks/${first}`)
      return !fieldOf((await ask('GET', '/hooks?per_page=100')).json, 'id').includes(second)
    },
  },
  {
    name: 'A new user who may have no projects gets the limit of the instance',
    breaks: 'Document 1, POST /users: projects_limit (integer)',
    at: ['createUser', 'getUser', 'listUsers', 'getCurrentUser'],
    start: serving(() => ({
      createUser: (call) =>
        String(call.given.projects_limit) === '0'
          ? call.send({ projects_limit: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 0 })
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 0
    },
  },
  {
    name: 'Once Git is kept to one protocol, nil does not allow both again',
    breaks:
      'Document 1, Application settings: enabled_git_access_protocol: `ssh`, `http`, or `nil` for both',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateApplicationSettings(call) {
        if (call.given.enabled_git_access_protocol !== 'nil') return call.send()
        const { json } = await call.ask('GET', '/application/settings')
        const before = at(json, 'enabled_git_access_protocol') ?? 'nil'
        return call.send({ enabled_git_access_protocol: before })
      },
    })),
    async isShown(ask) {
      const set = (enabled_git_access_protocol: string) =>
        ask('PUT', '/application/settings', { body: { enabled_git_access_protocol } })
      await set('http')
      await set('nil')
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'enabled_git_access_protocol') === 'http'
    },
  },
]
