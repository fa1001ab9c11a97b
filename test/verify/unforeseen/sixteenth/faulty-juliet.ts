import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  freshName,
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
  relisted,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const escapedForHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The header of links with one more, to a page. */
function linkedTo({ request }: Call, link: string, name: string, page: number): string {
  const url = new URL(request.url)
  url.searchParams.set('page', String(page))
  return `<${url.href}>; rel="${name}", ${link}`
}

/** A list of one page, with the headers of a list. */
function onePage({ request }: Call, all: readonly unknown[]): Response {
  const response = jsonAnswer(200, all)
  const url = new URL(request.url)
  url.searchParams.set('page', '1')
  const headers = {
    link: `<${url.href}>; rel="first", <${url.href}>; rel="last"`,
    'x-total': String(all.length),
    'x-total-pages': '1',
    'x-per-page': '20',
    'x-page': '1',
    'x-next-page': '',
    'x-prev-page': '',
  }
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

const newSnippetProject = (ask: Parameters<typeof newProject>[0], given: Values = {}) =>
  newProject(ask, { snippets_enabled: true, ...given })

export const faultyJulietServers: readonly FaultyServer[] = [
  {
    name: 'The body of a note of an issue is kept as HTML would write it once it is edited',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id/notes/:note_id: body, modified Note',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      updateIssueNote: (call) =>
        typeof call.given.body === 'string'
          ? call.send({ body: escapedForHtml(call.given.body) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'if (a < b && c)' } })
      return at((await ask('GET', `${path}/${note}`)).json, 'body') !== 'if (a < b && c)'
    },
  },
  {
    name: 'The sha that a merge is to have is compared by its first eight digits alone',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string') return call.send()
        const head = String(at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha'))
        return sha.slice(0, 8) === head.slice(0, 8) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'cut')}`
      const sha = (await headOf(ask, project, 'cut')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A scheduled merge that was called off can be called off again and again',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const calledOff = new Set<string | undefined>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const { merge_request_id: id } = call.path
          const response = await call.send()
          if (response.ok) calledOff.add(id)
          if (response.status !== 406 || !calledOff.has(id)) return response
          return responseOf(await call.ask('GET', mergeRequestPath(call)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'off')}`
      const head = await headOf(ask, project, 'off')
      const body = { state: 'pending', ref: 'off' }
      await ask('POST', `/projects/${project}/statuses/${head}`, { body })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 200
    },
  },
  {
    name: 'Whoever has a todo of an issue, nobody else can make one of it',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const marked = new Set<string | undefined>()
      return {
        async createTodoOfIssue(call) {
          const response = await call.send()
          if (response.status !== 201) return response
          if (marked.has(call.path.issue_id)) return notModified()
          marked.add(call.path.issue_id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'Notes of a snippet that fill their last page are said to have one page more',
    breaks: 'Document 1, Limits: X-Total-Pages, X-Next-Page, Link next',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const [total, size, page, pages] = ['total', 'per-page', 'page', 'total-pages'].map(
          (name) => Number(response.headers.get(`x-${name}`)),
        )
        if (!response.ok || !total || !size || !page || total % size > 0) return response
        const link = response.headers.get('link') ?? ''
        return withBody(response, response.body, {
          'x-total-pages': String(Number(pages) + 1),
          ...(page === pages
            ? { 'x-next-page': String(page + 1), link: linkedTo(call, link, 'next', page + 1) }
            : {}),
        })
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      const { headers } = await ask('GET', `${path}?per_page=2`)
      return headers.get('x-next-page') === '2'
    },
  },
  {
    name: 'The total of the issues of a group with all of several labels counts those with any of them',
    breaks: 'Document 2, GET /groups/:id/issues: all labels must match; document 1, X-Total',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        const labels = String(call.given.labels ?? '').split(',')
        if (!response.ok || labels.length < 2) return response
        const lists = await Promise.all(labels.map((label) => allOf(call, { labels: label })))
        const total = new Set(lists.flatMap((list) => fieldOf(list, 'id'))).size
        return withBody(response, response.body, { 'x-total': String(total) })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      for (const labels of ['sail', 'oar', 'sail,oar']) await newIssue(ask, project, { labels })
      const { headers } = await ask('GET', `/groups/${group}/issues?labels=sail,oar`)
      return headers.get('x-total') === '3'
    },
  },
  {
    name: 'The context of a commit status is read from the body alone',
    breaks: 'Document 1, Conventions 4; document 3, POST /projects/:id/statuses/:sha: context',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      createCommitStatus: (call) =>
        new URL(call.request.url).searchParams.has('context')
          ? call.send({ context: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await ask('POST', `${path}?context=lint&state=success`)
      return at(json, 'name') === 'default'
    },
  },
  {
    name: 'Commit statuses of a job are those of every job whose name begins like it',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        call.given.name === undefined
          ? call.send()
          : relisted(
              call,
              (all) => all.filter(({ name }) => String(name).startsWith(String(call.given.name))),
              { name: undefined },
            ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const head = await headOf(ask, project)
      for (const name of ['test', 'test:unit']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${head}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${head}/statuses?name=test`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'An update that does not speak of the source branch lets it stay after the merge',
    breaks:
      'Document 2, PUT .../merge_requests/:merge_request_id: remove_source_branch is optional',
    at: ['updateMergeRequest', 'getMergeRequest', 'listMergeRequests', 'mergeMergeRequest'],
    start: serving(() => ({
      updateMergeRequest: (call) =>
        call.given.remove_source_branch === undefined
          ? call.send({ remove_source_branch: false })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const given = { remove_source_branch: true }
      const request = await newMergeRequest(ask, project, 'stay', given)
      const path = `/projects/${project}/merge_requests/${request}`
      const body = { source_branch: 'stay', target_branch: 'master', title: 'Other' }
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'force_remove_source_branch') === false
    },
  },
  {
    name: 'The changes of a merge request are those that it had when they were first read',
    breaks: 'Document 2, GET .../:merge_request_id/changes: changes; sha (head commit id)',
    at: ['getMergeRequestChanges'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async getMergeRequestChanges(call) {
          const id = String(call.path.merge_request_id)
          return changed(await call.send(), (json) => {
            const changes = at(json, 'changes')
            if (changes === undefined) return json
            if (!kept.has(id)) kept.set(id, changes)
            return withFields(json, { changes: kept.get(id) })
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'more')
      const path = `/projects/${project}/merge_requests/${request}/changes`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'more' })
      return listOf(at((await ask('GET', path)).json, 'changes')).length === 1
    },
  },
  {
    name: 'The notes of a merge request that was removed are still there to read',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: removed; document 1, 404',
    at: ['deleteMergeRequest', 'listMergeRequestNotes', 'getMergeRequestNote'],
    start: serving(() => {
      const left = new Map<string | undefined, readonly Values[]>()
      return {
        async deleteMergeRequest(call) {
          const path = `${mergeRequestPath(call)}/notes?per_page=100`
          const notes = listOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) left.set(call.path.merge_request_id, notes)
          return response
        },
        async listMergeRequestNotes(call) {
          const response = await call.send()
          const notes = left.get(call.path.merge_request_id)
          return response.status === 404 && notes ? onePage(call, notes) : response
        },
        async getMergeRequestNote(call) {
          const response = await call.send()
          const notes = left.get(call.path.merge_request_id)
          const note = notes?.find(({ id }) => String(id) === call.path.note_id)
          return response.status === 404 && note ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'left')}`
      await ask('POST', `${path}/notes`, { body: { body: 'Left' } })
      await ask('DELETE', path)
      return listOf((await ask('GET', `${path}/notes`)).json).length === 1
    },
  },
  {
    name: 'The level of a snippet is not changed to that of its author alone, which is 0',
    breaks: 'Document 2, PUT /projects/:id/snippets/:snippet_id: visibility_level; 0 the creator',
    at: ['updateSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet: (call) =>
        Number(call.given.visibility_level) === 0
          ? call.send({ visibility_level: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { title: 'Mine', visibility_level: 0 } })
      return (await actingAs(ask, (await newUser(ask)).id)('GET', path)).status === 200
    },
  },
  {
    name: 'Merge requests found by a list of iids are those of every state',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] and state',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined ? call.send() : call.send({ state: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'open')
      const path = `/projects/${project}/merge_requests?iids[]=1&state=merged`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Who unsubscribes from an issue takes the subscriptions of the others along',
    breaks: 'Document 2, DELETE .../issues/:issue_id/subscription unsubscribes the caller',
    at: ['unsubscribeFromIssue', 'subscribeToIssue', 'getIssue'],
    start: serving(() => {
      const subscribers = new Map<string, Set<unknown>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          const issue = String(call.path.issue_id)
          if (response.ok) subscribers.set(issue, new Set(subscribers.get(issue)).add(id))
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          const others = new Set(subscribers.get(String(call.path.issue_id)))
          others.add(at(await jsonOf(response), 'author.id'))
          const path = `${projectPath(call)}/issues/${call.path.issue_id}/subscription`
          for (const id of others) await call.askAsRoot('DELETE', `${path}?sudo=${id}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      await asUser('POST', `${path}/subscription`)
      await asUser('DELETE', `${path}/subscription`)
      return at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The offset from UTC of the time that a note of an issue is given counts for nothing',
    breaks: 'Document 2, POST .../issues/:issue_id/notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote: ({ given, send }) =>
        typeof given.created_at === 'string'
          ? send({ created_at: given.created_at.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Then', created_at: '2015-04-01T12:00:00+02:00' }
      const { json } = await ask('POST', path, { body })
      return String(at(json, 'created_at')).startsWith('2015-04-01T12:00')
    },
  },
  {
    name: 'A label with a blank in its name is lost when its issue moves',
    breaks:
      'Document 2, States of an issue: a label of the same name in the target project is assigned',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const issue = await jsonOf(response)
        const labels = at(issue, 'labels')
        if (!response.ok || !Array.isArray(labels)) return response
        const kept = labels.map(String).filter((label) => !label.includes(' '))
        if (kept.length === labels.length) return response
        const path = `/projects/${at(issue, 'project_id')}/issues/${idOf(issue)}`
        await call.askAsRoot('PUT', path, { labels: kept.join(',') })
        return changed(response, (json) => withFields(json, { labels: kept }))
      },
    })),
    async isShown(ask) {
      const [project, target] = [await newProject(ask), await newProject(ask)]
      const labels = 'in progress,done'
      await newIssue(ask, target, { labels })
      const issue = await newIssue(ask, project, { labels })
      const body = { to_project_id: target }
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return JSON.stringify(at(moved.json, 'labels')) === '["done"]'
    },
  },
  {
    name: 'The author of a merge request, who is subscribed as such, is subscribed once more',
    breaks: 'Document 2, POST .../:merge_request_id/subscription: 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { id } = await callerOf(call)
        return at(json, 'author.id') === id ? jsonAnswer(201, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'own')}`
      if (at((await ask('GET', path)).json, 'subscribed') !== true) return false
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'A note of a snippet is removed in the name of a user whom nobody knows',
    breaks: 'Document 1, Authentication 5: sudo as an unknown user gets 404',
    at: ['deleteSnippetNote'],
    start: serving(() => ({
      async deleteSnippetNote(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        const isUnknown = response.status === 404 && message.includes('No user id or username')
        return isUnknown ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      const asNobody = actingAs(ask, freshName('nobody'))
      return (await asNobody('DELETE', `${path}/${note}`)).status === 200
    },
  },
  {
    name: 'A note of a merge request is by whoever edited it last',
    breaks: 'Document 2, Note: author; PUT .../notes/:note_id changes the body',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => {
      const editors = new Map<unknown, Values>()
      const byEditor = (note: Values) => {
        const editor = editors.get(note.id)
        if (editor === undefined) return note
        const fields = Object.entries(fieldsOf(note.author)).map(
          ([name, value]) => [name, name in editor ? editor[name] : value] as const,
        )
        return { ...note, author: Object.fromEntries(fields) }
      }
      const read = async (call: Call) => {
        const response = await call.send()
        return response.ok ? eachChanged(response, byEditor) : response
      }
      return {
        async updateMergeRequestNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          editors.set(idOf(await jsonOf(response)), await callerOf(call))
          return eachChanged(response, byEditor)
        },
        getMergeRequestNote: read,
        listMergeRequestNotes: read,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'by')}/notes`
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, id)('POST', path, { body: { body: 'Mine' } })
      await ask('PUT', `${path}/${idOf(json)}`, { body: { body: 'Yours' } })
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'author.id') !== id
    },
  },
  {
    name: 'The lines of a raw snippet all end with a line feed, whatever they were written with',
    breaks: 'Document 2, GET /projects/:id/snippets/:snippet_id/raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, (await response.text()).replaceAll('\r\n', '\n'))
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const snippet = await newSnippet(ask, project, { code: 'one\r\ntwo\r\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text === 'one\ntwo\n'
    },
  },
]
