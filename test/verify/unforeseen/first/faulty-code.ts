import { parametersOf, withParameters } from '../../mutants/call.ts'
import { isObject, type Json, withJson } from '../../mutants/json.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  answering,
  asking,
  asRoot,
  column,
  isOne,
  peek,
  records,
  serve,
  tokenOf,
  write,
} from './tools.ts'

const publicReads: readonly OperationId[] = ['listTree', 'getRawFile']

/** Branches, tags, files, commits and what builds left. */
export const faultyCode: readonly FaultyServer[] = [
  {
    name: 'a binary file of a commit of several is stored as text',
    breaks: 'Action item: encoding, string: `text` (default) or `base64`.',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: asking(['createCommit'], (call) => {
      const { actions } = parametersOf(call)
      return Array.isArray(actions) ? withParameters(call, { actions: actions.map(asText) }) : call
    }),
    async isShown(ask) {
      const file = { file_path: 'one.bin', content: '/w==', encoding: 'base64' }
      const actions = [{ action: 'create', ...file }]
      const body = { branch_name: 'redesign', commit_message: 'A byte', actions }
      await ask('POST', '/projects/1/repository/commits', { body })
      const path = '/projects/1/repository/files?file_path=one.bin&ref=redesign'
      return at((await ask('GET', path)).json, 'content') === '77+9'
    },
  },
  {
    name: 'branches with a slash outlive the deletion of those that are merged',
    breaks: 'DELETE .../merged_branches: deletes all branches merged into the default branch.',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        if (call.operation !== 'deleteMergedBranches') return pass(call)
        const path = `/projects/${encodeURIComponent(call.path.get('id') ?? '')}/repository/branches`
        const before = records(await peek(forge, `${path}?per_page=100`))
        const response = await pass(call)
        if (!response.ok) return response
        for (const branch of before) {
          const isKept = branch.merged === true && String(branch.name).includes('/')
          const ref = String(at(branch, 'commit.id'))
          if (isKept) await write(forge, 'POST', path, { branch_name: branch.name ?? null, ref })
        }
        return response
      }),
    async isShown(ask) {
      await ask('DELETE', '/projects/1/repository/merged_branches')
      return (await ask('GET', '/projects/1/repository/branches/fix%2Fmonday')).status === 200
    },
  },
  {
    name: 'tags are in the order of their numbers',
    breaks: 'GET .../tags: array of Tag in reverse alphabetical order of name.',
    at: ['listTags'],
    start: answering(['listTags'], (json) =>
      records(json).sort((a, b) =>
        String(b.name).localeCompare(String(a.name), 'en', { numeric: true }),
      ),
    ),
    async isShown(ask) {
      const body = { tag_name: 'v1.10', ref: 'master' }
      await ask('POST', '/projects/1/repository/tags', { body })
      const names = column(await ask('GET', '/projects/1/repository/tags'), 'name')
      return names.indexOf('v1.10') < names.indexOf('v1.2')
    },
  },
  {
    name: 'a tag that is made again has the release of the one that was deleted',
    breaks: 'Tag: `release` (null or object); release_description is optional.',
    at: ['createTag', 'getTag', 'listTags', 'deleteTag', 'createRelease'],
    start: (forge) => {
      const left = new Map<string, Json>()
      return serve(forge, async (call, pass) => {
        const tags = call.url.pathname.replace(/^\/api\/v3|\/tags.*$/g, '')
        const { tag_name = call.path.get('tag_name') } = parametersOf(call)
        const path = `${tags}/tags/${encodeURIComponent(String(tag_name))}`
        const isGone = call.operation === 'deleteTag'
        const before = isGone ? await peek(forge, path) : undefined
        const response = await pass(call)
        const release = isObject(before) && isObject(before.release) ? before.release : undefined
        if (release && response.ok) left.set(path, release.description ?? '')
        const description = left.get(path)
        const isBack = call.operation === 'createTag' && response.ok
        const isSilent = parametersOf(call).release_description === undefined
        if (!isBack || !isSilent || description === undefined) return response
        await write(forge, 'POST', `${path}/release`, { description })
        return withJson(response, (await peek(forge, path)) ?? null)
      })
    },
    async isShown(ask) {
      const tags = '/projects/1/repository/tags'
      await ask('DELETE', `${tags}/v1.2`)
      await ask('POST', tags, { body: { tag_name: 'v1.2', ref: 'master' } })
      return at((await ask('GET', `${tags}/v1.2`)).json, 'release.tag_name') === 'v1.2'
    },
  },
  {
    name: 'a commit of just that second is not until then',
    breaks: 'GET .../commits: until (ISO 8601, commits before or at).',
    at: ['listCommits'],
    start: asking(['listCommits'], (call) => {
      const time = Date.parse(String(parametersOf(call).until))
      if (Number.isNaN(time)) return call
      return withParameters(call, { until: new Date(time - 1000).toISOString() })
    }),
    async isShown(ask) {
      const path = '/projects/1/repository/commits?until=2016-12-12T14:20:00Z'
      return column(await ask('GET', path), 'id').length === 9
    },
  },
  {
    name: 'the artifacts of a branch outlive the build that was erased',
    breaks: 'POST .../builds/:build_id/erase: removes artifacts and trace; 404 if no artifacts.',
    at: ['getArtifactsOfRef', 'eraseBuild'],
    start: (forge) => {
      const cache = new Map<string, Response>()
      return serve(forge, async (call, pass) => {
        const response = await pass(call)
        if (call.operation !== 'getArtifactsOfRef') return response
        const key = `${call.url.href} ${tokenOf(call)}`
        if (response.ok) cache.set(key, response.clone())
        const isCached = response.status === 404
        return isCached ? (cache.get(key)?.clone() ?? response) : response
      })
    },
    async isShown(ask) {
      const path = '/projects/1/builds/artifacts/master/download?job=pages'
      await ask('GET', path)
      for (const id of [5, 1]) await ask('POST', `/projects/1/builds/${id}/erase`)
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'blobs of all projects are below each of them',
    breaks: 'GET /projects/:id/repository/raw_blobs/:sha: a blob of that project; 404 not found.',
    at: ['getRawBlob'],
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const id = call.path.get('id') ?? ''
        const isMissing = call.operation === 'getRawBlob' && response.status === 404
        const own = isMissing ? await peek(forge, `/projects/${encodeURIComponent(id)}`) : undefined
        if (at(own, 'id') === undefined) return response
        for (const other of records(await peek(forge, '/projects/all?per_page=100'))) {
          const url = new URL(call.url)
          url.pathname = `/api/v3/projects/${other.id}/repository/raw_blobs/${call.path.get('sha')}`
          const found = await pass(asRoot({ ...call, url }))
          if (found.ok) return found
        }
        return response
      }),
    async isShown(ask) {
      const tree = await ask('GET', '/projects/8/repository/tree')
      const gemfile = column(tree, 'id').at(-1)
      const path = `/projects/1/repository/raw_blobs/${gemfile}`
      return (await ask('GET', path, { token: 'noor-token' })).status === 200
    },
  },
  {
    name: 'code of internal projects is read without credentials',
    breaks: 'Visibility levels: 10 internal (cloneable by any logged-in user), 20 public.',
    at: publicReads,
    start: (forge) =>
      serve(forge, async (call, pass) => {
        const response = await pass(call)
        const isSigned = ['authorization', 'cookie'].some((name) => call.headers.has(name))
        const isAnonymous =
          tokenOf(call) === '' && !isSigned && !call.url.searchParams.has('access_token')
        if (response.ok || !isAnonymous || !isOne(call, publicReads)) return response
        const id = encodeURIComponent(call.path.get('id') ?? '')
        const level = at(await peek(forge, `/projects/${id}`), 'visibility_level')
        return level === 10 ? pass(asRoot(call)) : response
      }),
    async isShown(ask) {
      return (await ask('GET', '/projects/6/repository/tree', { token: '' })).status === 200
    },
  },
]

/** What is left of an action's bytes when they are taken for UTF-8. */
function asText(action: Json): Json {
  if (!isObject(action) || action.encoding !== 'base64') return action
  const text = Buffer.from(String(action.content), 'base64').toString('utf8')
  return { ...action, content: Buffer.from(text).toString('base64') }
}
