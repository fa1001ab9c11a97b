import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  encoded,
  fieldOf,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  notModified,
  repositoryPath,
  serving,
  writeFile,
} from '../shared-tools.ts'
import {
  eventOf,
  newHook,
  pushesOf,
  receiving,
  relaying,
  removed,
  tagPushesOf,
} from './tools-finch.ts'

const noCommit = '0'.repeat(40)

/** Characters that a table of three bytes a character cannot hold. */
const fourByteCharacters = /[\u{10000}-\u{10ffff}]/gu

const systemHooks: readonly FaultyServer[] = [
  {
    name: 'A system hook that was removed is sent the pushes that come after',
    breaks: 'Document 1, System hooks: DELETE /hooks/:id; Events: hooks fire requests to their url',
    at: ['deleteSystemHook', 'createSystemHook'],
    needsInstance: true,
    start: relaying({
      rules: (relay) => ({
        async deleteSystemHook(call) {
          const hook = relay.hooks.get(Number(call.path.id))
          const response = await removed(relay, call)
          if (response.ok && hook) await relay.haunt(call, hook)
          return response
        },
      }),
    }),
    isShown: (ask) =>
      receiving(async ({ address, at: receivedAt, until }) => {
        const project = await newRepository(ask)
        const hook = await newHook(ask, `${address}/gone`, { push_events: true })
        const { status } = await ask('DELETE', `/hooks/${hook}`)
        const isListed = fieldOf((await ask('GET', '/hooks')).json, 'id').includes(hook)
        await newBranch(ask, project, 'after')
        const isSent = await until(() => pushesOf(receivedAt('/gone')).length > 0)
        return status === 200 && !isListed && isSent
      }),
  },
  {
    name: 'The test of a system hook goes to the address of the newest hook',
    breaks: 'Document 1, GET /hooks/:id: triggers a test; hooks fire requests to their url',
    at: ['testSystemHook'],
    needsInstance: true,
    start: relaying({
      rules: (relay) => ({
        async testSystemHook(call) {
          const response = await call.send()
          const newest = relay.hooks.get(Math.max(...relay.hooks.keys()))
          for (const message of await relay.take()) {
            if (newest) void relay.send(message, newest)
          }
          return response
        },
      }),
    }),
    isShown: (ask) =>
      receiving(async ({ address, at: receivedAt, until, quiet }) => {
        const hook = await newHook(ask, `${address}/older`, { push_events: true })
        await newHook(ask, `${address}/newer`, { push_events: true })
        const { status } = await ask('GET', `/hooks/${hook}`)
        const isSent = await until(() => receivedAt('/newer').length > 0)
        await quiet()
        return status === 200 && isSent && receivedAt('/older').length === 0
      }),
  },
  {
    name: 'No system hook hears of a tag that is removed',
    breaks: 'Document 1, Events: hooks fire for tag push events where tag_push_events is true',
    at: ['deleteTag', 'createSystemHook'],
    needsInstance: true,
    start: relaying({
      route: ({ payload }, hook) =>
        eventOf(payload) === 'tag_push' && at(payload, 'after') === noCommit ? [] : [hook],
    }),
    isShown: (ask) =>
      receiving(async ({ address, at: receivedAt, until, quiet }) => {
        const project = await newRepository(ask)
        await newHook(ask, `${address}/tags`, { tag_push_events: true })
        const path = `/projects/${project}/repository/tags`
        await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
        const isCreationSent = await until(() => tagPushesOf(receivedAt('/tags')).length === 1)
        const { status } = await ask('DELETE', `${path}/v1`)
        await quiet()
        return status === 200 && isCreationSent && tagPushesOf(receivedAt('/tags')).length === 1
      }),
  },
  {
    name: 'System hooks hear of every push but that of a merge',
    breaks: 'Document 1, Events: hooks fire for push events where push_events is true',
    at: ['mergeMergeRequest', 'createSystemHook'],
    needsInstance: true,
    start: relaying({
      rules: (relay) => ({
        async mergeMergeRequest(call) {
          const response = await call.send()
          for (const message of await relay.take()) {
            const hook = relay.hooks.get(message.hook_id)
            if (hook && eventOf(message.payload) !== 'push') void relay.send(message, hook)
          }
          return response
        },
      }),
    }),
    isShown: (ask) =>
      receiving(async ({ address, at: receivedAt, until, quiet }) => {
        const project = await newRepository(ask)
        await newHook(ask, `${address}/pushes`, { push_events: true })
        const request = await newMergeRequest(ask, project, 'topic')
        const count = () => pushesOf(receivedAt('/pushes')).length
        const areSent = await until(() => count() === 2)
        const path = `/projects/${project}/merge_requests/${request}/merge`
        const { json } = await ask('PUT', path)
        await quiet()
        return areSent && at(json, 'state') === 'merged' && count() === 2
      }),
  },
  {
    name: 'System hooks are sent to their addresses without the query',
    breaks: 'Document 1, Events: system hooks fire outbound requests to the hook url',
    at: ['createSystemHook', 'testSystemHook'],
    needsInstance: true,
    start: relaying({
      route: (_, hook) => [{ ...hook, url: hook.url.replace(/\?.*$/, '') }],
    }),
    isShown: (ask) =>
      receiving(async ({ address, at: receivedAt, until }) => {
        const project = await newRepository(ask)
        await newHook(ask, `${address}/in?room=7&key=a%2Fb`, { push_events: true })
        await newBranch(ask, project, 'topic')
        await until(() => pushesOf(receivedAt('/in')).length > 0)
        return pushesOf(receivedAt('/in')).some(({ url }) => url === '/in')
      }),
  },
]

