import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { answeredInstead, dropSudo, newUserWithToken, remade } from './tools-maple.ts'

const groupForms = ['projects', 'shared_projects']

const emailEvents = [
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

export const faultyMapleServers: readonly FaultyServer[] = [
  {
    name: 'The links of a list of groups keep only the last of the groups to skip',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); GET /groups: skip_groups (array of integers)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const withOne = link.replace(/<([^>]+)>/g, (_, address: string) => {
          const url = new URL(address)
          const last = url.searchParams.getAll('skip_groups[]').at(-1)
          if (last !== undefined) url.searchParams.set('skip_groups[]', last)
          return `<${url.href}>`
        })
        return changed(response, (json) => json, { link: withOne })
      },
    })),
    async isShown(ask) {
      const skipped = [await newGroup(ask), await newGroup(ask)]
      const query = skipped.map((id) => `skip_groups[]=${id}`).join('&')
      const { headers } = await ask('GET', `/groups?per_page=1&${query}`)
      const first = /<([^>]+)>; rel="first"/.exec(headers.get('link') ?? '')?.[1]
      return first !== undefined && new URL(first).searchParams.getAll('skip_groups[]').length === 1
    },
  },
  {
    name: 'Whoever is no administrator may use sudo to act as the very same user',
    breaks:
      'Document 1, Authentication: A non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const body = await request.arrayBuffer()
      const response = await forge.fetch(remade(request, body, () => undefined))
      if (response.status !== 403) return response
      const { message } = fieldsOf(await jsonOf(response))
      if (!String(message).includes('Must be admin to use sudo')) return response
      const sudo =
        new URL(request.url).searchParams.get('sudo') ?? request.headers.get('sudo') ?? ''
      const asking = new Request(request.url, { headers: request.headers })
      const caller = await jsonOf(
        await forge.fetch(
          remade(asking, new ArrayBuffer(0), (url, headers) => {
            dropSudo(url, headers)
            headers.delete('content-length')
            url.pathname = '/api/v3/user'
          }),
        ),
      )
      const isSame = [String(at(caller, 'id')), at(caller, 'username')].includes(sudo)
      return isSame ? forge.fetch(remade(request, body, dropSudo)) : response
    },
    async isShown(ask) {
      const { token, username } = await newUserWithToken(ask)
      return (await ask('GET', '/user', { token, headers: { sudo: username } })).status === 200
    },
  },
  {
    name: 'The current user has no private token where sudo stands in the query',
    breaks:
      'Document 1, User: The authenticated-user response made with sudo also carries private_token; Authentication: the parameter sudo (query) or header SUDO',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!response.ok || call.request.headers.has('sudo')) return response
        return changed(response, (json) => {
          const { private_token: _, ...rest } = fieldsOf(json)
          return rest
        })
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { status, json } = await ask('GET', `/user?sudo=${username}`)
      return status === 200 && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'An e-mail event of a project that is set to false by a text in the query or a form is set to true',
    breaks:
      'Document 1, Notification settings: with level custom, these boolean email events can be set; Conventions: Parameters are sent in the query string or in the request body',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings: (call) =>
        call.send(
          Object.fromEntries(
            emailEvents.flatMap((name) =>
              call.given[name] === 'false' ? [[name, 'true'] as const] : [],
            ),
          ),
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      const { json } = await ask('PUT', `${path}?level=custom&close_issue=false`)
      return at(json, 'events.close_issue') === true
    },
  },
  {
    name: 'A group is still listed among the owned ones of somebody who was made a master of it',
    breaks:
      'Document 1, GET /groups/owned: array of Group owned by the caller; Access levels: 40 master, 50 owner',
    at: ['listOwnedGroups', 'updateGroupMember'],
    start: serving(() => {
      const former = new Map<number, Set<number>>()
      return {
        async updateGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const group = idOf((await call.askAsRoot('GET', path)).json)
          const member = (await call.askAsRoot('GET', `${path}/members/${call.path.user_id}`)).json
          const response = await call.send()
          if (!response.ok) return response
          const groups = former.get(idOf(member)) ?? new Set<number>()
          former.set(idOf(member), groups)
          if (Number(call.given.access_level) === 50) groups.delete(group)
          else if (at(member, 'access_level') === 50) groups.add(group)
          return response
        },
        async listOwnedGroups(call) {
          const groups = former.get(Number((await callerOf(call)).id))
          if (groups === undefined || groups.size === 0) return call.send()
          const still: Values[] = []
          for (const id of groups) {
            const { status, json } = await call.ask('GET', `/groups/${id}`)
            const fields = Object.entries(fieldsOf(json)).filter(
              ([name]) => !groupForms.includes(name),
            )
            if (status === 200) still.push(Object.fromEntries(fields))
          }
          return relisted(call, (all) => [
            ...all,
            ...still.filter(({ id }) => !all.some((one) => one.id === id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id, username } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${members}/${id}`, { body: { access_level: 40 } })
      const { json } = await actingAs(ask, username)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'An underscore in a search of groups stands for any character',
    breaks: 'Document 1, GET /groups: search (string, matches name or path)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { search } = call.given
        if (typeof search !== 'string' || !search.includes('_')) return call.send()
        const parts = search.split('_')
        const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), '')
        const escaped = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        const pattern = new RegExp(escaped.join('.'), 'i')
        return relisted(
          call,
          (all) =>
            all.filter(
              ({ name, path }) => pattern.test(String(name)) || pattern.test(String(path)),
            ),
          { search: longest === '' ? undefined : longest },
        )
      },
    })),
    async isShown(ask) {
      const word = freshName('wild')
      const path = `${word}-end`
      const { json } = await ask('POST', '/groups', { body: { name: path, path } })
      const found = await ask('GET', `/groups?search=${word}_end`)
      return fieldOf(found.json, 'id').includes(idOf(json))
    },
  },
  {
    name: 'A project that was transferred to another group stays among the projects of the former one',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; Group: projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const left = new Map<number, Set<number>>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const project = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const former = Number(at(project, 'namespace.id'))
          if (response.ok)
            left.set(former, (left.get(former) ?? new Set<number>()).add(idOf(project)))
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          const group = fieldsOf(await jsonOf(response))
          const ids = left.get(Number(group.id))
          if (!response.ok || ids === undefined) return response
          const projects = listOf(group.projects)
          const still: Values[] = []
          for (const id of ids) {
            if (projects.some((one) => one.id === id)) continue
            const { status, json } = await call.ask('GET', `/projects/${id}`)
            if (status === 200) still.push(fieldsOf(json))
          }
          return changed(response, (json) =>
            withFields(json, { projects: [...projects, ...still] }),
          )
        },
      }
    }),
    async isShown(ask) {
      const [former, next] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: former })
      await ask('POST', `/groups/${next}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${former}`)
      return fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'The archived projects of a group outlive the group',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'getProject'],
    start: serving(() => {
      const kept = new Map<string, Values>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}/projects?archived=true&per_page=100`
          const projects = listOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (!response.ok) return response
          for (const project of projects) kept.set(String(project.id), project)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = kept.get(String(call.path.id))
          if (response.status !== 404 || project === undefined) return response
          const { id, is_admin } = await callerOf(call)
          const isSeen = is_admin === true || id === project.creator_id
          return isSeen ? answeredInstead(response, 200, project) : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('POST', `/projects/${project}/archive`)
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The answer to the removal of a system hook tells its secret token',
    breaks: 'Document 1, System hook: The secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<number, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const id = Number(at(await jsonOf(response), '0.id'))
          if (response.ok && call.given.token !== undefined) tokens.set(id, call.given.token)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = tokens.get(Number(call.path.id))
          if (token === undefined) return response
          return changed(response, (json) => withFields(json, { token }))
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/maple', token: 'deep-secret' }
      const { json } = await ask('POST', '/hooks', { body })
      const removed = await ask('DELETE', `/hooks/${at(json, '0.id')}`)
      return at(removed.json, 'token') === 'deep-secret'
    },
  },
  {
    name: 'A todo for an issue is refused as an existing one when somebody else has one for it',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const holders = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const { id } = await callerOf(call)
          const isOfOther = holders.has(issue) && holders.get(issue) !== id
          const seen = await call.ask('GET', `${projectPath(call)}/issues/${issue}`)
          if (isOfOther && seen.status === 200) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.ok) holders.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { username } = await newUser(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, username)('POST', path)).status === 304
    },
  },
  {
    name: 'The private token of a removed user still tells who that was',
    breaks:
      'Document 1, Authentication: Missing or invalid credentials give status 401; DELETE /users/:id',
    at: ['getCurrentUser', 'deleteUser'],
    start: serving(() => {
      const users = new Map<string, Values>()
      return {
        async deleteUser(call) {
          const { id } = call.path
          const { json } = await call.askAsRoot('GET', `/user?sudo=${encoded(id)}`)
          const { private_token, ...user } = fieldsOf(json)
          const response = await call.send()
          if (response.ok && String(user.id) === id) users.set(String(private_token), user)
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          if (response.status !== 401) return response
          const { headers } = call.request
          const user = users.get(
            headers.get('private-token') ?? String(call.given.private_token ?? ''),
          )
          return user === undefined ? response : answeredInstead(response, 200, user)
        },
      }
    }),
    async isShown(ask) {
      const { id, token } = await newUserWithToken(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'A normal user who searches for a user by e-mail is told the e-mail addresses of those found',
    breaks:
      'Document 1, GET /users: brief form; administrators get the full form; User: additional fields for administrators: email',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || !String(call.given.search).includes('@')) return response
        const found: Values[] = []
        for (const user of listOf(await jsonOf(response))) {
          const { json } = await call.askAsRoot('GET', `/users/${user.id}`)
          found.push({ ...user, email: at(json, 'email') })
        }
        return changed(response, () => found)
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const other = await newUser(ask)
      const search = encoded(`${other.username}@six.example`)
      const { json } = await actingAs(ask, username)('GET', `/users?search=${search}`)
      return listOf(json).some((one) => one.id === other.id && one.email !== undefined)
    },
  },
  {
    name: 'Adding a member of a group once more is refused as a conflict and changes the level nonetheless',
    breaks:
      'Document 1, Errors: 409 conflicting resource exists; PUT /groups/:id/members/:user_id: access_level',
    at: ['addGroupMember', 'getGroupMember', 'listGroupMembers'],
    start: serving(() => ({
      async addGroupMember(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const { user_id, access_level } = call.given
        const path = `/groups/${encoded(call.path.id)}/members/${user_id}`
        await call.askAsRoot('PUT', path, { access_level })
        return response
      },
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      return at((await ask('GET', `${members}/${id}`)).json, 'access_level') === 30
    },
  },
  {
    name: 'Issues of a group that are asked for by a state and by labels need only one of the labels',
    breaks:
      'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match), state',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const { labels, state } = call.given
        if (typeof labels !== 'string' || state === undefined) return call.send()
        const wanted = labels.split(',').map((label) => label.trim())
        if (wanted.length < 2) return call.send()
        return relisted(
          call,
          (all) =>
            all.filter((one) => {
              const own: readonly unknown[] = Array.isArray(one.labels) ? one.labels : []
              return wanted.some((label) => own.includes(label))
            }),
          { labels: undefined },
        )
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'salt' })
      await newIssue(ask, project, { labels: 'salt,tide' })
      const { json } = await ask('GET', `/groups/${group}/issues?state=opened&labels=salt,tide`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'A new file that is sent in Base64 loses the carriage returns at the ends of its lines',
    breaks:
      'Document 3, POST /projects/:id/repository/files: content (req), encoding (text default or base64); Repository file: content (Base64 text)',
    at: ['createFile', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      async createFile(call) {
        const { content, encoding } = call.given
        if (encoding !== 'base64' || typeof content !== 'string') return call.send()
        const bytes = decodedBase64(content)
        if (bytes === undefined || bytes.includes('\0')) return call.send()
        return call.send({ content: btoa(bytes.replaceAll('\r\n', '\n')) })
      },
    })),
    async isShown(ask) {
      const files = `/projects/${await newRepository(ask)}/repository/files`
      const body = {
        file_path: 'lines.txt',
        branch_name: 'master',
        commit_message: 'Lines',
        encoding: 'base64',
        content: btoa('one\r\ntwo\r\n'),
      }
      await ask('POST', files, { body })
      const { json } = await ask('GET', `${files}?file_path=lines.txt&ref=master`)
      return decodedBase64(String(at(json, 'content'))) === 'one\ntwo\n'
    },
  },
]

function decodedBase64(text: string): string | undefined {
  try {
    return atob(text)
  } catch {
    return undefined
  }
}
