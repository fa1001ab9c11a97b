import type {
  Approvals,
  Difference,
  MergeRequestChanges,
  MergeRequestVersion,
  MergeRequestVersionDetail,
  Reviewer,
} from '../../../contract/generated/v4/contract.ts'
import { compareTrees } from '../../../git/diff/difference.ts'
import { gitDiff } from '../../../git/diff/patch.ts'
import { patchId } from '../../../git/diff/patch-id.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { MergeRequestVersionRecord } from '../../../store/models/merge-request-version.ts'
import type { Context, MergeRequestContext } from '../../domain/context.ts'
import { existingUser } from '../../domain/lookups.ts'
import { canStillApprove, hasApproved } from '../../domain/merge-requests/approvals.ts'
import { changedFilesCount, maxChangedFiles } from '../../domain/merge-requests/changed-files.ts'
import { differencesOf } from '../../domain/merge-requests/range.ts'
import {
  baseOfVersion,
  commitsOfVersion,
  latestVersion,
} from '../../domain/merge-requests/versions.ts'
import { commitResource } from './commit.ts'
import { differenceResource } from './difference.ts'
import { mergeRequestDetail } from './merge-request.ts'
import { userBasic } from './user.ts'

/**
 * Returns a merge request with its diffs (schemas/v4/resources/merge-request-changes.json); with all of them if it is
 * to be whole.
 */
export function mergeRequestWithChanges(
  mergeRequest: MergeRequestRecord,
  context: Context,
  { isUnified, isWhole }: { readonly isUnified: boolean; readonly isWhole: boolean },
): MergeRequestChanges {
  const { store } = context
  const budget = createWorkBudget()
  const differences = differencesOf(store, mergeRequest, budget)
  const shown = isWhole ? differences : differences.slice(0, maxChangedFiles(context))
  return {
    ...mergeRequestDetail(mergeRequest, context),
    changes: shown.map((difference) => differenceResource(difference, store, budget, isUnified)),
    overflow: shown.length < differences.length,
  }
}

/** Returns a version (schemas/v4/resources/merge-request-version.json). */
export function mergeRequestVersion(
  version: MergeRequestVersionRecord,
  context: MergeRequestContext,
): MergeRequestVersion {
  const { store } = context
  const differences = differencesOfVersion(version, store)
  const patch_id_sha = patchId(gitDiff(store.objects, differences))
  const shown = unidentifiedVersion(version, context)
  const isCut = differences.length > maxChangedFiles(context)
  return {
    ...shown,
    state: isCut && shown.state === 'collected' ? 'overflow' : shown.state,
    real_size: changedFilesCount(differences.length, context),
    patch_id_sha: patch_id_sha ?? null,
  }
}

/** Returns a version without its patch id, which is expensive to compute. */
export function unidentifiedVersion(
  version: MergeRequestVersionRecord,
  { store, mergeRequest }: MergeRequestContext,
): Omit<MergeRequestVersion, 'patch_id_sha' | 'state'> & {
  readonly state: 'collected' | 'empty' | 'without_files'
} {
  const { id, head_sha, start_sha, merge_request_id, created_at } = version
  const isOld = latestVersion(store, mergeRequest)?.id !== id
  const count = differencesOfVersion(version, store).length
  return {
    id,
    head_commit_sha: head_sha,
    base_commit_sha: baseOfVersion(store, version)?.id ?? null,
    start_commit_sha: start_sha,
    created_at,
    merge_request_id,
    state: isOld && isMerged(mergeRequest) ? 'without_files' : count > 0 ? 'collected' : 'empty',
    real_size: String(count),
  }
}

export function mergeRequestVersionDetail(
  version: MergeRequestVersionRecord,
  context: MergeRequestContext,
  isUnified: boolean,
): MergeRequestVersionDetail {
  const { store, project } = context
  const shown = mergeRequestVersion(version, context)
  const commits = commitsOfVersion(store, version)
  const budget = createWorkBudget()
  const most = shown.state === 'without_files' ? 0 : maxChangedFiles(context)
  const differences = differencesOfVersion(version, store).slice(0, most)
  return {
    ...shown,
    commits: commits.map((commit) => commitResource(commit, project, context)),
    diffs: differences.map((one): Difference => differenceResource(one, store, budget, isUnified)),
  }
}

/** Returns the diffs of a version. */
export function differencesOfVersion(version: MergeRequestVersionRecord, store: Context['store']) {
  const base = baseOfVersion(store, version)
  if (!base) return []
  return compareTrees(store.objects, base.tree, readCommit(store.objects, version.head_sha).tree)
}

function isMerged({ state }: MergeRequestRecord): boolean {
  return state === 'merged'
}

/** Returns a reviewer (schemas/v4/resources/reviewer.json). */
export function reviewerResource(
  { user_id, state, created_at }: MergeRequestRecord['reviewers'][number],
  context: Context,
): Reviewer {
  return { user: userBasic(existingUser(context, user_id), context), state, created_at }
}

/** Returns the approvals of a merge request (schemas/v4/resources/approvals.json). */
export function approvalsResource(context: MergeRequestContext): Approvals {
  const { approvals } = context.mergeRequest
  return {
    user_has_approved: hasApproved(context),
    user_can_approve: canStillApprove(context),
    approved: approvals.length > 0,
    approved_by: approvals.map(({ user_id, approved_at }) => ({
      user: userBasic(existingUser(context, user_id), context),
      approved_at,
    })),
  }
}
