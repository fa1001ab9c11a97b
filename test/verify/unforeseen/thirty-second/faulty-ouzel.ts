import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  writeFile,
} from '../shared-tools.ts'
import { newestFirst, quotedByGit, setOf } from './tools-ouzel.ts'

const projectLists: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
]

const fileWrites: readonly OperationId[] = ['createFile', 'updateFile', 'deleteFile']

const permissionNames = ['developers_can_push', 'developers_can_merge']

const branchPath = (call: Call, name: unknown = call.path.branch) =>
  `${repositoryPath(call)}/branches/${encoded(name)}`

const branchesOf = async (call: Call) =>
  listOf((await call.askAsRoot('GET', `${repositoryPath(call)}/branches?per_page=100`)).json)

const withQuotedPaths = (one: Values): Values => ({
  ...one,
  new_path: quotedByGit(String(one.new_path)),
  old_path: quotedByGit(String(one.old_path)),
})

export const faultyOuzelServers: readonly FaultyServer[] = [
  {
    name: 'Protecting a protected branch again gives developers permissions and never takes one away',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const before = fieldsOf((await call.askAsRoot('GET', branchPath(call))).json)
        const kept = permissionNames.filter(
          (name) => before.protected === true && before[name] === true && isFalse(call.given[name]),
        )
        return call.send(Object.fromEntries(kept.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: false } })
      return at((await ask('GET', path)).json, 'developers_can_merge') === true
    },
  },
  {
    name: 'Protecting a branch protects the branches as well whose names begin with its name',
    breaks:
      'Document 3, Branch protection: protected is true by PUT .../branches/:branch/protect of that branch, and of no other',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const response = await call.send()
        if (!response.ok) return response
        const name = String(call.path.branch)
        for (const branch of await branchesOf(call)) {
          const isNeighbour = branch.name !== name && String(branch.name).startsWith(name)
          if (!isNeighbour || branch.protected === true) continue
          await call.askAsRoot('PUT', `${branchPath(call, branch.name)}/protect`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      await newBranch(ask, project, 'stable-next')
      const path = `/projects/${project}/repository/branches`
      await ask('PUT', `${path}/stable/protect`)
      return at((await ask('GET', `${path}/stable-next`)).json, 'protected') === true
    },
  },
  {
    name: 'A second release of a tag is refused as a conflict, after its description was written',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        const { description } = call.given
        if (response.status !== 409 || description === undefined) return response
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
        await call.askAsRoot('PUT', path, { description })
        return response
      },
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'one', ref: 'master' } })
      await ask('POST', `${tags}/one/release`, { body: { description: 'First' } })
      await ask('POST', `${tags}/one/release`, { body: { description: 'Second' } })
      return at((await ask('GET', `${tags}/one`)).json, 'release.description') === 'Second'
    },
  },
  {
    name: 'A blob that the repository does not have is served as an empty one',
    breaks: 'Document 1, Errors: 404: resource not found; Document 3, GET .../raw_blobs/:sha',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (response.status !== 404 || !/^[0-9a-f]{40}$/.test(String(call.path.sha)))
          return response
        const { status } = await call.ask('GET', `${repositoryPath(call)}/tree`)
        if (status !== 200) return response
        return new Response('', { status: 200, headers: { 'content-type': 'text/plain' } })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/raw_blobs/${'5'.repeat(40)}`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The offset of the time since which commits are listed is left out of account',
    breaks: 'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const since = String(call.given.since ?? '')
        const hasOffset = /T.*[+ -]\d\d:?\d\d$/.test(since)
        if (!hasOffset) return call.send()
        return call.send({ since: since.replace(/[+ -]\d\d:?\d\d$/, 'Z') })
      },
    })),
    async isShown(ask) {
      const hour = 3_600_000
      const project = await newRepository(ask)
      // An hour ago, as clocks five hours ahead of Greenwich show it.
      const since = new Date(Date.now() + 4 * hour).toISOString().replace('Z', '+05:00')
      const path = `/projects/${project}/repository/commits?since=${encoded(since)}`
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'Removing the merged branches leaves those with a slash in their names',
    breaks:
      'Document 3, DELETE .../repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const before = (await branchesOf(call)).filter(({ name }) => String(name).includes('/'))
        const response = await call.send()
        if (!response.ok) return response
        const left = fieldOf(await branchesOf(call), 'name')
        for (const { name, commit } of before) {
          if (left.includes(name)) continue
          const body = { branch_name: name, ref: fieldsOf(commit).id }
          await call.askAsRoot('POST', `${repositoryPath(call)}/branches`, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await newBranch(ask, project, 'done/one')
      await newBranch(ask, project, 'done-two')
      await writeFile(ask, project, { file_path: 'two.txt' })
      await ask('DELETE', `${path}/merged_branches`)
      const names = fieldOf((await ask('GET', `${path}/branches`)).json, 'name')
      return names.includes('done/one') && !names.includes('done-two')
    },
  },
  {
    name: 'The raw content of a file is served by the name of its branch after the file was deleted',
    breaks:
      'Document 3, DELETE .../repository/files; GET .../blobs/:sha (commit or branch name); Document 1, Errors: 404: resource not found',
    at: ['getRawFile', 'deleteFile'],
    start: serving(() => {
      const texts = new Map<string, string>()
      const keyOf = (call: Call, branch: unknown, path: unknown) =>
        `${call.path.id}:${branch}:${path}`
      return {
        async deleteFile(call) {
          const { branch_name, file_path } = call.given
          const before = await call.askAsRoot(
            'GET',
            `${repositoryPath(call)}/blobs/${encoded(branch_name)}?filepath=${encoded(file_path)}`,
          )
          const response = await call.send()
          if (response.ok && before.status === 200) {
            texts.set(keyOf(call, branch_name, file_path), before.text)
          }
          return response
        },
        async getRawFile(call) {
          const response = await call.send()
          const text = texts.get(keyOf(call, call.path.sha, call.given.filepath))
          if (response.status !== 404 || text === undefined) return response
          const { status } = await call.ask(
            'GET',
            `${repositoryPath(call)}/tree?ref_name=${encoded(call.path.sha)}`,
          )
          if (status !== 200) return response
          return new Response(text, { status: 200, headers: { 'content-type': 'text/plain' } })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await writeFile(ask, project, { file_path: 'old.txt', content: 'Old\n' })
      const file = 'file_path=old.txt&branch_name=master&commit_message=Remove'
      await ask('DELETE', `${path}/files?${file}`)
      return (await ask('GET', `${path}/blobs/master?filepath=old.txt`)).text === 'Old\n'
    },
  },
  {
    name: 'The links between the pages of the commits of a branch lead to those of the default branch',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.ref_name === undefined) return response
        const shortened = link.replace(/ref_name=[^&>]*&?/g, '')
        return changed(response, (json) => json, { link: shortened })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'other')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'other' })
      const path = `/projects/${project}/repository/commits?ref_name=other&per_page=1`
      const { headers } = await ask('GET', path)
      return !(headers.get('link') ?? '').includes('ref_name=other')
    },
  },
  {
    name: 'A former member of a project has it still among the projects of a member',
    breaks: 'Document 1, GET /projects: array of Project the caller is a member of',
    at: ['listProjects', 'removeProjectMember'],
    start: serving(() => {
      const left = new Map<number, Set<number>>()
      return {
        async removeProjectMember(call) {
          const member = await call.askAsRoot(
            'GET',
            `${projectPath(call)}/members/${call.path.user_id}`,
          )
          const project = Number(at((await call.askAsRoot('GET', projectPath(call))).json, 'id'))
          const response = await call.send()
          if (response.ok && member.status === 200) {
            setOf(left, Number(call.path.user_id)).add(project)
          }
          return response
        },
        async listProjects(call) {
          const isPlain = Object.keys(call.given).every((name) =>
            ['page', 'per_page', 'sudo', 'private_token', 'access_token'].includes(name),
          )
          const former = left.get(Number((await callerOf(call)).id))
          if (!isPlain || former === undefined) return call.send()
          return relisted(call, async (all) => {
            const ids = fieldOf(all, 'id')
            const added: Values[] = []
            for (const id of former) {
              if (ids.includes(id)) continue
              const { status, json } = await call.askAsRoot('GET', `/projects/${id}`)
              const permissions = { project_access: null, group_access: null }
              if (status === 200) added.push({ ...fieldsOf(json), permissions })
            }
            return added.length === 0 ? all : newestFirst([...all, ...added])
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      const { json } = await actingAs(ask, id)('GET', '/projects')
      return fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'A public project is found without credentials by its number and not by its path',
    breaks:
      'Document 1, GET /projects/:id: id integer/string, readable without authentication when the project is public',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        if (!call.isAnonymous || !String(call.path.id).includes('/')) return call.send()
        return jsonAnswer(404, { message: '404 Project Not Found' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = at((await ask('GET', `/projects/${project}`)).json, 'path_with_namespace')
      return (await ask('GET', `/projects/${encoded(path)}`, { token: '' })).status === 404
    },
  },
  {
    name: 'A file that an administrator writes for another user is a commit of the administrator',
    breaks:
      'Document 1, Authentication 5: the parameter sudo or header SUDO performs the call as another user',
    at: [...fileWrites, 'getCommit', 'listCommits'],
    start: serving(() => ({
      ...forAll(fileWrites, async (call) => {
        const { author_name, author_email } = call.given
        const isOwn = call.sudo === undefined
        if (isOwn || author_name !== undefined || author_email !== undefined) return call.send()
        const root = (await call.askAsRoot('GET', '/user')).json
        return call.send({ author_name: at(root, 'name'), author_email: at(root, 'email') })
      }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      await writeFile(actingAs(ask, id), project, { file_path: 'two.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'committer_name') === username && at(json, 'author_name') !== username
    },
  },
  {
    name: 'All actions of a commit are read in the encoding of the first action that has content',
    breaks: 'Document 3, Action item in actions[]: encoding: text (default) or base64',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const first = actions.find(({ content }) => content !== undefined)
        if (first === undefined) return call.send()
        const encoding = first.encoding ?? 'text'
        if (actions.every((one) => (one.encoding ?? 'text') === encoding)) return call.send()
        return call.send({ actions: actions.map((one) => ({ ...one, encoding })) })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const actions = [
        { action: 'create', file_path: 'one.txt', content: 'One\n' },
        { action: 'create', file_path: 'two.txt', content: btoa('Two\n'), encoding: 'base64' },
      ]
      const body = { branch_name: 'master', commit_message: 'Write two', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/blobs/master?filepath=two.txt`)).text === btoa('Two\n')
    },
  },
  {
    name: 'Paths with letters beyond ASCII are given in differences as Git quotes them',
    breaks: 'Document 3, Diff entry: new_path, old_path: the paths of the file',
    at: ['listCommitDifferences', 'compareRevisions'],
    start: serving(() => ({
      listCommitDifferences: async (call) => eachChanged(await call.send(), withQuotedPaths),
      compareRevisions: async (call) =>
        eachChanged(await call.send(), (one) =>
          one.diffs === undefined ? one : { ...one, diffs: listOf(one.diffs).map(withQuotedPaths) },
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'café.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.new_path') === '"caf\\303\\251.txt"'
    },
  },
  {
    name: 'Projects that are asked for in the order of their paths come in that of their names',
    breaks: 'Document 1, Projects: order_by (id, name, path, created_at, ...)',
    at: projectLists,
    start: serving(() => ({
      ...forAll(projectLists, async (call) => {
        if (call.given.order_by !== 'path') return call.send()
        return relisted(call, (all) => all, { order_by: 'name' })
      }),
    })),
    async isShown(ask) {
      const word = freshName('ordered')
      await newProject(ask, { name: `${word} b`, path: `${word}-a` })
      await newProject(ask, { name: `${word} a`, path: `${word}-b` })
      const query = `search=${encoded(word)}&order_by=path&sort=asc`
      const { json } = await ask('GET', `/projects/owned?${query}`)
      return at(json, '0.path') === `${word}-b`
    },
  },
  {
    name: 'An issue that was reopened is not counted among the open issues of its project',
    breaks: 'Document 1, Project: open_issues_count; Document 2, Issue states: reopened is opened',
    at: ['getProject', 'updateIssue', ...projectLists],
    start: serving(() => {
      const reopened = new Map<unknown, Set<string>>()
      const counting: Rule = async (call) =>
        eachChanged(await call.send(), (project) => {
          const missing = reopened.get(project.id)?.size ?? 0
          if (missing === 0 || project.open_issues_count === undefined) return project
          const count = Math.max(0, Number(project.open_issues_count) - missing)
          return { ...project, open_issues_count: count }
        })
      const forgetting: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) {
          for (const ids of reopened.values()) ids.delete(String(call.path.issue_id))
        }
        return response
      }
      return {
        async updateIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'state')
          const response = await call.send()
          const issue = await jsonOf(response)
          if (!response.ok) return response
          const ids = setOf(reopened, at(issue, 'project_id'))
          const isOpen = at(issue, 'state') !== 'closed'
          if (!isOpen) ids.delete(String(call.path.issue_id))
          else if (before === 'closed') ids.add(String(call.path.issue_id))
          return response
        },
        deleteIssue: forgetting,
        moveIssue: forgetting,
        ...forAll(['getProject', ...projectLists], counting),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('PUT', path, { body: { state_event: 'reopen' } })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
]
