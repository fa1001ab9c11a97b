import type { BuildRecord } from '../../../store/models/build.ts'
import { applyConsequences, fireHooks, type SystemContext } from '../context.ts'
import { next } from '../state-table.ts'
import { followJob } from './deployments-of-jobs.ts'
import { holderOfResource } from './resource-groups.ts'
import { type BuildEvent, type BuildState, buildStates } from './states.ts'

/** The fields that can change with the state. */
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

/** Whether the state of a build allows an event. */
export function canMove({ status }: BuildRecord, event: BuildEvent): boolean {
  return next(buildStates, status, event) !== undefined
}

/**
 * Moves a build by an event, and sets its times. For the consequences see `consequences.buildMoved`. Throws an Error
 * where the state does not allow the event: the caller checks with `canMove` first.
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

/** Does the same as `moveBuild` without the consequences, for steps of the pipeline itself, which is updated anyway. */
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
  // Hooks are not fired for created and skipped builds (the transitions in app/models/ci/build.rb).
  if (status !== 'created' && status !== 'skipped') fireJob(context, moved)
  followJob(context, moved)
  return moved
}

/** Fires the hooks for a job, except for a bridge (app/models/ci/bridge.rb). */
export function fireJob(context: SystemContext, build: BuildRecord): void {
  if (build.trigger === null) fireHooks(context, { kind: 'job', build })
}

/** Whether another build holds the resource of a build. */
function isTaken(context: SystemContext, build: BuildRecord): boolean {
  const holder = build.resource_group === null ? undefined : holderOfResource(context, build)
  return holder !== undefined && holder.id !== build.id
}

/**
 * Sets the state and the times of a build without a check of the transition: a build of a seed can have another outcome
 * than its stages would give. A new state has its usual consequences.
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

/** Returns the times of a build in a new state. A canceled build keeps its times, since it may not have started. */
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
