import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  newIssue,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  addMember,
  briefOf,
  holderOf,
  isSeen,
  projectIdOf,
  readdressed,
  sudoOf,
  tokenOf,
} from './tools-beech.ts'

export const faultyBeechServers: readonly FaultyServer[] = [
  {
    name: 'A private project is forbidden, and not unknown, to those who were its members',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const { user_id } = call.path
          const member = `${projectPath(call)}/members/${user_id}`
          const wasMember = (await call.askAsRoot('GET', member)).status === 200
          const response = await call.send()
          if (response.ok && wasMember) former.add(`${await projectIdOf(call)} ${user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          return former.has(`${await projectIdOf(call)} ${id}`)
            ? jsonAnswer(403, { message: '403 Forbidden' })
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}`)).status === 403
    },
  },
  {
    name: 'Sudo takes a username that begins with digits for the id that these digits are',
    breaks:
      'Document 1, Authentication 5: performs the call as another user, given as numeric id or username',
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const digits = /^(\d+)[^\d]/.exec(sudoOf(request) ?? '')?.[1]
      if (digits === undefined) return forge.fetch(request)
      return forge.fetch(
        await readdressed(request, (url, headers) => {
          if (url.searchParams.has('sudo')) url.searchParams.set('sudo', digits)
          if (headers.has('sudo')) headers.set('sudo', digits)
        }),
      )
    },
    async isShown(ask) {
      const username = `2${freshName('nd')}`
      const { id } = await newUser(ask, { username })
      return idOf((await actingAs(ask, username)('GET', '/user')).json) !== id
    },
  },
  {
    name: 'A user who was deleted is returned by each further deletion',
    breaks:
      'Document 1, DELETE /users/:id: 200 always; the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const deleted = new Map<string | undefined, unknown>()
      return {
        async deleteUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          const user = await jsonOf(response)
          if (at(user, 'id') !== undefined) deleted.set(call.path.id, user)
          const before = deleted.get(call.path.id)
          return before === undefined ? response : jsonAnswer(200, before)
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
    name: 'A user whom an administrator no longer allows to create groups still creates them',
    breaks:
      'Document 1, POST /groups: only for users allowed to create groups; PUT /users/:id: can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const allowed = new Set<string>()
      return {
        async updateUser(call) {
          const user = `/users/${call.path.id}`
          const before = at((await call.askAsRoot('GET', user)).json, 'can_create_group')
          const response = await call.send()
          if (response.ok && before === true && isFalse(call.given.can_create_group)) {
            allowed.add(String(call.path.id))
          }
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          if (!allowed.has(String(id))) return response
          const created = await call.sendAsRoot()
          if (!created.ok) return created
          const members = `/groups/${idOf(await jsonOf(created))}/members`
          await call.askAsRoot('POST', members, { user_id: id, access_level: 50 })
          const root = idOf((await call.askAsRoot('GET', '/user')).json)
          if (root !== id) await call.askAsRoot('DELETE', `${members}/${root}`)
          return created
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const name = freshName('group')
      const body = { name, path: name }
      return (await actingAs(ask, id)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'An administrator who became a normal user still lists all projects',
    breaks: 'Document 1, GET /projects/all (admin); PUT /users/:id: admin',
    at: ['listAllProjects', 'updateUser'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async updateUser(call) {
          const before = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          const response = await call.send()
          if (response.ok && at(before, 'is_admin') === true && isFalse(call.given.admin)) {
            former.add(String(call.path.id))
          }
          return response
        },
        async listAllProjects(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          return former.has(String(id)) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { admin: true })
      await ask('PUT', `/users/${id}`, { body: { admin: false } })
      const token = await tokenOf(ask, id)
      return (await ask('GET', '/projects/all', { token })).status === 200
    },
  },
  {
    name: 'An issue is removed by its author, who neither owns the project nor is an administrator',
    breaks:
      'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner; Errors: 403 request not allowed',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const author = at((await call.ask('GET', path)).json, 'author.id')
        const response = await call.send()
        if (response.status !== 403 || author === undefined) return response
        return (await callerOf(call)).id === author ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      const as = actingAs(ask, id)
      const path = `/projects/${project}/issues/${await newIssue(as, project)}`
      return (await as('DELETE', path)).status === 200
    },
  },
  {
    name: 'A developer sets the time at which an issue was updated',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner)',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at, title } = call.given
        if (!response.ok || updated_at === undefined) return response
        if ((await callerOf(call)).is_admin === true) return response
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const now = title ?? at(await jsonOf(response), 'title')
        const { json } = await call.askAsRoot('PUT', path, { title: now, updated_at })
        return changed(response, (issue) =>
          withFields(issue, { updated_at: at(json, 'updated_at') ?? at(issue, 'updated_at') }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Other', updated_at: '2015-01-01T00:00:00Z' }
      await actingAs(ask, id)('PUT', path, { body })
      return String(at((await ask('GET', path)).json, 'updated_at')).startsWith('2015-01-01')
    },
  },
  {
    name: 'A todo for an issue is there already where another user has one',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const todos = new Map<string, { readonly user: unknown; readonly todo: unknown }>()
      return {
        async createTodoOfIssue(call) {
          const key = `${await projectIdOf(call)} ${call.path.issue_id}`
          const other = todos.get(key)
          const issue = `${projectPath(call)}/issues/${call.path.issue_id}`
          if (other !== undefined && (await isSeen(call, issue))) {
            const { json } = await call.askAsRoot('GET', `/todos?sudo=${other.user}&per_page=100`)
            if (fieldOf(json, 'id').includes(other.todo)) return new Response(null, { status: 304 })
          }
          const response = await call.send()
          if (response.status === 201) {
            const { id } = await callerOf(call)
            todos.set(key, { user: id, todo: at(await jsonOf(response), 'id') })
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'The headers of the members of a project that a query finds count all of its members',
    breaks:
      'Document 1, Limits: X-Total, X-Total-Pages of paginated lists; GET /projects/:id/members: query, searches members',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const { headers } = await call.send({ query: undefined })
        return withBody(response, await response.text(), {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      const found = await ask('GET', `/projects/${project}/members?query=${username}`)
      return found.headers.get('x-total') === '2'
    },
  },
  {
    name: 'The raw text of a snippet that became private is still served to the other members',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const shown = new Set<string>()
      return {
        async createSnippet(call) {
          const response = await call.send()
          if (response.ok && Number(call.given.visibility_level) > 0) {
            shown.add(String(at(await jsonOf(response), 'id')))
          }
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          const isShown = shown.has(String(call.path.snippet_id)) && !call.isAnonymous
          if (response.status !== 404 || !isShown) return response
          return (await isSeen(call, projectPath(call))) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await actingAs(ask, id)('GET', `${path}/raw`)).status === 200
    },
  },
  {
    name: 'A branch that is protected anew has the rights of developers back from before',
    breaks:
      'Document 3, Branch protection: by unprotect developers_can_push and developers_can_merge become false; by protect they are set from parameters',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const rights = new Map<string, { readonly push: boolean; readonly merge: boolean }>()
      return {
        async unprotectBranch(call) {
          const key = `${await projectIdOf(call)} ${call.path.branch}`
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && at(json, 'protected') === true) {
            rights.set(key, {
              push: at(json, 'developers_can_push') === true,
              merge: at(json, 'developers_can_merge') === true,
            })
          }
          return response
        },
        async protectBranch(call) {
          const before = rights.get(`${await projectIdOf(call)} ${call.path.branch}`)
          const { developers_can_push, developers_can_merge } = call.given
          const isGiven = developers_can_push !== undefined || developers_can_merge !== undefined
          if (before === undefined || isGiven || (!before.push && !before.merge)) return call.send()
          return call.send({
            developers_can_push: before.push,
            developers_can_merge: before.merge,
          })
        },
      }
    }),
    async isShown(ask) {
      const branch = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${branch}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${branch}/unprotect`)
      await ask('PUT', `${branch}/protect`)
      return at((await ask('GET', branch)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'The events of a public project are unknown to anonymous readers who give its path',
    breaks:
      'Document 1, GET /projects/:id/events: id integer/string; readable without authentication when the project is public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const isId = /^\d+$/.test(String(call.path.id))
        return call.isAnonymous && !isId
          ? jsonAnswer(404, { message: '404 Project Not Found' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = encoded(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${path}/events`, { token: '' })).status === 404
    },
  },
  {
    name: 'A user who was unblocked is still listed among the blocked users',
    breaks:
      'Document 1, User states: unblock, active; GET /users: blocked (boolean, only true supported)',
    at: ['listUsers', 'unblockUser'],
    start: serving(() => {
      const unblocked = new Set<string>()
      return {
        async unblockUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          if (response.ok && at(json, 'state') === 'blocked') unblocked.add(String(call.path.id))
          return response
        },
        async listUsers(call) {
          const { blocked, active, search, username, external } = call.given
          const others = [active, search, username, external]
          if (!isTrue(blocked) || others.some((one) => one !== undefined)) return call.send()
          const isAdministrator = (await callerOf(call)).is_admin === true
          const users = await Promise.all(
            [...unblocked].map((id) => call.askAsRoot('GET', `/users/${id}`)),
          )
          const kept = users
            .filter(({ status, json }) => status === 200 && at(json, 'state') === 'active')
            .map(({ json }) => (isAdministrator ? fieldsOf(json) : briefOf(json)))
          return relisted(call, (all) => [...all, ...kept])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      const { json } = await ask('GET', '/users?blocked=true&per_page=100')
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'A user who is no administrator is allowed sudo as that same user',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const own = await holderOf(forge, call.request)
        const user = await jsonOf(own)
        const names = [String(at(user, 'id')), at(user, 'username')]
        return own.ok && names.includes(call.sudo) ? own : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = await tokenOf(ask, id)
      return (await ask('GET', `/user?sudo=${id}`, { token })).status === 200
    },
  },
  {
    name: 'The raw text of a blob of a private project is served to anonymous readers',
    breaks:
      'Document 1, Authentication 1: reads marked public work without credentials when the project or repository is publicly accessible; every other request needs credentials',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        return call.isAnonymous && [401, 404].includes(response.status)
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask, { visibility_level: 0 })}/repository`
      const { json } = await ask('GET', `${repository}/tree`)
      const blob = `${repository}/raw_blobs/${at(json, '0.id')}`
      return (await ask('GET', blob, { token: '' })).status === 200
    },
  },
]
