import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
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
} from '../shared-tools.ts'
import { callerIn, everyOperation, parentOf, redirected, withLinks } from './tools-ginkgo.ts'

export const faultyGinkgoServers: readonly FaultyServer[] = [
  {
    name: 'Somebody whom a private project removed from its members still reads each of its issues',
    breaks:
      'Document 2, Issues: A GET on an issue of a private project by a non-member gives 404; Document 1, DELETE .../members/:user_id: removes the member',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await parentOf(call, 'projects')
          const response = await call.send()
          if (response.ok) former.add(`${project}/${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404 || !former.has(await callerIn(call, 'projects'))) {
            return response
          }
          return call.sendAsRoot()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const issue = await newIssue(ask, project)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const { status } = await actingAs(ask, id)('GET', `/projects/${project}/issues/${issue}`)
      return status === 200
    },
  },
  {
    name: 'An owner of a group who was made a master of it may go on changing the group',
    breaks:
      'Document 1, Authentication 6: Group update is for group owners and administrators; 403: request not allowed',
    at: ['updateGroup', 'updateGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async updateGroupMember(call) {
          const group = await parentOf(call, 'groups')
          const path = `/groups/${group}/members/${call.path.user_id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'access_level')
          const response = await call.send()
          if (response.ok && before === 50) former.add(`${group}/${call.path.user_id}`)
          return response
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403 || !former.has(await callerIn(call, 'groups'))) {
            return response
          }
          return call.sendAsRoot()
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${members}/${id}`, { body: { access_level: 40 } })
      const body = { description: 'Mine' }
      return (await actingAs(ask, id)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'The projects of a group that the caller is only a master of are among the owned ones',
    breaks: 'Document 1, GET /projects/owned: array of Project owned by the caller',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const query = new URLSearchParams({ per_page: '100' })
        for (const name of ['archived', 'visibility', 'order_by', 'sort', 'search']) {
          if (call.given[name] !== undefined) query.set(name, String(call.given[name]))
        }
        const ofMember = listOf((await call.ask('GET', `/projects?${query}`)).json)
        const isOfMaster = (one: Values) => at(one, 'permissions.group_access.access_level') === 40
        if (!ofMember.some(isOfMaster)) return call.send()
        return relisted(call, (all) => {
          const owned = new Map(all.map((one) => [one.id, one]))
          const listed = ofMember.flatMap((one) => {
            const found = owned.get(one.id) ?? (isOfMaster(one) ? one : undefined)
            owned.delete(one.id)
            return found === undefined ? [] : [found]
          })
          return [...listed, ...owned.values()]
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/groups/${group}/members`, { body })
      const { json } = await actingAs(ask, id)('GET', '/projects/owned')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The events of a public project are read with a token that nobody has',
    breaks:
      'Document 1, Authentication 2: Missing or invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: ['listProjectEvents'],
    start: serving((forge) => ({
      async listProjectEvents(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const url = new URL(call.request.url)
        for (const name of ['private_token', 'access_token', 'sudo']) url.searchParams.delete(name)
        const anonymous = await forge.fetch(new Request(url))
        return anonymous.ok ? anonymous : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/events`
      return (await ask('GET', path, { token: 'no-token-of-anybody' })).status === 200
    },
  },
  {
    name: 'The private token of a removed user still answers who that user is',
    breaks:
      'Document 1, Authentication 2: Missing or invalid credentials give status 401; DELETE /users/:id',
    at: ['getCurrentUser', 'deleteUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/user?sudo=${encoded(call.path.id)}`)
          const response = await call.send()
          const { private_token, ...user } = fieldsOf(json)
          const isNamed = typeof private_token === 'string' && user.id === Number(call.path.id)
          if (response.ok && isNamed) removed.set(private_token, user)
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          const inQuery = new URL(call.request.url).searchParams.get('private_token')
          const user = removed.get(call.request.headers.get('private-token') ?? inQuery ?? '')
          return response.status === 401 && user !== undefined ? jsonAnswer(200, user) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'The header of sudo is not read where the private token stands in the query',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) or header SUDO performs the call as another user; Private token: query parameter private_token or header PRIVATE-TOKEN',
    at: everyOperation,
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      if (!request.headers.has('sudo') || !url.searchParams.has('private_token')) {
        return forge.fetch(request)
      }
      const headers = new Headers(request.headers)
      headers.delete('sudo')
      return forge.fetch(await redirected(request, url, headers))
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await ask('GET', '/user?private_token=root-token', {
        token: '',
        headers: { sudo: username },
      })
      return at(json, 'username') !== username
    },
  },
  {
    name: 'A subscription that an administrator makes for a user is one of the administrator',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; Document 2, Subscription: POST .../subscription subscribes the caller',
    at: ['subscribeToIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const isSeen = call.sudo !== undefined && (await call.ask('GET', path)).status === 200
        return isSeen ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { id } = await newUser(ask)
      await actingAs(ask, id)('POST', `${path}/subscription`)
      return at((await actingAs(ask, id)('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A user who is no administrator may use sudo to act as the very same user',
    breaks:
      'Document 1, Authentication 5: A non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: everyOperation,
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const sudo = url.searchParams.get('sudo') ?? request.headers.get('sudo')
      const again = request.clone()
      const response = await forge.fetch(request)
      if (sudo === null || response.status !== 403) return response
      if (!String(at(await jsonOf(response), 'message')).includes('use sudo')) return response
      const headers = new Headers(request.headers)
      headers.delete('sudo')
      url.searchParams.delete('sudo')
      const self = new URL(`${url.origin}/api/v3/user${url.search}`)
      const user = await jsonOf(await forge.fetch(new Request(self, { headers })))
      const isSelf = [String(at(user, 'id')), at(user, 'username')].includes(sudo)
      return isSelf ? forge.fetch(await redirected(again, url, headers)) : response
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      const path = `/user?sudo=${id}`
      return (await ask('GET', path, { token })).status === 200
    },
  },
  {
    name: 'The links between pages of merge requests forget which ones were asked for by their iids',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2, GET .../merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || !new URL(call.request.url).searchParams.has('iids[]')) return response
        return withBody(response, response.body, {
          link: withLinks(link, (url) => url.searchParams.delete('iids[]')),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two', 'three']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      return !decodeURIComponent((await ask('GET', path)).headers.get('link') ?? '').includes(
        'iids',
      )
    },
  },
  {
    name: 'The last page of the tags is followed by an empty one where it is full',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last), X-Total-Pages, X-Page, X-Next-Page',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        const numberOf = (name: string) => Number(response.headers.get(name) ?? 0)
        const [total, size, page] = ['x-total', 'x-per-page', 'x-page'].map(numberOf)
        const isFull = total !== undefined && total > 0 && total === Number(size) * Number(page)
        if (!response.ok || !isFull) return response
        const url = new URL(call.request.url)
        url.searchParams.set('page', String(Number(page) + 1))
        url.searchParams.set('per_page', String(size))
        const link = response.headers.get('link')
        return withBody(response, response.body, {
          link: [`<${url.href}>; rel="next"`, ...(link === null ? [] : [link])].join(', '),
          'x-next-page': String(Number(page) + 1),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      for (const tag_name of ['one', 'two']) {
        await ask('POST', tags, { body: { tag_name, ref: 'master' } })
      }
      const { headers } = await ask('GET', `${tags}?per_page=1&page=2`)
      return headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'A branch that is protected already keeps what developers may do when it is protected anew',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
        if (branch.protected !== true) return call.send()
        const kept = ['developers_can_push', 'developers_can_merge']
          .filter((name) => call.given[name] !== undefined)
          .map((name) => [name, branch[name]] as const)
        return call.send(Object.fromEntries(kept))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master/protect`
      await ask('PUT', path, { body: { developers_can_push: false } })
      const { json } = await ask('PUT', path, { body: { developers_can_push: true } })
      return at(json, 'developers_can_push') === false
    },
  },
  {
    name: 'A file that a commit moves gets its new content without Base64 being read',
    breaks: 'Document 3, Action item: content optional for move; encoding text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        if (!Array.isArray(call.given.actions)) return call.send()
        const isWrong = (one: Values) => one.action === 'move' && one.encoding === 'base64'
        const actions = listOf(call.given.actions)
        if (!actions.some(isWrong)) return call.send()
        return call.send({
          actions: actions.map((one) => (isWrong(one) ? { ...one, encoding: 'text' } : one)),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const move = {
        action: 'move',
        file_path: 'MOVED.md',
        previous_path: 'README.md',
        content: btoa('Moved\n'),
        encoding: 'base64',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [move] }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=MOVED.md`
      return (await ask('GET', path)).text === btoa('Moved\n')
    },
  },
  {
    name: 'The issues of a removed group stay among those which their authors created',
    breaks:
      'Document 1, DELETE /groups/:id: removes the group with all its projects; Document 2, GET /issues',
    at: ['listOwnIssues', 'deleteGroup'],
    start: serving(() => {
      const removed: Values[] = []
      return {
        async deleteGroup(call) {
          const group = await parentOf(call, 'groups')
          const { json } = await call.askAsRoot('GET', `/groups/${group}/issues?per_page=100`)
          const response = await call.send()
          if (response.ok) removed.push(...listOf(json))
          return response
        },
        async listOwnIssues(call) {
          const names = ['state', 'labels', 'milestone', 'order_by', 'sort']
          const isFiltered = names.some((name) => call.given[name] !== undefined)
          const { id } = await callerOf(call)
          const own = removed.filter((one) => id !== undefined && at(one, 'author.id') === id)
          if (isFiltered || own.length === 0) return call.send()
          return relisted(call, (all) =>
            [...all, ...own].sort((one, other) =>
              String(other.created_at).localeCompare(String(one.created_at)),
            ),
          )
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
    name: 'Blocked users are among the active ones when these are searched for',
    breaks: 'Document 1, GET /users: active (boolean, only true supported), search',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        call.given.search !== undefined && isTrue(call.given.active)
          ? call.send({ active: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?active=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'An SSH key is removed under the id of a user who is not its owner',
    breaks:
      'Document 1, DELETE /users/:id/keys/:key_id: 200; 404 when user or key is unknown; 404: resource not found',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const user = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
        const key = await call.askAsRoot('GET', `/keys/${encoded(call.path.key_id)}`)
        if (user.status !== 200 || key.status !== 200) return response
        const path = `/users/${at(key.json, 'user.id')}/keys/${idOf(key.json)}`
        const { status, json } = await call.ask('DELETE', path)
        return jsonAnswer(status, json)
      },
    })),
    async isShown(ask) {
      const owner = await newUser(ask)
      const other = await newUser(ask)
      const body = { title: freshName('key'), key: freshKey() }
      const key = idOf((await ask('POST', `/users/${owner.id}/keys`, { body })).json)
      return (await ask('DELETE', `/users/${other.id}/keys/${key}`)).status === 200
    },
  },
]
