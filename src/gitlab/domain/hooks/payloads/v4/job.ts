import type { BuildRecord } from '../../../../../store/models/build.ts'
import {
  failureReasonOf,
  shownJobStatus,
  shownPipelineStatus,
} from '../../../builds/shown-status.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, fullName, namespaceOf } from '../../../lookups.ts'
import { findCommit } from '../../../repositories/repositories.ts'
import type { HookEvent } from '../../hook-event.ts'
import { secondsBetween, spacedTime, withoutFraction } from '../times.ts'
import { fullRepositoryAttributes, plainProjectAttributes } from './attributes.ts'
import { environmentOf, someone } from './pipeline.ts'

const noObject = '0'.repeat(40)

/**
 * Returns the payload of a job that changed its status (`Gitlab::DataBuilder::Build`); `commit.id` is the id of the
 * pipeline.
 */
export function jobPayload({ build }: HookEvent<'job'>, presentation: PayloadContext) {
  const { store } = presentation
  const { ref, tag, sha, created_at, started_at, finished_at } = build
  const project = existingProject(presentation, build.project_id)
  const pipeline = store.pipelines.get(build.pipeline_id)
  return {
    object_kind: 'build',
    ref,
    tag,
    before_sha: pipeline?.before_sha ?? noObject,
    sha,
    build_id: build.id,
    build_name: build.name,
    build_stage: build.stage,
    build_status: shownJobStatus(presentation, build),
    build_created_at: created_at,
    build_created_at_iso: withoutFraction(created_at),
    build_started_at: started_at,
    build_started_at_iso: started_at && withoutFraction(started_at),
    build_finished_at: finished_at,
    build_finished_at_iso: finished_at && withoutFraction(finished_at),
    build_duration: secondsBetween(started_at, finished_at),
    build_queued_duration: secondsBetween(build.queued_at, started_at),
    build_allow_failure: build.allow_failure,
    build_failure_reason: failureReasonOf(build) ?? 'unknown_failure',
    retries_count: retriesOf(build, presentation),
    pipeline_id: build.pipeline_id,
    runner: null,
    project_id: project.id,
    project_name: `${fullName(presentation, namespaceOf(presentation, project))} / ${project.name}`,
    user: someone(build.user_id, presentation),
    commit: commitOf(build, presentation),
    repository: fullRepositoryAttributes(project, presentation),
    project: plainProjectAttributes(project, presentation),
    environment: environmentOf(build, presentation),
  }
}

function commitOf({ pipeline_id, project_id, sha }: BuildRecord, presentation: PayloadContext) {
  const { store } = presentation
  const project = existingProject(presentation, project_id)
  const commit = findCommit(store, project, sha)
  const pipeline = store.pipelines.get(pipeline_id)
  const [started_at, finished_at] = [pipeline?.started_at ?? null, pipeline?.finished_at ?? null]
  const email = commit?.author.email ?? null
  return {
    id: pipeline_id,
    name: pipeline?.name ?? null,
    sha,
    message: commit?.message ?? null,
    author_name: commit?.author.name ?? null,
    author_email: email,
    author_url: email === null ? null : `mailto:${email}`,
    status: pipeline ? shownPipelineStatus(presentation, pipeline) : null,
    duration: secondsBetween(started_at, finished_at),
    started_at: spacedTime(started_at),
    started_at_iso: started_at && withoutFraction(started_at),
    finished_at: spacedTime(finished_at),
    finished_at_iso: finished_at && withoutFraction(finished_at),
  }
}

/** Returns how many jobs with this name were retried before in the pipeline. */
function retriesOf({ id, name, pipeline_id }: BuildRecord, { store }: PayloadContext): number {
  const builds = store.builds.by('pipeline_id', pipeline_id)
  return builds.filter((one) => one.name === name && one.is_retried && one.id < id).length
}
