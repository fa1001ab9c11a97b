import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type FaultyServer, type OperationId } from '../server.ts'
import {
  actingAs,
  allOf,
  type Call,
  callerOf,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
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
  withBody,
  withFields,
  writeFile,
} from '../shared-tools.ts'
import { linkOf, quotedPath, relinked } from './tools-hazel.ts'

const deletes: readonly OperationId[] = operations.flatMap(({ id, method }) =>
  method === 'DELETE' ? [id] : [],
)

const ofProjectMembers: readonly OperationId[] = [
  'listProjectMembers',
  'getProjectMember',
  'addProjectMember',
  'updateProjectMember',
  'removeProjectMember',
]

/** Counts an issue once for each of its labels that was asked for, as a join without a distinct. */
const countingByLabel: Rule = async (call) => {
  const response = await call.send()
  const asked = String(call.given.labels ?? '')
    .split(',')
    .map((label) => label.trim())
  if (!response.ok || asked.length < 2) return response
  const counts = (await allOf(call)).map(({ labels }) => {
    const has: readonly unknown[] = Array.isArray(labels) ? labels : []
    return Math.max(1, asked.filter((label) => has.includes(label)).length)
  })
  const total = counts.reduce((sum, count) => sum + count, 0)
  const size = Number(response.headers.get('x-per-page') ?? 20)
  return withBody(response, response.body, {
    'x-total': String(total),
    'x-total-pages': String(Math.max(1, Math.ceil(total / size))),
  })
}

/** A time without its offset, as if it were one of UTC. */
const withoutOffset = (time: unknown) =>
  time === undefined ? undefined : String(time).replace(/(T.*)[+-]\d\d:?\d\d$/, '$1Z')

