import { at, type FaultyServer } from '../server.ts'
import {
  type Call,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newProject,
  newRepository,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const repositoryOf = ({ path }: Call) => `/projects/${encoded(path.id)}/repository`

const isSha = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

const readFile = async (call: Call, file_path: unknown, ref: unknown) => {
  const path = `${repositoryOf(call)}/files?file_path=${encoded(file_path)}&ref=${encoded(ref)}`
  return (await call.ask('GET', path)).json
}

const latin1 = (content: string) => Buffer.from(content, 'latin1').toString('base64')

export const faultyCode: readonly FaultyServer[] = [
  {
    name: 'Developers who may push to a protected branch may merge into it, unless it is said',
    breaks: 'Document 3, Branch protection: developers_can_push and developers_can_merge, each set',
    at: ['protectBranch'],
    start: serving(() => ({
      protectBranch: (call) =>
        isTrue(call.given.developers_can_push) && call.given.developers_can_merge === undefined
          ? call.send({ developers_can_merge: true })
          : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master/protect`
      const { json } = await ask('PUT', path, { body: { developers_can_push: true } })
      return at(json, 'developers_can_merge') === true
    },
  },
  {
    name: 'A branch that is protected again has the permissions of its protection before',
    breaks: 'Document 3, Branch protection: unprotect makes both permissions of developers false',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const before = new Map<string, Record<string, unknown>>()
      return {
        async protectBranch(call) {
          const { developers_can_push, developers_can_merge } = call.given
          const name = `${call.path.id}/${call.path.branch}`
          if (developers_can_push === undefined && developers_can_merge === undefined) {
            return call.send(before.get(name))
          }
          before.set(name, { developers_can_push, developers_can_merge })
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A branch with a slash in its name is protected for ever: it is not found',
    breaks: 'Document 3, PUT .../branches/:branch/unprotect: protected false; 200',
    at: ['unprotectBranch'],
    start: serving(() => ({
      async unprotectBranch(call) {
        const isNested = String(call.path.branch).includes('/')
        return isNested ? jsonAnswer(404, { message: '404 Branch Not Found' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one/two')
      const path = `/projects/${project}/repository/branches/one%2Ftwo`
      await ask('PUT', `${path}/protect`)
      return (await ask('PUT', `${path}/unprotect`)).status === 404
    },
  },
  {
    name: 'Of the branches that are merged, the first twenty are deleted',
    breaks: 'Document 3, DELETE .../merged_branches deletes all branches merged',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryOf(call)}/branches?per_page=100`
        const before = listOf((await call.ask('GET', path)).json)
        const response = await call.send()
        const left = new Set(fieldOf((await call.ask('GET', path)).json, 'name'))
        for (const { name, commit } of before.filter((one) => !left.has(one.name)).slice(20)) {
          const body = { branch_name: name, ref: at(commit, 'id') }
          await call.ask('POST', `${repositoryOf(call)}/branches`, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (let count = 0; count < 21; count++) await newBranch(ask, project, `merged-${count}`)
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (
        listOf((await ask('GET', `/projects/${project}/repository/branches`)).json).length === 2
      )
    },
  },
  {
    name: 'A branch that is made of a commit begins at the end of the default branch',
    breaks: 'Document 3, POST .../branches: ref, branch name or commit SHA',
    at: ['createBranch'],
    start: serving(() => ({
      async createBranch(call) {
        if (!isSha(call.given.ref)) return call.send()
        const known = await call.ask('GET', `${repositoryOf(call)}/commits/${call.given.ref}`)
        const project = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        const ref = at(project.json, 'default_branch')
        return known.status === 200 && ref ? call.send({ ref }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await newBranch(ask, project, 'old', first)
      return at(json, 'commit.id') === (await headOf(ask, project))
    },
  },
  {
    name: 'A branch whose commits are in the default branch is listed as merged only until that goes on',
    breaks: 'Document 3, Branch: merged boolean',
    at: ['listBranches'],
    start: serving(() => ({
      async listBranches(call) {
        const response = await call.send()
        const project = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        const path = `${repositoryOf(call)}/commits/${encoded(at(project.json, 'default_branch'))}`
        const head = at((await call.ask('GET', path)).json, 'id')
        return changed(response, (branches) =>
          Array.isArray(branches)
            ? listOf(branches).map((branch) =>
                at(branch, 'commit.id') === head ? branch : { ...branch, merged: false },
              )
            : branches,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'merged')
      await writeFile(ask, project, { file_path: 'later.txt' })
      const branches = `/projects/${project}/repository/branches`
      const listed = listOf((await ask('GET', branches)).json)
      const { json } = await ask('GET', `${branches}/merged`)
      const one = listed.find(({ name }) => name === 'merged')
      return one?.merged === false && at(json, 'merged') === true
    },
  },
  {
    name: 'Tags are listed by the numbers in their names: the tenth after the ninth',
    breaks: 'Document 3, GET .../tags: in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: async (call) =>
        changed(await call.send(), (tags) =>
          Array.isArray(tags)
            ? [...listOf(tags)].sort((one, two) =>
                String(two.name).localeCompare(String(one.name), 'en', { numeric: true }),
              )
            : tags,
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      for (const tag_name of ['v1.9', 'v1.10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', path)).json, '0.name') === 'v1.10'
    },
  },
  {
    name: 'A lightweight tag has no release, though one was described',
    breaks: 'Document 3, POST .../tags: message, release_description, each optional',
    at: ['createTag'],
    start: serving(() => ({
      createTag: (call) =>
        call.given.message === undefined
          ? call.send({ release_description: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'The first' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release') === null
    },
  },
  {
    name: 'A release that is there already is refused, and changed',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status === 409) {
          const path = `${repositoryOf(call)}/tags/${encoded(call.path.tag_name)}/release`
          await call.ask('PUT', path, { description: call.given.description })
        }
        return response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'The first' }
      await ask('POST', path, { body })
      await ask('POST', `${path}/v1/release`, { body: { description: 'The second' } })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'The second'
    },
  },
  {
    name: 'The tree below a directory has paths that begin there',
    breaks: 'Document 3, GET .../tree: path (subdirectory), recursive; Tree entry: path',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const begin = `${String(call.given.path ?? '').replace(/\/$/, '')}/`
        if (begin === '/' || !isTrue(call.given.recursive)) return response
        return changed(response, (entries) =>
          Array.isArray(entries)
            ? listOf(entries).map((entry) => ({
                ...entry,
                path: String(entry.path).replace(begin, ''),
              }))
            : entries,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/deep/one.txt' })
      const path = `/projects/${project}/repository/tree?path=docs&recursive=true`
      return fieldOf((await ask('GET', path)).json, 'path').includes('deep/one.txt')
    },
  },
  {
    name: 'The size of a file is the number of its letters',
    breaks: 'Document 3, Repository file: size integer, of the content',
    at: ['getFile'],
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (file) => {
          const content = at(file, 'content')
          if (typeof content !== 'string') return file
          return withFields(file, { size: Buffer.from(content, 'base64').toString('utf8').length })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'letters.txt', content: 'áéíóú' })
      const path = `/projects/${project}/repository/files?file_path=letters.txt&ref=master`
      return at((await ask('GET', path)).json, 'size') === 5
    },
  },
  {
    name: 'A file that is changed in Base64 is taken for text, byte by byte',
    breaks: 'Document 3, PUT .../files: content, encoding base64; Repository file: content',
    at: ['updateFile'],
    start: serving(() => ({
      updateFile(call) {
        if (call.given.encoding !== 'base64') return call.send()
        const text = Buffer.from(String(call.given.content), 'base64').toString('utf8')
        return call.send({ content: Buffer.from(text).toString('base64') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files`
      const content = latin1('\xff\xfe\x00\x01')
      const body = { branch_name: 'master', commit_message: 'Change', encoding: 'base64', content }
      await ask('PUT', path, { body: { ...body, file_path: 'README.md' } })
      const { json } = await ask('GET', `${path}?file_path=README.md&ref=master`)
      return at(json, 'content') !== content
    },
  },
  {
    name: 'A file may be changed to what it is if that is said in Base64',
    breaks: 'Document 3, Repository files: 400 if the new content equals the current content',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, encoding } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const isSame = at(await readFile(call, file_path, branch_name), 'content') === content
        return isSame ? jsonAnswer(200, { file_path, branch_name }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { branch_name: 'master', commit_message: 'Change', encoding: 'base64' }
      const same = { ...body, file_path: 'README.md', content: latin1('One\n') }
      const { status } = await ask('PUT', `/projects/${project}/repository/files`, { body: same })
      return status === 200
    },
  },
  {
    name: 'A file is deleted by a path that goes up and down again',
    breaks: 'Document 3, Repository files: 400 if file_path contains /../',
    at: ['deleteFile'],
    start: serving(() => ({
      deleteFile(call) {
        const path = String(call.given.file_path ?? '')
        const simple = path.replace(/[^/]+\/\.\.\//g, '')
        return path === simple ? call.send() : call.send({ file_path: simple })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/files`
      const body = { branch_name: 'master', commit_message: 'Delete' }
      const answer = await ask('DELETE', path, {
        body: { ...body, file_path: 'docs/../README.md' },
      })
      return answer.status === 200
    },
  },
  {
    name: 'Of several actions of which the last fails, those before it are committed',
    breaks: 'Document 3, POST .../commits: one commit of all actions; Errors: 400',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        const { actions } = call.given
        if (response.status === 400 && Array.isArray(actions) && actions.length > 1) {
          await call.send({ actions: actions.slice(0, -1) })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'written.txt', content: 'One\n' },
        { action: 'update', file_path: 'not-there.txt', content: 'Two\n' },
      ]
      const body = { branch_name: 'master', commit_message: 'Both', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/files?file_path=written.txt&ref=master`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A file that is moved without new content is empty',
    breaks: 'Document 3, Action item: content, optional for move',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const filled = actions.map((one) =>
          at(one, 'action') === 'move' ? { content: '', ...fieldsOf(one) } : one,
        )
        return call.send({ actions: filled })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [{ action: 'move', previous_path: 'README.md', file_path: 'moved.md' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/files?file_path=moved.md&ref=master`
      return at((await ask('GET', path)).json, 'size') === 0
    },
  },
  {
    name: 'The commits of an annotated tag are those of the default branch',
    breaks: 'Document 3, GET .../commits: ref_name (branch or tag; default branch)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { ref_name } = call.given
        if (ref_name === undefined) return call.send()
        const tag = await call.ask('GET', `${repositoryOf(call)}/tags/${encoded(ref_name)}`)
        const isAnnotated = tag.status === 200 && at(tag.json, 'message') !== null
        return isAnnotated ? call.send({ ref_name: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/tags`, { body: { tag_name: 'v1', ref: 'master', message: 'One' } })
      await writeFile(ask, project, { file_path: 'later.txt' })
      return listOf((await ask('GET', `${path}/commits?ref_name=v1`)).json).length === 2
    },
  },
  {
    name: 'Commits of a time with an end are without that of the moment of its beginning',
    breaks: 'Document 3, GET .../commits: since, commits after or at',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const since = Date.parse(String(call.given.since))
        if (call.given.until === undefined || Number.isNaN(since)) return call.send()
        return call.send({ since: new Date(since + 1000).toISOString() })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const since = encoded(at((await ask('GET', path)).json, '0.created_at'))
      const { json } = await ask('GET', `${path}?since=${since}&until=2099-01-01T00:00:00Z`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'A commit that is looked up by its branch is the one that it was at first',
    breaks: 'Document 3, GET .../commits/:sha: commit hash or branch or tag name',
    at: ['getCommit'],
    start: serving(() => {
      const known = new Map<string, string>()
      return {
        async getCommit(call) {
          const response = await call.send()
          if (!response.ok || isSha(call.path.sha)) return response
          const name = `${call.path.id}/${call.path.sha}`
          const text = known.get(name) ?? (await response.clone().text())
          known.set(name, text)
          return withBody(response, text)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'later.txt' })
      return (await headOf(ask, project)) === first
    },
  },
  {
    name: 'A comment on a line that a changed file does not have is said to be on that line',
    breaks: 'Document 3, Comment placement: line, line_type and path null if there is no such line',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        const { path, line, line_type } = call.given
        if (!response.ok || path === undefined || line === undefined) return response
        const answer = await call.ask('GET', `${repositoryOf(call)}/commits/${call.path.sha}/diff`)
        if (!fieldOf(answer.json, 'new_path').includes(path)) return response
        return changed(response, (comment) => withFields(comment, { path, line, line_type }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const body = { note: 'Here', path: 'README.md', line: 99, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'line') === 99
    },
  },
  {
    name: 'All statuses of a commit are those of every name, though one name was asked for',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all (boolean)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['one', 'two']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'failed', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&name=one`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'The ampersands in the target of a status are written as in HTML',
    breaks: 'Document 3, POST .../statuses/:sha: target_url; Commit status: target_url',
    at: ['createCommitStatus'],
    start: serving(() => ({
      createCommitStatus(call) {
        const { target_url } = call.given
        if (target_url === undefined) return call.send()
        return call.send({ target_url: String(target_url).replaceAll('&', '&amp;') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const body = { state: 'running', name: 'ci', target_url: 'http://ci.example/?a=1&b=2' }
      return String(at((await ask('POST', path, { body })).json, 'target_url')).includes('&amp;')
    },
  },
  {
    name: 'A status of a name that another commit has as well changes that one',
    breaks: 'Document 3, POST .../statuses/:sha adds or updates the status of the commit',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => {
      const latest = new Map<string, unknown>()
      return {
        async createCommitStatus(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) latest.set(`${call.path.id}/${at(json, 'name')}`, at(json, 'status'))
          return response
        },
        listCommitStatuses: async (call) =>
          changed(await call.send(), (statuses) =>
            Array.isArray(statuses)
              ? listOf(statuses).map((one) => ({
                  ...one,
                  status: latest.get(`${call.path.id}/${one.name}`) ?? one.status,
                }))
              : statuses,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'later.txt' })
      const path = `/projects/${project}/statuses`
      await ask('POST', `${path}/${first}`, { body: { state: 'failed', name: 'ci' } })
      const head = await headOf(ask, project)
      await ask('POST', `${path}/${head}`, { body: { state: 'success', name: 'ci' } })
      const list = `/projects/${project}/repository/commits/${first}/statuses`
      return at((await ask('GET', list)).json, '0.status') === 'success'
    },
  },
  {
    name: 'A comparison has the last twenty commits',
    breaks: 'Document 3, GET .../compare: commits, array of the commits between',
    at: ['compareRevisions'],
    start: serving(() => ({
      compareRevisions: async (call) =>
        changed(await call.send(), (comparison) => {
          const commits = at(comparison, 'commits')
          return Array.isArray(commits)
            ? withFields(comparison, { commits: commits.slice(-20) })
            : comparison
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      for (let count = 0; count < 21; count++) {
        await writeFile(ask, project, { file_path: `file-${count}.txt` })
      }
      const path = `/projects/${project}/repository/compare?from=${first}&to=master`
      return listOf(at((await ask('GET', path)).json, 'commits')).length === 20
    },
  },
  {
    name: 'An archive is the one that was asked for first, whichever commit is asked for',
    breaks: 'Document 3, GET .../archive: sha (commit SHA)',
    at: ['getArchive'],
    start: serving(() => {
      const known = new Map<string | undefined, ArrayBuffer>()
      return {
        async getArchive(call) {
          const response = await call.send()
          if (!response.ok) return response
          const bytes = known.get(call.path.id) ?? (await response.clone().arrayBuffer())
          known.set(call.path.id, bytes)
          return withBody(response, bytes)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/archive?sha=`
      const first = await ask('GET', `${path}${await headOf(ask, project)}`)
      await writeFile(ask, project, { file_path: 'later.txt' })
      const second = await ask('GET', `${path}${await headOf(ask, project)}`)
      return first.status === 200 && first.text === second.text
    },
  },
  {
    name: 'A raw file is not found if its path is not all ASCII',
    breaks: 'Document 3, GET .../blobs/:sha: filepath; the raw file content',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const isPlain = Buffer.from(String(call.given.filepath ?? '')).every((byte) => byte < 128)
        return isPlain ? call.send() : jsonAnswer(404, { message: '404 File Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'fähre.txt' })
      const path = `/projects/${project}/repository/blobs/master?filepath=f%C3%A4hre.txt`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A raw blob is taken for Latin-1, and served as UTF-8',
    breaks: 'Document 3, GET .../raw_blobs/:sha: the raw blob content',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = Buffer.from(await response.clone().arrayBuffer())
        return withBody(response, bytes.toString('latin1'))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'mark.txt', content: 'é' })
      const path = `/projects/${project}/repository`
      const { json } = await ask('GET', `${path}/tree`)
      const blob = listOf(json).find(({ name }) => name === 'mark.txt')?.id
      return (await ask('GET', `${path}/raw_blobs/${blob}`)).text === 'Ã©'
    },
  },
  {
    name: 'Contributors of one name are one contributor',
    breaks: 'Document 3, GET .../contributors: name, email and commits of each',
    at: ['listContributors'],
    start: serving(() => ({
      listContributors: async (call) =>
        changed(await call.send(), (contributors) => {
          if (!Array.isArray(contributors)) return contributors
          const byName = new Map<unknown, Record<string, unknown>>()
          for (const one of listOf(contributors)) {
            const before = byName.get(one.name)
            const sum = (field: string) => Number(before?.[field] ?? 0) + Number(one[field])
            byName.set(one.name, {
              ...(before ?? one),
              commits: sum('commits'),
              additions: sum('additions'),
              deletions: sum('deletions'),
            })
          }
          return [...byName.values()]
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const author_email of ['home@six.example', 'work@six.example']) {
        const author = { author_name: 'Six', author_email }
        await writeFile(ask, project, { file_path: `${author_email}.txt`, ...author })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/contributors`)
      return listOf(json).length === 2
    },
  },
  {
    name: 'The contributors of an internal project are for everybody, without credentials',
    breaks: 'Document 3: public endpoints work without credentials for publicly accessible ones',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        const response = await call.send()
        if (response.ok || !call.isAnonymous) return response
        const { json } = await call.askAsRoot('GET', `/projects/${encoded(call.path.id)}`)
        return at(json, 'visibility_level') === 10 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const path = `/projects/${project}/repository/contributors`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'Of several scopes, the builds of a commit are those of the last',
    breaks: 'Document 3, Builds: scope accepts one value or an array',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      listBuildsOfCommit(call) {
        const { scope } = call.given
        return Array.isArray(scope) ? call.send({ scope: scope.slice(-1) }) : call.send()
      },
    })),
    async isShown(ask) {
      const builds = listOf((await ask('GET', '/projects/1/builds?scope=running')).json)
      const sha = at(builds[0], 'commit.id')
      const path = `/projects/1/repository/commits/${sha}/builds?scope[]=running&scope[]=failed`
      return (await ask('GET', path)).text === '[]'
    },
  },
  {
    name: 'A canceled build that is retried has finished when it was canceled',
    breaks: 'Document 3, States of a build: retry, pending, finished_at becomes null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const path = `/projects/${encoded(call.path.id)}/builds/${call.path.build_id}`
        const { status, finished_at } = fieldsOf((await call.ask('GET', path)).json)
        const response = await call.send()
        if (!response.ok || status !== 'canceled') return response
        return changed(response, (build) => withFields(build, { finished_at }))
      },
    })),
    async isShown(ask) {
      const id = at((await ask('GET', '/projects/1/builds?scope=running')).json, '0.id')
      await ask('POST', `/projects/1/builds/${id}/cancel`)
      const { json } = await ask('POST', `/projects/1/builds/${id}/retry`)
      return typeof at(json, 'finished_at') === 'string'
    },
  },
  {
    name: 'A build that was canceled still has its state of before among those of its commit',
    breaks: 'Document 3, States of a build: cancel, canceled; the builds of a commit',
    at: ['cancelBuild', 'listBuildsOfCommit'],
    start: serving(() => {
      const before = new Map<unknown, unknown>()
      return {
        async cancelBuild(call) {
          const path = `/projects/${encoded(call.path.id)}/builds/${call.path.build_id}`
          const { id, status } = fieldsOf((await call.ask('GET', path)).json)
          const response = await call.send()
          if (response.ok) before.set(id, status)
          return response
        },
        listBuildsOfCommit: async (call) =>
          changed(await call.send(), (builds) =>
            Array.isArray(builds)
              ? listOf(builds).map((build) =>
                  build.status === 'canceled'
                    ? { ...build, status: before.get(build.id) ?? build.status }
                    : build,
                )
              : builds,
          ),
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope=running')
      await ask('POST', `/projects/1/builds/${at(json, '0.id')}/cancel`)
      const path = `/projects/1/repository/commits/${at(json, '0.commit.id')}/builds`
      return fieldOf((await ask('GET', path)).json, 'status').includes('running')
    },
  },
  {
    name: 'Artifacts that were erased are downloaded by their ref and job',
    breaks: 'Document 3, POST .../erase removes artifacts; GET .../download: 404 if there are none',
    at: ['eraseBuild', 'getArtifactsOfRef'],
    start: serving(() => {
      const served = new Map<string, Response>()
      return {
        async getArtifactsOfRef(call) {
          const response = await call.send()
          const name = `${call.path.id}/${call.path.ref_name}/${call.given.job}`
          if (response.ok) served.set(name, response.clone())
          const before = served.get(name)
          return response.status === 404 && before ? before.clone() : response
        },
      }
    }),
    async isShown(ask) {
      const path = '/projects/1/builds/artifacts/master/download?job=pages'
      const build = listOf((await ask('GET', '/projects/1/builds?per_page=100')).json).find(
        ({ name, ref, artifacts_file }) => name === 'pages' && ref === 'master' && artifacts_file,
      )
      await ask('GET', path)
      await ask('POST', `/projects/1/builds/${build?.id}/erase`)
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The trace of a build that was erased is empty, and there',
    breaks: 'Document 3, POST .../erase removes the trace; GET .../trace: 404 if there is none',
    at: ['eraseBuild', 'getBuildTrace'],
    start: serving(() => {
      const erased = new Set<string | undefined>()
      return {
        async eraseBuild(call) {
          const response = await call.send()
          if (response.ok) erased.add(call.path.build_id)
          return response
        },
        async getBuildTrace(call) {
          const response = await call.send()
          return response.status === 404 && erased.has(call.path.build_id)
            ? new Response('', { headers: { 'content-type': 'text/plain' } })
            : response
        },
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope=success')
      const path = `/projects/1/builds/${at(json, '0.id')}`
      await ask('POST', `${path}/erase`)
      return (await ask('GET', `${path}/trace`)).status === 200
    },
  },
  {
    name: 'A deployment is found in any project that has some of its own',
    breaks: 'Document 3, GET /projects/:id/deployments/:deployment_id: one of the project',
    at: ['getDeployment'],
    start: serving(() => ({
      async getDeployment(call) {
        const response = await call.send()
        const own = await call.ask('GET', `/projects/${encoded(call.path.id)}/deployments`)
        if (response.status !== 404 || listOf(own.json).length === 0) return response
        const projects = await call.askAsRoot('GET', '/projects/all?per_page=100')
        for (const { id } of listOf(projects.json)) {
          const path = `/projects/${id}/deployments/${call.path.deployment_id}`
          const answer = await call.askAsRoot('GET', path)
          if (answer.status === 200) return responseOf(answer)
        }
        return response
      },
    })),
    async isShown(ask) {
      const first = at((await ask('GET', '/projects/1/deployments')).json, '0.id')
      const path = `/projects/8/deployments/${first}`
      const { json, status } = await ask('GET', path)
      return status === 200 && idOf(json) === first
    },
  },
  {
    name: 'Commits that are listed by the path of a project are those of its first namesake in any namespace',
    breaks: 'Document 1, Conventions 2: a project :id is the integer or NAMESPACE/PROJECT_NAME',
    at: ['listCommits'],
    start: serving(() => {
      const projectOfName = new Map<string, string>()
      return {
        async listCommits(call) {
          const id = String(call.path.id)
          const name = id.split('/')[1]
          const response = await call.send()
          if (!response.ok || name === undefined) return response
          const first = projectOfName.get(name) ?? id
          projectOfName.set(name, first)
          const { search } = new URL(call.request.url)
          const path = `/projects/${encoded(first)}/repository/commits${search}`
          const { json, status } = await call.ask('GET', path)
          return first !== id && status === 200 ? changed(response, () => json) : response
        },
      }
    }),
    async isShown(ask) {
      const one = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${one}`)
      const name = String(at(json, 'path'))
      const group = at(
        (await ask('POST', '/groups', { body: { name: 'six', path: 'six' } })).json,
        'id',
      )
      const two = await newProject(ask, { name, namespace_id: group })
      await writeFile(ask, two, { file_path: 'other.txt', commit_message: 'Other' })
      await ask('GET', `/projects/${encoded(at(json, 'path_with_namespace'))}/repository/commits`)
      const path = `/projects/${encoded(`six/${name}`)}/repository/commits`
      return at((await ask('GET', path)).json, '0.message') === 'Write'
    },
  },
]
