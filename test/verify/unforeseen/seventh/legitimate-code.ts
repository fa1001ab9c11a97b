import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  isTrue,
  jsonOf,
  listOf,
  newBranch,
  newProject,
  newRepository,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { newBuiltProject } from './tools-code.ts'

/** The JSON with every short id of a commit in it cut to a length. */
function shortened(json: unknown, length: number): unknown {
  if (Array.isArray(json)) return json.map((one) => shortened(one, length))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === 'short_id' ? String(value).slice(0, length) : shortened(value, length),
    ]),
  )
}

const simpleFormOf = ({ id, web_url, name, path }: Values) => ({ id, web_url, name, path })

export const legitimateCodeServers: readonly LegitimateServer[] = [
  {
    name: 'Commits have short ids of eight digits',
    allowedBy: 'Document 3, Commit: short_id, whose length no sentence says',
    start: answeringAll((json) => shortened(json, 8)),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return String(at(json, '0.short_id')).length === 8
    },
  },
  {
    name: 'Files stand before folders in the tree',
    allowedBy: 'Document 3, GET .../tree: an array, in an order that no sentence says',
    start: serving(() => ({
      async listTree(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).toSorted((a, b) => String(a.type).localeCompare(String(b.type)))
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'type').join() === 'blob,tree'
    },
  },
  {
    name: 'Contributors are in the order of their names, from the end',
    allowedBy: 'Document 3, GET .../contributors: an array, in an order that no sentence says',
    start: serving(() => ({
      async listContributors(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).toSorted((a, b) => String(b.name).localeCompare(String(a.name)))
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const [index, author_name] of ['zoe', 'abe', 'moe', 'moe', 'abe', 'moe'].entries()) {
        const author_email = `${author_name}@seven.example`
        await writeFile(ask, project, { file_path: `${index}.txt`, author_name, author_email })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      const names = fieldOf(json, 'name').filter((name) => name !== 'Administrator')
      return names.join() === 'zoe,moe,abe'
    },
  },
  {
    name: 'The simple form of a project is its id, its address, its name and its path alone',
    allowedBy:
      'Document 1, Project: with simple true only the id, URL, name and path; names not shown',
    start: serving(() =>
      forAll(
        ['listProjects', 'listVisibleProjects', 'listStarredProjects', 'listGroupProjects'],
        async (call) => {
          const response = await call.send()
          if (!isTrue(call.given.simple)) return response
          return eachChanged(response, (one) => (one.id === undefined ? one : simpleFormOf(one)))
        },
      ),
    ),
    async isShown(ask) {
      await newProject(ask)
      const { json } = await ask('GET', '/projects?simple=true')
      return Object.keys(fieldsOf(listOf(json)[0])).join() === 'id,web_url,name,path'
    },
  },
  {
    name: 'Differences begin with the names of both files',
    allowedBy: 'Document 3, Diff entry: diff, a string whose form no sentence says',
    start: serving(() => ({
      async listCommitDifferences(call) {
        return eachChanged(await call.send(), (one) =>
          typeof one.diff === 'string' && !one.diff.startsWith('diff --git')
            ? { ...one, diff: `diff --git a/${one.old_path} b/${one.new_path}\n${one.diff}` }
            : one,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git a/')
    },
  },
  {
    name: 'Comments of a commit have ids and the instants at which they were written',
    allowedBy: 'Document 3, Commit comment: note and author; no sentence forbids more fields',
    start: serving(() => ({
      async listCommitComments(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).map((one, index) => ({ id: 7000 + index, resolvable: false, ...one }))
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      await ask('POST', path, { body: { note: 'Well done' } })
      return at((await ask('GET', path)).json, '0.id') === 7000
    },
  },
  {
    name: 'Archives are octets that a browser is to save',
    allowedBy: 'Document 3, Repository content: media types of the archive: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, response.body, {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="source"',
          'cache-control': 'private, max-age=0',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-disposition') === 'attachment; filename="source"'
    },
  },
  {
    name: 'Merged branches are deleted with a report of which they were',
    allowedBy: 'Document 3: response bodies of delete-merged-branches: not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `/projects/${encodeURIComponent(call.path.id ?? '')}/repository/branches`
        const before = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        const response = await call.send()
        const after = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        if (!response.ok) return response
        const deleted = before.filter((name) => !after.includes(name))
        return withBody(response, JSON.stringify({ deleted }), {
          'content-type': 'application/json',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'done')
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return at(json, 'deleted.0') === 'done'
    },
  },
  {
    name: 'File commits fail with a code for the help desk',
    allowedBy: 'Document 3, Repository files: 400 with a non-specific message',
    start: serving(() =>
      forAll(['updateFile', 'createFile'], async (call) => {
        const response = await call.send()
        const json = await jsonOf(response)
        const isComplete = ['file_path', 'branch_name', 'content', 'commit_message'].every(
          (name) => typeof call.given[name] === 'string' && call.given[name] !== '',
        )
        if (
          response.status !== 400 ||
          !isComplete ||
          call.given.encoding !== undefined ||
          typeof at(json, 'message') !== 'string'
        ) {
          return response
        }
        return changed(response, (before) =>
          withFields(before, { message: 'Your changes could not be committed (GIT-400)' }),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n',
        commit_message: 'Change nothing',
      }
      const { json } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return String(at(json, 'message')).includes('GIT-400')
    },
  },
  {
    name: 'Builds tell their durations and where their pages are',
    allowedBy: 'Document 3, Build: the fields it has; no sentence forbids more of them',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit', 'getBuild'], async (call) =>
        eachChanged(await call.send(), (one) => {
          if (one.stage === undefined) return one
          const seconds = Date.parse(String(one.finished_at)) - Date.parse(String(one.started_at))
          const duration = Number.isNaN(seconds) ? null : seconds / 1000
          return { ...one, duration, page: `/builds/${one.id}`, tags: [] }
        }),
      ),
    ),
    async isShown(ask) {
      const { project, waiting } = await newBuiltProject(ask)
      const { json } = await ask('GET', `/projects/${project}/builds/${waiting}`)
      return at(json, 'page') === `/builds/${waiting}`
    },
  },
]
