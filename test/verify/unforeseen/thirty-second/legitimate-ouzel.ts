import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  forAll,
  freshName,
  listOf,
  newProject,
  newRepository,
  type Rule,
  relisted,
  serving,
  type Values,
  writeFile,
} from '../shared-tools.ts'
import { deeply } from './tools-ouzel.ts'

const hour = 3_600_000

/** How long the job in the background that records events waits, in milliseconds. */
const delay = 500

const commitDates = ['created_at', 'authored_date', 'committed_date']

const isCommit = (one: Values) => typeof one.author_email === 'string'

function inMoscow(one: Values): Values {
  if (!isCommit(one)) return one
  const dates = commitDates.flatMap((name) => {
    const date = one[name]
    if (typeof date !== 'string' || !date.endsWith('Z')) return []
    const shifted = new Date(Date.parse(date) + 3 * hour).toISOString()
    return [[name, shifted.replace('Z', '+03:00')] as const]
  })
  return { ...one, ...Object.fromEntries(dates) }
}

function withoutFileNames(one: Values): Values {
  if (typeof one.diff !== 'string' || one.new_path === undefined) return one
  return { ...one, diff: one.diff.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, '') }
}

function withShortTitle(one: Values): Values {
  const { title } = one
  if (!isCommit(one) || typeof title !== 'string' || [...title].length <= 50) return one
  return { ...one, title: `${[...title].slice(0, 49).join('')}…` }
}

const withoutRecentEvents: Rule = async (call) =>
  relisted(call, (all) => {
    const until = Date.now() - delay
    return all.filter(({ created_at }) => !(Date.parse(String(created_at)) > until))
  })

export const legitimateOuzelServers: readonly LegitimateServer[] = [
  {
    name: 'The contributors of a repository are listed with the most commits first',
    allowedBy:
      'Document 3, GET .../repository/contributors: array of objects, and nothing says in which order',
    start: serving(() => ({
      listContributors: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(other.commits) - Number(one.commits)),
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const [file_path, name] of [
        ['one.txt', 'Ada'],
        ['two.txt', 'Ada'],
        ['three.txt', 'Zoe'],
      ]) {
        const author = { author_name: name, author_email: `${name}@ouzel.example` }
        await writeFile(ask, project, { file_path, ...author })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return at(json, '0.name') === 'Ada'
    },
  },
  {
    name: 'The dates of commits are those of the time zone of the server, with its offset',
    allowedBy: 'Document 1, Conventions 3: ISO 8601 strings, which may have any offset',
    start: answeringAll((json) => deeply(json, inMoscow)),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master`
      return String(at((await ask('GET', path)).json, 'committed_date')).endsWith('+03:00')
    },
  },
  {
    name: 'The lines with the names of the files are left out of the text of a difference',
    allowedBy: 'Document 3, Diff entry: diff is a string, and nothing says what stands above hunks',
    start: answeringAll((json) => deeply(json, withoutFileNames)),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'The events of projects and users are recorded half a second later, by a background job',
    allowedBy:
      'Document 1, Events: activity events are records, and nothing says how soon there are any',
    start: serving(() => forAll(['listProjectEvents', 'listUserEvents'], withoutRecentEvents)),
    async isShown(ask) {
      const project = await newRepository(ask)
      return listOf((await ask('GET', `/projects/${project}/events`)).json).length === 0
    },
  },
  {
    name: 'The title of a commit is cut after fifty letters, and ends with an ellipsis then',
    allowedBy:
      'Document 3, Commit: title and message are fields, and nothing says how long a title may be',
    start: answeringAll((json) => deeply(json, withShortTitle)),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commit_message = `${freshName('write')} ${'and write '.repeat(8)}again`
      await writeFile(ask, project, { file_path: 'two.txt', commit_message })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === commit_message && String(at(json, 'title')).endsWith('…')
    },
  },
]
