import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { askOf, at, type FaultyServer, type Forge } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  notModified,
  projectPath,
  type Rule,
  repositoryPath,
  responseOf,
  serving,
  withFields,
  writeFile,
} from '../shared-tools.ts'

export const faultyDipperServers: readonly FaultyServer[] = [
  {
    name: 'A scheduled merge that was canceled can be canceled again and again',
    breaks:
      'Document 2, Merge request transitions: cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const canceled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const id = String(call.path.merge_request_id)
          const response = await call.send()
          if (response.ok) canceled.add(id)
          if (response.status !== 406 || !canceled.has(id)) return response
          return responseOf(await call.ask('GET', mergeRequestPath(call)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const head = await headOf(ask, project, 'topic')
      const pending = { state: 'pending', ref: 'topic' }
      await ask('POST', `/projects/${project}/statuses/${head}`, { body: pending })
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 200
    },
  },
  {
    name: 'A merge takes the short id of the head of its source for the whole one',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return call.send(head.startsWith(sha) ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const sha = (await headOf(ask, project, 'topic')).slice(0, 8)
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A branch that is protected already keeps what developers could do, whatever is asked for',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
        if (branch.protected !== true) return call.send()
        const { developers_can_push, developers_can_merge } = branch
        return call.send({ developers_can_push, developers_can_merge })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: {} })
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      return at((await ask('GET', path)).json, 'developers_can_merge') === false
    },
  },
  {
    name: 'An issue loses the day that it is due when it is reopened',
    breaks:
      'Document 2, Issue transitions: closed, `state_event` = `reopen`: opened; PUT /projects/:id/issues/:issue_id: due_date',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      async updateIssue(call) {
        const { state_event, due_date } = call.given
        if (state_event !== 'reopen' || due_date !== undefined) return call.send()
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const issue = (await call.ask('GET', path)).json
        return call.send(at(issue, 'state') === 'closed' ? { due_date: null } : {})
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { due_date: '2030-01-01' })
      const path = `/projects/${project}/issues/${id}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      return at((await ask('GET', path)).json, 'due_date') === null
    },
  },
  {
    name: 'Nobody can subscribe to a merge request that is merged: it says that they have already',
    breaks: 'Document 2, POST .../subscription: Merge request; 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const { state } = fieldsOf((await call.ask('GET', mergeRequestPath(call))).json)
        return state === 'merged' ? notModified() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${id}`
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      await ask('PUT', `${path}/merge`)
      return (await actingAs(ask, user.id)('POST', `${path}/subscription`)).status === 304
    },
  },
  {
    name: 'The release that a tag was made with is replaced by the next one, without a conflict',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const described = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          const { tag_name, release_description } = call.given
          const isDescribed = response.ok && release_description !== undefined
          if (isDescribed) described.add(`${call.path.id}/${tag_name}`)
          return response
        },
        async deleteTag(call) {
          described.delete(`${call.path.id}/${call.path.tag_name}`)
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          const { id, tag_name } = call.path
          if (response.status !== 409 || !described.has(`${id}/${tag_name}`)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`
          const { description } = call.given
          const { json } = await call.askAsRoot('PUT', path, { description })
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      const second = { description: 'Second' }
      return (await ask('POST', `${path}/v1/release`, { body: second })).status === 201
    },
  },
  {
    name: 'The list gives the commit of the merge as the head of a merged merge request',
    breaks: 'Document 2, Merge request: sha: string (head commit id)',
    at: ['listMergeRequests', 'mergeMergeRequest'],
    start: serving(() => ({
      listMergeRequests: async (call) =>
        eachChanged(await call.send(), (one) => {
          const { state, merge_commit_sha } = one
          const isMerged = state === 'merged' && typeof merge_commit_sha === 'string'
          return isMerged ? { ...one, sha: merge_commit_sha } : one
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const head = await headOf(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests`
      await ask('PUT', `${path}/${id}/merge`)
      const [found] = listOf((await ask('GET', path)).json)
      return found?.id === id && found.sha !== head
    },
  },
  {
    name: 'A note of a closed issue is changed in the answer alone, and keeps its words',
    breaks:
      'Document 2, PUT /projects/:id/<parent>/notes/:note_id: body; modified Note; Document 1, Errors: 200: the (modified) resource is returned',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      async updateIssueNote(call) {
        const issue = `${projectPath(call)}/issues/${call.path.issue_id}`
        const note = `${issue}/notes/${call.path.note_id}`
        const { state } = fieldsOf((await call.askAsRoot('GET', issue)).json)
        const { body } = fieldsOf((await call.askAsRoot('GET', note)).json)
        const response = await call.send()
        const isLost = response.ok && state === 'closed'
        if (isLost) await call.askAsRoot('PUT', note, { body })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const id = idOf((await ask('POST', `${path}/notes`, { body: { body: 'One' } })).json)
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', `${path}/notes/${id}`, { body: { body: 'Two' } })
      return at((await ask('GET', `${path}/notes/${id}`)).json, 'body') === 'One'
    },
  },
  {
    name: 'The builds of a commit that has none are not found',
    breaks:
      'Document 3, GET /projects/:id/repository/commits/:sha/builds: array of Build (empty array if none); 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        const isEmpty = response.ok && response.headers.get('x-total') === '0'
        if (!isEmpty || call.given.scope !== undefined) return response
        return jsonAnswer(404, { message: '404 Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/builds`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The lists of builds show when a retried build had finished, though it is pending',
    breaks:
      'Document 3, Build transitions: POST .../builds/:build_id/retry: `pending`; `finished_at` becomes null',
    at: ['listBuilds', 'listBuildsOfCommit', 'retryBuild'],
    start: serving(() => {
      const finished = new Map<string, unknown>()
      const listing: Rule = async (call) =>
        eachChanged(await call.send(), (build) => {
          const finished_at = finished.get(String(build.id))
          const isStale = build.status === 'pending' && finished_at !== undefined
          return isStale ? { ...build, finished_at } : build
        })
      return {
        async retryBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const { finished_at } = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          const id = idOf(await jsonOf(response))
          if (response.ok && finished_at !== null) finished.set(String(id), finished_at)
          return response
        },
        listBuilds: listing,
        listBuildsOfCommit: listing,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'unit:\n  script: [make]\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const path = `/projects/${project}/builds`
      const [id] = fieldOf((await ask('GET', path)).json, 'id')
      await ask('POST', `${path}/${id}/cancel`)
      await ask('POST', `${path}/${id}/retry`)
      const [build] = listOf((await ask('GET', path)).json)
      return build?.status === 'pending' && build.finished_at !== null
    },
  },
  {
    name: 'A closed issue that is moved does not get the milestone of the same name',
    breaks:
      'Document 2, Issue transitions: move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfMilestoneOfProject'],
    start: serving(() => ({
      async moveIssue(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const { state } = fieldsOf((await call.ask('GET', path)).json)
        const response = await call.send()
        const { id, project_id } = fieldsOf(await jsonOf(response))
        if (!response.ok || state !== 'closed') return response
        await call.askAsRoot('PUT', `/projects/${project_id}/issues/${id}`, { milestone_id: null })
        return changed(response, (json) => withFields(json, { milestone: null }))
      },
    })),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      const body = { title: 'First voyage' }
      const milestone = await ask('POST', `/projects/${from}/milestones`, { body })
      await ask('POST', `/projects/${to}/milestones`, { body })
      const id = await newIssue(ask, from, { milestone_id: idOf(milestone.json) })
      const path = `/projects/${from}/issues/${id}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const moved = await ask('POST', `${path}/move`, { body: { to_project_id: to } })
      const found = await ask('GET', `/projects/${to}/issues/${idOf(moved.json)}`)
      return found.status === 200 && at(found.json, 'milestone') === null
    },
  },
  {
    name: 'Whoever is no administrator is told by sudo which users there are not',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message `403 Forbidden - Must be admin to use sudo`',
    at: operations.map(({ id }) => id),
    start: (forge: Forge) => async (request) => {
      const response = await forge.fetch(request.clone())
      const url = new URL(request.url)
      const sudo = url.searchParams.get('sudo') ?? request.headers.get('sudo')
      const { message } = fieldsOf(await jsonOf(response))
      if (response.status !== 403 || sudo === null) return response
      if (!String(message).includes('use sudo')) return response
      const ask = askOf((asked) => forge.fetch(asked))
      const token = forge.tokens.root
      const user = /^\d+$/.test(sudo)
        ? (await ask('GET', `/users/${sudo}`, { token })).status
        : listOf((await ask('GET', `/users?username=${encoded(sudo)}`, { token })).json).length
      if (user === 200 || user === 1) return response
      return jsonAnswer(404, {
        message: `404 Not Found: No user id or username for: ${sudo}`,
      })
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const body = { login: username, password: 'Rope-and-tar-42' }
      const session = await ask('POST', '/session', { body })
      const token = String(at(session.json, 'private_token'))
      const unknown = await ask('GET', `/user?sudo=no-${username}`, { token })
      const known = await ask('GET', '/user?sudo=root', { token })
      return unknown.status === 404 && known.status === 403
    },
  },
  {
    name: 'There is one todo of an issue for all users: whoever comes second has it already',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const owner = owners.get(issue)
          const { id } = await callerOf(call)
          const path = `${projectPath(call)}/issues/${issue}`
          if (owner !== undefined && owner !== id) {
            const isFound = (await call.ask('GET', path)).status === 200
            return isFound ? notModified() : call.send()
          }
          const response = await call.send()
          if (response.ok) owners.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      await ask('POST', path)
      return (await actingAs(ask, user.id)('POST', path)).status === 304
    },
  },
  {
    name: 'An action without an encoding is read in that of the action before it',
    breaks: 'Document 3, Action item: encoding: `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async createCommit(call) {
        if (!Array.isArray(call.given.actions)) return call.send()
        let before: unknown
        const actions = listOf(call.given.actions).map((action) => {
          before = action.encoding ?? before
          const isRead = before !== undefined && action.content !== undefined
          return isRead ? { ...action, encoding: before } : action
        })
        return call.send(before === undefined ? {} : { actions })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'one.txt', content: 'b25l', encoding: 'base64' },
        { action: 'create', file_path: 'two.txt', content: 'dHdv' },
      ]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=two.txt`)).text === 'two'
    },
  },
  {
    name: 'The links from a page of blocked users lead to pages of all users',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); GET /users: blocked',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (call.given.blocked === undefined || link === null) return response
        const unfiltered = link.replaceAll(/<[^>]*>/g, (address) => {
          const url = new URL(address.slice(1, -1))
          url.searchParams.delete('blocked')
          return `<${url.href}>`
        })
        return changed(response, (json) => json, { link: unfiltered })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { headers } = await ask('GET', '/users?blocked=true&per_page=1')
      const link = headers.get('link')
      return link?.includes('page=1') === true && !link.includes('blocked')
    },
  },
]
