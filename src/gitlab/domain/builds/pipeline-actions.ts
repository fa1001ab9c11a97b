import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import type { Context, SystemContext } from '../context.ts'
import { waitAgain } from './actions.ts'
import { passResourceOn } from './pass-resource-on.ts'
import { settlePipeline } from './pipelines.ts'
import { canMove, changeState } from './progress.ts'
import { runAnew } from './run-anew.ts'
import { shownJobStatus } from './shown-status.ts'
import { currentBuilds } from './status.ts'

/**
 * Retries the failed and canceled builds of a pipeline as the caller, and makes skipped builds wait for their stage
 * again. Without such builds nothing changes.
 */
export function retryPipeline(context: Context, pipeline: PipelineRecord): PipelineRecord {
  const { store, viewer } = context
  const ended = currentBuilds(store, pipeline.id).filter(
    ({ status }) => status === 'failed' || status === 'canceled',
  )
  if (ended.length === 0) return pipeline
  for (const build of ended) runAnew(context, build, viewer.signedIn().id)
  for (const build of ended) waitAgain(context, build)
  settlePipeline(context, { pipeline_id: pipeline.id })
  return latestOf(store, pipeline)
}

/** Cancels the builds of a pipeline and those of its child pipelines. */
export function cancelPipeline(context: SystemContext, pipeline: PipelineRecord): PipelineRecord {
  const { store } = context
  const builds = currentBuilds(store, pipeline.id)
  cancelBuilds(context, pipeline, builds)
  for (const child of childrenOf(store, builds)) cancelPipeline(context, child)
  return latestOf(store, pipeline)
}

/**
 * Cancels the unfinished and manual ones of some builds of a pipeline. The consequences follow after all of them are
 * canceled.
 */
export function cancelBuilds(
  context: SystemContext,
  pipeline: PipelineRecord,
  builds: readonly BuildRecord[],
): void {
  for (const build of builds) {
    if (canMove(build, 'cancel')) changeState(context, build, 'cancel')
    else if (shownJobStatus(context, build) === 'manual') changeState(context, build, 'abandon')
  }
  settlePipeline(context, { pipeline_id: pipeline.id })
  for (const build of builds) passResourceOn(context, build)
}

/** Returns the child pipelines that builds started. */
function childrenOf(store: Store, builds: readonly BuildRecord[]): PipelineRecord[] {
  return builds
    .flatMap(({ id }) => store.pipelines.by('source_build_id', id))
    .filter(({ source }) => source === 'parent_pipeline')
}

/** Renames a pipeline. */
export function renamePipeline(
  { store }: SystemContext,
  pipeline: PipelineRecord,
  name: string,
): PipelineRecord {
  return store.pipelines.replace(pipeline, { name })
}

/**
 * Removes a pipeline with its builds and statuses. Deployments and downstream pipelines stay, without a reference to
 * the builds that made them.
 */
export function removePipeline({ store }: SystemContext, pipeline: PipelineRecord): void {
  const { id, iid, project_id } = pipeline
  const builds = store.builds.by('pipeline_id', id)
  const ids = new Set<number | null>(builds.map((build) => build.id))
  const made = store.deployments.by('project_id', project_id).filter((one) => ids.has(one.build_id))
  store.deployments.replaceAll(made, { build_id: null })
  removeBuilds(store, builds)
  store.commitStatuses.removeAll(store.commitStatuses.by('pipeline_id', id))
  store.pipelines.remove(pipeline)
  const project = store.projects.get(project_id)
  if (!project || project.gone_pipeline_iid >= iid) return
  store.projects.replace(project, { gone_pipeline_iid: iid })
}

/** Removes builds. Their downstream pipelines stay, without a reference to them. */
export function removeBuilds(store: Store, builds: readonly BuildRecord[]): void {
  const started = builds.flatMap(({ id }) => store.pipelines.by('source_build_id', id))
  store.pipelines.replaceAll(started, { source_build_id: null })
  store.builds.removeAll(builds)
}

function latestOf(store: Store, pipeline: PipelineRecord): PipelineRecord {
  return store.pipelines.get(pipeline.id) ?? pipeline
}
