import type {
  DetailedStatus,
  Pipeline,
  PipelineBasic,
  PipelineInList,
} from '../../../contract/generated/v4/contract.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import { detailedStatus } from '../../domain/builds/detailed-status.ts'
import { coverageOf, secondsBetween } from '../../domain/builds/pipeline-figures.ts'
import { updatedAt } from '../../domain/builds/pipeline-lists.ts'
import { type ShownState, shownPipelineStatus } from '../../domain/builds/shown-status.ts'
import type { Presentation } from '../../domain/context.ts'
import { existingUser, projectAddress } from '../../domain/lookups.ts'
import { userBasic } from './user.ts'

/** Returns a pipeline for other records (`schemas/v4/resources/pipeline-basic.json`). */
export function pipelineBasic(pipeline: PipelineRecord, presentation: Presentation): PipelineBasic {
  const { id, project_id, sha, ref, source, created_at } = pipeline
  return {
    id,
    iid: pipeline.iid || placeOf(pipeline, presentation),
    project_id,
    sha,
    ref,
    status: shownPipelineStatus(presentation, pipeline),
    source,
    created_at,
    updated_at: updatedAt(pipeline),
    web_url: pageOf(pipeline, presentation),
  }
}

/** Returns the position of a pipeline in its project, which stands in for a missing iid. */
function placeOf({ id, project_id }: PipelineRecord, { store }: Presentation): number {
  return store.pipelines.by('project_id', project_id).findIndex((one) => one.id === id) + 1
}

/** Returns a pipeline for lists, with its name. */
export function pipelineInList(
  pipeline: PipelineRecord,
  presentation: Presentation,
): PipelineInList {
  return { ...pipelineBasic(pipeline, presentation), name: pipeline.name }
}

const NO_COMMIT = '0'.repeat(40)

/** Returns a single pipeline. */
export function pipelineResource(pipeline: PipelineRecord, presentation: Presentation): Pipeline {
  const { tag, yaml_errors, user_id, created_at, started_at } = pipeline
  const status = shownPipelineStatus(presentation, pipeline)
  const isOver = overStates.has(status)
  const finished_at = isOver ? pipeline.finished_at : null
  return {
    ...pipelineInList(pipeline, presentation),
    before_sha: pipeline.before_sha ?? NO_COMMIT,
    tag,
    yaml_errors,
    user: user_id === null ? null : userBasic(existingUser(presentation, user_id), presentation),
    started_at,
    finished_at,
    committed_at: null,
    duration: secondsBetween(started_at, finished_at),
    queued_duration: secondsBetween(created_at, started_at),
    coverage: coverageOf(pipeline, presentation),
    detailed_status: detailedStatusOf(pipeline, presentation),
    archived: false,
  }
}

const overStates: ReadonlySet<ShownState> = new Set(['success', 'failed', 'canceled'])

function detailedStatusOf(pipeline: PipelineRecord, presentation: Presentation): DetailedStatus {
  const { icon, text, label, group, favicon } = detailedStatus(presentation, pipeline)
  return {
    icon,
    text,
    label,
    group,
    tooltip: label,
    has_details: true,
    details_path: new URL(pageOf(pipeline, presentation)).pathname,
    illustration: null,
    favicon: `/assets/ci_favicons/${favicon}.png`,
  }
}

function pageOf({ id, project_id }: PipelineRecord, presentation: Presentation): string {
  return `${projectAddress(presentation, project_id)}/-/pipelines/${id}`
}

/** Returns a pipeline by id. It is removed with its jobs, so a missing one is an inconsistency. */
export function existingPipeline({ store }: Presentation, id: number): PipelineRecord {
  const pipeline = store.pipelines.get(id)
  if (!pipeline) throw new Error(`A record names the pipeline ${id}, which is not there.`)
  return pipeline
}
