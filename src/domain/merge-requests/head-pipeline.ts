import { commitKey } from '../../store/collections.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { Store } from '../../store/store.ts'
import { headOf } from './range.ts'

/** The latest pipeline of the source head on the source branch; undefined where none ever ran. */
export function headPipeline(
  store: Store,
  mergeRequest: MergeRequestRecord,
): PipelineRecord | undefined {
  const head = headOf(store, mergeRequest)
  if (head === undefined) return undefined
  return store.pipelines
    .by('commit', commitKey(mergeRequest.source_project_id, head))
    .filter(({ ref }) => ref === mergeRequest.source_branch)
    .at(-1)
}

/** Whether a pipeline stands in nobody's way: it succeeded, or had nothing to do. */
export function hasSucceeded({ status }: PipelineRecord): boolean {
  return status === 'success' || status === 'skipped'
}
