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
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  pageOf,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'

const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`
const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`
const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`
const mergeRequestPath = (call: Call) =>
  `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`

/** The id of the project that a call names by its id or its path. */
const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

const callerIdOf = async (call: Call) => Number((await callerOf(call)).id)

/** The objects of a list that are kept; whatever is no list stays as it is. */
const keeping = (response: Response, keep: (one: Values) => boolean) =>
  changed(response, (json) => (Array.isArray(json) ? listOf(json).filter(keep) : json))

/** Makes a project whose snippets are enabled. */
const newSnippetProject = (ask: Parameters<typeof newProject>[0], given: Values = {}) =>
  newProject(ask, { snippets_enabled: true, ...given })

export const faultyTrackerServers: readonly FaultyServer[] = [
  {
    name: 'Own issues are those of the projects that their author is a member of',
    breaks: 'Document 2, GET /issues: array of Issue created by the caller',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const { json } = await call.ask('GET', '/projects?per_page=100')
        const projects = fieldOf(json, 'id')
        return keeping(await call.send(), ({ project_id }) => projects.includes(project_id))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const asAuthor = actingAs(ask, (await newUser(ask)).id)
      await newIssue(asAuthor, project)
      return listOf((await asAuthor('GET', '/issues')).json).length === 0
    },
  },
  {
    name: 'Issues of a group need two of their labels alone, however many are given',
    breaks: 'Document 2, GET /groups/:id/issues: labels, all labels must match',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        typeof call.given.labels === 'string'
          ? call.send({ labels: call.given.labels.split(',').slice(0, 2).join(',') })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'one,two' })
      await newIssue(ask, project, { labels: 'three' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=one,two,three`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'Issues of a group are without those of the projects that were transferred into it',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id; document 2, GET /groups/:id/issues',
    at: ['listIssuesOfGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const transferred = new Set<unknown>()
      return {
        async transferProjectToGroup(call) {
          const project = `/projects/${encoded(call.path.project_id)}`
          const id = idOf((await call.askAsRoot('GET', project)).json)
          const response = await call.send()
          if (response.ok) transferred.add(id)
          return response
        },
        listIssuesOfGroup: async (call) =>
          keeping(await call.send(), ({ project_id }) => !transferred.has(project_id)),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await newIssue(ask, project)
      await ask('POST', `/groups/${group}/projects/${project}`)
      return listOf((await ask('GET', `/groups/${group}/issues`)).json).length === 0
    },
  },
  {
    name: 'The links of the pages of issues in a state lead to those in every state',
    breaks: 'Document 1, Limits: Link, relations prev, next, first, last with full URLs',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, {
          link: link.replaceAll(/([?&])state=[^&>]*(&?)/g, (_, before, after) =>
            after === '' ? '' : before,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let count = 0; count < 2; count++) await newIssue(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/issues?state=opened&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('state=')
    },
  },
  {
    name: 'An issue says whether its author is subscribed, whoever reads it',
    breaks: 'Document 2, Subscription: POST .../subscription subscribes the caller; subscribed',
    at: ['getIssue'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        const author = at(await jsonOf(response), 'author.id')
        const { json } = await call.askAsRoot('GET', `${issuePath(call)}?sudo=${author}`)
        const subscribed = at(json, 'subscribed')
        if (!response.ok || subscribed === undefined) return response
        return changed(response, (issue) => withFields(issue, { subscribed }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asReader = actingAs(ask, (await newUser(ask)).id)
      await asReader('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      return at((await asReader('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'An issue counts the notes that were deleted',
    breaks: 'Document 2, Issue: user_notes_count; DELETE .../notes/:note_id',
    at: ['getIssue', 'deleteIssueNote'],
    start: serving(() => {
      const deleted = new Map<unknown, number>()
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const note = fieldsOf(await jsonOf(response))
          if (response.ok && note.system === false) {
            deleted.set(note.noteable_id, (deleted.get(note.noteable_id) ?? 0) + 1)
          }
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) =>
            withFields(json, {
              user_notes_count:
                Number(at(json, 'user_notes_count')) + (deleted.get(idOf(json)) ?? 0),
            }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', `${path}/notes/${idOf(json)}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'An issue that is made with the time of its creation has no due date',
    breaks: 'Document 2, POST /projects/:id/issues: created_at, due_date',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue: (call) =>
        call.given.created_at === undefined ? call.send() : call.send({ due_date: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const given = { created_at: '2014-05-06T07:08:09Z', due_date: '2014-06-01' }
      const issue = await newIssue(ask, project, given)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'due_date') === null
    },
  },
  {
    name: 'The time of an update is taken from administrators, and from no owner of the project',
    breaks: 'Document 2, PUT .../issues/:issue_id: updated_at, administrator or project owner',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: async (call) =>
        (await callerOf(call)).is_admin === true
          ? call.send()
          : call.send({ updated_at: undefined }),
    })),
    async isShown(ask) {
      const asOwner = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asOwner)
      const path = `/projects/${project}/issues/${await newIssue(asOwner, project)}`
      const body = { title: 'Later', updated_at: '2013-02-01T00:00:00Z' }
      const { json } = await asOwner('PUT', path, { body })
      return !String(at(json, 'updated_at')).startsWith('2013-02-01')
    },
  },
  {
    name: 'An issue may be deleted by whoever wrote it',
    breaks: 'Document 2, DELETE .../issues/:issue_id: administrator or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.ask('GET', issuePath(call))
        const isAuthor = at(json, 'author.id') === (await callerIdOf(call))
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const asAuthor = actingAs(ask, (await newUser(ask)).id)
      const path = `/projects/${project}/issues/${await newIssue(asAuthor, project)}`
      return (await asAuthor('DELETE', path)).status === 200
    },
  },
  {
    name: 'The notes of an issue are still listed when it has been deleted',
    breaks: 'Document 2, States of an issue: DELETE, removed; document 1, Errors: 404',
    at: ['listIssueNotes', 'deleteIssue'],
    start: serving(() => {
      const left = new Map<unknown, readonly Values[]>()
      return {
        async deleteIssue(call) {
          const { json } = await call.askAsRoot('GET', `${issuePath(call)}/notes?per_page=100`)
          const response = await call.send()
          if (response.ok) left.set(call.path.issue_id, listOf(json))
          return response
        },
        async listIssueNotes(call) {
          const response = await call.send()
          const notes = left.get(call.path.issue_id)
          if (response.status !== 404 || notes === undefined) return response
          return jsonAnswer(200, pageOf(call, notes))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes`)).status === 200
    },
  },
  {
    name: 'An issue that is moved keeps the first of its labels alone',
    breaks: 'Document 2, POST .../move: a label of the same name in the target is assigned to it',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = idOf(await jsonOf(response))
        const path = `/projects/${call.given.to_project_id}/issues/${id}`
        const found = at((await call.askAsRoot('GET', path)).json, 'labels')
        const [first] = Array.isArray(found) ? found : []
        if (first === undefined) return response
        await call.askAsRoot('PUT', path, { labels: first })
        return changed(response, (json) => withFields(json, { labels: [first] }))
      },
    })),
    async isShown(ask) {
      const [source, target] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, target, { labels: 'one,two' })
      const issue = await newIssue(ask, source, { labels: 'one,two' })
      const body = { to_project_id: target }
      const { json } = await ask('POST', `/projects/${source}/issues/${issue}/move`, { body })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return at(moved.json, 'labels.0') === 'one' && at(moved.json, 'labels.1') === undefined
    },
  },
  {
    name: 'An issue that its mover may not move is refused as forbidden',
    breaks: 'Document 2, POST .../move: 400 with explaining message if permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const isWithin = Number(call.given.to_project_id) === (await projectIdOf(call))
        const isRefused = response.status === 400 && Number(call.given.to_project_id) > 0
        return isRefused && !isWithin ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const target = await newProject(ask)
      const asOwner = actingAs(ask, (await newUser(ask)).id)
      const source = await newProject(asOwner)
      const path = `/projects/${source}/issues/${await newIssue(asOwner, source)}/move`
      return (await asOwner('POST', path, { body: { to_project_id: target } })).status === 403
    },
  },
  {
    name: 'Who has unsubscribed from an issue cannot subscribe to it again',
    breaks: 'Document 2, Subscription: 304 if already subscribed, else it subscribes the caller',
    at: ['subscribeToIssue'],
    start: serving(() => {
      const unsubscribed = new Set<string>()
      const keyOf = async (call: Call) => `${await callerIdOf(call)} ${call.path.issue_id}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) unsubscribed.add(await keyOf(call))
          return response
        },
        subscribeToIssue: async (call) =>
          unsubscribed.has(await keyOf(call)) ? new Response(null, { status: 304 }) : call.send(),
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
    name: 'Who unsubscribes from an issue unsubscribes everybody who had subscribed',
    breaks: 'Document 2, Subscription: DELETE .../subscription unsubscribes; the caller',
    at: ['unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const subscribers = new Map<unknown, Set<number>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const known = subscribers.get(call.path.issue_id) ?? new Set()
          if (response.ok) subscribers.set(call.path.issue_id, known.add(await callerIdOf(call)))
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          for (const id of subscribers.get(call.path.issue_id) ?? []) {
            await call.askAsRoot('DELETE', `${issuePath(call)}/subscription?sudo=${id}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asReader = actingAs(ask, (await newUser(ask)).id)
      await asReader('POST', `${path}/subscription`)
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      return at((await asReader('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A user has one to-do in all the issues of a project',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const reminded = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const key = `${await callerIdOf(call)} ${await projectIdOf(call)}`
          if (reminded.has(key)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.ok) reminded.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const todoOfNew = async () =>
        ask('POST', `/projects/${project}/issues/${await newIssue(ask, project)}/todo`)
      await todoOfNew()
      return (await todoOfNew()).status === 304
    },
  },
  {
    name: 'The time of a note loses the offset of its zone',
    breaks: 'Document 2, POST .../notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote'],
    start: serving(() => ({
      createIssueNote: ({ given, send }) =>
        typeof given.created_at === 'string'
          ? send({ created_at: given.created_at.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'One', created_at: '2015-03-01T12:00:00+05:00' }
      const { json } = await ask('POST', path, { body })
      return String(at(json, 'created_at')).startsWith('2015-03-01T12:00:00')
    },
  },
  {
    name: 'A note of an issue is found under every issue of the project',
    breaks: 'Document 2, GET .../issues/:issue_id/notes/:note_id; document 1, Errors: 404',
    at: ['getIssueNote'],
    start: serving(() => ({
      async getIssueNote(call) {
        const response = await call.send()
        const isReadable = (await call.ask('GET', issuePath(call))).status === 200
        if (response.status !== 404 || !isReadable) return response
        const { json } = await call.ask('GET', `${projectPath(call)}/issues?per_page=100`)
        for (const { id } of listOf(json)) {
          const path = `${projectPath(call)}/issues/${id}/notes/${call.path.note_id}`
          const note = await call.ask('GET', path)
          if (note.status === 200) return responseOf(note)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const [one, other] = [await newIssue(ask, project), await newIssue(ask, project)]
      const path = `/projects/${project}/issues`
      const { json } = await ask('POST', `${path}/${one}/notes`, { body: { body: 'One' } })
      return (await ask('GET', `${path}/${other}/notes/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'A note of an issue becomes that of whoever changes it',
    breaks: 'Document 2, Note: author; PUT .../notes/:note_id: modified Note',
    at: ['updateIssueNote', 'getIssueNote'],
    start: serving(() => {
      const editors = new Map<string | undefined, Values>()
      const withEditor = (json: unknown, editor: Values) => {
        const author = fieldsOf(at(json, 'author'))
        const names = Object.keys(author)
        return withFields(json, {
          author: Object.fromEntries(names.map((name) => [name, editor[name] ?? author[name]])),
        })
      }
      return {
        async updateIssueNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          const editor = await callerOf(call)
          editors.set(call.path.note_id, editor)
          return changed(response, (json) => withEditor(json, editor))
        },
        async getIssueNote(call) {
          const response = await call.send()
          const editor = editors.get(call.path.note_id)
          if (!response.ok || editor === undefined) return response
          return changed(response, (json) => withEditor(json, editor))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const author = await newUser(ask)
      const body = { body: 'One' }
      const note = idOf((await actingAs(ask, author.id)('POST', path, { body })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'Other' } })
      return at((await ask('GET', `${path}/${note}`)).json, 'author.id') !== author.id
    },
  },
  {
    name: 'The last page of the notes of a snippet counts as a page only when it is full',
    breaks: 'Document 1, Limits: X-Total-Pages',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const [total, size] = ['x-total', 'x-per-page'].map((name) =>
          Number(response.headers.get(name)),
        )
        if (!total || !size) return response
        const pages = Math.max(1, Math.floor(total / size))
        return withBody(response, response.body, { 'x-total-pages': String(pages) })
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      for (const body of ['One', 'Two', 'Three']) await ask('POST', path, { body: { body } })
      const { headers } = await ask('GET', `${path}?per_page=2`)
      return headers.get('x-total-pages') === '1'
    },
  },
  {
    name: 'A note of a snippet is read as it was before it was changed',
    breaks: 'Document 2, PUT .../notes/:note_id: modified Note; GET .../notes/:note_id',
    at: ['getSnippetNote', 'updateSnippetNote'],
    start: serving(() => {
      const before = new Map<string | undefined, unknown>()
      return {
        async updateSnippetNote(call) {
          const path = `${snippetPath(call)}/notes/${call.path.note_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const isFirst = !before.has(call.path.note_id)
          if (response.ok && isFirst) before.set(call.path.note_id, at(json, 'body'))
          return response
        },
        async getSnippetNote(call) {
          const response = await call.send()
          const body = before.get(call.path.note_id)
          if (!response.ok || body === undefined) return response
          return changed(response, (json) => withFields(json, { body }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'Other' } })
      return at((await ask('GET', `${path}/${note}`)).json, 'body') === 'One'
    },
  },
  {
    name: 'A note of a snippet is deleted with all that say the same',
    breaks: 'Document 2, DELETE .../notes/:note_id: the deleted Note; GET .../notes',
    at: ['deleteSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => ({
      async deleteSnippetNote(call) {
        const path = `${snippetPath(call)}/notes`
        const { json } = await call.askAsRoot('GET', `${path}?per_page=100`)
        const response = await call.send()
        const deleted = fieldsOf(await jsonOf(response))
        if (!response.ok || deleted.id === undefined) return response
        for (const { id, body } of listOf(json)) {
          const isAlike = body === deleted.body && id !== deleted.id
          if (isAlike) await call.askAsRoot('DELETE', `${path}/${id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const notes: number[] = []
      for (let count = 0; count < 2; count++) {
        notes.push(idOf((await ask('POST', path, { body: { body: 'Fine' } })).json))
      }
      await ask('DELETE', `${path}/${notes[0]}`)
      return (await ask('GET', `${path}/${notes[1]}`)).status === 404
    },
  },
  {
    name: 'The second page of the notes of a merge request begins with the last of the first',
    breaks: 'Document 1, Limits: page and per_page',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes(call) {
        const response = await call.send()
        const page = Number(call.given.page ?? 1)
        if (!response.ok || !(page > 1)) return response
        const path = `${mergeRequestPath(call)}/notes?per_page=100`
        const all = listOf((await call.ask('GET', path)).json)
        const size = Number(call.given.per_page ?? 20)
        return changed(response, () => all.slice((page - 1) * size - 1).slice(0, size))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${merge}/notes`
      for (const body of ['One', 'Two', 'Three']) await ask('POST', path, { body: { body } })
      const [first, second] = [
        fieldOf((await ask('GET', `${path}?per_page=2`)).json, 'id'),
        fieldOf((await ask('GET', `${path}?per_page=2&page=2`)).json, 'id'),
      ]
      return first.length === 2 && second[0] === first[1]
    },
  },
  {
    name: 'A merge request takes no notes once it is merged',
    breaks: 'Document 2, POST .../merge_requests/:merge_request_id/notes: created Note',
    at: ['createMergeRequestNote'],
    start: serving(() => ({
      async createMergeRequestNote(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged'
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${merge}`
      await ask('PUT', `${path}/merge`)
      return (await ask('POST', `${path}/notes`, { body: { body: 'Late' } })).status === 403
    },
  },
  {
    name: 'A note of a merge request is changed to nothing by a change without a body',
    breaks: 'Document 2, PUT .../notes/:note_id: body (req); document 1, Errors: 400',
    at: ['updateMergeRequestNote'],
    start: serving(() => ({
      async updateMergeRequestNote(call) {
        if (call.given.body !== undefined) return call.send()
        const path = `${mergeRequestPath(call)}/notes/${call.path.note_id}`
        return responseOf(await call.ask('GET', path))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${merge}/notes`
      const { json } = await ask('POST', path, { body: { body: 'One' } })
      return (await ask('PUT', `${path}/${idOf(json)}`, { body: {} })).status === 200
    },
  },
  {
    name: 'A note of a merge request comes back blank when it is deleted',
    breaks: 'Document 2, DELETE .../notes/:note_id: the deleted Note',
    at: ['deleteMergeRequestNote'],
    start: serving(() => ({
      async deleteMergeRequestNote(call) {
        const response = await call.send()
        return response.ok ? changed(response, (json) => withFields(json, { body: '' })) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${merge}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      return at((await ask('DELETE', `${path}/${note}`)).json, 'body') === ''
    },
  },
  {
    name: 'The author of a note of a merge request is active, blocked or not',
    breaks: 'Document 1, PUT /users/:id/block: blocked; document 2, Note: author with state',
    at: ['getMergeRequestNote', 'blockUser'],
    start: serving(() => ({
      async getMergeRequestNote(call) {
        const response = await call.send()
        return changed(response, (json) =>
          at(json, 'author') === undefined
            ? json
            : withFields(json, { author: withFields(at(json, 'author'), { state: 'active' }) }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const merge = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${merge}/notes`
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('POST', path, { body: { body: 'One' } })
      await ask('PUT', `/users/${id}/block`)
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'author.state') === 'active'
    },
  },
  {
    name: 'A note of a snippet is kept with its signs written as in a page',
    breaks: 'Document 2, POST .../snippets/:snippet_id/notes: body, created Note',
    at: ['createSnippetNote', 'getSnippetNote'],
    start: serving(() => ({
      createSnippetNote: ({ given, send }) =>
        typeof given.body === 'string'
          ? send({ body: given.body.replaceAll('&', '&amp;').replaceAll('<', '&lt;') })
          : send(),
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const { json } = await ask('POST', path, { body: { body: 'a < b && c' } })
      const note = await ask('GET', `${path}/${idOf(json)}`)
      return at(note.json, 'body') === 'a &lt; b &amp;&amp; c'
    },
  },
  {
    name: 'The snippets of a project are listed with those that are private to others',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        return response.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask, { visibility_level: 20 })
      await newSnippet(ask, project, { visibility_level: 0 })
      const asReader = actingAs(ask, (await newUser(ask)).id)
      return listOf((await asReader('GET', `/projects/${project}/snippets`)).json).length === 1
    },
  },
  {
    name: 'A snippet without the name of its file is given one',
    breaks: 'Document 2, POST /projects/:id/snippets: file_name (req); document 1, Errors: 400',
    at: ['createSnippet'],
    start: serving(() => ({
      createSnippet: ({ given, send }) =>
        given.file_name === undefined ? send({ file_name: 'snippet.txt' }) : send(),
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const body = { title: 'One', code: 'one\n', visibility_level: 10 }
      return (await ask('POST', `/projects/${project}/snippets`, { body })).status === 201
    },
  },
  {
    name: 'A snippet is private again once its title was changed',
    breaks: 'Document 2, PUT .../snippets/:snippet_id: visibility_level; 20 without authentication',
    at: ['updateSnippet', 'getSnippet', 'getRawSnippet', 'listSnippets'],
    start: serving(() => ({
      updateSnippet: ({ given, send }) =>
        given.title !== undefined && given.visibility_level === undefined
          ? send({ visibility_level: 0 })
          : send(),
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask, { visibility_level: 20 })
      const snippet = await newSnippet(ask, project, { visibility_level: 20 })
      const path = `/projects/${project}/snippets/${snippet}`
      await ask('PUT', path, { body: { title: 'Other' } })
      return (await actingAs(ask, (await newUser(ask)).id)('GET', path)).status === 404
    },
  },
  {
    name: 'The code of a snippet is sent in the letters of Western Europe',
    breaks: 'Document 2, GET .../raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        const text = await response.clone().text()
        const bytes = [...text].map((sign) => Math.min(sign.codePointAt(0) ?? 0, 0xff))
        return withBody(response, new Uint8Array(bytes))
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const snippet = await newSnippet(ask, project, { code: 'Café\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text === 'Caf\ufffd\n'
    },
  },
  {
    name: 'The address of the notifications is changed with their level put back',
    breaks: 'Document 1, PUT /notification_settings: level, notification_email',
    at: ['updateNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      updateNotificationSettings: ({ given, send }) =>
        given.notification_email !== undefined && given.level === undefined
          ? send({ level: 'participating' })
          : send(),
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const asUser = actingAs(ask, user.id)
      const path = '/notification_settings'
      await asUser('PUT', path, { body: { level: 'watch' } })
      const notification_email = at((await asUser('GET', path)).json, 'notification_email')
      await asUser('PUT', path, { body: { notification_email } })
      return at((await asUser('GET', path)).json, 'level') === 'participating'
    },
  },
  {
    name: 'The notification settings of a group are not found by its path',
    breaks: 'Document 1, GET /groups/:id/notification_settings: id integer/string',
    at: ['getGroupNotificationSettings'],
    start: serving(() => ({
      getGroupNotificationSettings: (call) =>
        /^\d+$/.test(String(call.path.id))
          ? call.send()
          : Promise.resolve(jsonAnswer(404, { message: '404 Group Not Found' })),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', `/groups/${await newGroup(ask)}`)
      return (await ask('GET', `/groups/${at(json, 'path')}/notification_settings`)).status === 404
    },
  },
  {
    name: 'The events of a group are answered only to a change that gives the level',
    breaks: 'Document 1, PUT /groups/:id/notification_settings: with level custom, also events',
    at: ['updateGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const response = await call.send()
        return response.ok && call.given.level === undefined
          ? changed(response, (json) => ({ level: at(json, 'level') }))
          : response
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      const { json } = await ask('PUT', path, { body: { new_issue: true } })
      return at(json, 'level') === 'custom' && at(json, 'events') === undefined
    },
  },
  {
    name: 'The notification settings of a project know no events of pipelines',
    breaks: 'Document 1, Notification settings: failed_pipeline, success_pipeline; events',
    at: ['getProjectNotificationSettings'],
    start: serving(() => ({
      getProjectNotificationSettings: async (call) =>
        changed(await call.send(), (json) => {
          if (at(json, 'events') === undefined) return json
          const isKept = ([name]: readonly [string, unknown]) => !name.endsWith('_pipeline')
          const events = Object.entries(fieldsOf(at(json, 'events'))).filter(isKept)
          return withFields(json, { events: Object.fromEntries(events) })
        }),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', failed_pipeline: true } })
      const { json } = await ask('GET', path)
      const events = fieldsOf(at(json, 'events'))
      return 'new_note' in events && !('failed_pipeline' in events)
    },
  },
  {
    name: 'The notification settings of a project are those that anybody set last',
    breaks: 'Document 1, /projects/:id/notification_settings: the settings of the caller',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => {
      const last = new Map<number, unknown>()
      return {
        async updateProjectNotificationSettings(call) {
          const response = await call.send()
          if (response.ok) last.set(await projectIdOf(call), await jsonOf(response))
          return response
        },
        async getProjectNotificationSettings(call) {
          const response = await call.send()
          const settings = last.get(await projectIdOf(call))
          if (!response.ok || settings === undefined) return response
          return changed(response, () => settings)
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask, { visibility_level: 20 })}/notification_settings`
      const asReader = actingAs(ask, (await newUser(ask)).id)
      await asReader('PUT', path, { body: { level: 'mention' } })
      return at((await ask('GET', path)).json, 'level') === 'mention'
    },
  },
  {
    name: 'The events of a user are listed oldest first on every page but the first',
    breaks: 'Document 1, GET /users/:id/events: newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        if (!(Number(call.given.page) > 1)) return response
        return changed(response, (json) => (Array.isArray(json) ? [...json].reverse() : json))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const user = await newUser(ask)
      for (let count = 0; count < 4; count++) await newIssue(actingAs(ask, user.id), project)
      const path = `/users/${user.id}/events`
      const all = fieldOf((await ask('GET', path)).json, 'target_id')
      const second = fieldOf((await ask('GET', `${path}?per_page=2&page=2`)).json, 'target_id')
      return second[0] === all[3] && second[1] === all[2]
    },
  },
  {
    name: 'The events of a project give the numbers of its issues for their ids',
    breaks: 'Document 1, Activity event: target_id; Conventions 1: id, iid',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        const numbers = new Map<unknown, unknown>()
        for (const { target_type, target_id } of listOf(await jsonOf(response))) {
          if (target_type !== 'Issue' || numbers.has(target_id)) continue
          const { json } = await call.askAsRoot('GET', `${projectPath(call)}/issues/${target_id}`)
          numbers.set(target_id, at(json, 'iid') ?? target_id)
        }
        if (!response.ok) return response
        return eachChanged(response, (event) =>
          event.target_type === 'Issue'
            ? { ...event, target_id: numbers.get(event.target_id) }
            : event,
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/events`)
      const event = listOf(json).find(({ target_type }) => target_type === 'Issue')
      return event?.target_id === 1
    },
  },
  {
    name: 'An issue that is opened again is not counted among those of its project',
    breaks: 'Document 1, Project: open_issues_count; document 2, state_event reopen: opened',
    at: ['getProject', 'updateIssue'],
    start: serving(() => {
      const uncounted = new Map<number, number>()
      return {
        async updateIssue(call) {
          const before = at((await call.ask('GET', issuePath(call))).json, 'state')
          const response = await call.send()
          const issue = fieldsOf(await jsonOf(response))
          if (response.ok && before === 'closed' && issue.state === 'opened') {
            const project = Number(issue.project_id)
            uncounted.set(project, (uncounted.get(project) ?? 0) + 1)
          }
          return response
        },
        getProject: async (call) =>
          changed(await call.send(), (json) => {
            const missing = uncounted.get(idOf(json)) ?? 0
            if (missing === 0) return json
            const counted = Number(at(json, 'open_issues_count')) - missing
            return withFields(json, { open_issues_count: Math.max(counted, 0) })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      for (const state_event of ['close', 'reopen'])
        await ask('PUT', path, { body: { state_event } })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'The issues that a merge request closes are those that it named when it was made',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const named = new Map<string, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const id = idOf(await jsonOf(response))
          if (!response.ok) return response
          const path = `${projectPath(call)}/merge_requests/${id}/closes_issues`
          named.set(String(id), (await call.askAsRoot('GET', path)).json)
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const response = await call.send()
          const issues = named.get(String(call.path.merge_request_id))
          return response.ok && issues !== undefined ? changed(response, () => issues) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const merge = await newMergeRequest(ask, project, 'side', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${merge}`
      const body = {
        source_branch: 'side',
        target_branch: 'master',
        title: 'Side',
        description: '-',
      }
      await ask('PUT', path, { body })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 1
    },
  },
]
