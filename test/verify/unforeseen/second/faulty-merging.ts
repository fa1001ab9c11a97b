import { withParameters } from '../../mutants/call.ts'
import { type Json, withJson } from '../../mutants/json.ts'
import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  asAdministrator,
  callerOf,
  column,
  commitFile,
  edited,
  going,
  isAnonymous,
  isText,
  made,
  newProject,
  newUser,
  serving,
  sudo,
} from './tools.ts'

/** A project with a merge request of one file: the path of the merge request and its project. */
async function newMergeRequest(ask: Ask, name: string): Promise<readonly [string, number]> {
  const project = await newProject(ask, name)
  const branch = { branch_name: 'topic', ref: 'master' }
  await ask('POST', `/projects/${project}/repository/branches`, { body: branch })
  await commitFile(ask, project, 'topic.txt', 'One\n', 'topic')
  const body = { source_branch: 'topic', target_branch: 'master', title: 'Topic' }
  const id = await made(ask, `/projects/${project}/merge_requests`, body)
  return [`/projects/${project}/merge_requests/${id}`, project]
}

export const faultyMerging: readonly FaultyServer[] = [
  {
    name: 'The beginning of the SHA is enough for a merge',
    breaks: 'PUT .../merge: sha (string; must equal the source head or the merge fails)',
    at: ['mergeMergeRequest'],
    start: going(['mergeMergeRequest'], async ({ askAsCaller, call, given, send }) => {
      const path = `/projects/${call.path.get('id')}/merge_requests/${call.path.get('merge_request_id')}`
      const head = at((await askAsCaller('GET', path)).json, 'sha')
      const isBeginning = isText(given.sha) && given.sha.length >= 7 && isText(head)
      return isBeginning && head.startsWith(String(given.sha))
        ? send(withParameters(call, { sha: undefined }))
        : send()
    }),
    async isShown(ask) {
      const [path] = await newMergeRequest(ask, 'Short')
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 10)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The changes of a merge request stay as they were first read',
    breaks: 'GET .../changes: Merge request with `changes`',
    at: ['getMergeRequestChanges'],
    start: serving(() => {
      const first = new Map<number, Json>()
      return {
        getMergeRequestChanges: async ({ id, send }) =>
          edited(await send(), (read) => {
            const key = id('merge_request_id')
            const changes = first.get(key) ?? read.changes ?? []
            first.set(key, changes)
            return { ...read, changes }
          }),
      }
    }),
    async isShown(ask) {
      const [path, project] = await newMergeRequest(ask, 'Stale')
      await ask('GET', `${path}/changes`)
      await commitFile(ask, project, 'second.txt', 'Two\n', 'topic')
      const changes = at((await ask('GET', `${path}/changes`)).json, 'changes')
      return column(changes, 'new_path').length !== 2
    },
  },
  {
    name: 'A merge request that is merged is merged once more',
    breaks: 'PUT .../merge: 406 if already merged or closed',
    at: ['mergeMergeRequest'],
    start: going(['mergeMergeRequest'], async ({ askAsCaller, call, send }) => {
      const response = await send()
      const path = `/projects/${call.path.get('id')}/merge_requests/${call.path.get('merge_request_id')}`
      const { json } = await askAsCaller('GET', path)
      const isMerged = response.status === 406 && at(json, 'state') === 'merged'
      return isMerged ? Response.json(json) : response
    }),
    async isShown(ask) {
      const [path] = await newMergeRequest(ask, 'Merged twice')
      await ask('PUT', `${path}/merge`)
      return (await ask('PUT', `${path}/merge`)).status === 200
    },
  },
  {
    name: 'A merge request has no commits any more once it is merged',
    breaks: 'GET .../commits: array of commit objects',
    at: ['listMergeRequestCommits'],
    start: going(['listMergeRequestCommits'], async ({ forge, id, send }) => {
      const response = await send()
      const state = forge.db.mergeRequests.get(id('merge_request_id'))?.state
      return response.ok && state === 'merged' ? withJson(response, []) : response
    }),
    async isShown(ask) {
      const [path] = await newMergeRequest(ask, 'Emptied')
      await ask('PUT', `${path}/merge`)
      return column((await ask('GET', `${path}/commits`)).json, 'id').length === 0
    },
  },
  {
    name: 'New labels take the milestone of a merge request away',
    breaks:
      'PUT /projects/:id/merge_requests/:merge_request_id: labels, milestone_id (each optional)',
    at: ['updateMergeRequest', 'getMergeRequest'],
    start: going(['updateMergeRequest'], async ({ forge, given, id, send }) => {
      const response = await send()
      const record = forge.db.mergeRequests.get(id('merge_request_id'))
      const isMeant = given.labels !== undefined && given.milestone_id === undefined
      if (!response.ok || !isMeant || !record) return response
      forge.db.mergeRequests.replace(record, { milestone_id: null })
      return edited(response, (mergeRequest) => ({ ...mergeRequest, milestone: null }))
    }),
    async isShown(ask) {
      const list = await ask('GET', '/projects/1/merge_requests?state=opened&per_page=100')
      const index = column(list.json, 'milestone.title').indexOf('Knots')
      const path = `/projects/1/merge_requests/${column(list.json, 'id')[index]}`
      await ask('PUT', path, { body: { labels: 'content,urgent' } })
      return at((await ask('GET', path)).json, 'milestone') === null
    },
  },
]

