import { omitUndefined } from '../../changes.ts'
import type { Planning } from '../planning.ts'
import type { CommandUpdates, LabelUpdates } from './command.ts'

/**
 * Returns the planning attributes of a new record: those of the request, updated by the commands in its description.
 */
export function planningAfter(planning: Planning, updates: CommandUpdates): Planning {
  const { assignee_id, milestone_id, labels } = updates
  const after = labels && labelsAfter(planning.labels ?? [], labels)
  return { ...planning, ...omitUndefined({ assignee_id, milestone_id, labels: after }) }
}

/** Returns the times of a new record, in seconds, by the commands in its description. */
export function timesAfter({ time_estimate, spend_time }: CommandUpdates) {
  const total_time_spent = spend_time === 'reset' ? undefined : spend_time
  return omitUndefined({ time_estimate, total_time_spent })
}

/** Returns the labels after commands. */
export function labelsAfter(before: readonly string[], updates: LabelUpdates): string[] {
  const { add, remove, replace } = updates
  if (add.length === 0 && remove.length === 0) return [...new Set(replace ?? before)]
  const removed = new Set(remove)
  return [...new Set([...before, ...add])].filter((title) => !removed.has(title))
}
