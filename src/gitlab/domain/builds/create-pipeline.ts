import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import { fireHooks, type SystemContext } from '../context.ts'
import { startDeployment } from './deployments-of-jobs.ts'
import type { NewPipeline } from './new-pipeline.ts'
import { nextPipelineIid } from './pipeline-records.ts'
import { settlePipeline } from './pipelines.ts'
import { fireJob } from './progress.ts'
import { ensureResourceGroup } from './resource-groups.ts'

type NewBuild = Parameters<Store['builds']['insert']>[0]

/** A build of a new pipeline; its commit, user and time default to those of the pipeline. */
export type BuildOfPipeline = Omit<
  NewBuild,
  'pipeline_id' | 'project_id' | 'ref' | 'sha' | 'tag' | 'status' | 'created_at'
> &
  Partial<Pick<NewBuild, 'created_at'>>

/**
 * Creates a pipeline and starts its first stage. One without builds is finished at once: failed with `yaml_errors`,
 * otherwise skipped. A build whose environment cannot be created has failed from the start
 * (app/services/environments/create_for_job_service.rb).
 */
export function createPipeline(
  context: SystemContext,
  { id, yaml_errors, ...described }: NewPipeline,
  builds: readonly BuildOfPipeline[],
): PipelineRecord {
  const { store } = context
  const isEmpty = builds.length === 0
  const pipeline = store.pipelines.insert({
    ...described,
    id,
    iid: nextPipelineIid(store, described.project_id),
    yaml_errors,
    status: yaml_errors !== null ? 'failed' : isEmpty ? 'skipped' : 'created',
    finished_at: isEmpty ? described.created_at : null,
  })
  const { project_id, ref, sha, tag, user_id, created_at } = pipeline
  const shared = { ref, sha, tag, user_id, created_at }
  const pipeline_id = pipeline.id
  const made = builds.map((build) =>
    store.builds.insert({
      ...shared,
      ...build,
      project_id,
      pipeline_id,
      status: build.failure_reason === 'environment_creation_failure' ? 'failed' : 'created',
    }),
  )
  for (const build of made) ensureResourceGroup(context, build)
  if (context.release.jobs.haveDeployments) {
    for (const build of made) startDeployment(context, build)
  }
  for (const build of made) fireJob(context, build)
  if (isEmpty) fireHooks(context, { kind: 'pipeline', pipeline })
  settlePipeline(context, { pipeline_id: pipeline.id })
  return store.pipelines.get(pipeline.id) ?? pipeline
}
