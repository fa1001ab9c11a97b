import type { ObjectId } from '../../../git/objects/objects.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { commitKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'

/** Whether a pipeline is a part of another one of its project: it is none of those of its commit and its ref (`ci_sources` in app/models/ci/pipeline.rb). */
export function isChild({ source }: Pick<PipelineRecord, 'source'>): boolean {
  return source === 'parent_pipeline'
}

/** The pipelines of a commit, the oldest first. */
export function pipelinesOfCommit(
  store: Store,
  project: Pick<ProjectRecord, 'id'>,
  sha: ObjectId,
): PipelineRecord[] {
  const all = store.pipelines.by('commit', commitKey(project.id, sha))
  return all.filter((one) => !isChild(one))
}
