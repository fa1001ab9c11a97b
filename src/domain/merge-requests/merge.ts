import { canPush, protectionOf } from '../../access/protection.ts'
import { conflict, notAcceptable, notAllowed } from '../../contract/errors.ts'
import { mergeCommits } from '../../git/merge.ts'
import type { ObjectId } from '../../git/objects.ts'
import { branchReference } from '../../git/repository.ts'
import { type MergeRequestRecord, unscheduled } from '../../store/models/merge-request.ts'
import { applyConsequences, type Context } from '../context.ts'
import { existingProject, existingUser } from '../lookups.ts'
import { onBehalfOf } from '../on-behalf.ts'
import { push } from '../repositories/push.ts'
import { callerSignature } from '../repositories/signatures.ts'
import { defaultMergeMessage } from './merge-message.ts'
import type { MergeBlocker } from './mergeability.ts'
import { headOf, remembered, sourceHead, targetHead } from './range.ts'

/** What the caller wants of a merge. */
export interface MergeOptions {
  readonly merge_commit_message?: string | undefined
  readonly should_remove_source_branch?: boolean | undefined
}

/** Document 2, Merge request states: 405 on conflicts, 406 if merged or closed already. */
export function mergeErrorOf(blocker: MergeBlocker) {
  switch (blocker) {
    case 'not open':
      return notAcceptable()
    case 'conflicts':
      return notAllowed('Branch cannot be merged')
    case 'a branch is missing':
    case 'no commits':
    case 'work in progress':
    case 'unresolved discussions':
    case 'no successful build':
      return notAllowed()
  }
}

/** 409 where the head is not the one that the caller has seen. */
export function checkHeadSha(context: Context, mergeRequest: MergeRequestRecord, sha?: string) {
  const head = headOf(context.store, mergeRequest)
  if (sha === undefined || sha === head) return
  throw conflict(`SHA does not match HEAD of source branch: ${head}`)
}

/**
 * Merges, in the caller's name, what nothing hinders: a merge commit on the target branch, never a
 * fast-forward; and takes the source branch away where that was asked for.
 */
export function merge(
  context: Context,
  mergeRequest: MergeRequestRecord,
  { merge_commit_message, should_remove_source_branch = false }: MergeOptions,
): MergeRequestRecord {
  const { store, viewer, now } = context
  const project = existingProject(context, mergeRequest.target_project_id)
  const commit = writeMergeCommit(context, mergeRequest, merge_commit_message)
  const merged = store.mergeRequests.replace(mergeRequest, {
    ...unscheduled,
    ...remembered(store, mergeRequest),
    state: 'merged',
    merge_commit_sha: commit,
    merge_user_id: viewer.signedIn().id,
    should_remove_source_branch,
    updated_at: now,
  })
  push(context, project, branchReference(mergeRequest.target_branch), commit)
  applyConsequences(context.consequences.merged, context, merged)
  if (should_remove_source_branch || merged.force_remove_source_branch) {
    removeSourceBranch(context, merged)
  }
  return merged
}

function writeMergeCommit(
  context: Context,
  mergeRequest: MergeRequestRecord,
  message: string | undefined,
): ObjectId {
  const { store } = context
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) throw mergeErrorOf('a branch is missing')
  const signature = callerSignature(context)
  const outcome = mergeCommits(store.objects, target, source, {
    message: message?.trim() ? message : defaultMergeMessage(mergeRequest),
    author: signature,
    committer: signature,
  })
  if (outcome.kind === 'merged') return outcome.commit.id
  throw mergeErrorOf(outcome.kind === 'conflicts' ? 'conflicts' : 'no commits')
}

/**
 * In the name of the author, if they asked for it, else of who merges. A branch stays that is the
 * default one or protected, and one that they may not push to.
 */
function removeSourceBranch(context: Context, mergeRequest: MergeRequestRecord): void {
  const { store } = context
  const { source_branch, force_remove_source_branch, author_id } = mergeRequest
  const project = existingProject(context, mergeRequest.source_project_id)
  const remover = force_remove_source_branch
    ? onBehalfOf(context, existingUser(context, author_id))
    : context
  const isKept =
    project.default_branch === source_branch ||
    protectionOf(store, project, source_branch) !== undefined
  if (isKept || !canPush(remover, project, source_branch)) return
  push(remover, project, branchReference(source_branch), undefined)
}
