import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  fieldsOf,
  idOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

export const legitimateBravoServers: readonly LegitimateServer[] = [
  {
    name: 'What is to do is answered with nothing but its number and its state',
    allowedBy: 'Document 2, Todo: fields of the todo record are not shown',
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
      const { status, json } = await ask('POST', path)
      return status === 201 && Object.keys(fieldsOf(json)).join() === 'id,state'
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out after it was read once',
    allowedBy: 'Document 2, Merge request: merge_status; other values are not shown',
    start: serving(() => {
      const fresh = new Set<string>()
      const unchecked = (json: unknown) => withFields(json, { merge_status: 'unchecked' })
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) => {
            fresh.add(String(idOf(json)))
            return unchecked(json)
          })
        },
        async getMergeRequest(call) {
          const response = await call.send()
          if (!response.ok || !fresh.delete(String(call.path.merge_request_id))) return response
          return changed(response, unchecked)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'unread')
      const path = `/projects/${project}/merge_requests/${id}`
      const first = at((await ask('GET', path)).json, 'merge_status')
      return first === 'unchecked' && at((await ask('GET', path)).json, 'merge_status') !== first
    },
  },
  {
    name: 'Notes on a snippet are listed with the newest first',
    allowedBy: 'Document 2, Notes: nothing says in which order they are listed',
    start: serving(() => ({
      listSnippetNotes: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      for (const body of ['one', 'two']) await ask('POST', path, { body: { body } })
      return fieldOf((await ask('GET', path)).json, 'body').join() === 'two,one'
    },
  },
  {
    name: 'The test of a hook tells of an example that is no project of the instance',
    allowedBy: 'Document 1, GET /hooks/:id: an event object; of which project is not said',
    start: serving(() => ({
      async testSystemHook(call) {
        const response = await call.send()
        if (!response.ok) return response
        const example = {
          project_id: 1,
          owner_email: 'example@tidewater.example',
          owner_name: 'Example',
          name: 'Lighthouse',
          path: 'lighthouse',
          event_name: 'project_destroy',
        }
        return changed(response, () => example)
      },
    })),
    async isShown(ask) {
      const hook = listOf((await ask('GET', '/hooks')).json)[0]
      return at((await ask('GET', `/hooks/${hook?.id}`)).json, 'name') === 'Lighthouse'
    },
  },
]
