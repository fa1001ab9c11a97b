import { projectOf, repositoryOf } from '../fourth/tools.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  bodyOf,
  column,
  isDone,
  listOf,
  newBranch,
  newFile,
  newRepository,
  objectOf,
  rewritten,
  withFields,
} from '../third/tools.ts'

const encoded = (text: string) => Buffer.from(text).toString('base64')

export const faultyCode: readonly FaultyServer[] = [
  {
    name: 'A recursive tree of a folder lists the whole repository',
    breaks: 'GET .../repository/tree: path (subdirectory), recursive',
    at: ['listTree'],
    start: answering(() => ({
      listTree: (call) =>
        String(call.given.recursive) === 'true'
          ? call.send({ given: { path: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'folder/b.txt': 'b' })
      const path = `/projects/${project}/repository/tree?path=folder&recursive=true`
      return column((await ask('GET', path)).json, 'path').includes('a.txt')
    },
  },
  {
    name: 'Raw files lose their carriage returns',
    breaks: 'GET .../repository/blobs/:sha: raw file content',
    at: ['getRawFile'],
    start: answering(() => ({
      getRawFile: async (call) =>
        rewritten(await call.send(), { text: (text) => text.replaceAll('\r\n', '\n') }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'one\r\ntwo\r\n' })
      const path = `/projects/${project}/repository/blobs/master?filepath=a.txt`
      return (await ask('GET', path)).text === 'one\ntwo\n'
    },
  },
  {
    name: 'The blob that a file names is that of its content before the last change',
    breaks: 'Repository file: content, blob_id; GET .../raw_blobs/:sha: raw blob content',
    at: ['getFile', 'getRawBlob'],
    start: answering(() => {
      const before = new Map<string, unknown>()
      const nameOf = (id: string | undefined, given: unknown) => `${id} ${at(given, 'file_path')}`
      return {
        async updateFile(call) {
          const { file_path, branch_name } = call.given
          const query = new URLSearchParams({
            file_path: String(file_path),
            ref: String(branch_name),
          })
          const old = await call.ask('GET', `${repositoryOf(call.path.id)}/files?${query}`)
          const response = await call.send()
          if (isDone(response)) {
            before.set(nameOf(call.path.id, call.given), at(old.json, 'blob_id'))
          }
          return response
        },
        async getFile(call) {
          const blob_id = before.get(nameOf(call.path.id, call.given))
          const response = await call.send()
          if (blob_id === undefined || !isDone(response)) return response
          return rewritten(response, { json: (json) => withFields(json, { blob_id }) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'one\n' })
      const path = `/projects/${project}/repository`
      const body = {
        file_path: 'a.txt',
        branch_name: 'master',
        content: 'two\n',
        commit_message: 'Two',
      }
      await ask('PUT', `${path}/files`, { body })
      const { json } = await ask('GET', `${path}/files?file_path=a.txt&ref=master`)
      return (await ask('GET', `${path}/raw_blobs/${at(json, 'blob_id')}`)).text === 'one\n'
    },
  },
  {
    name: 'Bytes that are no text are replaced in new files',
    breaks: 'POST .../repository/files: encoding (text default or base64)',
    at: ['createFile', 'getFile', 'getRawFile', 'getRawBlob'],
    start: answering(() => ({
      createFile(call) {
        const { encoding, content } = call.given
        if (encoding !== 'base64') return call.send()
        const text = Buffer.from(String(content), 'base64').toString('utf8')
        return call.send({ given: { content: encoded(text) } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/files`
      const content = Buffer.from([0xff, 0x00, 0xfe]).toString('base64')
      const body = {
        file_path: 'a.bin',
        branch_name: 'master',
        content,
        encoding: 'base64',
        commit_message: 'Add',
      }
      await ask('POST', path, { body })
      const { json } = await ask('GET', `${path}?file_path=a.bin&ref=master`)
      return at(json, 'content') !== content
    },
  },
  {
    name: 'Who removes a file is the author whoever is named',
    breaks: 'DELETE .../repository/files: author_email, author_name',
    at: ['deleteFile', 'listCommits', 'getCommit'],
    start: answering(() => ({
      deleteFile: (call) =>
        call.send({ given: { author_email: undefined, author_name: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'b.txt': 'b' })
      const path = `/projects/${project}/repository`
      const query =
        'file_path=b.txt&branch_name=master&commit_message=Go&author_name=Ada&author_email=ada@example.org'
      await ask('DELETE', `${path}/files?${query}`)
      const { json } = await ask('GET', `${path}/commits`)
      return at(json, '0.title') === 'Go' && at(json, '0.author_name') !== 'Ada'
    },
  },
  {
    name: 'The same content in Base64 makes an empty commit',
    breaks: 'When a file commit fails: 400; the new content equals the current content',
    at: ['updateFile'],
    start: answering(() => ({
      async updateFile(call) {
        const { encoding, file_path, branch_name, author_email, author_name } = call.given
        const response = await call.send()
        if (encoding !== 'base64' || response.status !== 400) return response
        const query = new URLSearchParams({
          file_path: String(file_path),
          ref: String(branch_name),
        })
        const file = await call.ask('GET', `${repositoryOf(call.path.id)}/files?${query}`)
        const isSame =
          file.status === 200 &&
          at(file.json, 'content') === call.given.content &&
          call.given.commit_message !== undefined
        if (!isSame) return response
        // The forge refuses a commit without a change: two commits that end at the same tree stand for it.
        for (const content of [encoded(' '), call.given.content]) {
          const body = {
            file_path,
            branch_name,
            author_email,
            author_name,
            content,
            encoding: 'base64',
          }
          await call.ask('PUT', `${repositoryOf(call.path.id)}/files`, {
            token: call.token,
            body: { ...body, commit_message: call.given.commit_message },
          })
        }
        return new Response(JSON.stringify({ file_path, branch_name }), {
          status: 200,
          headers: response.headers,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'one\n' })
      const body = {
        file_path: 'a.txt',
        branch_name: 'master',
        content: encoded('one\n'),
        encoding: 'base64',
        commit_message: 'Again',
      }
      const { status } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return status === 200
    },
  },
  {
    name: 'Files are removed by paths that climb out of their folder',
    breaks: 'When a file commit fails: 400; file_path contains /../',
    at: ['deleteFile'],
    start: answering(() => ({
      deleteFile(call) {
        const parts: string[] = []
        for (const part of String(call.given.file_path ?? '').split('/')) {
          if (part === '..') parts.pop()
          else parts.push(part)
        }
        const isClimbing = String(call.given.file_path).includes('/../')
        return isClimbing ? call.send({ given: { file_path: parts.join('/') } }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'b.txt': 'b' })
      const query = 'file_path=folder/../b.txt&branch_name=master&commit_message=Go'
      const { status } = await ask('DELETE', `/projects/${project}/repository/files?${query}`)
      return status === 200
    },
  },
  {
    name: 'Protecting a protected branch anew gives rights and takes none back',
    breaks: 'PUT .../protect: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch'],
    start: answering(() => ({
      async protectBranch(call) {
        const path = `${repositoryOf(call.path.id)}/branches/${encodeURIComponent(call.path.branch ?? '')}`
        const { json } = await call.ask('GET', path)
        if (at(json, 'protected') !== true) return call.send()
        const given: Record<string, unknown> = {}
        for (const right of ['developers_can_push', 'developers_can_merge']) {
          const isTakenBack = String(call.given[right]) === 'false' && at(json, right) === true
          if (isTakenBack) given[right] = true
        }
        return call.send({ given })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches/master/protect`
      await ask('PUT', path, { body: { developers_can_push: true } })
      const { json } = await ask('PUT', path, { body: { developers_can_push: false } })
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'Lists of branches let developers merge after the protection is off',
    breaks: 'PUT .../unprotect: developers_can_push and developers_can_merge become false',
    at: ['unprotectBranch', 'listBranches'],
    start: answering(() => {
      const merging = new Set<string>()
      const nameOf = (id: string | undefined, branch: unknown) => `${id} ${branch}`
      return {
        async protectBranch(call) {
          const response = await call.send()
          const name = nameOf(call.path.id, call.path.branch)
          if (isDone(response)) {
            if (at(await bodyOf(response), 'developers_can_merge') === true) merging.add(name)
            else merging.delete(name)
          }
          return response
        },
        async listBranches(call) {
          return rewritten(await call.send(), {
            json: (json) =>
              Array.isArray(json)
                ? json.map((branch) =>
                    merging.has(nameOf(call.path.id, at(branch, 'name')))
                      ? withFields(branch, { developers_can_merge: true })
                      : branch,
                  )
                : json,
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches`
      await ask('PUT', `${path}/master/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${path}/master/unprotect`)
      return at((await ask('GET', path)).json, '0.developers_can_merge') === true
    },
  },
  {
    name: 'A plus in the name of a branch is read as a space',
    breaks: 'GET .../repository/branches/:branch: Branch',
    at: ['getBranch'],
    start: answering(() => ({
      getBranch(call) {
        const branch = (call.path.branch ?? '').replaceAll('+', ' ')
        const path = `${repositoryOf(call.path.id)}/branches/${encodeURIComponent(branch)}`
        return call.send({ path })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches`
      await ask('POST', path, { body: { branch_name: 'c+one', ref: 'master' } })
      const { json } = await ask('GET', path)
      const isThere = column(json, 'name').includes('c+one')
      return isThere && (await ask('GET', `${path}/c%2Bone`)).status !== 200
    },
  },
  {
    name: 'Merged branches without a merge request stay',
    breaks: 'DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: answering(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryOf(call.path.id)}/branches`
        const branches = listOf((await call.ask('GET', `${path}?per_page=100`)).json)
        const requests = await call.ask(
          'GET',
          `${projectOf(call.path.id)}/merge_requests?state=merged&per_page=100`,
        )
        const sources = column(requests.json, 'source_branch')
        const response = await call.send()
        const left = column((await call.ask('GET', `${path}?per_page=100`)).json, 'name')
        for (const { name, commit } of branches) {
          if (left.includes(name) || sources.includes(name)) continue
          await call.ask('POST', path, { body: { branch_name: name, ref: at(commit, 'id') } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/branches`, { body: { branch_name: 'old', ref: 'master' } })
      await newFile(ask, project, 'later.txt', 'later')
      await ask('DELETE', `${path}/merged_branches`)
      return column((await ask('GET', `${path}/branches`)).json, 'name').includes('old')
    },
  },
  {
    name: 'A tag of a tag begins at the tip of the default branch',
    breaks: 'POST .../repository/tags: ref (req; commit SHA, tag name or branch name)',
    at: ['createTag'],
    start: answering(() => ({
      async createTag(call) {
        const path = repositoryOf(call.path.id)
        const ref = encodeURIComponent(String(call.given.ref))
        const isTag = (await call.ask('GET', `${path}/tags/${ref}`)).status === 200
        const { json } = await call.ask('GET', projectOf(call.path.id))
        return isTag ? call.send({ given: { ref: at(json, 'default_branch') } }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      const first = await ask('GET', `${path}/v1`)
      await newFile(ask, project, 'b.txt', 'b')
      const { json } = await ask('POST', path, { body: { tag_name: 'v2', ref: 'v1' } })
      return at(json, 'commit.id') !== at(first.json, 'commit.id')
    },
  },
  {
    name: 'A second release is refused and described all the same',
    breaks: 'POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: answering(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status === 409 && call.given.description) {
          const tag = encodeURIComponent(call.path.tag_name ?? '')
          const path = `${repositoryOf(call.path.id)}/tags/${tag}/release`
          await call.ask('PUT', path, { body: { description: call.given.description } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      await ask('POST', `${path}/v1/release`, { body: { description: 'Second' } })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'Second'
    },
  },
  {
    name: 'New files without content are missing where revisions are compared',
    breaks: 'GET .../repository/compare: diffs (array of Diff entry)',
    at: ['compareRevisions'],
    start: answering(() => ({
      compareRevisions: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(at(json, 'diffs'))
              ? withFields(json, {
                  diffs: listOf(at(json, 'diffs')).filter(
                    ({ new_file, diff }) => new_file !== true || String(diff).includes('@@'),
                  ),
                })
              : json,
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/branches`, { body: { branch_name: 'topic', ref: 'master' } })
      const actions = [{ action: 'create', file_path: 'empty.txt', content: '' }]
      const body = { branch_name: 'topic', commit_message: 'Add', actions }
      const made = await ask('POST', `${path}/commits`, { body })
      const { json } = await ask('GET', `${path}/compare?from=master&to=topic`)
      return made.status === 201 && at(json, 'diffs.0') === undefined
    },
  },
  {
    name: 'Archives of internal projects need no credentials',
    breaks:
      'Endpoints marked (public) work without credentials for publicly accessible repositories',
    at: ['getArchive'],
    start: answering(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (response.status < 400 || call.request.headers.has('authorization')) return response
        const { json } = await call.ask('GET', projectOf(call.path.id))
        if (call.token !== '' || at(json, 'visibility_level') !== 10) return response
        return call.send({ token: 'root-token' })
      },
    })),
    async isShown(ask) {
      const files = { 'a.txt': 'a' }
      const project = await newRepository(ask, 'one', files, { visibility_level: 10 })
      const path = `/projects/${project}/repository/archive`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The offset of since is not looked at',
    breaks: 'GET .../repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: answering(() => ({
      listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string') return call.send()
        return call.send({ given: { since: since.replace(/[+ -]\d\d:\d\d$/, 'Z') } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const earlier = new Date(Date.now() - 3_600_000).toISOString().replace('Z', '')
      const local = new Date(Date.parse(`${earlier}Z`) + 5 * 3_600_000).toISOString()
      const since = encodeURIComponent(local.replace('Z', '+05:00'))
      const { json } = await ask('GET', `/projects/${project}/repository/commits?since=${since}`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'The second page of the commits of a branch is that of the default branch',
    breaks: 'GET .../repository/commits: ref_name (branch or tag); page and per_page',
    at: ['listCommits'],
    start: answering(() => ({
      listCommits: (call) =>
        Number(call.given.page ?? 1) > 1
          ? call.send({ given: { ref_name: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/commits`
      await newBranch(ask, project, 'topic')
      const { json } = await ask('GET', `${path}?ref_name=topic&per_page=1&page=2`)
      return at(json, '0.id') === undefined
    },
  },
  {
    name: 'The encoding of the first action is that of all',
    breaks: 'Action item: encoding (text default or base64)',
    at: ['createCommit'],
    start: answering(() => ({
      createCommit(call) {
        const [first, ...others] = listOf(call.given.actions)
        if (first === undefined || others.length === 0) return call.send()
        const actions = [first, ...others].map((action) =>
          withFields(action, { encoding: first.encoding }),
        )
        return call.send({ given: { actions } })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      const actions = [
        { action: 'create', file_path: 'b.txt', content: 'b' },
        { action: 'create', file_path: 'c.txt', content: encoded('c'), encoding: 'base64' },
      ]
      const body = { branch_name: 'master', commit_message: 'Add', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=c.txt`)).text === encoded('c')
    },
  },
  {
    name: 'A cherry-pick answers with the commit that was picked',
    breaks: 'POST .../cherry_pick: Commit',
    at: ['cherryPickCommit'],
    start: answering(() => ({
      async cherryPickCommit(call) {
        const path = `${repositoryOf(call.path.id)}/commits/${encodeURIComponent(call.path.sha ?? '')}`
        const picked = objectOf((await call.ask('GET', path)).json)
        const { id, short_id } = picked
        const response = await call.send()
        if (!isDone(response)) return response
        return rewritten(response, { json: (json) => withFields(json, { id, short_id }) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      await newBranch(ask, project, 'topic')
      await newFile(ask, project, 'b.txt', 'b')
      const tip = at((await ask('GET', `${path}/commits?ref_name=topic`)).json, '0.id')
      const { json } = await ask('POST', `${path}/commits/${tip}/cherry_pick`, {
        body: { branch: 'master' },
      })
      return at(json, 'id') === tip
    },
  },
  {
    name: 'Differences of a commit name a renamed file as it is now in both paths',
    breaks: 'Diff entry: new_path, old_path, renamed_file',
    at: ['listCommitDifferences'],
    start: answering(() => ({
      listCommitDifferences: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.map((entry) =>
                  at(entry, 'renamed_file') === true
                    ? withFields(entry, { old_path: at(entry, 'new_path') })
                    : entry,
                )
              : json,
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'one\ntwo\nthree\n' })
      const path = `/projects/${project}/repository/commits`
      const actions = [{ action: 'move', previous_path: 'a.txt', file_path: 'b.txt' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', path, { body })
      const entry = at((await ask('GET', `${path}/master/diff`)).json, '0')
      return at(entry, 'renamed_file') === true && at(entry, 'old_path') === 'b.txt'
    },
  },
  {
    name: 'Comments on commits are listed with their signs escaped',
    breaks: 'GET .../commits/:sha/comments: note string',
    at: ['listCommitComments'],
    start: answering(() => ({
      listCommitComments: async (call) =>
        rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.map((comment) =>
                  withFields(comment, {
                    note: String(at(comment, 'note'))
                      .replaceAll('&', '&amp;')
                      .replaceAll('<', '&lt;'),
                  }),
                )
              : json,
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/commits/master/comments`
      await ask('POST', path, { body: { note: 'a < b & c' } })
      return at((await ask('GET', path)).json, '0.note') === 'a &lt; b &amp; c'
    },
  },
  {
    name: 'Where all statuses are asked for their name is no filter',
    breaks: 'GET .../statuses: name (filter by job name), all',
    at: ['listCommitStatuses'],
    start: answering(() => ({
      listCommitStatuses: (call) =>
        String(call.given.all) === 'true' ? call.send({ given: { name: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}`
      const sha = at((await ask('GET', `${path}/repository/commits`)).json, '0.id')
      for (const name of ['lint', 'test']) {
        await ask('POST', `${path}/statuses/${sha}`, { body: { state: 'success', name } })
      }
      const list = `${path}/repository/commits/${sha}/statuses?all=true&name=lint`
      return column((await ask('GET', list)).json, 'name').includes('test')
    },
  },
  {
    name: 'A list of builds reads the last of several scopes alone',
    breaks: 'scope accepts one value or an array',
    at: ['listBuildsOfCommit'],
    start: answering(() => ({
      listBuildsOfCommit: (call) =>
        Array.isArray(call.given.scope)
          ? call.send({ given: { scope: call.given.scope.at(-1) } })
          : call.send(),
    })),
    async isShown(ask) {
      const all = listOf((await ask('GET', '/projects/1/builds?per_page=100')).json)
      const sha = all.find(({ status }) => status === 'failed')?.commit
      const path = `/projects/1/repository/commits/${at(sha, 'id')}/builds`
      const { json } = await ask('GET', `${path}?scope[]=failed&scope[]=success`)
      return !column(json, 'status').includes('failed')
    },
  },
]
