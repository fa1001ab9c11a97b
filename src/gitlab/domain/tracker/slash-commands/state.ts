import { issueStates } from '../../issues/states.ts'
import { mayMerge, mergeBlockerOf } from '../../merge-requests/mergeability.ts'
import { mergeRequestStates } from '../../merge-requests/states.ts'
import { isWorkInProgress } from '../../merge-requests/work-in-progress.ts'
import { next } from '../../state-table.ts'
import { titleErrors } from '../planning.ts'
import { type Commands, type CommandTarget, mayChange } from './command.ts'

function allows({ type, record }: CommandTarget, event: 'close' | 'reopen'): boolean {
  if (!record) return false
  return type === 'Issue'
    ? next(issueStates, record.state, event) !== undefined
    : next(mergeRequestStates, record.state, event) !== undefined
}

/** The commands for the state and the title. */
export const stateCommands: Commands = {
  close: {
    needsArgument: false,
    isAvailable: (context, target) => allows(target, 'close') && mayChange(context, target),
    run: () => ({ state_event: 'close' }),
  },
  reopen: {
    needsArgument: false,
    isAvailable: (context, target) => allows(target, 'reopen') && mayChange(context, target),
    run: () => ({ state_event: 'reopen' }),
  },
  title: {
    needsArgument: true,
    isAvailable: (context, target) => target.record !== undefined && mayChange(context, target),
    run: (_context, _target, title) =>
      Object.keys(titleErrors(title)).length > 0 ? {} : { title },
  },
  wip: {
    needsArgument: false,
    isAvailable: (context, target) =>
      target.type === 'MergeRequest' && target.record !== undefined && mayChange(context, target),
    run: ({ release }, { record }) => ({
      isWorkInProgress: !isWorkInProgress(release, record?.title ?? ''),
    }),
  },
  /** Since GitLab 8.16: merges at once, or when the pipeline succeeds. */
  merge: {
    needsArgument: false,
    isAvailable: (context, { type, project, record }) =>
      type === 'MergeRequest' &&
      record !== undefined &&
      mayMerge(context, project, record) &&
      !mergeBlockerOf(context, project, record, { isBuildAwaited: true }),
    run: () => ({ isMerged: true }),
  },
}
