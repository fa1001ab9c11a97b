import type { IssueRecord } from '../../../../store/models/issue.ts'
import { type Commands, type CommandTarget, mayPlan } from './command.ts'

const types = ['issue', 'incident', 'task'] as const

/** The words for the severity of an incident (`SEVERITY_QUICK_ACTION_PARAMS` in app/models/issuable_severity.rb). */
const severities: Readonly<Record<string, NonNullable<IssueRecord['severity']>>> = {
  unknown: 'unknown',
  '0': 'unknown',
  low: 'low',
  s4: 'low',
  '4': 'low',
  medium: 'medium',
  s3: 'medium',
  '3': 'medium',
  high: 'high',
  s2: 'high',
  '2': 'high',
  critical: 'critical',
  s1: 'critical',
  '1': 'critical',
}

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
    isAvailable: (context, target) => target.type === 'Issue' && mayPlan(context, target),
    run(_context, _target, argument) {
      const issue_type = types.find((type) => type === argument.toLowerCase())
      return issue_type ? { issue_type } : {}
    },
  },
  severity: {
    needsArgument: true,
    isAvailable: (context, target) => mayBeIncident(target) && mayPlan(context, target),
    run(_context, _target, argument) {
      const word = argument.toLowerCase()
      return Object.hasOwn(severities, word) ? { severity: severities[word] } : {}
    },
  },
  promote_to_incident: {
    needsArgument: false,
    isAvailable: (context, target) => isPlainIssue(target) && mayPlan(context, target),
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

/** Whether the target is of the type issue, or an issue that is yet to be created. */
function isPlainIssue({ type, record }: CommandTarget): boolean {
  return type === 'Issue' && (!record || record.issue_type === 'issue')
}

/** Whether the target is an incident, or an issue that is yet to be created. */
function mayBeIncident({ type, record }: CommandTarget): boolean {
  return type === 'Issue' && (!record || record.issue_type === 'incident')
}

/** Whether a discussion is locked; undefined for a target that is yet to be created. */
function isLocked({ record }: CommandTarget): boolean | undefined {
  return record && record.discussion_locked === true
}
