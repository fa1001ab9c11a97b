import type { VerifyOptions } from '../options.ts'
import type { History } from '../reproduction/history.ts'
import type { LeftBehind } from '../results.ts'
import type { Found } from './run-history.ts'

/** What server is compared with a forge, as whom, and for how long. */
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
    | 'signal'
  > {
  /** How many histories are called; as many as the time allows when left out, and 20 where that is, too. */
  readonly runs?: number
  /** For how long histories are begun, in milliseconds. */
  readonly time?: number
  /** What the histories are drawn from: the same number draws the same ones. Random when left out. */
  readonly seed?: number
  /** Differences that are known, by `differenceKey`: they are not reported again. */
  readonly known?: readonly string[]
  /** How often a history is called, at most, to find the fewest calls of a difference; 150 when left out. */
  readonly shrinkTries?: number
  readonly onProgress?: (progress: CompareProgress) => void
}

/** How far a comparison has come. */
export interface CompareProgress {
  readonly histories: number
  readonly calls: number
  readonly differences: number
  /** Whether a difference is being traced to its fewest calls. */
  readonly isShrinking: boolean
  /** About how long the rest will take, in milliseconds; left out before the first history is called. */
  readonly remaining?: number
}

/** A difference that the contract does not allow. */
export interface ComparedDifference {
  /** What is the same for the same difference in every run. */
  readonly key: string
  /** The call that shows it. */
  readonly operation: string
  /** `status`, `header X-Total`, or a path in the body: `[].author.name`. */
  readonly place: string
  /** What Forgery answered there, and what the server did. */
  readonly forge: unknown
  readonly server: unknown
  /** The fewest calls that show it, its own last. */
  readonly history: History
  /** Whether the same calls did not show it again: it was of that moment. */
  readonly wasSeenOnce?: true
  /** The seed that draws the history that it was found in, with one run. */
  readonly seed: number
}

/** A difference that the contract allows. */
export interface OpenDifference
  extends Pick<ComparedDifference, 'operation' | 'place' | 'forge' | 'server'> {
  /** What the contract leaves open. */
  readonly reason: string
  /** How often it was seen. */
  readonly count: number
}

/** What a comparison came to. */
export interface ComparisonSummary {
  readonly url: string
  /** What the first history was drawn from. */
  readonly seed: number
  readonly histories: number
  /** Calls of either side that were compared. */
  readonly calls: number
  /** Requests to the server, clean-up and repeated ones included. */
  readonly requests: number
  readonly duration: number
  /** Which the contract does not allow, and no baseline has. */
  readonly differences: readonly ComparedDifference[]
  /** The keys of the known ones that were seen again, and of those that were not. */
  readonly stillThere: readonly string[]
  readonly gone: readonly string[]
  /** Which the contract allows. */
  readonly open: readonly OpenDifference[]
  readonly leftBehind: readonly LeftBehind[]
  readonly wasInterrupted: boolean
}

/** What distinguishes a difference from others over several runs. */
export function differenceKey({
  step,
  place,
  forge,
  server,
}: Pick<Found, 'step' | 'place' | 'forge' | 'server'>): string {
  const statuses = place === 'status' ? ` ${forge} → ${server}` : ''
  return `${step.operation} | ${place}${statuses}`
}
