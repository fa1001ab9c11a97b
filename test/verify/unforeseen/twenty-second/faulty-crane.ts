import { askOf, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  encoded,
  fieldOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
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
} from '../shared-tools.ts'
import { inPieces, pagesOf, textsOf, withPages } from './tools-crane.ts'

const notificationEvents = [
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

/** A timestamp with what it says of its zone cut off, and read as UTC. */
const withoutOffset = (text: unknown) =>
  text === undefined ? undefined : String(text).replace(/[ +-]\d\d:?\d\d$/, 'Z')

export const faultyCraneServers: readonly FaultyServer[] = [
  {
    name: 'Tags are cut into pages before they are put into reverse order',
    breaks: 'Document 3, GET /projects/:id/repository/tags: in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const { size } = pagesOf(await call.send())
        // The order of one page is right; what comes on which page is not.
        return relisted(call, (all) =>
          inPieces([...all].reverse(), size).flatMap((page) => [...page].reverse()),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const tag_name of ['a', 'b', 'c']) {
        const body = { tag_name, ref: 'master' }
        await ask('POST', `/projects/${project}/repository/tags`, { body })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/tags?per_page=2`)
      return textsOf(json, 'name').join() === 'b,a'
    },
  },
  {
    name: 'The total of a search among the members of a project counts those not found',
    breaks: 'Document 1, Limits: X-Total and X-Total-Pages; members: query searches members',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const { total } = pagesOf(await call.send({ query: undefined }))
        return withPages(call, response, { ...pagesOf(response), total })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/members`
      const { id, username } = await newUser(ask)
      const other = await newUser(ask)
      for (const user_id of [id, other.id]) {
        await ask('POST', path, { body: { user_id, access_level: 20 } })
      }
      const { json, headers } = await ask('GET', `${path}?query=${username}`)
      return listOf(json).length === 1 && headers.get('x-total') !== '1'
    },
  },
  {
    name: 'After a last page of SSH keys that is full, another one is announced',
    breaks: 'Document 1, Limits: X-Total-Pages, X-Next-Page, and Link with next and last',
    at: ['listSshKeysOfUser'],
    start: serving(() => ({
      async listSshKeysOfUser(call) {
        const response = await call.send()
        if (!response.ok) return response
        const pages = pagesOf(response)
        return withPages(call, response, pages, Math.floor(pages.total / pages.size) + 1)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      for (const title of ['one', 'two']) {
        await ask('POST', `/users/${id}/keys`, { body: { title, key: freshKey() } })
      }
      const { headers } = await ask('GET', `/users/${id}/keys?per_page=2`)
      return headers.get('x-next-page') === '2' && headers.get('x-total') === '2'
    },
  },
  {
    name: 'Behind the last page of the notes of an issue, its last page is repeated without end',
    breaks: 'Document 1, Limits: parameter page; X-Total and X-Total-Pages',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { page, size, total } = pagesOf(response)
        const last = Math.max(1, Math.ceil(total / size))
        if (page <= last) return response
        const repeated = await jsonOf(await call.send({ page: last }))
        return changed(response, () => repeated)
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'Only one' } })
      return listOf((await ask('GET', `${path}?page=4`)).json).length === 1
    },
  },
  {
    name: 'The links between pages of merge requests keep the last of several iids',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use instead of building them',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const before = response.headers.get('link')
        if (before === null) return response
        const link = before.replace(/<([^>]*)>/g, (_, href: string) => {
          const url = new URL(href)
          const last = url.searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) url.searchParams.set('iids[]', last)
          return `<${url.href}>`
        })
        return withBody(response, await response.text(), { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=3&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      const next = /<[^>]*\/api\/v3([^>]*)>; rel="next"/.exec(link)?.[1] ?? path
      return listOf((await ask('GET', next)).json).length === 0
    },
  },
  {
    name: 'Visible projects by name or by path come ascending unless a direction is given',
    breaks: 'Document 1, Projects: order_by with name and path; sort, default desc',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      listVisibleProjects: (call) =>
        ['name', 'path'].includes(String(call.given.order_by)) && call.given.sort === undefined
          ? call.send({ sort: 'asc' })
          : call.send(),
    })),
    async isShown(ask) {
      const word = freshName('ordered')
      for (const end of ['a', 'b']) await newProject(ask, { name: `${word}${end}` })
      const { json } = await ask('GET', `/projects/visible?search=${word}&order_by=path`)
      return textsOf(json, 'path').join() === `${word}a,${word}b`
    },
  },
  {
    name: 'Who is blocked does not matter once users are searched',
    breaks: 'Document 1, GET /users: blocked (boolean), search (string)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.search !== undefined && isTrue(call.given.blocked)
          ? call.send({ blocked: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?search=${username}&blocked=true`)
      return fieldOf(json, 'state').includes('active')
    },
  },
  {
    name: 'New content of a file in Base64 is written as the letters that it is sent in',
    breaks: 'Document 3, PUT /projects/:id/repository/files: encoding (`text` default or `base64`)',
    at: ['updateFile', 'getFile', 'getRawFile'],
    start: serving(() => ({
      updateFile: (call) => call.send({ encoding: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Change',
        content: btoa('Two\n'),
        encoding: 'base64',
      }
      await ask('PUT', `/projects/${project}/repository/files`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).text === btoa('Two\n')
    },
  },
  {
    name: 'A label finds the issues of a group whose labels merely contain it',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        if (call.given.labels === undefined) return call.send()
        const words = String(call.given.labels).split(',')
        const contains = (labels: unknown) =>
          Array.isArray(labels) &&
          words.every((word) => labels.some((label) => String(label).includes(word.trim())))
        const sent = { labels: undefined }
        return relisted(call, (all) => all.filter(({ labels }) => contains(labels)), sent)
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'debugging' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=bug`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'New users get the limit of projects that the settings had when the server started',
    breaks: 'Document 1, Application settings: default_projects_limit, projects per user',
    at: ['createUser', 'updateApplicationSettings', 'getUser', 'getCurrentUser', 'listUsers'],
    needsInstance: true,
    start: serving((forge) => {
      const atStart = askOf(forge.fetch)('GET', '/application/settings', {
        token: forge.tokens.root,
      })
      return {
        async createUser(call) {
          if (call.given.projects_limit !== undefined) return call.send()
          const limit = at((await atStart).json, 'default_projects_limit')
          return call.send({ projects_limit: limit })
        },
      }
    }),
    async isShown(ask) {
      const path = '/application/settings'
      const before = Number(at((await ask('GET', path)).json, 'default_projects_limit'))
      await ask('PUT', path, { body: { default_projects_limit: before + 3 } })
      const { id } = await newUser(ask)
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') === before
    },
  },
  {
    name: 'The offset of the time that commits are listed since or until is not read',
    breaks: 'Document 3, GET .../commits: since (ISO 8601, commits after or at), until (ISO 8601)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        call.given.since === undefined && call.given.until === undefined
          ? call.send()
          : call.send({
              since: withoutOffset(call.given.since),
              until: withoutOffset(call.given.until),
            }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const time = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      // An hour before the commit, as clocks two hours to the east show it.
      const local = new Date(time + 60 * 60 * 1000).toISOString().replace('Z', '+02:00')
      return listOf((await ask('GET', `${path}?since=${encoded(local)}`)).json).length === 0
    },
  },
  {
    name: 'All statuses of a commit are those of every name, whichever name is given',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all (all statuses)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['lint', 'unit']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=lint`
      return fieldOf((await ask('GET', path)).json, 'name').includes('unit')
    },
  },
  {
    name: 'A snippet gets another name of its file only together with other code',
    breaks: 'Document 2, PUT /projects/:id/snippets/:snippet_id: file_name, code',
    at: ['updateSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      async updateSnippet(call) {
        if (call.given.code !== undefined || call.given.file_name === undefined) return call.send()
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const title = at((await call.askAsRoot('GET', path)).json, 'title')
        return call.send({ title, ...call.given, file_name: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { file_name: 'two.txt' } })
      return at((await ask('GET', path)).json, 'file_name') === 'one.txt'
    },
  },
  {
    name: 'An e-mail event of a group, once switched on, is not switched off again',
    breaks: 'Document 1, Notification settings: with level custom, boolean events can be set',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const off = notificationEvents.filter((name) => isFalse(call.given[name]))
        if (off.length === 0) return call.send()
        const path = `/groups/${encoded(call.path.id)}/notification_settings`
        const { level = at((await call.ask('GET', path)).json, 'level') } = call.given
        return call.send({ level, ...Object.fromEntries(off.map((name) => [name, undefined])) })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', close_issue: true } })
      await ask('PUT', path, { body: { close_issue: false } })
      return at((await ask('GET', path)).json, 'events.close_issue') === true
    },
  },
  {
    name: 'An e-mail for a user that another user signs in with is a conflict of its own',
    breaks: 'Document 1, Users: on e-mail creation failure, 400 with a validation message object',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        const reason = String(at(await jsonOf(response), 'message.email.0'))
        if (response.status !== 400 || !reason.includes('taken')) return response
        const { json } = await call.askAsRoot('GET', `/users?search=${encoded(call.given.email)}`)
        const isPrimary = fieldOf(json, 'email').includes(call.given.email)
        return isPrimary ? jsonAnswer(409, { message: 'Email belongs to an account' }) : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { id } = await newUser(ask)
      const body = { email: `${username}@six.example` }
      return (await ask('POST', `/users/${id}/emails`, { body })).status === 409
    },
  },
  {
    name: 'The notes of a release are replaced by those that were refused as a conflict',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status === 409) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          await call.askAsRoot('PUT', path, { description: call.given.description })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      await ask('POST', `${path}/v1/release`, { body: { description: 'Second' } })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'Second'
    },
  },
  {
    name: 'A merge refused for another sha removes its source branch if it was to',
    breaks: 'Document 2, PUT .../merge: 409 on sha mismatch; should_remove_source_branch (boolean)',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        if (response.status === 409 && isTrue(call.given.should_remove_source_branch)) {
          const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
          const source = encoded(at(json, 'source_branch'))
          const project = at(json, 'source_project_id')
          await call.askAsRoot('DELETE', `/projects/${project}/repository/branches/${source}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const body = { sha: await headOf(ask, project), should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const path = `/projects/${project}/repository/branches/topic`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A user whose new username was refused has the other changes nevertheless',
    breaks: 'Document 1, Errors 7: user modification answers 404 even where 409 would be apt',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (response.status === 404) {
          const refused = new Set(['id', 'username', 'email', 'sudo', 'private_token'])
          const rest = Object.entries(call.given).filter(([name]) => !refused.has(name))
          await call.ask('PUT', `/users/${call.path.id}`, Object.fromEntries(rest))
        }
        return response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { username, location: 'Bremen' } })
      return at((await ask('GET', `/users/${id}`)).json, 'location') === 'Bremen'
    },
  },
  {
    name: 'A commit of several actions that fails at one is made of those before it',
    breaks: 'Document 3, POST .../commits: actions[]; Document 1, Errors: 400 failed validation',
    at: [
      'createCommit',
      'listCommits',
      'getCommit',
      'getBranch',
      'listTree',
      'getFile',
      'getRawFile',
    ],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        const { actions } = call.given
        if (response.status !== 400 || !Array.isArray(actions)) return response
        for (let count = actions.length - 1; count > 0; count--) {
          if ((await call.send({ actions: actions.slice(0, count) })).ok) break
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const before = await headOf(ask, project)
      const body = {
        branch_name: 'master',
        commit_message: 'Both',
        actions: [
          { action: 'create', file_path: 'one.txt', content: 'One\n' },
          { action: 'delete', file_path: 'none-like-it.txt' },
        ],
      }
      const { status } = await ask('POST', `/projects/${project}/repository/commits`, { body })
      return status === 400 && (await headOf(ask, project)) !== before
    },
  },
  {
    name: 'A todo on an issue exists already for everybody who makes one after the first',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = await call.ask('GET', `${projectPath(call)}/issues/${call.path.issue_id}`)
          const key = String(idOf(issue.json))
          if (issue.status === 200 && issues.has(key)) return notModified()
          const response = await call.send()
          if (response.status === 201) issues.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await actingAs(ask, id)('POST', path)
      return (await ask('POST', path)).status === 304
    },
  },
]
