import type { History } from '../reproduction/history.ts'
import type { RecordedHistory } from './recorded/recorded-histories.ts'

/** A history to run, with its origin. */
export interface DrawnHistory {
  readonly history: History
  readonly origin: Origin
  /** The part of all histories that is drawn with this one, from 0 to 1; undefined where there is no end. */
  readonly share?: number
}

/** The seed of a random history, or the check of `forgery verify` whose calls a history has. */
export type Origin = { readonly seed: number } | { readonly recordedFrom: string }

interface DrawOptions {
  readonly seed: number
  /** The number of random histories, without any others. */
  readonly runs?: number | undefined
  /** Whether there are histories as long as the caller takes them. */
  readonly isEndless: boolean
  readonly random: (seed: number) => History
  readonly recorded: () => AsyncIterable<RecordedHistory>
}

/** After so many recorded histories there is a random one, so that a run has all parts of the API among them. */
const RECORDED_IN_A_ROW = 3

/**
 * Returns the histories of a run: as many random ones as are asked for; otherwise everything that `forgery verify`
 * calls, with random histories between, which go on at the end if the run has a time.
 */
export async function* drawHistories(options: DrawOptions): AsyncGenerator<DrawnHistory, void> {
  const { seed, runs, isEndless, random, recorded } = options
  let drawn = 0
  const randomOne = (share?: number): DrawnHistory => {
    const origin = { seed: seed + drawn++ }
    return { history: random(origin.seed), origin, ...(share === undefined ? {} : { share }) }
  }
  if (runs !== undefined) {
    while (drawn < runs) yield randomOne((drawn + 1) / runs)
    return
  }
  let inARow = 0
  for await (const { name, history, share } of recorded()) {
    yield { history, origin: { recordedFrom: name }, share }
    if (++inARow % RECORDED_IN_A_ROW === 0) yield randomOne(share)
  }
  while (isEndless) yield randomOne()
}
