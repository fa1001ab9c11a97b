import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  type Call,
  callerOf,
  eachChanged,
  encoded,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  newMergeRequest,
  newRepository,
  type Rule,
  serving,
} from '../shared-tools.ts'
import { buildPath, newBuild } from './tools-pipit.ts'

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

/** Whether the caller may do what developers of the project do. */
async function isDeveloper(call: Call): Promise<boolean> {
  return (await callerOf(call)).is_admin === true || (await levelOf(call)) >= 30
}

export const legitimatePipitServers: readonly LegitimateServer[] = [
  {
    name: 'A password that has the user name in it is refused',
    allowedBy:
      'Document 1, Errors: 400: an attribute failed validation; nothing says which passwords are valid',
    start: serving(() => {
      const refused = () =>
        jsonAnswer(400, { message: { password: ['must not contain the username'] } })
      const contains = (password: unknown, username: unknown) =>
        String(password).toLowerCase().includes(String(username).toLowerCase())
      return {
        async createUser(call) {
          const { email, name, username, password } = call.given
          const isComplete = [email, name, username, password].every(
            (one) => typeof one === 'string' && one !== '',
          )
          if (!isComplete || !contains(password, username)) return call.send()
          return (await callerOf(call)).is_admin === true ? refused() : call.send()
        },
        async updateUser(call) {
          const { password } = call.given
          if (password === undefined) return call.send()
          const user = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
          const username = call.given.username ?? at(user.json, 'username')
          if (user.status !== 200 || !contains(password, username)) return call.send()
          return (await callerOf(call)).is_admin === true ? refused() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const username = freshName('user')
      const password = `${username}-Rope-and-tar-42`
      const body = { username, name: username, email: `${username}@pipit.example`, password }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'Whether a new merge request can be merged is found out a moment later',
    allowedBy:
      'Document 2: merge_status is a string (observed: can_be_merged); other values: not shown',
    start: serving(() => {
      const times = new Map<number, number>()
      const isNew = (id: number) => Date.now() - (times.get(id) ?? 0) < 700
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (!response.ok) return response
          times.set(idOf(await jsonOf(response)), Date.now())
          return eachChanged(response, (one) => ({ ...one, merge_status: 'unchecked' }))
        },
        ...forAll(answeringWithMergeRequests, async (call) =>
          eachChanged(await call.send(), (one) =>
            one.merge_status !== undefined && one.state === 'opened' && isNew(Number(one.id))
              ? { ...one, merge_status: 'unchecked' }
              : one,
          ),
        ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'A build that has ended cannot be canceled',
    allowedBy: 'Document 3: Source states permitted for each build operation: not shown',
    start: serving(() => ({
      async cancelBuild(call) {
        const build = await call.ask('GET', buildPath(call))
        const hasEnded = ['success', 'failed', 'canceled', 'skipped'].includes(
          String(at(build.json, 'status')),
        )
        if (build.status !== 200 || !hasEnded || !(await isDeveloper(call))) return call.send()
        return jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
      },
    })),
    async isShown(ask) {
      const path = await newBuild(ask)
      await ask('POST', `${path}/cancel`)
      return (await ask('POST', `${path}/cancel`)).status === 403
    },
  },
  {
    name: 'A merge request that was closed and opened again is an opened one',
    allowedBy:
      'Document 2: States are opened, closed, merged, reopened. Other moves (closing, reopening): not shown',
    start: serving(() =>
      forAll(answeringWithMergeRequests, async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'reopened' ? { ...one, state: 'opened' } : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { source_branch: 'side', target_branch: 'master', title: 'side' }
      await ask('PUT', path, { body: { ...body, state_event: 'close' } })
      const { json } = await ask('PUT', path, { body: { ...body, state_event: 'reopen' } })
      return at(json, 'state') === 'opened'
    },
  },
  {
    name: 'An opened merge request shows the commit of a merge that was made to try it',
    allowedBy:
      'Document 2, Merge request: merge_commit_sha is a string or null, and nothing says in which state',
    start: serving(() => {
      const tried: Rule = async (call) =>
        eachChanged(await call.send(), (one) => {
          const isOpen = one.state === 'opened' || one.state === 'reopened'
          if (!isOpen || one.merge_commit_sha !== null || typeof one.sha !== 'string') return one
          return { ...one, merge_commit_sha: [...one.sha].reverse().join('') }
        })
      return forAll(['createMergeRequest', ...answeringWithMergeRequests], tried)
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'state') === 'opened' && at(json, 'merge_commit_sha') !== null
    },
  },
]
