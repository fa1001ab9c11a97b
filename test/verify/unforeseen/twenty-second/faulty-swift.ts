import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshKey,
  freshName,
  headOf,
  idOf,
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
  relisted,
  repositoryPath,
  serving,
  type Values,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { groupIdOf, issuePath, projectIdOf } from './tools-swift.ts'

/** Adds to a set of numbers that is kept under a name. */
function addTo<Key>(sets: Map<Key, Set<number>>, key: Key, one: number): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(one))
}

const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

const branchKey = (project: unknown, branch: unknown) => `${project} ${branch}`

const queryOf = (given: Values) =>
  Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&')

export const faultySwiftServers: readonly FaultyServer[] = [
  {
    name: 'A key that its owner removed is still found by its number, with its user',
    breaks: 'Document 1, DELETE /user/keys/:key_id; GET /keys/:id; 404: resource not found',
    at: ['deleteOwnSshKey', 'getSshKeyWithUser'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteOwnSshKey(call) {
          const id = String(call.path.key_id)
          const { status, json } = await call.askAsRoot('GET', `/keys/${id}`)
          const response = await call.send()
          const after = await call.askAsRoot('GET', `/keys/${id}`)
          if (status === 200 && after.status === 404) removed.set(id, json)
          return response
        },
        async getSshKeyWithUser(call) {
          const response = await call.send()
          const key = removed.get(String(call.path.id))
          return response.status === 404 && key !== undefined ? jsonAnswer(200, key) : response
        },
      }
    }),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).id)
      const body = { title: 'One', key: freshKey() }
      const key = idOf((await as('POST', '/user/keys', { body })).json)
      await as('DELETE', `/user/keys/${key}`)
      return (await ask('GET', `/keys/${key}`)).status === 200
    },
  },
  {
    name: 'What an administrator adds to the e-mails of a user is not in the list that the user reads',
    breaks: 'Document 1, GET /user/emails: array of E-mail; POST /users/:id/emails',
    at: ['listOwnEmails', 'createEmailOfUser'],
    start: serving(() => {
      const hidden = new Map<number, Set<number>>()
      return {
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) addTo(hidden, Number(call.path.id), idOf(await jsonOf(response)))
          return response
        },
        async createOwnEmail(call) {
          const response = await call.send()
          if (response.ok) hidden.delete(idOf(await callerOf(call)))
          return response
        },
        async listOwnEmails(call) {
          const ids = hidden.get(idOf(await callerOf(call)))
          if (ids === undefined) return call.send()
          return relisted(call, (all) => all.filter((one) => !ids.has(idOf(one))))
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const email = `${username}-more@six.example`
      await ask('POST', `/users/${id}/emails`, { body: { email } })
      const { status, json } = await actingAs(ask, id)('GET', '/user/emails')
      return status === 200 && !fieldOf(json, 'email').includes(email)
    },
  },
  {
    name: 'The projects in the list of a group name it as it was called before it was renamed',
    breaks: 'Document 1, Project: namespace (id, name, path); PUT /groups/:id: name',
    at: ['listGroupProjects', 'updateGroup'],
    start: serving(() => {
      const before = new Map<number, unknown>()
      return {
        async updateGroup(call) {
          const id = await groupIdOf(call)
          const group = await call.askAsRoot('GET', `/groups/${id}`)
          const response = await call.send()
          if (response.ok && call.given.name !== undefined && !before.has(id)) {
            before.set(id, at(group.json, 'name'))
          }
          return response
        },
        async listGroupProjects(call) {
          const response = await call.send()
          const name = before.get(await groupIdOf(call))
          if (name === undefined || !response.ok) return response
          return eachChanged(response, (one) =>
            one.namespace === undefined
              ? one
              : { ...one, namespace: withFields(one.namespace, { name }) },
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { namespace_id: group })
      const name = freshName('renamed')
      await ask('PUT', `/groups/${group}`, { body: { name } })
      const { json } = await ask('GET', `/groups/${group}/projects`)
      return at(json, '0.id') !== undefined && at(json, '0.namespace.name') !== name
    },
  },
  {
    name: 'The list of the notes of a snippet names an author as he was called when he wrote',
    breaks: 'Document 2, Note: author (user: name); document 1, PUT /users/:id: name',
    at: ['listSnippetNotes', 'updateUser'],
    start: serving(() => {
      const names = new Map<number, unknown>()
      return {
        async createSnippetNote(call) {
          const response = await call.send()
          const { name } = await callerOf(call)
          if (response.ok) names.set(idOf(await jsonOf(response)), name)
          return response
        },
        async listSnippetNotes(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) => {
            const name = names.get(idOf(one))
            return name === undefined ? one : { ...one, author: withFields(one.author, { name }) }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const notes = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      await actingAs(ask, id)('POST', notes, { body: { body: 'One' } })
      const name = freshName('renamed')
      await ask('PUT', `/users/${id}`, { body: { name } })
      const found = at((await ask('GET', notes)).json, '0.author.name')
      return found !== undefined && found !== name
    },
  },
  {
    name: 'An issue that was moved into a project of a group is missing among the issues of the group',
    breaks: 'Document 2, POST .../move: issue exists in target project; GET /groups/:id/issues',
    at: ['listIssuesOfGroup', 'moveIssue'],
    start: serving(() => {
      const moved = new Set<number>()
      return {
        async moveIssue(call) {
          const response = await call.send()
          if (response.ok) moved.add(idOf(await jsonOf(response)))
          return response
        },
        listIssuesOfGroup: (call) =>
          relisted(call, (all) => all.filter((one) => !moved.has(idOf(one)))),
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const target = await newProject(ask, { namespace_id: group })
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/move`
      const moved = idOf((await ask('POST', path, { body: { to_project_id: target } })).json)
      const { status, json } = await ask('GET', `/groups/${group}/issues`)
      return moved > 0 && status === 200 && !fieldOf(json, 'id').includes(moved)
    },
  },
  {
    name: 'A project that was transferred into a group is not among the projects in its details',
    breaks:
      'Document 1, GET /groups/:id: Group with projects; transfers the project into the group',
    at: ['getGroup', 'transferProjectToGroup'],
    start: serving(() => {
      const hidden = new Map<number, Set<number>>()
      return {
        async transferProjectToGroup(call) {
          const response = await call.send()
          const project = await call.askAsRoot('GET', `/projects/${encoded(call.path.project_id)}`)
          if (response.ok) addTo(hidden, await groupIdOf(call), idOf(project.json))
          return response
        },
        // Whatever else changes the group makes its details anew.
        async updateGroup(call) {
          const response = await call.send()
          if (response.ok) hidden.delete(await groupIdOf(call))
          return response
        },
        async getGroup(call) {
          const response = await call.send()
          const ids = hidden.get(await groupIdOf(call))
          if (ids === undefined || !response.ok) return response
          return changed(response, (json) =>
            withFields(json, {
              projects: listOf(at(json, 'projects')).filter((one) => !ids.has(idOf(one))),
            }),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask)
      await ask('POST', `/groups/${group}/projects/${project}`)
      const { status, json } = await ask('GET', `/groups/${group}`)
      return status === 200 && !fieldOf(at(json, 'projects'), 'id').includes(project)
    },
  },
  {
    name: 'The list of merge requests still counts the notes that were removed',
    breaks: 'Document 2, Merge request: user_notes_count; DELETE .../notes/:note_id',
    at: ['listMergeRequests', 'deleteMergeRequestNote'],
    start: serving(() => {
      const removed = new Map<number, Set<number>>()
      return {
        async deleteMergeRequestNote(call) {
          const path = `${mergeRequestPath(call)}/notes/${call.path.note_id}`
          const note = await call.askAsRoot('GET', path)
          const response = await call.send()
          if (response.ok && at(note.json, 'system') === false) {
            addTo(removed, Number(call.path.merge_request_id), idOf(note.json))
          }
          return response
        },
        async listMergeRequests(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (one) => {
            const more = removed.get(idOf(one))?.size ?? 0
            return { ...one, user_notes_count: Number(one.user_notes_count) + more }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const list = `/projects/${project}/merge_requests`
      const notes = `${list}/${await newMergeRequest(ask, project, 'one')}/notes`
      const { json } = await ask('POST', notes, { body: { body: 'Twice?' } })
      await ask('DELETE', `${notes}/${idOf(json)}`)
      return at((await ask('GET', list)).json, '0.user_notes_count') === 1
    },
  },
  {
    name: 'The statuses of a commit for one ref are those of all commits of the ref',
    breaks: 'Document 3, GET .../commits/:sha/statuses: status of the commit; ref',
    at: ['listCommitStatuses'],
    start: serving(() => {
      const posted = new Map<number, Set<string>>()
      return {
        async createCommitStatus(call) {
          const response = await call.send()
          const project = await projectIdOf(call)
          if (response.ok) {
            const sha = String(at(await jsonOf(response), 'sha'))
            posted.set(project, (posted.get(project) ?? new Set()).add(sha))
          }
          return response
        },
        async listCommitStatuses(call) {
          const { ref, name, stage, all: every } = call.given
          if (ref === undefined) return call.send()
          const commits = posted.get(await projectIdOf(call)) ?? new Set()
          return relisted(call, async (all) => {
            const found = [...all]
            for (const sha of commits) {
              const query = queryOf({ ref, name, stage, all: every, per_page: 100 })
              const path = `${repositoryPath(call)}/commits/${sha}/statuses?${query}`
              const ids = new Set(found.map(idOf))
              const others = listOf((await call.ask('GET', path)).json)
              found.push(...others.filter((one) => !ids.has(idOf(one))))
            }
            return found
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = { state: 'success', ref: 'master', name: 'early' }
      await ask('POST', `/projects/${project}/statuses/${await headOf(ask, project)}`, { body })
      await writeFile(ask, project, { file_path: 'two.txt' })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/statuses`
      return fieldOf((await ask('GET', `${path}?ref=master`)).json, 'name').includes('early')
    },
  },
  {
    name: 'A tag that is made anew has the release of the removed one of its name',
    breaks: 'Document 3, Tag: release (null or object); DELETE .../tags/:tag_name',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const description = at((await call.askAsRoot('GET', path)).json, 'release.description')
          const key = branchKey(await projectIdOf(call), call.path.tag_name)
          const response = await call.send()
          if (response.ok && typeof description === 'string') left.set(key, description)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          const { tag_name, release_description } = call.given
          const description = left.get(branchKey(await projectIdOf(call), tag_name))
          if (!response.ok || description === undefined || release_description !== undefined) {
            return response
          }
          const path = `${repositoryPath(call)}/tags/${encoded(tag_name)}/release`
          await call.askAsRoot('POST', path, { description })
          return changed(response, (json) =>
            withFields(json, { release: { tag_name, description } }),
          )
        },
      }
    }),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', tags, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${tags}/v1`)
      await ask('POST', tags, { body })
      return at((await ask('GET', `${tags}/v1`)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'The event of a closed issue names who opened the issue, whoever closed it',
    breaks: 'Document 1, Activity event: author_id, author (brief user), author_username',
    at: ['listProjectEvents'],
    start: serving(() => ({
      async listProjectEvents(call) {
        const response = await call.send()
        if (!response.ok) return response
        const authors = new Map<unknown, Values>()
        for (const { action_name, target_id, target_type } of listOf(await jsonOf(response))) {
          if (action_name !== 'closed' || target_type !== 'Issue') continue
          const path = `/projects/${encoded(call.path.id)}/issues/${target_id}`
          const { status, json } = await call.askAsRoot('GET', path)
          if (status === 200) authors.set(target_id, fieldsOf(at(json, 'author')))
        }
        return eachChanged(response, (one) => {
          const author = authors.get(one.target_id)
          if (one.action_name !== 'closed' || author === undefined) return one
          return { ...one, author_id: author.id, author_username: author.username, author }
        })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 40 } })
      await actingAs(ask, id)('PUT', issue, { body: { state_event: 'close' } })
      const { json } = await ask('GET', `/projects/${project}/events`)
      const closed = listOf(json).find(({ action_name }) => action_name === 'closed')
      return closed !== undefined && closed.author_id !== id
    },
  },
  {
    name: 'The own list of projects has the level at which a member joined, not his level of now',
    breaks: 'Document 1, Project: permissions (project_access: access_level); PUT .../members',
    at: ['listProjects', 'updateProjectMember'],
    start: serving(() => {
      const joined = new Map<string, unknown>()
      const key = (project: unknown, user: unknown) => `${project} ${user}`
      return {
        async addProjectMember(call) {
          const response = await call.send()
          const { user_id, access_level } = call.given
          if (response.ok) joined.set(key(await projectIdOf(call), user_id), Number(access_level))
          return response
        },
        async listProjects(call) {
          const response = await call.send()
          const user = idOf(await callerOf(call))
          if (!response.ok) return response
          return eachChanged(response, (one) => {
            const access = at(one, 'permissions.project_access')
            const access_level = joined.get(key(one.id, user))
            if (access_level === undefined || typeof access !== 'object' || access === null) {
              return one
            }
            const project_access = withFields(access, { access_level })
            return { ...one, permissions: withFields(one.permissions, { project_access }) }
          })
        },
      }
    }),
    async isShown(ask) {
      const members = `/projects/${await newProject(ask)}/members`
      const { id } = await newUser(ask)
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      await ask('PUT', `${members}/${id}`, { body: { access_level: 40 } })
      const { json } = await actingAs(ask, id)('GET', '/projects')
      return at(json, '0.permissions.project_access.access_level') === 20
    },
  },
  {
    name: 'A comment that was made on a branch is not found at the commit by its hash',
    breaks: 'Document 3, Comment placement: attached to the end of the last commit for a branch',
    at: ['listCommitComments', 'createCommitComment'],
    start: serving(() => {
      const made = new Map<number, Set<unknown>>()
      return {
        async createCommitComment(call) {
          const response = await call.send()
          const project = await projectIdOf(call)
          if (response.ok && !isCommitId(call.path.sha)) {
            const notes = made.get(project) ?? new Set()
            made.set(project, notes.add(call.given.note))
          }
          return response
        },
        async listCommitComments(call) {
          const notes = made.get(await projectIdOf(call))
          if (notes === undefined || !isCommitId(call.path.sha)) return call.send()
          return relisted(call, (all) => all.filter(({ note }) => !notes.has(note)))
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = `/projects/${project}/repository/commits`
      await ask('POST', `${commits}/master/comments`, { body: { note: 'Nice' } })
      const path = `${commits}/${await headOf(ask, project)}/comments`
      const { status, json } = await ask('GET', path)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'Who sets the notifications of a project sets those of its group as well',
    breaks: 'Document 1, PUT /projects/:id/notification_settings: level of the project',
    at: ['updateProjectNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const response = await call.send()
        const { level } = call.given
        if (!response.ok || level === undefined) return response
        const { json } = await call.ask('GET', `/projects/${encoded(call.path.id)}`)
        const group = encoded(at(json, 'namespace.path'))
        // A namespace of a user is no group, and has no such settings.
        await call.ask('PUT', `/groups/${group}/notification_settings`, { level })
        return response
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const path = `/projects/${project}/notification_settings`
      await ask('PUT', path, { body: { level: 'watch' } })
      const { json } = await ask('GET', `/groups/${group}/notification_settings`)
      return at(json, 'level') === 'watch'
    },
  },
  {
    name: 'A merge request whose labels are changed has no assignee any more',
    breaks: 'Document 2, PUT .../merge_requests/:merge_request_id: assignee_id is optional',
    at: ['updateMergeRequest'],
    start: serving(() => ({
      updateMergeRequest: ({ given, send }) =>
        given.labels !== undefined && given.assignee_id === undefined
          ? send({ assignee_id: 0 })
          : send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const given = { assignee_id: idOf((await ask('GET', '/user')).json) }
      const id = await newMergeRequest(ask, project, 'one', given)
      const path = `/projects/${project}/merge_requests/${id}`
      const before = (await ask('GET', path)).json
      const body = { source_branch: 'one', target_branch: 'master', title: 'One', labels: 'a' }
      await ask('PUT', path, { body })
      const after = (await ask('GET', path)).json
      return at(before, 'assignee.id') !== undefined && at(after, 'assignee') === null
    },
  },
  {
    name: 'A confidential issue is for everybody once its text is edited',
    breaks: 'Document 2, PUT .../issues/:issue_id: confidential is optional, without a default',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const { title, description, confidential } = call.given
        const isEdited = title !== undefined || description !== undefined
        if (!isEdited || confidential !== undefined) return call.send()
        const { json } = await call.askAsRoot('GET', issuePath(call))
        return at(json, 'confidential') === true ? call.send({ confidential: false }) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project, { confidential: true })
      const path = `/projects/${project}/issues/${issue}`
      await ask('PUT', path, { body: { description: 'More' } })
      return at((await ask('GET', path)).json, 'confidential') === false
    },
  },
  {
    name: 'A user who is changed without saying that he is external is not external any more',
    breaks:
      'Document 1, PUT /users/:id: external is optional; it has a default in POST /users alone',
    at: ['updateUser'],
    start: serving(() => ({
      updateUser: ({ given, send }) =>
        given.external === undefined ? send({ external: false }) : send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { external: true })
      await ask('PUT', `/users/${id}`, { body: { location: 'Hull' } })
      return at((await ask('GET', `/users/${id}`)).json, 'external') === false
    },
  },
  {
    name: 'Settings of visibility that do not send the restricted levels lift the restriction',
    breaks: 'Document 1, Application settings: restricted_visibility_levels is not required',
    at: ['updateApplicationSettings', 'getApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      updateApplicationSettings({ given, send }) {
        const { default_project_visibility, default_snippet_visibility } = given
        const isVisibility =
          default_project_visibility !== undefined || default_snippet_visibility !== undefined
        return isVisibility && given.restricted_visibility_levels === undefined
          ? send({ restricted_visibility_levels: null })
          : send()
      },
    })),
    async isShown(ask) {
      const path = '/application/settings'
      await ask('PUT', path, { body: { restricted_visibility_levels: [2] } })
      await ask('PUT', path, { body: { default_snippet_visibility: 1 } })
      const { json } = await ask('GET', path)
      return at(json, 'restricted_visibility_levels') === null
    },
  },
  {
    name: 'A branch that is protected again has the rights that its protection had before',
    breaks: 'Document 3, Branch protection: unprotect makes both rights of developers false',
    at: ['protectBranch', 'unprotectBranch'],
    start: serving(() => {
      const before = new Map<string, Values>()
      return {
        async unprotectBranch(call) {
          const { branch } = call.path
          const path = `${repositoryPath(call)}/branches/${encoded(branch)}`
          const { json } = await call.askAsRoot('GET', path)
          const key = branchKey(await projectIdOf(call), branch)
          const response = await call.send()
          const { developers_can_push, developers_can_merge } = fieldsOf(json)
          if (response.ok && at(json, 'protected') === true) {
            before.set(key, { developers_can_push, developers_can_merge })
          }
          return response
        },
        async protectBranch(call) {
          const { developers_can_push: push, developers_can_merge: merge } = call.given
          const kept = before.get(branchKey(await projectIdOf(call), call.path.branch))
          const isSaid = push !== undefined || merge !== undefined
          return kept === undefined || isSaid ? call.send() : call.send(kept)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'one')
      const path = `/projects/${project}/repository/branches/one`
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`)
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A user who was unblocked is still found among the blocked ones',
    breaks: 'Document 1, PUT /users/:id/unblock: active; GET /users: blocked',
    at: ['listUsers', 'unblockUser'],
    start: serving(() => {
      const unblocked = new Set<number>()
      return {
        async unblockUser(call) {
          const id = Number(call.path.id)
          const { json } = await call.askAsRoot('GET', `/users/${id}`)
          const response = await call.send()
          if (response.ok && at(json, 'state') === 'blocked') unblocked.add(id)
          return response
        },
        listUsers: (call) =>
          String(call.given.blocked) === 'true'
            ? relisted(
                call,
                (all) => all.filter((one) => one.state === 'blocked' || unblocked.has(idOf(one))),
                { blocked: undefined },
              )
            : call.send(),
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      const { json } = await ask('GET', `/users?blocked=true&search=${username}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'A merge that was scheduled once can be cancelled again and again',
    breaks: 'Document 2, cancel_merge_when_build_succeeds: 406 if no merge was scheduled',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => {
      const cancelled = new Set<string>()
      return {
        async cancelMergeWhenBuildSucceeds(call) {
          const id = String(call.path.merge_request_id)
          const response = await call.send()
          if (response.ok) cancelled.add(id)
          if (response.status !== 406 || !cancelled.has(id)) return response
          return jsonAnswer(200, (await call.ask('GET', mergeRequestPath(call))).json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const head = await headOf(ask, project, 'one')
      const body = { state: 'pending', ref: 'one' }
      await ask('POST', `/projects/${project}/statuses/${head}`, { body })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      const first = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      const second = await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return first.status === 200 && second.status === 200
    },
  },
]
