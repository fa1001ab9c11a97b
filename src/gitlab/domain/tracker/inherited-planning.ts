import { labelledKey } from '../../../store/list-keys.ts'
import type { LabelRecord } from '../../../store/models/label.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import { listsOf, removeList } from '../boards/lists.ts'
import type { SystemContext } from '../context.ts'
import { createLabel } from '../labels/change.ts'
import { addMilestone } from '../milestones/change.ts'
import { labelOf } from './labels.ts'
import { milestonesFor } from './milestones.ts'

/** The labels and milestones that a project inherits from its groups. */
interface Inherited {
  readonly labels: readonly LabelRecord[]
  readonly milestones: readonly MilestoneRecord[]
}

/** Returns the labels and milestones that a project inherits, to keep them when it is transferred. */
export function inheritedBy(
  { store }: Pick<SystemContext, 'store'>,
  project: ProjectRecord,
): Inherited {
  const groups = groupsAbove(store, project)
  return {
    labels: groups.flatMap(({ id }) => store.labels.by('group_id', id)),
    milestones: groups.flatMap(({ id }) => store.milestones.by('group_id', id)),
  }
}

/**
 * Replaces labels and milestones that a transferred project no longer inherits: by those with the same title in its
 * new groups, or else by copies in the project.
 */
export function keepInherited(
  context: SystemContext,
  project: ProjectRecord,
  { labels, milestones }: Inherited,
): void {
  const near = new Set(groupsAbove(context.store, project).map(({ id }) => id))
  const isLost = ({ group_id }: LabelRecord | MilestoneRecord) => !near.has(group_id ?? 0)
  for (const label of labels.filter(isLost)) keepLabel(context, project, label)
  for (const milestone of milestones.filter(isLost)) keepMilestone(context, project, milestone)
}

function keepLabel(context: SystemContext, project: ProjectRecord, label: LabelRecord): void {
  const { store } = context
  const key = labelledKey(project.id, label.title)
  const lists = store.boards
    .by('project_id', project.id)
    .flatMap((board) => listsOf(context, board))
    .filter(({ label_id }) => label_id === label.id)
  const isUsed =
    store.issues.by('labelled', key).length > 0 ||
    store.mergeRequests.by('labelled', key).length > 0 ||
    lists.length > 0
  if (!isUsed) return
  const { title, color, description } = label
  const namesake =
    labelOf(store, project, title) ??
    createLabel(context, { kind: 'project', project }, { title, color, description })
  for (const list of lists) {
    const others = listsOf(context, { id: list.board_id })
    if (others.some(({ label_id }) => label_id === namesake.id)) removeList(context, list)
    else store.boardLists.replace(list, { label_id: namesake.id })
  }
}

function keepMilestone(
  context: SystemContext,
  project: ProjectRecord,
  { id, title, description, state, due_date, start_date }: MilestoneRecord,
): void {
  const { store } = context
  const issues = store.issues
    .by('milestone_id', id)
    .filter(({ project_id }) => project_id === project.id)
  const mergeRequests = store.mergeRequests
    .by('milestone_id', id)
    .filter(({ target_project_id }) => target_project_id === project.id)
  if (issues.length + mergeRequests.length === 0) return
  const fields = { title, description, state, due_date, start_date }
  const namesake =
    milestonesFor(store, project).find((one) => one.title === title) ??
    addMilestone(context, { kind: 'project', project }, fields)
  store.issues.replaceAll(issues, { milestone_id: namesake.id })
  store.mergeRequests.replaceAll(mergeRequests, { milestone_id: namesake.id })
}
