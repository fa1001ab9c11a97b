import { at, type FaultyServer, type Forge } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  headOf,
  idOf,
  isFalse,
  isTrue,
  jsonAnswer,
  jsonOf,
  levelOf,
  listOf,
  newBranch,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newSnippet,
  newUser,
  serving,
  withFields,
} from '../shared-tools.ts'
import { newSshKey, ownToken, sendAnonymously } from './tools-access.ts'

const unauthorized = () => jsonAnswer(401, { message: '401 Unauthorized' })
const forbidden = () => jsonAnswer(403, { message: '403 Forbidden' })

const projectPath = ({ path }: Call) => `/projects/${encoded(path.id)}`
const issuePath = (call: Call) => `${projectPath(call)}/issues/${call.path.issue_id}`
const mergeRequestPath = (call: Call) =>
  `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`
const branchPath = (call: Call) =>
  `${projectPath(call)}/repository/branches/${encoded(call.path.branch)}`

/** The level of the caller in the group of the path; NaN where there is none. */
async function groupLevelOf(call: Call): Promise<number> {
  const { id } = await callerOf(call)
  const member = await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}/members/${id}`)
  return Number(at(member.json, 'access_level'))
}

/** What the forge answers an administrator, where it answers the caller with one status and a test passes. */
async function asRootWhere(
  call: Call,
  status: number,
  isAllowed: (call: Call) => boolean | Promise<boolean>,
): Promise<Response> {
  const response = await call.send()
  return response.status === status && !call.isAnonymous && (await isAllowed(call))
    ? call.sendAsRoot()
    : response
}

const mayPush = async (call: Call) => (await levelOf(call)) >= 30

export const faultyAccessServers: readonly FaultyServer[] = [
  {
    name: 'What is done to builds does not take a private token from the query',
    breaks: 'Document 1, Authentication 3: the query parameter private_token or the header',
    at: ['cancelBuild', 'retryBuild', 'eraseBuild', 'keepBuildArtifacts', 'playBuild'],
    start: serving(() =>
      forAll(
        ['cancelBuild', 'retryBuild', 'eraseBuild', 'keepBuildArtifacts', 'playBuild'],
        (call) =>
          new URL(call.request.url).searchParams.has('private_token')
            ? Promise.resolve(unauthorized())
            : call.send(),
      ),
    ),
    async isShown(ask) {
      const path = '/projects/1/builds/13/cancel?private_token=root-token'
      return (await ask('POST', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A numeric id in the header SUDO is not looked at where a merge request is commented on',
    breaks: 'Document 1, Authentication 5: sudo as numeric id or username, in the header SUDO',
    at: ['createMergeRequestNote'],
    start: serving(() => ({
      async createMergeRequestNote(call) {
        const isId = /^\d+$/.test(call.request.headers.get('sudo') ?? '')
        const isAdministrator = (await call.ask('GET', '/user')).status === 200
        return isId && isAdministrator ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const { id } = await newUser(ask)
      const note = await actingAs(ask, id)('POST', `${path}/notes`, { body: { body: 'Me' } })
      return note.status === 201 && at(note.json, 'author.id') !== id
    },
  },
  {
    name: 'An administrator who acted for a user is told the groups of that user as their own',
    breaks: 'Document 1, GET /groups/owned: the groups owned by the caller; sudo is of one call',
    at: ['listOwnedGroups'],
    start: serving(() => {
      const answers = new Map<string, unknown>()
      return {
        async listOwnedGroups(call) {
          const response = await call.send()
          const token = call.request.headers.get('private-token') ?? ''
          if (!response.ok) return response
          if (call.sudo !== undefined) answers.set(token, await jsonOf(response))
          return changed(response, (json) => answers.get(token) ?? json)
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await actingAs(ask, id)('GET', '/groups/owned')
      return !fieldOf((await ask('GET', '/groups/owned')).json, 'id').includes(group)
    },
  },
  {
    name: 'The token of a user who was deleted is valid still',
    breaks: 'Document 1, Authentication 2: invalid credentials give 401',
    at: ['deleteUser', 'getCurrentUser'],
    start: serving(() => {
      const deleted = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const { json } = await call.askAsRoot('GET', `/user?sudo=${call.path.id}`)
          const response = await call.send()
          if (response.ok) deleted.set(String(at(json, 'private_token')), json)
          return response
        },
        async getCurrentUser(call) {
          const token = call.request.headers.get('private-token') ?? call.given.private_token
          const user = deleted.get(String(token))
          return user === undefined ? call.send() : jsonAnswer(200, user)
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = await ownToken(ask, id)
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', '/user', { token })).status === 200
    },
  },
  {
    name: 'Who may not use sudo and asks for e-mails with it in the query is told their own',
    breaks: 'Document 1, Authentication 5: a non-administrator gets 403, Must be admin to use sudo',
    at: ['listOwnEmails'],
    start: serving(() => ({
      async listOwnEmails(call) {
        const response = await call.send()
        return response.status === 403 ? call.send({ sudo: undefined }) : response
      },
    })),
    async isShown(ask) {
      const token = await ownToken(ask, (await newUser(ask)).id)
      return (await ask('GET', '/user/emails?sudo=root', { token })).status === 200
    },
  },
  {
    name: 'A public project is read without credentials by its number only',
    breaks:
      'Document 1, GET /projects/:id: readable without authentication, id integer or NAMESPACE/PROJECT_NAME',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const isNumber = /^\d+$/.test(call.path.id ?? '')
        return call.isAnonymous && !isNumber ? unauthorized() : call.send()
      },
    })),
    async isShown(ask) {
      const { json } = await ask(
        'GET',
        `/projects/${await newProject(ask, { visibility_level: 20 })}`,
      )
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await ask('GET', path, { token: '' })).status === 401
    },
  },
  {
    name: 'A user for whom the header SUDO names them is told no private token',
    breaks:
      'Document 1, User: the authenticated-user response made with sudo carries private_token',
    at: ['getCurrentUser'],
    start: serving(() => ({
      async getCurrentUser(call) {
        const response = await call.send()
        return call.request.headers.has('sudo')
          ? changed(response, (json) => withFields(json, { private_token: undefined }))
          : response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { status, json } = await actingAs(ask, id)('GET', '/user')
      return status === 200 && at(json, 'private_token') === undefined
    },
  },
  {
    name: 'A token that nobody has is as none where the tags of a public project are read',
    breaks: 'Document 1, Authentication 2: invalid credentials give 401',
    at: ['listTags'],
    start: serving((forge) => ({
      async listTags(call) {
        const response = await call.send()
        if (response.status !== 401 || call.isAnonymous) return response
        const open = await sendAnonymously(forge, call)
        return open.ok ? open : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/tags`
      return (await ask('GET', path, { token: 'of-nobody' })).status === 200
    },
  },
  {
    name: 'A comment on a commit without credentials is forbidden',
    breaks: 'Document 1, Authentication 2: missing credentials give 401, 401 Unauthorized',
    at: ['createCommitComment'],
    start: serving(() => ({
      createCommitComment: (call) =>
        call.isAnonymous ? Promise.resolve(forbidden()) : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const path = `/projects/${project}/repository/commits/${await headOf(ask, project)}/comments`
      return (await ask('POST', path, { token: '', body: { note: 'Hm' } })).status === 403
    },
  },
  {
    name: 'The text of a private snippet is read by every developer of its project',
    breaks: 'Document 2, Snippet: visibility_level 0 is visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({ getRawSnippet: (call) => asRootWhere(call, 404, mayPush) })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'Who read a snippet before it became private reads it afterwards',
    breaks: 'Document 2, Snippet: visibility_level 0 is visible only to the creator',
    at: ['getSnippet', 'updateSnippet'],
    start: serving(() => {
      const seen = new Map<string, unknown>()
      return {
        async getSnippet(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          const key = `${id} ${call.path.snippet_id}`
          if (response.ok) seen.set(key, await jsonOf(response))
          const before = seen.get(key)
          if (response.status !== 404 || before === undefined || id === undefined) return response
          const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
          const asAuthor = `${path}?sudo=${at(before, 'author.id')}`
          const isThere = (await call.askAsRoot('GET', asAuthor)).status === 200
          return isThere ? jsonAnswer(200, before) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      await asUser('GET', path)
      await ask('PUT', path, { body: { visibility_level: 0 } })
      return (await asUser('GET', path)).status === 200
    },
  },
  {
    name: 'Everybody who is logged in reads the raw files of private projects',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getRawFile'],
    start: serving(() => ({ getRawFile: (call) => asRootWhere(call, 404, () => true) })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const path = `/projects/${project}/repository/blobs/master?filepath=README.md`
      const asUser = actingAs(ask, (await newUser(ask)).id)
      return (await asUser('GET', path)).status === 200
    },
  },
  {
    name: 'Who was removed from a private group reads its members still',
    breaks: 'Document 1, Members: DELETE removes the member; 0 private, explicit access per user',
    at: ['removeGroupMember', 'listGroupMembers'],
    start: serving(() => {
      const removed = new Set<string>()
      const groupOf = async (call: Call) =>
        idOf((await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json)
      return {
        async removeGroupMember(call) {
          const response = await call.send()
          if (response.ok) removed.add(`${await groupOf(call)} ${call.path.user_id}`)
          return response
        },
        listGroupMembers: (call) =>
          asRootWhere(call, 404, async () =>
            removed.has(`${await groupOf(call)} ${(await callerOf(call)).id}`),
          ),
      }
    }),
    async isShown(ask) {
      const path = `/groups/${await newGroup(ask, { visibility_level: 0 })}/members`
      const { id } = await newUser(ask)
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${path}/${id}`)
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'A branch of a private project is forbidden to who is no member, and not unknown',
    breaks: 'Document 1, Errors 6: a GET on a private project by a non-member gives 404',
    at: ['getBranch'],
    start: serving(() => ({
      async getBranch(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const isHidden = (await call.ask('GET', projectPath(call))).status === 404
        const exists = (await call.askAsRoot('GET', projectPath(call))).status === 200
        return isHidden && exists ? forbidden() : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 0 })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const path = `/projects/${project}/repository/branches/master`
      return (await asUser('GET', path)).status === 403
    },
  },
  {
    name: 'A master of a group changes it',
    breaks: 'Document 1, PUT /groups/:id: group owners and administrators',
    at: ['updateGroup'],
    start: serving(() => ({
      updateGroup: (call) => asRootWhere(call, 403, async () => (await groupLevelOf(call)) >= 40),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 40 } })
      const body = { description: 'Mine' }
      return (await actingAs(ask, id)('PUT', `/groups/${group}`, { body })).status === 200
    },
  },
  {
    name: 'Who may not create groups any longer creates them',
    breaks: 'Document 1, POST /groups: only for users allowed to create groups; can_create_group',
    at: ['createGroup', 'updateUser'],
    start: serving(() => {
      const denied = new Set<number>()
      return {
        async updateUser(call) {
          const response = await call.send()
          if (response.ok && isFalse(call.given.can_create_group)) denied.add(Number(call.path.id))
          return response
        },
        async createGroup(call) {
          const response = await call.send()
          const id = Number((await callerOf(call)).id)
          if (response.status !== 403 || !denied.has(id)) return response
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: true })
          const created = await call.send()
          await call.askAsRoot('PUT', `/users/${id}`, { can_create_group: false })
          return created
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      await ask('PUT', `/users/${id}`, { body: { can_create_group: false } })
      const body = { name: `of-${username}`, path: `of-${username}` }
      return (await actingAs(ask, id)('POST', '/groups', { body })).status === 201
    },
  },
  {
    name: 'The author of an issue deletes it in the project of somebody else',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      deleteIssue: (call) =>
        asRootWhere(call, 403, async () => {
          const { json } = await call.ask('GET', issuePath(call))
          return at(json, 'author.id') === (await callerOf(call)).id
        }),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const path = `/projects/${project}/issues/${await newIssue(asUser, project)}`
      return (await asUser('DELETE', path)).status === 200
    },
  },
  {
    name: 'Every developer says when an issue was changed',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: updated_at, admin or project owner',
    at: ['updateIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const response = await call.send()
        const { updated_at } = call.given
        if (!response.ok || updated_at === undefined) return response
        const { status, json } = await call.askAsRoot('PUT', issuePath(call), { updated_at })
        const time = at(json, 'updated_at')
        return status === 200
          ? changed(response, (issue) => withFields(issue, { updated_at: time }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const body = { title: 'Once', updated_at: '2001-02-03T04:05:06Z' }
      await actingAs(ask, id)('PUT', path, { body })
      return String(at((await ask('GET', path)).json, 'updated_at')).startsWith('2001')
    },
  },
  {
    name: 'The owner of a group takes a project of their own into it',
    breaks: 'Document 1, POST /groups/:id/projects/:project_id (admin)',
    at: ['transferProjectToGroup'],
    start: serving(() => ({
      transferProjectToGroup: (call) =>
        asRootWhere(call, 403, async () => (await groupLevelOf(call)) === 50),
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asUser)
      const path = `/groups/${await newGroup(asUser)}/projects/${project}`
      return (await asUser('POST', path)).status === 201
    },
  },
  {
    name: 'A developer deletes a file of a protected branch on which they may not push',
    breaks: 'Document 1, default_branch_protection 2: developers cannot push; developers_can_push',
    at: ['deleteFile'],
    start: serving(() => ({ deleteFile: (call) => asRootWhere(call, 400, mayPush) })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const member = { user_id: id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body: member })
      await ask('PUT', `/projects/${project}/repository/branches/master/protect`, {
        body: { developers_can_push: false },
      })
      const query = 'file_path=README.md&branch_name=master&commit_message=Away'
      const path = `/projects/${project}/repository/files?${query}`
      return (await actingAs(ask, id)('DELETE', path)).status === 200
    },
  },
  {
    name: 'A member of a project is made its owner',
    breaks: 'Document 1, Conventions 6: 50 owner, valid for groups only',
    at: ['updateProjectMember'],
    start: serving(() => ({
      async updateProjectMember(call) {
        if (String(call.given.access_level) !== '50') return call.send()
        const response = await call.send({ access_level: 40 })
        return response.ok
          ? changed(response, (json) => withFields(json, { access_level: 50 }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const path = `/projects/${project}/members`
      await ask('POST', path, { body: { user_id: id, access_level: 30 } })
      return (await ask('PUT', `${path}/${id}`, { body: { access_level: 50 } })).status === 200
    },
  },
  {
    name: 'Who may not cancel a scheduled merge is told that it is forbidden',
    breaks: 'Document 2, Merge request: cancel_merge_when_build_succeeds, 401 without permission',
    at: ['cancelMergeWhenBuildSucceeds'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const response = await call.send()
        return response.status === 401 && (await call.ask('GET', '/user')).status === 200
          ? forbidden()
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const request = await newMergeRequest(ask, project, 'one')
      const { id } = await newUser(ask)
      const body = { user_id: id, access_level: 10 }
      await ask('POST', `/projects/${project}/members`, { body })
      const path = `/projects/${project}/merge_requests/${request}`
      const cancel = await actingAs(ask, id)('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return cancel.status === 403
    },
  },
  {
    name: 'Who unsubscribes from an issue unsubscribes all members of its project',
    breaks: 'Document 2, Subscription: DELETE unsubscribes the caller',
    at: ['unsubscribeFromIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const response = await call.send()
        if (!response.ok) return response
        const { json } = await call.askAsRoot('GET', `${projectPath(call)}/members?per_page=100`)
        for (const id of fieldOf(json, 'id')) {
          await call.askAsRoot('DELETE', `${issuePath(call)}/subscription?sudo=${id}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const one = await newUser(ask)
      const body = { user_id: one.id, access_level: 30 }
      await ask('POST', `/projects/${project}/members`, { body })
      const asOther = actingAs(ask, (await newUser(ask)).id)
      await actingAs(ask, one.id)('POST', `${path}/subscription`)
      await asOther('POST', `${path}/subscription`)
      await asOther('DELETE', `${path}/subscription`)
      return at((await actingAs(ask, one.id)('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'An issue that one user has to do is nobody else’s todo',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const done = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          if (done.has(issuePath(call)) && !call.isAnonymous) {
            return new Response(null, { status: 304 })
          }
          const response = await call.send()
          if (response.ok) done.add(issuePath(call))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      await ask('POST', path)
      return (await actingAs(ask, (await newUser(ask)).id)('POST', path)).status === 304
    },
  },
  {
    name: 'A branch that is protected already keeps what developers may do to it',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge are set from parameters',
    at: ['protectBranch'],
    start: serving(() => ({
      async protectBranch(call) {
        const { json } = await call.askAsRoot('GET', branchPath(call))
        return at(json, 'protected') === true
          ? call.send({
              developers_can_push: at(json, 'developers_can_push'),
              developers_can_merge: at(json, 'developers_can_merge'),
            })
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      const path = `/projects/${project}/repository/branches/side`
      await ask('PUT', `${path}/protect`)
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      return at((await ask('GET', path)).json, 'developers_can_push') === false
    },
  },
  {
    name: 'The list of branches says of unprotected ones what developers could do before',
    breaks:
      'Document 3, Branch protection: unprotect makes developers_can_push and developers_can_merge false',
    at: ['unprotectBranch', 'listBranches'],
    start: serving(() => {
      const flags = new Map<string, Readonly<Record<string, unknown>>>()
      return {
        async protectBranch(call) {
          const response = await call.send()
          if (response.ok) {
            const { developers_can_push, developers_can_merge } = fieldsOf(await jsonOf(response))
            flags.set(branchPath(call), { developers_can_push, developers_can_merge })
          }
          return response
        },
        listBranches: async (call) =>
          eachChanged(await call.send(), (branch) => ({
            ...branch,
            ...flags.get(`${projectPath(call)}/repository/branches/${encoded(branch.name)}`),
          })),
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'side')
      const path = `/projects/${project}/repository/branches`
      await ask('PUT', `${path}/side/protect`, { body: { developers_can_merge: true } })
      await ask('PUT', `${path}/side/unprotect`)
      const side = listOf((await ask('GET', path)).json).find(({ name }) => name === 'side')
      return isTrue(side?.developers_can_merge) && isFalse(side?.protected)
    },
  },
  {
    name: 'An unknown user is unblocked',
    breaks: 'Document 1, States of a user: unblock, 404 if user unknown',
    at: ['unblockUser'],
    start: serving(() => ({
      async unblockUser(call) {
        const response = await call.send()
        return response.status === 404 ? jsonAnswer(200, true) : response
      },
    })),
    isShown: async (ask) => (await ask('PUT', '/users/9999999/unblock')).status === 200,
  },
  {
    name: 'A user who was unblocked is among the blocked ones still',
    breaks: 'Document 1, GET /users: blocked; unblock makes the user active',
    at: ['listUsers', 'unblockUser'],
    start: serving(() => {
      const unblocked = new Set<string>()
      return {
        async unblockUser(call) {
          const response = await call.send()
          if (response.ok) unblocked.add(call.path.id ?? '')
          return response
        },
        async listUsers(call) {
          const response = await call.send()
          if (!isTrue(call.given.blocked) || call.given.search !== undefined) return response
          const kept: unknown[] = []
          for (const id of unblocked) {
            const { status, json } = await call.ask('GET', `/users/${id}`)
            if (status === 200) kept.push(json)
          }
          return changed(response, (json) => [...kept, ...listOf(json)])
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      await ask('PUT', `/users/${id}/block`)
      await ask('PUT', `/users/${id}/unblock`)
      const { json } = await ask('GET', '/users?blocked=true&per_page=100')
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'The artifacts of a build that was erased are served by its branch still',
    breaks: 'Document 3, Build: erase removes artifacts and trace; 404 if there are no artifacts',
    at: ['eraseBuild', 'getArtifactsOfRef'],
    start: serving((forge: Forge) => {
      const kept = new Map<string, ArrayBuffer>()
      return {
        async eraseBuild(call) {
          const path = `${projectPath(call)}/builds/${call.path.build_id}`
          const { json } = await call.askAsRoot('GET', path)
          const [ref, job] = [at(json, 'ref'), at(json, 'name')]
          const file = await forge.fetch(`http://forge.test/api/v3${path}/artifacts`, {
            headers: { 'private-token': forge.tokens.root ?? 'root-token' },
          })
          const response = await call.send()
          if (response.ok && file.ok) {
            kept.set(`${projectPath(call)} ${ref} ${job}`, await file.arrayBuffer())
          }
          return response
        },
        async getArtifactsOfRef(call) {
          const response = await call.send()
          const { ref_name } = call.path
          const file = kept.get(`${projectPath(call)} ${ref_name} ${call.given.job}`)
          const canRead = (await call.ask('GET', projectPath(call))).status === 200
          if (response.status !== 404 || file === undefined || !canRead) return response
          return new Response(file, { headers: { 'content-type': 'application/zip' } })
        },
      }
    }),
    async isShown(ask) {
      const ref = encoded(at((await ask('GET', '/projects/1/builds/9')).json, 'ref'))
      await ask('POST', '/projects/1/builds/9/erase')
      const path = `/projects/1/builds/artifacts/${ref}/download?job=pages`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'A build that is retried has been finished when it was before',
    breaks: 'Document 3, Build: retry, finished_at becomes null',
    at: ['retryBuild'],
    start: serving(() => ({
      async retryBuild(call) {
        const path = `${projectPath(call)}/builds/${call.path.build_id}`
        const { json } = await call.askAsRoot('GET', path)
        const finished_at = at(json, 'finished_at')
        const response = await call.send()
        return response.ok
          ? changed(response, (build) => withFields(build, { finished_at }))
          : response
      },
    })),
    async isShown(ask) {
      const { status, json } = await ask('POST', '/projects/1/builds/6/retry')
      return status === 201 && at(json, 'finished_at') !== null
    },
  },
  {
    name: 'A merge that is refused for another head removes the source branch nevertheless',
    breaks: 'Document 2, PUT .../merge: sha must equal the source head or the merge fails, 409',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { json } = await call.askAsRoot('GET', mergeRequestPath(call))
        const response = await call.send()
        if (response.status !== 409 || !isTrue(call.given.should_remove_source_branch)) {
          return response
        }
        const branch = encoded(at(json, 'source_branch'))
        await call.askAsRoot('DELETE', `${projectPath(call)}/repository/branches/${branch}`)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const body = { sha: await headOf(ask, project), should_remove_source_branch: true }
      await ask('PUT', `${path}/merge`, { body })
      const branch = await ask('GET', `/projects/${project}/repository/branches/one`)
      return branch.status === 404
    },
  },
  {
    name: 'The SSH key of another user is deleted by the number of any user',
    breaks: 'Document 1, DELETE /users/:id/keys/:key_id: 404 when user or key is unknown',
    at: ['deleteSshKeyOfUser'],
    start: serving(() => ({
      async deleteSshKeyOfUser(call) {
        const response = await call.send()
        const { id, key_id } = call.path
        if (response.status !== 404) return response
        if ((await call.ask('GET', `/users/${id}`)).status !== 200) return response
        const key = await call.askAsRoot('GET', `/keys/${key_id}`)
        if (key.status !== 200) return response
        const path = `/users/${at(key.json, 'user.id')}/keys/${key_id}`
        return jsonAnswer(200, (await call.askAsRoot('DELETE', path)).json)
      },
    })),
    async isShown(ask) {
      const [one, other] = [await newUser(ask), await newUser(ask)]
      const { json } = await ask('POST', `/users/${one.id}/keys`, { body: newSshKey() })
      await ask('DELETE', `/users/${other.id}/keys/${idOf(json)}`)
      return (await ask('GET', `/keys/${idOf(json)}`)).status === 404
    },
  },
  {
    name: 'A user whose new e-mail is refused has the rest of the change',
    breaks: 'Document 1, Errors 7: user modification answers 404 where 409 would be apt',
    at: ['updateUser'],
    start: serving(() => ({
      async updateUser(call) {
        const response = await call.send()
        if (response.status === 404 && call.given.email !== undefined) {
          await call.send({ email: undefined })
        }
        return response
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const { json } = await ask('GET', '/user')
      const body = { email: at(json, 'email'), location: 'Elsewhere' }
      await ask('PUT', `/users/${id}`, { body })
      return at((await ask('GET', `/users/${id}`)).json, 'location') === 'Elsewhere'
    },
  },
  {
    name: 'A release that exists already is refused and takes the new description',
    breaks: 'Document 3, POST .../release: 409 if a release already exists for the tag',
    at: ['createRelease'],
    start: serving(() => ({
      async createRelease(call) {
        const response = await call.send()
        const path = `${projectPath(call)}/repository/tags/${encoded(call.path.tag_name)}/release`
        const { description } = call.given
        if (response.status === 409) await call.askAsRoot('PUT', path, { description })
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master', release_description: 'First' }
      await ask('POST', path, { body })
      await ask('POST', `${path}/v1/release`, { body: { description: 'Second' } })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'Second'
    },
  },
  {
    name: 'A file that is updated to the content it has is answered as if it were committed',
    breaks: 'Document 3, Repository files: 400 where the new content equals the current content',
    at: ['updateFile'],
    start: serving(() => ({
      async updateFile(call) {
        const response = await call.send()
        const { file_path, branch_name, content, encoding } = call.given
        if (response.status !== 400 || encoding === 'base64') return response
        const query = `file_path=${encoded(file_path)}&ref=${encoded(branch_name)}`
        const file = await call.ask('GET', `${projectPath(call)}/repository/files?${query}`)
        const before = Buffer.from(String(at(file.json, 'content')), 'base64').toString()
        const isSame = file.status === 200 && before === content
        return isSame && call.given.commit_message !== undefined
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
        commit_message: 'Nothing',
      }
      return (await ask('PUT', `/projects/${project}/repository/files`, { body })).status === 200
    },
  },
  {
    name: 'A note is changed under every issue of its project',
    breaks: 'Document 2, PUT .../issues/:issue_id/notes/:note_id; Errors: 404 resource not found',
    at: ['updateIssueNote'],
    start: serving(() => ({
      async updateIssueNote(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const { json } = await call.ask('GET', `${projectPath(call)}/issues?per_page=100`)
        for (const id of fieldOf(json, 'id')) {
          const path = `${projectPath(call)}/issues/${id}/notes/${call.path.note_id}`
          const note = await call.ask('PUT', path, { body: call.given.body })
          if (note.status === 200) return jsonAnswer(200, note.json)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const [one, other] = [await newIssue(ask, project), await newIssue(ask, project)]
      const path = `/projects/${project}/issues`
      const { json } = await ask('POST', `${path}/${one}/notes`, { body: { body: 'One' } })
      const note = `${path}/${other}/notes/${idOf(json)}`
      return (await ask('PUT', note, { body: { body: 'Two' } })).status === 200
    },
  },
  {
    name: 'Settings of which one is refused are written but for that one',
    breaks: 'Document 1, PUT /application/settings; Errors: 400, an attribute failed validation',
    at: ['updateApplicationSettings'],
    needsInstance: true,
    start: serving(() => ({
      async updateApplicationSettings(call) {
        const response = await call.send()
        if (response.status !== 400) return response
        for (const [name, value] of Object.entries(call.given)) {
          await call.ask('PUT', '/application/settings', { [name]: value })
        }
        return response
      },
    })),
    async isShown(ask) {
      const body = { home_page_url: 'http://home.example/nine', default_project_visibility: 7 }
      await ask('PUT', '/application/settings', { body })
      const { json } = await ask('GET', '/application/settings')
      return at(json, 'home_page_url') === 'http://home.example/nine'
    },
  },
  {
    name: 'A project for a user whom nobody knows is one of the administrator',
    breaks: 'Document 1, POST /projects/user/:user_id: owned by the given user; 404 not found',
    at: ['createProjectForUser'],
    start: serving(() => ({
      async createProjectForUser(call) {
        const response = await call.send()
        if (response.status !== 404) return response
        const own = await call.ask('POST', '/projects', call.given)
        return own.status === 201 ? jsonAnswer(201, own.json) : response
      },
    })),
    async isShown(ask) {
      const body = { name: 'nobodys-project' }
      return (await ask('POST', '/projects/user/9999999', { body })).status === 201
    },
  },
  {
    name: 'The notification level of a project is written though the change is refused',
    breaks:
      'Document 1, PUT .../notification_settings; Errors: 400, an attribute failed validation',
    at: ['updateProjectNotificationSettings'],
    start: serving(() => ({
      async updateProjectNotificationSettings(call) {
        const response = await call.send()
        const { level } = call.given
        if (response.status === 400 && level !== undefined) {
          await call.ask('PUT', `${projectPath(call)}/notification_settings`, { level })
        }
        return response
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask)}/notification_settings`
      await ask('PUT', path, { body: { level: 'custom', new_note: 'perhaps' } })
      return at((await ask('GET', path)).json, 'level') === 'custom'
    },
  },
  {
    name: 'A commit status of an unknown state is pending',
    breaks: 'Document 3, POST /projects/:id/statuses/:sha: state is one of five; 400',
    at: ['createCommitStatus'],
    start: serving(() => ({
      async createCommitStatus(call) {
        const response = await call.send()
        return response.status === 400 && call.given.state !== undefined
          ? call.send({ state: 'pending' })
          : response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/statuses/${await headOf(ask, project)}`
      return (await ask('POST', path, { body: { state: 'splendid' } })).status === 201
    },
  },
]
