import { gunzipSync } from 'node:zlib'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
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
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
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
  writeFile,
} from '../shared-tools.ts'

/** Changes every object in JSON, those within it first. */
function changedWithin(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => changedWithin(one, change))
  if (typeof json !== 'object' || json === null) return json
  return change(
    Object.fromEntries(
      Object.entries(json).map(([name, value]) => [name, changedWithin(value, change)]),
    ),
  )
}

const isCommit = (one: Values) =>
  typeof one.message === 'string' && typeof one.author_email === 'string'

const isDifference = (one: Values) =>
  typeof one.diff === 'string' && typeof one.new_path === 'string'

const commitId = /\b[0-9a-f]{40}\b/g
const longCommitId = /\b([0-9a-f]{40})[0-9a-f]{24}\b/g
const lengthened = (text: string) => text.replace(commitId, (id) => id + id.slice(0, 24))
const shortened = (text: string) => text.replace(longCommitId, '$1')

/** By how much the numbers of merge requests are higher than those of the forge. */
const firstNumber = 1000
const isMergeRequest = (one: Values) =>
  typeof one.iid === 'number' && typeof one.source_branch === 'string'
const numbered = (one: Values) => {
  const iid = Number(one.iid) + firstNumber
  if (typeof one.web_url !== 'string') return { ...one, iid }
  return { ...one, iid, web_url: one.web_url.replace(/\d+$/, String(iid)) }
}
const lowered = (value: unknown) => {
  // What is no number is refused as it was sent.
  if (!/^\d+$/.test(String(value))) return value
  return Number(value) > firstNumber ? Number(value) - firstNumber : Number(value) + 10 ** 6
}

/** The answer with links that have the numbers as they were asked for. */
function linkedAsAsked(response: Response, request: Request): Response {
  const asked = new URL(request.url).searchParams
  const headers = new Headers(response.headers)
  const link = headers.get('link')?.replace(/<([^>]+)>/g, (_, address: string) => {
    const url = new URL(address)
    for (const name of ['iid', 'iids[]']) {
      if (!asked.has(name)) continue
      url.searchParams.delete(name)
      for (const value of asked.getAll(name)) url.searchParams.append(name, value)
    }
    return `<${url.href}>`
  })
  if (link !== undefined) headers.set('link', link)
  return new Response(response.body, { status: response.status, headers })
}

const fileWrites: readonly OperationId[] = ['createFile', 'updateFile', 'deleteFile']

/** The call made with an e-mail of the author that tells nothing of the user. */
const withoutReply: Rule = async (call) => {
  if (call.isAnonymous || call.given.author_email !== undefined) return call.send()
  const { id, username, name } = await callerOf(call)
  if (username === undefined) return call.send()
  const { author_name = name } = call.given
  return call.send({ author_name, author_email: `${id}+${username}@users.noreply.forge.example` })
}

const oldestFirst: Rule = (call) =>
  relisted(call, (all) => [...all].sort((one, other) => Number(one.id) - Number(other.id)))

const openMergeRequests = async (call: Call, branch: unknown) => {
  const path = `${projectPath(call)}/merge_requests?state=opened&per_page=100`
  const { json } = await call.askAsRoot('GET', path)
  return listOf(json).filter((one) => one.source_branch === branch)
}

/** Answers the deletion of something that is not there as that of something which was. */
const deletingWhatIsGone =
  (name: string, nameOf: (call: Call) => string, listPath: string): Rule =>
  async (call) => {
    const response = await call.send()
    if (response.status !== 404) return response
    // Who may not see the repository is told nothing of it.
    const { status } = await call.ask('GET', `${repositoryPath(call)}/${listPath}`)
    const isAllowed = status === 200 && (await mayPush(call))
    return isAllowed ? jsonAnswer(200, { [name]: nameOf(call) }) : response
  }

const mayPush = async (call: Call) =>
  (await callerOf(call)).is_admin === true || (await levelOf(call)) >= 30

