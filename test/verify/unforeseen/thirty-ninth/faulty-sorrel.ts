import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  isFalse,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newMergeRequest,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { configuration, scopesOf } from './tools-sorrel.ts'

export const faultySorrelServers: readonly FaultyServer[] = [
  {
    name: 'The encoding is that of the text for every action of a commit but the first',
    breaks: 'Document 3, Action item in actions[]: encoding is text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const actions = listOf(call.given.actions)
        const isLater = actions.slice(1).some(({ encoding }) => encoding === 'base64')
        if (!isLater) return call.send()
        return call.send({
          actions: actions.map((action, index) =>
            index > 0 && action.encoding === 'base64' ? { ...action, encoding: 'text' } : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('Hello\n')
      const actions = ['one.txt', 'two.txt'].map((file_path) => ({
        action: 'create',
        file_path,
        content,
        encoding: 'base64',
      }))
      const path = `/projects/${project}/repository`
      await ask('POST', `${path}/commits`, {
        body: { branch_name: 'master', commit_message: 'Two files', actions },
      })
      return (await ask('GET', `${path}/blobs/master?filepath=two.txt`)).text === content
    },
  },
  {
    name: 'The end of a span of commits is read as if every offset from UTC were zero',
    breaks: 'Document 3, GET .../commits: until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const until = /^(.+T[\d:.]+)[+-]\d\d:?\d\d$/.exec(String(call.given.until))?.[1]
        if (until === undefined) return call.send()
        return relisted(call, (all) => all, { until: `${until}Z` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      // An hour ago, as it is told five hours to the east.
      const until = new Date(Date.now() + 4 * 3_600_000).toISOString().replace('Z', '+05:00')
      const commits = `/projects/${project}/repository/commits`
      const { json } = await ask('GET', `${commits}?until=${encoded(until)}`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'Of several scopes the builds of a commit are looked up by the first alone',
    breaks: 'Document 3, Builds: scope accepts one value or an array of',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const [first, ...others] = scopesOf(call.given.scope)
        if (others.length === 0) return call.send()
        return relisted(call, (all) => all.filter(({ status }) => status === first))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, configuration)
      const sha = await headOf(ask, project)
      const builds = `/projects/${project}/repository/commits/${sha}/builds`
      const { json } = await ask('GET', `${builds}?scope[]=pending&scope[]=created`)
      return listOf(json).length > 0 && listOf(json).every(({ status }) => status === 'pending')
    },
  },
  {
    name: 'A build that was canceled is found by the scope of the state that it had before',
    breaks: 'Document 3, POST .../cancel: canceled; GET /projects/:id/builds: scope',
    at: ['listBuilds', 'cancelBuild'],
    start: serving(() => {
      const before = new Map<number, unknown>()
      const forgetting: Rule = async (call) => {
        const response = await call.send()
        if (response.ok) before.delete(Number(call.path.build_id))
        return response
      }
      return {
        ...forAll(['retryBuild', 'playBuild'], forgetting),
        async retryPipeline(call) {
          before.clear()
          return call.send()
        },
        async cancelBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const status = at((await call.askAsRoot('GET', path)).json, 'status')
          const response = await call.send()
          const isCanceled = response.ok && at(await jsonOf(response), 'status') === 'canceled'
          if (isCanceled && status !== 'canceled') before.set(Number(call.path.build_id), status)
          return response
        },
        async listBuilds(call) {
          const scopes = scopesOf(call.given.scope)
          const response = await call.send()
          if (scopes.length === 0 || !response.ok) return response
          return relisted(
            call,
            (all) =>
              all.filter(({ id, status }) =>
                scopes.includes(String(before.get(Number(id)) ?? status)),
              ),
            { scope: undefined },
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, configuration)
      const builds = `/projects/${project}/builds`
      const id = Number(at((await ask('GET', `${builds}?scope=pending`)).json, '0.id'))
      await ask('POST', `${builds}/${id}/cancel`)
      return fieldOf((await ask('GET', `${builds}?scope=pending`)).json, 'id').includes(id)
    },
  },
  {
    name: 'Who asks not for all statuses of a commit gets them all, as what counts is that it was said',
    breaks: 'Document 3, GET .../statuses: all (boolean; all statuses rather than the latest)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: async (call) =>
        isFalse(call.given.all) ? relisted(call, (all) => all, { all: 'true' }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const state of ['success', 'pending']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state, name: 'one' } })
      }
      const statuses = `/projects/${project}/repository/commits/${sha}/statuses`
      return listOf((await ask('GET', `${statuses}?all=false`)).json).length === 2
    },
  },
  {
    name: 'What developers may do on a protected branch cannot be taken back by protecting it again',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const branch = (await call.askAsRoot('GET', path)).json
        const kept = ['developers_can_push', 'developers_can_merge'].filter(
          (name) => isFalse(call.given[name]) && at(branch, name) === true,
        )
        return call.send(Object.fromEntries(kept.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'shared')
      const path = `/projects/${project}/repository/branches/shared/protect`
      await ask('PUT', path, { body: { developers_can_push: true } })
      const { json } = await ask('PUT', path, { body: { developers_can_push: false } })
      return at(json, 'developers_can_push') === true
    },
  },
  {
    name: 'An e-mail address of a user that is taken is told in one string instead of a list of them',
    breaks:
      'Document 1, Errors: message is an object mapping each property name to an array of error strings',
    at: ['createEmailOfUser'],
    start: serving(() => ({
      async createEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        return changed(response, (json) => {
          const error = at(json, 'message.email.0')
          return error === undefined ? json : { message: { email: error } }
        })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const body = { email: `${freshName('mail')}@sorrel.example` }
      await ask('POST', `/users/${id}/emails`, { body })
      const { json } = await ask('POST', `/users/${id}/emails`, { body })
      return typeof at(json, 'message.email') === 'string'
    },
  },
  {
    name: 'A release that is written without a description is answered as if it had been written',
    breaks:
      'Document 3, PUT .../release: description (req); Document 1, 400: a required attribute is missing',
    at: ['updateRelease'],
    start: serving(() => ({
      async updateRelease(call) {
        const response = await call.send()
        if (response.status !== 400 || call.given.description !== undefined) return response
        const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
        const release = at((await call.askAsRoot('GET', path)).json, 'release')
        return release === null || release === undefined ? response : jsonAnswer(200, release)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      await ask('POST', tags, {
        body: { tag_name: 'v1', ref: 'master', release_description: 'First' },
      })
      return (await ask('PUT', `${tags}/v1/release`, { body: {} })).status === 200
    },
  },
  {
    name: 'Who is acted for is looked up by the digits that the name begins with',
    breaks:
      'Document 1, Sudo: numeric id or username; an unknown user gets 404 with message 404 Not Found: No user id or username for',
    at: operations.map(({ id }) => id),
    start: (forge) => async (request) => {
      const url = new URL(request.url)
      const sudo = url.searchParams.get('sudo') ?? request.headers.get('sudo') ?? ''
      const digits = /^(\d+)\D/.exec(sudo)?.[1]
      if (digits === undefined) return forge.fetch(request)
      const headers = new Headers(request.headers)
      if (url.searchParams.has('sudo')) url.searchParams.set('sudo', digits)
      else headers.set('sudo', digits)
      const { method } = request
      const bytes = await request.clone().arrayBuffer()
      const response = await forge.fetch(request)
      const message = String(at(await jsonOf(response), 'message'))
      if (!message.startsWith('404 Not Found: No user id')) return response
      const body = method === 'GET' || bytes.byteLength === 0 ? null : bytes
      const found = await forge.fetch(new Request(url, { method, headers, body }))
      const isUnknown = String(at(await jsonOf(found), 'message')).includes('No user id')
      return isUnknown ? response : found
    },
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await actingAs(ask, `${id}-${freshName('nobody')}`)('GET', '/user')
      return idOf(json) === id
    },
  },
  {
    name: 'The answer to the removal of a system hook has the secret that it was created with',
    breaks: 'Document 1, System hook: the secret token is never returned',
    at: ['deleteSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const tokens = new Map<string, unknown>()
      return {
        async createSystemHook(call) {
          const response = await call.send()
          const id = String(at(await jsonOf(response), '0.id'))
          if (response.ok) tokens.set(id, call.given.token ?? null)
          return response
        },
        async deleteSystemHook(call) {
          const response = await call.send()
          const token = tokens.get(String(call.path.id))
          if (!response.ok || token === undefined) return response
          tokens.delete(String(call.path.id))
          return changed(response, (json) => ({ ...fieldsOf(json), token }))
        },
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://127.0.0.1:9/sorrel', token: 'Hidden-42' }
      const id = Number(at((await ask('POST', '/hooks', { body })).json, '0.id'))
      return (await ask('DELETE', `/hooks/${id}`)).text.includes('Hidden-42')
    },
  },
  {
    name: 'A merge request is merged for whoever knows the first digits of its head',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const sha = String(call.given.sha ?? '')
        const head = String(at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha'))
        return sha.length >= 7 && head.startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'short')
      const sha = (await headOf(ask, project, 'short')).slice(0, 8)
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The links to the other pages keep but the last value of a parameter that is a list',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listMergeRequests', 'listBuilds', 'listBuildsOfCommit', 'listGroups'],
    start: serving(() =>
      forAll(
        ['listMergeRequests', 'listBuilds', 'listBuildsOfCommit', 'listGroups'],
        async (call) => {
          const response = await call.send()
          const link = response.headers.get('link')
          if (link === null) return response
          return withBody(response, response.body, {
            link: link.replaceAll(/<([^>]+)>/g, (_, href: string) => {
              const url = new URL(href)
              for (const name of new Set(url.searchParams.keys())) {
                const last = url.searchParams.getAll(name).at(-1)
                if (name.endsWith('[]') && last !== undefined) url.searchParams.set(name, last)
              }
              return `<${url.href}>`
            }),
          })
        },
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const branch of ['one', 'two']) await newMergeRequest(ask, project, branch)
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const link = decodeURIComponent((await ask('GET', path)).headers.get('link') ?? '')
      return link.includes('iids[]=2') && !link.includes('iids[]=1')
    },
  },
  {
    name: 'Who was a member of a private project may read its files raw also afterwards',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getRawFile', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const path = `${projectPath(call)}/members/${call.path.user_id}`
          const level = Number(at((await call.askAsRoot('GET', path)).json, 'access_level'))
          const response = await call.send()
          if (response.ok && level >= 20) former.add(`${project}/${call.path.user_id}`)
          return response
        },
        async getRawFile(call) {
          const response = await call.send()
          if (response.status !== 404 || former.size === 0 || call.isAnonymous) return response
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const { id } = await callerOf(call)
          return former.has(`${project}/${id}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'The content of a file comes in the alphabet of Base64 that is made for addresses',
    breaks: 'Document 3, Repository file: encoding (base64), content (Base64 text)',
    at: ['getFile'],
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) => {
          const { content, ...file } = fieldsOf(json)
          if (typeof content !== 'string') return json
          return { ...file, content: content.replaceAll('+', '-').replaceAll('/', '_') }
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'signs.txt', content: '???>>>???>>>' })
      const path = `/projects/${project}/repository/files?file_path=signs.txt&ref=master`
      return String(at((await ask('GET', path)).json, 'content')).includes('_')
    },
  },
  {
    name: 'The list of merge requests shows the head that the source had when one was last written',
    breaks: 'Document 2, Merge request: sha string (head commit id)',
    at: [
      'listMergeRequests',
      'createMergeRequest',
      'createCommit',
      'createFile',
      'updateFile',
      'deleteFile',
      'cherryPickCommit',
    ],
    start: serving(() => {
      const heads = new Map<number, unknown>()
      const noting: Rule = async (call) => {
        const response = await call.send()
        const json = await jsonOf(response)
        if (response.ok) heads.set(idOf(json), at(json, 'sha'))
        return response
      }
      return {
        ...forAll(['createMergeRequest', 'updateMergeRequest'], noting),
        async listMergeRequests(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) => {
            const sha = heads.get(Number(one.id))
            const isOpen = one.state === 'opened' || one.state === 'reopened'
            return sha !== undefined && isOpen ? { ...one, sha } : one
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'moving')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'moving' })
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.sha') !== (await headOf(ask, project, 'moving'))
    },
  },
]
