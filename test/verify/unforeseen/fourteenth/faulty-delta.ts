import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  isTrue,
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
  projectPath,
  repositoryPath,
  responseOf,
  samePage,
  serving,
  type Values,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { addMember, addNote, isNumeric, notePath, snippetPath, userPath } from './tools-delta.ts'

export const faultyDeltaServers: readonly FaultyServer[] = [
  {
    name: 'A search among blocked users finds all of them',
    breaks: 'Document 1, GET /users: blocked and search (string, e-mail or username)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: (call) =>
        isTrue(call.given.blocked) ? call.send({ search: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', '/users?blocked=true&search=nobody-is-called-this')
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'A change of the profile of a blocked user lets the user in again',
    breaks: 'Document 1, States: a blocked user is active again by PUT /users/:id/unblock',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      async updateUser(call) {
        const before = await call.askAsRoot('GET', userPath(call))
        const response = await call.send()
        if (!response.ok || at(before.json, 'state') !== 'blocked') return response
        await call.askAsRoot('PUT', `${userPath(call)}/unblock`)
        return changed(response, (json) => withFields(json, { state: 'active' }))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}`, { body: { location: 'Pier' } })
      return at((await ask('GET', `/users/${id}`)).json, 'state') === 'active'
    },
  },
  {
    name: 'A key that is added with the number of a user in the header SUDO is the one of the administrator',
    breaks: 'Document 1, Authentication 5: header SUDO, given as numeric id or username',
    at: ['createOwnSshKey', 'listOwnSshKeys', 'listSshKeysOfUser', 'getOwnSshKey'],
    start: serving(() => ({
      createOwnSshKey: (call) =>
        isNumeric(call.request.headers.get('sudo')) ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Sudo', key: freshKey() }
      const { status } = await actingAs(ask, id)('POST', '/user/keys', { body })
      const { json } = await ask('GET', `/users/${id}/keys`)
      return status === 201 && listOf(json).length === 0
    },
  },
  {
    name: 'An e-mail that somebody has is refused for a user in one sentence instead of by property',
    breaks:
      'Document 1, Users: a used e-mail reports `has already been taken` under the property name',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        const isTaken = JSON.stringify(await jsonOf(response)).includes('already been taken')
        if (response.status !== 400 || !isTaken) return response
        return jsonAnswer(400, { message: 'Email has already been taken' })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { email: `${freshName('twice')}@delta.example` }
      await ask('POST', `/users/${id}/emails`, { body })
      const { status, json } = await ask('POST', `/users/${id}/emails`, { body })
      return status === 400 && typeof at(json, 'message') === 'string'
    },
  },
  {
    name: 'The totals of members that a query finds are those of all members of the project',
    breaks: 'Document 1, Limits: X-Total and X-Total-Pages; GET /projects/:id/members: query',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const all = await allOf(call, { query: undefined })
        const pages = Math.ceil(all.length / Number(response.headers.get('x-per-page') ?? 20))
        return withBody(response, response.body, {
          'x-total': String(all.length),
          'x-total-pages': String(Math.max(1, pages)),
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const users = [await newUser(ask), await newUser(ask), await newUser(ask)]
      for (const { id } of users) await addMember(ask, project, id, 30)
      const path = `/projects/${project}/members?query=${users[0]?.username}`
      const { headers, json } = await ask('GET', path)
      return Number(headers.get('x-total')) > listOf(json).length
    },
  },
  {
    name: 'A member of a project who is made an owner becomes a master without a word',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only); Errors: 400',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember: (call) =>
        Number(call.given.access_level) === 50 ? call.send({ access_level: 40 }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      await addMember(ask, project, id, 20)
      const body = { access_level: 50 }
      return (await ask('PUT', `/projects/${project}/members/${id}`, { body })).status === 200
    },
  },
  {
    name: 'The path of a project that is made for a user in a namespace is that of its name',
    breaks: 'Document 1, POST /projects/user/:user_id: path and namespace_id',
    at: ['createProjectForUser', 'getProject'],
    start: serving(() => ({
      createProjectForUser: (call) =>
        call.given.namespace_id === undefined ? call.send() : call.send({ path: undefined }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const namespace_id = await newGroup(ask)
      const member = { user_id: id, access_level: 50 }
      await ask('POST', `/groups/${namespace_id}/members`, { body: member })
      const path = freshName('given-path')
      const body = { name: freshName('name'), path, namespace_id }
      const { json } = await ask('POST', `/projects/user/${id}`, { body })
      const made = await ask('GET', `/projects/${idOf(json)}`)
      return made.status === 200 && at(made.json, 'path') !== path
    },
  },
  {
    name: 'A system hook that is removed gives its secret away',
    breaks: 'Document 1, System hook: the secret `token` is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const secrets = new Map<number, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          for (const one of Array.isArray(json) ? listOf(json) : [json]) {
            if (response.ok) secrets.set(idOf(one), call.given.token ?? null)
          }
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = secrets.get(Number(call.path.id))
          if (!response.ok || token === undefined) return response
          return eachChanged(response, (one) => ({ ...one, token }))
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://hooks.example/delta', token: 'Lantern' }
      const { json } = await ask('POST', '/hooks', { body })
      const id = at(json, '0.id') ?? at(json, 'id')
      return (await ask('DELETE', `/hooks/${id}`)).text.includes('Lantern')
    },
  },
  {
    name: 'Every page of the oldest issues of a project but the first begins with the last issue before it',
    breaks: 'Document 1, Limits: page and per_page; Document 2, GET /projects/:id/issues: sort',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        if (!response.ok || call.given.sort !== 'asc') return response
        const all = await allOf(call)
        const page = samePage(response, all)
        const [first] = page
        const before = first === undefined ? undefined : all[all.indexOf(first) - 1]
        if (before === undefined) return response
        const shifted = [before, ...page].slice(0, Number(response.headers.get('x-per-page')))
        return withBody(response, JSON.stringify(shifted))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      for (let made = 0; made < 3; made++) await newIssue(ask, project)
      const path = `/projects/${project}/issues?sort=asc&per_page=2`
      const pages = [await ask('GET', path), await ask('GET', `${path}&page=2`)]
      const ids = pages.flatMap(({ json }) => fieldOf(json, 'id'))
      return new Set(ids).size < ids.length
    },
  },
  {
    name: 'An issue that is opened again is confidential no longer',
    breaks: 'Document 2, States of an issue: closed, state_event reopen, opened; confidential',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    start: serving(() => ({
      updateIssue: (call) =>
        call.given.state_event === 'reopen' && call.given.confidential === undefined
          ? call.send({ confidential: false })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { confidential: true })
      const path = `/projects/${project}/issues/${issue}`
      for (const state_event of ['close', 'reopen'])
        await ask('PUT', path, { body: { state_event } })
      return at((await ask('GET', path)).json, 'confidential') === false
    },
  },
  {
    name: 'Who has subscribed to a closed issue subscribes to it once more',
    breaks: 'Document 2, POST .../subscription: 304 if already subscribed',
    at: ['subscribeToIssue'],
    start: serving(() => ({
      async subscribeToIssue(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const { json } = await call.ask('GET', path)
        return at(json, 'state') === 'closed' ? jsonAnswer(201, json) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('POST', `${path}/subscription`)
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'A merge request that is merged has no changes any more',
    breaks: 'Document 2, GET .../:merge_request_id/changes: Merge request with `changes`',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'state') === 'merged' ? withFields(json, { changes: [] }) : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${request}`
      const merged = await ask('PUT', `${path}/merge`)
      const { json } = await ask('GET', `${path}/changes`)
      return at(merged.json, 'state') === 'merged' && listOf(at(json, 'changes')).length === 0
    },
  },
  {
    name: 'A developer removes a merge request of their own',
    breaks: 'Document 2, DELETE .../:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.ok || call.isAnonymous) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const caller = await callerOf(call)
        return at(json, 'author.id') === caller.id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      await addMember(ask, project, id, 30)
      const request = await newMergeRequest(actingAs(ask, id), project, 'own')
      const path = `/projects/${project}/merge_requests/${request}`
      if ((await ask('GET', path)).status !== 200) return false
      return (await actingAs(ask, id)('DELETE', path)).status === 200
    },
  },
  {
    name: 'The list of notes of a snippet shows an ampersand as in a page',
    breaks: 'Document 2, Note: `body` string; POST .../notes: body (req)',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      listSnippetNotes: async (call) =>
        eachChanged(await call.send(), (one) =>
          typeof one.body === 'string'
            ? { ...one, body: one.body.replaceAll('&', '&amp;').replaceAll('<', '&lt;') }
            : one,
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project)
      await addNote(ask, project, snippet, 'Rope & tar < 3')
      const { json } = await ask('GET', `/projects/${project}/snippets/${snippet}/notes`)
      return at(json, '0.body') === 'Rope &amp; tar &lt; 3'
    },
  },
  {
    name: 'A note of a snippet is not changed by an author who is no administrator',
    breaks: 'Document 2, PUT /projects/:id/snippets/:snippet_id/notes/:note_id: modified Note',
    at: ['updateSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => ({
      async updateSnippetNote(call) {
        const isRoot = isTrue((await callerOf(call)).is_admin)
        if (isRoot || call.given.body === undefined) return call.send()
        const note = await call.ask('GET', notePath(call))
        const isOwn = at(note.json, 'author.id') === (await callerOf(call)).id
        return note.status === 200 && isOwn ? responseOf(note) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await addMember(ask, project, id, 30)
      const snippet = await newSnippet(ask, project)
      const note = await addNote(actingAs(ask, id), project, snippet, 'Before')
      const path = `/projects/${project}/snippets/${snippet}/notes/${note}`
      await actingAs(ask, id)('PUT', path, { body: { body: 'After' } })
      return at((await ask('GET', path)).json, 'body') === 'Before'
    },
  },
  {
    name: 'A private snippet is there for every developer of its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getSnippet'],
    start: serving(() => ({
      async getSnippet(call) {
        const response = await call.send()
        if (response.ok || call.isAnonymous) return response
        return (await levelOf(call)) >= 30 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await addMember(ask, project, id, 30)
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'A snippet that has notes stays when it is removed',
    breaks: 'Document 1, Errors: DELETE succeeded; Document 2, DELETE .../snippets/:snippet_id',
    at: ['deleteSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet', 'listSnippetNotes'],
    start: serving(() => ({
      async deleteSnippet(call) {
        const notes = await call.ask('GET', `${snippetPath(call)}/notes`)
        const snippet = await call.ask('GET', snippetPath(call))
        const caller = await callerOf(call)
        const mayRemove = isTrue(caller.is_admin) || at(snippet.json, 'author.id') === caller.id
        // Who may not remove it is refused as by the forge.
        return listOf(notes.json).length > 0 && mayRemove ? responseOf(snippet) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project)
      await addNote(ask, project, snippet, 'Keep')
      const path = `/projects/${project}/snippets/${snippet}`
      await ask('DELETE', path)
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A branch whose name ends as a version does is not found: the end is read as a format',
    breaks: 'Document 3, GET /projects/:id/repository/branches/:branch: Branch',
    at: ['getBranch'],
    start: serving(() => ({
      async getBranch(call) {
        const name = String(call.path.branch).replace(/\.\w+$/, '')
        if (name === call.path.branch) return call.send()
        return responseOf(
          await call.ask('GET', `${repositoryPath(call)}/branches/${encoded(name)}`),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'release-1.2')
      const path = `/projects/${project}/repository/branches`
      const { json } = await ask('GET', path)
      const one = await ask('GET', `${path}/release-1.2`)
      return fieldOf(json, 'name').includes('release-1.2') && one.status === 404
    },
  },
  {
    name: 'A tag that is made again after it was removed has its old release',
    breaks: 'Document 3, DELETE .../tags/:tag_name; Tag: `release` null or object',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          const description = at(json, 'release.description')
          if (response.ok && description !== undefined) kept.set(path, description)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const path = `${repositoryPath(call)}/tags/${encoded(call.given.tag_name)}`
          const description = kept.get(path)
          const hasNew = call.given.release_description !== undefined
          if (!response.ok || description === undefined || hasNew) return response
          await call.ask('POST', `${path}/release`, { description })
          const release: Values = { tag_name: call.given.tag_name, description }
          return changed(response, (json) => withFields(json, { release }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'Old' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'Old'
    },
  },
  {
    name: 'The first commit of a repository changed no line',
    breaks: 'Document 3, Commit: `stats` (object: additions, deletions, total)',
    at: ['getCommit'],
    start: serving(() => ({
      getCommit: async (call) =>
        changed(await call.send(), (json) => {
          const isFirst = at(json, 'parent_ids.0') === undefined && 'stats' in fieldsOf(json)
          const stats = { additions: 0, deletions: 0, total: 0 }
          return isFirst ? withFields(json, { stats }) : json
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}`
      return at((await ask('GET', path)).json, 'stats.additions') === 0
    },
  },
]
