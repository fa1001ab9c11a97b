import type { IssueRecord } from '../../../store/models/issue.ts'
import { type MergeRequestRecord, unscheduled } from '../../../store/models/merge-request.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { targetKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemContext } from '../context.ts'
import { assigneesOf } from '../merge-requests/people.ts'
import { rangeFields } from '../merge-requests/range.ts'
import { unscheduledBy } from '../merge-requests/scheduled-states.ts'
import { isOpen, mergeRequestStates } from '../merge-requests/states.ts'
import { next } from '../state-table.ts'

/** Removes the issues, merge requests and snippets of a project, its milestones and its labels. */
export function removeTrackerOfProject({ store }: SystemContext, { id }: ProjectRecord): void {
  removeWithAttachments(store, {
    issues: store.issues.by('project_id', id),
    mergeRequests: store.mergeRequests.by('target_project_id', id),
    snippets: store.snippets.by('project_id', id),
  })
  for (const mergeRequest of store.mergeRequests.by('source_project_id', id)) {
    closeForGood(store, mergeRequest)
  }
  removeNotes(store, store.notes.by('project_id', id))
  removePlanning(store, 'project_id', id)
}

/** Removes the labels, milestones and boards of a group whose projects are already removed. */
export function removePlanningOfGroup({ store }: SystemContext, { id }: NamespaceRecord): void {
  removePlanning(store, 'group_id', id)
}

/**
 * Removes labels, milestones and boards. The issues and merge requests that use them are removed before or with them.
 */
function removePlanning(store: Store, field: 'project_id' | 'group_id', id: number): void {
  const boards = store.boards.by(field, id)
  store.boardLists.removeAll(boards.flatMap((board) => store.boardLists.by('board_id', board.id)))
  store.boards.removeAll(boards)
  store.milestones.removeAll(store.milestones.by(field, id))
  const labels = store.labels.by(field, id)
  store.subscriptions.removeAll(
    labels.flatMap((label) => store.subscriptions.by('subscribable', targetKey('Label', label.id))),
  )
  store.labels.removeAll(labels)
}

/** Removes the issues, merge requests, snippets and comments that a user wrote, and unassigns the user from others. */
export function removeTrackerOfUser({ store }: SystemContext, { id }: UserRecord): void {
  const issues = store.issues.by('author_id', id)
  const mergeRequests = store.mergeRequests.by('author_id', id)
  keepIids(store, 'gone_issue_iid', issues, (issue) => issue.project_id)
  keepIids(store, 'gone_merge_request_iid', mergeRequests, (one) => one.target_project_id)
  removeWithAttachments(store, {
    issues,
    mergeRequests,
    snippets: store.snippets.by('author_id', id),
  })
  removeNotes(store, store.notes.by('author_id', id))
  store.awardEmoji.removeAll(store.awardEmoji.by('user_id', id))
  clearUserOfResourceEvents(store, id)
  store.draftNotes.removeAll(store.draftNotes.by('author_id', id))
  store.subscriptions.removeAll(store.subscriptions.by('user_id', id))
  store.todos.removeAll(store.todos.by('user_id', id))
  store.todos.removeAll(store.todos.by('author_id', id))
  clearParticipant(store, id)
}

/**
 * Clears references to a user in the records of others: as assignee, reviewer or approver, and for closing, merging
 * and resolving.
 */
function clearParticipant(store: Store, userId: number): void {
  store.issues.replaceAll(store.issues.by('assignee_id', userId), { assignee_id: null })
  store.issues.replaceAll(store.issues.by('closed_by_id', userId), { closed_by_id: null })
  removeAssignee(store, store.mergeRequests.by('assigned_to', userId), userId)
  for (const one of store.mergeRequests.by('reviewed_by', userId)) {
    const reviewers = one.reviewers.filter(({ user_id }) => user_id !== userId)
    store.mergeRequests.replace(one, { reviewers })
  }
  for (const one of store.mergeRequests.by('approved_by', userId)) {
    const approvals = one.approvals.filter(({ user_id }) => user_id !== userId)
    store.mergeRequests.replace(one, { approvals })
  }
  const closed = store.mergeRequests.by('closed_by_id', userId)
  store.mergeRequests.replaceAll(closed, { closed_by_id: null })
  const merged = store.mergeRequests.by('merge_user_id', userId)
  const waiting = merged.filter(isOpen)
  const done = merged.filter((mergeRequest) => !isOpen(mergeRequest))
  store.mergeRequests.replaceAll(waiting, unscheduled)
  store.mergeRequests.replaceAll(done, { merge_user_id: null })
  const resolved = store.notes.all().filter((note) => note.resolved_by_id === userId)
  store.notes.replaceAll(resolved, { resolved_by_id: null })
}

