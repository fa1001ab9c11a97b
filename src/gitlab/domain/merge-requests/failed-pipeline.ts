import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { SystemContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { remind } from '../tracker/todos.ts'
import { headPipeline } from './range.ts'

/** Adds to-do items for the author, and for the user who enabled auto-merge, where the pipeline of the head failed. */
export function remindOfFailure(context: SystemContext, pipeline: PipelineRecord): void {
  if (pipeline.status !== 'failed') return
  for (const mergeRequest of openAt(context, pipeline)) {
    const project = existingProject(context, mergeRequest.target_project_id)
    const target = onMergeRequest({ project, mergeRequest })
    for (const user_id of usersToNotify(mergeRequest)) {
      remind(context, target, { user_id, author_id: user_id, action_name: 'build_failed' })
    }
  }
}

/** Returns the open merge requests whose head pipeline is a given one. */
function openAt(
  { store }: SystemContext,
  { id, project_id, ref, merge_request_id }: PipelineRecord,
): MergeRequestRecord[] {
  const own = store.mergeRequests.get(merge_request_id ?? 0)
  const found = own ? [own] : store.mergeRequests.by('open_from', openListKey(project_id, ref))
  return found.filter((one) => headPipeline(store, one)?.id === id)
}

function usersToNotify(mergeRequest: MergeRequestRecord): Set<number> {
  const { author_id, merge_user_id, merge_when_build_succeeds } = mergeRequest
  const isAwaited = merge_when_build_succeeds && merge_user_id !== null
  return new Set(isAwaited ? [author_id, merge_user_id] : [author_id])
}
