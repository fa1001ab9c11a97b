import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { fieldsIn, projectOf } from './tools-fern.ts'

export const faultyFernServers: readonly FaultyServer[] = [
  {
    name: 'The lookup of an SSH key by its id shows its owner as the owner was when the key was added',
    breaks:
      'Document 1, SSH key: the lookup by key id (admin only) also carries `user`: the administrator-level user fields; a user who was blocked since has the state `blocked`',
    at: ['getSshKeyWithUser', 'blockUser', 'unblockUser', 'updateUser'],
    start: serving(() => {
      const owners = new Map<number, unknown>()
      return {
        async createOwnSshKey(call) {
          const response = await call.send()
          if (response.ok) {
            const id = idOf(await jsonOf(response))
            owners.set(id, at((await call.askAsRoot('GET', `/keys/${id}`)).json, 'user'))
          }
          return response
        },
        async createSshKeyOfUser(call) {
          const response = await call.send()
          if (response.ok) {
            const id = idOf(await jsonOf(response))
            owners.set(id, at((await call.askAsRoot('GET', `/keys/${id}`)).json, 'user'))
          }
          return response
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) =>
            withFields(json, { user: owners.get(idOf(json)) ?? at(json, 'user') }),
          )
        },
      }
    }),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Key', key: freshKey() }
      const key = idOf((await ask('POST', `/users/${user.id}/keys`, { body })).json)
      await ask('PUT', `/users/${user.id}/block`)
      return at((await ask('GET', `/keys/${key}`)).json, 'user.state') === 'active'
    },
  },
  {
    name: 'A new expiry of a group member is stored only if the access level changes with it',
    breaks:
      'Document 1, PUT /groups/:id/members/:user_id: parameters access_level (req), expires_at; single-member lookup also has `expires_at`',
    at: ['updateGroupMember', 'getGroupMember'],
    start: serving(() => ({
      async updateGroupMember(call) {
        const path = `/groups/${encoded(call.path.id)}/members/${call.path.user_id}`
        const { json } = await call.askAsRoot('GET', path)
        const isSameLevel = Number(call.given.access_level) === at(json, 'access_level')
        if (!isSameLevel || call.given.expires_at === undefined) return call.send()
        return call.send({ expires_at: at(json, 'expires_at') ?? undefined })
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const members = `/groups/${await newGroup(ask)}/members`
      await ask('POST', members, { body: { user_id: user.id, access_level: 30 } })
      const body = { access_level: 30, expires_at: '2031-05-06' }
      await ask('PUT', `${members}/${user.id}`, { body })
      return at((await ask('GET', `${members}/${user.id}`)).json, 'expires_at') === null
    },
  },
  {
    name: 'A group goes on showing a project among its projects after it was transferred to another group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id transfers the project into the group namespace; GET /groups/:id: Group with projects',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const left = new Map<number, Values[]>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const before = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          const group = Number(at(before, 'namespace.id'))
          if (response.ok) left.set(group, [...(left.get(group) ?? []), before])
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) => {
            const projects = listOf(at(json, 'projects'))
            const ids = new Set(projects.map(({ id }) => id))
            const stale = (left.get(idOf(json)) ?? []).filter(({ id }) => !ids.has(id))
            return withFields(json, { projects: [...projects, ...stale] })
          })
        },
      }
    }),
    async isShown(ask) {
      const [from, to] = [await newGroup(ask), await newGroup(ask)]
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${to}/projects/${project}`)
      const { json } = await ask('GET', `/groups/${from}`)
      return fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'The unsubscription from an issue with sudo unsubscribes the administrator',
    breaks:
      'Document 1, Authentication 5: `sudo` performs the call as another user; document 2: DELETE .../subscription unsubscribes',
    at: ['unsubscribeFromIssue', 'getIssue', 'subscribeToIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const path = `/projects/${encoded(call.path.id)}/issues/${call.path.issue_id}`
        const isSeen = (await call.ask('GET', path)).status === 200
        return call.sudo !== undefined && isSeen ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).username)
      await asUser('POST', `${path}/subscription`)
      await asUser('DELETE', `${path}/subscription`)
      return at((await asUser('GET', path)).json, 'subscribed') === true
    },
  },
  {
    name: 'The group notification setting close_merge_request is written to close_issue',
    breaks:
      'Document 1, Notification settings: with level `custom`, these boolean email events can be set: ... `close_issue`, ... `close_merge_request` ...; PUT /groups/:id/notification_settings takes the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const { close_merge_request } = call.given
        if (close_merge_request === undefined) return call.send()
        return call.send({ close_merge_request: undefined, close_issue: close_merge_request })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', close_merge_request: true } })
      return at((await ask('GET', path)).json, 'events.close_issue') === true
    },
  },
  {
    name: 'The links to the other pages of merge requests keep only the last of the iids that were asked for',
    breaks:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs); document 2: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (!response.ok || links === null) return response
        const link = links.replaceAll(/<([^>]*)>/g, (_, target: string) => {
          const url = new URL(target)
          for (const name of new Set(url.searchParams.keys())) {
            url.searchParams.set(name, url.searchParams.getAll(name).at(-1) ?? '')
          }
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one', 'two']) await newMergeRequest(ask, project, name)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      const next = /<([^>]*)>; rel="next"/.exec(link)?.[1] ?? 'http://none.test/'
      return new URL(next).searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'An issue that is moved gets only the first of its labels that the target project has too',
    breaks:
      'Document 2, issue, any, POST .../move: a label or milestone of the same name in the target project is assigned to it',
    at: ['moveIssue', 'getIssue', 'listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { id, project_id, labels } = await fieldsIn(response)
        if (!Array.isArray(labels) || labels.length < 2) return response
        const first = String(labels[0])
        const path = `/projects/${project_id}/issues/${id}`
        await call.askAsRoot('PUT', path, { labels: first })
        return changed(response, (json) => withFields(json, { labels: [first] }))
      },
    })),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, to, { labels: 'bug,sail' })
      const issue = await newIssue(ask, from, { labels: 'bug,sail' })
      const body = { to_project_id: to }
      const { json } = await ask('POST', `/projects/${from}/issues/${issue}/move`, { body })
      const moved = await ask('GET', `/projects/${to}/issues/${idOf(json)}`)
      const labels = ['labels.0', 'labels.1'].map((label) => at(moved.json, label))
      return labels[0] === 'bug' && labels[1] === undefined
    },
  },
  {
    name: 'A merge that waits for the build is scheduled whatever sha was given',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const isLater = isTrue(call.given.merge_when_build_succeeds)
        return isLater ? call.send({ sha: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const head = await headOf(ask, project, 'feature')
      const status = { state: 'running', ref: 'feature' }
      await ask('POST', `/projects/${project}/statuses/${head}`, { body: status })
      const body = { merge_when_build_succeeds: true, sha: await headOf(ask, project) }
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'The raw text of a private snippet is given to everyone who sees the project',
    breaks: 'Document 2, Snippet: `visibility_level`: 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        if (call.isAnonymous) return call.send()
        const { id } = await projectOf(call)
        return id === undefined ? call.send() : call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const user = await newUser(ask)
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, user.id)('GET', path)).status === 200
    },
  },
  {
    name: 'The own issues leave out those in projects that the caller is no member of',
    breaks: 'Document 2, GET /issues: array of Issue created by the caller',
    at: ['listOwnIssues'],
    start: serving(() => ({
      listOwnIssues: (call) =>
        relisted(call, async (all) => {
          const kept: Values[] = []
          for (const issue of all) {
            const path = { id: String(issue.project_id) }
            if ((await levelOf({ ...call, path })) > 0) kept.push(issue)
          }
          return kept
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const asUser = actingAs(ask, (await newUser(ask)).username)
      const issue = await newIssue(asUser, project)
      const isThere = (await asUser('GET', `/projects/${project}/issues/${issue}`)).status === 200
      return isThere && !fieldOf((await asUser('GET', '/issues')).json, 'id').includes(issue)
    },
  },
  {
    name: 'The deletion of the merged branches looks only at the first twenty branches',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const later: Values[] = []
        for (let page = 2; ; page++) {
          const some = listOf((await call.askAsRoot('GET', `${path}?page=${page}`)).json)
          later.push(...some)
          if (some.length < 20) break
        }
        const response = await call.send()
        if (!response.ok) return response
        for (const { name, commit } of later) {
          const { status } = await call.askAsRoot('GET', `${path}/${encoded(name)}`)
          const body = { branch_name: name, ref: at(commit, 'id') }
          if (status === 404) await call.askAsRoot('POST', path, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (let number = 10; number < 32; number++) await newBranch(ask, project, `a-${number}`)
      await writeFile(ask, project, { file_path: 'later.txt' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      const { json } = await ask('GET', `${repository}/branches`)
      return fieldOf(json, 'name').includes('a-31') && !fieldOf(json, 'name').includes('a-10')
    },
  },
  {
    name: 'The answer to a commit of several actions counts in its stats only the first file',
    breaks:
      'Document 3, POST /projects/:id/repository/commits: created Commit with stats; Commit: `stats` (object: `additions`, `deletions`, `total`)',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { id } = await fieldsIn(response)
        const path = `${repositoryPath(call)}/commits/${encoded(id)}/diff`
        const diff = String(listOf((await call.askAsRoot('GET', path)).json)[0]?.diff ?? '')
        const lines = diff.split('\n').filter((line) => !/^(---|\+\+\+) /.test(line))
        const additions = lines.filter((line) => line.startsWith('+')).length
        const deletions = lines.filter((line) => line.startsWith('-')).length
        const stats = { additions, deletions, total: additions + deletions }
        return changed(response, (json) => withFields(json, { stats }))
      },
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const actions = ['a.txt', 'b.txt'].map((file_path) => ({
        action: 'create',
        file_path,
        content: 'one\ntwo\n',
      }))
      const body = { branch_name: 'master', commit_message: 'Two files', actions }
      return at((await ask('POST', commits, { body })).json, 'stats.additions') === 2
    },
  },
  {
    name: 'The recursive tree of a subdirectory does not go below it',
    breaks:
      'Document 3, GET /projects/:id/repository/tree: path (subdirectory), recursive (boolean, default false)',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const { path } = call.given
        const isBelow = path !== undefined && path !== '' && path !== '/'
        return isBelow ? call.send({ recursive: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'a/b/c.txt' })
      const path = `/projects/${project}/repository/tree?path=a&recursive=true`
      return !fieldOf((await ask('GET', path)).json, 'name').includes('c.txt')
    },
  },
  {
    name: 'The statuses of one job name come with those of all jobs whose names begin with it',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        const { name } = call.given
        if (name === undefined) return call.send()
        return relisted(
          call,
          (all) => all.filter((one) => String(one.name).startsWith(String(name))),
          { name: undefined },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['build', 'build-docs']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=build`
      return fieldOf((await ask('GET', path)).json, 'name').includes('build-docs')
    },
  },
  {
    name: 'A tag without a message gets no release from the description that it is made with',
    breaks:
      'Document 3, POST /projects/:id/repository/tags: message (creates an annotated tag), release_description; Tag: `release` (null or object with `tag_name` and `description`)',
    at: ['createTag', 'getTag', 'listTags', 'updateRelease', 'createRelease'],
    start: serving(() => ({
      async createTag(call) {
        const { message } = call.given
        const isLightweight = message === undefined || message === null || message === ''
        return isLightweight ? call.send({ release_description: undefined }) : call.send()
      },
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const tag_name = freshName('v')
      const body = { tag_name, ref: 'master', release_description: 'First' }
      await ask('POST', tags, { body })
      const { status, json } = await ask('GET', `${tags}/${tag_name}`)
      return status === 200 && at(json, 'release') === null
    },
  },
]
