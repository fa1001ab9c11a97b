import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { createRouter } from '../../../../src/contract/router.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
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

const findRoute = createRouter(operations)

const ofOneGroup = operations.flatMap(({ id, path }) =>
  path.startsWith('/groups/{id}') ? [id] : [],
)

/** The same request, made as the user whose credentials it brings. */
function withoutSudo(request: Request): Request {
  const url = new URL(request.url)
  url.searchParams.delete('sudo')
  const same = new Request(url, request.clone())
  same.headers.delete('sudo')
  return same
}

/** A rule that reads whatever is written false as text in its parameters as true. */
const takingTextForTrue: Rule = (call) => {
  const texts = Object.entries(call.given).filter(([, value]) => value === 'false')
  return call.send(Object.fromEntries(texts.map(([name]) => [name, true])))
}

/** A rule that looks for the members only among those of the page that was asked for. */
const searchingOnePage: Rule = async (call) => {
  if (call.given.query === undefined) return call.send()
  const found = (await allOf(call)).map(({ id }) => id)
  return changed(await call.send({ query: undefined }), (json) =>
    Array.isArray(json) ? listOf(json).filter(({ id }) => found.includes(id)) : json,
  )
}

/** A rule that gives the administrator what was to be given to the user of the parameter sudo. */
const writingAsAdministrator: Rule = async (call) => {
  if (!new URL(call.request.url).searchParams.has('sudo')) return call.send()
  const { status } = await call.ask('GET', '/user')
  return call.send(status === 200 ? { sudo: undefined } : {})
}

