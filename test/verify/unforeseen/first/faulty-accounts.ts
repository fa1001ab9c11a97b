import { parametersOf, withParameters } from '../../mutants/call.ts'
import { isObject, readJson, withJson } from '../../mutants/json.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import { answering, asking, column, create, isOne, peek, records, reply, serve } from './tools.ts'

/** Deletions whose token a server with a fault looks for in the headers alone. */
const deletions: readonly OperationId[] = [
  'deleteOwnEmail',
  'deleteOwnSshKey',
  'deleteEmailOfUser',
  'deleteSshKeyOfUser',
  'deleteUser',
  'deleteGroup',
  'removeGroupMember',
  'removeProjectMember',
  'deleteSystemHook',
  'deleteIssue',
  'unsubscribeFromIssue',
  'deleteMergeRequest',
  'deleteIssueNote',
  'deleteSnippetNote',
  'deleteMergeRequestNote',
  'deleteSnippet',
  'deleteBranch',
  'deleteMergedBranches',
  'deleteTag',
  'deleteFile',
]

/** Operations at which a number that is nobody's id is no sudo. */
const sudone: readonly OperationId[] = [
  'getCurrentUser',
  'listUsers',
  'listProjects',
  'listOwnIssues',
  'listOwnedGroups',
]

const events = ['new_note', 'new_issue', 'close_issue', 'new_merge_request', 'failed_pipeline']

