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
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'

const specified = operations.flatMap(({ id, isExtension }) => (isExtension ? [] : [id]))

const writing = operations.flatMap(({ id, isExtension, method }) =>
  !isExtension && method !== 'GET' ? [id] : [],
)

const listsOfIssues: readonly OperationId[] = [
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
]

const showingMergeRequests: readonly OperationId[] = ['listMergeRequests', 'getMergeRequest']

const unauthorized = () => jsonAnswer(401, { message: '401 Unauthorized' })

export const faultyGannetServers: readonly FaultyServer[] = [
  {
    name: 'Groups to be skipped are listed all the same where a search is given as well',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers), search',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        call.given.search === undefined ? call.send() : call.send({ skip_groups: undefined }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = String(at((await ask('GET', `/groups/${group}`)).json, 'path'))
      const { json } = await ask('GET', `/groups?search=${path}&skip_groups[]=${group}`)
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'A private token in the query is not found where the request has a body of JSON',
    breaks: 'Document 1, Authentication: Private token: query parameter private_token or header',
    at: writing,
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      const hasToken = request.headers.has('private-token') || request.headers.has('authorization')
      if (!isJson || hasToken || !url.searchParams.has('private_token')) return forge.fetch(request)
      const body = await request.clone().text()
      return body === '' ? forge.fetch(request) : unauthorized()
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const body = { title: 'One' }
      const path = `/projects/${project}/issues?private_token=root-token`
      return (await ask('POST', path, { token: '', body })).status === 401
    },
  },
  {
    name: 'A user who is no administrator may use sudo with the own name',
    breaks:
      'Document 1, Authentication, Sudo: A non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: specified,
    start: (forge) => async (request) => {
      const response = await forge.fetch(request.clone())
      const url = new URL(request.url)
      const sudo = url.searchParams.get('sudo') ?? request.headers.get('sudo')
      if (response.status !== 403 || sudo === null) return response
      url.searchParams.delete('sudo')
      const headers = new Headers(request.headers)
      headers.delete('sudo')
      const credentials = new URL(`${url.origin}/api/v3/user`)
      for (const name of ['private_token', 'access_token']) {
        const token = url.searchParams.get(name)
        if (token !== null) credentials.searchParams.set(name, token)
      }
      const caller = fieldsOf(await jsonOf(await forge.fetch(credentials, { headers })))
      const isOwn = caller.is_admin !== true && [String(caller.id), caller.username].includes(sudo)
      if (!isOwn) return response
      const body = await request.clone().arrayBuffer()
      return forge.fetch(url, {
        method: request.method,
        headers,
        ...(body.byteLength > 0 ? { body } : {}),
      })
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      const answer = await ask('GET', '/user', { token, headers: { sudo: String(id) } })
      return answer.status === 200
    },
  },
  {
    name: 'A comment on a commit without its note is refused for want of a body',
    breaks: 'Document 1, Errors: Missing attribute (400): message is a string naming the attribute',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.note !== undefined) return response
        return changed(response, (json) =>
          withFields(json, { message: String(at(json, 'message')).replace('note', 'body') }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/master/comments`
      const { status, text } = await ask('POST', path, { body: {} })
      return status === 400 && !text.includes('note')
    },
  },
  {
    name: 'The links of a list of issues leave the plus signs of a label unescaped',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: listsOfIssues,
    start: serving(() =>
      forAll(listsOfIssues, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, { link: link.replaceAll('%2B', '+') })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const _ of [1, 2]) await newIssue(ask, project, { labels: 'C++' })
      const path = `/projects/${project}/issues?labels=${encoded('C++')}&per_page=1`
      const { headers } = await ask('GET', path)
      const next = /api\/v3([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      return listOf((await ask('GET', next)).json).length === 0
    },
  },
  {
    name: 'Every page of merge requests that are asked for by their iids is the first one',
    breaks: 'Document 2, Endpoints: page and per_page apply to all lists',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined ? call.send() : call.send({ page: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'two')
      await newMergeRequest(ask, project, 'three')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const first = fieldOf((await ask('GET', path)).json, 'id')
      return fieldOf((await ask('GET', `${path}&page=2`)).json, 'id').at(0) === first.at(0)
    },
  },
  {
    name: 'A file that is moved with content in Base64 holds the Base64 text afterwards',
    breaks: 'Document 3, Action item in actions[]: encoding: text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const read = actions.map((action: unknown) =>
          at(action, 'action') === 'move' && at(action, 'encoding') === 'base64'
            ? { ...fieldsOf(action), encoding: 'text' }
            : action,
        )
        return call.send({ actions: read })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const action = {
        action: 'move',
        previous_path: 'README.md',
        file_path: 'READ.md',
        content: btoa('Two\n'),
        encoding: 'base64',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=READ.md`)
      return text === btoa('Two\n')
    },
  },
  {
    name: 'A new issue is confidential where a form or the query says that it is not',
    breaks:
      'Document 1, Conventions: Parameters are sent in the query string or in the request body; Document 2, POST /projects/:id/issues: confidential (boolean, default false)',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue: (call) =>
        call.given.confidential === 'false' ? call.send({ confidential: true }) : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/issues?confidential=false`
      const { json } = await ask('POST', path, { body: { title: 'One' } })
      return at(json, 'confidential') === true
    },
  },
  {
    name: 'A merge request has no sha any more once its source branch was removed',
    breaks: 'Document 2, Merge request: sha: string (head commit id)',
    at: showingMergeRequests,
    start: serving(() =>
      forAll(showingMergeRequests, async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const gone = new Set<unknown>()
        const json = await jsonOf(response)
        for (const one of Array.isArray(json) ? listOf(json) : [fieldsOf(json)]) {
          const path = `/projects/${one.source_project_id}/repository/branches`
          const branch = await call.askAsRoot('GET', `${path}/${encoded(one.source_branch)}`)
          if (branch.status === 404) gone.add(one.id)
        }
        return eachChanged(response, (one) => (gone.has(one.id) ? { ...one, sha: null } : one))
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'two')}`
      await ask('PUT', `${path}/merge`, { body: { should_remove_source_branch: true } })
      return at((await ask('GET', path)).json, 'sha') === null
    },
  },
  {
    name: 'A user who is made with a limit of no projects has the limit of everyone',
    breaks: 'Document 1, POST /users: projects_limit (integer)',
    at: ['createUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      createUser: (call) =>
        Number(call.given.projects_limit ?? 1) === 0
          ? call.send({ projects_limit: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 0 })
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 0
    },
  },
  {
    name: 'The answer to the removal of a system hook forgets that it was for pushes of tags',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook with the extended field set',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      deleteSystemHook: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'tag_push_events') === true
            ? withFields(json, { tag_push_events: false })
            : json,
        ),
    })),
    async isShown(ask) {
      const body = { url: 'http://receiver.example/', tag_push_events: true }
      const [hook] = listOf((await ask('POST', '/hooks', { body })).json)
      const { json } = await ask('DELETE', `/hooks/${hook?.id}`)
      return at(json, 'tag_push_events') === false
    },
  },
  {
    name: 'The notes of a snippet that only its creator may see are read by the other members',
    breaks: 'Document 2, Snippet: visibility_level: 0 visible only to the creator',
    at: ['listSnippetNotes', 'getSnippetNote'],
    start: serving(() =>
      forAll(['listSnippetNotes', 'getSnippetNote'], async (call) => {
        const response = await call.send()
        const { username } = await callerOf(call)
        if (response.status !== 404 || username === undefined) return response
        const members = await call.ask('GET', `${projectPath(call)}/members?per_page=100`)
        return fieldOf(members.json, 'username').includes(username) ? call.sendAsRoot() : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const other = await newUser(ask)
      const body = { user_id: other.id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asOther = actingAs(ask, other.id)
      const snippet = await newSnippet(asOther, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/notes`
      await asOther('POST', path, { body: { body: 'One' } })
      return listOf((await actingAs(ask, id)('GET', path)).json).length === 1
    },
  },
  {
    name: 'A branch that is protected again lets developers push and merge as the first time',
    breaks:
      'Document 3, Branch protection: unprotect: developers_can_push and developers_can_merge become false; protect: set from parameters',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const protections = new Map<string, { readonly rights: Values; readonly isOver: boolean }>()
      return {
        async protectBranch(call) {
          const key = `${call.path.id}/${call.path.branch}`
          const before = protections.get(key)
          const rights = before?.isOver === true ? { ...before.rights } : {}
          const given = Object.fromEntries(
            ['developers_can_push', 'developers_can_merge'].flatMap((name) =>
              call.given[name] === undefined ? [] : [[name, call.given[name]]],
            ),
          )
          const response = await call.send({ ...rights, ...given })
          if (response.ok) protections.set(key, { rights: { ...rights, ...given }, isOver: false })
          return response
        },
        async unprotectBranch(call) {
          const key = `${call.path.id}/${call.path.branch}`
          const response = await call.send()
          const before = protections.get(key)
          if (response.ok && before !== undefined) protections.set(key, { ...before, isOver: true })
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'two')
      const path = `/projects/${project}/repository/branches/two`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      const { json } = await ask('PUT', `${path}/protect`)
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'A project is still named with the first name of its group that was renamed',
    breaks: 'Document 1, PUT /groups/:id: name; Project: name_with_namespace',
    at: ['getProject', 'updateGroup'],
    start: serving(() => {
      const names = new Map<number, unknown>()
      return {
        async updateGroup(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          const id = idOf(json)
          if (response.ok && !names.has(id)) names.set(id, at(json, 'name'))
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (json) => {
            const name = names.get(Number(at(json, 'namespace.id')))
            if (name === undefined || at(json, 'owner') !== undefined) return json
            return withFields(json, { name_with_namespace: `${name} / ${at(json, 'name')}` })
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const name = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { name } })
      const { json } = await ask('GET', `/projects/${project}`)
      return !String(at(json, 'name_with_namespace')).startsWith(name)
    },
  },
  {
    name: 'An issue that one user has on the own list cannot be put on the list of anybody else',
    breaks:
      'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists; Todo: created manually for the current user',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const holders = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = await call.ask('GET', `${projectPath(call)}/issues/${call.path.issue_id}`)
          const holder = holders.get(String(call.path.issue_id))
          const { id } = await callerOf(call)
          if (issue.status === 200 && holder !== undefined && holder !== id) return notModified()
          const response = await call.send()
          if (response.ok) holders.set(String(call.path.issue_id), id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
]
