import type { ObjectId } from '../../../git/objects/objects.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { commitKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'

/**
 * Whether a pipeline is a child pipeline, which does not count among those of its commit and its ref (`ci_sources` in
 * app/models/ci/pipeline.rb).
 */
export function isChild({ source }: Pick<PipelineRecord, 'source'>): boolean {
  return source === 'parent_pipeline'
}

/** Returns the pipelines of a commit, oldest first, except child pipelines. */
export function pipelinesOfCommit(
  store: Store,
  project: Pick<ProjectRecord, 'id'>,
  sha: ObjectId,
): PipelineRecord[] {
  const all = store.pipelines.by('commit', commitKey(project.id, sha))
  return all.filter((one) => !isChild(one))
}
