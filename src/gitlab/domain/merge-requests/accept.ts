import { notAllowed } from '../../../contract/errors.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { checkHead, type MergeTime, mergeErrorOf } from './merge.ts'
import { isRunning, mergeBlockerOf } from './mergeability.ts'
import { headPipeline } from './range.ts'

/** The conditions in a request to merge. */
interface Conditions {
  /** The expected head of the source branch. */
  readonly sha?: string | undefined
  /** Whether to enable auto-merge. */
  readonly isAutomatic?: boolean | undefined
}

/**
 * Returns whether a requested merge can happen now or later, by auto-merge.
 * Throws 405 or 422 where something prevents it, and 409 where the head has changed.
 */
export function checkAccept(
  context: MergeRequestContext,
  { sha, isAutomatic = false }: Conditions,
): MergeTime {
  const { project, mergeRequest } = context
  const blocker = mergeBlockerOf(context, project, mergeRequest)
  const time = isAutomatic ? automaticTime(context) : 'now'
  if (time === undefined) throw notAllowed()
  if (time === 'now' && blocker) throw mergeErrorOf(context.release, blocker)
  checkHead(context, sha)
  return time
}

/**
 * Returns whether an auto-merge can happen now or later. Undefined where its branches prevent it, or where no check
 * is pending and no pipeline succeeded.
 */
export function automaticTime(context: MergeRequestContext): MergeTime | undefined {
  const { store, project, mergeRequest } = context
  const pipeline = headPipeline(store, mergeRequest)
  const checks = ['state', 'commits', 'conflicts', 'rebase'] as const
  if (mergeBlockerOf(context, project, mergeRequest, { checks })) return undefined
  if (mergeBlockerOf(context, project, mergeRequest) || (pipeline && isRunning(pipeline))) {
    return 'later'
  }
  return pipeline?.status === 'success' ? 'now' : undefined
}

/** Enables squashing for a merge request permanently. */
export function askToSquash(
  { store, now }: Context,
  mergeRequest: MergeRequestRecord,
): MergeRequestRecord {
  if (mergeRequest.squash) return mergeRequest
  return store.mergeRequests.replace(mergeRequest, { squash: true, updated_at: now })
}

/** Returns the error of a merge that the project allows only with squashing; undefined for none. */
export function mergeFailureOf({ project, mergeRequest }: MergeRequestContext): string | undefined {
  return project.settings.squash_option === 'always' && !mergeRequest.squash
    ? 'This project requires squashing commits when merge requests are accepted.'
    : undefined
}

/** Records the error of a merge or rebase. */
export function recordFailure(
  { store, now }: Pick<Context, 'store' | 'now'>,
  mergeRequest: MergeRequestRecord,
  merge_error: string,
): void {
  store.mergeRequests.replace(mergeRequest, { merge_error, updated_at: now })
}
