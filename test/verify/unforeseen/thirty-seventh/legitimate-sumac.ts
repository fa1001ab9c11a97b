import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  answeringAll,
  behind,
  changed,
  eachChanged,
  fieldOf,
  forAll,
  freshName,
  idOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const answeringWithIssues: readonly OperationId[] = [
  'createIssue',
  'getIssue',
  'updateIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
  'listIssuesClosedByMergeRequest',
  'listIssuesOfMilestoneOfProject',
]

const listingNotes: readonly OperationId[] = [
  'listIssueNotes',
  'listSnippetNotes',
  'listMergeRequestNotes',
]

const writingNotes: readonly OperationId[] = [
  'createIssueNote',
  'createSnippetNote',
  'createMergeRequestNote',
  'updateIssueNote',
  'updateSnippetNote',
  'updateMergeRequestNote',
]

/** Sends a text that a call gives in another form; what is no text stays as it is. */
const normalising =
  (name: string, change: (text: string) => string): Rule =>
  async (call) => {
    const text = call.given[name]
    if (typeof text !== 'string' || change(text) === text) return call.send()
    return call.send({ [name]: change(text) })
  }

export const legitimateSumacServers: readonly LegitimateServer[] = [
  {
    name: 'The newest note stands first among the notes of an issue, a snippet or a merge request',
    allowedBy: 'Document 2, Notes: array of Note, and nothing says in which order',
    start: serving(() =>
      forAll(listingNotes, async (call) =>
        relisted(call, (all) => [...all].sort((one, other) => idOf(other) - idOf(one))),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const notes = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', notes, { body: { body } })
      return fieldOf((await ask('GET', notes)).json, 'body')[0] === 'Two'
    },
  },
  {
    name: 'The labels of an issue stand in the reverse of the order of their names',
    allowedBy: 'Document 2, Issue: labels is an array of strings, and nothing says in which order',
    start: serving(() =>
      forAll(answeringWithIssues, async (call) =>
        eachChanged(await call.send(), (one) =>
          Array.isArray(one.labels) ? { ...one, labels: sortedDown(one.labels) } : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'ant,bee' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'bee'
    },
  },
  {
    name: 'Times are those of a clock five and a half hours ahead, with microseconds',
    allowedBy:
      'Document 1, Conventions: timestamps are ISO 8601 strings, which may have an offset and any precision',
    start: answeringAll((json) => mapped(json, inLocalTime)),
    isShown: async (ask) =>
      String(at((await ask('GET', '/user')).json, 'created_at')).endsWith('+05:30'),
  },
  {
    name: 'The relations of links are tokens without quotation marks, the first and last page before the others',
    allowedBy:
      'Document 1, Limits: Link with the relations prev, next, first, last; RFC 8288: a relation may be a token, in any order',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const links = link.split(/,\s*(?=<)/).map((one) => one.replace(/rel="(\w+)"/, 'rel=$1'))
      const isEnd = (one: string) => /rel=(?:first|last)$/.test(one)
      const sorted = [...links.filter(isEnd), ...links.filter((one) => !isEnd(one))]
      return withBody(response, response.body, { link: sorted.join(', ') })
    }),
    isShown: async (ask) =>
      /rel=first/.test((await ask('GET', '/groups')).headers.get('link') ?? ''),
  },
  {
    name: 'The id of a request is the one that its client sent, where it sent one',
    allowedBy:
      'Document 1, Limits: X-Request-Id is also sent, and nothing says who gives the request its id',
    start: behind((response, request) => {
      const id = request.headers.get('x-request-id')
      if (id === null || !/^[\w-]+$/.test(id)) return response
      return withBody(response, response.body, { 'x-request-id': id })
    }),
    async isShown(ask) {
      const headers = { 'x-request-id': 'from-the-client' }
      const answer = await ask('GET', '/user', { headers })
      return answer.headers.get('x-request-id') === 'from-the-client'
    },
  },
  {
    name: 'An issue whose description is empty has none: null',
    allowedBy: 'Document 2, Issue: description is a string or null; absent values are null',
    start: serving(() =>
      forAll(answeringWithIssues, async (call) =>
        eachChanged(await call.send(), (one) =>
          one.description === '' ? { ...one, description: null } : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { description: 'Long' })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { description: '' } })
      return at((await ask('GET', path)).json, 'description') === null
    },
  },
  {
    name: 'A group is internal where nothing is said about its visibility',
    allowedBy: 'Document 1, POST /groups: visibility_level is optional, and no default is stated',
    start: serving(() => ({
      createGroup: async (call) =>
        call.given.visibility_level === undefined
          ? call.send({ visibility_level: 10 })
          : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', `/groups/${await newGroup(ask)}`)
      return at(json, 'visibility_level') === 10
    },
  },
  {
    name: 'A user who is made without a word about it may not create groups',
    allowedBy: 'Document 1, POST /users: can_create_group is optional, and no default is stated',
    start: serving(() => ({
      createUser: async (call) =>
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
    name: 'A website without a scheme is kept as an address that begins with http',
    allowedBy:
      'Document 1, POST and PUT /users: website_url, and nothing says that it is kept to the letter',
    start: serving(() =>
      forAll(
        ['createUser', 'updateUser'],
        normalising('website_url', (address) =>
          address === '' || /^https?:\/\//i.test(address) ? address : `http://${address}`,
        ),
      ),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask, { website_url: 'sumac.example' })
      return at((await ask('GET', `/users/${id}`)).json, 'website_url') === 'http://sumac.example'
    },
  },
  {
    name: 'The ends of the lines of a comment are kept as line feeds alone',
    allowedBy: 'Document 2, Notes: body, and nothing says that the ends of its lines are kept',
    start: serving(() =>
      forAll(
        writingNotes,
        normalising('body', (body) => body.replaceAll('\r\n', '\n')),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const notes = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', notes, { body: { body: 'One\r\nTwo' } })
      return fieldOf((await ask('GET', notes)).json, 'body')[0] === 'One\nTwo'
    },
  },
  {
    name: 'Nobody and nothing has a picture, as pictures are switched off',
    allowedBy: 'Document 1, User, Group, Project: avatar_url is a string or null',
    start: answeringAll((json) =>
      mapped(json, (name, value) => (name === 'avatar_url' ? null : value)),
    ),
    isShown: async (ask) => at((await ask('GET', '/users/9')).json, 'avatar_url') === null,
  },
  {
    name: 'The files and folders of a tree stand in one order of names, folders among files',
    allowedBy: 'Document 3, GET .../tree: array of Tree entry, and nothing says in which order',
    start: serving(() => ({
      listTree: async (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => compared(String(one.path), String(other.path))),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'type').join() === 'blob,tree'
    },
  },
  {
    name: 'An attribute that is missing is named in other words',
    allowedBy:
      'Document 1, Errors: message is a string naming the attribute, and its words are not stated',
    start: behind(async (response) => {
      if (response.status !== 400) return response
      return changed(response, (json) => {
        const name = /"?([a-z_]+)"? (?:not given|is missing)/.exec(String(at(json, 'message')))?.[1]
        return name === undefined
          ? json
          : withFields(json, { message: `Please provide a value for: ${name}` })
      })
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/groups', { body: { path: freshName('path') } })
      return at(json, 'message') === 'Please provide a value for: name'
    },
  },
  {
    name: 'The creation of an issue is told to the second, its last update to the millisecond',
    allowedBy:
      'Document 1, Conventions: timestamps are ISO 8601 strings, and their precision is not stated',
    start: serving(() =>
      forAll(answeringWithIssues, async (call) =>
        eachChanged(await call.send(), (one) =>
          typeof one.created_at === 'string'
            ? { ...one, created_at: one.created_at.replace(/\.\d+/, '') }
            : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return /:\d\dZ$/.test(String(at(json, 'created_at')))
    },
  },
  {
    name: 'The path that is generated from the name of a project joins its words by underscores',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name), and nothing says how',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], async (call) => {
        const { name, path } = call.given
        const isPlain = typeof name === 'string' && /^[A-Za-z]\w*(?: \w+)+$/.test(name)
        if (path !== undefined || !isPlain) return call.send()
        return call.send({ path: name.toLowerCase().replaceAll(' ', '_') })
      }),
    ),
    async isShown(ask) {
      const name = `Own tool ${freshName('z').replaceAll('-', '')}`
      const { json } = await ask('GET', `/projects/${await newProject(ask, { name })}`)
      return String(at(json, 'path')).startsWith('own_tool_')
    },
  },
]

const compared = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const sortedDown = (labels: readonly unknown[]) =>
  labels.map(String).sort((one, other) => compared(other, one))

/** Every field in JSON with another value, however deep it stands. */
function mapped(json: unknown, change: (name: string, value: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => mapped(one, change))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, mapped(change(name, value), change)]),
  )
}

/** A timestamp by the clock of India; every other field as it is. */
function inLocalTime(name: string, value: unknown): unknown {
  const isTime = /_at$|^(?:authored|committed)_date$|^timestamp$/.test(name)
  if (!isTime || typeof value !== 'string' || !value.includes('T')) return value
  const time = Date.parse(value)
  if (Number.isNaN(time)) return value
  const local = new Date(time + 5.5 * 60 * 60 * 1000).toISOString()
  return local.replace('Z', '000+05:30')
}
