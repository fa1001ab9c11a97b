import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  changed,
  eachChanged,
  fieldOf,
  forAll,
  headOf,
  jsonAnswer,
  listOf,
  newBranch,
  newProject,
  newRepository,
  newUser,
  relisted,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { freshKey, newKey, newMember } from './tools-people.ts'

/** The JSON with each object in it changed, from the inside outwards. */
function everyObject(
  json: unknown,
  change: (fields: Readonly<Record<string, unknown>>) => unknown,
): unknown {
  if (Array.isArray(json)) return json.map((one) => everyObject(one, change))
  if (typeof json !== 'object' || json === null) return json
  const entries = Object.entries(json)
  return change(
    Object.fromEntries(entries.map(([name, value]) => [name, everyObject(value, change)])),
  )
}

/** How long what is done in the background takes here. */
const delay = 1000

/** A key of another type, of the form that a server without the policy takes. */
const rsaKey =
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQDCCzBVep/E6Q4zWH2ix+wRNluApcrvFDleg6jN8hc8YYar0PUaP2SJrtP4HUJnjLHW+yBFao+02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXabwOUKL1R5nsPoDTJXfKHG6xA1Wn+kye4TOF2Cp8zxFjtgharP9Bk+Y4it0vccQQ== old@boat'

export const legitimatePeopleServers: readonly LegitimateServer[] = [
  {
    name: 'Short ids of commits have nine digits, one more than those of a small repository',
    allowedBy: 'Document 3, Commit: `short_id`, of which no length is said',
    start: behind((response) =>
      changed(response, (json) =>
        everyObject(json, (fields) =>
          typeof fields.short_id === 'string' && typeof fields.id === 'string'
            ? { ...fields, short_id: fields.id.slice(0, 9) }
            : fields,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return String(at(json, 'short_id')).length === 9
    },
  },
  {
    name: 'Nobody’s joining or leaving is an event',
    allowedBy: 'Document 1, Events: the complete list of action_name values is not shown',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) =>
          all.filter(({ action_name }) => action_name !== 'joined' && action_name !== 'left'),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newMember(ask, 'projects', project, (await newUser(ask)).id)
      const { status, json } = await ask('GET', `/projects/${project}/events`)
      return status === 200 && !fieldOf(json, 'action_name').includes('joined')
    },
  },
  {
    name: 'What was pushed is an event a moment later: it is recorded in the background',
    allowedBy: 'Document 1, Events: they are records; when they are made is not said',
    start: serving(() =>
      forAll(['listProjectEvents', 'listUserEvents'], (call) =>
        relisted(call, (all) =>
          all.filter(
            ({ data, created_at }) =>
              (data ?? null) === null || Date.now() - Date.parse(String(created_at)) > delay,
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return listOf(json).every(({ data }) => (data ?? null) === null)
    },
  },
  {
    name: 'Merged branches are deleted in the background, a moment after the answer',
    allowedBy: 'Document 3, DELETE .../merged_branches: which are deleted is said, not when',
    start: (forge) => {
      let due = 0
      let waiting: Request[] = []
      const handle = serving(() => ({
        async deleteMergedBranches(call) {
          // Who may not delete them, and where there are none, learns so at once.
          const branches = await call.ask('GET', `/projects/${call.path.id}/repository/branches`)
          if (branches.status !== 200) return call.send()
          const { json } = await call.ask('GET', `/projects/${call.path.id}`)
          const levels = ['project_access', 'group_access'].map((name) =>
            Number(at(json, `permissions.${name}.access_level`) ?? 0),
          )
          const user = await call.ask('GET', '/user')
          const isAdministrator = at(user.json, 'is_admin') === true
          if (!isAdministrator && Math.max(...levels) < 30) return call.send()
          due = Date.now() + delay
          waiting.push(
            new Request(call.request.url, { method: 'DELETE', headers: call.request.headers }),
          )
          return jsonAnswer(200, null)
        },
      }))(forge)
      return async (request) => {
        if (Date.now() >= due) {
          const now = waiting
          waiting = []
          for (const one of now) await forge.fetch(one)
        }
        return handle(request)
      }
    },
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'done')
      await writeFile(ask, project, { file_path: 'later.txt' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').includes('done')
    },
  },
  {
    name: 'Members stand in the order of their usernames, backwards',
    allowedBy: 'Document 1, Members: array of Member, of which no order is said',
    start: serving(() =>
      forAll(['listProjectMembers', 'listGroupMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => (String(one.username) < String(other.username) ? 1 : -1)),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const { username } = await newUser(ask)
      const { json } = await ask('GET', `/users?username=${username}`)
      await newMember(ask, 'projects', project, Number(at(json, '0.id')))
      const members = await ask('GET', `/projects/${project}/members`)
      return at(members.json, '0.username') === username
    },
  },
  {
    name: 'Keys are shown with their fingerprint, when they were used last and whether they push',
    allowedBy: 'Document 1, SSH key: its fields; that there are no others is not said',
    start: serving(() =>
      forAll(
        [
          'listOwnSshKeys',
          'listSshKeysOfUser',
          'getOwnSshKey',
          'createOwnSshKey',
          'createSshKeyOfUser',
          'getSshKeyWithUser',
        ],
        async (call) =>
          eachChanged(await call.send(), (key) =>
            key.key === undefined
              ? key
              : {
                  ...key,
                  fingerprint: '4a:9d:64:15:ed:3a:e6:07:6e:89:36:b3:3b:03:05:d9',
                  last_used_at: null,
                  can_push: false,
                },
          ),
      ),
    ),
    async isShown(ask) {
      const key = await newKey(ask, (await newUser(ask)).id)
      return typeof at((await ask('GET', `/keys/${key}`)).json, 'fingerprint') === 'string'
    },
  },
  {
    name: 'Files of a repository are served as bytes of no kind, to be saved',
    allowedBy: 'Document 3, Repository content: media types of the raw file and blob not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        return response.ok
          ? withBody(response, response.body, {
              'content-type': 'application/octet-stream',
              'content-disposition': 'attachment',
              'x-content-type-options': 'nosniff',
            })
          : response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/blobs/${await headOf(ask, project)}`
      const { headers } = await ask('GET', `${path}?filepath=README.md`)
      return headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'Keys have to be of Ed25519: others are refused by a policy',
    allowedBy: 'Document 1, Users: on key creation failure, 400 with a validation message object',
    start: serving(() =>
      forAll(['createOwnSshKey', 'createSshKeyOfUser'], async (call) => {
        const { title, key } = call.given
        const isOther = typeof key === 'string' && /^\s*(ssh-rsa|ssh-dss|ecdsa-)/.test(key)
        // Who may not make one at all, or gives no title, is told that first.
        const { status } = await call.ask(
          'GET',
          call.path.id ? `/users/${call.path.id}/keys` : '/user',
        )
        return isOther && title !== undefined && status === 200
          ? jsonAnswer(400, { message: { key: ['type is forbidden. Must be ED25519'] } })
          : call.send()
      }),
    ),
    async isShown(ask) {
      const body = { title: 'Old', key: rsaKey }
      const refused = await ask('POST', '/user/keys', { body })
      const good = await ask('POST', '/user/keys', {
        body: { title: 'New', key: freshKey('new@boat') },
      })
      return good.status === 201 && refused.status === 400
    },
  },
  {
    name: 'New users make no groups unless it is said that they may',
    allowedBy: 'Document 1, POST /users: can_create_group (boolean), of which no default is said',
    start: serving(() => ({
      createUser: (call) =>
        call.given.can_create_group === undefined
          ? call.send({ can_create_group: false })
          : call.send(),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { name: `${username}-group`, path: `${username}-group` }
      return (await actingAs(ask, id)('POST', '/groups', { body })).status === 403
    },
  },
  {
    name: 'Everybody has the dark theme and the fifth colours for code',
    allowedBy: 'Document 1, User: theme_id integer, color_scheme_id integer',
    start: behind((response) =>
      changed(response, (json) =>
        everyObject(json, (fields) =>
          fields.theme_id === undefined ? fields : { ...fields, theme_id: 4, color_scheme_id: 5 },
        ),
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/user')).json, 'theme_id') === 4
    },
  },
]
