import { omitUndefined } from '../../changes.ts'
import type { Planning } from '../planning.ts'
import type { CommandUpdates, LabelUpdates } from './command.ts'

/** What commands in a description plan for what is created: more than its request did. */
export function planningAfter(planning: Planning, updates: CommandUpdates): Planning {
  const { assignee_id, milestone_id, labels } = updates
  const after = labels && labelsAfter(planning.labels ?? [], labels)
  return { ...planning, ...omitUndefined({ assignee_id, milestone_id, labels: after }) }
}

/** The labels after commands, of those before. */
export function labelsAfter(before: readonly string[], updates: LabelUpdates): string[] {
  const { add, remove, replace } = updates
  if (add.length === 0 && remove.length === 0) return [...new Set(replace ?? before)]
  const removed = new Set(remove)
  return [...new Set([...before, ...add])].filter((title) => !removed.has(title))
}
