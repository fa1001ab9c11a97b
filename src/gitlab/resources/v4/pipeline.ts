import type { PipelineBasic } from '../../../contract/generated/v4/contract.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Presentation } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'

/** The form of lists and of embedded pipelines (`schemas/v4/resources/pipeline-basic.json`). */
export function pipelineBasic(pipeline: PipelineRecord, presentation: Presentation): PipelineBasic {
  const { id, project_id, sha, ref, status, created_at } = pipeline
  const { store } = presentation
  const hasBuilds = store.builds.by('pipeline_id', id).length > 0
  const isExternal = !hasBuilds && store.commitStatuses.by('pipeline_id', id).length > 0
  return {
    id,
    // Pipelines are counted within a project by their place among those that it has.
    iid: store.pipelines.by('project_id', project_id).findIndex((one) => one.id === id) + 1,
    project_id,
    sha,
    ref,
    status,
    source: isExternal ? 'external' : 'push',
    created_at,
    updated_at: pipeline.finished_at ?? pipeline.started_at ?? created_at,
    web_url: `${projectAddress(presentation, project_id)}/-/pipelines/${id}`,
  }
}
