import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  headOf,
  idOf,
  jsonAnswer,
  listOf,
  mergeRequestPath,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  relisted,
  repositoryPath,
  serving,
  type Values,
  withBody,
} from '../shared-tools.ts'
import {
  canSeeProject,
  commaSeparated,
  isNamedWithDot,
  newestFirst,
  withoutBrokenBytes,
} from './tools-avocet.ts'

const firstBeyondBasicPlane = /[\u{10000}-\u{10ffff}].*$/su

export const faultyAvocetServers: readonly FaultyServer[] = [
  {
    name: 'The own issues of a label are also those whose label only begins with it',
    breaks: 'Document 2, GET /issues: labels (comma-separated; any label matches)',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const labels = commaSeparated(call.given.labels ?? '')
        if (labels.length === 0) return call.send()
        const isFound = ({ labels: own }: Values) =>
          Array.isArray(own) &&
          own.some((name) => labels.some((label) => String(name).startsWith(label)))
        return relisted(call, (all) => all.filter(isFound), { labels: undefined })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const label = freshName('label')
      const id = await newIssue(ask, project, { labels: `${label}-longer` })
      const { json } = await ask('GET', `/issues?labels=${label}`)
      return fieldOf(json, 'id').includes(id)
    },
  },
  {
    name: 'Merge requests that are asked for by several numbers come in every state, whichever was asked for',
    breaks:
      'Document 2, GET /projects/:id/merge_requests: iids[] (array), state (`all`, `opened`, `closed`, `merged`)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.send(
          call.given.iids !== undefined && call.given.state !== undefined
            ? { state: undefined }
            : {},
        ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests?iids[]=1&state=merged`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'The offset of the time zone is left off the time since which commits are listed',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const since = String(call.given.since ?? '')
        const read = since.replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z')
        return call.send(read === since ? {} : { since: read })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const time = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 19)
      const since = encoded(`${time}+05:00`)
      const path = `/projects/${project}/repository/commits?since=${since}`
      return listOf((await ask('GET', path)).json).length === 0
    },
  },
  {
    name: 'The projects of a group in the order of their names go upwards when no direction is given',
    breaks:
      'Document 1, GET /groups/:id/projects: order_by (`id`, `name`, ...), sort (default `desc`)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      listGroupProjects: (call) =>
        call.send(
          call.given.order_by === 'name' && call.given.sort === undefined ? { sort: 'asc' } : {},
        ),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      await newProject(ask, { name: 'alpha', namespace_id: group })
      await newProject(ask, { name: 'beta', namespace_id: group })
      const { json } = await ask('GET', `/groups/${group}/projects?order_by=name`)
      return at(json, '0.name') === 'alpha'
    },
  },
  {
    name: 'Bytes that are no UTF-8 are replaced when a commit of several files brings them in Base64',
    breaks: 'Document 3, Action item in actions[]: encoding `text` (default) or `base64`; content',
    at: ['createCommit', 'getFile', 'getRawFile', 'getRawBlob'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        const read = listOf(actions).map((action) => {
          const content =
            action.encoding === 'base64' && action.content !== undefined
              ? withoutBrokenBytes(action.content)
              : undefined
          return content === undefined ? action : { ...action, content }
        })
        const isChanged = read.some(
          (action, index) => action.content !== at(actions, `${index}.content`),
        )
        return call.send(isChanged ? { actions: read } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const content = btoa('\x89PNG\xff\x00')
      const repository = `/projects/${project}/repository`
      const action = { action: 'create', file_path: 'one.png', content, encoding: 'base64' }
      await ask('POST', `${repository}/commits`, {
        body: { branch_name: 'master', commit_message: 'Add', actions: [action] },
      })
      const { json } = await ask('GET', `${repository}/files?ref=master&file_path=one.png`)
      return at(json, 'content') !== content
    },
  },
  {
    name: 'The description that an issue is given anew ends before its first emoji',
    breaks: 'Document 2, PUT /projects/:id/issues/:issue_id: description; updated Issue',
    at: ['updateIssue', 'getIssue'],
    start: serving(() => ({
      updateIssue(call) {
        const { description } = call.given
        if (typeof description !== 'string') return call.send()
        const kept = description.replace(firstBeyondBasicPlane, '')
        return call.send(kept === description ? {} : { description: kept })
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { description: 'Sails 😀 and ropes' } })
      return at((await ask('GET', path)).json, 'description') === 'Sails '
    },
  },
  {
    name: 'A project whose path has a dot is not found by its path, only by its id',
    breaks:
      'Document 1, Conventions 2: either the integer or the URL-encoded `NAMESPACE/PROJECT_NAME`',
    at: ['getProject', 'listProjectEvents', 'listProjectMembers', 'listCommits'],
    start: serving(() =>
      forAll(
        ['getProject', 'listProjectEvents', 'listProjectMembers', 'listCommits'],
        async (call) => {
          const response = await call.send()
          if (!response.ok || !isNamedWithDot(call)) return response
          return jsonAnswer(404, { message: '404 Project Not Found' })
        },
      ),
    ),
    async isShown(ask) {
      const id = await newProject(ask, { path: `${freshName('dotted')}.site` })
      const { json } = await ask('GET', `/projects/${id}`)
      const path = encoded(at(json, 'path_with_namespace'))
      return (await ask('GET', `/projects/${path}`)).status === 404
    },
  },
  {
    name: 'The single notes of an issue are still there after the issue was removed',
    breaks:
      'Document 2, DELETE /projects/:id/issues/:issue_id: removed; Document 1, Errors: 404 resource not found',
    at: ['getIssueNote', 'deleteIssue'],
    start: serving(() => {
      const left = new Map<string, Values>()
      const issueOf = ({ path }: Call) => `${path.id}/${path.issue_id}`
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}/notes?per_page=100`
          const notes = listOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok) for (const note of notes) left.set(`${issueOf(call)}/${note.id}`, note)
          return response
        },
        async getIssueNote(call) {
          const response = await call.send()
          const note = left.get(`${issueOf(call)}/${call.path.note_id}`)
          if (response.status !== 404 || note === undefined) return response
          return (await canSeeProject(call)) ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const id = idOf((await ask('POST', `${path}/notes`, { body: { body: 'One' } })).json)
      await ask('DELETE', path)
      return (await ask('GET', `${path}/notes/${id}`)).status === 200
    },
  },
  {
    name: 'A removed issue stays among those that a merge request would close',
    breaks:
      'Document 2, GET .../:merge_request_id/closes_issues: array of issues that merging would close; DELETE .../issues/:issue_id: removed',
    at: ['listIssuesClosedByMergeRequest', 'deleteIssue'],
    start: serving(() => {
      const removed: Values[] = []
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/issues/${call.path.issue_id}`
          const issue = fieldsOf((await call.askAsRoot('GET', path)).json)
          const response = await call.send()
          if (response.ok && issue.state === 'opened') removed.push(issue)
          return response
        },
        async listIssuesClosedByMergeRequest(call) {
          const { json } = await call.ask('GET', mergeRequestPath(call))
          if (at(json, 'state') !== 'opened') return call.send()
          const text = String(at(json, 'description'))
          const numbers = [...text.matchAll(/(?:close|fix|resolve)[sd]? #(\d+)/gi)].map((match) =>
            Number(match[1]),
          )
          const kept = removed.filter(
            (issue) =>
              issue.project_id === at(json, 'project_id') && numbers.includes(Number(issue.iid)),
          )
          return kept.length === 0 ? call.send() : relisted(call, (all) => [...all, ...kept])
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const id = await newMergeRequest(ask, project, 'side', { description: 'Closes #1' })
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const path = `/projects/${project}/merge_requests/${id}/closes_issues`
      return fieldOf((await ask('GET', path)).json, 'id').includes(issue)
    },
  },
  {
    name: 'The release of a removed tag stands in the way of one for a new tag of the same name',
    breaks:
      'Document 3, POST .../tags/:tag_name/release: 409 if a release already exists for the tag',
    at: ['createRelease', 'deleteTag'],
    start: serving(() => {
      const left = new Set<string>()
      const keyOf = ({ path }: Call) => `${path.id}/${path.tag_name}`
      const tagOf = (call: Call) =>
        call.askAsRoot('GET', `${repositoryPath(call)}/tags/${encoded(call.path.tag_name)}`)
      const hasRelease = (json: unknown) => at(json, 'release.tag_name') !== undefined
      return {
        async deleteTag(call) {
          const { json } = await tagOf(call)
          const response = await call.send()
          if (response.ok && hasRelease(json)) left.add(keyOf(call))
          return response
        },
        async createRelease(call) {
          const { json } = await tagOf(call)
          const response = await call.send()
          const isBlocked = response.ok && left.has(keyOf(call)) && !hasRelease(json)
          return isBlocked ? jsonAnswer(409, { message: 'Release already exists' }) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const tags = `/projects/${project}/repository/tags`
      const body = { tag_name: 'one', ref: 'master' }
      await ask('POST', tags, { body: { ...body, release_description: 'First' } })
      await ask('DELETE', `${tags}/one`)
      await ask('POST', tags, { body })
      const release = { body: { description: 'Second' } }
      return (await ask('POST', `${tags}/one/release`, release)).status === 409
    },
  },
  {
    name: 'A system hook that is made for pushes of tags alone is told of all pushes',
    breaks:
      'Document 1, Events: fire for push events and tag push events when the matching flag (`push_events`, `tag_push_events`) is true; POST /hooks: push_events (boolean)',
    at: ['createSystemHook', 'listSystemHooks'],
    needsInstance: true,
    start: serving(() => ({
      createSystemHook: (call) =>
        call.send(
          String(call.given.push_events) === 'false' &&
            String(call.given.tag_push_events) === 'true'
            ? { push_events: true }
            : {},
        ),
    })),
    async isShown(ask) {
      const body = {
        url: 'http://receiver.example/tags',
        push_events: false,
        tag_push_events: true,
      }
      const id = at((await ask('POST', '/hooks', { body })).json, '0.id')
      const { json } = await ask('GET', '/hooks?per_page=100')
      return listOf(json).some((hook) => hook.id === id && hook.push_events === true)
    },
  },
  {
    name: 'A merge goes ahead when the given commit is only the beginning of the head of the source',
    breaks:
      'Document 2, PUT .../merge: sha (string; must equal the source head or the merge fails)',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const given = String(call.given.sha ?? '')
        if (given.length < 7 || given.length >= 40) return call.send()
        const head = String(at((await call.ask('GET', mergeRequestPath(call))).json, 'sha'))
        return call.send(head.startsWith(given) ? { sha: head } : {})
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'side')
      const sha = (await headOf(ask, project, 'side')).slice(0, 10)
      const path = `/projects/${project}/merge_requests/${id}/merge`
      return (await ask('PUT', path, { body: { sha } })).status === 200
    },
  },
  {
    name: 'An administrator who unsubscribes somebody by sudo in the query unsubscribes from the issue himself',
    breaks:
      'Document 1, Authentication 5: the parameter `sudo` (query) or header `SUDO` performs the call as another user',
    at: ['unsubscribeFromIssue'],
    start: serving(() => ({
      async unsubscribeFromIssue(call) {
        const isInQuery = new URL(call.request.url).searchParams.has('sudo')
        // Those who must not use it, and unknown users, are refused as ever.
        const isAllowed = isInQuery && (await call.ask('GET', '/user')).status === 200
        return call.send(isAllowed ? { sudo: undefined } : {})
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { id } = await newUser(ask)
      const asUser = actingAs(ask, id)
      await asUser('POST', `${path}/subscription`)
      await ask('DELETE', `${path}/subscription?sudo=${id}`)
      return at((await asUser('GET', path)).json, 'subscribed') === true
    },
  },
  {
    name: 'The links to other pages of the issues of a group lose the labels that were asked for',
    breaks:
      'Document 1, Limits: `Link` (relations prev, next, first, last with full URLs; clients use these instead of building URLs)',
    at: ['listIssuesOfGroup'],
    start: serving(() => ({
      async listIssuesOfGroup(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null || call.given.labels === undefined) return response
        const without = link.replace(/<([^>]*)>/g, (_, address: string) => {
          const url = new URL(address)
          url.searchParams.delete('labels')
          return `<${url.href}>`
        })
        return withBody(response, response.body, { link: without })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const project = await newProject(ask, { namespace_id: group })
      for (const labels of ['rope', 'rope', 'tar']) await newIssue(ask, project, { labels })
      const path = `/groups/${group}/issues?labels=rope&per_page=1`
      return !(await ask('GET', path)).headers.get('link')?.includes('labels=')
    },
  },
  {
    name: 'A former member still has the project among those that he is a member of',
    breaks: 'Document 1, GET /projects: array of Project the caller is a member of',
    at: ['listProjects', 'removeProjectMember'],
    start: serving(() => {
      const former = new Map<string, Set<number>>()
      const filters = ['search', 'visibility', 'archived', 'order_by', 'sort', 'simple']
      return {
        async removeProjectMember(call) {
          const { user_id = '' } = call.path
          const member = `${projectPath(call)}/members/${user_id}`
          const before = await call.askAsRoot('GET', member)
          const { json } = await call.askAsRoot('GET', projectPath(call))
          const response = await call.send()
          if (!response.ok || before.status !== 200) return response
          former.set(user_id, new Set([...(former.get(user_id) ?? []), idOf(json)]))
          return response
        },
        async listProjects(call) {
          const { id } = await callerOf(call)
          const projects = former.get(String(id))
          const isFiltered = filters.some((name) => call.given[name] !== undefined)
          if (projects === undefined || isFiltered) return call.send()
          return relisted(call, async (all) => {
            const missing = [...projects].filter((one) => !all.some((own) => own.id === one))
            const answers = await Promise.all(
              missing.map((one) => call.askAsRoot('GET', `/projects/${one}`)),
            )
            const found = answers.flatMap(({ status, json }) => {
              const { runners_token: _, ...project } = fieldsOf(json)
              const permissions = { project_access: null, group_access: null }
              return status === 200 ? [{ ...project, permissions }] : []
            })
            return newestFirst([...all, ...found])
          })
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      await ask('DELETE', `${members}/${id}`)
      const { json } = await actingAs(ask, id)('GET', '/projects')
      return fieldOf(json, 'id').includes(project)
    },
  },
]
