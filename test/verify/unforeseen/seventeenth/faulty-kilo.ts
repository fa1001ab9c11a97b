import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
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
  relisted,
  responseOf,
  samePage,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { allBefore, notificationEvents, tokenOf } from './tools-kilo.ts'

const switches = [
  'issues_enabled',
  'merge_requests_enabled',
  'builds_enabled',
  'wiki_enabled',
  'snippets_enabled',
]

export const faultyKiloServers: readonly FaultyServer[] = [
  {
    name: 'Users are searched for an e-mail with a plus sign as if it were a space',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: ({ given, send }) =>
        String(given.search ?? '').includes('+')
          ? send({ search: String(given.search).replaceAll('+', ' ') })
          : send(),
    })),
    async isShown(ask) {
      const email = `${freshName('sails')}+yard@six.example`
      await newUser(ask, { email })
      const { status, json } = await ask('GET', `/users?search=${encoded(email)}`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'A user whose change of e-mail is refused has the other changes nevertheless',
    breaks: 'Document 1, Errors 7: user modification answers 404, and nothing is modified',
    at: ['updateUser', 'getUser'],
    start: serving(() => ({
      async updateUser({ given, send }) {
        const response = await send()
        if (!response.ok && given.email !== undefined) await send({ email: undefined })
        return response
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask)
      const email = `${freshName('taken')}@six.example`
      await newUser(ask, { email })
      const path = `/users/${one.id}`
      const { status } = await ask('PUT', path, { body: { email, location: 'Harbour' } })
      return status >= 400 && at((await ask('GET', path)).json, 'location') === 'Harbour'
    },
  },
  {
    name: 'The SSH key of a user who was removed is found by its id still',
    breaks: 'Document 1, Errors: 404 resource not found; DELETE /users/:id, the deleted user',
    at: ['getSshKeyWithUser', 'deleteUser'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { askAsRoot, path } = call
          const keys = fieldOf((await askAsRoot('GET', `/users/${path.id}/keys`)).json, 'id')
          const found = new Map<string, unknown>()
          for (const key of keys) {
            found.set(String(key), (await askAsRoot('GET', `/keys/${key}`)).json)
          }
          const response = await call.send()
          if (response.ok) for (const [key, json] of found) kept.set(key, json)
          return response
        },
        async getSshKeyWithUser({ path, send }) {
          const response = await send()
          const json = kept.get(String(path.id))
          return response.status === 404 && json !== undefined ? jsonAnswer(200, json) : response
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Bridge', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${user.id}/keys`, { body })).json)
      await ask('DELETE', `/users/${user.id}`)
      return (await ask('GET', `/keys/${key}`)).status === 200
    },
  },
  {
    name: 'A key is deleted by its id, whichever user the path names',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser({ askAsRoot, path, send }) {
        const response = await send()
        const isUser = (await askAsRoot('GET', `/users/${path.id}`)).status === 200
        if (response.status !== 404 || !isUser) return response
        const { json } = await askAsRoot('GET', `/keys/${path.key_id}`)
        const owner = at(json, 'user.id')
        if (owner === undefined) return response
        return responseOf(await askAsRoot('DELETE', `/users/${owner}/keys/${path.key_id}`))
      },
    })),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const body = { title: 'Bridge', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${owner.id}/keys`, { body })).json)
      return (await ask('DELETE', `/users/${other.id}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'An own e-mail that is gone already cannot be deleted again',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent',
    at: ['deleteOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail({ ask, path, send }) {
        const wasGone = (await ask('GET', `/user/emails/${path.email_id}`)).status === 404
        const response = await send()
        return response.ok && wasGone
          ? jsonAnswer(404, { message: '404 Email Not Found' })
          : response
      },
    })),
    async isShown(ask) {
      const body = { email: `${freshName('second')}@six.example` }
      const path = `/user/emails/${idOf((await ask('POST', '/user/emails', { body })).json)}`
      const first = (await ask('DELETE', path)).status
      return first === 200 && (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'A user who is blocked is an active one among the members of a group',
    breaks: 'Document 1, User states: PUT /users/:id/block, next state blocked; Member: state',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers({ send }) {
        const response = await send()
        if (!response.ok) return response
        return eachChanged(response, (member) => ({ ...member, state: 'active' }))
      },
    })),
    async isShown(ask) {
      const [group, user] = [await newGroup(ask), await newUser(ask)]
      const body = { user_id: user.id, access_level: 30 }
      await ask('POST', `/groups/${group}/members`, { body })
      await ask('PUT', `/users/${user.id}/block`)
      const members = listOf((await ask('GET', `/groups/${group}/members`)).json)
      return members.find(({ id }) => id === user.id)?.state === 'active'
    },
  },
  {
    name: 'A user who is no administrator may use sudo to be themselves',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser({ request, send, sudo }) {
        const response = await send()
        if (response.status !== 403 || sudo === undefined) return response
        const url = new URL(request.url)
        url.searchParams.delete('sudo')
        const headers = new Headers(request.headers)
        headers.delete('sudo')
        const plain = await forge.fetch(new Request(url, { headers }))
        const { id, username } = fieldsOf(await jsonOf(plain))
        return [String(id), username].includes(sudo) ? plain : response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const token = await tokenOf(ask, user.id)
      const headers = { sudo: user.username }
      const { json } = await ask('GET', '/user', { token, headers })
      return at(json, 'username') === user.username
    },
  },
  {
    name: 'Groups in the order of their paths are in the ascending one always',
    breaks: 'Document 1, GET /groups: order_by path, sort desc',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: ({ given, send }) =>
        given.order_by === 'path' ? send({ sort: undefined }) : send(),
    })),
    async isShown(ask) {
      await newGroup(ask)
      await newGroup(ask)
      const paths = async (sort: string) =>
        fieldOf((await ask('GET', `/groups?order_by=path&sort=${sort}`)).json, 'path')
      return (await paths('asc'))[0] === (await paths('desc'))[0]
    },
  },
  {
    name: 'A project has the path that its group had before it was renamed',
    breaks: 'Document 1, Project: path_with_namespace; PUT /groups/:id: path',
    at: ['getProject', 'updateGroup'],
    start: serving(() => {
      const former = new Map<number, string>()
      return {
        async updateGroup({ askAsRoot, given, path, send }) {
          const group = (await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json
          const response = await send()
          const before = String(at(group, 'path'))
          if (response.ok && given.path !== undefined && given.path !== before) {
            former.set(idOf(group), before)
          }
          return response
        },
        async getProject({ send }) {
          const response = await send()
          const json = await jsonOf(response)
          const before = former.get(Number(at(json, 'namespace.id')))
          if (!response.ok || before === undefined) return response
          const path_with_namespace = `${before}/${at(json, 'path')}`
          return changed(response, (project) => withFields(project, { path_with_namespace }))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const path = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const { json } = await ask('GET', `/projects/${project}`)
      const found = String(at(json, 'path_with_namespace'))
      return at(json, 'namespace.path') === path && !found.startsWith(path)
    },
  },
  {
    name: 'The issues of a group are those of all its projects, whoever may see these',
    breaks:
      'Document 2, an issue of a private project is not for a non-member; GET issues of a group',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup({ send, sendAsRoot }) {
        const response = await send()
        return response.ok ? sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const issue = await newIssue(ask, project)
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/groups/${group}/issues`)
      return fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'A member of a project becomes its owner, as one of a group may',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only)',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => {
      const owners = new Set<string>()
      const keyOf = ({ path }: Call) => `${path.id} ${path.user_id}`
      const asOwner = (response: Response) =>
        changed(response, (json) => withFields(json, { access_level: 50 }))
      return {
        async updateProjectMember(call) {
          const isOwner = Number(call.given.access_level) === 50
          const response = await call.send(isOwner ? { access_level: 40 } : {})
          if (!response.ok) return response
          if (!isOwner) owners.delete(keyOf(call))
          else owners.add(keyOf(call))
          return isOwner ? asOwner(response) : response
        },
        async getProjectMember(call) {
          const response = await call.send()
          return response.ok && owners.has(keyOf(call)) ? asOwner(response) : response
        },
      }
    }),
    async isShown(ask) {
      const [project, user] = [await newProject(ask), await newUser(ask)]
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: user.id, access_level: 30 } })
      const path = `${members}/${user.id}`
      const { status } = await ask('PUT', path, { body: { access_level: 50 } })
      return status === 200 && at((await ask('GET', path)).json, 'access_level') === 50
    },
  },
  {
    name: 'A project whose features are switched off in the query has them on',
    breaks: 'Document 1, Conventions 4: parameters in the query; issues_enabled (boolean)',
    at: ['createProject'],
    start: serving(() => ({
      createProject({ given, send }) {
        const off = switches.filter((name) => given[name] === 'false')
        return send(Object.fromEntries(off.map((name) => [name, 'true'])))
      },
    })),
    async isShown(ask) {
      const path = `/projects?name=${freshName('switches')}&issues_enabled=false`
      const { json } = await ask('POST', path)
      return at((await ask('GET', `/projects/${idOf(json)}`)).json, 'issues_enabled') === true
    },
  },
  {
    name: 'The links between the pages of all projects that were searched for are of all projects',
    breaks: 'Document 1, Limits: Link, with full URLs that clients use instead of building them',
    at: ['listAllProjects'],
    start: serving(() => ({
      async listAllProjects({ given, send }) {
        const response = await send()
        const link = response.headers.get('link')
        if (given.search === undefined || link === null) return response
        const without = (url: string) => {
          const to = new URL(url)
          to.searchParams.delete('search')
          return to.href
        }
        const links = link.replace(/<([^>]+)>/g, (_, url: string) => `<${without(url)}>`)
        return changed(response, (json) => json, { link: links })
      },
    })),
    async isShown(ask) {
      const name = freshName('searched')
      await newProject(ask, { name: `${name}-a` })
      await newProject(ask, { name: `${name}-b` })
      const { headers } = await ask('GET', `/projects/all?search=${name}&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes(name)
    },
  },
  {
    name: 'A project that was transferred is among those of the group that it left',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id: transfers the project',
    at: ['listGroupProjects', 'transferProjectToGroup'],
    start: serving(() => {
      const left = new Map<number, Values[]>()
      return {
        async transferProjectToGroup({ askAsRoot, path, send }) {
          const project = (await askAsRoot('GET', `/projects/${encoded(path.project_id)}`)).json
          const response = await send()
          const from = Number(at(project, 'namespace.id'))
          if (response.ok) left.set(from, [...(left.get(from) ?? []), fieldsOf(project)])
          return response
        },
        async listGroupProjects(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const stale = left.get(idOf(json)) ?? []
          const isPlain = Object.keys(call.given).every((name) => /page|token|sudo/.test(name))
          if (stale.length === 0 || !isPlain) return call.send()
          return relisted(call, (all) => {
            const ids = all.map(({ id }) => id)
            const both = [...all, ...stale.filter(({ id }) => !ids.includes(id))]
            return both.sort((a, b) => String(b.created_at).localeCompare(String(a.created_at)))
          })
        },
      }
    }),
    async isShown(ask) {
      const [from, to] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: from })
      const { status } = await ask('POST', `/groups/${to}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${from}/projects`)
      return status === 201 && fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A page of the events of a project begins with the last event of the page before',
    breaks: 'Document 1, Limits: page and per_page; events newest first',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        if (page < 2 || listOf(await jsonOf(response)).length === 0) return response
        const all = await allBefore(call, page)
        return changed(response, () => samePage(response, [{}, ...all]))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let count = 0; count < 3; count++) await newIssue(ask, project)
      const target = async (page: number) => {
        const path = `/projects/${project}/events?per_page=1&page=${page}`
        return at((await ask('GET', path)).json, '0.target_id')
      }
      return (await target(1)) === (await target(2))
    },
  },
  {
    name: 'The settings of a group tell the events of custom after the level became another',
    breaks: 'Document 1, Notification settings: level, and when level is custom also events',
    at: ['getGroupNotificationSettings', 'updateGroupNotificationSettings'],
    start: serving(() => {
      const events = new Map<string, unknown>()
      return {
        async updateGroupNotificationSettings({ ask, path, send }) {
          const response = await send()
          const key = `${path.id} of ${idOf((await ask('GET', '/user')).json)}`
          const written = at(await jsonOf(response), 'events')
          if (written !== undefined) events.set(key, written)
          const kept = events.get(key)
          return response.ok && kept !== undefined
            ? changed(response, (json) => withFields(json, { events: kept }))
            : response
        },
        async getGroupNotificationSettings({ ask, path, send }) {
          const response = await send()
          const kept = events.get(`${path.id} of ${idOf((await ask('GET', '/user')).json)}`)
          return response.ok && kept !== undefined
            ? changed(response, (json) => withFields(json, { events: kept }))
            : response
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'watch' } })
      const { json } = await ask('GET', path)
      return at(json, 'level') === 'watch' && at(json, 'events') !== undefined
    },
  },
  {
    name: 'The events of the notifications of a project are switched on and never off',
    breaks: 'Document 1, PUT /projects/:id/notification_settings: the twelve event booleans',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings({ given, send }) {
        const off = notificationEvents.filter((name) => isFalse(given[name]))
        return send(Object.fromEntries(off.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', close_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', close_issue: false } })
      return at((await ask('GET', path)).json, 'events.close_issue') === true
    },
  },
  {
    name: 'Application settings are written from the body, and not from the query',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query string or in the body',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings({ request, send }) {
        const names = [...new URL(request.url).searchParams.keys()]
        const settings = names.filter((name) => !/token$|^sudo$/.test(name))
        return send(Object.fromEntries(settings.map((name) => [name.replace('[]', ''), undefined])))
      },
    })),
    async isShown(ask) {
      const sign_in_text = freshName('welcome')
      await ask('PUT', `/application/settings?sign_in_text=${sign_in_text}`)
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'id') !== undefined && at(json, 'sign_in_text') !== sign_in_text
    },
  },
  {
    name: 'A new user may have ten projects, whatever the setting of the instance is',
    breaks: 'Document 1, Application settings: default_projects_limit, projects per user',
    at: ['createUser'],
    start: serving(() => ({
      createUser: ({ given, send }) =>
        given.projects_limit === undefined ? send({ projects_limit: 10 }) : send(),
    })),
    async isShown(ask) {
      const limit = at((await ask('GET', '/application/settings')).json, 'default_projects_limit')
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== limit
    },
  },
  {
    name: 'A project that is public by the old parameter is made where that level is restricted',
    breaks:
      'Document 1, restricted_visibility_levels: levels that non-admins cannot use for projects; public',
    at: ['createProject'],
    needsInstance: true,
    start: serving(() => ({
      async createProject({ ask, askAsRoot, given, send }) {
        const response = await send()
        const isOld = isTrue(given.public) && given.visibility_level === undefined
        if (response.ok || !isOld) return response
        const made = await send({ public: undefined, visibility_level: 0 })
        if (!made.ok) return response
        const path = `/projects/${idOf(await jsonOf(made))}`
        await askAsRoot('PUT', path, { visibility_level: 20 })
        return jsonAnswer(201, (await ask('GET', path)).json)
      },
    })),
    async isShown(ask) {
      const body = { restricted_visibility_levels: [2] }
      await ask('PUT', '/application/settings', { body })
      const { id } = await newUser(ask)
      const project = { name: freshName('open'), public: true }
      const { json } = await actingAs(ask, id)('POST', '/projects', { body: project })
      return at(json, 'visibility_level') === 20
    },
  },
]
