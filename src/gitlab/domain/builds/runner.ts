import { isWritable } from '../../../contract/time.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import { omitUndefined } from '../changes.ts'
import type { SystemContext } from '../context.ts'
import { maskedText, variablesOfBuild } from './job-variables.ts'
import { canMove, moveBuild } from './progress.ts'
import type { BuildEvent } from './states.ts'

/** The results that a runner reports with `forge.builds.advance`. */
export interface RunnerReport {
  /** The output, which is appended to the trace. */
  readonly trace?: string
  readonly artifacts?: {
    readonly filename: string
    readonly bytes: Uint8Array
    /** ISO 8601; defaults to the job's `expire_in`, or to no expiry. */
    readonly expires_at?: string
  }
  /** The coverage in per cent, 0 to 100. */
  readonly coverage?: number
  /** The reason of a failure; defaults to a failed script. */
  readonly failure_reason?: NonNullable<BuildRecord['failure_reason']>
  /** The id of the runner. */
  readonly runner?: number
}

/** The states that `forge.builds.advance` can set. */
export type RunnerState = 'running' | 'success' | 'failed' | 'canceled'

/**
 * Simulates the runner: moves a build to a state, with its results. A build that was not started starts first. Throws
 * where the build is missing or finished, and where the trace or the artifacts are too large.
 */
export function advanceBuild(
  context: SystemContext,
  id: number,
  state: RunnerState,
  { trace, artifacts, coverage, runner, failure_reason }: RunnerReport = {},
): BuildRecord {
  const build = context.store.builds.get(id)
  if (!build) throw new Error(`There is no build ${id} to advance.`)
  if (build.trigger)
    throw new Error(
      `The build ${id} cannot be advanced: it starts a pipeline, which decides its status.`,
    )
  if (!canMove(build, runnerEvents[state])) {
    throw new Error(
      `The build ${id} is ${build.status}: only one that is created, pending or running can be advanced.`,
    )
  }
  const handedIn = omitUndefined({
    trace: trace === undefined ? undefined : (build.trace ?? '') + printed(context, build, trace),
    artifacts: artifacts && {
      expires_at: expiryOf(build, context.now),
      ...artifacts,
      bytes: artifacts.bytes.slice(),
    },
    coverage,
    runner_id: runner,
    failure_reason: state === 'failed' ? failure_reason : undefined,
  })
  if (runner !== undefined && !context.store.runners.get(runner)) {
    throw new Error(`There is no runner ${runner} to take the build ${id}.`)
  }
  const changes = context.store.builds.readChanges(build, handedIn)
  return moveBuild(context, build, runnerEvents[state], changes)
}

/** Returns the output of a build with its masked values hidden. */
function printed(context: SystemContext, build: BuildRecord, trace: string): string {
  return maskedText(trace, variablesOfBuild(context, build))
}

/** Returns when the artifacts of a build expire; null for never, also for times beyond year 9999. */
function expiryOf({ artifacts_expire_in }: BuildRecord, now: string): string | null {
  if (artifacts_expire_in === null) return null
  const time = Date.parse(now) + artifacts_expire_in * 1000
  return isWritable(time) ? new Date(time).toISOString() : null
}

/** The event of each state that a runner can set. */
export const runnerEvents = {
  running: 'run',
  success: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
} as const satisfies Record<RunnerState, BuildEvent>
