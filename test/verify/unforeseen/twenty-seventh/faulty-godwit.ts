import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
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
  projectPath,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { numberOfGroup, tokenOf } from './tools-godwit.ts'

export const faultyGodwitServers: readonly FaultyServer[] = [
  {
    name: 'The list of branches shows a protected branch whose name has a slash as an unprotected one',
    breaks:
      'Document 3, Branch protection: protect makes it protected true; GET /projects/:id/repository/branches: array of Branch',
    at: ['listBranches', 'protectBranch'],
    start: serving(() => ({
      listBranches: async (call) =>
        eachChanged(await call.send(), (branch) =>
          String(branch.name).includes('/') ? { ...branch, protected: false } : branch,
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'release/one')
      const branches = `/projects/${project}/repository/branches`
      await ask('PUT', `${branches}/${encoded('release/one')}/protect`)
      const { json } = await ask('GET', branches)
      return listOf(json).some((one) => one.name === 'release/one' && one.protected === false)
    },
  },
  {
    name: 'The raw text of a private snippet is read by everybody who sees its project',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.ok || call.isAnonymous) return response
        if ((await call.ask('GET', projectPath(call))).status !== 200) return response
        const snippet = await call.askAsRoot(
          'GET',
          `${projectPath(call)}/snippets/${call.path.snippet_id}`,
        )
        return snippet.status === 200 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'An administrator removes an e-mail of a user whose id nobody has',
    breaks: 'Document 1, DELETE /users/:id/emails/:email_id: 404 when user or e-mail is unknown',
    at: ['deleteEmailOfUser'],
    start: serving(() => ({
      async deleteEmailOfUser(call) {
        const response = await call.send()
        if (response.status !== 404 || (await callerOf(call)).is_admin !== true) return response
        const user = await call.askAsRoot('GET', `/users/${encoded(call.path.id)}`)
        if (user.status !== 404) return response
        for (let page = 1; ; page++) {
          const users = fieldOf(
            (await call.askAsRoot('GET', `/users?per_page=100&page=${page}`)).json,
            'id',
          )
          for (const owner of users) {
            const emails = `/users/${owner}/emails`
            const ids = fieldOf((await call.askAsRoot('GET', emails)).json, 'id')
            if (!ids.includes(Number(call.path.email_id))) continue
            return responseOf(await call.ask('DELETE', `${emails}/${call.path.email_id}`))
          }
          if (users.length < 100) return response
        }
      },
    })),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { email: `second-${username}@godwit.example` }
      const email = idOf((await ask('POST', `/users/${id}/emails`, { body })).json)
      return (await ask('DELETE', `/users/987654321/emails/${email}`)).status === 200
    },
  },
  {
    name: 'A project shows the level that its reader had in its group before it was changed',
    breaks:
      'Document 1, Project: permissions, group_access with access_level; PUT /groups/:id/members/:user_id: access_level',
    at: ['getProject', 'updateGroupMember'],
    start: serving(() => {
      const levels = new Map<string, unknown>()
      return {
        async addGroupMember(call) {
          levels.delete(`${await numberOfGroup(call)}/${call.given.user_id}`)
          return call.send()
        },
        async removeGroupMember(call) {
          levels.delete(`${await numberOfGroup(call)}/${call.path.user_id}`)
          return call.send()
        },
        async updateGroupMember(call) {
          const group = await numberOfGroup(call)
          const key = `${group}/${call.path.user_id}`
          const path = `/groups/${group}/members/${encoded(call.path.user_id)}`
          const before = at((await call.askAsRoot('GET', path)).json, 'access_level')
          const response = await call.send()
          if (response.ok && !levels.has(key)) levels.set(key, before)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          const project = await jsonOf(response)
          const access = at(project, 'permissions.group_access')
          if (typeof access !== 'object' || access === null) return response
          const { id } = await callerOf(call)
          const access_level = levels.get(`${at(project, 'namespace.id')}/${id}`)
          if (access_level === undefined) return response
          return changed(response, (json) =>
            withFields(json, {
              permissions: {
                ...fieldsOf(at(json, 'permissions')),
                group_access: { ...access, access_level },
              },
            }),
          )
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { id } = await newUser(ask)
      const members = `/groups/${group}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      await ask('PUT', `${members}/${id}`, { body: { access_level: 40 } })
      const { json } = await actingAs(ask, id)('GET', `/projects/${project}`)
      return at(json, 'permissions.group_access.access_level') === 20
    },
  },
  {
    name: 'An event of the custom notifications of a group is never switched off again',
    breaks: 'Document 1, Notification settings: with level custom, these boolean events can be set',
    at: ['updateGroupNotificationSettings', 'getGroupNotificationSettings'],
    start: serving(() => ({
      async updateGroupNotificationSettings(call) {
        const given = Object.entries(call.given).filter(([name]) => name !== 'sudo')
        const off = given.filter(([, value]) => isFalse(value)).map(([name]) => [name, undefined])
        if (off.length === 0 || given.length > off.length) {
          return call.send(Object.fromEntries(off))
        }
        const path = `/groups/${encoded(call.path.id)}/notification_settings`
        return responseOf(await call.ask('GET', path))
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
    name: 'A tag without a message that is made at an annotated tag carries the annotation of that',
    breaks:
      'Document 3, Tag: message, null for a lightweight tag; POST /projects/:id/repository/tags: message creates an annotated tag',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      async createTag(call) {
        const { message, ref } = call.given
        if (message !== undefined || ref === undefined) return call.send()
        const tag = await call.ask('GET', `${repositoryPath(call)}/tags/${encoded(ref)}`)
        const annotation = at(tag.json, 'message')
        return typeof annotation === 'string' ? call.send({ message: annotation }) : call.send()
      },
    })),
    async isShown(ask) {
      const tags = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', tags, { body: { tag_name: 'one', ref: 'master', message: 'The first' } })
      await ask('POST', tags, { body: { tag_name: 'two', ref: 'one' } })
      return at((await ask('GET', `${tags}/two`)).json, 'message') === 'The first'
    },
  },
  {
    name: 'The members of a group that a query finds are counted as all of its members',
    breaks:
      'Document 1, Limits: response headers on paginated lists X-Total, X-Total-Pages; GET /groups/:id/members: query searches members',
    at: ['listGroupMembers'],
    start: serving(() => ({
      async listGroupMembers(call) {
        const response = await call.send()
        if (!response.ok || call.given.query === undefined) return response
        const { headers } = await call.send({ query: undefined })
        return withBody(response, response.body, {
          'x-total': headers.get('x-total') ?? '',
          'x-total-pages': headers.get('x-total-pages') ?? '',
        })
      },
    })),
    async isShown(ask) {
      const members = `/groups/${await newGroup(ask)}/members`
      const { id, username } = await newUser(ask)
      await ask('POST', members, { body: { user_id: id, access_level: 20 } })
      const { headers } = await ask('GET', `${members}?query=${username}`)
      return headers.get('x-total') === '2'
    },
  },
  {
    name: 'A branch that stayed behind the default branch is not removed with the merged ones',
    breaks:
      'Document 3, DELETE /projects/:id/repository/merged_branches: deletes all branches merged into the default branch',
    at: ['deleteMergedBranches'],
    start: serving(() => ({
      async deleteMergedBranches(call) {
        const branches = `${repositoryPath(call)}/branches`
        const project = await call.ask('GET', projectPath(call))
        const all = listOf((await call.askAsRoot('GET', `${branches}?per_page=100`)).json)
        const merged = await call.askAsRoot(
          'GET',
          `${projectPath(call)}/merge_requests?state=merged&per_page=100`,
        )
        const sources = fieldOf(merged.json, 'source_branch')
        const first = at(project.json, 'default_branch')
        const head = at(all.find(({ name }) => name === first)?.commit, 'id')
        const kept = all.filter(
          ({ name, commit, ...branch }) =>
            branch.merged === true &&
            branch.protected === false &&
            at(commit, 'id') !== head &&
            !sources.includes(name),
        )
        const each = async (change: string) => {
          for (const { name } of kept) {
            await call.askAsRoot('PUT', `${branches}/${encoded(name)}/${change}`)
          }
        }
        await each('protect')
        const response = await call.send()
        await each('unprotect')
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newBranch(ask, project, 'behind')
      await writeFile(ask, project, { file_path: 'two.txt' })
      const repository = `/projects/${project}/repository`
      await ask('DELETE', `${repository}/merged_branches`)
      return (await ask('GET', `${repository}/branches/behind`)).status === 200
    },
  },
  {
    name: 'The issues of a group come project by project and not by their dates',
    breaks: 'Document 2, GET /groups/:id/issues: order_by default created_at, sort default desc',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      listIssuesOfGroup: (call) =>
        relisted(call, (all) =>
          [...all].sort((one, other) => Number(one.project_id) - Number(other.project_id)),
        ),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const one = await newProject(ask, { namespace_id: group })
      const other = await newProject(ask, { namespace_id: group })
      const oldest = await newIssue(ask, one, { created_at: '2016-01-01T00:00:00Z' })
      const middle = await newIssue(ask, other, { created_at: '2016-01-02T00:00:00Z' })
      const newest = await newIssue(ask, one, { created_at: '2016-01-03T00:00:00Z' })
      const { json } = await ask('GET', `/groups/${group}/issues`)
      return fieldOf(json, 'id').join() === [newest, oldest, middle].join()
    },
  },
  {
    name: 'Who is removed from the members of a project loses the star that they gave it',
    breaks:
      'Document 1, GET /projects/starred: array of Project starred by the caller; DELETE /projects/:id/members/:user_id: removes the member',
    at: ['listStarredProjects', 'removeProjectMember', 'starProject', 'unstarProject'],
    start: serving(() => ({
      async removeProjectMember(call) {
        const user = encoded(call.path.user_id)
        const path = projectPath(call)
        const member = await call.askAsRoot('GET', `${path}/members/${user}`)
        const response = await call.send()
        if (response.ok && member.status === 200) {
          await call.askAsRoot('DELETE', `${path}/star?sudo=${user}`)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await actingAs(ask, id)('POST', `/projects/${project}/star`)
      await ask('DELETE', `${members}/${id}`)
      const { json } = await actingAs(ask, id)('GET', '/projects/starred')
      return !fieldOf(json, 'id').includes(project)
    },
  },
  {
    name: 'The author of a merge request, who is subscribed to it from the start, subscribes once more',
    breaks:
      'Document 2, POST .../:merge_request_id/subscription: Merge request; 304 if already subscribed',
    at: ['subscribeToMergeRequest'],
    start: serving(() => {
      const explicit = new Set<string>()
      return {
        async subscribeToMergeRequest(call) {
          const response = await call.send()
          const { id } = await callerOf(call)
          const key = `${id}/${call.path.merge_request_id}`
          const isFirst = !explicit.has(key)
          if (response.ok || response.status === 304) explicit.add(key)
          if (response.status !== 304 || !isFirst) return response
          return jsonAnswer(201, (await call.ask('GET', mergeRequestPath(call))).json)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const isSubscribed = at((await ask('GET', path)).json, 'subscribed') === true
      return isSubscribed && (await ask('POST', `${path}/subscription`)).status === 201
    },
  },
  {
    name: 'Who may not create groups does so where an administrator makes the call as them',
    breaks:
      'Document 1, Authentication: sudo performs the call as another user; group creation for users allowed to create groups',
    at: ['createGroup'],
    start: serving(() => ({
      async createGroup(call) {
        const response = await call.send()
        if (response.status !== 403 || call.sudo === undefined) return response
        const user = (await call.askAsRoot('GET', `/user?sudo=${encoded(call.sudo)}`)).json
        if (at(user, 'can_create_group') !== false) return response
        const path = `/users/${idOf(user)}`
        await call.askAsRoot('PUT', path, { can_create_group: true })
        const created = await call.send()
        await call.askAsRoot('PUT', path, { can_create_group: false })
        return created
      },
    })),
    async isShown(ask) {
      const { id } = await newUser(ask, { can_create_group: false })
      const name = freshName('group')
      const { status } = await actingAs(ask, id)('POST', '/groups', { body: { name, path: name } })
      return status === 201
    },
  },
  {
    name: 'The sha is not compared where a merge is scheduled for the success of its build',
    breaks:
      'Document 2, PUT .../:merge_request_id/merge: sha must equal the source head or the merge fails; 409 on sha mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isTrue(call.given.merge_when_build_succeeds) && call.given.sha !== undefined
          ? call.send({ sha: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'one')
      await ask('POST', `/projects/${project}/statuses/${await headOf(ask, project, 'one')}`, {
        body: { state: 'running', ref: 'one' },
      })
      const sha = await headOf(ask, project)
      const body = { merge_when_build_succeeds: true, sha }
      const path = `/projects/${project}/merge_requests/${request}/merge`
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'The text of a note that is given in the query is decoded twice',
    breaks:
      'Document 1, Conventions: parameters are sent in the query string or in the request body; Document 2, POST .../notes: body',
    at: ['createSnippetNote', 'createIssueNote', 'createMergeRequestNote'],
    start: serving(() =>
      forAll(['createSnippetNote', 'createIssueNote', 'createMergeRequestNote'], (call) => {
        const body = new URL(call.request.url).searchParams.get('body')
        if (body === null) return call.send()
        // A percent sign that starts no sequence stays, as lenient decoders leave it.
        const again = body
          .replaceAll('+', ' ')
          .replaceAll(/%[0-7][0-9a-f]/gi, (sequence) => decodeURIComponent(sequence))
        return again === body ? call.send() : call.send({ body: again })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true })
      const notes = `/projects/${project}/snippets/${await newSnippet(ask, project)}/notes`
      await ask('POST', `${notes}?body=${encoded('1+1 is %32')}`)
      return fieldOf((await ask('GET', notes)).json, 'body').includes('1 1 is 2')
    },
  },
  {
    name: 'The private token of a user who was deleted still answers who that is',
    breaks:
      'Document 1, Authentication: missing or invalid credentials give status 401; DELETE /users/:id',
    at: ['getCurrentUser', 'deleteUser'],
    start: serving(() => {
      const users = new Map<string, unknown>()
      return {
        async deleteUser(call) {
          const path = `/user?sudo=${encoded(call.path.id)}`
          const { status, json } = await call.askAsRoot('GET', path)
          const response = await call.send()
          const { private_token, ...user } = fieldsOf(json)
          const isKnown = status === 200 && typeof private_token === 'string'
          if (response.ok && isKnown) users.set(private_token, user)
          return response
        },
        async getCurrentUser(call) {
          const response = await call.send()
          const user = users.get(tokenOf(call) ?? '')
          return response.status === 401 && user !== undefined ? jsonAnswer(200, user) : response
        },
      }
    }),
    async isShown(ask) {
      const { id } = await newUser(ask)
      const token = String(at((await actingAs(ask, id)('GET', '/user')).json, 'private_token'))
      await ask('DELETE', `/users/${id}`)
      return (await ask('GET', '/user', { token })).status === 200
    },
  },
]
