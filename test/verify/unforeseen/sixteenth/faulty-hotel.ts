import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newProject,
  newUser,
  serving,
  withFields,
} from '../shared-tools.ts'

/** A key without its comment. */
const materialOf = (key: unknown) => String(key).trim().split(/\s+/).slice(0, 2).join(' ')

/** The day before one of the form YEAR-MONTH-DAY. */
const dayBefore = (day: string) =>
  new Date(Date.parse(day) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const hookFlags = ['push_events', 'tag_push_events', 'enable_ssl_verification']

const testEvent = {
  event_name: 'project_create',
  name: 'Ruby',
  path: 'ruby',
  project_id: 1,
  owner_name: 'Someone',
  owner_email: 'someone@six.example',
}

export const faultyHotelServers: readonly FaultyServer[] = [
  {
    name: 'A key that its user removed stays taken for everyone who adds it to their own keys',
    breaks: 'Document 1, Users: on failure 400, for example for an already-used key',
    at: ['createOwnSshKey', 'deleteOwnSshKey'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async deleteOwnSshKey(call) {
          const response = await call.send()
          const key = at(await jsonOf(response), 'key')
          if (response.ok && key !== undefined) removed.add(materialOf(key))
          return response
        },
        async createOwnSshKey(call) {
          const isTaken = removed.has(materialOf(call.given.key)) && call.given.title !== undefined
          if (!isTaken || (await call.ask('GET', '/user')).status !== 200) return call.send()
          return jsonAnswer(400, { message: { key: ['has already been taken'] } })
        },
      }
    }),
    async isShown(ask) {
      const body = { title: 'Laptop', key: freshKey() }
      const { json } = await ask('POST', '/user/keys', { body })
      await ask('DELETE', `/user/keys/${idOf(json)}`)
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'Global notification settings that sudo in the query writes are those of the administrator',
    breaks: 'Document 1, Authentication 5: sudo (query) performs the call as another user',
    at: ['updateNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      async updateNotificationSettings(call) {
        const isInQuery = new URL(call.request.url).searchParams.has('sudo')
        if (!isInQuery || (await call.ask('GET', '/user')).status !== 200) return call.send()
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const path = `/notification_settings?sudo=${user.id}`
      await ask('PUT', path, { body: { level: 'mention' } })
      return at((await ask('GET', path)).json, 'level') !== 'mention'
    },
  },
  {
    name: 'Removing an own e-mail as a user whom nobody knows is answered as if it were gone already',
    breaks: 'Document 1, Authentication 5: sudo, an unknown user gets 404',
    at: ['deleteOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail(call) {
        const response = await call.send()
        return response.status === 404 ? jsonAnswer(200, null) : response
      },
    })),
    async isShown(ask) {
      const nobody = actingAs(ask, freshName('nobody'))
      return (await nobody('DELETE', '/user/emails/999999')).status === 200
    },
  },
  {
    name: 'Whoever brings a token that is none is shown the public groups',
    breaks: 'Document 1, Authentication 2: missing or invalid credentials give status 401',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const { json } = await call.askAsRoot('GET', '/groups?all_available=true&per_page=100')
        return jsonAnswer(
          200,
          listOf(json).filter((group) => group.visibility_level === 20),
        )
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/groups', { token: freshName('token') })).status === 200
    },
  },
  {
    name: 'A blocked user who is given another password is active again',
    breaks: 'Document 1, States: a blocked user becomes active by PUT /users/:id/unblock',
    at: ['updateUser', 'getUser'],
    start: serving(() => ({
      async updateUser(call) {
        const path = `/users/${encoded(call.path.id)}`
        const before = at((await call.askAsRoot('GET', path)).json, 'state')
        const response = await call.send()
        if (!response.ok || before !== 'blocked' || call.given.password === undefined) {
          return response
        }
        await call.askAsRoot('PUT', `${path}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}`
      await ask('PUT', `${path}/block`)
      await ask('PUT', path, { body: { password: 'Mast-and-keel-43' } })
      return at((await ask('GET', path)).json, 'state') === 'active'
    },
  },
  {
    name: 'A search among the active users finds the blocked ones too',
    breaks: 'Document 1, GET /users: active (boolean) and search',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.search === undefined ? call.send() : call.send({ active: undefined }),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?active=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The last of several pages of the e-mails of a user names a next one',
    breaks: 'Document 1, Limits: X-Next-Page and the relation next of Link',
    at: ['listEmailsOfUser'],
    start: serving(() => ({
      async listEmailsOfUser(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page'))
        const pages = Number(response.headers.get('x-total-pages'))
        if (!response.ok || pages < 2 || page !== pages) return response
        const next = new URL(call.request.url)
        next.searchParams.set('page', String(page + 1))
        return changed(response, (json) => json, {
          'x-next-page': String(page + 1),
          link: `<${next.href}>; rel="next", ${response.headers.get('link')}`,
        })
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/emails`
      for (const _ of [1, 2, 3]) {
        await ask('POST', path, { body: { email: `${freshName('mail')}@six.example` } })
      }
      const { headers } = await ask('GET', `${path}?per_page=2&page=2`)
      return headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'A key that is given to a user and is taken is reported for its fingerprint alone',
    breaks:
      'Document 1, Users: an already-used key reports has already been taken under the property name',
    at: ['createSshKeyOfUser'],
    start: serving(() => ({
      async createSshKeyOfUser(call) {
        const response = await call.send()
        const reasons = JSON.stringify(at(await jsonOf(response), 'message.key') ?? '')
        if (response.status !== 400 || !reasons.includes('taken')) return response
        return jsonAnswer(400, { message: { fingerprint: ['has already been taken'] } })
      },
    })),
    async isShown(ask) {
      const body = { title: 'Laptop', key: freshKey() }
      await ask('POST', '/user/keys', { body })
      const path = `/users/${(await newUser(ask)).id}/keys`
      const { status, json } = await ask('POST', path, { body })
      return status === 400 && at(json, 'message.key') === undefined
    },
  },
  {
    name: 'The user beside a key stays as they were when the key was first looked up',
    breaks: 'Document 1, SSH key: the lookup by key id also carries user',
    at: ['getSshKeyWithUser'],
    start: serving(() => {
      const users = new Map<string, unknown>()
      return {
        async getSshKeyWithUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          const id = String(call.path.id)
          if (!users.has(id)) users.set(id, at(await jsonOf(response), 'user'))
          return changed(response, (json) => withFields(json, { user: users.get(id) }))
        },
      }
    }),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}`
      const body = { title: 'Laptop', key: freshKey() }
      const key = `/keys/${idOf((await ask('POST', `${path}/keys`, { body })).json)}`
      await ask('GET', key)
      await ask('PUT', path, { body: { name: 'Renamed' } })
      return at((await ask('GET', key)).json, 'user.name') !== 'Renamed'
    },
  },
  {
    name: 'The test of a system hook that was removed is still answered with its event',
    breaks: 'Document 1, GET /hooks/:id: id (req); 404 resource not found',
    at: ['testSystemHook', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async deleteSystemHook(call) {
          const response = await call.send()
          if (response.ok && (await jsonOf(response)) !== null) removed.add(String(call.path.id))
          return response
        },
        async testSystemHook(call) {
          const response = await call.send()
          const isRemoved = response.status === 404 && removed.has(String(call.path.id))
          return isRemoved ? jsonAnswer(200, testEvent) : response
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/removed' }
      const path = `/hooks/${at((await ask('POST', '/hooks', { body })).json, '0.id')}`
      await ask('DELETE', path)
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'Writing the visibility that new projects begin with lifts the restriction of levels',
    breaks: 'Document 1, PUT /application/settings: any settings; restricted_visibility_levels',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings: ({ given, send }) =>
        given.default_project_visibility === undefined ||
        given.restricted_visibility_levels !== undefined
          ? send()
          : send({ restricted_visibility_levels: null }),
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { restricted_visibility_levels: [2] } })
      await ask('PUT', path, { body: { default_project_visibility: 1 } })
      const { json } = await ask('GET', path)
      return at(json, 'restricted_visibility_levels.0') === undefined
    },
  },
  {
    name: 'New users have the limit of projects that was the default when the server started',
    breaks: 'Document 1, Application settings: default_projects_limit, projects per user',
    at: ['createUser', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => {
      let limit: unknown
      return {
        async updateApplicationSettings(call) {
          const { json } = await call.askAsRoot('GET', '/application/settings')
          limit ??= at(json, 'default_projects_limit')
          return call.send()
        },
        createUser: ({ given, send }) =>
          limit === undefined || given.projects_limit !== undefined || given.external !== undefined
            ? send()
            : send({ projects_limit: limit }),
      }
    }),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { default_projects_limit: 7 } })
      const { json } = await ask('GET', `/users/${(await newUser(ask)).id}`)
      return at(json, 'projects_limit') !== 7
    },
  },
  {
    name: 'A flag of a new system hook that is sent as the text false is on',
    breaks: 'Document 1, Conventions 4: parameters in the query or the body; POST /hooks',
    at: ['createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook({ given, send }) {
        const texts = hookFlags.filter((name) => given[name] === 'false')
        return send(Object.fromEntries(texts.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const url = encoded('http://127.0.0.1:9/flags')
      const { json } = await ask('POST', `/hooks?url=${url}&push_events=false`)
      return at(json, '0.push_events') === true
    },
  },
  {
    name: 'A project that was transferred into a group is not among the projects of its details',
    breaks: 'Document 1, GET /groups/:id: Group with projects; the transfer into the namespace',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) transferred.add(idOf(json))
          return response
        },
        async getGroup(call) {
          return changed(await call.send(), (json) =>
            at(json, 'projects') === undefined
              ? json
              : withFields(json, {
                  projects: listOf(at(json, 'projects')).filter(({ id }) => !transferred.has(id)),
                }),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${group}`)
      return listOf(at(json, 'projects')).length === 0
    },
  },
  {
    name: 'The descending order of groups turns round each page of the ascending one',
    breaks: 'Document 1, GET /groups: sort desc; page and per_page apply to every list',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        if (call.given.sort !== 'desc') return call.send()
        const response = await call.send({ sort: 'asc' })
        const link = (response.headers.get('link') ?? '').replaceAll('sort=asc', 'sort=desc')
        return changed(
          response,
          (json) => (Array.isArray(json) ? json.toReversed() : json),
          link === '' ? {} : { link },
        )
      },
    })),
    async isShown(ask) {
      const path = `/groups?order_by=path&per_page=1`
      const first = await ask('GET', `${path}&sort=asc`)
      const last = await ask('GET', `${path}&sort=desc`)
      return at(first.json, '0.id') === at(last.json, '0.id')
    },
  },
  {
    name: 'A master of a group may change it',
    breaks: 'Document 1, PUT /groups/:id: for group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const path = `/groups/${encoded(call.path.id)}/members/${(await callerOf(call)).id}`
        const { json } = await call.askAsRoot('GET', path)
        return at(json, 'access_level') === 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 40 } })
      const body = { description: 'Changed' }
      return (await actingAs(ask, id)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'A user who may create no group has one created by an administrator with sudo',
    breaks:
      'Document 1, Authentication 5 and 6: sudo performs the call as another user; group creation for users allowed to create groups',
    at: ['createGroup'],
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const { id, can_create_group } = await callerOf(call)
        if (can_create_group !== false) return response
        const created = await call.sendAsRoot()
        if (!created.ok) return created
        const path = `/groups/${idOf(await jsonOf(created))}/members`
        await call.askAsRoot('POST', path, { user_id: id, access_level: 50 })
        await call.askAsRoot(
          'DELETE',
          `${path}/${idOf((await call.askAsRoot('GET', '/user')).json)}`,
        )
        return created
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { can_create_group: false })
      const name = freshName('group')
      const body = { name, path: name }
      return (await actingAs(ask, id)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'The notification settings of a group that are read are those that anybody wrote last',
    breaks: 'Document 1, GET /groups/:id/notification_settings: level; notification settings',
    at: ['getGroupNotificationSettings', 'updateGroupNotificationSettings'],
    start: serving(() => {
      const last = new Map<number, unknown>()
      return {
        async updateGroupNotificationSettings(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          last.set(idOf(json), await jsonOf(response))
          return response
        },
        async getGroupNotificationSettings(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          return changed(response, (own) => last.get(idOf(json)) ?? own)
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      const { id } = await newUser(ask)
      await ask('PUT', path, { body: { level: 'watch' } })
      await actingAs(ask, id)('PUT', path, { body: { level: 'mention' } })
      return at((await ask('GET', path)).json, 'level') === 'mention'
    },
  },
  {
    name: 'The notification settings of a private project are read by those who are no members',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getProjectNotificationSettings'],
    start: serving(() => ({
      async getProjectNotificationSettings(call) {
        const response = await call.send()
        if (response.status !== 404 || (await call.ask('GET', '/user')).status !== 200) {
          return response
        }
        const { status } = await call.askAsRoot('GET', `/projects/${encoded(call.path.id)}`)
        return status === 200 ? jsonAnswer(200, { level: 'global' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/notification_settings`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'A new member of a group loses their access a day before the one that was asked for',
    breaks: 'Document 1, POST /groups/:id/members: expires_at (date YEAR-MONTH-DAY)',
    at: ['addGroupMember', 'getGroupMember', 'listGroupMembers'],
    start: serving(() => ({
      addGroupMember({ given: { expires_at: day }, send }) {
        const isDay = typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day)
        if (!isDay || Number.isNaN(Date.parse(day))) return send()
        return send({ expires_at: dayBefore(day) })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30, expires_at: '2035-03-01' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === '2035-02-28'
    },
  },
]
