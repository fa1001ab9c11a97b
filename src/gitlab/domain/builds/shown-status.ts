import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import {
  currentBuilds,
  latestOfPipeline,
  type State,
  type StatusSource,
  waitsForHand,
} from './status.ts'

type WithRelease = Pick<SystemContext, 'store' | 'release'>

/** The states as a release calls them: what waits for a hand has a state of its own in newer ones. */
export type ShownState = State | 'manual' | 'waiting_for_resource' | 'scheduled'

/** The state of a job, as the release that is spoken calls it. */
export function shownJobStatus({ store, release }: WithRelease, build: BuildRecord): ShownState {
  if (!release.jobs.haveManualState) return build.status
  if (build.status === 'created' && build.waits_for_resource) return 'waiting_for_resource'
  if (build.status === 'created' && build.scheduled_at !== null) return 'scheduled'
  return isWaiting(store, build) ? 'manual' : build.status
}

/** Why a job failed, its commands where nothing else is known; null for one that did not. */
export function failureReasonOf({ status, failure_reason }: BuildRecord): string | null {
  return status === 'failed' ? (failure_reason ?? 'script_failure') : null
}

function isWaiting(store: Store, build: BuildRecord): boolean {
  const isCandidate = build.when === 'manual' && build.status === 'skipped'
  return isCandidate && waitsForHand(currentBuilds(store, build.pipeline_id), build)
}

/** The state of a pipeline, as the release that is spoken calls it. */
export function shownPipelineStatus(context: WithRelease, pipeline: PipelineRecord): ShownState {
  if (!context.release.jobs.haveManualState) return pipeline.status
  const jobs = latestOfPipeline(context.store, pipeline.id)
  return jobs.length === 0 ? pipeline.status : statusWithManual(context, jobs)
}

/**
 * What jobs come to where some wait for a hand (`Gitlab::Ci::Status::Composite` in
 * lib/gitlab/ci/status/composite.rb): the first rule that holds. One that may fail and did is a warning, and a manual
 * one that may fail is passed over.
 */
function statusWithManual(context: WithRelease, jobs: readonly StatusSource[]): ShownState {
  const counted = jobs
    .map((job) => ({
      status: isBuild(job) ? shownJobStatus(context, job) : job.status,
      mayFail: job.allow_failure,
    }))
    .filter(({ status, mayFail }) => !(status === 'manual' && mayFail))
  const firm = counted.filter(
    ({ status, mayFail }) => !(mayFail && (status === 'failed' || status === 'canceled')),
  )
  const isEach = (...states: ShownState[]) => firm.every(({ status }) => states.includes(status))
  const isSome = (...states: ShownState[]) => firm.some(({ status }) => states.includes(status))
  if (counted.every(({ status }) => status === 'skipped')) return 'skipped'
  if (isEach('success', 'skipped')) return 'success'
  if (isEach('created')) return 'created'
  if (isEach('success', 'skipped', 'canceled')) return 'canceled'
  if (isEach('created', 'skipped', 'pending')) return 'pending'
  if (isSome('running', 'pending')) return 'running'
  if (isSome('waiting_for_resource')) return 'waiting_for_resource'
  if (isSome('manual')) return 'manual'
  if (isSome('scheduled')) return 'scheduled'
  if (isSome('created')) return 'running'
  return 'failed'
}

/** Whether what speaks of a commit is a build, and not an outside service. */
export function isBuild(source: StatusSource): source is BuildRecord {
  return 'stage_index' in source
}
