import type { TaskCompletionStatus } from '../../../contract/generated/v4/contract.ts'

/** A line that is a task: `- [ ]`, `* [x]`, `1. [ ]`, with a text. */
const task = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+\S/gm

/** The tasks in a description (schemas/v4/resources/task-completion-status.json). */
export function taskCompletionStatus(description: string | null): TaskCompletionStatus {
  // Of a list of issues or merge requests most descriptions have none.
  if (!description?.includes('[')) return { count: 0, completed_count: 0 }
  const marks = Array.from(description.matchAll(task), ([, mark]) => mark)
  return { count: marks.length, completed_count: marks.filter((mark) => mark !== ' ').length }
}
