import { invalid } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import { differs, omitUndefined } from '../changes.ts'
import { type Context, fireHooks } from '../context.ts'
import { readDuration, writeDuration } from './durations.ts'
import type { Noteable } from './noteable.ts'
import { addSystemNote } from './system-notes.ts'

/** The time fields of an issue or merge request, in seconds. */
export type Times = Pick<IssueRecord, 'time_estimate' | 'total_time_spent'>

/** Parses an estimate into seconds. Throws 400 for an invalid or negative duration. */
export function checkEstimate(text: string): number {
  const seconds = readDuration(text)
  if (seconds === undefined || seconds < 0) {
    const reason = 'must have a valid format and be greater than or equal to zero.'
    throw invalid({ time_estimate: [reason] })
  }
  return seconds
}

/** Parses spent time into seconds. Throws 400 for an invalid duration, and for subtracting more than the total. */
export function checkTimeSpent({ total_time_spent }: Times, text: string): number {
  const seconds = readDuration(text)
  if (seconds === undefined) throw invalid({ base: ['Invalid time spent format'] })
  if (total_time_spent + seconds < 0) {
    throw invalid({ base: ['Time to subtract exceeds the total time spent'] })
  }
  return seconds
}

/** The changes of times, in seconds: the estimate, and the time to add to the time spent. */
export interface TimeChanges {
  readonly time_estimate?: number | undefined
  readonly spend_time?: number | 'reset' | undefined
}

/** Returns the times that changes set. */
export function timesBy(
  { total_time_spent }: Times,
  { time_estimate, spend_time }: TimeChanges,
): Partial<Times> {
  const estimate = omitUndefined({ time_estimate })
  if (spend_time === undefined) return estimate
  return {
    ...estimate,
    total_time_spent: spend_time === 'reset' ? 0 : total_time_spent + spend_time,
  }
}

/** Changes the times, with system notes. */
export function changeTimes(
  context: Context,
  noteable: Noteable,
  before: Times,
  changes: TimeChanges,
): void {
  const times = timesBy(before, changes)
  if (!differs<Times>(before, times)) return
  setTimes(context, noteable, times)
  noteTimes(context, noteable, before, changes)
}

/** Adds the system notes for changed times. */
export function noteTimes(
  context: Context,
  noteable: Noteable,
  before: Times,
  { time_estimate: estimate = before.time_estimate, spend_time: spent = 0 }: TimeChanges,
): void {
  const note = (text: string) => addSystemNote(context, noteable, text)
  const [was, is] = [before.time_estimate, estimate].map(writeDuration)
  if (estimate !== before.time_estimate) {
    if (estimate === 0) note(`removed time estimate of ${was}`)
    else if (before.time_estimate === 0) note(`added time estimate of ${is}`)
    else note(`changed time estimate to ${is} from ${was}`)
  }
  if (spent === 'reset') {
    if (before.total_time_spent !== 0) note('removed time spent')
  } else if (spent !== 0) {
    note(`${spent > 0 ? 'added' : 'subtracted'} ${writeDuration(Math.abs(spent))} of time spent`)
  }
}

function setTimes(context: Context, { type, id }: Noteable, times: Partial<Times>): void {
  const { store, now, viewer } = context
  const changes = { ...times, updated_at: now }
  const change = { action: 'update', user: viewer.signedIn() } as const
  const before = type === 'Issue' ? store.issues.get(id) : undefined
  if (before) {
    const issue = store.issues.replace(before, changes)
    fireHooks(context, { kind: 'issue', issue, before, ...change })
  }
  const former = type === 'MergeRequest' ? store.mergeRequests.get(id) : undefined
  if (former) {
    const mergeRequest = store.mergeRequests.replace(former, changes)
    fireHooks(context, { kind: 'merge_request', mergeRequest, before: former, ...change })
  }
}
