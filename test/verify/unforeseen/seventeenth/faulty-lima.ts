import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newProject,
  newRepository,
  newUser,
  projectPath,
  repositoryPath,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

/** Writes the configuration of a pipeline; answers with the builds that it makes. */
async function newBuilds(ask: Ask, project: number, content: string) {
  await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
  return listOf((await ask('GET', `/projects/${project}/builds`)).json)
}

export const faultyLimaServers: readonly FaultyServer[] = [
  {
    name: 'A tree with all of its folders is that of the default branch, whatever the ref',
    breaks: 'Document 3, GET .../tree: ref_name (branch or tag), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ ref_name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'docs/one.md', branch_name: 'other' })
      const path = `/projects/${project}/repository/tree?ref_name=other&recursive=true`
      const names = fieldOf((await ask('GET', path)).json, 'path')
      return names.includes('README.md') && !names.includes('docs/one.md')
    },
  },
  {
    name: 'A raw blob is found in the objects of all projects together',
    breaks: 'Document 3, GET /projects/:id/repository/raw_blobs/:sha: blob of the project; 404',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        if ((await call.ask('GET', projectPath(call))).status !== 200) return response
        const { json } = await call.askAsRoot('GET', '/projects/all?per_page=100')
        for (const id of fieldOf(json, 'id')) {
          const blob = `/projects/${id}/repository/raw_blobs/${encoded(call.path.sha)}`
          const { status, text } = await call.askAsRoot('GET', blob)
          if (status === 200)
            return new Response(text, { headers: { 'content-type': 'text/plain' } })
        }
        return response
      },
    })),
    async isShown(ask) {
      const owner = await newRepository(ask)
      await writeFile(ask, owner, { file_path: 'secret.txt', content: `${freshName('secret')}\n` })
      const tree = await ask('GET', `/projects/${owner}/repository/tree`)
      const blob = listOf(tree.json).find(({ name }) => name === 'secret.txt')?.id
      const other = await newRepository(ask)
      const { status } = await ask('GET', `/projects/${other}/repository/raw_blobs/${blob}`)
      return status === 200
    },
  },
  {
    name: 'A comparison gives a renamed file its new path as its old one',
    breaks: 'Document 3, Diff entry: new_path, old_path, renamed_file',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        return changed(await call.send(), (json) =>
          withFields(
            json,
            at(json, 'diffs') === undefined
              ? {}
              : {
                  diffs: listOf(at(json, 'diffs')).map((diff) =>
                    isTrue(diff.renamed_file) ? { ...diff, old_path: diff.new_path } : diff,
                  ),
                },
          ),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const content = 'One\nTwo\nThree\nFour\nFive\nSix\n'
      await writeFile(ask, project, { file_path: 'before.txt', content })
      const from = await headOf(ask, project)
      const body = {
        branch_name: 'master',
        commit_message: 'Rename',
        actions: [{ action: 'move', file_path: 'after.txt', previous_path: 'before.txt', content }],
      }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/compare?from=${from}&to=master`
      return at((await ask('GET', path)).json, 'diffs.0.old_path') === 'after.txt'
    },
  },
  {
    name: 'The contributors of an internal project are told to whoever has no account',
    breaks:
      'Document 1, Conventions 5 and Authentication 1: 10 internal (by any logged-in user); public reads only when publicly accessible',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        if (!call.isAnonymous) return call.send()
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return at(json, 'visibility_level') === 10 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 10 })
      const path = `/projects/${project}/repository/contributors`
      return (await ask('GET', path, { token: '' })).status === 200
    },
  },
  {
    name: 'The archive of a project is the one that was packed first, whatever was pushed since',
    breaks: 'Document 3, GET .../archive: sha default the tip of the default branch',
    at: ['getArchive'],
    start: serving(() => {
      const packed = new Map<string | undefined, { bytes: ArrayBuffer; response: Response }>()
      return {
        async getArchive(call) {
          const response = await call.send()
          if (!response.ok || call.given.sha !== undefined) return response
          const kept = packed.get(call.path.id)
          if (kept !== undefined) return withBody(kept.response, kept.bytes)
          const bytes = await response.arrayBuffer()
          packed.set(call.path.id, { bytes, response })
          return withBody(response, bytes)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/archive`
      const before = await ask('GET', path)
      await writeFile(ask, project, { file_path: 'later.txt' })
      return before.status === 200 && (await ask('GET', path)).text === before.text
    },
  },
  {
    name: 'Content in Base64 that a file has already is taken for a change',
    breaks:
      'Document 3, Repository files: 400 when the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { encoding, content, file_path, branch_name } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
        return at(json, 'content') === content
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
        commit_message: 'Nothing',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'Branches that are merged into any branch are deleted as merged ones',
    breaks:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const branches = `${repositoryPath(call)}/branches`
        const all = listOf((await call.ask('GET', `${branches}?per_page=100`)).json)
        for (const { name } of all.filter((branch) => !isTrue(branch.protected))) {
          for (const other of all.filter((branch) => branch.name !== name)) {
            const query = `from=${encoded(other.name)}&to=${encoded(name)}`
            const compared = await call.ask('GET', `${repositoryPath(call)}/compare?${query}`)
            if (compared.status !== 200 || listOf(at(compared.json, 'commits')).length > 0) continue
            await call.ask('DELETE', `${branches}/${encoded(name)}`)
            break
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'develop')
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'develop' })
      await newBranch(ask, project, 'topic', 'develop')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'develop' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { status } = await ask('GET', `/projects/${project}/repository/branches/topic`)
      return status === 404
    },
  },
  {
    name: 'A tag with a message of its own is made without its release',
    breaks: 'Document 3, POST .../tags: message (annotated tag), release_description; Tag: release',
    at: ['createTag', 'getTag', 'listTags', 'createRelease', 'updateRelease'],
    start: serving(() => ({
      createTag: (call) =>
        call.given.message === undefined
          ? call.send()
          : call.send({ release_description: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const given = { message: 'The first', release_description: 'What is new' }
      const body = { tag_name: 'v1', ref: 'master', ...given }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release') === null
    },
  },
  {
    name: 'A release that is refused since there is one replaces its text nevertheless',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        if (response.status !== 409) return response
        const { description } = call.given
        const tag = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        await call.ask('PUT', `${tag}/release`, { description })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', tags, { body })
      await ask('POST', `${tags}/v1/release`, { body: { description: 'Second' } })
      return at((await ask('GET', `${tags}/v1`)).json, 'release.description') === 'Second'
    },
  },
  {
    name: 'A deleted branch whose name has slashes is answered by the last part of it',
    breaks: 'Document 3, DELETE .../branches/:branch: object with branch_name',
    at: ['deleteBranch'],
    start: serving(() => ({
      async deleteBranch(call) {
        return changed(await call.send(), (json) => {
          const name = at(json, 'branch_name')
          return typeof name === 'string'
            ? withFields(json, { branch_name: name.split('/').at(-1) })
            : json
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'fix/the-anchor')
      const path = `/projects/${project}/repository/branches/${encoded('fix/the-anchor')}`
      return at((await ask('DELETE', path)).json, 'branch_name') === 'the-anchor'
    },
  },
  {
    name: 'The builds of a commit that is not there are none at all',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const project = await call.ask('GET', projectPath(call))
        return project.status === 200 ? jsonAnswer(200, []) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${'1'.repeat(40)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A build that waits for an earlier stage says that it is canceled, and is not',
    breaks: 'Document 3, States of a build: POST .../cancel gives canceled',
    at: ['cancelBuild', 'getBuild', 'listBuilds', 'listBuildsOfCommit'],
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const { json } = await call.ask('GET', path)
        if (at(json, 'status') !== 'created' || (await levelOf(call)) < 30) return call.send()
        return jsonAnswer(201, withFields(json, { status: 'canceled' }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const builds = await newBuilds(
        ask,
        project,
        'stages: [build, test]\none: { stage: build, script: ls }\ntwo: { stage: test, script: ls }\n',
      )
      const later = builds.find(({ status }) => status === 'created')
      const path = `/projects/${project}/builds/${later?.id}`
      const { json } = await ask('POST', `${path}/cancel`)
      const after = await ask('GET', path)
      return at(json, 'status') === 'canceled' && at(after.json, 'status') === 'created'
    },
  },
  {
    name: 'A list of builds of one state counts those of every state',
    breaks: 'Document 1, Limits: X-Total, X-Total-Pages; document 3, GET .../builds: scope',
    at: ['listBuilds'],
    start: serving(() => ({
      async listBuilds(call) {
        const response = await call.send()
        if (!response.ok || call.given.scope === undefined) return response
        const { headers } = await call.send({ scope: undefined })
        return withBody(response, response.body, {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const [build] = await newBuilds(ask, project, 'one: { script: ls }\ntwo: { script: ls }\n')
      await ask('POST', `/projects/${project}/builds/${build?.id}/cancel`)
      const { headers } = await ask('GET', `/projects/${project}/builds?scope=canceled`)
      return headers.get('x-total') === '2'
    },
  },
  {
    name: 'The encoding of the first action of a commit is that of all of them',
    breaks: 'Document 3, Action item: encoding text (default) or base64, of each action',
    at: ['createCommit', 'getRawFile', 'getFile'],
    start: serving(() => ({
      createCommit(call) {
        const actions = listOf(call.given.actions)
        const encoding = actions[0]?.encoding ?? 'text'
        return actions.length < 2
          ? call.send()
          : call.send({ actions: actions.map((action) => ({ ...action, encoding })) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        branch_name: 'master',
        commit_message: 'Two',
        actions: [
          { action: 'create', file_path: 'one.txt', content: 'One\n' },
          { action: 'create', file_path: 'two.txt', content: btoa('Two\n'), encoding: 'base64' },
        ],
      }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=two.txt`
      return (await ask('GET', path)).text === btoa('Two\n')
    },
  },
  {
    name: 'Commits since a time are those since the same hands of a clock in Greenwich',
    breaks: 'Document 3, GET .../commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits({ given, send }) {
        const since = String(given.since ?? '')
        return /[+-]\d\d:\d\d$/.test(since) ? send({ since: `${since.slice(0, -6)}Z` }) : send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${commits}/master`)
      const then = Date.parse(String(at(json, 'created_at'))) - 60 * 60 * 1000
      // An hour before the commit, as a clock five hours to the east says it.
      const east = new Date(then + 5 * 60 * 60 * 1000).toISOString().slice(0, 19)
      const found = await ask('GET', `${commits}?since=${encoded(`${east}+05:00`)}`)
      return found.status === 200 && listOf(found.json).length === 0
    },
  },
  {
    name: 'A comment can stand on the line after the last one of a file',
    breaks:
      'Document 3, Comment placement rules: line, line_type and path are null when the line does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        const { path, line, line_type = 'new' } = call.given
        if (!response.ok || path === undefined || line_type !== 'new') return response
        if (at(await jsonOf(response), 'line') !== null) return response
        const blob = `blobs/${encoded(call.path.sha)}?filepath=${encoded(path)}`
        const { status, text } = await call.ask('GET', `${repositoryPath(call)}/${blob}`)
        if (status !== 200 || Number(line) !== text.split('\n').length) return response
        return changed(response, (json) =>
          withFields(json, { path, line: Number(line), line_type }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const body = { note: 'Below', path: 'README.md', line: 2, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'line') === 2
    },
  },
  {
    name: 'A status is posted by the administrator whoever it is posted for',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user; status: author',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const isAllowed = call.sudo !== undefined && (await levelOf(call)) >= 30
        return isAllowed ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await actingAs(ask, username)('POST', path, { body: { state: 'success' } })
      return at(json, 'status') === 'success' && at(json, 'author.username') !== username
    },
  },
  {
    name: 'A developer picks commits onto a protected branch that is not for developers',
    breaks:
      'Document 3, Branch protection: developers_can_push; POST .../cherry_pick: branch; 403 not allowed',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        const response = await call.send()
        return !response.ok && (await levelOf(call)) === 30 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      await newBranch(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'topic.txt', branch_name: 'topic' })
      const repository = `/projects/${project}/repository`
      await ask('PUT', `${repository}/branches/master/protect`, { body: {} })
      const path = `${repository}/commits/${await headOf(ask, project, 'topic')}/cherry_pick`
      const body = { branch: 'master' }
      return (await actingAs(ask, username)('POST', path, { body })).status === 201
    },
  },
  {
    name: 'A branch that is protected no more keeps the rights of developers in the list',
    breaks:
      'Document 3, Branch protection: unprotect makes developers_can_push and developers_can_merge false',
    at: ['unprotectBranch', 'listBranches'],
    start: serving(() => {
      const rights = new Map<string, Readonly<Record<string, unknown>>>()
      const keyOf = (project: string | undefined, branch: unknown) => `${project} ${branch}`
      return {
        async unprotectBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const before = fieldsOf((await call.ask('GET', path)).json)
          const response = await call.send()
          const { developers_can_push, developers_can_merge } = before
          if (response.ok && isTrue(before.protected))
            rights.set(keyOf(call.path.id, before.name), {
              developers_can_push,
              developers_can_merge,
            })
          return response
        },
        async listBranches(call) {
          return eachChanged(await call.send(), (branch) =>
            branch.protected === false
              ? { ...branch, ...rights.get(keyOf(call.path.id, branch.name)) }
              : branch,
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branches = `/projects/${project}/repository/branches`
      const body = { developers_can_push: true }
      await ask('PUT', `${branches}/master/protect`, { body })
      await ask('PUT', `${branches}/master/unprotect`)
      return at((await ask('GET', branches)).json, '0.developers_can_push') === true
    },
  },
  {
    name: 'A build that runs again still has the time at which it ended',
    breaks: 'Document 3, States of a build: POST .../retry gives pending, finished_at becomes null',
    at: ['retryBuild', 'getBuild'],
    start: serving(() => {
      const ends = new Map<string | undefined, unknown>()
      return {
        async retryBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          if (response.ok) ends.set(call.path.build_id, at(json, 'finished_at'))
          return response
        },
        async getBuild(call) {
          return changed(await call.send(), (json) =>
            at(json, 'finished_at') === null && ends.has(call.path.build_id)
              ? withFields(json, { finished_at: ends.get(call.path.build_id) })
              : json,
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const [build] = await newBuilds(ask, project, 'one: { script: ls }\n')
      const path = `/projects/${project}/builds/${build?.id}`
      await ask('POST', `${path}/cancel`)
      const again = await ask('POST', `${path}/retry`)
      const { json } = await ask('GET', path)
      return at(again.json, 'finished_at') === null && typeof at(json, 'finished_at') === 'string'
    },
  },
]