export const faultyHazelServers: readonly FaultyServer[] = [
  {
    name: 'The total of a list of issues counts an issue once for each of the asked labels that it has',
    breaks:
      'Document 2, GET /projects/:id/issues and GET /issues: labels, any label matches; document 1, Limits: X-Total, X-Total-Pages on paginated lists',
    at: ['listIssuesOfProject', 'listOwnIssues'],
    start: serving(() => ({
      listIssuesOfProject: countingByLabel,
      listOwnIssues: countingByLabel,
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project, { labels: 'sea,land' })
      const { headers } = await ask('GET', `/projects/${project}/issues?labels=sea,land`)
      return headers.get('x-total') === '2'
    },
  },
  {
    name: 'The offset of a time that commits are asked since or until is overlooked',
    breaks:
      'Document 3, GET /projects/:id/repository/commits: since (ISO 8601, commits after or at), until (ISO 8601, commits before or at)',
    at: ['listCommits'],
    start: serving(() => ({
      listCommits(call) {
        const { since, until } = call.given
        if (since === undefined && until === undefined) return call.send()
        return call.send({ since: withoutOffset(since), until: withoutOffset(until) })
      },
    })),
    async isShown(ask) {
      const commits = `/projects/${await newRepository(ask)}/repository/commits`
      const time = Date.parse(String(at((await ask('GET', commits)).json, '0.created_at')))
      // A minute before the commit, as a clock five hours ahead shows it.
      const local = new Date(time + (5 * 60 - 1) * 60_000).toISOString().slice(0, 19)
      const { json } = await ask('GET', `${commits}?since=${encoded(`${local}+05:00`)}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'Groups to skip are in the list all the same where groups are searched for',
    breaks: 'Document 1, GET /groups: skip_groups (array of integers), search (string)',
    at: ['listGroups'],
    start: serving(() => ({
      listGroups: (call) =>
        call.given.search === undefined ? call.send() : call.send({ skip_groups: undefined }),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const path = String(at((await ask('GET', `/groups/${group}`)).json, 'path'))
      const { json } = await ask('GET', `/groups?search=${path}&skip_groups[]=${group}`)
      return fieldOf(json, 'id').includes(group)
    },
  },
  {
    name: 'The projects of a group that are asked for by path come by name',
    breaks: 'Document 1, GET /groups/:id/projects: order_by (id, name, path, ...)',
    at: ['listGroupProjects'],
    start: serving(() => ({
      listGroupProjects: (call) =>
        call.given.order_by === 'path' ? call.send({ order_by: 'name' }) : call.send(),
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      const one = await newProject(ask, { name: 'Anchor', path: 'zephyr', namespace_id: group })
      await newProject(ask, { name: 'Zephyr', path: 'anchor', namespace_id: group })
      const { json } = await ask('GET', `/groups/${group}/projects?order_by=path&sort=asc`)
      return at(json, '0.id') === one
    },
  },
  {
    name: 'A file that a commit moves with new content in Base64 holds the Base64 text',
    breaks:
      'Document 3, Action item: encoding, text (default) or base64; content, optional for move',
    at: ['createCommit', 'getRawFile', 'getFile', 'listCommitDifferences'],
    start: serving(() => ({
      createCommit(call) {
        const { actions } = call.given
        if (!Array.isArray(actions)) return call.send()
        const isMoved = (action: Values) =>
          action.action === 'move' && action.encoding === 'base64' && action.content !== undefined
        if (!listOf(actions).some(isMoved)) return call.send()
        return call.send({
          actions: listOf(actions).map((action) =>
            isMoved(action) ? { ...action, encoding: 'text' } : action,
          ),
        })
      },
    })),
    async isShown(ask) {
      const repository = `/projects/${await newRepository(ask)}/repository`
      const action = {
        action: 'move',
        file_path: 'MOVED.md',
        previous_path: 'README.md',
        content: btoa('Other\n'),
        encoding: 'base64',
      }
      const body = { branch_name: 'master', commit_message: 'Move', actions: [action] }
      await ask('POST', `${repository}/commits`, { body })
      const { text } = await ask('GET', `${repository}/blobs/master?filepath=MOVED.md`)
      return text === action.content
    },
  },
  {
    name: 'The members of a project are not found by its path where that has a dot',
    breaks:
      'Document 1, Conventions: a project :id is an integer or the URL-encoded NAMESPACE/PROJECT_NAME where the table says integer/string; GET /projects/:id/members: id integer/string',
    at: ofProjectMembers,
    start: serving(() =>
      forAll(ofProjectMembers, async (call) => {
        const [, name = ''] = String(call.path.id).split('/')
        if (!name.includes('.')) return call.send()
        if ((await call.ask('GET', '/user')).status !== 200) return call.send()
        return jsonAnswer(404, { message: '404 Project Not Found' })
      }),
    ),
    async isShown(ask) {
      const name = `${freshName('page')}.io`
      await newProject(ask, { name, path: name })
      return (await ask('GET', `/projects/root%2F${name}/members`)).status === 404
    },
  },
  {
    name: 'A file whose name is not of ASCII has a quoted path with octal numbers in the differences of a commit',
    breaks: 'Document 3, Diff entry: new_path, old_path; Action item: file_path, full path',
    at: ['listCommitDifferences'],
    start: serving(() => ({
      listCommitDifferences: async (call) => {
        const response = await call.send()
        if (!response.ok) return response
        return eachChanged(response, (one) => ({
          ...one,
          old_path: quotedPath(one.old_path),
          new_path: quotedPath(one.new_path),
        }))
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'café.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/commits/master/diff`)
      return at(json, '0.new_path') === '"caf\\303\\251.txt"'
    },
  },
  {
    name: 'A system hook that was removed is out of the list and goes on to be delivered to',
    breaks:
      'Document 1, DELETE /hooks/:id: the deleted hook; GET /hooks/:id triggers a test; 404: resource not found',
    at: ['deleteSystemHook', 'testSystemHook'],
    needsInstance: true,
    start: serving(() => {
      const removed = new Set<number>()
      return {
        async deleteSystemHook(call) {
          const id = Number(call.path.id)
          const hook = (await allHooks(call)).find((one) => one.id === id)
          if (removed.has(id)) return responseOf(await call.ask('DELETE', '/hooks/999999999'))
          if (hook === undefined) return call.send()
          removed.add(id)
          return jsonAnswer(200, {
            ...hook,
            note_events: false,
            project_id: null,
            updated_at: hook.created_at,
            issues_events: false,
            merge_requests_events: false,
            service_id: null,
          })
        },
        listSystemHooks: (call) =>
          removed.size === 0
            ? call.send()
            : relisted(call, (all) => all.filter(({ id }) => !removed.has(Number(id)))),
      }
    }),
    async isShown(ask) {
      const body = { url: 'http://hazel.example/hook', push_events: true }
      await ask('POST', '/hooks', { body })
      const hooks = listOf((await ask('GET', '/hooks?per_page=100')).json)
      const id = hooks.find(({ url }) => url === body.url)?.id
      await ask('DELETE', `/hooks/${id}`)
      return (await ask('GET', `/hooks/${id}`)).status === 200
    },
  },
  {
    name: 'An issue that was removed is still one that a merge request would close',
    breaks:
      'Document 2, GET .../closes_issues: array of issues that merging would close; DELETE of an issue: removed',
    at: ['listIssuesClosedByMergeRequest', 'deleteIssue'],
    start: serving(() => {
      const removed = new Map<string, readonly Values[]>()
      return {
        async deleteIssue(call) {
          const project = projectPath(call)
          const requests = await call.askAsRoot('GET', `${project}/merge_requests?per_page=100`)
          const closed = new Map<string, Values>()
          for (const id of fieldOf(requests.json, 'id')) {
            const path = `${project}/merge_requests/${id}/closes_issues`
            const issues = listOf((await call.askAsRoot('GET', path)).json)
            const issue = issues.find((one) => String(one.id) === call.path.issue_id)
            if (issue !== undefined) closed.set(String(id), issue)
          }
          const response = await call.send()
          if (!response.ok) return response
          for (const [id, issue] of closed) removed.set(id, [...(removed.get(id) ?? []), issue])
          return response
        },
        listIssuesClosedByMergeRequest(call) {
          const issues = removed.get(String(call.path.merge_request_id))
          return issues === undefined ? call.send() : relisted(call, (all) => [...all, ...issues])
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const issue = await newIssue(ask, project)
      const request = await newMergeRequest(ask, project, 'side', { description: 'Closes #1' })
      const path = `/projects/${project}/merge_requests/${request}/closes_issues`
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      return fieldOf((await ask('GET', path)).json, 'id').includes(issue)
    },
  },
  {
    name: 'An e-mail address that a user removed stays taken for everybody',
    breaks:
      'Document 1, POST /user/emails: created E-mail, 201; an already-used e-mail reports has already been taken',
    at: ['createOwnEmail', 'createEmailOfUser', 'deleteOwnEmail', 'deleteEmailOfUser'],
    start: serving(() => {
      const removed = new Set<unknown>()
      const removing =
        (pathOf: (call: Call) => string): Rule =>
        async (call) => {
          const emails = listOf((await call.ask('GET', `${pathOf(call)}?per_page=100`)).json)
          const email = emails.find(({ id }) => String(id) === call.path.email_id)
          const response = await call.send()
          if (response.ok && email !== undefined) removed.add(email.email)
          return response
        }
      const adding =
        (pathOf: (call: Call) => string): Rule =>
        async (call) => {
          const response = await call.send()
          const email = await jsonOf(response)
          if (!response.ok || !removed.has(at(email, 'email'))) return response
          await call.ask('DELETE', `${pathOf(call)}/${idOf(email)}`)
          return jsonAnswer(400, { message: { email: ['has already been taken'] } })
        }
      const ownPath = () => '/user/emails'
      const pathOfUser = ({ path }: Call) => `/users/${path.id}/emails`
      return {
        deleteOwnEmail: removing(ownPath),
        deleteEmailOfUser: removing(pathOfUser),
        createOwnEmail: adding(ownPath),
        createEmailOfUser: adding(pathOfUser),
      }
    }),
    async isShown(ask) {
      const body = { email: `${freshName('mail')}@hazel.example` }
      const id = idOf((await ask('POST', '/user/emails', { body })).json)
      await ask('DELETE', `/user/emails/${id}`)
      const asOther = actingAs(ask, (await newUser(ask)).id)
      return (await asOther('POST', '/user/emails', { body })).status === 400
    },
  },
  {
    name: 'A merge that waits for its build is taken whichever head it was asked for',
    breaks:
      'Document 2, PUT .../merge: sha must equal the source head or the merge fails; 409 on sha mismatch; same, with merge_when_build_succeeds true',
    at: ['mergeMergeRequest'],
    start: serving(() => ({
      mergeMergeRequest: (call) =>
        isTrue(call.given.merge_when_build_succeeds) && call.given.sha !== undefined
          ? call.send({ sha: undefined })
          : call.send(),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${request}/merge`
      const body = { merge_when_build_succeeds: true, sha: '0123456789'.repeat(4) }
      return (await ask('PUT', path, { body })).status === 200
    },
  },
  {
    name: 'A removal is done as the owner of the token where sudo is in the query',
    breaks:
      'Document 1, Authentication: the parameter sudo (query) or header SUDO performs the call as another user',
    at: deletes,
    start: serving(() =>
      forAll(deletes, ({ given, send }) =>
        given.sudo === undefined ? send() : send({ sudo: undefined }),
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 20 })
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}/subscription`
      const { id } = await newUser(ask)
      const asUser = actingAs(ask, id)
      await asUser('POST', path)
      await ask('DELETE', `${path}?sudo=${id}`)
      return (await asUser('POST', path)).status === 304
    },
  },
  {
    name: 'The commits of a merge request are gone once it is merged',
    breaks: 'Document 2, GET .../:merge_request_id/commits: array of commit objects',
    at: ['listMergeRequestCommits', 'mergeMergeRequest'],
    start: serving(() => ({
      async listMergeRequestCommits(call) {
        const path = `${projectPath(call)}/merge_requests/${call.path.merge_request_id}`
        const { state } = fieldsOf((await call.askAsRoot('GET', path)).json)
        return state === 'merged' ? relisted(call, () => []) : call.send()
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const request = await newMergeRequest(ask, project, 'side')
      const path = `/projects/${project}/merge_requests/${request}`
      await ask('PUT', `${path}/merge`)
      return listOf((await ask('GET', `${path}/commits`)).json).length === 0
    },
  },
  {
    name: 'The links of a list of merge requests name only the last of the numbers that were asked for',
    breaks:
      'Document 1, Limits: Link (relations prev, next, first, last with full URLs; clients use these instead of building URLs); document 2, GET /projects/:id/merge_requests: iids[] (array)',
    at: ['listMergeRequests'],
    start: serving(() => ({
      async listMergeRequests(call) {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const oneNumber = relinked(link, ({ searchParams }) => {
          const last = searchParams.getAll('iids[]').at(-1)
          if (last !== undefined) searchParams.set('iids[]', last)
        })
        return withBody(response, response.body, { link: oneNumber })
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'one')
      await newMergeRequest(ask, project, 'two')
      const path = `/projects/${project}/merge_requests?iids[]=1&iids[]=2&per_page=1`
      const next = new URL(linkOf((await ask('GET', path)).headers, 'next'))
      return next.searchParams.getAll('iids[]').length === 1
    },
  },
  {
    name: 'The author of an issue of a private project reads it after being removed from the project',
    breaks:
      'Document 2, Issues: a GET on an issue of a private project by a non-member gives 404; document 1, DELETE /projects/:id/members/:user_id: removes the member',
    at: ['getIssue', 'removeProjectMember'],
    start: serving(() => ({
      async getIssue(call) {
        const response = await call.send()
        if (response.status !== 404 || call.isAnonymous) return response
        const asRoot = await call.sendAsRoot()
        const author = at(await jsonOf(asRoot), 'author.id')
        if (!asRoot.ok || author !== (await callerOf(call)).id) return response
        return changed(asRoot, (issue) => withFields(issue, { subscribed: true }))
      },
    })),
    async isShown(ask) {
      const project = await newProject(ask, { visibility_level: 0 })
      const { id } = await newUser(ask)
      const members = `/projects/${project}/members`
      await ask('POST', members, { body: { user_id: id, access_level: 30 } })
      const asUser = actingAs(ask, id)
      const issue = await newIssue(asUser, project)
      await ask('DELETE', `${members}/${id}`)
      return (await asUser('GET', `/projects/${project}/issues/${issue}`)).status === 200
    },
  },
]

/** The hooks that the caller can see. */
async function allHooks({ ask }: Call): Promise<readonly Values[]> {
  return listOf((await ask('GET', '/hooks?per_page=100')).json)
}
