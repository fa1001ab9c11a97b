import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer } from '../server.ts'
import {
  allOf,
  answeringAll,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newMergeRequest,
  newRepository,
  projectPath,
  samePage,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

/** Everything in the JSON that is an object, changed from the inside outwards. */
function everyObject(json: unknown, change: (fields: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  return change(
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => [name, everyObject(value, change)]),
    ),
  )
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds)
  })

/** Whether the caller may change the repository, of a project that has one. */
async function mayPush(call: Call): Promise<boolean> {
  const { status } = await call.ask('GET', `${projectPath(call)}/repository/branches`)
  if (status !== 200) return false
  const isAdmin = (await callerOf(call)).is_admin === true
  return isAdmin || (await levelOf(call)) >= 30
}

export const legitimateCodeServers: readonly LegitimateServer[] = [
  {
    name: 'Archives are tar files that nothing compresses',
    allowedBy: 'Document 3, GET .../archive: repository archive; its media type: not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const name = response.headers.get('content-disposition') ?? 'attachment'
        return withBody(response, gunzipSync(await response.arrayBuffer()), {
          'content-type': 'application/x-tar',
          'content-disposition': name.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { text } = await ask('GET', `/projects/${project}/repository/archive`)
      return text.includes('README.md') && text.includes('ustar')
    },
  },
  {
    name: 'A merge that is given no message says who merged what, with trailers',
    allowedBy: 'Document 2, PUT .../merge: merge_commit_message optional; no default is stated',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { merge_commit_message } = call.given
        if (merge_commit_message !== undefined) return call.send()
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { name } = await callerOf(call)
        if (at(json, 'title') === undefined) return call.send()
        const what = `${at(json, 'title')} (!${at(json, 'iid')})`
        return call.send({ merge_commit_message: `${what}\n\nMerged-by: ${name}\n` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'told')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'message')).includes('Merged-by: ')
    },
  },
  {
    name: 'Builds are listed in the order in which they were made',
    allowedBy: 'Document 3, GET .../builds: array of Build, in no stated order',
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const all = (await allOf(call)).toSorted((one, other) => Number(one.id) - Number(other.id))
        return withBody(response, JSON.stringify(samePage(response, all)))
      }),
    ),
    async isShown(ask) {
      const ids = fieldOf((await ask('GET', '/projects/1/builds?per_page=3')).json, 'id')
      return Number(ids[0]) < Number(ids[1]) && Number(ids[1]) < Number(ids[2])
    },
  },
  {
    name: 'Builds that started tell of the runner that has them',
    allowedBy: 'Document 3, Build: runner null in all forms shown; non-null value: not shown',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        fields.runner === null && typeof fields.started_at === 'string'
          ? { ...fields, runner: { id: 3, description: 'pier-3', active: true, is_shared: true } }
          : fields,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?per_page=100')
      return listOf(json).some(({ runner }) => runner !== null)
    },
  },
  {
    name: 'Differences begin at their first lines, without the names of the files above',
    allowedBy: 'Document 3, Diff entry: diff string, with the paths in fields of their own',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        typeof fields.diff === 'string'
          ? { ...fields, diff: fields.diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
          : fields,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('@@ ')
    },
  },
  {
    name: 'Authors and assignees of merge requests come with their e-mail and when they joined',
    allowedBy: 'Document 2, Merge request: author, assignee, brief or with e-mail and created_at',
    start: serving(() =>
      forAll(
        [
          'listMergeRequests',
          'getMergeRequest',
          'createMergeRequest',
          'updateMergeRequest',
          'mergeMergeRequest',
          'getMergeRequestChanges',
        ],
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          const people = new Map<unknown, Values>()
          const json = await jsonOf(response)
          for (const { author, assignee } of Array.isArray(json)
            ? listOf(json)
            : [fieldsOf(json)]) {
            for (const id of [at(author, 'id'), at(assignee, 'id')]) {
              if (id === undefined || people.has(id)) continue
              const user = (await call.askAsRoot('GET', `/users/${id}`)).json
              people.set(id, { email: at(user, 'email'), created_at: at(user, 'created_at') })
            }
          }
          const full = (user: unknown) => withFields(user, people.get(at(user, 'id')) ?? {})
          return eachChanged(response, (request) => ({
            ...request,
            author: full(request.author),
            assignee: full(request.assignee),
          }))
        },
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'mine')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return typeof at(json, 'author.email') === 'string'
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out after it was answered',
    allowedBy:
      'Document 2, Merge request: merge_status; other values than can_be_merged: not shown',
    start: serving(() => ({
      createMergeRequest: async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fresh')
      await writeFile(ask, project, { file_path: 'fresh.txt', branch_name: 'fresh' })
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'fresh', target_branch: 'master', title: 'Fresh' }
      const { json } = await ask('POST', path, { body })
      const { json: read } = await ask('GET', `${path}/${idOf(json)}`)
      const statuses = [at(json, 'merge_status'), at(read, 'merge_status')]
      return String(statuses) === 'unchecked,can_be_merged'
    },
  },
  {
    name: 'Merged branches are deleted by a job in the background, a moment later',
    allowedBy:
      'Document 3, DELETE .../merged_branches: its answer is not shown, nor when it is done',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if (!(await mayPush(call))) return call.send()
        pause(150).then(() => call.send())
        return jsonAnswer(200, { message: 'Merged branches are being deleted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'merged')
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository`
      const before = await headOf(ask, project, 'merged')
      await ask('DELETE', `${path}/merged_branches`)
      const at0 = await ask('GET', `${path}/branches/merged`)
      for (let turn = 0; turn < 100; turn++) {
        const { status } = await ask('GET', `${path}/branches/merged`)
        if (status === 404) return at(at0.json, 'commit.id') === before
        await pause(20)
      }
      return false
    },
  },
]
