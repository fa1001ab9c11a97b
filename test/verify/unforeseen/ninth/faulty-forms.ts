import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  responseOf,
  samePage,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  allOf,
  fileOf,
  newPublicKey,
  sendingIf,
  withHeaders,
  withoutOffset,
} from './tools-forms.ts'

export const faultyFormsServers: readonly FaultyServer[] = [
  {
    name: 'A search of users ends where the at sign of an e-mail begins',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: sendingIf(
        ({ given }) => String(given.search).includes('@'),
        ({ given }) => ({ search: String(given.search).split('@')[0] }),
      ),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?search=${username}@elsewhere.example`)
      return listOf(json).length > 0
    },
  },
  {
    name: 'A user who is blocked a second time is active again',
    breaks: 'Document 1, States of a user: PUT /users/:id/block, blocked',
    at: ['blockUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async blockUser(call) {
        const { json } = await call.ask('GET', `/users/${call.path.id}`)
        if (at(json, 'state') !== 'blocked') return call.send()
        return responseOf(await call.ask('PUT', `/users/${call.path.id}/unblock`))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'An e-mail that is created with sudo in the query is the own one of the administrator',
    breaks: 'Document 1, Authentication 5: sudo (query) performs the call as another user',
    at: ['createOwnEmail', 'listOwnEmails', 'listEmailsOfUser'],
    start: serving(() => ({
      createOwnEmail: (call) =>
        new URL(call.request.url).searchParams.has('sudo') ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const email = `${user.username}@query.example`
      await ask('POST', `/user/emails?sudo=${user.id}`, { body: { email } })
      return fieldOf((await ask('GET', '/user/emails')).json, 'email').includes(email)
    },
  },
  {
    name: 'The plus signs of a key that is given to a user in the query are decoded twice',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query; key (req)',
    at: ['createSshKeyOfUser', 'listSshKeysOfUser'],
    start: serving(() => ({
      createSshKeyOfUser: sendingIf(
        ({ request }) => new URL(request.url).searchParams.has('key'),
        ({ given }) => ({ key: String(given.key).replaceAll('+', ' ') }),
      ),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const key = newPublicKey()
      await ask('POST', `/users/${id}/keys?title=Query&key=${encoded(key)}`)
      return fieldOf((await ask('GET', `/users/${id}/keys`)).json, 'key').every(
        (one) => !String(one).startsWith(key),
      )
    },
  },
  {
    name: 'A key that is looked up with its user tells its time in a form of its own',
    breaks: 'Document 1, Conventions 3: timestamps are ISO 8601 strings',
    at: ['getSshKeyWithUser'],
    start: serving(() => ({
      async getSshKeyWithUser(call) {
        return eachChanged(await call.send(), (key) =>
          typeof key.created_at === 'string'
            ? { ...key, created_at: `${key.created_at.slice(0, 19).replace('T', ' ')} UTC` }
            : key,
        )
      },
    })),
    isShown: async (ask) =>
      String(at((await ask('GET', '/keys/1')).json, 'created_at')).endsWith('UTC'),
  },
  {
    name: 'The links between pages of own e-mails do not say how many are on a page',
    breaks: 'Document 1, Limits: Link (next, first, last); clients use these',
    at: ['listOwnEmails'],
    start: serving(() => ({
      async listOwnEmails(call) {
        const response = await call.send()
        const link = response.headers.get('link')?.replace(/per_page=\d+&|[?&]per_page=\d+/g, '')
        return withHeaders(response, { link })
      },
    })),
    async isShown(ask) {
      for (const word of ['first', 'second']) {
        await ask('POST', '/user/emails', { body: { email: `${freshName(word)}@six.example` } })
      }
      const { headers } = await ask('GET', '/user/emails?per_page=1')
      return !(headers.get('link') ?? 'per_page').includes('per_page')
    },
  },
  {
    name: 'Of several groups to skip only the last one is skipped',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: sendingIf(
        ({ given }) => Array.isArray(given.skip_groups),
        ({ given }) => ({ skip_groups: [given.skip_groups].flat().slice(-1) }),
      ),
    })),
    async isShown(ask) {
      const [one, two] = [await newGroup(ask), await newGroup(ask)]
      const { json } = await ask(
        'GET',
        `/groups?skip_groups[]=${one}&skip_groups[]=${two}&per_page=100`,
      )
      return fieldOf(json, 'id').includes(one)
    },
  },
  {
    name: 'Projects of a group in the simple form have no order but the usual one',
    breaks: 'Document 1, GET /groups/:id/projects: simple, order_by, sort',
    at: ['listGroupProjects'],
    start: serving(() => ({
      listGroupProjects: sendingIf(
        ({ given }) => isTrue(given.simple),
        () => ({ order_by: undefined, sort: undefined }),
      ),
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask)
      const first = await newProject(ask, { namespace_id })
      await newProject(ask, { namespace_id })
      const path = `/groups/${namespace_id}/projects?simple=true&order_by=id&sort=asc`
      return fieldOf((await ask('GET', path)).json, 'id').indexOf(first) === 1
    },
  },
  {
    name: 'A search of the members of a project looks only through the page that is asked for',
    breaks: 'Document 1, GET /projects/:id/members: query (string, searches members)',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const { query } = call.given
        if (query === undefined) return call.send()
        const isFound = (member: Record<string, unknown>) =>
          `${member.name} ${member.username}`.toLowerCase().includes(String(query).toLowerCase())
        return changed(await call.send({ query: undefined }), (json) =>
          Array.isArray(json) ? listOf(json).filter(isFound) : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/members`
      const found: number[] = []
      for (const user of [await newUser(ask), await newUser(ask)]) {
        await ask('POST', path, { body: { user_id: user.id, access_level: 30 } })
        found.push(
          listOf((await ask('GET', `${path}?query=${user.username}&per_page=1`)).json).length,
        )
      }
      const { username } = await newUser(ask)
      const none = await ask('GET', `${path}?query=${username}&per_page=1`)
      return listOf(none.json).length === 0 && found.includes(0)
    },
  },
  {
    name: 'The day at which a project loses a member is not read from a query beside a body',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query or in the body',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      updateProjectMember: sendingIf(
        ({ request }) =>
          request.headers.has('content-type') &&
          new URL(request.url).searchParams.has('expires_at'),
        () => ({ expires_at: undefined }),
      ),
    })),
    async isShown(ask) {
      const [project, user] = [await newProject(ask), await newUser(ask)]
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: user.id, access_level: 20 } })
      const body = { access_level: 30 }
      await ask('PUT', `${path}/${user.id}?expires_at=2048-05-06`, { body })
      return at((await ask('GET', `${path}/${user.id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'Owned projects in ascending order are in that of their names unless an order is named',
    breaks: 'Document 1, Projects: order_by (default `created_at`), sort',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      listOwnedProjects: sendingIf(
        ({ given }) => given.sort === 'asc' && given.order_by === undefined,
        () => ({ order_by: 'name' }),
      ),
    })),
    async isShown(ask) {
      const first = await newProject(ask, { name: freshName('zebra') })
      const last = await newProject(ask, { name: freshName('ant') })
      const { json } = await ask('GET', '/projects/owned?sort=asc&per_page=100')
      const ids = fieldOf(json, 'id')
      return ids.indexOf(first) > ids.indexOf(last)
    },
  },
  {
    name: 'A project without tags tells null for the list of them',
    breaks: 'Document 1, Project: tag_list, array of strings',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(at(json, 'tag_list')) && at(json, 'tag_list.0') === undefined
            ? withFields(json, { tag_list: null })
            : json,
        )
      },
    })),
    async isShown(ask) {
      return at((await ask('GET', `/projects/${await newProject(ask)}`)).json, 'tag_list') === null
    },
  },
  {
    name: 'Events of a project do not say how long it took to find them from the second page on',
    breaks: 'Document 1, Limits: X-Request-Id and X-Runtime are also sent',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        return Number(call.given.page) > 1
          ? withHeaders(response, { 'x-runtime': undefined })
          : response
      },
    })),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/1/events?per_page=1&page=2')
      return headers.get('x-runtime') === null
    },
  },
  {
    name: 'A note of an issue is of a time to which the offset of its zone was not applied',
    breaks: 'Document 2, POST .../issues/:issue_id/notes: created_at (ISO 8601)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote: sendingIf(
        ({ given }) => given.created_at !== undefined,
        ({ given }) => ({ created_at: withoutOffset(given.created_at) }),
      ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'East', created_at: '2015-06-07T08:09:10+05:30' }
      const { json } = await ask('POST', path, { body })
      const created = at((await ask('GET', `${path}/${idOf(json)}`)).json, 'created_at')
      return Date.parse(String(created)) === Date.UTC(2015, 5, 7, 8, 9, 10)
    },
  },
  {
    name: 'The issues of a group have a next page if they fill their last one',
    breaks: 'Document 1, Limits: X-Next-Page, X-Total-Pages',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        const [total, size, page] = ['x-total', 'x-per-page', 'x-page'].map((name) =>
          Number(response.headers.get(name)),
        )
        if (!response.ok || !total || !size || page === undefined || page * size !== total) {
          return response
        }
        return withHeaders(response, { 'x-next-page': String(page + 1) })
      },
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask)
      const project = await newProject(ask, { namespace_id })
      await newIssue(ask, project)
      await newIssue(ask, project)
      const { headers } = await ask('GET', `/groups/${namespace_id}/issues?per_page=2`)
      return headers.get('x-next-page') === '2'
    },
  },
  {
    name: 'A closed issue can be subscribed to twice',
    breaks: 'Document 2, Issue: POST .../subscription, 304 if already subscribed',
    at: ['subscribeToIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        const { id, issue_id } = call.path
        const { json } = await call.ask('GET', `/projects/${encoded(id)}/issues/${issue_id}`)
        return at(json, 'state') === 'closed' ? jsonAnswer(201, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('POST', `${path}/subscription`)
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'What one user has to do about an issue, another cannot have to do',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const done = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = `${call.path.issue_id}`
          if (done.has(issue)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.status === 201) done.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { username } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, username)('POST', path)).status === 304
    },
  },
  {
    name: 'Merge requests of all states are not sorted as the query says',
    breaks: 'Document 2, GET /projects/:id/merge_requests: state `all`, order_by, sort',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: sendingIf(
        ({ given }) => given.state === 'all',
        () => ({ order_by: undefined, sort: undefined }),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const { json } = await ask('GET', `/projects/${project}/merge_requests?state=all&sort=asc`)
      return fieldOf(json, 'id').indexOf(first) === 1
    },
  },
  {
    name: 'The names of changed files with accents are quoted as on a console',
    breaks: 'Document 2, GET .../changes: old_path, new_path',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      async getMergeRequestChanges(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(at(json, 'changes'))
            ? withFields(json, {
                changes: listOf(at(json, 'changes')).map((change) => ({
                  ...change,
                  old_path: quoted(change.old_path),
                  new_path: quoted(change.new_path),
                })),
              })
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'menu')
      await writeFile(ask, project, { file_path: 'café.md', branch_name: 'menu' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/changes`)
      return fieldOf(at(json, 'changes'), 'new_path').includes('"caf\\303\\251.md"')
    },
  },
  {
    name: 'The mode of a file that a commit deletes is a number',
    breaks: 'Document 3, Diff entry: a_mode, b_mode (string or null)',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      async listCommitDifferences(call) {
        return eachChanged(await call.send(), (entry) =>
          entry.deleted_file === true ? { ...entry, a_mode: Number(entry.a_mode) } : entry,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { file_path: 'README.md', branch_name: 'master', commit_message: 'Away' }
      await ask('DELETE', `/projects/${project}/repository/files`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return typeof at(json, '0.a_mode') === 'number'
    },
  },
  {
    name: 'The beginning of the id of a head is enough to merge by it',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails, 409',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { id, merge_request_id } = call.path
        const path = `/projects/${encoded(id)}/merge_requests/${merge_request_id}`
        const { json } = await call.ask('GET', path)
        const { sha } = call.given
        const isStart = typeof sha === 'string' && sha.length > 6
        return isStart && String(at(json, 'sha')).startsWith(sha)
          ? call.send({ sha: undefined })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'short')
      const body = { sha: (await headOf(ask, project, 'short')).slice(0, 10) }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A note of a merge request ends before its first emoji',
    breaks: 'Document 2, Note: body string',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      createMergeRequestNote: sendingIf(
        ({ given }) => /.[\u{10000}-\u{10ffff}]/u.test(String(given.body)),
        ({ given }) => ({ body: String(given.body).replace(/[\u{10000}-\u{10ffff}].*$/su, '') }),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'ship')
      const path = `/projects/${project}/merge_requests/${id}/notes`
      const { json } = await ask('POST', path, { body: { body: 'Ship it 🚢 today' } })
      return !String(at((await ask('GET', `${path}/${idOf(json)}`)).json, 'body')).includes('🚢')
    },
  },
  {
    name: 'A raw snippet is a page of the web where its file is named like one',
    breaks: 'Document 2, GET .../raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        const { json } = await call.ask(
          'GET',
          `/projects/${encoded(call.path.id)}/snippets/${call.path.snippet_id}`,
        )
        return response.ok && String(at(json, 'file_name')).endsWith('.html')
          ? withHeaders(response, { 'content-type': 'text/html' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const id = await newSnippet(ask, project, { file_name: 'page.html', code: '<p>One</p>' })
      const { headers } = await ask('GET', `/projects/${project}/snippets/${id}/raw`)
      return (headers.get('content-type') ?? '').startsWith('text/html')
    },
  },
  {
    name: 'The level of all notifications is participating again when another e-mail is named',
    breaks: 'Document 1, PUT /notification_settings: level and notification_email are optional',
    at: ['updateNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      updateNotificationSettings: sendingIf(
        ({ given }) => given.notification_email !== undefined && given.level === undefined,
        () => ({ level: 'participating' }),
      ),
    })),
    async isShown(ask) {
      const path = '/notification_settings'
      const before = fieldsOf((await ask('GET', path)).json)
      await ask('PUT', path, { body: { level: 'watch' } })
      await ask('PUT', path, { body: { notification_email: before.notification_email } })
      const { json } = await ask('GET', path)
      await ask('PUT', path, { body: { level: before.level } })
      return at(json, 'level') === 'participating'
    },
  },
  {
    name: 'Of several domains in a query only the last one is on the white list',
    breaks: 'Document 1, Application settings: domain_whitelist, array of strings',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings: sendingIf(
        ({ request, given }) =>
          new URL(request.url).searchParams.has('domain_whitelist[]') &&
          Array.isArray(given.domain_whitelist),
        ({ given }) => ({ domain_whitelist: [given.domain_whitelist].flat().slice(-1) }),
      ),
    })),
    async isShown(ask) {
      const domains = ['one.example', 'two.example']
      const query = domains.map((domain) => `domain_whitelist[]=${domain}`).join('&')
      await ask('PUT', `/application/settings?${query}`)
      const { json } = await ask('GET', '/application/settings')
      return [at(json, 'domain_whitelist')].flat().join() === 'two.example'
    },
  },
  {
    name: 'The name of a branch is taken to end at its last dot',
    breaks: 'Document 3, GET .../branches/:branch: branch (req)',
    at: ['getBranch'],
    start: serving(() => ({
      async getBranch(call) {
        const { id, branch } = call.path
        if (!String(branch).includes('.')) return call.send()
        const name = encoded(String(branch).replace(/\.[^.]*$/, ''))
        return responseOf(
          await call.ask('GET', `/projects/${encoded(id)}/repository/branches/${name}`),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'release-1.5')
      const path = `/projects/${project}/repository/branches/release-1.5`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'What developers may do on a branch is kept when it is protected once more',
    breaks: 'Document 3, Branch protection: developers_can_push is set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const { id, branch } = call.path
        const path = `/projects/${encoded(id)}/repository/branches/${encoded(branch)}`
        const before = await call.ask('GET', path)
        if (at(before.json, 'protected') !== true) return call.send()
        return call.send({
          developers_can_push: at(before.json, 'developers_can_push'),
          developers_can_merge: at(before.json, 'developers_can_merge'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'Branches with numbers are in the order of the numbers',
    breaks: 'Document 3, GET .../repository/branches: sorted by name alphabetically',
    at: ['listBranches'],
    start: serving(() => ({
      async listBranches(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).toSorted((a, b) =>
                String(a.name).localeCompare(String(b.name), 'en', { numeric: true }),
              )
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['step-10', 'step-9']) await newBranch(ask, project, name)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      const names = fieldOf(json, 'name')
      return names.indexOf('step-9') < names.indexOf('step-10')
    },
  },
  {
    name: 'Tags are turned around on each page instead of before they are divided into pages',
    breaks: 'Document 3, GET .../repository/tags: reverse alphabetical order; per_page',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `/projects/${encoded(call.path.id)}/repository/tags`
        const all = await allOf((page) => call.ask('GET', page), path)
        return changed(response, () => samePage(response, all.toReversed()).toReversed())
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v1', 'v2', 'v3']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', `${path}?per_page=2`)).json, '0.name') === 'v2'
    },
  },
  {
    name: 'A lightweight tag that is looked up has an empty message',
    breaks: 'Document 3, Tag: message (null for a lightweight tag)',
    at: ['getTag'],
    start: serving(() => ({
      async getTag(call) {
        return eachChanged(await call.send(), (tag) =>
          tag.message === null ? { ...tag, message: '' } : tag,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'light', ref: 'master' } })
      return at((await ask('GET', `${path}/light`)).json, 'message') === ''
    },
  },
  {
    name: 'A release that came with its tag can be created a second time',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => {
      const cameWithTag = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          if (response.ok && call.given.release_description !== undefined) {
            cameWithTag.add(`${call.path.id} ${call.given.tag_name}`)
          }
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const { id, tag_name } = call.path
          if (response.status !== 409 || !cameWithTag.has(`${id} ${tag_name}`)) return response
          const path = `/projects/${encoded(id)}/repository/tags/${encoded(tag_name)}/release`
          const { description } = call.given
          return jsonAnswer(201, (await call.ask('PUT', path, { description })).json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      const release = { body: { description: 'Again' } }
      return (await ask('POST', `${path}/v1/release`, release)).status === 201
    },
  },
  {
    name: 'A raw file that is no UTF-8 is converted to it',
    breaks: 'Document 3, GET .../repository/blobs/:sha: raw file content',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = Buffer.from(await response.clone().arrayBuffer())
        const isUtf8 = Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)
        return isUtf8 ? response : withBody(response, bytes.toString('latin1'))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = Buffer.from('Größe', 'latin1').toString('base64')
      await writeFile(ask, project, { file_path: 'old.txt', content, encoding: 'base64' })
      const path = `/projects/${project}/repository/blobs/master?filepath=old.txt`
      return (await ask('GET', path)).text === 'Größe'
    },
  },
  {
    name: 'The size of a file is the number of its characters',
    breaks: 'Document 3, Repository file: size integer',
    at: ['getFile'],
    start: serving(() => ({
      async getFile(call) {
        return eachChanged(await call.send(), (file) =>
          typeof file.content === 'string'
            ? { ...file, size: Buffer.from(file.content, 'base64').toString('utf8').length }
            : file,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'menu.txt', content: 'Käse' })
      return at((await fileOf(ask, project, 'menu.txt')).json, 'size') === 4
    },
  },
  {
    name: 'A file in which only the white space is other does not differ',
    breaks: 'Document 3, PUT .../repository/files: 400 where the new content equals the current',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const { file_path, branch_name, content, encoding } = call.given
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const path = `/projects/${encoded(call.path.id)}/repository/files?${query}`
        const before = Buffer.from(
          String(at((await call.ask('GET', path)).json, 'content')),
          'base64',
        )
        const isSame = before.toString('utf8').trim() === String(content).trim()
        return isSame && encoding !== 'base64'
          ? jsonAnswer(400, { message: 'Your changes could not be committed' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n\n',
        commit_message: 'A line more',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 400
    },
  },
  {
    name: 'The encoding of the first file of a commit is that of all its files',
    breaks: 'Document 3, Action item: encoding, `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit: sendingIf(
        ({ given }) => listOf(given.actions)[0]?.encoding === 'base64',
        ({ given }) => ({
          actions: listOf(given.actions).map((action) =>
            action.content === undefined ? action : { ...action, encoding: 'base64' },
          ),
        }),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'a.txt', content: 'T25l', encoding: 'base64' },
        { action: 'create', file_path: 'b.txt', content: 'T25l' },
      ]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      return at((await fileOf(ask, project, 'b.txt')).json, 'size') === 3
    },
  },
  {
    name: 'Commits are found since a time to which the offset of its zone was not applied',
    breaks: 'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: sendingIf(
        ({ given }) => given.since !== undefined,
        ({ given }) => ({ since: withoutOffset(given.since) }),
      ),
    })),
    async isShown(ask) {
      const path = '/projects/1/repository/commits?per_page=1'
      const { json } = await ask('GET', path)
      const newest = Date.parse(String(at(json, '0.created_at')))
      const local = new Date(newest + 60 * 60 * 1000).toISOString().replace('Z', '+02:00')
      return listOf((await ask('GET', `${path}&since=${encoded(local)}`)).json).length === 0
    },
  },
  {
    name: 'A status whose name is given as its context has the usual name',
    breaks: 'Document 3, POST .../statuses/:sha: name or context (default `default`)',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      createCommitStatus: (call) => call.send({ context: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { state: 'success', context: 'lint' }
      const sha = await headOf(ask, project)
      const { json } = await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      return at(json, 'name') === 'default'
    },
  },
  {
    name: 'All statuses of a commit are those of every name',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all (boolean)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: sendingIf(
        ({ given }) => isTrue(given.all),
        () => ({ name: undefined }),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['lint', 'test']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=lint`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'The total of the builds in some states is that of the builds in all states',
    breaks: 'Document 1, Limits: X-Total; Document 3, Builds: scope',
    at: ['listBuilds'],
    start: serving(() => ({
      async listBuilds(call) {
        const response = await call.send()
        if (!response.ok || call.given.scope === undefined) return response
        const path = `/projects/${encoded(call.path.id)}/builds?per_page=1`
        const { headers } = await call.ask('GET', path)
        return withHeaders(response, { 'x-total': headers.get('x-total') ?? '0' })
      },
    })),
    async isShown(ask) {
      const { headers, json } = await ask('GET', '/projects/1/builds?scope=failed&per_page=100')
      return headers.get('x-total') !== String(listOf(json).length)
    },
  },
  {
    name: 'Builds of a commit in one state are found only if the state is in an array',
    breaks: 'Document 3, Builds: `scope` accepts one value or an array',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      listBuildsOfCommit: sendingIf(
        ({ given }) => !Array.isArray(given.scope),
        () => ({ scope: undefined }),
      ),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope=failed&per_page=1')
      const path = `/projects/1/repository/commits/${at(json, '0.commit.id')}/builds?scope=canceled`
      return listOf((await ask('GET', path)).json).length > 0
    },
  },
]

/** A path as git writes it on a console: in quotes, with the bytes that are not ASCII in octal. */
function quoted(path: unknown): unknown {
  if (typeof path !== 'string' || /^[\x20-\x7e]*$/.test(path)) return path
  const bytes = [...Buffer.from(path, 'utf8')]
  const written = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${written.join('')}"`
}
