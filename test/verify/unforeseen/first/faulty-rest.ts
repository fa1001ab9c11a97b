import { parametersOf, withParameters } from '../../mutants/call.ts'
import { readJson, withJson } from '../../mutants/json.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  asking,
  column,
  create,
  records,
  refusing,
  serve,
  withHeaders,
} from './tools.ts'

/** Accounts, lists, code and builds. */
export const faultyRest: readonly FaultyServer[] = [
  {
    name: 'a limit of no projects becomes the default',
    breaks: 'POST /users: projects_limit (integer); the default applies where none is given.',
    at: ['createUser'],
    start: asking(['createUser'], (call) =>
      Number(parametersOf(call).projects_limit ?? 1) === 0
        ? withParameters(call, { projects_limit: 10 })
        : call,
    ),
    async isShown(ask) {
      const password = 'a-long-Passw0rd'
      const body = { email: 'z@z.example', username: 'zed', name: 'Z', password, projects_limit: 0 }
      const id = await create(ask, '/users', body)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') === 10
    },
  },
  {
    name: 'an e-mail of another is a conflict when a user is modified',
    breaks: 'User modification answers 404 even where 409 would be apt.',
    at: ['updateUser'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isTaken = parametersOf(call).email !== undefined && response.status === 404
        if (call.operation !== 'updateUser' || !isTaken) return response
        return Response.json({ message: 'Email has already been taken' }, { status: 409 })
      }),
    async isShown(ask) {
      const body = { email: 'marta@tidewater.example' }
      return (await ask('PUT', '/users/3', { body })).status === 409
    },
  },
  {
    name: 'a user who is gone cannot be deleted again',
    breaks: 'DELETE /users/:id: 200 always; the deleted user is returned only if it existed.',
    at: ['deleteUser'],
    start: (forge) => {
      const gone = new Set<string>()
      return serve(forge, async (call, pass) => {
        const id = call.path.get('id') ?? ''
        const response = await pass(call)
        if (call.operation !== 'deleteUser' || !response.ok) return response
        if (gone.has(id)) return Response.json({ message: '404 User Not Found' }, { status: 404 })
        gone.add(id)
        return response
      })
    },
    async isShown(ask) {
      await ask('DELETE', '/users/9')
      return (await ask('DELETE', '/users/9')).status === 404
    },
  },
  {
    name: 'a full last page names a next one',
    breaks: '`X-Next-Page`; `Link` (relations prev, next, first, last with full URLs).',
    at: ['listUsers', 'listIssuesOfProject', 'listBranches', 'listCommits', 'listVisibleProjects'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const { headers } = response
        const isFull = Number(headers.get('x-total')) % Number(headers.get('x-per-page')) === 0
        const isLast = headers.get('x-page') === headers.get('x-total-pages')
        if (!isFull || !isLast || Number(headers.get('x-total')) === 0) return response
        return withHeaders(response, (changed) =>
          changed.set('x-next-page', String(Number(headers.get('x-page')) + 1)),
        )
      }),
    async isShown(ask) {
      return (await ask('GET', '/users?per_page=1&page=11')).headers.get('x-next-page') === '12'
    },
  },
  {
    name: 'links to other pages forget the filters',
    breaks: '`Link` with full URLs; clients use these instead of building URLs.',
    at: [
      'listUsers',
      'listIssuesOfProject',
      'listMergeRequests',
      'listBuilds',
      'listVisibleProjects',
    ],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const link = response.headers.get('link')
        if (link === null) return response
        const bare = link.replace(/([?&])(state|search|scope|visibility|labels)[^&>]*&?/g, '$1')
        return withHeaders(response, (headers) => headers.set('link', bare))
      }),
    async isShown(ask) {
      const list = await ask('GET', '/projects/1/issues?state=closed&per_page=1')
      return !list.headers.get('link')?.includes('state=closed')
    },
  },
  {
    name: 'who searches for users is told how many there are in all',
    breaks: '`X-Total` on paginated lists: of the list that is asked for.',
    at: ['listUsers'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'listUsers' || parametersOf(call).search === undefined)
          return response
        const all = await pass(withParameters(call, { search: undefined }))
        const total = all.headers.get('x-total') ?? ''
        return withHeaders(response, (headers) => headers.set('x-total', total))
      }),
    async isShown(ask) {
      return (await ask('GET', '/users?search=marta')).headers.get('x-total') === '11'
    },
  },
  {
    name: 'groups are found by their name and not by their path',
    breaks: 'GET /groups: search (string, matches name or path).',
    at: ['listGroups'],
    start: answering(['listGroups'], (json, call) => {
      const { search } = parametersOf(call)
      if (typeof search !== 'string') return json
      const isFound = (name: unknown) => String(name).toLowerCase().includes(search.toLowerCase())
      return records(json).filter(({ name }) => isFound(name))
    }),
    async isShown(ask) {
      const body = { name: 'Harbour', path: 'only-in-path' }
      await create(ask, '/groups', body)
      return String(column(await ask('GET', '/groups?search=only-in-path'), 'id')) === ''
    },
  },
  {
    name: 'the context of a commit status is not taken for its name',
    breaks: 'POST /projects/:id/statuses/:sha: name or context (default `default`).',
    at: ['createCommitStatus'],
    start: asking(['createCommitStatus'], (call) => withParameters(call, { context: undefined })),
    async isShown(ask) {
      const commits = await ask('GET', '/projects/1/repository/commits')
      const path = `/projects/1/statuses/${column(commits, 'id')[0]}`
      const made = await ask('POST', path, { body: { state: 'pending', context: 'lint' } })
      return at(made.json, 'name') === 'default'
    },
  },
  {
    name: 'a second release of a tag is a bad request',
    breaks: 'POST .../release: 409 if a release already exists for the tag.',
    at: ['createRelease'],
    start: refusing(['createRelease'], 409, 400, { message: 'Release already exists' }),
    async isShown(ask) {
      const path = '/projects/1/repository/tags/v1.2/release'
      return (await ask('POST', path, { body: { description: 'Again' } })).status === 400
    },
  },
  {
    name: 'a file that was read stays as it was then',
    breaks: 'GET /projects/:id/repository/files: `content` at the ref; PUT makes new content.',
    at: ['getFile', 'updateFile'],
    start: (forge) => {
      const cache = new Map<string, Response>()
      return serve(forge, async (call, pass) => {
        if (call.operation !== 'getFile') return pass(call)
        const key = `${call.url.href} ${call.headers.get('private-token')}`
        const kept = cache.get(key)
        if (kept) return kept.clone()
        const response = await pass(call)
        if (response.ok) cache.set(key, response.clone())
        return response
      })
    },
    async isShown(ask) {
      const path = '/projects/1/repository/files'
      const read = () => ask('GET', `${path}?file_path=README.md&ref=master`)
      const before = await read()
      const change = { branch_name: 'master', content: 'New', commit_message: 'Renew' }
      await ask('PUT', path, { body: { file_path: 'README.md', ...change } })
      return at(before.json, 'content') === at((await read()).json, 'content')
    },
  },
  {
    name: 'branches are listed with those that were made last at the end',
    breaks: 'GET .../branches: array of Branch sorted by name alphabetically.',
    at: ['listBranches'],
    start: (forge) => {
      const made: string[] = []
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation === 'createBranch') made.push(String(parametersOf(call).branch_name))
        if (call.operation !== 'listBranches' || !response.ok) return response
        const list = records(await readJson(response))
        const rank = (name: unknown) => made.indexOf(String(name))
        return withJson(
          response,
          list.sort((a, b) => rank(a.name) - rank(b.name)),
        )
      })
    },
    async isShown(ask) {
      const path = '/projects/1/repository/branches'
      await ask('POST', path, { body: { branch_name: 'aaa', ref: 'master' } })
      return column(await ask('GET', path), 'name')[0] !== 'aaa'
    },
  },
]
