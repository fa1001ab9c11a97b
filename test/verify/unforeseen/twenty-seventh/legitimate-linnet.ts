import { at, type LegitimateServer, type OperationId } from '../server.ts'
import {
  actingAs,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  fieldsOf,
  forAll,
  freshName,
  jsonOf,
  listOf,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  newUser,
  type Rule,
  relisted,
  serving,
  withFields,
} from '../shared-tools.ts'
import { hasWordOf } from './tools-linnet.ts'

const answeringWithMergeRequests: readonly OperationId[] = [
  'getMergeRequest',
  'getMergeRequestChanges',
  'updateMergeRequest',
  'mergeMergeRequest',
  'subscribeToMergeRequest',
  'unsubscribeFromMergeRequest',
  'listMergeRequests',
]

const listingProjects: readonly OperationId[] = [
  'listProjects',
  'listVisibleProjects',
  'listOwnedProjects',
  'listStarredProjects',
  'listAllProjects',
  'listGroupProjects',
]

/** The server commits the licence of the organisation to each new project. */
const beginning: Rule = async (call) => {
  const response = await call.send()
  const { id, default_branch } = fieldsOf(await jsonOf(response))
  if (!response.ok || call.given.import_url !== undefined) return response
  await call.askAsRoot('POST', `/projects/${id}/repository/files`, {
    file_path: 'LICENSE.organisation',
    branch_name: default_branch ?? call.given.default_branch ?? 'master',
    commit_message: 'Begin with the licence of the organisation',
    content: 'All of the code belongs to all of us.\n',
  })
  return response
}

/** Whoever writes an issue or a merge request is told of it only after they subscribed. */
const unsubscribing =
  (kind: string): Rule =>
  async (call) => {
    const response = await call.send()
    const { id, project_id, subscribed } = fieldsOf(await jsonOf(response))
    if (!response.ok || subscribed !== true) return response
    await call.ask('DELETE', `/projects/${project_id}/${kind}/${id}/subscription`)
    return changed(response, (json) => withFields(json, { subscribed: false }))
  }

export const legitimateLinnetServers: readonly LegitimateServer[] = [
  {
    name: 'Every new project begins with a commit that has the licence of the organisation',
    allowedBy:
      'Document 1, POST /projects: created project owned by the caller; no sentence says that its repository is empty',
    start: serving(() => forAll(['createProject', 'createProjectForUser'], beginning)),
    async isShown(ask) {
      const project = await newProject(ask)
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'name').includes('LICENSE.organisation')
    },
  },
  {
    name: 'Merge requests are merged by fast-forward and have no merge commit',
    allowedBy: 'Document 2, Merge request: merge_commit_sha string or null',
    start: serving(() =>
      forAll(answeringWithMergeRequests, async (call) =>
        eachChanged(await call.send(), (one) =>
          one.state === 'merged' ? { ...one, merge_commit_sha: null } : one,
        ),
      ),
    ),
    async isShown(ask) {
      const project = await newRepository(ask)
      const id = await newMergeRequest(ask, project, 'topic')
      const { json } = await ask('PUT', `/projects/${project}/merge_requests/${id}/merge`)
      return at(json, 'state') === 'merged' && at(json, 'merge_commit_sha') === null
    },
  },
  {
    name: 'Authors are not subscribed to their issues and merge requests until they subscribe',
    allowedBy:
      'Document 2, Subscription: POST .../subscription subscribes the caller; no sentence says that anything else does',
    start: serving(() => ({
      createIssue: unsubscribing('issues'),
      createMergeRequest: unsubscribing('merge_requests'),
    })),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues/${await newIssue(ask, project)}`
      return at((await ask('GET', path)).json, 'subscribed') === false
    },
  },
  {
    name: 'Projects are searched by an index of words, which knows only how words begin',
    allowedBy:
      'Document 1, Projects: search (string); no sentence says which part of which field it matches',
    start: serving(() =>
      forAll(listingProjects, async (call) => {
        const { search } = call.given
        if (search === undefined || search === '') return call.send()
        return relisted(call, (all) =>
          all.filter((project) =>
            [project.name, project.path, project.path_with_namespace].some((text) =>
              hasWordOf(text, String(search)),
            ),
          ),
        )
      }),
    ),
    async isShown(ask) {
      const name = freshName('schooner')
      await newProject(ask, { name })
      const { json } = await ask('GET', `/projects?search=${encoded(name.slice(1))}`)
      return listOf(json).length === 0
    },
  },
  {
    name: 'Members are listed by their access levels, the highest first',
    allowedBy: 'Document 1, GET .../members: array of Member; no sentence gives its order',
    start: serving(() =>
      forAll(['listGroupMembers', 'listProjectMembers'], async (call) =>
        relisted(call, (all) =>
          [...all].sort(
            (one, other) =>
              Number(other.access_level) - Number(one.access_level) ||
              String(one.name).localeCompare(String(other.name)),
          ),
        ),
      ),
    ),
    async isShown(ask) {
      const owner = await newUser(ask)
      const asOwner = actingAs(ask, owner.username)
      const project = await newProject(asOwner)
      const members = `/projects/${project}/members`
      for (const access_level of [10, 30, 20]) {
        const { id } = await newUser(ask)
        await asOwner('POST', members, { body: { user_id: id, access_level } })
      }
      const levels = fieldOf((await asOwner('GET', members)).json, 'access_level').map(Number)
      return String(levels.slice(-3)) === '30,20,10'
    },
  },
]
