import { readDuration } from '../durations.ts'
import { type Commands, mayPlan } from './command.ts'

/** The commands of later releases for time tracking. */
export const timeCommands: Commands = {
  estimate: {
    needsArgument: true,
    isAvailable: mayPlan,
    run(_context, _target, argument) {
      const seconds = readDuration(argument)
      return seconds === undefined || seconds < 0 ? {} : { time_estimate: seconds }
    },
  },
  remove_estimate: {
    needsArgument: false,
    isAvailable: mayPlan,
    run: () => ({ time_estimate: 0 }),
  },
  /** Adds spent time. A date after the duration is accepted, but not stored. */
  spend: {
    needsArgument: true,
    isAvailable: mayPlan,
    run(_context, { record }, argument) {
      const seconds = readDuration(argument.replace(/\s\d{4}-\d\d-\d\d$/, ''))
      const total = (record?.total_time_spent ?? 0) + (seconds ?? 0)
      return seconds === undefined || total < 0 ? {} : { spend_time: seconds }
    },
  },
  remove_time_spent: {
    needsArgument: false,
    isAvailable: mayPlan,
    run: () => ({ spend_time: 'reset' }),
  },
}
