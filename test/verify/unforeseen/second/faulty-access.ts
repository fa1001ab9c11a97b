import type { FaultyServer, OperationId } from '../server.ts'
import {
  asAdministrator,
  callerOf,
  column,
  going,
  isAnonymous,
  made,
  newProject,
  refusal,
  withHeaders,
} from './tools.ts'

const posts: readonly OperationId[] = ['createIssue', 'createIssueNote', 'createProject']
const reads: readonly OperationId[] = ['getCurrentUser', 'listUsers', 'listProjects', 'getProject']
const lists: readonly OperationId[] = [
  'listUsers',
  'listGroups',
  'listIssuesOfProject',
  'listProjects',
  'listIssueNotes',
]

export const faultyAccess: readonly FaultyServer[] = [
  {
    name: 'What an administrator writes with sudo in the query is their own',
    breaks: 'Sudo: the parameter `sudo` (query) or header `SUDO` performs the call as another user',
    at: posts,
    start: going(posts, ({ call, send }) => {
      const url = new URL(call.url)
      if (call.method === 'POST') url.searchParams.delete('sudo')
      return send({ ...call, url })
    }),
    async isShown(ask) {
      const path = '/projects/1/issues?sudo=marta'
      const id = await made(ask, path, { title: 'By Marta' })
      const own = await ask('GET', '/issues?per_page=100', { token: 'marta-token' })
      return !column(own.json, 'id').includes(id)
    },
  },
  {
    name: 'Whoever is no administrator may use sudo to be themselves',
    breaks:
      'A non-administrator token gets 403 with message `403 Forbidden - Must be admin to use sudo`',
    at: reads,
    start: going(reads, async ({ call, send }) => {
      const response = await send()
      const name = call.headers.get('sudo')
      if (response.status !== 403 || name === null) return response
      const headers = new Headers(call.headers)
      headers.delete('sudo')
      const who = await send({
        ...call,
        method: 'GET',
        url: new URL('/api/v3/user', call.url),
        headers,
        bytes: undefined,
      })
      const { id, username }: { id: number; username: string } = await who.json()
      return [String(id), username].includes(name) ? send({ ...call, headers }) : response
    }),
    async isShown(ask) {
      const { status } = await ask('GET', '/user', { token: 'sam-token', headers: { sudo: 'sam' } })
      return status === 200
    },
  },
  {
    name: 'A private token in the query is not read beside a JSON body',
    breaks: 'Private token: query parameter `private_token` or header `PRIVATE-TOKEN`',
    at: posts,
    start: going(posts, ({ call, send }) => {
      const url = new URL(call.url)
      const isJson = call.headers.get('content-type')?.startsWith('application/json') === true
      if (isJson && call.bytes?.length) url.searchParams.delete('private_token')
      return send({ ...call, url })
    }),
    async isShown(ask) {
      const request = { token: '', body: { title: 'By query' } }
      return (
        (await ask('POST', '/projects/1/issues?private_token=root-token', request)).status === 401
      )
    },
  },
  {
    name: 'The notes of an issue of a public project are read without credentials',
    breaks: 'Every request needs credentials, except reads marked public',
    at: ['listIssueNotes'],
    start: going(['listIssueNotes'], async (exchange) => {
      const { call, forge, send } = exchange
      const id = call.path.get('id') ?? ''
      const isPublic = forge.db.projects.get(Number(id))?.visibility_level === 20
      return isPublic && isAnonymous(call) ? send(asAdministrator(exchange)) : send()
    }),
    async isShown(ask) {
      return (await ask('GET', '/projects/1/issues/1/notes', { token: '' })).status === 200
    },
  },
  {
    name: 'Without credentials the members of an unknown project are a 404',
    breaks: 'Missing or invalid credentials give status 401',
    at: ['listProjectMembers', 'getProjectMember'],
    start: going(['listProjectMembers', 'getProjectMember'], async ({ call, forge, send }) => {
      const isKnown = forge.db.projects.get(Number(call.path.get('id'))) !== undefined
      return isAnonymous(call) && !isKnown ? refusal(404, '404 Project Not Found') : send()
    }),
    async isShown(ask) {
      return (await ask('GET', '/projects/987654/members', { token: '' })).status === 404
    },
  },
  {
    name: 'Whoever is signed in reads the events of private projects',
    breaks: 'A GET on a private project by a non-member gives 404',
    at: ['listProjectEvents'],
    start: going(['listProjectEvents'], async (exchange) => {
      const response = await exchange.send()
      const isHidden = response.status === 404 && !isAnonymous(exchange.call)
      return isHidden ? exchange.send(asAdministrator(exchange)) : response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Kept', { visibility_level: 0 })
      return (
        (await ask('GET', `/projects/${project}/events`, { token: 'sam-token' })).status === 200
      )
    },
  },
  {
    name: 'Lists state the page size that was asked for, though they keep to the greatest',
    breaks: 'per_page (default 20, maximum 100); X-Per-Page',
    at: lists,
    start: going(lists, async ({ given, send }) => {
      const response = await send()
      const isOver = Number(given.per_page) > 100 && response.headers.has('x-per-page')
      return isOver ? withHeaders(response, { 'x-per-page': String(given.per_page) }) : response
    }),
    async isShown(ask) {
      return (await ask('GET', '/users?per_page=500')).headers.get('x-per-page') === '500'
    },
  },
  {
    name: 'The author of an issue may delete it',
    breaks: 'DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: going(['deleteIssue'], async (exchange) => {
      const { forge, id, send } = exchange
      const response = await send()
      const author = forge.db.issues.get(id('issue_id'))?.author_id
      if (response.status !== 403 || author !== (await callerOf(exchange))) return response
      return send(asAdministrator(exchange))
    }),
    async isShown(ask) {
      const own = { token: 'sam-token' }
      const id = await made(ask, '/projects/1/issues', { title: 'Mine' }, own)
      return (await ask('DELETE', `/projects/1/issues/${id}`, own)).status === 200
    },
  },
  {
    name: 'The Link header leads on without the state that was asked for',
    breaks: '`Link` (relations prev, next, first, last with full URLs; clients use these)',
    at: ['listIssuesOfProject'],
    start: going(['listIssuesOfProject'], async ({ send }) => {
      const response = await send()
      const link = response.headers.get('link')?.replaceAll(/(?<=[?&])state=\w+&?/g, '')
      return link === undefined ? response : withHeaders(response, { link })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/1/issues?state=closed&per_page=2')
      return !headers.get('link')?.includes('state=closed')
    },
  },
  {
    name: 'A list whose last page is full has one page more',
    breaks: 'Response headers on paginated lists: X-Total-Pages',
    at: lists,
    start: going(lists, async ({ send }) => {
      const response = await send()
      const [total, size] = ['x-total', 'x-per-page'].map((name) => response.headers.get(name))
      if (!Number(total) || !Number(size)) return response
      const pages = Math.floor(Number(total) / Number(size)) + 1
      return withHeaders(response, { 'x-total-pages': String(pages) })
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Full')
      for (const title of ['One', 'Two']) await made(ask, `/projects/${project}/issues`, { title })
      const { headers } = await ask('GET', `/projects/${project}/issues?per_page=2`)
      return headers.get('x-total-pages') === '2'
    },
  },
]
