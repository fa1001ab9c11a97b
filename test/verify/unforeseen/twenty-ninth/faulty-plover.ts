import { setTimeout as wait } from 'node:timers/promises'
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
  forAll,
  freshKey,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { groupIdOf, isCommitId, projectIdOf, withLastOfLists } from './tools-plover.ts'

export const faultyPloverServers: readonly FaultyServer[] = [
  {
    name: 'An SSH key that an administrator took from a user can never be added again by anybody',
    breaks:
      'Document 1, Users: an already-used key reports `has already been taken`; DELETE /users/:id/keys/:key_id; POST /user/keys: created SSH key, 201',
    at: ['deleteSshKeyOfUser', 'createOwnSshKey', 'createSshKeyOfUser'],
    start: serving(() => {
      const removed = new Set<string>()
      const textOf = (key: unknown) => String(key).trim().split(/\s+/)[1] ?? ''
      const adding =
        (ownerOf: (call: Call) => Promise<unknown>): Rule =>
        async (call) => {
          const response = await call.send()
          if (!response.ok || !removed.has(textOf(call.given.key))) return response
          const key = idOf(await jsonOf(response))
          await call.askAsRoot('DELETE', `/users/${await ownerOf(call)}/keys/${key}`)
          return jsonAnswer(400, { message: { key: ['has already been taken'] } })
        }
      return {
        async deleteSshKeyOfUser(call) {
          const { json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
          const response = await call.send()
          if (response.ok) removed.add(textOf(at(json, 'key')))
          return response
        },
        createOwnSshKey: adding(async (call) => (await callerOf(call)).id),
        createSshKeyOfUser: adding(async ({ path }) => path.id),
      }
    }),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/keys`
      const body = { title: 'Key', key: freshKey() }
      const id = idOf((await ask('POST', path, { body })).json)
      await ask('DELETE', `${path}/${id}`)
      return (await ask('POST', path, { body })).status === 400
    },
  },
  {
    name: 'Merging a merge request makes those from the same branch into other branches merged ones too',
    breaks:
      'Document 2, Merge request states: PUT .../:merge_request_id/merge makes that merge request `merged`',
    at: ['mergeMergeRequest', 'getMergeRequest', 'listMergeRequests', 'getMergeRequestChanges'],
    start: serving(() => {
      const merged = new Set<unknown>()
      const overlaid = (one: Values): Values =>
        merged.has(one.id) ? { ...one, state: 'merged' } : one
      return {
        async mergeMergeRequest(call) {
          const response = await call.send()
          const { source_branch, state } = fieldsOf(await jsonOf(response))
          if (!response.ok || state !== 'merged') return response
          const path = `${projectPath(call)}/merge_requests?state=opened&per_page=100`
          for (const other of listOf((await call.askAsRoot('GET', path)).json)) {
            if (other.source_branch === source_branch) merged.add(other.id)
          }
          return response
        },
        ...forAll(['getMergeRequest', 'getMergeRequestChanges'], async (call) =>
          eachChanged(await call.send(), overlaid),
        ),
        async listMergeRequests(call) {
          const { state } = call.given
          if (merged.size === 0) return call.send()
          if (state !== 'opened' && state !== 'merged')
            return eachChanged(await call.send(), overlaid)
          return relisted(call, (all) => all.map(overlaid).filter((one) => one.state === state), {
            state: 'all',
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const first = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'work', target_branch: 'stable', title: 'Backport' }
      const second = idOf((await ask('POST', path, { body })).json)
      await ask('PUT', `${path}/${first}/merge`)
      return at((await ask('GET', `${path}/${second}`)).json, 'state') === 'merged'
    },
  },
  {
    name: 'Somebody who is no longer the owner of a group but a lower member still finds it among the owned groups',
    breaks: 'Document 1, GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups', 'updateGroupMember'],
    start: serving(() => {
      const former = new Map<number, Set<number>>()
      return {
        async updateGroupMember(call) {
          const group = await groupIdOf(call)
          const user = Number(call.path.user_id)
          const path = `/groups/${group}/members/${user}`
          const before = Number(at((await call.askAsRoot('GET', path)).json, 'access_level'))
          const response = await call.send()
          const groups = former.get(user) ?? new Set()
          former.set(user, groups)
          const after = Number(call.given.access_level)
          if (response.ok && before === 50 && after < 50) groups.add(group)
          if (response.ok && after === 50) groups.delete(group)
          return response
        },
        async removeGroupMember(call) {
          former.get(Number(call.path.user_id))?.delete(await groupIdOf(call))
          return call.send()
        },
        async listOwnedGroups(call) {
          const stale: Values[] = []
          for (const id of former.get(Number((await callerOf(call)).id)) ?? []) {
            const { status, json } = await call.ask('GET', `/groups/${id}`)
            const { projects, shared_projects, ...group } = fieldsOf(json)
            if (status === 200) stale.push({ lfs_enabled: true, ...group })
          }
          if (stale.length === 0) return call.send()
          return relisted(call, (all) => [
            ...all,
            ...stale.filter(({ id }) => !all.some((one) => one.id === id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${members}/${id}`, { body: { access_level: 30 } })
      const { json } = await actingAs(ask, id)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'The details of a group leave out the projects that were transferred into it',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) transferred.add(at(json, 'id'))
          return response
        },
        getGroup: async (call) =>
          changed(await call.send(), (group) => {
            const projects = at(group, 'projects')
            if (!Array.isArray(projects)) return group
            const rest = projects.filter((one) => !transferred.has(at(one, 'id')))
            return withFields(group, { projects: rest })
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${group}`)
      return !fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'A comparison of branches stays as it was first asked for, whatever is committed to them afterwards',
    breaks:
      'Document 3, GET .../repository/compare: from and to, each a commit SHA or branch name; commits and diffs between them',
    at: ['compareRevisions', 'createFile', 'updateFile', 'deleteFile', 'createCommit'],
    start: serving(() => {
      const compared = new Map<string, unknown>()
      return {
        async compareRevisions(call) {
          const { from, to } = call.given
          const response = await call.send()
          if (!response.ok || (isCommitId(from) && isCommitId(to))) return response
          const key = JSON.stringify([await projectIdOf(call), from, to])
          if (!compared.has(key)) compared.set(key, await jsonOf(response))
          return changed(response, () => compared.get(key))
        },
        async deleteBranch(call) {
          const response = await call.send()
          if (response.ok) compared.clear()
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'work')
      const path = `/projects/${project}/repository/compare?from=master&to=work`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'work' })
      return listOf(at((await ask('GET', path)).json, 'commits')).length === 0
    },
  },
  {
    name: 'The masters of a project are listed the snippets that are visible only to their creators',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippets'],
    start: serving((forge) => ({
      async listSnippets(call) {
        const response = await call.send()
        if (!response.ok || call.isAnonymous || (await levelOf(call)) < 40) return response
        const project = await projectIdOf(call)
        const records = await forge.db.snippets.findMany((query) =>
          query.where({ project_id: project }),
        )
        const found: Values[] = []
        for (const { id, author_id } of records) {
          const path = `/projects/${project}/snippets/${id}?sudo=${author_id}`
          const { status, json } = await call.askAsRoot('GET', path)
          if (status === 200) found.push(fieldsOf(json))
        }
        return relisted(call, (all) => [
          ...all,
          ...found.filter(({ id }) => !all.some((one) => one.id === id)),
        ])
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const { json } = await actingAs(ask, id)('GET', `/projects/${project}/snippets`)
      return fieldOf(json, 'id').includes(snippet)
    },
  },
  {
    name: 'Somebody who was removed from a private project still reads its issues by their ids',
    breaks:
      'Document 2, Issues: A GET on an issue of a private project by a non-member gives 404; Document 1, Members: DELETE removes the member',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectIdOf(call)
          const path = `/projects/${project}/members/${call.path.user_id}`
          const { status } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && status === 200) former.add(`${project}/${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404 || former.size === 0) return response
          const key = `${await projectIdOf(call)}/${(await callerOf(call)).id}`
          return former.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'The private projects of a group are missing from the projects that its guests can see',
    breaks: 'Document 1, GET /projects/visible: array of Project the caller can see',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: async (call) =>
        relisted(call, (all) =>
          all.filter((one) => {
            const isGuest = at(one, 'permissions.group_access.access_level') === 10
            const isDirect = at(one, 'permissions.project_access.access_level') !== undefined
            return one.visibility_level !== 0 || !isGuest || isDirect
          }),
        ),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 10 } })
      const asGuest = actingAs(ask, id)
      const { status } = await asGuest('GET', `/projects/${project}`)
      const { json } = await asGuest('GET', '/projects/visible?per_page=100')
      return status === 200 && !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The author of an issue removes it without being an owner of the project',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403 || call.isAnonymous) return response
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const author = at((await call.ask('GET', path)).json, 'author.id')
        const isAuthor = author !== undefined && author === (await callerOf(call)).id
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asAuthor = actingAs(ask, id)
      const issue = await newIssue(asAuthor, project)
      const { status } = await asAuthor('DELETE', `/projects/${project}/issues/${issue}`)
      return status === 200
    },
  },
  {
    name: 'A user whom an administrator acts as by sudo is shown the fields of users for administrators',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; User: additional fields for administrators',
    at: ['getUser'],
    start: serving(() => ({
      async getUser(call) {
        const response = await call.send()
        return response.ok && call.sudo !== undefined
          ? call.sendAsRoot({ sudo: undefined })
          : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { id: other } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/users/${other}`)
      return at(json, 'email') !== undefined
    },
  },
  {
    name: 'A merge whose sha is not the head is refused by 409 and yet done',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        if (response.status === 409 && call.given.sha !== undefined)
          await call.send({ sha: undefined })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const master = await headOf(ask, project)
      const id = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests/${id}`
      const { status } = await ask('PUT', `${path}/merge`, { body: { sha: master } })
      return status === 409 && at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'The name of a job filters the latest statuses of a commit, but not all of them',
    breaks:
      'Document 3, GET .../commits/:sha/statuses: name (filter by job name), all (boolean; all statuses rather than the latest)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['lint', 'unit']) {
        const body = { state: 'success', name, ref: 'master' }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=lint`
      return fieldOf((await ask('GET', path)).json, 'name').includes('unit')
    },
  },
  {
    name: 'The links to other pages keep only the last value of a parameter that is a list',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests', 'listGroups', 'listBuilds', 'listBuildsOfCommit'],
    start: serving(() =>
      forAll(
        ['listMergeRequests', 'listGroups', 'listBuilds', 'listBuildsOfCommit'],
        async (call) => withLastOfLists(await call.send()),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const { headers } = await ask('GET', path)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      if (next === '') return false
      return new URL(next).searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'Closing an issue leaves the time of its update as it was',
    breaks: 'Document 2, Issue states: `state_event` = `close`: `updated_at` changes',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    start: serving(() => ({
      async updateIssue(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const { state, updated_at } = fieldsOf((await call.askAsRoot('GET', path)).json)
        const response = await call.send()
        const isClosing = call.given.state_event === 'close' && call.given.updated_at === undefined
        if (!response.ok || !isClosing || state !== 'opened') return response
        await call.askAsRoot('PUT', path, { updated_at })
        return changed(response, (issue) => withFields(issue, { updated_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const before = at((await ask('GET', path)).json, 'updated_at')
      await wait(30)
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { state, updated_at } = fieldsOf((await ask('GET', path)).json)
      return state === 'closed' && updated_at === before
    },
  },
  {
    name: 'The list of tags shows only the first line of an annotation',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['listTags'],
    start: serving(() => ({
      listTags: async (call) =>
        eachChanged(await call.send(), (tag) =>
          typeof tag.message === 'string' ? { ...tag, message: tag.message.split('\n')[0] } : tag,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', message: 'First\n\nMuch is new.' }
      await ask('POST', path, { body })
      const { json } = await ask('GET', path)
      return at(json, '0.message') === 'First'
    },
  },
]
