import { readCursor } from '../../../contract/cursor.ts'
import { forbidden, notFound, refused } from '../../../contract/errors.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import { mayErase, mayRunOn, mustReadPipelines, mustUpdatePipelines } from '../../access/builds.ts'
import {
  cancelBuild,
  checkArtifacts,
  checkErasure,
  checkPlay,
  checkRetry,
  eraseBuild,
  keepArtifacts,
  playBuild,
  removeArtifacts,
  retryBuild,
} from '../../domain/builds/actions.ts'
import { artifactFile, artifactsOf } from '../../domain/builds/artifacts.ts'
import { findSuccess } from '../../domain/builds/pipeline-records.ts'
import { shownJobStatus } from '../../domain/builds/shown-status.ts'
import { currentBuilds } from '../../domain/builds/status.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { bridgeResource, jobResource } from '../../resources/v4/job.ts'
import { type FileAnswer, list, listSelected, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mediaTypeOf } from './media-types.ts'

/** The operations of the tag Jobs. */
export const jobs = {
  listBuilds(context, { scope, cursor, sort }) {
    const { store, project } = context
    mustReadPipelines(context)
    const inScope = scopeOf(context, scope)
    const last = cursor === undefined ? undefined : readCursor(cursor)?.id
    const isBehind = (id: number) => last === undefined || (sort === 'asc' ? id > last : id < last)
    return listSelected(
      {
        lists: [store.builds.by('project_id', project.id)],
        order: (a, b) => a.id - b.id,
        sort,
        where: (build) => build.trigger === null && isBehind(build.id) && inScope(build),
      },
      (build) => jobResource(build, context),
    )
  },

  listPipelineJobs(context, { scope, include_retried }) {
    const { store, pipeline } = context
    mustReadPipelines(context)
    const all = include_retried
      ? store.builds.by('pipeline_id', pipeline.id)
      : currentBuilds(store, pipeline.id)
    const jobs = all.filter(({ trigger }) => trigger === null)
    const found = jobs.filter(scopeOf(context, scope)).reverse()
    return list(found, (build) => jobResource(build, context))
  },

  listPipelineBridges(context, { scope }) {
    const { store, pipeline } = context
    mustReadPipelines(context)
    const bridges = currentBuilds(store, pipeline.id).filter(({ trigger }) => trigger !== null)
    const found = bridges.filter(scopeOf(context, scope)).reverse()
    return list(found, (bridge) => bridgeResource(bridge, context))
  },

  getJobOfToken(context) {
    if (!context.job) throw notFound('Job')
    return jobResource(context.job, context)
  },

  getBuild(context) {
    mustReadPipelines(context)
    return jobResource(context.build, context)
  },

  getBuildTrace(context) {
    mustReadPipelines(context)
    const { id, trace } = context.build
    const headers = { 'Content-Disposition': `infile; filename="${id}.log"` }
    return new Reply({ body: trace ?? '', type: 'text/plain' }, { headers })
  },

  /** Cancels a job; a finished one is returned unchanged. */
  cancelBuild(context, { force }) {
    mustRun(context, context.build)
    if (force) context.viewer.must('admin_project', context.project)
    return jobResource(cancelBuild(context, context.build), context)
  },

  retryBuild(context) {
    const { processable: build } = context
    mustRun(context, build)
    checkRetry(context, build)
    return jobResource(retryBuild(context, build), context)
  },

  eraseBuild(context) {
    const { build, project } = context
    mustUpdatePipelines(context)
    if (!mayErase(context, project, build)) throw forbidden()
    checkErasure(context, build)
    return jobResource(eraseBuild(context, build), context)
  },

  playBuild(context, { job_variables_attributes: given }) {
    const { processable: build } = context
    mustRun(context, build)
    checkPlay(context, build)
    const played_with = given?.map((one) => ({ ...one, variable_type: 'env_var' as const }))
    const played = playBuild(context, build, omitUndefined({ played_with }))
    return (played.trigger ? bridgeResource : jobResource)(played, context)
  },

  getBuildArtifacts(context) {
    mustReadPipelines(context)
    return archiveOf(context, context.build)
  },

  deleteBuildArtifacts(context) {
    const { viewer, project, build } = context
    mustUpdatePipelines(context)
    viewer.must('admin_project', project)
    removeArtifacts(context, [build])
    return undefined
  },

  keepBuildArtifacts(context) {
    const { build } = context
    mustUpdatePipelines(context)
    checkArtifacts(context, build)
    return jobResource(keepArtifacts(context, build), context)
  },

  getArtifactFile(context, { artifact_path }) {
    mustReadPipelines(context)
    return fileOf(context, context.build, artifact_path)
  },

  getArtifactsOfRef(context, { ref_name, job }) {
    mustReadPipelines(context)
    return archiveOf(context, successOf(context, ref_name, job))
  },

  getArtifactFileOfRef(context, { ref_name, artifact_path, job }) {
    mustReadPipelines(context)
    return fileOf(context, successOf(context, ref_name, job), artifact_path)
  },

  deleteProjectArtifacts(context) {
    const { store, viewer, project } = context
    mustUpdatePipelines(context)
    viewer.must('admin_project', project)
    removeArtifacts(context, store.builds.by('project_id', project.id))
    return { message: '202 Accepted' }
  },
} satisfies OperationsOf<'v4', 'Jobs'>

/** Throws 403 unless the caller is a developer, and on a protected ref may run jobs there. */
function mustRun(context: ProjectContext, build: BuildRecord): void {
  mustUpdatePipelines(context)
  if (!mayRunOn(context, context.project, build)) throw forbidden()
}

function scopeOf(context: ProjectContext, scope: readonly string[] = []) {
  return (build: BuildRecord) =>
    scope.length === 0 || scope.includes(shownJobStatus(context, build))
}

/** Returns the job with a name in the newest successful pipeline of a ref. */
function successOf(context: ProjectContext, ref: string, name: string): BuildRecord {
  const pipeline = findSuccess(context, context.project, ref)
  const build =
    pipeline && currentBuilds(context.store, pipeline.id).findLast((one) => one.name === name)
  if (!build) throw notFound()
  return build
}

function archiveOf({ now }: ProjectContext, build: BuildRecord): FileAnswer {
  const artifacts = artifactsOf(build, now)
  if (!artifacts) throw notFound()
  return { body: artifacts.bytes, type: 'application/zip', name: artifacts.filename }
}

/** Returns a file of an artifacts archive as a download under its own name. */
function fileOf(context: ProjectContext, build: BuildRecord, path: string): FileAnswer {
  const steps = path.split('/')
  if (steps.some((step) => step === '..' || step === '')) throw refused('400 Bad request')
  const body = artifactFile(build, path, context.now)
  if (!body) throw notFound()
  return { body, type: mediaTypeOf(path), name: steps.at(-1) ?? path }
}
