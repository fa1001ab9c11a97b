import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newMergeRequest,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'

/** Whether the caller may write to the repository, as an administrator or by the level there. */
const isWriter = async (call: Call) =>
  !call.isAnonymous && ((await callerOf(call)).is_admin === true || (await levelOf(call)) >= 30)

const withoutLineEnds = (text: unknown) =>
  typeof text === 'string' && text.trim() !== '' ? text.replaceAll('\r\n', '\n').trimEnd() : text

/** A time in the zone of a server in Amsterdam in winter. */
function inZone(time: string): string {
  const hour = 3_600_000
  const instant = Date.parse(time)
  return Number.isNaN(instant)
    ? time
    : new Date(instant + hour).toISOString().replace('Z', '+01:00')
}

/** The same JSON with the dates that Git keeps in the zone of the server. */
function withZones(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withZones)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]: [string, unknown]) => {
      const isDate = name === 'authored_date' || name === 'committed_date'
      return [name, isDate && typeof value === 'string' ? inZone(value) : withZones(value)]
    }),
  )
}

/** Differences without the modes of what is not there. */
const withoutModes = (differences: unknown) =>
  listOf(differences).map((one) => ({
    ...one,
    a_mode: one.new_file === true ? null : one.a_mode,
    b_mode: one.deleted_file === true ? null : one.b_mode,
  }))

const configuration = 'job:\n  script: make\n'

