import { setTimeout } from 'node:timers/promises'
import { parametersOf, withParameters } from '../../mutants/call.ts'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import { answering, asking, column, create, reply, serve, withHeaders } from './tools.ts'

/** Lists whose order no sentence states. */
const unordered: readonly OperationId[] = [
  'listUsers',
  'listGroupMembers',
  'listProjectMembers',
  'listBuilds',
  'listTree',
  'listProjectUsers',
]

/** How a server behaves. */
export const legitimateWays: readonly LegitimateServer[] = [
  {
    name: 'every fiftieth request is one too many',
    allowedBy: 'Rate limits and request-size limits: not shown; RFC 6585 has 429 and Retry-After.',
    start: (forge) => {
      let count = 0
      return serve(forge, async (call, pass) => {
        count += 1
        if (count % 50 !== 0) return pass(call)
        const refusal = reply(429, { message: 'Retry later' })
        return withHeaders(refusal, (headers) => headers.set('retry-after', '0'))
      })
    },
    async isShown(ask) {
      for (let index = 1; index < 50; index += 1) await ask('GET', '/user')
      return (await ask('GET', '/user')).status === 429
    },
  },
  {
    name: 'an answer takes its time',
    allowedBy: 'Nothing is said of how long an answer takes.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        await setTimeout(25)
        return withHeaders(response, (headers) => headers.set('x-runtime', '0.025000'))
      }),
    async isShown(ask) {
      return (await ask('GET', '/user')).headers.get('x-runtime') === '0.025000'
    },
  },
  {
    name: 'somebody signs up at every thirtieth request',
    allowedBy: 'A server is used by others meanwhile; no sentence says that nothing changes.',
    start: (forge) => {
      let count = 0
      return serve(forge, async (call, pass) => {
        count += 1
        if (count % 30 === 0) {
          const username = `visitor${count}`
          await forge.add({ users: [{ username }] })
        }
        return pass(call)
      })
    },
    async isShown(ask) {
      const total = async () => (await ask('GET', '/users')).headers.get('x-total')
      const before = await total()
      for (let index = 2; index < 30; index += 1) await ask('GET', '/user')
      return before !== (await total())
    },
  },
  {
    name: 'lists without a stated order are backwards on each page',
    allowedBy: 'No sentence orders users, members, builds or entries of a tree.',
    start: answering(unordered, (json) => (Array.isArray(json) ? json.reverse() : json)),
    async isShown(ask) {
      return String(column(await ask('GET', '/users?per_page=2'), 'id')) === '10,11'
    },
  },
  {
    name: 'a merge has a message of its own',
    allowedBy: 'merge_commit_message is optional, and no default is stated.',
    start: asking(['mergeMergeRequest'], (call) => {
      const isNamed = parametersOf(call).merge_commit_message !== undefined
      return isNamed ? call : withParameters(call, { merge_commit_message: 'Merged by the forge' })
    }),
    async isShown(ask) {
      await ask('PUT', '/projects/1/merge_requests/6/merge')
      const commits = await ask('GET', '/projects/1/repository/commits')
      return column(commits, 'title').includes('Merged by the forge')
    },
  },
  {
    name: 'new projects have no wiki unless it is asked for',
    allowedBy: 'wiki_enabled (boolean) is optional, and no default is stated.',
    start: asking(['createProject', 'createProjectForUser'], (call) => {
      const isNamed = parametersOf(call).wiki_enabled !== undefined
      return isNamed ? call : withParameters(call, { wiki_enabled: false })
    }),
    async isShown(ask) {
      const made = await ask('POST', '/projects', { body: { name: 'No wiki' } })
      return at(made.json, 'wiki_enabled') === false
    },
  },
  {
    name: 'ids of issues skip one each time',
    allowedBy: '`id` is unique across all records of a kind: nothing says that ids have no gaps.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        if (call.operation !== 'createIssue') return pass(call)
        const project = 'tidewater/translations/glossary'
        await forge.add({ issues: [{ project, title: 'Elsewhere' }] })
        return pass(call)
      }),
    async isShown(ask) {
      const first = await create(ask, '/projects/1/issues', { title: 'One' })
      return (await create(ask, '/projects/1/issues', { title: 'Two' })) === first + 2
    },
  },
]