export const legitimateTamarindServers: readonly LegitimateServer[] = [
  {
    name: 'The ids of commits and blobs are hashes of sixty-four digits',
    allowedBy: 'Document 3: id, sha and blob_id are strings, and no length of them is stated',
    start: (forge) => {
      const answer = behind((response) => {
        const isJson = (response.headers.get('content-type') ?? '').includes('json')
        if (!isJson) return response
        return response.text().then((text) => withBody(response, lengthened(text)))
      })(forge)
      return async (request) => {
        const isText = /json|urlencoded/.test(request.headers.get('content-type') ?? '')
        const bytes = new Uint8Array(await request.arrayBuffer())
        const body = isText ? shortened(new TextDecoder().decode(bytes)) : bytes
        const headers = new Headers(request.headers)
        headers.delete('content-length')
        return answer(
          new Request(shortened(request.url), {
            method: request.method,
            headers,
            ...(bytes.length > 0 ? { body } : {}),
          }),
        )
      }
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const { status } = await ask('GET', `/projects/${project}/repository/commits/${sha}`)
      return sha.length === 64 && status === 200
    },
  },
  {
    name: 'Differences begin with the header lines of git',
    allowedBy: 'Document 3, Diff entry: diff is a string, and nothing says how it begins',
    start: answeringAll((json) =>
      changedWithin(json, (one) =>
        isDifference(one)
          ? { ...one, diff: `diff --git a/${one.old_path} b/${one.new_path}\n${one.diff}` }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).startsWith('diff --git a/README.md b/README.md\n')
    },
  },
  {
    name: 'A file that is not there before or after a commit has null as its mode',
    allowedBy:
      'Document 3, Diff entry: a_mode, b_mode (string or null); Document 1: absent values are null',
    start: answeringAll((json) =>
      changedWithin(json, (one) =>
        isDifference(one)
          ? {
              ...one,
              a_mode: isTrue(one.new_file) ? null : one.a_mode,
              b_mode: isTrue(one.deleted_file) ? null : one.b_mode,
            }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.a_mode') === null
    },
  },
  {
    name: 'The mode of a folder has five digits, as git stores it in its trees',
    allowedBy: 'Document 3, Tree entry: mode (string), and no form of it is stated',
    start: serving(() => ({
      listTree: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.type === 'tree' ? { ...one, mode: String(one.mode).replace(/^0/, '') } : one,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'one/two.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'mode').includes('40000')
    },
  },
  {
    name: 'The archive of a repository is not compressed',
    allowedBy:
      'Document 3, GET /projects/:id/repository/archive: repository archive; its media type is not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const name = response.headers.get('content-disposition') ?? 'attachment'
        const bytes = gunzipSync(new Uint8Array(await response.arrayBuffer()))
        return withBody(response, new Uint8Array(bytes), {
          'content-type': 'application/x-tar',
          'content-disposition': name.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { headers } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-type') === 'application/x-tar'
    },
  },
  {
    name: 'The message of a commit ends in a line end, as git stores it',
    allowedBy:
      'Document 3, Commit: message, and nothing says that the message which was sent is kept to its last character',
    start: answeringAll((json) =>
      changedWithin(json, (one) => {
        if (!isCommit(one) || String(one.message).endsWith('\n')) return one
        return { ...one, message: `${one.message}\n` }
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Write\n'
    },
  },
  {
    name: 'The merge requests of a project are numbered from one thousand and one',
    allowedBy:
      'Document 1, Conventions: iid is unique only within one project; no first one is stated',
    start: (forge) => {
      const raised = answeringAll((json) =>
        changedWithin(json, (one) => (isMergeRequest(one) ? numbered(one) : one)),
      )
      const fetch = serving(() => ({
        async listMergeRequests(call) {
          const { iid, iids } = call.given
          const response = await call.send({
            ...(iid === undefined ? {} : { iid: lowered(iid) }),
            ...(Array.isArray(iids) ? { iids: iids.map(lowered) } : {}),
          })
          return linkedAsAsked(response, call.request)
        },
        createIssue(call) {
          const name = 'merge_request_for_resolving_discussions'
          const number = call.given[name]
          return call.send(number === undefined ? {} : { [name]: lowered(number) })
        },
      }))(forge)
      return raised({ ...forge, fetch })
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests?iid=${firstNumber + 1}`
      return at((await ask('GET', path)).json, '0.id') === id
    },
  },
  {
    name: 'The open merge requests of a branch are closed when the branch is deleted',
    allowedBy:
      'Document 2, States of a merge request: closing is not shown; Document 3 says nothing of what becomes of merge requests without their branch',
    start: serving(() => ({
      async deleteBranch(call) {
        const open = await openMergeRequests(call, call.path.branch)
        const response = await call.send()
        if (!response.ok) return response
        for (const { id } of open) {
          const body = { state_event: 'close' }
          await call.askAsRoot('PUT', `${projectPath(call)}/merge_requests/${id}`, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'work')
      await ask('DELETE', `/projects/${project}/repository/branches/work`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'Whoever writes a file is told the commit that did it',
    allowedBy:
      'Document 3, Repository files: the object has file_path and branch_name, and nothing forbids further fields',
    start: serving(() =>
      forAll(fileWrites, async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        const branch = encoded(call.given.branch_name)
        const { json } = await call.askAsRoot('GET', `${repositoryPath(call)}/commits/${branch}`)
        return changed(response, (one) => ({
          ...fieldsOf(one),
          commit: { id: at(json, 'id'), message: at(json, 'message') },
        }))
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await writeFile(ask, project, { file_path: 'two.txt' })
      return at(json, 'commit.id') === (await headOf(ask, project))
    },
  },
  {
    name: 'The deletion of a branch or tag that is gone is answered as if it had been there',
    allowedBy:
      'Document 1, Errors: DELETE is idempotent: it returns 200 even when the resource was already gone',
    start: serving(() => ({
      deleteBranch: deletingWhatIsGone(
        'branch_name',
        ({ path }) => String(path.branch),
        'branches',
      ),
      deleteTag: deletingWhatIsGone('tag_name', ({ path }) => String(path.tag_name), 'tags'),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'work')
      const path = `/projects/${project}/repository/branches/work`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 200
    },
  },
  {
    name: 'A merge without a message is committed with the title and the number of its merge request',
    allowedBy:
      'Document 2, PUT .../merge: merge_commit_message is optional, and no default of it is stated',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        if (call.given.merge_commit_message !== undefined) return call.send()
        const { json, status } = await call.ask('GET', mergeRequestPath(call))
        if (status !== 200) return call.send()
        const merge_commit_message = `${at(json, 'title')} (!${at(json, 'iid')})`
        return call.send({ merge_commit_message })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'work')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'message')).startsWith('work (!')
    },
  },
  {
    name: 'Commits made through the service carry an address of their author that takes no mail',
    allowedBy:
      'Document 3: author_email is optional when a file or a commit is written, and no default of it is stated',
    start: serving(() => forAll([...fileWrites, 'createCommit'], withoutReply)),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'author_email') === '1+root@users.noreply.forge.example'
    },
  },
  {
    name: 'Builds are listed from the oldest to the newest',
    allowedBy: 'Document 3, Builds: array of Build, and no order of it is stated',
    start: serving(() => forAll(['listBuilds', 'listBuildsOfCommit'], oldestFirst)),
    async isShown(ask) {
      const project = await newRepository(ask, { builds_enabled: true })
      const content = 'one:\n  script: echo one\ntwo:\n  script: echo two\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const { json } = await ask('GET', `/projects/${project}/builds`)
      return Number(at(json, '0.id')) < Number(at(json, '1.id'))
    },
  },
  {
    name: 'A branch from a reference that does not exist is refused as not found',
    allowedBy:
      'Document 1, Errors: 404 is a resource that is not found; Document 3 states no status for a wrong ref of a branch',
    start: serving(() => ({
      async createBranch(call) {
        const response = await call.send()
        const message = at(await jsonOf(response), 'message')
        return response.status === 400 && message === 'Invalid reference name'
          ? jsonAnswer(404, { message: '404 Reference Not Found' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'work', 'nothing')).status === 404
    },
  },
  {
    name: 'A member who is removed from a project is no longer the assignee of its open issues',
    allowedBy:
      'Document 1, DELETE /projects/:id/members/:user_id: removes the member, and nothing says what becomes of the issues assigned to it',
    start: serving(() => ({
      async removeProjectMember(call) {
        const response = await call.send()
        if (!response.ok) return response
        const issues = `${projectPath(call)}/issues`
        const { json } = await call.askAsRoot('GET', `${issues}?state=opened&per_page=100`)
        for (const one of listOf(json)) {
          if (at(one, 'assignee.id') !== Number(call.path.user_id)) continue
          await call.askAsRoot('PUT', `${issues}/${one.id}`, { assignee_id: 0 })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const issue = await newIssue(ask, project, { assignee_id: id })
      await ask('DELETE', `${members}/${id}`)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return idOf(json) === issue && at(json, 'assignee') === null
    },
  },
]
