import { conflict } from '../../../contract/errors.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import { targetKey, titleKey } from '../../../store/record-keys.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import { removeListsOf } from '../boards/lists.ts'
import { omitUndefined } from '../changes.ts'
import type { Context, SystemContext } from '../context.ts'
import { fullName } from '../lookups.ts'
import type { Holder } from '../place.ts'
import { mustBeWritable } from '../projects/archiving.ts'
import { checkNoErrors, colorErrors, lengthErrors } from '../validation.ts'
import { issuesWith, mergeRequestsWith } from './labelled.ts'
import { labelNamed } from './list.ts'
import { namedColors } from './named-colors.ts'

/** The attributes of a label in a request. */
export interface LabelRequest {
  readonly title?: string | undefined
  readonly color?: string | undefined
  readonly description?: string | null | undefined
  /** The priority, which only labels of projects have. */
  readonly priority?: number | null | undefined
}

/** The attributes of a new label; the colour has a default. */
export interface NewLabel extends LabelRequest {
  readonly title: string
}

/** Throws 403 where the caller may not plan in the project or the group: change its labels, milestones and boards. */
export function mustPlan(context: Context, holder: Holder): void {
  if (holder.kind === 'group') context.viewer.mustInGroup('admin_planning', holder.group)
  else {
    mustBeWritable(context, holder.project)
    context.viewer.must('admin_planning', holder.project)
  }
}

/**
 * Returns the normalized attributes of a new label. Throws 409 for a name that the project or the group already has or
 * inherits, and 400 for other errors.
 */
export function checkNewLabel(context: Context, holder: Holder, request: NewLabel): NewLabel {
  const label = read(context, request)
  const others = { include_ancestor_groups: true }
  const namesake = labelNamed(context, holder, label.title, others)
  if (namesake?.title === label.title) throw conflict('Label already exists')
  checkNoErrors(errorsOf(label))
  return label
}

/** Creates a label, or returns the existing one with the same title. */
export function createLabel(
  { store }: Pick<SystemContext, 'store'>,
  holder: Holder,
  { title, color, description, priority }: NewLabel,
): LabelRecord {
  const project_id = holder.kind === 'project' ? holder.project.id : null
  const group_id = holder.kind === 'group' ? holder.group.id : null
  const key = titleKey(holder.kind, project_id ?? group_id ?? 0, title)
  const namesake = store.labels.one('title_in', key)
  return (
    namesake ?? store.labels.insert({ project_id, group_id, title, color, description, priority })
  )
}

/** Returns the normalized changes of a label. Throws 400 for invalid ones, as for a title that is taken. */
export function checkLabelChanges(
  context: Context,
  label: LabelRecord,
  request: LabelRequest,
): LabelRequest {
  const changes = read(context, { ...request, title: request.title ?? label.title })
  const { title, ...errors } = errorsOf(changes)
  checkNoErrors({ ...errors, title: [...(title ?? []), ...takenErrors(context, label, changes)] })
  return changes
}

/** Updates a label. Records with the label follow a new title, without system notes. */
export function changeLabel(
  { store }: Pick<SystemContext, 'store'>,
  label: LabelRecord,
  { title = label.title, color, description, priority }: LabelRequest,
): LabelRecord {
  const rename = (titles: readonly string[]) => [
    ...new Set(titles.map((one) => (one === label.title ? title : one))),
  ]
  if (title !== label.title) relabel(store, label, rename)
  return store.labels.replace(label, omitUndefined({ title, color, description, priority }))
}

/** Removes a label from all records, with its lists and subscriptions. Its resource events stay. */
export function removeLabel({ store }: Pick<SystemContext, 'store'>, label: LabelRecord): void {
  relabel(store, label, (titles) => titles.filter((title) => title !== label.title))
  store.subscriptions.removeAll(
    store.subscriptions.by('subscribable', targetKey('Label', label.id)),
  )
  removeListsOf({ store }, label)
  const events = store.resourceLabelEvents.by('label_id', label.id)
  store.resourceLabelEvents.replaceAll(events, { label_id: null })
  store.labels.remove(label)
}

function relabel(
  store: SystemContext['store'],
  label: LabelRecord,
  change: (titles: readonly string[]) => string[],
): void {
  const mergeRequests = mergeRequestsWith(store, label)
  for (const issue of issuesWith(store, label)) {
    store.issues.replace(issue, { labels: change(issue.labels) })
  }
  for (const one of mergeRequests) {
    store.mergeRequests.replace(one, { labels: change(one.labels) })
  }
}

/** Normalizes a request: trims its texts, and replaces a colour name by its digits where the release accepts names. */
function read<Request extends LabelRequest>({ release }: Context, request: Request): Request {
  const color = request.color?.trim()
  const named = release.labels.knowNamedColors ? namedColors.get(color?.toLowerCase() ?? '') : color
  return { ...request, title: request.title?.trim(), color: named ?? color }
}

const MAX_TITLE_LENGTH = 255

function errorsOf({ title = '', color }: LabelRequest): Record<string, string[]> {
  return {
    color: color === undefined ? [] : colorErrors(color),
    title: [
      ...(title === '' ? ["can't be blank"] : []),
      ...(title === '' || title.includes(',') ? ['is invalid'] : []),
      ...lengthErrors(title, MAX_TITLE_LENGTH),
    ],
  }
}

/** Returns the error of a title that another label of the project or the group has, or that the project inherits. */
function takenErrors(context: Context, label: LabelRecord, { title }: LabelRequest): string[] {
  if (title === undefined || title === label.title) return []
  const { store } = context
  const { project_id, group_id } = label
  const own =
    project_id === null
      ? titleKey('group', group_id ?? 0, title)
      : titleKey('project', project_id, title)
  if (store.labels.one('title_in', own)) return ['has already been taken']
  const project = store.projects.get(project_id ?? 0)
  return (project ? groupsAbove(store, project) : [])
    .filter(({ id }) => store.labels.one('title_in', titleKey('group', id, title)))
    .map((group) => {
      const name = fullName(context, group)
      return `already exists at group level for ${name}. Please choose another one.`
    })
}
