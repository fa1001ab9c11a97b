import { targetKey } from './collections.ts'
import { isOpen, remembered } from './merge-request-range.ts'
import type { IssueRecord } from './models/issue.ts'
import { type MergeRequestRecord, unscheduled } from './models/merge-request.ts'
import type { NoteRecord } from './models/note.ts'
import type { ProjectRecord } from './models/project.ts'
import type { SnippetRecord } from './models/snippet.ts'
import type { UserRecord } from './models/user.ts'
import type { Store } from './store.ts'

/** Takes out the issues, merge requests and snippets of a project, its milestones and its labels. */
export function removeTrackerOfProject(store: Store, { id }: ProjectRecord): void {
  for (const issue of store.issues.by('project_id', id)) removeIssue(store, issue)
  for (const mergeRequest of store.mergeRequests.by('target_project_id', id)) {
    removeMergeRequest(store, mergeRequest)
  }
  for (const mergeRequest of store.mergeRequests.by('source_project_id', id)) {
    closeForGood(store, mergeRequest)
  }
  for (const snippet of store.snippets.by('project_id', id)) removeSnippet(store, snippet)
  for (const note of store.notes.by('project_id', id)) removeNote(store, note)
  for (const milestone of store.milestones.by('project_id', id)) store.milestones.remove(milestone)
  for (const label of store.labels.by('project_id', id)) store.labels.remove(label)
}

/** Takes out what a user wrote; what they were assigned is nobody's from then on. */
export function removeTrackerOfUser(store: Store, { id }: UserRecord): void {
  for (const issue of store.issues.by('author_id', id)) {
    keepIid(store, issue.project_id, 'gone_issue_iid', issue.iid)
    removeIssue(store, issue)
  }
  for (const mergeRequest of store.mergeRequests.by('author_id', id)) {
    const { target_project_id, iid } = mergeRequest
    keepIid(store, target_project_id, 'gone_merge_request_iid', iid)
    removeMergeRequest(store, mergeRequest)
  }
  for (const snippet of store.snippets.by('author_id', id)) removeSnippet(store, snippet)
  for (const note of store.notes.by('author_id', id)) removeNote(store, note)
  store.awardEmoji.removeAll(store.awardEmoji.by('user_id', id))
  store.subscriptions.removeAll(store.subscriptions.by('user_id', id))
  store.todos.removeAll(store.todos.by('user_id', id))
  store.todos.removeAll(store.todos.by('author_id', id))
  forgetWhoTookPart(store, id)
}

/** In what others wrote: who is assigned, who merged or asked for a merge, who resolved. */
function forgetWhoTookPart(store: Store, userId: number): void {
  for (const issue of store.issues.by('assignee_id', userId)) {
    store.issues.replace(issue, { assignee_id: null })
  }
  for (const mergeRequest of store.mergeRequests.by('assignee_id', userId)) {
    store.mergeRequests.replace(mergeRequest, { assignee_id: null })
  }
  for (const mergeRequest of store.mergeRequests.by('merge_user_id', userId)) {
    const forgotten = isOpen(mergeRequest) ? unscheduled : { merge_user_id: null }
    store.mergeRequests.replace(mergeRequest, forgotten)
  }
  for (const note of store.notes.all().filter((one) => one.resolved_by_id === userId)) {
    store.notes.replace(note, { resolved_by_id: null })
  }
}

/** Issues and merge requests go with their authors; others in the project do not get their numbers. */
function keepIid(
  store: Store,
  projectId: number,
  field: 'gone_issue_iid' | 'gone_merge_request_iid',
  iid: number,
): void {
  const project = store.projects.get(projectId)
  if (project && project[field] < iid) store.projects.replace(project, { [field]: iid })
}

export function removeSnippet(store: Store, snippet: SnippetRecord): void {
  removeAttachments(store, 'Snippet', snippet.id)
  store.snippets.remove(snippet)
}

/** Takes a note out with the events that tell of it. */
export function removeNote(store: Store, note: NoteRecord): void {
  removeEventsOf(store, 'Note', note.id)
  store.notes.remove(note)
}

function removeIssue(store: Store, issue: IssueRecord): void {
  removeAttachments(store, 'Issue', issue.id)
  store.issues.remove(issue)
}

function removeMergeRequest(store: Store, mergeRequest: MergeRequestRecord): void {
  removeAttachments(store, 'MergeRequest', mergeRequest.id)
  store.mergeRequests.remove(mergeRequest)
}

/** What a fork asked for is closed when the fork goes, with the commits that it brought remembered. */
function closeForGood(store: Store, mergeRequest: MergeRequestRecord): void {
  if (!isOpen(mergeRequest)) return
  const last = remembered(store, mergeRequest)
  store.mergeRequests.replace(mergeRequest, { ...unscheduled, ...last, state: 'closed' })
}

function removeAttachments(
  store: Store,
  type: 'Issue' | 'MergeRequest' | 'Snippet',
  id: number,
): void {
  const key = targetKey(type, id)
  for (const note of store.notes.by('noteable', key)) removeNote(store, note)
  for (const award of store.awardEmoji.by('awardable', key)) store.awardEmoji.remove(award)
  for (const one of store.subscriptions.by('subscribable', key)) store.subscriptions.remove(one)
  for (const todo of store.todos.by('target', key)) store.todos.remove(todo)
  removeEventsOf(store, type, id)
}

function removeEventsOf(store: Store, type: string, id: number): void {
  for (const event of store.events.by('target', targetKey(type, id))) store.events.remove(event)
}