export const legitimatePineServers: readonly LegitimateServer[] = [
  {
    name: 'The first branch of a project is protected a moment after its first commit, by a job in the background',
    allowedBy:
      'Document 1, Application settings: default_branch_protection, and nothing says how soon the default branch is protected',
    start: serving(() => {
      const begun = new Map<unknown, number>()
      const projectOf = async (call: Call) =>
        fieldsOf((await call.askAsRoot('GET', projectPath(call))).json).id
      const writing: Rule = async (call) => {
        const branches = await call.askAsRoot('GET', `${repositoryPath(call)}/branches`)
        const response = await call.send()
        const isFirst = response.ok && listOf(branches.json).length === 0
        if (isFirst) begun.set(await projectOf(call), Date.now())
        return response
      }
      const reading: Rule = async (call) => {
        const response = await call.send()
        const time = response.ok ? begun.get(await projectOf(call)) : undefined
        if (time === undefined || Date.now() - time > 700) return response
        return eachChanged(response, (branch) => ({ ...branch, protected: false }))
      }
      const protecting: Rule = async (call) => {
        begun.delete(await projectOf(call))
        return call.send()
      }
      return {
        ...forAll(['createFile', 'createCommit'], writing),
        ...forAll(['getBranch', 'listBranches'], reading),
        ...forAll(['protectBranch', 'unprotectBranch'], protecting),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return at(json, 'protected') === false
    },
  },
  {
    name: 'A tag that is not there is deleted with the same answer as one that is',
    allowedBy:
      'Document 1, Errors: DELETE is idempotent: it returns 200 even when the resource was already gone',
    start: serving(() => ({
      async deleteTag(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return response.status === 404 && message.includes('Tag')
          ? jsonAnswer(200, { tag_name: call.path.tag_name })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await ask('DELETE', `/projects/${project}/repository/tags/none`)).status === 200
    },
  },
  {
    name: 'A branch whose name is taken is refused as a conflict',
    allowedBy: 'Document 1, Errors: 409: conflicting resource exists',
    start: serving(() => ({
      async createBranch(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return response.status === 400 && message.includes('already exists')
          ? jsonAnswer(409, { message: `409 Conflict - Branch ${call.given.branch_name} exists` })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'master')).status === 409
    },
  },
  {
    name: 'The description of a release has the line ends of Unix and no blanks at its end',
    allowedBy:
      'Document 3, POST and PUT .../release: description (markdown), and nothing says that it is kept to the letter',
    start: serving(() => ({
      ...forAll(['createRelease', 'updateRelease'], (call) =>
        call.given.description === undefined
          ? call.send()
          : call.send({ description: withoutLineEnds(call.given.description) }),
      ),
      createTag: (call) =>
        call.given.release_description === undefined
          ? call.send()
          : call.send({ release_description: withoutLineEnds(call.given.release_description) }),
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'one', ref: 'master' } })
      const body = { description: 'One\r\nTwo\r\n' }
      const { json } = await ask('POST', `${tags}/one/release`, { body })
      return at(json, 'description') === 'One\nTwo'
    },
  },
  {
    name: 'The contributors are counted once a second at most',
    allowedBy:
      'Document 3, GET .../contributors: commits, additions, deletions, and nothing says how soon a commit counts',
    start: serving(() => {
      const counted = new Map<string, { readonly time: number; readonly answer: Response }>()
      return {
        async listContributors(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { pathname, search } = new URL(call.request.url)
          const key = `${pathname}${search}`
          const last = counted.get(key)
          if (last !== undefined && Date.now() - last.time < 1000)
            return withBody(last.answer, await last.answer.clone().text(), {
              'x-request-id': response.headers.get('x-request-id') ?? crypto.randomUUID(),
            })
          counted.set(key, { time: Date.now(), answer: response.clone() })
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/contributors`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'two.txt' })
      return at((await ask('GET', path)).json, '0.commits') === 1
    },
  },
  {
    name: 'Merged branches go a moment after their deletion was asked for, by a job in the background',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch, and nothing says how soon',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const project = (await call.ask('GET', projectPath(call))).json
        const path = `/projects/${at(project, 'id')}/repository/branches`
        if (at(project, 'id') === undefined || !(await isWriter(call))) return call.send()
        const all = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const merged = all.filter((one) => one.merged === true && one.protected === false)
        setTimeout(async () => {
          for (const { name, commit } of merged) {
            const branch = await call.askAsRoot('GET', `${path}/${encoded(name)}`)
            const isSame = at(branch.json, 'commit.id') === at(commit, 'id')
            if (isSame) await call.askAsRoot('DELETE', `${path}/${encoded(name)}`)
          }
        }, 600)
        return jsonAnswer(200, null)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body: {} })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (await ask('GET', `/projects/${project}/repository/branches/one`)).status === 200
    },
  },
  {
    name: 'A build that is over cannot be canceled any more',
    allowedBy: 'Document 3, Build: source states permitted for each build operation: not shown',
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const status = String(at((await call.ask('GET', path)).json, 'status'))
        const isOver = ['success', 'failed', 'canceled', 'skipped'].includes(status)
        return isOver && (await isWriter(call))
          ? jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: configuration })
      const builds = `/projects/${project}/builds`
      const path = `${builds}/${at((await ask('GET', builds)).json, '0.id')}/cancel`
      await ask('POST', path)
      return (await ask('POST', path)).status === 403
    },
  },
  {
    name: 'Deployments are listed in the order of their references, and the newest of each first',
    allowedBy: 'Document 3, GET .../deployments: array of Deployment, and no order is stated',
    start: serving(() => ({
      listDeployments: (call) =>
        relisted(call, (all) =>
          all.toSorted(
            (one, other) =>
              String(one.ref).localeCompare(String(other.ref)) || Number(other.id) - Number(one.id),
          ),
        ),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/deployments')
      const ids = fieldOf(json, 'id').map(Number)
      return ids.length > 1 && Number(ids[0]) > Number(ids.at(-1))
    },
  },
  {
    name: 'A list with nothing in it has no pages',
    allowedBy:
      'Document 1, Limits: X-Total-Pages, and nothing says that a list without records has a page',
    start: behind((response) =>
      response.headers.get('x-total') === '0'
        ? withBody(response, response.body, { 'x-total-pages': '0' })
        : response,
    ),
    async isShown(ask) {
      const { headers } = await ask('GET', `/projects/${await newRepository(ask)}/repository/tags`)
      return headers.get('x-total-pages') === '0'
    },
  },
  {
    name: 'More than a hundred records on a page are refused rather than cut',
    allowedBy:
      'Document 1, Limits: per_page (maximum 100); Errors: 400: an attribute failed validation',
    start: behind((response, request) => {
      const size = Number(new URL(request.url).searchParams.get('per_page') ?? 20)
      return response.ok && response.headers.has('x-per-page') && size > 100
        ? jsonAnswer(400, { message: { per_page: ['must be less than or equal to 100'] } })
        : response
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches?per_page=101`
      return (await ask('GET', path)).status === 400
    },
  },
  {
    name: 'The message of a commit loses the blanks and lines around it, as Git cleans messages up',
    allowedBy:
      'Document 3, commit_message (req), and nothing says that the blanks around a message are kept',
    start: serving(() =>
      forAll(['createFile', 'updateFile', 'deleteFile', 'createCommit'], (call) => {
        const message = call.given.commit_message
        const isPadded =
          typeof message === 'string' && message.trim() !== '' && message !== message.trim()
        return isPadded ? call.send({ commit_message: message.trim() }) : call.send()
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt', commit_message: '\nTwo \n\n' })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}`
      return at((await ask('GET', path)).json, 'message') === 'Two'
    },
  },
  {
    name: 'Tags are deleted by masters and owners alone',
    allowedBy:
      'Document 3, DELETE .../repository/tags/:tag_name: nothing states which level it needs; Document 1: 403: request not allowed',
    start: serving(() => ({
      async deleteTag(call) {
        const isDeveloper =
          !call.isAnonymous &&
          (await levelOf(call)) === 30 &&
          (await callerOf(call)).is_admin !== true
        return isDeveloper ? jsonAnswer(403, { message: '403 Forbidden' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'one', ref: 'master' } })
      return (await actingAs(ask, id)('DELETE', `${tags}/one`)).status === 403
    },
  },
  {
    name: 'The Base64 of a file is broken into lines of sixty characters',
    allowedBy:
      'Document 3, Repository file: content (Base64 text), and nothing says that it is one line',
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) => {
          const content = at(json, 'content')
          if (typeof content !== 'string') return json
          return { ...fieldsOf(json), content: content.replaceAll(/.{1,60}/g, '$&\n') }
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).endsWith('\n')
    },
  },
  {
    name: 'A new file has no mode before it and a deleted one none after it',
    allowedBy: 'Document 3, Diff entry: a_mode, b_mode (string or null)',
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        changed(await call.send(), (json) => (Array.isArray(json) ? withoutModes(json) : json)),
      compareRevisions: async (call) =>
        changed(await call.send(), (json) => {
          const diffs = at(json, 'diffs')
          return diffs === undefined ? json : { ...fieldsOf(json), diffs: withoutModes(diffs) }
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return at((await ask('GET', path)).json, '0.a_mode') === null
    },
  },
  {
    name: 'The dates that Git keeps of a commit are in the time zone of the server',
    allowedBy: 'Document 1, Conventions 3: timestamps are ISO 8601 strings, in no stated time zone',
    start: answeringAll(withZones),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      const date = String(at((await ask('GET', path)).json, 'commit.committed_date'))
      return date.endsWith('+01:00')
    },
  },
]
