import { gunzipSync } from 'node:zlib'
import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { askOf, at, type Forge, type Handle, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
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
  newUser,
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
  answeringWithMergeRequests,
  groupLevelOf,
  hasLevel,
  objectsChanged,
  projectOf,
  waited,
} from './tools-linden.ts'

/** The operations that write to one project or to what belongs to it. */
const writingToProjects = operations.flatMap(({ id, method, path }) =>
  method !== 'GET' && path.startsWith('/projects/{id}') ? [id] : [],
)

export const legitimateLindenServers: readonly LegitimateServer[] = [
  {
    name: 'Who writes to a private project without being its member is refused with 403, though reading it gives 404',
    allowedBy:
      'Document 1, Errors: 403, request not allowed; body shape 6 gives 404 only for a GET on a private project by a non-member',
    start: serving(() =>
      forAll(writingToProjects, async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        if (at(await jsonOf(response), 'message') !== '404 Project Not Found') return response
        const seen = await call.ask('GET', projectPath(call))
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        return seen.status === 404 && isThere
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const as = actingAs(ask, (await newUser(ask)).id)
      const body = { title: 'Let me in' }
      return (await as('POST', `/projects/${project}/issues`, { body })).status === 403
    },
  },
  {
    name: 'The former path of a group goes on leading to it and to its projects, until another group takes it',
    allowedBy:
      'No sentence says what becomes of a former path; document 1, Conventions 2: a group is named by its id or its path, a project by NAMESPACE/PROJECT_NAME',
    start: followingFormerPaths,
    async isShown(ask) {
      const group = await newGroup(ask)
      const before = String(at((await ask('GET', `/groups/${group}`)).json, 'path'))
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('renamed') } })
      return idOf((await ask('GET', `/groups/${before}`)).json) === group
    },
  },
  {
    name: 'The links to the other pages hold a cursor that only the server can read, and no page number or filter',
    allowedBy:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    start: linkingByCursor,
    async isShown(ask) {
      const { headers } = await ask('GET', '/users?per_page=2')
      const next = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
      const { json } = await ask('GET', next.replace(/^.*\/api\/v3/, ''))
      return !next.includes('page=') && listOf(json).length === 2
    },
  },
  {
    name: 'An archive comes as a tar without compression',
    allowedBy:
      'Document 3, GET /projects/:id/repository/archive: repository archive; the media type of the archive is not shown',
    start: serving(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (!response.ok) return response
        const name = response.headers.get('content-disposition') ?? 'attachment'
        return withBody(response, gunzipSync(await response.arrayBuffer()), {
          'content-type': 'application/x-tar',
          'content-disposition': name.replace('.tar.gz', '.tar'),
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/archive`
      const { status, text } = await ask('GET', path)
      return status === 200 && text.includes('README.md')
    },
  },
  {
    name: 'Commits that are made without an author bear an address of their author that takes no mail',
    allowedBy:
      'Document 3, POST /projects/:id/repository/files and .../commits: author_email and author_name are optional, and no default of them is stated',
    start: serving(() =>
      forAll(['createFile', 'updateFile', 'deleteFile', 'createCommit'], async (call) => {
        const { author_email, author_name } = call.given
        if (call.isAnonymous || author_email !== undefined || author_name !== undefined) {
          return call.send()
        }
        const { username, name } = await callerOf(call)
        if (username === undefined) return call.send()
        return call.send({
          author_email: `${String(username)}@users.noreply.forge.test`,
          author_name: name,
        })
      }),
    ),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits/master`
      return String(at((await ask('GET', path)).json, 'author_email')).includes('noreply')
    },
  },
  {
    name: 'The message of a cherry-picked commit names the commit that it was picked from',
    allowedBy:
      'Document 3, POST .../commits/:sha/cherry_pick: Commit; no sentence says what its message is',
    start: namingPickedCommits,
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'feature')
      await writeFile(ask, project, { file_path: 'feature.txt', branch_name: 'feature' })
      await writeFile(ask, project, { file_path: 'other.txt' })
      const commits = `/projects/${project}/repository/commits`
      const picked = await headOf(ask, project, 'feature')
      await ask('POST', `${commits}/${picked}/cherry_pick`, { body: { branch: 'master' } })
      return String(at((await ask('GET', `${commits}/master`)).json, 'message')).includes(picked)
    },
  },
  {
    name: 'A member of a group is given no lower level in one of its projects',
    allowedBy:
      'Document 1, POST /projects/:id/members: access_level, a valid level; Errors: 400, an attribute failed validation; no sentence says that a level below the inherited one is valid',
    start: serving(() => {
      const isTooLow = async (call: Call, user: unknown) => {
        const { access_level } = call.given
        if (access_level === undefined || user === undefined) return false
        return (await hasLevel(call, 40)) && Number(access_level) < (await groupLevelOf(call, user))
      }
      const refusal = () =>
        jsonAnswer(400, {
          message: { access_level: ['should not be lower than the level in the group'] },
        })
      return {
        addProjectMember: async (call) =>
          (await isTooLow(call, call.given.user_id)) ? refusal() : call.send(),
        async updateProjectMember(call) {
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const isMember = (await call.askAsRoot('GET', path)).status === 200
          return isMember && (await isTooLow(call, call.path.user_id)) ? refusal() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const user_id = (await newUser(ask)).id
      await ask('POST', `/groups/${group}/members`, { body: { user_id, access_level: 40 } })
      const path = `/projects/${await newProject(ask, { namespace_id: group })}/members`
      return (await ask('POST', path, { body: { user_id, access_level: 20 } })).status === 400
    },
  },
  {
    name: 'Nobody acts for a user who is blocked: sudo is refused with 403',
    allowedBy:
      'Document 1, Authentication 5 says nothing of sudo for users who are blocked; Errors: 403, request not allowed',
    start: (forge) => async (request) => {
      const from = new URL(request.url)
      if (!from.searchParams.has('sudo') && !request.headers.has('sudo')) {
        return forge.fetch(request)
      }
      const url = new URL('/api/v3/user', from)
      for (const name of ['private_token', 'access_token', 'sudo']) {
        const value = from.searchParams.get(name)
        if (value !== null) url.searchParams.set(name, value)
      }
      const headers = new Headers(request.headers)
      for (const name of ['content-type', 'content-length']) headers.delete(name)
      const user = await jsonOf(await forge.fetch(new Request(url, { headers })))
      return at(user, 'state') === 'blocked'
        ? jsonAnswer(403, { message: '403 Forbidden - User is blocked' })
        : forge.fetch(request)
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      return (await actingAs(ask, id)('GET', '/projects')).status === 403
    },
  },
  {
    name: 'A new project is made with a first commit, of a .gitattributes',
    allowedBy:
      'Document 1, POST /projects: created project owned by the caller; no sentence says what its repository holds',
    start: serving(() => {
      const filled: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok || call.given.import_url !== undefined) return response
        const project = await jsonOf(response)
        const owner = at(project, 'owner.username')
        const sudo = typeof owner === 'string' ? owner : (await callerOf(call)).username
        await call.askAsRoot(
          'POST',
          `/projects/${idOf(project)}/repository/files?sudo=${encoded(sudo)}`,
          {
            file_path: '.gitattributes',
            branch_name: call.given.default_branch ?? 'master',
            content: '* text=auto\n',
            commit_message: 'Initial commit',
          },
        )
        return response
      }
      return { createProject: filled, createProjectForUser: filled }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/repository/commits`
      return fieldOf((await ask('GET', path)).json, 'title').includes('Initial commit')
    },
  },
  {
    name: 'Issues are made at whole seconds, and of those of the same second the list has the oldest first',
    allowedBy:
      'Document 2, GET /projects/:id/issues: order_by (default `created_at`), sort (default `desc`); no sentence says in which order those of the same time come, nor how exact a timestamp is',
    start: serving(() => {
      const rounded = new Set<number>()
      const shown = (one: Values): Values =>
        rounded.has(idOf(one))
          ? { ...one, created_at: String(one.created_at).replace(/\.\d+/, '.000') }
          : one
      const listed: Rule = (call) => {
        const { order_by = 'created_at', sort } = call.given
        if (rounded.size === 0 || order_by !== 'created_at') return shownIn(call, shown)
        const direction = sort === 'asc' ? 1 : -1
        return relisted(call, (all) =>
          all
            .map(shown)
            .sort(
              (one, other) => direction * (timeOf(one) - timeOf(other)) || idOf(one) - idOf(other),
            ),
        )
      }
      const made: Rule = async (call) => {
        const response = await call.send()
        if (response.ok && call.given.created_at === undefined) {
          rounded.add(idOf(await jsonOf(response)))
        }
        return eachChanged(response, shown)
      }
      return {
        ...forAll(answeringWithIssues, (call) => shownIn(call, shown)),
        ...forAll(['listIssuesClosedByMergeRequest', 'listIssuesOfMilestoneOfProject'], (call) =>
          shownIn(call, shown),
        ),
        ...forAll(['listOwnIssues', 'listIssuesOfGroup', 'listIssuesOfProject'], listed),
        createIssue: made,
        async moveIssue(call) {
          const response = await call.send()
          if (response.ok && rounded.has(Number(call.path.issue_id))) {
            rounded.add(idOf(await jsonOf(response)))
          }
          return eachChanged(response, shown)
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      // Of three, two at least were made in the same second.
      const ids: number[] = []
      for (const title of ['One', 'Two', 'Three']) ids.push(await newIssue(ask, project, { title }))
      const { json } = await ask('GET', `/projects/${project}/issues`)
      return fieldOf(json, 'id').join() !== ids.reverse().join()
    },
  },
  {
    name: 'An issue that is moved is no longer there in the project that it comes from',
    allowedBy:
      'Document 2, POST .../move: issue exists in target project; no sentence says what becomes of the one that was moved',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        if (response.ok) {
          await call.askAsRoot('DELETE', `${projectPath(call)}/issues/${call.path.issue_id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const [from, to] = [await newProject(ask), await newProject(ask)]
      const path = `/projects/${from}/issues/${await newIssue(ask, from)}`
      await ask('POST', `${path}/move`, { body: { to_project_id: to } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Open merge requests are closed when their source branch is removed',
    allowedBy:
      'Document 2, Merge request, States: other moves (closing, reopening): not shown; no sentence says what the removal of a branch does to its merge requests',
    start: serving(() => {
      const closing: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) await closeWithoutSource(call)
        return response
      }
      return {
        ...forAll(['deleteBranch', 'deleteMergedBranches'], closing),
        mergeMergeRequest: async (call) => {
          const request = (await call.askAsRoot('GET', mergeRequestPath(call))).json
          const isRemoved =
            isTrue(call.given.should_remove_source_branch) ||
            at(request, 'force_remove_source_branch') === true
          return isRemoved ? closing(call) : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'feature')
      await ask('DELETE', `/projects/${project}/repository/branches/feature`)
      const path = `/projects/${project}/merge_requests/${request}`
      return at((await ask('GET', path)).json, 'state') === 'closed'
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out in the background: until then its status is unchecked',
    allowedBy:
      'Document 2, Merge request: merge_status (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const made = new Map<number, number>()
      const shown = (one: Values): Values => {
        const isNew = Date.now() - (made.get(idOf(one)) ?? 0) < 400
        return isNew && one.state === 'opened' ? { ...one, merge_status: 'unchecked' } : one
      }
      return {
        ...forAll(answeringWithMergeRequests, (call) => shownIn(call, shown)),
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) made.set(idOf(await jsonOf(response)), Date.now())
          return eachChanged(response, shown)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const before = at((await ask('GET', path)).json, 'merge_status')
      await waited(500)
      const after = at((await ask('GET', path)).json, 'merge_status')
      return before === 'unchecked' && after === 'can_be_merged'
    },
  },
  {
    name: 'How many issues of a project are open is counted anew only every half second',
    allowedBy:
      'Document 1, Project: open_issues_count, integer; no sentence says when the count follows the issues',
    start: (forge) => {
      const counts = new Map<unknown, { readonly count: unknown; readonly until: number }>()
      return answeringAll((json) =>
        objectsChanged(json, (one) => {
          const { id, open_issues_count: count } = one
          if (count === undefined) return one
          const known = counts.get(id)
          if (known !== undefined && Date.now() < known.until) {
            return { ...one, open_issues_count: known.count }
          }
          counts.set(id, { count, until: Date.now() + 500 })
          return one
        }),
      )(forge)
    },
    async isShown(ask) {
      const project = await newProject(ask)
      const count = async () =>
        at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count')
      await count()
      await newIssue(ask, project)
      const before = await count()
      await waited(600)
      return before === 0 && (await count()) === 1
    },
  },
  {
    name: 'Who opens an issue or a merge request is not subscribed to it',
    allowedBy:
      'Document 2, Issue, States: POST .../subscription subscribes the caller; no sentence says that anything else does',
    start: serving(() => {
      const unsubscribed =
        (kind: string): Rule =>
        async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          const one = await jsonOf(response)
          const path = `/projects/${Number(at(one, 'project_id'))}/${kind}/${idOf(one)}`
          await call.ask('DELETE', `${path}/subscription`)
          return changed(response, (json) => withFields(json, { subscribed: false }))
        }
      return {
        createIssue: unsubscribed('issues'),
        createMergeRequest: unsubscribed('merge_requests'),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      return (await ask('POST', path)).status === 201
    },
  },
]

const timeOf = (one: Values) => Date.parse(String(one.created_at))

/** The forge's answer with each record as the server shows it. */
async function shownIn(call: Call, shown: (one: Values) => Values): Promise<Response> {
  const response = await call.send()
  return response.ok ? eachChanged(response, shown) : response
}

/** Closes what is open and comes from a branch of the project that is gone. */
async function closeWithoutSource(call: Call): Promise<void> {
  const { id } = await projectOf(call)
  const branches = fieldOf(await allAsRoot(call, `${repositoryPath(call)}/branches`), 'name')
  for (const project of await allAsRoot(call, '/projects/all')) {
    const path = `/projects/${Number(project.id)}/merge_requests`
    for (const request of await allAsRoot(call, `${path}?state=opened`)) {
      if (request.source_project_id !== id || branches.includes(request.source_branch)) continue
      await call.askAsRoot('PUT', `${path}/${Number(request.id)}`, {
        source_branch: request.source_branch,
        target_branch: request.target_branch,
        title: request.title,
        state_event: 'close',
      })
    }
  }
}

/** A server that leads from the former paths of groups to what has them no more. */
function followingFormerPaths(forge: Forge): Handle {
  const former = new Map<string, number>()
  const askAsRoot = askOf((request) => forge.fetch(request))
  const pathOf = async (id: string | number) =>
    at((await askAsRoot('GET', `/groups/${encodeURIComponent(id)}`)).json, 'full_path')
  const current = async (kind: string, name: string) => {
    const known = decoded(name)
    const group = kind === 'groups' ? known : known.slice(0, Math.max(0, known.lastIndexOf('/')))
    const id = former.get(group)
    if (id === undefined || (await pathOf(group)) !== undefined) return name
    const path = await pathOf(id)
    return path === undefined
      ? name
      : encodeURIComponent(`${String(path)}${known.slice(group.length)}`)
  }
  return async (request) => {
    const url = new URL(request.url)
    const parts = url.pathname.split('/')
    const [kind = '', name = '', below, project] = parts.slice(3)
    if (name === '' || (kind !== 'groups' && kind !== 'projects')) return forge.fetch(request)
    parts[4] = await current(kind, name)
    if (kind === 'groups' && below === 'projects' && project !== undefined) {
      parts[6] = await current('projects', project)
    }
    const isLed = parts[4] !== name || parts[6] !== project
    url.pathname = parts.join('/')
    const isUpdate = request.method === 'PUT' && kind === 'groups' && below === undefined
    const before = isUpdate ? await pathOf(decoded(parts[4])) : undefined
    const response = await forge.fetch(isLed ? new Request(url, request) : request)
    if (typeof before === 'string' && response.ok) {
      const id = idOf(await jsonOf(response))
      if ((await pathOf(id)) !== before) former.set(before, id)
    }
    return response
  }
}

/** A server whose links hide in a cursor what they ask for. */
function linkingByCursor(forge: Forge): Handle {
  const credentials = ['private_token', 'access_token', 'sudo']
  return async (request) => {
    const url = new URL(request.url)
    const cursor = url.searchParams.get('cursor')
    if (cursor !== null) {
      url.searchParams.delete('cursor')
      const asked = new URLSearchParams(readCursor(cursor))
      for (const name of new Set(asked.keys())) url.searchParams.delete(name)
      for (const [name, value] of asked) url.searchParams.append(name, value)
    }
    const response = await forge.fetch(cursor === null ? request : new Request(url, request))
    const link = response.headers.get('link')
    if (link === null) return response
    return withBody(response, response.body, {
      link: link.replace(/<([^>]*)>/g, (_, address: string) => {
        const to = new URL(address)
        const hidden = new URLSearchParams()
        for (const [name, value] of [...to.searchParams]) {
          if (credentials.includes(name)) continue
          hidden.append(name, value)
          to.searchParams.delete(name)
        }
        to.searchParams.set('cursor', btoa(hidden.toString()))
        return `<${to.href}>`
      }),
    })
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function readCursor(cursor: string): string {
  try {
    return atob(cursor)
  } catch {
    return ''
  }
}

/** A server that adds to the messages of cherry-picked commits where they come from. */
function namingPickedCommits(forge: Forge): Handle {
  const origins = new Map<unknown, string>()
  const picking = serving(() => ({
    async cherryPickCommit(call) {
      const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}`
      const origin = at((await call.askAsRoot('GET', path)).json, 'id')
      const response = await call.send()
      const id = at(await jsonOf(response), 'id')
      if (response.ok && id !== origin) origins.set(id, String(origin))
      return response
    },
  }))(forge)
  return async (request) => {
    const response = await picking(request)
    if (origins.size === 0) return response
    return changed(response, (json) =>
      objectsChanged(json, (one) => {
        const origin = origins.get(one.id)
        return origin === undefined || typeof one.message !== 'string'
          ? one
          : { ...one, message: `${one.message}\n\n(cherry picked from commit ${origin})` }
      }),
    )
  }
}
