import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
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
  newSnippet,
  newUser,
  notModified,
  projectPath,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import {
  escapedForHtml,
  fetchWithoutSudo,
  formOf,
  isForm,
  quotedByGit,
  tokenOf,
} from './tools-ways.ts'

const conventions4 = 'Document 1, Conventions 4: parameters in the query string or in the body'

export const faultyWaysServers: readonly FaultyServer[] = [
  // Encoding of values.
  {
    name: 'The code of a new snippet has a question mark for every character of four bytes',
    breaks: 'Document 2, GET .../snippets/:snippet_id/raw: raw snippet; POST: code',
    at: ['createSnippet', 'getRawSnippet'],
    start: serving(() => ({
      createSnippet: (call) =>
        typeof call.given.code === 'string'
          ? call.send({ code: call.given.code.replace(/[\u{10000}-\u{10ffff}]/gu, '?') })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { code: 'wave 🌊\n' })
      return (await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)).text === 'wave ?\n'
    },
  },
  {
    name: 'A description that an issue is given later is stored escaped for HTML',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: description',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      updateIssue: (call) =>
        typeof call.given.description === 'string'
          ? call.send({ description: escapedForHtml(call.given.description) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { description: 'a < b & c' } })
      return at((await ask('GET', path)).json, 'description') === 'a &lt; b &amp; c'
    },
  },
  {
    name: 'The message of a tag that a form makes keeps a plus where the form has a space',
    breaks: `${conventions4}; document 3, POST .../tags: message`,
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      createTag: (call) =>
        isForm(call.request) && call.given.message !== undefined
          ? call.send({ message: String(call.given.message).replaceAll(' ', '+') })
          : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, formOf({ tag_name: 'v1', ref: 'master', message: 'Two words' }))
      return at((await ask('GET', `${path}/v1`)).json, 'message') === 'Two+words'
    },
  },
  {
    name: 'A tag with a plus in its name is removed only under a name with a space, which none has',
    breaks: 'Document 3, DELETE .../tags/:tag_name: object with tag_name',
    at: ['deleteTag'],
    start: serving(() => ({
      deleteTag: (call) =>
        call.path.tag_name?.includes('+')
          ? Promise.resolve(jsonAnswer(404, { message: 'No such tag' }))
          : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1.0+harbour', ref: 'master' } })
      const { status } = await ask('DELETE', `${path}/v1.0%2Bharbour`)
      return status === 404 && (await ask('GET', `${path}/v1.0%2Bharbour`)).status === 200
    },
  },
  {
    name: 'A commit of several files writes Base64 into a file that it updates, and reads it for new ones',
    breaks: 'Document 3, Action item: encoding text (default) or base64',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob', 'listCommitDifferences'],
    start: serving(() => ({
      createCommit: (call) =>
        Array.isArray(call.given.actions)
          ? call.send({
              actions: listOf(call.given.actions).map((action) =>
                action.action === 'update' ? { ...action, encoding: 'text' } : action,
              ),
            })
          : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const content = btoa('Three\n')
      const actions = [{ action: 'update', file_path: 'README.md', content, encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Change', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=README.md`)).text === content
    },
  },
  {
    name: 'A tree has names beyond ASCII in the quotes and octal numbers of Git',
    breaks: 'Document 3, Tree entry: name, path',
    at: ['listTree'],
    start: serving(() => ({
      listTree: async (call) =>
        eachChanged(await call.send(), (entry) =>
          entry.name === undefined
            ? entry
            : {
                ...entry,
                name: quotedByGit(String(entry.name)),
                path: quotedByGit(String(entry.path)),
              },
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'müsli.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').includes('"m\\303\\274sli.txt"')
    },
  },

  // Repeated and idempotent writes, and removals.
  {
    name: 'A branch that is protected already takes no other rights of its developers',
    breaks: 'Document 3, Branch protection: developers_can_push and _merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok || at(branch.json, 'protected') !== true) return response
        const { developers_can_push, developers_can_merge } = fieldsOf(branch.json)
        const body = { developers_can_push, developers_can_merge }
        await call.askAsRoot('PUT', `${path}/protect`, body)
        return responseOf(branch)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'quay')
      const path = `/projects/${project}/repository/branches/quay`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'An e-mail of the caller that is removed a second time is not found',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent',
    at: ['deleteOwnEmail'],
    start: serving(() => {
      const removed = new Set<string | undefined>()
      return {
        async deleteOwnEmail(call) {
          const response = await call.send()
          if (!response.ok) return response
          if (removed.has(call.path.email_id)) return jsonAnswer(404, { message: '404 Not found' })
          removed.add(call.path.email_id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('mail')}@ways.example` }
      const path = `/user/emails/${idOf((await ask('POST', '/user/emails', { body })).json)}`
      const first = await ask('DELETE', path)
      return first.status === 200 && (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'Whoever subscribed to an issue once is subscribed for ever, however often that was ended',
    breaks: 'Document 2, Issues: POST .../subscription subscribes the caller (304 if already)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const subscribed = new Set<string>()
      return {
        async subscribeToIssue(call) {
          const key = `${call.path.issue_id} ${(await callerOf(call)).id}`
          if (subscribed.has(key)) return notModified()
          const response = await call.send()
          if (response.ok) subscribed.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const askAsReader = actingAs(ask, (await newUser(ask)).id)
      await askAsReader('POST', `${path}/subscription`)
      await askAsReader('DELETE', `${path}/subscription`)
      const { status } = await askAsReader('POST', `${path}/subscription`)
      return status === 304 && at((await askAsReader('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A user who was removed is returned by every later removal too',
    breaks: 'Document 1, DELETE /users/:id: the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const seen = new Map<string | undefined, unknown>()
      return {
        async deleteUser(call) {
          const { status, json } = await call.askAsRoot('GET', `/users/${call.path.id}`)
          const response = await call.send()
          if (!response.ok) return response
          if (status === 200) seen.set(call.path.id, json)
          const user = seen.get(call.path.id)
          return user === undefined || status === 200 ? response : jsonAnswer(200, user)
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return at((await ask('DELETE', `/users/${id}`)).json, 'id') === id
    },
  },
  {
    name: 'An issue that somebody has put on a list of todos is put on that of nobody else',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const issues = new Set<string | undefined>()
      return {
        async createTodoOfIssue(call) {
          if (issues.has(call.path.issue_id)) return notModified()
          const response = await call.send()
          if (response.ok) issues.add(call.path.issue_id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'A commit status that is posted again keeps the description of the first time',
    breaks: 'Document 3, Commit status: posting adds or updates the status for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const { json } = await call.askAsRoot('GET', path)
        const name = call.given.name ?? call.given.context ?? 'default'
        const before = listOf(json).find((status) => status.name === name)
        return typeof before?.description === 'string' && call.given.description !== undefined
          ? call.send({ description: before.description })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const path = `/projects/${project}/statuses/${sha}`
      const started = { state: 'running', name: 'pier', description: 'Begun' }
      await ask('POST', path, { body: started })
      const body = { ...started, state: 'success', description: 'Done' }
      await ask('POST', path, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}/statuses`)
      return fieldOf(json, 'description').join() === 'Begun'
    },
  },

  // Authentication and sudo.
  {
    name: 'A note of a snippet is changed with a token in the header alone',
    breaks: 'Document 1, Authentication 3: query parameter private_token or header PRIVATE-TOKEN',
    at: ['updateSnippetNote'],
    start: serving(() => ({
      updateSnippetNote: (call) =>
        new URL(call.request.url).searchParams.has('private_token')
          ? Promise.resolve(jsonAnswer(401, { message: '401 Unauthorized' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const notes = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const note = idOf((await ask('POST', notes, { body: { body: 'One' } })).json)
      const path = `${notes}/${note}?private_token=root-token`
      const { status } = await ask('PUT', path, { token: '', body: { body: 'Two' } })
      return status === 401 && at((await ask('GET', path, { token: '' })).json, 'body') === 'One'
    },
  },
  {
    name: 'A note of a merge request is of the administrator if sudo stands in the query',
    breaks: 'Document 1, Authentication 5: the parameter sudo performs the call as another user',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      createMergeRequestNote: async (call) => {
        const isInQuery = new URL(call.request.url).searchParams.has('sudo')
        const isAllowed = !isInQuery || (await call.ask('GET', mergeRequestPath(call))).status < 400
        return isInQuery && isAllowed ? call.send({ sudo: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const request = await newMergeRequest(ask, project, 'dock')
      const notes = `/projects/${project}/merge_requests/${request}/notes`
      const { id } = await newUser(ask)
      const { json } = await ask('POST', `${notes}?sudo=${id}`, { body: { body: 'Mine' } })
      const note = await ask('GET', `${notes}/${idOf(json)}`)
      return at(note.json, 'author.username') === 'root'
    },
  },
  {
    name: 'The owned groups of somebody whom sudo does not find are those of the administrator',
    breaks: 'Document 1, Authentication 5: an unknown user gets 404 with message 404 Not Found: …',
    at: ['listOwnedGroups'],
    start: serving(() => ({
      async listOwnedGroups(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return message.includes('No user id or username') ? call.sendAsRoot() : response
      },
    })),
    isShown: async (ask) =>
      (await actingAs(ask, 'nobody-at-the-pier')('GET', '/groups/owned')).status === 200,
  },
  {
    name: 'Whoever names himself in sudo reads his SSH keys, without being an administrator',
    breaks: 'Document 1, Authentication 5: a non-administrator token gets 403',
    at: ['listOwnSshKeys'],
    start: serving((forge) => ({
      async listOwnSshKeys(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        if (!message.includes('Must be admin to use sudo')) return response
        const user = await jsonOf(await fetchWithoutSudo(forge, call.request, '/user'))
        return [at(user, 'id'), at(user, 'username')].map(String).includes(String(call.sudo))
          ? fetchWithoutSudo(forge, call.request)
          : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const token = await tokenOf(ask, username)
      return (await ask('GET', `/user/keys?sudo=${username}`, { token })).status === 200
    },
  },
  {
    name: 'Revisions of an internal project are compared for callers without credentials',
    breaks: 'Document 3: (public) work without credentials for publicly accessible repositories',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        if (!call.isAnonymous) return call.send()
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return at(json, 'visibility_level') === 10 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const path = `/projects/${project}/repository/compare?from=master&to=master`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'A file that is removed with sudo is removed by a commit of the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['deleteFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      async deleteFile(call) {
        if (call.sudo === undefined || call.given.author_name !== undefined) return call.send()
        const { json } = await call.askAsRoot('GET', '/user')
        return call.send({ author_name: at(json, 'name'), author_email: at(json, 'email') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      const path = `/projects/${project}/repository`
      const query = 'file_path=README.md&branch_name=master&commit_message=Remove'
      await actingAs(ask, id)('DELETE', `${path}/files?${query}`)
      const { json } = await ask('GET', `${path}/commits/master`)
      return at(json, 'title') === 'Remove' && at(json, 'author_name') === 'Administrator'
    },
  },

  // Refusals.
  {
    name: 'A group is made for somebody who may make none, if an administrator calls with sudo',
    breaks: 'Document 1, POST /groups: only for users allowed to create groups',
    at: ['createGroup'],
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        return (await callerOf(call)).can_create_group === false ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { can_create_group: false })
      const name = freshName('group')
      return (
        (await actingAs(ask, id)('POST', '/groups', { body: { name, path: name } })).status === 201
      )
    },
  },
  {
    name: 'A second release of a tag replaces the first unless it says the same',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        const { json } = await call.askAsRoot('GET', path)
        const { description } = call.given
        if (at(json, 'release.description') === description) return response
        const { json: release } = await call.ask('PUT', `${path}/release`, { description })
        return jsonAnswer(201, release)
      },
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'v1', ref: 'master' } })
      const path = `${tags}/v1/release`
      await ask('POST', path, { body: { description: 'First' } })
      return (await ask('POST', path, { body: { description: 'Second' } })).status === 201
    },
  },
  {
    name: 'A merge request without a target branch is refused for want of a source branch',
    breaks: 'Document 1, Errors, shape 1: message is a string naming the attribute',
    at: ['createMergeRequest'],
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.target_branch !== undefined) return response
        if (call.given.source_branch === undefined) return response
        const text = await response.clone().text()
        return withBody(response, text.replaceAll('target_branch', 'source_branch'))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'dock')
      const body = { source_branch: 'dock', title: 'Dock' }
      const { json } = await ask('POST', `/projects/${project}/merge_requests`, { body })
      return String(at(json, 'message')).includes('source_branch')
    },
  },
  {
    name: 'A merge request is merged if the head only begins with the sha that the call gives',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409',
    at: ['mergeMergeRequest', 'getMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        if (sha === '') return call.send()
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return String(at(json, 'sha')).startsWith(sha) ? call.send({ sha: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'dock')
      const path = `/projects/${project}/merge_requests/${request}`
      const sha = (await headOf(ask, project, 'dock')).slice(0, 8)
      return at((await ask('PUT', `${path}/merge`, { body: { sha } })).json, 'state') === 'merged'
    },
  },
  {
    name: 'A commit that there is none of has no builds, and is found nevertheless',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { status } = await call.ask('GET', `${projectPath(call)}/builds`)
        if (status !== 200) return response
        const none = { 'x-total': '0', 'x-total-pages': '1', 'x-page': '1', 'x-per-page': '20' }
        return withBody(jsonAnswer(200, []), '[]', none)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${'0123456789'.repeat(4)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'An e-mail that is taken already is a conflict when a user is given it',
    breaks: 'Document 1, Users: on key or e-mail creation failure, 400',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        const email = at(await jsonOf(response), 'message.email')
        return String(email).includes('taken') ? jsonAnswer(409, await jsonOf(response)) : response
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/emails`
      const body = { email: `${freshName('mail')}@ways.example` }
      await ask('POST', path, { body })
      return (await ask('POST', path, { body })).status === 409
    },
  },

  // Parameters, defaults, filters and pages.
  {
    name: 'Merge requests that are asked for by several iids are in whichever state',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] and state',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined ? call.send() : call.send({ state: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'dock')
      const path = `/projects/${project}/merge_requests?iids[]=1&state=merged`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Groups to skip are taken out of a page after it was cut, and counted in its headers',
    breaks: 'Document 1, GET /groups: skip_groups; Limits: page and per_page, X-Total',
    at: ['listGroups'],
    start: serving(() => ({
      async listGroups(call) {
        const { skip_groups: skipped } = call.given
        if (skipped === undefined) return call.send()
        const ids = (Array.isArray(skipped) ? skipped : [skipped]).map(String)
        return changed(await call.send({ skip_groups: undefined }), (json) =>
          Array.isArray(json) ? listOf(json).filter(({ id }) => !ids.includes(String(id))) : json,
        )
      },
    })),
    async isShown(ask) {
      const first = await ask('GET', '/groups?per_page=1')
      const id = at(first.json, '0.id')
      const { json } = await ask('GET', `/groups?per_page=1&skip_groups[]=${id}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'Projects of a group that are ordered by their names ascend unless they are told to descend',
    breaks: 'Document 1, GET /groups/:id/projects: sort (default desc)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      listGroupProjects: (call) =>
        call.given.order_by === 'name' && call.given.sort === undefined
          ? call.send({ sort: 'asc' })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (const name of ['anchor', 'buoy']) await newProject(ask, { name, namespace_id: group })
      const { json } = await ask('GET', `/groups/${group}/projects?order_by=name`)
      return fieldOf(json, 'name').join() === 'anchor,buoy'
    },
  },
  {
    name: 'The links to other pages of the members found in a group lead to those of all members',
    breaks: 'Document 1, Limits: Link, with full URLs that clients use instead of building them',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null || call.given.query === undefined) return response
        const link = links.replace(/([?&])query=[^&>]*&?/g, '$1').replace(/[?&]>/g, '>')
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      for (let count = 0; count < 2; count++) {
        const body = { user_id: (await newUser(ask)).id, access_level: 30 }
        await ask('POST', `/groups/${group}/members`, { body })
      }
      const { headers } = await ask('GET', `/groups/${group}/members?query=user-six&per_page=1`)
      const link = headers.get('link') ?? ''
      return link.includes('next') && !link.includes('query=')
    },
  },
  {
    name: 'An e-mail event of a project is turned on by JSON, and off by nothing but a text',
    breaks: 'Document 1, PUT /projects/:id/notification_settings: the twelve event booleans',
    at: ['updateProjectNotificationSettings', 'getProjectNotificationSettings'],
    start: serving(() => ({
      updateProjectNotificationSettings: (call) => {
        const off = Object.keys(call.given).filter((name) => call.given[name] === false)
        return call.send(Object.fromEntries(off.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true, new_issue: true } })
      const body = { level: 'custom', new_note: false, new_issue: true }
      return at((await ask('PUT', path, { body })).json, 'events.new_note') === true
    },
  },
  {
    name: 'Notes of an issue that fill their pages exactly have one page more in the header',
    breaks: 'Document 1, Limits: X-Total-Pages',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        const total = Number(response.headers.get('x-total'))
        const size = Number(response.headers.get('x-per-page'))
        if (!response.ok || !(total > 0) || total % size !== 0) return response
        return withBody(response, response.body, { 'x-total-pages': String(total / size + 1) })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      return (await ask('GET', `${path}?per_page=2`)).headers.get('x-total-pages') === '2'
    },
  },
]
