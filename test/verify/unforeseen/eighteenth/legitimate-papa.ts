import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  forAll,
  idOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

export const legitimatePapaServers: readonly LegitimateServer[] = [
  {
    name: 'The comments on an issue, a snippet or a merge request begin with the newest',
    allowedBy: 'Document 2, Notes: no order of a list of notes is stated',
    start: serving(() =>
      forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], (call) =>
        relisted(call, (all) => all.toReversed()),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'Two,One'
    },
  },
  {
    name: 'The answer to the making of a todo is its id alone',
    allowedBy: 'Document 2, Issues: the response of the todo creation is not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        return changed(response, (json) => ({ id: at(json, 'id') }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/todo`)
      return idOf(json) > 0 && at(json, 'state') === undefined
    },
  },
  {
    name: 'Events say of a merge request that it was merged, of a push that it was pushed',
    allowedBy: 'Document 1, Events: the complete list of action_name is not shown',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], async (call) => {
        const names = new Map<unknown, string>([
          ['accepted', 'merged'],
          ['pushed to', 'pushed'],
          ['pushed new', 'pushed'],
        ])
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (event) =>
          withFields(event, { action_name: names.get(event.action_name) ?? event.action_name }),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'taken')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body: {} })
      const { json } = await ask('GET', `/projects/${project}/events`)
      return fieldOf(json, 'action_name').includes('merged')
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out when somebody reads it',
    allowedBy: 'Document 2, Merge request: values of merge_status but can_be_merged are not shown',
    start: serving(() => {
      const read = new Set<number>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.status !== 201) return response
          return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
        },
        async getMergeRequest(call) {
          const response = await call.send()
          if (response.ok) read.add(Number(call.path.merge_request_id))
          return response
        },
        async listMergeRequests(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) =>
            one.state !== 'opened' || read.has(Number(one.id))
              ? one
              : { ...one, merge_status: 'unchecked' },
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'unread')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.merge_status') === 'unchecked'
    },
  },
]
