import type { GroupLinkRecord } from '../../../store/models/group-link.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'

/** Shares a project with the members of a group, up to an access level. */
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

/** Removes the share of a project with a group. */
export function unshareProject({ store }: SystemContext, link: GroupLinkRecord): void {
  store.groupLinks.remove(link)
}

/** Returns the share of a project with a group, if there is one. */
export function linkTo(
  { store }: Pick<SystemContext, 'store'>,
  { id }: ProjectRecord,
  groupId: number,
): GroupLinkRecord | undefined {
  return store.groupLinks.by('project_id', id).find(({ group_id }) => group_id === groupId)
}
