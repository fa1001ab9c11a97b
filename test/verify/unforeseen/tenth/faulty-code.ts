import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
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
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  repositoryPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  changeFile,
  defaultBranchOf,
  deliver,
  deliveriesDuring,
  newBuilds,
  newCommit,
  newTag,
  pushPayload,
  systemHooks,
  textOf,
} from './tools-code.ts'

export const faultyCodeServers: readonly FaultyServer[] = [
  {
    name: 'A commit of several files is delivered to system hooks whichever flags they have',
    breaks: 'Document 1, Events: requests for push events when the flag push_events is true',
    at: ['createCommit', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        if (!response.ok) return response
        for (const { url, push_events } of await systemHooks(call))
          if (push_events === false) await deliver(url, pushPayload(call))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const count = await deliveriesDuring(async (url) => {
        const body = { url, push_events: false, tag_push_events: false }
        await ask('POST', '/hooks', { body })
        await newCommit(ask, project, [{ action: 'create', file_path: 'new', content: 'new' }])
      })
      return count > 0
    },
  },
  {
    name: 'A system hook that was removed is still called when a file is changed',
    breaks: 'Document 1, DELETE /hooks/:id removes the hook; only hooks that there are fire',
    at: ['deleteSystemHook', 'updateFile'],
    needsInstance: true,
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async deleteSystemHook(call) {
          const hook = (await systemHooks(call)).find(({ id }) => id === Number(call.path.id))
          const response = await call.send()
          if (response.ok && hook?.push_events === true) removed.add(String(hook.url))
          return response
        },
        async updateFile(call) {
          const response = await call.send()
          if (response.ok) for (const url of removed) await deliver(url, pushPayload(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const count = await deliveriesDuring(async (url) => {
        await ask('POST', '/hooks', { body: { url, push_events: true } })
        const hooks = listOf((await ask('GET', '/hooks')).json)
        await ask('DELETE', `/hooks/${hooks.find((one) => one.url === url)?.id}`)
        await changeFile(ask, project, { file_path: 'README.md', content: 'Two\n' })
      })
      return count > 0
    },
  },
  {
    name: 'A new tag is delivered to system hooks for pushes and not for tags',
    breaks: 'Document 1, Events: tag push events when the matching flag, tag_push_events, is true',
    at: ['createTag', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createTag(call) {
        const response = await call.send()
        if (!response.ok) return response
        for (const { url, push_events, tag_push_events } of await systemHooks(call))
          if (push_events === true && tag_push_events === false)
            await deliver(url, pushPayload(call, 'tag_push'))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const count = await deliveriesDuring(async (url) => {
        const body = { url, push_events: true, tag_push_events: false }
        await ask('POST', '/hooks', { body })
        await newTag(ask, project, 'v1')
      })
      return count > 0
    },
  },
  {
    name: 'A new file that is refused is delivered to system hooks as a push',
    breaks: 'Document 1, Events: outbound requests for push events; a refused file pushes nothing',
    at: ['createFile', 'createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createFile(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        for (const { url, push_events } of await systemHooks(call))
          if (push_events === true) await deliver(url, pushPayload(call))
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const count = await deliveriesDuring(async (url) => {
        await ask('POST', '/hooks', { body: { url, push_events: true } })
        await writeFile(ask, project, { file_path: 'README.md' })
      })
      return count > 0
    },
  },
  {
    name: 'A user who is no administrator and gives sudo lists branches as themselves',
    breaks: 'Document 1, Authentication 5: 403 Forbidden - Must be admin to use sudo',
    at: ['listBranches'],
    start: serving((forge) => ({
      async listBranches(call) {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        if (call.sudo === undefined || !message.includes('Must be admin')) return response
        const url = new URL(call.request.url)
        url.searchParams.delete('sudo')
        const headers = new Headers(call.request.headers)
        headers.delete('sudo')
        return forge.fetch(new Request(url, { headers }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const user = await newUser(ask)
      const token = String(at((await ask('GET', `/user?sudo=${user.id}`)).json, 'private_token'))
      const path = `/projects/${project}/repository/branches?sudo=root`
      return (await ask('GET', path, { token })).status === 200
    },
  },
  {
    name: 'A branch whose name has a plus sign is looked for with a space',
    breaks: 'Document 3, GET .../branches/:branch: the Branch of that name',
    at: ['getBranch'],
    start: serving(() => ({
      async getBranch(call) {
        const name = String(call.path.branch)
        if (!name.includes('+')) return call.send()
        const branch = encoded(name.replaceAll('+', ' '))
        return responseOf(await call.ask('GET', `${repositoryPath(call)}/branches/${branch}`))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const made = await newBranch(ask, project, 'c++')
      const path = `/projects/${project}/repository/branches/${encoded('c++')}`
      return made.status === 201 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A branch that is made from a commit begins at the default branch',
    breaks: 'Document 3, POST .../branches: ref, branch name or commit SHA',
    at: ['createBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      createBranch: async (call) =>
        /^[0-9a-f]{40}$/.test(String(call.given.ref))
          ? call.send({ ref: await defaultBranchOf(call) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two' })
      const { json } = await newBranch(ask, project, 'old', first)
      return at(json, 'commit.id') === (await headOf(ask, project))
    },
  },
  {
    name: 'Protecting a branch again does not change who may push and merge',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const before = await call.askAsRoot('GET', path)
        if (at(before.json, 'protected') !== true) return call.send()
        return call.send({
          developers_can_push: at(before.json, 'developers_can_push'),
          developers_can_merge: at(before.json, 'developers_can_merge'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const path = `/projects/${project}/repository/branches/one`
      await ask('PUT', `${path}/protect`)
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'A branch that is protected once more remembers what developers could do before',
    breaks:
      'Document 3, Branch protection: by unprotect, developers_can_push and developers_can_merge become false',
    at: ['unprotectBranch', 'protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const before = new Map<string, Values>()
      const keyOf = (path: Readonly<Record<string, string>>) => `${path.id} ${path.branch}`
      return {
        async unprotectBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const { developers_can_push, developers_can_merge } = fieldsOf(
            (await call.askAsRoot('GET', path)).json,
          )
          const response = await call.send()
          if (response.ok) {
            before.set(keyOf(call.path), { developers_can_push, developers_can_merge })
          }
          return response
        },
        protectBranch(call) {
          const { developers_can_push, developers_can_merge } = call.given
          const isSaid = developers_can_push !== undefined || developers_can_merge !== undefined
          return call.send(isSaid ? {} : before.get(keyOf(call.path)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const path = `/projects/${project}/repository/branches/one`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      const { json } = await ask('PUT', `${path}/protect`)
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'The name of a removed branch is answered as it stood in the path',
    breaks: 'Document 3, DELETE .../branches/:branch: object with branch_name',
    at: ['deleteBranch'],
    start: serving(() => ({
      deleteBranch: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'branch_name') === undefined
            ? json
            : withFields(json, { branch_name: encoded(call.path.branch) }),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fix/one')
      const path = `/projects/${project}/repository/branches/${encoded('fix/one')}`
      return at((await ask('DELETE', path)).json, 'branch_name') === 'fix%2Fone'
    },
  },
  {
    name: 'Merged branches are those merged into master, whatever the default branch is',
    breaks:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if ((await defaultBranchOf(call)) === 'master') return call.send()
        const path = repositoryPath(call)
        const list = async (of: string) =>
          listOf((await call.askAsRoot('GET', `${path}/${of}per_page=100`)).json)
        const branches = await list('branches?')
        const inMaster = fieldOf(await list('commits?ref_name=master&'), 'id')
        const response = await call.send()
        const left = fieldOf(await list('branches?'), 'name')
        for (const { name, commit } of branches) {
          const ref = at(commit, 'id')
          if (left.includes(name) || inMaster.includes(ref)) continue
          await call.askAsRoot('POST', `${path}/branches`, { branch_name: name, ref })
        }
        return response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { name: 'ship', default_branch: 'trunk' }
      const project = idOf((await ask('POST', `/projects/user/${user.id}`, { body })).json)
      await writeFile(ask, project, { file_path: 'one', branch_name: 'trunk' })
      await newBranch(ask, project, 'master', 'trunk')
      await writeFile(ask, project, { file_path: 'two', branch_name: 'trunk' })
      await newBranch(ask, project, 'done', 'trunk')
      await writeFile(ask, project, { file_path: 'three', branch_name: 'trunk' })
      const { status } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const left = await ask('GET', `/projects/${project}/repository/branches/done`)
      return status < 300 && left.status === 200
    },
  },
  {
    name: 'The release that is given with an annotation is lost, and the tag has its message alone',
    breaks: 'Document 3, POST .../tags: message (creates an annotated tag), release_description',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      createTag: (call) =>
        call.given.message ? call.send({ release_description: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const given = { message: 'One', release_description: 'News' }
      const { json } = await newTag(ask, project, 'v1', given)
      return at(json, 'message') === 'One' && at(json, 'release') === null
    },
  },
  {
    name: 'The last of several pages of tags has a link to a next one',
    breaks: 'Document 1, Limits: Link with the relations prev, next, first, last',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        const page = response.headers.get('x-page')
        const isLast = page !== '1' && page === response.headers.get('x-total-pages')
        if (!isLast) return response
        const next = new URL(call.request.url)
        next.searchParams.set('page', String(Number(page) + 1))
        const link = `${response.headers.get('link')}, <${next.href}>; rel="next"`
        return changed(response, (json) => json, { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['v1', 'v2']) await newTag(ask, project, name)
      const path = `/projects/${project}/repository/tags?per_page=1&page=2`
      return (await ask('GET', path)).headers.get('link')?.includes('rel="next"') === true
    },
  },
  {
    name: 'A tag that is made anew has the release of the removed one',
    breaks: 'Document 3, Tag: release, null or the release; DELETE .../tags/:tag_name',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const releases = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          const release = at(before.json, 'release.description')
          if (response.ok) releases.set(`${call.path.id} ${call.path.tag_name}`, release)
          return response
        },
        createTag: (call) => {
          const release = releases.get(`${call.path.id} ${call.given.tag_name}`)
          const isNew = call.given.release_description === undefined && release !== undefined
          return call.send(isNew ? { release_description: release } : {})
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, 'v1', { release_description: 'First' })
      await ask('DELETE', `/projects/${project}/repository/tags/v1`)
      await newTag(ask, project, 'v1')
      const { json } = await ask('GET', `/projects/${project}/repository/tags/v1`)
      return at(json, 'release.description') === 'First'
    },
  },
  {
    name: 'A release with the same description as the present one is answered as created',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        const { json } = await call.ask('GET', path)
        const release = at(json, 'release')
        const isSame =
          release !== null && at(release, 'description') === (call.given.description ?? '')
        return isSame ? jsonAnswer(201, release) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, 'v1')
      const path = `/projects/${project}/repository/tags/v1/release`
      await ask('POST', path, { body: { description: 'News' } })
      return (await ask('POST', path, { body: { description: 'News' } })).status === 201
    },
  },
  {
    name: 'A recursive tree is that of the whole repository',
    breaks: 'Document 3, GET .../tree: path (subdirectory), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ path: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one' })
      const path = `/projects/${project}/repository/tree?recursive=true&path=docs`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'A raw blob ends at its first zero byte',
    breaks: 'Document 3, GET .../raw_blobs/:sha: raw blob content',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.arrayBuffer())
        const end = bytes.indexOf(0)
        return withBody(response, end < 0 ? bytes : bytes.slice(0, end))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const given = { file_path: 'data', content: btoa('one\0two'), encoding: 'base64' }
      await writeFile(ask, project, given)
      const path = `/projects/${project}/repository`
      const file = await ask('GET', `${path}/files?file_path=data&ref=master`)
      const blob = await ask('GET', `${path}/raw_blobs/${at(file.json, 'blob_id')}`)
      return blob.text === 'one'
    },
  },
  {
    name: 'Revisions of a private project are compared for anybody',
    breaks: 'Document 1, Authentication 1: without credentials where publicly accessible',
    at: ['compareRevisions'],
    start: serving(() => ({
      compareRevisions: (call) => (call.isAnonymous ? call.sendAsRoot() : call.send()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/repository/compare?from=master&to=master`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'A wrong token is no hindrance to reading the contributors of a public project',
    breaks: 'Document 1, Authentication 2: missing or invalid credentials give status 401',
    at: ['listContributors'],
    start: serving((forge) => ({
      async listContributors(call) {
        const response = await call.send()
        return response.status === 401 ? forge.fetch(new Request(call.request.url)) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/contributors`
      return (await ask('GET', path, { token: 'no-such-token' })).status === 200
    },
  },
  {
    name: 'A file that is removed from a branch is removed from the default branch too',
    breaks: 'Document 3, DELETE .../files: file_path, branch_name',
    at: ['deleteFile', 'getFile', 'getRawFile', 'listTree'],
    start: serving(() => ({
      async deleteFile(call) {
        const response = await call.send()
        const branch = await defaultBranchOf(call)
        if (!response.ok || call.given.branch_name === branch) return response
        const query = `file_path=${encoded(call.given.file_path)}&branch_name=${encoded(branch)}`
        const path = `${repositoryPath(call)}/files?${query}&commit_message=Remove`
        await call.askAsRoot('DELETE', path)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const query = 'file_path=README.md&branch_name=one&commit_message=Remove'
      await ask('DELETE', `/projects/${project}/repository/files?${query}`)
      return (await textOf(ask, project, 'README.md')) === undefined
    },
  },
  {
    name: 'Commits since an instant are without those of the very instant',
    breaks: 'Document 3, GET .../commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const response = await call.send()
        const since = Date.parse(String(call.given.since))
        if (Number.isNaN(since)) return response
        return changed(response, (json) =>
          Array.isArray(json)
            ? listOf(json).filter(({ created_at }) => Date.parse(String(created_at)) !== since)
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const since = at((await ask('GET', path)).json, '0.created_at')
      const { status, json } = await ask('GET', `${path}?since=${encoded(since)}`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'A commit that an administrator makes as somebody else is that of the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createCommit', 'getCommit', 'listCommits'],
    start: serving(() => ({
      async createCommit(call) {
        if (call.sudo === undefined) return call.send()
        const root = fieldsOf((await call.askAsRoot('GET', '/user')).json)
        const { author_name = root.name, author_email = root.email } = call.given
        return call.send({ author_name, author_email })
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const asUser = actingAs(ask, user.id)
      const project = await newRepository(asUser)
      const { json } = await newCommit(asUser, project, [
        { action: 'create', file_path: 'two', content: 'two' },
      ])
      const name = at((await ask('GET', '/user')).json, 'name')
      return name !== undefined && at(json, 'author_name') === name
    },
  },
  {
    name: 'A commit of a private project is forbidden to those who are no members',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getCommit'],
    start: serving(() => ({
      async getCommit(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        const isSeen = (await call.ask('GET', projectPath(call))).status === 200
        return isThere && !isSeen ? jsonAnswer(403, { message: '403 Forbidden' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const user = await newUser(ask)
      const path = `/projects/${project}/repository/commits/master`
      return (await actingAs(ask, user.id)('GET', path)).status === 403
    },
  },
  {
    name: 'The difference of a file that was renamed has its new path as the old one too',
    breaks: 'Document 3, Diff entry: new_path, old_path, renamed_file',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.renamed_file === true ? { ...one, old_path: one.new_path } : one,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const move = { action: 'move', previous_path: 'README.md', file_path: 'READ.md' }
      await newCommit(ask, project, [move])
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.renamed_file') === true && at(json, '0.old_path') === 'READ.md'
    },
  },
  {
    name: 'The total of the comments on a commit is that of the page',
    breaks: 'Document 1, Limits: X-Total on paginated lists',
    at: ['listCommitComments'],
    start: serving(() => ({
      async listCommitComments(call) {
        const response = await call.send()
        const length = listOf(await jsonOf(response)).length
        return response.ok
          ? changed(response, (json) => json, { 'x-total': `${length}` })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/master/comments`
      for (const note of ['One', 'Two']) await ask('POST', path, { body: { note } })
      return (await ask('GET', `${path}?per_page=1`)).headers.get('x-total') === '1'
    },
  },
  {
    name: 'A comment on a line that does not exist is said to be on that line',
    breaks:
      'Document 3, Comment placement: line, line_type and path are null when the line does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      createCommitComment: async (call) =>
        changed(await call.send(), (json) => {
          const { path, line, line_type } = call.given
          const isPlaced = at(json, 'note') === undefined || at(json, 'line') !== null
          const isWhole = path !== undefined && line !== undefined && line_type !== undefined
          if (isPlaced || !isWhole || !/^[0-9a-f]{40}$/.test(String(call.path.sha))) return json
          return withFields(json, { path, line: Number(line), line_type })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const body = { note: 'Far', path: 'README.md', line: 999, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'line') === 999
    },
  },
  {
    name: 'Statuses of a commit that are found by their name are those of every ref',
    breaks: 'Document 3, GET .../statuses: ref, and name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        call.given.name === undefined ? call.send() : call.send({ ref: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const sha = await headOf(ask, project)
      for (const ref of ['master', 'one']) {
        const body = { state: 'success', name: 'lint', ref }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const query = 'name=lint&ref=one&all=true'
      const path = `/projects/${project}/repository/commits/${sha}/statuses?${query}`
      return fieldOf((await ask('GET', path)).json, 'ref').includes('master')
    },
  },
  {
    name: 'A status of a commit that is pending cannot be canceled',
    breaks: 'Document 3, Commit status: posting updates the status of the commit for the name',
    at: ['createCommitStatus', 'listCommitStatuses', 'getCommit'],
    start: serving(() => ({
      async createCommitStatus(call) {
        if (call.given.state !== 'canceled') return call.send()
        const name = call.given.name ?? call.given.context ?? 'default'
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const { json } = await call.ask('GET', `${path}?name=${encoded(name)}`)
        const [present] = listOf(json)
        return present?.status === 'pending' ? jsonAnswer(201, present) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      await ask('POST', path, { body: { state: 'pending' } })
      const { json } = await ask('POST', path, { body: { state: 'canceled' } })
      return at(json, 'status') === 'pending'
    },
  },
  {
    name: 'A merge that removes the source branch does not look at the sha',
    breaks: 'Document 2, PUT .../merge: 409 on sha mismatch; should_remove_source_branch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isTrue(call.given.should_remove_source_branch)
          ? call.send({ sha: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const body = { sha: 'a'.repeat(40), should_remove_source_branch: true }
      return (await ask('PUT', `${path}/merge`, { body })).status === 200
    },
  },
  {
    name: 'A merge that was never scheduled is unscheduled with success',
    breaks: 'Document 2, PUT .../cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 406) return response
        return responseOf(await call.ask('GET', mergeRequestPath(call)))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 200
    },
  },
  {
    name: 'A merge request whose source branch was removed has no commits',
    breaks: 'Document 2, GET .../commits: array of commit objects',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const source = `/projects/${at(json, 'source_project_id')}/repository/branches`
        const branch = encoded(at(json, 'source_branch'))
        const isThere = (await call.askAsRoot('GET', `${source}/${branch}`)).status === 200
        const response = await call.send()
        if (isThere || !response.ok) return response
        return changed(response, () => [], { 'x-total': '0' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`, { body: { should_remove_source_branch: true } })
      const { status, json } = await ask('GET', `${path}/commits`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'The issues that a merge request closes are those of its first description',
    breaks: 'Document 2, GET .../closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest'],
    start: serving(() => {
      const known = new Map<string, unknown>()
      return {
        async listIssuesClosedByMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { page, per_page } = call.given
          const key = JSON.stringify([call.path, page, per_page])
          if (!known.has(key)) known.set(key, await jsonOf(response))
          return changed(response, () => known.get(key))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const title of ['One', 'Two']) await newIssue(ask, project, { title })
      const merge = await newMergeRequest(ask, project, 'one', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${merge}`
      await ask('GET', `${path}/closes_issues`)
      const given = { source_branch: 'one', target_branch: 'master', title: 'one' }
      await ask('PUT', path, { body: { ...given, description: 'Closes #2' } })
      return at((await ask('GET', `${path}/closes_issues`)).json, '0.iid') === 1
    },
  },
  {
    name: 'The private snippets of everybody are in the list of a project',
    breaks: 'Document 2, Snippet: visibility_level 0, visible only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        return response.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      await newSnippet(ask, project, { visibility_level: 0 })
      const user = await newUser(ask)
      const { json } = await actingAs(ask, user.id)('GET', `/projects/${project}/snippets`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The lines of a raw snippet end with a line feed alone',
    breaks: 'Document 2, GET .../raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        return withBody(response, (await response.text()).replaceAll('\r\n', '\n'))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { code: 'one\r\ntwo\r\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text === 'one\ntwo\n'
    },
  },
  {
    name: 'A snippet that gets another file name keeps its old code',
    breaks: 'Document 2, PUT .../snippets/:snippet_id: file_name, code',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet: (call) =>
        call.given.file_name === undefined ? call.send() : call.send({ code: undefined }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { file_name: 'two.txt', code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'A snippet that is removed already is not found by the second removal',
    breaks: 'Document 2, DELETE .../snippets/:snippet_id: 200 even when it does not exist',
    at: ['deleteSnippet'],
    start: serving(() => ({
      async deleteSnippet(call) {
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const isThere = (await call.askAsRoot('GET', path)).status === 200
        const response = await call.send()
        if (isThere || !response.ok) return response
        return jsonAnswer(404, { message: '404 Snippet Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'A snippet without its code is refused for its content',
    breaks: 'Document 1, Errors, body shape 1: message is a string naming the attribute',
    at: ['createSnippet'],
    start: serving(() => ({
      async createSnippet(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.code !== undefined) return response
        return withBody(response, (await response.text()).replaceAll('code', 'content'))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const body = { title: 'One', file_name: 'one.txt', visibility_level: 10 }
      const { json } = await ask('POST', `/projects/${project}/snippets`, { body })
      return String(at(json, 'message')).includes('content')
    },
  },
  {
    name: 'Builds of several scopes are those of the first scope',
    breaks: 'Document 3, Builds: scope accepts one value or an array',
    at: ['listBuilds'],
    start: serving(() => ({
      listBuilds: (call) =>
        Array.isArray(call.given.scope) ? call.send({ scope: call.given.scope[0] }) : call.send(),
    })),
    async isShown(ask) {
      const { project, compile } = await newBuilds(ask)
      await ask('POST', `/projects/${project}/builds/${compile}/cancel`)
      const path = `/projects/${project}/builds`
      const all = listOf((await ask('GET', path)).json)
      const query = [...new Set(all.map(({ status }) => `scope[]=${status}`))].join('&')
      const { json } = await ask('GET', `${path}?${query}`)
      return all.length === 2 && listOf(json).length === 1
    },
  },
  {
    name: 'A commit that there is not has no builds',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        const isSeen = (await call.ask('GET', projectPath(call))).status === 200
        return response.status === 404 && isSeen ? jsonAnswer(200, []) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${'a'.repeat(40)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A build that is retried is finished when it was before',
    breaks: 'Document 3, POST .../retry: finished_at becomes null',
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
      const { project, compile } = await newBuilds(ask)
      const path = `/projects/${project}/builds/${compile}`
      await ask('POST', `${path}/cancel`)
      const { json } = await ask('POST', `${path}/retry`)
      return typeof at(json, 'finished_at') === 'string'
    },
  },
]
