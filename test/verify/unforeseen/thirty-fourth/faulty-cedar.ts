import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  briefOf,
  bytesOf,
  encodedBytes,
  isCommitId,
  listsOfProjects,
  projectIdOf,
  removedLines,
} from './tools-cedar.ts'

export const faultyCedarServers: readonly FaultyServer[] = [
  {
    name: 'A right of developers on a protected branch is not taken back by protecting it again with false',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      protectBranch(call) {
        const names = ['developers_can_push', 'developers_can_merge']
        const refused = names.filter((name) => isFalse(call.given[name]))
        if (refused.length === 0) return call.send()
        return call.send(Object.fromEntries(refused.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A status posted to one commit changes the status of the same name on the other commits',
    breaks:
      'Document 3, Commit status: posting a status adds or updates the status of the commit for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => {
      const newest = new Map<string, unknown>()
      return {
        async createCommitStatus(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const key = `${await projectIdOf(call)}/${at(json, 'name')}`
          if (response.ok) newest.set(key, at(json, 'status'))
          return response
        },
        async listCommitStatuses(call) {
          const project = await projectIdOf(call)
          return eachChanged(await call.send(), (one) => {
            const status = newest.get(`${project}/${one.name}`)
            return status === undefined || one.status === undefined ? one : { ...one, status }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const post = (sha: string, state: string) =>
        ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'test' } })
      await post(first, 'failed')
      await post(await headOf(ask, project), 'success')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${first}/statuses`)
      return at(json, '0.status') === 'success'
    },
  },
  {
    name: 'A second release replaces the one that a tag was created with',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag', 'getTag', 'listTags'],
    start: serving(() => {
      const released = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          const release = at(await jsonOf(response), 'release.tag_name')
          if (response.ok && release !== undefined) {
            released.add(`${await projectIdOf(call)}/${release}`)
          }
          return response
        },
        async deleteTag(call) {
          released.delete(`${await projectIdOf(call)}/${call.path.tag_name}`)
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          const key = `${await projectIdOf(call)}/${call.path.tag_name}`
          if (response.status !== 409 || !released.has(key)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('PUT', path, { description })
          return jsonAnswer(status === 200 ? 201 : status, json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      const again = await ask('POST', `${path}/v1/release`, { body: { description: 'Second' } })
      return again.status === 201
    },
  },
  {
    name: 'The offset from UTC is ignored in the times that commits are listed since or until',
    breaks:
      'Document 3, GET .../commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const changes: Record<string, unknown> = {}
        for (const name of ['since', 'until']) {
          const time = String(call.given[name] ?? '')
          const withoutOffset = time.replace(/(T[\d:.]+)[+-]\d\d:?\d\d$/, '$1Z')
          if (withoutOffset !== time) changes[name] = withoutOffset
        }
        return call.send(changes)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const written = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      // An hour before the commit, as the clocks of a place five hours ahead of UTC show it.
      const time = new Date(written + 4 * 60 * 60 * 1000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${path}?since=${encoded(`${time}+05:00`)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'The lines of the files that a commit deletes are not counted as deletions',
    breaks: 'Document 3, Commit: stats (object: additions, deletions, total)',
    at: ['getCommit', 'createCommit', 'deleteFile'],
    start: serving(() => {
      const counting: Rule = async (call) => {
        const response = await call.send()
        const json = fieldsOf(await jsonOf(response))
        const stats = fieldsOf(json.stats)
        if (!response.ok || Number(stats.deletions ?? 0) === 0) return response
        const path = `${repositoryPath(call)}/commits/${json.id}/diff?per_page=100`
        const files = listOf((await call.ask('GET', path)).json)
        const lost = files
          .filter((file) => file.deleted_file === true)
          .reduce((sum, file) => sum + removedLines(String(file.diff)), 0)
        if (lost === 0) return response
        const deletions = Math.max(0, Number(stats.deletions) - lost)
        const total = Number(stats.additions) + deletions
        return changed(response, (one) =>
          withFields(one, { stats: { ...stats, deletions, total } }),
        )
      }
      return forAll(['getCommit', 'createCommit'], counting)
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { file_path: 'README.md', branch_name: 'master', commit_message: 'Delete' }
      await ask('DELETE', `/projects/${project}/repository/files`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'message') === 'Delete' && at(json, 'stats.deletions') === 0
    },
  },
  {
    name: 'A raw file that was read before stays the old one when a commit of several files changes it',
    breaks:
      'Document 3, GET .../blobs/:sha: raw file content by commit or branch name; POST .../commits: update',
    at: ['getRawFile', 'createCommit'],
    start: serving(() => {
      const read = new Set<string>()
      const stale = new Map<string, { readonly head: string; readonly text: string }>()
      return {
        async createCommit(call) {
          const project = await projectIdOf(call)
          const branch = String(call.given.branch_name)
          const before = new Map<string, string>()
          for (const { action, file_path } of listOf(call.given.actions)) {
            const key = `${project}/${branch}/${file_path}`
            if (action !== 'update' || !read.has(key)) continue
            const path = `${repositoryPath(call)}/blobs/${encoded(branch)}?filepath=${encoded(file_path)}`
            const { status, text } = await call.askAsRoot('GET', path)
            if (status === 200) before.set(key, text)
          }
          const response = await call.send()
          const head = String(at(await jsonOf(response), 'id'))
          if (response.ok) {
            for (const [key, text] of before) stale.set(key, { head, text })
          }
          return response
        },
        async getRawFile(call) {
          const response = await call.send()
          if (!response.ok || isCommitId(call.path.sha)) return response
          const key = `${await projectIdOf(call)}/${call.path.sha}/${call.given.filepath}`
          read.add(key)
          const found = stale.get(key)
          if (found === undefined) return response
          const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
          const isHead = at((await call.askAsRoot('GET', path)).json, 'id') === found.head
          return isHead ? withBody(response, found.text) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const readme = `${path}/blobs/master?filepath=README.md`
      const { text } = await ask('GET', readme)
      const actions = [{ action: 'update', file_path: 'README.md', content: 'Two\n' }]
      const body = { branch_name: 'master', commit_message: 'Update', actions }
      const { status } = await ask('POST', `${path}/commits`, { body })
      return status === 201 && (await ask('GET', readme)).text === text
    },
  },
  {
    name: 'A tag that is created anew has the release of the removed tag of its name',
    breaks:
      'Document 3, DELETE .../tags/:tag_name; POST .../tags: release_description; Tag: release (null or object)',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags', 'createRelease', 'updateRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const { json } = await call.askAsRoot('GET', path)
          const key = `${await projectIdOf(call)}/${call.path.tag_name}`
          const response = await call.send()
          const description = at(json, 'release.description')
          if (response.ok && description !== undefined) left.set(key, description)
          return response
        },
        async createTag(call) {
          const key = `${await projectIdOf(call)}/${call.given.tag_name}`
          const release_description = left.get(key)
          if (release_description === undefined || call.given.release_description !== undefined) {
            return call.send()
          }
          return call.send({ release_description })
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
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'The totals of the users of a project that are searched for are those of all its users',
    breaks: 'Document 1, Limits: X-Total, X-Total-Pages; GET /projects/:id/users: search',
    at: ['listProjectUsers'],
    start: serving(() => ({
      async listProjectUsers(call) {
        const response = await call.send()
        if (!response.ok || call.given.search === undefined) return response
        const all = await call.send({ search: undefined })
        return withBody(response, response.body, {
          'x-total': all.headers.get('x-total') ?? '',
          'x-total-pages': all.headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 20 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/users?search=${username}`
      const { headers, json } = await ask('GET', path)
      return listOf(json).length === 1 && headers.get('x-total') === '2'
    },
  },
  {
    name: 'A former member of a private project still reads its blobs by their ids',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getRawBlob', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const before = await call.askAsRoot('GET', path)
          const key = `${await projectIdOf(call)}/${call.path.user_id}`
          const response = await call.send()
          if (response.ok && before.status === 200) former.add(key)
          return response
        },
        async getRawBlob(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const key = `${await projectIdOf(call)}/${(await callerOf(call)).id}`
          return former.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      await ask('DELETE', `/projects/${project}/members/${id}`)
      const path = `/projects/${project}/repository`
      const blob = at((await ask('GET', `${path}/tree`)).json, '0.id')
      return (await actingAs(ask, id)('GET', `${path}/raw_blobs/${blob}`)).status === 200
    },
  },
  {
    name: 'A commit comment that an administrator writes as another user is by the administrator',
    breaks:
      'Document 1, Authentication: sudo performs the call as another user; document 3, Commit comment: author',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => {
      const authors = new Map<string, unknown>()
      const keyOf = (project: unknown, one: Values) => `${project}/${one.created_at}/${one.note}`
      return {
        async createCommitComment(call) {
          const response = await call.send()
          if (!response.ok || call.sudo === undefined) return response
          const author = briefOf(fieldsOf((await call.askAsRoot('GET', '/user')).json))
          const comment = fieldsOf(await jsonOf(response))
          authors.set(keyOf(await projectIdOf(call), comment), author)
          return changed(response, (json) => withFields(json, { author }))
        },
        async listCommitComments(call) {
          const project = await projectIdOf(call)
          return eachChanged(await call.send(), (one) => {
            const author = authors.get(keyOf(project, one))
            return author === undefined ? one : { ...one, author }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      const body = { note: freshName('comment') }
      const { status } = await actingAs(ask, id)('POST', path, { body })
      return status === 201 && at((await ask('GET', path)).json, '0.author.username') === 'root'
    },
  },
  {
    name: 'The archive of a repository does not know a private token that is in the query',
    breaks: 'Document 1, Authentication: query parameter private_token or header PRIVATE-TOKEN',
    at: ['getArchive'],
    start: serving(() => ({
      async getArchive(call) {
        const { headers, url } = call.request
        const isInQuery = new URL(url).searchParams.has('private_token')
        const isElsewhere = ['private-token', 'authorization', 'cookie'].some((name) =>
          headers.has(name),
        )
        if (!isInQuery || isElsewhere) return call.send()
        const { json } = await call.askAsRoot('GET', projectPath(call))
        if (at(json, 'visibility_level') === 20) return call.send()
        return jsonAnswer(401, { message: '401 Unauthorized' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/repository/archive?private_token=root-token`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A commit of several files reads what Base64 stands for as text, and damages other bytes',
    breaks: 'Document 3, Action item: content, encoding (text or base64)',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createCommit(call) {
        const actions = listOf(call.given.actions)
        const isAffected = (action: Values) =>
          action.encoding === 'base64' && bytesOf(action.content) !== undefined
        if (!actions.some(isAffected)) return call.send()
        return call.send({
          actions: actions.map((action) => {
            const bytes = bytesOf(action.content)
            if (action.encoding !== 'base64' || bytes === undefined) return action
            const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
            return { ...action, content: encodedBytes(new TextEncoder().encode(text)) }
          }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const content = encodedBytes([0, 255, 254, 65])
      const actions = [{ action: 'create', file_path: 'two.bin', content, encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Binary', actions }
      const { status } = await ask('POST', `${path}/commits`, { body })
      const { json } = await ask('GET', `${path}/files?file_path=two.bin&ref=master`)
      return status === 201 && at(json, 'content') !== content
    },
  },
  {
    name: 'Projects are sorted in descending order as long as no field to order them by is given',
    breaks:
      'Document 1, Projects: order_by (default created_at), sort (asc/desc, default desc) are filters of all lists',
    at: listsOfProjects,
    start: serving(() =>
      forAll(listsOfProjects, (call) => {
        const isLost = call.given.sort !== undefined && call.given.order_by === undefined
        return call.send(isLost ? { sort: undefined } : {})
      }),
    ),
    async isShown(ask) {
      const first = await newProject(ask)
      const last = await newProject(ask)
      const ids = listOf((await ask('GET', '/projects/owned?sort=asc&per_page=100')).json)
        .map(idOf)
        .filter((id) => id === first || id === last)
      return ids[0] === last
    },
  },
  {
    name: 'An issue that was closed before it was removed is taken off the count of open issues twice',
    breaks: 'Document 1, Project: open_issues_count; document 2, DELETE of an issue',
    at: ['getProject', 'deleteIssue', 'updateIssue', ...listsOfProjects],
    start: serving(() => {
      const taken = new Map<unknown, number>()
      const counting: Rule = async (call) =>
        eachChanged(await call.send(), (project) => {
          const twice = taken.get(project.id)
          if (twice === undefined || project.open_issues_count === undefined) return project
          const open_issues_count = Math.max(0, Number(project.open_issues_count) - twice)
          return { ...project, open_issues_count }
        })
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && at(json, 'state') === 'closed') {
            const project = at(json, 'project_id')
            taken.set(project, (taken.get(project) ?? 0) + 1)
          }
          return response
        },
        ...forAll(['getProject', ...listsOfProjects], counting),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('DELETE', path)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'A file that is written in Base64 with the content that it already has is answered as a success',
    breaks:
      'Document 3, Repository files: 400 when the new content equals the current content (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { encoding, file_path, branch_name, content } = call.given
        if (response.status !== 400 || encoding !== 'base64') return response
        const path = `${repositoryPath(call)}/files?file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { status, json } = await call.ask('GET', path)
        const isSame = status === 200 && at(json, 'content') === content
        const hasMessage = String(call.given.commit_message ?? '') !== ''
        return isSame && hasMessage ? jsonAnswer(200, { file_path, branch_name }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        commit_message: 'Nothing',
        content: encodedBytes(new TextEncoder().encode('One\n')),
        encoding: 'base64',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
]
