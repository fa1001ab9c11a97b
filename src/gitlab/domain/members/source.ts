import type { MemberRecord } from '../../../store/models/member.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { sourceKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { ancestorsOf, groupsAbove } from '../../access/group-tree.ts'
import { membershipOf } from '../../access/membership.ts'
import type { Context } from '../context.ts'
import { joinGroup, joinProject, type MemberTerms } from './membership.ts'

/** A group or project, which has members. */
export type MemberSource =
  | { readonly group: NamespaceRecord; readonly project?: undefined }
  | { readonly project: ProjectRecord; readonly group?: undefined }

/** Returns the fields by which records refer to a group or project. */
export function placeOfSource({ group, project }: MemberSource) {
  return group
    ? ({ source_type: 'group', source_id: group.id } as const)
    : ({ source_type: 'project', source_id: project.id } as const)
}

/** Returns the index key of records that refer to a group or project. */
export function keyOfSource(source: MemberSource): string {
  const { source_type, source_id } = placeOfSource(source)
  return sourceKey(source_type, source_id)
}

/** Throws 403 where the caller may not manage members: maintainers of a project and owners of a group may. */
export function mustAdminMembers({ viewer }: Context, { group, project }: MemberSource): void {
  if (group) viewer.mustInGroup('admin_members', group)
  else viewer.must('admin_members', project)
}

/** Returns the caller's access level, which is also the highest that the caller can give. */
export function ownLevel({ viewer }: Context, { group, project }: MemberSource): number {
  return group ? viewer.groupLevel(group) : viewer.projectLevel(project)
}

export function isMember(store: Store, source: MemberSource, { id }: UserRecord): boolean {
  const { source_type, source_id } = placeOfSource(source)
  return membershipOf(store, source_type, source_id, id) !== undefined
}

/** Returns the groups around a group or project. */
export function groupsAround({ store }: Context, { group, project }: MemberSource) {
  return group ? ancestorsOf(store, group) : groupsAbove(store, project)
}

/** Makes a user a member of a group or project. */
export function join(
  context: Context,
  { group, project }: MemberSource,
  user: UserRecord,
  terms: MemberTerms,
): MemberRecord {
  return group ? joinGroup(context, group, user, terms) : joinProject(context, project, user, terms)
}
