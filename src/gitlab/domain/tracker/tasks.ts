/** Matches a task: `- [ ]`, `* [x]` or `1. [ ]`, with a text. */
const task = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)$/gm

interface Task {
  readonly text: string
  readonly isCompleted: boolean
}

/** Returns the tasks of a description in order. */
export function tasksIn(description: string | null): Task[] {
  // A fast exit: most descriptions in a list have no tasks.
  if (!description?.includes('[')) return []
  return Array.from(description.matchAll(task), ([, mark, text = '']) => ({
    text: text.trim(),
    isCompleted: mark !== ' ',
  }))
}

/** Returns the tasks that differ in their tick between two descriptions, at the same place with the same text. */
export function tickedTasks(before: string | null, after: string | null): Task[] {
  const were = tasksIn(before)
  return tasksIn(after).filter(({ text, isCompleted }, index) => {
    const was = were[index]
    return was?.text === text && was.isCompleted !== isCompleted
  })
}
