import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  encoded,
  fieldOf,
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
  asNewMember,
  contentOf,
  fileAt,
  newMember,
  newNote,
  newSnippetPath,
} from './tools-hotel.ts'

export const faultyHotelServers: readonly FaultyServer[] = [
  {
    name: 'A commit status that is named by its context alone is the default one',
    breaks: 'Document 3, POST /projects/:id/statuses/:sha: name or context (default `default`)',
    at: ['createCommitStatus'],
    start: serving(() => ({
      createCommitStatus: (call) => call.send({ context: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await ask('POST', path, { body: { state: 'success', context: 'ci/lint' } })
      return at(json, 'name') === 'default'
    },
  },
  {
    name: 'The target of a commit status loses what follows its question mark',
    breaks: 'Document 3, POST /projects/:id/statuses/:sha: target_url',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      createCommitStatus: (call) =>
        typeof call.given.target_url === 'string' && call.given.target_url.includes('?')
          ? call.send({ target_url: call.given.target_url.split('?')[0] })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const body = { state: 'success', target_url: 'https://ci.example/run?id=7&tab=log' }
      const { json } = await ask('POST', path, { body })
      return at(json, 'target_url') === 'https://ci.example/run'
    },
  },
  {
    name: 'Comments of a commit are for whoever wrote them, unless an administrator asks',
    breaks: 'Document 3, GET .../commits/:sha/comments: array of Commit comment',
    at: ['listCommitComments'],
    start: serving(() => ({
      async listCommitComments(call) {
        const { json: caller } = await call.ask('GET', '/user')
        if (at(caller, 'is_admin') !== false) return call.send()
        return relisted(call, (all) => all.filter((one) => at(one, 'author.id') === idOf(caller)))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      await ask('POST', path, { body: { note: 'Read this' } })
      const member = await asNewMember(ask, project, 30)
      const { status, json } = await member('GET', path)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'A commit that is asked for by a branch with a slash is that of master',
    breaks: 'Document 3, GET .../commits/:sha: commit hash or branch/tag name',
    at: ['getCommit'],
    start: serving(() => ({
      getCommit: (call) =>
        String(call.path.sha).includes('/')
          ? call.ask('GET', `${repositoryPath(call)}/commits/master`).then(responseOf)
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic/one')
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'topic/one' })
      return (await headOf(ask, project, 'topic/one')) === (await headOf(ask, project))
    },
  },
  {
    name: 'The total of a commit is what it adds less what it deletes',
    breaks: 'Document 3, Commit: stats (object: additions, deletions, total)',
    at: ['getCommit'],
    start: serving(() => ({
      getCommit: async (call) =>
        changed(await call.send(), (json) => {
          const [additions, deletions] = [at(json, 'stats.additions'), at(json, 'stats.deletions')]
          if (typeof additions !== 'number' || typeof deletions !== 'number') return json
          return withFields(json, {
            stats: { additions, deletions, total: Math.abs(additions - deletions) },
          })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Change',
        content: 'Two\n',
      }
      await ask('PUT', `/projects/${project}/repository/files`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'stats.deletions') === 1 && at(json, 'stats.total') === 0
    },
  },
  {
    name: 'Whoever removes a file is the author of the commit, whichever author is given',
    breaks: 'Document 3, DELETE /projects/:id/repository/files: author_email, author_name',
    at: ['deleteFile', 'getCommit', 'listCommits'],
    start: serving(() => ({
      deleteFile: (call) => call.send({ author_email: undefined, author_name: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const query = 'file_path=README.md&branch_name=master&commit_message=Remove'
      const author = 'author_name=Ada&author_email=ada%40hotel.example'
      await ask('DELETE', `/projects/${project}/repository/files?${query}&${author}`)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'title') === 'Remove' && at(json, 'author_name') !== 'Ada'
    },
  },
  {
    name: 'A file at a tag is as master has it',
    breaks: 'Document 3, GET /projects/:id/repository/files: ref (branch, tag or commit)',
    at: ['getFile'],
    start: serving(() => ({
      async getFile(call) {
        const tag = await call.askAsRoot(
          'GET',
          `${repositoryPath(call)}/tags/${encoded(call.given.ref)}`,
        )
        if (tag.status !== 200) return call.send()
        return changed(await call.send({ ref: 'master' }), (json) =>
          at(json, 'ref') === undefined ? json : withFields(json, { ref: call.given.ref }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const before = contentOf(await fileAt(ask, project, 'README.md', 'master'))
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/tags`, { body: { tag_name: 'v1', ref: 'master' } })
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Change',
        content: 'Two\n',
      }
      await ask('PUT', `${repository}/files`, { body })
      return contentOf(await fileAt(ask, project, 'README.md', 'v1')) !== before
    },
  },
  {
    name: 'The archive of an older commit is that of the newest',
    breaks: 'Document 3, GET /projects/:id/repository/archive: sha (commit SHA)',
    at: ['getArchive'],
    start: serving(() => ({ getArchive: (call) => call.send({ sha: undefined }) })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository/archive`
      const [older, newest] = [await ask('GET', `${path}?sha=${first}`), await ask('GET', path)]
      return older.status === 200 && older.text === newest.text
    },
  },
  {
    name: 'A whole tree begins at the root, whichever directory is asked for',
    breaks: 'Document 3, GET /projects/:id/repository/tree: path (subdirectory), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ path: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/one.txt' })
      const path = `/projects/${project}/repository/tree?recursive=true&path=docs`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'The tree of a private repository is for everybody who brings no credentials',
    breaks: 'Document 1, Authentication 1: without credentials when publicly accessible',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) => (call.isAnonymous ? call.sendAsRoot() : call.send()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/repository/tree`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'A tag that is made again has the release of the tag that was removed',
    breaks: 'Document 3, Tag: release (null or object); DELETE and POST of tags',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const kept = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const name = String(call.path.tag_name)
          const tag = await call.askAsRoot('GET', `${repositoryPath(call)}/tags/${encoded(name)}`)
          const response = await call.send()
          const description = at(tag.json, 'release.description')
          if (response.ok && description !== undefined) {
            kept.set(`${call.path.id} ${name}`, description)
          }
          return response
        },
        createTag(call) {
          const description = kept.get(`${call.path.id} ${call.given.tag_name}`)
          if (description === undefined || call.given.release_description !== undefined) {
            return call.send()
          }
          return call.send({ release_description: description })
        },
      }
    }),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', tags, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${tags}/v1`)
      await ask('POST', tags, { body })
      return at((await ask('GET', `${tags}/v1`)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'A branch from the id of a commit begins at the newest commit of master',
    breaks: 'Document 3, POST /projects/:id/repository/branches: ref (branch name or commit SHA)',
    at: ['createBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      createBranch: (call) =>
        /^[0-9a-f]{40}$/.test(String(call.given.ref)) ? call.send({ ref: 'master' }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const { status, json } = await newBranch(ask, project, 'older', first)
      return status === 201 && at(json, 'commit.id') !== first
    },
  },
  {
    name: 'Developers may still push by what a branch says that is protected no more',
    breaks: 'Document 3, Branch protection: unprotect, developers_can_push becomes false',
    at: ['unprotectBranch', 'getBranch'],
    start: serving(() => {
      const pushed = new Set<string>()
      return {
        async unprotectBranch(call) {
          const key = `${call.path.id} ${call.path.branch}`
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && at(json, 'developers_can_push') === true) pushed.add(key)
          return response
        },
        protectBranch(call) {
          pushed.delete(`${call.path.id} ${call.path.branch}`)
          return call.send()
        },
        async getBranch(call) {
          const response = await call.send()
          if (!response.ok || !pushed.has(`${call.path.id} ${call.path.branch}`)) return response
          return changed(response, (json) => withFields(json, { developers_can_push: true }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      const path = `/projects/${project}/repository/branches/topic`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A snippet of a project that was removed before is not found for its removal',
    breaks: 'Document 2, DELETE .../snippets/:snippet_id: 200 even when it does not exist',
    at: ['deleteSnippet'],
    start: serving(() => ({
      async deleteSnippet(call) {
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const { status } = await call.askAsRoot('GET', path)
        return status === 404 ? jsonAnswer(404, { message: '404 Not found' }) : call.send()
      },
    })),
    async isShown(ask) {
      const { path } = await newSnippetPath(ask)
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'A snippet is removed below whichever project its id is given',
    breaks: 'Document 2, DELETE /projects/:id/snippets/:snippet_id: a snippet of that project',
    at: ['deleteSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    start: serving(() => {
      const homes = new Map<string, string>()
      return {
        async createSnippet(call) {
          const response = await call.send()
          if (response.ok) homes.set(String(idOf(await jsonOf(response))), String(call.path.id))
          return response
        },
        async deleteSnippet(call) {
          const response = await call.send()
          const home = homes.get(String(call.path.snippet_id))
          if (response.ok && home !== undefined) {
            await call.askAsRoot(
              'DELETE',
              `/projects/${encoded(home)}/snippets/${call.path.snippet_id}`,
            )
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const { path, snippet } = await newSnippetPath(ask)
      const other = await newProject(ask, { snippets_enabled: true })
      await ask('DELETE', `/projects/${other}/snippets/${snippet}`)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A private snippet of a project is for each of its members',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getSnippet'],
    start: serving(() => ({
      async getSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const { status } = await call.ask('GET', projectPath(call))
        return status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { path, project } = await newSnippetPath(ask, { visibility_level: 0 })
      const member = await asNewMember(ask, project, 30)
      return (await member('GET', path)).status === 200
    },
  },
  {
    name: 'A note on a snippet is found by its id after it was removed',
    breaks: 'Document 2, DELETE .../notes/:note_id; Document 1, Errors: 404 resource not found',
    at: ['deleteSnippetNote', 'getSnippetNote'],
    start: serving(() => {
      const removed = new Map<string, Values>()
      return {
        async deleteSnippetNote(call) {
          const { pathname } = new URL(call.request.url)
          const path = `${projectPath(call)}/snippets/${call.path.snippet_id}/notes/${call.path.note_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) removed.set(pathname, { json })
          return response
        },
        async getSnippetNote(call) {
          const before = removed.get(new URL(call.request.url).pathname)
          return before === undefined ? call.send() : jsonAnswer(200, before.json)
        },
      }
    }),
    async isShown(ask) {
      const { path } = await newSnippetPath(ask)
      const note = `${path}/notes/${await newNote(ask, path)}`
      await ask('DELETE', note)
      return (await ask('GET', note)).status === 200
    },
  },
  {
    name: 'A note on a snippet that is changed keeps its ampersands and brackets as entities',
    breaks: 'Document 2, PUT .../notes/:note_id: body',
    at: ['updateSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => ({
      updateSnippetNote: (call) =>
        typeof call.given.body === 'string'
          ? call.send({
              body: call.given.body
                .replaceAll('&', '&amp;')
                .replaceAll('<', '&lt;')
                .replaceAll('>', '&gt;'),
            })
          : call.send(),
    })),
    async isShown(ask) {
      const { path } = await newSnippetPath(ask)
      const note = `${path}/notes/${await newNote(ask, path)}`
      await ask('PUT', note, { body: { body: 'a < b && c' } })
      return at((await ask('GET', note)).json, 'body') === 'a &lt; b &amp;&amp; c'
    },
  },
  {
    name: 'A note on a snippet that an administrator writes as another user is his own',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => ({
      createSnippetNote: async (call) => {
        if (call.sudo === undefined || call.isAnonymous) return call.send()
        const { status } = await call.ask('GET', '/user')
        return status === 200 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const { path, project } = await newSnippetPath(ask)
      const user = await newMember(ask, project, 30)
      const note = await newNote(actingAs(ask, user.id), path)
      const { json } = await ask('GET', `${path}/notes/${note}`)
      return at(json, 'author.id') !== undefined && at(json, 'author.id') !== user.id
    },
  },
  {
    name: 'The last page of the notes on a snippet tells of a next one',
    breaks: 'Document 1, Limits: X-Next-Page of paginated lists',
    at: ['listSnippetNotes'],
    start: serving(() => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const page = Number(response.headers.get('x-page'))
        if (!response.ok || page < 2 || response.headers.get('x-next-page')) return response
        return withBody(response, await response.text(), { 'x-next-page': String(page + 1) })
      },
    })),
    async isShown(ask) {
      const { path } = await newSnippetPath(ask)
      for (const body of ['One', 'Two']) await newNote(ask, path, body)
      const { headers } = await ask('GET', `${path}/notes?per_page=1&page=2`)
      return headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'A note is found below each snippet of its project',
    breaks: 'Document 2, GET .../snippets/:snippet_id/notes/:note_id: a note of that snippet',
    at: ['getSnippetNote'],
    start: serving(() => ({
      async getSnippetNote(call) {
        const response = await call.send()
        const snippets = `${projectPath(call)}/snippets`
        const own = await call.ask('GET', `${snippets}/${call.path.snippet_id}`)
        if (response.status !== 404 || own.status !== 200) return response
        for (const id of fieldOf((await call.ask('GET', `${snippets}?per_page=100`)).json, 'id')) {
          const found = await call.ask('GET', `${snippets}/${id}/notes/${call.path.note_id}`)
          if (found.status === 200) return responseOf(found)
        }
        return response
      },
    })),
    async isShown(ask) {
      const { path, project } = await newSnippetPath(ask)
      const note = await newNote(ask, path)
      const other = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      return (await ask('GET', `${other}/notes/${note}`)).status === 200
    },
  },
  {
    name: 'The issues that a merge request closes are all on the one page',
    breaks: 'Document 2, Endpoints: page and per_page apply to all lists',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      listIssuesClosedByMergeRequest: (call) => call.send({ page: undefined, per_page: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      await newIssue(ask, project)
      const given = { description: 'Closes #1\n\nCloses #2' }
      const id = await newMergeRequest(ask, project, 'topic', given)
      const path = `/projects/${project}/merge_requests/${id}/closes_issues?per_page=1`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'A merge request is removed by whoever wrote it',
    breaks: 'Document 2, DELETE .../merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const { json: caller } = await call.ask('GET', '/user')
        const author = at(json, 'author.id')
        return author !== undefined && author === at(caller, 'id') ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const member = await asNewMember(ask, project, 30)
      const id = await newMergeRequest(member, project, 'topic')
      const path = `/projects/${project}/merge_requests/${id}`
      return (await member('DELETE', path)).status === 200
    },
  },
  {
    name: 'A file that a merge request removes is not said to be removed in its changes',
    breaks: 'Document 2, changes: deleted_file',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      getMergeRequestChanges: async (call) =>
        eachChanged(await call.send(), (one) =>
          Array.isArray(one.changes)
            ? {
                ...one,
                changes: listOf(one.changes).map((file) => ({ ...file, deleted_file: false })),
              }
            : one,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const query = 'file_path=README.md&branch_name=topic&commit_message=Remove'
      await ask('DELETE', `/projects/${project}/repository/files?${query}`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/changes`)
      const file = listOf(at(json, 'changes')).find(({ old_path }) => old_path === 'README.md')
      return file?.deleted_file === false
    },
  },
  {
    name: 'Of several merge requests that are asked for by their iids the first is found',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        Array.isArray(call.given.iids)
          ? call.send({ iids: call.given.iids.slice(0, 1) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Whoever unsubscribed from an issue cannot subscribe to it again',
    breaks: 'Document 2, Subscription: subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = (id: unknown, issue: unknown, user: unknown) => `${id} ${issue} ${user}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          const user = at((await call.ask('GET', '/user')).json, 'id')
          if (response.ok) left.add(keyOf(call.path.id, call.path.issue_id, user))
          return response
        },
        async subscribeToIssue(call) {
          const user = at((await call.ask('GET', '/user')).json, 'id')
          const isLeft = left.has(keyOf(call.path.id, call.path.issue_id, user))
          return isLeft ? new Response(null, { status: 304 }) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const user = actingAs(ask, (await newUser(ask)).id)
      await user('POST', path)
      await user('DELETE', path)
      return (await user('POST', path)).status === 304
    },
  },
  {
    name: 'A confidential issue that is opened again is for everybody',
    breaks: 'Document 2, PUT .../issues/:issue_id: state_event reopen, confidential',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
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
]
