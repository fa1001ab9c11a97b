import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  behind,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  jsonOf,
  listOf,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** How long a merge request stays unchecked, in milliseconds. */
const delay = 500

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

const byLevel: Rule = (call) =>
  relisted(call, (all) =>
    [...all].sort(
      (one, other) =>
        Number(other.access_level) - Number(one.access_level) ||
        String(one.name).localeCompare(String(other.name)),
    ),
  )

/** The hunks of a difference, without the names of its files above them. */
const hunksOf = (diff: unknown) =>
  typeof diff === 'string' ? diff.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, '') : diff

const withHunks = (json: unknown) =>
  listOf(json).map((one): Values => ({ ...one, diff: hunksOf(one.diff) }))

export const legitimateTealServers: readonly LegitimateServer[] = [
  {
    name: 'Whether a new merge request can be merged is unchecked until a job has looked',
    allowedBy: 'Document 2, Merge request: merge_status, other values: not shown',
    start: serving(() => {
      const made = new Map<unknown, number>()
      const unchecked = (one: Values): Values => {
        const when = made.get(one.id)
        const isWaiting = when !== undefined && Date.now() - when < delay
        return isWaiting && one.state === 'opened' ? { ...one, merge_status: 'unchecked' } : one
      }
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          made.set(at(await jsonOf(response), 'id'), Date.now())
          return eachChanged(response, unchecked)
        },
        ...forAll(answeringWithMergeRequests, async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, unchecked) : response
        }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'A gateway writes the links between pages in its own order, and without spaces',
    allowedBy: 'Document 1, Limits: Link has relations with full URLs, and nothing orders them',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const written = link.split(', ').reverse().join(',').replaceAll('; rel=', ';rel=')
      return withBody(response, response.body, { link: written })
    }),
    async isShown(ask) {
      const link = (await ask('GET', '/users?per_page=1')).headers.get('link') ?? ''
      return link.includes('>;rel="next"')
    },
  },
  {
    name: 'What a missing attribute is told about is told in German',
    allowedBy:
      'Document 1, Errors: message is a string naming the attribute, in whichever language',
    start: behind(async (response) => {
      if (response.status !== 400) return response
      const { message, ...others } = fieldsOf(await jsonOf(response))
      const missing = /^400 \(Bad request\) "(.+)" not given$/.exec(String(message))?.[1]
      if (typeof message !== 'string' || missing === undefined) return response
      return withBody(
        response,
        JSON.stringify({ ...others, message: `400 Pflichtangabe „${missing}“ fehlt` }),
      )
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/issues`
      const { status, json } = await ask('POST', path, { body: {} })
      return status === 400 && String(at(json, 'message')).includes('Pflichtangabe')
    },
  },
  {
    name: 'Members are listed by what they may do, owners first',
    allowedBy: 'Document 1, GET .../members: array of Member, and nothing orders it',
    start: serving(() => forAll(['listGroupMembers', 'listProjectMembers'], byLevel)),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = `/groups/${group}/members`
      for (const access_level of [10, 40, 20, 30]) {
        const { id } = await newUser(ask)
        await ask('POST', path, { body: { user_id: id, access_level } })
      }
      return fieldOf((await ask('GET', path)).json, 'access_level').join() === '50,40,30,20,10'
    },
  },
  {
    name: 'Differences of files begin with their first hunk, without the names of the files',
    allowedBy: 'Document 3, Diff entry: diff is a string, and old_path and new_path name the files',
    start: serving(() => ({
      async listCommitDifferences(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, JSON.stringify(withHunks(await jsonOf(response))))
      },
      async compareRevisions(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (one) => ({ ...one, diffs: withHunks(one.diffs) }))
      },
      async getMergeRequestChanges(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (one) => ({ ...one, changes: withHunks(one.changes) }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
]
