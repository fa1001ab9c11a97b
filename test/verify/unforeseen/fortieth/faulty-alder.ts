import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  headOf,
  idOf,
  isFalse,
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
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  writeFile,
} from '../shared-tools.ts'
import { allForRoot, operationsThat, projectOf } from './tools-alder.ts'

export const faultyAlderServers: readonly FaultyServer[] = [
  {
    name: 'A user may make one project more than the limit of projects allows',
    breaks:
      'Document 1, Limits: `default_projects_limit` and per-user `projects_limit` bound projects per user',
    at: ['createProject', 'createProjectForUser', 'createUser', 'updateUser'],
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const refusal = at(await jsonOf(response), 'message')
        if (response.status !== 403 || !String(refusal).includes('project limit')) return response
        const { id, projects_limit } = await callerOf(call)
        const limit = Number(projects_limit)
        await call.askAsRoot('PUT', `/users/${id}`, { projects_limit: limit + 1 })
        const again = await call.send()
        await call.askAsRoot('PUT', `/users/${id}`, { projects_limit: limit })
        return again
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 1 })
      const asUser = actingAs(ask, id)
      await newProject(asUser)
      const { status } = await asUser('POST', '/projects', { body: { name: freshName('second') } })
      return status === 201
    },
  },
  {
    name: 'An SSH key that was removed counts as taken for ever',
    breaks:
      'Document 1, Users: 400 with a validation message object (for example an already-used key); POST /user/keys: created SSH key, 201. A removed key is used by nobody',
    at: [
      'createOwnSshKey',
      'createSshKeyOfUser',
      'deleteOwnSshKey',
      'deleteSshKeyOfUser',
      'listOwnSshKeys',
      'listSshKeysOfUser',
    ],
    start: serving(() => {
      const removed = new Set<string>()
      const textOf = (key: unknown) => String(key).trim().split(/\s+/).slice(0, 2).join(' ')
      return {
        ...forAll(['createOwnSshKey', 'createSshKeyOfUser'], async (call) => {
          const { key, title } = call.given
          if (title === undefined || !removed.has(textOf(key))) return call.send()
          return jsonAnswer(400, { message: { fingerprint: ['has already been taken'] } })
        }),
        ...forAll(['deleteOwnSshKey', 'deleteSshKeyOfUser'], async (call) => {
          const { key_id } = call.path
          const { json } = await call.askAsRoot('GET', `/keys/${key_id}`)
          const response = await call.send()
          const isGone = (await call.askAsRoot('GET', `/keys/${key_id}`)).status === 404
          const key = at(json, 'key')
          if (isGone && key !== undefined) removed.add(textOf(key))
          return response
        }),
      }
    }),
    async isShown(ask) {
      const body = { title: 'Laptop', key: freshKey() }
      const { json } = await ask('POST', '/user/keys', { body })
      await ask('DELETE', `/user/keys/${idOf(json)}`)
      return (await ask('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'An event of the custom notifications of a group can be switched on, and never off again',
    breaks:
      'Document 1, Notification settings: with level `custom`, these boolean email events can be set; PUT /groups/:id/notification_settings: level, the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const off = Object.entries(call.given).filter(([, value]) => isFalse(value))
        if (off.length === 0) return call.send()
        if (off.length < Object.keys(call.given).length) {
          return call.send(Object.fromEntries(off.map(([name]) => [name, undefined])))
        }
        const path = `/groups/${encoded(call.path.id)}/notification_settings`
        return responseOf(await call.ask('GET', path))
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true, close_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'An administrator is told that he owns every group that there is',
    breaks: 'Document 1, GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      async listOwnedGroups(call) {
        const { is_admin } = await callerOf(call)
        if (is_admin !== true) return call.send()
        return relisted(call, () => allForRoot(call, '/groups?all_available=true'))
      },
    })),
    async isShown(ask) {
      const group = await newGroup(actingAs(ask, (await newUser(ask)).id))
      const { json } = await ask('GET', '/groups/owned?per_page=100')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'After a group took another path, its projects are not found by their new full path',
    breaks:
      'Document 1, conventions, 2: a project `:id` is either the integer or the URL-encoded `NAMESPACE/PROJECT_NAME`',
    at: [
      'updateGroup',
      'getProject',
      'listProjectMembers',
      'getProjectMember',
      'addProjectMember',
      'listProjectEvents',
      'getProjectNotificationSettings',
      'listCommits',
      'transferProjectToGroup',
    ],
    start: serving(() => {
      const unknown = new Set<string>()
      return {
        ...forAll(
          operationsThat(({ path }) => path.startsWith('/projects/{id}')),
          async (call) =>
            unknown.has(String(call.path.id).toLowerCase())
              ? jsonAnswer(404, { message: '404 Project Not Found' })
              : call.send(),
        ),
        async updateGroup(call) {
          const group = `/groups/${encoded(call.path.id)}`
          const before = at((await call.askAsRoot('GET', group)).json, 'path')
          const response = await call.send()
          const { id, path } = fieldsOf(await jsonOf(response))
          if (!response.ok || path === before) return response
          const projects = await allForRoot(call, `/groups/${id}/projects`)
          for (const project of projects) {
            unknown.add(String(project.path_with_namespace).toLowerCase())
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('moved') } })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = encoded(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${path}`)).status === 404
    },
  },
  {
    name: 'A snippet can be raised to a restricted level of visibility, though none can be made with it',
    breaks:
      'Document 1, application settings: restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        if (response.ok || ![10, 20].includes(Number(call.given.visibility_level))) return response
        const mayChange = (await call.send({ visibility_level: 0 })).ok
        return mayChange ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const asUser = actingAs(ask, id)
      const project = await newProject(asUser, { visibility_level: 10, snippets_enabled: true })
      const snippet = await newSnippet(asUser, project)
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [2] } })
      const path = `/projects/${project}/snippets/${snippet}`
      return (await asUser('PUT', path, { body: { visibility_level: 20 } })).status === 200
    },
  },
  {
    name: 'Of an issue that one user has put on his list of todos, nobody else can make a todo',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const marked = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const { issue_id } = call.path
          const issue = `${projectPath(call)}/issues/${issue_id}`
          const canSee = (await call.ask('GET', issue)).status === 200
          if (canSee && marked.has(String(issue_id))) return notModified()
          const response = await call.send()
          if (response.ok) marked.add(String(issue_id))
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
    name: 'Merge requests that are asked for by several iids come in every state, whatever state is asked for',
    breaks:
      'Document 2, GET /projects/:id/merge_requests: iid, iids[] (array), state (`all`, `opened`, `closed`, `merged`)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: async (call) =>
        call.send(call.given.iids === undefined ? {} : { state: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests?state=merged&iids[]=1`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'A merge accepts the first characters of the head of the source branch in place of the whole sha',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const head = at((await call.ask('GET', mergeRequestPath(call))).json, 'sha')
        return call.send(String(head).startsWith(sha) ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'work')}`
      const sha = (await headOf(ask, project, 'work')).slice(0, 11)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'Whoever opened a merge request may delete it, whatever his role in the project',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const author = at((await call.ask('GET', mergeRequestPath(call))).json, 'author.id')
        return author === (await callerOf(call)).id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asUser = actingAs(ask, id)
      const merge = await newMergeRequest(asUser, project, 'work')
      const path = `/projects/${project}/merge_requests/${merge}`
      await asUser('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Tags are listed by their version, v1.10 before v1.9',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => {
      const { compare } = new Intl.Collator('en', { numeric: true })
      return {
        listTags: async (call) =>
          relisted(call, (all) =>
            [...all].sort((one, other) => compare(String(other.name), String(one.name))),
          ),
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      for (const tag_name of ['v1.9', 'v1.10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', path)).json, '0.name') === 'v1.10'
    },
  },
  {
    name: 'The content of a moved file is written as it is given, though it is said to be in Base64',
    breaks:
      'Document 3, action item: content: optional for `move`; encoding: `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile', 'listCommitDifferences'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const asText = listOf(actions).map((action) =>
          action.action === 'move' ? { ...action, encoding: 'text' } : action,
        )
        return call.send({ actions: asText })
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const move = { action: 'move', previous_path: 'README.md', file_path: 'START.md' }
      await ask('POST', `${repository}/commits`, {
        body: {
          branch_name: 'master',
          commit_message: 'Move',
          actions: [{ ...move, content: btoa('Two\n'), encoding: 'base64' }],
        },
      })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=START.md`)
      return text === btoa('Two\n')
    },
  },
  {
    name: 'The revisions of an internal project are compared for anybody, without credentials',
    breaks:
      'Document 1, conventions, 5: 10 internal (cloneable by any logged-in user); Authentication, 1: without credentials only when the project or repository is publicly accessible',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        if (!call.isAnonymous) return call.send()
        const { visibility_level } = await projectOf(call)
        return visibility_level === 10 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const path = `/projects/${project}/repository/compare?from=master&to=master`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The deletion of the merged branches leaves those whose names have a slash',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = await allForRoot(call, path)
        const response = await call.send()
        const left = fieldOf(await allForRoot(call, path), 'name')
        for (const { name, commit } of before) {
          if (!String(name).includes('/') || left.includes(name)) continue
          const body = { branch_name: name, ref: fieldsOf(commit).id }
          await call.askAsRoot('POST', path, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branches = `/projects/${project}/repository/branches`
      await newBranch(ask, project, 'fix/door')
      await writeFile(ask, project, { file_path: 'door.txt', branch_name: 'fix/door' })
      const body = { source_branch: 'fix/door', target_branch: 'master', title: 'Door' }
      const merge = idOf((await ask('POST', `/projects/${project}/merge_requests`, { body })).json)
      await ask('PUT', `/projects/${project}/merge_requests/${merge}/merge`)
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (await ask('GET', `${branches}/fix%2Fdoor`)).status === 200
    },
  },
  {
    name: 'The time from which commits are listed is read without its offset from UTC',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string') return call.send()
        return call.send({ since: since.replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', path)
      const time = Date.parse(String(at(json, '0.created_at')))
      // An hour before the commit, as the clocks show it five hours east of Greenwich.
      const local = new Date(time + 4 * 3_600_000).toISOString().replace('Z', '+05:00')
      const since = await ask('GET', `${path}?since=${encoded(local)}`)
      return listOf(since.json).length === 0
    },
  },
]
