import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  jsonOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  relisted,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'

export const legitimateRosaServers: readonly LegitimateServer[] = [
  {
    name: 'A todo is answered with its id and its state alone',
    allowedBy: 'Document 2, Todo: fields of the todo record: not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        return changed(response, (json) => ({ id: at(json, 'id'), state: 'pending' }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      return Object.keys(fieldsOf((await ask('POST', path)).json)).length === 2
    },
  },
  {
    name: 'Whether a merge request can be merged is found out between its creation and its second reading',
    allowedBy:
      'Document 2, Merge request: merge_status (observed: can_be_merged); others not shown',
    start: serving(() => {
      const unchecked = new Set<number>()
      const told = (one: Values) =>
        unchecked.has(idOf(one)) ? withFields(one, { merge_status: 'unchecked' }) : one
      const others = [
        'listMergeRequests',
        'updateMergeRequest',
        'getMergeRequestChanges',
        'subscribeToMergeRequest',
      ] as const
      return {
        ...forAll(others, async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, told) : response
        }),
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.status !== 201) return response
          unchecked.add(idOf(await jsonOf(response)))
          return eachChanged(response, told)
        },
        // What is read is checked, and until then its check goes on.
        async getMergeRequest(call) {
          const response = await call.send()
          const id = Number(call.path.merge_request_id)
          if (response.status !== 200 || !unchecked.delete(id)) return response
          return changed(response, (json) => withFields(json, { merge_status: 'checking' }))
        },
        async mergeMergeRequest(call) {
          unchecked.delete(Number(call.path.merge_request_id))
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'slow')}`
      const first = await ask('GET', path)
      const second = await ask('GET', path)
      const statuses = [first, second].map(({ json }) => at(json, 'merge_status'))
      return statuses[0] === 'checking' && statuses[1] === 'can_be_merged'
    },
  },
  {
    name: 'The notes of a snippet are listed from the other end',
    allowedBy: 'Document 2, Notes: array of Note; there is no sentence about the order of notes',
    start: serving(() => ({
      listSnippetNotes: (call) => relisted(call, (all) => [...all].reverse()),
    })),
    async isShown(ask) {
      const path = async () => {
        const project = await newProject(ask, { snippets_enabled: true })
        return `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      }
      // Which end comes first with us says the list of an issue, that is not turned round.
      const project = await newProject(ask)
      const ofIssue = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const orders: boolean[] = []
      for (const notes of [await path(), ofIssue]) {
        for (const body of ['One', 'Two']) await ask('POST', notes, { body: { body } })
        orders.push(fieldOf((await ask('GET', notes)).json, 'body').indexOf('One') === 0)
      }
      return orders[0] !== orders[1]
    },
  },
  {
    name: 'The author of a merge request is told with e-mail and day of joining',
    allowedBy:
      'Document 2, Merge request: author, assignee user (brief or with e-mail and created_at)',
    start: serving(() => {
      const told = (one: Values) => {
        const author = fieldsOf(one.author)
        return author.id === undefined
          ? one
          : withFields(one, {
              author: {
                ...author,
                email: `${author.username}@people.example`,
                created_at: '2012-04-29T08:46:00.000Z',
              },
            })
      }
      return forAll(['getMergeRequest', 'listMergeRequests'], async (call) => {
        const response = await call.send()
        return response.ok ? eachChanged(response, told) : response
      })
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'told')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return String(at(listOf(json)[0], 'author.email')).endsWith('@people.example')
    },
  },
]
