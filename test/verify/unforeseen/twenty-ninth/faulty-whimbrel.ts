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
  freshKey,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
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
  repositoryPath,
  responseOf,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { linkOf, newMember, numberOf, withLinks } from './tools-whimbrel.ts'

const countingAllMembers: Rule = async (call) => {
  const response = await call.send()
  if (!response.ok || call.given.query === undefined) return response
  const { headers } = await call.send({ query: undefined })
  return withBody(response, response.body, {
    'x-total': headers.get('x-total') ?? '',
    'x-total-pages': headers.get('x-total-pages') ?? '',
  })
}

const linkingByPlainPath: Rule = async (call) =>
  withLinks(await call.send(), (url) => url.replace(/%2f/gi, '/'))

const inGroup = ({ path }: Call) => `/groups/${encoded(path.id)}`

export const faultyWhimbrelServers: readonly FaultyServer[] = [
  {
    name: 'The totals of the members that a query finds are those of all members',
    breaks:
      'Document 1, Limits: X-Total, X-Total-Pages on paginated lists; Members: query (string, searches members)',
    at: ['listGroupMembers', 'listProjectMembers'],
    start: serving(() => forAll(['listGroupMembers', 'listProjectMembers'], countingAllMembers)),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { username } = await newMember(ask, `/groups/${group}`, 30)
      const { headers, json } = await ask('GET', `/groups/${group}/members?query=${username}`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'The links to other pages of the merge requests with some numbers lead to those of all merge requests',
    breaks:
      'Document 1, Limits: Link with full URLs, clients use these instead of building URLs; Document 2, GET /projects/:id/merge_requests: iids[]',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: async (call) =>
        withLinks(await call.send(), (url) => {
          const target = new URL(url)
          target.searchParams.delete('iids[]')
          return target.href
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const list = `/projects/${project}/merge_requests`
      const { headers } = await ask('GET', `${list}?iids[]=1&iids[]=2&per_page=1`)
      const { json } = await ask('GET', linkOf(headers, 'last'))
      return headers.get('x-total') === '2' && fieldOf(json, 'iid').join() !== '1'
    },
  },
  {
    name: 'Only within a page are the tags in reverse order, and the pages go from the first name to the last',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const size = Number((await call.send()).headers.get('x-per-page') ?? 20)
        return relisted(call, (all) => {
          const forwards = [...all].reverse()
          const starts = forwards.map((_, index) => index).filter((index) => index % size === 0)
          return starts.flatMap((start) => forwards.slice(start, start + size).reverse())
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      for (const tag_name of ['a', 'b', 'c'])
        await ask('POST', tags, { body: { tag_name, ref: 'master' } })
      return fieldOf((await ask('GET', `${tags}?per_page=2`)).json, 'name').join() === 'b,a'
    },
  },
  {
    name: 'The links to the pages of a project that is named by its path have the slash as it is',
    breaks:
      'Document 1, Limits: Link with full URLs, clients use these instead of building URLs; Conventions 2: the `/` written as `%2F`',
    at: ['listCommits', 'listProjectMembers', 'listProjectEvents'],
    start: serving(() =>
      forAll(['listCommits', 'listProjectMembers', 'listProjectEvents'], linkingByPlainPath),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = at((await ask('GET', `/projects/${project}`)).json, 'path_with_namespace')
      const list = `/projects/${encoded(path)}/repository/commits?per_page=1`
      const next = linkOf((await ask('GET', list)).headers, 'next')
      return next !== '' && (await ask('GET', next)).status === 404
    },
  },
  {
    name: 'An issue that has two of the labels asked for stands twice in the list of its project',
    breaks:
      'Document 2, GET /projects/:id/issues: labels (any label), array of Issue; Document 1, Conventions 1: id is unique across all records of a kind',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const wanted = new Set(String(call.given.labels ?? '').split(','))
        return relisted(call, (all) =>
          all.flatMap((one) => {
            const labels = Array.isArray(one.labels) ? one.labels : []
            const found = labels.filter((label) => wanted.has(String(label)))
            return found.length < 2 ? [one] : found.map(() => one)
          }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'red,blue' })
      const { json } = await ask('GET', `/projects/${project}/issues?labels=red,blue`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'The commits since a time are those of the default branch whichever branch is asked for',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: ref_name (branch or tag), since (commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        call.given.since === undefined || call.given.ref_name === undefined
          ? call.send()
          : relisted(call, (all) => all, { ref_name: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'other' })
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${commits}?ref_name=other&since=2001-01-01T00:00:00Z`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The merge requests of one state are in the order of their creation though that of their changes was asked for',
    breaks:
      'Document 2, GET /projects/:id/merge_requests: state, order_by (`created_at`/`updated_at`)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests(call) {
        const { state = 'all', order_by } = call.given
        return state !== 'all' && order_by === 'updated_at'
          ? relisted(call, (all) => all, { order_by: 'created_at' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await newMergeRequest(ask, project, 'one')
      const second = await newMergeRequest(ask, project, 'two')
      const list = `/projects/${project}/merge_requests`
      await new Promise((resolve) => setTimeout(resolve, 1100))
      const body = { title: 'Newer', source_branch: 'one', target_branch: 'master' }
      await ask('PUT', `${list}/${first}`, { body })
      const { json } = await ask('GET', `${list}?state=opened&order_by=updated_at`)
      return fieldOf(json, 'id').join() === `${second},${first}`
    },
  },
  {
    name: 'A tag from a ref that is not there is refused as a resource that was not found',
    breaks:
      'Document 3, POST /projects/:id/repository/tags: status 405 with explaining message on error',
    at: ['createTag'],
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const commit = `${repositoryPath(call)}/commits/${encoded(call.given.ref)}`
        const { status } = await call.ask('GET', commit)
        return status === 404
          ? jsonAnswer(404, { message: `404 Ref ${call.given.ref} Not Found` })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { tag_name: 'v1', ref: 'nowhere' }
      return (await ask('POST', `/projects/${project}/repository/tags`, { body })).status === 404
    },
  },
  {
    name: 'A file is written with the content that it has already where this is given as Base64',
    breaks:
      'Document 3, Repository files: 400, causes: the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, encoding, content } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const file = `${repositoryPath(call)}/files?file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const before = at((await call.ask('GET', file)).json, 'content')
        const isSame =
          before !== undefined && String(before).replace(/\s/g, '') === String(content).trim()
        return isSame && call.given.commit_message !== undefined
          ? jsonAnswer(200, { file_path, branch_name })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Again',
        content: btoa('One\n'),
        encoding: 'base64',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'A member of a project can be made its owner by a change of the level',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only)',
    at: ['updateProjectMember', 'getProjectMember', 'listProjectMembers'],
    start: serving(() => {
      const owners = new Set<string>()
      const keyOf = async (call: Call, user: unknown) =>
        `${await numberOf(call, projectPath(call))}/${user}`
      const withOwners: Rule = async (call) => {
        const response = await call.send()
        const start = await keyOf(call, '')
        return eachChanged(response, (one) =>
          owners.has(`${start}${one.id}`) ? { ...one, access_level: 50 } : one,
        )
      }
      return {
        async updateProjectMember(call) {
          const key = await keyOf(call, call.path.user_id)
          const isOwner = String(call.given.access_level) === '50'
          const response = await call.send(isOwner ? { access_level: 40 } : {})
          if (!response.ok) return response
          if (isOwner) owners.add(key)
          else owners.delete(key)
          return isOwner
            ? changed(response, (json) => ({ ...fieldsOf(json), access_level: 50 }))
            : response
        },
        async removeProjectMember(call) {
          const key = await keyOf(call, call.path.user_id)
          const response = await call.send()
          if (response.ok) owners.delete(key)
          return response
        },
        getProjectMember: withOwners,
        listProjectMembers: withOwners,
      }
    }),
    async isShown(ask) {
      const project = `/projects/${await newProject(ask)}`
      const { id } = await newMember(ask, project, 30)
      const { status } = await ask('PUT', `${project}/members/${id}`, {
        body: { access_level: 50 },
      })
      const { json } = await ask('GET', `${project}/members/${id}`)
      return status === 200 && at(json, 'access_level') === 50
    },
  },
  {
    name: 'A merge passes where the head is given by the first letters of its id',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        const given = String(call.given.sha ?? '')
        if (response.status !== 409 || given.length < 7) return response
        const sha = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return sha.startsWith(given) ? call.send({ sha }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const sha = (await headOf(ask, project, 'one')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A todo is refused as there already where somebody else has made one of the same issue',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const makers = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const { id } = await callerOf(call)
          const issue = String(call.path.issue_id)
          const { status } = await call.ask('GET', `${projectPath(call)}/issues/${issue}`)
          const maker = makers.get(issue)
          if (status === 200 && maker !== undefined && maker !== id) return notModified()
          const response = await call.send()
          if (response.status === 201) makers.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newMember(ask, `/projects/${project}`, 30)
      const todo = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { status } = await ask('POST', todo)
      return status === 201 && (await actingAs(ask, id)('POST', todo)).status === 304
    },
  },
  {
    name: 'A developer can say when an issue was changed',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner)',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => {
      const times = new Map<unknown, { readonly shown: string; readonly real: unknown }>()
      const withTimes: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const time = times.get(one.id)
          return time !== undefined && time.real === one.updated_at
            ? { ...one, updated_at: time.shown }
            : one
        })
      return {
        async updateIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          const issue = fieldsOf(await jsonOf(response))
          times.delete(issue.id)
          const time = new Date(String(call.given.updated_at))
          if (call.given.updated_at === undefined || Number.isNaN(time.getTime())) return response
          const { is_admin } = await callerOf(call)
          if (is_admin === true || (await levelOf(call)) >= 40) return response
          const shown = time.toISOString()
          times.set(issue.id, { shown, real: issue.updated_at })
          return changed(response, () => ({ ...issue, updated_at: shown }))
        },
        getIssue: withTimes,
        listIssuesOfProject: withTimes,
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newMember(ask, `/projects/${project}`, 30)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Old', updated_at: '2015-03-04T05:06:07Z' }
      await actingAs(ask, id)('PUT', issue, { body })
      return String(at((await ask('GET', issue)).json, 'updated_at')).startsWith('2015-03-04')
    },
  },
  {
    name: 'The SSH key of one user is removed among those of another',
    breaks:
      'Document 1, DELETE /users/:id/keys/:key_id: 200; 404 when user or key is unknown; Errors: 404 resource not found',
    at: ['deleteSshKeyOfUser', 'listSshKeysOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { status } = await call.ask('GET', `/users/${call.path.id}`)
        const owner = at((await call.ask('GET', `/keys/${call.path.key_id}`)).json, 'user.id')
        if (status !== 200 || owner === undefined) return response
        return responseOf(await call.ask('DELETE', `/users/${owner}/keys/${call.path.key_id}`))
      },
    })),
    async isShown(ask) {
      const [one, other] = [await newUser(ask), await newUser(ask)]
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${one.id}/keys`, { body })).json)
      await ask('DELETE', `/users/${other.id}/keys/${key}`)
      return listOf((await ask('GET', `/users/${one.id}/keys`)).json).length === 0
    },
  },
  {
    name: 'A master of a group can rewrite its description',
    breaks:
      'Document 1, PUT /groups/:id (group owners and administrators); Authentication 6: Group update is for group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      async updateGroup(call) {
        const response = await call.send()
        const { description, sudo: _sudo, private_token: _token, id: _id, ...others } = call.given
        const isMore = description === undefined || Object.keys(others).length > 0
        if (response.status !== 403 || isMore) return response
        const { id } = await callerOf(call)
        const { json } = await call.ask('GET', `${inGroup(call)}/members/${id}`)
        if (at(json, 'access_level') !== 40) return response
        return responseOf(await call.askAsRoot('PUT', inGroup(call), { description }))
      },
    })),
    async isShown(ask) {
      const group = `/groups/${await newGroup(ask)}`
      const { id } = await newMember(ask, group, 40)
      const body = { description: 'By a master' }
      return (await actingAs(ask, id)('PUT', group, { body })).status === 200
    },
  },
]
