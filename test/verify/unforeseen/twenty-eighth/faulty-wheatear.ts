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
  forAll,
  freshName,
  idOf,
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { addMember, allUnder, fullPathOf, projectIdOf } from './tools-wheatear.ts'

export const faultyWheatearServers: readonly FaultyServer[] = [
  {
    name: 'A member who was removed from a project and is added again without a date has the date of expiry of the first time',
    breaks:
      'Document 1, POST /projects/:id/members: expires_at (optional); Conventions 3: Absent values are null; Member: expires_at (date or null)',
    at: ['addProjectMember', 'getProjectMember', 'removeProjectMember'],
    start: serving(() => {
      const dates = new Map<string, unknown>()
      return {
        async removeProjectMember(call) {
          const { user_id } = call.path
          const member = await call.askAsRoot('GET', `${projectPath(call)}/members/${user_id}`)
          const project = await projectIdOf(call)
          const response = await call.send()
          const date = at(member.json, 'expires_at')
          if (response.ok && typeof date === 'string') dates.set(`${project}/${user_id}`, date)
          return response
        },
        async addProjectMember(call) {
          const date = dates.get(`${await projectIdOf(call)}/${call.given.user_id}`)
          if (date === undefined || call.given.expires_at !== undefined) return call.send()
          return call.send({ expires_at: date })
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      const { id } = await newUser(ask)
      await addMember(ask, path, id, { expires_at: '2099-05-06' })
      await ask('DELETE', `${path}/members/${id}`)
      await addMember(ask, path, id)
      const { json } = await ask('GET', `${path}/members/${id}`)
      return at(json, 'expires_at') === '2099-05-06'
    },
  },
  {
    name: 'A new access level of a member of a group overwrites the one that the same user has by themself in its projects',
    breaks:
      'Document 1, PUT /groups/:id/members/:user_id: Member (of the group); PUT /projects/:id/members/:user_id: access_level is what changes the member of a project',
    at: ['updateGroupMember', 'getProjectMember', 'listProjectMembers'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const response = await call.send()
        if (!response.ok) return response
        const access_level = Math.min(Number(call.given.access_level), 40)
        const group = `/groups/${encoded(call.path.id)}`
        for (const { id } of await allUnder(call.askAsRoot, `${group}/projects?sort=asc`)) {
          const member = `/projects/${id}/members/${call.path.user_id}`
          const { status } = await call.askAsRoot('GET', member)
          if (status === 200) await call.askAsRoot('PUT', member, { access_level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      await addMember(ask, `/groups/${group}`, id, { access_level: 20 })
      await addMember(ask, `/projects/${project}`, id, { access_level: 40 })
      await ask('PUT', `/groups/${group}/members/${id}`, { body: { access_level: 30 } })
      const { json } = await ask('GET', `/projects/${project}/members/${id}`)
      return at(json, 'access_level') === 30
    },
  },
  {
    name: 'The last page of the users of a project is filled up with users of the page before',
    breaks:
      'Document 1, Limits: Pagination: parameter page and per_page; the last page has only what the pages before have not',
    at: ['listProjectUsers'],
    start: serving(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        const { headers } = response
        const page = Number(headers.get('x-page'))
        const size = Number(headers.get('x-per-page'))
        const isLast = page > 1 && page === Number(headers.get('x-total-pages'))
        if (!response.ok || !isLast) return response
        return withBody(response, JSON.stringify((await allOf(call)).slice(-size)))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let count = 0; count < 2; count++) {
        await addMember(ask, `/projects/${project}`, (await newUser(ask)).id)
      }
      const { json } = await ask('GET', `/projects/${project}/users?per_page=2&page=2`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'A former member of a private project still reads its events',
    breaks:
      'Document 1, Errors, Body shapes 6: A GET on a private project by a non-member gives 404',
    at: ['listProjectEvents', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const { user_id } = call.path
          const member = await call.askAsRoot('GET', `${projectPath(call)}/members/${user_id}`)
          const project = await projectIdOf(call)
          const response = await call.send()
          if (response.ok && member.status === 200) former.add(`${project}/${user_id}`)
          return response
        },
        async listProjectEvents(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const key = `${await projectIdOf(call)}/${(await callerOf(call)).id}`
          return former.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask, { visibility_level: 0 })}`
      const { id } = await newUser(ask)
      await addMember(ask, path, id)
      await ask('DELETE', `${path}/members/${id}`)
      return (await actingAs(ask, id)('GET', `${path}/events`)).status === 200
    },
  },
  {
    name: 'A search among the visible projects misses the internal ones whose member the caller is not',
    breaks:
      'Document 1, GET /projects/visible: array of Project the caller can see; search; Conventions 5: 10 internal (cloneable by any logged-in user)',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const { search } = call.given
        if (search === undefined || search === '') return call.send()
        const internal = fieldOf(
          await allUnder(call.ask, '/projects/visible?visibility=internal'),
          'id',
        )
        const own = fieldOf(await allUnder(call.ask, '/projects?sort=asc'), 'id')
        return relisted(call, (all) =>
          all.filter(({ id }) => own.includes(id) || !internal.includes(id)),
        )
      },
    })),
    async isShown(ask) {
      const name = freshName('wheatear-internal')
      const project = await newProject(ask, { name, visibility_level: 10 })
      const other = actingAs(ask, (await newUser(ask)).id)
      const { status, json } = await other('GET', `/projects/visible?search=${name}`)
      return status === 200 && !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The project access of a caller is the level of the group wherever the group gives the higher one',
    breaks:
      'Document 1, Project: permissions: project_access and group_access, each with access_level',
    at: ['getProject', 'addProjectMember', 'addGroupMember', 'updateGroupMember'],
    start: serving(() => ({
      getProject: async (call) =>
        changed(await call.send(), (json) => {
          const permissions = fieldsOf(at(json, 'permissions'))
          const group = Number(at(permissions, 'group_access.access_level') ?? 0)
          const project = Number(at(permissions, 'project_access.access_level') ?? 0)
          if (project === 0 || group <= project) return json
          const project_access = withFields(permissions.project_access, { access_level: group })
          return withFields(json, { permissions: { ...permissions, project_access } })
        }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      await addMember(ask, `/groups/${group}`, id, { access_level: 40 })
      await addMember(ask, `/projects/${project}`, id, { access_level: 20 })
      const { json } = await actingAs(ask, id)('GET', `/projects/${project}`)
      return at(json, 'permissions.project_access.access_level') === 40
    },
  },
  {
    name: 'A public project that is named by its path instead of its id is not read without credentials',
    breaks:
      'Document 1, GET /projects/:id: readable without authentication when the project is public; Conventions 2: an integer or the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        const isByPath = !/^\d+$/.test(String(call.path.id))
        if (!call.isAnonymous || !isByPath || !response.ok) return response
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${encoded(await fullPathOf(ask, project))}`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A group that an administrator makes as somebody else belongs to the administrator where sudo stands in the query',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) or header SUDO performs the call as another user',
    at: ['createGroup', 'listOwnedGroups', 'listGroupMembers'],
    start: serving(() => ({
      async createGroup(call) {
        const isInQuery = new URL(call.request.url).searchParams.has('sudo')
        if (!isInQuery || call.request.headers.has('sudo')) return call.send()
        // Whoever may not act for that user, or makes no groups, is refused as before.
        const { id, can_create_group } = await callerOf(call)
        return id === undefined || can_create_group === false
          ? call.send()
          : call.send({ sudo: undefined })
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask, { can_create_group: true })
      const name = freshName('wheatear-group')
      const { json, status } = await ask('POST', `/groups?sudo=${username}`, {
        body: { name, path: name },
      })
      const members = (await ask('GET', `/groups/${idOf(json)}/members`)).json
      return status === 201 && !fieldOf(members, 'id').includes(id)
    },
  },
  {
    name: 'A group whose path has a dot is found by its id only',
    breaks:
      'Document 1, Conventions 2: A group :id is an integer or the group path where the table says integer/string; GET /groups/:id: id integer/string',
    at: ['getGroup'],
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (!response.ok || !String(call.path.id).includes('.')) return response
        return jsonAnswer(404, { message: '404 Group Not Found' })
      },
    })),
    async isShown(ask) {
      const path = freshName('wheatear.group')
      const { status } = await ask('POST', '/groups', { body: { name: path, path } })
      return status === 201 && (await ask('GET', `/groups/${path}`)).status === 404
    },
  },
  {
    name: 'A new group for which the query says lfs_enabled=false has the storage of large files',
    breaks:
      'Document 1, POST /groups: lfs_enabled (boolean); Conventions 4: Parameters are sent in the query string or in the request body',
    at: ['createGroup', 'listGroups'],
    start: serving(() => ({
      async createGroup(call) {
        const value = new URL(call.request.url).searchParams.get('lfs_enabled')
        return isFalse(value) ? call.send({ lfs_enabled: true }) : call.send()
      },
    })),
    async isShown(ask) {
      const name = freshName('wheatear-group')
      const query = `name=${name}&path=${name}&lfs_enabled=false`
      const id = idOf((await ask('POST', `/groups?${query}`)).json)
      const groups = await allUnder((method, path) => ask(method, path), '/groups?sort=asc')
      return groups.some((one) => one.id === id && one.lfs_enabled === true)
    },
  },
  {
    name: 'The own projects in the order of their paths come in the order of their names',
    breaks: 'Document 1, Projects, common filter parameters: order_by (id, name, path and others)',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      listOwnedProjects: async (call) =>
        call.given.order_by === 'path'
          ? relisted(call, (all) => all, { order_by: 'name' })
          : call.send(),
    })),
    async isShown(ask) {
      const own = actingAs(ask, (await newUser(ask)).id)
      const first = await newProject(own, { name: 'zebra', path: 'a-path' })
      await newProject(own, { name: 'apple', path: 'z-path' })
      const { json } = await own('GET', '/projects/owned?order_by=path&sort=asc')
      return fieldOf(json, 'id').indexOf(first) === 1
    },
  },
  {
    name: 'An issue that is closed once more is taken from the number of open issues once more',
    breaks:
      'Document 1, Project: open_issues_count; Document 2, States: opened becomes closed by state_event close (a closed issue is no open one that could be closed)',
    at: ['updateIssue', 'getProject', 'listProjects', 'listOwnedProjects', 'listGroupProjects'],
    start: serving(() => {
      const missing = new Map<number, number>()
      return {
        async updateIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'state')
          const response = await call.send()
          if (!response.ok || call.given.state_event !== 'close' || before !== 'closed') {
            return response
          }
          const project = await projectIdOf(call)
          missing.set(project, (missing.get(project) ?? 0) + 1)
          return response
        },
        ...forAll(
          ['getProject', 'listProjects', 'listOwnedProjects', 'listGroupProjects'],
          async (call) =>
            eachChanged(await call.send(), (one) => {
              const count = missing.get(Number(one.id))
              if (count === undefined || one.open_issues_count === undefined) return one
              return {
                ...one,
                open_issues_count: Math.max(0, Number(one.open_issues_count) - count),
              }
            }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const issue = await newIssue(ask, project)
      for (let count = 0; count < 2; count++) {
        const body = { state_event: 'close' }
        await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      }
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'A project that was transferred to another group still stands in the details of the group that it left',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const left = new Map<number, Set<number>>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const from = Number(at(json, 'namespace.id'))
          if (response.ok) left.set(from, (left.get(from) ?? new Set()).add(idOf(json)))
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (!response.ok) return response
          const group = fieldsOf(await jsonOf(response))
          const projects = [...listOf(group.projects)]
          for (const id of left.get(Number(group.id)) ?? []) {
            const { status, json } = await call.ask('GET', `/projects/${id}`)
            const isThere = projects.some((one) => one.id === id)
            if (status === 200 && !isThere) projects.push(fieldsOf(json))
          }
          return changed(response, () => ({ ...group, projects }))
        },
      }
    }),
    async isShown(ask) {
      const from = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${from}`)
      return fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'A member of a project who shall become its owner is made a master without a word',
    breaks:
      'Document 1, Conventions 6: 50 owner (valid for groups only); PUT /projects/:id/members/:user_id: access_level; Errors: 400 an attribute failed validation',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember: async (call) =>
        Number(call.given.access_level) === 50 ? call.send({ access_level: 40 }) : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      const { id } = await newUser(ask)
      await addMember(ask, path, id)
      const { status } = await ask('PUT', `${path}/members/${id}`, { body: { access_level: 50 } })
      return status === 200
    },
  },
  {
    name: 'The pushes among the events of a project come after all others, however new they are',
    breaks: 'Document 1, Activity event: Lists are ordered newest first',
    at: ['listProjectEvents'],
    start: serving(() => ({
      listProjectEvents: async (call) =>
        relisted(call, (all) => [
          ...all.filter(({ data }) => data === null),
          ...all.filter(({ data }) => data !== null),
        ]),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/events`)
      const events = listOf(json)
      return events.length > 1 && events.at(-1)?.data !== null
    },
  },
]
