import { at, type Forge, type Handle, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  changed,
  encoded,
  fieldOf,
  forAll,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  pageOf,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A server of an instance whose administrator has set something before the first request. */
const afterSetting =
  (settings: Values) =>
  (forge: Forge): Handle => {
    let isSet: Promise<Response> | undefined
    return async (request) => {
      isSet ??= forge.fetch(new URL('/api/v3/application/settings', request.url), {
        method: 'PUT',
        headers: { 'private-token': forge.tokens.root ?? '', 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      })
      await isSet
      return forge.fetch(request)
    }
  }

/** The list of a call, in another order on all of its pages; as it is where it is longer than a hundred. */
async function reordered(
  call: Call,
  order: (all: readonly Values[]) => readonly Values[],
): Promise<Response> {
  const response = await call.send()
  if (!response.ok || Number(response.headers.get('x-total') ?? 0) > 100) return response
  const all = await jsonOf(await call.send({ page: undefined, per_page: 100 }))
  return changed(response, () => pageOf(call, order(listOf(all))))
}

const reversed = (all: readonly Values[]) => [...all].reverse()

const refuse = (name: string, text: string) =>
  Promise.resolve(jsonAnswer(400, { message: { [name]: [text] } }))

const memberLists: readonly OperationId[] = ['listGroupMembers', 'listProjectMembers']

export const legitimatePolicies: readonly LegitimateServer[] = [
  {
    name: 'Users are listed in another order on every page',
    allowedBy: 'Document 1, GET /users names no order',
    start: serving(() => ({ listUsers: (call) => reordered(call, reversed) })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return (fieldOf((await ask('GET', '/users?per_page=100')).json, 'id')[0] === id) !== true
    },
  },
  {
    name: 'Members are listed with the highest level first',
    allowedBy: 'Document 1, GET .../members names no order',
    start: serving(() =>
      forAll(memberLists, (call) =>
        reordered(call, (all) =>
          [...all].sort((one, two) => Number(two.access_level) - Number(one.access_level)),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/members`
      const levels = [10, 40, 20]
      for (const access_level of levels) {
        await ask('POST', path, { body: { user_id: (await newUser(ask)).id, access_level } })
      }
      const listed = fieldOf((await ask('GET', path)).json, 'access_level').map(Number)
      return listed.every((level, index) => index === 0 || level <= Number(listed[index - 1]))
    },
  },
  {
    name: 'Contributors are listed from the last to the first',
    allowedBy: 'Document 3, GET .../contributors names no order',
    start: serving(() => ({ listContributors: (call) => reordered(call, reversed) })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const author = { author_name: 'Six', author_email: 'six@six.example' }
      await writeFile(ask, project, { file_path: 'one.txt', ...author })
      const path = `/projects/${project}/repository/contributors`
      const before = fieldOf((await ask('GET', path)).json, 'name')
      await writeFile(ask, project, { file_path: 'two.txt', ...author })
      const after = fieldOf((await ask('GET', path)).json, 'name')
      return before.length === 2 && after.at(-1) === 'Six'
    },
  },
  {
    name: 'Branches that are merged are deleted in the background',
    allowedBy: 'Document 3, DELETE .../merged_branches: no sentence says by when they are gone',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const { status } = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        const isPossible = status === 200 && !(await isRefused(call))
        if (!isPossible) return call.send()
        void later(1500).then(() => call.send())
        return jsonAnswer(200, { message: 'Accepted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'merged')
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (await ask('GET', `/projects/${project}/repository/branches/merged`)).status === 200
    },
  },
  {
    name: 'Whether a merge request can be merged is checked in the background',
    allowedBy: 'Document 2, Merge request: merge_status, other values are not shown',
    start: serving(() => {
      const seen = new Map<number, number>()
      const unchecked = (json: unknown) => {
        const since = seen.get(idOf(json)) ?? Date.now()
        seen.set(idOf(json), since)
        const isChecked = Date.now() - since > 1500 || at(json, 'merge_status') === undefined
        return isChecked ? json : withFields(json, { merge_status: 'unchecked' })
      }
      return {
        createMergeRequest: async (call) => changed(await call.send(), unchecked),
        getMergeRequest: async (call) => changed(await call.send(), unchecked),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      return at((await ask('GET', path)).json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'Users who are not administrators may make nothing public here',
    allowedBy: 'Document 1, Application settings: restricted_visibility_levels, as it is set',
    start: afterSetting({ restricted_visibility_levels: [2] }),
    async isShown(ask) {
      const own = actingAs(ask, (await newUser(ask)).id)
      const body = { name: freshName('public'), visibility_level: 20 }
      return (await own('POST', '/projects', { body })).status >= 400
    },
  },
  {
    name: 'New projects are internal here',
    allowedBy: 'Document 1, Application settings: default_project_visibility, as it is set',
    start: afterSetting({ default_project_visibility: 1, default_snippet_visibility: 1 }),
    async isShown(ask) {
      const project = await newProject(ask)
      return at((await ask('GET', `/projects/${project}`)).json, 'visibility_level') === 10
    },
  },
  {
    name: 'Default branches are not protected here',
    allowedBy: 'Document 1, Application settings: default_branch_protection, as it is set',
    start: afterSetting({ default_branch_protection: 0 }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master`
      return at((await ask('GET', path)).json, 'protected') === false
    },
  },
  {
    name: 'New users may not create groups unless it is said',
    allowedBy: 'Document 1, POST /users: can_create_group (boolean), without a default',
    start: serving(() => ({
      createUser: (call) =>
        call.given.can_create_group === undefined
          ? call.send({ can_create_group: false })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'can_create_group') === false
    },
  },
  {
    name: 'Passwords that everybody knows are refused',
    allowedBy: 'Document 1, Errors: 400, an attribute failed validation; the rules are not given',
    start: serving(() => ({
      createUser: (call) =>
        ['password', '12345678', 'qwertyui'].includes(String(call.given.password))
          ? refuse('password', 'is known to everybody')
          : call.send(),
    })),
    async isShown(ask) {
      const username = freshName('weak')
      const body = { username, name: username, email: `${username}@six.example` }
      return (
        (await ask('POST', '/users', { body: { ...body, password: '12345678' } })).status === 400
      )
    },
  },
  {
    name: 'Descriptions of issues have a hundred thousand letters at most',
    allowedBy: 'Document 1, Limits: request-size limits are not shown; Errors: 400',
    start: serving(() =>
      forAll(['createIssue', 'updateIssue'], (call) =>
        String(call.given.description ?? '').length > 100_000
          ? refuse('description', 'is too long (maximum is 100000 characters)')
          : call.send(),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const description = 'x'.repeat(100_001)
      return Number.isNaN(await newIssue(ask, project, { description }))
    },
  },
  {
    name: 'Whoever asks too much is told to wait for a second',
    allowedBy: 'Document 1, Limits: rate limits are not shown',
    start: (forge) => {
      let begin = 0
      let count = 0
      return async (request) => {
        if (Date.now() - begin > 1000) {
          begin = Date.now()
          count = 0
        }
        count += 1
        if (count <= 300) return forge.fetch(request)
        const headers = { 'content-type': 'text/plain', 'retry-after': '1' }
        return new Response('Retry later\n', { status: 429, headers })
      }
    },
    async isShown(ask) {
      const asked = Array.from({ length: 400 }, () => ask('GET', '/user', { token: '' }))
      return (await Promise.all(asked)).some(({ status }) => status === 429)
    },
  },
  {
    name: 'A merge has a message that names the merge request by its number first',
    allowedBy: 'Document 2, PUT .../merge: merge_commit_message, without a default',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        if (call.given.merge_commit_message !== undefined) return call.send()
        const { id, merge_request_id } = call.path
        const path = `/projects/${encoded(id)}/merge_requests/${merge_request_id}`
        const { json } = await call.ask('GET', path)
        return call.send({ merge_commit_message: `!${at(json, 'iid')}: ${at(json, 'title')}` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}`
      return at((await ask('GET', path)).json, 'message') === '!1: one'
    },
  },
  {
    name: 'New projects have no wiki and no container registry unless it is said',
    allowedBy: 'Document 1, POST /projects: these booleans are without a default',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) =>
        call.send({
          wiki_enabled: call.given.wiki_enabled ?? false,
          container_registry_enabled: call.given.container_registry_enabled ?? false,
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      return at((await ask('GET', `/projects/${project}`)).json, 'wiki_enabled') === false
    },
  },
  {
    name: 'Members may ask for access to every new group unless it is said',
    allowedBy: 'Document 1, POST /groups: request_access_enabled (boolean), without a default',
    start: serving(() => ({
      createGroup: (call) =>
        call.send({
          request_access_enabled: call.given.request_access_enabled ?? true,
          lfs_enabled: call.given.lfs_enabled ?? false,
        }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { json } = await ask('GET', `/groups/${group}`)
      return at(json, 'request_access_enabled') === true
    },
  },
  {
    name: 'Issues that were written at the same time are listed by their iid, the lowest first',
    allowedBy: 'Document 2, GET .../issues: order_by created_at; equal ones are in no order',
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        reordered(call, (all) => {
          const name = call.given.order_by === 'updated_at' ? 'updated_at' : 'created_at'
          const sign = call.given.sort === 'asc' ? 1 : -1
          const time = (one: Values) => Date.parse(String(one[name]))
          return [...all].sort(
            (one, two) => sign * (time(one) - time(two)) || Number(one.iid) - Number(two.iid),
          )
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const created_at = '2010-01-02T03:04:05Z'
      for (let count = 0; count < 2; count++) await newIssue(ask, project, { created_at })
      return at((await ask('GET', `/projects/${project}/issues`)).json, '0.iid') === 1
    },
  },
]

/** Whether the caller may not push to the project: a branch of no name is refused otherwise. */
async function isRefused(call: Call): Promise<boolean> {
  const path = `/projects/${encoded(call.path.id)}/repository/branches`
  const { status } = await call.ask('POST', path, { branch_name: 'x', ref: 'no such revision' })
  return status !== 400
}
