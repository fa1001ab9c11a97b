/** A line that is a task: `- [ ]`, `* [x]`, `1. [ ]`, with a text. */
const task = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+(\S.*)$/gm

interface Task {
  readonly text: string
  readonly isCompleted: boolean
}

/** The tasks of a description, in their order. */
export function tasksIn(description: string | null): Task[] {
  // Of a list of issues or merge requests most descriptions have none.
  if (!description?.includes('[')) return []
  return Array.from(description.matchAll(task), ([, mark, text = '']) => ({
    text: text.trim(),
    isCompleted: mark !== ' ',
  }))
}

/** The tasks that were ticked, or not any more, between two descriptions: those in the same place with the same text. */
export function tickedTasks(before: string | null, after: string | null): Task[] {
  const were = tasksIn(before)
  return tasksIn(after).filter(({ text, isCompleted }, index) => {
    const was = were[index]
    return was?.text === text && was.isCompleted !== isCompleted
  })
}
