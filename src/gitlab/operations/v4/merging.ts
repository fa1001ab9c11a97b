import { cannotBeMerged } from '../../../contract/errors.ts'
import {
  askToSquash,
  checkAccept,
  mergeFailureOf,
  recordFailure,
} from '../../domain/merge-requests/accept.ts'
import { mustMerge } from '../../domain/merge-requests/merge.ts'
import { mergeReference } from '../../domain/merge-requests/merge-reference.ts'
import { mustRebase, rebase } from '../../domain/merge-requests/rebase.ts'
import {
  cancelMerge,
  isMergeScheduled,
  mergeOrSchedule,
  mustCancelMerge,
} from '../../domain/merge-requests/schedule.ts'
import { mustBeWritable } from '../../domain/projects/archiving.ts'
import { mergeRequestDetail } from '../../resources/v4/merge-request.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Merging, of schemas/v4/paths/merge-requests.yaml. */
export const merging = {
  mergeMergeRequest(
    context,
    { sha, squash, auto_merge, merge_when_pipeline_succeeds, ...options },
  ) {
    const { store } = context
    mustMerge(context)
    const isAutomatic = auto_merge ?? merge_when_pipeline_succeeds
    const time = checkAccept(context, { sha, isAutomatic })
    const mergeRequest = squash ? askToSquash(context, context.mergeRequest) : context.mergeRequest
    const failure = time === 'now' && mergeFailureOf({ ...context, mergeRequest })
    if (failure) {
      recordFailure(context, mergeRequest, failure)
      return cannotBeMerged(context.release.statusOfMergeRefusal.conflicts)
    }
    mergeOrSchedule(context, mergeRequest, time, options)
    return mergeRequestDetail(store.mergeRequests.get(mergeRequest.id) ?? mergeRequest, context)
  },

  cancelMergeWhenBuildSucceeds(context) {
    mustCancelMerge(context)
    if (!isMergeScheduled(context.mergeRequest)) {
      const message = "Can't cancel the automatic merge"
      return { status: 'error', message, http_status: 406 }
    }
    cancelMerge(context, context.mergeRequest)
    return { status: 'success' }
  },

  getMergeReference: (context) => ({ commit_id: mergeReference(context, context.mergeRequest) }),

  rebaseMergeRequest(context, { skip_ci }) {
    mustBeWritable(context, context.project)
    mustRebase(context)
    rebase(context, context.mergeRequest, { makesPipeline: !skip_ci })
    return { rebase_in_progress: true }
  },
} satisfies OperationsOf<'v4', 'Merging'>
