import { playBuild } from '../../gitlab/domain/builds/actions.ts'
import { type BuildOfPipeline, createPipeline } from '../../gitlab/domain/builds/create-pipeline.ts'
import { startDeployment } from '../../gitlab/domain/builds/deployments-of-jobs.ts'
import { isTag } from '../../gitlab/domain/builds/pipeline-records.ts'
import { canMove, moveBuild, setBuildState } from '../../gitlab/domain/builds/progress.ts'
import { omitUndefined } from '../../gitlab/domain/changes.ts'
import { findProject } from '../../gitlab/domain/find.ts'
import { decodeBase64 } from '../../shared/base64.ts'
import type { BuildRecord } from '../../store/models/build.ts'
import type { PipelineRecord } from '../../store/models/pipeline.ts'
import type { SeedBuild, SeedPipeline } from '../schema/builds.ts'
import { atCommit } from './commit-place.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { type Timestamp, timestampOf } from './timeline.ts'

/** Loads a pipeline with its builds, which start and end in the order of time. */
export function loadPipeline(loading: Loading, seed: SeedPipeline, path: string): void {
  const { store, stated } = loading
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  const project = findProject(store, seed.project)
  // Where the seed lists any pipeline of a project, pushes to it create none.
  if (project) stated.pipelines.add(project.id)
  const id = loading.ids.take(store.pipelines, seed.id, path)
  const builds: PlannedBuild[] = []
  each(seed.builds, `${path}.builds`, (build, where) => {
    const planned = planBuild(loading, build, where)
    if (planned) builds.push(planned)
  })
  atCommit(loading, seed, path, ({ project, ref, commit, at }, timestamp) => {
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
      ...omitUndefined({ name: seed.name, source: seed.source, variables: seed.variables }),
    }
    const pipeline = createPipeline(loading.alone(at), described, inStages(builds))
    for (const build of store.builds.by('pipeline_id', pipeline.id)) {
      startDeployment(loading.alone(build.created_at), build)
    }
    for (const build of builds) loadBuild(loading, pipeline, build, timestamp)
  })
}

/** Assigns stages to builds, in the order in which the builds name them. */
function inStages(builds: readonly PlannedBuild[]): BuildOfPipeline[] {
  const stages = [...new Set(builds.map(({ values }) => values.stage))]
  return builds.map(({ values }) => ({ ...values, stage_index: stages.indexOf(values.stage) }))
}

/** A build of a seed, with the values that do not depend on its pipeline. */
export interface PlannedBuild {
  readonly seed: SeedBuild
  readonly values: Omit<BuildOfPipeline, 'stage_index'> & { readonly id: number }
}

function planBuild(loading: Loading, seed: SeedBuild, path: string): PlannedBuild | undefined {
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  const id = loading.ids.take(loading.store.builds, seed.id, path)
  if (id === undefined) return undefined
  const artifacts = artifactsOf(loading, seed, `${path}.artifacts`)
  const { name, stage = 'test', when, allow_failure, environment, trace, coverage, commands } = seed
  const { tags, resource_group, failure_reason } = seed
  const values = {
    id,
    name,
    stage,
    artifacts,
    junit_reports: [seed.artifacts?.junit ?? []].flat(),
    ...omitUndefined({
      when,
      allow_failure,
      coverage,
      commands,
      trace,
      tag_list: tags,
      resource_group,
      failure_reason,
    }),
    ...omitUndefined({ user_id: user?.id, created_at: isoTime(seed.at) }),
    ...(typeof environment === 'string'
      ? { environment }
      : { environment: environment?.name ?? null, environment_url: environment?.url ?? null }),
  }
  return { seed, values }
}

function artifactsOf({ problems }: Loading, { artifacts }: SeedBuild, path: string) {
  if (!artifacts) return null
  const { filename, content, encoding, expires_at } = artifacts
  const bytes = encoding === 'base64' ? decodeBase64(content) : new TextEncoder().encode(content)
  if (!bytes) problems.push({ path: `${path}.content`, reason: 'is not valid Base64' })
  return { filename, bytes: new Uint8Array(bytes ?? []), expires_at: isoTime(expires_at) ?? null }
}

/** Returns when a build started and ended. Without given times, both are immediate. */
function timesOf({ status = 'success', ...seed }: SeedBuild, at: string) {
  const hasStarted = ['running', 'success', 'failed'].includes(status)
  const isOver = ['success', 'failed', 'canceled'].includes(status)
  const started_at = isoTime(seed.started_at) ?? (hasStarted ? at : null)
  return {
    started_at,
    finished_at: isoTime(seed.finished_at) ?? (isOver ? (started_at ?? at) : null),
  }
}

/** Moves a build through its states, in the order of time, to the state that the seed gives. */
function loadBuild(
  loading: Loading,
  pipeline: PipelineRecord,
  { seed, values: { id } }: PlannedBuild,
  timestamp: Timestamp,
): void {
  const { store, timeline } = loading
  const { status = 'success' } = seed
  const { started_at, finished_at } = timesOf(seed, isoTime(seed.at) ?? pipeline.created_at)
  if (started_at)
    timeline.add(timestampOf(started_at, timestamp, timestamp), () => start(started_at))
  if (finished_at) {
    const earliest = timestampOf(started_at ?? undefined, timestamp, timestamp)
    timeline.add(timestampOf(finished_at, earliest, earliest), () => finish(finished_at))
  }
  loading.atLast(settle)

  function start(time: string): void {
    const build = store.builds.get(id)
    if (!build) return
    const isWaiting = build.when === 'manual' && canMove(build, 'play')
    const player = store.users.get(build.user_id ?? 0)
    const played =
      isWaiting && player ? playBuild(loading.as(player, time), build, reportOf(build)) : build
    if (canMove(played, 'run')) moveBuild(loading.alone(time), played, 'run')
  }

  function finish(time: string): void {
    const build = store.builds.get(id)
    const event = endings[status]
    if (build && event && canMove(build, event)) moveBuild(loading.alone(time), build, event)
  }

  /** Sets the state that the seed gives, regardless of the outcome of the stages. */
  function settle(): void {
    const build = store.builds.get(id)
    if (!build) return
    const isSaid =
      build.status === status &&
      build.started_at === started_at &&
      build.finished_at === finished_at
    if (isSaid) return
    const context = loading.alone(finished_at ?? started_at ?? build.created_at)
    setBuildState(context, build, { status, started_at, finished_at })
  }
}

/** Returns the report that a simulated build keeps, as the seed gives it. */
function reportOf({ artifacts, coverage, trace, user_id }: BuildRecord) {
  return { artifacts, coverage, trace, user_id: user_id ?? 0 }
}

const endings: Readonly<Partial<Record<BuildRecord['status'], 'succeed' | 'fail' | 'cancel'>>> = {
  success: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
}
