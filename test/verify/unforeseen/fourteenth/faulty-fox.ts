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
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  projectPath,
  repositoryPath,
  serving,
  withBody,
  withFields,
} from '../shared-tools.ts'
import { issuePathOf, kept, newMember, newNote, newTag } from './tools-fox.ts'

export const faultyFoxServers: readonly FaultyServer[] = [
  {
    name: 'A new user whose projects are limited to none has the limit of everybody',
    breaks: 'Document 1, POST /users: projects_limit (integer)',
    at: ['createUser'],
    start: serving(() => ({
      createUser: (call) =>
        Number(call.given.projects_limit) === 0
          ? call.send({ projects_limit: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { projects_limit: 0 })
      return Number(at((await ask('GET', `/users/${id}`)).json, 'projects_limit')) > 0
    },
  },
  {
    name: 'The private token is told to the administrator who acts by a username, not by an id',
    breaks:
      'Document 1, User: the authenticated-user response made with sudo also carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        if (!/^\d+$/.test(call.sudo ?? '')) return response
        return changed(response, (json) => {
          const { private_token: _, ...others } = fieldsOf(json)
          return others
        })
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const { json, status } = await actingAs(ask, user.id)('GET', '/user')
      return status === 200 && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'Deleting a key of one’s own deletes whosever key it is',
    breaks: 'Document 1, DELETE /user/keys/:key_id: a key of the caller; 200 even if absent',
    at: ['deleteOwnSshKey'],
    start: serving(() => ({
      async deleteOwnSshKey(call) {
        const { json } = await call.askAsRoot('GET', `/keys/${call.path.key_id}`)
        const owner = at(json, 'user.id')
        const response = await call.send()
        if (response.ok && owner !== undefined) {
          await call.askAsRoot('DELETE', `/users/${owner}/keys/${call.path.key_id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const user = await newUser(ask)
      const body = { title: 'Laptop', key: freshKey() }
      const { json } = await ask('POST', `/users/${user.id}/keys`, { body })
      await ask('DELETE', `/user/keys/${idOf(json)}`)
      return listOf((await ask('GET', `/users/${user.id}/keys`)).json).length === 0
    },
  },
  {
    name: 'The title of one key of one’s own is escaped for HTML, and in the list it is not',
    breaks: 'Document 1, SSH key: title; responses are JSON',
    at: ['getOwnSshKey'],
    start: serving(() => ({
      async getOwnSshKey(call) {
        return changed(await call.send(), (json) => {
          const title = at(json, 'title')
          if (typeof title !== 'string') return json
          return withFields(json, { title: title.replace(/&/g, '&amp;').replace(/</g, '&lt;') })
        })
      },
    })),
    async isShown(ask) {
      const body = { title: 'Desk & <lab>', key: freshKey() }
      const { json } = await ask('POST', '/user/keys', { body })
      const one = await ask('GET', `/user/keys/${idOf(json)}`)
      return at(one.json, 'title') === 'Desk &amp; &lt;lab>'
    },
  },
  {
    name: 'An e-mail that was removed from an account is taken for ever',
    breaks: 'Document 1, POST /user/emails: created E-mail, 201; taken only while it is used',
    at: ['createOwnEmail', 'deleteOwnEmail'],
    start: serving(() => {
      const removed = new Set<unknown>()
      return {
        async deleteOwnEmail(call) {
          const { json } = await call.ask('GET', `/user/emails/${call.path.email_id}`)
          const response = await call.send()
          if (response.ok) removed.add(at(json, 'email'))
          return response
        },
        async createOwnEmail(call) {
          if (!removed.has(call.given.email)) return call.send()
          return jsonAnswer(400, { message: { email: ['has already been taken'] } })
        },
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('again')}@six.example` }
      const { json } = await ask('POST', '/user/emails', { body })
      await ask('DELETE', `/user/emails/${idOf(json)}`)
      return (await ask('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'Members of a group who are searched for are counted with those not found',
    breaks: 'Document 1, GET /groups/:id/members: query; Limits: X-Total, X-Total-Pages',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        if (call.given.query === undefined || !response.ok) return response
        const all = await call.send({ query: undefined })
        const counts = ['x-total', 'x-total-pages'].map((name) => [
          name,
          all.headers.get(name) ?? '',
        ])
        return withBody(response, response.body, Object.fromEntries(counts))
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const user = await newUser(ask)
      const body = { user_id: user.id, access_level: 20 }
      await ask('POST', `/groups/${group}/members`, { body })
      const found = await ask('GET', `/groups/${group}/members?query=${user.username}`)
      return listOf(found.json).length === 1 && found.headers.get('x-total') === '2'
    },
  },
  {
    name: 'Who was removed from a private project still reads it',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['removeProjectMember', 'getProject'],
    start: serving(() => {
      const removed = new Set<string>()
      return {
        async removeProjectMember(call) {
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const response = await call.send()
          if (response.ok) removed.add(`${idOf(json)} ${call.path.user_id}`)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404 || call.isAnonymous) return response
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const key = `${idOf(json)} ${(await callerOf(call)).id}`
          return removed.has(key) ? call.sendAsRoot() : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const member = await newMember(ask, project, 30)
      await ask('DELETE', `/projects/${project}/members/${member.id}`)
      return (await member.ask('GET', `/projects/${project}`)).status === 200
    },
  },
  {
    name: 'The notification level of a group is told as that of whoever set one last',
    breaks: 'Document 1, GET /groups/:id/notification_settings: the level of the caller',
    at: ['getGroupNotificationSettings', 'updateGroupNotificationSettings'],
    start: serving(() => {
      const levels = new Map<string, unknown>()
      return {
        async updateGroupNotificationSettings(call) {
          const response = await call.send()
          const json = await jsonOf(response)
          if (response.ok) levels.set(String(call.path.id), json)
          return response
        },
        async getGroupNotificationSettings(call) {
          const response = await call.send()
          const last = levels.get(String(call.path.id))
          return last === undefined ? response : changed(response, () => last)
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const user = await newUser(ask)
      const member = { user_id: user.id, access_level: 20 }
      await ask('POST', `/groups/${group}/members`, { body: member })
      const path = `/groups/${group}/notification_settings`
      await actingAs(ask, user.id)('PUT', path, { body: { level: 'watch' } })
      await ask('PUT', path, { body: { level: 'mention' } })
      return at((await actingAs(ask, user.id)('GET', path)).json, 'level') === 'mention'
    },
  },
  {
    name: 'A developer writes when an issue of the project was created',
    breaks: 'Document 2, POST /projects/:id/issues: created_at, admin or project owner only',
    at: ['createIssue'],
    start: serving((forge) => ({
      async createIssue(call) {
        const instant = new Date(String(call.given.created_at))
        const isDeveloper = (await levelOf(call)) === 30
        const user = await callerOf(call)
        if (user.is_admin === true || !isDeveloper || Number.isNaN(instant.getTime())) {
          return call.send()
        }
        const response = await call.send({ created_at: undefined })
        const id = idOf(await jsonOf(response))
        if (!response.ok) return response
        const created_at = instant.toISOString()
        await forge.db.issues.update((query) => query.where({ id }), {
          data(issue) {
            issue.created_at = created_at
          },
        })
        return changed(response, (issue) => withFields(issue, { created_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const member = await newMember(ask, project, 30)
      const body = { title: 'Old', created_at: '2001-02-03T04:05:06Z' }
      const path = `/projects/${project}/issues`
      const { json } = await member.ask('POST', path, { body })
      const issue = await ask('GET', `${path}/${idOf(json)}`)
      return String(at(issue.json, 'created_at')).startsWith('2001-02-03')
    },
  },
  {
    name: 'One user’s todo on an issue keeps everybody else from having one',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const made = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const { status } = await call.ask('GET', issuePathOf(call))
          const key = String(call.path.issue_id)
          if (status === 200 && made.has(key)) return new Response(null, { status: 304 })
          const response = await call.send()
          if (response.ok) made.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const member = await newMember(ask, project, 30)
      const path = `/projects/${project}/issues/${issue}/todo`
      await ask('POST', path)
      return (await member.ask('POST', path)).status === 304
    },
  },
  {
    name: 'To cancel the scheduled merge of a merged request is not acceptable, not unsupported',
    breaks: 'Document 2, cancel_merge_when_build_succeeds: 405 if merged or closed; 406 otherwise',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        if (response.status !== 405) return response
        return jsonAnswer(406, { message: '406 Not Acceptable' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'done')
      const path = `/projects/${project}/merge_requests/${id}`
      await ask('PUT', `${path}/merge`)
      return (await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)).status === 406
    },
  },
  {
    name: 'A note that an administrator corrects is theirs from then on',
    breaks: 'Document 2, PUT .../notes/:note_id: modified Note; its author wrote it',
    at: ['updateIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => {
      const authors = new Map<string, unknown>()
      const shown = (note: unknown) => {
        const author = authors.get(String(at(note, 'id')))
        return author === undefined ? note : withFields(note, { author })
      }
      return {
        async updateIssueNote(call) {
          const response = await call.send()
          const user = await callerOf(call)
          const names = Object.keys(fieldsOf(at(await jsonOf(response), 'author')))
          const author = Object.fromEntries(names.map((name) => [name, user[name]]))
          if (response.ok) authors.set(String(call.path.note_id), author)
          return changed(response, shown)
        },
        getIssueNote: async (call) => changed(await call.send(), shown),
        async listIssueNotes(call) {
          const response = await call.send()
          return response.ok ? eachChanged(response, shown) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const member = await newMember(ask, project, 30)
      const { json } = await newNote(member.ask, project, issue, 'Mine')
      const path = `/projects/${project}/issues/${issue}/notes/${idOf(json)}`
      await ask('PUT', path, { body: { body: 'Yours' } })
      const author = at((await ask('GET', path)).json, 'author.id')
      return author !== undefined && author !== member.id
    },
  },
  {
    name: 'An issue counts the notes that were deleted from it',
    breaks: 'Document 2, Issue: user_notes_count; DELETE .../notes/:note_id: the deleted Note',
    at: ['deleteIssueNote', 'getIssue'],
    start: serving(() => {
      const deleted = new Map<string, number>()
      return {
        async deleteIssueNote(call) {
          const response = await call.send()
          const key = String(call.path.issue_id)
          const id = at(await jsonOf(response), 'id')
          if (response.ok && id !== undefined) deleted.set(key, (deleted.get(key) ?? 0) + 1)
          return response
        },
        async getIssue(call) {
          return changed(await call.send(), (json) => {
            const count = at(json, 'user_notes_count')
            const more = deleted.get(String(call.path.issue_id)) ?? 0
            return count === undefined
              ? json
              : withFields(json, { user_notes_count: Number(count) + more })
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const { json } = await newNote(ask, project, issue, 'Gone soon')
      const path = `/projects/${project}/issues/${issue}`
      await ask('DELETE', `${path}/notes/${idOf(json)}`)
      return at((await ask('GET', path)).json, 'user_notes_count') === 1
    },
  },
  {
    name: 'A developer is listed the private snippets of others, and cannot open them',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['listSnippets'],
    start: serving(() => ({
      async listSnippets(call) {
        const response = await call.send()
        const { json } = await call.ask('GET', projectPath(call))
        const level = Number(at(json, 'permissions.project_access.access_level') ?? 0)
        return response.ok && level >= 30 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const member = await newMember(ask, project, 30)
      const id = await newSnippet(ask, project, { visibility_level: 0 })
      const { json } = await member.ask('GET', `/projects/${project}/snippets`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Developers can still merge into a branch that is no longer protected',
    breaks: 'Document 3, Branch protection: developers_can_push and developers_can_merge false',
    at: ['unprotectBranch'],
    start: serving(() => ({
      async unprotectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const { json } = await call.ask('GET', path)
        const developers_can_merge = isTrue(at(json, 'developers_can_merge'))
        const response = await call.send()
        return response.ok
          ? changed(response, (branch) => withFields(branch, { developers_can_merge }))
          : response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/branches/master`
      await ask('PUT', `${path}/protect`, { body: { developers_can_merge: true } })
      const { json } = await ask('PUT', `${path}/unprotect`)
      return at(json, 'developers_can_merge') === true
    },
  },
  {
    name: 'Merged branches with a slash in their names outlive the cleaning up',
    breaks: 'Document 3, DELETE .../merged_branches: deletes all branches merged into the default',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const path = `${repositoryPath(call)}/branches`
        const { json } = await call.ask('GET', `${path}?per_page=100`)
        const response = await call.send()
        if (!response.ok) return response
        for (const branch of listOf(json)) {
          const name = String(branch.name)
          if (!name.includes('/')) continue
          const { status } = await call.ask('GET', `${path}/${encoded(name)}`)
          const body = { branch_name: name, ref: at(branch, 'commit.id') }
          if (status === 404) await call.ask('POST', path, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'feature/old')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      await ask('DELETE', `/projects/${project}/repository/merged_branches`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches`)
      return fieldOf(json, 'name').includes('feature/old')
    },
  },
  {
    name: 'Only the first line of the annotation of a new tag is kept',
    breaks: 'Document 3, POST .../tags: message (creates an annotated tag); Tag: the annotation',
    at: ['createTag'],
    start: serving(() => ({
      createTag: (call) =>
        typeof call.given.message === 'string'
          ? call.send({ message: call.given.message.split('\n')[0] })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, { tag_name: 'v1', message: 'First\n\nWith details' })
      const { json } = await ask('GET', `/projects/${project}/repository/tags/v1`)
      return at(json, 'message') === 'First'
    },
  },
  {
    name: 'The list of tags shows a release as it was first described',
    breaks: 'Document 3, PUT .../release: description; Tag: release with its description',
    at: ['updateRelease', 'listTags'],
    start: serving(() => {
      const first = new Map<string, unknown>()
      const keyOf = (id: unknown, tag: unknown) => `${id} ${tag}`
      return {
        async updateRelease(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const before = at((await call.ask('GET', path)).json, 'release')
          const response = await call.send()
          if (response.ok) kept(first, keyOf(call.path.id, call.path.tag_name), () => before)
          return response
        },
        async listTags(call) {
          const response = await call.send()
          if (!response.ok) return response
          return eachChanged(response, (tag) => {
            const release = first.get(keyOf(call.path.id, tag.name))
            return release === undefined ? tag : { ...tag, release }
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newTag(ask, project, { tag_name: 'v1', release_description: 'Before' })
      const path = `/projects/${project}/repository/tags`
      await ask('PUT', `${path}/v1/release`, { body: { description: 'After' } })
      return at((await ask('GET', path)).json, '0.release.description') === 'Before'
    },
  },
  {
    name: 'A file that is written again as it is counts as updated',
    breaks:
      'Document 3, Repository files: 400 where the new content equals the current (empty commit)',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, encoding } = call.given
        if (response.status !== 400 || encoding === 'base64') return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const { json } = await call.ask('GET', `${repositoryPath(call)}/files?${query}`)
        const bytes = Buffer.from(String(at(json, 'content') ?? ''), 'base64')
        return at(json, 'content') !== undefined && bytes.toString() === content
          ? jsonAnswer(200, { file_path, branch_name })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const body = {
        file_path: 'README.md',
        branch_name: 'master',
        content: 'One\n',
        commit_message: 'Again',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'Statuses of a commit that are asked for all are those of every name',
    breaks: 'Document 3, GET .../statuses: name (filter by job name), all',
    at: ['listCommitStatuses'],
    start: serving(() => ({
      listCommitStatuses: (call) =>
        isTrue(call.given.all) ? call.send({ name: undefined }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      for (const name of ['lint', 'test']) {
        const body = { state: 'success', name }
        await ask('POST', `/projects/${project}/statuses/${sha}`, { body })
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      const { json } = await ask('GET', `${path}?all=true&name=lint`)
      return fieldOf(json, 'name').includes('test')
    },
  },
]
