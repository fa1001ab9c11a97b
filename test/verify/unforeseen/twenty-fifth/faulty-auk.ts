import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  behind,
  type Call,
  callerOf,
  changed,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
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
  notModified,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const publicReads: readonly OperationId[] = [
  'getProject',
  'listProjectEvents',
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

const listsOfProjects = operations.flatMap(({ id, path }) =>
  id.startsWith('list') && path.startsWith('/projects/{id}/') ? [id] : [],
)

const noSudo = '403 Forbidden - Must be admin to use sudo'

/** The request of a call once more, without the headers and parameters of some names. */
function without({ request }: Call, names: readonly string[]): Request {
  const url = new URL(request.url)
  const headers = new Headers(request.headers)
  for (const name of names) {
    url.searchParams.delete(name)
    headers.delete(name)
  }
  return new Request(url, { headers })
}

const isNumber = (text: unknown) => /^\d+$/.test(String(text))

export const faultyAukServers: readonly FaultyServer[] = [
  {
    name: 'Nobody may comment any more on a merge request that was merged',
    breaks:
      'Document 2: comments on merge requests are made through the notes endpoints; POST /projects/:id/<parent>/notes: created Note; 201',
    at: ['createMergeRequestNote'],
    start: serving(() => ({
      async createMergeRequestNote(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        if (at(json, 'state') !== 'merged' || call.given.body === undefined) return call.send()
        return jsonAnswer(403, { message: '403 Forbidden' })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`)
      return (await ask('POST', `${path}/notes`, { body: { body: 'Thanks' } })).status === 403
    },
  },
  {
    name: 'Who removes a branch removes the tag of the same name with it',
    breaks:
      'Document 3, DELETE /projects/:id/repository/branches/:branch: object with branch_name; GET .../tags/:tag_name: Tag',
    at: ['deleteBranch', 'getTag', 'listTags'],
    start: serving(() => ({
      async deleteBranch(call) {
        const response = await call.send()
        const tag = `${repositoryPath(call)}/tags/${encoded(call.path.branch)}`
        if (response.ok) await call.askAsRoot('DELETE', tag)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository`
      await newBranch(ask, project, 'two')
      await ask('POST', `${path}/tags`, { body: { tag_name: 'two', ref: 'master' } })
      await ask('DELETE', `${path}/branches/two`)
      return (await ask('GET', `${path}/tags/two`)).status === 404
    },
  },
  {
    name: 'A lightweight tag that is made from an annotated tag carries the annotation of that one',
    breaks: 'Document 3, Tag: message (null for a lightweight tag, otherwise the annotation)',
    at: ['createTag', 'getTag', 'listTags'],
    start: serving(() => ({
      async createTag(call) {
        const { ref, message } = call.given
        if (ref === undefined || message !== undefined) return call.send()
        const tag = await call.ask('GET', `${repositoryPath(call)}/tags/${encoded(ref)}`)
        const annotation = at(tag.json, 'message')
        return typeof annotation === 'string' ? call.send({ message: annotation }) : call.send()
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      await ask('POST', path, { body: { tag_name: 'one', ref: 'master', message: 'The first' } })
      await ask('POST', path, { body: { tag_name: 'two', ref: 'one' } })
      return at((await ask('GET', `${path}/two`)).json, 'message') === 'The first'
    },
  },
  {
    name: 'A blocked user who is a member of a group cannot be removed from it, since he is not found',
    breaks: 'Document 1, DELETE /groups/:id/members/:user_id: removes the member',
    at: ['removeGroupMember', 'blockUser'],
    start: serving(() => ({
      async removeGroupMember(call) {
        const members = `/groups/${encoded(call.path.id)}/members`
        const { id, is_admin } = await callerOf(call)
        const own = at((await call.ask('GET', `${members}/${id}`)).json, 'access_level')
        const member = (await call.ask('GET', `${members}/${call.path.user_id}`)).json
        const mayRemove = is_admin === true || own === 50
        if (!mayRemove || at(member, 'state') !== 'blocked') return call.send()
        return jsonAnswer(404, { message: '404 Not found' })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      await ask('PUT', `/users/${id}/block`)
      return (await ask('DELETE', `/groups/${group}/members/${id}`)).status === 404
    },
  },
  {
    name: 'An issue that is read with sudo says whether the administrator himself is subscribed',
    breaks:
      'Document 1, Authentication: with sudo the call is performed as another user; Document 2, Issue: subscribed',
    at: ['getIssue'],
    start: serving((forge) => ({
      async getIssue(call) {
        const response = await call.send()
        if (call.sudo === undefined || !response.ok) return response
        const own = await jsonOf(await forge.fetch(without(call, ['sudo'])))
        const subscribed = at(own, 'subscribed')
        if (subscribed === undefined) return response
        return changed(response, (json) => withFields(json, { subscribed }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { id } = await newUser(ask)
      return at((await actingAs(ask, id)('GET', path)).json, 'subscribed') === true
    },
  },
  {
    name: 'An e-mail that an administrator added for a user is in the list of the user and is not found by its id',
    breaks: 'Document 1, GET /user/emails/:email_id: E-mail; 404: resource not found',
    at: ['getOwnEmail', 'createEmailOfUser'],
    start: serving(() => {
      const added = new Set<string>()
      return {
        async createEmailOfUser(call) {
          const response = await call.send()
          if (response.ok) added.add(String(idOf(await jsonOf(response))))
          return response
        },
        async getOwnEmail(call) {
          const response = await call.send()
          if (!response.ok || !added.has(String(call.path.email_id))) return response
          return jsonAnswer(404, { message: '404 Email Not Found' })
        },
      }
    }),
    async isShown(ask) {
      const { id, username } = await newUser(ask)
      const body = { email: `more-${username}@auk.example` }
      const email = idOf((await ask('POST', `/users/${id}/emails`, { body })).json)
      const asUser = actingAs(ask, id)
      const isListed = fieldOf((await asUser('GET', '/user/emails')).json, 'id').includes(email)
      return isListed && (await asUser('GET', `/user/emails/${email}`)).status === 404
    },
  },
  {
    name: 'The notification settings that were written under the path of a group are not those that its id gives',
    breaks:
      'Document 1: a group :id is an integer or the group path; GET /groups/:id/notification_settings: level',
    at: ['getGroupNotificationSettings', 'updateGroupNotificationSettings'],
    start: serving(() => {
      const old = new Map<string, Values>()
      const keyOf = async (call: Call, group: unknown) => `${(await callerOf(call)).id}/${group}`
      return {
        async updateGroupNotificationSettings(call) {
          const { id } = call.path
          if (isNumber(id)) {
            const response = await call.send()
            if (response.ok) old.delete(await keyOf(call, id))
            return response
          }
          const path = `/groups/${encoded(id)}`
          const before = fieldsOf((await call.ask('GET', `${path}/notification_settings`)).json)
          const key = await keyOf(call, at((await call.ask('GET', path)).json, 'id'))
          const response = await call.send()
          if (response.ok && !old.has(key)) old.set(key, before)
          return response
        },
        async getGroupNotificationSettings(call) {
          const response = await call.send()
          if (!response.ok || !isNumber(call.path.id)) return response
          const before = old.get(await keyOf(call, call.path.id))
          return before === undefined ? response : jsonAnswer(200, before)
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = at((await ask('GET', `/groups/${group}`)).json, 'path')
      await ask('PUT', `/groups/${path}/notification_settings`, { body: { level: 'mention' } })
      const { json } = await ask('GET', `/groups/${group}/notification_settings`)
      return at(json, 'level') !== 'mention'
    },
  },
  {
    name: 'A snippet cannot be made private afterwards, since the level 0 counts as none given',
    breaks:
      'Document 2, PUT /projects/:id/snippets/:snippet_id: visibility_level; Snippet: 0 visible only to the creator',
    at: ['updateSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    start: serving(() => ({
      async updateSnippet(call) {
        const { visibility_level, title } = call.given
        if (String(visibility_level) !== '0') return call.send()
        const path = `${projectPath(call)}/snippets/${call.path.snippet_id}`
        const kept = title ?? at((await call.ask('GET', path)).json, 'title')
        return call.send({ visibility_level: undefined, title: kept })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { snippets_enabled: true, visibility_level: 20 })
      const path = `/projects/${project}/snippets/${await newSnippet(ask, project)}`
      const { id } = await newUser(ask)
      const { status } = await ask('PUT', path, { body: { visibility_level: 0 } })
      return status === 200 && (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
  {
    name: 'A todo for an issue is not created for a caller once somebody else has one for it',
    breaks:
      'Document 2, POST .../issues/:issue_id/todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const first = new Map<string, unknown>()
      return {
        async createTodoOfIssue(call) {
          const key = String(call.path.issue_id)
          const { id } = await callerOf(call)
          const issue = await call.ask('GET', `${projectPath(call)}/issues/${key}`)
          const other = first.get(key)
          if (issue.status === 200 && other !== undefined && other !== id) return notModified()
          const response = await call.send()
          if (response.status === 201 && other === undefined) first.set(key, id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/todo`
      const { id } = await newUser(ask)
      await ask('POST', path)
      return (await actingAs(ask, id)('POST', path)).status === 304
    },
  },
  {
    name: 'The commits of a merge request stay those towards its old target when it gets another one',
    breaks:
      'Document 2, PUT /projects/:id/merge_requests/:merge_request_id: target_branch; GET .../commits: array of commit objects',
    at: ['listMergeRequestCommits', 'updateMergeRequest'],
    start: serving(() => {
      const stale = new Map<string, { readonly target: unknown; readonly commits: Values[] }>()
      return {
        async updateMergeRequest(call) {
          const key = String(call.path.merge_request_id)
          const target = at((await call.ask('GET', mergeRequestPath(call))).json, 'target_branch')
          const { json } = await call.ask('GET', `${mergeRequestPath(call)}/commits?per_page=100`)
          const response = await call.send()
          if (!response.ok) return response
          const now = at(await jsonOf(response), 'target_branch')
          if (stale.get(key)?.target === now) stale.delete(key)
          else if (now !== target && !stale.has(key)) {
            stale.set(key, { target, commits: [...listOf(json)] })
          }
          return response
        },
        async listMergeRequestCommits(call) {
          const known = stale.get(String(call.path.merge_request_id))
          return known === undefined ? call.send() : relisted(call, () => known.commits)
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await newBranch(ask, project, 'two', 'one')
      await writeFile(ask, project, { file_path: 'more.txt', branch_name: 'one' })
      const body = { source_branch: 'one', target_branch: 'two', title: 'One' }
      await ask('PUT', path, { body })
      return listOf((await ask('GET', `${path}/commits`)).json).length === 2
    },
  },
  {
    name: 'The own issues come in the order of their updates only where a direction is asked for as well',
    breaks:
      'Document 2, GET /issues: order_by (created_at/updated_at, default created_at), sort (default desc)',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const { order_by, sort } = call.given
        if (order_by !== 'updated_at' || sort !== undefined) return call.send()
        return relisted(call, (all) => all, { order_by: undefined })
      },
    })),
    async isShown(ask) {
      const asUser = actingAs(ask, (await newUser(ask)).id)
      const project = await newProject(asUser)
      const one = await newIssue(asUser, project)
      await newIssue(asUser, project)
      // The clock counts milliseconds.
      await new Promise((resolve) => setTimeout(resolve, 5))
      await asUser('PUT', `/projects/${project}/issues/${one}`, { body: { title: 'Newest' } })
      const { json } = await asUser('GET', '/issues?order_by=updated_at')
      return listOf(json).length === 2 && at(json, '0.id') !== one
    },
  },
  {
    name: 'The links between the pages of what belongs to a project write the slash in its path as it is',
    breaks:
      'Document 1, Limits: Link with full URLs, which clients use instead of building URLs; Conventions: the / written as %2F',
    at: listsOfProjects,
    start: behind((response, request) => {
      const link = response.headers.get('link')
      const id = /^\/api\/v3\/projects\/([^/]*%2f[^/]*)/i.exec(new URL(request.url).pathname)?.[1]
      if (link === null || id === undefined) return response
      const bare = id.replace(/%2f/gi, '/')
      const links = link.replaceAll(`/projects/${id}/`, `/projects/${bare}/`)
      return withBody(response, response.body, { link: links })
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = at((await ask('GET', `/projects/${project}`)).json, 'path_with_namespace')
      const list = `/projects/${encoded(path)}/repository/commits`
      return (await ask('GET', list)).headers.get('link')?.includes(`/projects/${path}/`) === true
    },
  },
  {
    name: 'What is public is read with sudo by callers who are no administrators, as though they had not asked for it',
    breaks:
      'Document 1, Authentication 5: a non-administrator token gets 403 with message 403 Forbidden - Must be admin to use sudo',
    at: publicReads,
    start: serving((forge) =>
      forAll(publicReads, async (call) => {
        const response = await call.send()
        if (response.status !== 403 || at(await jsonOf(response), 'message') !== noSudo) {
          return response
        }
        const names = ['sudo', 'private_token', 'access_token', 'private-token', 'authorization']
        const read = await forge.fetch(without(call, [...names, 'cookie']))
        return read.ok ? read : response
      }),
    ),
    async isShown(ask) {
      const project = await newRepository(ask, { visibility_level: 20 })
      const { id } = await newUser(ask)
      const token = String(at((await ask('GET', `/user?sudo=${id}`)).json, 'private_token'))
      const path = `/projects/${project}/repository/tags?sudo=root`
      return (await ask('GET', path, { token })).status === 200
    },
  },
]
