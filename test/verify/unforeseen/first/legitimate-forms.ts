import { readJson, withoutLength } from '../../mutants/json.ts'
import { at, type LegitimateServer } from '../server.ts'
import { always, answering, column, create, deep, heading, serve, showing } from './tools.ts'

/** What answers look like. */
export const legitimateForms: readonly LegitimateServer[] = [
  {
    name: 'times are without a fraction and name their offset as +00:00',
    allowedBy: 'Timestamps are ISO 8601 strings.',
    start: always((json) =>
      deep(json, (value, name) => (isTime(name, value) ? utc(value) : value)),
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/projects/1')).json, 'created_at')).endsWith('+00:00')
    },
  },
  {
    name: 'times are those of a clock two hours east',
    allowedBy: 'Timestamps are ISO 8601 strings.',
    start: always((json) =>
      deep(json, (value, name) => (isTime(name, value) ? east(value) : value)),
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/projects/1')).json, 'created_at')).endsWith('+02:00')
    },
  },
  {
    name: 'short ids of commits have eight digits',
    allowedBy: '`short_id`: no length is stated.',
    start: always((json) =>
      deep(json, (value, name) => (name === 'short_id' ? String(value).slice(0, 8) : value)),
    ),
    async isShown(ask) {
      const commits = await ask('GET', '/projects/1/repository/commits')
      return String(column(commits, 'short_id')[0]).length === 8
    },
  },
  {
    name: 'records have fields of a later release',
    allowedBy: 'No sentence says that there are no others than the listed fields.',
    start: showing(['getUser', 'listUsers', 'getProject', 'getIssue', 'getGroup'], (record) => ({
      ...record,
      job_title: null,
      _links: { self: 'http://forge.test/self' },
    })),
    async isShown(ask) {
      return at((await ask('GET', '/users/2')).json, '_links.self') !== undefined
    },
  },
  {
    name: 'pages are on another host than the API',
    allowedBy: '`web_url` string: nothing is said of its host.',
    start: always((json) =>
      deep(json, (value, name) =>
        name === 'web_url' ? String(value).replace('http://forge.test', 'https://www.code') : value,
      ),
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/user')).json, 'web_url')).startsWith('https://www.code')
    },
  },
  {
    name: 'nobody has a picture',
    allowedBy: '`avatar_url` string or null.',
    start: always((json) => deep(json, (value, name) => (name === 'avatar_url' ? null : value))),
    async isShown(ask) {
      return at((await ask('GET', '/users/2')).json, 'avatar_url') === null
    },
  },
  {
    name: 'JSON is indented and holds ASCII alone',
    allowedBy: 'Response data are serialized as JSON, which may be escaped.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const json = await readJson(response)
        if (json === undefined) return response
        const text = JSON.stringify(json, null, 2).replace(/[\u0080-\uffff]/g, escaped)
        return new Response(text, {
          status: response.status,
          headers: withoutLength(response.headers),
        })
      }),
    async isShown(ask) {
      return (await ask('GET', '/users/4')).text.includes('In\\u00eas')
    },
  },
  {
    name: 'JSON names its character set in upper case',
    allowedBy: 'Response data are serialized as JSON; no media type is stated.',
    start: heading((headers) => {
      if (headers.get('content-type') !== 'application/json') return
      headers.set('content-type', 'application/json; charset=UTF-8')
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/user')
      return headers.get('content-type') === 'application/json; charset=UTF-8'
    },
  },
  {
    name: 'relations of links are unquoted and in another order',
    allowedBy: '`Link` (relations prev, next, first, last with full URLs): RFC 8288 has tokens.',
    start: heading((headers) => {
      const links = headers.get('link')?.split(', ').reverse() ?? []
      if (links.length > 0)
        headers.set('link', links.join(',').replace(/; rel="(\w+)"/g, ';rel=$1'))
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=2')
      return headers.get('link')?.includes('rel=next') ?? false
    },
  },
  {
    name: 'requests are counted in their ids',
    allowedBy: '`X-Request-Id` and `X-Runtime` are also sent: no form is stated.',
    start: (forge) => {
      let count = 0
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        const headers = new Headers(response.headers)
        count += 1
        headers.set('x-request-id', `node-7/${count}`)
        return new Response(response.body, { status: response.status, headers })
      })
    },
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('x-request-id') === 'node-7/1'
    },
  },
  {
    name: 'who is not signed in is told how, and why in a further field',
    allowedBy: 'a body whose `message` is `401 Unauthorized`: nothing forbids more.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (response.status !== 401) return response
        const headers = withoutLength(response.headers)
        headers.set('www-authenticate', 'Bearer realm="forge"')
        const json = Object(await readJson(response))
        return new Response(JSON.stringify({ ...json, reason: 'no valid token' }), {
          status: 401,
          headers,
        })
      }),
    async isShown(ask) {
      return (await ask('GET', '/user', { token: '' })).headers.has('www-authenticate')
    },
  },
  {
    name: 'what is not found is said in other words',
    allowedBy: '404 resource not found: no message is stated but for routes and sudo.',
    start: always((json, call, status) =>
      status === 404 && call.operation && !/user id or username/.test(String(at(json, 'message')))
        ? { message: 'There is nothing here.' }
        : json,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/4711')
      return at(json, 'message') === 'There is nothing here.'
    },
  },
  {
    name: 'builds name the runner that took them',
    allowedBy: 'runner: null in all forms shown; non-null value: not shown.',
    start: showing(['listBuilds', 'getBuild'], (build) => ({
      ...build,
      runner: { id: 3, description: 'harbour-1', active: true, is_shared: true },
    })),
    async isShown(ask) {
      return at((await ask('GET', '/projects/1/builds')).json, '0.runner.id') === 3
    },
  },
  {
    name: 'a moved issue is answered without some of its fields',
    allowedBy: 'An issue response may omit some of these fields (for example responses to move).',
    start: showing(['moveIssue'], ({ subscribed, web_url, due_date, ...issue }) => issue),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'Moving' })
      const path = `/projects/1/issues/${id}/move`
      const moved = await ask('POST', path, { body: { to_project_id: 2 } })
      return moved.status === 201 && at(moved.json, 'web_url') === undefined
    },
  },
  {
    name: 'a todo is answered as a bare success',
    allowedBy: 'Response of the todo creation: not shown.',
    start: answering(['createTodoOfIssue'], () => ({ created: true })),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'To do' })
      const todo = await ask('POST', `/projects/1/issues/${id}/todo`)
      return at(todo.json, 'created') === true
    },
  },
  {
    name: 'statistics are a count of bytes',
    allowedBy: 'Shape of the statistics object returned when `statistics` is true: not shown.',
    // A refusal names the parameter in the form that is stated for refusals.
    start: always((json, _call, status) =>
      status >= 400
        ? json
        : deep(json, (value, name) => (name === 'statistics' ? { bytes: 4096 } : value)),
    ),
    async isShown(ask) {
      const all = await ask('GET', '/projects/all?statistics=true')
      return at(all.json, '0.statistics.bytes') === 4096
    },
  },
  {
    // A description is none of "the id, URL, name and path", which are returned alone.
    name: 'the simple form of a project names its URL in a word of its own',
    allowedBy: 'Exact field names of the simple form: not shown.',
    start: showing(['listProjects', 'listVisibleProjects', 'listStarredProjects'], (project) =>
      'description' in project ? project : { ...project, url: project.web_url ?? null },
    ),
    async isShown(ask) {
      const list = await ask('GET', '/projects/visible?simple=true')
      return typeof at(list.json, '0.url') === 'string'
    },
  },
  {
    name: 'a merge request that was just made is not checked yet',
    allowedBy: 'merge_status: string (observed: `can_be_merged`); other values: not shown.',
    start: showing(['createMergeRequest'], (one) => ({ ...one, merge_status: 'unchecked' })),
    async isShown(ask) {
      const branch_name = 'unchecked'
      await ask('POST', '/projects/1/repository/branches', {
        body: { branch_name, ref: 'fix/children' },
      })
      const body = { title: 'New', source_branch: branch_name, target_branch: 'master' }
      const made = await ask('POST', '/projects/1/merge_requests', { body })
      return at(made.json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'raw files are bytes of no type',
    allowedBy: 'Media types of the raw file, raw blob, archive, trace responses: not shown.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'getRawFile' || !response.ok) return response
        const headers = new Headers(response.headers)
        headers.set('content-type', 'application/octet-stream')
        return new Response(response.body, { status: 200, headers })
      }),
    async isShown(ask) {
      const raw = await ask('GET', '/projects/1/repository/blobs/master?filepath=README.md')
      return raw.headers.get('content-type') === 'application/octet-stream'
    },
  },
]

const isTime = (name: string, value: unknown): value is string =>
  /(_at|_date|timestamp)$/.test(name) && typeof value === 'string' && value.includes('T')

const utc = (time: string) => new Date(time).toISOString().replace(/\.\d+Z$/, '+00:00')

const east = (time: string) =>
  new Date(Date.parse(time) + 2 * 3600 * 1000).toISOString().replace('Z', '+02:00')

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`
