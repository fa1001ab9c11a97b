import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  forAll,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  newGroup,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'
import {
  addMember,
  holderOf,
  inBackground,
  isOfUnknownUser,
  isSeen,
  isThere,
  ownersOf,
  projectIdOf,
  sudoOf,
  tokenOf,
} from './tools-beech.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 400

const below = (start: string, isRead: boolean): readonly OperationId[] =>
  operations.flatMap(({ id, path, method }) =>
    path.startsWith(start) && (method.toUpperCase() === 'GET') === isRead ? [id] : [],
  )

const forbidden = () => jsonAnswer(403, { message: '403 Forbidden' })
const groupPath = ({ path }: Call) => `/groups/${encoded(path.id)}`

export const legitimateBeechServers: readonly LegitimateServer[] = [
  {
    name: 'The token of a blocked user is known, and everything is forbidden to it',
    allowedBy:
      'Document 1, Errors: 403 is a request that is not allowed; nothing says that a block makes a token invalid',
    start: (forge) => {
      const blocked = new Map<string, string>()
      const handle = serving(() => ({
        async blockUser(call) {
          const { json } = await call.askAsRoot('GET', `/user?sudo=${call.path.id}`)
          const response = await call.send()
          if (response.ok) {
            blocked.set(String(at(json, 'private_token')), `/users/${call.path.id}`)
          }
          return response
        },
      }))(forge)
      return async (request) => {
        const response = await handle(request.clone())
        if (response.status !== 401) return response
        const inQuery = new URL(request.url).searchParams.get('private_token')
        const user = blocked.get(inQuery ?? request.headers.get('private-token') ?? '')
        if (user === undefined) return response
        const headers = { 'private-token': forge.tokens.root ?? 'root-token' }
        const found = await forge.fetch(new URL(`/api/v3${user}`, request.url), { headers })
        return at(await jsonOf(found), 'state') === 'blocked'
          ? jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked' })
          : response
      }
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = await tokenOf(ask, id)
      await ask('PUT', `/users/${id}/block`)
      return (await ask('GET', '/user', { token })).status === 403
    },
  },
  {
    name: 'The last owner of a group cannot become less than an owner',
    allowedBy:
      'Document 1, Errors: 403 is a request that is not allowed; nothing says that a group may be without an owner',
    start: serving(() => ({
      async updateGroupMember(call) {
        const level = Number(call.given.access_level)
        const group = `/groups/${encoded(call.path.id)}`
        if (![10, 20, 30, 40].includes(level) || !(await isSeen(call, group))) return call.send()
        const owners = await ownersOf(call)
        const isLast = owners.length === 1 && String(owners[0]) === call.path.user_id
        return isLast ? forbidden() : call.send()
      },
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const { json } = await ask('GET', members)
      const body = { access_level: 40 }
      return (await ask('PUT', `${members}/${at(json, '0.id')}`, { body })).status === 403
    },
  },
  {
    name: 'A private group is forbidden, and not unknown, to those who are no members of it',
    allowedBy:
      'Document 1, Errors: 404 is stated for a GET on a private project; nothing says which refusal a private group gives',
    start: serving(() =>
      forAll(below('/groups/{id}', true), async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        if (await isOfUnknownUser(response)) return response
        const isHidden =
          (await isThere(call, groupPath(call))) && !(await isSeen(call, groupPath(call)))
        return isHidden ? forbidden() : response
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('GET', `/groups/${group}`)).status === 403
    },
  },
  {
    name: 'Whoever brings no token has to sign in before a project is unknown',
    allowedBy:
      'Document 1, Authentication 1 and 2: only reads of publicly accessible projects need no credentials; missing credentials give status 401',
    start: serving(() =>
      forAll(below('/projects/{id}', true), async (call) => {
        const response = await call.send()
        if (response.status !== 404 || !call.isAnonymous) return response
        return (await isSeen(call, projectPath(call)))
          ? response
          : jsonAnswer(401, { message: '401 Unauthorized' })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      return (await ask('GET', `/projects/${project}`, { token: '' })).status === 401
    },
  },
  {
    name: 'Writes to a private project are forbidden, and not unknown, to those who are no members',
    allowedBy:
      'Document 1, Errors: 404 is stated for a GET on a private project only; 403 is a request that is not allowed',
    start: serving(() =>
      forAll(below('/projects/{id}/', false), async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        if (await isOfUnknownUser(response)) return response
        const isHidden =
          (await isThere(call, projectPath(call))) && !(await isSeen(call, projectPath(call)))
        return isHidden ? forbidden() : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { title: 'One' }
      const as = actingAs(ask, id)
      return (await as('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'A refused credential is explained by a header and by two more fields',
    allowedBy:
      'Document 1, Authentication 2: a body whose message is 401 Unauthorized; nothing forbids other fields and headers',
    start: behind((response) =>
      response.status === 401
        ? changed(
            response,
            (json) =>
              withFields(json, {
                error: 'invalid_token',
                error_description: 'The access token is unknown, expired or revoked.',
              }),
            { 'www-authenticate': 'Bearer realm="Tidewater", error="invalid_token"' },
          )
        : response,
    ),
    async isShown(ask) {
      const { json, headers } = await ask('GET', '/user', { token: 'no-such-token' })
      return headers.has('www-authenticate') && at(json, 'error') === 'invalid_token'
    },
  },
  {
    name: 'A guest of a project may read its code',
    allowedBy:
      'Document 1, Access levels: 10 guest; nothing says which of the levels reads the repository',
    start: serving(() =>
      forAll(below('/projects/{id}/repository', true), async (call) => {
        const response = await call.send()
        if (response.status !== 403) return response
        return (await levelOf(call)) >= 10 ? call.sendAsRoot() : response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 10)
      const tree = `/projects/${project}/repository/tree`
      return (await actingAs(ask, id)('GET', tree)).status === 200
    },
  },
  {
    name: 'A user who is deleted is gone a moment later, when a job in the background is done',
    allowedBy:
      'Document 1, DELETE /users/:id: the deleted user is returned; nothing says how soon it is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const { is_admin, id } = await callerOf(call)
        const user = await call.ask('GET', `/users/${call.path.id}`)
        if (is_admin !== true || user.status !== 200 || idOf(user.json) === id) return call.send()
        inBackground(delay, () => call.askAsRoot('DELETE', `/users/${call.path.id}`))
        return jsonAnswer(200, user.json)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'A new member has the project in the list of projects a moment later',
    allowedBy:
      'Document 1, GET /projects: projects the caller is a member of; nothing says how soon a list has what was written',
    start: serving(() => {
      const waiting = new Map<string, number>()
      return {
        async addProjectMember(call) {
          const member = `${projectPath(call)}/members/${call.given.user_id}`
          const wasMember = await isThere(call, member)
          const response = await call.send()
          if (response.ok && !wasMember) {
            waiting.set(`${await projectIdOf(call)} ${call.given.user_id}`, Date.now() + delay)
          }
          return response
        },
        async listProjects(call) {
          const { id } = await callerOf(call)
          const isWaiting = (project: unknown) =>
            (waiting.get(`${project} ${id}`) ?? 0) > Date.now()
          return relisted(call, (all) => all.filter((one) => !isWaiting(one.id)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 30)
      const { json } = await actingAs(ask, id)('GET', '/projects')
      return !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Sudo knows a user only by the username in the case in which it is written',
    allowedBy:
      'Document 1, Authentication 5: given as numeric id or username; nothing says that the case of a username is ignored',
    start: (forge) => async (request) => {
      const sudo = sudoOf(request)
      if (sudo === null || /^\d+$/.test(sudo)) return forge.fetch(request)
      const headers = { 'private-token': forge.tokens.root ?? 'root-token' }
      const found = new URL('/api/v3/user', request.url)
      found.searchParams.set('sudo', sudo)
      const user = await jsonOf(await forge.fetch(found, { headers }))
      const username = at(user, 'username')
      if (username === undefined || username === sudo) return forge.fetch(request)
      const holder = await jsonOf(await holderOf(forge, request))
      return at(holder, 'is_admin') === true
        ? jsonAnswer(404, { message: `404 Not Found: No user id or username for: ${sudo}` })
        : forge.fetch(request)
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      return (await actingAs(ask, username.toUpperCase())('GET', '/user')).status === 404
    },
  },
  {
    name: 'The users are listed by their usernames',
    allowedBy: 'Document 1, GET /users: array of User, and nothing says in which order',
    start: serving(() => ({
      listUsers: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.username) < String(other.username) ? -1 : 1)),
        ),
    })),
    async isShown(ask) {
      await newUser(ask)
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'username').map(String)
      return names.every((name, index) => index === 0 || String(names[index - 1]) < name)
    },
  },
  {
    name: 'Each new user is given a second e-mail address, which tells nobody the first',
    allowedBy:
      'Document 1, GET /users/:id/emails: array of E-mail; nothing says that a new user has none',
    start: serving(() => ({
      async createUser(call) {
        const response = await call.send()
        const user = await jsonOf(response)
        if (response.ok) {
          const email = `${at(user, 'id')}-private@users.tidewater.example`
          await call.askAsRoot('POST', `/users/${at(user, 'id')}/emails`, { email })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return fieldOf((await ask('GET', `/users/${id}/emails`)).json, 'email').length === 1
    },
  },
  {
    name: 'Whoever is a member of a project conflicts with being added to it once more',
    allowedBy: 'Document 1, Errors: 409 is a conflicting resource that exists',
    start: serving(() => ({
      async addProjectMember(call) {
        const member = `${projectPath(call)}/members/${call.given.user_id}`
        const wasMember = await isThere(call, member)
        const response = await call.send()
        return response.ok && wasMember
          ? jsonAnswer(409, { message: 'Member already exists' })
          : response
      },
    })),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      const body = { user_id: (await newUser(ask)).id, access_level: 30 }
      await ask('POST', members, { body })
      return (await ask('POST', members, { body })).status === 409
    },
  },
  {
    name: 'The names of users lose the spaces around them, and all but one of those within',
    allowedBy:
      'Document 1, POST and PUT /users: name; nothing says that the spaces of a name are kept',
    start: serving(() => {
      const tidy = (call: Call) => {
        const { name } = call.given
        const tidied = typeof name === 'string' ? name.trim().replaceAll(/\s+/g, ' ') : ''
        return tidied === '' || tidied === name ? call.send() : call.send({ name: tidied })
      }
      return { createUser: tidy, updateUser: tidy }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { name: '  Ada   Lovelace ' })
      return at((await ask('GET', `/users/${id}`)).json, 'name') === 'Ada Lovelace'
    },
  },
  {
    name: 'An administrator does not see the private snippets of others',
    allowedBy: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    start: serving(() => {
      const levels = new Map<string, number>()
      const isHidden = async (call: Call, snippet: unknown, author: unknown) => {
        // Who is refused for the credentials, or as whom nobody can act, is told so.
        const { id } = await callerOf(call)
        return levels.get(String(snippet)) === 0 && id !== undefined && id !== author
      }
      const hiding = async (call: Call) => {
        const { snippet_id } = call.path
        const path = `${projectPath(call)}/snippets/${snippet_id}`
        const author = at((await call.askAsRoot('GET', path)).json, 'author.id')
        const isRefused =
          author !== undefined && !call.isAnonymous && (await isHidden(call, snippet_id, author))
        return isRefused ? jsonAnswer(404, { message: '404 Snippet Not Found' }) : call.send()
      }
      return {
        async createSnippet(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), 'id')
          if (response.ok) levels.set(String(id), Number(call.given.visibility_level))
          return response
        },
        async updateSnippet(call) {
          const response = await hiding(call)
          const { visibility_level } = call.given
          if (response.ok && visibility_level !== undefined) {
            levels.set(String(call.path.snippet_id), Number(visibility_level))
          }
          return response
        },
        getSnippet: hiding,
        getRawSnippet: hiding,
        async listSnippets(call) {
          const { id } = await callerOf(call)
          return relisted(call, (all) =>
            all.filter((one) => levels.get(String(one.id)) !== 0 || at(one, 'author.id') === id),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await addMember(ask, `/projects/${project}`, id, 40)
      const snippet = await newSnippet(actingAs(ask, id), project, { visibility_level: 0 })
      return (await ask('GET', `/projects/${project}/snippets/${snippet}`)).status === 404
    },
  },
]
