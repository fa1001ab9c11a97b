import { type Ask, askOf, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  fieldOf,
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
  notModified,
  projectPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** A path as git prints it where it quotes what is not ASCII. */
function quoted(path: unknown): unknown {
  const bytes = [...new TextEncoder().encode(String(path))]
  if (bytes.every((byte) => byte < 128)) return path
  const text = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${text.join('')}"`
}

function newMember(ask: Ask, project: number, access_level: number) {
  return newUser(ask).then(async (user) => {
    const body = { user_id: user.id, access_level }
    await ask('POST', `/projects/${project}/members`, { body })
    return user
  })
}

async function newNote(ask: Ask, path: string, body: string): Promise<number> {
  return idOf((await ask('POST', `${path}/notes`, { body: { body } })).json)
}

export const faultyRosaServers: readonly FaultyServer[] = [
  {
    name: 'An administrator who names a user by the username in the query is given his own issues',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query), given as numeric id or username',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues(call) {
        const sudo = new URL(call.request.url).searchParams.get('sudo')
        return sudo === null || /^\d+$/.test(sudo) ? call.send() : call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const user = await newUser(ask)
      const { json } = await ask('GET', `/issues?sudo=${user.username}`)
      return listOf(json).length > 0
    },
  },
  {
    name: 'The total of the issues of a group is that of both states when one state is asked for',
    breaks: 'Document 1, Limits: X-Total; document 2, GET /groups/:id/issues: state',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        if (call.given.state === undefined || !response.ok) return response
        const all = await call.send({ state: undefined })
        return withBody(response, response.body, { 'x-total': all.headers.get('x-total') ?? '' })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issue = await newIssue(ask, project)
      await newIssue(ask, project)
      const body = { state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      const { headers, json } = await ask('GET', `/groups/${group}/issues?state=closed`)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'Ascending issues of a project ascend within each page of the descending list',
    breaks: 'Document 2, GET /projects/:id/issues: sort asc; document 1, Limits: page',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        if (call.given.sort !== 'asc') return call.send()
        const response = await call.send({ sort: 'desc' })
        const link = response.headers.get('link')
        return changed(
          response,
          (json) => (Array.isArray(json) ? [...json].reverse() : json),
          link === null ? {} : { link: link.replaceAll('sort=desc', 'sort=asc') },
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issues: number[] = []
      for (const year of [2001, 2002, 2003]) {
        issues.push(await newIssue(ask, project, { created_at: `${year}-01-01T00:00:00Z` }))
      }
      const { json } = await ask('GET', `/projects/${project}/issues?sort=asc&per_page=2`)
      return fieldOf(json, 'id')[0] === issues[1]
    },
  },
  {
    name: 'A note of a merge request ends before its first character of four bytes',
    breaks: 'Document 2, POST /projects/:id/merge_requests/:merge_request_id/notes: body',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      createMergeRequestNote(call) {
        const body = String(call.given.body ?? '')
        const kept = body.replace(/[\u{10000}-\u{10ffff}].*$/su, '')
        // A column of text that is cut to nothing would be refused, which is another fault.
        return kept === body || kept.trim() === '' ? call.send() : call.send({ body: kept })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'astral')}`
      const note = await newNote(ask, path, 'Ship it \u{1f680} today')
      const { json } = await ask('GET', `${path}/notes/${note}`)
      return !String(at(json, 'body')).includes('today')
    },
  },
  {
    name: 'An issue that is closed keeps the time of the change before',
    breaks: 'Document 2, States of an issue: closed by state_event, updated_at changes',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async updateIssue(call) {
        if (call.given.state_event !== 'close') return call.send()
        const updated_at = at((await call.askAsRoot('GET', issuePath(call))).json, 'updated_at')
        const response = await call.send()
        if (!response.ok || call.given.updated_at !== undefined) return response
        await call.askAsRoot('PUT', issuePath(call), { updated_at })
        return changed(response, (json) => withFields(json, { updated_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { updated_at: '2001-02-03T00:00:00Z' } })
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && String(at(json, 'updated_at')).startsWith('2001-')
    },
  },
  {
    name: 'Whoever wrote an issue may delete it',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const author = at((await call.ask('GET', issuePath(call))).json, 'author.id')
        const { id } = await callerOf(call)
        return author !== undefined && author === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const asMember = actingAs(ask, (await newMember(ask, project, 30)).username)
      const issue = await newIssue(asMember, project)
      return (await asMember('DELETE', `/projects/${project}/issues/${issue}`)).status === 200
    },
  },
  {
    name: 'An issue to which somebody subscribed is not modified by the subscription of another',
    breaks: 'Document 2, Subscription: subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue'],
    start: serving(() => {
      const subscribers = new Map<number, unknown>()
      return {
        async subscribeToIssue(call) {
          const issue = Number(call.path.issue_id)
          const { id } = await callerOf(call)
          const first = subscribers.get(issue)
          const isVisible = (await call.ask('GET', issuePath(call))).status === 200
          if (isVisible && first !== undefined && first !== id) return notModified()
          const response = await call.send()
          if (response.ok) subscribers.set(issue, id)
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) subscribers.delete(Number(call.path.issue_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      for (const _ of [1, 2]) {
        const user = await newMember(ask, project, 30)
        if ((await actingAs(ask, user.username)('POST', path)).status === 304) return true
      }
      return false
    },
  },
  {
    name: 'A merge request is subscribed to again, and created again, by each call',
    breaks: 'Document 2, POST .../subscription: Merge request; 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        return jsonAnswer(201, (await call.ask('GET', mergeRequestPath(call))).json)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'twice')
      const path = `/projects/${project}/merge_requests/${merge}/subscription`
      await ask('POST', path)
      return (await ask('POST', path)).status === 201
    },
  },
  {
    name: 'Of several iids of merge requests the last is looked for',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        Array.isArray(call.given.iids)
          ? call.send({ iids: call.given.iids.slice(-1) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'The changes of a merge request have paths outside ASCII as git quotes them',
    breaks: 'Document 2, The changes response: old_path, new_path',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(at(json, 'changes'))
            ? withFields(json, {
                changes: listOf(at(json, 'changes')).map((one) =>
                  withFields(one, {
                    old_path: quoted(one.old_path),
                    new_path: quoted(one.new_path),
                  }),
                ),
              })
            : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'names')
      await writeFile(ask, project, { file_path: 'blåbær.txt', branch_name: 'names' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${merge}/changes`)
      return fieldOf(at(json, 'changes'), 'new_path').some((path) => String(path).startsWith('"'))
    },
  },
  {
    name: 'A merge request is merged if the sha is the beginning of that of its head',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return sha.length >= 7 && head.startsWith(sha) ? call.send({ sha: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'short')
      const sha = (await headOf(ask, project, 'short')).slice(0, 8)
      const path = `/projects/${project}/merge_requests/${merge}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A merge request has the head that it was opened with, whatever is pushed since',
    breaks: 'Document 2, Merge request: sha string (head commit id)',
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
        async getMergeRequest(call) {
          const sha = heads.get(Number(call.path.merge_request_id))
          const response = await call.send()
          return response.ok && sha !== undefined
            ? changed(response, (json) => withFields(json, { sha }))
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'grows')
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'grows' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${merge}`)
      return at(json, 'sha') !== (await headOf(ask, project, 'grows'))
    },
  },
  {
    name: 'The issues that a merge closes are on one page, whatever page is asked for',
    breaks: 'Document 2, Endpoints: page and per_page apply to all lists',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      listIssuesClosedByMergeRequest: (call) => call.send({ page: undefined, per_page: 100 }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const _ of [1, 2]) await newIssue(ask, project)
      const description = 'Closes #1\n\nCloses #2'
      const merge = await newMergeRequest(ask, project, 'closes', { description })
      const path = `/projects/${project}/merge_requests/${merge}/closes_issues?per_page=1`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'A note of an issue is created at the time of its clock, read as that of Greenwich',
    breaks: 'Document 2, POST /projects/:id/issues/:issue_id/notes: created_at (ISO 8601)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote(call) {
        const { created_at } = call.given
        const isText = typeof created_at === 'string'
        return isText && /T.*[+-]\d\d:?\d\d$/.test(created_at)
          ? call.send({ created_at: created_at.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Then', created_at: '2015-06-07T08:09:10+02:00' }
      const { json } = await ask('POST', path, { body })
      const note = await ask('GET', `${path}/${idOf(json)}`)
      return Date.parse(String(at(note.json, 'created_at'))) === Date.UTC(2015, 5, 7, 8, 9, 10)
    },
  },
  {
    name: 'An issue goes on counting the notes that were deleted',
    breaks: 'Document 2, Issue: user_notes_count; DELETE .../notes/:note_id',
    at: ['getIssue', 'deleteIssueNote'],
    start: serving(() => {
      const deleted = new Map<number, number>()
      return {
        async deleteIssueNote(call) {
          const issue = Number(call.path.issue_id)
          const before = await call.ask('GET', `${issuePath(call)}/notes/${call.path.note_id}`)
          const response = await call.send()
          const isGone = response.ok && before.status === 200 && at(before.json, 'system') !== true
          if (isGone) deleted.set(issue, (deleted.get(issue) ?? 0) + 1)
          return response
        },
        async getIssue(call) {
          const more = deleted.get(Number(call.path.issue_id)) ?? 0
          const response = await call.send()
          if (!response.ok || more === 0) return response
          return changed(response, (json) =>
            withFields(json, { user_notes_count: Number(at(json, 'user_notes_count')) + more }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('DELETE', `${path}/notes/${await newNote(ask, path, 'Gone')}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'A user may use sudo on the notes of a snippet to become himself',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403, Must be admin to use sudo',
    at: ['listSnippetNotes'],
    start: serving((forge) => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const url = new URL(call.request.url)
        const headers = new Headers(call.request.headers)
        url.searchParams.delete('sudo')
        headers.delete('sudo')
        const user = await askOf((request) => forge.fetch(request))('GET', `/user${url.search}`, {
          token: '',
          headers: Object.fromEntries(headers),
        })
        const isOwn = [at(user.json, 'id'), at(user.json, 'username')].some(
          (name) => String(name) === call.sudo,
        )
        return isOwn ? forge.fetch(new Request(url, { headers })) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const user = await newMember(ask, project, 30)
      const snippet = await newSnippet(ask, project)
      const { json } = await ask('GET', `/user?sudo=${user.username}`)
      const { status } = await ask('GET', `/projects/${project}/snippets/${snippet}/notes`, {
        token: String(at(json, 'private_token')),
        headers: { sudo: user.username },
      })
      return status === 200
    },
  },
  {
    name: 'A note is found below every snippet of its project',
    breaks: 'Document 2, GET /projects/:id/snippets/:snippet_id/notes/:note_id: parent id; 404',
    at: ['getSnippetNote'],
    start: serving(() => ({
      async getSnippetNote(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const path = `${projectPath(call)}/snippets`
        const snippets = fieldOf((await call.ask('GET', `${path}?per_page=100`)).json, 'id')
        if (!snippets.includes(Number(call.path.snippet_id))) return response
        for (const snippet of snippets) {
          const note = await call.ask('GET', `${path}/${snippet}/notes/${call.path.note_id}`)
          if (note.status === 200) return responseOf(note)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets`
      const [one, other] = [await newSnippet(ask, project), await newSnippet(ask, project)]
      const note = await newNote(ask, `${path}/${one}`, 'Here')
      return (await ask('GET', `${path}/${other}/notes/${note}`)).status === 200
    },
  },
  {
    name: 'A note of a snippet that is changed without a body lacks what its column is called',
    breaks: 'Document 1, Errors 1: missing attribute (400), message names the attribute (body)',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.body !== undefined) return response
        return jsonAnswer(400, { message: '400 (Bad request) "note" not given' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const note = await newNote(ask, path, 'Kept')
      const { status, json } = await ask('PUT', `${path}/notes/${note}`, { body: {} })
      return status === 400 && !String(at(json, 'message')).includes('body')
    },
  },
  {
    name: 'A snippet that says nothing of who sees it is created, and private',
    breaks: 'Document 2, POST /projects/:id/snippets: visibility_level (req)',
    at: ['createSnippet'],
    start: serving(() => ({
      createSnippet: (call) =>
        call.given.visibility_level === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const body = { title: 'One', file_name: 'one.txt', code: 'one\n' }
      return (await ask('POST', `/projects/${project}/snippets`, { body })).status === 201
    },
  },
  {
    name: 'A snippet is not made private, as the level 0 counts as none',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator; PUT',
    at: ['updateSnippet', 'getSnippet', 'getRawSnippet', 'listSnippets'],
    start: serving(() => ({
      async updateSnippet(call) {
        const { visibility_level, ...others } = call.given
        if (String(visibility_level) !== '0') return call.send()
        const isChanged = ['title', 'file_name', 'code'].some((name) => name in others)
        if (isChanged) return call.send({ visibility_level: undefined })
        // Nothing is left to change, but who may not change it is refused as before.
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const title = at((await call.ask('GET', path)).json, 'title')
        return call.send({ visibility_level: undefined, ...(title === undefined ? {} : { title }) })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 10 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).username)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await asUser('GET', path)).status === 200
    },
  },
]
