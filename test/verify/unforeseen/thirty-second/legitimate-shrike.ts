import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  type Call,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  jsonOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  projectPath,
  type Rule,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

/** How long nobody has looked yet whether a new merge request can be merged, in milliseconds. */
const delay = 700

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

const listsOfIssues: readonly OperationId[] = [
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
]

/** Makes a note whatever its body is: first with a word more, which the writer takes out at once. */
const keepingEmoji =
  (pathOf: (call: Call) => string): Rule =>
  async (call) => {
    const { body } = call.given
    if (typeof body !== 'string' || !/^\s*:[a-z0-9_+-]+:\s*$/.test(body)) return call.send()
    const response = await call.send({ body: `${body} it` })
    if (!response.ok) return response
    const path = `${pathOf(call)}/notes/${idOf(await jsonOf(response))}`
    const { json } = await call.askAsRoot('PUT', path, { body })
    return changed(response, (note) => withFields(note, fieldsOf(json)))
  }

export const legitimateShrikeServers: readonly LegitimateServer[] = [
  {
    name: 'A note that is nothing but an emoji is a note as any other, and gives no award',
    allowedBy:
      "Document 2, Note: the shape of the object returned when a created note's body holds only an award emoji is not shown, and no sentence says that it becomes an award",
    start: serving(() => ({
      createIssueNote: keepingEmoji((call) => `${projectPath(call)}/issues/${call.path.issue_id}`),
      createMergeRequestNote: keepingEmoji(mergeRequestPath),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const made = await ask('POST', path, { body: { body: ':heart:' } })
      const bodies = fieldOf((await ask('GET', path)).json, 'body')
      return made.status === 201 && bodies.join() === ':heart:'
    },
  },
  {
    name: 'The lists of issues leave out who follows them and how many notes they have',
    allowedBy: 'Document 2, Issue: an issue response may omit some of these fields',
    start: serving(() =>
      forAll(listsOfIssues, async (call) =>
        eachChanged(await call.send(), (one) => {
          const { subscribed: _subscribed, user_notes_count: _count, ...rest } = one
          return rest
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const first = at((await ask('GET', `/projects/${project}/issues`)).json, '0')
      return at(first, 'id') !== undefined && at(first, 'subscribed') === undefined
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out a moment after it was made',
    allowedBy:
      'Document 2, Merge request: merge_status, observed: `can_be_merged`; other values: not shown',
    start: serving(() => {
      const made = new Map<unknown, number>()
      const unchecked = (response: Response) =>
        eachChanged(response, (one) => {
          const isNew = Date.now() - (made.get(one.id) ?? 0) < delay
          return isNew && one.merge_status !== undefined
            ? { ...one, merge_status: 'unchecked' }
            : one
        })
      return {
        ...forAll(answeringWithMergeRequests, async (call) => unchecked(await call.send())),
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) made.set(idOf(await jsonOf(response)), Date.now())
          return unchecked(response)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'The notes of everything are listed with the newest one first',
    allowedBy: 'Document 2, Notes: GET gives an array of Note, and no order is stated',
    start: serving(() =>
      forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], (call) =>
        relisted(call, (all) => [...all].reverse()),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'One' } })
      await ask('POST', path, { body: { body: 'Two' } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'Two,One'
    },
  },
  {
    name: 'A todo that was made is answered with its id and its state only',
    allowedBy: 'Document 2, Todo: fields of the todo record: not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        return changed(response, (json) => {
          const { id, state } = fieldsOf(json)
          return { id, state }
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status, json } = await ask('POST', path)
      return status === 201 && Object.keys(fieldsOf(json)).join() === 'id,state'
    },
  },
]
