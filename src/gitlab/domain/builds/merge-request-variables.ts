import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { isProtected } from '../../access/protection.ts'
import type { SystemContext } from '../context.ts'
import { existingProject, pathWithNamespace, projectAddress } from '../lookups.ts'
import { baseOf } from '../merge-requests/range.ts'
import { isWorkInProgress } from '../merge-requests/work-in-progress.ts'
import { releaseOfMergeRequestJobs } from '../release.ts'

type Pairs = readonly (readonly [key: string, value: string])[]

/** Returns the variables of a merge request for its jobs (doc/ci/variables/predefined_variables.md). */
export function variablesOfMergeRequest(context: SystemContext, of: MergeRequestRecord): Pairs {
  const { store } = context
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
    ['DESCRIPTION', of.description ?? undefined],
    ['DRAFT', isWorkInProgress(releaseOfMergeRequestJobs(), of.title)],
    ['SQUASH_ON_MERGE', of.squash],
    ['LABELS', of.labels.join(',')],
    ['MILESTONE', store.milestones.get(of.milestone_id ?? 0)?.title],
    ['ASSIGNEES', people.flatMap((id) => store.users.get(id ?? 0)?.username ?? []).join(', ')],
    ['DIFF_BASE_SHA', baseOf(store, of)],
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
  return pairs.flatMap(([key, value]) =>
    value === undefined || value === ''
      ? []
      : [[`CI_MERGE_REQUEST_${key}`, String(value)] as const],
  )
}

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
