import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  type Rule,
  relisted,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'
import { newMember } from './tools-olive.ts'

const offset = /[+-]\d\d:?\d\d$/
const beyondThreeBytes = /[\u{10000}-\u{10ffff}]/u

export const faultyOliveServers: readonly FaultyServer[] = [
  {
    name: 'A merge is made when the sha that it asks for is only the beginning of the head of the source',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails)',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || !/^[0-9a-f]{7,39}$/.test(sha)) return call.send()
        const head = at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha')
        return String(head).startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'change')
      const sha = (await headOf(ask, project, 'change')).slice(0, 10)
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The list of merge requests forgets its state where it is asked for some by their iids',
    breaks:
      'Document 2, GET /projects/:id/merge_requests: iids[] (array), state (all, opened, closed, merged)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined || call.given.state === undefined
          ? call.send()
          : relisted(call, (all) => all, { state: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'change')
      const path = `/projects/${project}/merge_requests?state=merged&iids[]=1`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'A merge request shows no changes any more once it is merged',
    breaks: 'Document 2: The changes response adds changes: array of objects with old_path, ...',
    at: ['getMergeRequestChanges', 'mergeMergeRequest'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'merged' ? { ...one, changes: [] } : one,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      await ask('PUT', `${path}/merge`)
      return listOf(at((await ask('GET', `${path}/changes`)).json, 'changes')).length === 0
    },
  },
  {
    name: 'The total of the snippets counts the private ones that the caller does not see',
    breaks:
      'Document 1, Limits: X-Total, X-Total-Pages; Document 2, Snippet: 0 visible only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = await call.askAsRoot('GET', `${projectPath(call)}/snippets?per_page=100`)
        const total = Number(all.headers.get('x-total'))
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (all.status !== 200 || total <= Number(response.headers.get('x-total'))) return response
        return withBody(response, response.body, {
          'x-total': String(total),
          'x-total-pages': String(Math.ceil(total / size)),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 10 })
      await newSnippet(ask, project, { visibility_level: 0 })
      const other = actingAs(ask, await newMember(ask, project, 20))
      const { json, headers } = await other('GET', `/projects/${project}/snippets`)
      return listOf(json).length === 0 && headers.get('x-total') === '1'
    },
  },
  {
    name: 'A status hides an earlier one whose name differs from its own only in the case of letters',
    breaks:
      'Document 3: Posting a status adds or updates the status of the commit for the given name; all: all statuses rather than the latest',
    at: ['listCommitStatuses', 'createCommitStatus'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        if (isTrue(call.given.all)) return call.send()
        const nameOf = (one: Values) => `${one.ref} ${String(one.name).toLowerCase()}`
        return relisted(call, (all) =>
          all.filter(
            (one) => !all.some((other) => nameOf(other) === nameOf(one) && idOf(other) > idOf(one)),
          ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['Lint', 'lint']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}/statuses`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The time since which commits are listed is read without its offset',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string' || !since.includes('T') || !offset.test(since))
          return call.send()
        return relisted(call, (all) => all, { since: since.replace(offset, 'Z') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const when = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      const hour = 3_600_000
      const since = new Date(when + 4 * hour).toISOString().replace('Z', '%2B05:00')
      return listOf((await ask('GET', `${path}?since=${since}`)).json).length === 0
    },
  },
  {
    name: 'A comment on a commit ends before its first emoji, since the table stores three bytes a letter',
    breaks: 'Document 3, POST .../commits/:sha/comments: note; Commit comment: note string',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => ({
      async createCommitComment(call) {
        const [kept = ''] = String(call.given.note ?? '').split(beyondThreeBytes)
        const isCut = kept.trim() !== '' && kept !== call.given.note
        return isCut ? call.send({ note: kept }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      await ask('POST', path, { body: { note: 'Ship it 🚀 today' } })
      return at((await ask('GET', path)).json, '0.note') === 'Ship it '
    },
  },
  {
    name: 'Nobody else can subscribe to a merge request once a user subscribed to it',
    breaks:
      'Document 2, POST .../:merge_request_id/subscription: Merge request; 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const subscribers = new Map<string, unknown>()
      return {
        async subscribeToMergeRequest(call) {
          const id = String(call.path.merge_request_id)
          const caller = (await callerOf(call)).id
          const subscriber = subscribers.get(id)
          if (subscriber !== undefined && subscriber !== caller) {
            const { status } = await call.ask('GET', mergeRequestPath(call))
            if (status === 200) return notModified()
          }
          const response = await call.send()
          if (response.ok) subscribers.set(id, caller)
          return response
        },
        async unsubscribeFromMergeRequest(call) {
          const response = await call.send()
          if (response.ok) subscribers.delete(String(call.path.merge_request_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'change')
      const path = `/projects/${project}/merge_requests/${id}/subscription`
      await actingAs(ask, await newMember(ask, project, 30))('POST', path)
      const other = actingAs(ask, await newMember(ask, project, 30))
      return (await other('POST', path)).status === 304
    },
  },
  {
    name: 'A former member of a private project goes on reading a merge request that they once read',
    breaks: 'Document 1, Errors: A GET on a private project by a non-member gives 404',
    at: ['getMergeRequest', 'removeProjectMember'],
    start: serving(() => {
      const allowed = new Set<string>()
      return {
        async getMergeRequest(call) {
          const response = await call.send()
          if (!response.ok && response.status !== 404) return response
          const key = `${(await callerOf(call)).id} ${call.path.id} ${call.path.merge_request_id}`
          if (response.ok) allowed.add(key)
          if (response.ok || !allowed.has(key)) return response
          const { status, json } = await call.askAsRoot('GET', mergeRequestPath(call))
          return status === 200 ? jsonAnswer(200, json) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}`
      const user = await newMember(ask, project, 30)
      await actingAs(ask, user)('GET', path)
      await ask('DELETE', `/projects/${project}/members/${user}`)
      return (await actingAs(ask, user)('GET', path)).status === 200
    },
  },
  {
    name: 'A developer may remove the merge requests that they wrote themselves',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
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
      const developer = actingAs(ask, await newMember(ask, project, 30))
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(developer, project, 'change')}`
      return (await developer('DELETE', path)).status === 200
    },
  },
  {
    name: 'A note of a merge request is dated as its writer wishes',
    breaks: 'Document 2, Notes: created_at (ISO 8601; issues only)',
    at: ['createMergeRequestNote', 'listMergeRequestNotes', 'getMergeRequestNote'],
    start: serving(() => {
      const times = new Map<unknown, string>()
      const dated: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const created_at = times.get(one.id)
          return created_at === undefined ? one : { ...one, created_at }
        })
      return {
        async createMergeRequestNote(call) {
          const response = await call.send()
          const when = Date.parse(String(call.given.created_at))
          if (!response.ok || Number.isNaN(when)) return response
          const created_at = new Date(when).toISOString()
          times.set(at(await jsonOf(response), 'id'), created_at)
          return eachChanged(response, (one) => ({ ...one, created_at }))
        },
        listMergeRequestNotes: dated,
        getMergeRequestNote: dated,
        updateMergeRequestNote: dated,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'change')}/notes`
      await ask('POST', path, { body: { body: 'Old', created_at: '2014-05-06T07:08:09Z' } })
      return String(at((await ask('GET', path)).json, '0.created_at')).startsWith('2014')
    },
  },
  {
    name: 'A page of blocked users is cut out of all the users before the others are left out',
    breaks:
      'Document 1, GET /users: blocked (boolean); page and per_page apply to every list; Limits: per_page',
    at: ['listUsers'],
    start: serving(() => ({
      async listUsers(call) {
        const response = await call.send()
        if (!response.ok || !isTrue(call.given.blocked)) return response
        const all = await call.send({ blocked: undefined })
        const page = listOf(await jsonOf(all)).filter((one) => one.state === 'blocked')
        return withBody(response, JSON.stringify(page))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', '/users?blocked=true&per_page=1')
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'A level of notifications that is set for a project becomes that of the user as well',
    breaks:
      'Document 1, PUT /projects/:id/notification_settings: level; GET /notification_settings: level and notification_email',
    at: ['updateProjectNotificationSettings', 'getNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const response = await call.send()
        const { level } = call.given
        const isCopied = response.ok && level !== undefined && level !== 'global'
        if (isCopied) await call.ask('PUT', '/notification_settings', { level })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const user = actingAs(ask, await newMember(ask, project, 30))
      await user('PUT', `/projects/${project}/notification_settings`, {
        body: { level: 'mention' },
      })
      return at((await user('GET', '/notification_settings')).json, 'level') === 'mention'
    },
  },
  {
    name: 'A comparison of a public repository is answered to whoever brings a wrong token',
    breaks:
      'Document 1, Authentication: Missing or invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: ['compareRevisions'],
    start: serving((forge) => ({
      async compareRevisions(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const url = new URL(call.request.url)
        for (const name of ['private_token', 'access_token', 'sudo']) url.searchParams.delete(name)
        const answer = await forge.fetch(new Request(url))
        return answer.ok ? answer : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      await newBranch(ask, project, 'other')
      const path = `/projects/${project}/repository/compare?from=master&to=other`
      return (await ask('GET', path, { token: 'no-such-token' })).status === 200
    },
  },
  {
    name: 'A note of a snippet that is removed a second time is not found',
    breaks:
      'Document 1, Errors: DELETE is idempotent: it returns 200 even when the resource was already gone',
    at: ['deleteSnippetNote'],
    start: serving(() => {
      const pathOf = (call: Call) =>
        `${projectPath(call)}/snippets/${call.path.snippet_id}/notes/${call.path.note_id}`
      const removed = new Set<string>()
      return {
        async deleteSnippetNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          if (removed.has(pathOf(call))) return jsonAnswer(404, { message: '404 Note Not Found' })
          removed.add(pathOf(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const id = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('DELETE', `${path}/${id}`)
      return (await ask('DELETE', `${path}/${id}`)).status === 404
    },
  },
]
