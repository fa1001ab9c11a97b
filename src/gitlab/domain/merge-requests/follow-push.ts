import { createWorkBudget, type WorkBudget } from '../../../git/diff/work-budget.ts'
import { idsAhead, isAncestor, mergeBase } from '../../../git/history/ancestry.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { openListKey } from '../../../store/list-keys.ts'
import type { MergeRequestRecord } from '../../../store/models/merge-request.ts'
import { applyConsequences, type Context, fireHooks } from '../context.ts'
import { followPositions } from '../discussions/follow-push.ts'
import { existingProject, pathWithNamespace } from '../lookups.ts'
import { titleOf } from '../repositories/commit-text.ts'
import { branchOf, type Push, pushedCommits } from '../repositories/pushes.ts'
import { onMergeRequest } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { noteAbortedMerge } from './aborted-merges.ts'
import { markAsMerged } from './merge-completion.ts'
import { headOf } from './range.ts'
import { unscheduledBy } from './scheduled-states.ts'
import { changeMergeRequestState } from './state-change.ts'
import { latestVersion, recordVersion, refsOfVersion, versionsOf } from './versions.ts'
import { isWorkInProgress, markedAsWorkInProgress } from './work-in-progress.ts'

const shortLength = 8

/**
 * Updates the open merge requests of a pushed branch. If a push brings a head into the target branch, it merges that
 * merge request.
 * Changes of a source branch get system notes, and cancel an auto-merge that was scheduled for the former head.
 */
export function followMergeRequests(context: Context, push: Push): void {
  const branch = branchOf(push)
  if (branch === undefined) return
  const { mergeRequests } = context.store
  const key = openListKey(push.project.id, branch)
  const brought = broughtBy(context, push)
  // Copies, since the loops write to the indexed lists.
  for (const one of mergeRequests.by('open_into', key).slice()) {
    followTarget(context, push, one, brought)
  }
  const budget = createWorkBudget()
  for (const one of mergeRequests.by('open_from', key).slice()) {
    followSource(context, push, one, budget)
  }
}

/**
 * Returns the lines that list the commits of a push in the format of the release, with a link to the diff where it
 * has one.
 */
function listed(
  context: Context,
  mergeRequest: MergeRequestRecord,
  commits: readonly GitCommit[],
): string[] {
  if (commits.length === 0) return []
  const lines = commits.map(
    (one) => `${one.id.slice(0, shortLength)} - ${titleOf(one, context.release)}`,
  )
  switch (context.release.listsPushedCommits) {
    case 'as Markdown':
      return [lines.map((line) => `* ${line}`).join('\n')]
    case 'as HTML': {
      const [latest, former] = versionsOf(context.store, mergeRequest).toReversed()
      const project = existingProject(context, mergeRequest.target_project_id)
      const page = `/${pathWithNamespace(context, project)}/-/merge_requests/${mergeRequest.iid}`
      const query = `diff_id=${latest?.id}&start_sha=${former?.head_sha}`
      return [
        `<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul>`,
        ...(former ? [`[Compare with previous version](${page}/diffs?${query})`] : []),
      ]
    }
  }
}

/** Returns a test of whether a push brought a commit into its branch. The commits are computed on first use. */
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
    const merged = markAsMerged(context, mergeRequest, {
      head_sha: head,
      base_sha: base(),
      ...(context.release.knowsMergingPushes ? { merge_commit_sha: bringing(head, after) } : {}),
    })
    applyConsequences(context.consequences.merged, context, merged)
  }

  /** Returns the first commit in the branch's first-parent history that contains the head. */
  function bringing(head: string, tip: string): string {
    let id = tip
    for (;;) {
      const [parent] = readCommit(store.objects, id).parents
      if (id === head || parent === undefined || !isAncestor(store.objects, head, parent)) return id
      id = parent
    }
  }
}

function followSource(
  context: Context,
  push: Push,
  mergeRequest: MergeRequestRecord,
  budget: WorkBudget,
): void {
  const { store, now } = context
  const head_sha = push.after === undefined ? (push.before ?? null) : null
  const latest = latestVersion(store, mergeRequest)
  const before = latest && refsOfVersion(store, latest)
  const moved = store.mergeRequests.replace(mergeRequest, {
    ...unscheduledBy('moveHead', mergeRequest),
    head_sha,
    merge_error: null,
    updated_at: now,
  })
  if (push.after !== undefined) recordVersion(context, moved)
  const project = existingProject(context, moved.target_project_id)
  addSystemNote(context, onMergeRequest({ project, mergeRequest: moved }), describePush())
  noteAbortedMerge(context, mergeRequest, 'source branch was updated')
  if (before && push.after !== undefined) followPositions(context, moved, before, budget)
  if (push.after !== undefined) firePush(markedByCommits())
  if (push.after === undefined && context.release.followsRemovedBranches) {
    changeMergeRequestState(context, moved, 'close')
  }

  /**
   * Marks the merge request as a draft where a pushed commit's title does (`mark_mr_as_draft_from_commits` in GitLab
   * 18).
   */
  function markedByCommits(): MergeRequestRecord {
    const { release } = context
    const { commits, added } = release.workInProgress
    const pushed = store.mergeRequests.get(moved.id) ?? moved
    if (!commits || isWorkInProgress(release, pushed.title)) return pushed
    const said = pushedCommits(store, push).find((one) => commits.test(titleOf(one, release)))
    if (!said) return pushed
    const title = markedAsWorkInProgress(release, pushed.title, true)
    const marked = store.mergeRequests.replace(pushed, { title })
    const note = `${added} from ${said.id.slice(0, shortLength)}`
    addSystemNote(context, onMergeRequest({ project, mergeRequest: marked }), note)
    return marked
  }

  function firePush(pushed: MergeRequestRecord): void {
    const user = context.viewer.signedIn()
    const change = { action: 'update', before: mergeRequest, oldrev: push.before, user } as const
    fireHooks(context, { kind: 'merge_request', mergeRequest: pushed, ...change })
  }

  function describePush(): string {
    const { source_branch } = mergeRequest
    if (push.after === undefined) return `deleted source branch \`${source_branch}\``
    if (push.before === undefined) return `restored source branch \`${source_branch}\``
    const added = pushedCommits(store, push).reverse()
    const count = `${added.length} ${added.length === 1 ? 'commit' : 'commits'}`
    return [`added ${count}`, ...listed(context, moved, added)].join('\n\n')
  }
}
