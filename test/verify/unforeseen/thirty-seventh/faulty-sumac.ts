import { at, type FaultyServer } from '../server.ts'
import {
  allOf,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  relisted,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

export const faultySumacServers: readonly FaultyServer[] = [
  {
    name: 'The offset of a since is dropped, and its time is read as though it were in UTC',
    breaks: 'Document 3, GET .../commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string') return call.send()
        return call.send({ since: since.replace(/[+-]\d\d:?\d\d$/, 'Z') })
      },
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const written = Date.parse(String(at((await ask('GET', commits)).json, '0.created_at')))
      // An hour after the commit, by a clock that is five hours behind.
      const local = new Date(written - 4 * 60 * 60 * 1000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${commits}?since=${local}-05:00`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The links of a list of merge requests keep only the last one of several numbers asked for',
    breaks:
      'Document 1, Limits: Link with full URLs, which clients use instead of building URLs; Document 2: iids[]',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        const { iids } = call.given
        if (link === null || !Array.isArray(iids)) return response
        const kept = link.replaceAll(/<([^>]+)>/g, (_, address: string) => {
          const url = new URL(address)
          url.searchParams.delete('iids[]')
          url.searchParams.set('iids[]', String(iids.at(-1)))
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: kept })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = String((await ask('GET', path)).headers.get('link'))
      const next = /<([^>]+)>; rel="next"/.exec(link)?.[1] ?? 'http://none.test'
      return new URL(next).searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'Own issues that are filtered by labels are ordered by creation though the last update was asked for',
    breaks: 'Document 2, GET /issues: order_by (created_at/updated_at), labels',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const { labels, order_by } = call.given
        if (labels === undefined || order_by !== 'updated_at') return call.send()
        return call.send({ order_by: 'created_at' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const labels = freshName('label')
      const first = await newIssue(ask, project, { labels, created_at: '2015-01-01T00:00:00Z' })
      await newIssue(ask, project, { labels, created_at: '2015-02-01T00:00:00Z' })
      const body = { description: 'More', updated_at: '2031-01-01T00:00:00Z' }
      await ask('PUT', `/projects/${project}/issues/${first}`, { body })
      const { json } = await ask('GET', `/issues?labels=${labels}&order_by=updated_at`)
      return fieldOf(json, 'id').length === 2 && fieldOf(json, 'id')[1] === first
    },
  },
  {
    name: 'An underscore in the search for groups stands for any one character',
    breaks: 'Document 1, GET /groups: search (string, matches name or path)',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { search } = call.given
        if (typeof search !== 'string' || !search.includes('_')) return call.send()
        const escaped = search.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('_', '.')
        const pattern = new RegExp(escaped, 'i')
        return relisted(
          call,
          (all) =>
            all
              .filter((one) => pattern.test(String(one.name)) || pattern.test(String(one.path)))
              .map(({ id, name, path, description }) => ({ id, name, path, description })),
          { search: undefined },
        )
      },
    })),
    async isShown(ask) {
      const path = freshName('team')
      const group = await newGroup(ask, { name: path, path })
      const { json } = await ask('GET', `/groups?search=${path.replace('-', '_')}`)
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'A commit reads the Base64 of its actions as text, so that bytes that are no UTF-8 are replaced',
    breaks: 'Document 3, Action item: content, encoding (text or base64)',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        return call.send({ actions: actions.map(withTextOnly) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('\u00ff\u00fe\u0000\u0080')
      const actions = [{ action: 'create', file_path: 'a.bin', content, encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Add', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const file = `/projects/${project}/repository/files?file_path=a.bin&ref=master`
      const { status, json } = await ask('GET', file)
      return status === 200 && at(json, 'content') !== content
    },
  },
  {
    name: 'Who may push to a protected branch is not read from the query string',
    breaks:
      'Document 1, Conventions: parameters are sent in the query string or in the request body; Document 3: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const { searchParams } = new URL(call.request.url)
        const changes: Record<string, undefined> = {}
        for (const name of ['developers_can_push', 'developers_can_merge']) {
          if (searchParams.has(name)) changes[name] = undefined
        }
        return call.send(changes)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const path = `/projects/${project}/repository/branches/topic/protect`
      const { status, json } = await ask('PUT', `${path}?developers_can_push=true`)
      return status === 200 && at(json, 'developers_can_push') === false
    },
  },
  {
    name: 'The issues of a project are found by a part of the name of a label',
    breaks: 'Document 2, GET /projects/:id/issues: labels (any label)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const { labels } = call.given
        if (typeof labels !== 'string') return call.send()
        const names = labels.split(',').map((name) => name.trim())
        if (names.every((name) => name === '')) return call.send()
        const isMeant = ({ labels: has }: Values) =>
          Array.isArray(has) &&
          has.some((label) => names.some((name) => name !== '' && String(label).includes(name)))
        return relisted(call, (all) => all.filter(isMeant), { labels: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'debugging' })
      const { json } = await ask('GET', `/projects/${project}/issues?labels=bug`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A later page of the notes of a snippet begins with the last note of the page before',
    breaks: 'Document 1, Limits: page and per_page, which apply to every list',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const pages = Number(response.headers.get('x-total-pages') ?? 1)
        if (!response.ok || page < 2 || page > pages) return response
        const size = Number(response.headers.get('x-per-page') ?? 20)
        const from = (page - 1) * size - 1
        const notes = (await allOf(call)).slice(from, from + size)
        return withBody(response, JSON.stringify(notes))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const notes = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      for (const body of ['One', 'Two', 'Three']) await ask('POST', notes, { body: { body } })
      const first = fieldOf((await ask('GET', `${notes}?per_page=2`)).json, 'id')
      const second = fieldOf((await ask('GET', `${notes}?per_page=2&page=2`)).json, 'id')
      return first.length === 2 && second[0] === first[1]
    },
  },
  {
    name: 'The projects of a group are sorted upwards only where the field to order by is named too',
    breaks:
      'Document 1, GET /groups/:id/projects: order_by (default created_at), sort (default desc)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      async listGroupProjects(call) {
        if (call.given.order_by !== undefined) return call.send()
        return call.given.sort === undefined ? call.send() : call.send({ sort: undefined })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group })
      await new Promise((resolve) => setTimeout(resolve, 5))
      const second = await newProject(ask, { namespace_id: group })
      const { json } = await ask('GET', `/groups/${group}/projects?sort=asc`)
      return fieldOf(json, 'id').length === 2 && fieldOf(json, 'id')[0] === second
    },
  },
  {
    name: 'The visible projects that are internal are listed with the public ones among them',
    breaks: 'Document 1, Projects: visibility (public/internal/private); visibility levels',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const { visibility, simple } = call.given
        if (visibility !== 'internal' || simple !== undefined) return call.send()
        return relisted(
          call,
          (all) => all.filter((one) => one.visibility_level === 10 || one.visibility_level === 20),
          { visibility: undefined },
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', '/projects/visible?visibility=internal')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'Who searches among the active users finds the blocked ones too',
    breaks: 'Document 1, GET /users: active (boolean, only true supported), search',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const { search, active } = call.given
        if (search === undefined || active === undefined) return call.send()
        return call.send({ active: undefined })
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/users?search=${username}&active=true`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The tree of a branch with a slash in its name is that of the default branch',
    breaks: 'Document 3, GET .../tree: ref_name (branch or tag; default branch)',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const { ref_name } = call.given
        if (!String(ref_name ?? '').includes('/')) return call.send()
        return call.send({ ref_name: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic/one')
      await writeFile(ask, project, { branch_name: 'topic/one', file_path: 'one.txt' })
      const tree = `/projects/${project}/repository/tree?ref_name=topic%2Fone`
      const { status, json } = await ask('GET', tree)
      return status === 200 && !fieldOf(json, 'name').includes('one.txt')
    },
  },
  {
    name: 'The time of an update is not taken where the same call closes or reopens the issue',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner), state_event',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const { state_event, updated_at } = call.given
        if (state_event === undefined || updated_at === undefined) return call.send()
        return call.send({ updated_at: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const updated_at = '2031-01-01T00:00:00Z'
      const { json } = await ask('PUT', path, { body: { state_event: 'close', updated_at } })
      const isClosed = at(json, 'state') === 'closed'
      return isClosed && Date.parse(String(at(json, 'updated_at'))) !== Date.parse(updated_at)
    },
  },
  {
    name: 'The header SUDO is not read where the token stands in the query string',
    breaks:
      'Document 1, Authentication: the parameter sudo or header SUDO performs the call as another user; private_token or header PRIVATE-TOKEN',
    at: ['getCurrentUser'],
    start: (forge) => async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      const isMeant = pathname === '/api/v3/user' && searchParams.has('private_token')
      if (!isMeant || !request.headers.has('sudo')) return forge.fetch(request)
      const headers = new Headers(request.headers)
      headers.delete('sudo')
      return forge.fetch(new Request(request, { headers }))
    },
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { status, json } = await ask('GET', '/user?private_token=root-token', {
        token: '',
        headers: { sudo: username },
      })
      return status === 200 && at(json, 'username') !== username
    },
  },
  {
    name: 'The opened issues of a group leave out those that were reopened',
    breaks:
      'Document 2, Issue: closed with state_event reopen becomes opened; GET /groups/:id/issues: state',
    at: ['listIssuesOfGroup', 'updateIssue'],
    start: serving(() => {
      const reopened = new Set<number>()
      return {
        async updateIssue(call) {
          const response = await call.send()
          const id = Number(call.path.issue_id)
          if (response.ok && call.given.state_event === 'reopen') reopened.add(id)
          if (response.ok && call.given.state_event === 'close') reopened.delete(id)
          return response
        },
        async listIssuesOfGroup(call) {
          if (call.given.state !== 'opened' || reopened.size === 0) return call.send()
          return relisted(call, (all) => all.filter((one) => !reopened.has(idOf(one))))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      for (const state_event of ['close', 'reopen'])
        await ask('PUT', path, { body: { state_event } })
      const { status, json } = await ask('GET', `/groups/${group}/issues?state=opened`)
      return status === 200 && listOf(json).length === 0
    },
  },
]

/** An action whose Base64 was read as text, with the character for what is none in place of bytes. */
function withTextOnly(action: unknown): unknown {
  const { encoding, content } = fieldsOf(action)
  if (encoding !== 'base64' || typeof content !== 'string') return action
  const bytes = bytesOf(content)
  if (bytes === undefined) return action
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const written = [...new TextEncoder().encode(text)].map((byte) => String.fromCharCode(byte))
  return { ...fieldsOf(action), content: btoa(written.join('')) }
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
