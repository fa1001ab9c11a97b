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
  freshName,
  headOf,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
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
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const withOffset = /^(\d{4}-\d\d-\d\dT[\d:.]+)[+-]\d\d:?\d\d$/

/** A time as one reads it who skips its distance from UTC. */
const withoutOffset = (time: unknown) =>
  typeof time === 'string' ? time.replace(withOffset, '$1Z') : time

/** The links to other pages lose every parameter that is a list. */
const losingLists: Rule = async (call) => {
  const response = await call.send()
  const link = response.headers.get('link')
  if (link === null) return response
  const shortened = link.replace(/<([^>]+)>/g, (_, target: string) => {
    const url = new URL(target)
    for (const name of [...url.searchParams.keys()]) {
      if (name.endsWith('[]')) url.searchParams.delete(name)
    }
    return `<${url.href}>`
  })
  return withBody(response, response.body, { link: shortened })
}

/** Takes an event that is false for one that is not given. */
const skippingFalse: Rule = async (call) => {
  const skipped = Object.entries(call.given).flatMap(([name, value]) =>
    isFalse(value) ? [[name, undefined] as const] : [],
  )
  if (skipped.length === 0 || skipped.length === Object.keys(call.given).length) return call.send()
  return call.send(Object.fromEntries(skipped))
}

/** A lightweight tag whose message is the text of its release. */
const withMessage = (tag: Values) => {
  const description = at(tag, 'release.description')
  const isBare = tag.message === null && typeof description === 'string'
  return isBare ? { ...tag, message: description } : tag
}

const ofBranch = ({ path }: Call, name: unknown) => `${path.id} ${name}`

