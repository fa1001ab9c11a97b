import type { IssueRecord } from '../../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../../store/models/merge-request.ts'
import { omitUndefined } from '../../changes.ts'
import type { Context } from '../../context.ts'
import { changeIssue } from '../../issues/change.ts'
import { markAsDuplicate } from '../../issues/duplicate.ts'
import { addIssueLink, linksOf, unlinkIssues } from '../../issues/links.ts'
import { cloneIssue, moveIssue } from '../../issues/move.ts'
import { approve, unapprove } from '../../merge-requests/approvals.ts'
import { changeMergeRequest } from '../../merge-requests/change.ts'
import { isBuildMissing, mergeBlockerOf } from '../../merge-requests/mergeability.ts'
import { rebase } from '../../merge-requests/rebase.ts'
import { mergeOrSchedule } from '../../merge-requests/schedule.ts'
import { markedAsWorkInProgress } from '../../merge-requests/work-in-progress.ts'
import { awardEmoji, awardsOn, revokeAward } from '../award-emoji.ts'
import { type Noteable, onIssue, onMergeRequest } from '../noteable.ts'
import { setSubscription } from '../subscriptions.ts'
import { estimateTime, resetTimeSpent, spendTime } from '../time-tracking.ts'
import { addTodo, settleTodos } from '../todos.ts'
import type { CommandTarget, CommandUpdates } from './command.ts'
import { labelsAfter } from './label-updates.ts'

/** Applies the updates of commands to an issue or merge request, in the caller's name. */
export function applyCommands(
  context: Context,
  target: CommandTarget,
  updates: CommandUpdates,
): void {
  const { type, record } = target
  const noteable = noteableOf(target)
  if (!record || !noteable || Object.keys(updates).length === 0) return
  if (updates.subscribed !== undefined) setSubscription(context, type, record, updates.subscribed)
  if (updates.todo) applyTodo(context, noteable, updates.todo)
  if (updates.emoji_award) toggleAward(context, noteable, updates.emoji_award)
  applyToTimes(context, noteable, updates)
  if (target.type === 'Issue' && target.record) applyToIssue(context, target.record, updates)
  if (target.type === 'MergeRequest' && target.record) {
    applyToMergeRequest(context, target.record, updates)
  }
}

function applyTodo(context: Context, noteable: Noteable, todo: 'add' | 'done'): void {
  if (todo === 'done') settleTodos(context, noteable)
  else {
    const { id: user_id } = context.viewer.signedIn()
    addTodo(context, noteable, { user_id, action_name: 'marked' })
  }
}

function noteableOf(target: CommandTarget): Noteable | undefined {
  const { project } = target
  if (!target.record) return undefined
  return target.type === 'Issue'
    ? onIssue({ project, issue: target.record })
    : onMergeRequest({ project, mergeRequest: target.record })
}

/** Returns the changes that issues and merge requests have in common. */
function planningOf(
  { labels: before }: { readonly labels: readonly string[] },
  { state_event, title, assignee_id, milestone_id, labels, discussion_locked }: CommandUpdates,
) {
  const after = labels && labelsAfter(before, labels)
  return omitUndefined({
    state_event,
    title,
    assignee_id,
    milestone_id,
    labels: after,
    discussion_locked,
  })
}

function applyToIssue(context: Context, record: IssueRecord, updates: CommandUpdates): void {
  const { store } = context
  const issue = store.issues.get(record.id) ?? record
  const { due_date, confidential, issue_type, severity } = updates
  changeIssue(context, issue, {
    ...planningOf(issue, updates),
    ...omitUndefined({ due_date, confidential, issue_type, severity }),
  })
  relateIssue(context, issue, updates)
  copyIssue(context, store.issues.get(issue.id) ?? issue, updates)
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

function applyToMergeRequest(
  context: Context,
  record: MergeRequestRecord,
  updates: CommandUpdates,
): void {
  const { store, release } = context
  const mergeRequest = store.mergeRequests.get(record.id) ?? record
  const { isWorkInProgress, isMerged, reviewer_ids, target_branch, approval, isRebased } = updates
  const changes = planningOf(mergeRequest, updates)
  const title =
    isWorkInProgress === undefined
      ? changes.title
      : markedAsWorkInProgress(release, changes.title ?? mergeRequest.title, isWorkInProgress)
  const changed = changeMergeRequest(context, mergeRequest, {
    ...changes,
    ...omitUndefined({ title, reviewer_ids, target_branch }),
  })
  if (approval === 'approve') approve(context, changed)
  if (approval === 'unapprove') unapprove(context, changed)
  if (isRebased) rebase(context, changed, { makesPipeline: true })
  if (isMerged) mergeIfPossible(context, store.mergeRequests.get(changed.id) ?? changed)
}

function applyToTimes(
  context: Context,
  noteable: Noteable,
  { time_estimate, spend_time }: CommandUpdates,
): void {
  const { issues, mergeRequests } = context.store
  const { type, id } = noteable
  const record = type === 'Issue' ? issues.get(id) : mergeRequests.get(id)
  if (!record) return
  if (time_estimate !== undefined) estimateTime(context, noteable, record, time_estimate)
  if (spend_time === 'reset') resetTimeSpent(context, noteable, record)
  else if (spend_time !== undefined) spendTime(context, noteable, record, spend_time)
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
