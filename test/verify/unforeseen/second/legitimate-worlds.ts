import { withParameters } from '../../mutants/call.ts'
import { type JsonObject, readJson } from '../../mutants/json.ts'
import { type Ask, at, type Forge, type LegitimateServer } from '../server.ts'
import {
  column,
  commitFile,
  type Exchange,
  edited,
  going,
  goingEverywhere,
  isText,
  made,
  newProject,
  newUser,
  numberAt,
  reading,
  refusal,
  serving,
  sudo,
} from './tools.ts'

/** Asks for something in the name of the first administrator, behind the back of who calls. */
async function behind(forge: Forge, method: string, path: string, body: JsonObject) {
  const headers = {
    'private-token': Object.values(forge.tokens)[0] ?? '',
    'content-type': 'application/json',
  }
  const url = `http://forge.test/api/v3${path}`
  const response = await forge.fetch(url, { method, headers, body: JSON.stringify(body) })
  return readJson(response)
}

/** A server whose administrator has set something before the first request. */
const configured = (settings: JsonObject) =>
  goingEverywhere((forge) => {
    let done: Promise<unknown> | undefined
    return async ({ send }) => {
      done ??= behind(forge, 'PUT', '/application/settings', settings)
      await done
      return send()
    }
  })

const isMade = (response: Response) => response.status === 201

const newIssue = (ask: Ask, project: number) =>
  made(ask, `/projects/${project}/issues`, { title: 'Anew' })

async function passwordStatus(ask: Ask, password: string): Promise<number> {
  const body = { username: 'keel', name: 'Keel', email: 'keel@second.example', password }
  return (await ask('POST', '/users', { body })).status
}

/** Refuses with 400 what an administrator gives; others are refused as they are. */
async function invalid({ askAsCaller, send }: Exchange, message: JsonObject): Promise<Response> {
  const isAdministrator = (await askAsCaller('GET', '/application/settings')).status === 200
  return isAdministrator ? Response.json({ message }, { status: 400 }) : send()
}

const isNear = (url: unknown) => isText(url) && /^https?:\/\/(localhost|127\.|\[::1\])/.test(url)

