import type { BuildRecord } from '../../../store/models/build.ts'
import type { PipelineRecord } from '../../../store/models/pipeline.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import {
  currentBuilds,
  latestOfPipeline,
  type State,
  type StatusSource,
  waitsToBePlayed,
} from './status.ts'

type WithRelease = Pick<SystemContext, 'store' | 'release'>

/** The statuses that a release shows: newer ones have statuses for manual, delayed and waiting jobs. */
export type ShownState = State | 'manual' | 'waiting_for_resource' | 'scheduled'

/** Returns the status of a job in the release of the request. */
export function shownJobStatus({ store, release }: WithRelease, build: BuildRecord): ShownState {
  if (!release.jobs.haveManualState) return build.status
  if (build.status === 'created' && build.waits_for_resource) return 'waiting_for_resource'
  if (build.status === 'created' && build.scheduled_at !== null) return 'scheduled'
  return isWaiting(store, build) ? 'manual' : build.status
}

/** Returns why a job failed, a failed script by default; null for a job that did not fail. */
export function failureReasonOf({ status, failure_reason }: BuildRecord): string | null {
  return status === 'failed' ? (failure_reason ?? 'script_failure') : null
}

function isWaiting(store: Store, build: BuildRecord): boolean {
  const isCandidate = build.when === 'manual' && build.status === 'skipped'
  return isCandidate && waitsToBePlayed(currentBuilds(store, build.pipeline_id), build)
}

/** Returns the status of a pipeline in the release of the request. */
export function shownPipelineStatus(context: WithRelease, pipeline: PipelineRecord): ShownState {
  if (!context.release.jobs.haveManualState) return pipeline.status
  const jobs = latestOfPipeline(context.store, pipeline.id)
  return jobs.length === 0 ? pipeline.status : statusWithManual(context, jobs)
}

/**
 * Returns the status of jobs some of which are manual (`Gitlab::Ci::Status::Composite` in
 * lib/gitlab/ci/status/composite.rb), by the first rule that holds. An allowed failure is a warning, and a manual job
 * with allowed failure is ignored.
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

/** Whether the source of a commit status is a build, not an external service. */
export function isBuild(source: StatusSource): source is BuildRecord {
  return 'stage_index' in source
}
