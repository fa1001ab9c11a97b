import { isWritable } from '../../../contract/time.ts'
import type { BuildRecord } from '../../../store/models/build.ts'
import { omitUndefined } from '../changes.ts'
import type { SystemContext } from '../context.ts'
import { maskedText, variablesOfBuild } from './job-variables.ts'
import { canMove, moveBuild } from './progress.ts'
import type { BuildEvent } from './states.ts'

/** What a runner hands in with `forge.builds.advance`. */
export interface RunnerReport {
  /** Is put after what the build printed before. */
  readonly trace?: string
  readonly artifacts?: {
    readonly filename: string
    readonly bytes: Uint8Array
    /** ISO 8601; else they are kept as long as the job's `expire_in` says, or for ever. */
    readonly expires_at?: string
  }
  /** Per cent of the lines, 0 to 100. */
  readonly coverage?: number
  /** Why it failed; its commands did where it is not said. */
  readonly failure_reason?: NonNullable<BuildRecord['failure_reason']>
  /** The id of the runner that takes it. */
  readonly runner?: number
}

/** Where `forge.builds.advance` takes a build. */
export type RunnerState = 'running' | 'success' | 'failed' | 'canceled'

/**
 * Plays the runner: takes a build to a state and hands in what it left behind. A build that was not
 * started starts with it. Throws where there is no such build, where it is over, and where the
 * trace or the artifacts are too large.
 */
export function advanceBuild(
  context: SystemContext,
  id: number,
  state: RunnerState,
  { trace, artifacts, coverage, runner, failure_reason }: RunnerReport = {},
): BuildRecord {
  const build = context.store.builds.get(id)
  if (!build) throw new Error(`There is no build ${id} to advance.`)
  if (build.trigger) throw new Error(`No runner takes the build ${id}: it starts a pipeline.`)
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

/** Masked values are not to be read in what a build prints. */
function printed(context: SystemContext, build: BuildRecord, trace: string): string {
  return maskedText(trace, variablesOfBuild(context, build))
}

/** Null where artifacts of the build are kept for ever, or beyond the years that are written. */
function expiryOf({ artifacts_expire_in }: BuildRecord, now: string): string | null {
  if (artifacts_expire_in === null) return null
  const time = Date.parse(now) + artifacts_expire_in * 1000
  return isWritable(time) ? new Date(time).toISOString() : null
}

/** The event of each state that a build can be taken to. */
export const runnerEvents = {
  running: 'run',
  success: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
} as const satisfies Record<RunnerState, BuildEvent>
