import { isAncestor } from '../../git/ancestry.ts'
import { hasConflicts } from '../../git/merge.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import type { Store } from '../../store/store.ts'
import { isOpen, sourceHead, targetHead } from './range.ts'

/** What keeps a source branch from being merged. */
export type BranchBlocker = 'a branch is missing' | 'no commits' | 'conflicts'

/**
 * What keeps an open merge request from being merged as the branches stand; undefined for nothing.
 * Whatever else forbids it (a title, a build, a permission) is not asked here.
 */
export function branchBlockerOf(
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
 * of a closed one (document 2: values beside can_be_merged are not shown).
 */
export function mergeStatus(store: Store, mergeRequest: MergeRequestRecord) {
  if (mergeRequest.state === 'merged') return 'can_be_merged'
  if (!isOpen(mergeRequest)) return 'unchecked'
  return branchBlockerOf(store, mergeRequest) ? 'cannot_be_merged' : 'can_be_merged'
}
