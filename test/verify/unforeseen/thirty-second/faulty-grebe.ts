import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newProject,
  newUser,
  projectPath,
  type Rule,
  relisted,
  responseOf,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { groupPath, partsOfKey } from './tools-grebe.ts'

const all: readonly OperationId[] = operations.map(({ id }) => id)

export const faultyGrebeServers: readonly FaultyServer[] = [
  {
    name: 'A blocked user whose profile an administrator changes is active again',
    breaks:
      'Document 1, States and transitions: a user who is blocked becomes active by PUT /users/:id/unblock, and PUT /users/:id is no such trigger',
    at: ['updateUser', 'getUser', 'listUsers', 'blockUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (!response.ok || at(await jsonOf(response), 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `/users/${call.path.id}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { location: 'Harbour' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'Of several groups to skip in the list of groups only the last is skipped',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const skipped = call.given.skip_groups
        if (!Array.isArray(skipped) || skipped.length < 2) return call.send()
        return call.send({ skip_groups: skipped.slice(-1) })
      },
    })),
    async isShown(ask) {
      const one = await newGroup(ask)
      const other = await newGroup(ask)
      const { json } = await ask(
        'GET',
        `/groups?skip_groups[]=${one}&skip_groups[]=${other}&per_page=100`,
      )
      return fieldOf(json, 'id').includes(one)
    },
  },
  {
    name: 'The lookup of an SSH key by its id shows a blocked owner as active',
    breaks:
      'Document 1, SSH key: the lookup by key id also carries user, the administrator-level user fields; User states: block, blocked',
    at: ['getSshKeyWithUser', 'blockUser'],
    start: serving(() => ({
      getSshKeyWithUser: async (call) =>
        changed(await call.send(), (json) => {
          const { user } = fieldsOf(json)
          return user === undefined
            ? json
            : withFields(json, { user: withFields(user, { state: 'active' }) })
        }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `/keys/${key}`)).json, 'user.state') === 'active'
    },
  },
  {
    name: 'A project that was transferred to another group is still listed in the group it left',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id/projects',
    at: ['transferProjectToGroup', 'listGroupProjects'],
    start: serving(() => {
      const left = new Map<number, Set<number>>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const from = Number(at(before, 'namespace.id'))
          const now = (await call.askAsRoot('GET', `/projects/${idOf(before)}`)).json
          if (response.ok && at(now, 'namespace.id') !== from) {
            left.set(from, (left.get(from) ?? new Set<number>()).add(idOf(before)))
          }
          return response
        },
        async listGroupProjects(call) {
          const group = idOf((await call.askAsRoot('GET', groupPath(call))).json)
          const names = ['search', 'visibility', 'archived', 'simple']
          const isFiltered = names.some((name) => call.given[name] !== undefined)
          const ids = [...(left.get(group) ?? [])]
          if (isFiltered || ids.length === 0) return call.send()
          const answers = await Promise.all(ids.map((id) => call.ask('GET', `/projects/${id}`)))
          const gone = answers.flatMap(({ status, json }) =>
            status === 200 ? [fieldsOf(json)] : [],
          )
          return relisted(call, (projects) => [
            ...projects,
            ...gone.filter(({ id }) => projects.every((project) => project.id !== id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const from = await newGroup(ask)
      const to = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${to}/projects/${project}`)
      return fieldOf((await ask('GET', `/groups/${from}/projects`)).json, 'id').includes(project)
    },
  },
  {
    name: 'An SSH key of a user who was deleted can be added by nobody else',
    breaks:
      'Document 1, POST /user/keys: created SSH key, 201; only an already-used key reports "has already been taken", and DELETE /users/:id removed its user',
    at: ['deleteUser', 'createOwnSshKey', 'createSshKeyOfUser'],
    start: serving(() => {
      const kept = new Set<string>()
      const creating =
        (pathOf: (call: Call) => string): Rule =>
        async (call) => {
          const response = await call.send()
          if (!response.ok || !kept.has(partsOfKey(call.given.key).numbers)) return response
          await call.ask('DELETE', `${pathOf(call)}/${idOf(await jsonOf(response))}`)
          return jsonAnswer(400, { message: { key: ['has already been taken'] } })
        }
      return {
        async deleteUser(call) {
          const keys = await call.askAsRoot('GET', `/users/${call.path.id}/keys?per_page=100`)
          const response = await call.send()
          if (response.ok) {
            for (const { key } of listOf(keys.json)) kept.add(partsOfKey(key).numbers)
          }
          return response
        },
        createOwnSshKey: creating(() => '/user/keys'),
        createSshKeyOfUser: creating(({ path }) => `/users/${path.id}/keys`),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      await ask('POST', `/users/${id}/keys`, { body })
      await ask('DELETE', `/users/${id}`)
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'Who wants mails about failed pipelines of a group gets those about successful ones too',
    breaks:
      'Document 1, Notification settings: with level custom these boolean email events can be set, failed_pipeline and success_pipeline each of its own',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const { failed_pipeline, success_pipeline } = call.given
        const isBoth = isTrue(failed_pipeline) && success_pipeline === undefined
        return call.send(isBoth ? { success_pipeline: true } : {})
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', failed_pipeline: true } })
      return at((await ask('GET', path)).json, 'events.success_pipeline') === true
    },
  },
  {
    name: 'The links to other pages of the projects of a group forget the visibility asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.visibility === undefined) return response
        const without = link.replaceAll(/visibility=[^&>]*&?/g, '')
        return withBody(response, response.body, { link: without })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (const visibility_level of [0, 0, 20]) {
        await newProject(ask, { namespace_id: group, visibility_level })
      }
      const path = `/groups/${group}/projects?visibility=private&per_page=1`
      const { headers } = await ask('GET', path)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('visibility=private')
    },
  },
  {
    name: 'A former member of a private project still sees who its members are',
    breaks:
      'Document 1, Errors, Body shapes 6: a GET on a private project by a non-member gives 404',
    at: ['listProjectMembers', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const response = await call.send()
          if (response.ok) former.add(`${project}/${call.path.user_id}`)
          return response
        },
        async listProjectMembers(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const { id } = await callerOf(call)
          return former.has(`${project}/${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = `/projects/${await newProject(ask, { visibility_level: 0 })}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/${id}`)
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'The header SUDO does nothing where the private token stands in the query',
    breaks:
      'Document 1, Authentication 5: with an administrator’s token, the parameter sudo (query) or header SUDO performs the call as another user',
    at: all,
    start: (forge) => (request) => {
      const headers = new Headers(request.headers)
      if (new URL(request.url).searchParams.has('private_token')) headers.delete('sudo')
      return forge.fetch(new Request(request, { headers }))
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const headers = { sudo: username }
      const { json } = await ask('GET', '/user?private_token=root-token', { token: '', headers })
      return at(json, 'is_admin') === true
    },
  },
  {
    name: 'A wrong OAuth token is refused with an error of OAuth in place of the message',
    breaks:
      'Document 1, Authentication 2: invalid credentials give status 401 with a body whose message is "401 Unauthorized"',
    at: all,
    start: (forge) =>
      behind(async (response, request) => {
        const authorization = request.headers.get('authorization') ?? ''
        if (response.status !== 401 || !/^bearer /i.test(authorization)) return response
        const user = new Request(new URL('/api/v3/user', request.url), {
          headers: { authorization },
        })
        if ((await forge.fetch(user)).status !== 401) return response
        const error_description = 'Token was not found.'
        return changed(response, () => ({ error: 'invalid_token', error_description }))
      })(forge),
    async isShown(ask) {
      const headers = { authorization: 'Bearer no-such-token' }
      const { json } = await ask('GET', '/user', { token: '', headers })
      return at(json, 'message') === undefined && at(json, 'error') === 'invalid_token'
    },
  },
  {
    name: 'The description of a group ends before the first emoji that was written in it',
    breaks:
      'Document 1, POST and PUT /groups: description; Errors, 200: the modified resource is returned',
    at: ['createGroup', 'updateGroup', 'getGroup', 'listGroups', 'listOwnedGroups'],
    start: serving(() => {
      const cutting: Rule = async (call) => {
        const { description } = call.given
        if (typeof description !== 'string') return call.send()
        const cut = description.replace(/[\u{10000}-\u{10ffff}].*$/su, '')
        return cut === description ? call.send() : call.send({ description: cut })
      }
      return { createGroup: cutting, updateGroup: cutting }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, { description: 'Boats ⛵ and 🎉 parties' })
      return at((await ask('GET', `/groups/${group}`)).json, 'description') === 'Boats ⛵ and '
    },
  },
  {
    name: 'A group cannot be written with the path that it has already',
    breaks:
      'Document 1, PUT /groups/:id: path, answers the group with projects; 400: an attribute failed validation, and the path is that of no other group',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const { path } = call.given
        const group = (await call.askAsRoot('GET', groupPath(call))).json
        if (path === undefined || at(group, 'path') !== path) return call.send()
        const isRefused = (await call.ask('PUT', groupPath(call), { path })).status !== 200
        if (isRefused) return call.send()
        return jsonAnswer(400, { message: { path: ['has already been taken'] } })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { path } = fieldsOf((await ask('GET', `/groups/${group}`)).json)
      const body = { path, description: 'The same path' }
      return (await ask('PUT', `/groups/${group}`, { body })).status === 400
    },
  },
  {
    name: 'A search for active users finds the blocked ones as well',
    breaks: 'Document 1, GET /users: active (boolean), together with search',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const { active, search } = call.given
        const isBoth = isTrue(active) && search !== undefined
        return call.send(isBoth ? { active: undefined } : {})
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?active=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Users make projects public by the parameter public where that level is restricted',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels, levels that non-admins cannot use for projects; POST /projects: public true equals visibility_level 20',
    at: ['createProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const isMeant = isTrue(call.given.public) && call.given.visibility_level === undefined
        if (response.status !== 400 || !isMeant) return response
        const settings = (await call.askAsRoot('GET', '/application/settings')).json
        const levels = at(settings, 'restricted_visibility_levels')
        if (!Array.isArray(levels) || !levels.includes(2)) return response
        const write = (restricted_visibility_levels: readonly unknown[]) =>
          call.askAsRoot('PUT', '/application/settings', { restricted_visibility_levels })
        await write(levels.filter((level) => level !== 2))
        const allowed = await call.send()
        await write(levels)
        return allowed
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [2] } })
      const body = { name: `of-${username}`, public: true }
      const { status, json } = await actingAs(ask, id)('POST', '/projects', { body })
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [] } })
      return status === 201 && at(json, 'visibility_level') === 20
    },
  },
  {
    name: 'Whoever deletes an e-mail address of their own by the id of another user’s deletes that',
    breaks:
      'Document 1, DELETE /users/:id/emails/:email_id (admin): an address of another user is removed by administrators only; DELETE /user/emails/:email_id is about those of the caller',
    at: ['deleteOwnEmail', 'listEmailsOfUser', 'listOwnEmails', 'getOwnEmail'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      const creating =
        (ownerOf: (call: Call) => Promise<unknown>): Rule =>
        async (call) => {
          const response = await call.send()
          if (response.ok) owners.set(String(idOf(await jsonOf(response))), await ownerOf(call))
          return response
        }
      const pathOfOthers = async (call: Call): Promise<string | undefined> => {
        const owner = owners.get(String(call.path.email_id))
        if (owner === undefined) return undefined
        const path = `/users/${owner}/emails`
        const emails = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const email = emails.find(({ id }) => String(id) === call.path.email_id)
        return email === undefined ? undefined : `${path}/${email.id}`
      }
      return {
        createOwnEmail: creating(async (call) => (await callerOf(call)).id),
        createEmailOfUser: creating(async ({ path }) => path.id),
        async deleteOwnEmail(call) {
          const response = await call.send()
          if (!response.ok) return response
          // What is left after the deletion belongs to somebody else.
          const other = await pathOfOthers(call)
          return other === undefined ? response : responseOf(await call.askAsRoot('DELETE', other))
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const other = await newUser(ask)
      const path = `/users/${id}/emails`
      const body = { email: `second-${username}@grebe.example` }
      const email = idOf((await ask('POST', path, { body })).json)
      await actingAs(ask, other.id)('DELETE', `/user/emails/${email}`)
      return !fieldOf((await ask('GET', path)).json, 'id').includes(email)
    },
  },
]
