import { withParameters } from '../../mutants/call.ts'
import { readJson } from '../../mutants/json.ts'
import { at, type FaultyServer, type Forge } from '../server.ts'
import {
  column,
  edited,
  going,
  isText,
  made,
  newProject,
  newUser,
  numberAt,
  reading,
  refusal,
  relisted,
  serving,
  sudo,
  withCall,
} from './tools.ts'

/** The group or user that a path names by id or path. */
const namespaceOf = (forge: Forge, id: string | undefined) =>
  forge.db.namespaces.all().find((found) => [String(found.id), found.path].includes(id ?? ''))

export const faultyGroups: readonly FaultyServer[] = [
  {
    name: 'Groups to skip are taken out of a page after that was cut',
    breaks: 'GET /groups: skip_groups; on every group list the default page size is 20',
    at: ['listGroups'],
    start: going(['listGroups'], async ({ call, send }) => {
      const skipped = call.url.searchParams.getAll('skip_groups[]').map(Number)
      const response = await send(withParameters(call, { skip_groups: undefined }))
      const groups = response.ok ? await readJson(response) : undefined
      if (!Array.isArray(groups)) return response
      const kept = groups.filter((group) => !skipped.includes(numberAt(group, 'id')))
      return Response.json(kept, { headers: response.headers })
    }),
    async isShown(ask) {
      const first = numberAt((await ask('GET', '/groups')).json, '0.id')
      const { json } = await ask('GET', `/groups?skip_groups[]=${first}&per_page=2`)
      return column(json, 'id').length < 2
    },
  },
  {
    name: 'The clone address of a project that was transferred names where it was',
    breaks: 'POST /groups/:id/projects/:project_id: transfers the project into the group namespace',
    at: ['getProject', 'transferProjectToGroup'],
    start: serving(() => {
      const former = new Map<number, string>()
      return {
        async transferProjectToGroup({ askAsCaller, call, send }) {
          const project = encodeURIComponent(call.path.get('project_id') ?? '')
          const { json } = await askAsCaller('GET', `/projects/${project}`)
          const [id, address] = [numberAt(json, 'id'), at(json, 'http_url_to_repo')]
          const response = await send()
          if (response.ok && isText(address) && !former.has(id)) former.set(id, address)
          return response
        },
        getProject: async ({ send }) =>
          edited(await send(), (project) => {
            const address = former.get(Number(project.id))
            return address === undefined ? project : { ...project, http_url_to_repo: address }
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Moving')
      const group = await made(ask, '/groups', { name: 'Aim', path: 'aim' })
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { json } = await ask('GET', `/projects/${project}`)
      return !String(at(json, 'http_url_to_repo')).includes('/aim/')
    },
  },
  {
    name: 'Whoever is removed from a group is removed from its projects as well',
    breaks: 'DELETE /groups/:id/members/:user_id: removes the member',
    at: ['removeGroupMember', 'listProjectMembers', 'getProjectMember'],
    start: going(['removeGroupMember'], async ({ call, forge, id, send }) => {
      const response = await send()
      const group = namespaceOf(forge, call.path.get('id'))
      if (!response.ok || !group) return response
      const of = forge.db.members
        .by('user_id', id('user_id'))
        .filter(
          ({ source_id, source_type }) =>
            source_type === 'project' &&
            forge.db.projects.get(source_id)?.namespace_id === group.id,
        )
      for (const member of of) forge.db.members.remove(member)
      return response
    }),
    async isShown(ask) {
      const user = await newUser(ask, 'both')
      const group = await made(ask, '/groups', { name: 'Both', path: 'both-of-them' })
      const project = await newProject(ask, 'Both', { namespace_id: group })
      const body = { user_id: user, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('POST', `/groups/${group}/members`, { body: { ...body, access_level: 20 } })
      await ask('DELETE', `/groups/${group}/members/${user}`)
      return (await ask('GET', `/projects/${project}/members/${user}`)).status === 404
    },
  },
  {
    name: 'Somebody becomes the owner of a project as a member of it',
    breaks: 'Access levels: 50 owner (valid for groups only)',
    at: ['addProjectMember'],
    start: going(['addProjectMember'], async ({ call, forge, given, send }) => {
      if (Number(given.access_level) !== 50) return send()
      const response = await send(withParameters(call, { access_level: 40 }))
      const held = forge.db.members.by('user_id', Number(given.user_id))
      const last = held.at(-1)
      if (response.ok && last) forge.db.members.replace(last, { access_level: 50 })
      return edited(response, (member) => ({ ...member, access_level: 50 }))
    }),
    async isShown(ask) {
      const body = { user_id: await newUser(ask, 'high'), access_level: 50 }
      const project = await newProject(ask, 'Owned twice')
      return (await ask('POST', `/projects/${project}/members`, { body })).status === 201
    },
  },
  {
    name: 'Adding a member of a group again changes the level',
    breaks: '409: conflicting resource exists',
    at: ['addGroupMember'],
    start: going(['addGroupMember'], async ({ askAsCaller, call, given, send }) => {
      const response = await send()
      if (response.status !== 409) return response
      const path = `/groups/${call.path.get('id')}/members/${given.user_id}`
      const { json } = await askAsCaller('PUT', path, given)
      return Response.json(json, { status: 201 })
    }),
    async isShown(ask) {
      const body = { user_id: await newUser(ask, 'again'), access_level: 20 }
      const group = await made(ask, '/groups', { name: 'Again', path: 'again-and-again' })
      await ask('POST', `/groups/${group}/members`, { body })
      return (await ask('POST', `/groups/${group}/members`, { body })).status === 201
    },
  },
]

export const faultyProjects: readonly FaultyServer[] = [
  {
    name: 'Asked for internal projects, a list has the public ones too',
    breaks: 'visibility (`public`/`internal`/`private`)',
    at: ['listVisibleProjects'],
    start: going(['listVisibleProjects'], async (exchange) => {
      const { call, given, send } = exchange
      if (given.visibility !== 'internal') return send()
      return relisted(withCall(exchange, withParameters(call, { visibility: undefined })), (all) =>
        all.filter(({ visibility_level }) => visibility_level !== 0),
      )
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/visible?visibility=internal')
      return column(json, 'visibility_level').includes(20)
    },
  },
  {
    name: 'The count of open issues of a project does not fall with a deleted one',
    breaks: 'Project: open_issues_count; DELETE of an issue: removed (soft delete)',
    at: ['getProject', 'deleteIssue'],
    start: serving((forge) => {
      const deleted = new Map<number, number>()
      return {
        async deleteIssue({ id, send }) {
          const issue = forge.db.issues.get(id('issue_id'))
          const [response, project] = [await send(), issue?.project_id ?? 0]
          if (response.ok && issue?.state === 'opened')
            deleted.set(project, (deleted.get(project) ?? 0) + 1)
          return response
        },
        getProject: async ({ send }) =>
          edited(await send(), (project) => {
            const added = deleted.get(Number(project.id)) ?? 0
            return { ...project, open_issues_count: Number(project.open_issues_count) + added }
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Counted')
      const issue = await made(ask, `/projects/${project}/issues`, { title: 'Counted' })
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const { json } = await ask('GET', `/projects/${project}`)
      return numberAt(json, 'open_issues_count') !== 0
    },
  },
  {
    name: 'The text `true` makes no project public',
    breaks: 'POST /projects: public (boolean; true equals visibility_level 20)',
    at: ['createProject'],
    start: reading(['createProject'], ({ given }) =>
      given.public === 'true' ? { public: undefined } : {},
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects?name=Open&public=true')
      return numberAt(json, 'visibility_level') !== 20
    },
  },
  {
    name: 'A project whose path has a dot is not found by its path',
    breaks: 'A project `:id` is the integer or the URL-encoded `NAMESPACE/PROJECT_NAME`',
    at: ['getProject', 'createProject'],
    start: going(['getProject'], async ({ call, send }) =>
      call.path.get('id')?.includes('.') ? refusal(404, '404 Project Not Found') : send(),
    ),
    async isShown(ask) {
      await newProject(ask, 'Page', { path: 'page.js' })
      return (await ask('GET', '/projects/root%2Fpage.js')).status === 404
    },
  },
  {
    name: 'New projects are private, whatever is the default of the instance',
    breaks: 'Application settings: default_project_visibility 0, 1, 2',
    at: ['createProject', 'updateApplicationSettings'],
    needsInstance: true,
    start: reading(['createProject'], ({ given }) =>
      given.public === undefined && given.visibility_level === undefined
        ? { visibility_level: 0 }
        : {},
    ),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { default_project_visibility: 2 } })
      const { json } = await ask('POST', '/projects', { body: { name: 'By default' } })
      return numberAt(json, 'visibility_level') !== 20
    },
  },
  {
    name: 'An event of notifications that is switched off stays on',
    breaks: 'With level `custom`, these boolean email events can be set',
    at: ['updateProjectNotificationSettings'],
    start: reading(['updateProjectNotificationSettings'], ({ given }) =>
      Object.fromEntries(
        Object.entries(given)
          .filter(([, value]) => value === false || value === 'false')
          .map(([name]) => [name, undefined]),
      ),
    ),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask, 'Told')}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'The answer to the deletion of a system hook has its token',
    breaks: 'System hook: the secret `token` is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: going(['deleteSystemHook'], async ({ forge, id, send }) => {
      const token = forge.db.hooks.get(id('id'))?.token
      return edited(await send(), (hook) => (isText(token) ? { ...hook, token } : hook))
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/second', token: 'secret-of-it' }
      const id = numberAt((await ask('POST', '/hooks', { body })).json, '0.id')
      const { text } = await ask('DELETE', `/hooks/${Number.isNaN(id) ? 1 : id}`)
      return text.includes(body.token) || text.includes('foghorn')
    },
  },
  {
    name: 'A change of the notifications of a project changes the global level',
    breaks: 'PUT /projects/:id/notification_settings: level (of the project)',
    at: ['updateProjectNotificationSettings', 'getNotificationSettings'],
    start: going(['updateProjectNotificationSettings'], async ({ askAsCaller, given, send }) => {
      const response = await send()
      const { level } = given
      if (response.ok && isText(level) && !['custom', 'global'].includes(level))
        await askAsCaller('PUT', '/notification_settings', { level })
      return response
    }),
    async isShown(ask) {
      const user = sudo(await newUser(ask, 'told'))
      const body = { level: 'watch' }
      await ask('PUT', '/projects/1/notification_settings', { ...user, body })
      return at((await ask('GET', '/notification_settings', user)).json, 'level') === 'watch'
    },
  },
]
