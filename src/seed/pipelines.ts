import { isTag } from '../domain/builds/pipeline-records.ts'
import { settlePipeline } from '../domain/builds/pipelines.ts'
import type { PipelineRecord } from '../store/models/pipeline.ts'
import type { SeedPipeline } from './build-schema.ts'
import { type PlannedBuild, planBuild, tellBuild } from './builds.ts'
import { atCommit } from './commit-place.ts'
import { each } from './entries.ts'
import { findProject, type Loading } from './loading.ts'

/** A pipeline with its builds, which start and end in the order of time. */
export function loadPipeline(loading: Loading, seed: SeedPipeline, path: string): void {
  const { store, stated } = loading
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  const project = findProject(store, seed.project)
  // What the pushes of a project started is for the seed to say, where it says any of it.
  if (project) stated.pipelines.add(project.id)
  const id = loading.ids.take(store.pipelines, seed.id, path)
  const builds: PlannedBuild[] = []
  each(seed.builds, `${path}.builds`, (build, where) => {
    const planned = planBuild(loading, build, where)
    if (planned) builds.push(planned)
  })
  atCommit(loading, seed, path, ({ project, ref, commit, at }, moment) => {
    if (id === undefined) return
    const { yaml_errors = null } = seed
    const isEmpty = builds.length === 0
    const pipeline = store.pipelines.insert({
      id,
      project_id: project.id,
      ref,
      sha: commit.id,
      tag: isTag(store, project, ref),
      status: yaml_errors !== null ? 'failed' : isEmpty ? 'skipped' : 'created',
      yaml_errors,
      user_id: user?.id ?? null,
      created_at: at,
      finished_at: isEmpty ? at : null,
    })
    addBuilds(loading, pipeline, builds, moment)
  })
}

function addBuilds(
  loading: Loading,
  pipeline: PipelineRecord,
  builds: readonly PlannedBuild[],
  moment: number,
): void {
  const stages = [...new Set(builds.map(({ stage }) => stage))]
  for (const { record, stage } of builds) {
    loading.store.builds.insert({
      ...record(pipeline),
      stage,
      stage_index: stages.indexOf(stage),
      status: 'created',
    })
  }
  settlePipeline(loading.alone(pipeline.created_at), { pipeline_id: pipeline.id })
  for (const build of builds) tellBuild(loading, pipeline, build, moment)
}
