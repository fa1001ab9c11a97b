import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isTrue,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  serving,
  withFields,
} from '../shared-tools.ts'
import {
  bringsTokenInQuery,
  fieldsIn,
  onlyFields,
  queryOf,
  readWithoutSudo,
  refusal,
  tokenOf,
  unauthorized,
} from './tools-lark.ts'

const briefFields = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']
const normalFields = [
  ...briefFields,
  'created_at',
  'is_admin',
  'bio',
  'location',
  'skype',
  'linkedin',
  'twitter',
  'website_url',
  'organization',
]

/** A public project with snippets. */
const open = { visibility_level: 20, snippets_enabled: true }

const authentication: readonly FaultyServer[] = [
  {
    name: 'A tag is not made by whoever brings the private token in the query',
    breaks: 'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN',
    at: ['createTag'],
    start: serving(() => ({
      createTag: async (call) => (bringsTokenInQuery(call) ? unauthorized() : call.send()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags?private_token=root-token`
      const body = { tag_name: 'one', ref: 'master' }
      return (await ask('POST', path, { token: '', body })).status === 401
    },
  },
  {
    name: 'An empty private token is that of the first user, whose SSH keys it lists',
    breaks: 'Document 1, Authentication 2: missing or invalid credentials give status 401',
    at: ['listOwnSshKeys'],
    start: serving(() => ({
      listOwnSshKeys: (call) => (tokenOf(call) === '' ? call.sendAsRoot() : call.send()),
    })),
    async isShown(ask) {
      return (await ask('GET', '/user/keys?private_token=', { token: '' })).status === 200
    },
  },
  {
    name: 'A token that was tried while its user was blocked stays refused after the unblocking',
    breaks: 'Document 1, States: PUT /users/:id/unblock makes a blocked user active again',
    at: ['unblockUser', 'getCurrentUser'],
    start: serving(() => {
      const refused = new Set<string>()
      return {
        async getCurrentUser(call) {
          const token = tokenOf(call)
          if (token !== null && refused.has(token)) return unauthorized()
          const response = await call.send()
          if (response.status === 401 && token !== null) refused.add(token)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const token = String(at((await ask('GET', `/user?sudo=${username}`)).json, 'private_token'))
      await ask('PUT', `/users/${id}/block`)
      await ask('GET', '/user', { token })
      await ask('PUT', `/users/${id}/unblock`)
      return (await ask('GET', '/user', { token })).status === 401
    },
  },
  {
    name: 'With sudo as a parameter, the administrator gets the todo of an issue',
    breaks: 'Document 1, Authentication 5: the parameter sudo or header SUDO performs it as a user',
    at: ['createTodoOfIssue'],
    start: serving(() => ({
      async createTodoOfIssue(call) {
        if (!queryOf(call.request).has('sudo')) return call.send()
        const { id } = await callerOf(call)
        return call.send(id === undefined ? {} : { sudo: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { username } = await newUser(ask)
      await ask('POST', `${path}?sudo=${username}`)
      return (await ask('POST', path, { headers: { sudo: username } })).status === 201
    },
  },
  {
    name: 'Whoever is no administrator lists branches with sudo as themselves',
    breaks: 'Document 1, Authentication 5: a token of a non-administrator with sudo gets 403',
    at: ['listBranches'],
    start: serving((forge) => ({
      async listBranches(call) {
        if (call.sudo === undefined) return call.send()
        const { id, username } = await fieldsIn(await readWithoutSudo(forge, call, '/user'))
        const isSelf = [id, username].map(String).includes(call.sudo)
        return isSelf ? readWithoutSudo(forge, call) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { id, username } = await newUser(ask)
      const token = String(at((await ask('GET', `/user?sudo=${username}`)).json, 'private_token'))
      const path = `/projects/${project}/repository/branches?sudo=${id}`
      return (await ask('GET', path, { token })).status === 200
    },
  },
  {
    name: 'A snippet that does not exist is deleted without credentials',
    breaks: 'Document 1, Authentication 1: every request needs credentials, except public reads',
    at: ['deleteSnippet'],
    start: serving(() => ({
      async deleteSnippet(call) {
        if (!call.isAnonymous) return call.send()
        const { snippet_id } = call.path
        const found = await call.askAsRoot('GET', `${projectPath(call)}/snippets/${snippet_id}`)
        return found.status === 404 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, open)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path, { token: '' })).status === 200
    },
  },
]

const visibility: readonly FaultyServer[] = [
  {
    name: 'A search of the visible projects finds those that the caller cannot see',
    breaks: 'Document 1, GET /projects/visible: the projects that the caller can see; search',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        if (call.given.search === undefined) return call.send()
        const own = new Map((await allOf(call)).map((one) => [one.id, one]))
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(await call.sendAsRoot(), (one) => {
          const { runners_token: _, ...shown } = one
          return own.get(one.id) ?? shown
        })
      },
    })),
    async isShown(ask) {
      const name = freshName('harbour')
      const project = await newProject(ask, { name, visibility_level: 0 })
      const user = actingAs(ask, (await newUser(ask)).username)
      const { json } = await user('GET', `/projects/visible?search=${name}`)
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A group that was made private is still shown to those who are not in it',
    breaks: 'Document 1, Conventions 5: 0 is private, explicit access per user; PUT /groups/:id',
    at: ['updateGroup', 'getGroup'],
    start: serving(() => {
      const closed = new Set<number>()
      return {
        async updateGroup(call) {
          const response = await call.send()
          if (response.ok && Number(call.given.visibility_level ?? Number.NaN) === 0) {
            closed.add(idOf(await jsonOf(response)))
          }
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          if (!closed.has(idOf(json))) return response
          const nothing = { projects: [], shared_projects: [] }
          return changed(await call.sendAsRoot(), (group) => withFields(group, nothing))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      await ask('PUT', `/groups/${group}`, { body: { visibility_level: 0 } })
      const user = actingAs(ask, (await newUser(ask)).username)
      return (await user('GET', `/groups/${group}`)).status === 200
    },
  },
  {
    name: 'A group is changed by its masters as by its owners',
    breaks: 'Document 1, PUT /groups/:id: group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { id } = await callerOf(call)
        const path = `/groups/${encoded(call.path.id)}/members/${id}`
        const { json } = await call.askAsRoot('GET', path)
        return at(json, 'access_level') === 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id, username } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 40 } })
      const body = { description: 'Written by a master' }
      await actingAs(ask, username)('PUT', `/groups/${group}`, { body })
      const { json } = await ask('GET', `/groups/${group}`)
      return at(json, 'description') === body.description
    },
  },
  {
    name: 'A merge request is deleted by its author, who does not own the project',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { pathname } = new URL(call.request.url)
        const { json } = await call.ask('GET', pathname.slice('/api/v3'.length))
        const { id } = await callerOf(call)
        return id !== undefined && at(json, 'author.id') === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const developer = actingAs(ask, username)
      const found = await newMergeRequest(developer, project, 'knots')
      const path = `/projects/${project}/merge_requests/${found}`
      await developer('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Whoever was removed from a group still reads the tree of its private projects',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['removeGroupMember', 'listTree'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const group = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          if (response.ok) removed.add(`${idOf(group.json)}:${call.path.user_id}`)
          return response
        },
        async listTree(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          const { json } = await call.askAsRoot('GET', projectPath(call))
          return removed.has(`${at(json, 'namespace.id')}:${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const project = await newRepository(ask, { namespace_id: group, visibility_level: 0 })
      const { id, username } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      const path = `/projects/${project}/repository/tree`
      return (await actingAs(ask, username)('GET', path)).status === 200
    },
  },
  {
    name: 'The raw text of a private snippet is for everyone who sees the project',
    breaks: 'Document 2, Snippet: visibility_level 0 is visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const project = await call.ask('GET', projectPath(call))
        return project.status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, open)
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const user = actingAs(ask, (await newUser(ask)).username)
      const { status, text } = await user('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return status === 200 && text.startsWith('one')
    },
  },
  {
    name: 'The events of a user are shown with those of projects that the reader cannot see',
    breaks: 'Document 1, Conventions 5: 0 is private, explicit access per user; user events',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        return response.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const author = await newUser(ask)
      const project = await newProject(actingAs(ask, author.username), { visibility_level: 0 })
      const title = freshName('secret')
      await newIssue(actingAs(ask, author.username), project, { title })
      const reader = actingAs(ask, (await newUser(ask)).username)
      const { json } = await reader('GET', `/users/${author.id}/events`)
      return fieldOf(json, 'target_title').includes(title)
    },
  },
  {
    name: 'An issue is moved to a project in which the caller may not move issues',
    breaks: 'Document 2, POST .../move: 400 if permission is lacking, in the target project too',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const target = Number(call.given.to_project_id)
        if (response.status !== 400) return response
        const source = fieldsOf((await call.ask('GET', projectPath(call))).json)
        const seen = await call.ask('GET', `/projects/${target}`)
        if (seen.status !== 200 || source.id === target) return response
        const { id } = await callerOf(call)
        const member = await call.askAsRoot('GET', `${projectPath(call)}/members/${id}`)
        const isPlanner = Number(at(member.json, 'access_level') ?? 0) >= 20
        return isPlanner ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask, { visibility_level: 20 })
      const { id, username } = await newUser(ask)
      const member = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${source}/members`, { body: member })
      const path = `/projects/${source}/issues/${await newIssue(ask, source)}/move`
      const body = { to_project_id: target }
      await actingAs(ask, username)('POST', path, { body })
      return listOf((await ask('GET', `/projects/${target}/issues`)).json).length === 1
    },
  },
  {
    name: 'A public project that is archived is not found without credentials',
    breaks: 'Document 1, GET /projects/:id: readable without authentication when it is public',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        if (!call.isAnonymous || !response.ok) return response
        const { archived } = await fieldsIn(response)
        return archived === true ? refusal(404, '404 Project Not Found') : response
      },
    })),
    async isShown(ask) {
      const path = '/projects/tidewater%2Fnewsletter-2014'
      const known = await ask('GET', path)
      const { status } = await ask('GET', path, { token: '' })
      return at(known.json, 'archived') === true && status === 404
    },
  },
  {
    name: 'The events of a public project tell everyone about its confidential issues',
    breaks: 'Document 2, Issue: confidential; Document 1, GET /projects/:id/events',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        return response.ok && call.isAnonymous ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const title = freshName('leak')
      await newIssue(ask, project, { title, confidential: true })
      const { json } = await ask('GET', `/projects/${project}/events`, { token: '' })
      return fieldOf(json, 'target_title').includes(title)
    },
  },
]

const fields: readonly FaultyServer[] = [
  {
    name: 'The statistics of groups are for everyone who asks for them',
    breaks: 'Document 1, GET /groups: statistics (boolean, admins only)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const response = await call.send()
        if (!response.ok || !isTrue(call.given.statistics)) return response
        const statistics = new Map<unknown, unknown>()
        for (let page = 1, size = 100; size === 100; page++) {
          const path = `/groups?all_available=true&statistics=true&per_page=100&page=${page}`
          const found = listOf((await call.askAsRoot('GET', path)).json)
          for (const one of found) statistics.set(one.id, one.statistics)
          size = found.length
        }
        return eachChanged(response, (one) =>
          withFields(one, { statistics: statistics.get(one.id) }),
        )
      },
    })),
    async isShown(ask) {
      await newGroup(ask, { visibility_level: 20 })
      const user = actingAs(ask, (await newUser(ask)).username)
      const path = '/groups?all_available=true&statistics=true'
      const { json } = await user('GET', path)
      return at(json, '0.statistics.storage_size') !== undefined
    },
  },
  {
    name: 'A user who is looked up by name is brief for administrators too',
    breaks: 'Document 1, GET /users: administrators get the full form; username',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.username === undefined) return response
        return eachChanged(response, (one) => onlyFields(one, briefFields))
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?username=${username}`)
      return at(json, '0.username') === username && at(json, '0.email') === undefined
    },
  },
  {
    name: 'A deleted system hook is answered with its secret token',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<number, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const [hook] = listOf(await jsonOf(response))
          if (hook && call.given.token !== undefined) tokens.set(idOf(hook), call.given.token)
          return response
        },
        async deleteSystemHook(call) {
          const token = tokens.get(Number(call.path.id))
          const response = await call.send()
          if (!response.ok || token === undefined) return response
          return changed(response, (hook) => withFields(hook, { token }))
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/lark', token: 'lighthouse' }
      const { json } = await ask('POST', '/hooks', { body })
      const deleted = await ask('DELETE', `/hooks/${at(json, '0.id')}`)
      return at(deleted.json, 'token') === 'lighthouse'
    },
  },
  {
    name: 'The user of an SSH key that is looked up by id is as normal users see them',
    breaks: 'Document 1, SSH key: by key id also carries user, the administrator-level fields',
    at: ['getSshKeyWithUser'],
    start: serving(() => ({
      async getSshKeyWithUser(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (key) =>
          withFields(key, { user: onlyFields(at(key, 'user'), normalFields) }),
        )
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Pier', key: freshKey() }
      const key = await ask('POST', `/users/${id}/keys`, { body })
      const { json } = await ask('GET', `/keys/${idOf(key.json)}`)
      return at(json, 'user.id') === id && at(json, 'user.email') === undefined
    },
  },
]

export const faultyLarkServers: readonly FaultyServer[] = [
  ...authentication,
  ...visibility,
  ...fields,
]
