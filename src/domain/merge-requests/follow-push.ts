import { isAncestor, mergeBase } from '../../git/ancestry.ts'
import type { ObjectId } from '../../git/objects.ts'
import type { MergeRequestRecord } from '../../store/models/merge-request.ts'
import { applyConsequences, type Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { branchOf, type Push, pushedCommits } from '../repositories/pushes.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { markAsMerged } from './merge-completion.ts'
import { headOf } from './range.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { isOpen } from './states.ts'

const shortLength = 8

/**
 * Open merge requests follow the branches. Those whose head a push brought into the target branch are
 * merged by it; the others note what became of their source branch, and a merge that was scheduled
 * for the former head is not any more.
 */
export function followMergeRequests(context: Context, push: Push): void {
  const branch = branchOf(push)
  if (branch === undefined) return
  const { mergeRequests } = context.store
  for (const one of mergeRequests.by('target_project_id', push.project.id).filter(follows)) {
    if (one.target_branch === branch) followTarget(context, push, one)
  }
  for (const one of mergeRequests.by('source_project_id', push.project.id).filter(follows)) {
    if (one.source_branch === branch) followSource(context, push, one)
  }
}

function follows(mergeRequest: MergeRequestRecord): boolean {
  return isOpen(mergeRequest) && mergeRequest.deleted_at === null
}

function followTarget(context: Context, push: Push, mergeRequest: MergeRequestRecord): void {
  const { store } = context
  const head = headOf(store, mergeRequest)
  const base = head && push.before && mergeBase(store.objects, push.before, head)?.id
  if (push.after === undefined) {
    store.mergeRequests.replace(mergeRequest, { base_sha: base ?? null })
  } else if (push.before === undefined) {
    store.mergeRequests.replace(mergeRequest, { base_sha: null })
  } else if (head !== undefined && bringsHead(context, push.before, push.after, head)) {
    const merged = markAsMerged(context, mergeRequest, { head_sha: head, base_sha: base ?? null })
    applyConsequences(context.consequences.merged, context, merged)
  }
}

function bringsHead(
  { store: { objects } }: Context,
  before: ObjectId,
  after: ObjectId,
  head: ObjectId,
): boolean {
  return isAncestor(objects, head, after) && !isAncestor(objects, head, before)
}

function followSource(context: Context, push: Push, mergeRequest: MergeRequestRecord): void {
  const { store, now } = context
  const head_sha = push.after === undefined ? (push.before ?? null) : null
  const moved = store.mergeRequests.replace(mergeRequest, {
    ...unscheduledBy('moveHead', mergeRequest),
    head_sha,
    updated_at: now,
  })
  const project = existingProject(context, moved.target_project_id)
  addSystemNote(context, onMergeRequest({ project, mergeRequest: moved }), describePush())

  function describePush(): string {
    const { source_branch } = mergeRequest
    if (push.after === undefined) return `deleted source branch \`${source_branch}\``
    if (push.before === undefined) return `restored source branch \`${source_branch}\``
    const added = pushedCommits(store, push).reverse()
    const lines = added.map((one) => `* ${one.id.slice(0, shortLength)} - ${titleOf(one)}`)
    const count = `${added.length} ${added.length === 1 ? 'commit' : 'commits'}`
    return [`added ${count}`, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
  }
}
