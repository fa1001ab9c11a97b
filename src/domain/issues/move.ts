import { seesIssue } from '../../access/tracker-visibility.ts'
import { targetKey } from '../../store/collections.ts'
import type { IssueRecord } from '../../store/models/issue.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Context, IssueContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { pathWithNamespace } from '../lookups.ts'
import { nextIssueIid } from '../tracker/iids.ts'
import { onIssue } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { aboutIssue, closeIssueWithNote } from './change.ts'

/** Whether the caller may move an issue: who may plan the issues of both projects, and only once. */
export function mayMove(context: IssueContext, target: ProjectRecord): boolean {
  const { viewer, project, issue } = context
  const mayPlan = viewer.can('admin_issues', project) && viewer.can('admin_issues', target)
  return mayPlan && target.issues_enabled && issue.moved_to_id === null
}

/**
 * Makes the issue anew in the target, with its notes and awards, and with the labels and the
 * milestone of the same name that the target has; the original is closed. Each names the other in a
 * system note (document 2, Issue states).
 */
export function moveIssueTo(context: IssueContext, target: ProjectRecord): IssueRecord {
  const { store, project, issue } = context
  const { id: _id, ...fields } = issue
  const rewrite = createRewriting(context)
  const moved = store.issues.insert({
    ...fields,
    iid: nextIssueIid(store, target),
    project_id: target.id,
    labels: labelsIn(context, target, issue),
    milestone_id: milestoneIn(context, target, issue),
    description: issue.description && rewrite(issue.description),
    updated_at: context.now,
  })
  copyNotes(context, issue, moved, rewrite)
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
  { store }: Context,
  issue: IssueRecord,
  moved: IssueRecord,
  rewrite: (text: string) => string,
): void {
  for (const { id: _id, ...note } of store.notes.by('noteable', targetKey('Issue', issue.id))) {
    store.notes.insert({
      ...note,
      body: rewrite(note.body),
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

/** Makes references to issues of the project that a text leaves, such as #3, good from elsewhere. */
function createRewriting(context: IssueContext): (text: string) => string {
  const { store, viewer, project } = context
  const path = pathWithNamespace(context, project)
  const issues = store.issues.by('project_id', project.id)
  const seen = issues.filter((issue) => seesIssue(viewer, project, issue))
  const iids = new Set(seen.map(({ iid }) => iid))
  return (text) =>
    text.replace(/(?<![\w/&])#(\d+)\b/g, (reference, iid: string) =>
      iids.has(Number(iid)) ? `${path}${reference}` : reference,
    )
}
