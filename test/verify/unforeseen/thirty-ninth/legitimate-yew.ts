import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import {
  answeringWithProjects,
  createRecent,
  inBackground,
  issuePath,
  mayWrite,
  newestFirst,
  waited,
} from './tools-yew.ts'

/** How long what is done in the background waits, in milliseconds. */
const delay = 500

const listingEvents: readonly OperationId[] = ['listProjectEvents', 'listUserEvents']

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'listMergeRequests',
]

const writingMembers: readonly OperationId[] = [
  'addGroupMember',
  'addProjectMember',
  'updateGroupMember',
  'updateProjectMember',
]

/** Everything of a list of the administrator, of which there is not more than a page of 100. */
const listAsRoot = async ({ askAsRoot }: Call, path: string) =>
  listOf((await askAsRoot('GET', path)).json)

export const legitimateYewServers: readonly LegitimateServer[] = [
  {
    name: 'A merge request is closed a moment after its source branch was deleted',
    allowedBy:
      'Document 2, Merge request: other moves (closing, reopening): not shown; nothing says what becomes of one without a source branch',
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${projectPath(call)}/merge_requests`
        const opened = await listAsRoot(call, `${path}?state=opened&per_page=100`)
        for (const { id, source_branch, source_project_id, project_id } of opened) {
          if (source_branch !== call.path.branch || source_project_id !== project_id) continue
          inBackground(delay, () =>
            call.askAsRoot('PUT', `${path}/${id}`, { state_event: 'close' }),
          )
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      await ask('DELETE', `/projects/${project}/repository/branches/topic`)
      await waited(delay * 2)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'The count of the open issues of a project comes from a cache that is renewed a moment after a write',
    allowedBy:
      'Document 1, Project: open_issues_count is an integer; nothing says when it is counted',
    start: serving(() => {
      const recent = createRecent<{ readonly project: unknown; readonly count: unknown }>(delay)
      const counted: Rule = async (call) => {
        const { json } = await call.askAsRoot('GET', projectPath(call))
        const response = await call.send()
        const count = at(json, 'open_issues_count')
        if (response.ok && count !== undefined) recent.add({ project: at(json, 'id'), count })
        return response
      }
      return {
        ...forAll(['createIssue', 'updateIssue', 'deleteIssue', 'moveIssue'], counted),
        ...forAll(answeringWithProjects, async (call) =>
          eachChanged(await call.send(), (one) => {
            const cached = recent.all().find(({ project }) => project === one.id)
            if (cached === undefined || one.open_issues_count === undefined) return one
            return { ...one, open_issues_count: cached.count }
          }),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'An event is in the lists half a second after what it tells of',
    allowedBy:
      'Document 1, Events: they are records that are read through the lists; nothing says how soon one is written',
    start: serving(() =>
      forAll(listingEvents, (call) =>
        relisted(call, (all) =>
          all.filter(({ created_at }) => {
            const age = Date.now() - Date.parse(String(created_at))
            return !(age >= 0 && age < delay)
          }),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/events`
      const isThere = async () =>
        fieldOf((await ask('GET', path)).json, 'target_id').includes(issue)
      const wasThere = await isThere()
      await waited(delay * 2)
      return !wasThere && (await isThere())
    },
  },
  {
    name: 'The events of an issue outlive it',
    allowedBy:
      'Document 2, DELETE .../issues/:issue_id: soft delete; Document 1, Events: they are records, and nothing says that they go with their target',
    start: serving(() => {
      const kept: Values[] = []
      return {
        async deleteIssue(call) {
          const { json } = await call.askAsRoot('GET', issuePath(call))
          const events = await listAsRoot(call, `${projectPath(call)}/events?per_page=100`)
          const response = await call.send()
          const isOpenToAll = at(json, 'confidential') === false
          if (response.ok && isOpenToAll) {
            kept.push(
              ...events.filter(
                ({ target_type, target_id }) => target_type === 'Issue' && target_id === idOf(json),
              ),
            )
          }
          return response
        },
        async listProjectEvents(call) {
          const project = at((await call.askAsRoot('GET', projectPath(call))).json, 'id')
          const mine = kept.filter(({ project_id }) => project_id === project)
          return mine.length === 0
            ? call.send()
            : relisted(call, (all) => newestFirst([...all, ...mine]))
        },
        async listUserEvents(call) {
          const mine: Values[] = []
          for (const event of kept) {
            if (String(event.author_id) !== call.path.id) continue
            const { status } = await call.ask('GET', `/projects/${event.project_id}`)
            if (status === 200) mine.push(event)
          }
          return mine.length === 0
            ? call.send()
            : relisted(call, (all) => newestFirst([...all, ...mine]))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return fieldOf(json, 'target_id').includes(issue)
    },
  },
  {
    name: 'The only events are those of what was opened, closed and commented on',
    allowedBy:
      'Document 1, Activity event: observed action_name values are `closed`, `opened`, `commented on`; complete list: not shown',
    start: serving(() =>
      forAll(listingEvents, (call) =>
        relisted(call, (all) =>
          all.filter(({ action_name }) =>
            ['opened', 'closed', 'commented on'].includes(String(action_name)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      return listOf((await ask('GET', `/projects/${project}/events`)).json).length === 0
    },
  },
  {
    name: 'A write to an issue that changes nothing still moves its updated_at',
    allowedBy:
      'Document 2, Issue: updated_at is a timestamp; nothing says that a write without a change leaves it',
    start: serving(() => ({
      async updateIssue(call) {
        const before = (await call.askAsRoot('GET', issuePath(call))).json
        const response = await call.send()
        const updatedAt = at(await jsonOf(response), 'updated_at')
        const isSame = updatedAt === at(before, 'updated_at')
        if (!response.ok || !isSame || call.given.updated_at !== undefined) return response
        const updated_at = new Date().toISOString()
        const touched = await call.askAsRoot('PUT', issuePath(call), { updated_at })
        if (touched.status !== 200) return response
        return changed(response, (json) =>
          withFields(json, { updated_at: at(touched.json, 'updated_at') }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project, { title: 'Same' })}`
      const before = at((await ask('GET', path)).json, 'updated_at')
      await waited(10)
      await ask('PUT', path, { body: { title: 'Same' } })
      return at((await ask('GET', path)).json, 'updated_at') !== before
    },
  },
  {
    name: 'The merge status of a new merge request is `checking` for a moment',
    allowedBy:
      'Document 2, Merge request: merge_status string (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const recent = createRecent<number>(delay)
      const checking = (one: Values) =>
        recent.all().includes(Number(one.id)) && one.merge_status !== undefined
          ? { ...one, merge_status: 'checking' }
          : one
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) recent.add(idOf(await jsonOf(response)))
          return eachChanged(response, checking)
        },
        ...forAll(answeringWithMergeRequests, async (call) =>
          eachChanged(await call.send(), checking),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${request}`)
      return at(json, 'merge_status') === 'checking'
    },
  },
  {
    name: 'Whoever is a member of a project cannot be added to it again: that is a conflict',
    allowedBy:
      'Document 1, Errors: 409: conflicting resource exists; nothing says that a project takes a member twice',
    start: serving(() => ({
      async addProjectMember(call) {
        const path = `${projectPath(call)}/members/${encoded(call.given.user_id)}`
        const before = await call.askAsRoot('GET', path)
        const response = await call.send()
        return before.status === 200 && response.status === 201
          ? jsonAnswer(409, { message: 'Member already exists' })
          : response
      },
    })),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      const body = { user_id: (await newUser(ask)).id, access_level: 30 }
      await ask('POST', members, { body })
      return (await ask('POST', members, { body })).status === 409
    },
  },
  {
    name: 'No membership expires before today: such a date fails validation',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation; expires_at is a date, and nothing says that one in the past is taken',
    start: serving(() =>
      forAll(writingMembers, async (call) => {
        const day = 86_400_000
        const expiresAt = Date.parse(String(call.given.expires_at))
        // A day more, since it may still be yesterday where the caller is.
        if (!(expiresAt + 2 * day < Date.now())) return call.send()
        // The forge tells by the level whether the call comes so far as to be validated.
        const refusal = await call.send({ access_level: 999 })
        const isValidated = at(await jsonOf(refusal), 'message.access_level') !== undefined
        if (refusal.status !== 400 || !isValidated) return refusal
        return jsonAnswer(400, { message: { expires_at: ['cannot be a date in the past'] } })
      }),
    ),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30, expires_at: '2016-01-01' }
      const { status, json } = await ask('POST', members, { body })
      return status === 400 && at(json, 'message.expires_at') !== undefined
    },
  },
  {
    name: 'The branches that are merged are deleted a moment later, by a job in the background',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch, and nothing says how soon; response body: not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if (!(await mayWrite(call, 40))) return call.send()
        const path = `${repositoryPath(call)}/merged_branches`
        inBackground(delay, () => call.askAsRoot('DELETE', path))
        return jsonAnswer(200, {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const repository = `/projects/${project}/repository`
      const request = await newMergeRequest(ask, project, 'topic')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      await ask('DELETE', `${repository}/merged_branches`)
      const { status } = await ask('GET', `${repository}/branches/topic`)
      await waited(delay * 2)
      const { status: later } = await ask('GET', `${repository}/branches/topic`)
      return status === 200 && later === 404
    },
  },
  {
    name: 'The answer to blocking and unblocking a user is that user',
    allowedBy:
      'Document 1: response bodies of the user-block operations: not shown; Errors: 200: the (modified) resource is returned',
    start: serving(() =>
      forAll(['blockUser', 'unblockUser'], async (call) => {
        const response = await call.send()
        if (response.status !== 200) return response
        return responseOf(await call.askAsRoot('GET', `/users/${call.path.id}`))
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('PUT', `/users/${(await newUser(ask)).id}/block`)
      return at(json, 'state') === 'blocked'
    },
  },
  {
    name: 'A user whom an administrator deletes is there for a moment more, until a job in the background is done',
    allowedBy:
      'Document 1, DELETE /users/:id: 200 always; the deleted user is returned only if it existed; nothing says how soon it is gone',
    start: serving(() => ({
      async deleteUser(call) {
        const caller = await callerOf(call)
        const path = `/users/${call.path.id}`
        const user = await call.ask('GET', path)
        const isOwn = String(caller.id) === call.path.id
        if (caller.is_admin !== true || isOwn || user.status !== 200) return call.send()
        inBackground(delay, () => call.askAsRoot('DELETE', path))
        return jsonAnswer(200, user.json)
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}`
      await ask('DELETE', path)
      const { status } = await ask('GET', path)
      await waited(delay * 2)
      return status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A tag or a branch that is gone already is deleted with success once more',
    allowedBy:
      'Document 1, Errors: DELETE is idempotent: it returns 200 even when the resource was already gone',
    start: serving(() => {
      const deleting =
        (name: string, goneOf: (call: Call) => unknown): Rule =>
        async (call) => {
          const response = await call.send()
          if (response.status !== 404) return response
          const message = String(at(await jsonOf(response), 'message'))
          if (!/\b(tag|branch)\b/i.test(message)) return response
          return jsonAnswer(200, { [name]: goneOf(call) })
        }
      return {
        deleteTag: deleting('tag_name', ({ path }) => path.tag_name),
        deleteBranch: deleting('branch_name', ({ path }) => path.branch),
      }
    }),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const tag = await ask('DELETE', `${repository}/tags/${freshName('tag')}`)
      const branch = await ask('DELETE', `${repository}/branches/${freshName('branch')}`)
      return tag.status === 200 && branch.status === 200
    },
  },
  {
    name: 'A comment on an issue does not subscribe whoever wrote it',
    allowedBy:
      'Document 2, Subscription: POST .../subscription subscribes the caller; nothing says that anything else does',
    start: serving(() => ({
      async createIssueNote(call) {
        const isSubscribed = async () =>
          at((await call.ask('GET', issuePath(call))).json, 'subscribed') === true
        const wasSubscribed = await isSubscribed()
        const response = await call.send()
        if (response.ok && !wasSubscribed && (await isSubscribed())) {
          await call.ask('DELETE', `${issuePath(call)}/subscription`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const user = actingAs(ask, (await newUser(ask)).id)
      await user('POST', `${path}/notes`, { body: { body: 'One' } })
      return at((await user('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'The issues of a project have no assignee any more when that member was removed',
    allowedBy:
      'Document 1, DELETE /projects/:id/members/:user_id: removes the member; Document 2, Issue: assignee is a user or null; nothing says that a former member stays assignee',
    start: serving(() => ({
      async removeProjectMember(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${projectPath(call)}/issues`
        for (const issue of await listAsRoot(call, `${path}?per_page=100`)) {
          if (String(at(issue, 'assignee.id')) !== call.path.user_id) continue
          await call.askAsRoot('PUT', `${path}/${issue.id}`, { assignee_id: null })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const issue = `/projects/${project}/issues/${await newIssue(ask, project, { assignee_id: id })}`
      const { json: before } = await ask('GET', issue)
      await ask('DELETE', `${members}/${id}`)
      const { json: after } = await ask('GET', issue)
      return at(before, 'assignee.id') === id && at(after, 'assignee') === null
    },
  },
]
