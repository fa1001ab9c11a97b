import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  askingAsMember,
  blobOf,
  branchPath,
  projectOf,
  quotedPath,
  seesProject,
  tagPath,
  textOf,
  withPages,
} from './tools-carol.ts'

export const faultyCarolServers: readonly FaultyServer[] = [
  {
    name: 'A tag with a plus in its name is looked for with a space there',
    breaks: 'Document 3, GET /projects/:id/repository/tags/:tag_name: the Tag of that name',
    at: ['getTag'],
    start: serving(() => ({
      async getTag(call) {
        const name = String(call.path.tag_name)
        if (!name.includes('+')) return call.send()
        return responseOf(await call.ask('GET', tagPath(call, name.replaceAll('+', ' '))))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1.0+linux', ref: 'master' } })
      return (await ask('GET', `${path}/v1.0%2Blinux`)).status === 404
    },
  },
  {
    name: 'The differences of a commit have paths in octal where these have letters with accents',
    breaks: 'Document 3, Diff entry: new_path, old_path',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (one) =>
          withFields(one, {
            new_path: quotedPath(textOf(one, 'new_path')),
            old_path: quotedPath(textOf(one, 'old_path')),
          }),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'Küste.md' })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      return String(at((await ask('GET', path)).json, '0.new_path')).includes('\\303')
    },
  },
  {
    name: 'A comparison has twenty commits at most',
    breaks: 'Document 3, GET .../compare: commits, all that are between from and to',
    at: ['compareRevisions'],
    start: serving(() => ({
      compareRevisions: async (call) =>
        changed(await call.send(), (json) => {
          const commits = at(json, 'commits')
          return Array.isArray(commits) ? withFields(json, { commits: commits.slice(-20) }) : json
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const from = await headOf(ask, project)
      for (let made = 0; made < 21; made++) {
        await writeFile(ask, project, { file_path: `${made}.txt` })
      }
      const path = `/projects/${project}/repository/compare?from=${from}&to=master`
      return listOf(at((await ask('GET', path)).json, 'commits')).length === 20
    },
  },
  {
    name: 'Snippets that fill their pages have an empty page after these',
    breaks: 'Document 1, Limits: X-Total-Pages, X-Next-Page, and Link with next and last',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        const total = Number(response.headers.get('x-total') ?? 0)
        const size = Number(response.headers.get('x-per-page') ?? 20)
        if (!response.ok || total === 0 || total % size > 0) return response
        return withPages(call, response, total / size + 1)
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      await newSnippet(ask, project)
      await newSnippet(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/snippets?per_page=2`)
      return headers.get('x-next-page') === '2' && headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'An archive is sent to whomever the administrator asks for',
    breaks:
      'Document 1, Sudo: performs the call as another user; a GET on a private project by a non-member gives 404',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (call.sudo === undefined || response.status !== 404) return response
        const isUnknown = textOf(await jsonOf(response), 'message').includes('No user id')
        return isUnknown ? response : call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const asked = actingAs(ask, (await newUser(ask)).id)
      return (await asked('GET', `/projects/${project}/repository/archive`)).status === 200
    },
  },
  {
    name: 'Merged branches with a slash in their names are not removed with the others',
    breaks: 'Document 3, DELETE .../merged_branches: deletes all branches merged',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const list = async () => listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const before = await list()
        const response = await call.send()
        const left = new Set((await list()).map(({ name }) => name))
        for (const { name, commit } of before) {
          if (!String(name).includes('/') || left.has(name)) continue
          await call.askAsRoot('POST', path, { branch_name: name, ref: at(commit, 'id') })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['plain', 'feature/one']) {
        const request = await newMergeRequest(ask, project, name)
        await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      }
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      const left = fieldOf((await ask('GET', `${path}/branches`)).json, 'name')
      return left.includes('feature/one') && !left.includes('plain')
    },
  },
  {
    name: 'A branch that is protected already keeps what developers may do, whatever is asked for',
    breaks:
      'Document 3, PUT .../protect: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const { json: before } = await call.askAsRoot('GET', branchPath(call))
        const response = await call.send()
        if (!response.ok || at(before, 'protected') !== true) return response
        const kept = {
          developers_can_push: at(before, 'developers_can_push'),
          developers_can_merge: at(before, 'developers_can_merge'),
        }
        return responseOf(await call.askAsRoot('PUT', `${branchPath(call)}/protect`, kept))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`)
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'A status without a name is that of the last name that the commit was given one for',
    breaks:
      'Document 3, POST /projects/:id/statuses/:sha: name or context (default `default`); updates the status for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        if (call.given.name !== undefined || call.given.context !== undefined) return call.send()
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses?all=true`
        const { json } = await call.askAsRoot('GET', `${path}&per_page=100`)
        const [last] = listOf(json).toSorted((one, other) => idOf(other) - idOf(one))
        return last === undefined ? call.send() : call.send({ name: last.name })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      await ask('POST', path, { body: { state: 'running', name: 'lint' } })
      return at((await ask('POST', path, { body: { state: 'failed' } })).json, 'name') === 'lint'
    },
  },
  {
    name: 'A comment on a commit is by the administrator who wrote it for somebody',
    breaks: 'Document 1, Sudo: performs the call as another user',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => ({
      createCommitComment: async (call) =>
        call.sudo !== undefined && (await seesProject(call)) ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const asked = await askingAsMember(ask, project, 30)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      await asked('POST', path, { body: { note: 'Well done' } })
      return at((await ask('GET', path)).json, '0.author.id') === 1
    },
  },
  {
    name: 'A directory stays in the tree when the last file in it was deleted',
    breaks: 'Document 3, GET /projects/:id/repository/tree: the entries of the branch',
    at: ['listTree', 'deleteFile'],
    start: serving(() => {
      const left = new Map<string, Values>()
      return {
        async deleteFile(call) {
          const { file_path, branch_name } = call.given
          const [name] = String(file_path).split('/')
          const path = `${repositoryPath(call)}/tree?per_page=100&ref_name=${encoded(branch_name)}`
          const entries = listOf((await call.askAsRoot('GET', path)).json)
          const directory = entries.find((one) => one.name === name && one.type === 'tree')
          const response = await call.send()
          const key = `${await projectOf(call)} ${branch_name}`
          if (response.ok && directory !== undefined) left.set(key, directory)
          return response
        },
        async listTree(call) {
          if (call.given.path !== undefined || isTrue(call.given.recursive)) return call.send()
          const { json: project } = await call.askAsRoot('GET', projectPath(call))
          const ref = call.given.ref_name ?? at(project, 'default_branch')
          const directory = left.get(`${idOf(project)} ${ref}`)
          if (directory === undefined) return call.send()
          return relisted(call, (all) =>
            all.some(({ name }) => name === directory.name) ? all : [directory, ...all],
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/guide.md' })
      const path = `/projects/${project}/repository`
      const body = { file_path: 'docs/guide.md', branch_name: 'master', commit_message: 'Delete' }
      await ask('DELETE', `${path}/files`, { body })
      return fieldOf((await ask('GET', `${path}/tree`)).json, 'name').includes('docs')
    },
  },
  {
    name: 'The contributors of a repository are those that it had when they were asked for first',
    breaks:
      'Document 3, GET /projects/:id/repository/contributors: name, email, commits of each of them',
    at: ['listContributors'],
    start: serving(() => {
      const cached = new Map<number, readonly Values[]>()
      return {
        async listContributors(call) {
          const response = await call.send()
          if (!response.ok) return response
          const project = await projectOf(call)
          const kept = cached.get(project) ?? (await allOf(call))
          cached.set(project, kept)
          return relisted(call, () => kept)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/contributors`
      await ask('GET', path)
      const author = { author_name: 'Ada', author_email: 'ada@thirteen.example' }
      await writeFile(ask, project, { file_path: 'ada.txt', ...author })
      return !fieldOf((await ask('GET', path)).json, 'name').includes('Ada')
    },
  },
  {
    name: 'A tree is recursive if that is given, and if it is given as false',
    breaks: 'Document 3, GET /projects/:id/repository/tree: recursive (boolean, default false)',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        call.given.recursive === undefined ? call.send() : call.send({ recursive: true }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/guide.md' })
      const path = `/projects/${project}/repository/tree?recursive=false`
      return fieldOf((await ask('GET', path)).json, 'path').includes('docs/guide.md')
    },
  },
  {
    name: 'Builds of one scope have the total of the builds of every scope',
    breaks: 'Document 1, Limits: X-Total and X-Total-Pages; Document 3, Builds: scope',
    at: ['listBuilds'],
    start: serving(() => ({
      async listBuilds(call) {
        const response = await call.send()
        if (!response.ok || call.given.scope === undefined) return response
        const { headers } = await call.send({ scope: undefined })
        const [pages, total] = ['x-total-pages', 'x-total'].map((name) => Number(headers.get(name)))
        return withPages(call, response, pages ?? 1, total)
      },
    })),
    async isShown(ask) {
      const all = (await ask('GET', '/projects/1/builds')).headers.get('x-total')
      const { headers, json } = await ask('GET', '/projects/1/builds?scope=failed')
      return headers.get('x-total') === all && String(listOf(json).length) !== all
    },
  },
  {
    name: 'Who has seen a snippet sees it also when it was made private',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getSnippet', 'updateSnippet'],
    start: serving(() => {
      const seen = new Set<string>()
      return {
        async getSnippet(call) {
          const response = await call.send()
          if (call.isAnonymous) return response
          const key = `${idOf(await callerOf(call))} ${call.path.snippet_id}`
          if (response.ok) seen.add(key)
          const isKept = response.status === 404 && seen.has(key) && (await seesProject(call))
          return isKept ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10, snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const asked = actingAs(ask, (await newUser(ask)).id)
      await asked('GET', path)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await asked('GET', path)).status === 200
    },
  },
  {
    name: 'The content of a blob of a public repository is for users who are signed in',
    breaks: 'Document 3, GET /projects/:id/repository/raw_blobs/:sha (public)',
    at: ['getRawBlob'],
    start: serving(() => ({
      getRawBlob: async (call) =>
        call.isAnonymous ? jsonAnswer(401, { message: '401 Unauthorized' }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const blob = await blobOf(ask, project, 'README.md')
      const path = `/projects/${project}/repository/raw_blobs/${blob}`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A commit of many files goes onto a protected branch by whichever developer',
    breaks:
      'Document 3, Branch: protected, developers_can_push; Document 1, protected: developers cannot push',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        if (response.ok || (await levelOf(call)) !== 30) return response
        const path = `${repositoryPath(call)}/branches/${encoded(call.given.branch_name)}`
        const { json: branch } = await call.askAsRoot('GET', path)
        if (at(branch, 'protected') !== true) return response
        const protect = (developers_can_push: unknown) =>
          call.askAsRoot('PUT', `${path}/protect`, {
            developers_can_push,
            developers_can_merge: at(branch, 'developers_can_merge'),
          })
        await protect(true)
        const made = await call.send()
        await protect(at(branch, 'developers_can_push'))
        return made
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository`
      await ask('PUT', `${path}/branches/stable/protect`)
      const asked = await askingAsMember(ask, project, 30)
      const actions = [{ action: 'create', file_path: 'new.txt', content: 'New\n' }]
      const body = { branch_name: 'stable', commit_message: 'New', actions }
      return (await asked('POST', `${path}/commits`, { body })).status === 201
    },
  },
  {
    name: 'The artifacts of a branch are served after their build was erased',
    breaks: 'Document 3, POST .../erase: removes artifacts; GET .../download: 404 if no artifacts',
    at: ['getArtifactsOfRef', 'eraseBuild'],
    start: serving(() => {
      const kept = new Map<string, { readonly bytes: ArrayBuffer; readonly headers: Headers }>()
      return {
        async getArtifactsOfRef(call) {
          const response = await call.send()
          const key = `${await projectOf(call)} ${call.path.ref_name} ${call.given.job}`
          if (response.ok) {
            const { headers } = response
            kept.set(key, { bytes: await response.clone().arrayBuffer(), headers })
          }
          const file = kept.get(key)
          if (response.status !== 404 || file === undefined || !(await seesProject(call))) {
            return response
          }
          return withBody(new Response(null, { headers: file.headers }), file.bytes)
        },
      }
    }),
    async isShown(ask) {
      const path = '/projects/1/builds/artifacts/production/download?job=pages'
      const { status } = await ask('GET', path)
      await ask('POST', '/projects/1/builds/9/erase')
      return status === 200 && (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'Commits since a time are those of the default branch',
    breaks: 'Document 3, GET /projects/:id/repository/commits: ref_name and since',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        call.given.since === undefined ? call.send() : call.send({ ref_name: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'topic.txt', branch_name: 'topic' })
      const query = 'ref_name=topic&since=2001-01-01T00:00:00Z'
      const { json } = await ask('GET', `/projects/${project}/repository/commits?${query}`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A build that is retried is answered with the time when it was finished before',
    breaks: 'Document 3, POST .../retry: pending, finished_at becomes null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const path = `/projects/${encoded(call.path.id)}/builds/${call.path.build_id}`
        const { json: before } = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok) return response
        const finished_at = at(before, 'finished_at')
        return changed(response, (json) => withFields(json, { finished_at }))
      },
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/builds/6/retry')
      return typeof at(json, 'finished_at') === 'string'
    },
  },
  {
    name: 'A raw file without the path of a file is one that is not found',
    breaks: 'Document 1, Errors: 400 naming the missing attribute; Document 3, filepath (req)',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.filepath !== undefined) return response
        return jsonAnswer(404, { message: '404 File Not Found' })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/blobs/master`
      return (await ask('GET', path)).status === 404
    },
  },
]
