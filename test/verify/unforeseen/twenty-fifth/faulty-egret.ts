import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
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
  withBody,
  withFields,
} from '../shared-tools.ts'

const everyOperation = operations.flatMap(({ id, isExtension }) => (isExtension ? [] : [id]))

const answeringWithProjects: readonly OperationId[] = [
  'getProject',
  'listProjects',
  'listOwnedProjects',
  'listVisibleProjects',
  'listAllProjects',
]

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`
const branchKey = ({ path }: Call) => `${path.id}/${path.branch}`

export const faultyEgretServers: readonly FaultyServer[] = [
  {
    name: 'Whoever is no administrator may use sudo to be himself',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: everyOperation,
    start: (forge) => async (request) => {
      const bytes = await request.clone().arrayBuffer()
      const response = await forge.fetch(request.clone())
      const message = String(at(await jsonOf(response), 'message'))
      if (response.status !== 403 || !message.includes('sudo')) return response
      const url = new URL(request.url)
      const headers = new Headers(request.headers)
      const sudo = url.searchParams.get('sudo') ?? headers.get('sudo')
      url.searchParams.delete('sudo')
      headers.delete('sudo')
      const own = new URL(`/api/v3/user${url.search}`, url)
      const user = fieldsOf(await jsonOf(await forge.fetch(new Request(own, { headers }))))
      if (sudo !== String(user.id) && sudo !== user.username) return response
      const body = bytes.byteLength > 0 ? { body: bytes } : {}
      return forge.fetch(new Request(url, { method: request.method, headers, ...body }))
    },
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      return (await ask('GET', `/user?sudo=${username}`, { token })).status === 200
    },
  },
  {
    name: 'A normal user whom an administrator acts for sees others with the fields for administrators',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; User: additional fields for administrators',
    at: ['getUser'],
    start: serving(() => ({
      async getUser(call) {
        const response = await call.send()
        return response.ok && call.sudo !== undefined ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask)
      const other = await newUser(ask)
      const { json } = await actingAs(ask, one.id)('GET', `/users/${other.id}`)
      return at(json, 'email') !== undefined
    },
  },
  {
    name: 'A snippet that its creator turned private stays in the lists of everyone else',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippets', 'updateSnippet'],
    start: serving(() => {
      const hidden = new Map<string, Set<string>>()
      return {
        async updateSnippet(call) {
          const response = await call.send()
          const isPrivate = Number(call.given.visibility_level ?? 10) === 0
          if (!response.ok || !isPrivate) return response
          const ofProject = hidden.get(call.path.id ?? '') ?? new Set()
          ofProject.add(call.path.snippet_id ?? '')
          hidden.set(call.path.id ?? '', ofProject)
          return response
        },
        async listSnippets(call) {
          const ids = [...(hidden.get(call.path.id ?? '') ?? [])]
          if (ids.length === 0) return call.send()
          const paths = ids.map((id) => `${projectPath(call)}/snippets/${id}`)
          const found = await Promise.all(paths.map((path) => call.askAsRoot('GET', path)))
          const still = found.flatMap(({ status, json }) =>
            status === 200 ? [fieldsOf(json)] : [],
          )
          return relisted(call, (all) => [
            ...all,
            ...still.filter(({ id }) => !all.some((one) => one.id === id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10, snippets_enabled: true })
      const reader = await newUser(ask)
      const snippet = await newSnippet(ask, project)
      const path = `/projects/${project}/snippets`
      await ask('PUT', `${path}/${snippet}`, { body: { visibility_level: 0 } })
      const { json } = await actingAs(ask, reader.id)('GET', path)
      return fieldOf(json, 'id').includes(snippet)
    },
  },
  {
    name: 'An owner of a group who was lowered to a master still changes the group',
    breaks:
      'Document 1, Authentication 6: group update is for group owners and administrators; 403: request not allowed',
    at: ['updateGroup', 'updateGroupMember'],
    start: serving(() => {
      const lowered = new Set<string>()
      const owners = async (call: Call) => {
        const path = `/groups/${encoded(call.path.id)}/members/${call.path.user_id}`
        return at((await call.askAsRoot('GET', path)).json, 'access_level') === 50
      }
      const groupId = async (call: Call) =>
        idOf((await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json)
      return {
        async updateGroupMember(call) {
          const wasOwner = await owners(call)
          const response = await call.send()
          const key = `${await groupId(call)}/${call.path.user_id}`
          const isOwner = Number(call.given.access_level) === 50
          if (response.ok && isOwner) lowered.delete(key)
          if (response.ok && wasOwner && !isOwner) lowered.add(key)
          return response
        },
        async removeGroupMember(call) {
          const response = await call.send()
          if (response.ok) lowered.delete(`${await groupId(call)}/${call.path.user_id}`)
          return response
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          return lowered.has(`${await groupId(call)}/${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${members}/${id}`, { body: { access_level: 40 } })
      const body = { description: 'Mine' }
      return (await actingAs(ask, id)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'The private projects among the visible ones lack those that the caller sees by their group',
    breaks:
      'Document 1, GET /projects/visible: array of Project the caller can see; visibility (private)',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        if (call.given.visibility !== 'private' || isTrue(call.given.simple)) return call.send()
        return relisted(call, (all) =>
          all.filter(
            ({ permissions }) =>
              at(permissions, 'project_access') !== null ||
              at(permissions, 'group_access') === null,
          ),
        )
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/groups/${group}/members`, { body })
      const { json } = await actingAs(ask, id)('GET', '/projects/visible?visibility=private')
      return !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The total of the projects of a group counts those that are hidden from the caller',
    breaks:
      'Document 1, Limits: X-Total, X-Total-Pages on paginated lists; Conventions 5: private is explicit access per user',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { headers } = await call.sendAsRoot()
        return withBody(response, response.body, {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      await newProject(ask, { namespace_id: group, visibility_level: 20 })
      await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      const { headers } = await actingAs(ask, id)('GET', `/groups/${group}/projects`)
      return headers.get('x-total') === '2'
    },
  },
  {
    name: 'The author of an issue sets the time of its change, though the project is not his',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner)',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at } = call.given
        if (!response.ok || updated_at === undefined) return response
        const author = at(await jsonOf(response), 'author.id')
        if ((await callerOf(call)).id !== author) return response
        const { json } = await call.askAsRoot('PUT', issuePath(call), { updated_at })
        const written = at(json, 'updated_at')
        return changed(response, (issue) => withFields(issue, { updated_at: written }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const asAuthor = actingAs(ask, id)
      const path = `/projects/${project}/issues/${await newIssue(asAuthor, project)}`
      const body = { title: 'Other', updated_at: '2016-01-02T03:04:05Z' }
      await asAuthor('PUT', path, { body })
      return String(at((await ask('GET', path)).json, 'updated_at')).startsWith('2016-01-02')
    },
  },
  {
    name: 'The Base64 content of a file that a commit moves is written as if it were text',
    breaks: 'Document 3, actions[]: encoding text or base64; content optional for move',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!listOf(actions).some(({ action }) => action === 'move')) return call.send()
        return call.send({
          actions: listOf(actions).map((one) =>
            one.action === 'move' ? { ...one, encoding: 'text' } : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const move = { action: 'move', previous_path: 'README.md', file_path: 'moved.md' }
      const actions = [{ ...move, content: btoa('Moved'), encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=moved.md`)
      return text === btoa('Moved')
    },
  },
  {
    name: 'An encoded plus sign in the search of users is read as a space',
    breaks:
      'Document 1, GET /users: search (string, e-mail or username); Conventions 4: parameters are sent in the query string',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const search = String(call.given.search ?? '')
        if (!search.includes('+')) return call.send()
        return call.send({ search: search.replaceAll('+', ' ') })
      },
    })),
    async isShown(ask) {
      const email = `${freshName('some')}+forge@egret.example`
      const { id } = await newUser(ask, { email })
      const { json } = await ask('GET', `/users?search=${encoded(email)}`)
      return !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'A branch that is protected once more lets developers do what they could before it was unprotected',
    breaks:
      'Document 3, Branch protection: unprotect, developers_can_push and developers_can_merge become false; protect, set from parameters',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const before = new Map<string, unknown>()
      return {
        async unprotectBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const branch = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          if (response.ok && at(branch, 'protected') === true) before.set(branchKey(call), branch)
          return response
        },
        async protectBranch(call) {
          const { developers_can_push, developers_can_merge } = fieldsOf(
            before.get(branchKey(call)),
          )
          const response = await call.send({
            developers_can_push: call.given.developers_can_push ?? developers_can_push,
            developers_can_merge: call.given.developers_can_merge ?? developers_can_merge,
          })
          if (response.ok) before.delete(branchKey(call))
          return response
        },
        async deleteBranch(call) {
          const response = await call.send()
          if (response.ok) before.delete(branchKey(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      const path = `/projects/${project}/repository/branches/side`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      return at((await ask('PUT', `${path}/protect`)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A closed issue that is removed is taken off the number of open issues',
    breaks: 'Document 1, Project: open_issues_count; Document 2, Issue: state closed',
    at: [...answeringWithProjects, 'deleteIssue'],
    start: serving(() => {
      const lost = new Map<unknown, number>()
      return {
        async deleteIssue(call) {
          const { json } = await call.askAsRoot('GET', issuePath(call))
          const response = await call.send()
          const project = at(json, 'project_id')
          if (response.ok && at(json, 'state') === 'closed') {
            lost.set(project, (lost.get(project) ?? 0) + 1)
          }
          return response
        },
        ...forAll(answeringWithProjects, async (call) =>
          eachChanged(await call.send(), (one) =>
            typeof one.open_issues_count === 'number'
              ? { ...one, open_issues_count: one.open_issues_count - (lost.get(one.id) ?? 0) }
              : one,
          ),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('DELETE', path)
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'open_issues_count') === 0
    },
  },
  {
    name: 'The sha is not compared where a merge request is to be merged when its build succeeds',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const isLater = isTrue(call.given.merge_when_build_succeeds)
        return isLater ? call.send({ sha: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const body = { sha: '0'.repeat(40), merge_when_build_succeeds: true }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'Nobody gets a todo on an issue on which somebody else made himself one',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const withTodo = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const id = call.path.issue_id ?? ''
          const isSeen = (await call.ask('GET', issuePath(call))).status === 200
          if (isSeen && withTodo.has(id)) return notModified()
          const response = await call.send()
          if (response.status === 201) withTodo.add(id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
]
