import { at, type FaultyServer } from '../server.ts'
import {
  allOf,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  isFalse,
  jsonAnswer,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  samePage,
  serving,
  withBody,
} from '../shared-tools.ts'
import { linksOf, relinked, withPages } from './tools-stork.ts'

const twelveEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]

export const faultyStorkServers: readonly FaultyServer[] = [
  {
    name: 'The keys of a user have one more page wherever their last page is full',
    breaks: 'Document 1, Limits: X-Total-Pages, X-Next-Page and the links next and last',
    at: ['listSshKeysOfUser'],
    start: serving(() => ({
      async listSshKeysOfUser(call) {
        const response = await call.send()
        const total = Number(response.headers.get('x-total'))
        const size = Number(response.headers.get('x-per-page'))
        const isFull = total > 0 && total % size === 0
        return isFull ? withPages(response, call, total / size + 1) : response
      },
    })),
    async isShown(ask) {
      const path = `/users/${(await newUser(ask)).id}/keys`
      for (const title of ['One', 'Two'])
        await ask('POST', path, { body: { title, key: freshKey() } })
      const { headers, json } = await ask('GET', `${path}?per_page=2`)
      return listOf(json).length === 2 && headers.get('x-total-pages') === '2'
    },
  },
  {
    name: 'The links of pages keep only the last iid of a list of merge requests',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use; iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: async (call) =>
        relinked(await call.send(), ({ searchParams }) => {
          const last = searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) searchParams.set('iids[]', last)
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const { headers } = await ask('GET', path)
      const next = linksOf(headers).get('next')
      return next !== undefined && next.searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'The members of a project whom a query does not find are counted with those it finds',
    breaks: 'Document 1, Limits: X-Total and X-Total-Pages on paginated lists; Members: query',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const total = (await allOf(call, { query: undefined })).length
        const size = Number(response.headers.get('x-per-page'))
        return withPages(response, call, Math.max(1, Math.ceil(total / size)), total)
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const users = [await newUser(ask), await newUser(ask)]
      for (const { id } of users) {
        await ask('POST', path, { body: { user_id: id, access_level: 20 } })
      }
      const { headers, json } = await ask('GET', `${path}?query=${users[0]?.username}`)
      return listOf(json).length === 1 && Number(headers.get('x-total')) > 1
    },
  },
  {
    name: 'The projects of a group by their path begin with the first of the alphabet',
    breaks: 'Document 1, GET /groups/:id/projects: order_by path; sort (default desc)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      listGroupProjects: ({ given, send }) =>
        given.order_by === 'path' && given.sort === undefined ? send({ sort: 'asc' }) : send(),
    })),
    async isShown(ask) {
      const namespace_id = await newGroup(ask)
      for (const path of ['anchor', 'zenith']) await newProject(ask, { path, namespace_id })
      const { json } = await ask('GET', `/groups/${namespace_id}/projects?order_by=path`)
      return at(json, '0.path') === 'anchor'
    },
  },
  {
    name: 'Branches are sorted only after their page was cut from the list',
    breaks: 'Document 3, GET .../branches: sorted by name alphabetically; page and per_page',
    at: ['listBranches'],
    start: serving(() => ({
      async listBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const sorted = await allOf(call)
        // The unsorted list is the sorted one from its end.
        const page = samePage(response, sorted.toReversed()).toReversed()
        return withBody(response, JSON.stringify(page))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'alpha')
      const path = `/projects/${project}/repository/branches`
      const whole = fieldOf((await ask('GET', path)).json, 'name')
      const { json } = await ask('GET', `${path}?per_page=1`)
      return whole[0] === 'alpha' && at(json, '0.name') === 'master'
    },
  },
  {
    name: 'A search for users finds those who are not external where only external ones are asked for',
    breaks: 'Document 1, GET /users: search and external (boolean true)',
    at: ['listUsers'],
    start: serving(() => ({
      listUsers: ({ given, send }) =>
        given.search === undefined ? send() : send({ external: undefined }),
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const { json } = await ask('GET', `/users?search=${username}&external=true`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Commits since a time with an offset are those since that time of the clock in UTC',
    breaks: 'Document 3, GET .../commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: ({ given, send }) =>
        typeof given.since === 'string'
          ? send({ since: given.since.replace(/(?<=:\d\d.*)[+-]\d\d:?\d\d$/, 'Z') })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const made = Date.parse(String(at((await ask('GET', path)).json, '0.created_at')))
      // An hour before the commit, on a clock that is two hours ahead.
      const since = new Date(made + 60 * 60 * 1000).toISOString().replace('Z', '+02:00')
      const answer = await ask('GET', `${path}?since=${encoded(since)}`)
      return answer.status === 200 && listOf(answer.json).length === 0
    },
  },
  {
    name: 'A commit that updates a file writes the Base64 text of it as it came',
    breaks: 'Document 3, Action item in actions[]: encoding, text (default) or base64',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit: ({ given, send }) =>
        Array.isArray(given.actions)
          ? send({
              actions: given.actions.map((action) =>
                at(action, 'action') === 'update'
                  ? { ...fieldsOf(action), encoding: 'text' }
                  : action,
              ),
            })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('Two\n')
      const action = { action: 'update', file_path: 'README.md', content, encoding: 'base64' }
      const body = { branch_name: 'master', commit_message: 'Update', actions: [action] }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const raw = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', raw)).text.trim() === content
    },
  },
  {
    name: 'Events of a group that are turned off in the call that gives its level stay on',
    breaks:
      'Document 1, PUT /groups/:id/notification_settings: level and the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      updateGroupNotificationSettings: ({ given, send }) =>
        given.level === undefined
          ? send()
          : send(
              Object.fromEntries(
                twelveEvents
                  .filter((name) => isFalse(given[name]))
                  .map((name) => [name, undefined]),
              ),
            ),
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_issue: true } })
      const { json } = await ask('PUT', path, { body: { level: 'custom', new_issue: false } })
      return at(json, 'events.new_issue') === true
    },
  },
  {
    name: 'A note of an issue is of the moment it was written, whichever time was given for it',
    breaks: 'Document 2, POST .../notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({ createIssueNote: ({ send }) => send({ created_at: undefined }) })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const body = { body: 'Then', created_at: '2011-05-06T07:08:09Z' }
      await ask('POST', path, { body })
      const written = at((await ask('GET', path)).json, '0.created_at')
      return written !== undefined && !String(written).startsWith('2011')
    },
  },
  {
    name: 'A tag without a message is made without the release that was described for it',
    breaks: 'Document 3, POST .../tags: message and release_description, each optional',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      createTag: ({ given, send }) =>
        (given.message ?? '') === '' ? send({ release_description: undefined }) : send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release') === null
    },
  },
  {
    name: 'A snippet for which no visibility is given is made, and is private',
    breaks: 'Document 2, POST /projects/:id/snippets: visibility_level (req); 400',
    at: ['createSnippet'],
    start: serving(() => ({
      createSnippet: ({ given, send }) =>
        given.visibility_level === undefined ? send({ visibility_level: 0 }) : send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const body = { title: 'One', file_name: 'one.txt', code: 'one\n' }
      return (await ask('POST', `/projects/${project}/snippets`, { body })).status === 201
    },
  },
  {
    name: 'A user who cannot have the e-mail of another has the other new values of the same call',
    breaks: 'Document 1, Errors: renaming an e-mail to an existing one is refused with 404',
    at: ['updateUser', 'getUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        // The columns are written one after the other, without a transaction.
        if (response.status === 404 && call.given.email !== undefined) {
          await call.send({ email: undefined })
        }
        return response
      },
    })),
    async isShown(ask) {
      const [one, two] = [await newUser(ask), await newUser(ask)]
      const name = freshName('Renamed')
      const taken = at((await ask('GET', `/users/${two.id}`)).json, 'email')
      await ask('PUT', `/users/${one.id}`, { body: { name, email: taken } })
      return at((await ask('GET', `/users/${one.id}`)).json, 'name') === name
    },
  },
  {
    name: 'A member of a project who should become an owner becomes a master without a word',
    breaks: 'Document 1, Conventions 6: 50 owner (valid for groups only)',
    at: ['updateProjectMember'],
    start: serving(() => ({
      updateProjectMember: ({ given, send }) =>
        Number(given.access_level) === 50 ? send({ access_level: 40 }) : send(),
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', path, { body: { user_id: id, access_level: 20 } })
      const { status } = await ask('PUT', `${path}/${id}`, { body: { access_level: 50 } })
      return status === 200
    },
  },
  {
    name: 'A merge that is cancelled after it was done is refused as one that was never scheduled',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: 405 if merged or closed; 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds({ send }) {
        const response = await send()
        // Whether a merge is scheduled is looked at before the state.
        if (response.status !== 405) return response
        return jsonAnswer(406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const merged = await ask('PUT', `${path}/merge`, { body: {} })
      const { status } = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return at(merged.json, 'state') === 'merged' && status === 406
    },
  },
]
