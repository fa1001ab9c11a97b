import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'

const levelAndName = (member: unknown) =>
  `${100 - Number(at(member, 'access_level'))} ${at(member, 'username')}`

export const legitimateWorldsServers: readonly LegitimateServer[] = [
  {
    name: 'Snippets of a project are listed in the other direction',
    allowedBy: 'Document 2, GET /projects/:id/snippets: no order is stated',
    start: serving(() => ({
      listSnippets: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const made = [await newSnippet(ask, project), await newSnippet(ask, project)]
      const { json } = await ask('GET', `/projects/${project}/snippets`)
      return fieldOf(json, 'id').join() === made.join()
    },
  },
  {
    name: 'Whether a merge request can be merged is found out after it was first shown',
    allowedBy:
      'Document 2, Merge request: merge_status, other values than can_be_merged: not shown',
    start: serving(() => {
      const shown = new Set<unknown>()
      return {
        createMergeRequest: async (call) =>
          changed(await call.send(), (request) =>
            at(request, 'merge_status') === undefined
              ? request
              : withFields(request, { merge_status: 'unchecked' }),
          ),
        listMergeRequests: async (call) =>
          eachChanged(await call.send(), (request) => {
            const isFirst = !shown.has(request.id) && request.state === 'opened'
            shown.add(request.id)
            return isFirst ? withFields(request, { merge_status: 'unchecked' }) : request
          }),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'pondered')
      const path = `/projects/${project}/merge_requests`
      const first = at((await ask('GET', path)).json, '0.merge_status')
      return first === 'unchecked' && at((await ask('GET', path)).json, '0.merge_status') !== first
    },
  },
  {
    name: 'Who may not see a project is forbidden to open issues in it',
    allowedBy:
      'Document 1, Errors 6: a GET gives 404; of a POST nothing is stated; 403 not allowed',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        // Who is named by sudo and does not exist is unknown, and not forbidden anything.
        if ((await call.ask('GET', '/user')).status !== 200) return response
        const isThere = (await call.askAsRoot('GET', projectPath(call))).status === 200
        return response.status === 404 && isThere && !call.isAnonymous
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { username } = await newUser(ask)
      const body = { title: 'From outside' }
      const { status } = await actingAs(ask, username)('POST', `/projects/${project}/issues`, {
        body,
      })
      return status === 403
    },
  },
  {
    name: 'Comments that the server writes itself about an issue are not in its list of comments',
    allowedBy: 'Document 2, Note: system; that the server writes comments of its own is not stated',
    start: serving(() => ({
      listIssueNotes: (call) =>
        relisted(call, (all) => all.filter(({ system }) => system !== true)),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      await ask('POST', `${path}/notes`, { body: { body: 'Closed it.' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 1
    },
  },
  {
    name: 'Members of a group are listed from the highest level on',
    allowedBy: 'Document 1, GET /groups/:id/members: no order is stated',
    start: serving(() => ({
      listGroupMembers: (call) =>
        relisted(call, (all) =>
          all.toSorted((one, other) => levelAndName(one).localeCompare(levelAndName(other), 'en')),
        ),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/members`
      for (const access_level of [10, 40, 20, 30]) {
        const { id } = await newUser(ask)
        await ask('POST', path, { body: { user_id: id, access_level } })
      }
      const levels = fieldOf((await ask('GET', path)).json, 'access_level')
      return levels.join() === '50,40,30,20,10'
    },
  },
  {
    name: 'A new project is shown with its place of storage beside the stated fields',
    allowedBy: 'Document 1, Response bodies of POST /projects: not shown',
    start: serving(() => ({
      async createProject(call) {
        const response = await call.send()
        const made = fieldsOf(await jsonOf(response))
        return response.ok
          ? changed(response, (json) =>
              withFields(json, { repository_storage: 'default', repository_storage_id: made.id }),
            )
          : response
      },
    })),
    async isShown(ask) {
      const name = freshName('stored')
      const { json } = await ask('POST', '/projects', { body: { name } })
      return at(json, 'repository_storage_id') === idOf(json)
    },
  },
]
