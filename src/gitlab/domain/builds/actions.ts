import { badRequest, forbidden, notFound } from '../../../contract/errors.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import type { Context, SystemContext } from '../context.ts'
import { artifactsOf } from './artifacts.ts'
import { type BuildChanges, canMove, changeState, moveBuild } from './progress.ts'
import { runAnew } from './run-anew.ts'
import { shownJobStatus } from './shown-status.ts'
import { currentBuilds } from './status.ts'

/** Cancels a build; a finished one stays as it is. */
export function cancelBuild(context: SystemContext, build: BuildRecord): BuildRecord {
  return canMove(build, 'cancel') ? moveBuild(context, build, 'cancel') : build
}

export function checkRetry({ release }: SystemContext, build: BuildRecord): void {
  if (!canRetry(build)) throw forbidden(release.jobs.refusals.retry)
}

/** Whether a build can be retried: it is finished, was not retried before, and would not fail again in any case. */
function canRetry(build: BuildRecord): boolean {
  return canMove(build, 'retry') && !build.is_retried && !wouldFailAgain(build)
}

/** Whether a bridge would fail again (`retryable?` in app/models/ci/bridge.rb). */
function wouldFailAgain({ status, failure_reason: reason }: BuildRecord): boolean {
  if (status !== 'failed') return false
  return reason === 'pipeline_loop_detected' || reason === 'reached_max_descendant_pipelines_depth'
}

/** Retries a build as the caller: the same one, or a copy of it in later releases. */
export function retryBuild(context: Context, build: BuildRecord): BuildRecord {
  if (!context.release.jobs.areRetriedAsNew) return enqueueAgain(context, build, 'retry')
  waitAgain(context, build)
  return moveBuild(context, runAnew(context, build, context.viewer.signedIn().id), 'enqueue')
}

/** Throws 400 for a build that cannot be played. */
export function checkPlay(context: SystemContext, build: BuildRecord): void {
  if (!isPlayable(context, build)) throw badRequest(context.release.jobs.refusals.play)
}

/** Whether a build is manual or delayed and can be played. */
export function isPlayable(context: SystemContext, build: BuildRecord): boolean {
  if (build.when !== 'manual' && build.when !== 'delayed') return false
  if (!context.release.jobs.haveManualState) return canMove(build, 'play')
  const status = shownJobStatus(context, build)
  return (
    status === 'manual' || status === 'scheduled' || (build.trigger === null && canRetry(build))
  )
}

/**
 * Plays a manual build as the caller; `kept` has the fields that are not reset. A finished one is retried, where the
 * release allows that.
 */
export function playBuild(
  context: Context,
  build: BuildRecord,
  kept: BuildChanges = {},
): BuildRecord {
  if (canMove(build, 'play')) return enqueueAgain(context, build, 'play', kept)
  const again = retryBuild(context, build)
  const { played_with } = kept
  return played_with ? context.store.builds.replace(again, { played_with }) : again
}

/** Enqueues a build for a runner: resets its results, and makes later builds that were skipped wait for it again. */
function enqueueAgain(
  context: Context,
  build: BuildRecord,
  event: 'retry' | 'play',
  kept: BuildChanges = {},
): BuildRecord {
  const { viewer } = context
  waitAgain(context, build)
  const fresh = {
    artifacts: null,
    coverage: null,
    erased_at: null,
    failure_reason: null,
    runner_id: null,
    trace: null,
  }
  const changes = { ...fresh, user_id: viewer.signedIn().id, ...kept }
  return moveBuild(context, build, event, changes)
}

/** Makes the skipped builds of later stages wait again, and those that need a waiting one. */
export function waitAgain(
  context: SystemContext,
  { pipeline_id, stage_index, name }: Pick<BuildRecord, 'pipeline_id' | 'stage_index' | 'name'>,
): void {
  const builds = currentBuilds(context.store, pipeline_id)
  const again = new Set([name])
  for (let size = 0; size !== again.size; ) {
    size = again.size
    for (const { needs, ...one } of builds) {
      const isLater = one.stage_index > stage_index
      if (isLater || needs?.some((needed) => again.has(needed))) again.add(one.name)
    }
  }
  for (const later of builds) {
    if (later.name !== name && again.has(later.name) && canMove(later, 'wait')) {
      changeState(context, later, 'wait')
    }
  }
}

/** Throws 403 unless a build is finished and has artifacts or a trace. */
export function checkErasure(context: SystemContext, build: BuildRecord): void {
  const { now, release } = context
  const isEmpty = artifactsOf(build, now) === null && build.trace === null
  // A manual build that waits to be played is not shown as skipped.
  const isSkipped = release.jobs.haveManualState && shownJobStatus(context, build) === 'skipped'
  if (!(isSkipped || canMove(build, 'retry')) || isEmpty)
    throw forbidden(release.jobs.refusals.erase)
}

/** Removes the artifacts and the trace of a build. */
export function eraseBuild({ store, now }: SystemContext, build: BuildRecord): BuildRecord {
  return store.builds.replace(build, { artifacts: null, trace: null, erased_at: now })
}

export function checkArtifacts({ now }: SystemContext, build: BuildRecord): void {
  if (!artifactsOf(build, now)) throw notFound('Artifacts')
}

/** Keeps the artifacts of a build forever. */
export function keepArtifacts({ store }: SystemContext, build: BuildRecord): BuildRecord {
  const { artifacts } = build
  return store.builds.replace(build, {
    artifacts: artifacts && { ...artifacts, expires_at: null },
  })
}

/** Removes the artifacts of builds; their traces stay. */
export function removeArtifacts({ store }: SystemContext, builds: readonly BuildRecord[]): void {
  const holders = builds.filter(({ artifacts }) => artifacts !== null)
  store.builds.replaceAll(holders, { artifacts: null })
}
