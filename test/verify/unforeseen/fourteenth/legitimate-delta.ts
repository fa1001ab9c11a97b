import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  jsonAnswer,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  relisted,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { addMember, addNote } from './tools-delta.ts'

export const legitimateDeltaServers: readonly LegitimateServer[] = [
  {
    name: 'A snippet that was removed is answered with a word about it, there or not',
    allowedBy:
      'Document 2, Snippets: response bodies of snippet create, update and delete: not shown',
    start: serving(() => ({
      async deleteSnippet(call) {
        const response = await call.send()
        return response.ok ? jsonAnswer(200, { message: '200 Removed' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      return at((await ask('DELETE', path)).json, 'message') === '200 Removed'
    },
  },
  {
    name: 'Notes of snippets are listed by their text, from the end of the alphabet',
    allowedBy: 'Document 2, GET /projects/:id/<parent>/notes: array of Note; no order is stated',
    start: serving(() => ({
      listSnippetNotes: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => {
            const [first, second] = [String(one.body), String(other.body)]
            return first === second ? Number(one.id) - Number(other.id) : first < second ? 1 : -1
          }),
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project)
      for (const body of ['b', 'c', 'a']) await addNote(ask, project, snippet, body)
      const { json } = await ask('GET', `/projects/${project}/snippets/${snippet}/notes`)
      return fieldOf(json, 'body').join('') === 'cba'
    },
  },
  {
    name: 'Members of a project are listed from the highest level down, and say who they are at length',
    allowedBy:
      'Document 1, GET /projects/:id/members: array of Member; no order is stated, and further fields are no harm',
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) ||
              Number(other.id) - Number(one.id),
          ),
        )
        return changed(response, (json) =>
          Array.isArray(json) ? json.map((one) => withFields(one, { membership: 'direct' })) : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const level of [10, 30]) await addMember(ask, project, (await newUser(ask)).id, level)
      const { json } = await ask('GET', `/projects/${project}/members`)
      return at(json, '0.membership') === 'direct'
    },
  },
  {
    name: 'Archives come as plain bytes under a name of their own',
    allowedBy: 'Document 3, Repository content: media types of the archive: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="source"',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers } = await ask('GET', `/projects/${project}/repository/archive`)
      return (
        headers.get('content-type') === 'application/octet-stream' &&
        (headers.get('content-disposition') ?? '').includes('"source"')
      )
    },
  },
]
