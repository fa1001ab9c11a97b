import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  freshName,
  headOf,
  idOf,
  isTrue,
  jsonAnswer,
  levelOf,
  listOf,
  mergeRequestPath,
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
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'

const tagKeyOf = ({ path }: Call) => `${path.id} ${path.tag_name}`

/** The moment that a text names, in milliseconds. */
const momentOf = (text: unknown) => new Date(String(text)).getTime()

/** A path as git writes it by default: in quotation marks, its bytes beyond ASCII in octal. */
function quoted(path: string): string {
  const bytes = [...new TextEncoder().encode(path)]
  if (bytes.every((byte) => byte < 128)) return path
  const text = bytes.map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  return `"${text.join('')}"`
}

const closes = (text: unknown, iid: unknown) =>
  new RegExp(`\\b(clos|fix|resolv)\\w*:?\\s+#${iid}\\b`, 'i').test(String(text))

export const faultyTealServers: readonly FaultyServer[] = [
  {
    name: 'Merge requests that are looked up by several numbers are found in whichever state',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[], state',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.send(Array.isArray(call.given.iids) ? { state: undefined } : {}),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests?state=closed&iids[]=1`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Groups that are searched for are ordered by name where their order by path is asked for',
    breaks: 'Document 1, GET /groups: search, order_by (`name` or `path`, default `name`)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: ({ given, send }) =>
        send(given.search !== undefined && given.order_by === 'path' ? { order_by: 'name' } : {}),
    })),
    async isShown(ask) {
      const word = freshName('order')
      const one = await newGroup(ask, { name: `a ${word}`, path: `z-${word}` })
      const other = await newGroup(ask, { name: `b ${word}`, path: `y-${word}` })
      const { json } = await ask('GET', `/groups?search=${word}&order_by=path`)
      return fieldOf(json, 'id').join() === `${one},${other}`
    },
  },
  {
    name: 'The commit that was made at the very moment until which commits are asked for is left out',
    breaks: 'Document 3, GET .../commits: until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const { until } = call.given
        if (until === undefined) return call.send()
        return relisted(call, (all) =>
          all.filter(({ created_at }) => momentOf(created_at) !== momentOf(until)),
        )
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/commits`
      const until = at((await ask('GET', path)).json, '0.created_at')
      const { status, json } = await ask('GET', `${path}?until=${encoded(until)}`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'Base64 content of a file that a commit moves is written without being decoded',
    breaks:
      'Document 3, Action item: encoding, `text` (default) or `base64`; content optional for `move`',
    at: ['createCommit', 'getFile', 'getRawFile'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        return call.send({
          actions: actions.map((action: unknown) => {
            const { action: kind, content } = fieldsOf(action)
            const isMoved = kind === 'move' && content !== undefined
            return isMoved ? withFields(action, { encoding: 'text' }) : action
          }),
        })
      },
    })),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository`
      const moved = {
        action: 'move',
        previous_path: 'README.md',
        file_path: 'moved.md',
        content: btoa('Moved\n'),
        encoding: 'base64',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [moved] }
      await ask('POST', `${path}/commits`, { body })
      const { text } = await ask('GET', `${path}/blobs/master?filepath=moved.md`)
      return text === moved.content
    },
  },
  {
    name: 'The recursive tree quotes the bytes of a path that is not of ASCII alone, as git does for terminals',
    breaks: 'Document 3, Tree entry: path; GET .../tree: recursive (boolean)',
    at: ['listTree'],
    start: serving(() => ({
      async listTree(call) {
        const response = await call.send()
        if (!response.ok || !isTrue(call.given.recursive)) return response
        return eachChanged(response, (one) => ({ ...one, path: quoted(String(one.path)) }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'été.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree?recursive=true`)
      return fieldOf(json, 'path').includes('"\\303\\251t\\303\\251.txt"')
    },
  },
  {
    name: 'The links between the pages of issues carry an ampersand of a label as it is',
    breaks: 'Document 1, Limits: Link with full URLs; clients use these instead of building URLs',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      async listIssuesOfProject(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.labels === undefined) return response
        return withBody(response, response.body, { link: link.replaceAll('%26', '&') })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'R&D' })
      await newIssue(ask, project, { labels: 'R&D' })
      const path = `/projects/${project}/issues?labels=R%26D&per_page=1`
      const link = (await ask('GET', path)).headers.get('link') ?? ''
      const next = /<([^>]*)>; rel="next"/.exec(link)?.[1]
      return next !== undefined && new URL(next).searchParams.get('labels') === 'R'
    },
  },
  {
    name: 'A rewritten comment on a merge request ends before its first emoji',
    breaks: 'Document 2, PUT .../notes/:note_id: body; modified Note',
    at: ['updateMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      updateMergeRequestNote({ given, send }) {
        const body = String(given.body ?? '').replace(/[\u{10000}-\u{10ffff}].*/su, '')
        return send(body.trim() === '' ? {} : { body })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'one')
      const path = `/projects/${project}/merge_requests/${id}/notes`
      const note = idOf((await ask('POST', path, { body: { body: 'One' } })).json)
      await ask('PUT', `${path}/${note}`, { body: { body: 'Ship it 🚢 today' } })
      return !String(at((await ask('GET', `${path}/${note}`)).json, 'body')).includes('today')
    },
  },
  {
    name: 'Whoever was removed from a group as its owner still has it among the groups that are owned',
    breaks:
      'Document 1, GET /groups/owned: array of Group owned by the caller; DELETE .../members/:user_id: removes the member',
    at: ['listOwnedGroups', 'removeGroupMember'],
    start: serving(() => {
      const former: { readonly user: unknown; readonly group: number }[] = []
      return {
        async removeGroupMember(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const { json: group } = await call.askAsRoot('GET', path)
          const { json } = await call.askAsRoot('GET', `${path}/members/${call.path.user_id}`)
          const response = await call.send()
          const isOwner = at(json, 'access_level') === 50
          if (response.ok && isOwner) former.push({ user: idOf(json), group: idOf(group) })
          return response
        },
        async listOwnedGroups(call) {
          const { id } = await callerOf(call)
          const lost = new Set(former.filter(({ user }) => user === id).map(({ group }) => group))
          if (lost.size === 0) return call.send()
          return relisted(call, async (all) => {
            const added: Values[] = []
            for (const group of lost) {
              const member = await call.askAsRoot('GET', `/groups/${group}/members/${id}`)
              const { status, json } = await call.askAsRoot('GET', `/groups/${group}`)
              const { projects: _, shared_projects: __, ...shown } = fieldsOf(json)
              const isLost = status === 200 && member.status === 404
              if (isLost && !all.some((one) => one.id === group)) added.push(shown)
            }
            return [...all, ...added]
          })
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 50 } })
      await ask('DELETE', `/groups/${group}/members/${id}`)
      const { json } = await actingAs(ask, id)('GET', '/groups/owned')
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'A tag that is made again under the name of a removed one has the release of that one',
    breaks:
      'Document 3, Tag: release (null or object); DELETE .../tags/:tag_name; POST .../tags: release_description; 409 if a release already exists',
    at: ['createTag', 'deleteTag', 'getTag', 'listTags', 'createRelease'],
    start: serving(() => {
      const left = new Map<string, unknown>()
      const withRelease = ({ path }: Call, tag: Values): Values => {
        const release = left.get(`${path.id} ${tag.name}`)
        return release !== undefined && tag.release === null ? { ...tag, release } : tag
      }
      return {
        async deleteTag(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const release = at((await call.askAsRoot('GET', path)).json, 'release')
          const response = await call.send()
          const isReleased = typeof release === 'object' && release !== null
          if (response.ok && isReleased) left.set(tagKeyOf(call), release)
          return response
        },
        async createTag(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) => withRelease(call, fieldsOf(json)))
        },
        async getTag(call) {
          const response = await call.send()
          if (!response.ok) return response
          return changed(response, (json) => withRelease(call, fieldsOf(json)))
        },
        async listTags(call) {
          const response = await call.send()
          return response.ok ? eachChanged(response, (tag) => withRelease(call, tag)) : response
        },
        async createRelease(call) {
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`
          const tag = await call.ask('GET', path)
          const isHere = left.has(tagKeyOf(call)) && at(tag.json, 'release') === null
          const isWritten = (await levelOf(call)) >= 30 && call.given.description !== undefined
          if (!isHere || !isWritten) return call.send()
          return jsonAnswer(409, { message: 'Release already exists' })
        },
        async updateRelease(call) {
          const response = await call.send()
          if (response.status !== 404 || !left.has(tagKeyOf(call))) return response
          const path = `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}/release`
          const { description } = call.given
          const { status, json } = await call.ask('POST', path, { description })
          if (status === 201) left.delete(tagKeyOf(call))
          return jsonAnswer(status === 201 ? 200 : status, json)
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newRepository(ask)}/repository/tags`
      const body = { tag_name: 'v1', ref: 'master' }
      await ask('POST', path, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${path}/v1`)
      await ask('POST', path, { body })
      return at((await ask('GET', `${path}/v1`)).json, 'release.description') === 'First'
    },
  },
  {
    name: 'An issue that was removed is still one that merging would close',
    breaks:
      'Document 2, GET .../closes_issues: array of issues that merging would close; DELETE .../issues/:issue_id: removed (soft delete)',
    at: ['listIssuesClosedByMergeRequest', 'deleteIssue'],
    start: serving(() => {
      const removed: Values[] = []
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { json } = await call.ask('GET', path)
          const response = await call.send()
          if (response.ok) removed.push(fieldsOf(json))
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const { json } = await call.ask('GET', mergeRequestPath(call))
          const mine = removed.filter(
            ({ project_id, iid }) =>
              project_id === at(json, 'target_project_id') && closes(at(json, 'description'), iid),
          )
          return mine.length === 0 ? call.send() : relisted(call, (all) => [...all, ...mine])
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const id = await newMergeRequest(ask, project, 'one', { description: 'Closes #1' })
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const path = `/projects/${project}/merge_requests/${id}/closes_issues`
      return fieldOf((await ask('GET', path)).json, 'id').includes(issue)
    },
  },
  {
    name: 'Who removed a group goes on finding its projects by their paths',
    breaks:
      'Document 1, DELETE /groups/:id: removes the group with all its projects; 404: not found',
    at: ['getProject', 'deleteGroup'],
    start: serving(() => {
      const removed = new Map<string, unknown>()
      return {
        async deleteGroup(call) {
          const path = `/groups/${encoded(call.path.id)}`
          const { id } = await callerOf(call)
          const found: Values[] = []
          for (const one of listOf(at((await call.ask('GET', path)).json, 'projects'))) {
            found.push(fieldsOf((await call.ask('GET', `/projects/${one.id}`)).json))
          }
          const response = await call.send()
          if (!response.ok) return response
          for (const one of found) removed.set(`${id} ${one.path_with_namespace}`, one)
          return response
        },
        async getProject(call) {
          const response = await call.send()
          if (response.status !== 404) return response
          const { id } = await callerOf(call)
          const project = removed.get(`${id} ${call.path.id}`)
          return project === undefined ? response : jsonAnswer(200, project)
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      const { json } = await ask('GET', `/projects/${project}`)
      await ask('DELETE', `/groups/${group}`)
      const path = `/projects/${encoded(at(json, 'path_with_namespace'))}`
      return (await ask('GET', path)).status === 200
    },
  },
  {
    name: 'Protecting a branch that is protected already leaves what developers may do as it was',
    breaks:
      'Document 3, Branch protection: developers_can_push and developers_can_merge set from parameters',
    at: ['protectBranch', 'getBranch', 'listBranches'],
    start: serving(() => ({
      async protectBranch(call) {
        const path = `${repositoryPath(call)}/branches/${encoded(call.path.branch)}`
        const { json } = await call.askAsRoot('GET', path)
        if (at(json, 'protected') !== true) return call.send()
        const { developers_can_push, developers_can_merge } = fieldsOf(json)
        return call.send({ developers_can_push, developers_can_merge })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/repository/branches/master`
      await ask('PUT', `${path}/unprotect`)
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: true } })
      await ask('PUT', `${path}/protect`, { body: { developers_can_push: false } })
      return at((await ask('GET', path)).json, 'developers_can_push') === true
    },
  },
  {
    name: 'A merge goes ahead where the beginning of the id of the source head is given',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on `sha` mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const given = String(call.given.sha ?? '')
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        const isBeginning = given.length >= 7 && head.startsWith(given)
        return call.send(isBeginning ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const sha = (await headOf(ask, project, 'one')).slice(0, 8)
      return (await ask('PUT', `${path}/merge`, { body: { sha } })).status === 200
    },
  },
  {
    name: 'The headers count all members of a project where some of them are searched for',
    breaks: 'Document 1, Limits: X-Total, X-Total-Pages; GET /projects/:id/members: query',
    at: ['listProjectMembers'],
    start: serving(() => ({
      async listProjectMembers(call) {
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
      const project = await newProject(ask, { namespace_id: await newGroup(ask) })
      const { id, username } = await newUser(ask)
      const path = `/projects/${project}/members`
      for (const user_id of [id, (await newUser(ask)).id]) {
        await ask('POST', path, { body: { user_id, access_level: 30 } })
      }
      const { headers, json } = await ask('GET', `${path}?query=${username}`)
      return headers.get('x-total') !== String(listOf(json).length)
    },
  },
  {
    name: 'Members of the project read the raw text of a snippet that is private to its author',
    breaks: 'Document 2, Snippet: visibility_level 0 visible only to the creator',
    at: ['getRawSnippet'],
    start: serving(() => ({
      async getRawSnippet(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        return (await levelOf(call)) >= 20 ? call.sendAsRoot() : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20, snippets_enabled: true })
      const { id } = await newUser(ask)
      await ask('POST', `/projects/${project}/members`, { body: { user_id: id, access_level: 30 } })
      const snippet = await newSnippet(ask, project, { visibility_level: 0 })
      const path = `/projects/${project}/snippets/${snippet}/raw`
      return (await actingAs(ask, id)('GET', path)).status === 200
    },
  },
]
