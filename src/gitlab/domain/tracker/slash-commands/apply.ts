import type { IssueRecord } from '../../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../../store/models/merge-request.ts'
import { omitUndefined } from '../../changes.ts'
import { applyConsequences, type Context } from '../../context.ts'
import { changeIssue, type IssueChanges } from '../../issues/change.ts'
import { markAsDuplicate } from '../../issues/duplicate.ts'
import { addIssueLink, linksOf, unlinkIssues } from '../../issues/links.ts'
import { cloneIssue, moveIssue } from '../../issues/move.ts'
import { existingProject } from '../../lookups.ts'
import { approve, unapprove } from '../../merge-requests/approvals.ts'
import { changeMergeRequest, type MergeRequestChanges } from '../../merge-requests/change.ts'
import { isBuildMissing, mergeBlockerOf } from '../../merge-requests/mergeability.ts'
import { rebase } from '../../merge-requests/rebase.ts'
import { mergeOrSchedule } from '../../merge-requests/schedule.ts'
import { markedAsWorkInProgress } from '../../merge-requests/work-in-progress.ts'
import { awardEmoji, awardsOn, revokeAward } from '../award-emoji.ts'
import { type Noteable, onIssue, onMergeRequest } from '../noteable.ts'
import { setSubscription } from '../subscriptions.ts'
import { addTodo, settleTodos } from '../todos.ts'
import type { CommandTarget, CommandUpdates } from './command.ts'
import { labelsAfter } from './label-updates.ts'

/** Applies the updates of the commands in a comment to an issue or merge request, in the caller's name. */
export function applyCommands(
  context: Context,
  target: CommandTarget,
  updates: CommandUpdates,
): void {
  if (!target.record || Object.keys(updates).length === 0) return
  if (target.type === 'Issue') changeIssueWithCommands(context, target.record, {}, updates)
  else changeMergeRequestWithCommands(context, target.record, {}, updates)
}

/**
 * Changes an issue as a request and the commands in its new description say. Commands win; what they change as well
 * is one change with one hook.
 */
export function changeIssueWithCommands(
  context: Context,
  issue: IssueRecord,
  changes: IssueChanges,
  updates: CommandUpdates,
): IssueRecord {
  const { store } = context
  const project = existingProject(context, issue.project_id)
  applyAttention(context, { type: 'Issue', project, record: issue }, updates)
  const { due_date, confidential, issue_type, severity, zoom_meeting_url } = updates
  changeIssue(context, store.issues.get(issue.id) ?? issue, {
    ...changes,
    ...planningOf(changes.labels ?? issue.labels, updates),
    ...omitUndefined({ due_date, confidential, issue_type, severity, zoom_meeting_url }),
  })
  relateIssue(context, issue, updates)
  copyIssue(context, store.issues.get(issue.id) ?? issue, updates)
  return store.issues.get(issue.id) ?? issue
}

/** The same for a merge request. */
export function changeMergeRequestWithCommands(
  context: Context,
  mergeRequest: MergeRequestRecord,
  changes: MergeRequestChanges,
  updates: CommandUpdates,
): MergeRequestRecord {
  const { store, release } = context
  const project = existingProject(context, mergeRequest.target_project_id)
  applyAttention(context, { type: 'MergeRequest', project, record: mergeRequest }, updates)
  const { isWorkInProgress, isMerged, reviewer_ids, target_branch, approval, isRebased } = updates
  const { title = changes.title, ...planning } = planningOf(
    changes.labels ?? mergeRequest.labels,
    updates,
  )
  const marked =
    isWorkInProgress === undefined
      ? title
      : markedAsWorkInProgress(release, title ?? mergeRequest.title, isWorkInProgress)
  const changed = changeMergeRequest(
    context,
    store.mergeRequests.get(mergeRequest.id) ?? mergeRequest,
    { ...changes, ...planning, ...omitUndefined({ title: marked, reviewer_ids, target_branch }) },
  )
  if (approval === 'approve') approve(context, changed)
  if (approval === 'unapprove') unapprove(context, changed)
  if (isRebased) rebase(context, changed, { makesPipeline: true })
  if (updates.isReviewSubmitted) {
    applyConsequences(context.consequences.reviewSubmitted, context, changed)
  }
  if (isMerged) mergeIfPossible(context, store.mergeRequests.get(changed.id) ?? changed)
  return store.mergeRequests.get(changed.id) ?? changed
}

