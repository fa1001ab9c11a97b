import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  answeringAll,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** How long the job that looks whether a merge request can be merged takes, in milliseconds. */
const delay = 600

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
  'listMergeRequests',
]

const byName = (one: Values, other: Values) =>
  String(one.path).localeCompare(String(other.path), 'en')

/** Whatever has an address in the web interface has it on another host. */
function withOtherHost(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withOtherHost)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) =>
      name === 'web_url' && typeof value === 'string'
        ? [name, value.replace(/^https?:\/\/[^/]+/, 'https://code.dove.example')]
        : [name, withOtherHost(value)],
    ),
  )
}

/** Serves a raw file as one to be saved. */
const asAttachment: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok) return response
  return withBody(response, response.body, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
  })
}

/** The simple form of projects as an older release had it. */
const brieflySimple: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok || !isTrue(call.given.simple)) return response
  return eachChanged(response, ({ id, name, path, web_url }) => ({ id, name, path, web_url }))
}

const reversedDifferences = (json: unknown) => (Array.isArray(json) ? [...json].reverse() : json)

export const legitimateDoveServers: readonly LegitimateServer[] = [
  {
    name: 'The transfer of a project into a group answers with the project',
    allowedBy:
      'Document 1: the response body of POST /groups/:id/projects/:project_id is not shown',
    start: serving(() => ({
      async transferProjectToGroup(call) {
        const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
        const response = await call.send()
        if (!response.ok) return response
        const after = (await call.ask('GET', `/projects/${idOf(json)}`)).json
        return changed(response, () => after)
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      const { json } = await ask('POST', `/groups/${group}/projects/${project}`)
      return at(json, 'path_with_namespace') !== undefined
    },
  },
  {
    name: 'The creation of a todo answers with its number and its state alone',
    allowedBy: 'Document 2: the fields of the todo record and the response are not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, ({ id, state }) => ({ id, state }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      return Object.keys(fieldsOf((await ask('POST', path)).json)).length === 2
    },
  },
  {
    name: 'Whether a merge request can be merged is unchecked for a moment after it was made',
    allowedBy:
      'Document 2, Merge request: merge_status is a string whose other values are not shown',
    start: serving(() => {
      const made = new Map<unknown, number>()
      const withStatus: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const since = Date.now() - (made.get(one.id) ?? 0)
          const isWaiting = since < delay && one.merge_status !== undefined
          return isWaiting ? { ...one, merge_status: 'unchecked' } : one
        })
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          made.set(idOf(await jsonOf(response)), Date.now())
          return eachChanged(response, (one) => ({ ...one, merge_status: 'unchecked' }))
        },
        ...forAll(answeringWithMergeRequests, withStatus),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'Raw files and raw blobs are served as attachments of no particular type',
    allowedBy: 'Document 3: the media types of the raw file and raw blob responses are not shown',
    start: serving(() => forAll(['getRawFile', 'getRawBlob'], asAttachment)),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const { headers, text } = await ask('GET', path)
      return headers.get('content-disposition') === 'attachment' && text === 'One\n'
    },
  },
  {
    name: 'The simple form of a project has its id, its name, its path and one address',
    allowedBy:
      'Document 1: with simple true only the id, URL, name and path are returned; the exact field names are not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        brieflySimple,
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      return Object.keys(fieldsOf(listOf(json)[0])).length === 4
    },
  },
  {
    name: 'The tree of a repository lists files and folders together, by path',
    allowedBy:
      'Document 3, GET /projects/:id/repository/tree: array of Tree entry, in no stated order',
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        if (!response.ok) return response
        // Without a count of all there are no pages of it.
        if (!response.headers.has('x-total')) {
          return changed(response, (json) => [...listOf(json)].sort(byName))
        }
        return relisted(call, (all) => [...all].sort(byName))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'zebra/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'path').join() === 'README.md,zebra'
    },
  },
  {
    name: 'The files that differ are listed from the last to the first',
    allowedBy: 'Document 3: diffs and GET .../commits/:sha/diff are arrays in no stated order',
    start: serving(() => ({
      compareRevisions: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.diffs === undefined ? one : { ...one, diffs: reversedDifferences(one.diffs) },
        ),
      async listCommitDifferences(call) {
        const response = await call.send()
        if (!response.ok) return response
        if (!response.headers.has('x-total')) return changed(response, reversedDifferences)
        return relisted(call, (all) => [...all].reverse())
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const create = (file_path: string) => ({ action: 'create', file_path, content: 'One\n' })
      const actions = [create('a.txt'), create('b.txt')]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      await ask('POST', commits, { body })
      const { json } = await ask('GET', `${commits}/master/diff`)
      return fieldOf(json, 'new_path').join() === 'b.txt,a.txt'
    },
  },
  {
    name: 'A password must not have the name of its user in it',
    allowedBy:
      'Document 1, Errors: 400 where an attribute failed validation; no sentence says which passwords are good',
    start: serving(() => {
      const refusal = () =>
        jsonAnswer(400, { message: { password: ['must not contain your name'] } })
      const isBad = (password: unknown, username: unknown) =>
        typeof password === 'string' &&
        typeof username === 'string' &&
        username !== '' &&
        password.toLowerCase().includes(username.toLowerCase())
      return {
        async createUser(call) {
          const { password, username, email, name } = call.given
          const isWhole = email !== undefined && name !== undefined
          const { json } = await call.ask('GET', '/user')
          const isAdmin = at(json, 'is_admin') === true
          return isAdmin && isWhole && isBad(password, username) ? refusal() : call.send()
        },
        async updateUser(call) {
          const { json } = await call.ask('GET', '/user')
          const user = (await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)).json
          const username = call.given.username ?? at(user, 'username')
          const isKnown = at(json, 'is_admin') === true && at(user, 'username') !== undefined
          return isKnown && isBad(call.given.password, username) ? refusal() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const username = freshName('dove')
      const email = `${username}@dove.example`
      const body = { username, email, name: 'Dove', password: `${username}-2017` }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'The pages of the web interface are on another host than the interface for programs',
    allowedBy:
      'Document 1: web_url is a string; no sentence says that its host is that of base_url',
    start: answeringAll(withOtherHost),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return String(at(json, 'web_url')).startsWith('https://code.dove.example/')
    },
  },
  {
    name: 'The path of a project is generated from its name with underscores',
    allowedBy: 'Document 1, POST /projects: path (default generated from name), and not how',
    start: serving(() => {
      const withPath: Rule = (call) => {
        const { name, path } = call.given
        if (typeof name !== 'string' || path !== undefined) return call.send()
        const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? []
        return words.length === 0 ? call.send() : call.send({ path: words.join('_') })
      }
      return forAll(['createProject', 'createProjectForUser'], withPath)
    }),
    async isShown(ask) {
      const name = `${freshName('Dove')} House`
      const { json } = await ask('POST', '/projects', { body: { name } })
      return at(json, 'path') === name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
    },
  },
]
