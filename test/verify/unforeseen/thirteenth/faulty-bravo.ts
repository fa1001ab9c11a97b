import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  relisted,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  hasOtherTarget,
  issuePath,
  newMember,
  notificationEvents,
  quotedPath,
  withMoreNotes,
} from './tools-bravo.ts'

export const faultyBravoServers: readonly FaultyServer[] = [
  {
    name: 'A project made for a user without a visibility is private, whatever the settings say',
    breaks: 'Document 1, Application settings: default_project_visibility',
    at: ['createProjectForUser'],
    needsInstance: true,
    start: serving(() => ({
      createProjectForUser: (call) =>
        call.given.visibility_level === undefined && call.given.public === undefined
          ? call.send({ visibility_level: 0 })
          : call.send(),
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      await ask('PUT', '/application/settings', { body: { default_project_visibility: 1 } })
      const body = { name: freshName('project') }
      const { json } = await ask('POST', `/projects/user/${user.id}`, { body })
      return at((await ask('GET', `/projects/${idOf(json)}`)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'The hook that was deleted is answered with its secret token',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<string, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const { id } = listOf(json)[0] ?? fieldsOf(json)
          if (response.ok && call.given.token !== undefined) {
            tokens.set(String(id), call.given.token)
          }
          return response
        },
        async deleteSystemHook(call) {
          const token = tokens.get(String(call.path.id))
          const response = await call.send()
          if (!response.ok || token === undefined) return response
          return changed(response, (json) => withFields(json, { token }))
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/told', token: 'salt' }
      const { json } = await ask('POST', '/hooks', { body })
      const id = listOf(json)[0]?.id ?? at(json, 'id')
      return (await ask('DELETE', `/hooks/${id}`)).text.includes('salt')
    },
  },
  {
    name: 'A hook whose query says that certificates are not verified verifies them',
    breaks:
      'Document 1, Conventions 4: parameters in the query or the body; POST /hooks: enable_ssl_verification',
    at: ['createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        new URL(call.request.url).searchParams.get('enable_ssl_verification') === 'false'
          ? call.send({ enable_ssl_verification: true })
          : call.send(),
    })),
    async isShown(ask) {
      const url = 'http://127.0.0.1:9/unverified'
      await ask('POST', `/hooks?url=${encoded(url)}&enable_ssl_verification=false`)
      const { json } = await ask('GET', '/hooks')
      return listOf(json).find((hook) => hook.url === url)?.enable_ssl_verification === true
    },
  },
  {
    name: 'Notification settings of a group that are written with sudo are those of the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: (call) =>
        call.sudo === undefined ? call.send() : call.sendAsRoot(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const asUser = actingAs(ask, (await newUser(ask)).username)
      const path = `/groups/${group}/notification_settings`
      const { status } = await asUser('PUT', path, { body: { level: 'watch' } })
      return status === 200 && at((await asUser('GET', path)).json, 'level') !== 'watch'
    },
  },
  {
    name: 'A custom event of a project that is switched on switches off those before it',
    breaks: 'Document 1, PUT /projects/:id/notification_settings: each event is optional',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings(call) {
        const given = notificationEvents.filter((name) => call.given[name] !== undefined)
        if (given.length === 0) return call.send()
        const others = notificationEvents.filter((name) => !given.includes(name))
        return call.send(Object.fromEntries(others.map((name) => [name, false])))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      const { json } = await ask('PUT', path, { body: { level: 'custom', new_issue: true } })
      return at(json, 'events.new_issue') === true && at(json, 'events.new_note') === false
    },
  },
  {
    name: 'The own issues of a user whom the query names with sudo are those of the administrator',
    breaks: 'Document 1, Authentication 5: the parameter sudo (query) or header SUDO',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues: (call) =>
        new URL(call.request.url).searchParams.has('sudo') ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      await newIssue(ask, await newProject(ask))
      return listOf((await ask('GET', `/issues?sudo=${username}`)).json).length > 0
    },
  },
  {
    name: 'A later page of the issues of a project from the oldest on begins with the last of the page before',
    breaks: 'Document 1, Limits: page and per_page; Document 2, GET /projects/:id/issues: sort',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        if (!response.ok || call.given.sort !== 'asc' || page === 1) return response
        const size = Number(response.headers.get('x-per-page') ?? 20)
        const first = (page - 1) * size - 1
        const all = await allOf(call)
        return withBody(response, JSON.stringify(all.slice(first, first + size)))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (const day of [1, 2, 3]) {
        await newIssue(ask, project, { created_at: `2016-01-0${day}T00:00:00Z` })
      }
      const path = `/projects/${project}/issues?sort=asc&per_page=2&page=`
      const pages = await Promise.all([1, 2].map((page) => ask('GET', `${path}${page}`)))
      const [first, second] = pages.map(({ json }) => fieldOf(json, 'iid'))
      return first?.at(-1) === second?.[0]
    },
  },
  {
    name: 'A move to a project where the caller may not write is refused as forbidden',
    breaks: 'Document 2, POST .../move: 400 with explaining message if permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        return response.status === 400 && (await hasOtherTarget(call))
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const target = await newProject(ask, { visibility_level: 20 })
      const asMaster = actingAs(ask, await newMember(ask, project, 40))
      const body = { to_project_id: target }
      const path = `/projects/${project}/issues/${issue}/move`
      return (await asMaster('POST', path, { body })).status === 403
    },
  },
  {
    name: 'An issue that one user has to do is nothing that another can be given to do',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const isReadable = (await call.ask('GET', issuePath(call))).status === 200
          if (isReadable && issues.has(issue)) return notModified()
          const response = await call.send()
          if (response.status === 201) issues.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const asMember = actingAs(ask, await newMember(ask, project, 30))
      const first = await ask('POST', path)
      return first.status === 201 && (await asMember('POST', path)).status === 304
    },
  },
  {
    name: 'A merge request keeps the head that its source branch had when it was made',
    breaks: 'Document 2, Merge request: sha (head commit id)',
    at: ['getMergeRequest'],
    start: serving(() => {
      const heads = new Map<string, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) heads.set(String(idOf(json)), at(json, 'sha'))
          return response
        },
        async getMergeRequest(call) {
          const response = await call.send()
          const sha = heads.get(String(call.path.merge_request_id))
          if (!response.ok || sha === undefined) return response
          return changed(response, (json) => withFields(json, { sha }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'grows')
      await writeFile(ask, project, { file_path: 'second.txt', branch_name: 'grows' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'sha') !== (await headOf(ask, project, 'grows'))
    },
  },
  {
    name: 'A merge request has no commits from the moment it is merged',
    breaks: 'Document 2, GET .../:merge_request_id/commits: array of commit objects',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged' ? relisted(call, () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'in')}`
      await ask('PUT', `${path}/merge`, { body: {} })
      const { status, json } = await ask('GET', `${path}/commits`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'The changes of a merge request quote a path that is not all ASCII',
    breaks: 'Document 2, GET .../changes: new_path, old_path of each change',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        changed(await call.send(), (json) => {
          const changes = at(json, 'changes')
          if (!Array.isArray(changes)) return json
          const quoted = listOf(changes).map((one) => ({
            ...one,
            old_path: quotedPath(one.old_path),
            new_path: quotedPath(one.new_path),
          }))
          return withFields(json, { changes: quoted })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'green')
      await writeFile(ask, project, { file_path: 'grün.txt', branch_name: 'green' })
      const body = { source_branch: 'green', target_branch: 'master', title: 'Green' }
      const path = `/projects/${project}/merge_requests`
      const { json } = await ask('POST', path, { body })
      const changes = await ask('GET', `${path}/${idOf(json)}/changes`)
      return at(changes.json, 'changes.0.new_path') === '"gr\\303\\274n.txt"'
    },
  },
  {
    name: 'A master who does not own the project may delete its merge requests',
    breaks: 'Document 2, DELETE .../:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        return response.status === 403 && (await levelOf(call)) >= 40 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'stays')
      const asMaster = actingAs(ask, await newMember(ask, project, 40))
      const { status } = await asMaster('DELETE', `/projects/${project}/merge_requests/${id}`)
      return status === 200
    },
  },
  {
    name: 'A merge goes ahead with the short id of the head of its source',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        const head = at((await call.ask('GET', mergeRequestPath(call))).json, 'sha')
        const isShort = sha.length >= 7 && String(head).startsWith(sha)
        return isShort ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'short')
      const body = { sha: (await headOf(ask, project, 'short')).slice(0, 8) }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A second subscription to a merge request ends the first',
    breaks: 'Document 2, POST .../subscription: Merge request; 304 if already subscribed',
    at: ['subscribeToMergeRequest', 'getMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        if (response.status === 304) {
          await call.ask('DELETE', `${mergeRequestPath(call)}/subscription`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'twice')
      const path = `/projects/${project}/merge_requests/${id}`
      const asMember = actingAs(ask, await newMember(ask, project, 30))
      for (const _ of [1, 2]) await asMember('POST', `${path}/subscription`)
      return at((await asMember('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A note on an issue that is deleted is counted for ever',
    breaks: 'Document 2, Issue: user_notes_count; DELETE .../notes/:note_id',
    at: ['deleteIssueNote', 'getIssue'],
    start: serving(() => {
      const deleted = new Map<string, number>()
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const issue = String(call.path.issue_id)
          const isNote = at(await jsonOf(response), 'body') !== undefined
          if (response.ok && isNote) deleted.set(issue, (deleted.get(issue) ?? 0) + 1)
          return response
        },
        async getIssue(call) {
          const response = await call.send()
          const more = deleted.get(String(call.path.issue_id)) ?? 0
          return response.ok ? changed(response, (json) => withMoreNotes(json, more)) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'Gone' } })
      await ask('DELETE', `${path}/notes/${idOf(json)}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'A note on an issue that was written in another zone has the hour of its zone as that of Greenwich',
    breaks: 'Document 2, POST .../notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote'],
    start: serving(() => ({
      createIssueNote(call) {
        const { created_at: given } = call.given
        return typeof given === 'string'
          ? call.send({ created_at: given.replace(/[+-]\d\d:?\d\d$/, 'Z') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Noon', created_at: '2016-02-01T12:00:00+02:00' }
      await ask('POST', path, { body })
      const note = listOf((await ask('GET', path)).json).find((one) => one.body === 'Noon')
      return Date.parse(String(note?.created_at)) === Date.parse('2016-02-01T12:00:00Z')
    },
  },
  {
    name: 'The notes on a snippet of one user alone are listed for everybody in the project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        return response.status === 404 && (await levelOf(call)) > 0 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const asMember = actingAs(ask, await newMember(ask, project, 30))
      return (
        (await asMember('GET', `/projects/${project}/snippets/${snippet}/notes`)).status === 200
      )
    },
  },
  {
    name: 'A note on a snippet without a text is refused without a word about what is missing',
    breaks: 'Document 1, Errors, body shapes 1: message is a string naming the attribute',
    at: ['createSnippetNote'],
    start: serving(() => ({
      async createSnippetNote(call) {
        const response = await call.send()
        return response.status === 400 && call.given.body === undefined
          ? jsonAnswer(400, { message: '400 Bad Request' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const { status, text } = await ask('POST', path, { body: {} })
      return status === 400 && !text.includes('body')
    },
  },
  {
    name: 'The last page of the snippets of a project links to one after it',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last)',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page') ?? 1)
        const isLast = page > 1 && response.headers.get('x-next-page') === ''
        if (!response.ok || !isLast) return response
        const url = new URL(call.request.url)
        url.searchParams.set('page', String(page + 1))
        const link = `<${url.href}>; rel="next", ${response.headers.get('link')}`
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      for (const _ of [1, 2, 3]) await newSnippet(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/snippets?per_page=2&page=2`)
      const page = { total: headers.get('x-total'), link: headers.get('link') ?? '' }
      return page.total === '3' && page.link.includes('rel="next"')
    },
  },
]
