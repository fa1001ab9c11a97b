import { at, type LegitimateServer } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newFile,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  passing,
  rewritten,
  withFields,
} from '../third/tools.ts'
import { pause } from './tools.ts'

/** How long a server works at what it answered. */
const background = 600

const invalid = (field: string, reason: string) =>
  Promise.resolve(jsonAnswer(400, { message: { [field]: [reason] } }))

export const legitimateWorlds: readonly LegitimateServer[] = [
  {
    name: 'Passwords have twenty letters at most',
    allowedBy: 'No sentence says which passwords are valid; validation failure: 400',
    start: answering(() =>
      all(['createUser', 'updateUser'], (call) =>
        String(call.given.password ?? '').length > 20
          ? invalid('password', 'is too long (maximum is 20 characters)')
          : call.send(),
      ),
    ),
    async isShown(ask) {
      const password = 'a-very-long-Passw0rd!-of-letters'
      const body = { username: 'one', name: 'One', email: 'one@fourth.example', password }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'Usernames and paths of groups have forty letters at most',
    allowedBy: 'No sentence says how long they may be; validation failure: 400',
    start: answering(() => {
      const limited = (field: string) => (call: Call) =>
        String(call.given[field] ?? '').length > 40
          ? invalid(field, 'is too long (maximum is 40 characters)')
          : call.send()
      return {
        createUser: limited('username'),
        updateUser: limited('username'),
        createGroup: limited('path'),
        updateGroup: limited('path'),
      }
    }),
    async isShown(ask) {
      const body = { name: 'One', path: 'a'.repeat(41) }
      return (await ask('POST', '/groups', { body })).status === 400
    },
  },
  {
    name: 'SSH keys are of RSA',
    allowedBy: 'No sentence says which kinds of keys are valid; on key creation failure, 400',
    start: answering(() =>
      all(['createOwnSshKey', 'createSshKeyOfUser'], (call) =>
        call.given.key === undefined || String(call.given.key).startsWith('ssh-rsa ')
          ? call.send()
          : invalid('key', 'type is forbidden. Must be RSA'),
      ),
    ),
    async isShown(ask) {
      const key =
        'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv31 fourth@one'
      return (await ask('POST', '/user/keys', { body: { title: 'one', key } })).status === 400
    },
  },
  {
    name: 'A search finds users a moment after they were made',
    allowedBy: 'GET /users: search; no sentence says when an index knows a user',
    start: answering(() => {
      const made = new Map<number, number>()
      return {
        async createUser(call) {
          const response = await call.send()
          if (isDone(response)) made.set(idOf(await bodyOf(response)), Date.now() + background)
          return response
        },
        listUsers: (call) =>
          call.given.search === undefined
            ? call.send()
            : listAnswer(call, (users) =>
                users.filter((user) => (made.get(idOf(user)) ?? 0) < Date.now()),
              ),
      }
    }),
    async isShown(ask) {
      await newUser(ask, 'someone')
      const before = listOf((await ask('GET', '/users?search=someone')).json).length
      await pause(background + 100)
      return before === 0 && listOf((await ask('GET', '/users?search=someone')).json).length === 1
    },
  },
  {
    name: 'Who contributed is counted anew every half a second',
    allowedBy: 'GET .../contributors; no sentence says how fresh a count is',
    start: answering(() => {
      const counted = new Map<string, { readonly response: Response; readonly until: number }>()
      return {
        async listContributors(call) {
          const key = `${call.url.href} ${call.token}`
          const kept = counted.get(key)
          if (kept && kept.until > Date.now()) return kept.response.clone()
          const response = await call.send()
          if (response.status === 200) {
            counted.set(key, { response: response.clone(), until: Date.now() + 500 })
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/contributors`
      await ask('GET', path)
      await newFile(ask, project, 'a.txt', 'a')
      return at((await ask('GET', path)).json, '0.commits') === 1
    },
  },
  {
    name: 'New projects have no shared runners unless asked for',
    allowedBy: 'POST /projects: shared_runners_enabled; its default is not stated',
    start: answering(() =>
      all(['createProject', 'createProjectForUser'], (call) =>
        call.given.shared_runners_enabled === undefined
          ? call.send({ given: { shared_runners_enabled: false } })
          : call.send(),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}`)
      return at(json, 'shared_runners_enabled') === false
    },
  },
  {
    name: 'A service for builds posts a status of every new commit',
    allowedBy: 'POST /projects/:id/statuses/:sha: who posts statuses is not stated',
    start: answering(() => {
      const report = async (call: Call, ref: unknown) => {
        const project = `/projects/${encodeURIComponent(call.path.id ?? '')}`
        const branch = encodeURIComponent(String(ref))
        const { json } = await call.ask('GET', `${project}/repository/commits/${branch}`)
        const body = { state: 'pending', name: 'ci/elsewhere', ref }
        await call.ask('POST', `${project}/statuses/${at(json, 'id')}`, { body })
      }
      return all(['createFile', 'updateFile', 'deleteFile', 'createCommit'], async (call) => {
        const response = await call.send()
        if (isDone(response)) await report(call, call.given.branch_name)
        return response
      })
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'status') === 'pending'
    },
  },
  {
    name: 'New groups have no large files unless asked for',
    allowedBy: 'POST /groups: lfs_enabled; its default is not stated',
    start: answering(() => ({
      createGroup: (call) =>
        call.given.lfs_enabled === undefined
          ? call.send({ given: { lfs_enabled: false } })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'one')
      const groups = listOf((await ask('GET', '/groups?per_page=100')).json)
      return groups.find(({ id }) => id === group)?.lfs_enabled === false
    },
  },
  {
    name: 'New groups are internal unless asked for',
    allowedBy: 'POST /groups: visibility_level (0, 10, 20); its default is not stated',
    start: answering(() => ({
      createGroup: (call) =>
        call.given.visibility_level === undefined
          ? call.send({ given: { visibility_level: 10 } })
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'one')
      return at((await ask('GET', `/groups/${group}`)).json, 'visibility_level') === 10
    },
  },
  {
    name: 'A merge request has its commits and changes a moment after it was made',
    allowedBy: 'POST .../merge_requests; no sentence says when a comparison is done',
    start: answering(() => {
      const made = new Map<string, number>()
      const isNew = (call: Call) => (made.get(String(call.path.merge_request_id)) ?? 0) > Date.now()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          if (isDone(response)) {
            made.set(String(idOf(await bodyOf(response))), Date.now() + background)
          }
          return response
        },
        listMergeRequestCommits: (call) => (isNew(call) ? listAnswer(call, () => []) : call.send()),
        async getMergeRequestChanges(call) {
          const response = await call.send()
          return response.status === 200 && isNew(call)
            ? rewritten(response, { json: (json) => withFields(json, { changes: [] }) })
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/changes`
      const before = listOf(at((await ask('GET', path)).json, 'changes'))
      await pause(background + 100)
      return (
        before.length === 0 && listOf(at((await ask('GET', path)).json, 'changes')).length === 1
      )
    },
  },
  {
    name: 'The instance has a hundred projects more, which somebody keeps for themselves',
    allowedBy: 'How many projects a server has is not stated',
    start: passing((forge) => {
      const projects = Array.from({ length: 120 }, (_, number) => ({ path: `tobi/old-${number}` }))
      const added = forge.add({ projects })
      return async (call) => {
        await added
        return call.send()
      }
    }),
    async isShown(ask) {
      return Number((await ask('GET', '/projects/all')).headers.get('x-total')) > 120
    },
  },
]
