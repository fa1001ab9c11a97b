import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
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
  projectPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'

const dayBefore = (date: string) =>
  new Date(Date.parse(date) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** The links of a header, without one parameter of their queries. */
const linksWithout = (links: string, parameter: string) =>
  links.replace(/<([^>]*)>/g, (_, target: string) => {
    const url = new URL(target)
    url.searchParams.delete(parameter)
    return `<${url.href}>`
  })

export const faultyQuinoaServers: readonly FaultyServer[] = [
  {
    name: 'Whoever removes an own e-mail once more is told that there is none',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent',
    at: ['deleteOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail(call) {
        const { status } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
        if (status !== 404) return call.send()
        return jsonAnswer(404, { message: '404 Email Not Found' })
      },
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const body = { email: `${freshName('second')}@six.example` }
      const path = `/user/emails/${idOf((await asUser('POST', '/user/emails', { body })).json)}`
      const first = await asUser('DELETE', path)
      return first.status === 200 && (await asUser('DELETE', path)).status === 404
    },
  },
  {
    name: 'Who adds a member to a project without a level is told that the user is missing',
    breaks: 'Document 1, Body shapes 1: message is a string naming the missing attribute',
    at: ['addProjectMember'],
    start: serving(() => ({
      async addProjectMember(call) {
        const response = await call.send()
        const { user_id, access_level } = call.given
        if (response.status !== 400 || user_id === undefined || access_level !== undefined) {
          return response
        }
        return changed(response, (json) =>
          withFields(json, { message: '400 (Bad request) "user_id" not given' }),
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const body = { user_id: (await newUser(ask)).id }
      const { status, text } = await ask('POST', path, { body })
      return status === 400 && !text.includes('access_level')
    },
  },
  {
    name: 'A system hook that is to trust every certificate verifies them nevertheless',
    breaks: 'Document 1, POST /hooks: enable_ssl_verification (boolean)',
    at: ['createSystemHook', 'listSystemHooks', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        isFalse(call.given.enable_ssl_verification)
          ? call.send({ enable_ssl_verification: true })
          : call.send(),
    })),
    async isShown(ask) {
      const url = `http://127.0.0.1:9/${freshName('hook')}`
      const body = { url, enable_ssl_verification: false }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      return hooks.some((hook) => hook.url === url && hook.enable_ssl_verification === true)
    },
  },
  {
    name: 'A master of a group describes it anew as its owners do',
    breaks: 'Document 1, Authentication 6: group update is for group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const { id } = await callerOf(call)
        const group = `/groups/${encoded(call.path.id)}`
        const { json } = await call.askAsRoot('GET', `${group}/members/${id}`)
        return at(json, 'access_level') === 40 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 40 }
      await ask('POST', `/groups/${group}/members`, { body: member })
      const body = { description: 'Of a master' }
      return (await actingAs(ask, id)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'All projects in the order of their activity are in that in which they were made',
    breaks: 'Document 1, Projects: order_by last_activity_at',
    at: ['listAllProjects'],
    start: serving(() => ({
      listAllProjects: (call) =>
        call.given.order_by === 'last_activity_at'
          ? call.send({ order_by: 'created_at' })
          : call.send(),
    })),
    async isShown(ask) {
      const path = '/projects/all?per_page=100&order_by=last_activity_at'
      const times = fieldOf((await ask('GET', path)).json, 'last_activity_at').map(String)
      return times.some((time, place) => place > 0 && time > String(times[place - 1]))
    },
  },
  {
    name: 'The description of a new group ends before its first emoji',
    breaks: 'Document 1, POST /groups: description; Errors, 201: the created resource is returned',
    at: ['createGroup', 'getGroup', 'updateGroup', 'listGroups', 'listOwnedGroups'],
    start: serving(() => ({
      createGroup(call) {
        const { description } = call.given
        if (typeof description !== 'string') return call.send()
        return call.send({ description: description.replace(/[\u{10000}-\u{10ffff}].*/su, '') })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, {
        description: 'Anchors \u{2693} and ships \u{1f6a2} here',
      })
      const { json } = await ask('GET', `/groups/${group}`)
      return at(json, 'description') === 'Anchors \u{2693} and ships '
    },
  },
  {
    name: 'The membership of one member of a group ends a day early',
    breaks: 'Document 1, Member: single-member lookup also has expires_at (date or null)',
    at: ['getGroupMember'],
    start: serving(() => ({
      getGroupMember: async (call) =>
        changed(await call.send(), (json) => {
          const date = at(json, 'expires_at')
          return typeof date === 'string' ? withFields(json, { expires_at: dayBefore(date) }) : json
        }),
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30, expires_at: '2099-03-01' }
      await ask('POST', members, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') === '2099-02-28'
    },
  },
  {
    name: 'Strangers have notification settings of a project that they may not see',
    breaks: 'Document 1, Body shapes 6: a GET on a private project by a non-member gives 404',
    at: ['getProjectNotificationSettings'],
    start: serving(() => ({
      async getProjectNotificationSettings(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const project = await call.askAsRoot('GET', projectPath(call))
        return project.status === 200 ? jsonAnswer(200, { level: 'global' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const asStranger = actingAs(ask, (await newUser(ask)).id)
      const { status } = await asStranger('GET', `/projects/${project}/notification_settings`)
      return status === 200
    },
  },
  {
    name: 'A user who was deleted is returned by every further deletion',
    breaks: 'Document 1, DELETE /users/:id: the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const deleted = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const id = String(call.path.id)
          const before = await call.askAsRoot('GET', `/users/${id}`)
          const response = await call.send()
          if (!response.ok) return response
          if (before.status === 200) deleted.set(id, before.json)
          else if (deleted.has(id)) return jsonAnswer(200, deleted.get(id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return at((await ask('DELETE', `/users/${id}`)).json, 'id') === id
    },
  },
  {
    name: 'The links between the pages of visible projects forget what was searched for',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null) return response
        return withBody(response, response.body, { link: linksWithout(links, 'search') })
      },
    })),
    async isShown(ask) {
      const word = freshName('linked')
      await newProject(ask, { name: `${word}-a` })
      await newProject(ask, { name: `${word}-b` })
      const { headers } = await ask('GET', `/projects/visible?search=${word}&per_page=1`)
      const links = headers.get('link') ?? ''
      return links.includes('rel="next"') && !links.includes(word)
    },
  },
  {
    name: 'Anybody is the authenticated user by a sudo that names the own account',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403 with sudo',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const url = new URL(call.request.url)
        const headers = new Headers(call.request.headers)
        url.searchParams.delete('sudo')
        headers.delete('sudo')
        const own = await forge.fetch(new Request(url, { headers }))
        const { id, username } = fieldsOf(await jsonOf(own))
        return call.sudo === String(id) || call.sudo === username ? own : response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      const { status, json } = await ask('GET', `/user?sudo=${username}`, { token })
      return status === 200 && at(json, 'id') === id
    },
  },
  {
    name: 'A search among the active users finds those who are blocked, too',
    breaks: 'Document 1, GET /users: active (boolean, only true supported) and search',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.search !== undefined && isTrue(call.given.active)
          ? call.send({ active: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?search=${username}&active=true`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Whoever is blocked is active again once the profile is edited',
    breaks: 'Document 1, States of a user: blocked, PUT /users/:id/unblock, active',
    at: ['updateUser', 'getUser', 'listUsers', 'blockUser'],
    start: serving(() => ({
      async updateUser(call) {
        const path = `/users/${call.path.id}`
        const before = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok || at(before.json, 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `${path}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}`
      await ask('PUT', `${path}/block`)
      await ask('PUT', path, { body: { location: 'Ashore' } })
      return at((await ask('GET', path)).json, 'state') === 'active'
    },
  },
  {
    name: 'A project that an administrator makes for a user under a path stays with its maker',
    breaks:
      'Document 1, POST /projects/user/:user_id: created project owned by the given user; path',
    at: ['createProjectForUser', 'getProject', 'listOwnedProjects', 'listProjects'],
    start: serving(() => ({
      async createProjectForUser(call) {
        if (call.given.path === undefined || call.given.namespace_id !== undefined) {
          return call.send()
        }
        const [caller, user] = [
          await callerOf(call),
          await call.askAsRoot('GET', `/users/${call.path.user_id}`),
        ]
        if (caller.is_admin !== true || user.status !== 200) return call.send()
        const { sudo: _, private_token: __, access_token: ___, ...given } = call.given
        return responseOf(await call.ask('POST', '/projects', given))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const name = freshName('given')
      const body = { name, path: `${name}-path` }
      const made = await ask('POST', `/projects/user/${id}`, { body })
      const { json } = await ask('GET', `/projects/${idOf(made.json)}`)
      return made.status === 201 && at(json, 'owner.id') !== id
    },
  },
  {
    name: 'What users may not make public becomes public if they say so by the older parameter',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels; POST /projects: public true equals visibility_level 20',
    at: ['createProject'],
    needsInstance: true,
    start: serving(() => ({
      async createProject(call) {
        const isByPublic = isTrue(call.given.public) && call.given.visibility_level === undefined
        if (!isByPublic) return call.send()
        const settings = await call.askAsRoot('GET', '/application/settings')
        const restricted = at(settings.json, 'restricted_visibility_levels')
        if (!Array.isArray(restricted) || !restricted.includes(2)) return call.send()
        const set = (levels: unknown) =>
          call.askAsRoot('PUT', '/application/settings', { restricted_visibility_levels: levels })
        await set(restricted.filter((level) => level !== 2))
        const response = await call.send()
        await set(restricted)
        return response
      },
    })),
    async isShown(ask) {
      const settings = await ask('GET', '/application/settings')
      const before = at(settings.json, 'restricted_visibility_levels')
      const set = (levels: unknown) =>
        ask('PUT', '/application/settings', { body: { restricted_visibility_levels: levels } })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      await set([2])
      const body = { name: freshName('open'), public: true }
      const { status, json } = await asUser('POST', '/projects', { body })
      await set(before)
      return status === 201 && at(json, 'visibility_level') === 20
    },
  },
  {
    name: 'The details of a group have the projects that they had when they were read first',
    breaks: 'Document 1, GET /groups/:id: Group with projects',
    at: ['getGroup'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async getGroup(call) {
          const response = await call.send()
          const group = await jsonOf(response)
          if (!response.ok) return response
          const key = `${idOf(group)} ${(await callerOf(call)).id}`
          if (!kept.has(key)) kept.set(key, at(group, 'projects'))
          return changed(response, (json) => withFields(json, { projects: kept.get(key) }))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await ask('GET', `/groups/${group}`)
      await newProject(ask, { namespace_id: group })
      return listOf(at((await ask('GET', `/groups/${group}`)).json, 'projects')).length === 0
    },
  },
  {
    name: 'What a renamed user did is listed under the username of that time',
    breaks: 'Document 1, Activity event: author (brief user), author_username',
    at: ['listUserEvents'],
    start: serving(() => {
      const names = new Map<number, unknown>()
      return {
        async updateUser(call) {
          const before = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          const { id, username } = fieldsOf(before.json)
          if (response.ok && !names.has(Number(id))) names.set(Number(id), username)
          return response
        },
        listUserEvents: async (call) =>
          eachChanged(await call.send(), (event) => {
            const author_username = names.get(Number(event.author_id))
            return author_username === undefined ? event : { ...event, author_username }
          }),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const asUser = actingAs(ask, id)
      await newIssue(asUser, await newProject(asUser))
      await ask('PUT', `/users/${id}`, { body: { username: freshName('renamed') } })
      const [event] = listOf((await ask('GET', `/users/${id}/events`)).json)
      return event?.author_username === username && at(event, 'author.username') !== username
    },
  },
  {
    name: 'An SSH key that is added by the header SUDO is one of the administrator',
    breaks: 'Document 1, Authentication 5: the header SUDO performs the call as another user',
    at: [
      'createOwnSshKey',
      'listOwnSshKeys',
      'getOwnSshKey',
      'listSshKeysOfUser',
      'getSshKeyWithUser',
    ],
    start: serving(() => ({
      async createOwnSshKey(call) {
        const isByHeader = call.request.headers.has('sudo')
        const isAllowed = (await call.ask('GET', '/user')).status === 200
        return isByHeader && isAllowed ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Aboard', key: freshKey() }
      const made = await actingAs(ask, id)('POST', '/user/keys', { body })
      const { json } = await ask('GET', `/users/${id}/keys`)
      return made.status === 201 && listOf(json).length === 0
    },
  },
  {
    name: 'The members of a project whose path has a dot are not found by that path',
    breaks: 'Document 1, Conventions 2: the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        return response.ok && /\/[^/]*\./.test(String(call.path.id))
          ? jsonAnswer(404, { message: '404 Project Not Found' })
          : response
      },
    })),
    async isShown(ask) {
      const name = freshName('rope')
      const project = await newProject(ask, { name, path: `${name}.tar` })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = String(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${encoded(path)}/members`)).status === 404
    },
  },
  {
    name: 'Own projects count their closed issues among the open ones',
    breaks: 'Document 1, Project: open_issues_count',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const response = await call.send()
        const projects: Values[] = []
        for (const project of listOf(await jsonOf(response))) {
          const { headers } = await call.askAsRoot(
            'GET',
            `/projects/${project.id}/issues?per_page=1`,
          )
          const total = Number(headers.get('x-total') ?? 0)
          projects.push(
            project.open_issues_count === undefined
              ? project
              : { ...project, open_issues_count: total },
          )
        }
        return response.ok ? changed(response, () => projects) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', '/projects/owned?per_page=100')
      return listOf(json).some(
        ({ id, open_issues_count }) => id === project && open_issues_count === 1,
      )
    },
  },
]
