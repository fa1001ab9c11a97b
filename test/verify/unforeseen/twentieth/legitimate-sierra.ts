import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  eachChanged,
  fieldOf,
  jsonAnswer,
  listOf,
  newBranch,
  newRepository,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** The fields of a branch and of its commit that later releases have. */
const later = (branch: Values): Values => ({
  ...branch,
  can_push: true,
  default: branch.name === 'master',
  commit: {
    ...Object(branch.commit),
    trailers: {},
    short_id: String(at(branch, 'commit.id')).slice(0, 8),
  },
})

const laterBranch: Rule = async (call) => {
  const response = await call.send()
  return response.ok ? eachChanged(response, later) : response
}

const descending = (all: readonly Values[]) =>
  [...all].sort((one, other) => (String(one.path) < String(other.path) ? 1 : -1))

export const legitimateSierraServers: readonly LegitimateServer[] = [
  {
    name: 'Archives are tarballs that are not compressed',
    allowedBy: 'Document 3: the media type of the archive is not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return withBody(response, bytes)
        const name = response.headers.get('content-disposition')?.replace('.tar.gz', '.tar')
        return withBody(response, new Uint8Array(gunzipSync(bytes)), {
          'content-type': 'application/x-tar',
          ...(name === undefined ? {} : { 'content-disposition': name }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers, text } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-type') === 'application/x-tar' && text.includes('README.md')
    },
  },
  {
    name: 'The deletion of merged branches tells which branches it deleted',
    allowedBy: 'Document 3: response bodies of delete-merged-branches are not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches?per_page=100`
        const before = fieldOf((await call.askAsRoot('GET', path)).json, 'name')
        const response = await call.send()
        if (!response.ok) return response
        const left = fieldOf((await call.askAsRoot('GET', path)).json, 'name')
        return jsonAnswer(200, { deleted: before.filter((name) => !left.includes(name)) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'merged')
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return at(json, 'deleted.0') === 'merged'
    },
  },
  {
    name: 'Branches tell whether they are the default, and short ids of their commits',
    allowedBy: 'No sentence says that a branch or its commit reference has no further fields',
    start: serving(() => ({
      listBranches: laterBranch,
      getBranch: laterBranch,
      createBranch: laterBranch,
      protectBranch: laterBranch,
      unprotectBranch: laterBranch,
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return at(json, 'default') === true && String(at(json, 'commit.short_id')).length === 8
    },
  },
  {
    name: 'The entries of a tree are in reverse order of their paths',
    allowedBy: 'Document 3, GET tree: an array of Tree entry; no order is stated',
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        return response.headers.has('x-page')
          ? relisted(call, descending)
          : changed(response, (json) => (Array.isArray(json) ? descending(listOf(json)) : json))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'sails.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'path').join() === 'sails.txt,README.md'
    },
  },
]
