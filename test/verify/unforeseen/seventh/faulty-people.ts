import { askOf, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  relisted,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  commit,
  freshKey,
  isNumber,
  newKey,
  newMember,
  pathOfGroup,
  projectOfGroup,
  projectPath,
} from './tools-people.ts'

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const isDay = (text: unknown) =>
  /^\d{4}-\d\d-\d\d$/.test(String(text)) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

export const faultyPeopleServers: readonly FaultyServer[] = [
  // Users, and what belongs to them.
  {
    name: 'A blocked user is not found by their e-mail address, though by their username',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        String(call.given.search ?? '').includes('@')
          ? relisted(call, (all) => all.filter(({ state }) => state !== 'blocked'))
          : call.send(),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const byName = await ask('GET', `/users?search=${username}`)
      const byAddress = await ask('GET', `/users?search=${encoded(`${username}@six.example`)}`)
      return listOf(byName.json).length === 1 && listOf(byAddress.json).length === 0
    },
  },
  {
    name: 'A key is still looked up with its user when the user is deleted',
    breaks: 'Document 1, DELETE /users/:id and GET /keys/:id; Errors: 404 resource not found',
    at: ['getSshKeyWithUser', 'deleteUser'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}/keys?per_page=100`)
          const keys: [string, unknown][] = []
          for (const id of fieldOf(json, 'id')) {
            keys.push([String(id), (await call.askAsRoot('GET', `/keys/${id}`)).json])
          }
          const response = await call.send()
          if (response.ok) for (const [id, key] of keys) kept.set(id, key)
          return response
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = kept.get(String(call.path.id))
          return response.status === 404 && key !== undefined ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const key = await newKey(ask, id)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/keys/${key}`)).status === 200
    },
  },
  {
    name: 'Events keep the username that their author had before they were renamed',
    breaks: 'Document 1, Activity event: author (brief user), author_username',
    at: ['listUserEvents'],
    start: serving(() => {
      const before = new Map<string, unknown>()
      return {
        async updateUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          const isRenamed = response.ok && call.given.username !== undefined
          if (isRenamed) before.set(String(call.path.id), at(json, 'username'))
          return response
        },
        listUserEvents: async (call) =>
          eachChanged(await call.send(), (event) => ({
            ...event,
            author_username: before.get(String(event.author_id)) ?? event.author_username,
          })),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const asUser = actingAs(ask, id)
      await newIssue(asUser, await newProject(asUser))
      await ask('PUT', `/users/${id}`, { body: { username: freshName('renamed') } })
      const { json } = await ask('GET', `/users/${id}/events`)
      return fieldOf(json, 'author_username').includes(username)
    },
  },
  {
    name: 'An address that its user gave up is taken for ever',
    breaks: 'Document 1, Users: an already-used e-mail reports `has already been taken`',
    at: ['createOwnEmail', 'deleteOwnEmail'],
    start: serving(() => {
      const gone = new Set<string>()
      return {
        async deleteOwnEmail(call) {
          const { json } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
          const response = await call.send()
          const email = at(json, 'email')
          if (response.ok && typeof email === 'string') gone.add(email)
          return response
        },
        createOwnEmail: (call) =>
          gone.has(String(call.given.email).toLowerCase())
            ? Promise.resolve(jsonAnswer(400, { message: { email: ['has already been taken'] } }))
            : call.send(),
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('second')}@seven.example` }
      const made = await ask('POST', '/user/emails', { body })
      await ask('DELETE', `/user/emails/${idOf(made.json)}`)
      return (await ask('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'New users have the limit of projects that the settings had when the server started',
    breaks: 'Document 1, Application settings: default_projects_limit, projects per user',
    at: ['createUser', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving((forge) => {
      const settings = askOf(forge.fetch)('GET', '/application/settings', {
        token: forge.tokens.root ?? 'root-token',
      })
      return {
        createUser: async (call) =>
          call.given.projects_limit === undefined
            ? call.send({ projects_limit: at((await settings).json, 'default_projects_limit') })
            : call.send(),
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/application/settings')
      const before = Number(at(json, 'default_projects_limit'))
      const set = (limit: number) =>
        ask('PUT', '/application/settings', { body: { default_projects_limit: limit } })
      await set(before + 3)
      const { id } = await newUser(ask)
      await set(before)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') === before
    },
  },
  {
    name: 'An external user is not made an internal one by false',
    breaks: 'Document 1, PUT /users/:id: external; the modified user',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        if (!isFalse(call.given.external)) return call.send()
        const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
        return call.send({ external: at(json, 'external') === true })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { external: true })
      const { json } = await ask('PUT', `/users/${id}`, { body: { external: false } })
      return at(json, 'external') === true
    },
  },
  {
    name: 'The authenticated user has a private token where the header says sudo, not where the query does',
    breaks: 'Document 1, User: the response made with `sudo` also carries `private_token`',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!new URL(call.request.url).searchParams.has('sudo')) return response
        return changed(response, (json) => {
          const { private_token: _, ...user } = fieldsOf(json)
          return user
        })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const byHeader = await actingAs(ask, username)('GET', '/user')
      const byQuery = await ask('GET', `/user?sudo=${username}`)
      const has = (json: unknown) => typeof at(json, 'private_token') === 'string'
      return has(byHeader.json) && byQuery.status === 200 && !has(byQuery.json)
    },
  },
  {
    name: 'Any address of any user is among one’s own, if it is asked for by its id',
    breaks: 'Document 1, GET /user/emails/:email_id; Errors: 404 resource not found',
    at: ['getOwnEmail'],
    start: serving(() => ({
      async getOwnEmail(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const users = await call.askAsRoot('GET', '/users?per_page=100')
        for (const user of fieldOf(users.json, 'id')) {
          const { json } = await call.askAsRoot('GET', `/users/${user}/emails?per_page=100`)
          const found = listOf(json).find(({ id }) => String(id) === call.path.email_id)
          if (found !== undefined) return jsonAnswer(200, found)
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { email: `${freshName('other')}@seven.example` }
      const { json } = await ask('POST', `/users/${id}/emails`, { body })
      return (await ask('GET', `/user/emails/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'Whoever deletes a key of their own by the id of another’s deletes the other’s',
    breaks: 'Document 1, DELETE /user/keys/:key_id: one’s own; 200 even if already absent',
    at: ['deleteOwnSshKey'],
    start: serving(() => ({
      async deleteOwnSshKey(call) {
        const own = await call.ask('GET', `/user/keys/${call.path.key_id}`)
        if (own.status === 404) {
          const { json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
          await call.askAsRoot('DELETE', `/users/${at(json, 'user.id')}/keys/${call.path.key_id}`)
        }
        return call.send()
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const key = await newKey(ask, id)
      await ask('DELETE', `/user/keys/${key}`)
      return listOf((await ask('GET', `/users/${id}/keys`)).json).length === 0
    },
  },
  {
    name: 'An address that a user has not is deleted with success by an administrator',
    breaks: 'Document 1, DELETE /users/:id/emails/:email_id: 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser'],
    start: serving(() => ({
      async deleteEmailOfUser(call) {
        const response = await call.send()
        const user = await call.askAsRoot('GET', `/users/${call.path.id}`)
        return response.status === 404 && user.status === 200 ? jsonAnswer(200, null) : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return (await ask('DELETE', `/users/${id}/emails/987654`)).status === 200
    },
  },
  {
    name: 'A key without a title is named by the comment at its end',
    breaks: 'Document 1, POST /user/keys: title (req); a required attribute is missing: 400',
    at: ['createOwnSshKey'],
    start: serving(() => ({
      createOwnSshKey(call) {
        const { title, key } = call.given
        const isNameless = title === undefined && typeof key === 'string'
        return isNameless ? call.send({ title: key.trim().split(' ').at(-1) }) : call.send()
      },
    })),
    async isShown(ask) {
      const body = { key: freshKey('deck@boat') }
      return (await ask('POST', '/user/keys', { body })).status === 201
    },
  },
  {
    name: 'A key that is taken already is refused in one sentence, where an administrator gives it',
    breaks: 'Document 1, Users: 400 with a validation message object; Body shapes 2',
    at: ['createSshKeyOfUser'],
    start: serving(() => ({
      async createSshKeyOfUser(call) {
        const response = await call.send()
        return changed(response, (json) =>
          at(json, 'message.key') === undefined
            ? json
            : withFields(json, { message: 'Key has already been taken' }),
        )
      },
    })),
    async isShown(ask) {
      const body = { title: 'Twice', key: freshKey('twice@boat') }
      const first = await newUser(ask)
      await ask('POST', `/users/${first.id}/keys`, { body })
      const second = await newUser(ask)
      const { json } = await ask('POST', `/users/${second.id}/keys`, { body })
      return typeof at(json, 'message') === 'string'
    },
  },
  // Groups.
  {
    name: 'Whoever is a master of a group is said to own it',
    breaks: 'Document 1, GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      listOwnedGroups: (call) =>
        relisted(call, async (owned) => {
          const { id } = await callerOf(call)
          const mastered: Record<string, unknown>[] = []
          for (const group of listOf((await call.ask('GET', '/groups?per_page=100')).json)) {
            const { json } = await call.askAsRoot('GET', `/groups/${group.id}/members/${id}`)
            const isOwned = owned.some((one) => one.id === group.id)
            if (at(json, 'access_level') === 40 && !isOwned) mastered.push(group)
          }
          return [...owned, ...mastered]
        }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await newMember(ask, 'groups', group, id, { access_level: 40 })
      const { json } = await actingAs(ask, id)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'A group that is asked for by its path has no projects',
    breaks: 'Document 1, GET /groups/:id: id integer/string; Group with projects',
    at: ['getGroup'],
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (isNumber(call.path.id) || !response.ok) return response
        return changed(response, (json) => withFields(json, { projects: [] }))
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      await projectOfGroup(ask, group)
      const { json } = await ask('GET', `/groups/${await pathOfGroup(ask, group)}`)
      return listOf(at(json, 'projects')).length === 0
    },
  },
  {
    name: 'A project that was moved into a group is not found by a search in the group',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id; GET /groups/:id/projects: search',
    at: ['listGroupProjects', 'transferProjectToGroup'],
    start: serving(() => {
      const moved = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) moved.add(at(json, 'id'))
          return response
        },
        listGroupProjects: (call) =>
          call.given.search === undefined
            ? call.send()
            : relisted(call, (all) => all.filter(({ id }) => !moved.has(id))),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const name = freshName('moved')
      const project = await newProject(ask, { name })
      await ask('POST', `/groups/${group}/projects/${project}`)
      const all = await ask('GET', `/groups/${group}/projects`)
      const found = await ask('GET', `/groups/${group}/projects?search=${name}`)
      return listOf(all.json).length === 1 && listOf(found.json).length === 0
    },
  },
  // Members.
  {
    name: 'A search among the members of a group finds users who are none',
    breaks: 'Document 1, GET /groups/:id/members: query (string, searches members)',
    at: ['listGroupMembers'],
    start: serving(() => ({
      listGroupMembers: (call) =>
        call.given.query === undefined
          ? call.send()
          : relisted(call, async (members) => {
              const path = `/users?per_page=100&search=${encoded(call.given.query)}`
              const users = listOf((await call.askAsRoot('GET', path)).json)
              const others = users.filter(({ id }) => !members.some((one) => one.id === id))
              return [...members, ...others.map((user) => ({ ...user, access_level: 10 }))]
            }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/groups/${group}/members?query=${username}`)
      return fieldOf(json, 'username').includes(username)
    },
  },
  {
    name: 'A member of a group without a level becomes a guest',
    breaks: 'Document 1, POST /groups/:id/members: access_level integer (req, a valid level)',
    at: ['addGroupMember'],
    start: serving(() => ({
      addGroupMember: (call) =>
        call.given.access_level === undefined ? call.send({ access_level: 10 }) : call.send(),
    })),
    async isShown(ask) {
      const body = { user_id: (await newUser(ask)).id }
      return (await ask('POST', `/groups/${await newGroup(ask)}/members`, { body })).status === 201
    },
  },
  {
    name: 'A new membership of a project ends the day before that which was given',
    breaks: 'Document 1, POST /projects/:id/members: expires_at (date YEAR-MONTH-DAY)',
    at: ['addProjectMember'],
    start: serving(() => ({
      addProjectMember(call) {
        const { expires_at } = call.given
        return isDay(expires_at)
          ? call.send({ expires_at: dayBefore(String(expires_at)) })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await newMember(ask, 'projects', project, id, { expires_at: '2038-03-01' })
      const { json } = await ask('GET', `/projects/${project}/members/${id}`)
      return at(json, 'expires_at') === '2038-02-28'
    },
  },
  {
    name: 'A member of a project may be made its owner later, though not at once',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only)',
    at: ['updateProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        if (Number(call.given.access_level) !== 50) return call.send()
        const response = await call.send({ access_level: 40 })
        return changed(response, (json) =>
          response.ok ? withFields(json, { access_level: 50 }) : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await newMember(ask, 'projects', project, id)
      const body = { access_level: 50 }
      return (await ask('PUT', `/projects/${project}/members/${id}`, { body })).status === 200
    },
  },
  {
    name: 'The end of a membership of a group is not changed unless the level is',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateGroupMember'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const path = `/groups/${encoded(call.path.id)}/members/${call.path.user_id}`
        const { json } = await call.ask('GET', path)
        const isSame = at(json, 'access_level') === Number(call.given.access_level)
        return isSame ? call.send({ expires_at: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await newMember(ask, 'groups', group, id)
      const path = `/groups/${group}/members/${id}`
      await ask('PUT', path, { body: { access_level: 30, expires_at: '2038-03-01' } })
      return at((await ask('GET', path)).json, 'expires_at') === null
    },
  },
  {
    name: 'Whoever was removed from a group reads its private projects on',
    breaks: 'Document 1, Body shapes 6: a GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeGroupMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          if (response.ok) removed.add(`${at(json, 'id')} ${call.path.user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const { id } = await callerOf(call)
          return removed.has(`${at(json, 'namespace.id')} ${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await projectOfGroup(ask, group)
      const { id } = await newUser(ask)
      await newMember(ask, 'groups', group, id)
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The links between the pages of a search among the members of a project forget the search',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last with full URLs)',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        const link = response.headers.get('link') ?? ''
        return withBody(response, response.body, {
          link: link.replaceAll(/([?&])query=[^&>]*&?/g, '$1'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let n = 0; n < 2; n++) await newMember(ask, 'projects', project, (await newUser(ask)).id)
      const path = `/projects/${project}/members?query=user-six&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('query=')
    },
  },
  // Events.
  {
    name: 'The note of an event about a comment is its text alone',
    breaks: 'Document 1, Activity event: note (note object, for comments)',
    at: ['listProjectEvents'],
    start: serving(() => ({
      listProjectEvents: async (call) =>
        eachChanged(await call.send(), (event) =>
          event.note === undefined || event.note === null
            ? event
            : { ...event, note: at(event.note, 'body') },
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}/notes`
      await ask('POST', path, { body: { body: 'Aye' } })
      return fieldOf((await ask('GET', `/projects/${project}/events`)).json, 'note').includes('Aye')
    },
  },
  {
    name: 'The events of a public project need credentials from the second page on',
    breaks: 'Document 1, GET /projects/:id/events: readable without authentication when public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      listProjectEvents: async (call) =>
        call.isAnonymous && Number(call.given.page ?? 1) > 1
          ? jsonAnswer(401, { message: '401 Unauthorized' })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      for (let n = 0; n < 2; n++) await newIssue(ask, project)
      const path = `/projects/${project}/events?per_page=1&page=2`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  // Notification settings.
  {
    name: 'What is set of a group by its path is not what is set of it by its id',
    breaks: 'Document 1, Conventions 2: a group `:id` is an integer or the group path',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async updateGroupNotificationSettings(call) {
          if (isNumber(call.path.id)) return call.send()
          const path = `/groups/${encoded(call.path.id)}/notification_settings`
          const before = fieldsOf((await call.ask('GET', path)).json)
          const response = await call.send()
          if (!response.ok) return response
          const { id } = await callerOf(call)
          kept.set(`${id} ${call.path.id}`, await jsonOf(response))
          await call.ask('PUT', path, { level: before.level, ...fieldsOf(before.events) })
          return response
        },
        async getGroupNotificationSettings(call) {
          const response = await call.send()
          if (isNumber(call.path.id) || !response.ok) return response
          const { id } = await callerOf(call)
          return jsonAnswer(200, kept.get(`${id} ${call.path.id}`) ?? { level: 'global' })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const byPath = `/groups/${await pathOfGroup(ask, group)}/notification_settings`
      await ask('PUT', byPath, { body: { level: 'watch' } })
      const { json } = await ask('GET', `/groups/${group}/notification_settings`)
      return at(json, 'level') !== 'watch'
    },
  },
  {
    name: 'Merging and closing merge requests are mixed up where a group’s e-mails are chosen',
    breaks: 'Document 1, Notification settings: close_merge_request, merge_merge_request',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: ({ given, send }) =>
        given.close_merge_request === given.merge_merge_request
          ? send()
          : send({
              close_merge_request: given.merge_merge_request,
              merge_merge_request: given.close_merge_request,
            }),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      const body = { level: 'custom', merge_merge_request: true }
      const { json } = await ask('PUT', path, { body })
      return at(json, 'events.close_merge_request') === true
    },
  },
  {
    name: 'A project has one notification level, that of whoever set it last',
    breaks: 'Document 1, Notification settings: those of the caller; GET and PUT of a project',
    at: ['getProjectNotificationSettings', 'updateProjectNotificationSettings'],
    start: serving(() => {
      const last = new Map<unknown, unknown>()
      return {
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          const project = await call.ask('GET', projectPath(call))
          if (response.ok) last.set(at(project.json, 'id'), await jsonOf(response))
          return response
        },
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          const project = await call.ask('GET', projectPath(call))
          const settings = last.get(at(project.json, 'id'))
          return changed(response, (json) => (response.ok && settings ? settings : json))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await newMember(ask, 'projects', project, id)
      const path = `/projects/${project}/notification_settings`
      await ask('PUT', path, { body: { level: 'mention' } })
      await actingAs(ask, id)('PUT', path, { body: { level: 'watch' } })
      return at((await ask('GET', path)).json, 'level') === 'watch'
    },
  },
  // Settings and hooks of the instance.
  {
    name: 'A terminal is not made unlimited by nought seconds',
    breaks: 'Document 1, Application settings: terminal_max_session_time, 0 means unlimited',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateApplicationSettings(call) {
        const { terminal_max_session_time: time } = call.given
        if (time === undefined || time === null || Number(time) !== 0) return call.send()
        const { json } = await call.askAsRoot('GET', '/application/settings')
        return call.send({ terminal_max_session_time: at(json, 'terminal_max_session_time') })
      },
    })),
    async isShown(ask) {
      const set = (terminal_max_session_time: number) =>
        ask('PUT', '/application/settings', { body: { terminal_max_session_time } })
      await set(600)
      const { json } = await set(0)
      return at(json, 'terminal_max_session_time') === 600
    },
  },
  {
    name: 'Restricted visibility levels are refused for projects, and not for snippets',
    breaks: 'Document 1, Application settings: restricted_visibility_levels, projects or snippets',
    at: ['createSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async createSnippet(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message.visibility_level') ?? '')
        if (!message.includes('restricted')) return response
        const made = await call.send({ visibility_level: 0 })
        const id = idOf(await jsonOf(made))
        if (made.ok) {
          const { visibility_level } = call.given
          await call.askAsRoot('PUT', `${projectPath(call)}/snippets/${id}`, { visibility_level })
        }
        return made
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const { id } = await newUser(ask)
      await newMember(ask, 'projects', project, id)
      const restrict = (restricted_visibility_levels: readonly number[]) =>
        ask('PUT', '/application/settings', { body: { restricted_visibility_levels } })
      await restrict([2])
      const body = { title: 'Open', file_name: 'open.txt', code: 'open', visibility_level: 20 }
      const { status } = await actingAs(ask, id)('POST', `/projects/${project}/snippets`, { body })
      await restrict([])
      return status === 201
    },
  },
  {
    name: 'The list of system hooks shows whether a hook is told of tags where it shows pushes',
    breaks: 'Document 1, System hook: push_events, tag_push_events',
    at: ['listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      listSystemHooks: async (call) =>
        eachChanged(await call.send(), (hook) =>
          hook.tag_push_events === undefined
            ? hook
            : { ...hook, push_events: hook.tag_push_events },
        ),
    })),
    async isShown(ask) {
      const url = `http://${freshName('hook')}.example/`
      const body = { url, push_events: true, tag_push_events: false }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks')).json)
      return hooks.find((hook) => hook.url === url)?.push_events === false
    },
  },
  // Snippets.
  {
    name: 'The text of a private snippet is for everybody who sees the project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { status } = await call.ask('GET', projectPath(call))
        return status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const asOther = actingAs(ask, (await newUser(ask)).id)
      return (await asOther('GET', `/projects/${project}/snippets/${snippet}/raw`)).status === 200
    },
  },
  // Repositories.
  {
    name: 'A branch that is protected anew is open to the developers that it was open to before',
    breaks: 'Document 3, Branch protection: developers_can_push becomes false by unprotect',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const before = new Map<string, unknown>()
      return {
        async unprotectBranch(call) {
          const path = `${projectPath(call)}/repository/branches/${encoded(call.path.branch)}`
          const { json } = await call.ask('GET', path)
          before.set(path, at(json, 'developers_can_push'))
          return call.send()
        },
        protectBranch(call) {
          const path = `${projectPath(call)}/repository/branches/${encoded(call.path.branch)}`
          const { developers_can_push = before.get(path) } = call.given
          return call.send({ developers_can_push })
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      const { json } = await ask('PUT', `${path}/protect`)
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'A lightweight tag with a release is annotated with the text of the release',
    breaks: 'Document 3, Tag: message (null for a lightweight tag); message, release_description',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      createTag: ({ given, send }) =>
        given.release_description === undefined
          ? send()
          : send({ message: given.message ?? given.release_description }),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      return at((await ask('POST', path, { body })).json, 'message') === 'First'
    },
  },
  {
    name: 'The tree of a folder with all below it is that of the whole repository',
    breaks: 'Document 3, GET /projects/:id/repository/tree: path (subdirectory), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ path: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/deep/one.txt' })
      const path = `/projects/${project}/repository/tree?path=docs&recursive=true`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'The last commit of a file is the last one of its branch',
    breaks: 'Document 3, Repository file: commit_id, last_commit_id',
    at: ['getFile'],
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'commit_id') === undefined
            ? json
            : withFields(json, { last_commit_id: at(json, 'commit_id') }),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'other.txt' })
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=master`
      const { json } = await ask('GET', path)
      return typeof at(json, 'last_commit_id') === 'string' && at(json, 'last_commit_id') !== first
    },
  },
  {
    name: 'A file that is moved by a commit keeps its content, whichever is given',
    breaks: 'Document 3, Action item: content, optional for `move`',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit: (call) =>
        Array.isArray(call.given.actions)
          ? call.send({
              actions: listOf(call.given.actions).map(({ content, ...action }) =>
                action.action === 'move' || content === undefined ? action : { ...action, content },
              ),
            })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const action = { action: 'move', previous_path: 'README.md', file_path: 'READ.md' }
      await commit(ask, project, [{ ...action, content: 'Two\n' }])
      const path = `/projects/${project}/repository/blobs/master?filepath=READ.md`
      return (await ask('GET', path)).text === 'One\n'
    },
  },
  {
    name: 'A file that a commit renames is shown as a new one',
    breaks: 'Document 3, Diff entry: new_file, renamed_file, deleted_file (booleans)',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (entry) =>
          entry.renamed_file === true ? { ...entry, renamed_file: false, new_file: true } : entry,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const action = { action: 'move', previous_path: 'README.md', file_path: 'READ.md' }
      const { json } = await commit(ask, project, [{ ...action, content: 'One\n' }])
      const path = `/projects/${project}/repository/commits/${at(json, 'id')}/diff`
      const entries = listOf((await ask('GET', path)).json)
      return entries.some((entry) => entry.new_path === 'READ.md' && entry.new_file === true)
    },
  },
  {
    name: 'A comment on a file that is not there says that it stands in that file',
    breaks: 'Document 3, Comment placement rules: path returned as null if it does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        const { path } = call.given
        if (!response.ok || path === undefined) return response
        return changed(response, (json) => withFields(json, { path: at(json, 'path') ?? path }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const body = { note: 'Where?', path: 'nowhere.txt', line: 1, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'path') === 'nowhere.txt'
    },
  },
  {
    name: 'All statuses of a commit are those of every job, whichever name is asked for',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name), all',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['hull', 'mast']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=hull`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'A commit that was never built is not found among the builds',
    breaks:
      'Document 3, GET .../commits/:sha/builds: empty array if none; 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        const isEmpty = response.ok && listOf(await jsonOf(response)).length === 0
        return isEmpty && call.given.scope === undefined && Number(call.given.page ?? 1) === 1
          ? jsonAnswer(404, { message: '404 Not found' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/builds`
      return (await ask('GET', path)).status === 404
    },
  },
]
