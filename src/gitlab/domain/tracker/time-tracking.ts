import { invalid } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import { type Context, fireHooks } from '../context.ts'
import { readDuration, writeDuration } from './durations.ts'
import type { Noteable } from './noteable.ts'
import { addSystemNote } from './system-notes.ts'

/** The times of an issue or a merge request, in seconds. */
export type Times = Pick<IssueRecord, 'time_estimate' | 'total_time_spent'>

/** The seconds of an estimate; 400 for a text that is no duration, or a negative one. */
export function checkEstimate(text: string): number {
  const seconds = readDuration(text)
  if (seconds === undefined || seconds < 0) {
    const reason = 'must have a valid format and be greater than or equal to zero.'
    throw invalid({ time_estimate: [reason] })
  }
  return seconds
}

/** The seconds that are added to what was spent; 400 for a text that is no duration, and for more than was spent. */
export function checkTimeSpent({ total_time_spent }: Times, text: string): number {
  const seconds = readDuration(text)
  if (seconds === undefined) throw invalid({ base: ['Invalid time spent format'] })
  if (total_time_spent + seconds < 0) {
    throw invalid({ base: ['Time to subtract exceeds the total time spent'] })
  }
  return seconds
}

/** Sets how long something is estimated to take, and notes it. */
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

/** Adds to the time that was spent on something, or takes it off, and notes it. */
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
