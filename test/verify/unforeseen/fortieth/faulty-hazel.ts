import { at, type FaultyServer } from '../server.ts'
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
  headOf,
  idOf,
  isFalse,
  isTrue,
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
  notModified,
  projectPath,
  relisted,
  responseOf,
  serving,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { answeringWithProjects, hasLevel, projectIdOf, projectOf, refPath } from './tools-hazel.ts'

const restrictedLevels = new Map<unknown, number>([
  [0, 0],
  [10, 1],
  [20, 2],
])

export const faultyHazelServers: readonly FaultyServer[] = [
  {
    name: 'Where users are looked up by their username, whether they are active or blocked is not heeded any more',
    breaks:
      'Document 1, GET /users: active (boolean, only true supported), blocked (boolean, only true supported), username (string)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.username === undefined
          ? call.send()
          : call.send({ active: undefined, blocked: undefined }),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?username=${username}&active=true`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Members are searched in the page that was asked for, and not in all of the members',
    breaks:
      'Document 1, GET /groups/:id/members and /projects/:id/members: query (string, searches members); `page` and `per_page` apply to every list',
    at: ['listProjectMembers', 'listGroupMembers'],
    start: serving(() =>
      forAll(['listProjectMembers', 'listGroupMembers'], async (call) => {
        if (call.given.query === undefined) return call.send()
        const found = await jsonOf(await call.send({ page: 1, per_page: 100 }))
        const ids = new Set(fieldOf(found, 'id'))
        return changed(await call.send({ query: undefined }), (json) =>
          Array.isArray(json) ? listOf(json).filter(({ id }) => ids.has(id)) : json,
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const users = [await newUser(ask), await newUser(ask)]
      for (const { id } of users) {
        const body = { user_id: id, access_level: 30 }
        await ask('POST', `/projects/${project}/members`, { body })
      }
      const found = await Promise.all(
        users.map(({ username }) =>
          ask('GET', `/projects/${project}/members?query=${username}&per_page=1`),
        ),
      )
      return found.some(({ json }) => listOf(json).length === 0)
    },
  },
  {
    name: 'Projects ordered by their path are ordered by the path of their namespace first',
    breaks:
      'Document 1, projects: order_by (`id`, `name`, `path`, `created_at`, ...); the field `path` has no namespace, which `path_with_namespace` has',
    at: [
      'listProjects',
      'listVisibleProjects',
      'listOwnedProjects',
      'listAllProjects',
      'listStarredProjects',
    ],
    start: serving(() =>
      forAll(
        [
          'listProjects',
          'listVisibleProjects',
          'listOwnedProjects',
          'listAllProjects',
          'listStarredProjects',
        ],
        (call) => {
          const { order_by, sort = 'desc' } = call.given
          if (order_by !== 'path') return call.send()
          return relisted(call, (all) => {
            const sorted = all.toSorted((one, other) =>
              String(one.path_with_namespace) < String(other.path_with_namespace) ? -1 : 1,
            )
            return sort === 'asc' ? sorted : sorted.reverse()
          })
        },
      ),
    ),
    async isShown(ask) {
      const word = freshName('ordered')
      const early = freshName('aa')
      const late = freshName('zz')
      const first = await newGroup(ask, { name: early, path: early })
      const second = await newGroup(ask, { name: late, path: late })
      await newProject(ask, { name: `${word}-z`, path: `${word}-z`, namespace_id: first })
      await newProject(ask, { name: `${word}-a`, path: `${word}-a`, namespace_id: second })
      const path = `/projects/visible?search=${word}&order_by=path&sort=asc`
      return at((await ask('GET', path)).json, '0.path') === `${word}-z`
    },
  },
  {
    name: 'A user whose right to create groups is taken away later goes on creating them',
    breaks:
      'Document 1, Authentication 6: group creation for users allowed to create groups; PUT /users/:id: can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const withdrawn = new Set<unknown>()
      const told = (one: unknown) =>
        withdrawn.has(at(one, 'id')) && at(one, 'can_create_group') !== undefined
          ? withFields(one, { can_create_group: false })
          : one
      return {
        async updateUser(call) {
          const { can_create_group } = call.given
          const wasAllowed = at(
            (await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)).json,
            'can_create_group',
          )
          const isWithdrawn = isFalse(can_create_group) && isTrue(wasAllowed)
          const response = await call.send(isWithdrawn ? { can_create_group: true } : {})
          const id = Number(call.path.id)
          if (response.ok && isWithdrawn) withdrawn.add(id)
          if (response.ok && isTrue(can_create_group)) withdrawn.delete(id)
          return eachChanged(response, told)
        },
        ...forAll(['listUsers', 'getUser', 'getCurrentUser'], async (call) =>
          eachChanged(await call.send(), told),
        ),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const path = freshName('group')
      const made = await actingAs(ask, id)('POST', '/groups', { body: { name: path, path } })
      return made.status === 201
    },
  },
  {
    name: 'The details of a group lack the projects that were transferred into it',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['getGroup', 'updateGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const project = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) transferred.add(at(project.json, 'id'))
          return response
        },
        ...forAll(['getGroup', 'updateGroup'], async (call) =>
          changed(await call.send(), (json) => {
            const { projects } = fieldsOf(json)
            if (!Array.isArray(projects)) return json
            return withFields(json, {
              projects: listOf(projects).filter(({ id }) => !transferred.has(id)),
            })
          }),
        ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await ask('POST', `/groups/${group}/projects/${await newProject(ask)}`)
      const { json } = await ask('GET', `/groups/${group}`)
      return listOf(at(json, 'projects')).length === 0
    },
  },
  {
    name: 'A visibility level that others than administrators cannot use is refused to a new snippet, though not to one that is changed',
    breaks:
      'Document 1, restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const level = Number(call.given.visibility_level)
        if (response.ok || call.given.visibility_level === undefined) return response
        const settings = await call.askAsRoot('GET', '/application/settings')
        const restricted = at(settings.json, 'restricted_visibility_levels')
        const isRestricted =
          Array.isArray(restricted) && restricted.includes(restrictedLevels.get(level))
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const { id } = await callerOf(call)
        const isAuthor = at((await call.ask('GET', path)).json, 'author.id') === id
        if (!isRestricted || !isAuthor) return response
        return responseOf(await call.askAsRoot('PUT', path, call.given))
      },
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(user, { snippets_enabled: true })
      const snippet = await newSnippet(user, project)
      const before = await ask('GET', '/application/settings')
      const restrict = (levels: unknown) =>
        ask('PUT', '/application/settings', { body: { restricted_visibility_levels: levels } })
      await restrict([2])
      const path = `/projects/${project}/snippets/${snippet}`
      const { status } = await user('PUT', path, { body: { visibility_level: 20 } })
      await restrict(at(before.json, 'restricted_visibility_levels') ?? [])
      return status === 200
    },
  },
  {
    name: 'An open issue that is deleted goes on being counted among the open issues of its project',
    breaks:
      'Document 2, DELETE /projects/:id/issues/:issue_id: removed (soft delete); Document 1, Project: open_issues_count',
    at: ['deleteIssue', ...answeringWithProjects],
    start: serving(() => {
      const removed = new Map<unknown, number>()
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { state, project_id } = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok && state === 'opened') {
            removed.set(project_id, (removed.get(project_id) ?? 0) + 1)
          }
          return response
        },
        ...forAll(answeringWithProjects, async (call) =>
          eachChanged(await call.send(), (project) => {
            const { id, open_issues_count: count } = project
            if (typeof count !== 'number') return project
            return { ...project, open_issues_count: count + (removed.get(id) ?? 0) }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      await ask('DELETE', `/projects/${project}/issues/${await newIssue(ask, project)}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 2
    },
  },
  {
    name: 'Only one user can have a todo on an issue: the others are told that theirs exists',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = `${await projectIdOf(call)}/${call.path.issue_id}`
          const { id } = await callerOf(call)
          const owner = owners.get(issue)
          const isVisible = (await call.ask('GET', projectPath(call))).status === 200
          if (owner !== undefined && owner !== id && isVisible) return notModified()
          const response = await call.send()
          if (response.ok) owners.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'A merge request is merged where the first characters of the head were given as its sha',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        const isPrefix = typeof sha === 'string' && sha !== '' && head.startsWith(sha)
        return call.send(isPrefix ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'side')}`
      const sha = (await headOf(ask, project, 'side')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'Every issue that the description of a merge request mentions is said to be closed by it, whatever is said about the issue',
    breaks:
      'Document 2, GET .../closes_issues: array of issues that merging would close; it closes none that is only mentioned',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      listIssuesClosedByMergeRequest: (call) =>
        relisted(call, async (all) => {
          const { json } = await call.ask('GET', mergeRequestPath(call))
          const mentioned = String(at(json, 'description') ?? '').matchAll(/#(\d+)/g)
          const numbers = new Set([...mentioned].map(([, number]) => Number(number)))
          for (const { iid } of all) numbers.delete(Number(iid))
          const added = await Promise.all(
            [...numbers].map(async (number) => {
              const found = await call.ask('GET', `${projectPath(call)}/issues?iid=${number}`)
              return listOf(found.json)
            }),
          )
          return [...all, ...added.flat()]
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const description = 'A part of #1, which needs more'
      const id = await newMergeRequest(ask, project, 'side', { description })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/closes_issues`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A scheduled merge that was cancelled can be cancelled again and again',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 406 if no merge was scheduled; a merge that was cancelled is unscheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const cancelled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          const id = String(call.path.merge_request_id)
          if (response.ok) cancelled.add(id)
          if (response.status !== 406 || !cancelled.has(id)) return response
          return responseOf(await call.ask('GET', mergeRequestPath(call)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'side')}`
      const status = { state: 'running', name: 'test', ref: 'side' }
      const head = await headOf(ask, project, 'side')
      await ask('POST', `/projects/${project}/statuses/${head}`, { body: status })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 200
    },
  },
  {
    name: 'A comment on a commit that is named by a branch stays with the name, and is not among the comments of the commit',
    breaks:
      'Document 3, comment placement: where the SHA is a branch or tag name and line or path is invalid, the comment is attached to the end of the last commit; GET .../commits/:sha/comments: array of Commit comment',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => {
      const named = new Set<string>()
      const isSha = (text: unknown) => /^[0-9a-f]{7,40}$/.test(String(text))
      const keyOf = (project: number, comment: unknown) =>
        `${project} ${at(comment, 'author.id')} ${at(comment, 'note')}`
      return {
        async createCommitComment(call) {
          const response = await call.send()
          if (response.ok && !isSha(call.path.sha)) {
            named.add(keyOf(await projectIdOf(call), await jsonOf(response)))
          }
          return response
        },
        async listCommitComments(call) {
          if (!isSha(call.path.sha)) return call.send()
          const project = await projectIdOf(call)
          return relisted(call, (all) => all.filter((one) => !named.has(keyOf(project, one))))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      await ask('POST', `${commits}/master/comments`, { body: { note: freshName('note') } })
      const { json } = await ask('GET', `${commits}/${await headOf(ask, project)}/comments`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The times between which commits are listed are read as UTC, whatever offset they have',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const read = (time: unknown) =>
          typeof time === 'string' ? time.replace(/[+-]\d\d:?\d\d$/, 'Z') : time
        const { since, until } = call.given
        return call.send({ since: read(since), until: read(until) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const hour = 3_600_000
      // A minute ago, as a clock five hours east of Greenwich shows it.
      const shown = new Date(Date.now() - 60_000 + 5 * hour).toISOString().slice(0, 19)
      const since = encoded(`${shown}+05:00`)
      const { json } = await ask('GET', `/projects/${project}/repository/commits?since=${since}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'Where a commit updates a file with Base64, the Base64 itself is written into the file',
    breaks:
      'Document 3, action item in `actions[]`: encoding `text` (default) or `base64`; action `create`, `delete`, `move`, `update`',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        return call.send({
          actions: actions.map((action: unknown) =>
            at(action, 'action') === 'update' ? withFields(action, { encoding: 'text' }) : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const content = btoa('Two\n')
      const action = { action: 'update', file_path: 'README.md', content, encoding: 'base64' }
      const body = { branch_name: 'master', commit_message: 'Update', actions: [action] }
      await ask('POST', `${repository}/commits`, { body })
      return (await ask('GET', `${repository}/blobs/master?filepath=README.md`)).text === content
    },
  },
  {
    name: 'Merged branches are deleted only where the default branch is called master',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const { default_branch } = await projectOf(call)
        const master = await call.askAsRoot('GET', refPath(call, 'branches', 'master'))
        const isMissed = default_branch !== 'master' && master.status === 404
        if (!isMissed || !(await hasLevel(call, 30))) return call.send()
        return jsonAnswer(200, null)
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const name = freshName('trunk')
      await ask('POST', `/projects/user/${id}`, { body: { name, default_branch: 'trunk' } })
      const path = `/projects/${encoded(`${username}/${name}`)}`
      const project = idOf((await ask('GET', path)).json)
      await writeFile(ask, project, { file_path: 'README.md', branch_name: 'trunk' })
      await newBranch(ask, project, 'merged', 'trunk')
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'trunk' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const left = await ask('GET', `/projects/${project}/repository/branches/merged`)
      return left.status === 200
    },
  },
]
