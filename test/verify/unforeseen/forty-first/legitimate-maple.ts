import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  type Call,
  callerOf,
  encoded,
  everyObject,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
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
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
} from '../shared-tools.ts'
import { forbidden, isAdministrator, issuePath, newMember } from './tools-maple.ts'

/** The project of a call as its caller sees it; without fields where it is hidden. */
const projectOf = async (call: Call) => fieldsOf((await call.ask('GET', projectPath(call))).json)

/** Whether the caller owns the project: by their namespace, or as an owner of its group. */
async function ownsProject(call: Call): Promise<boolean> {
  const { is_admin, id } = await callerOf(call)
  if (is_admin === true) return true
  return at(await projectOf(call), 'owner.id') === id || (await levelOf(call)) >= 50
}

/** Refuses callers who see the project and have less than the level in it. */
const leftTo =
  (level: number): Rule =>
  async (call) => {
    const isNobody = call.isAnonymous || (await callerOf(call)).id === undefined
    if (isNobody || (await isAdministrator(call))) return call.send()
    const isRefused = (await projectOf(call)).id !== undefined && (await levelOf(call)) < level
    return isRefused ? forbidden() : call.send()
  }

/** Refuses whoever did not write the note, once they see it. */
const leftToAuthor =
  (parentOf: (call: Call) => string): Rule =>
  async (call) => {
    const { json } = await call.ask('GET', `${parentOf(call)}/notes/${call.path.note_id}`)
    const author = at(json, 'author.id')
    const isRefused = author !== undefined && author !== (await callerOf(call)).id
    return isRefused ? forbidden() : call.send()
  }

/** Leaves of the projects that a search finds those that it finds by their names. */
const searchingNames: Rule = (call) => {
  const { search } = call.given
  if (typeof search !== 'string' || search === '') return call.send()
  const isIn = (text: unknown) => String(text).toLowerCase().includes(search.toLowerCase())
  return relisted(call, (all) => all.filter(({ name, path }) => isIn(name) || isIn(path)))
}

/** A new project once more, as its caller sees it after what was done to it. */
async function seenAgain(call: Call, created: Response): Promise<Response> {
  const { status, json } = await call.ask('GET', `/projects/${idOf(await jsonOf(created))}`)
  return status === 200 ? jsonAnswer(created.status, json) : created
}

/** Makes the first commit of a project that is made. */
async function withFirstCommit(call: Call): Promise<Response> {
  const response = await call.send()
  if (!response.ok || call.given.import_url !== undefined) return response
  const path = `/projects/${idOf(await jsonOf(response))}/repository/files`
  const { default_branch: branch_name = 'master' } = call.given
  await call.askAsRoot('POST', path, {
    branch_name,
    file_path: 'NOTICE.md',
    content: 'Made from the template of this server.\n',
    commit_message: 'Begin with the template',
  })
  return seenAgain(call, response)
}

async function closeMergeRequestsOf(call: Call, source_branch: string): Promise<void> {
  const path = `${projectPath(call)}/merge_requests`
  const { json } = await call.askAsRoot('GET', `${path}?state=opened&per_page=100`)
  for (const one of listOf(json)) {
    const isFromHere = one.source_project_id === one.project_id
    if (!isFromHere || one.source_branch !== source_branch) continue
    const { target_branch, title } = one
    const body = { source_branch, target_branch, title, state_event: 'close' }
    await call.askAsRoot('PUT', `${path}/${one.id}`, body)
  }
}

const branchNamesOf = async (call: Call) =>
  fieldOf(
    (await call.askAsRoot('GET', `${repositoryPath(call)}/branches?per_page=100`)).json,
    'name',
  ).map(String)

/** Compares names as people do, who see no order in capital letters. */
function compareNames({ name: one }: Values, { name: other }: Values): number {
  const [first, second] = [String(one).toLowerCase(), String(other).toLowerCase()]
  if (first === second) return String(one) < String(other) ? -1 : 1
  return first < second ? -1 : 1
}

const withoutFileNames = (diff: string) => diff.replace(/^--- .*\n\+\+\+ .*\n/, '')

