import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
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
  notModified,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

const answeringWithIssues: readonly OperationId[] = [
  'getIssue',
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
]

const withArrays: readonly OperationId[] = [
  'listMergeRequests',
  'listGroups',
  'listBuilds',
  'listBuildsOfCommit',
]

const aboutOneself: readonly OperationId[] = [
  'getCurrentUser',
  'listOwnSshKeys',
  'listOwnEmails',
  'getNotificationSettings',
]

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** A time with its offset from UTC left out. */
const withoutOffset = (time: unknown) =>
  typeof time === 'string' ? time.replace(/[+-]\d\d:?\d\d$/, 'Z') : time

const decodedBase64 = (text: unknown) => {
  try {
    return atob(String(text))
  } catch {
    return undefined
  }
}

/** A URL with one value of each parameter of the query. */
function withSingleParameters(text: string): string {
  const url = new URL(text)
  for (const name of new Set(url.searchParams.keys())) {
    const last = url.searchParams.getAll(name).at(-1) ?? ''
    url.searchParams.set(name, last)
  }
  return url.href
}

/** Leaves the member alone where the access level is the one that he has. */
const skippingSameLevel =
  (kind: 'groups' | 'projects'): Rule =>
  async (call) => {
    const { id, user_id } = call.path
    const { json } = await call.askAsRoot('GET', `/${kind}/${encoded(id)}/members/${user_id}`)
    const { access_level, expires_at } = fieldsOf(json)
    const isSame = Number(call.given.access_level) === access_level
    if (!isSame || call.given.expires_at === undefined) return call.send()
    return call.send({ expires_at: expires_at ?? undefined })
  }

const namingAuthorsBy =
  (names: ReadonlyMap<number, string>): Rule =>
  async (call) =>
    eachChanged(await call.send(), (event) => {
      const name = names.get(idOf(event.author))
      return name === undefined ? event : { ...event, author_username: name }
    })

const readingFalseAsTrue: Rule = (call) =>
  call.given.confidential === 'false' ? call.send({ confidential: true }) : call.send()

