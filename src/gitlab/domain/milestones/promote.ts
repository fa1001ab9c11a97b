import { refused } from '../../../contract/errors.ts'
import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectContext, SystemContext } from '../context.ts'
import { namespaceOf } from '../lookups.ts'
import { addMilestone, removeMilestones, replaceMilestone } from './change.ts'

/**
 * Returns the group for the promotion of a project milestone. Throws 400 where there is none, 403 where the caller may
 * not plan in it.
 */
export function checkMilestonePromotion(context: ProjectContext): NamespaceRecord {
  const group = namespaceOf(context, context.project)
  if (group.kind !== 'group') {
    throw refused('Promotion failed - Project does not belong to a group.')
  }
  context.viewer.mustInGroup('admin_planning', group)
  return group
}

/**
 * Promotes a project milestone to a milestone of its group. It replaces all milestones with the same title in the
 * projects of the group.
 */
export function promoteMilestone(
  context: SystemContext,
  milestone: MilestoneRecord,
  group: NamespaceRecord,
): MilestoneRecord {
  const { store } = context
  const { title, description, state, due_date, start_date } = milestone
  const fields = { title, description, state, due_date, start_date }
  const promoted = addMilestone(context, { kind: 'group', group }, fields)
  const merged = store.projects
    .by('namespace_id', group.id)
    .flatMap(({ id }) => store.milestones.by('project_id', id))
    .filter((one) => one.title === title)
  for (const { id } of merged) replaceMilestone(context, id, promoted.id)
  removeMilestones(
    context,
    merged.map(({ id }) => id),
  )
  return promoted
}
