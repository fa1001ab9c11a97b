import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { naturally } from './tools-snipe.ts'

const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

export const faultySnipeServers: readonly FaultyServer[] = [
  {
    name: 'A tag without a message that is made from an annotated tag has the annotation of that one',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => {
      const messages = new Map<string, unknown>()
      const shown = (call: Call, response: Response) =>
        eachChanged(response, (tag) => {
          const message = messages.get(`${call.path.id}/${tag.name}`)
          return tag.message === null && message !== undefined ? { ...tag, message } : tag
        })
      return {
        async createTag(call) {
          const { ref, message, tag_name } = call.given
          const tag = await call.askAsRoot('GET', `${repositoryPath(call)}/tags/${encoded(ref)}`)
          const response = await call.send()
          const key = `${call.path.id}/${tag_name}`
          if (!response.ok) return response
          messages.delete(key)
          const annotation = at(tag.json, 'message')
          const isLightweight = message === undefined || message === null || message === ''
          if (tag.status === 200 && isLightweight && typeof annotation === 'string') {
            messages.set(key, annotation)
          }
          return shown(call, response)
        },
        getTag: async (call) => shown(call, await call.send()),
        listTags: async (call) => shown(call, await call.send()),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'one', ref: 'master', message: 'First' } })
      await ask('POST', tags, { body: { tag_name: 'two', ref: 'one' } })
      return at((await ask('GET', `${tags}/two`)).json, 'message') === 'First'
    },
  },
  {
    name: 'The offset from universal time is dropped from the moment since which commits are listed',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since } = call.given
        if (typeof since !== 'string' || !/[+-]\d\d:?\d\d$/.test(since)) return call.send()
        const isTime = since.includes('T')
        return isTime ? call.send({ since: since.replace(/[+-]\d\d:?\d\d$/, 'Z') }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      // An hour ago, as the clocks five hours to the east show it.
      const time = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 19)
      const { status, json } = await ask(
        'GET',
        `/projects/${project}/repository/commits?since=${encoded(`${time}+05:00`)}`,
      )
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'A file that a commit of several actions updates gets the Base64 itself as its text',
    breaks: 'Document 3, Action item in actions[]: encoding, `text` (default) or `base64`',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const isUpdate = listOf(actions).some(
          ({ action, encoding }) => action === 'update' && encoding === 'base64',
        )
        if (!isUpdate) return call.send()
        return call.send({
          actions: listOf(actions).map((one) =>
            one.action === 'update' ? { ...one, encoding: 'text' } : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('Two\n')
      const update = { action: 'update', file_path: 'README.md', encoding: 'base64', content }
      const body = { branch_name: 'master', commit_message: 'Update', actions: [update] }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const { text } = await ask(
        'GET',
        `/projects/${project}/repository/blobs/master?filepath=README.md`,
      )
      return text === content
    },
  },
  {
    name: 'All statuses of a commit are listed when the latest ones are asked for in so many words',
    breaks:
      'Document 3, GET .../commits/:sha/statuses: all (boolean; all statuses rather than the latest)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isFalse(call.given.all) ? call.send({ all: true }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const state of ['pending', 'success', 'pending']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'lint' } })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=false`
      return listOf((await ask('GET', path)).json).length > 1
    },
  },
  {
    name: 'A merge request is merged when the SHA that is given only begins as its head does',
    breaks:
      'Document 2, PUT .../:merge_request_id/merge: sha (string; must equal the source head or the merge fails)',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || !/^[0-9a-f]{7,39}$/.test(sha)) return call.send()
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 10)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The list of commits of a merge request is empty after its merge',
    breaks: 'Document 2, GET .../:merge_request_id/commits: array of commit objects',
    at: ['listMergeRequestCommits', 'mergeMergeRequest'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged' ? relisted(call, () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`)
      const { status, json } = await ask('GET', `${path}/commits`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'Tags are listed from the highest version down, by the numbers in their names',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) =>
        relisted(call, (all) => [...all].sort((one, other) => naturally(other.name, one.name))),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      for (const tag_name of ['v9', 'v10']) {
        await ask('POST', tags, { body: { tag_name, ref: 'master' } })
      }
      return fieldOf((await ask('GET', tags)).json, 'name').join() === 'v10,v9'
    },
  },
  {
    name: 'The links between the pages of merge requests keep only the last of several iids',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        const { iids } = call.given
        if (link === null || !Array.isArray(iids)) return response
        const shortened = link.replaceAll(/<([^>]+)>/g, (_, address: string) => {
          const url = new URL(address)
          url.searchParams.set('iids[]', String(iids.at(-1)))
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: shortened })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const links = (await ask('GET', path)).headers.get('link') ?? ''
      const next = links.split(', ').find((one) => one.includes('rel="next"')) ?? ''
      return next !== '' && next.split('iids%5B%5D').length === 2
    },
  },
  {
    name: 'A retried build is pending in the list of builds with the time at which it had finished',
    breaks:
      'Document 3, Build: POST .../builds/:build_id/retry, pending, `finished_at` becomes null',
    at: ['listBuilds', 'retryBuild'],
    start: serving(() => {
      const finished = new Map<unknown, unknown>()
      return {
        async retryBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          if (response.ok) {
            finished.set(at(await jsonOf(response), 'id'), at(before, 'finished_at'))
          }
          return response
        },
        listBuilds: async (call) =>
          eachChanged(await call.send(), (build) => {
            const finished_at = finished.get(build.id) ?? null
            return build.status === 'pending' && finished_at !== null
              ? { ...build, finished_at }
              : build
          }),
      }
    }),
    async isShown(ask) {
      for (const project of fieldOf((await ask('GET', '/projects/all?per_page=100')).json, 'id')) {
        const builds = `/projects/${project}/builds`
        const failed = listOf((await ask('GET', `${builds}?scope=failed`)).json)[0]
        if (failed === undefined) continue
        const { json } = await ask('POST', `${builds}/${failed.id}/retry`)
        const listed = listOf((await ask('GET', builds)).json)
        return listed.some(({ id, status, finished_at }) => {
          return id === idOf(json) && status === 'pending' && finished_at !== null
        })
      }
      return false
    },
  },
  {
    name: 'An e-mail address that its owner removed is taken for everybody for ever',
    breaks:
      'Document 1, POST /user/emails: created E-mail, 201; `has already been taken` is said of an already-used e-mail',
    at: ['createOwnEmail', 'createEmailOfUser', 'deleteOwnEmail'],
    start: serving(() => {
      const removed = new Set<unknown>()
      const taken = () => jsonAnswer(400, { message: { email: ['has already been taken'] } })
      return {
        async deleteOwnEmail(call) {
          const { json } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
          const response = await call.send()
          const email = at(json, 'email')
          if (response.ok && email !== undefined) removed.add(email)
          return response
        },
        async createOwnEmail(call) {
          const isTaken = removed.has(call.given.email)
          return isTaken && (await callerOf(call)).id !== undefined ? taken() : call.send()
        },
        async createEmailOfUser(call) {
          const isTaken = removed.has(call.given.email)
          return isTaken && isTrue((await callerOf(call)).is_admin) ? taken() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const acting = actingAs(ask, (await newUser(ask)).username)
      const body = { email: `${freshName('mail')}@snipe.example` }
      const id = idOf((await acting('POST', '/user/emails', { body })).json)
      await acting('DELETE', `/user/emails/${id}`)
      return (await acting('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'Who was an administrator once still reads the list of users as administrators do',
    breaks:
      'Document 1, GET /users: array of User (brief form; administrators get the full form); PUT /users/:id: admin',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const former = new Set<unknown>()
      return {
        async updateUser(call) {
          const before = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          const response = await call.send()
          if (!response.ok) return response
          const after = (await call.askAsRoot('GET', `/users/${call.path.id}`)).json
          if (at(before, 'is_admin') === true) former.add(at(before, 'id'))
          if (at(after, 'is_admin') === true) former.delete(at(after, 'id'))
          return response
        },
        async listUsers(call) {
          const { id } = await callerOf(call)
          return id !== undefined && former.has(id) ? call.sendAsRoot() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask, { admin: true })
      await ask('PUT', `/users/${id}`, { body: { admin: false } })
      const { json } = await actingAs(ask, username)('GET', '/users')
      return at(json, '0.email') !== undefined
    },
  },
  {
    name: 'The private token of another user is left out when the header says whose it is',
    breaks:
      'Document 1, User: The authenticated-user response made with `sudo` also carries `private_token`; Authentication 5: parameter `sudo` (query) or header `SUDO`',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        const isInQuery = new URL(call.request.url).searchParams.has('sudo')
        if (!response.ok || isInQuery || !call.request.headers.has('sudo')) return response
        return eachChanged(response, ({ private_token, ...user }) => user)
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const byHeader = await actingAs(ask, username)('GET', '/user')
      const byQuery = await ask('GET', `/user?sudo=${username}`)
      return (
        fieldsOf(byHeader.json).private_token === undefined &&
        fieldsOf(byQuery.json).private_token !== undefined
      )
    },
  },
  {
    name: 'A snippet that is there already may get a visibility which is restricted for its author',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels, levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const { visibility_level, ...others } = call.given
        if (response.status !== 400 || visibility_level === undefined) return response
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const { title, file_name } = fieldsOf((await call.ask('GET', path)).json)
        const without = await call.ask('PUT', path, { title, file_name, ...others })
        return without.status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const acting = actingAs(ask, (await newUser(ask)).username)
      const project = await newProject(acting, { snippets_enabled: true })
      const snippet = await newSnippet(acting, project, { visibility_level: 0 })
      const body = { restricted_visibility_levels: [2] }
      await ask('PUT', '/application/settings', { body })
      const path = `/projects/${project}/snippets/${snippet}`
      const { status } = await acting('PUT', path, { body: { visibility_level: 20 } })
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: null } })
      return status === 200
    },
  },
  {
    name: 'A branch whose name has a dot in it is not found when it is to be protected or unprotected',
    breaks:
      'Document 3, Branch protection: PUT .../branches/:branch/protect, branch exists, protected true',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const writing = async (call: Call) => {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const isThere = (await call.ask('GET', path)).status === 200
        return isThere && (call.path.branch ?? '').includes('.')
          ? jsonAnswer(404, { message: '404 Branch Not Found' })
          : call.send()
      }
      return { protectBranch: writing, unprotectBranch: writing }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable-1.x')
      const path = `/projects/${project}/repository/branches/stable-1.x`
      return (await ask('PUT', `${path}/protect`)).status === 404
    },
  },
  {
    name: 'A project whose group got another path is shown with the path that it had before',
    breaks:
      'Document 1, PUT /groups/:id: path; Conventions 2: a project is NAMESPACE/PROJECT_NAME; Project: path_with_namespace',
    at: ['getProject', 'updateGroup'],
    start: serving(() => {
      const paths = new Map<unknown, unknown>()
      return {
        async updateGroup(call) {
          const before = fieldsOf((await call.askAsRoot('GET', `/groups/${call.path.id}`)).json)
          const response = await call.send()
          const isMoved = response.ok && at(await jsonOf(response), 'path') !== before.path
          if (isMoved && !paths.has(before.id)) paths.set(before.id, before.path)
          return response
        },
        getProject: async (call) =>
          eachChanged(await call.send(), (project) => {
            const path = paths.get(at(project, 'namespace.id'))
            if (path === undefined || at(project, 'namespace.owner_id') !== null) return project
            return { ...project, path_with_namespace: `${path}/${project.path}` }
          }),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const path = freshName('moved')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const { json } = await ask('GET', `/projects/${project}`)
      return !String(at(json, 'path_with_namespace')).startsWith(`${path}/`)
    },
  },
  {
    name: 'Who was removed from a private project still reads the commits in it',
    breaks:
      'Document 1, Visibility levels: 0 private (explicit access per user); Body shapes 6: A GET on a private project by a non-member gives 404',
    at: ['listCommits', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const isMember = (await call.askAsRoot('GET', path)).status === 200
          const key = `${await projectIdOf(call)}/${call.path.user_id}`
          const response = await call.send()
          if (response.ok && isMember) former.add(key)
          return response
        },
        async listCommits(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const { id } = await callerOf(call)
          return former.has(`${await projectIdOf(call)}/${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { id, username } = await newUser(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const commits = `/projects/${project}/repository/commits`
      return (await actingAs(ask, username)('GET', commits)).status === 200
    },
  },
]
