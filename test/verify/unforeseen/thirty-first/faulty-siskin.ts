import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  behind,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  everyOperation,
  linkHeader,
  linksOf,
  rewritten,
  sudoOf,
  withoutSudo,
  writingOperations,
} from './tools-siskin.ts'

const mustBeAdmin = '403 Forbidden - Must be admin to use sudo'

/** What somebody sees of a project in which they have no role. */
const asStranger = ({ runners_token, ...project }: Values) => ({
  ...project,
  permissions: { project_access: null, group_access: null },
})

export const faultySiskinServers: readonly FaultyServer[] = [
  {
    name: 'A private token in the query is not read where the call has a JSON body',
    breaks:
      'Document 1, Authentication 3: a private token is sent as query parameter `private_token` or header `PRIVATE-TOKEN`',
    at: writingOperations,
    start: (forge) => async (request) => {
      const isWrite = request.method === 'POST' || request.method === 'PUT'
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      if (!isWrite || !isJson) return forge.fetch(request)
      return forge.fetch(
        await rewritten(request, (url) => {
          url.searchParams.delete('private_token')
        }),
      )
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const token = at((await actingAs(ask, username)('GET', '/user')).json, 'private_token')
      const { status } = await ask('POST', `/projects?private_token=${token}`, {
        token: '',
        body: { name: freshName('project') },
      })
      return status === 401
    },
  },
  {
    name: 'A wrong bearer token is refused with the error of OAuth and without the message',
    breaks:
      'Document 1, Authentication 2: missing or invalid credentials give status 401 with a body whose `message` is `401 Unauthorized`',
    at: everyOperation,
    start: behind(async (response, request) => {
      const isBearer = /^bearer /i.test(request.headers.get('authorization') ?? '')
      if (response.status !== 401 || !isBearer) return response
      const description = 'The access token is invalid'
      return changed(response, () => ({
        error: 'invalid_token',
        error_description: description,
      }))
    }),
    async isShown(ask) {
      const headers = { authorization: 'Bearer of-no-use' }
      const { status, json } = await ask('GET', '/user', { token: '', headers })
      return status === 401 && at(json, 'error') === 'invalid_token'
    },
  },
  {
    name: 'A user who is no administrator may name themselves for sudo',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message `403 Forbidden - Must be admin to use sudo`',
    at: everyOperation,
    start: (forge) => async (request) => {
      const sudo = sudoOf(request)
      if (sudo === null) return forge.fetch(request)
      const plain = await withoutSudo(request)
      const response = await forge.fetch(request)
      if (response.status !== 403 || at(await jsonOf(response), 'message') !== mustBeAdmin) {
        return response
      }
      const { origin, searchParams } = new URL(plain.url)
      const headers = new Headers(plain.headers)
      headers.delete('content-type')
      headers.delete('content-length')
      const own = new URL('/api/v3/user', origin)
      for (const name of ['private_token', 'access_token']) {
        const value = searchParams.get(name)
        if (value !== null) own.searchParams.set(name, value)
      }
      const caller = await jsonOf(await forge.fetch(new Request(own, { headers })))
      const isOneself = [at(caller, 'username'), String(at(caller, 'id'))].includes(sudo)
      return isOneself ? forge.fetch(plain) : response
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const token = at((await actingAs(ask, username)('GET', '/user')).json, 'private_token')
      const answer = await ask('GET', `/projects?sudo=${username}`, { token: String(token) })
      return answer.status === 200
    },
  },
  {
    name: 'The e-mails of a user are listed for whomever an administrator acts for',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; 6: GET /users/:id/emails is restricted to administrators',
    at: ['listEmailsOfUser'],
    start: serving(() => ({
      async listEmailsOfUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        return at(await jsonOf(response), 'message') === mustBeAdmin ? response : call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const other = await newUser(ask)
      return (await actingAs(ask, other.username)('GET', `/users/${id}/emails`)).status === 200
    },
  },
  {
    name: 'A member who was removed from a group still opens its private projects',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeGroupMember(call) {
          const group = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const response = await call.send()
          if (response.ok) former.add(`${call.path.user_id} in ${idOf(group)}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const project = fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)
          const { id } = await callerOf(call)
          const isFormer = former.has(`${id} in ${at(project, 'namespace.id')}`)
          return isFormer ? jsonAnswer(200, asStranger(project)) : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The details of a group hold its private projects for everybody who sees the group',
    breaks:
      'Document 1, Conventions 5: 0 private (explicit access per user); Errors 6: a private project is not found by a non-member',
    at: ['getGroup'],
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        const group = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
        return changed(response, (json) => {
          const seen = listOf(at(json, 'projects'))
          const ids = seen.map((one) => one.id)
          const hidden = listOf(at(group, 'projects')).filter((one) => !ids.includes(one.id))
          return withFields(json, { projects: [...seen, ...hidden.map(asStranger)] })
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/groups/${group}`)
      return listOf(at(json, 'projects')).length === 1
    },
  },
  {
    name: 'A public project that is named by its path needs credentials',
    breaks:
      'Document 1, GET /projects/:id: id integer/string; readable without authentication when the project is public',
    at: ['getProject'],
    start: serving(() => ({
      getProject: async (call) =>
        call.isAnonymous && !/^\d+$/.test(call.path.id ?? '')
          ? jsonAnswer(401, { message: '401 Unauthorized' })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = encoded(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${path}`, { token: '' })).status === 401
    },
  },
  {
    name: 'The pages of the tags are cut in alphabetical order and each of them is turned round',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await relisted(call, (all) => all.toReversed())
        return response.ok ? changed(response, (json) => listOf(json).toReversed()) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      for (const tag_name of ['a', 'b', 'c']) {
        await ask('POST', tags, { body: { tag_name, ref: 'master' } })
      }
      const { json } = await ask('GET', `${tags}?per_page=2`)
      return fieldOf(json, 'name').join() === 'b,a'
    },
  },
  {
    name: 'The links of the merge requests keep only the last number of the list that was asked for',
    breaks:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const links = linksOf(response.headers.get('link') ?? '').map(({ url, rel }) => {
          const target = new URL(url)
          const last = target.searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) target.searchParams.set('iids[]', last)
          return { url: target.href, rel }
        })
        return response.ok
          ? withBody(response, await response.text(), { link: linkHeader(links) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const list = `/projects/${project}/merge_requests`
      const { headers } = await ask('GET', `${list}?iids[]=1&iids[]=2&per_page=1`)
      const next = linksOf(headers.get('link') ?? '').find(({ rel }) => rel === 'next')
      const { pathname, search } = new URL(next?.url ?? 'http://forge.test/')
      const { json } = await ask('GET', `${pathname.replace('/api/v3', '')}${search}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The private snippets of others take up room on the pages of snippets and are left out there',
    breaks:
      'Document 1, Limits: `per_page`, `X-Total`; Document 2, Snippet: 0 visible only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const seen = (await allOf(call)).map((one) => one.id)
        const all: Values[] = []
        for (let page = 1; ; page++) {
          const path = `${projectPath(call)}/snippets?per_page=100&page=${page}`
          const some = listOf((await call.askAsRoot('GET', path)).json)
          all.push(...some)
          if (some.length < 100) break
        }
        const response = await relisted(call, () => all)
        if (!response.ok) return response
        return changed(response, (json) => listOf(json).filter((one) => seen.includes(one.id)))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      await newSnippet(ask, project, { visibility_level: 0 })
      await newSnippet(ask, project)
      const { json, headers } = await actingAs(ask, id)('GET', `/projects/${project}/snippets`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'A file that is rewritten in Base64 loses the bytes that are no text',
    breaks:
      'Document 3, PUT /projects/:id/repository/files: content (req, new content), encoding (`text` default or `base64`)',
    at: ['updateFile', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      async updateFile(call) {
        const { content, encoding } = call.given
        if (encoding !== 'base64' || typeof content !== 'string') return call.send()
        const bytes = Buffer.from(content, 'base64')
        return call.send({ content: Buffer.from(bytes.toString('utf8')).toString('base64') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const files = `/projects/${project}/repository/files`
      const content = Buffer.from([0, 255, 254, 10]).toString('base64')
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Write bytes',
        content,
        encoding: 'base64',
      }
      await ask('PUT', files, { body })
      const { json } = await ask('GET', `${files}?file_path=README.md&ref=master`)
      return at(json, 'content') !== content
    },
  },
  {
    name: 'Nobody makes a todo of an issue of which somebody else has made one',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const { issue_id } = call.path
          const path = `${projectPath(call)}/issues/${issue_id}`
          const isSeen = (await call.ask('GET', path)).status === 200
          if (isSeen && issues.has(String(issue_id))) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.status === 201) issues.add(String(issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const todo = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', todo)
      return (await actingAs(ask, id)('POST', todo)).status === 304
    },
  },
  {
    name: 'The issues of a group need only one of several labels where a state is asked for as well',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const { state, labels } = call.given
        if (state === undefined || typeof labels !== 'string') return call.send()
        const asked = labels.split(',').map((label) => label.trim())
        if (asked.length < 2) return call.send()
        const isAsked = ({ labels: own }: Values) =>
          Array.isArray(own) && own.some((label) => asked.includes(label))
        return relisted(call, (all) => all.filter(isAsked), { labels: undefined })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'sail' })
      await newIssue(ask, project, { labels: 'sail,mast' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=sail,mast&state=opened`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'A user who loses the right to create groups creates them as before',
    breaks: 'Document 1, Authentication 6: group creation for users allowed to create groups',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const former = new Set<number>()
      return {
        async updateUser(call) {
          const id = Number(call.path.id)
          const before = (await call.askAsRoot('GET', `/users/${id}`)).json
          const response = await call.send()
          const { can_create_group } = call.given
          if (!response.ok) return response
          if (isTrue(can_create_group)) former.delete(id)
          const wasAllowed = at(before, 'can_create_group') === true
          if (isFalse(can_create_group) && wasAllowed) former.add(id)
          return response
        },
        async createGroup(call) {
          if (call.isAnonymous) return call.send()
          const id = idOf(await callerOf(call))
          if (!former.has(id)) return call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: true })
          const response = await call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: false })
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { can_create_group: true })
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const name = freshName('group')
      const body = { name, path: name }
      return (await actingAs(ask, id)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'The title that comes with the closing or the reopening of an issue is lost',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: title, state_event (`close` or `reopen`); updated Issue',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      updateIssue: async (call) =>
        call.given.state_event !== undefined &&
        typeof call.given.title === 'string' &&
        call.given.title !== ''
          ? call.send({ title: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { title: 'Done at last', state_event: 'close' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'title') !== 'Done at last'
    },
  },
]
