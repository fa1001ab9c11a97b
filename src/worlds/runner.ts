import type { Forge } from '../forge/forge.ts'
import { checkForge, checkOptions, type OptionRules } from '../shared/options.ts'
import { matchesWildcard } from '../shared/wildcard.ts'
import { type BuildRecord, MAX_TRACE_LENGTH } from '../store/models/build.ts'
import { isWorlds, type Worlds } from './worlds.ts'

/** The options of a runner. */
export interface RunnerOptions {
  /** Names of the jobs that fail; `*` matches any characters. All others succeed. */
  readonly fail?: readonly string[]
  /** The speed of builds, from 0.01 up; at 1, the default, each line takes a second. */
  readonly speed?: number
}

const optionRules: OptionRules<RunnerOptions> = {
  fail: {
    mustBe: 'an array of names of jobs, such as `deploy` or `test *`',
    accepts: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
  },
  speed: {
    mustBe: 'a number from 0.01 to 1000',
    accepts: (value) => typeof value === 'number' && value >= 0.01 && value <= 1000,
  },
}

/** A running runner. */
export interface Runner {
  /** Stops the runner; builds keep their present state. */
  stop(): void
}

/** A build that this runner executes, with the lines left to print. */
interface Played {
  readonly build: BuildRecord
  readonly lines: readonly string[]
}

/** The milliseconds between two lines of a build at speed 1. */
const pace = 1000

/**
 * Executes the builds of a forge, or of all worlds of `createWorlds`, whatever created them. A pending build runs,
 * prints its commands line by line into its trace, and succeeds or fails; the following stages start after it. The
 * runner uses the clock of the computer, whatever that of the forge shows. It ignores builds that others run, canceled
 * or retried. Lines beyond the maximum length of a trace are dropped. The runner does not keep a process alive.
 * @throws TypeError where the first argument is no forge, or an option is unknown or wrong.
 * @example
 * const runner = startRunner(forge, { fail: ['deploy*'], speed: 10 })
 * // …
 * runner.stop()
 */
export function startRunner(served: Forge | Worlds, options: RunnerOptions = {}): Runner {
  if (!isWorlds(served)) checkForge('startRunner', served)
  checkOptions('startRunner', options, optionRules)
  const { fail = [], speed = 1 } = options
  const fails = ({ name }: BuildRecord) => fail.some((pattern) => matchesWildcard(pattern, name))
  const playedBy = new WeakMap<Forge, Played[]>()
  const timer = setInterval(() => {
    const forges = isWorlds(served) ? served.list().map(({ forge }) => forge) : [served]
    for (const forge of forges) {
      try {
        playedBy.set(forge, tick(forge, playedBy.get(forge) ?? [], fails))
      } catch {
        // A world that fails, such as one with a failing clock, is tried again at the next tick.
      }
    }
  }, pace / speed)
  if (typeof timer === 'object') timer.unref()
  return { stop: () => clearInterval(timer) }
}

/** Advances each running build by one step, and starts the pending ones. */
function tick(
  forge: Forge,
  played: readonly Played[],
  fails: (build: BuildRecord) => boolean,
): Played[] {
  const goingOn = played.flatMap((one) =>
    isStillOurs(forge, one.build) ? step(forge, one, fails) : [],
  )
  return [...goingOn, ...pendingBuilds(forge).map((build) => start(forge, build))]
}

function start(forge: Forge, pending: BuildRecord): Played {
  const trace = fitting(pending, 'Running with the runner of Forgery\n')
  const build = forge.builds.advance(pending, 'running', { trace })
  return { build, lines: linesOf(build) }
}

function step(
  forge: Forge,
  { build, lines: [line, ...lines] }: Played,
  fails: (build: BuildRecord) => boolean,
): Played[] {
  if (line !== undefined) {
    const trace = fitting(build, `${line}\n`)
    return [{ build: forge.builds.advance(build, 'running', { trace }), lines }]
  }
  const hasFailed = fails(build)
  const trace = hasFailed ? 'ERROR: Build failed: exit status 1\n' : 'Build succeeded\n'
  forge.builds.advance(build, hasFailed ? 'failed' : 'success', { trace: fitting(build, trace) })
  return []
}

/** Returns the text if it still fits into the trace of a build, or an empty text. */
function fitting({ trace }: BuildRecord, text: string): string {
  return (trace?.length ?? 0) + text.length <= MAX_TRACE_LENGTH ? text : ''
}

function pendingBuilds({ db }: Forge): BuildRecord[] {
  return db.builds.all().filter(({ status, trigger }) => status === 'pending' && !trigger)
}

/**
 * Whether the build is still run by this runner: it was neither canceled nor retried, nor its world reset or replaced.
 */
function isStillOurs({ db }: Forge, { id, sha, name, started_at, trace }: BuildRecord): boolean {
  const build = db.builds.get(id)
  return (
    build?.status === 'running' &&
    build.sha === sha &&
    build.name === name &&
    build.started_at === started_at &&
    build.trace === trace
  )
}

function linesOf({ commands }: BuildRecord): string[] {
  return commands
    .split('\n')
    .filter((command) => command.trim() !== '')
    .map((command) => `$ ${command}`)
}
