import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  headOf,
  idOf,
  jsonOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

export const legitimateJulietServers: readonly LegitimateServer[] = [
  {
    name: 'Whether a merge request can be merged is unchecked until it is read by itself',
    allowedBy: 'Document 2, Merge request: other values of merge_status are not shown',
    start: serving(() => {
      const checked = new Set<unknown>()
      return {
        createMergeRequest: async (call) =>
          changed(await call.send(), (json) =>
            at(json, 'merge_status') === undefined
              ? json
              : withFields(json, { merge_status: 'unchecked' }),
          ),
        async listMergeRequests(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            checked.has(one.id) ? one : withFields(one, { merge_status: 'unchecked' }),
          )
        },
        async getMergeRequest(call) {
          const response = await call.send()
          if (response.ok) checked.add(idOf(await jsonOf(response)))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'new')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.merge_status') === 'unchecked'
    },
  },
  {
    name: 'Statuses of a commit are in the order of the names of their jobs, from Z to A',
    allowedBy: 'Document 3, GET .../commits/:sha/statuses: no order is stated',
    start: serving(() => ({
      listCommitStatuses: (call) =>
        relisted(call, (all) => {
          const order = (one: (typeof all)[number]) => `${one.name}`
          return [...all].sort((one, other) => order(other).localeCompare(order(one)))
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const head = await headOf(ask, project)
      for (const name of ['a', 'b']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${head}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${head}/statuses`
      return fieldOf((await ask('GET', path)).json, 'name').join() === 'b,a'
    },
  },
  {
    name: 'The answers to a move and to a subscription do without the counters and the due date of the issue',
    allowedBy: 'Document 2, Issue: responses to move and subscription omit or reorder fields',
    start: serving(() => {
      const omitted = new Set(['user_notes_count', 'upvotes', 'downvotes', 'due_date', 'web_url'])
      const reduced = (json: unknown) =>
        typeof json !== 'object' || json === null || !('id' in json)
          ? json
          : Object.fromEntries(
              Object.entries(json)
                .filter(([name]) => !omitted.has(name))
                .reverse(),
            )
      return {
        moveIssue: async (call) => changed(await call.send(), reduced),
        subscribeToIssue: async (call) => changed(await call.send(), reduced),
        unsubscribeFromIssue: async (call) => changed(await call.send(), reduced),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}/subscription`
      const { json } = await ask('DELETE', path)
      return idOf(json) === issue && at(json, 'user_notes_count') === undefined
    },
  },
  {
    name: 'A todo is answered with as its number, its target and whom it is for',
    allowedBy: 'Document 2, Todo: the fields of the record are not shown',
    start: serving(() => ({
      createTodoOfIssue: async (call) => {
        const response = await call.send()
        if (response.status !== 201) return response
        return changed(response, (json) => ({
          id: idOf(json),
          target: { kind: 'issue', id: at(json, 'target.id') },
          owner: at(json, 'author.username'),
        }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/todo`)
      return at(json, 'target.kind') === 'issue'
    },
  },
]
