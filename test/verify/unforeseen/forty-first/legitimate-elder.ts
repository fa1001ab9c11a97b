import { at, type Forge, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  inBackground,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  waited,
  withFields,
} from '../shared-tools.ts'
import { branchNames, projectOf } from './tools-elder.ts'

export const legitimateElderServers: readonly LegitimateServer[] = [
  {
    name: 'Events of pushes do not tell when they were made',
    allowedBy: 'Document 1, Activity event: `created_at` (on some); which have it is not stated',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], async (call) =>
        eachChanged(await call.send(), (event) => {
          if (fieldsOf(event.data).ref === undefined) return event
          const { created_at: _, ...others } = event
          return others
        }),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newRepository(ask)}/events`)
      return listOf(json).some((event) => event.created_at === undefined)
    },
  },
  {
    name: 'Users who have chosen no notification level watch everything',
    allowedBy: 'Document 1, Notification settings: the levels are listed; no default is stated',
    start: serving(() => {
      const choosers = new Set<unknown>()
      return {
        async getNotificationSettings(call) {
          const { id } = await callerOf(call)
          const response = await call.send()
          if (choosers.has(id) || !response.ok) return response
          return changed(response, (json) => withFields(json, { level: 'watch' }))
        },
        async updateNotificationSettings(call) {
          const { id } = await callerOf(call)
          const isFirst = !choosers.has(id) && call.given.level === undefined
          const response = await call.send(isFirst ? { level: 'watch' } : {})
          if (response.ok) choosers.add(id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', '/notification_settings')
      return at(json, 'level') === 'watch'
    },
  },
  {
    name: 'A page of more than 100 records is refused instead of shortened',
    allowedBy:
      'Document 1, Limits: `per_page` (default 20, maximum 100); 400: an attribute failed validation. That a larger one is read as 100 is not stated',
    start: behind((response, request) => {
      const size = Number(new URL(request.url).searchParams.get('per_page') ?? 20)
      const isList = response.ok && response.headers.has('x-per-page')
      return isList && size > 100
        ? jsonAnswer(400, { message: { per_page: ['must be less than or equal to 100'] } })
        : response
    }),
    isShown: async (ask) => (await ask('GET', '/projects?per_page=101')).status === 400,
  },
  {
    name: 'The owner of a project has the documented fields only, and is null where a group owns it',
    allowedBy:
      'Document 1, Project: owner: object: id, name, created_at (user-owned projects); Absent values are `null`',
    start: answeringAll(withShortOwners),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return at(json, 'owner.id') !== undefined && at(json, 'owner.username') === undefined
    },
  },
  {
    name: 'Diffs begin with the header lines of git',
    allowedBy: 'Document 3, Diff entry: `diff` string; its form is not stated',
    start: serving(() => ({
      listCommitDifferences: async (call) => eachChanged(await call.send(), withGitHeader),
      compareRevisions: async (call) =>
        changed(await call.send(), (json) => withChangedEntries(json, 'diffs')),
      getMergeRequestChanges: async (call) =>
        changed(await call.send(), (json) => withChangedEntries(json, 'changes')),
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const { json } = await ask('GET', `${repository}/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git a/README.md b/README.md\n')
    },
  },
  {
    name: 'The author of an issue is not subscribed to it without asking',
    allowedBy:
      'Document 2, Subscription: POST .../subscription subscribes the caller; that anything else does is not stated',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const issue = idOf(await jsonOf(response))
        await call.ask('DELETE', `${projectPath(call)}/issues/${issue}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      return (await ask('DELETE', path)).status === 304 && (await ask('POST', path)).status === 201
    },
  },
  {
    name: 'Only masters of a project and administrators write the status of a commit',
    allowedBy:
      'Document 3, POST /projects/:id/statuses/:sha states no role; document 1, 403: request not allowed',
    start: serving(() => ({
      async createCommitStatus(call) {
        if (call.isAnonymous) return call.send()
        const { is_admin } = await callerOf(call)
        const level = await levelOf(call)
        return is_admin !== true && level >= 10 && level < 40
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const given = { body: { state: 'success' } }
      return (await actingAs(ask, id)('POST', path, given)).status === 403
    },
  },
  {
    name: 'The path of a project that is given none is its name with underscores',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name); how it is generated is not stated',
    start: serving(() => forAll(['createProject', 'createProjectForUser'], withUnderscores)),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return /^project_six_\d+$/.test(String(at(json, 'path')))
    },
  },
  {
    name: 'A new project is found by a search only after an indexer has seen it, half a second later',
    allowedBy:
      'Document 1, Projects: search (string); how soon a search knows of a new project is not stated',
    start: serving(() => {
      const made = new Map<unknown, number>()
      const lists = [
        'listProjects',
        'listVisibleProjects',
        'listOwnedProjects',
        'listStarredProjects',
        'listAllProjects',
        'listGroupProjects',
      ] as const
      return {
        ...forAll(['createProject', 'createProjectForUser'], async (call) => {
          const response = await call.send()
          if (response.ok) made.set(idOf(await jsonOf(response)), Date.now())
          return response
        }),
        ...forAll(lists, async (call) => {
          const { search } = call.given
          if (typeof search !== 'string' || search === '') return call.send()
          const isIndexed = ({ id }: Values) => Date.now() - (made.get(id) ?? 0) > 500
          return relisted(call, (all) => all.filter(isIndexed))
        }),
      }
    }),
    async isShown(ask) {
      const name = freshName('late')
      await newProject(ask, { name })
      const find = async () => listOf((await ask('GET', `/projects?search=${name}`)).json).length
      if ((await find()) > 0) return false
      await waited(700)
      return (await find()) === 1
    },
  },
  {
    name: 'The removal of a source branch closes what is still open from it',
    allowedBy:
      'Document 2, Merge request: Other moves (closing, reopening): not shown; that a removed source branch leaves it open is not stated',
    start: serving((forge) =>
      forAll(['deleteBranch', 'deleteMergedBranches', 'mergeMergeRequest'], async (call) => {
        const { id } = await projectOf(call)
        const before = await branchNames(call)
        const response = await call.send()
        if (!response.ok) return response
        const after = new Set(await branchNames(call))
        const gone = new Set(before.filter((name) => !after.has(name)))
        closeRequests(
          forge,
          (request) => request.source_project_id === id && gone.has(request.source_branch),
        )
        return response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branch = freshName('gone')
      const request = await newMergeRequest(ask, project, branch)
      await ask('DELETE', `/projects/${project}/repository/branches/${branch}`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'Changes of issues and merge requests leave no system notes',
    allowedBy:
      'Document 2, Note: `system` boolean; that a change writes a note of its own is not stated',
    start(forge) {
      const clear = () =>
        forge.db.notes.removeAll(
          forge.db.notes.all().flatMap(({ id, system }) => {
            const note = system ? forge.db.notes.get(id) : undefined
            return note === undefined ? [] : [note]
          }),
        )
      return async (request) => {
        clear()
        const response = await forge.fetch(request)
        clear()
        return response
      }
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 0
    },
  },
  {
    name: 'Issues and merge requests of a project are numbered in one series',
    allowedBy:
      'Document 1, Conventions: `iid` is unique only within one project; that the numbers have no gaps is not stated',
    start: serving((forge) => {
      const answerWith = async (call: Call, response: Response, path: string) => {
        const { status, json } = await call.ask('GET', path)
        return status === 200 ? changed(response, () => json) : response
      }
      const issue: Rule = async (call) => {
        const response = await call.send()
        const made = forge.db.issues.get(idOf(await jsonOf(response)))
        if (!response.ok || made === undefined) return response
        const iid = nextNumber(forge, made.project_id, { issue: made.id })
        if (iid > made.iid) forge.db.issues.replace(made, { iid })
        return answerWith(call, response, `/projects/${made.project_id}/issues/${made.id}`)
      }
      return {
        ...forAll(['createIssue', 'moveIssue'], issue),
        async createMergeRequest(call) {
          const response = await call.send()
          const made = forge.db.mergeRequests.get(idOf(await jsonOf(response)))
          if (!response.ok || made === undefined) return response
          const project = made.target_project_id
          const iid = nextNumber(forge, project, { mergeRequest: made.id })
          if (iid > made.iid) forge.db.mergeRequests.replace(made, { iid })
          return answerWith(call, response, `/projects/${project}/merge_requests/${made.id}`)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, freshName('first'))
      const issues = [await newIssue(ask, project), await newIssue(ask, project)]
      const answers = issues.map((id) => ask('GET', `/projects/${project}/issues/${id}`))
      const iids = (await Promise.all(answers)).map(({ json }) => at(json, 'iid'))
      return iids.join() === '2,3'
    },
  },
  {
    name: 'A member who is removed from a project is no longer assigned to anything in it',
    allowedBy:
      'Document 1, DELETE .../members/:user_id removes the member; document 2, Issue: assignee: brief user or null. What becomes of assignments is not stated',
    start: serving((forge) => ({
      async removeProjectMember(call) {
        const { id } = await projectOf(call)
        const user = Number(call.path.user_id)
        const response = await call.send()
        if (response.ok) unassign(forge, Number(id), user)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const issue = await newIssue(ask, project, { assignee_id: id })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'assignee') === null
    },
  },
  {
    name: 'Merged branches are deleted by a job that begins half a second after the answer',
    allowedBy:
      'Document 3, DELETE .../merged_branches deletes all branches merged into the default branch; Response bodies of delete-merged-branches: not shown. By when they are gone is not stated',
    start: serving((forge) => ({
      async deleteMergedBranches(call) {
        const heads = await headsOf(call)
        // A copy of the world tells what the answer is, and which branches go.
        const copy = forge.fork()
        const { url, method, headers } = call.request
        const response = await copy.fetch(new Request(url, { method, headers }))
        if (!response.ok) return response
        const path = `${repositoryPath(call)}/branches?per_page=100`
        const left = await copy.fetch(rootRequest(forge, call, path))
        const kept = new Set(fieldOf(await jsonOf(left), 'name'))
        inBackground(500, async () => {
          const now = await headsOf(call)
          for (const [name, head] of heads) {
            const isSame = now.get(name) === head
            const branch = `${repositoryPath(call)}/branches/${encoded(name)}`
            if (isSame && !kept.has(name)) await call.ask('DELETE', branch)
          }
        })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const branch = freshName('merged')
      const request = await newMergeRequest(ask, project, branch)
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      await newBranch(ask, project, branch, branch)
      const find = async () => (await ask('GET', `${repository}/branches/${branch}`)).status
      await ask('DELETE', `${repository}/merged_branches`)
      if ((await find()) !== 200) return false
      await waited(700)
      return (await find()) === 404
    },
  },
  {
    name: 'The comments of a commit are listed without their time and place',
    allowedBy:
      'Document 3, Commit comment: List form: `note` string and `author` (user); only the post response has more',
    start: serving(() => ({
      async listCommitComments(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, ({ note, author }) => ({ note, author }))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master/comments`
      await ask('POST', path, { body: { note: 'Well done' } })
      const [comment] = listOf((await ask('GET', path)).json)
      return comment?.note === 'Well done' && comment.created_at === undefined
    },
  },
]

