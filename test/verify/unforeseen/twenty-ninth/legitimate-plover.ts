import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  relisted,
  serving,
  writeFile,
} from '../shared-tools.ts'
import { withLinks } from './tools-plover.ts'

export const legitimatePloverServers: readonly LegitimateServer[] = [
  {
    name: 'Moving an issue and subscribing to it answer without its web address, its notes and its date',
    allowedBy:
      'Document 2, Issue: An issue response may omit some of these fields (for example responses to move and subscription omit or reorder fields)',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (issue) => {
          const { web_url, user_notes_count, due_date, ...rest } = fieldsOf(issue)
          return rest
        })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const target = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}/move`
      const { status, json } = await ask('POST', path, { body: { to_project_id: target } })
      return status === 201 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'The contributors come in the order of the lines that they added, the most first',
    allowedBy:
      'Document 3, GET .../repository/contributors: array of objects, and nothing says in which order',
    start: serving(() => ({
      listContributors: async (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(other.additions) - Number(one.additions)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const lines = new Map([
        ['Ann', 1],
        ['Bob', 30],
        ['Cid', 10],
      ])
      for (const [author_name, count] of lines) {
        const author_email = `${author_name.toLowerCase()}@plover.example`
        const content = 'Line\n'.repeat(count)
        const file_path = `${author_name}.txt`
        await writeFile(ask, project, { file_path, content, author_name, author_email })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return at(json, '0.name') === 'Bob' && at(json, '1.name') === 'Cid'
    },
  },
  {
    name: 'The links to other pages also give the id of the project and the defaults of what was left out',
    allowedBy:
      'Document 1, Limits: Link with full URLs; nothing says which parameters they have, and these mean the same list',
    start: serving(() =>
      forAll(['listIssuesOfProject', 'listMergeRequests'], async (call) =>
        withLinks(await call.send(), ({ searchParams }) => {
          const defaults = { id: call.path.id ?? '', order_by: 'created_at', sort: 'desc' }
          for (const [name, value] of Object.entries(defaults)) {
            if (!searchParams.has(name)) searchParams.set(name, value)
          }
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      await newIssue(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/issues?per_page=1`)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      if (!next.includes(`id=${project}`)) return false
      const followed = await ask('GET', next.slice(next.indexOf('/api/v3') + '/api/v3'.length))
      return followed.status === 200 && listOf(followed.json).length === 1
    },
  },
  {
    name: 'A new merge request is unchecked until somebody reads it alone',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const checked = new Set<unknown>()
      const reading = async (response: Response) => {
        if (response.ok) checked.add(at(await jsonOf(response), 'id'))
        return response
      }
      return {
        ...forAll(
          ['getMergeRequest', 'getMergeRequestChanges', 'mergeMergeRequest'],
          async (call) => reading(await call.send()),
        ),
        ...forAll(
          ['createMergeRequest', 'listMergeRequests', 'updateMergeRequest'],
          async (call) => {
            const response = await call.send()
            if (!response.ok) return response
            return eachChanged(response, (one) =>
              one.state === 'opened' && !checked.has(one.id)
                ? { ...one, merge_status: 'unchecked' }
                : one,
            )
          },
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests`
      const before = at((await ask('GET', path)).json, '0.merge_status')
      await ask('GET', `${path}/${id}`)
      const after = at((await ask('GET', path)).json, '0.merge_status')
      return before === 'unchecked' && after === 'can_be_merged'
    },
  },
  {
    name: 'Members come in the order of their access levels, the highest first',
    allowedBy:
      'Document 1, GET /groups/:id/members and /projects/:id/members: array of Member, and nothing says in which order',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], async (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(other.access_level) - Number(one.access_level)),
        ),
      ),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      const levels: readonly number[] = [10, 40, 20]
      for (const access_level of levels) {
        const { id: user_id } = await newUser(ask)
        await ask('POST', `/groups/${group}/members`, { body: { user_id, access_level } })
      }
      const { json } = await ask('GET', `/groups/${group}/members`)
      return fieldOf(json, 'access_level').join() === '50,40,20,10'
    },
  },
]
