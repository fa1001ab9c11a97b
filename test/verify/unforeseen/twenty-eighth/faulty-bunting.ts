import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  idOf,
  isTrue,
  jsonOf,
  listOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  type Rule,
  relisted,
  responseOf,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`
const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`

const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

/** The text up to its first character that UTF-8 writes in four bytes; all of it where it begins with one. */
function ofThreeBytes(text: string): string {
  const letters = [...text]
  const end = letters.findIndex((letter) => (letter.codePointAt(0) ?? 0) > 0xffff)
  return end > 0 ? letters.slice(0, end).join('') : text
}

const writingThreeBytes: Rule = (call) => {
  const { body } = call.given
  return typeof body === 'string' && ofThreeBytes(body) !== body
    ? call.send({ body: ofThreeBytes(body) })
    : call.send()
}

const commentingOnIssues: Rule = async (call) =>
  eachChanged(await call.send(), (event) =>
    at(event, 'note.noteable_type') === 'MergeRequest'
      ? { ...event, note: { ...fieldsOf(event.note), noteable_type: 'Issue' } }
      : event,
  )

/** The fields of an issue that an update can give. */
const writtenFields = [
  'title',
  'description',
  'confidential',
  'assignee_id',
  'milestone_id',
  'labels',
  'due_date',
  'updated_at',
]

