import { at, type FaultyServer } from '../server.ts'
import {
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
  listOf,
  newGroup,
  newIssue,
  newProject,
  projectPath,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { addMember, has, levelIn, newCaller, newPathGroup, receivedWhile } from './tools-birch.ts'

const notFound = () => jsonAnswer(404, { message: '404 Not found' })

export const faultyBirchServers: readonly FaultyServer[] = [
  {
    name: 'The projects of a group that was renamed are listed under its old path',
    breaks: 'Document 1, PUT /groups/:id: path; Project: path_with_namespace',
    at: ['listGroupProjects', 'updateGroup'],
    start: serving(() => {
      const before = new Map<unknown, string>()
      return {
        async updateGroup(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          const path = String(at(json, 'path'))
          const after = at(await jsonOf(response), 'path')
          if (response.ok && after !== path) before.set(at(json, 'id'), path)
          return response
        },
        listGroupProjects: async (call) =>
          changed(await call.send(), (json) =>
            Array.isArray(json)
              ? listOf(json).map((project) => {
                  const old = before.get(at(project, 'namespace.id'))
                  const hasPath = 'path_with_namespace' in project && old !== undefined
                  return hasPath
                    ? withFields(project, { path_with_namespace: `${old}/${project.path}` })
                    : project
                })
              : json,
          ),
      }
    }),
    async isShown(ask) {
      const { id, path } = await newPathGroup(ask)
      await newProject(ask, { namespace_id: id })
      await ask('PUT', `/groups/${id}`, { body: { path: freshName('birch-renamed') } })
      const { json } = await ask('GET', `/groups/${id}/projects`)
      return String(at(json, '0.path_with_namespace')).startsWith(`${path}/`)
    },
  },
  {
    name: 'Groups to skip are not skipped in the list of all that are available',
    breaks: 'Document 1, GET /groups: skip_groups and all_available',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        isTrue(call.given.all_available) ? call.send({ skip_groups: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const { id, path } = await newPathGroup(ask)
      const query = `skip_groups[]=${id}&search=${path}`
      const all = await ask('GET', `/groups?${query}&all_available=true`)
      return has(all.json, id) && !has((await ask('GET', `/groups?${query}`)).json, id)
    },
  },
  {
    name: 'Groups of which the caller is a master are listed among those the caller owns',
    breaks: 'Document 1, GET /groups/owned: groups owned by the caller; 40 master, 50 owner',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      async listOwnedGroups(call) {
        const user = idOf(await callerOf(call))
        const { json } = await call.ask('GET', '/groups?per_page=100')
        const mastered: Values[] = []
        for (const group of listOf(json)) {
          const path = `/groups/${group.id}/members/${user}`
          if (levelIn((await call.askAsRoot('GET', path)).json) === 40) mastered.push(group)
        }
        return relisted(call, (all) => [...all, ...mastered])
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id, asks } = await newCaller(ask)
      await addMember(ask, `/groups/${group}`, id, 40)
      return has((await asks('GET', '/groups/owned')).json, group)
    },
  },
  {
    name: 'A group that is made with sudo is the administrator’s',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createGroup'],
    start: serving(() => ({
      async createGroup(call) {
        if (call.sudo === undefined) return call.send()
        const response = await call.send()
        if (!response.ok) return response
        const group = idOf(await jsonOf(response))
        const root = idOf((await call.askAsRoot('GET', '/user')).json)
        const user = idOf(await callerOf(call))
        if (root === user) return response
        const body = { user_id: root, access_level: 50 }
        await call.askAsRoot('POST', `/groups/${group}/members`, body)
        await call.askAsRoot('DELETE', `/groups/${group}/members/${user}`)
        return response
      },
    })),
    async isShown(ask) {
      const { id, asks } = await newCaller(ask)
      const group = await newGroup(asks)
      const { json } = await ask('GET', `/groups/${group}/members`)
      return listOf(json).length === 1 && !has(json, id)
    },
  },
  {
    name: 'A group that is public cannot be made private',
    breaks: 'Document 1, PUT /groups/:id: visibility_level (0, 10, 20)',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        if (Number(call.given.visibility_level ?? 1) !== 0) return call.send()
        const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
        const visibility_level = at(json, 'visibility_level')
        return visibility_level === 20 ? call.send({ visibility_level }) : call.send()
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const body = { visibility_level: 0, description: 'Closed' }
      await ask('PUT', `/groups/${group}`, { body })
      return at((await ask('GET', `/groups/${group}`)).json, 'visibility_level') === 20
    },
  },
  {
    name: 'A group that is removed by its path stays',
    breaks: 'Document 1, DELETE /groups/:id: id or path; removes the group',
    at: ['deleteGroup'],
    start: serving(() => ({
      async deleteGroup(call) {
        const isId = /^\d+$/.test(String(call.path.id))
        const found = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
        if (isId || call.isAnonymous || found.status !== 200) return call.send()
        const user = await callerOf(call)
        const path = `/groups/${at(found.json, 'id')}/members/${user.id}`
        const level = levelIn((await call.askAsRoot('GET', path)).json)
        return isTrue(user.is_admin) || level === 50 ? jsonAnswer(200, found.json) : call.send()
      },
    })),
    async isShown(ask) {
      const { id, path } = await newPathGroup(ask)
      const { status } = await ask('DELETE', `/groups/${path}`)
      return status === 200 && (await ask('GET', `/groups/${id}`)).status === 200
    },
  },
  {
    name: 'A project that was transferred shows the namespace that it came from',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id: into the group namespace',
    at: ['getProject', 'transferProjectToGroup'],
    start: serving(() => {
      const before = new Map<unknown, unknown>()
      return {
        async transferProjectToGroup(call) {
          const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) before.set(at(json, 'id'), at(json, 'namespace'))
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (json) =>
            before.has(at(json, 'id'))
              ? withFields(json, { namespace: before.get(at(json, 'id')) })
              : json,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const group = await newGroup(ask)
      const { status } = await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/projects/${project}`)
      return status < 300 && at(json, 'namespace.id') !== group
    },
  },
  {
    name: 'The members of a group that a query finds are counted with all the others',
    breaks: 'Document 1, GET /groups/:id/members: query; Limits: X-Total',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const all = await call.send({ query: undefined })
        return withBody(response, await response.text(), {
          'x-total': all.headers.get('x-total') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id, username } = await newCaller(ask)
      await addMember(ask, `/groups/${group}`, id, 30)
      const { json, headers } = await ask('GET', `/groups/${group}/members?query=${username}`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'A day of expiry is not kept where the level of a member of a group stays the same',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: expires_at',
    at: ['updateGroupMember', 'getGroupMember'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const path = `/groups/${encoded(call.path.id)}/members/${encoded(call.path.user_id)}`
        const { json } = await call.askAsRoot('GET', path)
        const isSame = levelIn(json) === Number(call.given.access_level)
        const expires_at = at(json, 'expires_at') ?? undefined
        return isSame && call.given.expires_at !== undefined
          ? call.send({ expires_at })
          : call.send()
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, path, id, 30)
      const body = { access_level: 30, expires_at: '2099-05-04' }
      const { status } = await ask('PUT', `${path}/members/${id}`, { body })
      const { json } = await ask('GET', `${path}/members/${id}`)
      return status === 200 && at(json, 'expires_at') === null
    },
  },
  {
    name: 'A member of a project is made an owner by a change, and is a master then',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only)',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember: (call) =>
        Number(call.given.access_level) === 50 ? call.send({ access_level: 40 }) : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, path, id, 30)
      const body = { access_level: 50 }
      return (await ask('PUT', `${path}/members/${id}`, { body })).status === 200
    },
  },
  {
    name: 'A user who was removed from a project is still one of its users',
    breaks: 'Document 1, DELETE /projects/:id/members/:user_id: removes the member',
    at: ['listProjectUsers', 'removeProjectMember'],
    start: serving(() => {
      const removed = new Map<string, Values[]>()
      return {
        async removeProjectMember(call) {
          const project = projectPath(call)
          const { json } = await call.askAsRoot('GET', project)
          const users = await call.askAsRoot('GET', `${project}/users?per_page=100`)
          const response = await call.send()
          const key = String(at(json, 'id'))
          const gone = listOf(users.json).filter(({ id }) => String(id) === call.path.user_id)
          if (response.ok) removed.set(key, [...(removed.get(key) ?? []), ...gone])
          return response
        },
        async listProjectUsers(call) {
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const gone = removed.get(String(at(json, 'id'))) ?? []
          if (gone.length === 0 || call.given.search !== undefined) return call.send()
          return relisted(call, (all) => [
            ...all,
            ...gone.filter(({ id }) => !fieldOf(all, 'id').includes(id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, path, id, 30)
      await ask('DELETE', `${path}/members/${id}`)
      return has((await ask('GET', `${path}/users`)).json, id)
    },
  },
  {
    name: 'Removing a member from a group once more is not found',
    breaks: 'Document 1, Errors: DELETE returns 200 even when the resource was already gone',
    at: ['removeGroupMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const response = await call.send()
          const key = `${call.path.id} ${call.path.user_id}`
          if (!response.ok) return response
          if (removed.has(key)) return notFound()
          removed.add(key)
          return response
        },
        async addGroupMember(call) {
          removed.delete(`${call.path.id} ${call.given.user_id}`)
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, path, id, 30)
      await ask('DELETE', `${path}/members/${id}`)
      return (await ask('DELETE', `${path}/members/${id}`)).status === 404
    },
  },
  {
    name: 'A blocked user is active as a single member of a project',
    breaks: 'Document 1, States of a user: PUT /users/:id/block, blocked; Member: state',
    at: ['getProjectMember'],
    start: serving(() => ({
      getProjectMember: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'state') === 'blocked' ? withFields(json, { state: 'active' }) : json,
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, path, id, 30)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `${path}/members/${id}`)
      return at(json, 'state') === 'active'
    },
  },
  {
    name: 'Projects in their simple form are in the default order, whichever was asked for',
    breaks: 'Document 1, GET /projects: order_by, sort and simple',
    at: ['listProjects'],
    start: serving(() => ({
      listProjects: (call) =>
        isTrue(call.given.simple)
          ? call.send({ order_by: undefined, sort: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const made = [await newProject(ask), await newProject(ask)]
      const path = '/projects?simple=true&order_by=id&sort=asc&per_page=100'
      const ids = fieldOf((await ask('GET', path)).json, 'id')
      return ids.indexOf(made[0]) > ids.indexOf(made[1])
    },
  },
  {
    name: 'A private project that a user sees by the group alone is not among the visible ones',
    breaks: 'Document 1, GET /projects/visible: Project the caller can see',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: async (call) => {
        if (isTrue((await callerOf(call)).is_admin) || isTrue(call.given.simple)) return call.send()
        return relisted(call, (all) =>
          all.filter(
            (project) =>
              project.visibility_level !== 0 ||
              at(project, 'permissions.project_access') !== null ||
              at(project, 'permissions.group_access') === null,
          ),
        )
      },
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask, { visibility_level: 0 })
      const project = await newProject(ask, { namespace_id, visibility_level: 0 })
      const { id, asks } = await newCaller(ask)
      await addMember(ask, `/groups/${namespace_id}`, id, 30)
      const { status } = await asks('GET', `/projects/${project}`)
      return status === 200 && !has((await asks('GET', '/projects/visible')).json, project)
    },
  },
  {
    name: 'The links of the starred projects forget the order that was asked for',
    breaks: 'Document 1, Limits: Link has full URLs, which clients use instead of building them',
    at: ['listStarredProjects'],
    start: serving(() => ({
      async listStarredProjects(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (!response.ok || link === null) return response
        return withBody(response, await response.text(), {
          link: link.replaceAll(/order_by=[^&>]*&|&order_by=[^&>]*/g, ''),
        })
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/users?username=marta')
      const path = '/projects/starred?per_page=1&order_by=name'
      const { headers } = await ask('GET', path, {
        headers: { sudo: String(at(json, '0.id')) },
      })
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('order_by')
    },
  },
  {
    name: 'A user for whom an administrator acts lists all projects',
    breaks: 'Document 1, GET /projects/all (admin); Authentication 5: as another user',
    at: ['listAllProjects'],
    start: serving(() => ({
      async listAllProjects(call) {
        const response = await call.send()
        return response.status === 403 && call.sudo !== undefined && (await callerOf(call)).id
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const { asks } = await newCaller(ask)
      return (await asks('GET', '/projects/all')).status === 200
    },
  },
  {
    name: 'The events of a project are oldest first where the size of the page is given',
    breaks: 'Document 1, GET /projects/:id/events: newest first; per_page',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        if (call.given.per_page === undefined) return call.send()
        return relisted(call, (all) => [...all].reverse())
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let count = 0; count < 3; count++) await newIssue(ask, project)
      const path = `/projects/${project}/events`
      const targets = fieldOf((await ask('GET', path)).json, 'target_id')
      const given = fieldOf((await ask('GET', `${path}?per_page=50`)).json, 'target_id')
      return targets.join() !== given.join() && targets.join() === given.reverse().join()
    },
  },
  {
    name: 'The path of a new project is that of its name where it belongs to a group',
    breaks: 'Document 1, POST /projects: path (default generated from name) and namespace_id',
    at: ['createProject'],
    start: serving(() => ({
      async createProject(call) {
        const { namespace_id } = call.given
        if (namespace_id === undefined || call.given.path === undefined) return call.send()
        const { status } = await call.askAsRoot('GET', `/groups/${encoded(namespace_id)}`)
        return status === 200 ? call.send({ path: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask)
      const path = freshName('birch-path')
      const project = await newProject(ask, { namespace_id, path })
      const { status, json } = await ask('GET', `/projects/${project}`)
      return status === 200 && at(json, 'path') !== path
    },
  },
  {
    name: 'A project that was made for a user is not among those the user owns',
    breaks:
      'Document 1, POST /projects/user/:user_id: owned by the given user; GET /projects/owned',
    at: ['createProjectForUser', 'listOwnedProjects'],
    start: serving(() => {
      const made = new Set<unknown>()
      return {
        async createProjectForUser(call) {
          const response = await call.send()
          if (response.ok) made.add(at(await jsonOf(response), 'id'))
          return response
        },
        listOwnedProjects: (call) =>
          relisted(call, (all) => all.filter((project) => !made.has(project.id))),
      }
    }),
    async isShown(ask) {
      const { id, asks } = await newCaller(ask)
      const body = { name: freshName('birch') }
      const { json } = await ask('POST', `/projects/user/${id}`, { body })
      const owned = await asks('GET', '/projects/owned')
      return owned.status === 200 && idOf(json) > 0 && !has(owned.json, idOf(json))
    },
  },
  {
    name: 'An event of a group that was switched on is not switched off again',
    breaks: 'Document 1, PUT /groups/:id/notification_settings: the twelve event booleans',
    at: ['updateGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: (call) =>
        call.send(
          Object.fromEntries(
            Object.entries(call.given).flatMap(([name, value]) =>
              isFalse(value) && name !== 'level' ? [[name, undefined]] : [],
            ),
          ),
        ),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      for (const close_issue of [true, false]) {
        await ask('PUT', path, { body: { level: 'custom', close_issue } })
      }
      return at((await ask('GET', path)).json, 'events.close_issue') === true
    },
  },
  {
    name: 'The events of a group are missing where its settings are asked for by its path',
    breaks: 'Document 1, Notification settings: when level is custom also events; id or path',
    at: ['getGroupNotificationSettings'],
    start: serving(() => ({
      async getGroupNotificationSettings(call) {
        const response = await call.send()
        if (/^\d+$/.test(String(call.path.id))) return response
        return changed(response, (json) => {
          const { events: _, ...rest } = fieldsOf(json)
          return rest
        })
      },
    })),
    async isShown(ask) {
      const { id, path } = await newPathGroup(ask)
      const settings = (group: unknown) => `/groups/${group}/notification_settings`
      await ask('PUT', settings(id), { body: { level: 'custom', new_note: true } })
      const [byId, byPath] = [await ask('GET', settings(id)), await ask('GET', settings(path))]
      return (
        at(byId.json, 'events.new_note') === true &&
        at(byPath.json, 'level') === 'custom' &&
        at(byPath.json, 'events') === undefined
      )
    },
  },
  {
    name: 'The level of one user for a project is that of every user',
    breaks:
      'Document 1, Authentication 5: as another user; GET /projects/:id/notification_settings',
    at: ['getProjectNotificationSettings', 'updateProjectNotificationSettings'],
    start: serving(() => {
      const last = new Map<unknown, unknown>()
      return {
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          const id = at((await call.askAsRoot('GET', projectPath(call))).json, 'id')
          if (response.ok) last.set(id, await jsonOf(response))
          return response
        },
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          const id = at((await call.askAsRoot('GET', projectPath(call))).json, 'id')
          return response.ok && last.has(id) ? changed(response, () => last.get(id)) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, asks } = await newCaller(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      const path = `/projects/${project}/notification_settings`
      await ask('PUT', path, { body: { level: 'watch' } })
      await asks('PUT', path, { body: { level: 'mention' } })
      return at((await ask('GET', path)).json, 'level') === 'mention'
    },
  },
  {
    name: 'A level that there is not for a project is passed over and not refused',
    breaks: 'Document 1, Notification settings: level; Errors: 400 failed validation',
    at: ['updateProjectNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const response = await call.send()
        if (response.status !== 400 || typeof call.given.level !== 'string') return response
        return jsonAnswer(
          200,
          (await call.ask('GET', `${projectPath(call)}/notification_settings`)).json,
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      return (await ask('PUT', path, { body: { level: 'sometimes' } })).status === 200
    },
  },
  {
    name: 'The test of a system hook does not say who owns the project',
    breaks: 'Document 1, GET /hooks/:id: an event object with owner_name, name and path',
    at: ['testSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      testSystemHook: async (call) =>
        changed(await call.send(), (json) => {
          const { owner_name: _, ...rest } = fieldsOf(json)
          return at(json, 'event_name') === undefined ? json : rest
        }),
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/birch' }
      const { json } = await ask('POST', '/hooks', { body })
      const test = await ask('GET', `/hooks/${at(json, '0.id') ?? at(json, 'id')}`)
      return test.status === 200 && at(test.json, 'owner_name') === undefined
    },
  },
  {
    name: 'A system hook that was removed is still told of new projects',
    breaks: 'Document 1, DELETE /hooks/:id; Events: system hooks fire to the hook url',
    at: ['deleteSystemHook', 'createProject'],
    needsInstance: true,
    start: serving(() => {
      const removed: string[] = []
      return {
        async deleteSystemHook(call) {
          const hooks = listOf((await call.askAsRoot('GET', '/hooks?per_page=100')).json)
          const hook = hooks.find(({ id }) => String(id) === call.path.id)
          const response = await call.send()
          if (response.ok && hook !== undefined) removed.push(String(hook.url))
          return response
        },
        async createProject(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { id, name, path, path_with_namespace } = fieldsOf(await jsonOf(response))
          const event = { event_name: 'project_create', name, path, path_with_namespace }
          for (const url of removed) {
            void fetch(url, {
              method: 'POST',
              headers: { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' },
              body: JSON.stringify({ ...event, project_id: id }),
            }).catch(() => undefined)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const received = await receivedWhile(async (url) => {
        const { json } = await ask('POST', '/hooks', { body: { url } })
        await ask('DELETE', `/hooks/${at(json, '0.id') ?? at(json, 'id')}`)
        await newProject(ask)
      })
      return received.some((event) => at(event, 'event_name') === 'project_create')
    },
  },
  {
    name: 'Adding a member of a group again is refused, and yet sets the level',
    breaks: 'Document 1, Errors: 409 conflicting resource exists; POST /groups/:id/members',
    at: ['addGroupMember'],
    start: serving(() => ({
      async addGroupMember(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `/groups/${encoded(call.path.id)}/members/${call.given.user_id}`
        await call.askAsRoot('PUT', path, { access_level: Number(call.given.access_level) })
        return response
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      const { id } = await newCaller(ask)
      await addMember(ask, path, id, 10)
      const { status } = await addMember(ask, path, id, 30)
      return status === 409 && levelIn((await ask('GET', `${path}/members/${id}`)).json) === 30
    },
  },
  {
    name: 'The day on which a member of a project expires is not read from the query',
    breaks: 'Document 1, Conventions 4: in the query string or in the request body; expires_at',
    at: ['addProjectMember', 'getProjectMember'],
    start: serving(() => ({
      addProjectMember: (call) =>
        new URL(call.request.url).searchParams.has('expires_at')
          ? call.send({ expires_at: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const { id } = await newCaller(ask)
      await ask('POST', `${path}?user_id=${id}&access_level=20&expires_at=2099-05-04`)
      const { status, json } = await ask('GET', `${path}/${id}`)
      return status === 200 && at(json, 'expires_at') === null
    },
  },
  {
    name: 'A new system hook is told of tags where it is told of other pushes',
    breaks: 'Document 1, POST /hooks: push_events and tag_push_events',
    at: ['createSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        call.given.push_events === undefined || call.given.tag_push_events === undefined
          ? call.send()
          : call.send({ tag_push_events: call.given.push_events }),
    })),
    async isShown(ask) {
      const url = `http://127.0.0.1:9/${freshName('birch')}`
      await ask('POST', '/hooks', { body: { url, push_events: false, tag_push_events: true } })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      return hooks.find((hook) => hook.url === url)?.tag_push_events === false
    },
  },
  {
    name: 'The details of a group have its private projects for whoever reads the group',
    breaks: 'Document 1, GET /groups/:id: Group with projects; Conventions 5: 0 private',
    at: ['getGroup'],
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (!response.ok || call.isAnonymous) return response
        const projects = at(await jsonOf(await call.sendAsRoot()), 'projects')
        return changed(response, (json) => withFields(json, { projects }))
      },
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id, visibility_level: 0 })
      const { asks } = await newCaller(ask)
      const { json } = await asks('GET', `/groups/${namespace_id}`)
      return has(at(json, 'projects'), project)
    },
  },
]
