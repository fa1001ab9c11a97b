import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
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
  type Rule,
  relisted,
  responseOf,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

const beyondTwoBytes = /[\u{10000}-\u{10ffff}].*$/su

/** Text as far as a column of old UTF-8 takes it. */
const cutText: Rule = async (call) => {
  const { description } = call.given
  if (typeof description !== 'string' || !beyondTwoBytes.test(description)) return call.send()
  return call.send({ description: description.replace(beyondTwoBytes, '') })
}

export const faultyShrikeServers: readonly FaultyServer[] = [
  {
    name: 'A scheduled merge that was cancelled before is cancelled with success once more',
    breaks:
      'Document 2, Merge request states, PUT .../cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const cancelled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const response = await call.send()
          const key = mergeRequestPath(call)
          if (response.ok) cancelled.add(key)
          if (response.status !== 406 || !cancelled.has(key)) return response
          const found = await call.ask('GET', key)
          return at(found.json, 'state') === 'opened' ? responseOf(found) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'waiting')
      const sha = await headOf(ask, project, 'waiting')
      await ask('POST', `/projects/${project}/statuses/${sha}`, {
        body: { state: 'pending', ref: 'waiting' },
      })
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      const first = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      const second = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return first.status === 200 && second.status === 200
    },
  },
  {
    name: 'The last page of the notes of an issue, when it is full, has a next one',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last), X-Total-Pages, X-Page, X-Next-Page',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        const isLast = page === Number(response.headers.get('x-total-pages'))
        const count = listOf(await jsonOf(response)).length
        if (!response.ok || !isLast || count !== size) return response
        const url = new URL(call.request.url)
        url.searchParams.set('page', String(page + 1))
        url.searchParams.set('per_page', String(size))
        return withBody(response, response.body, {
          link: `<${url.href}>; rel="next", ${response.headers.get('link')}`,
          'x-next-page': String(page + 1),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'One' } })
      await ask('POST', path, { body: { body: 'Two' } })
      const { headers } = await ask('GET', `${path}?per_page=2`)
      return headers.get('x-next-page') === '2' && headers.get('x-total-pages') === '1'
    },
  },
  {
    name: 'The author of an issue in a private project still reads it when no longer a member',
    breaks: 'Document 2, Issues: a GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const found = await call.askAsRoot('GET', issuePath(call))
        const { id } = await callerOf(call)
        const isAuthor =
          found.status === 200 && id !== undefined && at(found.json, 'author.id') === id
        return isAuthor ? jsonAnswer(200, withFields(found.json, { subscribed: true })) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      const asMember = actingAs(ask, id)
      const issue = await newIssue(asMember, project)
      await ask('DELETE', `${members}/${id}`)
      return (await asMember('GET', `/projects/${project}/issues/${issue}`)).status === 200
    },
  },
  {
    name: 'A note on a merge request is the one of the administrator when sudo stands in the query',
    breaks:
      'Document 1, Authentication: the parameter `sudo` (query) or header `SUDO` performs the call as another user',
    at: ['createMergeRequestNote', 'listMergeRequestNotes', 'getMergeRequestNote'],
    start: serving(() => ({
      async createMergeRequestNote(call) {
        if (!new URL(call.request.url).searchParams.has('sudo')) return call.send()
        const { status } = await call.ask('GET', mergeRequestPath(call))
        return status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'side')}/notes`
      await ask('POST', `${path}?sudo=${id}`, { body: { body: 'Mine' } })
      const { json } = await ask('GET', path)
      return listOf(json).some((one) => one.body === 'Mine' && at(one, 'author.id') !== id)
    },
  },
  {
    name: 'Nobody in particular reads which issues a merge request of a public project closes',
    breaks:
      'Document 1, Authentication: every request needs credentials, except reads marked public; missing credentials give status 401',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      async listIssuesClosedByMergeRequest(call) {
        if (!call.isAnonymous) return call.send()
        const project = await call.askAsRoot('GET', projectPath(call))
        return at(project.json, 'visibility_level') === 20 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const id = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${id}/closes_issues`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The description of an issue ends before its first emoji',
    breaks: 'Document 2, POST /projects/:id/issues: description, created Issue; PUT: description',
    at: [
      'createIssue',
      'updateIssue',
      'getIssue',
      'listIssuesOfProject',
      'listIssuesOfGroup',
      'listOwnIssues',
    ],
    start: serving(() => ({ createIssue: cutText, updateIssue: cutText })),
    async isShown(ask) {
      const project = await newProject(ask)
      const id = await newIssue(ask, project, { description: 'Ship 🚀 it' })
      const { json } = await ask('GET', `/projects/${project}/issues/${id}`)
      return at(json, 'description') !== 'Ship 🚀 it'
    },
  },
  {
    name: 'The author of an issue, who never asked to follow it, cannot unsubscribe',
    breaks:
      'Document 2, Issue states: DELETE .../subscription unsubscribes (304 if not subscribed)',
    at: ['unsubscribeFromIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const { json } = await call.ask('GET', issuePath(call))
        const { id } = await callerOf(call)
        const isFollowing = at(json, 'subscribed') === true && at(json, 'author.id') === id
        return isFollowing ? new Response(null, { status: 304 }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const before = at((await ask('GET', path)).json, 'subscribed')
      await ask('DELETE', `${path}/subscription`)
      return before === true && at((await ask('GET', path)).json, 'subscribed') === true
    },
  },
  {
    name: 'A note of an issue is still read by its id when the issue was removed',
    breaks:
      'Document 2, Issue states: DELETE of an issue, removed; Document 1, Errors: 404, resource not found',
    at: ['getIssueNote', 'deleteIssue'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteIssue(call) {
          const path = issuePath(call)
          const { json } = await call.askAsRoot('GET', `${path}/notes?per_page=100`)
          const response = await call.send()
          if (response.ok) {
            for (const note of listOf(json)) left.set(`${path}/${note.id}`, note)
          }
          return response
        },
        async getIssueNote(call) {
          const response = await call.send()
          const note = left.get(`${issuePath(call)}/${call.path.note_id}`)
          if (response.status !== 404 || note === undefined) return response
          const project = await call.ask('GET', projectPath(call))
          return project.status === 200 ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const note = idOf((await ask('POST', `${path}/notes`, { body: { body: 'Left' } })).json)
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes/${note}`)).status === 200
    },
  },
  {
    name: 'An issue loses the day it is due by being made confidential or open',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: confidential and due_date are two parameters, none of them required; Issue: due_date',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      async updateIssue(call) {
        const { confidential, due_date } = call.given
        const response = await call.send()
        if (!response.ok || confidential === undefined || due_date !== undefined) return response
        if (at(await jsonOf(response), 'due_date') === null) return response
        await call.askAsRoot('PUT', issuePath(call), { due_date: '' })
        return changed(response, (json) => withFields(json, { due_date: null }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { due_date: '2030-05-06' })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { confidential: true } })
      return at((await ask('GET', path)).json, 'due_date') === null
    },
  },
  {
    name: 'The issues of a group asked for by their last change come by their creation',
    breaks: 'Document 2, GET /groups/:id/issues: order_by (created_at/updated_at)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        call.given.order_by === 'updated_at'
          ? relisted(call, (all) => all, { order_by: 'created_at' })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const first = await newIssue(ask, project, { created_at: '2016-01-01T00:00:00Z' })
      const second = await newIssue(ask, project)
      await new Promise((done) => setTimeout(done, 20))
      await ask('PUT', `/projects/${project}/issues/${first}`, { body: { title: 'Changed' } })
      const { json } = await ask('GET', `/groups/${group}/issues?order_by=updated_at`)
      return fieldOf(json, 'id').join() === `${second},${first}`
    },
  },
  {
    name: 'A note of a snippet written again without a body is refused by an object of messages',
    breaks:
      'Document 1, Errors, body shapes: Missing attribute (400): `message` is a string naming the attribute; Document 2, PUT .../notes/:note_id: body (all req)',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        const isMissing = response.status === 400 && call.given.body === undefined
        if (!isMissing) return response
        return changed(response, () => ({ message: { note: ["can't be blank"] } }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      const { status, json } = await ask('PUT', `${path}/${note}`, { body: {} })
      return status === 400 && typeof at(json, 'message') !== 'string'
    },
  },
  {
    name: 'A moved issue keeps only the first of the labels that its new project has too',
    breaks:
      'Document 2, Issue states, move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const json = await jsonOf(response)
        const labels = at(json, 'labels')
        if (!response.ok || !Array.isArray(labels) || labels.length < 2) return response
        const kept = labels.slice(0, 1)
        const path = `/projects/${at(json, 'project_id')}/issues/${idOf(json)}`
        await call.askAsRoot('PUT', path, { labels: kept.join(',') })
        return changed(response, (moved) => withFields(moved, { labels: kept }))
      },
    })),
    async isShown(ask) {
      const from = await newProject(ask)
      const to = await newProject(ask)
      const issue = await newIssue(ask, from, { labels: 'late,loud' })
      await newIssue(ask, to, { labels: 'late,loud' })
      const path = `/projects/${from}/issues/${issue}/move`
      const moved = idOf((await ask('POST', path, { body: { to_project_id: to } })).json)
      const labels = at((await ask('GET', `/projects/${to}/issues/${moved}`)).json, 'labels')
      return Array.isArray(labels) && labels.length === 1
    },
  },
  {
    name: 'Who made a merge request removes it without owning the project',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { id } = await callerOf(call)
        return id !== undefined && at(json, 'author.id') === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const asDeveloper = actingAs(ask, id)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(asDeveloper, project, 'mine')}`
      const { status } = await asDeveloper('DELETE', path)
      return status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Whoever may change an issue says when it was changed',
    breaks:
      'Document 2, PUT /projects/:id/issues/:issue_id: updated_at (ISO 8601; admin or project owner)',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at } = call.given
        const { is_admin } = await callerOf(call)
        if (!response.ok || updated_at === undefined || is_admin === true) return response
        const written = await call.askAsRoot('PUT', issuePath(call), { updated_at })
        const fields = { updated_at: at(written.json, 'updated_at') }
        return changed(response, (json) => withFields(json, fields))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Back then', updated_at: '2016-03-04T05:06:07Z' }
      await actingAs(ask, id)('PUT', path, { body })
      return String(at((await ask('GET', path)).json, 'updated_at')).startsWith('2016-03-04')
    },
  },
  {
    name: 'Once it is merged, a merge request shows no changes',
    breaks:
      'Document 2, Merge request: the changes response adds `changes`, array of objects; GET .../changes: Merge request with `changes`',
    at: ['getMergeRequestChanges', 'mergeMergeRequest'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'merged' ? { ...one, changes: [] } : one,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'done')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`, { body: {} })
      const found = fieldsOf((await ask('GET', `${path}/changes`)).json)
      return found.state === 'merged' && listOf(found.changes).length === 0
    },
  },
]
