import type { HookRecord } from '../../../../src/store/models/hook.ts'
import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  changed,
  encoded,
  fieldOf,
  headOf,
  idOf,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  buildNamed,
  buildWithArtifacts,
  commit,
  delivering,
  newBuilds,
  newHook,
  pushesIn,
  receiving,
  withHooks,
} from './tools-hazel.ts'

const isHash = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** What a reader of Latin-1 takes UTF-8 for. */
const misread = (text: unknown) => String.fromCharCode(...new TextEncoder().encode(String(text)))

export const faultyHazelServers: readonly FaultyServer[] = [
  {
    name: 'Every action of a commit is read in the encoding of the first one',
    breaks: 'Document 3, action item: encoding, text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit(call) {
        const actions = listOf(call.given.actions)
        const { encoding = 'text' } = actions[0] ?? {}
        return call.send({ actions: actions.map((action) => ({ ...action, encoding })) })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await commit(ask, project, [
        { action: 'create', file_path: 'plain.txt', content: 'plain\n' },
        { action: 'create', file_path: 'coded.txt', content: btoa('coded\n'), encoding: 'base64' },
      ])
      const path = `/projects/${project}/repository/files?file_path=coded.txt&ref=master`
      return atob(String(at((await ask('GET', path)).json, 'content'))) === btoa('coded\n')
    },
  },
  {
    name: 'The text of a difference is the UTF-8 of a file read as Latin-1',
    breaks: 'Document 3, Diff entry: diff string; Document 1: data is serialized as JSON',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) =>
        changed(await call.send(), (json) =>
          Array.isArray(json)
            ? listOf(json).map((entry) => ({ ...entry, diff: misread(entry.diff) }))
            : json,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'buoy.txt', content: 'Böje\n' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return String(at(json, '0.diff')).includes('BÃ¶je')
    },
  },
  {
    name: 'The newest commit of a branch with a slash in its name is not found',
    breaks: 'Document 3, GET .../commits/:sha: commit hash or branch/tag name',
    at: ['getCommit'],
    start: serving(() => ({
      getCommit: (call) =>
        call.path.sha?.includes('/')
          ? Promise.resolve(jsonAnswer(404, { message: '404 Commit Not Found' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'night/tide')
      const path = `/projects/${project}/repository/commits/${encoded('night/tide')}`
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The note on a line of a commit is stored as HTML',
    breaks: 'Document 3, Commit comment: note string, as it was posted',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => ({
      createCommitComment: (call) =>
        call.given.line === undefined
          ? call.send()
          : call.send({
              note: String(call.given.note).replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
            }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const body = { note: 'a < b & c', path: 'README.md', line: 1, line_type: 'new' }
      const path = `/projects/${project}/repository/commits/${sha}/comments`
      await ask('POST', path, { body })
      return at((await ask('GET', path)).json, '0.note') === 'a &lt; b &amp; c'
    },
  },
  {
    name: 'A status that is posted again keeps the description of its first post',
    breaks: 'Document 3, Commit status: posting adds or updates the status for the given name',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const name = call.given.name ?? call.given.context ?? 'default'
        const path = `${repositoryPath(call)}/commits/${call.path.sha}/statuses?per_page=100`
        const before = listOf((await call.askAsRoot('GET', path)).json).find(
          (status) => status.name === name && typeof status.description === 'string',
        )
        return before === undefined || call.given.description === undefined
          ? call.send()
          : call.send({ description: before.description })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      await ask('POST', path, { body: { state: 'pending', name: 'unit', description: 'waits' } })
      const body = { state: 'success', name: 'unit', description: 'passed' }
      return at((await ask('POST', path, { body })).json, 'description') === 'waits'
    },
  },
  {
    name: 'A file that a commit moves with new content is still at its old path',
    breaks: 'Document 3, action item: move, previous_path is the original path',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit: (call) =>
        call.send({
          actions: listOf(call.given.actions).map((action) =>
            action.action === 'move' && action.content !== undefined
              ? { ...action, action: 'create', previous_path: undefined }
              : action,
          ),
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const move = { action: 'move', file_path: 'new.md', previous_path: 'README.md' }
      await commit(ask, project, [{ ...move, content: 'Two\n' }])
      const files = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(files.json, 'name').includes('README.md')
    },
  },
  {
    name: 'The status of a commit stays what it was when the commit was first read',
    breaks: 'Document 3, GET .../commits/:sha: Commit with stats and status',
    at: ['getCommit', 'createCommitStatus'],
    start: serving(() => {
      const seen = new Map<string, unknown>()
      return {
        async getCommit(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          const status = at(json, 'status')
          const key = `${call.path.id} ${at(json, 'id')}`
          if (!seen.has(key) && typeof status === 'string') seen.set(key, status)
          return seen.has(key)
            ? changed(response, (one) => withFields(one, { status: seen.get(key) }))
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const post = (state: string) =>
        ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state } })
      const path = `/projects/${project}/repository/commits/${sha}`
      await post('pending')
      const first = at((await ask('GET', path)).json, 'status')
      await post('failed')
      return at((await ask('GET', path)).json, 'status') === first
    },
  },
  {
    name: 'A comment on the newest commit of a branch is not listed with that commit',
    breaks: 'Document 3, comment placement: it is attached to the last commit of the branch',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => {
      const hidden = new Set<string>()
      const keyOf = (one: unknown) => `${at(one, 'note')} ${at(one, 'author.id')}`
      return {
        async createCommitComment(call) {
          const response = await call.send()
          if (response.ok && !isHash(call.path.sha)) hidden.add(keyOf(await jsonOf(response)))
          return response
        },
        listCommitComments: (call) =>
          isHash(call.path.sha)
            ? relisted(call, (all) => all.filter((one) => !hidden.has(keyOf(one))))
            : call.send(),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      await ask('POST', `${commits}/master/comments`, { body: { note: 'by branch' } })
      const path = `${commits}/${await headOf(ask, project)}/comments`
      const { status, json } = await ask('GET', path)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'The trace of a build that was read before it was erased is served afterwards',
    breaks: 'Document 3, erase: removes artifacts and trace; 404 if there is no trace',
    at: ['getBuildTrace', 'eraseBuild'],
    start: serving(() => {
      const read = new Map<string, Response>()
      return {
        async getBuildTrace(call) {
          const key = `${call.path.id} ${call.path.build_id}`
          const response = await call.send()
          if (response.ok) read.set(key, response.clone())
          const kept = read.get(key)?.clone()
          return response.status === 404 && kept !== undefined ? kept : response
        },
      }
    }),
    async isShown(ask) {
      const { project, build } = await buildWithArtifacts(ask)
      const path = `/projects/${project}/builds/${build}`
      const before = (await ask('GET', `${path}/trace`)).status
      await ask('POST', `${path}/erase`)
      return before === 200 && (await ask('GET', `${path}/trace`)).status === 200
    },
  },
  {
    name: 'The builds of a commit in one scope are those of its newest pipeline',
    breaks: 'Document 3, GET .../commits/:sha/builds: Build from all pipelines of the commit',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      listBuildsOfCommit: (call) =>
        call.given.scope === undefined
          ? call.send()
          : relisted(call, (all) => {
              const pipelines = all.map((build) => Number(at(build, 'pipeline.id')))
              return all.filter((build) => at(build, 'pipeline.id') === Math.max(...pipelines))
            }),
    })),
    async isShown(ask) {
      const project = await newBuilds(ask)
      await newBranch(ask, project, 'second')
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/builds`
      const scoped = listOf((await ask('GET', `${path}?scope=pending&per_page=100`)).json)
      const pending = listOf((await ask('GET', `${path}?per_page=100`)).json).filter(
        ({ status }) => status === 'pending',
      )
      return scoped.length < pending.length
    },
  },
  {
    name: 'From the second page on, the commits of a branch are those of the default branch',
    breaks: 'Document 3, GET .../commits: ref_name; Document 1, Limits: page',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits: (call) =>
        Number(call.given.page ?? 1) > 1 ? call.send({ ref_name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      const commit_message = 'On the side'
      for (const file_path of ['a', 'b']) {
        await writeFile(ask, project, { file_path, branch_name: 'side', commit_message })
      }
      const path = `/projects/${project}/repository/commits?ref_name=side&per_page=1&page=2`
      return at((await ask('GET', path)).json, '0.title') !== commit_message
    },
  },
  {
    name: 'The commits until a moment are without those of that very moment',
    breaks: 'Document 3, GET .../commits: until (commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const until = Date.parse(String(call.given.until))
        return Number.isNaN(until)
          ? call.send()
          : call.send({ until: new Date(until - 1000).toISOString() })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      const moment = at((await ask('GET', `${path}/master`)).json, 'created_at')
      const { status, json } = await ask('GET', `${path}?until=${encoded(moment)}`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'The links of the pages of all statuses lead to the latest ones alone',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use; all of .../statuses',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      async listCommitStatuses(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.all === undefined) return response
        return changed(response, (json) => json, { link: link.replaceAll(/all=\w+&?/g, '') })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['one', 'two']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?all=true&per_page=1`
      const { headers } = await ask('GET', path)
      return !(headers.get('link') ?? '').includes('all=true')
    },
  },
  {
    name: 'Of several scopes of the builds of a project only the last one is read',
    breaks: 'Document 3, Builds: scope accepts one value or an array of them',
    at: ['listBuilds'],
    start: serving(() => ({
      listBuilds: (call) =>
        Array.isArray(call.given.scope) && call.given.scope.length > 1
          ? call.send({ scope: call.given.scope.slice(-1) })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newBuilds(ask)
      const path = `/projects/${project}/builds?scope[]=pending&scope[]=created`
      const { json } = await ask('GET', path)
      return fieldOf(json, 'status').every((status) => status === 'created')
    },
  },
  {
    name: 'The builds in a scope of a commit that does not exist are an empty list',
    breaks: 'Document 3, GET .../commits/:sha/builds: 404 if the SHA is unknown',
    at: ['listBuildsOfCommit'],
    start: serving(() => ({
      async listBuildsOfCommit(call) {
        const response = await call.send()
        const isUnknown = response.status === 404 && call.given.scope !== undefined
        const project = await call.ask('GET', projectPath(call))
        return isUnknown && project.status === 200 ? jsonAnswer(200, []) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits/${'0'.repeat(39)}1/builds`
      return (await ask('GET', `${path}?scope=success`)).status === 200
    },
  },
  {
    name: 'Everybody who knows its number can read the trace of a build of a private project',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['getBuildTrace'],
    start: serving(() => ({
      async getBuildTrace(call) {
        const response = await call.send()
        if (call.isAnonymous || response.status !== 404) return response
        const project = await call.ask('GET', projectPath(call))
        return project.status === 404 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const { username } = await newUser(ask)
      const project = encoded('vault/ticketing')
      const id = idOf((await ask('GET', `/projects/${project}`)).json)
      for (const build of fieldOf((await ask('GET', `/projects/${id}/builds`)).json, 'id')) {
        const path = `/projects/${id}/builds/${build}/trace`
        if ((await actingAs(ask, username)('GET', path)).status === 200) return true
      }
      return false
    },
  },
  {
    name: 'A developer can commit several files to a fully protected branch',
    breaks: 'Document 1, default_branch_protection 2: developers cannot push',
    at: ['createCommit'],
    start: serving(() => ({
      async createCommit(call) {
        const response = await call.send()
        if (response.ok || response.status === 401 || (await levelOf(call)) !== 30) return response
        return call.sendAsRoot()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('PUT', `/projects/${project}/repository/branches/master/protect`)
      const actions = [{ action: 'create', file_path: 'new.txt', content: 'New\n' }]
      return (await commit(actingAs(ask, username), project, actions)).status === 201
    },
  },
  {
    name: 'A status that an administrator posts for a user is that of the administrator',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['createCommitStatus'],
    start: serving(() => ({
      createCommitStatus: async (call) =>
        call.sudo !== undefined && (await levelOf(call)) >= 30 ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      const { json } = await actingAs(ask, username)('POST', path, { body: { state: 'success' } })
      return at(json, 'author.id') !== id
    },
  },
  {
    name: 'A commit that an administrator picks for a user has the administrator as committer',
    breaks: 'Document 1, Authentication 5: sudo performs the call as another user',
    at: ['cherryPickCommit'],
    start: serving(() => ({
      cherryPickCommit: async (call) =>
        call.sudo !== undefined && (await levelOf(call)) >= 40 ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { id, username } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      await newBranch(ask, project, 'target')
      await writeFile(ask, project, { file_path: 'picked.txt' })
      const path = `/projects/${project}/repository/commits/master/cherry_pick`
      const { json } = await actingAs(ask, username)('POST', path, { body: { branch: 'target' } })
      return at(json, 'committer_name') === 'Administrator'
    },
  },
  {
    name: 'Artifacts are served below every project, whichever their build is of',
    breaks: 'Document 3, GET /projects/:id/builds/:build_id/artifacts: 404 if build not found',
    at: ['getBuildArtifacts'],
    start: serving((forge) => ({
      async getBuildArtifacts(call) {
        const response = await call.send()
        const own = await call.ask('GET', projectPath(call))
        if (response.status !== 404 || own.status !== 200) return response
        const all = await call.ask('GET', '/projects/visible?per_page=100')
        for (const id of fieldOf(all.json, 'id')) {
          const target = new URL(call.request.url)
          target.pathname = target.pathname.replace(/projects\/[^/]+/, `projects/${id}`)
          const found = await forge.fetch(new Request(target, { headers: call.request.headers }))
          if (found.status === 200) return found
        }
        return response
      },
    })),
    async isShown(ask) {
      const { build } = await buildWithArtifacts(ask)
      const project = await newRepository(ask)
      return (await ask('GET', `/projects/${project}/builds/${build}/artifacts`)).status === 200
    },
  },
  {
    name: 'For a job without artifacts those of another job of the branch are served',
    breaks: 'Document 3, GET .../builds/artifacts/:ref_name/download: job; 404 if no artifacts',
    at: ['getArtifactsOfRef'],
    start: serving(() => ({
      async getArtifactsOfRef(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { json } = await call.ask('GET', `${projectPath(call)}/builds?per_page=100`)
        const other = listOf(json).find(
          ({ ref, artifacts_file }) =>
            ref === call.path.ref_name && artifacts_file !== null && artifacts_file !== undefined,
        )
        return other === undefined ? response : call.send({ job: other.name })
      },
    })),
    async isShown(ask) {
      const { project, ref } = await buildWithArtifacts(ask)
      const path = `/projects/${project}/builds/artifacts/${encoded(ref)}/download?job=lint`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A build that was retried is still finished when it is read',
    breaks: 'Document 3, retry: pending, finished_at becomes null',
    at: ['getBuild', 'retryBuild'],
    start: serving(() => {
      const ends = new Map<string, unknown>()
      return {
        async retryBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const end = at((await call.ask('GET', path)).json, 'finished_at')
          const response = await call.send()
          if (response.ok) ends.set(String(idOf(await jsonOf(response))), end)
          return response
        },
        async getBuild(call) {
          const response = await call.send()
          return changed(response, (json) =>
            at(json, 'finished_at') === null && ends.has(String(idOf(json)))
              ? withFields(json, { finished_at: ends.get(String(idOf(json))) })
              : json,
          )
        },
      }
    }),
    async isShown(ask) {
      const project = await newBuilds(ask)
      const path = `/projects/${project}/builds/${await buildNamed(ask, project, 'first')}`
      await ask('POST', `${path}/cancel`)
      const retried = idOf((await ask('POST', `${path}/retry`)).json)
      const { json } = await ask('GET', `/projects/${project}/builds/${retried}`)
      return typeof at(json, 'finished_at') === 'string'
    },
  },
  {
    name: 'A running build that is canceled loses the time when it started',
    breaks: 'Document 3, cancel: response build keeps its timestamps',
    at: ['cancelBuild'],
    start: serving(() => ({
      cancelBuild: async (call) =>
        changed(await call.send(), (json) =>
          typeof at(json, 'started_at') === 'string'
            ? withFields(json, { started_at: null })
            : json,
        ),
    })),
    async isShown(ask) {
      const id = idOf((await ask('GET', `/projects/${encoded('tidewater/website')}`)).json)
      const { json } = await ask('GET', `/projects/${id}/builds?scope=running`)
      const path = `/projects/${id}/builds/${at(json, '0.id')}/cancel`
      const canceled = await ask('POST', path)
      return canceled.status < 300 && at(canceled.json, 'started_at') === null
    },
  },
  {
    name: 'A manual build that is played answers as one that waits',
    breaks: 'Document 3, play (manual action): started in the response',
    at: ['playBuild'],
    start: serving(() => ({
      playBuild: async (call) =>
        changed(await call.send(), (json) =>
          at(json, 'status') === 'started' ? withFields(json, { status: 'pending' }) : json,
        ),
    })),
    async isShown(ask) {
      const project = await newBuilds(ask)
      const build = await buildNamed(ask, project, 'button')
      const { json } = await ask('POST', `/projects/${project}/builds/${build}/play`)
      return at(json, 'status') === 'pending'
    },
  },
  {
    name: 'The answer to keeping artifacts has no address to download them from',
    breaks: 'Document 3, Build: download_url null (erase and keep responses)',
    at: ['keepBuildArtifacts'],
    start: serving(() => ({
      keepBuildArtifacts: async (call) =>
        changed(await call.send(), (json) => withFields(json, { download_url: undefined })),
    })),
    async isShown(ask) {
      const { project, build } = await buildWithArtifacts(ask)
      const path = `/projects/${project}/builds/${build}/artifacts/keep`
      const { status, json } = await ask('POST', path)
      return status < 300 && at(json, 'download_url') === undefined
    },
  },
  {
    name: 'The statuses of a job are also those of the jobs whose names begin with its own',
    breaks: 'Document 3, GET .../statuses: name (filter by job name)',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: ({ given, ...call }) =>
        given.name === undefined
          ? call.send()
          : relisted(
              { given, ...call },
              (all) => all.filter(({ name }) => String(name).startsWith(String(given.name))),
              { name: undefined },
            ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['unit', 'unit:slow']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, {
          body: { state: 'success', name },
        })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses?name=unit`
      return listOf((await ask('GET', path)).json).length === 2
    },
  },
  {
    name: 'System hooks about tags alone also hear of new files',
    breaks: 'Document 1, Events: push events when the matching flag (push_events) is true',
    at: ['createSystemHook', 'createFile'],
    needsInstance: true,
    start: delivering((forge) => ({
      createFile: (call) =>
        withHooks(
          forge,
          ({ push_events, tag_push_events }) => ({ push_events: push_events || tag_push_events }),
          call.send,
        ),
    })),
    async isShown(ask) {
      const received = await receiving(async (url) => {
        const project = await newRepository(ask)
        await newHook(ask, url, false, true)
        await writeFile(ask, project, { file_path: 'a' })
      })
      return pushesIn(received).length > 0
    },
  },
  {
    name: 'System hooks do not hear of commits that were picked onto a branch',
    breaks: 'Document 1, Events: system hooks fire outbound requests for push events',
    at: ['createSystemHook', 'cherryPickCommit'],
    needsInstance: true,
    start: delivering((forge) => ({
      cherryPickCommit: (call) => withHooks(forge, () => ({ push_events: false }), call.send),
    })),
    async isShown(ask) {
      const received = await receiving(async (url) => {
        const project = await newRepository(ask)
        await newBranch(ask, project, 'target')
        await newHook(ask, url, true)
        await writeFile(ask, project, { file_path: 'picked.txt' })
        const path = `/projects/${project}/repository/commits/master/cherry_pick`
        await ask('POST', path, { body: { branch: 'target' } })
      })
      const refs = pushesIn(received).map(({ ref }) => ref)
      return refs.includes('refs/heads/master') && !refs.includes('refs/heads/target')
    },
  },
  {
    name: 'System hooks hear of new files in public projects alone',
    breaks: 'Document 1, Events: system hooks fire outbound requests for push events',
    at: ['createSystemHook', 'createFile'],
    needsInstance: true,
    start: delivering((forge) => ({
      async createFile(call) {
        const { json } = await call.askAsRoot('GET', projectPath(call))
        return at(json, 'public') === true
          ? call.send()
          : withHooks(forge, () => ({ push_events: false }), call.send)
      },
    })),
    async isShown(ask) {
      const projects: number[] = []
      const received = await receiving(async (url) => {
        for (const visibility_level of [20, 0]) {
          projects.push(await newRepository(ask, { visibility_level }))
        }
        await newHook(ask, url, true)
        for (const project of projects) {
          await writeFile(ask, project, { file_path: 'a' })
        }
      })
      const heard = pushesIn(received).map(({ project }) => project)
      return heard.includes(projects[0]) && !heard.includes(projects[1])
    },
  },
  {
    name: 'A system hook that was removed hears of the next new file',
    breaks: 'Document 1, DELETE /hooks/:id; Events: hooks fire requests to the hook url',
    at: ['deleteSystemHook', 'createFile'],
    needsInstance: true,
    start: delivering((forge) => {
      const removed: HookRecord[] = []
      return {
        async deleteSystemHook(call) {
          const hook = forge.db.hooks.get(Number(call.path.id))
          const response = await call.send()
          if (response.ok && hook !== undefined) removed.push(hook)
          return response
        },
        async createFile(call) {
          const stale = removed.splice(0)
          for (const hook of stale) await forge.db.hooks.create(hook)
          const response = await call.send()
          await forge.settled()
          for (const { id } of stale) {
            await forge.db.hooks.delete((query) => query.where({ id }))
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const received = await receiving(async (url) => {
        const project = await newRepository(ask)
        const hook = await newHook(ask, url, true)
        await ask('DELETE', `/hooks/${hook}`)
        await writeFile(ask, project, { file_path: 'a' })
      })
      return pushesIn(received).length > 0
    },
  },
]
