import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type Handle, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  behind,
  callerOf,
  encoded,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  keyOf,
  levelOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  serving,
  withBody,
} from '../shared-tools.ts'
import { addMember, refusing, tokenOf, translated } from './tools-rowan.ts'

const readsOfRepositories = operations.flatMap(({ id, method, path }) =>
  method === 'GET' && path.startsWith('/projects/{id}/repository/') && !path.endsWith('/builds')
    ? [id]
    : [],
)

/** Those for which the specification names the answer where permission is lacking. */
const namedRefusals: readonly OperationId[] = [
  'moveIssue',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'createTag',
]

const writesOfProjects = operations.flatMap(({ id, method, path }) =>
  method !== 'GET' && path.startsWith('/projects/{id}') && !namedRefusals.includes(id) ? [id] : [],
)

/** How many bytes the proxy lets through. */
const limit = 256 * 1024

export const legitimateRowanServers: readonly LegitimateServer[] = [
  {
    name: 'Developers protect branches and take the protection away, as masters do',
    allowedBy:
      'Document 3, Branch protection: the condition is that the branch exists, and nothing says which members may',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        const isDeveloper = response.status === 403 && (await levelOf(call)) === 30
        return isDeveloper ? call.sendAsRoot() : response
      }
      return { protectBranch: rule, unprotectBranch: rule }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const developer = await addMember(ask, project, 30)
      const path = `/projects/${project}/repository/branches/master/protect`
      return (await developer('PUT', path)).status === 200
    },
  },
  {
    name: 'Guests read the repositories of their private projects',
    allowedBy:
      'Document 3: no sentence says what access level the reads of a repository need of a member',
    start: serving(() =>
      forAll(readsOfRepositories, async (call) => {
        const response = await call.send()
        const isGuest = response.status === 403 && (await levelOf(call)) === 10
        return isGuest ? call.sendAsRoot() : response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const guest = await addMember(ask, project, 10)
      return (await guest('GET', `/projects/${project}/repository/tree`)).status === 200
    },
  },
  {
    name: 'Commit statuses are posted by masters alone: a developer is forbidden to',
    allowedBy: 'Document 3, POST /projects/:id/statuses/:sha: nothing says which members may',
    start: serving(() => ({
      async createCommitStatus(call) {
        const { is_admin } = await callerOf(call)
        const level = is_admin === true ? 50 : await levelOf(call)
        return level === 30 ? jsonAnswer(403, { message: '403 Forbidden' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const developer = await addMember(ask, project, 30)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      const path = `/projects/${project}/statuses/${at(json, 'id')}`
      return (await developer('POST', path, { body: { state: 'success' } })).status === 403
    },
  },
  {
    name: 'The members of a project that is public are shown to its members alone',
    allowedBy:
      'Document 1, Members: nothing says who may read them; Errors: 403 request not allowed',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || (await callerOf(call)).is_admin === true) return response
        return (await levelOf(call)) === 0
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      }
      return { listProjectMembers: rule, getProjectMember: rule }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('GET', `/projects/${project}/members`)).status === 403
    },
  },
  {
    name: 'A write to a private project by a stranger is forbidden instead of not found',
    allowedBy:
      'Document 1, Errors: a GET on a private project by a non-member gives 404, nothing is said of writes; 403 request not allowed',
    start: serving(() =>
      forAll(writesOfProjects, async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        // Sudo as an unknown user is not found, wherever it is.
        if ((await call.ask('GET', '/user')).status === 404) return response
        const isHidden = (await call.ask('GET', projectPath(call))).status === 404
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        return isHidden && isThere ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/issues`
      return (await actingAs(ask, id)('POST', path, { body: { title: 'One' } })).status === 403
    },
  },
  {
    name: 'Whoever brings no credentials is asked for them, whether a hidden project exists or not',
    allowedBy:
      'Document 1, Authentication 1 and 2: every request needs credentials unless the project is public; missing ones give 401',
    start: serving(() =>
      forAll(
        operations.flatMap(({ id, path }) => (path.startsWith('/projects/{id}') ? [id] : [])),
        async (call) => {
          const response = await call.send()
          if (response.status !== 404 || !call.isAnonymous) return response
          const isHidden = (await call.ask('GET', projectPath(call))).status === 404
          return isHidden ? jsonAnswer(401, { message: '401 Unauthorized' }) : response
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      return (await ask('GET', `/projects/${project}`, { token: '' })).status === 401
    },
  },
  {
    name: 'The token of a blocked user is forbidden instead of unauthenticated',
    allowedBy:
      'Document 1, User states: nothing says how a blocked user is refused; Errors: 403 request not allowed',
    start: serving((forge) => {
      const blocked = new Set<string>()
      const forbidden: Rule = async (call) => {
        const response = await call.send()
        const token =
          call.request.headers.get('private-token') ??
          new URL(call.request.url).searchParams.get('private_token') ??
          ''
        return response.status === 401 && blocked.has(token)
          ? jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked.' })
          : response
      }
      const ids = operations.map(({ id }) => id)
      return {
        ...forAll(ids, forbidden),
        async blockUser(call) {
          const asRoot = { 'private-token': forge.tokens.root ?? '', sudo: call.path.id ?? '' }
          const { origin } = new URL(call.request.url)
          const user = new Request(`${origin}/api/v3/user`, { headers: asRoot })
          const token = at(await jsonOf(await forge.fetch(user)), 'private_token')
          const response = await call.send()
          if (response.ok && typeof token === 'string') blocked.add(token)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = await tokenOf(ask, id)
      await ask('PUT', `/users/${id}/block`)
      return (await ask('GET', '/user', { token })).status === 403
    },
  },
  {
    name: 'A branch that exists already is a conflict when it is created again',
    allowedBy:
      'Document 3, POST .../branches: no status is named for it; Document 1, Errors: 409 conflicting resource exists',
    start: serving(() => ({
      async createBranch(call) {
        const response = await call.send()
        const message = at(await jsonOf(response), 'message')
        return response.status === 400 && message === 'Branch already exists'
          ? jsonAnswer(409, { message })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { branch_name: 'master', ref: 'master' }
      const path = `/projects/${project}/repository/branches`
      return (await ask('POST', path, { body })).status === 409
    },
  },
  {
    name: 'A password of a new user that has the username in it is refused',
    allowedBy:
      'Document 1, Errors: 400 where an attribute failed validation; nothing says which passwords are valid',
    start: serving(() => ({
      async createUser(call) {
        const { password, username } = call.given
        const isWeak =
          typeof password === 'string' &&
          typeof username === 'string' &&
          username !== '' &&
          password.toLowerCase().includes(username.toLowerCase())
        return isWeak
          ? refusing(call, { password: ['must not contain the username'] })
          : call.send()
      },
    })),
    async isShown(ask) {
      const username = freshName('user')
      const email = `${username}@rowan.example`
      const body = { username, name: username, email, password: `My-${username}-1` }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'SSH keys of the kind DSA are forbidden, for being too weak',
    allowedBy:
      'Document 1: on key creation failure, 400 with a validation message object; nothing says which kinds are taken',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || !String(call.given.key).startsWith('ssh-dss')) return response
        const key = idOf(await jsonOf(response))
        const { id } = call.path
        await call.ask('DELETE', `${id === undefined ? '/user' : `/users/${id}`}/keys/${key}`)
        const reason = 'type is forbidden. Must be RSA, ECDSA, or ED25519'
        return jsonAnswer(400, { message: { key: [reason] } })
      }
      return { createOwnSshKey: rule, createSshKeyOfUser: rule }
    }),
    async isShown(ask) {
      const p = new Array<number>(128).fill(77)
      const q = new Array<number>(20).fill(55)
      const weak = { title: 'Weak', key: keyOf('ssh-dss', p, q, p, p) }
      const strong = { title: 'Strong', key: freshKey() }
      const { status } = await ask('POST', '/user/keys', { body: strong })
      return status === 201 && (await ask('POST', '/user/keys', { body: weak })).status === 400
    },
  },
  {
    name: 'Further e-mail addresses with a plus sign, which are aliases, are not valid',
    allowedBy:
      'Document 1: on e-mail creation failure, 400 with a validation message object; nothing says which addresses are valid',
    start: serving(() => {
      const rule: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || !/\+.*@/.test(String(call.given.email))) return response
        const email = idOf(await jsonOf(response))
        const { id } = call.path
        await call.ask('DELETE', `${id === undefined ? '/user' : `/users/${id}`}/emails/${email}`)
        return jsonAnswer(400, { message: { email: ['must not be an alias'] } })
      }
      return { createOwnEmail: rule, createEmailOfUser: rule }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('mail')}+news@rowan.example` }
      return (await ask('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'The paths of new groups are written in lower case, or refused',
    allowedBy:
      'Document 1, POST /groups: path; nothing says of which characters; Errors: 400 where an attribute failed validation',
    start: serving(() => ({
      async createGroup(call) {
        const { path } = call.given
        const isRefused = typeof path === 'string' && path !== path.toLowerCase()
        return isRefused
          ? refusing(call, { path: ['can contain only lower-case letters'] })
          : call.send()
      },
    })),
    async isShown(ask) {
      const path = `Upper-${freshName('group')}`
      const { status } = await ask('POST', '/groups', { body: { name: path, path } })
      return status === 400 && (await newGroup(ask)) > 0
    },
  },
  {
    name: 'A proxy answers bodies of more than 256 KiB with a page of its own',
    allowedBy: 'Document 1, Limits: request-size limits: not shown',
    start:
      (forge): Handle =>
      async (request) => {
        const { byteLength } = await request.clone().arrayBuffer()
        if (byteLength <= limit) return forge.fetch(request)
        const page = '<html><head><title>413 Request Entity Too Large</title></head></html>\r\n'
        return new Response(page, { status: 413, headers: { 'content-type': 'text/html' } })
      },
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { status } = await ask('POST', path, { body: { body: 'long '.repeat(limit / 4) } })
      return status === 413
    },
  },
  {
    name: 'What is forbidden is told in a sentence, with the address of the help about permissions',
    allowedBy:
      'Document 1, Errors: the text of a 403 is stated for sudo alone; no sentence forbids a further field',
    start: behind(async (response, { url }) => {
      const message = at(await jsonOf(response), 'message')
      if (response.status !== 403 || message !== '403 Forbidden') return response
      const text = 'You do not have the permission to do that.'
      const help_url = `${new URL(url).origin}/help/user/permissions`
      return withBody(response, JSON.stringify({ message: text, help_url }))
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const guest = await addMember(ask, project, 10)
      const body = { branch_name: 'one', ref: 'master' }
      const { json } = await guest('POST', `/projects/${project}/repository/branches`, { body })
      return fieldsOf(json).help_url !== undefined
    },
  },
  {
    name: 'The reasons why attributes are not valid are told in German',
    allowedBy:
      'Document 1, Errors: arrays of error strings; the text of one alone is stated, has already been taken',
    start: behind(async (response) => {
      const json = await jsonOf(response)
      const message = at(json, 'message')
      if (response.status !== 400 || typeof message !== 'object') return response
      return withBody(response, JSON.stringify({ ...fieldsOf(json), message: translated(message) }))
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${encoded(project)}/issues`
      const { json } = await ask('POST', path, { body: { title: '' } })
      return at(json, 'message.title.0') === 'muss ausgefüllt werden'
    },
  },
]
