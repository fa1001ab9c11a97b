import { actorOf } from '../fourth/tools.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  column,
  type Given,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newSnippet,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from '../third/tools.ts'

const projectLists = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
] as const

const encoded = (id: unknown) => encodeURIComponent(String(id))

const projectOf = async ({ ask, path }: Call): Promise<Given> =>
  objectOf((await ask('GET', `/projects/${encoded(path.id)}`)).json)

export const faultySpaces: readonly FaultyServer[] = [
  {
    name: 'Groups that are to be skipped are found by a search nevertheless',
    breaks: 'GET /groups: skip_groups (array of integers), search',
    at: ['listGroups'],
    start: answering(() => ({
      listGroups: (call) =>
        call.given.search === undefined
          ? call.send()
          : call.send({ given: { skip_groups: undefined } }),
    })),
    async isShown(ask) {
      const id = await newGroup(ask, 'skipped')
      const { json } = await ask('GET', `/groups?search=skipped&skip_groups[]=${id}`)
      return column(json, 'id').includes(id)
    },
  },
  {
    name: 'Groups are listed downwards only where their order is named, too',
    breaks: 'GET /groups: order_by (default name), sort (asc/desc)',
    at: ['listGroups'],
    start: answering(() => ({
      listGroups: (call) =>
        call.given.order_by === undefined ? call.send({ given: { sort: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      await newGroup(ask, 'aaa')
      await newGroup(ask, 'zzz')
      const { json } = await ask('GET', '/groups?sort=desc&per_page=100')
      return column(json, 'path').indexOf('aaa') < column(json, 'path').indexOf('zzz')
    },
  },
  {
    name: 'The details of a group show its private projects to everybody who is signed in',
    breaks:
      'GET /groups/:id: projects; a private project is for its members (explicit access per user)',
    at: ['getGroup'],
    start: answering(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const { json } = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
        return rewritten(response, {
          json: (group) => withFields(group, { projects: at(json, 'projects') }),
        })
      },
    })),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const group = await newGroup(ask, 'open', { visibility_level: 20 })
      await newProject(ask, 'closed', { namespace_id: group, visibility_level: 0 })
      const { json } = await ask('GET', `/groups/${group}`, { token })
      return listOf(at(json, 'projects')).length === 1
    },
  },
  {
    name: 'A project is shown in a group by the name that the group had before',
    breaks: 'Project: namespace.name, name_with_namespace; PUT /groups/:id: name',
    at: ['getProject', 'updateGroup'],
    start: answering(() => {
      const namesBefore = new Map<number, unknown>()
      return {
        async updateGroup(call) {
          const before = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          if (isDone(response) && call.given.name !== undefined) {
            const id = idOf(before.json)
            if (!namesBefore.has(id)) namesBefore.set(id, at(before.json, 'name'))
          }
          return response
        },
        async getProject(call) {
          return rewritten(await call.send(), {
            json: (project) => {
              const name = namesBefore.get(Number(at(project, 'namespace.id')))
              if (name === undefined || at(project, 'namespace.owner_id') !== null) return project
              return withFields(project, {
                name_with_namespace: `${name} / ${at(project, 'name')}`,
                namespace: withFields(at(project, 'namespace'), { name }),
              })
            },
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, 'before')
      const project = await newProject(ask, 'one', { namespace_id: group })
      await ask('PUT', `/groups/${group}`, { body: { name: 'After' } })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'namespace.name') === 'before'
    },
  },
  {
    name: 'A project that was moved into a group still has the owner of before',
    breaks: 'Project: owner, of user-owned projects',
    at: ['transferProjectToGroup', 'getProject'],
    start: answering(() => {
      const owners = new Map<number, unknown>()
      return {
        async transferProjectToGroup(call) {
          const { json } = await call.ask('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (isDone(response)) owners.set(idOf(json), at(json, 'owner'))
          return response
        },
        async getProject(call) {
          return rewritten(await call.send(), {
            json: (project) => {
              const owner = owners.get(idOf(project))
              const isShown = owner !== undefined && at(project, 'owner') === undefined
              return isShown ? withFields(project, { owner }) : project
            },
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const group = await newGroup(ask, 'one-group')
      await ask('POST', `/groups/${group}/projects/${project}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'owner.id') !== undefined
    },
  },
  {
    name: 'A member who was removed from a group comes back with the level of before',
    breaks: 'POST /groups/:id/members: access_level (integer, a valid level)',
    at: ['addGroupMember', 'removeGroupMember'],
    start: answering(() => {
      const levels = new Map<string, unknown>()
      const nameOf = (call: Call, user: unknown) => `${call.path.id}/${user}`
      return {
        async removeGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}/members/${call.path.user_id}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          const level = at(json, 'access_level')
          if (isDone(response) && level) levels.set(nameOf(call, call.path.user_id), level)
          return response
        },
        async addGroupMember(call) {
          const level = levels.get(nameOf(call, call.given.user_id))
          const isKnown = level !== undefined && call.given.access_level !== undefined
          return isKnown ? call.send({ given: { access_level: level } }) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const group = await newGroup(ask, 'one-group')
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 40 } })
      await ask('DELETE', `${path}/${id}`)
      await ask('POST', path, { body: { user_id: id, access_level: 10 } })
      return at((await ask('GET', `${path}/${id}`)).json, 'access_level') === 40
    },
  },
  {
    name: 'Members of a group are searched within the page alone',
    breaks: 'GET /groups/:id/members: query searches members; page, per_page',
    at: ['listGroupMembers'],
    start: answering(() => ({
      async listGroupMembers(call) {
        if (call.given.query === undefined) return call.send()
        const found = await call.send({ given: { page: 1, per_page: 100 } })
        if (found.status !== 200) return found
        const ids = new Set(column(await bodyOf(found), 'id'))
        const response = await call.send({ given: { query: undefined } })
        return rewritten(response, {
          json: (members) => listOf(members).filter(({ id }) => ids.has(id)),
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'one-group')
      for (const username of ['one', 'two', 'three']) {
        const { id } = await newUser(ask, username)
        await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 10 } })
      }
      const counts: number[] = []
      for (const query of ['one', 'two', 'three']) {
        const { json } = await ask('GET', `/groups/${group}/members?query=${query}&per_page=1`)
        counts.push(listOf(json).length)
      }
      return counts.includes(0)
    },
  },
  {
    name: 'An owner who is a master now can still change the group',
    breaks: 'Group update is for group owners and administrators',
    at: ['updateGroup', 'updateGroupMember'],
    start: answering(() => {
      const wereOwners = new Set<string>()
      return {
        async updateGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const group = await call.ask('GET', path)
          const before = await call.ask('GET', `${path}/members/${call.path.user_id}`)
          const response = await call.send()
          const isLowered = at(before.json, 'access_level') === 50
          if (isDone(response) && isLowered) {
            wereOwners.add(`${idOf(group.json)}/${call.path.user_id}`)
          }
          return response
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const group = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
          const isKept = wereOwners.has(`${idOf(group.json)}/${(await actorOf(call)).id}`)
          return isKept ? call.send({ token: 'root-token', sudo: null }) : response
        },
      }
    }),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'one')
      const group = await newGroup(ask, 'one-group')
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 40 } })
      const body = { description: 'Mine' }
      return (await ask('PUT', `/groups/${group}`, { token, body })).status === 200
    },
  },
  {
    name: 'The archived projects of a group are there after the group is gone',
    breaks: 'DELETE /groups/:id removes the group with all its projects',
    at: ['deleteGroup'],
    start: answering(() => {
      const kept = new Map<number, unknown>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}/projects?archived=true&per_page=100`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          if (isDone(response)) for (const one of listOf(json)) kept.set(idOf(one), one)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = kept.get(Number(call.path.id))
          return response.status === 404 && project ? jsonAnswer(200, project) : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, 'one-group')
      const project = await newProject(ask, 'one', { namespace_id: group })
      await ask('POST', `/projects/${project}/archive`)
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'A search among the visible projects forgets the visibility asked for',
    breaks: 'GET /projects/visible: visibility (public/internal/private), search',
    at: ['listVisibleProjects'],
    start: answering(() => ({
      listVisibleProjects: (call) =>
        call.given.search === undefined
          ? call.send()
          : call.send({ given: { visibility: undefined } }),
    })),
    async isShown(ask) {
      const id = await newProject(ask, 'hidden-one', { visibility_level: 0 })
      const { json } = await ask('GET', '/projects/visible?search=hidden-one&visibility=public')
      return column(json, 'id').includes(id)
    },
  },
  {
    name: 'Projects in the order of their names are listed upwards where no sort is named',
    breaks: 'Common filter parameters: sort (asc/desc, default desc)',
    at: [...projectLists, 'listGroupProjects'],
    start: answering(() =>
      all([...projectLists, 'listGroupProjects'], (call) =>
        call.given.order_by === 'name' && call.given.sort === undefined
          ? call.send({ given: { sort: 'asc' } })
          : call.send(),
      ),
    ),
    async isShown(ask) {
      await newProject(ask, 'aaa-one')
      await newProject(ask, 'zzz-one')
      const { json } = await ask('GET', '/projects/owned?order_by=name&per_page=100')
      return column(json, 'name').indexOf('aaa-one') < column(json, 'name').indexOf('zzz-one')
    },
  },
  {
    name: 'A project that somebody stars twice has two stars more',
    breaks: 'Project: star_count; 304 not modified',
    at: ['starProject', 'getProject'],
    start: answering(() => {
      const further = new Map<number, number>()
      return {
        async starProject(call) {
          const response = await call.send()
          if (response.status === 304) {
            const id = idOf(await projectOf(call))
            further.set(id, (further.get(id) ?? 0) + 1)
          }
          return response
        },
        async getProject(call) {
          return rewritten(await call.send(), {
            json: (project) => {
              const more = further.get(idOf(project)) ?? 0
              const count = Number(at(project, 'star_count'))
              return more > 0 ? withFields(project, { star_count: count + more }) : project
            },
          })
        },
      }
    }),
    async isShown(ask) {
      const id = await newProject(ask, 'one')
      await ask('POST', `/projects/${id}/star`)
      await ask('POST', `/projects/${id}/star`)
      return at((await ask('GET', `/projects/${id}`)).json, 'star_count') === 2
    },
  },
  {
    name: 'An administrator is listed the projects that were created for others',
    breaks: 'GET /projects: array of Project the caller is a member of',
    at: ['listProjects', 'createProjectForUser'],
    start: answering(() => {
      const created = new Map<number, number>()
      return {
        async createProjectForUser(call) {
          const response = await call.send()
          const creator = Number((await actorOf(call)).id)
          if (isDone(response)) created.set(idOf(await bodyOf(response)), creator)
          return response
        },
        async listProjects(call) {
          const response = await call.send()
          const actor = (await actorOf(call)).id
          const ids = [...created].filter(([, creator]) => creator === actor).map(([id]) => id)
          const isPlain = [...call.url.searchParams.keys()].every((name) => name.includes('page'))
          if (response.status !== 200 || ids.length === 0 || !isPlain) return response
          const further: Given[] = []
          for (const id of ids.reverse()) {
            const { status, json } = await call.ask('GET', `/projects/${id}`)
            if (status === 200) further.push(objectOf(json))
          }
          return listAnswer(call, (items) => [...further, ...items])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const { json } = await ask('POST', `/projects/user/${id}`, { body: { name: 'theirs' } })
      return column((await ask('GET', '/projects')).json, 'id').includes(idOf(json))
    },
  },
  {
    name: 'A project with a dot in its path is not found by its path',
    breaks: 'A project :id is an integer or the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['getProject', 'listProjectEvents'],
    start: answering(() =>
      all(['getProject', 'listProjectEvents'], (call) =>
        call.path.id?.split('/').at(-1)?.includes('.')
          ? Promise.resolve(jsonAnswer(404, { message: '404 Project Not Found' }))
          : call.send(),
      ),
    ),
    async isShown(ask) {
      await newProject(ask, 'page.js', { path: 'page.js' })
      return (await ask('GET', '/projects/root%2Fpage.js')).status === 404
    },
  },
  {
    name: 'An open issue that is deleted counts as open in its project',
    breaks: 'Project: open_issues_count; DELETE of an issue: removed',
    at: ['getProject', 'deleteIssue'],
    start: answering(() => {
      const deleted = new Map<number, number>()
      return {
        async deleteIssue(call) {
          const { json } = await call.ask(
            'GET',
            `/projects/${encoded(call.path.id)}/issues/${call.path.issue_id}`,
          )
          const response = await call.send()
          if (isDone(response) && at(json, 'state') !== 'closed') {
            const id = Number(at(json, 'project_id'))
            deleted.set(id, (deleted.get(id) ?? 0) + 1)
          }
          return response
        },
        async getProject(call) {
          return rewritten(await call.send(), {
            json: (project) => {
              const more = deleted.get(idOf(project)) ?? 0
              const count = Number(at(project, 'open_issues_count'))
              return more > 0 ? withFields(project, { open_issues_count: count + more }) : project
            },
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const issue = await newIssue(ask, project, 'one')
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'One event of custom notifications of a project switches the others off',
    breaks: 'PUT /projects/:id/notification_settings: level, the twelve event booleans',
    at: ['updateProjectNotificationSettings'],
    start: answering(() => ({
      updateProjectNotificationSettings(call) {
        const events = ['new_note', 'new_issue', 'close_issue', 'new_merge_request'] as const
        const isSent = events.some((event) => call.given[event] !== undefined)
        if (!isSent) return call.send()
        const absent = events.filter((event) => call.given[event] === undefined)
        return call.send({ given: Object.fromEntries(absent.map((event) => [event, false])) })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask, 'one')}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', close_issue: true } })
      return at((await ask('GET', path)).json, 'events.new_issue') === false
    },
  },
  {
    name: 'The notification level that one member of a group sets is that of all who set none',
    breaks: 'Notification settings are those of the authenticated user, in a group',
    at: ['getGroupNotificationSettings', 'updateGroupNotificationSettings'],
    start: answering(() => {
      const levels = new Map<string, unknown>()
      const written = new Set<string>()
      return {
        async updateGroupNotificationSettings(call) {
          const response = await call.send()
          if (isDone(response)) {
            levels.set(String(call.path.id), await bodyOf(response))
            written.add(`${call.path.id}/${(await actorOf(call)).id}`)
          }
          return response
        },
        async getGroupNotificationSettings(call) {
          const response = await call.send()
          const settings = levels.get(String(call.path.id))
          const isOwn = written.has(`${call.path.id}/${(await actorOf(call)).id}`)
          if (settings === undefined || isOwn || response.status !== 200) return response
          return rewritten(response, { json: () => settings })
        },
      }
    }),
    async isShown(ask) {
      const { token } = await newUser(ask, 'one')
      const group = await newGroup(ask, 'one-group', { visibility_level: 20 })
      const path = `/groups/${group}/notification_settings`
      await ask('PUT', path, { body: { level: 'mention' } })
      return at((await ask('GET', path, { token })).json, 'level') === 'mention'
    },
  },
  {
    name: 'A raw snippet comes without the white space around it',
    breaks: 'GET /projects/:id/snippets/:snippet_id/raw: the raw snippet as plain text',
    at: ['getRawSnippet'],
    start: answering(() => ({
      getRawSnippet: async (call) => {
        const response = await call.send()
        return response.status === 200
          ? rewritten(response, { text: (text) => text.trim() })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, 'one', { code: '  indented\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text !== '  indented\n'
    },
  },
  {
    name: 'The links between the pages of groups forget which groups to skip',
    breaks: 'Link (relations prev, next, first, last with full URLs; clients use these)',
    at: ['listGroups'],
    start: answering(() => ({
      async listGroups(call) {
        const response = await call.send()
        const link = response.headers.get('link') ?? ''
        const shortened = link.replaceAll(/skip_groups(%5B%5D|\[\])=\d+&?/gi, '')
        return rewritten(response, { headers: { link: shortened } })
      },
    })),
    async isShown(ask) {
      const id = await newGroup(ask, 'skipped')
      const { headers } = await ask('GET', `/groups?skip_groups[]=${id}&per_page=1`)
      return !(headers.get('link') ?? '').includes('skip_groups')
    },
  },
  {
    name: 'A last page that is full is followed by an empty one',
    breaks: 'Pagination: X-Total-Pages, X-Next-Page, Link with next and last',
    at: ['listOwnSshKeys'],
    start: answering(() => ({
      async listOwnSshKeys(call) {
        const response = await call.send()
        const total = Number(response.headers.get('x-total'))
        const perPage = Number(response.headers.get('x-per-page'))
        const page = Number(response.headers.get('x-page'))
        if (response.status !== 200 || !(total > 0) || total % perPage !== 0) return response
        const isLast = page === total / perPage
        return rewritten(response, {
          headers: {
            'x-total-pages': total / perPage + 1,
            ...(isLast ? { 'x-next-page': page + 1 } : {}),
          },
        })
      },
    })),
    async isShown(ask) {
      const key =
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv41 one'
      const { token } = await newUser(ask, 'one')
      await ask('POST', '/user/keys', { token, body: { title: 'one', key } })
      const { headers } = await ask('GET', '/user/keys?per_page=1', { token })
      return headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'A project that was read without credentials is still so once it is private',
    breaks: 'GET /projects/:id: readable without authentication when the project is public',
    at: ['getProject', 'updateProject'],
    start: answering(() => {
      const read = new Map<string, unknown>()
      return {
        async getProject(call) {
          const isAnonymous = [...call.request.headers.keys()].every(
            (name) => !/private-token|authorization|cookie/.test(name),
          )
          const response = await call.send()
          if (!isAnonymous || /token/.test(call.url.search)) return response
          const known = read.get(call.path.id ?? '')
          if (response.status === 200) read.set(call.path.id ?? '', await bodyOf(response))
          else if (known !== undefined) return jsonAnswer(200, known)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      await ask('GET', `/projects/${project}`, { token: '' })
      await ask('PUT', `/projects/${project}`, { body: { visibility_level: 0 } })
      return (await ask('GET', `/projects/${project}`, { token: '' })).status === 200
    },
  },
  {
    name: 'Who was removed from a project is still listed it among their own',
    breaks: 'GET /projects: array of Project the caller is a member of',
    at: ['listProjects', 'removeProjectMember'],
    start: answering(() => {
      const removed = new Map<number, Given>()
      return {
        async removeProjectMember(call) {
          const project = await projectOf(call)
          const response = await call.send()
          if (isDone(response)) removed.set(Number(call.path.user_id), project)
          return response
        },
        async listProjects(call) {
          const project = removed.get(Number((await actorOf(call)).id))
          const isPlain = [...call.url.searchParams.keys()].every((name) => name.includes('page'))
          if (!project || !isPlain) return call.send()
          return listAnswer(call, (items) =>
            items.some(({ id }) => id === project.id) ? items : [project, ...items],
          )
        },
      }
    }),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'one')
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/${id}`)
      return column((await ask('GET', '/projects', { token })).json, 'id').includes(project)
    },
  },
  {
    name: 'A member of a project and of its group is shown no access by the group',
    breaks: 'Project: permissions: object: project_access and group_access, each with access_level',
    at: ['getProject'],
    start: answering(() => ({
      async getProject(call) {
        return rewritten(await call.send(), {
          json: (project) =>
            at(project, 'permissions.project_access.access_level') === undefined
              ? project
              : withFields(project, {
                  permissions: withFields(at(project, 'permissions'), { group_access: null }),
                }),
        })
      },
    })),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'one')
      const group = await newGroup(ask, 'one-group')
      const project = await newProject(ask, 'one', { namespace_id: group })
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/groups/${group}/members`, { body })
      await ask('POST', `/projects/${project}/members`, { body: { ...body, access_level: 40 } })
      const { json } = await ask('GET', `/projects/${project}`, { token })
      return at(json, 'permissions.group_access') === null
    },
  },
  {
    name: 'The description of a group is changed with its special characters escaped',
    breaks: 'PUT /groups/:id: description; the Group',
    at: ['updateGroup'],
    start: answering(() => ({
      updateGroup(call) {
        const { description } = call.given
        if (typeof description !== 'string') return call.send()
        const escaped = description
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
        return escaped === description
          ? call.send()
          : call.send({ given: { description: escaped } })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'one-group')
      await ask('PUT', `/groups/${group}`, { body: { description: 'A & B' } })
      return at((await ask('GET', `/groups/${group}`)).json, 'description') !== 'A & B'
    },
  },
  {
    name: 'Archived projects are among the starred ones that are not archived',
    breaks: 'GET /projects/starred: archived (boolean)',
    at: ['listStarredProjects'],
    start: answering(() => ({
      async listStarredProjects(call) {
        if (call.given.archived !== 'false') return call.send()
        const archived = await call.send({ given: { archived: true, page: 1, per_page: 100 } })
        const further = listOf(await bodyOf(archived))
        return listAnswer(call, (items) => [...further, ...items])
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      await ask('POST', `/projects/${project}/star`)
      await ask('POST', `/projects/${project}/archive`)
      const { json } = await ask('GET', '/projects/starred?archived=false')
      return column(json, 'id').includes(project)
    },
  },
]
