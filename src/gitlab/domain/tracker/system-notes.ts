import type { IssueRecord } from '../../../store/models/issue.ts'
import type { NoteRecord } from '../../../store/models/note.ts'
import type { Context } from '../context.ts'
import type { NotedChange, Release } from '../release.ts'
import { type Noteable, touch } from './noteable.ts'
import { tickedTasks } from './tasks.ts'

/** The fields of an issue or merge request whose changes get system notes. */
type Noted = Pick<IssueRecord, 'title' | 'labels' | 'milestone_id' | 'assignee_id'>

/** Adds a system note in the caller's name to an issue or merge request, or to one of its discussions. */
export function addSystemNote(
  context: Context,
  noteable: Noteable,
  body: string,
  place: Partial<
    Pick<NoteRecord, 'id' | 'discussion_id' | 'position' | 'original_position' | 'change_position'>
  > = {},
): void {
  const { store, viewer, now } = context
  store.notes.insert({
    id: place.id,
    project_id: noteable.project.id,
    noteable_type: noteable.type,
    noteable_id: noteable.id,
    author_id: viewer.signedIn().id,
    body,
    system: true,
    discussion_id: place.discussion_id,
    position: place.position,
    original_position: place.original_position,
    change_position: place.change_position,
    created_at: now,
    updated_at: now,
  })
  touch(context, noteable)
}

/** Adds a system note for each difference between two states of an issue or merge request. */
export function noteChanges(
  context: Context,
  noteable: Noteable,
  before: Noted,
  after: Noted,
): void {
  const { store } = context
  const note = (body: string) => addSystemNote(context, noteable, body)
  if (before.title !== after.title) note(titleChange(before.title, after.title))
  const labels = labelChange(before.labels, after.labels)
  if (labels) note(labels)
  if (before.milestone_id !== after.milestone_id) {
    const milestone = after.milestone_id === null ? null : store.milestones.get(after.milestone_id)
    note(milestone ? `changed milestone to %${milestone.iid}` : 'removed milestone')
  }
  noteAssignee(context, noteable, before.assignee_id, after.assignee_id)
}

/** Adds a system note for a changed assignee. */
export function noteAssignee(
  context: Context,
  noteable: Noteable,
  before: number | null,
  after: number | null,
): void {
  if (before === after) return
  const nameOf = (id: number | null) => context.store.users.get(id ?? 0)?.username
  addSystemNote(context, noteable, assignment(context.release, nameOf(before), nameOf(after)))
}

/** Returns `assigned to @b` and, in later releases, `assigned to @b and unassigned @a`. */
function assignment(
  { namesUnassigned }: Release,
  before: string | undefined,
  after: string | undefined,
): string {
  const parts = [
    ...(after === undefined ? [] : [`assigned to @${after}`]),
    ...(before === undefined || !namesUnassigned ? [] : [`unassigned @${before}`]),
  ]
  return parts.length > 0 ? parts.join(' and ') : 'removed assignee'
}

/**
 * Whether a system note is about the state, labels or milestone of its target: later releases store these changes as
 * resource events.
 */
export function isAboutEvent({ system, body }: NoteRecord): boolean {
  return system && eventNote.test(body)
}

const eventNote =
  /^(?:(?:status changed to )?(?:closed|reopened|merged)\b|(?:added|removed) (?:~|\d+ label)|(?:changed milestone to %|removed milestone$))/i

/** Adds the system notes that only issues have: for confidentiality and, in later releases, more. */
export function noteIssueChanges(
  context: Context,
  noteable: Noteable,
  before: IssueRecord,
  after: IssueRecord,
): void {
  const { notedChanges } = context.release
  const note = (body: string) => addSystemNote(context, noteable, body)
  const isNoted = (field: NotedChange) => notedChanges.has(field) && before[field] !== after[field]
  if (isNoted('description')) noteDescription(context, noteable, before, after)
  if (isNoted('due_date')) note(dueDateChange(before.due_date ?? '', after.due_date))
  if (isNoted('discussion_locked')) {
    note(`${after.discussion_locked ? 'locked' : 'unlocked'} the discussion in this issue`)
  }
  if (isNoted('issue_type')) {
    note(`changed type from ${before.issue_type} to ${after.issue_type}`)
  }
  if (before.zoom_meeting_url !== after.zoom_meeting_url) {
    note(
      `${after.zoom_meeting_url ? 'added a Zoom call to' : 'removed a Zoom call from'} this issue`,
    )
  }
  if (before.confidential !== after.confidential) {
    note(`made the issue ${after.confidential ? 'confidential' : context.release.nonConfidential}`)
  }
}

/** Adds a system note for a changed description, or for each task that was ticked or unticked. */
export function noteDescription(
  context: Context,
  noteable: Noteable,
  before: Described,
  after: Described,
): void {
  const ticked = tickedTasks(before.description, after.description)
  for (const { text, isCompleted } of ticked) {
    const state = isCompleted ? 'completed' : 'incomplete'
    addSystemNote(context, noteable, `marked the checklist item **${text}** as ${state}`)
  }
  if (ticked.length === 0) addSystemNote(context, noteable, 'changed the description')
}

type Described = Pick<IssueRecord, 'description'>

function dueDateChange(before: string, after: string | null): string {
  return after === null
    ? `removed due date ${inWords(before)}`
    : `changed due date to ${inWords(after)}`
}

/** Returns `September 20, 2018` for 2018-09-20. */
function inWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** Returns `added ~"bug" and removed ~"feature" ~"idea" labels`; undefined without a difference. */
function labelChange(before: readonly string[], after: readonly string[]): string | undefined {
  const [were, are] = [new Set(before), new Set(after)]
  const added = after.filter((title) => !were.has(title))
  const removed = before.filter((title) => !are.has(title))
  const parts = [
    ...(added.length > 0 ? [`added ${references(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${references(removed)}`] : []),
  ]
  if (parts.length === 0) return undefined
  return `${parts.join(' and ')} ${added.length + removed.length === 1 ? 'label' : 'labels'}`
}

function references(titles: readonly string[]): string {
  return titles.map((title) => `~"${title}"`).join(' ')
}

/** Returns both titles with the differing part of each marked. */
function titleChange(before: string, after: string): string {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return `changed title from **${marked(before, '-')}** to **${marked(after, '+')}**`

  function marked(title: string, sign: string): string {
    const middle = title.slice(start, title.length - end)
    const shown = middle && `{${sign}${middle}${sign}}`
    return `${title.slice(0, start)}${shown}${title.slice(title.length - end)}`
  }
}
