import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  bodyOf,
  column,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newBranch,
  newFile,
  newMergeRequest,
  newRepository,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from './tools.ts'

export const faultyCode: readonly FaultyServer[] = [
  {
    name: 'A branch whose name has a slash cannot be protected',
    breaks: 'PUT .../branches/:branch/protect: branch exists: protected true',
    at: ['protectBranch'],
    start: answering(() => ({
      protectBranch: (call) =>
        call.path.branch?.includes('/')
          ? Promise.resolve(jsonAnswer(404, { message: '404 Branch Not Found' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newBranch(ask, project, 'a/b')
      const path = `/projects/${project}/repository/branches/a%2Fb/protect`
      return (await ask('PUT', path)).status === 404
    },
  },
  {
    name: 'Developers who may push to a protected branch may merge into it, too',
    breaks: 'developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch'],
    start: answering(() => ({
      protectBranch: (call) =>
        String(call.given.developers_can_push) === 'true'
          ? call.send({ given: { developers_can_merge: true } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newBranch(ask, project, 'two')
      const path = `/projects/${project}/repository/branches/two/protect`
      const body = { developers_can_push: true, developers_can_merge: false }
      return at((await ask('PUT', path, { body })).json, 'developers_can_merge') === true
    },
  },
  {
    name: 'A branch that is protected no longer says that developers can merge into it',
    breaks: 'unprotect: developers_can_push and developers_can_merge become false',
    at: ['unprotectBranch', 'getBranch'],
    start: answering(() => {
      const merging = new Set<string>()
      return {
        async protectBranch(call) {
          const key = `${call.path.id} ${call.path.branch}`
          const response = await call.send()
          if (at(await bodyOf(response), 'developers_can_merge') === true) merging.add(key)
          else merging.delete(key)
          return response
        },
        async unprotectBranch(call) {
          const response = await call.send()
          return merging.has(`${call.path.id} ${call.path.branch}`)
            ? rewritten(response, {
                json: (json) => withFields(json, { developers_can_merge: true }),
              })
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      return at((await ask('PUT', `${path}/unprotect`)).json, 'developers_can_merge') === true
    },
  },
  {
    name: 'Merged branches with a slash in their names stay',
    breaks: 'DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: answering(() => ({
      async deleteMergedBranches(call) {
        const path = `/projects/${call.path.id}/repository/branches`
        const { json } = await call.ask('GET', `${path}?per_page=100`)
        const kept = listOf(json).filter(
          ({ name, merged }) => merged === true && String(name).includes('/'),
        )
        const response = await call.send()
        for (const { name, commit } of isDone(response) ? kept : []) {
          const body = { branch_name: name, ref: at(commit, 'id') }
          await call.ask('POST', path, { body })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'a/b')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const path = `/projects/${project}/repository/branches/a%2Fb`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'Branches are in the order in which they were made',
    breaks: 'array of Branch sorted by name alphabetically',
    at: ['listBranches'],
    start: answering(() => {
      const made: string[] = []
      return {
        async createBranch(call) {
          const response = await call.send()
          if (isDone(response)) made.push(String(call.given.branch_name))
          return response
        },
        listBranches: (call) =>
          made.length === 0
            ? call.send()
            : listAnswer(call, (branches) =>
                branches.toSorted(
                  (one, other) => made.indexOf(String(one.name)) - made.indexOf(String(other.name)),
                ),
              ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches`
      for (const name of ['zz', 'aa']) {
        await ask('POST', path, { body: { branch_name: name, ref: 'master' } })
      }
      return column((await ask('GET', path)).json, 'name').join() === 'master,zz,aa'
    },
  },
  {
    name: 'The commits of a deleted branch are still listed by its name',
    breaks: 'GET .../repository/commits: ref_name (branch or tag)',
    at: ['deleteBranch', 'listCommits'],
    start: answering(() => {
      const kept = new Map<string, ReturnType<typeof listOf>>()
      return {
        async deleteBranch(call) {
          const { id, branch = '' } = call.path
          const query = `ref_name=${encodeURIComponent(branch)}&per_page=100`
          const path = `/projects/${id}/repository/commits?${query}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          if (isDone(response)) kept.set(`${id} ${branch}`, listOf(json))
          return response
        },
        async listCommits(call) {
          const response = await call.send()
          const commits = kept.get(`${call.path.id} ${call.given.ref_name}`)
          return commits && listOf(await bodyOf(response)).length === 0
            ? listAnswer(call, () => commits)
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newBranch(ask, project, 'two')
      await ask('DELETE', `/projects/${project}/repository/branches/two`)
      const path = `/projects/${project}/repository/commits?ref_name=two`
      return listOf((await ask('GET', path)).json).length > 0
    },
  },
  {
    name: 'Tags are in the order of their versions',
    breaks: 'array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: answering(() => ({
      listTags: (call) =>
        listAnswer(call, (tags) =>
          tags.toSorted((one, other) =>
            String(other.name).localeCompare(String(one.name), 'en', { numeric: true }),
          ),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v9', 'v10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return column((await ask('GET', path)).json, 'name')[0] === 'v10'
    },
  },
  {
    name: 'A second release of a tag replaces the first',
    breaks: 'POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: answering(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const { id, tag_name: tag = '' } = call.path
        const path = `/projects/${id}/repository/tags/${encodeURIComponent(tag)}/release`
        const { description } = call.given
        const { json } = await call.ask('PUT', path, { body: { description } })
        return jsonAnswer(201, json)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      await ask('POST', `${path}/v1/release`, { body: { description: 'One' } })
      const again = await ask('POST', `${path}/v1/release`, { body: { description: 'Two' } })
      return again.status === 201
    },
  },
  {
    name: 'A changed release changes that of the tag of the same commit',
    breaks: 'PUT .../tags/:tag_name/release: object with `tag_name`, `description`',
    at: ['updateRelease'],
    start: answering(() => ({
      async updateRelease(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        const path = `/projects/${call.path.id}/repository/tags`
        const tags = listOf((await call.ask('GET', `${path}?per_page=100`)).json)
        const { description } = call.given
        const others = tags.filter(({ name, release }) => release && name !== call.path.tag_name)
        for (const { name } of others) {
          await call.ask('PUT', `${path}/${encodeURIComponent(String(name))}/release`, {
            body: { description },
          })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v1', 'v2']) {
        await ask('POST', path, {
          body: { tag_name, ref: 'master', release_description: tag_name },
        })
      }
      await ask('PUT', `${path}/v2/release`, { body: { description: 'Two' } })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'Two'
    },
  },
  {
    name: 'The message of an annotated tag ends with its first line',
    breaks: 'Tag: `message` (otherwise the annotation)',
    at: ['createTag', 'getTag', 'listTags'],
    start: answering(() => ({
      createTag(call) {
        const { message } = call.given
        return typeof message === 'string'
          ? call.send({ given: { message: message.split('\n')[0] } })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const body = { tag_name: 'v1', ref: 'master', message: 'One\n\nTwo' }
      const { json } = await ask('POST', `/projects/${project}/repository/tags`, { body })
      return at(json, 'message') === 'One'
    },
  },
  {
    name: 'A deleted tag keeps its release for the next tag of that name',
    breaks: 'DELETE .../tags/:tag_name; Tag: `release` (null or object)',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags'],
    start: answering(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const { id, tag_name: tag = '' } = call.path
          const path = `/projects/${id}/repository/tags/${encodeURIComponent(tag)}`
          const { json } = await call.ask('GET', path)
          const release = at(json, 'release.description')
          const response = await call.send()
          if (isDone(response) && release) kept.set(`${id} ${tag}`, release)
          return response
        },
        createTag(call) {
          const { release_description: description, tag_name: tag } = call.given
          const release = kept.get(`${call.path.id} ${tag}`)
          return description === undefined && release !== undefined
            ? call.send({ given: { release_description: release } })
            : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'One' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'One'
    },
  },
  {
    name: 'A tree that is not to be recursive is',
    breaks: 'GET .../repository/tree: recursive (boolean, default false)',
    at: ['listTree'],
    start: answering(() => ({
      listTree: (call) =>
        call.given.recursive === undefined
          ? call.send()
          : call.send({ given: { recursive: true } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a/b.txt': 'b\n' })
      const path = `/projects/${project}/repository/tree?recursive=false`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'A file whose name is not ASCII has no raw content',
    breaks: 'GET .../repository/blobs/:sha: filepath (req): raw file content',
    at: ['getRawFile'],
    start: answering(() => ({
      getRawFile: (call) =>
        /[^\u0020-\u007e]/.test(String(call.given.filepath ?? ''))
          ? Promise.resolve(jsonAnswer(404, { message: '404 File Not Found' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'é.txt': 'e\n' })
      const path = `/projects/${project}/repository/blobs/master?filepath=%C3%A9.txt`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A comparison of a branch with itself is one of two revisions',
    breaks: 'GET .../compare: `compare_same_ref` boolean',
    at: ['compareRevisions'],
    start: answering(() => ({
      compareRevisions: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            at(json, 'compare_same_ref') === true
              ? withFields(json, { compare_same_ref: false })
              : json,
        }),
    })),
    async isShown(ask) {
      const path = '/projects/1/repository/compare?from=master&to=master'
      return at((await ask('GET', path)).json, 'compare_same_ref') === false
    },
  },
  {
    name: 'An archive of an older commit is that of the default branch',
    breaks: 'GET .../archive: sha (commit SHA; default the tip of the default branch)',
    at: ['getArchive'],
    start: answering(() => ({
      getArchive: (call) => call.send({ given: { sha: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      await newFile(ask, project, 'b.txt', 'b\n'.repeat(5000))
      const path = `/projects/${project}/repository/archive`
      const old = await ask('GET', `${path}?sha=${at(json, '0.id')}`)
      const now = await ask('GET', path)
      return old.text.length === now.text.length
    },
  },
  {
    name: 'A raw blob that is no text is read and written as UTF-8',
    breaks: 'GET .../raw_blobs/:sha: raw blob content',
    at: ['getRawBlob'],
    start: answering(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (response.status !== 200) return response
        const headers = new Headers(response.headers)
        const bytes = new TextEncoder().encode(await response.text())
        headers.set('content-length', String(bytes.length))
        return new Response(bytes, { status: 200, headers })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const body = {
        file_path: 'a.bin',
        branch_name: 'master',
        content: '//79/A==',
        encoding: 'base64',
        commit_message: 'Add bytes',
      }
      await ask('POST', `/projects/${project}/repository/files`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      const sha = listOf(json).find(({ name }) => name === 'a.bin')?.id
      const path = `/projects/${project}/repository/raw_blobs/${sha}`
      return (await ask('GET', path)).headers.get('content-length') === '12'
    },
  },
  {
    name: 'Contributors are those of the first page of commits',
    breaks: 'GET .../contributors: `commits`, `additions`, `deletions`',
    at: ['listContributors'],
    start: answering(() => ({
      listContributors: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.map((one) => {
                  const commits = Number(at(one, 'commits'))
                  return commits > 2 ? withFields(one, { commits: 2 }) : one
                })
              : json,
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { a: 'a\n', b: 'b\n', c: 'c\n' })
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return at(json, '0.commits') === 2
    },
  },
  {
    name: 'An update of a file takes Base64 for text',
    breaks: 'PUT .../repository/files: encoding (`text` default or `base64`)',
    at: ['updateFile'],
    start: answering(() => ({
      updateFile: (call) => call.send({ given: { encoding: 'text' } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n' })
      const body = {
        file_path: 'a.txt',
        branch_name: 'master',
        content: 'Yg==',
        encoding: 'base64',
        commit_message: 'b',
      }
      await ask('PUT', `/projects/${project}/repository/files`, { body })
      const path = `/projects/${project}/repository/files?file_path=a.txt&ref=master`
      return at((await ask('GET', path)).json, 'content') !== 'Yg=='
    },
  },
  {
    name: 'The size of a file is that of its letters',
    breaks: 'Repository file: `size` integer, `content` (Base64 text)',
    at: ['getFile'],
    start: answering(() => ({
      getFile: async (call) =>
        rewritten(await call.send(), {
          json(json) {
            const content = at(json, 'content')
            if (typeof content !== 'string') return json
            const size = [...Buffer.from(content, 'base64').toString('utf8')].length
            return withFields(json, { size })
          },
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'é\n' })
      const path = `/projects/${project}/repository/files?file_path=a.txt&ref=master`
      return at((await ask('GET', path)).json, 'size') === 2
    },
  },
  {
    name: 'A file is removed in the caller’s name, whoever is named as the author',
    breaks: 'DELETE .../repository/files: author_email, author_name',
    at: ['deleteFile'],
    start: answering(() => ({
      deleteFile: (call) =>
        call.send({ given: { author_name: undefined, author_email: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
      const query = new URLSearchParams({
        file_path: 'a.txt',
        branch_name: 'master',
        commit_message: 'Away',
        author_name: 'Wharf',
        author_email: 'wharf@third.example',
      })
      await ask('DELETE', `/projects/${project}/repository/files?${query}`)
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      return at(json, '0.title') === 'Away' && at(json, '0.author_name') !== 'Wharf'
    },
  },
  {
    name: 'A file with the content that it has is updated',
    breaks: '400: the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: answering(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path: path, branch_name: ref, content } = call.given
        if (response.status !== 400 || typeof path !== 'string') return response
        const query = new URLSearchParams({ file_path: path, ref: String(ref) })
        const found = await call.ask('GET', `/projects/${call.path.id}/repository/files?${query}`)
        const current = Buffer.from(String(at(found.json, 'content')), 'base64').toString('utf8')
        return current === content
          ? jsonAnswer(200, { file_path: path, branch_name: ref })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n' })
      const body = {
        file_path: 'a.txt',
        branch_name: 'master',
        content: 'a\n',
        commit_message: 'b',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'Commits since a time are those after it',
    breaks: 'since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: answering(() => ({
      async listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string' || Number.isNaN(Date.parse(since))) return call.send()
        return listAnswer(call, (commits) =>
          commits.filter(
            (commit) =>
              Math.floor(Date.parse(String(commit.created_at)) / 1000) !==
              Math.floor(Date.parse(since) / 1000),
          ),
        )
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits')
      const since = encodeURIComponent(String(at(json, '0.created_at')))
      const path = `/projects/1/repository/commits?since=${since}`
      return !column((await ask('GET', path)).json, 'id').includes(at(json, '0.id'))
    },
  },
  {
    name: 'A file that is moved with new content keeps the old',
    breaks: 'content: required except for `delete`; optional for `move`',
    at: ['createCommit'],
    start: answering(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const others = listOf(actions).map((action) =>
          action.action === 'move' ? withFields(action, { content: undefined }) : action,
        )
        return call.send({ given: { actions: others } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n' })
      const action = { action: 'move', file_path: 'b.txt', previous_path: 'a.txt', content: 'b\n' }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=b.txt`
      return (await ask('GET', path)).text === 'a\n'
    },
  },
  {
    name: 'A comment on a line that is not there keeps its path',
    breaks: '`line`, `line_type` and `path` returned as null, when … the line does not exist',
    at: ['createCommitComment'],
    start: answering(() => ({
      async createCommitComment(call) {
        const { path, line } = call.given
        const response = await call.send()
        if (!isDone(response) || path === undefined || line === undefined) return response
        return rewritten(response, {
          json: (json) => (at(json, 'path') === null ? withFields(json, { path }) : json),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      const path = `/projects/${project}/repository/commits/${at(json, '0.id')}/comments`
      const body = { note: 'Why?', path: 'a.txt', line: 999, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'path') === 'a.txt'
    },
  },
  {
    name: 'A status that is posted again under its name is a second one',
    breaks: 'Posting a status adds or updates the status of the commit for the given name',
    at: ['listCommitStatuses', 'createCommitStatus'],
    start: answering(() => ({
      async listCommitStatuses(call) {
        const response = await call.send()
        const { all } = call.given
        return response.status === 200 && all === undefined
          ? call.send({ given: { all: true } })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      const sha = at(json, '0.id')
      for (const state of ['failed', 'success']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'a' } })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      return listOf((await ask('GET', path)).json).length > 1
    },
  },
  {
    name: 'The context of a status is not its name',
    breaks: 'POST /projects/:id/statuses/:sha: name or context (default `default`)',
    at: ['createCommitStatus'],
    start: answering(() => ({
      createCommitStatus: (call) => call.send({ given: { context: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      const path = `/projects/${project}/statuses/${at(json, '0.id')}`
      const body = { state: 'success', context: 'a' }
      return at((await ask('POST', path, { body })).json, 'name') === 'default'
    },
  },
  {
    name: 'A status of a branch is shown with the statuses of all',
    breaks: 'GET .../commits/:sha/statuses: ref',
    at: ['listCommitStatuses'],
    start: answering(() => ({
      listCommitStatuses: (call) => call.send({ given: { ref: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      const sha = at(json, '0.id')
      const branch = { branch_name: 'two', ref: 'master' }
      await ask('POST', `/projects/${project}/repository/branches`, { body: branch })
      for (const ref of ['master', 'two']) {
        const body = { state: 'success', name: ref, ref }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?ref=two`
      return column((await ask('GET', path)).json, 'ref').includes('master')
    },
  },
  {
    name: 'The lines that a commit took away are not in its total',
    breaks: '`stats` (object: `additions`, `deletions`, `total`)',
    at: ['createCommit', 'getCommit'],
    start: answering(() => ({
      createCommit: async (call) =>
        rewritten(await call.send(), {
          json(json) {
            const stats = objectOf(at(json, 'stats'))
            return stats.total === undefined
              ? json
              : withFields(json, { stats: { ...stats, total: stats.additions } })
          },
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n' })
      const actions = [{ action: 'update', file_path: 'a.txt', content: 'b\n' }]
      const body = { branch_name: 'master', commit_message: 'b', actions }
      const { json } = await ask('POST', `/projects/${project}/repository/commits`, { body })
      return at(json, 'stats.total') === 1
    },
  },
  {
    name: 'A cherry-pick into a branch shows the commit that was picked',
    breaks: 'POST .../cherry_pick: Commit',
    at: ['cherryPickCommit'],
    start: answering(() => ({
      async cherryPickCommit(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        const path = `/projects/${encodeURIComponent(call.path.id ?? '')}/repository/commits/${call.path.sha}`
        const { json } = await call.ask('GET', path)
        const { id, short_id } = objectOf(json)
        return rewritten(response, { json: (commit) => withFields(commit, { id, short_id }) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newBranch(ask, project, 'two')
      await newFile(ask, project, 'c.txt', 'c\n')
      const { json } = await ask('GET', `/projects/${project}/repository/commits`)
      const sha = at(json, '0.id')
      const path = `/projects/${project}/repository/commits/${sha}/cherry_pick`
      return at((await ask('POST', path, { body: { branch: 'two' } })).json, 'id') === sha
    },
  },
  {
    name: 'Of several scopes of builds the last one counts',
    breaks: '`scope` accepts one value or an array of',
    at: ['listBuilds'],
    start: answering(() => ({
      listBuilds: (call) =>
        Array.isArray(call.given.scope)
          ? call.send({ given: { scope: call.given.scope.slice(-1) } })
          : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask(
        'GET',
        '/projects/1/builds?scope[]=success&scope[]=failed&per_page=100',
      )
      return !column(json, 'status').includes('success')
    },
  },
  {
    name: 'A build is found in every project',
    breaks: 'GET /projects/:id/builds/:build_id; 404 resource not found',
    at: ['getBuild'],
    start: answering(({ db }) => ({
      async getBuild(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const id = Number(call.path.build_id)
        const build = db.builds.findFirst((query) => query.where({ id }))
        const project = await call.ask('GET', `/projects/${call.path.id}`, { token: call.token })
        return build && project.status === 200
          ? call.send({ path: `/projects/${build.project_id}/builds/${id}`, token: 'root-token' })
          : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/2/builds')
      return (await ask('GET', `/projects/1/builds/${at(json, '0.id')}`)).status === 200
    },
  },
  {
    name: 'Builds of a commit with a scope are those of the whole project',
    breaks: 'GET .../commits/:sha/builds: array of Build from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: answering(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        return response.status === 200 && call.given.scope !== undefined
          ? call.send({ path: `/projects/${call.path.id}/builds` })
          : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope[]=success&per_page=100')
      const first = listOf(json).at(-1)
      const sha = at(first, 'commit.id')
      const path = `/projects/1/repository/commits/${sha}/builds?scope[]=success&per_page=100`
      const builds = listOf((await ask('GET', path)).json)
      return builds.some(({ commit }) => at(commit, 'id') !== sha)
    },
  },
  {
    name: 'A build that is canceled takes the others of its commit along',
    breaks: 'POST .../builds/:build_id/cancel: `canceled`',
    at: ['cancelBuild'],
    start: answering(() => ({
      async cancelBuild(call) {
        const path = `/projects/${call.path.id}/builds`
        const { json } = await call.ask('GET', `${path}/${call.path.build_id}`)
        const response = await call.send()
        const sha = at(json, 'commit.id')
        if (!isDone(response) || sha === undefined) return response
        const list = await call.ask(
          'GET',
          `/projects/${call.path.id}/repository/commits/${sha}/builds?per_page=100`,
        )
        for (const { id, status } of listOf(list.json)) {
          if (status === 'pending' || status === 'running' || status === 'created') {
            await call.ask('POST', `${path}/${id}/cancel`)
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/2/builds?scope[]=pending')
      const id = at(json, '0.id')
      const path = `/projects/2/repository/commits/${at(json, '0.commit.id')}/builds`
      const before = column((await ask('GET', path)).json, 'status')
      await ask('POST', `/projects/2/builds/${id}/cancel`)
      const after = column((await ask('GET', path)).json, 'status')
      const count = (states: readonly unknown[]) =>
        states.filter((state) => state === 'canceled').length
      return count(after) - count(before) > 1
    },
  },
  {
    name: 'A deployment has another number when it is looked up',
    breaks: 'Deployment: `id`, `iid`',
    at: ['getDeployment'],
    start: answering(() => ({
      getDeployment: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            at(json, 'iid') === undefined ? json : withFields(json, { iid: at(json, 'id') }),
        }),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/deployments')
      const other = listOf(json).find(({ id, iid }) => id !== iid)
      const shown = await ask('GET', `/projects/1/deployments/${other?.id}`)
      return at(shown.json, 'iid') !== other?.iid
    },
  },
  {
    name: 'Whoever may not merge cancels a scheduled merge',
    breaks: 'cancel_merge_when_build_succeeds: 401 without permission',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: answering(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        return response.status === 401 && call.token !== ''
          ? call.send({ token: 'root-token' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', undefined, { visibility_level: 20 })
      const { id: user, token } = await newUser(ask, 'wharf')
      const member = { user_id: user, access_level: 20 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const id = await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests/${id}/cancel_merge_when_build_succeeds`
      return (await ask('PUT', path, { token })).status === 406
    },
  },
  {
    name: 'The commit of a tag is that of the default branch',
    breaks: 'GET .../commits/:sha: sha (commit hash or branch/tag name)',
    at: ['getCommit'],
    start: answering(() => ({
      async getCommit(call) {
        const response = await call.send()
        const { id, sha = '' } = call.path
        if (response.status !== 200 || /^[0-9a-f]{7,40}$/.test(sha)) return response
        const tags = await call.ask(
          'GET',
          `/projects/${id}/repository/tags/${encodeURIComponent(sha)}`,
        )
        return tags.status === 200
          ? call.send({ path: `/projects/${id}/repository/commits/master` })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', `/projects/${project}/repository/tags`, { body })
      await newFile(ask, project, 'c.txt', 'c\n')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/v1`)
      const head = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'id') === at(head.json, 'id') && idOf(json) !== 0
    },
  },
]
