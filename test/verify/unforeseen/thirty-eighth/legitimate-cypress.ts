import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
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
  withBody,
  withFields,
} from '../shared-tools.ts'
import { deeplyChanged, issuePath } from './tools-cypress.ts'

const listsOfNotes: readonly OperationId[] = [
  'listIssueNotes',
  'listMergeRequestNotes',
  'listSnippetNotes',
]

const creationsOfNotes: readonly OperationId[] = [
  'createIssueNote',
  'createMergeRequestNote',
  'createSnippetNote',
]

const deletionsOfNotes: readonly OperationId[] = [
  'deleteIssueNote',
  'deleteMergeRequestNote',
  'deleteSnippetNote',
]

const singleNotes: readonly OperationId[] = [
  'getIssueNote',
  'getMergeRequestNote',
  'getSnippetNote',
]

const writingTexts: readonly OperationId[] = [
  ...creationsOfNotes,
  'createIssue',
  'updateIssue',
  'createMergeRequest',
  'updateMergeRequest',
  'updateIssueNote',
  'updateMergeRequestNote',
  'updateSnippetNote',
]

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'listMergeRequests',
]

const withPlainLineEnds = ({ given }: Call): Values =>
  Object.fromEntries(
    ['description', 'body'].flatMap((name) => {
      const text = given[name]
      return typeof text === 'string' && text.includes('\r\n')
        ? [[name, text.replaceAll('\r\n', '\n')]]
        : []
    }),
  )

/** The path of what a note is written on. */
function parentPath(call: Call): string {
  if (call.path.merge_request_id !== undefined) return mergeRequestPath(call)
  if (call.path.issue_id !== undefined) return issuePath(call)
  return `${projectPath(call)}/snippets/${call.path.snippet_id}`
}

const germanWords = new Map<unknown, string>([
  ['closed', 'geschlossen'],
  ['reopened', 'wieder geöffnet'],
  ['merged', 'zusammengeführt'],
])

const inGerman = (note: Values): Values =>
  note.system === true
    ? { ...note, body: germanWords.get(note.body) ?? `Geändert: ${note.body}` }
    : note

/** A time as the clocks two hours to the east of Greenwich show it. */
function inTheEast(time: string): string {
  const shown = new Date(Date.parse(time) + 2 * 60 * 60 * 1000).toISOString()
  return shown.replace('Z', '+02:00')
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value)

const relations = ['first', 'prev', 'next', 'last']
const relationOf = (link: string) => relations.findIndex((name) => link.endsWith(`rel="${name}"`))

