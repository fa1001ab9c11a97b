import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  encoded,
  fieldsOf,
  forAll,
  jsonAnswer,
  listOf,
  newBranch,
  newRepository,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  writeFile,
} from '../shared-tools.ts'
import { projectIdOf } from './tools-cedar.ts'

/** How long the contributors of a repository are counted by a job in the background, in milliseconds. */
const countingTime = 800

/** The times of commits, as the clocks of the place of the author show them. */
const timesOfCommits = ['committed_date', 'authored_date', 'created_at']

export const legitimateCedarServers: readonly LegitimateServer[] = [
  {
    name: 'The entries of a tree come by their paths, folders among files',
    allowedBy: 'Document 3, GET .../tree: array of Tree entry, and no order of it is stated',
    start: serving(() => ({
      listTree: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.path) < String(other.path) ? -1 : 1)),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/two.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return at(json, '0.path') === 'README.md' && at(json, '1.path') === 'docs'
    },
  },
  {
    name: 'A branch or a tag that is gone is removed again with success',
    allowedBy:
      'Document 1, Errors: DELETE is idempotent, it returns 200 even when the resource was already gone',
    start: serving(() => {
      const removing =
        (name: 'branch' | 'tag_name', answered: 'branch_name' | 'tag_name'): Rule =>
        async (call) => {
          const response = await call.send()
          if (response.status !== 404) return response
          // Only who sees the branches of the project learns that there is none of that name.
          const branches = await call.ask('GET', `${repositoryPath(call)}/branches`)
          return branches.status === 200
            ? jsonAnswer(200, { [answered]: call.path[name] })
            : response
        }
      return {
        deleteBranch: removing('branch', 'branch_name'),
        deleteTag: removing('tag_name', 'tag_name'),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      const path = `/projects/${project}/repository/branches/other`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 200
    },
  },
  {
    name: 'The contributors of a repository are counted a moment after a commit, by a job in the background',
    allowedBy:
      'Document 3, GET .../contributors: name, email, commits, and nothing says when they are counted',
    start: serving(() => {
      const waiting = new Map<unknown, { readonly until: number; readonly before: unknown }>()
      const writing: Rule = async (call) => {
        const project = await projectIdOf(call)
        const path = `${repositoryPath(call)}/contributors?per_page=100`
        const { status, json } = await call.askAsRoot('GET', path)
        const found = waiting.get(project)
        const response = await call.send()
        if (response.ok && !(found !== undefined && found.until > Date.now())) {
          const before = status === 200 ? json : []
          waiting.set(project, { until: Date.now() + countingTime, before })
        }
        return response
      }
      return {
        ...forAll(
          ['createFile', 'updateFile', 'deleteFile', 'createCommit', 'cherryPickCommit'],
          writing,
        ),
        async listContributors(call) {
          const found = waiting.get(await projectIdOf(call))
          if (found === undefined || found.until <= Date.now()) return call.send()
          return relisted(call, () => listOf(found.before))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The times of commits have the offset from UTC of the place where they were made',
    allowedBy: 'Document 1, Conventions: timestamps are ISO 8601 strings, in whatever time zone',
    start: answeringAll((json) => withOffsets(json)),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'created_at')).endsWith('+03:00')
    },
  },
  {
    name: 'The text of a difference begins with its first lines, without the names of the files',
    allowedBy: 'Document 3, Diff entry: diff is a string, and nothing says which headers it has',
    start: serving(() => {
      const withoutHeaders = (files: unknown) =>
        listOf(files).map((file) => ({
          ...file,
          diff: String(file.diff).replace(/^--- .*\n\+\+\+ .*\n/, ''),
        }))
      const inField =
        (field: string): Rule =>
        async (call) =>
          changed(await call.send(), (json) => {
            const fields = fieldsOf(json)
            return Array.isArray(fields[field])
              ? { ...fields, [field]: withoutHeaders(fields[field]) }
              : json
          })
      return {
        listCommitDifferences: async (call) =>
          changed(await call.send(), (json) => (Array.isArray(json) ? withoutHeaders(json) : json)),
        compareRevisions: inField('diffs'),
        getMergeRequestChanges: inField('changes'),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${encoded('master')}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
]

/** JSON in which the times of all commits, and of the commits of branches and tags, have an offset. */
function withOffsets(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withOffsets)
  if (typeof json !== 'object' || json === null) return json
  const isCommit = 'author_email' in json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const isTime = isCommit && timesOfCommits.includes(name) && typeof value === 'string'
      return [name, isTime ? inOtherZone(value) : withOffsets(value)]
    }),
  )
}

/** The same time three hours ahead of UTC, with milliseconds. */
function inOtherZone(time: string): string {
  const hours = 3
  const moved = new Date(Date.parse(time) + hours * 60 * 60 * 1000)
  return moved.toISOString().replace('Z', `+0${hours}:00`)
}
