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
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
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

const withSnippets = { snippets_enabled: true, visibility_level: 10 }
const manyCommits = 3

/** Whether an administrator can act for a user of this name or id at all. */
const isUser = async (sudo: string, { askAsRoot }: Call) =>
  (await askAsRoot('GET', `/user?sudo=${encoded(sudo)}`)).status === 200

export const faultyMikeServers: readonly FaultyServer[] = [
  {
    name: 'A moved issue is given only the first of the labels that the target project has too',
    breaks:
      'Document 2, States of an issue: a label of the same name in the target project is assigned',
    at: ['moveIssue', 'getIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const moved = fieldsOf(await jsonOf(response))
        if (!response.ok || !Array.isArray(moved.labels) || moved.labels.length < 2) return response
        const labels = moved.labels.slice(0, 1)
        const path = `/projects/${moved.project_id}/issues/${moved.id}`
        await call.askAsRoot('PUT', path, { labels: labels.join(',') })
        return changed(response, (json) => withFields(json, { labels }))
      },
    })),
    async isShown(ask) {
      const source = await newProject(ask)
      const target = await newProject(ask)
      const labels = 'alpha,beta'
      await newIssue(ask, target, { labels })
      const issue = await newIssue(ask, source, { labels })
      const { json } = await ask('POST', `/projects/${source}/issues/${issue}/move`, {
        body: { to_project_id: target },
      })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      const found = at(moved.json, 'labels')
      return Array.isArray(found) && found.length === 1
    },
  },
  {
    name: 'An issue is moved to wherever its mover likes, for only the project it leaves is asked',
    breaks: 'Document 2, POST .../move: 400 if permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const target = Number(call.given.to_project_id)
        const source = await call.ask('GET', projectPath(call))
        const isPermission = response.status === 400 && idOf(source.json) !== target
        const level = at(source.json, 'permissions.project_access.access_level')
        return isPermission && Number(level ?? 0) >= 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const asUser = actingAs(ask, user.id)
      const source = await newProject(asUser)
      const issue = await newIssue(asUser, source)
      const target = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${source}/issues/${issue}/move`
      const { status } = await asUser('POST', path, { body: { to_project_id: target } })
      return status === 201
    },
  },
  {
    name: 'An issue that is on the list of todos of one user is taken for being on those of all',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const marked = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          if (marked.has(issue)) {
            const seen = await call.ask('GET', `${projectPath(call)}/issues/${issue}`)
            return seen.status === 200 ? notModified() : call.send()
          }
          const response = await call.send()
          if (response.status === 201) marked.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, user.id)('POST', path)).status === 304
    },
  },
  {
    name: 'Nobody unsubscribes from an issue once it is closed',
    breaks: 'Document 2, DELETE .../subscription unsubscribes (304 if not subscribed)',
    at: ['unsubscribeFromIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const { json } = await call.ask(
          'GET',
          `${projectPath(call)}/issues/${encoded(call.path.issue_id)}`,
        )
        return at(json, 'state') === 'closed' ? notModified() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { status } = await ask('DELETE', `${path}/subscription`)
      return status === 304 && at((await ask('GET', path)).json, 'subscribed') === true
    },
  },
  {
    name: 'The sha of a merge is held against the head that the source had when it was proposed',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409',
    at: ['mergeMergeRequest'],
    start: serving(() => {
      const heads = new Map<number, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) heads.set(idOf(json), at(json, 'sha'))
          return response
        },
        async mergeMergeRequest(call) {
          const head = heads.get(Number(call.path.merge_request_id))
          if (call.given.sha === undefined || head === undefined) return call.send()
          if (call.given.sha === head) return call.send({ sha: undefined })
          return call.send({ sha: '0'.repeat(40) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'topic')
      const sha = await headOf(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'topic' })
      const path = `/projects/${project}/merge_requests/${merge}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The changes of a merge request say of a file that it removes that it is changed',
    breaks: 'Document 2, Merge request: changes are objects with deleted_file',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(at(json, 'changes'))
            ? withFields(json, {
                changes: listOf(at(json, 'changes')).map((one) => ({
                  ...one,
                  deleted_file: false,
                })),
              })
            : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const removal = 'file_path=README.md&branch_name=topic&commit_message=Remove'
      await ask('DELETE', `/projects/${project}/repository/files?${removal}`)
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'topic', target_branch: 'master', title: 'Remove' }
      const merge = idOf((await ask('POST', path, { body })).json)
      const { json } = await ask('GET', `${path}/${merge}/changes`)
      return (
        at(json, 'changes.0.old_path') === 'README.md' &&
        at(json, 'changes.0.deleted_file') === false
      )
    },
  },
  {
    name: 'The last page of the commits of a merge request names one more that follows it',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last), X-Next-Page',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 0)
        const isLast = page > 1 && page === Number(response.headers.get('x-total-pages'))
        if (!response.ok || !isLast) return response
        const url = new URL(call.request.url)
        url.searchParams.set('page', String(page + 1))
        return withBody(response, JSON.stringify(await jsonOf(response)), {
          'x-next-page': String(page + 1),
          link: `${response.headers.get('link') ?? ''}, <${url.href}>; rel="next"`,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'topic')
      for (let written = 1; written < manyCommits; written++) {
        const file = { file_path: `more-${written}.txt`, branch_name: 'topic' }
        await writeFile(ask, project, file)
      }
      const path = `/projects/${project}/merge_requests/${merge}/commits?per_page=2&page=2`
      const { headers, json } = await ask('GET', path)
      return listOf(json).length === 1 && headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'The issues that a merge request closes are answered without their labels',
    breaks: 'Document 2, GET .../closes_issues: array of issues; Issue: labels, array of strings',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      listIssuesClosedByMergeRequest: async (call) => {
        const response = await call.send()
        return response.ok ? eachChanged(response, (one) => ({ ...one, labels: [] })) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project, { labels: 'leak' })
      const merge = await newMergeRequest(ask, project, 'topic', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${merge}/closes_issues`
      const [first] = listOf((await ask('GET', path)).json)
      return Array.isArray(first?.labels) && first.labels.length === 0
    },
  },
  {
    name: 'A repeated subscription to a merge request is none only for the one who proposed it',
    breaks: 'Document 2, POST .../subscription: 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        const seen = await call.ask('GET', mergeRequestPath(call))
        const isAuthor = at(seen.json, 'author.id') === (await callerOf(call)).id
        return isAuthor ? response : jsonAnswer(201, seen.json)
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newRepository(ask)
      await ask('POST', `/projects/${project}/members`, {
        body: { user_id: user.id, access_level: 30 },
      })
      const merge = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${merge}/subscription`
      const asUser = actingAs(ask, user.id)
      await asUser('POST', path)
      return (await asUser('POST', path)).status === 201
    },
  },
  {
    name: 'A removed note of a snippet is listed until another is written',
    breaks:
      'Document 2, DELETE /projects/:id/<parent>/notes/:note_id; Document 1, Errors: DELETE, gone',
    at: ['listSnippetNotes', 'deleteSnippetNote'],
    start: serving(() => {
      const removed = new Map<string, Values[]>()
      return {
        async deleteSnippetNote(call) {
          const note = await call.ask('GET', new URL(call.request.url).pathname.slice(7))
          const response = await call.send()
          const snippet = String(call.path.snippet_id)
          if (response.ok && note.status === 200) {
            removed.set(snippet, [...(removed.get(snippet) ?? []), fieldsOf(note.json)])
          }
          return response
        },
        createSnippetNote(call) {
          removed.delete(String(call.path.snippet_id))
          return call.send()
        },
        listSnippetNotes: (call) =>
          relisted(call, (all) => [...all, ...(removed.get(String(call.path.snippet_id)) ?? [])]),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, withSnippets)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Here' } })).json)
      await ask('DELETE', `${path}/${note}`)
      return fieldOf((await ask('GET', path)).json, 'id').includes(note)
    },
  },
  {
    name: 'The time that a note of an issue is given loses how far it is from Greenwich',
    breaks: 'Document 2, Notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      createIssueNote: (call) =>
        typeof call.given.created_at === 'string'
          ? call.send({ created_at: call.given.created_at.replace(/[ +-]\d\d:\d\d$/, 'Z') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Then', created_at: '2016-03-01T12:00:00+02:00' }
      const note = idOf((await ask('POST', path, { body })).json)
      const created = String(at((await ask('GET', `${path}/${note}`)).json, 'created_at'))
      return Date.parse(created) === Date.parse('2016-03-01T12:00:00Z')
    },
  },
  {
    name: 'Every change of a note of a merge request counts as one more note of it',
    breaks: 'Document 2, Merge request: user_notes_count integer',
    at: ['getMergeRequest', 'listMergeRequests', 'updateMergeRequestNote'],
    start: serving(() => {
      const extra = new Map<number, number>()
      const counted = (one: Values) => {
        const more = extra.get(Number(one.id)) ?? 0
        return more === 0 ? one : { ...one, user_notes_count: Number(one.user_notes_count) + more }
      }
      return {
        async updateMergeRequestNote(call) {
          const response = await call.send()
          const id = Number(call.path.merge_request_id)
          if (response.ok) extra.set(id, (extra.get(id) ?? 0) + 1)
          return response
        },
        getMergeRequest: async (call) => eachChanged(await call.send(), counted),
        async listMergeRequests(call) {
          const response = await call.send()
          return response.ok ? eachChanged(response, counted) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'topic')}`
      const note = idOf((await ask('POST', `${path}/notes`, { body: { body: 'One' } })).json)
      await ask('PUT', `${path}/notes/${note}`, { body: { body: 'Another' } })
      return at((await ask('GET', path)).json, 'user_notes_count') === 2
    },
  },
  {
    name: 'A note of a snippet is changed under any other snippet of the project',
    breaks:
      'Document 2, PUT /projects/:id/<parent>/notes/:note_id; Document 1, 404: resource not found',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const response = await call.send()
        const here = await call.ask('GET', `${projectPath(call)}/snippets/${call.path.snippet_id}`)
        if (response.status !== 404 || here.status !== 200) return response
        const snippets = await call.ask('GET', `${projectPath(call)}/snippets?per_page=100`)
        for (const id of fieldOf(snippets.json, 'id')) {
          const note = `${projectPath(call)}/snippets/${id}/notes/${encoded(call.path.note_id)}`
          const answer = await call.ask('PUT', note, { body: call.given.body })
          if (answer.status === 200) return responseOf(answer)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, withSnippets)
      const path = `/projects/${project}/snippets`
      const one = await newSnippet(ask, project)
      const other = await newSnippet(ask, project)
      const note = idOf(
        (await ask('POST', `${path}/${one}/notes`, { body: { body: 'Here' } })).json,
      )
      const body = { body: 'There' }
      return (await ask('PUT', `${path}/${other}/notes/${note}`, { body })).status === 200
    },
  },
  {
    name: 'The total of the snippets counts those of others that are private',
    breaks:
      'Document 1, Limits: X-Total; Document 2, Snippet: visibility_level 0, only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = await call.sendAsRoot()
        return withBody(response, JSON.stringify(await jsonOf(response)), {
          'x-total': all.headers.get('x-total') ?? '',
          'x-total-pages': all.headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, withSnippets)
      await newSnippet(ask, project, { visibility_level: 0 })
      const { headers, json } = await actingAs(ask, user.id)('GET', `/projects/${project}/snippets`)
      return listOf(json).length === 0 && headers.get('x-total') === '1'
    },
  },
  {
    name: 'A snippet that is given another file name keeps the code it had',
    breaks: 'Document 2, PUT /projects/:id/snippets/:snippet_id: file_name, code',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet: (call) =>
        call.given.file_name === undefined || call.given.code === undefined
          ? call.send()
          : call.send({ code: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, withSnippets)
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { file_name: 'two.txt', code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text.startsWith('one')
    },
  },
  {
    name: 'Raw snippets have a question mark for every character of four bytes',
    breaks: 'Document 2, GET /projects/:id/snippets/:snippet_id/raw: raw snippet as plain text',
    at: ['getRawSnippet', 'createSnippet', 'updateSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        const text = await response.clone().text()
        return withBody(response, text.replace(/[\u{10000}-\u{10ffff}]/gu, '?'))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, withSnippets)
      const snippet = await newSnippet(ask, project, { code: 'sail ⛵ and whale 🐋\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text.startsWith('sail ⛵ and whale ?')
    },
  },
  {
    name: 'The events of a user name whoever reads them as their author',
    breaks: 'Document 1, Activity event: author (brief user), author_id, author_username',
    at: ['listUserEvents'],
    start: serving(() => ({
      async listUserEvents(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { id, username, name, state, avatar_url, web_url } = await callerOf(call)
        const author = { id, username, name, state, avatar_url, web_url }
        return eachChanged(response, (one) => ({ ...one, author }))
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 10 })
      await newIssue(actingAs(ask, user.id), project)
      const { json } = await ask('GET', `/users/${user.id}/events`)
      const [first] = listOf(json)
      return first?.author_id === user.id && at(first, 'author.id') !== user.id
    },
  },
  {
    name: 'What a user did in a project is no event of it while the user is blocked',
    breaks:
      'Document 1, Events: activity events are read through GET /projects/:id/events; records',
    at: ['listProjectEvents', 'blockUser'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const blocked = await call.askAsRoot('GET', '/users?blocked=true&per_page=100')
        const ids = new Set(fieldOf(blocked.json, 'id'))
        return relisted(call, (all) => all.filter(({ author_id }) => !ids.has(author_id)))
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newProject(ask, { visibility_level: 10 })
      await newIssue(actingAs(ask, user.id), project, { title: 'Adrift' })
      const path = `/projects/${project}/events`
      const before = fieldOf((await ask('GET', path)).json, 'target_title')
      await ask('PUT', `/users/${user.id}/block`)
      const after = fieldOf((await ask('GET', path)).json, 'target_title')
      return before.includes('Adrift') && !after.includes('Adrift')
    },
  },
  {
    name: 'The merge requests of a private project are listed by sudo for whom it is not',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user; Errors 6: 404',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        return call.sudo !== undefined && response.status === 404 && (await isUser(call.sudo, call))
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests`
      return (await actingAs(ask, user.username)('GET', path)).status === 200
    },
  },
  {
    name: 'A note of a merge request by sudo of nobody is written by the administrator',
    breaks: 'Document 1, Authentication 5: an unknown user gets 404 with message No user id',
    at: ['createMergeRequestNote'],
    start: serving(() => ({
      async createMergeRequestNote(call) {
        const response = await call.send()
        const isNobody = String(at(await jsonOf(response), 'message')).includes('No user id')
        return isNobody ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const merge = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${merge}/notes`
      const { status } = await actingAs(ask, 'nobody-at-all')('POST', path, {
        body: { body: 'Boo' },
      })
      return status === 201
    },
  },
]