export const legitimateCypressServers: readonly LegitimateServer[] = [
  {
    name: 'The notes of an issue, a merge request or a snippet are listed newest first',
    allowedBy: 'Document 2, GET .../notes: array of Note, and no order of them is stated',
    start: serving(() =>
      forAll(listsOfNotes, (call) => relisted(call, (all) => [...all].reverse())),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return String(fieldOf((await ask('GET', path)).json, 'body')) === 'Two,One'
    },
  },
  {
    name: 'Descriptions and notes are kept with plain line feeds, whichever line ends they were sent with',
    allowedBy:
      'Document 2: description and body are strings, and nothing says that their line ends stay',
    start: serving(() =>
      forAll(writingTexts, (call) => {
        const texts = withPlainLineEnds(call)
        return Object.keys(texts).length === 0 ? call.send() : call.send(texts)
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { description: 'One\r\nTwo' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'description') === 'One\nTwo'
    },
  },
  {
    name: 'An issue that was moved or subscribed to is answered with few of its fields',
    allowedBy:
      'Document 2, Issue: a response may omit some of these fields (for example responses to move and subscription omit or reorder fields)',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => {
          const { id, iid, project_id, title, state, labels, author, created_at, updated_at } =
            fieldsOf(json)
          return { id, iid, project_id, state, title, labels, author, created_at, updated_at }
        })
      }),
    ),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      const path = `/projects/${from}/issues/${await newIssue(ask, from)}/move`
      const { status, json } = await ask('POST', path, { body: { to_project_id: to } })
      return status === 201 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out a moment after it was opened',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: can_be_merged); other values: not shown',
    start: serving(() => {
      const opened = new Map<unknown, number>()
      const checking = (one: Values): Values => {
        const isRecent = Date.now() - (opened.get(one.id) ?? 0) < 800
        return isRecent && one.state === 'opened' ? { ...one, merge_status: 'unchecked' } : one
      }
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) opened.set(at(await jsonOf(response), 'id'), Date.now())
          return response.ok ? eachChanged(response, checking) : response
        },
        ...forAll(answeringWithMergeRequests, async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, checking) : response
        }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'oak')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'Nobody gets a todo by being assigned to an issue',
    allowedBy:
      'Document 2, Todo: created manually for the current user on an issue; nothing says that the service makes any by itself',
    start: serving(() =>
      forAll(['createIssue', 'updateIssue'], async (call) => {
        const response = await call.send()
        const issue = await jsonOf(response)
        const assignee = at(issue, 'assignee.id')
        if (!response.ok || call.given.assignee_id === undefined || assignee === undefined) {
          return response
        }
        const { json } = await call.askAsRoot('GET', `/todos?sudo=${assignee}&per_page=100`)
        for (const { id, target, target_type, action_name } of listOf(json)) {
          const isOfIssue = target_type === 'Issue' && idOf(target) === idOf(issue)
          if (isOfIssue && action_name === 'assigned') {
            await call.askAsRoot('DELETE', `/todos/${id}?sudo=${assignee}`)
          }
        }
        return response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const issue = await newIssue(ask, project, { assignee_id: id })
      const path = `/projects/${project}/issues/${issue}/todo`
      return (await actingAs(ask, id)('POST', path)).status === 201
    },
  },
  {
    name: 'Whoever opens an issue is not subscribed to it until he says so',
    allowedBy:
      'Document 2, Subscription: POST .../subscription subscribes the caller; nothing subscribes the author of an issue',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const issue = idOf(await jsonOf(response))
        await call.ask('DELETE', `${projectPath(call)}/issues/${issue}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      return (await ask('POST', path)).status === 201
    },
  },
  {
    name: 'Who writes more than four notes within a second is asked to wait for one',
    allowedBy: 'Document 1, Limits: rate limits and request-size limits: not shown',
    start: serving(() => {
      const written = new Map<unknown, readonly number[]>()
      return forAll(creationsOfNotes, async (call) => {
        const { id } = await callerOf(call)
        const recent = (written.get(id) ?? []).filter((time) => Date.now() - time < 1000)
        if (id === undefined) return call.send()
        if (recent.length < 4) {
          written.set(id, [...recent, Date.now()])
          return call.send()
        }
        return withBody(
          jsonAnswer(429, {}),
          JSON.stringify({ message: 'This endpoint has been requested too many times' }),
          { 'retry-after': '1' },
        )
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (let count = 1; count <= 12; count++) {
        const { status } = await ask('POST', path, { body: { body: `Note ${count}` } })
        if (status === 429) return true
      }
      return false
    },
  },
  {
    name: 'A merge request from a branch into itself fails the validation of its branches',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation; nothing says that 422 is the answer to equal branches',
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 422) return response
        return jsonAnswer(400, { message: { source_branch: ['must differ from target branch'] } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { source_branch: 'master', target_branch: 'master', title: 'Same' }
      return (await ask('POST', `/projects/${project}/merge_requests`, { body })).status === 400
    },
  },
  {
    name: 'Moving an issue to a project that the caller does not see is explained as a lack of permission',
    allowedBy:
      'Document 2, POST .../move: 400 with explaining message if target equals source or permission is lacking',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        if ((await call.ask('GET', issuePath(call))).status !== 200) return response
        const message = 'Cannot move issue due to insufficient permissions!'
        return jsonAnswer(400, { message })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/move`
      return (await ask('POST', path, { body: { to_project_id: 987654 } })).status === 400
    },
  },
  {
    name: 'The links of a page stand in the order in which one reads: first, previous, next, last',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); no order of the links is demanded of a header',
    start: behind((response) => {
      const links = response.headers.get('link')
      if (links === null) return response
      const sorted = links
        .split(/,\s*(?=<)/)
        .sort((one, other) => relationOf(one) - relationOf(other))
      return withBody(response, response.body, { link: sorted.join(',') })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=1')
      return /^<[^>]*>; rel="first",</.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'The times of the service are those of its own time zone, two hours to the east',
    allowedBy:
      'Document 1, Conventions: timestamps are ISO 8601 strings, which may have any offset',
    start: answeringAll((json) =>
      deeplyChanged(json, (one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) =>
            /_(at|date)$/.test(name) && isTime(value) ? [name, inTheEast(value)] : [name, value],
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return String(at((await ask('GET', path)).json, 'created_at')).endsWith('+02:00')
    },
  },
  {
    name: 'Who removes a note again is answered with the note that was removed before',
    allowedBy:
      'Document 2, DELETE .../notes/:note_id: the deleted Note; Document 1, Errors: DELETE returns 200 even when the resource was already gone',
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return forAll(deletionsOfNotes, async (call) => {
        const response = await call.send()
        if (response.status !== 200) return response
        const key = `${parentPath(call)}/${call.path.note_id}`
        const note = await jsonOf(response)
        if (at(note, 'id') !== undefined) removed.set(key, note)
        return removed.has(key) ? jsonAnswer(200, removed.get(key)) : response
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const id = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('DELETE', `${path}/${id}`)
      return idOf((await ask('DELETE', `${path}/${id}`)).json) === id
    },
  },
  {
    name: 'Only members of a public project may write notes in it',
    allowedBy:
      'Document 1, Errors: 403: request not allowed; nothing says that strangers may write notes',
    start: serving(() =>
      forAll(creationsOfNotes, async (call) => {
        const { id, is_admin } = await callerOf(call)
        if (id === undefined || is_admin === true) return call.send()
        if ((await call.ask('GET', parentPath(call))).status !== 200) return call.send()
        const { json } = await call.ask('GET', projectPath(call))
        const isAtHome = at(json, 'owner.id') === id || (await levelOf(call)) > 0
        return isAtHome ? call.send() : jsonAnswer(403, { message: '403 Forbidden' })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('POST', path, { body: { body: 'One' } })).status === 403
    },
  },
  {
    name: 'Short ids of commits have twelve letters, as Git is set up for large repositories',
    allowedBy: 'Document 3, Commit: short_id, and nothing says how short it is',
    start: answeringAll((json) =>
      deeplyChanged(json, (one) => {
        const isCommit = typeof one.id === 'string' && /^[0-9a-f]{40}$/.test(one.id)
        return isCommit && typeof one.short_id === 'string'
          ? { ...one, short_id: String(one.id).slice(0, 12) }
          : one
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const head = await headOf(ask, project)
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return at(json, '0.short_id') === head.slice(0, 12)
    },
  },
  {
    name: 'What the service itself notes on issues and merge requests is in German',
    allowedBy:
      'Document 2, Note: body string, system boolean; nothing says what the notes of the system read like',
    start: serving(() =>
      forAll([...listsOfNotes, ...singleNotes, ...deletionsOfNotes], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          Array.isArray(json) ? listOf(json).map(inGerman) : json && inGerman(fieldsOf(json)),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', `${path}/notes`)
      return fieldOf(json, 'body').includes('geschlossen')
    },
  },
]
