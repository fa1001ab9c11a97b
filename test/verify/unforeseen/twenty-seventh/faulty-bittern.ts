import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
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
  withBody,
  withFields,
} from '../shared-tools.ts'
import { allOperations, readingRequests } from './tools-bittern.ts'

export const faultyBitternServers: readonly FaultyServer[] = [
  {
    name: 'Sudo takes a username that begins with digits for the id that they are',
    breaks:
      'Document 1, Authentication 5: performs the call as another user, given as numeric id or username',
    at: allOperations,
    start: readingRequests((url, headers) => {
      const digitsOf = (name: string | null) => /^(\d+)\D/.exec(name ?? '')?.[1]
      const inQuery = digitsOf(url.searchParams.get('sudo'))
      if (inQuery !== undefined) url.searchParams.set('sudo', inQuery)
      const inHeader = digitsOf(headers.get('sudo'))
      if (inHeader !== undefined) headers.set('sudo', inHeader)
    }),
    async isShown(ask) {
      const other = await newUser(ask)
      const username = `${other.id}${freshName('th')}`
      const { id } = await newUser(ask, { username })
      const { json } = await actingAs(ask, username)('GET', '/user')
      return Number.isInteger(id) && at(json, 'id') === other.id
    },
  },
  {
    name: 'The header for sudo is not looked at where the token stands in the query',
    breaks:
      'Document 1, Authentication 3 and 5: query parameter private_token; the parameter sudo (query) or header SUDO performs the call as another user',
    at: allOperations,
    start: readingRequests((url, headers) => {
      const { searchParams } = url
      const isInQuery = searchParams.has('private_token') || searchParams.has('access_token')
      if (isInQuery) headers.delete('sudo')
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await ask('GET', '/user?private_token=root-token', {
        token: '',
        headers: { sudo: String(id) },
      })
      return at(json, 'username') !== undefined && at(json, 'id') !== id
    },
  },
  {
    name: 'The context of a commit status is looked for in the body alone',
    breaks:
      'Document 1, Conventions 4: parameters are sent in the query string or in the request body; Document 3, POST /projects/:id/statuses/:sha: name or context (default default)',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const isInQuery = new URL(call.request.url).searchParams.has('context')
        return isInQuery ? call.send({ context: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await ask('POST', `${path}?state=success&context=lint`)
      return at(json, 'name') === 'default'
    },
  },
  {
    name: 'An issue that has two of the labels asked for is counted twice in the total',
    breaks:
      'Document 1, Limits: X-Total, X-Total-Pages; Document 2, GET /projects/:id/issues: labels (any label)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const wanted = String(call.given.labels ?? '').split(',')
        if (!response.ok || wanted.length < 2) return response
        const labels = (await allOf(call)).map((issue) => issue.labels)
        const total = labels
          .map((of) => wanted.filter((label) => Array.isArray(of) && of.includes(label)).length)
          .reduce((sum, count) => sum + count, 0)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        return withBody(response, await response.text(), {
          'x-total': String(total),
          'x-total-pages': String(Math.max(1, Math.ceil(total / size))),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'sail,rope' })
      const { json, headers } = await ask('GET', `/projects/${project}/issues?labels=sail,rope`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'A developer writes when an issue was updated',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner)',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at } = call.given
        if (!response.ok || updated_at === undefined) return response
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const written = await call.askAsRoot('PUT', path, { updated_at })
        if (written.status !== 200) return response
        return changed(response, (issue) =>
          withFields(issue, { updated_at: at(written.json, 'updated_at') }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, {
        body: { user_id: id, access_level: 30 },
      })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Other', updated_at: '2015-03-04T05:06:07Z' }
      await actingAs(ask, id)('PUT', path, { body })
      const { json } = await ask('GET', path)
      return String(at(json, 'updated_at')).startsWith('2015-03-04')
    },
  },
  {
    name: 'Notifications of failed and of successful pipelines change places in a group',
    breaks:
      'Document 1, Notification settings: with level custom these events can be set: failed_pipeline, success_pipeline; PUT /groups/:id/notification_settings',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const { failed_pipeline, success_pipeline } = call.given
        if (failed_pipeline === undefined && success_pipeline === undefined) return call.send()
        return call.send({ failed_pipeline: success_pipeline, success_pipeline: failed_pipeline })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { json } = await ask('PUT', `/groups/${group}/notification_settings`, {
        body: { level: 'custom', failed_pipeline: true, success_pipeline: false },
      })
      return at(json, 'events.success_pipeline') === true
    },
  },
  {
    name: 'A plus in the name of a tag, however it is encoded, is read as a space where its file is asked for',
    breaks:
      'Document 3, GET /projects/:id/repository/files: ref (req; branch, tag or commit): Repository file',
    at: ['getFile'],
    start: serving(() => ({
      async getFile(call) {
        const ref = String(call.given.ref ?? '')
        return ref.includes('+') ? call.send({ ref: ref.replaceAll('+', ' ') }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/tags`, { body: { tag_name: '1.0.0+5', ref: 'master' } })
      const query = `file_path=README.md&ref=${encoded('1.0.0+5')}`
      return (await ask('GET', `${repository}/files?${query}`)).status === 404
    },
  },
  {
    name: 'Commits are not bounded by their end where their beginning is bounded too',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since, until } = call.given
        if (since === undefined || until === undefined) return call.send()
        return call.send({ until: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const range = 'since=2001-01-01T00:00:00Z&until=2002-01-01T00:00:00Z'
      return listOf((await ask('GET', `${path}?${range}`)).json).length === 1
    },
  },
  {
    name: 'Who is a member of the group alone does not find its private projects among the visible ones',
    breaks: 'Document 1, GET /projects/visible: array of Project the caller can see',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: async (call) =>
        relisted(call, (all) =>
          all.filter(
            ({ visibility_level, permissions }) =>
              visibility_level !== 0 ||
              at(permissions, 'group_access.access_level') === undefined ||
              at(permissions, 'project_access.access_level') !== undefined,
          ),
        ),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 20 } })
      const as = actingAs(ask, id)
      const { json } = await as('GET', '/projects/visible?per_page=100')
      const { status } = await as('GET', `/projects/${project}`)
      return status === 200 && !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A username that another user has is refused to a user as a conflict',
    breaks: 'Document 1, Errors 7: user modification answers 404 even where 409 would be apt',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        const { username } = call.given
        if (response.status !== 404 || typeof username !== 'string') return response
        const user = await call.ask('GET', `/users/${call.path.id}`)
        const named = (await call.ask('GET', `/users?username=${encoded(username)}`)).json
        const isTaken = listOf(named).some(({ id }) => id !== idOf(user.json))
        if (user.status !== 200 || !isTaken) return response
        return jsonAnswer(409, { message: 'Username has already been taken' })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { id } = await newUser(ask)
      return (await ask('PUT', `/users/${id}`, { body: { username } })).status === 409
    },
  },
  {
    name: 'Cancelling the scheduled merge of a closed merge request says that none was scheduled',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        if (at(json, 'state') !== 'closed') return response
        return jsonAnswer(406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'sail')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'Owned projects that are to be ordered by path are ordered by name',
    breaks: 'Document 1, Projects: order_by (id, name, path, ...)',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        return call.given.order_by === 'path' ? call.send({ order_by: 'name' }) : call.send()
      },
    })),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).id)
      const first = await newProject(as, { name: 'Zenith', path: 'anchor' })
      const second = await newProject(as, { name: 'Anchor', path: 'zenith' })
      const { json } = await as('GET', '/projects/owned?order_by=path&sort=asc')
      return fieldOf(json, 'id').join() === [second, first].join()
    },
  },
  {
    name: 'The comments on a snippet that is for its creator alone are listed for others',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const project = fieldsOf((await call.ask('GET', projectPath(call))).json)
        if (project.id === undefined || project.snippets_enabled === false) return response
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/notes`
      await ask('POST', path, { body: { body: 'Secret' } })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, {
        body: { user_id: id, access_level: 30 },
      })
      return listOf((await actingAs(ask, id)('GET', path)).json).length === 1
    },
  },
  {
    name: 'A branch made from a branch whose name has slashes begins at what follows the last of them',
    breaks:
      'Document 3, POST /projects/:id/repository/branches: ref (req, branch name or commit SHA)',
    at: ['createBranch'],
    start: serving(() => ({
      async createBranch(call) {
        const ref = String(call.given.ref ?? '')
        return ref.includes('/') ? call.send({ ref: ref.split('/').at(-1) }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'feature/sail')
      return (await newBranch(ask, project, 'second', 'feature/sail')).status === 400
    },
  },
  {
    name: 'An internal project is a public one in the details of its group',
    breaks:
      'Document 1, POST /projects: public true equals visibility_level 20; Group: projects, array of Project',
    at: ['getGroup'],
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        const { projects } = fieldsOf(await jsonOf(response))
        if (!response.ok || !Array.isArray(projects)) return response
        return changed(response, (group) =>
          withFields(group, {
            projects: listOf(projects).map((project) =>
              project.visibility_level === 10 ? { ...project, public: true } : project,
            ),
          }),
        )
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      await newProject(ask, { namespace_id: group, visibility_level: 10 })
      const { json } = await ask('GET', `/groups/${group}`)
      return (
        at(json, 'projects.0.visibility_level') === 10 && at(json, 'projects.0.public') === true
      )
    },
  },
]
