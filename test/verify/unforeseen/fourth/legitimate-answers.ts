import { at, type LegitimateServer } from '../server.ts'
import {
  all,
  answering,
  type Call,
  column,
  eachObject,
  idOf,
  isDone,
  jsonAnswer,
  listAnswer,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  objectOf,
  passing,
  rewritten,
  withFields,
} from '../third/tools.ts'

const isJson = ({ headers }: Response) => headers.get('content-type')?.includes('json') ?? false

const isCommitId = (value: unknown) => /^[0-9a-f]{40}$/.test(String(value))

/** An administrator's or a user's own fields, which a brief form leaves out. */
const brief = (user: unknown) => {
  const { id, username, name, state, avatar_url, web_url } = objectOf(user)
  return { id, username, name, state, avatar_url, web_url }
}

const key =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAICO6xibkzGKdSA9M9XECcKYZaFK22l792VqbNmeFEv30 fourth@one'

export const legitimateAnswers: readonly LegitimateServer[] = [
  {
    name: 'Pages have a link to themselves',
    allowedBy: '`Link` has the relations prev, next, first and last; others are not excluded',
    start: passing(() => async (call) => {
      const response = await call.send()
      const link = response.headers.get('link')
      return link === null
        ? response
        : rewritten(response, { headers: { link: `<${call.url.href}>; rel="self", ${link}` } })
    }),
    async isShown(ask) {
      return (await ask('GET', '/users')).headers.get('link')?.includes('rel="self"') ?? false
    },
  },
  {
    name: 'How long an answer took is told with its unit',
    allowedBy: '`X-Runtime` is also sent; its form is not stated',
    start: passing(
      () => async (call) => rewritten(await call.send(), { headers: { 'x-runtime': '12 ms' } }),
    ),
    async isShown(ask) {
      return (await ask('GET', '/users')).headers.get('x-runtime') === '12 ms'
    },
  },
  {
    name: 'The header of the time of an answer is hours away from the clock of records',
    allowedBy: 'No sentence knows the header `Date`',
    start: passing(() => async (call) => {
      const date = new Date(Date.now() - 5 * 3600_000).toUTCString()
      return rewritten(await call.send(), { headers: { date } })
    }),
    async isShown(ask) {
      const date = (await ask('GET', '/users')).headers.get('date')
      return date !== null && Date.now() - Date.parse(date) > 4 * 3600_000
    },
  },
  {
    name: 'The deletion of merged branches is answered with a word',
    allowedBy: 'Response bodies of delete-merged-branches: not shown',
    start: answering(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        return isDone(response)
          ? jsonAnswer(200, { message: 'Branches are being deleted' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return at(json, 'message') === 'Branches are being deleted'
    },
  },
  {
    name: 'The transfer of a project is answered with the project',
    allowedBy: 'Response body of POST /groups/:id/projects/:project_id: not shown',
    start: answering(() => ({
      async transferProjectToGroup(call) {
        const path = `/projects/${encodeURIComponent(call.path.project_id ?? '')}`
        const project = idOf((await call.ask('GET', path)).json)
        const response = await call.send()
        if (!isDone(response)) return response
        const { json } = await call.ask('GET', `/projects/${project}`)
        return rewritten(response, { json: () => json })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, 'group')
      const project = await newProject(ask, 'one')
      const { json } = await ask('POST', `/groups/${group}/projects/${project}`)
      return at(json, 'path_with_namespace') === 'group/one'
    },
  },
  {
    name: 'A user who is made or changed is answered in brief',
    allowedBy: 'Response bodies of the user-create and user-modify operations: not shown',
    start: answering(() =>
      all(['createUser', 'updateUser'], async (call) => {
        const response = await call.send()
        return isDone(response) ? rewritten(response, { json: brief }) : response
      }),
    ),
    async isShown(ask) {
      const { id } = await newUser(ask, 'one')
      const { status, json } = await ask('PUT', `/users/${id}`, { body: { bio: 'x' } })
      return status === 200 && at(json, 'email') === undefined
    },
  },
  {
    name: 'The parents of commits are spelled in both ways',
    allowedBy: '`parent_ids` (the tag list and tag creation responses spell it `parents_ids`)',
    start: passing(() => async (call) => {
      const response = await call.send()
      if (!isJson(response)) return response
      return rewritten(response, {
        json: (json) =>
          eachObject(json, (object) => {
            const parents = object.parent_ids ?? object.parents_ids
            return parents === undefined
              ? object
              : { ...object, parent_ids: parents, parents_ids: parents }
          }),
      })
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/branches/master`)
      return Array.isArray(at(json, 'commit.parents_ids'))
    },
  },
  {
    name: 'A branch that exists is a conflict when it is made again',
    allowedBy: '409: conflicting resource exists; which status a second branch has is not stated',
    start: answering(() => ({
      async createBranch(call) {
        const response = await call.send()
        const text = await response.clone().text()
        return response.status === 400 && text.includes('exists')
          ? rewritten(response, { status: 409 })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const body = { branch_name: 'master', ref: 'master' }
      return (
        (await ask('POST', `/projects/${project}/repository/branches`, { body })).status === 409
      )
    },
  },
  {
    name: 'Pushes, merges and joining have other words in the activity',
    allowedBy: 'Complete list of `action_name` and `target_type` values: not shown',
    start: answering(() =>
      all(['listProjectEvents', 'listUserEvents'], async (call) => {
        const words = new Map([
          ['pushed to', 'pushed'],
          ['pushed new', 'pushed first'],
          ['accepted', 'merged'],
          ['joined', 'came to'],
          ['created', 'made'],
        ])
        return rewritten(await call.send(), {
          json: (json) =>
            eachObject(json, (event) =>
              'action_name' in event
                ? {
                    ...event,
                    action_name: words.get(String(event.action_name)) ?? event.action_name,
                  }
                : event,
            ),
        })
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/events`)
      return column(json, 'action_name').some((name) => name === 'made' || name === 'pushed first')
    },
  },
  {
    name: 'A comment that is an emoji alone is answered with what was awarded',
    allowedBy: 'Shape of the object returned when the body holds only an award emoji: not shown',
    start: answering(() =>
      all(['createIssueNote', 'createMergeRequestNote', 'createSnippetNote'], async (call) => {
        const response = await call.send()
        const body = String(call.given.body).trim()
        return isDone(response) && /^:\w+:$/.test(body)
          ? rewritten(response, { json: () => ({ awarded: body, by: 'the caller' }) })
          : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const path = `/projects/${project}/issues/${await newIssue(ask, project, 'One')}/notes`
      const { json } = await ask('POST', path, { body: { body: ':tada:' } })
      return at(json, 'awarded') === ':tada:'
    },
  },
  {
    name: 'The issues that a merge request closes are in a tracker elsewhere',
    allowedBy:
      'an array of objects with `id` (string) and `title` when an external tracker is used',
    start: answering(() => ({
      async listIssuesClosedByMergeRequest(call) {
        return rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.map((issue) => ({
                  id: `EXT-${at(issue, 'iid')}`,
                  title: at(issue, 'title'),
                }))
              : json,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newIssue(ask, project, 'One')
      const request = await newMergeRequest(ask, project, 'topic', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${request}/closes_issues`
      return at((await ask('GET', path)).json, '0.id') === 'EXT-1'
    },
  },
  {
    name: 'Whole numbers have a fraction of nothing, and an answer ends its line',
    allowedBy: 'Request and response data are serialized as JSON, whose numbers may have fractions',
    start: passing(() => async (call) => {
      const response = await call.send()
      if (!isJson(response)) return response
      const number = /("(?:[^"\\]|\\.)*")|(?<![\d.eE+-])(-?\d+)(?=[,}\]])/g
      return rewritten(response, {
        text: (text) =>
          `${text.replace(number, (whole, quoted?: string) => quoted ?? `${whole}.0`)}\n`,
      })
    }),
    async isShown(ask) {
      return /"id":\d+\.0,/.test((await ask('GET', '/user')).text)
    },
  },
  {
    name: 'Whoever signs in with a private token is shown it',
    allowedBy: 'Authenticated user: more fields are not excluded; the token is the caller’s own',
    start: answering(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        const sudo = call.request.headers.get('sudo') ?? call.given.sudo
        return response.status === 200 && sudo === undefined && call.token !== ''
          ? rewritten(response, { json: (json) => withFields(json, { private_token: call.token }) })
          : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/user', { token: 'sam-token' })
      return at(json, 'private_token') === 'sam-token'
    },
  },
  {
    name: 'An archive is a tar that is not compressed',
    allowedBy: 'Media types of the archive: not shown; nor is its format',
    start: answering(() => ({
      async getArchive(call) {
        const response = await call.send()
        if (response.status !== 200 || !response.body) return response
        const plain = response.body.pipeThrough(new DecompressionStream('gzip'))
        const headers = new Headers(response.headers)
        headers.delete('content-length')
        headers.set('content-type', 'application/x-tar')
        headers.set('content-disposition', 'attachment; filename="archive.tar"')
        return new Response(plain, { status: 200, headers })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { headers } = await ask('GET', `/projects/${project}/repository/archive`)
      return headers.get('content-type') === 'application/x-tar'
    },
  },
  {
    name: 'Traces begin with a line in colours of the runner',
    allowedBy: 'GET .../trace serves the trace file; what a runner writes is not stated',
    start: answering(() => ({
      async getBuildTrace(call) {
        const response = await call.send()
        return response.status === 200
          ? rewritten(response, {
              text: (text) => `\u001b[0KRunning with \u001b[32;1mrunner 1.9\u001b[0;m\n${text}`,
            })
          : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope[]=success')
      const { text } = await ask('GET', `/projects/1/builds/${at(json, '0.id')}/trace`)
      return text.includes('runner 1.9')
    },
  },
  {
    name: 'Lists without a stated order stand as their database hashes them',
    allowedBy: 'No sentence states an order of users, members, keys, e-mails, notes or snippets',
    start: answering(() =>
      all(
        [
          'listUsers',
          'listProjectUsers',
          'listGroupMembers',
          'listProjectMembers',
          'listOwnSshKeys',
          'listSshKeysOfUser',
          'listOwnEmails',
          'listEmailsOfUser',
          'listIssueNotes',
          'listMergeRequestNotes',
          'listSnippetNotes',
          'listSnippets',
        ],
        hashed,
      ),
    ),
    async isShown(ask) {
      const ids = column((await ask('GET', '/users?per_page=100')).json, 'id').map(Number)
      return ids.every((id, index) => hashOf(id) >= hashOf(ids[index - 1] ?? id))
    },
  },
  {
    name: 'Times are to the second, and issues of one second stand as they were made',
    allowedBy:
      'Timestamps are ISO 8601 strings; the order of those that are the same is not stated',
    start: passing(() => async (call) => {
      const issues = ['listOwnIssues', 'listIssuesOfProject', 'listIssuesOfGroup']
      const response = issues.includes(call.operation) ? await inSeconds(call) : await call.send()
      return isJson(response)
        ? rewritten(response, {
            text: (text) => text.replace(/(T\d\d:\d\d:\d\d)\.\d+(Z|[+-]\d\d:\d\d)"/g, '$1$2"'),
          })
        : response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'one')
      const created_at = '2016-12-24T12:00:00.000Z'
      await newIssue(ask, project, 'One', { created_at })
      await newIssue(ask, project, 'Two', { created_at })
      const { json } = await ask('GET', `/projects/${project}/issues`)
      return at(json, '0.title') === 'One' && at(json, '0.created_at') === '2016-12-24T12:00:00Z'
    },
  },
  {
    name: 'The comment of an SSH key is the name of its owner',
    allowedBy: 'SSH key: `key` (public key text); its comment is no part of the key',
    start: passing(() => async (call) => {
      const response = await call.send()
      return isJson(response)
        ? rewritten(response, {
            json: (json) =>
              eachObject(json, (object) =>
                String(object.key).startsWith('ssh-')
                  ? {
                      ...object,
                      key: `${String(object.key).split(' ').slice(0, 2).join(' ')} Someone (forge.test)`,
                    }
                  : object,
              ),
          })
        : response
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/user/keys', { body: { title: 'one', key } })
      return String(at(json, 'key')).endsWith('Someone (forge.test)')
    },
  },
  {
    name: 'Commits that are made over the web are committed by the service',
    allowedBy: '`committer_name`, `committer_email`: whose they are is not stated',
    start: passing(() => async (call) => {
      const response = await call.send()
      return isJson(response)
        ? rewritten(response, {
            json: (json) =>
              eachObject(json, (object) =>
                'committer_email' in object
                  ? {
                      ...object,
                      committer_name: 'Forge',
                      committer_email: 'noreply@forge.example',
                    }
                  : object,
              ),
          })
        : response
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'committer_name') === 'Forge'
    },
  },
  {
    name: 'Messages of commits end with their line, as git keeps them',
    allowedBy: 'Commit: `message`; git ends the message that it is given with a line feed',
    start: passing(() => async (call) => {
      const response = await call.send()
      return isJson(response)
        ? rewritten(response, {
            json: (json) =>
              eachObject(json, (object) =>
                isCommitId(object.id) && typeof object.message === 'string'
                  ? { ...object, message: `${object.message.trimEnd()}\n` }
                  : object,
              ),
          })
        : response
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      await newBranch(ask, project, 'topic')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/topic`)
      return at(json, 'message') === 'Add topic.txt\n'
    },
  },
]

const hashOf = (id: number) => (id * 7919) % 1009

async function hashed(call: Call): Promise<Response> {
  return listAnswer(call, (items) =>
    items.toSorted((one, other) => hashOf(idOf(one)) - hashOf(idOf(other))),
  )
}

async function inSeconds(call: Call): Promise<Response> {
  const field = call.given.order_by === 'updated_at' ? 'updated_at' : 'created_at'
  const direction = call.given.sort === 'asc' ? 1 : -1
  const secondOf = (item: unknown) => Math.floor(Date.parse(String(at(item, field))) / 1000)
  return listAnswer(call, (items) =>
    items.toSorted(
      (one, other) => direction * (secondOf(one) - secondOf(other)) || idOf(one) - idOf(other),
    ),
  )
}
