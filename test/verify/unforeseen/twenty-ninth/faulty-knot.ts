import { createServer } from 'node:http'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
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
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`
const keyOfBranch = ({ path }: Call) => `${path.id} ${path.branch}`
const keyOfTag = (call: Call, name: unknown) => `${call.path.id} ${name}`

export const faultyKnotServers: readonly FaultyServer[] = [
  {
    name: 'A merge request is merged when the sha that is given is only the start of its head',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const given = String(call.given.sha ?? '')
        if (!/^[0-9a-f]{7,39}$/.test(given)) return call.send()
        const sha = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return sha.startsWith(given) ? call.send({ sha }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      const path = `/projects/${project}/merge_requests/${id}`
      const sha = (await headOf(ask, project, 'feature')).slice(0, 8)
      await ask('PUT', `${path}/merge`, { body: { sha } })
      return at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'A scheduled merge that was cancelled is cancelled again with success',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 406 if no merge was scheduled; opened, merge unscheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const cancelled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          if (response.ok) cancelled.add(mergeRequestPath(call))
          if (response.status !== 406 || !cancelled.has(mergeRequestPath(call))) return response
          return responseOf(await call.ask('GET', mergeRequestPath(call)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      const sha = await headOf(ask, project, 'feature')
      await ask('POST', `/projects/${project}/statuses/${sha}`, {
        body: { state: 'running', ref: 'feature' },
      })
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      const cancel = `${path}/cancel_merge_when_build_succeeds`
      const first = await ask('PUT', cancel)
      return first.status === 200 && (await ask('PUT', cancel)).status === 200
    },
  },
  {
    name: 'The list of branches still says of an unprotected branch that developers can merge',
    breaks:
      'Document 3, Branch protection, unprotect: developers_can_push and developers_can_merge become false',
    at: ['listBranches', 'unprotectBranch'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async unprotectBranch(call) {
          const { json } = await call.askAsRoot('GET', branchPath(call))
          const response = await call.send()
          if (response.ok && at(json, 'developers_can_merge') === true) left.add(keyOfBranch(call))
          return response
        },
        async deleteBranch(call) {
          const response = await call.send()
          if (response.ok) left.delete(keyOfBranch(call))
          return response
        },
        listBranches: async (call) =>
          eachChanged(await call.send(), (branch) =>
            branch.protected === false && left.has(`${call.path.id} ${branch.name}`)
              ? { ...branch, developers_can_merge: true }
              : branch,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const branches = `/projects/${project}/repository/branches`
      await ask('PUT', `${branches}/stable/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${branches}/stable/unprotect`)
      const { json } = await ask('GET', branches)
      return listOf(json).some((one) => !one.protected && one.developers_can_merge === true)
    },
  },
  {
    name: 'An issue that was reopened is not among the opened issues of its group',
    breaks:
      'Document 2, GET /groups/:id/issues: state; PUT with state_event = reopen: next state opened',
    at: ['listIssuesOfGroup', 'updateIssue'],
    start: serving(() => {
      const reopened = new Set<number>()
      return {
        async updateIssue(call) {
          const before = at((await call.askAsRoot('GET', issuePath(call))).json, 'state')
          const response = await call.send()
          const issue = await jsonOf(response)
          const state = at(issue, 'state')
          if (response.ok && state === 'closed') reopened.delete(idOf(issue))
          else if (response.ok && before === 'closed') reopened.add(idOf(issue))
          return response
        },
        listIssuesOfGroup: async (call) =>
          call.given.state === 'opened'
            ? relisted(call, (all) => all.filter((issue) => !reopened.has(idOf(issue))))
            : call.send(),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      const { status, json } = await ask('GET', `/groups/${group}/issues?state=opened`)
      return status === 200 && !fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'A cancelled build that is retried is pending and finished at once',
    breaks: 'Document 3, POST .../builds/:build_id/retry: pending; finished_at becomes null',
    at: ['retryBuild', 'getBuild', 'cancelBuild'],
    start: serving(() => {
      const finished = new Map<number, unknown>()
      const stillFinished = (json: unknown) =>
        at(json, 'status') === 'pending' && finished.has(idOf(json))
          ? withFields(json, { finished_at: finished.get(idOf(json)) })
          : json
      return {
        async retryBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const before = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (!response.ok || before.status !== 'canceled') return response
          const when = before.finished_at ?? before.created_at
          finished.set(idOf(await jsonOf(response)), when)
          return changed(response, stillFinished)
        },
        getBuild: async (call) => changed(await call.send(), stillFinished),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, {
        file_path: '.gitlab-ci.yml',
        content: 'test:\n  script: make\n',
      })
      const builds = `/projects/${project}/builds`
      const id = at((await ask('GET', builds)).json, '0.id')
      await ask('POST', `${builds}/${id}/cancel`)
      const { json } = await ask('POST', `${builds}/${id}/retry`)
      return at(json, 'status') === 'pending' && at(json, 'finished_at') !== null
    },
  },
  {
    name: 'A subscription to a closed issue is confirmed and not kept',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'getIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        const response = await call.send()
        if (response.ok && at(await jsonOf(response), 'state') === 'closed')
          await call.ask('DELETE', `${issuePath(call)}/subscription`)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const { status } = await asUser('POST', `${path}/subscription`)
      return status === 201 && at((await asUser('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The second removal of a user answers with the user who is gone',
    breaks: 'Document 1, DELETE /users/:id: the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const key = String(call.path.id)
          const before = await call.ask('GET', `/users/${key}`)
          const response = await call.send()
          if (response.ok && before.status === 200) removed.set(key, before.json)
          const user = removed.get(key)
          return response.ok && before.status === 404 && user !== undefined
            ? jsonAnswer(200, user)
            : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return idOf((await ask('DELETE', `/users/${id}`)).json) === id
    },
  },
  {
    name: 'A branch that is protected already keeps what developers can do, whatever is asked for',
    breaks:
      'Document 3, Branch protection, protect: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const branch = fieldsOf((await call.ask('GET', branchPath(call))).json)
        const { developers_can_push, developers_can_merge } = branch
        if (branch.protected !== true) return call.send()
        return call.send({ developers_can_push, developers_can_merge })
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
    name: 'A release that was made along with its tag is made again and overwritten',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const withTag = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          const { release_description, tag_name } = call.given
          if (response.ok && release_description) withTag.add(keyOfTag(call, tag_name))
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const { tag_name } = call.path
          if (response.status !== 409 || !withTag.has(keyOfTag(call, tag_name))) return response
          const { json } = await call.ask(
            'PUT',
            `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`,
            { description: call.given.description },
          )
          return jsonAnswer(201, json)
        },
        async deleteTag(call) {
          withTag.delete(keyOfTag(call, call.path.tag_name))
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, {
        body: { tag_name: 'v1', ref: 'master', release_description: 'One' },
      })
      const body = { description: 'Two' }
      return (await ask('POST', `${tags}/v1/release`, { body })).status === 201
    },
  },
  {
    name: 'A todo of an issue is not made for a user when another user has one',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const { id } = await callerOf(call)
          const issue = await call.ask('GET', issuePath(call))
          const key = String(at(issue.json, 'id'))
          const owner = owners.get(key)
          if (issue.status === 200 && owner !== undefined && owner !== id) return notModified()
          const response = await call.send()
          if (response.status === 201) owners.set(key, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'A system hook that wants no pushes is called for the commits of the API',
    breaks:
      'Document 1, Events: system hooks fire for push events when the matching flag (push_events) is true',
    at: ['createSystemHook', 'createCommit'],
    needsInstance: true,
    start: serving(() => {
      const urls = new Map<string, string>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const id = at(await jsonOf(response), '0.id')
          if (response.ok && isFalse(call.given.push_events))
            urls.set(String(id), String(call.given.url))
          return response
        },
        async deleteSystemHook(call) {
          urls.delete(String(call.path.id))
          return call.send()
        },
        async createCommit(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { id, author_name } = fieldsOf(await jsonOf(response))
          const ref = `refs/heads/${call.given.branch_name}`
          const event = { object_kind: 'push', event_name: 'push', after: id, ref }
          for (const url of urls.values()) deliver(url, { ...event, user_name: author_name })
          return response
        },
      }
    }),
    async isShown(ask) {
      let calls = 0
      const receiver = createServer((_request, response) => {
        calls += 1
        response.end()
      })
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
      const port = at(receiver.address(), 'port')
      const url = `http://127.0.0.1:${port}/hook`
      const hook = await ask('POST', '/hooks', { body: { url, push_events: false } })
      const project = await newRepository(ask)
      await ask('POST', `/projects/${project}/repository/commits`, {
        body: {
          branch_name: 'master',
          commit_message: 'Two',
          actions: [{ action: 'create', file_path: 'two.txt', content: 'Two\n' }],
        },
      })
      await new Promise((resolve) => setTimeout(resolve, 300))
      await ask('DELETE', `/hooks/${at(hook.json, '0.id')}`)
      receiver.closeAllConnections()
      await new Promise((resolve) => receiver.close(resolve))
      return calls > 0
    },
  },
  {
    name: 'The links between pages of merge requests forget which iids were asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2, GET .../merge_requests: iids[]',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (!response.ok || link === null || call.given.iids === undefined) return response
        const forgetful = link
          .replaceAll(/([?&])iids(?:%5B%5D|\[\])=[^&>]*&/gi, '$1')
          .replaceAll(/([?&])iids(?:%5B%5D|\[\])=[^&>]*&/gi, '$1')
          .replaceAll(/[?&]iids(?:%5B%5D|\[\])=[^&>]*/gi, '')
        return withBody(response, await response.text(), { link: forgetful })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=3&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      const next = /<[^>]*\/api\/v3([^>]*)>; rel="next"/.exec(link)?.[1]
      if (next === undefined) return false
      return at((await ask('GET', next)).json, '0.iid') === 2
    },
  },
  {
    name: 'A file that a commit moves gets its new content as the Base64 text that was sent',
    breaks: 'Document 3, Action item: encoding `text` (default) or `base64`; content',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const isWrong = ({ action, encoding, content }: Values) =>
          action === 'move' && encoding === 'base64' && content !== undefined
        if (!actions.some(isWrong)) return call.send()
        return call.send({
          actions: actions.map((one) => (isWrong(one) ? { ...one, encoding: 'text' } : one)),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('Moved\n')
      await ask('POST', `/projects/${project}/repository/commits`, {
        body: {
          branch_name: 'master',
          commit_message: 'Move',
          actions: [
            {
              action: 'move',
              file_path: 'docs/README.md',
              previous_path: 'README.md',
              encoding: 'base64',
              content,
            },
          ],
        },
      })
      const path = `/projects/${project}/repository/blobs/master?filepath=docs/README.md`
      return (await ask('GET', path)).text === content
    },
  },
  {
    name: 'A snippet that became private is still read raw by everyone who can see its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const hidden = new Set<string>()
      const pathOf = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`
      return {
        async updateSnippet(call) {
          const response = await call.send()
          if (response.ok && String(call.given.visibility_level) === '0') hidden.add(pathOf(call))
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          if (response.ok || call.isAnonymous || !hidden.has(pathOf(call))) return response
          const project = await call.ask('GET', projectPath(call))
          return project.status === 200 ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { visibility_level: 0 } })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      return (await asUser('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'A user who is no administrator reads the own account with a sudo that names the own account',
    breaks:
      'Document 1, Sudo: a non-administrator token gets 403 with message `403 Forbidden - Must be admin to use sudo`',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const url = new URL(call.request.url)
        url.searchParams.delete('sudo')
        const headers = new Headers(call.request.headers)
        headers.delete('sudo')
        const own = await forge.fetch(new Request(url, { headers }))
        const { id, username } = fieldsOf(await jsonOf(own))
        return [String(id), username].includes(call.sudo) ? own : response
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      return (await ask('GET', `/user?sudo=${username}`, { token })).status === 200
    },
  },
]

/** Calls a hook, and leaves nobody waiting for it. */
function deliver(url: string, event: Values): void {
  const headers = { 'content-type': 'application/json', 'x-gitlab-event': 'System Hook' }
  fetch(url, { method: 'POST', headers, body: JSON.stringify(event) }).catch(() => undefined)
}
