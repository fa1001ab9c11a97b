import type { Answer } from '../client/answer.ts'
import { CannotVerify } from '../options.ts'
import { isObject } from '../story/bodies.ts'

/** The years in which the times that checks send are in the past or to come as they mean them. */
interface ClockRange {
  readonly from: number
  readonly before?: number
}

/** The times in `stories/` and `fixture/` are before these years; what is to come is counted from the server's day. */
export const judgedYears: ClockRange = { from: 2012 }

/** Throws CannotVerify where the clock of a server stands outside of the years in which it can be judged. */
export function checkClock(apiUrl: string, now: number, { from, before }: ClockRange): void {
  const date = new Date(now)
  const year = date.getUTCFullYear()
  if (year >= from && (before === undefined || year < before)) return
  const years = before === undefined ? `${from} or later` : `between ${from} and ${before - 1}`
  throw new CannotVerify(
    `The clock of ${apiUrl} says ${date.toISOString().slice(0, 10)}, by which what is past and what is to come cannot be told as checks mean it; set it to a year ${years}.`,
  )
}

/** What a server said of when it made a record. */
export interface MadeRecord {
  /** `created_at`, as milliseconds. */
  readonly at: number
  /** When its answer came by the clock of this machine, as milliseconds. */
  readonly seen: number
}

export function madeRecord(answer: Answer | undefined): MadeRecord | undefined {
  const createdAt = answer && isObject(answer.body) ? answer.body.created_at : undefined
  const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN
  return Number.isNaN(at) ? undefined : { at, seen: performance.now() }
}

/** So far apart are the clocks of two machines that are set by no common time, in milliseconds. */
const MAX_APART = 60_000

/** How far the clocks are apart by which some records were made, in milliseconds: of one clock, what an answer takes. */
function apart(records: readonly MadeRecord[]): number {
  const offsets = records.map(({ at, seen }) => at - seen)
  return records.length === 0 ? 0 : Math.max(...offsets) - Math.min(...offsets)
}

/**
 * Throws CannotVerify where a server has several clocks that disagree, as several machines behind one address have:
 * which record is older would say nothing. `makeUser` makes one more user. What is wrong with projects alone is left to
 * the checks of them.
 */
export async function checkOneClock(
  apiUrl: string,
  [user, project]: readonly [user: MadeRecord | undefined, project: MadeRecord | undefined],
  makeUser: () => Promise<Answer | undefined>,
): Promise<void> {
  if (!user || !project || apart([user, project]) <= MAX_APART) return
  const users = [user]
  for (let count = 0; count < 3; count++) {
    const made = madeRecord(await makeUser())
    if (made) users.push(made)
  }
  const difference = apart(users)
  if (difference <= MAX_APART) return
  throw new CannotVerify(
    `The clocks of ${apiUrl} are ${Math.round(difference / 1000)} s apart, by the created_at of users that were made one after the other, so that nothing can be told of orders and times; set all its machines by one time.`,
  )
}