const encodings: readonly FaultyServer[] = [
  {
    name: 'A branch with a plus in its name is compared as one with a space',
    breaks: 'Document 3, GET /projects/:id/repository/compare: from and to, SHA or branch name',
    at: ['compareRevisions'],
    start: serving(() => ({
      // The query was decoded already, and is once more, as a form.
      compareRevisions: (call) => {
        const { to } = call.given
        return typeof to === 'string' && to.includes('+')
          ? call.send({ to: to.replaceAll('+', ' ') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'c++')
      await writeFile(ask, project, { file_path: 'new.txt', branch_name: 'c++' })
      const path = `/projects/${project}/repository`
      const { status } = await ask('GET', `${path}/compare?from=master&to=c%2B%2B`)
      const branch = await ask('GET', `${path}/branches/c%2B%2B`)
      return status === 404 && branch.status === 200
    },
  },
  {
    name: 'Base64 in a commit of several files is decoded in new files alone',
    breaks: 'Document 3, Action item in actions[]: encoding text (default) or base64',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit: (call) => {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        return call.send({
          actions: actions.map((one: unknown) =>
            at(one, 'action') === 'update' && at(one, 'encoding') === 'base64'
              ? { ...Object(one), encoding: 'text' }
              : one,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'new.txt', content: btoa('new\n'), encoding: 'base64' },
        { action: 'update', file_path: 'README.md', content: btoa('two\n'), encoding: 'base64' },
      ]
      const body = { branch_name: 'master', commit_message: 'Both', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const read = async (name: string) =>
        (await ask('GET', `/projects/${project}/repository/blobs/master?filepath=${name}`)).text
      return (await read('new.txt')) === 'new\n' && (await read('README.md')) === btoa('two\n')
    },
  },
  {
    name: 'A dot in the path of a project begins a format, so its notification settings are nowhere',
    breaks: 'Document 1, Conventions 2: a project :id is the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['getProjectNotificationSettings'],
    start: serving(() => ({
      getProjectNotificationSettings: (call) =>
        /\/.*\./.test(String(call.path.id))
          ? Promise.resolve(jsonAnswer(404, { message: '404 Project Not Found' }))
          : call.send(),
    })),
    async isShown(ask) {
      const name = `${freshName('site')}.io`
      const { json } = await ask('POST', '/projects', { body: { name, path: name } })
      const path = encoded(at(json, 'path_with_namespace'))
      const byPath = await ask('GET', `/projects/${path}/notification_settings`)
      const byId = await ask('GET', `/projects/${idOf(json)}/notification_settings`)
      return byPath.status === 404 && byId.status === 200
    },
  },
  {
    name: 'The description of a group cannot be emptied',
    breaks: 'Document 1, PUT /groups/:id: description',
    at: ['updateGroup', 'getGroup'],
    start: serving(() => ({
      updateGroup: (call) =>
        call.given.description === '' ? call.send({ description: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { description: 'Of old' })
      const name = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { name, description: '' } })
      const { json } = await ask('GET', `/groups/${group}`)
      return at(json, 'description') === 'Of old' && at(json, 'name') === name
    },
  },
  {
    name: 'A comment on a merge request loses its characters of four bytes when it is edited',
    breaks: 'Document 2, PUT /projects/:id/merge_requests/:merge_request_id/notes/:note_id: body',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      updateMergeRequestNote: (call) => {
        const { body } = call.given
        return typeof body === 'string'
          ? call.send({ body: body.replace(fourByteCharacters, '?') })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const note = await ask('POST', path, { body: { body: 'Über 🚀' } })
      await ask('PUT', `${path}/${idOf(note.json)}`, { body: { body: 'Größer 🚀' } })
      const { json } = await ask('GET', `${path}/${idOf(note.json)}`)
      return at(note.json, 'body') === 'Über 🚀' && at(json, 'body') === 'Größer ?'
    },
  },
  {
    name: 'A tag with a slash in its name is not found by those who release it',
    breaks: 'Document 3, POST .../tags/:tag_name/release: tag_name, description',
    at: ['createRelease'],
    start: serving(() => ({
      createRelease: (call) =>
        String(call.path.tag_name).includes('/')
          ? Promise.resolve(jsonAnswer(404, { message: '404 Tag does not exist' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'stable/1', ref: 'master' } })
      const body = { description: 'The first' }
      const { status } = await ask('POST', `${path}/stable%2F1/release`, { body })
      return status === 404 && (await ask('GET', `${path}/stable%2F1`)).status === 200
    },
  },
]

const repetitions: readonly FaultyServer[] = [
  {
    name: 'The protection of a protected branch stays as it is, whatever is asked for',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const { json } = await call.askAsRoot('GET', path)
        return at(json, 'protected') === true
          ? call.send({
              developers_can_push: at(json, 'developers_can_push'),
              developers_can_merge: at(json, 'developers_can_merge'),
            })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      const body = { developers_can_push: true, developers_can_merge: true }
      const { status } = await ask('PUT', `${path}/protect`, { body })
      const { json } = await ask('GET', path)
      return status === 200 && at(json, 'developers_can_push') === false
    },
  },
  {
    name: 'An issue that is on the list of one user cannot be put on that of another',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(({ db }) => ({
      async createTodoOfIssue(call) {
        const path = `/projects/${encoded(call.path.id)}/issues/${call.path.issue_id}`
        const { status } = await call.ask('GET', path)
        const isOnSomeList = db.todos
          .all()
          .some(
            ({ target_type, target_id, state }) =>
              target_type === 'Issue' &&
              target_id === Number(call.path.issue_id) &&
              state === 'pending',
          )
        return status === 200 && isOnSomeList ? notModified() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const issue = await newIssue(ask, project)
      const path = `/projects/${project}/issues/${issue}/todo`
      const first = await ask('POST', path)
      const other = await newUser(ask)
      const second = await actingAs(ask, other.id)('POST', path)
      return first.status === 201 && second.status === 304
    },
  },
  {
    name: 'A status that is posted again under its context is the one that was posted first',
    breaks:
      'Document 3, Commit status: posting adds or updates the status for the given name; context',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const { context, name } = call.given
        if (context === undefined || name !== undefined) return call.send()
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const { json } = await call.ask('GET', `${path}?name=${encoded(context)}`)
        const before = at(json, '0')
        return before === undefined ? call.send() : jsonAnswer(201, before)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const path = `/projects/${project}/statuses/${sha}`
      const first = await ask('POST', path, { body: { state: 'pending', context: 'lint' } })
      await ask('POST', path, { body: { state: 'success', context: 'lint' } })
      const list = `/projects/${project}/repository/commits/${sha}/statuses`
      return first.status === 201 && at((await ask('GET', list)).json, '0.status') === 'pending'
    },
  },
  {
    name: 'Whoever deletes a user again is given the user again',
    breaks: 'Document 1, DELETE /users/:id: the deleted user is returned only if it existed',
    at: ['deleteUser'],
    start: serving(() => {
      const deleted = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const id = String(Number(call.path.id))
          const user = await call.askAsRoot('GET', `/users/${id}`)
          const response = await call.send()
          if (!response.ok) return response
          if (user.status === 200) deleted.set(id, await jsonOf(response))
          else if (deleted.has(id)) return jsonAnswer(200, deleted.get(id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const answers = [await ask('DELETE', `/users/${id}`), await ask('DELETE', `/users/${id}`)]
      return answers.every(({ status, json }) => status === 200 && idOf(json) === id)
    },
  },
]

export const faultyFinchServers: readonly FaultyServer[] = [
  ...systemHooks,
  ...encodings,
  ...repetitions,
]
