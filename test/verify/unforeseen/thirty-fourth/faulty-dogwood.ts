import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const flagsOfHook = ['push_events', 'tag_push_events', 'enable_ssl_verification']
const isWholeCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** The id of the project of a call, whether its path has the id or the name. */
const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

const snippetPath = (call: Call) => `${projectPath(call)}/snippets/${call.path.snippet_id}`

export const faultyDogwoodServers: readonly FaultyServer[] = [
  {
    name: 'A build that was canceled and then retried is still found under the scope of the canceled ones',
    breaks:
      'Document 3, Builds: scope accepts one value or an array of states; POST .../retry: the resulting state is pending',
    at: ['listBuilds', 'retryBuild'],
    start: serving(() => {
      const retried = new Map<string, Set<number>>()
      return {
        async retryBuild(call) {
          const before = (
            await call.askAsRoot('GET', `${projectPath(call)}/builds/${call.path.build_id}`)
          ).json
          const response = await call.send()
          if (!response.ok || at(before, 'status') !== 'canceled') return response
          const ids = retried.get(String(call.path.id)) ?? new Set<number>()
          retried.set(String(call.path.id), ids.add(idOf(await jsonOf(response))))
          return response
        },
        async listBuilds(call) {
          const ids = retried.get(String(call.path.id))
          const scopes = [call.given.scope].flat()
          if (ids === undefined || !scopes.includes('canceled')) return call.send()
          return relisted(call, async (all) => {
            const missing = [...ids].filter((id) => all.every((one) => one.id !== id))
            const answers = await Promise.all(
              missing.map((id) => call.ask('GET', `${projectPath(call)}/builds/${id}`)),
            )
            const found = answers.filter(({ status }) => status === 200)
            return [...all, ...found.map(({ json }) => fieldsOf(json))].sort(
              (one, other) => Number(other.id) - Number(one.id),
            )
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { builds_enabled: true })
      await writeFile(ask, project, {
        file_path: '.gitlab-ci.yml',
        content: 'one:\n  script: make\n',
      })
      const path = `/projects/${project}/builds`
      const id = Number(at((await ask('GET', path)).json, '0.id'))
      await ask('POST', `${path}/${id}/cancel`)
      await ask('POST', `${path}/${id}/retry`)
      return fieldOf((await ask('GET', `${path}?scope=canceled`)).json, 'id').includes(id)
    },
  },
  {
    name: 'The builds of a commit that does not exist are an empty list when its SHA has all forty digits',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        if (response.status !== 404 || !isWholeCommitId(call.path.sha)) return response
        const branch = fieldsOf((await call.ask('GET', projectPath(call))).json).default_branch
        if (typeof branch !== 'string') return response
        const master = await call.ask(
          'GET',
          `${projectPath(call)}/repository/commits/${encoded(branch)}/builds`,
        )
        if (master.status !== 200) return response
        const size = Number(call.given.per_page ?? 20)
        const url = `${call.request.url.split('?')[0]}?page=1&per_page=${size}`
        const answer = jsonAnswer(200, [])
        return withBody(answer, '[]', {
          link: `<${url}>; rel="first", <${url}>; rel="last"`,
          'x-total': '0',
          'x-total-pages': '1',
          'x-page': String(call.given.page ?? 1),
          'x-per-page': String(Math.min(size, 100)),
          'x-next-page': '',
          'x-prev-page': '',
          'x-request-id': crypto.randomUUID(),
          'x-runtime': '0.01',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { builds_enabled: true })
      const path = `/projects/${project}/repository/commits/${'ab'.repeat(20)}/builds`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'Removing a system hook removes every other one with the same URL too',
    breaks:
      'Document 1, DELETE /hooks/:id: the deleted hook; Conventions: id is unique across all records of a kind and is the value used in paths',
    at: ['deleteSystemHook', 'listSystemHooks', 'testSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      async deleteSystemHook(call) {
        const response = await call.send()
        const url = at(await jsonOf(response), 'url')
        if (!response.ok || url === undefined) return response
        for (const hook of listOf((await call.askAsRoot('GET', '/hooks?per_page=100')).json)) {
          if (hook.url === url) await call.askAsRoot('DELETE', `/hooks/${hook.id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const url = `http://${freshName('hook')}.example/`
      const make = async () =>
        Number(at((await ask('POST', '/hooks', { body: { url } })).json, '0.id'))
      const one = await make()
      const other = await make()
      await ask('DELETE', `/hooks/${one}`)
      return !fieldOf((await ask('GET', '/hooks?per_page=100')).json, 'id').includes(other)
    },
  },
  {
    name: 'A note of a snippet is read by its id after the snippet is gone',
    breaks:
      'Document 1, Errors: 404: resource not found; Document 2, DELETE .../snippets/:snippet_id',
    at: ['getSnippetNote', 'deleteSnippet'],
    start: serving(() => {
      const left = new Map<string, Values>()
      return {
        async deleteSnippet(call) {
          const { json } = await call.askAsRoot('GET', `${snippetPath(call)}/notes?per_page=100`)
          const response = await call.send()
          if (!response.ok) return response
          for (const note of listOf(json))
            left.set(`${call.path.id}/${call.path.snippet_id}/${note.id}`, note)
          return response
        },
        async getSnippetNote(call) {
          const response = await call.send()
          const note = left.get(`${call.path.id}/${call.path.snippet_id}/${call.path.note_id}`)
          if (response.status !== 404 || note === undefined) return response
          const list = await call.ask('GET', `${projectPath(call)}/snippets`)
          return list.status === 200 ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const note = idOf((await ask('POST', `${path}/notes`, { body: { body: 'One' } })).json)
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes/${note}`)).status === 200
    },
  },
  {
    name: 'Whoever was removed from a private project goes on listing its snippets',
    breaks:
      'Document 1, Errors: a GET on a private project by a non-member gives 404; Conventions: 0 private (explicit access per user)',
    at: ['listSnippets', 'removeProjectMember'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = await projectIdOf(call)
          const member = await call.askAsRoot(
            'GET',
            `${projectPath(call)}/members/${call.path.user_id}`,
          )
          const response = await call.send()
          if (response.ok && member.status === 200) removed.add(`${project}/${call.path.user_id}`)
          return response
        },
        async listSnippets(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const project = await projectIdOf(call)
          const { id } = await callerOf(call)
          if (!removed.has(`${project}/${id}`)) return response
          return relisted({ ...call, send: call.sendAsRoot }, (all) =>
            all.filter((one) => one.visibility_level !== 0),
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 0 })
      await newSnippet(ask, project)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      await ask('DELETE', `${members}/${id}`)
      return (await actingAs(ask, id)('GET', `/projects/${project}/snippets`)).status === 200
    },
  },
  {
    name: 'A snippet that an administrator makes for another user by the header SUDO is of the administrator',
    breaks:
      'Document 1, Authentication: the parameter sudo (query) or header SUDO performs the call as another user',
    at: ['createSnippet', 'getSnippet', 'listSnippets'],
    start: serving(() => ({
      async createSnippet(call) {
        const response = await call.send()
        const isByHeader =
          call.request.headers.has('sudo') && !new URL(call.request.url).searchParams.has('sudo')
        if (!response.ok || !isByHeader) return response
        await call.askAsRoot(
          'DELETE',
          `${projectPath(call)}/snippets/${idOf(await jsonOf(response))}`,
        )
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      const snippet = await newSnippet(actingAs(ask, id), project)
      const { json } = await ask('GET', `/projects/${project}/snippets/${snippet}`)
      return at(json, 'author.username') === 'root'
    },
  },
  {
    name: 'Whoever asks for the raw text of a snippet without valid credentials is refused in plain text',
    breaks:
      'Document 1, Authentication: missing or invalid credentials give status 401 with a body whose message is 401 Unauthorized',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 401) return response
        return withBody(response, '401 Unauthorized', { 'content-type': 'text/plain' })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}/raw`
      return (await ask('GET', path, { token: '' })).text === '401 Unauthorized'
    },
  },
  {
    name: 'The code that is written over a snippet loses the spaces which its first line begins with',
    breaks:
      'Document 2, PUT .../snippets/:snippet_id: code; GET .../raw: raw snippet as plain text',
    at: ['updateSnippet', 'getRawSnippet'],
    start: serving(() => ({
      updateSnippet({ given, send }) {
        const { code } = given
        const isIndented = typeof code === 'string' && /^[ \t]+\S/.test(code)
        return isIndented ? send({ code: code.trimStart() }) : send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      await ask('PUT', path, { body: { code: '    return 1\n    end\n' } })
      return (await ask('GET', `${path}/raw`)).text === 'return 1\n    end\n'
    },
  },
  {
    name: 'A commit of several files reads the encoding of its first action alone, and writes Base64 of a later one as it is',
    breaks: 'Document 3, Action item: encoding: text (default) or base64',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createCommit({ given, send }) {
        const actions = listOf(given.actions)
        const isFirstText = actions[0] !== undefined && actions[0].encoding !== 'base64'
        const isMixed = isFirstText && actions.some(({ encoding }) => encoding === 'base64')
        if (!isMixed) return send()
        return send({
          actions: actions.map((action) =>
            action.encoding === 'base64' ? { ...action, encoding: 'text' } : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'one.txt', content: 'one\n' },
        { action: 'create', file_path: 'two.txt', content: btoa('two\n'), encoding: 'base64' },
      ]
      const body = { branch_name: 'master', commit_message: 'Write two', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=two.txt`
      return (await ask('GET', path)).text === btoa('two\n')
    },
  },
  {
    name: 'The links between the pages of merge requests that are asked for by several iids keep only the last one',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); Document 2: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const links = response.headers.get('link')
        if (links === null) return response
        const shortened = links.replaceAll(/<([^>]*)>/g, (_, text: string) => {
          const url = new URL(text)
          const last = url.searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) url.searchParams.set('iids[]', last)
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: shortened })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const links = (await ask('GET', path)).headers.get('link') ?? ''
      return links.includes('rel="next"') && !/iids(%5B%5D|\[\])=1/i.test(links)
    },
  },
  {
    name: 'The pages of a whole tree are counted by the entries of its top folder',
    breaks:
      'Document 1, Limits: response headers on paginated lists: X-Total, X-Total-Pages; Document 3, GET .../tree: recursive',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        const isWhole = String(call.given.recursive) === 'true'
        if (!response.ok || !isWhole) return response
        const { headers } = await call.send({ recursive: undefined })
        return withBody(response, response.body, {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'folder/one.txt' })
      await writeFile(ask, project, { file_path: 'folder/two.txt' })
      const path = `/projects/${project}/repository/tree?recursive=true`
      return (await ask('GET', path)).headers.get('x-total') === '2'
    },
  },
  {
    name: 'A flag of a new system hook that is the text false in a query or in a form is set',
    breaks:
      'Document 1, POST /hooks: push_events (boolean), tag_push_events (boolean), enable_ssl_verification (boolean); Conventions: parameters are sent in the query string or in the request body',
    at: ['createSystemHook', 'listSystemHooks', 'deleteSystemHook'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook({ given, send }) {
        const unset = flagsOfHook.filter((name) => given[name] === 'false')
        return send(Object.fromEntries(unset.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const url = encoded(`http://${freshName('hook')}.example/`)
      const { json } = await ask('POST', `/hooks?url=${url}&enable_ssl_verification=false`)
      return at(json, '0.enable_ssl_verification') === true
    },
  },
  {
    name: 'Whoever unsubscribed from an issue cannot subscribe to it again, as though still subscribed',
    breaks:
      'Document 2, Issue states: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const unsubscribed = new Set<string>()
      const keyOf = async (call: Call) => `${call.path.issue_id} ${(await callerOf(call)).id}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) unsubscribed.add(await keyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const isThere = (await call.ask('GET', path)).status === 200
          return isThere && unsubscribed.has(await keyOf(call)) ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription`)
      return (await ask('POST', `${path}/subscription`)).status === 304
    },
  },
  {
    name: 'Own projects that are ordered by name or path come in ascending order where no direction is given',
    breaks: 'Document 1, Projects: sort (asc/desc, default desc)',
    at: ['listOwnedProjects'],
    start: serving(() => ({
      listOwnedProjects({ given, send }) {
        const isAlphabetical = given.order_by === 'name' || given.order_by === 'path'
        return isAlphabetical && given.sort === undefined ? send({ sort: 'asc' }) : send()
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const other = actingAs(ask, id)
      const projects = [
        await newProject(other, { name: 'aaa' }),
        await newProject(other, { name: 'bbb' }),
      ]
      const found = fieldOf((await other('GET', '/projects/owned?order_by=name')).json, 'id')
      return found.join() === projects.join()
    },
  },
  {
    name: 'A commit that is asked for by the name of its branch or tag has no status',
    breaks:
      'Document 3, GET .../commits/:sha: sha (commit hash or branch/tag name): Commit with stats and status',
    at: ['getCommit'],
    start: serving(() => ({
      async getCommit(call) {
        const response = await call.send()
        const id = String(at(await jsonOf(response), 'id'))
        if (!response.ok || id.startsWith(String(call.path.sha))) return response
        return changed(response, (commit) => withFields(commit, { status: null }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { state: 'success', ref: 'master' }
      await ask('POST', `/projects/${project}/statuses/${await headOf(ask, project)}`, { body })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'status') === null
    },
  },
]
