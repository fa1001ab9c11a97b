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
  forAll,
  freshName,
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
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { buildPath, newBuild, newestFirst } from './tools-pipit.ts'

export const faultyPipitServers: readonly FaultyServer[] = [
  {
    name: 'An issue stays closed when the write that reopens it sets its labels too',
    breaks:
      'Document 2, States, Issue: closed, PUT .../issues/:issue_id with state_event = reopen: opened',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.given.state_event === 'reopen' && call.given.labels !== undefined
          ? call.send({ state_event: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen', labels: 'again' } })
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'Protecting a protected branch again does not take the right to push from developers',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        if (!isFalse(call.given.developers_can_push)) return call.send()
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
        return branch.protected === true && branch.developers_can_push === true
          ? call.send({ developers_can_push: true })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'Canceling the scheduled merge of a closed merge request says that none was scheduled',
    breaks:
      'Document 2, States, Merge request: PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'closed'
          ? jsonAnswer(406, { message: '406 Not Acceptable' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${id}`
      const body = {
        source_branch: 'side',
        target_branch: 'master',
        title: 'side',
        state_event: 'close',
      }
      await ask('PUT', path, { body })
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'A merge that waits for the builds does not compare the sha with the head of the source',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); States: 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isTrue(call.given.merge_when_build_succeeds) ? call.send({ sha: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const body = { merge_when_build_succeeds: true, sha: 'a'.repeat(40) }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'An author of notes who was unblocked stays a blocked user beside the notes',
    breaks: 'Document 1, States: User, blocked, PUT /users/:id/unblock: active; User: state',
    at: [
      'listIssueNotes',
      'getIssueNote',
      'listMergeRequestNotes',
      'getMergeRequestNote',
      'unblockUser',
    ],
    start: serving(() => {
      const blocked = new Set<number>()
      return {
        async blockUser(call) {
          const response = await call.send()
          if (response.ok) blocked.add(Number(call.path.id))
          return response
        },
        ...forAll(
          ['listIssueNotes', 'getIssueNote', 'listMergeRequestNotes', 'getMergeRequestNote'],
          async (call) =>
            eachChanged(await call.send(), (note) =>
              blocked.has(Number(at(note, 'author.id')))
                ? { ...note, author: withFields(note.author, { state: 'blocked' }) }
                : note,
            ),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { id, username } = await newUser(ask)
      await actingAs(ask, username)('POST', path, { body: { body: 'Here' } })
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      const notes = listOf((await ask('GET', path)).json)
      return notes.some((note) => at(note, 'author.state') === 'blocked')
    },
  },
  {
    name: 'A canceled build that is retried answers with the time at which it was canceled',
    breaks: 'Document 3, Build: POST .../builds/:build_id/retry: finished_at becomes null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const before = fieldsOf((await call.askAsRoot('GET', buildPath(call))).json)
        const response = await call.send()
        if (!response.ok || before.status !== 'canceled') return response
        return changed(response, (json) => withFields(json, { finished_at: before.finished_at }))
      },
    })),
    async isShown(ask) {
      const path = await newBuild(ask)
      await ask('POST', `${path}/cancel`)
      const finished = at((await ask('POST', `${path}/retry`)).json, 'finished_at')
      return typeof finished === 'string'
    },
  },
  {
    name: 'Renaming a user to the user name of another answers that there is a conflict',
    breaks: 'Document 1, Errors: User modification answers 404 even where 409 would be apt',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        const { username } = call.given
        const response = await call.send()
        if (response.status !== 404 || username === undefined) return response
        const user = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
        const others = (await call.askAsRoot('GET', `/users?username=${encoded(username)}`)).json
        const isTaken =
          user.status === 200 && listOf(others).some(({ id }) => id !== idOf(user.json))
        return isTaken
          ? jsonAnswer(409, { message: '409 Username has already been taken' })
          : response
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask)
      const other = await newUser(ask)
      const body = { username: one.username }
      return (await ask('PUT', `/users/${other.id}`, { body })).status === 409
    },
  },
  {
    name: 'A release that came with its tag is overwritten by another one without a conflict',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag', 'getTag'],
    start: serving(() => {
      const released = new Set<string>()
      const keyOf = (call: Call, name: unknown) => `${call.path.id}/${name}`
      return {
        async createTag(call) {
          const response = await call.send()
          const isReleased = at(await jsonOf(response), 'release.description') !== undefined
          if (response.ok && isReleased) released.add(keyOf(call, call.given.tag_name))
          return response
        },
        async deleteTag(call) {
          const response = await call.send()
          if (response.ok) released.delete(keyOf(call, call.path.tag_name))
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const key = keyOf(call, call.path.tag_name)
          if (response.status !== 409 || !released.has(key)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('PUT', path, { description })
          return status === 200 ? jsonAnswer(201, json) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'One' }
      await ask('POST', path, { body })
      const again = await ask('POST', `${path}/v1/release`, { body: { description: 'Two' } })
      return again.status === 201
    },
  },
  {
    name: 'The author of a merge request, whom it shows as subscribed, subscribes to it once more',
    breaks: 'Document 2, POST .../merge_requests/.../subscription: 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const subscribed = new Set<string>()
      return {
        async subscribeToMergeRequest(call) {
          const response = await call.send()
          if (response.status !== 304) return response
          const { json } = await call.ask('GET', mergeRequestPath(call))
          const { id } = await callerOf(call)
          const key = `${idOf(json)}/${id}`
          if (at(json, 'author.id') !== id || subscribed.has(key)) return response
          subscribed.add(key)
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'side')}`
      const isSubscribed = at((await ask('GET', path)).json, 'subscribed') === true
      return isSubscribed && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'A user who is no administrator may use sudo to act as himself',
    breaks:
      'Document 1, Authentication: A non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: ['getCurrentUser', 'listOwnSshKeys', 'listOwnEmails', 'listOwnIssues', 'listProjects'],
    start: serving((forge) =>
      forAll(
        ['getCurrentUser', 'listOwnSshKeys', 'listOwnEmails', 'listOwnIssues', 'listProjects'],
        async (call) => {
          const response = await call.send()
          if (response.status !== 403 || call.sudo === undefined) return response
          const withoutSudo = (address: string) => {
            const url = new URL(address)
            url.searchParams.delete('sudo')
            const headers = new Headers(call.request.headers)
            headers.delete('sudo')
            return forge.fetch(new Request(url, { headers }))
          }
          const user = await withoutSudo(
            new URL('/api/v3/user', call.request.url).href + new URL(call.request.url).search,
          )
          const { id, username } = fieldsOf(await jsonOf(user))
          const isSelf = [String(id), username].includes(call.sudo)
          return user.ok && isSelf ? withoutSudo(call.request.url) : response
        },
      ),
    ),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/user')
      const token = String(at(json, 'private_token'))
      return (await ask('GET', '/user', { token, headers: { sudo: username } })).status === 200
    },
  },
  {
    name: 'The links to the other pages of merge requests keep only the first of several iids',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2, GET .../merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null) return response
        const link = links.replace(/<([^>]+)>/g, (_all, target: string) => {
          const url = new URL(target)
          const [first] = url.searchParams.getAll('iids[]')
          if (first !== undefined) url.searchParams.set('iids[]', first)
          return `<${url.href}>`
        })
        return withBody(response, await response.text(), { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one', 'two', 'three']) await newMergeRequest(ask, project, name)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=3&per_page=1`
      const { headers, json } = await ask('GET', path)
      const [link = ''] = (headers.get('link') ?? '').split(',')
      return fieldOf(json, 'iid').length === 1 && link.split('iids').length === 2
    },
  },
  {
    name: 'Somebody who was a member of a private project still reads its events',
    breaks: 'Document 1, Errors: A GET on a private project by a non-member gives 404',
    at: ['listProjectEvents', 'removeProjectMember'],
    start: serving(() => {
      const removed = new Set<string>()
      const keyOf = async (call: Call, user: unknown) =>
        `${idOf((await call.askAsRoot('GET', projectPath(call))).json)}/${user}`
      return {
        async removeProjectMember(call) {
          const path = `${projectPath(call)}/members/${encoded(call.path.user_id)}`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && before.status === 200) {
            removed.add(await keyOf(call, call.path.user_id))
          }
          return response
        },
        async listProjectEvents(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          return removed.has(await keyOf(call, id)) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id, username } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const { status } = await actingAs(ask, username)('GET', `/projects/${project}/events`)
      return status === 200
    },
  },
  {
    name: 'The issues of a removed group stay among the issues that their authors created',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'listOwnIssues'],
    start: serving(() => {
      const left: Values[] = []
      return {
        async deleteGroup(call) {
          const group = idOf((await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json)
          const { json } = await call.askAsRoot('GET', `/groups/${group}/issues?per_page=100`)
          const response = await call.send()
          if (response.ok) left.push(...listOf(json))
          return response
        },
        async listOwnIssues(call) {
          const { state, labels, milestone, order_by, sort } = call.given
          const isPlain = [labels, milestone, order_by, sort].every((one) => one === undefined)
          if (!isPlain || left.length === 0) return call.send()
          const { id } = await callerOf(call)
          const stale = left.filter(
            (issue) =>
              at(issue, 'author.id') === id && (state === undefined || issue.state === state),
          )
          return relisted(call, (all) => newestFirst([...all, ...stale]))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project)
      await ask('DELETE', `/groups/${group}`)
      return fieldOf((await ask('GET', '/issues')).json, 'id').includes(issue)
    },
  },
  {
    name: 'A commit that moves a file and gives it Base64 content writes the Base64 text itself',
    breaks:
      'Document 3, Action item: encoding: text (default) or base64; content optional for move',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createCommit: (call) => {
        const { actions } = call.given
        const isChanged = listOf(actions).some(
          (one) => one.action === 'move' && one.content !== undefined && one.encoding === 'base64',
        )
        if (!isChanged) return call.send()
        return call.send({
          actions: listOf(actions).map((one) =>
            one.action === 'move' && one.content !== undefined ? { ...one, encoding: 'text' } : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const content = btoa('Two\n')
      const action = {
        action: 'move',
        file_path: 'MOVED.md',
        previous_path: 'README.md',
        encoding: 'base64',
        content,
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=MOVED.md`)
      return text === content
    },
  },
  {
    name: 'A new expiry date of a member of a project is lost where the access level stays the same',
    breaks:
      'Document 1, PUT .../members/:user_id: access_level (req), expires_at; Member: single-member lookup also has expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const { access_level, expires_at } = call.given
        const path = `${projectPath(call)}/members/${encoded(call.path.user_id)}`
        const before = fieldsOf((await call.askAsRoot('GET', path)).json)
        const isSame = Number(access_level) === before.access_level
        return isSame && expires_at !== undefined
          ? call.send({ expires_at: before.expires_at ?? undefined })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask, { name: freshName('member') })
      const members = `/projects/${project}/members`
      const first = { access_level: 30, expires_at: '2099-01-01' }
      await ask('POST', members, { body: { user_id: id, ...first } })
      const body = { access_level: 30, expires_at: '2098-02-02' }
      await ask('PUT', `${members}/${id}`, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') === '2099-01-01'
    },
  },
]
