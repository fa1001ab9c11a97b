import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
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
  newUser,
  projectPath,
  relisted,
  responseOf,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'

/** The id of the group that a call is about, which it may name by its path. */
const groupIdOf = async ({ askAsRoot, path }: Call) =>
  idOf((await askAsRoot('GET', `/groups/${encoded(path.id)}`)).json)

/** The day before a date; whatever is no date stays as it is. */
function dayBefore(date: unknown): unknown {
  if (typeof date !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(date)) return date
  const before = Date.parse(date) - 24 * 60 * 60 * 1000
  return Number.isNaN(before) ? date : new Date(before).toISOString().slice(0, 10)
}

const newEmail = () => `${freshName('mail')}@six.example`

export const faultyTangoServers: readonly FaultyServer[] = [
  {
    name: "One's own new e-mail address loses what stands between its plus sign and its at sign",
    breaks: 'Document 1, Users, POST /user/emails: email; created E-mail',
    at: ['createOwnEmail', 'listOwnEmails', 'getOwnEmail', 'listEmailsOfUser'],
    start: serving(() => ({
      createOwnEmail: (call) =>
        typeof call.given.email === 'string'
          ? call.send({ email: call.given.email.replace(/\+[^@]*@/, '@') })
          : call.send(),
    })),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).id)
      const email = newEmail().replace('@', '+lists@')
      const { json } = await as('POST', '/user/emails', { body: { email } })
      return at(json, 'email') === email.replace('+lists', '')
    },
  },
  {
    name: 'A membership of a project expires on the day before the one that was given for it',
    breaks: 'Document 1, Members, POST /projects/:id/members: expires_at (date YEAR-MONTH-DAY)',
    at: ['addProjectMember', 'getProjectMember'],
    start: serving(() => ({
      addProjectMember: (call) =>
        call.given.expires_at === undefined
          ? call.send()
          : call.send({ expires_at: dayBefore(call.given.expires_at) }),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const user_id = (await newUser(ask)).id
      const body = { user_id, access_level: 30, expires_at: '2999-03-01' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/${user_id}`)).json, 'expires_at') === '2999-02-28'
    },
  },
  {
    name: 'A system hook with a token has its certificates verified, though that was declined',
    breaks: 'Document 1, System hooks, POST /hooks: token, enable_ssl_verification (boolean)',
    at: ['createSystemHook', 'listSystemHooks', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        call.given.token !== undefined && isFalse(call.given.enable_ssl_verification)
          ? call.send({ enable_ssl_verification: true })
          : call.send(),
    })),
    async isShown(ask) {
      const url = `http://127.0.0.1:9/${freshName('hook')}`
      const body = { url, token: 'secret', enable_ssl_verification: false }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      return hooks.find((hook) => hook.url === url)?.enable_ssl_verification === true
    },
  },
  {
    name: 'The account that is read with sudo carries the private token of the administrator',
    breaks:
      'Document 1, User: the authenticated-user response made with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (call.sudo === undefined || !response.ok) return response
        const { json } = await call.askAsRoot('GET', '/user?sudo=1')
        return changed(response, (user) =>
          withFields(user, { private_token: at(json, 'private_token') }),
        )
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const { json } = await actingAs(ask, user.id)('GET', '/user')
      const token = String(at(json, 'private_token'))
      return at((await ask('GET', '/user', { token })).json, 'username') !== user.username
    },
  },
  {
    name: 'A project that is named by its path is not found by the transfer to a group',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id: project_id (req, id or path)',
    at: ['transferProjectToGroup'],
    start: serving(() => ({
      async transferProjectToGroup(call) {
        const isId = /^\d+$/.test(call.path.project_id ?? '')
        if (isId || (await callerOf(call)).is_admin !== true) return call.send()
        return jsonAnswer(404, { message: '404 Project Not Found' })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      const project = encoded(at(json, 'path_with_namespace'))
      return (await ask('POST', `/groups/${group}/projects/${project}`)).status === 404
    },
  },
  {
    name: 'A taken e-mail address for a user is refused with a sentence, not with an object',
    breaks:
      'Document 1, Users: 400 with a validation message object, has already been taken under the property name',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        const errors = at(await jsonOf(response), 'message.email')
        if (response.status !== 400 || !Array.isArray(errors)) return response
        return changed(response, (json) =>
          withFields(json, { message: `Email ${errors.join(', ')}` }),
        )
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/emails`
      const body = { email: newEmail() }
      await ask('POST', path, { body })
      const { status, json } = await ask('POST', path, { body })
      return status === 400 && at(json, 'message') === 'Email has already been taken'
    },
  },
  {
    name: 'Adding a member to a group once more replaces the level of access, as if it were new',
    breaks: 'Document 1, Errors: 409 conflicting resource exists; PUT changes a member',
    at: ['addGroupMember', 'getGroupMember', 'listGroupMembers'],
    start: serving(() => ({
      async addGroupMember(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `/groups/${encoded(call.path.id)}/members/${call.given.user_id}`
        const { access_level, expires_at } = call.given
        const { status, json } = await call.ask('PUT', path, { access_level, expires_at })
        return jsonAnswer(status === 200 ? 201 : status, json)
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const user_id = (await newUser(ask)).id
      await ask('POST', path, { body: { user_id, access_level: 10 } })
      const again = await ask('POST', path, { body: { user_id, access_level: 40 } })
      const { json } = await ask('GET', `${path}/${user_id}`)
      return again.status === 201 && at(json, 'access_level') === 40
    },
  },
  {
    name: 'Blocked users are listed without regard to what is searched for among them',
    breaks: 'Document 1, GET /users: blocked (boolean), search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        isTrue(call.given.blocked) ? call.send({ search: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const users = [await newUser(ask), await newUser(ask)]
      for (const { id } of users) await ask('PUT', `/users/${id}/block`)
      const path = `/users?per_page=100&blocked=true&search=${users[0]?.username}@`
      return fieldOf((await ask('GET', path)).json, 'id').includes(users[1]?.id)
    },
  },
  {
    name: 'A key is removed from its owner by way of another user, who has no such key',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser', 'listSshKeysOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const user = await call.askAsRoot('GET', `/users/${call.path.id}`)
        const key = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        if (user.status !== 200 || key.status !== 200) return response
        const path = `/users/${at(key.json, 'user.id')}/keys/${call.path.key_id}`
        return responseOf(await call.askAsRoot('DELETE', path))
      },
    })),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const body = { title: 'Desk', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${owner.id}/keys`, { body })).json)
      await ask('DELETE', `/users/${other.id}/keys/${key}`)
      return !fieldOf((await ask('GET', `/users/${owner.id}/keys`)).json, 'id').includes(key)
    },
  },
  {
    name: 'The total of the members of a group is that of all, whichever are searched for',
    breaks: 'Document 1, Limits: X-Total, X-Total-Pages; GET /groups/:id/members: query',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        if (call.given.query === undefined || !response.ok) return response
        const total = (await allOf(call, { query: undefined })).length
        const pages = Math.ceil(total / Number(response.headers.get('x-per-page') ?? 20))
        return changed(response, (json) => json, {
          'x-total': String(total),
          'x-total-pages': String(pages),
        })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const users = [await newUser(ask), await newUser(ask)]
      for (const { id: user_id } of users) {
        await ask('POST', path, { body: { user_id, access_level: 20 } })
      }
      const { json, headers } = await ask('GET', `${path}?query=${users[0]?.username}`)
      return listOf(json).length < Number(headers.get('x-total'))
    },
  },
  {
    name: 'The internal ones among the visible projects are found together with the public ones',
    breaks:
      'Document 1, Projects: visibility (public/internal/private) filters GET /projects/visible',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: (call) =>
        call.given.visibility === 'internal'
          ? relisted(call, (all) => all.filter((one) => Number(one.visibility_level) >= 10), {
              visibility: undefined,
            })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', '/projects/visible?visibility=internal&per_page=100')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Owned projects in ascending order are in descending order from the second page on',
    breaks: 'Document 1, Projects: sort (asc/desc); Limits: page',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      listOwnedProjects: (call) =>
        call.given.sort === 'asc' && Number(call.given.page ?? 1) > 1
          ? call.send({ sort: 'desc' })
          : call.send(),
    })),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask, { projects_limit: 10 })).id)
      for (let count = 0; count < 4; count++) await newProject(as)
      const path = '/projects/owned?order_by=id&sort=asc'
      const all = fieldOf((await as('GET', path)).json, 'id')
      const second = fieldOf((await as('GET', `${path}&per_page=1&page=2`)).json, 'id')
      return all.length === 4 && second.length === 1 && second[0] !== all[1]
    },
  },
  {
    name: 'Whoever reads the events of a public project without credentials gets the first page',
    breaks:
      'Document 1, GET /projects/:id/events: readable without authentication when the project is public; Limits: page',
    at: ['listProjectEvents'],
    start: serving(() => ({
      listProjectEvents: (call) =>
        call.isAnonymous ? call.send({ page: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      for (let count = 0; count < 3; count++) await newIssue(ask, project)
      const path = `/projects/${project}/events?per_page=1&page=`
      const pages = [1, 2].map((page) => ask('GET', `${path}${page}`, { token: '' }))
      const [first, second] = (await Promise.all(pages)).map(({ json }) => at(json, '0.target_id'))
      return first !== undefined && first === second
    },
  },
  {
    name: 'An administrator who was blocked is an ordinary user when active again',
    breaks: 'Document 1, States: blocked becomes active by PUT /users/:id/unblock, and no more',
    at: ['unblockUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async unblockUser(call) {
        const path = `/users/${call.path.id}`
        const { json } = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (response.ok && at(json, 'state') === 'blocked' && at(json, 'is_admin') === true) {
          await call.askAsRoot('PUT', path, { admin: false })
        }
        return response
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask, { admin: true })).id}`
      await ask('PUT', `${path}/block`)
      await ask('PUT', `${path}/unblock`)
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'active' && at(json, 'is_admin') === false
    },
  },
  {
    name: 'A key that was looked up shows its user as that user was then, after a change as well',
    breaks: 'Document 1, GET /keys/:id: SSH key with user: the administrator-level user fields',
    at: ['getSshKeyWithUser', 'updateUser'],
    start: serving(() => {
      const users = new Map<string, unknown>()
      return {
        async getSshKeyWithUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          const id = String(call.path.id)
          if (!users.has(id)) users.set(id, at(await jsonOf(response), 'user'))
          return changed(response, (json) => withFields(json, { user: users.get(id) }))
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Desk', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${user.id}/keys`, { body })).json)
      await ask('GET', `/keys/${key}`)
      await ask('PUT', `/users/${user.id}`, { body: { organization: 'Harbour' } })
      return at((await ask('GET', `/keys/${key}`)).json, 'user.organization') !== 'Harbour'
    },
  },
  {
    name: 'A single project keeps the full path that it had before its group got another path',
    breaks:
      'Document 1, PUT /groups/:id: path; Project: path_with_namespace, the NAMESPACE/PROJECT_NAME of paths',
    at: ['getProject', 'updateGroup'],
    start: serving(() => {
      const former = new Map<number, unknown>()
      return {
        async updateGroup(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          const isMoved = call.given.path !== undefined && call.given.path !== at(json, 'path')
          if (response.ok && isMoved && !former.has(idOf(json))) {
            former.set(idOf(json), at(json, 'path'))
          }
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = await jsonOf(response)
          const namespace = former.get(Number(at(project, 'namespace.id')))
          if (!response.ok || namespace === undefined) return response
          const path_with_namespace = `${namespace}/${at(project, 'path')}`
          return changed(response, (json) => withFields(json, { path_with_namespace }))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const path = freshName('group')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'path_with_namespace') !== `${path}/${at(json, 'path')}`
    },
  },
  {
    name: 'A removed user is still listed among the members of the groups that had this member',
    breaks: 'Document 1, DELETE /users/:id: the user is deleted; GET /groups/:id/members',
    at: ['deleteUser', 'listGroupMembers'],
    start: serving(() => {
      const left = new Map<number, Values[]>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', '/groups?all_available=true&per_page=100')
          const found: [number, Values][] = []
          for (const { id } of listOf(json)) {
            const members = await call.askAsRoot('GET', `/groups/${id}/members?per_page=100`)
            const member = listOf(members.json).find((one) => String(one.id) === call.path.id)
            if (member !== undefined) found.push([Number(id), member])
          }
          const response = await call.send()
          if (response.ok)
            for (const [id, one] of found) left.set(id, [...(left.get(id) ?? []), one])
          return response
        },
        async listGroupMembers(call) {
          const members = left.get(await groupIdOf(call)) ?? []
          if (members.length === 0 || call.given.query !== undefined) return call.send()
          return relisted(call, (all) => [...all, ...members])
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const user_id = (await newUser(ask)).id
      await ask('POST', path, { body: { user_id, access_level: 30 } })
      await ask('DELETE', `/users/${user_id}`)
      return fieldOf((await ask('GET', path)).json, 'id').includes(user_id)
    },
  },
  {
    name: 'Who was removed from a group still reads the private projects of the group',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeGroupMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const group = await groupIdOf(call)
          const response = await call.send()
          if (response.ok) removed.add(`${group} ${call.path.user_id}`)
          return response
        },
        async addGroupMember(call) {
          const response = await call.send()
          if (response.ok) removed.delete(`${await groupIdOf(call)} ${call.given.user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const caller = await callerOf(call)
          const isRemoved = removed.has(`${at(json, 'namespace.id')} ${caller.id}`)
          return isRemoved ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const user_id = (await newUser(ask)).id
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id, access_level: 30 } })
      await ask('DELETE', `${path}/${user_id}`)
      return (await actingAs(ask, user_id)('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The visibility that settings give new projects is read in the scale of projects',
    breaks:
      'Document 1, Application settings: default_project_visibility 0, 1, 2; Conventions 5: a different scale',
    at: ['createProject', 'getProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async createProject(call) {
        const { visibility_level, public: isPublic } = call.given
        if (visibility_level !== undefined || isPublic !== undefined) return call.send()
        const { json } = await call.askAsRoot('GET', '/application/settings')
        const level = Number(at(json, 'default_project_visibility'))
        // 1 and 2 are no levels of a project, so that they leave it private.
        return level > 0 ? call.send({ visibility_level: 0 }) : call.send()
      },
    })),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { default_project_visibility: 1 } })
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return at(json, 'visibility_level') === 0
    },
  },
  {
    name: 'The level of notifications that is chosen for a group becomes the one for everything',
    breaks:
      'Document 1, Notification settings: PUT /groups/:id/notification_settings; GET /notification_settings',
    at: ['updateGroupNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const response = await call.send()
        const { level } = fieldsOf(await jsonOf(response))
        if (response.ok && level !== 'global') {
          await call.ask('PUT', '/notification_settings', { level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).id)
      await as('PUT', '/notification_settings', { body: { level: 'participating' } })
      const group = await newGroup(as)
      await as('PUT', `/groups/${group}/notification_settings`, { body: { level: 'mention' } })
      return at((await as('GET', '/notification_settings')).json, 'level') === 'mention'
    },
  },
]
