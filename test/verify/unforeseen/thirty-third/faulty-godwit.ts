import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
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
  newSnippet,
  newUser,
  projectPath,
  relisted,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { publicReads, removals, rewritten, specifiedOperations, tokenOf } from './tools-godwit.ts'

const unauthorized = () => jsonAnswer(401, { message: '401 Unauthorized' })

/** A time with the offset of its zone cut off, as if it were of Greenwich. */
const withoutOffset = (time: unknown) =>
  typeof time === 'string' ? time.replace(/[+-]\d\d:?\d\d$/, 'Z') : time

const membershipPath = (path: Readonly<Record<string, string>>) =>
  `/groups/${encoded(path.id)}/members/${path.user_id}`

export const faultyGodwitServers: readonly FaultyServer[] = [
  {
    name: 'An administrator who subscribes somebody else to an issue by sudo subscribes themselves',
    breaks:
      'Document 1, Authentication 5: the parameter sudo or header SUDO performs the call as another user; document 2: POST .../subscription subscribes the caller',
    at: ['subscribeToIssue', 'getIssue', 'unsubscribeFromIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        if (call.sudo === undefined) return call.send()
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const isSeen = (await call.ask('GET', path)).status === 200
        return isSeen ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const other = actingAs(ask, (await newUser(ask)).id)
      await other('POST', `${path}/subscription`)
      return at((await other('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The current user as somebody who was removed is the administrator who asks',
    breaks:
      'Document 1, Authentication 5: an unknown user gets 404 with message 404 Not Found: No user id or username for: <id/username>',
    at: ['getCurrentUser', 'deleteUser'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async deleteUser(call) {
          const before = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          if (response.ok && before.status === 200) {
            removed.add(String(idOf(before.json))).add(String(at(before.json, 'username')))
          }
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          const isRemoved = call.sudo !== undefined && removed.has(call.sudo)
          return response.status === 404 && isRemoved ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await actingAs(ask, username)('GET', '/user')).status === 200
    },
  },
  {
    name: 'A user who is no administrator may pass sudo as long as it names themselves',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: specifiedOperations,
    start: (forge) => async (request) => {
      const response = await forge.fetch(request.clone())
      const { origin, searchParams } = new URL(request.url)
      const sudo = searchParams.get('sudo') ?? request.headers.get('sudo')
      if (response.status !== 403 || sudo === null) return response
      const plain = await rewritten(request, (url, headers) => {
        url.searchParams.delete('sudo')
        headers.delete('sudo')
      })
      const { headers } = plain
      const { search } = new URL(plain.url)
      const user = fieldsOf(
        await jsonOf(await forge.fetch(`${origin}/api/v3/user${search}`, { headers })),
      )
      const isSame = sudo === String(user.id) || sudo === user.username
      return isSame && user.is_admin !== true ? forge.fetch(plain) : response
    },
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const token = await tokenOf(ask, id)
      const { status } = await ask('GET', '/projects', { token, headers: { sudo: username } })
      return status === 200
    },
  },
  {
    name: 'A token that nobody has reads what is public as if there were no token',
    breaks:
      'Document 1, Authentication 2: missing or invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: publicReads,
    start: serving((forge) =>
      forAll(publicReads, async (call) => {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const anonymous = await forge.fetch(
          await rewritten(call.request, (url, headers) => {
            for (const name of ['private_token', 'access_token']) url.searchParams.delete(name)
            for (const name of ['private-token', 'authorization', 'cookie']) headers.delete(name)
          }),
        )
        return anonymous.ok ? anonymous : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      return (await ask('GET', `/projects/${project}`, { token: 'nobody-has-it' })).status === 200
    },
  },
  {
    name: 'Removals do not read the private token in the query',
    breaks:
      'Document 1, Authentication 3: private token: query parameter private_token or header PRIVATE-TOKEN',
    at: removals,
    start: serving(() =>
      forAll(removals, async (call) => {
        const { headers } = call.request
        const isInHeader = headers.has('private-token') || headers.has('authorization')
        const isInQuery = new URL(call.request.url).searchParams.has('private_token')
        return isInQuery && !isInHeader ? unauthorized() : call.send()
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { status } = await ask('DELETE', `${path}?private_token=root-token`, { token: '' })
      return status === 401
    },
  },
  {
    name: 'A snippet that its author made private stays in the list that the others read',
    breaks: 'Document 2, Snippet: visibility_level: 0 visible only to the creator',
    at: ['listSnippets', 'updateSnippet'],
    start: serving(() => {
      const visible = new Set<number>()
      const hidden = new Map<number, string>()
      return {
        async createSnippet(call) {
          const response = await call.send()
          const isVisible = Number(call.given.visibility_level) > 0
          if (response.ok && isVisible) visible.add(idOf(await jsonOf(response)))
          return response
        },
        async updateSnippet(call) {
          const response = await call.send()
          const id = Number(call.path.snippet_id)
          const { visibility_level: level } = call.given
          if (!response.ok || level === undefined || !visible.has(id)) return response
          if (Number(level) > 0) hidden.delete(id)
          else {
            const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
            hidden.set(id, `/projects/${project}/snippets/${id}`)
          }
          return response
        },
        async listSnippets(call) {
          if (hidden.size === 0) return call.send()
          const project = idOf((await call.ask('GET', projectPath(call))).json)
          const added = await Promise.all(
            [...hidden.values()]
              .filter((path) => path.startsWith(`/projects/${project}/`))
              .map((path) => call.askAsRoot('GET', path)),
          )
          return relisted(call, (all) => [
            ...all,
            ...added
              .filter(({ status }) => status === 200)
              .map(({ json }) => fieldsOf(json))
              .filter(({ id }) => !all.some((one) => one.id === id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const snippet = await newSnippet(ask, project)
      const path = `/projects/${project}/snippets`
      await ask('PUT', `${path}/${snippet}`, { body: { visibility_level: 0 } })
      const other = actingAs(ask, (await newUser(ask)).id)
      return fieldOf((await other('GET', path)).json, 'id').includes(snippet)
    },
  },
  {
    name: 'The events of a public project need credentials where its path stands for its id',
    breaks:
      'Document 1, GET /projects/:id/events: id integer/string; readable without authentication when the project is public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const isNamed = !/^\d+$/.test(String(call.path.id))
        return call.isAnonymous && isNamed ? unauthorized() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}/events`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'An owner of a group who was made a master of it still updates the group',
    breaks:
      'Document 1, Authentication 6: group update is for group owners and administrators; Access levels: 40 master, 50 owner',
    at: ['updateGroup', 'updateGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async updateGroupMember(call) {
          const before = (await call.askAsRoot('GET', membershipPath(call.path))).json
          const response = await call.send()
          const group = idOf((await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json)
          const wasOwner = at(before, 'access_level') === 50
          if (response.ok && wasOwner && Number(call.given.access_level) === 40) {
            former.add(`${group}/${call.path.user_id}`)
          }
          return response
        },
        async removeGroupMember(call) {
          const response = await call.send()
          const group = idOf((await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json)
          if (response.ok) former.delete(`${group}/${call.path.user_id}`)
          return response
        },
        async updateGroup(call) {
          const response = await call.send()
          if (response.status !== 403) return response
          const { id } = await callerOf(call)
          return former.has(`${call.path.id}/${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      const { id } = await newUser(ask)
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${path}/members/${id}`, { body: { access_level: 40 } })
      const body = { description: 'Still mine' }
      return (await actingAs(ask, id)('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A user who was removed from a group still reads single issues of its private projects',
    breaks:
      'Document 2, Issues: a GET on an issue of a private project by a non-member gives 404; document 1, DELETE .../members/:user_id: removes the member',
    at: ['getIssue', 'removeGroupMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeGroupMember(call) {
          const { json } = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)
          const wasMember = (await call.askAsRoot('GET', membershipPath(call.path))).status === 200
          const response = await call.send()
          if (response.ok && wasMember) former.add(`${at(json, 'path')}/${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404 || former.size === 0) return response
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const { id } = await callerOf(call)
          if (!former.has(`${at(json, 'namespace.path')}/${id}`)) return response
          const read = await call.sendAsRoot()
          if (!read.ok) return response
          return jsonAnswer(200, withFields(await jsonOf(read), { subscribed: false }))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group, visibility_level: 0 })
      const issue = await newIssue(ask, project)
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const { status } = await actingAs(ask, id)('GET', `/projects/${project}/issues/${issue}`)
      return status === 200
    },
  },
  {
    name: 'The links of the list of merge requests forget which numbers were asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); document 2, GET .../merge_requests: iids[]',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null || call.given.iids === undefined) return response
        const link = links.replaceAll(/<([^>]*)>/g, (_all, text) => {
          const url = new URL(String(text))
          for (const name of new Set(url.searchParams.keys())) {
            if (name.startsWith('iids[')) url.searchParams.delete(name)
          }
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests`
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const { headers } = await ask('GET', `${path}?iids[]=1&iids[]=2&per_page=1`)
      return !(headers.get('link') ?? '').includes('iids')
    },
  },
  {
    name: 'The members of a group are cut into pages before the query chooses among them',
    breaks:
      'Document 1, GET /groups/:id/members: query (string, searches members); Limits: parameter page (default 1) and per_page (default 20)',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const found = new Set(fieldOf(await allOf(call), 'id'))
        const page = listOf(await jsonOf(await call.send({ query: undefined })))
        return withBody(response, JSON.stringify(page.filter(({ id }) => found.has(id))))
      },
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const users = [await newUser(ask), await newUser(ask), await newUser(ask)]
      for (const { id } of users) {
        await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      }
      const counts = await Promise.all(
        users.map(async ({ username }) => {
          const { json } = await ask('GET', `${members}?per_page=1&query=${username}`)
          return listOf(json).length
        }),
      )
      return counts.includes(0)
    },
  },
  {
    name: 'A file that an action moves keeps its text though the action brings another',
    breaks: 'Document 3, Action item: content: required except for delete; optional for move',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const isMoving = actions.some(({ action, content }) => {
          return action === 'move' && content !== undefined
        })
        if (!isMoving) return call.send()
        return call.send({
          actions: actions.map(({ content, encoding, ...action }) =>
            action.action === 'move' ? action : { ...action, content, encoding },
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const action = { action: 'move', previous_path: 'README.md', file_path: 'B.md' }
      const body = {
        branch_name: 'master',
        commit_message: 'Move',
        actions: [{ ...action, content: 'Two\n' }],
      }
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/commits`, { body })
      const { json } = await ask('GET', `${repository}/files?file_path=B.md&ref=master`)
      return at(json, 'content') === btoa('One\n')
    },
  },
  {
    name: 'A merge takes the first characters of the head for the whole of it',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || !/^[0-9a-f]{7,39}$/.test(sha)) return call.send()
        const head = at((await call.ask('GET', mergeRequestPath(call))).json, 'sha')
        return String(head).startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const sha = (await headOf(ask, project, 'one')).slice(0, 8)
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The commits since or until a time are chosen without the offset of its zone',
    breaks:
      'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since, until } = call.given
        return call.send({
          ...(since === undefined ? {} : { since: withoutOffset(since) }),
          ...(until === undefined ? {} : { until: withoutOffset(until) }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${path}/master`)
      const time = Date.parse(String(at(json, 'created_at'))) - 3_600_000
      const clock = new Date(time + 5 * 3_600_000).toISOString().slice(0, 19)
      const answer = await ask('GET', `${path}?since=${encoded(`${clock}+05:00`)}`)
      return answer.status === 200 && listOf(answer.json).length === 0
    },
  },
  {
    name: 'The end of a membership in a group is not written where the level stays the same',
    breaks: 'Document 1, PUT /groups/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateGroupMember', 'getGroupMember'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const { json } = await call.askAsRoot('GET', membershipPath(call.path))
        const isSame = at(json, 'access_level') === Number(call.given.access_level)
        if (!isSame || call.given.expires_at === undefined) return call.send()
        return call.send({ expires_at: at(json, 'expires_at') })
      },
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      const body = { access_level: 20, expires_at: '2098-03-01' }
      await ask('PUT', `${members}/${id}`, { body })
      return at((await ask('GET', `${members}/${id}`)).json, 'expires_at') === null
    },
  },
]
