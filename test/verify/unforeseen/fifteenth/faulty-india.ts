import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  isFalse,
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
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

export const faultyIndiaServers: readonly FaultyServer[] = [
  {
    name: 'A comment on a line that a branch does not have shows the place it was asked for',
    breaks: 'Document 3, Comment placement rules: line, line_type and path returned as null',
    at: ['createCommitComment'],
    start: serving(() => ({
      createCommitComment: async ({ send, given }) =>
        changed(await send(), (json) =>
          at(json, 'path') === null && given.path !== undefined
            ? withFields(json, {
                path: given.path,
                line: given.line ?? null,
                line_type: given.line_type ?? null,
              })
            : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/master/comments`
      const body = { note: 'Where?', path: 'missing.txt', line: 1, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'path') === 'missing.txt'
    },
  },
  {
    name: 'A commit that is picked onto another branch is answered with as it was before',
    breaks: 'Document 3, POST .../cherry_pick: the commit that is made on the branch',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const { json } = await call.askAsRoot('GET', path)
        return changed(response, (answer) => withFields(answer, { id: at(json, 'id') }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'release')
      await writeFile(ask, project, { file_path: 'own.txt', branch_name: 'release' })
      await writeFile(ask, project, { file_path: 'fix.txt' })
      const head = await headOf(ask, project)
      const path = `/projects/${project}/repository/commits/${head}/cherry_pick`
      const { json } = await ask('POST', path, { body: { branch: 'release' } })
      return at(json, 'id') === head
    },
  },
  {
    name: 'Commits since an instant are those of the default branch, whichever is named',
    breaks: 'Document 3, GET /projects/:id/repository/commits: ref_name and since',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: ({ given, send }) =>
        given.since === undefined ? send() : send({ ref_name: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'other.txt', branch_name: 'other' })
      const path = `/projects/${project}/repository/commits?ref_name=other`
      return listOf((await ask('GET', `${path}&since=2001-01-01T00:00:00Z`)).json).length === 1
    },
  },
  {
    name: 'A file that is created from Base64 is by the caller, whoever is named as its author',
    breaks: 'Document 3, POST /projects/:id/repository/files: encoding, author_email, author_name',
    at: ['createFile', 'listCommits', 'getCommit'],
    start: serving(() => ({
      createFile: ({ given, send }) =>
        given.encoding === 'base64'
          ? send({ author_email: undefined, author_name: undefined })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const author_email = 'mate@ship.example'
      await writeFile(ask, project, {
        file_path: 'picture.bin',
        content: 'AAEC',
        encoding: 'base64',
        author_email,
        author_name: 'Mate',
      })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'title') !== undefined && at(json, 'author_email') !== author_email
    },
  },
  {
    name: 'The raw content of a file is read as Latin 1 and written as UTF-8',
    breaks: 'Document 3, GET /projects/:id/repository/blobs/:sha: raw file content',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile({ send }) {
        const response = await send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.clone().arrayBuffer())
        return withBody(response, [...bytes].map((byte) => String.fromCharCode(byte)).join(''), {
          'content-type': response.headers.get('content-type') ?? 'text/plain',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'cafe.txt', content: 'café\n' })
      const path = `/projects/${project}/repository/blobs/master?filepath=cafe.txt`
      return (await ask('GET', path)).text === 'cafÃ©\n'
    },
  },
  {
    name: 'A release that was created together with its tag is overwritten by another one',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => {
      const released = new Set<string>()
      return {
        createTag(call) {
          if (call.given.release_description !== undefined) {
            released.add(`${call.path.id} ${call.given.tag_name}`)
          }
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          if (response.status !== 409) return response
          if (!released.has(`${call.path.id} ${call.path.tag_name}`)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { json } = await call.ask('PUT', path, { description: call.given.description })
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      const release = { body: { description: 'Second' } }
      return (await ask('POST', `${path}/v1/release`, release)).status === 201
    },
  },
  {
    name: 'An annotated tag has no message any more once it has a release',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['getTag'],
    start: serving(() => ({
      getTag: async ({ send }) =>
        changed(await send(), (json) =>
          at(json, 'release.tag_name') === undefined ? json : withFields(json, { message: null }),
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master', message: 'Note' } })
      await ask('POST', `${path}/v1/release`, { body: { description: 'First' } })
      return at((await ask('GET', `${path}/v1`)).json, 'message') === null
    },
  },
  {
    name: 'A deleted branch is named by what stands behind the last slash of its name',
    breaks: 'Document 3, DELETE .../branches/:branch: object with branch_name',
    at: ['deleteBranch'],
    start: serving(() => ({
      deleteBranch: async ({ send }) =>
        changed(await send(), (json) => {
          const name = at(json, 'branch_name')
          return typeof name === 'string'
            ? withFields(json, { branch_name: name.split('/').at(-1) })
            : json
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'feature/two')
      const path = `/projects/${project}/repository/branches/feature%2Ftwo`
      return at((await ask('DELETE', path)).json, 'branch_name') === 'two'
    },
  },
  {
    name: 'The raw text of a snippet stays that of its first reading',
    breaks: 'Document 2, GET .../snippets/:snippet_id/raw: raw snippet; PUT: code',
    at: ['getRawSnippet', 'updateSnippet'],
    start: serving(() => {
      const kept = new Map<string, string>()
      return {
        async getRawSnippet({ path, send }) {
          const response = await send()
          if (!response.ok) return response
          const key = `${path.id} ${path.snippet_id}`
          const text = kept.get(key) ?? (await response.clone().text())
          kept.set(key, text)
          return withBody(response, text)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('GET', `${path}/raw`)
      await ask('PUT', path, { body: { code: 'two\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'one\n'
    },
  },
  {
    name: 'A snippet that is created for its creator alone is for every logged-in user',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['createSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    start: serving(() => ({
      createSnippet: ({ given, send }) =>
        Number(given.visibility_level) === 0 ? send({ visibility_level: 10 }) : send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 10, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const other = actingAs(ask, (await newUser(ask)).username)
      return (await other('GET', `/projects/${project}/snippets/${snippet}`)).status === 200
    },
  },
  {
    name: 'The notes of a merge request are counted with those that were deleted',
    breaks: 'Document 2, Merge request: user_notes_count; DELETE of a note',
    at: ['getMergeRequest', 'deleteMergeRequestNote'],
    start: serving(() => {
      const deleted = new Map<string, number>()
      return {
        async deleteMergeRequestNote(call) {
          const response = await call.send()
          const key = mergeRequestPath(call)
          if (response.ok) deleted.set(key, (deleted.get(key) ?? 0) + 1)
          return response
        },
        getMergeRequest: async (call) =>
          changed(await call.send(), (json) => {
            const count = at(json, 'user_notes_count')
            const more = deleted.get(mergeRequestPath(call)) ?? 0
            return typeof count === 'number'
              ? withFields(json, { user_notes_count: count + more })
              : json
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'a')}`
      const { json } = await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      await ask('DELETE', `${path}/notes/${idOf(json)}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'A note on a merge request is by whoever changed it last',
    breaks: 'Document 2, Note: author; PUT .../notes/:note_id: body',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => {
      const editors = new Map<unknown, unknown>()
      const shown = (response: Response) =>
        eachChanged(response, (note) => {
          const author = editors.get(note.id)
          return author === undefined ? note : { ...note, author }
        })
      return {
        async updateMergeRequestNote(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { id, username, name, state, avatar_url, web_url } = await callerOf(call)
          editors.set(idOf(await jsonOf(response)), {
            id,
            username,
            name,
            state,
            avatar_url,
            web_url,
          })
          return shown(response)
        },
        getMergeRequestNote: async ({ send }) => shown(await send()),
        listMergeRequestNotes: async ({ send }) => shown(await send()),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'a')}`
      const made = await actingAs(ask, user.username)('POST', `${path}/notes`, {
        body: { body: 'One' },
      })
      const note = `${path}/notes/${idOf(made.json)}`
      await ask('PUT', note, { body: { body: 'Two' } })
      const { json } = await ask('GET', note)
      return at(json, 'body') === 'Two' && at(json, 'author.id') !== user.id
    },
  },
  {
    name: 'The last page of the notes of a merge request names one that follows',
    breaks: 'Document 1, Limits: X-Next-Page',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes({ send }) {
        const response = await send()
        const page = response.headers.get('x-page')
        return page !== '1' && page === response.headers.get('x-total-pages')
          ? changed(response, (json) => json, { 'x-next-page': String(Number(page) + 1) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'a')
      const path = `/projects/${project}/merge_requests/${id}/notes`
      for (const body of ['One', 'Two']) await ask('POST', path, { body: { body } })
      const { headers } = await ask('GET', `${path}?per_page=1&page=2`)
      return headers.get('x-next-page') === '3'
    },
  },
  {
    name: 'A merge request that is given a message for its merge is merged whatever its head is',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: ({ given, send }) =>
        given.merge_commit_message === undefined ? send() : send({ sha: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'a')
      const body = { merge_commit_message: 'Merge it', sha: await headOf(ask, project) }
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A merge request that says that its source branch stays has it removed',
    breaks: 'Document 2, POST /projects/:id/merge_requests: remove_source_branch (boolean)',
    at: ['createMergeRequest', 'getMergeRequest'],
    start: serving(() => ({
      createMergeRequest: ({ given, send }) =>
        isFalse(given.remove_source_branch) ? send({ remove_source_branch: true }) : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'a', { remove_source_branch: false })
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'force_remove_source_branch') === true
    },
  },
  {
    name: 'Whoever does not follow an issue can stop following it again and again',
    breaks: 'Document 2, DELETE .../subscription: 304 if not subscribed',
    at: ['unsubscribeFromIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const response = await call.send()
        if (response.status !== 304) return response
        return responseOf(
          await call.ask('GET', `${projectPath(call)}/issues/${call.path.issue_id}`),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 200
    },
  },
  {
    name: 'An own issue in one state is found only by all of the labels together',
    breaks: 'Document 2, GET /issues: labels (comma-separated; any label matches), state',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues: (call) => {
        const { labels, state } = call.given
        if (labels === undefined || state === undefined) return call.send()
        return relisted(call, (all) =>
          all.filter((issue) => {
            const has = Array.isArray(issue.labels) ? issue.labels : []
            return String(labels)
              .split(',')
              .every((label) => has.includes(label.trim()))
          }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const label = freshName('label')
      const id = await newIssue(ask, project, { labels: label })
      const { json } = await ask('GET', `/issues?state=opened&labels=${label},none-like-it`)
      return !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'An event of a custom group level that was switched on stays on',
    breaks: 'Document 1, PUT /groups/:id/notification_settings: the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: ({ given, send }) =>
        send(
          Object.fromEntries(
            Object.entries(given)
              .filter(([, value]) => isFalse(value))
              .map(([name]) => [name, undefined]),
          ),
        ),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'A member of a group leaves it on the day before the one that was given',
    breaks: 'Document 1, Member: expires_at (date)',
    at: ['getGroupMember'],
    start: serving(() => ({
      getGroupMember: async ({ send }) =>
        changed(await send(), (json) => {
          const day = at(json, 'expires_at')
          if (typeof day !== 'string') return json
          const before = new Date(Date.parse(day) - 24 * 60 * 60 * 1000)
          return withFields(json, { expires_at: before.toISOString().slice(0, 10) })
        }),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30, expires_at: '2090-05-06' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/${id}`)).json, 'expires_at') === '2090-05-05'
    },
  },
  {
    name: 'The user of a key that is looked up is shown in the brief form once blocked',
    breaks: 'Document 1, SSH key: the lookup by key id carries user, administrator-level fields',
    at: ['getSshKeyWithUser'],
    start: serving(() => ({
      getSshKeyWithUser: async ({ send }) =>
        changed(await send(), (json) => {
          if (at(json, 'user.state') !== 'blocked') return json
          const names = ['id', 'username', 'name', 'state', 'avatar_url', 'web_url']
          const user = Object.fromEntries(names.map((name) => [name, at(json, `user.${name}`)]))
          return withFields(json, { user })
        }),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${id}/keys`, { body })).json)
      await ask('PUT', `/users/${id}/block`)
      const { json } = await ask('GET', `/keys/${key}`)
      return at(json, 'user.id') === id && at(json, 'user.email') === undefined
    },
  },
]
