import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isFalse,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'
import {
  bearerOf,
  eventNames,
  newTokenHolder,
  pathOf,
  readdressed,
  snippetKey,
  sudoOf,
} from './tools-willow.ts'

const allOperations = operations.map(({ id }) => id)

const writingOperations = operations.flatMap(({ id, method }) =>
  method === 'POST' || method === 'PUT' ? [id] : [],
)

const userFields = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']

export const faultyWillowServers: readonly FaultyServer[] = [
  {
    name: 'A user who is no administrator may use sudo with their own name',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: allOperations,
    start: (forge) => async (request) => {
      const sudo = sudoOf(request)
      if (sudo === null) return forge.fetch(request)
      const { id, username, is_admin } = await bearerOf(forge, request)
      const isSelf = sudo === String(id) || sudo === username
      if (is_admin !== false || !isSelf) return forge.fetch(request)
      return forge.fetch(
        await readdressed(request, (url, headers) => {
          url.searchParams.delete('sudo')
          headers.delete('sudo')
        }),
      )
    },
    async isShown(ask) {
      const { username, token } = await newTokenHolder(ask)
      return (await ask('GET', '/user', { token, headers: { sudo: username } })).status === 200
    },
  },
  {
    name: 'The private token of the query is overlooked where a call has a body of JSON',
    breaks: 'Document 1, Authentication 3: private token, query parameter private_token',
    at: writingOperations,
    start: (forge) => async (request) => {
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      const isWrite = request.method === 'POST' || request.method === 'PUT'
      if (!isWrite || !isJson) return forge.fetch(request)
      return forge.fetch(
        await readdressed(request, (url) => url.searchParams.delete('private_token')),
      )
    },
    async isShown(ask) {
      const { token } = await newTokenHolder(ask)
      const body = { name: freshName('project') }
      const path = `/projects?private_token=${encoded(token)}`
      return (await ask('POST', path, { token: '', body })).status === 401
    },
  },
  {
    name: 'The event of an issue that was opened by sudo names the administrator as its author',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; Activity event: author_id, author, author_username',
    at: ['listProjectEvents', 'createIssue'],
    start: serving(() => {
      const administrators = new Map<number, Values>()
      return {
        async createIssue(call) {
          const response = await call.send()
          if (!response.ok || call.sudo === undefined) return response
          const administrator = fieldsOf((await call.askAsRoot('GET', '/user')).json)
          administrators.set(idOf(await jsonOf(response)), administrator)
          return response
        },
        listProjectEvents: async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (event) => {
            const isOpening = event.target_type === 'Issue' && event.action_name === 'opened'
            const user = isOpening ? administrators.get(Number(event.target_id)) : undefined
            if (user === undefined) return event
            return {
              ...event,
              author_id: user.id,
              author_username: user.username,
              author: Object.fromEntries(userFields.map((field) => [field, user[field]])),
            }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id, username } = await newUser(ask)
      await newIssue(actingAs(ask, username), project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return at(json, '0.target_type') === 'Issue' && at(json, '0.author_id') !== id
    },
  },
  {
    name: 'The links of a list of merge requests keep only the last of the numbers that were asked for',
    breaks:
      'Document 1, Limits: Link with relations prev, next, first, last with full URLs, clients use these instead of building URLs; Document 2: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, {
          link: link.replace(/<([^>]*)>/g, (_, address: string) => {
            const url = new URL(address)
            const last = url.searchParams.getAll('iids[]').at(-1)
            if (last !== undefined) url.searchParams.set('iids[]', last)
            return `<${url.href}>`
          }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      const next = /<([^>]*)>; rel="next"/.exec(link)?.[1]
      if (next === undefined) return false
      const { pathname, search } = new URL(next)
      const { json } = await ask('GET', `${pathname.slice('/api/v3'.length)}${search}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The raw text of a snippet that was made private is still read by whoever can see its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const shown = new Set<string>()
      const texts = new Map<string, string>()
      return {
        async createSnippet(call) {
          const response = await call.send()
          const isPrivate = Number(call.given.visibility_level) === 0
          if (response.ok && !isPrivate) shown.add(String(idOf(await jsonOf(response))))
          return response
        },
        async updateSnippet(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = snippetKey(call)
          // Only a new text makes the cache forget the old one.
          if (call.given.code !== undefined) texts.delete(key)
          const level = call.given.visibility_level
          if (level !== undefined && Number(level) === 0) shown.delete(key)
          if (level !== undefined && Number(level) > 0) shown.add(key)
          return response
        },
        async deleteSnippet(call) {
          texts.delete(snippetKey(call))
          shown.delete(snippetKey(call))
          return call.send()
        },
        async getRawSnippet(call) {
          const response = await call.send()
          const key = snippetKey(call)
          if (response.ok) {
            if (shown.has(key)) texts.set(key, await response.clone().text())
            return response
          }
          const text = texts.get(key)
          const isHidden = response.status === 404 || response.status === 403
          if (!isHidden || text === undefined) return response
          const project = await call.ask('GET', projectPath(call))
          if (project.status !== 200) return response
          return new Response(text, { status: 200, headers: { 'content-type': 'text/plain' } })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const other = actingAs(ask, (await newUser(ask)).id)
      await other('GET', `${path}/raw`)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await other('GET', `${path}/raw`)).status === 200
    },
  },
  {
    name: 'The text of a snippet ends before its first character beyond the basic plane of Unicode',
    breaks:
      'Document 2, POST and PUT /projects/:id/snippets: code; GET .../raw: raw snippet as plain text',
    at: ['createSnippet', 'updateSnippet', 'getRawSnippet'],
    start: serving(() =>
      forAll(['createSnippet', 'updateSnippet'], async (call) => {
        const { code } = call.given
        const kept = typeof code === 'string' ? code.replace(/[\u{10000}-\u{10ffff}].*$/su, '') : ''
        return kept === '' || kept === code ? call.send() : call.send({ code: kept })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const id = await newSnippet(ask, project, { code: 'One \u{1F33F} two\n' })
      return (await ask('GET', `/projects/${project}/snippets/${id}/raw`)).text === 'One '
    },
  },
  {
    name: 'An event of the notifications of a group is not switched off by false',
    breaks:
      'Document 1, Notification settings: with level custom, these boolean email events can be set',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const unset = eventNames.filter((name) => isFalse(call.given[name]))
        if (unset.length === 0) return call.send()
        const changes = Object.fromEntries(unset.map((name) => [name, undefined]))
        const { level = at((await call.ask('GET', pathOf(call))).json, 'level') } = call.given
        return call.send(level === undefined ? {} : { ...changes, level })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true, new_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'The notification settings of a project that were read by its path are not those that were written by its id',
    breaks:
      'Document 1, Conventions 2: either the integer or the URL-encoded NAMESPACE/PROJECT_NAME; GET /projects/:id/notification_settings: level',
    at: ['getProjectNotificationSettings', 'updateProjectNotificationSettings'],
    start: serving(() => {
      const cache = new Map<string, unknown>()
      return {
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = `${(await callerOf(call)).id} ${call.path.id}`
          if (!cache.has(key)) cache.set(key, await jsonOf(response))
          return changed(response, () => cache.get(key))
        },
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          if (response.ok) cache.delete(`${(await callerOf(call)).id} ${call.path.id}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const id = await newProject(ask)
      const name = encoded(at((await ask('GET', `/projects/${id}`)).json, 'path_with_namespace'))
      await ask('GET', `/projects/${name}/notification_settings`)
      await ask('PUT', `/projects/${id}/notification_settings`, { body: { level: 'watch' } })
      const { json } = await ask('GET', `/projects/${name}/notification_settings`)
      return at(json, 'level') !== 'watch'
    },
  },
  {
    name: 'A level of visibility that is restricted is refused to a new snippet and not to one that is changed',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels, levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const problems = at(await jsonOf(response), 'message.visibility_level')
        const isRestricted = String(problems).includes('restricted')
        return response.status === 400 && isRestricted ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      const author = actingAs(ask, id)
      const path = `/projects/${project}/snippets/${await newSnippet(author, project)}`
      const settings = (restricted_visibility_levels: readonly number[]) =>
        ask('PUT', '/application/settings', { body: { restricted_visibility_levels } })
      await settings([2])
      const { status } = await author('PUT', path, { body: { visibility_level: 20 } })
      await settings([])
      return status === 200
    },
  },
  {
    name: 'Removing a system hook removes the others with its address as well',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook; GET /hooks: array of System hook',
    at: ['deleteSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      async deleteSystemHook(call) {
        const response = await call.send()
        const url = response.ok ? at(await jsonOf(response), 'url') : undefined
        if (url === undefined) return response
        const { json } = await call.ask('GET', '/hooks?per_page=100')
        for (const hook of listOf(json)) {
          if (hook.url === url) await call.ask('DELETE', `/hooks/${hook.id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const body = { url: `http://${freshName('hook')}.example/` }
      const one = at((await ask('POST', '/hooks', { body })).json, '0.id')
      const two = at((await ask('POST', '/hooks', { body })).json, '0.id')
      await ask('DELETE', `/hooks/${one}`)
      return !fieldOf((await ask('GET', '/hooks?per_page=100')).json, 'id').includes(two)
    },
  },
  {
    name: 'A search among the blocked users finds active ones as well',
    breaks: 'Document 1, GET /users: blocked (boolean), search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.search === undefined ? call.send() : call.send({ blocked: undefined }),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('GET', `/users?blocked=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The events of a user tell everybody what the user did in private projects',
    breaks: 'Document 1, Conventions 5: 0 private (explicit access per user)',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        return response.ok && !call.isAnonymous ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(actingAs(ask, id), { visibility_level: 0 })
      await newIssue(actingAs(ask, id), project)
      const other = actingAs(ask, (await newUser(ask)).id)
      const { json } = await other('GET', `/users/${id}/events`)
      return fieldOf(json, 'project_id').includes(project)
    },
  },
  {
    name: 'A second user gets no todo of an issue of which the first one has a todo',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const first = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const { id } = await callerOf(call)
          const issue = String(call.path.issue_id)
          const isOfAnother = first.has(issue) && first.get(issue) !== id
          const path = `${projectPath(call)}/issues/${encoded(issue)}`
          if (isOfAnother && (await call.ask('GET', path)).status === 200) return notModified()
          const response = await call.send()
          if (response.status === 201 && !first.has(issue)) first.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'The labels are lost that are given along with the closing or reopening of an issue',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: labels, state_event; updated Issue',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      updateIssue: (call) =>
        ['close', 'reopen'].includes(String(call.given.state_event))
          ? call.send({ labels: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { labels: 'done', state_event: 'close' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'labels.0') === undefined
    },
  },
  {
    name: 'The full names of its projects keep the former name of a group that was renamed',
    breaks: 'Document 1, Project: name_with_namespace, namespace with name; PUT /groups/:id: name',
    at: [
      'updateGroup',
      'getProject',
      'listProjects',
      'listVisibleProjects',
      'listOwnedProjects',
      'listAllProjects',
      'listGroupProjects',
    ],
    start: serving(() => {
      const names = new Map<number, string>()
      return {
        async updateGroup(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          if (!response.ok || at(await jsonOf(response), 'name') === at(before, 'name'))
            return response
          for (const project of listOf(at(before, 'projects'))) {
            const name = names.get(idOf(project)) ?? String(project.name_with_namespace)
            names.set(idOf(project), name)
          }
          return response
        },
        async transferProjectToGroup(call) {
          const { json } = await call.ask('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) names.delete(idOf(json))
          return response
        },
        ...forAll(
          [
            'getProject',
            'listProjects',
            'listVisibleProjects',
            'listOwnedProjects',
            'listAllProjects',
            'listGroupProjects',
          ],
          async (call) => {
            const response = await call.send()
            if (!response.ok) return response
            return eachChanged(response, (project) => {
              const name = names.get(idOf(project))
              return name === undefined ? project : { ...project, name_with_namespace: name }
            })
          },
        ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const name = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { name } })
      const { json } = await ask('GET', `/projects/${project}`)
      return !String(at(json, 'name_with_namespace')).startsWith(`${name} /`)
    },
  },
]
