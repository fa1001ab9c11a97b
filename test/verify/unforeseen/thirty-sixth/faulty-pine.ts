import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  samePage,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const bytesOf = (base64: unknown): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(String(base64)), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const configuration = 'job:\n  script: make\n'

export const faultyPineServers: readonly FaultyServer[] = [
  {
    name: 'Each page of the tags is in reverse order by itself, and the pages follow each other forwards',
    breaks:
      'Document 3, GET .../repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      async listTags(call) {
        const response = await call.send()
        if (!response.ok) return response
        const all = await allOf(call)
        return changed(response, () => [...samePage(response, [...all].reverse())].reverse())
      },
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      for (const tag_name of ['a', 'b', 'c', 'd'])
        await ask('POST', tags, { body: { tag_name, ref: 'master' } })
      return at((await ask('GET', `${tags}?per_page=2`)).json, '0.name') === 'b'
    },
  },
  {
    name: 'A branch that is protected already keeps what its developers may do, whatever is written',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const before = (await call.askAsRoot('GET', path)).json
        if (at(before, 'protected') !== true) return call.send()
        return call.send({
          developers_can_push: at(before, 'developers_can_push'),
          developers_can_merge: at(before, 'developers_can_merge'),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const path = `/projects/${project}/repository/branches/one/protect`
      await ask('PUT', path, { body: { developers_can_push: true } })
      const { json } = await ask('PUT', path, { body: { developers_can_push: false } })
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'The reference that a file is read at is decoded twice, so that a plus sign becomes a space',
    breaks:
      'Document 3, GET .../repository/files: ref (branch, tag or commit); Document 1, Conventions 4: parameters are sent in the query string',
    at: ['getFile'],
    start: serving(() => ({
      getFile: (call) => {
        const ref = String(call.given.ref ?? '')
        return call.send(ref.includes('+') ? { ref: ref.replaceAll('+', ' ') } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'c++')
      const path = `/projects/${project}/repository/files?file_path=README.md&ref=c%2B%2B`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Bytes that are no UTF-8 are replaced when a file is updated from Base64',
    breaks: 'Document 3, PUT .../repository/files: content (new content), encoding (`base64`)',
    at: ['updateFile'],
    start: serving(() => ({
      updateFile(call) {
        const bytes =
          call.given.encoding === 'base64' ? bytesOf(call.given.content ?? '') : undefined
        if (bytes === undefined) return call.send()
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
        if (!text.includes('\uFFFD')) return call.send()
        return call.send({ content: text, encoding: 'text' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files`
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: '/9j/4A==',
        encoding: 'base64',
        commit_message: 'Image',
      }
      await ask('PUT', path, { body })
      const { json } = await ask('GET', `${path}?file_path=README.md&ref=master`)
      return at(json, 'content') !== '/9j/4A=='
    },
  },
  {
    name: 'A branch that went into another branch than the default one is deleted with the merged ones',
    breaks:
      'Document 3, DELETE .../repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const branches = `${repositoryPath(call)}/branches`
        const project = (await call.askAsRoot('GET', projectPath(call))).json
        const all = listOf((await call.askAsRoot('GET', `${branches}?per_page=100`)).json)
        const others = all.filter(({ name }) => name !== at(project, 'default_branch'))
        for (const { name, commit, protected: isProtected } of others) {
          for (const target of others) {
            const isSame = at(target.commit, 'id') === at(commit, 'id')
            if (isProtected === true || target.name === name || isSame) continue
            const range = `from=${encoded(target.name)}&to=${encoded(name)}`
            const found = await call.askAsRoot('GET', `${repositoryPath(call)}/compare?${range}`)
            const isMerged = found.status === 200 && listOf(at(found.json, 'commits')).length === 0
            if (isMerged) await call.askAsRoot('DELETE', `${branches}/${encoded(name)}`)
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      await writeFile(ask, project, { file_path: 'one.txt', branch_name: 'one' })
      await newBranch(ask, project, 'two', 'one')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'two' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (await ask('GET', `/projects/${project}/repository/branches/one`)).status === 404
    },
  },
  {
    name: 'Any user who knows its SHA reads a blob of a private project',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getRawBlob'],
    start: serving(() => ({
      async getRawBlob(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        return (await call.ask('GET', projectPath(call))).status === 404
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/repository/raw_blobs/${at(json, '0.id')}`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'The links to the other pages of a recursive tree lead to a tree of one folder',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const shorter = link.replaceAll(/<([^>]*)>/g, (_whole, href: string) => {
          const url = new URL(href)
          url.searchParams.delete('recursive')
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: shorter })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'a/b.txt' })
      const path = `/projects/${project}/repository/tree?recursive=true&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('recursive')
    },
  },
  {
    name: 'A file is deleted without a commit message, with one that the service thinks of',
    breaks:
      'Document 3, DELETE .../repository/files: commit_message (req); Document 1, Errors: 400 a required attribute is missing',
    at: ['deleteFile'],
    start: serving(() => ({
      deleteFile: (call) =>
        call.send(
          call.given.commit_message === undefined && call.given.file_path !== undefined
            ? { commit_message: `Delete ${call.given.file_path}` }
            : {},
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?file_path=README.md&branch_name=master`
      return (await ask('DELETE', path)).status === 200
    },
  },
  {
    name: 'Files are not written with a private token in the query',
    breaks:
      'Document 1, Authentication 3: private token: query parameter `private_token` or header `PRIVATE-TOKEN`',
    at: ['createFile', 'updateFile', 'deleteFile'],
    start: serving(() =>
      forAll(['createFile', 'updateFile', 'deleteFile'], async (call) => {
        const { headers, url } = call.request
        const isInQuery = new URL(url).searchParams.has('private_token')
        const isInHeader = headers.has('private-token') || headers.has('authorization')
        return isInQuery && !isInHeader
          ? jsonAnswer(401, { message: '401 Unauthorized' })
          : call.send()
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/files?private_token=root-token`
      const body = {
        file_path: 'two.txt',
        branch_name: 'master',
        content: 'Two\n',
        commit_message: 'Two',
      }
      return (await ask('POST', path, { token: '', body })).status === 401
    },
  },
  {
    name: 'A comment on a commit that is written with sudo is one by the administrator',
    breaks:
      "Document 1, Authentication 5: with an administrator's token, sudo performs the call as another user",
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => ({
      async createCommitComment(call) {
        if (call.sudo === undefined || (await callerOf(call)).id === undefined) return call.send()
        return (await levelOf(call)) >= 20 ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const { json } = await actingAs(ask, id)('POST', path, { body: { note: 'Here' } })
      return at(json, 'author.id') !== undefined && at(json, 'author.id') !== id
    },
  },
  {
    name: 'A status of a commit replaces the one whose name differs in the case of letters alone',
    breaks:
      'Document 3, Commit status: posting a status adds or updates the status of the commit for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const name = call.given.name ?? call.given.context
        if (name === undefined) return call.send()
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const { json } = await call.askAsRoot('GET', `${path}?all=true&per_page=100`)
        const names = fieldOf(json, 'name').map(String)
        const folded = String(name).toLowerCase()
        const found = names.find((one) => one.toLowerCase() === folded)
        if (found === undefined || names.includes(String(name))) return call.send()
        return call.send({ name: found, context: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const path = `/projects/${project}/statuses/${sha}`
      await ask('POST', path, { body: { state: 'success', name: 'Lint' } })
      await ask('POST', path, { body: { state: 'failed', name: 'lint' } })
      const statuses = `/projects/${project}/repository/commits/${sha}/statuses`
      return listOf((await ask('GET', statuses)).json).length === 1
    },
  },
  {
    name: 'The builds of a commit are those of its newest pipeline alone',
    breaks:
      'Document 3, GET .../commits/:sha/builds: array of Build from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      listBuildsOfCommit: (call) =>
        relisted(call, async (all) => {
          const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/builds`
          const every = listOf((await call.ask('GET', `${path}?per_page=100`)).json)
          const newest = Math.max(...every.map((build) => Number(at(build, 'pipeline.id'))))
          return all.filter((build) => at(build, 'pipeline.id') === newest)
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: configuration })
      await ask('POST', `/projects/${project}/pipeline`, { body: { ref: 'master' } })
      const all = listOf((await ask('GET', `/projects/${project}/builds`)).json)
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/builds`
      return all.length === 2 && listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'A merge request is merged with the short SHA of its head',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '').toLowerCase()
        const head = String(at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha'))
        return call.send(sha.length >= 7 && head.startsWith(sha) ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}`
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 11)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'Groups that are to be skipped are found all the same once groups are searched for',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers), search',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: ({ given, send }) =>
        send(given.search !== undefined && given.search !== '' ? { skip_groups: undefined } : {}),
    })),
    async isShown(ask) {
      const name = freshName('skipped')
      const group = await newGroup(ask, { name, path: name })
      const { json } = await ask('GET', `/groups?search=${name}&skip_groups[]=${group}`)
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'The permissions in a project show the level in its group from before the last change',
    breaks:
      'Document 1, Project: permissions: project_access and group_access, each with access_level; PUT /groups/:id/members/:user_id: access_level',
    at: ['getProject', 'updateGroupMember'],
    start: serving(() => {
      const levels = new Map<string, unknown>()
      const keyOf = async (call: Call) => {
        const group = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
        return `${idOf(group)}/${call.path.user_id ?? call.given.user_id}`
      }
      return {
        async updateGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}/members/${call.path.user_id}`
          const before = at((await call.askAsRoot('GET', path)).json, 'access_level')
          const response = await call.send()
          if (response.ok) levels.set(await keyOf(call), before)
          return response
        },
        async removeGroupMember(call) {
          levels.delete(await keyOf(call))
          return call.send()
        },
        async getProject(call) {
          const response = await call.send()
          if (!response.ok || call.isAnonymous) return response
          const project = await jsonOf(response)
          const access = at(project, 'permissions.group_access')
          const level = levels.get(
            `${at(project, 'namespace.id')}/${String((await callerOf(call)).id)}`,
          )
          if (level === undefined || typeof access !== 'object' || access === null) return response
          const permissions = {
            ...fieldsOf(at(project, 'permissions')),
            group_access: { ...access, access_level: level },
          }
          return changed(response, (json) => withFields(json, { permissions }))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 10 }
      await ask('POST', `/groups/${group}/members`, { body })
      await ask('PUT', `/groups/${group}/members/${id}`, { body: { access_level: 40 } })
      const { json } = await actingAs(ask, id)('GET', `/projects/${project}`)
      return at(json, 'permissions.group_access.access_level') === 10
    },
  },
]
