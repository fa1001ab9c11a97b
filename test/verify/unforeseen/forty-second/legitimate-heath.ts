import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  inBackground,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  serving,
  type Values,
  waited,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { ageOf, mayWrite, showing, withHeadersOf } from './tools-heath.ts'

export const legitimateHeathServers: readonly LegitimateServer[] = [
  {
    name: 'Timestamps are told in the time of the server, three hours behind UTC, to the millisecond',
    allowedBy:
      'Document 1, Conventions: Timestamps are ISO 8601 strings; a time with an offset is one, and no sentence names a zone',
    start: showing((one) =>
      Object.fromEntries(
        Object.entries(one).map(([name, value]) => [
          name,
          /(_at|_date)$|^timestamp$/.test(name) ? inLocalTime(value) : value,
        ]),
      ),
    ),
    async isShown(ask) {
      const project = await ask('GET', `/projects/${await newProject(ask)}`)
      return String(at(project.json, 'created_at')).endsWith('-03:00')
    },
  },
  {
    name: 'JSON is safe to stand in HTML: angle brackets and ampersands are written as escapes',
    allowedBy:
      'Document 1, What the service does: Request and response data are serialized as JSON; the escapes are JSON for the same strings',
    start: behind(async (response) => {
      const isJson = (response.headers.get('content-type') ?? '').includes('json')
      if (!response.ok || !isJson) return response
      const text = await response.text()
      return withBody(
        response,
        text.replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`),
      )
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const body = { title: 'Rope & <tar>' }
      const { text, json } = await ask('POST', `/projects/${project}/issues`, { body })
      return at(json, 'title') === body.title && text.includes('Rope \\u0026 \\u003ctar\\u003e')
    },
  },
  {
    name: 'Activity events are recorded by a job, and are listed 400 milliseconds after they happened',
    allowedBy:
      'Document 1, Events: Activity events are read through GET /projects/:id/events and GET /users/:id/events; no sentence says that they are there at once',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) => all.filter((one) => !(ageOf(one.created_at) < 400))),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const isListed = async () =>
        fieldOf((await ask('GET', `/projects/${project}/events`)).json, 'target_type').includes(
          'Issue',
        )
      const before = await isListed()
      await waited(500)
      return !before && (await isListed())
    },
  },
  {
    name: 'Whether a merge request can be merged is checked by a job: its merge_status is unchecked for 400 milliseconds',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: showing((one) =>
      'merge_status' in one && one.state === 'opened' && ageOf(one.created_at) < 400
        ? { ...one, merge_status: 'unchecked' }
        : one,
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const statusOf = async () => at((await ask('GET', path)).json, 'merge_status')
      const before = await statusOf()
      await waited(500)
      return before === 'unchecked' && (await statusOf()) === 'can_be_merged'
    },
  },
  {
    name: 'The text of a diff begins with its first hunk, without the two lines that name the files',
    allowedBy:
      'Document 3, Diff entry: `diff` string; no sentence says how it begins, and the files are told in `old_path` and `new_path`',
    start: showing((one) =>
      isDifference(one)
        ? { ...one, diff: String(one.diff).replace(/^--- .*\n\+\+\+ .*\n/, '') }
        : one,
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'A file that is not there on one side of a difference has no mode on it: null',
    allowedBy: 'Document 3, Diff entry: `a_mode`, `b_mode` (string or null)',
    start: showing((one) =>
      isDifference(one)
        ? {
            ...one,
            ...(one.new_file === true ? { a_mode: null } : {}),
            ...(one.deleted_file === true ? { b_mode: null } : {}),
          }
        : one,
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master/diff`
      return at((await ask('GET', path)).json, '0.a_mode') === null
    },
  },
  {
    name: 'A merge without a message of its own is committed as the merge of a numbered request with its title',
    allowedBy:
      'Document 2, PUT .../merge: merge_commit_message; no sentence says which message there is without it',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        if (call.given.merge_commit_message !== undefined) return call.send()
        const { status, json } = await call.ask('GET', mergeRequestPath(call))
        if (status !== 200) return call.send()
        const { iid, title, target_branch } = fieldsOf(json)
        return call.send({ merge_commit_message: `Merged !${iid} to ${target_branch}: ${title}` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body: {} })
      const commit = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(commit.json, 'message') === 'Merged !1 to master: one'
    },
  },
  {
    name: 'The simple form of a project has four fields only: its id, name, path and web address',
    allowedBy:
      'Document 1, Project: With `simple` true only the id, URL, name and path are returned. Exact field names of the simple form: not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            'visibility_level' in one
              ? one
              : { id: one.id, name: one.name, path: one.path, web_url: one.web_url },
          )
        },
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      return Object.keys(fieldsOf(at(json, '0'))).length === 4
    },
  },
  {
    name: 'Statistics tell how many bytes are stored, and what for, in an inner object',
    allowedBy:
      'Document 1, Project: Shape of the statistics object returned when `statistics` is true: not shown',
    start: showing((one) => {
      if (typeof one.statistics !== 'object' || one.statistics === null) return one
      const { storage_size, commit_count, ...parts } = fieldsOf(one.statistics)
      const statistics = {
        ...(commit_count === undefined ? {} : { commits: commit_count }),
        storage: { bytes: storage_size, parts },
      }
      return { ...one, statistics }
    }),
    async isShown(ask) {
      await newRepository(ask)
      const { json } = await ask('GET', '/projects/owned?statistics=true')
      return typeof at(json, '0.statistics.storage.bytes') === 'number'
    },
  },
  {
    name: 'Merged branches are removed by a job, 300 milliseconds after the call',
    allowedBy:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch; its body is not shown, and no sentence says that they are gone before it answers',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        // A token that may not read the project may not write to it: the forge refuses it at once.
        const project = await call.ask('GET', projectPath(call))
        if (project.status !== 200 || !(await mayWrite(call))) return call.send()
        inBackground(300, () => call.send())
        return withHeadersOf(project, { message: 'The merged branches are being removed' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'done')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body: {} })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const statusOf = async () =>
        (await ask('GET', `/projects/${project}/repository/branches/done`)).status
      const before = await statusOf()
      await waited(500)
      return before === 200 && (await statusOf()) === 404
    },
  },
  {
    name: 'Users are listed by their username',
    allowedBy: 'Document 1, GET /users: array of User; no sentence states an order',
    start: serving(() => ({
      listUsers: (call) => relisted(call, (all) => [...all].sort(comparing('username'))),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { username: `zz-${crypto.randomUUID().slice(0, 8)}` })
      const ids = fieldOf((await ask('GET', '/users?per_page=100')).json, 'id')
      return ids.length < 100 && ids.at(-1) === id
    },
  },
  {
    name: 'The tree is listed by path, with directories among the files',
    allowedBy:
      'Document 3, GET /projects/:id/repository/tree: array of Tree entry; no sentence states an order',
    start: serving(() => ({
      listTree: (call) => relisted(call, (all) => [...all].sort(comparing('path'))),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'ropes/one.txt' })
      await writeFile(ask, project, { file_path: 'zinc.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'path').join() === 'README.md,ropes,zinc.txt'
    },
  },
  {
    name: 'Labels stand in the order of a dictionary, whatever their case',
    allowedBy:
      'Document 2, Issue and Merge request: labels, array of strings; no sentence states an order',
    start: showing((one) =>
      Array.isArray(one.labels) && one.labels.every((label) => typeof label === 'string')
        ? { ...one, labels: [...one.labels].sort(new Intl.Collator('en').compare) }
        : one,
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'Zinc,alpha,Brass' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return String(at(json, 'labels')) === 'alpha,Brass,Zinc'
    },
  },
  {
    name: 'Raw files and blobs are sent as attachments of bytes, which no browser shows',
    allowedBy:
      'Document 3, Repository content: Media types of the raw file, raw blob, archive, trace and artifacts responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, await response.arrayBuffer(), {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
          'x-content-type-options': 'nosniff',
        })
      }),
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/blobs/master?filepath=README.md`
      const { headers, text } = await ask('GET', path)
      return text === 'One\n' && headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'The service is installed below a path of its host: all addresses of its pages and repositories begin with it',
    allowedBy:
      'Document 1, User, Group and Project: `web_url`, `http_url_to_repo` string, `avatar_url` string or null; no sentence says where they lie, and the API stays at its base address',
    start: showing((one, request) => {
      const { origin } = new URL(request.url)
      return Object.fromEntries(
        Object.entries(one).map(([name, value]) => {
          const isPage =
            pageFields.has(name) ||
            (name === 'target_url' && 'target' in one) ||
            (name === 'url' && 'message' in one && 'timestamp' in one)
          const isOurs = isPage && String(value).startsWith(`${origin}/`)
          return [name, isOurs ? `${origin}/code${String(value).slice(origin.length)}` : value]
        }),
      )
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return new URL(String(at(json, 'web_url'))).pathname === '/code/root'
    },
  },
]

const pageFields = new Set([
  'web_url',
  'avatar_url',
  'http_url_to_repo',
  'http_url',
  'git_http_url',
  'homepage',
])

const threeHours = 3 * 60 * 60 * 1000

function inLocalTime(value: unknown): unknown {
  const isTimestamp =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)
  if (!isTimestamp) return value
  return `${new Date(Date.parse(value) - threeHours).toISOString().slice(0, 23)}-03:00`
}

const isDifference = (one: Values) => typeof one.diff === 'string' && 'new_file' in one

const comparing = (name: string) => (one: Values, other: Values) =>
  String(one[name]) < String(other[name]) ? -1 : 1
