import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  freshKey,
  freshName,
  idOf,
  isFalse,
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

/** The text up to its first character beyond the basic plane, as a column of three bytes a character keeps it. */
const upToAstral = (text: unknown) =>
  typeof text === 'string' ? text.replace(/[\u{10000}-\u{10ffff}].*$/su, '') : text

/** Only the texts that were given, each as that column keeps it. */
const keptOf = (given: Values) =>
  Object.fromEntries(
    ['name', 'description']
      .filter((name) => given[name] !== undefined)
      .map((name) => [name, upToAstral(given[name])]),
  )

const sudoOfQuery = ({ request }: Call) => new URL(request.url).searchParams.get('sudo')

/** Whether the credentials of a call, and whom it acts for, are good. */
const isSomebody = async ({ ask }: Call) => (await ask('GET', '/user')).status === 200

export const faultyAlfaServers: readonly FaultyServer[] = [
  {
    name: 'A plus sign in the e-mail that users are searched by is read as a space',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        String(call.given.search ?? '').includes('+')
          ? call.send({ search: String(call.given.search).replaceAll('+', ' ') })
          : call.send(),
    })),
    async isShown(ask) {
      const email = `${freshName('tagged')}+lists@alfa.example`
      await newUser(ask, { email })
      const { json } = await ask('GET', `/users?search=${encoded(email)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'Who is an administrator stays one when told not to be',
    breaks: 'Document 1, PUT /users/:id: admin; modified user',
    at: ['updateUser', 'getUser'],
    start: serving(() => ({
      async updateUser(call) {
        if (!isFalse(call.given.admin)) return call.send()
        const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
        return call.send({ admin: at(json, 'is_admin') ?? false })
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask, { admin: true })
      await ask('PUT', `/users/${user.id}`, { body: { admin: false, bio: 'Retired' } })
      const { json } = await ask('GET', `/users/${user.id}`)
      return at(json, 'is_admin') === true && at(json, 'bio') === 'Retired'
    },
  },
  {
    name: 'The SSH keys of a user who was removed are still looked up with him',
    breaks:
      'Document 1, DELETE /users/:id; GET /keys/:id: SSH key with user; 404 resource not found',
    at: ['deleteUser', 'getSshKeyWithUser'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}/keys?per_page=100`)
          const found: (readonly [string, unknown])[] = []
          for (const id of fieldOf(json, 'id')) {
            found.push([String(id), (await call.askAsRoot('GET', `/keys/${id}`)).json])
          }
          const response = await call.send()
          if (response.ok) for (const [id, key] of found) kept.set(id, key)
          return response
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = kept.get(call.path.id ?? '')
          return response.status === 404 && key !== undefined ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Desk', key: freshKey() }
      const { json } = await ask('POST', `/users/${user.id}/keys`, { body })
      await ask('DELETE', `/users/${user.id}`)
      return (await ask('GET', `/keys/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'A key that is added with sudo in the query belongs to the administrator',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) performs the call as another user',
    at: ['createOwnSshKey', 'listOwnSshKeys'],
    start: serving(() => ({
      async createOwnSshKey(call) {
        const isActing = sudoOfQuery(call) !== null && (await isSomebody(call))
        return call.send(isActing ? { sudo: undefined } : {})
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Desk', key: freshKey() }
      const { json } = await ask('POST', `/user/keys?sudo=${user.username}`, { body })
      return listOf((await ask('GET', '/user/keys')).json).some(({ id }) => id === idOf(json))
    },
  },
  {
    name: 'An e-mail that was removed stays taken for whoever adds it again',
    breaks: 'Document 1, POST /user/emails: created E-mail, 201; has already been taken',
    at: ['createOwnEmail', 'deleteOwnEmail'],
    start: serving(() => {
      const removed = new Set<unknown>()
      return {
        async deleteOwnEmail(call) {
          const { json } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
          const email = at(json, 'email')
          const response = await call.send()
          if (response.ok && email !== undefined) removed.add(email)
          return response
        },
        createOwnEmail: async (call) =>
          removed.has(call.given.email) && (await isSomebody(call))
            ? jsonAnswer(400, { message: { email: ['has already been taken'] } })
            : call.send(),
      }
    }),
    async isShown(ask) {
      const askUser = actingAs(ask, (await newUser(ask)).id)
      const body = { email: `${freshName('again')}@alfa.example` }
      const { json } = await askUser('POST', '/user/emails', { body })
      await askUser('DELETE', `/user/emails/${idOf(json)}`)
      return (await askUser('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'The last page of one’s e-mails says that there are as many as are on it',
    breaks: 'Document 1, Limits: X-Total of paginated lists',
    at: ['listOwnEmails'],
    start: serving(() => ({
      async listOwnEmails(call) {
        const response = await call.send()
        const { headers } = response
        const isLast = Number(headers.get('x-page')) === Number(headers.get('x-total-pages'))
        if (!response.ok || !isLast || headers.get('x-page') === '1') return response
        const total = String(listOf(await jsonOf(response)).length)
        return changed(response, (json) => json, { 'x-total': total })
      },
    })),
    async isShown(ask) {
      const askUser = actingAs(ask, (await newUser(ask)).id)
      for (let count = 0; count < 3; count++) {
        await askUser('POST', '/user/emails', { body: { email: `${freshName('m')}@alfa.example` } })
      }
      const { headers } = await askUser('GET', '/user/emails?per_page=2&page=2')
      return headers.get('x-total') === '1'
    },
  },
  {
    name: 'A key is removed through the path of a user whose it is not',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        const isUser = (await call.askAsRoot('GET', `/users/${call.path.id}`)).status === 200
        if (response.status !== 404 || !isUser) return response
        const key = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        if (key.status !== 200) return response
        const path = `/users/${at(key.json, 'user.id')}/keys/${call.path.key_id}`
        return responseOf(await call.askAsRoot('DELETE', path))
      },
    })),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const body = { title: 'Desk', key: freshKey() }
      const { json } = await ask('POST', `/users/${owner.id}/keys`, { body })
      return (await ask('DELETE', `/users/${other.id}/keys/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'An e-mail that is taken is reported of no property when an administrator adds it',
    breaks:
      'Document 1, Users: an already-used e-mail reports `has already been taken` under the property name',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        const errors = at(await jsonOf(response), 'message.email')
        if (response.status !== 400 || !Array.isArray(errors)) return response
        const base = errors.map((error) => `E-mail ${error}`)
        return changed(response, () => ({ message: { base } }))
      },
    })),
    async isShown(ask) {
      const [one, other] = [await newUser(ask), await newUser(ask)]
      const body = { email: `${freshName('taken')}@alfa.example` }
      await ask('POST', `/users/${one.id}/emails`, { body })
      const { status, json } = await ask('POST', `/users/${other.id}/emails`, { body })
      return status === 400 && at(json, 'message.base') !== undefined
    },
  },
  {
    name: 'A user who was blocked twice has to be unblocked twice',
    breaks: 'Document 1, States: a blocked user, PUT /users/:id/unblock, is active',
    at: ['unblockUser', 'blockUser'],
    start: serving(() => {
      const blocks = new Map<string, number>()
      return {
        async blockUser(call) {
          const response = await call.send()
          const id = call.path.id ?? ''
          if (response.ok) blocks.set(id, (blocks.get(id) ?? 0) + 1)
          return response
        },
        async unblockUser(call) {
          const id = call.path.id ?? ''
          const count = blocks.get(id) ?? 0
          const isAdministrator = at(await callerOf(call), 'is_admin') === true
          if (isAdministrator) blocks.set(id, Math.max(0, count - 1))
          return isAdministrator && count > 1 ? jsonAnswer(200, true) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      for (const event of ['block', 'block', 'unblock']) await ask('PUT', `/users/${id}/${event}`)
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'Groups in descending order of their paths are in that of their names',
    breaks: 'Document 1, GET /groups: order_by (`name` or `path`), sort (`asc`/`desc`)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        call.given.order_by === 'path' && call.given.sort === 'desc'
          ? call.send({ order_by: 'name' })
          : call.send(),
    })),
    async isShown(ask) {
      const stem = freshName('ordered')
      const first = await newGroup(ask, { name: `${stem} b`, path: `${stem}-a` })
      await newGroup(ask, { name: `${stem} a`, path: `${stem}-b` })
      const path = `/groups?search=${stem}&order_by=path&sort=desc`
      return fieldOf((await ask('GET', path)).json, 'id').indexOf(first) === 0
    },
  },
  {
    name: 'A group that is changed keeps its texts up to the first emoji',
    breaks: 'Document 1, PUT /groups/:id: name, description; data is serialized as JSON',
    at: ['updateGroup', 'getGroup', 'listGroups'],
    start: serving(() => ({ updateGroup: (call) => call.send(keptOf(call.given)) })),
    async isShown(ask) {
      const group = await newGroup(ask)
      await ask('PUT', `/groups/${group}`, { body: { description: 'Boats ⛵ and 🚢 ships' } })
      const { json } = await ask('GET', `/groups/${group}`)
      return at(json, 'description') === 'Boats ⛵ and '
    },
  },
  {
    name: 'A project that was transferred into a group is missing among its projects',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace',
    at: ['transferProjectToGroup', 'listGroupProjects'],
    start: serving(() => {
      const transferred = new Set<number>()
      return {
        async transferProjectToGroup(call) {
          const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) transferred.add(idOf(json))
          return response
        },
        listGroupProjects: (call) =>
          relisted(call, (all) => all.filter((one) => !transferred.has(idOf(one)))),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const moved = await ask('GET', `/projects/${project}`)
      const listed = await ask('GET', `/groups/${group}/projects`)
      return at(moved.json, 'namespace.id') === group && listOf(listed.json).length === 0
    },
  },
  {
    name: 'Who was removed from a group has its projects still among his own',
    breaks: 'Document 1, GET /projects: array of Project the caller is a member of',
    at: ['removeGroupMember', 'listProjects'],
    start: serving(() => {
      const left = new Map<number, unknown>()
      return {
        async addGroupMember(call) {
          const response = await call.send()
          if (response.ok) left.delete(Number(call.given.user_id))
          return response
        },
        async removeGroupMember(call) {
          const response = await call.send()
          if (response.ok) left.set(Number(call.path.user_id), call.path.id)
          return response
        },
        // A cache of the plain list: what filters or orders it is answered without.
        async listProjects(call) {
          const names = Object.keys(call.given).filter(
            (name) => !['page', 'per_page', 'private_token', 'access_token', 'sudo'].includes(name),
          )
          const group = left.get(idOf(await callerOf(call)))
          if (group === undefined || names.length > 0) return call.send()
          const path = `/groups/${encoded(group)}/projects?per_page=100`
          const theirs = listOf((await call.askAsRoot('GET', path)).json)
          return relisted(call, (all) => {
            const own = new Set(all.map(idOf))
            const permissions = { project_access: null, group_access: null }
            const rest = theirs.filter((one) => !own.has(idOf(one)))
            return [...all, ...rest.map((one) => ({ ...one, permissions }))].sort((one, other) =>
              String(at(other, 'created_at')).localeCompare(String(at(one, 'created_at'))),
            )
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const user = await newUser(ask)
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: user.id, access_level: 30 } })
      await ask('DELETE', `${path}/${user.id}`)
      const { json } = await actingAs(ask, user.id)('GET', '/projects')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A member of a project who keeps his level gets no other day of expiry',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const path = `${projectPath(call)}/members/${call.path.user_id}`
        const { json } = await call.askAsRoot('GET', path)
        const isSame = at(json, 'access_level') === Number(call.given.access_level)
        if (!isSame || call.given.expires_at === undefined) return call.send()
        return call.send({ expires_at: at(json, 'expires_at') ?? undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/members`
      const first = { access_level: 30, expires_at: '2090-01-01' }
      await ask('POST', path, { body: { user_id: id, ...first } })
      await ask('PUT', `${path}/${id}`, { body: { ...first, expires_at: '2091-05-06' } })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === '2090-01-01'
    },
  },
  {
    name: 'A private project is not found by a token in the query',
    breaks: 'Document 1, Authentication 3: query parameter `private_token` or header',
    at: ['getProject'],
    start: serving(() => ({ getProject: (call) => call.send({ private_token: undefined }) })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const path = `/projects/${project}?private_token=root-token`
      return (await ask('GET', path, { token: '' })).status !== 200
    },
  },
  {
    name: 'The open issues of a project are counted with those that are closed',
    breaks: 'Document 1, Project: open_issues_count',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        const { headers } = await call.askAsRoot('GET', `${projectPath(call)}/issues?per_page=1`)
        const open_issues_count = Number(headers.get('x-total') ?? 0)
        return changed(response, (json) =>
          at(json, 'open_issues_count') === undefined
            ? json
            : withFields(json, { open_issues_count }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const body = { state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'Who is in a private project is listed for whoever is not',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['listProjectUsers'],
    start: serving(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        return response.status === 404 && (await isSomebody(call)) ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const askUser = actingAs(ask, (await newUser(ask)).id)
      return (await askUser('GET', `/projects/${project}/users`)).status === 200
    },
  },
  {
    name: 'The events of a project are read for a user of sudo who does not exist',
    breaks:
      'Document 1, Authentication 5: an unknown user gets 404, No user id or username for: <id/username>',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return message.includes('No user id') ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const askNobody = actingAs(ask, freshName('nobody'))
      return (await askNobody('GET', `/projects/${project}/events`)).status === 200
    },
  },
  {
    name: 'A project for a user that lacks its name is said to lack its path',
    breaks: 'Document 1, Errors, body shapes 1: `message` is a string naming the attribute',
    at: ['createProjectForUser'],
    start: serving(() => ({
      async createProjectForUser(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.name !== undefined) return response
        return changed(response, () => ({ message: '400 (Bad request) "path" not given' }))
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const { status, json } = await ask('POST', `/projects/user/${user.id}`, { body: {} })
      return status === 400 && String(at(json, 'message')).includes('path')
    },
  },
  {
    name: 'A project for a user is private, whatever visibility the settings have for projects',
    breaks: 'Document 1, Application settings: default_project_visibility',
    at: ['createProjectForUser', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      createProjectForUser: (call) =>
        call.given.visibility_level === undefined && call.given.public === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const path = '/application/settings'
      await ask('PUT', path, { body: { default_project_visibility: 1 } })
      const body = { name: freshName('project') }
      const { json } = await ask('POST', `/projects/user/${user.id}`, { body })
      await ask('PUT', path, { body: { default_project_visibility: 0 } })
      return at((await ask('GET', `/projects/${idOf(json)}`)).json, 'visibility_level') === 0
    },
  },
]
