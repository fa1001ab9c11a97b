import { mustReadBuilds, mustUpdateBuilds } from '../access/builds.ts'
import { badRequest, forbidden, notFound } from '../contract/errors.ts'
import { enqueueBuild, moveBuild } from '../domain/builds/progress.ts'
import { openStates } from '../domain/builds/runner.ts'
import { commitAt } from '../domain/repositories/revisions.ts'
import {
  artifactsOf,
  buildResource,
  buildWithDownload,
  buildWithPipeline,
  playedBuild,
} from '../resources/build.ts'
import { commitKey } from '../store/collections.ts'
import type { BuildRecord } from '../store/models/build.ts'
import type { FileAnswer } from './answers.ts'
import { list } from './answers.ts'
import type { OperationsOf } from './operation.ts'

/** Document 3, Builds. */
export const builds = {
  listBuilds(context, { scope }) {
    const { store, project } = context
    mustReadBuilds(context)
    const found = newestInScope(store.builds.by('project_id', project.id), scope)
    return list(found, (build) => buildWithPipeline(build, context))
  },

  /** Of all pipelines of the commit. */
  listBuildsOfCommit(context, { sha, scope }) {
    const { store, project } = context
    mustReadBuilds(context)
    const commit = commitAt(context, sha)
    const found = store.builds.by('commit', commitKey(project.id, commit.id))
    return list(newestInScope(found, scope), (build) => buildWithPipeline(build, context))
  },

  getBuild(context) {
    mustReadBuilds(context)
    return buildWithPipeline(context.build, context)
  },

  getBuildArtifacts(context) {
    mustReadBuilds(context)
    return serveArtifacts(context.build, context.now)
  },

  /** Of the newest success of the job on the branch or tag, whether it has artifacts or not. */
  getArtifactsOfRef(context, { ref_name, job }) {
    const { store, project, now } = context
    mustReadBuilds(context)
    const newest = store.builds
      .by('project_id', project.id)
      .filter(({ ref, name, status }) => ref === ref_name && name === job && status === 'success')
      .at(-1)
    if (!newest) throw notFound('Build')
    return serveArtifacts(newest, now)
  },

  getBuildTrace(context) {
    mustReadBuilds(context)
    const { id, trace } = context.build
    if (trace === null) throw notFound('Trace')
    return { body: trace, type: 'text/plain', name: `${id}.log` }
  },

  cancelBuild(context) {
    mustUpdateBuilds(context)
    if (!openStates.has(context.build.status)) throw forbidden('Build is not cancelable')
    return buildResource(moveBuild(context, context.build, 'canceled'), context)
  },

  /** The same build runs again: `finished_at` becomes null (document 3, Build). */
  retryBuild(context) {
    const { build, viewer } = context
    mustUpdateBuilds(context)
    if (!hasRun(build)) throw forbidden('Build is not retryable')
    return buildResource(enqueueBuild(context, build, viewer.signedIn().id), context)
  },

  eraseBuild(context) {
    const { build, store, now } = context
    mustUpdateBuilds(context)
    const isEmpty = artifactsOf(build, now) === null && build.trace === null
    if (!hasRun(build) || isEmpty) throw forbidden('Build is not erasable')
    const erased = store.builds.replace(build, { artifacts: null, trace: null, erased_at: now })
    return buildWithDownload(erased, context)
  },

  keepBuildArtifacts(context) {
    const { build, store, now } = context
    mustUpdateBuilds(context)
    const artifacts = artifactsOf(build, now)
    if (!artifacts) throw notFound('Artifacts')
    const kept = store.builds.replace(build, { artifacts: { ...artifacts, expires_at: null } })
    return buildWithDownload(kept, context)
  },

  /** The answer shows `started`; the build waits for a runner. */
  playBuild(context) {
    const { build, viewer } = context
    mustUpdateBuilds(context)
    const isPlayable = build.status === 'created' || build.status === 'skipped'
    if (build.when !== 'manual' || !isPlayable) throw badRequest('Unplayable Build')
    return playedBuild(enqueueBuild(context, build, viewer.signedIn().id), context)
  },
} satisfies OperationsOf<'Builds'>

type Scope = readonly BuildRecord['status'][] | undefined

function newestInScope(found: readonly BuildRecord[], scope: Scope): BuildRecord[] {
  const isIn = ({ status }: BuildRecord) => !scope || scope.length === 0 || scope.includes(status)
  return found.filter(isIn).reverse()
}

function hasRun({ status }: BuildRecord): boolean {
  return status === 'success' || status === 'failed' || status === 'canceled'
}

function serveArtifacts(build: BuildRecord, now: string): FileAnswer {
  const artifacts = artifactsOf(build, now)
  if (!artifacts) throw notFound('Artifacts')
  return { body: artifacts.bytes, type: 'application/octet-stream', name: artifacts.filename }
}
