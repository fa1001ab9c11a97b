import { notFound, refused } from '../../../contract/errors.ts'
import type { IssueRecord } from '../../../store/models/issue.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { targetKey } from '../../../store/record-keys.ts'
import { seesIssue } from '../../access/tracker-visibility.ts'
import { type Context, fireHooks, type IssueContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { existingProject, pathWithNamespace } from '../lookups.ts'
import { awardsOn } from '../tracker/award-emoji.ts'
import { aboutIssue } from '../tracker/events.ts'
import { issueOfIid, nextIssueIid } from '../tracker/iids.ts'
import { labelOf } from '../tracker/labels.ts'
import { milestonesFor } from '../tracker/milestones.ts'
import { onIssue } from '../tracker/noteable.ts'
import { mayBeAssigned } from '../tracker/planning.ts'
import { recordPlanning } from '../tracker/resource-events.ts'
import { addSystemNote } from '../tracker/system-notes.ts'
import { changeIssueState } from './state-change.ts'

/**
 * Returns the project that a request moves an issue to. Throws 404 where it is missing.
 * Throws 400 for the issue's own project, for an issue that was already moved, and where the caller may not plan the
 * issues of both projects.
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

/** Returns the project that a request clones an issue into, which may be its own. Throws 404 and 400 as for a move. */
export function checkClone(context: IssueContext, targetId: number): ProjectRecord {
  const { store, viewer, release, project } = context
  const target = store.projects.get(targetId)
  if (!target) throw notFound('Project')
  const mayPlan = viewer.can('admin_issues', project) && viewer.can('admin_issues', target)
  if (!mayPlan || !target.issues_enabled) throw refused(release.moveRefusals.noClone)
  return target
}

/**
 * Copies an issue into another project and closes the original (moveIssue). Notes, awards, links and subscriptions
 * are copied, as are labels and a milestone that exist there by name.
 * Each issue refers to the other in a system note. Returns the copy.
 */
export function moveIssue(
  context: Context,
  issue: IssueRecord,
  target: ProjectRecord,
): IssueRecord {
  const { store } = context
  const project = existingProject(context, issue.project_id)
  const rewrite = createRewriting(context, project)
  const moved = copyInto(context, issue, target, {})
  copyNotes(context, issue, moved, rewrite)
  copyAwards(context, 'Issue', issue.id, moved.id)
  copySubscriptions(context, issue, moved)
  copyLinks(context, issue, moved)
  noteOnBoth(context, issue, moved, 'moved')
  announce(context, target, moved)
  const closed = changeIssueState(context, issue, 'close', null)
  store.issues.replace(closed, { moved_to_id: moved.id, updated_at: context.now })
  return moved
}

/** Clones an issue in the caller's name: open, without votes, and with notes on request. */
export function cloneIssue(
  context: Context,
  issue: IssueRecord,
  target: ProjectRecord,
  hasNotes: boolean,
): IssueRecord {
  const { viewer, now } = context
  const copy = copyInto(context, issue, target, {
    author_id: viewer.signedIn().id,
    state: 'opened',
    closed_at: null,
    closed_by_id: null,
    moved_to_id: null,
    created_at: now,
  })
  const project = existingProject(context, issue.project_id)
  if (hasNotes) copyNotes(context, issue, copy, createRewriting(context, project))
  noteOnBoth(context, issue, copy, 'cloned')
  announce(context, target, copy)
  return copy
}

/**
 * Creates a copy with the planning attributes that exist in the target project, and rewrites the references in its
 * description.
 */
function copyInto(
  context: Context,
  issue: IssueRecord,
  target: ProjectRecord,
  changes: Partial<IssueRecord>,
): IssueRecord {
  const { store } = context
  const { id: _id, ...fields } = issue
  const rewrite = createRewriting(context, existingProject(context, issue.project_id))
  const { assignee_id } = issue
  const copy = store.issues.insert({
    ...fields,
    ...changes,
    iid: nextIssueIid(store, target),
    project_id: target.id,
    labels: labelsIn(context, target, issue),
    milestone_id: milestoneIn(context, target, issue),
    assignee_id: assignee_id && mayBeAssigned(context, target, assignee_id) ? assignee_id : null,
    relative_position: null,
    description: issue.description && rewrite(issue.description),
    updated_at: context.now,
  })
  recordPlanning(context, onIssue({ project: target, issue: copy }), copy)
  return copy
}

function announce(context: Context, project: ProjectRecord, issue: IssueRecord): void {
  recordEvent(context, 'opened', project, aboutIssue(issue))
  const user = context.viewer.signedIn()
  fireHooks(context, { kind: 'issue', action: 'open', issue, before: undefined, user })
}

function noteOnBoth(
  context: Context,
  issue: IssueRecord,
  copy: IssueRecord,
  what: 'moved' | 'cloned',
): void {
  const project = existingProject(context, issue.project_id)
  const target = existingProject(context, copy.project_id)
  const from = `${pathWithNamespace(context, project)}#${issue.iid}`
  addSystemNote(context, onIssue({ project: target, issue: copy }), `${what} from ${from}`)
  const to = `${pathWithNamespace(context, target)}#${copy.iid}`
  addSystemNote(context, onIssue({ project, issue }), `${what} to ${to}`)
}

function copySubscriptions({ store }: Context, issue: IssueRecord, moved: IssueRecord): void {
  const chosen = store.subscriptions.by('subscribable', targetKey('Issue', issue.id)).slice()
  for (const { id: _id, ...subscription } of chosen) {
    store.subscriptions.insert({ ...subscription, subscribable_id: moved.id })
  }
}

/** Links the copy to everything that the issue is linked to. */
function copyLinks({ store }: Context, { id }: IssueRecord, moved: IssueRecord): void {
  for (const { id: _id, ...link } of store.issueLinks.by('issue_id', id).slice()) {
    const { source_id, target_id } = link
    store.issueLinks.insert({
      ...link,
      source_id: source_id === id ? moved.id : source_id,
      target_id: target_id === id ? moved.id : target_id,
    })
  }
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

/** Returns a function that makes references to a project's issues, such as `#3`, valid in other projects. */
function createRewriting(context: Context, project: ProjectRecord): (text: string) => string {
  const { store, viewer } = context
  const path = pathWithNamespace(context, project)
  return (text) =>
    text.replace(/(?<![\w/&])#(\d+)\b/g, (reference, iid: string) => {
      const issue = issueOfIid(store, project, Number(iid))
      return issue && seesIssue(viewer, project, issue) ? `${path}${reference}` : reference
    })
}
