import { notAllowed } from '../../../contract/errors.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { checkHead, type MergeTime, mergeErrorOf } from './merge.ts'
import { isRunning, mergeBlockerOf } from './mergeability.ts'
import { headPipeline } from './range.ts'

/** What a request says of when and what to merge. */
interface Conditions {
  /** The head that the caller has seen. */
  readonly sha?: string | undefined
  /** Whether it is merged as soon as nothing stands against it. */
  readonly isAutomatic?: boolean | undefined
}

/**
 * When a merge that is asked for can be: at once, or as soon as what stands against it is gone. 405 and 422 where
 * something prevents it, 409 where the head is another one.
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
 * When a merge that comes by itself can be: neither where its branches prevent it, nor where there is nothing to wait for and no pipeline
 * succeeded.
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

/** Asks for one commit of all changes, for good. */
export function askToSquash(
  { store, now }: Context,
  mergeRequest: MergeRequestRecord,
): MergeRequestRecord {
  if (mergeRequest.squash) return mergeRequest
  return store.mergeRequests.replace(mergeRequest, { squash: true, updated_at: now })
}

/** Why a merge that nothing prevents comes to nothing: the project wants one commit, and nobody asked for it. */
export function mergeFailureOf({ project, mergeRequest }: MergeRequestContext): string | undefined {
  return project.settings.squash_option === 'always' && !mergeRequest.squash
    ? 'This project requires squashing commits when merge requests are accepted.'
    : undefined
}

/** Records why a merge or a rebase came to nothing. */
export function recordFailure(
  { store, now }: Pick<Context, 'store' | 'now'>,
  mergeRequest: MergeRequestRecord,
  merge_error: string,
): void {
  store.mergeRequests.replace(mergeRequest, { merge_error, updated_at: now })
}
