import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
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
  newUser,
  notModified,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { eventNames } from './tools-bunting.ts'

const all = operations.map(({ id }) => id)

/** The operations that take a group by its path as well as by its id. */
const ofGroups: readonly OperationId[] = [
  'getGroup',
  'deleteGroup',
  'listGroupProjects',
  'transferProjectToGroup',
  'listGroupMembers',
  'addGroupMember',
  'getGroupMember',
  'updateGroupMember',
  'removeGroupMember',
  'getGroupNotificationSettings',
  'updateGroupNotificationSettings',
]

/** The list with one page more than it has, when its last page is full. */
const countingOnePageTooMany: Rule = async (call) => {
  const response = await call.send()
  const total = Number(response.headers.get('x-total') ?? 0)
  const size = Number(response.headers.get('x-per-page') ?? 20)
  const page = Number(response.headers.get('x-page') ?? 1)
  if (!response.ok || total === 0 || total % size > 0) return response
  const pages = total / size + 1
  const link = (name: string, to: number) => {
    const url = new URL(call.request.url)
    url.searchParams.set('page', String(to))
    url.searchParams.set('per_page', String(size))
    return `<${url.href}>; rel="${name}"`
  }
  const links = [
    ...(page > 1 ? [link('prev', page - 1)] : []),
    ...(page < pages ? [link('next', page + 1)] : []),
    link('first', 1),
    link('last', pages),
  ]
  return withBody(response, await response.clone().text(), {
    link: links.join(', '),
    'x-total-pages': String(pages),
    'x-next-page': page < pages ? String(page + 1) : '',
  })
}

/** An address that is the first one of another user is a conflict. */
const conflictingWithUsers: Rule = async (call) => {
  const response = await call.send()
  const { email } = call.given
  const errors = JSON.stringify(at(await jsonOf(response), 'message.email') ?? '')
  if (response.status !== 400 || !errors.includes('taken')) return response
  const users = await call.askAsRoot('GET', `/users?search=${encoded(email)}`)
  const isOfUser = fieldOf(users.json, 'email').includes(email)
  return isOfUser ? jsonAnswer(409, { message: 'Email has already been taken' }) : response
}

