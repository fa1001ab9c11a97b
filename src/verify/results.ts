import type { ApiName } from '../contract/base-paths.ts'
import type { OperationId, OperationTag } from '../contract/operation-contract.ts'
import { judgedApis } from './contract/judged-api.ts'

/**
 * What became of one aspect of one operation:
 * - `passed`: checked, and as the contract says;
 * - `failed`: checked, and not as the contract says;
 * - `as released`: as GitLab 8.15 itself answered, where it is known to answer otherwise than
 *   the specification says (`x-released` in `schemas/`); a failure with `strict`;
 * - `not tested`: nothing checked it, `reason` says why;
 * - `left open`: the specification leaves it open (`x-unspecified`), `reason` says what.
 */
export type Verdict = 'passed' | 'failed' | 'as released' | 'not tested' | 'left open'

export const verdicts: readonly Verdict[] = [
  'passed',
  'failed',
  'as released',
  'not tested',
  'left open',
]

/**
 * What a failure touches, the worst first: who may see and do what; what is kept and read back; anything else
 * that the contract states of an answer; its headers.
 */
export type Severity = 'security' | 'data' | 'contract' | 'header'

/** A request and what came of it, with every secret masked. Texts are cut at some thousand characters. */
export interface Exchange {
  /** Who called, and what they are where, as far as a run knows: `the administrator`, a username with its roles. */
  readonly caller?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** Absent where no answer came; `problem` says why. */
  readonly answer?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  readonly problem?: string
  /** How long the answer took, in milliseconds. */
  readonly duration: number
  /** A command line that sends the same request, with placeholders where secrets were. */
  readonly curl: string
}

/** One check of one aspect of one operation. An aspect may be checked more than once. */
export interface Result {
  readonly operation: OperationId
  readonly resource: OperationTag
  /** One of the aspects of the operation, such as `unauthenticated` or `filter:state`. */
  readonly aspect: string
  readonly verdict: Verdict
  /** The rule in words: a full sentence, as the specification states it. */
  readonly rule: string
  /** Which check or story it was: `contract`, or the name of a story with that of the chapter. */
  readonly source: string
  /** Why: of `not tested`, `left open` and `as released`. */
  readonly reason?: string
  /** What the rule expects, and what came instead: of `failed` and `as released`. */
  readonly expected?: string
  readonly received?: string
  /** The requests that led there, the one that shows it last: of `failed` and `as released`. */
  readonly exchanges?: readonly Exchange[]
  /** Where the contract states it, as `schemas/v3/paths/tags.yaml:14`: of `failed` and `as released`. */
  readonly place?: string
  /** Of `failed` and `as released`. */
  readonly severity?: Severity
  /** The last writes of the same check or story that came before, one a line: of `failed`. */
  readonly before?: readonly string[]
  /**
   * A shell script that makes what the last request needs, sends it with curl alone and removes what it made: of
   * `failed`, where all that it needs was made by the run.
   */
  readonly script?: string
  /** Failures with the same cause have the same key, whatever the operation. */
  readonly cause?: string
  /** Whether a baseline has this failure already. */
  readonly isInBaseline?: boolean
}

/** All checks of one aspect of one operation, folded into one verdict: the worst of them. */
export interface AspectSummary {
  readonly aspect: string
  readonly rule: string
  readonly verdict: Verdict
  readonly reason?: string
  /** How often it was checked. */
  readonly checks: number
}

/** What became of the aspects of one operation. */
export interface OperationSummary {
  readonly operation: OperationId
  readonly resource: OperationTag
  readonly method: string
  readonly path: string
  readonly aspects: readonly AspectSummary[]
  /** How often each status was answered, where that was counted: of traffic that passed a proxy. */
  readonly statuses?: Readonly<Record<string, number>>
}

/** What became of one story. */
export interface StorySummary {
  readonly name: string
  readonly verdict: Verdict
  readonly reason?: string
  /** How many expectations it reported. */
  readonly checks: number
}

/** Failures of one cause. */
export interface Failure {
  readonly cause: string
  /** The first that was seen. */
  readonly result: Result
  /** The others of the same cause. */
  readonly others: readonly Result[]
  /** How often the cause was met, where not every time is kept: of traffic that passed a proxy. */
  readonly times?: number
}

/** Something that the run made and could not remove, or changed and could not put back. */
export interface LeftBehind {
  readonly kind: string
  readonly name: string
  readonly reason: string
}

/** Failures of two runs, each by its key. */
export interface SinceEarlier {
  readonly new: readonly string[]
  readonly stillThere: readonly string[]
  readonly gone: readonly string[]
  /** Those of which this run tested nothing. */
  readonly notTested: readonly string[]
}

/** How many aspects ended with each verdict. */
export type Totals = Readonly<Record<Verdict, number>>

/** What became of a whole run. */
export interface Summary {
  /** By whose contract: of v4 the checks that follow from it alone, without stories. */
  readonly api: ApiName
  readonly url: string
  /** When it began, as ISO 8601 has it. */
  readonly startedAt: string
  /** How many requests were sent, retries included. */
  readonly requests: number
  /** In milliseconds. */
  readonly duration: number
  /** Over all aspects of all operations that were asked for. */
  readonly totals: Totals
  readonly operations: readonly OperationSummary[]
  readonly stories: readonly StorySummary[]
  readonly failures: readonly Failure[]
  readonly leftBehind: readonly LeftBehind[]
  /** What became of the failures of an earlier run, where one was compared with. */
  readonly sinceEarlier?: SinceEarlier
  readonly wasInterrupted: boolean
  /** Why the server could not be reached any more, where that ended the run. */
  readonly unreachable?: string
  /**
   * The run came to its end, at least one aspect was tested, and there is no failure that the baseline has not (and, with `strict`,
   * none answered as released).
   */
  readonly isPassed: boolean
}

/** What a run did not look at, in a sentence; undefined where it looked at all that there is to look at. */
export function scopeOf({ api }: Pick<Summary, 'api'>): string | undefined {
  return judgedApis[api].scope
}

/** What a run came to; the first word of every report. */
export const outcomes = ['passed', 'failed', 'interrupted', 'unreachable', 'not tested'] as const
export type Outcome = (typeof outcomes)[number]

export function outcomeOf(summary: Summary): Outcome {
  const { isPassed, wasInterrupted, unreachable, totals, failures } = summary
  if (unreachable !== undefined) return 'unreachable'
  if (wasInterrupted) return 'interrupted'
  if (isPassed) return 'passed'
  return hasTested(totals) || failures.length > 0 ? 'failed' : 'not tested'
}

/** Whether anything was checked: a server of which nothing was has not passed. */
export function hasTested(totals: Totals): boolean {
  return totals.passed + totals.failed + totals['as released'] > 0
}

/** The name of the check or story that found a result: its source without the chapter. */
export function storyOf({ source }: Pick<Result, 'source'>): string {
  return source.split(' › ')[0] ?? ''
}

/** What distinguishes a failure from others over several runs: what a baseline keeps. */
export function failureKey(result: Pick<Result, 'operation' | 'aspect' | 'cause'>): string {
  return `${result.operation} | ${result.aspect} | ${result.cause}`
}