/** Projects, wherever they stand, with an owner in the documented form. */
function withShortOwners(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withShortOwners)
  if (typeof json !== 'object' || json === null) return json
  const fields = Object.entries(json).map(([name, value]) => [name, withShortOwners(value)])
  const changedFields = fieldsOf(Object.fromEntries(fields))
  const isProject = 'path_with_namespace' in json && 'creator_id' in json
  if (!isProject) return changedFields
  const { id, name, created_at } = fieldsOf(at(json, 'owner'))
  return { ...changedFields, owner: id === undefined ? null : { id, name, created_at } }
}

function withGitHeader(entry: Values): Values {
  const { old_path, new_path, a_mode, b_mode, new_file, deleted_file, renamed_file } = entry
  const lines = [
    `diff --git a/${old_path} b/${new_path}`,
    ...(new_file === true ? [`new file mode ${b_mode}`] : []),
    ...(deleted_file === true ? [`deleted file mode ${a_mode}`] : []),
    ...(renamed_file === true ? [`rename from ${old_path}`, `rename to ${new_path}`] : []),
  ]
  return { ...entry, diff: `${lines.join('\n')}\n${entry.diff}` }
}

function withChangedEntries(json: unknown, name: string): unknown {
  const entries = at(json, name)
  return Array.isArray(entries)
    ? withFields(json, { [name]: listOf(entries).map(withGitHeader) })
    : json
}

