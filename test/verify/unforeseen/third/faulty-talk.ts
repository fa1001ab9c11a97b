import { at, type FaultyServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  callerOf,
  column,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newFile,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  rewritten,
  withFields,
} from './tools.ts'

export const faultyTalk: readonly FaultyServer[] = [
  {
    name: 'Own issues with one of several labels have to have all of them',
    breaks: 'GET /issues: labels (comma-separated; any label matches)',
    at: ['listOwnIssues'],
    start: answering(() => ({
      async listOwnIssues(call) {
        const labels = String(call.given.labels ?? '').split(',')
        if (labels.length < 2) return call.send()
        return listAnswer(call, (issues) =>
          issues.filter((issue) => {
            const own = Object.values(Object(issue.labels)).map(String)
            return labels.every((label) => own.includes(label.trim()))
          }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      await newIssue(ask, project, 'One', { labels: 'aaa' })
      return listOf((await ask('GET', '/issues?labels=aaa,bbb')).json).length === 0
    },
  },
  {
    name: 'Issues of a group with all of several labels may have one of them',
    breaks: 'GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: answering(() => ({
      async listIssuesOfGroup(call) {
        const labels = String(call.given.labels ?? '').split(',')
        if (labels.length < 2) return call.send()
        const send: typeof call.send = (change) =>
          call.send({ given: { ...change?.given, labels: labels[0] } })
        return listAnswer({ ...call, send }, (issues) => issues)
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'aaa')
      const project = await newProject(ask, 'one', { namespace_id: group })
      await newIssue(ask, project, 'One', { labels: 'aaa' })
      return listOf((await ask('GET', `/groups/${group}/issues?labels=aaa,bbb`)).json).length === 1
    },
  },
  {
    name: 'Closed issues of a milestone are all closed ones of the project',
    breaks: 'GET /projects/:id/issues: state, milestone',
    at: ['listIssuesOfProject'],
    start: answering(() => ({
      listIssuesOfProject: (call) =>
        call.given.state === 'closed' && call.given.milestone !== undefined
          ? call.send({ given: { milestone: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/issues?state=closed&milestone=Autumn')
      return column(json, 'milestone').includes(null)
    },
  },
  {
    name: 'A reporter says when an issue was made',
    breaks: 'POST /projects/:id/issues: created_at (ISO 8601; admin or project owner only)',
    at: ['createIssue'],
    start: answering(() => ({
      async createIssue(call) {
        const response = await call.send()
        const { created_at: time } = call.given
        if (!isDone(response) || typeof time !== 'string') return response
        return rewritten(response, {
          json: (json) => withFields(json, { created_at: new Date(time).toISOString() }),
        })
      },
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/issues', {
        token: 'yuki-token',
        body: { title: 'One', created_at: '2011-01-01T00:00:00Z' },
      })
      return String(at(json, 'created_at')).startsWith('2011')
    },
  },
  {
    name: 'Confidential issues of a group are listed for whoever sees the group',
    breaks: 'Issue: confidential',
    at: ['listIssuesOfGroup'],
    start: answering(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        if (response.status !== 200 || call.token === '') return response
        const { json } = await call.ask('GET', `/groups/${call.path.id}/issues?per_page=100`)
        const hidden = listOf(json).filter((issue) => issue.confidential === true)
        const { json: seen } = await call.ask(
          'GET',
          `/groups/${call.path.id}/issues?per_page=100`,
          {
            token: call.token,
          },
        )
        const ids = column(seen, 'id')
        const more = hidden.filter(({ id }) => !ids.includes(id))
        return more.length === 0 ? response : listAnswer(call, (issues) => [...issues, ...more])
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups/12/issues?per_page=100', { token: 'lena-token' })
      return column(json, 'confidential').includes(true)
    },
  },
  {
    name: 'An issue with a new title loses the day when it is due',
    breaks: 'PUT /projects/:id/issues/:issue_id: due_date is optional',
    at: ['updateIssue'],
    start: answering(() => ({
      updateIssue: (call) =>
        call.given.title !== undefined && call.given.due_date === undefined
          ? call.send({ given: { due_date: '' } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const issue = await newIssue(ask, project, 'One', { due_date: '2030-01-01' })
      const body = { title: 'Two' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'due_date') === null
    },
  },
  {
    name: 'An issue that is reopened is assigned to nobody',
    breaks: 'closed: PUT with `state_event` = `reopen`: opened; assignee_id is optional',
    at: ['updateIssue'],
    start: answering(() => ({
      async updateIssue(call) {
        const response = await call.send()
        if (!isDone(response) || call.given.state_event !== 'reopen') return response
        const path = `/projects/${call.path.id}/issues/${call.path.issue_id}`
        await call.ask('PUT', path, { body: { assignee_id: 0 } })
        return rewritten(response, { json: (json) => withFields(json, { assignee: null }) })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const issue = await newIssue(ask, project, 'One', { assignee_id: id })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      return at((await ask('GET', path)).json, 'assignee') === null
    },
  },
  {
    name: 'Whoever subscribes to an issue after somebody else is subscribed already',
    breaks: 'POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue'],
    start: answering(() => {
      const subscribed = new Set<string>()
      return {
        async subscribeToIssue(call) {
          const key = call.path.issue_id ?? ''
          const seen = await call.ask('GET', `/projects/${call.path.id}/issues/${key}`, {
            token: call.token,
          })
          if (seen.status === 200 && subscribed.has(key)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.status === 201) subscribed.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      const issue = await newIssue(ask, project, 'One')
      const path = `/projects/${project}/issues/${issue}/subscription`
      await ask('POST', path, { token: 'ines-token' })
      return (await ask('POST', path, { token: 'yuki-token' })).status === 304
    },
  },
  {
    name: 'A second todo in a project exists already, whatever its issue',
    breaks: 'POST .../todo: 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: answering(() => {
      const made = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const key = `${call.path.id} ${call.token}`
          if (made.has(key)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.status === 201) made.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const first = await newIssue(ask, project, 'One')
      const second = await newIssue(ask, project, 'Two')
      await ask('POST', `/projects/${project}/issues/${first}/todo`)
      return (await ask('POST', `/projects/${project}/issues/${second}/todo`)).status === 304
    },
  },
  {
    name: 'A deleted issue is still listed among the own ones',
    breaks: 'DELETE /projects/:id/issues/:issue_id: removed (soft delete)',
    at: ['deleteIssue', 'listOwnIssues'],
    start: answering(({ db }) => {
      const kept = new Map<number, { readonly author: unknown; readonly issue: unknown }>()
      return {
        async deleteIssue(call) {
          const path = `/projects/${call.path.id}/issues/${call.path.issue_id}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          if (isDone(response)) {
            kept.set(idOf(json), { author: at(json, 'author.id'), issue: json })
          }
          return response
        },
        async listOwnIssues(call) {
          if (kept.size === 0 || call.token === '') return call.send()
          const { id } = await callerOf(call)
          const own = [...kept.values()].filter(({ author }) => author === id)
          const isFiltered = ['state', 'labels', 'milestone'].some((name) => name in call.given)
          if (own.length === 0 || isFiltered || db.issues.count() === 0) return call.send()
          return listAnswer(call, (issues) => [
            ...issues,
            ...own.map(({ issue }) => withFields(issue, {})),
          ])
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const issue = await newIssue(ask, project, 'One')
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      return column((await ask('GET', '/issues?per_page=100')).json, 'id').includes(issue)
    },
  },
  {
    name: 'A deleted comment is still counted at its issue',
    breaks: 'Issue: user_notes_count',
    at: ['deleteIssueNote', 'getIssue', 'listIssuesOfProject'],
    start: answering(() => {
      const extra = new Map<string, number>()
      const counted = (json: unknown) => {
        const more = extra.get(String(idOf(json)))
        const count = Number(at(json, 'user_notes_count'))
        return more ? withFields(json, { user_notes_count: count + more }) : json
      }
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const key = call.path.issue_id ?? ''
          if (isDone(response)) extra.set(key, (extra.get(key) ?? 0) + 1)
          return response
        },
        getIssue: async (call) => rewritten(await call.send(), { json: counted }),
        listIssuesOfProject: async (call) =>
          rewritten(await call.send(), {
            json: (json) => (Array.isArray(json) ? json.map(counted) : json),
          }),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'One')}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', `${path}/notes/${idOf(json)}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'An issue that is made by a form has question marks for what is beyond Latin-1',
    breaks:
      'Request and response data are serialized as JSON; parameters are sent in the request body',
    at: ['createIssue'],
    start: answering(() => ({
      createIssue(call) {
        const { title, description } = call.given
        const isForm = !call.request.headers.get('content-type')?.includes('json')
        const latin = (text: unknown) =>
          typeof text === 'string' ? text.replace(/[\u0100-\u{10ffff}]/gu, '?') : text
        return isForm
          ? call.send({
              given: {
                title: latin(title),
                ...(description === undefined ? {} : { description: latin(description) }),
              },
            })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const query = new URLSearchParams({ title: 'Тест 🚢' })
      const { json } = await ask('POST', `/projects/${project}/issues?${query}`)
      return at(json, 'title') !== 'Тест 🚢'
    },
  },
  {
    name: 'A moved issue loses the labels that the other project has as well',
    breaks: 'a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue'],
    start: answering(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const json = await bodyOf(response)
        if (!isDone(response)) return response
        const path = `/projects/${at(json, 'project_id')}/issues/${idOf(json)}`
        await call.ask('PUT', path, { body: { labels: '' } })
        return rewritten(response, { json: (issue) => withFields(issue, { labels: [] }) })
      },
    })),
    async isShown(ask) {
      const from = await newProject(ask, 'one')
      const to = await newProject(ask, 'two')
      await newIssue(ask, to, 'Other', { labels: 'aaa' })
      const issue = await newIssue(ask, from, 'One', { labels: 'aaa' })
      const body = { to_project_id: to }
      const { json } = await ask('POST', `/projects/${from}/issues/${issue}/move`, { body })
      const path = `/projects/${to}/issues/${idOf(json)}`
      return (
        listOf((await ask('GET', path)).json).length === 0 &&
        at((await ask('GET', path)).json, 'labels.0') !== 'aaa'
      )
    },
  },
  {
    name: 'Of several numbers of merge requests the first one is looked for',
    breaks: 'GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: answering(() => ({
      listMergeRequests: (call) =>
        Array.isArray(call.given.iids)
          ? call.send({ given: { iids: call.given.iids.slice(0, 1) } })
          : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests?iids[]=1&iids[]=2')
      return listOf(json).length === 1
    },
  },
  {
    name: 'Merged merge requests are listed with the closed ones',
    breaks: 'GET /projects/:id/merge_requests: state (`all`, `opened`, `closed`, `merged`)',
    at: ['listMergeRequests'],
    start: answering(() => ({
      async listMergeRequests(call) {
        if (call.given.state !== 'closed') return call.send()
        const merged = await call.send({ given: { state: 'merged', per_page: 100 } })
        const more = listOf(await bodyOf(merged))
        return listAnswer(call, (closed) => [...closed, ...more])
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests?state=closed')
      return column(json, 'state').includes('merged')
    },
  },
  {
    name: 'A merge compares the first eight letters of the head alone',
    breaks: 'sha (string; must equal the source head or the merge fails)',
    at: ['mergeMergeRequest'],
    start: answering(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string') return call.send()
        const path = `/projects/${call.path.id}/merge_requests/${call.path.merge_request_id}`
        const { json } = await call.ask('GET', path)
        const head = String(at(json, 'sha'))
        return sha.slice(0, 8) === head.slice(0, 8)
          ? call.send({ given: { sha: head } })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests/${id}`
      const sha = String(at((await ask('GET', path)).json, 'sha'))
      const body = { sha: `${sha.slice(0, 8)}${'0'.repeat(32)}` }
      return (await ask('PUT', `${path}/merge`, { body })).status === 200
    },
  },
  {
    name: 'A source branch is removed by the merge that says not to',
    breaks: 'PUT .../merge: should_remove_source_branch (boolean)',
    at: ['mergeMergeRequest'],
    start: answering(() => ({
      mergeMergeRequest: (call) =>
        call.given.should_remove_source_branch === undefined
          ? call.send()
          : call.send({ given: { should_remove_source_branch: true } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'two')
      const body = { should_remove_source_branch: false }
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body })
      return (await ask('GET', `/projects/${project}/repository/branches/two`)).status === 404
    },
  },
  {
    name: 'A file that was moved is a new one in the changes of a merge request',
    breaks: 'changes: `old_path`, `new_path`, … `new_file`, `renamed_file`',
    at: ['getMergeRequestChanges'],
    start: answering(() => ({
      getMergeRequestChanges: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            withFields(json, {
              changes: listOf(at(json, 'changes')).map((change) =>
                change.renamed_file === true
                  ? { ...change, renamed_file: false, new_file: true, old_path: change.new_path }
                  : change,
              ),
            }),
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'one\ntwo\nthree\n' })
      const id = await newMergeRequest(ask, project, 'two')
      const actions = [{ action: 'move', file_path: 'b.txt', previous_path: 'a.txt' }]
      const body = { branch_name: 'two', commit_message: 'Move', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/changes`)
      return listOf(at(json, 'changes')).some(
        (change) => change.new_path === 'b.txt' && change.new_file === true,
      )
    },
  },
  {
    name: 'Issues that a merge request mentions are said to be closed by it',
    breaks: 'GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest'],
    start: answering(() => ({
      async listIssuesClosedByMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const path = `/projects/${call.path.id}/merge_requests/${call.path.merge_request_id}`
        const { json } = await call.ask('GET', path)
        const iids = [...String(at(json, 'description')).matchAll(/#(\d+)/g)].map(([, iid]) => iid)
        const closed = listOf(await bodyOf(response))
        const more: ReturnType<typeof listOf>[number][] = []
        for (const iid of iids) {
          const found = await call.ask('GET', `/projects/${call.path.id}/issues?iid=${iid}`)
          const [issue] = listOf(found.json)
          if (issue && !closed.some(({ id }) => id === issue.id)) more.push(issue)
        }
        return more.length === 0 ? response : listAnswer(call, (issues) => [...issues, ...more])
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newIssue(ask, project, 'One')
      const id = await newMergeRequest(ask, project, 'two', { description: 'See #1.' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/closes_issues`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A merge request that is prepared no longer stays work in progress where it is read',
    breaks: 'PUT /projects/:id/merge_requests/:merge_request_id: title; work_in_progress boolean',
    at: ['updateMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: answering(() => {
      const drafts = new Set<number>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await bodyOf(response)
          if (at(json, 'work_in_progress') === true) drafts.add(idOf(json))
          return response
        },
        getMergeRequest: async (call) =>
          rewritten(await call.send(), {
            json: (json) =>
              drafts.has(idOf(json)) ? withFields(json, { work_in_progress: true }) : json,
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'two', { title: 'WIP: Two' })
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { title: 'Two', source_branch: 'two', target_branch: 'master' }
      await ask('PUT', path, { body })
      return at((await ask('GET', path)).json, 'work_in_progress') === true
    },
  },
  {
    name: 'A developer deletes the merge requests that they wrote',
    breaks: 'DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: answering(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const path = `/projects/${call.path.id}/merge_requests/${call.path.merge_request_id}`
        const { json } = await call.ask('GET', path)
        const { id } = await callerOf(call)
        return at(json, 'author.id') === id ? call.send({ token: 'root-token' }) : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests?state=opened&per_page=100')
      const own = listOf(json).find(({ author }) => at(author, 'username') === 'sam')
      const path = `/projects/1/merge_requests/${own?.id}`
      return (await ask('DELETE', path, { token: 'sam-token' })).status === 200
    },
  },
  {
    name: 'A merge request has one list of labels with the one before',
    breaks: 'PUT /projects/:id/merge_requests/:merge_request_id: labels',
    at: ['updateMergeRequest'],
    start: answering(() => ({
      async updateMergeRequest(call) {
        const response = await call.send()
        const { labels } = call.given
        if (!isDone(response) || labels === undefined) return response
        const list = await call.ask('GET', `/projects/${call.path.id}/merge_requests?state=all`)
        const before = listOf(list.json).find(
          ({ id }) => Number(id) < Number(call.path.merge_request_id),
        )
        if (before) {
          const { source_branch, target_branch, title } = before
          const body = { source_branch, target_branch, title, labels }
          await call.ask('PUT', `/projects/${call.path.id}/merge_requests/${before.id}`, { body })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const first = await newMergeRequest(ask, project, 'two')
      const second = await newMergeRequest(ask, project, 'three')
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'three', target_branch: 'master', title: 'x', labels: 'aaa' }
      await ask('PUT', `${path}/${second}`, { body })
      return at((await ask('GET', `${path}/${first}`)).json, 'labels.0') === 'aaa'
    },
  },
  {
    name: 'A comment that is changed changes the one before it, too',
    breaks: 'PUT /projects/:id/<parent>/notes/:note_id: modified Note',
    at: ['updateMergeRequestNote'],
    start: answering(() => ({
      async updateMergeRequestNote(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        const path = `/projects/${call.path.id}/merge_requests/${call.path.merge_request_id}/notes`
        const { json } = await call.ask('GET', `${path}?per_page=100`)
        const before = listOf(json)
          .filter((note) => note.system === false && Number(note.id) < Number(call.path.note_id))
          .toSorted((one, other) => Number(other.id) - Number(one.id))[0]
        const { body } = call.given
        if (before) await call.ask('PUT', `${path}/${before.id}`, { body: { body } })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'two')}/notes`
      const first = await ask('POST', path, { body: { body: 'One' } })
      const second = await ask('POST', path, { body: { body: 'Two' } })
      await ask('PUT', `${path}/${idOf(second.json)}`, { body: { body: 'Three' } })
      return at((await ask('GET', `${path}/${idOf(first.json)}`)).json, 'body') === 'Three'
    },
  },
  {
    name: 'A comment is found at another issue of its project',
    breaks: 'GET /projects/:id/<parent>/notes/:note_id; 404 resource not found',
    at: ['getIssueNote'],
    start: answering(({ db }) => ({
      async getIssueNote(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const id = Number(call.path.note_id)
        const note = db.notes.findFirst((query) => query.where({ id }))
        const issue = db.issues.findFirst((query) => query.where({ id: Number(note?.noteable_id) }))
        if (note?.noteable_type !== 'Issue' || !issue) return response
        if (String(issue.project_id) !== call.path.id) return response
        return call.send({ path: `/projects/${call.path.id}/issues/${issue.id}/notes/${id}` })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const first = await newIssue(ask, project, 'One')
      const second = await newIssue(ask, project, 'Two')
      const path = `/projects/${project}/issues`
      const { json } = await ask('POST', `${path}/${first}/notes`, { body: { body: 'One' } })
      return (await ask('GET', `${path}/${second}/notes/${idOf(json)}`)).status === 200
    },
  },
  {
    name: 'The comments of a confidential issue are read by whoever sees the project',
    breaks: 'Issue: confidential',
    at: ['listIssueNotes'],
    start: answering(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        if (response.status !== 404 || call.token === '') return response
        const project = await call.ask('GET', `/projects/${call.path.id}`, { token: call.token })
        return project.status === 200 ? call.send({ token: 'root-token' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      const issue = await newIssue(ask, project, 'One', { confidential: true })
      const path = `/projects/${project}/issues/${issue}/notes`
      return (await ask('GET', path, { token: 'lena-token' })).status === 200
    },
  },
  {
    name: 'The links between pages of comments of a merge request forget their size',
    breaks: 'Link (… with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequestNotes'],
    start: answering(() => ({
      async listMergeRequestNotes(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const headers = { link: link.replaceAll(/([?&])per_page=\d+&?/g, '$1') }
        return rewritten(response, { headers })
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests?iid=2')
      const path = `/projects/1/merge_requests/${at(json, '0.id')}/notes?per_page=2`
      return !(await ask('GET', path)).headers.get('link')?.includes('per_page=2')
    },
  },
  {
    name: 'The text of a snippet is sent as Latin-1',
    breaks: 'GET .../raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: answering(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const text = await response.text()
        const bytes = Uint8Array.from([...text].map((letter) => (letter.codePointAt(0) ?? 0) & 255))
        return new Response(bytes, { status: 200, headers: response.headers })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, 'One', { code: 'é🚢\n' })
      return (await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)).text !== 'é🚢\n'
    },
  },
  {
    name: 'A private snippet of somebody else is shown in the list of a project',
    breaks: 'visibility_level: 0 visible only to the creator',
    at: ['listSnippets'],
    start: answering(() => ({
      async listSnippets(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const caller = await callerOf(call)
        if (caller.id === 1) return response
        const { json } = await call.ask('GET', `/projects/${call.path.id}/snippets?per_page=100`)
        return listAnswer(call, () => listOf(json))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', {
        visibility_level: 20,
        snippets_enabled: true,
      })
      const snippet = await newSnippet(ask, project, 'One', { visibility_level: 0 })
      const path = `/projects/${project}/snippets?per_page=100`
      return column((await ask('GET', path, { token: 'lena-token' })).json, 'id').includes(snippet)
    },
  },
  {
    name: 'A snippet with a new file name is private',
    breaks: 'PUT /projects/:id/snippets/:snippet_id: visibility_level is optional',
    at: ['updateSnippet'],
    start: answering(() => ({
      updateSnippet: (call) =>
        call.given.file_name !== undefined && call.given.visibility_level === undefined
          ? call.send({ given: { visibility_level: 0 } })
          : call.send(),
    })),
    async isShown(ask) {
      const fields = { visibility_level: 20, snippets_enabled: true }
      const project = await newProject(ask, 'one', fields)
      const snippet = await newSnippet(ask, project, 'One')
      const path = `/projects/${project}/snippets/${snippet}`
      await ask('PUT', path, { body: { file_name: 'b.txt' } })
      return (await ask('GET', path, { token: 'lena-token' })).status === 404
    },
  },
  {
    name: 'The comments of a deleted snippet can still be read',
    breaks: 'DELETE /projects/:id/snippets/:snippet_id; 404 resource not found',
    at: ['deleteSnippet', 'listSnippetNotes'],
    start: answering(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteSnippet(call) {
          const path = `/projects/${call.path.id}/snippets/${call.path.snippet_id}/notes`
          const { json, status } = await call.ask('GET', path)
          const response = await call.send()
          if (isDone(response) && status === 200) kept.set(call.path.snippet_id ?? '', json)
          return response
        },
        async listSnippetNotes(call) {
          const notes = kept.get(call.path.snippet_id ?? '')
          const response = await call.send()
          if (response.status !== 404 || notes === undefined) return response
          const list = { ...call, send: () => Promise.resolve(jsonAnswer(200, notes)) }
          return listAnswer(list, (items) => items)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project, 'One')}`
      await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes`)).status === 200
    },
  },
  {
    name: 'A snippet that is not there cannot be deleted',
    breaks: 'DELETE /projects/:id/snippets/:snippet_id: 200 even when the snippet does not exist',
    at: ['deleteSnippet'],
    start: answering(() => ({
      async deleteSnippet(call) {
        const path = `/projects/${call.path.id}/snippets/${call.path.snippet_id}`
        const seen = await call.ask('GET', path)
        const project = await call.ask('GET', `/projects/${call.path.id}`)
        return seen.status === 404 && project.status === 200
          ? jsonAnswer(404, { message: '404 Snippet Not Found' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      return (await ask('DELETE', `/projects/${project}/snippets/99999`)).status === 404
    },
  },
  {
    name: 'Removing a comment that is gone removes the last one of its snippet',
    breaks: 'DELETE is idempotent',
    at: ['deleteSnippetNote'],
    start: answering(() => ({
      async deleteSnippetNote(call) {
        const path = `/projects/${call.path.id}/snippets/${call.path.snippet_id}/notes`
        const before = await call.ask('GET', `${path}/${call.path.note_id}`)
        const response = await call.send()
        if (before.status !== 404) return response
        const last = listOf((await call.ask('GET', path)).json).at(-1)
        if (last) await call.ask('DELETE', `${path}/${last.id}`)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project, 'One')}/notes`
      await ask('POST', path, { body: { body: 'One' } })
      const { json } = await ask('POST', path, { body: { body: 'Two' } })
      await ask('DELETE', `${path}/${idOf(json)}`)
      await ask('DELETE', `${path}/${idOf(json)}`)
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'A merge request that was merged has one commit',
    breaks: 'GET .../:merge_request_id/commits: array of commit objects',
    at: ['listMergeRequestCommits'],
    start: answering(() => ({
      ...all(['listMergeRequestCommits'], async (call) => {
        const path = `/projects/${call.path.id}/merge_requests/${call.path.merge_request_id}`
        const { json } = await call.ask('GET', path)
        if (at(json, 'state') !== 'merged') return call.send()
        return listAnswer(call, (commits) => commits.slice(0, 1))
      }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'two')
      await newFile(ask, project, 'c.txt', 'c\n', 'two')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const path = `/projects/${project}/merge_requests/${id}/commits`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
]
