import { parametersOf, withParameters } from '../../mutants/call.ts'
import { isObject, readJson, withJson } from '../../mutants/json.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  asking,
  asRoot,
  column,
  peek,
  records,
  reply,
  serve,
  tokenOf,
  write,
} from './tools.ts'

/** Groups, members, projects and their activity. */
export const faultySpaces: readonly FaultyServer[] = [
  {
    name: 'groups are made and changed by what is in the body alone',
    breaks: 'Parameters are sent in the query string or in the request body.',
    at: ['createGroup', 'updateGroup'],
    start: asking(['createGroup', 'updateGroup'], (call) => {
      const url = new URL(call.url)
      for (const name of ['name', 'path', 'description', 'visibility_level']) {
        url.searchParams.delete(name)
      }
      return { ...call, url }
    }),
    async isShown(ask) {
      return (await ask('POST', '/groups?name=Queried&path=queried')).status === 400
    },
  },
  {
    name: 'a project is transferred by its id and not by its path',
    breaks: 'POST /groups/:id/projects/:project_id: project_id (req, id or path).',
    at: ['transferProjectToGroup'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const isIt = call.operation === 'transferProjectToGroup'
        if (!isIt || /^\d+$/.test(call.path.get('project_id') ?? '')) return pass(call)
        return reply(404, { message: '404 Project Not Found' })
      }),
    async isShown(ask) {
      return (await ask('POST', '/groups/13/projects/vault%2Fdeploy')).status === 404
    },
  },
  {
    name: 'projects keep the path of their group that it had before it was renamed',
    breaks: 'Project: `path_with_namespace`; PUT /groups/:id: path.',
    at: ['getProject', 'updateGroup'],
    start: (forge) => {
      const former = new Map<string, string>()
      return serve(forge, async (call, pass) => {
        const id = call.path.get('id') ?? ''
        const isRenaming = call.operation === 'updateGroup' && parametersOf(call).path !== undefined
        const before = isRenaming ? String(at(await peek(forge, `/groups/${id}`), 'full_path')) : ''
        const response = await pass(call)
        const json = await readJson(response)
        if (isRenaming && response.ok) former.set(String(at(json, 'full_path')), before)
        if (call.operation !== 'getProject' || !isObject(json) || !response.ok) return response
        const [group = '', ...rest] = String(json.path_with_namespace).split('/')
        const old = [former.get(group) ?? group, ...rest].join('/')
        return withJson(response, { ...json, path_with_namespace: old })
      })
    },
    async isShown(ask) {
      await ask('PUT', '/groups/13', { body: { path: 'shows' } })
      const { json } = await ask('GET', '/projects/6')
      return at(json, 'path_with_namespace') === 'exhibits/touch-table'
    },
  },
  {
    name: 'a member who was removed still sees the private project',
    breaks: 'A GET on a private project by a non-member gives 404.',
    at: ['getProject', 'removeProjectMember'],
    start: (forge) => {
      const former = new Set<string>()
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        const id = call.path.get('id') ?? ''
        if (call.operation === 'removeProjectMember' && response.ok) {
          former.add(`${id} ${call.path.get('user_id')}`)
        }
        if (call.operation !== 'getProject' || response.status !== 404) return response
        const user = at(await peek(forge, '/user', tokenOf(call)), 'id')
        return former.has(`${id} ${user}`) ? pass(asRoot(call)) : response
      })
    },
    async isShown(ask) {
      await ask('POST', '/projects/8/members', { body: { user_id: 10, access_level: 20 } })
      await ask('DELETE', '/projects/8/members/10')
      return (await ask('GET', '/projects/8', { token: 'noor-token' })).status === 200
    },
  },
  {
    name: 'an owner of a project is let in as a master',
    breaks: 'Access levels: 50 owner (valid for groups only).',
    at: ['addProjectMember', 'updateProjectMember'],
    start: asking(['addProjectMember', 'updateProjectMember'], (call) => {
      const isOwner = Number(parametersOf(call).access_level) === 50
      return isOwner ? withParameters(call, { access_level: 40 }) : call
    }),
    async isShown(ask) {
      const body = { user_id: 10, access_level: 50 }
      return (await ask('POST', '/projects/1/members', { body })).status === 201
    },
  },
  {
    name: 'asking a group for projects that are not archived lists the archived ones',
    breaks: 'GET /groups/:id/projects: archived (boolean).',
    at: ['listGroupProjects'],
    start: asking(['listGroupProjects'], (call) =>
      String(parametersOf(call).archived) === 'false'
        ? withParameters(call, { archived: true })
        : call,
    ),
    async isShown(ask) {
      const list = await ask('GET', '/groups/12/projects?archived=false')
      return column(list, 'archived').includes(true)
    },
  },
  {
    name: 'who closed an issue is said to be who opened it',
    breaks: 'Activity event: `author_id`, `author`, with `action_name` `closed`.',
    at: ['listProjectEvents'],
    start: answering(['listProjectEvents'], async (json, _call, forge) =>
      Promise.all(
        records(json).map(async (event) => {
          if (event.action_name !== 'closed' || event.target_type !== 'Issue') return event
          const path = `/projects/${event.project_id}/issues/${event.target_id}`
          const issue = await peek(forge, path)
          const author = isObject(issue) && isObject(issue.author) ? issue.author : undefined
          if (!author) return event
          const { id = null, username = null } = author
          return { ...event, author, author_id: id, author_username: username }
        }),
      ),
    ),
    async isShown(ask) {
      const body = { title: 'Somebody closes this' }
      const token = 'jonas-token'
      const { json } = await ask('POST', '/projects/1/issues', { body, token })
      await ask('PUT', `/projects/1/issues/${at(json, 'id')}`, { body: { state_event: 'close' } })
      const list = await ask('GET', '/projects/1/events')
      return at(list.json, '0.action_name') === 'closed' && at(list.json, '0.author_id') === 3
    },
  },
  {
    name: 'there may be one project more than the limit says',
    breaks: 'per-user `projects_limit` bounds projects per user.',
    at: ['createProject'],
    start: (forge) => {
      const served = new Set<string>()
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isFull = response.status === 403 && call.operation === 'createProject'
        const user = isFull ? await peek(forge, '/user', tokenOf(call)) : undefined
        const limit = Number(at(user, 'projects_limit'))
        const path = `/users/${at(user, 'id')}`
        if (Number.isNaN(limit) || served.has(path)) return response
        served.add(path)
        await write(forge, 'PUT', path, { projects_limit: limit + 1 })
        const made = await pass(call)
        await write(forge, 'PUT', path, { projects_limit: limit })
        return made
      })
    },
    async isShown(ask) {
      const make = (name: string) =>
        ask('POST', '/projects', { body: { name }, token: 'sam-token' })
      for (const name of ['one', 'two', 'three']) await make(name)
      return (await make('four')).status === 201
    },
  },
  {
    name: 'a page of events begins with the last one of the page before',
    breaks: 'Pagination: parameter `page` and `per_page`; lists are ordered newest first.',
    at: ['listProjectEvents', 'listUserEvents'],
    start: answering(['listProjectEvents', 'listUserEvents'], async (json, call, forge) => {
      const page = Number(parametersOf(call).page ?? 1)
      if (page < 2) return json
      const before = withParameters(asRoot(call), { page: page - 1 })
      const { pathname, search } = before.url
      const previous = await peek(forge, `${pathname.replace(/^\/api\/v3/, '')}${search}`)
      return [...records(previous).slice(-1), ...records(json).slice(0, -1)]
    }),
    async isShown(ask) {
      const path = '/projects/1/events?per_page=2'
      const [first, second] = [await ask('GET', path), await ask('GET', `${path}&page=2`)]
      const [last, next] = [at(first.json, '1'), at(second.json, '0')]
      return JSON.stringify(last) === JSON.stringify(next)
    },
  },
]
