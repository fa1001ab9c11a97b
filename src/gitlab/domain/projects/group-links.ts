import type { GroupLinkRecord } from '../../../store/models/group-link.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'

/** Shares a project with the members of a group, who have at most the given level in it. */
export function shareProject(
  { store }: SystemContext,
  project: ProjectRecord,
  group: NamespaceRecord,
  group_access: GroupLinkRecord['group_access'],
  expires_at: GroupLinkRecord['expires_at'] = null,
): GroupLinkRecord {
  const ids = { project_id: project.id, group_id: group.id }
  return store.groupLinks.insert({ ...ids, group_access, expires_at })
}

/** Lets the members of a group no longer into a project. */
export function unshareProject({ store }: SystemContext, link: GroupLinkRecord): void {
  store.groupLinks.remove(link)
}

/** How a project is shared with a group, if it is. */
export function linkTo(
  { store }: Pick<SystemContext, 'store'>,
  { id }: ProjectRecord,
  groupId: number,
): GroupLinkRecord | undefined {
  return store.groupLinks.by('project_id', id).find(({ group_id }) => group_id === groupId)
}
