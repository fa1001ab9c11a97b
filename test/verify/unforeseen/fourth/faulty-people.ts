import { at, type FaultyServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  callerOf,
  column,
  eachObject,
  idOf,
  isDone,
  jsonAnswer,
  listOf,
  newProject,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from '../third/tools.ts'

const keyOf = (letters: string) =>
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv${letters} fourth@one`

export const faultyPeople: readonly FaultyServer[] = [
  {
    name: 'A search among external users finds those who are not external',
    breaks: 'GET /users: search, external (boolean true)',
    at: ['listUsers'],
    start: answering(() => ({
      listUsers: (call) =>
        call.given.search === undefined
          ? call.send()
          : call.send({ given: { external: undefined } }),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/users?search=root&external=true')
      return column(json, 'username').includes('root')
    },
  },
  {
    name: 'An administrator who was blocked and unblocked is none any more',
    breaks: 'PUT /users/:id/unblock: blocked to active, and nothing else',
    at: ['unblockUser', 'blockUser', 'getUser', 'listUsers'],
    start: answering(() => ({
      async unblockUser(call) {
        const response = await call.send()
        if (isDone(response)) {
          await call.ask('PUT', `/users/${call.path.id}`, { body: { admin: false } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one', { admin: true })
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      return at((await ask('GET', `/users/${id}`)).json, 'is_admin') === false
    },
  },
  {
    name: 'The SSH key of a user who is gone is taken for ever',
    breaks: 'DELETE /users/:id; an already-used key reports `has already been taken`',
    at: ['createOwnSshKey', 'createSshKeyOfUser', 'deleteUser'],
    start: answering(() => {
      const taken = new Set<string>()
      const create = (call: Call) =>
        taken.has(String(call.given.key).trim())
          ? Promise.resolve(
              jsonAnswer(400, {
                message: {
                  key: ['has already been taken'],
                  fingerprint: ['has already been taken'],
                },
              }),
            )
          : call.send()
      return {
        createOwnSshKey: create,
        createSshKeyOfUser: create,
        async deleteUser(call) {
          const { json } = await call.ask('GET', `/users/${call.path.id}/keys?per_page=100`)
          const response = await call.send()
          if (isDone(response)) for (const { key } of listOf(json)) taken.add(String(key).trim())
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const body = { title: 'one', key: keyOf('20') }
      await ask('POST', `/users/${id}/keys`, { body })
      await ask('DELETE', `/users/${id}`)
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'An SSH key of somebody else can be looked up as an own one',
    breaks: 'GET /user/keys/:key_id: the key of the caller; 404 resource not found',
    at: ['getOwnSshKey'],
    start: answering(() => ({
      async getOwnSshKey(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { status, json } = await call.ask('GET', `/keys/${call.path.key_id}`)
        return status === 200 ? jsonAnswer(200, withFields(json, { user: undefined })) : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const body = { title: 'one', key: keyOf('21') }
      const { json } = await ask('POST', `/users/${id}/keys`, { body })
      return (await ask('GET', `/user/keys/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'An administrator adds a key for a user that another has',
    breaks: 'On key creation failure, 400: an already-used key reports `has already been taken`',
    at: ['createSshKeyOfUser'],
    start: answering(() => ({
      async createSshKeyOfUser(call) {
        const response = await call.send()
        const message = objectOf(at(await bodyOf(response), 'message'))
        if (response.status !== 400 || !('key' in message || 'fingerprint' in message)) {
          return response
        }
        if (!JSON.stringify(message).includes('taken')) return response
        const { title, key } = call.given
        return jsonAnswer(201, { id: 4711, title, key, created_at: '2016-12-24T12:00:00.000Z' })
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask, 'one')
      const two = await newUser(ask, 'two')
      const body = { title: 'one', key: keyOf('22') }
      await ask('POST', `/users/${one.id}/keys`, { body })
      return (await ask('POST', `/users/${two.id}/keys`, { body })).status === 201
    },
  },
  {
    name: 'The total of the e-mails of a user is what a page holds',
    breaks: 'Response headers on paginated lists: `X-Total`',
    at: ['listEmailsOfUser'],
    start: answering(() => ({
      async listEmailsOfUser(call) {
        const response = await call.send()
        const { length } = listOf(await bodyOf(response))
        return response.headers.has('x-total')
          ? rewritten(response, { headers: { 'x-total': length } })
          : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      for (const email of ['a@fourth.example', 'b@fourth.example']) {
        await ask('POST', `/users/${id}/emails`, { body: { email } })
      }
      const { headers } = await ask('GET', `/users/${id}/emails?per_page=1`)
      return headers.get('x-total') === '1'
    },
  },
  {
    name: 'An e-mail is deleted below any user',
    breaks: 'DELETE /users/:id/emails/:email_id: 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser'],
    start: answering(({ db }) => ({
      async deleteEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const id = Number(call.path.email_id)
        const email = db.emails.findFirst((query) => query.where({ id }))
        return email ? call.send({ path: `/users/${email.user_id}/emails/${id}` }) : response
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask, 'one')
      const two = await newUser(ask, 'two')
      const body = { email: 'a@fourth.example' }
      const { json } = await ask('POST', `/users/${one.id}/emails`, { body })
      return (await ask('DELETE', `/users/${two.id}/emails/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'The token that sudo shows is that of whoever uses it',
    breaks: 'The authenticated-user response made with `sudo` also carries `private_token`',
    at: ['getCurrentUser'],
    start: answering(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        const shown = at(await bodyOf(response), 'private_token')
        return typeof shown === 'string'
          ? rewritten(response, { json: (json) => withFields(json, { private_token: call.token }) })
          : response
      },
    })),
    async isShown(ask) {
      const body = {
        username: 'one',
        name: 'One',
        email: 'one@fourth.example',
        password: 'a-long-Passw0rd!',
      }
      await ask('POST', '/users', { body })
      const { json } = await ask('GET', '/user?sudo=one')
      return at(json, 'private_token') === 'root-token'
    },
  },
  {
    name: 'Whoever acts as another administrator by sudo has no rights of one',
    breaks: 'Sudo performs the call as another user',
    at: [
      'listAllProjects',
      'listSystemHooks',
      'getApplicationSettings',
      'listSshKeysOfUser',
      'listEmailsOfUser',
      'getSshKeyWithUser',
      'createUser',
      'updateUser',
      'blockUser',
      'unblockUser',
    ],
    start: answering(() =>
      all(
        [
          'listAllProjects',
          'listSystemHooks',
          'getApplicationSettings',
          'listSshKeysOfUser',
          'listEmailsOfUser',
          'getSshKeyWithUser',
          'createUser',
          'updateUser',
          'blockUser',
          'unblockUser',
        ],
        async (call) => {
          const sudo = call.request.headers.get('sudo') ?? call.given.sudo
          const isAdmin = (await callerOf(call)).is_admin === true
          return isAdmin && sudo !== undefined
            ? jsonAnswer(403, { message: '403 Forbidden' })
            : call.send()
        },
      ),
    ),
    async isShown(ask) {
      await newUser(ask, 'one', { admin: true })
      return (await ask('GET', '/projects/all?sudo=one')).status === 403
    },
  },
  {
    name: 'A setting that becomes zero keeps its value',
    breaks: 'terminal_max_session_time: 0 means unlimited; default_branch_protection: 0',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: answering(() => ({
      async updateApplicationSettings(call) {
        const before = await call.ask('GET', '/application/settings')
        const response = await call.send()
        if (!isDone(response)) return response
        for (const [name, value] of Object.entries(call.given)) {
          if (value !== 0 && value !== '0') continue
          const body = { [name]: at(before.json, name) }
          await call.ask('PUT', '/application/settings', { body })
        }
        return jsonAnswer(200, (await call.ask('GET', '/application/settings')).json)
      },
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { terminal_max_session_time: 60 } })
      await ask('PUT', path, { body: { terminal_max_session_time: 0 } })
      return at((await ask('GET', path)).json, 'terminal_max_session_time') === 60
    },
  },
  {
    name: 'The settings say that they were never changed',
    breaks: 'Application settings: `updated_at`',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: answering(() => {
      let first: unknown
      return all(['updateApplicationSettings', 'getApplicationSettings'], async (call) => {
        first ??= at((await call.ask('GET', '/application/settings')).json, 'updated_at')
        const response = await call.send()
        return isDone(response)
          ? rewritten(response, { json: (json) => withFields(json, { updated_at: first }) })
          : response
      })
    }),
    async isShown(ask) {
      const path = '/application/settings'
      const before = at((await ask('GET', path)).json, 'updated_at')
      await ask('PUT', path, { body: { max_attachment_size: 77 } })
      return at((await ask('GET', path)).json, 'updated_at') === before
    },
  },
  {
    name: 'A hook with a token has its certificate verified, whatever is said',
    breaks: 'POST /hooks: token, enable_ssl_verification (boolean)',
    at: ['createSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: answering(() => ({
      createSystemHook: (call) =>
        call.given.token === undefined
          ? call.send()
          : call.send({ given: { enable_ssl_verification: undefined } }),
    })),
    async isShown(ask) {
      const url = 'http://fourth.example/'
      await ask('POST', '/hooks', { body: { url, token: 'abc', enable_ssl_verification: false } })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      return hooks.find((hook) => hook.url === url)?.enable_ssl_verification === true
    },
  },
  {
    name: 'A hook that was deleted is still tested',
    breaks: 'DELETE /hooks/:id; 404 resource not found',
    at: ['testSystemHook', 'deleteSystemHook'],
    needsInstance: true,
    start: answering(() => {
      const deleted = new Set<string | undefined>()
      return {
        async deleteSystemHook(call) {
          const response = await call.send()
          if (isDone(response)) deleted.add(call.path.id)
          return response
        },
        async testSystemHook(call) {
          const response = await call.send()
          return response.status === 404 && deleted.has(call.path.id)
            ? jsonAnswer(200, {
                event_name: 'project_create',
                name: 'Ruby',
                path: 'ruby',
                project_id: 1,
                owner_name: 'Someone',
                owner_email: 'example@gitlabhq.com',
              })
            : response
        },
      }
    }),
    async isShown(ask) {
      const url = 'http://fourth.example/'
      await ask('POST', '/hooks', { body: { url } })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      const id = idOf(hooks.find((hook) => hook.url === url))
      await ask('DELETE', `/hooks/${id}`)
      return (await ask('GET', `/hooks/${id}`)).status === 200
    },
  },
  {
    name: 'The address of notifications stays, where a level is set with it',
    breaks: 'PUT /notification_settings: level, notification_email',
    at: ['updateNotificationSettings', 'getNotificationSettings'],
    start: answering(() => ({
      updateNotificationSettings: (call) =>
        call.given.level === undefined
          ? call.send()
          : call.send({ given: { notification_email: undefined } }),
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const email = 'other@fourth.example'
      await ask('POST', '/user/emails', { token, body: { email } })
      const body = { level: 'watch', notification_email: email }
      await ask('PUT', '/notification_settings', { token, body })
      const { json } = await ask('GET', '/notification_settings', { token })
      return at(json, 'notification_email') !== email
    },
  },
  {
    name: 'Who asks to be told of failed pipelines of a project is told of successful ones',
    breaks: 'PUT /projects/:id/notification_settings: failed_pipeline, success_pipeline',
    at: ['updateProjectNotificationSettings'],
    start: answering(() => ({
      updateProjectNotificationSettings: (call) =>
        call.send({
          given: {
            ...('failed_pipeline' in call.given || 'success_pipeline' in call.given
              ? {
                  failed_pipeline: call.given.success_pipeline,
                  success_pipeline: call.given.failed_pipeline,
                }
              : {}),
          },
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const body = { level: 'custom', failed_pipeline: true, success_pipeline: false }
      const path = `/projects/${project}/notification_settings`
      const { json } = await ask('PUT', path, { body })
      return at(json, 'events.failed_pipeline') === false
    },
  },
  {
    name: 'Nobody is an administrator in the eyes of others',
    breaks: 'Additional fields of a single user for normal users: `is_admin` boolean',
    at: ['getUser'],
    start: answering(() => ({
      async getUser(call) {
        const response = await call.send()
        const sudo = call.request.headers.get('sudo') ?? call.given.sudo
        const isAdmin = sudo === undefined && (await callerOf(call)).is_admin === true
        return isAdmin || response.status !== 200
          ? response
          : rewritten(response, {
              json: (json) =>
                eachObject(json, (object) =>
                  'is_admin' in object ? { ...object, is_admin: false } : object,
                ),
            })
      },
    })),
    async isShown(ask) {
      const root = idOf((await ask('GET', '/user')).json)
      const { json } = await ask('GET', `/users/${root}`, { token: 'ines-token' })
      return at(json, 'is_admin') === false
    },
  },
]
