import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
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
  newUser,
  notModified,
  projectPath,
  type Rule,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { decodedAgain, issuePath } from './tools-cypress.ts'

const addMember = (id: number, access_level: number) => ({ body: { user_id: id, access_level } })

export const faultyCypressServers: readonly FaultyServer[] = [
  {
    name: 'The link to the next page of issues forgets the labels that they were filtered by',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null || call.given.labels === undefined) return response
        const link = links.replace(/<([^>]*)>; rel="next"/, (_, target: string) => {
          const url = new URL(target)
          url.searchParams.delete('labels')
          return `<${url.href}>; rel="next"`
        })
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const labels of ['oak', 'oak', 'elm']) await newIssue(ask, project, { labels })
      const { headers } = await ask('GET', `/projects/${project}/issues?labels=oak&per_page=1`)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      return next !== '' && !next.includes('labels=oak')
    },
  },
  {
    name: 'A merge is made with the short id of the head as its sha',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        if (sha.length < 7) return call.send()
        const head = String(at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha'))
        return head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'oak')}`
      const sha = (await headOf(ask, project, 'oak')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The list of merge requests shows the heads that they had when they were opened',
    breaks: 'Document 2, Merge request: sha string (head commit id)',
    at: [
      'listMergeRequests',
      'getMergeRequest',
      'createMergeRequest',
      'createFile',
      'updateFile',
      'deleteFile',
      'createCommit',
      'cherryPickCommit',
    ],
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
      await newMergeRequest(ask, project, 'oak')
      await writeFile(ask, project, { file_path: 'leaf.txt', branch_name: 'oak' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.sha') !== (await headOf(ask, project, 'oak'))
    },
  },
  {
    name: 'Whoever unsubscribed from an issue is told for ever that the subscription is there already',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = async (call: Call) => `${(await callerOf(call)).id} ${call.path.issue_id}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) left.add(await keyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          const isSeen = (await call.ask('GET', issuePath(call))).status === 200
          return isSeen && left.has(await keyOf(call)) ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      const { status } = await ask('POST', `${path}/subscription`)
      return status === 304 && at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A todo that somebody has of an issue keeps everybody else from having one',
    breaks:
      'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists; Todo: created manually for the current user',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const { id } = await callerOf(call)
          const isSeen = (await call.ask('GET', issuePath(call))).status === 200
          const owner = owners.get(issue)
          if (isSeen && owner !== undefined && owner !== id) return notModified()
          const response = await call.send()
          if (response.ok) owners.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'A developer may remove the merge request that he opened himself',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner; 403: request not allowed',
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
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, addMember(id, 30))
      const developer = actingAs(ask, id)
      const opened = await newMergeRequest(developer, project, 'oak')
      const path = `/projects/${project}/merge_requests/${opened}`
      await developer('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The offset of the time at which an issue is said to be made is dropped',
    breaks:
      'Document 2, POST /projects/:id/issues: created_at (ISO 8601; admin or project owner only)',
    at: ['createIssue'],
    start: serving(() => ({
      createIssue(call) {
        const { created_at } = call.given
        if (typeof created_at !== 'string') return call.send()
        return call.send({ created_at: created_at.replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z') })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const body = { title: 'Oak', created_at: '2016-03-01T12:00:00+05:00' }
      const { json } = await ask('POST', `/projects/${project}/issues`, { body })
      return Date.parse(String(at(json, 'created_at'))) === Date.parse('2016-03-01T12:00:00Z')
    },
  },
  {
    name: 'A moved issue gets only the first of the labels that the other project has too',
    breaks:
      'Document 2, Issue, move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const moved = await jsonOf(response)
        const labels = at(moved, 'labels')
        if (!response.ok || !Array.isArray(labels) || labels.length < 2) return response
        const path = `/projects/${at(moved, 'project_id')}/issues/${at(moved, 'id')}`
        const body = { labels: String(labels[0]) }
        await call.askAsRoot('PUT', path, body)
        return jsonAnswer(response.status, withFields(moved, { labels: [labels[0]] }))
      },
    })),
    async isShown(ask) {
      const labels = 'elm,oak'
      const [from, to] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, to, { labels })
      const path = `/projects/${from}/issues/${await newIssue(ask, from, { labels })}`
      const { json } = await ask('POST', `${path}/move`, { body: { to_project_id: to } })
      const moved = await ask('GET', `/projects/${to}/issues/${idOf(json)}`)
      return at(moved.json, 'labels.0') === 'elm' && at(moved.json, 'labels.1') === undefined
    },
  },
  {
    name: 'The author of an issue still reads it after leaving the private project',
    breaks: 'Document 2: a GET on an issue of a private project by a non-member gives 404',
    at: ['getIssue', 'removeProjectMember', 'removeGroupMember'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const { json, status } = await call.askAsRoot('GET', issuePath(call))
        const { id } = await callerOf(call)
        const isAuthor = status === 200 && id !== undefined && at(json, 'author.id') === id
        return isAuthor ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, addMember(id, 20))
      const reporter = actingAs(ask, id)
      const path = `/projects/${project}/issues/${await newIssue(reporter, project)}`
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await reporter('GET', path)).status === 200
    },
  },
  {
    name: 'An issue that was closed with sudo was closed by the administrator, the events say',
    breaks:
      'Document 1, Sudo: performs the call as another user; Activity event: author_id, author, author_username',
    at: ['updateIssue', 'listProjectEvents', 'listUserEvents'],
    start: serving(() => {
      const closed = new Set<unknown>()
      return {
        async updateIssue(call) {
          const response = await call.send()
          if (!response.ok || call.given.state_event !== 'close') return response
          const id = at(await jsonOf(response), 'id')
          if (call.sudo === undefined) closed.delete(id)
          else closed.add(id)
          return response
        },
        async listProjectEvents(call) {
          const { json: root } = await call.askAsRoot('GET', '/user')
          return eachChanged(await call.send(), (event) => {
            const isIssue = event.target_type === 'Issue' && event.action_name === 'closed'
            if (!isIssue || !closed.has(event.target_id)) return event
            const { id, username, name, state, avatar_url, web_url } = fieldsOf(root)
            const author = { id, username, name, state, avatar_url, web_url }
            return { ...event, author_id: id, author_username: username, author }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, addMember(id, 40))
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await actingAs(ask, id)('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      const event = listOf(json).find(({ action_name }) => action_name === 'closed')
      return event !== undefined && event.author_id !== id
    },
  },
  {
    name: 'The text of a note that stands in the query string is decoded twice',
    breaks:
      'Document 1, Conventions: parameters are sent in the query string or in the request body; Document 2, POST .../notes: body',
    at: ['createIssueNote', 'createMergeRequestNote', 'createSnippetNote'],
    start: serving(() =>
      forAll(['createIssueNote', 'createMergeRequestNote', 'createSnippetNote'], async (call) => {
        const body = new URL(call.request.url).searchParams.get('body')
        return body === null ? call.send() : call.send({ body: decodedAgain(body) })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      await ask('POST', `${path}?body=${encoded('A slash is %2F there')}`)
      return fieldOf((await ask('GET', path)).json, 'body').includes('A slash is / there')
    },
  },
  {
    name: 'Merged branches with a slash in their names are left when the merged ones are removed',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        if (!response.ok) return response
        const left = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        for (const { name, commit } of before) {
          if (!String(name).includes('/') || left.includes(name)) continue
          const body = { branch_name: name, ref: fieldsOf(commit).id }
          await call.askAsRoot('POST', path, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'trees/oak')
      await newBranch(ask, project, 'elm')
      // A branch is merged only when the default branch has gone further than it.
      await writeFile(ask, project, { file_path: 'two.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      const names = fieldOf(json, 'name')
      return names.includes('trees/oak') && !names.includes('elm')
    },
  },
  {
    name: 'Pages of the issues of a group are cut newest first and only then sorted ascending',
    breaks:
      'Document 2, GET /groups/:id/issues: order_by, sort (asc/desc); Document 1, Limits: page and per_page',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        if (!response.ok || call.given.sort !== 'asc') return response
        const issues = listOf(await jsonOf(await call.send({ sort: 'desc' })))
        return withBody(response, JSON.stringify([...issues].reverse()))
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const made = []
      for (const day of ['01', '02', '03']) {
        made.push(await newIssue(ask, project, { created_at: `2016-03-${day}T12:00:00Z` }))
      }
      const { json } = await ask('GET', `/groups/${group}/issues?sort=asc&per_page=2`)
      return idOf(listOf(json)[0]) === made[1]
    },
  },
  {
    name: 'Cancelling the scheduled merge of a closed merge request is not acceptable instead of not supported',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
        if (at(json, 'state') !== 'closed') return response
        return jsonAnswer(406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'oak')}`
      const body = {
        source_branch: 'oak',
        target_branch: 'master',
        title: 'Oak',
        state_event: 'close',
      }
      await ask('PUT', path, { body })
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'The day on which a membership ends is not written where the access level stays the same',
    breaks:
      'Document 1, PUT /groups/:id/members/:user_id and /projects/:id/members/:user_id: access_level (req), expires_at',
    at: ['updateProjectMember', 'updateGroupMember', 'getProjectMember', 'getGroupMember'],
    start: serving(() => {
      const updating =
        (pathOf: (call: Call) => string): Rule =>
        async (call) => {
          const { expires_at, access_level } = call.given
          const path = `${pathOf(call)}/members/${call.path.user_id}`
          const before = fieldsOf((await call.askAsRoot('GET', path)).json)
          const isSame = Number(access_level) === before.access_level
          if (expires_at === undefined || !isSame) return call.send()
          return call.send({ expires_at: before.expires_at ?? undefined })
        }
      return {
        updateProjectMember: updating(projectPath),
        updateGroupMember: updating(({ path }) => `/groups/${encoded(path.id)}`),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, addMember(id, 30))
      const path = `/projects/${project}/members/${id}`
      await ask('PUT', path, { body: { access_level: 30, expires_at: '2099-03-01' } })
      return at((await ask('GET', path)).json, 'expires_at') === null
    },
  },
]
