import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { oneJob, projectIdOf } from './tools-larch.ts'

const publicReads: readonly OperationId[] = [
  'listTags',
  'getTag',
  'listTree',
  'getRawFile',
  'getRawBlob',
  'getArchive',
  'compareRevisions',
  'listContributors',
  'getFile',
]

const byteOrderMark = '\u00ef\u00bb\u00bf'

const branchKey = ({ path }: Call, name: unknown) => `${path.id} ${name}`
const nameOf = (one: Values) => String(one.name)
const byName = (one: Values, other: Values) => (nameOf(one) < nameOf(other) ? -1 : 1)

export const faultyLarchServers: readonly FaultyServer[] = [
  {
    name: 'A build that was retried is missing among the pending ones of its project',
    breaks:
      'Document 3, Build: POST .../retry: resulting state pending; Builds: scope accepts one value or an array of states',
    at: ['listBuilds', 'retryBuild'],
    start: serving(() => {
      const retried = new Set<number>()
      return {
        async retryBuild(call) {
          const response = await call.send()
          if (response.ok) retried.add(idOf(await jsonOf(response)))
          return response
        },
        listBuilds: (call) =>
          call.given.scope === undefined
            ? call.send()
            : relisted(call, (all) =>
                all.filter((one) => one.status !== 'pending' || !retried.has(idOf(one))),
              ),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: oneJob })
      const builds = `/projects/${project}/builds`
      const build = at((await ask('GET', builds)).json, '0.id')
      await ask('POST', `${builds}/${build}/cancel`)
      const retried = idOf((await ask('POST', `${builds}/${build}/retry`)).json)
      const pending = (await ask('GET', `${builds}?scope=pending`)).json
      const every = (await ask('GET', builds)).json
      return fieldOf(every, 'id').includes(retried) && !fieldOf(pending, 'id').includes(retried)
    },
  },
  {
    name: 'The list of branches says of one that was unprotected that developers can still merge into it',
    breaks:
      'Document 3, Branch protection: PUT .../unprotect: developers_can_push and developers_can_merge become false',
    at: ['listBranches', 'unprotectBranch'],
    start: serving(() => {
      const stale = new Set<string>()
      const forgetting: Rule = (call) => {
        stale.delete(branchKey(call, call.path.branch))
        return call.send()
      }
      return {
        async unprotectBranch(call) {
          const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
          const before = (await call.askAsRoot('GET', path)).json
          const response = await call.send()
          const couldMerge = at(before, 'developers_can_merge') === true
          if (response.ok && couldMerge) stale.add(branchKey(call, call.path.branch))
          return response
        },
        protectBranch: forgetting,
        deleteBranch: forgetting,
        listBranches: async (call) =>
          eachChanged(await call.send(), (one) =>
            stale.has(branchKey(call, one.name)) ? { ...one, developers_can_merge: true } : one,
          ),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const branches = `/projects/${project}/repository/branches`
      await newBranch(ask, project, 'stable')
      await ask('PUT', `${branches}/stable/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${branches}/stable/unprotect`)
      const stable = listOf((await ask('GET', branches)).json).find((one) => one.name === 'stable')
      return stable?.developers_can_merge === true
    },
  },
  {
    name: 'A status whose name differs from another of the commit in capitals alone replaces that one',
    breaks:
      'Document 3, Commit status: posting a status adds or updates the status of the commit for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const { name: given, context } = call.given
        const name = String(given ?? context ?? 'default')
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses?per_page=100`
        const all = listOf((await call.askAsRoot('GET', path)).json)
        const isExact = all.some((one) => one.name === name)
        const other = all.find((one) => nameOf(one).toLowerCase() === name.toLowerCase())
        if (isExact || other === undefined) return call.send()
        return call.send({ name: other.name, context: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const path = `/projects/${project}/statuses/${sha}`
      await ask('POST', path, { body: { state: 'success', name: 'lint', ref: 'master' } })
      await ask('POST', path, { body: { state: 'failed', name: 'Lint', ref: 'master' } })
      const list = `/projects/${project}/repository/commits/${sha}/statuses`
      return listOf((await ask('GET', list)).json).length === 1
    },
  },
  {
    name: 'Statuses asked for by the name of a job come with those whose names begin with it',
    breaks: 'Document 3, GET .../commits/:sha/statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        const { name } = call.given
        if (name === undefined || name === '') return call.send()
        return relisted(call, (all) => all.filter((one) => nameOf(one).startsWith(String(name))), {
          name: undefined,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['test', 'test:slow']) {
        const body = { state: 'success', name, ref: 'master' }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=test`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'The offset of the time since which commits are asked for is dropped, as if it were UTC',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      async listCommits(call) {
        const found = /^(.*T.*)[+-]\d\d:?\d\d$/.exec(String(call.given.since ?? ''))
        return found === null ? call.send() : call.send({ since: `${found[1]}Z` })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      const created = Date.parse(String(at((await ask('GET', commits)).json, '0.created_at')))
      // A minute before the commit, by a clock five hours ahead.
      const local = new Date(created - 60_000 + 5 * 3_600_000).toISOString().slice(0, 19)
      const since = encoded(`${local}+05:00`)
      return listOf((await ask('GET', `${commits}?since=${since}`)).json).length === 0
    },
  },
  {
    name: 'The links to other pages of builds lose the list of states that was asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listBuilds', 'listBuildsOfCommit'],
    start: serving(() =>
      forAll(['listBuilds', 'listBuildsOfCommit'], async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const short = link.replaceAll(/<([^>]*)>/g, (_, url: string) => {
          const target = new URL(url)
          target.searchParams.delete('scope[]')
          return `<${target.href}>`
        })
        return withBody(response, await response.clone().text(), { link: short })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const content = `${oneJob}check:\n  script: make check\n`
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
      const path = `/projects/${project}/builds?scope[]=pending&scope[]=running&per_page=1`
      const { headers } = await ask('GET', path)
      return !/scope(?:\[|%5B)/i.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'Whoever once read the tree of a private project reads it on after having been removed from it',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['listTree', 'removeProjectMember'],
    start: serving(() => {
      const readers = new Set<string>()
      return {
        async listTree(call) {
          const response = await call.send()
          if (call.isAnonymous) return response
          if (!response.ok && response.status !== 404) return response
          const { id } = await callerOf(call)
          const key = `${id} ${await projectIdOf(call)}`
          if (response.ok) readers.add(key)
          return response.status === 404 && readers.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const asUser = actingAs(ask, id)
      await asUser('GET', `/projects/${project}/repository/tree`)
      await ask('DELETE', `${members}/${id}`)
      return (await asUser('GET', `/projects/${project}/repository/tree`)).status === 200
    },
  },
  {
    name: 'The reads of a repository that need no credentials are made as the administrator whatever the parameter sudo says',
    breaks:
      'Document 1, Authentication 5: the parameter sudo (query) or header SUDO performs the call as another user',
    at: publicReads,
    start: serving(() =>
      forAll(publicReads, (call) =>
        call.request.headers.has('sudo') ? call.send() : call.send({ sudo: undefined }),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/repository/contributors?sudo=${id}`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A file that begins with a byte order mark is read without it',
    breaks:
      'Document 3, Repository file: content (Base64 text); POST .../files: content, encoding base64',
    at: ['getFile'],
    start: serving(() => ({
      getFile: async (call) =>
        changed(await call.send(), (json) => {
          const content = at(json, 'content')
          if (typeof content !== 'string') return json
          const bytes = atob(content.replaceAll(/\s/g, ''))
          if (!bytes.startsWith(byteOrderMark)) return json
          return withFields(json, { content: btoa(bytes.slice(byteOrderMark.length)) })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa(`${byteOrderMark}name;place\n`)
      await writeFile(ask, project, { file_path: 'list.csv', content, encoding: 'base64' })
      const path = `/projects/${project}/repository/files?file_path=list.csv&ref=master`
      return at((await ask('GET', path)).json, 'content') === btoa('name;place\n')
    },
  },
  {
    name: 'A release that was made along with its tag is overwritten by making it again',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const madeWithTag = new Set<string>()
      const keyOf = (call: Call, tag: unknown) => `${call.path.id} ${tag}`
      return {
        async createTag(call) {
          const response = await call.send()
          const release = at(await jsonOf(response), 'release.tag_name')
          if (response.ok && release !== undefined) {
            madeWithTag.add(keyOf(call, call.given.tag_name))
          }
          return response
        },
        deleteTag(call) {
          madeWithTag.delete(keyOf(call, call.path.tag_name))
          return call.send()
        },
        async createRelease(call) {
          const response = await call.send()
          const isFirst = madeWithTag.delete(keyOf(call, call.path.tag_name))
          if (response.status !== 409 || !isFirst) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { json } = await call.ask('PUT', path, { description: call.given.description })
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'One' }
      await ask('POST', tags, { body })
      const again = { body: { description: 'Two' } }
      return (await ask('POST', `${tags}/v1/release`, again)).status === 201
    },
  },
  {
    name: 'Deleting the merged branches takes those with it that were merged into another branch than the default one',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const response = await call.send()
        if (!response.ok) return response
        const initial = at((await call.ask('GET', projectPath(call))).json, 'default_branch')
        const { json } = await call.ask('GET', `${repositoryPath(call)}/branches?per_page=100`)
        const others = listOf(json).filter((one) => one.name !== initial)
        const isInside = async (one: Values, other: Values) => {
          const [id, otherId] = [at(one, 'commit.id'), at(other, 'commit.id')]
          if (id === otherId) return false
          const path = `${repositoryPath(call)}/compare?from=${otherId}&to=${id}`
          const compared = await call.ask('GET', path)
          return compared.status === 200 && listOf(at(compared.json, 'commits')).length === 0
        }
        for (const one of others) {
          if (one.protected === true) continue
          const inside = await Promise.all(others.map((other) => isInside(one, other)))
          if (!inside.includes(true)) continue
          await call.ask('DELETE', `${repositoryPath(call)}/branches/${encoded(one.name)}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'base')
      await writeFile(ask, project, { file_path: 'base.txt', branch_name: 'base' })
      await newBranch(ask, project, 'above', 'base')
      await writeFile(ask, project, { file_path: 'above.txt', branch_name: 'above' })
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const path = `/projects/${project}/repository/branches`
      const names = fieldOf((await ask('GET', path)).json, 'name')
      return names.includes('above') && !names.includes('base')
    },
  },
  {
    name: 'The pages of branches are cut in the order in which these were made, and only then sorted by name',
    breaks:
      'Document 3, GET /projects/:id/repository/branches: array of Branch sorted by name alphabetically',
    at: ['listBranches'],
    start: serving(() => {
      const made = new Map<string, number>()
      const timeOf = (call: Call, one: Values) => made.get(branchKey(call, one.name)) ?? 0
      return {
        async createBranch(call) {
          const response = await call.send()
          if (response.ok) made.set(branchKey(call, call.given.branch_name), made.size + 1)
          return response
        },
        async listBranches(call) {
          const response = await relisted(call, (all) =>
            [...all].sort((one, other) => timeOf(call, one) - timeOf(call, other)),
          )
          return changed(response, (json) =>
            Array.isArray(json) ? [...listOf(json)].sort(byName) : json,
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      for (const name of ['zebra', 'ant']) await newBranch(ask, project, name)
      const path = `/projects/${project}/repository/branches?per_page=2`
      return !fieldOf((await ask('GET', path)).json, 'name').includes('ant')
    },
  },
  {
    name: 'A comment is placed on the line after the last one of a file',
    breaks:
      'Document 3, Comment placement rules: with line, line_type and path returned as null, when the line does not exist',
    at: ['createCommitComment'],
    start: serving(() => ({
      async createCommitComment(call) {
        const response = await call.send()
        const { path, line, line_type } = call.given
        const isNew = response.ok && line_type === 'new' && path !== undefined
        const json = await jsonOf(response)
        if (!isNew || at(json, 'path') !== null) return response
        const file = `${repositoryPath(call)}/blobs/${encoded(call.path.sha)}?filepath=${encoded(path)}`
        const { status, text } = await call.askAsRoot('GET', file)
        const isAfterLast = text.endsWith('\n') && text.split('\n').length === Number(line)
        if (status !== 200 || !isAfterLast) return response
        return changed(response, () => withFields(json, { path, line: Number(line), line_type }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const body = { note: 'Here', path: 'README.md', line: 2, line_type: 'new' }
      const path = `/projects/${project}/repository/commits/${sha}/comments`
      return at((await ask('POST', path, { body })).json, 'line') === 2
    },
  },
  {
    name: 'Of the builds of a commit those of its newest pipeline alone are listed',
    breaks:
      'Document 3, GET .../commits/:sha/builds: array of Build from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const path = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/builds?per_page=100`
        const every = listOf((await call.askAsRoot('GET', path)).json)
        const newest = Math.max(...every.map((one) => Number(at(one, 'pipeline.id'))))
        return relisted(call, (all) => all.filter((one) => at(one, 'pipeline.id') === newest))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: oneJob })
      await newBranch(ask, project, 'other')
      const sha = await headOf(ask, project)
      const commit = (await ask('GET', `/projects/${project}/repository/commits/${sha}/builds`))
        .json
      const every = listOf((await ask('GET', `/projects/${project}/builds`)).json)
      return every.length === 2 && listOf(commit).length === 1
    },
  },
  {
    name: 'A merge request is merged where the first letters of the head commit are given as its sha',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { sha } = call.given
        if (typeof sha !== 'string' || sha.length < 7) return call.send()
        const head = at((await call.askAsRoot('GET', mergeRequestPath(call))).json, 'sha')
        return String(head).startsWith(sha) ? call.send({ sha: head }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const path = `/projects/${project}/merge_requests/${id}`
      const sha = String(at((await ask('GET', path)).json, 'sha')).slice(0, 12)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
]
