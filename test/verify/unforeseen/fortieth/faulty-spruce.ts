import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  behind,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshKey,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  allAsRoot,
  answeringWithIssues,
  decoded,
  inAskedOrder,
  issuePath,
  partOfKey,
  projectFilters,
  projectIdOf,
  queryOf,
} from './tools-spruce.ts'

export const faultySpruceServers: readonly FaultyServer[] = [
  {
    name: 'An SSH key that was removed counts as used for ever, so that nobody can add it again',
    breaks:
      'Document 1, Users: On key creation failure, 400 (for example an already-used key reports `has already been taken`); POST /user/keys: created SSH key, 201',
    at: [
      'createOwnSshKey',
      'createSshKeyOfUser',
      'deleteOwnSshKey',
      'deleteSshKeyOfUser',
      'listOwnSshKeys',
      'listSshKeysOfUser',
    ],
    start: serving(() => {
      const removed = new Set<string>()
      const remove: Rule = async (call) => {
        const key = at((await call.askAsRoot('GET', `/keys/${call.path.key_id}`)).json, 'key')
        const response = await call.send()
        if (response.ok && key !== undefined) removed.add(partOfKey(key))
        return response
      }
      const create: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || !removed.has(partOfKey(call.given.key))) return response
        const user = call.path.id ?? (await callerOf(call)).id
        const made = idOf(await jsonOf(response))
        await call.askAsRoot('DELETE', `/users/${user}/keys/${made}`)
        return jsonAnswer(400, { message: { key: ['has already been taken'] } })
      }
      return {
        ...forAll(['deleteOwnSshKey', 'deleteSshKeyOfUser'], remove),
        ...forAll(['createOwnSshKey', 'createSshKeyOfUser'], create),
      }
    }),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const body = { title: 'Laptop', key: freshKey() }
      const made = await asUser('POST', '/user/keys', { body })
      await asUser('DELETE', `/user/keys/${idOf(made.json)}`)
      return (await asUser('POST', '/user/keys', { body })).status === 400
    },
  },
  {
    name: 'The projects that a user owns are those that the user created, whoever has them by now',
    breaks: 'Document 1, GET /projects/owned: array of Project owned by the caller',
    at: ['listOwnedProjects', 'transferProjectToGroup', 'createProject', 'createProjectForUser'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        const { id } = await callerOf(call)
        return relisted(call, async (owned) => {
          const all = await allAsRoot(call, `/projects/all${queryOf(call, projectFilters)}`)
          const created = all.filter(({ creator_id }) => creator_id === id)
          const seen = await Promise.all(
            created.map(async (project) => {
              const one = owned.find((other) => other.id === project.id)
              return one ?? fieldsOf((await call.ask('GET', `/projects/${project.id}`)).json)
            }),
          )
          return inAskedOrder(
            call,
            seen.filter((project) => project.id !== undefined),
          )
        })
      },
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asUser, { visibility_level: 20 })
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      return fieldOf((await asUser('GET', '/projects/owned')).json, 'id').includes(project)
    },
  },
  {
    name: 'The projects of a group are found under its former path only once the group has another',
    breaks:
      'Document 1, Conventions 2: a project `:id` is either the integer or the URL-encoded `NAMESPACE/PROJECT_NAME`; PUT /groups/:id: path',
    at: ['updateGroup', 'getProject'],
    start: (forge) => {
      const former = new Map<string, string>()
      const handle = serving(() => ({
        async updateGroup(call) {
          const before = fieldsOf((await call.askAsRoot('GET', `/groups/${call.path.id}`)).json)
          const response = await call.send()
          const after = fieldsOf(await jsonOf(response))
          if (!response.ok || after.path === before.path) return response
          for (const { path } of listOf(before.projects)) {
            const left = `${before.path}/${path}`
            const known = former.get(left) ?? left
            former.delete(left)
            if (known !== `${after.path}/${path}`) former.set(`${after.path}/${path}`, known)
          }
          return response
        },
      }))(forge)
      return async (request) => {
        const url = new URL(request.url)
        const [, named = ''] = /\/projects\/([^/]+%2f[^/]+)/i.exec(url.pathname) ?? []
        const asked = decoded(named)
        if (named !== '' && former.has(asked)) {
          return jsonAnswer(404, { message: '404 Project Not Found' })
        }
        const [current] = [...former].find(([, old]) => old === asked) ?? []
        if (current === undefined) return handle(request)
        url.pathname = url.pathname.replace(named, encoded(current))
        return handle(new Request(url, request))
      }
    },
    async isShown(ask) {
      const group = await newGroup(ask)
      const name = freshName('project')
      await newProject(ask, { name, path: name, namespace_id: group })
      const path = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      return (await ask('GET', `/projects/${encoded(`${path}/${name}`)}`)).status === 404
    },
  },
  {
    name: 'An issue that moves takes its number along, though another issue of the new project has it',
    breaks: 'Document 1, Conventions 1: `iid` is unique only within one project',
    at: answeringWithIssues,
    start: serving(() => {
      const numbers = new Map<unknown, unknown>()
      const withNumber = (issue: Values): Values => {
        const iid = numbers.get(issue.id)
        if (iid === undefined) return issue
        const web_url = String(issue.web_url).replace(/\d+$/, String(iid))
        return { ...issue, iid, ...(issue.web_url === undefined ? {} : { web_url }) }
      }
      const show: Rule = async (call) => eachChanged(await call.send(), withNumber)
      return {
        ...forAll(answeringWithIssues, show),
        async moveIssue(call) {
          const before = withNumber(fieldsOf((await call.askAsRoot('GET', issuePath(call))).json))
          const response = await call.send()
          if (!response.ok) return response
          numbers.set(at(await jsonOf(response), 'id'), before.iid)
          return eachChanged(response, withNumber)
        },
      }
    }),
    async isShown(ask) {
      const target = await newProject(ask)
      await newIssue(ask, target)
      const source = await newProject(ask)
      const path = `/projects/${source}/issues/${await newIssue(ask, source)}/move`
      await ask('POST', path, { body: { to_project_id: target } })
      const iids = fieldOf((await ask('GET', `/projects/${target}/issues`)).json, 'iid')
      return new Set(iids).size < iids.length
    },
  },
  {
    name: 'An issue for which one user made a todo counts as noted by every other user, too',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const noted = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const { issue_id } = call.path
          if (noted.has(`${issue_id}`)) {
            const { status } = await call.ask('GET', issuePath(call))
            return status === 200 ? notModified() : call.send()
          }
          const response = await call.send()
          if (response.status === 201) noted.add(`${issue_id}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const asOther = actingAs(ask, (await newUser(ask)).id)
      return (await asOther('POST', path)).status === 304
    },
  },
  {
    name: 'A merge compares the sha that it is given with the head that the source branch had when the request was made',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => {
      const heads = new Map<string, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const made = await jsonOf(response)
          if (response.ok) heads.set(String(idOf(made)), at(made, 'sha'))
          return response
        },
        async mergeMergeRequest(call) {
          const first = heads.get(`${call.path.merge_request_id}`)
          const { sha } = call.given
          if (first === undefined || sha === undefined) return call.send()
          if (sha !== first) return call.send({ sha: '0'.repeat(40) })
          return call.send({
            sha: at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha'),
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branch = freshName('topic')
      const merge = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, branch)}/merge`
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: branch })
      const sha = await headOf(ask, project, branch)
      return (await ask('PUT', merge, { body: { sha } })).status === 409
    },
  },
  {
    name: 'What a merge request would close is worked out when it is made, and not again when its description changes',
    breaks:
      'Document 2, GET .../:merge_request_id/closes_issues: array of issues that merging would close',
    at: ['listIssuesClosedByMergeRequest', 'updateMergeRequest', 'createMergeRequest'],
    start: serving(() => {
      const closed = new Map<string, readonly unknown[]>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          const id = idOf(await jsonOf(response))
          // It belongs to the project that it goes to, which need not be the one that it comes from.
          const target = call.given.target_project_id ?? (await projectIdOf(call))
          const path = `/projects/${target}/merge_requests/${id}/closes_issues`
          closed.set(String(id), await allAsRoot(call, path))
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const first = closed.get(`${call.path.merge_request_id}`)
          if (first === undefined) return call.send()
          return relisted(call, async () => {
            const issues = await Promise.all(
              first.map(async (issue) => {
                const path = `/projects/${at(issue, 'project_id')}/issues/${at(issue, 'id')}`
                return fieldsOf((await call.ask('GET', path)).json)
              }),
            )
            return issues.filter(({ state }) => state === 'opened' || state === 'reopened')
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newIssue(ask, project)
      const branch = freshName('topic')
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, branch)}`
      const fields = { source_branch: branch, target_branch: 'master', title: branch }
      await ask('PUT', path, { body: { ...fields, description: 'Closes #1' } })
      return listOf((await ask('GET', `${path}/closes_issues`)).json).length === 0
    },
  },
  {
    name: 'The comments on a private snippet can be listed by whoever sees its project',
    breaks:
      'Document 2, Snippet: `visibility_level`: 0 visible only to the creator; its notes are below it',
    at: ['listSnippetNotes'],
    start: serving((forge) => ({
      async listSnippetNotes(call) {
        const response = await call.send()
        const id = Number(call.path.snippet_id)
        const snippet = forge.db.snippets.findFirst((query) => query.where({ id }))
        if (response.status !== 404 || snippet === undefined || call.isAnonymous) return response
        const isSeen = (await call.ask('GET', projectPath(call))).status === 200
        return isSeen && snippet.project_id === (await projectIdOf(call))
          ? call.sendAsRoot()
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}`
      await ask('POST', `${path}/notes`, { body: { body: 'Between us' } })
      const asOther = actingAs(ask, (await newUser(ask)).id)
      return listOf((await asOther('GET', `${path}/notes`)).json).length === 1
    },
  },
  {
    name: 'The statistics of a new commit count its first file alone',
    breaks:
      'Document 3, POST /projects/:id/repository/commits: created Commit with stats; Commit: `stats` (object: `additions`, `deletions`, `total`)',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { id } = fieldsOf(await jsonOf(response))
        const path = `${repositoryPath(call)}/commits/${id}/diff`
        const [first] = listOf((await call.askAsRoot('GET', path)).json)
        const lines = String(first?.diff ?? '').split('\n')
        const body = lines.slice(lines.findIndex((line) => line.startsWith('@@')))
        const additions = body.filter((line) => line.startsWith('+')).length
        const deletions = body.filter((line) => line.startsWith('-')).length
        const stats = { additions, deletions, total: additions + deletions }
        return changed(response, (json) => withFields(json, { stats }))
      },
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const actions = ['one.txt', 'two.txt'].map((file_path) => ({
        action: 'create',
        file_path,
        content: `${file_path}\n`,
      }))
      const body = { branch_name: 'master', commit_message: 'Two files', actions }
      const { json } = await ask('POST', commits, { body })
      const { stats } = fieldsOf((await ask('GET', `${commits}/${at(json, 'id')}`)).json)
      return at(json, 'stats.additions') === 1 && at(stats, 'additions') === 2
    },
  },
  {
    name: 'The limits of a list of commits are read as UTC, whatever offset they are given with',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const { since, until } = call.given
        const inUtc = (time: unknown) =>
          typeof time === 'string' ? time.replace(/[+-]\d\d:?\d\d$/, 'Z') : time
        return call.send({ since: inUtc(since), until: inUtc(until) })
      },
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const hour = 3600_000
      // An hour ago, on a clock that is five hours ahead.
      const local = new Date(Date.now() + 4 * hour).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${commits}?since=${encoded(`${local}+05:00`)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'A recursive tree of a branch has what the default branch has in its folders',
    breaks:
      'Document 3, GET /projects/:id/repository/tree: ref_name (branch or tag; default branch), recursive (boolean, default false)',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const { ref_name, recursive, path = '' } = call.given
        if (ref_name === undefined || !isTrue(recursive)) return call.send()
        return relisted(call, async (all) => {
          const depth = path === '' ? 1 : String(path).replace(/\/$/, '').split('/').length + 1
          const depthOf = (entry: Values) => String(entry.path).split('/').length
          const others = await allOf(call, { ref_name: undefined })
          return all
            .filter((entry) => depthOf(entry) === depth)
            .flatMap((entry) => [
              entry,
              ...others.filter((other) => String(other.path).startsWith(`${entry.path}/`)),
            ])
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      await writeFile(ask, project, { file_path: 'docs/new.md', branch_name: 'topic' })
      const path = `/projects/${project}/repository/tree?ref_name=topic&recursive=true`
      return !fieldOf((await ask('GET', path)).json, 'path').includes('docs/new.md')
    },
  },
  {
    name: 'A comment on a commit is listed only under the name by which the commit was called in the post',
    breaks:
      'Document 3, GET .../commits/:sha/comments: array of Commit comment; POST .../comments: a comment by the name of a branch is attached to the last commit',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => {
      const posted: { readonly asked: string; readonly project: number; readonly made: Values }[] =
        []
      return {
        async createCommitComment(call) {
          const response = await call.send()
          if (response.ok) {
            const made = fieldsOf(await jsonOf(response))
            posted.push({ asked: `${call.path.sha}`, project: await projectIdOf(call), made })
          }
          return response
        },
        async listCommitComments(call) {
          const project = await projectIdOf(call)
          return relisted(call, (all) =>
            all.filter(({ note, author }) => {
              const same = posted.filter(
                (one) =>
                  one.project === project &&
                  one.made.note === note &&
                  at(one.made, 'author.id') === at(author, 'id'),
              )
              return same.length === 0 || same.some(({ asked }) => asked === call.path.sha)
            }),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      await ask('POST', `${commits}/master/comments`, { body: { note: 'Well done' } })
      const sha = await headOf(ask, project)
      return listOf((await ask('GET', `${commits}/${sha}/comments`)).json).length === 0
    },
  },
  {
    name: 'The links to the other pages of a list lose the parameters that are arrays',
    breaks:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests', 'listGroups', 'listBuilds', 'listBuildsOfCommit'],
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const shortened = link.replace(/<([^>]*)>/g, (_, address: string) => {
        const url = new URL(address)
        for (const name of [...url.searchParams.keys()]) {
          if (name.endsWith('[]')) url.searchParams.delete(name)
        }
        return `<${url.href}>`
      })
      return withBody(response, response.body, { link: shortened })
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      return link.includes('rel="next"') && !/iids/.test(link)
    },
  },
  {
    name: 'The e-mail events that a user chooses for one project hold for all projects and groups with a level of their own',
    breaks:
      'Document 1, Notification settings: Group/project form: `level`, and when level is `custom` also `events` (object of the booleans above)',
    at: [
      'getProjectNotificationSettings',
      'updateProjectNotificationSettings',
      'getGroupNotificationSettings',
      'updateGroupNotificationSettings',
    ],
    start: serving(() => {
      const chosen = new Map<unknown, Values>()
      const show = async (call: Call, response: Response) => {
        const mine = chosen.get((await callerOf(call)).id)
        return changed(response, (json) => {
          const { events } = fieldsOf(json)
          return events === undefined
            ? json
            : withFields(json, { events: withFields(events, mine ?? {}) })
        })
      }
      const read: Rule = async (call) => show(call, await call.send())
      const write: Rule = async (call) => {
        const response = await call.send()
        const { events } = fieldsOf(await jsonOf(response))
        const given = Object.entries(fieldsOf(events)).filter(([name]) => name in call.given)
        const { id } = await callerOf(call)
        if (response.ok) chosen.set(id, { ...chosen.get(id), ...Object.fromEntries(given) })
        return show(call, response)
      }
      return {
        ...forAll(['getProjectNotificationSettings', 'getGroupNotificationSettings'], read),
        ...forAll(['updateProjectNotificationSettings', 'updateGroupNotificationSettings'], write),
      }
    }),
    async isShown(ask) {
      const path = async () => `/projects/${await newProject(ask)}/notification_settings`
      const [one, other] = [await path(), await path()]
      await ask('PUT', one, { body: { level: 'custom', new_note: false } })
      await ask('PUT', other, { body: { level: 'custom', new_note: true } })
      return at((await ask('GET', one)).json, 'events.new_note') === true
    },
  },
  {
    name: 'A user who was removed from a group keeps its projects in the list of the own ones',
    breaks:
      'Document 1, GET /projects: array of Project the caller is a member of; DELETE /groups/:id/members/:user_id: removes the member',
    at: ['listProjects', 'removeGroupMember'],
    start: serving(() => {
      const left = new Map<string, readonly unknown[]>()
      return {
        async removeGroupMember(call) {
          const group = encoded(call.path.id)
          const was = await call.askAsRoot('GET', `/groups/${group}/members/${call.path.user_id}`)
          const projects = await allAsRoot(call, `/groups/${group}/projects`)
          const response = await call.send()
          if (!response.ok || was.status !== 200) return response
          const user = String(idOf(was.json))
          const before = left.get(user) ?? []
          left.set(user, [...before, ...projects.map(({ id }) => id)])
          return response
        },
        async listProjects(call) {
          const ids = left.get(String((await callerOf(call)).id)) ?? []
          if (ids.length === 0) return call.send()
          return relisted(call, async (own) => {
            const all = await allAsRoot(call, `/projects/all${queryOf(call, projectFilters)}`)
            const more = all.filter(
              ({ id }) => ids.includes(id) && !own.some((one) => one.id === id),
            )
            return more.length === 0 ? own : inAskedOrder(call, [...own, ...more])
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const { json } = await actingAs(ask, id)('GET', '/projects')
      return fieldOf(json, 'id').includes(project)
    },
  },
]
