import { type Ask, at, type FaultyServer } from '../server.ts'
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
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  notModified,
  projectPath,
  repositoryPath,
  serving,
  type Values,
  writeFile,
} from '../shared-tools.ts'

const branchPath = (call: Call) => `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`

const pipelineText = 'one:\n  script: echo one\ntwo:\n  script: echo two\n'

/** Makes a project with a commit that has two builds of the same stage. */
async function newBuilds(ask: Ask): Promise<number> {
  const project = await newRepository(ask, { builds_enabled: true })
  await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content: pipelineText })
  return project
}

const textOfFile = async (ask: Ask, project: number, path: string) => {
  const { text } = await ask(
    'GET',
    `/projects/${project}/repository/blobs/master?filepath=${encoded(path)}`,
  )
  return text
}

const changedActions = (call: Call, change: (actions: readonly Values[]) => readonly Values[]) =>
  Array.isArray(call.given.actions)
    ? call.send({ actions: change(listOf(call.given.actions)) })
    : call.send()

const isMergeRequestOpen = ({ state }: Values) => state === 'opened' || state === 'reopened'

export const faultyTamarindServers: readonly FaultyServer[] = [
  {
    name: 'A branch that is protected already keeps its permissions of developers when it is protected again',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters; idempotent, 200 if already protected',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const before = (await call.askAsRoot('GET', branchPath(call))).json
        if (at(before, 'protected') !== true) return call.send()
        const names = ['developers_can_push', 'developers_can_merge']
        return call.send(Object.fromEntries(names.map((name) => [name, at(before, name)])))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const path = `/projects/${project}/repository/branches/stable`
      await ask('PUT', `${path}/protect`)
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'The protection of a branch is taken from the branches below its name too',
    breaks:
      'Document 3, Branch protection: PUT .../branches/:branch/unprotect makes that branch protected false',
    at: ['unprotectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async unprotectBranch(call) {
        const response = await call.send()
        if (!response.ok) return response
        const branches = `${repositoryPath(call)}/branches`
        const { json } = await call.askAsRoot('GET', `${branches}?per_page=100`)
        for (const { name, protected: isProtected } of listOf(json)) {
          if (isProtected !== true || !String(name).startsWith(`${call.path.branch}-`)) continue
          await call.askAsRoot('PUT', `${branches}/${encoded(name)}/unprotect`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches`
      for (const name of ['stable', 'stable-2']) {
        await newBranch(ask, project, name)
        await ask('PUT', `${path}/${name}/protect`)
      }
      await ask('PUT', `${path}/stable/unprotect`)
      return at((await ask('GET', `${path}/stable-2`)).json, 'protected') === false
    },
  },
  {
    name: 'The release of a tag is rewritten with that of another tag of the same commit',
    breaks:
      'Document 3, PUT .../tags/:tag_name/release: writes the description of the release of that tag',
    at: ['updateRelease', 'getTag', 'listTags'],
    start: serving(() => ({
      async updateRelease(call) {
        const response = await call.send()
        if (!response.ok) return response
        const tags = `${repositoryPath(call)}/tags`
        const all = listOf((await call.askAsRoot('GET', `${tags}?per_page=100`)).json)
        const written = all.find(({ name }) => name === call.path.tag_name)
        const { description } = call.given
        for (const tag of all) {
          const isSame = at(tag, 'commit.id') === at(written, 'commit.id')
          if (tag === written || !isSame || tag.release === null) continue
          await call.askAsRoot('PUT', `${tags}/${encoded(tag.name)}/release`, { description })
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      for (const tag_name of ['v1', 'v2']) {
        await ask('POST', path, { body: { tag_name, ref: 'master', release_description: 'Old' } })
      }
      await ask('PUT', `${path}/v1/release`, { body: { description: 'New' } })
      return at((await ask('GET', `${path}/v2`)).json, 'release.description') === 'New'
    },
  },
  {
    name: 'A status of a commit that is posted again in the same state keeps its description',
    breaks:
      'Document 3, Commit status: posting a status adds or updates the status of the commit for the given name; description',
    at: ['createCommitStatus', 'listCommitStatuses'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const name = call.given.name ?? call.given.context ?? 'default'
        const statuses = `${repositoryPath(call)}/commits/${encoded(call.path.sha)}/statuses`
        const { json } = await call.askAsRoot('GET', `${statuses}?per_page=100`)
        const before = listOf(json).find(
          (one) =>
            one.name === name &&
            one.status === call.given.state &&
            (call.given.ref === undefined || call.given.ref === one.ref),
        )
        if (before === undefined || call.given.description === undefined) return call.send()
        return call.send({ description: before.description ?? undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const description of ['One', 'Two']) {
        const body = { state: 'running', name: 'check', description }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const { json } = await ask('GET', `/projects/${project}/repository/commits/${sha}/statuses`)
      return at(json, '0.description') === 'One'
    },
  },
  {
    name: 'A file that a commit moves keeps its old content whatever content comes with it',
    breaks: 'Document 3, actions[]: content is required except for delete; optional for move',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit: (call) =>
        changedActions(call, (actions) =>
          actions.map((one) => {
            if (one.action !== 'move') return one
            const { content, encoding, ...rest } = one
            return rest
          }),
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const action = { action: 'move', previous_path: 'README.md', file_path: 'READ.md' }
      const body = {
        branch_name: 'master',
        commit_message: 'Move',
        actions: [{ ...action, content: 'Two\n' }],
      }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      return (await textOfFile(ask, project, 'READ.md')) === 'One\n'
    },
  },
  {
    name: 'An action of a commit without an encoding is read in the encoding of the one before it',
    breaks: 'Document 3, actions[]: encoding is text (default) or base64',
    at: ['createCommit'],
    start: serving(() => ({
      createCommit: (call) =>
        changedActions(call, (actions) => {
          let last: unknown
          return actions.map((one) => {
            last = one.encoding ?? last
            return last === undefined || one.content === undefined
              ? one
              : { ...one, encoding: last }
          })
        }),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const actions = [
        { action: 'create', file_path: 'one.txt', content: 'T25l', encoding: 'base64' },
        { action: 'create', file_path: 'two.txt', content: 'VHdv' },
      ]
      const body = { branch_name: 'master', commit_message: 'Two files', actions }
      await ask('POST', `/projects/${project}/repository/commits`, { body })
      return (await textOfFile(ask, project, 'two.txt')) === 'Two'
    },
  },
  {
    name: 'The e-mail of another user is removed among the own ones by whoever gives its id',
    breaks:
      'Document 1, DELETE /user/emails/:email_id: an e-mail of the caller; DELETE /users/:id/emails/:email_id is for administrators',
    at: ['deleteOwnEmail', 'listOwnEmails', 'getOwnEmail', 'listEmailsOfUser'],
    start: serving(() => {
      const owners = new Map<string, number>()
      return {
        async createOwnEmail(call) {
          const response = await call.send()
          const owner = idOf(await callerOf(call))
          if (response.ok) owners.set(String(idOf(await jsonOf(response))), owner)
          return response
        },
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) owners.set(String(idOf(await jsonOf(response))), Number(call.path.id))
          return response
        },
        async deleteOwnEmail(call) {
          const owner = owners.get(String(call.path.email_id))
          const response = await call.send()
          if (response.ok && owner !== undefined) {
            await call.askAsRoot('DELETE', `/users/${owner}/emails/${call.path.email_id}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const one = await newUser(ask)
      const two = await newUser(ask)
      const body = { email: `${freshName('mail')}@tamarind.example` }
      const { json } = await ask('POST', `/users/${one.id}/emails`, { body })
      await actingAs(ask, two.id)('DELETE', `/user/emails/${idOf(json)}`)
      const left = (await ask('GET', `/users/${one.id}/emails`)).json
      return !fieldOf(left, 'id').includes(idOf(json))
    },
  },
  {
    name: 'A merge merges the open merge requests of the same branch into other branches as well',
    breaks:
      'Document 2, States of a merge request: one is merged by PUT /projects/:id/merge_requests/:merge_request_id/merge',
    at: ['mergeMergeRequest', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const before = fieldsOf((await call.askAsRoot('GET', mergeRequestPath(call))).json)
        const list = `${projectPath(call)}/merge_requests`
        const all = listOf((await call.askAsRoot('GET', `${list}?per_page=100`)).json)
        const response = await call.send()
        const isMerged = response.ok && at(await jsonOf(response), 'state') === 'merged'
        if (!isMerged) return response
        for (const one of all) {
          const isSame =
            one.source_branch === before.source_branch &&
            one.source_project_id === before.source_project_id
          if (one.id === before.id || !isSame || !isMergeRequestOpen(one)) continue
          await call.askAsRoot('PUT', `${list}/${one.id}/merge`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'stable')
      const one = await newMergeRequest(ask, project, 'work')
      const path = `/projects/${project}/merge_requests`
      const body = { source_branch: 'work', target_branch: 'stable', title: 'Also there' }
      const other = idOf((await ask('POST', path, { body })).json)
      await ask('PUT', `${path}/${one}/merge`)
      return at((await ask('GET', `${path}/${other}`)).json, 'state') === 'merged'
    },
  },
  {
    name: 'A branch is not said to be merged as long as it is protected',
    breaks: 'Document 3, Branch: merged boolean',
    at: ['listBranches', 'getBranch', 'protectBranch'],
    start: serving(() => {
      const unmerged = (one: Values) => (one.protected === true ? { ...one, merged: false } : one)
      return {
        listBranches: async (call) =>
          changed(await call.send(), (json) =>
            Array.isArray(json) ? listOf(json).map(unmerged) : json,
          ),
        getBranch: async (call) => changed(await call.send(), (json) => unmerged(fieldsOf(json))),
        protectBranch: async (call) =>
          changed(await call.send(), (json) => unmerged(fieldsOf(json))),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/work`
      const request = await newMergeRequest(ask, project, 'work')
      await ask('PUT', `/projects/${project}/merge_requests/${request}/merge`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'merged') === false
    },
  },
  {
    name: 'The removal of the merged branches leaves those with a slash in their names',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches', 'listBranches', 'getBranch'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const branches = `${repositoryPath(call)}/branches`
        const isAllowed = (await callerOf(call)).is_admin === true || (await levelOf(call)) >= 30
        const { json } = await call.ask('GET', `${branches}?per_page=100`)
        const merged = listOf(json).filter((one) => one.merged === true)
        const isSlashed = ({ name }: Values) => String(name).includes('/')
        if (!isAllowed || !merged.some(isSlashed)) return call.send()
        // The default branch and the protected ones are refused.
        const project = (await call.ask('GET', projectPath(call))).json
        for (const one of merged) {
          const isKept = one.name === at(project, 'default_branch') || one.protected === true
          if (isSlashed(one) || isKept) continue
          await call.ask('DELETE', `${branches}/${encoded(one.name)}`)
        }
        return jsonAnswer(200, null)
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'work/one')
      await writeFile(ask, project, { file_path: 'two.txt', branch_name: 'work/one' })
      const body = { source_branch: 'work/one', target_branch: 'master', title: 'One' }
      const list = `/projects/${project}/merge_requests`
      const { json } = await ask('POST', list, { body })
      await ask('PUT', `${list}/${idOf(json)}/merge`)
      const path = `/projects/${project}/repository`
      await ask('DELETE', `${path}/merged_branches`)
      return (await ask('GET', `${path}/branches/${encoded('work/one')}`)).status === 200
    },
  },
  {
    name: 'The other builds of a stage are canceled together with one of them',
    breaks: 'Document 3, POST .../builds/:build_id/cancel: that build becomes canceled',
    at: ['cancelBuild', 'getBuild', 'listBuilds', 'listBuildsOfCommit'],
    start: serving(() => ({
      async cancelBuild(call) {
        const response = await call.send()
        if (!response.ok) return response
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const build = (await call.askAsRoot('GET', path)).json
        const builds = `${projectPath(call)}/builds`
        const { json } = await call.askAsRoot('GET', `${builds}?per_page=100`)
        for (const one of listOf(json)) {
          const isSame =
            one.stage === at(build, 'stage') && at(one, 'pipeline.id') === at(build, 'pipeline.id')
          const isActive = ['created', 'pending', 'running'].includes(String(one.status))
          if (isSame && isActive) await call.askAsRoot('POST', `${builds}/${one.id}/cancel`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newBuilds(ask)}/builds`
      const ids = fieldOf((await ask('GET', path)).json, 'id')
      await ask('POST', `${path}/${ids[0]}/cancel`)
      return at((await ask('GET', `${path}/${ids[1]}`)).json, 'status') === 'canceled'
    },
  },
  {
    name: 'The number of the builds of some states is given as that of all builds',
    breaks:
      'Document 1, Limits: X-Total on paginated lists; Document 3, GET /projects/:id/builds: scope',
    at: ['listBuilds'],
    start: serving(() => ({
      async listBuilds(call) {
        const response = await call.send()
        if (!response.ok || call.given.scope === undefined) return response
        const all = await call.send({ scope: undefined })
        const total = all.headers.get('x-total')
        return total === null ? response : changed(response, (json) => json, { 'x-total': total })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newBuilds(ask)}/builds`
      return (await ask('GET', `${path}?scope=canceled`)).headers.get('x-total') === '2'
    },
  },
  {
    name: 'A recursive tree of a folder is that of the whole repository',
    breaks: 'Document 3, GET /projects/:id/repository/tree: path (subdirectory), recursive',
    at: ['listTree'],
    start: serving(() => ({
      listTree: async (call) => {
        if (!isTrue(call.given.recursive) || call.given.path === undefined) return call.send()
        const response = await call.send()
        return response.ok ? call.send({ path: undefined }) : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'one/two/three.txt' })
      const path = `/projects/${project}/repository/tree?path=one&recursive=true`
      return fieldOf((await ask('GET', path)).json, 'path').includes('README.md')
    },
  },
  {
    name: 'A member who was removed from a private project reads its tags as before',
    breaks: 'Document 1, Errors: a GET on a private project by a non-member gives 404',
    at: ['listTags', 'removeProjectMember'],
    start: serving(() => {
      const former = new Set<string>()
      return {
        async removeProjectMember(call) {
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const response = await call.send()
          if (response.ok) former.add(`${project} ${call.path.user_id}`)
          return response
        },
        async listTags(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          const caller = idOf(await callerOf(call))
          return former.has(`${project} ${caller}`) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/${id}`)
      const tags = `/projects/${project}/repository/tags`
      return (await actingAs(ask, id)('GET', tags)).status === 200
    },
  },
  {
    name: 'A user who unsubscribed from an issue is taken for a subscriber when subscribing again',
    breaks:
      'Document 2, Subscription: POST .../subscription subscribes the caller (304 if already subscribed)',
    at: ['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const unsubscribed = new Set<string>()
      const keyOf = async (call: Call) => `${call.path.issue_id} ${idOf(await callerOf(call))}`
      return {
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) unsubscribed.add(await keyOf(call))
          return response
        },
        async subscribeToIssue(call) {
          if (call.isAnonymous || !unsubscribed.has(await keyOf(call))) return call.send()
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { status } = await call.ask('GET', path)
          return status === 200 ? notModified() : call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      await ask('DELETE', path)
      return (await ask('POST', path)).status === 304
    },
  },
]
