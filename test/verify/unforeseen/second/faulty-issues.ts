import type { Call } from '../../mutants/call.ts'
import { isObject, type JsonObject, readJson } from '../../mutants/json.ts'
import { at, type FaultyServer, type Forge } from '../server.ts'
import {
  callerOf,
  column,
  going,
  isText,
  made,
  newProject,
  newUser,
  numberAt,
  reading,
  relisted,
  serving,
  sudo,
} from './tools.ts'

/** The event that tells of the closing of an issue last. */
const closingOf = (forge: Forge, issue: number) =>
  forge.db.events
    .all()
    .findLast(
      ({ action_name, target_id, target_type }) =>
        action_name === 'closed' && target_type === 'Issue' && target_id === issue,
    )

/** Without what the query says beside credentials. */
function withoutQuery(call: Call): Call {
  const url = new URL(call.url)
  for (const name of [...url.searchParams.keys()])
    if (!['private_token', 'access_token', 'sudo'].includes(name)) url.searchParams.delete(name)
  return { ...call, url }
}

export const faultyIssues: readonly FaultyServer[] = [
  {
    name: 'Issues of a milestone are not filtered by labels',
    breaks: 'GET /projects/:id/issues: labels (any label), milestone',
    at: ['listIssuesOfProject'],
    start: reading(['listIssuesOfProject'], ({ given }) =>
      given.milestone === undefined ? {} : { labels: undefined },
    ),
    async isShown(ask) {
      const query = 'milestone=Winter%20programme&labels=urgent'
      const { json } = await ask('GET', `/projects/1/issues?${query}`)
      return column(json, 'title').length !== 1
    },
  },
  {
    name: 'A closed issue is not found by its number',
    breaks: 'GET /projects/:id/issues: iid integer, state (all when omitted)',
    at: ['listIssuesOfProject'],
    start: reading(['listIssuesOfProject'], ({ given }) =>
      given.iid === undefined || given.state !== undefined ? {} : { state: 'opened' },
    ),
    async isShown(ask) {
      return column((await ask('GET', '/projects/1/issues?iid=1')).json, 'iid').length === 0
    },
  },
  {
    name: 'A change of title gets lost in the request that closes the issue',
    breaks: 'PUT /projects/:id/issues/:issue_id: title, state_event',
    at: ['updateIssue'],
    start: reading(['updateIssue'], ({ given }) =>
      given.state_event === 'close' ? { title: undefined } : {},
    ),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'Before' })
      const body = { title: 'After', state_event: 'close' }
      return (
        at((await ask('PUT', `/projects/1/issues/${issue}`, { body })).json, 'title') !== 'After'
      )
    },
  },
  {
    name: 'A closed issue keeps the time of its last update',
    breaks: 'Issue: close: `updated_at` changes',
    at: ['updateIssue', 'getIssue'],
    start: going(['updateIssue'], async ({ askAsCaller, call, forge, given, id, send }) => {
      const before = forge.db.issues.get(id('issue_id'))?.updated_at
      const response = await send()
      const issue = forge.db.issues.get(id('issue_id'))
      if (!response.ok || given.state_event !== 'close' || !issue || !before) return response
      forge.db.issues.replace(issue, { updated_at: before })
      const path = `/projects/${call.path.get('id')}/issues/${issue.id}`
      return Response.json((await askAsCaller('GET', path)).json, { headers: response.headers })
    }),
    async isShown(ask) {
      const path = `/projects/1/issues/${numberAt((await ask('GET', '/projects/1/issues?iid=9')).json, '0.id')}`
      const before = at((await ask('GET', path)).json, 'updated_at')
      await ask('PUT', path, { body: { state_event: 'close' } })
      return at((await ask('GET', path)).json, 'updated_at') === before
    },
  },
  {
    name: 'Whoever reports an issue says when that was',
    breaks: 'POST /projects/:id/issues: created_at (ISO 8601; admin or project owner only)',
    at: ['createIssue'],
    start: going(['createIssue'], async ({ askAsCaller, call, forge, given, send }) => {
      const response = await send()
      const issue = response.ok ? await readJson(response) : undefined
      const record = forge.db.issues.get(numberAt(issue, 'id'))
      if (!record || !isText(given.created_at)) return response
      const created_at = new Date(given.created_at).toISOString()
      forge.db.issues.replace(record, { created_at })
      const path = `/projects/${call.path.get('id')}/issues/${record.id}`
      return Response.json((await askAsCaller('GET', path)).json, { status: 201 })
    }),
    async isShown(ask) {
      const body = { title: 'Long ago', created_at: '2015-01-02T03:04:05Z' }
      const { json } = await ask('POST', '/projects/1/issues', { token: 'sam-token', body })
      return String(at(json, 'created_at')).startsWith('2015-01-02')
    },
  },
  {
    name: 'The offset of a time is not read',
    breaks: 'created_at (ISO 8601); timestamps are ISO 8601 strings',
    at: ['createIssue'],
    start: reading(['createIssue'], ({ given }) =>
      isText(given.created_at)
        ? { created_at: given.created_at.replace(/[+-]\d\d:?\d\d$/, 'Z') }
        : {},
    ),
    async isShown(ask) {
      const body = { title: 'Elsewhere', created_at: '2016-05-06T23:30:00+02:00' }
      const { json } = await ask('POST', '/projects/1/issues', { body })
      return new Date(String(at(json, 'created_at'))).getUTCHours() === 23
    },
  },
  {
    name: 'Whoever unsubscribed from an issue cannot subscribe again',
    breaks: 'POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async unsubscribeFromIssue(exchange) {
          const response = await exchange.send()
          if (response.ok) left.add(`${await callerOf(exchange)} ${exchange.id('issue_id')}`)
          return response
        },
        async subscribeToIssue(exchange) {
          const isLeft = left.has(`${await callerOf(exchange)} ${exchange.id('issue_id')}`)
          return isLeft ? new Response(null, { status: 304 }) : exchange.send()
        },
      }
    }),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'Followed' })
      const path = `/projects/1/issues/${issue}/subscription`
      await ask('POST', path)
      await ask('DELETE', path)
      return (await ask('POST', path)).status === 304
    },
  },
  {
    name: 'One todo of an issue is enough for all',
    breaks: 'POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const marked = new Set<number>()
      return {
        async createTodoOfIssue({ id, send }) {
          const issue = id('issue_id')
          if (marked.has(issue)) return new Response(null, { status: 304 })
          const response = await send()
          if (response.status === 201) marked.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'To do' })
      const path = `/projects/1/issues/${issue}/todo`
      await ask('POST', path)
      return (await ask('POST', path, { token: 'marta-token' })).status === 304
    },
  },
  {
    name: 'The issues that somebody created have the deleted ones among them',
    breaks: 'DELETE of an issue: removed (soft delete)',
    at: ['listOwnIssues', 'deleteIssue'],
    start: serving(() => {
      const deleted: JsonObject[] = []
      return {
        async deleteIssue({ askAsCaller, call, send }) {
          const path = `/projects/${call.path.get('id')}/issues/${call.path.get('issue_id')}`
          const issue = JSON.parse((await askAsCaller('GET', path)).text || 'null')
          const response = await send()
          if (response.ok && isObject(issue)) deleted.push(issue)
          return response
        },
        async listOwnIssues(exchange) {
          const caller = await callerOf(exchange)
          const own = deleted.filter((issue) => numberAt(issue, 'author.id') === caller)
          return relisted(exchange, (issues) => [...own, ...issues])
        },
      }
    }),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'Gone' })
      await ask('DELETE', `/projects/1/issues/${issue}`)
      return column((await ask('GET', '/issues')).json, 'id').includes(issue)
    },
  },
  {
    name: 'The closing of an issue is told as a deed of its author',
    breaks: 'Activity event: `author_id`, `author`; observed action `closed`',
    at: ['listProjectEvents', 'updateIssue'],
    start: going(['updateIssue'], async ({ forge, given, id, send }) => {
      const response = await send()
      const issue = forge.db.issues.get(id('issue_id'))
      const event = closingOf(forge, id('issue_id'))
      if (response.ok && given.state_event === 'close' && issue && event)
        forge.db.events.replace(event, { author_id: issue.author_id })
      return response
    }),
    async isShown(ask) {
      const user = await newUser(ask, 'reporter')
      const project = await newProject(ask, 'Closing', { visibility_level: 20 })
      const issue = await made(ask, `/projects/${project}/issues`, { title: 'Done' }, sudo(user))
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body: { state_event: 'close' } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      const actions = column(json, 'action_name')
      return column(json, 'author_id')[actions.indexOf('closed')] === user
    },
  },
  {
    name: 'An issue that is closed with other changes leaves no event',
    breaks: 'Activity event: observed `action_name` `closed` of target type `Issue`',
    at: ['listProjectEvents', 'listUserEvents', 'updateIssue'],
    start: going(['updateIssue'], async ({ forge, given, id, send }) => {
      const response = await send()
      const others = Object.keys(given).filter((name) => name !== 'state_event')
      const event = closingOf(forge, id('issue_id'))
      if (response.ok && given.state_event === 'close' && others.length > 0 && event)
        forge.db.events.remove(event)
      return response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Quiet')
      const issue = await made(ask, `/projects/${project}/issues`, { title: 'Done' })
      const body = { state_event: 'close', description: 'Done.' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      const { json } = await ask('GET', `/projects/${project}/events`)
      return !column(json, 'action_name').includes('closed')
    },
  },
  {
    name: 'An issue that resolves discussions is described by default, whatever is given',
    breaks:
      'merge_request_for_resolving_discussions fills a default description; given title/description take precedence',
    at: ['createIssue'],
    start: reading(['createIssue'], ({ given }) =>
      given.merge_request_for_resolving_discussions === undefined ? {} : { description: undefined },
    ),
    async isShown(ask) {
      const body = {
        title: 'Follow up',
        description: 'In my words',
        merge_request_for_resolving_discussions: 3,
      }
      const { json } = await ask('POST', '/projects/1/issues', { body })
      return at(json, 'description') !== body.description
    },
  },
  {
    name: 'What a POST of an issue says in the query is not read beside a body',
    breaks: 'Parameters are sent in the query string or in the request body',
    at: ['createIssue'],
    start: going(['createIssue'], ({ call, send }) =>
      send(call.bytes?.length ? withoutQuery(call) : call),
    ),
    async isShown(ask) {
      const path = '/projects/1/issues?description=From%20the%20query'
      const { json } = await ask('POST', path, { body: { title: 'Two places' } })
      return at(json, 'description') !== 'From the query'
    },
  },
]
