import { createServer } from 'node:http'
import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  repositoryPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { askingWho, everyOperation, sudoOf, withoutSudo } from './tools-rook.ts'

export const faultyRookServers: readonly FaultyServer[] = [
  {
    name: 'A todo that an administrator makes by sudo is put on the list of the administrator',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; Document 2: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving((forge) => ({
      async createTodoOfIssue(call) {
        const issue = await call.ask('GET', `${projectPath(call)}/issues/${call.path.issue_id}`)
        if (call.sudo === undefined || issue.status !== 200) return call.send()
        return forge.fetch(withoutSudo(call.request))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await actingAs(ask, id)('POST', path)
      return (await ask('POST', path)).status === 304
    },
  },
  {
    name: 'A user who is no administrator may use sudo to act as themselves',
    breaks:
      'Document 1, Authentication 5: A non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: everyOperation,
    start: (forge) => async (request) => {
      const body = await request.clone().arrayBuffer()
      const response = await forge.fetch(request.clone())
      const sudo = sudoOf(request)
      if (response.status !== 403 || sudo === undefined) return response
      const { id, username } = fieldsOf(
        await jsonOf(await forge.fetch(withoutSudo(askingWho(request)))),
      )
      const isSelf = sudo === String(id) || sudo === username
      return isSelf ? forge.fetch(withoutSudo(request, body)) : response
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const token = String(
        at((await actingAs(ask, username)('GET', '/user')).json, 'private_token'),
      )
      return (await actingAs(ask, username)('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'A private token in the query is overlooked where the call has a body of JSON',
    breaks:
      'Document 1, Authentication 3: Private token, query parameter private_token or header PRIVATE-TOKEN',
    at: operations.flatMap(({ id, method }) => (method === 'POST' || method === 'PUT' ? [id] : [])),
    start: (forge) => async (request) => {
      const { searchParams } = new URL(request.url)
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      const isElsewhere = ['private-token', 'authorization', 'cookie'].some((name) =>
        request.headers.has(name),
      )
      if (!searchParams.has('private_token') || !isJson || isElsewhere) return forge.fetch(request)
      const isRead = request.method === 'GET' || request.method === 'DELETE'
      return isRead ? forge.fetch(request) : jsonAnswer(401, { message: '401 Unauthorized' })
    },
    async isShown(ask) {
      const body = { name: freshName('project') }
      const path = '/projects?private_token=root-token'
      return (await ask('POST', path, { token: '', body })).status === 401
    },
  },
  {
    name: 'Whoever was an administrator once may list all projects for ever',
    breaks:
      'Document 1, Authentication 6: Operations restricted to administrators are marked (admin); GET /projects/all (admin)',
    at: ['listAllProjects', 'updateUser'],
    start: serving(() => {
      const former = new Set<unknown>()
      return {
        async updateUser(call) {
          const before = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          const after = response.ok ? await jsonOf(response) : undefined
          const wasAdministrator = at(before.json, 'is_admin') === true
          if (wasAdministrator && at(after, 'is_admin') === false) former.add(at(after, 'id'))
          return response
        },
        async listAllProjects(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          return former.has(id) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { admin: true })
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      await ask('PUT', `/users/${id}`, { body: { admin: false } })
      return (await ask('GET', '/projects/all', { token })).status === 200
    },
  },
  {
    name: 'Differences write the path of a file beyond ASCII in quotes and octal numbers, as git prints it',
    breaks: 'Document 3, Diff entry: new_path, old_path; Repository file: file_path',
    at: ['listCommitDifferences', 'compareRevisions'],
    start: serving(() => {
      const quotedIn = (entry: Values) => ({
        ...entry,
        new_path: quoted(entry.new_path),
        old_path: quoted(entry.old_path),
      })
      return {
        listCommitDifferences: async (call) =>
          changed(await call.send(), (json) =>
            Array.isArray(json) ? listOf(json).map(quotedIn) : json,
          ),
        compareRevisions: async (call) =>
          changed(await call.send(), (json) => {
            const diffs = at(json, 'diffs')
            return Array.isArray(diffs)
              ? withFields(json, { diffs: listOf(diffs).map(quotedIn) })
              : json
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'straße.txt' })
      const path = `/projects/${project}/repository/commits/master/diff`
      return String(at((await ask('GET', path)).json, '0.new_path')).startsWith('"')
    },
  },
  {
    name: 'A file that ends without a newline gets one where it is read raw by its path',
    breaks: 'Document 3, GET .../repository/blobs/:sha: raw file content',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.clone().arrayBuffer())
        const isWhole = bytes.length === 0 || bytes.includes(0) || bytes.at(-1) === 10
        return isWhole ? response : withBody(response, new Uint8Array([...bytes, 10]))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'short.txt', content: 'no end' })
      const path = `/projects/${project}/repository/blobs/master?filepath=short.txt`
      return (await ask('GET', path)).text === 'no end\n'
    },
  },
  {
    name: 'An issue is confidential where a query or form says that confidential is false',
    breaks:
      'Document 2, POST /projects/:id/issues: confidential (boolean, default false); Document 1, Conventions 4: Parameters are sent in the query string or in the request body',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue: (call) =>
        call.send(call.given.confidential === 'false' ? { confidential: true } : {}),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues?title=Open&confidential=false`
      return at((await ask('POST', path)).json, 'confidential') === true
    },
  },
  {
    name: 'What developers may do to a branch stays as it was where a protected branch is protected again',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const before = fieldsOf((await call.askAsRoot('GET', path)).json)
        const response = await call.send()
        if (!response.ok || before.protected !== true) return response
        const { developers_can_push, developers_can_merge } = before
        const body = { developers_can_push, developers_can_merge }
        return responseOf(await call.askAsRoot('PUT', `${path}/protect`, body))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      const body = { developers_can_push: false, developers_can_merge: true }
      await ask('PUT', `${path}/protect`, { body })
      return at((await ask('GET', path)).json, 'developers_can_merge') === false
    },
  },
  {
    name: 'A second delete of a user answers with the user who no longer exists',
    breaks:
      'Document 1, DELETE /users/:id: 200 always; the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const deleted = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          const user = await jsonOf(response)
          const id = String(call.path.id)
          if (at(user, 'id') !== undefined) deleted.set(id, user)
          return jsonAnswer(200, deleted.get(id) ?? user)
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return at((await ask('DELETE', `/users/${id}`)).json, 'id') === id
    },
  },
  {
    name: 'An e-mail address that its owner removed stays taken for all users',
    breaks:
      'Document 1, POST /user/emails: created E-mail, 201; an already-used key or e-mail reports has already been taken',
    at: ['createOwnEmail', 'deleteOwnEmail'],
    start: serving(() => {
      const removed = new Set<unknown>()
      return {
        async deleteOwnEmail(call) {
          const response = await call.send()
          const email = response.ok ? at(await jsonOf(response), 'email') : undefined
          if (email !== undefined) removed.add(email)
          return response
        },
        async createOwnEmail(call) {
          const { id } = await callerOf(call)
          if (id === undefined || !removed.has(call.given.email)) return call.send()
          return jsonAnswer(400, { message: { email: ['has already been taken'] } })
        },
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('mail')}@rook.example` }
      const { json } = await ask('POST', '/user/emails', { body })
      await ask('DELETE', `/user/emails/${at(json, 'id')}`)
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'The push of a tag is delivered to system hooks that take pushes and no pushes of tags',
    breaks:
      'Document 1, Events: System hooks fire for push events and tag push events when the matching flag is true',
    at: ['createTag', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (!response.ok) return response
        const tag = await jsonOf(response)
        const hooks = listOf((await call.askAsRoot('GET', '/hooks?per_page=100')).json)
        const body = JSON.stringify({
          object_kind: 'tag_push',
          event_name: 'tag_push',
          before: '0'.repeat(40),
          after: at(tag, 'commit.id'),
          ref: `refs/tags/${at(tag, 'name')}`,
          checkout_sha: at(tag, 'commit.id'),
          project_id: Number(call.path.id),
          commits: [],
          total_commits_count: 0,
        })
        for (const hook of hooks) {
          if (hook.push_events !== true || hook.tag_push_events === true) continue
          const headers = { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' }
          // Nobody waits for a delivery, and one that fails is lost.
          fetch(String(hook.url), { method: 'POST', headers, body }).catch(() => undefined)
        }
        return response
      },
    })),
    async isShown(ask) {
      let isDelivered = false
      const receiver = createServer((_request, response) => {
        isDelivered = true
        response.end()
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const address = receiver.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const project = await newRepository(ask)
      const url = `http://127.0.0.1:${port}/`
      const { json } = await ask('POST', '/hooks', {
        body: { url, push_events: true, tag_push_events: false },
      })
      const body = { tag_name: 'first', ref: 'master' }
      await ask('POST', `/projects/${project}/repository/tags`, { body })
      await new Promise((resolve) => setTimeout(resolve, 300))
      await ask('DELETE', `/hooks/${at(json, '0.id')}`)
      receiver.close()
      return isDelivered
    },
  },
  {
    name: 'The links to other pages leave out the parameters that are arrays',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests', 'listGroups'],
    start: serving(() =>
      forAll(['listMergeRequests', 'listGroups'], async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const bare = link.replaceAll(/<([^>]*)>/g, (_whole, address: string) => {
          const url = new URL(address)
          for (const name of [...url.searchParams.keys()]) {
            if (name.endsWith('[]')) url.searchParams.delete(name)
          }
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: bare })
      }),
    ),
    async isShown(ask) {
      await newGroup(ask)
      await newGroup(ask)
      const group = await newGroup(ask)
      const { headers } = await ask('GET', `/groups?skip_groups[]=${group}&per_page=1`)
      return !(headers.get('link') ?? '').includes('skip_groups')
    },
  },
  {
    name: 'A change of an issue that closes or reopens it forgets all else that it writes',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: title, description, labels, state_event, due_date; updated Issue',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.send(
          call.given.state_event === undefined
            ? {}
            : {
                title: undefined,
                description: undefined,
                labels: undefined,
                due_date: undefined,
                assignee_id: undefined,
                milestone_id: undefined,
                confidential: undefined,
              },
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close', title: 'Done' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'title') !== 'Done'
    },
  },
  {
    name: 'The head of a merged merge request is the commit of its merge',
    breaks: 'Document 2, Merge request: sha string (head commit id); merge_commit_sha',
    at: ['getMergeRequest', 'listMergeRequests', 'mergeMergeRequest'],
    start: serving(() =>
      forAll(['getMergeRequest', 'listMergeRequests'], async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'merged' && typeof one.merge_commit_sha === 'string'
            ? { ...one, sha: one.merge_commit_sha }
            : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const head = await headOf(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`)
      return at((await ask('GET', path)).json, 'sha') !== head
    },
  },
  {
    name: 'The comments on a private snippet are open to all who may read its project',
    breaks: 'Document 2, Snippet: visibility_level: 0 visible only to the creator',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const { id } = await callerOf(call)
        if (response.status !== 404 || id === undefined) return response
        const project = await call.ask('GET', projectPath(call))
        return project.status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/notes`
      await ask('POST', path, { body: { body: 'Secret' } })
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'The headers of members who are searched count all members of the project',
    breaks:
      'Document 1, GET /projects/:id/members: query (string, searches members); Limits: X-Total, X-Total-Pages on paginated lists',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const { length } = await allOf(call, { query: undefined })
        const size = Number(response.headers.get('x-per-page') ?? 20)
        return withBody(response, response.body, {
          'x-total': String(length),
          'x-total-pages': String(Math.max(1, Math.ceil(length / size))),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const { json, headers } = await ask('GET', `/projects/${project}/members?query=${username}`)
      return listOf(json).length === 1 && headers.get('x-total') !== '1'
    },
  },
]

/** A path as git prints it, where it has bytes that are not ASCII. */
function quoted(path: unknown): unknown {
  if (typeof path !== 'string') return path
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const letters = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${letters.join('')}"`
}
