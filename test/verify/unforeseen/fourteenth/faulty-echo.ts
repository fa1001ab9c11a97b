import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  isFalse,
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
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { firstLineOf, groupWith, levelInGroup, newKeyOf, ownerOfEmail } from './tools-echo.ts'

export const faultyEchoServers: readonly FaultyServer[] = [
  {
    name: 'The apostrophe in the title of a key that is made for a user is kept as HTML',
    breaks: 'Document 1, POST /users/:id/keys: title; created SSH key',
    at: [
      'createSshKeyOfUser',
      'listSshKeysOfUser',
      'getSshKeyWithUser',
      'listOwnSshKeys',
      'getOwnSshKey',
    ],
    start: serving(() => ({
      createSshKeyOfUser: (call) =>
        typeof call.given.title === 'string'
          ? call.send({ title: call.given.title.replaceAll("'", '&#39;') })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const key = await newKeyOf(ask, id, freshKey(), "Anna's laptop")
      return key.title === 'Anna&#39;s laptop'
    },
  },
  {
    name: 'A user removes an e-mail of another user by its id',
    breaks: "Document 1, DELETE /user/emails/:email_id: removes an e-mail of the caller's own",
    at: ['deleteOwnEmail', 'listEmailsOfUser', 'listOwnEmails', 'getOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail(call) {
        const response = await call.send()
        const { id } = await callerOf(call)
        if (id === undefined) return response
        const owner = await ownerOfEmail(call, call.path.email_id)
        if (owner !== undefined)
          await call.askAsRoot('DELETE', `/users/${owner}/emails/${call.path.email_id}`)
        return response
      },
    })),
    async isShown(ask) {
      const owner = await newUser(ask)
      const other = await newUser(ask)
      const body = { email: `${freshName('second')}@echo.example` }
      const { json } = await ask('POST', `/users/${owner.id}/emails`, { body })
      await actingAs(ask, other.id)('DELETE', `/user/emails/${idOf(json)}`)
      const left = await ask('GET', `/users/${owner.id}/emails`)
      return left.status === 200 && !fieldOf(left.json, 'id').includes(idOf(json))
    },
  },
  {
    name: 'Groups in which a user is but a master are among those that the user owns',
    breaks: 'Document 1, GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      async listOwnedGroups(call) {
        const { id, is_admin } = await callerOf(call)
        if (id === undefined || is_admin === true) return call.send()
        const groups = listOf((await call.ask('GET', '/groups?per_page=100')).json)
        const levels = await Promise.all(groups.map((group) => levelInGroup(call, group.id, id)))
        const added = groups.filter((_, index) => levels[index] === 40)
        return relisted(call, (all) => [...all, ...added])
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const group = await groupWith(ask, id, { access_level: 40 })
      const { json } = await actingAs(ask, id)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'Guests become members of a project for ever, whatever date is given',
    breaks: 'Document 1, POST /projects/:id/members: access_level, expires_at',
    at: ['addProjectMember', 'getProjectMember'],
    start: serving(() => ({
      addProjectMember: (call) =>
        Number(call.given.access_level) === 10 ? call.send({ expires_at: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask)
      const body = { user_id: id, access_level: 10, expires_at: '2099-05-01' }
      await ask('POST', `/projects/${project}/members`, { body })
      const { json } = await ask('GET', `/projects/${project}/members/${id}`)
      return at(json, 'expires_at') === null
    },
  },
  {
    name: 'Visible projects that are searched for are those of every visibility',
    breaks: 'Document 1, GET /projects/visible: search and visibility',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: (call) =>
        call.given.search === undefined ? call.send() : call.send({ visibility: undefined }),
    })),
    async isShown(ask) {
      const name = freshName('harbour')
      const project = await newProject(ask, { name, visibility_level: 0 })
      const { json } = await ask('GET', `/projects/visible?search=${name}&visibility=public`)
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'All projects are in descending order if only the direction of the order is given',
    breaks: 'Document 1, Projects: sort asc; order_by, default created_at',
    at: ['listAllProjects'],
    start: serving(() => ({
      listAllProjects: (call) =>
        call.given.order_by === undefined ? call.send({ sort: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const first = await newProject(ask)
      const second = await newProject(ask)
      const { json } = await ask('GET', '/projects/all?sort=asc&per_page=100')
      const ids = fieldOf(json, 'id')
      return ids.indexOf(second) < ids.indexOf(first)
    },
  },
  {
    name: 'The notification level falls back to global if only the e-mail is changed',
    breaks: 'Document 1, PUT /notification_settings: level and notification_email are optional',
    at: ['updateNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      async updateNotificationSettings(call) {
        const isAlone =
          call.given.notification_email !== undefined && call.given.level === undefined
        return isAlone ? call.send({ level: 'global' }) : call.send()
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const asUser = actingAs(ask, id)
      await asUser('PUT', '/notification_settings', { body: { level: 'watch' } })
      const body = { notification_email: `${username}@six.example` }
      await asUser('PUT', '/notification_settings', { body })
      return at((await asUser('GET', '/notification_settings')).json, 'level') === 'global'
    },
  },
  {
    name: 'An event of a group that was switched on cannot be switched off again',
    breaks: 'Document 1, PUT /groups/:id/notification_settings: the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: (call) =>
        call.send(
          Object.fromEntries(
            Object.entries(call.given)
              .filter(([name, value]) => name.includes('_') && isFalse(value))
              .map(([name]) => [name, undefined]),
          ),
        ),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', new_issue: false } })
      return at((await ask('GET', path)).json, 'events.new_issue') === true
    },
  },
  {
    name: 'A system hook for tags verifies certificates, though it is told not to',
    breaks: 'Document 1, POST /hooks: tag_push_events, enable_ssl_verification',
    at: ['createSystemHook', 'listSystemHooks', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        isTrue(call.given.tag_push_events) && isFalse(call.given.enable_ssl_verification)
          ? call.send({ enable_ssl_verification: true })
          : call.send(),
    })),
    async isShown(ask) {
      const url = `http://hooks.example/${freshName('hook')}`
      const body = { url, tag_push_events: true, enable_ssl_verification: false }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      return hooks.find((hook) => hook.url === url)?.enable_ssl_verification === true
    },
  },
  {
    name: 'Closed issues of one’s own must have each of the labels',
    breaks: 'Document 2, GET /issues: state, labels (comma-separated; any label matches)',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues(call) {
        const labels = String(call.given.labels ?? '').split(',')
        if (call.given.state !== 'closed' || labels.length < 2) return call.send()
        return relisted(call, (all) =>
          all.filter((issue) =>
            labels.every((label) => Array.isArray(issue.labels) && issue.labels.includes(label)),
          ),
        )
      },
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asUser)
      const issue = await newIssue(asUser, project, { labels: 'tar' })
      const body = { state_event: 'close' }
      await asUser('PUT', `/projects/${project}/issues/${issue}`, { body })
      const open = await asUser('GET', '/issues?labels=tar,rope')
      const closed = await asUser('GET', '/issues?labels=tar,rope&state=closed')
      return (
        listOf(open.json).length === 1 && closed.status === 200 && listOf(closed.json).length === 0
      )
    },
  },
  {
    name: 'An issue counts the notes on it that were removed',
    breaks: 'Document 2, Issue: user_notes_count',
    at: ['getIssue', 'deleteIssueNote'],
    start: serving(() => {
      const most = new Map<unknown, number>()
      return {
        getIssue: async (call) =>
          changed(await call.send(), (json) => {
            const count = at(json, 'user_notes_count')
            if (typeof count !== 'number') return json
            most.set(call.path.issue_id, Math.max(count, most.get(call.path.issue_id) ?? 0))
            return withFields(json, { user_notes_count: most.get(call.path.issue_id) })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'Aye' } })
      const before = at((await ask('GET', path)).json, 'user_notes_count')
      await ask('DELETE', `${path}/notes/${idOf(json)}`)
      return before === 1 && at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'A project counts its open issues that were deleted',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: removed; open_issues_count',
    at: ['deleteIssue', 'getProject'],
    start: serving(() => {
      const removed = new Map<unknown, number>()
      return {
        async deleteIssue(call) {
          const before = await call.askAsRoot(
            'GET',
            `${projectPath(call)}/issues/${call.path.issue_id}`,
          )
          const response = await call.send()
          const project = at(before.json, 'project_id')
          if (response.ok && at(before.json, 'state') === 'opened')
            removed.set(project, (removed.get(project) ?? 0) + 1)
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (json) => {
            const count = at(json, 'open_issues_count')
            const more = removed.get(at(json, 'id')) ?? 0
            return typeof count === 'number'
              ? withFields(json, { open_issues_count: count + more })
              : json
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
  {
    name: 'A merge request keeps the head that it had when it was first looked at',
    breaks: 'Document 2, Merge request: sha, the head commit id',
    at: ['getMergeRequest'],
    start: serving(() => {
      const heads = new Map<string, unknown>()
      return {
        getMergeRequest: async (call) =>
          changed(await call.send(), (json) => {
            const key = String(call.path.merge_request_id)
            if (at(json, 'sha') === undefined) return json
            if (!heads.has(key)) heads.set(key, at(json, 'sha'))
            return withFields(json, { sha: heads.get(key) })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'topic' })
      const { json } = await ask('GET', path)
      return at(json, 'sha') !== (await headOf(ask, project, 'topic'))
    },
  },
  {
    name: 'The message of a merge commit ends with its first line',
    breaks: 'Document 2, PUT .../merge: merge_commit_message',
    at: ['mergeMergeRequest', 'getCommit', 'listCommits'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        call.given.merge_commit_message === undefined
          ? call.send()
          : call.send({ merge_commit_message: firstLineOf(call.given.merge_commit_message) }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const body = { merge_commit_message: 'Merge the topic\n\nWith all its ropes' }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return (
        at(json, 'title') === 'Merge the topic' && !String(at(json, 'message')).includes('ropes')
      )
    },
  },
  {
    name: 'The last page of the notes on a merge request says that one more follows',
    breaks: 'Document 1, Limits: X-Next-Page on paginated lists',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page'))
        const isLast = page > 1 && response.headers.get('x-next-page') === ''
        return isLast
          ? withBody(response, response.body, { 'x-next-page': String(page + 1) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      const { headers } = await ask('GET', `${path}?per_page=1&page=2`)
      return headers.get('x-total') === '2' && headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'A note is removed by way of a merge request of the project that it is not on',
    breaks: 'Document 2, DELETE .../notes/:note_id: the note of the merge request; 404 not found',
    at: ['deleteMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      async deleteMergeRequestNote(call) {
        const response = await call.send()
        // The forge answers with null where the merge request has no such note.
        if (!response.ok || (await jsonOf(response)) !== null) return response
        const { json } = await call.ask('GET', `${projectPath(call)}/merge_requests?per_page=100`)
        for (const { id } of listOf(json)) {
          const path = `${projectPath(call)}/merge_requests/${id}/notes/${call.path.note_id}`
          const answer = await call.ask('DELETE', path)
          if (answer.json !== null && answer.status === 200) return responseOf(answer)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const one = await newMergeRequest(ask, project, 'one')
      const other = await newMergeRequest(ask, project, 'other')
      const path = (request: number) => `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await ask('POST', path(one), { body: { body: 'Ahoy' } })
      await ask('DELETE', `${path(other)}/${idOf(json)}`)
      return (await ask('GET', `${path(one)}/${idOf(json)}`)).status === 404
    },
  },
  {
    name: 'The spaces at the ends of the lines of a new snippet are dropped',
    breaks: 'Document 2, POST /projects/:id/snippets: code; raw snippet as plain text',
    at: ['createSnippet', 'getRawSnippet'],
    start: serving(() => ({
      createSnippet: (call) =>
        typeof call.given.code === 'string'
          ? call.send({ code: call.given.code.replace(/[ \t]+$/gm, '') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { code: 'a  \nb' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text === 'a\nb'
    },
  },
  {
    name: 'The raw text of a private snippet is for every user who sees the project',
    breaks: 'Document 2, Snippet: visibility_level 0, visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.ok || (await callerOf(call)).id === undefined) return response
        const project = await call.ask('GET', projectPath(call))
        return project.status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'What developers may do is not changed of a branch that is protected already',
    breaks: 'Document 3, Branch protection: developers_can_push set from parameters; idempotent',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = await call.ask('GET', path)
        if (at(branch.json, 'protected') !== true) return call.send()
        return call.send({
          developers_can_push: at(branch.json, 'developers_can_push'),
          developers_can_merge: at(branch.json, 'developers_can_merge'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const path = `/projects/${project}/repository/branches/topic`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      const { json } = await ask('GET', path)
      return at(json, 'protected') === true && at(json, 'developers_can_push') === false
    },
  },
  {
    name: 'A file that comes in Base64 is by the caller, whatever author is given',
    breaks: 'Document 3, POST /projects/:id/repository/files: encoding, author_email, author_name',
    at: ['createFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      createFile: (call) =>
        call.given.encoding === 'base64'
          ? call.send({ author_email: undefined, author_name: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const author = { author_email: 'ahab@sea.example', author_name: 'Ahab' }
      await writeFile(ask, project, {
        file_path: 'a.bin',
        content: 'AAEC',
        encoding: 'base64',
        ...author,
      })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Write' && at(json, 'author_email') !== 'ahab@sea.example'
    },
  },
]
