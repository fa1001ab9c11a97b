import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  headOf,
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
  projectPath,
  repositoryPath,
  samePage,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { hooksOf, isToldOf, listening, newHook, tellOfPush } from './tools-one.ts'

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`

const tagPath = (call: Call) => `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`

/** A path as git writes it where `core.quotepath` is on. */
function quoted(path: unknown): unknown {
  const bytes = [...new TextEncoder().encode(String(path))]
  if (bytes.every((byte) => byte < 128)) return path
  const parts = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${parts.join('')}"`
}

/** A pipeline of two jobs, which nobody runs. */
const twoJobs = 'one:\n  script: ls\ntwo:\n  script: ls\n'

export const faultyOneServers: readonly FaultyServer[] = [
  {
    name: 'A system hook that does not want pushes is told of the files that are made',
    breaks: 'Document 1, Events: requests for push events when the matching flag is true',
    at: ['createSystemHook', 'createFile'],
    needsInstance: true,
    start: serving(() => ({
      async createFile(call) {
        const response = await call.send()
        const hooks = (await hooksOf(call)).filter(({ push_events }) => push_events === false)
        if (response.ok) await tellOfPush(call, hooks, call.given.branch_name)
        return response
      },
    })),
    isShown: (ask) =>
      listening(async (listener) => {
        const project = await newRepository(ask)
        await newHook(ask, { url: listener.url })
        await writeFile(ask, project, { file_path: 'two.txt' })
        return isToldOf(listener, 'refs/heads/master')
      }),
  },
  {
    name: 'A system hook that was deleted goes on being told of pushes',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook; Events: requests to the hook url',
    at: ['deleteSystemHook', 'createCommit', 'createFile', 'updateFile', 'deleteFile'],
    needsInstance: true,
    start: serving(() => {
      const deleted: Values[] = []
      return {
        async deleteSystemHook(call) {
          const hooks = await hooksOf(call)
          const response = await call.send()
          const isIt = (one: Values) => String(one.id) === call.path.id && one.push_events === true
          if (response.ok) deleted.push(...hooks.filter(isIt))
          return response
        },
        ...forAll(['createCommit', 'createFile', 'updateFile', 'deleteFile'], async (call) => {
          const response = await call.send()
          if (response.ok) await tellOfPush(call, deleted, call.given.branch_name)
          return response
        }),
      }
    }),
    isShown: (ask) =>
      listening(async (listener) => {
        const project = await newRepository(ask)
        const hook = await newHook(ask, { url: listener.url, push_events: true })
        await ask('DELETE', `/hooks/${hook}`)
        await newBranch(ask, project, 'later')
        await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'later' })
        return isToldOf(listener, 'refs/heads/later')
      }),
  },
  {
    name: 'A system hook of the pushes of tags alone is told of new branches too',
    breaks:
      'Document 1, Events: tag push events when tag_push_events, push events when push_events',
    at: ['createSystemHook', 'createBranch'],
    needsInstance: true,
    start: serving(() => ({
      async createBranch(call) {
        const response = await call.send()
        const hooks = (await hooksOf(call)).filter(
          ({ push_events, tag_push_events }) => push_events === false && tag_push_events === true,
        )
        if (response.ok) await tellOfPush(call, hooks, call.given.branch_name)
        return response
      },
    })),
    isShown: (ask) =>
      listening(async (listener) => {
        const project = await newRepository(ask)
        await newHook(ask, { url: listener.url, tag_push_events: true })
        await newBranch(ask, project, 'other')
        return isToldOf(listener, 'refs/heads/other')
      }),
  },
  {
    name: 'A new file in Base64 is read as text, and loses the bytes that are none',
    breaks: 'Document 3, POST /projects/:id/repository/files: content, encoding base64',
    at: ['createFile', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createFile(call) {
        if (call.given.encoding !== 'base64') return call.send()
        const bytes = Buffer.from(String(call.given.content), 'base64')
        return call.send({ encoding: 'text', content: new TextDecoder().decode(bytes) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = Buffer.from([0, 255, 254, 128, 10]).toString('base64')
      await writeFile(ask, project, { file_path: 'one.bin', content, encoding: 'base64' })
      const path = `/projects/${project}/repository/files?file_path=one.bin&ref=master`
      return at((await ask('GET', path)).json, 'content') !== content
    },
  },
  {
    name: 'The raw code of a snippet comes as HTML would show it',
    breaks: 'Document 3, GET /projects/:id/snippets/:snippet_id/raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        const text = await response.clone().text()
        return withBody(response, text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { code: 'if (one < two) return\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text === 'if (one &lt; two) return\n'
    },
  },
  {
    name: 'The paths of a difference beyond ASCII come in quotes and octal numbers',
    breaks: 'Document 3, Diff entry: new_path, old_path',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (one) => {
          if (one.new_path === undefined) return one
          return { ...one, new_path: quoted(one.new_path), old_path: quoted(one.old_path) }
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'Über.txt' })
      const path = `/projects/${project}/repository/commits/master/diff`
      return at((await ask('GET', path)).json, '0.new_path') === '"\\303\\234ber.txt"'
    },
  },
  {
    name: 'A snippet that was there once is not found when it is deleted again',
    breaks: 'Document 2, DELETE .../snippets/:snippet_id: 200 even when the snippet does not exist',
    at: ['deleteSnippet'],
    start: serving(() => {
      const deleted = new Set<string>()
      return {
        async deleteSnippet(call) {
          const key = `${call.path.id} ${call.path.snippet_id}`
          if (deleted.has(key)) return jsonAnswer(404, { message: '404 Snippet Not Found' })
          const wasThere = await call.ask(
            'GET',
            `${projectPath(call)}/snippets/${call.path.snippet_id}`,
          )
          const response = await call.send()
          if (response.ok && wasThere.status === 200) deleted.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const first = await ask('DELETE', path)
      return first.status === 200 && (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'A branch that is protected already keeps what its developers can do when protected again',
    breaks:
      'Document 3, Branch protection: developers_can_push and _merge set from parameters; idempotent',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const { json } = await call.ask('GET', branchPath(call))
        if (at(json, 'protected') !== true) return call.send()
        return call.send({ developers_can_push: undefined, developers_can_merge: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'steady')
      const path = `/projects/${project}/repository/branches/steady`
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      return at((await ask('GET', path)).json, 'developers_can_merge') === false
    },
  },
  {
    name: 'A release is made again if it says the same as before',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const release = at((await call.ask('GET', tagPath(call))).json, 'release')
        if (at(release, 'description') !== call.given.description) return response
        return jsonAnswer(201, release)
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      const body = { description: 'The first' }
      await ask('POST', `${path}/v1/release`, { body })
      return (await ask('POST', `${path}/v1/release`, { body })).status === 201
    },
  },
  {
    name: 'A file of a public project at a commit is for those alone who say who they are',
    breaks: 'Document 3, GET .../repository/files (public); ref: branch, tag or commit',
    at: ['getFile'],
    start: serving(() => ({
      async getFile(call) {
        const isCommit = /^[\da-f]{40}$/.test(String(call.given.ref))
        if (!call.isAnonymous || !isCommit) return call.send()
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const ref = await headOf(ask, project)
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=${ref}`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A merge request that is made for a user given by the id is of the administrator',
    breaks: 'Document 1, Authentication 5: sudo as another user, given as numeric id or username',
    at: ['createMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async createMergeRequest(call) {
        if (!/^\d+$/.test(call.sudo ?? '')) return call.send()
        const isAllowed = (await call.ask('GET', '/user')).status === 200
        return isAllowed ? call.sendAsRoot({ sudo: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'side.txt', branch_name: 'side' })
      const body = { source_branch: 'side', target_branch: 'master', title: 'Side' }
      const path = `/projects/${project}/merge_requests`
      const { json } = await actingAs(ask, user.id)('POST', path, { body })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'The commits of a merge request are answered to an administrator who acts for nobody',
    breaks: 'Document 1, Authentication 5: an unknown user gets 404 No user id or username for',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        return message.includes('No user id or username for') ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const mergeRequest = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${mergeRequest}/commits`
      return (await actingAs(ask, 'nobody-of-that-name')('GET', path)).status === 200
    },
  },
  {
    name: 'A tag that is made again has the release of the one that was deleted',
    breaks: 'Document 3, Tag: release null or object; POST .../tags: release_description',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags'],
    start: serving(() => {
      const released = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const { json } = await call.ask('GET', tagPath(call))
          const response = await call.send()
          const description = at(json, 'release.description')
          if (response.ok && description !== undefined) released.set(tagPath(call), description)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const path = `${repositoryPath(call)}/tags/${encoded(call.given.tag_name)}`
          const description = released.get(path)
          if (!response.ok || description === undefined) return response
          if (at(await jsonOf(response), 'release') !== null) return response
          const { json } = await call.askAsRoot('POST', `${path}/release`, { description })
          return changed(response, (tag) => withFields(tag, { release: json }))
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'The first' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      const { json } = await ask('GET', `${path}/v1`)
      return at(json, 'release.description') === 'The first'
    },
  },
  {
    name: 'A merge with a message of its own leaves the branch that it was to remove',
    breaks: 'Document 2, PUT .../merge: merge_commit_message, should_remove_source_branch',
    at: ['mergeMergeRequest', 'getBranch', 'listBranches'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        call.given.merge_commit_message === undefined
          ? call.send()
          : call.send({ should_remove_source_branch: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const mergeRequest = await newMergeRequest(ask, project, 'side')
      const body = { merge_commit_message: 'By hand', should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${mergeRequest}/merge`, { body })
      const branch = await ask('GET', `/projects/${project}/repository/branches/side`)
      return branch.status === 200
    },
  },
  {
    name: 'A new commit of several actions counts the lines of its first file',
    breaks: 'Document 3, POST /projects/:id/repository/commits: created Commit with stats',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        const [first, second] = listOf(call.given.actions)
        if (!response.ok || first?.action !== 'create' || second === undefined) return response
        const additions = String(first.content).trimEnd().split('\n').length
        const stats = { additions, deletions: 0, total: additions }
        return changed(response, (json) => withFields(json, { stats }))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits`
      const create = (file_path: string) => ({ action: 'create', file_path, content: 'a\nb\n' })
      const actions = [create('one.txt'), create('two.txt')]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      return at((await ask('POST', path, { body })).json, 'stats.additions') === 2
    },
  },
  {
    name: 'The branches of a project begin with the protected ones',
    breaks: 'Document 3, GET .../repository/branches: sorted by name alphabetically',
    at: ['listBranches'],
    start: serving(() => ({
      async listBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = await allOf(call)
        const sorted = [
          ...all.filter((one) => one.protected === true),
          ...all.filter((one) => one.protected !== true),
        ]
        return changed(response, () => samePage(response, sorted))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'a-first')
      const path = `/projects/${project}/repository/branches`
      await ask('PUT', `${path}/master/protect`)
      return at((await ask('GET', path)).json, '0.name') === 'master'
    },
  },
  {
    name: 'The last page of the tags says that there are as many as are on it',
    breaks: 'Document 1, Limits: X-Total on paginated lists',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        const isLast =
          Number(response.headers.get('x-page')) > 1 && !response.headers.get('x-next-page')
        if (!isLast) return response
        const count = listOf(await jsonOf(response)).length
        return changed(response, (json) => json, { 'x-total': String(count) })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      for (const tag_name of ['v1', 'v2', 'v3']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      const { headers } = await ask('GET', `${path}?per_page=2&page=2`)
      return headers.get('x-total') === '1'
    },
  },
  {
    name: 'The links between pages of the commits of a branch forget the branch',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use instead of building URLs',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return changed(response, (json) => json, { link: link.replace(/ref_name=[^&>]*&?/g, '') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'side.txt', branch_name: 'side' })
      const path = `/projects/${project}/repository/commits?ref_name=side&per_page=1`
      const { headers } = await ask('GET', path)
      return headers.get('link')?.includes('ref_name=side') === false
    },
  },
  {
    name: 'A snippet is made with whichever visibility, though the settings restrict it',
    breaks: 'Document 1, restricted_visibility_levels: levels non-admins cannot use for snippets',
    at: ['createSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async createSnippet(call) {
        const { json } = await call.askAsRoot('GET', '/application/settings')
        const restricted_visibility_levels = at(json, 'restricted_visibility_levels')
        if (!Array.isArray(restricted_visibility_levels)) return call.send()
        await call.askAsRoot('PUT', '/application/settings', { restricted_visibility_levels: [] })
        const response = await call.send()
        await call.askAsRoot('PUT', '/application/settings', { restricted_visibility_levels })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const settings = { restricted_visibility_levels: [2] }
      await ask('PUT', '/application/settings', { body: settings })
      const body = { title: 'One', file_name: 'one.txt', code: 'one\n', visibility_level: 20 }
      const path = `/projects/${project}/snippets`
      return (await actingAs(ask, user.id)('POST', path, { body })).status === 201
    },
  },
  {
    name: 'The archive of a private project is forbidden to a stranger instead of hidden',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const isSeen = (await call.ask('GET', projectPath(call))).status === 200
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        return isThere && !isSeen ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const as = actingAs(ask, (await newUser(ask)).id)
      return (await as('GET', `/projects/${project}/repository/archive`)).status === 403
    },
  },
  {
    name: 'A merge request is deleted by whoever made it',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { id } = await callerOf(call)
        return id !== undefined && at(json, 'author.id') === id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const as = actingAs(ask, user.id)
      const mergeRequest = await newMergeRequest(as, project, 'side')
      const path = `/projects/${project}/merge_requests/${mergeRequest}`
      return (await as('DELETE', path)).status === 200
    },
  },
  {
    name: 'The schedule of a merge that was made is canceled as one that never was',
    breaks: 'Document 2, cancel_merge_when_build_succeeds: 405 if merged or closed',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        return jsonAnswer(406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const mergeRequest = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${mergeRequest}`
      await ask('PUT', `${path}/merge`)
      const { status } = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return status === 406
    },
  },
  {
    name: 'A branch that is protected anew lets developers do what they could before',
    breaks: 'Document 3, unprotect: developers_can_push and developers_can_merge become false',
    at: ['unprotectBranch', 'protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const before = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const { json } = await call.ask('GET', branchPath(call))
          const response = await call.send()
          const developers_can_push = at(json, 'developers_can_push')
          const developers_can_merge = at(json, 'developers_can_merge')
          const isProtected = response.ok && at(json, 'protected') === true
          if (isProtected)
            before.set(branchPath(call), { developers_can_push, developers_can_merge })
          return response
        },
        async protectBranch(call) {
          const former = before.get(branchPath(call))
          before.delete(branchPath(call))
          return former === undefined ? call.send() : call.send({ ...former, ...call.given })
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      const { json } = await ask('PUT', `${path}/protect`)
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'A build that is retried is pending, and finished when it was canceled',
    breaks: 'Document 3, Build: POST .../retry makes finished_at null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const finished_at = at((await call.ask('GET', path)).json, 'finished_at')
        const response = await call.send()
        return response.ok
          ? changed(response, (json) => withFields(json, { finished_at }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: twoJobs })
      const path = `/projects/${project}/builds`
      const build = at((await ask('GET', path)).json, '0.id')
      await ask('POST', `${path}/${build}/cancel`)
      const { json } = await ask('POST', `${path}/${build}/retry`)
      return typeof at(json, 'finished_at') === 'string'
    },
  },
  {
    name: 'A tag of what is nowhere is a bad request',
    breaks: 'Document 3, POST .../tags: status 405 with explaining message on error',
    at: ['createTag'],
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        const path = `${repositoryPath(call)}/commits/${encoded(call.given.ref)}`
        if (response.status !== 405 || (await call.askAsRoot('GET', path)).status === 200) {
          return response
        }
        return withBody(jsonAnswer(400, null), await response.text())
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'nowhere' }
      return (await ask('POST', path, { body })).status === 400
    },
  },
  {
    name: 'A change of a file without content is refused for want of a message',
    breaks: 'Document 1, Errors, body 1: message is a string naming the missing attribute',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const { content, commit_message } = call.given
        if (content !== undefined || commit_message === undefined) return call.send()
        const response = await call.send()
        const message = '400 (Bad request) "commit_message" not given'
        return response.status === 400 ? jsonAnswer(400, { message }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { file_path: 'README.md', branch_name: 'master', commit_message: 'Change' }
      const { json } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return String(at(json, 'message')).includes('commit_message')
    },
  },
  {
    name: 'A commit takes a status that there is of builds alone',
    breaks: 'Document 3, POST .../statuses/:sha: state pending, running, success, failed, canceled',
    at: ['createCommitStatus'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const { state } = call.given
        if (state !== 'skipped' && state !== 'created') return call.send()
        const response = await call.send({ state: 'pending' })
        return response.ok
          ? changed(response, (json) => withFields(json, { status: state }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      return (await ask('POST', path, { body: { state: 'skipped' } })).status === 201
    },
  },
  {
    name: 'All statuses of a commit are those of every name, though one is asked for',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['lint', 'unit']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=lint`
      return fieldOf((await ask('GET', path)).json, 'name').includes('unit')
    },
  },
  {
    name: 'Merge requests that are asked for by several iids come in whichever state',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] and state',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        Array.isArray(call.given.iids) ? call.send({ state: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests?iids[]=1&state=merged`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Builds of a commit in one scope are those of its latest pipeline',
    breaks:
      'Document 3, GET .../commits/:sha/builds: scope; builds from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        if (!response.ok || call.given.scope === undefined) return response
        const all = await allOf(call)
        const pipeline = (one: Values) => Number(at(one, 'pipeline.id'))
        const latest = Math.max(...all.map(pipeline))
        const found = all.filter((one) => pipeline(one) === latest)
        return changed(response, () => samePage(response, found), {
          'x-total': String(found.length),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: twoJobs })
      const path = `/projects/${project}/repository`
      // The tag is another ref of the same commit, and has a pipeline of its own.
      await ask('POST', `${path}/tags`, { body: { tag_name: 'v1', ref: 'master' } })
      const builds = `${path}/commits/${await headOf(ask, project)}/builds`
      const all = listOf((await ask('GET', builds)).json).length
      return all > listOf((await ask('GET', `${builds}?scope=pending`)).json).length
    },
  },
]
