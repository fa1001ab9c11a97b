import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  headOf,
  idOf,
  isFalse,
  jsonAnswer,
  jsonOf,
  levelOf,
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
  responseOf,
  samePage,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  deliver,
  freshBranch,
  hooksWhere,
  inQuery,
  issuePath,
  newMember,
  newSnippetProject,
  pushOf,
  receivedWhile,
  snippetPath,
  someMilestone,
} from './tools-tracker.ts'

const ofHooks: readonly FaultyServer[] = [
  {
    name: 'A merge is a push to every system hook, whether its push_events are on or off',
    breaks: 'Document 1, Events: outbound requests for push events when push_events is true',
    at: ['mergeMergeRequest', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const response = await call.send()
        const merged = await jsonOf(response)
        if (at(merged, 'state') !== 'merged') return response
        await deliver(await hooksWhere(call, (hook) => hook.push_events === false), pushOf(merged))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}/merge`
      const kinds = await receivedWhile(ask, { push_events: false }, () => ask('PUT', merge))
      return kinds.includes('push')
    },
  },
  {
    name: 'Closing a merge request tells the system hooks of a push that nobody made',
    breaks: 'Document 1, Events: system hooks fire for push events and tag push events',
    at: ['updateMergeRequest', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async updateMergeRequest(call) {
        const response = await call.send()
        if (!response.ok || call.given.state_event !== 'close') return response
        const hooks = await hooksWhere(call, (hook) => hook.push_events === true)
        await deliver(hooks, pushOf(await jsonOf(response)))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const kinds = await receivedWhile(ask, { push_events: true }, () =>
        ask('PUT', path, { body: { state_event: 'close' } }),
      )
      return kinds.includes('push')
    },
  },
  {
    name: 'A system hook that was deleted is still sent the pushes of merges',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook; Events: requests to the hooks',
    at: ['deleteSystemHook', 'mergeMergeRequest'],
    needsInstance: true,
    start: serving(() => {
      const removed: Values[] = []
      return {
        async deleteSystemHook(call) {
          const response = await call.send()
          const hook = fieldsOf(await jsonOf(response))
          if (response.ok && hook.push_events === true) removed.push(hook)
          return response
        },
        async mergeMergeRequest(call) {
          const response = await call.send()
          const merged = await jsonOf(response)
          if (at(merged, 'state') === 'merged') await deliver(removed, pushOf(merged))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}/merge`
      const kinds = await receivedWhile(ask, { push_events: true }, async (hook) => {
        await ask('DELETE', `/hooks/${hook}`)
        await ask('PUT', merge)
      })
      return kinds.includes('push')
    },
  },
  {
    name: 'A note on a merge request is sent to system hooks whose note_events are false',
    breaks: 'Document 1, Events: push and tag push events when the flag is true; note_events',
    at: ['createMergeRequestNote', 'createSystemHook', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createMergeRequestNote(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        const object_attributes = await jsonOf(response)
        const payload = { object_kind: 'note', event_name: 'note', object_attributes }
        await deliver(await hooksWhere(call, () => true), payload)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}/notes`
      const kinds = await receivedWhile(ask, { push_events: false }, () =>
        ask('POST', path, { body: { body: 'Well done' } }),
      )
      return kinds.includes('note')
    },
  },
]

const ofEncoding: readonly FaultyServer[] = [
  {
    name: 'The body of a note on an issue that comes in the query is decoded twice',
    breaks: 'Document 1, Conventions 4: parameters are sent in the query string or in the body',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote(call) {
        const body = inQuery(call, 'body')
        if (body === null || /%(?![0-9a-f]{2})/i.test(body)) return call.send()
        return call.send({ body: decodeURIComponent(body.replaceAll('+', ' ')) })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const { json } = await ask('POST', `${path}?body=${encoded('1+1')}`)
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'body') === '1 1'
    },
  },
  {
    name: 'A note on a merge request ends before its first character beyond the basic plane',
    breaks: 'Document 2, POST .../notes: body (req); created Note with this body',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      createMergeRequestNote(call) {
        const body = String(call.given.body ?? '').replace(/[\u{10000}-\u{10ffff}].*$/su, '')
        return body.trim() === '' ? call.send() : call.send({ body })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}/notes`
      const { json } = await ask('POST', path, { body: { body: 'Nice 🦀 here' } })
      return at((await ask('GET', `${path}/${idOf(json)}`)).json, 'body') === 'Nice '
    },
  },
  {
    name: 'The name of the file of a new snippet is kept with what ASCII has of it',
    breaks: 'Document 2, POST .../snippets: file_name; Snippet: file_name',
    at: ['createSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      createSnippet(call) {
        const { file_name } = call.given
        return typeof file_name === 'string'
          ? call.send({ file_name: file_name.replaceAll(/[^!-~]/gu, '_') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const id = await newSnippet(ask, project, { file_name: 'straße.txt' })
      const { json } = await ask('GET', `/projects/${project}/snippets/${id}`)
      return at(json, 'file_name') === 'stra_e.txt'
    },
  },
  {
    name: 'Issues of a group are found by a label with a plus sign as if it were a space',
    breaks: 'Document 2, GET /groups/:id/issues: labels; Document 1, Conventions 4',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        typeof call.given.labels === 'string'
          ? call.send({ labels: call.given.labels.replaceAll('+', ' ') })
          : call.send(),
    })),
    async isShown(ask) {
      const name = `plus-${Date.now()}`
      const group = idOf((await ask('POST', '/groups', { body: { name, path: name } })).json)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'C++' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=${encoded('C++')}`)
      return listOf(json).length === 0
    },
  },
]

const ofRepetition: readonly FaultyServer[] = [
  {
    name: 'A snippet that was deleted before is unknown to the second deletion',
    breaks: 'Document 2, DELETE .../snippets/:snippet_id: 200 even when it does not exist',
    at: ['deleteSnippet'],
    start: serving(() => {
      const deleted = new Set<string>()
      return {
        async deleteSnippet(call) {
          const response = await call.send()
          const path = snippetPath(call)
          if (!response.ok) return response
          if (deleted.has(path)) return jsonAnswer(404, { message: '404 Snippet Not Found' })
          deleted.add(path)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'An issue has one todo, so that of a second user exists already',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const marked = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const path = issuePath(call)
          if (marked.has(path) && (await call.ask('GET', path)).status === 200) return notModified()
          const response = await call.send()
          if (response.status === 201) marked.add(path)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const member = await newMember(ask, project, 30)
      await ask('POST', path)
      return (await actingAs(ask, member.id)('POST', path)).status === 304
    },
  },
  {
    name: 'A second subscription to a merge request that was merged is a new one',
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
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`)
      await ask('POST', `${path}/subscription`)
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'Whoever unsubscribed from an issue counts as subscribed when subscribing again',
    breaks: 'Document 2, Subscription: DELETE unsubscribes; POST subscribes the caller',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) left.add(`${(await callerOf(call)).id} ${issuePath(call)}`)
          return response
        },
        async subscribeToIssue(call) {
          const hasLeft = left.has(`${(await callerOf(call)).id} ${issuePath(call)}`)
          return hasLeft ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('DELETE', `${path}/subscription`)
      await ask('POST', `${path}/subscription`)
      return at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
]

