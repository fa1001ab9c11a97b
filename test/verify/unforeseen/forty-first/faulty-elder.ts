import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
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
  projectPath,
  relisted,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { bearerOf, briefUser, issuePath } from './tools-elder.ts'

export const faultyElderServers: readonly FaultyServer[] = [
  {
    name: 'A public project is readable without credentials by its id only, not by its path',
    breaks:
      'Document 1, GET /projects/:id: id integer/string (req); readable without authentication when the project is public',
    at: ['getProject', 'listProjectEvents'],
    start: serving(() =>
      forAll(['getProject', 'listProjectEvents'], async (call) => {
        const isByPath = !/^\d+$/.test(String(call.path.id))
        if (call.isAnonymous && isByPath) return jsonAnswer(401, { message: '401 Unauthorized' })
        return call.send()
      }),
    ),
    async isShown(ask) {
      const id = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${id}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A search for users also finds active ones where only blocked ones are asked for',
    breaks:
      'Document 1, GET /users: blocked (boolean, only true supported), search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const isSearch = typeof call.given.search === 'string' && call.given.search !== ''
        return isSearch ? call.send({ active: undefined, blocked: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?blocked=true&search=${username}`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'An e-mail address that its user removed stays taken, for that user and for all others',
    breaks:
      'Document 1, POST /user/emails: created E-mail, 201; only an already-used e-mail reports `has already been taken`',
    at: ['createOwnEmail', 'createEmailOfUser', 'deleteOwnEmail', 'deleteEmailOfUser'],
    start: serving(() => {
      const removed = new Set<unknown>()
      const refusal = () => jsonAnswer(400, { message: { email: ['has already been taken'] } })
      return {
        async deleteOwnEmail(call) {
          const { json } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
          const response = await call.send()
          if (response.ok) removed.add(at(json, 'email'))
          return response
        },
        async deleteEmailOfUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}/emails?per_page=100`)
          const response = await call.send()
          const gone = listOf(json).find(({ id }) => String(id) === call.path.email_id)
          if (response.ok) removed.add(gone?.email)
          return response
        },
        async createOwnEmail(call) {
          const response = await call.send()
          const { id, email } = fieldsOf(await jsonOf(response))
          if (!response.ok || !removed.has(email)) return response
          await call.ask('DELETE', `/user/emails/${id}`)
          return refusal()
        },
        async createEmailOfUser(call) {
          const response = await call.send()
          const { id, email } = fieldsOf(await jsonOf(response))
          if (!response.ok || !removed.has(email)) return response
          await call.askAsRoot('DELETE', `/users/${call.path.id}/emails/${id}`)
          return refusal()
        },
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('second')}@six.example` }
      const { json } = await ask('POST', '/user/emails', { body })
      await ask('DELETE', `/user/emails/${idOf(json)}`)
      return (await ask('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'A project that an administrator makes for a user does not count towards the limit of projects of that user',
    breaks: 'Document 1, Limits: per-user `projects_limit` bound projects per user',
    at: ['createProject', 'createProjectForUser', 'createUser', 'updateUser'],
    start: serving(() => {
      const madeFor = new Map<number, number>()
      return {
        async createProjectForUser(call) {
          const response = await call.send()
          const user = Number(call.path.user_id)
          if (response.ok) madeFor.set(user, (madeFor.get(user) ?? 0) + 1)
          return response
        },
        async createProject(call) {
          const response = await call.send()
          const { id, projects_limit } = await callerOf(call)
          const uncounted = madeFor.get(Number(id)) ?? 0
          if (response.status !== 403 || uncounted === 0) return response
          const { json } = await call.ask('GET', '/projects/owned?per_page=100')
          const own = listOf(json).filter((project) => at(project, 'owner.id') === id)
          const limit = Number(projects_limit)
          if (own.length - uncounted >= limit) return response
          await call.askAsRoot('PUT', `/users/${id}`, { projects_limit: own.length + 1 })
          const made = await call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { projects_limit: limit })
          return made
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 1 })
      await ask('POST', `/projects/user/${id}`, { body: { name: freshName('gift') } })
      const body = { name: freshName('own') }
      return (await actingAs(ask, id)('POST', '/projects', { body })).status === 201
    },
  },
  {
    name: 'A project that was transferred into a group is found by its id only, not under its new path',
    breaks:
      'Document 1, Conventions: A project `:id` is an integer or the URL-encoded NAMESPACE/PROJECT_NAME; POST /groups/:id/projects/:project_id transfers the project into the group namespace',
    at: [
      'transferProjectToGroup',
      'getProject',
      'listProjectEvents',
      'listProjectMembers',
      'listCommits',
    ],
    start: serving(() => {
      const unknown = new Set<unknown>()
      return {
        ...forAll(
          ['getProject', 'listProjectEvents', 'listProjectMembers', 'listCommits'],
          async (call) =>
            unknown.has(call.path.id)
              ? jsonAnswer(404, { message: '404 Project Not Found' })
              : call.send(),
        ),
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const id = idOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) {
            const { json } = await call.askAsRoot('GET', `/projects/${id}`)
            unknown.add(at(json, 'path_with_namespace'))
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A restricted visibility level is refused for a new snippet, but not where a snippet is changed',
    breaks:
      'Document 1, restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const reasons = fieldsOf(at(await jsonOf(response), 'message'))
        const isRestricted = Object.keys(reasons).join() === 'visibility_level'
        const isLevel = [0, 10, 20].includes(Number(call.given.visibility_level))
        return isRestricted && isLevel ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const asUser = actingAs(ask, user.id)
      const project = await newProject(asUser, { snippets_enabled: true })
      const snippet = await newSnippet(asUser, project, { visibility_level: 0 })
      const settings = (levels: unknown) =>
        ask('PUT', '/application/settings', { body: { restricted_visibility_levels: levels } })
      await settings([2])
      const body = { visibility_level: 20 }
      const { status } = await asUser('PUT', `/projects/${project}/snippets/${snippet}`, { body })
      await settings([])
      return status === 200
    },
  },
  {
    name: 'The event of an issue that is closed with sudo has the administrator as its author',
    breaks:
      'Document 1, Authentication: the parameter `sudo` or header `SUDO` performs the call as another user; Activity event: author (brief user)',
    at: ['updateIssue', 'listProjectEvents', 'listUserEvents'],
    start: serving((forge) => {
      const closers = new Map<unknown, Values>()
      const isWrong = (event: Values) =>
        event.target_type === 'Issue' &&
        event.action_name === 'closed' &&
        closers.has(event.target_id)
      return {
        async updateIssue(call) {
          const response = await call.send()
          const issue = Number(call.path.issue_id)
          if (response.ok && call.given.state_event === 'close') {
            closers.delete(issue)
            if (call.sudo !== undefined) closers.set(issue, await bearerOf(forge, call))
          }
          return response
        },
        async listProjectEvents(call) {
          return eachChanged(await call.send(), (event) => {
            const closer = closers.get(event.target_id)
            if (closer === undefined || !isWrong(event)) return event
            const { id, username } = closer
            return { ...event, author_id: id, author: briefUser(closer), author_username: username }
          })
        },
        listUserEvents: (call) => relisted(call, (all) => all.filter((event) => !isWrong(event))),
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const asUser = actingAs(ask, user.id)
      const project = await newProject(asUser)
      const issue = await newIssue(asUser, project)
      await asUser('PUT', `/projects/${project}/issues/${issue}`, {
        body: { state_event: 'close' },
      })
      const { json } = await ask('GET', `/projects/${project}/events`)
      const closed = listOf(json).find((event) => event.action_name === 'closed')
      return closed?.author_username === 'root'
    },
  },
  {
    name: 'Who unsubscribes from an issue takes the subscriptions of all others along',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['unsubscribeFromIssue', 'subscribeToIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => {
      const subscribers = new Map<string, Set<unknown>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          if (response.ok || response.status === 304) {
            const issue = String(call.path.issue_id)
            const { id } = await callerOf(call)
            subscribers.set(issue, (subscribers.get(issue) ?? new Set()).add(id))
          }
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          for (const user of subscribers.get(String(call.path.issue_id)) ?? []) {
            await call.askAsRoot('DELETE', `${issuePath(call)}/subscription?sudo=${user}`)
          }
          subscribers.delete(String(call.path.issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const [one, other] = [await newUser(ask), await newUser(ask)].map(({ id }) =>
        actingAs(ask, id),
      )
      await one?.('POST', path)
      await other?.('POST', path)
      await other?.('DELETE', path)
      return (await one?.('POST', path))?.status === 201
    },
  },
  {
    name: 'The issues that a merge request closes stay those of its first description',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const found = new Map<string, readonly unknown[]>()
      return {
        async updateMergeRequest(call) {
          const id = String(call.path.merge_request_id)
          if (call.given.description !== undefined && !found.has(id)) {
            const path = `${mergeRequestPath(call)}/closes_issues?per_page=100`
            const { status, json } = await call.askAsRoot('GET', path)
            if (status === 200) found.set(id, fieldOf(json, 'id'))
          }
          return call.send()
        },
        listIssuesClosedByMergeRequest: (call) =>
          relisted(call, async (all) => {
            const first = found.get(String(call.path.merge_request_id))
            if (first === undefined) return all
            const issues = first.map((id) => call.ask('GET', `${projectPath(call)}/issues/${id}`))
            const answers = await Promise.all(issues)
            return answers.filter(({ status }) => status === 200).map(({ json }) => fieldsOf(json))
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const branch = freshName('fix')
      const request = await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests/${request}`
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      const given = { source_branch: branch, target_branch: 'master', title: branch }
      await ask('PUT', path, { body: { ...given, description: `Closes #${at(json, 'iid')}` } })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 0
    },
  },
  {
    name: 'A merge is accepted where the `sha` is only the beginning of that of the source head',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
        const head = String(at(json, 'sha') ?? '')
        const isAbbreviated = typeof sha === 'string' && sha.length >= 7 && head.startsWith(sha)
        return isAbbreviated ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branch = freshName('short')
      const request = await newMergeRequest(ask, project, branch)
      const body = { sha: (await headOf(ask, project, branch)).slice(0, 8) }
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'The code of a private snippet is given raw to everybody who sees the project',
    breaks: 'Document 2, Snippet: `visibility_level`: 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (call.isAnonymous || ![403, 404].includes(response.status)) return response
        const { status } = await call.ask('GET', projectPath(call))
        return status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const user = await newUser(ask)
      const body = { user_id: user.id, access_level: 10 }
      await ask('POST', `/projects/${project}/members`, { body })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, user.id)('GET', path)).status === 200
    },
  },
  {
    name: 'The list of commits reads the times in `since` and `until` as UTC, whatever offset they have',
    breaks:
      'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => {
      const withoutOffset = (time: unknown) =>
        typeof time === 'string' ? time.replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z') : time
      return {
        async listCommits(call) {
          const { since, until } = call.given
          return call.send({ since: withoutOffset(since), until: withoutOffset(until) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      // One minute ago, as the clocks five hours east show it.
      const there = new Date(Date.now() + (5 * 60 - 1) * 60_000).toISOString()
      const since = encoded(there.replace(/\.\d+Z$/, '+05:00'))
      const { json } = await ask('GET', `/projects/${project}/repository/commits?since=${since}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The list of tags gives a lightweight tag the message of its commit',
    breaks: 'Document 3, Tag: `message` (null for a lightweight tag, otherwise the annotation)',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        return eachChanged(await call.send(), (tag) => ({
          ...tag,
          message: tag.message ?? at(tag, 'commit.message'),
        }))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'light', ref: 'master' } })
      return at((await ask('GET', path)).json, '0.message') === 'Write'
    },
  },
  {
    name: 'A commit of several files writes base64 as it stands where it updates a file, though not where it creates one',
    breaks: 'Document 3, Action item: `encoding`: `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      async createCommit(call) {
        if (!Array.isArray(call.given.actions)) return call.send()
        const actions = call.given.actions.map((action: unknown) =>
          at(action, 'action') === 'update' && at(action, 'encoding') === 'base64'
            ? withFields(action, { encoding: 'text' })
            : action,
        )
        return call.send({ actions })
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const content = btoa('Two\n')
      const actions = [{ action: 'update', file_path: 'README.md', content, encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Update', actions }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=README.md`)
      return text === content
    },
  },
  {
    name: 'The filter of commit statuses by name lets all through whose name contains it',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        const { name } = call.given
        if (typeof name !== 'string') return call.send()
        return relisted(call, (all) => all.filter((status) => String(status.name).includes(name)), {
          name: undefined,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['unit', 'unit-slow']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=unit`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
]
