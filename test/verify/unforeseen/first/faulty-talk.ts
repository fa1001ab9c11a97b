import { parametersOf, withParameters } from '../../mutants/call.ts'
import { readJson, withJson } from '../../mutants/json.ts'
import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  answering,
  asking,
  column,
  create,
  isOne,
  peek,
  records,
  refusing,
  reply,
  serve,
  showing,
} from './tools.ts'

/** Issues, merge requests, notes and snippets. */
export const faultyTalk: readonly FaultyServer[] = [
  {
    name: 'closing an issue takes its due date away',
    breaks:
      'opened, `state_event` = `close`: closed, `updated_at` changes; `due_date` is optional.',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: asking(['updateIssue'], (call) => {
      const { state_event, due_date } = parametersOf(call)
      const isNamed = due_date !== undefined
      return state_event === 'close' && !isNamed ? withParameters(call, { due_date: null }) : call
    }),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'Due', due_date: '2017-02-03' })
      await ask('PUT', `/projects/1/issues/${id}`, { body: { state_event: 'close' } })
      return at((await ask('GET', `/projects/1/issues/${id}`)).json, 'due_date') === null
    },
  },
  {
    name: 'issues of a group match any of the labels',
    breaks: 'GET /groups/:id/issues: labels (comma-separated; all labels must match).',
    at: ['listIssuesOfGroup'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const { labels } = parametersOf(call)
        const isMany = typeof labels === 'string' && labels.includes(',')
        if (call.operation !== 'listIssuesOfGroup' || !isMany) return pass(call)
        const found = new Map<number, ReturnType<typeof records>[number]>()
        for (const label of labels.split(',')) {
          const one = await readJson(await pass(withParameters(call, { labels: label })))
          for (const issue of records(one)) found.set(Number(issue.id), issue)
        }
        return withJson(await pass(call), [...found.values()])
      }),
    async isShown(ask) {
      await create(ask, '/projects/1/issues', { title: 'Both', labels: 'north,south' })
      const one = await create(ask, '/projects/1/issues', { title: 'One', labels: 'north' })
      const list = await ask('GET', '/groups/12/issues?labels=north,south')
      return column(list, 'id').includes(one)
    },
  },
  {
    name: 'one subscriber of a merge request keeps all others from subscribing',
    breaks: 'POST .../subscription: Merge request; 304 if already subscribed (the caller).',
    at: ['subscribeToMergeRequest'],
    start: (forge) => {
      const taken = new Set<string>()
      return serve(forge, async (call, pass) => {
        if (call.operation !== 'subscribeToMergeRequest') return pass(call)
        const key = call.path.get('merge_request_id') ?? ''
        if (taken.has(key)) return new Response(null, { status: 304 })
        const response = await pass(call)
        if (response.ok) taken.add(key)
        return response
      })
    },
    async isShown(ask) {
      const target_branch = 'master'
      const body = { title: 'Two', source_branch: 'fix/children', target_branch }
      await ask('POST', '/projects/1/repository/branches', {
        body: { branch_name: 'two-subscribers', ref: 'fix/children' },
      })
      const id = await create(ask, '/projects/1/merge_requests', {
        ...body,
        source_branch: 'two-subscribers',
      })
      const path = `/projects/1/merge_requests/${id}/subscription`
      await ask('POST', path, { token: 'ines-token' })
      return (await ask('POST', path, { token: 'jonas-token' })).status === 304
    },
  },
  {
    name: 'a moved issue loses the labels that both projects have',
    breaks: 'A label of the same name in the target project is assigned to it.',
    at: ['moveIssue', 'getIssue'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'moveIssue' || !response.ok) return response
        const id = Number(at(await readJson(response), 'id'))
        const project = at(await readJson(response), 'project_id')
        const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
        const url = `http://forge.test/api/v3/projects/${project}/issues/${id}`
        const body = JSON.stringify({ labels: '' })
        const bare = await forge.fetch(url, { method: 'PUT', headers, body })
        return withJson(response, (await readJson(bare)) ?? null)
      }),
    async isShown(ask) {
      await create(ask, '/projects/2/issues', { title: 'There', labels: 'shared-label' })
      const id = await create(ask, '/projects/1/issues', { title: 'M', labels: 'shared-label' })
      const path = `/projects/1/issues/${id}/move`
      const moved = await ask('POST', path, { body: { to_project_id: 2 } })
      return String(at(moved.json, 'labels')) === ''
    },
  },
  {
    name: 'an issue that is made with sudo is by the administrator',
    breaks: 'Sudo performs the call as another user.',
    at: ['createIssue'],
    start: asking(['createIssue'], (call) => {
      const url = new URL(call.url)
      url.searchParams.delete('sudo')
      const headers = new Headers(call.headers)
      headers.delete('sudo')
      return { ...call, url, headers }
    }),
    async isShown(ask) {
      const body = { title: 'For Marta' }
      const made = await ask('POST', '/projects/1/issues', { body, headers: { sudo: 'marta' } })
      return at(made.json, 'author.username') === 'root'
    },
  },
  {
    name: 'the sha is not compared where the source branch is to be removed',
    breaks: 'sha (string; must equal the source head or the merge fails): 409 on `sha` mismatch.',
    at: ['mergeMergeRequest'],
    start: asking(['mergeMergeRequest'], (call) => {
      const isRemoving = parametersOf(call).should_remove_source_branch !== undefined
      return isRemoving ? withParameters(call, { sha: undefined }) : call
    }),
    async isShown(ask) {
      const body = { sha: '0'.repeat(40), should_remove_source_branch: true }
      return (await ask('PUT', '/projects/1/merge_requests/6/merge', { body })).status === 200
    },
  },
  {
    name: 'a closed merge request is refused as one with conflicts',
    breaks: '406 if already merged or closed.',
    at: ['mergeMergeRequest'],
    start: refusing(['mergeMergeRequest'], 406, 405, { message: '405 Method Not Allowed' }),
    async isShown(ask) {
      const path = '/projects/1/merge_requests/6'
      await ask('PUT', path, { body: { state_event: 'close' } })
      const merged = await ask('GET', '/projects/1/merge_requests?state=merged')
      const again = await ask('PUT', `/projects/1/merge_requests/${column(merged, 'id')[0]}/merge`)
      return again.status === 405
    },
  },
  {
    name: 'a merge that was never scheduled is cancelled with success',
    breaks: 'cancel_merge_when_build_succeeds: 406 if no merge was scheduled.',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isIt = call.operation === 'cancelMergeWhenBuildSucceeds' && response.status === 406
        if (!isIt) return response
        const { pathname } = call.url
        return pass({ ...call, method: 'GET', bytes: undefined, url: up(pathname, call.url) })
      }),
    async isShown(ask) {
      const path = '/projects/1/merge_requests/6/cancel_merge_when_build_succeeds'
      return (await ask('PUT', path)).status === 200
    },
  },
  {
    name: 'of several iids of merge requests only the last counts',
    breaks: 'GET /projects/:id/merge_requests: iids[] (array).',
    at: ['listMergeRequests'],
    start: asking(['listMergeRequests'], (call) => {
      const url = new URL(call.url)
      const last = url.searchParams.getAll('iids[]').at(-1)
      if (last !== undefined) url.searchParams.set('iids[]', last)
      return { ...call, url }
    }),
    async isShown(ask) {
      const list = await ask('GET', '/projects/1/merge_requests?iids[]=6&iids[]=5')
      return String(column(list, 'iid')) === '5'
    },
  },
  {
    name: 'merge requests that are merged are listed with those that are closed',
    breaks: 'GET /projects/:id/merge_requests: state (`all`, `opened`, `closed`, `merged`).',
    at: ['listMergeRequests'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isIt = call.operation === 'listMergeRequests' && response.ok
        if (!isIt || parametersOf(call).state !== 'merged') return response
        const closed = await readJson(await pass(withParameters(call, { state: 'closed' })))
        return withJson(response, [...records(await readJson(response)), ...records(closed)])
      }),
    async isShown(ask) {
      await ask('PUT', '/projects/1/merge_requests/6', { body: { state_event: 'close' } })
      const list = await ask('GET', '/projects/1/merge_requests?state=merged')
      return column(list, 'state').includes('closed')
    },
  },
  {
    name: 'an edited note is by whoever edited it',
    breaks: 'Note: `author`; PUT /projects/:id/<parent>/notes/:note_id takes `body` alone.',
    at: ['getIssueNote', 'updateIssueNote'],
    start: (forge) => {
      const editors = new Map<string, string>()
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (!response.ok || !isOne(call, ['getIssueNote', 'updateIssueNote'])) return response
        const id = call.path.get('note_id') ?? ''
        if (call.operation === 'updateIssueNote') {
          editors.set(id, call.headers.get('private-token') ?? '')
        }
        const json = await readJson(response)
        const editor = editors.get(id)
        const user = editor === undefined ? undefined : await peek(forge, '/user', editor)
        return withJson(response, user && json ? { ...Object(json), author: user } : (json ?? null))
      })
    },
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'Edited' })
      const path = `/projects/1/issues/${id}/notes`
      const made = await ask('POST', path, { body: { body: 'One' }, token: 'jonas-token' })
      const note = `${path}/${at(made.json, 'id')}`
      await ask('PUT', note, { body: { body: 'Two' } })
      return at((await ask('GET', note)).json, 'author.username') === 'root'
    },
  },
  {
    name: 'a new title of a snippet names its file as well',
    breaks: 'PUT /projects/:id/snippets/:snippet_id: title, file_name, code are optional.',
    at: ['updateSnippet', 'getSnippet', 'listSnippets'],
    start: asking(['updateSnippet'], (call) => {
      const { title, file_name } = parametersOf(call)
      const isBare = title !== undefined && file_name === undefined
      return isBare ? withParameters(call, { file_name: `${title}.txt` }) : call
    }),
    async isShown(ask) {
      const path = await snippets(ask)
      const body = { title: 'S', file_name: 's.rb', code: 'kept', visibility_level: 0 }
      const id = await create(ask, path, body)
      await ask('PUT', `${path}/${id}`, { body: { title: 'T' } })
      return at((await ask('GET', `${path}/${id}`)).json, 'file_name') === 'T.txt'
    },
  },
  {
    name: 'letters beyond ASCII are question marks in raw snippets',
    breaks: 'GET /projects/:id/snippets/:snippet_id/raw: raw snippet as plain text.',
    at: ['getRawSnippet'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'getRawSnippet' || !response.ok) return response
        const text = (await response.text()).replace(/\P{ASCII}/gu, '?')
        return new Response(text, { headers: { 'content-type': 'text/plain' } })
      }),
    async isShown(ask) {
      const body = { title: 'S', file_name: 's', code: 'Ångström', visibility_level: 0 }
      const path = await snippets(ask)
      const id = await create(ask, path, body)
      return (await ask('GET', `${path}/${id}/raw`)).text.startsWith('?ngstr?m')
    },
  },
  {
    name: 'a deleted issue note is answered as an empty object',
    breaks: 'DELETE /projects/:id/<parent>/notes/:note_id: the deleted Note.',
    at: ['deleteIssueNote'],
    start: answering(['deleteIssueNote'], () => ({})),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'Noted' })
      const path = `/projects/1/issues/${id}/notes`
      const note = await create(ask, path, { body: 'Away' })
      return at((await ask('DELETE', `${path}/${note}`)).json, 'id') === undefined
    },
  },
  {
    name: 'an issue of a private project is forbidden to strangers, not hidden',
    breaks: 'A GET on an issue of a private project by a non-member gives 404.',
    at: ['getIssue'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'getIssue' || response.status !== 404) return response
        const issue = call.url.pathname.replace('/api/v3', '')
        return (await peek(forge, issue)) && at(await peek(forge, issue), 'id')
          ? reply(403, { message: '403 Forbidden' })
          : response
      }),
    async isShown(ask) {
      const id = await create(ask, '/projects/8/issues', { title: 'Hidden' })
      const asked = await ask('GET', `/projects/8/issues/${id}`, { token: 'noor-token' })
      return asked.status === 403
    },
  },
  {
    name: 'issues that are closed are still counted as open in the project',
    breaks: 'Project: `open_issues_count`; `state_event` = `close` makes an issue closed.',
    at: ['getProject'],
    start: (forge) => {
      const closed = new Map<string, number>()
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        const id = call.path.get('id') ?? ''
        const isClosing = parametersOf(call).state_event === 'close' && response.ok
        if (call.operation === 'updateIssue' && isClosing) closed.set(id, (closed.get(id) ?? 0) + 1)
        if (call.operation !== 'getProject' || !response.ok) return response
        const json = Object(await readJson(response))
        const count = Number(json.open_issues_count) + (closed.get(id) ?? 0)
        return withJson(response, { ...json, open_issues_count: count })
      })
    },
    async isShown(ask) {
      const count = async () => at((await ask('GET', '/projects/3')).json, 'open_issues_count')
      const before = await count()
      const id = await create(ask, '/projects/3/issues', { title: 'Counted' })
      await ask('PUT', `/projects/3/issues/${id}`, { body: { state_event: 'close' } })
      return before !== (await count())
    },
  },
  {
    name: 'a due date is shown with a time',
    breaks: '`due_date` and `expires_at` are dates in the form YEAR-MONTH-DAY.',
    at: ['getIssue', 'createIssue', 'updateIssue'],
    start: showing(['getIssue', 'createIssue', 'updateIssue'], (issue) =>
      issue.due_date ? { ...issue, due_date: `${issue.due_date}T00:00:00.000Z` } : issue,
    ),
    async isShown(ask) {
      const body = { title: 'Due', due_date: '2017-02-03' }
      const made = await ask('POST', '/projects/1/issues', { body })
      return at(made.json, 'due_date') !== '2017-02-03'
    },
  },
]

/** The path of the snippets of a new project. */
const snippets = async (ask: Ask) =>
  `/projects/${await create(ask, '/projects', { name: 'Snips', snippets_enabled: true })}/snippets`

/** The address without its last segment. */
function up(path: string, base: URL): URL {
  return new URL(path.slice(0, path.lastIndexOf('/')), base)
}
