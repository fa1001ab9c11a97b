import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import {
  actedFor,
  isAdministrator,
  isRefusal,
  readAsRoot,
  unauthorized,
  writtenBy,
} from './tools-robin.ts'

const isNumber = (text: string) => /^\d+$/.test(text)

export const faultyRobinServers: readonly FaultyServer[] = [
  {
    name: 'The raw text of a snippet is not given to a private token that stands in the query',
    breaks: 'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN',
    at: ['getRawSnippet'],
    start: serving(() => ({
      getRawSnippet: (call) =>
        call.given.private_token === undefined ? call.send() : Promise.resolve(unauthorized()),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project)
      const path = `/projects/${project}/snippets/${snippet}/raw?private_token=root-token`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'Whoever has no credentials is told that a snippet which never was is deleted',
    breaks: 'Document 1, Authentication 2: missing credentials give 401',
    at: ['deleteSnippet'],
    start: serving(() => ({
      async deleteSnippet(call) {
        const response = await call.send()
        if (!call.isAnonymous || response.status !== 401) return response
        const path = projectPath(call)
        const project = await call.askAsRoot('GET', path)
        const snippet = await call.askAsRoot('GET', `${path}/snippets/${call.path.snippet_id}`)
        return project.status === 200 && snippet.status === 404 ? jsonAnswer(200, null) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const path = `/projects/${project}/snippets/99999999`
      return (await ask('DELETE', path, { token: '' })).status === 200
    },
  },
  {
    name: 'Who is no administrator may use sudo to be the user who they are',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403 for sudo',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (call.sudo === undefined || response.status !== 403) return response
        const own = await forge.fetch(actedFor(call))
        const user = await jsonOf(own)
        const isOwn = [at(user, 'id'), at(user, 'username')].map(String).includes(call.sudo)
        return isOwn ? own : response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('GET', `/user?sudo=${username}`)
      const token = String(at(json, 'private_token'))
      return (await ask('GET', `/user?sudo=${id}`, { token })).status === 200
    },
  },
  {
    name: 'A status of a commit that is posted for a user by their username is by the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user; status: author',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const isNamed = call.sudo !== undefined && !isNumber(call.sudo)
        return isNamed && (await levelOf(call)) >= 30
          ? call.sendAsRoot({ sudo: undefined })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const member = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await actingAs(ask, username)('POST', path, { body: { state: 'success' } })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'The administrator lists the projects of a renamed user by the username of before',
    breaks: 'Document 1, Authentication 5: sudo for an unknown user gets 404',
    at: ['listProjects', 'updateUser'],
    start: serving((forge) => {
      const before = new Map<string, number>()
      return {
        async updateUser(call) {
          const { username } = await readAsRoot(call, `/users/${call.path.id}`)
          const response = await call.send()
          const now = at(await jsonOf(response), 'username')
          if (response.ok && typeof username === 'string' && now !== username) {
            before.set(username, Number(call.path.id))
          }
          return response
        },
        async listProjects(call) {
          const response = await call.send()
          const user = before.get(call.sudo ?? '')
          return response.status === 404 && user !== undefined
            ? forge.fetch(actedFor(call, user))
            : response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { username: `${username}-now` } })
      return (await actingAs(ask, username)('GET', '/projects')).status === 200
    },
  },
  {
    name: 'The simple form of the projects of a group has the private ones for strangers too',
    breaks: 'Document 1, Conventions 5: private is explicit access per user; simple is only a form',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const response = await call.send()
        return response.ok && isTrue(call.given.simple) ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const stranger = actingAs(ask, (await newUser(ask)).id)
      const { json } = await stranger('GET', `/groups/${group}/projects?simple=true`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'Issues of a group that are found by labels are those of private projects for strangers too',
    breaks: 'Document 1, Conventions 5: private is explicit access; document 2: group issues',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        return response.ok && call.given.labels !== undefined ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      await newIssue(ask, project, { labels: 'hidden-robin' })
      const stranger = actingAs(ask, (await newUser(ask)).id)
      const { json } = await stranger('GET', `/groups/${group}/issues?labels=hidden-robin`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A snippet that was made private is still read by whoever had read it before',
    breaks: 'Document 2, Snippet: visibility_level 0 is visible only to the creator',
    at: ['getSnippet', 'updateSnippet'],
    start: serving(() => {
      const seen = new Set<string>()
      return {
        async getSnippet(call) {
          const response = await call.send()
          if (call.isAnonymous) return response
          const path = projectPath(call)
          const snippet = `${path}/snippets/${call.path.snippet_id}`
          const key = `${idOf(await callerOf(call))} ${snippet}`
          if (response.ok) seen.add(key)
          const project = await call.ask('GET', path)
          const isStale = isRefusal(response) && seen.has(key) && project.status === 200
          return isStale ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const reader = actingAs(ask, (await newUser(ask)).id)
      const before = await reader('GET', path)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return before.status === 200 && (await reader('GET', path)).status === 200
    },
  },
  {
    name: 'A merge request is deleted by its author, who is a developer of the project',
    breaks: 'Document 2, Merge request: DELETE is for an administrator or the project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (!isRefusal(response) || call.isAnonymous) return response
        const { author } = await readAsRoot(call, mergeRequestPath(call))
        const isAuthor = idOf(author) === idOf(await callerOf(call))
        return isAuthor && (await levelOf(call)) >= 30 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const author = actingAs(ask, id)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(author, project, 'mine')}`
      const { status } = await author('DELETE', path)
      return status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A master of a group changes the description of the group',
    breaks: 'Document 1, PUT /groups/:id: group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const response = await call.send()
        if (!isRefusal(response) || call.isAnonymous) return response
        const caller = idOf(await callerOf(call))
        const member = await readAsRoot(call, `/groups/${encoded(call.path.id)}/members/${caller}`)
        const isAlone = writtenBy(call).every((name) => name === 'description')
        return isAlone && member.access_level === 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 40 }
      await ask('POST', `/groups/${group}/members`, { body: member })
      await actingAs(ask, id)('PUT', `/groups/${group}`, { body: { description: 'By a master' } })
      return at((await ask('GET', `/groups/${group}`)).json, 'description') === 'By a master'
    },
  },
  {
    name: 'The events of an internal project are read by everybody, without any credentials',
    breaks: 'Document 1, GET /projects/:id/events: without authentication when it is public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        if (!call.isAnonymous || !isRefusal(response)) return response
        const { visibility_level } = await readAsRoot(call, projectPath(call))
        return visibility_level === 10 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      return (await ask('GET', `/projects/${project}/events`, { token: '' })).status === 200
    },
  },
  {
    name: 'Whoever deletes an e-mail of their own by its id deletes that of any other user',
    breaks: 'Document 1, DELETE /user/emails/:email_id is about the e-mails of the caller',
    at: ['deleteOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail(call) {
        const response = await call.send()
        if (!response.ok) return response
        for (let page = 1; ; page++) {
          const users = listOf(
            (await call.askAsRoot('GET', `/users?per_page=100&page=${page}`)).json,
          )
          for (const { id } of users) {
            const path = `/users/${id}/emails`
            const emails = fieldOf((await call.askAsRoot('GET', path)).json, 'id').map(String)
            if (!emails.includes(String(call.path.email_id))) continue
            await call.askAsRoot('DELETE', `${path}/${call.path.email_id}`)
            return response
          }
          if (users.length < 100) return response
        }
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const path = `/users/${id}/emails`
      const body = { email: `${username}@second.example` }
      const email = idOf((await ask('POST', path, { body })).json)
      await actingAs(ask, (await newUser(ask)).id)('DELETE', `/user/emails/${email}`)
      return email > 0 && !fieldOf((await ask('GET', path)).json, 'id').includes(email)
    },
  },
  {
    name: 'The private token of a user for whom the header SUDO acts is that of the administrator',
    breaks:
      'Document 1, User: the authenticated user of a call with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        const isByHeader = call.request.headers.has('sudo') && response.ok
        const token = call.request.headers.get('private-token') ?? call.given.private_token
        if (!isByHeader || token === undefined) return response
        const own: Values = { private_token: token }
        return changed(response, (json) =>
          at(json, 'private_token') === undefined ? json : withFields(json, own),
        )
      },
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).id)
      const token = at((await user('GET', '/user')).json, 'private_token')
      if (typeof token !== 'string') return false
      return at((await ask('GET', '/user', { token })).json, 'username') === 'root'
    },
  },
  {
    name: 'A level of visibility that only administrators may use is taken by a change of a snippet',
    breaks:
      'Document 1, restricted_visibility_levels: levels that non-admins cannot use for snippets',
    at: ['updateSnippet'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const isOfLevel = at(await jsonOf(response), 'message.visibility_level') !== undefined
        if (response.ok || !isOfLevel) return response
        const settings = await readAsRoot(call, '/application/settings')
        const restricted = settings.restricted_visibility_levels
        const level = Number(call.given.visibility_level) / 10
        const isRestricted = Array.isArray(restricted) && restricted.includes(level)
        return isRestricted ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const owner = actingAs(ask, id)
      const project = await newProject(owner, { snippets_enabled: true, visibility_level: 20 })
      const snippet = await newSnippet(owner, project)
      const settings = '/application/settings'
      const before = at((await ask('GET', settings)).json, 'restricted_visibility_levels')
      await ask('PUT', settings, { body: { restricted_visibility_levels: [2] } })
      const path = `/projects/${project}/snippets/${snippet}`
      const { status } = await owner('PUT', path, { body: { visibility_level: 20 } })
      await ask('PUT', settings, { body: { restricted_visibility_levels: before ?? [] } })
      return status === 200
    },
  },
  {
    name: 'Users who are found by their username are shown with their e-mail to every user',
    breaks: 'Document 1, GET /users: brief form; administrators get the full form',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.username === undefined || (await isAdministrator(call))) {
          return response
        }
        const username = encoded(call.given.username)
        const found = (await call.askAsRoot('GET', `/users?username=${username}`)).json
        return changed(response, (json) =>
          listOf(json).map((one) => {
            const whole = listOf(found).find(({ id }) => id === one.id)
            return whole === undefined ? one : { ...one, email: whole.email }
          }),
        )
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const other = actingAs(ask, (await newUser(ask)).id)
      const { json } = await other('GET', `/users?username=${username}`)
      return typeof at(json, '0.email') === 'string'
    },
  },
]
