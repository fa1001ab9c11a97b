import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  responseOf,
  samePage,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { fieldIn, issuePath, queryOf, tokenOf } from './tools-two.ts'

export const faultyTwoServers: readonly FaultyServer[] = [
  // Encoding of values.
  {
    name: 'A comment on a merge request is stored with its angle brackets escaped for HTML',
    breaks: 'Document 2, POST .../merge_requests/:merge_request_id/notes: body, the created note',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      createMergeRequestNote: (call) =>
        typeof call.given.body === 'string' && call.given.body.includes('<')
          ? call.send({ body: call.given.body.replaceAll('<', '&lt;').replaceAll('>', '&gt;') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'brackets')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await ask('POST', path, { body: { body: 'a <b> c' } })
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'body') === 'a &lt;b&gt; c'
    },
  },
  {
    name: 'The text that users are searched by is decoded twice, so that its plus is a space',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        typeof call.given.search === 'string' && call.given.search.includes('+')
          ? call.send({ search: call.given.search.replaceAll('+', ' ') })
          : call.send(),
    })),
    async isShown(ask) {
      const email = `${freshName('plus')}+tag@six.example`
      await newUser(ask, { email })
      return listOf((await ask('GET', `/users?search=${encoded(email)}`)).json).length === 0
    },
  },
  {
    name: 'Members of a project are not found by its path where that has a dot',
    breaks: 'Document 1, Conventions 2: a project :id is the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['listProjectMembers'],
    start: serving(() => ({
      // Whatever follows the last dot of an address is taken for the format of the answer.
      listProjectMembers: async (call) =>
        /\.[^/.]+$/.test(String(call.path.id))
          ? jsonAnswer(404, { message: '404 Project Not Found' })
          : call.send(),
    })),
    async isShown(ask) {
      const path = freshName('dry.dock')
      await newProject(ask, { path })
      return (await ask('GET', `/projects/${encoded(`root/${path}`)}/members`)).status === 404
    },
  },
  // Repeated writes.
  {
    name: 'Removing an e-mail of one’s own that was removed before is a 404',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent',
    at: ['deleteOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail(call) {
        const before = await call.ask('GET', `/user/emails/${encoded(call.path.email_id)}`)
        return before.status === 404 ? responseOf(before) : call.send()
      },
    })),
    async isShown(ask) {
      const email = `${freshName('gone')}@six.example`
      const { json } = await ask('POST', '/user/emails', { body: { email } })
      const path = `/user/emails/${idOf(json)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'An issue on which anybody has a todo gives nobody else one',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const isThere = (await call.ask('GET', issuePath(call))).status === 200
          if (isThere && issues.has(issue)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.ok) issues.add(issue)
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
    name: 'Who unsubscribed from an issue is told by a new subscription that it is there already',
    breaks: 'Document 2, POST .../subscription: subscribes the caller, 304 if already subscribed',
    at: ['subscribeToIssue', 'getIssue'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) left.add(`${call.path.issue_id} ${idOf(await callerOf(call))}`)
          return response
        },
        async subscribeToIssue(call) {
          const isLeft = left.has(`${call.path.issue_id} ${idOf(await callerOf(call))}`)
          return isLeft ? new Response(null, { status: 304 }) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      const { status } = await ask('POST', `${path}/subscription`)
      return status === 304 && at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  // Authentication and sudo.
  {
    name: 'A comment on an issue that names the user of sudo in the query is the administrator’s',
    breaks: 'Document 1, Authentication 5: the parameter sudo performs the call as another user',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      async createIssueNote(call) {
        const { status } = await call.ask('GET', issuePath(call))
        return queryOf(call).has('sudo') && status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { username } = await newUser(ask)
      const { json } = await ask('POST', `${path}?sudo=${username}`, { body: { body: 'Mine' } })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'Whoever names themselves with sudo needs not be an administrator',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const target = new URL(call.request.url)
        target.searchParams.delete('sudo')
        const headers = new Headers(call.request.headers)
        headers.delete('sudo')
        const own = await forge.fetch(new Request(target, { headers }))
        const { id, username } = fieldsOf(await jsonOf(own))
        return [String(id), username].includes(call.sudo) ? own : response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const token = await tokenOf(ask, user)
      return (await ask('GET', `/user?sudo=${user.username}`, { token })).status === 200
    },
  },
  {
    name: 'Notification settings are not written with a private token in the query',
    breaks: 'Document 1, Authentication 3: private token by the query parameter private_token',
    at: ['updateNotificationSettings'],
    start: serving(() => ({
      updateNotificationSettings: async (call) =>
        queryOf(call).has('private_token') && !call.request.headers.has('private-token')
          ? jsonAnswer(401, { message: '401 Unauthorized' })
          : call.send(),
    })),
    async isShown(ask) {
      const token = await tokenOf(ask, await newUser(ask))
      const path = `/notification_settings?private_token=${token}`
      return (await ask('PUT', path, { token: '', body: { level: 'watch' } })).status === 401
    },
  },
  // Consistency between operations.
  {
    name: 'The SSH keys of a removed user stay taken',
    breaks: 'Document 1, DELETE /users/:id; a key creation fails for an already-used key',
    at: ['deleteUser', 'createSshKeyOfUser'],
    start: serving(() => {
      const orphans = new Set<unknown>()
      return {
        async deleteUser(call) {
          const path = `/users/${encoded(call.path.id)}/keys`
          const keys = fieldOf((await call.askAsRoot('GET', path)).json, 'key')
          const response = await call.send()
          if (response.ok) for (const key of keys) orphans.add(key)
          return response
        },
        createSshKeyOfUser: async (call) =>
          orphans.has(call.given.key)
            ? jsonAnswer(400, { message: { key: ['has already been taken'] } })
            : call.send(),
      }
    }),
    async isShown(ask) {
      const body = { title: 'Key', key: freshKey() }
      const first = await newUser(ask)
      await ask('POST', `/users/${first.id}/keys`, { body })
      await ask('DELETE', `/users/${first.id}`)
      const second = await newUser(ask)
      return (await ask('POST', `/users/${second.id}/keys`, { body })).status === 400
    },
  },
  {
    name: 'Of the labels of a moved issue that the target has only the first is assigned',
    breaks: 'Document 2, move: a label of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = idOf(await jsonOf(response))
        const path = `/projects/${encoded(call.given.to_project_id)}/issues/${id}`
        const { json } = await call.askAsRoot('GET', path)
        const first = at(json, 'labels.0')
        if (first === undefined) return response
        await call.askAsRoot('PUT', path, { labels: String(first) })
        return changed(response, (moved) => withFields(moved, { labels: [first] }))
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask)
      await newIssue(ask, target, { labels: 'deck,hull' })
      const issue = await newIssue(ask, source, { labels: 'deck,hull' })
      const body = { to_project_id: target }
      const moved = await ask('POST', `/projects/${source}/issues/${issue}/move`, { body })
      const { json } = await ask('GET', `/projects/${target}/issues/${idOf(moved.json)}`)
      return at(json, 'labels.0') !== undefined && at(json, 'labels.1') === undefined
    },
  },
  {
    name: 'An issue that was reopened is not counted among the open ones of its project',
    breaks: 'Document 1, Project: open_issues_count; document 2, reopen: opened',
    at: ['updateIssue', 'getProject'],
    start: serving(() => {
      /** The projects of the issues that were reopened, whose state is another word of the table. */
      const reopened = new Map<string, number>()
      const forgetting: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) reopened.delete(String(call.path.issue_id))
        return response
      }
      return {
        deleteIssue: forgetting,
        moveIssue: forgetting,
        async updateIssue(call) {
          const before = await call.askAsRoot('GET', issuePath(call))
          const response = await call.send()
          const issue = await jsonOf(response)
          const id = String(call.path.issue_id)
          const wasClosed = at(before.json, 'state') === 'closed'
          if (!response.ok) return response
          if (at(issue, 'state') === 'closed') reopened.delete(id)
          else if (wasClosed) reopened.set(id, Number(at(issue, 'project_id')))
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (project) => {
            const count = Number(at(project, 'open_issues_count'))
            const less = [...reopened.values()].filter((one) => one === idOf(project)).length
            return less === 0 ? project : withFields(project, { open_issues_count: count - less })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'An activity event keeps the username that its author had before a change of it',
    breaks: 'Document 1, Activity event: author (brief user), author_username; PUT /users/:id',
    at: ['listProjectEvents', 'listUserEvents', 'updateUser'],
    start: serving(() => {
      const first = new Map<unknown, unknown>()
      const withFirst = (event: Values) =>
        withFields(event, {
          author_username: first.get(event.author_id) ?? event.author_username,
        })
      return {
        async updateUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
          const response = await call.send()
          if (response.ok && !first.has(idOf(json))) first.set(idOf(json), at(json, 'username'))
          return response
        },
        listProjectEvents: async (call) => eachChanged(await call.send(), withFirst),
        listUserEvents: async (call) => eachChanged(await call.send(), withFirst),
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20 })
      await newIssue(actingAs(ask, user.username), project)
      await ask('PUT', `/users/${user.id}`, { body: { username: `${user.username}-two` } })
      const { json } = await ask('GET', `/users/${user.id}/events`)
      return at(json, '0.author_username') === user.username
    },
  },
  {
    name: 'A project shows the level in its group that a member had before it was changed',
    breaks: 'Document 1, Project: permissions.group_access; PUT /groups/:id/members/:user_id',
    at: ['getProject', 'updateGroupMember'],
    start: serving(() => {
      const first = new Map<string, unknown>()
      return {
        async updateGroupMember(call) {
          const group = `/groups/${encoded(call.path.id)}`
          const { json } = await call.askAsRoot('GET', group)
          const before = await call.askAsRoot('GET', `${group}/members/${call.path.user_id}`)
          const response = await call.send()
          const key = `${at(json, 'full_path')} ${call.path.user_id}`
          if (response.ok && !first.has(key)) first.set(key, at(before.json, 'access_level'))
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (call.isAnonymous || first.size === 0) return response
          const caller = idOf(await callerOf(call))
          return changed(response, (project) => {
            const access_level = first.get(`${at(project, 'namespace.path')} ${caller}`)
            const permissions = fieldsOf(at(project, 'permissions'))
            const { group_access } = permissions
            if (access_level === undefined || !group_access) return project
            return withFields(project, {
              permissions: {
                ...permissions,
                group_access: withFields(group_access, { access_level }),
              },
            })
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id, username } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 20 } })
      await ask('PUT', `/groups/${group}/members/${id}`, { body: { access_level: 40 } })
      const { json } = await actingAs(ask, username)('GET', `/projects/${project}`)
      return at(json, 'permissions.group_access.access_level') === 20
    },
  },
  {
    name: 'The user of an SSH key is active there however they were blocked',
    breaks: 'Document 1, GET /keys/:id: SSH key with user; User states: block, blocked',
    at: ['getSshKeyWithUser'],
    start: serving(() => ({
      getSshKeyWithUser: async (call) =>
        changed(await call.send(), (key) => {
          const user = at(key, 'user')
          return user === undefined
            ? key
            : withFields(key, { user: withFields(user, { state: 'active' }) })
        }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `/keys/${key}`)).json, 'user.state') === 'active'
    },
  },
  // Pagination and order.
  {
    name: 'Comments on an issue that fill their pages have one page more by the header',
    breaks: 'Document 1, Limits: X-Total-Pages',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        const total = Number(response.headers.get('x-total') ?? 0)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (total === 0 || total % size !== 0) return response
        return withBody(response, response.body, { 'x-total-pages': `${total / size + 1}` })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return (await ask('GET', `${path}?per_page=2`)).headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'The links between pages of issues of a project leave out the labels that were asked for',
    breaks: 'Document 1, Limits: Link (clients use these instead of building URLs)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.labels === undefined) return response
        const without = link.replace(/([?&])labels=[^&>]*&?/g, '$1')
        return withBody(response, response.body, { link: without })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let made = 0; made < 2; made++) await newIssue(ask, project, { labels: 'deck' })
      const path = `/projects/${project}/issues?labels=deck&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('labels')
    },
  },
  {
    name: 'Groups in the descending order of their paths are in the ascending one',
    breaks: 'Document 1, GET /groups: order_by (name or path), sort (asc/desc)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        call.given.order_by === 'path' ? call.send({ sort: undefined }) : call.send(),
    })),
    async isShown(ask) {
      for (let made = 0; made < 2; made++) await newGroup(ask)
      const path = '/groups?order_by=path&sort=desc&per_page=100&all_available=true'
      const paths = fieldOf((await ask('GET', path)).json, 'path').map(String)
      return paths.length > 1 && String(paths[0]) < String(paths.at(-1))
    },
  },
  // Visibility and permissions.
  {
    name: 'One’s own SSH keys are those of everybody where one is asked for by its id',
    breaks: 'Document 1, GET /user/keys/:key_id: a key of the authenticated user',
    at: ['getOwnSshKey'],
    start: serving(() => ({
      async getOwnSshKey(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        if ((await call.ask('GET', '/user')).status !== 200) return response
        const found = await call.askAsRoot('GET', `/keys/${encoded(call.path.key_id)}`)
        if (found.status !== 200) return response
        const { user: _, ...key } = fieldsOf(found.json)
        return jsonAnswer(200, key)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      return (await ask('GET', `/user/keys/${key}`)).status === 200
    },
  },
  {
    name: 'Whoever wrote an issue is permitted to remove it',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.ask('GET', issuePath(call))
        const isAuthor = at(json, 'author.id') === idOf(await callerOf(call))
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const author = actingAs(ask, (await newUser(ask)).username)
      const path = `/projects/${project}/issues/${await newIssue(author, project)}`
      return (await author('DELETE', path)).status === 200
    },
  },
  {
    name: 'A search among visible projects finds private ones of others as well',
    breaks: 'Document 1, GET /projects/visible: array of Project the caller can see; search',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const response = await call.send()
        return response.ok && call.given.search !== undefined ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const name = freshName('secret')
      await newProject(ask, { name, visibility_level: 0 })
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', `/projects/visible?search=${name}`)
      return listOf(json).length === 1
    },
  },
  // Transitions of state.
  {
    name: 'A blocked user is active again once an administrator changes anything of theirs',
    breaks: 'Document 1, States of a user: blocked until PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (!response.ok || (await fieldIn(response, 'state')) !== 'blocked') return response
        await call.askAsRoot('PUT', `/users/${encoded(call.path.id)}/unblock`)
        return changed(response, (user) => withFields(user, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { location: 'Pier 4' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'Closing an issue leaves the time of its last update as it was',
    breaks: 'Document 2, States of an issue: close, closed; updated_at changes',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async updateIssue(call) {
        const { json } = await call.askAsRoot('GET', issuePath(call))
        const response = await call.send()
        const isClosed = at(json, 'state') !== 'closed' && call.given.state_event === 'close'
        if (!response.ok || !isClosed) return response
        const updated_at = at(json, 'updated_at')
        await call.askAsRoot('PUT', issuePath(call), { updated_at })
        return changed(response, (issue) => withFields(issue, { updated_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { updated_at: '2011-05-06T07:08:09Z' } })
      await ask('PUT', path, { body: { state_event: 'close' } })
      return String(at((await ask('GET', path)).json, 'updated_at')).startsWith('2011-05-06')
    },
  },
  {
    name: 'A merge request that was removed is still found by its iid',
    breaks: 'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: removed',
    at: ['deleteMergeRequest', 'listMergeRequests'],
    start: serving(() => {
      const removed: Values[] = []
      return {
        async deleteMergeRequest(call) {
          const path = `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && at(json, 'iid') !== undefined) removed.push(fieldsOf(json))
          return response
        },
        async listMergeRequests(call) {
          const response = await call.send()
          if (!response.ok || call.given.iid === undefined || removed.length === 0) return response
          const project = idOf((await call.ask('GET', projectPath(call))).json)
          const found = removed.filter(
            ({ project_id, iid }) => project_id === project && Number(call.given.iid) === iid,
          )
          return changed(response, (json) => [...listOf(json), ...found])
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests`
      await ask('DELETE', `${path}/${await newMergeRequest(ask, project, 'removed')}`)
      return listOf((await ask('GET', `${path}?iid=1`)).json).length === 1
    },
  },
  // Refusals and their messages.
  {
    name: 'An e-mail of one’s own that is taken is refused under the name base',
    breaks: 'Document 1, Users: has already been taken under the property name',
    at: ['createOwnEmail'],
    start: serving(() => ({
      async createOwnEmail(call) {
        const response = await call.send()
        const errors = await fieldIn(response, 'message')
        const email = at(errors, 'email')
        if (response.status !== 400 || email === undefined) return response
        return changed(response, (json) => withFields(json, { message: { base: email } }))
      },
    })),
    async isShown(ask) {
      const body = { email: `${freshName('twice')}@six.example` }
      await ask('POST', '/user/emails', { body })
      const { json } = await ask('POST', '/user/emails', { body })
      return at(json, 'message.base') !== undefined
    },
  },
  {
    name: 'Changing a member of a project that is none makes them one',
    breaks: 'Document 1, Errors: 404 resource not found; PUT /projects/:id/members/:user_id',
    at: ['updateProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { access_level, expires_at } = call.given
        const added = await call.ask('POST', `${projectPath(call)}/members`, {
          user_id: Number(call.path.user_id),
          access_level: Number(access_level),
          ...(expires_at === undefined ? {} : { expires_at }),
        })
        return added.status === 201 ? jsonAnswer(200, added.json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/members/${(await newUser(ask)).id}`
      await ask('PUT', path, { body: { access_level: 30 } })
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A level that is none makes a member of a group by the valid one below it',
    breaks: 'Document 1, POST /groups/:id/members: access_level integer (req, a valid level)',
    at: ['addGroupMember'],
    start: serving(() => ({
      addGroupMember(call) {
        const level = Number(call.given.access_level)
        const isBetween = level > 10 && level < 50 && level % 10 !== 0
        return call.send(isBetween ? { access_level: Math.floor(level / 10) * 10 } : {})
      },
    })),
    async isShown(ask) {
      const body = { user_id: (await newUser(ask)).id, access_level: 35 }
      return (await ask('POST', `/groups/${await newGroup(ask)}/members`, { body })).status === 201
    },
  },
  // Parameters with defaults, and filters.
  {
    name: 'Issues of one’s own by their updates begin with the oldest unless a direction is given',
    breaks: 'Document 2, GET /issues: order_by updated_at, sort default desc',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues: (call) =>
        call.given.order_by === 'updated_at' && call.given.sort === undefined
          ? call.send({ sort: 'asc' })
          : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20 })
      const issues: number[] = []
      for (const year of [2001, 2002]) {
        const issue = await newIssue(actingAs(ask, username), project)
        const body = { updated_at: `${year}-01-01T00:00:00Z` }
        await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
        issues.push(issue)
      }
      const { json } = await actingAs(ask, username)('GET', '/issues?order_by=updated_at')
      return at(json, '0.id') === issues[0]
    },
  },
  {
    name: 'A user who is made with a limit of no projects has the default one',
    breaks: 'Document 1, POST /users: projects_limit (integer)',
    at: ['createUser', 'getUser', 'listUsers', 'getCurrentUser'],
    start: serving(() => ({
      createUser: (call) =>
        Number(call.given.projects_limit ?? 1) === 0
          ? call.send({ projects_limit: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 0 })
      return Number(at((await ask('GET', `/users/${id}`)).json, 'projects_limit')) > 0
    },
  },
  {
    name: 'Internal projects of a group are those that are public, too',
    breaks: 'Document 1, GET /groups/:id/projects: visibility (public/internal/private)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const response = await call.send()
        const isAsked = call.given.visibility === 'internal' && !isTrue(call.given.simple)
        if (!response.ok || !isAsked) return response
        const all = await allOf(call, { visibility: undefined })
        const found = all.filter(({ visibility_level }) => Number(visibility_level) >= 10)
        const shown = samePage(response, found)
        return changed(response, () => shown, { 'x-total': String(found.length) })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group, visibility_level: 20 })
      const { json } = await ask('GET', `/groups/${group}/projects?visibility=internal`)
      return listOf(json).length === 1
    },
  },
]
