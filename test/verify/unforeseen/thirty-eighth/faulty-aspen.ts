import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { askOf, at, type FaultyServer, type OperationId } from '../server.ts'
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
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { groupIdOf, linksOf, projectIdOf, sortedBy, withHeader } from './tools-aspen.ts'

const publicReads: readonly OperationId[] = [
  'getProject',
  'listProjectEvents',
  'listTags',
  'getTag',
  'listTree',
  'getRawFile',
  'getRawBlob',
  'getArchive',
  'compareRevisions',
  'listContributors',
  'getFile',
]

const answeringWithProjects: readonly OperationId[] = [
  'getProject',
  'updateProject',
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
  'searchProjects',
  'unstarProject',
]

const credentialNames = ['private_token', 'access_token', 'sudo']

export const faultyAspenServers: readonly FaultyServer[] = [
  {
    name: 'A new date on which a membership ends is ignored where the level stays the same',
    breaks:
      'Document 1, PUT /groups/:id/members/:user_id and /projects/:id/members/:user_id: access_level (req), expires_at; single-member lookup also has expires_at',
    at: ['updateGroupMember', 'updateProjectMember', 'getGroupMember', 'getProjectMember'],
    start: serving(() => {
      const updating =
        (parent: string): Rule =>
        async (call) => {
          const path = `/${parent}/${encoded(call.path.id)}/members/${encoded(call.path.user_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const isSame = Number(call.given.access_level) === at(json, 'access_level')
          if (!isSame || call.given.expires_at === undefined) return call.send()
          return call.send({ expires_at: at(json, 'expires_at') ?? undefined })
        }
      return { updateGroupMember: updating('groups'), updateProjectMember: updating('projects') }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      const body = { access_level: 30, expires_at: '2040-05-06' }
      await ask('PUT', `${path}/${id}`, { body })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'The SUDO header is not read where the private token stands in the query',
    breaks:
      "Document 1, Authentication 5: with an administrator's token, the parameter sudo (query) or header SUDO performs the call as another user",
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const isInQuery = new URL(request.url).searchParams.has('private_token')
      if (!isInQuery || !request.headers.has('sudo')) return forge.fetch(request)
      const headers = new Headers(request.headers)
      headers.delete('sudo')
      const bytes = await request.arrayBuffer()
      const { method } = request
      const body = method === 'GET' || bytes.byteLength === 0 ? {} : { body: bytes }
      return forge.fetch(new Request(request.url, { method, headers, ...body }))
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const headers = { sudo: username }
      const { json } = await ask('GET', '/user?private_token=root-token', { token: '', headers })
      return at(json, 'username') === 'root'
    },
  },
  {
    name: 'The links to other pages lose the parameters that are lists',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listGroups', 'listMergeRequests', 'listBuilds', 'listBuildsOfCommit'],
    start: (forge) => async (request) => {
      const isList = [...new URL(request.url).searchParams.keys()].some((key) => key.endsWith('[]'))
      const response = await forge.fetch(request)
      const link = response.headers.get('link')
      if (!isList || link === null) return response
      const links = linksOf(link).map((one) =>
        one.replace(/<([^>]*)>/, (_, address: string) => {
          const url = new URL(address)
          for (const key of [...url.searchParams.keys()])
            if (key.endsWith('[]')) url.searchParams.delete(key)
          return `<${url.href}>`
        }),
      )
      return withHeader(response, 'link', links.join(', '))
    },
    async isShown(ask) {
      const skipped = await newGroup(ask)
      await newGroup(ask)
      await newGroup(ask)
      const { headers } = await ask('GET', `/groups?skip_groups[]=${skipped}&per_page=1`)
      return !String(headers.get('link')).includes('skip_groups')
    },
  },
  {
    name: 'A project that goes from one group to another stays in the details of the former',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['transferProjectToGroup', 'getGroup'],
    start: serving(() => {
      const left: { readonly group: unknown; readonly project: number }[] = []
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) left.push({ group: at(json, 'namespace.id'), project: idOf(json) })
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (!response.ok) return response
          const group = await jsonOf(response)
          const projects = [...listOf(at(group, 'projects'))]
          for (const { project } of left) {
            const { status, json } = await call.ask('GET', `/projects/${project}`)
            const isThere = projects.some(({ id }) => id === project)
            const isFormer = left.some(
              (one) => one.project === project && one.group === at(group, 'id'),
            )
            if (status === 200 && isFormer && !isThere) projects.push(fieldsOf(json))
          }
          return changed(response, (json) => withFields(json, { projects }))
        },
      }
    }),
    async isShown(ask) {
      const [one, other] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: one })
      await ask('POST', `/groups/${other}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${one}`)
      return fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'The projects of a group go upwards where an order is chosen without a direction',
    breaks: 'Document 1, GET /groups/:id/projects: order_by, sort (default desc)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        const { order_by, sort } = call.given
        return order_by === undefined || sort !== undefined
          ? call.send()
          : call.send({ sort: 'asc' })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const first = await newProject(ask, { namespace_id: group, name: 'Anchor' })
      await newProject(ask, { namespace_id: group, name: 'Buoy' })
      const { json } = await ask('GET', `/groups/${group}/projects?order_by=name`)
      return at(json, '0.id') === first
    },
  },
  {
    name: 'A wrong private token in the query is no token at all to what everybody may read',
    breaks:
      'Document 1, Authentication 2: missing or invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: publicReads,
    start: serving(() =>
      forAll(publicReads, async (call) => {
        const response = await call.send()
        if (response.status !== 401 || call.given.private_token === undefined) return response
        const open = await call.send({ private_token: undefined })
        return open.ok ? open : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}?private_token=no-such-token`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'An owner of a group who was made its master may still change it',
    breaks:
      'Document 1, PUT /groups/:id (group owners and administrators); Authentication 6: Group update is for group owners and administrators',
    at: ['updateGroup', 'updateGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async updateGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}/members/${encoded(call.path.user_id)}`
          const { json } = await call.askAsRoot('GET', path)
          const key = `${await groupIdOf(call)}/${call.path.user_id}`
          const response = await call.send()
          if (response.ok && at(json, 'access_level') === 50) former.add(key)
          return response
        },
        async removeGroupMember(call) {
          former.delete(`${await groupIdOf(call)}/${call.path.user_id}`)
          return call.send()
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const key = `${await groupIdOf(call)}/${(await callerOf(call)).id}`
          return former.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `/groups/${group}/members/${id}`, { body: { access_level: 40 } })
      const body = { description: 'Mine' }
      return (await actingAs(ask, id)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'A public project that was made private is still shown to those without credentials',
    breaks:
      'Document 1, Conventions 5: 0 private (explicit access per user); GET /projects/:id: readable without authentication when the project is public',
    at: ['getProject', 'updateProject'],
    start: serving((forge) => {
      const shown = new Map<string, unknown>()
      const askForge = askOf((request) => forge.fetch(request))
      const forget = (json: unknown) => {
        for (const name of ['id', 'path_with_namespace']) shown.delete(String(at(json, name)))
      }
      return {
        async updateProject(call) {
          const before = await askForge('GET', projectPath(call), { token: '' })
          const response = await call.send()
          const after = await jsonOf(response)
          if (!response.ok) return response
          if (at(after, 'visibility_level') === 20) forget(after)
          else if (before.status === 200)
            for (const name of ['id', 'path_with_namespace'])
              shown.set(String(at(before.json, name)), before.json)
          return response
        },
        async deleteProject(call) {
          forget((await call.askAsRoot('GET', projectPath(call))).json)
          return call.send()
        },
        async getProject(call) {
          const response = await call.send()
          const json = shown.get(String(call.path.id))
          const isKept = call.isAnonymous && !response.ok && json !== undefined
          return isKept ? jsonAnswer(200, json) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      await ask('PUT', `/projects/${project}`, { body: { visibility_level: 0 } })
      return (await ask('GET', `/projects/${project}`, { token: '' })).status === 200
    },
  },
  {
    name: 'A project with a dot in its path is not found by the path',
    breaks:
      'Document 1, Conventions 2: either the integer or the URL-encoded NAMESPACE/PROJECT_NAME (the / written as %2F)',
    at: ['getProject', 'updateProject', 'deleteProject'],
    start: serving(() =>
      forAll(['getProject', 'updateProject', 'deleteProject'], async (call) => {
        const isCut = /\/.*\./.test(String(call.path.id))
        const isKnown = !isCut || (await call.ask('GET', projectPath(call))).status !== 200
        return isKnown ? call.send() : jsonAnswer(404, { message: '404 Project Not Found' })
      }),
    ),
    async isShown(ask) {
      const path = `${freshName('site')}.example`
      await newProject(ask, { path })
      return (await ask('GET', `/projects/${encoded(`root/${path}`)}`)).status === 404
    },
  },
  {
    name: 'An e-mail address that its owner removed has been taken for ever',
    breaks:
      'Document 1, Users: 400 with a validation message object (an already-used key or e-mail reports has already been taken); POST /user/emails: created E-mail, 201',
    at: ['createOwnEmail', 'createEmailOfUser', 'deleteOwnEmail', 'deleteEmailOfUser'],
    start: serving(() => {
      const taken = new Set<string>()
      const creating: Rule = async (call) => {
        const isTaken = taken.has(String(call.given.email).toLowerCase())
        const path = call.path.id === undefined ? '/user' : `/users/${encoded(call.path.id)}`
        if (!isTaken || (await call.ask('GET', `${path}/emails`)).status !== 200) return call.send()
        return jsonAnswer(400, { message: { email: ['has already been taken'] } })
      }
      const deleting: Rule = async (call) => {
        const response = await call.send()
        const email = at(await jsonOf(response), 'email')
        if (response.ok && typeof email === 'string') taken.add(email.toLowerCase())
        return response
      }
      return {
        createOwnEmail: creating,
        createEmailOfUser: creating,
        deleteOwnEmail: deleting,
        deleteEmailOfUser: deleting,
      }
    }),
    async isShown(ask) {
      const email = `${freshName('post')}@aspen.example`
      const { json } = await ask('POST', '/user/emails', { body: { email } })
      await ask('DELETE', `/user/emails/${idOf(json)}`)
      return (await ask('POST', '/user/emails', { body: { email } })).status === 400
    },
  },
  {
    name: 'A star that is given again changes nothing and is counted once more',
    breaks:
      'Document 1, Errors: 304 not modified (for example a repeated subscription); star_count',
    at: ['starProject', ...answeringWithProjects],
    start: serving(() => {
      const again = new Map<unknown, number>()
      return {
        async starProject(call) {
          const response = await call.send()
          if (response.status !== 304) return response
          const id = await projectIdOf(call)
          again.set(id, (again.get(id) ?? 0) + 1)
          return response
        },
        ...forAll(answeringWithProjects, async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) => {
            const more = again.get(one.id)
            if (more === undefined || typeof one.star_count !== 'number') return one
            return { ...one, star_count: one.star_count + more }
          })
        }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await ask('POST', `/projects/${project}/star`)
      await ask('POST', `/projects/${project}/star`)
      return at((await ask('GET', `/projects/${project}`)).json, 'star_count') === 2
    },
  },
  {
    name: 'What stands in the query of a write is lost where the write has a body too',
    breaks:
      'Document 1, Conventions 4: parameters are sent in the query string or in the request body',
    at: [
      'createUser',
      'updateUser',
      'createGroup',
      'updateGroup',
      'createProject',
      'updateProject',
    ],
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const isWrite = request.method === 'POST' || request.method === 'PUT'
      if (!isWrite || !/^\/api\/v3\/(users|groups|projects)(\/[^/]+)?$/.test(url.pathname))
        return forge.fetch(request)
      const bytes = await request.clone().arrayBuffer()
      if (bytes.byteLength === 0) return forge.fetch(request)
      for (const name of [...url.searchParams.keys()])
        if (!credentialNames.includes(name)) url.searchParams.delete(name)
      const { method, headers } = request
      return forge.fetch(new Request(url, { method, headers, body: bytes }))
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { location: 'Lisbon' }
      const { json } = await ask('PUT', `/users/${id}?bio=Rower`, { body })
      return at(json, 'location') === 'Lisbon' && at(json, 'bio') !== 'Rower'
    },
  },
  {
    name: 'A member of a project is made its owner by an update of the membership',
    breaks:
      'Document 1, Conventions 6: 50 owner (valid for groups only); Errors: 400 an attribute failed validation',
    at: ['updateProjectMember', 'getProjectMember', 'listProjectMembers'],
    start: serving(() => {
      const owners = new Set<string>()
      const keyOf = async (call: Call) => `${await projectIdOf(call)}/${call.path.user_id}`
      return {
        async updateProjectMember(call) {
          const key = await keyOf(call)
          const response = await call.send()
          const isOwner = response.status === 400 && Number(call.given.access_level) === 50
          const answer = isOwner ? await call.send({ access_level: 40 }) : response
          if (!answer.ok) return response
          if (!isOwner) owners.delete(key)
          else owners.add(key)
          return isOwner
            ? changed(answer, (json) => withFields(json, { access_level: 50 }))
            : answer
        },
        async removeProjectMember(call) {
          owners.delete(await keyOf(call))
          return call.send()
        },
        ...forAll(['getProjectMember', 'listProjectMembers'], async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          const project = await projectIdOf(call)
          return eachChanged(response, (one) =>
            owners.has(`${project}/${one.id}`) ? { ...one, access_level: 50 } : one,
          )
        }),
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 50 } })
      return at((await ask('GET', `${path}/${id}`)).json, 'access_level') === 50
    },
  },
  {
    name: 'A release that was made with its tag is made again without a conflict',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag; POST .../tags: release_description',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const withTag = new Set<string>()
      const keyOf = async (call: Call, tag: unknown) => `${await projectIdOf(call)}/${tag}`
      return {
        async createTag(call) {
          const response = await call.send()
          const { release_description, tag_name } = call.given
          const isReleased = response.ok && String(release_description ?? '') !== ''
          if (isReleased) withTag.add(await keyOf(call, tag_name))
          return response
        },
        async deleteTag(call) {
          withTag.delete(await keyOf(call, call.path.tag_name))
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          const key = await keyOf(call, call.path.tag_name)
          if (response.status !== 409 || !withTag.delete(key)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('PUT', path, { description })
          return status === 200 ? jsonAnswer(201, json) : response
        },
      }
    }),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', tags, { body })
      const again = { description: 'Second' }
      return (await ask('POST', `${tags}/v1/release`, { body: again })).status === 201
    },
  },
  {
    name: 'An issue that was removed is still among the issues of the group',
    breaks:
      'Document 2, DELETE /projects/:id/issues/:issue_id: removed (soft delete); GET /groups/:id/issues: array of Issue',
    at: ['listIssuesOfGroup', 'deleteIssue'],
    start: serving(() => {
      const removed: { readonly group: unknown; readonly issue: Values }[] = []
      return {
        async deleteIssue(call) {
          const path = projectPath(call)
          const issue = await call.askAsRoot('GET', `${path}/issues/${call.path.issue_id}`)
          const group = at((await call.askAsRoot('GET', path)).json, 'namespace.id')
          const response = await call.send()
          if (response.ok && issue.status === 200)
            removed.push({ group, issue: fieldsOf(issue.json) })
          return response
        },
        async listIssuesOfGroup(call) {
          const { state, labels, milestone, order_by, sort } = call.given
          const group = await groupIdOf(call)
          const found = removed.filter(
            (one) => one.group === group && (state === undefined || one.issue.state === state),
          )
          if (found.length === 0 || labels !== undefined || milestone !== undefined)
            return call.send()
          return relisted(call, async (all) => {
            const more: Values[] = []
            for (const { issue } of found) {
              const project = await call.ask('GET', `/projects/${issue.project_id}`)
              if (project.status === 200) more.push(issue)
            }
            const upwards = sortedBy(
              [...all, ...more],
              order_by === 'updated_at' ? order_by : 'created_at',
            )
            return sort === 'asc' ? upwards : [...upwards].reverse()
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project)
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      return fieldOf((await ask('GET', `/groups/${group}/issues`)).json, 'id').includes(issue)
    },
  },
]
