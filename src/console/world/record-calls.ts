import type { ApiName } from '../../contract/base-paths.ts'
import type { ServedRecord } from '../../worlds/client/index.ts'

/** The path of a record in each API, below its base path; undefined where it has no path of its own. */
export type RecordCalls = Readonly<Partial<Record<ApiName, string>>>

/** Loads a record that another one refers to; undefined where it was deleted. */
type Find = (collection: string, id: unknown) => Promise<ServedRecord | undefined>

type CallsOf = (record: ServedRecord, find: Find) => RecordCalls | Promise<RecordCalls>

const both = (path: string): RecordCalls => ({ v4: path, v3: path })
const segment = (text: unknown) => encodeURIComponent(String(text))

/** Returns the path below the project or the group; GitLab 8.15 had it for projects only. */
const ofHolder =
  (part: string, nameOf: (record: ServedRecord) => unknown = ({ id }) => id): CallsOf =>
  (record) => {
    const { project_id, group_id } = record
    const below = `${part}/${segment(nameOf(record))}`
    if (typeof project_id === 'number') return both(`/projects/${project_id}/${below}`)
    return typeof group_id === 'number' ? { v4: `/groups/${group_id}/${below}` } : {}
  }

/** Does the same for resources that 8.15 did not have, or only listed. */
const ofHolderToday =
  (part: string): CallsOf =>
  ({ id, project_id, group_id }) => ({
    v4:
      project_id === null
        ? `/groups/${group_id}/${part}/${id}`
        : `/projects/${project_id}/${part}/${id}`,
  })

const ofProject =
  (part: string, nameOf: (record: ServedRecord) => unknown = ({ id }) => id): CallsOf =>
  (record) => ({ v4: `/projects/${record.project_id}/${part}/${segment(nameOf(record))}` })

/** Returns the path of the target of a note: v4 uses the iid, v3 the id. */
async function placeOfNoteable(type: unknown, id: unknown, find: Find): Promise<RecordCalls> {
  switch (type) {
    case 'Issue': {
      const issue = await find('issues', id)
      return issue ? numbered(issue.project_id, 'issues', issue) : {}
    }
    case 'MergeRequest': {
      const request = await find('mergeRequests', id)
      return request ? numbered(request.target_project_id, 'merge_requests', request) : {}
    }
    case 'Snippet': {
      const snippet = await find('snippets', id)
      if (typeof snippet?.project_id !== 'number') return {}
      return both(`/projects/${snippet.project_id}/snippets/${snippet.id}`)
    }
    default:
      return {}
  }
}

function numbered(project: unknown, part: string, { id, iid }: ServedRecord): RecordCalls {
  const base = `/projects/${project}/${part}`
  return { v4: `${base}/${iid}`, v3: `${base}/${id}` }
}

function below(calls: RecordCalls, path: string): RecordCalls {
  return Object.fromEntries(Object.entries(calls).map(([api, place]) => [api, `${place}${path}`]))
}