export const faultyFirServers: readonly FaultyServer[] = [
  {
    name: 'An issue that was moved keeps the milestone of the project that it came from',
    breaks:
      'Document 2, Issue, move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'updateIssue', ...answeringWithIssues],
    start: serving(() => {
      const milestones = new Map<number, unknown>()
      const showing = (one: Values) =>
        milestones.has(idOf(one)) && fieldsOf(one.milestone).id !== undefined
          ? { ...one, milestone: milestones.get(idOf(one)) }
          : one
      return {
        async moveIssue(call) {
          const before = fieldsOf((await call.askAsRoot('GET', issuePath(call))).json)
          const response = await call.send()
          const moved = await jsonOf(response)
          const isKept = response.ok && at(before, 'milestone.id') !== undefined
          if (isKept) milestones.set(idOf(moved), before.milestone)
          return eachChanged(response, showing)
        },
        async updateIssue(call) {
          const response = await call.send()
          const isSet = response.ok && call.given.milestone_id !== undefined
          if (isSet) milestones.delete(Number(call.path.issue_id))
          return eachChanged(response, showing)
        },
        ...forAll(answeringWithIssues, async (call) => eachChanged(await call.send(), showing)),
      }
    }),
    async isShown(ask) {
      const projects = [await newProject(ask), await newProject(ask)]
      const title = freshName('milestone')
      const milestones: number[] = []
      for (const project of projects) {
        const made = await ask('POST', `/projects/${project}/milestones`, { body: { title } })
        milestones.push(idOf(made.json))
      }
      const issue = await newIssue(ask, Number(projects[0]), { milestone_id: milestones[0] })
      const move = `/projects/${projects[0]}/issues/${issue}/move`
      const moved = await ask('POST', move, { body: { to_project_id: projects[1] } })
      const { json } = await ask('GET', `/projects/${projects[1]}/issues/${idOf(moved.json)}`)
      return at(json, 'milestone.id') === milestones[0]
    },
  },
  {
    name: 'The projects in the list of a group have the path that the group had before it was renamed',
    breaks:
      'Document 1, Project: path_with_namespace, namespace: path; PUT /groups/:id: path; Conventions 2: NAMESPACE/PROJECT_NAME',
    at: ['updateGroup', 'listGroupProjects'],
    start: serving(() => {
      const paths = new Map<number, unknown>()
      return {
        async updateGroup(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          if (!response.ok || at(await jsonOf(response), 'path') === at(json, 'path')) {
            return response
          }
          for (const project of listOf(at(json, 'projects'))) {
            if (!paths.has(idOf(project))) paths.set(idOf(project), project.path_with_namespace)
          }
          return response
        },
        async transferProjectToGroup(call) {
          const project = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          paths.delete(idOf(project.json))
          return call.send()
        },
        listGroupProjects: async (call) =>
          eachChanged(await call.send(), (one) =>
            paths.has(idOf(one)) && one.path_with_namespace !== undefined
              ? { ...one, path_with_namespace: paths.get(idOf(one)) }
              : one,
          ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group })
      const path = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const { json } = await ask('GET', `/groups/${group}/projects`)
      return !String(at(json, '0.path_with_namespace')).startsWith(`${path}/`)
    },
  },
  {
    name: 'A merge request closes the issues of its first description after that was rewritten',
    breaks:
      'Document 2, GET .../closes_issues: array of issues that merging would close; PUT: description',
    at: ['updateMergeRequest', 'listIssuesClosedByMergeRequest'],
    start: serving(() => {
      const issues = new Map<string, readonly Values[]>()
      return {
        async updateMergeRequest(call) {
          const key = String(call.path.merge_request_id)
          const path = `${mergeRequestPath(call)}/closes_issues?per_page=100`
          const before = listOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          const isRewritten = response.ok && call.given.description !== undefined
          if (isRewritten && !issues.has(key)) issues.set(key, before)
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const known = issues.get(String(call.path.merge_request_id))
          if (known === undefined) return call.send()
          const found: Values[] = []
          for (const { id, project_id } of known) {
            const { status, json } = await call.ask('GET', `/projects/${project_id}/issues/${id}`)
            if (status === 200) found.push(fieldsOf(json))
          }
          return relisted(call, () => found)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issues = [await newIssue(ask, project), await newIssue(ask, project)]
      const id = await newMergeRequest(ask, project, 'closing', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${id}`
      const body = {
        source_branch: 'closing',
        target_branch: 'master',
        title: 'closing',
        description: 'Closes #2',
      }
      await ask('PUT', path, { body })
      const found = fieldOf((await ask('GET', `${path}/closes_issues`)).json, 'id')
      return found.includes(issues[0]) && !found.includes(issues[1])
    },
  },
  {
    name: 'Events give the username that their author had before he was renamed',
    breaks:
      'Document 1, Activity event: author (brief user), author_username; PUT /users/:id: username',
    at: ['updateUser', 'listProjectEvents', 'listUserEvents'],
    start: serving(() => {
      const names = new Map<number, string>()
      return {
        async updateUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          const before = String(at(json, 'username'))
          const isRenamed = response.ok && at(await jsonOf(response), 'username') !== before
          if (isRenamed && !names.has(idOf(json))) names.set(idOf(json), before)
          return response
        },
        ...forAll(['listProjectEvents', 'listUserEvents'], namingAuthorsBy(names)),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20 })
      await newIssue(actingAs(ask, id), project)
      await ask('PUT', `/users/${id}`, { body: { username: freshName('renamed') } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      return fieldOf(json, 'author_username').includes(username)
    },
  },
  {
    name: 'The times that commits are filtered by are read as UTC whatever offset they have',
    breaks:
      'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) => {
        const { since, until } = call.given
        const given = { since: withoutOffset(since), until: withoutOffset(until) }
        if (given.since === since && given.until === until) return call.send()
        return relisted(call, (all) => all, given)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${commits}/master`)
      const when = new Date(String(at(json, 'created_at'))).getTime()
      // An hour before the commit, written as the clocks show it three hours east of UTC.
      const east = new Date(when + 2 * 3_600_000).toISOString().replace('Z', '+03:00')
      const found = await ask('GET', `${commits}?since=${encoded(east)}`)
      return listOf(found.json).length === 0
    },
  },
  {
    name: 'An issue becomes confidential by the word false in a query or a form',
    breaks:
      'Document 2, Issues: confidential (boolean, default false); Document 1, Conventions 4: parameters are sent in the query string or in the request body',
    at: ['createIssue', 'updateIssue'],
    start: serving(() => forAll(['createIssue', 'updateIssue'], readingFalseAsTrue)),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', `${path}?confidential=false`)
      return at((await ask('GET', path)).json, 'confidential') === true
    },
  },
  {
    name: 'A member whose access level is written again as it is gets no other date of expiry',
    breaks: 'Document 1, PUT .../members/:user_id: access_level (req), expires_at',
    at: ['updateGroupMember', 'updateProjectMember', 'getGroupMember', 'getProjectMember'],
    start: serving(() => ({
      updateGroupMember: skippingSameLevel('groups'),
      updateProjectMember: skippingSameLevel('projects'),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const body = { access_level: 30, expires_at: '2099-05-06' }
      await ask('PUT', `${members}/${id}`, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') !== '2099-05-06'
    },
  },
  {
    name: 'The issues of a project are not filtered by their state where they are by their iid',
    breaks: 'Document 2, GET /projects/:id/issues: iid integer, state',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        call.given.iid === undefined || call.given.state === undefined
          ? call.send()
          : relisted(call, (all) => all, { state: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues?iid=1&state=closed`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A file is written again with the content that it has where that comes in Base64',
    breaks:
      'Document 3, Repository files: 400 when the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, commit_message, content, encoding } = call.given
        if (response.status !== 400 || encoding !== 'base64' || !commit_message) return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const current = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
        const before = decodedBase64(at(current.json, 'content'))
        const isSame = current.status === 200 && decodedBase64(content) === before
        return isSame ? jsonAnswer(200, { file_path, branch_name }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Again',
        encoding: 'base64',
        content: btoa('One\n'),
      }
      const { status } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return status === 200
    },
  },
  {
    name: 'What developers can do with a protected branch stays as it is when it is protected again',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
        if (branch.protected !== true) return call.send()
        const { developers_can_push, developers_can_merge } = branch
        return call.send({ developers_can_push, developers_can_merge })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'guarded')
      const path = `/projects/${project}/repository/branches/guarded`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'Nobody else gets a todo of an issue that one user has made a todo of',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      const forgetting: Rule = (call) => {
        issues.clear()
        return call.send()
      }
      return {
        async createTodoOfIssue(call) {
          const key = String(call.path.issue_id)
          const isThere = (await call.ask('GET', issuePath(call))).status === 200
          if (isThere && issues.has(key)) return notModified()
          const response = await call.send()
          if (response.ok) issues.add(key)
          return response
        },
        markTodoAsDone: forgetting,
        markAllTodosAsDone: forgetting,
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'A release is made anew over the one that its tag was created with',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const tags = new Set<string>()
      const keyOf = (call: Call, name: unknown) => `${call.path.id} ${name}`
      return {
        async createTag(call) {
          const response = await call.send()
          const isReleased = response.ok && Boolean(call.given.release_description)
          if (isReleased) tags.add(keyOf(call, call.given.tag_name))
          return response
        },
        async deleteTag(call) {
          const response = await call.send()
          if (response.ok) tags.delete(keyOf(call, call.path.tag_name))
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const name = call.path.tag_name
          if (response.status !== 409 || !tags.has(keyOf(call, name))) return response
          const path = `${repositoryPath(call)}/tags/${encoded(name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('PUT', path, { description })
          return status === 200 ? jsonAnswer(201, json) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', tags, { body })
      const again = await ask('POST', `${tags}/v1/release`, { body: { description: 'Second' } })
      return again.status === 201
    },
  },
  {
    name: 'The links of a list keep one value of a parameter that was given several',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: withArrays,
    start: serving(() =>
      forAll(withArrays, async (call) => {
        const response = await call.send()
        const links = response.headers.get('link')
        if (!response.ok || links === null) return response
        const link = links.replace(
          /<([^>]*)>/g,
          (_, url: string) => `<${withSingleParameters(url)}>`,
        )
        return withBody(response, await response.clone().text(), { link })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const links = (await ask('GET', path)).headers.get('link') ?? ''
      const next = /[^<]*(?=>; rel="next")/.exec(links)?.[0] ?? ''
      return next !== '' && new URL(next).searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'The notes of a private snippet are listed to every member of its project',
    breaks: 'Document 2, Snippet: visibility_level: 0 visible only to the creator',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        return (await levelOf(call)) >= 10 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/notes`
      await ask('POST', path, { body: { body: 'Between us' } })
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'Whoever is no administrator may act for himself with sudo',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: aboutOneself,
    start: serving((forge) =>
      forAll(aboutOneself, async (call) => {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const url = new URL(call.request.url)
        url.searchParams.delete('sudo')
        const headers = new Headers(call.request.headers)
        headers.delete('sudo')
        const asOneself = await forge.fetch(new Request(url, { headers }))
        const user = new URL(url)
        user.pathname = '/api/v3/user'
        const { id, username } = fieldsOf(
          await jsonOf(await forge.fetch(new Request(user, { headers }))),
        )
        const isOneself = call.sudo === String(id) || call.sudo === username
        return isOneself ? asOneself : response
      }),
    ),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { login: username, password: 'Rope-and-tar-42' }
      const session = await ask('POST', '/session', { token: '', body })
      const token = String(at(session.json, 'private_token'))
      return (await ask('GET', `/user?sudo=${id}`, { token })).status === 200
    },
  },
]
