import { at, type LegitimateServer } from '../server.ts'
import {
  behind,
  changed,
  encoded,
  fieldOf,
  jsonOf,
  listOf,
  newBranch,
  newRepository,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { branchPath } from './tools-cedar.ts'

export const legitimateCedarServers: readonly LegitimateServer[] = [
  {
    name: 'A directory is listed with its files first, each from the last name to the first',
    allowedBy: 'Document 3, GET .../tree: array of Tree entry, in no stated order',
    start: serving(() => ({
      listTree: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/guide.md' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'README.md,docs'
    },
  },
  {
    name: 'Merged branches are deleted with an answer that lists their names',
    allowedBy: 'Document 3: response bodies of delete-merged-branches: not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const names = async () =>
          fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        const before = await names()
        const response = await call.send()
        if (!response.ok) return response
        const left = new Set(await names())
        const branch_names = before.filter((name) => !left.has(name))
        const body = JSON.stringify({ message: 'Removed', branch_names })
        return withBody(response, body, { 'content-type': 'application/json' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'done')
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return listOf(at(json, 'branch_names')).length === 1
    },
  },
  {
    name: 'Refusals of branches and tags are explained at length and have a code',
    allowedBy: 'Document 3: an explaining message on error, of no stated text; more fields',
    start: behind(async (response, request) => {
      const isAboutThem = /\/repository\/(branches|tags)\/[^/]+$/.test(
        new URL(request.url).pathname,
      )
      const message = at(await jsonOf(response), 'message')
      const isOurs = /sudo|No user id/.test(String(message))
      if (!isAboutThem || response.status !== 404 || typeof message !== 'string' || isOurs) {
        return response
      }
      return changed(response, (json) =>
        withFields(json, {
          message: `${message}: there is no such branch or tag, or you may not see it`,
          error_code: 'E4040',
        }),
      )
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('DELETE', branchPath(project, encoded('no-such')))
      return at(json, 'error_code') === 'E4040'
    },
  },
]
