import type { TimeStats } from '../../../contract/generated/v4/contract.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import { writeDuration } from '../../domain/tracker/durations.ts'

/** Returns the time tracking of an issue or a merge request (schemas/v4/resources/time-stats.json). */
export function timeStats({
  time_estimate,
  total_time_spent,
}: Pick<IssueRecord, 'time_estimate' | 'total_time_spent'>): TimeStats {
  return {
    time_estimate,
    total_time_spent,
    human_time_estimate: time_estimate === 0 ? null : writeDuration(time_estimate),
    human_total_time_spent: total_time_spent === 0 ? null : writeDuration(total_time_spent),
  }
}
