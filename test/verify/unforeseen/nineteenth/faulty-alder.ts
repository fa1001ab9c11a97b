import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  relisted,
  responseOf,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  eventNames,
  freshAddress,
  newEmailOf,
  newHook,
  newKeyOf,
  newUserWithKey,
  sentWithout,
  tokenOf,
  userOf,
  withSettings,
} from './tools-alder.ts'

const escaped = (text: unknown) =>
  String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const faultyAlderServers: readonly FaultyServer[] = [
  {
    name: 'The link to the next page of users who were searched for has lost the search',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use instead of building URLs',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.search === undefined) return response
        const links = link.split(', ').map((one) => {
          const [, address = '', rel = ''] = /^<(.*)>; rel="(.*)"$/.exec(one) ?? []
          const url = new URL(address)
          if (rel === 'next') url.searchParams.delete('search')
          return `<${url.href}>; rel="${rel}"`
        })
        return withBody(response, await response.text(), { link: links.join(', ') })
      },
    })),
    async isShown(ask) {
      const word = freshName('linked')
      for (const name of ['one', 'two']) await newUser(ask, { username: `${word}-${name}` })
      const { headers } = await ask('GET', `/users?search=${word}&per_page=1`)
      const next = (headers.get('link') ?? '').split(', ').find((one) => one.includes('"next"'))
      return next !== undefined && !next.includes('search=')
    },
  },
  {
    name: 'A user who was unblocked is still found among those who are blocked',
    breaks: 'Document 1, States and transitions: unblock, next state active; GET /users: blocked',
    at: ['listUsers', 'unblockUser'],
    start: serving(() => {
      const everBlocked = new Set<string>()
      return {
        async blockUser(call) {
          const response = await call.send()
          if (response.ok) everBlocked.add(call.path.id ?? '')
          return response
        },
        async listUsers(call) {
          const { blocked, search, username } = call.given
          if (!isTrue(blocked) || search !== undefined || username !== undefined) return call.send()
          return relisted(call, async (all) => {
            const shown = fieldOf(all, 'id').map(String)
            const others = [...everBlocked].filter((id) => !shown.includes(id))
            const users = await Promise.all(others.map((id) => call.ask('GET', `/users/${id}`)))
            return [
              ...all,
              ...users.flatMap(({ status, json }) => (status === 200 ? [fieldsOf(json)] : [])),
            ]
          })
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      return fieldOf((await ask('GET', '/users?blocked=true&per_page=100')).json, 'id').includes(id)
    },
  },
  {
    name: 'What others read of a user is kept from their first look, whatever changes of them',
    breaks: 'Document 1, PUT /users/:id: modified user; GET /users/:id: User (normal form)',
    at: ['getUser', 'updateUser'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async getUser(call) {
          const response = await call.send()
          const id = call.path.id ?? ''
          const json = await jsonOf(response)
          // Administrators are answered with the address; theirs is another template, which is not kept.
          if (!response.ok || at(json, 'email') !== undefined) return response
          if (!kept.has(id)) kept.set(id, json)
          return changed(response, () => kept.get(id))
        },
      }
    }),
    async isShown(ask) {
      const [reader, read] = [await newUser(ask), await newUser(ask)]
      const look = () => actingAs(ask, reader.username)('GET', `/users/${read.id}`)
      await look()
      await ask('PUT', `/users/${read.id}`, { body: { location: 'Aft' } })
      return at((await look()).json, 'location') !== 'Aft'
    },
  },
  {
    name: 'A user who may not create groups by the word of a form or a query may do so',
    breaks: 'Document 1, Conventions 4: query string or body; can_create_group (boolean)',
    at: ['createUser'],
    start: serving(() => ({
      createUser: (call) =>
        call.given.can_create_group === 'false'
          ? call.send({ can_create_group: true })
          : call.send(),
    })),
    async isShown(ask) {
      const username = freshName('grouper')
      const email = freshAddress()
      const body = { username, name: username, email, password: 'Rope-and-tar-42' }
      const { json } = await ask('POST', '/users?can_create_group=false', { body })
      return at(json, 'can_create_group') === true
    },
  },
  {
    name: 'The SSH keys of a user who was deleted are still looked up by their ids',
    breaks: 'Document 1, GET /keys/:id: SSH key with user; Errors: 404 resource not found',
    at: ['deleteUser', 'getSshKeyWithUser'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const keys = listOf((await call.askAsRoot('GET', `/users/${call.path.id}/keys`)).json)
          const found = await Promise.all(
            keys.map(({ id }) => call.askAsRoot('GET', `/keys/${id}`)),
          )
          const response = await call.send()
          if (response.ok) for (const { json } of found) left.set(String(idOf(json)), json)
          return response
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = left.get(call.path.id ?? '')
          return response.status === 404 && key !== undefined ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const { id, key } = await newUserWithKey(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/keys/${key}`)).status === 200
    },
  },
  {
    name: 'The private token of the user whom a header SUDO names is left out',
    breaks: 'Document 1, User: the response made with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!response.ok || !call.request.headers.has('sudo')) return response
        return changed(response, (json) => {
          const { private_token: _, ...user } = fieldsOf(json)
          return user
        })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { status, json } = await actingAs(ask, username)('GET', '/user')
      return status === 200 && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'Every page of the own SSH keys is the first',
    breaks: 'Document 1, Endpoints: page and per_page apply to every list',
    at: ['listOwnSshKeys'],
    start: serving(() => ({ listOwnSshKeys: (call) => call.send({ page: undefined }) })),
    async isShown(ask) {
      const { id, username } = await newUserWithKey(ask)
      await newKeyOf(ask, id)
      const pages = [1, 2].map(async (page) => {
        const path = `/user/keys?per_page=1&page=${page}`
        return fieldOf((await actingAs(ask, username)('GET', path)).json, 'id').join()
      })
      const [first, second] = await Promise.all(pages)
      return first === second
    },
  },
  {
    name: 'A user who is no administrator lists the own SSH keys as the administrator does',
    breaks: 'Document 1, GET /users/:id/keys (admin); Errors: 403 request not allowed',
    at: ['listSshKeysOfUser'],
    start: serving(() => ({
      async listSshKeysOfUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.isAnonymous) return response
        const isOwn = String(idOf(await callerOf(call))) === call.path.id
        return isOwn ? call.sendAsRoot({ sudo: undefined }) : response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUserWithKey(ask)
      return (await actingAs(ask, username)('GET', `/users/${id}/keys`)).status === 200
    },
  },
  {
    name: 'The title of an own SSH key is kept with the entities of HTML',
    breaks: 'Document 1, POST /user/keys: title, created SSH key; SSH key: title string',
    at: ['createOwnSshKey', 'listOwnSshKeys', 'getOwnSshKey'],
    start: serving(() => ({
      createOwnSshKey: (call) =>
        typeof call.given.title === 'string'
          ? call.send({ title: escaped(call.given.title) })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const body = { title: 'Bow & stern', key: freshKey() }
      const { json } = await actingAs(ask, username)('POST', '/user/keys', { body })
      return at(json, 'title') === 'Bow &amp; stern'
    },
  },
  {
    name: 'That the SSH key for a user was already taken is said of no property',
    breaks: 'Document 1, Users: already-used key reports has already been taken under its property',
    at: ['createSshKeyOfUser'],
    start: serving(() => ({
      async createSshKeyOfUser(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        const isTaken = JSON.stringify(json).includes('already been taken')
        if (response.status !== 400 || !isTaken) return response
        return changed(response, () => ({ message: { base: ['has already been taken'] } }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Twice', key: freshKey() }
      await ask('POST', `/users/${id}/keys`, { body })
      const { json } = await ask('POST', `/users/${id}/keys`, { body })
      return at(json, 'message.base') !== undefined && at(json, 'message.key') === undefined
    },
  },
  {
    name: 'A user removes the SSH key of somebody else as one of their own',
    breaks: 'Document 1, DELETE /user/keys/:key_id: own keys; 200 even if already absent',
    at: ['deleteOwnSshKey', 'listSshKeysOfUser', 'getSshKeyWithUser', 'getOwnSshKey'],
    start: serving(() => ({
      async deleteOwnSshKey(call) {
        const { json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        const owner = at(json, 'user.id')
        const response = await call.send()
        if (response.ok && owner !== undefined) {
          await call.askAsRoot('DELETE', `/users/${owner}/keys/${call.path.key_id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id, key } = await newUserWithKey(ask)
      const { username } = await newUser(ask)
      await actingAs(ask, username)('DELETE', `/user/keys/${key}`)
      return listOf((await ask('GET', `/users/${id}/keys`)).json).length === 0
    },
  },
  {
    name: 'The administrator removes an SSH key of a user a second time',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const isUser = at(await userOf(call, call.path.id), 'id') !== undefined
        return isUser ? jsonAnswer(200, null) : response
      },
    })),
    async isShown(ask) {
      const { id, key } = await newUserWithKey(ask)
      await ask('DELETE', `/users/${id}/keys/${key}`)
      return (await ask('DELETE', `/users/${id}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'The user of an SSH key is active though blocked',
    breaks: 'Document 1, GET /keys/:id: user with the administrator-level fields; User: state',
    at: ['getSshKeyWithUser'],
    start: serving(() => ({
      async getSshKeyWithUser(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, { user: withFields(at(json, 'user'), { state: 'active' }) }),
        )
      },
    })),
    async isShown(ask) {
      const { id, key } = await newUserWithKey(ask)
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `/keys/${key}`)).json, 'user.state') === 'active'
    },
  },
  {
    name: 'An own address is kept without what stands between a plus and its domain',
    breaks: 'Document 1, POST /user/emails: email, created E-mail; E-mail: email string',
    at: ['createOwnEmail', 'listOwnEmails', 'getOwnEmail'],
    start: serving(() => ({
      createOwnEmail: (call) =>
        typeof call.given.email === 'string'
          ? call.send({ email: call.given.email.replace(/\+[^@]*@/, '@') })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const body = { email: freshAddress('crew+night') }
      const { json } = await actingAs(ask, username)('POST', '/user/emails', { body })
      return idOf(json) > 0 && at(json, 'email') !== body.email
    },
  },
  {
    name: 'An own address that was removed is still read by its id',
    breaks: 'Document 1, DELETE /user/emails/:email_id; Errors: 404 resource not found',
    at: ['deleteOwnEmail', 'getOwnEmail'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      const nameOf = (caller: unknown, id: unknown) => `${at(caller, 'id')} ${id}`
      return {
        async deleteOwnEmail(call) {
          const { status, json } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
          const caller = await callerOf(call)
          const response = await call.send()
          if (response.ok && status === 200) removed.set(nameOf(caller, call.path.email_id), json)
          return response
        },
        async getOwnEmail(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const email = removed.get(nameOf(await callerOf(call), call.path.email_id))
          return email === undefined ? response : jsonAnswer(200, email)
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const path = `/user/emails/${await newEmailOf(ask, id)}`
      await actingAs(ask, username)('DELETE', path)
      return (await actingAs(ask, username)('GET', path)).status === 200
    },
  },
  {
    name: 'An address is removed below another user than the one whose it is',
    breaks: 'Document 1, DELETE /users/:id/emails/:email_id: 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser'],
    start: serving(() => {
      const owners = new Map<string, string>()
      return {
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) owners.set(String(idOf(await jsonOf(response))), call.path.id ?? '')
          return response
        },
        async deleteEmailOfUser(call) {
          const response = await call.send()
          const { id, email_id: email = '' } = call.path
          const owner = owners.get(email)
          const isUser = at(await userOf(call, id), 'id') !== undefined
          if (response.status !== 404 || owner === undefined || !isUser) return response
          return responseOf(await call.askAsRoot('DELETE', `/users/${owner}/emails/${email}`))
        },
      }
    }),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const email = await newEmailOf(ask, owner.id)
      return (await ask('DELETE', `/users/${other.id}/emails/${email}`)).status === 200
    },
  },
  {
    name: 'An administrator who is blocked stays active',
    breaks: 'Document 1, States and transitions: block (admin), user exists, next state blocked',
    at: ['blockUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async blockUser(call) {
        const isAdmin = at(await userOf(call, call.path.id), 'is_admin') === true
        const response = await call.send()
        if (response.ok && isAdmin) await call.askAsRoot('PUT', `/users/${call.path.id}/unblock`)
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { admin: true })
      const { status } = await ask('PUT', `/users/${id}/block`)
      return status === 200 && at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A page of the events of a user begins with the last event of the page before',
    breaks: 'Document 1, Limits: Pagination: page and per_page; GET /users/:id/events',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (!response.ok || page < 2) return response
        const all = await allOf(call)
        return changed(response, () => all.slice((page - 1) * size - 1).slice(0, size))
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const project = await newProject(actingAs(ask, username))
      for (let one = 0; one < 3; one++) await newIssue(actingAs(ask, username), project)
      const [first, second] = await Promise.all(
        [1, 2].map(async (page) =>
          fieldOf(
            (await ask('GET', `/users/${id}/events?per_page=2&page=${page}`)).json,
            'target_id',
          ),
        ),
      )
      return first?.length === 2 && first[1] === second?.[0]
    },
  },
  {
    name: 'A new project is private whatever visibility the instance gives by default',
    breaks: 'Document 1, Application settings: default_project_visibility 0, 1, 2',
    at: ['createProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      createProject: (call) =>
        call.given.visibility_level === undefined && call.given.public === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    isShown: (ask) =>
      withSettings(ask, { default_project_visibility: 1 }, async ({ status }) => {
        const project = await newProject(ask)
        const { json } = await ask('GET', `/projects/${project}`)
        return status === 200 && at(json, 'visibility_level') === 0
      }),
  },
  {
    name: 'The domains that may sign up are read as one text',
    breaks: 'Document 1, Application settings: domain_whitelist, array of strings',
    at: ['getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      getApplicationSettings: async (call) =>
        changed(await call.send(), (json) => {
          const domains = at(json, 'domain_whitelist')
          return Array.isArray(domains)
            ? withFields(json, { domain_whitelist: domains.join('\n') })
            : json
        }),
    })),
    isShown: (ask) =>
      withSettings(ask, { domain_whitelist: ['one.example', '*.two.example'] }, async () => {
        const { json } = await ask('GET', '/application/settings')
        return typeof at(json, 'domain_whitelist') === 'string'
      }),
  },
  {
    name: 'A custom event of a group that is switched off is switched on',
    breaks: 'Document 1, Notification settings: with level custom, these boolean events can be set',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings(call) {
        const off = eventNames.filter((name) => isFalse(call.given[name]))
        return call.send(Object.fromEntries(off.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', close_issue: true } })
      const { json } = await ask('PUT', path, { body: { level: 'custom', close_issue: false } })
      return at(json, 'events.close_issue') === true
    },
  },
  {
    name: 'The level of a group is read as custom without its events',
    breaks: 'Document 1, Notification settings: when level is custom also events',
    at: ['getGroupNotificationSettings'],
    start: serving(() => ({
      getGroupNotificationSettings: async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => ({ level: at(json, 'level') }))
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_issue: true } })
      const { json } = await ask('GET', path)
      return at(json, 'level') === 'custom' && at(json, 'events') === undefined
    },
  },
  {
    name: 'Choosing the address for notifications sets the level back to participating',
    breaks: 'Document 1, PUT /notification_settings: level and notification_email, both optional',
    at: ['updateNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      updateNotificationSettings: (call) =>
        call.given.level === undefined && call.given.notification_email !== undefined
          ? call.send({ level: 'participating' })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const path = '/notification_settings'
      const as = actingAs(ask, username)
      await as('PUT', path, { body: { level: 'watch' } })
      const email = at((await as('GET', path)).json, 'notification_email')
      await as('PUT', path, { body: { notification_email: email } })
      return at((await as('GET', path)).json, 'level') === 'participating'
    },
  },
  {
    name: 'The settings of a project that is named by its path are those of nobody',
    breaks: 'Document 1, GET /projects/:id/notification_settings: id integer/string, level',
    at: ['getProjectNotificationSettings'],
    start: serving(() => ({
      async getProjectNotificationSettings(call) {
        const response = await call.send()
        if (!response.ok || /^\d+$/.test(call.path.id ?? '')) return response
        return changed(response, () => ({ level: 'global' }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await ask('PUT', `/projects/${project}/notification_settings`, { body: { level: 'mention' } })
      const { json } = await ask('GET', `/projects/${project}`)
      const name = encodeURIComponent(String(at(json, 'path_with_namespace')))
      const settings = await ask('GET', `/projects/${name}/notification_settings`)
      return at(settings.json, 'level') === 'global'
    },
  },
  {
    name: 'A system hook without pushes of branches has none of tags',
    breaks: 'Document 1, POST /hooks: push_events (boolean), tag_push_events (boolean)',
    at: ['createSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        isFalse(call.given.push_events) ? call.send({ tag_push_events: false }) : call.send(),
    })),
    async isShown(ask) {
      const id = await newHook(ask, { push_events: false, tag_push_events: true })
      const { json } = await ask('GET', '/hooks?per_page=100')
      await ask('DELETE', `/hooks/${id}`)
      return listOf(json).find((one) => one.id === id)?.tag_push_events === false
    },
  },
  {
    name: 'The system hook that was removed is answered with its token',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<string, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), '0.id')
          if (response.ok) tokens.set(String(id), call.given.token ?? null)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = tokens.get(call.path.id ?? '')
          if (!response.ok || token === undefined) return response
          return changed(response, (json) => withFields(json, { token }))
        },
      }
    }),
    async isShown(ask) {
      const id = await newHook(ask, { token: 'under-the-thwart' })
      return at((await ask('DELETE', `/hooks/${id}`)).json, 'token') === 'under-the-thwart'
    },
  },
  {
    name: 'The test of a system hook that is gone says that it was sent',
    breaks: 'Document 1, GET /hooks/:id: id (req); Errors: 404 resource not found',
    at: ['testSystemHook'],
    start: serving(() => ({
      async testSystemHook(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        return jsonAnswer(200, {
          event_name: 'project_create',
          name: 'Ruby',
          path: 'ruby',
          project_id: 1,
          owner_name: 'Someone',
          owner_email: 'someone@alder.example',
        })
      },
    })),
    isShown: async (ask) => (await ask('GET', '/hooks/987654321')).status === 200,
  },
  {
    name: 'The administrator who acts for a user unsubscribes from an issue in their own name',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['unsubscribeFromIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        return call.sudo === undefined ? call.send() : call.sendAsRoot({ sudo: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const as = actingAs(ask, (await newUser(ask)).username)
      await as('POST', `${issue}/subscription`)
      await as('DELETE', `${issue}/subscription`)
      return at((await as('GET', issue)).json, 'subscribed') === true
    },
  },
  {
    name: 'A public project is read with a token that is none',
    breaks: 'Document 1, Authentication 2: invalid credentials give status 401',
    at: ['getProject'],
    start: serving((forge) => ({
      async getProject(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const names = ['private-token', 'authorization', 'private_token', 'access_token', 'sudo']
        return sentWithout(forge, call, names)
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      return (await ask('GET', `/projects/${project}`, { token: 'no-such-token' })).status === 200
    },
  },
  {
    name: 'A user who is no administrator lists projects with sudo for themselves',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403',
    at: ['listProjects'],
    start: serving((forge) => ({
      async listProjects(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const user = await jsonOf(await sentWithout(forge, call, ['sudo'], '/user'))
        const isSelf = [at(user, 'id'), at(user, 'username')].map(String).includes(call.sudo)
        return isSelf ? sentWithout(forge, call, ['sudo']) : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const token = await tokenOf(ask, username)
      return (await ask('GET', `/projects?sudo=${username}`, { token })).status === 200
    },
  },
]
