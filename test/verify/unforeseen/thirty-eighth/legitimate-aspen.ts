import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newGroup,
  newProject,
  newRepository,
  newUser,
  notModified,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'
import { linksOf, projectIdOf, sortedBy, withHeader } from './tools-aspen.ts'

/** How long a fork waits for its repository, in milliseconds. */
const delay = 600

const answeringWithUsers: readonly OperationId[] = [
  'getCurrentUser',
  'getUser',
  'listUsers',
  'updateUser',
  'createSession',
]

const answeringWithEmails: readonly OperationId[] = [
  'listOwnEmails',
  'listEmailsOfUser',
  'getOwnEmail',
]

const writingRepositories: readonly OperationId[] = [
  'createBranch',
  'createTag',
  'createFile',
  'updateFile',
  'createCommit',
  'cherryPickCommit',
  'protectBranch',
]

const isObject = (json: unknown) => typeof json === 'object' && json !== null

export const legitimateAspenServers: readonly LegitimateServer[] = [
  {
    name: 'The host in the address of a project hook is written in small letters',
    allowedBy:
      'Document 1 shows no project hooks, and no sentence says that an address is kept as it was written; hosts are the same in either case',
    start: serving(() => {
      const writing: Rule = async (call) => {
        const { url } = call.given
        if (typeof url !== 'string' || url.includes('@')) return call.send()
        const small = url.replace(/^[a-z]+:\/\/[^/?#]+/i, (found) => found.toLowerCase())
        return small === url ? call.send() : call.send({ url: small })
      }
      return { createProjectHook: writing, updateProjectHook: writing }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/hooks`
      const body = { url: 'http://Hooks.Aspen.Example/Path' }
      const { json } = await ask('POST', path, { body })
      return at(json, 'url') === 'http://hooks.aspen.example/Path'
    },
  },
  {
    name: 'A password that has the username in it is refused',
    allowedBy:
      'Document 1, Errors: 400 an attribute failed validation; no sentence says which passwords are valid',
    start: serving(() => {
      const isWeak = (password: unknown, username: unknown) =>
        typeof password === 'string' &&
        typeof username === 'string' &&
        username.length > 3 &&
        password.toLowerCase().includes(username.toLowerCase())
      const refusal = () =>
        jsonAnswer(400, { message: { password: ['must not contain the username'] } })
      return {
        async createUser(call) {
          const { password, username, email, name } = call.given
          const isComplete = email !== undefined && name !== undefined
          if (!isComplete || !isWeak(password, username)) return call.send()
          return (await callerOf(call)).is_admin === true ? refusal() : call.send()
        },
        async updateUser(call) {
          const { status, json } = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
          const username = call.given.username ?? at(json, 'username')
          if (status !== 200 || !isWeak(call.given.password, username)) return call.send()
          return (await callerOf(call)).is_admin === true ? refusal() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { password: `My-${username}-42` }
      return (await ask('PUT', `/users/${id}`, { body })).status === 400
    },
  },
  {
    name: 'A further e-mail address keeps the capital letters that it was written with',
    allowedBy:
      'Document 1, E-mail: id integer, email string; no sentence says that an address is changed to small letters',
    start: serving(() => {
      const written = new Map<string, string>()
      const asWritten = (response: Response) =>
        changed(response, (json) => {
          const one = (email: Values) => ({
            ...email,
            email: written.get(String(email.email)) ?? email.email,
          })
          if (Array.isArray(json)) return listOf(json).map(one)
          return typeof at(json, 'email') === 'string' ? one(fieldsOf(json)) : json
        })
      const creating: Rule = async (call) => {
        const response = await call.send()
        const email = at(await jsonOf(response), 'email')
        if (response.ok) written.set(String(email), String(call.given.email).trim())
        return asWritten(response)
      }
      const deleting: Rule = async (call) => {
        const response = await call.send()
        const email = at(await jsonOf(response), 'email')
        const answer = await asWritten(response)
        if (response.ok) written.delete(String(email))
        return answer
      }
      return {
        createOwnEmail: creating,
        createEmailOfUser: creating,
        deleteOwnEmail: deleting,
        deleteEmailOfUser: deleting,
        ...forAll(answeringWithEmails, async (call) => asWritten(await call.send())),
      }
    }),
    async isShown(ask) {
      const email = `${freshName('Post')}@Aspen.Example`
      const { json } = await ask('POST', '/user/emails', { body: { email } })
      return at(json, 'email') === email
    },
  },
  {
    name: 'Whoever makes a project in a group becomes a member of the project itself',
    allowedBy:
      'Document 1, POST /projects: created project owned by the caller; no sentence says that a new project of a group has no members of its own',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const project = await jsonOf(response)
        if (!response.ok || at(project, 'owner') !== undefined) return response
        const { id } = await callerOf(call)
        const path = `/projects/${idOf(project)}`
        await call.askAsRoot('POST', `${path}/members`, { user_id: id, access_level: 40 })
        const { status, json } = await call.ask('GET', path)
        return status === 200 ? changed(response, () => json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { namespace_id: await newGroup(ask) })
      return listOf((await ask('GET', `/projects/${project}/members`)).json).length === 1
    },
  },
  {
    name: 'A fork has no branches, tags or files until a job has copied its repository',
    allowedBy:
      'Document 1: forking is not shown, and no sentence says how soon the repository of a fork is there',
    start: serving(() => {
      const copied = new Map<number, number>()
      const waitOf = async (call: Call) =>
        copied.size === 0 ? 0 : (copied.get(await projectIdOf(call)) ?? 0) - Date.now()
      const isWaiting = async (call: Call) => (await waitOf(call)) > 0
      return {
        async forkProject(call) {
          const response = await call.send()
          if (response.ok) copied.set(idOf(await jsonOf(response)), Date.now() + delay)
          return response
        },
        ...forAll(['listBranches', 'listTags', 'listCommits', 'listTree'], async (call) =>
          (await isWaiting(call)) ? relisted(call, () => []) : call.send(),
        ),
        // A write waits for the job, so that whoever wrote something finds it.
        ...forAll(writingRepositories, async (call) => {
          const wait = await waitOf(call)
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
          return call.send()
        }),
        ...forAll(['getBranch', 'getCommit', 'getFile'], async (call) => {
          const response = await call.send()
          if (!response.ok || !(await isWaiting(call))) return response
          return jsonAnswer(404, { message: '404 Not Found' })
        }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}`
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 40 } })
      const fork = await actingAs(ask, id)('POST', `/projects/fork/${project}`)
      const { json } = await ask('GET', `/projects/${idOf(fork.json)}/repository/branches`)
      return fork.status === 201 && Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'The comment of an SSH key gives way to the name of its owner and the host',
    allowedBy:
      'Document 1, SSH key: key string (public key text); the comment is no part of the key, and no sentence says that it is kept',
    start: serving(() => {
      const creating: Rule = async (call) => {
        const [kind, data, ...more] = String(call.given.key ?? '')
          .trim()
          .split(/\s+/)
        const path = call.path.id === undefined ? '/user' : `/users/${encoded(call.path.id)}`
        const { json } = await call.ask('GET', path)
        const name = at(json, 'name')
        if (typeof name !== 'string' || data === undefined || more.length === 0) return call.send()
        return call.send({ key: `${kind} ${data} ${name} (forge.test)` })
      }
      return { createOwnSshKey: creating, createSshKeyOfUser: creating }
    }),
    async isShown(ask) {
      const body = { title: 'Key', key: freshKey() }
      const { json } = await ask('POST', '/user/keys', { body })
      return String(at(json, 'key')).endsWith('Administrator (forge.test)')
    },
  },
  {
    name: 'Members are listed by their level, the highest first, and then by their username',
    allowedBy: 'Document 1, GET /groups/:id/members: array of Member; no sentence gives an order',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], (call) =>
        relisted(call, (all) =>
          [...sortedBy(all, 'username')].sort(
            (one, other) => Number(other.access_level) - Number(one.access_level),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask, { namespace_id: await newGroup(ask) })}/members`
      const users = [await newUser(ask), await newUser(ask), await newUser(ask)]
      for (const [index, level] of [20, 40, 30].entries())
        await ask('POST', path, { body: { user_id: users[index]?.id, access_level: level } })
      const levels = fieldOf((await ask('GET', path)).json, 'access_level')
      return levels.join() === '40,30,20'
    },
  },
  {
    name: 'A project that is shared with a group twice is refused as a wrong attribute',
    allowedBy:
      'Document 1, Errors: 400 an attribute failed validation, as an object of error strings; sharing is not shown',
    start: serving(() => ({
      async shareProject(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        return jsonAnswer(400, { message: { group_id: ['has already been taken'] } })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/share`
      const body = { group_id: await newGroup(ask), group_access: 30 }
      await ask('POST', path, { body })
      return (await ask('POST', path, { body })).status === 400
    },
  },
  {
    name: 'To archive an archived project, or to bring back one that is not, is not modified',
    allowedBy:
      'Document 1, Errors: 304 not modified (for example a repeated subscription); archiving is not shown',
    start: serving(() => {
      const writing =
        (isArchived: boolean): Rule =>
        async (call) => {
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const response = await call.send()
          return response.ok && at(json, 'archived') === isArchived ? notModified() : response
        }
      return { archiveProject: writing(true), unarchiveProject: writing(false) }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/archive`
      await ask('POST', path)
      return (await ask('POST', path)).status === 304
    },
  },
  {
    name: 'The links to other pages stand in another order, each with a title before its relation',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); no sentence gives their order, and links may have other attributes',
    start: (forge) => async (request) => {
      const response = await forge.fetch(request)
      const link = response.headers.get('link')
      if (link === null) return response
      const links = linksOf(link).map((one) =>
        one.replace(/; rel="(\w+)"/, '; title="$1 page"; rel="$1"'),
      )
      return withHeader(response, 'link', links.reverse().join(', '))
    },
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return String(headers.get('link')).includes('title="next page"; rel="next"')
    },
  },
  {
    name: 'Developers of a project may read its hooks',
    allowedBy:
      'Document 1: the hooks of projects are not shown, and no sentence says who may read them',
    start: serving(() =>
      forAll(['listProjectHooks', 'getProjectHook'], async (call) => {
        const response = await call.send()
        const isAllowed = response.status === 403 && (await levelOf(call)) >= 30
        return isAllowed ? call.sendAsRoot() : response
      }),
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}`
      const { id } = await newUser(ask)
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 30 } })
      return (await actingAs(ask, id)('GET', `${path}/hooks`)).status === 200
    },
  },
  {
    name: 'A project is found by the path that it had before, until another takes it',
    allowedBy:
      'Document 1, Conventions 2: NAMESPACE/PROJECT_NAME finds a project; no sentence says that a former path finds none',
    start: serving(() => {
      const former = new Map<string, number>()
      const moving =
        (parameter: string): Rule =>
        async (call) => {
          const path = `/projects/${encoded(call.path[parameter])}`
          const { status, json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && status === 200)
            former.set(String(at(json, 'path_with_namespace')), idOf(json))
          return response
        }
      return {
        updateProject: moving('id'),
        transferProjectToGroup: moving('project_id'),
        async getProject(call) {
          const response = await call.send()
          const id = former.get(String(call.path.id))
          if (response.status !== 404 || id === undefined) return response
          const { status, json } = await call.ask('GET', `/projects/${id}`)
          return status === 200 && isObject(json) ? jsonAnswer(200, json) : response
        },
      }
    }),
    async isShown(ask) {
      const path = freshName('old')
      const project = await newProject(ask, { path })
      await ask('PUT', `/projects/${project}`, { body: { path: `${path}-new` } })
      return (await ask('GET', `/projects/${encoded(`root/${path}`)}`)).status === 200
    },
  },
  {
    name: 'Seldom a new project has to wait for a second, since too many are being made',
    allowedBy: 'Document 1, Limits: rate limits are not shown',
    start: serving(() => {
      let made = 0
      return {
        async createProject(call) {
          const isLimited = !call.isAnonymous && ++made % 25 === 0
          if (!isLimited) return call.send()
          return withHeader(jsonAnswer(429, { message: 'Retry later' }), 'retry-after', '1')
        },
      }
    }),
    async isShown(ask) {
      for (let made = 0; made < 25; made++) {
        const body = { name: freshName('project') }
        if ((await ask('POST', '/projects', { body })).status === 429) return true
      }
      return false
    },
  },
  {
    name: 'The creation of a session is a sign-in, whose times the user has from then on',
    allowedBy:
      'Document 1, User: last_sign_in_at, current_sign_in_at; no sentence says which calls are a sign-in',
    start: serving(() => {
      interface Times {
        readonly current_sign_in_at: unknown
        readonly last_sign_in_at: unknown
      }
      const times = new Map<unknown, Times>()
      const withTimes = (response: Response) =>
        eachChanged(response, (one) =>
          one.current_sign_in_at === undefined ? one : { ...one, ...times.get(one.id) },
        )
      return {
        ...forAll(answeringWithUsers, async (call) => {
          const response = await call.send()
          return response.ok ? withTimes(response) : response
        }),
        async createSession(call) {
          const response = await call.send()
          if (!response.ok) return response
          const user = await jsonOf(response)
          const now = new Date().toISOString()
          const before = times.get(at(user, 'id'))?.current_sign_in_at
          const last = before ?? at(user, 'current_sign_in_at') ?? now
          times.set(at(user, 'id'), { current_sign_in_at: now, last_sign_in_at: last })
          return withTimes(response)
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { login: username, password: 'Rope-and-tar-42' }
      await ask('POST', '/session', { token: '', body })
      return typeof at((await ask('GET', `/users/${id}`)).json, 'current_sign_in_at') === 'string'
    },
  },
  {
    name: 'Namespaces are listed by their path, those of groups and of users together',
    allowedBy: 'Document 1: the list of namespaces is not shown, and no sentence gives its order',
    start: serving(() => ({
      listNamespaces: (call) => relisted(call, (all) => sortedBy(all, 'path')),
    })),
    async isShown(ask) {
      const paths = fieldOf((await ask('GET', '/namespaces?per_page=100')).json, 'path').map(String)
      const sorted = [...paths].sort((one, other) => one.localeCompare(other))
      return paths.join() === sorted.join()
    },
  },
]
