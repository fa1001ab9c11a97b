import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  jsonAnswer,
  newMergeRequest,
  newRepository,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { newNote, newSnippetPath } from './tools-hotel.ts'

export const legitimateHotelServers: readonly LegitimateServer[] = [
  {
    name: 'The removal of a snippet of a project is answered with an object that is empty',
    allowedBy: 'Document 2, Snippets: response bodies of create, update and delete: not shown',
    start: serving(() => ({
      async deleteSnippet(call) {
        const response = await call.send()
        return response.ok ? jsonAnswer(200, {}) : response
      },
    })),
    async isShown(ask) {
      const { path } = await newSnippetPath(ask)
      return (await ask('DELETE', path)).text === '{}'
    },
  },
  {
    name: 'Archives are octets for a browser to keep, under a name of its own',
    allowedBy: 'Document 3: media types of the archive response: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="source-of-the-project.tar.gz"',
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/archive`
      const { headers } = await ask('GET', path)
      return String(headers.get('content-disposition')).includes('source-of-the-project')
    },
  },
  {
    name: 'A branch that is missing is refused in a sentence of its own',
    allowedBy: 'Document 1, Errors: 404 resource not found; no sentence gives its text',
    start: serving(() => ({
      async getBranch(call) {
        const response = await call.send()
        // What sudo is refused with is stated.
        if (response.status !== 404 || call.sudo !== undefined) return response
        return changed(response, (json) =>
          withFields(json, { message: 'There is nothing here by that name' }),
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/missing`
      return at((await ask('GET', path)).json, 'message') === 'There is nothing here by that name'
    },
  },
  {
    name: 'Whether a merge request can be merged is being found out',
    allowedBy: 'Document 2, Merge request: merge_status, other values: not shown',
    start: serving(() => ({
      listMergeRequests: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.merge_status === undefined ? one : { ...one, merge_status: 'checking' },
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.merge_status') === 'checking'
    },
  },
  {
    name: 'Notes on snippets come with the HTML of their text as well',
    allowedBy: 'Document 2, Note: no sentence says that there are no further fields',
    start: serving(() => ({
      getSnippetNote: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.body === undefined ? one : { ...one, rendered_note: '<p>A note</p>' },
        ),
    })),
    async isShown(ask) {
      const { path } = await newSnippetPath(ask)
      const { json } = await ask('GET', `${path}/notes/${await newNote(ask, path)}`)
      return at(json, 'rendered_note') === '<p>A note</p>'
    },
  },
]
