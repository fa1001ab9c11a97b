import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  bodyOf,
  callerOf,
  column,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from './tools.ts'

export const faultySpaces: readonly FaultyServer[] = [
  {
    name: 'Groups in the order of their paths are in that of their names',
    breaks: 'GET /groups: order_by (`name` or `path`, default `name`)',
    at: ['listGroups'],
    start: answering(() => ({
      listGroups: (call) =>
        call.given.order_by === 'path' ? call.send({ given: { order_by: 'name' } }) : call.send(),
    })),
    async isShown(ask) {
      await newGroup(ask, 'aaa', { name: 'Zzz' })
      const { json } = await ask('GET', '/groups?order_by=path')
      return column(json, 'path')[0] !== 'aaa'
    },
  },
  {
    name: 'Of several groups that are to be left out the last one is',
    breaks: 'GET /groups: skip_groups (array of integers)',
    at: ['listGroups'],
    start: answering(() => ({
      listGroups(call) {
        const { skip_groups: skipped } = call.given
        return Array.isArray(skipped)
          ? call.send({ given: { skip_groups: skipped.slice(-1) } })
          : call.send()
      },
    })),
    async isShown(ask) {
      const first = await newGroup(ask, 'aaa')
      const second = await newGroup(ask, 'bbb')
      const path = `/groups?skip_groups[]=${first}&skip_groups[]=${second}&per_page=100`
      return column((await ask('GET', path)).json, 'id').includes(first)
    },
  },
  {
    name: 'A search of groups looks at names and not at paths',
    breaks: 'GET /groups: search (string, matches name or path)',
    at: ['listGroups'],
    start: answering(() => ({
      async listGroups(call) {
        const { search } = call.given
        if (typeof search !== 'string') return call.send()
        return listAnswer(call, (groups) =>
          groups.filter(({ name }) => String(name).toLowerCase().includes(search.toLowerCase())),
        )
      },
    })),
    async isShown(ask) {
      await newGroup(ask, 'aaa-bbb', { name: 'Zzz' })
      return listOf((await ask('GET', '/groups?search=aaa-bbb')).json).length === 0
    },
  },
  {
    name: 'A master of a group owns it in the list of the owned ones',
    breaks: 'GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups'],
    start: answering(() => ({
      async listOwnedGroups(call) {
        if (call.token === '') return call.send()
        const caller = await callerOf(call)
        const { json } = await call.ask('GET', '/groups?per_page=100', { token: call.token })
        const groups: Record<string, unknown>[] = []
        for (const group of listOf(json)) {
          const path = `/groups/${group.id}/members/${caller.id}`
          const { json: member } = await call.ask('GET', path)
          if (at(member, 'access_level') === 40) groups.push({ ...group })
        }
        return groups.length === 0 ? call.send() : listAnswer(call, (own) => [...own, ...groups])
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups/owned', { token: 'jonas-token' })
      return column(json, 'path').includes('tidewater')
    },
  },
  {
    name: 'A group whose visibility is changed gets large files back',
    breaks: 'PUT /groups/:id: lfs_enabled is optional',
    at: ['updateGroup'],
    start: answering(() => ({
      updateGroup: (call) =>
        call.given.visibility_level !== undefined && call.given.lfs_enabled === undefined
          ? call.send({ given: { lfs_enabled: true } })
          : call.send(),
    })),
    async isShown(ask) {
      const id = await newGroup(ask, 'aaa', { lfs_enabled: false })
      await ask('PUT', `/groups/${id}`, { body: { visibility_level: 20 } })
      const { json } = await ask('GET', '/groups?search=aaa')
      const listed = await ask('GET', '/groups?per_page=100')
      const found = listOf(listed.json).find((group) => group.id === id)
      return found?.lfs_enabled === true || at(json, '0.lfs_enabled') === true
    },
  },
  {
    name: 'A master of a group renames it',
    breaks: 'Group update is for group owners and administrators',
    at: ['updateGroup'],
    start: answering(() => ({
      async updateGroup(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { id } = await callerOf(call)
        const { json } = await call.ask('GET', `/groups/${call.path.id}/members/${id}`)
        return at(json, 'access_level') === 40 ? call.send({ token: 'root-token' }) : response
      },
    })),
    async isShown(ask) {
      const body = { name: 'Tides' }
      return (await ask('PUT', '/groups/12', { body, token: 'jonas-token' })).status === 200
    },
  },
  {
    name: 'The projects of a removed group can still be read',
    breaks: 'DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'getProject'],
    start: answering(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encodeURIComponent(call.path.id ?? '')}/projects?per_page=100`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          if (isDone(response)) for (const one of listOf(json)) kept.set(String(one.id), one)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = kept.get(call.path.id ?? '')
          return response.status === 404 && project ? jsonAnswer(200, project) : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, 'aaa')
      const project = await newProject(ask, 'one', { namespace_id: group })
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'A project that moved to a group is still listed in the one before',
    breaks: 'POST /groups/:id/projects/:project_id: transfers the project into the group namespace',
    at: ['transferProjectToGroup', 'listGroupProjects'],
    start: answering(() => {
      const left = new Map<string, Map<string, unknown>>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encodeURIComponent(call.path.project_id ?? '')}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          const namespace = String(at(json, 'namespace.id'))
          if (isDone(response)) {
            const moved = left.get(namespace) ?? new Map<string, unknown>()
            left.set(namespace, moved.set(String(idOf(json)), json))
          }
          return response
        },
        async listGroupProjects(call) {
          const { json } = await call.ask('GET', `/groups/${call.path.id}`)
          const moved = left.get(String(idOf(json)))
          if (!moved) return call.send()
          return listAnswer(call, (projects) => [
            ...projects,
            ...[...moved.values()].map((project) => withFields(project, {})),
          ])
        },
      }
    }),
    async isShown(ask) {
      const from = await newGroup(ask, 'aaa')
      const to = await newGroup(ask, 'bbb')
      const project = await newProject(ask, 'one', { namespace_id: from })
      await ask('POST', `/groups/${to}/projects/${project}`)
      return column((await ask('GET', `/groups/${from}/projects`)).json, 'id').includes(project)
    },
  },
  {
    name: 'The details of a group show strangers its private projects',
    breaks: '0 private (explicit access per user); GET /groups/:id: Group with projects',
    at: ['getGroup'],
    start: answering(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const { json } = await call.ask('GET', `/groups/${encodeURIComponent(call.path.id ?? '')}`)
        const projects = at(json, 'projects')
        return rewritten(response, { json: (group) => withFields(group, { projects }) })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'aaa', { visibility_level: 20 })
      const project = await newProject(ask, 'one', { namespace_id: group, visibility_level: 0 })
      const { json } = await ask('GET', `/groups/${group}`, { token: 'lena-token' })
      return column(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'Internal projects of a group are listed with the public ones',
    breaks: 'GET /groups/:id/projects: visibility (`public`/`internal`/`private`)',
    at: ['listGroupProjects'],
    start: answering(() => ({
      async listGroupProjects(call) {
        if (call.given.visibility !== 'internal') return call.send()
        const { json } = await call.ask(
          'GET',
          `/groups/${encodeURIComponent(call.path.id ?? '')}/projects?visibility=public&per_page=100`,
          { token: call.token },
        )
        return listAnswer(call, (projects) => [...projects, ...listOf(json)])
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups/tidewater/projects?visibility=internal')
      return column(json, 'visibility_level').includes(20)
    },
  },
  {
    name: 'A member of a project who is removed again is not found',
    breaks: 'DELETE is idempotent: it returns 200 even when the resource was already gone',
    at: ['removeProjectMember'],
    start: answering(() => {
      const gone = new Set<string>()
      return {
        async addProjectMember(call) {
          gone.delete(`${call.path.id} ${call.given.user_id}`)
          return call.send()
        },
        async removeProjectMember(call) {
          const key = `${call.path.id} ${call.path.user_id}`
          if (gone.has(key)) return jsonAnswer(404, { message: '404 Not Found' })
          const response = await call.send()
          if (isDone(response)) gone.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      const project = await newProject(ask, 'one')
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await ask('DELETE', `/projects/${project}/members/${id}`)).status === 404
    },
  },
  {
    name: 'A change of a member changes the user’s membership of the project before',
    breaks: 'PUT /projects/:id/members/:user_id: access_level',
    at: ['updateProjectMember'],
    start: answering(({ db }) => ({
      async updateProjectMember(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        const { json } = await call.ask(
          'GET',
          `/projects/${encodeURIComponent(call.path.id ?? '')}`,
        )
        const user_id = Number(call.path.user_id)
        const others = db.projects
          .findMany((query) => query.where((project) => project.id !== idOf(json)))
          .toReversed()
        for (const { id } of others) {
          const path = `/projects/${id}/members/${user_id}`
          const found = await call.ask('GET', path)
          if (found.status !== 200) continue
          await call.ask('PUT', path, { body: { access_level: call.given.access_level } })
          break
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      const first = await newProject(ask, 'one')
      const second = await newProject(ask, 'two')
      for (const project of [first, second]) {
        const body = { user_id: id, access_level: 10 }
        await ask('POST', `/projects/${project}/members`, { body })
      }
      await ask('PUT', `/projects/${second}/members/${id}`, { body: { access_level: 30 } })
      const { json } = await ask('GET', `/projects/${first}/members/${id}`)
      return at(json, 'access_level') === 30
    },
  },
  {
    name: 'Members of a project that are searched have the total of all',
    breaks: 'X-Total; GET /projects/:id/members: query (string, searches members)',
    at: ['listProjectMembers'],
    start: answering(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (call.given.query === undefined || response.status !== 200) return response
        const everybody = await call.send({ given: { query: undefined } })
        return rewritten(response, { headers: { 'x-total': everybody.headers.get('x-total') } })
      },
    })),
    async isShown(ask) {
      const { json, headers } = await ask('GET', '/projects/10/members?query=jonas')
      return Number(headers.get('x-total')) > listOf(json).length
    },
  },
  {
    name: 'A level between those of a guest and a reporter is that of a guest',
    breaks: 'POST /groups/:id/members: access_level integer (req, a valid level)',
    at: ['addGroupMember'],
    start: answering(() => ({
      addGroupMember(call) {
        const level = Number(call.given.access_level)
        return level > 10 && level < 20 ? call.send({ given: { access_level: 10 } }) : call.send()
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'aaa')
      const { id } = await newUser(ask, 'wharf')
      const body = { user_id: id, access_level: 15 }
      return (await ask('POST', `/groups/${group}/members`, { body })).status === 201
    },
  },
  {
    name: 'Whoever was removed from a private project reads it still',
    breaks: 'A GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeProjectMember'],
    start: answering(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const response = await call.send()
          if (isDone(response)) former.add(`${call.path.id} ${call.path.user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.token === '') return response
          const { id } = await callerOf(call)
          return former.has(`${call.path.id} ${id}`) ? call.send({ token: 'root-token' }) : response
        },
      }
    }),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'wharf')
      const project = await newProject(ask, 'one', { visibility_level: 0 })
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await ask('GET', `/projects/${project}`, { token })).status === 200
    },
  },
  {
    name: 'A project that a form makes public is private',
    breaks: 'POST /projects: public (boolean; true equals visibility_level 20)',
    at: ['createProject'],
    start: answering(() => ({
      createProject: (call) =>
        call.given.public === 'true' ? call.send({ given: { public: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects?name=one&public=true')
      return at(json, 'public') === false
    },
  },
  {
    name: 'A namespace in the query of a new project counts for nothing',
    breaks: 'Parameters are sent in the query string or in the request body; namespace_id',
    at: ['createProject'],
    start: answering(() => ({
      createProject: (call) =>
        call.url.searchParams.has('namespace_id')
          ? call.send({ given: { namespace_id: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'aaa')
      const { json } = await ask('POST', `/projects?name=one&namespace_id=${group}`)
      return at(json, 'namespace.id') !== group
    },
  },
  {
    name: 'Starred projects are sorted downwards whatever is asked',
    breaks: 'GET /projects/starred: sort (`asc`/`desc`, default `desc`)',
    at: ['listStarredProjects'],
    start: answering(() => ({
      listStarredProjects: (call) => call.send({ given: { sort: 'desc' } }),
    })),
    async isShown(ask) {
      const path = '/projects/starred?order_by=id&sort=asc'
      const ids = column((await ask('GET', path, { token: 'marta-token' })).json, 'id')
      return Number(ids[0]) > Number(ids.at(-1))
    },
  },
  {
    name: 'A last page of visible projects that is not full is not counted',
    breaks: 'X-Total-Pages',
    at: ['listVisibleProjects'],
    start: answering(() => ({
      async listVisibleProjects(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const total = Number(response.headers.get('x-total'))
        const perPage = Number(response.headers.get('x-per-page'))
        const pages = Math.max(1, Math.floor(total / perPage))
        return rewritten(response, { headers: { 'x-total-pages': pages } })
      },
    })),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/visible?per_page=5')
      const [total = 0, pages = 0] = ['x-total', 'x-total-pages'].map((name) =>
        Number(headers.get(name)),
      )
      return pages !== Math.ceil(total / 5)
    },
  },
  {
    name: 'An issue that is closed is still counted as an open one of its project',
    breaks: 'Project: open_issues_count',
    at: ['getProject', 'updateIssue', 'listProjects', 'listVisibleProjects'],
    start: answering(() => {
      const extra = new Map<string, number>()
      return {
        async updateIssue(call) {
          const id = call.path.id ?? ''
          const before = await call.ask('GET', `/projects/${id}/issues/${call.path.issue_id}`)
          const response = await call.send()
          const isClosed = at(await bodyOf(response), 'state') === 'closed'
          if (isDone(response) && isClosed && at(before.json, 'state') === 'opened') {
            const project = await call.ask('GET', `/projects/${encodeURIComponent(id)}`)
            const key = String(idOf(project.json))
            extra.set(key, (extra.get(key) ?? 0) + 1)
          }
          return response
        },
        async getProject(call) {
          const response = await call.send()
          return rewritten(response, {
            json(json) {
              const more = extra.get(String(idOf(json)))
              const count = Number(at(json, 'open_issues_count'))
              return more ? withFields(json, { open_issues_count: count + more }) : json
            },
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const issue = await newIssue(ask, project, 'One')
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body: { state_event: 'close' } })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'The events of a project are not found by its path',
    breaks: 'GET /projects/:id/events: id integer/string (req)',
    at: ['listProjectEvents'],
    start: answering(() => ({
      listProjectEvents: (call) =>
        /^\d+$/.test(call.path.id ?? '')
          ? call.send()
          : Promise.resolve(jsonAnswer(404, { message: '404 Project Not Found' })),
    })),
    async isShown(ask) {
      return (await ask('GET', '/projects/tidewater%2Fwebsite/events')).status === 404
    },
  },
  {
    name: 'Projects by their last activity are in the order in which they were made',
    breaks: 'order_by (… `last_activity_at`)',
    at: ['listVisibleProjects', 'listProjects', 'listOwnedProjects', 'listAllProjects'],
    start: answering(() => ({
      listAllProjects: (call) =>
        call.given.order_by === 'last_activity_at'
          ? call.send({ given: { order_by: 'created_at' } })
          : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/all?order_by=last_activity_at&per_page=100')
      const times = column(json, 'last_activity_at').map(String)
      return times.join() !== times.toSorted().toReversed().join()
    },
  },
  {
    name: 'A simple list of projects in a group is the whole one',
    breaks: 'With `simple` true only the id, URL, name and path are returned',
    at: ['listGroupProjects'],
    start: answering(() => ({
      listGroupProjects: (call) => call.send({ given: { simple: undefined } }),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups/tidewater/projects?simple=true')
      return at(json, '0.visibility_level') !== undefined
    },
  },
  {
    name: 'A second page of the events of a project begins with the end of the first',
    breaks: 'Pagination: parameter `page`; Lists are ordered newest first',
    at: ['listProjectEvents'],
    start: answering(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const page = Number(call.given.page ?? 1)
        if (response.status !== 200 || page < 2) return response
        const before = listOf(await bodyOf(await call.send({ given: { page: page - 1 } })))
        return rewritten(response, {
          json: (json) => [...before.slice(-1), ...listOf(json)].slice(0, before.length),
        })
      },
    })),
    async isShown(ask) {
      const first = await ask('GET', '/projects/1/events?per_page=2')
      const second = await ask('GET', '/projects/1/events?per_page=2&page=2')
      return JSON.stringify(at(first.json, '1')) === JSON.stringify(at(second.json, '0'))
    },
  },
  {
    name: 'A push of several commits counts one in its event',
    breaks: 'push events: `commits` (array …), `total_commits_count`',
    at: ['listProjectEvents', 'listUserEvents'],
    start: answering(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        return rewritten(response, {
          json: (json) =>
            Array.isArray(json)
              ? json.map((event) => {
                  const data = objectOf(at(event, 'data'))
                  return Number(data.total_commits_count) > 1
                    ? withFields(event, { data: { ...data, total_commits_count: 1 } })
                    : event
                })
              : json,
        })
      },
    })),
    async isShown(ask) {
      const id = await newRepository(ask, 'one')
      const branch = { branch_name: 'two', ref: 'master' }
      await ask('POST', `/projects/${id}/repository/branches`, { body: branch })
      for (const name of ['a', 'b']) {
        const body = {
          file_path: name,
          branch_name: 'two',
          content: name,
          commit_message: name,
        }
        await ask('POST', `/projects/${id}/repository/files`, { body })
      }
      const fields = { source_branch: 'two', target_branch: 'master', title: 'Two' }
      const { json } = await ask('POST', `/projects/${id}/merge_requests`, { body: fields })
      await ask('PUT', `/projects/${id}/merge_requests/${idOf(json)}/merge`)
      const { json: events } = await ask('GET', `/projects/${id}/events?per_page=100`)
      return listOf(events).some(
        ({ data }) =>
          at(data, 'total_commits_count') === 1 && listOf(at(data, 'commits')).length > 1,
      )
    },
  },
]
