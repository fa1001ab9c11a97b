import { projectOf } from '../fourth/tools.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  column,
  isDone,
  listOf,
  newIssue,
  newMergeRequest,
  newRepository,
  newSnippet,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from '../third/tools.ts'

const issueOf = ({ id, issue_id }: Readonly<Record<string, string>>) =>
  `${projectOf(id)}/issues/${issue_id}`
const requestOf = ({ id, merge_request_id }: Readonly<Record<string, string>>) =>
  `${projectOf(id)}/merge_requests/${merge_request_id}`

export const faultyTracker: readonly FaultyServer[] = [
  {
    name: 'Closed issues of a caller are not filtered by labels',
    breaks: 'GET /issues: state, labels (comma-separated; any label matches)',
    at: ['listOwnIssues'],
    start: answering(() => ({
      listOwnIssues: (call) =>
        call.given.state === 'closed' ? call.send({ given: { labels: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newIssue(ask, project, 'Plain')
      const body = { state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${id}`, { body })
      const { json } = await ask('GET', '/issues?state=closed&labels=never&per_page=100')
      return column(json, 'id').includes(id)
    },
  },
  {
    name: 'An issue that is asked for by its iid is found in any state',
    breaks: 'GET /projects/:id/issues: iid integer, state',
    at: ['listIssuesOfProject'],
    start: answering(() => ({
      listIssuesOfProject: (call) =>
        call.given.iid === undefined ? call.send() : call.send({ given: { state: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newIssue(ask, project, 'Open')
      const { json } = await ask('GET', `/projects/${project}/issues?iid=1&state=closed`)
      return at(json, '0.iid') === 1
    },
  },
  {
    name: 'Issues of a group match any label where a state is asked for, too',
    breaks: 'GET /groups/:id/issues: state, labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: answering(() => ({
      async listIssuesOfGroup(call) {
        const labels = String(call.given.labels ?? '').split(',')
        if (call.given.state === undefined || labels.length < 2) return call.send()
        return call.send({ given: { labels: labels[0] } })
      },
    })),
    async isShown(ask) {
      const group = objectOf(
        (await ask('POST', '/groups', { body: { name: 'five', path: 'five' } })).json,
      ).id
      const project = await newRepository(ask, 'one', {}, { namespace_id: group })
      await newIssue(ask, project, 'Half', { labels: 'one' })
      const { json } = await ask('GET', `/groups/${group}/issues?state=opened&labels=one,two`)
      return at(json, '0.title') === 'Half'
    },
  },
  {
    name: 'The offset of when an issue was created is not looked at',
    breaks: 'POST /projects/:id/issues: created_at (ISO 8601)',
    at: ['createIssue'],
    start: answering(() => ({
      createIssue(call) {
        const { created_at } = call.given
        if (typeof created_at !== 'string') return call.send()
        return call.send({ given: { created_at: created_at.replace(/[+-]\d\d:\d\d$/, 'Z') } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const created_at = '2016-03-01T10:00:00+05:00'
      const body = { title: 'Old', created_at }
      const { json } = await ask('POST', `/projects/${project}/issues`, { body })
      return Date.parse(String(at(json, 'created_at'))) !== Date.parse(created_at)
    },
  },
  {
    name: 'An issue that may not be moved where it is closes',
    breaks: 'POST .../move: 400 with explaining message if target equals source',
    at: ['moveIssue'],
    start: answering(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.status === 400 && call.given.to_project_id !== undefined) {
          await call.ask('PUT', issueOf(call.path), { body: { state_event: 'close' } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newIssue(ask, project, 'Here')
      const path = `/projects/${project}/issues/${id}`
      await ask('POST', `${path}/move`, { body: { to_project_id: project } })
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'A subscription to a merge request by sudo is the administrator’s',
    breaks: 'Sudo: performs the call as another user; POST .../subscription',
    at: ['subscribeToMergeRequest'],
    start: answering(() => ({
      subscribeToMergeRequest: (call) => call.send({ sudo: null, given: { sudo: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { visibility_level: 20 })
      const { token, id } = await newUser(ask, 'reader')
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      await ask('POST', `${path}/subscription?sudo=${id}`)
      return at((await ask('GET', path, { token })).json, 'subscribed') === false
    },
  },
  {
    name: 'There is no todo on an issue where somebody else has one',
    breaks: 'POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: answering(() => {
      const marked = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = await call.ask('GET', issueOf(call.path), { token: call.token })
          const id = String(at(issue.json, 'id'))
          if (issue.status === 200 && marked.has(id)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (isDone(response)) marked.add(id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { visibility_level: 20 })
      const { token } = await newUser(ask, 'reader')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'Both')}/todo`
      await ask('POST', path)
      return (await ask('POST', path, { token })).status === 304
    },
  },
  {
    name: 'An issue that opens again has no assignee',
    breaks: 'closed, PUT with state_event = reopen: opened; parameters that were not sent',
    at: ['updateIssue'],
    start: answering(() => ({
      updateIssue: (call) =>
        call.given.state_event === 'reopen' && call.given.assignee_id === undefined
          ? call.send({ given: { assignee_id: 0 } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newIssue(ask, project, 'Mine', { assignee_id: 1 })
      const path = `/projects/${project}/issues/${id}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('PUT', path, { body: { state_event: 'reopen' } })
      return at(json, 'state') !== 'closed' && at(json, 'assignee') === null
    },
  },
  {
    name: 'Totals of issues count those that were deleted',
    breaks: 'Response headers on paginated lists: X-Total; DELETE: removed (soft delete)',
    at: ['deleteIssue', 'listIssuesOfProject'],
    start: answering(() => {
      const deleted = new Map<string, number>()
      return {
        async deleteIssue(call) {
          const id = call.path.id ?? ''
          const response = await call.send()
          if (isDone(response)) deleted.set(id, (deleted.get(id) ?? 0) + 1)
          return response
        },
        async listIssuesOfProject(call) {
          const response = await call.send()
          const total = response.headers.get('x-total')
          if (total === null) return response
          const counted = Number(total) + (deleted.get(call.path.id ?? '') ?? 0)
          return rewritten(response, { headers: { 'x-total': counted } })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/issues`
      await ask('DELETE', `${path}/${await newIssue(ask, project, 'Gone')}`)
      return (await ask('GET', path)).headers.get('x-total') === '1'
    },
  },
  {
    name: 'A deleted merge request is in the way of another of its branches',
    breaks: 'DELETE .../merge_requests/:merge_request_id: removed; 409 conflicting resource exists',
    at: ['createMergeRequest', 'deleteMergeRequest'],
    start: answering(() => {
      const gone = new Set<string>()
      const nameOf = (id: unknown, json: unknown) =>
        `${id} ${at(json, 'source_branch')} ${at(json, 'target_branch')}`
      return {
        async deleteMergeRequest(call) {
          const { json } = await call.ask('GET', requestOf(call.path))
          const response = await call.send()
          if (isDone(response)) gone.add(nameOf(call.path.id, json))
          return response
        },
        async createMergeRequest(call) {
          if (!gone.has(nameOf(call.path.id, call.given))) return call.send()
          const message = ['Cannot Create: This merge request already exists']
          return new Response(JSON.stringify({ message }), {
            status: 409,
            headers: { 'content-type': 'application/json' },
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests`
      await ask('DELETE', `${path}/${id}`)
      const body = { source_branch: 'topic', target_branch: 'master', title: 'Again' }
      return (await ask('POST', path, { body })).status === 409
    },
  },
  {
    name: 'Merge requests that are asked for by several iids are found in any state',
    breaks: 'GET .../merge_requests: iids[] (array), state',
    at: ['listMergeRequests'],
    start: answering(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined ? call.send() : call.send({ given: { state: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests?iids[]=1&state=closed`
      return at((await ask('GET', path)).json, '0.iid') === 1
    },
  },
  {
    name: 'The beginning of the head is enough to merge',
    breaks: 'PUT .../merge: sha (must equal the source head or the merge fails)',
    at: ['mergeMergeRequest'],
    start: answering(() => ({
      async mergeMergeRequest(call) {
        const { json } = await call.ask('GET', requestOf(call.path))
        const { sha } = call.given
        const head = String(at(json, 'sha'))
        const isShort = typeof sha === 'string' && sha.length > 6 && head.startsWith(sha)
        return isShort ? call.send({ given: { sha: head } }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${id}`
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 10)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The message of a merge ends at its first line',
    breaks: 'PUT .../merge: merge_commit_message',
    at: ['mergeMergeRequest'],
    start: answering(() => ({
      mergeMergeRequest(call) {
        const { merge_commit_message: message } = call.given
        if (typeof message !== 'string') return call.send()
        return call.send({ given: { merge_commit_message: message.split('\n')[0] } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'topic')
      const body = { merge_commit_message: 'Take it\n\nIt is good' }
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Take it'
    },
  },
  {
    name: 'An issue that a merge request closes twice is listed twice',
    breaks: 'GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest'],
    start: answering(() => ({
      async listIssuesClosedByMergeRequest(call) {
        const request = await call.ask('GET', requestOf(call.path))
        const text = String(at(request.json, 'description'))
        return rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.flatMap((issue) => {
                  const mentions = text.split(new RegExp(`#${at(issue, 'iid')}\\b`)).length - 1
                  return mentions > 1 ? [issue, issue] : [issue]
                })
              : json,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newIssue(ask, project, 'Once')
      const description = 'Closes #1. Yes, it closes #1.'
      const id = await newMergeRequest(ask, project, 'topic', { description })
      const path = `/projects/${project}/merge_requests/${id}/closes_issues`
      return column((await ask('GET', path)).json, 'iid').length === 2
    },
  },
  {
    name: 'Who edits a note of an issue is its author',
    breaks: 'PUT .../notes/:note_id: body; author of the note',
    at: ['updateIssueNote'],
    start: answering(() => {
      const editors = new Map<string, unknown>()
      const alter = async (response: Response, note: string | undefined) => {
        const author = editors.get(note ?? '')
        if (author === undefined || !isDone(response)) return response
        return rewritten(response, { json: (json) => withFields(json, { author }) })
      }
      return {
        async updateIssueNote(call) {
          const response = await call.send()
          if (isDone(response)) {
            const { json } = await call.ask('GET', '/user', { token: call.token })
            const { id, username, name, state, avatar_url, web_url } = objectOf(json)
            const editor = { id, username, name, state, avatar_url, web_url }
            const author = { ...objectOf(at(await bodyOf(response), 'author')), ...editor }
            editors.set(call.path.note_id ?? '', author)
          }
          return alter(response, call.path.note_id)
        },
        getIssueNote: async (call) => alter(await call.send(), call.path.note_id),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { visibility_level: 20 })
      const { token } = await newUser(ask, 'writer')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'Talk')}/notes`
      const { json } = await ask('POST', path, { token, body: { body: 'Mine' } })
      const edited = await ask('PUT', `${path}/${at(json, 'id')}`, { body: { body: 'Ours' } })
      return at(edited.json, 'author.username') === 'root'
    },
  },
  {
    name: 'A merge request counts the notes that were deleted',
    breaks: 'Merge request: user_notes_count; DELETE .../notes/:note_id',
    at: [
      'deleteMergeRequestNote',
      'getMergeRequest',
      'getMergeRequestChanges',
      'updateMergeRequest',
      'subscribeToMergeRequest',
      'mergeMergeRequest',
    ],
    start: answering(() => {
      const deleted = new Map<string, number>()
      return {
        async deleteMergeRequestNote(call) {
          const response = await call.send()
          const id = call.path.merge_request_id ?? ''
          if (isDone(response)) deleted.set(id, (deleted.get(id) ?? 0) + 1)
          return response
        },
        ...all(
          [
            'getMergeRequest',
            'getMergeRequestChanges',
            'updateMergeRequest',
            'subscribeToMergeRequest',
            'mergeMergeRequest',
          ],
          async (call) => {
            const more = deleted.get(call.path.merge_request_id ?? '') ?? 0
            return rewritten(await call.send(), {
              json: (json) => {
                const count = Number(at(json, 'user_notes_count'))
                return Number.isNaN(count)
                  ? json
                  : withFields(json, { user_notes_count: count + more })
              },
            })
          },
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${id}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'Gone' } })
      await ask('DELETE', `${path}/notes/${at(json, 'id')}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'Notes of private snippets are read by other members',
    breaks: 'Snippet: visibility_level 0 visible only to the creator; GET .../snippets/:id/notes',
    at: ['listSnippetNotes'],
    start: answering(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        if (response.status !== 404 || call.token === '') return response
        const path = `${projectOf(call.path.id)}/members`
        const project = await call.ask('GET', path, { token: call.token })
        return project.status === 200 ? call.send({ token: 'root-token', sudo: null }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { snippets_enabled: true })
      const owner = await newUser(ask, 'owner')
      const reader = await newUser(ask, 'reader')
      for (const { id } of [owner, reader]) {
        const body = { user_id: id, access_level: 30 }
        await ask('POST', `/projects/${project}/members`, { body })
      }
      const snippet = { title: 'Own', file_name: 'a.txt', code: 'a', visibility_level: 0 }
      const path = `/projects/${project}/snippets`
      const { json } = await ask('POST', path, { token: owner.token, body: snippet })
      const { token } = reader
      return (await ask('GET', `${path}/${at(json, 'id')}/notes`, { token })).status === 200
    },
  },
  {
    name: 'The text of a snippet has no space at its end',
    breaks: 'GET .../snippets/:snippet_id/raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: answering(() => ({
      getRawSnippet: async (call) =>
        rewritten(await call.send(), { text: (text) => text.trimEnd() }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { snippets_enabled: true })
      const id = await newSnippet(ask, project, 'Space', { code: 'one \n\n' })
      return (await ask('GET', `/projects/${project}/snippets/${id}/raw`)).text === 'one'
    },
  },
  {
    name: 'Who is blocked stays active where notes of an issue name them',
    breaks: 'Brief form of users: state (active or blocked)',
    at: ['listIssueNotes'],
    start: answering(() => ({
      listIssueNotes: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? listOf(json).map((note) => {
                  const author = withFields(note.author, { state: 'active' })
                  return withFields(note, { author })
                })
              : json,
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { visibility_level: 20 })
      const { token, id } = await newUser(ask, 'writer')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'Talk')}/notes`
      await ask('POST', path, { token, body: { body: 'Mine' } })
      await ask('PUT', `/users/${id}/block`)
      const user = await ask('GET', `/users/${id}`)
      return (
        at(user.json, 'state') === 'blocked' &&
        at((await ask('GET', path)).json, '0.author.state') === 'active'
      )
    },
  },
]
