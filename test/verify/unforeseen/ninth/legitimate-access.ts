import { askOf, at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  changed,
  encoded,
  forAll,
  headOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  newBranch,
  newIssue,
  newProject,
  newRepository,
  newUser,
  serving,
  withFields,
} from '../shared-tools.ts'

const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`

const credentialHeaders = ['private-token', 'authorization', 'cookie', 'sudo']

/** Joins a user to a project on a level, as the administrator. */
const member = (user_id: number, access_level: number) => ({ body: { user_id, access_level } })

export const legitimateAccessServers: readonly LegitimateServer[] = [
  {
    name: 'Whatever a blocked user asks is forbidden',
    allowedBy:
      'Document 1 says of a blocked user that the state is blocked; 403 request not allowed.',
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const query = new URLSearchParams()
      for (const name of ['private_token', 'access_token', 'sudo']) {
        const value = url.searchParams.get(name)
        if (value !== null) query.set(name, value)
      }
      const headers = credentialHeaders.flatMap((name) => {
        const value = request.headers.get(name)
        return value === null ? [] : [[name, value] as const]
      })
      const caller = await askOf((asked) => forge.fetch(asked))('GET', `/user?${query}`, {
        token: '',
        headers: Object.fromEntries(headers),
      })
      return at(caller.json, 'state') === 'blocked'
        ? jsonAnswer(403, { message: '403 Forbidden - Your account has been blocked.' })
        : forge.fetch(request)
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      return (await actingAs(ask, id)('GET', '/issues')).status === 403
    },
  },
  {
    name: 'Who brings no credentials is asked for them wherever a project is not public',
    allowedBy:
      'Document 1, Authentication 1 and 2: without credentials only what is publicly accessible; else 401.',
    start: serving(() =>
      forAll(
        [
          'getProject',
          'listProjectEvents',
          'listTags',
          'getTag',
          'listTree',
          'getRawFile',
          'getRawBlob',
          'getArchive',
          'compareRevisions',
          'listContributors',
          'getFile',
        ],
        async (call) => {
          const response = await call.send()
          if (!call.isAnonymous || response.status !== 404) return response
          const isPublic = (await call.ask('GET', projectPath(call))).status === 200
          return isPublic ? response : jsonAnswer(401, { message: '401 Unauthorized' })
        },
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/repository/tree`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'Guests of a project create snippets in it',
    allowedBy:
      'Document 2, POST /projects/:id/snippets: permission is needed; whose it is, is not said.',
    start: serving(() => ({
      async createSnippet(call) {
        const response = await call.send()
        if (response.status !== 403 || (await levelOf(call)) !== 10) return response
        const { json } = await call.ask('GET', '/user')
        const path = `${projectPath(call)}/members/${at(json, 'id')}`
        const asGuest = await call.askAsRoot('GET', path)
        if (asGuest.status !== 200) return response
        await call.askAsRoot('PUT', path, { access_level: 20 })
        const created = await call.send()
        await call.askAsRoot('PUT', path, { access_level: 10 })
        return created
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, member(id, 10))
      const body = { title: 'Mine', file_name: 'mine.txt', code: 'mine\n', visibility_level: 20 }
      const path = `/projects/${project}/snippets`
      return (await actingAs(ask, id)('POST', path, { body })).status === 201
    },
  },
  {
    name: 'Branches are made by masters, and not by developers',
    allowedBy:
      'Document 3, POST .../branches does not say from which access level on; 403 not allowed.',
    start: serving(() => ({
      async createBranch(call) {
        const { json } = await call.ask('GET', '/user')
        if (at(json, 'is_admin') !== false || (await levelOf(call)) >= 40) return call.send()
        const isSeen = (await call.ask('GET', projectPath(call))).status === 200
        return isSeen ? jsonAnswer(403, { message: '403 Forbidden' }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, member(id, 30))
      return (await newBranch(actingAs(ask, id), project, 'side')).status === 403
    },
  },
  {
    name: 'The author of an issue is not subscribed to it until they subscribe',
    allowedBy: 'Document 2, Issue: subscribed; who is subscribed without having asked is not said.',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const id = at(await jsonOf(response), 'id')
        await call.ask('DELETE', `${projectPath(call)}/issues/${id}/subscription`)
        return changed(response, (json) => withFields(json, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'A build that is over is not canceled, and who tries is forbidden to',
    allowedBy:
      'Document 3, Build: the source states permitted for each build operation are not shown.',
    start: serving(() => ({
      async cancelBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const { status, json } = await call.ask('GET', path)
        const isOver = ['success', 'failed', 'canceled', 'skipped'].includes(
          String(at(json, 'status')),
        )
        return status === 200 && isOver
          ? jsonAnswer(403, { message: '403 Forbidden - Build is not cancelable' })
          : call.send()
      },
    })),
    isShown: async (ask) => (await ask('POST', '/projects/1/builds/10/cancel')).status === 403,
  },
  {
    name: 'Who is no member of a private project is forbidden to write to it, and not told it is unknown',
    allowedBy: 'Document 1, Errors 6 is of a GET; 403 request not allowed is of the rest.',
    start: serving(() =>
      forAll(
        [
          'createIssue',
          'updateIssue',
          'createIssueNote',
          'createMergeRequest',
          'createSnippet',
          'addProjectMember',
          'createBranch',
          'createFile',
          'createCommit',
          'createCommitStatus',
        ],
        async (call) => {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          // Who is named by sudo and does not exist is unknown, and not forbidden anything.
          if ((await call.ask('GET', '/user')).status !== 200) return response
          const isHidden = (await call.ask('GET', projectPath(call))).status === 404
          const exists = (await call.askAsRoot('GET', projectPath(call))).status === 200
          return isHidden && exists ? jsonAnswer(403, { message: '403 Forbidden' }) : response
        },
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const body = { state: 'success' }
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path, { body })).status === 403
    },
  },
  {
    name: 'A refusal names the attribute that is missing and says that it may not be blank',
    allowedBy: 'Document 1, Errors, Body shapes 1: message is a string naming the attribute.',
    start: behind(async (response) => {
      const message = String(at(await jsonOf(response), 'message'))
      const name = /^400 \(Bad request\) "(.+)" not given$/.exec(message)?.[1]
      return response.status === 400 && name !== undefined
        ? changed(response, (json) => withFields(json, { message: `${name} may not be blank` }))
        : response
    }),
    async isShown(ask) {
      const { json } = await ask('POST', `/projects/${await newProject(ask)}/issues`, { body: {} })
      return at(json, 'message') === 'title may not be blank'
    },
  },
]