/**
 * Unassigns a user from the issues and merge requests of some projects, without notifications
 * (`Members::UnassignService`).
 */
export function unassignWithin(
  { store }: SystemContext,
  projects: readonly ProjectRecord[],
  userId: number,
): void {
  const ids = new Set(projects.map(({ id }) => id))
  const issues = store.issues.by('assignee_id', userId).filter((one) => ids.has(one.project_id))
  store.issues.replaceAll(issues, { assignee_id: null })
  const mergeRequests = store.mergeRequests.by('assigned_to', userId)
  removeAssignee(
    store,
    mergeRequests.filter((one) => ids.has(one.target_project_id)),
    userId,
  )
}

function removeAssignee(
  { mergeRequests }: Store,
  assigned: readonly MergeRequestRecord[],
  userId: number,
): void {
  const shared = assigned.filter(({ more_assignee_ids }) => more_assignee_ids.length > 0)
  mergeRequests.replaceAll(
    assigned.filter(({ more_assignee_ids }) => more_assignee_ids.length === 0),
    { assignee_id: null },
  )
  for (const one of shared) {
    const [assignee_id = null, ...rest] = assigneesOf(one).filter((id) => id !== userId)
    mergeRequests.replace(one, { assignee_id, more_assignee_ids: rest })
  }
}

/** Records the greatest iids of removed issues and merge requests, so that new ones do not reuse them. */
function keepIids<R extends { readonly iid: number }>(
  store: Store,
  field: 'gone_issue_iid' | 'gone_merge_request_iid',
  records: readonly R[],
  projectIdOf: (record: R) => number,
): void {
  const greatest = new Map<number, number>()
  for (const record of records) {
    const id = projectIdOf(record)
    greatest.set(id, Math.max(greatest.get(id) ?? 0, record.iid))
  }
  for (const [id, iid] of greatest) {
    const project = store.projects.get(id)
    if (project && project[field] < iid) store.projects.replace(project, { [field]: iid })
  }
}

/** Soft-deletes an issue: it keeps its iid, and no caller can see it. */
export function deleteIssue({ store, now }: SystemContext, issue: IssueRecord): void {
  store.issues.replace(issue, { deleted_at: now })
}

/** Soft-deletes a merge request, as deleteIssue does. */
export function deleteMergeRequest(
  { store, now }: SystemContext,
  mergeRequest: MergeRequestRecord,
): void {
  store.mergeRequests.replace(mergeRequest, { deleted_at: now })
}

export function removeSnippet({ store }: SystemContext, snippet: SnippetRecord): void {
  removeWithAttachments(store, { snippets: [snippet] })
}

/** Removes the state, label and milestone events under some keys. */
function removeResourceEvents(store: Store, keys: readonly string[]): void {
  const { resourceLabelEvents, resourceMilestoneEvents, resourceStateEvents } = store
  resourceLabelEvents.removeAll(keys.flatMap((key) => resourceLabelEvents.by('resource', key)))
  resourceMilestoneEvents.removeAll(
    keys.flatMap((key) => resourceMilestoneEvents.by('resource', key)),
  )
  resourceStateEvents.removeAll(keys.flatMap((key) => resourceStateEvents.by('resource', key)))
}

