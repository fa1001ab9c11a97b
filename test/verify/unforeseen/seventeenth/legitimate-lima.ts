import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  forAll,
  idOf,
  jsonOf,
  newProject,
  newRepository,
  relisted,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

export const legitimateLimaServers: readonly LegitimateServer[] = [
  {
    name: 'Builds stand in the order in which they were made',
    allowedBy: 'Document 3, GET .../builds: an array of Build, of no stated order',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit'], (call) =>
        relisted(call, (all) => all.toSorted((one, other) => idOf(one) - idOf(other))),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const content = 'one: { script: ls }\ntwo: { script: ls }\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const ids = fieldOf((await ask('GET', `/projects/${project}/builds`)).json, 'id').map(Number)
      return ids.length === 2 && Number(ids[0]) < Number(ids[1])
    },
  },
  {
    name: 'A file commit that failed is told in another sentence, with a reference',
    allowedBy: 'Document 3, Repository files: answers 400 with a non-specific message',
    start: serving(() =>
      forAll(['updateFile', 'deleteFile'], async (call) => {
        const response = await call.send()
        const message = at(await jsonOf(response), 'message')
        if (response.status !== 400 || !String(message).startsWith('Your changes')) return response
        return changed(response, (json) =>
          withFields(json, { message: 'The commit was not made.', reference: 'files-1' }),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n',
        commit_message: 'Nothing',
      }
      const answer = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return answer.status === 400 && at(answer.json, 'reference') === 'files-1'
    },
  },
  {
    name: 'Raw files and blobs are sent as bytes to be saved, not to be shown',
    allowedBy:
      'Document 3, Repository content: media types of the raw file and raw blob responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, await response.arrayBuffer(), {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
          'x-content-type-options': 'nosniff',
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const { headers, text } = await ask('GET', path)
      return text === 'One\n' && headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'The entries of a tree are in the order of their paths, folders among files',
    allowedBy: 'Document 3, GET .../tree: an array of Tree entry, of no stated order',
    start: serving(() => ({
      async listTree(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? json.toSorted((one, other) =>
                String(at(one, 'path')) < String(at(other, 'path')) ? -1 : 1,
              )
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.md' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'README.md,docs'
    },
  },
]
