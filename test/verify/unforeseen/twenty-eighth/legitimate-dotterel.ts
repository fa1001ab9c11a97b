import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  answeringAll,
  eachChanged,
  forAll,
  jsonOf,
  listOf,
  newMergeRequest,
  newRepository,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { everyObject, inTheEast } from './tools-dotterel.ts'

/** How long a merge request waits until it was checked, in milliseconds. */
const delay = 800

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

const isCommit = (one: Values) => one.short_id !== undefined && typeof one.message === 'string'

const downloading: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok) return response
  return withBody(response, response.body, {
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
  })
}

export const legitimateDotterelServers: readonly LegitimateServer[] = [
  {
    name: 'A new merge request is unchecked until a job has looked whether it can be merged',
    allowedBy:
      'Document 2, Merge request: merge_status (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const made = new Map<unknown, number>()
      const unchecked = (one: Values): Values => {
        const isNew = Date.now() - (made.get(one.id) ?? 0) < delay
        const isOpen = one.state === 'opened' || one.state === 'reopened'
        return isNew && isOpen ? { ...one, merge_status: 'unchecked' } : one
      }
      return {
        ...forAll(answeringWithMergeRequests, async (call) => {
          const response = await call.send()
          return response.ok && response.status !== 304
            ? eachChanged(response, unchecked)
            : response
        }),
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          made.set(at(await jsonOf(response), 'id'), Date.now())
          return eachChanged(response, unchecked)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'wader')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'The title of a commit is the whole of the first line of its message, however long',
    allowedBy: 'Document 3, Commit: title and message, and nothing says how long a title is',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        isCommit(one) ? { ...one, title: String(one.message).trim().split(/\r?\n/)[0] } : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commit_message = 'A line that goes on '.repeat(8).trim()
      await writeFile(ask, project, { file_path: 'more.txt', commit_message })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'title') === commit_message
    },
  },
  {
    name: 'The dates of commits are those of the clock of the committer, two hours east',
    allowedBy: 'Document 1, Conventions 3: timestamps are ISO 8601 strings, in no time zone said',
    start: answeringAll((json) =>
      everyObject(json, (one) => ({
        ...one,
        ...(isCommit(one) ? { created_at: inTheEast(one.created_at) } : {}),
        ...(one.authored_date === undefined ? {} : { authored_date: inTheEast(one.authored_date) }),
        ...(one.committed_date === undefined
          ? {}
          : { committed_date: inTheEast(one.committed_date) }),
      })),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'committed_date')).endsWith('+02:00')
    },
  },
  {
    name: 'The builds of a project and of a commit are listed with the oldest first',
    allowedBy: 'Document 3, Builds: array of Build, and no order is stated',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit'], (call) =>
        relisted(call, (all) => [...all].sort((one, other) => Number(one.id) - Number(other.id))),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'one:\n  script: echo one\ntwo:\n  script: echo two\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const { json } = await ask('GET', `/projects/${project}/builds`)
      const [first, second] = listOf(json)
      return Number(first?.id) < Number(second?.id)
    },
  },
  {
    name: 'Raw files and blobs are attachments of no known type, so that no browser shows them',
    allowedBy:
      'Document 3, Repository content: media types of the raw file and raw blob responses: not shown',
    start: serving(() => forAll(['getRawFile', 'getRawBlob'], downloading)),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const { headers } = await ask('GET', path)
      return headers.get('content-type') === 'application/octet-stream'
    },
  },
]
