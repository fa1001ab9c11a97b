import { parametersOf } from '../../mutants/call.ts'
import { isObject, readJson, withJson } from '../../mutants/json.ts'
import { type Ask, at, type FaultyServer } from '../server.ts'
import { answering, asRoot, column, create, isOne, peek, records, serve, tokenOf } from './tools.ts'

/** What is read of issues, merge requests and snippets. */
export const faultyTracker: readonly FaultyServer[] = [
  {
    name: 'issues that others made for the caller are among their own',
    breaks: 'GET /issues: array of Issue created by the caller.',
    at: ['listOwnIssues'],
    start: answering(['listOwnIssues'], async (json, call, forge) => {
      const token = tokenOf(call)
      const me = at(await peek(forge, '/user', token), 'id')
      const isFirst = Number(parametersOf(call).page ?? 1) === 1
      const theirs = forge.db.issues.all().filter((issue) => issue.assignee_id === me)
      if (!isFirst) return json
      const own = records(json)
      for (const { id, project_id, author_id } of theirs) {
        if (author_id === me) continue
        const issue = await peek(forge, `/projects/${project_id}/issues/${id}`, token)
        if (isObject(issue) && issue.id === id) own.push(issue)
      }
      return own
    }),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'For Sam', assignee_id: 8 })
      return column(await ask('GET', '/issues', { token: 'sam-token' }), 'id').includes(id)
    },
  },
  {
    name: 'whoever makes an issue may say when it was made',
    breaks: 'created_at (ISO 8601; admin or project owner only).',
    at: ['createIssue'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const time = Date.parse(String(parametersOf(call).created_at))
        const json = await readJson(response)
        if (call.operation !== 'createIssue' || !response.ok || Number.isNaN(time)) return response
        const created_at = new Date(time).toISOString()
        await forge.db.issues.update((query) => query.where({ id: Number(at(json, 'id')) }), {
          data(issue) {
            issue.created_at = created_at
          },
        })
        return withJson(response, { ...Object(json), created_at })
      }),
    async isShown(ask) {
      const body = { title: 'Long ago', created_at: '2015-01-01T00:00:00Z' }
      const made = await ask('POST', '/projects/1/issues', { body, token: 'sam-token' })
      return String(at(made.json, 'created_at')).startsWith('2015')
    },
  },
  {
    name: 'the issues that a merge request closes are those of its first description',
    breaks: 'GET .../closes_issues: array of issues that merging would close.',
    at: ['listIssuesClosedByMergeRequest'],
    start: (forge) => {
      const first = new Map<string, Response>()
      return serve(forge, async (call, pass) => {
        if (call.operation !== 'listIssuesClosedByMergeRequest') return pass(call)
        const key = `${call.url.href} ${tokenOf(call)}`
        const kept = first.get(key)
        if (kept) return kept.clone()
        const response = await pass(call)
        if (response.ok) first.set(key, response.clone())
        return response
      })
    },
    async isShown(ask) {
      const path = '/projects/1/merge_requests/7'
      await ask('GET', `${path}/closes_issues`)
      await ask('PUT', path, { body: { description: 'Closes #12' } })
      return column(await ask('GET', `${path}/closes_issues`), 'iid').length === 0
    },
  },
  {
    name: 'the head of a merge request is the one that was seen first',
    breaks: 'Merge request: `sha` string (head commit id).',
    at: ['getMergeRequest', 'mergeMergeRequest', 'createMergeRequest'],
    start: (forge) => {
      const heads = new Map<unknown, string>()
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isOf = isOne(call, ['createMergeRequest', 'getMergeRequest'])
        const json = isOf && response.ok ? await readJson(response) : undefined
        if (!isObject(json)) return response
        const sha = heads.get(json.id) ?? String(json.sha)
        heads.set(json.id, sha)
        return withJson(response, { ...json, sha })
      })
    },
    async isShown(ask) {
      const path = '/projects/1/merge_requests/7'
      const before = await ask('GET', path)
      const action = { action: 'create', file_path: 'late.txt', content: 'Late\n' }
      const body = { branch_name: 'fix/children', commit_message: 'Late', actions: [action] }
      const made = await ask('POST', '/projects/1/repository/commits', { body })
      const head = at((await ask('GET', path)).json, 'sha')
      return made.status === 201 && head === at(before.json, 'sha')
    },
  },
  {
    name: 'a note of a merge request is found below the issue of the same id',
    breaks: 'GET /projects/:id/<parent>/notes/:note_id: a note of that parent, 404 otherwise.',
    at: ['getIssueNote'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'getIssueNote' || response.status !== 404) return response
        const url = new URL(call.url)
        url.pathname = url.pathname.replace('/issues/', '/merge_requests/')
        return pass({ ...call, url })
      }),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/merge_requests/7/notes', { body: 'Mine' })
      return (await ask('GET', `/projects/1/issues/7/notes/${id}`)).status === 200
    },
  },
  {
    name: 'lists of snippets show what only its creator may see',
    breaks: 'Snippet: `visibility_level` 0 visible only to the creator.',
    at: ['listSnippets'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isList = call.operation === 'listSnippets' && response.ok
        return isList ? pass(asRoot(call)) : response
      }),
    async isShown(ask) {
      const id = await secret(ask)
      const list = await ask('GET', '/projects/10/snippets', { token: 'jonas-token' })
      return column(list, 'id').includes(id)
    },
  },
]

/** A snippet that only Tobias may see. */
async function secret(ask: Ask): Promise<number> {
  const body = { title: 'Mine', file_name: 'm.txt', code: 'mine', visibility_level: 0 }
  const made = await ask('POST', '/projects/10/snippets', { body, token: 'tobi-token' })
  return Number(at(made.json, 'id'))
}
