import { encodeBase64 } from '../shared/base64.ts'
import type { CommitGraph } from './commits.ts'
import { type RecordedProject, type Recording, userOf } from './recording.ts'
import type { Entry } from './world.ts'

/** Larger archives are not fetched; in bytes. */
const MAX_ARTIFACT_BYTES = 20 * 2 ** 20

/** Records builds with their traces and archives, their pipelines, and deployments with their environments. */
export async function recordBuilds(recording: Recording, project: RecordedProject): Promise<void> {
  const { reader, collected } = recording
  const id = String(project.id)
  const environments = await recordDeployments(recording, project)
  const builds = await reader.list('listBuilds', { id })
  const stages = new Map<number, string[]>()
  const byId = [...builds].sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
  for (const build of byId) {
    const { name, stage = 'test', ref, tag, status, coverage, pipeline, commit } = build
    if (build.id === undefined || pipeline?.id === undefined) continue
    const known = stages.get(pipeline.id) ?? []
    if (!known.includes(stage)) stages.set(pipeline.id, [...known, stage])
    const build_id = String(build.id)
    const trace = await reader.bytes('getBuildTrace', { id, build_id })
    const { created_at, started_at, finished_at } = build
    collected.add('builds', {
      id: build.id,
      project_id: project.id,
      pipeline_id: pipeline.id,
      name,
      stage,
      stage_index: (stages.get(pipeline.id) ?? []).indexOf(stage),
      ref,
      tag,
      sha: commit?.id ?? pipeline.sha,
      status,
      when: Reflect.get(build, 'when') === 'manual' ? 'manual' : undefined,
      allow_failure: Reflect.get(build, 'allow_failure') === true ? true : undefined,
      coverage,
      environment: environments.get(build.id),
      user_id: userOf(build.user),
      artifacts: await readArtifacts(recording, id, build),
      trace: trace && trace.length > 0 ? new TextDecoder().decode(trace) : undefined,
      created_at,
      started_at,
      finished_at,
    })
  }
  for (const build of byId) addPipeline(recording, project, build.pipeline, byId)
}

interface SeenBuild {
  readonly id?: number
  readonly user?: { readonly id?: number } | null
  readonly tag?: boolean
  readonly created_at?: string | null
  readonly started_at?: string | null
  readonly finished_at?: string | null
  readonly artifacts_file?: { readonly filename?: string; readonly size?: number } | null
  readonly pipeline?: SeenPipeline | null
}

interface SeenPipeline {
  readonly id?: number
  readonly ref?: string
  readonly sha?: string
  readonly status?: string
}

/** Adds a pipeline, whose times are derived from its builds: it started with the first and finished with the last. */
function addPipeline(
  { collected }: Recording,
  project: RecordedProject,
  pipeline: SeenPipeline | null | undefined,
  builds: readonly SeenBuild[],
): void {
  if (pipeline?.id === undefined) return
  const { id, ref, sha, status } = pipeline
  const own = builds.filter((build) => build.pipeline?.id === id)
  const times = (read: (build: SeenBuild) => string | null | undefined) =>
    own.flatMap((build) => read(build) ?? []).sort()
  const isOver = !['created', 'pending', 'running'].includes(status ?? '')
  collected.add('pipelines', {
    id,
    iid: Reflect.get(pipeline, 'iid'),
    project_id: project.id,
    ref,
    sha,
    status,
    tag: own[0]?.tag,
    user_id: userOf(own[0]?.user),
    created_at: times((build) => build.created_at)[0],
    started_at: times((build) => build.started_at)[0],
    finished_at: isOver ? times((build) => build.finished_at).at(-1) : undefined,
  })
}

async function readArtifacts(
  { reader }: Recording,
  id: string,
  { id: build_id, artifacts_file }: SeenBuild,
): Promise<Entry | undefined> {
  const { filename, size = 0 } = artifacts_file ?? {}
  if (!filename || size > MAX_ARTIFACT_BYTES) return undefined
  const bytes = await reader.bytes('getBuildArtifacts', { id, build_id: String(build_id) })
  return bytes && { filename, bytes: { base64: encodeBase64(bytes) } }
}

/** Records deployments, and returns the environment of each build that deployed. */
async function recordDeployments({ reader, collected }: Recording, project: RecordedProject) {
  const environments = new Map<number, string>()
  for (const one of await reader.list('listDeployments', { id: String(project.id) })) {
    const { environment, deployable, iid, ref, sha, created_at } = one
    if (environment?.id === undefined) continue
    const { name, external_url } = environment
    collected.add('environments', {
      id: environment.id,
      project_id: project.id,
      name,
      external_url,
    })
    if (deployable?.id !== undefined && name) environments.set(deployable.id, name)
    collected.add('deployments', {
      id: one.id,
      iid,
      project_id: project.id,
      environment_id: environment.id,
      ref,
      sha,
      build_id: deployable?.id,
      user_id: userOf(one.user),
      created_at,
    })
  }
  return environments
}

/** Records the statuses that external services set for the commits of a project, without a pipeline in the API. */
export async function recordStatuses(
  recording: Recording,
  project: RecordedProject,
  graph: CommitGraph,
): Promise<void> {
  const { reader, collected } = recording
  const id = String(project.id)
  for (const [key, status] of graph.statuses) {
    const [of, sha = ''] = key.split(' ')
    if (of !== id) continue
    const statuses = await reader.list('listCommitStatuses', { id, sha, all: true })
    for (const one of statuses) {
      if (one.id === undefined) continue
      if (collected.has('builds', one.id)) {
        if (one.allow_failure) graph.mayFail.add(one.id)
        continue
      }
      const { ref, name, target_url, description, allow_failure } = one
      const { created_at, started_at, finished_at } = one
      const place = { project_id: project.id, ref, sha }
      const pipeline_id = pipelineOf(recording, { ...place, status, created_at })
      collected.add('commit_statuses', {
        id: one.id,
        pipeline_id,
        ...place,
        status: one.status,
        name,
        target_url,
        description,
        allow_failure,
        author_id: userOf(one.author),
        created_at,
        started_at,
        finished_at,
      })
    }
    addImpliedPipeline(recording, project, sha, status, graph)
  }
}

/**
 * Adds a pipeline without builds and statuses, such as one with an invalid configuration, which is only shown by its
 * commit.
 */
function addImpliedPipeline(
  { collected }: Recording,
  { id: project_id }: RecordedProject,
  sha: string,
  status: string,
  graph: CommitGraph,
): void {
  const isOf = (one: Entry) => one.project_id === project_id && one.sha === sha
  if (collected.entries('pipelines').some(isOf)) return
  const refs = Object(collected.entries('repositories').find(({ id }) => id === project_id)?.refs)
  const ref = Object.keys(refs).find((name) => refs[name] === sha) ?? ''
  const created_at = graph.times.get(sha)
  const id = collected.newId('pipelines')
  const name = ref.replace(/^refs\/(heads|tags)\//, '')
  collected.add('pipelines', { id, project_id, ref: name, sha, status, created_at })
}

/** Returns the pipeline of a ref and a commit; a new one where no build refers to it. */
function pipelineOf({ collected }: Recording, fields: Entry): unknown {
  const known = collected
    .entries('pipelines')
    .find(
      ({ project_id, ref, sha }) =>
        project_id === fields.project_id && ref === fields.ref && sha === fields.sha,
    )
  if (known) return known.id
  const id = collected.newId('pipelines')
  collected.add('pipelines', { id, ...fields })
  return id
}
