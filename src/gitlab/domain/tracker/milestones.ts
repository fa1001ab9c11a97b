import type { MilestoneRecord } from '../../../store/models/milestone.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { groupsAbove } from '../../access/group-tree.ts'

/** Returns the milestones that a project can use: its own, then those of its groups. */
export function milestonesFor(store: Store, project: ProjectRecord): MilestoneRecord[] {
  return [
    ...store.milestones.by('project_id', project.id),
    ...groupsAbove(store, project).flatMap(({ id }) => store.milestones.by('group_id', id)),
  ]
}

/** Returns a milestone that a project can use by its id; undefined for that of another project or group. */
export function milestoneFor(
  store: Store,
  project: ProjectRecord,
  id: number,
): MilestoneRecord | undefined {
  const milestone = store.milestones.get(id)
  if (!milestone || milestone.project_id === project.id) return milestone
  return groupsAbove(store, project).some((group) => group.id === milestone.group_id)
    ? milestone
    : undefined
}
