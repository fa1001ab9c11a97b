import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newProject,
  newRepository,
  newUser,
  pageOf,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  branchPath,
  buildWithArtifacts,
  decodedText,
  keyOf,
  newBuiltProject,
  projectOf,
  repositoryPath,
  tagPath,
  writeCommit,
} from './tools-code.ts'

const faultyProjects: readonly FaultyServer[] = [
  {
    name: 'A search in the own projects finds them in every visibility',
    breaks: 'Document 1, Projects: common filter parameters, visibility and search',
    at: ['listProjects'],
    start: serving(() => ({
      listProjects: (call) =>
        call.given.search === undefined ? call.send() : call.send({ visibility: undefined }),
    })),
    async isShown(ask) {
      const name = freshName('sought')
      await newProject(ask, { name, visibility_level: 0 })
      const { json } = await ask('GET', `/projects?search=${name}&visibility=public`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'The simple form of the projects that one sees is without the internal ones',
    breaks: 'Document 1, GET /projects/visible: every Project the caller can see, also with simple',
    at: ['listVisibleProjects'],
    start: serving(() => ({
      async listVisibleProjects(call) {
        const response = await call.send()
        if (!isTrue(call.given.simple)) return response
        const full = listOf(await jsonOf(await call.send({ simple: undefined })))
        const hidden = full.filter((one) => one.visibility_level === 10).map(({ id }) => id)
        return changed(response, (json) =>
          Array.isArray(json) ? listOf(json).filter(({ id }) => !hidden.includes(id)) : json,
        )
      },
    })),
    async isShown(ask) {
      const name = freshName('inside')
      await newProject(ask, { name, visibility_level: 10 })
      const { json } = await ask('GET', `/projects/visible?search=${name}&simple=true`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The links between the pages of all projects forget the visibility that was asked for',
    breaks: 'Document 1, Limits: Link, full URLs; clients use these instead of building URLs',
    at: ['listAllProjects'],
    start: serving(() => ({
      async listAllProjects(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.visibility === undefined) return response
        const links = link.replace(/visibility=\w+&/g, '').replace(/[?&]visibility=\w+/g, '')
        return withBody(response, response.body, { link: links })
      },
    })),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/all?visibility=public&per_page=1')
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('visibility=public')
    },
  },
  {
    name: 'A private project that is asked for by its path is forbidden to strangers, not absent',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        if (response.status !== 404 || !call.path.id?.includes('/')) return response
        if (idOf(await projectOf(call)) > 0) return jsonAnswer(403, { message: '403 Forbidden' })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const stranger = await newUser(ask)
      const { json } = await ask('GET', `/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await actingAs(ask, stranger.username)('GET', path)).status === 403
    },
  },
  {
    name: 'The total of a search among the users of a project is that of all its users',
    breaks: 'Document 1, Limits: X-Total; GET /projects/:id/users: search',
    at: ['listProjectUsers'],
    start: serving(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        if (call.given.search === undefined || !response.ok) return response
        const total = (await call.send({ search: undefined })).headers.get('x-total') ?? '0'
        return withBody(response, response.body, { 'x-total': total })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/users?search=${username}`
      return (await ask('GET', path)).headers.get('x-total') === '2'
    },
  },
  {
    name: 'Events of a project that is named by its path are for those who are signed in',
    breaks: 'Document 1, GET /projects/:id/events: readable without authentication when public',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        return call.isAnonymous && call.path.id?.includes('/')
          ? jsonAnswer(401, { message: '401 Unauthorized' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { json } = await ask('GET', `/projects/${project}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}/events`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A project that is made public in a group is as private as any other',
    breaks: 'Document 1, POST /projects: public true equals visibility_level 20; namespace_id',
    at: ['createProject'],
    start: serving(() => ({
      createProject: (call) =>
        call.given.namespace_id === undefined ? call.send() : call.send({ public: undefined }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 20 })
      const project = await newProject(ask, { namespace_id: group, public: true })
      return at((await ask('GET', `/projects/${project}`)).json, 'visibility_level') === 0
    },
  },
  {
    name: 'A new project that wants its discussions resolved wants its builds to succeed instead',
    breaks: 'Document 1, POST /projects: only_allow_merge_if_all_discussions_are_resolved',
    at: ['createProject'],
    start: serving(() => ({
      createProject: (call) => {
        const wanted = call.given.only_allow_merge_if_all_discussions_are_resolved
        if (wanted === undefined) return call.send()
        return call.send({
          only_allow_merge_if_all_discussions_are_resolved: undefined,
          only_allow_merge_if_build_succeeds: wanted,
        })
      },
    })),
    async isShown(ask) {
      const given = { only_allow_merge_if_all_discussions_are_resolved: true }
      const project = await newProject(ask, given)
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'only_allow_merge_if_build_succeeds') === true
    },
  },
  {
    name: 'Whoever names himself as the owner makes a project as the administrator does',
    breaks: 'Document 1, POST /projects/user/:user_id (admin); Errors: 403',
    at: ['createProjectForUser'],
    start: serving(() => ({
      async createProjectForUser(call) {
        const response = await call.send()
        if (response.status !== 403) return response
        const { id } = await callerOf(call)
        if (String(id) !== call.path.user_id) return response
        const { sudo: _, private_token: __, ...given } = call.given
        return responseOf(await call.askAsRoot('POST', `/projects/user/${id}`, given))
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { name: freshName('own') }
      const path = `/projects/user/${id}`
      return (await actingAs(ask, username)('POST', path, { body })).status === 201
    },
  },
]

const faultyReferences: readonly FaultyServer[] = [
  {
    name: 'A branch that is to begin at an older commit begins at the newest one',
    breaks: 'Document 3, POST .../branches: ref, branch name or commit SHA',
    at: ['createBranch'],
    start: serving(() => ({
      async createBranch(call) {
        const { default_branch } = await projectOf(call)
        const path = `${repositoryPath(call)}/commits/${encoded(call.given.ref)}`
        const { json } = await call.askAsRoot('GET', path)
        return at(json, 'id') === call.given.ref && typeof default_branch === 'string'
          ? call.send({ ref: default_branch })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'second.txt' })
      await newBranch(ask, project, 'from-the-first', first)
      return (await headOf(ask, project, 'from-the-first')) === (await headOf(ask, project))
    },
  },
  {
    name: 'A branch is remembered as it was before a commit of several files',
    breaks: 'Document 3, GET .../branches/:branch: commit, once a commit is created on the branch',
    at: ['getBranch', 'createCommit'],
    start: serving(() => {
      const remembered = new Map<string, unknown>()
      const others: readonly OperationId[] = [
        'createFile',
        'updateFile',
        'deleteFile',
        'cherryPickCommit',
        'mergeMergeRequest',
        'createBranch',
        'deleteBranch',
      ]
      return {
        ...forAll(others, (call) => {
          remembered.clear()
          return call.send()
        }),
        async createCommit(call) {
          const key = await keyOf(call, call.given.branch_name)
          const { json } = await call.askAsRoot('GET', branchPath(call, call.given.branch_name))
          const response = await call.send()
          if (response.ok && at(json, 'commit') !== undefined) {
            remembered.set(key, at(json, 'commit'))
          }
          return response
        },
        async getBranch(call) {
          const commit = remembered.get(await keyOf(call, call.path.branch))
          return changed(await call.send(), (json) =>
            commit === undefined || at(json, 'commit') === undefined
              ? json
              : withFields(json, { commit }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeCommit(ask, project, [{ action: 'create', file_path: 'a.txt', content: 'a\n' }])
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return at(json, 'commit.id') !== (await headOf(ask, project))
    },
  },
  {
    name: 'A branch that is protected already stays open to the developers who could push to it',
    breaks: 'Document 3, Branch protection: developers_can_push set from parameters; idempotent',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const before = await call.ask('GET', branchPath(call))
        const isProtected = at(before.json, 'protected') === true
        const canPush = at(before.json, 'developers_can_push') === true
        return isProtected && canPush ? call.send({ developers_can_push: true }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'guarded')
      const path = `/projects/${project}/repository/branches/guarded`
      for (const developers_can_push of [true, false]) {
        await ask('PUT', `${path}/protect`, { body: { developers_can_push } })
      }
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'Developers still can merge into a branch that is no longer protected, says a later read',
    breaks: 'Document 3, Branch protection: unprotect, developers_can_merge becomes false',
    at: ['unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const left = new Set<string>()
      return {
        async unprotectBranch(call) {
          const before = await call.askAsRoot('GET', branchPath(call))
          const response = await call.send()
          if (response.ok && at(before.json, 'developers_can_merge') === true) {
            left.add(await keyOf(call, call.path.branch))
          }
          return response
        },
        async protectBranch(call) {
          left.delete(await keyOf(call, call.path.branch))
          return call.send()
        },
        async deleteBranch(call) {
          left.delete(await keyOf(call, call.path.branch))
          return call.send()
        },
        async getBranch(call) {
          const isLeft = left.has(await keyOf(call, call.path.branch))
          return changed(await call.send(), (json) =>
            isLeft ? withFields(json, { developers_can_merge: true }) : json,
          )
        },
        async listBranches(call) {
          const key = await keyOf(call, '')
          return eachChanged(await call.send(), (one) =>
            left.has(`${key}${one.name}`) ? { ...one, developers_can_merge: true } : one,
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'freed')
      const path = `/projects/${project}/repository/branches/freed`
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${path}/unprotect`)
      return at((await ask('GET', path)).json, 'developers_can_merge') === true
    },
  },
  {
    name: 'A deleted branch is named by what stands behind its last slash',
    breaks: 'Document 3, DELETE .../branches/:branch: object with branch_name',
    at: ['deleteBranch'],
    start: serving(() => ({
      async deleteBranch(call) {
        return changed(await call.send(), (json) =>
          at(json, 'branch_name') === undefined
            ? json
            : withFields(json, { branch_name: String(at(json, 'branch_name')).split('/').at(-1) }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'feature/one')
      const path = `/projects/${project}/repository/branches/feature%2Fone`
      return at((await ask('DELETE', path)).json, 'branch_name') === 'one'
    },
  },
  {
    name: 'Of several merged branches the last one outlives them',
    breaks: 'Document 3, DELETE .../merged_branches: deletes all branches merged into the default',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const before = listOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json)
        const response = await call.send()
        const after = fieldOf((await call.askAsRoot('GET', `${path}?per_page=100`)).json, 'name')
        const gone = before.filter(({ name }) => !after.includes(name))
        const last = gone.at(-1)
        if (response.ok && last !== undefined && gone.length > 1) {
          const body = { branch_name: last.name, ref: at(last, 'commit.id') }
          await call.askAsRoot('POST', path, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one', 'two']) await newBranch(ask, project, name)
      await writeFile(ask, project, { file_path: 'later.txt' })
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return fieldOf((await ask('GET', `${path}/branches`)).json, 'name').includes('two')
    },
  },
  {
    name: 'Tags are in the order of the numbers in their names',
    breaks: 'Document 3, GET .../tags: in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const order = new Intl.Collator('en', { numeric: true })
        return changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).toSorted((a, b) => order.compare(String(b.name), String(a.name)))
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v9', 'v10']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return at((await ask('GET', path)).json, '0.name') === 'v10'
    },
  },
  {
    name: 'A tag that is made again has the release of the tag that was deleted',
    breaks: 'Document 3, DELETE .../tags/:tag_name; a new tag without release_description',
    at: ['deleteTag', 'createTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const { json } = await call.askAsRoot('GET', tagPath(call))
          const response = await call.send()
          const description = at(json, 'release.description')
          if (response.ok && description !== undefined) {
            left.set(await keyOf(call, call.path.tag_name), description)
          }
          return response
        },
        async createTag(call) {
          const key = await keyOf(call, call.given.tag_name)
          const description = left.get(key)
          const isLeft = description !== undefined && call.given.release_description === undefined
          const response = await call.send(isLeft ? { release_description: description } : {})
          if (response.ok) left.delete(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'again', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'Old' } })
      await ask('DELETE', `${path}/again`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/again`)).json, 'release.description') === 'Old'
    },
  },
  {
    name: 'The releases of all tags of one commit are changed together',
    breaks: 'Document 3, PUT .../tags/:tag_name/release: the release of that tag',
    at: ['updateRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async updateRelease(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${repositoryPath(call)}/tags?per_page=100`
        const tags = listOf((await call.askAsRoot('GET', path)).json)
        const mine = tags.find(({ name }) => name === call.path.tag_name)
        for (const tag of tags) {
          if (tag.release === null || at(tag, 'commit.id') !== at(mine, 'commit.id')) continue
          const { description } = call.given
          await call.askAsRoot('PUT', `${tagPath(call, tag.name)}/release`, { description })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v1', 'latest']) {
        await ask('POST', path, {
          body: { tag_name, ref: 'master', release_description: tag_name },
        })
      }
      await ask('PUT', `${path}/v1/release`, { body: { description: 'Changed' } })
      return at((await ask('GET', `${path}/latest`)).json, 'release.description') === 'Changed'
    },
  },
]

const faultyContent: readonly FaultyServer[] = [
  {
    name: 'The whole of a folder is the whole of the repository',
    breaks: 'Document 3, GET .../tree: path (subdirectory) and recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: (call) =>
        isTrue(call.given.recursive) ? call.send({ path: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'docs/deep/one.txt' })
      const path = `/projects/${project}/repository/tree?recursive=true&path=docs`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'The archive of a commit of another branch is that of the default branch',
    breaks: 'Document 3, GET .../archive: sha (commit SHA)',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        if (call.given.sha === undefined) return call.send()
        const path = `${repositoryPath(call)}/commits?per_page=100`
        const isDefault = fieldOf((await call.askAsRoot('GET', path)).json, 'id').includes(
          call.given.sha,
        )
        const response = await call.send()
        return isDefault || !response.ok ? response : call.send({ sha: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'aside')
      await writeFile(ask, project, { file_path: 'aside.txt', branch_name: 'aside' })
      const path = `/projects/${project}/repository/archive`
      const aside = await ask('GET', `${path}?sha=${await headOf(ask, project, 'aside')}`)
      return aside.status === 200 && aside.text === (await ask('GET', path)).text
    },
  },
  {
    name: 'Text of a blob is in another encoding than it was written in',
    breaks: 'Document 3, GET .../raw_blobs/:sha: raw blob content',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (!response.ok) return response
        const bytes = await response.clone().arrayBuffer()
        return withBody(response, new TextDecoder('latin1').decode(bytes))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'tea.txt', content: 'thé\n' })
      const path = `/projects/${project}/repository`
      const { json } = await ask('GET', `${path}/files?file_path=tea.txt&ref=master`)
      const raw = await ask('GET', `${path}/raw_blobs/${at(json, 'blob_id')}`)
      return raw.status === 200 && raw.text !== 'thé\n'
    },
  },
  {
    name: 'Files that are gone from one revision to the other are in no difference',
    breaks: 'Document 3, GET .../compare: diffs, array of Diff entry; deleted_file',
    at: ['compareRevisions'],
    start: serving(() => ({
      async compareRevisions(call) {
        return changed(await call.send(), (json) =>
          Array.isArray(at(json, 'diffs'))
            ? withFields(json, {
                diffs: listOf(at(json, 'diffs')).filter((one) => one.deleted_file !== true),
              })
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeCommit(ask, project, [
        { action: 'delete', file_path: 'README.md' },
        { action: 'create', file_path: 'other.txt', content: 'Quite another text\n' },
      ])
      const path = `/projects/${project}/repository/compare?from=${first}&to=master`
      return listOf(at((await ask('GET', path)).json, 'diffs')).length === 1
    },
  },
  {
    name: 'No contributor has more commits than a page has',
    breaks: 'Document 3, GET .../contributors: commits',
    at: ['listContributors'],
    start: serving(() => ({
      async listContributors(call) {
        return eachChanged(await call.send(), (one) =>
          one.commits === undefined ? one : { ...one, commits: Math.min(Number(one.commits), 20) },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (let count = 1; count <= 20; count += 1) {
        await writeFile(ask, project, { file_path: `${count}.txt` })
      }
      const path = `/projects/${project}/repository/contributors`
      return at((await ask('GET', path)).json, '0.commits') === 20
    },
  },
  {
    name: 'The way up in the path of a new file is walked',
    breaks: 'Document 3, Repository files: 400 where file_path contains /../',
    at: ['createFile'],
    start: serving(() => ({
      createFile: (call) => {
        const given = String(call.given.file_path ?? '')
        return given.includes('/../')
          ? call.send({ file_path: given.replace(/[^/]+\/\.\.\//g, '') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { status } = await writeFile(ask, project, { file_path: 'docs/../notes.txt' })
      return status === 201
    },
  },
  {
    name: 'A file may be changed to what it is',
    breaks: 'Document 3, Repository files: 400 where the new content equals the current content',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, commit_message } = call.given
        if (response.status !== 400 || commit_message === undefined) return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
        return at(json, 'content') !== undefined && decodedText(json) === content
          ? jsonAnswer(200, { file_path, branch_name })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n',
        commit_message: 'Change nothing',
      }
      const path = `/projects/${project}/repository/files`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A file is deleted without a word about it',
    breaks: 'Document 3, DELETE .../files: commit_message (req); Errors: 400',
    at: ['deleteFile'],
    start: serving(() => ({
      deleteFile: (call) =>
        call.send(call.given.commit_message === undefined ? { commit_message: 'Delete' } : {}),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const query = 'file_path=README.md&branch_name=master'
      return (await ask('DELETE', `/projects/${project}/repository/files?${query}`)).status === 200
    },
  },
]

const faultyCommits: readonly FaultyServer[] = [
  {
    name: 'Commits since an instant are those behind it, without the one at it',
    breaks: 'Document 3, GET .../commits: since, commits after or at',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) => {
        const since = Date.parse(String(call.given.since))
        return Number.isNaN(since)
          ? call.send()
          : call.send({ since: new Date(since + 1000).toISOString() })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const since = at((await ask('GET', `${path}/master`)).json, 'created_at')
      const { json } = await ask('GET', `${path}?since=${encoded(since)}`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'A commit is not found by the name of a tag that has a message',
    breaks: 'Document 3, GET .../commits/:sha: commit hash or branch/tag name',
    at: ['getCommit'],
    start: serving(() => ({
      async getCommit(call) {
        const { json } = await call.askAsRoot('GET', tagPath(call, call.path.sha))
        return typeof at(json, 'message') === 'string' && at(json, 'name') === call.path.sha
          ? jsonAnswer(404, { message: '404 Commit Not Found' })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { tag_name: 'v1', ref: 'master', message: 'First' }
      await ask('POST', `/projects/${project}/repository/tags`, { body })
      return (await ask('GET', `/projects/${project}/repository/commits/v1`)).status === 404
    },
  },
  {
    name: 'A commit that is picked for no branch goes to the default branch',
    breaks: 'Document 3, POST .../cherry_pick: branch (req); Errors: 400',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      async cherryPickCommit(call) {
        if (call.given.branch !== undefined) return call.send()
        return call.send({ branch: (await projectOf(call)).default_branch })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'orchard')
      await writeFile(ask, project, { file_path: 'cherry.txt', branch_name: 'orchard' })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project, 'orchard')}`
      return (await ask('POST', `${path}/cherry_pick`, { body: {} })).status === 201
    },
  },
  {
    name: 'Comments of a commit are by whoever reads them',
    breaks: 'Document 3, Commit comment: author (user)',
    at: ['listCommitComments'],
    start: serving(() => ({
      async listCommitComments(call) {
        const { id, username, name, state, avatar_url, web_url } = await callerOf(call)
        const author = { id, username, name, state, avatar_url, web_url }
        return changed(await call.send(), (json) =>
          Array.isArray(json) ? listOf(json).map((one) => ({ ...one, author })) : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      await ask('POST', path, { body: { note: 'Well done' } })
      const { username } = await newUser(ask)
      return at((await actingAs(ask, username)('GET', path)).json, '0.author.username') === username
    },
  },
  {
    name: 'A comment on a file that is not there stands in that file',
    breaks: 'Document 3, Comment placement: path returned as null where the path does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const { path, line, line_type } = call.given
        return changed(await call.send(), (json) =>
          at(json, 'path') === null && path !== undefined && path !== null
            ? withFields(json, { path, line: Number(line ?? 1), line_type: line_type ?? 'new' })
            : json,
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const body = { note: 'Here', path: 'absent.txt', line: 1, line_type: 'new' }
      return at((await ask('POST', path, { body })).json, 'path') === 'absent.txt'
    },
  },
  {
    name: 'All statuses of one name are its latest',
    breaks: 'Document 3, GET .../statuses: name, all (all statuses rather than the latest)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        call.given.name === undefined ? call.send() : call.send({ all: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const state of ['failed', 'success', 'failed']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'lint' } })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true`
      const count = async (query: string) => listOf((await ask('GET', path + query)).json).length
      return (await count('&name=lint')) === 1 && (await count('')) > 1
    },
  },
  {
    name: 'A status that is named by its context is the default one',
    breaks: 'Document 3, POST .../statuses/:sha: name or context (default "default")',
    at: ['createCommitStatus'],
    start: serving(() => ({
      createCommitStatus: (call) =>
        call.given.context === undefined ? call.send() : call.send({ context: undefined }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const body = { state: 'success', context: 'audit' }
      return at((await ask('POST', path, { body })).json, 'name') === 'default'
    },
  },
]

const faultyBuilds: readonly FaultyServer[] = [
  {
    name: 'A commit that nobody knows has no builds',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        const isCommit = /^[0-9a-f]{40}$/.test(call.path.sha ?? '')
        const isHidden = (await call.ask('GET', `/projects/${encoded(call.path.id)}`)).status > 299
        return response.status === 404 && isCommit && !isHidden ? jsonAnswer(200, []) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${'d'.repeat(40)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The artifacts of a branch are those of any job of it',
    breaks: 'Document 3, GET .../builds/artifacts/:ref_name/download: job (job name); 404',
    at: ['getArtifactsOfRef'],
    start: serving(() => ({
      async getArtifactsOfRef(call) {
        const response = await call.send()
        if (response.status !== 404 || call.given.job === undefined) return response
        const path = `/projects/${encoded(call.path.id)}/builds?scope=success&per_page=100`
        for (const { name } of listOf((await call.ask('GET', path)).json)) {
          const other = await call.send({ job: name })
          if (other.ok) return other
        }
        return response
      },
    })),
    async isShown(ask) {
      const found = await buildWithArtifacts(ask)
      const path = `/projects/${found?.project}/builds/artifacts/${encoded(found?.ref)}/download`
      return (await ask('GET', `${path}?job=no-job-of-that-name`)).status === 200
    },
  },
  {
    name: 'A canceled build is found where it was before it was canceled',
    breaks: 'Document 3, GET /projects/:id/builds: scope; POST .../cancel: canceled',
    at: ['listBuilds', 'cancelBuild'],
    start: serving(() => {
      const before = new Map<unknown, unknown>()
      const pathOf = (id: unknown, build: unknown) => `/projects/${encoded(id)}/builds/${build}`
      return {
        async cancelBuild(call) {
          const { id, build_id } = call.path
          const { json } = await call.askAsRoot('GET', pathOf(id, build_id))
          const response = await call.send()
          if (at(await jsonOf(response), 'status') === 'canceled') {
            before.set(idOf(json), at(json, 'status'))
          }
          return response
        },
        async retryBuild(call) {
          before.delete(Number(call.path.build_id))
          return call.send()
        },
        async listBuilds(call) {
          const response = await call.send()
          const scopes = [call.given.scope].flat()
          if (!response.ok || call.given.scope === undefined) return response
          const all = await call.send({ scope: undefined, per_page: 100, page: 1 })
          const found = listOf(await jsonOf(all)).filter((one) =>
            scopes.includes(before.get(one.id) ?? one.status),
          )
          return changed(response, () => pageOf(call, found))
        },
      }
    }),
    async isShown(ask) {
      const { project, waiting } = await newBuiltProject(ask)
      const path = `/projects/${project}/builds`
      await ask('POST', `${path}/${waiting}/cancel`)
      const { json } = await ask('GET', `${path}?scope=canceled`)
      return Array.isArray(json) && json.length === 0
    },
  },
  {
    name: 'A build that is tried again has finished when it did before',
    breaks: 'Document 3, POST .../retry: pending; finished_at becomes null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const path = `/projects/${encoded(call.path.id)}/builds/${call.path.build_id}`
        const { json: before } = await call.ask('GET', path)
        return changed(await call.send(), (json) =>
          at(json, 'finished_at') === null
            ? withFields(json, { finished_at: at(before, 'finished_at') })
            : json,
        )
      },
    })),
    async isShown(ask) {
      const { project, waiting } = await newBuiltProject(ask)
      const path = `/projects/${project}/builds/${waiting}`
      await ask('POST', `${path}/cancel`)
      return typeof at((await ask('POST', `${path}/retry`)).json, 'finished_at') === 'string'
    },
  },
  {
    name: 'The trace of an erased build is there to be read',
    breaks: 'Document 3, POST .../erase: removes artifacts and trace',
    at: ['eraseBuild', 'getBuildTrace'],
    start: serving(() => {
      const left = new Map<string | undefined, string>()
      const pathOf = (id: unknown, build: unknown) => `/projects/${encoded(id)}/builds/${build}`
      return {
        async eraseBuild(call) {
          const path = pathOf(call.path.id, call.path.build_id)
          const trace = await call.askAsRoot('GET', `${path}/trace`)
          const response = await call.send()
          if (response.ok && trace.status === 200) left.set(call.path.build_id, trace.text)
          return response
        },
        async getBuildTrace(call) {
          const response = await call.send()
          const trace = left.get(call.path.build_id)
          const path = pathOf(call.path.id, call.path.build_id)
          const isTheirs = (await call.ask('GET', path)).status === 200
          return response.status === 404 && isTheirs && trace !== undefined
            ? new Response(trace, { headers: { 'content-type': 'text/plain' } })
            : response
        },
      }
    }),
    async isShown(ask) {
      const found = await buildWithArtifacts(ask)
      const path = `/projects/${found?.project}/builds/${found?.build}`
      const { status } = await ask('POST', `${path}/erase`)
      return status < 300 && (await ask('GET', `${path}/trace`)).status === 200
    },
  },
]

const faultyHooks: readonly FaultyServer[] = [
  {
    name: 'A new system hook tells the secret it was given',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['createSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async createSystemHook(call) {
        const { token } = call.given
        return eachChanged(await call.send(), (one) =>
          token === undefined || one.url === undefined ? one : { ...one, token },
        )
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/secret', token: 'hush-seven' }
      return (await ask('POST', '/hooks', { body })).text.includes('hush-seven')
    },
  },
  {
    name: 'A deleted system hook takes with it those to the same address',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook',
    at: ['deleteSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      async deleteSystemHook(call) {
        const response = await call.send()
        const url = at(await jsonOf(response), 'url')
        if (!response.ok || url === undefined) return response
        for (const hook of listOf((await call.askAsRoot('GET', '/hooks?per_page=100')).json)) {
          if (hook.url === url) await call.askAsRoot('DELETE', `/hooks/${hook.id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const url = 'http://127.0.0.1:9/twice'
      const answers = [0, 1].map(() => ask('POST', '/hooks', { body: { url } }))
      const [first] = (await Promise.all(answers)).map(({ json }) =>
        idOf(Array.isArray(json) ? fieldsOf(json[0]) : json),
      )
      await ask('DELETE', `/hooks/${first}`)
      return !fieldOf((await ask('GET', '/hooks?per_page=100')).json, 'url').includes(url)
    },
  },
]

export const faultyCodeServers: readonly FaultyServer[] = [
  ...faultyProjects,
  ...faultyReferences,
  ...faultyContent,
  ...faultyCommits,
  ...faultyBuilds,
  ...faultyHooks,
]
