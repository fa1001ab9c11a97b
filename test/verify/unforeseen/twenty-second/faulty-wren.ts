import { at, type FaultyServer, type Forge } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import {
  meantByFlags,
  newHook,
  pause,
  type Received,
  receiving,
  relaying,
  tellingOf,
} from './tools-wren.ts'

/** An id that no record has. */
const unknownId = 2_000_000_000

const refsOf = (received: readonly Received[]) => received.map(({ json }) => json.ref)
const isTold = (branch: string) => (received: readonly Received[]) =>
  refsOf(received).includes(`refs/heads/${branch}`)

/** Keeps all system hooks silent while a request is answered. */
async function silently(forge: Forge, send: () => Promise<Response>): Promise<Response> {
  const set = (is_paused: boolean) => {
    for (const hook of forge.db.hooks.by('project_id', null)) {
      forge.db.hooks.replace(hook, { is_paused })
    }
  }
  set(true)
  try {
    return await send()
  } finally {
    set(false)
  }
}

const isOnlyModified = ({ commits, before }: Readonly<Record<string, unknown>>) => {
  const [commit, ...others] = listOf(commits)
  const count = (name: string) => listLength(commit?.[name])
  const isNew = /^0+$/.test(String(before))
  return !isNew && others.length === 0 && count('modified') > 0 && count('added') === 0
}

const listLength = (list: unknown) => (Array.isArray(list) ? list.length : 0)

