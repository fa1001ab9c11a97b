import { publishDrafts } from '../../domain/discussions/drafts.ts'
import {
  approve,
  checkApproval,
  checkUnapproval,
  mustApprove,
  mustResetApprovals,
  resetApprovals,
  unapprove,
} from '../../domain/merge-requests/approvals.ts'
import { checkHead } from '../../domain/merge-requests/merge.ts'
import { mustBeWritable } from '../../domain/projects/archiving.ts'
import { approvalsResource } from '../../resources/v4/merge-request-parts.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Approvals, of schemas/v4/paths/merge-requests.yaml. */
export const approvals = {
  getApprovals: approvalsResource,

  approveMergeRequest(context, { sha, publish_review }) {
    mustBeWritable(context, context.project)
    mustApprove(context)
    checkHead(context, sha)
    checkApproval(context)
    if (publish_review) publishDrafts(context, {})
    return approvalsResource({ ...context, mergeRequest: approve(context, context.mergeRequest) })
  },

  unapproveMergeRequest(context) {
    mustBeWritable(context, context.project)
    mustApprove(context)
    checkUnapproval(context)
    return approvalsResource({ ...context, mergeRequest: unapprove(context, context.mergeRequest) })
  },

  resetApprovals(context) {
    mustResetApprovals(context)
    resetApprovals(context, context.mergeRequest)
    return 202
  },

  /** Returns no rules, which belong to the paid tiers. */
  getApprovalState: () => ({ approval_rules_overwritten: false, rules: [] }),
} satisfies OperationsOf<'v4', 'Approvals'>
