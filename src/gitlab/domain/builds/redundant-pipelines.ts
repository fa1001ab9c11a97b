import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { findCommit } from '../repositories/repositories.ts'
import { isChild } from './child-pipelines.ts'
import { cancelBuilds, cancelPipeline } from './pipeline-actions.ts'
import { shownPipelineStatus } from './shown-status.ts'
import { currentBuilds } from './status.ts'

/** Older pipelines are not canceled automatically. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000
/** `MAX_CANCELLATIONS_PER_PIPELINE` of GitLab. */
const MAX_PIPELINES = 3000
/** The sources of pipelines that no other one replaces (`dangling_sources` in app/models/enums/ci/pipeline.rb). */
const standaloneSources: ReadonlySet<PipelineRecord['source']> = new Set([
  'webide',
  'ondemand_dast_scan',
  'ondemand_dast_validation',
  'security_orchestration_policy',
  'container_registry_push',
  'duo_workflow',
])

/**
 * Cancels the earlier pipelines of other commits on the ref of a new pipeline, as each of them is configured by
 * `workflow:auto_cancel:on_new_commit`, where the project does so
 * (app/services/ci/pipeline_creation/cancel_redundant_pipelines_service.rb).
 */
export function cancelRedundantPipelines(context: SystemContext, made: PipelineRecord): void {
  const { store, release } = context
  const project = existingProject(context, made.project_id)
  const { auto_cancel_pending_pipelines } = project.settings
  if (auto_cancel_pending_pipelines !== 'enabled' || !release.jobs.areCanceledByNewer) return
  if (isChild(made)) return
  const head = findCommit(store, project, made.ref)?.id
  const earliest = Date.parse(context.now) - MAX_AGE
  const redundant = store.pipelines
    .by('project_id', made.project_id)
    .filter(({ ref, sha }) => ref === made.ref && sha !== made.sha && sha !== head)
    .slice(-MAX_PIPELINES)
    .filter((one) => rootOf(store, one).id < made.id && Date.parse(one.created_at) >= earliest)
    .filter((one) => !standaloneSources.has(one.source) && isCancelable(context, one))
  for (const pipeline of redundant) {
    cancelBuilds(context, pipeline, redundantBuilds(store, pipeline))
  }
}

/** Returns the builds of a redundant pipeline that are canceled. */
function redundantBuilds(store: Store, pipeline: PipelineRecord): readonly BuildRecord[] {
  const builds = currentBuilds(store, pipeline.id)
  switch (pipeline.auto_cancel_on_new_commit) {
    case 'conservative':
      return store.builds.by('pipeline_id', pipeline.id).some(mustNotBeInterrupted) ? [] : builds
    case 'interruptible':
      return builds.filter(({ interruptible }) => interruptible)
    case 'none':
      return []
  }
}

/** Whether a build has started and is not interruptible. Bridges do not count. */
function mustNotBeInterrupted({ status, trigger, interruptible }: BuildRecord): boolean {
  const hasStarted = status === 'running' || status === 'success' || status === 'failed'
  return hasStarted && trigger === null && !interruptible
}

function isCancelable(context: SystemContext, pipeline: PipelineRecord): boolean {
  return !['success', 'failed', 'canceled', 'skipped'].includes(
    shownPipelineStatus(context, pipeline),
  )
}

/** Returns the pipeline that a child pipeline descends from; other pipelines are their own. */
function rootOf(store: Store, pipeline: PipelineRecord): PipelineRecord {
  if (!isChild(pipeline)) return pipeline
  const bridge = store.builds.get(pipeline.source_build_id ?? 0)
  const parent = store.pipelines.get(bridge?.pipeline_id ?? 0)
  return parent ? rootOf(store, parent) : pipeline
}

/**
 * Cancels the pipeline of a failed build, where it is configured so (`workflow:auto_cancel:on_job_failure`), unless the
 * failure is allowed or the build is retried automatically.
 */
export function cancelAfterFailure(context: SystemContext, build: BuildRecord): void {
  const { store } = context
  if (build.status !== 'failed' || build.allow_failure) return
  const pipeline = store.pipelines.get(build.pipeline_id)
  if (pipeline?.auto_cancel_on_job_failure !== 'all') return
  if (store.builds.get(build.id)?.is_retried) return
  cancelPipeline(context, pipeline)
}
