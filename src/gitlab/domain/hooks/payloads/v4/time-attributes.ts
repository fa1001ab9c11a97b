import type { IssueRecord } from '../../../../../store/models/issue.ts'
import { writeDuration } from '../../../tracker/durations.ts'

type Times = Pick<IssueRecord, 'time_estimate' | 'total_time_spent'>

/** Returns the time tracking of an issue or a merge request, and the time spent since `before`. */
export function timeAttributes({ time_estimate, total_time_spent }: Times, before?: Times) {
  const time_change = before ? total_time_spent - before.total_time_spent : 0
  return {
    time_estimate,
    human_time_estimate: human(time_estimate),
    total_time_spent,
    human_total_time_spent: human(total_time_spent),
    time_change,
    human_time_change: human(time_change),
  }
}

function human(seconds: number): string | null {
  return seconds === 0 ? null : writeDuration(seconds)
}
