import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  changed,
  encoded,
  fieldOf,
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
  serving,
  type Values,
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
    at: ['deleteSshKeyOfUser', 'listSshKeysOfUser', 'getSshKeyWithUser'],
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
    at: ['blockUser', 'getUser', 'listUsers'],
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
    at: ['updateUser', 'getUser', 'listUsers'],
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
  {
    name: 'The projects of a group are not found by the path that it was given later',
    breaks: 'Document 1, Conventions 2: a group :id is an integer or the group path',
    at: ['listGroupProjects', 'updateGroup'],
    start: serving(() => {
      const later = new Set<string>()
      return {
        async updateGroup(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          const path = at(await jsonOf(response), 'path')
          if (response.ok && path !== at(json, 'path')) later.add(String(path))
          return response
        },
        async listGroupProjects(call) {
          const response = await call.send()
          return response.ok && later.has(call.path.id ?? '')
            ? jsonAnswer(404, { message: '404 Group Not Found' })
            : response
        },
      }
    }),
    async isShown(ask) {
      const path = freshName('later')
      const group = await newGroup(ask)
      await ask('PUT', `/groups/${group}`, { body: { path } })
      return (await ask('GET', `/groups/${path}/projects`)).status === 404
    },
  },
  {
    name: 'Of the labels that issues of a group must have the third and later ones are dropped',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup(call) {
        const labels = String(call.given.labels ?? '').split(',')
        return labels.length > 2 ? call.send({ labels: labels.slice(0, 2).join() }) : call.send()
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'red,green' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=red,green,blue`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The list of all projects keeps those of a group that was removed',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'listAllProjects'],
    start: serving(() => {
      const kept: Values[] = []
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}/projects?per_page=100`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) kept.push(...listOf(json))
          return response
        },
        listAllProjects(call) {
          const isFiltered = Object.keys(call.given).some((name) => !name.includes('page'))
          if (isFiltered || kept.length === 0) return call.send()
          return relisted(call, (all) =>
            [...all, ...kept].sort((one, other) =>
              String(one.created_at) > String(other.created_at) ? -1 : 1,
            ),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('DELETE', `/groups/${group}`)
      const { json } = await ask('GET', '/projects/all?per_page=100')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Every page of the events of a project begins with the last event of the page before',
    breaks: 'Document 1, Limits: page and per_page; GET /projects/:id/events, newest first',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page'))
        const size = Number(response.headers.get('x-per-page'))
        if (!response.ok || page < 2) return response
        const all = await allOf(call)
        const start = (page - 1) * size - 1
        return changed(response, () => all.slice(start, start + size))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const _ of [1, 2, 3]) await newIssue(ask, project)
      const path = `/projects/${project}/events?per_page=1`
      const [first, second] = [
        fieldOf((await ask('GET', path)).json, 'target_id'),
        fieldOf((await ask('GET', `${path}&page=2`)).json, 'target_id'),
      ]
      return first.length === 1 && first[0] === second[0]
    },
  },
  {
    name: 'Whoever is no member of a project any more has left its group as well',
    breaks: 'Document 1, DELETE /projects/:id/members/:user_id: removes the member, of the project',
    at: ['removeProjectMember', 'listGroupMembers', 'getGroupMember'],
    start: serving(() => ({
      async removeProjectMember(call) {
        const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.id)}`)
        const response = await call.send()
        const isOfGroup = at(json, 'namespace.owner_id') === null
        if (response.ok && isOfGroup) {
          const group = `/groups/${at(json, 'namespace.id')}`
          await call.askAsRoot('DELETE', `${group}/members/${call.path.user_id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const body = { user_id: id, access_level: 20 }
      await ask('POST', `/groups/${group}/members`, { body })
      await ask('POST', `/projects/${project}/members`, { body: { ...body, access_level: 30 } })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await ask('GET', `/groups/${group}/members/${id}`)).status === 404
    },
  },
  {
    name: 'An e-mail event of a project that was switched on cannot be switched off',
    breaks: 'Document 1, Notification settings: with level custom, these boolean events can be set',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings: (call) =>
        call.send(
          Object.fromEntries(
            Object.entries(call.given)
              .filter(([, value]) => isFalse(value))
              .map(([name]) => [name, undefined]),
          ),
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true, new_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'The notification level of a group becomes that of each of its projects',
    breaks:
      'Document 1, Notification settings: group and project settings are settings of their own',
    at: ['updateGroupNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const response = await call.send()
        const level = at(await jsonOf(response), 'level')
        if (!response.ok) return response
        const path = `/groups/${encoded(call.path.id)}/projects?per_page=100`
        for (const { id } of listOf((await call.ask('GET', path)).json))
          await call.ask('PUT', `/projects/${id}/notification_settings`, { level })
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = `/projects/${await newProject(ask, { namespace_id: group })}`
      await ask('PUT', `${project}/notification_settings`, { body: { level: 'mention' } })
      await ask('PUT', `/groups/${group}/notification_settings`, { body: { level: 'watch' } })
      return at((await ask('GET', `${project}/notification_settings`)).json, 'level') === 'watch'
    },
  },
  {
    name: 'What is called public is so in the namespace of its creator alone, not in that of a group',
    breaks: 'Document 1, POST /projects: public (boolean; true equals visibility_level 20)',
    at: ['createProject', 'getProject', 'getGroup', 'listGroupProjects', 'listVisibleProjects'],
    start: serving(() => ({
      createProject: (call) =>
        isTrue(call.given.public) && call.given.namespace_id !== undefined
          ? call.send({ public: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const given = { namespace_id: await newGroup(ask, { visibility_level: 20 }), public: true }
      const project = await newProject(ask, given)
      return at((await ask('GET', `/projects/${project}`)).json, 'visibility_level') === 0
    },
  },
]
