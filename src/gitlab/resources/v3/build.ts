import type {
  ArtifactsFile,
  Build,
  BuildFields,
  BuildUser,
  BuildWithDownload,
  BuildWithPipeline,
  Deployable,
  Pipeline,
  PlayedBuild,
} from '../../../contract/generated/v3/contract.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { artifactsOf } from '../../domain/builds/artifacts.ts'
import { pipelineStatus } from '../../domain/builds/status.ts'
import type { Presentation, TimedPresentation } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { findCommit } from '../../domain/repositories/repositories.ts'
import { commitResource } from './commit.ts'
import { userBrief } from './user.ts'

/** Returns the fields that all forms of a build have (`schemas/v3/resources/build.json`). */
function buildFields(build: BuildRecord, presentation: Presentation): BuildFields {
  const { store } = presentation
  const project = store.projects.get(build.project_id)
  const commit = project && findCommit(store, project, build.sha)
  const { id, name, stage, ref, tag, coverage, created_at, started_at, finished_at } = build
  return {
    id,
    name,
    stage,
    ref,
    tag,
    coverage,
    created_at,
    started_at,
    finished_at,
    commit: commit ? commitResource(commit) : null,
    runner: null,
    user:
      build.user_id === null
        ? null
        : buildUser(existingUser(presentation, build.user_id), presentation),
  }
}

function buildUser(user: UserRecord, presentation: Presentation): BuildUser {
  const { bio, created_at, is_admin, linkedin, location, organization } = user
  const { skype, twitter, website_url } = user
  return {
    ...userBrief(user, presentation),
    bio,
    created_at,
    is_admin,
    linkedin,
    location,
    organization,
    skype,
    twitter,
    website_url,
  }
}

function artifactsFile(build: BuildRecord, { now }: TimedPresentation): ArtifactsFile | null {
  const artifacts = artifactsOf(build, now)
  return artifacts && { filename: artifacts.filename, size: artifacts.bytes.length }
}

/** Returns a build after it was cancelled or retried. */
export function buildResource(build: BuildRecord, presentation: TimedPresentation): Build {
  return {
    ...buildFields(build, presentation),
    status: build.status,
    artifacts_file: artifactsFile(build, presentation),
  }
}

/** Returns a build for lists and single requests, with a pipeline whose fields derive from its builds. */
export function buildWithPipeline(
  build: BuildRecord,
  presentation: TimedPresentation,
): BuildWithPipeline {
  return {
    ...buildResource(build, presentation),
    pipeline: pipelineResource(build, presentation),
  }
}

function pipelineResource(
  { pipeline_id, ref, sha, status }: BuildRecord,
  { store }: Presentation,
): Pipeline {
  return { id: pipeline_id, ref, sha, status: pipelineStatus(store, pipeline_id) ?? status }
}

/** Returns a build after it was erased or its artifacts were kept. */
export function buildWithDownload(
  build: BuildRecord,
  presentation: TimedPresentation,
): BuildWithDownload {
  return { ...buildResource(build, presentation), download_url: null }
}

/** Returns a manual build after it was played, with the status `started`, which no stored build has. */
export function playedBuild(build: BuildRecord, presentation: TimedPresentation): PlayedBuild {
  return {
    ...buildFields(build, presentation),
    status: 'started',
    artifacts_file: artifactsFile(build, presentation),
  }
}

/** Returns the build of a deployment (`deployable.json`). */
export function deployable(build: BuildRecord, presentation: TimedPresentation): Deployable {
  return buildWithPipeline(build, presentation)
}
