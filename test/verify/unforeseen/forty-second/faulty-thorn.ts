import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  isFalse,
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
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { mayWrite, projectOf } from './tools-thorn.ts'

const eventNames = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]

export const faultyThornServers: readonly FaultyServer[] = [
  {
    name: 'A moved issue gets the milestone of the same name in its new project only while that one is active',
    breaks:
      'Document 2, POST .../move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const issue = fieldsOf(await jsonOf(response))
        if (!response.ok || at(issue, 'milestone.state') !== 'closed') return response
        const path = `/projects/${issue.project_id}/issues/${issue.id}`
        await call.askAsRoot('PUT', path, { milestone_id: 0 })
        return jsonAnswer(response.status, { ...issue, milestone: null })
      },
    })),
    async isShown(ask) {
      const title = freshName('milestone')
      const from = await newProject(ask)
      const to = await newProject(ask)
      const milestones: number[] = []
      for (const project of [from, to]) {
        const made = await ask('POST', `/projects/${project}/milestones`, { body: { title } })
        milestones.push(Number(at(made.json, 'id')))
      }
      const [milestone_id, other] = milestones
      await ask('PUT', `/projects/${to}/milestones/${other}`, { body: { state_event: 'close' } })
      const issue = await newIssue(ask, from, { milestone_id })
      const body = { to_project_id: to }
      const moved = await ask('POST', `/projects/${from}/issues/${issue}/move`, { body })
      const { json } = await ask('GET', `/projects/${to}/issues/${at(moved.json, 'id')}`)
      return moved.status === 201 && at(json, 'milestone') === null
    },
  },
  {
    name: 'The deletion of merged branches looks for what is merged into master, and does nothing where the default branch has another name',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'getBranch', 'listBranches', 'createProjectForUser'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const { default_branch } = await projectOf(call)
        const isOther = typeof default_branch === 'string' && default_branch !== 'master'
        return isOther && (await mayWrite(call)) ? jsonAnswer(200, null) : call.send()
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { name: freshName('project'), default_branch: 'trunk' }
      const project = Number(at((await ask('POST', `/projects/user/${id}`, { body })).json, 'id'))
      await writeFile(ask, project, { file_path: 'README.md', branch_name: 'trunk' })
      await newBranch(ask, project, 'done', 'trunk')
      await writeFile(ask, project, { file_path: 'NEWS.md', branch_name: 'trunk' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      return (await ask('GET', `${repository}/branches/done`)).status === 200
    },
  },
  {
    name: 'The offset of the zone in until is ignored where commits are listed: its hours count as those of UTC',
    breaks:
      'Document 3, GET .../repository/commits: until (ISO 8601, commits before or at), and an ISO 8601 time may have an offset',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { until } = call.given
        if (typeof until !== 'string') return call.send()
        return call.send({ until: until.replace(/(T[\d:.]+)[+-]\d\d:?\d\d$/, '$1Z') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const until = `${new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 19)}-05:00`
      const path = `/projects/${project}/repository/commits?until=${encoded(until)}`
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'No tag can be made of another tag, only of a branch or a commit',
    breaks:
      'Document 3, POST /projects/:id/repository/tags: ref (req; commit SHA, tag name or branch name)',
    at: ['createTag'],
    start: serving(() => ({
      async createTag(call) {
        const { tag_name } = call.given
        if (typeof tag_name !== 'string' || !(await mayWrite(call))) return call.send()
        const path = repositoryPath(call)
        const ref = encoded(call.given.ref)
        const tag = await call.askAsRoot('GET', `${path}/tags/${ref}`)
        const branch = await call.askAsRoot('GET', `${path}/branches/${ref}`)
        if (tag.status !== 200 || branch.status === 200) return call.send()
        return jsonAnswer(405, { message: 'Target is invalid' })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'one', ref: 'master' } })
      return (await ask('POST', path, { body: { tag_name: 'two', ref: 'one' } })).status === 405
    },
  },
  {
    name: 'All statuses of a commit are answered with whatever name is asked for, as its filter is heeded only for the latest',
    breaks:
      'Document 3, GET .../commits/:sha/statuses: name (filter by job name), all (boolean; all statuses rather than the latest)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        return isTrue(call.given.all) ? call.send({ name: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['lint', 'spell']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=lint`
      return fieldOf((await ask('GET', path)).json, 'name').includes('spell')
    },
  },
  {
    name: 'The new content of a file that a commit moves is taken as text even where it is given in Base64',
    breaks:
      'Document 3, actions[]: content (optional for `move`), encoding (`text` (default) or `base64`)',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const isMove = (action: unknown) => at(action, 'action') === 'move'
        if (!actions.some(isMove)) return call.send()
        return call.send({
          actions: actions.map((action: unknown) =>
            isMove(action) ? { ...fieldsOf(action), encoding: 'text' } : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const action = {
        action: 'move',
        previous_path: 'README.md',
        file_path: 'READ.md',
        content: btoa('Two\n'),
        encoding: 'base64',
      }
      await ask('POST', `${repository}/commits`, {
        body: { branch_name: 'master', commit_message: 'Move', actions: [action] },
      })
      const raw = await ask('GET', `${repository}/blobs/master?filepath=READ.md`)
      return raw.status === 200 && raw.text !== 'Two\n'
    },
  },
  {
    name: 'Whoever was blocked is not found by the username',
    breaks:
      'Document 1, GET /users: username (string), next to active and blocked, which are filters of their own',
    at: ['listUsers', 'blockUser'],
    start: serving(() => ({
      async listUsers(call) {
        if (call.given.username === undefined || isTrue(call.given.blocked)) return call.send()
        return relisted(call, (all) => all.filter(({ state }) => state !== 'blocked'))
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      return listOf((await ask('GET', `/users?username=${username}`)).json).length === 0
    },
  },
  {
    name: 'Whoever could make groups once still can after an administrator has taken that away',
    breaks:
      'Document 1, POST /groups: only for users allowed to create groups; PUT /users/:id: can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const kept = new Set<unknown>()
      return {
        async updateUser(call) {
          const path = `/users/${encoded(call.path.id)}`
          const before = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          const isTaken = isFalse(call.given.can_create_group) && before.can_create_group === true
          if (response.ok && isTaken) kept.add(before.id)
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          if (!kept.has(id)) return response
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: true })
          const made = await call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: false })
          return made
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask, { can_create_group: true })
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const name = freshName('group')
      const body = { name, path: name }
      return (await actingAs(ask, username)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'Whoever was removed from a group can still read its private projects one by one',
    breaks: 'Document 1, Errors: A GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeGroupMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const group = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          if (response.ok) removed.add(`${at(group.json, 'id')} ${call.path.user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const [caller, project] = [await callerOf(call), await projectOf(call)]
          const group = at(project, 'namespace.id')
          return removed.has(`${group} ${caller.id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id, username } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, username)('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The links to other pages of merge requests keep only the last of several iids',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || !response.ok) return response
        const last = (text: string) => {
          const url = new URL(text)
          const iids = url.searchParams.getAll('iids[]')
          if (iids.length > 1) url.searchParams.set('iids[]', iids.at(-1) ?? '')
          return `<${url.href}>`
        }
        return withBody(response, await response.text(), {
          link: link.replace(/<([^>]*)>/g, (_, url: string) => last(url)),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one', 'two']) await newMergeRequest(ask, project, name)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = decodeURIComponent((await ask('GET', path)).headers.get('link') ?? '')
      const next = link.split(',').find((one) => one.includes('rel="next"')) ?? ''
      return next.includes('iids') && next.split('iids').length === 2
    },
  },
  {
    name: 'The events of custom notifications about a project are only taken when the level custom is given along with them',
    breaks:
      'Document 1, PUT /projects/:id/notification_settings: level, the twelve event booleans (optional each); with level `custom`, these boolean email events can be set',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const without = Object.fromEntries(eventNames.map((name) => [name, undefined]))
        const isAlone = call.given.level === undefined
        if (!isAlone || !eventNames.some((name) => name in call.given)) return call.send()
        const kept = await call.ask('GET', `${projectPath(call)}/notification_settings`)
        const level = at(kept.json, 'level')
        return level === 'custom' ? call.send({ ...without, level }) : call.send()
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      await ask('PUT', path, { body: { new_note: true } })
      return at((await ask('GET', path)).json, 'events.new_note') === false
    },
  },
  {
    name: 'The code of a private snippet is given in raw form to every member of the project',
    breaks:
      'Document 2, Snippet: `visibility_level`: 0 visible only to the creator; GET .../snippets/:snippet_id/raw',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || !(await mayWrite(call, 10))) return response
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id, username } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, username)('GET', path)).status === 200
    },
  },
  {
    name: 'A merge request is merged if its source head begins with the sha, be that only a part of it',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const head = at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha')
        return String(head).startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const body = { sha: (await headOf(ask, project, 'feature')).slice(0, 11) }
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'The author of an issue, having unsubscribed from it, is told to be subscribed already on subscribing again',
    breaks:
      'Document 2, POST .../issues/:issue_id/subscription: subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'getIssue', 'unsubscribeFromIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const issue = await call.ask('GET', path)
        if (issue.status !== 200) return call.send()
        const { id } = await callerOf(call)
        return at(issue.json, 'author.id') === id ? notModified() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('DELETE', `${path}/subscription`)
      await ask('POST', `${path}/subscription`)
      return at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The events of a user are listed project by project, the newest first only within each',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(other.project_id) - Number(one.project_id)),
        ),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const asUser = actingAs(ask, username)
      const [first, second] = [await newProject(asUser), await newProject(asUser)]
      for (const project of [first, second, first]) await newIssue(asUser, project)
      const { json } = await ask('GET', `/users/${id}/events`)
      return fieldOf(json, 'project_id')[0] === second
    },
  },
]
