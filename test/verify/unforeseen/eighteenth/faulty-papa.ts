import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

/** The text read as a part of an address once more; one that is none stays as it is. */
function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const faultyPapaServers: readonly FaultyServer[] = [
  {
    name: 'Issues of a project are looked for by each word of a label of two words',
    breaks: 'Document 2, GET /projects/:id/issues: labels (comma-separated), any label',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        typeof call.given.labels === 'string'
          ? call.send({ labels: call.given.labels.replaceAll(/(?<=\S) +(?=[^\s,])/g, ',') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'waiting for parts' })
      const path = `/projects/${project}/issues?labels=${encoded('waiting for parts')}`
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'An issue that somebody has a todo of has one for everybody',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<number>()
      return {
        async createTodoOfIssue(call) {
          const { status } = await call.ask('GET', issuePath(call))
          const issue = Number(call.path.issue_id)
          if (status === 200 && issues.has(issue)) return notModified()
          const response = await call.send()
          if (response.status === 201) issues.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const user = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, user.id)('POST', path)).status === 304
    },
  },
  {
    name: 'Merge requests asked for by two iids are those of every state',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] and state',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        Array.isArray(call.given.iids) && call.given.iids.length > 1
          ? call.send({ state: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await newMergeRequest(ask, project, 'first')
      await newMergeRequest(ask, project, 'second')
      await ask('PUT', `/projects/${project}/merge_requests/${first}/merge`, { body: {} })
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&state=merged`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'A merge request still says that it would close an issue that was removed',
    breaks:
      'Document 2, .../closes_issues: issues that merging would close; DELETE of an issue: removed',
    at: ['listIssuesClosedByMergeRequest', 'deleteIssue'],
    start: serving(() => {
      const removed: Values[] = []
      return {
        async deleteIssue(call) {
          const { json } = await call.askAsRoot('GET', issuePath(call))
          const response = await call.send()
          if (response.ok && at(json, 'id') !== undefined) removed.push(fieldsOf(json))
          return response
        },
        listIssuesClosedByMergeRequest: (call) =>
          relisted(call, async (all) => {
            const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
            const named: readonly string[] = String(at(json, 'description')).match(/#\d+/g) ?? []
            const kept = removed.filter(
              ({ iid, project_id }) =>
                project_id === at(json, 'project_id') && named.includes(`#${iid}`),
            )
            return [...all, ...kept]
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const description = 'Closes #1'
      const request = await newMergeRequest(ask, project, 'closing', { description })
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const path = `/projects/${project}/merge_requests/${request}/closes_issues`
      return fieldOf((await ask('GET', path)).json, 'id').includes(issue)
    },
  },
  {
    name: 'The text of a snippet that was public is still given to anybody after it became private',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const texts = new Map<string, string>()
      return {
        async getRawSnippet(call) {
          const snippet = String(call.path.snippet_id)
          const response = await call.send()
          if (response.ok) texts.set(snippet, await response.clone().text())
          const text = texts.get(snippet)
          if (text === undefined || ![403, 404].includes(response.status)) return response
          const path = `${projectPath(call)}/snippets/${snippet}`
          const exists = (await call.askAsRoot('GET', path)).status === 200
          const isReadable = (await call.ask('GET', projectPath(call))).status === 200
          if (!exists || !isReadable) return response
          return new Response(text, { headers: { 'content-type': 'text/plain' } })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 20 })
      const other = actingAs(ask, (await newUser(ask)).id)
      const path = `/projects/${project}/snippets/${snippet}`
      await other('GET', `${path}/raw`)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await other('GET', `${path}/raw`)).status === 200
    },
  },
  {
    name: 'A merge request is merged if the sha given is the beginning of its head',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        if (sha.length < 7) return call.send()
        const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
        const head = String(at(json, 'sha'))
        return head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'short')
      const sha = (await headOf(ask, project, 'short')).slice(0, 10)
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A merge request without a target branch is refused with the name of the source branch',
    breaks: 'Document 1, Errors 1: message is a string naming the attribute that is missing',
    at: ['createMergeRequest'],
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        const { source_branch, target_branch, title } = call.given
        const isOther = source_branch === undefined || title === undefined
        if (response.status !== 400 || target_branch !== undefined || isOther) return response
        return changed(response, (json) =>
          withFields(json, {
            message: String(at(json, 'message')).replace('target_branch', 'source_branch'),
          }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { source_branch: 'master', title: 'To nowhere' }
      const { json } = await ask('POST', `/projects/${project}/merge_requests`, { body })
      return String(at(json, 'message')).includes('source_branch')
    },
  },
  {
    name: 'An administrator who acts for a user by username is shown issues of their own',
    breaks:
      'Document 1, Authentication 5: sudo by numeric id or username; GET /issues: created by the caller',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const response = await call.send()
        const isByName = call.sudo !== undefined && !/^\d+$/.test(call.sudo)
        return response.ok && isByName ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const user = await newUser(ask)
      const { json } = await actingAs(ask, user.username)('GET', '/issues')
      return fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'Every page of the events of a user but the first begins with its oldest',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        if (Number(call.given.page ?? 1) < 2) return response
        return changed(response, (json) => (Array.isArray(json) ? json.toReversed() : json))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const user = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, {
        body: { user_id: user.id, access_level: 30 },
      })
      const own = actingAs(ask, user.id)
      const issues: number[] = []
      for (let made = 0; made < 4; made++) issues.push(await newIssue(own, project))
      const page = await ask('GET', `/users/${user.id}/events?per_page=2&page=2`)
      const found = fieldOf(page.json, 'target_id').map((id) => issues.indexOf(Number(id)))
      const known = found.filter((place) => place >= 0)
      return known.length > 1 && Number(known[0]) < Number(known[1])
    },
  },
  {
    name: 'The event of a comment on a merge request is without the comment',
    breaks: 'Document 1, Activity event: note (note object, for comments)',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        return eachChanged(await call.send(), ({ note, ...event }) =>
          note === undefined || at(note, 'noteable_type') === 'MergeRequest'
            ? event
            : { ...event, note },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'commented')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Is it dry?' } })).json)
      const events = listOf((await ask('GET', `/projects/${project}/events`)).json)
      const event = events.find(
        ({ target_id, target_type }) => target_type === 'Note' && target_id === note,
      )
      return event !== undefined && event.note === undefined
    },
  },
  {
    name: 'Who has subscribed to a merge request subscribes anew once it is merged',
    breaks: 'Document 2, POST .../:merge_request_id/subscription: 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged' ? jsonAnswer(201, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'followed')
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('PUT', `${path}/merge`, { body: {} })
      await ask('POST', `${path}/subscription`)
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'A comment on a merge request that was removed is found by its id, and not in the list',
    breaks: 'Document 2, DELETE .../notes/:note_id: the deleted Note; Document 1, Errors: 404',
    at: ['getMergeRequestNote', 'deleteMergeRequestNote'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      const key = (call: Call) => `${mergeRequestPath(call)}/notes/${call.path.note_id}`
      return {
        async deleteMergeRequestNote(call) {
          const { status, json } = await call.askAsRoot('GET', key(call))
          const response = await call.send()
          if (response.ok && status === 200) removed.set(key(call), json)
          return response
        },
        async getMergeRequestNote(call) {
          const response = await call.send()
          const note = removed.get(key(call))
          if (response.status !== 404 || note === undefined) return response
          const { status } = await call.ask('GET', mergeRequestPath(call))
          return status === 200 ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'regretted')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Never mind' } })).json)
      await ask('DELETE', `${path}/${note}`)
      return (await ask('GET', `${path}/${note}`)).status === 200
    },
  },
  {
    name: 'The new text of a comment on an issue is decoded twice where the query brings it',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query string or in the body',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      updateIssueNote: (call) =>
        new URL(call.request.url).searchParams.has('body')
          ? call.send({ body: decodedAgain(String(call.given.body)) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Before' } })).json)
      await ask('PUT', `${path}/${note}?body=${encoded('A slash is %2F')}`)
      return at((await ask('GET', `${path}/${note}`)).json, 'body') === 'A slash is /'
    },
  },
  {
    name: 'An issue that is moved takes the first of its labels with it',
    breaks:
      'Document 2, POST .../move: a label of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `/projects/${call.given.to_project_id}/issues/${idOf(await jsonOf(response))}`
        const labels = at((await call.askAsRoot('GET', path)).json, 'labels')
        if (!Array.isArray(labels) || labels.length < 2) return response
        await call.askAsRoot('PUT', path, { labels: labels[0] })
        return changed(response, (json) => withFields(json, { labels: labels.slice(0, 1) }))
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask)
      const labels = 'deck,hull'
      await newIssue(ask, target, { labels })
      const path = `/projects/${source}/issues/${await newIssue(ask, source, { labels })}/move`
      const { json } = await ask('POST', path, { body: { to_project_id: target } })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return at(moved.json, 'labels.0') !== undefined && at(moved.json, 'labels.1') === undefined
    },
  },
  {
    name: 'The changes of a merge request stay those to the branch that it was aimed at first',
    breaks:
      'Document 2, PUT of a merge request: target_branch; .../changes: Merge request with changes',
    at: ['getMergeRequestChanges', 'updateMergeRequest'],
    start: serving(() => {
      const known = new Map<string, unknown>()
      return {
        async getMergeRequestChanges(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) => {
            const key = `${idOf(json)} ${at(json, 'sha')}`
            if (!known.has(key)) known.set(key, at(json, 'changes'))
            return withFields(json, { changes: known.get(key) })
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'aimed')
      await newBranch(ask, project, 'nearer', 'aimed')
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'aimed' })
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('GET', `${path}/changes`)
      const body = { source_branch: 'aimed', target_branch: 'nearer', title: 'Aimed' }
      await ask('PUT', path, { body })
      const { json } = await ask('GET', `${path}/changes`)
      return at(json, 'target_branch') === 'nearer' && listOf(at(json, 'changes')).length === 2
    },
  },
  {
    name: 'The second page of the commits of a merge request repeats the last of the first',
    breaks: 'Document 2, Endpoints: page and per_page apply to all lists',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        if (!response.ok || page < 2) return response
        const size = Number(response.headers.get('x-per-page') ?? 20)
        const start = (page - 1) * size - 1
        const all = await allOf(call)
        return withBody(response, JSON.stringify(all.slice(start, start + size)))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'long')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'long' })
      const path = `/projects/${project}/merge_requests/${request}/commits?per_page=1`
      const pages = await Promise.all([1, 2].map((page) => ask('GET', `${path}&page=${page}`)))
      const [first, second] = pages.map(({ json }) => at(json, '0.id'))
      return first !== undefined && first === second
    },
  },
  {
    name: 'A comment on an issue that is dated in another time zone is dated as if in none',
    breaks: 'Document 2, POST of a note of an issue: created_at (ISO 8601)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote: (call) =>
        typeof call.given.created_at === 'string'
          ? call.send({ created_at: call.given.created_at.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'From the east', created_at: '2015-03-04T12:00:00+05:00' }
      const note = idOf((await ask('POST', path, { body })).json)
      const { json } = await ask('GET', `${path}/${note}`)
      return Date.parse(String(at(json, 'created_at'))) === Date.UTC(2015, 2, 4, 12)
    },
  },
  {
    name: 'The author of a merge request may remove it, whatever their level',
    breaks: 'Document 2, DELETE of a merge request: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { id } = await callerOf(call)
        return id !== undefined && at(json, 'author.id') === id ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, {
        body: { user_id: user.id, access_level: 30 },
      })
      const own = actingAs(ask, user.id)
      const request = await newMergeRequest(own, project, 'mine')
      const path = `/projects/${project}/merge_requests/${request}`
      const wasThere = (await own('GET', path)).status === 200
      return wasThere && (await own('DELETE', path)).status === 200
    },
  },
  {
    name: 'A snippet that is changed without a word about its visibility becomes public',
    breaks:
      'Document 2, PUT of a snippet: visibility_level is optional; 0 visible only to the creator',
    at: ['updateSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet: (call) => call.send({ visibility_level: call.given.visibility_level ?? 20 }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}`
      await ask('PUT', path, { body: { title: 'Two' } })
      const other = actingAs(ask, (await newUser(ask)).id)
      return (await other('GET', path)).status === 200
    },
  },
  {
    name: 'Issues of a group that match two labels are in descending order, whichever was asked for',
    breaks: 'Document 2, GET /groups/:id/issues: labels and sort (asc/desc)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        String(call.given.labels ?? '').includes(',')
          ? call.send({ sort: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const issues: number[] = []
      for (const year of [2001, 2002]) {
        const created_at = `${year}-01-01T00:00:00Z`
        issues.push(await newIssue(ask, project, { labels: 'deck,hull', created_at }))
      }
      const path = `/groups/${group}/issues?labels=deck,hull&sort=asc`
      return fieldOf((await ask('GET', path)).json, 'id').indexOf(issues[0]) === 1
    },
  },
]
