import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  all,
  answering,
  bodyOf,
  type Call,
  column,
  eachObject,
  type Given,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  newFile,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  objectOf,
  passing,
  rewritten,
  withFields,
} from './tools.ts'

/** A server that writes every JSON answer in its own way. */
function writing(change: (json: unknown, call: Call) => unknown) {
  return passing(() => async (call) => {
    const response = await call.send()
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return isJson ? rewritten(response, { json: (json) => change(json, call) }) : response
  })
}

/** A server that changes what some operations show where they succeed. */
const showing = (operations: readonly OperationId[], change: (json: unknown) => unknown) =>
  answering(() =>
    all(operations, async (call) => {
      const response = await call.send()
      return isDone(response) ? rewritten(response, { json: change }) : response
    }),
  )

/** A server whose lists have another order, which the specification does not state. */
const reordered = (
  operations: readonly OperationId[],
  order: (items: readonly Given[]) => readonly Given[],
) => answering(() => all(operations, (call) => listAnswer(call, order)))

const reversed = (items: readonly Given[]) => items.toReversed()

const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv10 third@one'
const otherKey =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv11 third@two'

export const legitimateAnswers: readonly LegitimateServer[] = [
  {
    name: 'Every object has links and a type beside its fields',
    allowedBy: 'No sentence says that an object has no further fields',
    start: writing((json) =>
      eachObject(json, (object) =>
        'id' in object ? { ...object, _links: { self: '/there' }, kind: 'record' } : object,
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/user')).json, 'kind') === 'record'
    },
  },
  {
    name: 'The fields of objects are in the order of the alphabet',
    allowedBy: 'Data are serialized as JSON, whose objects have no order',
    start: writing((json) =>
      eachObject(json, (object) =>
        Object.fromEntries(
          Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1)),
        ),
      ),
    ),
    async isShown(ask) {
      const { text } = await ask('GET', '/user')
      return text.startsWith('{"avatar_url"')
    },
  },
  {
    name: 'JSON is written in ASCII and over many lines',
    allowedBy: 'Request and response data are serialized as JSON',
    start: passing(() => async (call) => {
      const response = await call.send()
      if (!response.headers.get('content-type')?.includes('json')) return response
      return rewritten(response, {
        text(text) {
          if (text === '') return text
          const lines = JSON.stringify(JSON.parse(text), null, 2)
          return lines.replace(
            /[\u0080-\uffff]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          )
        },
      })
    }),
    async isShown(ask) {
      return (await ask('GET', '/user')).text.includes('\n')
    },
  },
  {
    name: 'A project of a group has null for its owner',
    allowedBy: 'Absent values are `null`; owner (user-owned projects)',
    start: writing((json) =>
      eachObject(json, (object) =>
        'path_with_namespace' in object && 'namespace' in object && !('owner' in object)
          ? { ...object, owner: null, permissions: object.permissions ?? null }
          : object,
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/projects/1')).json, 'owner') === null
    },
  },
  {
    name: 'Texts of a user that nobody wrote are empty',
    allowedBy: 'The types of bio, location, skype, linkedin, twitter … are not stated',
    start: writing((json) =>
      eachObject(json, (object) => {
        const names = ['bio', 'location', 'skype', 'linkedin', 'twitter', 'website_url']
        const empty = names.filter((name) => name in object && object[name] === null)
        return { ...object, ...Object.fromEntries(empty.map((name) => [name, ''])) }
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      return at((await ask('GET', `/users/${id}`)).json, 'bio') === ''
    },
  },
  {
    name: 'Times are those of a zone two hours ahead',
    allowedBy: 'Timestamps are ISO 8601 strings',
    start: writing((json) =>
      eachObject(json, (object) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => [name, inZone(name, value)]),
        ),
      ),
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/projects/1')).json, 'created_at')).endsWith('+02:00')
    },
  },
  {
    name: 'Times have no fractions of seconds',
    allowedBy: 'Timestamps are ISO 8601 strings',
    start: writing((json) =>
      eachObject(json, (object) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            typeof value === 'string' && isTime(name, value)
              ? value.replace(/\.\d+(?=Z|[+-])/, '')
              : value,
          ]),
        ),
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1')
      return !String(at(json, 'created_at')).includes('.')
    },
  },
  {
    name: 'Addresses of the web interface are at another host, below a folder',
    allowedBy: 'web_url string; the address of the web interface is not stated',
    start: writing((json) =>
      eachObject(json, (object) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            ['web_url', 'http_url_to_repo'].includes(name) && typeof value === 'string'
              ? value.replace(/^https?:\/\/[^/]+/, 'https://code.tidewater.example/forge')
              : name === 'ssh_url_to_repo' && typeof value === 'string'
                ? `ssh://git@code.tidewater.example:2222/${value.split(':').at(-1)}`
                : value,
          ]),
        ),
      ),
    ),
    async isShown(ask) {
      return String(at((await ask('GET', '/projects/1')).json, 'web_url')).includes('/forge/')
    },
  },
  {
    name: 'Nobody and nothing has an avatar',
    allowedBy: 'avatar_url string or null',
    start: writing((json) =>
      eachObject(json, (object) =>
        'avatar_url' in object ? { ...object, avatar_url: null } : object,
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/user')).json, 'avatar_url') === null
    },
  },
  {
    name: 'Short ids of commits have eleven letters',
    allowedBy: 'short_id; its length is not stated',
    start: writing((json) =>
      eachObject(json, (object) =>
        'short_id' in object && typeof object.id === 'string'
          ? { ...object, short_id: object.id.slice(0, 12) }
          : object,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits')
      return String(at(json, '0.short_id')).length === 12
    },
  },
  {
    name: 'Labels of issues are in the order of the alphabet, backwards',
    allowedBy: 'labels: array of strings; its order is not stated',
    start: writing((json) =>
      eachObject(json, (object) =>
        Array.isArray(object.labels) && object.labels.every((one) => typeof one === 'string')
          ? { ...object, labels: object.labels.map(String).toSorted().toReversed() }
          : object,
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const issue = await newIssue(ask, project, 'One', { labels: 'aaa,bbb' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'bbb'
    },
  },
  {
    name: 'Users, members and whoever works on a project are listed from the last on',
    allowedBy: 'No sentence states an order of users or members',
    start: reordered(
      ['listUsers', 'listGroupMembers', 'listProjectMembers', 'listProjectUsers'],
      reversed,
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/groups/tidewater/members')
      const ids = column(json, 'id').map(Number)
      return ids.join() === ids.toSorted((one, other) => other - one).join()
    },
  },
  {
    name: 'Keys, e-mails and system hooks are listed from the last on',
    allowedBy: 'No sentence states an order of keys, e-mails or hooks',
    start: reordered(
      [
        'listOwnSshKeys',
        'listSshKeysOfUser',
        'listOwnEmails',
        'listEmailsOfUser',
        'listSystemHooks',
      ],
      reversed,
    ),
    async isShown(ask) {
      await ask('POST', '/user/keys', { body: { title: 'one', key } })
      await ask('POST', '/user/keys', { body: { title: 'two', key: otherKey } })
      return at((await ask('GET', '/user/keys')).json, '0.title') === 'two'
    },
  },
  {
    name: 'Comments are listed by their texts',
    allowedBy: 'GET /projects/:id/<parent>/notes: array of Note; no order is stated',
    start: reordered(['listIssueNotes', 'listSnippetNotes', 'listMergeRequestNotes'], (notes) =>
      notes.toSorted((one, other) => (String(one.body) < String(other.body) ? -1 : 1)),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'One')}/notes`
      const { json: first } = await ask('POST', path, { body: { body: 'b' } })
      await ask('POST', path, { body: { body: 'a' } })
      await ask('POST', path, { body: { body: 'c' } })
      const ids = column((await ask('GET', path)).json, 'id')
      return ids[1] === idOf(first)
    },
  },
  {
    name: 'Snippets and deployments are listed by their ids, downwards or upwards',
    allowedBy: 'No sentence states an order of snippets or deployments',
    start: reordered(['listSnippets', 'listDeployments'], reversed),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const first = await newSnippet(ask, project, 'One')
      const second = await newSnippet(ask, project, 'Two')
      const ids = column((await ask('GET', `/projects/${project}/snippets`)).json, 'id')
      const forward = ids.join() === [first, second].join()
      const { json } = await ask('GET', '/projects/1/deployments')
      const listed = column(json, 'id').map(Number)
      return forward ? listed[0] !== 1 : listed[0] !== 1
    },
  },
  {
    name: 'Contributors, files of a tree and commits of a merge request are listed from the last on',
    allowedBy: 'No sentence states an order of contributors, trees or commits of merge requests',
    start: reordered(['listTree', 'listContributors', 'listMergeRequestCommits'], reversed),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a\n', 'b.txt': 'b\n' })
      const path = `/projects/${project}/repository/tree`
      return at((await ask('GET', path)).json, '0.name') === 'b.txt'
    },
  },
  {
    name: 'Builds and statuses of a commit are listed from the first on',
    allowedBy: 'No sentence states an order of builds or statuses',
    start: reordered(['listBuilds', 'listBuildsOfCommit', 'listCommitStatuses'], (items) =>
      items.toSorted((one, other) => Number(one.id) - Number(other.id)),
    ),
    async isShown(ask) {
      const ids = column((await ask('GET', '/projects/1/builds?per_page=100')).json, 'id')
      return Number(ids[0]) < Number(ids.at(-1))
    },
  },
  {
    name: 'A new project is answered with its names and addresses alone',
    allowedBy: 'Response bodies of POST /projects, POST /projects/user/:user_id: not shown',
    start: showing(['createProject', 'createProjectForUser', 'transferProjectToGroup'], (json) =>
      withOnly(json, ['id', 'name', 'path', 'path_with_namespace', 'web_url']),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects', { body: { name: 'one' } })
      return at(json, 'created_at') === undefined
    },
  },
  {
    name: 'A new group is answered with its details, a removed one with nothing',
    allowedBy: 'Response bodies of POST /groups, DELETE /groups/:id: not shown',
    start: answering(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (!isDone(response)) return response
        const { json } = await call.ask('GET', `/groups/${idOf(await bodyOf(response))}`)
        return rewritten(response, { json: () => json })
      },
      async deleteGroup(call) {
        const response = await call.send()
        return isDone(response) ? rewritten(response, { json: () => ({}) }) : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('POST', '/groups', { body: { name: 'aaa', path: 'aaa' } })
      return at(json, 'projects') !== undefined
    },
  },
  {
    name: 'Members who are added, changed or removed are answered with a word',
    allowedBy: 'Response bodies of the member operations other than those described: not shown',
    start: showing(['removeGroupMember', 'removeProjectMember'], () => ({ message: 'Done' })),
    async isShown(ask) {
      const { id } = await newUser(ask, 'wharf')
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      return at((await ask('DELETE', `${path}/${id}`)).json, 'message') === 'Done'
    },
  },
  {
    name: 'Comments that are made or changed are answered with their ids and texts',
    allowedBy: 'Response bodies of note creation, modification …: not shown',
    start: showing(
      [
        'createIssueNote',
        'createSnippetNote',
        'createMergeRequestNote',
        'updateIssueNote',
        'updateSnippetNote',
        'updateMergeRequestNote',
      ],
      (json) => withOnly(json, ['id', 'body']),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'One')}/notes`
      return at((await ask('POST', path, { body: { body: 'a' } })).json, 'author') === undefined
    },
  },
  {
    name: 'A snippet is answered with its id when it is made, and with nothing when it is deleted',
    allowedBy: 'Response bodies of snippet create, update and delete: not shown',
    start: answering(() => ({
      async createSnippet(call) {
        const response = await call.send()
        return isDone(response)
          ? rewritten(response, { json: (json) => withOnly(json, ['id', 'title']) })
          : response
      },
      async updateSnippet(call) {
        const response = await call.send()
        return isDone(response)
          ? rewritten(response, { json: (json) => withOnly(json, ['id', 'title']) })
          : response
      },
      async deleteSnippet(call) {
        const response = await call.send()
        return isDone(response) ? rewritten(response, { json: () => ({}) }) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { snippets_enabled: true })
      const body = { title: 'One', file_name: 'a', code: 'a', visibility_level: 20 }
      const { json } = await ask('POST', `/projects/${project}/snippets`, { body })
      return at(json, 'author') === undefined
    },
  },
  {
    name: 'A todo is answered with an id and nothing that others show',
    allowedBy: 'Fields of the todo record: not shown',
    start: showing(['createTodoOfIssue'], (json) => ({ todo: idOf(json) })),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/issues/9/todo')
      return at(json, 'todo') !== undefined
    },
  },
  {
    name: 'Issues that are moved or followed are answered without milestone, labels and addresses',
    allowedBy: 'An issue response may omit some of these fields',
    start: answering(() =>
      all(['moveIssue', 'subscribeToIssue', 'unsubscribeFromIssue'], async (call) => {
        const response = await call.send()
        if (!isDone(response)) return response
        return rewritten(response, {
          json(json) {
            const { milestone, labels, web_url, user_notes_count, due_date, ...rest } =
              objectOf(json)
            return rest
          },
        })
      }),
    ),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/1/issues/9/subscription')
      return at(json, 'labels') === undefined
    },
  },
  {
    name: 'A merge request is not checked until it is looked at again',
    allowedBy: 'merge_status (observed: `can_be_merged`); other values: not shown',
    start: answering(() => ({
      async createMergeRequest(call) {
        const response = await call.send()
        return isDone(response)
          ? rewritten(response, { json: (json) => withFields(json, { merge_status: 'unchecked' }) })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches`
      await ask('POST', path, { body: { branch_name: 'two', ref: 'master' } })
      await newFile(ask, project, 'b.txt', 'b\n', 'two')
      const body = { source_branch: 'two', target_branch: 'master', title: 'Two' }
      const { json } = await ask('POST', `/projects/${project}/merge_requests`, { body })
      return at(json, 'merge_status') === 'unchecked'
    },
  },
  {
    name: 'A difference begins with its first hunk',
    allowedBy: 'Diff entry: `diff` string; what it holds beside the hunks is not stated',
    start: writing((json) =>
      eachObject(json, (object) =>
        typeof object.diff === 'string' && 'new_path' in object
          ? { ...object, diff: object.diff.replace(/^--- [^\n]*\n\+\+\+ [^\n]*\n/, '') }
          : object,
      ),
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/commits/master/diff')
      return String(at(json, '0.diff')).startsWith('@@')
    },
  },
  {
    name: 'A file that was not there before has no mode',
    allowedBy: '`a_mode`, `b_mode` (string or null)',
    start: writing((json) =>
      eachObject(json, (object) =>
        object.new_file === true ? { ...object, a_mode: null } : object,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.a_mode') === null
    },
  },
  {
    name: 'Events tell of issues, comments and pushes alone, and none says when',
    allowedBy: 'Complete list of `action_name` values: not shown; `created_at` (on some)',
    start: answering(() =>
      all(['listProjectEvents', 'listUserEvents'], (call) =>
        listAnswer(call, (events) =>
          events
            .filter(({ action_name: action }) =>
              /^(closed|opened|commented on|pushed)/.test(String(action)),
            )
            .map(({ created_at, ...event }) => event),
        ),
      ),
    ),
    async isShown(ask) {
      return at((await ask('GET', '/projects/1/events')).json, '0.created_at') === undefined
    },
  },
  {
    name: 'Refusals are in German and name the attribute',
    allowedBy:
      'Missing attribute (400): `message` is a string naming the attribute; other texts are free',
    start: passing(() => async (call) => {
      const response = await call.send()
      if (![400, 403, 404, 405, 409, 422].includes(response.status)) return response
      return rewritten(response, {
        json(json) {
          const message = at(json, 'message')
          if (typeof message !== 'string' || /sudo|No user id/.test(message)) return json
          const [attribute] = message.match(/(?<=")[a-z_]+(?=")/) ?? []
          return { message: attribute ? `${attribute} fehlt` : `${response.status} Nicht möglich` }
        },
      })
    }),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/99999')
      return at(json, 'message') === '404 Nicht möglich'
    },
  },
  {
    name: 'Raw files, snippets and archives are streams of bytes',
    allowedBy: 'Media types of the raw file, raw blob, archive …: not shown',
    start: answering(() =>
      all(['getRawFile', 'getRawBlob', 'getArchive', 'getBuildTrace'], async (call) => {
        const response = await call.send()
        return isDone(response)
          ? rewritten(response, { headers: { 'content-type': 'application/octet-stream' } })
          : response
      }),
    ),
    async isShown(ask) {
      const path = '/projects/1/repository/blobs/master?filepath=README.md'
      const { headers } = await ask('GET', path)
      return headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'A merge request tells more of its two people',
    allowedBy: 'author, assignee: user (brief or with e-mail and created_at)',
    start: writing((json) =>
      eachObject(json, (object) =>
        'source_branch' in object && object.author
          ? {
              ...object,
              author: withFields(object.author, {
                email: 'somebody@third.example',
                created_at: '2016-01-01T00:00:00.000Z',
              }),
            }
          : object,
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const id = await newMergeRequest(ask, project, 'two')
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'author.email') === 'somebody@third.example'
    },
  },
  {
    name: 'A page that is to hold more than a hundred is a bad request',
    allowedBy: '`per_page` (default 20, maximum 100); what happens beyond it is not stated',
    start: passing(
      () => async (call) =>
        Number(call.url.searchParams.get('per_page')) > 100
          ? jsonAnswer(400, { message: 'per_page is above its maximum' })
          : call.send(),
    ),
    async isShown(ask) {
      return (await ask('GET', '/projects?per_page=101')).status === 400
    },
  },
  {
    name: 'Whoever is blocked is forbidden everything',
    allowedBy:
      'Missing or invalid credentials give status 401; what a blocked user gets is not stated',
    start: passing(({ db }) => async (call) => {
      const response = await call.send()
      if (response.status !== 401 || call.token === '') return response
      const credential = db.credentials.findFirst((query) => query.where({ token: call.token }))
      const user = db.users.findFirst((query) => query.where({ id: credential?.user_id }))
      return user?.state === 'blocked' ? jsonAnswer(403, { message: '403 Forbidden' }) : response
    }),
    async isShown(ask) {
      const { id, token } = await newUser(ask, 'wharf')
      await ask('PUT', `/users/${id}/block`)
      return (await ask('GET', '/user', { token })).status === 403
    },
  },
]

function isTime(name: string, value: string): boolean {
  return /(_at|_date|^timestamp)$/.test(name) && /^\d{4}-\d\d-\d\dT/.test(value)
}

function inZone(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !isTime(name, value)) return value
  const time = Date.parse(value)
  if (Number.isNaN(time)) return value
  return new Date(time + 2 * 3600 * 1000).toISOString().replace('Z', '+02:00')
}

function withOnly(value: unknown, names: readonly string[]): Given {
  return Object.fromEntries(
    Object.entries(objectOf(value)).filter(([name]) => names.includes(name)),
  )
}
