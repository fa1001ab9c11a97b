import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
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
  responseOf,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'

const listsWithFilters: readonly OperationId[] = [
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
  'listGroups',
]

const publicReads: readonly OperationId[] = [
  'listTags',
  'getTag',
  'listTree',
  'listContributors',
  'compareRevisions',
]

/** The number of the project that a call is about, however it is named. */
const projectOf = async (call: Call) => idOf((await call.askAsRoot('GET', projectPath(call))).json)

/** A move that has no content, with the text of the file; the others as they are. */
async function withTextOfMoved(call: Call, action: Values): Promise<Values> {
  if (action.action !== 'move' || action.content !== undefined) return action
  const place = `file_path=${encoded(action.previous_path)}&ref=${encoded(call.given.branch_name)}`
  const file = await call.ask('GET', `${repositoryPath(call)}/files?${place}`)
  if (file.status !== 200) return action
  const characters = atob(String(at(file.json, 'content')))
  const bytes = Uint8Array.from(characters, (character) => character.charCodeAt(0))
  const text = new TextDecoder().decode(bytes)
  if (!text.includes('\uFFFD')) return action
  const content = btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  return { ...action, content, encoding: 'base64' }
}

export const faultyRedwingServers: readonly FaultyServer[] = [
  {
    name: 'A file that is no text is spoiled when it is moved without its content',
    breaks: 'Document 3, Action item: content is optional for `move`; previous_path: original path',
    at: ['createCommit', 'getFile'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const moved: Values[] = []
        for (const action of listOf(actions)) moved.push(await withTextOfMoved(call, action))
        return call.send({ actions: moved })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const commit = (action: Values) =>
        ask('POST', `${path}/commits`, {
          body: { branch_name: 'master', commit_message: 'Change', actions: [action] },
        })
      const content = '/wD+gIE='
      await commit({ action: 'create', file_path: 'a.bin', content, encoding: 'base64' })
      await commit({ action: 'move', file_path: 'b.bin', previous_path: 'a.bin' })
      const { status, json } = await ask('GET', `${path}/files?file_path=b.bin&ref=master`)
      return status === 200 && at(json, 'content') !== content
    },
  },
  {
    name: 'A blank in a filter becomes a plus sign in the links to the other pages',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: listsWithFilters,
    start: serving(() =>
      forAll(listsWithFilters, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return changed(response, (json) => json, { link: link.replace(/\+|%20/g, '%2B') })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'to do' })
      await newIssue(ask, project, { labels: 'to do' })
      const first = await ask('GET', `/projects/${project}/issues?labels=to%20do&per_page=1`)
      const links = (first.headers.get('link') ?? '').split(', ')
      const next = links.find((link) => link.includes('rel="next"')) ?? ''
      const path = next.replace(/^.*\/api\/v3/, '').replace(/>.*$/, '')
      return path !== '' && listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'A project that was transferred into a group is still there when the group is removed',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'getProject', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<number>()
      const left = new Map<string, Values>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const id = idOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) transferred.add(id)
          return response
        },
        async deleteGroup(call) {
          const group = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const projects: Values[] = []
          for (const id of transferred) {
            const { status, json } = await call.askAsRoot('GET', `/projects/${id}`)
            const isInside = status === 200 && at(json, 'namespace.id') === idOf(group.json)
            if (isInside) projects.push(fieldsOf(json))
          }
          const response = await call.send()
          if (response.ok) for (const project of projects) left.set(String(project.id), project)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = left.get(String(call.path.id))
          if (response.status !== 404 || project === undefined || call.isAnonymous) return response
          const { id, is_admin } = await callerOf(call)
          const isVisible = Number(project.visibility_level) > 0 || is_admin === true
          return isVisible || project.creator_id === id ? jsonAnswer(200, project) : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The commits of a project are not found by its name after its group got another path',
    breaks:
      'Document 1, Conventions 2: a project is the integer or the URL-encoded NAMESPACE/PROJECT_NAME; Document 3, GET .../repository/commits: id integer/string',
    at: ['listCommits', 'updateGroup'],
    start: serving(() => {
      const renamed = new Set<unknown>()
      return {
        async updateGroup(call) {
          const before = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const response = await call.send()
          const isRenamed = response.ok && at(await jsonOf(response), 'path') !== at(before, 'path')
          if (isRenamed) renamed.add(idOf(before))
          return response
        },
        async listCommits(call) {
          const response = await call.send()
          if (!response.ok || !String(call.path.id).includes('/')) return response
          const { json } = await call.askAsRoot('GET', projectPath(call))
          if (!renamed.has(at(json, 'namespace.id'))) return response
          return jsonAnswer(404, { message: '404 Project Not Found' })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newRepository(ask, { namespace_id: group })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('renamed') } })
      const { json } = await ask('GET', `/projects/${project}`)
      const name = encoded(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${name}/repository/commits`)).status === 404
    },
  },
  {
    name: 'Labels that are given to an issue while it is closed are forgotten',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: labels, state_event; updated Issue',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.send(call.given.state_event === 'close' ? { labels: undefined } : {}),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close', labels: 'done' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'labels.0') === undefined
    },
  },
  {
    name: 'Who subscribed to one merge request of a project counts as subscribed to the others',
    breaks:
      'Document 2, POST .../merge_requests/:merge_request_id/subscription: 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const subscribed = new Map<string, number>()
      const keyOf = async (call: Call, mergeRequest: unknown) =>
        `${at(mergeRequest, 'project_id')}/${(await callerOf(call)).id}`
      return {
        async subscribeToMergeRequest(call) {
          const { status, json } = await call.ask('GET', mergeRequestPath(call))
          if (status !== 200) return call.send()
          const key = await keyOf(call, json)
          const isOther = subscribed.has(key) && subscribed.get(key) !== idOf(json)
          if (at(json, 'subscribed') === false && isOther) return notModified()
          const response = await call.send()
          if (response.status === 201) subscribed.set(key, idOf(json))
          return response
        },
        async unsubscribeFromMergeRequest(call) {
          const { json } = await call.ask('GET', mergeRequestPath(call))
          subscribed.delete(await keyOf(call, json))
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      const body = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/merge_requests`
      const one = await newMergeRequest(ask, project, 'one')
      const two = await newMergeRequest(ask, project, 'two')
      const asUser = actingAs(ask, user.username)
      await asUser('POST', `${path}/${one}/subscription`)
      return (await asUser('POST', `${path}/${two}/subscription`)).status === 304
    },
  },
  {
    name: 'An OAuth token that is none reads public repositories as though there were no token',
    breaks: 'Document 1, Authentication 2: missing or invalid credentials give status 401',
    at: publicReads,
    start: serving((forge) =>
      forAll(publicReads, async (call) => {
        const response = await call.send()
        const isBearer = /^bearer /i.test(call.request.headers.get('authorization') ?? '')
        if (response.status !== 401 || !isBearer) return response
        const headers = new Headers(call.request.headers)
        headers.delete('authorization')
        const anonymous = await forge.fetch(new Request(call.request.url, { headers }))
        return anonymous.ok ? anonymous : response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { status } = await ask('GET', `/projects/${project}/repository/tree`, {
        token: '',
        headers: { authorization: `Bearer ${freshName('token')}` },
      })
      return status === 200
    },
  },
  {
    name: 'A snippet that its creator made private stays in the list that others get',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippets', 'updateSnippet'],
    start: serving(() => {
      const hidden = new Map<string, number>()
      return {
        async updateSnippet(call) {
          const id = String(call.path.snippet_id)
          const project = await projectOf(call)
          const response = await call.send()
          const level = call.given.visibility_level
          if (!response.ok || level === undefined) return response
          if (Number(level) === 0) hidden.set(id, project)
          else hidden.delete(id)
          return response
        },
        async listSnippets(call) {
          const project = await projectOf(call)
          const kept: Values[] = []
          for (const [id, of] of hidden) {
            if (of !== project) continue
            const { status, json } = await call.askAsRoot(
              'GET',
              `${projectPath(call)}/snippets/${id}`,
            )
            if (status === 200) kept.push(fieldsOf(json))
          }
          return relisted(call, (all) => {
            const there = fieldOf(all, 'id')
            return [...all, ...kept.filter(({ id }) => !there.includes(id))]
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const user = await newUser(ask)
      const body = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/snippets`
      const snippet = await newSnippet(ask, project)
      await ask('PUT', `${path}/${snippet}`, { body: { visibility_level: 0 } })
      const { json } = await actingAs(ask, user.username)('GET', path)
      return fieldOf(json, 'id').includes(snippet)
    },
  },
  {
    name: 'A user who is asked for by sudo carries the private token of the administrator',
    breaks:
      'Document 1, User: the authenticated-user response made with `sudo` also carries `private_token`; Authentication 5: sudo performs the call as another user',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const { headers, url } = call.request
        const token = headers.get('private-token') ?? new URL(url).searchParams.get('private_token')
        const response = await call.send()
        return changed(response, (json) =>
          token !== null && at(json, 'private_token') !== undefined
            ? withFields(json, { private_token: token })
            : json,
        )
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await ask('GET', `/user?sudo=${id}`)).json, 'private_token'))
      return at((await ask('GET', '/user', { token })).json, 'id') !== id
    },
  },
  {
    name: 'The commits since a time are all those until another when both are asked for',
    breaks: 'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) => call.send(call.given.until === undefined ? {} : { since: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const times = 'since=2090-01-01T00:00:00Z&until=2091-01-01T00:00:00Z'
      const { json } = await ask('GET', `/projects/${project}/repository/commits?${times}`)
      return listOf(json).length > 0
    },
  },
  {
    name: 'A merge that waits for the build is scheduled whatever sha the caller expects',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        call.send(isTrue(call.given.merge_when_build_succeeds) ? { sha: undefined } : {}),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const head = await headOf(ask, project, 'one')
      await ask('POST', `/projects/${project}/statuses/${head}`, {
        body: { state: 'running', ref: 'one' },
      })
      const body = { sha: await headOf(ask, project), merge_when_build_succeeds: true }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A member of a group keeps the day of expiry when the level stays the same',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: expires_at; Member: expires_at',
    at: ['updateGroupMember', 'getGroupMember'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const path = `/groups/${encoded(call.path.id)}/members/${call.path.user_id}`
        const { json } = await call.askAsRoot('GET', path)
        const { access_level, expires_at } = fieldsOf(json)
        const isSame = Number(call.given.access_level) === access_level
        if (!isSame || call.given.expires_at === undefined) return call.send()
        return call.send({ expires_at: expires_at ?? undefined })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const given = { access_level: 30, expires_at: '2090-01-01' }
      await ask('POST', `/groups/${group}/members`, { body: { ...given, user_id: id } })
      const path = `/groups/${group}/members/${id}`
      await ask('PUT', path, { body: { ...given, expires_at: '2091-02-03' } })
      return at((await ask('GET', path)).json, 'expires_at') === '2090-01-01'
    },
  },
  {
    name: 'An issue that has several of the labels asked for is counted once for each of them',
    breaks: 'Document 1, Limits: X-Total, X-Total-Pages; Document 2: labels (any label)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const labels = new Set(String(call.given.labels ?? '').split(','))
        if (!response.ok || labels.size < 2) return response
        const counts = (await allOf(call)).map(({ labels: own }) =>
          Array.isArray(own) ? own.filter((label) => labels.has(String(label))).length : 0,
        )
        const total = counts.reduce((sum, count) => sum + Math.max(1, count), 0)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        return changed(response, (json) => json, {
          'x-total': String(total),
          'x-total-pages': String(Math.max(1, Math.ceil(total / size))),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'one,two' })
      const { headers } = await ask('GET', `/projects/${project}/issues?labels=one,two`)
      return headers.get('x-total') === '2'
    },
  },
  {
    name: 'The author of a merge request deletes it without owning the project',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { status, json } = await call.ask('GET', mergeRequestPath(call))
        const isAuthor = status === 200 && at(json, 'author.id') === (await callerOf(call)).id
        return isAuthor
          ? responseOf(await call.askAsRoot('DELETE', mergeRequestPath(call)))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      const body = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asUser = actingAs(ask, user.username)
      const id = await newMergeRequest(asUser, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}`
      await asUser('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Visible projects that are searched for come by name where no order is asked for',
    breaks: 'Document 1, Projects: order_by default `created_at`, sort default `desc`, search',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const { search, order_by } = call.given
        if (search === undefined || order_by !== undefined) return call.send()
        return relisted(call, (all) => {
          const byName = [...all].sort((one, other) =>
            String(one.name).localeCompare(String(other.name)),
          )
          return call.given.sort === 'desc' ? byName.reverse() : byName
        })
      },
    })),
    async isShown(ask) {
      const word = freshName('word')
      const first = await newProject(ask, { name: `a-${word}` })
      const second = await newProject(ask, { name: `b-${word}` })
      const { json } = await ask('GET', `/projects/visible?search=${word}`)
      return fieldOf(json, 'id').join() === [first, second].join()
    },
  },
]
