import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  idOf,
  isFalse,
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
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { answeredInstead, cutBeforeEmoji, isPrivate, withoutSort } from './tools-osprey.ts'

const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`

export const faultyOspreyServers: readonly FaultyServer[] = [
  {
    name: 'An issue that is reopened and renamed by one call gets its title and stays closed',
    breaks:
      'Document 2, States of an issue: closed, PUT with `state_event` = `reopen`, next state opened',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.given.state_event === 'reopen' && call.given.title !== undefined
          ? call.send({ state_event: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen', title: 'Once more' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && at(json, 'title') === 'Once more'
    },
  },
  {
    name: 'The list of merge requests shows the head of the day each was opened, whatever was pushed since',
    breaks: 'Document 2, Merge request: sha, string (head commit id)',
    at: ['listMergeRequests'],
    start: serving(() => {
      const heads = new Map<unknown, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) heads.set(at(json, 'id'), at(json, 'sha'))
          return response
        },
        listMergeRequests: async (call) =>
          eachChanged(await call.send(), (one) =>
            heads.has(one.id) ? { ...one, sha: heads.get(one.id) } : one,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'pushed-to')
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'pushed-to' })
      const path = `/projects/${project}/merge_requests`
      const now = at((await ask('GET', `${path}/${id}`)).json, 'sha')
      return at((await ask('GET', path)).json, '0.sha') !== now
    },
  },
  {
    name: 'To unsubscribe from one issue ends the subscriptions to all issues of the project',
    breaks:
      'Document 2, DELETE /projects/:id/issues/:issue_id/subscription: unsubscribes the caller (from that issue); Issue: subscribed',
    at: [
      'unsubscribeFromIssue',
      'subscribeToIssue',
      'getIssue',
      'listIssuesOfProject',
      'listIssuesOfGroup',
      'listOwnIssues',
    ],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const issues = `${projectPath(call)}/issues`
        const { json } = await call.ask('GET', `${issues}?per_page=100`)
        for (const { id, subscribed } of listOf(json)) {
          if (subscribed === true) await call.ask('DELETE', `${issues}/${id}/subscription`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issues = `/projects/${project}/issues`
      const other = await newIssue(ask, project)
      await ask('DELETE', `${issues}/${await newIssue(ask, project)}/subscription`)
      return at((await ask('GET', `${issues}/${other}`)).json, 'subscribed') === false
    },
  },
  {
    name: 'A note of a removed merge request is still found by its id',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: removed (soft delete); Document 1, 404: resource not found',
    at: ['getMergeRequestNote', 'deleteMergeRequest'],
    start: serving(() => {
      const notes = new Map<string, unknown>()
      return {
        async deleteMergeRequest(call) {
          const path = mergeRequestPath(call)
          const { json } = await call.askAsRoot('GET', `${path}/notes?per_page=100`)
          const response = await call.send()
          if (response.ok) {
            for (const note of listOf(json)) {
              notes.set(`${call.path.merge_request_id}/${note.id}`, note)
            }
          }
          return response
        },
        async getMergeRequestNote(call) {
          const response = await call.send()
          const note = notes.get(`${call.path.merge_request_id}/${call.path.note_id}`)
          if (response.status !== 404 || note === undefined) return response
          const { status } = await call.ask('GET', projectPath(call))
          return status === 200 ? answeredInstead(response, 200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'removed')
      const path = `/projects/${project}/merge_requests/${id}`
      const note = await ask('POST', `${path}/notes`, { body: { body: 'Here' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes/${idOf(note.json)}`)).status === 200
    },
  },
  {
    name: 'The links of the pages of the issues of a group forget in which direction they are sorted',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (!response.ok || link === null) return response
        return withBody(response, response.body, { link: withoutSort(link) })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      for (let count = 0; count < 3; count++) await newIssue(ask, project)
      const { headers } = await ask('GET', `/groups/${group}/issues?sort=asc&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('sort=asc')
    },
  },
  {
    name: 'Who was removed from a private project still reads each of its issues by id',
    breaks: 'Document 2: A GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = (await call.askAsRoot('GET', projectPath(call))).json
          const member = `${projectPath(call)}/members/${call.path.user_id}`
          const { status } = await call.askAsRoot('GET', member)
          const response = await call.send()
          if (response.ok && status === 200) former.add(`${idOf(project)}/${call.path.user_id}`)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const project = (await call.askAsRoot('GET', projectPath(call))).json
          const { id } = await callerOf(call)
          const isFormer = isPrivate(project) && former.has(`${idOf(project)}/${id}`)
          return isFormer ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      await ask('DELETE', `${members}/${id}`)
      const { status } = await actingAs(ask, id)('GET', `/projects/${project}/issues/${issue}`)
      return status === 200
    },
  },
  {
    name: 'A note on an issue that is written with sudo in the query is signed by the administrator',
    breaks:
      'Document 1, Authentication 5: the parameter `sudo` (query) or header `SUDO` performs the call as another user',
    at: ['createIssueNote'],
    start: serving(() => ({
      async createIssueNote(call) {
        if (!new URL(call.request.url).searchParams.has('sudo')) return call.send()
        const { status } = await call.ask('GET', issuePath(call))
        return status === 200 ? call.send({ sudo: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { json } = await ask('POST', `${path}?sudo=${id}`, { body: { body: 'By me' } })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'A developer may remove the merge requests that they opened themselves',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const author = at((await call.ask('GET', mergeRequestPath(call))).json, 'author.id')
        const { id } = await callerOf(call)
        return id !== undefined && author === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const developer = actingAs(ask, id)
      const mergeRequest = await newMergeRequest(developer, project, 'of-the-developer')
      const path = `/projects/${project}/merge_requests/${mergeRequest}`
      return (await developer('DELETE', path)).status === 200
    },
  },
  {
    name: 'A note on a merge request ends before its first emoji',
    breaks:
      'Document 2, POST and PUT /projects/:id/merge_requests/:merge_request_id/notes: body; Note: body string',
    at: [
      'createMergeRequestNote',
      'updateMergeRequestNote',
      'getMergeRequestNote',
      'listMergeRequestNotes',
    ],
    start: serving(() => {
      const cut = (call: Call) => {
        const body = cutBeforeEmoji(call.given.body)
        return body === call.given.body ? call.send() : call.send({ body })
      }
      return { createMergeRequestNote: cut, updateMergeRequestNote: cut }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'with-emoji')
      const path = `/projects/${project}/merge_requests/${id}/notes`
      await ask('POST', path, { body: { body: 'Well done 🎉, thank you' } })
      return fieldOf((await ask('GET', path)).json, 'body').every(
        (text) => !String(text).includes('thank you'),
      )
    },
  },
  {
    name: 'A user gets no todo on an issue on which somebody else has one already',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const holders = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const { id } = await callerOf(call)
          const { status, json } = await call.ask('GET', issuePath(call))
          const key = String(idOf(json))
          const holder = holders.get(key)
          if (status === 200 && holder !== undefined && holder !== id) return notModified()
          const response = await call.send()
          if (response.status === 201) holders.set(key, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'The filter of the issues of a project by a label finds labels that merely begin with it',
    breaks: 'Document 2, GET /projects/:id/issues: labels (any label matches)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject(call) {
        const wanted = String(call.given.labels ?? '')
          .split(',')
          .map((label) => label.trim())
          .filter((label) => label !== '')
        if (wanted.length === 0) return call.send()
        const isWanted = (label: unknown) => wanted.some((one) => String(label).startsWith(one))
        return relisted(
          call,
          (all) => all.filter(({ labels }) => Array.isArray(labels) && labels.some(isWanted)),
          { labels: undefined },
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'sail' })
      await newIssue(ask, project, { labels: 'sailor' })
      const { json } = await ask('GET', `/projects/${project}/issues?labels=sail`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'To cancel the merge of a closed merge request is not acceptable rather than not allowed',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        if (at(json, 'state') !== 'closed') return response
        return answeredInstead(response, 406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'closed')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'A note on a snippet may be rewritten without a body and stays as it was',
    breaks:
      'Document 2, PUT /projects/:id/<parent>/notes/:note_id: body (all req); Document 1, 400: a required attribute is missing',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.body !== undefined) return response
        const { snippet_id, note_id } = call.path
        const path = `${projectPath(call)}/snippets/${snippet_id}/notes/${note_id}`
        const { status, json } = await call.ask('GET', path)
        const { id } = await callerOf(call)
        const isAuthor = status === 200 && at(json, 'author.id') === id
        return isAuthor ? answeredInstead(response, 200, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = await ask('POST', path, { body: { body: 'One' } })
      return (await ask('PUT', `${path}/${idOf(note.json)}`, { body: {} })).status === 200
    },
  },
  {
    name: 'A merge that says not to remove the source branch removes it',
    breaks: 'Document 2, PUT .../:merge_request_id/merge: should_remove_source_branch (boolean)',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isFalse(call.given.should_remove_source_branch)
          ? call.send({ should_remove_source_branch: true })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'to-be-kept')
      const body = { should_remove_source_branch: false }
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body })
      const branch = `/projects/${project}/repository/branches/${encoded('to-be-kept')}`
      return (await ask('GET', branch)).status === 404
    },
  },
  {
    name: 'Anybody without credentials learns which issues a merge request of a public project closes',
    breaks:
      'Document 1, Authentication 1: Every request needs credentials, except reads marked public; Document 2 marks none so; 2: missing or invalid credentials give status 401',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      async listIssuesClosedByMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 401) return response
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return at(json, 'visibility_level') === 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const id = await newMergeRequest(ask, project, 'public')
      const path = `/projects/${project}/merge_requests/${id}/closes_issues`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
]
