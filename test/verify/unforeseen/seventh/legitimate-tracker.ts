import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  fieldOf,
  forAll,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  newIssue,
  newMergeRequest,
  newProject,
  newUser,
  type Rule,
  relisted,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  isFound,
  issuePath,
  newNote,
  newPublicProject,
  newPublicRepository,
  projectPath,
  textsOf,
} from './tools-tracker.ts'

const listsOfIssues = ['listOwnIssues', 'listIssuesOfGroup', 'listIssuesOfProject'] as const

const issueOperations = [
  ...listsOfIssues,
  'getIssue',
  'createIssue',
  'updateIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesClosedByMergeRequest',
] as const

const mergeRequestOperations = [
  'listMergeRequests',
  'getMergeRequest',
  'getMergeRequestChanges',
  'createMergeRequest',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
] as const

/** Changes each record that an answer has, where it is no refusal. */
const answering =
  (change: (one: Values) => unknown): Rule =>
  async (call) => {
    const response = await call.send()
    return response.ok ? eachChanged(response, change) : response
  }

const without = (one: Values, names: readonly string[]) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !names.includes(name)))

/** Those that stand beside each other with the same instant, the other way round. */
function withTiesReversed(all: readonly Values[], instant: string): readonly Values[] {
  const groups: Values[][] = []
  for (const one of all) {
    const last = groups.at(-1)
    if (last?.[0]?.[instant] === one[instant] && last !== undefined) last.unshift(one)
    else groups.push([one])
  }
  return groups.flat()
}

/** Whether a caller is a member of the project, its owner or an administrator. */
async function belongs(call: Call): Promise<boolean> {
  const caller = await callerOf(call)
  const owner = at((await call.ask('GET', projectPath(call))).json, 'owner.id')
  return caller.is_admin === true || owner === caller.id || (await levelOf(call)) > 0
}

export const legitimateTrackerServers: readonly LegitimateServer[] = [
  {
    name: 'Notes are listed from the newest to the oldest',
    allowedBy: 'Document 2, GET .../notes: an array of Note, of which no order is stated',
    start: serving(() =>
      forAll(['listIssueNotes', 'listMergeRequestNotes', 'listSnippetNotes'], (call) =>
        relisted(call, (all) => [...all].reverse()),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      for (const body of ['One', 'Two']) await newNote(ask, path, { body })
      return at((await ask('GET', `${path}/notes`)).json, '0.body') === 'Two'
    },
  },
  {
    name: 'A todo on an issue is answered with its id and its state alone',
    allowedBy: 'Document 2, Todo: fields of the todo record: not shown',
    start: serving(() => ({
      createTodoOfIssue: answering(({ id, state }) => ({ id, state })),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status, json } = await ask('POST', path)
      return status === 201 && at(json, 'target') === undefined
    },
  },
  {
    name: 'An issue that is moved or subscribed to is answered without its long fields',
    allowedBy:
      'Document 2, Issue: responses to move and subscription omit or reorder fields, for example',
    start: serving(() =>
      forAll(
        ['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'],
        answering((one) =>
          without(one, ['description', 'user_notes_count', 'due_date', 'confidential', 'web_url']),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newPublicProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const { status, json } = await actingAs(ask, (await newUser(ask)).username)('POST', path)
      return status === 201 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'Whether a merge request can be merged is found out after it was first read',
    allowedBy: 'Document 2, Merge request: other values of merge_status: not shown',
    start: serving(() => {
      const checked = new Set<unknown>()
      const unchecked = (one: Values) =>
        checked.has(one.id) ? one : withFields(one, { merge_status: 'unchecked' })
      return {
        ...forAll(mergeRequestOperations, answering(unchecked)),
        async getMergeRequest(call) {
          const response = await answering(unchecked)(call)
          if (response.ok) checked.add(at(await jsonOf(response), 'id'))
          return response
        },
        async mergeMergeRequest(call) {
          const response = await call.send()
          if (response.ok) checked.add(at(await jsonOf(response), 'id'))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const [first, second] = [await ask('GET', path), await ask('GET', path)]
      return at(first.json, 'merge_status') !== at(second.json, 'merge_status')
    },
  },
  {
    name: 'Issues of one instant are listed from the smallest id to the greatest',
    allowedBy:
      'Document 2, GET /issues: order_by created_at or updated_at, which says nothing of equal instants',
    start: serving(() =>
      forAll(listsOfIssues, (call) =>
        relisted(call, (all) =>
          withTiesReversed(all, call.given.order_by === 'updated_at' ? 'updated_at' : 'created_at'),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const given = { created_at: '2016-01-01T00:00:00Z' }
      const first = await newIssue(ask, project, given)
      await newIssue(ask, project, given)
      const { json } = await ask('GET', `/projects/${project}/issues`)
      return at(json, '0.id') === first
    },
  },
  {
    name: 'The labels of an issue or a merge request are not in the order of the alphabet',
    allowedBy: 'Document 2, Issue and Merge request: labels (array of strings), in no stated order',
    start: serving(() =>
      forAll(
        [...issueOperations, ...mergeRequestOperations],
        answering((one) => ({
          ...one,
          ...(Array.isArray(one.labels) ? { labels: [...one.labels].reverse() } : {}),
        })),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'a,b' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return textsOf(at(json, 'labels')).join() === 'b,a'
    },
  },
  {
    name: 'The commits of a merge request are listed from the oldest to the newest',
    allowedBy: 'Document 2, GET .../commits: array of commit objects, in no stated order',
    start: serving(() => ({
      listMergeRequestCommits: (call) => relisted(call, (all) => [...all].reverse()),
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const file = { file_path: 'later.txt', branch_name: 'one', commit_message: 'Later' }
      await writeFile(ask, project, file)
      return fieldOf((await ask('GET', `${path}/commits`)).json, 'title').indexOf('Later') === 1
    },
  },
  {
    name: 'No merge request names the commit by which it was merged',
    allowedBy: 'Document 2, Merge request: merge_commit_sha (string or null)',
    start: serving(() =>
      forAll(
        mergeRequestOperations,
        answering((one) => withFields(one, { merge_commit_sha: null })),
      ),
    ),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const { status, json } = await ask('PUT', `${path}/merge`)
      return status === 200 && at(json, 'merge_commit_sha') === null
    },
  },
  {
    name: 'Issues are written by those alone who belong to the project',
    allowedBy:
      'Document 2, POST /projects/:id/issues: who may write issues is not stated; Document 1, Errors: 403, request not allowed',
    start: serving(() => ({
      async createIssue(call) {
        const isSeen = isFound(await call.ask('GET', projectPath(call)))
        return call.isAnonymous || !isSeen || (await belongs(call))
          ? call.send()
          : jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newPublicProject(ask)
      const as = actingAs(ask, (await newUser(ask)).username)
      const body = { title: 'From outside' }
      return (await as('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'An issue that is moved leaves nothing in the project that it was in',
    allowedBy:
      'Document 2, POST .../move: the issue exists in the target project; nothing is stated of the one that it comes from',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) await call.askAsRoot('DELETE', issuePath(call))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { to_project_id: await newProject(ask) }
      const { json } = await ask('POST', `${path}/move`, { body })
      return idOf(json) > 0 && (await ask('GET', path)).status === 404
    },
  },
]
