import type { BuildRecord } from '../../../../../store/models/build.ts'
import type { MergeRequestRecord } from '../../../../../store/models/merge-request.ts'
import type { PipelineRecord } from '../../../../../store/models/pipeline.ts'
import { isProtected, isProtectedTag } from '../../../../access/protection.ts'
import { artifactsOf } from '../../../builds/artifacts.ts'
import { detailedStatus } from '../../../builds/detailed-status.ts'
import { environmentOfName, environmentTier } from '../../../builds/environments.ts'
import {
  failureReasonOf,
  shownJobStatus,
  shownPipelineStatus,
} from '../../../builds/shown-status.ts'
import { currentBuilds } from '../../../builds/status.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, existingUser, projectAddress } from '../../../lookups.ts'
import { checkedMergeStatus, detailedMergeStatus } from '../../../merge-requests/mergeability.ts'
import { findCommit } from '../../../repositories/repositories.ts'
import type { HookEvent } from '../../hook-event.ts'
import { secondsBetween, spacedTime } from '../times.ts'
import { commitAttributes, plainProjectAttributes, userAttributes } from './attributes.ts'

const noObject = '0'.repeat(40)

/** Returns the payload of a pipeline that changed its status (`Gitlab::DataBuilder::Pipeline`). */
export function pipelinePayload({ pipeline }: HookEvent<'pipeline'>, presentation: PayloadContext) {
  const { store } = presentation
  const project = existingProject(presentation, pipeline.project_id)
  const commit = findCommit(store, project, pipeline.sha)
  const builds = currentBuilds(store, pipeline.id)
  return {
    object_kind: 'pipeline',
    object_attributes: pipelineAttributes(pipeline, builds, presentation),
    merge_request: mergeRequestOf(pipeline, presentation),
    user: someone(pipeline.user_id, presentation),
    project: plainProjectAttributes(project, presentation),
    commit: commit ? commitAttributes(commit, project, presentation) : null,
    ...startedBy(pipeline, presentation),
    builds: builds
      .filter(({ trigger }) => trigger === null)
      .map((build) => buildAttributes(build, presentation)),
  }
}

function pipelineAttributes(
  pipeline: PipelineRecord,
  builds: readonly BuildRecord[],
  presentation: PayloadContext,
) {
  const { id, iid, name, ref, tag, sha, source, created_at, started_at, finished_at } = pipeline
  const { store } = presentation
  const project = existingProject(presentation, pipeline.project_id)
  const status = shownPipelineStatus(presentation, pipeline)
  const staged = builds.toSorted((a, b) => a.stage_index - b.stage_index)
  return {
    id,
    iid,
    name,
    ref,
    tag,
    sha,
    before_sha: pipeline.before_sha ?? noObject,
    source,
    status,
    detailed_status: detailedStatus(presentation, pipeline).label,
    stages: [...new Set(staged.map(({ stage }) => stage))],
    created_at: spacedTime(created_at),
    finished_at: spacedTime(finished_at),
    duration: secondsBetween(started_at, finished_at),
    queued_duration: secondsBetween(created_at, started_at),
    protected_ref: tag ? isProtectedTag(store, project, ref) : isProtected(store, project, ref),
    variables: pipeline.variables.map(({ key, value }) => ({ key, value })),
    url: `${projectAddress(presentation, project.id)}/-/pipelines/${id}`,
  }
}

/** Returns the merge request of a merge request pipeline; null for a branch pipeline. */
function mergeRequestOf({ merge_request_id }: PipelineRecord, presentation: PayloadContext) {
  const mergeRequest = presentation.store.mergeRequests.get(merge_request_id ?? 0)
  return mergeRequest ? mergeRequestBrief(mergeRequest, presentation) : null
}

/** Returns the bridge job that triggered a pipeline, under `source_pipeline`. */
function startedBy({ source_build_id }: PipelineRecord, presentation: PayloadContext) {
  const bridge = presentation.store.builds.get(source_build_id ?? 0)
  if (!bridge) return {}
  const { id, web_url, path_with_namespace } = plainProjectAttributes(
    existingProject(presentation, bridge.project_id),
    presentation,
  )
  const project = { id, web_url, path_with_namespace }
  return { source_pipeline: { project, job_id: bridge.id, pipeline_id: bridge.pipeline_id } }
}

function mergeRequestBrief(mergeRequest: MergeRequestRecord, presentation: PayloadContext) {
  const { id, iid, title, source_branch, source_project_id, target_branch, target_project_id } =
    mergeRequest
  const project = existingProject(presentation, target_project_id)
  return {
    id,
    iid,
    title,
    source_branch,
    source_project_id,
    target_branch,
    target_project_id,
    state: mergeRequest.state === 'reopened' ? 'opened' : mergeRequest.state,
    merge_status: checkedMergeStatus(presentation.store, mergeRequest),
    detailed_merge_status: detailedMergeStatus(presentation, project, mergeRequest),
    url: `${projectAddress(presentation, target_project_id)}/-/merge_requests/${iid}`,
  }
}

/** Returns a job of a pipeline. Its runner is not stored. */
function buildAttributes(build: BuildRecord, presentation: PayloadContext) {
  const { id, stage, name, when, allow_failure, created_at, started_at, finished_at } = build
  const artifacts = artifactsOf(build, presentation.now)
  return {
    id,
    stage,
    name,
    status: shownJobStatus(presentation, build),
    created_at: spacedTime(created_at),
    started_at: spacedTime(started_at),
    finished_at: spacedTime(finished_at),
    duration: secondsBetween(started_at, finished_at),
    queued_duration: secondsBetween(build.queued_at, started_at),
    failure_reason: failureReasonOf(build),
    when,
    manual: when === 'manual',
    allow_failure,
    user: someone(build.user_id, presentation),
    runner: null,
    artifacts_file: {
      filename: artifacts?.filename ?? null,
      size: artifacts?.bytes.length ?? null,
    },
    environment: environmentOf(build, presentation),
  }
}

/** Returns the environment of a job, with its tier where the environment exists. */
export function environmentOf(
  { project_id, environment: name, environment_action: action }: BuildRecord,
  presentation: PayloadContext,
) {
  if (name === null) return null
  const known = environmentOfName(presentation, project_id, name)
  return { name, action, deployment_tier: known ? environmentTier(known) : null }
}

export function someone(userId: number | null, presentation: PayloadContext) {
  return userId === null ? null : userAttributes(existingUser(presentation, userId), presentation)
}