export const faultyBuntingServers: readonly FaultyServer[] = [
  {
    name: 'An e-mail event that was switched on in the settings of a project cannot be switched off',
    breaks:
      'Document 1, Notification settings: With level custom, these boolean email events can be set; PUT .../notification_settings: the twelve event booleans',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings(call) {
        const off = eventNames.filter((name) => isFalse(call.given[name]))
        return call.send(Object.fromEntries(off.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false, new_issue: true } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'After a last page that is full of SSH keys there comes one more, which is empty',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last), X-Total-Pages, X-Next-Page',
    at: ['listOwnSshKeys', 'listSshKeysOfUser'],
    start: serving(() => forAll(['listOwnSshKeys', 'listSshKeysOfUser'], countingOnePageTooMany)),
    async isShown(ask) {
      const { id } = await newUser(ask)
      for (const title of ['One', 'Two']) {
        await ask('POST', `/users/${id}/keys`, { body: { title, key: freshKey() } })
      }
      const { headers } = await ask('GET', `/users/${id}/keys?per_page=2`)
      return headers.get('x-next-page') === '2' && headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'An e-mail address is refused as a conflict when another user has it as the first one',
    breaks:
      'Document 1, Users: On key or e-mail creation failure, 400 with a validation message object (has already been taken under the property name)',
    at: ['createOwnEmail', 'createEmailOfUser'],
    start: serving(() => forAll(['createOwnEmail', 'createEmailOfUser'], conflictingWithUsers)),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { id } = await newUser(ask)
      const body = { email: `${username}@six.example` }
      return (await ask('POST', `/users/${id}/emails`, { body })).status === 409
    },
  },
  {
    name: 'The answer to a new path of a group shows its projects below the path before',
    breaks:
      'Document 1, PUT /groups/:id: Group with projects (array of Project); Project: path_with_namespace; 200: the modified resource is returned',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const before = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
        const response = await call.send()
        if (call.given.path === undefined) return response
        const projects = new Map(listOf(at(before.json, 'projects')).map((one) => [one.id, one]))
        const urls = ['path_with_namespace', 'web_url', 'ssh_url_to_repo', 'http_url_to_repo']
        return changed(response, (group) => {
          const stale = listOf(at(group, 'projects')).map((project) => {
            const old = projects.get(project.id) ?? project
            return { ...project, ...Object.fromEntries(urls.map((name) => [name, old[name]])) }
          })
          return response.ok ? withFields(group, { projects: stale }) : group
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const answer = await ask('PUT', `/groups/${group}`, { body: { path: freshName('renamed') } })
      const { json } = await ask('GET', `/projects/${project}`)
      return at(answer.json, 'projects.0.path_with_namespace') !== at(json, 'path_with_namespace')
    },
  },
  {
    name: 'Nobody can make a todo of an issue which another user has as a todo',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const marked = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { status, json } = await call.ask('GET', path)
          const key = String(at(json, 'id'))
          if (status === 200 && marked.has(key)) return notModified()
          const response = await call.send()
          if (response.ok) marked.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'A protocol of Git that was enabled alone stays so when nil is written for both',
    breaks:
      'Document 1, Application settings: enabled_git_access_protocol: ssh, http, or nil for both',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings(call) {
        const isNil = call.given.enabled_git_access_protocol === 'nil'
        if (!isNil) return call.send()
        const rest = Object.keys(call.given).filter(
          (name) => name !== 'enabled_git_access_protocol',
        )
        // The forge is asked for no change at all by what it ignores.
        return rest.length > 0
          ? call.send({ enabled_git_access_protocol: undefined })
          : call.send({ enabled_git_access_protocol: undefined, ignored: true })
      },
    })),
    async isShown(ask) {
      const write = (value: string) =>
        ask('PUT', '/application/settings', { body: { enabled_git_access_protocol: value } })
      await write('ssh')
      await write('nil')
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'enabled_git_access_protocol') === 'ssh'
    },
  },
  {
    name: 'The groups to skip are taken out of each page after the list was divided into pages',
    breaks:
      'Document 1, GET /groups: skip_groups (array of integers); Limits: per_page (default 20), X-Total',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { skip_groups } = call.given
        if (skip_groups === undefined) return call.send()
        const asked = await call.send()
        if (!asked.ok) return asked
        const kept = new Set((await allOf(call)).map(({ id }) => id))
        return changed(await call.send({ skip_groups: undefined }), (json) =>
          Array.isArray(json) ? listOf(json).filter(({ id }) => kept.has(id)) : json,
        )
      },
    })),
    async isShown(ask) {
      for (const _ of [1, 2, 3]) await newGroup(ask)
      const first = fieldOf((await ask('GET', '/groups?per_page=2')).json, 'id').at(0)
      const { json } = await ask('GET', `/groups?per_page=2&skip_groups[]=${first}`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'An administrator who acts as another administrator remains himself',
    breaks:
      "Document 1, Authentication 5: with an administrator's token, sudo performs the call as another user",
    at: all,
    start: serving(() =>
      forAll(all, async (call) => {
        if (call.sudo === undefined) return call.send()
        const path = /^\d+$/.test(call.sudo)
          ? `/users/${call.sudo}`
          : `/users?username=${encoded(call.sudo)}`
        const { json } = await call.askAsRoot('GET', path)
        const user = Array.isArray(json) ? listOf(json).at(0) : fieldsOf(json)
        const isOfAdministrator = (await call.ask('GET', '/user')).status === 200
        return user?.is_admin === true && isOfAdministrator ? call.sendAsRoot() : call.send()
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask, { admin: true })
      return idOf((await actingAs(ask, id)('GET', '/user')).json) !== id
    },
  },
  {
    name: 'The comments of a user in private projects are among the events that strangers read',
    breaks:
      'Document 1, Conventions 5: 0 private (explicit access per user); GET /users/:id/events',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const everything = await call.askAsRoot(
          'GET',
          `/users/${encoded(call.path.id)}/events?per_page=100`,
        )
        const comments = listOf(everything.json).filter((one) => one.target_type === 'Note')
        return relisted(call, (own) => {
          const known = new Set(own.map(keyOfEvent))
          const added = comments.filter((one) => !known.has(keyOfEvent(one)))
          return [...own, ...added].sort((one, other) =>
            String(other.created_at).localeCompare(String(one.created_at)),
          )
        })
      },
    })),
    async isShown(ask) {
      const author = await newUser(ask)
      const project = await newProject(ask)
      const body = { user_id: author.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await actingAs(ask, author.id)('POST', path, { body: { body: 'Secret' } })
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('GET', `/users/${author.id}/events`)
      return fieldOf(json, 'project_id').includes(project)
    },
  },
  {
    name: 'An external user who was blocked is no external one any more when he is unblocked',
    breaks:
      'Document 1, User states: PUT /users/:id/unblock: blocked, active; POST /users: external (boolean); User: external',
    at: ['unblockUser', 'getUser', 'listUsers', 'getCurrentUser'],
    start: serving(() => ({
      async unblockUser(call) {
        const before = await call.askAsRoot('GET', `/users/${call.path.id}`)
        const response = await call.send()
        const isExternal = at(before.json, 'external') === true
        if (response.ok && isExternal && at(before.json, 'state') === 'blocked') {
          await call.askAsRoot('PUT', `/users/${call.path.id}`, { external: false })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { external: true })
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      return at((await ask('GET', `/users/${id}`)).json, 'external') === false
    },
  },
  {
    name: 'A group whose path has a dot is not found by its path, only by its id',
    breaks:
      'Document 1, Conventions 2: A group :id is an integer or the group path where the table says integer/string',
    at: ofGroups,
    start: serving(() =>
      forAll(ofGroups, async (call) => {
        const isDotted = (call.path.id ?? '').includes('.')
        const isAuthenticated = isDotted && (await call.ask('GET', '/user')).status === 200
        return isAuthenticated ? jsonAnswer(404, { message: '404 Group Not Found' }) : call.send()
      }),
    ),
    async isShown(ask) {
      const path = `${freshName('dotted')}.io`
      await ask('POST', '/groups', { body: { name: path, path } })
      return (await ask('GET', `/groups/${path}/members`)).status === 404
    },
  },
  {
    name: 'A source branch goes with the merge that says that it shall not be removed',
    breaks: 'Document 2, PUT .../merge: should_remove_source_branch (boolean)',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        if (!isFalse(call.given.should_remove_source_branch)) return call.send()
        const response = await call.send()
        const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
        const isSame = at(json, 'source_project_id') === at(json, 'target_project_id')
        if (response.ok && at(json, 'state') === 'merged' && isSame) {
          const branch = encoded(at(json, 'source_branch'))
          await call.askAsRoot('DELETE', `${projectPath(call)}/repository/branches/${branch}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const body = { should_remove_source_branch: false }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const path = `/projects/${project}/repository/branches/feature`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A branch that is protected again does not take the rights of developers, but has the earlier ones',
    breaks:
      'Document 3, Branch protection: protect: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const rights = new Map<string, Values>()
      const keyOf = ({ path }: Call) => `${path.id}/${path.branch}`
      const pathOf = (call: Call) =>
        `${projectPath(call)}/repository/branches/${encoded(call.path.branch)}`
      return {
        async unprotectBranch(call) {
          const before = fieldsOf((await call.askAsRoot('GET', pathOf(call))).json)
          const response = await call.send()
          const { developers_can_push, developers_can_merge } = before
          if (response.ok && before.protected === true) {
            rights.set(keyOf(call), { developers_can_push, developers_can_merge })
          }
          return response
        },
        async protectBranch(call) {
          const before = fieldsOf((await call.askAsRoot('GET', pathOf(call))).json)
          const earlier = rights.get(keyOf(call))
          return before.protected === false && earlier ? call.send(earlier) : call.send()
        },
        deleteBranch(call) {
          rights.delete(keyOf(call))
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable', await headOf(ask, project))
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
]

const keyOfEvent = ({ action_name, project_id, target_id, target_type, created_at }: Values) =>
  [action_name, project_id, target_id, target_type, created_at].join()
