import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  headOf,
  idOf,
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
  withFields,
  writeFile,
} from '../shared-tools.ts'

export const faultyDoveServers: readonly FaultyServer[] = [
  {
    name: 'The issues of a project that was transferred into a group are not among those of the group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; Document 2, GET /groups/:id/issues: array of Issue',
    at: ['listIssuesOfGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) transferred.add(idOf(json))
          return response
        },
        listIssuesOfGroup: (call) =>
          relisted(call, (all) => all.filter(({ project_id }) => !transferred.has(project_id))),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${group}/issues`)
      return !fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'The changes of a merge request that was aimed at another branch are still those against the first',
    breaks:
      'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: target_branch; GET .../changes: Merge request with changes',
    at: ['getMergeRequestChanges', 'updateMergeRequest'],
    start: serving(() => {
      // The key of the cache has the head of the source in it, and not the target.
      const kept = new Map<string, unknown>()
      return {
        async getMergeRequestChanges(call) {
          const response = await call.send()
          if (!response.ok) return response
          const json = await jsonOf(response)
          const key = `${at(json, 'id')} ${at(json, 'sha')}`
          if (!kept.has(key)) kept.set(key, at(json, 'changes'))
          return changed(response, () => withFields(json, { changes: kept.get(key) }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'next')
      await writeFile(ask, project, { file_path: 'next.txt', branch_name: 'next' })
      await newBranch(ask, project, 'topic', 'next')
      await writeFile(ask, project, { file_path: 'topic.txt', branch_name: 'topic' })
      const given = { source_branch: 'topic', target_branch: 'master', title: 'Topic' }
      const { json } = await ask('POST', `/projects/${project}/merge_requests`, { body: given })
      const path = `/projects/${project}/merge_requests/${idOf(json)}`
      await ask('GET', `${path}/changes`)
      await ask('PUT', path, { body: { ...given, target_branch: 'next' } })
      const after = (await ask('GET', `${path}/changes`)).json
      return fieldOf(at(after, 'changes'), 'new_path').includes('next.txt')
    },
  },
  {
    name: 'A comment that an administrator writes on a merge request as another user is their own',
    breaks:
      'Document 1, Authentication: with an administrator’s token, sudo performs the call as another user',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      async createMergeRequestNote(call) {
        if (call.sudo === undefined) return call.send()
        const { status } = await call.ask('GET', mergeRequestPath(call))
        return status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const id = await newMergeRequest(ask, project, 'topic')
      const user = await newUser(ask)
      const path = `/projects/${project}/merge_requests/${id}/notes`
      await actingAs(ask, user.username)('POST', path, { body: { body: 'Hello' } })
      const { json } = await ask('GET', path)
      return listOf(json).some((note) => note.body === 'Hello' && at(note, 'author.id') !== user.id)
    },
  },
  {
    name: 'A comment on a snippet is found under every other snippet of its project',
    breaks:
      'Document 2, GET /projects/:id/snippets/:snippet_id/notes/:note_id; Document 1, Errors: 404 resource not found',
    at: ['getSnippetNote'],
    start: serving(() => ({
      async getSnippetNote(call) {
        const response = await call.send()
        const snippets = `${projectPath(call)}/snippets`
        const { status } = await call.ask('GET', `${snippets}/${encoded(call.path.snippet_id)}`)
        if (response.status !== 404 || status !== 200) return response
        const { json } = await call.ask('GET', `${snippets}?per_page=100`)
        for (const { id } of listOf(json)) {
          const path = `${snippets}/${id}/notes/${encoded(call.path.note_id)}`
          const found = await call.ask('GET', path)
          if (found.status === 200) return jsonAnswer(200, found.json)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippets = `/projects/${project}/snippets`
      const one = await newSnippet(ask, project)
      const other = await newSnippet(ask, project)
      const body = { body: 'Here' }
      const note = idOf((await ask('POST', `${snippets}/${one}/notes`, { body })).json)
      return (await ask('GET', `${snippets}/${other}/notes/${note}`)).status === 200
    },
  },
  {
    name: 'Blocking a user whom an administrator has blocked is refused as if a directory had blocked them',
    breaks:
      'Document 1, PUT /users/:id/block: 200; 403 when the user is already blocked by directory synchronization',
    at: ['blockUser'],
    start: serving(() => ({
      async blockUser(call) {
        const { json } = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
        const response = await call.send()
        if (!response.ok || at(json, 'state') !== 'blocked') return response
        return jsonAnswer(403, { message: '403 Forbidden - LDAP blocked users cannot be modified' })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      return (await ask('PUT', `/users/${id}/block`)).status === 403
    },
  },
  {
    name: 'The pages of a user’s own e-mail addresses are counted with twenty on a page, whatever size is asked for',
    breaks: 'Document 1, Limits: per_page; X-Total-Pages',
    at: ['listOwnEmails'],
    start: serving(() => ({
      async listOwnEmails(call) {
        const response = await call.send()
        if (!response.ok) return response
        const total = Number(response.headers.get('x-total') ?? 0)
        const pages = String(Math.max(1, Math.ceil(total / 20)))
        return withBody(response, response.body, { 'x-total-pages': pages })
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const asUser = actingAs(ask, user.id)
      for (const name of ['one', 'two']) {
        const email = `${name}-${user.username}@dove.example`
        await asUser('POST', '/user/emails', { body: { email } })
      }
      const { headers } = await asUser('GET', '/user/emails?per_page=1')
      return Number(headers.get('x-total')) > 1 && headers.get('x-total-pages') === '1'
    },
  },
  {
    name: 'A former member of a private project still reads a single comment on a merge request of it',
    breaks:
      'Document 1, Errors: a GET on a private project by a non-member gives 404; DELETE /projects/:id/members/:user_id: removes the member',
    at: ['getMergeRequestNote', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await call.askAsRoot('GET', projectPath(call))
          const response = await call.send()
          if (response.ok) former.add(`${idOf(project.json)} ${call.path.user_id}`)
          return response
        },
        async getMergeRequestNote(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const project = await call.askAsRoot('GET', projectPath(call))
          const { id } = await callerOf(call)
          return former.has(`${idOf(project.json)} ${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const mergeRequest = await newMergeRequest(ask, project, 'topic')
      const notes = `/projects/${project}/merge_requests/${mergeRequest}/notes`
      const note = idOf((await ask('POST', notes, { body: { body: 'Secret' } })).json)
      await ask('DELETE', `${members}/${id}`)
      return (await actingAs(ask, id)('GET', `${notes}/${note}`)).status === 200
    },
  },
  {
    name: 'The raw content of a file in which there is nothing is not found',
    breaks:
      'Document 3, GET /projects/:id/repository/blobs/:sha: raw file content; Document 1, Errors: 404 resource not found',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        if (!response.ok || (await response.clone().text()) !== '') return response
        return jsonAnswer(404, { message: '404 File Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        branch_name: 'master',
        commit_message: 'Keep the folder',
        actions: [{ action: 'create', file_path: 'logs/keep.txt', content: '' }],
      }
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/commits`, { body })
      const { json } = await ask('GET', `${repository}/tree?path=logs`)
      const { status } = await ask('GET', `${repository}/blobs/master?filepath=logs/keep.txt`)
      return listOf(json).length === 1 && status === 404
    },
  },
  {
    name: 'The first commit of a repository differs in nothing, since it has no parent',
    breaks: 'Document 3, GET .../commits/:sha/diff: array of Diff entry; Diff entry: new_file',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      async listCommitDifferences(call) {
        const response = await call.send()
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const parents = at((await call.ask('GET', path)).json, 'parent_ids')
        const isFirst = response.ok && Array.isArray(parents) && parents.length === 0
        return isFirst ? changed(response, () => []) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'A merge request that its author makes for themselves to work on is assigned to nobody',
    breaks: 'Document 2, POST /projects/:id/merge_requests: assignee_id; Merge request: assignee',
    at: ['createMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async createMergeRequest(call) {
        const { assignee_id } = call.given
        if (assignee_id === undefined) return call.send()
        const { id } = await callerOf(call)
        return Number(assignee_id) === id ? call.send({ assignee_id: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const assignee_id = idOf((await ask('GET', '/user')).json)
      const id = await newMergeRequest(ask, project, 'topic', { assignee_id })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'assignee') === null
    },
  },
  {
    name: 'A branch that is made under the name of a removed one starts where the removed one ended',
    breaks:
      'Document 3, POST /projects/:id/repository/branches: ref (req, branch name or commit SHA); created Branch',
    at: ['createBranch', 'deleteBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const heads = new Map<string, unknown>()
      return {
        async deleteBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) heads.set(`${call.path.id} ${call.path.branch}`, at(json, 'commit.id'))
          return response
        },
        async createBranch(call) {
          const head = heads.get(`${call.path.id} ${call.given.branch_name}`)
          const path = `${repositoryPath(call)}/commits/${encoded(call.given.ref)}`
          if (head === undefined || (await call.ask('GET', path)).status !== 200) return call.send()
          return call.send({ ref: head })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'topic.txt', branch_name: 'topic' })
      await ask('DELETE', `/projects/${project}/repository/branches/topic`)
      await newBranch(ask, project, 'topic')
      return (await headOf(ask, project, 'topic')) !== (await headOf(ask, project))
    },
  },
  {
    name: 'Writing into a file what it holds already is taken for a change when it is sent as Base64',
    breaks:
      'Document 3, Repository files: when a file commit fails the service answers 400; the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, encoding } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const file = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${file}`)
        const isSame = content !== undefined && at(json, 'content') === content
        if (!isSame || call.given.commit_message === undefined) return response
        return jsonAnswer(200, { file_path, branch_name })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: btoa('One\n'),
        encoding: 'base64',
        commit_message: 'Nothing',
      }
      const path = `/projects/${project}/repository/files`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'Nobody can make a todo on an issue on which somebody else has made one',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const key = `${call.path.id} ${call.path.issue_id}`
          const path = `${projectPath(call)}/issues/${encoded(call.path.issue_id)}`
          const isReadable = (await call.ask('GET', path)).status === 200
          if (isReadable && issues.has(key)) return notModified()
          const response = await call.send()
          if (response.status === 201) issues.add(key)
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
  {
    name: 'The title of a new snippet ends before its first character of four bytes',
    breaks: 'Document 2, POST /projects/:id/snippets: title (req); Snippet: title',
    at: ['createSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      async createSnippet(call) {
        const { title } = call.given
        if (typeof title !== 'string') return call.send()
        const [start = ''] = title.split(/[\u{10000}-\u{10ffff}]/u)
        return start.trim() === '' || start === title ? call.send() : call.send({ title: start })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const id = await newSnippet(ask, project, { title: 'Sail 🕊 away' })
      const { json } = await ask('GET', `/projects/${project}/snippets/${id}`)
      return at(json, 'title') !== 'Sail 🕊 away'
    },
  },
  {
    name: 'The time from which commits are listed is taken for universal time, whatever zone it names',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since } = call.given
        const zone = /[+-]\d\d:?\d\d$/
        if (typeof since !== 'string' || !zone.test(since)) return call.send()
        return call.send({ since: since.replace(zone, 'Z') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', commits)
      const time = Date.parse(String(at(json, '0.created_at')))
      const hour = 3_600_000
      // An hour before the commit, told by a clock that is two hours ahead.
      const since = new Date(time + hour).toISOString().replace(/\.\d+Z$/, '+02:00')
      const found = await ask('GET', `${commits}?since=${encoded(since)}`)
      return listOf(json).length === 1 && listOf(found.json).length === 0
    },
  },
  {
    name: 'A private token in the query is not read when notification settings are written',
    breaks:
      'Document 1, Authentication: private token: query parameter private_token or header PRIVATE-TOKEN',
    at: ['updateNotificationSettings'],
    start: serving(() => ({
      async updateNotificationSettings(call) {
        const { headers, url } = call.request
        const names = ['private-token', 'authorization', 'cookie']
        const isByQuery =
          new URL(url).searchParams.has('private_token') && !names.some((name) => headers.has(name))
        return isByQuery ? jsonAnswer(401, { message: '401 Unauthorized' }) : call.send()
      },
    })),
    async isShown(ask) {
      const body = { level: 'watch' }
      const path = '/notification_settings?private_token=root-token'
      const { status } = await ask('PUT', path, { token: '', body })
      return status === 401
    },
  },
]
