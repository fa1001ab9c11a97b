import type { ApiName } from '../contract/base-paths.ts'
import type { OperationId, OperationTag } from '../contract/operation-contract.ts'
import { judgedApis } from './contract/judged-api.ts'

/**
 * The verdict on an aspect of an operation:
 * - `passed`: checked, and as the contract states;
 * - `failed`: checked, and not as the contract states;
 * - `as released`: as GitLab 8.15 itself responded, where it is known to deviate from the specification (`x-released`
 *   in `schemas/`); a failure with `strict`;
 * - `not tested`: not checked, for the given `reason`;
 * - `left open`: the specification is silent (`x-unspecified`), for the given `reason`.
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
 * The severity of a failure, the worst first: access and permissions; stored and returned data; any other part of a
 * response in the contract; its headers.
 */
export type Severity = 'security' | 'data' | 'contract' | 'header'

/** A request and its response, with all secrets masked. Texts are truncated at some thousand characters. */
export interface Exchange {
  /** The caller with their known roles: `the administrator`, or a username with its roles. */
  readonly caller?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string
  }
  /** Undefined where there was no response; `problem` states why. */
  readonly answer?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
  readonly problem?: string
  /** The duration until the response in milliseconds. */
  readonly duration: number
  /** A curl command that sends the same request, with placeholders for secrets. */
  readonly curl: string
}

/** A check of an aspect of an operation. An aspect can be checked several times. */
export interface Result {
  readonly operation: OperationId
  readonly resource: OperationTag
  /** One of the aspects of the operation, such as `unauthenticated` or `filter:state`. */
  readonly aspect: string
  readonly verdict: Verdict
  /** The rule in a full sentence, as the specification states it. */
  readonly rule: string
  /** The check or story: `contract`, or the name of a story with its chapter. */
  readonly source: string
  /** The reason of `not tested`, `left open` and `as released`. */
  readonly reason?: string
  /** The expected and the received value of `failed` and `as released`. */
  readonly expected?: string
  readonly received?: string
  /** The requests of `failed` and `as released`, with the decisive one last. */
  readonly exchanges?: readonly Exchange[]
  /** The place in the contract of `failed` and `as released`, as `schemas/v3/paths/tags.yaml:14`. */
  readonly place?: string
  /** The severity of `failed` and `as released`. */
  readonly severity?: Severity
  /** The preceding writes of the same check or story for `failed`, one per line. */
  readonly before?: readonly string[]
  /**
   * A shell script for `failed` that creates what the last request needs, sends it using only curl, and removes what it
   * created; undefined where it needs something that the run did not create.
   */
  readonly script?: string
  /** Failures with the same cause have the same key, whatever the operation. */
  readonly cause?: string
  /** Whether the baseline contains this failure. */
  readonly isInBaseline?: boolean
}

/** All checks of an aspect of an operation, combined into the worst verdict. */
export interface AspectSummary {
  readonly aspect: string
  readonly rule: string
  readonly verdict: Verdict
  readonly reason?: string
  /** The number of checks. */
  readonly checks: number
}

/** The results of the aspects of an operation. */
export interface OperationSummary {
  readonly operation: OperationId
  readonly resource: OperationTag
  readonly method: string
  readonly path: string
  readonly aspects: readonly AspectSummary[]
  /** The number of responses by status, where it was counted, as for traffic through a proxy. */
  readonly statuses?: Readonly<Record<string, number>>
}

/** The result of a story. */
export interface StorySummary {
  readonly name: string
  readonly verdict: Verdict
  readonly reason?: string
  /** The number of reported expectations. */
  readonly checks: number
}

/** Failures with the same cause. */
export interface Failure {
  readonly cause: string
  /** The first failure. */
  readonly result: Result
  /** The other failures with the same cause. */
  readonly others: readonly Result[]
  /** The total number of failures where not all are kept, as for traffic through a proxy. */
  readonly times?: number
}

/** A record that the run created and could not remove, or a setting that it could not restore. */
export interface LeftBehind {
  readonly kind: string
  readonly name: string
  readonly reason: string
}

/** The comparison with the failures of an earlier run, by their keys. */
export interface SinceEarlier {
  readonly new: readonly string[]
  readonly stillThere: readonly string[]
  readonly gone: readonly string[]
  /** The failures whose aspects this run did not test. */
  readonly notTested: readonly string[]
}

/** The number of aspects with each verdict. */
export type Totals = Readonly<Record<Verdict, number>>

/** The result of a run. */
export interface Summary {
  /** The API whose contract was used; for v4, only checks derived from it run, without stories. */
  readonly api: ApiName
  readonly url: string
  /** The start of the run in ISO 8601. */
  readonly startedAt: string
  /** The number of requests, including retries. */
  readonly requests: number
  /** In milliseconds. */
  readonly duration: number
  /** The totals of all aspects of the selected operations. */
  readonly totals: Totals
  readonly operations: readonly OperationSummary[]
  readonly stories: readonly StorySummary[]
  readonly failures: readonly Failure[]
  readonly leftBehind: readonly LeftBehind[]
  /** The comparison with an earlier run, if there was one. */
  readonly sinceEarlier?: SinceEarlier
  readonly wasInterrupted: boolean
  /** Why the server became unreachable, where that ended the run. */
  readonly unreachable?: string
  /**
   * Whether the run was complete, tested at least one aspect, and has no failure outside of the baseline (and, with
   * `strict`, no response as released).
   */
  readonly isPassed: boolean
}

/** Returns what a run does not test, in a sentence; undefined where it tests everything. */
export function scopeOf({ api }: Pick<Summary, 'api'>): string | undefined {
  return judgedApis[api].scope
}

/** The outcome of a run, which is the first word of every report. */
export const outcomes = ['passed', 'failed', 'interrupted', 'unreachable', 'not tested'] as const
export type Outcome = (typeof outcomes)[number]

export function outcomeOf(summary: Summary): Outcome {
  const { isPassed, wasInterrupted, unreachable, totals, failures } = summary
  if (unreachable !== undefined) return 'unreachable'
  if (wasInterrupted) return 'interrupted'
  if (isPassed) return 'passed'
  return hasTested(totals) || failures.length > 0 ? 'failed' : 'not tested'
}

/** Whether anything was tested; otherwise the server has not passed. */
export function hasTested(totals: Totals): boolean {
  return totals.passed + totals.failed + totals['as released'] > 0
}

/** Returns the name of the check or story of a result: its source without the chapter. */
export function storyOf({ source }: Pick<Result, 'source'>): string {
  return source.split(' › ')[0] ?? ''
}

/** Returns the key that identifies a failure across runs, which baselines contain. */
export function failureKey(result: Pick<Result, 'operation' | 'aspect' | 'cause'>): string {
  return `${result.operation} | ${result.aspect} | ${result.cause}`
}
