import type { VerifyOptions } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import type { LeftBehind } from '../results.ts'
import type { Found } from './run-history.ts'

/** The server to compare with a forge, the credentials, and the duration. */
export interface CompareOptions
  extends Pick<
    VerifyOptions,
    | 'url'
    | 'token'
    | 'headers'
    | 'fetch'
    | 'rate'
    | 'concurrency'
    | 'timeout'
    | 'patience'
    | 'journal'
    | 'instance'
    | 'hookReceiver'
    | 'signal'
  > {
  /**
   * The number of random histories, which are all of the run then. Without it, a run has histories of all parts of the
   * API with the reads alone that ask something new, and then the requests of all checks and stories of
   * `forgery verify`, with random histories between.
   */
  readonly runs?: number
  /** The time during which new histories are started, in milliseconds; without `runs` there are as many as it allows. */
  readonly time?: number
  /** The seed of the histories: the same number gives the same ones in the same order. Random by default. */
  readonly seed?: number
  /** Known differences, by `differenceKey`, which are not reported again. */
  readonly known?: readonly string[]
  /** The maximum number of runs of a history to shrink a difference; 150 by default. */
  readonly shrinkTries?: number
  readonly onProgress?: (progress: CompareProgress) => void
}

/** The progress of a comparison. */
export interface CompareProgress {
  readonly histories: number
  readonly calls: number
  readonly differences: number
  /** Whether a difference is being shrunk. */
  readonly isShrinking: boolean
  /** The estimated remaining time in milliseconds; undefined before the first history. */
  readonly remaining?: number
}

/** A difference that the contract does not allow. */
export interface ComparedDifference {
  /** The identity of the difference across runs. */
  readonly key: string
  /** The call with the difference. */
  readonly operation: string
  /** `status`, `header X-Total`, or a path in the body: `[].author.name`. */
  readonly place: string
  /** The responses of Forgery and of the server at that place. */
  readonly forge: unknown
  readonly server: unknown
  /** The shortest history with the difference, whose last call shows it. */
  readonly history: History
  /** Whether the difference could not be reproduced. */
  readonly wasSeenOnce?: true
  /** The seed that gives the original history as the first one; undefined where it is no random one. */
  readonly seed?: number
  /** The check or story of `forgery verify` whose calls the original history has. */
  readonly recordedFrom?: string
}

/** A difference that the contract allows. */
export interface OpenDifference
  extends Pick<ComparedDifference, 'operation' | 'place' | 'forge' | 'server'> {
  /** The part that the contract leaves open. */
  readonly reason: string
  /** The number of occurrences. */
  readonly count: number
}

/** The result of a comparison. */
export interface ComparisonSummary {
  readonly url: string
  /** The seed of the first history. */
  readonly seed: number
  readonly histories: number
  /** The number of compared calls. */
  readonly calls: number
  /** The number of requests to the server, including clean-up and retries. */
  readonly requests: number
  readonly duration: number
  /** The differences that the contract does not allow, without known ones. */
  readonly differences: readonly ComparedDifference[]
  /** The keys of known differences that were seen again, and of those that were not. */
  readonly stillThere: readonly string[]
  readonly gone: readonly string[]
  /** The differences that the contract allows. */
  readonly open: readonly OpenDifference[]
  readonly leftBehind: readonly LeftBehind[]
  readonly wasInterrupted: boolean
}

/** Returns the key that identifies a difference across runs. */
export function differenceKey({
  step,
  place,
  forge,
  server,
}: Pick<Found, 'step' | 'place' | 'forge' | 'server'>): string {
  const statuses = place === 'status' ? ` ${forge} → ${server}` : ''
  return `${step.operation} | ${place}${statuses}`
}
