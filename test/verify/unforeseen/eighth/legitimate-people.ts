import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  allOf,
  answeringAll,
  type Call,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  keyOf,
  listOf,
  newGroup,
  newProject,
  newUser,
  type Rule,
  responseOf,
  serving,
  type Values,
} from '../shared-tools.ts'
import { pagedAnswer } from './tools-people.ts'

/** Lists in an order of its own what the forge lists in another. */
const inOrder =
  (compare: (one: Values, other: Values) => number): Rule =>
  async (call) => {
    const response = await call.send()
    return response.ok ? pagedAnswer(call, (await allOf(call)).toSorted(compare)) : response
  }

const byUsername = (one: Values, other: Values) =>
  String(one.username) < String(other.username) ? -1 : 1

const byLevel = inOrder((one, other) => Number(other.access_level) - Number(one.access_level))

const withAvatars = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withAvatars)
  if (typeof json !== 'object' || json === null) return json
  const fields: Record<string, unknown> = Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, withAvatars(value)]),
  )
  if (fields.username === undefined || fields.avatar_url !== null) return fields
  return { ...fields, avatar_url: `https://avatars.example/${fields.username}.png?s=80&d=pier` }
}

const withUser: Rule = async (call) => {
  const response = await call.send()
  return response.ok ? responseOf(await call.ask('GET', `/users/${call.path.id}`)) : response
}

/** A path with underscores, for a call that gives a name alone. */
const withPath: Rule = (call) => {
  const { name, path } = call.given
  const words = String(name ?? '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return path !== undefined || words === null ? call.send() : call.send({ path: words.join('_') })
}

/** The length of an RSA key in bits; undefined for a key of another kind. */
function rsaBitsOf(key: unknown): number | undefined {
  const [kind, text = ''] = String(key).trim().split(/\s+/)
  if (kind !== 'ssh-rsa') return undefined
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const view = new DataView(bytes.buffer)
  let start = 0
  // The kind and the exponent stand before the modulus, each after its length.
  for (let i = 0; i < 2; i++) start += 4 + view.getUint32(start)
  const length = view.getUint32(start)
  return (view.getUint8(start + 4) === 0 ? length - 1 : length) * 8
}

/** Refuses short keys, after everything else that may be wrong with them. */
const refusingShortKeys =
  (pathOf: (call: Call) => string): Rule =>
  async (call) => {
    const response = await call.send()
    const bits = response.ok ? rsaBitsOf(call.given.key) : undefined
    if (bits === undefined || bits >= 3072) return response
    await call.ask('DELETE', `${pathOf(call)}/${idOf(await jsonOf(response))}`)
    return jsonAnswer(400, { message: { key: ['must be at least 3072 bits'] } })
  }

/** How long the queue of activity events takes, in milliseconds. */
const queueTime = 300

export const legitimatePeopleServers: readonly LegitimateServer[] = [
  {
    name: 'Users are listed by username',
    allowedBy: 'Document 1, GET /users: no order is stated',
    start: serving(() => ({ listUsers: inOrder(byUsername) })),
    async isShown(ask) {
      await newUser(ask, { username: `a${freshName('user')}` })
      const names = fieldOf((await ask('GET', '/users?per_page=100')).json, 'username')
      return names.join() === names.toSorted().join()
    },
  },
  {
    name: 'Members are listed with those of the highest level first',
    allowedBy: 'Document 1, Members: no order is stated',
    start: serving(() => ({ listGroupMembers: byLevel, listProjectMembers: byLevel })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/members`
      for (const access_level of [10, 40, 20]) {
        const body = { user_id: (await newUser(ask)).id, access_level }
        await ask('POST', path, { body })
      }
      const levels = fieldOf((await ask('GET', path)).json, 'access_level').map(Number)
      return levels.join() === levels.toSorted((one, other) => other - one).join()
    },
  },
  {
    name: 'Blocking and unblocking answer with the user',
    allowedBy: 'Document 1, Errors, 200: the modified resource is returned; bodies are not shown',
    start: serving(() => ({ blockUser: withUser, unblockUser: withUser })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      return at((await ask('PUT', `/users/${id}/block`)).json, 'state') === 'blocked'
    },
  },
  {
    name: 'Activity events are written by a queue, a moment after what they tell of',
    allowedBy:
      'Document 1, Events: they are records of activity; when they are written is not said',
    start(forge) {
      const started = Date.now()
      let lastWrite = 0
      const seen = new Map<string, number>()
      const isWritten = (event: Values) => {
        const { project_id, action_name, target_id, target_type, author_id, created_at } = event
        if (Date.parse(String(created_at)) < started) return true
        const key = [project_id, action_name, target_id, target_type, author_id, created_at].join()
        const since = seen.get(key) ?? lastWrite
        seen.set(key, since)
        return Date.now() - since >= queueTime
      }
      const list: Rule = async (call) => {
        const response = await call.send()
        return response.ok ? pagedAnswer(call, (await allOf(call)).filter(isWritten)) : response
      }
      const handle = serving(() => ({ listUserEvents: list, listProjectEvents: list }))(forge)
      return async (request) => {
        const response = await handle(request)
        if (request.method !== 'GET') lastWrite = Date.now()
        return response
      }
    },
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/events`
      const soon = listOf((await ask('GET', path)).json)
      await new Promise((resolve) => setTimeout(resolve, queueTime + 50))
      return soon.length === 0 && listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'The path of a project is made from its name with underscores',
    allowedBy: 'Document 1, POST /projects: path, generated from name; how is not stated',
    start: serving(() => ({ createProject: withPath, createProjectForUser: withPath })),
    async isShown(ask) {
      const body = { name: `Sea Chart ${freshName('No')}` }
      const { json } = await ask('POST', '/projects', { body })
      return String(at(json, 'path')).startsWith('sea_chart_')
    },
  },
  {
    name: 'Users without a picture have one from an external avatar provider',
    allowedBy: 'Document 1, User: avatar_url is a string or null; external_avatar_enabled',
    start: answeringAll(withAvatars),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).username)
      const url = at((await user('GET', '/user')).json, 'avatar_url')
      return String(url).startsWith('https://avatars.example/')
    },
  },
  {
    name: 'A group for which nothing else is said is internal, and access to it may be requested',
    allowedBy: 'Document 1, POST /groups: no defaults are stated',
    start: serving(() => ({
      createGroup: ({ given, send }) =>
        send({
          visibility_level: given.visibility_level ?? 10,
          request_access_enabled: given.request_access_enabled ?? true,
        }),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', `/groups/${await newGroup(ask)}`)
      const { visibility_level, request_access_enabled } = fieldsOf(json)
      return visibility_level === 10 && request_access_enabled === true
    },
  },
  {
    name: 'RSA keys of less than 3072 bits are refused',
    allowedBy:
      'Document 1, Errors, 400: an attribute failed validation; which keys are valid is not stated',
    start: serving(() => ({
      createOwnSshKey: refusingShortKeys(() => '/user/keys'),
      createSshKeyOfUser: refusingShortKeys(({ path }) => `/users/${path.id}/keys`),
    })),
    async isShown(ask) {
      const user = actingAs(ask, (await newUser(ask)).username)
      const modulus = crypto.getRandomValues(new Uint8Array(256))
      modulus[0] = 0xc5
      modulus[255] = 0x35
      const key = keyOf('ssh-rsa', [1, 0, 1], [0, ...modulus])
      return (await user('POST', '/user/keys', { body: { title: 'Short', key } })).status === 400
    },
  },
]
