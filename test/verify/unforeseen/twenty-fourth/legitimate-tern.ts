import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  callerOf,
  changed,
  fieldOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const writesOfProjects = operations.flatMap(({ id, path, method }) =>
  path.startsWith('/projects/{id}') && method.toUpperCase() !== 'GET' ? [id] : [],
)

export const legitimateTernServers: readonly LegitimateServer[] = [
  {
    name: 'The links to the pages of a list name the group or project of the path in their query too',
    allowedBy:
      'Document 1, Limits: Link has full URLs, which clients use instead of building them; nothing says which parameters they have',
    start: behind((response, request) => {
      const links = response.headers.get('link')
      const id = /\/api\/v3\/(?:projects|groups)\/([^/]+)\//.exec(request.url)?.[1]
      if (links === null || id === undefined) return response
      const link = links.replace(/<([^>]*)>/g, (_, address: string) => {
        const url = new URL(address)
        url.searchParams.set('id', decodeURIComponent(id))
        return `<${url.href}>`
      })
      return withBody(response, response.body, { link })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/issues?per_page=1`)
      return (headers.get('link') ?? '').includes(`id=${project}`)
    },
  },
  {
    name: 'Whoever writes to a private project without being a member of it is refused with 403',
    allowedBy:
      'Document 1, Errors: 403 request not allowed; only a GET on a private project by a non-member has to give 404',
    start: serving(() =>
      forAll(writesOfProjects, async (call) => {
        const response = await call.send()
        if (response.status !== 404) return response
        const [caller, seen, there] = [
          await call.ask('GET', '/user'),
          await call.ask('GET', projectPath(call)),
          await call.askAsRoot('GET', projectPath(call)),
        ]
        const isHidden = caller.status === 200 && seen.status === 404 && there.status === 200
        return isHidden ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const asStranger = actingAs(ask, (await newUser(ask)).id)
      const body = { title: 'Not mine' }
      return (await asStranger('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'The files of a tree stand before its directories, and the last names first',
    allowedBy:
      'Document 3, GET /projects/:id/repository/tree: array of Tree entry, and nothing says in which order',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(one.type === 'tree') - Number(other.type === 'tree') ||
              String(other.path).localeCompare(String(one.path)),
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'lib/one.txt' })
      await writeFile(ask, project, { file_path: 'zebra.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'zebra.txt,README.md,lib'
    },
  },
  {
    name: 'A merge request is unchecked in the answer to its creation, since the check begins after it',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'work')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'work' })
      const body = { source_branch: 'master', target_branch: 'work', title: 'Back' }
      const answer = await ask('POST', `/projects/${project}/merge_requests`, { body })
      return at(answer.json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'No new group has a dot in its path',
    allowedBy:
      'Document 1, Errors: 400 an attribute failed validation; nothing says which paths a group may have',
    start: serving(() => ({
      async createGroup(call) {
        const { can_create_group } = await callerOf(call)
        const isDotted = typeof call.given.path === 'string' && call.given.path.includes('.')
        if (!isDotted || can_create_group !== true) return call.send()
        const path = ["can contain only letters, digits, '_' and '-'"]
        return jsonAnswer(400, { message: { path } })
      },
    })),
    async isShown(ask) {
      const name = freshName('group')
      const body = { name, path: `${name}.x` }
      return (await ask('POST', '/groups', { body })).status === 400
    },
  },
  {
    name: 'Whoever makes a project in a group is a master of the project as well',
    allowedBy:
      'Document 1, POST /projects: created project owned by the caller; nothing says which members a new project has',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const project = await jsonOf(response)
        const { id } = await callerOf(call)
        const path = `/projects/${idOf(project)}`
        if (!response.ok || at(project, 'namespace.owner_id') === id) return response
        await call.askAsRoot('POST', `${path}/members`, { user_id: id, access_level: 40 })
        const permissions = at((await call.ask('GET', path)).json, 'permissions')
        const isShown = at(project, 'permissions') !== undefined
        return isShown ? changed(response, (json) => withFields(json, { permissions })) : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const group = await newGroup(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 40 } })
      const project = await newProject(actingAs(ask, id), { namespace_id: group })
      const { json } = await ask('GET', `/projects/${project}/members`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'A comment on an issue subscribes nobody to it',
    allowedBy:
      'Document 2: the subscription endpoints say what they do; nothing says what else subscribes somebody',
    start: serving(() => ({
      async createIssueNote(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const isSubscribed = at((await call.ask('GET', path)).json, 'subscribed')
        const response = await call.send()
        if (response.ok && isSubscribed === false) {
          await call.ask('DELETE', `${path}/subscription`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      await asUser('POST', `${path}/notes`, { body: { body: 'Me too' } })
      return (await asUser('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'A username given for sudo is that of nobody in other letter case',
    allowedBy:
      'Document 1, Authentication: given as numeric id or username; an unknown user gets 404; nothing says that the case of a username does not matter',
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const given = url.searchParams.get('sudo') ?? request.headers.get('sudo')
      if (given === null) return forge.fetch(request)
      const asked = new URL(`/api/v3/user${url.search}`, url)
      const headers = new Headers(request.headers)
      for (const name of ['content-type', 'content-length']) headers.delete(name)
      const caller = await jsonOf(await forge.fetch(new Request(asked, { headers })))
      const username = String(at(caller, 'username'))
      const isOther = username !== given && username.toLowerCase() === given.toLowerCase()
      const message = `404 Not Found: No user id or username for: ${given}`
      return isOther ? jsonAnswer(404, { message }) : forge.fetch(request)
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const asUser = actingAs(ask, username.toUpperCase())
      return (await asUser('GET', '/user')).status === 404
    },
  },
  {
    name: 'Reporters of a project may not create snippets in it',
    allowedBy:
      'Document 2, POST /projects/:id/snippets: caller needs permission to create snippets; nothing says which level gives it',
    start: serving(() => ({
      async createSnippet(call) {
        const level = await levelOf(call)
        const { is_admin } = await callerOf(call)
        if (level !== 20 || is_admin === true) return call.send()
        return jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const path = `/projects/${project}`
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 20 } })
      const body = { title: 'One', file_name: 'one.txt', code: 'one', visibility_level: 10 }
      return (await actingAs(ask, id)('POST', `${path}/snippets`, { body })).status === 403
    },
  },
  {
    name: 'A page of more than a hundred records is refused instead of cut',
    allowedBy:
      'Document 1, Limits: per_page (default 20, maximum 100); Errors: 400 an attribute failed validation',
    start: behind((response, request) => {
      const size = Number(new URL(request.url).searchParams.get('per_page') ?? 20)
      const isList = response.ok && response.headers.has('x-per-page')
      if (!isList || !(size > 100)) return response
      return jsonAnswer(400, { message: { per_page: ['must be at most 100'] } })
    }),
    async isShown(ask) {
      return (await ask('GET', '/projects/all?per_page=101')).status === 400
    },
  },
]