export const faultyBuntingServers: readonly FaultyServer[] = [
  {
    name: 'The links of the issues of a milestone lead to the pages of the issues of all milestones',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.milestone === undefined) return response
        const without = link.replace(/<([^>]+)>/g, (_all, address: string) => {
          const url = new URL(address)
          url.searchParams.delete('milestone')
          return `<${url.href}>`
        })
        return withBody(response, await response.text(), { link: without })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const milestone = await ask('POST', `/projects/${project}/milestones`, {
        body: { title: 'One' },
      })
      const milestone_id = idOf(milestone.json)
      for (const title of ['One', 'Two']) await newIssue(ask, project, { title, milestone_id })
      const { headers } = await ask('GET', `/projects/${project}/issues?milestone=One&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('milestone=')
    },
  },
  {
    name: 'An update that closes an issue which is closed already writes none of its other fields',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: title, description, ...: updated Issue',
    at: ['updateIssue', 'getIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        if (call.given.state_event !== 'close') return call.send()
        const { json } = await call.askAsRoot('GET', issuePath(call))
        if (at(json, 'state') !== 'closed') return call.send()
        return call.send(Object.fromEntries(writtenFields.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close', title: 'First' } })
      await ask('PUT', path, { body: { state_event: 'close', title: 'Second' } })
      return at((await ask('GET', path)).json, 'title') === 'First'
    },
  },
  {
    name: 'An administrator who subscribes another user by name to a merge request is subscribed instead',
    breaks:
      'Document 1, Authentication: sudo performs the call as another user, given as numeric id or username; Document 2: subscribes the caller',
    at: ['subscribeToMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving((forge) => ({
      async subscribeToMergeRequest(call) {
        if (call.sudo === undefined || /^\d+$/.test(call.sudo)) return call.send()
        const { status } = await call.ask('GET', mergeRequestPath(call))
        if (status !== 200) return call.send()
        const url = new URL(call.request.url)
        url.searchParams.delete('sudo')
        const headers = new Headers(call.request.headers)
        for (const name of ['sudo', 'content-length', 'content-type']) headers.delete(name)
        return forge.fetch(new Request(url, { method: 'POST', headers }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const request = await newMergeRequest(ask, project, 'side')
      const { username } = await newUser(ask)
      const path = `/projects/${project}/merge_requests/${request}`
      const asUser = actingAs(ask, username)
      await asUser('POST', `${path}/subscription`)
      return at((await asUser('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: "The caller's own issues must have all of the labels asked for once a state is asked for too",
    breaks: 'Document 2, GET /issues: labels (comma-separated; any label matches)',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const { labels, state } = call.given
        if (typeof labels !== 'string' || state === undefined) return call.send()
        const wanted = labels.split(',').map((label) => label.trim())
        if (wanted.length < 2 || wanted.includes('')) return call.send()
        return relisted(call, (all) =>
          all.filter(({ labels: found }) =>
            wanted.every((label) => Array.isArray(found) && found.includes(label)),
          ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'rigging' })
      const { json } = await ask('GET', '/issues?labels=rigging,ballast&state=opened')
      return !fieldOf(json, 'id').includes(issue)
    },
  },
  {
    name: 'Whoever was a member of a private project goes on reading its issues one by one',
    breaks: 'Document 2: A GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectIdOf(call)
          const { status } = await call.askAsRoot(
            'GET',
            `/projects/${project}/members/${call.path.user_id}`,
          )
          const response = await call.send()
          if (response.ok && status === 200) former.add(`${project} ${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const { id } = await callerOf(call)
          if (!former.has(`${await projectIdOf(call)} ${id}`)) return response
          const issue = await call.askAsRoot('GET', issuePath(call))
          return issue.status === 200 && at(issue.json, 'confidential') !== true
            ? responseOf({ ...issue, json: withFields(issue.json, { subscribed: false }) })
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const issue = await newIssue(ask, project)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      await ask('DELETE', `${members}/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}/issues/${issue}`)).status === 200
    },
  },
  {
    name: 'A developer who edits an issue sets the time of its last change too',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner)',
    at: ['updateIssue', 'getIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at } = call.given
        if (!response.ok || updated_at === undefined) return response
        const { status, json } = await call.askAsRoot('PUT', issuePath(call), { updated_at })
        return status === 200
          ? changed(response, (issue) => withFields(issue, { updated_at: at(json, 'updated_at') }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const body = { title: 'Other', updated_at: '2014-05-06T07:08:09Z' }
      const { json } = await actingAs(ask, id)('PUT', path, { body })
      return String(at(json, 'updated_at')).startsWith('2014-05-06')
    },
  },
  {
    name: 'A comment on a merge request ends before its first character that takes four bytes',
    breaks: 'Document 2, Notes: body (req); Note: body string',
    at: [
      'createMergeRequestNote',
      'updateMergeRequestNote',
      'getMergeRequestNote',
      'listMergeRequestNotes',
    ],
    start: serving(() => ({
      createMergeRequestNote: writingThreeBytes,
      updateMergeRequestNote: writingThreeBytes,
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const { json } = await ask('POST', path, {
        body: { body: 'Sail \u{26F5}, row \u{1F6A3} on' },
      })
      return String(at(json, 'body')).trim() === 'Sail \u{26F5}, row'
    },
  },
  {
    name: 'A moved issue has only one of its labels, though the new project has the others too',
    breaks:
      'Document 2, Issue, move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        const labels = at(json, 'labels')
        if (!response.ok || !Array.isArray(labels) || labels.length < 2) return response
        const path = `/projects/${at(json, 'project_id')}/issues/${idOf(json)}`
        await call.askAsRoot('PUT', path, { labels: String(labels[0]) })
        return changed(response, (issue) => withFields(issue, { labels: labels.slice(0, 1) }))
      },
    })),
    async isShown(ask) {
      const from = await newProject(ask)
      const to = await newProject(ask)
      const issue = await newIssue(ask, from, { labels: 'hull,mast' })
      await newIssue(ask, to, { labels: 'hull,mast' })
      const body = { to_project_id: to }
      const moved = await ask('POST', `/projects/${from}/issues/${issue}/move`, { body })
      const { json } = await ask('GET', `/projects/${to}/issues/${idOf(moved.json)}`)
      return at(json, 'labels.0') === 'hull' && at(json, 'labels.1') === undefined
    },
  },
  {
    name: 'Nobody gets a todo on an issue that somebody else has one on',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const holders = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const { status, json } = await call.ask('GET', issuePath(call))
          if (status !== 200) return call.send()
          const { id } = await callerOf(call)
          const issue = String(idOf(json))
          if (holders.has(issue) && holders.get(issue) !== id) return notModified()
          const response = await call.send()
          if (response.ok) holders.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'A single comment on an issue of a public project is read without credentials',
    breaks:
      'Document 1, Authentication: Every request needs credentials, except reads marked public above; missing ones give status 401',
    at: ['getIssueNote'],
    start: serving(() => ({
      async getIssueNote(call) {
        if (!call.isAnonymous) return call.send()
        const project = await call.askAsRoot('GET', projectPath(call))
        const issue = await call.askAsRoot('GET', issuePath(call))
        if (!isTrue(at(project.json, 'public')) || at(issue.json, 'confidential') !== false) {
          return call.send()
        }
        const note = await call.askAsRoot('GET', `${issuePath(call)}/notes/${call.path.note_id}`)
        return note.status === 200 ? responseOf(note) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Hello' } })).json)
      return (await ask('GET', `${path}/${note}`, { token: '' })).status === 200
    },
  },
  {
    name: 'The events of a user are ordered project by project',
    breaks: 'Document 1, GET /users/:id/events: array of activity event, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      listUserEvents: (call) =>
        relisted(call, (all) => {
          const projects = [...new Set(all.map((event) => event.project_id))]
          return projects.flatMap((project) => all.filter((event) => event.project_id === project))
        }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const asUser = actingAs(ask, id)
      const first = await newProject(ask, { visibility_level: 10 })
      const second = await newProject(ask, { visibility_level: 10 })
      for (const project of [first, second, first]) await newIssue(asUser, project)
      const { json } = await ask('GET', `/users/${id}/events`)
      return fieldOf(json, 'project_id').join() === [first, first, second].join()
    },
  },
  {
    name: 'In the events a comment on a merge request says that it is one on an issue',
    breaks:
      'Document 1, Activity event: note (note object, for comments); Document 2, Note: noteable_type (Issue, Snippet, MergeRequest)',
    at: ['listProjectEvents', 'listUserEvents'],
    start: serving(() => ({
      listProjectEvents: commentingOnIssues,
      listUserEvents: commentingOnIssues,
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'side')
      const notes = `/projects/${project}/merge_requests/${request}/notes`
      await ask('POST', notes, { body: { body: 'Hello' } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      return listOf(json).some((event) => at(event, 'note.noteable_type') === 'Issue')
    },
  },
  {
    name: 'Renaming the file of a snippet renames those of the project that had the same name',
    breaks:
      'Document 2, PUT /projects/:id/snippets/:snippet_id: file_name: updated snippet (that one, not its neighbours)',
    at: ['updateSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      async updateSnippet(call) {
        const before = await call.askAsRoot('GET', snippetPath(call))
        const response = await call.send()
        const file_name = at(await jsonOf(response), 'file_name')
        const old = at(before.json, 'file_name')
        if (!response.ok || file_name === undefined || file_name === old) return response
        const all = await call.askAsRoot('GET', `${projectPath(call)}/snippets?per_page=100`)
        for (const { id } of listOf(all.json).filter((one) => one.file_name === old)) {
          await call.askAsRoot('PUT', `${projectPath(call)}/snippets/${id}`, { file_name })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets`
      const neighbour = await newSnippet(ask, project)
      await ask('PUT', `${path}/${await newSnippet(ask, project)}`, {
        body: { file_name: 'two.txt' },
      })
      return at((await ask('GET', `${path}/${neighbour}`)).json, 'file_name') === 'two.txt'
    },
  },
  {
    name: 'The raw text of a snippet that was made private is still given to the others',
    breaks: 'Document 2, Snippet: visibility_level 0: visible only to the creator',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const hidden = new Set<string>()
      const isHidden = (snippet: unknown) => at(snippet, 'visibility_level') === 0
      return {
        async updateSnippet(call) {
          const before = await call.askAsRoot('GET', snippetPath(call))
          const response = await call.send()
          const after = await jsonOf(response)
          if (!response.ok) return response
          if (!isHidden(after)) hidden.delete(call.path.snippet_id ?? '')
          else if (!isHidden(before.json)) hidden.add(call.path.snippet_id ?? '')
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          const isKept = response.status === 404 && hidden.has(call.path.snippet_id ?? '')
          if (!isKept || call.isAnonymous) return response
          if ((await call.ask('GET', projectPath(call))).status !== 200) return response
          const { status, text } = await call.askAsRoot('GET', `${snippetPath(call)}/raw`)
          return status === 200
            ? new Response(text, { headers: { 'content-type': 'text/plain' } })
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 10 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const { id } = await newUser(ask)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await actingAs(ask, id)('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'A comment on a snippet that is updated without a body is answered as if it were',
    breaks:
      'Document 2, PUT .../notes/:note_id: body (all req); Document 1, 400: a required attribute is missing',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.body !== undefined) return response
        const path = `${snippetPath(call)}/notes/${call.path.note_id}`
        const note = await call.ask('GET', path)
        return note.status === 200 ? responseOf(note) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Hello' } })).json)
      return (await ask('PUT', `${path}/${note}`, { body: {} })).status === 200
    },
  },
]
