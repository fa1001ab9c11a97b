import type { PipelineDetail } from '../../../contract/generated/v3/contract.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import { coverageOf, secondsBetween } from '../../domain/builds/pipeline-figures.ts'
import { updatedAt } from '../../domain/builds/pipeline-lists.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { userBrief } from './user.ts'

/** The null id of git. */
const NO_COMMIT = '0'.repeat(40)

/** Returns a pipeline with its times (`schemas/v3/resources/pipeline-detail.json`). */
export function pipelineDetail(
  pipeline: PipelineRecord,
  presentation: Presentation,
): PipelineDetail {
  const { id, sha, ref, status, tag, yaml_errors, user_id } = pipeline
  const { created_at, started_at, finished_at } = pipeline
  return {
    id,
    sha,
    ref,
    status,
    before_sha: pipeline.before_sha ?? NO_COMMIT,
    tag,
    yaml_errors,
    user: user_id === null ? null : userBrief(existingUser(presentation, user_id), presentation),
    created_at,
    updated_at: updatedAt(pipeline),
    started_at,
    finished_at,
    committed_at: null,
    duration: secondsBetween(started_at, finished_at),
    coverage: coverageOf(pipeline, presentation),
  }
}
