import type {
  ArtifactsFile,
  Bridge,
  Job,
  JobArtifact,
  JobBasic,
  JobOfRunner,
} from '../../../contract/generated/v4/contract.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import { artifactsOf } from '../../domain/builds/artifacts.ts'
import { downstreamOf } from '../../domain/builds/downstream.ts'
import { failureReasonOf, shownJobStatus } from '../../domain/builds/shown-status.ts'
import type { TimedPresentation } from '../../domain/context.ts'
import { existingProject, existingUser, projectAddress } from '../../domain/lookups.ts'
import { findCommit } from '../../domain/repositories/repositories.ts'
import { commitResource } from './commit.ts'
import { existingPipeline, pipelineBasic } from './pipeline.ts'
import { projectIdentity } from './project.ts'
import { runnerResource } from './runner.ts'
import { userResource } from './user.ts'

/** Returns the fields that all forms of a job have (`schemas/v4/resources/job-basic.json`). */
export function jobBasic(build: BuildRecord, presentation: TimedPresentation): JobBasic {
  const { id, stage, name, ref, tag, allow_failure, coverage, project_id, user_id } = build
  const { created_at, started_at, finished_at, erased_at } = build
  const project = existingProject(presentation, project_id)
  const commit = findCommit(presentation.store, project, build.sha)
  const user = user_id === null ? undefined : existingUser(presentation, user_id)
  const failure_reason = failureReasonOf(build)
  return {
    id,
    status: shownJobStatus(presentation, build),
    stage,
    name,
    ref,
    tag,
    allow_failure,
    archived: false,
    coverage,
    created_at,
    started_at,
    finished_at,
    erased_at,
    duration: secondsUntil(started_at, finished_at, presentation),
    queued_duration: secondsUntil(build.queued_at, started_at, presentation),
    user: user ? userResource(user, presentation) : null,
    commit: commit ? commitResource(commit, project, presentation) : null,
    pipeline: pipelineBasic(existingPipeline(presentation, build.pipeline_id), presentation),
    ...(failure_reason === null ? {} : { failure_reason }),
    web_url: `${projectAddress(presentation, project_id)}/-/jobs/${id}`,
    project: { ci_job_token_scope_enabled: false },
  }
}

/** Returns the seconds between two times, or until now; null before the first one. */
function secondsUntil(
  from: string | null,
  to: string | null,
  { now }: TimedPresentation,
): number | null {
  if (from === null) return null
  return Math.max(0, (Date.parse(to ?? now) - Date.parse(from)) / 1000)
}

/** Returns a job with its artifacts. */
export function jobResource(build: BuildRecord, presentation: TimedPresentation): Job {
  const artifacts = artifactsOf(build, presentation.now)
  const runner = presentation.store.runners.get(build.runner_id ?? 0)
  const file = artifacts && { filename: artifacts.filename, size: artifacts.bytes.length }
  return {
    ...jobBasic(build, presentation),
    ...(file ? { artifacts_file: file } : {}),
    artifacts: [...archiveOf(file), ...traceOf(build)],
    runner: runner ? runnerResource(runner, presentation) : null,
    runner_manager: null,
    artifacts_expire_at: artifacts?.expires_at ?? null,
    tag_list: [...build.tag_list].sort(),
  }
}

function archiveOf(file: ArtifactsFile | null): JobArtifact[] {
  return file ? [{ file_type: 'archive', ...file, file_format: 'zip' }] : []
}

/** Returns the log of a finished job as an artifact. */
function traceOf({ trace, finished_at }: BuildRecord): JobArtifact[] {
  if (trace === null || finished_at === null) return []
  const size = new TextEncoder().encode(trace).length
  return [{ file_type: 'trace', size, filename: 'job.log', file_format: null }]
}

/** Returns a bridge job with its downstream pipeline. */
export function bridgeResource(build: BuildRecord, presentation: TimedPresentation): Bridge {
  const downstream = downstreamOf(presentation.store, build)
  return {
    ...jobBasic(build, presentation),
    downstream_pipeline: downstream ? pipelineBasic(downstream, presentation) : null,
  }
}

/** Returns a job of a runner. */
export function jobOfRunner(build: BuildRecord, presentation: TimedPresentation): JobOfRunner {
  const project = existingProject(presentation, build.project_id)
  const { project: _, ...job } = jobBasic(build, presentation)
  return { ...job, project: projectIdentity(project, presentation) }
}
