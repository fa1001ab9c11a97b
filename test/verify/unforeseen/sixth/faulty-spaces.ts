import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  forAll,
  freshName,
  idOf,
  isFalse,
  isTrue,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newSnippet,
  newUser,
  pageOf,
  serving,
  withFields,
} from '../shared-tools.ts'

export const faultySpaces: readonly FaultyServer[] = [
  {
    name: 'A master of a group is listed it among the owned ones',
    breaks: 'Document 1, GET /groups/owned: groups owned by the caller',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      async listOwnedGroups(call) {
        const response = await call.send()
        if (!response.ok) return response
        const me = (await callerOf(call)).id
        const owned = listOf(await jsonOf(response))
        const mastered: unknown[] = []
        for (const group of listOf((await call.ask('GET', '/groups?per_page=100')).json)) {
          const { json } = await call.ask('GET', `/groups/${group.id}/members/${me}`)
          if (at(json, 'access_level') === 40) mastered.push(group)
        }
        return changed(response, () => [...owned, ...mastered])
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/groups/${group}/members`, { body })
      const { json } = await actingAs(ask, username)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'Of several groups to skip, only the first is skipped',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups(call) {
        const { skip_groups } = call.given
        return Array.isArray(skip_groups)
          ? call.send({ skip_groups: skip_groups.slice(0, 1) })
          : call.send()
      },
    })),
    async isShown(ask) {
      const one = await newGroup(ask)
      const two = await newGroup(ask)
      const path = `/groups?per_page=100&skip_groups[]=${one}&skip_groups[]=${two}`
      return fieldOf((await ask('GET', path)).json, 'id').includes(two)
    },
  },
  {
    name: 'Groups in the order of their paths are in that of their names when it descends',
    breaks: 'Document 1, GET /groups: order_by (name or path), sort (asc/desc)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        call.given.sort === 'desc' ? call.send({ order_by: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const first = await newGroup(ask, { name: 'Aaa six', path: 'zzz-six' })
      const last = await newGroup(ask, { name: 'Zzz six', path: 'aaa-six' })
      const { json } = await ask('GET', '/groups?order_by=path&sort=desc&per_page=100')
      const ids = fieldOf(json, 'id')
      return ids.indexOf(first) > ids.indexOf(last)
    },
  },
  {
    name: 'What its members wrote in a group that was deleted is still among their issues',
    breaks: 'Document 1, DELETE /groups/:id removes the group with all its projects',
    at: ['deleteGroup', 'listOwnIssues'],
    start: serving(() => {
      const left: Record<string, unknown>[] = []
      return {
        async deleteGroup(call) {
          const group = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
          const path = `/groups/${idOf(group.json)}/issues?per_page=100`
          const issues = listOf((await call.ask('GET', path)).json)
          const response = await call.send()
          if (response.ok) left.push(...issues)
          return response
        },
        async listOwnIssues(call) {
          const response = await call.send()
          if (!response.ok || left.length === 0) return response
          const me = (await callerOf(call)).id
          const { state } = call.given
          const own = left.filter(
            (issue) =>
              at(issue, 'author.id') === me && (state === undefined || issue.state === state),
          )
          return changed(response, (issues) => [...own, ...listOf(issues)])
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project)
      await ask('DELETE', `/groups/${group}`)
      return fieldOf((await ask('GET', '/issues')).json, 'id').includes(issue)
    },
  },
  {
    name: 'A project that was transferred into a group is not listed with its projects',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id transfers the project into the group',
    at: ['transferProjectToGroup', 'listGroupProjects'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const { json } = await call.ask('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) transferred.add(idOf(json))
          return response
        },
        listGroupProjects: async (call) =>
          changed(await call.send(), (projects) =>
            Array.isArray(projects)
              ? listOf(projects).filter(({ id }) => !transferred.has(id))
              : projects,
          ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${group}/projects`)
      return !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The details of a group have at most twenty of its projects',
    breaks: 'Document 1, Group: projects, array of Project in the details of a group',
    at: ['getGroup'],
    start: serving(() => ({
      getGroup: async (call) =>
        changed(await call.send(), (group) => {
          const projects = at(group, 'projects')
          return Array.isArray(projects)
            ? withFields(group, { projects: projects.slice(0, 20) })
            : group
        }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (let count = 0; count < 21; count++) await newProject(ask, { namespace_id: group })
      return listOf(at((await ask('GET', `/groups/${group}`)).json, 'projects')).length === 20
    },
  },
  {
    name: 'A group is described by the body of a request alone: its query is not read',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query string or in the body',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const query = new URL(call.request.url).searchParams
        if (!query.has('description')) return call.send()
        const { json } = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
        return call.send({ description: at(json, 'description') ?? '' })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      await ask('PUT', `${path}?description=Asked`)
      return at((await ask('GET', path)).json, 'description') !== 'Asked'
    },
  },
  {
    name: 'The links to other pages of a search are escaped twice',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.search === undefined) return response
        return changed(response, (json) => json, { link: link.replaceAll('%', '%25') })
      },
    })),
    async isShown(ask) {
      for (const path of ['links-one', 'links-two'])
        await newProject(ask, { name: `É ${path}`, path })
      const { headers } = await ask('GET', '/projects/visible?search=%C3%89&per_page=1')
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (next === undefined) return false
      const { pathname, search } = new URL(next)
      return (
        listOf((await ask('GET', `${pathname.slice('/api/v3'.length)}${search}`)).json).length === 0
      )
    },
  },
  {
    name: 'The membership of an owner does not expire, whatever day was given',
    breaks: 'Document 1, POST /groups/:id/members: expires_at (date), the Member',
    at: ['addGroupMember'],
    start: serving(() => ({
      addGroupMember: (call) =>
        Number(call.given.access_level) === 50 ? call.send({ expires_at: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = `/groups/${await newGroup(ask)}/members`
      const body = { user_id: id, access_level: 50, expires_at: '2040-05-06' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'A membership of a project that is prolonged ends a day early',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: expires_at, a date',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember(call) {
        const day = Date.parse(`${call.given.expires_at}T00:00:00Z`)
        if (Number.isNaN(day)) return call.send()
        const before = new Date(day - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
        return call.send({ expires_at: before })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = `/projects/${await newProject(ask)}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30, expires_at: '2040-05-06' } })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 30, expires_at: '2041-03-01' } })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === '2041-02-28'
    },
  },
  {
    name: 'A member of a project who is to be its owner becomes its master, with 200',
    breaks: 'Document 1, Conventions 6: 50 owner, valid for groups only',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember: (call) =>
        Number(call.given.access_level) === 50 ? call.send({ access_level: 40 }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = `/projects/${await newProject(ask)}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      return (await ask('PUT', `${path}/${id}`, { body: { access_level: 50 } })).status === 200
    },
  },
  {
    name: 'Who was removed from a project is still among its users',
    breaks: 'Document 1, DELETE /projects/:id/members/:user_id removes the member',
    at: ['removeProjectMember', 'listProjectUsers'],
    start: serving(() => {
      const removed = new Map<string, Record<string, unknown>[]>()
      return {
        async removeProjectMember(call) {
          const project = String(call.path.id)
          const path = `/projects/${encoded(project)}/users?per_page=100`
          const users = listOf((await call.ask('GET', path)).json)
          const response = await call.send()
          const gone = users.filter(({ id }) => String(id) === call.path.user_id)
          if (response.ok) removed.set(project, [...(removed.get(project) ?? []), ...gone])
          return response
        },
        async listProjectUsers(call) {
          const response = await call.send()
          const gone = removed.get(String(call.path.id)) ?? []
          const isSearch = call.given.search !== undefined
          if (!response.ok || isSearch || gone.length === 0) return response
          return changed(response, (users) => [...listOf(users), ...gone])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = `/projects/${await newProject(ask)}`
      await ask('POST', `${project}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${project}/members/${id}`)
      return fieldOf((await ask('GET', `${project}/users`)).json, 'id').includes(id)
    },
  },
  {
    name: 'The private projects of a group are not visible to its members',
    breaks: 'Document 1, GET /projects/visible: the projects that the caller can see',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: async (call) =>
        changed(await call.send(), (projects) =>
          Array.isArray(projects)
            ? listOf(projects).filter(
                (project) =>
                  project.visibility_level !== 0 ||
                  at(project, 'permissions.project_access') !== null ||
                  at(project, 'permissions.group_access') === null,
              )
            : projects,
        ),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { json } = await actingAs(ask, username)('GET', '/projects/visible?per_page=100')
      return !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A project that is created public in a group is private there',
    breaks: 'Document 1, POST /projects: public true equals visibility_level 20',
    at: ['createProject'],
    start: serving(() => ({
      createProject: (call) =>
        call.given.namespace_id === undefined ? call.send() : call.send({ public: undefined }),
    })),
    async isShown(ask) {
      const id = await newProject(ask, { namespace_id: await newGroup(ask), public: true })
      return at((await ask('GET', `/projects/${id}`)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'What a user created in the group of others is among the projects they own',
    breaks: 'Document 1, GET /projects/owned: projects owned by the caller',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const response = await call.send()
        if (!response.ok) return response
        const me = (await callerOf(call)).id
        const owned = listOf(await jsonOf(response))
        const known = new Set(owned.map(({ id }) => id))
        const path = '/projects/visible?per_page=100'
        const created = listOf((await call.ask('GET', path)).json).filter(
          ({ id, creator_id }) => creator_id === me && !known.has(id),
        )
        return changed(response, () => [...owned, ...created])
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 40 } })
      const own = actingAs(ask, username)
      const project = await newProject(own, { namespace_id: group })
      return fieldOf((await own('GET', '/projects/owned')).json, 'id').includes(project)
    },
  },
  {
    name: 'Issues that were moved away still count as open in the project that they left',
    breaks: 'Document 1, Project: open_issues_count; document 2: the issue exists in the target',
    at: ['moveIssue', 'getProject'],
    start: serving(() => {
      const moved = new Map<number, number>()
      return {
        async moveIssue(call) {
          const { json } = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
          const response = await call.send()
          const project = idOf(json)
          if (response.ok) moved.set(project, (moved.get(project) ?? 0) + 1)
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (project) => {
            const further = moved.get(idOf(project)) ?? 0
            const open_issues_count = Number(at(project, 'open_issues_count')) + further
            return further > 0 ? withFields(project, { open_issues_count }) : project
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const body = { to_project_id: await newProject(ask) }
      await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'The total of the users of a project that are searched for is that of all of them',
    breaks: 'Document 1, Limits: X-Total of a list; GET /projects/:id/users: search',
    at: ['listProjectUsers'],
    start: serving(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.search === undefined) return response
        const all = await call.send({ search: undefined })
        return changed(response, (users) => users, { 'x-total': all.headers.get('x-total') ?? '' })
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const project = `/projects/${await newProject(ask)}`
      await ask('POST', `${project}/members`, { body: { user_id: id, access_level: 30 } })
      const { headers } = await ask('GET', `${project}/users?search=${username}`)
      return headers.get('x-total') === '2'
    },
  },
  {
    name: 'Projects in the order of their ids are in the order of their digits',
    breaks: 'Document 1, Projects: order_by id, an integer',
    at: ['listVisibleProjects', 'listAllProjects', 'listOwnedProjects', 'listProjects'],
    start: serving(() =>
      forAll(
        ['listVisibleProjects', 'listAllProjects', 'listOwnedProjects', 'listProjects'],
        async (call) => {
          const response = await call.send()
          if (!response.ok || call.given.order_by !== 'id') return response
          const all = await call.send({ page: undefined, per_page: 100 })
          const sign = call.given.sort === 'asc' ? 1 : -1
          const sorted = [...listOf(await jsonOf(all))].sort((one, two) =>
            String(one.id) < String(two.id) ? -sign : sign,
          )
          return changed(response, () => pageOf(call, sorted))
        },
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects/all?order_by=id&sort=asc&per_page=100')
      const ids = fieldOf(json, 'id')
      return ids.indexOf(10) < ids.indexOf(9)
    },
  },
  {
    name: 'The permissions of a project that is read with sudo are those of the administrator',
    breaks: 'Document 1, Project: permissions; Authentication 5: sudo performs the call as another',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        if (!response.ok || call.sudo === undefined) return response
        const permissions = at(await jsonOf(await call.sendAsRoot()), 'permissions')
        return changed(response, (project) => withFields(project, { permissions }))
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const project = `/projects/${await newProject(ask)}`
      await ask('POST', `${project}/members`, { body: { user_id: id, access_level: 20 } })
      const { json } = await actingAs(ask, username)('GET', project)
      return at(json, 'permissions.project_access.access_level') !== 20
    },
  },
  {
    name: 'A project that cannot be created is refused with one sentence about all that is wrong',
    breaks: 'Document 1, Errors, body 2: message maps each property name to its errors',
    at: ['createProject'],
    start: serving(() => ({
      createProject: async (call) =>
        changed(await call.send(), (json) => {
          const message = at(json, 'message')
          if (typeof message !== 'object' || message === null) return json
          const problems = Object.entries(message).map(([name, errors]) => `${name} ${errors}`)
          return { message: `Validation failed: ${problems.join(', ')}` }
        }),
    })),
    async isShown(ask) {
      const body = { name: freshName('twice') }
      await ask('POST', '/projects', { body })
      const { json, status } = await ask('POST', '/projects', { body })
      return status === 400 && typeof at(json, 'message') === 'string'
    },
  },
  {
    name: 'Issues of a group are found by the first two labels that are asked for',
    breaks: 'Document 2, GET /groups/:id/issues: labels, all of them must match',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        call.given.labels === undefined
          ? call.send()
          : call.send({ labels: String(call.given.labels).split(',').slice(0, 2).join(',') }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project, { labels: 'one,two' })
      await newIssue(ask, project, { labels: 'three' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=one,two,three`)
      return fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'The builds of a public project are for everybody who is signed in, even if they are not public',
    breaks: 'Document 1, POST /projects: public_builds; builds are viewable by non-members with it',
    at: ['listBuilds'],
    start: serving(() => ({
      async listBuilds(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const project = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        return project.status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20, public_builds: false })
      const { status } = await actingAs(ask, username)('GET', `/projects/${project}/builds`)
      return status === 200
    },
  },
  {
    name: 'Settings that a change does not name keep their values, but for the levels that are restricted',
    breaks: 'Document 1, PUT /application/settings: any settings; the updated settings',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings: (call) =>
        call.given.restricted_visibility_levels === undefined
          ? call.send({ restricted_visibility_levels: [] })
          : call.send(),
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { restricted_visibility_levels: [2] } })
      await ask('PUT', path, { body: { sign_in_text: 'Hello' } })
      const { json } = await ask('GET', path)
      const levels = at(json, 'restricted_visibility_levels')
      return !Array.isArray(levels) || levels.length === 0
    },
  },
  {
    name: 'The default visibility of projects holds in the namespaces of users alone',
    breaks: 'Document 1, Application settings: default_project_visibility',
    at: ['createProject'],
    needsInstance: true,
    start: serving(() => ({
      createProject(call) {
        const { namespace_id, visibility_level, public: isPublic } = call.given
        const isByDefault = visibility_level === undefined && isPublic === undefined
        return namespace_id !== undefined && isByDefault
          ? call.send({ visibility_level: 0 })
          : call.send()
      },
    })),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { default_project_visibility: 1 } })
      const group = await newGroup(ask, { visibility_level: 20 })
      const id = await newProject(ask, { namespace_id: group })
      return at((await ask('GET', `/projects/${id}`)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'New users may have as many projects as the settings said before they were changed',
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
        createUser: (call) =>
          limit === undefined || call.given.projects_limit !== undefined
            ? call.send()
            : call.send({ projects_limit: limit }),
      }
    }),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { default_projects_limit: 7 } })
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 7
    },
  },
  {
    name: 'A level of visibility that is restricted can be given to a snippet when it is changed',
    breaks: 'Document 1, Application settings: restricted_visibility_levels, for non-admins',
    at: ['updateSnippet'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const isRefused = response.status === 400 || response.status === 403
        const level = call.given.visibility_level
        if (!isRefused || level === undefined) return response
        const without = await call.send({ visibility_level: undefined })
        return without.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const own = actingAs(ask, username)
      const body = { name: freshName('restricted'), snippets_enabled: true, visibility_level: 20 }
      const project = idOf((await ask('POST', `/projects/user/${id}`, { body })).json)
      const snippet = await newSnippet(own, project)
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [2] } })
      const path = `/projects/${project}/snippets/${snippet}`
      const change = { visibility_level: 20, title: 'Two' }
      return (await own('PUT', path, { body: change })).status === 200
    },
  },
  {
    name: 'A system hook for tags is one for pushes as well, though it was not to be',
    breaks: 'Document 1, POST /hooks: push_events (boolean), tag_push_events (boolean)',
    at: ['createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        isFalse(call.given.push_events) && isTrue(call.given.tag_push_events)
          ? call.send({ push_events: true })
          : call.send(),
    })),
    async isShown(ask) {
      const url = 'http://hook.example/tags'
      await ask('POST', '/hooks', { body: { url, push_events: false, tag_push_events: true } })
      const hooks = listOf((await ask('GET', '/hooks')).json)
      return hooks.find((hook) => hook.url === url)?.push_events === true
    },
  },
  {
    name: 'A system hook is deleted with all others of its URL',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async deleteSystemHook(call) {
        const hooks = listOf((await call.ask('GET', '/hooks?per_page=100')).json)
        const { url } = hooks.find(({ id }) => String(id) === call.path.id) ?? {}
        const response = await call.send()
        const others = hooks.filter((hook) => hook.url === url && String(hook.id) !== call.path.id)
        if (response.ok) for (const { id } of others) await call.ask('DELETE', `/hooks/${id}`)
        return response
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://hook.example/twice' }
      const ids: unknown[] = []
      for (let count = 0; count < 2; count++) {
        await ask('POST', '/hooks', { body })
        ids.push(...fieldOf((await ask('GET', '/hooks')).json, 'id'))
      }
      const last = Math.max(...ids.map(Number))
      await ask('DELETE', `/hooks/${last}`)
      const left = listOf((await ask('GET', '/hooks')).json)
      return !left.some(({ url }) => url === body.url)
    },
  },
  {
    name: 'A system hook that is deleted gives its token away',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<number, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const created = await jsonOf(response)
          const hook = Array.isArray(created) ? created[0] : created
          if (call.given.token !== undefined) tokens.set(idOf(hook), call.given.token)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = tokens.get(Number(call.path.id))
          if (!response.ok || token === undefined) return response
          return changed(response, (hook) => withFields(hook, { token }))
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://hook.example/secret', token: 'a-secret' }
      const { json } = await ask('POST', '/hooks', { body })
      const hook = idOf(Array.isArray(json) ? json[0] : json)
      return (await ask('DELETE', `/hooks/${hook}`)).text.includes('a-secret')
    },
  },
  {
    name: 'A system hook verifies certificates once it was tested',
    breaks: 'Document 1, System hook: enable_ssl_verification, as it was created',
    at: ['testSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => {
      const tested = new Set<string>()
      return {
        async testSystemHook(call) {
          const response = await call.send()
          if (response.ok) tested.add(String(call.path.id))
          return response
        },
        listSystemHooks: async (call) =>
          changed(await call.send(), (hooks) =>
            Array.isArray(hooks)
              ? listOf(hooks).map((hook) =>
                  tested.has(String(hook.id)) ? { ...hook, enable_ssl_verification: true } : hook,
                )
              : hooks,
          ),
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://hook.example/tested', enable_ssl_verification: false }
      const { json } = await ask('POST', '/hooks', { body })
      const id = idOf(Array.isArray(json) ? json[0] : json)
      await ask('GET', `/hooks/${id}`)
      const hooks = listOf((await ask('GET', '/hooks')).json)
      return hooks.find((hook) => hook.id === id)?.enable_ssl_verification === true
    },
  },
]
