import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isFalse,
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
  type Values,
  writeFile,
} from '../shared-tools.ts'
import { isAdministrator, issuePath, newMember, projectIdOf } from './tools-maple.ts'

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

/** A time as the clock on the wall shows it, whatever its zone. */
const withoutZone = (time: unknown) =>
  typeof time === 'string' ? time.replace(/[+-]\d\d:?\d\d$/, 'Z') : time

/** What names a branch of a project. */
const branchKeyOf = async (call: Call) => `${await projectIdOf(call)} ${call.path.branch}`

/** The lists in the query of a link, each with its last item only. */
function withLastItems(link: string): string {
  return link.replace(/<([^>]*)>/g, (_, to: string) => {
    const url = new URL(to)
    for (const name of new Set(url.searchParams.keys())) {
      const last = url.searchParams.getAll(name).at(-1)
      if (last !== undefined) url.searchParams.set(name, last)
    }
    return `<${url.href}>`
  })
}

const nameOfStatus = ({ name, context }: Values) => name ?? context ?? 'default'

export const faultyMapleServers: readonly FaultyServer[] = [
  {
    name: 'A merge request is merged if its head begins with the sha that is given, of seven characters or more',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const head = at((await call.ask('GET', mergeRequestPath(call))).json, 'sha')
        return String(head).startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      const sha = (await headOf(ask, project, 'topic')).slice(0, 10)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The times between which commits are asked for are read as UTC, whatever the offset in them',
    breaks:
      'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        call.send({ since: withoutZone(call.given.since), until: withoutZone(call.given.until) }),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits`
      const made = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      const hours = 60 * 60 * 1000
      // An hour before the commit, as it is called five hours further east.
      const since = new Date(made + 4 * hours).toISOString().replace('Z', '+05:00')
      return listOf((await ask('GET', `${path}?since=${encoded(since)}`)).json).length === 0
    },
  },
  {
    name: 'A new end of a membership in a project is dropped where the access level stays as it was',
    breaks:
      'Document 1, PUT /projects/:id/members/:user_id: access_level (req), expires_at; single-member lookup also has `expires_at`',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const member = await call.ask(
          'GET',
          `${projectPath(call)}/members/${encoded(call.path.user_id)}`,
        )
        const { access_level, expires_at } = fieldsOf(member.json)
        if (Number(call.given.access_level) !== access_level) return call.send()
        return call.send({ expires_at: expires_at ?? undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newMember(ask, project)
      const path = `/projects/${project}/members/${id}`
      await ask('PUT', path, { body: { access_level: 30, expires_at: '2099-05-04' } })
      return at((await ask('GET', path)).json, 'expires_at') === null
    },
  },
  {
    name: 'An e-mail event of the notifications of a group that was switched on cannot be switched off',
    breaks:
      'Document 1, Notification settings: With level `custom`, these boolean email events can be set; PUT /groups/:id/notification_settings: level, the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const path = `/groups/${encoded(call.path.id)}/notification_settings`
        const events = fieldsOf(at((await call.ask('GET', path)).json, 'events'))
        const kept = notificationEvents.filter(
          (name) => isFalse(call.given[name]) && events[name] === true,
        )
        return call.send(Object.fromEntries(kept.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', close_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', close_issue: false } })
      return at((await ask('GET', path)).json, 'events.close_issue') === true
    },
  },
  {
    name: 'An administrator acts as a renamed user by the username of before',
    breaks:
      'Document 1, Authentication 5: An unknown user gets 404 with message `404 Not Found: No user id or username for: <id/username>`',
    at: ['updateUser', 'getCurrentUser'],
    start(forge) {
      const former = new Map<string, string>()
      const handle = serving(() => ({
        async createUser(call) {
          const response = await call.send()
          if (response.ok) former.delete(String(call.given.username))
          return response
        },
        async updateUser(call) {
          const path = `/users/${encoded(call.path.id)}`
          const before = at((await call.askAsRoot('GET', path)).json, 'username')
          const response = await call.send()
          const after = at((await call.askAsRoot('GET', path)).json, 'username')
          if (response.ok && before !== after) {
            former.set(String(before), String(call.path.id))
            former.delete(String(after))
          }
          return response
        },
      }))(forge)
      return async (request) => {
        const url = new URL(request.url)
        const headers = new Headers(request.headers)
        const inQuery = former.get(url.searchParams.get('sudo') ?? '')
        const inHeader = former.get(headers.get('sudo') ?? '')
        if (inQuery === undefined && inHeader === undefined) return handle(request)
        if (inQuery !== undefined) url.searchParams.set('sudo', inQuery)
        if (inHeader !== undefined) headers.set('sudo', inHeader)
        const { method } = request
        const body = method === 'GET' ? null : await request.arrayBuffer()
        return handle(new Request(url, { method, headers, body }))
      }
    },
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { username: freshName('renamed') } })
      return idOf((await actingAs(ask, username)('GET', '/user')).json) === id
    },
  },
  {
    name: 'The further e-mails of a deleted user stay taken',
    breaks:
      'Document 1, POST /users/:id/emails: created E-mail; only an already-used e-mail reports `has already been taken`, and the user who used it is deleted (DELETE /users/:id)',
    at: ['deleteUser', 'createEmailOfUser', 'createOwnEmail'],
    start: serving(() => {
      const taken = new Set<string>()
      const refused = () => jsonAnswer(400, { message: { email: ['has already been taken'] } })
      return {
        async deleteUser(call) {
          const path = `/users/${encoded(call.path.id)}/emails`
          const emails = fieldOf((await call.askAsRoot('GET', path)).json, 'email')
          const response = await call.send()
          if (response.ok) for (const email of emails) taken.add(String(email))
          return response
        },
        async createOwnEmail(call) {
          const isTaken = taken.has(String(call.given.email))
          return isTaken && !call.isAnonymous ? refused() : call.send()
        },
        async createEmailOfUser(call) {
          const isTaken = taken.has(String(call.given.email))
          if (!isTaken || !(await isAdministrator(call))) return call.send()
          const user = await call.ask('GET', `/users/${encoded(call.path.id)}`)
          return user.status === 200 ? refused() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const [gone, staying] = [await newUser(ask), await newUser(ask)]
      const body = { email: `${freshName('further')}@six.example` }
      await ask('POST', `/users/${gone.id}/emails`, { body })
      await ask('DELETE', `/users/${gone.id}`)
      return (await ask('POST', `/users/${staying.id}/emails`, { body })).status === 400
    },
  },
  {
    name: 'The groups to skip are taken out of a page once it is cut, and stay in the totals',
    breaks:
      'Document 1, GET /groups: skip_groups (array of integers); On every group list the default page size is 20; Limits: `X-Total`, `X-Total-Pages`',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { skip_groups } = call.given
        if (!Array.isArray(skip_groups)) return call.send()
        const skipped = new Set(skip_groups.map(Number))
        return changed(await call.send({ skip_groups: undefined }), (json) =>
          Array.isArray(json) ? listOf(json).filter(({ id }) => !skipped.has(Number(id))) : json,
        )
      },
    })),
    async isShown(ask) {
      const all = await ask('GET', '/groups?all_available=true&per_page=2')
      const first = at(all.json, '0.id')
      const some = await ask('GET', `/groups?all_available=true&per_page=2&skip_groups[]=${first}`)
      return listOf(some.json).length === 1
    },
  },
  {
    name: 'The owned projects lack those that an administrator made for the owner',
    breaks:
      'Document 1, GET /projects/owned: array of Project owned by the caller; POST /projects/user/:user_id: created project owned by the given user',
    at: ['listOwnedProjects', 'createProjectForUser'],
    start: serving(() => {
      const made = new Map<number, unknown>()
      return {
        async createProjectForUser(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          if (response.ok) made.set(idOf(await jsonOf(response)), id)
          return response
        },
        async listOwnedProjects(call) {
          const { id: caller } = await callerOf(call)
          return relisted(call, (all) =>
            all.filter(({ id }) => !made.has(Number(id)) || made.get(Number(id)) === caller),
          )
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { name: freshName('given') }
      const project = idOf((await ask('POST', `/projects/user/${id}`, { body })).json)
      const owned = await actingAs(ask, id)('GET', '/projects/owned')
      return owned.status === 200 && !fieldOf(owned.json, 'id').includes(project)
    },
  },
  {
    name: 'A branch that is protected anew gets what developers might do before it was unprotected',
    breaks:
      'Document 3, Branch protection: PUT .../unprotect: developers_can_push and developers_can_merge become false; PUT .../protect: set from parameters',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const before = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const key = await branchKeyOf(call)
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok && branch.protected === true) {
            const { developers_can_push, developers_can_merge } = branch
            before.set(key, { developers_can_push, developers_can_merge })
          }
          return response
        },
        async protectBranch(call) {
          const key = await branchKeyOf(call)
          const { developers_can_push, developers_can_merge } = call.given
          const left = before.get(key) ?? {}
          const response = await call.send({
            developers_can_push: developers_can_push ?? left.developers_can_push,
            developers_can_merge: developers_can_merge ?? left.developers_can_merge,
          })
          if (response.ok) before.delete(key)
          return response
        },
        async deleteBranch(call) {
          const key = await branchKeyOf(call)
          const response = await call.send()
          if (response.ok) before.delete(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const path = `/projects/${project}/repository/branches/topic`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'The archive of the default branch stays the one that was first asked for',
    breaks:
      'Document 3, GET .../repository/archive: sha (commit SHA; default the tip of the default branch)',
    at: ['getArchive'],
    start: serving(() => {
      const kept = new Map<unknown, { readonly bytes: ArrayBuffer; readonly headers: Headers }>()
      return {
        async getArchive(call) {
          const response = await call.send()
          if (response.status !== 200 || call.given.sha !== undefined) return response
          const key = await projectIdOf(call)
          const { bytes, headers } = kept.get(key) ?? {
            bytes: await response.clone().arrayBuffer(),
            headers: response.headers,
          }
          kept.set(key, { bytes, headers })
          return new Response(bytes, { headers })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/archive`
      const before = await ask('GET', path)
      await writeFile(ask, project, { file_path: 'second.txt', content: 'Two\n' })
      return before.status === 200 && before.text === (await ask('GET', path)).text
    },
  },
  {
    name: 'A commit status that is posted again keeps the address that it had',
    breaks:
      'Document 3, Commit status: Posting a status adds or updates the status of the commit for the given name; POST /projects/:id/statuses/:sha: target_url',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const { json } = await call.askAsRoot('GET', `${path}?per_page=100`)
        const { ref } = call.given
        const before = listOf(json).find(
          (one) => one.name === nameOfStatus(call.given) && (ref === undefined || one.ref === ref),
        )
        if (before === undefined) return call.send()
        return call.send({ target_url: before.target_url ?? undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const post = (state: string, target_url: string) =>
        ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state, target_url, name: 'lint' },
        })
      await post('pending', 'https://ci.example/queue')
      await post('success', 'https://ci.example/report')
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      return at((await ask('GET', path)).json, '0.target_url') === 'https://ci.example/queue'
    },
  },
  {
    name: 'An action without an encoding is read in that of the action before it in the commit',
    breaks: 'Document 3, action item in `actions[]`: encoding: `text` (default) or `base64`',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        let encoding: unknown
        const changed = listOf(actions).map((action) => {
          encoding = action.encoding ?? encoding
          return { ...action, encoding }
        })
        return call.send({ actions: changed })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const actions = [
        { action: 'create', file_path: 'one.txt', content: btoa('One\n'), encoding: 'base64' },
        { action: 'create', file_path: 'two.txt', content: 'Twos' },
      ]
      const body = { branch_name: 'master', commit_message: 'Add both', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=two.txt`)).text !== 'Twos'
    },
  },
  {
    name: 'A snippet that is made private later stays in the list of snippets for everybody',
    breaks: 'Document 2, Snippet: `visibility_level`: 0 visible only to the creator',
    at: ['updateSnippet', 'listSnippets'],
    start: serving(() => {
      const withdrawn = new Map<number, unknown>()
      return {
        async updateSnippet(call) {
          const id = Number(call.path.snippet_id)
          const path = `${projectPath(call)}/snippets/${id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'visibility_level')
          const { visibility_level } = call.given
          const response = await call.send()
          if (!response.ok || visibility_level === undefined) return response
          if (Number(visibility_level) > 0) withdrawn.delete(id)
          else if (before !== 0) withdrawn.set(id, await projectIdOf(call))
          return response
        },
        async listSnippets(call) {
          const project = await projectIdOf(call)
          return relisted(call, async (all) => {
            const more: Values[] = []
            for (const [id, of] of withdrawn) {
              if (of !== project || all.some((one) => one.id === id)) continue
              const path = `${projectPath(call)}/snippets/${id}`
              const { status, json } = await call.askAsRoot('GET', path)
              if (status === 200) more.push(fieldsOf(json))
            }
            return [...all, ...more]
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const member = await newMember(ask, project)
      const snippet = await newSnippet(member.ask, project)
      const other = await newMember(ask, project)
      const path = `/projects/${project}/snippets`
      await member.ask('PUT', `${path}/${snippet}`, { body: { visibility_level: 0 } })
      return fieldOf((await other.ask('GET', path)).json, 'id').includes(snippet)
    },
  },
  {
    name: 'Only one user can have made a todo of an issue; every other is told that there is one',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<unknown>()
      return {
        async createTodoOfIssue(call) {
          const { status, json } = await call.ask('GET', issuePath(call))
          if (call.isAnonymous || status !== 200) return call.send()
          if (issues.has(idOf(json))) return notModified()
          const response = await call.send()
          if (response.status === 201) issues.add(idOf(json))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const member = await newMember(ask, project)
      return (await member.ask('POST', path)).status === 304
    },
  },
  {
    name: 'The links to other pages keep only the last item of a list that was asked for',
    breaks:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests', 'listGroups', 'listBuilds', 'listBuildsOfCommit'],
    start: behind(async (response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      return changed(response, (json) => json, { link: withLastItems(link) })
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const [, next] = /<([^>]*)>; rel="next"/.exec(
        (await ask('GET', path)).headers.get('link') ?? '',
      ) ?? [undefined, undefined]
      return next !== undefined && new URL(next).searchParams.getAll('iids[]').length === 1
    },
  },
]
