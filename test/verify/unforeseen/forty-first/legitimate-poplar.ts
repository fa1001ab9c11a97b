import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  eachChanged,
  encoded,
  everyObject,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { issuePath } from './tools-poplar.ts'

/** The same moment as clocks in India show it, to the microsecond. */
function inIndia(value: unknown): unknown {
  const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z$/.test(value)
  if (!isTime) return value
  const offset = 5.5 * 60 * 60 * 1000
  const local = new Date(new Date(value).getTime() + offset).toISOString()
  return local.replace('Z', '000+05:30')
}

const isTimeField = (name: string) => /(_at|_date|^timestamp)$/.test(name)

const titleLength = 50
const cutTitle = (title: string) =>
  title.length > titleLength ? `${title.slice(0, titleLength - 1)}…` : title

const slug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

const eventDelay = 400

const noteLists = ['listIssueNotes', 'listMergeRequestNotes'] as const
const oneNote = ['getIssueNote', 'getMergeRequestNote'] as const

const ownDefaults: Values = {
  snippets_enabled: true,
  wiki_enabled: false,
  container_registry_enabled: false,
  public_builds: false,
  request_access_enabled: true,
}

export const legitimatePoplarServers: readonly LegitimateServer[] = [
  {
    name: 'Timestamps are given to the microsecond in the time zone of India',
    allowedBy:
      'Document 1, conventions: timestamps are ISO 8601 strings; the zone and the precision are not stated',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        Object.fromEntries(
          Object.entries(one).map(([name, value]) => [
            name,
            isTimeField(name) ? inIndia(value) : value,
          ]),
        ),
      ),
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/user')).json, 'created_at')).endsWith('000+05:30')
    },
  },
  {
    name: 'Events are recorded by a job, a little after what they tell of',
    allowedBy:
      'No sentence says how soon an event is recorded; document 1: they are records, newest first',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) => {
          const latest = Date.now() - eventDelay
          return all.filter(
            ({ created_at }) =>
              typeof created_at !== 'string' || new Date(created_at).getTime() <= latest,
          )
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      return listOf((await ask('GET', `/projects/${project}/events`)).json).length === 0
    },
  },
  {
    name: 'Whether a merge request can be merged is unchecked until somebody looks at it alone',
    allowedBy: 'Document 2: merge_status (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const checked = new Set<unknown>()
      const known = (one: Values): Values =>
        checked.has(one.id) || !['opened', 'reopened'].includes(String(one.state))
          ? one
          : { ...one, merge_status: 'unchecked' }
      return {
        ...forAll(
          ['getMergeRequest', 'getMergeRequestChanges', 'mergeMergeRequest'],
          async (call) => {
            const response = await call.send()
            if (response.ok) checked.add(at(await jsonOf(response), 'id'))
            return response
          },
        ),
        ...forAll(
          [
            'listMergeRequests',
            'createMergeRequest',
            'updateMergeRequest',
            'cancelMergeWhenBuildSucceeds',
            'subscribeToMergeRequest',
            'unsubscribeFromMergeRequest',
          ],
          async (call) => {
            const response = await call.send()
            return response.ok ? eachChanged(response, known) : response
          },
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'unseen')
      const path = `/projects/${project}/merge_requests`
      const [before] = fieldOf((await ask('GET', path)).json, 'merge_status')
      await ask('GET', `${path}/${id}`)
      const [after] = fieldOf((await ask('GET', path)).json, 'merge_status')
      return before === 'unchecked' && after === 'can_be_merged'
    },
  },
  {
    name: 'Whoever is a member of a project already is refused as a new one with the status 409',
    allowedBy:
      'Document 1, errors: 409 conflicting resource exists; no sentence says what becomes of a second addition',
    start: serving(() => ({
      async addProjectMember(call) {
        const path = `${projectPath(call)}/members/${encoded(call.given.user_id)}`
        const { status } = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok || status !== 200) return response
        return jsonAnswer(409, { message: 'Member already exists' })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      const member = { body: { user_id: id, access_level: 30 } }
      await ask('POST', path, member)
      return (await ask('POST', path, member)).status === 409
    },
  },
  {
    name: 'The title of a commit is cut after fifty characters',
    allowedBy:
      'No sentence says how the title of a commit follows from its message, which is whole',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        'short_id' in one && typeof one.title === 'string'
          ? { ...one, title: cutTitle(one.title) }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commit_message = 'Say at some length what has become of the old pages of the harbour'
      await writeFile(ask, project, { file_path: 'pages.txt', commit_message })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'title') === cutTitle(commit_message)
    },
  },
  {
    name: 'What the system itself notes on issues and merge requests is shown to nobody',
    allowedBy:
      'Document 2, Note: `system` boolean; no sentence says that the service makes notes of its own',
    start: serving(() => ({
      ...forAll(noteLists, (call) =>
        relisted(call, (all) => all.filter(({ system }) => system !== true)),
      ),
      ...forAll(oneNote, async (call) => {
        const response = await call.send()
        const isSystem = response.ok && at(await jsonOf(response), 'system') === true
        return isSystem ? jsonAnswer(404, { message: '404 Not found' }) : response
      }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 0
    },
  },
  {
    name: 'A commit that was picked says at the end of its message where it comes from',
    allowedBy:
      'Document 3, POST .../cherry_pick: Commit; no sentence says which message the new commit has',
    start: (forge) => {
      const endings = new Map<unknown, string>()
      const answer = serving(() => ({
        async cherryPickCommit(call) {
          const from = String(call.path.sha)
          const path = `${projectPath(call)}/repository/commits/${encoded(from)}`
          const source = at((await call.ask('GET', path)).json, 'id')
          const response = await call.send()
          const picked = at(await jsonOf(response), 'id')
          // What is picked onto its own parent is the same commit.
          if (response.ok && picked !== source) {
            endings.set(picked, `\n\n(cherry picked from commit ${from})`)
          }
          return response
        },
      }))(forge)
      const named = (one: Values) => {
        const ending = endings.get(one.id)
        if (ending === undefined || typeof one.message !== 'string') return one
        return { ...one, message: `${one.message.trimEnd()}${ending}` }
      }
      return async (request) => changed(await answer(request), (json) => everyObject(json, named))
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'side.txt', branch_name: 'side' })
      const commits = `/projects/${project}/repository/commits`
      const head = await headOf(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'other.txt' })
      await ask('POST', `${commits}/${head}/cherry_pick`, { body: { branch: 'master' } })
      const { json } = await ask('GET', `${commits}/master`)
      return String(at(json, 'message')).endsWith(`(cherry picked from commit ${head})`)
    },
  },
  {
    name: 'The last activity of a project stays that of its creation until a job counts, which has not run yet',
    allowedBy: 'Document 1, Project: last_activity_at timestamp; no sentence says what renews it',
    start: (forge) => {
      const shown = answeringAll((json) =>
        everyObject(json, (one) =>
          'last_activity_at' in one && 'created_at' in one
            ? { ...one, last_activity_at: one.created_at }
            : one,
        ),
      )(forge)
      return (request) => {
        const url = new URL(request.url)
        if (url.searchParams.get('order_by') !== 'last_activity_at') return shown(request)
        url.searchParams.set('order_by', 'created_at')
        return shown(new Request(url, request))
      }
    },
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1')
      return at(json, 'last_activity_at') === at(json, 'created_at')
    },
  },
  {
    name: 'Differences begin with the header that git itself writes',
    allowedBy: 'Document 3, Diff entry: `diff` string; its form is not stated',
    start: answeringAll((json) =>
      everyObject(json, (one) =>
        'new_path' in one && typeof one.diff === 'string'
          ? { ...one, diff: `diff --git a/${one.old_path} b/${one.new_path}\n${one.diff}` }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git a/README.md b/README.md\n')
    },
  },
  {
    name: 'The tree of a directory that does not exist is not found',
    allowedBy:
      'Document 1, errors: 404 resource not found; no sentence says what the tree of an unknown path is',
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const isNothing = response.ok && response.headers.get('x-total') === '0'
        const { path = '' } = call.given
        if (!isNothing || path === '' || path === '/') return response
        return jsonAnswer(404, { message: '404 Tree Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { status } = await ask('GET', `/projects/${project}/repository/tree?path=hold`)
      return status === 404
    },
  },
  {
    name: 'A new project has snippets and access requests, and neither a wiki, a registry nor public builds, unless told otherwise',
    allowedBy: 'Document 1, POST /projects: these booleans have no stated default',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) => {
        const missing = Object.entries(ownDefaults).filter(([name]) => !(name in call.given))
        return call.send(Object.fromEntries(missing))
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return Object.entries(ownDefaults).every(([name, value]) => at(json, name) === value)
    },
  },
  {
    name: 'Whoever opens an issue or a merge request is not subscribed to it',
    allowedBy:
      'Document 2: POST .../subscription subscribes the caller; no sentence says that anything else does',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = issuePath({ ...call, path: { ...call.path, issue_id: await newId(response) } })
        await call.ask('DELETE', `${path}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
      async createMergeRequest(call) {
        const response = await call.send()
        if (!response.ok) return response
        const merge_request_id = await newId(response)
        const path = mergeRequestPath({ ...call, path: { ...call.path, merge_request_id } })
        await call.ask('DELETE', `${path}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const id = await newMergeRequest(ask, project, 'quiet')
      const paths = [issue, `/projects/${project}/merge_requests/${id}`]
      const answers = await Promise.all(paths.map((path) => ask('POST', `${path}/subscription`)))
      return answers.every(({ status }) => status === 201)
    },
  },
  {
    name: 'An issue that is moved is gone from the project that it was in',
    allowedBy:
      'Document 2, move: the issue exists in the target project; no sentence says what is left of it in its source',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) await call.askAsRoot('DELETE', issuePath(call))
        return response
      },
    })),
    async isShown(ask) {
      const from = await newProject(ask)
      const to = await newProject(ask)
      const path = `/projects/${from}/issues/${await newIssue(ask, from)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: to } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Addresses of pages in the web interface have a dash before the kind of record',
    allowedBy: 'Document 2: web_url is a string; its form is not stated',
    start: answeringAll((json) =>
      everyObject(json, (one) => {
        if (typeof one.web_url !== 'string') return one
        const web_url = one.web_url.replace(/\/((?:issues|merge_requests|snippets)\/\d+)$/, '/-/$1')
        return { ...one, web_url }
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask(
        'GET',
        `/projects/${project}/issues/${await newIssue(ask, project)}`,
      )
      return String(at(json, 'web_url')).includes('/-/issues/')
    },
  },
  {
    name: 'The path that a project gets from its name has underscores',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name); how it is generated is not stated',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) => {
        const { name, path } = call.given
        if (path !== undefined || typeof name !== 'string') return call.send()
        const generated = slug(name)
        return generated === '' ? call.send() : call.send({ path: generated })
      }),
    ),
    async isShown(ask) {
      const name = freshName('sea-chart')
      const { json } = await ask('POST', '/projects', { body: { name } })
      return idOf(json) > 0 && at(json, 'path') === slug(name)
    },
  },
]

const newId = async (response: Response) => String(fieldsOf(await jsonOf(response)).id)
