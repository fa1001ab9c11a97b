import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  forAll,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { createMoments, deepChanged, later, messageOf, projectIdOf } from './tools-larch.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 500

const committing: readonly OperationId[] = [
  'createFile',
  'updateFile',
  'deleteFile',
  'createCommit',
  'cherryPickCommit',
]

const mayPush = async (call: Call) =>
  (await callerOf(call)).is_admin === true || (await levelOf(call)) >= 30

/** The time of another zone, to the second, as Git writes it. */
function inZone(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const time = new Date(Date.parse(value) + 3 * 3_600_000)
  return `${time.toISOString().slice(0, 19)}+03:00`
}

const inZones = (one: Values, names: readonly string[]) => ({
  ...one,
  ...Object.fromEntries(
    names.filter((name) => name in one).map((name) => [name, inZone(one[name])]),
  ),
})

/** A push is known by where it went and what it brought. */
const pushOf = (event: Values) =>
  at(event, 'data.after') === undefined
    ? undefined
    : `${event.project_id} ${at(event, 'data.ref')} ${at(event, 'data.after')}`

export const legitimateLarchServers: readonly LegitimateServer[] = [
  {
    name: 'The merged branches are deleted by a job in the background, a moment after it was asked for',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch; nothing says how soon, and the response body is not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const { status, json: project } = await call.ask('GET', projectPath(call))
        if (status !== 200 || !(await mayPush(call))) return call.send()
        const path = `${repositoryPath(call)}/branches`
        const { json } = await call.askAsRoot('GET', `${path}?per_page=100`)
        const doomed = listOf(json).filter(
          (one) =>
            one.merged === true &&
            one.protected !== true &&
            one.name !== at(project, 'default_branch'),
        )
        later(delay, async () => {
          for (const one of doomed) {
            const branch = `${path}/${encoded(one.name)}`
            const now = (await call.askAsRoot('GET', branch)).json
            const isSame = at(now, 'commit.id') === at(one, 'commit.id')
            if (isSame && at(now, 'protected') !== true) await call.askAsRoot('DELETE', branch)
          }
        })
        return jsonAnswer(200, { message: '200 Merged branches are being deleted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'done')
      await writeFile(ask, project, { file_path: 'later.txt' })
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return fieldOf((await ask('GET', `${path}/branches`)).json, 'name').includes('done')
    },
  },
  {
    name: 'The statuses of a commit are listed with the newest of them first',
    allowedBy:
      'Document 3, GET .../commits/:sha/statuses: array of Commit status; no order of them is stated',
    start: serving(() => ({
      listCommitStatuses: (call) =>
        relisted(call, (all) => [...all].sort((one, other) => idOf(other) - idOf(one))),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['first', 'second']) {
        const body = { state: 'success', name, ref: 'master' }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      return at((await ask('GET', path)).json, '0.name') === 'second'
    },
  },
  {
    name: 'A robot of the instance gives every commit made by the API a status of its own',
    allowedBy:
      'Document 3, Commit status: nothing says that only the caller posts statuses; a robot posts it by the same operation',
    start: serving(() =>
      forAll(committing, async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const ref = call.given.branch_name ?? call.given.branch
        const branch = `${repositoryPath(call)}/branches/${encoded(ref)}`
        const head = at((await call.askAsRoot('GET', branch)).json, 'commit.id')
        await call.askAsRoot('POST', `${projectPath(call)}/statuses/${head}`, {
          state: 'success',
          name: 'policy/sign-off',
          description: 'Signed off',
          ref,
        })
        return response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/statuses`
      return fieldOf((await ask('GET', path)).json, 'name').includes('policy/sign-off')
    },
  },
  {
    name: 'The short id of a commit has eight letters',
    allowedBy: 'Document 3, Commit: short_id; nothing says how long it is',
    start: answeringAll((json) =>
      deepChanged(json, (one) =>
        typeof one.short_id === 'string' ? { ...one, short_id: one.short_id.slice(0, 8) } : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'short_id')).length === 8
    },
  },
  {
    name: 'The blank space and the line ends behind a commit message are stripped, as Git does',
    allowedBy:
      'Document 3, POST .../files and POST .../commits: commit_message; nothing says that it is kept to the letter',
    start: serving(() =>
      forAll(['createFile', 'updateFile', 'deleteFile', 'createCommit'], (call) => {
        const sent = call.given.commit_message
        const message = typeof sent === 'string' ? sent.trimEnd() : ''
        return message === '' || message === sent
          ? call.send()
          : call.send({ commit_message: message })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt', commit_message: 'Write two \n\n' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Write two'
    },
  },
  {
    name: 'A new branch may have no letters but those of ASCII in its name, by a rule of the instance',
    allowedBy:
      'Document 1, Errors, 400: an attribute failed validation; nothing says which names of branches are valid',
    start: serving(() => ({
      async createBranch(call) {
        const name = String(call.given.branch_name ?? '')
        const isPlain = /^[\x20-\x7e]*$/.test(name)
        if (isPlain || call.given.ref === undefined || !(await mayPush(call))) return call.send()
        return jsonAnswer(400, { message: 'Branch name does not follow the rule of this instance' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'größe')).status === 400
    },
  },
  {
    name: 'The status of a commit follows what was posted a moment later, when a job has summed it up',
    allowedBy:
      'Document 3, Commit: status (string or null); nothing says when a posted status reaches it',
    start: serving(() => {
      const waiting = createMoments<{ readonly key: string; readonly status: unknown }>(delay)
      return {
        async createCommitStatus(call) {
          const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const key = `${await projectIdOf(call)} ${at(before, 'id')}`
          if (response.ok) waiting.add({ key, status: at(before, 'status') ?? null })
          return response
        },
        async getCommit(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = `${await projectIdOf(call)} ${at(await jsonOf(response), 'id')}`
          const before = waiting.all().find((one) => one.key === key)
          if (before === undefined) return response
          return changed(response, (json) => withFields(json, { status: before.status }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const body = { state: 'success', ref: 'master' }
      await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}`)
      return at(json, 'status') === null
    },
  },
  {
    name: 'The event of a commit is recorded by a job in the background, a moment after the commit',
    allowedBy:
      'Document 1, Events: activity events are records that are read; nothing says how soon a push is recorded',
    start: serving(() => {
      const pushes = createMoments<string>(delay)
      const committed: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${projectPath(call)}/events?per_page=100`
        const newest = listOf((await call.askAsRoot('GET', path)).json).map(pushOf)
        const push = newest.find((one) => one !== undefined)
        if (push !== undefined) pushes.add(push)
        return response
      }
      const listing: Rule = (call) =>
        relisted(call, (all) => {
          const hidden = new Set(pushes.all())
          return all.filter((event) => !hidden.has(pushOf(event) ?? ''))
        })
      return {
        ...forAll(committing, committed),
        ...forAll(['listProjectEvents', 'listUserEvents'], listing),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return !listOf(json).some((event) => at(event, 'data.after') === sha)
    },
  },
  {
    name: 'Developers may not delete tags, which is left to masters',
    allowedBy:
      'Document 3, DELETE .../tags/:tag_name: nothing says whose level suffices; Document 1, 403: request not allowed',
    start: serving(() => ({
      async deleteTag(call) {
        const isMaster = (await callerOf(call)).is_admin === true || (await levelOf(call)) !== 30
        return isMaster ? call.send() : jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'v1', ref: 'master' } })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      return (await actingAs(ask, id)('DELETE', `${tags}/v1`)).status === 403
    },
  },
  {
    name: 'The relations of the links between pages stand without quotation marks',
    allowedBy:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs); a relation may be a bare word in that header',
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      return withBody(response, response.body, { link: link.replaceAll(/rel="(\w+)"/g, 'rel=$1') })
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers } = await ask('GET', `/projects/${project}/repository/commits`)
      return /rel=first/.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'A third archive of a project within a second is refused until the next one',
    allowedBy: 'Document 1, Limits: rate limits: not shown',
    start: serving(() => {
      const served = createMoments<string>(1000)
      return {
        async getArchive(call) {
          const key = String(call.path.id)
          if (served.all().filter((one) => one === key).length < 2) {
            served.add(key)
            return call.send()
          }
          const body = JSON.stringify({ message: 'Too many archives. Retry later.' })
          const headers = { 'content-type': 'application/json', 'retry-after': '1' }
          return new Response(body, { status: 429, headers })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/archive`
      const answers: number[] = []
      for (let time = 0; time < 3; time++) answers.push((await ask('GET', path)).status)
      return answers.includes(429)
    },
  },
  {
    name: 'A branch that exists already is refused as a conflict',
    allowedBy:
      'Document 1, Errors, 409: conflicting resource exists; POST .../branches names no status for a branch that exists',
    start: serving(() => ({
      async createBranch(call) {
        const response = await call.send()
        const isThere = messageOf(await jsonOf(response)) === 'Branch already exists'
        return isThere ? jsonAnswer(409, { message: 'Branch already exists' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'master')).status === 409
    },
  },
  {
    name: 'A branch or a tag that is gone already is deleted once more with the same answer as before',
    allowedBy:
      'Document 1, Errors, 200: DELETE is idempotent: it returns 200 even when the resource was already gone',
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        const isGone = messageOf(await jsonOf(response)) === '404 Branch Not Found'
        return isGone ? jsonAnswer(200, { branch_name: call.path.branch }) : response
      },
      async deleteTag(call) {
        const response = await call.send()
        const isGone = messageOf(await jsonOf(response)) === '404 Tag Not Found'
        return isGone ? jsonAnswer(200, { tag_name: call.path.tag_name }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'v1', ref: 'master' } })
      await ask('DELETE', `${tags}/v1`)
      return (await ask('DELETE', `${tags}/v1`)).status === 200
    },
  },
  {
    name: 'The text of a difference begins with its first hunk, without the lines that name the files',
    allowedBy:
      'Document 3, Diff entry: diff string; nothing says that the names of files stand in it',
    start: answeringAll((json) =>
      deepChanged(json, (one) => {
        if (typeof one.diff !== 'string' || one.new_path === undefined) return one
        return { ...one, diff: one.diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'The times of commits are those of the zone of their author, to the second',
    allowedBy:
      'Document 1, Conventions 3: timestamps are ISO 8601 strings; nothing says which zone or precision',
    start: answeringAll((json) =>
      deepChanged(json, (one) => {
        const isCommit = typeof one.short_id === 'string'
        const names = ['authored_date', 'committed_date', ...(isCommit ? ['created_at'] : [])]
        return inZones(one, names)
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await writeFile(ask, project, { file_path: 'one.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'created_at')).endsWith('+03:00')
    },
  },
]
