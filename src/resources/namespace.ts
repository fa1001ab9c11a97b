import type { Namespace } from '../contract/generated/contract.ts'
import type { NamespaceRecord } from '../store/models/namespace.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { UserRecord } from '../store/models/user.ts'
import type { Presentation } from './presentation.ts'
import { existingUser } from './user.ts'

/** The namespace within a project (document 1, Project); the shape is the same for a group. */
export function namespaceResource(namespace: NamespaceRecord): Namespace {
  return {
    id: namespace.id,
    name: namespace.name,
    path: namespace.path,
    owner_id: namespace.owner_id,
    created_at: namespace.created_at,
    updated_at: namespace.updated_at,
    description: namespace.description,
    avatar: { url: namespace.avatar_url },
    share_with_group_lock: namespace.share_with_group_lock,
    visibility_level: namespace.visibility_level,
  }
}

/** The namespace of a project; it is removed with its projects, so a missing one is a broken world. */
export function namespaceOf({ store }: Presentation, project: ProjectRecord): NamespaceRecord {
  const namespace = store.namespaces.get(project.namespace_id)
  if (!namespace) {
    throw new Error(`The project ${project.id} lives in a namespace that is not there.`)
  }
  return namespace
}

/** The user of a personal namespace; undefined for a group, which its members own. */
export function ownerOf(
  presentation: Presentation,
  { owner_id }: NamespaceRecord,
): UserRecord | undefined {
  return owner_id === null ? undefined : existingUser(presentation, owner_id)
}
