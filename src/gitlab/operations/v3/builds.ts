import { notFound } from '../../../contract/errors.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import { commitKey } from '../../../store/record-keys.ts'
import { mustReadBuilds, mustUpdateBuilds } from '../../access/builds.ts'
import {
  cancelBuild,
  checkArtifacts,
  checkErasure,
  checkPlay,
  checkRetry,
  eraseBuild,
  keepArtifacts,
  playBuild,
  retryBuild,
} from '../../domain/builds/actions.ts'
import { artifactsOf } from '../../domain/builds/artifacts.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import {
  buildResource,
  buildWithDownload,
  buildWithPipeline,
  playedBuild,
} from '../../resources/v3/build.ts'
import type { FileAnswer } from '../answers.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Builds. */
export const builds = {
  listBuilds(context, { scope }) {
    const { store, project } = context
    mustReadBuilds(context)
    const found = newestInScope(store.builds.by('project_id', project.id), scope)
    return list(found, (build) => buildWithPipeline(build, context))
  },

  /** Lists the builds of all pipelines of a commit. */
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

  /** Returns the artifacts of the newest successful build with a name on a ref. It may have none, which is a 404. */
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

  /** Cancels a build; a finished one is returned unchanged. */
  cancelBuild(context) {
    mustUpdateBuilds(context)
    return buildResource(cancelBuild(context, context.build), context)
  },

  /** Retries a build: the same record runs again, and `finished_at` becomes null. */
  retryBuild(context) {
    const { build } = context
    mustUpdateBuilds(context)
    checkRetry(context, build)
    return buildResource(retryBuild(context, build), context)
  },

  eraseBuild(context) {
    const { build } = context
    mustUpdateBuilds(context)
    checkErasure(context, build)
    return buildWithDownload(eraseBuild(context, build), context)
  },

  keepBuildArtifacts(context) {
    const { build } = context
    mustUpdateBuilds(context)
    checkArtifacts(context, build)
    return buildWithDownload(keepArtifacts(context, build), context)
  },

  /** Plays a manual build. The response has the status `started`, while the build is pending. */
  playBuild(context) {
    const { build } = context
    mustUpdateBuilds(context)
    checkPlay(context, build)
    return playedBuild(playBuild(context, build), context)
  },
} satisfies OperationsOf<'v3', 'Builds'>

type Scope = readonly BuildRecord['status'][] | undefined

function newestInScope(found: readonly BuildRecord[], scope: Scope): BuildRecord[] {
  const isIn = ({ status }: BuildRecord) => !scope || scope.length === 0 || scope.includes(status)
  return found.filter((build) => build.trigger === null && isIn(build)).reverse()
}

function serveArtifacts(build: BuildRecord, now: string): FileAnswer {
  const artifacts = artifactsOf(build, now)
  if (!artifacts) throw notFound('Artifacts')
  return { body: artifacts.bytes, type: 'application/octet-stream', name: artifacts.filename }
}
