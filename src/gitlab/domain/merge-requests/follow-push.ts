import { idsAhead, mergeBase } from '../../../git/history/ancestry.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { applyConsequences, type Context } from '../context.ts'
import { existingProject } from '../lookups.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { branchOf, type Push, pushedCommits } from '../repositories/pushes.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { markAsMerged } from './merge-completion.ts'
import { headOf } from './range.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { changeMergeRequestState } from './state-change.ts'
import { recordVersion } from './versions.ts'

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
  const key = openListKey(push.project.id, branch)
  const brought = broughtBy(context, push)
  // Copies: what follows writes to the lists.
  for (const one of mergeRequests.by('open_into', key).slice()) {
    followTarget(context, push, one, brought)
  }
  for (const one of mergeRequests.by('open_from', key).slice()) followSource(context, push, one)
}

/** Whether a push brought a commit into its branch; its commits are looked up once, when first asked. */
function broughtBy({ store: { objects } }: Context, { before, after }: Push) {
  let brought: ReadonlySet<string> | undefined
  return (id: string): boolean => {
    if (before === undefined || after === undefined) return false
    brought ??= idsAhead(objects, before, [after])
    return brought.has(id)
  }
}

function followTarget(
  context: Context,
  push: Push,
  mergeRequest: MergeRequestRecord,
  isBrought: (id: string) => boolean,
): void {
  const { store } = context
  const { before, after } = push
  const head = headOf(store, mergeRequest)
  const base = () => (head && before && mergeBase(store.objects, before, head)?.id) ?? null
  if (after === undefined) {
    store.mergeRequests.replace(mergeRequest, { base_sha: base() })
  } else if (before === undefined) {
    store.mergeRequests.replace(mergeRequest, { base_sha: null })
  } else if (head !== undefined && isBrought(head)) {
    const merged = markAsMerged(context, mergeRequest, { head_sha: head, base_sha: base() })
    applyConsequences(context.consequences.merged, context, merged)
  }
}

function followSource(context: Context, push: Push, mergeRequest: MergeRequestRecord): void {
  const { store, now } = context
  const head_sha = push.after === undefined ? (push.before ?? null) : null
  const moved = store.mergeRequests.replace(mergeRequest, {
    ...unscheduledBy('moveHead', mergeRequest),
    head_sha,
    merge_error: null,
    updated_at: now,
  })
  if (push.after !== undefined) recordVersion(context, moved)
  const project = existingProject(context, moved.target_project_id)
  addSystemNote(context, onMergeRequest({ project, mergeRequest: moved }), describePush())
  if (push.after === undefined && context.release.followsRemovedBranches) {
    changeMergeRequestState(context, moved, 'close')
  }

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
