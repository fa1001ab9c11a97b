import { at, type LegitimateServer } from '../server.ts'
import {
  type Call,
  callerOf,
  changed,
  eachChanged,
  fieldsOf,
  forAll,
  idOf,
  jsonAnswer,
  jsonOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  responseOf,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'

/** How long a merge request waits until it is checked, in milliseconds. */
const delay = 500

export const legitimateKnotServers: readonly LegitimateServer[] = [
  {
    name: 'To block and to unblock a user answers with the user',
    allowedBy:
      'Document 1: PUT /users/:id/block and unblock give 200, and the response bodies of the user-block operations are not shown',
    start: serving(() => {
      const answeringUser: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return responseOf(await call.ask('GET', `/users/${call.path.id}`))
      }
      return { blockUser: answeringUser, unblockUser: answeringUser }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const blocked = await ask('PUT', `/users/${id}/block`)
      return idOf(blocked.json) === id && at(blocked.json, 'state') === 'blocked'
    },
  },
  {
    name: 'A new merge request is unchecked until a job in the background has checked it',
    allowedBy:
      'Document 2, Merge request: merge_status is a string; observed: can_be_merged; other values: not shown',
    start: serving(() => {
      const made = new Map<number, number>()
      const unchecked = (one: Values) => {
        const isNew = Date.now() - (made.get(idOf(one)) ?? 0) < delay
        return isNew && one.merge_status !== undefined ? { ...one, merge_status: 'unchecked' } : one
      }
      const answering: Rule = async (call) => eachChanged(await call.send(), unchecked)
      return {
        ...forAll(
          [
            'getMergeRequest',
            'listMergeRequests',
            'getMergeRequestChanges',
            'updateMergeRequest',
            'subscribeToMergeRequest',
            'unsubscribeFromMergeRequest',
          ],
          answering,
        ),
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) made.set(idOf(await jsonOf(response)), Date.now())
          return response.ok ? eachChanged(response, unchecked) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'To close an issue that is closed already counts as a change of the issue',
    allowedBy:
      'Document 2, States and transitions: updated_at changes when an opened issue is closed, and nothing is said of one that is closed',
    start: serving(() => ({
      async updateIssue(call) {
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        const before = at((await call.askAsRoot('GET', path)).json, 'state')
        const response = await call.send()
        const isRepeated = call.given.state_event === 'close' && before === 'closed'
        if (!response.ok || !isRepeated || call.given.updated_at !== undefined) return response
        const updated_at = new Date().toISOString()
        const { json } = await call.askAsRoot('PUT', path, { updated_at })
        return changed(response, (one) => withFields(one, { updated_at: at(json, 'updated_at') }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const close = () => ask('PUT', path, { body: { state_event: 'close' } })
      const before = at((await close()).json, 'updated_at')
      await new Promise((resolve) => setTimeout(resolve, 20))
      await close()
      return at((await ask('GET', path)).json, 'updated_at') !== before
    },
  },
  {
    name: 'A build that was cancelled already cannot be cancelled again',
    allowedBy:
      'Document 3, Build: source states permitted for each build operation: not shown; Document 1, 403: request not allowed',
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const before = await call.askAsRoot('GET', path)
        const response = await call.send()
        const isRepeated = response.ok && at(before.json, 'status') === 'canceled'
        if (!isRepeated) return response
        return jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = 'test:\n  script: make\n'
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const builds = `/projects/${project}/builds`
      const id = at((await ask('GET', builds)).json, '0.id')
      const first = await ask('POST', `${builds}/${id}/cancel`)
      return first.status === 201 && (await ask('POST', `${builds}/${id}/cancel`)).status === 403
    },
  },
  {
    name: 'The events of the level custom are remembered while another level is set',
    allowedBy:
      'Document 1, Notification settings: with level custom the events can be set, and nothing says what becomes of them at other levels',
    start: serving(() => {
      const remembered = new Map<string, Values>()
      const remembering =
        (kind: string): Rule =>
        async (call) => {
          const key = `${kind} ${call.path.id} ${(await callerOf(call)).id}`
          const isCustom = call.given.level === 'custom'
          const response = await call.send(isCustom ? withoutGiven(call, remembered.get(key)) : {})
          const { events } = fieldsOf(await jsonOf(response))
          if (response.ok && events !== undefined) remembered.set(key, fieldsOf(events))
          return response
        }
      return {
        updateProjectNotificationSettings: remembering('project'),
        updateGroupNotificationSettings: remembering('group'),
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true } })
      await ask('PUT', path, { body: { level: 'watch' } })
      const { json } = await ask('PUT', path, { body: { level: 'custom' } })
      return at(json, 'events.new_note') === true
    },
  },
]

/** The values that a call does not give itself. */
function withoutGiven({ given }: Call, values: Values = {}): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => given[name] === undefined))
}
