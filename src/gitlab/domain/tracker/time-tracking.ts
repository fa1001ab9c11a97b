import { invalid } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
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

/** Sets the time estimate, with a system note. */
export function estimateTime(
  context: Context,
  noteable: Noteable,
  before: Times,
  time_estimate: number,
): void {
  if (before.time_estimate === time_estimate) return
  setTimes(context, noteable, { time_estimate })
  const [was, is] = [before.time_estimate, time_estimate].map(writeDuration)
  if (time_estimate === 0) addSystemNote(context, noteable, `removed time estimate of ${was}`)
  else if (before.time_estimate === 0) {
    addSystemNote(context, noteable, `added time estimate of ${is}`)
  } else addSystemNote(context, noteable, `changed time estimate to ${is} from ${was}`)
}

/** Adds or subtracts spent time, with a system note. */
export function spendTime(
  context: Context,
  noteable: Noteable,
  before: Times,
  seconds: number,
): void {
  if (seconds === 0) return
  setTimes(context, noteable, { total_time_spent: before.total_time_spent + seconds })
  const what = seconds > 0 ? 'added' : 'subtracted'
  addSystemNote(context, noteable, `${what} ${writeDuration(Math.abs(seconds))} of time spent`)
}

export function resetTimeSpent(context: Context, noteable: Noteable, before: Times): void {
  if (before.total_time_spent === 0) return
  setTimes(context, noteable, { total_time_spent: 0 })
  addSystemNote(context, noteable, 'removed time spent')
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
