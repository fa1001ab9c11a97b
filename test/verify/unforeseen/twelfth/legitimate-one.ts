import { at, type LegitimateServer } from '../server.ts'
import {
  allOf,
  changed,
  fieldOf,
  headOf,
  jsonAnswer,
  newProject,
  newRepository,
  newSnippet,
  samePage,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { newHook } from './tools-one.ts'

export const legitimateOneServers: readonly LegitimateServer[] = [
  {
    name: 'The contributors of a repository come in the reversed order of their names',
    allowedBy: 'Document 3, GET .../contributors: an array, without an order',
    start: serving(() => ({
      async listContributors(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = [...(await allOf(call))]
        all.sort((one, other) => (String(one.name) < String(other.name) ? 1 : -1))
        return changed(response, () => samePage(response, all))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      // Both orders of the forge's own are possible: by the commits, and by the names.
      for (const [name, count] of [
        ['Zora', 1],
        ['Abel', 3],
      ] as const) {
        for (let file = 0; file < count; file++) {
          await writeFile(ask, project, {
            file_path: `${name}-${file}.txt`,
            author_name: name,
            author_email: `${name.toLowerCase()}@one.example`,
          })
        }
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return fieldOf(json, 'name').join(' ') === 'Zora Administrator Abel'
    },
  },
  {
    name: 'An archive is declared as gzip, under the name of its project alone',
    allowedBy: 'Document 3: the media type of the archive is not shown, nor a name of the file',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/gzip',
          'content-disposition': 'attachment; filename="archive.tar.gz"',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-type') === 'application/gzip'
    },
  },
  {
    name: 'A tag that cannot be made is explained in the words of git',
    allowedBy: 'Document 3, POST .../tags: 405 with explaining message, whose text is not stated',
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { tag_name, ref } = call.given
        return changed(response, (json) =>
          String(at(json, 'message')).includes('exists')
            ? { message: `fatal: tag '${tag_name}' already exists` }
            : { message: `fatal: cannot tag ${ref} as '${tag_name}'` },
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const { json } = await ask('POST', path, { body: { tag_name: 'v1', ref: 'nowhere' } })
      return String(at(json, 'message')).startsWith('fatal: ')
    },
  },
  {
    name: 'The test of a system hook tells of a project that was removed',
    allowedBy: 'Document 1, GET /hooks/:id: an event object with fields, of values not stated',
    start: serving(() => ({
      async testSystemHook(call) {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) =>
          withFields(json, {
            event_name: 'project_destroy',
            name: 'Old docks',
            path: 'old-docks',
            project_id: 7,
            owner_name: 'The harbour master',
            owner_email: 'harbour@one.example',
          }),
        )
      },
    })),
    async isShown(ask) {
      const hook = await newHook(ask, { url: 'http://127.0.0.1:9/old-docks' })
      return at((await ask('GET', `/hooks/${hook}`)).json, 'event_name') === 'project_destroy'
    },
  },
  {
    name: 'The deletion of a snippet is answered with a sentence about it',
    allowedBy: 'Document 2: the response body of snippet delete is not shown; 200',
    start: serving(() => ({
      async deleteSnippet(call) {
        const response = await call.send()
        return response.status === 200
          ? jsonAnswer(200, { message: 'The snippet is gone.' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      return at((await ask('DELETE', path)).json, 'message') === 'The snippet is gone.'
    },
  },
  {
    name: 'The statuses of a commit come in the reversed order of their names',
    allowedBy: 'Document 3, GET .../commits/:sha/statuses: an array, without an order',
    start: serving(() => ({
      async listCommitStatuses(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = [...(await allOf(call))]
        all.sort((one, other) => (String(one.name) < String(other.name) ? 1 : -1))
        return changed(response, () => samePage(response, all))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['b', 'a', 'c']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      return fieldOf((await ask('GET', path)).json, 'name').join('') === 'cba'
    },
  },
]
