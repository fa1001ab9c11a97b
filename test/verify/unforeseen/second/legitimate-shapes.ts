import { isObject, type Json, type JsonObject, readJson, withJson } from '../../mutants/json.ts'
import { type Ask, at, type LegitimateServer } from '../server.ts'
import {
  column,
  commitFile,
  goingEverywhere,
  isText,
  made,
  newProject,
  newUser,
  showing,
} from './tools.ts'

/** JSON with each field of each object in it changed. */
function withFields(json: Json, change: (value: Json, name: string) => Json): Json {
  if (Array.isArray(json)) return json.map((item) => withFields(item, change))
  if (!isObject(json)) return json
  const changed = Object.entries(json).map(([name, value]): [string, Json] => [
    name,
    change(withFields(value, change), name),
  ])
  return Object.fromEntries(changed)
}

/** A server that shows fields otherwise, wherever they stand. */
const showingFields = (change: (value: Json, name: string) => Json) =>
  goingEverywhere(() => async ({ send }) => {
    const response = await send()
    const json = response.ok ? await readJson(response) : undefined
    return json === undefined ? response : withJson(response, withFields(json, change))
  })

const without = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const only = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

const isTime = (value: Json): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)

/** A time as a clock shows it that is two hours ahead. */
const ahead = (time: string) =>
  new Date(Date.parse(time) + 7_200_000).toISOString().replace('Z', '+02:00')

const issue = (ask: Ask) => made(ask, '/projects/1/issues', { title: 'Otherwise' })