/** Users, their e-mails, and who somebody is. */
export const faultyAccounts: readonly FaultyServer[] = [
  {
    name: 'an e-mail that was deleted stays taken',
    breaks: 'POST /user/emails: created E-mail, 201; only an already-used one is refused.',
    at: ['createOwnEmail', 'createEmailOfUser'],
    start: (forge) => {
      const gone = new Set<unknown>()
      return serve(forge, async (call, pass) => {
        const isMade = isOne(call, ['createOwnEmail', 'createEmailOfUser'])
        if (isMade && gone.has(parametersOf(call).email)) {
          return reply(400, { message: { email: ['has already been taken'] } })
        }
        const response = await pass(call)
        const isGone = isOne(call, ['deleteOwnEmail', 'deleteEmailOfUser']) && response.ok
        const email = isGone ? at(await readJson(response), 'email') : undefined
        if (email !== undefined) gone.add(email)
        return response
      })
    },
    async isShown(ask) {
      const body = { email: 'again@harbour.example' }
      const id = await create(ask, '/user/emails', body)
      await ask('DELETE', `/user/emails/${id}`)
      return (await ask('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'a user who is renamed is not found by the new username',
    breaks: 'GET /users: username (string); PUT /users/:id: username.',
    at: ['listUsers'],
    start: (forge) => {
      const unknown = new Set<unknown>()
      return serve(forge, async (call, pass) => {
        const { username } = parametersOf(call)
        const before = call.operation === 'updateUser' && (await peek(forge, path(call.url)))
        const isNew = before && username !== undefined && at(before, 'username') !== username
        const isLost = call.operation === 'listUsers' && unknown.has(username)
        const response = await pass(
          isLost ? withParameters(call, { username: 'nobody.is.called.this' }) : call,
        )
        if (isNew && response.ok) unknown.add(username)
        return response
      })
    },
    async isShown(ask) {
      await ask('PUT', '/users/9', { body: { username: 'lena.fischer' } })
      return column(await ask('GET', '/users?username=lena.fischer'), 'id').length === 0
    },
  },
  {
    name: 'an external user cannot be made an internal one',
    breaks: 'PUT /users/:id: external; the modified user is returned.',
    at: ['updateUser'],
    start: asking(['updateUser'], (call) => {
      const isFalse = String(parametersOf(call).external) === 'false'
      return isFalse ? withParameters(call, { external: undefined }) : call
    }),
    async isShown(ask) {
      await ask('PUT', '/users/10', { body: { external: false, bio: 'One of us' } })
      return at((await ask('GET', '/users/10')).json, 'external') === true
    },
  },
  {
    name: 'who searches for users is shown their e-mails',
    breaks: 'array of User (brief form; administrators get the full form).',
    at: ['listUsers'],
    start: answering(['listUsers'], async (json, call, forge) => {
      if (parametersOf(call).search === undefined) return json
      return Promise.all(
        records(json).map(async (user) => {
          const email = at(await peek(forge, `/users/${user.id}`), 'email')
          return { ...user, email: String(email) }
        }),
      )
    }),
    async isShown(ask) {
      const found = await ask('GET', '/users?search=jonas', { token: 'yuki-token' })
      return at(found.json, '0.email') === 'jonas@tidewater.example'
    },
  },
  {
    name: 'sudo with the id of nobody is ignored',
    breaks: 'An unknown user gets 404 with message `404 Not Found: No user id or username for`.',
    at: sudone,
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (response.status !== 404 || !isOne(call, sudone)) return response
        const message = String(at(await readJson(response), 'message'))
        if (!/No user id or username for: \d+$/.test(message)) return response
        const bare = withParameters(call, { sudo: undefined })
        const headers = new Headers(bare.headers)
        headers.delete('sudo')
        return pass({ ...bare, headers })
      }),
    async isShown(ask) {
      return at((await ask('GET', '/user?sudo=999999')).json, 'username') === 'root'
    },
  },
  {
    name: 'a token in the query deletes nothing',
    breaks: 'Private token: query parameter `private_token` or header `PRIVATE-TOKEN`.',
    at: deletions,
    start: asking(deletions, (call) => {
      const url = new URL(call.url)
      url.searchParams.delete('private_token')
      return { ...call, url }
    }),
    async isShown(ask) {
      const id = await create(ask, '/user/emails', { email: 'by-query@harbour.example' })
      const path = `/user/emails/${id}?private_token=root-token`
      return (await ask('DELETE', path, { token: '' })).status === 401
    },
  },
  {
    name: 'naming one event of the notifications of a group silences the others',
    breaks: 'PUT /groups/:id/notification_settings: the twelve event booleans are optional.',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: asking(['updateGroupNotificationSettings'], (call) => {
      const given = parametersOf(call)
      const others = events.filter((name) => given[name] === undefined)
      if (others.length === events.length) return call
      return withParameters(call, Object.fromEntries(others.map((name) => [name, false])))
    }),
    async isShown(ask) {
      const set = (body: object) => ask('PUT', '/groups/12/notification_settings', { body })
      await set({ level: 'custom', new_note: true, new_issue: true })
      return (
        at((await set({ level: 'custom', new_issue: false })).json, 'events.new_note') === false
      )
    },
  },
  {
    name: 'restricted levels bind administrators as well',
    breaks: 'restricted_visibility_levels: levels that non-admins cannot use.',
    at: ['createProject'],
    needsInstance: true,
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const scale: unknown[] = [0, 10, 20]
        const level = scale.indexOf(Number(parametersOf(call).visibility_level))
        if (call.operation !== 'createProject' || level < 0) return pass(call)
        const settings = await peek(forge, '/application/settings')
        const restricted = isObject(settings) && settings.restricted_visibility_levels
        if (!Array.isArray(restricted) || !restricted.includes(level)) return pass(call)
        return reply(400, { message: { visibility_level: ['has been restricted'] } })
      }),
    async isShown(ask) {
      await ask('PUT', '/application/settings', { body: { restricted_visibility_levels: [2] } })
      const body = { name: 'For everybody', visibility_level: 20 }
      return (await ask('POST', '/projects', { body })).status === 400
    },
  },
  {
    name: 'the flags of a new system hook are those of the one before it as well',
    breaks: 'System hook: `push_events`, `tag_push_events` as they were given for each.',
    at: ['listSystemHooks', 'createSystemHook'],
    needsInstance: true,
    start: (forge) => {
      const flags = new Map<number, object>()
      return serve(forge, async (call, pass) => {
        const before = records(await peek(forge, '/hooks?per_page=100')).at(-1)
        const response = await pass(call)
        const json = records(await readJson(response))
        if (call.operation === 'createSystemHook' && response.ok) {
          const { push_events, tag_push_events } = json[0] ?? {}
          flags.set(Number(before?.id), { push_events, tag_push_events })
        }
        if (call.operation !== 'listSystemHooks' || !response.ok) return response
        return withJson(
          response,
          json.map((hook) => ({ ...hook, ...flags.get(Number(hook.id)) })),
        )
      })
    },
    async isShown(ask) {
      const url = 'http://receiver.example/hook'
      await ask('POST', '/hooks', { body: { url, push_events: true, tag_push_events: true } })
      await ask('POST', '/hooks', { body: { url, push_events: false, tag_push_events: false } })
      return column(await ask('GET', '/hooks?per_page=100'), 'tag_push_events').at(-2) === false
    },
  },
]

const path = ({ pathname }: URL) => pathname.replace(/^\/api\/v3/, '')
