import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldsOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  notModified,
  projectPath,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** The id of the project that a call is about, whichever way it names it. */
const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

export const faultyElderServers: readonly FaultyServer[] = [
  {
    name: 'An issue stays closed when the update that reopens it rewrites its title or description',
    breaks:
      'Document 2, States and transitions, Issue: closed, PUT with state_event = reopen, next state opened',
    at: ['updateIssue', 'getIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const { state_event, title, description } = call.given
        const isRewritten = title !== undefined || description !== undefined
        return state_event === 'reopen' && isRewritten
          ? call.send({ state_event: undefined })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen', title: 'Once more' } })
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'A blocked user is active again once an administrator has written another e-mail address',
    breaks:
      'Document 1, States and transitions: the state of a blocked user becomes active by PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers', 'blockUser'],
    start: serving(() => ({
      async updateUser(call) {
        const path = `/users/${call.path.id}`
        const before = (await call.askAsRoot('GET', path)).json
        const response = await call.send()
        const after = await jsonOf(response)
        const isOther = at(before, 'email') !== at(after, 'email')
        if (!response.ok || at(before, 'state') !== 'blocked' || !isOther) return response
        await call.askAsRoot('PUT', `${path}/unblock`)
        return changed(response, (user) => withFields(user, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { email: `new-${username}@elder.example` } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'Whoever has unsubscribed from an issue cannot subscribe to it again',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const gone = new Set<string>()
      const keyOf = async (call: Call) => `${idOf(await callerOf(call))}/${call.path.issue_id}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) gone.add(await keyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          const isThere = (await call.ask('GET', issuePath(call))).status === 200
          return isThere && gone.has(await keyOf(call)) ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('DELETE', `${path}/subscription`)
      const { status } = await ask('POST', `${path}/subscription`)
      return status === 304 && at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A merge is done when the first letters of the head are given as its sha',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        if (!/^[0-9a-f]{7,39}$/.test(sha)) return call.send()
        const head = at((await call.ask('GET', mergeRequestPath(call))).json, 'sha')
        return String(head).startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'side')}`
      const sha = (await headOf(ask, project, 'side')).slice(0, 12)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A release that was made along with its tag is overwritten by creating another one',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const made = new Set<string>()
      const keyOf = (call: Call, name: unknown) => `${call.path.id}/${name}`
      return {
        async createTag(call) {
          const response = await call.send()
          const { tag_name, release_description } = call.given
          if (response.ok && release_description !== undefined) made.add(keyOf(call, tag_name))
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const { tag_name } = call.path
          if (response.status !== 409 || !made.has(keyOf(call, tag_name))) return response
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('PUT', path, { description })
          return status === 200 ? jsonAnswer(201, json) : response
        },
        async deleteTag(call) {
          const response = await call.send()
          if (response.ok) made.delete(keyOf(call, call.path.tag_name))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1.0', ref: 'master', release_description: 'One' }
      await ask('POST', tags, { body })
      const { status } = await ask('POST', `${tags}/v1.0/release`, { body: { description: 'Two' } })
      return status === 201
    },
  },
  {
    name: 'To cancel the merge of what is merged already is answered as if none had been scheduled',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        if (at(json, 'state') !== 'merged') return response
        return jsonAnswer(406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'side')}`
      await ask('PUT', `${path}/merge`)
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'The SSH key of a user that an administrator has removed is removed again with success',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteSshKeyOfUser(call) {
          const key = `${call.path.id}/${call.path.key_id}`
          const { json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
          const response = await call.send()
          if (response.ok) removed.set(key, withFields(json, { user: undefined }))
          const before = removed.get(key)
          if (response.status !== 404 || before === undefined) return response
          const { status } = await call.ask('GET', `/users/${call.path.id}`)
          return status === 200 ? jsonAnswer(200, before) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('DELETE', `/users/${id}/keys/${key}`)
      return (await ask('DELETE', `/users/${id}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'To give a user the e-mail address of another one is a conflict and no failed validation',
    breaks:
      'Document 1, Users: on key or e-mail creation failure, 400 with a validation message object',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        const isTaken = String(at(await jsonOf(response), 'message.email')).includes('been taken')
        if (!isTaken) return response
        return jsonAnswer(409, { message: '409 Conflict - email has already been taken' })
      },
    })),
    async isShown(ask) {
      const one = await newUser(ask)
      const other = await newUser(ask)
      const body = { email: `${freshName('mail')}@elder.example` }
      await ask('POST', `/users/${one.id}/emails`, { body })
      return (await ask('POST', `/users/${other.id}/emails`, { body })).status === 409
    },
  },
  {
    name: 'The removal of a note that was edited answers with its body before the last edit',
    breaks: 'Document 2, Notes: DELETE answers with the deleted Note; PUT: body',
    at: ['deleteIssueNote', 'updateIssueNote'],
    start: serving(() => {
      const bodies = new Map<string, unknown>()
      return {
        async updateIssueNote(call) {
          const path = `${issuePath(call)}/notes/${call.path.note_id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'body')
          const response = await call.send()
          if (response.ok && before !== undefined) bodies.set(String(call.path.note_id), before)
          return response
        },
        async deleteIssueNote(call) {
          const response = await call.send()
          const body = bodies.get(String(call.path.note_id))
          if (!response.ok || body === undefined) return response
          return changed(response, (note) => withFields(note, { body }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const notes = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', notes, { body: { body: 'One' } })).json)
      await ask('PUT', `${notes}/${note}`, { body: { body: 'Two' } })
      return at((await ask('DELETE', `${notes}/${note}`)).json, 'body') === 'One'
    },
  },
  {
    name: 'A project does not count an issue as an open one that was closed and reopened',
    breaks: 'Document 1, Project: open_issues_count; Document 2, Issue: reopen, next state opened',
    at: ['getProject', 'updateIssue'],
    start: serving(() => {
      const reopened = new Map<string, number>()
      return {
        async updateIssue(call) {
          const before = at((await call.askAsRoot('GET', issuePath(call))).json, 'state')
          const response = await call.send()
          const after = await jsonOf(response)
          if (!response.ok) return response
          const issue = String(at(after, 'id'))
          const isReopened = before === 'closed' && at(after, 'state') !== 'closed'
          if (isReopened) reopened.set(issue, Number(at(after, 'project_id')))
          if (at(after, 'state') === 'closed') reopened.delete(issue)
          return response
        },
        async deleteIssue(call) {
          const response = await call.send()
          if (response.ok) reopened.delete(String(call.path.issue_id))
          return response
        },
        async moveIssue(call) {
          const response = await call.send()
          if (response.ok) reopened.delete(String(call.path.issue_id))
          return response
        },
        async getProject(call) {
          return changed(await call.send(), (project) => {
            const { id, open_issues_count } = fieldsOf(project)
            const missing = [...reopened.values()].filter((one) => one === id).length
            if (missing === 0 || open_issues_count === undefined) return project
            const count = Math.max(0, Number(open_issues_count) - missing)
            return withFields(project, { open_issues_count: count })
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      for (const state_event of ['close', 'reopen'])
        await ask('PUT', path, { body: { state_event } })
      const { json } = await ask('GET', `/projects/${project}`)
      const issue = await ask('GET', path)
      return at(json, 'open_issues_count') === 0 && at(issue.json, 'state') !== 'closed'
    },
  },
  {
    name: 'The day a membership of a project ends is not written where the level stays the same',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateProjectMember', 'getProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        const { access_level, expires_at } = call.given
        const path = `${projectPath(call)}/members/${call.path.user_id}`
        const member = (await call.ask('GET', path)).json
        const isSame = Number(access_level) === at(member, 'access_level')
        if (!isSame || expires_at === undefined) return call.send()
        return call.send({ expires_at: at(member, 'expires_at') ?? undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const body = { access_level: 30, expires_at: '2099-05-01' }
      await ask('PUT', `${members}/${id}`, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'The events of a private project are still shown to who was a member of it',
    breaks: 'Document 1, Body shapes 6: a GET on a private project by a non-member gives 404',
    at: ['listProjectEvents', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectIdOf(call)
          const response = await call.send()
          if (response.ok) former.add(`${project}/${call.path.user_id}`)
          return response
        },
        async listProjectEvents(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const key = `${await projectIdOf(call)}/${idOf(await callerOf(call))}`
          return former.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}/events`)).status === 200
    },
  },
  {
    name: 'The links to other pages of the members of a project forget what was searched for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); GET /projects/:id/members: query',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.query === undefined) return response
        const forgetful = link.replace(/<[^>]*>/g, (text) => {
          const url = new URL(text.slice(1, -1))
          url.searchParams.delete('query')
          return `<${url.href}>`
        })
        return withBody(response, await response.clone().text(), { link: forgetful })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const word = freshName('crew')
      for (const one of ['a', 'b']) {
        const { id } = await newUser(ask, { name: `${word} ${one}` })
        const body = { user_id: id, access_level: 20 }
        await ask('POST', `/projects/${project}/members`, { body })
      }
      const path = `/projects/${project}/members?query=${word}&per_page=1`
      const { headers, json } = await ask('GET', path)
      const link = headers.get('link') ?? ''
      return listOf(json).length === 1 && link.includes('rel="next"') && !link.includes('query=')
    },
  },
  {
    name: 'A commit of several files writes the Base64 text itself where it updates a file',
    breaks: 'Document 3, Action item in actions[]: encoding: text (default) or base64',
    at: ['createCommit', 'getFile'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const isUpdate = actions.some((one) => one.action === 'update' && one.encoding === 'base64')
        if (!isUpdate) return call.send()
        return call.send({
          actions: actions.map((one) =>
            one.action === 'update' && one.encoding === 'base64'
              ? { ...one, encoding: 'text' }
              : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const action = { action: 'update', file_path: 'two.txt', encoding: 'base64' }
      const actions = [{ ...action, content: btoa('two\n') }]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/files?file_path=two.txt&ref=master`
      return at((await ask('GET', path)).json, 'content') === btoa(btoa('two\n'))
    },
  },
  {
    name: 'A user who is no administrator may use sudo to ask who they are as themselves',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
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
      const { id } = await newUser(ask)
      const made = (await actingAs(ask, id)('GET', '/user')).json
      const token = String(at(made, 'private_token'))
      const { status, json } = await ask('GET', '/user', { token, headers: { sudo: String(id) } })
      return status === 200 && idOf(json) === id
    },
  },
]