export const faultySwiftServers: readonly FaultyServer[] = [
  {
    name: 'A group shows no project that was transferred into it, although the list of its projects does',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const project = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          const response = await call.send()
          if (response.ok) transferred.add(idOf(project.json))
          return response
        },
        getGroup: async (call) =>
          changed(await call.send(), (group) => {
            const { projects } = fieldsOf(group)
            if (!Array.isArray(projects)) return group
            const shown = listOf(projects).filter(({ id }) => !transferred.has(id))
            return withFields(group, { projects: shown })
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const listed = fieldOf((await ask('GET', `/groups/${group}/projects`)).json, 'id')
      const shown = fieldOf(at((await ask('GET', `/groups/${group}`)).json, 'projects'), 'id')
      return listed.includes(project) && !shown.includes(project)
    },
  },
  {
    name: 'A branch that was deleted and is created again starts where it ended before',
    breaks:
      'Document 3, POST /projects/:id/repository/branches: ref (req, branch name or commit SHA); created Branch',
    at: ['createBranch', 'getBranch', 'listBranches', 'deleteBranch'],
    start: serving(() => {
      const ends = new Map<string, unknown>()
      return {
        async deleteBranch(call) {
          const { branch } = call.path
          const path = `${repositoryPath(call)}/branches/${encoded(branch)}`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) ends.set(ofBranch(call, branch), at(before.json, 'commit.id'))
          return response
        },
        async createBranch(call) {
          const key = ofBranch(call, call.given.branch_name)
          const ref = ends.get(key)
          if (ref === undefined || call.given.ref === undefined) return call.send()
          ends.delete(key)
          const response = await call.send({ ref })
          return response.ok ? response : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const before = await headOf(ask, project)
      await ask('DELETE', `/projects/${project}/repository/branches/topic`)
      await writeFile(ask, project, { file_path: 'later.txt' })
      await newBranch(ask, project, 'topic')
      return (await headOf(ask, project, 'topic')) === before
    },
  },
  {
    name: 'No release can be made for a tag that is created again after one with a release was deleted',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag; DELETE .../tags/:tag_name',
    at: ['createRelease', 'deleteTag'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = ({ path }: Call) => `${path.id} ${path.tag_name}`
      const tagPath = (call: Call) => `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
      return {
        async deleteTag(call) {
          const before = await call.askAsRoot('GET', tagPath(call))
          const response = await call.send()
          if (response.ok && at(before.json, 'release.tag_name') !== undefined)
            left.add(keyOf(call))
          return response
        },
        async createRelease(call) {
          if (!left.has(keyOf(call)) || call.given.description === undefined) return call.send()
          const { is_admin } = await callerOf(call)
          const mayWrite = is_admin === true || (await levelOf(call)) >= 30
          const { status } = await call.ask('GET', tagPath(call))
          if (!mayWrite || status !== 200) return call.send()
          return jsonAnswer(409, { message: 'Release already exists' })
        },
      }
    }),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', tags, { body: { ...body, release_description: 'Old' } })
      await ask('DELETE', `${tags}/v1`)
      await ask('POST', tags, { body })
      const made = await ask('POST', `${tags}/v1/release`, { body: { description: 'New' } })
      return made.status === 409
    },
  },
  {
    name: 'A member who is added again without an end gets the end of the membership before',
    breaks:
      'Document 1, POST /projects/:id/members: expires_at (optional); Conventions: absent values are null',
    at: ['addProjectMember', 'getProjectMember', 'removeProjectMember'],
    start: serving(() => {
      const ends = new Map<string, string>()
      return {
        async removeProjectMember(call) {
          const { user_id } = call.path
          const before = await call.askAsRoot('GET', `${projectPath(call)}/members/${user_id}`)
          const response = await call.send()
          const end = at(before.json, 'expires_at')
          if (response.ok && typeof end === 'string') ends.set(`${call.path.id} ${user_id}`, end)
          return response
        },
        addProjectMember(call) {
          const end = ends.get(`${call.path.id} ${call.given.user_id}`)
          if (end === undefined || call.given.expires_at !== undefined) return call.send()
          return call.send({ expires_at: end })
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const members = `/projects/${await newProject(ask)}/members`
      const body = { user_id: id, access_level: 30 }
      await ask('POST', members, { body: { ...body, expires_at: '2090-02-03' } })
      await ask('DELETE', `${members}/${id}`)
      await ask('POST', members, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') === '2090-02-03'
    },
  },
  {
    name: 'A user who is deleted a second time is answered with as if still there',
    breaks:
      'Document 1, DELETE /users/:id: 200 always; the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const deleted = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const id = String(call.path.id)
          const before = await call.askAsRoot('GET', `/users/${id}`)
          const response = await call.send()
          if (!response.ok) return response
          if (before.status === 200) deleted.set(id, before.json)
          else if (deleted.has(id)) return jsonAnswer(200, deleted.get(id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return at((await ask('DELETE', `/users/${id}`)).json, 'id') === id
    },
  },
  {
    name: 'A todo on one issue is taken for one on every other issue of the project',
    breaks: 'Document 2, POST /projects/:id/issues/:issue_id/todo: 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const owners = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const { id } = await callerOf(call)
          const key = `${call.path.id} ${id}`
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          if (owners.has(key) && (await call.ask('GET', path)).status === 200) return notModified()
          const response = await call.send()
          if (response.status === 201) owners.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issues = `/projects/${project}/issues`
      await ask('POST', `${issues}/${await newIssue(ask, project)}/todo`)
      const second = await ask('POST', `${issues}/${await newIssue(ask, project)}/todo`)
      return second.status === 304
    },
  },
  {
    name: 'The times between which commits are listed are read without their offset from UTC',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits({ given, send }) {
        const names = ['since', 'until'].filter((name) => given[name] !== undefined)
        return send(Object.fromEntries(names.map((name) => [name, withoutOffset(given[name])])))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${commits}/master`)
      const made = Date.parse(String(at(json, 'created_at')))
      const hour = 3_600_000
      // An hour before the commit, as clocks say that are five hours ahead.
      const since = new Date(made + 4 * hour).toISOString().replace('Z', '+05:00')
      return listOf((await ask('GET', `${commits}?since=${encoded(since)}`)).json).length === 0
    },
  },
  {
    name: 'A search for users finds blocked ones too, although only active ones are asked for',
    breaks: 'Document 1, GET /users: active (boolean, only true supported), search',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: ({ given, send }) =>
        given.search !== undefined && isTrue(given.active) ? send({ active: undefined }) : send(),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?active=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'An event of custom notifications that is written as false stays on',
    breaks:
      'Document 1, PUT /groups/:id/notification_settings and /projects/:id/notification_settings: the twelve event booleans; with level custom, also events',
    at: [
      'updateProjectNotificationSettings',
      'updateGroupNotificationSettings',
      'getProjectNotificationSettings',
      'getGroupNotificationSettings',
    ],
    start: serving(() => ({
      updateProjectNotificationSettings: skippingFalse,
      updateGroupNotificationSettings: skippingFalse,
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_issue: true } })
      const body = { level: 'custom', new_issue: false }
      return at((await ask('PUT', path, { body })).json, 'events.new_issue') === true
    },
  },
  {
    name: 'A merge is done with the head that the merge request had at first, whatever was pushed since',
    breaks:
      'Document 2, PUT .../:merge_request_id/merge: sha (must equal the source head or the merge fails); 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => {
      const heads = new Map<string, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) heads.set(String(at(json, 'id')), at(json, 'sha'))
          return response
        },
        mergeMergeRequest({ given, path, send }) {
          const head = heads.get(String(path.merge_request_id))
          return given.sha !== undefined && given.sha === head ? send({ sha: undefined }) : send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const sha = await headOf(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'topic' })
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The links between pages lose the parameters that are lists',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests', 'listGroups', 'listBuilds', 'listBuildsOfCommit'],
    start: serving(() => ({
      listMergeRequests: losingLists,
      listGroups: losingLists,
      listBuilds: losingLists,
      listBuildsOfCommit: losingLists,
    })),
    async isShown(ask) {
      const skipped = await newGroup(ask)
      for (let made = 0; made < 2; made++) await newGroup(ask)
      const { headers } = await ask('GET', `/groups?per_page=1&skip_groups[]=${skipped}`)
      return !(headers.get('link') ?? '').includes('skip_groups')
    },
  },
  {
    name: 'The events of a private project stay readable to a member who was removed from it',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['listProjectEvents', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      const keyOf = async (call: Call, user: unknown) =>
        `${idOf((await call.askAsRoot('GET', projectPath(call))).json)} ${user}`
      return {
        async removeProjectMember(call) {
          const response = await call.send()
          if (response.ok) former.add(await keyOf(call, call.path.user_id))
          return response
        },
        async listProjectEvents(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          return former.has(await keyOf(call, id)) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = `/projects/${await newProject(ask, { visibility_level: 0 })}`
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 20 } })
      await ask('DELETE', `${path}/members/${id}`)
      return (await actingAs(ask, id)('GET', `${path}/events`)).status === 200
    },
  },
  {
    name: 'Whoever is no administrator may use sudo to act as themselves',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: ['getCurrentUser'],
    start: serving((forge) => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const url = new URL(call.request.url)
        const headers = new Headers(call.request.headers)
        url.searchParams.delete('sudo')
        headers.delete('sudo')
        const own = await forge.fetch(new Request(url, { headers }))
        const { id, username } = fieldsOf(await jsonOf(own))
        return [String(id), username].includes(call.sudo) ? own : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const own = await actingAs(ask, username)('GET', '/user')
      const token = String(at(own.json, 'private_token'))
      return (await ask('GET', `/user?sudo=${username}`, { token })).status === 200
    },
  },
  {
    name: 'The plus sign in a search for users is read as a space although it is encoded',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers({ given, send }) {
        const { search } = given
        const hasPlus = typeof search === 'string' && search.includes('+')
        return hasPlus ? send({ search: search.replaceAll('+', ' ') }) : send()
      },
    })),
    async isShown(ask) {
      const email = `${freshName('plus')}+work@swift.example`
      const { id } = await newUser(ask, { email })
      const { json } = await ask('GET', `/users?search=${encoded(email)}`)
      return id > 0 && !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The message of a lightweight tag is the text of its release as soon as it has one',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => ({
      createTag: async (call) => eachChanged(await call.send(), withMessage),
      getTag: async (call) => eachChanged(await call.send(), withMessage),
      listTags: async (call) => eachChanged(await call.send(), withMessage),
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'Fast' }
      await ask('POST', tags, { body })
      return at((await ask('GET', `${tags}/v1`)).json, 'message') === 'Fast'
    },
  },
]
