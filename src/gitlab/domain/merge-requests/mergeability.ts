import { isAncestor } from '../../../git/history/ancestry.ts'
import { hasConflicts } from '../../../git/merge/merge.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { canMerge } from '../../access/protection.ts'
import type { Context, SystemContext } from '../context.ts'
import { hasSucceeded, headPipeline, sourceHead, targetHead } from './range.ts'
import { isOpen } from './states.ts'
import { isWorkInProgress } from './work-in-progress.ts'

/** What keeps a source branch from being merged. */
export type BranchBlocker = 'a branch is missing' | 'no commits' | 'conflicts'

/**
 * What keeps an open merge request from being merged as the branches stand; undefined for nothing.
 * Whatever else forbids it (a title, a build, a permission) is not asked here.
 */
function branchBlockerOf(
  store: Store,
  mergeRequest: MergeRequestRecord,
): BranchBlocker | undefined {
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) return 'a branch is missing'
  if (isAncestor(store.objects, source, target)) return 'no commits'
  return hasConflicts(store.objects, target, source) ? 'conflicts' : undefined
}

/**
 * Follows the branches while it is open. A merged one could be merged; nobody looks at the branches
 * of a closed one (schemas/v3/resources/merge-request: the other values of merge_status are GitLab's).
 */
export function mergeStatus(store: Store, mergeRequest: MergeRequestRecord) {
  if (mergeRequest.state === 'merged') return 'can_be_merged'
  if (!isOpen(mergeRequest)) return 'unchecked'
  return branchBlockerOf(store, mergeRequest) ? 'cannot_be_merged' : 'can_be_merged'
}

/** Why a merge request cannot be merged, whoever asks. */
export type MergeBlocker =
  | BranchBlocker
  | 'not open'
  | 'work in progress'
  | 'unresolved discussions'
  | 'no successful build'

/** Whoever may push to the target branch may merge into it, or whom its protection lets merge. */
export function mayMerge(
  context: Context,
  project: ProjectRecord,
  { target_branch }: MergeRequestRecord,
): boolean {
  return canMerge(context, project, target_branch)
}

/** The first thing that prevents a merge; `isBuildAwaited` where a build may still be running. */
export function mergeBlockerOf(
  { store, release }: Pick<SystemContext, 'store' | 'release'>,
  project: ProjectRecord,
  mergeRequest: MergeRequestRecord,
  { isBuildAwaited = false } = {},
): MergeBlocker | undefined {
  if (!isOpen(mergeRequest)) return 'not open'
  if (isWorkInProgress(release, mergeRequest.title)) return 'work in progress'
  const blocker = branchBlockerOf(store, mergeRequest)
  if (blocker) return blocker
  const mustSucceed = project.only_allow_merge_if_build_succeeds && !isBuildAwaited
  if (mustSucceed && isBuildMissing(store, mergeRequest)) return 'no successful build'
  const mustResolve = project.only_allow_merge_if_all_discussions_are_resolved
  return mustResolve && hasOpenDiscussions(store, mergeRequest)
    ? 'unresolved discussions'
    : undefined
}

/** Whether the head has a pipeline that did not succeed; where there is none, none is waited for. */
export function isBuildMissing(store: Store, mergeRequest: MergeRequestRecord): boolean {
  const pipeline = headPipeline(store, mergeRequest)
  return pipeline !== undefined && !hasSucceeded(pipeline)
}

function hasOpenDiscussions(store: Store, { id }: MergeRequestRecord): boolean {
  return store.notes
    .by('noteable', targetKey('MergeRequest', id))
    .some(({ resolvable, resolved }) => resolvable && !resolved)
}