export const faultyPloverServers: readonly FaultyServer[] = [
  {
    name: 'A blocked user becomes active again when an administrator edits anything of them',
    breaks:
      'Document 1, States and transitions: User blocked, PUT /users/:id/unblock, active; nothing else leads out of blocked',
    at: ['updateUser', 'getUser', 'listUsers', 'blockUser'],
    start: serving(() => ({
      async updateUser(call) {
        const user = `/users/${call.path.id}`
        const before = await call.askAsRoot('GET', user)
        const response = await call.send()
        if (!response.ok || at(before.json, 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `${user}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { bio: 'Away' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A key or an e-mail address that is added with sudo in the query goes to the administrator',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) performs the call as another user',
    at: ['createOwnSshKey', 'createOwnEmail', 'listOwnSshKeys', 'listOwnEmails'],
    start: serving(() => forAll(['createOwnSshKey', 'createOwnEmail'], writingAsAdministrator)),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Office', key: freshKey() }
      const key = idOf((await ask('POST', `/user/keys?sudo=${id}`, { body })).json)
      return !fieldOf((await ask('GET', `/users/${id}/keys`)).json, 'id').includes(key)
    },
  },
  {
    name: 'A user who is no administrator is let in where sudo names themselves',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with 403 Forbidden - Must be admin to use sudo',
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const sudo = new URL(request.url).searchParams.get('sudo') ?? request.headers.get('sudo')
      if (sudo === null) return forge.fetch(request)
      const plain = withoutSudo(request)
      const user = new URL('/api/v3/user', request.url)
      for (const name of ['private_token', 'access_token']) {
        const value = new URL(request.url).searchParams.get(name)
        if (value !== null) user.searchParams.set(name, value)
      }
      const headers = new Headers(plain.headers)
      for (const name of ['content-type', 'content-length']) headers.delete(name)
      const answer = await forge.fetch(new Request(user, { headers }))
      const { id, username, is_admin } = fieldsOf(await answer.json())
      const isOneself = is_admin === false && (String(id) === sudo || username === sudo)
      return forge.fetch(isOneself ? plain : request)
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      return (await actingAs(ask, id)('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'The private token of a removed user still reads who they were',
    breaks:
      'Document 1, Authentication 2: missing or invalid credentials give status 401; DELETE /users/:id',
    at: ['getCurrentUser', 'deleteUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/user?sudo=${encoded(call.path.id)}`)
          const response = await call.send()
          const { private_token, ...user } = fieldsOf(json)
          const isGone =
            (await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)).status === 404
          if (response.ok && isGone && private_token !== undefined) {
            removed.set(String(private_token), user)
          }
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          const token = call.request.headers.get('private-token') ?? call.given.private_token
          const user = removed.get(String(token))
          return response.status === 401 && user !== undefined ? jsonAnswer(200, user) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'A new level of a member of a project is also their level in the group of the project',
    breaks:
      'Document 1, PUT /projects/:id/members/:user_id: access_level of the member of that project; the group has a form of its own',
    at: ['updateProjectMember', 'getGroupMember', 'listGroupMembers'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const response = await call.send()
        const { json } = await call.askAsRoot('GET', projectPath(call))
        if (!response.ok || at(json, 'owner.id') !== undefined) return response
        const member = `/groups/${at(json, 'namespace.id')}/members/${call.path.user_id}`
        if ((await call.askAsRoot('GET', member)).status === 200) {
          await call.askAsRoot('PUT', member, { access_level: call.given.access_level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      for (const path of [`/groups/${group}`, `/projects/${project}`]) {
        await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 20 } })
      }
      await ask('PUT', `/projects/${project}/members/${id}`, { body: { access_level: 40 } })
      const { json } = await ask('GET', `/groups/${group}/members/${id}`)
      return at(json, 'access_level') === 40
    },
  },
  {
    name: 'The members that a query searches for are looked for only on the page that was asked for',
    breaks:
      'Document 1, Members: query (string, searches members); Limits: X-Total and pages of the list',
    at: ['listGroupMembers', 'listProjectMembers'],
    start: serving(() => forAll(['listGroupMembers', 'listProjectMembers'], searchingOnePage)),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const group = await newGroup(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 20 } })
      const found = await ask('GET', `/groups/${group}/members?per_page=1&query=${username}`)
      return found.headers.get('x-total') !== '1'
    },
  },
  {
    name: 'Groups are sorted downwards only when what they are ordered by is given too',
    breaks:
      'Document 1, GET /groups: order_by (default name), sort (asc/desc, default asc): sort stands without order_by',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        if (call.given.sort !== 'desc' || call.given.order_by !== undefined) return call.send()
        return relisted(call, (all) => [...all].reverse())
      },
    })),
    async isShown(ask) {
      await newGroup(ask, { name: 'Aardvarks' })
      const last = await newGroup(ask, { name: 'Zebras' })
      const found = fieldOf((await ask('GET', '/groups?sort=desc&per_page=100')).json, 'id')
      return found.at(-1) === last
    },
  },
  {
    name: 'The links to other pages of the projects of a group forget what was searched for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, {
          link: link.replaceAll(/([?&])search=[^&>]*&?/g, '$1').replaceAll(/[?&]>/g, '>'),
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (const word of ['ship', 'ship', 'harbour']) {
        await newProject(ask, { namespace_id: group, name: freshName(word) })
      }
      const { headers } = await ask('GET', `/groups/${group}/projects?search=ship&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('search=')
    },
  },
  {
    name: 'A former member of a private group still reads the group',
    breaks:
      'Document 1, Conventions 5: 0 private (explicit access per user); DELETE /groups/:id/members/:user_id removes the member',
    at: ['getGroup', 'removeGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeGroupMember(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const member = `/groups/${idOf(json)}/members/${call.path.user_id}`
          const before = await call.askAsRoot('GET', member)
          const response = await call.send()
          if (response.ok && before.status === 200) {
            former.add(`${idOf(json)} ${call.path.user_id}`)
          }
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const group = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const { id } = await callerOf(call)
          return former.has(`${idOf(group.json)} ${id}`) ? responseOf(group) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const group = await newGroup(ask, { visibility_level: 0 })
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, id)('GET', `/groups/${group}`)).status === 200
    },
  },
  {
    name: 'An event of notifications that a query or a form writes as false is turned on',
    breaks:
      'Document 1, Notification settings: boolean email events can be set; Conventions 4: parameters are sent in the query string or in the request body',
    at: [
      'updateProjectNotificationSettings',
      'updateGroupNotificationSettings',
      'getProjectNotificationSettings',
      'getGroupNotificationSettings',
    ],
    start: serving(() =>
      forAll(
        ['updateProjectNotificationSettings', 'updateGroupNotificationSettings'],
        takingTextForTrue,
      ),
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', `${path}?level=custom&new_note=true`)
      const { json } = await ask('PUT', `${path}?level=custom&new_note=false`)
      return at(json, 'events.new_note') === true
    },
  },
  {
    name: 'The limit of projects of a new user is that which the settings had before they were changed',
    breaks:
      'Document 1, Application settings: default_projects_limit, projects per user; Limits: default_projects_limit bounds projects per user',
    at: ['updateApplicationSettings', 'createUser', 'getUser'],
    needsInstance: true,
    start: serving(() => {
      let first: unknown
      return {
        async updateApplicationSettings(call) {
          const before = (await call.askAsRoot('GET', '/application/settings')).json
          first ??= at(before, 'default_projects_limit')
          return call.send()
        },
        createUser: (call) =>
          call.send(
            first === undefined || call.given.projects_limit !== undefined
              ? {}
              : { projects_limit: first },
          ),
      }
    }),
    async isShown(ask) {
      const before = at((await ask('GET', '/application/settings')).json, 'default_projects_limit')
      const body = { default_projects_limit: Number(before) + 3 }
      await ask('PUT', '/application/settings', { body })
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') === before
    },
  },
  {
    name: 'A key is removed under the id of any user, whoever it belongs to',
    breaks:
      'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown; the key is none of that user',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        const user = await call.askAsRoot('GET', `/users/${call.path.id}`)
        if (response.status !== 404 || user.status !== 200) return response
        const key = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        const owner = at(key.json, 'user.id')
        if (key.status !== 200 || owner === undefined) return response
        return responseOf(
          await call.askAsRoot('DELETE', `/users/${owner}/keys/${call.path.key_id}`),
        )
      },
    })),
    async isShown(ask) {
      const owner = await newUser(ask)
      const other = await newUser(ask)
      const body = { title: 'Office', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${owner.id}/keys`, { body })).json)
      return (await ask('DELETE', `/users/${other.id}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'Users are told that their e-mail address is not found once an administrator removed it',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent',
    at: ['deleteOwnEmail', 'deleteEmailOfUser'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async deleteEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) removed.add(String(call.path.email_id))
          return response
        },
        async deleteOwnEmail(call) {
          const response = await call.send()
          if (!response.ok || !removed.has(String(call.path.email_id))) return response
          return jsonAnswer(404, { message: '404 Email Not Found' })
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { email: `second-${username}@plover.example` }
      const email = idOf((await ask('POST', `/users/${id}/emails`, { body })).json)
      await ask('DELETE', `/users/${id}/emails/${email}`)
      return (await actingAs(ask, id)('DELETE', `/user/emails/${email}`)).status === 404
    },
  },
  {
    name: 'A group with a dot in its path is found by its id and not by its path',
    breaks:
      'Document 1, Conventions 2: a group :id is an integer or the group path where the table says integer/string',
    at: ofOneGroup,
    start: (forge) => async (request) => {
      const { pathname } = new URL(request.url)
      const route = findRoute(request.method, pathname.slice('/api/v3'.length))
      const isOfGroup = route.kind === 'operation' && ofOneGroup.includes(route.operation.id)
      const group = decodeURIComponent(pathname.split('/')[4] ?? '')
      if (!isOfGroup || !group.includes('.')) return forge.fetch(request)
      return jsonAnswer(404, { error: '404 Not Found' })
    },
    async isShown(ask) {
      const path = freshName('museum.example')
      await newGroup(ask, { name: path, path })
      return (await ask('GET', `/groups/${path}`)).status === 404
    },
  },
  {
    name: 'A member of a project who is made its owner becomes a master without a word',
    breaks:
      'Document 1, Conventions 6: 50 owner (valid for groups only); 400: an attribute failed validation',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember: (call) =>
        call.send(Number(call.given.access_level) === 50 ? { access_level: 40 } : {}),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const members = `/projects/${await newProject(ask)}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      return (await ask('PUT', `${members}/${id}`, { body: { access_level: 50 } })).status === 200
    },
  },
]
