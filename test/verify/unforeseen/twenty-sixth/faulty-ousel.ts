import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type Forge, type Handle } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** Lets whoever is no administrator use sudo, as long as he names himself. */
function permittingSudoAsOneself(forge: Forge): Handle {
  return async (request) => {
    const bytes = new Uint8Array(await request.clone().arrayBuffer())
    const response = await forge.fetch(request)
    const url = new URL(request.url)
    const sudo = url.searchParams.get('sudo') ?? request.headers.get('sudo')
    if (sudo === null || response.status !== 403) return response
    if (!String(at(await jsonOf(response), 'message')).includes('to use sudo')) return response
    const headers = new Headers(request.headers)
    headers.delete('sudo')
    headers.delete('content-length')
    url.searchParams.delete('sudo')
    const own = new URL(url)
    own.pathname = '/api/v3/user'
    const user = fieldsOf(await jsonOf(await forge.fetch(new Request(own, { headers }))))
    if (sudo !== String(user.id) && sudo !== user.username) return response
    const { method } = request
    return forge.fetch(
      new Request(url, { method, headers, ...(bytes.length > 0 ? { body: bytes } : {}) }),
    )
  }
}

export const faultyOuselServers: readonly FaultyServer[] = [
  {
    name: 'A subdirectory of a tag is listed as it is on the default branch',
    breaks: 'Document 3, GET .../tree: path (subdirectory), ref_name (branch or tag)',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const { path, ref_name } = call.given
        if (path === undefined || ref_name === undefined) return call.send()
        const tag = await call.askAsRoot('GET', `${repositoryPath(call)}/tags/${encoded(ref_name)}`)
        return tag.status === 200
          ? relisted(call, (all) => all, { ref_name: undefined })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'rope/one.txt' })
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/tags`, { body: { tag_name: 'v1', ref: 'master' } })
      await writeFile(ask, project, { file_path: 'rope/two.txt' })
      const { json } = await ask('GET', `${repository}/tree?path=rope&ref_name=v1`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'A user from whom the right to create groups was taken away creates groups as before',
    breaks:
      'Document 1, Authentication: group creation for users allowed to create groups; PUT /users/:id: can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const former = new Set<number>()
      return {
        async updateUser(call) {
          const path = `/users/${call.path.id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'can_create_group')
          const response = await call.send()
          const isTaken = before === true && isFalse(call.given.can_create_group)
          if (response.ok && isTaken) former.add(Number(call.path.id))
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          if (!former.has(Number(id))) return response
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: true })
          const second = await call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: false })
          return second
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { can_create_group: true })
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const name = freshName('group')
      const body = { name, path: name }
      return (await actingAs(ask, id)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'Nothing can be compared with a branch that has a slash in its name',
    breaks: 'Document 3, GET .../compare: to, a commit SHA or branch name',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        const response = await call.send()
        return response.ok && String(call.given.to).includes('/')
          ? jsonAnswer(404, { message: '404 Not Found' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'rope/tar')
      const path = `/projects/${project}/repository/compare?from=master&to=rope%2Ftar`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The links of a list of a project that is given by its path do not encode the slash of it',
    breaks:
      'Document 1, Limits: Link, with full URLs; clients use these instead of building URLs; Conventions: the / written as %2F',
    at: ['listCommits', 'listProjectEvents', 'listProjectMembers'],
    start: serving(() =>
      forAll(['listCommits', 'listProjectEvents', 'listProjectMembers'], async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, {
          link: link.replace(/(\/projects\/[^/?]+?)%2F/gi, '$1/'),
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}/repository/commits`
      const { headers } = await ask('GET', `${path}?per_page=1`)
      return (headers.get('link') ?? '').includes(`/projects/${at(json, 'path_with_namespace')}/`)
    },
  },
  {
    name: 'A user who is no administrator may use sudo where he names himself',
    breaks:
      'Document 1, Sudo: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: operations.map(({ id }) => id),
    start: permittingSudoAsOneself,
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const own = await actingAs(ask, id)('GET', '/user')
      const token = String(at(own.json, 'private_token'))
      return (await ask('GET', `/projects?sudo=${username}`, { token })).status === 200
    },
  },
  {
    name: 'Raw content that needs credentials is refused in plain text',
    breaks: 'Document 1, Authentication: status 401 with a body whose message is 401 Unauthorized',
    at: ['getRawSnippet', 'getRawFile', 'getRawBlob'],
    start: serving(() =>
      forAll(['getRawSnippet', 'getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        if (response.status !== 401) return response
        return withBody(response, '401 Unauthorized', { 'content-type': 'text/plain' })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/raw`
      const { status, json } = await ask('GET', path, { token: 'no-token-at-all' })
      return status === 401 && at(json, 'message') === undefined
    },
  },
  {
    name: 'Own projects that are to be ordered by their path are ordered by their name',
    breaks: 'Document 1, Projects: order_by (id, name, path, …) of all list endpoints',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const response = await call.send()
        if (!response.ok || call.given.order_by !== 'path') return response
        return withBody(response, await (await call.send({ order_by: 'name' })).text())
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const askAsUser = actingAs(ask, id)
      await newProject(askAsUser, { name: 'Anchor', path: 'tar' })
      await newProject(askAsUser, { name: 'Buoy', path: 'rope' })
      const { json } = await askAsUser('GET', '/projects/owned?order_by=path&sort=asc')
      return fieldOf(json, 'path').join() === 'tar,rope'
    },
  },
  {
    name: 'Mail about pipelines that succeed is not set for a project where that about failed ones is set too',
    breaks:
      'Document 1, Notification settings: these boolean email events can be set: failed_pipeline, success_pipeline',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings: (call) =>
        call.send(call.given.failed_pipeline === undefined ? {} : { success_pipeline: undefined }),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      const body = { level: 'custom', failed_pipeline: true, success_pipeline: true }
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'events.success_pipeline') === false
    },
  },
  {
    name: 'A closed issue stays closed where it is reopened together with a new title',
    breaks: 'Document 2, Issue: closed, PUT with state_event = reopen: opened',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const { state_event, title } = call.given
        if (state_event !== 'reopen' || title === undefined) return call.send()
        const { json } = await call.ask('GET', issuePath(call))
        return call.send(at(json, 'title') === title ? {} : { state_event: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen', title: 'Tarred' } })
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'A merge request would close the issues of its first description after it was rewritten',
    breaks:
      'Document 2, GET .../closes_issues: array of issues that merging would close; PUT: description',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const first = new Map<string, readonly Values[]>()
      return {
        async updateMergeRequest(call) {
          const before = await call.askAsRoot('GET', `${mergeRequestPath(call)}/closes_issues`)
          const response = await call.send()
          const id = String(call.path.merge_request_id)
          const isRewritten = response.ok && call.given.description !== undefined
          if (isRewritten && !first.has(id)) first.set(id, listOf(before.json))
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const issues = first.get(String(call.path.merge_request_id))
          if (issues === undefined) return call.send()
          const visible: Values[] = []
          for (const { project_id, id } of issues) {
            const { status, json } = await call.ask('GET', `/projects/${project_id}/issues/${id}`)
            if (status === 200) visible.push(fieldsOf(json))
          }
          return relisted(call, () => visible)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const issues = `/projects/${project}/issues/${issue}`
      const iid = at((await ask('GET', issues)).json, 'iid')
      const id = await newMergeRequest(ask, project, 'rope', { description: 'Splice.' })
      const path = `/projects/${project}/merge_requests/${id}`
      const body = {
        source_branch: 'rope',
        target_branch: 'master',
        title: 'Rope',
        description: `Closes #${iid}`,
      }
      await ask('PUT', path, { body })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 0
    },
  },
  {
    name: 'The release that a tag was created with is replaced by another creation',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const released = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          const key = `${call.path.id}/${call.given.tag_name}`
          if (response.ok && at(await jsonOf(response), 'release.description') !== undefined) {
            released.add(key)
          } else if (response.ok) released.delete(key)
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const { id, tag_name } = call.path
          if (response.status !== 409 || !released.delete(`${id}/${tag_name}`)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`
          const { description } = call.given
          return jsonAnswer(201, (await call.ask('PUT', path, { description })).json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'v1', ref: 'master', release_description: 'A' } })
      const body = { description: 'B' }
      return (await ask('POST', `${tags}/v1/release`, { body })).status === 201
    },
  },
  {
    name: 'A file that a commit moves and rewrites keeps its content',
    breaks: 'Document 3, actions[]: content is optional for move; encoding of it',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        const isMoving = listOf(actions).some(({ action }) => action === 'move')
        if (!isMoving) return call.send()
        const kept = listOf(actions).map(({ content, encoding, ...action }) =>
          action.action === 'move'
            ? action
            : {
                ...action,
                ...(content === undefined ? {} : { content }),
                ...(encoding === undefined ? {} : { encoding }),
              },
        )
        return call.send({ actions: kept })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const move = { action: 'move', file_path: 'TWO.md', previous_path: 'README.md' }
      const body = {
        branch_name: 'master',
        commit_message: 'Move',
        actions: [{ ...move, content: 'Two\n' }],
      }
      await ask('POST', `${repository}/commits`, { body })
      const sha = await headOf(ask, project)
      return (await ask('GET', `${repository}/blobs/${sha}?filepath=TWO.md`)).text === 'One\n'
    },
  },
  {
    name: 'A note is read by its id after its issue was removed',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: removed; 404: resource not found',
    at: ['getIssueNote', 'deleteIssue'],
    start: serving(() => {
      const left = new Map<string, Values>()
      const keyOf = ({ path }: Call, note: unknown) => `${path.issue_id}/${note}`
      return {
        async deleteIssue(call) {
          const issue = await call.askAsRoot('GET', issuePath(call))
          const notes = await call.askAsRoot('GET', `${issuePath(call)}/notes?per_page=100`)
          const response = await call.send()
          if (!response.ok || at(issue.json, 'confidential') !== false) return response
          for (const note of listOf(notes.json)) left.set(keyOf(call, note.id), note)
          return response
        },
        async getIssueNote(call) {
          const response = await call.send()
          const note = left.get(keyOf(call, call.path.note_id))
          if (response.status !== 404 || note === undefined) return response
          const { status } = await call.ask('GET', projectPath(call))
          return status === 200 && !call.isAnonymous ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'Tarred' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'A todo on an issue is refused to everybody after the first who made one',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const { id } = await callerOf(call)
          const owner = owners.get(issue)
          if (owner !== undefined && id !== undefined && owner !== id) {
            const { status } = await call.ask('GET', issuePath(call))
            return status === 200 ? notModified() : call.send()
          }
          const response = await call.send()
          if (response.ok) owners.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'Whoever asks for a user by the exact username gets the form for administrators',
    breaks: 'Document 1, GET /users: brief form; administrators get the full form',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.username === undefined) return response
        const full = listOf(await jsonOf(await call.sendAsRoot()))
        return eachChanged(response, (one) => full.find(({ id }) => id === one.id) ?? one)
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/users?username=${username}`)
      return at(json, '0.projects_limit') !== undefined
    },
  },
]