const ofDeliveries: readonly FaultyServer[] = [
  {
    name: 'A new tag is told to the hooks that want to hear of pushes to branches',
    breaks:
      'Document 1, Events: hooks fire for tag push events when the matching flag (tag_push_events) is true',
    at: ['createTag', 'deleteTag', 'createSystemHook'],
    needsInstance: true,
    start: relaying({
      isMeant: (delivery) =>
        delivery.payload.event_name === 'tag_push'
          ? delivery.hook.push_events
          : meantByFlags(delivery),
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const project = await newRepository(ask)
        await newHook(ask, { url, push_events: true, tag_push_events: false })
        const body = { tag_name: 'v1', ref: 'master' }
        await ask('POST', `/projects/${project}/repository/tags`, { body })
        await newBranch(ask, project, 'last')
        return refsOf(await until(isTold('last'))).includes('refs/tags/v1')
      }),
  },
  {
    name: 'A test of a hook that wants no pushes is answered, and its receiver gets nothing',
    breaks: 'Document 1, GET /hooks/:id: triggers a test',
    at: ['testSystemHook'],
    needsInstance: true,
    start: relaying({
      isMeant: (delivery) =>
        meantByFlags(delivery) &&
        (delivery.payload.owner_email !== 'example@gitlabhq.com' ||
          delivery.hook.push_events ||
          delivery.hook.tag_push_events),
    }),
    isShown: (ask) =>
      receiving(async ({ url, received, until }) => {
        const flags = { push_events: false, tag_push_events: false }
        const deaf = await newHook(ask, { url: `${url}/deaf`, ...flags })
        const open = await newHook(ask, { url: `${url}/open`, push_events: true })
        for (const id of [deaf, open]) await ask('GET', `/hooks/${id}`)
        await until((all) => all.some(({ path }) => path === '/open'))
        await pause(200)
        const paths = received.map(({ path }) => path)
        return paths.includes('/open') && !paths.includes('/deaf')
      }),
  },
  {
    name: 'The removal of a hook removes every hook of the same address',
    breaks: 'Document 1, DELETE /hooks/:id: the deleted hook; Conventions 1: the id is unique',
    at: ['deleteSystemHook', 'listSystemHooks', 'testSystemHook'],
    needsInstance: true,
    start: serving((forge) => ({
      async deleteSystemHook(call) {
        const response = await call.send()
        const url = at(await jsonOf(response), 'url')
        for (const hook of forge.db.hooks.by('project_id', null)) {
          if (hook.url === url) forge.db.hooks.remove(hook)
        }
        return response
      },
    })),
    async isShown(ask) {
      const url = 'http://receiver.example/twice'
      const [first, second] = [await newHook(ask, { url }), await newHook(ask, { url })]
      await ask('DELETE', `/hooks/${first}`)
      return !fieldOf((await ask('GET', '/hooks')).json, 'id').includes(second)
    },
  },
  {
    name: 'A hook that was removed is told of pushes as before, though no list has it',
    breaks: 'Document 1, DELETE /hooks/:id; Events: outbound requests to the url of system hooks',
    at: ['deleteSystemHook', 'createBranch', 'createFile', 'createCommit', 'createTag'],
    needsInstance: true,
    start: relaying({
      rules(forge, hooks) {
        const ghosts = new Set<number>()
        return {
          async deleteSystemHook(call) {
            const id = Number(call.path.id)
            const hook = hooks.get(id)
            const record = forge.db.hooks.get(id)
            if (ghosts.has(id)) return responseOf(await call.ask('DELETE', `/hooks/${unknownId}`))
            const response = await call.send()
            if (!response.ok || !record || !hook) return response
            const { id: _, ...kept } = record
            const ghost = forge.db.hooks.insert(kept)
            hooks.set(ghost.id, { ...hook, id: ghost.id })
            ghosts.add(ghost.id)
            const { url, push_events, tag_push_events } = hook
            return changed(response, (json) =>
              withFields(json, { url, push_events, tag_push_events }),
            )
          },
          testSystemHook: async (call) =>
            ghosts.has(Number(call.path.id))
              ? responseOf(await call.ask('GET', `/hooks/${unknownId}`))
              : call.send(),
          listSystemHooks: (call) =>
            relisted(call, (all) =>
              all
                .filter(({ id }) => !ghosts.has(Number(id)))
                .map((one) => {
                  const { url, push_events, tag_push_events } = hooks.get(Number(one.id)) ?? one
                  return { ...one, url, push_events, tag_push_events }
                }),
            ),
        }
      },
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const project = await newRepository(ask)
        const hook = await newHook(ask, { url, push_events: true })
        await ask('DELETE', `/hooks/${hook}`)
        await newBranch(ask, project, 'after')
        return isTold('after')(await until(isTold('after')))
      }),
  },
  {
    name: 'Deliveries go to the path of the address of a hook, without its query',
    breaks: 'Document 1, Events: system hooks fire outbound requests to the hook url',
    at: ['createSystemHook', 'testSystemHook', 'createBranch', 'createFile', 'createTag'],
    needsInstance: true,
    start: relaying({
      change: (delivery) => ({ ...delivery, url: delivery.url.replace(/\?.*$/, '') }),
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const hook = await newHook(ask, { url: `${url}/in?job=build&key=a%26b` })
        await ask('GET', `/hooks/${hook}`)
        return (await until((all) => all.length > 0))[0]?.path === '/in'
      }),
  },
  {
    name: 'Every hook is sent the token of the hook that was added last with one',
    breaks: 'Document 1, POST /hooks: token, the secret validating received payloads of that hook',
    at: ['createSystemHook', 'testSystemHook', 'createBranch', 'createFile', 'createTag'],
    needsInstance: true,
    start: relaying({
      change(delivery, hooks) {
        const newest = [...hooks.values()].findLast(({ token }) => token !== undefined)
        if (newest?.token === undefined) return delivery
        const headers = { ...delivery.headers, 'X-Gitlab-Token': newest.token }
        return { ...delivery, headers }
      },
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const [ours, theirs] = ['token-of-ours', 'token-of-theirs']
        const hook = await newHook(ask, { url: `${url}/ours`, token: ours })
        await newHook(ask, { url: `${url}/theirs`, token: theirs })
        await ask('GET', `/hooks/${hook}`)
        const [first] = await until((all) => all.length > 0)
        return first !== undefined && Object.values(first.headers).includes(theirs)
      }),
  },
  {
    name: 'The push that merges a merge request is told to no hook',
    breaks: 'Document 1, Events: hooks fire for push events when the flag push_events is true',
    at: ['mergeMergeRequest', 'createSystemHook'],
    needsInstance: true,
    start: relaying({
      rules: (forge) => ({ mergeMergeRequest: (call) => silently(forge, () => call.send()) }),
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const project = await newRepository(ask)
        const request = await newMergeRequest(ask, project, 'topic')
        await newHook(ask, { url, push_events: true })
        await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
        await newBranch(ask, project, 'last')
        const told = await until(isTold('last'))
        return isTold('last')(told) && !isTold('master')(told)
      }),
  },
  {
    name: 'A push that only changes a file is told with the commits before and after it exchanged',
    breaks:
      'Document 1, Activity event: the data of a push has before, after and ref; Events: hooks fire for push events',
    at: ['updateFile', 'createCommit', 'cherryPickCommit', 'createSystemHook'],
    needsInstance: true,
    start: relaying({
      change: tellingOf(
        (payload) => payload.event_name === 'push' && isOnlyModified(payload),
        ({ before, after }) => ({ before: after, after: before, checkout_sha: before }),
      ),
    }),
    isShown: (ask) =>
      receiving(async ({ url, until }) => {
        const project = await newRepository(ask)
        await newHook(ask, { url, push_events: true })
        const body = {
          file_path: 'README.md',
          branch_name: 'master',
          content: 'Two\n',
          commit_message: 'Change',
        }
        await ask('PUT', `/projects/${project}/repository/files`, { body })
        const { json } = await ask('GET', `/projects/${project}/repository/commits`)
        const [first] = await until((all) => all.length > 0)
        return first !== undefined && first.json.before === fieldOf(json, 'id')[0]
      }),
  },
]

