import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  projectPath,
  relisted,
  serving,
  type Values,
} from '../shared-tools.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 500

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'listMergeRequests',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
]

const left = ['subscribed', 'user_notes_count', 'due_date', 'web_url', 'confidential']

const texts = new Map([
  [405, 'Esta solicitud de fusión no se puede fusionar en su estado actual'],
  [406, 'La solicitud de fusión ya está cerrada o no tiene una fusión programada'],
  [409, 'El SHA no es el último de la rama de origen'],
])

interface WaitingBranch {
  readonly project: unknown
  readonly branch: Values
  readonly until: number
}

export const legitimateBirchServers: readonly LegitimateServer[] = [
  {
    name: 'Whether a new merge request can be merged is found out a moment later by a job in the background',
    allowedBy:
      'Document 2, merge_status: string (observed: `can_be_merged`); other values: not shown',
    start: serving(() => {
      const checkedAt = new Map<unknown, number>()
      const shown = (response: Response) =>
        eachChanged(response, (one) => {
          const isWaiting = Date.now() < (checkedAt.get(one.id) ?? 0)
          const isKnown = one.state === 'opened' && one.merge_status !== undefined
          return isWaiting && isKnown ? { ...one, merge_status: 'checking' } : one
        })
      return {
        ...forAll(answeringWithMergeRequests, async (call) => shown(await call.send())),
        async createMergeRequest(call) {
          const response = await call.send()
          if (response.ok) checkedAt.set(idOf(await jsonOf(response)), Date.now() + delay)
          return shown(response)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'checking'
    },
  },
  {
    name: 'Changes of labels, states and titles leave no notes of the system behind',
    allowedBy:
      'Document 2, Note: system is a boolean, and no sentence says which changes write a note of the system',
    start: serving(() => ({
      ...forAll(['listIssueNotes', 'listMergeRequestNotes'], (call) =>
        relisted(call, (all) => all.filter(({ system }) => system !== true)),
      ),
      ...forAll(['getIssueNote', 'getMergeRequestNote'], async (call) => {
        const response = await call.send()
        const isSystem = at(await jsonOf(response), 'system') === true
        return isSystem ? jsonAnswer(404, { message: '404 Not found' }) : response
      }),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { labels: 'north' } })
      await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 1
    },
  },
  {
    name: 'The refusals of a merge are explained in Spanish',
    allowedBy:
      'Document 2: 405 on conflicts, 406 if already merged or closed, 409 on `sha` mismatch; no sentence gives their texts',
    start: serving(() =>
      forAll(['mergeMergeRequest', 'cancelMergeWhenBuildSucceeds'], async (call) => {
        const response = await call.send()
        const message = texts.get(response.status)
        return message === undefined ? response : changed(response, () => ({ message }))
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      const path = `/projects/${project}/merge_requests/${id}/merge`
      const { status, json } = await ask('PUT', path, { body: { sha: '0'.repeat(40) } })
      return status === 409 && String(at(json, 'message')).startsWith('El SHA')
    },
  },
  {
    name: 'The source branch of a merged request is removed a moment after the merge',
    allowedBy:
      'Document 2, PUT .../merge: should_remove_source_branch (boolean), and no sentence says how soon it goes',
    start: serving(() => {
      let waiting: readonly WaitingBranch[] = []
      const waitingIn = async (project: unknown) => {
        waiting = waiting.filter(({ until }) => Date.now() < until)
        return waiting.filter((one) => one.project === project).map(({ branch }) => branch)
      }
      return {
        async mergeMergeRequest(call) {
          const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
          const project = at(json, 'source_project_id')
          const path = `/projects/${project}/repository/branches/${encoded(at(json, 'source_branch'))}`
          const before = await call.askAsRoot('GET', path)
          const response = await call.send()
          const isGone = before.status === 200 && (await call.askAsRoot('GET', path)).status === 404
          if (response.ok && isGone) {
            const branch = { ...fieldsOf(before.json), merged: true }
            waiting = [...waiting, { project, branch, until: Date.now() + delay }]
          }
          return response
        },
        async getBranch(call) {
          const response = await call.send()
          if (response.status !== 404 || waiting.length === 0) return response
          const { json } = await call.ask('GET', projectPath(call))
          const found = (await waitingIn(at(json, 'id'))).find(
            ({ name }) => name === call.path.branch,
          )
          return found === undefined ? response : jsonAnswer(200, found)
        },
        async listBranches(call) {
          if (waiting.length === 0) return call.send()
          const { json } = await call.ask('GET', projectPath(call))
          const some = await waitingIn(at(json, 'id'))
          if (some.length === 0) return call.send()
          return relisted(call, (all) => {
            const names = fieldOf(all, 'name')
            const added = some.filter(({ name }) => !names.includes(name))
            return [...all, ...added].toSorted((one, other) =>
              String(one.name) < String(other.name) ? -1 : 1,
            )
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature')
      const merged = await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, {
        body: { should_remove_source_branch: true },
      })
      const branch = await ask('GET', `/projects/${project}/repository/branches/feature`)
      return merged.status === 200 && branch.status === 200
    },
  },
  {
    name: 'The answers to a move and to a subscription of an issue have only some of its fields',
    allowedBy:
      'Document 2: An issue response may omit some of these fields (for example responses to move and subscription)',
    start: serving(() =>
      forAll(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (one) =>
          Object.fromEntries(Object.entries(one).filter(([name]) => !left.includes(name))),
        )
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { status, json } = await ask('DELETE', `${path}/subscription`)
      return status === 200 && at(json, 'id') !== undefined && at(json, 'web_url') === undefined
    },
  },
]
