import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  freshName,
  idOf,
  isTrue,
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
  repositoryPath,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

const listsOfIssues: readonly OperationId[] = [
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
]

const ofProjectsByPath: readonly OperationId[] = [
  'getProject',
  'listProjectEvents',
  'listProjectMembers',
]

const answeringWithProjects: readonly OperationId[] = [
  'getProject',
  'listProjects',
  'listOwnedProjects',
  'listVisibleProjects',
  'listAllProjects',
  'listGroupProjects',
]

const ofOneself: readonly OperationId[] = ['getCurrentUser', 'listOwnSshKeys', 'listOwnEmails']

const notFound = (text: string) => jsonAnswer(404, { message: `404 ${text} Not Found` })

/** The number of a project, by whatever it is named. */
const projectIdOf = async ({ askAsRoot }: Call, id: unknown) =>
  idOf((await askAsRoot('GET', `/projects/${encoded(id)}`)).json)

async function subscribedBy(ask: Parameters<typeof actingAs>[0], path: string, user: number) {
  return at((await actingAs(ask, user)('GET', path)).json, 'subscribed')
}

/** A list whose links name a parameter again, as they do when all of it is asked for. */
async function linkedWith(response: Response, name: string, values: readonly unknown[]) {
  const link = response.headers.get('link')
  if (link === null) return response
  const linked = link.replaceAll(/<([^>]*)>/g, (_, address: string) => {
    const url = new URL(address)
    for (const value of values) url.searchParams.append(name, String(value))
    return `<${url.href}>`
  })
  return withBody(response, await response.clone().text(), { link: linked })
}

const newestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))

