import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  forAll,
  freshName,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newIssue,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  responseOf,
  serving,
} from '../shared-tools.ts'
import {
  beforeWideCharacter,
  configured,
  emptyListAnswer,
  pageParameter,
  relinked,
  throughText,
} from './tools-wren.ts'

const listSettings = [
  'domain_whitelist',
  'disabled_oauth_sign_in_sources',
  'restricted_visibility_levels',
]
const hookFlags = ['push_events', 'tag_push_events', 'enable_ssl_verification']

const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`

/** Counts one page too many where the last page is a full one. */
const withPageTooMany: Rule = async (call) => {
  const response = await call.send()
  const total = Number(response.headers.get('x-total') ?? 0)
  const size = Number(response.headers.get('x-per-page') ?? 20)
  if (!response.ok || total === 0 || total % size !== 0) return response
  const pages = total / size
  const isLast = Number(response.headers.get('x-page')) === pages
  const link = relinked(response, (url, name) => {
    if (name === 'last') url.searchParams.set('page', String(pages + 1))
  })
  const next = new URL(call.request.url)
  next.searchParams.set('page', String(pages + 1))
  next.searchParams.set('per_page', String(size))
  return changed(response, (json) => json, {
    link: isLast ? `<${next.href}>; rel="next", ${link}` : link,
    'x-total-pages': String(pages + 1),
    ...(isLast ? { 'x-next-page': String(pages + 1) } : {}),
  })
}

/** Links that keep only the last of the scopes that were asked for. */
const withLastScope: Rule = async (call) => {
  const response = await call.send()
  const scopes = new URL(call.request.url).searchParams.getAll('scope[]')
  const last = scopes.at(-1)
  if (!response.ok || scopes.length < 2 || last === undefined) return response
  return changed(response, (json) => json, {
    link: relinked(response, (url) => {
      url.searchParams.delete('scope[]')
      url.searchParams.append('scope[]', last)
    }),
  })
}

const cuttingCode: Rule = async (call) => {
  const { code } = call.given
  const cut = beforeWideCharacter(String(code ?? ''))
  if (typeof code !== 'string' || cut === code || cut.trim() === '') return call.send()
  return call.send({ code: cut })
}

export const faultyWrenServers: readonly FaultyServer[] = [
  {
    name: 'The list of builds tells of a retried build when it had finished before',
    breaks: 'Document 3, States of a build, POST .../retry: finished_at becomes null',
    at: ['listBuilds', 'retryBuild'],
    start: serving(() => {
      const finished = new Map<unknown, unknown>()
      return {
        async retryBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const time = at((await call.askAsRoot('GET', path)).json, 'finished_at')
          const response = await call.send()
          if (response.ok && typeof time === 'string')
            finished.set(Number(call.path.build_id), time)
          return response
        },
        listBuilds: async (call) =>
          eachChanged(await call.send(), (build) =>
            build.finished_at === null && finished.has(build.id)
              ? { ...build, finished_at: finished.get(build.id) }
              : build,
          ),
      }
    }),
    async isShown(ask) {
      const project = await configured(ask)
      const builds = `/projects/${project}/builds`
      const id = idOf(at((await ask('GET', builds)).json, '0'))
      await ask('POST', `${builds}/${id}/cancel`)
      await ask('POST', `${builds}/${id}/retry`)
      const listed = listOf((await ask('GET', builds)).json).find((one) => one.id === id)
      return typeof listed?.finished_at === 'string'
    },
  },
  {
    name: 'The links of a list of builds of several scopes keep only the last scope',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 3: scope accepts one value or an array',
    at: ['listBuilds', 'listBuildsOfCommit'],
    start: serving(() => forAll(['listBuilds', 'listBuildsOfCommit'], withLastScope)),
    async isShown(ask) {
      const project = await configured(ask)
      const path = `/projects/${project}/builds?scope[]=created&scope[]=pending&per_page=1`
      const link = decodeURIComponent((await ask('GET', path)).headers.get('link') ?? '')
      return !link.includes('scope[]=created') && link.includes('scope[]=pending')
    },
  },
  {
    name: 'A build of a project without public builds is read by its id by somebody who is no member',
    breaks: 'Document 1, POST /projects: public_builds (boolean; builds viewable by non-members)',
    at: ['getBuild'],
    start: serving(() => ({
      async getBuild(call) {
        const response = await call.send()
        if (response.ok || call.isAnonymous) return response
        const project = await call.ask('GET', projectPath(call))
        const { json } = await call.askAsRoot('GET', projectPath(call))
        if (project.status !== 200 || at(json, 'public_builds') !== false) return response
        if (at(json, 'builds_enabled') === false || (await levelOf(call)) > 0) return response
        const build = await call.askAsRoot(
          'GET',
          `${projectPath(call)}/builds/${call.path.build_id}`,
        )
        return build.status === 200 ? responseOf(build) : response
      },
    })),
    async isShown(ask) {
      const project = await configured(ask, { visibility_level: 20, public_builds: false })
      const builds = `/projects/${project}/builds`
      const id = idOf(at((await ask('GET', builds)).json, '0'))
      const other = actingAs(ask, (await newUser(ask)).id)
      return (await other('GET', `${builds}/${id}`)).status === 200
    },
  },
  {
    name: 'A deployment is found by its number within the project where none has it as id',
    breaks:
      'Document 1, Conventions: iid is unique only within one project. Paths take id; 404: resource not found',
    at: ['getDeployment'],
    start: serving(() => ({
      async getDeployment(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { json } = await call.ask('GET', `${projectPath(call)}/deployments?per_page=100`)
        const found = listOf(json).find(({ iid }) => String(iid) === call.path.deployment_id)
        return found === undefined ? response : jsonAnswer(200, found)
      },
    })),
    async isShown(ask) {
      const projects = listOf((await ask('GET', '/projects/all?per_page=100')).json)
      for (const { id } of projects) {
        const path = `/projects/${id}/deployments`
        const deployments = listOf((await ask('GET', path)).json)
        const ids = deployments.map((one) => one.id)
        const other = deployments.find(({ iid }) => !ids.includes(iid))
        if (other === undefined) continue
        return at((await ask('GET', `${path}/${other.iid}`)).json, 'id') === other.id
      }
      return false
    },
  },
  {
    name: 'The code of a snippet ends before its first character of four bytes',
    breaks:
      'Document 2, POST and PUT /projects/:id/snippets: code; GET .../raw: raw snippet as plain text',
    at: ['createSnippet', 'updateSnippet', 'getRawSnippet'],
    start: serving(() => forAll(['createSnippet', 'updateSnippet'], cuttingCode)),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const id = await newSnippet(ask, project, { code: 'a 🦆 quacks\n' })
      return (await ask('GET', `/projects/${project}/snippets/${id}/raw`)).text === 'a '
    },
  },
  {
    name: 'Whoever has read a snippet reads it still after it was made private',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getSnippet', 'updateSnippet'],
    start: serving(() => {
      const readers = new Set<string>()
      return {
        async getSnippet(call) {
          const response = await call.send()
          if (call.isAnonymous) return response
          const reader = `${(await callerOf(call)).id} of ${call.path.snippet_id}`
          if (response.ok) readers.add(reader)
          if (response.status !== 404 || !readers.has(reader)) return response
          const project = await call.ask('GET', projectPath(call))
          const snippet = await call.askAsRoot('GET', snippetPath(call))
          return project.status === 200 && snippet.status === 200 ? responseOf(snippet) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const other = actingAs(ask, (await newUser(ask)).id)
      const before = await other('GET', path)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return before.status === 200 && (await other('GET', path)).status === 200
    },
  },
  {
    name: 'A snippet is removed through the path of another project of the caller',
    breaks:
      'Document 2, DELETE /projects/:id/snippets/:snippet_id: 200 even when the snippet does not exist (in the project); GET: Snippet',
    at: ['deleteSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => {
      const projects = new Map<string, unknown>()
      return {
        async createSnippet(call) {
          const response = await call.send()
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          if (response.ok) projects.set(String(idOf(await jsonOf(response))), project)
          return response
        },
        async deleteSnippet(call) {
          const response = await call.send()
          const { snippet_id = '' } = call.path
          const project = projects.get(snippet_id)
          if (!response.ok || project === undefined) return response
          await call.ask('DELETE', `/projects/${project}/snippets/${snippet_id}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const other = await newProject(ask, { snippets_enabled: true })
      const id = await newSnippet(ask, project)
      await ask('DELETE', `/projects/${other}/snippets/${id}`)
      return (await ask('GET', `/projects/${project}/snippets/${id}`)).status === 404
    },
  },
  {
    name: 'A flag of a new system hook which the query or a form says is false is taken as true',
    breaks:
      'Document 1, POST /hooks: push_events (boolean), tag_push_events (boolean), enable_ssl_verification (boolean); Conventions: Parameters are sent in the query string or in the request body',
    at: ['createSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        call.send(
          Object.fromEntries(
            hookFlags.filter((flag) => call.given[flag] === 'false').map((flag) => [flag, true]),
          ),
        ),
    })),
    async isShown(ask) {
      const url = encoded('http://wren.example/hook')
      const { json } = await ask('POST', `/hooks?url=${url}&tag_push_events=false`)
      return at(json, '0.tag_push_events') === true
    },
  },
  {
    name: 'A setting of the application that is written as an empty list keeps its entries',
    breaks:
      'Document 1, Application settings: all readable, writable except id and timestamps; PUT: updated settings object',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings(call) {
        const empty = listSettings.filter((name) => {
          const value = call.given[name]
          return Array.isArray(value) && value.length === 0
        })
        return call.send(Object.fromEntries(empty.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { domain_whitelist: ['wren.example'] } })
      await ask('PUT', path, { body: { domain_whitelist: [], terminal_max_session_time: 0 } })
      return at((await ask('GET', path)).json, 'domain_whitelist.0') === 'wren.example'
    },
  },
  {
    name: 'An existing snippet is raised to a visibility that is restricted by somebody who is no administrator',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels: levels 0, 1, 2 that non-admins cannot use for projects or snippets',
    at: ['updateSnippet'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const level = Number(call.given.visibility_level)
        if (response.ok || ![0, 10, 20].includes(level)) return response
        const { json } = await call.askAsRoot('GET', '/application/settings')
        const levels = at(json, 'restricted_visibility_levels')
        if (!Array.isArray(levels) || !levels.includes(level / 10)) return response
        // Whoever may write it at all may make it private.
        const rest = await call.send({ visibility_level: 0 })
        return rest.ok ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const own = actingAs(ask, user.id)
      const project = await newProject(own, { visibility_level: 0, snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(own, project)}`
      const settings = '/application/settings'
      await ask('PUT', settings, { body: { restricted_visibility_levels: [2] } })
      const { status } = await own('PUT', path, { body: { visibility_level: 20 } })
      await ask('PUT', settings, { body: { restricted_visibility_levels: [] } })
      return status === 200
    },
  },
  {
    name: 'Where the last page of snippets or of their notes is full, an empty page after it is the last',
    breaks: 'Document 1, Limits: Link (relations prev, next, first, last); X-Total-Pages',
    at: ['listSnippets', 'listSnippetNotes'],
    start: serving(() => forAll(['listSnippets', 'listSnippetNotes'], withPageTooMany)),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      await newSnippet(ask, project)
      await newSnippet(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/snippets?per_page=1`)
      return headers.get('x-total-pages') === '3' && pageParameter(headers, 'last') === '3'
    },
  },
  {
    name: 'A snippet made with the sudo of the query is by the administrator',
    breaks:
      'Document 1, Authentication: the parameter sudo (query) or header SUDO performs the call as another user',
    at: ['createSnippet'],
    start: serving(() => ({
      async createSnippet(call) {
        const isInQuery = new URL(call.request.url).searchParams.has('sudo')
        // Only where the other user is allowed to make it.
        if (!isInQuery || (await levelOf(call)) < 30) return call.send()
        return call.send({ sudo: undefined })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const project = await newProject(actingAs(ask, id), { snippets_enabled: true })
      const body = { title: 'One', file_name: 'one.txt', code: 'one\n', visibility_level: 10 }
      const made = await ask('POST', `/projects/${project}/snippets?sudo=${id}`, { body })
      return made.status === 201 && at(made.json, 'author.id') !== id
    },
  },
  {
    name: 'A whole commit id that no commit has is a commit without builds',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        if (response.status !== 404 || !/^[0-9a-f]{40}$/.test(String(call.path.sha))) {
          return response
        }
        const { status } = await call.ask('GET', `${projectPath(call)}/builds`)
        const branches = await call.ask('GET', `${repositoryPath(call)}/branches`)
        const isReadable = status === 200 && branches.status === 200
        return isReadable ? emptyListAnswer(call, response) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${'ab'.repeat(20)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The issues of a project that are asked for in ascending order ascend only within each page',
    breaks:
      'Document 2, GET /projects/:id/issues: order_by, sort (asc/desc); Document 1, Limits: page',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject(call) {
        if (call.given.sort !== 'asc') return call.send()
        return relisted(call, (all) => {
          const size = Math.min(100, Number(call.given.per_page ?? 20)) || 20
          const down = [...all].reverse()
          const pages = Array.from({ length: Math.ceil(all.length / size) }, (_, page) =>
            down.slice(page * size, (page + 1) * size).reverse(),
          )
          return pages.flat()
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { created_at: '2016-03-01T10:00:00Z' })
      const newer = await newIssue(ask, project, { created_at: '2016-04-01T10:00:00Z' })
      const { json } = await ask('GET', `/projects/${project}/issues?sort=asc&per_page=1`)
      return at(json, '0.id') === newer
    },
  },
  {
    name: 'What a commit of several files brings in Base64 is read as text, and its other bytes are lost',
    breaks: 'Document 3, Action item: encoding: text (default) or base64; content',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const isEncoded = listOf(actions).some(({ encoding }) => encoding === 'base64')
        if (!isEncoded) return call.send()
        return call.send({
          actions: listOf(actions).map((action) =>
            action.encoding === 'base64' && typeof action.content === 'string'
              ? { ...action, content: throughText(action.content) }
              : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('\u00ff\u00fe\u0000a')
      const file_path = `${freshName('file')}.bin`
      const actions = [{ action: 'create', file_path, content, encoding: 'base64' }]
      const body = { branch_name: 'master', commit_message: 'Bytes', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/files?file_path=${file_path}&ref=master`
      const found = at((await ask('GET', path)).json, 'content')
      return typeof found === 'string' && found.trim() !== content
    },
  },
]
