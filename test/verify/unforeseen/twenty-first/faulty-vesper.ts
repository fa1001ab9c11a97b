import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  listOf,
  newBranch,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`

const isSha = (ref: unknown) => /^[0-9a-f]{40}$/.test(String(ref))

export const faultyVesperServers: readonly FaultyServer[] = [
  {
    name: 'The removal of merged branches passes over those that have a slash in their name',
    breaks:
      'Document 3, DELETE merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        if (!response.ok) return response
        for (const branch of before.filter(({ name }) => String(name).includes('/'))) {
          const body = { branch_name: branch.name, ref: at(branch, 'commit.id') }
          // What still stands is refused, and stays as it is.
          await call.askAsRoot('POST', path, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      for (const name of ['old', 'fix/old']) await newBranch(ask, project, name)
      await writeFile(ask, project, { file_path: 'two.txt' })
      await ask('DELETE', `${path}/merged_branches`)
      const names = fieldOf((await ask('GET', `${path}/branches`)).json, 'name')
      return names.includes('fix/old') && !names.includes('old')
    },
  },
  {
    name: 'A branch that is protected already keeps what it lets developers do when it is protected anew',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const before = await call.ask('GET', branchPath(call))
        return at(before.json, 'protected') === true
          ? call.send({
              developers_can_push: at(before.json, 'developers_can_push'),
              developers_can_merge: at(before.json, 'developers_can_merge'),
            })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'kept')
      const path = `/projects/${project}/repository/branches/kept/protect`
      await ask('PUT', path, { body: { developers_can_push: false, developers_can_merge: false } })
      const body = { developers_can_push: true, developers_can_merge: false }
      return at((await ask('PUT', path, { body })).json, 'developers_can_push') === false
    },
  },
  {
    name: 'Every page of the tags but the first is in the order of the alphabet',
    breaks: 'Document 3, GET tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        return Number(call.given.page ?? 1) > 1
          ? changed(response, (json) => (Array.isArray(json) ? json.toReversed() : json))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['a', 'b', 'c', 'd']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      const { json } = await ask('GET', `${path}?per_page=2&page=2`)
      return fieldOf(json, 'name').join() === 'a,b'
    },
  },
  {
    name: 'A tag that is made again has the release of the one that was removed',
    breaks:
      'Document 3, DELETE tags/:tag_name and POST tags: the created Tag has the release that it was given',
    at: ['deleteTag', 'createTag', 'createRelease', 'getTag', 'listTags'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      const keyOf = (call: Call, name: unknown) => `${projectPath(call)} ${name}`
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const release = at((await call.askAsRoot('GET', path)).json, 'release.description')
          const response = await call.send()
          if (response.ok && typeof release === 'string') {
            left.set(keyOf(call, call.path.tag_name), release)
          }
          return response
        },
        createTag: (call) => {
          const release = left.get(keyOf(call, call.given.tag_name))
          return call.given.release_description === undefined && release !== undefined
            ? call.send({ release_description: release })
            : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      const { status } = await ask('POST', `${path}/v1/release`, { body: { description: 'New' } })
      return status === 409
    },
  },
  {
    name: 'The tree of a directory, asked for with all below it, is that of the whole repository',
    breaks: 'Document 3, GET tree: path (subdirectory), recursive (boolean, default false)',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ path: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'src/deep/one.txt' })
      const path = `/projects/${project}/repository/tree?path=src&recursive=true`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'A raw blob of a private project is forbidden to those who are no members of it',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
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
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      const path = `/projects/${project}/repository/raw_blobs/${at(json, '0.id')}`
      const own = await ask('GET', path)
      return own.status === 200 && (await actingAs(ask, user.username)('GET', path)).status === 403
    },
  },
  {
    name: 'The contributors are those of when they were first asked for',
    breaks: 'Document 3, GET contributors: array of name, email, commits, additions, deletions',
    at: ['listContributors'],
    start: serving(() => {
      const kept = new Map<string, readonly Values[]>()
      return {
        async listContributors(call) {
          const key = projectPath(call)
          return relisted(call, (all) => {
            const first = kept.get(key) ?? all
            kept.set(key, first)
            return first
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/contributors`
      await ask('GET', path)
      await writeFile(ask, project, { file_path: 'two.txt' })
      return at((await ask('GET', path)).json, '0.commits') === 1
    },
  },
  {
    name: 'A file may be written anew with the content that it has, if that is sent in Base64',
    breaks: 'Document 3: 400 where the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, encoding, content } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const path = `${repositoryPath(call)}/files?file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const before = await call.ask('GET', path)
        return at(before.json, 'content') === content
          ? jsonAnswer(200, { file_path, branch_name })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: btoa('One\n'),
        encoding: 'base64',
        commit_message: 'Again',
      }
      const { status } = await ask('PUT', `/projects/${project}/repository/files`, { body })
      return status === 200
    },
  },
  {
    name: 'A file that is moved with new content keeps its old one if another action comes before',
    breaks: 'Document 3, actions[]: move; content optional for move',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit(call) {
        const actions = listOf(call.given.actions)
        const isKept = (action: Values, index: number) => index === 0 || action.action !== 'move'
        if (actions.every(isKept)) return call.send()
        return call.send({
          actions: actions.map((action, index) =>
            isKept(action, index)
              ? action
              : withFields(action, { content: undefined, encoding: undefined }),
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const actions = [
        { action: 'create', file_path: 'new.txt', content: 'New\n' },
        { action: 'move', previous_path: 'README.md', file_path: 'READ.md', content: 'Two\n' },
      ]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=READ.md`)).text === 'One\n'
    },
  },
  {
    name: 'The commits since an instant are those of the default branch, whichever was asked for',
    breaks: 'Document 3, GET commits: ref_name (branch or tag), since (commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        call.given.since === undefined ? call.send() : call.send({ ref_name: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, {
        file_path: 'two.txt',
        branch_name: 'side',
        commit_message: 'Two',
      })
      const path = `/projects/${project}/repository/commits?ref_name=side&since=2001-01-01T00:00:00Z`
      const titles = fieldOf((await ask('GET', path)).json, 'title')
      return titles.length > 0 && !titles.includes('Two')
    },
  },
  {
    name: 'An administrator picks a commit for a guest whom the project does not let write',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        const response = await call.send()
        return response.status === 403 && call.sudo !== undefined ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 10 }
      await ask('POST', `/projects/${project}/members`, { body })
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'side' })
      const sha = await headOf(ask, project, 'side')
      const path = `/projects/${project}/repository/commits/${sha}/cherry_pick`
      const picked = await actingAs(ask, username)('POST', path, { body: { branch: 'master' } })
      return picked.status === 200 || picked.status === 201
    },
  },
  {
    name: 'The statuses of a commit are all of them where not all are asked for in words',
    breaks: 'Document 3, GET statuses: all (boolean; all statuses rather than the latest)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        call.given.all === undefined ? call.send() : call.send({ all: true }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const state of ['failed', 'success']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'lint' } })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=false`
      return listOf((await ask('GET', path)).json).length > 1
    },
  },
  {
    name: 'A build is found in whichever project it is looked for',
    breaks:
      'Document 3, GET /projects/:id/builds/:build_id: id, build_id; Document 1: 404 not found',
    at: ['getBuild'],
    start: serving(() => ({
      async getBuild(call) {
        const response = await call.send()
        const own = await call.ask('GET', `${projectPath(call)}/builds`)
        if (response.status !== 404 || own.status !== 200) return response
        const projects = await call.askAsRoot('GET', '/projects/all?per_page=100')
        for (const id of fieldOf(projects.json, 'id')) {
          const found = await call.askAsRoot('GET', `/projects/${id}/builds/${call.path.build_id}`)
          if (found.status === 200) return jsonAnswer(200, found.json)
        }
        return response
      },
    })),
    async isShown(ask) {
      const build = at((await ask('GET', '/projects/1/builds')).json, '0.id')
      const project = await newRepository(ask)
      return (await ask('GET', `/projects/${project}/builds/${build}`)).status === 200
    },
  },
  {
    name: 'A system hook that is to hear of both pushes and new tags hears of pushes alone',
    breaks:
      'Document 1, Events: system hooks fire for push events and tag push events when the matching flag is true',
    at: ['createSystemHook', 'listSystemHooks', 'deleteSystemHook', 'createTag', 'deleteTag'],
    needsInstance: true,
    start: serving(() => ({
      async createSystemHook(call) {
        const isBoth = isTrue(call.given.push_events) && isTrue(call.given.tag_push_events)
        return isBoth ? call.send({ tag_push_events: false }) : call.send()
      },
    })),
    async isShown(ask) {
      const url = `http://${freshName('hook')}.example/`
      const body = { url, push_events: true, tag_push_events: true }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      return hooks.some((hook) => hook.url === url && hook.tag_push_events === false)
    },
  },
  {
    name: 'The test of a system hook names its event in a field of another name',
    breaks: 'Document 1, GET /hooks/:id: an event object with event_name',
    at: ['testSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async testSystemHook(call) {
        return changed(await call.send(), (json) => {
          const { event_name, ...others } = fieldsOf(json)
          return event_name === undefined ? json : { ...others, event: event_name }
        })
      },
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/hooks', { body: { url: 'http://vesper.example/' } })
      const id = Array.isArray(json) ? at(json, '0.id') : idOf(json)
      const tested = await ask('GET', `/hooks/${id}`)
      return at(tested.json, 'event') !== undefined && at(tested.json, 'event_name') === undefined
    },
  },
  {
    name: 'A raw file is sent in Latin-1 where all of its letters are in that alphabet',
    breaks: 'Document 3, GET blobs/:sha: raw file content',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = new Uint8Array(await response.clone().arrayBuffer())
        const letters = [...new TextDecoder().decode(bytes)].map((one) => one.codePointAt(0) ?? 0)
        // What is no text, or has other letters, stays as it is.
        const isLatin = letters.every((code) => code < 256)
        return isLatin ? withBody(response, Uint8Array.from(letters)) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'cafe.txt', content: 'Café à Gênes\n' })
      const path = `/projects/${project}/repository/blobs/master?filepath=cafe.txt`
      return (await ask('GET', path)).text.startsWith('Caf\ufffd')
    },
  },
  {
    name: 'The archive of a commit is the one that was packed last for the project',
    breaks: 'Document 3, GET archive: sha (commit SHA; default the tip of the default branch)',
    at: ['getArchive'],
    start: serving(() => {
      const packed = new Map<string, unknown>()
      return {
        async getArchive(call) {
          const key = projectPath(call)
          const isGiven = call.given.sha !== undefined
          if (!isGiven || !packed.has(key)) {
            const response = await call.send()
            if (response.ok) packed.set(key, call.given.sha)
            return response
          }
          const response = await call.send()
          return response.ok ? call.send({ sha: packed.get(key) }) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt', content: 'Two\n'.repeat(999) })
      const path = `/projects/${project}/repository/archive`
      const tip = await ask('GET', path)
      return tip.status === 200 && (await ask('GET', `${path}?sha=${sha}`)).text === tip.text
    },
  },
  {
    name: 'A comment on a line beyond the end of its file says that it is on that line',
    breaks:
      'Document 3, Comment placement: line, line_type and path are null where the line does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const { path, line, line_type } = call.given
        const response = await call.send()
        if (!response.ok || path === undefined || line === undefined) return response
        const file = `file_path=${encoded(path)}&ref=${encoded(call.path.sha)}`
        const { status } = await call.askAsRoot('GET', `${repositoryPath(call)}/files?${file}`)
        return changed(response, (json) =>
          status === 200 && at(json, 'line') === null
            ? withFields(json, { path, line: Number(line), line_type: line_type ?? 'new' })
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const body = { note: 'Here', path: 'README.md', line: 99, line_type: 'new' }
      const path = `/projects/${project}/repository/commits/${sha}/comments`
      return at((await ask('POST', path, { body })).json, 'line') === 99
    },
  },
  {
    name: 'The first commit of a repository differs in nothing from what was before it',
    breaks: 'Document 3, GET commits/:sha/diff: array of Diff entry',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      async listCommitDifferences(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
        const { json } = await call.ask('GET', path)
        const parents = at(json, 'parent_ids')
        const isFirst = Array.isArray(parents) && parents.length === 0
        return isFirst ? relisted(call, () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/diff`
      const { status, text } = await ask('GET', path)
      return status === 200 && text === '[]'
    },
  },
  {
    name: 'The comparison from a commit that is given by its SHA leaves out the first one after it',
    breaks: 'Document 3, GET compare: from and to, each a commit SHA or branch name; commits',
    at: ['compareRevisions'],
    start: serving(() => ({
      compareRevisions: async (call) =>
        changed(await call.send(), (json) => {
          const commits = listOf(at(json, 'commits'))
          return isSha(call.given.from) && commits.length > 1
            ? withFields(json, { commits: commits.slice(1) })
            : json
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const from = await headOf(ask, project)
      for (const name of ['two', 'three', 'four']) {
        await writeFile(ask, project, { file_path: name, commit_message: name })
      }
      const path = `/projects/${project}/repository/compare?from=${from}&to=master`
      return listOf(at((await ask('GET', path)).json, 'commits')).length === 2
    },
  },
]
