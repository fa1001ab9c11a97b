import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  headOf,
  idOf,
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
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const flags = ['developers_can_push', 'developers_can_merge'] as const

const writing = operations.flatMap(({ id, method }) =>
  method === 'POST' || method === 'PUT' ? [id] : [],
)

const listsOfProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listAllProjects',
  'listGroupProjects',
]

const listsOfIssues: readonly OperationId[] = [
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
]

const shownMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'listMergeRequests',
]

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

export const faultySiskinServers: readonly FaultyServer[] = [
  {
    name: 'A branch that is protected again gets back the permissions that unprotecting took from it',
    breaks:
      'Document 3, Branch protection: PUT .../unprotect: developers_can_push and developers_can_merge become false; PUT .../protect: set from parameters',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const former = new Map<string, Record<string, unknown>>()
      return {
        async unprotectBranch(call) {
          const before = fieldsOf((await call.askAsRoot('GET', branchPath(call))).json)
          const response = await call.send()
          if (response.ok && before.protected === true) former.set(branchPath(call), before)
          return response
        },
        async protectBranch(call) {
          const before = former.get(branchPath(call))
          if (before === undefined) return call.send()
          const kept = flags.filter((flag) => call.given[flag] === undefined && before[flag])
          const response = await call.send(Object.fromEntries(kept.map((flag) => [flag, true])))
          if (response.ok) former.delete(branchPath(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'Writing a new description or title takes a scheduled merge back',
    breaks:
      'Document 2, Merge request: merge_when_build_succeeds: stays opened with merge scheduled, until PUT .../cancel_merge_when_build_succeeds: merge unscheduled',
    at: [
      'updateMergeRequest',
      'getMergeRequest',
      'listMergeRequests',
      'mergeMergeRequest',
      'cancelMergeWhenBuildSucceeds',
    ],
    start: serving(() => ({
      async updateMergeRequest(call) {
        const response = await call.send()
        const wasScheduled = at(await jsonOf(response), 'merge_when_build_succeeds') === true
        if (!response.ok || !wasScheduled) return response
        await call.askAsRoot('PUT', `${mergeRequestPath(call)}/cancel_merge_when_build_succeeds`)
        return responseOf(await call.ask('GET', mergeRequestPath(call)))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, {
        file_path: '.gitlab-ci.yml',
        content: 'test:\n  script:\n    - make\n',
      })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'feature')}`
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      const body = { source_branch: 'feature', target_branch: 'master', title: 'Other' }
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'merge_when_build_succeeds') === false
    },
  },
  {
    name: 'The raw text of a snippet that was made private is still given to everybody',
    breaks:
      'Document 2, Snippet: visibility_level 0 visible only to the creator; PUT /projects/:id/snippets/:snippet_id: visibility_level',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const closed = new Set<string>()
      const keyOf = ({ path }: Call) => `${path.id}/${path.snippet_id}`
      return {
        async updateSnippet(call) {
          const response = await call.send()
          const { visibility_level } = call.given
          if (response.ok && visibility_level !== undefined) {
            if (Number(visibility_level) === 0) closed.add(keyOf(call))
            else closed.delete(keyOf(call))
          }
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          if (response.status !== 404 || !closed.has(keyOf(call))) return response
          const project = await call.ask('GET', projectPath(call))
          return project.status === 200 ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { visibility_level: 0 } })
      const other = actingAs(ask, (await newUser(ask)).id)
      return (await other('GET', `${path}/raw`)).status === 200
    },
  },
  {
    name: 'Removing an issue that is closed lowers the number of the open ones',
    breaks: 'Document 1, Project: open_issues_count; Document 2, Issue: state opened or closed',
    at: ['deleteIssue', 'getProject', ...listsOfProjects],
    start: serving(() => {
      const lost = new Map<unknown, number>()
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const issue = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const project = at(issue, 'project_id')
          if (response.ok && at(issue, 'state') === 'closed') {
            lost.set(project, (lost.get(project) ?? 0) + 1)
          }
          return response
        },
        ...forAll(['getProject', ...listsOfProjects], async (call) =>
          eachChanged(await call.send(), (project) => {
            const count = lost.get(project.id)
            if (count === undefined || project.open_issues_count === undefined) return project
            const open_issues_count = Math.max(0, Number(project.open_issues_count) - count)
            return { ...project, open_issues_count }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('DELETE', path)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'The links of lists of issues write a plus sign of the filter so that it reads as a space',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: listsOfIssues,
    start: serving(() =>
      forAll(listsOfIssues, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (!response.ok || link === null) return response
        return withBody(response, await response.text(), { link: link.replace(/%2B/gi, '+') })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const title of ['One', 'Two']) await newIssue(ask, project, { title, labels: 'C++' })
      const path = `/projects/${project}/issues?labels=C%2B%2B&per_page=1`
      return (await ask('GET', path)).headers.get('link')?.includes('labels=C++') === true
    },
  },
  {
    name: 'A private token in the query is not read where a body of JSON comes with it',
    breaks: 'Document 1, Authentication: Private token: query parameter private_token or header',
    at: writing,
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      if (request.method === 'GET' || !isJson || !url.searchParams.has('private_token')) {
        return forge.fetch(request)
      }
      url.searchParams.delete('private_token')
      const { method, headers } = request
      return forge.fetch(new Request(url, { method, headers, body: await request.text() }))
    },
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/issues?private_token=root-token`
      return (await ask('POST', path, { token: '', body: { title: 'One' } })).status === 401
    },
  },
  {
    name: 'Own keys and e-mails that are removed with the parameter sudo are looked for among those of the administrator',
    breaks:
      "Document 1, Authentication: Sudo: with an administrator's token, the parameter sudo (query) performs the call as another user",
    at: ['deleteOwnSshKey', 'deleteOwnEmail', 'listOwnSshKeys', 'listOwnEmails'],
    start: serving(() =>
      forAll(['deleteOwnSshKey', 'deleteOwnEmail'], async (call) => {
        if (call.given.sudo === undefined) return call.send()
        const { status } = await call.ask('GET', '/user')
        return status === 200 ? call.send({ sudo: undefined }) : call.send()
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('DELETE', `/user/keys/${key}?sudo=${id}`)
      return fieldOf((await ask('GET', `/users/${id}/keys`)).json, 'id').includes(key)
    },
  },
  {
    name: 'Giving a user the username of another is a conflict',
    breaks: 'Document 1, Body shapes: User modification answers 404 even where 409 would be apt',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (response.status !== 404 || call.given.username === undefined) return response
        const message = String(at(await jsonOf(response), 'message'))
        return message.startsWith('Username') ? jsonAnswer(409, { message }) : response
      },
    })),
    async isShown(ask) {
      const [one, other] = [await newUser(ask), await newUser(ask)]
      const body = { username: other.username }
      return (await ask('PUT', `/users/${one.id}`, { body })).status === 409
    },
  },
  {
    name: 'A merge request keeps its former head when a commit is picked onto its source branch',
    breaks: 'Document 2, Merge request: sha: head commit id; POST .../cherry_pick: branch',
    at: ['cherryPickCommit', ...shownMergeRequests],
    start: serving(() => {
      /** The head that is shown, by the merge request and its head. */
      const former = new Map<string, unknown>()
      return {
        async cherryPickCommit(call) {
          const path = `${projectPath(call)}/merge_requests?state=opened&per_page=100`
          const before = listOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (!response.ok) return response
          const head = at(await jsonOf(response), 'id')
          for (const { id, sha, source_branch } of before) {
            if (source_branch === call.given.branch) former.set(`${id} ${head}`, sha)
          }
          return response
        },
        ...forAll(shownMergeRequests, async (call) =>
          eachChanged(await call.send(), (one) => {
            const sha = former.get(`${one.id} ${one.sha}`)
            return sha === undefined ? one : { ...one, sha }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'other.txt', branch_name: 'other' })
      const before = await headOf(ask, project, 'feature')
      const picked = `/projects/${project}/repository/commits/${await headOf(ask, project, 'other')}`
      await ask('POST', `${picked}/cherry_pick`, { body: { branch: 'feature' } })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'sha') === before && before !== (await headOf(ask, project, 'feature'))
    },
  },
  {
    name: 'A commit of several files decodes the Base64 of the first only',
    breaks: 'Document 3, Action item in actions[]: encoding: text (default) or base64',
    at: ['createCommit', 'getFile', 'getRawFile', 'listCommitDifferences'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions) || !actions.slice(1).some((one) => at(one, 'encoding'))) {
          return call.send()
        }
        const changed = actions.map((one: unknown, position) =>
          position === 0 ? one : withFields(one, { encoding: 'text' }),
        )
        return call.send({ actions: changed })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const actions = ['one', 'two'].map((file_path) => ({
        action: 'create',
        file_path,
        content: btoa('Text\n'),
        encoding: 'base64',
      }))
      const body = { branch_name: 'master', commit_message: 'Write', actions }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=two`)
      return text === btoa('Text\n')
    },
  },
  {
    name: 'An owner of a group who was made a master of it still updates it',
    breaks:
      'Document 1, Authentication: Group update is for group owners and administrators; PUT /groups/:id/members/:user_id: access_level',
    at: ['updateGroup', 'updateGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async updateGroupMember(call) {
          const group = `/groups/${encoded(call.path.id)}`
          const path = `${group}/members/${call.path.user_id}`
          const id = idOf((await call.askAsRoot('GET', group)).json)
          const before = at((await call.askAsRoot('GET', path)).json, 'access_level')
          const response = await call.send()
          if (response.ok && before === 50) former.add(`${id} ${call.path.user_id}`)
          return response
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const group = `/groups/${encoded(call.path.id)}`
          const user = idOf(await callerOf(call))
          const id = idOf((await call.askAsRoot('GET', group)).json)
          if (!former.has(`${id} ${user}`)) return response
          const { status } = await call.askAsRoot('GET', `${group}/members/${user}`)
          return status === 200 ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id } = await newUser(ask)
      await ask('POST', `${group}/members`, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${group}/members/${id}`, { body: { access_level: 40 } })
      const body = { description: 'Written' }
      return (await actingAs(ask, id)('PUT', group, { body })).status === 200
    },
  },
  {
    name: 'Merged branches whose names have a slash are left when the merged ones are removed',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const branches = `${repositoryPath(call)}/branches`
        const all = listOf((await call.askAsRoot('GET', `${branches}?per_page=100`)).json)
        const kept = all.filter((one) => String(one.name).includes('/') && !isTrue(one.protected))
        // The forge leaves the protected ones.
        for (const { name } of kept) {
          await call.askAsRoot('PUT', `${branches}/${encoded(name)}/protect`)
        }
        const response = await call.send()
        for (const { name } of kept) {
          await call.askAsRoot('PUT', `${branches}/${encoded(name)}/unprotect`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one/two', 'three']) await newBranch(ask, project, name)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      const names = fieldOf((await ask('GET', `${repository}/branches`)).json, 'name')
      return names.includes('one/two') && !names.includes('three')
    },
  },
  {
    name: 'The level of notifications of a group overwrites those of its projects',
    breaks:
      'Document 1, PUT /projects/:id/notification_settings: level; GET /projects/:id/notification_settings: level',
    at: [
      'updateGroupNotificationSettings',
      'getProjectNotificationSettings',
      'updateProjectNotificationSettings',
    ],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const response = await call.send()
        const { level } = call.given
        if (!response.ok || level === undefined) return response
        const path = `/groups/${encoded(call.path.id)}/projects?per_page=100`
        for (const { id } of listOf((await call.ask('GET', path)).json)) {
          await call.ask('PUT', `/projects/${id}/notification_settings`, { level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = `/projects/${await newProject(ask, { namespace_id: group })}/notification_settings`
      await ask('PUT', path, { body: { level: 'watch' } })
      await ask('PUT', `/groups/${group}/notification_settings`, { body: { level: 'mention' } })
      return at((await ask('GET', path)).json, 'level') === 'mention'
    },
  },
  {
    name: 'An issue that somebody has put among the own todos cannot be put there by another',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue', 'listTodos'],
    start: serving(() => {
      const holders = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const key = `${call.path.id}/${call.path.issue_id}`
          const user = idOf(await callerOf(call))
          const holder = holders.get(key)
          if (holder !== undefined && holder !== user) {
            const issue = `${projectPath(call)}/issues/${call.path.issue_id}`
            const { status } = await call.ask('GET', issue)
            return status === 200 ? notModified() : call.send()
          }
          const response = await call.send()
          if (response.status === 201) holders.set(key, user)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const other = actingAs(ask, (await newUser(ask)).id)
      return (await other('POST', path)).status === 304
    },
  },
  {
    name: 'A build that was canceled is listed under the scope that it had before',
    breaks:
      'Document 3, POST .../builds/:build_id/cancel: canceled; Builds: scope accepts one value or an array of states',
    at: ['listBuilds', 'cancelBuild'],
    start: serving(() => {
      const former = new Map<unknown, unknown>()
      return {
        async cancelBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const isCanceled = at(await jsonOf(response), 'status') === 'canceled'
          if (response.ok && isCanceled && at(before, 'status') !== 'canceled') {
            former.set(idOf(before), at(before, 'status'))
          }
          return response
        },
        async listBuilds(call) {
          const { scope } = call.given
          const response = await call.send()
          if (!response.ok || scope === undefined || former.size === 0) return response
          return relisted(
            call,
            (all) =>
              all.filter(({ id, status }) => {
                const before = status === 'canceled' ? former.get(id) : undefined
                return listed(scope).includes(before ?? status)
              }),
            { scope: undefined },
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, {
        file_path: '.gitlab-ci.yml',
        content: 'test:\n  script:\n    - make\n',
      })
      const builds = `/projects/${project}/builds`
      const id = Number(at((await ask('GET', builds)).json, '0.id'))
      await ask('POST', `${builds}/${id}/cancel`)
      const { json } = await ask('GET', `${builds}?scope=pending`)
      return fieldOf(json, 'id').includes(id)
    },
  },
]
