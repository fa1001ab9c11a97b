import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  answeringAll,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  writeFile,
} from '../shared-tools.ts'
import { createRecent, deeplyChanged, newMember } from './tools-olive.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 400

const answeringWithMergeRequests: readonly OperationId[] = [
  'createMergeRequest',
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

const writingCommits: readonly OperationId[] = [
  'createFile',
  'updateFile',
  'deleteFile',
  'createCommit',
  'cherryPickCommit',
]

const writingNotes: readonly OperationId[] = [
  'createIssueNote',
  'createSnippetNote',
  'createMergeRequestNote',
]

const changingNotes: readonly OperationId[] = [
  'updateIssueNote',
  'updateSnippetNote',
  'updateMergeRequestNote',
]

const draft = /^\s*(\[WIP\]\s*|WIP:\s*|WIP\s+)+/i

/** A time of the service as it is in the zone of those who commit. */
function inZone(time: unknown): unknown {
  const when = Date.parse(String(time))
  if (typeof time !== 'string' || Number.isNaN(when)) return time
  return new Date(when + 7_200_000).toISOString().replace('Z', '+02:00')
}

export const legitimateOliveServers: readonly LegitimateServer[] = [
  {
    name: 'A merge request that is marked as work in progress can be merged all the same',
    allowedBy:
      'Document 2: work_in_progress is a field, and no sentence says that such a merge request is not mergeable',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const path = mergeRequestPath(call)
        const { json } = await call.askAsRoot('GET', path)
        const title = String(at(json, 'title'))
        if (at(json, 'work_in_progress') !== true) return response
        await call.askAsRoot('PUT', path, { title: title.replace(draft, '') || 'Draft' })
        const merged = await call.send()
        await call.askAsRoot('PUT', path, { title })
        return merged.ok ? responseOf(await call.ask('GET', path)) : merged
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'change', { title: 'WIP: change' })
      const path = `/projects/${project}/merge_requests/${id}`
      const { status } = await ask('PUT', `${path}/merge`)
      return status === 200 && at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'A merge request is written only by a call with the branches and the title',
    allowedBy:
      'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: source_branch (req), target_branch (req), title (req)',
    start: serving(() => ({
      async updateMergeRequest(call) {
        const missing = ['source_branch', 'target_branch', 'title'].find(
          (name) => call.given[name] === undefined,
        )
        if (missing === undefined) return call.send()
        const { status } = await call.ask('GET', mergeRequestPath(call))
        if (status !== 200) return call.send()
        return jsonAnswer(400, { message: `400 (Bad request) "${missing}" not given` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      return (await ask('PUT', path, { body: { description: 'New' } })).status === 400
    },
  },
  {
    name: 'A commit has a short id of eight characters',
    allowedBy: 'Document 3, Commit: short_id, of no length that any sentence states',
    start: answeringAll((json) =>
      deeplyChanged(json, (one) =>
        typeof one.id === 'string' && typeof one.short_id === 'string'
          ? { ...one, short_id: one.id.slice(0, 8) }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'short_id')).length === 8
    },
  },
  {
    name: 'The service writes no notes of its own about what happens to merge requests and issues',
    allowedBy:
      'Document 2, Note: system boolean; no sentence says which notes the system writes, or that it writes any',
    start: serving(() =>
      forAll(['listMergeRequestNotes', 'listIssueNotes'], (call) =>
        relisted(call, (all) => all.filter((one) => one.system !== true)),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      await ask('PUT', path, {
        body: { source_branch: 'change', target_branch: 'master', title: 'Other' },
      })
      const { status, json } = await ask('GET', `${path}/notes`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'A snippet that is written or removed is answered in the older form, with the day of its end and without an address',
    allowedBy: 'Document 2: Response bodies of snippet create, update and delete: not shown',
    start: serving(() =>
      forAll(['createSnippet', 'updateSnippet', 'deleteSnippet'], async (call) =>
        changed(await call.send(), (json) => {
          const { web_url, ...others } = fieldsOf(json)
          return web_url === undefined ? json : { ...others, expires_at: null }
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const { json } = await ask('PUT', path, { body: { title: 'Two' } })
      return at(json, 'expires_at') === null && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'The times of commits are in the zone of those who made them',
    allowedBy:
      'Document 1, Conventions: Timestamps are ISO 8601 strings, and no sentence states their zone',
    start: answeringAll((json) =>
      deeplyChanged(json, (one) => {
        if (typeof one.id !== 'string') return one
        const names = ['created_at', 'authored_date', 'committed_date'].filter(
          (name) => one[name] !== undefined,
        )
        return { ...one, ...Object.fromEntries(names.map((name) => [name, inZone(one[name])])) }
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'committed_date')).endsWith('+02:00')
    },
  },
  {
    name: 'The status of a commit follows a posted one a moment later, by a job in the background',
    allowedBy:
      'Document 3, Commit: status (string or null), and nothing says how soon it follows the statuses of the commit',
    start: serving(() => {
      const recent = createRecent<{ readonly id: unknown; readonly status: unknown }>(delay)
      return {
        async createCommitStatus(call) {
          const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) recent.add({ id: at(json, 'id'), status: at(json, 'status') })
          return response
        },
        getCommit: async (call) =>
          eachChanged(await call.send(), (one) => {
            const waiting = recent.all().find(({ id }) => id === one.id)
            const isWaiting = waiting !== undefined && one.status !== undefined
            return isWaiting ? { ...one, status: waiting.status } : one
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state: 'failed' } })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}`)
      return at(json, 'id') === sha && at(json, 'status') !== 'failed'
    },
  },
  {
    name: 'A difference begins with the line by which git names both files',
    allowedBy: 'Document 3, Diff entry: diff string, of no form that any sentence states',
    start: answeringAll((json) =>
      deeplyChanged(json, (one) => {
        if (typeof one.diff !== 'string' || one.new_path === undefined) return one
        const mode = isTrue(one.new_file) ? `new file mode ${one.b_mode}\n` : ''
        return {
          ...one,
          diff: `diff --git a/${one.old_path} b/${one.new_path}\n${mode}${one.diff}`,
        }
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git a/README.md b/README.md\n')
    },
  },
  {
    name: 'The blanks and the line ends after the text of a note are not kept',
    allowedBy:
      'Document 2, Notes: body (req); no sentence says that a body is stored without being tidied',
    start: serving(() =>
      forAll([...writingNotes, ...changingNotes], async (call) => {
        const { body } = call.given
        if (typeof body !== 'string' || body.trim() === '') return call.send()
        return body === body.trimEnd() ? call.send() : call.send({ body: body.trimEnd() })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'One \n' } })
      return at((await ask('GET', path)).json, '0.body') === 'One'
    },
  },
  {
    name: 'Whoever writes more than ten notes within a second has to wait for the next one',
    allowedBy: 'Document 1, Limits: Rate limits and request-size limits: not shown',
    start: serving(() => {
      const recent = createRecent<unknown>(1000)
      return forAll(writingNotes, async (call) => {
        const { id } = await callerOf(call)
        if (id === undefined) return call.send()
        if (recent.all().filter((one) => one === id).length >= 10) {
          return new Response('Retry later\n', {
            status: 429,
            headers: { 'content-type': 'text/plain', 'retry-after': '1' },
          })
        }
        recent.add(id)
        return call.send()
      })
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => ask('POST', path, { body: { body: 'One' } })),
      )
      return answers.some(({ status }) => status === 429)
    },
  },
  {
    name: 'Reporters may not write snippets of their project',
    allowedBy:
      'Document 2, POST /projects/:id/snippets: caller needs permission to create snippets; no sentence says which level has it',
    start: serving(() => ({
      async createSnippet(call) {
        const { id, is_admin } = await callerOf(call)
        const isMember = id !== undefined && is_admin !== true
        const level = isMember ? await levelOf(call) : 0
        const isRefused = level > 0 && level < 30
        return isRefused ? jsonAnswer(403, { message: '403 Forbidden' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const reporter = actingAs(ask, await newMember(ask, project, 20))
      const body = { title: 'One', file_name: 'one.txt', code: 'one\n', visibility_level: 10 }
      return (await reporter('POST', `/projects/${project}/snippets`, { body })).status === 403
    },
  },
  {
    name: 'A merge request that is made for nobody is assigned to whoever made it',
    allowedBy:
      'Document 2, POST /projects/:id/merge_requests: assignee_id, for which no sentence states a default',
    start: serving(() => ({
      async createMergeRequest(call) {
        const { id } = await callerOf(call)
        if (id === undefined || call.given.assignee_id !== undefined) return call.send()
        const response = await call.send({ assignee_id: id })
        return response.ok ? response : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      const { json } = await ask('GET', path)
      return at(json, 'assignee.id') !== undefined
    },
  },
  {
    name: 'A merge request learns of a new commit on its source a moment later, by a job in the background',
    allowedBy:
      'Document 2, Merge request: sha is the head commit id, and nothing says how soon after a commit',
    start: serving(() => {
      const recent = createRecent<{ readonly id: unknown; readonly sha: unknown }>(delay)
      const stale: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const waiting = recent.all().find(({ id }) => id === one.id)
          const isStale = waiting !== undefined && one.sha !== undefined && one.state !== 'merged'
          return isStale ? { ...one, sha: waiting.sha } : one
        })
      return {
        ...forAll(answeringWithMergeRequests, stale),
        ...forAll(writingCommits, async (call) => {
          const branch = call.given.branch_name ?? call.given.branch
          const path = `${projectPath(call)}/merge_requests?state=opened&per_page=100`
          const open = listOf((await call.askAsRoot('GET', path)).json).filter(
            (one) => one.source_branch === branch && one.source_project_id === one.project_id,
          )
          const response = await call.send()
          if (response.ok) for (const { id, sha } of open) recent.add({ id, sha })
          return response
        }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'change' })
      const sha = at((await ask('GET', path)).json, 'sha')
      return sha !== undefined && sha !== (await headOf(ask, project, 'change'))
    },
  },
  {
    name: 'The source branch goes a moment after the merge that removes it, by a job in the background',
    allowedBy:
      'Document 2, PUT .../merge: should_remove_source_branch (boolean), and nothing says how soon',
    start: serving(() => {
      const asked = new Set<unknown>()
      const shown: Rule = async (call) =>
        eachChanged(await call.send(), (one) =>
          asked.has(one.id) ? { ...one, should_remove_source_branch: true } : one,
        )
      return {
        ...forAll(answeringWithMergeRequests, shown),
        async mergeMergeRequest(call) {
          const { should_remove_source_branch, merge_when_build_succeeds } = call.given
          const isLater = isTrue(should_remove_source_branch) && !isTrue(merge_when_build_succeeds)
          if (!isLater) return shown(call)
          const response = await call.send({ should_remove_source_branch: undefined })
          const json = await jsonOf(response)
          if (!response.ok || at(json, 'state') !== 'merged') return response
          asked.add(at(json, 'id'))
          const branch = encoded(at(json, 'source_branch'))
          const path = `/projects/${at(json, 'source_project_id')}/repository/branches/${branch}`
          setTimeout(() => {
            call.askAsRoot('DELETE', path).catch((error: unknown) => console.error(error))
          }, delay)
          return eachChanged(response, (one) => ({ ...one, should_remove_source_branch: true }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      await ask('PUT', `${path}/merge`, { body: { should_remove_source_branch: true } })
      return (await ask('GET', `/projects/${project}/repository/branches/change`)).status === 200
    },
  },
  {
    name: 'Users are listed by the letters of their usernames',
    allowedBy: 'Document 1, GET /users: array of User, in no order that any sentence states',
    start: serving(() => ({
      listUsers: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => String(one.username).localeCompare(String(other.username))),
        ),
    })),
    async isShown(ask) {
      await newUser(ask, { username: 'zither-olive' })
      await newUser(ask, { username: 'anchor-olive' })
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'username').map(String)
      const sorted = [...names].sort((one, other) => one.localeCompare(other))
      return names.join() === sorted.join()
    },
  },
]
