import { askOf, at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  callerOf,
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
  listOf,
  mergeRequestPath,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'
import { issuePath, projectIdOf, working } from './tools-swift.ts'

/** What shows whole projects in a list of its own. */
const projectLists: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

/** The text by which people look for a record in a list. */
const textOf = (one: Values) =>
  String(one.title ?? one.name ?? one.email ?? one.body ?? one.note ?? one.url)

function compareTexts(left: Values, right: Values): number {
  if (textOf(left) === textOf(right)) return 0
  return textOf(left) < textOf(right) ? -1 : 1
}

const byText: Rule = (call) => relisted(call, (all) => [...all].sort(compareTexts))

export const legitimateSwiftServers: readonly LegitimateServer[] = [
  {
    name: 'The open issues of a project are counted a moment after the issue was written',
    allowedBy: 'Document 1, Project: open_issues_count; no sentence says when it is counted',
    start: working((later) => {
      // What a project counted before each write whose counting has not been done yet.
      const waiting = new Map<number, number[]>()
      const countsOf: Rule = async (call) => {
        const ids = [call.path.id, call.given.to_project_id].filter((id) => id !== undefined)
        const projects = await Promise.all(
          ids.map((id) => call.askAsRoot('GET', `/projects/${encoded(id)}`)),
        )
        const response = await call.send()
        if (!response.ok) return response
        for (const { json } of projects) {
          const counts = waiting.get(idOf(json)) ?? []
          waiting.set(idOf(json), [...counts, Number(at(json, 'open_issues_count'))])
          later(async () => waiting.get(idOf(json))?.shift())
        }
        return response
      }
      const counted = (one: Values) => {
        const count = waiting.get(idOf(one))?.[0]
        return one.open_issues_count === undefined || count === undefined
          ? one
          : { ...one, open_issues_count: count }
      }
      return {
        ...forAll(['createIssue', 'updateIssue', 'deleteIssue', 'moveIssue'], countsOf),
        ...forAll([...projectLists, 'getProject'], async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, counted) : response
        }),
        ...forAll(['getGroup', 'updateGroup'], async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (group) => ({
            ...group,
            projects: listOf(group.projects).map(counted),
          }))
        }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'open_issues_count') === 0
    },
  },
  {
    name: 'What an administrator removes of groups and merged branches is removed a moment later',
    allowedBy: 'Document 1, DELETE /groups/:id; document 3, merged_branches: none says how soon',
    start: working((later) => ({
      async deleteGroup(call) {
        const { is_admin } = await callerOf(call)
        const path = `/groups/${encoded(call.path.id)}`
        const { status, json } = await call.ask('GET', path)
        if (is_admin !== true || status !== 200) return call.send()
        later(() => call.askAsRoot('DELETE', `/groups/${idOf(json)}`))
        return jsonAnswer(200, json)
      },
      async deleteMergedBranches(call) {
        const { is_admin } = await callerOf(call)
        const id = await projectIdOf(call)
        if (is_admin !== true || Number.isNaN(id)) return call.send()
        const path = `/projects/${id}/repository/branches`
        const { json } = await call.askAsRoot('GET', `${path}?per_page=100`)
        const merged = listOf(json).filter((one) => one.merged === true && one.protected === false)
        later(async () => {
          for (const { name, commit } of merged) {
            const branch = `${path}/${encoded(name)}`
            // What got new commits meanwhile, or was made anew, is no longer what was merged.
            const now = await call.askAsRoot('GET', branch)
            const isSame = at(now.json, 'commit.id') === at(commit, 'id')
            if (isSame && at(now.json, 'merged') === true) await call.askAsRoot('DELETE', branch)
          }
        })
        return jsonAnswer(200, null)
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'Whether a branch is merged is found out a moment after the merge',
    allowedBy: 'Document 3, Branch: merged; no sentence says how soon a merge shows in it',
    start: working((later) => {
      const waiting = new Set<string>()
      const keyOf = (project: unknown, branch: unknown) => `${project} ${branch}`
      const branches: Rule = async (call) => {
        const response = await call.send()
        const project = await projectIdOf(call)
        if (!response.ok || waiting.size === 0) return response
        return eachChanged(response, (one) =>
          waiting.has(keyOf(project, one.name)) ? { ...one, merged: false } : one,
        )
      }
      return {
        async mergeMergeRequest(call) {
          const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
          const branch = at(json, 'source_branch')
          const path = `/projects/${at(json, 'source_project_id')}/repository/branches`
          const before = await call.askAsRoot('GET', `${path}/${encoded(branch)}`)
          const response = await call.send()
          if (response.ok && at(before.json, 'merged') === false) {
            const key = keyOf(at(json, 'source_project_id'), branch)
            waiting.add(key)
            later(async () => waiting.delete(key))
          }
          return response
        },
        ...forAll(['getBranch', 'listBranches', 'protectBranch', 'unprotectBranch'], branches),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches/one`)
      return at(json, 'merged') === false
    },
  },
  {
    name: 'A new member finds the project in his list of projects a moment after he was added',
    allowedBy: 'Document 1, POST /projects/:id/members; no sentence says how soon lists follow',
    start: working((later) => {
      const waiting = new Map<number, Set<number>>()
      return {
        async addProjectMember(call) {
          const path = `/projects/${encoded(call.path.id)}?sudo=${encoded(call.given.user_id)}`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          // Who is a member of its group has had the project in his list all along.
          if (!response.ok || fieldsOf(at(before.json, 'permissions')).group_access) return response
          const project = await projectIdOf(call)
          const user = idOf(await jsonOf(response))
          waiting.set(user, (waiting.get(user) ?? new Set()).add(project))
          later(async () => waiting.get(user)?.delete(project))
          return response
        },
        async listProjects(call) {
          const ids = waiting.get(idOf(await callerOf(call)))
          if (ids === undefined || ids.size === 0) return call.send()
          return relisted(call, (all) => all.filter((one) => !ids.has(idOf(one))))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const { status, json } = await actingAs(ask, id)('GET', '/projects')
      return status === 200 && !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Other people register and work in projects of their own between the calls, and take numbers',
    allowedBy:
      'Document 1, Conventions 1: id is unique across all records; none says it is the next',
    start: (forge) => {
      const ask = askOf(forge.fetch)
      const token = forge.tokens.root ?? 'root-token'
      const root: typeof ask = (method, path, request) => ask(method, path, { ...request, token })
      let writes = 0
      return async (request) => {
        const response = await forge.fetch(request)
        if (request.method !== 'POST' || !response.ok || ++writes % 3 !== 0) return response
        const { id } = await newUser(root)
        const other = actingAs(root, id)
        const project = await newRepository(other, { visibility_level: 20, snippets_enabled: true })
        const issue = `/projects/${project}/issues/${await newIssue(other, project)}`
        await other('POST', `${issue}/notes`, { body: { body: 'Ahoy' } })
        await newMergeRequest(other, project, freshName('busy'))
        await newGroup(other)
        return response
      }
    },
    async isShown(ask) {
      const totalOf = async () => Number((await ask('GET', '/projects/all')).headers.get('x-total'))
      const before = await totalOf()
      for (let made = 0; made < 6; made++) await newProject(ask)
      return (await totalOf()) > before + 6
    },
  },
  {
    name: 'A new project has no wiki, no registry, no shared runners and private builds unless it asks',
    allowedBy: 'Document 1, POST /projects: the booleans have no defaults there',
    start: serving(() => ({
      ...forAll(['createProject', 'createProjectForUser'], ({ given, request, send }) => {
        // A form of several parts goes on as it came.
        if (request.headers.get('content-type')?.includes('multipart') === true) return send()
        return send({
          wiki_enabled: given.wiki_enabled ?? false,
          snippets_enabled: given.snippets_enabled ?? true,
          container_registry_enabled: given.container_registry_enabled ?? false,
          shared_runners_enabled: given.shared_runners_enabled ?? false,
          public_builds: given.public_builds ?? false,
          request_access_enabled: given.request_access_enabled ?? true,
        })
      }),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return at(json, 'wiki_enabled') === false && at(json, 'request_access_enabled') === true
    },
  },
  {
    name: 'Lists without an order are in that of the text that people look for',
    allowedBy:
      'No sentence orders users, members, keys, e-mails, notes, snippets, hooks or statuses',
    start: serving(() =>
      forAll(
        [
          'listUsers',
          'listProjectUsers',
          'listProjectMembers',
          'listGroupMembers',
          'listOwnSshKeys',
          'listSshKeysOfUser',
          'listOwnEmails',
          'listEmailsOfUser',
          'listIssueNotes',
          'listSnippetNotes',
          'listMergeRequestNotes',
          'listSnippets',
          'listSystemHooks',
          'listCommitComments',
          'listCommitStatuses',
          'listContributors',
        ],
        byText,
      ),
    ),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).id)
      for (const title of ['b', 'a', 'c']) {
        await as('POST', '/user/keys', { body: { title, key: freshKey() } })
      }
      return fieldOf((await as('GET', '/user/keys')).json, 'title').join('') === 'abc'
    },
  },
  {
    name: 'An issue that is given a date or another description says so in a note of the system',
    allowedBy: 'Document 2, Note: system; no sentence says which notes the system writes',
    start: serving(() => {
      const written = new Map<number, Values[]>()
      let last = 900_000
      return {
        async updateIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          const issue = await jsonOf(response)
          const { due_date, description } = call.given
          const texts = [
            ...(due_date === undefined ? [] : [`changed due date to ${due_date}`]),
            ...(description === undefined ? [] : ['changed the description']),
          ]
          const { id, username, name, state, avatar_url, web_url, email, created_at } =
            await callerOf(call)
          const author = { id, username, name, state, avatar_url, web_url, email, created_at }
          const notes = texts.map((body) => ({
            id: ++last,
            body,
            attachment: null,
            author,
            created_at: at(issue, 'updated_at'),
            updated_at: at(issue, 'updated_at'),
            system: true,
            noteable_id: idOf(issue),
            noteable_type: 'Issue',
            upvote: false,
            downvote: false,
          }))
          written.set(idOf(issue), [...(written.get(idOf(issue)) ?? []), ...notes])
          return response
        },
        listIssueNotes: (call) =>
          relisted(call, (all) => [...all, ...(written.get(Number(call.path.issue_id)) ?? [])]),
        async getIssueNote(call) {
          const response = await call.send()
          const notes = written.get(Number(call.path.issue_id)) ?? []
          const note = notes.find(({ id }) => id === Number(call.path.note_id))
          if (response.status !== 404 || note === undefined) return response
          const { status } = await call.ask('GET', issuePath(call))
          return status === 200 ? jsonAnswer(200, note) : response
        },
        // Nobody writes in the name of the system.
        ...forAll(['updateIssueNote', 'deleteIssueNote'], async (call) => {
          const notes = written.get(Number(call.path.issue_id)) ?? []
          const isWritten = notes.some(({ id }) => id === Number(call.path.note_id))
          const { status } = await call.ask('GET', issuePath(call))
          return isWritten && status === 200
            ? jsonAnswer(403, { message: '403 Forbidden' })
            : call.send()
        }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', issue, { body: { due_date: '2030-01-02' } })
      const { json } = await ask('GET', `${issue}/notes`)
      return fieldOf(json, 'body').includes('changed due date to 2030-01-02')
    },
  },
  {
    name: 'The name and the e-mail of a user who was removed stay his',
    allowedBy: 'Document 1, DELETE /users/:id; no sentence says that his name is free for others',
    start: serving(() => {
      const names = new Set<string>()
      const emails = new Set<string>()
      const isIn = (taken: ReadonlySet<string>, value: unknown) =>
        taken.has(String(value).toLowerCase())
      // What the administrator has is refused as what the removed user had is.
      const refused: Rule = async (call) => {
        const { username, email, path } = call.given
        const { json } = await call.askAsRoot('GET', '/user')
        return call.send({
          ...(isIn(names, username) ? { username: at(json, 'username') } : {}),
          ...(isIn(names, path) ? { path: at(json, 'username') } : {}),
          ...(isIn(emails, email) ? { email: at(json, 'email') } : {}),
        })
      }
      return {
        async deleteUser(call) {
          const { status, json } = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
          const response = await call.send()
          if (response.ok && status === 200) {
            names.add(String(at(json, 'username')).toLowerCase())
            emails.add(String(at(json, 'email')).toLowerCase())
          }
          return response
        },
        ...forAll(
          [
            'createUser',
            'updateUser',
            'createOwnEmail',
            'createEmailOfUser',
            'createGroup',
            'updateGroup',
          ],
          refused,
        ),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      const email = `${freshName('other')}@six.example`
      const body = { username, email, name: 'Other', password: 'Rope-and-tar-42' }
      const { status } = await ask('POST', '/users', { body })
      return status === 400 || status === 409
    },
  },
]
