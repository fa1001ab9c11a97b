import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  answeringAll,
  behind,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  relisted,
  serving,
  type Values,
  withFields,
} from '../shared-tools.ts'
import { paginated, textsOf } from './tools-crane.ts'

/** The JSON with each object in it changed, from the inside outwards. */
function everyObject(json: unknown, change: (fields: Values) => unknown): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, everyObject(value, change)])),
  )
}

const without = (fields: Values, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Lists about whose order the specification says nothing. */
const withoutOrder: readonly OperationId[] = [
  'listUsers',
  'listOwnSshKeys',
  'listSshKeysOfUser',
  'listOwnEmails',
  'listEmailsOfUser',
  'listGroupMembers',
  'listProjectMembers',
  'listProjectUsers',
  'listIssueNotes',
  'listSnippetNotes',
  'listMergeRequestNotes',
  'listSnippets',
  'listSystemHooks',
]

/** A number that says nothing about when a record was made, and is always the same. */
const scattered = (id: unknown) => Number((BigInt(Number(id)) * 2654435761n) % 4294967296n)

const { compare } = new Intl.Collator('en', { sensitivity: 'base' })

/** Lists of projects that can be ordered by name or path. */
const projectLists: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

/** Sorts by a collation, and keeps the order of what is equal in it. */
function collated(all: readonly Values[], field: string, isDescending: boolean): readonly Values[] {
  const sorted = [...all].sort((a, b) => compare(String(a[field]), String(b[field])))
  return isDescending ? sorted.reverse() : sorted
}

const germanReasons: Readonly<Record<string, string>> = {
  'is invalid': 'ist ungültig',
  'does not have a valid value': 'ist kein zulässiger Wert',
  "can't be blank": 'darf nicht leer sein',
}

const germanStatuses: Readonly<Record<number, string>> = {
  403: 'Zugriff verweigert',
  404: 'Nicht gefunden',
}

/** A message of a refusal in German; what the specification words stays as it is. */
function inGerman(message: unknown, status: number): unknown {
  if (Array.isArray(message)) return message.map((one) => germanReasons[String(one)] ?? one)
  if (typeof message === 'object' && message !== null) {
    const entries = Object.entries(message)
    return Object.fromEntries(entries.map(([name, value]) => [name, inGerman(value, status)]))
  }
  const text = String(message)
  const missing = /"(\w+(?:\[\])?)" not given/.exec(text)?.[1]
  if (missing !== undefined) return `Das Attribut „${missing}“ fehlt.`
  if (status === 401 || text.includes('sudo') || text.includes('No user id')) return message
  return germanStatuses[status] ?? `Nicht möglich: ${text}`
}

export const legitimateCraneServers: readonly LegitimateServer[] = [
  {
    name: 'A page number below one and a page size out of bounds are refused as invalid',
    allowedBy: 'Limits: per_page has a maximum of 100; what is beyond it failed validation',
    start: serving(() =>
      forAll(paginated, async (call) => {
        const response = await call.send()
        const { page = 1, per_page = 20 } = call.given
        const message = {
          ...(Number(page) < 1 ? { page: ['must be at least 1'] } : {}),
          ...(Number(per_page) < 1 || Number(per_page) > 100
            ? { per_page: ['must be from 1 to 100'] }
            : {}),
        }
        const isRefused = response.ok && Object.keys(message).length > 0
        return isRefused ? jsonAnswer(400, { message }) : response
      }),
    ),
    isShown: async (ask) => (await ask('GET', '/users?per_page=101')).status === 400,
  },
  {
    name: 'A project has null for an owner whom it lacks and statistics that nobody asked for',
    allowedBy: 'Conventions 3: absent values are null; other fields than those named are open',
    start: answeringAll((json) =>
      everyObject(json, (fields) =>
        fields.path_with_namespace === undefined || fields.creator_id === undefined
          ? fields
          : { owner: null, statistics: null, ...fields },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { namespace_id: await newGroup(ask) })
      return at((await ask('GET', `/projects/${project}`)).json, 'owner') === null
    },
  },
  {
    name: 'What only some responses carry is left out of lists of requests, members, and notes',
    allowedBy:
      'Merge request: created_at, updated_at (some responses); Member: expires_at in the single ' +
      'lookup; Note: some responses add avatar_url, web_url to the author',
    start: serving(() => ({
      ...forAll(['listMergeRequests'], async (call) =>
        eachChanged(await call.send(), (one) => without(one, 'created_at', 'updated_at')),
      ),
      ...forAll(['listProjectMembers', 'listGroupMembers'], async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(json) ? listOf(json).map((one) => without(one, 'expires_at')) : json,
        ),
      ),
      ...forAll(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).map((one) =>
                withFields(one, {
                  author: without(fieldsOf(one.author), 'avatar_url', 'web_url'),
                }),
              )
            : json,
        ),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.title') === 'topic' && at(json, '0.updated_at') === undefined
    },
  },
  {
    name: 'Refusals speak German, but for the words that the specification gives',
    allowedBy: 'Errors: a string naming the attribute; arrays of error strings; no other text',
    start: behind(async (response) => {
      const message = at(await jsonOf(response), 'message')
      if (response.status < 400 || message === undefined) return response
      return changed(response, (json) =>
        withFields(json, { message: inGerman(message, response.status) }),
      )
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { status, json } = await ask('POST', `/projects/${project}/issues`, { body: {} })
      return status === 400 && at(json, 'message') === 'Das Attribut „title“ fehlt.'
    },
  },
  {
    name: 'Lists without a stated order come in that of scattered keys',
    allowedBy: 'No order is stated of users, keys, e-mails, members, notes, snippets and hooks',
    start: serving(() =>
      forAll(withoutOrder, (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => scattered(one.id) - scattered(other.id)),
        ),
      ),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const path = `/users/${id}/emails`
      for (let count = 0; count < 8; count++) {
        await ask('POST', path, { body: { email: `${freshName('mail')}@six.example` } })
      }
      const ids = fieldOf((await ask('GET', path)).json, 'id').map(Number)
      const ascending = [...ids].sort((one, other) => one - other)
      const orders = [ascending, [...ascending].reverse()].map((order) => order.join())
      return ids.length === 8 && !orders.includes(ids.join())
    },
  },
  {
    name: 'A proxy drops headers that have no value',
    allowedBy: 'Limits: X-Next-Page and X-Prev-Page; where there is no such page none has a value',
    start: behind((response) => {
      const kept = [...response.headers].filter(([, value]) => value !== '')
      const { status } = response
      return new Response(response.body, { status, headers: kept })
    }),
    isShown: async (ask) => !(await ask('GET', '/users')).headers.has('x-prev-page'),
  },
  {
    name: 'Names are in the order of a dictionary, whatever their case',
    allowedBy: 'Branches and tags by name alphabetically; order_by name or path: no collation',
    start: serving(() => ({
      listBranches: (call) => relisted(call, (all) => collated(all, 'name', false)),
      listTags: (call) => relisted(call, (all) => collated(all, 'name', true)),
      listGroups: (call) =>
        relisted(call, (all) =>
          collated(all, String(call.given.order_by ?? 'name'), call.given.sort === 'desc'),
        ),
      ...forAll(projectLists, (call) => {
        const field = String(call.given.order_by)
        return ['name', 'path'].includes(field)
          ? relisted(call, (all) => collated(all, field, call.given.sort !== 'asc'))
          : call.send()
      }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['Zone', 'area']) await newBranch(ask, project, name)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return textsOf(json, 'name').join() === 'area,master,Zone'
    },
  },
  {
    name: 'What the state of a repository forbids could not be processed',
    allowedBy: 'Errors: 422 is an entity that could not be processed; branches state no status',
    start: serving(() =>
      forAll(['createBranch', 'deleteBranch', 'cherryPickCommit'], async (call) => {
        const response = await call.send()
        const message = String(at(await jsonOf(response), 'message'))
        const isForbidden =
          response.status === 405 || /exists|conflict|cannot cherry-pick/i.test(message)
        if (![400, 405].includes(response.status) || !isForbidden) return response
        return jsonAnswer(422, { message })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      return (await newBranch(ask, project, 'master')).status === 422
    },
  },
]
