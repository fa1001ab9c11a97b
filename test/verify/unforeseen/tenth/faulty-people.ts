import { at, type FaultyServer, type Forge } from '../server.ts'
import {
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  projectPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  addMember,
  briefUser,
  groupLevelOf,
  groupPath,
  newCaller,
  newKeyOfUser,
  notFound,
  numberOf,
  relationOf,
  specifiedOperations,
  specifiedRemovals,
  withLinks,
} from './tools-people.ts'

const userFilters = ['search', 'username', 'active', 'blocked', 'external']

const without = (json: unknown, name: string) =>
  Object.fromEntries(Object.entries(fieldsOf(json)).filter(([key]) => key !== name))

/** The parameters that stand in the query with each text decoded once more. */
function decodedOnceMore({ request, given }: Call): Values {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => searchParams.has(name) && typeof value === 'string')
      .map(([name, value]) => [name, new URLSearchParams(`text=${String(value)}`).get('text')]),
  )
}

/** The request without the user whom it is made as. */
function withoutSudo(request: Request): Request {
  const url = new URL(request.url)
  url.searchParams.delete('sudo')
  const changedRequest = new Request(url, request)
  changedRequest.headers.delete('sudo')
  return changedRequest
}

/** Lets everybody act for themselves who names themselves by sudo. */
const lettingActForThemselves = (forge: Forge) => async (request: Request) => {
  const response = await forge.fetch(request.clone())
  const message = String(at(await jsonOf(response), 'message'))
  if (response.status !== 403 || !message.includes('Must be admin to use sudo')) return response
  const url = new URL(request.url)
  const named = request.headers.get('sudo') ?? url.searchParams.get('sudo')
  const user = new URL('/api/v3/user', url)
  user.search = url.search
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const self = await jsonOf(await forge.fetch(withoutSudo(new Request(user, { headers }))))
  const isSelf = [at(self, 'id'), at(self, 'username')].map(String).includes(String(named))
  return isSelf ? forge.fetch(withoutSudo(request)) : response
}

/** Reads a private token of the query wherever nothing is removed. */
const withoutTokenOfQuery = (forge: Forge) => (request: Request) => {
  if (request.method !== 'DELETE') return forge.fetch(request)
  const url = new URL(request.url)
  url.searchParams.delete('private_token')
  return forge.fetch(new Request(url, request))
}

