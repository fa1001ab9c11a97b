import { askOf, at, type Forge, type Handle, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
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
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  allAsRoot,
  decoded,
  eachObject,
  inBackground,
  issuePath,
  projectIdOf,
  queryOf,
  waited,
  within,
} from './tools-spruce.ts'

export const legitimateSpruceServers: readonly LegitimateServer[] = [
  {
    name: 'A project or a group that was renamed or transferred is found under its former path, too, until another has it',
    allowedBy:
      'Document 1, Conventions 2: a project `:id` is the integer or NAMESPACE/PROJECT_NAME; no sentence says what becomes of a former path',
    start: followingFormerPaths,
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asUser)
      const { json } = await ask('GET', `/projects/${project}`)
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return idOf((await ask('GET', path)).json) === project
    },
  },
  {
    name: 'An open merge request is closed when its source branch is deleted',
    allowedBy:
      'Document 2, Merge request: States are `opened`, `closed`, `merged`, `reopened`. Other moves (closing, reopening): not shown',
    start: serving(() => {
      const closeOrphans = async (call: Call) => {
        const project = await projectIdOf(call)
        const path = `/projects/${project}/merge_requests`
        for (const one of await allAsRoot(call, `${path}?state=opened`)) {
          const branch = `/projects/${project}/repository/branches/${encoded(one.source_branch)}`
          const isOwn = one.source_project_id === project
          if (!isOwn || (await call.askAsRoot('GET', branch)).status !== 404) continue
          await call.askAsRoot('PUT', `${path}/${one.id}`, { state_event: 'close' })
        }
      }
      const remove: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) await closeOrphans(call)
        return response
      }
      return forAll(['deleteBranch', 'deleteMergedBranches', 'mergeMergeRequest'], remove)
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branch = freshName('topic')
      const id = await newMergeRequest(ask, project, branch)
      await ask('DELETE', `/projects/${project}/repository/branches/${branch}`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'Whether a new merge request can be merged is worked out in the background, and `unchecked` until then',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const made = new Map<unknown, number>()
      const show: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const isNew = Date.now() - (made.get(one.id) ?? 0) < 500 && one.state === 'opened'
          return isNew ? { ...one, merge_status: 'unchecked' } : one
        })
      return {
        ...forAll(
          [
            'listMergeRequests',
            'getMergeRequest',
            'getMergeRequestChanges',
            'updateMergeRequest',
            'mergeMergeRequest',
            'cancelMergeWhenBuildSucceeds',
            'subscribeToMergeRequest',
            'unsubscribeFromMergeRequest',
          ],
          show,
        ),
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          made.set(idOf(await jsonOf(response)), Date.now())
          return changed(response, (json) => withFields(json, { merge_status: 'unchecked' }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      const before = at((await ask('GET', path)).json, 'merge_status')
      await waited(550)
      const after = at((await ask('GET', path)).json, 'merge_status')
      return before === 'unchecked' && after === 'can_be_merged'
    },
  },
  {
    name: 'The source branch goes with the merge unless the merge request or the merge says that it stays',
    allowedBy:
      'Document 2, POST /projects/:id/merge_requests: remove_source_branch (boolean); no sentence states its default',
    start: serving(() => {
      const unsaid = new Set<string>()
      return {
        async createMergeRequest(call) {
          if (call.given.remove_source_branch !== undefined) return call.send()
          const response = await call.send({ remove_source_branch: true })
          if (response.ok) unsaid.add(String(idOf(await jsonOf(response))))
          return response
        },
        async mergeMergeRequest(call) {
          const stays = isFalse(call.given.should_remove_source_branch)
          if (stays && unsaid.has(`${call.path.merge_request_id}`)) {
            await call.askAsRoot('PUT', mergeRequestPath(call), { remove_source_branch: false })
          }
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branch = freshName('topic')
      const id = await newMergeRequest(ask, project, branch)
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const path = `/projects/${project}/repository/branches/${branch}`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A commit status that is not finished can be posted again in the same state or put back to pending',
    allowedBy:
      'Document 3, Commit status: Posting a status adds or updates the status of the commit for the given name. Transitions between commit-status states: not shown',
    start: serving((forge) => ({
      async createCommitStatus(call) {
        const response = await call.send()
        const { state, ref, target_url, description } = call.given
        const { message } = fieldsOf(await jsonOf(response))
        const isRefused = response.status === 400 && String(message).includes('transition')
        if (!isRefused || (state !== 'pending' && state !== 'running')) return response
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const { id: sha } = fieldsOf((await call.askAsRoot('GET', path)).json)
        const name = call.given.name ?? call.given.context ?? 'default'
        const unfinished = (await allAsRoot(call, `${path}/statuses?all=true`)).find(
          (one) =>
            one.sha === sha &&
            one.name === name &&
            (ref === undefined || one.ref === ref) &&
            one.finished_at === null,
        )
        if (unfinished === undefined) return response
        const id = idOf(unfinished)
        await forge.db.commitStatuses.update((query) => query.where({ id }), {
          data(status) {
            status.status = state
            if (state === 'pending') status.started_at = null
            if (typeof target_url === 'string') status.target_url = target_url
            if (typeof description === 'string') status.description = description
          },
        })
        const all = await allAsRoot(call, `${path}/statuses?all=true`)
        return jsonAnswer(
          201,
          all.find((one) => one.id === id),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      await ask('POST', path, { body: { state: 'running', name: 'lint' } })
      const { status, json } = await ask('POST', path, { body: { state: 'pending', name: 'lint' } })
      return status === 201 && at(json, 'status') === 'pending'
    },
  },
  {
    name: 'A new project has snippets and takes requests for access by default, though no registry and no builds for all',
    allowedBy:
      'Document 1, POST /projects: snippets_enabled, container_registry_enabled, request_access_enabled, public_builds (booleans); no sentence states their defaults',
    start: serving(() => {
      const create: Rule = ({ given, send }) => {
        const defaults: Values = {
          snippets_enabled: true,
          container_registry_enabled: false,
          request_access_enabled: true,
          public_builds: false,
        }
        const unsaid = Object.entries(defaults).filter(([name]) => given[name] === undefined)
        return send(Object.fromEntries(unsaid))
      }
      return forAll(['createProject', 'createProjectForUser'], create)
    }),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return at(json, 'snippets_enabled') === true && at(json, 'public_builds') === false
    },
  },
  {
    name: 'Differences begin with their first hunk, without the lines that name the files',
    allowedBy: 'Document 3, Diff entry: `diff` string; no sentence says what stands in it',
    start: answeringAll((json) =>
      eachObject(json, (one) =>
        typeof one.diff === 'string' && typeof one.new_path === 'string'
          ? { ...one, diff: one.diff.replace(/^--- .*\n\+\+\+ .*\n/, '') }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'Labels stand in reverse alphabetical order',
    allowedBy: 'Document 2, Issue: labels: array of strings; no sentence states their order',
    start: answeringAll((json) =>
      eachObject(json, (one) =>
        Array.isArray(one.labels) && one.labels.every((label) => typeof label === 'string')
          ? { ...one, labels: [...one.labels].sort().reverse() }
          : one,
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { labels: 'bug,feature' })
      const { json } = await ask('GET', `/projects/${project}/issues/${id}`)
      return at(json, 'labels.0') === 'feature'
    },
  },
  {
    name: 'Nobody is subscribed to an issue or a merge request for having made it',
    allowedBy:
      'Document 2: POST .../subscription subscribes the caller; no sentence says that the author is subscribed before',
    start: serving(() => {
      const create =
        (pathOf: (made: Values) => string): Rule =>
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          const made = fieldsOf(await jsonOf(response))
          await call.ask('DELETE', `${pathOf(made)}/subscription`)
          const subscribed = at((await call.ask('GET', pathOf(made))).json, 'subscribed')
          return changed(response, (json) =>
            subscribed === undefined ? json : withFields(json, { subscribed }),
          )
        }
      const issue = create(({ project_id, id }) => `/projects/${project_id}/issues/${id}`)
      const request = create(({ project_id, id }) => `/projects/${project_id}/merge_requests/${id}`)
      return {
        createIssue: issue,
        createMergeRequest: request,
        async moveIssue(call) {
          const { subscribed } = fieldsOf((await call.ask('GET', issuePath(call))).json)
          return subscribed === true ? call.send() : issue(call)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      return (await ask('POST', path)).status === 201
    },
  },
  {
    name: 'A user who is deleted is blocked at once, and removed by a job a moment later',
    allowedBy:
      'Document 1, DELETE /users/:id: 200 always; no sentence says how long the removal takes',
    start: serving(() => ({
      async deleteUser(call) {
        const { id, is_admin } = await callerOf(call)
        const path = `/users/${call.path.id}`
        const user = await call.askAsRoot('GET', path)
        const isOther = id !== at(user.json, 'id')
        if (is_admin !== true || !isOther || user.status !== 200) return call.send()
        await call.askAsRoot('PUT', `${path}/block`)
        inBackground(400, () => call.sendAsRoot())
        return responseOf(await call.askAsRoot('GET', path))
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}`
      await ask('DELETE', path)
      const during = await ask('GET', path)
      await waited(500)
      return during.status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'What happens to an issue or a merge request is not told in notes by the system',
    allowedBy:
      'Document 2, Note: `system` boolean; no sentence says that the server writes notes itself',
    start: serving(() => {
      const list: Rule = (call) => relisted(call, (all) => all.filter(({ system }) => !system))
      const one =
        (parent: 'issues' | 'merge_requests'): Rule =>
        async (call) => {
          const { issue_id, merge_request_id, note_id } = call.path
          const path = `${projectPath(call)}/${parent}/${issue_id ?? merge_request_id}/notes/${note_id}`
          const isSystem = at((await call.askAsRoot('GET', path)).json, 'system') === true
          return isSystem ? jsonAnswer(404, { message: '404 Not found' }) : call.send()
        }
      return {
        ...forAll(['listIssueNotes', 'listMergeRequestNotes'], list),
        ...forAll(['getIssueNote', 'updateIssueNote', 'deleteIssueNote'], one('issues')),
        ...forAll(
          ['getMergeRequestNote', 'updateMergeRequestNote', 'deleteMergeRequestNote'],
          one('merge_requests'),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 0
    },
  },
  {
    name: 'A project or a group whose name or path is taken is refused as a conflict',
    allowedBy: 'Document 1, Errors: 409 conflicting resource exists',
    start: serving(() => {
      const create: Rule = async (call) => {
        const response = await call.send()
        if (response.status !== 400) return response
        const json = await jsonOf(response)
        const reasons = Object.values(within(json, 'message')).flat()
        const isTaken = reasons.every((reason) => reason === 'has already been taken')
        return isTaken && reasons.length > 0 ? jsonAnswer(409, json) : response
      }
      return forAll(['createProject', 'createProjectForUser', 'createGroup'], create)
    }),
    async isShown(ask) {
      const body = { name: freshName('project') }
      await ask('POST', '/projects', { body })
      return (await ask('POST', '/projects', { body })).status === 409
    },
  },
  {
    name: 'The tree of a repository without commits is an empty list',
    allowedBy:
      'Document 3, GET /projects/:id/repository/tree: array of Tree entry; no sentence says what a repository without commits answers with',
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const { message } = fieldsOf(await jsonOf(response))
        const { path, ref_name } = call.given
        const isWhole = path === undefined && ref_name === undefined
        if (!isWhole || message !== '404 Tree Not Found') return response
        const query = queryOf(call, ['recursive', 'page', 'per_page'])
        const empty = await call.askAsRoot('GET', `${repositoryPath(call)}/branches${query}`)
        if (listOf(empty.json).length > 0 || empty.headers.get('x-total') !== '0') return response
        const link = empty.headers.get('link') ?? ''
        return withBody(new Response(null, { headers: empty.headers }), '[]', {
          link: link.replaceAll('/repository/branches', '/repository/tree'),
        })
      },
    })),
    async isShown(ask) {
      const { status } = await ask('GET', `/projects/${await newProject(ask)}/repository/tree`)
      return status === 200
    },
  },
  {
    name: 'A blocked user is told so with 403, rather than that the credentials are wrong',
    allowedBy:
      'Document 1, Authentication 2: missing or invalid credentials give 401; Errors: 403 request not allowed; no sentence says what a blocked user gets',
    start: (forge) =>
      behind((response, request) => {
        if (response.status !== 401) return response
        const { searchParams } = new URL(request.url)
        const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '')
        const token =
          request.headers.get('private-token') ??
          searchParams.get('private_token') ??
          searchParams.get('access_token') ??
          bearer
        if (token === undefined) return response
        const held = forge.db.credentials.findFirst((query) => query.where({ token }))
        const user = forge.db.users.findFirst((query) => query.where({ id: held?.user_id ?? 0 }))
        const message = '403 Forbidden - Your account has been blocked'
        return user?.state === 'blocked' ? jsonAnswer(403, { message }) : response
      })(forge),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', '/user')
      await ask('PUT', `/users/${id}/block`)
      const { status } = await ask('GET', '/user', { token: String(at(json, 'private_token')) })
      return status === 403
    },
  },
  {
    name: 'A group that is made without a visibility is private',
    allowedBy:
      'Document 1, POST /groups: visibility_level (0, 10, 20); no sentence states its default',
    start: serving(() => ({
      createGroup: ({ given, send }) =>
        send(given.visibility_level === undefined ? { visibility_level: 0 } : {}),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const asOther = actingAs(ask, (await newUser(ask)).id)
      return (await asOther('GET', `/groups/${group}`)).status === 404
    },
  },
]

/** A server that knows what was under a path before, wherever a path names a project or a group. */
function followingFormerPaths(forge: Forge): Handle {
  /** The ids by the kind and the former path, as `projects/jane/website`. */
  const former = new Map<string, number>()
  const remember = (projects: readonly Values[]) => {
    for (const one of projects) former.set(`projects/${one.path_with_namespace}`, idOf(one))
  }
  const handle = serving(() => ({
    async transferProjectToGroup(call) {
      const path = `/projects/${encoded(call.path.project_id)}`
      const before = fieldsOf((await call.askAsRoot('GET', path)).json)
      const response = await call.send()
      if (response.ok) remember([before])
      return response
    },
    async updateGroup(call) {
      const path = `/groups/${encoded(call.path.id)}`
      const before = fieldsOf((await call.askAsRoot('GET', path)).json)
      const projects = await allAsRoot(call, `${path}/projects`)
      const response = await call.send()
      const after = fieldsOf(await jsonOf(response))
      if (!response.ok || after.path === before.path) return response
      former.set(`groups/${before.path}`, idOf(before))
      remember(projects)
      return response
    },
    async updateUser(call) {
      const { username } = fieldsOf((await call.askAsRoot('GET', `/users/${call.path.id}`)).json)
      const projects = await allAsRoot(call, '/projects/all')
      const response = await call.send()
      if (!response.ok || at(await jsonOf(response), 'username') === username) return response
      remember(projects.filter((one) => within(one, 'namespace').path === username))
      return response
    },
  }))(forge)
  const askForge = askOf((request) => forge.fetch(request))
  const token = forge.tokens.root
  return async (request) => {
    const url = new URL(request.url)
    for (const [part, kind = '', name = ''] of url.pathname.matchAll(partPattern)) {
      const id = former.get(`${kind}/${decoded(name)}`)
      if (id === undefined) continue
      const isTaken = (await askForge('GET', part, { token })).status === 200
      if (!isTaken) url.pathname = url.pathname.replace(part, `/${kind}/${id}`)
    }
    return handle(url.href === request.url ? request : new Request(url, request))
  }
}

/** What names a project or a group in a path. */
const partPattern = /\/(projects|groups)\/([^/]+)/g
