import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  changed,
  eachChanged,
  fieldOf,
  headOf,
  jsonOf,
  newRepository,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

export const legitimateVesperServers: readonly LegitimateServer[] = [
  {
    name: 'The tree of a repository has its directories among its files, all in the order of a dictionary',
    allowedBy: 'Document 3, GET tree: an array of Tree entry, of no stated order',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) =>
          all.toSorted((one, other) => String(one.path).localeCompare(String(other.path))),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'a.txt' })
      await writeFile(ask, project, { file_path: 'src/b.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'path').join() === 'a.txt,README.md,src'
    },
  },
  {
    name: 'Files, blobs and archives are bytes of no kind, to be saved under a name and never kept',
    allowedBy: 'Document 3: media types of the raw file, raw blob, archive … responses: not shown',
    start: serving(() => {
      const asBytes = async (response: Response) =>
        response.ok
          ? withBody(response, await response.arrayBuffer(), {
              'content-type': 'application/octet-stream',
              'content-disposition': 'attachment; filename="download"',
              'cache-control': 'private, no-store',
            })
          : response
      return {
        getRawFile: async (call) => asBytes(await call.send()),
        getRawBlob: async (call) => asBytes(await call.send()),
        getArchive: async (call) => asBytes(await call.send()),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const { headers } = await ask('GET', path)
      return headers.get('cache-control') === 'private, no-store'
    },
  },
  {
    name: 'Why a file could not be committed is said in another sentence, with a code of its own',
    allowedBy: 'Document 3: when a file commit fails, 400 with a non-specific message',
    start: behind(async (response, request) => {
      const isOfFiles = new URL(request.url).pathname.endsWith('/repository/files')
      if (!isOfFiles || response.status !== 400) return response
      const message = String(at(await jsonOf(response), 'message'))
      return message.includes('committed')
        ? changed(response, (json) =>
            withFields(json, { message: 'The commit was not made.', code: 'commit_refused' }),
          )
        : response
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n',
        commit_message: 'Again',
      }
      const { json } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return at(json, 'code') === 'commit_refused'
    },
  },
  {
    name: 'Branches and statuses tell more: whether they are the default, and the page of their pipeline',
    allowedBy:
      'Document 3, Branch and Commit status: the fields that they have, without a word against others',
    start: serving(() => ({
      listBranches: async (call) =>
        eachChanged(await call.send(), (branch) =>
          branch.name === undefined
            ? branch
            : withFields(branch, { default: branch.name === 'master' }),
        ),
      getBranch: async (call) => {
        const response = await call.send()
        return response.ok
          ? changed(response, (json) =>
              withFields(json, { default: at(json, 'name') === 'master' }),
            )
          : response
      },
      listCommitStatuses: async (call) =>
        eachChanged(await call.send(), (status) =>
          status.id === undefined
            ? status
            : withFields(status, {
                pipeline_url: `http://forge.test${repositoryPath(call)}/${status.id}`,
              }),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state: 'pending' } })
      const path = `/projects/${project}/repository`
      const branch = await ask('GET', `${path}/branches/master`)
      const statuses = await ask('GET', `${path}/commits/${sha}/statuses`)
      return (
        at(branch.json, 'default') === true &&
        String(at(statuses.json, '0.pipeline_url')).startsWith('http')
      )
    },
  },
]