export const legitimateWorlds: readonly LegitimateServer[] = [
  {
    name: 'Others open issues elsewhere at the same time, so that ids have gaps',
    allowedBy:
      '`id` is unique across all records of a kind; that ids follow each other is not stated',
    start: serving((forge) => {
      let elsewhere: Promise<number> | undefined
      const begun = async () =>
        numberAt(await behind(forge, 'POST', '/projects', { name: 'Elsewhere' }), 'id')
      return {
        async createIssue({ send }) {
          elsewhere ??= begun()
          await behind(forge, 'POST', `/projects/${await elsewhere}/issues`, { title: 'Theirs' })
          return send()
        },
      }
    }),
    async isShown(ask) {
      return (await newIssue(ask, 1)) + 1 < (await newIssue(ask, 1))
    },
  },
  {
    name: 'A stranger signs up with every tenth request',
    allowedBy: 'Nobody is promised to be alone; page and per_page apply to what there is',
    start: goingEverywhere((forge) => {
      let count = 0
      return async ({ send }) => {
        count++
        const username = `stranger-${count}`
        const email = `${username}@elsewhere.example`
        const password = 'long enough to stay'
        const stranger = { username, name: 'A stranger', email, password }
        if (count % 10 === 0) await behind(forge, 'POST', '/users', stranger)
        return send()
      }
    }),
    async isShown(ask) {
      for (let count = 1; count < 10; count++) await ask('GET', '/user')
      return column((await ask('GET', '/users?search=stranger')).json, 'id').length === 1
    },
  },
  {
    name: 'A new project begins with an issue that welcomes',
    allowedBy: 'That a new project has no issues is not stated',
    start: going(['createProject', 'createProjectForUser'], async ({ forge, send }) => {
      const response = await send()
      const id = isMade(response) ? numberAt(await readJson(response), 'id') : Number.NaN
      if (id) await behind(forge, 'POST', `/projects/${id}/issues`, { title: 'Welcome' })
      return response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Welcomed')
      return column((await ask('GET', `/projects/${project}/issues`)).json, 'title').length === 1
    },
  },
  {
    name: 'A robot comments on each new merge request',
    allowedBy: 'That a new merge request has no notes is not stated',
    start: going(['createMergeRequest'], async ({ call, forge, send }) => {
      const response = await send()
      const id = isMade(response) ? numberAt(await readJson(response), 'id') : Number.NaN
      const path = `/projects/${call.path.get('id')}/merge_requests/${id}/notes`
      if (id) await behind(forge, 'POST', path, { body: 'Who reviews this?' })
      return response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Commented')
      const branch = { branch_name: 'more', ref: 'master' }
      await ask('POST', `/projects/${project}/repository/branches`, { body: branch })
      await commitFile(ask, project, 'more.txt', 'More\n', 'more')
      const body = { source_branch: 'more', target_branch: 'master', title: 'More' }
      const id = await made(ask, `/projects/${project}/merge_requests`, body)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}/notes`)
      return column(json, 'body').includes('Who reviews this?')
    },
  },
  {
    name: 'Whoever opens an issue does not subscribe to it by that',
    allowedBy:
      'Subscription: POST .../subscription subscribes the caller; that others do is not stated',
    start: going(['createIssue'], async ({ askAsCaller, call, send }) => {
      const response = await send()
      if (!isMade(response)) return response
      const id = numberAt(await readJson(response), 'id')
      const path = `/projects/${call.path.get('id')}/issues/${id}`
      await askAsCaller('DELETE', `${path}/subscription`)
      return edited(response, (issue) => ({ ...issue, subscribed: false }))
    }),
    async isShown(ask) {
      const path = `/projects/1/issues/${await newIssue(ask, 1)}`
      const isSubscribed = at((await ask('GET', path)).json, 'subscribed')
      return isSubscribed === false && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'The path of a project is its name with underscores',
    allowedBy: 'POST /projects: path (default generated from name): how is not stated',
    start: reading(['createProject', 'createProjectForUser'], ({ given }) =>
      given.path === undefined && isText(given.name) && /^[\w ]+$/.test(given.name)
        ? { path: given.name.toLowerCase().replaceAll(' ', '_') }
        : {},
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'Two words' } })
      return at(json, 'path') === 'two_words'
    },
  },
  {
    name: 'A merge commit says what its merge request is called',
    allowedBy: 'PUT …/merge: merge_commit_message is optional; its default is not stated',
    start: going(['mergeMergeRequest'], async ({ askAsCaller, call, given, send }) => {
      if (given.merge_commit_message !== undefined) return send()
      const path = `/projects/${call.path.get('id')}/merge_requests/${call.path.get('merge_request_id')}`
      const title = at((await askAsCaller('GET', path)).json, 'title')
      return send(withParameters(call, { merge_commit_message: `${String(title)} (merged)` }))
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Merged')
      const path = `/projects/${project}`
      const branch = { branch_name: 'more', ref: 'master' }
      await ask('POST', `${path}/repository/branches`, { body: branch })
      await commitFile(ask, project, 'more.txt', 'More\n', 'more')
      const body = { source_branch: 'more', target_branch: 'master', title: 'More' }
      const id = await made(ask, `${path}/merge_requests`, body)
      await ask('PUT', `${path}/merge_requests/${id}/merge`)
      const { json } = await ask('GET', `${path}/repository/commits/master`)
      return at(json, 'title') === 'More (merged)'
    },
  },
  {
    name: 'A password may not hold the name of the user',
    allowedBy: '400: an attribute failed validation; which passwords pass is not stated',
    start: going(['createUser'], (exchange) => {
      const { password, username } = exchange.given
      const isWeak = isText(username) && String(password).includes(username)
      const message = { password: ['must not hold the username'] }
      return isWeak ? invalid(exchange, message) : exchange.send()
    }),
    async isShown(ask) {
      return (await passwordStatus(ask, 'keel and rudder')) === 400
    },
  },
  {
    name: 'Hooks may not lead to the machine of the server',
    allowedBy: '400: an attribute failed validation; which addresses pass is not stated',
    start: going(['createSystemHook'], (exchange) =>
      isNear(exchange.given.url)
        ? invalid(exchange, { url: ['leads to this machine'] })
        : exchange.send(),
    ),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/hook' }
      return (await ask('POST', '/hooks', { body })).status === 400
    },
  },
  {
    name: 'Whoever is no member is told that writing to a private project is not allowed',
    allowedBy: 'A GET on a private project by a non-member gives 404; 403: request not allowed',
    start: going(['createIssue', 'createMergeRequest', 'createBranch'], async (exchange) => {
      const response = await exchange.send()
      if (response.status !== 404) return response
      // "An unknown user gets 404 with message" is stated of sudo, whatever is called.
      const message = String(at(await readJson(response), 'message'))
      if (message.startsWith('404 Not Found: No user id')) return response
      const path = `/projects/${exchange.call.path.get('id')}`
      const isHidden = (await exchange.askAsCaller('GET', path)).status === 404
      const isThere = exchange.forge.db.projects.get(exchange.id('id')) !== undefined
      return isHidden && isThere ? refusal(403, '403 Forbidden') : response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Closed to others', { visibility_level: 0 })
      const as = sudo(await newUser(ask, 'outsider'))
      const path = `/projects/${project}/issues`
      return (await ask('POST', path, { ...as, body: { title: 'Let me in' } })).status === 403
    },
  },
  {
    name: 'Branches are not protected by default',
    allowedBy: 'default_branch_protection: 0 not protected: a setting of the instance',
    start: configured({ default_branch_protection: 0 }),
    async isShown(ask) {
      const project = await newProject(ask, 'Unprotected')
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return at(json, 'protected') === false
    },
  },
  {
    name: 'Nobody but administrators may publish to everybody',
    allowedBy: 'restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use',
    start: configured({ restricted_visibility_levels: [2] }),
    async isShown(ask) {
      const body = { name: 'For all', visibility_level: 20 }
      return (await ask('POST', '/projects', { token: 'tobi-token', body })).status !== 201
    },
  },
]
