import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newProject,
  newSnippet,
  newUser,
  projectPath,
  type Rule,
  responseOf,
  samePage,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'

const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`
const buildPath = (call: Call) => `${projectPath(call)}/builds/${call.path.build_id}`

/** Without the parameters of lists in the URLs of its `Link`. */
const withoutLists: Rule = async (call) => {
  const response = await call.send()
  const link = response.headers.get('link')
  if (!response.ok || link === null) return response
  return withBody(response, response.body, {
    link: link
      .replace(/scope(%5B%5D|\[\])=[a-z]+&/gi, '')
      .replace(/&scope(%5B%5D|\[\])=[a-z]+/gi, ''),
  })
}

/** Names a next page after a last page that is full. */
const alwaysNextAfterFullPage: Rule = async (call) => {
  const response = await call.send()
  const page = Number(response.headers.get('x-page'))
  const size = Number(response.headers.get('x-per-page'))
  const total = Number(response.headers.get('x-total'))
  const link = response.headers.get('link')
  if (!response.ok || link === null || total === 0 || page * size !== total) return response
  const url = new URL(call.request.url)
  url.searchParams.set('page', String(page + 1))
  url.searchParams.set('per_page', String(size))
  return withBody(response, response.body, {
    link: `<${url.href}>; rel="next", ${link}`,
    'x-next-page': String(page + 1),
  })
}

/** The text up to its first character that needs four bytes in UTF-8. */
const beforeLongCharacter = (text: string) => text.replace(/[\u{10000}-\u{10FFFF}].*$/su, '')

export const faultyMerlinServers: readonly FaultyServer[] = [
  {
    name: 'The builds of a commit show a build that was canceled in the state it had before',
    breaks: 'Document 3, Build: POST .../builds/:build_id/cancel gives the state canceled',
    at: ['listBuildsOfCommit', 'cancelBuild'],
    start: serving(() => {
      const states = new Map<unknown, Values>()
      return {
        async cancelBuild(call) {
          const { status, finished_at } = fieldsOf(
            (await call.askAsRoot('GET', buildPath(call))).json,
          )
          const response = await call.send()
          const after = fieldsOf(await jsonOf(response))
          if (response.ok && after.status !== status) states.set(after.id, { status, finished_at })
          return response
        },
        async retryBuild(call) {
          const response = await call.send()
          if (response.ok) states.delete(Number(call.path.build_id))
          return response
        },
        listBuildsOfCommit: async (call) =>
          eachChanged(await call.send(), (one) => ({ ...one, ...states.get(one.id) })),
      }
    }),
    async isShown(ask) {
      const { json } = await ask('POST', '/projects/2/builds/20/cancel')
      const path = `/projects/2/repository/commits/${at(json, 'commit.id')}/builds`
      return listOf((await ask('GET', path)).json).some(
        (one) => one.id === 20 && one.status === 'pending',
      )
    },
  },
  {
    name: 'The artifacts of an erased build are still served by the name of its branch and job',
    breaks:
      'Document 3, Build: erase removes artifacts and trace; GET .../builds/artifacts/:ref_name/download: 404 if no artifacts',
    at: ['eraseBuild', 'getArtifactsOfRef'],
    start: serving((forge) => {
      const kept = new Map<string, ArrayBuffer>()
      const keyOf = (project: unknown, ref: unknown, job: unknown) => `${project} ${ref} ${job}`
      const asRoot = { headers: { 'private-token': forge.tokens.root ?? 'root-token' } }
      return {
        async eraseBuild(call) {
          const { ref, name } = fieldsOf((await call.askAsRoot('GET', buildPath(call))).json)
          const path = `${projectPath(call)}/builds/artifacts/${encoded(ref)}/download?job=${encoded(name)}`
          const url = new URL(`/api/v3${path}`, call.request.url)
          const before = await forge.fetch(new Request(url, asRoot))
          const response = await call.send()
          const { status } = await forge.fetch(new Request(url, asRoot))
          if (response.ok && before.status === 200 && status === 404) {
            kept.set(keyOf(call.path.id, ref, name), await before.arrayBuffer())
          }
          return response
        },
        async getArtifactsOfRef(call) {
          const response = await call.send()
          const bytes = kept.get(keyOf(call.path.id, call.path.ref_name, call.given.job))
          if (response.status !== 404 || bytes === undefined) return response
          const builds = await call.ask('GET', `${projectPath(call)}/builds`)
          if (builds.status !== 200) return response
          return new Response(bytes, { headers: { 'content-type': 'application/octet-stream' } })
        },
      }
    }),
    async isShown(ask) {
      const path = '/projects/2/builds/artifacts/master/download?job=test'
      await ask('POST', '/projects/2/builds/17/erase')
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'The builds of a commit are filtered by the first of several scopes only',
    breaks: 'Document 3, Builds: scope accepts one value or an array of values',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const { scope } = call.given
        return Array.isArray(scope) && scope.length > 1
          ? call.send({ scope: [scope[0]] })
          : call.send()
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/2/builds/15')
      const path = `/projects/2/repository/commits/${at(json, 'commit.id')}/builds`
      const found = await ask('GET', `${path}?scope[]=failed&scope[]=success`)
      return found.status === 200 && !fieldOf(found.json, 'status').includes('success')
    },
  },
  {
    name: 'A deployment of a project is found below the path of any other project',
    breaks:
      'Document 1, Errors: 404 resource not found, and a GET on a private project by a non-member gives 404; Document 3, GET /projects/:id/deployments/:deployment_id',
    at: ['getDeployment'],
    start: serving(() => ({
      async getDeployment(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        // The caller reads the project of the path, and the deployment is looked up by its id alone.
        const own = await call.ask('GET', `${projectPath(call)}/deployments`)
        if (own.status !== 200) return response
        for (const id of fieldOf(
          (await call.askAsRoot('GET', '/projects/all?per_page=100')).json,
          'id',
        )) {
          const path = `/projects/${id}/deployments/${encoded(call.path.deployment_id)}`
          const found = await call.askAsRoot('GET', path)
          if (found.status === 200) return responseOf(found)
        }
        return response
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/projects/1/deployments/4')).status === 200
    },
  },
  {
    name: 'The new title of a snippet is cut off before its first emoji',
    breaks:
      'Document 2, PUT /projects/:id/snippets/:snippet_id: title; Document 1, Errors: 200 returns the modified resource',
    at: ['updateSnippet'],
    start: serving(() => ({
      async updateSnippet(call) {
        const { title } = call.given
        if (typeof title !== 'string') return call.send()
        const cut = beforeLongCharacter(title)
        return cut === title || cut.trim() === '' ? call.send() : call.send({ title: cut })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { title: 'Boats 🚤 and ropes' } })
      return at((await ask('GET', path)).json, 'title') !== 'Boats 🚤 and ropes'
    },
  },
  {
    name: 'The removal of a system hook removes every system hook with the same address',
    breaks:
      'Document 1, Conventions 1: id is unique across all records of a kind and is the value used in paths; DELETE /hooks/:id: the deleted hook',
    at: ['deleteSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      async deleteSystemHook(call) {
        const response = await call.send()
        const removed = fieldsOf(await jsonOf(response))
        if (!response.ok || removed.url === undefined) return response
        const { json } = await call.askAsRoot('GET', '/hooks?per_page=100')
        for (const hook of listOf(json)) {
          if (hook.url === removed.url) await call.askAsRoot('DELETE', `/hooks/${hook.id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const body = { url: 'http://merlin.example/hook' }
      const first = at((await ask('POST', '/hooks', { body })).json, '0.id')
      const second = at((await ask('POST', '/hooks', { body })).json, '0.id')
      await ask('DELETE', `/hooks/${first}`)
      const ids = fieldOf((await ask('GET', '/hooks?per_page=100')).json, 'id')
      return second !== undefined && !ids.includes(second)
    },
  },
  {
    name: 'Application settings that are given in the query string are not written',
    breaks:
      'Document 1, Conventions 4: parameters are sent in the query string or in the request body',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateApplicationSettings(call) {
        const names = [...new URL(call.request.url).searchParams.keys()].map((name) =>
          name.replace(/\[\]$/, ''),
        )
        const settings = names.filter(
          (name) => !['private_token', 'access_token', 'sudo'].includes(name),
        )
        return call.send(Object.fromEntries(settings.map((name) => [name, undefined])))
      },
    })),
    async isShown(ask) {
      await ask('PUT', '/application/settings?max_attachment_size=77')
      return at((await ask('GET', '/application/settings')).json, 'max_attachment_size') !== 77
    },
  },
  {
    name: 'A snippet is raised to a level of visibility that is restricted',
    breaks:
      'Document 1, Application settings: restricted_visibility_levels: levels that non-admins cannot use for projects or snippets',
    at: ['updateSnippet'],
    needsInstance: true,
    start: serving(() => ({
      async updateSnippet(call) {
        const response = await call.send()
        const level = call.given.visibility_level
        if (level === undefined || response.ok) return response
        const { json } = await call.askAsRoot('GET', '/application/settings')
        const levels = fieldsOf(json).restricted_visibility_levels
        if (!Array.isArray(levels) || !levels.includes(Number(level) / 10)) return response
        const { json: snippet } = await call.askAsRoot('GET', snippetPath(call))
        const isOwn = at(snippet, 'author.id') === (await callerOf(call)).id
        // Whatever else forbids the change still does.
        return isOwn && (await levelOf(call)) >= 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asUser = actingAs(ask, id)
      const snippet = await newSnippet(asUser, project, { visibility_level: 0 })
      const settings = { restricted_visibility_levels: [2] }
      await ask('PUT', '/application/settings', { body: settings })
      const path = `/projects/${project}/snippets/${snippet}`
      return (await asUser('PUT', path, { body: { visibility_level: 20 } })).status === 200
    },
  },
  {
    name: 'The links to other pages of builds leave out the scopes that were asked for as a list',
    breaks:
      'Document 1, Limits: Link has relations with full URLs, and clients use these instead of building URLs',
    at: ['listBuilds', 'listBuildsOfCommit'],
    start: serving(() => forAll(['listBuilds', 'listBuildsOfCommit'], withoutLists)),
    async isShown(ask) {
      const path = '/projects/1/builds?scope[]=success&scope[]=failed&per_page=2'
      return !(await ask('GET', path)).headers.get('link')?.includes('scope')
    },
  },
  {
    name: 'The last page of snippets or of their notes names a next page when it is full',
    breaks:
      'Document 1, Limits: Link with the relations prev, next, first, last; X-Total-Pages; X-Next-Page',
    at: ['listSnippets', 'listSnippetNotes'],
    start: serving(() => forAll(['listSnippets', 'listSnippetNotes'], alwaysNextAfterFullPage)),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      await newSnippet(ask, project)
      await newSnippet(ask, project)
      const { headers } = await ask('GET', `/projects/${project}/snippets?per_page=2`)
      return headers.get('x-next-page') === '2'
    },
  },
  {
    name: 'A snippet belongs to whoever changed it last',
    breaks: 'Document 2, Snippet: author (user); 0 visible only to the creator',
    at: ['updateSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => {
      const authors = new Map<unknown, unknown>()
      const withAuthors = async (response: Response) =>
        eachChanged(response, (one) =>
          authors.has(one.id) && one.author !== undefined
            ? { ...one, author: authors.get(one.id) }
            : one,
        )
      return {
        async updateSnippet(call) {
          const response = await call.send()
          if (!response.ok) return response
          const { id } = await callerOf(call)
          const { json } = await call.askAsRoot('GET', `${projectPath(call)}/users?per_page=100`)
          const shown = fieldsOf(fieldsOf(await jsonOf(response)).author)
          const names = Object.keys(shown)
          const user = fieldsOf((await call.askAsRoot('GET', `/users/${id}`)).json)
          const found = { ...listOf(json).find((one) => one.id === id), ...user }
          const author = Object.fromEntries(
            Object.entries(found).filter(([name]) => names.includes(name)),
          )
          if (shown.id !== id || authors.has(Number(call.path.snippet_id))) {
            authors.set(Number(call.path.snippet_id), author)
          }
          return withAuthors(response)
        },
        getSnippet: async (call) => withAuthors(await call.send()),
        listSnippets: async (call) => withAuthors(await call.send()),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await actingAs(ask, id)('PUT', path, { body: { title: 'Two' } })
      return at((await ask('GET', path)).json, 'author.id') === id
    },
  },
  {
    name: 'Whoever wrote a snippet reads it after leaving the private project',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getSnippet', 'removeProjectMember'],
    start: serving(() => ({
      async getSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const found = await call.askAsRoot('GET', snippetPath(call))
        const isOwn = at(found.json, 'author.id') === (await callerOf(call)).id
        return found.status === 200 && isOwn ? responseOf(found) : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asUser = actingAs(ask, id)
      const path = `/projects/${project}/snippets/${await newSnippet(asUser, project)}`
      await ask('DELETE', `/projects/${project}/members/${id}`)
      return (await asUser('GET', path)).status === 200
    },
  },
  {
    name: 'The trace of a build of a public project is served without credentials',
    breaks:
      'Document 1, Authentication 1 and 2: every request needs credentials, except reads marked public; without them 401',
    at: ['getBuildTrace'],
    start: serving(() => ({
      async getBuildTrace(call) {
        const response = await call.send()
        if (response.status !== 401 || !call.isAnonymous) return response
        const project = await call.askAsRoot('GET', projectPath(call))
        const isOpen =
          at(project.json, 'visibility_level') === 20 && at(project.json, 'public_builds') === true
        return isOpen ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      return (await ask('GET', '/projects/1/builds/9/trace', { token: '' })).status === 200
    },
  },
  {
    name: 'A snippet that is deleted a second time is not found',
    breaks:
      'Document 2, DELETE /projects/:id/snippets/:snippet_id: 200 even when the snippet does not exist; Document 1, Errors: DELETE is idempotent',
    at: ['deleteSnippet'],
    start: serving(() => {
      const deleted = new Set<string>()
      return {
        async deleteSnippet(call) {
          const path = snippetPath(call)
          const isThere = (await call.askAsRoot('GET', path)).status === 200
          const response = await call.send()
          if (response.ok && !isThere && deleted.has(String(call.path.snippet_id))) {
            return jsonAnswer(404, { message: '404 Snippet Not Found' })
          }
          if (response.ok && isThere) deleted.add(String(call.path.snippet_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('DELETE', path)
      return (await ask('DELETE', path)).status === 404
    },
  },
  {
    name: 'Owned projects in ascending order are turned round within each page only',
    breaks: 'Document 1, Projects: sort (asc/desc, default desc); order_by; GET /projects/owned',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        if (call.given.sort !== 'asc') return call.send()
        const response = await call.send()
        if (!response.ok) return response
        const page = [...samePage(response, await allOf(call, { sort: 'desc' }))].reverse()
        return changed(response, () => page)
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const asUser = actingAs(ask, id)
      const first = await newProject(asUser, { path: freshName('path') })
      await newProject(asUser)
      await newProject(asUser)
      const path = '/projects/owned?order_by=id&sort=asc&per_page=2'
      return at((await asUser('GET', path)).json, '0.id') !== first
    },
  },
]
