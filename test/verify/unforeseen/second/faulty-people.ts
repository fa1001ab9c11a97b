import { withParameters } from '../../mutants/call.ts'
import { isObject, readJson, withJson } from '../../mutants/json.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  column,
  going,
  isText,
  made,
  newUser,
  numberAt,
  reading,
  relisted,
  serving,
  showing,
  withHeaders,
} from './tools.ts'

export const faultyAccounts: readonly FaultyServer[] = [
  {
    name: 'A search among blocked users finds active ones too',
    breaks: 'GET /users: blocked (boolean, only true supported), search (string)',
    at: ['listUsers'],
    start: reading(['listUsers'], ({ given }) =>
      given.search === undefined ? {} : { blocked: undefined },
    ),
    async isShown(ask) {
      const found = await ask('GET', '/users?blocked=true&search=tidewater&per_page=100')
      return column(found.json, 'state').includes('active')
    },
  },
  {
    name: 'An update of a user that names no limit of projects sets the usual one',
    breaks: 'PUT /users/:id: projects_limit is optional',
    at: ['updateUser'],
    start: reading(['updateUser'], ({ given }) =>
      given.projects_limit === undefined ? { projects_limit: 10 } : {},
    ),
    async isShown(ask) {
      const id = await newUser(ask, 'limited', { projects_limit: 4 })
      await ask('PUT', `/users/${id}`, { body: { location: 'Pier 5' } })
      return numberAt((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 4
    },
  },
  {
    name: 'A user whose e-mail was changed is found by no e-mail any more',
    breaks: 'GET /users: search (string, e-mail or username)',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const changed = new Set<number>()
      return {
        async updateUser({ given, id, send }) {
          if (isText(given.email)) changed.add(id('id'))
          return send()
        },
        async listUsers(exchange) {
          const { search } = exchange.given
          if (!isText(search) || !search.includes('@')) return exchange.send()
          return relisted(exchange, (users) => users.filter(({ id }) => !changed.has(Number(id))))
        },
      }
    }),
    async isShown(ask) {
      const id = await newUser(ask, 'moving')
      await ask('PUT', `/users/${id}`, { body: { email: 'moved@second.example' } })
      const { json } = await ask('GET', '/users?search=moved@second.example')
      return !column(json, 'id').includes(id)
    },
  },
  {
    name: 'Deleting an e-mail of a user once more answers 200',
    breaks: 'DELETE /users/:id/emails/:email_id: 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser'],
    start: going(['deleteEmailOfUser'], async ({ forge, id, send }) => {
      const response = await send()
      const isKnown = forge.db.users.get(id('id')) !== undefined
      return response.status === 404 && isKnown ? Response.json(null) : response
    }),
    async isShown(ask) {
      const user = await newUser(ask, 'twice')
      const email = await made(ask, `/users/${user}/emails`, { email: 'more@second.example' })
      await ask('DELETE', `/users/${user}/emails/${email}`)
      return (await ask('DELETE', `/users/${user}/emails/${email}`)).status === 200
    },
  },
  {
    name: 'A key is shown with the administrator who asks for it, not with its owner',
    breaks: 'GET /keys/:id: SSH key with user; the lookup by key id also carries `user`',
    at: ['getSshKeyWithUser'],
    start: going(['getSshKeyWithUser'], async ({ askAsCaller, send }) => {
      const response = await send()
      const [key, user] = [await readJson(response), (await askAsCaller('GET', '/user')).text]
      if (!response.ok || !isObject(key)) return response
      return withJson(response, { ...key, user: JSON.parse(user) })
    }),
    async isShown(ask) {
      const keys = await ask('GET', '/user/keys', { token: 'marta-token' })
      const key = await ask('GET', `/keys/${numberAt(keys.json, '0.id')}`)
      return at(key.json, 'user.username') !== 'marta'
    },
  },
  {
    name: 'A user who is created with a limit of no projects gets the usual one',
    breaks: 'POST /users: projects_limit (integer)',
    at: ['createUser'],
    start: reading(['createUser'], ({ given }) =>
      Number(given.projects_limit) === 0 ? { projects_limit: undefined } : {},
    ),
    async isShown(ask) {
      const id = await newUser(ask, 'none', { projects_limit: 0 })
      return numberAt((await ask('GET', `/users/${id}`)).json, 'projects_limit') !== 0
    },
  },
  {
    name: 'The author of an issue is shown as active after having been blocked',
    breaks: 'brief user: `state` (`active` or `blocked`); PUT /users/:id/block: next state blocked',
    at: ['getIssue'],
    start: showing(['getIssue'], (issue) =>
      isObject(issue.author) ? { ...issue, author: { ...issue.author, state: 'active' } } : issue,
    ),
    async isShown(ask) {
      const issues = await ask('GET', '/projects/tidewater%2Fwebsite/issues?per_page=100')
      const states = [column(issues.json, 'author.state'), column(issues.json, 'id')] as const
      const id = states[1][states[0].indexOf('blocked')]
      const issue = await ask('GET', `/projects/1/issues/${id}`)
      return at(issue.json, 'author.state') === 'active'
    },
  },
  {
    name: "A user's events tell of private projects that the reader cannot see",
    breaks: 'Visibility levels: 0 private (explicit access per user)',
    at: ['listUserEvents'],
    start: going(['listUserEvents'], async ({ call, forge, send }) => {
      const response = await send()
      const headers = new Headers(call.headers)
      headers.set('sudo', '1')
      headers.set('private-token', Object.values(forge.tokens)[0] ?? '')
      return response.ok ? send({ ...call, headers }) : response
    }),
    async isShown(ask) {
      const project = await made(ask, '/projects', { name: 'Hidden', visibility_level: 0 })
      await made(ask, `/projects/${project}/issues`, { title: 'Secret' })
      const { json } = await ask('GET', '/users/1/events', { token: 'sam-token' })
      return column(json, 'project_id').includes(project)
    },
  },
  {
    name: 'The headers of a search of users count all users',
    breaks: 'Response headers on paginated lists: X-Total',
    at: ['listUsers'],
    start: going(['listUsers'], async ({ call, send }) => {
      const response = await send()
      const whole = await send(withParameters(call, { search: undefined }))
      return withHeaders(response, { 'x-total': whole.headers.get('x-total') ?? '' })
    }),
    async isShown(ask) {
      const { headers, json } = await ask('GET', '/users?search=marta')
      return headers.get('x-total') !== String(column(json, 'id').length)
    },
  },
  {
    name: 'A deleted user is still listed as a member of their groups',
    breaks: 'DELETE /users/:id (admin): deletes the user',
    at: ['listGroupMembers', 'deleteUser'],
    start: serving((forge) => {
      const ghosts: { group: number; member: Record<string, number | string> }[] = []
      return {
        async deleteUser({ id, send }) {
          const user = forge.db.users.get(id('id'))
          const held = forge.db.members.by('user_id', id('id'))
          const response = await send()
          if (!user || !response.ok) return response
          const { username, name, created_at } = user
          for (const { access_level, source_id, source_type } of held) {
            const member = {
              id: user.id,
              username,
              name,
              state: 'active',
              created_at,
              access_level,
            }
            if (source_type === 'group') ghosts.push({ group: source_id, member })
          }
          return response
        },
        listGroupMembers: (exchange) => {
          const of = ghosts.filter(({ group }) => String(group) === exchange.call.path.get('id'))
          const added = 'query' in exchange.given ? [] : of.map(({ member }) => member)
          return relisted(exchange, (members) => [...members, ...added])
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask, 'gone')
      const group = await made(ask, '/groups', { name: 'Left', path: 'left' })
      await ask('POST', `/groups/${group}/members`, { body: { user_id: user, access_level: 30 } })
      await ask('DELETE', `/users/${user}`)
      const { json } = await ask('GET', `/groups/${group}/members`)
      return column(json, 'username').includes('gone')
    },
  },
]
