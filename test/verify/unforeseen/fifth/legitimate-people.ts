import { pause } from '../fourth/tools.ts'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  column,
  eachObject,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  listOf,
  newGroup,
  newIssue,
  newProject,
  newUser,
  objectOf,
  passing,
  rewritten,
  withFields,
} from '../third/tools.ts'

const firstKeyId = 1_000_000_000
const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv51 fifth@one'

const lasting = 1200

/** An operation on a key whose id is another outside than inside. */
async function withKeyIds(call: Call): Promise<Response> {
  const name = 'key_id' in call.path ? 'key_id' : 'id'
  const isNamed = name === 'key_id' || call.operation === 'getSshKeyWithUser'
  const id = Number(call.path[name]) - firstKeyId
  const path = isNamed
    ? call.url.pathname.slice('/api/v3'.length).replace(/[^/]+$/, String(Math.max(id, 0)))
    : undefined
  const response = await call.send(path === undefined ? {} : { path })
  const isKey = (value: unknown) => at(value, 'key') !== undefined
  const moved = (value: unknown): unknown =>
    isKey(value) ? withFields(value, { id: idOf(value) + firstKeyId }) : value
  return rewritten(response, {
    json: (json) => (Array.isArray(json) ? json.map(moved) : moved(json)),
  })
}

const keyOperations: readonly OperationId[] = [
  'listOwnSshKeys',
  'listSshKeysOfUser',
  'getOwnSshKey',
  'createOwnSshKey',
  'createSshKeyOfUser',
  'deleteOwnSshKey',
  'deleteSshKeyOfUser',
  'getSshKeyWithUser',
]

/** The same answer with other JSON; a file stays as it is. */
const jsonRewritten = (
  response: Response,
  change: { readonly json: (json: unknown) => unknown },
): Response | Promise<Response> =>
  response.headers.get('content-type')?.includes('json') ? rewritten(response, change) : response

/** A text of an answer, wherever it stands. */
function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => eachText(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, eachText(one, change)]),
  )
}