async function withUnderscores(call: Call): Promise<Response> {
  const { name, path } = call.given
  if (typeof name !== 'string' || path !== undefined) return call.send()
  const made = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return call.send(made === '' ? {} : { path: made })
}

interface Assigned {
  readonly source_project_id: number
  readonly source_branch: string
}

function closeRequests(forge: Forge, isMeant: (request: Assigned) => boolean): void {
  for (const { id } of forge.db.mergeRequests.all()) {
    const request = forge.db.mergeRequests.get(id)
    if (request === undefined || !['opened', 'reopened'].includes(request.state)) continue
    if (isMeant(request)) forge.db.mergeRequests.replace(request, { state: 'closed' })
  }
}

/** The number after all others of the issues and merge requests of a project, without a new one. */
function nextNumber(
  forge: Forge,
  project: number,
  made: { readonly issue?: number; readonly mergeRequest?: number },
): number {
  const issues = forge.db.issues
    .all()
    .filter(({ id, project_id }) => project_id === project && id !== made.issue)
  const requests = forge.db.mergeRequests
    .all()
    .filter(
      ({ id, target_project_id }) => target_project_id === project && id !== made.mergeRequest,
    )
  return Math.max(0, ...[...issues, ...requests].map(({ iid }) => iid)) + 1
}

function unassign(forge: Forge, project: number, user: number): void {
  for (const { id } of forge.db.issues.all()) {
    const issue = forge.db.issues.get(id)
    if (issue?.project_id !== project || issue.assignee_id !== user) continue
    forge.db.issues.replace(issue, { assignee_id: null })
  }
  for (const { id } of forge.db.mergeRequests.all()) {
    const request = forge.db.mergeRequests.get(id)
    if (request?.target_project_id !== project || request.assignee_id !== user) continue
    forge.db.mergeRequests.replace(request, { assignee_id: null })
  }
}

/** The heads of the branches of the project that a call is about. */
async function headsOf(call: Call): Promise<ReadonlyMap<string, unknown>> {
  const { json } = await call.askAsRoot('GET', `${repositoryPath(call)}/branches?per_page=100`)
  return new Map(listOf(json).map((branch) => [String(branch.name), at(branch, 'commit.id')]))
}

function rootRequest(forge: Forge, { request }: Call, path: string): Request {
  const headers = { 'private-token': forge.tokens.root ?? 'root-token' }
  return new Request(new URL(`/api/v3${path}`, request.url), { headers })
}
