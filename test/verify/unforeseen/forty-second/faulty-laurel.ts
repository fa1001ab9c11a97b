import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
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
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { without } from './tools-laurel.ts'

export const faultyLaurelServers: readonly FaultyServer[] = [
  {
    name: 'A branch that is protected already keeps what developers may do, whatever it is protected with again',
    breaks:
      'Document 3, branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = fieldsOf((await call.ask('GET', path)).json)
        if (branch.protected !== true) return call.send()
        const { developers_can_push, developers_can_merge } = branch
        return call.send({ developers_can_push, developers_can_merge })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'calm')
      const path = `/projects/${project}/repository/branches/calm`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'A tag that is made of another tag stands at the tip of the default branch',
    breaks:
      'Document 3, POST /projects/:id/repository/tags: ref (req; commit SHA, tag name or branch name)',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      async createTag(call) {
        const tag = `${repositoryPath(call)}/tags/${encoded(call.given.ref)}`
        if ((await call.ask('GET', tag)).status !== 200) return call.send()
        const { json } = await call.ask('GET', projectPath(call))
        return call.send({ ref: at(json, 'default_branch') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const old = await headOf(ask, project)
      await ask('POST', path, { body: { tag_name: 'old', ref: 'master' } })
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await ask('POST', path, { body: { tag_name: 'older', ref: 'old' } })
      return at(json, 'commit.id') !== old
    },
  },
  {
    name: 'The commits since a time begin with those of its whole day',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const time = new Date(String(call.given.since))
        if (Number.isNaN(time.getTime())) return call.send()
        time.setUTCHours(0, 0, 0, 0)
        return call.send({ since: time.toISOString() })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const [first] = listOf((await ask('GET', commits)).json)
      const since = `${String(first?.created_at).slice(0, 10)}T23:59:59.999Z`
      return listOf((await ask('GET', `${commits}?since=${since}`)).json).length === 1
    },
  },
  {
    name: 'Whether merging removes the source branch is heeded when a merge request is made, not when it is changed',
    breaks:
      'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: remove_source_branch; updated Merge request',
    at: [
      'updateMergeRequest',
      'getMergeRequest',
      'listMergeRequests',
      'getMergeRequestChanges',
      'mergeMergeRequest',
    ],
    start: serving(() => ({
      updateMergeRequest: (call) => call.send({ remove_source_branch: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'leaving')
      const body = {
        source_branch: 'leaving',
        target_branch: 'master',
        title: 'leaving',
        remove_source_branch: true,
      }
      const { json } = await ask('PUT', `/projects/${project}/merge_requests/${id}`, { body })
      return at(json, 'force_remove_source_branch') !== true
    },
  },
  {
    name: 'A subscription to a merge request with sudo subscribes the administrator',
    breaks:
      'Document 1, Authentication 5: the parameter `sudo` or header `SUDO` performs the call as another user',
    at: ['subscribeToMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      subscribeToMergeRequest: async (call) =>
        call.sudo !== undefined && (await call.ask('GET', '/user')).status === 200
          ? call.sendAsRoot({ sudo: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'heard')
      const user = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, {
        body: { user_id: user.id, access_level: 30 },
      })
      const asked = actingAs(ask, user.id)
      const path = `/projects/${project}/merge_requests/${id}`
      await asked('POST', `${path}/subscription`)
      return at((await asked('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A change of a member of a group leaves the day when the membership expires',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: expires_at',
    at: ['updateGroupMember', 'getGroupMember', 'listGroupMembers'],
    start: serving(() => ({
      updateGroupMember: (call) => call.send({ expires_at: undefined }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const user = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: user.id, access_level: 20 } })
      await ask('PUT', `${members}/${user.id}`, {
        body: { access_level: 30, expires_at: '2040-05-06' },
      })
      return at((await ask('GET', `${members}/${user.id}`)).json, 'expires_at') !== '2040-05-06'
    },
  },
  {
    name: 'An event of mail that was switched on for a group cannot be switched off again',
    breaks:
      'Document 1, notification settings: with level `custom`, these boolean email events can be set; PUT /groups/:id/notification_settings: the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: (call) => {
        const given = Object.entries(call.given)
        const off = given.filter(([, value]) => value === false || value === 'false')
        return call.send(Object.fromEntries(off.map(([name]) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true, new_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'A snippet that is changed to be private stays as visible as it was',
    breaks:
      'Document 2, snippet: visibility_level 0 visible only to the creator; PUT .../snippets/:snippet_id: visibility_level',
    at: ['updateSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet', 'listSnippetNotes'],
    start: serving(() => ({
      updateSnippet: (call) =>
        call.send(Number(call.given.visibility_level) === 0 ? { visibility_level: undefined } : {}),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 10 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const user = await newUser(ask)
      await ask('PUT', path, { body: { visibility_level: 0, title: 'Mine' } })
      return (await actingAs(ask, user.id)('GET', path)).status === 200
    },
  },
  {
    name: 'The groups that a list skips leave gaps in its pages and are counted',
    breaks:
      'Document 1, GET /groups: skip_groups (array of integers); Limits: per_page, X-Total on paginated lists',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { skip_groups } = call.given
        if (!Array.isArray(skip_groups)) return call.send()
        const response = await call.send({ skip_groups: undefined })
        if (!response.ok) return response
        const skipped = skip_groups.map(Number)
        const left = listOf(await jsonOf(response)).filter(
          ({ id }) => !skipped.includes(Number(id)),
        )
        return withBody(response, JSON.stringify(left))
      },
    })),
    async isShown(ask) {
      const word = freshName('gap')
      const one = await newGroup(ask, { name: `${word}-a`, path: `${word}-a` })
      await newGroup(ask, { name: `${word}-b`, path: `${word}-b` })
      const path = `/groups?search=${word}&per_page=1&skip_groups[]=${one}`
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'A user can delete the SSH keys of others as their own',
    breaks:
      'Document 1, DELETE /user/keys/:key_id: a key of the caller; only DELETE /users/:id/keys/:key_id (admin) deletes those of others',
    at: [
      'deleteOwnSshKey',
      'listOwnSshKeys',
      'getOwnSshKey',
      'listSshKeysOfUser',
      'getSshKeyWithUser',
    ],
    start: serving(() => ({
      async deleteOwnSshKey(call) {
        if ((await call.ask('GET', '/user')).status !== 200) return call.send()
        const key = encoded(call.path.key_id)
        const owner = at((await call.askAsRoot('GET', `/keys/${key}`)).json, 'user.id')
        if (owner === undefined || owner === (await callerOf(call)).id) return call.send()
        return responseOf(await call.askAsRoot('DELETE', `/users/${owner}/keys/${key}`))
      },
    })),
    async isShown(ask) {
      const [one, other] = [await newUser(ask), await newUser(ask)]
      const path = `/users/${one.id}/keys`
      const id = idOf((await ask('POST', path, { body: { title: 'One', key: freshKey() } })).json)
      await actingAs(ask, other.id)('DELETE', `/user/keys/${id}`)
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'A cherry pick answers with the commit that was picked instead of the new one',
    breaks:
      'Document 3, POST .../commits/:sha/cherry_pick: Commit; document 1, status 201: POST created the resource; it is returned',
    at: ['cherryPickCommit', 'getCommit', 'listCommits'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const { json } = await call.ask('GET', path)
        const response = await call.send()
        return response.ok
          ? jsonAnswer(response.status, without(fieldsOf(json), ['stats', 'status']))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'main.txt' })
      await writeFile(ask, project, { file_path: 'side.txt', branch_name: 'side' })
      const sha = await headOf(ask, project, 'side')
      const path = `/projects/${project}/repository/commits/${sha}/cherry_pick`
      const { json } = await ask('POST', path, { body: { branch: 'master' } })
      return at(json, 'id') === sha
    },
  },
  {
    name: 'The statuses of one job hold those of every job whose name contains its name',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        const { name } = call.given
        if (typeof name !== 'string') return call.send()
        return relisted(call, (all) => all.filter((one) => String(one.name).includes(name)), {
          name: undefined,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['test', 'test:unit']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=test`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'The projects of a group heed the direction of their order only when the order is given too',
    breaks:
      'Document 1, GET /groups/:id/projects: order_by (default `created_at`), sort (default `desc`)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      listGroupProjects: (call) =>
        call.send(call.given.order_by === undefined ? { sort: undefined } : {}),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const first = await newProject(ask, { namespace_id: group })
      await newProject(ask, { namespace_id: group })
      const { json } = await ask('GET', `/groups/${group}/projects?sort=asc`)
      return at(json, '0.id') !== first
    },
  },
  {
    name: 'Each merge request of a project has the notes of all the others by their ids',
    breaks:
      'Document 2, GET /projects/:id/merge_requests/:merge_request_id/notes/:note_id: the note of that parent; document 1, 404: resource not found',
    at: ['getMergeRequestNote'],
    start: serving(() => ({
      async getMergeRequestNote(call) {
        const response = await call.send()
        const requests = `${projectPath(call)}/merge_requests`
        const own = await call.ask('GET', `${requests}/${encoded(call.path.merge_request_id)}`)
        if (response.status !== 404 || own.status !== 200) return response
        for (const id of fieldOf((await call.ask('GET', `${requests}?per_page=100`)).json, 'id')) {
          const note = encoded(call.path.note_id)
          const answer = await call.ask('GET', `${requests}/${id}/notes/${note}`)
          if (answer.status === 200) return responseOf(answer)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const requests = `/projects/${project}/merge_requests`
      const one = await newMergeRequest(ask, project, 'one')
      const other = await newMergeRequest(ask, project, 'other')
      const made = await ask('POST', `${requests}/${one}/notes`, { body: { body: 'Here' } })
      return (await ask('GET', `${requests}/${other}/notes/${idOf(made.json)}`)).status === 200
    },
  },
  {
    name: 'An issue that is moved loses its labels, though the target project has labels of the same names',
    breaks:
      'Document 2, POST .../move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const moved = fieldsOf(await jsonOf(response))
        const path = `/projects/${moved.project_id}/issues/${moved.id}`
        await call.askAsRoot('PUT', path, { labels: '' })
        return withBody(response, JSON.stringify({ ...moved, labels: [] }))
      },
    })),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, to, { labels: 'tide' })
      const issue = await newIssue(ask, from, { labels: 'tide' })
      const path = `/projects/${from}/issues/${issue}/move`
      const moved = idOf((await ask('POST', path, { body: { to_project_id: to } })).json)
      const labels = at((await ask('GET', `/projects/${to}/issues/${moved}`)).json, 'labels')
      return Array.isArray(labels) && labels.length === 0
    },
  },
]
