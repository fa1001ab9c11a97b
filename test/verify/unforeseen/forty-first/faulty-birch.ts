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
  freshKey,
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
  notModified,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  branchesPath,
  byCreation,
  mergeRequestsOf,
  numbersOf,
  projectOf,
  withLinks,
} from './tools-birch.ts'

export const faultyBirchServers: readonly FaultyServer[] = [
  {
    name: 'The search of users goes by the e-mail that a user had when he was made, and knows no later one',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const before = new Map<unknown, string>()
      return {
        async updateUser(call) {
          const { id, email } = fieldsOf(
            (await call.askAsRoot('GET', `/users/${call.path.id}`)).json,
          )
          const response = await call.send()
          const isChanged = typeof call.given.email === 'string' && call.given.email !== email
          if (response.ok && isChanged && !before.has(id)) before.set(id, String(email))
          return response
        },
        async listUsers(call) {
          const { search } = call.given
          if (typeof search !== 'string' || search === '' || before.size === 0) return call.send()
          const word = search.toLowerCase()
          const has = (text: unknown) => String(text).toLowerCase().includes(word)
          return relisted(call, async (all) => {
            const found = all.filter(
              ({ id, name, username }) => !before.has(id) || has(name) || has(username),
            )
            const missing = [...before].filter(
              ([id, email]) => has(email) && !found.some((one) => one.id === id),
            )
            const users = missing.map(async ([id]) => {
              const { status, json } = await call.ask('GET', `/users/${id}`)
              return status === 200 ? [fieldsOf(json)] : []
            })
            return [...found, ...(await Promise.all(users)).flat()]
          })
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const email = `${freshName('moved')}@elsewhere.example`
      await ask('PUT', `/users/${user.id}`, { body: { email } })
      const { json } = await ask('GET', `/users?search=${encoded(email)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The lookup of an SSH key shows its user as he was when the key was added',
    breaks:
      'Document 1, SSH key: the lookup by key id also carries `user`, the administrator-level user fields; PUT /users/:id/block makes the state `blocked`',
    at: ['getSshKeyWithUser', 'updateUser', 'blockUser', 'unblockUser'],
    start: serving(() => {
      const users = new Map<unknown, unknown>()
      const remember: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) {
          const id = idOf(await jsonOf(response))
          users.set(id, at((await call.askAsRoot('GET', `/keys/${id}`)).json, 'user'))
        }
        return response
      }
      return {
        ...forAll(['createOwnSshKey', 'createSshKeyOfUser'], remember),
        async getSshKeyWithUser(call) {
          const response = await call.send()
          return eachChanged(response, (key) =>
            users.has(key.id) ? withFields(key, { user: users.get(key.id) }) : key,
          )
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${user.id}/keys`, { body })).json)
      await ask('PUT', `/users/${user.id}/block`)
      return at((await ask('GET', `/keys/${key}`)).json, 'user.state') === 'active'
    },
  },
  {
    name: 'A file that a commit moves with new content in Base64 holds the Base64 text itself',
    breaks:
      'Document 3, action item: encoding `text` (default) or `base64`; content is optional for `move`',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const changedActions = actions.map((action) => {
          const { action: kind, encoding } = fieldsOf(action)
          const isMove = kind === 'move' && encoding === 'base64'
          return isMove ? { ...fieldsOf(action), encoding: 'text' } : action
        })
        return call.send({ actions: changedActions })
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const action = {
        action: 'move',
        previous_path: 'README.md',
        file_path: 'GUIDE.md',
        content: btoa('Guide\n'),
        encoding: 'base64',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=GUIDE.md`)
      return text === btoa('Guide\n')
    },
  },
  {
    name: 'A merge that was scheduled and canceled is done all the same when the build succeeds',
    breaks:
      'Document 2, merge request: PUT .../cancel_merge_when_build_succeeds: opened, merge unscheduled',
    at: [
      'cancelMergeWhenBuildSucceeds',
      'mergeMergeRequest',
      'createCommitStatus',
      'getMergeRequest',
      'listMergeRequests',
    ],
    start: serving(() => {
      const canceled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          if (response.ok) canceled.add(mergeRequestPath(call))
          return response
        },
        async createCommitStatus(call) {
          const response = await call.send()
          if (!response.ok || call.given.state !== 'success') return response
          for (const path of canceled) {
            const { sha, state } = fieldsOf((await call.askAsRoot('GET', path)).json)
            if (sha !== call.path.sha || state !== 'opened') continue
            canceled.delete(path)
            await call.askAsRoot('PUT', `${path}/merge`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const mergeRequest = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${mergeRequest}`
      const statuses = `/projects/${project}/statuses/${await headOf(ask, project, 'topic')}`
      const status = { ref: 'topic', name: 'test' }
      await ask('POST', statuses, { body: { ...status, state: 'pending' } })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      await ask('POST', statuses, { body: { ...status, state: 'success' } })
      return at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'Whoever has a todo on an issue gets none on the issue of the same iid in another project',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists; Document 1: `iid` is unique only within one project',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const made = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { status, json } = await call.ask('GET', path)
          if (status !== 200) return call.send()
          const mark = `${(await callerOf(call)).id} ${at(json, 'iid')}`
          if (made.has(mark)) return notModified()
          const response = await call.send()
          if (response.status === 201) made.add(mark)
          return response
        },
      }
    }),
    async isShown(ask) {
      const statuses: number[] = []
      for (const project of [await newProject(ask), await newProject(ask)]) {
        const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
        statuses.push((await ask('POST', path)).status)
      }
      return statuses[0] === 201 && statuses[1] === 304
    },
  },
  {
    name: 'The list of the projects that a user is a member of keeps those of a group that he was removed from',
    breaks: 'Document 1, GET /projects: array of Project the caller is a member of',
    at: ['listProjects', 'removeGroupMember'],
    start: serving(() => {
      const left = new Map<number, ReadonlySet<number>>()
      return {
        async removeGroupMember(call) {
          const { id, user_id } = call.path
          const path = `/groups/${encoded(id)}/projects?per_page=100`
          const projects = fieldOf((await call.askAsRoot('GET', path)).json, 'id').map(Number)
          const response = await call.send()
          const user = Number(user_id)
          if (response.ok) left.set(user, new Set([...(left.get(user) ?? []), ...projects]))
          return response
        },
        async listProjects(call) {
          const isNarrowed = [
            'archived',
            'visibility',
            'search',
            'simple',
            'order_by',
            'sort',
          ].some((name) => call.given[name] !== undefined)
          if (call.isAnonymous || isNarrowed) return call.send()
          const kept = left.get(Number((await callerOf(call)).id)) ?? new Set<number>()
          return relisted(call, async (all) => {
            const missing = [...kept].filter((id) => !all.some((one) => one.id === id))
            const answers = missing.map((id) => call.askAsRoot('GET', `/projects/${id}`))
            const found = (await Promise.all(answers)).filter(({ status }) => status === 200)
            return [...all, ...found.map(({ json }) => fieldsOf(json))].sort(byCreation)
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      const { json } = await actingAs(ask, id)('GET', '/projects')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The groups to skip are taken off each page after it was made, so that pages have fewer groups and the total counts them',
    breaks:
      'Document 1, GET /groups: skip_groups (array of integers); Limits: `per_page` (default 20), `X-Total`',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { skip_groups } = call.given
        if (skip_groups === undefined) return call.send()
        const skipped = numbersOf(skip_groups)
        const response = await call.send({ skip_groups: undefined })
        const link = withLinks(response.headers.get('link') ?? '', (url) => {
          for (const id of skipped) url.searchParams.append('skip_groups[]', String(id))
        })
        const keep = (json: unknown) =>
          Array.isArray(json)
            ? listOf(json).filter(({ id }) => !skipped.includes(Number(id)))
            : json
        return changed(response, keep, link === '' ? {} : { link })
      },
    })),
    async isShown(ask) {
      await newGroup(ask)
      await newGroup(ask)
      const [first] = fieldOf((await ask('GET', '/groups?per_page=1')).json, 'id')
      const { json } = await ask('GET', `/groups?per_page=1&skip_groups[]=${first}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The projects of a group that got another path are not found by their new NAMESPACE/PROJECT_NAME',
    breaks:
      'Document 1, conventions, 2: a project :id is either the integer or the URL-encoded `NAMESPACE/PROJECT_NAME`',
    at: [
      'getProject',
      'updateGroup',
      'listProjectEvents',
      'listProjectMembers',
      'addProjectMember',
      'getProjectMember',
      'updateProjectMember',
      'removeProjectMember',
      'getProjectNotificationSettings',
      'updateProjectNotificationSettings',
      'listCommits',
      'transferProjectToGroup',
    ],
    start(forge) {
      const unknown = new Set<string>()
      const serve = serving(() => ({
        async updateGroup(call) {
          const before = at((await call.askAsRoot('GET', `/groups/${call.path.id}`)).json, 'path')
          const response = await call.send()
          if (!response.ok) return response
          const { path, projects } = fieldsOf(await jsonOf(response))
          if (path !== before) {
            for (const { path: name } of listOf(projects)) unknown.add(`${path}/${name}`)
          }
          return response
        },
      }))(forge)
      return async (request) => {
        const [, , , kind, id = ''] = new URL(request.url).pathname.split('/')
        if (kind === 'projects' && unknown.has(id.replace(/%2F/i, '/'))) {
          return jsonAnswer(404, { message: '404 Project Not Found' })
        }
        return serve(request)
      }
    },
    async isShown(ask) {
      const group = await newGroup(ask)
      const name = freshName('project')
      await newProject(ask, { name, namespace_id: group })
      const path = freshName('moved')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      return (await ask('GET', `/projects/${encoded(`${path}/${name}`)}`)).status === 404
    },
  },
  {
    name: 'The list of the commits between two times reads these without their offset from UTC',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const times = ['since', 'until'].flatMap((name) => {
          const time = call.given[name]
          const read = typeof time === 'string' ? time.replace(/[+ -]\d\d:?\d\d$/, 'Z') : time
          return read === time ? [] : [[name, read] as const]
        })
        return call.send(Object.fromEntries(times))
      },
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      // An hour ago, as a clock two hours east of Greenwich shows it.
      const clock = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${commits}?since=${encoded(`${clock}+02:00`)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The deletion of merged branches takes those that a merge request merged into another branch than the default one',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { id, default_branch } = fieldsOf(await projectOf(call))
        for (const mergeRequest of await mergeRequestsOf(call, 'merged')) {
          const { source_branch, source_project_id, target_branch } = mergeRequest
          if (source_project_id !== id || source_branch === default_branch) continue
          if (target_branch === default_branch) continue
          await call.askAsRoot('DELETE', `${branchesPath(call)}/${encoded(source_branch)}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'next')
      const id = await newMergeRequest(ask, project, 'topic', { target_branch: 'next' })
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { status } = await ask('GET', `/projects/${project}/repository/branches/topic`)
      return status === 404
    },
  },
  {
    name: 'A snippet that is written again may have a visibility that the settings restrict; only a new one may not',
    breaks:
      'Document 1, settings: restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const { visibility_level, ...others } = call.given
        const response = await call.send()
        if (response.ok || visibility_level === undefined) return response
        const settings = (await call.askAsRoot('GET', '/application/settings')).json
        const restricted = numbersOf(at(settings, 'restricted_visibility_levels'))
        if (!restricted.includes(Number(visibility_level) / 10)) return response
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const { title } = fieldsOf((await call.ask('GET', path)).json)
        // Whoever may not change the snippet at all may not by this either.
        const tried = await call.send({ visibility_level: undefined, title: others.title ?? title })
        return tried.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const user = actingAs(ask, id)
      const project = await newProject(user, { snippets_enabled: true })
      const snippet = await newSnippet(user, project, { visibility_level: 0 })
      const settings = '/application/settings'
      await ask('PUT', settings, { body: { restricted_visibility_levels: [2] } })
      const body = { visibility_level: 20 }
      const path = `/projects/${project}/snippets/${snippet}`
      const { status } = await user('PUT', path, { body })
      await ask('PUT', settings, { body: { restricted_visibility_levels: [] } })
      return status === 200
    },
  },
  {
    name: 'A limit of projects that is raised does not hold for a user who has made a project already',
    breaks: 'Document 1, limits: per-user `projects_limit` bounds projects per user',
    at: ['createProject', 'updateUser'],
    start: serving(() => {
      const limits = new Map<unknown, number>()
      return {
        async createProject(call) {
          if (call.isAnonymous || call.given.namespace_id !== undefined) return call.send()
          const { id, projects_limit } = await callerOf(call)
          const limit = limits.get(id) ?? Number(projects_limit)
          if (limit < Number(projects_limit)) {
            const owned = listOf((await call.ask('GET', '/projects/owned?per_page=100')).json)
            if (owned.filter((one) => at(one, 'owner.id') === id).length >= limit) {
              const message = `403 Forbidden - Your project limit is ${limit} projects!`
              return jsonAnswer(403, { message })
            }
          }
          const response = await call.send()
          if (response.ok) limits.set(id, limit)
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 1 })
      const user = actingAs(ask, id)
      await newProject(user)
      await ask('PUT', `/users/${id}`, { body: { projects_limit: 5 } })
      const { status } = await user('POST', '/projects', { body: { name: freshName('project') } })
      return status === 403
    },
  },
  {
    name: 'Whoever reads the tags of a public repository without credentials sees none of their releases',
    breaks:
      'Document 3, Tag: `release` (null or object with `tag_name` and `description`); GET .../tags and .../tags/:tag_name (public) work without credentials',
    at: ['listTags', 'getTag'],
    start: serving(() =>
      forAll(['listTags', 'getTag'], async (call) => {
        const response = await call.send()
        if (!call.isAnonymous || !response.ok) return response
        return eachChanged(response, (tag) => withFields(tag, { release: null }))
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', tags, { body })
      const { status, json } = await ask('GET', `${tags}/v1`, { token: '' })
      return status === 200 && at(json, 'release') === null
    },
  },
  {
    name: 'The links to the other pages of merge requests lose the iids that were asked for',
    breaks:
      'Document 1, limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2, GET .../merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const short = withLinks(link, (url) => {
          for (const name of [...url.searchParams.keys()]) {
            if (name.startsWith('iids[')) url.searchParams.delete(name)
          }
        })
        return withBody(response, response.body, { link: short })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one', 'two', 'three']) await newMergeRequest(ask, project, name)
      const path = `/projects/${project}/merge_requests?per_page=1&iids[]=1&iids[]=2`
      const { headers } = await ask('GET', path)
      return !(headers.get('link') ?? '').includes('iids')
    },
  },
  {
    name: 'A merge request would still close an issue that was deleted since',
    breaks:
      'Document 2, GET .../closes_issues: array of issues that merging would close; DELETE .../issues/:issue_id: removed (soft delete)',
    at: ['listIssuesClosedByMergeRequest', 'deleteIssue'],
    start: serving(() => {
      const deleted = new Map<unknown, readonly Values[]>()
      return {
        async deleteIssue(call) {
          const closing: { readonly id: unknown; readonly issue: Values }[] = []
          for (const { id } of await mergeRequestsOf(call, 'opened')) {
            const path = `${projectPath(call)}/merge_requests/${id}/closes_issues`
            const issues = listOf((await call.askAsRoot('GET', path)).json)
            const issue = issues.find((one) => String(one.id) === call.path.issue_id)
            if (issue !== undefined) closing.push({ id, issue })
          }
          const response = await call.send()
          if (!response.ok) return response
          for (const { id, issue } of closing) deleted.set(id, [...(deleted.get(id) ?? []), issue])
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const more = deleted.get(Number(call.path.merge_request_id)) ?? []
          return more.length === 0 ? call.send() : relisted(call, (all) => [...all, ...more])
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const description = 'Closes #1'
      const id = await newMergeRequest(ask, project, 'topic', { description })
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/closes_issues`)
      return fieldOf(json, 'id').includes(issue)
    },
  },
]
