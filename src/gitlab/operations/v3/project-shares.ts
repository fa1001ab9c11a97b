import { conflict, notFound, refused } from '../../../contract/errors.ts'
import { namespaceOf } from '../../domain/lookups.ts'
import { linkTo, shareProject, unshareProject } from '../../domain/projects/group-links.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/project-shares.yaml. */
export const projectShares = {
  shareProject(context, { group_id, group_access, expires_at }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const group = store.namespaces.get(group_id)
    if (group?.kind !== 'group' || !viewer.seesGroup(group)) throw notFound('Group')
    const namespace = namespaceOf(context, project)
    if (namespace.share_with_group_lock) throw refused('The project sharing with group is disabled')
    if (linkTo(context, project, group_id)) {
      throw conflict('Group already shared with this group')
    }
    if (namespace.id === group_id) {
      throw conflict('Project cannot be shared with the project it is in.')
    }
    return shareProject(context, project, group, group_access, expires_at)
  },

  unshareProject(context, { group_id }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const link = linkTo(context, project, group_id)
    if (!link) throw notFound('Group Link')
    unshareProject(context, link)
    return undefined
  },
} satisfies OperationsOf<'v3', 'Project shares'>
