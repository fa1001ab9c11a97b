import { at, type FaultyServer } from '../server.ts'
import {
  actingAs,
  callerOf,
  changed,
  eachChanged,
  fieldOf,
  fieldsOf,
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
  newUser,
  relisted,
  responseOf,
  serving,
  type Values,
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import {
  isFound,
  issuePath,
  labelsOf,
  mergeRequestPath,
  newNote,
  newPublicProject,
  newPublicRepository,
  newSnippetPath,
  notModified,
  projectPath,
  snippetPath,
  textsOf,
  wholeList,
} from './tools-tracker.ts'

/** What a difference is in the other direction. */
function reversed(difference: Values): Values {
  const lines = String(difference.diff).split('\n')
  const swapped = lines.map((line) =>
    line.startsWith('+') ? `-${line.slice(1)}` : line.replace(/^-/, '+'),
  )
  return {
    ...difference,
    diff: swapped.join('\n'),
    new_path: difference.old_path,
    old_path: difference.new_path,
    new_file: difference.deleted_file,
    deleted_file: difference.new_file,
    a_mode: difference.b_mode,
    b_mode: difference.a_mode,
  }
}

export const faultyTrackerServers: readonly FaultyServer[] = [
  {
    name: 'The pages of own issues link to pages without the state that was asked for',
    breaks: 'Document 1, Limits: Link with full URLs, which clients use instead of building URLs',
    at: ['listOwnIssues'],
    start: serving(() => ({
      async listOwnIssues(call) {
        const response = await call.send()
        const link = response.headers.get('link') ?? ''
        const without = link.replace(/([?&])state=[a-z]*&?/g, '$1')
        return link === '' ? response : withBody(response, await response.text(), { link: without })
      },
    })),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).username)
      const project = await newProject(as)
      await newIssue(as, project)
      await newIssue(as, project)
      const { headers } = await as('GET', '/issues?state=opened&per_page=1')
      const link = headers.get('link') ?? ''
      return link.includes('rel="next"') && !link.includes('state=opened')
    },
  },
  {
    name: 'A group has the issues of those projects that it had when they were first asked for',
    breaks: 'Document 2, GET /groups/:id/issues: the issues of the group',
    at: ['listIssuesOfGroup'],
    start: serving(() => {
      const projectsOf = new Map<string, ReadonlySet<unknown>>()
      return {
        async listIssuesOfGroup(call) {
          const group = String(call.path.id)
          const path = `/groups/${group}/projects?per_page=100`
          const known =
            projectsOf.get(group) ??
            new Set(fieldOf((await call.askAsRoot('GET', path)).json, 'id'))
          projectsOf.set(group, known)
          return relisted(call, (all) => all.filter(({ project_id }) => known.has(project_id)))
        },
      }
    }),
    async isShown(ask) {
      const group = await newGroup(ask)
      await ask('GET', `/groups/${group}/issues`)
      await newIssue(ask, await newProject(ask, { namespace_id: group }))
      return listOf((await ask('GET', `/groups/${group}/issues`)).json).length === 0
    },
  },
  {
    name: 'Issues of a project are found by a part of a label',
    breaks: 'Document 2, GET /projects/:id/issues: labels (any label)',
    at: ['listIssuesOfProject'],
    start: serving(() => ({
      listIssuesOfProject: (call) =>
        call.given.labels === undefined
          ? call.send()
          : relisted(
              call,
              (all) =>
                all.filter(({ labels }) =>
                  labelsOf(call.given.labels).some((asked) =>
                    textsOf(labels).some((label) => label.includes(asked)),
                  ),
                ),
              { labels: undefined },
            ),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'bugfix' })
      const { json } = await ask('GET', `/projects/${project}/issues?labels=bug`)
      return listOf(json).length === 1
    },
  },
  {
    name: 'A single issue says whether its author is subscribed to it',
    breaks: 'Document 2, Issue: subscribed; Subscription: subscribes the caller',
    at: ['getIssue'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        const author = at(await jsonOf(response), 'author.id')
        const { json } = await call.askAsRoot('GET', `${issuePath(call)}?sudo=${author}`)
        const subscribed = at(json, 'subscribed')
        return typeof subscribed === 'boolean' && response.ok
          ? changed(response, (issue) => withFields(issue, { subscribed }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newPublicProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('DELETE', `${path}/subscription`)
      const as = actingAs(ask, (await newUser(ask)).username)
      await as('POST', `${path}/subscription`)
      return at((await as('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'An issue that resolves discussions has the description made for it, whatever is given',
    breaks:
      'Document 2, POST /projects/:id/issues: merge_request_for_resolving_discussions; given title and description take precedence',
    at: ['createIssue', 'getIssue'],
    start: serving(() => ({
      createIssue: (call) =>
        call.given.merge_request_for_resolving_discussions === undefined
          ? call.send()
          : call.send({ description: undefined }),
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      await newMergeRequest(ask, project, 'one')
      const body = {
        title: 'Mine',
        description: 'My own words',
        merge_request_for_resolving_discussions: 1,
      }
      const { json } = await ask('POST', `/projects/${project}/issues`, { body })
      return idOf(json) > 0 && at(json, 'description') !== 'My own words'
    },
  },
  {
    name: 'Closing an issue leaves the instant of its last update as it was',
    breaks: 'Document 2, States of an issue: opened, close, closed; `updated_at` changes',
    at: ['updateIssue', 'getIssue'],
    start: serving(() => ({
      async updateIssue(call) {
        const before = (await call.askAsRoot('GET', issuePath(call))).json
        const response = await call.send()
        const isClosed = call.given.state_event === 'close' && at(before, 'state') === 'opened'
        if (!response.ok || !isClosed || call.given.updated_at !== undefined) return response
        const { title } = fieldsOf(await jsonOf(response))
        const updated_at = at(before, 'updated_at')
        await call.askAsRoot('PUT', issuePath(call), { title, updated_at })
        return changed(response, (issue) => withFields(issue, { updated_at }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('PUT', path, { body: { title: 'Old', updated_at: '2001-01-01T00:00:00Z' } })
      await ask('PUT', path, { body: { state_event: 'close' } })
      const { json } = await ask('GET', path)
      return at(json, 'state') === 'closed' && String(at(json, 'updated_at')).startsWith('2001')
    },
  },
  {
    name: 'The author of an issue may delete it in a project of others',
    breaks: 'Document 2, DELETE /projects/:id/issues/:issue_id: admin or project owner',
    at: ['deleteIssue'],
    start: serving(() => ({
      async deleteIssue(call) {
        const author = at((await call.ask('GET', issuePath(call))).json, 'author.id')
        const isAuthor = author !== undefined && author === (await callerOf(call)).id
        return isAuthor ? call.sendAsRoot() : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newPublicProject(ask)
      const as = actingAs(ask, (await newUser(ask)).username)
      const path = `/projects/${project}/issues/${await newIssue(as, project)}`
      await as('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'A moved issue keeps the first of its labels only',
    breaks: 'Document 2, POST .../move: a label of the same name in the target project is assigned',
    at: ['moveIssue', 'getIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const issue = await jsonOf(response)
        const [first, second] = textsOf(at(issue, 'labels'))
        if (!response.ok || first === undefined || second === undefined) return response
        const path = `/projects/${at(issue, 'project_id')}/issues/${idOf(issue)}`
        await call.askAsRoot('PUT', path, { labels: first })
        return changed(response, (json) => withFields(json, { labels: [first] }))
      },
    })),
    async isShown(ask) {
      const [project, target] = [await newProject(ask), await newProject(ask)]
      await newIssue(ask, target, { labels: 'one,two' })
      const issue = await newIssue(ask, project, { labels: 'one,two' })
      const body = { to_project_id: target }
      const { json } = await ask('POST', `/projects/${project}/issues/${issue}/move`, { body })
      const moved = await ask('GET', `/projects/${target}/issues/${idOf(json)}`)
      return textsOf(at(moved.json, 'labels')).length === 1
    },
  },
  {
    name: 'Who may not write into the target project of a move is told that it is forbidden',
    breaks:
      'Document 2, POST .../move: 400 with explaining message if target equals source or permission is lacking',
    at: ['moveIssue'],
    start: serving(() => ({
      async moveIssue(call) {
        const response = await call.send()
        const target = call.given.to_project_id
        const isOther = target !== undefined && String(target) !== call.path.id
        return response.status === 400 && isOther
          ? jsonAnswer(403, { message: '403 Forbidden' })
          : response
      },
    })),
    async isShown(ask) {
      const as = actingAs(ask, (await newUser(ask)).username)
      const project = await newProject(as)
      const issue = await newIssue(as, project)
      const body = { to_project_id: await newPublicProject(ask) }
      const { status } = await as('POST', `/projects/${project}/issues/${issue}/move`, { body })
      return status === 403
    },
  },
  {
    name: 'An issue to which somebody subscribed takes no second subscriber',
    breaks:
      'Document 2, Subscription: POST subscribes the caller (304 if already subscribed): the caller, not anybody',
    at: ['subscribeToIssue'],
    start: serving(() => {
      const subscribed = new Set<unknown>()
      return {
        async subscribeToIssue(call) {
          const issue = call.path.issue_id
          const isSeen = isFound(await call.ask('GET', issuePath(call)))
          if (isSeen && subscribed.has(issue)) return notModified()
          const response = await call.send()
          if (response.ok) subscribed.add(issue)
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          if (response.ok) subscribed.delete(call.path.issue_id)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newPublicProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      await actingAs(ask, (await newUser(ask)).username)('POST', path)
      return (await actingAs(ask, (await newUser(ask)).username)('POST', path)).status === 304
    },
  },
  {
    name: 'Who unsubscribes from an issue unsubscribes all others as well',
    breaks: 'Document 2, Subscription: DELETE .../subscription unsubscribes the caller',
    at: ['unsubscribeFromIssue', 'getIssue'],
    start: serving(() => {
      const subscribers = new Map<unknown, Set<unknown>>()
      return {
        async subscribeToIssue(call) {
          const response = await call.send()
          const issue = call.path.issue_id
          const others = subscribers.get(issue) ?? new Set()
          if (response.ok) subscribers.set(issue, others.add((await callerOf(call)).id))
          return response
        },
        async unsubscribeFromIssue(call) {
          const response = await call.send()
          const path = `${issuePath(call)}/subscription`
          for (const user of response.ok ? (subscribers.get(call.path.issue_id) ?? []) : []) {
            await call.askAsRoot('DELETE', `${path}?sudo=${user}`)
          }
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newPublicProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const one = actingAs(ask, (await newUser(ask)).username)
      const two = actingAs(ask, (await newUser(ask)).username)
      for (const as of [one, two]) await as('POST', `${path}/subscription`)
      await one('DELETE', `${path}/subscription`)
      return at((await two('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'One todo in a project is taken for a todo on each of its issues',
    breaks: 'Document 2, POST .../todo: creates a todo for the caller; 304 if one already exists',
    at: ['createTodoOfIssue'],
    start: serving(() => {
      const made = new Set<string>()
      return {
        async createTodoOfIssue(call) {
          const key = `${(await callerOf(call)).id} ${call.path.id}`
          const isSeen = isFound(await call.ask('GET', issuePath(call)))
          if (isSeen && made.has(key)) return notModified()
          const response = await call.send()
          if (response.ok) made.add(key)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const statuses: number[] = []
      for (const issue of [await newIssue(ask, project), await newIssue(ask, project)]) {
        statuses.push((await ask('POST', `/projects/${project}/issues/${issue}/todo`)).status)
      }
      return statuses[1] === 304
    },
  },
  {
    name: 'Of several numbers of merge requests the first alone is looked for',
    breaks: 'Document 2, GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        Array.isArray(call.given.iids) ? call.send({ iids: [call.given.iids[0]] }) : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests?iids[]=1&iids[]=2')
      return listOf(json).length === 1
    },
  },
  {
    name: 'The closed merge requests of a project have the merged ones among them',
    breaks: 'Document 2, GET /projects/:id/merge_requests: state (all, opened, closed, merged)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      listMergeRequests: (call) =>
        call.given.state === 'closed'
          ? relisted(
              call,
              (all) => all.filter(({ state }) => state === 'closed' || state === 'merged'),
              { state: 'all' },
            )
          : call.send(),
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/1/merge_requests?state=closed')
      return fieldOf(json, 'state').includes('merged')
    },
  },
  {
    name: 'A merge request keeps the head of its source that it was made with',
    breaks: 'Document 2, Merge request: sha (head commit id)',
    at: ['getMergeRequest'],
    start: serving(() => {
      const heads = new Map<unknown, unknown>()
      return {
        async createMergeRequest(call) {
          const response = await call.send()
          const made = await jsonOf(response)
          if (response.ok) heads.set(at(made, 'id'), at(made, 'sha'))
          return response
        },
        async getMergeRequest(call) {
          const sha = heads.get(Number(call.path.merge_request_id))
          const response = await call.send()
          return response.ok && typeof sha === 'string'
            ? changed(response, (json) => withFields(json, { sha }))
            : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await writeFile(ask, project, { file_path: 'later.txt', branch_name: 'one' })
      const head = await headOf(ask, project, 'one')
      return at((await ask('GET', path)).json, 'sha') !== head
    },
  },
  {
    name: 'A merge request has no commits once it is merged',
    breaks: 'Document 2, GET .../commits: array of commit objects of the merge request',
    at: ['listMergeRequestCommits'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        return at(json, 'state') === 'merged' ? relisted(call, () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await ask('PUT', `${path}/merge`)
      const { status, json } = await ask('GET', `${path}/commits`)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'What the target got since a merge request began is among the changes as taken away',
    breaks: 'Document 2, GET .../changes: the changes of the merge request',
    at: ['getMergeRequestChanges'],
    start: serving(() => ({
      async getMergeRequestChanges(call) {
        const response = await call.send()
        const {
          target_branch,
          source_branch,
          source_project_id,
          target_project_id,
          state,
          changes,
        } = fieldsOf(await jsonOf(response))
        if (source_project_id !== target_project_id || state === 'merged') return response
        const between = `from=${encodeURIComponent(String(source_branch))}&to=${encodeURIComponent(String(target_branch))}`
        const { json } = await call.askAsRoot(
          'GET',
          `${projectPath(call)}/repository/compare?${between}`,
        )
        const own = new Set(fieldOf(changes, 'new_path'))
        const others = listOf(at(json, 'diffs'))
          .map(reversed)
          .filter(({ new_path }) => !own.has(new_path))
        return changed(response, (before) =>
          withFields(before, { changes: [...listOf(changes), ...others] }),
        )
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      await writeFile(ask, project, { file_path: 'later.txt' })
      const { json } = await ask('GET', `${path}/changes`)
      const changes = listOf(at(json, 'changes'))
      return changes.some(
        ({ new_path, deleted_file }) => new_path === 'later.txt' && deleted_file === true,
      )
    },
  },
  {
    name: 'A merge request without a target goes to the default branch',
    breaks:
      'Document 2, POST /projects/:id/merge_requests: target_branch (req); Document 1, Errors: 400, a required attribute is missing',
    at: ['createMergeRequest'],
    start: serving(() => ({
      async createMergeRequest(call) {
        if (call.given.target_branch !== undefined) return call.send()
        const { json } = await call.ask('GET', projectPath(call))
        return call.send({ target_branch: at(json, 'default_branch') ?? undefined })
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      await newMergeRequest(ask, project, 'one', { title: 'Other', target_branch: undefined })
      const path = `/projects/${project}/merge_requests`
      return listOf((await ask('GET', path)).json).length === 1
    },
  },
  {
    name: 'Labels of a merge request that are changed come on top of those that it has',
    breaks: 'Document 2, PUT .../merge_requests/:merge_request_id: labels; updated Merge request',
    at: ['updateMergeRequest', 'getMergeRequest'],
    start: serving(() => ({
      async updateMergeRequest(call) {
        if (call.given.labels === undefined) return call.send()
        const before = (await call.ask('GET', mergeRequestPath(call))).json
        const labels = new Set([...textsOf(at(before, 'labels')), ...labelsOf(call.given.labels)])
        return call.send({ labels: [...labels].join(',') })
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const id = await newMergeRequest(ask, project, 'one', { labels: 'one' })
      const path = `/projects/${project}/merge_requests/${id}`
      const body = { source_branch: 'one', target_branch: 'master', title: 'one', labels: 'two' }
      await ask('PUT', path, { body })
      return textsOf(at((await ask('GET', path)).json, 'labels')).length === 2
    },
  },
  {
    name: 'A master of a project may delete its merge requests',
    breaks:
      'Document 2, DELETE /projects/:id/merge_requests/:merge_request_id: admin or project owner',
    at: ['deleteMergeRequest'],
    start: serving(() => ({
      deleteMergeRequest: async (call) =>
        (await levelOf(call)) >= 40 ? call.sendAsRoot() : call.send(),
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const { id, username } = await newUser(ask)
      const body = { user_id: id, access_level: 40 }
      await ask('POST', `/projects/${project}/members`, { body })
      await actingAs(ask, username)('DELETE', path)
      return (await ask('GET', path)).status === 404
    },
  },
  {
    name: 'The head of the source is not compared where the message of the merge is given',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on mismatch',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        call.given.merge_commit_message === undefined ? call.send() : call.send({ sha: undefined }),
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const body = { merge_commit_message: 'Merge', sha: await headOf(ask, project, 'master') }
      await ask('PUT', `${path}/merge`, { body })
      return at((await ask('GET', path)).json, 'state') === 'merged'
    },
  },
  {
    name: 'A scheduled merge that is cancelled is scheduled still',
    breaks:
      'Document 2, PUT .../cancel_merge_when_build_succeeds: opened, merge unscheduled afterwards',
    at: ['cancelMergeWhenBuildSucceeds', 'getMergeRequest', 'listMergeRequests'],
    start: serving(() => ({
      async cancelMergeWhenBuildSucceeds(call) {
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const fields = { merge_when_build_succeeds: false }
        return isTrue(at(json, 'merge_when_build_succeeds'))
          ? jsonAnswer(200, withFields(json, fields))
          : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const head = await headOf(ask, project, 'one')
      const status = { state: 'running', ref: 'one' }
      await ask('POST', `/projects/${project}/statuses/${head}`, { body: status })
      await ask('PUT', `${path}/merge`, { body: { merge_when_build_succeeds: true } })
      await ask('PUT', `${path}/cancel_merge_when_build_succeeds`)
      return at((await ask('GET', path)).json, 'merge_when_build_succeeds') === true
    },
  },
  {
    name: 'Issues that a merge closes are looked for by id',
    breaks:
      'Document 2, GET .../closes_issues: issues that merging would close; Document 1, Conventions 1: iid is the number shown in the web interface',
    at: ['listIssuesClosedByMergeRequest'],
    start: serving(() => ({
      listIssuesClosedByMergeRequest: (call) =>
        relisted(call, (all) => {
          const numbers = new Set(all.map(({ iid }) => iid))
          return all.filter(({ id }) => numbers.has(id))
        }),
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      await newIssue(ask, project)
      const given = { description: 'Closes #1' }
      const id = await newMergeRequest(ask, project, 'one', given)
      const path = `/projects/${project}/merge_requests/${id}/closes_issues`
      const { status, json } = await ask('GET', path)
      return status === 200 && listOf(json).length === 0
    },
  },
  {
    name: 'Who subscribes to a merge request is answered with it as it was before',
    breaks: 'Document 2, POST .../merge_requests/:merge_request_id/subscription: Merge request',
    at: ['subscribeToMergeRequest'],
    start: serving(() => ({
      async subscribeToMergeRequest(call) {
        const response = await call.send()
        return response.ok
          ? eachChanged(response, (one) => withFields(one, { subscribed: false }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const as = actingAs(ask, (await newUser(ask)).username)
      const { json } = await as('POST', `${path}/subscription`)
      return at(json, 'subscribed') === false
    },
  },
  {
    name: 'Each page of notes on an issue begins with the last note of the page before',
    breaks: 'Document 1, Limits: page (default 1) and per_page; Document 2, GET .../notes',
    at: ['listIssueNotes'],
    start: serving(() => ({
      async listIssueNotes(call) {
        const response = await call.send()
        const [page, size] = [Number(call.given.page ?? 1), Number(call.given.per_page ?? 20)]
        if (!response.ok || !(page > 1)) return response
        const all = await wholeList(call)
        const start = (page - 1) * size - 1
        const shown = start < all.length ? all.slice(start, start + size) : []
        return changed(response, () => shown)
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      for (const body of ['One', 'Two', 'Three']) await newNote(ask, path, { body })
      const first = (await ask('GET', `${path}/notes?per_page=2`)).json
      const second = (await ask('GET', `${path}/notes?per_page=2&page=2`)).json
      return at(first, '1.id') === at(second, '0.id')
    },
  },
  {
    name: 'Notes on the issue that has the id of a merge request are notes on the merge request',
    breaks: 'Document 2, GET .../merge_requests/:merge_request_id/notes; Note: noteable_type',
    at: ['listMergeRequestNotes'],
    start: serving(() => ({
      async listMergeRequestNotes(call) {
        const projects = await call.askAsRoot('GET', '/projects/all?per_page=100')
        const others: Values[] = []
        for (const id of fieldOf(projects.json, 'id')) {
          const path = `/projects/${id}/issues/${call.path.merge_request_id}/notes?per_page=100`
          others.push(...listOf((await call.askAsRoot('GET', path)).json))
        }
        return relisted(call, (all) => [...all, ...others])
      },
    })),
    async isShown(ask) {
      const { json } = await ask('GET', '/projects/4/merge_requests/12/notes?per_page=100')
      return fieldOf(json, 'noteable_type').includes('Issue')
    },
  },
  {
    name: 'A note is found under any issue of its project',
    breaks:
      'Document 2, GET /projects/:id/issues/:issue_id/notes/:note_id; Document 1, Errors: 404, resource not found',
    at: ['getIssueNote'],
    start: serving(() => ({
      async getIssueNote(call) {
        const response = await call.send()
        const isSeen = isFound(await call.ask('GET', issuePath(call)))
        if (response.status !== 404 || !isSeen) return response
        const path = `${projectPath(call)}/issues?per_page=100`
        for (const issue of fieldOf((await call.ask('GET', path)).json, 'id')) {
          const note = `${projectPath(call)}/issues/${issue}/notes/${call.path.note_id}`
          const found = await call.ask('GET', note)
          if (isFound(found)) return responseOf(found)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const [one, two] = [await newIssue(ask, project), await newIssue(ask, project)]
      const note = await newNote(ask, `/projects/${project}/issues/${one}`)
      return isFound(await ask('GET', `/projects/${project}/issues/${two}/notes/${note}`))
    },
  },
  {
    name: 'A single note on a snippet names the class of the snippet',
    breaks: 'Document 2, Note: noteable_type (Issue, Snippet, MergeRequest)',
    at: ['getSnippetNote'],
    start: serving(() => ({
      async getSnippetNote(call) {
        const response = await call.send()
        return response.ok
          ? eachChanged(response, (one) => withFields(one, { noteable_type: 'ProjectSnippet' }))
          : response
      },
    })),
    async isShown(ask) {
      const path = await newSnippetPath(ask)
      const { json } = await ask('GET', `${path}/notes/${await newNote(ask, path)}`)
      return at(json, 'noteable_type') === 'ProjectSnippet'
    },
  },
  {
    name: 'A single note on a merge request gives the number of the merge request for its id',
    breaks: 'Document 2, Note: noteable_id; Document 1, Conventions 1: id and iid',
    at: ['getMergeRequestNote'],
    start: serving(() => ({
      async getMergeRequestNote(call) {
        const response = await call.send()
        const { json } = await call.ask('GET', mergeRequestPath(call))
        const noteable_id = at(json, 'iid')
        return response.ok
          ? eachChanged(response, (one) => withFields(one, { noteable_id }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const { json } = await ask('GET', `${path}/notes/${await newNote(ask, path)}`)
      return at(json, 'noteable_id') === 1
    },
  },
  {
    name: 'The given instant of a note on an issue is answered and not kept',
    breaks: 'Document 2, POST .../issues/:issue_id/notes: created_at (ISO 8601; issues only)',
    at: ['createIssueNote', 'getIssueNote', 'listIssueNotes'],
    start: serving(() => ({
      async createIssueNote(call) {
        const { created_at } = call.given
        const isRefused = Number.isNaN(Date.parse(String(created_at)))
        if (created_at === undefined || isRefused) return call.send()
        const response = await call.send({ created_at: undefined })
        return response.ok
          ? eachChanged(response, (one) =>
              withFields(one, { created_at: new Date(String(created_at)).toISOString() }),
            )
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const note = await newNote(ask, path, { body: 'Old', created_at: '2001-02-03T04:05:06Z' })
      const { json } = await ask('GET', `${path}/notes/${note}`)
      return note > 0 && !String(at(json, 'created_at')).startsWith('2001')
    },
  },
  {
    name: 'A note on a snippet is by whoever made the snippet',
    breaks: 'Document 2, Note: author; POST .../snippets/:snippet_id/notes',
    at: ['createSnippetNote', 'getSnippetNote', 'listSnippetNotes'],
    start: serving(() => ({
      async createSnippetNote(call) {
        const { status, json } = await call.ask('GET', snippetPath(call))
        const { body } = call.given
        if (status !== 200 || body === undefined) return call.send()
        const path = `${snippetPath(call)}/notes?sudo=${at(json, 'author.id')}`
        const answer = await call.askAsRoot('POST', path, { body })
        return answer.status === 201 ? responseOf(answer) : call.send()
      },
    })),
    async isShown(ask) {
      const path = await newSnippetPath(ask)
      const { id, username } = await newUser(ask)
      const note = await newNote(actingAs(ask, username), path)
      const { json } = await ask('GET', `${path}/notes/${note}`)
      return note > 0 && at(json, 'author.id') !== id
    },
  },
  {
    name: 'A note on a merge request ends where its first character of four bytes is',
    breaks: 'Document 2, POST .../merge_requests/:merge_request_id/notes: body',
    at: ['createMergeRequestNote', 'getMergeRequestNote', 'listMergeRequestNotes'],
    start: serving(() => ({
      createMergeRequestNote(call) {
        const { body } = call.given
        const kept = typeof body === 'string' ? body.replace(/[\u{10000}-\u{10ffff}].*$/su, '') : ''
        return kept.trim() === '' ? call.send() : call.send({ body: kept })
      },
    })),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const note = await newNote(ask, path, { body: 'Fair winds \u{26f5}\u{1f30a} to all' })
      const { json } = await ask('GET', `${path}/notes/${note}`)
      return note > 0 && !String(at(json, 'body')).includes('to all')
    },
  },
  {
    name: 'A change of a note on an issue needs no text',
    breaks:
      'Document 2, PUT .../notes/:note_id: body (req); Document 1, Errors: 400, a required attribute is missing',
    at: ['updateIssueNote'],
    start: serving(() => ({
      async updateIssueNote(call) {
        const response = await call.send()
        return response.status === 400 && call.given.body === undefined
          ? responseOf(await call.ask('GET', `${issuePath(call)}/notes/${call.path.note_id}`))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return isFound(await ask('PUT', `${path}/notes/${await newNote(ask, path)}`, { body: {} }))
    },
  },
  {
    name: 'A note on a snippet is read as it was when it was read first',
    breaks: 'Document 2, PUT .../snippets/:snippet_id/notes/:note_id: modified Note',
    at: ['getSnippetNote', 'updateSnippetNote'],
    start: serving(() => {
      const read = new Map<string, unknown>()
      return {
        async getSnippetNote(call) {
          const response = await call.send()
          const note = String(call.path.note_id)
          if (response.ok && !read.has(note)) read.set(note, await jsonOf(response))
          return response.ok ? changed(response, () => read.get(note)) : response
        },
      }
    }),
    async isShown(ask) {
      const path = await newSnippetPath(ask)
      const note = `${path}/notes/${await newNote(ask, path)}`
      await ask('GET', note)
      await ask('PUT', note, { body: { body: 'Other' } })
      return at((await ask('GET', note)).json, 'body') === 'A note'
    },
  },
  {
    name: 'Who changes a note on a merge request becomes its author',
    breaks: 'Document 2, Note: author; PUT .../merge_requests/:merge_request_id/notes/:note_id',
    at: ['updateMergeRequestNote', 'getMergeRequestNote'],
    start: serving(() => {
      const authors = new Map<string, unknown>()
      const authored = (response: Response, note: unknown) =>
        response.ok && authors.has(String(note))
          ? changed(response, (json) => withFields(json, { author: authors.get(String(note)) }))
          : response
      return {
        async updateMergeRequestNote(call) {
          const response = await call.send()
          const { id, name, username, state, avatar_url, web_url, email, created_at } =
            await callerOf(call)
          const author = { id, name, username, state, avatar_url, web_url, email, created_at }
          if (response.ok) authors.set(String(call.path.note_id), author)
          return authored(response, call.path.note_id)
        },
        getMergeRequestNote: async (call) => authored(await call.send(), call.path.note_id),
      }
    }),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const { id, username } = await newUser(ask)
      const note = await newNote(actingAs(ask, username), path)
      await ask('PUT', `${path}/notes/${note}`, { body: { body: 'Other' } })
      const { json } = await ask('GET', `${path}/notes/${note}`)
      return at(json, 'body') === 'Other' && at(json, 'author.id') !== id
    },
  },
  {
    name: 'A note on an issue that is deleted is answered without its text',
    breaks: 'Document 2, DELETE .../issues/:issue_id/notes/:note_id: the deleted Note',
    at: ['deleteIssueNote'],
    start: serving(() => ({
      async deleteIssueNote(call) {
        const response = await call.send()
        return response.ok
          ? eachChanged(response, (one) => withFields(one, { body: '' }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      const { json } = await ask('DELETE', `${path}/notes/${await newNote(ask, path)}`)
      return at(json, 'body') === ''
    },
  },
  {
    name: 'A deleted note on a snippet is on the list still',
    breaks: 'Document 2, DELETE .../snippets/:snippet_id/notes/:note_id; GET .../notes',
    at: ['deleteSnippetNote', 'listSnippetNotes'],
    start: serving(() => {
      const deleted = new Map<string, readonly Values[]>()
      return {
        async deleteSnippetNote(call) {
          const path = `${snippetPath(call)}/notes/${call.path.note_id}`
          const note = fieldsOf((await call.ask('GET', path)).json)
          const response = await call.send()
          const key = snippetPath(call)
          const isDeleted = response.ok && note.id !== undefined
          if (isDeleted) deleted.set(key, [...(deleted.get(key) ?? []), note])
          return response
        },
        listSnippetNotes: (call) =>
          relisted(call, (all) => [...all, ...(deleted.get(snippetPath(call)) ?? [])]),
      }
    }),
    async isShown(ask) {
      const path = await newSnippetPath(ask)
      await ask('DELETE', `${path}/notes/${await newNote(ask, path)}`)
      return listOf((await ask('GET', `${path}/notes`)).json).length === 1
    },
  },
  {
    name: 'A deleted note on a merge request is found by its id still',
    breaks:
      'Document 2, DELETE .../merge_requests/:merge_request_id/notes/:note_id; 404 afterwards',
    at: ['deleteMergeRequestNote', 'getMergeRequestNote'],
    start: serving(() => {
      const deleted = new Map<string, unknown>()
      return {
        async deleteMergeRequestNote(call) {
          const path = `${mergeRequestPath(call)}/notes/${call.path.note_id}`
          const { status, json } = await call.ask('GET', path)
          const response = await call.send()
          if (response.ok && status === 200) deleted.set(path, json)
          return response
        },
        async getMergeRequestNote(call) {
          const response = await call.send()
          const note = deleted.get(`${mergeRequestPath(call)}/notes/${call.path.note_id}`)
          return response.status === 404 && note !== undefined ? jsonAnswer(200, note) : response
        },
      }
    }),
    async isShown(ask) {
      const project = await newPublicRepository(ask)
      const path = `/projects/${project}/merge_requests/${await newMergeRequest(ask, project, 'one')}`
      const note = `${path}/notes/${await newNote(ask, path)}`
      await ask('DELETE', note)
      return isFound(await ask('GET', note))
    },
  },
  {
    name: 'A project made public has issues, whether or not they are wanted',
    breaks: 'Document 1, POST /projects: issues_enabled, public',
    at: ['createProject', 'getProject'],
    start: serving(() => ({
      createProject: (call) =>
        isTrue(call.given.public) ? call.send({ issues_enabled: true }) : call.send(),
    })),
    async isShown(ask) {
      const project = await newProject(ask, { public: true, issues_enabled: false })
      return at((await ask('GET', `/projects/${project}`)).json, 'issues_enabled') === true
    },
  },
  {
    name: 'The open issues of a single project are counted with the closed ones',
    breaks: 'Document 1, Project: open_issues_count',
    at: ['getProject'],
    start: serving(() => ({
      async getProject(call) {
        const response = await call.send()
        if (!response.ok || at(await jsonOf(response), 'open_issues_count') === undefined) {
          return response
        }
        const path = `${projectPath(call)}/issues?per_page=1`
        const { headers, status } = await call.askAsRoot('GET', path)
        const open_issues_count = Number(headers.get('x-total'))
        return status === 200
          ? changed(response, (json) => withFields(json, { open_issues_count }))
          : response
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      const body = { state_event: 'close' }
      await ask('PUT', `/projects/${project}/issues/${issue}`, { body })
      return at((await ask('GET', `/projects/${project}`)).json, 'open_issues_count') === 1
    },
  },
]