export const legitimateFields: readonly LegitimateServer[] = [
  {
    name: 'Objects within others have links to more',
    allowedBy: 'No further fields are ruled out',
    start: showingFields((value, name) =>
      isObject(value) && name !== 'events' ? { ...value, _links: { self: null } } : value,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/issues')
      return at(json, '0.author._links.self') === null
    },
  },
  {
    name: 'Who has no picture has a drawn one',
    allowedBy: 'avatar_url: string or null',
    start: showingFields((value, name) =>
      name === 'avatar_url' ? (value ?? 'https://avatars.example/drawn?d=identicon&s=80') : value,
    ),
    async isShown(ask) {
      const user = await newUser(ask, 'faceless')
      return isText(at((await ask('GET', `/users/${user}`)).json, 'avatar_url'))
    },
  },
  {
    name: 'Pages are at another host, below a dash',
    allowedBy: 'web_url: string; its form is not stated',
    start: showingFields((value, name) =>
      name === 'web_url' && isText(value)
        ? value.replace(/^https?:\/\/[^/]+/, 'https://code.example/-')
        : value,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1')
      return at(json, 'web_url') === 'https://code.example/-/tidewater/website'
    },
  },
  {
    name: 'Repositories are reached by SSH at another port',
    allowedBy: 'ssh_url_to_repo: string; its form is not stated',
    start: showingFields((value, name) =>
      name === 'ssh_url_to_repo' && isText(value)
        ? value.replace(/^git@([^:]+):/, 'ssh://git@$1:2222/')
        : value,
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/projects/1')).json, 'ssh_url_to_repo')).includes(':2222')
    },
  },
  {
    name: 'Times of creation are those of a clock two hours ahead, and say so; others are not',
    allowedBy: 'Timestamps are ISO 8601 strings, which has offsets',
    start: showingFields((value, name) =>
      name === 'created_at' && isTime(value) ? ahead(value) : value,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1')
      return at(json, 'created_at') === '2016-03-07T11:00:00.000+02:00'
    },
  },
  {
    name: 'Times have microseconds, or no fraction where it is nothing',
    allowedBy: 'Timestamps are ISO 8601 strings, which has fractions of any length and none',
    start: showingFields((value) =>
      isTime(value) ? value.replace(/\.000Z$/, 'Z').replace(/(\.\d{3})Z$/, '$1000Z') : value,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1')
      return at(json, 'created_at') === '2016-03-07T09:00:00Z'
    },
  },
  {
    name: 'Short ids of commits have eight letters',
    allowedBy: '`short_id`: its length is not stated',
    start: showingFields((value, name) =>
      name === 'short_id' && isText(value) ? value.slice(0, 8) : value,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits/master')
      return String(at(json, 'short_id')).length === 8
    },
  },
  {
    name: 'Labels and tags are in another order',
    allowedBy: 'labels, tag_list: arrays of strings; no order is stated',
    start: showingFields((value, name) =>
      ['labels', 'tag_list'].includes(name) && Array.isArray(value) ? value.toReversed() : value,
    ),
    async isShown(ask) {
      return at((await ask('GET', '/projects/1')).json, 'tag_list.0') === 'accessibility'
    },
  },
  {
    name: 'Tokens of runners are long and say what they are',
    allowedBy: 'runners_token: string (secret); its form is not stated',
    start: showingFields((value, name) =>
      name === 'runners_token' && isText(value) ? `runners-of-project-${value}-${value}` : value,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1')
      return String(at(json, 'runners_token')).startsWith('runners-of-project-')
    },
  },
  {
    name: 'Whether a merge request can be merged is not known to lists',
    allowedBy: 'merge_status: other values than `can_be_merged`: not shown',
    start: showing(['listMergeRequests'], (mergeRequest) => ({
      ...mergeRequest,
      merge_status: 'unchecked',
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests')
      return at(json, '0.merge_status') === 'unchecked'
    },
  },
  {
    name: 'An issue that is moved or subscribed to is shown in short',
    allowedBy:
      'An issue response may omit some of these fields (responses to move and subscription)',
    start: showing(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], (moved) =>
      without(moved, ['web_url', 'user_notes_count', 'due_date', 'confidential', 'description']),
    ),
    async isShown(ask) {
      const path = `/projects/1/issues/${await issue(ask)}`
      const { json } = await ask('DELETE', `${path}/subscription`)
      return typeof at(json, 'id') === 'number' && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'Lists of issues do not say who subscribed',
    allowedBy: 'An issue response may omit some of these fields',
    start: showing(['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'], (listed) =>
      without(listed, ['subscribed']),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/issues')
      return at(json, '0.subscribed') === undefined
    },
  },
  {
    name: 'The author of a merge request comes with e-mail and time',
    allowedBy: 'author, assignee: user (brief or with e-mail and created_at)',
    start: showing(['getMergeRequest', 'listMergeRequests'], (mergeRequest, { forge }) => {
      const { author } = mergeRequest
      const record = isObject(author) ? forge.db.users.get(Number(author.id)) : undefined
      if (!isObject(author) || !record) return mergeRequest
      const { email, created_at } = record
      return { ...mergeRequest, author: { ...author, email, created_at } }
    }),
    async isShown(ask) {
      return isText(at((await ask('GET', '/projects/1/merge_requests')).json, '0.author.email'))
    },
  },
  {
    name: 'An event of a comment has no time',
    allowedBy: 'Activity event: `created_at` (on some)',
    start: showing(['listProjectEvents', 'listUserEvents'], (event) =>
      event.target_type === 'Note' ? without(event, ['created_at']) : event,
    ),
    async isShown(ask) {
      await ask('POST', `/projects/1/issues/${await issue(ask)}/notes`, { body: { body: 'Aye' } })
      const { json } = await ask('GET', '/projects/1/events')
      return at(json, '0.target_type') === 'Note' && at(json, '0.created_at') === undefined
    },
  },
]

export const legitimateAnswers: readonly LegitimateServer[] = [
  {
    name: 'A new project is answered with its addresses alone',
    allowedBy: 'Response bodies of POST /projects, POST /projects/user/:user_id: not shown',
    start: showing(['createProject', 'createProjectForUser'], (project) =>
      only(project, ['id', 'name', 'path', 'path_with_namespace', 'web_url']),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'In short' } })
      return at(json, 'path') === 'in-short' && at(json, 'visibility_level') === undefined
    },
  },
  {
    name: 'A new group is answered with the fields of a search',
    allowedBy: 'Response bodies of POST /groups: not shown',
    start: showing(['createGroup'], (group) => only(group, ['id', 'name', 'path', 'description'])),
    async isShown(ask) {
      const { json } = await ask('POST', '/groups', { body: { name: 'Short', path: 'short' } })
      return at(json, 'path') === 'short' && at(json, 'full_path') === undefined
    },
  },
  {
    name: 'A new comment is answered with its id and body',
    allowedBy: 'Response bodies of note creation, modification …: not shown',
    start: showing(['createIssueNote', 'createSnippetNote', 'createMergeRequestNote'], (note) =>
      only(note, ['id', 'body']),
    ),
    async isShown(ask) {
      const path = `/projects/1/issues/${await issue(ask)}/notes`
      const { json } = await ask('POST', path, { body: { body: 'Aye' } })
      return at(json, 'body') === 'Aye' && at(json, 'author') === undefined
    },
  },
  {
    name: 'A snippet that is made or changed is answered with its id',
    allowedBy: 'Response bodies of snippet create, update and delete: not shown',
    start: showing(['createSnippet', 'updateSnippet'], (snippet) => only(snippet, ['id'])),
    async isShown(ask) {
      const project = await newProject(ask, 'Short texts', { snippets_enabled: true })
      const body = { title: 'T', file_name: 't.txt', code: 'Tide\n', visibility_level: 0 }
      const { json } = await ask('POST', `/projects/${project}/snippets`, { body })
      return typeof at(json, 'id') === 'number' && at(json, 'title') === undefined
    },
  },
  {
    name: 'A new todo is answered with its id and state',
    allowedBy: 'Response of the todo creation: not shown',
    start: showing(['createTodoOfIssue'], (todo) => only(todo, ['id', 'state'])),
    async isShown(ask) {
      const { json } = await ask('POST', `/projects/1/issues/${await issue(ask)}/todo`)
      return typeof at(json, 'id') === 'number' && at(json, 'target') === undefined
    },
  },
  {
    // The row of the POST says that it answers a Member, whose other fields are stated.
    name: 'Whoever is added to a project is answered without the day on which they leave',
    allowedBy: 'Member: …; single-member lookup also has `expires_at` (date or null)',
    start: showing(['addProjectMember', 'addGroupMember'], (member) =>
      without(member, ['expires_at']),
    ),
    async isShown(ask) {
      const user_id = await newUser(ask, 'short')
      const body = { user_id, access_level: 30 }
      const { json } = await ask('POST', '/projects/1/members', { body })
      return at(json, 'access_level') === 30 && at(json, 'expires_at') === undefined
    },
  },
  {
    name: 'Blocking is answered with the user',
    allowedBy: 'PUT …/block: 200; response bodies of … user-block operations: not shown',
    start: goingEverywhere(() => async ({ askAsCaller, call, send, id }) => {
      const response = await send()
      const isBlocking = call.operation === 'blockUser' || call.operation === 'unblockUser'
      if (!isBlocking || !response.ok) return response
      return Response.json((await askAsCaller('GET', `/users/${id('id')}`)).json)
    }),
    async isShown(ask) {
      const user = await newUser(ask, 'blocked')
      return at((await ask('PUT', `/users/${user}/block`)).json, 'state') === 'blocked'
    },
  },
]

