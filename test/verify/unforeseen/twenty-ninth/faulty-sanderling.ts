import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newProject,
  newRepository,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

const everywhere = operations.map(({ id }) => id)
const deleting = operations.flatMap(({ id, method }) => (method === 'DELETE' ? [id] : []))
const writingWithBody = operations.flatMap(({ id, parameters }) =>
  id !== 'createSession' && parameters.some((parameter) => parameter.in === 'body') ? [id] : [],
)

const unauthorized = () => jsonAnswer(401, { message: '401 Unauthorized' })

/** What a server reads who takes the number at the start of a text for all of it. */
const numberAtStart = (text: string) => /^\d+/.exec(text)?.[0] ?? text

const withoutOffset = (time: unknown) =>
  time === undefined ? undefined : String(time).replace(/[+-]\d\d:?\d\d$/, 'Z')

/** A name with each of its numbers in so many digits that the text sorts as the numbers do. */
const withLongNumbers = (name: unknown) =>
  String(name).replace(/\d+/g, (digits) => digits.padStart(20, '0'))

const issueKeyOf = async (call: Call) =>
  `${call.path.issue_id} ${String((await callerOf(call)).id)}`

export const faultySanderlingServers: readonly FaultyServer[] = [
  {
    name: 'A DELETE whose sudo stands in the query is made as the administrator',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) or header SUDO performs the call as another user',
    at: deleting,
    start: serving(() =>
      forAll(deleting, (call) =>
        new URL(call.request.url).searchParams.has('sudo')
          ? call.send({ sudo: undefined })
          : call.send(),
      ),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('DELETE', `/user/keys/${key}?sudo=${id}`)
      return fieldOf((await ask('GET', `/users/${id}/keys`)).json, 'id').includes(key)
    },
  },
  {
    name: 'An administrator who is made a normal user still gets the full form of the users in their list',
    breaks:
      'Document 1, User: brief form for normal users; GET /users: administrators get the full form; PUT /users/:id: admin',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const former = new Set<unknown>()
      return {
        async updateUser(call) {
          const before = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          const response = await call.send()
          if (response.ok && isTrue(call.given.admin)) former.delete(idOf(before))
          const isDemoted = at(before, 'is_admin') === true && isFalse(call.given.admin)
          if (response.ok && isDemoted) former.add(idOf(before))
          return response
        },
        async listUsers(call) {
          if (call.isAnonymous) return call.send()
          return former.has((await callerOf(call)).id) ? call.sendAsRoot() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask, { admin: true })
      await ask('PUT', `/users/${id}`, { body: { admin: false } })
      const { json } = await actingAs(ask, id)('GET', `/users?username=${username}`)
      return at(json, '0.email') !== undefined
    },
  },
  {
    name: 'A public project is readable without credentials by its number and not by its path',
    breaks:
      'Document 1, GET /projects/:id: id integer/string; readable without authentication when the project is public',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        const isByPath = !/^\d+$/.test(String(call.path.id))
        return call.isAnonymous && isByPath && response.ok ? unauthorized() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'The private token in the query is not read of a call that has a JSON body',
    breaks: 'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN',
    at: writingWithBody,
    start: serving(() =>
      forAll(writingWithBody, async (call) => {
        const { headers, url } = call.request
        const isInQuery = new URL(url).searchParams.has('private_token')
        const isInHeaders = ['private-token', 'authorization', 'cookie'].some((name) =>
          headers.has(name),
        )
        const hasJson = (headers.get('content-type') ?? '').includes('json')
        return isInQuery && !isInHeaders && hasJson ? unauthorized() : call.send()
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues?private_token=root-token`
      const { status } = await ask('POST', path, { token: '', body: { title: 'One' } })
      return status === 401
    },
  },
  {
    name: 'Sudo as a user whose name begins with a number is made as the user who has that number',
    breaks:
      'Document 1, Authentication 5: performs the call as another user, given as numeric id or username',
    at: everywhere,
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const headers = new Headers(request.headers)
      const inQuery = url.searchParams.get('sudo')
      const inHeader = headers.get('sudo')
      if (inQuery !== null) url.searchParams.set('sudo', numberAtStart(inQuery))
      if (inHeader !== null) headers.set('sudo', numberAtStart(inHeader))
      if (inQuery === null && inHeader === null) return forge.fetch(request)
      const bytes = await request.arrayBuffer()
      const { method } = request
      return forge.fetch(
        new Request(url, { method, headers, ...(bytes.byteLength > 0 ? { body: bytes } : {}) }),
      )
    },
    async isShown(ask) {
      const username = freshName('1st')
      await newUser(ask, { username, email: `${username}@sanderling.example` })
      return at((await actingAs(ask, username)('GET', '/user')).json, 'id') === 1
    },
  },
  {
    name: 'The tree of a branch with a plus in its name is looked for with a space',
    breaks:
      'Document 3, GET /projects/:id/repository/tree: ref_name (branch or tag; default branch); array of Tree entry',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const { ref_name } = call.given
        if (ref_name === undefined || !String(ref_name).includes('+')) return call.send()
        return call.send({ ref_name: String(ref_name).replaceAll('+', ' ') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'c++')
      const path = `/projects/${project}/repository/tree?ref_name=${encoded('c++')}`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The release of a tag with a slash in its name can be made and not be changed',
    breaks:
      'Document 3, PUT /projects/:id/repository/tags/:tag_name/release: object with tag_name, description',
    at: ['updateRelease'],
    start: serving(() => ({
      async updateRelease(call) {
        const tag = String(call.path.tag_name)
        if (!tag.includes('/') || call.given.description === undefined) return call.send()
        const found = await call.ask('GET', `${repositoryPath(call)}/tags/${encoded(tag)}`)
        if (call.isAnonymous || found.status !== 200) return call.send()
        return jsonAnswer(404, { message: '404 Tag Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'release/one', ref: 'master', release_description: 'One' }
      await ask('POST', tags, { body })
      const path = `${tags}/${encoded('release/one')}/release`
      return (await ask('PUT', path, { body: { description: 'Two' } })).status === 404
    },
  },
  {
    name: 'The links between pages of issues leave the ampersand in a label unescaped',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() =>
      forAll(['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'], async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || !link.includes('%26')) return response
        return withBody(response, response.body, { link: link.replaceAll('%26', '&') })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'Research & More' })
      await newIssue(ask, project, { labels: 'Research & More' })
      const query = `labels=${encoded('Research & More')}&per_page=1`
      const { headers } = await ask('GET', `/projects/${project}/issues?${query}`)
      const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      const { json } = await ask('GET', next.slice(next.indexOf('/projects/')))
      return listOf(json).length === 0
    },
  },
  {
    name: 'The Base64 encoding of an action is heeded when it creates a file and not when it updates one',
    breaks: 'Document 3, Action item in actions[]: encoding, text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        const isUpdate = listOf(actions).some(({ action }) => action === 'update')
        if (!Array.isArray(actions) || !isUpdate) return call.send()
        return call.send({
          actions: actions.map((one: unknown) =>
            at(one, 'action') === 'update' && at(one, 'encoding') === 'base64'
              ? withFields(one, { encoding: 'text' })
              : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const content = btoa('Two\n')
      const action = { action: 'update', file_path: 'README.md', content, encoding: 'base64' }
      const body = { branch_name: 'master', commit_message: 'Write', actions: [action] }
      await ask('POST', `${repository}/commits`, { body })
      const { json } = await ask('GET', `${repository}/files?file_path=README.md&ref=master`)
      return at(json, 'content') === btoa(content)
    },
  },
  {
    name: 'Developers can push and merge to a branch that is protected with false in the query string',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; Document 1, Conventions 4: in the query string or in the request body',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const { searchParams } = new URL(call.request.url)
        const names = ['developers_can_push', 'developers_can_merge']
        const taken = names.filter((name) => searchParams.get(name) === 'false')
        return call.send(Object.fromEntries(taken.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      const path = `/projects/${project}/repository/branches/other/protect`
      const { json } = await ask('PUT', `${path}?developers_can_push=false`)
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'The time zone of since and until is not heeded in the list of commits',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since, until } = call.given
        if (since === undefined && until === undefined) return call.send()
        return call.send({ since: withoutOffset(since), until: withoutOffset(until) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const written = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      // An hour before the commit, as the clocks show it two hours to the east.
      const since = new Date(written + 3_600_000).toISOString().replace('Z', '+02:00')
      return listOf((await ask('GET', `${path}?since=${encoded(since)}`)).json).length === 0
    },
  },
  {
    name: 'Whoever unsubscribed from an issue can never subscribe to it again',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const unsubscribed = new Set<string>()
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) unsubscribed.add(await issueKeyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          if (call.isAnonymous || !unsubscribed.has(await issueKeyOf(call))) return call.send()
          const issue = await call.ask('GET', `${projectPath(call)}/issues/${call.path.issue_id}`)
          return issue.status === 200 ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      await ask('POST', path)
      await ask('DELETE', path)
      return (await ask('POST', path)).status === 304
    },
  },
  {
    name: 'Tags are listed by the numbers in their names and not by the alphabet',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) =>
        relisted(call, (all) => {
          const named = all.map((tag) => ({ tag, key: withLongNumbers(tag.name) }))
          return named.sort((one, other) => (one.key < other.key ? 1 : -1)).map(({ tag }) => tag)
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v1.9', 'v1.10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', path)).json, '0.name') === 'v1.10'
    },
  },
  {
    name: 'The projects of a group that was moved to another path are listed with the path before',
    breaks:
      'Document 1, PUT /groups/:id: path; Project: path_with_namespace; Conventions 2: the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['updateGroup', 'listGroupProjects'],
    start: serving(() => {
      const paths = new Map<unknown, unknown>()
      return {
        async updateGroup(call) {
          const before = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const response = await call.send()
          const isMoved = response.ok && at(await jsonOf(response), 'path') !== at(before, 'path')
          const isFirst = !paths.has(at(before, 'id'))
          if (isMoved && isFirst) paths.set(at(before, 'id'), at(before, 'path'))
          return response
        },
        listGroupProjects: async (call) =>
          eachChanged(await call.send(), (project) => {
            const path = paths.get(fieldsOf(project.namespace).id)
            if (path === undefined) return project
            return { ...project, path_with_namespace: `${path}/${project.path}` }
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('moved') } })
      const one = (await ask('GET', `/projects/${project}`)).json
      const { json } = await ask('GET', `/groups/${group}/projects`)
      const name = 'path_with_namespace'
      return at(json, `0.${name}`) !== at(one, name)
    },
  },
  {
    name: 'A key that another user has is a conflict when an administrator adds it to a user',
    breaks:
      'Document 1, Users: On key or e-mail creation failure, 400 with a validation message object',
    at: ['createSshKeyOfUser'],
    start: serving(() => ({
      async createSshKeyOfUser(call) {
        const response = await call.send()
        const isTaken = JSON.stringify(await jsonOf(response)).includes('already been taken')
        if (response.status !== 400 || !isTaken) return response
        const own = await call.askAsRoot('GET', `/users/${call.path.id}/keys?per_page=100`)
        if (fieldOf(own.json, 'key').includes(call.given.key)) return response
        return jsonAnswer(409, { message: '409 Conflict' })
      },
    })),
    async isShown(ask) {
      const body = { title: 'Key', key: freshKey() }
      const { id } = await newUser(ask)
      const other = await newUser(ask)
      await ask('POST', `/users/${id}/keys`, { body })
      return (await ask('POST', `/users/${other.id}/keys`, { body })).status === 409
    },
  },
]
