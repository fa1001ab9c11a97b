import { at, type LegitimateServer } from '../server.ts'
import {
  allOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  samePage,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { newSnippetProject, snippetPath } from './tools-tracker.ts'

const only = (names: readonly string[]) => (one: unknown) =>
  Object.fromEntries(Object.entries(fieldsOf(one)).filter(([name]) => names.includes(name)))

export const legitimateTrackerServers: readonly LegitimateServer[] = [
  {
    name: 'The award that a note on an issue became is answered inside of another object',
    allowedBy:
      'Document 2, Note: the shape returned when the body holds only an award emoji: not shown',
    start: serving(() => ({
      async createIssueNote(call) {
        const response = await call.send()
        const isAward = /^\s*:[a-z0-9_+-]+:\s*$/.test(String(call.given.body ?? ''))
        return response.status === 201 && isAward
          ? changed(response, (json) => ({ award_emoji: json, commands_changes: {} }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { status, json } = await ask('POST', path, { body: { body: ':rocket:' } })
      return status === 201 && at(json, 'award_emoji') !== undefined
    },
  },
  {
    name: 'One note on a snippet has the title and the file of the snippet besides',
    allowedBy:
      'Document 2, Snippet: the single-snippet-note example shows snippet-like fields; extra fields',
    start: serving(() => ({
      async getSnippetNote(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { json } = await call.ask('GET', snippetPath(call))
        const fields = { title: at(json, 'title'), file_name: at(json, 'file_name') }
        return changed(response, (note) => withFields(note, { ...fields, expires_at: null }))
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const { json } = await ask('POST', path, { body: { body: 'One' } })
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'file_name') === 'one.txt'
    },
  },
  {
    name: 'A todo that was created is answered by its id and state alone',
    allowedBy: 'Document 2, Todo: fields not shown; response of the todo creation: not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        return response.status === 201 ? changed(response, only(['id', 'state'])) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status, json } = await ask('POST', path)
      return status === 201 && at(json, 'target') === undefined
    },
  },
  {
    name: 'An issue that was moved or subscribed to is answered in brief',
    allowedBy: 'Document 2, Issue: responses to move and subscription omit or reorder fields',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        const names = ['state', 'title', 'subscribed', 'project_id', 'iid', 'id', 'author']
        return response.ok ? changed(response, only(names)) : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('DELETE', `${path}/subscription`)
      return at(json, 'subscribed') === false && at(json, 'user_notes_count') === undefined
    },
  },
  {
    name: 'Whether a merge request can be merged is checked after it was first looked at',
    allowedBy: 'Document 2, Merge request: merge_status, other values: not shown',
    start: serving(() => {
      const seen = new Set<unknown>()
      const unchecked = (mergeRequest: Values): unknown => {
        const isNew = mergeRequest.state === 'opened' && !seen.has(mergeRequest.id)
        seen.add(mergeRequest.id)
        return isNew ? withFields(mergeRequest, { merge_status: 'checking' }) : mergeRequest
      }
      return forAll(['createMergeRequest', 'getMergeRequest'], async (call) => {
        const response = await call.send()
        return response.ok ? eachChanged(response, unchecked) : response
      })
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { source_branch: 'one', target_branch: 'master', title: 'One' }
      const branches = `/projects/${project}/repository/branches`
      await ask('POST', branches, { body: { branch_name: 'one', ref: 'master' } })
      const { json } = await ask('POST', `/projects/${project}/merge_requests`, { body })
      return at(json, 'merge_status') === 'checking'
    },
  },
  {
    name: 'Labels are listed in the reverse order of their names',
    allowedBy: 'Document 2, Issue and Merge request: labels, an array without an order',
    start: serving(() =>
      forAll(
        [
          'listIssuesOfProject',
          'listIssuesOfGroup',
          'listOwnIssues',
          'getIssue',
          'createIssue',
          'updateIssue',
          'moveIssue',
          'listIssuesClosedByMergeRequest',
          'getMergeRequestChanges',
          'listMergeRequests',
          'getMergeRequest',
          'createMergeRequest',
          'updateMergeRequest',
        ],
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            Array.isArray(one.labels)
              ? withFields(one, { labels: one.labels.map(String).sort().reverse() })
              : one,
          )
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project, { labels: 'a,b' })}`
      return String(at((await ask('GET', path)).json, 'labels')) === 'b,a'
    },
  },
  {
    name: 'Notes of all three kinds of parents begin with the newest',
    allowedBy: 'Document 2, GET .../notes: array of Note, of no stated order',
    start: serving(() =>
      forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const all = [...(await allOf(call))].reverse()
        return changed(response, () => samePage(response, all))
      }),
    ),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return String(fieldOf((await ask('GET', path)).json, 'body')) === 'Two,One'
    },
  },
  {
    name: 'A merge request that was reopened is opened like any other',
    allowedBy: 'Document 2, States of a merge request: other moves (closing, reopening): not shown',
    start: serving(() =>
      forAll(
        ['getMergeRequest', 'updateMergeRequest', 'listMergeRequests', 'getMergeRequestChanges'],
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            one.state === 'reopened' ? withFields(one, { state: 'opened' }) : one,
          )
        },
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      for (const state_event of ['close', 'reopen'])
        await ask('PUT', path, { body: { state_event } })
      return at((await ask('GET', path)).json, 'state') === 'opened'
    },
  },
]
