import { seesMergeRequests } from '../../access/tracker-visibility.ts'
import { forbidden, notFound } from '../../contract/errors.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Context, ProjectContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { nextMergeRequestIid } from '../tracker/iids.ts'
import { type PlanningAttributes, plan, planningErrors, titleErrors } from '../tracker/planning.ts'
import { refuseErrors } from '../validation.ts'
import { branchErrors, refuseSecond, refuseUnrelated } from './branches.ts'
import { aboutMergeRequest } from './merge-completion.ts'

/** What a request says of a new merge request. */
export interface NewMergeRequest extends PlanningAttributes {
  readonly title: string
  readonly source_branch: string
  readonly target_branch: string
  readonly target_project_id?: number | undefined
  readonly description?: string | null | undefined
  readonly remove_source_branch?: boolean | undefined
}

/** Opens a merge request from the project of the path into itself, or into what it is a fork of. */
export function openMergeRequest(
  context: ProjectContext,
  attributes: NewMergeRequest,
): MergeRequestRecord {
  const { store, viewer, project: source, now } = context
  if (!source.merge_requests_enabled) throw forbidden()
  viewer.must('create_merge_request', source)
  const target = targetOf(context, attributes.target_project_id)
  const { source_branch, target_branch } = attributes
  const ends = { source, source_branch, target, target_branch }
  refuseUnrelated(ends)
  refuseSecond(store, ends)
  const title = attributes.title.trim()
  const planning = permittedPlanning(context, target, attributes)
  refuseErrors({
    ...titleErrors(title),
    ...branchErrors(store, ends),
    ...planningErrors(context, target, planning),
  })
  const mergeRequest = store.mergeRequests.insert({
    ...plan(context, target, planning),
    iid: nextMergeRequestIid(store, target),
    source_project_id: source.id,
    target_project_id: target.id,
    source_branch,
    target_branch,
    title,
    description: attributes.description ?? '',
    author_id: viewer.signedIn().id,
    force_remove_source_branch: attributes.remove_source_branch ?? false,
    created_at: now,
    updated_at: now,
  })
  recordEvent(context, 'opened', target, aboutMergeRequest(mergeRequest))
  return mergeRequest
}

function targetOf(
  { store, viewer, project }: ProjectContext,
  id: number | undefined,
): ProjectRecord {
  if (id === undefined || id === project.id) return project
  const target = store.projects.get(id)
  if (!target || !viewer.sees(target)) throw notFound('Project')
  if (!seesMergeRequests(viewer, target) || target.is_archived) throw forbidden()
  return target
}

/** Who may not plan the project's merge requests plans nothing: as in that release, it is not heeded. */
export function permittedPlanning(
  { viewer }: Context,
  project: ProjectRecord,
  { assignee_id, milestone_id, labels }: PlanningAttributes,
): PlanningAttributes {
  if (!viewer.can('admin_merge_requests', project)) return {}
  return {
    ...(assignee_id === undefined ? {} : { assignee_id }),
    ...(milestone_id === undefined ? {} : { milestone_id }),
    ...(labels === undefined ? {} : { labels }),
  }
}
