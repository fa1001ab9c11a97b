import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  allOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { compareUnits, compareVersions, grouped, linkHeader, linksOf } from './tools-juniper.ts'

const namedByPath: readonly OperationId[] = [
  'getProject',
  'listProjectEvents',
  'listProjectMembers',
  'getProjectMember',
  'addProjectMember',
  'updateProjectMember',
  'removeProjectMember',
  'getProjectNotificationSettings',
  'updateProjectNotificationSettings',
  'listCommits',
]

const writing = operations.flatMap(({ id, method }) =>
  method === 'POST' || method === 'PUT' ? [id] : [],
)

/** Reads bytes as UTF-8, so that those which are none are lost. */
function asText(base64: unknown): unknown {
  if (typeof base64 !== 'string') return base64
  try {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))
    const text = new TextEncoder().encode(new TextDecoder().decode(bytes))
    return btoa([...text].map((byte) => String.fromCharCode(byte)).join(''))
  } catch {
    return base64
  }
}

export const faultyJuniperServers: readonly FaultyServer[] = [
  {
    name: 'Of several iids only the last stands in the links to the pages of merge requests',
    breaks:
      'Document 1, Limits: Link with full URLs; clients use these instead of building URLs; Document 2, GET merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const last = Array.isArray(call.given.iids) ? call.given.iids.at(-1) : undefined
        if (!response.ok || last === undefined) return response
        const link = linkHeader(linksOf(response), ({ url }) => {
          const target = new URL(url)
          target.searchParams.set('iids[]', String(last))
          return target
        })
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return !link.includes('iids%5B%5D=1')
    },
  },
  {
    name: 'Issues of a project in the order of their updates are put in order only within each page',
    breaks:
      'Document 2, GET /projects/:id/issues: order_by (created_at/updated_at), sort; Limits: page',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        if (!response.ok || call.given.order_by !== 'updated_at') return response
        const page = listOf(await jsonOf(await call.send({ order_by: 'created_at' })))
        const direction = call.given.sort === 'asc' ? 1 : -1
        const sorted = [...page].sort(
          (one, other) => direction * compareUnits(one.updated_at, other.updated_at),
        )
        return withBody(response, JSON.stringify(sorted))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const first = await newIssue(ask, project, { created_at: '2016-01-01T10:00:00Z' })
      await newIssue(ask, project, { created_at: '2016-01-02T10:00:00Z' })
      const path = `/projects/${project}/issues`
      await ask('PUT', `${path}/${first}`, {
        body: { title: 'Later', updated_at: '2037-01-01T10:00:00Z' },
      })
      const { json } = await ask('GET', `${path}?order_by=updated_at&per_page=1`)
      return at(json, '0.id') !== first
    },
  },
  {
    name: 'Tags are listed by the numbers in their names, as versions are',
    breaks: 'Document 3, GET repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => compareVersions(other.name, one.name)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v1.9', 'v1.10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', path)).json, '0.name') === 'v1.10'
    },
  },
  {
    name: 'The offset of the times that commits are asked for since or until is dropped',
    breaks:
      'Document 3, GET repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        call.send(
          Object.fromEntries(
            ['since', 'until'].flatMap((name) => {
              const value = String(call.given[name] ?? '')
              const isOffset = /T.*[+-]\d\d:?\d\d$/.test(value)
              return isOffset ? [[name, value.replace(/[+-]\d\d:?\d\d$/, 'Z')]] : []
            }),
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const when = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      // One hour later, as a clock five hours behind shows it.
      const local = new Date(when - 4 * 3_600_000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${path}?until=${encoded(`${local}-05:00`)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'A commit of several files reads the bytes of its Base64 as text and loses those that are none',
    breaks: 'Document 3, Action item: encoding text (default) or base64; content',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      async createCommit(call) {
        if (!Array.isArray(call.given.actions)) return call.send()
        const actions = call.given.actions.map((action: unknown) => {
          const { encoding, content } = fieldsOf(action)
          return encoding === 'base64' ? withFields(action, { content: asText(content) }) : action
        })
        return call.send({ actions })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('\u00ff\u00d8\u0000\u0001')
      await ask('POST', `/projects/${project}/repository/commits`, {
        body: {
          branch_name: 'master',
          commit_message: 'A picture',
          actions: [{ action: 'create', file_path: 'one.jpg', content, encoding: 'base64' }],
        },
      })
      const { json } = await ask(
        'GET',
        `/projects/${project}/repository/files?file_path=one.jpg&ref=master`,
      )
      return at(json, 'encoding') === 'base64' && at(json, 'content') !== content
    },
  },
  {
    name: 'A project whose path has a dot is not found by its path, as the rest is taken for a format',
    breaks:
      'Document 1, Conventions: a project :id is an integer, or the URL-encoded NAMESPACE/PROJECT_NAME',
    at: namedByPath,
    start: serving(() =>
      forAll(namedByPath, async (call) => {
        const isCut = /\/.*\./.test(String(call.path.id))
        const isFound = isCut && (await call.ask('GET', projectPath(call))).status === 200
        return isFound && !call.isAnonymous
          ? jsonAnswer(404, { error: '404 Not Found' })
          : call.send()
      }),
    ),
    async isShown(ask) {
      const name = `${freshName('library')}.js`
      const { json } = await ask('POST', '/projects', { body: { name, path: name } })
      const path = at(json, 'path_with_namespace')
      return (await ask('GET', `/projects/${encoded(path)}`)).status === 404
    },
  },
  {
    name: 'The events of a user are listed one project after the other',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, (all) => grouped(all, ({ project_id }) => project_id)),
    })),
    async isShown(ask) {
      const [one, other] = [await newProject(ask), await newProject(ask)]
      for (const project of [one, other, one]) await newIssue(ask, project)
      const { id } = fieldsOf((await ask('GET', '/user')).json)
      const { json } = await ask('GET', `/users/${id}/events`)
      const opened = listOf(json).filter(({ action_name }) => action_name === 'opened')
      const newest = fieldOf(opened, 'project_id').slice(0, 2)
      return newest[0] === one && newest[1] === one
    },
  },
  {
    name: 'An issue that was reopened is missing among the opened ones of its author',
    breaks:
      'Document 2, GET /issues: state (opened/closed); Issue: PUT with state_event = reopen gives opened',
    at: ['listOwnIssues', 'updateIssue'],
    start: serving(() => {
      const reopened = new Set<number>()
      return {
        async updateIssue(call) {
          const response = await call.send()
          if (!response.ok || call.given.state_event === undefined) return response
          const id = idOf(await jsonOf(response))
          if (call.given.state_event === 'reopen') reopened.add(id)
          else reopened.delete(id)
          return response
        },
        listOwnIssues: async (call) =>
          call.given.state === 'opened'
            ? relisted(call, (all) => all.filter((issue) => !reopened.has(idOf(issue))))
            : call.send(),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project)
      for (const state_event of ['close', 'reopen']) {
        await ask('PUT', `/projects/${project}/issues/${id}`, { body: { state_event } })
      }
      return !fieldOf((await ask('GET', '/issues?state=opened')).json, 'id').includes(id)
    },
  },
  {
    name: 'What groups are searched for is read as Latin-1',
    breaks: 'Document 1, GET /groups: search (string, matches name or path)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { search } = call.given
        if (typeof search !== 'string') return call.send()
        const bytes = [...new TextEncoder().encode(search)]
        return call.send({ search: bytes.map((byte) => String.fromCharCode(byte)).join('') })
      },
    })),
    async isShown(ask) {
      const name = `${freshName('Möwen')} über dem Meer`
      const id = await newGroup(ask, { name, path: freshName('gulls') })
      const { json } = await ask('GET', `/groups?search=${encoded(name)}`)
      return !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The projects of a group are cut into pages before those of a visibility are picked',
    breaks:
      'Document 1, GET /groups/:id/projects: visibility; Limits: page, per_page, X-Total, X-Total-Pages',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const { visibility } = call.given
        const response = await call.send()
        if (!response.ok || visibility === undefined) return response
        const ofVisibility = new Set(fieldOf(await allOf(call), 'id'))
        const cut = await call.send({ visibility: undefined })
        const shown = listOf(await jsonOf(cut)).filter(({ id }) => ofVisibility.has(id))
        const link = linkHeader(linksOf(cut), ({ url }) => {
          const target = new URL(url)
          target.searchParams.set('visibility', String(visibility))
          return target
        })
        return withBody(cut, JSON.stringify(shown), { link })
      },
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask, { visibility_level: 20 })
      const id = await newProject(ask, { namespace_id, visibility_level: 20 })
      await newProject(ask, { namespace_id, visibility_level: 0 })
      const path = `/groups/${namespace_id}/projects?visibility=public&order_by=id&per_page=1`
      return !fieldOf((await ask('GET', path)).json, 'id').includes(id)
    },
  },
  {
    name: 'What developers may do on a protected branch is read in the body alone, and not in the query',
    breaks:
      'Document 1, Conventions: parameters are sent in the query string or in the request body; Document 3, Branch protection: set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const { searchParams } = new URL(call.request.url)
        const names = ['developers_can_push', 'developers_can_merge']
        return call.send(
          Object.fromEntries(
            names.flatMap((name) => (searchParams.has(name) ? [[name, undefined]] : [])),
          ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master/protect`
      const { json } = await ask('PUT', `${path}?developers_can_push=true`)
      return at(json, 'protected') === true && at(json, 'developers_can_push') === false
    },
  },
  {
    name: 'A release that is made again with the same description is answered as made',
    breaks: 'Document 3, POST tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const tag = await call.ask(
          'GET',
          `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`,
        )
        const release = fieldsOf(at(tag.json, 'release'))
        return release.description === call.given.description ? jsonAnswer(201, release) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      const make = () => ask('POST', `${path}/v1/release`, { body: { description: 'First' } })
      await make()
      return (await make()).status === 201
    },
  },
  {
    name: 'A status of a commit replaces another whose name differs in its letter case alone',
    breaks:
      'Document 3, Commit status: posting a status adds or updates the status of the commit for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const name = String(call.given.name ?? call.given.context ?? 'default')
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const names = fieldOf((await call.ask('GET', `${path}?all=true&per_page=100`)).json, 'name')
        const same = names.find((one) => String(one).toLowerCase() === name.toLowerCase())
        if (same === undefined || names.includes(name)) return call.send()
        return call.send({ name: same, context: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['Lint', 'lint']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}/statuses`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A private token in the query is not read where the body is JSON',
    breaks:
      'Document 1, Authentication: private token by the query parameter private_token or the header PRIVATE-TOKEN',
    at: writing,
    start: (forge) => async (request) => {
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      const url = new URL(request.url)
      const isRead = request.method === 'GET' || request.method === 'DELETE'
      if (isRead || !isJson || !url.searchParams.has('private_token')) return forge.fetch(request)
      url.searchParams.delete('private_token')
      return forge.fetch(
        new Request(url, {
          method: request.method,
          headers: request.headers,
          body: await request.arrayBuffer(),
        }),
      )
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const token = at((await ask('GET', '/user?sudo=root')).json, 'private_token')
      const path = `/projects/${project}/issues?private_token=${encoded(token)}`
      const { status } = await ask('POST', path, { token: '', body: { title: 'One' } })
      return status === 401 && (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'A developer says when an issue was created, and it is taken',
    breaks:
      'Document 2, POST /projects/:id/issues: created_at (ISO 8601; admin or project owner only)',
    at: ['createIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving((forge) => ({
      async createIssue(call) {
        const response = await call.send()
        const when = Date.parse(String(call.given.created_at))
        if (!response.ok || Number.isNaN(when)) return response
        const id = idOf(await jsonOf(response))
        const created_at = new Date(when).toISOString()
        await forge.db.issues.update((query) => query.where({ id }), {
          data(issue) {
            issue.created_at = created_at
          },
        })
        return changed(response, (json) => withFields(json, { created_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const given = { created_at: '2016-03-04T05:06:07Z' }
      const issue = await newIssue(actingAs(ask, id), project, given)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return String(at(json, 'created_at')).startsWith('2016-03-04')
    },
  },
]
