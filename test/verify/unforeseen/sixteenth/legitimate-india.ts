import { at, type LegitimateServer } from '../server.ts'
import {
  changed,
  fieldOf,
  fieldsOf,
  freshName,
  listOf,
  newBranch,
  newRepository,
  type Rule,
  relisted,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** The diffs of an answer with the heading that git writes after the numbers of a hunk. */
const withHeadings = (json: unknown) =>
  listOf(json).map((entry) => ({
    ...entry,
    diff: String(entry.diff).replace(/^(@@ [^@]* @@)$/gm, '$1 harbour'),
  }))

/** A path from a name with underscores, where none is given. */
const withUnderscores: Rule = (call) => {
  const path = String(call.given.name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  return call.given.path === undefined && call.given.name !== undefined && path !== ''
    ? call.send({ path })
    : call.send()
}

export const legitimateIndiaServers: readonly LegitimateServer[] = [
  {
    name: 'Hunks of a difference have the heading of what they stand in',
    allowedBy: 'Document 3, Diff entry: diff is a string; no form of it is stated',
    start: serving(() => ({
      compareRevisions: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'diffs') === undefined
            ? json
            : { ...fieldsOf(json), diffs: withHeadings(at(json, 'diffs')) },
        ),
      listCommitDifferences: async (call) =>
        changed(await call.send(), (json) => (Array.isArray(json) ? withHeadings(json) : json)),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/master/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).includes('@@ harbour')
    },
  },
  {
    name: 'The path that is generated from the name of a project has underscores',
    allowedBy: 'Document 1, POST /projects: path, default generated from name; not stated how',
    start: serving(() => ({
      createProject: withUnderscores,
      createProjectForUser: withUnderscores,
    })),
    async isShown(ask) {
      const body = { name: `Long pier ${freshName('boat')}` }
      const { json } = await ask('POST', '/projects', { body })
      return String(at(json, 'path')).startsWith('long_pier_boat_')
    },
  },
  {
    name: 'A tree has its entries in the order of their names from the end',
    allowedBy: 'Document 3, GET .../repository/tree: an array of Tree entry; no order is stated',
    start: serving(() => ({
      listTree: (call) => relisted(call, (all) => [...all].reverse()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'ZEBRA.md' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').join() === 'ZEBRA.md,README.md'
    },
  },
  {
    name: 'The deletion of merged branches is answered with the job that did it',
    allowedBy: 'Document 3: response bodies of delete-merged-branches: not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(
          response,
          JSON.stringify({ job: 'delete_merged_branches', queued: false }),
          {
            'content-type': 'application/json',
          },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'done')
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return at(json, 'job') === 'delete_merged_branches'
    },
  },
]
