import { at, type FaultyServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  callerOf,
  column,
  eachObject,
  type Given,
  idOf,
  isDone,
  listAnswer,
  listOf,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from '../third/tools.ts'

export const faultySpaces: readonly FaultyServer[] = [
  {
    name: 'Groups are sorted downwards only by a field that is named',
    breaks: 'GET /groups: order_by (default `name`), sort (`asc`/`desc`)',
    at: ['listGroups'],
    start: answering(() => ({
      listGroups: (call) =>
        call.given.order_by === undefined ? call.send({ given: { sort: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      await newGroup(ask, 'aaa')
      await newGroup(ask, 'zzz')
      return column((await ask('GET', '/groups?sort=desc')).json, 'name')[0] === 'aaa'
    },
  },
  {
    name: 'Administrators own all groups',
    breaks: 'GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups'],
    start: answering(() => ({
      async listOwnedGroups(call) {
        const sudo = call.request.headers.get('sudo') ?? call.given.sudo
        const isAdmin = sudo === undefined && (await callerOf(call)).is_admin === true
        return isAdmin ? call.send({ path: '/groups' }) : call.send()
      },
    })),
    async isShown(ask) {
      const body = { name: 'mine', path: 'mine' }
      await ask('POST', '/groups', { body, token: 'jonas-token' })
      return column((await ask('GET', '/groups/owned')).json, 'path').includes('mine')
    },
  },
  {
    name: 'Everybody is told the statistics of groups',
    breaks: 'GET /groups: statistics (boolean, admins only)',
    at: ['listGroups'],
    start: answering(() => ({
      async listGroups(call) {
        const response = await call.send()
        if (!['true', '1'].includes(String(call.given.statistics))) return response
        const statistics = {
          storage_size: 0,
          repository_size: 0,
          lfs_objects_size: 0,
          build_artifacts_size: 0,
        }
        return rewritten(response, {
          json: (json) =>
            Array.isArray(json) ? json.map((group) => ({ statistics, ...objectOf(group) })) : json,
        })
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups?statistics=true', { token: 'jonas-token' })
      return at(json, '0.statistics') !== undefined
    },
  },
  {
    name: 'The answer to a change of a group has one of its projects',
    breaks: 'PUT /groups/:id: Group with projects',
    at: ['updateGroup'],
    start: answering(() => ({
      async updateGroup(call) {
        const response = await call.send()
        return rewritten(response, {
          json: (json) =>
            Array.isArray(at(json, 'projects'))
              ? withFields(json, { projects: listOf(at(json, 'projects')).slice(0, 1) })
              : json,
        })
      },
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask, 'one')
      await newProject(ask, 'a', { namespace_id })
      await newProject(ask, 'b', { namespace_id })
      const { json } = await ask('PUT', `/groups/${namespace_id}`, { body: { description: 'x' } })
      return listOf(at(json, 'projects')).length === 1
    },
  },
  {
    name: 'A group with a new path keeps its full path',
    breaks: 'PUT /groups/:id: path; Group: full_path',
    at: ['updateGroup', 'getGroup', 'listGroups', 'listOwnedGroups'],
    start: answering(() => {
      const kept = new Map<number, unknown>()
      const show = (response: Response) =>
        rewritten(response, {
          json: (json) =>
            eachObject(json, (group) =>
              'full_path' in group && kept.has(idOf(group))
                ? { ...group, full_path: kept.get(idOf(group)) }
                : group,
            ),
        })
      return {
        ...all(['getGroup', 'listGroups', 'listOwnedGroups'], async (call) =>
          show(await call.send()),
        ),
        async updateGroup(call) {
          const { json } = await call.ask('GET', `/groups/${call.path.id}`)
          const response = await call.send()
          const isRenamed = isDone(response) && call.given.path !== undefined
          if (isRenamed && !kept.has(idOf(json))) kept.set(idOf(json), at(json, 'full_path'))
          return show(response)
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, 'one')
      await ask('PUT', `/groups/${group}`, { body: { path: 'two' } })
      return at((await ask('GET', `/groups/${group}`)).json, 'full_path') === 'one'
    },
  },
  {
    name: 'Users who may not create groups create them',
    breaks: 'POST /groups: only for users allowed to create groups',
    at: ['createGroup'],
    start: answering(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const user = await callerOf(call)
        if (user.can_create_group !== false) return response
        const made = await call.send({ token: 'root-token', sudo: null })
        const body = { user_id: user.id, access_level: 50 }
        await call.ask('POST', `/groups/${idOf(await bodyOf(made))}/members`, { body })
        return made
      },
    })),
    async isShown(ask) {
      const body = { name: 'one', path: 'one' }
      return (await ask('POST', '/groups', { body, token: 'sam-token' })).status === 201
    },
  },
  {
    name: 'A project that moves to a group loses its description',
    breaks: 'POST /groups/:id/projects/:project_id: transfers the project into the namespace',
    at: ['transferProjectToGroup', 'getProject'],
    start: answering(({ db }) => ({
      async transferProjectToGroup(call) {
        const project = encodeURIComponent(call.path.project_id ?? '')
        const id = idOf((await call.ask('GET', `/projects/${project}`)).json)
        const response = await call.send()
        if (isDone(response)) {
          await db.projects.update((query) => query.where({ id }), {
            data(record) {
              record.description = null
            },
          })
        }
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'group')
      const project = await newProject(ask, 'one', { description: 'What it is' })
      await ask('POST', `/groups/${group}/projects/${project}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'description') === null
    },
  },
  {
    name: 'A search among the projects of a group, made simple, finds all',
    breaks: 'GET /groups/:id/projects: search, simple (boolean)',
    at: ['listGroupProjects'],
    start: answering(() => ({
      listGroupProjects: (call) =>
        String(call.given.simple) === 'true'
          ? call.send({ given: { search: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask, 'one')
      await newProject(ask, 'a', { namespace_id })
      const { json } = await ask('GET', `/groups/${namespace_id}/projects?search=zzz&simple=true`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A member of a group is added without the day on which they leave',
    breaks: 'POST /groups/:id/members: expires_at (date YEAR-MONTH-DAY)',
    at: ['addGroupMember', 'getGroupMember'],
    start: answering(() => ({
      addGroupMember: (call) => call.send({ given: { expires_at: undefined } }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'one')
      const user = await newUser(ask, 'someone')
      const body = { user_id: user.id, access_level: 30, expires_at: '2039-12-24' }
      await ask('POST', `/groups/${group}/members`, { body })
      const { json } = await ask('GET', `/groups/${group}/members/${user.id}`)
      return at(json, 'expires_at') === null
    },
  },
  {
    name: 'The second page of members who are searched is one of all members',
    breaks: 'GET /projects/:id/members: query; `page` and `per_page` apply to every list',
    at: ['listProjectMembers'],
    start: answering(() => ({
      listProjectMembers: (call) =>
        Number(call.given.page ?? 1) > 1 ? call.send({ given: { query: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const user = await newUser(ask, 'someone')
      const body = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/members?query=someone&per_page=1&page=2`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'A project tells its reader the access that they had when they first read it',
    breaks: 'Project: permissions with access_level; PUT /projects/:id/members/:user_id',
    at: ['getProject', 'updateProjectMember'],
    start: answering(() => {
      const first = new Map<string, Given>()
      return {
        async getProject(call) {
          const response = await call.send()
          const json = objectOf(await bodyOf(response))
          const access = at(json, 'permissions.project_access')
          if (response.status !== 200 || typeof access !== 'object' || access === null) {
            return response
          }
          const sudo = call.request.headers.get('sudo') ?? call.given.sudo ?? ''
          const key = `${json.id} ${call.token} ${sudo}`
          const kept = first.get(key) ?? objectOf(access)
          first.set(key, kept)
          const permissions = withFields(json.permissions, { project_access: kept })
          return rewritten(response, { json: () => ({ ...json, permissions }) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const { id, token } = await newUser(ask, 'someone')
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('GET', `/projects/${project}`, { token })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 40 } })
      const { json } = await ask('GET', `/projects/${project}`, { token })
      return at(json, 'permissions.project_access.access_level') === 30
    },
  },
  {
    name: 'Starred projects are of every visibility, whichever is asked for',
    breaks: 'GET /projects/starred: visibility (`public`/`internal`/`private`)',
    at: ['listStarredProjects'],
    start: answering(() => ({
      listStarredProjects: (call) => call.send({ given: { visibility: undefined } }),
    })),
    async isShown(ask) {
      const path = '/projects/starred?visibility=private'
      return listOf((await ask('GET', path, { token: 'marta-token' })).json).length > 0
    },
  },
  {
    name: 'All projects in an order have no next page by their header',
    breaks: 'Response headers on paginated lists: `X-Next-Page`',
    at: ['listAllProjects'],
    start: answering(() => ({
      async listAllProjects(call) {
        const response = await call.send()
        return call.given.order_by === undefined
          ? response
          : rewritten(response, { headers: { 'x-next-page': '' } })
      },
    })),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/all?order_by=name&per_page=2')
      return headers.get('x-next-page') === ''
    },
  },
  {
    name: 'A project that wants discussions resolved wants builds to succeed',
    breaks: 'POST /projects: only_allow_merge_if_all_discussions_are_resolved',
    at: ['createProject', 'getProject'],
    start: answering(() => ({
      createProject: (call) =>
        call.given.only_allow_merge_if_all_discussions_are_resolved === undefined
          ? call.send()
          : call.send({
              given: {
                only_allow_merge_if_all_discussions_are_resolved: undefined,
                only_allow_merge_if_build_succeeds:
                  call.given.only_allow_merge_if_all_discussions_are_resolved,
              },
            }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', {
        only_allow_merge_if_all_discussions_are_resolved: true,
      })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'only_allow_merge_if_build_succeeds') === true
    },
  },
  {
    name: 'A project that was made for a user is none of those where they are a member',
    breaks: 'GET /projects: the caller is a member of; POST /projects/user/:user_id: owned',
    at: ['listProjects', 'createProjectForUser'],
    start: answering(() => {
      const made = new Set<number>()
      return {
        async createProjectForUser(call) {
          const response = await call.send()
          if (isDone(response)) made.add(idOf(await bodyOf(response)))
          return response
        },
        listProjects: (call) =>
          listAnswer(call, (projects) => projects.filter((project) => !made.has(idOf(project)))),
      }
    }),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'someone')
      await ask('POST', `/projects/user/${id}`, { body: { name: 'one' } })
      return listOf((await ask('GET', '/projects', { token })).json).length === 0
    },
  },
  {
    name: 'A search among visible projects finds private ones of others',
    breaks: 'GET /projects/visible: array of Project the caller can see',
    at: ['listVisibleProjects'],
    start: answering(() => ({
      async listVisibleProjects(call) {
        const response = await call.send()
        return response.status === 200 && call.given.search !== undefined
          ? call.send({ token: 'root-token', sudo: null })
          : response
      },
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'someone')
      await newProject(ask, 'hiddenone')
      const { json } = await ask('GET', '/projects/visible?search=hiddenone', { token })
      return listOf(json).length === 1
    },
  },
  {
    name: 'A member of a project who was blocked is active when looked up alone',
    breaks: 'Member: state; PUT /users/:id/block: blocked',
    at: ['getProjectMember'],
    start: answering(() => ({
      async getProjectMember(call) {
        const response = await call.send()
        return response.status === 200
          ? rewritten(response, { json: (json) => withFields(json, { state: 'active' }) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const { id } = await newUser(ask, 'someone')
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `${path}/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A push in the activity of a project goes from its new commit to its old one',
    breaks: 'Activity event: for push events `data` has `before`, `after`',
    at: ['listProjectEvents'],
    start: answering(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        return rewritten(response, {
          json: (json) =>
            eachObject(json, (object) =>
              'before' in object && 'after' in object
                ? { ...object, before: object.after, after: object.before }
                : object,
            ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const commits = await ask('GET', `/projects/${project}/repository/commits`)
      const head = at(commits.json, '0.id')
      const { json } = await ask('GET', `/projects/${project}/events`)
      return listOf(json).some(({ data }) => at(data, 'before') === head)
    },
  },
  {
    name: 'What was said of merge requests is missing from the activity',
    breaks: 'Activity event: `note` (note object, for comments)',
    at: ['listProjectEvents', 'listUserEvents'],
    start: answering(() =>
      all(['listProjectEvents', 'listUserEvents'], async (call) => {
        const response = await call.send()
        return rewritten(response, {
          json: (json) =>
            Array.isArray(json)
              ? json.map((event) =>
                  at(event, 'note.noteable_type') === 'MergeRequest'
                    ? withFields(event, { note: undefined })
                    : event,
                )
              : json,
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      await ask('POST', path, { body: { body: 'Well done' } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      const told = listOf(json).find(({ action_name }) => action_name === 'commented on')
      return told !== undefined && told.note === undefined
    },
  },
]
