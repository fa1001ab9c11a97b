import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  answeringAll,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonOf,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { answeredInstead, deeplyChanged, freshEmail, inBackground } from './tools-maple.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 500

const answeringWithKeys: readonly OperationId[] = [
  'listOwnSshKeys',
  'listSshKeysOfUser',
  'getOwnSshKey',
  'getSshKeyWithUser',
  'createOwnSshKey',
  'createSshKeyOfUser',
  'deleteOwnSshKey',
  'deleteSshKeyOfUser',
]

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

/** Passwords with fewer characters are refused. */
const shortest = 10

export const legitimateMapleServers: readonly LegitimateServer[] = [
  {
    name: 'The names of users and groups lose the spaces around them when they are written',
    allowedBy: 'Document 1: name is a string; nothing says that spaces around it are kept',
    start: serving(() =>
      forAll(['createUser', 'updateUser', 'createGroup', 'updateGroup'], (call) => {
        const { name } = call.given
        const trimmed = typeof name === 'string' ? name.trim() : ''
        return trimmed === '' || trimmed === name ? call.send() : call.send({ name: trimmed })
      }),
    ),
    async isShown(ask) {
      const name = freshName('spaced')
      const { json } = await ask('POST', '/groups', { body: { name: ` ${name} `, path: name } })
      return at(json, 'name') === name
    },
  },
  {
    name: 'A password needs ten characters',
    allowedBy:
      'Document 1, Errors: 400 an attribute failed validation; how long a password is, is not said',
    start: serving(() =>
      forAll(['createUser', 'updateUser'], async (call) => {
        const { password } = call.given
        if (typeof password !== 'string' || password.length >= shortest) return call.send()
        const response = await call.send({ password: 'short' })
        const text = await response.text()
        return withBody(response, text.replace(/minimum is \d+/, `minimum is ${shortest}`))
      }),
    ),
    async isShown(ask) {
      const username = freshName('brief')
      const body = { username, name: username, email: freshEmail(), password: 'Rope-tar4' }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'Removing an own key or e-mail that is gone already is answered with an empty object',
    allowedBy: 'Document 1: 200 even if already absent; what is answered then is not said',
    start: serving(() =>
      forAll(['deleteOwnSshKey', 'deleteOwnEmail'], async (call) => {
        const response = await call.send()
        const isAbsent = response.status === 200 && at(await jsonOf(response), 'id') === undefined
        return isAbsent ? answeredInstead(response, 200, {}) : response
      }),
    ),
    async isShown(ask) {
      const id = idOf((await ask('POST', '/user/emails', { body: { email: freshEmail() } })).json)
      await ask('DELETE', `/user/emails/${id}`)
      return (await ask('DELETE', `/user/emails/${id}`)).text === '{}'
    },
  },
  {
    name: 'The members of groups and projects are listed by their names',
    allowedBy: 'Document 1, GET /groups/:id/members: array of Member; no order is said',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => String(one.name).localeCompare(String(other.name))),
        ),
      ),
    ),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const last = await newUser(ask, { name: 'Zacharias' })
      const middle = await newUser(ask, { name: 'Mira' })
      const first = await newUser(ask, { name: 'Aaron' })
      for (const { id } of [middle, last, first]) {
        await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      }
      const ids = fieldOf((await ask('GET', members)).json, 'id')
      const places = [first, middle, last].map(({ id }) => ids.indexOf(id))
      return places.every((place, index) => place > (places[index - 1] ?? -1))
    },
  },
  {
    name: 'Every new user has a second e-mail address, for commits that hide the first one',
    allowedBy:
      'Document 1, GET /user/emails: array of E-mail; nothing says that a new user has none',
    start: serving(() => ({
      async createUser(call) {
        const response = await call.send()
        const user = await jsonOf(response)
        if (!response.ok) return response
        const email = `${idOf(user)}-${at(user, 'username')}@hidden.tidewater.example`.toLowerCase()
        await call.askAsRoot('POST', `/users/${idOf(user)}/emails`, { email })
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const emails = fieldOf((await ask('GET', `/users/${id}/emails`)).json, 'email')
      return emails.some((email) => String(email).endsWith('@hidden.tidewater.example'))
    },
  },
  {
    name: 'Every new user becomes a guest of a group for everybody',
    allowedBy:
      'Document 1, POST /users: created user; nothing says that a new user is a member of nothing',
    start: serving(() => {
      let group: Promise<number> | undefined
      const make = async ({ askAsRoot }: Call) => {
        const body = { name: 'All hands', path: 'all-hands', visibility_level: 0 }
        return idOf((await askAsRoot('POST', '/groups', body)).json)
      }
      return {
        async createUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          group ??= make(call)
          const body = { user_id: idOf(await jsonOf(response)), access_level: 10 }
          await call.askAsRoot('POST', `/groups/${await group}/members`, body)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/groups')
      return fieldOf(json, 'path').includes('all-hands')
    },
  },
  {
    name: 'Whoever makes a project watches it from then on',
    allowedBy:
      'Document 1, Notification settings: the levels; which one a new project has is not said',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `/projects/${idOf(await jsonOf(response))}/notification_settings`
        await call.ask('PUT', path, { level: 'watch' })
        return response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      return at((await ask('GET', path)).json, 'level') === 'watch'
    },
  },
  {
    name: 'A private group is forbidden, and not unknown, to those who may not see it',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; the sentence about 404 is only about private projects',
    start: serving(() =>
      forAll(['getGroup', 'listGroupProjects', 'listGroupMembers'], async (call) => {
        const response = await call.send()
        if (response.status !== 404) return response
        const isOfGroup = !String(at(await jsonOf(response), 'message')).includes('No user id')
        const group = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
        const isThere = isOfGroup && group.status === 200
        return isThere ? answeredInstead(response, 403, { message: '403 Forbidden' }) : response
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const { username } = await newUser(ask)
      return (await actingAs(ask, username)('GET', `/groups/${group}`)).status === 403
    },
  },
  {
    name: 'A user without a picture has one that an external provider draws',
    allowedBy: 'Document 1, User: avatar_url string or null; external_avatar_enabled',
    start: answeringAll((json) =>
      deeplyChanged(json, (one) =>
        typeof one.username === 'string' && one.avatar_url === null
          ? { ...one, avatar_url: `https://pictures.example/${encoded(one.username)}?s=80` }
          : one,
      ),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return typeof at((await ask('GET', `/users/${id}`)).json, 'avatar_url') === 'string'
    },
  },
  {
    name: 'A user who is removed goes a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /users/:id: 200, the deleted user is returned; nothing says how soon it is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const { is_admin } = await callerOf(call)
        const { status, json, text, headers } = await call.ask(
          'GET',
          `/users/${encoded(call.path.id)}`,
        )
        if (is_admin !== true || status !== 200) return call.send()
        inBackground(delay, () => call.askAsRoot('DELETE', `/users/${idOf(json)}`))
        return new Response(text, { status, headers })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'Now and then a record is not made at once, because there were too many requests',
    allowedBy: 'Document 1, Limits: Rate limits: not shown',
    start: (forge) => {
      let count = 0
      return async (request) => {
        if (request.method === 'POST') count++
        if (request.method !== 'POST' || count % 40 !== 0) return forge.fetch(request)
        return new Response('Retry later\n', {
          status: 429,
          headers: { 'content-type': 'text/plain', 'retry-after': '1' },
        })
      }
    },
    async isShown(ask) {
      for (let call = 0; call < 40; call++) {
        const body = { email: freshEmail() }
        if ((await ask('POST', '/user/emails', { body })).status === 429) return true
      }
      return false
    },
  },
  {
    name: 'An SSH key is stored without the comment at its end',
    allowedBy:
      'Document 1, SSH key: key string (public key text); the comment is no part of the key, and nothing says that it is kept',
    start: serving(() =>
      forAll(answeringWithKeys, async (call) =>
        eachAnswered(await call.send(), (one) =>
          typeof one.key === 'string'
            ? { ...one, key: one.key.trim().split(/\s+/).slice(0, 2).join(' ') }
            : one,
        ),
      ),
    ),
    async isShown(ask) {
      const key = freshKey()
      const { json } = await ask('POST', '/user/keys', { body: { title: 'Laptop', key } })
      return at(json, 'key') === key.split(' ').slice(0, 2).join(' ')
    },
  },
  {
    name: 'A new system hook is not told of pushes unless that is asked for',
    allowedBy: 'Document 1, POST /hooks: push_events (boolean), with no default',
    start: serving(() => ({
      createSystemHook: (call) =>
        call.given.push_events === undefined ? call.send({ push_events: false }) : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/hooks', { body: { url: 'http://127.0.0.1:9/quiet' } })
      return at(json, '0.push_events') === false
    },
  },
  {
    name: 'Blocking or unblocking a user is answered with the user',
    allowedBy:
      'Document 1: 200; Response bodies of the user-block operations: not shown; Errors: the modified resource is returned',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (response.status !== 200) return response
        const { json } = await call.ask('GET', `/users/${encoded(call.path.id)}`)
        return answeredInstead(response, 200, json)
      }
      return forAll(['blockUser', 'unblockUser'], rule)
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'Whether a new merge request can be merged is unchecked for a moment',
    allowedBy: 'Document 2, Merge request: merge_status string; other values: not shown',
    start: serving(() => {
      const waiting = new Set<unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          const id = at(await jsonOf(response), 'id')
          waiting.add(id)
          inBackground(delay, async () => waiting.delete(id))
          return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
        },
        ...forAll(answeringWithMergeRequests, async (call) =>
          eachAnswered(await call.send(), (one) =>
            waiting.has(one.id) ? { ...one, merge_status: 'unchecked' } : one,
          ),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, freshName('topic'))
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
]

/** What is answered with success, with every object changed; refusals and answers of nothing stay. */
const eachAnswered: typeof eachChanged = async (response, change) => {
  const json = await jsonOf(response)
  const isAnswer = response.ok && typeof json === 'object' && json !== null
  return isAnswer ? eachChanged(response, change) : response
}
