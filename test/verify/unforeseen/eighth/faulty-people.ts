import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newProject,
  newUser,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { isName, pagedAnswer } from './tools-people.ts'

const briefFields = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']

const briefOf = (user: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(user)).filter(([name]) => briefFields.includes(name)))

/** The private token of a user, as the administrator finds it. */
const tokenOf = async (ask: Ask, user: string) =>
  String(at((await ask('GET', `/user?sudo=${user}`)).json, 'private_token'))

const addMember = (ask: Ask, of: string, user_id: number, given: Values = {}) =>
  ask('POST', `${of}/members`, { body: { user_id, access_level: 30, ...given } })

const newKey = async (ask: Ask, user: number) => {
  const body = { title: freshName('title'), key: freshKey() }
  return idOf((await ask('POST', `/users/${user}/keys`, { body })).json)
}

export const faultyPeopleServers: readonly FaultyServer[] = [
  // Users, their keys and their e-mails.
  {
    name: 'A plus sign in what users are searched by is read as a space',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        typeof call.given.search === 'string' && call.given.search.includes('+')
          ? call.send({ search: call.given.search.replaceAll('+', ' ') })
          : call.send(),
    })),
    async isShown(ask) {
      const email = `${freshName('letters')}+list@eight.example`
      await newUser(ask, { email })
      return listOf((await ask('GET', `/users?search=${encoded(email)}`)).json).length === 0
    },
  },
  {
    name: 'A user who was unblocked stays in the list of blocked users',
    breaks: 'Document 1, States of a user: unblock makes active; GET /users: blocked',
    at: ['listUsers', 'unblockUser'],
    start: serving(() => {
      const kept = new Set<number>()
      return {
        async unblockUser(call) {
          const response = await call.send()
          if (response.ok && (await jsonOf(response)) === true) kept.add(Number(call.path.id))
          return response
        },
        async blockUser(call) {
          kept.delete(Number(call.path.id))
          return call.send()
        },
        async listUsers(call) {
          const response = await call.send()
          const { blocked, search, username } = call.given
          const isAll = search === undefined && username === undefined
          if (!response.ok || !isTrue(blocked) || !isAll || kept.size === 0) return response
          const asked = await Promise.all([...kept].map((id) => call.ask('GET', `/users/${id}`)))
          const users = asked.flatMap(({ status, json }) => (status === 200 ? [json] : []))
          return pagedAnswer(call, [...(await allOf(call)), ...users])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      return fieldOf((await ask('GET', '/users?blocked=true&per_page=100')).json, 'id').includes(id)
    },
  },
  {
    name: 'Whoever asks for an external user gets what administrators get',
    breaks: 'Document 1, User: additional fields for administrators',
    at: ['getUser'],
    start: serving(() => ({
      async getUser(call) {
        const response = await call.send()
        if (!response.ok) return response
        const full = await call.askAsRoot('GET', `/users/${call.path.id}`)
        return at(full.json, 'external') === true ? responseOf(full) : response
      },
    })),
    async isShown(ask) {
      const external = await newUser(ask, { external: true })
      const other = await newUser(ask)
      const { json } = await actingAs(ask, other.username)('GET', `/users/${external.id}`)
      return at(json, 'email') !== undefined
    },
  },
  {
    name: 'The LinkedIn name of a new user is stored as the one at Twitter',
    breaks: 'Document 1, POST /users: linkedin, twitter',
    at: ['createUser', 'getUser'],
    start: serving(() => ({
      createUser: (call) =>
        call.given.linkedin === undefined
          ? call.send()
          : call.send({ linkedin: undefined, twitter: call.given.linkedin }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { linkedin: 'in-a-link' })
      const { json } = await ask('GET', `/users/${id}`)
      return at(json, 'twitter') === 'in-a-link'
    },
  },
  {
    name: 'A blocked user whose data are changed is active again',
    breaks: 'Document 1, States of a user: blocked, until PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async updateUser(call) {
        const path = `/users/${call.path.id}`
        const before = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok || at(before.json, 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `${path}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { bio: 'Gone' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A user who does not exist cannot be deleted and is not found',
    breaks: 'Document 1, DELETE /users/:id: 200 always',
    at: ['deleteUser'],
    start: serving(() => ({
      async deleteUser(call) {
        const { status } = await call.askAsRoot('GET', `/users/${call.path.id}`)
        const response = await call.send()
        return response.ok && status === 404
          ? jsonAnswer(404, { message: '404 User Not Found' })
          : response
      },
    })),
    isShown: async (ask) => (await ask('DELETE', '/users/987654')).status === 404,
  },
  {
    name: 'A user with a username that begins with a digit is taken for that id by sudo at the own keys',
    breaks: 'Document 1, Authentication 5: sudo, given as numeric id or username',
    at: ['listOwnSshKeys'],
    start: serving(() => ({
      async listOwnSshKeys(call) {
        const response = await call.send()
        const read = Number.parseInt(call.sudo ?? '', 10)
        if (!response.ok || Number.isNaN(read) || String(read) === call.sudo) return response
        return responseOf(await call.askAsRoot('GET', `/users/${read}/keys`))
      },
    })),
    async isShown(ask) {
      const other = await newUser(ask)
      const username = `${other.id}${freshName('th')}`
      await newUser(ask, { username })
      const key = await newKey(ask, other.id)
      const { json } = await actingAs(ask, username)('GET', '/user/keys')
      return fieldOf(json, 'id').includes(key)
    },
  },
  {
    name: 'The private token is left out of what sudo by the header answers about the user',
    breaks: 'Document 1, User: the response made with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!call.request.headers.has('sudo')) return response
        return changed(response, (json) => {
          const { private_token: _, ...rest } = fieldsOf(json)
          return rest
        })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const byHeader = await actingAs(ask, username)('GET', '/user')
      return byHeader.status === 200 && at(byHeader.json, 'private_token') === undefined
    },
  },
  {
    name: 'Anybody removes the key of anybody among the own keys',
    breaks: 'Document 1, DELETE /user/keys/:key_id: the keys of the caller',
    at: ['deleteOwnSshKey'],
    start: serving(() => ({
      async deleteOwnSshKey(call) {
        const isKnown = (await call.ask('GET', '/user')).status === 200
        const { json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        const owner = at(json, 'user.id')
        if (!isKnown || owner === undefined) return call.send()
        return responseOf(
          await call.askAsRoot('DELETE', `/users/${owner}/keys/${call.path.key_id}`),
        )
      },
    })),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const key = await newKey(ask, owner.id)
      await actingAs(ask, other.username)('DELETE', `/user/keys/${key}`)
      return (await ask('GET', `/keys/${key}`)).status === 404
    },
  },
  {
    name: 'The user who comes with a key has the brief fields alone',
    breaks:
      'Document 1, SSH key: the lookup also carries user, the administrator-level user fields',
    at: ['getSshKeyWithUser'],
    start: serving(() => ({
      getSshKeyWithUser: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'user') === undefined
            ? json
            : withFields(json, { user: briefOf(at(json, 'user')) }),
        ),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await ask('GET', `/keys/${await newKey(ask, id)}`)
      return at(json, 'user.id') === id && at(json, 'user.email') === undefined
    },
  },
  {
    name: 'An own e-mail is found by its id whosever it is',
    breaks: 'Document 1, GET /user/emails/:email_id: of the caller, else 404',
    at: ['getOwnEmail'],
    start: serving(() => ({
      async getOwnEmail(call) {
        const response = await call.send()
        if (response.status !== 404 || isName(call.path.email_id)) return response
        // A caller who is not known, or is given no sudo, still finds nothing.
        if ((await call.ask('GET', '/user')).status !== 200) return response
        for (let page = 1; page < 10; page++) {
          const users = await call.askAsRoot('GET', `/users?per_page=100&page=${page}`)
          for (const user of fieldOf(users.json, 'id')) {
            const emails = listOf((await call.askAsRoot('GET', `/users/${user}/emails`)).json)
            const found = emails.find(({ id }) => String(id) === call.path.email_id)
            if (found !== undefined) return jsonAnswer(200, found)
          }
          if (listOf(users.json).length < 100) break
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { email: `second-${username}@eight.example` }
      const email = idOf((await ask('POST', `/users/${id}/emails`, { body })).json)
      return (await ask('GET', `/user/emails/${email}`)).status === 200
    },
  },
  {
    name: 'An address that is taken is refused to a user in a sentence',
    breaks: 'Document 1, Errors, Body shapes 2: message is an object of arrays by property',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        return changed(response, (json) =>
          at(json, 'message.email') === undefined
            ? json
            : { message: 'Validation failed: Email has already been taken' },
        )
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const path = `/users/${id}/emails`
      const body = { email: `twice-${username}@eight.example` }
      await ask('POST', path, { body })
      return typeof at((await ask('POST', path, { body })).json, 'message') === 'string'
    },
  },
  {
    name: 'An address that was taken from a user stays taken',
    breaks: 'Document 1, DELETE /users/:id/emails/:email_id; an already-used e-mail is refused',
    at: ['deleteEmailOfUser', 'createEmailOfUser', 'createOwnEmail'],
    start: serving(() => {
      const deleted = new Set<unknown>()
      const refuse = (email: unknown) =>
        deleted.has(email)
          ? jsonAnswer(400, { message: { email: ['has already been taken'] } })
          : undefined
      return {
        async deleteEmailOfUser(call) {
          const emails = await call.askAsRoot('GET', `/users/${call.path.id}/emails?per_page=100`)
          const response = await call.send()
          const found = listOf(emails.json).find(({ id }) => String(id) === call.path.email_id)
          if (response.ok && found !== undefined) deleted.add(found.email)
          return response
        },
        async createEmailOfUser(call) {
          const { is_admin } = await callerOf(call)
          return (is_admin === true ? refuse(call.given.email) : undefined) ?? call.send()
        },
        async createOwnEmail(call) {
          const { id } = await callerOf(call)
          return (id === undefined ? undefined : refuse(call.given.email)) ?? call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const path = `/users/${id}/emails`
      const body = { email: `again-${username}@eight.example` }
      const email = idOf((await ask('POST', path, { body })).json)
      await ask('DELETE', `${path}/${email}`)
      return (await ask('POST', path, { body })).status === 400
    },
  },
  {
    name: 'From the second page on, the events of a user are oldest first on their page',
    breaks: 'Document 1, GET /users/:id/events: newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: async (call) =>
        changed(await call.send(), (json) =>
          Number(call.given.page ?? 1) > 1 && Array.isArray(json)
            ? listOf(json).toReversed()
            : json,
        ),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const projects: number[] = []
      for (let i = 0; i < 4; i++) projects.push(await newProject(actingAs(ask, username)))
      const { json } = await ask('GET', `/users/${id}/events?per_page=2&page=2`)
      return fieldOf(json, 'project_id').join() === [projects[0], projects[1]].join()
    },
  },

  // Groups.
  {
    name: 'The link to the next page of groups forgets how they are sorted',
    breaks: 'Document 1, Limits: Link, relations with full URLs, which clients use; sort',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, { link: link.replaceAll(/&sort=\w+/g, '') })
      },
    })),
    async isShown(ask) {
      await newGroup(ask)
      await newGroup(ask)
      const { headers } = await ask('GET', '/groups?per_page=1&sort=desc')
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('sort=desc')
    },
  },
  {
    name: 'The masters of a group own it in their own list',
    breaks: 'Document 1, GET /groups/owned: owned by the caller; 40 master, 50 owner',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      async listOwnedGroups(call) {
        const response = await call.send()
        const { id } = await callerOf(call)
        if (!response.ok) return response
        const owned = await allOf(call)
        const groups = listOf((await call.ask('GET', '/groups?per_page=100')).json)
        const more: Values[] = []
        for (const group of groups) {
          if (owned.some((one) => one.id === group.id)) continue
          const { json } = await call.askAsRoot('GET', `/groups/${group.id}/members/${id}`)
          if (at(json, 'access_level') === 40) more.push(group)
        }
        return more.length === 0 ? response : pagedAnswer(call, [...owned, ...more])
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask)
      await addMember(ask, `/groups/${group}`, id, { access_level: 40 })
      const { json } = await actingAs(ask, username)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'A group that is asked for by its path comes without its projects',
    breaks: 'Document 1, GET /groups/:id: integer/string; Group with projects',
    at: ['getGroup'],
    start: serving(() => ({
      getGroup: async (call) =>
        changed(await call.send(), (json) =>
          isName(call.path.id) && at(json, 'projects') !== undefined
            ? withFields(json, { projects: [] })
            : json,
        ),
    })),
    async isShown(ask) {
      const path = freshName('rooms')
      const group = await newGroup(ask, { path })
      await newProject(ask, { namespace_id: group })
      return listOf(at((await ask('GET', `/groups/${path}`)).json, 'projects')).length === 0
    },
  },
  {
    name: 'With sudo, whoever may not create groups creates them as the administrator may',
    breaks: 'Document 1, POST /groups: only for users allowed to create groups; sudo',
    at: ['createGroup'],
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const { id } = await callerOf(call)
        if (id === undefined) return response
        const created = await call.sendAsRoot()
        const body = { user_id: id, access_level: 50 }
        if (created.ok) {
          await call.askAsRoot('POST', `/groups/${idOf(await jsonOf(created))}/members`, body)
        }
        return created
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask, { can_create_group: false })
      const name = freshName('unallowed')
      const body = { name, path: name }
      return (await actingAs(ask, username)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'A project that went to another group is still listed in the one it left',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id: transfers into the group namespace',
    at: ['transferProjectToGroup', 'listGroupProjects'],
    start: serving(() => {
      const left: { group: unknown; project: unknown }[] = []
      const ownParameters = ['id', 'page', 'per_page', 'private_token', 'sudo']
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          const project = at(before.json, 'id')
          if (response.ok) left.push({ group: at(before.json, 'namespace.id'), project })
          return response
        },
        async listGroupProjects(call) {
          const response = await call.send()
          const isAll = Object.keys(call.given).every((name) => ownParameters.includes(name))
          if (!response.ok || !isAll || left.length === 0) return response
          const group = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
          const projects = await allOf(call)
          for (const one of left) {
            const isListed = projects.some(({ id }) => id === one.project)
            if (one.group !== at(group.json, 'id') || isListed) continue
            const { status, json } = await call.ask('GET', `/projects/${one.project}`)
            if (status === 200) return pagedAnswer(call, [...projects, json])
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const [from, to] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${to}/projects/${project}`)
      return fieldOf((await ask('GET', `/groups/${from}/projects`)).json, 'id').includes(project)
    },
  },
  {
    name: 'A master of a group changes it as its owner does',
    breaks: 'Document 1, PUT /groups/:id (group owners and administrators)',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { id } = await callerOf(call)
        const path = `/groups/${encoded(call.path.id)}/members/${id}`
        const { json } = await call.askAsRoot('GET', path)
        return at(json, 'access_level') === 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask)
      await addMember(ask, `/groups/${group}`, id, { access_level: 40 })
      const body = { description: 'By a master' }
      return (await actingAs(ask, username)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'A group is not deleted with the private token in the query',
    breaks: 'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN',
    at: ['deleteGroup'],
    start: serving(() => ({
      async deleteGroup(call) {
        const { headers, url } = call.request
        const isInHeader = headers.has('private-token') || headers.has('authorization')
        const isInQuery = new URL(url).searchParams.has('private_token')
        return isInQuery && !isInHeader
          ? jsonAnswer(401, { message: '401 Unauthorized' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const group = await newGroup(actingAs(ask, username))
      const path = `/groups/${group}?private_token=${await tokenOf(ask, username)}`
      return (await ask('DELETE', path, { token: '' })).status === 401
    },
  },

  // Members.
  {
    name: 'Members of a group are searched on the page that would be shown without a search',
    breaks: 'Document 1, GET /groups/:id/members: query (string, searches members); pagination',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const { query } = call.given
        if (query === undefined || query === '') return call.send()
        const found = new Set((await allOf(call)).map(({ id }) => id))
        return changed(await call.send({ query: undefined }), (json) =>
          Array.isArray(json) ? listOf(json).filter(({ id }) => found.has(id)) : json,
        )
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const users = [await newUser(ask), await newUser(ask)]
      for (const { id } of users) await addMember(ask, `/groups/${group}`, id)
      const pages = await Promise.all(
        users.map(({ username }) =>
          ask('GET', `/groups/${group}/members?per_page=1&query=${username}`),
        ),
      )
      return pages.some(({ json }) => listOf(json).length === 0)
    },
  },
  {
    name: 'A level that there is not is rounded down for a new member of a group',
    breaks: 'Document 1, POST /groups/:id/members: access_level (a valid level); 400',
    at: ['addGroupMember'],
    start: serving(() => ({
      async addGroupMember(call) {
        const response = await call.send()
        const level = Number(call.given.access_level)
        if (response.status !== 400 || !(level > 10 && level < 60)) return response
        return call.send({ access_level: Math.floor(level / 10) * 10 })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { access_level: 35 }
      return (await addMember(ask, `/groups/${await newGroup(ask)}`, id, body)).status === 201
    },
  },
  {
    name: 'A member of a group whose level changes stays for ever',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: expires_at is optional',
    at: ['updateGroupMember', 'getGroupMember'],
    start: serving(() => ({
      updateGroupMember: (call) =>
        call.given.expires_at === undefined ? call.send({ expires_at: null }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const group = await newGroup(ask)
      await addMember(ask, `/groups/${group}`, id, { expires_at: '2041-05-01' })
      const path = `/groups/${group}/members/${id}`
      await ask('PUT', path, { body: { access_level: 20 } })
      return at((await ask('GET', path)).json, 'expires_at') === null
    },
  },
  {
    name: 'Who was removed from a group goes on seeing its private projects',
    breaks: 'Document 1, Conventions 5: 0 private, explicit access per user; Errors 6: 404',
    at: ['removeGroupMember', 'getProject'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const group = await call.askAsRoot('GET', path)
          const member = await call.askAsRoot('GET', `${path}/members/${call.path.user_id}`)
          const response = await call.send()
          if (response.ok && member.status === 200) {
            removed.add(`${idOf(group.json)} ${call.path.user_id}`)
          }
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || removed.size === 0) return response
          const { id } = await callerOf(call)
          const found = await call.askAsRoot('GET', `/projects/${encoded(call.path.id)}`)
          return removed.has(`${at(found.json, 'namespace.id')} ${id}`)
            ? responseOf(found)
            : response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask, { visibility_level: 0 })
      const project = await newProject(ask, { namespace_id: group })
      await addMember(ask, `/groups/${group}`, id)
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, username)('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The level of an owner is taken for a master where a project gets a member',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only); 400',
    at: ['addProjectMember'],
    start: serving(() => ({
      addProjectMember: (call) =>
        Number(call.given.access_level) === 50 ? call.send({ access_level: 40 }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { access_level: 50 }
      return (await addMember(ask, `/projects/${await newProject(ask)}`, id, body)).status === 201
    },
  },
  {
    name: 'Who was a member of a project is found as one afterwards, although not in the list',
    breaks: 'Document 1, DELETE /projects/:id/members/:user_id: removes the member; 404',
    at: ['removeProjectMember', 'getProjectMember'],
    start: serving(() => {
      const removed = new Map<string, Response>()
      return {
        async removeProjectMember(call) {
          const project = idOf(
            (await call.askAsRoot('GET', `/projects/${encoded(call.path.id)}`)).json,
          )
          const path = `/projects/${project}/members/${call.path.user_id}`
          const member = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && member.status === 200) removed.set(path, responseOf(member))
          return response
        },
        async getProjectMember(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const project = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
          const path = `/projects/${idOf(project.json)}/members/${call.path.user_id}`
          return removed.get(path)?.clone() ?? response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = `/projects/${await newProject(ask)}`
      await addMember(ask, project, id)
      await ask('DELETE', `${project}/members/${id}`)
      return (await ask('GET', `${project}/members/${id}`)).status === 200
    },
  },

  // Projects and events.
  {
    name: 'Projects of the caller that are searched are newest first, whatever order is asked for',
    breaks: 'Document 1, Projects: search, order_by and sort are common filter parameters',
    at: ['listProjects'],
    start: serving(() => ({
      listProjects: (call) =>
        call.given.search === undefined
          ? call.send()
          : call.send({ order_by: undefined, sort: undefined }),
    })),
    async isShown(ask) {
      const word = freshName('sorted')
      const first = await newProject(ask, { name: `${word}-a` })
      await newProject(ask, { name: `${word}-b` })
      const path = `/projects?search=${word}&order_by=name&sort=asc`
      return fieldOf((await ask('GET', path)).json, 'id').indexOf(first) === 1
    },
  },
  {
    name: 'Visible projects are simple on their first page, and complete on the others',
    breaks: 'Document 1, Project: with simple true only the id, URL, name and path',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: (call) =>
        Number(call.given.page ?? 1) > 1 ? call.send({ simple: undefined }) : call.send(),
    })),
    async isShown(ask) {
      await newProject(ask)
      const path = '/projects/visible?simple=true&per_page=1&page=2'
      return at((await ask('GET', path)).json, '0.visibility_level') !== undefined
    },
  },
  {
    name: 'Among the owned projects that are public are the internal ones',
    breaks: 'Document 1, Projects: visibility (public, internal, private)',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const response = await call.send()
        if (!response.ok || call.given.visibility !== 'public') return response
        const all = await allOf(call, { visibility: undefined })
        return pagedAnswer(
          call,
          all.filter(({ visibility_level }) => Number(visibility_level) >= 10),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const { json } = await ask('GET', '/projects/owned?visibility=public&per_page=100')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Everybody has starred the projects that they are a member of',
    breaks: 'Document 1, GET /projects/starred: starred by the caller',
    at: ['listStarredProjects'],
    start: serving(() => ({
      async listStarredProjects(call) {
        const response = await call.send()
        if (!response.ok) return response
        const starred = await allOf(call)
        const own = listOf((await call.ask('GET', '/projects?per_page=100')).json)
        const more = own.filter(({ id }) => starred.every((one) => one.id !== id))
        return pagedAnswer(call, [...starred, ...more])
      },
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).username)
      await newProject(user)
      return listOf((await user('GET', '/projects/starred')).json).length === 1
    },
  },
  {
    name: 'With sudo, all projects are listed for whomever the administrator acts',
    breaks: 'Document 1, GET /projects/all (admin); Authentication 5: performs the call as another',
    at: ['listAllProjects'],
    start: serving(() => ({
      async listAllProjects(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const { id } = await callerOf(call)
        return id === undefined ? response : call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).username)
      return (await user('GET', '/projects/all')).status === 200
    },
  },
  {
    name: 'A member of a project who is blocked is active among its users',
    breaks: 'Document 1, User: state (active or blocked); PUT /users/:id/block',
    at: ['listProjectUsers'],
    start: serving(() => ({
      listProjectUsers: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'blocked' ? { ...one, state: 'active' } : one,
        ),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = `/projects/${await newProject(ask)}`
      await addMember(ask, project, id)
      await ask('PUT', `/users/${id}/block`)
      const users = listOf((await ask('GET', `${project}/users`)).json)
      return users.find((user) => user.id === id)?.state === 'active'
    },
  },
  {
    name: 'The events of a public project are read with a token that is none',
    breaks: 'Document 1, Authentication 2: missing or invalid credentials give status 401',
    at: ['listProjectEvents'],
    start: serving((forge) => ({
      async listProjectEvents(call) {
        const response = await call.send()
        if (response.status !== 401) return response
        const url = new URL(call.request.url)
        for (const name of ['private_token', 'access_token']) url.searchParams.delete(name)
        const anonymous = await forge.fetch(new Request(url))
        return anonymous.ok ? anonymous : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/events`
      return (await ask('GET', path, { token: 'no-such-token' })).status === 200
    },
  },
  {
    name: 'Levels that are restricted are open to whoever creates a project as public',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels; public equals level 20',
    at: ['createProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const isRefused = response.status === 400 || response.status === 403
        if (!isRefused || !isTrue(call.given.public)) return response
        const path = '/application/settings'
        const settings = await call.askAsRoot('GET', path)
        const restricted_visibility_levels = at(settings.json, 'restricted_visibility_levels')
        if (!Array.isArray(restricted_visibility_levels)) return response
        await call.askAsRoot('PUT', path, { restricted_visibility_levels: null })
        const created = await call.send()
        await call.askAsRoot('PUT', path, { restricted_visibility_levels })
        return created
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const path = '/application/settings'
      await ask('PUT', path, { body: { restricted_visibility_levels: [2] } })
      const body = { name: freshName('restricted'), public: true }
      const { status } = await actingAs(ask, username)('POST', '/projects', { body })
      await ask('PUT', path, { body: { restricted_visibility_levels: null } })
      return status === 201
    },
  },
  {
    name: 'A project that is made for a user has the branch master by default, whichever is given',
    breaks: 'Document 1, POST /projects/user/:user_id: default_branch (default master)',
    at: ['createProjectForUser', 'getProject'],
    start: serving(() => ({
      createProjectForUser: (call) => call.send({ default_branch: undefined }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { name: freshName('branch'), default_branch: 'trunk' }
      const { json } = await ask('POST', `/projects/user/${id}`, { body })
      const project = await ask('GET', `/projects/${idOf(json)}`)
      return at(project.json, 'default_branch') === 'master'
    },
  },

  // Settings of the instance and system hooks.
  {
    name: 'An integration without its address is left as it was, and nothing is said',
    breaks: 'Document 1, Application settings: integration_b_url, required when it is enabled; 400',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateApplicationSettings(call) {
        const response = await call.send()
        const { integration_b_enabled, integration_b_url } = call.given
        const isMissing = isTrue(integration_b_enabled) && integration_b_url === undefined
        if (response.status !== 400 || !isMissing) return response
        return call.send({ integration_b_enabled: undefined })
      },
    })),
    async isShown(ask) {
      const body = { integration_b_enabled: true }
      return (await ask('PUT', '/application/settings', { body })).status === 200
    },
  },
  {
    name: 'A system hook that is for tags alone is for pushes too',
    breaks: 'Document 1, POST /hooks: push_events (boolean), tag_push_events (boolean)',
    at: ['createSystemHook', 'listSystemHooks', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        isTrue(call.given.tag_push_events) ? call.send({ push_events: true }) : call.send(),
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/tags', push_events: false, tag_push_events: true }
      const { json } = await ask('POST', '/hooks', { body })
      await ask('DELETE', `/hooks/${at(json, '0.id')}`)
      return at(json, '0.push_events') === true
    },
  },
  {
    name: 'A system hook that is deleted shows its token',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<string, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), '0.id')
          if (response.ok) tokens.set(String(id), call.given.token ?? null)
          return response
        },
        async deleteSystemHook(call) {
          const token = tokens.get(String(call.path.id))
          const response = await call.send()
          return response.ok && token !== undefined
            ? changed(response, (json) => withFields(json, { token }))
            : response
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/secret', token: 'a-secret' }
      const { json } = await ask('POST', '/hooks', { body })
      const deleted = await ask('DELETE', `/hooks/${at(json, '0.id')}`)
      return at(deleted.json, 'token') === 'a-secret'
    },
  },
  {
    name: 'A system hook that does not exist is tested as well as any other',
    breaks: 'Document 1, GET /hooks/:id; Errors: 404 resource not found',
    at: ['testSystemHook'],
    start: serving(() => ({
      async testSystemHook(call) {
        const response = await call.send()
        if (response.status !== 404 || isName(call.path.id)) return response
        return jsonAnswer(200, {
          event_name: 'project_create',
          name: 'Ruby',
          path: 'ruby',
          project_id: 1,
          owner_name: 'Someone',
          owner_email: 'someone@forge.example',
        })
      },
    })),
    isShown: async (ask) => (await ask('GET', '/hooks/987654')).status === 200,
  },
]
