import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isTrue,
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
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  addMember,
  callerIdOf,
  commitActions,
  groupOf,
  newSshKey,
  projectOf,
  withMore,
  without,
} from './tools-consistency.ts'

const people: readonly FaultyServer[] = [
  {
    name: 'Sudo knows a renamed user by the former name only',
    breaks: 'Document 1, Authentication 5: sudo performs the call as a user, by id or username',
    at: ['getCurrentUser', 'updateUser'],
    start: serving(() => {
      const renamed = new Set<unknown>()
      return {
        async updateUser(call) {
          const before = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          const username = at(await jsonOf(response), 'username')
          if (response.ok && username !== at(before.json, 'username')) renamed.add(username)
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          if (!response.ok || !renamed.has(call.sudo)) return response
          const message = `404 Not Found: No user id or username for: ${call.sudo}`
          return jsonAnswer(404, { message })
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const username = freshName('renamed')
      await ask('PUT', `/users/${user.id}`, { body: { username } })
      return (await actingAs(ask, username)('GET', '/user')).status === 404
    },
  },
  {
    name: 'The membership of a removed user in a group can still be read by its id',
    breaks: 'Document 1, DELETE /users/:id; Errors: 404 resource not found',
    at: ['deleteUser', 'getGroupMember'],
    start: serving((forge) => {
      const left = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const user = Number(call.path.id)
          const found = new Map<string, unknown>()
          for (const { source_type, source_id } of forge.db.members.by('user_id', user)) {
            if (source_type !== 'group') continue
            const { json } = await call.askAsRoot('GET', `/groups/${source_id}/members/${user}`)
            found.set(`${source_id}/${user}`, json)
          }
          const response = await call.send()
          if (response.ok) for (const [key, member] of found) left.set(key, member)
          return response
        },
        async getGroupMember(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const member = left.get(`${await groupOf(call)}/${call.path.user_id}`)
          return member === undefined ? response : jsonAnswer(200, member)
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const group = await newGroup(ask)
      await addMember(ask, 'groups', group, user.id)
      await ask('DELETE', `/users/${user.id}`)
      return (await ask('GET', `/groups/${group}/members/${user.id}`)).status === 200
    },
  },
  {
    name: 'The user beside a key is as at the creation of the key',
    breaks: 'Document 1, SSH key: user is the administrator-level user fields',
    at: ['getSshKeyWithUser', 'updateUser'],
    start: serving((forge) => {
      const holders = new Map<number, unknown>()
      const keep = async (user: number, response: Response) => {
        const { json } = await call(`/users/${user}`)
        if (response.ok) holders.set(idOf(await jsonOf(response)), json)
        return response
      }
      const call = async (path: string) => {
        const headers = { 'private-token': forge.tokens.root ?? '' }
        const response = await forge.fetch(`http://forge.test/api/v3${path}`, { headers })
        return { json: await jsonOf(response) }
      }
      return {
        createSshKeyOfUser: async (call) => keep(Number(call.path.id), await call.send()),
        createOwnSshKey: async (call) => keep(await callerIdOf(call), await call.send()),
        getSshKeyWithUser: async (call) =>
          changed(await call.send(), (json) => {
            const user = holders.get(idOf(json))
            return user === undefined ? json : withFields(json, { user })
          }),
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const { id } = await newSshKey(ask, `/users/${user.id}/keys`)
      await ask('PUT', `/users/${user.id}`, { body: { location: 'Tromso' } })
      return at((await ask('GET', `/keys/${id}`)).json, 'user.location') !== 'Tromso'
    },
  },
  {
    name: 'Taking away an own e-mail address takes away that of whoever has the id',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent; own e-mails',
    at: ['deleteOwnEmail', 'listEmailsOfUser', 'listOwnEmails', 'getOwnEmail'],
    start: serving((forge) => ({
      async deleteOwnEmail(call) {
        const email = forge.db.emails.get(Number(call.path.email_id))
        const response = await call.send()
        if (response.ok && email) forge.db.emails.remove(email)
        return response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const path = `/users/${user.id}/emails`
      const body = { email: `${freshName('second')}@six.example` }
      const id = idOf((await ask('POST', path, { body })).json)
      await ask('DELETE', `/user/emails/${id}`)
      const { json } = await ask('GET', path)
      return Array.isArray(json) && !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'A search for users by an e-mail address finds the one who had it before',
    breaks: 'Document 1, GET /users: search (e-mail or username)',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const moved = new Map<string, string>()
      return {
        async updateUser(call) {
          const before = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          const email = at(await jsonOf(response), 'email')
          if (response.ok && email !== at(before.json, 'email')) {
            moved.set(String(email), String(at(before.json, 'email')))
          }
          return response
        },
        listUsers: async (call) =>
          moved.has(String(call.given.search)) ? jsonAnswer(200, []) : call.send(),
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const email = `${freshName('moved')}@six.example`
      await ask('PUT', `/users/${user.id}`, { body: { email } })
      const { json } = await ask('GET', `/users?search=${encoded(email)}`)
      return Array.isArray(json) && !fieldOf(json, 'id').includes(user.id)
    },
  },
]

const groups: readonly FaultyServer[] = [
  {
    name: 'Projects of a group whose path was changed are listed under the former path',
    breaks: 'Document 1, Project: path_with_namespace; PUT /groups/:id: path',
    at: ['listGroupProjects', 'updateGroup'],
    start: serving(() => {
      const former = new Map<unknown, unknown>()
      return {
        async updateGroup(call) {
          const before = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const response = await call.send()
          const json = await jsonOf(response)
          const path = at(before.json, 'path')
          if (response.ok && at(json, 'path') !== path) former.set(at(json, 'path'), path)
          return response
        },
        listGroupProjects: async (call) =>
          eachChanged(await call.send(), (project) => {
            const [group, ...rest] = String(project.path_with_namespace).split('/')
            const path = former.get(group)
            if (path === undefined) return project
            return { ...project, path_with_namespace: [path, ...rest].join('/') }
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group })
      const path = freshName('moved')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const { json } = await ask('GET', `/groups/${group}/projects`)
      return !String(at(json, '0.path_with_namespace')).startsWith(`${path}/`)
    },
  },
  {
    name: 'Issues of a removed group stay in the lists of their authors',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['deleteGroup', 'listOwnIssues'],
    start: serving(() => {
      const left: Record<string, unknown>[] = []
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}/issues?per_page=100`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) left.push(...listOf(json))
          return response
        },
        async listOwnIssues(call) {
          const response = await call.send()
          const user = await callerIdOf(call)
          const own = left.filter((issue) => at(issue, 'author.id') === user)
          const isPlain = Object.keys(call.given).every((name) => name === 'per_page')
          return isPlain ? changed(response, (json) => withMore(call, json, own)) : response
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
    name: 'A project that came into a group brings no issues into the list of the group',
    breaks: 'Document 2, GET /groups/:id/issues; Document 1: transfers the project into the group',
    at: ['listIssuesOfGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const moved = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const project = idOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) moved.add(project)
          return response
        },
        listIssuesOfGroup: async (call) =>
          changed(await call.send(), (json) =>
            without(json, ({ project_id }) => moved.has(project_id)),
          ),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${group}/issues`)
      return Array.isArray(json) && !fieldOf(json, 'id').includes(issue)
    },
  },
]

const members: readonly FaultyServer[] = [
  {
    name: 'Who was removed from a group is still listed its projects as a member',
    breaks: 'Document 1, GET /projects: array of Project the caller is a member of',
    at: ['removeGroupMember', 'listProjects'],
    start: serving(() => {
      const left = new Map<number, unknown[]>()
      return {
        async removeGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}/projects?per_page=100`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const user = Number(call.path.user_id)
          if (response.ok) left.set(user, [...(left.get(user) ?? []), ...listOf(json)])
          return response
        },
        async listProjects(call) {
          const response = await call.send()
          const more = left.get(await callerIdOf(call)) ?? []
          return changed(response, (json) => withMore(call, json, more))
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await addMember(ask, 'groups', group, user.id)
      await ask('DELETE', `/groups/${group}/members/${user.id}`)
      const { json } = await actingAs(ask, user.id)('GET', '/projects')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The level of a member changes in all projects of the namespace that the member is in',
    breaks: 'Document 1, PUT /projects/:id/members/:user_id: the member of this project',
    at: ['updateProjectMember', 'getProjectMember', 'listProjectMembers'],
    start: serving((forge) => ({
      async updateProjectMember(call) {
        const response = await call.send()
        const project = forge.db.projects.get(await projectOf(call))
        const level = forge.db.members
          .by('user_id', Number(call.path.user_id))
          .find(
            ({ source_type, source_id }) => source_type === 'project' && source_id === project?.id,
          )
        if (!response.ok || !project || !level) return response
        for (const member of forge.db.members.by('user_id', level.user_id)) {
          const other = forge.db.projects.get(member.source_id)
          if (member.source_type !== 'project' || other?.namespace_id !== project.namespace_id)
            continue
          forge.db.members.replace(member, { access_level: level.access_level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const [one, other] = [await newProject(ask), await newProject(ask)]
      for (const project of [one, other]) await addMember(ask, 'projects', project, user.id, 20)
      const path = `/members/${user.id}`
      await ask('PUT', `/projects/${one}${path}`, { body: { access_level: 40 } })
      return at((await ask('GET', `/projects/${other}${path}`)).json, 'access_level') === 40
    },
  },
  {
    name: 'The level by the group that a project shows is the one that the member had first',
    breaks: 'Document 1, Project: permissions, group_access with access_level',
    at: ['getProject', 'updateGroupMember'],
    start: serving((forge) => {
      const first = new Map<string, number>()
      return {
        async updateGroupMember(call) {
          const group = await groupOf(call)
          const key = `${group}/${call.path.user_id}`
          const before = forge.db.members
            .by('user_id', Number(call.path.user_id))
            .find(({ source_type, source_id }) => source_type === 'group' && source_id === group)
          const response = await call.send()
          if (response.ok && before && !first.has(key)) first.set(key, before.access_level)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const permissions = fieldsOf(at(json, 'permissions'))
          if (!response.ok || !permissions.group_access) return response
          const level = first.get(`${at(json, 'namespace.id')}/${await callerIdOf(call)}`)
          if (level === undefined) return response
          const group_access = withFields(permissions.group_access, { access_level: level })
          return changed(response, (one) =>
            withFields(one, { permissions: { ...permissions, group_access } }),
          )
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await addMember(ask, 'groups', group, user.id, 20)
      const body = { access_level: 40 }
      await ask('PUT', `/groups/${group}/members/${user.id}`, { body })
      const { json } = await actingAs(ask, user.id)('GET', `/projects/${project}`)
      return at(json, 'permissions.group_access.access_level') === 20
    },
  },
  {
    name: 'A former member of a private project still reads its issues by their ids',
    breaks: 'Document 2: a GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectOf(call)
          const response = await call.send()
          if (response.ok) former.add(`${project}/${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const isFormer = former.has(`${await projectOf(call)}/${await callerIdOf(call)}`)
          return isFormer ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 0 })
      const issue = await newIssue(ask, project)
      await addMember(ask, 'projects', project, user.id)
      await ask('DELETE', `/projects/${project}/members/${user.id}`)
      const path = `/projects/${project}/issues/${issue}`
      return (await actingAs(ask, user.id)('GET', path)).status === 200
    },
  },
]

const projects: readonly FaultyServer[] = [
  {
    name: 'The list of visible projects counts closed issues as open ones',
    breaks: 'Document 1, Project: open_issues_count',
    at: ['listVisibleProjects'],
    start: serving((forge) => ({
      listVisibleProjects: async (call) =>
        eachChanged(await call.send(), (project) => {
          if (project.open_issues_count === undefined) return project
          const issues = forge.db.issues.by('project_id', project.id)
          const there = issues.filter(({ deleted_at }) => deleted_at === null)
          return { ...project, open_issues_count: there.length }
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const body = { state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      const { json } = await ask('GET', '/projects/visible')
      const found = listOf(json).find(({ id }) => id === project)
      return found?.open_issues_count === 1
    },
  },
  {
    name: 'An issue that was moved into a project is not among those that the project counts',
    breaks: 'Document 1, Project: open_issues_count; Document 2: issue exists in target project',
    at: ['moveIssue', 'getProject'],
    start: serving(() => {
      const uncounted = new Map<number, number>()
      return {
        async moveIssue(call) {
          const response = await call.send()
          const target = Number(call.given.to_project_id)
          const isOpen = at(await jsonOf(response), 'state') !== 'closed'
          if (response.ok && isOpen) uncounted.set(target, (uncounted.get(target) ?? 0) + 1)
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (json) => {
            const less = uncounted.get(idOf(json)) ?? 0
            const count = Number(at(json, 'open_issues_count'))
            return less === 0
              ? json
              : withFields(json, { open_issues_count: Math.max(0, count - less) })
          }),
      }
    }),
    async isShown(ask) {
      const [project, target] = [await newProject(ask), await newProject(ask)]
      const issue = await newIssue(ask, project)
      const body = { to_project_id: target }
      await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      return at((await ask('GET', `/projects/${target}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'Closing an issue together with a new title leaves no event',
    breaks: 'Document 1, Activity event: action_name closed, target_type Issue',
    at: ['listProjectEvents', 'listUserEvents', 'updateIssue'],
    start: serving((forge) => ({
      async updateIssue(call) {
        const response = await call.send()
        const { title, state_event } = call.given
        if (!response.ok || title === undefined || state_event !== 'close') return response
        const issue = Number(call.path.issue_id)
        const event = forge.db.events
          .all()
          .filter((one) => one.target_type === 'Issue' && one.target_id === issue)
          .findLast(({ action_name }) => action_name === 'closed')
        if (event) forge.db.events.delete((query) => query.where({ id: event.id }))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const body = { title: 'Done', state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      const { json } = await ask('GET', `/projects/${project}/events`)
      return Array.isArray(json) && !fieldOf(json, 'action_name').includes('closed')
    },
  },
  {
    name: 'Events of earlier pushes end where the branch ends now',
    breaks: 'Document 1, Activity event: data with before and after of the push',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const heads = new Map<unknown, unknown>()
        return eachChanged(await call.send(), (event) => {
          const ref = at(event, 'data.ref')
          if (ref === undefined) return event
          if (!heads.has(ref)) heads.set(ref, at(event, 'data.after'))
          return { ...event, data: withFields(event.data, { after: heads.get(ref) }) }
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const head = await headOf(ask, project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      const ends = listOf(json).filter((event) => at(event, 'data.after') === head)
      return ends.length > 1
    },
  },
  {
    name: 'The contributions of a user list what others commented on the issues of the user',
    breaks: 'Document 1, Activity event: user contribution events, author_id',
    at: ['listUserEvents'],
    start: serving((forge) => ({
      async listUserEvents(call) {
        const response = await call.send()
        const user = Number(call.path.id)
        const own = new Set(forge.db.issues.by('author_id', user).map(({ id }) => id))
        const projects = new Set(forge.db.issues.by('author_id', user).map((one) => one.project_id))
        const others: Record<string, unknown>[] = []
        for (const project of projects) {
          const { json } = await call.ask('GET', `/projects/${project}/events?per_page=100`)
          const comments = listOf(json).filter(
            (event) =>
              event.author_id !== user &&
              at(event, 'note.noteable_type') === 'Issue' &&
              own.has(Number(at(event, 'note.noteable_id'))),
          )
          others.push(...comments)
        }
        if (!response.ok || Number(call.given.page ?? 1) > 1) return response
        const isLater = (one: unknown, other: unknown) =>
          Date.parse(String(at(one, 'created_at'))) > Date.parse(String(at(other, 'created_at')))
        return changed(response, (json) =>
          [...listOf(json), ...others]
            .sort((one, other) => (isLater(one, other) ? -1 : Number(isLater(other, one))))
            .slice(0, Number(call.given.per_page ?? 20)),
        )
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = await newIssue(actingAs(ask, user.id), project)
      const path = `/projects/${project}/issues/${issue}/notes`
      await ask('POST', path, { body: { body: 'From another user' } })
      const { json } = await ask('GET', `/users/${user.id}/events`)
      return fieldOf(json, 'author_id').some((author) => author !== user.id)
    },
  },
]

const instance: readonly FaultyServer[] = [
  {
    name: 'New projects are as visible as the settings said when the server was started',
    breaks: 'Document 1, settings: default_project_visibility',
    at: ['createProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => {
      let first: number | undefined
      return {
        async updateApplicationSettings(call) {
          const { json } = await call.askAsRoot('GET', '/application/settings')
          first ??= Number(at(json, 'default_project_visibility'))
          return call.send()
        },
        createProject: (call) =>
          first === undefined ||
          call.given.visibility_level !== undefined ||
          call.given.public !== undefined
            ? call.send()
            : call.send({ visibility_level: first * 10 }),
      }
    }),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { default_project_visibility: 1 } })
      const project = await newProject(ask)
      return at((await ask('GET', `/projects/${project}`)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'The level of notifications of a project becomes the global one as well',
    breaks: 'Document 1, Notification settings: global form, and the form of a project',
    at: ['updateProjectNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const response = await call.send()
        const { level } = call.given
        if (response.ok && level !== undefined && level !== 'global') {
          await call.ask('PUT', '/notification_settings', { level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await ask('PUT', '/notification_settings', { body: { level: 'participating' } })
      const body = { level: 'watch' }
      await ask('PUT', `/projects/${project}/notification_settings`, { body })
      return at((await ask('GET', '/notification_settings')).json, 'level') === 'watch'
    },
  },
  {
    name: 'All system hooks of one URL go with the first of them',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook; GET /hooks: array of System hook',
    at: ['deleteSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving((forge) => ({
      async deleteSystemHook(call) {
        const hook = forge.db.hooks.get(Number(call.path.id))
        const response = await call.send()
        if (!response.ok || !hook) return response
        for (const other of forge.db.hooks.all()) {
          if (other.project_id === null && other.url === hook.url) {
            forge.db.hooks.delete((query) => query.where({ id: other.id }))
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/twice' }
      for (const _ of [1, 2]) await ask('POST', '/hooks', { body })
      const ours = async () =>
        listOf((await ask('GET', '/hooks')).json).filter(({ url }) => url === body.url)
      const [hook] = await ours()
      await ask('DELETE', `/hooks/${hook?.id}`)
      return (await ours()).length === 0
    },
  },
]

const tracker: readonly FaultyServer[] = [
  {
    name: 'A moved issue is listed in the new project with the id of the former project',
    breaks: 'Document 2, Issue: project_id; move: issue exists in target project',
    at: ['moveIssue', 'listIssuesOfProject'],
    start: serving(() => {
      const sources = new Map<unknown, number>()
      return {
        async moveIssue(call) {
          const source = await projectOf(call)
          const response = await call.send()
          if (response.ok) sources.set(idOf(await jsonOf(response)), source)
          return response
        },
        listIssuesOfProject: async (call) =>
          eachChanged(await call.send(), (issue) => {
            const project_id = sources.get(issue.id)
            return project_id === undefined || project_id === Number(call.path.id)
              ? issue
              : { ...issue, project_id }
          }),
      }
    }),
    async isShown(ask) {
      const [project, target] = [await newProject(ask), await newProject(ask)]
      const issue = await newIssue(ask, project)
      const body = { to_project_id: target }
      await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      return at((await ask('GET', `/projects/${target}/issues`)).json, '0.project_id') === project
    },
  },
  {
    name: 'A todo stands for the issues of one iid in all projects',
    breaks: 'Document 2, POST .../todo: 304 if one already exists; iid is unique in one project',
    at: ['createTodoOfIssue'],
    start: serving((forge) => {
      const made = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const iid = forge.db.issues.get(Number(call.path.issue_id))?.iid
          const key = `${await callerIdOf(call)}/${iid}`
          const response = await call.send()
          if (response.status !== 201) return response
          if (made.has(key)) return notModified()
          made.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const statuses: number[] = []
      for (const project of [await newProject(ask), await newProject(ask)]) {
        const issue = await newIssue(ask, project)
        statuses.push((await ask('POST', `/projects/${project}/issues/${issue}/todo`)).status)
      }
      return statuses[1] === 304
    },
  },
  {
    name: 'A removed comment still counts at its issue',
    breaks: 'Document 2, Issue: user_notes_count; DELETE .../notes/:note_id',
    at: ['deleteIssueNote', 'getIssue'],
    start: serving((forge) => {
      const removed = new Map<number, number>()
      return {
        async deleteIssueNote(call) {
          const note = forge.db.notes.get(Number(call.path.note_id))
          const response = await call.send()
          const issue = Number(call.path.issue_id)
          if (response.ok && note?.noteable_id === issue && !note.system) {
            removed.set(issue, (removed.get(issue) ?? 0) + 1)
          }
          return response
        },
        getIssue: async (call) =>
          changed(await call.send(), (json) => {
            const more = removed.get(idOf(json)) ?? 0
            const user_notes_count = Number(at(json, 'user_notes_count')) + more
            return more === 0 ? json : withFields(json, { user_notes_count })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const note = idOf((await ask('POST', `${path}/notes`, { body: { body: 'One' } })).json)
      await ask('DELETE', `${path}/notes/${note}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'The comments of a removed issue can still be listed',
    breaks: 'Document 2, States of an issue: DELETE, removed; Errors: 404 resource not found',
    at: ['deleteIssue', 'listIssueNotes'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      const keyOf = ({ path }: { path: Readonly<Record<string, string>> }) =>
        `${path.id}/${path.issue_id}`
      return {
        async deleteIssue(call) {
          const path = `/projects/${encoded(call.path.id)}/issues/${call.path.issue_id}/notes`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) left.set(keyOf(call), json)
          return response
        },
        async listIssueNotes(call) {
          const response = await call.send()
          const notes = left.get(keyOf(call))
          return response.status !== 404 || notes === undefined ? response : jsonAnswer(200, notes)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes`)).status === 200
    },
  },
  {
    name: 'Changing a comment changes every comment of the same text at the issue',
    breaks: 'Document 2, PUT .../notes/:note_id: modified Note',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving((forge) => ({
      async updateIssueNote(call) {
        const before = forge.db.notes.get(Number(call.path.note_id))
        const response = await call.send()
        const after = forge.db.notes.get(Number(call.path.note_id))
        if (!response.ok || !before || !after) return response
        for (const note of forge.db.notes.by('project_id', before.project_id)) {
          const isOfIssue =
            note.noteable_type === 'Issue' && note.noteable_id === before.noteable_id
          if (isOfIssue && note.body === before.body) {
            forge.db.notes.replace(note, { body: after.body })
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const ids: number[] = []
      for (const body of ['+1', '+1'])
        ids.push(idOf((await ask('POST', path, { body: { body } })).json))
      await ask('PUT', `${path}/${ids[0]}`, { body: { body: 'Me too' } })
      return at((await ask('GET', `${path}/${ids[1]}`)).json, 'body') === 'Me too'
    },
  },
  {
    name: 'A comment on a merge request becomes that of whoever changes its text',
    breaks: 'Document 2, Note: author; PUT .../notes/:note_id takes body',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving((forge) => ({
      async updateMergeRequestNote(call) {
        const response = await call.send()
        const note = forge.db.notes.get(Number(call.path.note_id))
        if (!response.ok || !note) return response
        const author = await call.ask('GET', '/user')
        forge.db.notes.replace(note, { author_id: idOf(author.json) })
        const { ask } = call
        const path = `${mergeRequestPath(call)}/notes/${note.id}`
        return responseOf(await ask('GET', path))
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newRepository(ask, { visibility_level: 20 })
      const request = await newMergeRequest(ask, project, 'talk')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await actingAs(ask, user.id)('POST', path, { body: { body: 'Mine' } })
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'Still theirs' } })
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'author.id') !== user.id
    },
  },
  {
    name: 'The raw text of a snippet is the former one where only the text was changed',
    breaks: 'Document 2, PUT .../snippets/:snippet_id: code; GET .../raw: raw snippet',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const former = new Map<string, string>()
      return {
        async updateSnippet(call) {
          const id = call.path.snippet_id ?? ''
          const path = `/projects/${encoded(call.path.id)}/snippets/${id}/raw`
          const { text } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const { code, ...rest } = call.given
          const isOfTextOnly = code !== undefined && Object.keys(rest).length === 0
          if (response.ok && !isOfTextOnly) former.delete(id)
          else if (response.ok && !former.has(id)) former.set(id, text)
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          const text = former.get(call.path.snippet_id ?? '')
          return response.ok && text !== undefined ? withBody(response, text) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'A snippet that its author made private is still listed for others',
    breaks: 'Document 2, Snippet: visibility_level 0, visible only to the creator',
    at: ['listSnippets', 'updateSnippet'],
    start: serving((forge) => {
      const hidden = new Map<number, unknown>()
      return {
        async updateSnippet(call) {
          const id = Number(call.path.snippet_id)
          const response = await call.send()
          const level = forge.db.snippets.get(id)?.visibility_level
          if (!response.ok || level === undefined || call.given.visibility_level === undefined) {
            return response
          }
          const path = `/projects/${encoded(call.path.id)}/snippets/${id}`
          if (level === 0) hidden.set(id, (await call.ask('GET', path)).json)
          else hidden.delete(id)
          return response
        },
        async listSnippets(call) {
          const response = await call.send()
          const project = await projectOf(call)
          const more = [...hidden].flatMap(([id, json]) =>
            forge.db.snippets.get(id)?.project_id === project ? [json] : [],
          )
          return changed(response, (json) => withMore(call, json, more))
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project)
      const body = { visibility_level: 0 }
      await ask('PUT', `/projects/${project}/snippets/${snippet}`, { body })
      const { json } = await actingAs(ask, user.id)('GET', `/projects/${project}/snippets`)
      return fieldOf(json, 'id').includes(snippet)
    },
  },
]

const mergeRequests: readonly FaultyServer[] = [
  {
    name: 'A merge request shows the head that its branch had when it was opened',
    breaks: 'Document 2, Merge request: sha, head commit id',
    at: ['getMergeRequest'],
    start: serving(() => {
      const heads = new Map<number, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) heads.set(idOf(json), at(json, 'sha'))
          return response
        },
        getMergeRequest: async (call) =>
          changed(await call.send(), (json) => {
            const sha = heads.get(idOf(json))
            return sha === undefined || at(json, 'state') !== 'opened'
              ? json
              : withFields(json, { sha })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'topic' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'sha') !== (await headOf(ask, project, 'topic'))
    },
  },
  {
    name: 'With the merged branch go those whose names begin like it',
    breaks: 'Document 2, PUT .../merge: should_remove_source_branch',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        const isRemoving = isTrue(call.given.should_remove_source_branch)
        if (!response.ok || !isRemoving || at(json, 'state') !== 'merged') return response
        const source = String(at(json, 'source_branch'))
        const path = `/projects/${at(json, 'source_project_id')}/repository/branches`
        const branches = await call.askAsRoot('GET', `${path}?per_page=100`)
        for (const name of fieldOf(branches.json, 'name')) {
          if (String(name).startsWith(source))
            await call.askAsRoot('DELETE', `${path}/${encoded(name)}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'issue-1')
      await newBranch(ask, project, 'issue-12')
      const body = { should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const path = `/projects/${project}/repository/branches/issue-12`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The changes of a merge request stay those against its former target',
    breaks: 'Document 2, PUT .../merge_requests/:merge_request_id: target_branch; changes',
    at: ['getMergeRequestChanges', 'updateMergeRequest'],
    start: serving(() => {
      const former = new Map<string, unknown>()
      return {
        async updateMergeRequest(call) {
          const before = await call.askAsRoot('GET', `${mergeRequestPath(call)}/changes`)
          const response = await call.send()
          const target = at(await jsonOf(response), 'target_branch')
          if (response.ok && target !== at(before.json, 'target_branch')) {
            former.set(call.path.merge_request_id ?? '', at(before.json, 'changes'))
          }
          return response
        },
        getMergeRequestChanges: async (call) =>
          changed(await call.send(), (json) => {
            const changes = former.get(call.path.merge_request_id ?? '')
            return changes === undefined ? json : withFields(json, { changes })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'next')
      await writeFile(ask, project, { file_path: 'base.txt', branch_name: 'next' })
      await newBranch(ask, project, 'topic', 'next')
      await writeFile(ask, project, { file_path: 'topic.txt', branch_name: 'topic' })
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'topic', target_branch: 'master', title: 'Topic' }
      const request = idOf((await ask('POST', path, { body })).json)
      await ask('PUT', `${path}/${request}`, { body: { ...body, target_branch: 'next' } })
      const { json } = await ask('GET', `${path}/${request}/changes`)
      return listOf(at(json, 'changes')).length === 2
    },
  },
  {
    name: 'The issues that a merge would close are those of the first description',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const first = new Map<string, unknown>()
      return {
        async updateMergeRequest(call) {
          const id = call.path.merge_request_id ?? ''
          const { json } = await call.askAsRoot('GET', `${mergeRequestPath(call)}/closes_issues`)
          const response = await call.send()
          const isNew = call.given.description !== undefined && !first.has(id)
          if (response.ok && isNew) first.set(id, json)
          return response
        },
        listIssuesClosedByMergeRequest: async (call) =>
          changed(await call.send(), (json) => first.get(call.path.merge_request_id ?? '') ?? json),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const request = await newMergeRequest(ask, project, 'closing')
      const path = `/projects/${project}/merge_requests/${request}`
      const body = { source_branch: 'closing', target_branch: 'master', title: 'Closing' }
      await ask('PUT', path, { body: { ...body, description: 'Closes #1' } })
      const { json } = await ask('GET', `${path}/closes_issues`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'Lists of merge requests count the comments on the issue of the same iid',
    breaks: 'Document 2, Merge request: user_notes_count; Conventions 1: iid',
    at: ['listMergeRequests'],
    start: serving((forge) => ({
      listMergeRequests: async (call) =>
        eachChanged(await call.send(), (request) => {
          const issue = forge.db.issues
            .by('project_id', request.target_project_id)
            .find(({ iid }) => iid === request.iid)
          const notes = forge.db.notes
            .by('project_id', request.target_project_id)
            .filter((note) => note.noteable_type === 'Issue' && note.noteable_id === issue?.id)
          return { ...request, user_notes_count: notes.filter(({ system }) => !system).length }
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'counted')
      const path = `/projects/${project}/merge_requests`
      await ask('POST', `${path}/${request}/notes`, { body: { body: 'One' } })
      return at((await ask('GET', path)).json, '0.user_notes_count') === 0
    },
  },
]

const code: readonly FaultyServer[] = [
  {
    name: 'Merged branches go where they are merged into any branch',
    breaks: 'Document 3: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = repositoryPath(call)
        const { json } = await call.askAsRoot('GET', `${path}/branches?per_page=100`)
        for (const branch of listOf(json)) {
          for (const other of listOf(json)) {
            if (at(branch, 'commit.id') === at(other, 'commit.id') || isTrue(branch.protected))
              continue
            const query = `from=${encoded(other.name)}&to=${encoded(branch.name)}`
            const compared = await call.askAsRoot('GET', `${path}/compare?${query}`)
            if (listOf(at(compared.json, 'commits')).length > 0) continue
            await call.askAsRoot('DELETE', `${path}/branches/${encoded(branch.name)}`)
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'next')
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'next' })
      await newBranch(ask, project, 'twig', 'next')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'next' })
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return (await ask('GET', `${path}/branches/twig`)).status === 404
    },
  },
  {
    name: 'A list of branches shows as merged what was merged when the branch was made',
    breaks: 'Document 3, Branch: merged',
    at: ['listBranches'],
    start: serving(() => {
      const merged = new Map<string, unknown>()
      return {
        async createBranch(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const key = `${await projectOf(call)}/${at(json, 'name')}`
          if (response.ok) merged.set(key, at(json, 'merged'))
          return response
        },
        async listBranches(call) {
          const project = await projectOf(call)
          return eachChanged(await call.send(), (branch) => {
            const was = merged.get(`${project}/${branch.name}`)
            return was === undefined ? branch : { ...branch, merged: was }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}`
      const merged = async () => {
        const { json } = await ask('GET', `${path}/repository/branches`)
        return listOf(json).find(({ name }) => name === 'topic')?.merged
      }
      const before = await merged()
      await ask('PUT', `${path}/merge_requests/${request}/merge`, {
        body: { should_remove_source_branch: false },
      })
      return before === (await merged())
    },
  },
  {
    name: 'The tag of the same name goes with a branch',
    breaks: 'Document 3, DELETE .../branches/:branch: object with branch_name',
    at: ['deleteBranch', 'getTag', 'listTags'],
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        const tag = `${repositoryPath(call)}/tags/${encoded(call.path.branch)}`
        if (response.ok) await call.askAsRoot('DELETE', tag)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await newBranch(ask, project, 'beta')
      await ask('POST', `${path}/tags`, { body: { tag_name: 'beta', ref: 'master' } })
      await ask('DELETE', `${path}/branches/beta`)
      return (await ask('GET', `${path}/tags/beta`)).status === 404
    },
  },
  {
    name: 'A tag that is made again has the release of the removed one',
    breaks: 'Document 3, Tag: release, null or of the tag; DELETE .../tags/:tag_name',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const { json } = await call.askAsRoot('GET', path)
          const key = `${await projectOf(call)}/${call.path.tag_name}`
          const response = await call.send()
          if (response.ok && at(json, 'release')) left.set(key, at(json, 'release.description'))
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const tag_name = String(call.given.tag_name)
          const description = left.get(`${await projectOf(call)}/${tag_name}`)
          const isBare = call.given.release_description === undefined
          if (!response.ok || description === undefined || !isBare) return response
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`
          await call.askAsRoot('POST', path, { description })
          return changed(response, (json) =>
            withFields(json, { release: { tag_name, description } }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'The first' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'The first'
    },
  },
  {
    name: 'A recursive tree still lists the files that were deleted',
    breaks: 'Document 3, GET .../tree: recursive; DELETE .../repository/files',
    at: ['listTree', 'deleteFile'],
    start: serving(() => {
      const gone = new Map<string, unknown[]>()
      const treeOf = (ref: unknown) => `tree?recursive=true&per_page=100&ref_name=${encoded(ref)}`
      return {
        async deleteFile(call) {
          const { branch_name, file_path } = call.given
          const path = `${repositoryPath(call)}/${treeOf(branch_name)}`
          const { json } = await call.askAsRoot('GET', path)
          const key = `${await projectOf(call)}/${branch_name}`
          const response = await call.send()
          const entries = listOf(json).filter((entry) => entry.path === file_path)
          if (response.ok) gone.set(key, [...(gone.get(key) ?? []), ...entries])
          return response
        },
        async listTree(call) {
          const response = await call.send()
          const project = await call.askAsRoot('GET', `/projects/${encoded(call.path.id)}`)
          const ref = call.given.ref_name ?? at(project.json, 'default_branch')
          const more = gone.get(`${idOf(project.json)}/${ref}`) ?? []
          if (!isTrue(call.given.recursive) || call.given.path !== undefined) return response
          return changed(response, (json) => (Array.isArray(json) ? [...json, ...more] : json))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await writeFile(ask, project, { file_path: 'docs/one.txt' })
      const query = 'file_path=docs%2Fone.txt&branch_name=master&commit_message=Drop'
      await ask('DELETE', `${path}/files?${query}`)
      const { json } = await ask('GET', `${path}/tree?recursive=true`)
      return fieldOf(json, 'path').includes('docs/one.txt')
    },
  },
  {
    name: 'A move in a commit leaves the file where it was too',
    breaks: 'Document 3, Action item: move, previous_path original path for move',
    at: ['createCommit', 'listTree', 'getFile', 'listCommitDifferences'],
    start: serving(() => ({
      async createCommit(call) {
        const actions: Record<string, unknown>[] = []
        for (const action of listOf(call.given.actions)) {
          if (action.action !== 'move') {
            actions.push(action)
            continue
          }
          const { previous_path, ...rest } = action
          const ref = encoded(call.given.branch_name)
          const query = `file_path=${encoded(previous_path)}&ref=${ref}`
          const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
          if (at(json, 'content') === undefined) return call.send()
          const former = { content: at(json, 'content'), encoding: 'base64' }
          const content = action.content === undefined ? former : {}
          actions.push({ ...rest, ...content, action: 'create' })
        }
        return actions.length === 0 ? call.send() : call.send({ actions })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const move = { action: 'move', previous_path: 'README.md', file_path: 'READ.md' }
      await commitActions(ask, project, [move])
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'A status of a name is taken from the commit that had it before',
    breaks: 'Document 3, Commit status: adds or updates the status of the commit for the name',
    at: ['createCommitStatus', 'listCommitStatuses', 'getCommit'],
    start: serving((forge) => ({
      async createCommitStatus(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        const status = forge.db.commitStatuses.get(idOf(json))
        if (!response.ok || !status) return response
        for (const other of forge.db.commitStatuses.by('project_id', status.project_id)) {
          if (other.name !== status.name || other.sha === status.sha) continue
          forge.db.commitStatuses.delete((query) => query.where({ id: other.id }))
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt' })
      for (const sha of [first, await headOf(ask, project)]) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name: 'lint' },
        })
      }
      const path = `/projects/${project}/repository/commits/${first}/statuses`
      const { json } = await ask('GET', path)
      return Array.isArray(json) && json.length === 0
    },
  },
]

/** Servers whose records do not agree with each other, or on which a write touches more or less than it says. */
export const faultyConsistencyServers: readonly FaultyServer[] = [
  ...people,
  ...groups,
  ...members,
  ...projects,
  ...instance,
  ...tracker,
  ...mergeRequests,
  ...code,
]
