import { type BuildOfPipeline, createPipeline } from '../gitlab/domain/builds/create-pipeline.ts'
import { isTag } from '../gitlab/domain/builds/pipeline-records.ts'
import { findProject } from '../gitlab/domain/find.ts'
import type { SeedPipeline } from './build-schema.ts'
import { type PlannedBuild, planBuild, tellBuild } from './builds.ts'
import { atCommit } from './commit-place.ts'
import { each } from './entries.ts'
import type { Loading } from './loading.ts'

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
    const described = {
      id,
      project_id: project.id,
      ref,
      sha: commit.id,
      tag: isTag(store, project, ref),
      user_id: user?.id ?? null,
      created_at: at,
      yaml_errors: seed.yaml_errors ?? null,
    }
    const pipeline = createPipeline(loading.alone(at), described, inStages(builds))
    for (const build of builds) tellBuild(loading, pipeline, build, moment)
  })
}

/** Stages follow one another in the order in which the builds name them. */
function inStages(builds: readonly PlannedBuild[]): BuildOfPipeline[] {
  const stages = [...new Set(builds.map(({ values }) => values.stage))]
  return builds.map(({ values }) => ({ ...values, stage_index: stages.indexOf(values.stage) }))
}
