import { branchHead } from '../../../../git/repository.ts'
import { canPush } from '../../../access/protection.ts'
import type { Context } from '../../context.ts'
import { canStillApprove, hasApproved } from '../../merge-requests/approvals.ts'
import { isOpen } from '../../merge-requests/states.ts'
import { repositoryOf } from '../../repositories/repositories.ts'
import { type Commands, type CommandTarget, mayChange, mayPlan } from './command.ts'
import { usersNamed } from './named-users.ts'

/** The commands of later releases for the review of a merge request. */
export const reviewCommands: Commands = {
  draft: {
    needsArgument: false,
    isAvailable: (context, target) =>
      target.type === 'MergeRequest' && (!target.record || mayChange(context, target)),
    run: () => ({ isWorkInProgress: true }),
  },
  ready: {
    needsArgument: false,
    isAvailable: (context, target) => isOfMergeRequest(target) && mayChange(context, target),
    run: () => ({ isWorkInProgress: false }),
  },
  approve: {
    needsArgument: false,
    isAvailable: (context, { type, project, record }) =>
      type === 'MergeRequest' &&
      record !== undefined &&
      canStillApprove({ ...context, project, mergeRequest: record }),
    run: () => ({ approval: 'approve' }),
  },
  unapprove: {
    needsArgument: false,
    isAvailable: (context, { type, record }) =>
      type === 'MergeRequest' &&
      record !== undefined &&
      record.state !== 'merged' &&
      hasApproved({ ...context, mergeRequest: record }),
    run: () => ({ approval: 'unapprove' }),
  },
  rebase: {
    needsArgument: false,
    isAvailable(context, { type, record }) {
      if (type !== 'MergeRequest' || !record || !isOpen(record)) return false
      const source = context.store.projects.get(record.source_project_id)
      return source !== undefined && canPush(context, source, record.source_branch)
    },
    run: () => ({ isRebased: true }),
  },
  target_branch: {
    needsArgument: true,
    isAvailable: (context, target) =>
      target.type === 'MergeRequest' && (!target.record || mayChange(context, target)),
    run({ store }, { project }, branch) {
      return branchHead(repositoryOf(store, project), branch) ? { target_branch: branch } : {}
    },
  },
  submit_review: {
    needsArgument: false,
    isAvailable: (_context, target) => isOfMergeRequest(target),
    run: () => ({ isReviewSubmitted: true }),
  },
  assign_reviewer: {
    needsArgument: true,
    isAvailable: mayAskForReviews,
    run(context, target, argument, before) {
      const asked = usersNamed(context, argument).map(({ id }) => id)
      return { reviewer_ids: [...reviewersOf(target, before.reviewer_ids), ...asked] }
    },
  },
  reassign_reviewer: {
    needsArgument: true,
    isAvailable: mayAskForReviews,
    run: (context, _target, argument) => ({
      reviewer_ids: usersNamed(context, argument).map(({ id }) => id),
    }),
  },
  unassign_reviewer: {
    needsArgument: false,
    isAvailable: mayAskForReviews,
    run(context, target, argument, before) {
      const gone = new Set(usersNamed(context, argument).map(({ id }) => id))
      const left = reviewersOf(target, before.reviewer_ids).filter((id) => !gone.has(id))
      return { reviewer_ids: argument === '' ? [] : left }
    },
  },
}

function isOfMergeRequest({ type, record }: CommandTarget): boolean {
  return type === 'MergeRequest' && record !== undefined
}

function mayAskForReviews(context: Context, target: CommandTarget): boolean {
  return target.type === 'MergeRequest' && mayPlan(context, target)
}

function reviewersOf(
  { type, record }: CommandTarget,
  changed: readonly number[] | undefined,
): readonly number[] {
  if (changed) return changed
  return type === 'MergeRequest' && record ? record.reviewers.map(({ user_id }) => user_id) : []
}
