import { notFound, refused } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { seesIssue } from '../../access/tracker-visibility.ts'
import { type Context, type IssueContext, tellHooks } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject, pathWithNamespace } from '../lookups.ts'
import { awardsOn } from '../tracker/award-emoji.ts'
import { aboutIssue } from '../tracker/events.ts'
import { issueOfIid, nextIssueIid } from '../tracker/iids.ts'
import { labelOf } from '../tracker/labels.ts'
import { milestonesFor } from '../tracker/milestones.ts'
import { onIssue } from '../tracker/noteable.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { changeIssueState } from './state-change.ts'

/**
 * The project that a request moves an issue to. 404 where there is none; 400 where it is the one that
 * the issue is in, where the issue was moved before, and where the caller may not plan the issues of
 * both projects.
 */
export function checkMove(context: IssueContext, targetId: number): ProjectRecord {
  const { store, viewer, release, project, issue } = context
  const target = store.projects.get(targetId)
  if (!target) throw notFound('Project')
  const mayPlan = viewer.can('admin_issues', project) && viewer.can('admin_issues', target)
  if (!mayPlan || !target.issues_enabled || issue.moved_to_id !== null) {
    throw refused(release.moveRefusals.notAllowed)
  }
  if (target.id === project.id) {
    throw refused(release.moveRefusals.sameProject)
  }
  return target
}

/**
 * Copies an issue into another project, with its notes and awards, and with the labels and the
 * milestone of the same name that the target has, and closes the original (moveIssue). Each names
 * the other in a system note. Returns the copy.
 */
export function moveIssue(
  context: Context,
  issue: IssueRecord,
  target: ProjectRecord,
): IssueRecord {
  const { store } = context
  const { id: _id, ...fields } = issue
  const project = existingProject(context, issue.project_id)
  const rewrite = createRewriting(context, project)
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
  copyAwards(context, 'Issue', issue.id, moved.id)
  const from = `${pathWithNamespace(context, project)}#${issue.iid}`
  addSystemNote(context, onIssue({ project: target, issue: moved }), `moved from ${from}`)
  recordEvent(context, 'opened', target, aboutIssue(moved))
  const user = context.viewer.signedIn()
  tellHooks(context, { kind: 'issue', action: 'open', issue: moved, before: undefined, user })
  const to = `${pathWithNamespace(context, target)}#${moved.iid}`
  addSystemNote(context, onIssue({ project, issue }), `moved to ${to}`)
  const closed = changeIssueState(context, issue, 'close', null)
  store.issues.replace(closed, { moved_to_id: moved.id, updated_at: context.now })
  return moved
}

function labelsIn({ store }: Context, target: ProjectRecord, { labels }: IssueRecord): string[] {
  return labels.filter((title) => labelOf(store, target, title) !== undefined)
}

function milestoneIn({ store }: Context, target: ProjectRecord, issue: IssueRecord) {
  const title = store.milestones.get(issue.milestone_id ?? 0)?.title
  const namesake = milestonesFor(store, target).find((milestone) => milestone.title === title)
  return namesake?.id ?? null
}

function copyNotes(
  context: Context,
  issue: IssueRecord,
  moved: IssueRecord,
  rewrite: (text: string) => string,
): void {
  const { store } = context
  for (const { id, ...note } of store.notes.by('noteable', targetKey('Issue', issue.id))) {
    const copy = store.notes.insert({
      ...note,
      body: rewrite(note.body),
      project_id: moved.project_id,
      noteable_id: moved.id,
    })
    copyAwards(context, 'Note', id, copy.id)
  }
}

function copyAwards(
  { store }: Context,
  type: 'Issue' | 'Note',
  from: number,
  awardable_id: number,
): void {
  for (const { id: _id, ...award } of awardsOn({ store }, { type, id: from })) {
    store.awardEmoji.insert({ ...award, awardable_id })
  }
}

/** Rewrites references to issues of a project, such as #3, so that they hold in another one. */
function createRewriting(context: Context, project: ProjectRecord): (text: string) => string {
  const { store, viewer } = context
  const path = pathWithNamespace(context, project)
  return (text) =>
    text.replace(/(?<![\w/&])#(\d+)\b/g, (reference, iid: string) => {
      const issue = issueOfIid(store, project, Number(iid))
      return issue && seesIssue(viewer, project, issue) ? `${path}${reference}` : reference
    })
}
