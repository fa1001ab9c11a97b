import type { BuildRecord } from '../../../../../store/models/build.ts'
import { artifactsOf } from '../../../builds/artifacts.ts'
import { currentBuilds } from '../../../builds/status.ts'
import type { PayloadContext } from '../../../context.ts'
import { existingProject, fullName, namespaceOf } from '../../../lookups.ts'
import { findCommit } from '../../../repositories/repositories.ts'
import type { HookEvent } from '../../hook-event.ts'
import { projectData } from '../../push-data.ts'
import { secondsBetween, spacedTime } from '../times.ts'
import { commitAttributes, plainProjectAttributes, someone } from './attributes.ts'

const noObject = '0'.repeat(40)

/**
 * Returns the payload of a build that changed its status (`Gitlab::DataBuilder::Build`); `commit.id` is the id of the
 * pipeline.
 */
export function buildPayload({ build }: HookEvent<'job'>, presentation: PayloadContext) {
  const { store } = presentation
  const project = existingProject(presentation, build.project_id)
  const pipeline = store.pipelines.get(build.pipeline_id)
  const commit = findCommit(store, project, build.sha)
  const user = build.user_id === null ? undefined : store.users.get(build.user_id)
  const [began, ended] = [pipeline?.started_at ?? null, pipeline?.finished_at ?? null]
  const repository = projectData(presentation, project)
  return {
    object_kind: 'build',
    ref: build.ref,
    tag: build.tag,
    before_sha: pipeline?.before_sha ?? noObject,
    sha: build.sha,
    build_id: build.id,
    build_name: build.name,
    build_stage: build.stage,
    build_status: build.status,
    build_started_at: spacedTime(build.started_at),
    build_finished_at: spacedTime(build.finished_at),
    build_duration: secondsBetween(build.started_at, build.finished_at),
    build_allow_failure: build.allow_failure,
    project_id: project.id,
    project_name: `${fullName(presentation, namespaceOf(presentation, project))} / ${project.name}`,
    user: { id: user?.id ?? null, name: user?.name ?? null, email: user?.email ?? null },
    commit: {
      id: build.pipeline_id,
      sha: build.sha,
      message: commit?.message ?? null,
      author_name: commit?.author.name ?? null,
      author_email: commit?.author.email ?? null,
      status: pipeline?.status ?? null,
      duration: secondsBetween(began, ended),
      started_at: spacedTime(began),
      finished_at: spacedTime(ended),
    },
    repository: {
      name: repository.name,
      url: repository.url,
      description: repository.description,
      homepage: repository.homepage,
      git_http_url: repository.git_http_url,
      git_ssh_url: repository.git_ssh_url,
      visibility_level: repository.visibility_level,
    },
  }
}

/** Returns the payload of a pipeline that changed its status (`Gitlab::DataBuilder::Pipeline`). */
export function pipelinePayload({ pipeline }: HookEvent<'pipeline'>, presentation: PayloadContext) {
  const { store } = presentation
  const { id, ref, tag, sha, status, user_id, started_at, finished_at } = pipeline
  const project = existingProject(presentation, pipeline.project_id)
  const commit = findCommit(store, project, sha)
  const builds = currentBuilds(store, id)
  const staged = builds.toSorted((a, b) => a.stage_index - b.stage_index)
  return {
    object_kind: 'pipeline',
    object_attributes: {
      id,
      ref,
      tag,
      sha,
      before_sha: pipeline.before_sha ?? noObject,
      status,
      stages: [...new Set(staged.map(({ stage }) => stage))],
      created_at: spacedTime(pipeline.created_at),
      finished_at: spacedTime(finished_at),
      duration: secondsBetween(started_at, finished_at),
    },
    user: someone(user_id, presentation),
    project: plainProjectAttributes(project, presentation),
    commit: commit ? commitAttributes(commit, project, presentation) : null,
    builds: builds
      .filter(({ trigger }) => trigger === null)
      .map((build) => buildAttributes(build, presentation)),
  }
}

function buildAttributes(build: BuildRecord, presentation: PayloadContext) {
  const { id, stage, name, status, when } = build
  const artifacts = artifactsOf(build, presentation.now)
  return {
    id,
    stage,
    name,
    status,
    created_at: spacedTime(build.created_at),
    started_at: spacedTime(build.started_at),
    finished_at: spacedTime(build.finished_at),
    when,
    manual: when === 'manual',
    user: someone(build.user_id, presentation),
    runner: null,
    artifacts_file: {
      filename: artifacts?.filename ?? null,
      size: artifacts?.bytes.length ?? null,
    },
  }
}
