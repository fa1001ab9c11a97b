import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  jsonAnswer,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

export const legitimateUmbraServers: readonly LegitimateServer[] = [
  {
    name: 'An answer to the subscription of an issue says neither its description nor its due date',
    allowedBy: 'Document 2, Issue: responses to move and subscription omit or reorder fields',
    start: serving(() =>
      forAll(['subscribeToIssue', 'unsubscribeFromIssue'], async ({ send }) => {
        const response = await send()
        return response.ok
          ? changed(response, (json) => {
              const { description, due_date, ...others } = fieldsOf(json)
              return others
            })
          : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const { status, json } = await ask('DELETE', path)
      return status === 200 && !('due_date' in fieldsOf(json))
    },
  },
  {
    name: 'The deletion of a snippet is confirmed by a sentence instead of the snippet',
    allowedBy: 'Document 2, Snippets: response bodies of create, update and delete are not shown',
    start: serving(() => ({
      async deleteSnippet({ send }) {
        const response = await send()
        return response.ok ? jsonAnswer(200, { message: 'The snippet is gone.' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      return at((await ask('DELETE', path)).json, 'message') === 'The snippet is gone.'
    },
  },
  {
    name: 'A list of merge requests does not check whether they can be merged',
    allowedBy: 'Document 2, Merge request: other values of merge_status are not shown',
    start: serving(() => ({
      async listMergeRequests({ send }) {
        const response = await send()
        return response.ok
          ? eachChanged(response, (one) => withFields(one, { merge_status: 'unchecked' }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return fieldOf(json, 'merge_status').includes('unchecked')
    },
  },
  {
    name: 'Snippets and the notes on them are listed the other way round',
    allowedBy: 'No sentence says in which order snippets or notes are listed',
    start: serving(() =>
      forAll(['listSnippets', 'listSnippetNotes'], (call) =>
        relisted(call, (all) => [...all].reverse()),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const [one, two] = [await newSnippet(ask, project), await newSnippet(ask, project)]
      const before = fieldOf((await ask('GET', `/projects/${project}/snippets`)).json, 'id')
      const path = `/projects/${project}/snippets/${one}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      const notes = fieldOf((await ask('GET', path)).json, 'body')
      return before[0] === one && before[1] === two && notes[0] === 'Two'
    },
  },
]
