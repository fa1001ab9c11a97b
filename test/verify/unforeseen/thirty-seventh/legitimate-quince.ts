import { at, type LegitimateServer } from '../server.ts'
import {
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
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
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { createWaiting, delay, inBackground, projectIdOf, without } from './tools-quince.ts'

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

/** Whether the caller may do with a project whatever its masters may. */
const isMaster = async (call: Call) =>
  (await callerOf(call)).is_admin === true || (await levelOf(call)) >= 40

export const legitimateQuinceServers: readonly LegitimateServer[] = [
  {
    name: 'The merged branches go a moment after they were ordered away, by a job in the background',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch, and nothing says how soon; its body is not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if (!(await isMaster(call))) return call.send()
        if ((await call.ask('GET', projectPath(call))).status !== 200) return call.send()
        const path = `/projects/${await projectIdOf(call)}/repository/merged_branches`
        inBackground(() => call.ask('DELETE', path))
        return jsonAnswer(200, { message: 'The merged branches are being removed' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return (await ask('GET', `${path}/branches/topic`)).status === 200
    },
  },
  {
    name: 'A robot comments every new merge request with hints for its review',
    allowedBy:
      'Document 2, Notes: array of Note; no sentence says that only those who ask for it make notes',
    start: serving(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { id, project_id } = fieldsOf(await jsonOf(response))
        const body = 'Please see that the tests pass and that somebody else has read it.'
        await call.askAsRoot('POST', `/projects/${project_id}/merge_requests/${id}/notes`, { body })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      return listOf((await ask('GET', path)).json).length > 0
    },
  },
  {
    name: 'Every new group has a project for its handbook, which the service makes along',
    allowedBy:
      'Document 1, POST /groups: created group; no sentence says that a new group has no projects',
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (!response.ok) return response
        const namespace_id = idOf(await jsonOf(response))
        const body = { name: 'Handbook of the group', namespace_id, visibility_level: 0 }
        await call.askAsRoot('POST', '/projects', body)
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      return listOf((await ask('GET', `/groups/${group}/projects`)).json).length > 0
    },
  },
  {
    name: 'The account of a scanner is a reporter of every new project',
    allowedBy:
      'Document 1, Members: array of Member; no sentence says who else is a member of a new project',
    start: serving(() => {
      let scanner: Promise<number> | undefined
      const newScanner = async ({ askAsRoot }: Call) =>
        idOf(
          (
            await askAsRoot('POST', '/users', {
              username: 'licence-scanner',
              name: 'Licence Scanner',
              email: 'licence-scanner@quince.example',
              password: 'Rope-and-tar-42',
            })
          ).json,
        )
      const creating: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        scanner ??= newScanner(call)
        const members = `/projects/${idOf(await jsonOf(response))}/members`
        await call.askAsRoot('POST', members, { user_id: await scanner, access_level: 20 })
        return response
      }
      return { createProject: creating, createProjectForUser: creating }
    }),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      return fieldOf((await ask('GET', members)).json, 'username').includes('licence-scanner')
    },
  },
  {
    name: 'A scanner posts a status of its own to each commit that is written through the service',
    allowedBy:
      'Document 3, Commit status: array of Commit status; no sentence says that a new commit has none',
    start: serving(() => {
      const writing: Rule = async (call) => {
        const response = await call.send()
        const ref = call.given.branch_name
        if (!response.ok) return response
        const { json } = await call.askAsRoot(
          'GET',
          `${repositoryPath(call)}/commits/${encoded(ref)}`,
        )
        const body = { state: 'success', name: 'policy/licences', ref, description: 'No findings' }
        await call.askAsRoot('POST', `${projectPath(call)}/statuses/${at(json, 'id')}`, body)
        return response
      }
      return {
        createFile: writing,
        updateFile: writing,
        deleteFile: writing,
        createCommit: writing,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commit = `/projects/${project}/repository/commits/${await headOf(ask, project)}`
      return listOf((await ask('GET', `${commit}/statuses`)).json).length > 0
    },
  },
  {
    name: 'The removal of a user is done a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /users/:id: 200 always; the deleted user is returned if it existed, and nothing says how soon it goes',
    start: serving(() => ({
      async deleteUser(call) {
        const caller = await callerOf(call)
        const user = await call.ask('GET', `/users/${encoded(call.path.id)}`)
        if (caller.is_admin !== true || user.status !== 200) return call.send()
        if (caller.id === idOf(user.json)) return call.send()
        inBackground(() => call.askAsRoot('DELETE', `/users/${idOf(user.json)}`))
        return jsonAnswer(200, user.json)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', `/users/${id}`)).status === 200
    },
  },
  {
    name: 'The answer to the removal of an issue says when it was removed and counts that as a change',
    allowedBy:
      'Document 2, DELETE /projects/:id/issues/:issue_id: soft delete; its body is not shown; Document 1: the (modified) resource is returned',
    start: serving(() => ({
      async deleteIssue(call) {
        const response = await call.send()
        const now = new Date().toISOString()
        if (!response.ok) return response
        return changed(response, (issue) => withFields(issue, { updated_at: now, deleted_at: now }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return at((await ask('DELETE', path)).json, 'deleted_at') !== undefined
    },
  },
  {
    name: 'Blocking and unblocking a user is answered with the user as administrators see it',
    allowedBy:
      'Document 1: response bodies of the user-block operations are not shown; 200: the (modified) resource is returned',
    start: serving(() => {
      const answering: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return jsonAnswer(
          response.status,
          (await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)).json,
        )
      }
      return { blockUser: answering, unblockUser: answering }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return idOf((await ask('PUT', `/users/${id}/block`)).json) === id
    },
  },
  {
    name: 'The events of projects and users are there half a second after they happened',
    allowedBy:
      'Document 1, Activity event: they are records, newest first; nothing says how soon they are recorded',
    start: serving(() => {
      const recorded: Rule = (call) =>
        relisted(call, (all) =>
          all.filter(
            ({ created_at }) =>
              typeof created_at !== 'string' || Date.now() - Date.parse(created_at) >= delay,
          ),
        )
      return { listProjectEvents: recorded, listUserEvents: recorded }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/events`
      const isThere = async () =>
        fieldOf((await ask('GET', path)).json, 'target_id').includes(issue)
      const before = await isThere()
      await pause(delay + 50)
      return !before && (await isThere())
    },
  },
  {
    name: 'New users are found by a search once its index has been brought up to date',
    allowedBy:
      'Document 1, GET /users: search (string, e-mail or username); nothing says how soon a new user is found',
    start: serving(() => {
      const waiting = createWaiting<number>()
      return {
        async createUser(call) {
          const response = await call.send()
          if (response.ok) waiting.add(idOf(await jsonOf(response)))
          return response
        },
        listUsers: (call) =>
          call.given.search === undefined
            ? call.send()
            : relisted(call, (all) => without(all, waiting.all())),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('GET', `/users?search=${username}`)
      return !fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out by a job in the background',
    allowedBy:
      'Document 2, Merge request: merge_status (observed: can_be_merged); other values are not shown',
    start: serving(() => {
      const waiting = createWaiting<unknown>()
      const show = (request: Values): Values =>
        waiting.all().includes(request.id) && request.state === 'opened'
          ? { ...request, merge_status: 'unchecked' }
          : request
      const showing: Rule = async (call) => eachChanged(await call.send(), show)
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          waiting.add(idOf(await jsonOf(response)))
          return eachChanged(response, show)
        },
        getMergeRequest: showing,
        getMergeRequestChanges: showing,
        updateMergeRequest: showing,
        listMergeRequests: showing,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'The source branch of a merge goes a moment after the merge that was to remove it',
    allowedBy:
      'Document 2, PUT .../merge: should_remove_source_branch (boolean); nothing says how soon the branch goes',
    start: serving(() => {
      const removing = new Set<unknown>()
      const show = (request: Values): Values =>
        removing.has(request.id) ? { ...request, should_remove_source_branch: true } : request
      const showing: Rule = async (call) => eachChanged(await call.send(), show)
      return {
        async mergeMergeRequest(call) {
          const { given } = call
          const isWaiting = isTrue(given.merge_when_build_succeeds)
          if (isWaiting || !isTrue(given.should_remove_source_branch)) return call.send()
          const response = await call.send({ should_remove_source_branch: undefined })
          const request = fieldsOf(await jsonOf(response))
          if (!response.ok) return response
          removing.add(request.id)
          const branches = `/projects/${request.source_project_id}/repository/branches`
          inBackground(() => call.ask('DELETE', `${branches}/${encoded(request.source_branch)}`))
          return eachChanged(response, show)
        },
        getMergeRequest: showing,
        getMergeRequestChanges: showing,
        updateMergeRequest: showing,
        listMergeRequests: showing,
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const body = { should_remove_source_branch: true }
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`, { body })
      const branch = `/projects/${project}/repository/branches/topic`
      const before = (await ask('GET', branch)).status
      await pause(delay + 100)
      return before === 200 && (await ask('GET', branch)).status === 404
    },
  },
  {
    name: 'A new user has a second e-mail address, which the service makes for hiding the first',
    allowedBy:
      'Document 1, GET /users/:id/emails: array of E-mail; no sentence says that a new user has none',
    start: serving(() => ({
      async createUser(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = idOf(await jsonOf(response))
        const email = `${id}-${freshName('hidden')}@users.noreply.quince.example`
        await call.askAsRoot('POST', `/users/${id}/emails`, { email })
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return listOf((await ask('GET', `/users/${id}/emails`)).json).length > 0
    },
  },
  {
    name: 'The answers of moving an issue and of subscribing to it leave out what did not change',
    allowedBy:
      'Document 2, Issue: An issue response may omit some of these fields (for example responses to move and subscription)',
    start: serving(() => {
      const shortened: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (issue) => {
          const { user_notes_count, due_date, confidential, web_url, milestone, ...others } = issue
          return others
        })
      }
      return {
        moveIssue: shortened,
        subscribeToIssue: shortened,
        unsubscribeFromIssue: shortened,
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { status, json } = await ask('DELETE', `${path}/subscription`)
      return status === 200 && at(json, 'web_url') === undefined
    },
  },
  {
    name: 'The contributors of a repository are counted again half a second after a commit',
    allowedBy:
      'Document 3, GET .../contributors: name, email, commits, additions, deletions; nothing says how soon a new commit is counted',
    start: serving(() => {
      const waiting = createWaiting<{
        readonly project: number
        readonly contributors: readonly Values[]
      }>()
      const writing: Rule = async (call) => {
        const path = `${repositoryPath(call)}/contributors?per_page=100`
        const before = await call.askAsRoot('GET', path)
        const project = await projectIdOf(call)
        const response = await call.send()
        if (response.ok && before.status === 200)
          waiting.add({ project, contributors: listOf(before.json) })
        return response
      }
      return {
        createFile: writing,
        updateFile: writing,
        deleteFile: writing,
        createCommit: writing,
        async listContributors(call) {
          const project = await projectIdOf(call)
          const before = waiting.all().find((one) => one.project === project)
          return before === undefined ? call.send() : relisted(call, () => before.contributors)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository/contributors`
      const before = listOf((await ask('GET', path)).json)[0]?.commits
      await pause(delay + 50)
      return before !== 2 && listOf((await ask('GET', path)).json)[0]?.commits === 2
    },
  },
]
