import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  behind,
  callerOf,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  withBody,
  writeFile,
} from '../shared-tools.ts'
import { allForRoot, answeringWithProjects, filtersOf, groupOf, issuePath } from './tools-poplar.ts'

const levelEvents = [
  'new_note',
  'new_issue',
  'reopen_issue',
  'close_issue',
  'reassign_issue',
  'new_merge_request',
  'reopen_merge_request',
  'close_merge_request',
  'reassign_merge_request',
  'merge_merge_request',
  'failed_pipeline',
  'success_pipeline',
]

const isCommitId = (sha: unknown) => /^[0-9a-f]{40}$/.test(String(sha))

export const faultyPoplarServers: readonly FaultyServer[] = [
  {
    name: 'A user who lost the right to create groups by a modification still creates them',
    breaks:
      'Document 1, POST /groups: only for users allowed to create groups; PUT /users/:id: can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const remembered = new Set<unknown>()
      return {
        async updateUser(call) {
          const response = await call.send()
          if (response.ok && isFalse(call.given.can_create_group)) {
            remembered.add(at(await jsonOf(response), 'id'))
          }
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          if (response.status !== 403 || call.isAnonymous) return response
          const { id } = await callerOf(call)
          if (!remembered.has(id)) return response
          const path = `/users/${id}`
          await call.askAsRoot('PUT', path, { can_create_group: true })
          const answer = await call.send()
          await call.askAsRoot('PUT', path, { can_create_group: false })
          return answer
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const path = freshName('crew')
      const answer = await actingAs(ask, id)('POST', '/groups', { body: { name: path, path } })
      return answer.status === 201
    },
  },
  {
    name: 'The further e-mails of a removed user can be added by nobody else',
    breaks:
      'Document 1, POST /user/emails: created E-mail, 201; 400 only for an e-mail that is used already, which that of a removed user is not',
    at: ['deleteUser', 'createOwnEmail', 'createEmailOfUser'],
    start: serving(() => {
      const orphans = new Set<unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/users/${call.path.id}/emails`)
          const response = await call.send()
          if (response.ok) for (const email of fieldOf(json, 'email')) orphans.add(email)
          return response
        },
        ...forAll(['createOwnEmail', 'createEmailOfUser'], async (call) => {
          if (!orphans.has(call.given.email)) return call.send()
          const response = await call.send({ email: undefined })
          if (response.status !== 400) return response
          return jsonAnswer(400, { message: { email: ['has already been taken'] } })
        }),
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const email = `${freshName('second')}@six.example`
      await ask('POST', `/users/${id}/emails`, { body: { email } })
      await ask('DELETE', `/users/${id}`)
      return (await ask('POST', '/user/emails', { body: { email } })).status === 400
    },
  },
  {
    name: 'The path with namespace of a project keeps the path that its group had before it was changed',
    breaks:
      'Document 1, PUT /groups/:id: path; Project: path_with_namespace; conventions: :id is the URL-encoded NAMESPACE/PROJECT_NAME',
    at: ['updateGroup', 'transferProjectToGroup', ...answeringWithProjects],
    start: serving(() => {
      const before = new Map<unknown, string>()
      return {
        ...forAll(answeringWithProjects, async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (project) => {
            const path = before.get(at(project, 'namespace.id'))
            if (path === undefined) return project
            return { ...project, path_with_namespace: `${path}/${project.path}` }
          })
        }),
        async updateGroup(call) {
          const { id, full_path } = await groupOf(call)
          const response = await call.send()
          const isMoved = response.ok && at(await jsonOf(response), 'full_path') !== full_path
          if (isMoved && !before.has(id)) before.set(id, String(full_path))
          return response
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const path = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { path } })
      const { json } = await ask('GET', `/projects/${project}`)
      return !String(at(json, 'path_with_namespace')).startsWith(`${path}/`)
    },
  },
  {
    name: 'A user still owns, in the list of the owned, each project that he once created',
    breaks:
      'Document 1, GET /projects/owned: array of Project owned by the caller; what was transferred into the group of others is theirs',
    at: ['listOwnedProjects', 'transferProjectToGroup'],
    start: serving(() => ({
      async listOwnedProjects(call) {
        if (call.isAnonymous) return call.send()
        const { id } = await callerOf(call)
        return relisted(call, async (owned) => {
          const every = await allForRoot(call, '/projects/all', filtersOf(call))
          return every.flatMap((project) => {
            const own = owned.find((one) => one.id === project.id)
            if (own !== undefined) return [own]
            if (project.creator_id !== id) return []
            return [{ ...project, permissions: { project_access: null, group_access: null } }]
          })
        })
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const asUser = actingAs(ask, id)
      const project = await newProject(asUser)
      await ask('POST', `/groups/${await newGroup(ask)}/projects/${project}`)
      return fieldOf((await asUser('GET', '/projects/owned')).json, 'id').includes(project)
    },
  },
  {
    name: 'The events of the custom level of a group can be turned on, but not off again',
    breaks:
      'Document 1, notification settings: with level `custom`, these boolean email events can be set; PUT /groups/:id/notification_settings: the twelve event booleans',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const path = `/groups/${encoded(call.path.id)}/notification_settings`
        const { json } = await call.ask('GET', path)
        const kept = levelEvents.filter(
          (name) => isFalse(call.given[name]) && at(json, `events.${name}`) === true,
        )
        return call.send(Object.fromEntries(kept.map((name) => [name, true])))
      },
    })),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: true, new_issue: true } })
      await ask('PUT', path, { body: { level: 'custom', new_note: false } })
      return at((await ask('GET', path)).json, 'events.new_note') === true
    },
  },
  {
    name: 'The pages that the header Link names have lost the parameters that are arrays',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listGroups', 'listMergeRequests', 'listBuilds', 'listBuildsOfCommit'],
    start: behind((response) => {
      const link = response.headers.get('link')
      if (link === null) return response
      const kept = link.replace(/<([^>]*)>/g, (_, href: string) => {
        const url = new URL(href)
        const names = [...url.searchParams.keys()].filter((name) => /\[\d*\]$/.test(name))
        for (const name of names) url.searchParams.delete(name)
        return `<${url.href}>`
      })
      return withBody(response, response.body, { link: kept })
    }),
    async isShown(ask) {
      const skipped = await newGroup(ask)
      const { headers } = await ask('GET', `/groups?skip_groups[]=${skipped}&per_page=1`)
      return !/skip_groups/.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'Nobody can create a todo on an issue on which another user has one',
    breaks:
      'Document 2, POST /projects/:id/issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const holders = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const issue = String(call.path.issue_id)
          const isSeen = (await call.ask('GET', issuePath(call))).status === 200
          if (!isSeen) return call.send()
          const { id } = await callerOf(call)
          if (holders.has(issue) && holders.get(issue) !== id) return notModified()
          holders.set(issue, id)
          return call.send()
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'The notes of a private snippet can be read by whoever sees its project',
    breaks: 'Document 2, Snippet: `visibility_level`: 0 visible only to the creator',
    at: ['listSnippetNotes', 'getSnippetNote'],
    start: serving(() =>
      forAll(['listSnippetNotes', 'getSnippetNote'], async (call) => {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const { status } = await call.ask('GET', projectPath(call))
        return status === 200 ? call.sendAsRoot() : response
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 10 })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/notes`
      await ask('POST', path, { body: { body: 'For me alone' } })
      const { id } = await newUser(ask)
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'A merge that waits for its build is scheduled whatever sha is given',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails); 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const isWaiting = isTrue(call.given.merge_when_build_succeeds)
        if (!isWaiting || at(json, 'state') !== 'opened') return call.send()
        return call.send({ sha: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const first = await headOf(ask, project)
      const id = await newMergeRequest(ask, project, 'waiting')
      const head = await headOf(ask, project, 'waiting')
      await ask('POST', `/projects/${project}/statuses/${head}`, {
        body: { state: 'running', ref: 'waiting' },
      })
      const { status } = await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, {
        body: { merge_when_build_succeeds: true, sha: first },
      })
      return status === 200
    },
  },
  {
    name: 'The count of the open issues of a project leaves out those that were moved into it',
    breaks:
      'Document 1, Project: open_issues_count; document 2, move: the issue exists in the target project',
    at: ['moveIssue', ...answeringWithProjects],
    start: serving(() => {
      const movedInto = new Map<unknown, number>()
      return {
        ...forAll(answeringWithProjects, async (call) => {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (project) => {
            const moved = movedInto.get(project.id) ?? 0
            if (moved === 0) return project
            const open_issues_count = Math.max(0, Number(project.open_issues_count) - moved)
            return { ...project, open_issues_count }
          })
        }),
        async moveIssue(call) {
          const response = await call.send()
          const issue = fieldsOf(await jsonOf(response))
          if (response.ok && issue.state !== 'closed') {
            movedInto.set(issue.project_id, (movedInto.get(issue.project_id) ?? 0) + 1)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const from = await newProject(ask)
      const to = await newProject(ask)
      const issue = await newIssue(ask, from)
      await ask('POST', `/projects/${from}/issues/${issue}/move`, { body: { to_project_id: to } })
      return at((await ask('GET', `/projects/${to}`)).json, 'open_issues_count') === 0
    },
  },
  {
    name: 'A commit of several files takes Base64 for text in UTF-8 and spoils every other file',
    breaks: 'Document 3, action item: encoding: `text` (default) or `base64`',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const read = actions.map((action: unknown) => {
          const { encoding, content } = fieldsOf(action)
          if (encoding !== 'base64' || typeof content !== 'string') return action
          const text = Buffer.from(content, 'base64').toString('utf8')
          return { ...fieldsOf(action), content: Buffer.from(text).toString('base64') }
        })
        return call.send({ actions: read })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8]).toString('base64')
      const action = { action: 'create', file_path: 'sail.png', content, encoding: 'base64' }
      const repository = `/projects/${project}/repository`
      await ask('POST', `${repository}/commits`, {
        body: { branch_name: 'master', commit_message: 'Draw', actions: [action] },
      })
      const { json } = await ask('GET', `${repository}/files?file_path=sail.png&ref=master`)
      const found = at(json, 'content')
      return typeof found === 'string' && found.trim() !== content
    },
  },
  {
    name: 'The list of commits reads since and until without the offset of their time zone',
    breaks:
      'Document 3, GET .../repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const times = Object.entries(call.given).flatMap(([name, value]) => {
          if (name !== 'since' && name !== 'until') return []
          const local = /^(\d{4}-\d\d-\d\dT[\d:.]+)[+ -]\d\d:?\d\d$/.exec(String(value))?.[1]
          return local === undefined ? [] : [[name, `${local}Z`]]
        })
        return call.send(Object.fromEntries(times))
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits`
      const [commit] = listOf((await ask('GET', path)).json)
      const time = new Date(String(commit?.created_at)).getTime()
      const fiveHours = 5 * 60 * 60 * 1000
      const until = new Date(time - fiveHours).toISOString().replace('Z', '-05:00')
      return listOf((await ask('GET', `${path}?until=${encoded(until)}`)).json).length === 0
    },
  },
  {
    name: 'A comment that was made on a commit by the name of its branch is not among those of the commit',
    breaks:
      'Document 3, comment placement: the comment is attached to the end of the last commit when the SHA is a branch or tag name; GET .../commits/:sha/comments: array of Commit comment',
    at: ['createCommitComment', 'listCommitComments'],
    start: serving(() => {
      const byName = new Set<string>()
      const keyOf = (comment: unknown) =>
        JSON.stringify([at(comment, 'created_at'), at(comment, 'note'), at(comment, 'author.id')])
      return {
        async createCommitComment(call) {
          const response = await call.send()
          if (response.ok && !isCommitId(call.path.sha)) byName.add(keyOf(await jsonOf(response)))
          return response
        },
        listCommitComments(call) {
          if (!isCommitId(call.path.sha)) return call.send()
          return relisted(call, (all) => all.filter((comment) => !byName.has(keyOf(comment))))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/commits`
      await ask('POST', `${path}/master/comments`, { body: { note: 'Ahoy' } })
      const { json } = await ask('GET', `${path}/${await headOf(ask, project)}/comments`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'A release that was made together with its tag is replaced by a second one',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'createTag'],
    start: serving(() => {
      const withTag = new Set<string>()
      const keyOf = (id: unknown, tag: unknown) => JSON.stringify([String(id), tag])
      return {
        async createTag(call) {
          const response = await call.send()
          const tag = fieldsOf(await jsonOf(response))
          if (response.ok && tag.release !== null) withTag.add(keyOf(call.path.id, tag.name))
          return response
        },
        async createRelease(call) {
          const response = await call.send()
          const key = keyOf(call.path.id, call.path.tag_name)
          if (response.status !== 409 || !withTag.delete(key)) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { json } = await call.ask('PUT', path, { description: call.given.description })
          return jsonAnswer(201, json)
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, {
        body: { tag_name: 'v1', ref: 'master', release_description: 'First' },
      })
      const answer = await ask('POST', `${path}/v1/release`, { body: { description: 'Second' } })
      return answer.status === 201
    },
  },
  {
    name: 'The deletion of merged branches spares those that no merge request has merged',
    breaks:
      'Document 3, DELETE .../repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const branches = await allForRoot(call, `${repositoryPath(call)}/branches`, {})
        const requests = await allForRoot(call, `${projectPath(call)}/merge_requests`, {
          state: 'merged',
        })
        const sources = requests.map((one) => one.source_branch)
        const response = await call.send()
        if (!response.ok) return response
        const left = fieldOf(await allForRoot(call, `${repositoryPath(call)}/branches`, {}), 'name')
        for (const { name, commit } of branches) {
          if (left.includes(name) || sources.includes(name)) continue
          const body = { branch_name: name, ref: at(commit, 'id') }
          await call.askAsRoot('POST', `${repositoryPath(call)}/branches`, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'behind')
      await writeFile(ask, project, { file_path: 'further.txt' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      return (await ask('GET', `${repository}/branches/behind`)).status === 200
    },
  },
]
