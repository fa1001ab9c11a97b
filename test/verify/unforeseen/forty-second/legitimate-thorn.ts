import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  type Call,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  headOf,
  inBackground,
  jsonOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  relisted,
  repositoryPath,
  serving,
  type Values,
  waited,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { mayWrite, showing } from './tools-thorn.ts'

/** How long a job in the background takes, in milliseconds. */
const jobTime = 300

const isYoung = (time: unknown) => Date.now() - Date.parse(String(time)) < jobTime

/** Lists that show their records in an order of their own. */
const inOrder = (compare: (one: Values, other: Values) => number) => (call: Call) =>
  relisted(call, (all) => [...all].sort(compare))

const zone = { hours: -5, text: '-05:00' }

function inZone(name: string, value: unknown): unknown {
  const isTime = /(_at|_date|timestamp)$/.test(name) && /^\d{4}-\d\d-\d\dT.*Z$/.test(String(value))
  if (!isTime) return value
  const local = new Date(Date.parse(String(value)) + zone.hours * 3_600_000)
  return local.toISOString().replace('Z', zone.text)
}

const asAscii = (text: string) =>
  text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const legitimateThornServers: readonly LegitimateServer[] = [
  {
    name: 'Whether a merge request can be merged is found out in the background: its merge_status is unchecked for the first moments',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: showing((one) =>
      one.merge_status === 'can_be_merged' && isYoung(one.created_at)
        ? { ...one, merge_status: 'unchecked' }
        : one,
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const path = `/projects/${project}/merge_requests/${request}`
      const before = await ask('GET', path)
      await waited(jobTime + 50)
      const after = await ask('GET', path)
      const states = [before, after].map(({ json }) => at(json, 'merge_status'))
      return states.join() === 'unchecked,can_be_merged'
    },
  },
  {
    name: 'The contributor with the most lines added is listed first',
    allowedBy:
      'Document 3, GET .../repository/contributors: array of objects; no order is stated for it',
    start: serving(() => ({
      listContributors: inOrder((one, other) => Number(other.additions) - Number(one.additions)),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const write = (author: string, file_path: string, lines: number) =>
        writeFile(ask, project, {
          file_path,
          content: 'line\n'.repeat(lines),
          author_name: author,
          author_email: `${author}@six.example`,
        })
      await write('ada', 'a.txt', 1)
      await write('ada', 'b.txt', 1)
      await write('ben', 'c.txt', 7)
      await write('cleo', 'd.txt', 4)
      await write('cleo', 'e.txt', 1)
      await write('cleo', 'f.txt', 1)
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return fieldOf(json, 'name').join() === 'ben,cleo,ada'
    },
  },
  {
    name: 'The tree of a repository lists files before directories',
    allowedBy:
      'Document 3, GET .../repository/tree: array of Tree entry; no order is stated for it',
    start: serving(() => ({
      listTree: inOrder(
        (one, other) => Number(one.type === 'tree') - Number(other.type === 'tree'),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'README.md,docs'
    },
  },
  {
    name: 'Every diff begins with the line that git itself heads it with',
    allowedBy: 'Document 3, Diff entry: `diff` string; no form is stated for it',
    start: showing((one) => {
      const { diff, old_path, new_path } = one
      if (typeof diff !== 'string' || typeof new_path !== 'string') return one
      return { ...one, diff: `diff --git a/${old_path} b/${new_path}\n${diff}` }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git a/README.md b/README.md\n')
    },
  },
  {
    name: 'Timestamps are given in the zone of the server, five hours behind UTC',
    allowedBy:
      'Document 1, Conventions: Timestamps are ISO 8601 strings, which may have an offset from UTC',
    start: showing((one) =>
      Object.fromEntries(Object.entries(one).map(([name, value]) => [name, inZone(name, value)])),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return String(at((await ask('GET', path)).json, 'created_at')).endsWith(zone.text)
    },
  },
  {
    name: 'Whoever blocks or unblocks a user is answered with that user',
    allowedBy:
      'Document 1, PUT /users/:id/block and unblock: 200; the response bodies of the user-block operations: not shown; Errors: the (modified) resource is returned',
    start: serving(() =>
      forAll(['blockUser', 'unblockUser'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const user = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
        return changed(response, () => user.json)
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'A todo has only its id, its state, its kind and its time',
    allowedBy:
      'Document 2, Todo: Fields of the todo record: not shown; Response of the todo creation: not shown',
    start: serving(() =>
      forAll(
        ['createTodoOfIssue', 'createTodoOfMergeRequest', 'listTodos', 'markTodoAsDone'],
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, ({ id, state, target_type, created_at }) => ({
            id,
            state,
            target_type,
            created_at,
          }))
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status, json } = await ask('POST', path)
      return status === 201 && at(json, 'target') === undefined
    },
  },
  {
    name: 'Raw files and raw blobs are served for saving, as bytes of no known type',
    allowedBy: 'Document 3: Media types of the raw file, raw blob, archive responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
        })
      }),
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/blobs/master?filepath=README.md`
      const { text, headers } = await ask('GET', path)
      return text === 'One\n' && headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'The pages of issues, merge requests and snippets on the web lie below a dash',
    allowedBy: 'Document 2, Issue, Merge request and Snippet: web_url string; no form is stated',
    start: showing((one) => {
      const { web_url } = one
      if (typeof web_url !== 'string') return one
      const url = web_url.replace(/\/(issues|merge_requests|snippets)\/(\d+)$/, '/-/$1/$2')
      return { ...one, web_url: url }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return String(at((await ask('GET', path)).json, 'web_url')).endsWith('/-/issues/1')
    },
  },
  {
    name: 'The labels of issues and merge requests are in reverse alphabetical order',
    allowedBy:
      'Document 2, Issue and Merge request: labels, array of strings; no order is stated for it',
    start: showing((one) => {
      const { labels } = one
      if (!Array.isArray(labels) || !labels.every((label) => typeof label === 'string')) return one
      return { ...one, labels: labels.toSorted().toReversed() }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'ash,birch,cedar' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'cedar'
    },
  },
  {
    name: 'JSON is indented, names its charset, and has everything beyond ASCII escaped',
    allowedBy: 'Document 1: Request and response data are serialized as JSON; no form is stated',
    start: behind(async (response) => {
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      const json = await jsonOf(response)
      if (!response.ok || !isJson || json === undefined) return response
      return withBody(response, asAscii(JSON.stringify(json, null, 2)), {
        'content-type': 'application/json; charset=utf-8',
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask, { description: 'Grüße' })
      const { text, json } = await ask('GET', `/projects/${project}`)
      return text.includes('Gr\\u00fc\\u00dfe') && at(json, 'description') === 'Grüße'
    },
  },
  {
    name: 'Activity events are written in the background, and listed a moment after what they tell of',
    allowedBy:
      'Document 1, GET /projects/:id/events and /users/:id/events: array of activity event, newest first; that an event is there at once is not stated',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) => all.filter(({ created_at }) => !isYoung(created_at))),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const before = await ask('GET', `/projects/${project}/events`)
      await waited(jobTime + 50)
      const after = await ask('GET', `/projects/${project}/events`)
      return fieldOf(before.json, 'id').length === 0 && fieldOf(after.json, 'id').length > 0
    },
  },
  {
    name: 'Merged branches are still there a moment after the answer to their deletion',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch; its response body is not shown, nor that they are gone at once',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const branches = await call.ask('GET', `${repositoryPath(call)}/branches`)
        if (branches.status !== 200 || !(await mayWrite(call))) return call.send()
        inBackground(jobTime, () => call.send())
        // The answer tells of itself what every answer does.
        const headers = new Headers({ 'content-type': 'application/json' })
        for (const name of ['x-request-id', 'x-runtime']) {
          headers.set(name, branches.headers.get(name) ?? '')
        }
        return new Response('null', { headers })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'done')
      await writeFile(ask, project, { file_path: 'NEWS.md' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      const before = await ask('GET', `${repository}/branches/done`)
      await waited(jobTime + 100)
      const after = await ask('GET', `${repository}/branches/done`)
      return before.status === 200 && after.status === 404
    },
  },
  {
    name: 'The members with the highest level are listed first',
    allowedBy:
      'Document 1, GET /groups/:id/members and /projects/:id/members: array of Member; no order is stated for it',
    start: serving(() =>
      forAll(
        ['listGroupMembers', 'listProjectMembers'],
        inOrder((one, other) => Number(other.access_level) - Number(one.access_level)),
      ),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (const access_level of [10, 40, 20, 30]) {
        const { id } = await newUser(ask)
        await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level } })
      }
      const { json } = await ask('GET', `/groups/${group}/members`)
      return fieldOf(json, 'access_level').join() === '50,40,30,20,10'
    },
  },
  {
    name: 'The newest comment on a commit is listed first',
    allowedBy:
      'Document 3, GET .../commits/:sha/comments: array of Commit comment; no order is stated for it',
    start: serving(() => ({
      listCommitComments: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const path = `/projects/${project}/repository/commits/${sha}/comments`
      for (const note of ['one', 'two', 'three']) await ask('POST', path, { body: { note } })
      return fieldOf((await ask('GET', path)).json, 'note').join() === 'three,two,one'
    },
  },
]
