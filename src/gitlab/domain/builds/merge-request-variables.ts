import { beginningOf, isLongerThan } from '../../../contract/text-length.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isProtected } from '../../access/protection.ts'
import type { SystemContext } from '../context.ts'
import { existingProject, pathWithNamespace, projectAddress } from '../lookups.ts'
import { baseOf } from '../merge-requests/range.ts'
import { refsOfVersion, versionsOf } from '../merge-requests/versions.ts'
import { isWorkInProgress } from '../merge-requests/work-in-progress.ts'
import { releaseOfMergeRequestJobs } from '../release.ts'

type Pairs = readonly (readonly [key: string, value: string])[]

/** Returns the variables of a merge request for its jobs (doc/ci/variables/predefined_variables.md). */
export function variablesOfMergeRequest(
  context: SystemContext,
  of: MergeRequestRecord,
  sha: ObjectId,
): Pairs {
  const { store } = context
  const version = versionsOf(store, of).findLast(({ head_sha }) => head_sha === sha)
  const description = of.description ?? ''
  const { source_branch, target_branch, source_project_id, target_project_id } = of
  const source = existingProject(context, source_project_id)
  const target = existingProject(context, target_project_id)
  const people = [of.assignee_id, ...of.more_assignee_ids]
  const pairs: readonly (readonly [key: string, value: string | number | boolean | undefined])[] = [
    ['ID', of.id],
    ['IID', of.iid],
    ['REF_PATH', `refs/merge-requests/${of.iid}/head`],
    ['EVENT_TYPE', 'detached'],
    ['TITLE', of.title],
    ['DESCRIPTION', beginningOf(description, MAX_DESCRIPTION_LENGTH)],
    ['DESCRIPTION_IS_TRUNCATED', isLongerThan(description, MAX_DESCRIPTION_LENGTH)],
    ['DRAFT', isWorkInProgress(releaseOfMergeRequestJobs(), of.title)],
    ['SQUASH_ON_MERGE', of.squash],
    ['LABELS', of.labels.join(',')],
    ['MILESTONE', store.milestones.get(of.milestone_id ?? 0)?.title],
    ['ASSIGNEES', people.flatMap((id) => store.users.get(id ?? 0)?.username ?? []).join(', ')],
    ['DIFF_ID', version?.id],
    ['DIFF_BASE_SHA', (version && refsOfVersion(store, version)?.base_sha) ?? baseOf(store, of)],
    ['PROJECT_ID', target.id],
    ['PROJECT_PATH', pathWithNamespace(context, target)],
    ['PROJECT_URL', projectAddress(context, target.id)],
    ['TARGET_BRANCH_NAME', target_branch],
    ['TARGET_BRANCH_PROTECTED', isProtected(store, target, target_branch)],
    ['SOURCE_PROJECT_ID', source.id],
    ['SOURCE_PROJECT_PATH', pathWithNamespace(context, source)],
    ['SOURCE_PROJECT_URL', projectAddress(context, source.id)],
    ['SOURCE_BRANCH_NAME', source_branch],
    ['SOURCE_BRANCH_PROTECTED', isProtected(store, source, source_branch)],
  ]
  const known = pairs.filter(([, value]) => value !== undefined && value !== '')
  // The last two have a value in pipelines of merged results only.
  return [...known, ['SOURCE_BRANCH_SHA', ''] as const, ['TARGET_BRANCH_SHA', ''] as const].map(
    ([key, value]) => [`CI_MERGE_REQUEST_${key}`, String(value)] as const,
  )
}

/** `CI_MERGE_REQUEST_DESCRIPTION_MAX_LENGTH` of GitLab. */
const MAX_DESCRIPTION_LENGTH = 2700

/** The maximum number of merge requests in `CI_OPEN_MERGE_REQUESTS`. */
const MAX_NAMED = 4

/** Returns the variable with the open merge requests of a branch, for branch and merge request pipelines. */
export function openMergeRequests(
  context: SystemContext,
  { id }: ProjectRecord,
  branch: string,
): Pairs {
  const open = context.store.mergeRequests.by('open_from', openListKey(id, branch))
  const named = open.slice(0, MAX_NAMED).map(({ iid, target_project_id }) => {
    const target = existingProject(context, target_project_id)
    return `${pathWithNamespace(context, target)}!${iid}`
  })
  return named.length === 0 ? [] : [['CI_OPEN_MERGE_REQUESTS', named.join(',')]]
}
