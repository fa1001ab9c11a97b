import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
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
  levelOf,
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
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { isThere, joined, moment, pushPayload, received, tell } from './tools-worlds.ts'

/** What else shows a record after it was written. */
const consistency: readonly FaultyServer[] = [
  {
    name: 'Projects of a group have the count of open issues that the first list of them had',
    breaks: 'Document 1, Project: open_issues_count, in GET /groups/:id/projects',
    at: ['listGroupProjects'],
    start: serving(() => {
      const counts = new Map<unknown, unknown>()
      return {
        listGroupProjects: async (call) =>
          eachChanged(await call.send(), (project) => {
            if (project.open_issues_count === undefined) return project
            if (!counts.has(project.id)) counts.set(project.id, project.open_issues_count)
            return withFields(project, { open_issues_count: counts.get(project.id) })
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('GET', `/groups/${group}/projects`)
      await newIssue(ask, project)
      const { json } = await ask('GET', `/groups/${group}/projects`)
      return at(json, '0.open_issues_count') === 0
    },
  },
  {
    name: 'Issues of a group are listed with the labels that they were created with',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: labels; GET /groups/:id/issues',
    at: ['listIssuesOfGroup'],
    start: serving(() => {
      const created = new Map<unknown, unknown>()
      return {
        async createIssue(call) {
          const response = await call.send()
          const issue = await jsonOf(response)
          if (response.ok) created.set(idOf(issue), at(issue, 'labels'))
          return response
        },
        listIssuesOfGroup: async (call) =>
          eachChanged(await call.send(), (issue) =>
            created.has(issue.id) ? withFields(issue, { labels: created.get(issue.id) }) : issue,
          ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project, { labels: 'early' })
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body: { labels: 'late' } })
      const { json } = await ask('GET', `/groups/${group}/issues`)
      return at(json, '0.labels.0') === 'early'
    },
  },
  {
    name: 'A branch stands at the commit before the one that removed a file',
    breaks: 'Document 3, DELETE /projects/:id/repository/files; GET .../branches/:branch: commit',
    at: ['getBranch', 'deleteFile'],
    start: serving(() => {
      const parents = new Map<unknown, unknown>()
      return {
        async deleteFile(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.given.branch_name)}`
          const before = at((await call.askAsRoot('GET', path)).json, 'commit')
          const response = await call.send()
          if (!response.ok) return response
          const after = at((await call.askAsRoot('GET', path)).json, 'commit.id')
          if (before !== undefined) parents.set(after, before)
          return response
        },
        getBranch: async (call) =>
          changed(await call.send(), (branch) => {
            const before = parents.get(at(branch, 'commit.id'))
            return before === undefined ? branch : withFields(branch, { commit: before })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const before = await headOf(ask, project)
      await ask(
        'DELETE',
        `${path}/files?file_path=README.md&branch_name=master&commit_message=Away`,
      )
      const after = await headOf(ask, project)
      const { json } = await ask('GET', `${path}/branches/master`)
      return before !== after && at(json, 'commit.id') === before
    },
  },
  {
    name: 'Comments on merge requests are events of the project and none of who wrote them',
    breaks: 'Document 1, Activity event: project events and user contribution events, commented on',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, (all) =>
          all.filter((event) => at(event, 'note.noteable_type') !== 'MergeRequest'),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'remarked')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      await ask('POST', path, { body: { body: 'Seen.' } })
      const isComment = (event: Values) =>
        event.action_name === 'commented on' && event.project_id === project
      const user = idOf((await ask('GET', '/user')).json)
      const ofProject = listOf((await ask('GET', `/projects/${project}/events`)).json)
      const ofUser = listOf((await ask('GET', `/users/${user}/events?per_page=100`)).json)
      return ofProject.some(isComment) && !ofUser.some(isComment)
    },
  },
  {
    name: 'A commit is failed for good once a status of it was posted as failed',
    breaks:
      'Document 3, Commit status: posting updates the status for the given name; Commit: status',
    at: ['getCommit', 'createCommitStatus'],
    start: serving(() => {
      const failed = new Set<unknown>()
      return {
        async createCommitStatus(call) {
          const response = await call.send()
          const status = await jsonOf(response)
          if (response.ok && at(status, 'status') === 'failed') failed.add(at(status, 'sha'))
          return response
        },
        getCommit: async (call) =>
          changed(await call.send(), (commit) =>
            failed.has(at(commit, 'id')) ? withFields(commit, { status: 'failed' }) : commit,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const state of ['failed', 'success']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'lint' } })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}`)
      return at(json, 'status') === 'failed'
    },
  },
  {
    name: 'The user beside an SSH key has the state of the time when the key was added',
    breaks: 'Document 1, SSH key: user, the administrator-level user fields; State: blocked',
    at: ['getSshKeyWithUser'],
    start: serving(() => {
      const states = new Map<unknown, unknown>()
      return {
        async createSshKeyOfUser(call) {
          const response = await call.send()
          const user = await call.askAsRoot('GET', `/users/${call.path.id}`)
          if (response.ok) states.set(idOf(await jsonOf(response)), at(user.json, 'state'))
          return response
        },
        getSshKeyWithUser: async (call) =>
          changed(await call.send(), (key) => {
            const state = states.get(idOf(key))
            return state === undefined
              ? key
              : withFields(key, { user: withFields(at(key, 'user'), { state }) })
          }),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const { json } = await ask('POST', `/users/${id}/keys`, { body })
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `/keys/${idOf(json)}`)).json, 'user.state') === 'active'
    },
  },
]

/** What a record leaves behind where it was. */
const leavings: readonly FaultyServer[] = [
  {
    name: 'Issues of a removed group are still listed for those who wrote them',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['listOwnIssues', 'deleteGroup'],
    start: serving(() => {
      const kept: Values[] = []
      return {
        async deleteGroup(call) {
          const group = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const issues = await call.askAsRoot('GET', `/groups/${idOf(group.json)}/issues`)
          const response = await call.send()
          if (response.ok) kept.push(...listOf(issues.json))
          return response
        },
        listOwnIssues: (call) =>
          relisted(call, async (all) => {
            if (Object.keys(call.given).some((name) => !/^(sudo|page|per_page)$/.test(name))) {
              return all
            }
            const { id } = await callerOf(call)
            return joined(
              all,
              kept.filter((issue) => at(issue, 'author.id') === id),
            )
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id, username } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 40 } })
      const issue = await newIssue(actingAs(ask, username), project)
      await ask('DELETE', `/groups/${group}`)
      return fieldOf((await actingAs(ask, username)('GET', '/issues')).json, 'id').includes(issue)
    },
  },
  {
    name: 'SSH keys of a removed user are still found by their ids',
    breaks:
      'Document 1, DELETE /users/:id; GET /keys/:id: SSH key with user; 404 resource not found',
    at: ['getSshKeyWithUser', 'deleteUser'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const keys = listOf((await call.askAsRoot('GET', `/users/${call.path.id}/keys`)).json)
          const found: [string, unknown][] = []
          for (const { id } of keys) {
            found.push([String(id), (await call.askAsRoot('GET', `/keys/${id}`)).json])
          }
          const response = await call.send()
          if (response.ok) for (const [id, key] of found) kept.set(id, key)
          return response
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = kept.get(String(call.path.id))
          return response.status === 404 && key !== undefined ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Desk', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('DELETE', `/users/${id}`)
      return isThere(ask, `/keys/${key}`)
    },
  },
  {
    name: 'A tag that is made anew has the release of the removed tag of its name',
    breaks:
      'Document 3, DELETE .../tags/:tag_name; Tag: release null; POST .../tags: release_description',
    at: ['createTag', 'deleteTag', 'getTag'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      const keyOf = (project: unknown, tag: unknown) => `${project} ${tag}`
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const description = at((await call.askAsRoot('GET', path)).json, 'release.description')
          const response = await call.send()
          const key = keyOf(call.path.id, call.path.tag_name)
          if (response.ok && description !== undefined) kept.set(key, description)
          return response
        },
        createTag(call) {
          const description = kept.get(keyOf(call.path.id, call.given.tag_name))
          return call.given.release_description === undefined && description !== undefined
            ? call.send({ release_description: description })
            : call.send()
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'The first' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'The first'
    },
  },
  {
    name: 'A project that was transferred is still among those of its former group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group',
    at: ['listGroupProjects', 'transferProjectToGroup'],
    start: serving(() => {
      const former = new Map<unknown, readonly number[]>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const from = at(before, 'namespace.id')
          const now = (await call.askAsRoot('GET', `/projects/${idOf(before)}`)).json
          if (response.ok && from !== at(now, 'namespace.id')) {
            former.set(from, [...(former.get(from) ?? []), idOf(before)])
          }
          return response
        },
        async listGroupProjects(call) {
          const group = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const left: Values[] = []
          for (const id of former.get(idOf(group)) ?? []) {
            const { status, json } = await call.ask('GET', `/projects/${id}`)
            if (status === 200) left.push(fieldsOf(json))
          }
          return left.length === 0 ? call.send() : relisted(call, (all) => joined(all, left))
        },
      }
    }),
    async isShown(ask) {
      const [group, target] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: group })
      await ask('POST', `/groups/${target}/projects/${project}`)
      return fieldOf((await ask('GET', `/groups/${group}/projects`)).json, 'id').includes(project)
    },
  },
  {
    name: 'The text of a snippet is still served after the snippet was removed',
    breaks: 'Document 2, DELETE /projects/:id/snippets/:snippet_id; 404 resource not found',
    at: ['getRawSnippet', 'deleteSnippet'],
    start: serving(() => {
      const kept = new Map<string, string>()
      const textOf = async (response: Response) => response.clone().text()
      return {
        async getRawSnippet(call) {
          const response = await call.send()
          const key = `${call.path.id}/${call.path.snippet_id}`
          if (response.ok) kept.set(key, await textOf(response))
          const text = kept.get(key)
          const isSeen = (await call.ask('GET', projectPath(call))).status === 200
          return response.status === 404 && text !== undefined && isSeen && !call.isAnonymous
            ? new Response(text, { headers: { 'content-type': 'text/plain' } })
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('GET', `${path}/raw`)
      await ask('DELETE', path)
      return isThere(ask, `${path}/raw`)
    },
  },
  {
    name: 'Who was removed from a group is still among the users of its projects',
    breaks:
      'Document 1, DELETE /groups/:id/members/:user_id: removes the member; GET /projects/:id/users',
    at: ['listProjectUsers', 'removeGroupMember'],
    start: serving(() => {
      const former = new Map<unknown, number[]>()
      return {
        async removeGroupMember(call) {
          const group = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const path = `/groups/${idOf(group)}/members/${call.path.user_id}`
          const wasMember = (await call.askAsRoot('GET', path)).status === 200
          const response = await call.send()
          if (response.ok && wasMember) {
            former.set(idOf(group), [...(former.get(idOf(group)) ?? []), Number(call.path.user_id)])
          }
          return response
        },
        async listProjectUsers(call) {
          const project = (await call.askAsRoot('GET', projectPath(call))).json
          const left: Values[] = []
          for (const id of former.get(at(project, 'namespace.id')) ?? []) {
            const user = await call.askAsRoot('GET', `/users/${id}`)
            if (user.status !== 200 || call.given.search !== undefined) continue
            const { name, username, state, avatar_url, web_url } = fieldsOf(user.json)
            left.push({ name, username, id, state, avatar_url, web_url })
          }
          return left.length === 0 ? call.send() : relisted(call, (all) => joined(all, left))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/${id}`)
      return fieldOf((await ask('GET', `/projects/${project}/users`)).json, 'id').includes(id)
    },
  },
]

/** Who sees and does what. */
const permissions: readonly FaultyServer[] = [
  {
    name: 'Users who are found as external are only those who are not blocked',
    breaks: 'Document 1, GET /users: external (boolean true), active, blocked',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        isTrue(call.given.external)
          ? relisted(call, (all) => all.filter(({ state }) => state !== 'blocked'))
          : call.send(),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask, { external: true })
      await ask('PUT', `/users/${id}/block`)
      const path = `/users?search=${username}`
      const found = fieldOf((await ask('GET', path)).json, 'id')
      const external = fieldOf((await ask('GET', `${path}&external=true`)).json, 'id')
      return found.includes(id) && !external.includes(id)
    },
  },
  {
    name: 'Comments on a private snippet are listed for every member of the project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const isRefused = response.status === 404 || response.status === 403
        return isRefused && !call.isAnonymous && (await levelOf(call)) >= 10
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/notes`
      await ask('POST', path, { body: { body: 'Mine alone.' } })
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      return isThere(actingAs(ask, username), path)
    },
  },
  {
    name: 'A single comment of a confidential issue is read by whoever reads the project',
    breaks: 'Document 2, Issue: confidential; GET .../issues/:issue_id/notes/:note_id; 404',
    at: ['getIssueNote'],
    start: serving(() => ({
      async getIssueNote(call) {
        const response = await call.send()
        const isRefused = response.status === 404 || response.status === 403
        const isSeen = (await call.ask('GET', projectPath(call))).status === 200
        return isRefused && isSeen && !call.isAnonymous ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = await newIssue(ask, project, { confidential: true })
      const path = `/projects/${project}/issues/${issue}/notes`
      const { json } = await ask('POST', path, { body: { body: 'Quietly.' } })
      const { username } = await newUser(ask)
      return isThere(actingAs(ask, username), `${path}/${idOf(json)}`)
    },
  },
  {
    name: 'Issues of a group that is for everybody include those of its private projects',
    breaks: 'Document 1, Visibility levels: 0 private (explicit access per user)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        return response.ok ? call.sendAsRoot() : response
      },
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
    name: 'A search for groups finds private groups of others',
    breaks:
      'Document 1, Visibility levels: 0 private (explicit access per user); GET /groups: search',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const response = await call.send()
        return response.ok && call.given.search !== undefined ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const name = freshName('hidden')
      const group = await newGroup(ask, { name, path: name, visibility_level: 0 })
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', `/groups?search=${name}`)
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'Whoever opened a merge request may remove it',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403 || call.isAnonymous) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const isAuthor = at(json, 'author.id') === (await callerOf(call)).id
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const request = await newMergeRequest(actingAs(ask, username), project, 'regretted')
      const path = `/projects/${project}/merge_requests/${request}`
      const wasThere = await isThere(ask, path)
      await actingAs(ask, username)('DELETE', path)
      return wasThere && !(await isThere(ask, path))
    },
  },
]

/** What becomes of a record, and what else happens then. */
const transitions: readonly FaultyServer[] = [
  {
    name: 'A merge with a message of its own leaves the source branch',
    breaks: 'Document 2, PUT .../merge: merge_commit_message, should_remove_source_branch',
    at: ['mergeMergeRequest', 'getBranch'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        call.given.merge_commit_message === undefined
          ? call.send()
          : call.send({ should_remove_source_branch: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'finished')
      const body = { merge_commit_message: 'Done', should_remove_source_branch: true }
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('PUT', `${path}/merge`, { body })
      const isMerged = at((await ask('GET', path)).json, 'state') === 'merged'
      return isMerged && isThere(ask, `/projects/${project}/repository/branches/finished`)
    },
  },
  {
    name: 'Builds that were canceled by a call are in no list of builds of one state',
    breaks: 'Document 3, POST .../cancel: canceled; GET /projects/:id/builds: scope',
    at: ['listBuilds', 'cancelBuild'],
    start: serving(() => {
      const canceled = new Set<unknown>()
      return {
        async cancelBuild(call) {
          const response = await call.send()
          if (response.ok) canceled.add(idOf(await jsonOf(response)))
          return response
        },
        listBuilds: (call) =>
          call.given.scope === undefined
            ? call.send()
            : relisted(call, (all) =>
                all.filter(({ id, status }) => status !== 'canceled' || !canceled.has(id)),
              ),
      }
    }),
    async isShown(ask) {
      const path = '/projects/1/builds'
      const open = at((await ask('GET', `${path}?scope[]=pending&scope[]=running`)).json, '0.id')
      await ask('POST', `${path}/${open}/cancel`)
      const isCanceled = at((await ask('GET', `${path}/${open}`)).json, 'status') === 'canceled'
      const { json } = await ask('GET', `${path}?scope=canceled&per_page=100`)
      return isCanceled && !fieldOf(json, 'id').includes(open)
    },
  },
  {
    name: 'A branch that is protected again has the rights of its former protection',
    breaks:
      'Document 3, Branch protection: unprotect makes developers_can_push and developers_can_merge false',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const former = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          const { developers_can_push, developers_can_merge } = branch
          const key = `${call.path.id} ${call.path.branch}`
          if (response.ok && isTrue(branch.protected)) {
            former.set(key, { developers_can_push, developers_can_merge })
          }
          return response
        },
        protectBranch(call) {
          const { developers_can_push, developers_can_merge } = call.given
          const isPlain = developers_can_push === undefined && developers_can_merge === undefined
          const rights = former.get(`${call.path.id} ${call.path.branch}`)
          return isPlain && rights !== undefined ? call.send(rights) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'An administrator who is unblocked is an administrator no more',
    breaks: 'Document 1, User: blocked, unblock, active; is_admin',
    at: ['unblockUser', 'getUser'],
    start: serving(() => ({
      async unblockUser(call) {
        const path = `/users/${call.path.id}`
        const wasBlocked = at((await call.askAsRoot('GET', path)).json, 'state') === 'blocked'
        const response = await call.send()
        if (response.ok && wasBlocked) await call.askAsRoot('PUT', path, { admin: false })
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { admin: true })
      const was = at((await ask('GET', `/users/${id}`)).json, 'is_admin')
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      return was === true && at((await ask('GET', `/users/${id}`)).json, 'is_admin') === false
    },
  },
  {
    name: 'A member of a project whose membership is given an end keeps the former level',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        if (typeof call.given.expires_at !== 'string') return call.send()
        const path = `${projectPath(call)}/members/${call.path.user_id}`
        const level = at((await call.askAsRoot('GET', path)).json, 'access_level')
        return level === undefined ? call.send() : call.send({ access_level: level })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', path, { body: { user_id: id, access_level: 20 } })
      const body = { access_level: 40, expires_at: '2036-01-01' }
      await ask('PUT', `${path}/${id}`, { body })
      return at((await ask('GET', `${path}/${id}`)).json, 'access_level') === 20
    },
  },
  {
    name: 'Merged branches whose names have a slash are not removed with the others',
    breaks: 'Document 3, DELETE .../merged_branches: deletes all branches merged into the default',
    at: ['deleteMergedBranches', 'listBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const branches = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        if (!response.ok) return response
        const kept = branches.filter(({ name, merged }) => merged && String(name).includes('/'))
        for (const { name, commit } of kept) {
          await call.askAsRoot('POST', path, { branch_name: name, ref: at(commit, 'id') })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      for (const branch of ['done', 'fix/done']) await newBranch(ask, project, branch)
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `${path}/merged_branches`)
      const names = fieldOf((await ask('GET', `${path}/branches`)).json, 'name')
      return names.includes('fix/done') && !names.includes('done')
    },
  },
]

/** What system hooks are told, and in which order and with which times records are listed. */
const deliveries: readonly FaultyServer[] = [
  {
    name: 'Commits of several files are told to system hooks that want no pushes',
    breaks: 'Document 1, Events: system hooks fire for push events when push_events is true',
    at: ['createSystemHook', 'createCommit'],
    needsInstance: true,
    start: serving(() => {
      const hooks = new Map<unknown, Values>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const hook = fieldsOf(listOf(json)[0] ?? json)
          if (response.ok && hook.push_events === false) hooks.set(hook.id, call.given)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          if (response.ok) hooks.delete(Number(call.path.id))
          return response
        },
        async createCommit(call) {
          const response = await call.send()
          if (!response.ok || hooks.size === 0) return response
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const payload = await pushPayload(call, project, String(call.given.branch_name))
          for (const { url, token } of hooks.values()) await tell(url, token, payload)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const bodies = await received(async (url) => {
        await ask('POST', '/hooks', { body: { url, push_events: false } })
        const actions = [{ action: 'create', file_path: 'two.txt', content: 'Two\n' }]
        const body = { branch_name: 'master', commit_message: 'Two', actions }
        await ask('POST', `/projects/${project}/repository/commits`, { body })
      })
      return bodies.some((body) => body.includes('"push"'))
    },
  },
  {
    name: 'A system hook that was removed is still told about new files',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook; Events: system hooks fire for pushes',
    at: ['deleteSystemHook', 'createFile'],
    needsInstance: true,
    start: serving(() => {
      const hooks = new Map<number, Values>()
      const removed: Values[] = []
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const hook = fieldsOf(listOf(json)[0] ?? json)
          if (response.ok && hook.push_events === true) hooks.set(Number(hook.id), call.given)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const hook = hooks.get(Number(call.path.id))
          if (response.ok && hook !== undefined) removed.push(hook)
          hooks.delete(Number(call.path.id))
          return response
        },
        async createFile(call) {
          const response = await call.send()
          if (!response.ok || removed.length === 0) return response
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const payload = await pushPayload(call, project, String(call.given.branch_name))
          for (const { url, token } of removed) await tell(url, token, payload)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const bodies = await received(async (url) => {
        const { json } = await ask('POST', '/hooks', { body: { url, push_events: true } })
        await ask('DELETE', `/hooks/${idOf(listOf(json)[0] ?? json)}`)
        await writeFile(ask, project, { file_path: 'after.txt' })
      })
      return bodies.some((body) => body.includes('"push"'))
    },
  },
  {
    name: 'Merge requests from the longest unchanged on are those from the oldest on',
    breaks: 'Document 2, GET /projects/:id/merge_requests: order_by updated_at, sort asc',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.order_by === 'updated_at' && call.given.sort === 'asc'
          ? call.send({ order_by: 'created_at' })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await newMergeRequest(ask, project, 'elder')
      await moment()
      const second = await newMergeRequest(ask, project, 'younger')
      await moment()
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'elder', target_branch: 'master', title: 'Changed' }
      await ask('PUT', `${path}/${first}`, { body })
      const { json } = await ask('GET', `${path}?order_by=updated_at&sort=asc`)
      return fieldOf(json, 'id').join() === `${first},${second}`
    },
  },
  {
    name: 'An issue that is closed with a new due date keeps the time of its last change',
    breaks: 'Document 2, Issue: state_event close, updated_at changes',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const { state_event, due_date, updated_at } = call.given
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const before = at((await call.askAsRoot('GET', path)).json, 'updated_at')
        const response = await call.send()
        if (!response.ok || state_event !== 'close' || due_date === undefined) return response
        if (updated_at !== undefined) return response
        await call.askAsRoot('PUT', path, { updated_at: before })
        return changed(response, (issue) => withFields(issue, { updated_at: before }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const before = at((await ask('GET', path)).json, 'updated_at')
      await moment()
      await ask('PUT', path, { body: { state_event: 'close', due_date: '2036-05-01' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'updated_at') === before
    },
  },
  {
    name: 'Tags are listed from the newest version on, with ten after nine',
    breaks: 'Document 3, GET .../repository/tags: in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) => {
        const { compare } = new Intl.Collator('en', { numeric: true })
        return relisted(call, (all) =>
          all.toSorted((one, other) => compare(String(other.name), String(one.name))),
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      for (const tag_name of ['v9', 'v10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return fieldOf((await ask('GET', path)).json, 'name').join() === 'v10,v9'
    },
  },
  {
    name: 'Commits since a time are those after it and not the one at it',
    breaks: 'Document 3, GET .../repository/commits: since, commits after or at',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) => {
        if (call.given.since === undefined) return call.send()
        const since = Date.parse(String(call.given.since))
        return relisted(call, (all) =>
          all.filter(({ created_at }) => Date.parse(String(created_at)) !== since),
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits`
      const time = String(at((await ask('GET', path)).json, '0.created_at'))
      const since = new Date(Date.parse(time)).toISOString()
      return listOf((await ask('GET', `${path}?since=${since}`)).json).length === 0
    },
  },
]

export const faultyWorldsServers: readonly FaultyServer[] = [
  ...consistency,
  ...leavings,
  ...permissions,
  ...transitions,
  ...deliveries,
]
