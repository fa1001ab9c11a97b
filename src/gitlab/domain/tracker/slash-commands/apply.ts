import type { IssueRecord } from '../../../../store/models/issue.ts'
import type { MergeRequestRecord } from '../../../../store/models/merge-request.ts'
import { omitUndefined } from '../../changes.ts'
import type { Context } from '../../context.ts'
import { changeIssue } from '../../issues/change.ts'
import { changeMergeRequest } from '../../merge-requests/change.ts'
import { isBuildMissing, mergeBlockerOf } from '../../merge-requests/mergeability.ts'
import { mergeOrSchedule } from '../../merge-requests/schedule.ts'
import { markedAsWorkInProgress } from '../../merge-requests/work-in-progress.ts'
import { onIssue, onMergeRequest } from '../noteable.ts'
import { setSubscription } from '../subscriptions.ts'
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
  if (!record) return
  if (updates.subscribed !== undefined) setSubscription(context, type, record, updates.subscribed)
  if (updates.todo) applyTodo(context, target, updates.todo)
  if (target.type === 'Issue' && target.record) applyToIssue(context, target.record, updates)
  if (target.type === 'MergeRequest' && target.record) {
    applyToMergeRequest(context, target.record, updates)
  }
}

function applyTodo(context: Context, target: CommandTarget, todo: 'add' | 'done'): void {
  const { project } = target
  if (!target.record) return
  const noteable =
    target.type === 'Issue'
      ? onIssue({ project, issue: target.record })
      : onMergeRequest({ project, mergeRequest: target.record })
  if (todo === 'done') settleTodos(context, noteable)
  else {
    const { id: user_id } = context.viewer.signedIn()
    addTodo(context, noteable, { user_id, action_name: 'marked' })
  }
}

/** Returns the changes that issues and merge requests have in common. */
function planningOf(
  { labels: before }: { readonly labels: readonly string[] },
  { state_event, title, assignee_id, milestone_id, labels }: CommandUpdates,
) {
  const after = labels && labelsAfter(before, labels)
  return omitUndefined({ state_event, title, assignee_id, milestone_id, labels: after })
}

function applyToIssue(context: Context, record: IssueRecord, updates: CommandUpdates): void {
  const issue = context.store.issues.get(record.id) ?? record
  const { due_date } = updates
  changeIssue(context, issue, { ...planningOf(issue, updates), ...omitUndefined({ due_date }) })
}

function applyToMergeRequest(
  context: Context,
  record: MergeRequestRecord,
  updates: CommandUpdates,
): void {
  const { store, release } = context
  const mergeRequest = store.mergeRequests.get(record.id) ?? record
  const { isWorkInProgress, isMerged } = updates
  const changes = planningOf(mergeRequest, updates)
  const title =
    isWorkInProgress === undefined
      ? changes.title
      : markedAsWorkInProgress(release, changes.title ?? mergeRequest.title, isWorkInProgress)
  const changed = changeMergeRequest(context, mergeRequest, {
    ...changes,
    ...omitUndefined({ title }),
  })
  if (isMerged) mergeIfPossible(context, changed)
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
