import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  headOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newMergeRequest,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { mayPush } from './tools-dotterel.ts'

export const faultyDotterelServers: readonly FaultyServer[] = [
  {
    name: 'A merge goes ahead when the sha is that of an earlier commit of the merge request',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (sha === undefined) return call.send()
        const { json } = await call.ask('GET', `${mergeRequestPath(call)}/commits`)
        return fieldOf(json, 'id').includes(sha) ? call.send({ sha: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'wader')}`
      const sha = await headOf(ask, project, 'wader')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'wader' })
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The list of merge requests shows the head that an open one had when it was made',
    breaks: 'Document 2, Merge request: sha is a string (head commit id)',
    at: ['listMergeRequests'],
    start: serving(() => {
      const heads = new Map<unknown, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const made = await jsonOf(response)
          if (response.ok) heads.set(at(made, 'id'), at(made, 'sha'))
          return response
        },
        listMergeRequests: async (call) =>
          eachChanged(await call.send(), (one) => {
            const isOpen = one.state === 'opened' || one.state === 'reopened'
            return isOpen && heads.has(one.id) ? { ...one, sha: heads.get(one.id) } : one
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'wader')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'wader' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.sha') !== (await headOf(ask, project, 'wader'))
    },
  },
  {
    name: 'Merge requests that are asked for by several iids are listed whatever their state',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] (array), state',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.iids === undefined ? call.send() : call.send({ state: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'wader')
      const path = `/projects/${project}/merge_requests`
      const iid = at((await ask('GET', `${path}/${id}`)).json, 'iid')
      const { json } = await ask('GET', `${path}?iids[]=${iid}&state=merged`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The builds of a commit are only those of its newest pipeline',
    breaks:
      'Document 3, GET .../commits/:sha/builds: array of Build from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      listBuildsOfCommit: (call) =>
        relisted(call, (all) => {
          const newest = Math.max(...all.map((build) => Number(at(build, 'pipeline.id'))))
          return all.filter((build) => Number(at(build, 'pipeline.id')) === newest)
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'test:\n  script: echo one\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      await newBranch(ask, project, 'wader')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/builds`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The links between the pages of the commits encode the name of the branch twice',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const twice = link.replaceAll(
          /([?&]ref_name=)([^&>]*)/g,
          (_, before: string, name: string) => `${before}${encodeURIComponent(name)}`,
        )
        return withBody(response, response.body, { link: twice })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'wader/one')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'wader/one' })
      const path = `/projects/${project}/repository/commits`
      const { headers } = await ask('GET', `${path}?ref_name=${encoded('wader/one')}&per_page=1`)
      return (headers.get('link') ?? '').includes('wader%252Fone')
    },
  },
  {
    name: 'Somebody without credentials compares the branches of an internal project',
    breaks:
      'Document 1, Authentication 1: reads marked public work without credentials when the project is publicly accessible; Visibility levels: 10 internal (any logged-in user)',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        const response = await call.send()
        if (!call.isAnonymous || (response.status !== 401 && response.status !== 404))
          return response
        const project = (await call.askAsRoot('GET', projectPath(call))).json
        return at(project, 'visibility_level') === 10 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const path = `/projects/${project}/repository/compare?from=master&to=master`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'A developer removes the merge request that he made himself',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
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
      const { id: user_id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id, access_level: 30 } })
      const asUser = actingAs(ask, user_id)
      const id = await newMergeRequest(asUser, project, 'wader')
      const { status } = await asUser('DELETE', `/projects/${project}/merge_requests/${id}`)
      return status === 200
    },
  },
  {
    name: 'The status of a commit that is posted with a wrong token is forbidden',
    breaks: 'Document 1, Authentication 2: missing or invalid credentials give status 401',
    at: ['createCommitStatus'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        return jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const body = { state: 'success' }
      return (await ask('POST', path, { token: 'no-such-token', body })).status === 403
    },
  },
  {
    name: 'The author of a status that an administrator posts as another user is the administrator',
    breaks:
      'Document 1, Authentication 5: sudo performs the call as another user; Document 3, Commit status: author',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        if (call.sudo === undefined || (await levelOf(call)) < 30) return call.send()
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id: user_id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id, access_level: 40 } })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await actingAs(ask, user_id)('POST', path, { body: { state: 'success' } })
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'The lines of a file that is written anew end with a line feed where a carriage return came first',
    breaks: 'Document 3, PUT /projects/:id/repository/files: content (req, new content)',
    at: ['updateFile', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async updateFile(call) {
        const { content, encoding } = call.given
        if (typeof content !== 'string' || encoding === 'base64' || !content.includes('\r\n'))
          return call.send()
        return call.send({ content: content.replaceAll('\r\n', '\n') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Rewrite',
        content: 'two\r\nthree\r\n',
      }
      await ask('PUT', `/projects/${project}/repository/files`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).text === 'two\nthree\n'
    },
  },
  {
    name: 'The release of a removed tag is in the way of that of a new tag with the same name',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag; Tag: release null',
    at: ['createRelease', 'deleteTag'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const hadRelease = at(json, 'release.tag_name') !== undefined
          if (response.ok && hadRelease) left.add(`${call.path.id}/${call.path.tag_name}`)
          return response
        },
        async createRelease(call) {
          const { id, tag_name } = call.path
          if (!left.has(`${id}/${tag_name}`) || call.given.description === undefined)
            return call.send()
          const tag = await call.ask('GET', `${repositoryPath(call)}/tags/${encoded(tag_name)}`)
          if (tag.status !== 200 || !(await mayPush(call))) return call.send()
          return jsonAnswer(409, { message: 'Release already exists' })
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'One' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      const again = { body: { description: 'Two' } }
      return (await ask('POST', `${path}/v1/release`, again)).status === 409
    },
  },
  {
    name: 'All the actions of a commit are read in the encoding of the first one',
    breaks: 'Document 3, Action item in actions[]: encoding, `text` (default) or `base64`',
    at: ['createCommit', 'getRawFile', 'getFile'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const encoding = actions[0]?.encoding ?? 'text'
        if (actions.every((action) => (action.encoding ?? 'text') === encoding)) return call.send()
        return call.send({ actions: actions.map((action) => ({ ...action, encoding })) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const actions = [
        { action: 'create', file_path: 'one.txt', content: 'one' },
        { action: 'create', file_path: 'two.txt', content: 'dHdv', encoding: 'base64' },
      ]
      const body = { branch_name: 'master', commit_message: 'Both', actions }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=two.txt`)
      return text === 'dHdv'
    },
  },
  {
    name: 'Branches that were merged into a branch other than the default one are removed as well',
    breaks:
      'Document 3, DELETE .../repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const project = (await call.askAsRoot('GET', projectPath(call))).json
        const path = `${projectPath(call)}/merge_requests?state=merged&per_page=100`
        for (const request of listOf((await call.askAsRoot('GET', path)).json)) {
          const isOther =
            request.target_branch !== at(project, 'default_branch') &&
            request.source_branch !== at(project, 'default_branch') &&
            request.source_project_id === request.target_project_id
          const branch = `${repositoryPath(call)}/branches/${encoded(request.source_branch)}`
          if (!isOther || at((await call.askAsRoot('GET', branch)).json, 'protected') !== false)
            continue
          await call.askAsRoot('DELETE', branch)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'shore')
      const id = await newMergeRequest(ask, project, 'wader', { target_branch: 'shore' })
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body: {} })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      return (await ask('GET', `${repository}/branches/wader`)).status === 404
    },
  },
  {
    name: 'A file that a commit moves without a change to its text is not a renamed one',
    breaks: 'Document 3, Diff entry: new_path, old_path, renamed_file (boolean)',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.diff === '' && isTrue(one.renamed_file) ? { ...one, renamed_file: false } : one,
        ),
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const actions = [{ action: 'move', previous_path: 'README.md', file_path: 'READ.md' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', commits, { body })
      const { json } = await ask('GET', `${commits}/master/diff`)
      return listOf(json).some((one) => one.new_path === 'READ.md' && one.renamed_file === false)
    },
  },
  {
    name: 'What developers may do on a protected branch is answered anew but kept as it was first set',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const { json } = await call.askAsRoot('GET', path)
        const response = await call.send()
        if (!response.ok || at(json, 'protected') !== true) return response
        await call.askAsRoot('PUT', `${path}/protect`, {
          developers_can_push: at(json, 'developers_can_push'),
          developers_can_merge: at(json, 'developers_can_merge'),
        })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'wader')
      const path = `/projects/${project}/repository/branches/wader`
      const allowing = (developers_can_push: boolean) => ({
        body: { developers_can_push, developers_can_merge: false },
      })
      await ask('PUT', `${path}/protect`, allowing(false))
      await ask('PUT', `${path}/protect`, allowing(true))
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
]
