import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
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
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { projectIdOf, showing, withHeadersOf } from './tools-heath.ts'

export const faultyHeathServers: readonly FaultyServer[] = [
  {
    name: 'The removal of merged branches passes over those with a slash in their name',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        if (!response.ok) return response
        const left = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        for (const { name, commit } of before) {
          if (left.includes(name) || !String(name).includes('/')) continue
          await call.askAsRoot('POST', path, { branch_name: name, ref: at(commit, 'id') })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature/done')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body: {} })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const branch = await ask('GET', `/projects/${project}/repository/branches/feature%2Fdone`)
      return branch.status === 200
    },
  },
  {
    name: 'A status that is posted again keeps the description and the target of the first time',
    breaks:
      'Document 3, Commit status: Posting a status adds or updates the status of the commit for the given name; POST /projects/:id/statuses/:sha: target_url, description',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const { given, path } = call
        const name = given.name ?? given.context ?? 'default'
        const statuses = `${repositoryPath(call)}/commits/${encoded(path.sha)}/statuses`
        const { json } = await call.askAsRoot('GET', `${statuses}?per_page=100`)
        const before = listOf(json).find(
          (one) => one.name === name && (given.ref === undefined || given.ref === one.ref),
        )
        if (before === undefined) return call.send()
        return call.send({
          description: before.description ?? given.description,
          target_url: before.target_url ?? given.target_url,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const status = { name: 'lint', ref: 'master' }
      await ask('POST', path, { body: { ...status, state: 'pending', description: 'Waits' } })
      const body = { ...status, state: 'failed', description: 'Two faults' }
      return at((await ask('POST', path, { body })).json, 'description') === 'Waits'
    },
  },
  {
    name: 'In the notification settings of a project the event of a reassigned merge request follows the parameter of a reassigned issue',
    breaks:
      'Document 1, Notification settings: With level `custom`, these boolean email events can be set: ... `reassign_issue`, ... `reassign_merge_request`',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings: (call) =>
        call.send({ reassign_merge_request: call.given.reassign_issue }),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      const body = { level: 'custom', reassign_merge_request: true }
      const { json } = await ask('PUT', path, { body })
      return at(json, 'events.reassign_merge_request') === false
    },
  },
  {
    name: 'The administrator who removes an e-mail of a user removes that of another user, if the id is one of his',
    breaks:
      'Document 1, DELETE /users/:id/emails/:email_id: 200; 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser', 'listEmailsOfUser', 'listOwnEmails', 'getOwnEmail'],
    start: serving(() => ({
      async deleteEmailOfUser(call) {
        const response = await call.send()
        const isUser = (await call.askAsRoot('GET', `/users/${call.path.id}`)).status === 200
        if (response.status !== 404 || !isUser) return response
        const path = await pathOfEmail(call)
        return path === undefined ? response : withHeadersOf(await call.ask('DELETE', path))
      },
    })),
    async isShown(ask) {
      const [owner, other] = [await newUser(ask), await newUser(ask)]
      const body = { email: `${freshName('second')}@six.example` }
      const id = idOf((await ask('POST', `/users/${owner.id}/emails`, { body })).json)
      const { status } = await ask('DELETE', `/users/${other.id}/emails/${id}`)
      const left = await ask('GET', `/users/${owner.id}/emails`)
      return status === 200 && !fieldOf(left.json, 'id').includes(id)
    },
  },
  {
    name: 'A todo that an administrator makes for another user with sudo becomes his own',
    breaks:
      'Document 1, Authentication: the parameter `sudo` (query) or header `SUDO` performs the call as another user; document 2, POST .../todo: creates a todo for the caller',
    at: ['createTodoOfIssue'],
    start: serving(() => ({
      async createTodoOfIssue(call) {
        if (call.sudo === undefined) return call.send()
        const issue = await call.ask('GET', `${projectPath(call)}/issues/${call.path.issue_id}`)
        return issue.status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await actingAs(ask, (await newUser(ask)).username)('POST', path)
      return (await ask('POST', path)).status === 304
    },
  },
  {
    name: 'A moved issue keeps the number that it had in the project that it came from',
    breaks: 'Document 1, Conventions: `iid` is unique only within one project',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    start(forge) {
      const kept = new Map<unknown, unknown>()
      const serve = serving(() => ({
        async moveIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const before = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) {
            kept.set(at(await jsonOf(response), 'id'), kept.get(before.id) ?? before.iid)
          }
          return response
        },
      }))
      return showing(
        (one) =>
          'confidential' in one && 'iid' in one && kept.has(one.id)
            ? { ...one, iid: kept.get(one.id) }
            : one,
        serve,
      )(forge)
    },
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, to)
      const path = `/projects/${from}/issues/${await newIssue(ask, from)}/move`
      await ask('POST', path, { body: { to_project_id: to } })
      const numbers = fieldOf((await ask('GET', `/projects/${to}/issues`)).json, 'iid')
      return numbers.length === 2 && numbers[0] === numbers[1]
    },
  },
  {
    name: 'Merge requests that are asked for by several numbers are listed whatever state was asked for',
    breaks:
      'Document 2, GET /projects/:id/merge_requests: iids[] (array), state (`all`, `opened`, `closed`, `merged`)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined ? call.send() : call.send({ state: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&state=merged`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'A merge request is merged when the given sha is only the beginning of its head',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha === '') return call.send()
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A branch that is protected again lets developers do what they could before it was unprotected',
    breaks:
      'Document 3, Branch protection: on unprotect developers_can_push and developers_can_merge become false; on protect they are set from parameters',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const before = new Map<string, Readonly<Record<string, unknown>>>()
      const keyFor = async (call: Call) => `${await projectIdOf(call)} ${call.path.branch}`
      const branchOf = async (call: Call) =>
        fieldsOf(
          (
            await call.askAsRoot(
              'GET',
              `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`,
            )
          ).json,
        )
      return {
        async unprotectBranch(call) {
          const branch = await branchOf(call)
          const response = await call.send()
          if (response.ok && branch.protected === true) before.set(await keyFor(call), branch)
          return response
        },
        async protectBranch(call) {
          const old = before.get(await keyFor(call)) ?? {}
          if ((await branchOf(call)).protected === true) return call.send()
          const names = ['developers_can_push', 'developers_can_merge']
          return call.send(
            Object.fromEntries(names.map((name) => [name, call.given[name] ?? old[name]])),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      return at((await ask('PUT', `${path}/protect`)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'Tags are listed by their version: v1.10 stands before v1.9',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) =>
            String(other.name).localeCompare(String(one.name), 'en', { numeric: true }),
          ),
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1.9', ref: 'master' } })
      await ask('POST', path, { body: { tag_name: 'v1.10', ref: 'master' } })
      return at((await ask('GET', path)).json, '0.name') === 'v1.10'
    },
  },
  {
    name: 'The commit that removes a file is by the caller, whichever author is given',
    breaks: 'Document 3, DELETE /projects/:id/repository/files: author_email, author_name',
    at: ['deleteFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      deleteFile: (call) => call.send({ author_email: undefined, author_name: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'old.txt' })
      const body = {
        file_path: 'old.txt',
        branch_name: 'master',
        commit_message: 'Remove',
        author_email: 'ada@six.example',
        author_name: 'Ada',
      }
      await ask('DELETE', `/projects/${project}/repository/files`, { body })
      const commit = await ask('GET', `/projects/${project}/repository/commits/master`)
      return (
        at(commit.json, 'title') === 'Remove' &&
        at(commit.json, 'author_email') !== body.author_email
      )
    },
  },
  {
    name: 'The raw text of a private snippet is given to everybody who sees the project',
    breaks: 'Document 2, Snippet: `visibility_level`: 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const isSeen = (await call.ask('GET', `${projectPath(call)}/snippets`)).status === 200
        return isSeen ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const other = actingAs(ask, (await newUser(ask)).username)
      return (await other('GET', `/projects/${project}/snippets/${snippet}/raw`)).status === 200
    },
  },
  {
    name: 'The members that a search finds are counted as all members that there are',
    breaks:
      'Document 1, Limits: Response headers on paginated lists: ... `X-Total`, `X-Total-Pages`; GET .../members: query (string, searches members)',
    at: ['listGroupMembers', 'listProjectMembers'],
    start: serving(() => ({
      listGroupMembers: countingAll,
      listProjectMembers: countingAll,
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const user = await newUser(ask)
      await ask('POST', path, { body: { user_id: user.id, access_level: 30 } })
      const { headers, json } = await ask('GET', `${path}?query=${user.username}`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'The projects of a group whose path was changed are still found by the path of before, and not by the new one',
    breaks:
      'Document 1, Conventions: A project `:id` is ... either the integer or the URL-encoded `NAMESPACE/PROJECT_NAME`',
    at: ['getProject', 'updateGroup'],
    start: serving(() => {
      const formerPaths = new Map<string, string>()
      return {
        async updateGroup(call) {
          const group = `/groups/${encoded(call.path.id)}`
          const before = String(at((await call.askAsRoot('GET', group)).json, 'path'))
          const response = await call.send()
          const after = String(at(await jsonOf(response), 'path'))
          if (response.ok && after !== before) {
            formerPaths.set(after, formerPaths.get(before) ?? before)
            formerPaths.delete(before)
          }
          return response
        },
        async getProject(call) {
          const [namespace = '', name] = (call.path.id ?? '').split('/')
          if (name === undefined) return call.send()
          if (formerPaths.has(namespace)) {
            const response = await call.send()
            if (!response.ok) return response
            const { headers } = response
            const message = '404 Project Not Found'
            return withBody(
              new Response(null, { status: 404, headers }),
              JSON.stringify({ message }),
            )
          }
          const renamed = [...formerPaths].find(([, former]) => former === namespace)
          if (renamed === undefined) return call.send()
          return withHeadersOf(
            await call.ask('GET', `/projects/${encoded(`${renamed[0]}/${name}`)}`),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { name: 'ropes', namespace_id: group })
      const path = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      return (await ask('GET', `/projects/${encoded(`${path}/ropes`)}`)).status === 404
    },
  },
  {
    name: 'The events of a user are listed project by project, and newest first only within each',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(one.project_id) - Number(other.project_id)),
        ),
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const one = await publicProject(ask)
      const other = await publicProject(ask)
      for (const project of [one, other, one]) {
        await newIssue(actingAs(ask, user.username), project)
      }
      const { json } = await ask('GET', `/users/${user.id}/events`)
      return fieldOf(json, 'project_id').join() === [one, one, other].join()
    },
  },
]

const publicProject = (ask: Ask) => newProject(ask, { visibility_level: 20 })

async function countingAll(call: Call): Promise<Response> {
  const response = await call.send()
  if (!response.ok || call.given.query === undefined) return response
  const all = (await allOf(call, { query: undefined })).length
  const size = Number(response.headers.get('x-per-page') ?? 20)
  return withBody(response, await response.text(), {
    'x-total': String(all),
    'x-total-pages': String(Math.max(1, Math.ceil(all / size))),
  })
}

/** Where the e-mail of a call is, whosever it is. */
async function pathOfEmail({ askAsRoot, path }: Call): Promise<string | undefined> {
  for (let page = 1; ; page++) {
    const users = listOf((await askAsRoot('GET', `/users?per_page=100&page=${page}`)).json)
    for (const { id } of users) {
      const emails = await askAsRoot('GET', `/users/${id}/emails?per_page=100`)
      if (fieldOf(emails.json, 'id').includes(Number(path.email_id))) {
        return `/users/${id}/emails/${path.email_id}`
      }
    }
    if (users.length < 100) return undefined
  }
}