const ofValues: readonly FaultyServer[] = [
  {
    name: 'The code of a snippet is escaped for a page of HTML where it is asked for raw',
    breaks: 'Document 2, GET /projects/:id/snippets/:snippet_id/raw: raw snippet as plain text',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (!response.ok) return response
        const names: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
        const code = await response.text()
        return withBody(
          response,
          code.replace(/[&<>]/g, (sign) => names[sign] ?? sign),
        )
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const snippet = await newSnippet(ask, project, { code: 'if (a < b && c) stop()\n' })
      const { text } = await ask('GET', `/projects/${project}/snippets/${snippet}/raw`)
      return text.includes('a &lt; b &amp;&amp; c')
    },
  },
  {
    name: 'The labels that the issues of a group are found by are decoded twice, so that + is a space',
    breaks: 'Document 2, GET /groups/:id/issues: labels (comma-separated; all labels must match)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup(call) {
        const { labels } = call.given
        if (typeof labels !== 'string' || !labels.includes('+')) return call.send()
        return call.send({ labels: labels.replaceAll('+', ' ') })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      await newIssue(ask, project, { labels: 'c++' })
      const found = await ask('GET', `/groups/${group}/issues?labels=${encoded('c++')}`)
      return found.status === 200 && listOf(found.json).length === 0
    },
  },
  {
    name: 'A tag whose name ends in .json is looked for under the rest of its name',
    breaks: 'Document 3, GET /projects/:id/repository/tags/:tag_name',
    at: ['getTag'],
    start: serving(() => ({
      async getTag(call) {
        const name = call.path.tag_name ?? ''
        if (!name.endsWith('.json')) return call.send()
        const rest = name.slice(0, -'.json'.length)
        return responseOf(await call.ask('GET', `${repositoryPath(call)}/tags/${encoded(rest)}`))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'schema-1.json', ref: 'master' } })
      return (await ask('GET', `${path}/schema-1.json`)).status === 404
    },
  },
  {
    name: 'A commit of several files writes the Base64 of a changed file as its text',
    breaks: 'Document 3, Action item: encoding, text (default) or base64, of update too',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const given = listOf(actions).map((action) =>
          action.action === 'update' && action.encoding === 'base64'
            ? { ...action, encoding: 'text' }
            : action,
        )
        return call.send({ actions: given })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const action = { action: 'update', file_path: 'README.md', encoding: 'base64' }
      const body = {
        branch_name: 'master',
        commit_message: 'Change',
        actions: [{ ...action, content: btoa('Two\n') }],
      }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).text === btoa('Two\n')
    },
  },
  {
    name: 'The new text of a note on a merge request ends before its first emoji',
    breaks: 'Document 2, PUT /projects/:id/merge_requests/:id/notes/:note_id: body; modified Note',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      updateMergeRequestNote(call) {
        const body = String(call.given.body)
        // What takes four bytes in UTF-8, as a column of three-byte characters cuts it.
        const emoji = body.search(/[\u{10000}-\u{10ffff}]/u)
        return emoji > 0 ? call.send({ body: body.slice(0, emoji) }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${request}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'Good' } })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'Good \u{1f389} work' } })
      return !String(at((await ask('GET', `${path}/${note}`)).json, 'body')).includes('work')
    },
  },
  {
    name: 'A project whose path has a dot is moved into a group by its id alone, and not by its path',
    breaks:
      'Document 1, POST /groups/:id/projects/:project_id: project_id (id or path); Conventions 2',
    at: ['transferProjectToGroup'],
    start: serving(() => ({
      transferProjectToGroup: async (call) =>
        call.path.project_id?.includes('.')
          ? responseOf(
              await call.ask('POST', `/groups/${encoded(call.path.id)}/projects/${unknownId}`),
            )
          : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = `${freshName('site')}.example`
      await newProject(ask, { path })
      const moved = await ask('POST', `/groups/${group}/projects/${encoded(`root/${path}`)}`)
      return moved.status === 404
    },
  },
  {
    name: 'A text of a user that is changed to an empty one stays as it was',
    breaks: 'Document 1, PUT /users/:id: skype, linkedin, twitter, website_url, bio, location',
    at: ['updateUser', 'getUser', 'listUsers'],
    start: serving(() => ({
      updateUser(call) {
        const names = ['skype', 'linkedin', 'twitter', 'website_url', 'organization', 'bio']
        const empty = [...names, 'location'].filter((name) => call.given[name] === '')
        if (empty.length === 0) return call.send()
        const isAll = Object.keys(call.given).every((name) => empty.includes(name))
        // A change of nothing is one all the same: the bio stays what it is.
        return isAll
          ? unchanged(call)
          : call.send(Object.fromEntries(empty.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { bio: 'Sails.', location: 'Leith' })
      await ask('PUT', `/users/${id}`, { body: { bio: '' } })
      return at((await ask('GET', `/users/${id}`)).json, 'bio') === 'Sails.'
    },
  },
]

/** Changes the name of a user to the same one. */
async function unchanged(call: Call): Promise<Response> {
  const user = await call.askAsRoot('GET', `/users/${call.path.id}`)
  const { name } = fieldsOf(user.json)
  if (user.status !== 200) return call.send()
  return responseOf(await call.ask('PUT', `/users/${call.path.id}`, { name }))
}

const ofRepeats: readonly FaultyServer[] = [
  {
    name: 'A branch that is protected already keeps who may push and merge when it is protected again',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = await call.ask('GET', path)
        if (at(branch.json, 'protected') !== true) return call.send()
        const { developers_can_push, developers_can_merge } = fieldsOf(branch.json)
        return call.send({ developers_can_push, developers_can_merge })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'An e-mail of the caller that is removed for the second time is not found',
    breaks: 'Document 1, DELETE /user/emails/:email_id: 200 even if already absent',
    at: ['deleteOwnEmail'],
    start: serving(() => ({
      async deleteOwnEmail(call) {
        const email = await call.ask('GET', `/user/emails/${call.path.email_id}`)
        return email.status === 404 ? responseOf(email) : call.send()
      },
    })),
    async isShown(ask) {
      const body = { email: `${freshName('second')}@six.example` }
      const path = `/user/emails/${idOf((await ask('POST', '/user/emails', { body })).json)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'Who unsubscribed from an issue is taken for a subscriber of it for good',
    breaks: 'Document 2, POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'getIssue', 'listIssuesOfProject'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = async (call: Call) => `${(await callerOf(call)).id} ${call.path.issue_id}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.status === 200) left.add(await keyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const isThere = (await call.ask('GET', path)).status === 200
          return isThere && left.has(await keyOf(call)) ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      const again = await ask('POST', `${path}/subscription`)
      return again.status === 304 && at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'One todo on an issue is enough for all users',
    breaks:
      'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists (for the caller)',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const noted = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const path = `${projectPath(call)}/issues/${issue}`
          const isThere = (await call.ask('GET', path)).status === 200
          if (isThere && noted.has(issue)) return notModified()
          const response = await call.send()
          if (response.status === 201) noted.add(issue)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { username } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, username)('POST', path)).status === 304
    },
  },
  {
    name: 'A release that came with its tag is replaced where it is created again',
    breaks: 'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists',
    at: ['createRelease'],
    start: serving(() => {
      const released = new Set<string>()
      const keyOf = async (call: Call, name: unknown) =>
        `${idOf((await call.ask('GET', projectPath(call))).json)} ${name}`
      return {
        async createTag(call) {
          const response = await call.send()
          const { release_description, tag_name } = call.given
          if (response.ok && release_description) released.add(await keyOf(call, tag_name))
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const name = call.path.tag_name
          if (response.status !== 409 || !released.has(await keyOf(call, name))) return response
          const path = `${repositoryPath(call)}/tags/${encoded(name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('PUT', path, { description })
          return jsonAnswer(status === 200 ? 201 : status, json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'One' }
      await ask('POST', path, { body })
      const again = await ask('POST', `${path}/v1/release`, { body: { description: 'Two' } })
      return again.status === 201
    },
  },
]

export const faultyWrenServers: readonly FaultyServer[] = [
  ...ofDeliveries,
  ...ofValues,
  ...ofRepeats,
]
