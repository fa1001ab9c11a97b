import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  encoded,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { sudoOf, tokenOf, withoutSudo } from './tools-rowan.ts'

export const faultyRowanServers: readonly FaultyServer[] = [
  {
    name: 'A todo made in the name of another user becomes one of the administrator',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; Document 2: creates a todo for the caller',
    at: ['createTodoOfIssue', 'listTodos'],
    start: serving(() => ({
      async createTodoOfIssue(call) {
        const issue = `${projectPath(call)}/issues/${call.path.issue_id}`
        const isFound = (await call.ask('GET', issue)).status === 200
        if (call.sudo === undefined || !isFound) return call.send()
        const answer = await call.askAsRoot('POST', `${issue}/todo`)
        return answer.status === 304 ? notModified() : responseOf(answer)
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'The raw text of a private snippet is given to every member of its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous || (await levelOf(call)) < 20)
          return response
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'Who was removed from a group still opens its private projects',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getProject', 'removeGroupMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeGroupMember(call) {
          const group = `/groups/${encoded(call.path.id)}`
          const { json } = await call.askAsRoot('GET', group)
          const member = await call.askAsRoot('GET', `${group}/members/${call.path.user_id}`)
          const response = await call.send()
          if (response.ok && member.status === 200)
            removed.add(`${idOf(json)}/${call.path.user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { status, json } = await call.askAsRoot('GET', projectPath(call))
          const { id } = await callerOf(call)
          if (status !== 200 || !removed.has(`${at(json, 'namespace.id')}/${id}`)) return response
          const { runners_token: _, ...project } = fieldsOf(json)
          const permissions = { project_access: null, group_access: null }
          return jsonAnswer(200, { ...project, permissions })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'A user who is no administrator may name himself in sudo',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const own = await forge.fetch(withoutSudo(call.request))
        const user = fieldsOf(await jsonOf(own))
        return own.ok && [user.username, String(user.id)].includes(call.sudo) ? own : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = await tokenOf(ask, id)
      return (await ask('GET', `/user?sudo=${id}`, { token })).status === 200
    },
  },
  {
    name: 'A private token in the query is not seen where something is posted as JSON',
    breaks: 'Document 1, Authentication 3: private token in the query parameter private_token',
    at: operations.flatMap(({ id, method }) => (method === 'POST' ? [id] : [])),
    start: (forge) => async (request) => {
      const isInQuery =
        new URL(request.url).searchParams.has('private_token') &&
        !request.headers.has('private-token') &&
        !request.headers.has('authorization')
      const isJson = (request.headers.get('content-type') ?? '').includes('json')
      return request.method === 'POST' && isInQuery && isJson
        ? jsonAnswer(401, { message: '401 Unauthorized' })
        : forge.fetch(request)
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues?private_token=root-token`
      return (await ask('POST', path, { token: '', body: { title: 'One' } })).status === 401
    },
  },
  {
    name: 'Without credentials a public project is found by its id, and not by its path',
    breaks:
      'Document 1, GET /projects/:id and its events: id integer/string, readable without authentication when the project is public',
    at: ['getProject', 'listProjectEvents'],
    start: serving(() => {
      const rule = async (call: Call) => {
        const isByPath = !/^\d+$/.test(call.path.id ?? '')
        return call.isAnonymous && isByPath
          ? jsonAnswer(404, { message: '404 Project Not Found' })
          : call.send()
      }
      return { getProject: rule, listProjectEvents: rule }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}`
      const name = encoded(at((await ask('GET', path)).json, 'path_with_namespace'))
      const { status } = await ask('GET', `/projects/${name}`, { token: '' })
      return status === 404 && (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'To cancel a merge that was never scheduled is a method that is not allowed',
    breaks: 'Document 2, cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        return response.status === 406
          ? jsonAnswer(405, { message: '405 Method Not Allowed' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${request}`
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 405
    },
  },
  {
    name: 'A release that was made together with its tag is made again, and replaced',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const made = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          const { tag_name, release_description } = call.given
          if (response.ok && release_description !== undefined)
            made.add(`${call.path.id}/${tag_name}`)
          return response
        },
        async deleteTag(call) {
          made.delete(`${call.path.id}/${call.path.tag_name}`)
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          const { id, tag_name } = call.path
          if (response.status !== 409 || !made.has(`${id}/${tag_name}`)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`
          const { description } = call.given
          const written = await call.ask('PUT', path, { description })
          return written.status === 200 ? jsonAnswer(201, written.json) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, {
        body: { tag_name: 'one', ref: 'master', release_description: 'One' },
      })
      const { status } = await ask('POST', `${path}/one/release`, { body: { description: 'Two' } })
      return status === 201
    },
  },
  {
    name: 'An address that somebody has is a conflict where an administrator adds it to a user',
    breaks:
      'Document 1, Users: on e-mail creation failure, 400 with a validation message object, has already been taken under the property name',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        const reason = at(await jsonOf(response), 'message.email.0')
        return response.status === 400 && reason === 'has already been taken'
          ? jsonAnswer(409, { message: 'Email has already been taken' })
          : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { email: `${freshName('mail')}@rowan.example` }
      await ask('POST', `/users/${id}/emails`, { body })
      const { id: other } = await newUser(ask)
      return (await ask('POST', `/users/${other}/emails`, { body })).status === 409
    },
  },
  {
    name: 'A user whose username has a dot in it is unknown to sudo',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user, given as numeric id or username',
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const sudo = sudoOf(request)
      if (sudo === undefined || !sudo.includes('.')) return forge.fetch(request)
      const { origin, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      for (const name of ['content-type', 'content-length', 'if-none-match']) headers.delete(name)
      const user = await forge.fetch(new Request(`${origin}/api/v3/user${search}`, { headers }))
      const message = `404 Not Found: No user id or username for: ${sudo}`
      return user.ok ? jsonAnswer(404, { message }) : forge.fetch(request)
    },
    async isShown(ask) {
      const username = `${freshName('one')}.two`
      await newUser(ask, { username })
      return (await actingAs(ask, username)('GET', '/user')).status === 404
    },
  },
  {
    name: 'Who may no longer create groups, by a modification, creates them nevertheless',
    breaks:
      'Document 1, POST /groups: only for users allowed to create groups; PUT /users/:id: can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const kept = new Set<string>()
      return {
        async updateUser(call) {
          const { id = '' } = call.path
          const before = at((await call.askAsRoot('GET', `/users/${id}`)).json, 'can_create_group')
          const response = await call.send()
          const { can_create_group } = call.given
          if (response.ok && isFalse(can_create_group) && before === true) kept.add(id)
          if (response.ok && isTrue(can_create_group)) kept.delete(id)
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          if (response.status !== 403 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          if (!kept.has(String(id))) return response
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: true })
          const created = await call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: false })
          return created
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { can_create_group: true } })
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const path = freshName('group')
      const { status } = await actingAs(ask, id)('POST', '/groups', { body: { name: path, path } })
      return status === 201
    },
  },
  {
    name: 'An SSH key of one user is removed below another user, to whom it does not belong',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const user = await call.ask('GET', `/users/${call.path.id}`)
        const key = await call.ask('GET', `/keys/${call.path.key_id}`)
        if (user.status !== 200 || key.status !== 200) return response
        const owner = at(key.json, 'user.id')
        return responseOf(await call.ask('DELETE', `/users/${owner}/keys/${call.path.key_id}`))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { id: other } = await newUser(ask)
      const body = { title: 'One', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      return (await ask('DELETE', `/users/${other}/keys/${key}`)).status === 200
    },
  },
  {
    name: 'The total of the snippets of a project counts those that the caller must not see',
    breaks:
      'Document 1, Limits: X-Total of a paginated list; Document 2, Snippet: 0 visible only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = (await call.sendAsRoot()).headers.get('x-total') ?? ''
        return withBody(response, await response.text(), { 'x-total': all })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      await newSnippet(ask, project, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const { headers, json } = await actingAs(ask, id)('GET', `/projects/${project}/snippets`)
      return listOf(json).length === 0 && headers.get('x-total') === '1'
    },
  },
  {
    name: 'The details of a public group show its private projects to everybody',
    breaks: 'Document 1, Conventions 5: 0 private (explicit access per user)',
    at: ['getGroup'],
    start: serving(() => ({
      async getGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        const group = await jsonOf(response)
        const shown = listOf(at(group, 'projects'))
        const all = listOf(at(await jsonOf(await call.sendAsRoot()), 'projects'))
        const hidden = all
          .filter((one) => !shown.some(({ id }) => id === one.id))
          .map(({ runners_token: _, ...one }) => one)
        return hidden.length === 0
          ? response
          : withBody(
              response,
              JSON.stringify(withFields(group, { projects: [...shown, ...hidden] })),
            )
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/groups/${group}`)
      return listOf(at(json, 'projects')).length === 1
    },
  },
  {
    name: 'To move an issue to where one has no permission is forbidden, by 403',
    breaks:
      'Document 2, POST .../move: 400 with explaining message if target equals source or permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const message = at(await jsonOf(response), 'message')
        const isRefused = response.status === 400 && String(message).includes('permission')
        return isRefused ? jsonAnswer(403, { message }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const issue = await newIssue(ask, project)
      const to_project_id = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${issue}/move`
      return (await actingAs(ask, id)('POST', path, { body: { to_project_id } })).status === 403
    },
  },
]
