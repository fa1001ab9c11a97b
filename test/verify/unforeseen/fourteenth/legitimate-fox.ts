import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newRepository,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { newTag } from './tools-fox.ts'

export const legitimateFoxServers: readonly LegitimateServer[] = [
  {
    name: 'A new todo is answered with its number, its state and a text alone',
    allowedBy: 'Document 2, Todo: fields of the todo record: not shown',
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const response = await call.send()
        const id = at(await jsonOf(response), 'id')
        if (response.status !== 201) return response
        return jsonAnswer(201, { id, state: 'open', text: 'Added to the list' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/todo`)
      return at(json, 'text') === 'Added to the list'
    },
  },
  {
    name: 'Contributors are in the order of their addresses, from the last one',
    allowedBy: 'Document 3, GET .../contributors: no order is stated',
    start: serving(() => ({
      async listContributors(call) {
        return changed(await call.send(), (json) => {
          if (!Array.isArray(json)) return json
          return [...listOf(json)].sort((one, other) =>
            String(one.email) < String(other.email) ? 1 : -1,
          )
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const [name, files] of [
        ['zoe', 1],
        ['ada', 2],
      ] as const) {
        for (let file = 0; file < files; file++) {
          await writeFile(ask, project, {
            file_path: `${name}-${file}.txt`,
            author_name: name,
            author_email: `${name}@six.example`,
          })
        }
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return at(json, '0.email') === 'zoe@six.example'
    },
  },
  {
    name: 'Raw blobs are offered for download, of no type in particular',
    allowedBy: 'Document 3: media types of the raw file and raw blob responses: not shown',
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const id = at((await ask('GET', `${path}/tree`)).json, '0.id')
      const { headers } = await ask('GET', `${path}/raw_blobs/${id}`)
      return headers.get('content-disposition') === 'attachment'
    },
  },
  {
    name: 'A tag that cannot be made is explained with what to do about it',
    allowedBy: 'Document 3, POST .../tags: status 405 with explaining message; no text is stated',
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        return changed(response, (json) =>
          withFields(json, { message: 'No tag was made: choose another name or an existing ref.' }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const given = { tag_name: 'v1' }
      await newTag(ask, project, given)
      const { json } = await newTag(ask, project, given)
      return String(at(json, 'message')).startsWith('No tag was made')
    },
  },
]
