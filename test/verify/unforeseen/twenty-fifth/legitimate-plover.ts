import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  encoded,
  forAll,
  freshName,
  idOf,
  isTrue,
  jsonAnswer,
  jsonOf,
  listOf,
  mergeRequestPath,
  newGroup,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  projectPath,
  type Rule,
  relisted,
  repositoryPath,
  responseOf,
  serving,
  withBody,
} from '../shared-tools.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 500

const listsOfMembers: readonly OperationId[] = ['listGroupMembers', 'listProjectMembers']

const listsOfIssues: readonly OperationId[] = [
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
]

const exactOf = (call: Call) => String(call.given.query ?? '').toLowerCase()

export const legitimatePloverServers: readonly LegitimateServer[] = [
  {
    name: 'A group that has another path is still found by the one that it had, until another group takes it',
    allowedBy:
      'Document 1, Conventions 2: a group :id is an integer or the group path, and nothing says that a former path leads nowhere',
    start: serving(() => {
      const former = new Map<string, number>()
      const find: Rule = async (call) => {
        const response = await call.send()
        const group = former.get(String(call.path.id))
        if (response.status !== 404 || group === undefined) return response
        const answer = await call.ask('GET', `/groups/${group}`)
        return answer.status === 200 ? responseOf(answer) : response
      }
      return {
        async updateGroup(call) {
          const before = (await call.askAsRoot('GET', `/groups/${encoded(call.path.id)}`)).json
          const response = await call.send()
          const path = String(at(before, 'path'))
          if (response.ok && String(at(await jsonOf(response), 'path')) !== path) {
            former.set(path, idOf(before))
          }
          return response
        },
        getGroup: find,
      }
    }),
    async isShown(ask) {
      const path = freshName('before')
      const group = await newGroup(ask, { path })
      await ask('PUT', `/groups/${group}`, { body: { path: freshName('after') } })
      return idOf((await ask('GET', `/groups/${path}`)).json) === group
    },
  },
  {
    name: 'The open merge requests of a branch are closed when the branch is removed',
    allowedBy:
      'Document 2, Merge request: states opened, closed ...; other moves (closing, reopening): not shown',
    start: serving(() => ({
      async deleteBranch(call) {
        const path = `${projectPath(call)}/merge_requests`
        const open = listOf(
          (await call.askAsRoot('GET', `${path}?state=opened&per_page=100`)).json,
        ).filter(({ source_branch }) => source_branch === call.path.branch)
        const response = await call.send()
        if (!response.ok) return response
        for (const { id, source_branch, target_branch, title } of open) {
          const body = { source_branch, target_branch, title, state_event: 'close' }
          await call.askAsRoot('PUT', `${path}/${id}`, body)
        }
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'sail')
      await ask('DELETE', `/projects/${project}/repository/branches/sail`)
      const { json } = await ask('GET', `/projects/${project}/merge_requests/${id}`)
      return at(json, 'state') === 'closed'
    },
  },
  {
    name: 'Members are searched for by fewer than three characters only as whole names',
    allowedBy:
      'Document 1, Members: query (string, searches members), and nothing says that a part of a name is enough',
    start: serving(() =>
      forAll(listsOfMembers, async (call) => {
        const query = exactOf(call)
        if (query === '' || [...query].length > 2) return call.send()
        return relisted(call, (all) =>
          all.filter(({ name, username }) =>
            [name, username].some((one) => String(one).toLowerCase() === query),
          ),
        )
      }),
    ),
    async isShown(ask) {
      const group = await newGroup(ask)
      const { id } = await newUser(ask)
      await ask('POST', `/groups/${group}/members`, { body: { user_id: id, access_level: 30 } })
      const some = listOf((await ask('GET', `/groups/${group}/members?query=us`)).json)
      const more = listOf((await ask('GET', `/groups/${group}/members?query=user`)).json)
      return some.length === 0 && more.length === 1
    },
  },
  {
    name: 'A project is not transferred to a group that is less visible than it is',
    allowedBy:
      'Document 1, Errors: 400, an attribute failed validation; the conditions of a transfer are not shown',
    start: serving(() => ({
      async transferProjectToGroup(call) {
        const group = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
        const project = await call.ask('GET', `/projects/${encoded(call.path.project_id)}`)
        const isAdministrator = at((await call.ask('GET', '/user')).json, 'is_admin') === true
        const [most, level] = [group, project].map(({ json }) =>
          Number(at(json, 'visibility_level')),
        )
        const isTooVisible = most !== undefined && level !== undefined && level > most
        if (!isAdministrator || !isTooVisible) return call.send()
        return jsonAnswer(400, {
          message:
            'Failed to transfer project: the visibility level of the project is higher than that of the group',
        })
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask, { visibility_level: 0 })
      const project = await newProject(ask, { visibility_level: 20 })
      const answer = await ask('POST', `/groups/${group}/projects/${project}`)
      return answer.status === 400
    },
  },
  {
    name: 'The source branch of a merge is removed a moment after it, by a job in the background',
    allowedBy:
      'Document 2, PUT .../merge: should_remove_source_branch (boolean), and nothing says how soon it goes',
    start: serving(() => ({
      async mergeMergeRequest(call) {
        const { should_remove_source_branch, merge_when_build_succeeds } = call.given
        if (!isTrue(should_remove_source_branch) || isTrue(merge_when_build_succeeds)) {
          return call.send()
        }
        const before = (await call.askAsRoot('GET', mergeRequestPath(call))).json
        const branch = `${repositoryPath(call)}/branches/${encoded(at(before, 'source_branch'))}`
        const { status, json: found } = await call.askAsRoot('GET', branch)
        const response = await call.send()
        const after = await call.askAsRoot('GET', branch)
        if (!response.ok || status !== 200 || after.status !== 404) return response
        // It is there again until the job runs, which leaves it if somebody pushed to it meanwhile.
        const body = { branch_name: at(before, 'source_branch'), ref: at(found, 'commit.id') }
        await call.askAsRoot('POST', `${repositoryPath(call)}/branches`, body)
        setTimeout(() => {
          const remove = async () => {
            const { json } = await call.askAsRoot('GET', branch)
            if (at(json, 'commit.id') === body.ref) await call.askAsRoot('DELETE', branch)
          }
          remove().catch((error: unknown) => console.error(error))
        }, delay)
        return response
      },
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'sail')
      const body = { should_remove_source_branch: true }
      const merged = await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`, { body })
      const branch = `/projects/${project}/repository/branches/sail`
      const isThere = (await ask('GET', branch)).status === 200
      await new Promise((resolve) => setTimeout(resolve, delay + 300))
      return merged.status === 200 && isThere && (await ask('GET', branch)).status === 404
    },
  },
  {
    name: 'The links between the pages of issues spell out the order that nobody asked for and put their parameters in order',
    allowedBy:
      'Document 1, Limits: Link (relations with full URLs; clients use these instead of building URLs); Document 2: order_by default created_at, sort default desc',
    start: serving(() =>
      forAll(listsOfIssues, async (call) => {
        const response = await call.send()
        const link = response.headers.get('link')
        if (link === null) return response
        const spelled = link.replaceAll(/<([^>]*)>/g, (_, address: string) => {
          const url = new URL(address)
          if (!url.searchParams.has('order_by')) url.searchParams.set('order_by', 'created_at')
          if (!url.searchParams.has('sort')) url.searchParams.set('sort', 'desc')
          url.searchParams.sort()
          return `<${url.href}>`
        })
        return withBody(response, await response.clone().text(), { link: spelled })
      }),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      await newIssue(ask, project)
      await newIssue(ask, project)
      const { headers } = await actingAs(ask, 'root')(
        'GET',
        `/projects/${project}/issues?per_page=1`,
      )
      return (headers.get('link') ?? '').includes('order_by=created_at')
    },
  },
]
