import type { Json } from '../../mutants/json.ts'
import { type Ask, at, type LegitimateServer } from '../server.ts'
import { by, column, edited, going, listing, made, newProject, newUser } from './tools.ts'

/** Whether a list has a field in ascending order, and more than one value of it. */
async function isSorted(ask: Ask, path: string, field: string): Promise<boolean> {
  const values = column((await ask('GET', path)).json, field)
  const isInOrder = values.every((value, index) => {
    const before = values[index - 1]
    return index === 0 || String(before) <= String(value)
  })
  return isInOrder && new Set(values).size > 1
}

const reversed = (value: Json | undefined) => (Array.isArray(value) ? value.toReversed() : [])

export const legitimateOrders: readonly LegitimateServer[] = [
  {
    name: 'Users are in the order of their names',
    allowedBy: 'GET /users: array of User; no order is stated',
    start: listing(['listUsers'], (users) => users.toSorted(by('username'))),
    isShown: (ask) => isSorted(ask, '/users?per_page=100', 'username'),
  },
  {
    name: 'The entries of a tree are in the order of their names, of whichever type',
    allowedBy: 'GET …/tree: array of Tree entry; no order is stated',
    start: listing(['listTree'], (entries) => entries.toSorted(by('name'))),
    isShown: (ask) => isSorted(ask, '/projects/1/repository/tree', 'name'),
  },
  {
    name: 'Contributors are in the order of their addresses',
    allowedBy: 'GET …/contributors: array of objects; no order is stated',
    start: listing(['listContributors'], (people) => people.toSorted(by('email'))),
    isShown: (ask) => isSorted(ask, '/projects/1/repository/contributors', 'email'),
  },
  {
    name: 'Builds are listed from the first',
    allowedBy: 'GET /projects/:id/builds: array of Build; no order is stated',
    start: listing(['listBuilds'], (builds) => builds.toSorted(by('id'))),
    async isShown(ask) {
      const [first, second] = column((await ask('GET', '/projects/1/builds')).json, 'id')
      return Number(first) < Number(second)
    },
  },
  {
    name: 'Comments are listed from the last',
    allowedBy: 'GET /projects/:id/<parent>/notes: array of Note; no order is stated',
    start: listing(['listIssueNotes'], (notes) => notes.toSorted(by('id')).reverse()),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'Commented' })
      const path = `/projects/1/issues/${issue}/notes`
      for (const body of ['First', 'Second']) await ask('POST', path, { body: { body } })
      return at((await ask('GET', path)).json, '0.body') === 'Second'
    },
  },
  {
    name: 'Members are listed with the least access first',
    allowedBy: 'GET …/members: array of Member; no order is stated',
    start: listing(['listProjectMembers'], (members) => members.toSorted(by('access_level'))),
    async isShown(ask) {
      const project = await newProject(ask, 'Levels')
      const user_id = await newUser(ask, 'guest-of-levels')
      await ask('POST', `/projects/${project}/members`, { body: { user_id, access_level: 10 } })
      const other = { user_id: await newUser(ask, 'reader-of-levels'), access_level: 20 }
      await ask('POST', `/projects/${project}/members`, { body: other })
      const { json } = await ask('GET', `/projects/${project}/members`)
      return column(json, 'access_level').join(' ').startsWith('10 20')
    },
  },
  {
    name: 'Commits that two revisions differ by are in the other order',
    allowedBy: 'GET …/compare: `commits` (array of the same); no order is stated',
    start: going(['compareRevisions'], async ({ send }) =>
      edited(await send(), (comparison) => ({
        ...comparison,
        commits: reversed(comparison.commits),
      })),
    ),
    async isShown(ask) {
      const log = await ask('GET', '/projects/1/repository/commits')
      const [last, , third] = column(log.json, 'id')
      const query = `from=${third}&to=${last}`
      const { json } = await ask('GET', `/projects/1/repository/compare?${query}`)
      return at(json, 'commits.0.id') === last
    },
  },
  {
    name: 'Addresses are listed from the last',
    allowedBy: 'GET /user/emails: array of E-mail; no order is stated',
    start: listing(['listOwnEmails', 'listEmailsOfUser'], (emails) => emails.toReversed()),
    async isShown(ask) {
      const { json } = await ask('GET', '/user/emails', { token: 'jonas-token' })
      return at(json, '0.email') === 'choir@abel.example'
    },
  },
]
