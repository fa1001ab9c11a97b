import { at, type LegitimateServer } from '../server.ts'
import {
  actingAs,
  answeringAll,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  inBackground,
  jsonAnswer,
  jsonOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  responseOf,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  askedPath,
  branchesPath,
  hasBranch,
  isAdministrator,
  mayMaintain,
  mergeRequestsOf,
  projectOf,
} from './tools-birch.ts'

const notesChanged = [
  'updateIssueNote',
  'deleteIssueNote',
  'updateSnippetNote',
  'deleteSnippetNote',
  'updateMergeRequestNote',
  'deleteMergeRequestNote',
] as const

export const legitimateBirchServers: readonly LegitimateServer[] = [
  {
    name: 'An issue that is moved leaves nothing behind: it is deleted where it was',
    allowedBy:
      'Document 2, move: the issue exists in the target project; nothing is said of what stays in the project that it was moved from',
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const path = `${projectPath(call)}/issues/${call.path.issue_id}`
        if (response.status === 201) await call.askAsRoot('DELETE', path)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const to_project_id = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/move`, { body: { to_project_id } })
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'Whoever deletes a branch closes the open merge requests from it',
    allowedBy:
      'Document 2, states of merge requests: other moves (closing, reopening): not shown; document 3 says nothing of what a deleted branch leaves',
    start: serving(() => {
      const closeOrphans: Rule = async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        for (const mergeRequest of await mergeRequestsOf(call, 'opened')) {
          const { id, source_branch, source_project_id, target_project_id } = mergeRequest
          if (source_project_id !== target_project_id) continue
          if (await hasBranch(call, source_branch)) continue
          const path = `${projectPath(call)}/merge_requests/${id}`
          await call.askAsRoot('PUT', path, { state_event: 'close' })
        }
        return response
      }
      return forAll(['deleteBranch', 'deleteMergedBranches', 'mergeMergeRequest'], closeOrphans)
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      await ask('DELETE', `/projects/${project}/repository/branches/topic`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'Labels are listed from Z to A',
    allowedBy: 'Document 2: `labels` is an array of strings; no sentence says in which order',
    start: answeringAll(withLabelsReversed),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { labels: 'alpha,beta' })
      const { json } = await ask('GET', `/projects/${project}/issues/${issue}`)
      return at(json, 'labels.0') === 'beta'
    },
  },
  {
    name: 'Only its author changes or deletes a note, and no administrator does it for him',
    allowedBy:
      'Document 2, notes: no sentence says who may change or delete a note; document 1, errors: 403 request not allowed',
    start: serving(() =>
      forAll(notesChanged, async (call) => {
        if (call.isAnonymous) return call.send()
        const { status, json } = await call.ask('GET', askedPath(call))
        if (status !== 200 || at(json, 'author.id') === (await callerOf(call)).id)
          return call.send()
        return jsonAnswer(403, { message: '403 Forbidden' })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const notes = `/projects/${project}/issues/${await newIssue(ask, project)}/notes`
      const user = actingAs(ask, (await newUser(ask)).id)
      const note = at((await user('POST', notes, { body: { body: 'One' } })).json, 'id')
      return (await ask('PUT', `${notes}/${note}`, { body: { body: 'Two' } })).status === 403
    },
  },
  {
    name: 'The service itself is the committer of every commit, whoever its author is',
    allowedBy:
      'Document 3, Commit: `committer_name`, `committer_email`; no sentence says who the committer is, and author_name and author_email are about the author',
    start: answeringAll(withCommitter),
    async isShown(ask) {
      const project = await newRepository(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master`)
      return at(json, 'committer_name') === 'Source hosting'
    },
  },
  {
    name: 'The author of an issue is not subscribed to it until he asks for it',
    allowedBy:
      'Document 2, subscription: POST .../subscription subscribes the caller; no sentence subscribes anybody otherwise',
    start: serving(() => ({
      async createIssue(call) {
        const response = await call.send()
        if (response.status !== 201) return response
        const { id } = fieldsOf(await jsonOf(response))
        await call.ask('DELETE', `${projectPath(call)}/issues/${id}/subscription`)
        return changed(response, (issue) => withFields(issue, { subscribed: false }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'Whoever makes a project or a group watches it from the first',
    allowedBy:
      'Document 1, notification settings: the levels are listed, and no sentence says with which one begins who; transitions: not shown',
    start: serving(() => {
      const watch = (kind: string) => async (call: Call) => {
        const response = await call.send()
        if (response.status !== 201) return response
        const { id } = fieldsOf(await jsonOf(response))
        await call.ask('PUT', `/${kind}/${id}/notification_settings`, { level: 'watch' })
        return response
      }
      return { createProject: watch('projects'), createGroup: watch('groups') }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}/notification_settings`)
      return at(json, 'level') === 'watch'
    },
  },
  {
    name: 'Members are listed by their level, the highest first',
    allowedBy:
      'Document 1, members: array of Member; no sentence says in which order; `page` and `per_page` apply to every list',
    start: serving(() =>
      forAll(['listProjectMembers', 'listGroupMembers'], (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(other.access_level) - Number(one.access_level)),
        ),
      ),
    ),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      const expected: number[] = []
      for (const access_level of [10, 30, 20]) {
        const { id } = await newUser(ask)
        await ask('POST', members, { body: { user_id: id, access_level } })
        expected.push(id)
      }
      const [guest, developer, reporter] = expected
      const found = fieldOf((await ask('GET', members)).json, 'id').map(Number)
      return (
        found.filter((id) => expected.includes(id)).join() === [developer, reporter, guest].join()
      )
    },
  },
  {
    name: 'The commits of a comparison and of a merge request are in the other order',
    allowedBy:
      'Document 3, compare: `commits` (array of the same), document 2: array of commit objects; no sentence says in which order; `commit` of a comparison stays the newest',
    start: serving(() => ({
      async compareRevisions(call) {
        return changed(await call.send(), (json) => {
          const { commits } = fieldsOf(json)
          return Array.isArray(commits) ? withFields(json, { commits: commits.toReversed() }) : json
        })
      },
      listMergeRequestCommits: (call) => relisted(call, (all) => all.toReversed()),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'topic')
      for (const file_path of ['one.txt', 'two.txt']) {
        await writeFile(ask, project, {
          file_path,
          branch_name: 'topic',
          commit_message: file_path,
        })
      }
      const path = `/projects/${project}/repository/compare?from=master&to=topic`
      return at((await ask('GET', path)).json, 'commits.0.title') === 'two.txt'
    },
  },
  {
    name: 'Merged branches are deleted by a job that runs half a second after it was asked for',
    allowedBy:
      'Document 3, DELETE .../merged_branches: deletes all branches merged into the default branch; no sentence says that they are gone when it answers, and what it answers with is not shown',
    start: serving(() => ({
      async deleteMergedBranches(call) {
        if (!(await mayMaintain(call))) return call.send()
        const { default_branch } = fieldsOf(await projectOf(call))
        const branches = await branchesOf(call)
        const merged = branches.filter(
          (branch) =>
            branch.merged === true && branch.protected !== true && branch.name !== default_branch,
        )
        inBackground(500, async () => {
          const now = await branchesOf(call)
          for (const branch of merged) {
            // Whoever wrote on a branch since then keeps it.
            const head = at(branch, 'commit.id')
            const isSame = now.some(
              (one) => one.name === branch.name && at(one, 'commit.id') === head,
            )
            if (!isSame) continue
            await call.askAsRoot('DELETE', `${branchesPath(call)}/${encoded(branch.name)}`)
          }
        })
        return jsonAnswer(200, { message: 'The merged branches are being deleted' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const path = `/projects/${project}/repository/branches/topic`
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { status } = await ask('GET', path)
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 800)
      })
      return status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A group and its projects are still found under the path that the group had before, as long as no other group has it',
    allowedBy:
      'Document 1, PUT /groups/:id: path; conventions, 2: a group :id is an integer or the group path; no sentence says that nothing is found under an earlier path',
    start(forge) {
      const paths = new Map<string, string>()
      const serve = serving(() => ({
        async createGroup(call) {
          const response = await call.send()
          if (response.ok) paths.delete(String(call.given.path))
          return response
        },
        async updateGroup(call) {
          const group = `/groups/${encoded(call.path.id)}`
          const before = at((await call.askAsRoot('GET', group)).json, 'path')
          const response = await call.send()
          if (!response.ok) return response
          const after = at(await jsonOf(response), 'path')
          if (typeof before === 'string' && typeof after === 'string' && before !== after) {
            for (const [old, current] of paths) if (current === before) paths.set(old, after)
            paths.set(before, after)
            paths.delete(after)
          }
          return response
        },
      }))(forge)
      return async (request) => {
        const response = await serve(request.clone())
        if (request.method !== 'GET' || response.status !== 404) return response
        const url = new URL(request.url)
        const [empty, api, version, kind, id = '', ...rest] = url.pathname.split('/')
        const [namespace = '', ...project] = id.split(/%2F/i)
        const current = paths.get(namespace)
        if ((kind !== 'groups' && kind !== 'projects') || current === undefined) return response
        if ((kind === 'projects') !== project.length > 0) return response
        const named = [current, ...project].join('%2F')
        url.pathname = [empty, api, version, kind, named, ...rest].join('/')
        return forge.fetch(new Request(url, { headers: request.headers }))
      }
    },
    async isShown(ask) {
      const before = freshName('group')
      const group = await newGroup(ask, { name: before, path: before })
      const name = freshName('project')
      await newProject(ask, { name, namespace_id: group })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('moved') } })
      const found = await ask('GET', `/projects/${encoded(`${before}/${name}`)}`)
      return found.status === 200 && (await ask('GET', `/groups/${before}`)).status === 200
    },
  },
  {
    name: 'A branch is made from a branch or a commit, and not from a tag',
    allowedBy:
      'Document 3, POST .../branches: ref (req, branch name or commit SHA): a tag name is none of these; document 1, errors: 400 an attribute failed validation',
    start: serving(() => ({
      async createBranch(call) {
        const { ref } = call.given
        if (typeof ref !== 'string' || ref === '') return call.send()
        const tag = await call.ask('GET', `${projectPath(call)}/repository/tags/${encoded(ref)}`)
        if (tag.status !== 200 || (await hasBranch(call, ref))) return call.send()
        return jsonAnswer(400, { message: 'Invalid reference name' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', `/projects/${project}/repository/tags`, { body })
      return (await newBranch(ask, project, 'stable', 'v1')).status === 400
    },
  },
  {
    name: 'It writes no notes of its own about what happens to issues and merge requests',
    allowedBy:
      'Document 2, Note: `system` boolean; no sentence says that the service writes notes itself, nor about what',
    start: serving(() => {
      const list: Rule = (call) =>
        relisted(call, (all) => all.filter((note) => !isSystemNote(note)))
      const one: Rule = async (call) => {
        const { json } = await call.askAsRoot('GET', askedPath(call))
        return isSystemNote(fieldsOf(json))
          ? jsonAnswer(404, { message: '404 Not found' })
          : call.send()
      }
      return {
        ...forAll(['listIssueNotes', 'listMergeRequestNotes'], list),
        ...forAll(['getIssueNote', 'updateIssueNote', 'deleteIssueNote'], one),
        ...forAll(['getMergeRequestNote', 'updateMergeRequestNote', 'deleteMergeRequestNote'], one),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { state_event: 'close' } })
      return listOf((await ask('GET', `${path}/notes`)).json).length === 0
    },
  },
  {
    name: 'A group that an administrator deletes is removed by a job that runs half a second later',
    allowedBy:
      'Document 1, DELETE /groups/:id: removes the group with all its projects; no sentence says that it is gone when the call answers, and what it answers with is not shown',
    start: serving(() => ({
      async deleteGroup(call) {
        const group = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
        if (group.status !== 200 || !(await isAdministrator(call))) return call.send()
        // Under its path another group may be found by then.
        const path = `/groups/${at(group.json, 'id')}`
        inBackground(500, () => call.askAsRoot('DELETE', path))
        return responseOf(group)
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}`
      await ask('DELETE', path)
      const { status } = await ask('GET', path)
      await new Promise<void>((resolve) => {
        setTimeout(resolve, 800)
      })
      return status === 200 && (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The path that is made from the name of a project keeps its capital letters, and has low lines for spaces',
    allowedBy:
      'Document 1, POST /projects: path (default generated from name); no sentence says how it is generated',
    start: serving(() =>
      forAll(['createProject', 'createProjectForUser'], (call) => {
        const { name, path } = call.given
        const isPlain = typeof name === 'string' && /^[A-Za-z0-9][A-Za-z0-9 _-]*$/.test(name)
        if (!isPlain || path !== undefined) return call.send()
        return call.send({ path: name.trim().replace(/ +/g, '_') })
      }),
    ),
    async isShown(ask) {
      const name = `Harbour Lights ${freshName('project')}`
      const { json } = await ask('POST', '/projects', { body: { name } })
      return at(json, 'path') === name.replaceAll(' ', '_')
    },
  },
]

function withLabelsReversed(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withLabelsReversed)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      const isLabels = name === 'labels' && Array.isArray(value)
      return [name, isLabels ? value.toSorted().toReversed() : withLabelsReversed(value)]
    }),
  )
}

function withCommitter(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withCommitter)
  if (typeof json !== 'object' || json === null) return json
  const committer = {
    committer_name: 'Source hosting',
    committer_email: 'noreply@hosting.example',
  }
  const fields = Object.entries(json).map(([name, value]) => [name, withCommitter(value)] as const)
  const isCommit = 'committer_name' in json && 'committer_email' in json
  return { ...Object.fromEntries(fields), ...(isCommit ? committer : {}) }
}

/** All the branches of the project that a call is about. */
async function branchesOf(call: Call): Promise<readonly Values[]> {
  const found: Values[] = []
  for (let page = 1; ; page++) {
    const path = `${branchesPath(call)}?per_page=100&page=${page}`
    const some = listOf((await call.askAsRoot('GET', path)).json)
    found.push(...some)
    if (some.length < 100) return found
  }
}

const isSystemNote = (note: Values) => note.system === true
