import { seesIssue } from '../access/tracker-visibility.ts'
import { pathWithNamespace } from '../resources/project-address.ts'
import { targetKey } from '../store/collections.ts'
import type { IssueRecord } from '../store/models/issue.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { recordEvent } from './activity.ts'
import { aboutIssue, closeIssueWithNote } from './issue-changes.ts'
import { onIssue } from './noteable.ts'
import type { Context, ContextOf } from './operation.ts'
import { addSystemNote } from './system-notes.ts'
import { nextIid } from './tracker-lists.ts'

/** Whether the caller may move an issue: who may plan the issues of both projects, and only once. */
export function mayMove(context: ContextOf<'moveIssue'>, target: ProjectRecord): boolean {
  const { viewer, project, issue } = context
  const mayPlan = viewer.can('admin_issues', project) && viewer.can('admin_issues', target)
  return mayPlan && target.issues_enabled && issue.moved_to_id === null
}

/**
 * Makes the issue anew in the target, with its notes and awards, and with the labels and the
 * milestone of the same name that the target has; the original is closed. Each names the other in a
 * system note (document 2, Issue states).
 */
export function moveIssueTo(context: ContextOf<'moveIssue'>, target: ProjectRecord): IssueRecord {
  const { store, project, issue } = context
  const { id: _id, ...fields } = issue
  const moved = store.issues.insert({
    ...fields,
    iid: nextIid(store.issues.by('project_id', target.id)),
    project_id: target.id,
    labels: labelsIn(context, target, issue),
    milestone_id: milestoneIn(context, target, issue),
    description: issue.description && rewritten(context, project, issue.description),
    updated_at: context.now,
  })
  copyNotes(context, project, issue, moved)
  copyAwards(context, issue, moved)
  const from = `${pathWithNamespace(context, project)}#${issue.iid}`
  addSystemNote(context, onIssue({ project: target, issue: moved }), `moved from ${from}`)
  recordEvent(context, 'opened', target, aboutIssue(moved))
  const to = `${pathWithNamespace(context, target)}#${moved.iid}`
  const closed = closeIssueWithNote(context, issue, `moved to ${to}`)
  store.issues.replace(closed, { moved_to_id: moved.id, updated_at: context.now })
  return moved
}

function labelsIn({ store }: Context, target: ProjectRecord, { labels }: IssueRecord): string[] {
  const known = new Set(store.labels.by('project_id', target.id).map(({ title }) => title))
  return labels.filter((title) => known.has(title))
}

function milestoneIn({ store }: Context, target: ProjectRecord, issue: IssueRecord) {
  const title = store.milestones.get(issue.milestone_id ?? 0)?.title
  const namesake = store.milestones
    .by('project_id', target.id)
    .find((milestone) => milestone.title === title)
  return namesake?.id ?? null
}

function copyNotes(
  context: Context,
  project: ProjectRecord,
  issue: IssueRecord,
  moved: IssueRecord,
): void {
  const { store } = context
  for (const { id: _id, ...note } of store.notes.by('noteable', targetKey('Issue', issue.id))) {
    store.notes.insert({
      ...note,
      body: rewritten(context, project, note.body),
      project_id: moved.project_id,
      noteable_id: moved.id,
    })
  }
}

function copyAwards({ store }: Context, issue: IssueRecord, moved: IssueRecord): void {
  const awards = store.awardEmoji.by('awardable', targetKey('Issue', issue.id))
  for (const { id: _id, ...award } of awards) {
    store.awardEmoji.insert({ ...award, awardable_id: moved.id })
  }
}

/** References to issues of the project that a text leaves, such as #3, made good from elsewhere. */
function rewritten(context: Context, project: ProjectRecord, text: string): string {
  const path = pathWithNamespace(context, project)
  return text.replace(/(?<![\w/&])#(\d+)\b/g, (reference, iid: string) =>
    isIssue(context, project, Number(iid)) ? `${path}${reference}` : reference,
  )
}

function isIssue({ store, viewer }: Context, project: ProjectRecord, iid: number): boolean {
  return store.issues
    .by('project_id', project.id)
    .some((issue) => issue.iid === iid && seesIssue(viewer, project, issue))
}