const ofSudo: readonly FaultyServer[] = [
  {
    name: 'A note on a snippet is that of the administrator if sudo stands in the query',
    breaks: 'Document 1, Authentication 5: the parameter sudo (query) or header SUDO',
    at: ['createSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => ({
      async createSnippetNote(call) {
        if (inQuery(call, 'sudo') === null) return call.send()
        const { status } = await call.ask('GET', projectPath(call))
        return status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const member = await newMember(ask, project, 30)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const body = { body: 'By whom?' }
      const { json } = await ask('POST', `${path}?sudo=${member.username}`, { body })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'The changes of merge requests of public projects are for everybody',
    breaks: 'Document 1, Authentication 1: every request needs credentials, except public reads',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      async getMergeRequestChanges(call) {
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return call.isAnonymous && at(json, 'visibility_level') === 20
          ? call.sendAsRoot()
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      return (await ask('GET', `${path}/changes`, { token: '' })).status === 200
    },
  },
  {
    name: 'Whoever names themselves in sudo may list their issues so',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403',
    at: ['listOwnIssues'],
    start: serving((forge) => ({
      async listOwnIssues(call) {
        const response = await call.send()
        if (call.sudo === undefined || response.status !== 403) return response
        const url = new URL(call.request.url)
        url.searchParams.delete('sudo')
        const headers = new Headers(call.request.headers)
        headers.delete('sudo')
        const me = new URL(url)
        me.pathname = '/api/v3/user'
        const user = fieldsOf(await jsonOf(await forge.fetch(new Request(me, { headers }))))
        const isOneself = [String(user.id), user.username].includes(call.sudo)
        return isOneself ? forge.fetch(new Request(url, { headers })) : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/user')
      const token = String(at(json, 'private_token'))
      return (await ask('GET', `/issues?sudo=${username}`, { token })).status === 200
    },
  },
  {
    name: 'A wrong token at the change of a note on a snippet is refused with words of its own',
    breaks: 'Document 1, Authentication 2: 401 with a body whose message is 401 Unauthorized',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        return response.status === 401 && !call.isAnonymous
          ? changed(response, () => ({ message: 'Token is invalid' }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      const request = { body: { body: 'Two' }, token: 'no-token-of-anybody' }
      const { json } = await ask('PUT', `${path}/${note}`, request)
      return at(json, 'message') === 'Token is invalid'
    },
  },
]

const ofConsistency: readonly FaultyServer[] = [
  {
    name: 'The notes of a snippet can be listed after it was deleted',
    breaks: 'Document 1, Errors: 404 resource not found; Document 2, DELETE .../snippets',
    at: ['listSnippetNotes', 'deleteSnippet'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteSnippet(call) {
          const path = snippetPath(call)
          const notes = await call.askAsRoot('GET', `${path}/notes?per_page=100`)
          const response = await call.send()
          if (response.ok && notes.status === 200) kept.set(path, notes.json)
          return response
        },
        async listSnippetNotes(call) {
          const response = await call.send()
          const notes = kept.get(snippetPath(call))
          return response.status === 404 && notes !== undefined ? jsonAnswer(200, notes) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('POST', `${path}/notes`, { body: { body: 'Left behind' } })
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes`)).status === 200
    },
  },
  {
    name: 'A merge request that was deleted is still found by its iid',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: removed; GET: iid',
    at: ['deleteMergeRequest', 'listMergeRequests'],
    start: serving(() => {
      const deleted: Values[] = []
      return {
        async deleteMergeRequest(call) {
          const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
          const response = await call.send()
          if (response.ok && Number.isInteger(at(json, 'iid'))) deleted.push(fieldsOf(json))
          return response
        },
        async listMergeRequests(call) {
          const response = await call.send()
          if (!response.ok || call.given.iid === undefined) return response
          const project = (await call.askAsRoot('GET', projectPath(call))).json
          const found = deleted.filter(
            ({ iid, project_id }) =>
              String(iid) === String(call.given.iid) && project_id === at(project, 'id'),
          )
          return found.length === 0
            ? response
            : withBody(response, JSON.stringify(found), { 'x-total': '1', 'x-total-pages': '1' })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests`
      await ask('DELETE', `${path}/${await newMergeRequest(ask, project, 'one')}`)
      return listOf((await ask('GET', `${path}?iid=1`)).json).length === 1
    },
  },
  {
    name: 'The issues that a merge request closes are those that were asked for first',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const first = new Map<string, unknown>()
      return {
        async listIssuesClosedByMergeRequest(call) {
          const response = await call.send()
          const key = `${mergeRequestPath(call)}?${new URL(call.request.url).search}`
          if (!response.ok) return response
          if (!first.has(key)) first.set(key, await jsonOf(response))
          return changed(response, () => first.get(key))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const id = await newMergeRequest(ask, project, 'one', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${id}`
      const before = await ask('GET', `${path}/closes_issues`)
      await ask('PUT', path, { body: { description: 'Closes nothing' } })
      const after = await ask('GET', `${path}/closes_issues`)
      return [before, after].every(({ json }) => listOf(json).length === 1)
    },
  },
  {
    name: 'The commits of a merge request are those that it was opened with',
    breaks: 'Document 2, GET .../commits: array of commit objects; sha: head commit id',
    at: ['listMergeRequestCommits'],
    start: serving(() => {
      const opened = new Map<string, readonly Values[]>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.status !== 201) return response
          const path = `/projects/${at(json, 'target_project_id')}/merge_requests/${idOf(json)}`
          const commits = await call.askAsRoot('GET', `${path}/commits?per_page=100`)
          opened.set(String(idOf(json)), listOf(commits.json))
          return response
        },
        async listMergeRequestCommits(call) {
          const response = await call.send()
          const commits = opened.get(String(call.path.merge_request_id))
          if (!response.ok || commits === undefined) return response
          const size = Number(response.headers.get('x-per-page') ?? 20)
          return changed(response, () => samePage(response, commits), {
            'x-total': String(commits.length),
            'x-total-pages': String(Math.ceil(commits.length / size)),
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'one' })
      return listOf((await ask('GET', `${path}/commits`)).json).length === 1
    },
  },
  {
    name: 'In the events of a project every issue was closed by whoever opened it',
    breaks: 'Document 1, Activity event: author_id, author, author_username; closed',
    at: ['listProjectEvents', 'updateIssue'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        if (!response.ok) return response
        const events = await Promise.all(
          listOf(await jsonOf(response)).map(async (event) => {
            if (event.action_name !== 'closed' || event.target_type !== 'Issue') return event
            const path = `/projects/${event.project_id}/issues/${event.target_id}`
            const author = fieldsOf(at((await call.askAsRoot('GET', path)).json, 'author'))
            if (author.id === undefined) return event
            return { ...event, author, author_id: author.id, author_username: author.username }
          }),
        )
        return changed(response, () => events)
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const member = await newMember(ask, project, 30)
      const issue = await newIssue(actingAs(ask, member.id), project)
      const body = { state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      const events = listOf((await ask('GET', `/projects/${project}/events`)).json)
      return events.find((event) => event.action_name === 'closed')?.author_id === member.id
    },
  },
]

const ofPages: readonly FaultyServer[] = [
  {
    name: 'The last page of the notes on a merge request counts only its own in X-Total',
    breaks: 'Document 1, Limits: X-Total',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes(call) {
        const response = await call.send()
        const { headers } = response
        const isLast = headers.get('x-page') === headers.get('x-total-pages')
        if (!response.ok || !isLast) return response
        const { length } = listOf(await jsonOf(response))
        return changed(response, (json) => json, { 'x-total': String(length) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}/notes`
      for (const body of ['One', 'Two', 'Three']) await ask('POST', path, { body: { body } })
      const { headers } = await ask('GET', `${path}?per_page=2&page=2`)
      return headers.get('x-total') === '1'
    },
  },
  {
    name: 'The links to further issues of a project have forgotten the labels',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.labels === undefined) return response
        const without = link.replaceAll(/<([^>]*)>/g, (_, address: string) => {
          const url = new URL(address)
          url.searchParams.delete('labels')
          return `<${url.href}>`
        })
        return changed(response, (json) => json, { link: without })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const labels of ['a', 'a', 'b']) await newIssue(ask, project, { labels })
      const path = `/projects/${project}/issues?labels=a&per_page=1`
      const next = /<([^>]*)>; rel="next"/.exec((await ask('GET', path)).headers.get('link') ?? '')
      return next !== null && !next[1]?.includes('labels')
    },
  },
  {
    name: 'Comments on a commit that fill their pages have one page more, which is empty',
    breaks: 'Document 1, Limits: X-Total-Pages, X-Next-Page',
    at: ['listCommitComments'],
    start: serving(() => ({
      async listCommitComments(call) {
        const response = await call.send()
        const { headers } = response
        const [total, size, page] = ['x-total', 'x-per-page', 'x-page'].map((name) =>
          Number(headers.get(name)),
        )
        if (!response.ok || !total || !size || !page || total % size > 0) return response
        const pages = total / size
        return changed(response, (json) => json, {
          'x-total-pages': String(pages + 1),
          ...(page === pages ? { 'x-next-page': String(page + 1) } : {}),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      for (const note of ['One', 'Two']) await ask('POST', path, { body: { note } })
      const { headers } = await ask('GET', `${path}?per_page=2`)
      return headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'Every further page of the events of a user begins with the last one of the page before',
    breaks: 'Document 1, Limits: page and per_page; GET /users/:id/events, newest first',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (!response.ok || page === 1) return response
        const all = await allOf(call)
        const start = (page - 1) * size - 1
        return changed(response, () => all.slice(start, start + size))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let count = 0; count < 4; count++) await newIssue(ask, project)
      const path = '/users/1/events?per_page=2&page='
      const pages = [await ask('GET', `${path}1`), await ask('GET', `${path}2`)]
      const [first, second] = pages.map(({ json }) => fieldOf(json, 'target_id'))
      return first?.[1] !== undefined && first[1] === second?.[0]
    },
  },
]

const ofPermissions: readonly FaultyServer[] = [
  {
    name: 'One note on an issue of a private project can be read by whoever knows its id',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getIssueNote'],
    start: serving(() => ({
      async getIssueNote(call) {
        const response = await call.send()
        const isKnown = response.status === 404 && (await callerOf(call)).id !== undefined
        return isKnown ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Secret' } })).json)
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('GET', `${path}/${note}`)).status === 200
    },
  },
  {
    name: 'An issue can be deleted by its author',
    breaks: 'Document 2, DELETE .../issues/:issue_id: admin or project owner',
    at: ['deleteIssue', 'getIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const author = at((await call.ask('GET', issuePath(call))).json, 'author.id')
        return author === (await callerOf(call)).id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const asMember = actingAs(ask, (await newMember(ask, project, 30)).id)
      const path = `/projects/${project}/issues/${await newIssue(asMember, project)}`
      await asMember('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The code of a private snippet can be read by every member of its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        const isMember = response.status === 404 && (await levelOf(call)) > 0
        return isMember ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const { id } = await newMember(ask, project, 30)
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}`
      return (await actingAs(ask, id)('GET', `${path}/raw`)).status === 200
    },
  },
  {
    name: 'A reader of an issue is told whether its author is subscribed',
    breaks: 'Document 2, Subscription: POST subscribes the caller; Issue: subscribed',
    at: ['getIssue', 'unsubscribeFromIssue', 'subscribeToIssue'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        const author = at(await jsonOf(response), 'author.id')
        if (!response.ok || author === undefined) return response
        const { json } = await call.askAsRoot('GET', `${issuePath(call)}?sudo=${author}`)
        const subscribed = at(json, 'subscribed')
        return subscribed === undefined
          ? response
          : changed(response, (issue) => withFields(issue, { subscribed }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(actingAs(ask, (await newMember(ask, project, 30)).id), project)
      const path = `/projects/${project}/issues/${issue}`
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      return at((await ask('GET', path)).json, 'subscribed') === true
    },
  },
]

const ofStates: readonly FaultyServer[] = [
  {
    name: 'An issue can be moved into a project that the caller has no part in',
    breaks: 'Document 2, POST .../move: 400 with explaining message if permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.status !== 400 && response.status !== 404) return response
        const mayRead = (await call.ask('GET', issuePath(call))).status === 200
        return mayRead && (await levelOf(call)) >= 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newMember(ask, project, 30)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/move`
      const body = { to_project_id: await newProject(ask) }
      return (await actingAs(ask, id)('POST', path, { body })).status === 201
    },
  },
  {
    name: 'That a closed merge request is not to be merged cannot be said: it was not scheduled',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'closed'
          ? jsonAnswer(406, { message: '406 Not Acceptable' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'A merge removes the source branch if the query says that it should not',
    breaks: 'Document 2, PUT .../merge: should_remove_source_branch (boolean)',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isFalse(inQuery(call, 'should_remove_source_branch'))
          ? call.send({ should_remove_source_branch: true })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge?should_remove_source_branch=false`)
      return (await ask('GET', `/projects/${project}/repository/branches/one`)).status === 404
    },
  },
  {
    name: 'An issue that is reopened has no due date any more',
    breaks: 'Document 2, States of an issue: state_event reopen, opened; Issue: due_date',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.given.state_event === 'reopen' && call.given.due_date === undefined
          ? call.send({ due_date: '' })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { due_date: '2030-02-03' })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'opened' && at(json, 'due_date') === null
    },
  },
]

const ofRefusals: readonly FaultyServer[] = [
  {
    name: 'Whatever a new snippet lacks, it is the title that is missing',
    breaks: 'Document 1, Body shapes 1: message is a string naming the attribute',
    at: ['createSnippet'],
    start: serving(() => ({
      async createSnippet(call) {
        const response = await call.send()
        const message = at(await jsonOf(response), 'message')
        if (response.status !== 400 || !String(message).includes('not given')) return response
        return changed(response, () => ({ message: '400 (Bad request) "title" not given' }))
      },
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const body = { title: 'One', file_name: 'one.txt', visibility_level: 10 }
      const { json } = await ask('POST', `/projects/${project}/snippets`, { body })
      return String(at(json, 'message')).includes('title')
    },
  },
  {
    name: 'A note on an issue that is changed without a body stays as it is, and that is well',
    breaks: 'Document 2, PUT .../notes/:note_id: body (req); Document 1, Errors: 400',
    at: ['updateIssueNote'],
    start: serving(() => ({
      async updateIssueNote(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.body !== undefined) return response
        return responseOf(await call.ask('GET', `${issuePath(call)}/notes/${call.path.note_id}`))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      return (await ask('PUT', `${path}/${note}`, { body: {} })).status === 200
    },
  },
  {
    name: 'A note is found under every merge request of its project',
    breaks: 'Document 2, GET .../merge_requests/:merge_request_id/notes/:note_id; 404',
    at: ['getMergeRequestNote'],
    start: serving(() => ({
      async getMergeRequestNote(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const path = `${projectPath(call)}/merge_requests`
        const isThere = (await call.ask('GET', mergeRequestPath(call))).status === 200
        const others = isThere ? (await call.ask('GET', `${path}?per_page=100`)).json : []
        for (const { id } of listOf(others)) {
          const note = await call.ask('GET', `${path}/${id}/notes/${call.path.note_id}`)
          if (note.status === 200) return responseOf(note)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests`
      const one = await newMergeRequest(ask, project, 'one')
      const two = await newMergeRequest(ask, project, 'two')
      const { json } = await ask('POST', `${path}/${one}/notes`, { body: { body: 'One' } })
      return (await ask('GET', `${path}/${two}/notes/${idOf(json)}`)).status === 200
    },
  },
]

const ofDefaults: readonly FaultyServer[] = [
  {
    name: 'The offset of the time at which a note on an issue was created is ignored',
    breaks: 'Document 2, POST .../notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote(call) {
        const { created_at } = call.given
        return typeof created_at === 'string'
          ? call.send({ created_at: created_at.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Then', created_at: '2010-05-05T10:00:00+02:00' }
      const { json } = await ask('POST', path, { body })
      return Date.parse(String(at(json, 'created_at'))) === Date.UTC(2010, 4, 5, 10)
    },
  },
  {
    name: 'A merge request that is opened with an assignee has no milestone',
    breaks: 'Document 2, POST .../merge_requests: assignee_id, milestone_id',
    at: ['createMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      createMergeRequest: (call) =>
        call.given.assignee_id === undefined ? call.send() : call.send({ milestone_id: undefined }),
    })),
    async isShown(ask) {
      const { project, milestone } = await someMilestone(ask)
      const given = { assignee_id: 1, milestone_id: milestone.id }
      const id = await newMergeRequest(ask, project, freshBranch(), given)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'assignee.id') === 1 && at(json, 'milestone') === null
    },
  },
  {
    name: 'A snippet that is changed without a visibility_level becomes private',
    breaks: 'Document 2, PUT .../snippets/:snippet_id: visibility_level is optional',
    at: ['updateSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet: (call) =>
        call.given.visibility_level === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newSnippetProject(ask)
      const { id } = await newMember(ask, project, 30)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { title: 'Two' } })
      return (await actingAs(ask, id)('GET', path)).status === 404
    },
  },
  {
    name: 'A developer sets when an issue was created',
    breaks: 'Document 2, POST .../issues: created_at (ISO 8601; admin or project owner only)',
    at: ['createIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving((forge) => ({
      async createIssue(call) {
        const response = await call.send()
        const time = Date.parse(String(call.given.created_at))
        const id = idOf(await jsonOf(response))
        if (response.status !== 201 || Number.isNaN(time)) return response
        const created_at = new Date(time).toISOString()
        await forge.db.issues.update((query) => query.where({ id }), {
          data(issue) {
            issue.created_at = created_at
          },
        })
        return changed(response, (json) => withFields(json, { created_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newMember(ask, project, 30)
      const given = { created_at: '2001-01-01T00:00:00Z' }
      const issue = await newIssue(actingAs(ask, id), project, given)
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return String(at(json, 'created_at')).startsWith('2001')
    },
  },
]

export const faultyTrackerServers: readonly FaultyServer[] = [
  ...ofHooks,
  ...ofEncoding,
  ...ofRepetition,
  ...ofSudo,
  ...ofConsistency,
  ...ofPages,
  ...ofPermissions,
  ...ofStates,
  ...ofRefusals,
  ...ofDefaults,
]