export const legitimatePeople: readonly LegitimateServer[] = [
  {
    name: 'SSH keys are numbered from a thousand million',
    allowedBy: 'id is unique across all records of a kind: no first id and no step is stated',
    start: answering(() => all(keyOperations, withKeyIds)),
    async isShown(ask) {
      const { json } = await ask('POST', '/user/keys', { body: { title: 'one', key } })
      return idOf(json) > firstKeyId
    },
  },
  {
    name: 'Users are listed by their names, and e-mails the newest first',
    allowedBy: 'GET /users and GET /user/emails state no order',
    start: answering(() => ({
      listUsers: (call) =>
        listAnswer(call, (users) =>
          [...users].sort((one, two) => String(one.name).localeCompare(String(two.name))),
        ),
      ...all(['listOwnEmails', 'listEmailsOfUser'], (call) =>
        listAnswer(call, (emails) => [...emails].reverse()),
      ),
    })),
    async isShown(ask) {
      await newUser(ask, 'mmm')
      await newUser(ask, 'aaa')
      const names = column((await ask('GET', '/users?per_page=100')).json, 'username')
      const usual = names.indexOf('mmm') > names.indexOf('aaa')
      for (const email of ['one@one.example', 'two@one.example']) {
        await ask('POST', '/user/emails', { body: { email } })
      }
      const emails = column((await ask('GET', '/user/emails')).json, 'email')
      return usual && emails.indexOf('two@one.example') < emails.indexOf('one@one.example')
    },
  },
  {
    name: 'Members are listed by level, the highest first',
    allowedBy: 'GET /groups/:id/members and /projects/:id/members: an array of Member; no order',
    start: answering(() =>
      all(['listGroupMembers', 'listProjectMembers'], (call) =>
        listAnswer(call, (members) =>
          [...members].sort(
            (one, two) =>
              Number(two.access_level) - Number(one.access_level) || idOf(two) - idOf(one),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      for (const [index, username] of ['one', 'two', 'three'].entries()) {
        const { id } = await newUser(ask, username)
        const body = { user_id: id, access_level: index === 1 ? 40 : 10 }
        await ask('POST', `/projects/${project}/members`, { body })
      }
      const names = column((await ask('GET', `/projects/${project}/members`)).json, 'username')
      return names.indexOf('three') < names.indexOf('one')
    },
  },
  {
    name: 'Every user has an avatar from a service of avatars',
    allowedBy: 'User: avatar_url string or null',
    start: passing(
      () => async (call) =>
        jsonRewritten(await call.send(), {
          json: (json) =>
            eachObject(json, (object) =>
              'username' in object && 'avatar_url' in object
                ? {
                    ...object,
                    avatar_url: `https://avatars.example/${idOf(object)}?s=80&d=identicon`,
                  }
                : object,
            ),
        }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return String(at(json, 'avatar_url')).startsWith('https://avatars.example/')
    },
  },
  {
    name: 'A group that is removed is still there for a second',
    allowedBy:
      'DELETE /groups/:id removes the group with all its projects: it is not stated that it is done when answered',
    start: answering(() => {
      const leaving = new Map<number, Promise<unknown>>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encodeURIComponent(call.path.id ?? '')}`
          const found = await call.ask('GET', path)
          const id = idOf(found.json)
          if (leaving.has(id)) return jsonAnswer(200, found.json)
          const { status } = await call.send({ path: `${path}/members/0` })
          if (status === 401 || found.status !== 200) return call.send()
          const caller = await call.ask('GET', '/user', { token: call.token })
          const isRoot = at(caller.json, 'is_admin') === true && call.given.sudo === undefined
          if (!isRoot || call.request.headers.has('sudo')) return call.send()
          leaving.set(
            id,
            pause(lasting).then(() => call.ask('DELETE', path)),
          )
          return jsonAnswer(200, found.json)
        },
      }
    }),
    async isShown(ask) {
      const id = await newGroup(ask, 'one-group')
      await ask('DELETE', `/groups/${id}`)
      const isThere = (await ask('GET', `/groups/${id}`)).status === 200
      await pause(lasting + 300)
      return isThere && (await ask('GET', `/groups/${id}`)).status === 404
    },
  },
  {
    name: 'Stars are counted a second later',
    allowedBy: 'Project: star_count integer: it is not stated when a star is counted',
    start: answering(() => {
      const former = new Map<number, { readonly count: unknown; readonly until: number }>()
      const write = async (call: Call) => {
        const { json } = await call.ask(
          'GET',
          `/projects/${encodeURIComponent(call.path.id ?? '')}`,
        )
        const response = await call.send()
        const known = former.get(idOf(json))
        if (isDone(response) && !(known && known.until > Date.now())) {
          former.set(idOf(json), { count: at(json, 'star_count'), until: Date.now() + lasting })
        }
        return rewritten(response, { json: late })
      }
      const late = (json: unknown) =>
        eachObject(json, (object) => {
          const known = former.get(Number(object.id))
          const isLate = known && known.until > Date.now() && 'star_count' in object
          return isLate ? { ...object, star_count: known.count } : object
        })
      return {
        starProject: write,
        unstarProject: write,
        ...all(
          [
            'getProject',
            'listProjects',
            'listVisibleProjects',
            'listOwnedProjects',
            'listStarredProjects',
            'listAllProjects',
          ],
          async (call) => rewritten(await call.send(), { json: late }),
        ),
      }
    }),
    async isShown(ask) {
      const id = await newProject(ask, 'one')
      await ask('POST', `/projects/${id}/star`)
      const before = at((await ask('GET', `/projects/${id}`)).json, 'star_count')
      await pause(lasting + 100)
      const after = at((await ask('GET', `/projects/${id}`)).json, 'star_count')
      return before === 0 && after === 1
    },
  },
  {
    name: 'A password has ten characters, a digit, a capital and a small letter, and not the username',
    allowedBy:
      'POST /users: password (req): no rule of what a password is; 400 an attribute failed validation',
    start: answering(() =>
      all(['createUser', 'updateUser'], async (call) => {
        const { password, username } = call.given
        if (typeof password !== 'string' || password === '') return call.send()
        const isStrong =
          password.length >= 10 &&
          /\d/.test(password) &&
          /[A-Z]/.test(password) &&
          /[a-z]/.test(password) &&
          !(typeof username === 'string' && password.includes(username))
        const caller = await call.ask('GET', '/user', { token: call.token })
        if (isStrong || at(caller.json, 'is_admin') !== true) return call.send()
        return jsonAnswer(400, { message: { password: ['is too weak'] } })
      }),
    ),
    async isShown(ask) {
      const body = { username: 'one', name: 'One', email: 'one@one.example', password: 'elephants' }
      return (await ask('POST', '/users', { body })).status === 400
    },
  },
  {
    name: 'What failed validation is told in German',
    allowedBy:
      'Validation failure: an array of error strings; no text is stated but `has already been taken`',
    start: passing(() => async (call) => {
      const response = await call.send()
      const body = await bodyOf(response)
      const message = at(body, 'message')
      if (response.status !== 400 || typeof message !== 'object') return response
      const german = (text: string) =>
        text === 'has already been taken' ? text : 'ist nicht gültig (siehe Handbuch)'
      return rewritten(response, { json: () => ({ message: eachText(message, german) }) })
    }),
    async isShown(ask) {
      const { text } = await ask('POST', '/user/keys', { body: { title: 'one', key: 'none' } })
      return text.includes('Handbuch')
    },
  },
  {
    name: 'Events carry no time',
    allowedBy: 'Activity event: created_at (on some)',
    start: answering(() =>
      all(['listUserEvents', 'listProjectEvents'], async (call) =>
        rewritten(await call.send(), {
          json: (events) =>
            Array.isArray(events)
              ? events.map((event) => withFields(event, { created_at: undefined }))
              : events,
        }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      await newIssue(ask, project, 'one')
      const [event] = listOf((await ask('GET', `/projects/${project}/events`)).json)
      return event !== undefined && event.created_at === undefined
    },
  },
  {
    name: 'A project or group without a description has an empty one',
    allowedBy: 'Group: description string; Project: description string or null',
    start: passing(
      () => async (call) =>
        jsonRewritten(await call.send(), {
          json: (json) =>
            eachObject(json, (object) =>
              'visibility_level' in object && object.description === null
                ? { ...object, description: '' }
                : object,
            ),
        }),
    ),
    async isShown(ask) {
      const id = await newProject(ask, 'one')
      return at((await ask('GET', `/projects/${id}`)).json, 'description') === ''
    },
  },
  {
    name: 'Every three hundredth request is one too many for a second',
    allowedBy: 'Rate limits: not shown; 429 with Retry-After is HTTP (RFC 6585)',
    start: passing(() => {
      let count = 0
      return async (call) => {
        count++
        return count % 300 === 0
          ? new Response(JSON.stringify({ message: '429 Too Many Requests' }), {
              status: 429,
              headers: { 'content-type': 'application/json', 'retry-after': '1' },
            })
          : call.send()
      }
    }),
    async isShown(ask) {
      for (let count = 0; count < 300; count++) {
        if ((await ask('GET', '/user')).status === 429) return true
      }
      return false
    },
  },
  {
    name: 'Addresses of pages and repositories are those of another host',
    allowedBy: 'web_url, ssh_url_to_repo, http_url_to_repo: strings; their host is not stated',
    start: passing(
      () => async (call) =>
        jsonRewritten(await call.send(), {
          json: (json) =>
            eachObject(json, (object) => {
              const moved: Record<string, unknown> = { ...object }
              for (const name of ['web_url', 'http_url_to_repo']) {
                const { [name]: address } = object
                if (typeof address === 'string') {
                  moved[name] = address.replace(/^https?:\/\/[^/]+/, 'https://code.example/git')
                }
              }
              if (typeof object.path_with_namespace === 'string' && 'ssh_url_to_repo' in object) {
                moved.ssh_url_to_repo = `ssh://git@ssh.code.example:2222/${object.path_with_namespace}.git`
              }
              return moved
            }),
        }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return String(at(json, 'web_url')).startsWith('https://code.example/git/')
    },
  },
  {
    name: 'Times are told in the zone of the server, to the second',
    allowedBy:
      'Timestamps are ISO 8601 strings: neither a zone nor fractions of seconds are stated',
    start: passing(
      () => async (call) =>
        jsonRewritten(await call.send(), {
          json: (json) =>
            eachText(json, (text) =>
              /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)
                ? `${new Date(Date.parse(text) + 7_200_000).toISOString().slice(0, 19)}+02:00`
                : text,
            ),
        }),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/user')
      return String(at(json, 'created_at')).endsWith('+02:00')
    },
  },
  {
    name: 'Answers are indented, in ASCII, with their keys in the order of the alphabet',
    allowedBy: 'Request and response data are serialized as JSON: any JSON of the same meaning',
    start: passing(() => async (call) => {
      const response = await call.send()
      const isJson = response.headers.get('content-type')?.includes('json') ?? false
      if (!isJson || response.status === 304 || response.status === 204) return response
      const json = await bodyOf(response)
      if (json === undefined) return response
      const sorted = eachObject(json, (object) =>
        Object.fromEntries(Object.entries(object).sort(([one], [two]) => (one < two ? -1 : 1))),
      )
      const text = JSON.stringify(sorted, undefined, 2).replaceAll(
        /[^\0-~]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      )
      return rewritten(response, {
        text: () => `${text}\n`,
        headers: { 'content-type': 'application/json; charset=UTF-8' },
      })
    }),
    async isShown(ask) {
      return (await ask('GET', '/user')).text.startsWith('{\n  "avatar_url"')
    },
  },
  {
    name: 'What is deleted though it is gone is answered with null, and what was there with nothing',
    allowedBy: 'DELETE /user/keys/:key_id: 200 even if already absent: no body is stated',
    start: answering(() =>
      all(['deleteOwnSshKey', 'deleteOwnEmail', 'deleteSnippet'], async (call) => {
        const response = await call.send()
        if (response.status !== 200) return response
        const body = await bodyOf(response)
        const wasThere = Object.keys(objectOf(body)).length > 0
        return rewritten(response, { text: () => (wasThere ? '' : 'null') })
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/user/keys', { body: { title: 'one', key } })
      return (await ask('DELETE', `/user/keys/${idOf(json)}`)).text === ''
    },
  },
]