/** Applies the updates of the caller's own subscription, to-do item and emoji. */
function applyAttention(
  context: Context,
  target: CommandTarget,
  { subscribed, todo, emoji_award }: CommandUpdates,
): void {
  const { type, record } = target
  const noteable = noteableOf(target)
  if (!record || !noteable) return
  if (subscribed !== undefined) setSubscription(context, type, record, subscribed)
  if (todo) applyTodo(context, noteable, todo)
  if (emoji_award) toggleAward(context, noteable, emoji_award)
}

function noteableOf(target: CommandTarget): Noteable | undefined {
  const { project, type, record } = target
  if (!record) return undefined
  return type === 'Issue'
    ? onIssue({ project, issue: record })
    : onMergeRequest({ project, mergeRequest: record })
}

function applyTodo(context: Context, noteable: Noteable, todo: 'add' | 'done'): void {
  if (todo === 'done') settleTodos(context, noteable)
  else {
    const { id: user_id } = context.viewer.signedIn()
    addTodo(context, noteable, { user_id, action_name: 'marked' })
  }
}

/** Returns the changes that issues and merge requests have in common. */
function planningOf(
  before: readonly string[],
  {
    state_event,
    title,
    assignee_id,
    milestone_id,
    labels,
    discussion_locked,
    time_estimate,
    spend_time,
  }: CommandUpdates,
) {
  return omitUndefined({
    state_event,
    title,
    assignee_id,
    milestone_id,
    labels: labels && labelsAfter(before, labels),
    discussion_locked,
    time_estimate,
    spend_time,
  })
}

function relateIssue(context: Context, issue: IssueRecord, updates: CommandUpdates): void {
  const { issues } = context.store
  const { related_issue_ids = [], unrelated_issue_ids = [], canonical_issue_id } = updates
  for (const id of related_issue_ids) {
    const other = issues.get(id)
    if (other) addIssueLink(context, issue, other)
  }
  for (const { link, other } of linksOf(context, issue)) {
    if (unrelated_issue_ids.includes(other.id)) unlinkIssues(context, link)
  }
  const canonical = issues.get(canonical_issue_id ?? 0)
  if (canonical) markAsDuplicate(context, issue, canonical)
}

function copyIssue(
  context: Context,
  issue: IssueRecord,
  { moved_to_project_id, cloned_to }: CommandUpdates,
): void {
  const { projects } = context.store
  const copyPlace = projects.get(cloned_to?.project_id ?? 0)
  if (copyPlace) cloneIssue(context, issue, copyPlace, cloned_to?.with_notes ?? false)
  const place = projects.get(moved_to_project_id ?? 0)
  if (place && issue.moved_to_id === null) moveIssue(context, issue, place)
}

/** Awards an emoji, or revokes it where the caller already awarded it. */
function toggleAward(context: Context, noteable: Noteable, emoji: string): void {
  const { id: userId } = context.viewer.signedIn()
  const before = awardsOn(context, noteable).find(
    ({ name, user_id }) => name === emoji && user_id === userId,
  )
  if (before) revokeAward(context, noteable, before)
  else awardEmoji(context, noteable, emoji)
}

/** Merges, or enables auto-merge, if possible: other commands of the same text may have changed that. */
function mergeIfPossible(context: Context, mergeRequest: MergeRequestRecord): void {
  const { store } = context
  const project = store.projects.get(mergeRequest.target_project_id)
  const isBuildAwaited = isBuildMissing(store, mergeRequest)
  if (!project || mergeBlockerOf(context, project, mergeRequest, { isBuildAwaited })) return
  const time = isBuildAwaited ? 'later' : 'now'
  mergeOrSchedule(context, mergeRequest, time, {})
}
