import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const removals = operations.flatMap(({ id, method }) => (method === 'DELETE' ? [id] : []))

/** The same call made by the administrator. */
const asRoot = (call: Call): Call => ({ ...call, send: call.sendAsRoot })

/** The text as a decoder reads it that skips what is no Base64. */
function readableAsBase64(text: unknown): string {
  const kept = String(text).replace(/[^A-Za-z0-9+/]/g, '')
  return kept.slice(0, kept.length - (kept.length % 4))
}

/** The actions of a commit, of which each has the encoding of the one before unless it names one. */
function withEncodingsOfBefore(actions: readonly Values[]): readonly Values[] {
  let last: unknown
  return actions.map((action) => {
    if (action.encoding !== undefined) last = action.encoding
    const isChanged = action.encoding === undefined && last === 'base64'
    if (!isChanged || action.content === undefined) return action
    return { ...action, encoding: 'base64', content: readableAsBase64(action.content) }
  })
}

export const faultyCurlewServers: readonly FaultyServer[] = [
  {
    name: 'The issues that a merge request says it closes are closed when it is made, not when it is merged',
    breaks:
      'Document 2, Issue transitions: opened becomes closed by PUT with state_event close; GET .../closes_issues: issues that merging would close',
    at: [
      'createMergeRequest',
      'getIssue',
      'listIssuesOfProject',
      'listIssuesOfGroup',
      'listOwnIssues',
      'listIssuesClosedByMergeRequest',
      'updateIssue',
      'getProject',
    ],
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (!response.ok) return response
        const made = fieldsOf(await jsonOf(response))
        const path = `/projects/${made.project_id}/merge_requests/${made.id}/closes_issues`
        for (const issue of listOf((await call.askAsRoot('GET', path)).json)) {
          const of = `/projects/${issue.project_id}/issues/${issue.id}`
          if (issue.project_id !== undefined) {
            await call.askAsRoot('PUT', of, { state_event: 'close' })
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const iid = at((await ask('GET', path)).json, 'iid')
      await newMergeRequest(ask, project, 'fix', { description: `Closes #${iid}` })
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'The total of the notes of an issue still counts those that were removed',
    breaks: 'Document 1, Limits: X-Total on paginated lists; Document 2, DELETE .../notes/:note_id',
    at: ['listIssueNotes', 'deleteIssueNote'],
    start: serving(() => {
      const removed = new Map<string, number>()
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const { issue_id = '' } = call.path
          if (response.ok) removed.set(issue_id, (removed.get(issue_id) ?? 0) + 1)
          return response
        },
        async listIssueNotes(call) {
          const response = await call.send()
          const count = removed.get(call.path.issue_id ?? '') ?? 0
          if (!response.ok || count === 0) return response
          const total = Number(response.headers.get('x-total') ?? 0) + count
          return withBody(response, response.body, { 'x-total': String(total) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { json } = await ask('POST', path, { body: { body: 'One' } })
      const before = await ask('GET', path)
      await ask('DELETE', `${path}/${idOf(json)}`)
      const after = await ask('GET', path)
      return after.headers.get('x-total') === before.headers.get('x-total')
    },
  },
  {
    name: 'The issues of a group show those of its private projects to whoever sees the group',
    breaks:
      'Document 1, Conventions 5: 0 private (explicit access per user); Document 2: a GET on an issue of a private project by a non-member gives 404',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        relisted(call, async (own) => {
          const all = await allOf(asRoot(call))
          return all.flatMap((issue) => {
            const seen = own.find(({ id }) => id === issue.id)
            if (seen !== undefined) return [seen]
            return issue.confidential === true ? [] : [issue]
          })
        }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const issue = await newIssue(ask, project)
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', `/groups/${group}/issues`)
      return fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'The changes of a merge request stay those against the target branch that it had before',
    breaks:
      'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: target_branch; GET .../changes: Merge request with `changes`',
    at: ['updateMergeRequest', 'getMergeRequestChanges'],
    start: serving(() => {
      const kept = new Map<string, Values>()
      return {
        async updateMergeRequest(call) {
          const key = mergeRequestPath(call)
          const before = fieldsOf((await call.askAsRoot('GET', `${key}/changes`)).json)
          const response = await call.send()
          const after = fieldsOf(await jsonOf(response))
          const isMoved = response.ok && after.target_branch !== before.target_branch
          if (isMoved && kept.get(key)?.sha !== before.sha) kept.set(key, before)
          return response
        },
        async getMergeRequestChanges(call) {
          const response = await call.send()
          const before = kept.get(mergeRequestPath(call))
          if (!response.ok || before === undefined) return response
          return changed(response, (json) =>
            at(json, 'sha') === before.sha ? withFields(json, { changes: before.changes }) : json,
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'fix')}`
      await newBranch(ask, project, 'next', 'fix')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'fix' })
      const target_branch = 'next'
      await ask('PUT', path, { body: { source_branch: 'fix', target_branch, title: 'Fix' } })
      const { json } = await ask('GET', `${path}/changes`)
      return (
        at(json, 'target_branch') === 'next' &&
        fieldOf(at(json, 'changes'), 'new_path').includes('fix.txt')
      )
    },
  },
  {
    name: 'The end of a membership of a project is not written where the level stays the same',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        if (call.given.expires_at === undefined) return call.send()
        const path = `${projectPath(call)}/members/${call.path.user_id}`
        const level = at((await call.askAsRoot('GET', path)).json, 'access_level')
        const isSame = Number(call.given.access_level) === level
        return call.send(isSame ? { expires_at: undefined } : {})
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      const expires_at = '2090-05-04'
      const { status } = await ask('PUT', `${path}/${id}`, {
        body: { access_level: 30, expires_at },
      })
      const { json } = await ask('GET', `${path}/${id}`)
      return status === 200 && at(json, 'expires_at') === null
    },
  },
  {
    name: 'Cancelling a scheduled merge once more answers as if there were still one to cancel',
    breaks:
      'Document 2, Merge request transitions: cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const cancelled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          const key = mergeRequestPath(call)
          if (response.ok) cancelled.add(key)
          if (response.status !== 406 || !cancelled.has(key)) return response
          return responseOf(await call.ask('GET', key))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'fix')}`
      const sha = at((await ask('GET', path)).json, 'sha')
      const body = { state: 'pending', ref: 'fix' }
      await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      const first = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      const second = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return first.status === 200 && second.status === 200
    },
  },
  {
    name: 'The owned projects of an administrator are also those that he made for other users',
    breaks:
      'Document 1, GET /projects/owned: array of Project owned by the caller; POST /projects/user/:user_id: created project owned by the given user',
    at: ['listOwnedProjects', 'createProjectForUser'],
    start: serving(() => {
      const makers = new Map<unknown, unknown>()
      return {
        async createProjectForUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          makers.set(idOf(await jsonOf(response)), (await callerOf(call)).id)
          return response
        },
        async listOwnedProjects(call) {
          const { id: caller } = await callerOf(call)
          if (![...makers.values()].includes(caller)) return call.send()
          return relisted(call, async (owned) => {
            const found: Values[] = []
            const query = new URL(call.request.url).searchParams
            for (const name of ['private_token', 'access_token', 'sudo']) query.delete(name)
            for (let page = 1, isLast = false; !isLast; page++) {
              query.set('page', String(page))
              query.set('per_page', '100')
              const some = listOf((await call.askAsRoot('GET', `/projects/all?${query}`)).json)
              found.push(...some)
              isLast = some.length < 100
            }
            return found.flatMap((project) => {
              const own = owned.find(({ id }) => id === project.id)
              if (own !== undefined) return [own]
              return makers.get(project.id) === caller ? [project] : []
            })
          })
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { name: freshName('project') }
      const project = idOf((await ask('POST', `/projects/user/${id}`, { body })).json)
      const { json } = await ask('GET', '/projects/owned')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A tag that is made with the description of a release and no message is annotated with it',
    breaks:
      'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation); POST .../tags: message (creates an annotated tag)',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      createTag(call) {
        const { message, release_description } = call.given
        const isPlain = message === undefined || message === null || message === ''
        if (!isPlain || typeof release_description !== 'string') return call.send()
        return call.send({ message: release_description })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'News' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'message') === 'News'
    },
  },
  {
    name: 'An action of a commit that names no encoding has that of the action before it',
    breaks: 'Document 3, Action item in `actions[]`: encoding: `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions) || actions.some((one) => typeof one !== 'object')) {
          return call.send()
        }
        return call.send({ actions: withEncodingsOfBefore(listOf(actions)) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'one.txt', content: btoa('One\n'), encoding: 'base64' },
        { action: 'create', file_path: 'two.txt', content: 'Some plain text\n' },
      ]
      const body = { branch_name: 'master', commit_message: 'Both', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=two.txt`
      const { status, text } = await ask('GET', path)
      return status === 200 && text !== 'Some plain text\n'
    },
  },
  {
    name: 'A confidential issue that is moved to another project is one that everybody may read',
    breaks:
      'Document 2, Issue: confidential boolean; Issue transitions: move: issue exists in target project',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      async moveIssue(call) {
        const before = `${projectPath(call)}/issues/${call.path.issue_id}`
        const isConfidential = isTrue(
          at((await call.askAsRoot('GET', before)).json, 'confidential'),
        )
        const response = await call.send()
        if (!response.ok || !isConfidential) return response
        const moved = fieldsOf(await jsonOf(response))
        const path = `/projects/${moved.project_id}/issues/${moved.id}`
        await call.askAsRoot('PUT', path, { confidential: false })
        return changed(response, (json) => withFields(json, { confidential: false }))
      },
    })),
    async isShown(ask) {
      const [project, other] = [await newProject(ask), await newProject(ask)]
      const issue = await newIssue(ask, project, { confidential: true })
      const path = `/projects/${project}/issues/${issue}/move`
      const { json } = await ask('POST', path, { body: { to_project_id: other } })
      const { json: moved } = await ask('GET', `/projects/${other}/issues/${idOf(json)}`)
      return at(moved, 'confidential') === false
    },
  },
  {
    name: 'A plus in the path of a tag is read as a space, so that the tag is not found',
    breaks: 'Document 3, GET /projects/:id/repository/tags/:tag_name: Tag',
    at: ['getTag'],
    start: serving(() => ({
      async getTag(call) {
        const { tag_name = '' } = call.path
        if (!tag_name.includes('+')) return call.send()
        const path = `${repositoryPath(call)}/tags/${encoded(tag_name.replaceAll('+', ' '))}`
        return responseOf(await call.ask('GET', path))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const tag_name = 'v1.0.0+linux'
      const made = await ask('POST', path, { body: { tag_name, ref: 'master' } })
      const { status } = await ask('GET', `${path}/${encoded(tag_name)}`)
      return made.status === 201 && status === 404
    },
  },
  {
    name: 'A blob that was read once is read by its id through every other project',
    breaks:
      'Document 3, GET /projects/:id/repository/raw_blobs/:sha: raw blob content; Document 1, Errors: 404 resource not found; Conventions 5: 0 private (explicit access per user)',
    at: ['getRawBlob'],
    start: serving(() => {
      const blobs = new Map<string, Uint8Array<ArrayBuffer>>()
      return {
        async getRawBlob(call) {
          const response = await call.send()
          const { sha = '' } = call.path
          if (response.ok) blobs.set(sha, new Uint8Array(await response.clone().arrayBuffer()))
          const blob = blobs.get(sha)
          if (response.status !== 404 || blob === undefined) return response
          const tree = await call.ask('GET', `${repositoryPath(call)}/tree`)
          return tree.status === 200
            ? new Response(blob, { status: 200, headers: { 'content-type': 'text/plain' } })
            : response
        },
      }
    }),
    async isShown(ask) {
      const secret = await newRepository(ask, { visibility_level: 0 })
      await writeFile(ask, secret, { file_path: 'secret.txt', content: freshName('secret') })
      const { json } = await ask('GET', `/projects/${secret}/repository/tree`)
      const id = listOf(json).find(({ name }) => name === 'secret.txt')?.id
      await ask('GET', `/projects/${secret}/repository/raw_blobs/${id}`)
      const open = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${open}/repository/raw_blobs/${id}`
      const { username } = await newUser(ask)
      return (await actingAs(ask, username)('GET', path)).status === 200
    },
  },
  {
    name: 'The groups that are to be skipped are listed all the same where there is a search',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers), search (string)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: ({ given, send }) =>
        given.search === undefined || given.skip_groups === undefined
          ? send()
          : send({ skip_groups: undefined }),
    })),
    async isShown(ask) {
      const name = freshName('skipped')
      const group = await newGroup(ask, { name, path: name })
      const { json } = await ask('GET', `/groups?search=${name}&skip_groups[]=${group}`)
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'Whoever wants a todo of an issue is told that there is one, when it is that of another user',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue', 'listTodos'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const { issue_id = '' } = call.path
          const { id } = await callerOf(call)
          const owner = owners.get(issue_id)
          if (owner !== undefined && owner !== id) {
            const path = `${projectPath(call)}/issues/${issue_id}`
            if ((await call.ask('GET', path)).status === 200) return notModified()
          }
          const response = await call.send()
          if (response.status === 201) owners.set(issue_id, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const { username } = await newUser(ask)
      return (await actingAs(ask, username)('POST', path)).status === 304
    },
  },
  {
    name: 'A removal does not read the token that is given in the query',
    breaks:
      'Document 1, Authentication 3: Private token: query parameter `private_token` or header `PRIVATE-TOKEN`; OAuth 2 token: query parameter `access_token`',
    at: removals,
    start: (forge) => (request) => {
      const { searchParams } = new URL(request.url)
      const isInQuery = searchParams.has('private_token') || searchParams.has('access_token')
      const hasHeader = ['private-token', 'authorization', 'cookie'].some((name) =>
        request.headers.has(name),
      )
      return request.method === 'DELETE' && isInQuery && !hasHeader
        ? Promise.resolve(jsonAnswer(401, { message: '401 Unauthorized' }))
        : forge.fetch(request)
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'old')
      const path = `/projects/${project}/repository/branches/old?private_token=root-token`
      return (await ask('DELETE', path, { token: '' })).status === 401
    },
  },
]
