import { at, type FaultyServer } from '../server.ts'
import {
  answering,
  bodyOf,
  column,
  eachObject,
  isDone,
  jsonAnswer,
  listOf,
  newBranch,
  newFile,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  objectOf,
  rewritten,
  withFields,
} from '../third/tools.ts'
import { actorOf, projectOf } from './tools.ts'

export const faultyCode: readonly FaultyServer[] = [
  {
    name: 'A branch that begins at a commit begins at the tip of the default branch',
    breaks: 'POST .../repository/branches: ref (req, branch name or commit SHA)',
    at: ['createBranch'],
    start: answering(() => ({
      async createBranch(call) {
        if (!/^[0-9a-f]{40}$/.test(String(call.given.ref))) return call.send()
        const { json } = await call.ask('GET', projectOf(call.path.id))
        const ref = at(json, 'default_branch')
        return typeof ref === 'string' ? call.send({ given: { ref } }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'b.txt': 'b' })
      const path = `/projects/${project}/repository`
      const commits = (await ask('GET', `${path}/commits`)).json
      const body = { branch_name: 'old', ref: at(commits, '1.id') }
      const { json } = await ask('POST', `${path}/branches`, { body })
      return at(json, 'commit.id') === at(commits, '0.id')
    },
  },
  {
    name: 'With branches that are merged go those whose names begin as theirs do',
    breaks: 'DELETE .../merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: answering(() => ({
      async deleteMergedBranches(call) {
        const path = `${projectOf(call.path.id)}/repository/branches`
        const { json } = await call.ask('GET', `${path}?per_page=100`)
        const branches = listOf(json)
        const response = await call.send()
        if (response.status >= 300) return response
        const left = listOf((await call.ask('GET', `${path}?per_page=100`)).json)
        const gone = column(json, 'name').filter((name) => !column(left, 'name').includes(name))
        for (const { name } of branches) {
          const isLike = gone.some((one) => one !== name && String(name).startsWith(String(one)))
          if (isLike) await call.ask('DELETE', `${path}/${encodeURIComponent(String(name))}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches`
      const request = await newMergeRequest(ask, project, 'topic')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      await newBranch(ask, project, 'topic-two')
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      return !column((await ask('GET', path)).json, 'name').includes('topic-two')
    },
  },
  {
    name: 'A tag without a message is made without its release',
    breaks: 'POST .../repository/tags: message, release_description',
    at: ['createTag'],
    start: answering(() => ({
      createTag: (call) =>
        call.given.message === undefined
          ? call.send({ given: { release_description: undefined } })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'The first' }
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release') === null
    },
  },
  {
    name: 'Lists of tags show releases as they were first described',
    breaks: 'PUT .../tags/:tag_name/release: description; GET .../tags: release',
    at: ['listTags', 'updateRelease'],
    start: answering(() => {
      const described = new Map<string, unknown>()
      return {
        async createRelease(call) {
          const response = await call.send()
          if (isDone(response)) {
            described.set(`${call.path.id} ${call.path.tag_name}`, call.given.description)
          }
          return response
        },
        async deleteTag(call) {
          described.delete(`${call.path.id} ${call.path.tag_name}`)
          return call.send()
        },
        async listTags(call) {
          return rewritten(await call.send(), {
            json: (json) =>
              eachObject(json, (object) => {
                const description = described.get(`${call.path.id} ${object.tag_name}`)
                return 'tag_name' in object && description !== undefined
                  ? { ...object, description }
                  : object
              }),
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'v1', ref: 'master' } })
      await ask('POST', `${path}/v1/release`, { body: { description: 'One' } })
      await ask('PUT', `${path}/v1/release`, { body: { description: 'Two' } })
      return at((await ask('GET', path)).json, '0.release.description') === 'One'
    },
  },
  {
    name: 'A folder of a branch is that of the default one',
    breaks: 'GET .../tree: path (subdirectory), ref_name (branch or tag)',
    at: ['listTree'],
    start: answering(() => ({
      listTree: (call) =>
        call.given.path === undefined ? call.send() : call.send({ given: { ref_name: undefined } }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'docs/a.txt': 'a' })
      await newBranch(ask, project, 'topic')
      await newFile(ask, project, 'docs/b.txt', 'b', 'topic')
      const path = `/projects/${project}/repository/tree?path=docs&ref_name=topic`
      return !column((await ask('GET', path)).json, 'name').includes('b.txt')
    },
  },
  {
    name: 'The last commit of a file is that of its branch',
    breaks: 'Repository file: `commit_id`, `last_commit_id`',
    at: ['getFile'],
    start: answering(() => ({
      async getFile(call) {
        const response = await call.send()
        return response.status === 200
          ? rewritten(response, {
              json: (json) => withFields(json, { last_commit_id: at(json, 'commit_id') }),
            })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'b.txt': 'b' })
      const path = `/projects/${project}/repository`
      const head = at((await ask('GET', `${path}/commits`)).json, '0.id')
      const { json } = await ask('GET', `${path}/files?file_path=a.txt&ref=master`)
      return at(json, 'last_commit_id') === head
    },
  },
  {
    name: 'A file is updated by a path that leads out of a folder and back',
    breaks: 'A file commit fails with 400 where `file_path` contains `/../`',
    at: ['updateFile'],
    start: answering(() => ({
      updateFile: (call) =>
        String(call.given.file_path).includes('/../')
          ? call.send({
              given: {
                file_path: new URL(`http://a/${call.given.file_path}`).pathname.slice(1),
              },
            })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a' })
      const body = {
        file_path: 'docs/../a.txt',
        branch_name: 'master',
        content: 'b',
        commit_message: 'Update a.txt',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'A commit of several actions that fails leaves those before the wrong one',
    breaks: 'POST .../repository/commits: the created Commit, or 400',
    at: ['createCommit'],
    start: answering(() => ({
      async createCommit(call) {
        const response = await call.send()
        const { actions } = call.given
        if (response.status !== 400 || !Array.isArray(actions)) return response
        for (const action of actions) {
          if (!isDone(await call.send({ given: { actions: [action] } }))) break
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      const actions = [
        { action: 'create', file_path: 'a.txt', content: 'a' },
        { action: 'update', file_path: 'none.txt', content: 'b' },
      ]
      const body = { branch_name: 'master', commit_message: 'Two', actions }
      await ask('POST', `${path}/commits`, { body })
      return (await ask('GET', `${path}/files?file_path=a.txt&ref=master`)).status === 200
    },
  },
  {
    name: 'A commit has the first status that was posted of it',
    breaks: 'Commit: `status`; posting a status adds or updates the status of the commit',
    at: ['getCommit', 'createCommitStatus'],
    start: answering(() => {
      const first = new Map<string, unknown>()
      return {
        async createCommitStatus(call) {
          const response = await call.send()
          const key = `${call.path.id} ${at(await bodyOf(response), 'sha')}`
          if (isDone(response) && !first.has(key)) first.set(key, call.given.state)
          return response
        },
        async getCommit(call) {
          const response = await call.send()
          const status = first.get(`${call.path.id} ${at(await bodyOf(response), 'id')}`)
          return status === undefined
            ? response
            : rewritten(response, { json: (json) => withFields(json, { status }) })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/commits/master`
      const sha = at((await ask('GET', path)).json, 'id')
      for (const state of ['pending', 'success']) {
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body: { state } })
      }
      return at((await ask('GET', path)).json, 'status') === 'pending'
    },
  },
  {
    name: 'A cherry-pick is answered, and its branch stays where it was',
    breaks: 'POST .../commits/:sha/cherry_pick: branch (req)',
    at: ['cherryPickCommit'],
    start: answering(() => {
      let picks = 0
      return {
        async cherryPickCommit(call) {
          const path = `${projectOf(call.path.id)}/repository/branches`
          const branch_name = `pick-${++picks}`
          const made = await call.ask('POST', path, {
            body: { branch_name, ref: call.given.branch },
          })
          if (made.status !== 201) return call.send()
          const response = await call.send({ given: { branch: branch_name } })
          await call.ask('DELETE', `${path}/${branch_name}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository`
      await newBranch(ask, project, 'topic')
      const before = await ask('GET', `${path}/commits/master`)
      const { status } = await ask('POST', `${path}/commits/topic/cherry_pick`, {
        body: { branch: 'master' },
      })
      const after = await ask('GET', `${path}/commits/master`)
      return status === 201 && at(after.json, 'id') === at(before.json, 'id')
    },
  },
  {
    name: 'All statuses of a commit are of every name',
    breaks: 'GET .../statuses: name (filter by job name), all (boolean)',
    at: ['listCommitStatuses'],
    start: answering(() => ({
      listCommitStatuses: (call) =>
        String(call.given.all) === 'true' ? call.send({ given: { name: undefined } }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/commits/master`
      const sha = at((await ask('GET', path)).json, 'id')
      const body = { state: 'success', name: 'one' }
      await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      const statuses = `/projects/${project}/repository/commits/${sha}/statuses`
      return listOf((await ask('GET', `${statuses}?all=true&name=two`)).json).length === 1
    },
  },
  {
    name: 'The artifacts of a branch are those of another job where that has none',
    breaks: 'GET .../builds/artifacts/:ref_name/download: job (req); 404 if build not found',
    at: ['getArtifactsOfRef'],
    start: answering(() => ({
      async getArtifactsOfRef(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const path = `${projectOf(call.path.id)}/builds?scope=success&per_page=100`
        const found = listOf((await call.ask('GET', path)).json).find(
          (build) => build.ref === call.path.ref_name && build.artifacts_file !== null,
        )
        return found ? call.send({ given: { job: found.name } }) : response
      },
    })),
    async isShown(ask) {
      const { status } = await ask('GET', '/projects/1/builds/artifacts/master/download?job=none')
      return status === 200
    },
  },
  {
    name: 'The trace of a build that has none is an empty one',
    breaks: 'GET .../builds/:build_id/trace: 404 if build not found or no trace',
    at: ['getBuildTrace'],
    start: answering(() => ({
      async getBuildTrace(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const path = `${projectOf(call.path.id)}/builds/${call.path.build_id}`
        const { status } = await call.ask('GET', path, { token: call.token })
        return status === 200
          ? new Response('', { status: 200, headers: { 'content-type': 'text/plain' } })
          : response
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/builds?scope[]=skipped&scope[]=created')
      const paths = listOf(json).map(({ id }) => `/projects/1/builds/${id}/trace`)
      for (const path of paths) {
        const { status, text } = await ask('GET', path)
        if (status === 200 && text === '') return true
      }
      return false
    },
  },
  {
    name: 'Developers add files to branches that are protected from them',
    breaks: 'PUT .../protect: developers_can_push; default_branch_protection 2',
    at: ['createFile'],
    start: answering(() => ({
      async createFile(call) {
        const response = await call.send()
        if (isDone(response)) return response
        const { id } = await actorOf(call)
        const project = projectOf(call.path.id)
        const member = await call.ask('GET', `${project}/members/${id}`)
        return at(member.json, 'access_level') === 30
          ? call.send({ token: 'root-token', sudo: null })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const { id, token } = await newUser(ask, 'someone')
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/repository`
      await ask('PUT', `${path}/branches/master/protect`, { body: { developers_can_push: false } })
      const body = {
        file_path: 'a.txt',
        branch_name: 'master',
        content: 'a',
        commit_message: 'Add a.txt',
      }
      return (await ask('POST', `${path}/files`, { token, body })).status === 201
    },
  },
  {
    name: 'The last page of commits has no link to the first one',
    breaks: '`Link` (relations prev, next, first, last)',
    at: ['listCommits'],
    start: answering(() => ({
      async listCommits(call) {
        const response = await call.send()
        const links = response.headers.get('link')?.split(', ') ?? []
        const isLast = links.some((link) => link.includes('rel="prev"'))
        return isLast && !links.some((link) => link.includes('rel="next"'))
          ? rewritten(response, {
              headers: { link: links.filter((link) => !link.includes('rel="first"')).join(', ') },
            })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one', { 'a.txt': 'a', 'b.txt': 'b' })
      const path = `/projects/${project}/repository/commits?per_page=1&page=2`
      return !(await ask('GET', path)).headers.get('link')?.includes('rel="first"')
    },
  },
  {
    name: 'A branch tells in lists that developers cannot merge into it',
    breaks: 'Branch: `developers_can_merge` boolean',
    at: ['listBranches'],
    start: answering(() => ({
      async listBranches(call) {
        return rewritten(await call.send(), {
          json: (json) =>
            Array.isArray(json)
              ? json.map((branch) => ({ ...objectOf(branch), developers_can_merge: false }))
              : json,
        })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, 'one')
      const path = `/projects/${project}/repository/branches`
      const body = { developers_can_push: true, developers_can_merge: true }
      await ask('PUT', `${path}/master/protect`, { body })
      return at((await ask('GET', path)).json, '0.developers_can_merge') === false
    },
  },
  {
    name: 'Who contributed to a public project is told to those alone who are signed in',
    breaks: 'GET .../contributors (public): works without credentials',
    at: ['listContributors'],
    start: answering(() => ({
      listContributors: (call) =>
        call.token === '' && !call.request.headers.has('authorization')
          ? Promise.resolve(jsonAnswer(401, { message: '401 Unauthorized' }))
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, 'one', { visibility_level: 20 })
      await newFile(ask, project, 'a.txt', 'a')
      const path = `/projects/${project}/repository/contributors`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
]
