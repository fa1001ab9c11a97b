import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  headOf,
  isTrue,
  jsonAnswer,
  levelOf,
  listOf,
  newBranch,
  newRepository,
  newUser,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
const tagPath = (call: Call, name: unknown) => `${repositoryPath(call)}/tags/${encoded(name)}`

const keyOfBranch = ({ path }: Call) => `${path.id} ${path.branch}`
const keyOfTag = ({ path }: Call, name: unknown) => `${path.id} ${name}`

/** A moment with its offset from UTC taken for a moment in UTC. */
const withoutOffset = (moment: unknown) =>
  typeof moment === 'string' ? moment.replace(/[+-]\d\d:?\d\d$/, 'Z') : moment

/** Whether a build is of a scope, which is one state, a list of them, or none. */
const isInScope = (scope: unknown, status: unknown) =>
  (Array.isArray(scope) ? scope : [scope]).includes(status)

export const faultyOscarServers: readonly FaultyServer[] = [
  {
    name: 'Developers may merge into a protected branch once the query says whether they may',
    breaks:
      'Document 3, Branch protection: developers_can_merge set from parameters; a boolean of a query',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      protectBranch: (call) => {
        const { searchParams } = new URL(call.request.url)
        return searchParams.has('developers_can_merge')
          ? call.send({ developers_can_merge: true })
          : call.send()
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect?developers_can_merge=false`)
      return at((await ask('GET', path)).json, 'developers_can_merge') === true
    },
  },
  {
    name: 'A branch protected anew lets developers push as it did before it was unprotected',
    breaks: 'Document 3, Branch protection: unprotect makes developers_can_push false',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const open = new Set<string>()
      return {
        async unprotectBranch(call) {
          const before = await call.askAsRoot('GET', branchPath(call))
          const response = await call.send()
          if (response.ok && at(before.json, 'developers_can_push') === true) {
            open.add(keyOfBranch(call))
          }
          return response
        },
        protectBranch: (call) =>
          open.has(keyOfBranch(call)) && call.given.developers_can_push === undefined
            ? call.send({ developers_can_push: true })
            : call.send(),
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
    name: 'Merged branches in a folder of branches are not deleted with the others',
    breaks: 'Document 3, DELETE merged_branches: deletes all branches merged into the default one',
    at: ['deleteMergedBranches', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const kept = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json).filter(
          (branch) => String(branch.name).includes('/') && branch.protected === false,
        )
        // Protected branches are not deleted with those that are merged.
        const each = async (change: string) => {
          for (const { name } of kept) {
            await call.askAsRoot('PUT', `${path}/${encoded(name)}/${change}`)
          }
        }
        await each('protect')
        const response = await call.send()
        await each('unprotect')
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'old/one')
      await newBranch(ask, project, 'old-two')
      // A branch that is no longer at the tip of master is merged into it beyond doubt.
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      const names = fieldOf(json, 'name')
      return names.includes('old/one') && !names.includes('old-two')
    },
  },
  {
    name: 'The name of a deleted branch is answered as the path encodes it',
    breaks: 'Document 3, DELETE .../branches/:branch: object with branch_name',
    at: ['deleteBranch'],
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        return response.ok
          ? changed(response, (json) =>
              withFields(json, { branch_name: encoded(call.path.branch) }),
            )
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fix/one')
      const path = `/projects/${project}/repository/branches/fix%2Fone`
      return at((await ask('DELETE', path)).json, 'branch_name') === 'fix%2Fone'
    },
  },
  {
    name: 'The comments of a commit are counted with those of the other commits of its project',
    breaks: 'Document 1, Limits: X-Total of a paginated list; Document 3, GET .../comments',
    at: ['listCommitComments'],
    start: serving(() => {
      const made = new Map<string, number>()
      return {
        async createCommitComment(call) {
          const response = await call.send()
          const { id = '' } = call.path
          if (response.ok) made.set(id, (made.get(id) ?? 0) + 1)
          return response
        },
        async listCommitComments(call) {
          const response = await call.send()
          if (!response.ok) return response
          const own = Number(response.headers.get('x-total'))
          const total = Math.max(own, made.get(call.path.id ?? '') ?? 0)
          return withBody(response, response.body, { 'x-total': String(total) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository/commits`
      for (const sha of [first, await headOf(ask, project)]) {
        await ask('POST', `${path}/${sha}/comments`, { body: { note: 'Seen' } })
      }
      return (await ask('GET', `${path}/${first}/comments`)).headers.get('x-total') === '2'
    },
  },
  {
    name: 'A tag made anew has the release notes of the deleted tag of its name',
    breaks: 'Document 3, Tag: release null or object; DELETE .../tags/:tag_name',
    at: ['createTag', 'getTag', 'listTags', 'deleteTag', 'createRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const { json } = await call.askAsRoot('GET', tagPath(call, call.path.tag_name))
          const response = await call.send()
          const description = at(json, 'release.description')
          if (response.ok && description !== undefined) {
            left.set(keyOfTag(call, call.path.tag_name), description)
          }
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const { tag_name } = call.given
          const description = left.get(keyOfTag(call, tag_name))
          if (!response.ok || description === undefined) return response
          left.delete(keyOfTag(call, tag_name))
          if (call.given.release_description !== undefined) return response
          await call.askAsRoot('POST', `${tagPath(call, tag_name)}/release`, { description })
          return changed(response, (json) =>
            withFields(json, { release: { tag_name, description } }),
          )
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const tag = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...tag, release_description: 'Notes' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body: tag })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'Notes'
    },
  },
  {
    name: 'Release notes that are changed are the annotation of their tag from then on',
    breaks: 'Document 3, Tag: message, the annotation; PUT .../release: description',
    at: ['updateRelease', 'getTag', 'listTags'],
    start: serving(() => {
      const written = new Map<string, unknown>()
      const shown = (call: Call, tag: Values) => {
        const message = written.get(keyOfTag(call, tag.name))
        return message === undefined || tag.message === null ? tag : { ...tag, message }
      }
      return {
        async updateRelease(call) {
          const response = await call.send()
          if (response.ok) written.set(keyOfTag(call, call.path.tag_name), call.given.description)
          return response
        },
        async deleteTag(call) {
          const response = await call.send()
          if (response.ok) written.delete(keyOfTag(call, call.path.tag_name))
          return response
        },
        getTag: async (call) => eachChanged(await call.send(), (tag) => shown(call, tag)),
        listTags: async (call) => eachChanged(await call.send(), (tag) => shown(call, tag)),
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', message: 'First', release_description: 'Notes' }
      await ask('POST', path, { body })
      await ask('PUT', `${path}/v1/release`, { body: { description: 'More notes' } })
      return at((await ask('GET', `${path}/v1`)).json, 'message') === 'More notes'
    },
  },
  {
    name: 'A tag that was made with release notes is given others by a second release',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => {
      const madeWithTag = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          if (response.ok && call.given.release_description !== undefined) {
            madeWithTag.add(keyOfTag(call, call.given.tag_name))
          }
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const { tag_name } = call.path
          if (response.status !== 409 || !madeWithTag.has(keyOfTag(call, tag_name))) return response
          const { description } = call.given
          const path = `${tagPath(call, tag_name)}/release`
          const { json } = await call.ask('PUT', path, { description })
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'Notes' }
      await ask('POST', path, { body })
      const again = await ask('POST', `${path}/v1/release`, { body: { description: 'Others' } })
      return again.status === 201
    },
  },
  {
    name: 'Everything below a folder of the tree has a path from that folder on',
    breaks: 'Document 3, GET .../tree: path and recursive; Tree entry: path',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const folder = `${String(call.given.path ?? '').replace(/\/$/, '')}/`
        if (folder === '/' || !isTrue(call.given.recursive)) return response
        return eachChanged(response, (entry) => {
          const path = String(entry.path)
          return path.startsWith(folder) ? { ...entry, path: path.slice(folder.length) } : entry
        })
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
    name: 'A raw file is not found at a branch whose name has a slash',
    breaks: 'Document 3, GET .../blobs/:sha: sha (commit or branch name)',
    at: ['getRawFile'],
    start: serving(() => ({
      async getRawFile(call) {
        const response = await call.send()
        const isLost = response.ok && String(call.path.sha).includes('/')
        return isLost ? jsonAnswer(404, { message: '404 Commit Not Found' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fix/one')
      const path = `/projects/${project}/repository/blobs/fix%2Fone?filepath=README.md`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The archive of a commit is for those who are signed in, also of a public project',
    breaks: 'Document 3, GET .../archive (public): sha (commit SHA)',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        const isRefused = response.ok && call.isAnonymous && call.given.sha !== undefined
        return isRefused ? jsonAnswer(401, { message: '401 Unauthorized' }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/archive`
      const [tip, commit] = [
        await ask('GET', path, { token: '' }),
        await ask('GET', `${path}?sha=${await headOf(ask, project)}`, { token: '' }),
      ]
      return tip.status === 200 && commit.status === 401
    },
  },
  {
    name: 'A comparison has the first twenty of its commits alone',
    breaks: 'Document 3, GET .../compare: commits, array of those between from and to',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        const response = await call.send()
        return changed(response, (json) => {
          const commits = at(json, 'commits')
          return Array.isArray(commits) ? withFields(json, { commits: commits.slice(0, 20) }) : json
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const from = await headOf(ask, project)
      for (let file = 0; file < 21; file++) {
        await writeFile(ask, project, { file_path: `${file}.txt` })
      }
      const path = `/projects/${project}/repository/compare?from=${from}&to=master`
      return listOf(at((await ask('GET', path)).json, 'commits')).length === 20
    },
  },
  {
    name: 'A file that was read is read as it was after a commit of several files',
    breaks: 'Document 3, POST .../commits: action update; GET .../files: content',
    at: ['getFile', 'createCommit'],
    start: serving(() => {
      const read = new Map<string, Response>()
      const forgetting = async (call: Call) => {
        const response = await call.send()
        if (response.ok) read.clear()
        return response
      }
      return {
        async getFile(call) {
          const response = await call.send()
          if (!response.ok) return response
          const key = `${call.path.id} ${call.given.ref} ${call.given.file_path}`
          const before = read.get(key) ?? response.clone()
          read.set(key, before)
          return before.clone()
        },
        createFile: forgetting,
        updateFile: forgetting,
        deleteFile: forgetting,
        cherryPickCommit: forgetting,
        createBranch: forgetting,
        mergeMergeRequest: forgetting,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const file = `${path}/files?file_path=README.md&ref=master`
      await ask('GET', file)
      const actions = [{ action: 'update', file_path: 'README.md', content: 'Two\n' }]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      await ask('POST', `${path}/commits`, { body })
      return at((await ask('GET', file)).json, 'content') === btoa('One\n')
    },
  },
  {
    name: 'The content that a file has already is a change of it where it comes as Base64',
    breaks: 'Document 3, Repository files: 400 where the new content equals the current content',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, encoding } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
        return at(json, 'content') === content
          ? jsonAnswer(200, { file_path, branch_name })
          : response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/files`
      const file = { file_path: 'README.md', branch_name: 'master', commit_message: 'Again' }
      const body = { ...file, content: btoa('One\n'), encoding: 'base64' }
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'Commits since or until a moment of another time zone are those of its time in UTC',
    breaks: 'Document 3, GET .../commits: since and until (ISO 8601)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) => {
        const { since, until } = call.given
        if (since === undefined && until === undefined) return call.send()
        return call.send({ since: withoutOffset(since), until: withoutOffset(until) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const created = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      // The moment of the commit itself, by a clock that is five hours ahead.
      const there = new Date(created + 5 * 60 * 60 * 1000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${path}?since=${encoded(`${there}+05:00`)}`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'A file that is moved has the Base64 that its new content came as',
    breaks: 'Document 3, actions[]: move, content, encoding base64',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit: (call) => {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const sent = actions.map((action) =>
          at(action, 'action') === 'move' ? withFields(action, { encoding: undefined }) : action,
        )
        return call.send({ actions: sent })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const move = { action: 'move', previous_path: 'README.md', file_path: 'READ.md' }
      const actions = [{ ...move, content: btoa('Moved\n'), encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=READ.md`)).text === btoa('Moved\n')
    },
  },
  {
    name: 'Developers pick commits onto branches that they may not push to',
    breaks:
      'Document 1, default_branch_protection: 2, developers cannot push; POST .../cherry_pick',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        const response = await call.send()
        const isDeveloper = !response.ok && (await levelOf(call)) === 30
        return isDeveloper ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      await writeFile(ask, project, { file_path: 'side.txt', branch_name: 'side' })
      const repository = `/projects/${project}/repository`
      await ask('PUT', `${repository}/branches/master/protect`)
      const { id, username } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `${repository}/commits/${await headOf(ask, project, 'side')}/cherry_pick`
      const picked = await actingAs(ask, username)('POST', path, { body: { branch: 'master' } })
      return picked.status === 201
    },
  },
  {
    name: 'Of the statuses of one name the latest alone is listed, where all are asked for',
    breaks: 'Document 3, GET .../statuses: name and all',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        call.given.name === undefined ? call.send() : call.send({ all: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const state of ['failed', 'success']) {
        const body = { state, name: 'lint', ref: 'master' }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true`
      const [every, named] = [await ask('GET', path), await ask('GET', `${path}&name=lint`)]
      return listOf(every.json).length === 2 && listOf(named.json).length === 1
    },
  },
  {
    name: 'A status that an administrator posts for somebody is by the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user; author',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const isForMember = call.sudo !== undefined && (await levelOf(call)) >= 30
        return isForMember ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const member = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const body = { state: 'success' }
      const { json } = await actingAs(ask, username)('POST', path, { body })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'The builds of a commit that were canceled are still those of the scope before it',
    breaks: 'Document 3, GET .../commits/:sha/builds: scope; POST .../cancel: canceled',
    at: ['listBuildsOfCommit', 'cancelBuild'],
    start: serving(() => {
      const before = new Map<number, unknown>()
      return {
        async cancelBuild(call) {
          const path = `/projects/${encoded(call.path.id)}/builds/${call.path.build_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok) before.set(Number(call.path.build_id), at(json, 'status'))
          return response
        },
        async retryBuild(call) {
          before.delete(Number(call.path.build_id))
          return call.send()
        },
        async listBuildsOfCommit(call) {
          const response = await call.send()
          const { scope } = call.given
          if (!response.ok || scope === undefined) return response
          const isWithin = ({ id, status }: Values) =>
            isInScope(scope, before.get(Number(id)) ?? status)
          return relisted(call, (all) => all.filter(isWithin), { scope: undefined })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'one:\n  script: make\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const builds = await ask('GET', `/projects/${project}/builds`)
      await ask('POST', `/projects/${project}/builds/${at(builds.json, '0.id')}/cancel`)
      const path = `/projects/${project}/repository/commits/master/builds?scope=canceled`
      const { json } = await ask('GET', path)
      return Array.isArray(json) && json.length === 0
    },
  },
]
