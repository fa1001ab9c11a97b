import { at, type FaultyServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  eachObject,
  idOf,
  isDone,
  jsonAnswer,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  rewritten,
  withFields,
} from '../third/tools.ts'
import { actorOf, pause } from './tools.ts'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** The text as far as a column of three bytes a letter takes it. */
const cut = (text: string) => {
  const end = [...text].findIndex((letter) => letter.length > 1)
  return end > 0 ? text.slice(0, end) : text
}

export const faultyTracker: readonly FaultyServer[] = [
  {
    name: 'An issue that is confidential by a text is not',
    breaks: 'POST /projects/:id/issues: confidential (boolean); query string or request body',
    at: ['createIssue', 'getIssue'],
    start: answering(() => ({
      createIssue: (call) =>
        call.send(call.given.confidential === 'true' ? { given: { confidential: undefined } } : {}),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/issues?confidential=true&title=One`
      return at((await ask('POST', path)).json, 'confidential') === false
    },
  },
  {
    name: 'Issues that were changed last come first, whichever sort is asked for',
    breaks: 'GET /projects/:id/issues: order_by `updated_at`, sort (`asc`/`desc`)',
    at: ['listIssuesOfProject'],
    start: answering(() => ({
      listIssuesOfProject: (call) =>
        call.given.order_by === 'updated_at'
          ? call.send({ given: { sort: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const first = await newIssue(ask, project, 'One')
      const second = await newIssue(ask, project, 'Two')
      const path = `/projects/${project}/issues`
      await pause(5)
      await ask('PUT', `${path}/${first}`, { body: { title: 'Three' } })
      const { json } = await ask('GET', `${path}?order_by=updated_at&sort=asc`)
      return at(json, '0.id') === first && second > first
    },
  },
  {
    name: 'A moved issue is by whoever moved it',
    breaks: 'POST .../move: the issue exists in the target project; author',
    at: ['moveIssue', 'getIssue'],
    start: answering(({ db }) => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        const author_id = Number((await actorOf(call)).id)
        const json = await bodyOf(response)
        await db.issues.update((query) => query.where({ id: idOf(json) }), {
          data(issue) {
            issue.author_id = author_id
          },
        })
        const path = `/projects/${at(json, 'project_id')}/issues/${idOf(json)}`
        const author = at((await call.ask('GET', path)).json, 'author')
        return rewritten(response, { json: (body) => withFields(body, { author }) })
      },
    })),
    async isShown(ask) {
      const from = await newProject(ask, 'one', { visibility_level: 20 })
      const to = await newProject(ask, 'two')
      const { token } = await newUser(ask, 'someone')
      const body = { title: 'One' }
      const made = await ask('POST', `/projects/${from}/issues`, { token, body })
      const path = `/projects/${from}/issues/${idOf(made.json)}/move`
      const { json } = await ask('POST', path, { body: { to_project_id: to } })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'An issue is moved to projects that one can only read',
    breaks: 'POST .../move: 400 with explaining message if permission is lacking',
    at: ['moveIssue'],
    start: answering(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const target = `/projects/${call.given.to_project_id}`
        if (response.status !== 400) return response
        const [source, readable] = [
          await call.ask('GET', `/projects/${encodeURIComponent(call.path.id ?? '')}`),
          await call.ask('GET', target, { token: call.token }),
        ]
        return readable.status === 200 && idOf(source.json) !== idOf(readable.json)
          ? call.send({ token: 'root-token', sudo: null })
          : response
      },
    })),
    async isShown(ask) {
      const from = await newProject(ask, 'one')
      const to = await newProject(ask, 'two', { visibility_level: 20 })
      const { id, token } = await newUser(ask, 'someone')
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${from}/members`, { body })
      const issue = await newIssue(ask, from, 'One')
      const path = `/projects/${from}/issues/${issue}/move`
      return (await ask('POST', path, { token, body: { to_project_id: to } })).status === 201
    },
  },
  {
    name: 'The commits of a merge request that was deleted can still be read',
    breaks: 'DELETE .../merge_requests/:merge_request_id: removed; 404 resource not found',
    at: ['listMergeRequestCommits', 'deleteMergeRequest'],
    start: answering(() => {
      const kept = new Map<string | undefined, unknown>()
      return {
        async deleteMergeRequest(call) {
          const { id, merge_request_id } = call.path
          const path = `/projects/${encodeURIComponent(id ?? '')}/merge_requests/${merge_request_id}`
          const { json } = await call.ask('GET', `${path}/commits`)
          const response = await call.send()
          if (isDone(response)) kept.set(merge_request_id, json)
          return response
        },
        async listMergeRequestCommits(call) {
          const response = await call.send()
          const commits = kept.get(call.path.merge_request_id)
          return response.status === 404 && commits !== undefined
            ? jsonAnswer(200, commits)
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('DELETE', path)
      return (await ask('GET', `${path}/commits`)).status === 200
    },
  },
  {
    name: 'Whoever reads an issue is subscribed to it where its author is',
    breaks: 'Issue: subscribed; POST .../subscription subscribes the caller',
    at: ['getIssue'],
    start: answering(() => ({
      async getIssue(call) {
        const response = await call.send()
        const author = at(await bodyOf(response), 'author.username')
        if (response.status !== 200) return response
        const { id, issue_id } = call.path
        const path = `/projects/${encodeURIComponent(id ?? '')}/issues/${issue_id}`
        const { json } = await call.ask('GET', `${path}?sudo=${author}`)
        const subscribed = at(json, 'subscribed')
        return typeof subscribed === 'boolean'
          ? rewritten(response, { json: (body) => withFields(body, { subscribed }) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      const issue = await newIssue(ask, project, 'One')
      const { token } = await newUser(ask, 'someone')
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`, { token })
      return at(json, 'subscribed') === true
    },
  },
  {
    name: 'Whoever unsubscribes from an issue unsubscribes those who had subscribed',
    breaks: 'DELETE .../subscription unsubscribes the caller',
    at: ['unsubscribeFromIssue', 'getIssue'],
    start: answering(() => {
      const subscribers = new Map<string, unknown[]>()
      const keyOf = ({ path }: Call) =>
        `/projects/${encodeURIComponent(path.id ?? '')}/issues/${path.issue_id}/subscription`
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const known = subscribers.get(keyOf(call)) ?? []
          if (isDone(response)) {
            subscribers.set(keyOf(call), [...known, (await actorOf(call)).username])
          }
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!isDone(response)) return response
          for (const name of subscribers.get(keyOf(call)) ?? []) {
            await call.ask('DELETE', `${keyOf(call)}?sudo=${name}`)
          }
          subscribers.delete(keyOf(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      const issue = await newIssue(ask, project, 'One')
      const { token } = await newUser(ask, 'someone')
      const path = `/projects/${project}/issues/${issue}`
      await ask('POST', `${path}/subscription`, { token })
      await ask('DELETE', `${path}/subscription`)
      return at((await ask('GET', path, { token })).json, 'subscribed') === false
    },
  },
  {
    name: 'Lists of merge requests count no comments',
    breaks: 'Merge request: user_notes_count',
    at: ['listMergeRequests'],
    start: answering(() => ({
      async listMergeRequests(call) {
        return rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.map((one) => withFields(one, { user_notes_count: 0 }))
              : json,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests`
      await ask('POST', `${path}/${request}/notes`, { body: { body: 'Well done' } })
      return at((await ask('GET', path)).json, '0.user_notes_count') === 0
    },
  },
  {
    name: 'A comment of a merge request was never changed after it was made',
    breaks: 'Note: `updated_at`; PUT .../notes/:note_id',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: answering(() =>
      all(
        ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
        async (call) =>
          rewritten(await call.send(), {
            json: (json) =>
              eachObject(json, (object) =>
                'noteable_type' in object ? { ...object, updated_at: object.created_at } : object,
              ),
          }),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await ask('POST', path, { body: { body: 'Well done' } })
      await pause(5)
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'Very well done' } })
      const note = (await ask('GET', `${path}/${idOf(json)}`)).json
      return at(note, 'updated_at') === at(note, 'created_at')
    },
  },
  {
    name: 'A comment of an issue ends before its first letter of four bytes',
    breaks: 'Note: `body` string; data are serialized as JSON',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: answering(() => ({
      createIssueNote: (call) =>
        typeof call.given.body === 'string'
          ? call.send({ given: { body: cut(call.given.body) } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'One')}/notes`
      await ask('POST', path, { body: { body: 'Up \u{1f680} and away' } })
      return at((await ask('GET', path)).json, '0.body') === 'Up '
    },
  },
  {
    name: 'The title of a merge request is kept as it stands in HTML',
    breaks: 'POST /projects/:id/merge_requests: title; data are serialized as JSON',
    at: ['createMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: answering(() => ({
      createMergeRequest: (call) =>
        typeof call.given.title === 'string'
          ? call.send({ given: { title: escaped(call.given.title) } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const title = 'Bread & butter'
      const request = await newMergeRequest(ask, project, 'topic', { title })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'title') === 'Bread &amp; butter'
    },
  },
  {
    name: 'A merge that removes its source branch has a message of its own',
    breaks: 'PUT .../merge: merge_commit_message, should_remove_source_branch',
    at: ['mergeMergeRequest'],
    start: answering(() => ({
      mergeMergeRequest: (call) =>
        call.given.should_remove_source_branch === undefined
          ? call.send()
          : call.send({ given: { merge_commit_message: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const request = await newMergeRequest(ask, project, 'topic')
      const body = { merge_commit_message: 'So be it', should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return at(json, '0.title') !== 'So be it'
    },
  },
  {
    name: 'Whoever subscribes to a merge request is answered that they do not',
    breaks: 'POST .../merge_requests/:merge_request_id/subscription: Merge request; subscribed',
    at: ['subscribeToMergeRequest'],
    start: answering(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        return isDone(response)
          ? rewritten(response, { json: (json) => withFields(json, { subscribed: false }) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(
        ask,
        'one',
        { 'README.md': 'Read me.\n' },
        {
          visibility_level: 20,
        },
      )
      const request = await newMergeRequest(ask, project, 'topic')
      const { token } = await newUser(ask, 'someone')
      const path = `/projects/${project}/merge_requests/${request}/subscription`
      return at((await ask('POST', path, { token })).json, 'subscribed') === false
    },
  },
  {
    name: 'The raw text of a private snippet is for whoever sees the project',
    breaks: '`visibility_level`: 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: answering(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        const path = `/projects/${encodeURIComponent(call.path.id ?? '')}`
        const isRefused = response.status === 404 || response.status === 403
        if (!isRefused || (await actorOf(call)).id === undefined) return response
        const { status } = await call.ask('GET', path, { token: call.token })
        return status === 200 ? call.send({ token: 'root-token', sudo: null }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, 'One', { visibility_level: 0 })
      const { token } = await newUser(ask, 'someone')
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await ask('GET', path, { token })).status === 200
    },
  },
  {
    name: 'The raw text of a snippet stays as it was first read',
    breaks: 'PUT .../snippets/:snippet_id: code; GET .../raw: raw snippet',
    at: ['getRawSnippet', 'updateSnippet'],
    start: answering(() => {
      const read = new Map<string, Response>()
      return {
        async getRawSnippet(call) {
          const response = await call.send()
          if (response.status !== 200) return response
          const key = `${call.path.id} ${call.path.snippet_id}`
          const first = read.get(key) ?? response.clone()
          read.set(key, first)
          return first.clone()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project, 'One')}`
      await ask('GET', `${path}/raw`)
      await ask('PUT', path, { body: { code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'The issues of a project that moved name the page where it was',
    breaks: 'Issue: web_url; POST /groups/:id/projects/:project_id transfers the project',
    at: ['transferProjectToGroup', 'getIssue', 'listIssuesOfProject'],
    start: answering(() => {
      const pages = new Map<number, unknown>()
      return {
        async transferProjectToGroup(call) {
          const project = encodeURIComponent(call.path.project_id ?? '')
          const { json } = await call.ask('GET', `/projects/${project}/issues?per_page=100`)
          const response = await call.send()
          if (isDone(response)) {
            for (const issue of listOf(json)) pages.set(idOf(issue), issue.web_url)
          }
          return response
        },
        ...all(['getIssue', 'listIssuesOfProject'], async (call) =>
          rewritten(await call.send(), {
            json: (json) =>
              eachObject(json, (issue) =>
                'confidential' in issue && pages.has(idOf(issue))
                  ? { ...issue, web_url: pages.get(idOf(issue)) }
                  : issue,
              ),
          }),
        ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, 'group')
      const project = await newProject(ask, 'one')
      const issue = await newIssue(ask, project, 'One')
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return !String(at(json, 'web_url')).includes('/group/')
    },
  },
  {
    name: 'A comment of a snippet may be changed without saying to what',
    breaks: 'PUT .../notes/:note_id: body (req); 400 a required attribute is missing',
    at: ['updateSnippetNote'],
    start: answering(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        if (call.given.body !== undefined || response.status !== 400) return response
        const { id, snippet_id, note_id } = call.path
        const snippet = `/projects/${encodeURIComponent(id ?? '')}/snippets/${snippet_id}`
        const { status, json } = await call.ask('GET', `${snippet}/notes/${note_id}`)
        return status === 200 ? jsonAnswer(200, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, 'One')
      const path = `/projects/${project}/snippets/${snippet}/notes`
      const { json } = await ask('POST', path, { body: { body: 'One' } })
      return (await ask('PUT', `${path}/${idOf(json)}`, { body: {} })).status === 200
    },
  },
]
