import { conflict, forbidden } from '../../../contract/errors.ts'
import { ahead, isAncestor } from '../../../git/history/ancestry.ts'
import { cherryPick } from '../../../git/merge/merge.ts'
import type { ObjectId } from '../../../git/objects/objects.ts'
import { branchReference } from '../../../git/repository.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { allowsForcePush, canPush } from '../../access/protection.ts'
import { createPipelinesOfPush } from '../builds/pipelines-of-push.ts'
import type { Context, MergeRequestContext } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { push } from '../repositories/push.ts'
import { callerSignature } from '../repositories/signatures.ts'
import { recordFailure } from './accept.ts'
import { sourceHead, targetHead } from './range.ts'
import { isOpen } from './states.ts'

/** Throws 403 where the caller may not force-push to the source branch, and 409 where the merge request is not open. */
export function mustRebase(context: MergeRequestContext): void {
  const { store, mergeRequest } = context
  const { source_project_id, source_branch } = mergeRequest
  const source = store.projects.get(source_project_id)
  if (!source || sourceHead(store, mergeRequest) === undefined) {
    throw forbidden('Source branch does not exist')
  }
  if (!canPush(context, source, source_branch)) throw forbidden('Cannot push to source branch')
  if (!allowsForcePush(store, source, source_branch)) {
    throw forbidden('Source branch is protected from force push')
  }
  if (!isOpen(mergeRequest)) throw conflict('Merge request is not open')
}

/** Rebases the source branch onto the target branch. Conflicts are recorded as the merge request's error. */
export function rebase(
  context: Context,
  mergeRequest: MergeRequestRecord,
  { makesPipeline }: { readonly makesPipeline: boolean },
): void {
  const { store, consequences } = context
  const [target, source] = [targetHead(store, mergeRequest), sourceHead(store, mergeRequest)]
  if (target === undefined || source === undefined) return
  if (isAncestor(store.objects, target, source)) return
  const head = rebased(context, target, source)
  if (head === undefined) {
    const reason = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.'
    recordFailure(context, mergeRequest, reason)
    return
  }
  const pushed = makesPipeline
    ? consequences.pushed
    : consequences.pushed.filter((follow) => follow !== createPipelinesOfPush)
  const project = existingProject(context, mergeRequest.source_project_id)
  const ref = branchReference(mergeRequest.source_branch)
  push({ ...context, consequences: { ...consequences, pushed } }, project, ref, head)
}

/** Cherry-picks the commits onto the target and returns the new head; undefined for a conflict. */
function rebased(context: Context, target: ObjectId, source: ObjectId): ObjectId | undefined {
  const { objects } = context.store
  const committer = callerSignature(context)
  let onto = target
  for (const commit of ahead(objects, target, source).reverse()) {
    if (commit.parents.length > 1) continue
    const outcome = cherryPick(objects, commit.id, onto, { committer })
    if (outcome.kind === 'conflicts') return undefined
    if (outcome.kind === 'picked') onto = outcome.commit.id
  }
  return onto
}
