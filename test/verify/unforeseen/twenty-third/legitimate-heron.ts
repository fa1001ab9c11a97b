import { operations } from '../../../../src/contract/generated/v3/operations.ts'
import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  type Call,
  callerOf,
  eachChanged,
  encoded,
  fieldsOf,
  forAll,
  freshName,
  idOf,
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
  serving,
  type Values,
  writeFile,
} from '../shared-tools.ts'
import { createRecent, inBackground, newestFirst } from './tools-heron.ts'

/** How long the jobs in the background wait, in milliseconds. */
const delay = 400

const ofProjects = operations.flatMap(({ id, path }) =>
  path.startsWith('/projects/{id}') ? [id] : [],
)

const answeringWithIssues: readonly OperationId[] = [
  'getIssue',
  'updateIssue',
  'moveIssue',
  'subscribeToIssue',
  'unsubscribeFromIssue',
  'listIssuesOfProject',
  'listIssuesOfGroup',
  'listOwnIssues',
  'listIssuesClosedByMergeRequest',
  'listIssuesOfMilestoneOfProject',
]

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'cancelMergeWhenBuildSucceeds',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

export const legitimateHeronServers: readonly LegitimateServer[] = [
  {
    name: 'The notes of issues and merge requests are counted a moment after they were written',
    allowedBy: 'Document 2: user_notes_count is an integer, and nothing says when it is counted',
    start: serving(() => {
      const recent = createRecent<{ readonly of: string; readonly count: unknown }>(delay)
      const counting =
        (type: string): Rule =>
        async (call) =>
          eachChanged(await call.send(), (one) => {
            const waiting = recent.all().find((before) => before.of === `${type} ${one.id}`)
            if (waiting === undefined || one.user_notes_count === undefined) return one
            return { ...one, user_notes_count: waiting.count }
          })
      const writing =
        (pathOf: (call: Call) => string): Rule =>
        async (call) => {
          const before = (await call.askAsRoot('GET', pathOf(call))).json
          const response = await call.send()
          const note = await jsonOf(response)
          const of = `${at(note, 'noteable_type')} ${at(note, 'noteable_id')}`
          if (response.ok) recent.add({ of, count: at(before, 'user_notes_count') })
          return response
        }
      return {
        createIssueNote: writing((call) => `${projectPath(call)}/issues/${call.path.issue_id}`),
        createMergeRequestNote: writing(mergeRequestPath),
        ...forAll(answeringWithIssues, counting('Issue')),
        ...forAll(answeringWithMergeRequests, counting('MergeRequest')),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      await ask('POST', `${path}/notes`, { body: { body: 'One' } })
      return at((await ask('GET', path)).json, 'user_notes_count') === 0
    },
  },
  {
    name: 'A group that an administrator removes goes a moment later, by a job in the background',
    allowedBy:
      'Document 1, DELETE /groups/:id: removes the group with all its projects, and nothing says how soon',
    start: serving(() => ({
      async deleteGroup(call) {
        const { is_admin } = await callerOf(call)
        const group = await call.ask('GET', `/groups/${encoded(call.path.id)}`)
        if (is_admin !== true || group.status !== 200) return call.send()
        // The id stays that of the group, whatever path it has by then.
        inBackground(delay, () => call.askAsRoot('DELETE', `/groups/${idOf(group.json)}`))
        return jsonAnswer(200, group.json)
      },
    })),
    async isShown(ask) {
      const group = await newGroup(ask)
      await ask('DELETE', `/groups/${group}`)
      return (await ask('GET', `/groups/${group}`)).status === 200
    },
  },
  {
    name: 'A branch is known as merged only a moment after its merge request was',
    allowedBy: 'Document 3, Branch: merged is a boolean, and nothing says how soon it follows',
    start: serving(() => {
      const recent = createRecent<string>(delay)
      const late: Rule = async (call) => {
        const response = await call.send()
        const names = recent.all()
        if (names.length === 0) return response
        const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
        return eachChanged(response, (branch) =>
          names.includes(`${project} ${branch.name}`) ? { ...branch, merged: false } : branch,
        )
      }
      return {
        ...forAll(['getBranch', 'listBranches'], late),
        async mergeMergeRequest(call) {
          const response = await call.send()
          const { state, source_project_id, source_branch } = fieldsOf(
            (await call.askAsRoot('GET', mergeRequestPath(call))).json,
          )
          const isMerged = response.ok && state === 'merged'
          if (isMerged) recent.add(`${source_project_id} ${source_branch}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'change')
      await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      const { json } = await ask('GET', `/projects/${project}/repository/branches/change`)
      return at(json, 'merged') === false
    },
  },
  {
    name: 'The statistics of a project are those that a job counted lately',
    allowedBy:
      'Document 1: the shape of the statistics is not shown, and nothing says when they are counted',
    start: serving(() => {
      const counted = new Map<unknown, { readonly when: number; readonly statistics: unknown }>()
      const countedLately = (project: Values) => {
        if (project.statistics === undefined) return project
        const before = counted.get(project.id)
        if (before !== undefined && Date.now() - before.when < delay) {
          return { ...project, statistics: before.statistics }
        }
        counted.set(project.id, { when: Date.now(), statistics: project.statistics })
        return project
      }
      return forAll(['listOwnedProjects', 'listAllProjects'], async (call) =>
        eachChanged(await call.send(), countedLately),
      )
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      const commits = async () => {
        const { json } = await ask('GET', '/projects/owned?statistics=true&per_page=100')
        const found = listOf(json).find(({ id }) => id === project)
        return at(found, 'statistics.commit_count')
      }
      const before = await commits()
      await writeFile(ask, project, { file_path: 'two.txt' })
      return before === (await commits())
    },
  },
  {
    name: 'A new member of a private project has access a moment later',
    allowedBy:
      'Document 1, POST /projects/:id/members: answers with the member, and nothing says how soon the access follows',
    start: serving(() => {
      const recent = createRecent<string>(delay)
      const late: Rule = async (call) => {
        const waiting = recent.all()
        if (waiting.length === 0) return call.send()
        const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
        const { id } = await callerOf(call)
        if (!waiting.includes(`${project} ${id}`)) return call.send()
        return jsonAnswer(404, { message: '404 Project Not Found' })
      }
      return {
        ...forAll(ofProjects, late),
        async addProjectMember(call) {
          const user = call.given.user_id
          const asUser = `${projectPath(call)}?sudo=${encoded(user)}`
          const { status } = await call.askAsRoot('GET', asUser)
          const response = await late(call)
          const project = idOf((await call.askAsRoot('GET', projectPath(call))).json)
          if (response.ok && status === 404) recent.add(`${project} ${user}`)
          return response
        },
      }
    }),
    async isShown(ask) {
      const path = `/projects/${await newProject(ask, { visibility_level: 0 })}`
      const { id } = await newUser(ask)
      await ask('POST', `${path}/members`, { body: { user_id: id, access_level: 30 } })
      return (await actingAs(ask, id)('GET', path)).status === 404
    },
  },
  {
    name: 'On a busy instance somebody else makes a record after every one that is made',
    allowedBy:
      'Document 1, Conventions 1: id is unique across all records of a kind, and nothing says that ids follow one another or that nobody else works',
    start: serving(() => {
      let theirs: Promise<{ readonly user: number; readonly project: number }> | undefined
      const makeTheirs = async ({ askAsRoot }: Call) => {
        const username = freshName('crew')
        const user = idOf((await askAsRoot('POST', '/users', newcomer(username))).json)
        const given = { name: username, snippets_enabled: true, visibility_level: 0 }
        const project = idOf((await askAsRoot('POST', `/projects/user/${user}`, given)).json)
        const issue = { title: 'Daily' }
        await askAsRoot('POST', `/projects/${project}/issues?sudo=${user}`, issue)
        return { user, project }
      }
      const newcomer = (username: string) => ({
        username,
        name: username,
        email: `${username}@heron.example`,
        password: 'Rope-and-tar-43',
      })
      /** Makes a record after that of the call, by a path in their project or of the instance. */
      const then =
        (path: string, given: () => Values): Rule =>
        async (call) => {
          theirs ??= makeTheirs(call)
          const { user, project } = await theirs
          const response = await call.send()
          const target = path.startsWith('/') ? path : `/projects/${project}/${path}`
          const isTheirs = target !== '/users'
          if (response.ok) {
            await call.askAsRoot('POST', `${target}${isTheirs ? `?sudo=${user}` : ''}`, given())
          }
          return response
        }
      return {
        createUser: then('/users', () => newcomer(freshName('crew'))),
        createGroup: then('/groups', () => {
          const name = freshName('crew')
          return { name, path: name }
        }),
        createIssue: then('issues', () => ({ title: 'Another one' })),
        createSnippet: then('snippets', () => ({
          title: 'Another one',
          file_name: 'a.txt',
          code: 'a\n',
          visibility_level: 0,
        })),
        createOwnEmail: then('/user/emails', () => ({
          email: `${freshName('crew')}@heron.example`,
        })),
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const [one, two] = [await newIssue(ask, project), await newIssue(ask, project)]
      return two === one + 2
    },
  },
  {
    name: 'New projects and groups have what the administrator chose where nothing is asked for',
    allowedBy:
      'Document 1, POST /projects and POST /groups: no default is named for wiki_enabled, container_registry_enabled, public_builds and request_access_enabled',
    start: serving(() => {
      const project = {
        wiki_enabled: false,
        container_registry_enabled: false,
        public_builds: false,
        request_access_enabled: true,
      }
      const chosen =
        (values: Values): Rule =>
        (call) =>
          call.send(
            Object.fromEntries(
              Object.entries(values).filter(([name]) => call.given[name] === undefined),
            ),
          )
      return {
        createProject: chosen(project),
        createGroup: chosen({ lfs_enabled: false, request_access_enabled: true }),
      }
    }),
    async isShown(ask) {
      const { json } = await ask('GET', `/projects/${await newProject(ask)}`)
      return at(json, 'wiki_enabled') === false && at(json, 'request_access_enabled') === true
    },
  },
  {
    name: 'The events of an issue stay in those of the project when it is deleted',
    allowedBy:
      'Document 2, DELETE .../issues/:issue_id: soft delete, and nothing says that its events go; Document 1: they are records',
    start: serving(() => {
      const kept = new Map<number, readonly Values[]>()
      const numberOf = async (call: Call) =>
        idOf((await call.askAsRoot('GET', projectPath(call))).json)
      return {
        async deleteIssue(call) {
          const path = `${projectPath(call)}/events?per_page=100`
          const { json } = await call.askAsRoot('GET', path)
          const issue = `${projectPath(call)}/issues/${call.path.issue_id}`
          const { confidential } = fieldsOf((await call.askAsRoot('GET', issue)).json)
          const response = await call.send()
          // Those of a confidential issue are not for everybody who sees the project.
          if (!response.ok || confidential !== false) return response
          const project = await numberOf(call)
          const events = listOf(json).filter(
            (event) =>
              event.target_type === 'Issue' && event.target_id === Number(call.path.issue_id),
          )
          kept.set(project, [...(kept.get(project) ?? []), ...events])
          return response
        },
        async listProjectEvents(call) {
          const events = kept.get(await numberOf(call)) ?? []
          if (events.length === 0) return call.send()
          return relisted(call, (all) => newestFirst([...all, ...events]))
        },
      }
    }),
    async isShown(ask) {
      const project = await newProject(ask)
      const issue = await newIssue(ask, project)
      await ask('DELETE', `/projects/${project}/issues/${issue}`)
      const { json } = await ask('GET', `/projects/${project}/events`)
      return listOf(json).some((event) => event.target_id === issue)
    },
  },
]