export const faultyPeopleServers: readonly FaultyServer[] = [
  {
    name: 'The last page of the users found by a search is, by its link, that of all users',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        return withLinks(await call.send(), (url) => {
          for (const name of userFilters) url.searchParams.delete(name)
        })
      },
    })),
    async isShown(ask) {
      const { username } = await newCaller(ask)
      const { headers } = await ask('GET', `/users?search=${username}&per_page=1`)
      const last = relationOf(headers, 'last')
      return last !== '' && !last.includes(username)
    },
  },
  {
    name: 'A user who is made with a limit of no projects has the usual one',
    breaks: 'Document 1, POST /users: projects_limit (integer)',
    at: ['createUser'],
    start: serving(() => ({
      createUser: (call) =>
        Number(call.given.projects_limit ?? 1) === 0
          ? call.send({ projects_limit: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newCaller(ask, { projects_limit: 0 })
      return Number(at((await ask('GET', `/users/${id}`)).json, 'projects_limit')) > 0
    },
  },
  {
    name: 'What a query writes about a user is decoded twice',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query string or in the body',
    at: ['updateUser'],
    start: serving(() => ({ updateUser: (call) => call.send(decodedOnceMore(call)) })),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      await ask('PUT', `/users/${id}?bio=${encoded('writes C++ and 100%25')}`)
      const bio = at((await ask('GET', `/users/${id}`)).json, 'bio')
      return typeof bio === 'string' && bio !== 'writes C++ and 100%25'
    },
  },
  {
    name: 'A user who is deleted a second time is returned a second time',
    breaks: 'Document 1, DELETE /users/:id: the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const deleted = new Map<string | undefined, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          if (!response.ok) return response
          if (idOf(json) > 0) deleted.set(call.path.id, json)
          const before = deleted.get(call.path.id)
          return idOf(json) > 0 || before === undefined ? response : jsonAnswer(200, before)
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      await ask('DELETE', `/users/${id}`)
      const { status, json } = await ask('DELETE', `/users/${id}`)
      return status === 200 && idOf(json) === id
    },
  },
  {
    name: 'The token of a user is left out where the query says whose it is',
    breaks: 'Document 1, User: the response made with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        return new URL(call.request.url).searchParams.has('sudo')
          ? changed(response, (json) => without(json, 'private_token'))
          : response
      },
    })),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      const { status, json } = await ask('GET', `/user?sudo=${id}`)
      return status === 200 && idOf(json) === id && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'Everybody may name themselves by sudo',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403',
    at: specifiedOperations,
    start: lettingActForThemselves,
    async isShown(ask) {
      const caller = await newCaller(ask)
      const token = String(at((await caller.ask('GET', '/user')).json, 'private_token'))
      return (await ask('GET', `/user?sudo=${caller.id}`, { token })).status === 200
    },
  },
  {
    name: 'A private token in the query removes nothing',
    breaks: 'Document 1, Authentication 3: private token, query parameter private_token',
    at: specifiedRemovals,
    start: withoutTokenOfQuery,
    async isShown(ask) {
      const caller = await newCaller(ask)
      const token = String(at((await caller.ask('GET', '/user')).json, 'private_token'))
      const path = `/user/keys/${await newKeyOfUser(ask, caller.id)}?private_token=${token}`
      return (await ask('DELETE', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A key that is given to a user has its title escaped for a page',
    breaks: 'Document 1, SSH key: title string; POST /users/:id/keys: title',
    at: ['createSshKeyOfUser', 'listSshKeysOfUser', 'getSshKeyWithUser'],
    start: serving(() => ({
      createSshKeyOfUser: (call) =>
        typeof call.given.title === 'string'
          ? call.send({
              title: call.given.title.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
            })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      const title = 'Desk & sofa <both>'
      await newKeyOfUser(ask, id, { title })
      const { json } = await ask('GET', `/users/${id}/keys`)
      return listOf(json).length === 1 && at(json, '0.title') !== title
    },
  },
  {
    name: 'The description of a new project ends before its first character of four bytes',
    breaks: 'Document 1, POST /projects: description',
    at: ['createProject', 'getProject'],
    start: serving(() => ({
      createProject: (call) =>
        typeof call.given.description === 'string'
          ? call.send({ description: call.given.description.split(/[\u{10000}-\u{10ffff}]/u)[0] })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { description: 'A lighthouse 🗼 and a bay' })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'description') === 'A lighthouse '
    },
  },
  {
    name: 'Who is no member of a group any more cannot be removed from it again',
    breaks: 'Document 1, Errors 200: DELETE is idempotent',
    at: ['removeGroupMember'],
    start: serving(() => ({
      async removeGroupMember(call) {
        const path = `${groupPath(call)}/members/${call.path.user_id}`
        const { status } = await call.ask('GET', path)
        const response = await call.send()
        return status === 404 && response.ok ? notFound('Member') : response
      },
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, group, id)
      await ask('DELETE', `${group}/members/${id}`)
      return (await ask('DELETE', `${group}/members/${id}`)).status === 404
    },
  },
  {
    name: 'A key is looked up with its user as that user was when it was first looked up',
    breaks: 'Document 1, GET /keys/:id: SSH key with user: the administrator-level user fields',
    at: ['getSshKeyWithUser'],
    start: serving(() => {
      const users = new Map<string | undefined, unknown>()
      return {
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const user = at(await jsonOf(response), 'user')
          if (!response.ok || user === undefined) return response
          const known = users.get(call.path.id) ?? user
          users.set(call.path.id, known)
          return changed(response, (json) => withFields(json, { user: known }))
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newCaller(ask)
      const path = `/keys/${await newKeyOfUser(ask, id)}`
      await ask('GET', path)
      await ask('PUT', `/users/${id}`, { body: { name: 'Renamed' } })
      return at((await ask('GET', path)).json, 'user.name') === username
    },
  },
  {
    name: 'What an administrator does to the e-mails of a user is not in that user’s own list',
    breaks: 'Document 1, GET /user/emails; POST and DELETE /users/:id/emails',
    at: ['listOwnEmails', 'createEmailOfUser', 'deleteEmailOfUser'],
    start: serving(() => {
      const kept = new Map<string, Response>()
      const forget = async (call: Call) => {
        const caller = `${idOf(await callerOf(call))} `
        for (const key of kept.keys()) if (key.startsWith(caller)) kept.delete(key)
        return call.send()
      }
      return {
        ...forAll(['createOwnEmail', 'deleteOwnEmail'], forget),
        async listOwnEmails(call) {
          const key = `${idOf(await callerOf(call))} ${JSON.stringify(call.given)}`
          const response = kept.get(key) ?? (await call.send())
          if (response.ok) kept.set(key, response.clone())
          return response.clone()
        },
      }
    }),
    async isShown(ask) {
      const caller = await newCaller(ask)
      await caller.ask('GET', '/user/emails')
      const email = `${freshName('mail')}@six.example`
      await ask('POST', `/users/${caller.id}/emails`, { body: { email } })
      const listed = fieldOf((await caller.ask('GET', '/user/emails')).json, 'email')
      const kept = fieldOf((await ask('GET', `/users/${caller.id}/emails`)).json, 'email')
      return kept.includes(email) && !listed.includes(email)
    },
  },
  {
    name: 'A project that was moved into a group is not among the details of the group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const moved = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) moved.add(idOf(json))
          return response
        },
        getGroup: async (call) =>
          changed(await call.send(), (json) =>
            at(json, 'projects') === undefined
              ? json
              : withFields(json, {
                  projects: listOf(at(json, 'projects')).filter(({ id }) => !moved.has(id)),
                }),
          ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await ask('POST', `/groups/${group}/projects/${await newProject(ask)}`)
      const { json } = await ask('GET', `/groups/${group}/projects`)
      const details = at((await ask('GET', `/groups/${group}`)).json, 'projects')
      return listOf(json).length === 1 && listOf(details).length === 0
    },
  },
  {
    name: 'A project outlives the group that is removed with all of its projects',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'getProject'],
    start: serving(() => {
      const left = new Map<string, Values>()
      return {
        async deleteGroup(call) {
          const { json } = await call.askAsRoot('GET', `${groupPath(call)}/projects?per_page=100`)
          const response = await call.send()
          if (!response.ok) return response
          for (const project of listOf(json)) {
            left.set(String(project.id), project)
            left.set(String(project.path_with_namespace), project)
          }
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = left.get(String(call.path.id))
          const isLeft = response.status === 404 && !call.isAnonymous && project !== undefined
          return isLeft ? jsonAnswer(200, project) : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'Who was removed from a project is one of its users still',
    breaks: 'Document 1, DELETE /projects/:id/members/:user_id; GET /projects/:id/users',
    at: ['listProjectUsers', 'removeProjectMember'],
    start: serving(() => {
      const removed = new Map<number, Values[]>()
      return {
        async removeProjectMember(call) {
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const { status } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (!response.ok || status !== 200) return response
          const project = await numberOf(call, 'projects')
          const { json } = await call.askAsRoot('GET', `/users/${call.path.user_id}`)
          removed.set(project, [...(removed.get(project) ?? []), briefUser(json)])
          return response
        },
        async listProjectUsers(call) {
          const response = await call.send()
          const gone = removed.get(await numberOf(call, 'projects')) ?? []
          return changed(response, (json) => {
            const ids = fieldOf(json, 'id')
            return Array.isArray(json)
              ? [...json, ...gone.filter(({ id }) => !ids.includes(id))]
              : json
          })
        },
      }
    }),
    async isShown(ask) {
      const project = `/projects/${await newProject(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, project, id)
      await ask('DELETE', `${project}/members/${id}`)
      const users = fieldOf((await ask('GET', `${project}/users`)).json, 'id')
      return users.includes(id)
    },
  },
  {
    name: 'All of one’s keys are on each page of them',
    breaks: 'Document 1, Endpoints: page and per_page apply to every list',
    at: ['listOwnSshKeys'],
    start: serving(() => ({
      listOwnSshKeys: (call) => call.send({ page: undefined, per_page: 100 }),
    })),
    async isShown(ask) {
      const caller = await newCaller(ask)
      await newKeyOfUser(ask, caller.id)
      await newKeyOfUser(ask, caller.id)
      return listOf((await caller.ask('GET', '/user/keys?per_page=1')).json).length === 2
    },
  },
  {
    name: 'The total of the members of a group that are found is that of all of its members',
    breaks: 'Document 1, Limits: X-Total; GET /groups/:id/members: query',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        const all = await call.send({ query: undefined, page: undefined })
        const total = all.headers.get('x-total')
        return response.ok && total !== null
          ? withBody(response, response.body, { 'x-total': total })
          : response
      },
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id, username } = await newCaller(ask)
      await addMember(ask, group, id)
      const { json, headers } = await ask('GET', `${group}/members?query=${username}`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'One’s projects are said to have one page too many where the last one is full',
    breaks: 'Document 1, Limits: X-Total-Pages; Link with the relation last',
    at: ['listProjects'],
    start: serving(() => ({
      async listProjects(call) {
        const response = await call.send()
        const total = Number(response.headers.get('x-total'))
        const pages = Number(response.headers.get('x-total-pages'))
        if (total === 0 || total % Number(response.headers.get('x-per-page')) !== 0) return response
        return withLinks(
          response,
          (url, relation) => {
            if (relation === 'last') url.searchParams.set('page', String(pages + 1))
          },
          { 'x-total-pages': String(pages + 1) },
        )
      },
    })),
    async isShown(ask) {
      const caller = await newCaller(ask)
      await newProject(caller.ask)
      const { headers } = await caller.ask('GET', '/projects?per_page=1')
      return headers.get('x-total') === '1' && headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'Each page of the events of a user ends with the newest of the page',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: async (call) =>
        changed(await call.send(), (json) => (Array.isArray(json) ? [...json].reverse() : json)),
    })),
    async isShown(ask) {
      const caller = await newCaller(ask)
      const project = await newProject(caller.ask)
      const first = await newIssue(caller.ask, project)
      const second = await newIssue(caller.ask, project)
      const { json } = await ask('GET', `/users/${caller.id}/events`)
      const targets = fieldOf(json, 'target_id')
      return targets.includes(first) && targets.indexOf(first) < targets.indexOf(second)
    },
  },
  {
    name: 'Masters of a group may change it as its owners do',
    breaks: 'Document 1, PUT /groups/:id: group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const response = await call.send()
        return response.status === 403 && (await groupLevelOf(call)) === 40
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const caller = await newCaller(ask)
      await addMember(ask, group, caller.id, { access_level: 40 })
      const { status } = await caller.ask('PUT', group, { body: { description: 'Mine' } })
      return status === 200
    },
  },
  {
    name: 'Internal projects are among those to be seen for their members only',
    breaks: 'Document 1, GET /projects/visible; Conventions 5: 10 internal, any logged-in user',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const isAdmin = (await callerOf(call)).is_admin === true
        return changed(await call.send(), (json) =>
          !Array.isArray(json) || isAdmin
            ? json
            : listOf(json).filter(
                ({ visibility_level, permissions }) =>
                  visibility_level !== 10 ||
                  at(permissions, 'project_access.access_level') !== undefined ||
                  at(permissions, 'group_access.access_level') !== undefined,
              ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const caller = await newCaller(ask)
      const { status } = await caller.ask('GET', `/projects/${project}`)
      const { json } = await caller.ask('GET', '/projects/visible?order_by=id')
      return status === 200 && !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The events of a public project are for those with credentials',
    breaks:
      'Document 1, GET /projects/:id/events: readable without authentication when the project is public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      listProjectEvents: async (call) =>
        call.isAnonymous ? jsonAnswer(401, { message: '401 Unauthorized' }) : call.send(),
    })),
    async isShown(ask) {
      const project = `/projects/${await newProject(ask, { visibility_level: 20 })}`
      const { status } = await ask('GET', project, { token: '' })
      const events = await ask('GET', `${project}/events`, { token: '' })
      return status === 200 && events.status === 401
    },
  },
  {
    name: 'A key of somebody else is removed by way of any user',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const user = await call.ask('GET', `/users/${call.path.id}`)
        const key = await call.ask('GET', `/keys/${call.path.key_id}`)
        if (user.status !== 200 || key.status !== 200) return response
        const path = `/users/${at(key.json, 'user.id')}/keys/${call.path.key_id}`
        return responseOf(await call.ask('DELETE', path))
      },
    })),
    async isShown(ask) {
      const owner = await newCaller(ask)
      const other = await newCaller(ask)
      const key = await newKeyOfUser(ask, owner.id)
      await ask('DELETE', `/users/${other.id}/keys/${key}`)
      return (await ask('GET', `/keys/${key}`)).status === 404
    },
  },
  {
    name: 'A member who left a project and came back is looked up with the level of before',
    breaks: 'Document 1, GET /projects/:id/members/:user_id; POST .../members: access_level',
    at: ['getProjectMember', 'addProjectMember'],
    start: serving(() => {
      const levels = new Map<string, unknown>()
      const keyOf = async (call: Call) => `${await numberOf(call, 'projects')} ${call.path.user_id}`
      return {
        async updateProjectMember(call) {
          const response = await call.send()
          if (response.ok) levels.delete(await keyOf(call))
          return response
        },
        async getProjectMember(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = await keyOf(call)
          const access_level = levels.get(key) ?? at(await jsonOf(response), 'access_level')
          levels.set(key, access_level)
          return changed(response, (json) => withFields(json, { access_level }))
        },
      }
    }),
    async isShown(ask) {
      const project = `/projects/${await newProject(ask)}`
      const { id } = await newCaller(ask)
      const path = `${project}/members/${id}`
      await addMember(ask, project, id, { access_level: 40 })
      await ask('GET', path)
      await ask('DELETE', path)
      await addMember(ask, project, id, { access_level: 10 })
      return at((await ask('GET', path)).json, 'access_level') === 40
    },
  },
  {
    name: 'The projects of a blocked user are missing from those of everybody',
    breaks: 'Document 1, GET /projects/all: array of all Project',
    at: ['listAllProjects'],
    start: serving(() => ({
      async listAllProjects(call) {
        const { json: users } = await call.askAsRoot('GET', '/users?blocked=true&per_page=100')
        const blocked = fieldOf(users, 'id')
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).filter(({ owner }) => !blocked.includes(at(owner, 'id')))
            : json,
        )
      },
    })),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      const name = freshName('project')
      await ask('POST', `/projects/user/${id}`, { body: { name } })
      await ask('PUT', `/users/${id}/block`)
      return listOf((await ask('GET', `/projects/all?search=${name}`)).json).length === 0
    },
  },
  {
    name: 'An e-mail that is not given is missed without its name',
    breaks: 'Document 1, Errors 1: missing attribute (400), a string naming the attribute',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        return response.status === 400 && call.given.email === undefined
          ? jsonAnswer(400, { message: '400 (Bad request) a required parameter is missing' })
          : response
      },
    })),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      const { status, json } = await ask('POST', `/users/${id}/emails`, { body: {} })
      return status === 400 && !String(at(json, 'message')).includes('email')
    },
  },
  {
    name: 'An integration is enabled without anybody saying where it is',
    breaks:
      'Document 1, Application settings: integration_b_url, yes when integration_b_enabled is true',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateApplicationSettings(call) {
        const response = await call.send()
        const isOn = isTrue(call.given.integration_b_enabled)
        return response.status === 400 && isOn && call.given.integration_b_url === undefined
          ? call.send({ integration_b_url: 'http://integration.example' })
          : response
      },
    })),
    async isShown(ask) {
      const path = '/application/settings'
      const { status } = await ask('PUT', path, { body: { integration_b_enabled: true } })
      await ask('PUT', path, { body: { integration_b_enabled: false } })
      return status === 200
    },
  },
  {
    name: 'A project for a user whom nobody knows is made for whoever asks',
    breaks: 'Document 1, POST /projects/user/:user_id: created project owned by the given user',
    at: ['createProjectForUser'],
    start: serving(() => ({
      async createProjectForUser(call) {
        const response = await call.send()
        const user = await call.askAsRoot('GET', `/users/${call.path.user_id}`)
        return response.status === 404 && user.status === 404
          ? responseOf(await call.ask('POST', '/projects', call.given))
          : response
      },
    })),
    async isShown(ask) {
      const body = { name: freshName('project') }
      return (await ask('POST', '/projects/user/987654', { body })).status === 201
    },
  },
  {
    name: 'The membership of an owner of a group does not end',
    breaks: 'Document 1, POST /groups/:id/members: expires_at (date YEAR-MONTH-DAY)',
    at: ['addGroupMember', 'getGroupMember'],
    start: serving(() => ({
      addGroupMember: (call) =>
        Number(call.given.access_level) === 50 ? call.send({ expires_at: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, group, id, { access_level: 50, expires_at: '2037-05-06' })
      return at((await ask('GET', `${group}/members/${id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'Notifications go, by their settings, to the first e-mail of a user, whichever was chosen',
    breaks: 'Document 1, GET /notification_settings: level and notification_email',
    at: ['getNotificationSettings', 'updateNotificationSettings'],
    start: serving(() => ({
      async getNotificationSettings(call) {
        const { email } = await callerOf(call)
        return changed(await call.send(), (json) =>
          at(json, 'notification_email') === undefined
            ? json
            : withFields(json, { notification_email: email }),
        )
      },
    })),
    async isShown(ask) {
      const caller = await newCaller(ask)
      const email = `${freshName('mail')}@six.example`
      await ask('POST', `/users/${caller.id}/emails`, { body: { email } })
      const path = '/notification_settings'
      const written = await caller.ask('PUT', path, { body: { notification_email: email } })
      const { json } = await caller.ask('GET', path)
      return written.status === 200 && at(json, 'notification_email') !== email
    },
  },
  {
    name: 'The settings of a group’s notifications are those of whoever wrote them last',
    breaks: 'Document 1, GET /groups/:id/notification_settings: level of the caller',
    at: ['getGroupNotificationSettings', 'updateGroupNotificationSettings'],
    start: serving(() => {
      const levels = new Map<number, Values>()
      return {
        async updateGroupNotificationSettings(call) {
          const response = await call.send()
          if (response.ok) {
            levels.set(await numberOf(call, 'groups'), fieldsOf(await jsonOf(response)))
          }
          return response
        },
        async getGroupNotificationSettings(call) {
          const response = await call.send()
          const last = levels.get(await numberOf(call, 'groups'))
          return response.ok && last !== undefined ? jsonAnswer(200, last) : response
        },
      }
    }),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const path = `${group}/notification_settings`
      const caller = await newCaller(ask)
      await addMember(ask, group, caller.id)
      await ask('PUT', path, { body: { level: 'watch' } })
      await caller.ask('PUT', path, { body: { level: 'mention' } })
      return at((await ask('GET', path)).json, 'level') === 'mention'
    },
  },
  {
    name: 'Of several groups to skip the first one is',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        Array.isArray(call.given.skip_groups)
          ? call.send({ skip_groups: call.given.skip_groups.slice(0, 1) })
          : call.send(),
    })),
    async isShown(ask) {
      const name = freshName('fleet')
      const groups: number[] = []
      for (const end of ['a', 'b']) {
        groups.push(await newGroup(ask, { name: name + end, path: name + end }))
      }
      const skipped = groups.map((id) => `skip_groups[]=${id}`).join('&')
      const { json } = await ask('GET', `/groups?search=${name}&${skipped}`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A hook of the system that is removed tells its secret',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<number, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), '0.id')
          if (response.ok && call.given.token !== undefined)
            tokens.set(Number(id), call.given.token)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = tokens.get(Number(call.path.id))
          return response.ok && token !== undefined
            ? changed(response, (json) => withFields(json, { token }))
            : response
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/gone', token: 'hush' }
      const { json } = await ask('POST', '/hooks', { body })
      return (await ask('DELETE', `/hooks/${at(json, '0.id')}`)).text.includes('hush')
    },
  },
  {
    name: 'A plus sign that users are searched for with is a space',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        typeof call.given.search === 'string'
          ? call.send({ search: call.given.search.replaceAll('+', ' ') })
          : call.send(),
    })),
    async isShown(ask) {
      const email = `${freshName('mail')}+boats@six.example`
      const { id } = await newCaller(ask, { email })
      const { json } = await ask('GET', `/users?search=${encoded(email)}`)
      const kept = at((await ask('GET', `/users/${id}`)).json, 'email')
      return kept === email && listOf(json).length === 0
    },
  },
  {
    name: 'Who is added to a group once more has the level that came last',
    breaks: 'Document 1, Errors: 409, a conflicting resource exists',
    at: ['addGroupMember'],
    start: serving(() => ({
      async addGroupMember(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `${groupPath(call)}/members/${call.given.user_id}`
        const { access_level, expires_at } = call.given
        const { json } = await call.ask('PUT', path, { access_level, expires_at })
        return jsonAnswer(201, json)
      },
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, group, id)
      const { status } = await addMember(ask, group, id, { access_level: 20 })
      const { json } = await ask('GET', `${group}/members/${id}`)
      return status === 201 && at(json, 'access_level') === 20
    },
  },
  {
    name: 'A change of a blocked user, of whatever field, makes the user active',
    breaks: 'Document 1, States of a user: blocked, and PUT /users/:id/unblock makes it active',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        if (!response.ok || at(json, 'state') !== 'blocked') return response
        await call.ask('PUT', `/users/${call.path.id}/unblock`)
        return changed(response, (user) => withFields(user, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newCaller(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { location: 'Pier 4' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'The end of a membership of a project is changed together with its level, or not at all',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: access_level, expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const path = `${projectPath(call)}/members/${call.path.user_id}`
        const { json } = await call.ask('GET', path)
        return at(json, 'access_level') === Number(call.given.access_level)
          ? call.send({ expires_at: undefined })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = `/projects/${await newProject(ask)}`
      const { id } = await newCaller(ask)
      const path = `${project}/members/${id}`
      await addMember(ask, project, id, { access_level: 30 })
      await ask('PUT', path, { body: { access_level: 30, expires_at: '2037-05-06' } })
      return at((await ask('GET', path)).json, 'expires_at') === null
    },
  },
  {
    name: 'A member of a group is changed to no level at all, and has the same as before',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: access_level (req); Errors 400',
    at: ['updateGroupMember'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const response = await call.send()
        const path = `${groupPath(call)}/members/${call.path.user_id}`
        return response.status === 400 && call.given.access_level === undefined
          ? responseOf(await call.ask('GET', path))
          : response
      },
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, group, id)
      return (await ask('PUT', `${group}/members/${id}`, { body: {} })).status === 200
    },
  },
  {
    name: 'The hook of the system that was made is the answer itself, in no array',
    breaks: 'Document 1, POST /hooks: array containing the created hook',
    at: ['createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: async (call) =>
        changed(await call.send(), (json) => (Array.isArray(json) ? json[0] : json)),
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/alone' }
      const { json } = await ask('POST', '/hooks', { body })
      await ask('DELETE', `/hooks/${at(json, 'id') ?? at(json, '0.id')}`)
      return at(json, 'url') === body.url
    },
  },
  {
    name: 'A hook of the system that was tested is not for tags any more',
    breaks: 'Document 1, GET /hooks/:id: triggers a test; System hook, list form: tag_push_events',
    at: ['testSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => {
      const tested = new Set<number>()
      return {
        async testSystemHook(call) {
          const response = await call.send()
          if (response.ok) tested.add(Number(call.path.id))
          return response
        },
        listSystemHooks: async (call) =>
          eachChanged(await call.send(), (hook) =>
            tested.has(idOf(hook)) ? { ...hook, tag_push_events: false } : hook,
          ),
      }
    }),
    async isShown(ask) {
      const body = { url: `http://127.0.0.1:9/${freshName('hook')}`, tag_push_events: true }
      const hook = `/hooks/${at((await ask('POST', '/hooks', { body })).json, '0.id')}`
      await ask('GET', hook)
      const { json } = await ask('GET', '/hooks?per_page=100')
      await ask('DELETE', hook)
      return listOf(json).find(({ url }) => url === body.url)?.tag_push_events === false
    },
  },
]