const callsOfCollection: Readonly<Record<string, CallsOf>> = {
  users: ({ id }) => both(`/users/${id}`),
  projects: ({ id }) => both(`/projects/${id}`),
  namespaces: ({ id, kind }) =>
    kind === 'group' ? both(`/groups/${id}`) : { v4: `/namespaces/${id}` },
  members: ({ source_type, source_id, user_id }) =>
    both(`/${source_type === 'project' ? 'projects' : 'groups'}/${source_id}/members/${user_id}`),
  issues: (record) => numbered(record.project_id, 'issues', record),
  mergeRequests: (record) => numbered(record.target_project_id, 'merge_requests', record),
  milestones: ofHolder('milestones'),
  labels: ofHolderToday('labels'),
  notes: async ({ id, noteable_type, noteable_id }, find) =>
    below(await placeOfNoteable(noteable_type, noteable_id, find), `/notes/${id}`),
  awardEmoji: async ({ id, awardable_type, awardable_id }, find) =>
    below(await placeOfNoteable(awardable_type, awardable_id, find), `/award_emoji/${id}`),
  snippets: ({ id, project_id }) =>
    typeof project_id === 'number'
      ? both(`/projects/${project_id}/snippets/${id}`)
      : { v4: `/snippets/${id}` },
  pipelines: ({ id, project_id }) => both(`/projects/${project_id}/pipelines/${id}`),
  builds: ({ id, project_id }) => ({
    v4: `/projects/${project_id}/jobs/${id}`,
    v3: `/projects/${project_id}/builds/${id}`,
  }),
  // GET on a system hook of v3 sends a test delivery.
  hooks: ({ id, project_id }) =>
    project_id === null ? { v4: `/hooks/${id}` } : both(`/projects/${project_id}/hooks/${id}`),
  variables: ofHolder('variables', ({ key }) => key),
  environments: ofProject('environments'),
  // v3 knows the deployments of jobs that succeeded alone.
  deployments: ({ id, project_id, build_id, status }) => {
    const path = `/projects/${project_id}/deployments/${id}`
    return build_id === null || status === 'success' ? both(path) : { v4: path }
  },
  protectedBranches: ofProject('protected_branches', ({ name }) => name),
  protectedTags: ofProject('protected_tags', ({ name }) => name),
  releases: ofProject('releases', ({ tag_name }) => tag_name),
  triggers: ({ id, project_id, token }) => ({
    v4: `/projects/${project_id}/triggers/${id}`,
    v3: `/projects/${project_id}/triggers/${segment(token)}`,
  }),
  boards: ofHolderToday('boards'),
  badges: ofHolderToday('badges'),
  deployTokens: ofHolderToday('deploy_tokens'),
  keys: ({ id, user_id }) => ({ v4: `/users/${user_id}/keys/${id}` }),
  topics: ({ id }) => ({ v4: `/topics/${id}` }),
  settings: () => both('/application/settings'),
  repositories: ({ id }) => both(`/projects/${id}/repository/branches`),
}

/**
 * Returns the paths of a record in the APIs.
 *
 * @example await callsOf('issues', { id: 7, iid: 3, project_id: 1 }, find) // { v4: '/projects/1/issues/3', v3: '/projects/1/issues/7' }
 */
export async function callsOf(
  collection: string,
  record: ServedRecord,
  find: Find,
): Promise<RecordCalls> {
  return callsOfCollection[collection]?.(record, find) ?? {}
}

/** The collections whose records the API deletes at the path that shows them. */
const removable = new Set([
  'users',
  'projects',
  'namespaces',
  'members',
  'issues',
  'mergeRequests',
  'milestones',
  'labels',
  'notes',
  'awardEmoji',
  'snippets',
  'pipelines',
  'hooks',
  'variables',
  'environments',
  'deployments',
  'protectedBranches',
  'protectedTags',
  'releases',
  'triggers',
  'boards',
  'badges',
  'deployTokens',
  'keys',
  'topics',
])

/** Whether DELETE at the path of a record in v4 deletes it. */
export function isRemovable(collection: string, { v4 }: RecordCalls): boolean {
  return v4 !== undefined && removable.has(collection)
}

/** The operations of v4 that create records, by collection. */
export const makers: Readonly<Record<string, string>> = {
  users: 'createUser',
  projects: 'createProject',
  namespaces: 'createGroup',
  issues: 'createIssue',
  mergeRequests: 'createMergeRequest',
  milestones: 'createMilestoneOfProject',
  labels: 'createLabelOfProject',
  notes: 'createIssueNote',
  snippets: 'createSnippet',
  hooks: 'createProjectHook',
  members: 'addProjectMember',
  variables: 'createProjectVariable',
  environments: 'createEnvironment',
  protectedBranches: 'createProtectedBranch',
  releases: 'createRelease',
  pipelines: 'createPipeline',
  triggers: 'createTrigger',
  boards: 'createBoardOfProject',
  badges: 'createProjectBadge',
  topics: 'createTopic',
}
