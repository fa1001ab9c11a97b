import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  eachChanged,
  fieldOf,
  forAll,
  idOf,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

const answeringWithIssues: readonly OperationId[] = [
  'getIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
  'listIssuesClosedByMergeRequest',
  'listIssuesOfMilestoneOfProject',
]

/** An object without some of its fields. */
const without = (one: Values, names: readonly string[]) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))

const omitting: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok) return response
  return eachChanged(response, (issue) =>
    without(issue, ['subscribed', 'user_notes_count', 'web_url', 'due_date', 'confidential']),
  )
}

/** Lists what was changed last first. */
const lastChangedFirst: Rule = (call) =>
  relisted(call, (all) =>
    [...all].sort(
      (one, other) =>
        Date.parse(String(other.updated_at)) - Date.parse(String(one.updated_at)) ||
        Number(other.id) - Number(one.id),
    ),
  )

export const legitimateBuntingServers: readonly LegitimateServer[] = [
  {
    name: 'The labels of an issue stand in the order in which they were given',
    allowedBy: 'Document 2, Issue: labels is an array of strings, and nothing says in which order',
    start: serving(() => {
      const orders = new Map<unknown, readonly string[]>()
      const ordered = (issue: Values) => {
        const order = orders.get(issue.id)
        if (order === undefined || !Array.isArray(issue.labels)) return issue
        const rank = (label: unknown) => {
          const found = order.indexOf(String(label))
          return found < 0 ? order.length : found
        }
        const labels = [...issue.labels].sort((one, other) => rank(one) - rank(other))
        return { ...issue, labels }
      }
      const ordering: Rule = async (call) => eachChanged(await call.send(), ordered)
      const writing: Rule = async (call) => {
        const response = await call.send()
        const { labels } = call.given
        if (!response.ok) return response
        if (typeof labels === 'string') {
          const names = labels.split(',').map((label) => label.trim())
          orders.set(at(await jsonOf(response), 'id'), names)
        }
        return eachChanged(response, ordered)
      }
      return {
        ...forAll(answeringWithIssues, ordering),
        createIssue: writing,
        updateIssue: writing,
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'mast,hull' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'mast' && at(json, 'labels.1') === 'hull'
    },
  },
  {
    name: 'Whoever comments on an issue is not subscribed to it by that',
    allowedBy:
      'Document 2: POST .../subscription subscribes the caller, and nothing says that a comment does',
    start: serving(() => ({
      async createIssueNote(call) {
        const before = await call.ask('GET', issuePath(call))
        const response = await call.send()
        if (response.ok && at(before.json, 'subscribed') === false) {
          await call.ask('DELETE', `${issuePath(call)}/subscription`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const { status } = await asUser('POST', `${path}/notes`, { body: { body: 'Hello' } })
      return status === 201 && at((await asUser('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A todo that was created is answered with its id and its state only',
    allowedBy:
      'Document 2, Todo: Fields of the todo record: not shown; Response of the todo creation: not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, ({ id, state }) => ({ id, state }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status, json } = await ask('POST', path)
      return status === 201 && idOf(json) > 0 && at(json, 'target') === undefined
    },
  },
  {
    name: 'What moves an issue or changes a subscription to it answers with a short form of the issue',
    allowedBy:
      'Document 2, Issue: An issue response may omit some of these fields (for example responses to move and subscription omit or reorder fields)',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], omitting),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const { status, json } = await ask('DELETE', path)
      return status === 200 && idOf(json) > 0 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'The comments on an issue or a snippet are listed by their last change, the newest first',
    allowedBy: 'Document 2, GET .../notes: array of Note, and nothing says in which order',
    start: serving(() => forAll(['listIssueNotes', 'listSnippetNotes'], lastChangedFirst)),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      const { json } = await ask('GET', path)
      return listOf(json).length === 2 && fieldOf(json, 'body').join() === 'Two,One'
    },
  },
]
