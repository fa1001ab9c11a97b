import { withParameters } from '../../mutants/call.ts'
import { isObject, type JsonObject, withJson } from '../../mutants/json.ts'
import { type Ask, at, type FaultyServer } from '../server.ts'
import {
  column,
  commitFile,
  going,
  isText,
  listing,
  newProject,
  reading,
  refusal,
  relisted,
  serving,
  showing,
} from './tools.ts'

const newBranch = (ask: Ask, project: number, branch_name: string) =>
  ask('POST', `/projects/${project}/repository/branches`, { body: { branch_name, ref: 'master' } })

const newTag = (ask: Ask, project: number, tag_name: string, more: JsonObject = {}) =>
  ask('POST', `/projects/${project}/repository/tags`, {
    body: { tag_name, ref: 'master', ...more },
  })

const naturally = (one: JsonObject, other: JsonObject) =>
  String(one.name).localeCompare(String(other.name), 'en', { numeric: true })

export const faultyCode: readonly FaultyServer[] = [
  {
    name: 'A branch that is protected again has the rules that it had before',
    breaks: 'unprotect: developers_can_push and developers_can_merge become false',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const rules = new Map<string, JsonObject>()
      const unprotected = new Map<string, JsonObject>()
      return {
        protectBranch({ call, given, send }) {
          const key = [...call.path.values()].join(' ')
          const before = unprotected.get(key) ?? {}
          rules.set(key, { ...before, ...given })
          return send(withParameters(call, { ...before, ...given }))
        },
        unprotectBranch({ call, send }) {
          const key = [...call.path.values()].join(' ')
          unprotected.set(key, rules.get(key) ?? {})
          return send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Rules')
      await newBranch(ask, project, 'kept')
      const path = `/projects/${project}/repository/branches/kept`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      return at((await ask('PUT', `${path}/protect`)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'Deleting what is merged leaves branches that no merge request brought in',
    breaks: 'DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: going(['deleteMergedBranches'], async ({ askAsCaller, forge, call, send }) => {
      const id = Number(call.path.get('id'))
      const before = forge.db.repositories.get(id)?.refs ?? new Map<string, string>()
      const response = await send()
      const after = forge.db.repositories.get(id)?.refs ?? before
      const merged = forge.db.mergeRequests
        .all()
        .filter(({ source_project_id, state }) => source_project_id === id && state === 'merged')
      const brought = merged.map(({ source_branch }) => `refs/heads/${source_branch}`)
      for (const [ref, sha] of before) {
        const body = { branch_name: ref.replace('refs/heads/', ''), ref: sha }
        const isLeft = !after.has(ref) && !brought.includes(ref)
        if (isLeft) await askAsCaller('POST', `/projects/${id}/repository/branches`, body)
      }
      return response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Tidied')
      await newBranch(ask, project, 'behind')
      await commitFile(ask, project, 'ahead.txt', 'Ahead\n')
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return (await ask('GET', `/projects/${project}/repository/branches/behind`)).status === 200
    },
  },
  {
    name: 'The default branch stands before the others',
    breaks: 'GET /projects/:id/repository/branches: sorted by name alphabetically',
    at: ['listBranches'],
    start: listing(['listBranches'], (branches) => [
      ...branches.filter(({ name }) => name === 'master'),
      ...branches.filter(({ name }) => name !== 'master'),
    ]),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/branches')
      return at(json, '0.name') === 'master'
    },
  },
  {
    name: 'Tags are in the order of their numbers',
    breaks: 'GET /projects/:id/repository/tags: in reverse alphabetical order of name',
    at: ['listTags'],
    start: listing(['listTags'], (tags) => tags.toSorted(naturally).reverse()),
    async isShown(ask) {
      const project = await newProject(ask, 'Numbers')
      for (const name of ['v1.9', 'v1.10']) await newTag(ask, project, name)
      const { json } = await ask('GET', `/projects/${project}/repository/tags`)
      return at(json, '0.name') === 'v1.10'
    },
  },
  {
    name: 'A tag that is made anew has the release of the one that was deleted',
    breaks: 'Tag: `release` (null or object); DELETE of a tag',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => {
      const released = new Map<string, string>()
      const keyOf = (id: string | undefined, name: unknown) => `${id} ${name}`
      return {
        async deleteTag({ askAsCaller, call, send }) {
          const [id, name = ''] = [call.path.get('id'), call.path.get('tag_name')]
          const path = `/projects/${id}/repository/tags/${encodeURIComponent(name)}`
          const description = at((await askAsCaller('GET', path)).json, 'release.description')
          const response = await send()
          if (response.ok && isText(description)) released.set(keyOf(id, name), description)
          return response
        },
        createTag({ call, given, send }) {
          const before = released.get(keyOf(call.path.get('id'), given.tag_name))
          return before === undefined || given.release_description !== undefined
            ? send()
            : send(withParameters(call, { release_description: before }))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Anew')
      await newTag(ask, project, 'v1', { release_description: 'The first' })
      await ask('DELETE', `/projects/${project}/repository/tags/v1`)
      return at((await newTag(ask, project, 'v1')).json, 'release') !== null
    },
  },
  {
    name: 'A lightweight tag is shown with the message of its commit',
    breaks: 'Tag: `message` (null for a lightweight tag, otherwise the annotation)',
    at: ['getTag'],
    start: showing(['getTag'], (tag) => ({
      ...tag,
      message: tag.message ?? (isObject(tag.commit) ? (tag.commit.message ?? null) : null),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'Light')
      await newTag(ask, project, 'light')
      const { json } = await ask('GET', `/projects/${project}/repository/tags/light`)
      return at(json, 'message') !== null
    },
  },
  {
    name: 'A tree that is read with all below it is that of the whole repository',
    breaks: 'GET .../tree: path (subdirectory), recursive (boolean)',
    at: ['listTree'],
    start: reading(['listTree'], ({ given }) =>
      given.recursive === undefined || given.recursive === 'false' ? {} : { path: undefined },
    ),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/repository/tree?recursive=true&path=styles')
      return !column(json, 'path').every((path) => String(path).startsWith('styles/'))
    },
  },
  {
    name: 'A raw file whose name has other letters than ASCII is not found',
    breaks: 'GET .../blobs/:sha: filepath (req): raw file content',
    at: ['getRawFile'],
    start: going(['getRawFile'], async ({ given, send }) =>
      [...String(given.filepath)].some((letter) => letter > '~')
        ? refusal(404, '404 File Not Found')
        : send(),
    ),
    async isShown(ask) {
      const project = await newProject(ask, 'Letters')
      await commitFile(ask, project, 'maré.txt', 'high\n')
      const path = `/projects/${project}/repository/blobs/master?filepath=mar%C3%A9.txt`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The new content of a file is not decoded',
    breaks: 'PUT .../files: content (req, new content), encoding (`text` default or `base64`)',
    at: ['updateFile'],
    start: reading(['updateFile'], () => ({ encoding: undefined })),
    async isShown(ask) {
      const project = await newProject(ask, 'Decoded')
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: btoa('changed'),
        encoding: 'base64',
        commit_message: 'Change',
      }
      await ask('PUT', `/projects/${project}/repository/files`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      return (await ask('GET', path)).text !== 'changed'
    },
  },
  {
    name: 'Commits since a time leave out the one of that time',
    breaks: 'GET .../commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: going(['listCommits'], async (exchange) => {
      const { since } = exchange.given
      if (!isText(since)) return exchange.send()
      return relisted(exchange, (commits) =>
        commits.filter(({ created_at }) => Date.parse(String(created_at)) > Date.parse(since)),
      )
    }),
    async isShown(ask) {
      const since = encodeURIComponent('2016-06-20T15:00:00Z')
      const query = `per_page=100&since=${since}`
      const { json } = await ask('GET', `/projects/1/repository/commits?${query}`)
      return !column(json, 'title').includes('Show the harbour on a map')
    },
  },
  {
    name: 'A file that is moved keeps its content, whatever is given',
    breaks: 'Action item: content: required except for `delete`; optional for `move`',
    at: ['createCommit'],
    start: reading(['createCommit'], ({ given }) => {
      if (!Array.isArray(given.actions)) return {}
      const actions = given.actions.map((action) => {
        if (!isObject(action) || action.action !== 'move') return action
        const { content: _content, encoding: _encoding, ...kept } = action
        return kept
      })
      return { actions }
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Moved')
      const action = {
        action: 'move',
        file_path: 'b.md',
        previous_path: 'README.md',
        content: 'New',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      const path = `/projects/${project}/repository/blobs/master?filepath=b.md`
      return (await ask('GET', path)).text !== 'New'
    },
  },
  {
    name: 'The first commit of a repository has no differences',
    breaks: 'GET .../commits/:sha/diff: array of Diff entry',
    at: ['listCommitDifferences'],
    start: going(['listCommitDifferences'], async ({ askAsCaller, call, send }) => {
      const response = await send()
      const sha = encodeURIComponent(call.path.get('sha') ?? '')
      const path = `/projects/${call.path.get('id')}/repository/commits/${sha}`
      const parents = at((await askAsCaller('GET', path)).json, 'parent_ids')
      const isFirst = Array.isArray(parents) && parents.length === 0
      return response.ok && isFirst ? withJson(response, []) : response
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'First')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return column(json, 'new_path').length === 0
    },
  },
  {
    name: 'A status that names its context is the default one',
    breaks: 'POST /projects/:id/statuses/:sha: name or context (default `default`)',
    at: ['createCommitStatus'],
    start: reading(['createCommitStatus'], () => ({ context: undefined })),
    async isShown(ask) {
      const project = await newProject(ask, 'Context')
      const commit = await ask('GET', `/projects/${project}/repository/commits/master`)
      const path = `/projects/${project}/statuses/${at(commit.json, 'id')}`
      const { json } = await ask('POST', path, { body: { state: 'pending', context: 'lint' } })
      return at(json, 'name') !== 'lint'
    },
  },
]

export const faultyBuilds: readonly FaultyServer[] = [
  {
    name: 'A list of scopes does not filter builds',
    breaks: '`scope` accepts one value or an array',
    at: ['listBuilds'],
    start: going(['listBuilds'], ({ call, send }) => {
      const url = new URL(call.url)
      url.searchParams.delete('scope[]')
      return send({ ...call, url })
    }),
    async isShown(ask) {
      const query = 'scope[]=failed&scope[]=canceled&per_page=100'
      const { json } = await ask('GET', `/projects/1/builds?${query}`)
      return column(json, 'status').includes('success')
    },
  },
  {
    name: 'The trace of a build can be read after the build was erased',
    breaks: 'POST .../builds/:build_id/erase: removes artifacts and trace',
    at: ['getBuildTrace', 'eraseBuild'],
    start: serving(() => {
      const traces = new Map<number, string>()
      return {
        async eraseBuild({ askAsCaller, call, id, send }) {
          const path = `/projects/${call.path.get('id')}/builds/${id('build_id')}/trace`
          const trace = await askAsCaller('GET', path)
          if (trace.status === 200) traces.set(id('build_id'), trace.text)
          return send()
        },
        async getBuildTrace({ id, send }) {
          const response = await send()
          const trace = traces.get(id('build_id'))
          return response.status === 404 && trace !== undefined ? new Response(trace) : response
        },
      }
    }),
    async isShown(ask) {
      await ask('POST', '/projects/1/builds/1/erase')
      return (await ask('GET', '/projects/1/builds/1/trace')).status === 200
    },
  },
  {
    name: 'The builds of a commit are those of its latest pipeline',
    breaks: 'GET .../commits/:sha/builds: array of Build from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: listing(['listBuildsOfCommit'], (builds) => {
      const pipelineOf = ({ pipeline }: JsonObject) => (isObject(pipeline) ? pipeline.id : null)
      const latest = Math.max(...builds.map((build) => Number(pipelineOf(build))))
      return builds.filter((build) => pipelineOf(build) === latest)
    }),
    async isShown(ask) {
      const project = await newProject(ask, 'Built')
      const job = 'test:\n  script: echo\n'
      await commitFile(ask, project, '.gitlab-ci.yml', job)
      await newBranch(ask, project, 'other')
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/builds`)
      return column(json, 'id').length !== 2
    },
  },
]
