import type { MilestoneRecord } from '../../../../store/models/milestone.ts'
import type { Context } from '../../context.ts'
import { milestonesFor } from '../milestones.ts'
import { planningErrors } from '../planning.ts'
import { type Commands, type CommandTarget, mayPlan } from './command.ts'
import { readDay } from './day.ts'
import { userNamed } from './named-users.ts'

/** The commands for the assignee, the milestone and the due date. */
export const planningCommands: Commands = {
  assign: {
    needsArgument: true,
    isAvailable: mayPlan,
    run(context, { project }, argument) {
      const user = userNamed(context, argument)
      if (!user) return {}
      const errors = planningErrors(context, project, { assignee_id: user.id })
      return Object.keys(errors).length > 0 ? {} : { assignee_id: user.id }
    },
  },
  unassign: {
    needsArgument: false,
    isAvailable: (context, target) =>
      target.record !== undefined && target.record.assignee_id !== null && mayPlan(context, target),
    run: () => ({ assignee_id: null }),
  },
  milestone: {
    needsArgument: true,
    isAvailable: (context, target) => mayPlan(context, target) && hasActive(context, target),
    run(context, target, argument) {
      const milestone = milestoneNamed(context, target, argument)
      return milestone ? { milestone_id: milestone.id } : {}
    },
  },
  remove_milestone: {
    needsArgument: false,
    isAvailable: (context, target) =>
      target.record !== undefined &&
      target.record.milestone_id !== null &&
      mayPlan(context, target),
    run: () => ({ milestone_id: null }),
  },
  /** For issues only, like `remove_due_date`. */
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

function milestonesOf({ store }: Context, { project }: CommandTarget): readonly MilestoneRecord[] {
  return milestonesFor(store, project)
}

function hasActive(context: Context, target: CommandTarget): boolean {
  return milestonesOf(context, target).some(({ state }) => state === 'active')
}

/** Finds the milestone of an argument: `%1` by its iid; `%v1`, `%"v 1"` or `v 1` by its title. */
function milestoneNamed(
  context: Context,
  target: CommandTarget,
  argument: string,
): MilestoneRecord | undefined {
  const [, iid, quoted, word] = /^%(?:(\d+)$|"([^"]+)"|([^"\s]+))/.exec(argument) ?? []
  const milestones = milestonesOf(context, target)
  const title = quoted ?? word ?? argument
  return (
    milestones.find((one) => iid !== undefined && one.iid === Number(iid)) ??
    milestones.find((one) => one.title === title)
  )
}

function hasDueDate({ type, record }: CommandTarget): boolean {
  return type === 'Issue' && record !== undefined && record.due_date !== null
}
