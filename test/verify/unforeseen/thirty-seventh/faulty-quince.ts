import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
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
  withFields,
} from '../shared-tools.ts'
import { among, projectIdOf } from './tools-quince.ts'

export const faultyQuinceServers: readonly FaultyServer[] = [
  {
    name: 'A tag that is made again under its old name has the release of the one that was removed',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag; POST .../tags: release_description',
    at: ['deleteTag', 'createTag', 'createRelease', 'getTag', 'listTags'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      const keyOf = async (call: Call, name: unknown) => `${await projectIdOf(call)}/${name}`
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const description = at((await call.askAsRoot('GET', path)).json, 'release.description')
          const key = await keyOf(call, call.path.tag_name)
          const response = await call.send()
          if (response.ok && description !== undefined) left.set(key, description)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const key = await keyOf(call, call.given.tag_name)
          const description = left.get(key)
          if (!response.ok || description === undefined) return response
          left.delete(key)
          if (call.given.release_description !== undefined) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.given.tag_name)}/release`
          const release = (await call.askAsRoot('POST', path, { description })).json
          return changed(response, (tag) => withFields(tag, { release }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', tags, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${tags}/v1`)
      await ask('POST', tags, { body })
      const release = { body: { description: 'Second' } }
      return (await ask('POST', `${tags}/v1/release`, release)).status === 409
    },
  },
  {
    name: 'An SSH key that an administrator removed from a user is taken for everybody ever after',
    breaks:
      'Document 1, DELETE /users/:id/keys/:key_id; an already-used key reports has already been taken; POST /user/keys: created SSH key, 201',
    at: ['deleteSshKeyOfUser', 'createOwnSshKey', 'createSshKeyOfUser'],
    start: serving(() => {
      const removed = new Set<string>()
      const textOf = (key: unknown) => String(key).trim().split(/\s+/).slice(0, 2).join(' ')
      const refused = () => jsonAnswer(400, { message: { key: ['has already been taken'] } })
      const creating =
        (pathOf: (call: Call) => string): Rule =>
        async (call) => {
          const response = await call.send()
          if (!response.ok || !removed.has(textOf(call.given.key))) return response
          await call.ask('DELETE', `${pathOf(call)}/${idOf(await jsonOf(response))}`)
          return refused()
        }
      return {
        async deleteSshKeyOfUser(call) {
          const { json } = await call.askAsRoot('GET', `/keys/${encoded(call.path.key_id)}`)
          const response = await call.send()
          if (response.ok && at(json, 'key') !== undefined) removed.add(textOf(at(json, 'key')))
          return response
        },
        createOwnSshKey: creating(() => '/user/keys'),
        createSshKeyOfUser: creating(({ path }) => `/users/${encoded(path.id)}/keys`),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('DELETE', `/users/${id}/keys/${key}`)
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'The labels of an issue are lost when they are written by the call that closes or reopens it',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: labels, state_event; updated Issue',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.given.state_event === undefined || call.given.labels === undefined
          ? call.send()
          : call.send({ labels: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close', labels: 'done' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'labels.0') === undefined
    },
  },
  {
    name: 'Who may not merge is forbidden it, not unauthorised, when the merge is to wait for the build',
    breaks:
      'Document 2, Merge request: merge, same with merge_when_build_succeeds; 401 without permission',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 401 || !isTrue(call.given.merge_when_build_succeeds))
          return response
        const isKnown = (await call.ask('GET', '/user')).status === 200
        return isKnown ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 20 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/merge_requests/${request}/merge`
      const body = { merge_when_build_succeeds: true }
      return (await actingAs(ask, id)('PUT', path, { body })).status === 403
    },
  },
  {
    name: 'A member who was removed and comes back has the day of expiry of the first time',
    breaks:
      'Document 1, POST /projects/:id/members: expires_at; Member: expires_at (date or null); Absent values are null',
    at: ['addProjectMember', 'removeProjectMember', 'getProjectMember', 'listProjectMembers'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async removeProjectMember(call) {
          const key = `${await projectIdOf(call)}/${call.path.user_id}`
          const path = `${projectPath(call)}/members/${encoded(call.path.user_id)}`
          const day = at((await call.askAsRoot('GET', path)).json, 'expires_at')
          const response = await call.send()
          if (response.ok && typeof day === 'string') left.set(key, day)
          return response
        },
        async addProjectMember(call) {
          const day = left.get(`${await projectIdOf(call)}/${call.given.user_id}`)
          if (day === undefined || call.given.expires_at !== undefined) return call.send()
          return call.send({ expires_at: day })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      const body = { user_id: id, access_level: 30 }
      await ask('POST', members, { body: { ...body, expires_at: '2099-05-05' } })
      await ask('DELETE', `${members}/${id}`)
      await ask('POST', members, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') === '2099-05-05'
    },
  },
  {
    name: 'The details of a group show a project for ever that was transferred out of it',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['transferProjectToGroup', 'getGroup'],
    start: serving(() => {
      const left = new Map<number, Set<unknown>>()
      return {
        async transferProjectToGroup(call) {
          const project = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', project)
          const response = await call.send()
          if (response.ok) among(left, Number(at(json, 'namespace.id'))).add(at(json, 'id'))
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          const group = fieldsOf(await jsonOf(response))
          const found: unknown[] = []
          const shown = fieldOf(group.projects, 'id')
          for (const id of left.get(Number(group.id)) ?? []) {
            const project = await call.ask('GET', `/projects/${id}`)
            if (project.status === 200 && !shown.includes(id)) found.push(project.json)
          }
          if (!response.ok || found.length === 0) return response
          const projects = [...listOf(group.projects), ...found]
          return changed(response, (json) => withFields(json, { projects }))
        },
      }
    }),
    async isShown(ask) {
      const one = await newGroup(ask)
      const other = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: one })
      await ask('POST', `/groups/${other}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${one}`)
      return fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'A project is not found under the new path of its group, which was changed after it was made',
    breaks:
      'Document 1, Conventions 2: either the integer or the URL-encoded NAMESPACE/PROJECT_NAME; PUT /groups/:id: path',
    at: ['updateGroup', 'getProject'],
    start: serving(() => {
      const renamed = new Set<unknown>()
      return {
        async updateGroup(call) {
          const before = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const response = await call.send()
          const isRenamed = response.ok && at(await jsonOf(response), 'path') !== at(before, 'path')
          if (isRenamed) for (const id of fieldOf(at(before, 'projects'), 'id')) renamed.add(id)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const isByPath = String(call.path.id).includes('/')
          if (!response.ok || !isByPath || !renamed.has(idOf(await jsonOf(response))))
            return response
          return jsonAnswer(404, { message: '404 Project Not Found' })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('renamed') } })
      const path = at((await ask('GET', `/projects/${project}`)).json, 'path_with_namespace')
      return (await ask('GET', `/projects/${encoded(path)}`)).status === 404
    },
  },
  {
    name: 'The own issues of a user keep those of the projects that went with their group',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'listOwnIssues'],
    start: serving(() => {
      const left: Values[] = []
      return {
        async deleteGroup(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const issues: Values[] = []
          for (const id of fieldOf(at(json, 'projects'), 'id')) {
            const found = await call.askAsRoot('GET', `/projects/${id}/issues?per_page=100`)
            issues.push(...listOf(found.json))
          }
          const response = await call.send()
          if (response.ok) left.push(...issues)
          return response
        },
        async listOwnIssues(call) {
          const names = ['state', 'labels', 'milestone', 'order_by', 'sort']
          if (names.some((name) => call.given[name] !== undefined)) return call.send()
          const { id } = await callerOf(call)
          const own = left.filter(({ author }) => at(author, 'id') === id)
          if (own.length === 0) return call.send()
          return relisted(call, (all) => {
            const ids = all.map((one) => one.id)
            return [...all, ...own.filter((one) => !ids.includes(one.id))].sort((one, other) =>
              String(other.created_at).localeCompare(String(one.created_at)),
            )
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const issue = await newIssue(ask, await newProject(ask, { namespace_id: group }))
      await ask('DELETE', `/groups/${group}`)
      return fieldOf((await ask('GET', '/issues?per_page=100')).json, 'id').includes(issue)
    },
  },
  {
    name: 'The issues of a user who was blocked and unblocked say for ever that he is blocked',
    breaks:
      'Document 1, User states: blocked, PUT /users/:id/unblock, active; Brief form (embedded author/assignee): state',
    at: ['unblockUser', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => {
      const blocked = new Set<unknown>()
      const person = (user: unknown) =>
        blocked.has(at(user, 'id')) ? withFields(user, { state: 'blocked' }) : user
      const showing: Rule = async (call) =>
        eachChanged(await call.send(), (issue) =>
          issue.author === undefined
            ? issue
            : { ...issue, author: person(issue.author), assignee: person(issue.assignee) },
        )
      return {
        async unblockUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
          const response = await call.send()
          if (response.ok && at(json, 'state') === 'blocked') blocked.add(at(json, 'id'))
          return response
        },
        getIssue: showing,
        listIssuesOfProject: showing,
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const issue = await newIssue(actingAs(ask, id), project)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'author.state') === 'blocked'
    },
  },
  {
    name: 'The totals of the members of a project whom a query finds are those of all its members',
    breaks:
      'Document 1, Limits: Response headers on paginated lists: X-Total, X-Total-Pages; GET .../members: query',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const { headers } = await call.send({ query: undefined })
        return withBody(response, response.body, {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('POST', `/projects/${project}/members`, {
        body: { ...body, user_id: (await newUser(ask)).id },
      })
      const { headers, json } = await ask('GET', `/projects/${project}/members?query=${username}`)
      return Number(headers.get('x-total')) > listOf(json).length
    },
  },
  {
    name: 'A file that a commit moves without giving its content is empty afterwards',
    breaks:
      'Document 3, Action item: content required except for delete, optional for move; previous_path: original path for move',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit: (call) =>
        Array.isArray(call.given.actions)
          ? call.send({
              actions: call.given.actions.map((action: unknown) =>
                at(action, 'action') === 'move' && at(action, 'content') === undefined
                  ? withFields(action, { content: '' })
                  : action,
              ),
            })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [{ action: 'move', previous_path: 'README.md', file_path: 'READ.md' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/commits`, { body })
      const { json } = await ask('GET', `${path}/files?file_path=READ.md&ref=master`)
      return at(json, 'size') === 0
    },
  },
  {
    name: 'An e-mail that an administrator adds as another user, by a header, becomes his own',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) or header SUDO performs the call as another user',
    at: ['createOwnEmail'],
    start: serving(() => ({
      async createOwnEmail(call) {
        if (call.request.headers.get('sudo') === null) return call.send()
        const isAllowed = (await call.ask('GET', '/user')).status === 200
        return isAllowed ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const email = `second-${username}@quince.example`
      await actingAs(ask, id)('POST', '/user/emails', { body: { email } })
      return !fieldOf((await ask('GET', `/users/${id}/emails`)).json, 'email').includes(email)
    },
  },
  {
    name: 'A user who unsubscribes from an issue takes the subscriptions of the others along',
    breaks:
      'Document 2, Subscription: POST subscribes the caller; DELETE unsubscribes (304 if not subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const subscribers = new Map<string, Set<unknown>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          if (response.ok) among(subscribers, String(call.path.issue_id)).add(id)
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          const path = `${projectPath(call)}/issues/${call.path.issue_id}/subscription`
          const { id: caller } = await callerOf(call)
          for (const id of among(subscribers, String(call.path.issue_id))) {
            if (id !== caller) await call.askAsRoot('DELETE', `${path}?sudo=${id}`)
          }
          subscribers.delete(String(call.path.issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const one = actingAs(ask, (await newUser(ask)).id)
      const other = actingAs(ask, (await newUser(ask)).id)
      await one('POST', `${path}/subscription`)
      await other('POST', `${path}/subscription`)
      await one('DELETE', `${path}/subscription`)
      return at((await other('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A commit status that is posted again keeps the description that it had at first',
    breaks:
      'Document 3, Commit status: Posting a status adds or updates the status of the commit for the given name; description',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => {
      const first = new Map<unknown, unknown>()
      return {
        async createCommitStatus(call) {
          const response = await call.send()
          const { id, description } = fieldsOf(await jsonOf(response))
          if (!response.ok) return response
          if (!first.has(id)) first.set(id, description)
          return changed(response, (json) => withFields(json, { description: first.get(id) }))
        },
        listCommitStatuses: async (call) =>
          eachChanged(await call.send(), (one) =>
            first.has(one.id) ? { ...one, description: first.get(one.id) } : one,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const head = await headOf(ask, project)
      const path = `/projects/${project}/statuses/${head}`
      const body = { state: 'pending', name: 'lint', description: 'Waits' }
      await ask('POST', path, { body })
      await ask('POST', path, { body: { ...body, state: 'running', description: 'Runs' } })
      const statuses = `/projects/${project}/repository/commits/${head}/statuses`
      return fieldOf((await ask('GET', statuses)).json, 'description').includes('Waits')
    },
  },
  {
    name: 'Who was removed from a group still reads the issues of its private projects one by one',
    breaks:
      'Document 2, Issues: A GET on an issue of a private project by a non-member gives 404; Document 1, DELETE .../members/:user_id: removes the member',
    at: ['removeGroupMember', 'getIssue'],
    start: serving(() => {
      const former = new Map<number, Set<unknown>>()
      return {
        async removeGroupMember(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          for (const id of response.ok ? fieldOf(at(json, 'projects'), 'id') : [])
            among(former, Number(id)).add(Number(call.path.user_id))
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const users = former.get(await projectIdOf(call))
          if (users === undefined || !users.has((await callerOf(call)).id)) return response
          return call.sendAsRoot()
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const issue = await newIssue(ask, project)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      const path = `/projects/${project}/issues/${issue}`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
]
