import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  responseOf,
  serving,
} from '../shared-tools.ts'

const specified = operations.filter(({ isExtension }) => !isExtension)
const allOperations: readonly OperationId[] = specified.map(({ id }) => id)
const deletions: readonly OperationId[] = specified
  .filter(({ method }) => method === 'DELETE')
  .map(({ id }) => id)

const keyText = (word: string) => {
  const bytes = Buffer.alloc(32, word)
  const head = Buffer.from([0, 0, 0, 11, ...Buffer.from('ssh-ed25519'), 0, 0, 0, 32])
  return `ssh-ed25519 ${Buffer.concat([head, bytes]).toString('base64')} ${word}`
}

export const faultyPeople: readonly FaultyServer[] = [
  {
    name: 'A search for users finds blocked and active ones, whichever were asked for',
    breaks: 'Document 1, GET /users: the filters active, blocked and search',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.search === undefined
          ? call.send()
          : call.send({ active: undefined, blocked: undefined }),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('GET', `/users?search=${username}&blocked=true`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'An administrator who looks a user up by username gets the brief form',
    breaks: 'Document 1, GET /users: administrators get the full form',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (call.given.username === undefined) return response
        return eachChanged(response, ({ id, username, name, state, avatar_url, web_url }) => ({
          id,
          username,
          name,
          state,
          avatar_url,
          web_url,
        }))
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?username=${username}`)
      return at(json, '0.username') === username && at(json, '0.email') === undefined
    },
  },
  {
    name: 'A limit of no projects is taken for no limit given',
    breaks: 'Document 1, POST /users: projects_limit (integer); the created user',
    at: ['createUser'],
    start: serving(() => ({
      createUser: (call) =>
        String(call.given.projects_limit) === '0'
          ? call.send({ projects_limit: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 0 })
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 0
    },
  },
  {
    name: 'A modification of a user that is refused for the e-mail has changed the name already',
    breaks: 'Document 1, Errors: 200 of a PUT that succeeded, with the resource modified',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        const { name, email } = call.given
        const isRefused = response.status === 404 || response.status === 400
        if (isRefused && name !== undefined && email !== undefined) {
          await call.ask('PUT', `/users/${call.path.id}`, { name })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { username } = await newUser(ask)
      const body = { email: `${username}@six.example`, name: 'Half written' }
      await ask('PUT', `/users/${id}`, { body })
      return at((await ask('GET', `/users/${id}`)).json, 'name') === 'Half written'
    },
  },
  {
    name: 'What an administrator may no longer do is not taken from them',
    breaks: 'Document 1, PUT /users/:id: admin; the modified user, is_admin boolean',
    at: ['updateUser'],
    start: serving(() => ({
      updateUser: (call) =>
        isFalse(call.given.admin) ? call.send({ admin: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { admin: true })
      await ask('PUT', `/users/${id}`, { body: { admin: false, bio: 'Retired' } })
      return at((await ask('GET', `/users/${id}`)).json, 'is_admin') === true
    },
  },
  {
    name: 'A user who was unblocked once is not blocked again',
    breaks: 'Document 1, States of a user: active, PUT /users/:id/block, blocked',
    at: ['blockUser'],
    start: serving(() => {
      const wereUnblocked = new Set<string | undefined>()
      return {
        async unblockUser(call) {
          const response = await call.send()
          if (response.ok) wereUnblocked.add(call.path.id)
          return response
        },
        async blockUser(call) {
          const response = await call.send()
          if (response.ok && wereUnblocked.has(call.path.id)) {
            await call.ask('PUT', `/users/${call.path.id}/unblock`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      for (const change of ['block', 'unblock', 'block']) await ask('PUT', `/users/${id}/${change}`)
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A user who was deleted is still among the members of a project',
    breaks: 'Document 1, DELETE /users/:id; GET /projects/:id/members: array of Member',
    at: ['deleteUser', 'listProjectMembers'],
    start: serving(() => {
      const kept = new Map<string, Record<string, unknown>[]>()
      const deleted = new Set<number>()
      return {
        async deleteUser(call) {
          const response = await call.send()
          if (response.ok) deleted.add(Number(call.path.id))
          return response
        },
        async addProjectMember(call) {
          const response = await call.send()
          const project = String(call.path.id)
          if (response.ok) {
            kept.set(project, [...(kept.get(project) ?? []), fieldsOf(await jsonOf(response))])
          }
          return response
        },
        async listProjectMembers(call) {
          const response = await call.send()
          const left = (kept.get(String(call.path.id)) ?? []).filter((one) =>
            deleted.has(idOf(one)),
          )
          if (!response.ok || left.length === 0 || call.given.query !== undefined) return response
          return changed(response, (members) => [...listOf(members), ...left])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/users/${id}`)
      return fieldOf((await ask('GET', path)).json, 'id').includes(id)
    },
  },
  {
    name: 'A group that an administrator creates for a user with sudo is the administrator’s',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createGroup'],
    start: serving(() => ({
      createGroup: (call) => (call.sudo === undefined ? call.send() : call.sendAsRoot()),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(actingAs(ask, username))
      return !fieldOf((await ask('GET', `/groups/${group}/members`)).json, 'id').includes(id)
    },
  },
  {
    name: 'The private token is shown with sudo in the query, and not with sudo in the header',
    breaks: 'Document 1, User: the authenticated-user response made with sudo has private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (call.request.headers.get('sudo') === null) return response
        return changed(response, (user) => {
          const { private_token: _, ...others } = fieldsOf(user)
          return others
        })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/user')
      return at(json, 'username') === username && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'Who may not use sudo learns from it which users there are',
    breaks: 'Document 1, Authentication 5: a non-administrator gets 403 for sudo',
    at: allOperations,
    start: serving(() =>
      forAll(allOperations, async (call) => {
        const response = await call.send()
        if (call.sudo === undefined || response.status !== 403) return response
        const message = String(at(await jsonOf(response), 'message'))
        if (!message.includes('Must be admin to use sudo')) return response
        const { status } = await call.askAsRoot('GET', `/user?sudo=${encoded(call.sudo)}`)
        const text = `404 Not Found: No user id or username for: ${call.sudo}`
        return status === 404 ? jsonAnswer(404, { message: text }) : response
      }),
    ),
    async isShown(ask) {
      const { json } = await actingAs(ask, 'ines')('GET', '/user')
      const token = String(at(json, 'private_token'))
      return (await ask('GET', '/user?sudo=nobody-at-all', { token })).status === 404
    },
  },
  {
    name: 'A private token in the query deletes nothing: it is 401',
    breaks: 'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN',
    at: deletions,
    start: serving(() =>
      forAll(deletions, (call) => {
        const isInQuery = new URL(call.request.url).searchParams.has('private_token')
        const isInHeader = call.request.headers.has('private-token')
        return isInQuery && !isInHeader
          ? Promise.resolve(jsonAnswer(401, { message: '401 Unauthorized' }))
          : call.send()
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}?private_token=root-token`
      return (await ask('DELETE', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A key that is deleted for a user may be the key of any other',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { json } = await call.ask('GET', `/keys/${call.path.key_id}`)
        const owner = at(json, 'user.id')
        const user = await call.ask('GET', `/users/${call.path.id}`)
        if (owner === undefined || user.status !== 200) return response
        return responseOf(await call.ask('DELETE', `/users/${owner}/keys/${call.path.key_id}`))
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask)
      const two = await newUser(ask)
      const body = { title: 'Key', key: keyText('one') }
      const key = idOf((await ask('POST', `/users/${one.id}/keys`, { body })).json)
      return (await ask('DELETE', `/users/${two.id}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'A key that its user deleted is taken for ever',
    breaks: 'Document 1, Users: an already-used key reports has already been taken',
    at: ['createOwnSshKey', 'createSshKeyOfUser', 'deleteOwnSshKey'],
    start: serving(() => {
      const used = new Set<string>()
      return {
        async deleteOwnSshKey(call) {
          const { json } = await call.ask('GET', `/user/keys/${call.path.key_id}`)
          const response = await call.send()
          if (response.ok) used.add(String(at(json, 'key')).split(' ')[1] ?? '')
          return response
        },
        async createOwnSshKey(call) {
          const isUsed = used.has(String(call.given.key).split(' ')[1] ?? 'none')
          const message = { key: ['has already been taken'] }
          return isUsed ? jsonAnswer(400, { message }) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const body = { title: 'Key', key: keyText('again') }
      const key = idOf((await ask('POST', '/user/keys', { body })).json)
      await ask('DELETE', `/user/keys/${key}`)
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'The attribute that is missing of a key is always said to be the title',
    breaks: 'Document 1, Errors, body 1: message names the attribute that is missing',
    at: ['createOwnSshKey', 'createSshKeyOfUser'],
    start: serving(() =>
      forAll(['createOwnSshKey', 'createSshKeyOfUser'], async (call) => {
        const response = await call.send()
        const isKey = call.given.key === undefined && call.given.title !== undefined
        if (response.status !== 400 || !isKey) return response
        return changed(response, (json) =>
          JSON.parse(JSON.stringify(json).replace(/\bkey\b/g, 'title')),
        )
      }),
    ),
    async isShown(ask) {
      const { json, status } = await ask('POST', '/user/keys', { body: { title: 'Key' } })
      return status === 400 && !String(at(json, 'message')).includes('key')
    },
  },
  {
    name: 'An e-mail that another user has is refused with a sentence, if an administrator adds it',
    breaks: 'Document 1, Errors, body 2: message maps each property name to its errors',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        return changed(response, (json) =>
          at(json, 'message.email') === undefined
            ? json
            : { message: 'Email has already been taken' },
        )
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask)
      const two = await newUser(ask)
      const path = (id: number) => `/users/${id}/emails`
      const body = { email: `further-${one.username}@six.example` }
      await ask('POST', path(one.id), { body })
      const { json, status } = await ask('POST', path(two.id), { body })
      return status === 400 && typeof at(json, 'message') === 'string'
    },
  },
  {
    name: 'What a user did in private projects is listed to everybody',
    breaks: 'Document 1, Conventions 5: a private project is for those with explicit access',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        return response.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 0 })
      await newIssue(ask, project)
      const { json } = await actingAs(ask, username)('GET', '/users/1/events')
      return fieldOf(json, 'project_id').includes(project)
    },
  },
  {
    name: 'Every page of events but the first begins with the last event of the page before',
    breaks: 'Document 1, Limits: page and per_page',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const page = Number(call.given.page ?? 1)
        const size = Number(call.given.per_page ?? 20)
        if (!response.ok || !(page > 1)) return response
        const path = `/projects/${encoded(call.path.id)}/events?per_page=100`
        const all = listOf((await call.ask('GET', path)).json)
        const begin = (page - 1) * size - 1
        if (begin + size > 100) return response
        return changed(response, () => all.slice(begin, begin + size))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let count = 0; count < 3; count++) await newIssue(ask, project)
      const pages: unknown[] = []
      for (const page of [1, 2]) {
        const path = `/projects/${project}/events?per_page=1&page=${page}`
        pages.push((await ask('GET', path)).text)
      }
      return pages[0] === pages[1]
    },
  },
  {
    name: 'The events of a public project are found by its path only with credentials',
    breaks: 'Document 1, GET /projects/:id/events: id integer/string, readable if public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const isNumber = /^\d+$/.test(String(call.path.id))
        if (isNumber || !call.isAnonymous) return call.send()
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const id = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${id}`)
      const path = encoded(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${path}/events`, { token: '' })).status === 401
    },
  },
  {
    name: 'An e-mail is looked up among those of all users',
    breaks: 'Document 1, GET /user/emails/:email_id: an e-mail of the authenticated user',
    at: ['getOwnEmail'],
    start: serving(() => {
      const emails = new Map<number, unknown>()
      return {
        async createEmailOfUser(call) {
          const response = await call.send()
          const email = await jsonOf(response)
          if (response.ok) emails.set(idOf(email), email)
          return response
        },
        async getOwnEmail(call) {
          const response = await call.send()
          const email = emails.get(Number(call.path.email_id))
          return response.status === 404 && email ? jsonAnswer(200, email) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { email: `own-${id}@six.example` }
      const email = idOf((await ask('POST', `/users/${id}/emails`, { body })).json)
      return (await ask('GET', `/user/emails/${email}`)).status === 200
    },
  },
  {
    name: 'A change of the notification level takes the notification e-mail back to the first one',
    breaks: 'Document 1, PUT /notification_settings: level, notification_email, each optional',
    at: ['updateNotificationSettings'],
    start: serving(() => ({
      async updateNotificationSettings(call) {
        if (call.given.notification_email !== undefined) return call.send()
        return call.send({ notification_email: (await callerOf(call)).email })
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const email = `second-${username}@six.example`
      await ask('POST', `/users/${id}/emails`, { body: { email } })
      const own = actingAs(ask, username)
      await own('PUT', '/notification_settings', { body: { notification_email: email } })
      await own('PUT', '/notification_settings', { body: { level: 'watch' } })
      const { json } = await own('GET', '/notification_settings')
      return at(json, 'notification_email') !== email
    },
  },
  {
    name: 'To hear of reopened merge requests is to hear of reopened issues as well',
    breaks: 'Document 1, Notification settings: each of the twelve events is set by its name',
    at: ['updateProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings: (call) =>
        call.given.reopen_merge_request === undefined || call.given.reopen_issue !== undefined
          ? call.send()
          : call.send({ reopen_issue: call.given.reopen_merge_request }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', reopen_merge_request: true } })
      return at((await ask('GET', path)).json, 'events.reopen_issue') === true
    },
  },
  {
    name: 'A project and a group of one number share their notification level',
    breaks: 'Document 1, PUT /projects/:id/notification_settings: those of this project',
    at: ['updateProjectNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const response = await call.send()
        const project = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        const group = `/groups/${idOf(project.json)}/notification_settings`
        if (response.ok && call.given.level !== undefined) {
          await call.ask('PUT', group, { level: call.given.level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      let project = await newProject(ask)
      while (project < group) project = await newProject(ask)
      if (project > group) return false
      const body = { level: 'disabled' }
      await ask('PUT', `/projects/${project}/notification_settings`, { body })
      const { json } = await ask('GET', `/groups/${group}/notification_settings`)
      return at(json, 'level') === 'disabled'
    },
  },
  {
    name: 'Of two pages of the users who are searched for, each has the total of its own',
    breaks: 'Document 1, Limits: X-Total of a list',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.search === undefined) return response
        const count = listOf(await jsonOf(response)).length
        return changed(response, (users) => users, { 'x-total': String(count) })
      },
    })),
    async isShown(ask) {
      for (let count = 0; count < 2; count++) await newUser(ask, { name: 'Paged' })
      const { headers } = await ask('GET', '/users?search=user-six&per_page=1')
      return headers.get('x-total') === '1'
    },
  },
]
