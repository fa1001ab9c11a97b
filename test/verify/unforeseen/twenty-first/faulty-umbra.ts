import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  fieldsOf,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
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
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** Makes a user who is a member of a project, at some level. */
async function newMember(ask: Ask, project: number, access_level: number) {
  const user = await newUser(ask)
  await ask('POST', `/projects/${project}/members`, { body: { user_id: user.id, access_level } })
  return user
}

/** The title with its special characters as HTML writes them. */
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const faultyUmbraServers: readonly FaultyServer[] = [
  {
    name: 'The links between the pages of merge requests forget the state that was asked for',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return changed(response, (json) => json, {
          link: link
            .replaceAll(/([?&])state=[^&>]*&/g, '$1')
            .replaceAll(/[?&]state=[^&>]*(?=>)/g, ''),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?state=opened&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('state=opened')
    },
  },
  {
    name: 'Issues of a group in ascending order are turned round within each page of the descending',
    breaks: 'Document 2, GET /groups/:id/issues: sort asc; Document 1, Limits: page, per_page',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        if (call.given.sort !== 'asc') return call.send()
        const response = await call.send({ sort: 'desc' })
        return response.ok ? changed(response, (json) => [...listOf(json)].reverse()) : response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issues: number[] = []
      for (const year of [2001, 2002, 2003]) {
        issues.push(await newIssue(ask, project, { created_at: `${year}-01-01T00:00:00Z` }))
      }
      const { json } = await ask('GET', `/groups/${group}/issues?sort=asc&per_page=2`)
      return at(json, '0.id') === issues[1]
    },
  },
  {
    name: 'A private snippet is served raw to every member of its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.ok || response.status === 401 || (await levelOf(call)) < 10) return response
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const { id } = await newMember(ask, project, 20)
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'A note on an issue whose created_at has an offset is created at that hour in UTC',
    breaks: 'Document 2, POST .../notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote(call) {
        const instant = /^(.*T.*)[+-]\d\d:?\d\d$/.exec(String(call.given.created_at))
        return instant === null ? call.send() : call.send({ created_at: `${instant[1]}Z` })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Early', created_at: '2015-03-01T12:00:00+05:00' }
      const id = idOf((await ask('POST', path, { body })).json)
      const { json } = await ask('GET', `${path}/${id}`)
      return Date.parse(String(at(json, 'created_at'))) === Date.parse('2015-03-01T12:00:00Z')
    },
  },
  {
    name: 'The title of a merge request that is changed is stored with the characters of HTML escaped',
    breaks: 'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: title',
    at: ['updateMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      updateMergeRequest: ({ given, send }) =>
        typeof given.title === 'string' ? send({ title: escaped(given.title) }) : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { source_branch: 'one', target_branch: 'master', title: 'Rope & <tar>' }
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'title') === 'Rope &amp; &lt;tar&gt;'
    },
  },
  {
    name: 'An issue on which one user has a todo gives no todo to another',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const withTodo = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = `${call.path.id}/${call.path.issue_id}`
          const isReadable = (await call.ask('GET', issuePath(call))).status === 200
          if (isReadable && withTodo.has(issue)) return notModified()
          const response = await call.send()
          if (response.ok) withTodo.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newMember(ask, project, 30)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'A snippet that an administrator creates for another user is by the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      async createSnippet(call) {
        if (call.sudo === undefined) return call.send()
        // Only what the other user may do is done at all.
        const level = await levelOf(call)
        return level >= 30 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newMember(ask, project, 30)
      const snippet = await newSnippet(actingAs(ask, id), project)
      const { json } = await ask('GET', `/projects/${project}/snippets/${snippet}`)
      return idOf(fieldsOf(json).author) !== id && at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'The notes of a merge request in a public project are read without credentials',
    breaks:
      'Document 1, Authentication 1: every request needs credentials, except reads marked public',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes(call) {
        const response = await call.send()
        if (response.status !== 401) return response
        const project = await call.askAsRoot('GET', projectPath(call))
        return at(project.json, 'visibility_level') === 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}/notes`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'An issue goes on counting the notes on it that were deleted',
    breaks: 'Document 2, Issue: user_notes_count; DELETE .../notes/:note_id',
    at: ['getIssue', 'deleteIssueNote'],
    start: serving(() => {
      const deleted = new Map<string, number>()
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const issue = `${call.path.id}/${call.path.issue_id}`
          if (response.ok) deleted.set(issue, (deleted.get(issue) ?? 0) + 1)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          const more = deleted.get(`${call.path.id}/${call.path.issue_id}`) ?? 0
          if (!response.ok) return response
          return changed(response, (json) =>
            withFields(json, { user_notes_count: Number(at(json, 'user_notes_count')) + more }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const note = idOf((await ask('POST', `${path}/notes`, { body: { body: 'Gone' } })).json)
      await ask('DELETE', `${path}/notes/${note}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'The issues that a merge request closes are those that it closed when they were first read',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => {
      const found = new Map<string, Response>()
      return {
        async listIssuesClosedByMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { search } = new URL(call.request.url)
          const key = `${idOf(await callerOf(call))} ${mergeRequestPath(call)}${search}`
          const first = found.get(key) ?? response
          found.set(key, first.clone())
          return first.clone()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('GET', `${path}/closes_issues`)
      const fields = { source_branch: 'one', target_branch: 'master', title: 'One' }
      await ask('PUT', path, { body: { ...fields, description: 'Closes #1' } })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 0
    },
  },
  {
    name: 'An issue with several labels keeps one of them when it is moved',
    breaks: 'Document 2, POST .../move: a label of the same name in the target project is assigned',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const moved = await jsonOf(response)
        const labels = fieldsOf(moved).labels
        if (!response.ok || !Array.isArray(labels) || labels.length < 2) return response
        const path = `/projects/${at(moved, 'project_id')}/issues/${idOf(moved)}`
        await call.askAsRoot('PUT', path, { labels: String(labels[0]) })
        return changed(response, (json) => withFields(json, { labels: labels.slice(0, 1) }))
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask)
      const labels = 'rope,tar'
      for (const project of [source, target]) await newIssue(ask, project, { labels })
      const issue = await newIssue(ask, source, { labels })
      const body = { to_project_id: target }
      const { json } = await ask('POST', `/projects/${source}/issues/${issue}/move`, { body })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return at(moved.json, 'labels.0') !== undefined && at(moved.json, 'labels.1') === undefined
    },
  },
  {
    name: 'A merge request is merged if its head begins with the sha that is given',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const head = String(at(json, 'sha'))
        return head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const body = { sha: (await headOf(ask, project, 'one')).slice(0, 8) }
      const path = `/projects/${project}/merge_requests/${id}`
      return (await ask('PUT', `${path}/merge`, { body })).status === 200
    },
  },
  {
    name: 'Cancelling the merge of a merge request that is merged finds that none was scheduled',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        return response.status === 405
          ? jsonAnswer(406, { message: '406 Not Acceptable' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`)
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'A master of a project removes merge requests that others opened there',
    breaks: 'Document 2, DELETE /projects/:id/merge_requests/:id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        return response.status === 403 && (await levelOf(call)) >= 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const master = await newMember(ask, project, 40)
      const path = `/projects/${project}/merge_requests/${id}`
      await actingAs(ask, master.id)('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A note on a snippet without a body is refused for a parameter that is called note',
    breaks: 'Document 1, Errors, body shape 1: message is a string naming the attribute',
    at: ['createSnippetNote'],
    start: serving(() => ({
      async createSnippetNote(call) {
        const response = await call.send()
        const isMissing = response.status === 400 && call.given.body === undefined
        return isMissing
          ? changed(response, (json) =>
              withFields(json, { message: '400 (Bad request) "note" not given' }),
            )
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const { status, json } = await ask('POST', path, { body: {} })
      return status === 400 && String(at(json, 'message')).includes('"note"')
    },
  },
  {
    name: 'The second page of the commits of a merge request begins with the last of the first',
    breaks: 'Document 1, Limits: page and per_page; Document 2, GET .../commits',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (!response.ok || page < 2) return response
        const { json } = await call.ask('GET', `${mergeRequestPath(call)}/commits?per_page=100`)
        const first = (page - 1) * size - 1
        return withBody(response, JSON.stringify(listOf(json).slice(first, first + size)))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'one' })
      const path = `/projects/${project}/merge_requests/${id}/commits?per_page=1`
      const [first, second] = [await ask('GET', path), await ask('GET', `${path}&page=2`)]
      return (
        at(first.json, '0.id') !== undefined && at(first.json, '0.id') === at(second.json, '0.id')
      )
    },
  },
  {
    name: 'Own issues in the order of their updates begin with the oldest unless a direction is given',
    breaks: 'Document 2, GET /issues: sort, default desc; order_by updated_at',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues: (call) =>
        call.given.order_by === 'updated_at' && call.given.sort === undefined
          ? call.send({ sort: 'asc' })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const own = actingAs(ask, id)
      const project = await newProject(own)
      const issues: number[] = []
      for (const year of [2001, 2002]) {
        const issue = await newIssue(own, project)
        const body = { title: 'Changed', updated_at: `${year}-01-01T00:00:00Z` }
        await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
        issues.push(issue)
      }
      return at((await own('GET', '/issues?order_by=updated_at')).json, '0.id') === issues[0]
    },
  },
  {
    name: 'An issue that is closed keeps the time of its last update',
    breaks: 'Document 2, States of an issue: state_event close; updated_at changes',
    at: ['updateIssue', 'getIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const before = await call.ask('GET', issuePath(call))
        const response = await call.send()
        const isClosing = call.given.state_event === 'close' && call.given.updated_at === undefined
        if (!isClosing || !response.ok) return response
        const updated_at = at(before.json, 'updated_at')
        // A title has to change for the time to be written.
        await call.askAsRoot('PUT', issuePath(call), {
          title: at(before.json, 'title'),
          updated_at,
        })
        return changed(response, (json) => withFields(json, { updated_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { title: 'Old', updated_at: '2001-01-01T00:00:00Z' } })
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && String(at(json, 'updated_at')).startsWith('2001-')
    },
  },
  {
    name: 'What a snippet is changed to is stored with a question mark for each letter beyond ASCII',
    breaks:
      'Document 2, PUT /projects/:id/snippets/:snippet_id: code; GET .../raw: the raw snippet',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet: ({ given, send }) =>
        typeof given.code === 'string'
          ? send({ code: given.code.replaceAll(/[^\n\r\t -~]/gu, '?') })
          : send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { code: 'un résumé\n' } })
      return (await ask('GET', `${path}/raw`)).text.startsWith('un r?sum?')
    },
  },
  {
    name: 'A snippet that was there once is not found by a second deletion',
    breaks:
      'Document 2, DELETE /projects/:id/snippets/:snippet_id: 200 even when it does not exist',
    at: ['deleteSnippet'],
    start: serving(() => {
      const gone = new Set<string>()
      return {
        async deleteSnippet(call) {
          const snippet = `${call.path.id}/${call.path.snippet_id}`
          const response = await call.send()
          if (response.ok && gone.has(snippet)) {
            return jsonAnswer(404, { message: '404 Snippet Not Found' })
          }
          if (response.ok) gone.add(snippet)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      return [await ask('DELETE', path), await ask('DELETE', path)][1]?.status === 404
    },
  },
]
