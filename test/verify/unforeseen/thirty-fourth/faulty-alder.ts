import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newProject,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

/** The path that a call asks for, below `/api/v3`. */
const pathOf = ({ request }: Call) => new URL(request.url).pathname.replace(/^\/api\/v3/, '')

const briefFields = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']

export const faultyAlderServers: readonly FaultyServer[] = [
  {
    name: 'A blocked user whose record an administrator edits is active again',
    breaks:
      'Document 1, States and transitions: a blocked user becomes active by PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers', 'blockUser'],
    start: serving(() => ({
      async updateUser(call) {
        const path = `/users/${encoded(call.path.id)}`
        const before = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok || at(before.json, 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `${path}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { location: 'Harbour' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'An SSH key that an administrator adds in the name of another user becomes the own key of the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createOwnSshKey', 'listOwnSshKeys', 'listSshKeysOfUser', 'getSshKeyWithUser'],
    start: serving(() => ({
      async createOwnSshKey(call) {
        if (call.sudo === undefined) return call.send()
        const { id } = await callerOf(call)
        return id === undefined ? call.send() : call.sendAsRoot({ sudo: undefined })
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const key = idOf((await actingAs(ask, username)('POST', '/user/keys', { body })).json)
      const { json } = await ask('GET', `/users/${id}/keys`)
      return !fieldOf(json, 'id').includes(key)
    },
  },
  {
    name: 'A wrong bearer token is answered with the error of OAuth in place of the message',
    breaks:
      'Document 1, Authentication 2: invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: operations.map(({ id }) => id),
    start: behind((response, request) => {
      const bearer = request.headers.get('authorization') ?? ''
      if (response.status !== 401 || !bearer.startsWith('Bearer ')) return response
      const body = { error: 'invalid_token', error_description: 'The access token is invalid' }
      return withBody(response, JSON.stringify(body), { 'content-type': 'application/json' })
    }),
    async isShown(ask) {
      const headers = { authorization: 'Bearer no-such-token' }
      const { status, json } = await ask('GET', '/user', { token: '', headers })
      return status === 401 && at(json, 'message') === undefined
    },
  },
  {
    name: 'The links between the pages of searched members lead to the pages of all members',
    breaks:
      'Document 1, Limits: Link with full URLs, clients use these instead of building URLs; Members: query searches members',
    at: ['listGroupMembers', 'listProjectMembers'],
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.query === undefined) return response
        const shortened = link.replace(/<([^>]+)>/g, (_whole, address: string) => {
          const url = new URL(address)
          url.searchParams.delete('query')
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: shortened })
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (const { id } of [await newUser(ask), await newUser(ask)]) {
        await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 20 } })
      }
      const { headers } = await ask('GET', `/groups/${group}/members?query=user-six&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('query=user-six')
    },
  },
  {
    name: 'The SSH key of a blocked user comes with the brief form of its owner',
    breaks:
      'Document 1, SSH key: the lookup by key id also carries user: the administrator-level user fields',
    at: ['getSshKeyWithUser', 'blockUser'],
    start: serving(() => ({
      getSshKeyWithUser: async (call) =>
        changed(await call.send(), (json) => {
          if (at(json, 'user.state') !== 'blocked') return json
          const user = Object.entries(fieldsOf(at(json, 'user')))
          const brief = user.filter(([name]) => briefFields.includes(name))
          return withFields(json, { user: Object.fromEntries(brief) })
        }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('PUT', `/users/${id}/block`)
      const { status, json } = await ask('GET', `/keys/${key}`)
      return status === 200 && at(json, 'user.email') === undefined
    },
  },
  {
    name: 'A new date of expiry of a member is not kept where the access level stays as it was',
    breaks: 'Document 1, Members, PUT: expires_at',
    at: [
      'updateGroupMember',
      'updateProjectMember',
      'getGroupMember',
      'getProjectMember',
      'listGroupMembers',
      'listProjectMembers',
    ],
    start: serving(() =>
      forAll(['updateGroupMember', 'updateProjectMember'], async (call) => {
        const before = await call.ask('GET', pathOf(call))
        const level = at(before.json, 'access_level')
        const isSame = before.status === 200 && String(call.given.access_level) === String(level)
        const { expires_at } = call.given
        return isSame && expires_at !== undefined
          ? call.send({ expires_at: undefined })
          : call.send()
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      const path = `/groups/${group}/members/${id}`
      await ask('PUT', path, { body: { access_level: 30, expires_at: '2098-05-04' } })
      return at((await ask('GET', path)).json, 'expires_at') === null
    },
  },
  {
    name: 'The details of a group go on showing a project that was transferred to another group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; Group: projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const left: { readonly group: unknown; readonly project: number }[] = []
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) left.push({ group: at(json, 'namespace.id'), project: idOf(json) })
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          const group = await jsonOf(response)
          if (!response.ok || !Array.isArray(at(group, 'projects'))) return response
          const projects = [...listOf(at(group, 'projects'))]
          for (const { project } of left.filter((one) => one.group === at(group, 'id'))) {
            if (projects.some(({ id }) => id === project)) continue
            const { status, json } = await call.ask('GET', `/projects/${project}`)
            if (status === 200) projects.push(fieldsOf(json))
          }
          return changed(response, (json) => withFields(json, { projects }))
        },
      }
    }),
    async isShown(ask) {
      const [first, second] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: first })
      await ask('POST', `/groups/${second}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${first}`)
      return fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'Whoever was removed from a private group still reads its details',
    breaks:
      'Document 1, Conventions 5: groups of visibility level 0 are private, explicit access per user; DELETE .../members/:user_id removes the member',
    at: ['getGroup', 'removeGroupMember'],
    start: serving(() => {
      const removed = new Set<string>()
      const groupOf = (call: Call) => call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
      return {
        async removeGroupMember(call) {
          const group = await groupOf(call)
          const response = await call.send()
          if (response.ok) removed.add(`${idOf(group.json)}/${call.path.user_id}`)
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (response.status !== 404 && response.status !== 403) return response
          const { status, json } = await groupOf(call)
          const { id } = await callerOf(call)
          if (status !== 200 || !removed.has(`${idOf(json)}/${id}`)) return response
          return jsonAnswer(200, withFields(json, { projects: [], shared_projects: [] }))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const { id, username } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, username)('GET', `/groups/${group}`)).status === 200
    },
  },
  {
    name: 'The settings of a project go on showing the events of notifications that are no longer custom',
    breaks: 'Document 1, Notification settings: level, and when level is custom also events',
    at: ['getProjectNotificationSettings', 'updateProjectNotificationSettings'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      const keyOf = async (call: Call) => {
        const { id } = await callerOf(call)
        return `${id}/${idOf((await call.ask('GET', projectPath(call))).json)}`
      }
      return {
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          const events = at(await jsonOf(response), 'events')
          if (response.ok && events !== undefined) kept.set(await keyOf(call), events)
          return response
        },
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          const events = kept.get(await keyOf(call))
          if (!response.ok || events === undefined) return response
          return changed(response, (json) =>
            at(json, 'level') === 'custom' ? json : withFields(json, { events }),
          )
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'watch' } })
      return at((await ask('GET', path)).json, 'events') !== undefined
    },
  },
  {
    name: 'An event of notifications that is switched off in a form or in the query is switched on',
    breaks:
      'Document 1, Conventions 4: parameters are sent in the query string or in the request body; Notification settings: boolean email events',
    at: [
      'updateGroupNotificationSettings',
      'updateProjectNotificationSettings',
      'getGroupNotificationSettings',
      'getProjectNotificationSettings',
    ],
    start: serving(() => {
      const switching: Rule = (call) => {
        const off = Object.entries(call.given).filter(([, value]) => value === 'false')
        return call.send(Object.fromEntries(off.map(([name]) => [name, true])))
      }
      return forAll(
        ['updateGroupNotificationSettings', 'updateProjectNotificationSettings'],
        switching,
      )
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', `${path}?level=custom&new_issue=true&new_note=false`)
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'A restricted visibility level is refused to new snippets and allowed to those that are edited',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const level = Number(call.given.visibility_level) / 10
        if (response.ok || Number.isNaN(level)) return response
        const path = '/application/settings'
        const { json } = await call.askAsRoot('GET', path)
        const restricted_visibility_levels = at(json, 'restricted_visibility_levels')
        const isRestricted =
          Array.isArray(restricted_visibility_levels) &&
          restricted_visibility_levels.includes(level)
        if (!isRestricted) return response
        await call.askAsRoot('PUT', path, { restricted_visibility_levels: [] })
        const allowed = await call.send()
        await call.askAsRoot('PUT', path, { restricted_visibility_levels })
        return allowed
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const as = actingAs(ask, username)
      const project = await newProject(as, { snippets_enabled: true })
      const snippet = await newSnippet(as, project)
      const restricted_visibility_levels = [2]
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels } })
      const path = `/projects/${project}/snippets/${snippet}`
      const { status } = await as('PUT', path, { body: { visibility_level: 20 } })
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [] } })
      return status === 200
    },
  },
  {
    name: 'Groups that are searched for are ordered by name where the order by path is asked for',
    breaks: 'Document 1, GET /groups: order_by (name or path, default name)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { search, order_by } = call.given
        if (search === undefined || order_by !== 'path') return call.send()
        const response = await call.send({ order_by: 'name' })
        const link = response.headers.get('link')
        if (link === null) return response
        const named = link.replaceAll('order_by=name', 'order_by=path')
        return withBody(response, response.body, { link: named })
      },
    })),
    async isShown(ask) {
      const word = freshName('alder')
      await ask('POST', '/groups', { body: { name: `a ${word}`, path: `z-${word}` } })
      await ask('POST', '/groups', { body: { name: `z ${word}`, path: `a-${word}` } })
      const { json } = await ask('GET', `/groups?search=${word}&order_by=path`)
      return at(json, '0.path') === `z-${word}`
    },
  },
  {
    name: 'A user removes the SSH key of another user by the id of the key',
    breaks:
      'Document 1, DELETE /users/:id/keys/:key_id (admin); Authentication 6: operations restricted to administrators are marked (admin)',
    at: [
      'deleteOwnSshKey',
      'listOwnSshKeys',
      'listSshKeysOfUser',
      'getOwnSshKey',
      'getSshKeyWithUser',
    ],
    start: serving(() => ({
      async deleteOwnSshKey(call) {
        const key = await call.askAsRoot('GET', `/keys/${encoded(call.path.key_id)}`)
        const { id } = await callerOf(call)
        const owner = at(key.json, 'user.id')
        if (key.status === 200 && id !== undefined && owner !== id) {
          await call.askAsRoot('DELETE', `/users/${owner}/keys/${idOf(key.json)}`)
        }
        return call.send()
      },
    })),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const body = { title: 'Laptop', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${owner.id}/keys`, { body })).json)
      await actingAs(ask, other.username)('DELETE', `/user/keys/${key}`)
      return (await ask('GET', `/keys/${key}`)).status === 404
    },
  },
  {
    name: 'The address of a user that an administrator removed before is removed again with success',
    breaks:
      'Document 1, DELETE /users/:id/emails/:email_id: 200; 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteEmailOfUser(call) {
          const key = `${call.path.id}/${call.path.email_id}`
          const response = await call.send()
          if (response.ok) removed.set(key, await jsonOf(response))
          const isKnown = response.status === 404 && removed.has(key)
          return isKnown ? jsonAnswer(200, removed.get(key)) : response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { email: `second-${username}@alder.example` }
      const email = idOf((await ask('POST', `/users/${id}/emails`, { body })).json)
      await ask('DELETE', `/users/${id}/emails/${email}`)
      return (await ask('DELETE', `/users/${id}/emails/${email}`)).status === 200
    },
  },
  {
    name: 'The projects of a group whose path has a dot are not found by the path of the group',
    breaks:
      'Document 1, Conventions 2: a group :id is an integer or the group path where the table says integer/string; GET /groups/:id/projects',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const response = await call.send()
        const isCut = response.ok && String(call.path.id).includes('.')
        return isCut ? jsonAnswer(404, { message: '404 Group Not Found' }) : response
      },
    })),
    async isShown(ask) {
      const path = `${freshName('group')}.js`
      await ask('POST', '/groups', { body: { name: path, path } })
      return (await ask('GET', `/groups/${encoded(path)}/projects`)).status === 404
    },
  },
]
