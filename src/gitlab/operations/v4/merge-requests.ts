import { forbidden, recordNotFound } from '../../../contract/errors.ts'
import { hasMergeRequests } from '../../access/tracker-visibility.ts'
import type { Context, ProjectContext } from '../../domain/context.ts'
import {
  changeMergeRequest,
  checkMergeRequestChanges,
  mustChangeMergeRequest,
} from '../../domain/merge-requests/change.ts'
import {
  checkNewMergeRequest,
  createMergeRequest,
  mustCreateMergeRequest,
} from '../../domain/merge-requests/create.ts'
import { mergeRequestsOf } from '../../domain/merge-requests/list.ts'
import { type Place, wholeInstance } from '../../domain/place.ts'
import { mustBeWritable } from '../../domain/projects/archiving.ts'
import { deleteMergeRequest } from '../../domain/tracker/remove.ts'
import {
  mergeRequestDetail,
  mergeRequestOnRequest,
  mergeRequestResource,
  mergeRequestSimple,
} from '../../resources/v4/merge-request.ts'
import { listPage } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { readMergeRequestAttributes } from './merge-request-attributes.ts'
import { type MergeRequestListRequest, readMergeRequestList } from './merge-request-lists.ts'

/** The operations of schemas/v4/paths/merge-requests.yaml. */
export const mergeRequests = {
  /** Anyone may ask for all of them; whose they are else, the caller has to say by signing in. */
  listOwnMergeRequests(context, request) {
    if (request.scope !== 'all') context.viewer.signedIn()
    return listMergeRequests(context, wholeInstance, request)
  },

  listMergeRequestsOfGroup: (context, request) =>
    listMergeRequests(context, { kind: 'group', group: context.group }, request),

  listMergeRequests(context, request) {
    const { viewer, project } = context
    if (!hasMergeRequests(viewer, project)) throw forbidden()
    viewer.must('read_merge_requests', project)
    return listMergeRequests(context, { kind: 'project', project }, request)
  },

  getMergeRequest: (context, wanted) =>
    mergeRequestOnRequest(context.mergeRequest, context, wanted),

  createMergeRequest(context, request) {
    mustCreateMergeRequest(context)
    const target = targetOf(context, request.target_project_id)
    const attributes = readMergeRequestAttributes(context, target, request, [])
    const checked = checkNewMergeRequest(context, { ...request, ...attributes })
    return mergeRequestDetail(createMergeRequest(context, checked), context)
  },

  updateMergeRequest(context, request) {
    const { project, mergeRequest } = context
    mustChangeMergeRequest(context)
    const { labels } = mergeRequest
    const attributes = readMergeRequestAttributes(context, project, request, labels)
    const changes = checkMergeRequestChanges(context, { ...request, ...attributes })
    return mergeRequestDetail(changeMergeRequest(context, mergeRequest, changes), context)
  },

  deleteMergeRequest(context) {
    const { viewer, project, mergeRequest } = context
    mustBeWritable(context, project)
    viewer.must('own_project', project)
    mustBeUnmodified(context, mergeRequest.updated_at)
    deleteMergeRequest(context, mergeRequest)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Merge requests'>

function listMergeRequests(context: Context, place: Place, request: MergeRequestListRequest) {
  const { view, with_labels_details: hasLabelDetails } = request
  const found = mergeRequestsOf(context, place, readMergeRequestList(context, request))
  return listPage(found, (one) =>
    view === 'simple'
      ? mergeRequestSimple(one, context)
      : mergeRequestResource(one, context, { place, hasLabelDetails }),
  )
}

/** What is to be merged into: 404 for a project that is not there, 403 for one that the caller does not see. */
function targetOf({ store, viewer, project }: ProjectContext, id = project.id) {
  const target = store.projects.get(id)
  if (!target) throw recordNotFound()
  if (!viewer.sees(target)) throw forbidden()
  return target
}