export const faultyTexts: readonly FaultyServer[] = [
  {
    name: 'Whoever changes a note becomes its author',
    breaks: 'PUT .../notes/:note_id: modified Note; Note: `author`',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: going(['updateIssueNote'], async (exchange) => {
      const { forge, id, send } = exchange
      const response = await send()
      const note = forge.db.notes.get(id('note_id'))
      if (response.ok && note) forge.db.notes.replace(note, { author_id: await callerOf(exchange) })
      return response
    }),
    async isShown(ask) {
      const user = await newUser(ask, 'noting')
      const issue = await made(ask, '/projects/1/issues', { title: 'Noted' })
      const notes = `/projects/1/issues/${issue}/notes`
      const note = await made(ask, notes, { body: 'Mine' }, sudo(user))
      await ask('PUT', `${notes}/${note}`, { body: { body: 'Moderated' } })
      return at((await ask('GET', `${notes}/${note}`)).json, 'author.id') !== user
    },
  },
  {
    name: 'The raw text of a snippet ends its lines otherwise than it was written',
    breaks: 'GET /projects/:id/snippets/:snippet_id/raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: going(['getRawSnippet'], async ({ send }) => {
      const response = await send()
      const { headers, status } = response
      return new Response((await response.text()).replaceAll('\r\n', '\n'), { headers, status })
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Lines', { snippets_enabled: true })
      const body = { title: 'L', file_name: 'l.txt', code: 'a\r\nb\r\n', visibility_level: 10 }
      const id = await made(ask, `/projects/${project}/snippets`, body)
      return (await ask('GET', `/projects/${project}/snippets/${id}/raw`)).text !== body.code
    },
  },
  {
    name: 'Snippets that only their creator may see are listed to the others',
    breaks: 'Snippet: `visibility_level`: 0 visible only to the creator',
    at: ['listSnippets'],
    start: going(['listSnippets'], async (exchange) => {
      const response = await exchange.send()
      const isMeant = response.ok && !isAnonymous(exchange.call)
      return isMeant ? exchange.send(asAdministrator(exchange)) : response
    }),
    async isShown(ask) {
      const more = { snippets_enabled: true, visibility_level: 20 }
      const project = await newProject(ask, 'Some snippets', more)
      const body = { title: 'P', file_name: 'p.txt', code: 'p', visibility_level: 0 }
      const id = await made(ask, `/projects/${project}/snippets`, body)
      const { json } = await ask('GET', `/projects/${project}/snippets`, { token: 'sam-token' })
      return column(json, 'id').includes(id)
    },
  },
  {
    name: 'A note is found below any issue of its project',
    breaks: 'GET /projects/:id/<parent>/notes/:note_id: 404 resource not found',
    at: ['getIssueNote'],
    start: going(['getIssueNote'], async ({ askAsCaller, call, forge, id, send }) => {
      const response = await send()
      const note = forge.db.notes.get(id('note_id'))
      if (response.status !== 404 || note?.noteable_type !== 'Issue') return response
      if (String(note.project_id) !== call.path.get('id')) return response
      const path = `/projects/${note.project_id}/issues/${note.noteable_id}/notes/${note.id}`
      const answer = await askAsCaller('GET', path)
      return answer.status === 200 ? Response.json(answer.json) : response
    }),
    async isShown(ask) {
      const issue = await made(ask, '/projects/1/issues', { title: 'Noted' })
      const other = await made(ask, '/projects/1/issues', { title: 'Not noted' })
      const note = await made(ask, `/projects/1/issues/${issue}/notes`, { body: 'Here' })
      return (await ask('GET', `/projects/1/issues/${other}/notes/${note}`)).status === 200
    },
  },
]
