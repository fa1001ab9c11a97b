import type { MemberAccess, ProjectPermissions } from '../../../contract/generated/v3/contract.ts'
import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { notificationLevels } from '../../../store/models/notification-setting.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import type { Presentation } from '../../domain/context.ts'

/** The caller's own memberships of a project and of its group, null where there is none. */
export function projectPermissions(
  project: ProjectRecord,
  namespace: NamespaceRecord,
  { store, viewer }: Presentation,
): ProjectPermissions {
  const ofProject = viewer.membership('project', project.id)
  const ofGroup = viewer.membership('group', namespace.id)
  return {
    project_access: ofProject ? memberAccess(store, ofProject) : null,
    group_access: ofGroup ? memberAccess(store, ofGroup) : null,
  }
}

function memberAccess(store: Store, member: MemberRecord): MemberAccess {
  const setting = store.notificationSettings
    .by('source', sourceKey(member.source_type, member.source_id))
    .find(({ user_id }) => user_id === member.user_id)
  return {
    access_level: member.access_level,
    notification_level: notificationLevels.indexOf(setting?.level ?? 'global'),
  }
}
