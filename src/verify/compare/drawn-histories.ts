import type { History } from '../reproduction/history.ts'
import type { RecordedHistory } from './recorded/recorded-histories.ts'

/** A history of several that belong together. */
export interface SharedHistory {
  readonly history: History
  /** The part of them that is run with this one, from 0 to 1. */
  readonly share: number
}

/** A history to run, with its origin. */
export interface DrawnHistory {
  readonly history: History
  readonly origin: Origin
  /** Whether it goes on behind a difference, as no other history has what it does then. */
  readonly goesOn?: true
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
  /** The histories of all parts of the API with new reads alone, which have the seeds from that of the run on. */
  readonly newReads: () => Iterable<SharedHistory>
  readonly random: (seed: number) => History
  readonly recorded: () => AsyncIterable<RecordedHistory>
}

/** The part of all calls of a run that those with new reads alone have: 31,000 of 105,000. */
const SHARE_OF_NEW_READS = 0.3

/** After so many recorded histories there is a random one, so that a run has all parts of the API among them. */
const RECORDED_IN_A_ROW = 3

/**
 * Returns the histories of a run: as many random ones as are asked for; otherwise those of all parts of the API with new
 * reads alone, as they show most in the fewest calls, and then everything that `forgery verify` calls, with random
 * histories between, which go on at the end if the run has a time.
 */
export async function* drawHistories(options: DrawOptions): AsyncGenerator<DrawnHistory, void> {
  const { seed, runs, isEndless, newReads, random, recorded } = options
  let drawn = 0
  const randomOne = (share?: number): DrawnHistory => {
    const origin = { seed: seed + drawn++ }
    return { history: random(origin.seed), origin, ...(share === undefined ? {} : { share }) }
  }
  if (runs !== undefined) {
    while (drawn < runs) yield randomOne((drawn + 1) / runs)
    return
  }
  for (const { history, share } of newReads()) {
    const origin = { seed: seed + drawn++ }
    yield { history, origin, goesOn: true, share: SHARE_OF_NEW_READS * share }
  }
  let inARow = 0
  for await (const { name, history, share: ofRecorded } of recorded()) {
    const share = SHARE_OF_NEW_READS + (1 - SHARE_OF_NEW_READS) * ofRecorded
    yield { history, origin: { recordedFrom: name }, goesOn: true, share }
    if (++inARow % RECORDED_IN_A_ROW === 0) yield randomOne(share)
  }
  while (isEndless) yield randomOne()
}