export const faultyPloverServers: readonly FaultyServer[] = [
  {
    name: 'A file that a commit moves and rewrites at once stays at its old path too',
    breaks: 'Document 3, Action item: action move; previous_path: original path for move',
    at: ['createCommit', 'getFile', 'listTree', 'getRawFile', 'listCommitDifferences'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const isKept = (action: Values) =>
          action.action === 'move' && action.content !== undefined && action.file_path !== undefined
        if (!actions.some(isKept)) return call.send()
        for (const action of actions.filter(isKept)) {
          const [path, ref] = [encoded(action.previous_path), encoded(call.given.branch_name)]
          const file = `${repositoryPath(call)}/files?file_path=${path}&ref=${ref}`
          if ((await call.askAsRoot('GET', file)).status !== 200) return call.send()
        }
        return call.send({
          actions: actions.map((action) => {
            const { previous_path, ...others } = action
            return isKept(action) ? { ...others, action: 'create' } : action
          }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const move = { action: 'move', previous_path: 'README.md', file_path: 'b.md', content: 'Two' }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [move] }
      const { status } = await ask('POST', `${repository}/commits`, { body })
      const old = await ask('GET', `${repository}/files?file_path=README.md&ref=master`)
      return status === 201 && old.status === 200
    },
  },
  {
    name: 'The projects of a group are not found by their path any more once the group has another path',
    breaks:
      'Document 1, Conventions 2: either the integer or the URL-encoded NAMESPACE/PROJECT_NAME',
    at: [...ofProjectsByPath, 'updateGroup'],
    start: serving(() => {
      const renamed = new Set<string>()
      return {
        async updateGroup(call) {
          const before = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const response = await call.send()
          const path = at(await jsonOf(response), 'path')
          if (response.ok && path !== at(before, 'path')) renamed.add(String(path))
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          if (response.ok) renamed.delete(String(at(await jsonOf(response), 'path')))
          return response
        },
        ...forAll(ofProjectsByPath, async (call) => {
          const [namespace, name] = String(call.path.id).split('/')
          const isLost = name !== undefined && renamed.has(String(namespace))
          const response = await call.send()
          return isLost && response.ok ? notFound('Project') : response
        }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group, name: 'Sail', path: 'sail' })
      const path = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      return (await ask('GET', `/projects/${path}%2Fsail`)).status === 404
    },
  },
  {
    name: 'The total of the issues of a project counts the confidential ones that the caller does not get',
    breaks: 'Document 1, Limits: response headers on paginated lists, X-Total',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const all = await call.sendAsRoot()
        const total = all.headers.get('x-total')
        if (!response.ok || total === null) return response
        return withBody(response, await response.clone().text(), { 'x-total': total })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      await newIssue(ask, project)
      await newIssue(ask, project, { confidential: true })
      const { id } = await newUser(ask)
      const { headers, json } = await actingAs(ask, id)('GET', `/projects/${project}/issues`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'The links between the pages of issues do not encode an ampersand in the labels or the milestone',
    breaks:
      'Document 1, Limits: Link, full URLs; clients use these instead of building URLs; page and per_page under the filter labels',
    at: listsOfIssues,
    start: serving(() =>
      forAll(listsOfIssues, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || !/%26/.test(link)) return response
        const text = await response.clone().text()
        return withBody(response, text, { link: link.replaceAll('%26', '&') })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const labels of ['R&D', 'R&D', 'R&D']) await newIssue(ask, project, { labels })
      const path = `/projects/${project}/issues?per_page=1&labels=${encoded('R&D')}`
      const next = /<([^>]*)>; rel="next"/.exec((await ask('GET', path)).headers.get('link') ?? '')
      return next !== null && new URL(String(next[1])).searchParams.get('labels') === 'R'
    },
  },
  {
    name: 'A tag that is made again under the name of a removed one takes no release, as it had one',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'deleteTag', 'createTag'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = async (call: Call) =>
        `${await projectIdOf(call, call.path.id)}/${call.path.tag_name}`
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const release = at((await call.askAsRoot('GET', path)).json, 'release.tag_name')
          const key = await keyOf(call)
          const response = await call.send()
          if (response.ok && release !== undefined) left.add(key)
          return response
        },
        async createRelease(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const tag = await call.ask('GET', path)
          const isLeft = tag.status === 200 && left.has(await keyOf(call))
          if (!isLeft || call.given.description === undefined) return call.send()
          return jsonAnswer(409, { message: 'Release already exists' })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const tag = { tag_name: 'v1', ref: 'master' }
      await ask('POST', tags, { body: { ...tag, release_description: 'One' } })
      await ask('DELETE', `${tags}/v1`)
      await ask('POST', tags, { body: tag })
      const release = at((await ask('GET', `${tags}/v1`)).json, 'release')
      const made = await ask('POST', `${tags}/v1/release`, { body: { description: 'Two' } })
      return release === null && made.status === 409
    },
  },
  {
    name: 'Whoever unsubscribes from an issue unsubscribes all others who subscribed to it',
    breaks: 'Document 2, Subscription: DELETE .../subscription unsubscribes the caller',
    at: [
      'unsubscribeFromIssue',
      'subscribeToIssue',
      'getIssue',
      'updateIssue',
      'listIssuesOfProject',
      'listOwnIssues',
      'listIssuesOfGroup',
    ],
    start: serving(() => {
      const subscribers = new Map<string, Set<number>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const { issue_id } = call.path
          const users = subscribers.get(String(issue_id)) ?? new Set()
          if (response.ok) {
            subscribers.set(String(issue_id), users.add(idOf(await callerOf(call))))
          }
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { pathname } = new URL(call.request.url)
          for (const user of subscribers.get(String(call.path.issue_id)) ?? []) {
            await call.askAsRoot('DELETE', `${pathname.slice('/api/v3'.length)}?sudo=${user}`)
          }
          subscribers.delete(String(call.path.issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const one = await newUser(ask)
      const other = await newUser(ask)
      for (const { id } of [one, other]) await actingAs(ask, id)('POST', `${path}/subscription`)
      const before = await subscribedBy(ask, path, one.id)
      await actingAs(ask, other.id)('DELETE', `${path}/subscription`)
      return before === true && (await subscribedBy(ask, path, one.id)) === false
    },
  },
  {
    name: 'Cancelling the merge of a merge request that was reopened is refused as that of a closed one',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const state = at((await call.ask('GET', mergeRequestPath(call))).json, 'state')
        const response = await call.send()
        const isRefused = state === 'reopened' && (response.ok || response.status === 406)
        return isRefused ? jsonAnswer(405, { message: '405 Method Not Allowed' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'sail')
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { source_branch: 'sail', target_branch: 'master', title: 'Sail' }
      await ask('PUT', path, { body: { ...body, state_event: 'close' } })
      await ask('PUT', path, { body: { ...body, state_event: 'reopen' } })
      const isReopened = at((await ask('GET', path)).json, 'state') === 'reopened'
      return (
        isReopened && (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 405
      )
    },
  },
  {
    name: 'A project that was transferred to a group is still owned by the user who had it, in the list of owned ones',
    breaks: 'Document 1, GET /projects/owned: array of Project owned by the caller',
    at: ['listOwnedProjects', 'transferProjectToGroup'],
    start: serving(() => {
      const owners = new Map<number, number>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const project = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const owner = Number(at(project, 'owner.id'))
          if (response.ok && owner > 0) owners.set(idOf(project), owner)
          return response
        },
        async listOwnedProjects(call) {
          if (owners.size === 0) return call.send()
          const me = idOf(await callerOf(call))
          const more: Values[] = []
          for (const [id] of [...owners].filter(([, owner]) => owner === me)) {
            const { status, json } = await call.ask('GET', `/projects/${id}`)
            if (status === 200) more.push(...listOf([json]))
          }
          const isFiltered = ['search', 'visibility', 'archived', 'order_by', 'sort'].some(
            (name) => call.given[name] !== undefined,
          )
          if (more.length === 0 || isFiltered) return call.send()
          return relisted(call, (all) =>
            newestFirst([...all, ...more.filter(({ id }) => !fieldOf(all, 'id').includes(id))]),
          )
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = idOf(
        (await ask('POST', `/projects/user/${id}`, { body: { name: freshName('project') } })).json,
      )
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      const { json } = await actingAs(ask, id)('GET', '/projects/owned')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'An administrator still acts for a user under the username that the user has no more',
    breaks:
      'Document 1, Authentication 5: an unknown user gets 404, No user id or username for: <id/username>',
    at: [...ofOneself, 'updateUser'],
    start: serving(() => {
      const former = new Map<string, number>()
      return {
        async updateUser(call) {
          const before = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          const response = await call.send()
          const username = at(before, 'username')
          if (response.ok && at(await jsonOf(response), 'username') !== username) {
            former.set(String(username), idOf(before))
          }
          return response
        },
        ...forAll(ofOneself, async (call) => {
          const response = await call.send()
          const user = former.get(String(call.sudo))
          if (response.status !== 404 || user === undefined) return response
          const { pathname } = new URL(call.request.url)
          const answer = await call.askAsRoot(
            'GET',
            `${pathname.slice('/api/v3'.length)}?sudo=${user}`,
          )
          return answer.status === 200 ? jsonAnswer(200, answer.json) : response
        }),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { username: freshName('renamed') } })
      const { status, json } = await actingAs(ask, username)('GET', '/user')
      return status === 200 && idOf(json) === id
    },
  },
  {
    name: 'The list of all statuses of a commit, not only the latest, ignores the name that it is filtered by',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all (boolean)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        const { all, name } = call.given
        if (!isTrue(all) || name === undefined) return call.send()
        return linkedWith(await call.send({ name: undefined }), 'name', [name])
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      const sha = String(at(json, 'id'))
      for (const name of ['lint', 'test']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=lint&all=true`
      return fieldOf((await ask('GET', path)).json, 'name').includes('test')
    },
  },
  {
    name: 'The groups to be skipped are taken out of a page after it was cut, which leaves it short',
    breaks:
      'Document 1, Limits: per_page (default 20, maximum 100), X-Total; GET /groups: skip_groups',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { skip_groups } = call.given
        if (skip_groups === undefined) return call.send()
        const skipped = Array.isArray(skip_groups)
          ? skip_groups.map(String)
          : String(skip_groups).split(',')
        const checked = await call.send()
        if (!checked.ok) return checked
        const response = await call.send({ skip_groups: undefined })
        const left = listOf(await jsonOf(response)).filter(
          ({ id }) => !skipped.includes(String(id)),
        )
        const short = withBody(response, JSON.stringify(left))
        return linkedWith(short, 'skip_groups[]', skipped)
      },
    })),
    async isShown(ask) {
      const word = freshName('skip')
      const ids: number[] = []
      for (const end of ['a', 'b', 'c']) {
        ids.push(await newGroup(ask, { name: `${word}-${end}`, path: `${word}-${end}` }))
      }
      const filter = `all_available=true&search=${word}&order_by=path&per_page=2`
      const path = `/groups?${filter}&skip_groups[]=${ids[0]}`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'An issue that was removed while it was open is counted among the open ones of its project for ever',
    breaks:
      'Document 1, Project: open_issues_count; Document 2, Issue: DELETE, removed (soft delete)',
    at: [...answeringWithProjects, 'deleteIssue'],
    start: serving(() => {
      const removed = new Map<number, number>()
      return {
        async deleteIssue(call) {
          const path = `/projects/${encoded(call.path.id)}/issues/${call.path.issue_id}`
          const issue = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const project = Number(at(issue, 'project_id'))
          if (response.ok && at(issue, 'state') !== 'closed' && project > 0) {
            removed.set(project, (removed.get(project) ?? 0) + 1)
          }
          return response
        },
        ...forAll(answeringWithProjects, async (call) =>
          eachChanged(await call.send(), (one) => {
            const more = removed.get(Number(one.id))
            const count = Number(one.open_issues_count)
            return more === undefined || Number.isNaN(count)
              ? one
              : { ...one, open_issues_count: count + more }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await ask('DELETE', `/projects/${project}/issues/${await newIssue(ask, project)}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'The issues that a merge request closes stay those that were read first, whatever its description says later',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const first = new Map<string, Response>()
      const keep: Rule = async (call) => {
        const key = `${idOf(await callerOf(call))} ${call.request.url}`
        const kept = first.get(key)
        const response = await call.send()
        if (!response.ok) return response
        if (kept !== undefined) return kept.clone()
        if (listOf(await jsonOf(response)).length > 0) first.set(key, response.clone())
        return response
      }
      return { listIssuesClosedByMergeRequest: keep }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      const description = `Closes #${at(json, 'iid')}`
      const id = await newMergeRequest(ask, project, 'sail', { description })
      const path = `/projects/${project}/merge_requests/${id}`
      const before = listOf((await ask('GET', `${path}/closes_issues`)).json)
      const body = { source_branch: 'sail', target_branch: 'master', title: 'Sail' }
      await ask('PUT', path, { body: { ...body, description: 'Closes nothing' } })
      const after = listOf((await ask('GET', `${path}/closes_issues`)).json)
      return before.length === 1 && after.length === 1
    },
  },
]