const changed = (ask: Ask, project: number) =>
  ask('GET', `/projects/${project}/repository/commits/master/diff`)

export const legitimateContents: readonly LegitimateServer[] = [
  {
    name: 'Base64 comes in lines of sixty letters',
    allowedBy: '`content` (Base64 text): Base64 of MIME has lines',
    start: showing(['getFile'], (file) => ({
      ...file,
      content: String(file.content).replace(/.{60}/g, '$&\n'),
    })),
    async isShown(ask) {
      const query = 'file_path=README.md&ref=master'
      const { json } = await ask('GET', `/projects/1/repository/files?${query}`)
      return String(at(json, 'content')).includes('\n')
    },
  },
  {
    name: 'Diffs begin as those of git do',
    allowedBy: 'Diff entry: `diff` string; its form is not stated',
    start: showing(['listCommitDifferences'], (entry) => ({
      ...entry,
      diff: `diff --git a/${entry.old_path} b/${entry.new_path}\n${entry.diff}`,
    })),
    async isShown(ask) {
      const { json } = await changed(ask, 1)
      return String(at(json, '0.diff')).startsWith('diff --git a/')
    },
  },
  {
    name: 'A file that is new has no mode before',
    allowedBy: '`a_mode`, `b_mode` (string or null)',
    start: showing(['listCommitDifferences'], (entry) =>
      entry.new_file === true ? { ...entry, a_mode: null } : entry,
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'Modes')
      await commitFile(ask, project, 'new.txt', 'New\n')
      return column((await changed(ask, project)).json, 'a_mode')[0] === null
    },
  },
  {
    name: 'Raw files and traces are bytes of no stated kind',
    allowedBy: 'Media types of the raw file, raw blob, archive, trace and artifacts: not shown',
    start: goingEverywhere(() => async ({ call, send }) => {
      const response = await send()
      const isRaw = ['getRawFile', 'getRawBlob', 'getBuildTrace'].includes(call.operation ?? '')
      if (!isRaw || !response.ok) return response
      const bytes = await response.arrayBuffer()
      const headers = { 'content-type': 'binary/octet-stream', 'content-disposition': 'attachment' }
      return new Response(bytes, { headers })
    }),
    async isShown(ask) {
      const path = '/projects/1/repository/blobs/master?filepath=README.md'
      return (await ask('GET', path)).headers.get('content-type') === 'binary/octet-stream'
    },
  },
]
