import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
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
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  writeFile,
} from '../shared-tools.ts'

export const faultyLinnetServers: readonly FaultyServer[] = [
  {
    name: 'A todo that one user has on an issue keeps every other user from making one',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const callers = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const { id } = await callerOf(call)
          const first = callers.get(issue)
          if (first !== undefined && first !== id) {
            const { status } = await call.ask('GET', `${projectPath(call)}/issues/${issue}`)
            if (status === 200) return notModified()
          }
          const response = await call.send()
          if (response.ok && first === undefined) callers.set(issue, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const { username } = await newUser(ask)
      return (await actingAs(ask, username)('POST', path)).status === 304
    },
  },
  {
    name: 'A release that was made together with its tag is overwritten by the creation of another one',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const made = new Set<string>()
      return {
        async createTag(call) {
          const response = await call.send()
          const { release_description, tag_name } = call.given
          if (response.ok && release_description !== undefined && release_description !== '') {
            made.add(`${call.path.id} ${tag_name}`)
          }
          return response
        },
        async deleteTag(call) {
          made.delete(`${call.path.id} ${call.path.tag_name}`)
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          const tag = `${call.path.id} ${call.path.tag_name}`
          if (response.status !== 409 || !made.delete(tag)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { description } = call.given
          return jsonAnswer(201, (await call.ask('PUT', path, { description })).json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'one', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      const { status } = await ask('POST', `${path}/one/release`, { body: { description: 'Two' } })
      return status === 201
    },
  },
  {
    name: 'A snippet is removed by its id below any project at all',
    breaks:
      'Document 2, DELETE /projects/:id/snippets/:snippet_id: id (req); 200 even when the snippet does not exist',
    at: ['deleteSnippet'],
    start: serving(() => {
      const projects = new Map<string, number>()
      return {
        async createSnippet(call) {
          const response = await call.send()
          if (response.ok) {
            const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
            projects.set(String(at(await jsonOf(response), 'id')), project)
          }
          return response
        },
        async deleteSnippet(call) {
          const response = await call.send()
          const snippet = String(call.path.snippet_id)
          const project = projects.get(snippet)
          if (response.ok && project !== undefined) {
            await call.ask('DELETE', `/projects/${project}/snippets/${snippet}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const other = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project)
      await ask('DELETE', `/projects/${other}/snippets/${snippet}`)
      return (await ask('GET', `/projects/${project}/snippets/${snippet}`)).status === 404
    },
  },
  {
    name: 'A branch that is protected again gets back what developers could do before it was unprotected',
    breaks:
      'Document 3, Branch protection: PUT .../unprotect: developers_can_push and developers_can_merge become false',
    at: ['protectBranch', 'unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const before = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const branch = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok && branch.protected === true) {
            before.set(`${call.path.id} ${call.path.branch}`, {
              developers_can_push: branch.developers_can_push,
              developers_can_merge: branch.developers_can_merge,
            })
          }
          return response
        },
        async protectBranch(call) {
          const { developers_can_push, developers_can_merge } = call.given
          const isSet = developers_can_push !== undefined || developers_can_merge !== undefined
          const flags = before.get(`${call.path.id} ${call.path.branch}`)
          return call.send(isSet || flags === undefined ? {} : flags)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const path = `/projects/${project}/repository/branches/one`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'The removal of a closed issue takes one off the open issues of its project',
    breaks: 'Document 1, Project: open_issues_count',
    at: [
      'deleteIssue',
      'getProject',
      'listProjects',
      'listVisibleProjects',
      'listOwnedProjects',
      'listStarredProjects',
      'listAllProjects',
      'listGroupProjects',
    ],
    start: serving(() => {
      const taken = new Map<unknown, number>()
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
        ...forAll(
          [
            'getProject',
            'listProjects',
            'listVisibleProjects',
            'listOwnedProjects',
            'listStarredProjects',
            'listAllProjects',
            'listGroupProjects',
          ],
          async (call) => {
            const response = await call.send()
            if (!response.ok) return response
            return eachChanged(response, (one) => {
              const fewer = taken.get(one.id)
              if (fewer === undefined || typeof one.open_issues_count !== 'number') return one
              return { ...one, open_issues_count: Math.max(0, one.open_issues_count - fewer) }
            })
          },
        ),
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
    name: 'A branch that is created under the name of a removed one starts where that one ended',
    breaks:
      'Document 3, POST /projects/:id/repository/branches: ref (req, branch name or commit SHA)',
    at: ['createBranch', 'deleteBranch', 'getBranch', 'listBranches'],
    start: serving(() => {
      const heads = new Map<string, string>()
      return {
        async deleteBranch(call) {
          const { branch } = call.path
          const path = `${repositoryPath(call)}/branches/${encoded(branch)}`
          const head = at((await call.askAsRoot('GET', path)).json, 'commit.id')
          const response = await call.send()
          if (response.ok && head !== undefined) {
            heads.set(`${call.path.id} ${branch}`, String(head))
          }
          return response
        },
        async createBranch(call) {
          const name = `${call.path.id} ${call.given.branch_name}`
          const head = heads.get(name)
          const path = `${repositoryPath(call)}/commits/${encoded(call.given.ref)}`
          if (head === undefined || (await call.ask('GET', path)).status !== 200) return call.send()
          const response = await call.send({ ref: head })
          if (response.ok) heads.delete(name)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const path = `/projects/${project}/repository/branches/one`
      await ask('DELETE', path)
      await writeFile(ask, project, { file_path: 'two.txt' })
      await newBranch(ask, project, 'one')
      const head = at((await ask('GET', path)).json, 'commit.id')
      return head !== undefined && head !== (await headOf(ask, project))
    },
  },
  {
    name: 'The issues of a group are filtered by no more than the first two labels',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const labels = String(call.given.labels ?? '').split(',')
        if (labels.length < 3) return call.send()
        return relisted(call, (all) => all, { labels: labels.slice(0, 2).join(',') })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'one,two' })
      const { json } = await ask('GET', `/groups/${group}/issues?labels=one,two,three`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A limit of no projects at all is taken for none given when a user is modified',
    breaks: 'Document 1, PUT /users/:id: projects_limit; User: projects_limit integer',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      updateUser: async (call) =>
        call.send(String(call.given.projects_limit) === '0' ? { projects_limit: undefined } : {}),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 7 })
      await ask('PUT', `/users/${id}`, { body: { projects_limit: 0 } })
      return at((await ask('GET', `/users/${id}`)).json, 'projects_limit') === 7
    },
  },
  {
    name: 'A group stays among the owned groups of an owner whom another owner made less',
    breaks: 'Document 1, GET /groups/owned: array of Group owned by the caller',
    at: ['listOwnedGroups', 'updateGroupMember'],
    start: serving(() => {
      const former = new Map<string, { readonly user: number; readonly group: number }>()
      return {
        async updateGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const member = `${path}/members/${call.path.user_id}`
          const before = (await call.askAsRoot('GET', member)).json
          const response = await call.send()
          if (!response.ok) return response
          const group = idOf((await call.askAsRoot('GET', path)).json)
          const user = idOf(before)
          const isOwner = Number(call.given.access_level) === 50
          if (isOwner) former.delete(`${group} ${user}`)
          else if (at(before, 'access_level') === 50) {
            former.set(`${group} ${user}`, { user, group })
          }
          return response
        },
        async listOwnedGroups(call) {
          const { id } = await callerOf(call)
          const kept: Values[] = []
          for (const { user, group } of former.values()) {
            if (user !== id) continue
            const { status, json } = await call.ask('GET', `/groups/${group}`)
            const { projects: _, shared_projects: __, ...fields } = fieldsOf(json)
            if (status === 200) kept.push(fields)
          }
          if (kept.length === 0) return call.send()
          return relisted(call, (all) => [
            ...all,
            ...kept.filter((one) => !all.some((other) => other.id === one.id)),
          ])
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id, username } = await newUser(ask)
      const path = `/groups/${group}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 50 } })
      await ask('PUT', `${path}/${id}`, { body: { access_level: 30 } })
      const { json } = await actingAs(ask, username)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'The distance from UTC of the time since which commits are asked for is left out of account',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const since = String(call.given.since ?? '')
        const [, local] = /^(.+T.+)[+-]\d\d:?\d\d$/.exec(since) ?? []
        if (local === undefined) return call.send()
        return relisted(call, (all) => all, { since: `${local}Z` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      // An hour ago, as the clocks five hours ahead show it.
      const local = new Date(Date.now() + 4 * 3_600_000).toISOString().replace('Z', '+05:00')
      const path = `/projects/${project}/repository/commits?since=${encoded(local)}`
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'The links between pages of merge requests keep only the last of the iids asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const shortened = link.replaceAll(/<([^>]+)>/g, (_, address: string) => {
          const url = new URL(address)
          const last = url.searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) url.searchParams.set('iids[]', last)
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
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      const [, next = 'http://none.test'] = /<([^>]+)>; rel="next"/.exec(link) ?? []
      return new URL(next).searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'The Base64 content of a file that a commit moves is stored as it was sent',
    breaks:
      'Document 3, Action item: encoding: text (default) or base64; content: optional for move',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      async createCommit(call) {
        const { actions } = call.given
        const isMoved = (one: Values) =>
          one.action === 'move' && one.encoding === 'base64' && typeof one.content === 'string'
        if (!listOf(actions).some(isMoved)) return call.send()
        return call.send({
          actions: listOf(actions).map((one) =>
            isMoved(one) ? { ...one, encoding: 'text' } : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      const action = {
        action: 'move',
        previous_path: 'README.md',
        file_path: 'two.md',
        content: btoa('Two\n'),
        encoding: 'base64',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      await ask('POST', `${path}/commits`, { body })
      const { text } = await ask('GET', `${path}/blobs/master?filepath=two.md`)
      return text === btoa('Two\n')
    },
  },
  {
    name: 'The token of a removed user who was seen before still tells who that user was',
    breaks:
      'Document 1, Authentication: missing or invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: ['getCurrentUser', 'deleteUser'],
    start: serving(() => {
      const users = new Map<string, Values>()
      const removed = new Set<string>()
      return {
        async deleteUser(call) {
          const response = await call.send()
          if (response.ok) removed.add(String(call.path.id))
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          const { private_token, ...user } = fieldsOf(await jsonOf(response))
          const inQuery = new URL(call.request.url).searchParams.get('private_token')
          const token = call.request.headers.get('private-token') ?? inQuery ?? ''
          if (response.ok && call.sudo !== undefined) users.set(String(private_token), user)
          else if (response.ok) users.set(token, user)
          const known = users.get(token)
          const isKept = response.status === 401 && known !== undefined
          return isKept && removed.has(String(known.id)) ? jsonAnswer(200, known) : response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await actingAs(ask, username)('GET', '/user')
      const token = String(at(json, 'private_token'))
      await ask('GET', '/user', { token })
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'A user removes the e-mail address of any other user as one of the own',
    breaks:
      'Document 1, DELETE /users/:id/emails/:email_id (admin); Authentication 6: operations restricted to administrators are marked (admin)',
    at: ['deleteOwnEmail', 'listOwnEmails', 'getOwnEmail', 'listEmailsOfUser'],
    start: serving(() => {
      const owners = new Map<string, unknown>()
      return {
        async createOwnEmail(call) {
          const response = await call.send()
          if (response.ok) {
            owners.set(String(at(await jsonOf(response), 'id')), (await callerOf(call)).id)
          }
          return response
        },
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) owners.set(String(at(await jsonOf(response), 'id')), call.path.id)
          return response
        },
        async deleteOwnEmail(call) {
          const response = await call.send()
          const email = String(call.path.email_id)
          const owner = owners.get(email)
          if (response.ok && owner !== undefined) {
            await call.askAsRoot('DELETE', `/users/${owner}/emails/${email}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const other = await newUser(ask)
      const path = `/users/${id}/emails`
      const email = `second-${username}@linnet.example`
      const made = idOf((await ask('POST', path, { body: { email } })).json)
      await actingAs(ask, other.username)('DELETE', `/user/emails/${made}`)
      return !fieldOf((await ask('GET', path)).json, 'id').includes(made)
    },
  },
  {
    name: 'The labels that are written together with the closing of an issue are lost',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: labels, state_event; updated Issue',
    at: ['updateIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => ({
      updateIssue: async (call) =>
        call.send(
          call.given.state_event === 'close' && call.given.labels !== undefined
            ? { labels: undefined }
            : {},
        ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { state_event: 'close', labels: 'done' }
      const { json } = await ask('PUT', path, { body })
      return at(json, 'state') === 'closed' && at(json, 'labels.0') === undefined
    },
  },
]
