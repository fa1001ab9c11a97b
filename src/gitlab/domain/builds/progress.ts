import type { BuildRecord } from '../../../store/models/build.ts'
import { applyConsequences, fireHooks, type SystemContext } from '../context.ts'
import { next } from '../state-table.ts'
import { followJob } from './deployments-of-jobs.ts'
import { holderOfResource } from './resource-groups.ts'
import { type BuildEvent, type BuildState, buildStates } from './states.ts'

/** What may change along with the state. */
export type BuildChanges = Partial<
  Pick<
    BuildRecord,
    | 'artifacts'
    | 'coverage'
    | 'erased_at'
    | 'failure_reason'
    | 'played_with'
    | 'runner_id'
    | 'trace'
    | 'user_id'
  >
>

/** Whether an event is possible in the state that a build is in. */
export function canMove({ status }: BuildRecord, event: BuildEvent): boolean {
  return next(buildStates, status, event) !== undefined
}

/**
 * Moves a build to the state that an event leads to, with the times that belong to it; see
 * `consequences.buildMoved` for what follows. Throws an Error where the state does not allow the
 * event: the caller checks with `canMove` first.
 */
export function moveBuild(
  context: SystemContext,
  build: BuildRecord,
  event: BuildEvent,
  changes: BuildChanges = {},
): BuildRecord {
  const moved = changeState(context, build, event, changes)
  applyConsequences(context.consequences.buildMoved, context, moved)
  return moved
}

/** As `moveBuild` for a step of the pipeline itself, which follows anyway. */
export function changeState(
  context: SystemContext,
  build: BuildRecord,
  event: BuildEvent,
  changes: BuildChanges = {},
): BuildRecord {
  const status = next(buildStates, build.status, event)
  if (status === undefined) {
    throw new Error(`Build ${build.id} is ${build.status}: the event "${event}" is not possible.`)
  }
  const { store, now } = context
  if (status === 'pending' && isTaken(context, build)) {
    return store.builds.replace(build, {
      ...changes,
      status: 'created',
      waits_for_resource: true,
      scheduled_at: null,
    })
  }
  const times = timesOf(build, status, now)
  const waits = {
    ...(build.waits_for_resource ? { waits_for_resource: false } : {}),
    ...(build.scheduled_at === null ? {} : { scheduled_at: null }),
  }
  const moved = store.builds.replace(build, { ...changes, ...waits, status, ...times })
  // What waits or is passed over is no news (the transitions in app/models/ci/build.rb).
  if (status !== 'created' && status !== 'skipped') fireJob(context, moved)
  followJob(context, moved)
  return moved
}

/** Hooks hear of jobs that run something, and of no bridges (app/models/ci/bridge.rb). */
export function fireJob(context: SystemContext, build: BuildRecord): void {
  if (build.trigger === null) fireHooks(context, { kind: 'job', build })
}

/** Whether another build has what only one may have at a time. */
function isTaken(context: SystemContext, build: BuildRecord): boolean {
  const holder = build.resource_group === null ? undefined : holderOfResource(context, build)
  return holder !== undefined && holder.id !== build.id
}

/**
 * Sets the state and the times of a build to what is said of it, whatever its state allows: a seed
 * may have a build that ended otherwise than its stages would have it. What follows a new state
 * follows this one too.
 */
export function setBuildState(
  context: SystemContext,
  build: BuildRecord,
  stated: Pick<BuildRecord, 'status' | 'started_at' | 'finished_at'>,
): void {
  const changed = context.store.builds.replace(build, stated)
  if (build.status === stated.status) return
  followJob(context, changed)
  applyConsequences(context.consequences.buildMoved, context, changed)
}

/** A canceled build keeps its times: it need not have started. */
function timesOf(build: BuildRecord, status: BuildState, now: string) {
  const started_at = build.started_at ?? now
  switch (status) {
    case 'running':
      return { started_at }
    case 'success':
    case 'failed':
      return { started_at, finished_at: now }
    case 'canceled':
      return { finished_at: now }
    case 'pending':
      return { queued_at: now, started_at: null, finished_at: null }
    case 'created':
    case 'skipped':
      return { started_at: null, finished_at: null }
  }
}
