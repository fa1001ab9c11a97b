import { badRequest, forbidden, notFound } from '../../../contract/errors.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { Context, SystemContext } from '../context.ts'
import { artifactsOf } from './artifacts.ts'
import { type BuildChanges, canMove, changeState, moveBuild } from './progress.ts'

/** Cancels a build; one that is finished stays as it is. */
export function cancelBuild(context: SystemContext, build: BuildRecord): BuildRecord {
  return canMove(build, 'cancel') ? moveBuild(context, build, 'cancel') : build
}

export function checkRetry(build: BuildRecord): void {
  if (!canMove(build, 'retry')) throw forbidden('Build is not retryable')
}

/** The same build runs again, in the name of the caller. */
export function retryBuild(context: Context, build: BuildRecord): BuildRecord {
  return enqueueAgain(context, build, 'retry')
}

export function checkPlay(build: BuildRecord): void {
  if (build.when !== 'manual' || !canMove(build, 'play')) throw badRequest('Unplayable Build')
}

/** Starts a manual build, in the name of the caller; `kept` is what stays of what it has. */
export function playBuild(
  context: Context,
  build: BuildRecord,
  kept: BuildChanges = {},
): BuildRecord {
  return enqueueAgain(context, build, 'play', kept)
}

/**
 * Puts a build into the queue of a runner: nothing stays of what it left behind, and later builds
 * that were skipped wait for it.
 */
function enqueueAgain(
  context: Context,
  build: BuildRecord,
  event: 'retry' | 'play',
  kept: BuildChanges = {},
): BuildRecord {
  const { store, viewer } = context
  for (const later of store.builds.by('pipeline_id', build.pipeline_id).slice()) {
    if (later.stage_index > build.stage_index && canMove(later, 'wait')) {
      changeState(context, later, 'wait')
    }
  }
  const fresh = { artifacts: null, coverage: null, erased_at: null, trace: null }
  const changes = { ...fresh, user_id: viewer.signedIn().id, ...kept }
  return moveBuild(context, build, event, changes)
}

/** Only a build that ended and left something behind can be erased. */
export function checkErasure({ now }: SystemContext, build: BuildRecord): void {
  const isEmpty = artifactsOf(build, now) === null && build.trace === null
  if (!canMove(build, 'retry') || isEmpty) throw forbidden('Build is not erasable')
}

/** Removes the artifacts and the trace of a build. */
export function eraseBuild({ store, now }: SystemContext, build: BuildRecord): BuildRecord {
  return store.builds.replace(build, { artifacts: null, trace: null, erased_at: now })
}

export function checkArtifacts({ now }: SystemContext, build: BuildRecord): void {
  if (!artifactsOf(build, now)) throw notFound('Artifacts')
}

/** Keeps the artifacts of a build for ever. */
export function keepArtifacts({ store }: SystemContext, build: BuildRecord): BuildRecord {
  const { artifacts } = build
  return store.builds.replace(build, {
    artifacts: artifacts && { ...artifacts, expires_at: null },
  })
}
