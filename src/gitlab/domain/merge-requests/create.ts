import { forbidden, notFound } from '../../../contract/errors.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { canPush } from '../../access/protection.ts'
import { hasMergeRequests } from '../../access/tracker-visibility.ts'
import { isReadOnly } from '../../access/viewer.ts'
import { createPipelineOfMergeRequest } from '../builds/pipeline-of-merge-request.ts'
import { omitUndefined } from '../changes.ts'
import { applyConsequences, type Context, fireHooks, type ProjectContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { aboutMergeRequest } from '../tracker/events.ts'
import { nextMergeRequestIid } from '../tracker/iids.ts'
import { createMissingLabels } from '../tracker/labels.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import {
  descriptionErrors,
  type Planning,
  type PlanningRequest,
  planningErrors,
  readPlanning,
  titleErrors,
} from '../tracker/planning.ts'
import { recordPlanning } from '../tracker/resource-events.ts'
import { interpretCommands } from '../tracker/slash-commands/interpret.ts'
import { planningAfter, timesAfter } from '../tracker/slash-commands/label-updates.ts'
import { followDescription } from '../tracker/text-consequences.ts'
import { checkNoErrors } from '../validation.ts'
import { branchErrors, checkRelated, checkUnique, type Ends } from './branches.ts'
import { askForReviews, notePeople, reviewersAfter } from './people.ts'
import { recordVersion } from './versions.ts'
import { markedAsWorkInProgress } from './work-in-progress.ts'

/** The attributes in a request to create a merge request. */
export interface NewMergeRequestRequest extends PlanningRequest {
  readonly title: string
  readonly source_branch: string
  readonly target_branch: string
  readonly target_project_id?: number | undefined
  readonly description?: string | null | undefined
  readonly remove_source_branch?: boolean | undefined
  readonly reviewer_ids?: readonly number[] | undefined
  readonly squash?: boolean | undefined
  readonly allow_collaboration?: boolean | undefined
  readonly merge_after?: string | null | undefined
}

/** The attributes of a new merge request. The id and iid default to the next free ones. */
export interface NewMergeRequest
  extends Planning,
    Partial<
      Pick<
        MergeRequestRecord,
        | 'more_assignee_ids'
        | 'squash'
        | 'allow_collaboration'
        | 'merge_after'
        | 'time_estimate'
        | 'total_time_spent'
      >
    > {
  readonly id?: number | undefined
  readonly iid?: number | undefined
  readonly ends: Ends
  readonly title: string
  readonly description?: string | null | undefined
  readonly force_remove_source_branch?: boolean | null | undefined
  readonly reviewer_ids?: readonly number[] | undefined
}

/** Throws 403 where the caller may not create merge requests from the project, or it has them disabled. */
export function mustCreateMergeRequest({ viewer, project }: ProjectContext): void {
  if (!usesPart(viewer, project, 'merge_requests')) throw forbidden()
  viewer.must('create_merge_request', project)
}

/**
 * Returns the attributes of a new merge request from the project of the path into itself or its origin.
 * Throws 404 or 403 for a target that the caller may not see, 422 for branches that cannot be merged, 409 for a
 * duplicate, and 400 for other errors.
 */
export function checkNewMergeRequest(
  context: ProjectContext,
  request: NewMergeRequestRequest,
): NewMergeRequest {
  const { store, project: source } = context
  const target = targetOf(context, request.target_project_id)
  const { text, updates } = interpretCommands(
    context,
    { type: 'MergeRequest', project: target, record: undefined },
    request.description ?? '',
  )
  const { source_branch } = request
  const { target_branch = request.target_branch } = updates
  const ends = { source, source_branch, target, target_branch }
  checkRelated(context, ends)
  checkUnique(store, ends)
  const title = request.title.trim()
  const planning = permittedPlanning(context, target, request)
  checkNoErrors({
    ...titleErrors(title),
    ...descriptionErrors(request.description),
    ...branchErrors(store, ends),
    ...planningErrors(context, target, planning),
  })
  return {
    ...planningAfter(readPlanning(planning), updates),
    ...timesAfter(updates),
    ends,
    title: updates.isWorkInProgress ? markedAsWorkInProgress(context.release, title, true) : title,
    description: request.description == null ? null : text,
    force_remove_source_branch: request.remove_source_branch,
    reviewer_ids: updates.reviewer_ids ?? planning.reviewer_ids,
    allow_collaboration: mayCollaborate(context, ends) && request.allow_collaboration,
    ...omitUndefined({ squash: request.squash, merge_after: request.merge_after }),
  }
}

/** Creates a merge request in the caller's name, and the labels that the target project lacks. */
export function createMergeRequest(
  context: Context,
  { ends, reviewer_ids = [], ...attributes }: NewMergeRequest,
): MergeRequestRecord {
  const { store, viewer, now } = context
  const { source, source_branch, target, target_branch } = ends
  createMissingLabels(context, target, attributes.labels ?? [])
  const mergeRequest = store.mergeRequests.insert({
    ...attributes,
    labels: [...(attributes.labels ?? [])],
    reviewers: reviewersAfter([], reviewer_ids, now),
    iid: attributes.iid ?? nextMergeRequestIid(store, target),
    source_project_id: source.id,
    target_project_id: target.id,
    source_branch,
    target_branch,
    author_id: viewer.signedIn().id,
    created_at: now,
    updated_at: now,
  })
  recordVersion(context, mergeRequest)
  recordEvent(context, 'opened', target, aboutMergeRequest(mergeRequest))
  if (context.release.notesFirstPeople) notePeople(context, mergeRequest)
  askForReviews(context, mergeRequest)
  const noteable = onMergeRequest({ project: target, mergeRequest })
  recordPlanning(context, noteable, mergeRequest)
  followDescription(context, noteable, mergeRequest)
  const opened = { action: 'open', before: undefined, user: viewer.signedIn() } as const
  fireHooks(context, { kind: 'merge_request', mergeRequest, ...opened })
  createPipelineOfMergeRequest(context, mergeRequest)
  applyConsequences(context.consequences.mergeRequestCreated, context, mergeRequest)
  return mergeRequest
}

function targetOf(
  { store, viewer, project }: ProjectContext,
  id: number | undefined,
): ProjectRecord {
  if (id === undefined || id === project.id) return project
  const target = store.projects.get(id)
  if (!target || !viewer.sees(target)) throw notFound('Project')
  if (!hasMergeRequests(viewer, target) || isReadOnly(target)) throw forbidden()
  return target
}

/**
 * Returns the planning attributes of a request if the caller may plan merge requests; else none, as GitLab 8.15
 * ignored them.
 */
export function permittedPlanning(
  { viewer }: Context,
  project: ProjectRecord,
  request: PlannedPeople,
): PlannedPeople {
  if (!viewer.can('admin_merge_requests', project)) return {}
  const { assignee_id, milestone_id, labels, reviewer_ids } = request
  return { assignee_id, milestone_id, labels, reviewer_ids }
}

type PlannedPeople = PlanningRequest & Pick<NewMergeRequestRequest, 'reviewer_ids'>

/**
 * Whether the caller may allow members of the target to push to the source branch: it is in a visible fork, and the
 * caller may push to it.
 */
export function mayCollaborate(context: Context, { source, source_branch, target }: Ends): boolean {
  const isOpenFork = source.id !== target.id && source.visibility_level > 0
  return isOpenFork && canPush(context, source, source_branch)
}
