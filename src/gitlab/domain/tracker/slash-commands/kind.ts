import { type Commands, type CommandTarget, mayPlan } from './command.ts'

const types = ['issue', 'incident', 'task'] as const

/** The commands of later releases for the type of an issue, its confidentiality, and the lock of its discussion. */
export const kindCommands: Commands = {
  confidential: {
    needsArgument: false,
    isAvailable: (context, target) =>
      target.type === 'Issue' && !target.record?.confidential && mayPlan(context, target),
    run: () => ({ confidential: true }),
  },
  type: {
    needsArgument: true,
    isAvailable: (context, target) => isIssue(target) && mayPlan(context, target),
    run(_context, _target, argument) {
      const issue_type = types.find((type) => type === argument.toLowerCase())
      return issue_type ? { issue_type } : {}
    },
  },
  promote_to_incident: {
    needsArgument: false,
    isAvailable: (context, target) =>
      target.type === 'Issue' && target.record?.issue_type === 'issue' && mayPlan(context, target),
    run: () => ({ issue_type: 'incident' }),
  },
  lock: {
    needsArgument: false,
    isAvailable: (context, target) => isLocked(target) === false && mayPlan(context, target),
    run: () => ({ discussion_locked: true }),
  },
  unlock: {
    needsArgument: false,
    isAvailable: (context, target) => isLocked(target) === true && mayPlan(context, target),
    run: () => ({ discussion_locked: false }),
  },
}

function isIssue({ type, record }: CommandTarget): boolean {
  return type === 'Issue' && record !== undefined
}

/** Whether a discussion is locked; undefined for a target that is yet to be created. */
function isLocked({ record }: CommandTarget): boolean | undefined {
  return record && record.discussion_locked === true
}
