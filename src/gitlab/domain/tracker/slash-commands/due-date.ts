import type { Commands, CommandTarget } from './command.ts'
import { mayPlan } from './command.ts'
import { readDay } from './day.ts'

/** The commands for the due date, which issues alone have. */
export const dueDateCommands: Commands = {
  due: {
    needsArgument: true,
    isAvailable: (context, target) => target.type === 'Issue' && mayPlan(context, target),
    run(context, _target, argument) {
      const due_date = readDay(argument, context.today)
      return due_date === undefined ? {} : { due_date }
    },
  },
  remove_due_date: {
    needsArgument: false,
    isAvailable: (context, target) => hasDueDate(target) && mayPlan(context, target),
    run: () => ({ due_date: null }),
  },
}

function hasDueDate({ type, record }: CommandTarget): boolean {
  return type === 'Issue' && record !== undefined && record.due_date !== null
}
