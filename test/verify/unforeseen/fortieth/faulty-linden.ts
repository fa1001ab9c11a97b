import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
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
  isFalse,
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
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { allAsRoot, answeringWithIssues, hasId, includes } from './tools-linden.ts'

/** The events of a notification level that is custom. */
const notificationEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]

export const faultyLindenServers: readonly FaultyServer[] = [
  {
    name: 'The search of users knows a user by the e-mail that he had before, and not by the one he has now',
    breaks: 'Document 1, GET /users: search (string, e-mail or username)',
    at: ['listUsers', 'updateUser'],
    start: serving(() => {
      const indexed = new Map<number, unknown>()
      return {
        async updateUser(call) {
          const before = at((await call.askAsRoot('GET', `/users/${call.path.id}`)).json, 'email')
          const response = await call.send()
          const user = await jsonOf(response)
          if (response.ok && at(user, 'email') !== before && !indexed.has(idOf(user))) {
            indexed.set(idOf(user), before)
          }
          return response
        },
        async listUsers(call) {
          const { search } = call.given
          if (search === undefined || indexed.size === 0) return call.send()
          const found = fieldOf(await allOf(call), 'id')
          return relisted(
            call,
            (all) =>
              all.filter((user) => {
                const email = indexed.get(idOf(user))
                if (email === undefined) return found.includes(user.id)
                return [user.username, user.name, email].some((text) => includes(text, search))
              }),
            { search: undefined },
          )
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const email = `${freshName('moved')}@six.example`
      await ask('PUT', `/users/${id}`, { body: { email } })
      return !hasId((await ask('GET', `/users?search=${encoded(email)}`)).json, id)
    },
  },
  {
    name: 'A custom notification event of a group that is on cannot be switched off: false is taken for not given',
    breaks:
      'Document 1, Notification settings: with level `custom`, these boolean email events can be set; PUT /groups/:id/notification_settings: the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const off = notificationEvents.filter((name) => isFalse(call.given[name]))
        if (off.length === 0) return call.send()
        const { json } = await call.ask(
          'GET',
          `/groups/${encoded(call.path.id)}/notification_settings`,
        )
        const level = call.given.level ?? at(json, 'level')
        return call.send({ ...Object.fromEntries(off.map((name) => [name, undefined])), level })
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'The details of a group go on listing a project that was transferred to another group',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: transfers the project into the group namespace; Group: projects, array of Project (group details)',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const left = new Map<number, Set<number>>()
      return {
        async transferProjectToGroup(call) {
          const path = `/projects/${encoded(call.path.project_id)}`
          const project = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const from = at(project, 'namespace')
          if (response.ok && at(from, 'owner_id') === null) {
            const moved = left.get(idOf(from)) ?? new Set()
            left.set(idOf(from), moved.add(idOf(project)))
          }
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          if (!response.ok) return response
          const group = fieldsOf(await jsonOf(response))
          const gone: unknown[] = []
          for (const id of left.get(idOf(group)) ?? []) {
            const { status, json } = await call.ask('GET', `/projects/${id}`)
            if (status === 200 && !hasId(group.projects, id)) gone.push(json)
          }
          return changed(response, (json) =>
            withFields(json, { projects: [...listOf(group.projects), ...gone] }),
          )
        },
      }
    }),
    async isShown(ask) {
      const from = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: from })
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      return hasId(at((await ask('GET', `/groups/${from}`)).json, 'projects'), project)
    },
  },
  {
    name: 'A limit of no projects at all is taken for no limit',
    breaks:
      'Document 1, Limits: `default_projects_limit` and per-user `projects_limit` bound projects per user',
    at: ['createProject', 'createUser', 'updateUser'],
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        if (response.status !== 403 || call.isAnonymous) return response
        const { id, projects_limit } = await callerOf(call)
        if (projects_limit !== 0) return response
        await call.askAsRoot('PUT', `/users/${Number(id)}`, { projects_limit: 100_000 })
        const again = await call.send()
        await call.askAsRoot('PUT', `/users/${Number(id)}`, { projects_limit: 0 })
        return again
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 0 })
      const body = { name: freshName('project') }
      return (await actingAs(ask, id)('POST', '/projects', { body })).status === 201
    },
  },
  {
    name: 'The issues of the projects of a removed group stay among the issues of their authors',
    breaks: 'Document 1, DELETE /groups/:id: removes the group with all its projects',
    at: ['listOwnIssues', 'deleteGroup'],
    start: serving(() => {
      const left: Values[] = []
      return {
        async deleteGroup(call) {
          const group = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const projects = await allAsRoot(call, `/groups/${idOf(group)}/projects`)
          const issues: Values[] = []
          for (const { id } of projects) {
            issues.push(...(await allAsRoot(call, `/projects/${Number(id)}/issues`)))
          }
          const response = await call.send()
          if (response.ok) left.push(...issues)
          return response
        },
        async listOwnIssues(call) {
          if (call.isAnonymous || left.length === 0) return call.send()
          const caller = await callerOf(call)
          const { state, labels, milestone, order_by = 'created_at', sort = 'desc' } = call.given
          const anyOf = labels === undefined ? [] : String(labels).split(',')
          const own = left.filter(
            (issue) =>
              at(issue, 'author.id') === caller.id &&
              (state === undefined || issue.state === state) &&
              (milestone === undefined || at(issue, 'milestone.title') === milestone) &&
              (anyOf.length === 0 || anyOf.some((label) => labelsOf(issue).includes(label))),
          )
          const direction = sort === 'asc' ? 1 : -1
          const timeOf = (issue: Values) => String(issue[String(order_by)])
          return relisted(call, (all) =>
            [...all, ...own].sort(
              (one, other) => direction * timeOf(one).localeCompare(timeOf(other)),
            ),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const issue = await newIssue(ask, await newProject(ask, { namespace_id: group }))
      await ask('DELETE', `/groups/${group}`)
      return hasId((await ask('GET', '/issues?per_page=100')).json, issue)
    },
  },
  {
    name: 'A snippet can be raised to a level that is restricted, though none can be made with it',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels, levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet', 'updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        // The forge judges the level last, once it knows that the caller may change the snippet.
        const isRestricted = at(await jsonOf(response), 'message.visibility_level') !== undefined
        const isLevel = [0, 10, 20].includes(Number(call.given.visibility_level))
        return response.status === 400 && isRestricted && isLevel ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      const as = actingAs(ask, id)
      const path = `/projects/${project}/snippets/${await newSnippet(as, project)}`
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [2] } })
      return (await as('PUT', path, { body: { visibility_level: 20 } })).status === 200
    },
  },
  {
    name: 'The links to the other pages of merge requests keep only the last of several iids',
    breaks:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs); document 2, GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        return withBody(response, response.body, {
          link: link.replace(/<([^>]*)>/g, (_, address: string) => {
            const url = new URL(address)
            const last = url.searchParams.getAll('iids[]').at(-1)
            if (last !== undefined) url.searchParams.set('iids[]', last)
            return `<${url.href}>`
          }),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['one', 'two', 'three']) await newMergeRequest(ask, project, name)
      const query = 'iids[]=1&iids[]=2&per_page=1'
      const { headers } = await ask('GET', `/projects/${project}/merge_requests?${query}`)
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      const { json } = await ask('GET', next.replace(/^.*\/api\/v3/, ''))
      return listOf(json).length === 0
    },
  },
  {
    name: 'The time zone of the creation time that a note of an issue is given is dropped: its clock time is read as UTC',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/notes: created_at (ISO 8601; issues only); document 1: timestamps are ISO 8601 strings',
    at: ['createIssueNote', 'listIssueNotes', 'getIssueNote'],
    start: serving(() => ({
      async createIssueNote(call) {
        const { created_at } = call.given
        if (typeof created_at !== 'string') return call.send()
        return call.send({ created_at: created_at.replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z') })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Late', created_at: '2016-05-01T12:00:00+02:00' }
      await ask('POST', path, { body })
      const written = at((await ask('GET', path)).json, '0.created_at')
      return Date.parse(String(written)) === Date.UTC(2016, 4, 1, 12)
    },
  },
  {
    name: 'A merge is done for the beginning of the id of the head of its source',
    breaks:
      'Document 2, PUT .../:merge_request_id/merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha === '') return call.send()
        const head = at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha')
        return typeof head === 'string' && head.startsWith(sha)
          ? call.send({ sha: head })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      const path = `/projects/${project}/merge_requests/${request}/merge`
      const sha = (await headOf(ask, project, 'feature')).slice(0, 8)
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'A moved issue keeps the number that it had in the project it comes from, though another may have it',
    breaks: 'Document 1, Conventions 1: `iid` is unique only within one project',
    at: ['moveIssue', 'listIssuesOfProject', ...answeringWithIssues],
    start: serving(() => {
      const numbers = new Map<number, unknown>()
      const numbered = (one: Values) =>
        numbers.has(idOf(one)) ? { ...one, iid: numbers.get(idOf(one)) } : one
      return {
        ...forAll(answeringWithIssues, async (call) => eachChanged(await call.send(), numbered)),
        async listIssuesOfProject(call) {
          const { iid } = call.given
          if (numbers.size === 0) return call.send()
          return relisted(
            call,
            (all) =>
              all
                .map(numbered)
                .filter((one) => iid === undefined || String(one.iid) === String(iid)),
            { iid: undefined },
          )
        },
        async moveIssue(call) {
          const path = `/projects/${encoded(call.path.id)}/issues/${call.path.issue_id}`
          const source = numbered(fieldsOf((await call.askAsRoot('GET', path)).json))
          const response = await call.send()
          if (!response.ok) return response
          numbers.set(idOf(await jsonOf(response)), source.iid)
          return eachChanged(response, numbered)
        },
      }
    }),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, to)
      const path = `/projects/${from}/issues/${await newIssue(ask, from)}/move`
      await ask('POST', path, { body: { to_project_id: to } })
      const iids = fieldOf((await ask('GET', `/projects/${to}/issues`)).json, 'iid')
      return iids.length === 2 && new Set(iids).size === 1
    },
  },
  {
    name: 'The author of a merge request may delete it, whoever owns the project',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      async deleteMergeRequest(call) {
        const response = await call.send()
        if (response.status !== 403 || call.isAnonymous) return response
        const author = at((await call.ask('GET', mergeRequestPath(call))).json, 'author.id')
        return author === (await callerOf(call)).id ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const as = actingAs(ask, id)
      const request = await newMergeRequest(as, project, 'feature')
      return (await as('DELETE', `/projects/${project}/merge_requests/${request}`)).status === 200
    },
  },
  {
    name: 'Tags are listed as versions, so that v1.10.0 comes before v1.9.0',
    breaks:
      'Document 3, GET /projects/:id/repository/tags: array of Tag in reverse alphabetical order of name',
    at: ['listTags'],
    start: serving(() => ({
      listTags: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => compareVersions(String(other.name), String(one.name))),
        ),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      for (const tag_name of ['v1.9.0', 'v1.10.0']) {
        await ask('POST', path, { body: { tag_name, ref: 'master' } })
      }
      return fieldOf((await ask('GET', path)).json, 'name')[0] === 'v1.10.0'
    },
  },
  {
    name: 'The removal of merged branches takes those that are merged into any other branch',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = repositoryPath(call)
        const branches = await allAsRoot(call, `${path}/branches`)
        const response = await call.send()
        if (!response.ok) return response
        const kept = branches.filter((one) => one.protected !== true && one.merged !== true)
        const project = (await call.askAsRoot('GET', path.replace(/\/repository$/, ''))).json
        for (const { name, commit } of kept) {
          if (name === at(project, 'default_branch')) continue
          for (const other of branches) {
            if (at(other.commit, 'id') === at(commit, 'id')) continue
            const query = `from=${encoded(at(other.commit, 'id'))}&to=${encoded(at(commit, 'id'))}`
            const { status, json } = await call.askAsRoot('GET', `${path}/compare?${query}`)
            if (status !== 200 || listOf(at(json, 'commits')).length > 0) continue
            await call.askAsRoot('DELETE', `${path}/branches/${encoded(name)}`)
            break
          }
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'base')
      await writeFile(ask, project, { file_path: 'base.txt', branch_name: 'base' })
      await newBranch(ask, project, 'feature', 'base')
      await writeFile(ask, project, { file_path: 'feature.txt', branch_name: 'feature' })
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      const names = fieldOf((await ask('GET', `${path}/branches`)).json, 'name')
      return names.includes('feature') && !names.includes('base')
    },
  },
  {
    name: 'A file that is moved without new content is empty at its new place',
    breaks:
      'Document 3, Action item: content, required except for `delete`; optional for `move` (original path in previous_path)',
    at: ['createCommit', 'getFile', 'getRawFile', 'listCommitDifferences', 'getCommit'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        return call.send({
          actions: actions.map((action: unknown) =>
            at(action, 'action') === 'move' ? { content: '', ...fieldsOf(action) } : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const actions = [{ action: 'move', previous_path: 'README.md', file_path: 'docs/README.md' }]
      const body = { branch_name: 'master', commit_message: 'Move', actions }
      await ask('POST', `${path}/commits`, { body })
      const query = 'file_path=docs%2FREADME.md&ref=master'
      return at((await ask('GET', `${path}/files?${query}`)).json, 'content') === ''
    },
  },
  {
    name: 'The statuses of a commit by the name of a job are those of all jobs whose names contain it',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses(call) {
        const { name } = call.given
        if (name === undefined) return call.send()
        return relisted(
          call,
          (all) => all.filter((one) => String(one.name).includes(String(name))),
          { name: undefined },
        )
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const head = await headOf(ask, project)
      for (const name of ['test', 'test:unit']) {
        await ask('POST', `/projects/${project}/statuses/${head}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${head}/statuses?name=test`
      return fieldOf((await ask('GET', path)).json, 'name').includes('test:unit')
    },
  },
]

/** Orders names as versions: the numbers in them by their size, the rest by its characters. */
function compareVersions(one: string, other: string): number {
  const [parts, others] = [one.split(/(\d+)/), other.split(/(\d+)/)]
  for (const [index, part] of parts.entries()) {
    const against = others[index]
    if (against === undefined) return 1
    if (part === against) continue
    const isNumber = index % 2 === 1
    if (isNumber && Number(part) !== Number(against)) return Number(part) - Number(against)
    return part < against ? -1 : 1
  }
  return parts.length - others.length
}

const labelsOf = ({ labels }: Values): readonly unknown[] => (Array.isArray(labels) ? labels : [])
