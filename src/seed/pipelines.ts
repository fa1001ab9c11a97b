import { decodeBase64 } from '../base64.ts'
import { recordDeployment } from '../domain/builds/deployments.ts'
import { isTag, pipelineFor } from '../domain/builds/pipeline-records.ts'
import { pipelineStatus } from '../domain/builds/status.ts'
import type { BuildRecord } from '../store/models/build.ts'
import type { PipelineRecord } from '../store/models/pipeline.ts'
import type { Store } from '../store/store.ts'
import type { SeedBuild, SeedPipeline, SeedStatus } from './build-schema.ts'
import { placeOf } from './commit-place.ts'
import { isoTime, type Loading, written } from './loading.ts'

/** A pipeline with its builds, and the deployments that they made. */
export function loadPipeline(loading: Loading, seed: SeedPipeline, path: string): void {
  const { store } = loading
  const place = placeOf(loading, seed, path)
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  if (!place) return
  const { project, ref, commit, at } = place
  const { yaml_errors = null } = seed
  const pipeline = store.pipelines.insert({
    project_id: project.id,
    ref,
    sha: commit.id,
    tag: isTag(store, project, ref),
    status: yaml_errors === null ? 'skipped' : 'failed',
    yaml_errors,
    user_id: user?.id ?? null,
    created_at: at,
    finished_at: at,
  })
  const stages = [...new Set(seed.builds?.map(({ stage }) => stage ?? 'test'))]
  for (const [index, build] of (seed.builds ?? []).entries()) {
    const stage = build.stage ?? 'test'
    const stage_index = stages.indexOf(stage)
    const where = `${path}.builds[${index}]`
    const loaded = loadBuild(loading, pipeline, build, { stage, stage_index }, where)
    if (loaded.status === 'success') deployBuild(store, loaded, loaded.finished_at ?? at)
  }
  settleSeeded(store, pipeline)
}

function loadBuild(
  loading: Loading,
  { id, project_id, ref, sha, tag, created_at, user_id }: PipelineRecord,
  seed: SeedBuild,
  stage: { readonly stage: string; readonly stage_index: number },
  path: string,
): BuildRecord {
  const { name, status = 'success', when, allow_failure, environment, trace } = seed
  const { coverage, commands } = seed
  const user = seed.by ? loading.user(seed.by, `${path}.by`) : undefined
  const at = isoTime(seed.at) ?? created_at
  return loading.store.builds.insert({
    pipeline_id: id,
    project_id,
    ref,
    sha,
    tag,
    name,
    status,
    ...stage,
    ...written({ when, allow_failure, coverage, commands, trace }),
    ...(typeof environment === 'string'
      ? { environment }
      : { environment: environment?.name ?? null, environment_url: environment?.url ?? null }),
    artifacts: artifactsOf(loading, seed, `${path}.artifacts`),
    user_id: user?.id ?? user_id,
    created_at: at,
    ...timesOf({ ...seed, status }, at),
  })
}

/** What did not say when it started or ended did so at once. */
function timesOf(
  seed: {
    status: BuildRecord['status']
    started_at?: string | undefined
    finished_at?: string | undefined
  },
  at: string,
) {
  const hasStarted = ['running', 'success', 'failed'].includes(seed.status)
  const isOver = ['success', 'failed', 'canceled'].includes(seed.status)
  const started_at = isoTime(seed.started_at) ?? (hasStarted ? at : null)
  return {
    started_at,
    finished_at: isoTime(seed.finished_at) ?? (isOver ? (started_at ?? at) : null),
  }
}

function artifactsOf({ problems }: Loading, { artifacts }: SeedBuild, path: string) {
  if (!artifacts) return null
  const { filename, content, encoding, expires_at } = artifacts
  const bytes = encoding === 'base64' ? decodeBase64(content) : new TextEncoder().encode(content)
  if (!bytes) problems.push({ path: `${path}.content`, reason: 'is not valid Base64' })
  return { filename, bytes: new Uint8Array(bytes ?? []), expires_at: isoTime(expires_at) ?? null }
}

/** What an outside service said of a commit, in the pipeline of its ref. */
export function loadStatus(loading: Loading, seed: SeedStatus, path: string): void {
  const { store } = loading
  const place = placeOf(loading, seed, path)
  const author = loading.user(seed.author, `${path}.author`)
  if (!place || !author) return
  const { project, ref, at } = place
  const sha = place.commit.id
  const pipeline = pipelineFor(store, project, { ref, sha, user_id: author.id, created_at: at })
  const { name, state: status, target_url, description, allow_failure } = seed
  store.commitStatuses.insert({
    project_id: project.id,
    pipeline_id: pipeline.id,
    sha,
    ref,
    status,
    ...written({ name, target_url, description, allow_failure }),
    author_id: author.id,
    created_at: at,
    ...timesOf({ ...seed, status }, at),
  })
  settleSeeded(store, pipeline)
}

/** Gives a pipeline the state and the times of what it groups. */
function settleSeeded(store: Store, pipeline: PipelineRecord): void {
  const status = pipelineStatus(store, pipeline.id)
  if (status === undefined) return
  const said = [
    ...store.builds.by('pipeline_id', pipeline.id),
    ...store.commitStatuses.by('pipeline_id', pipeline.id),
  ]
  const starts = said.flatMap(({ started_at }) => started_at ?? []).sort()
  const ends = said.flatMap(({ finished_at }) => finished_at ?? []).sort()
  const isOpen = ['created', 'pending', 'running'].includes(status)
  store.pipelines.replace(pipeline, {
    status,
    started_at: starts[0] ?? null,
    finished_at: isOpen ? null : (ends.at(-1) ?? null),
  })
}
