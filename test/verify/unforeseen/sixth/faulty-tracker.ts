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
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const mergeRequestPath = ({ path }: Call) =>
  `/projects/${encoded(path.id)}/merge_requests/${path.merge_request_id}`

const issuePath = ({ path }: Call) => `/projects/${encoded(path.id)}/issues/${path.issue_id}`

export const faultyTracker: readonly FaultyServer[] = [
  {
    name: 'Issues of a project that are found by a label are those of every milestone',
    breaks: 'Document 2, GET /projects/:id/issues: labels and milestone',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        call.given.labels === undefined ? call.send() : call.send({ milestone: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'one' })
      const path = `/projects/${project}/issues?labels=one&milestone=none-like-it`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'An issue is found by its iid in whichever state it is',
    breaks: 'Document 2, GET /projects/:id/issues: iid and state',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        call.given.iid === undefined ? call.send() : call.send({ state: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const { json } = await ask('GET', `/projects/${project}/issues?iid=1&state=closed`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'An issue is confidential if the query says so, and if it says that it is not',
    breaks:
      'Document 1, Conventions 4: parameters in the query or the body; confidential (boolean)',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue: (call) =>
        new URL(call.request.url).searchParams.get('confidential') === 'false'
          ? call.send({ confidential: true })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues`
      const { json } = await ask('POST', `${path}?title=Open&confidential=false`)
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'confidential') === true
    },
  },
  {
    name: 'An issue that is given labels is not closed by the same change',
    breaks: 'Document 2, States of an issue: opened, state_event close, closed',
    at: ['updateIssue'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.given.labels === undefined ? call.send() : call.send({ state_event: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { labels: 'done', state_event: 'close' } })
      return at((await ask('GET', path)).json, 'state') === 'opened'
    },
  },
  {
    name: 'Closed issues in the order of their updates are in that of their creation',
    breaks: 'Document 2, GET /projects/:id/issues: state, order_by updated_at',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        call.given.state === 'closed' ? call.send({ order_by: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issues: number[] = []
      for (const year of [2003, 2002]) {
        const issue = await newIssue(ask, project, { created_at: `${4000 - year}-01-01T00:00:00Z` })
        const body = { state_event: 'close', updated_at: `${year}-01-01T00:00:00Z` }
        await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
        issues.push(issue)
      }
      const path = `/projects/${project}/issues?state=closed&order_by=updated_at`
      return fieldOf((await ask('GET', path)).json, 'id').indexOf(issues[0]) === 1
    },
  },
  {
    name: 'A confidential issue is for everybody once it was moved',
    breaks: 'Document 2, POST .../move: the issue exists in the target project; confidential',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const issue = await jsonOf(response)
        if (!response.ok) return response
        const path = `/projects/${call.given.to_project_id}/issues/${idOf(issue)}`
        await call.askAsRoot('PUT', path, { confidential: false })
        return changed(response, (json) =>
          at(json, 'confidential') === undefined ? json : withFields(json, { confidential: false }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { confidential: true })
      const target = await newProject(ask)
      const body = { to_project_id: target }
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return at(moved.json, 'confidential') === false
    },
  },
  {
    name: 'An issue that could not be moved is closed nevertheless',
    breaks: 'Document 2, States of an issue: moving needs another project and permission, else 400',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.status === 400 && call.given.to_project_id !== undefined) {
          await call.askAsRoot('PUT', issuePath(call), { state_event: 'close' })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: project } })
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'One who unsubscribes from an issue unsubscribes all who had subscribed',
    breaks: 'Document 2, DELETE .../subscription unsubscribes the caller',
    at: ['unsubscribeFromIssue'],
    start: serving(() => {
      const subscribers = new Map<string | undefined, Set<unknown>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const users = subscribers.get(call.path.issue_id) ?? new Set()
          if (response.ok) users.add((await callerOf(call)).id)
          subscribers.set(call.path.issue_id, users)
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (!response.ok) return response
          for (const user of subscribers.get(call.path.issue_id) ?? []) {
            await call.askAsRoot('DELETE', `${issuePath(call)}/subscription?sudo=${user}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const [one, two] = [await newUser(ask), await newUser(ask)]
      for (const { id } of [one, two]) await actingAs(ask, id)('POST', `${path}/subscription`)
      await actingAs(ask, one.id)('DELETE', `${path}/subscription`)
      return at((await actingAs(ask, two.id)('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A merge request that one user has subscribed to is 304 for the next',
    breaks: 'Document 2, POST .../subscription: 304 if already subscribed, of the caller',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const subscribed = new Set<string | undefined>()
      return {
        async subscribeToMergeRequest(call) {
          const id = call.path.merge_request_id
          const { status } = await call.ask('GET', mergeRequestPath(call))
          if (status === 200 && subscribed.has(id)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.ok) subscribed.add(id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const request = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${request}/subscription`
      await actingAs(ask, (await newUser(ask)).id)('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'A to-do on one issue of a project is there for all of its issues',
    breaks: 'Document 2, POST .../todo: 304 if one already exists on this issue',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const made = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const name = `${(await callerOf(call)).id}/${call.path.id}`
          const { status } = await call.ask('GET', issuePath(call))
          if (status === 200 && made.has(name)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.ok) made.add(name)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issues = [await newIssue(ask, project), await newIssue(ask, project)]
      const path = (issue: unknown) => `/projects/${project}/issues/${issue}/todo`
      await ask('POST', path(issues[0]))
      return (await ask('POST', path(issues[1]))).status === 304
    },
  },
  {
    name: 'The notes of an issue are there after the issue is gone',
    breaks: 'Document 2, States of an issue: DELETE, removed; 404 resource not found',
    at: ['deleteIssue', 'listIssueNotes'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteIssue(call) {
          const path = issuePath(call)
          const { json } = await call.ask('GET', `${path}/notes?per_page=100`)
          const response = await call.send()
          if (response.ok) left.set(path, json)
          return response
        },
        async listIssueNotes(call) {
          const response = await call.send()
          const notes = left.get(issuePath(call))
          return response.status === 404 && notes ? jsonAnswer(200, notes) : response
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
    name: 'A master of a project, who does not own it, deletes its issues',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        return (await levelOf(call)) === 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return (await actingAs(ask, id)('DELETE', path)).status === 200
    },
  },
  {
    name: 'A developer sets when an issue was updated',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: updated_at, admin or project owner',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at } = call.given
        if (!response.ok || updated_at === undefined) return response
        await call.askAsRoot('PUT', issuePath(call), { updated_at })
        return responseOf(await call.ask('GET', issuePath(call)))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Old', updated_at: '2001-02-03T04:05:06Z' }
      await actingAs(ask, id)('PUT', path, { body })
      return String(at((await ask('GET', path)).json, 'updated_at')).startsWith('2001')
    },
  },
  {
    name: 'An issue for the discussions of a merge request has the description that is made for it, whichever was given',
    breaks: 'Document 2, POST /projects/:id/issues: given title and description take precedence',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue: (call) =>
        call.given.merge_request_for_resolving_discussions === undefined
          ? call.send()
          : call.send({ description: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'discussed')
      const given = { merge_request_for_resolving_discussions: 1, description: 'Mine' }
      const path = `/projects/${project}/issues/${await newIssue(ask, project, given)}`
      const { json, status } = await ask('GET', path)
      return status === 200 && at(json, 'description') !== 'Mine'
    },
  },
  {
    name: 'Notes that were deleted still count for their issue',
    breaks: 'Document 2, Issue: user_notes_count',
    at: ['getIssue', 'deleteIssueNote'],
    start: serving(() => {
      const deleted = new Map<number, number>()
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const issue = Number(call.path.issue_id)
          if (response.ok) deleted.set(issue, (deleted.get(issue) ?? 0) + 1)
          return response
        },
        getIssue: async (call) =>
          changed(await call.send(), (issue) => {
            const further = deleted.get(idOf(issue)) ?? 0
            const user_notes_count = Number(at(issue, 'user_notes_count')) + further
            return further > 0 ? withFields(issue, { user_notes_count }) : issue
          }),
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
    name: 'An issue that an administrator writes for a user with sudo is the administrator’s',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user; Issue: author',
    at: ['createIssue'],
    start: serving(() => ({
      async createIssue(call) {
        if (call.sudo === undefined) return call.send()
        const { status } = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        return status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = await newIssue(actingAs(ask, id), project)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'author.id') === 1
    },
  },
  {
    name: 'A note is cut off where its first emoji stands',
    breaks: 'Document 2, POST .../notes: body, a string; Note: body',
    at: ['createIssueNote'],
    start: serving(() => ({
      createIssueNote(call) {
        const body = String(call.given.body ?? '')
        const cut = [...body].findIndex((letter) => (letter.codePointAt(0) ?? 0) > 0xffff)
        const kept = [...body].slice(0, cut).join('')
        return cut > 0 && kept.trim() !== '' ? call.send({ body: kept }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', path, { body: { body: 'Anchors aweigh 🚢 and away' } })
      return at((await ask('GET', path)).json, '0.body') === 'Anchors aweigh '
    },
  },
  {
    name: 'A note of an issue is deleted under any other issue of its project',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id/notes/:note_id: a note of the issue',
    at: ['deleteIssueNote'],
    start: serving(() => ({
      async deleteIssueNote(call) {
        const project = `/projects/${encoded(call.path.id)}`
        const own = await call.ask('GET', `${issuePath(call)}/notes/${call.path.note_id}`)
        if (own.status === 200) return call.send()
        for (const { id } of listOf(
          (await call.ask('GET', `${project}/issues?per_page=100`)).json,
        )) {
          const path = `${project}/issues/${id}/notes/${call.path.note_id}`
          const { status } = await call.ask('GET', path)
          if (status === 200) return responseOf(await call.ask('DELETE', path))
        }
        return call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const one = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const two = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', one, { body: { body: 'Mine' } })).json)
      await ask('DELETE', `${two}/${note}`)
      return (await ask('GET', `${one}/${note}`)).status === 404
    },
  },
  {
    name: 'A note of a merge request is by whoever changed it last',
    breaks: 'Document 2, Note: author; PUT .../notes/:note_id: body alone',
    at: ['updateMergeRequestNote', 'getMergeRequestNote'],
    start: serving(() => {
      const authors = new Map<number, unknown>()
      const byEditor = (note: unknown) => {
        const author = authors.get(idOf(note))
        return author === undefined ? note : withFields(note, { author })
      }
      return {
        async updateMergeRequestNote(call) {
          const response = await call.send()
          const { id, username, name, state, avatar_url, web_url } = await callerOf(call)
          const author = { id, username, name, state, avatar_url, web_url }
          if (response.ok) authors.set(Number(call.path.note_id), author)
          return changed(response, byEditor)
        },
        getMergeRequestNote: async (call) => changed(await call.send(), byEditor),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newRepository(ask, { visibility_level: 20 })
      const request = await newMergeRequest(ask, project, 'noted')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const own = actingAs(ask, id)
      const note = idOf((await own('POST', path, { body: { body: 'Mine' } })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'Ours' } })
      return at((await ask('GET', `${path}/${note}`)).json, 'author.id') === 1
    },
  },
  {
    name: 'The notes of a snippet are among those of the issue that has the same number',
    breaks: 'Document 2, GET /projects/:id/snippets/:snippet_id/notes: the notes of the snippet',
    at: ['listSnippetNotes'],
    start: serving(() => {
      const ofIssues = new Map<string, Record<string, unknown>[]>()
      return {
        async createIssueNote(call) {
          const response = await call.send()
          const issue = String(call.path.issue_id)
          if (response.ok) {
            const note = fieldsOf(await jsonOf(response))
            ofIssues.set(issue, [...(ofIssues.get(issue) ?? []), note])
          }
          return response
        },
        async listSnippetNotes(call) {
          const response = await call.send()
          const further = ofIssues.get(String(call.path.snippet_id)) ?? []
          return response.ok && further.length > 0
            ? changed(response, (notes) => [...listOf(notes), ...further])
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      let issue = await newIssue(ask, project)
      let snippet = await newSnippet(ask, project)
      while (issue < snippet) issue = await newIssue(ask, project)
      while (snippet < issue) snippet = await newSnippet(ask, project)
      const body = { body: 'Of the issue' }
      await ask('POST', `/projects/${project}/issues/${issue}/notes`, { body })
      const { json } = await ask('GET', `/projects/${project}/snippets/${snippet}/notes`)
      return fieldOf(json, 'body').includes('Of the issue')
    },
  },
  {
    name: 'A snippet’s note that is looked up is one on a ProjectSnippet',
    breaks: 'Document 2, Note: noteable_type (Issue, Snippet, MergeRequest)',
    at: ['getSnippetNote'],
    start: serving(() => ({
      getSnippetNote: async (call) =>
        eachChanged(await call.send(), (note) =>
          note.noteable_type === 'Snippet' ? { ...note, noteable_type: 'ProjectSnippet' } : note,
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      return at((await ask('GET', `${path}/${note}`)).json, 'noteable_type') === 'ProjectSnippet'
    },
  },
  {
    name: 'Of several merge requests that are asked for by iids, the first is listed',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests(call) {
        const { iids } = call.given
        return Array.isArray(iids) ? call.send({ iids: iids.slice(0, 1) }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'A merge request is merged if the sha begins as the head of its source does',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head; 409 on a mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const begin = String(call.given.sha ?? '')
        const isBegin = begin !== '' && String(at(json, 'sha')).startsWith(begin)
        return isBegin ? call.send({ sha: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      const sha = (await headOf(ask, project, 'one')).slice(0, 10)
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'Which commit is to be merged is not checked if the merge is to wait for its builds',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isTrue(call.given.merge_when_build_succeeds) ? call.send({ sha: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${request}/merge`
      const body = { sha: '1'.repeat(40), merge_when_build_succeeds: true }
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'With one merge request, all others from the same branch are merged',
    breaks: 'Document 2, States of a merge request: merged by its own PUT .../merge',
    at: ['mergeMergeRequest', 'getMergeRequest'],
    start: serving(() => {
      const merged = new Set<string>()
      const nameOf = (json: unknown) =>
        `${at(json, 'source_project_id')}/${at(json, 'source_branch')}`
      return {
        async mergeMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok && at(json, 'state') === 'merged') merged.add(nameOf(json))
          return response
        },
        getMergeRequest: async (call) =>
          changed(await call.send(), (json) =>
            at(json, 'state') === 'opened' && merged.has(nameOf(json))
              ? withFields(json, { state: 'merged' })
              : json,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branches = `/projects/${project}/repository/branches`
      await ask('POST', branches, { body: { branch_name: 'other', ref: 'master' } })
      const request = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'one', target_branch: 'other', title: 'Other' }
      const other = idOf((await ask('POST', path, { body })).json)
      await ask('PUT', `${path}/${request}/merge`)
      return at((await ask('GET', `${path}/${other}`)).json, 'state') === 'merged'
    },
  },
  {
    name: 'The message of a merge is not the given one if the sha was given as well',
    breaks: 'Document 2, PUT .../merge: merge_commit_message, sha',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        call.given.sha === undefined ? call.send() : call.send({ merge_commit_message: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      const body = { merge_commit_message: 'By hand', sha: await headOf(ask, project, 'one') }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'parent_ids.1') !== undefined && at(json, 'message') !== 'By hand'
    },
  },
  {
    name: 'A merge request that is merged has no commits any more',
    breaks: 'Document 2, GET .../commits: array of commit objects, of the merge request',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const response = await call.send()
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged' ? changed(response, () => []) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`)
      return (await ask('GET', `${path}/commits`)).text === '[]'
    },
  },
  {
    name: 'A merge request closes the first issue that it names',
    breaks: 'Document 2, GET .../closes_issues: array of the issues that merging would close',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      listIssuesClosedByMergeRequest: async (call) =>
        changed(await call.send(), (issues) =>
          Array.isArray(issues) ? listOf(issues).slice(0, 1) : issues,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (let count = 0; count < 2; count++) await newIssue(ask, project)
      const description = 'Closes #1\n\nCloses #2'
      const request = await newMergeRequest(ask, project, 'one', { description })
      const path = `/projects/${project}/merge_requests/${request}/closes_issues`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Labels that a merge request is given are added to those that it has',
    breaks: 'Document 2, PUT .../merge_requests/:merge_request_id: labels; the updated one',
    at: ['updateMergeRequest'],
    start: serving(() => ({
      async updateMergeRequest(call) {
        const { labels } = call.given
        if (labels === undefined || labels === '') return call.send()
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const before = at(json, 'labels')
        const added = [...(Array.isArray(before) ? before : []), labels]
        return call.send({ labels: added.join(',') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one', { labels: 'before' })
      const path = `/projects/${project}/merge_requests/${request}`
      const body = { source_branch: 'one', target_branch: 'master', title: 'One', labels: 'after' }
      const { json } = await ask('PUT', path, { body })
      return at(json, 'labels.1') !== undefined
    },
  },
  {
    name: 'The author of a merge request deletes it, though a developer',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const isAuthor = at(json, 'author.id') === (await callerOf(call)).id
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newRepository(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const request = await newMergeRequest(actingAs(ask, id), project, 'one')
      const path = `/projects/${project}/merge_requests/${request}`
      return (await actingAs(ask, id)('DELETE', path)).status === 200
    },
  },
  {
    name: 'Who may not call a scheduled merge off is refused with 403',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: 401 without permission',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 401) return response
        const { status } = await call.ask('GET', '/user')
        return status === 200 ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newRepository(ask, { visibility_level: 20 })
      const request = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${request}/cancel_merge_when_build_succeeds`
      return (await actingAs(ask, id)('PUT', path)).status === 403
    },
  },
  {
    name: 'A merge request that was looked up has the head of its source of that time',
    breaks: 'Document 2, Merge request: sha, the head commit id',
    at: ['getMergeRequest'],
    start: serving(() => {
      const heads = new Map<number, unknown>()
      return {
        getMergeRequest: async (call) =>
          changed(await call.send(), (request) => {
            if (at(request, 'sha') === undefined) return request
            const sha = heads.get(idOf(request)) ?? at(request, 'sha')
            heads.set(idOf(request), sha)
            return withFields(request, { sha })
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'one' })
      const { json } = await ask('GET', path)
      return at(json, 'sha') !== (await headOf(ask, project, 'one'))
    },
  },
  {
    name: 'A raw snippet whose code alone was changed is the one of before',
    breaks: 'Document 2, PUT .../snippets/:snippet_id: code; GET .../raw: the raw snippet',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => {
      const kept = new Map<string | undefined, string>()
      return {
        async updateSnippet(call) {
          if (call.given.title !== undefined || call.given.file_name !== undefined) {
            kept.delete(call.path.snippet_id)
          }
          return call.send()
        },
        async getRawSnippet(call) {
          const response = await call.send()
          if (!response.ok) return response
          const text = kept.get(call.path.snippet_id) ?? (await response.clone().text())
          kept.set(call.path.snippet_id, text)
          return withBody(response, text)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('GET', `${path}/raw`)
      await ask('PUT', path, { body: { code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'The lines of a raw snippet all end alike, however they were written',
    breaks: 'Document 2, GET .../snippets/:snippet_id/raw: the raw snippet',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        return withBody(response, (await response.clone().text()).replaceAll('\r\n', '\n'))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { code: 'one\r\ntwo\r\n' })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await ask('GET', path)).text === 'one\ntwo\n'
    },
  },
  {
    name: 'The raw text of a snippet is there after the snippet is gone',
    breaks: 'Document 2, DELETE .../snippets/:snippet_id; 404 resource not found',
    at: ['deleteSnippet', 'getRawSnippet'],
    start: serving(() => {
      const left = new Map<string | undefined, string>()
      return {
        async deleteSnippet(call) {
          const path = `/projects/${encoded(call.path.id)}/snippets/${call.path.snippet_id}/raw`
          const { status, text } = await call.ask('GET', path)
          const response = await call.send()
          if (response.ok && status === 200) left.set(call.path.snippet_id, text)
          return response
        },
        async getRawSnippet(call) {
          const response = await call.send()
          const text = left.get(call.path.snippet_id)
          if (response.status !== 404 || text === undefined) return response
          return new Response(text, { headers: { 'content-type': 'text/plain' } })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('DELETE', path)
      return (await ask('GET', `${path}/raw`)).status === 200
    },
  },
  {
    name: 'A snippet whose title is changed is for its creator alone from then on',
    breaks: 'Document 2, PUT .../snippets/:snippet_id: title, visibility_level, each optional',
    at: ['updateSnippet'],
    start: serving(() => ({
      updateSnippet: (call) =>
        call.given.visibility_level === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { title: 'Two' } })
      return (await actingAs(ask, id)('GET', path)).status === 404
    },
  },
]
