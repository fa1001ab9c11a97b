import type { TaskCompletionStatus } from '../../../contract/generated/v4/contract.ts'
import { tasksIn } from '../../domain/tracker/tasks.ts'

/** Returns the numbers of tasks in a description (schemas/v4/resources/task-completion-status.json). */
export function taskCompletionStatus(description: string | null): TaskCompletionStatus {
  const tasks = tasksIn(description)
  return {
    count: tasks.length,
    completed_count: tasks.filter(({ isCompleted }) => isCompleted).length,
  }
}
