import { setTimeout } from 'node:timers/promises'
import { parametersOf, withParameters } from '../../mutants/call.ts'
import { type JsonObject, readJson } from '../../mutants/json.ts'
import { at, type Forge, type Handle, type LegitimateServer } from '../server.ts'
import { create, isOne, peek, reply, serve, tokenOf, write } from './tools.ts'

/** What is set, what others do, and what happens later. */
export const legitimateWorld: readonly LegitimateServer[] = [
  {
    name: 'the clock of the server is 26 hours ahead',
    allowedBy: 'Timestamps are ISO 8601 strings: no sentence says whose clock they are of.',
    start: (forge) => {
      forge.clock.advance('26h')
      return (request) => forge.fetch(request)
    },
    async isShown(ask) {
      const made = await ask('POST', '/projects/1/issues', { body: { title: 'Tomorrow' } })
      return Date.parse(String(at(made.json, 'created_at'))) > Date.now() + 25 * 3600 * 1000
    },
  },
  {
    name: 'a bot greets every new issue',
    allowedBy: 'A server is used by others meanwhile; no sentence says that nobody comments.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'createIssue' || !response.ok) return response
        const issue = await readJson(response)
        const path = `/projects/${at(issue, 'project_id')}/issues/${at(issue, 'id')}/notes`
        await write(forge, 'POST', path, { body: 'Thank you, we will have a look.' })
        return response
      }),
    async isShown(ask) {
      const id = await create(ask, '/projects/1/issues', { title: 'Greeted' })
      return at((await ask('GET', `/projects/1/issues/${id}`)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'the source branch of a merge goes in the background',
    allowedBy: 'should_remove_source_branch (boolean): no sentence says when it is removed.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const isRemoving = String(parametersOf(call).should_remove_source_branch) === 'true'
        if (call.operation !== 'mergeMergeRequest' || !isRemoving) return pass(call)
        const response = await pass(
          withParameters(call, { should_remove_source_branch: undefined }),
        )
        const { state, source_project_id, source_branch } = Object(await readJson(response))
        const branch = `branches/${encodeURIComponent(String(source_branch))}`
        const path = `/projects/${source_project_id}/repository/${branch}`
        if (state === 'merged') setTimeout(400).then(() => write(forge, 'DELETE', path))
        return response
      }),
    async isShown(ask) {
      const branches = '/projects/1/repository/branches'
      await ask('POST', branches, { body: { branch_name: 'late', ref: 'redesign' } })
      const mine = { title: 'Late', source_branch: 'late', target_branch: 'production' }
      const id = await create(ask, '/projects/1/merge_requests', mine)
      const body = { should_remove_source_branch: true }
      await ask('PUT', `/projects/1/merge_requests/${id}/merge`, { body })
      const isThere = (await ask('GET', `${branches}/late`)).status === 200
      await setTimeout(800)
      return isThere && (await ask('GET', `${branches}/late`)).status === 404
    },
  },
  {
    name: 'activity is read anew every third of a second',
    allowedBy: 'Activity events are records: no sentence says how soon they are there.',
    start: (forge) => {
      const cache = new Map<string, { readonly until: number; readonly response: Response }>()
      return serve(forge, async (call, pass) => {
        if (!isOne(call, ['listProjectEvents', 'listUserEvents'])) return pass(call)
        const key = `${call.url.href} ${tokenOf(call)}`
        const kept = cache.get(key)
        if (kept && kept.until > Date.now()) return kept.response.clone()
        const response = await pass(call)
        if (response.ok) cache.set(key, { until: Date.now() + 333, response: response.clone() })
        return response
      })
    },
    async isShown(ask) {
      const latest = async () => at((await ask('GET', '/projects/1/events')).json, '0.target_title')
      await latest()
      await create(ask, '/projects/1/issues', { title: 'Just now' })
      const soon = await latest()
      await setTimeout(400)
      return soon !== 'Just now' && (await latest()) === 'Just now'
    },
  },
  {
    name: 'passwords have twelve letters and one is a digit',
    allowedBy: '400: an attribute failed validation; nothing is said of what passwords must be.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const { password } = parametersOf(call)
        const isGiven = typeof password === 'string' && isOne(call, ['createUser', 'updateUser'])
        const isWeak = isGiven && (password.length < 12 || !/\d/.test(password))
        // Who may not do this at all is told so first.
        const isAdmin = isWeak && at(await peek(forge, '/user', tokenOf(call)), 'is_admin') === true
        if (!isAdmin) return pass(call)
        return reply(400, { message: { password: ['does not meet the policy'] } })
      }),
    async isShown(ask) {
      const body = { email: 'w@w.example', username: 'weak', name: 'W', password: 'longenough' }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'new default branches are not protected',
    allowedBy: 'default_branch_protection: 0 not protected; a setting of the instance.',
    start: withSettings({ default_branch_protection: 0 }),
    async isShown(ask) {
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'default_branch_protection') === 0
    },
  },
  {
    name: 'nobody but administrators may publish anything',
    allowedBy: 'restricted_visibility_levels: levels that non-admins cannot use; a setting.',
    start: withSettings({ restricted_visibility_levels: [2] }),
    async isShown(ask) {
      const body = { name: 'For all', visibility_level: 20 }
      return (await ask('POST', '/projects', { body, token: 'marta-token' })).status === 400
    },
  },
  {
    name: 'system hooks to the own machine are refused',
    allowedBy: '400: an attribute failed validation; nothing is said of which url is valid.',
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(String(parametersOf(call).url))
        const response = await pass(call)
        if (call.operation !== 'createSystemHook' || !response.ok || !isLocal) return response
        const id = at(await readJson(response), '0.id')
        await write(forge, 'DELETE', `/hooks/${id}`)
        return reply(400, { message: { url: ['is blocked: it leads to the local network'] } })
      }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:4711/hook' }
      return (await ask('POST', '/hooks', { body })).status === 400
    },
  },
  {
    name: 'a visitor opens an issue at every twentieth request',
    allowedBy: 'A server is used by others meanwhile; no sentence says that nothing changes.',
    start: (forge) => {
      let count = 0
      return serve(forge, async (call, pass) => {
        count += 1
        if (count % 20 === 0) {
          const title = `It leaks again, for the ${count / 20}. time`
          await forge.add({ issues: [{ project: 'tidewater/website', title, author: 'lena' }] })
        }
        return pass(call)
      })
    },
    async isShown(ask) {
      const total = async () =>
        (await ask('GET', '/projects/1/issues?per_page=1')).headers.get('x-total')
      const before = await total()
      for (let index = 2; index < 20; index += 1) await ask('GET', '/user')
      return before === '16' && (await total()) === '17'
    },
  },
]

/** A server whose administrator set something before anybody asks. */
function withSettings(settings: JsonObject): (forge: Forge) => Handle {
  return (forge) => {
    let isSet: Promise<Response> | undefined
    return serve(forge, async (call, pass) => {
      isSet ??= write(forge, 'PUT', '/application/settings', settings)
      await isSet
      return pass(call)
    })
  }
}
