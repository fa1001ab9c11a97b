import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  forAll,
  idOf,
  jsonOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
} from '../shared-tools.ts'
import { answeredInstead, newestFirst, shortIssue } from './tools-osprey.ts'

/** How long the job that looks for conflicts takes, in milliseconds. */
const checkingTakes = 1000

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

const authorsOnly =
  (parentPathOf: (call: Call) => string): Rule =>
  async (call) => {
    // The headers of the answer are those of the note that the caller sees.
    const seen = await call.ask('GET', `${parentPathOf(call)}/notes/${call.path.note_id}`)
    const author = at(seen.json, 'author.id')
    const { id } = await callerOf(call)
    const { body } = call.given
    const isRight = typeof body === 'string' && body.trim() !== ''
    // What is wrong with the call itself is answered as the forge answers it.
    if (!isRight || author === undefined || author === id) return call.send()
    return answeredInstead(seen, 403, { message: '403 Forbidden' })
  }

export const legitimateOspreyServers: readonly LegitimateServer[] = [
  {
    name: 'The notes of issues, snippets and merge requests are listed as news are, the newest first',
    allowedBy:
      'Document 2, GET /projects/:id/<parent>/notes: array of Note; nothing is said about its order',
    start: serving(() =>
      forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], (call) =>
        relisted(call, newestFirst),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'One', created_at: '2016-05-01T10:00:00Z' } })
      await ask('POST', path, { body: { body: 'Two', created_at: '2016-05-02T10:00:00Z' } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'Two,One'
    },
  },
  {
    name: 'A job looks for conflicts of a new merge request, which is unchecked for a second',
    allowedBy:
      'Document 2, merge_status: observed `can_be_merged`; other values: not shown; nothing says when it is known',
    start: serving(() => {
      const openedAt = new Map<unknown, number>()
      const unchecked = (response: Response) =>
        eachChanged(response, (one) => {
          const waits = Date.now() - (openedAt.get(one.id) ?? 0) < checkingTakes
          const isChecked = one.merge_status === 'can_be_merged'
          return waits && isChecked ? { ...one, merge_status: 'unchecked' } : one
        })
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) openedAt.set(idOf(await jsonOf(response)), Date.now())
          return unchecked(response)
        },
        ...forAll(answeringWithMergeRequests, async (call) => unchecked(await call.send())),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'to-be-checked')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'An issue that was moved is no longer found in the project which it left',
    allowedBy:
      'Document 2, States of an issue: after a move the issue exists in the target project; nothing says that anything stays in the source',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) {
          await call.askAsRoot('DELETE', `${projectPath(call)}/issues/${call.path.issue_id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: await newProject(ask) } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'To subscribe to an issue or to unsubscribe from it answers with a short form of the issue',
    allowedBy:
      'Document 2, Issue: responses to move and subscription may omit or reorder some of these fields',
    start: serving(() =>
      forAll(['subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        return response.ok ? changed(response, shortIssue) : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const { status, json } = await ask('DELETE', path)
      return status === 200 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'Nobody but its author may rewrite a note, no master and no administrator',
    allowedBy:
      'Document 2, PUT /projects/:id/<parent>/notes/:note_id: nothing says who may call it; Document 1, 403: request not allowed',
    start: serving(() => ({
      updateIssueNote: authorsOnly((call) => `${projectPath(call)}/issues/${call.path.issue_id}`),
      updateSnippetNote: authorsOnly(
        (call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`,
      ),
      updateMergeRequestNote: authorsOnly(mergeRequestPath),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const author = actingAs(ask, (await newUser(ask)).id)
      const note = await author('POST', path, { body: { body: 'Mine' } })
      const body = { body: 'Rewritten' }
      return (await ask('PUT', `${path}/${idOf(note.json)}`, { body })).status === 403
    },
  },
]