/** Clears the user of resource events, which stay. */
function clearUserOfResourceEvents(store: Store, userId: number): void {
  const { resourceLabelEvents, resourceMilestoneEvents, resourceStateEvents } = store
  const nobody = { user_id: null }
  resourceLabelEvents.replaceAll(resourceLabelEvents.by('user_id', userId), nobody)
  resourceMilestoneEvents.replaceAll(resourceMilestoneEvents.by('user_id', userId), nobody)
  resourceStateEvents.replaceAll(resourceStateEvents.by('user_id', userId), nobody)
}

/** Removes notes with their events, awards and suggestions. */
export function removeNotes(store: Store, notes: readonly NoteRecord[]): void {
  const keys = notes.map(({ id }) => targetKey('Note', id))
  store.events.removeAll(keys.flatMap((key) => store.events.by('target', key)))
  store.awardEmoji.removeAll(keys.flatMap((key) => store.awardEmoji.by('awardable', key)))
  store.suggestions.removeAll(notes.flatMap(({ id }) => store.suggestions.by('note_id', id)))
  store.notes.removeAll(notes)
}

/** Closes a merge request whose fork is removed, and records the range of its commits. */
function closeForGood(store: Store, mergeRequest: MergeRequestRecord): void {
  const state = next(mergeRequestStates, mergeRequest.state, 'close')
  if (state === undefined) return
  const last = rangeFields(store, mergeRequest)
  const changes = { ...unscheduledBy('close', mergeRequest), ...last, state }
  store.mergeRequests.replace(mergeRequest, changes)
}

/** Clears the move of issues whose copy was removed: as in GitLab 8.15 they can be moved again. */
function forgetMoves(store: Store, gone: readonly IssueRecord[]): void {
  const moved = gone.flatMap(({ id }) => store.issues.by('moved_to_id', id))
  store.issues.replaceAll(moved, { moved_to_id: null })
}

interface Targets {
  readonly issues?: readonly IssueRecord[]
  readonly mergeRequests?: readonly MergeRequestRecord[]
  readonly snippets?: readonly SnippetRecord[]
}

/** Removes records with their notes, awards, subscriptions, to-do items and events, one collection at a time. */
function removeWithAttachments(
  store: Store,
  { issues = [], mergeRequests = [], snippets = [] }: Targets,
): void {
  const keys = [
    ...issues.map(({ id }) => targetKey('Issue', id)),
    ...mergeRequests.map(({ id }) => targetKey('MergeRequest', id)),
    ...snippets.map(({ id }) => targetKey('Snippet', id)),
  ]
  removeNotes(
    store,
    keys.flatMap((key) => store.notes.by('noteable', key)),
  )
  store.awardEmoji.removeAll(keys.flatMap((key) => store.awardEmoji.by('awardable', key)))
  store.subscriptions.removeAll(keys.flatMap((key) => store.subscriptions.by('subscribable', key)))
  store.todos.removeAll(keys.flatMap((key) => store.todos.by('target', key)))
  store.events.removeAll(keys.flatMap((key) => store.events.by('target', key)))
  const closed = mergeRequests.flatMap(({ id }) =>
    store.resourceStateEvents.by('source_merge_request_id', id),
  )
  store.resourceStateEvents.replaceAll(closed, { source_merge_request_id: null })
  removeResourceEvents(store, keys)
  store.issueLinks.removeAll(issues.flatMap(({ id }) => store.issueLinks.by('issue_id', id)))
  store.issues.removeAll(issues)
  forgetMoves(store, issues)
  store.mergeRequestVersions.removeAll(
    mergeRequests.flatMap(({ id }) => store.mergeRequestVersions.by('merge_request_id', id)),
  )
  store.draftNotes.removeAll(
    mergeRequests.flatMap(({ id }) => store.draftNotes.by('merge_request_id', id)),
  )
  const gone = new Set<number | null>(mergeRequests.map(({ id }) => id))
  const sources = new Set(mergeRequests.map(({ source_project_id }) => source_project_id))
  const pipelines = [...sources].flatMap((id) => store.pipelines.by('project_id', id))
  const theirs = pipelines.filter(({ merge_request_id }) => gone.has(merge_request_id))
  store.pipelines.replaceAll(theirs, { merge_request_id: null })
  store.mergeRequests.removeAll(mergeRequests)
  store.snippets.removeAll(snippets)
}
