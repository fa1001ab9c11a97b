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
  writeFile,
} from '../shared-tools.ts'
import { groupPath, withTiesReversed } from './tools-tern.ts'

export const faultyTernServers: readonly FaultyServer[] = [
  {
    name: 'The totals of the issues of a project count the confidential ones that the caller is not shown',
    breaks:
      'Document 1, Limits: Response headers on paginated lists: X-Total, X-Total-Pages, of a list that has fewer',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { headers } = await call.sendAsRoot()
        return withBody(response, response.body, {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      await newIssue(ask, project)
      await newIssue(ask, project, { confidential: true })
      const asStranger = actingAs(ask, (await newUser(ask)).id)
      const { json, headers } = await asStranger('GET', `/projects/${project}/issues`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'The links to the pages of merge requests keep only the last of several iids',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null) return response
        const link = links.replace(/<([^>]*)>/g, (_, address: string) => {
          const url = new URL(address)
          const last = url.searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) url.searchParams.set('iids[]', last)
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const { headers } = await ask('GET', path)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
      if (next === undefined) return false
      const { json } = await ask('GET', next.slice(next.indexOf('/api/v3') + '/api/v3'.length))
      return listOf(json).length === 0
    },
  },
  {
    name: 'Own issues of the same moment stand the other way round after the first page, so that one comes twice and another never',
    breaks:
      'Document 2, GET /issues: array of Issue created by the caller; Document 1, Limits: parameter page; X-Total',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        if (Number(call.given.page ?? 1) < 2) return call.send()
        const field = call.given.order_by === 'updated_at' ? 'updated_at' : 'created_at'
        return relisted(call, (all) => withTiesReversed(all, field))
      },
    })),
    async isShown(ask) {
      const asOwner = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asOwner)
      for (let count = 0; count < 3; count++) {
        await newIssue(asOwner, project, { created_at: '2016-03-04T05:06:07.000Z' })
      }
      const pages = await Promise.all(
        [1, 2].map((page) => asOwner('GET', `/issues?per_page=2&page=${page}`)),
      )
      const ids = pages.flatMap(({ json }) => fieldOf(json, 'id'))
      return ids.length === 3 && new Set(ids).size === 2
    },
  },
  {
    name: 'A search among the users of a project names a next page that only the unsearched list has',
    breaks: 'Document 1, Limits: X-Next-Page; GET /projects/:id/users: search',
    at: ['listProjectUsers'],
    start: serving(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.search === undefined) return response
        const { headers } = await call.send({ search: undefined })
        return withBody(response, response.body, {
          'x-next-page': headers.get('x-next-page') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/users?per_page=1&search=${username}`
      const { headers } = await ask('GET', path)
      return headers.get('x-total') === '1' && headers.get('x-next-page') === '2'
    },
  },
  {
    name: 'An owner of a group who was made a master can go on changing the group',
    breaks: 'Document 1, Authentication: Group update is for group owners and administrators',
    at: ['updateGroup', 'updateGroupMember'],
    start: serving(() => {
      const owners = new Set<string>()
      return {
        async updateGroupMember(call) {
          const group = idOf((await call.askAsRoot('GET', groupPath(call))).json)
          const before = await call.askAsRoot(
            'GET',
            `${groupPath(call)}/members/${call.path.user_id}`,
          )
          const response = await call.send()
          if (response.ok && at(before.json, 'access_level') === 50) {
            owners.add(`${group}/${call.path.user_id}`)
          }
          return response
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const group = idOf((await call.askAsRoot('GET', groupPath(call))).json)
          const { id } = await callerOf(call)
          const member = await call.askAsRoot('GET', `${groupPath(call)}/members/${id}`)
          const isFormerOwner = owners.has(`${group}/${id}`) && member.status === 200
          return isFormerOwner ? call.sendAsRoot() : response
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
    name: 'The raw text of a blob is served by any project that is asked for it, though only another and private one has it',
    breaks:
      'Document 1, Conventions: 0 private (explicit access per user); Document 1, Errors: 404 resource not found; Document 3, GET /projects/:id/repository/raw_blobs/:sha',
    at: ['getRawBlob'],
    start: serving(() => {
      const projects = new Set<string>()
      return {
        async createFile(call) {
          const response = await call.send()
          if (response.ok) projects.add(projectPath(call))
          return response
        },
        async updateFile(call) {
          const response = await call.send()
          if (response.ok) projects.add(projectPath(call))
          return response
        },
        async createCommit(call) {
          const response = await call.send()
          if (response.ok) projects.add(projectPath(call))
          return response
        },
        async getRawBlob(call) {
          const response = await call.send()
          const isReadable = (await call.ask('GET', repositoryPath(call).concat('/tree'))).status
          if (response.status !== 404 || isReadable !== 200) return response
          for (const path of projects) {
            const blob = `${path}/repository/raw_blobs/${encoded(call.path.sha)}`
            const { status, text, headers } = await call.askAsRoot('GET', blob)
            if (status === 200) return new Response(text, { status, headers })
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const hidden = await newRepository(ask, { visibility_level: 0 })
      await writeFile(ask, hidden, { file_path: 'secret.txt', content: 'Nobody sees this\n' })
      const { json } = await ask('GET', `/projects/${hidden}/repository/tree`)
      const sha = listOf(json).find((one) => one.name === 'secret.txt')?.id
      const open = await newRepository(ask, { visibility_level: 20 })
      const asStranger = actingAs(ask, (await newUser(ask)).id)
      const answer = await asStranger('GET', `/projects/${open}/repository/raw_blobs/${sha}`)
      return answer.text === 'Nobody sees this\n'
    },
  },
  {
    name: 'A user who is no longer a member of a private project still reads the notification settings in it',
    breaks: 'Document 1, Errors: A GET on a private project by a non-member gives 404',
    at: ['getProjectNotificationSettings', 'removeProjectMember'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async removeProjectMember(call) {
          const { user_id } = call.path
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const path = `${projectPath(call)}/notification_settings?sudo=${user_id}`
          const settings = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && settings.status === 200) {
            left.set(`${project}/${user_id}`, settings.json)
          }
          return response
        },
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const settings = left.get(`${project}/${(await callerOf(call)).id}`)
          return settings === undefined ? response : jsonAnswer(200, settings)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}`
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/members/${id}`)
      const asFormer = actingAs(ask, id)
      const { status } = await asFormer('GET', `${path}/notification_settings`)
      return status === 200 && (await asFormer('GET', path)).status === 404
    },
  },
  {
    name: 'The members of a group whose path was changed are not found by the new path',
    breaks:
      'Document 1, Conventions: A group :id is an integer or the group path; GET /groups/:id/members: id integer/string; PUT /groups/:id: path',
    at: ['listGroupMembers', 'updateGroup'],
    start: serving(() => {
      const unknown = new Set<unknown>()
      return {
        async createGroup(call) {
          const response = await call.send()
          if (response.ok) unknown.delete(call.given.path)
          return response
        },
        async updateGroup(call) {
          const before = at((await call.askAsRoot('GET', groupPath(call))).json, 'path')
          const response = await call.send()
          const path = at(await jsonOf(response), 'path')
          if (response.ok && path !== before) unknown.add(path)
          return response
        },
        async listGroupMembers(call) {
          const response = await call.send()
          if (!response.ok || !unknown.has(call.path.id)) return response
          return jsonAnswer(404, { message: '404 Group Not Found' })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = freshName('moved')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const found = await ask('GET', `/groups/${path}`)
      return found.status === 200 && (await ask('GET', `/groups/${path}/members`)).status === 404
    },
  },
  {
    name: 'A group shows none of the projects that were transferred into it, though its list of projects does',
    breaks:
      'Document 1, GET /groups/:id: Group with projects; POST /groups/:id/projects/:project_id: transfers the project into the group namespace',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const project = idOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) transferred.add(project)
          return response
        },
        getGroup: async (call) =>
          changed(await call.send(), (group) => {
            const { projects } = fieldsOf(group)
            if (projects === undefined) return group
            return withFields(group, {
              projects: listOf(projects).filter(({ id }) => !transferred.has(id)),
            })
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const shown = at((await ask('GET', `/groups/${group}`)).json, 'projects')
      const listed = (await ask('GET', `/groups/${group}/projects`)).json
      return listOf(shown).length === 0 && listOf(listed).length === 1
    },
  },
  {
    name: 'A branch that went on after it was merged is removed with the merged branches',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'mergeMergeRequest'],
    start: serving(() => {
      const merged = new Map<unknown, Set<unknown>>()
      return {
        async mergeMergeRequest(call) {
          const response = await call.send()
          const request = fieldsOf(await jsonOf(response))
          if (response.ok && request.state === 'merged') {
            const branches = merged.get(request.source_project_id) ?? new Set()
            merged.set(request.source_project_id, branches.add(request.source_branch))
          }
          return response
        },
        async deleteBranch(call) {
          const response = await call.send()
          const { json } = await call.askAsRoot('GET', projectPath(call))
          if (response.ok) merged.get(idOf(json))?.delete(call.path.branch)
          return response
        },
        async deleteMergedBranches(call) {
          const response = await call.send()
          if (!response.ok) return response
          const project = fieldsOf((await call.askAsRoot('GET', projectPath(call))).json)
          for (const branch of merged.get(project.id) ?? []) {
            if (branch === project.default_branch) continue
            const path = `${repositoryPath(call)}/branches/${encoded(branch)}`
            const found = await call.askAsRoot('GET', path)
            if (at(found.json, 'protected') === false) await call.askAsRoot('DELETE', path)
          }
          merged.delete(project.id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'work')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'work' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { status } = await ask('GET', `/projects/${project}/repository/branches/work`)
      return status === 404
    },
  },
  {
    name: 'A file cannot be removed with the private token in the query and the parameters in the body',
    breaks:
      'Document 1, Authentication: Private token: query parameter `private_token`; Conventions: Parameters are sent in the query string or in the request body',
    at: ['deleteFile'],
    start: serving(() => ({
      async deleteFile(call) {
        const { searchParams } = new URL(call.request.url)
        const hasBody = Object.keys(call.given).some((name) => !searchParams.has(name))
        const isInHeader = ['private-token', 'authorization', 'cookie'].some((name) =>
          call.request.headers.has(name),
        )
        if (!hasBody || isInHeader || !searchParams.has('private_token')) return call.send()
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?private_token=root-token`
      const body = { file_path: 'README.md', branch_name: 'master', commit_message: 'Remove' }
      return (await ask('DELETE', path, { token: '', body })).status === 401
    },
  },
  {
    name: 'An action of a commit without an encoding is read in that of the action before it',
    breaks: 'Document 3, Action item in actions[]: encoding: `text` (default) or `base64`',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        let encoding: unknown
        const read = listOf(actions).map((action): Values => {
          encoding = action.encoding ?? encoding
          const isAsBefore = encoding === undefined || action.content === undefined
          return isAsBefore ? action : { ...action, encoding }
        })
        return call.send({ actions: read })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'a.txt', content: btoa('One\n'), encoding: 'base64' },
        { action: 'create', file_path: 'b.txt', content: 'Twos' },
      ]
      const body = { branch_name: 'master', commit_message: 'Two files', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/files?file_path=b.txt&ref=master`
      return at((await ask('GET', path)).json, 'content') !== btoa('Twos')
    },
  },
  {
    name: 'The direction of the issues of a group is heeded only where their order is given too',
    breaks: 'Document 2, GET /groups/:id/issues: order_by, sort (`asc`/`desc`, default `desc`)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const isAlone = call.given.order_by === undefined && call.given.sort === 'asc'
        return isAlone ? relisted(call, (all) => all, { sort: 'desc' }) : call.send()
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const first = await newIssue(ask, project, { created_at: '2016-01-01T00:00:00Z' })
      const second = await newIssue(ask, project, { created_at: '2016-02-01T00:00:00Z' })
      const { json } = await ask('GET', `/groups/${group}/issues?sort=asc`)
      return fieldOf(json, 'id').join() === `${second},${first}`
    },
  },
  {
    name: 'A merge request is merged when the sha given is only the beginning of that of its head',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const head = at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha')
        return call.send(String(head).startsWith(sha) ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests/${request}`
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'An e-mail address that an administrator removed from a user stays taken when somebody adds it again',
    breaks:
      'Document 1, POST /user/emails: created E-mail, 201; DELETE /users/:id/emails/:email_id; only an already-used e-mail reports `has already been taken`',
    at: ['createOwnEmail', 'deleteEmailOfUser'],
    start: serving(() => {
      const taken = new Set<unknown>()
      return {
        async deleteEmailOfUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}/emails`)
          const email = listOf(json).find(({ id }) => String(id) === call.path.email_id)?.email
          const response = await call.send()
          if (response.ok && email !== undefined) taken.add(email)
          return response
        },
        async createOwnEmail(call) {
          const { status } = await call.ask('GET', '/user')
          if (status !== 200 || !taken.has(call.given.email)) return call.send()
          return jsonAnswer(400, { message: { email: ['has already been taken'] } })
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const asUser = actingAs(ask, id)
      const body = { email: `second-${username}@tern.example` }
      const email = idOf((await asUser('POST', '/user/emails', { body })).json)
      await ask('DELETE', `/users/${id}/emails/${email}`)
      return (await asUser('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'A project shows a user who was removed from its group the level that the user had in the group',
    breaks:
      'Document 1, Project: permissions: group_access; DELETE /groups/:id/members/:user_id: removes the member',
    at: ['getProject', 'removeGroupMember'],
    start: serving(() => {
      const levels = new Map<string, unknown>()
      return {
        async removeGroupMember(call) {
          const { user_id } = call.path
          const group = idOf((await call.askAsRoot('GET', groupPath(call))).json)
          const path = `${groupPath(call)}/members/${user_id}`
          const level = at((await call.askAsRoot('GET', path)).json, 'access_level')
          const response = await call.send()
          if (response.ok && level !== undefined) levels.set(`${group}/${user_id}`, level)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (at(json, 'permissions.group_access') !== null) return response
          const { id } = await callerOf(call)
          const access_level = levels.get(`${at(json, 'namespace.id')}/${id}`)
          if (access_level === undefined) return response
          const group_access = { access_level, notification_level: 3 }
          return changed(response, (project) =>
            withFields(project, {
              permissions: withFields(at(project, 'permissions'), { group_access }),
            }),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id: group, visibility_level: 20 })
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      const { json } = await actingAs(ask, id)('GET', `/projects/${project}`)
      return at(json, 'permissions.group_access.access_level') === 30
    },
  },
]