export const legitimateMapleServers: readonly LegitimateServer[] = [
  {
    name: 'A search for projects finds them by their names and paths, and never by their descriptions',
    allowedBy:
      'Document 1, Projects: search (string); no sentence says which fields of a project are searched',
    start: serving(() =>
      forAll(
        [
          'listProjects',
          'listVisibleProjects',
          'listOwnedProjects',
          'listStarredProjects',
          'listAllProjects',
          'listGroupProjects',
        ],
        searchingNames,
      ),
    ),
    async isShown(ask) {
      const description = freshName('described')
      await newProject(ask, { description })
      const found = await ask('GET', `/projects?search=${description}`)
      return found.status === 200 && listOf(found.json).length === 0
    },
  },
  {
    name: 'The labels of an issue or a merge request are listed from the end of the alphabet',
    allowedBy:
      'Document 2, Issue and Merge request: `labels` array of strings; no sentence gives it an order',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        Array.isArray(one.labels) && one.labels.every((label) => typeof label === 'string')
          ? { ...one, labels: [...one.labels].sort().reverse() }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'beta,alpha,gamma' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'gamma'
    },
  },
  {
    name: 'Who belongs to a project is told to its members only; others who see the project get 403',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; no sentence says who may read members, and GET on a private project by a non-member stays 404',
    start: serving(() =>
      forAll(['listProjectMembers', 'getProjectMember', 'listProjectUsers'], leftTo(10)),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const other = actingAs(ask, id)
      return (await other('GET', `/projects/${project}/members`)).status === 403
    },
  },
  {
    name: 'Commit statuses are posted by masters only; a developer gets 403',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; document 3 names no role for POST /projects/:id/statuses/:sha',
    start: serving(() => ({ createCommitStatus: leftTo(40) })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const member = await newMember(ask, project)
      return (await member.ask('POST', path, { body: { state: 'success' } })).status === 403
    },
  },
  {
    name: 'A note is modified by its author only; even an administrator gets 403 for the note of another',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; document 2, Notes, names no role for PUT .../notes/:note_id',
    start: serving(() => ({
      updateIssueNote: leftToAuthor(issuePath),
      updateMergeRequestNote: leftToAuthor(mergeRequestPath),
      updateSnippetNote: leftToAuthor(
        (call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`,
      ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const member = await newMember(ask, project)
      const note = idOf((await member.ask('POST', path, { body: { body: 'Mine' } })).json)
      return (await ask('PUT', `${path}/${note}`, { body: { body: 'Yours' } })).status === 403
    },
  },
  {
    name: 'A page of more than 100 is refused with 400, and not cut to 100',
    allowedBy:
      'Document 1, Limits: `per_page` (default 20, maximum 100); Errors: 400 an attribute failed validation; no sentence says that more than the maximum is read as the maximum',
    start: (forge) => async (request) => {
      const response = await forge.fetch(request)
      const size = Number(new URL(request.url).searchParams.get('per_page'))
      const isPaginated = response.ok && response.headers.has('x-per-page')
      if (!isPaginated || !(size > 100)) return response
      return jsonAnswer(400, { message: { per_page: ['must be less than or equal to 100'] } })
    },
    isShown: async (ask) => (await ask('GET', '/users?per_page=101')).status === 400,
  },
  {
    name: 'A new project begins with a commit of a NOTICE.md from the template of the instance',
    allowedBy:
      'Document 1, POST /projects: no sentence says what the repository of a new project holds, and the response body is not shown',
    start: serving(() => forAll(['createProject', 'createProjectForUser'], withFirstCommit)),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/repository/tree`
      return fieldOf((await ask('GET', path)).json, 'name').includes('NOTICE.md')
    },
  },
  {
    name: 'A project is watched by whoever made it',
    allowedBy:
      'Document 1, Notification settings: levels include `watch`; no sentence says which level a project has before it is set',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `/projects/${idOf(await jsonOf(response))}/notification_settings`
        await call.ask('PUT', path, { level: 'watch' })
        return seenAgain(call, response)
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      return at((await ask('GET', path)).json, 'level') === 'watch'
    },
  },
  {
    name: 'Pushes and commits leave no activity events, neither in a project nor with a user',
    allowedBy:
      'Document 1, Events: the complete list of `action_name` values is not shown; no sentence says which activities are recorded',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) =>
          all.filter(({ data }) => typeof data !== 'object' || data === null),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const events = await ask('GET', `/projects/${project}/events`)
      const data = fieldOf(events.json, 'data').filter((one) => typeof one === 'object')
      return events.status === 200 && data.every((one) => one === null)
    },
  },
  {
    name: 'A diff begins with its first hunk, without the lines that name both files',
    allowedBy:
      'Document 3, Diff entry: `diff` string, beside `new_path` and `old_path`; no sentence says what it begins with',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        typeof one.diff === 'string' && one.new_path !== undefined
          ? { ...one, diff: withoutFileNames(one.diff) }
          : one,
      ),
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'A time of creation or change that is no business of the caller is refused with 403, and not left out',
    allowedBy:
      'Document 2, Issues: created_at (ISO 8601; admin or project owner only), updated_at (ISO 8601; admin or project owner); Errors: 403 request not allowed',
    start: serving(() => {
      const refusing =
        (name: string): Rule =>
        async (call) => {
          if (call.isAnonymous || call.given[name] === undefined) return call.send()
          const isSeen = (await projectOf(call)).id !== undefined
          return isSeen && !(await ownsProject(call)) ? forbidden() : call.send()
        }
      return { createIssue: refusing('created_at'), updateIssue: refusing('updated_at') }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const member = await newMember(ask, project)
      const body = { title: 'Long ago', created_at: '2015-01-02T03:04:05Z' }
      return (await member.ask('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'The deletion of a branch closes the open merge requests that come from it',
    allowedBy:
      'Document 2, Merge request: other moves (closing, reopening): not shown; no sentence says what becomes of a merge request without its source branch',
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        if (response.ok) await closeMergeRequestsOf(call, String(call.path.branch))
        return response
      },
      async mergeMergeRequest(call) {
        const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
        const branch = String(at(json, 'source_branch'))
        const response = await call.send()
        const path = `${repositoryPath(call)}/branches/${encoded(branch)}`
        const isGone = response.ok && (await call.askAsRoot('GET', path)).status === 404
        if (isGone) await closeMergeRequestsOf(call, branch)
        return response
      },
      async deleteMergedBranches(call) {
        const before = await branchNamesOf(call)
        const response = await call.send()
        const after = new Set(await branchNamesOf(call))
        for (const branch of before)
          if (!after.has(branch)) await closeMergeRequestsOf(call, branch)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      await ask('DELETE', `/projects/${project}/repository/branches/topic`)
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'A new user may not create groups unless that is asked for',
    allowedBy:
      'Document 1, POST /users: can_create_group (boolean), without a default; POST /groups: only for users allowed to create groups',
    start: serving(() => ({
      createUser: (call) => call.send({ can_create_group: call.given.can_create_group ?? false }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = freshName('club')
      const made = await actingAs(ask, id)('POST', '/groups', { body: { name: path, path } })
      return made.status === 403
    },
  },
  {
    name: 'A new group is private unless its visibility is given',
    allowedBy:
      'Document 1, POST /groups: visibility_level (0, 10, 20), without a default; the settings have one for projects and snippets only',
    start: serving(() => ({
      createGroup: (call) => call.send({ visibility_level: call.given.visibility_level ?? 0 }),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      return at((await ask('GET', path)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'Branches and tags stand in the order of the alphabet whether their letters are small or capital',
    allowedBy:
      'Document 3: array of Branch sorted by name alphabetically, array of Tag in reverse alphabetical order of name; no sentence puts capital letters before small ones',
    start: serving(() => ({
      listBranches: (call) => relisted(call, (all) => [...all].sort(compareNames)),
      listTags: (call) => relisted(call, (all) => [...all].sort(compareNames).reverse()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['Zebra', 'antelope']) await newBranch(ask, project, branch)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').join() === 'antelope,master,Zebra'
    },
  },
]
